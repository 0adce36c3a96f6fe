/* crew.c - one question, several threads. */
#include "search/proof/crew.h"

#include <stdlib.h>

#include "base/allocate.h"

static void begin_paces(struct dfpn_crew *crew)
{
    for (int i = 0; i < crew->count; i++)
        cop_pace_begin(&crew->paces[i].pace, i == 0, 1);
}

bool dfpn_crew_open(struct dfpn_crew *crew, const struct cop_game *game,
                    const struct dfpn_config *config, size_t memory, int threads,
                    struct cop_run *run, struct cop_error *error)
{
    bool is_open;

    *crew = (struct dfpn_crew){.count = threads, .run = run};
    crew->members = cop_allocate((size_t)threads * sizeof *crew->members);
    crew->paces = cop_allocate((size_t)threads * sizeof *crew->paces);
    begin_paces(crew);
    is_open = dfpn_open(crew->members, game, config, memory, run, &crew->paces->pace, error);
    for (int i = 1; i < threads; i++)
        dfpn_join(&crew->members[i], crew->members, &crew->paces[i].pace);
    return is_open;
}

void dfpn_crew_close(struct dfpn_crew *crew)
{
    for (int i = crew->count - 1; i >= 0; i--)
        dfpn_close(&crew->members[i]);
    free(crew->members);
    free(crew->paces);
}

int64_t dfpn_crew_created(const struct dfpn_crew *crew)
{
    int64_t created = 0;

    for (int i = 0; i < crew->count; i++)
        created += atomic_load_explicit(&crew->members[i].created, memory_order_relaxed);
    return created;
}

struct proof_goal dfpn_crew_goal(const struct dfpn_crew *crew)
{
    struct proof_goal goal = crew->members->goal;

    for (int i = 1; i < crew->count; i++)
        proof_goal_join(&goal, &crew->members[i].goal);
    return goal;
}

static void look_in_thread(void *context, int number)
{
    struct dfpn_crew *crew = context;

    proof_table_join(crew->members->table);
    dfpn_look(&crew->members[number]);
    proof_table_leave(crew->members->table);
}

static void begin(struct dfpn_crew *crew, const void *state)
{
    for (int i = 0; i < crew->count; i++) {
        crew->members[i].goal = crew->members->goal;
        dfpn_begin(&crew->members[i], state);
    }
}

/* An answer may rest on ends that another thread has met, which is told by all goals together. */
static enum proof_answer answer_of(struct dfpn_crew *crew, cop_move *best)
{
    enum proof_answer answer = PROOF_OPEN;

    for (int i = 0; i < crew->count; i++) {
        if (answer == PROOF_OPEN && proof_is_settled(crew->members[i].root)) {
            answer = dfpn_answer(&crew->members[i], best);
            crew->members->root = crew->members[i].root;
        }
        proof_goal_join(&crew->members->goal, &crew->members[i].goal);
    }
    return answer;
}

bool dfpn_crew_ask(struct dfpn_crew *crew, const void *state, enum proof_answer *answer,
                   cop_move *best, struct cop_error *error)
{
    *answer = PROOF_OPEN;
    *best = COP_NO_MOVE;
    if (crew->count == 1) {
        *answer = dfpn_ask(crew->members, state, best);
        return true;
    }
    if (!proof_table_begin(crew->members->table, true))
        return true; /* the system has given it before */
    begin(crew, state);
    if (!cop_run_threads(crew->run, crew->count, look_in_thread, crew, error))
        return false;
    *answer = answer_of(crew, best);
    if (cop_run_resume(crew->run, dfpn_crew_created(crew)))
        begin_paces(crew);
    return true;
}
