/* idle.c - options of a tree search that change nothing in this game or within these limits. */
#include <stdlib.h>

#include "coppice/rng.h"
#include "search/mcts/config.h"
#include "search/mcts/search.h"

static void note(struct cop_text *notes, bool is_idle, const char *words)
{
    if (is_idle)
        cop_text_add(notes, "%s\n", words);
}

/* Where pieces are hidden every simulation draws its own completion, and an agent is not told what
 * was played. */
static void note_hidden(const struct cop_game *game, const struct cop_settings *settings,
                        struct cop_text *notes)
{
    if (!game->is_hidden) {
        if (cop_choice(settings, "hidden") == 1)
            cop_text_add(notes, "hidden=views: nothing is hidden in %s\n", game->rules->name);
        return;
    }
    note(notes, cop_flag(settings, "reuse"),
         "reuse=on: where pieces are hidden no tree is kept from move to move");
    note(notes, cop_given(settings, "children"),
         "children: where pieces are hidden children come as their moves are seen");
    note(notes, cop_choice(settings, "root_first") == 1,
         "root_first=visit: where pieces are hidden the root is visited in any case");
}

static void note_threads(const struct cop_settings *settings, const struct cop_limits *limits,
                         struct cop_text *notes)
{
    bool is_alone = limits->means.threads <= 1;

    note(notes, is_alone && cop_given(settings, "parallel"),
         "parallel: with one thread nothing is shared; give threads in the limit");
    note(notes, is_alone && cop_integer(settings, "virtual_loss") > 1,
         "virtual_loss: with one thread nobody sees it; give threads in the limit");
}

static void note_limits(const struct cop_settings *settings, const struct cop_limits *limits,
                        struct cop_text *notes)
{
    int unreachable = cop_choice(settings, "unreachable");

    note(notes, unreachable == UNREACHABLE_COUNTED && limits->sims == 0,
         "unreachable=on: simulations are not counted here; give sims, or unreachable=estimate "
         "with a time");
    note(notes, unreachable == UNREACHABLE_ESTIMATED && limits->sims == 0 && limits->time <= 0,
         "unreachable=estimate: without sims or a time nothing says how many simulations are left");
}

/* ---- Turns of several moves ---- */

enum { WALKS = 8, WALK_MAX = 300 };

static bool has_long_turn(const struct cop_game *game, void *state, cop_move *moves,
                          struct cop_rng *rng)
{
    int before = COP_CHANCE;

    game->rules->start(game, state, rng);
    for (int plies = 0; plies < WALK_MAX; plies++) {
        int turn = game->rules->turn(game, state);

        if (turn == COP_OVER)
            return false;
        if (turn >= 0 && turn == before)
            return true;
        before = turn;
        game->rules->play(game, state, cop_random_move(game, state, rng, moves));
    }
    return false;
}

static bool has_long_turns(const struct cop_game *game)
{
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    void *state = calloc(1, game->state_size);
    bool is_found = moves == NULL || state == NULL; /* nobody can say */
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    for (int i = 0; i < WALKS && !is_found; i++)
        is_found = has_long_turn(game, state, moves, &rng);
    free(moves);
    free(state);
    return is_found;
}

void mcts_idle(const struct cop_agent_kind *kind, const struct cop_game *game,
               const struct cop_settings *settings, const struct cop_limits *limits,
               struct cop_text *notes)
{
    (void)kind;
    note_hidden(game, settings, notes);
    if (cop_choice(settings, "turn") == 1 && !has_long_turns(game))
        cop_text_add(notes, "turn=whole: nobody has two moves in a row in %s\n", game->name);
    if (limits == NULL)
        return;
    note_threads(settings, limits, notes);
    note_limits(settings, limits, notes);
}
