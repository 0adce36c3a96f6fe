/* paper.c - replies from df-PN, written down. */
#include "search/proof/paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/block.h"
#include "game/solve_terms.h"
#include "proof/words.h"
#include "proof/write.h"
#include "search/proof/crew.h"
#include "search/proof/nearer.h"

/* One call of cop_paper_write. */
struct paper {
    const struct cop_game *game;
    const void *start;
    const struct cop_solve_limits *limits;
    struct cop_solution *solution;
    struct cop_solution proved; /* what the search had found out and spent */
    struct cop_proof_walk *walk;
    struct dfpn_crew crew;
    struct cop_oracles oracles; /* databases, whose positions need no reply */
    struct cop_oracles aids;    /* and an oracle whose word is no proof, for the search alone */
    bool *is_used;              /* for each class of them: a claim rests on it */
    struct cop_run run;
    struct cop_text replies;     /* of the present claim */
    struct proof_nearer *nearer; /* who knows them, if it is not df-PN */
};

/* ---- Progress ---- */

static void count_effort(struct paper *paper)
{
    struct cop_solution *solution = paper->solution;

    solution->positions = paper->proved.positions + dfpn_crew_created(&paper->crew);
    solution->seconds = paper->proved.seconds + cop_run_seconds(&paper->run);
    solution->written = paper->walk != NULL ? paper->walk->replies : 0;
}

static void tell(void *context)
{
    struct paper *paper = context;

    count_effort(paper);
    paper->limits->progress(paper->limits->context, paper->solution);
}

/* ---- Replies ---- */

static bool fail_for_limit(struct cop_error *error)
{
    return cop_fail(error,
                    "the limit came before the proof was written, and nothing was; give it more");
}

/* The walk asks only where the claimant moves, so that an answer is as it was, or is known to be
 * another because of a mistake. */
static bool reply(void *context, const void *state, cop_move *move, struct cop_error *error)
{
    struct paper *paper = context;

    if (paper->nearer != NULL)
        *move = proof_nearer_reply(paper->nearer, state);
    else if (dfpn_ask_again(paper->crew.members, state, move) == PROOF_OPEN)
        return fail_for_limit(error);
    if (*move == COP_NO_MOVE)
        return cop_proof_fail_at(paper->game, state, "the search does not know a reply", error);
    paper->game->rules->write_move(paper->game, state, *move, &paper->replies);
    cop_text_add(&paper->replies, "\n");
    return true;
}

/* A win of a game that can go on for ever needs replies that come nearer to it. */
static bool go_nearer(struct paper *paper, struct cop_proof_walk *walk, struct cop_error *error)
{
    const struct cop_claim *claim = &walk->terms.claim;
    struct proof_nearer nearer;
    bool is_proved;

    walk->memory /= 2;
    proof_nearer_open(&nearer, paper->crew.members,
                      claim->is_at_most ? 1 - claim->player : claim->player, walk->memory);
    nearer.database = walk->database;
    paper->nearer = &nearer;
    if (proof_nearer_find(&nearer, paper->start))
        is_proved = cop_proof_go(walk, paper->start, error);
    else if (nearer.is_over)
        is_proved = fail_for_limit(error);
    else
        is_proved = cop_fail(error, "%s: no replies were found that do not go round in circles",
                             paper->game->name);
    proof_nearer_close(&nearer);
    paper->nearer = NULL;
    return is_proved;
}

/* ---- Claims ---- */

static bool ask(struct paper *paper, const struct cop_claim *claim, enum proof_answer *answer,
                struct cop_error *error)
{
    struct proof_goal *goal = &paper->crew.members->goal;
    cop_move best;

    *goal = proof_goal_for(paper->game, claim->stake, claim->player);
    goal->oracles = paper->aids.database != NULL || paper->aids.count > 0 ? &paper->aids : NULL;
    proof_goal_begin(goal, claim->is_at_most ? nextafter(claim->value, INFINITY) : claim->value);
    return dfpn_crew_ask(&paper->crew, paper->start, answer, &best, error);
}

/* Asks about the claim, so that the table knows it, and walks. What an oracle has said is in no
 * table: such a position is searched when the walk comes to it, by the rules and databases. */
static bool go(struct paper *paper, struct cop_proof_walk *walk, struct cop_error *error)
{
    const struct cop_claim *claim = &walk->terms.claim;
    enum proof_answer answer;

    if (!ask(paper, claim, &answer, error))
        return false;
    paper->crew.members->goal.oracles = walk->database != NULL ? &paper->oracles : NULL;
    if (answer == PROOF_OPEN)
        return fail_for_limit(error);
    if (answer != (claim->is_at_most ? PROOF_FALSE : PROOF_TRUE))
        return cop_fail(error, "%s: two searches do not agree", paper->game->name);
    if (paper->game->is_endless && !cop_claim_holds(claim, 0.5))
        return go_nearer(paper, walk, error);
    return cop_proof_go(walk, paper->start, error);
}

static int class_count(const struct paper *paper)
{
    return paper->oracles.database != NULL ? paper->game->rules->indexing->classes(paper->game) : 0;
}

static bool write_by_terms(struct paper *paper, const struct cop_proof_terms *terms,
                           struct cop_text *file, struct cop_error *error)
{
    int classes = class_count(paper);
    struct cop_proof_walk walk = {.game = paper->game,
                                  .terms = *terms,
                                  .reply = reply,
                                  .context = paper,
                                  .database = paper->oracles.database,
                                  .is_used = cop_allocate((size_t)classes + 1),
                                  .memory = paper->limits->memory / 2,
                                  .stop = paper->limits->stop};
    bool is_proved;

    paper->walk = &walk;
    cop_text_clear(&paper->replies);
    is_proved = go(paper, &walk, error);
    paper->walk = NULL;
    if (is_proved)
        cop_proof_write_claim(&walk, &paper->replies, file);
    for (int i = 0; is_proved && i < classes; i++)
        paper->is_used[i] = paper->is_used[i] || walk.is_used[i];
    free(walk.is_used);
    return is_proved;
}

/* Where a draw is enough, a proof without pasts is far smaller. With images folded a win of an
 * endless game might go round in circles that the board's symmetry makes. */
static bool write_claim(struct paper *paper, const struct cop_claim *claim, struct cop_text *file,
                        struct cop_error *error)
{
    const struct cop_game *game = paper->game;
    bool is_folded = game->symmetries > 0 && (cop_claim_holds(claim, 0.5) || !game->is_endless);
    struct cop_proof_terms with = {*claim, false, is_folded}, without = {*claim, true, is_folded};

    if (game->is_endless || !cop_proof_fits(game, &without, error))
        return write_by_terms(paper, &with, file, error);
    return write_by_terms(paper, &without, file, error) ||
           (cop_run_ended(&paper->run) == COP_RUN_GOES_ON &&
            write_by_terms(paper, &with, file, error));
}

/* What was found out, as claims that say something. */
static bool write_claims(struct paper *paper, enum cop_stake stake, struct cop_text *file,
                         struct cop_error *error)
{
    const struct cop_solution *proved = &paper->proved;
    int player = paper->game->rules->turn(paper->game, paper->start);
    bool by_points = stake == COP_STAKE_SCORE;
    const struct cop_claim least = {stake, player, false, proved->lower};
    const struct cop_claim most = {stake, player, true, proved->upper};

    if (isfinite(least.value) && (by_points || least.value > 0) &&
        !write_claim(paper, &least, file, error))
        return false;
    return !isfinite(most.value) || (!by_points && most.value >= 1) ||
           write_claim(paper, &most, file, error);
}

/* ---- All of it ---- */

bool cop_paper_check(const struct cop_game *game, const void *state, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    void *again = cop_allocate(game->state_size);
    bool is_same;

    game->rules->write_position(game, state, &text);
    is_same = cop_position_read(game, text.bytes, again, error) &&
              memcmp(state, again, game->state_size) == 0;
    if (!is_same)
        cop_fail(error,
                 "%s: the game has a past here that \"%.200s\" does not tell; prove it from there, "
                 "by --position",
                 game->name, text.bytes);
    cop_text_free(&text);
    free(again);
    return is_same;
}

/* The rest of the limits. */
static struct cop_run_terms terms_for(struct paper *paper)
{
    struct cop_run_terms terms = cop_solve_terms(paper->limits, tell, paper);

    if (terms.seconds > 0)
        terms.seconds = fmax(terms.seconds - paper->proved.seconds, 1e-6);
    if (terms.tickets > 0)
        terms.tickets =
            terms.tickets > paper->proved.positions ? terms.tickets - paper->proved.positions : 1;
    return terms;
}

/* The head says what the claims rest on, which they show when they are written. */
static bool put_together(const struct paper *paper, const struct cop_text *claims,
                         struct cop_text *file, struct cop_error *error)
{
    cop_proof_write_head(paper->game, paper->start, file);
    if (class_count(paper) > 0 &&
        !cop_proof_write_rest(paper->game, paper->oracles.database, paper->is_used, file, error))
        return false;
    cop_text_add_bytes(file, claims->bytes, claims->length);
    cop_proof_write_end(file);
    return true;
}

static bool open_oracles(struct paper *paper, const char *name, enum cop_stake stake,
                         struct cop_error *error)
{
    paper->oracles = (struct cop_oracles){.game = paper->game, .asking = COP_ASK_ALWAYS};
    if (stake == COP_STAKE_PAYOFF &&
        !cop_oracles_open_database(&paper->oracles, paper->game, error))
        return false;
    paper->aids = paper->oracles;
    return name[0] == '\0' || cop_oracles_add(&paper->aids, name, paper->limits->stop, error);
}

static bool write(struct paper *paper, const struct cop_prover *how, enum cop_stake stake,
                  struct cop_text *file, struct cop_error *error)
{
    static const struct dfpn_config usual = {.epsilon = 0.25};
    const struct dfpn_config *config = how->is_depth_first ? &how->dfpn : &usual;
    struct cop_run_terms terms = terms_for(paper);
    size_t memory = cop_block_room(paper->limits->memory / 2, terms.tickets, terms.seconds);
    struct cop_text claims = COP_TEXT;
    bool is_written;

    if (!open_oracles(paper, how->oracle, stake, error))
        return false;
    paper->is_used = cop_allocate((size_t)class_count(paper) + 1);
    cop_run_begin(&paper->run, &terms);
    is_written = dfpn_crew_open(&paper->crew, paper->game, config, memory,
                                cop_run_thread_count(paper->limits->threads), &paper->run, error) &&
                 write_claims(paper, stake, &claims, error);
    count_effort(paper);
    dfpn_crew_close(&paper->crew);
    cop_text_free(&paper->replies);
    is_written = is_written && put_together(paper, &claims, file, error);
    if (!is_written)
        cop_text_clear(file);
    cop_text_free(&claims);
    free(paper->is_used);
    return is_written;
}

bool cop_paper_write(const struct cop_game *game, const void *state, enum cop_stake stake,
                     const struct cop_prover *how, const struct cop_solve_limits *limits,
                     struct cop_solution *solution, struct cop_text *file, struct cop_error *error)
{
    struct paper paper = {.game = game,
                          .start = state,
                          .limits = limits,
                          .solution = solution,
                          .proved = *solution,
                          .replies = COP_TEXT};

    cop_text_clear(file);
    if (stake == COP_STAKE_PAYOFF ? solution->lower <= 0 && solution->upper >= 1
                                  : solution->lower < solution->upper)
        return true;
    return cop_paper_check(game, state, error) && write(&paper, how, stake, file, error);
}
