/* evaluate.c - how good a position of Chinese Checkers is, and which moves to try first
 * (chance-and-multiplayer.md 1.4.6). */
#include <stdlib.h>

#include "base/embedded.h"
#include "game/learned.h"
#include "games/chinese_checkers/board.h"
#include "games/chinese_checkers/solitaire.h"

enum {
    TURN = 1000,
    STEP = 250,           /* a turn gains about four steps */
    TURNS_MAX = 30,       /* more than any table has, and than the 120 steps of the full board */
    LOST = -31 * TURN,    /* so that every value is between */
    SMALL_TABLE = 1 << 24 /* placements: 14 MB on the small star, and not the 170 MB with all of its
                             corners */
};

/* The steps of all pieces to the tip of the target, less those of the filled target. */
static inline int steps_missing(const struct checkers_board *board, int player,
                                const uint8_t *pieces)
{
    const int radius = board->radius;
    int steps = -(radius - 1) * radius * (radius + 1) / 3; /* row k of a corner has k + 1 fields */

    for (int i = 0; i < board->pieces; i++)
        steps += board->way[player][pieces[i]];
    return steps;
}

static void evaluate_distance(const struct cop_game *game, const void *prepared, const void *state,
                              double *of_player)
{
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;

    (void)prepared;
    for (int player = 0; player < board->players; player++)
        of_player[player] =
            -STEP * steps_missing(board, player, position->pieces + player * board->pieces);
}

/* Without a table, where that would be too large, `table.bytes` is NULL. */
static void *prepare_solitaire(const struct cop_game *game, bool is_large, const atomic_bool *stop,
                               struct cop_error *error)
{
    const struct checkers_board *board = checkers_board_of(game);
    size_t size = solitaire_size(board);
    struct solitaire *solitaire = calloc(1, sizeof *solitaire);

    if (solitaire == NULL) {
        cop_fail(error, "chinesecheckers: out of memory");
        return NULL;
    }
    if (size == 0 || (size > SMALL_TABLE && !is_large))
        return solitaire;
    if (!solitaire_open(solitaire, board, stop, error)) {
        free(solitaire);
        return NULL;
    }
    return solitaire;
}

static void *prepare_small(const struct cop_game *game, const atomic_bool *stop,
                           struct cop_error *error)
{
    return prepare_solitaire(game, false, stop, error);
}

static void *prepare_large(const struct cop_game *game, const atomic_bool *stop,
                           struct cop_error *error)
{
    return prepare_solitaire(game, true, stop, error);
}

static void release_solitaire(void *prepared)
{
    solitaire_close(prepared);
    free(prepared);
}

static void evaluate_solitaire(const struct cop_game *game, const void *prepared, const void *state,
                               double *of_player)
{
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;
    const struct solitaire *solitaire = prepared;

    if (solitaire->table.bytes == NULL) {
        evaluate_distance(game, NULL, state, of_player);
        return;
    }
    for (int player = 0; player < board->players; player++) {
        int turns = solitaire_turns(solitaire, player, position->pieces + player * board->pieces);

        of_player[player] = -TURN * (turns < TURNS_MAX ? turns : TURNS_MAX);
    }
}

/* What comes furthest forward first; of equals, what begins further behind. */
static void rate_forward(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;
    const uint8_t *way = board->way[position->turn];

    for (int i = 0; i < count; i++) {
        int from = way[checkers_source(moves[i]) & 255], to = way[checkers_target(moves[i])];

        rating[i] = moves[i] == COP_PASS ? 0 : (float)(32 * (from - to) + from);
    }
}

extern const struct cop_embedded cop_data_weights_chinesecheckers;

/* With the table of `solitaire`, which they correct. */
static void *prepare_learned(const struct cop_game *game, const atomic_bool *stop,
                             struct cop_error *error)
{
    struct cop_weights *weights =
        cop_weights_read(game, cop_data_weights_chinesecheckers.bytes,
                         cop_data_weights_chinesecheckers.size, "chinesecheckers", error);

    if (weights != NULL && cop_weights_prepare(game, weights, stop, error))
        return weights;
    cop_weights_free(weights);
    return NULL;
}

/* What is learned is the logarithm of the odds, in thousandths. Other chances are fitted to games
 * of two players:
 *     coppice tune chance "chinesecheckers(players=2)" --eval distance --limit depth=2 --games 1000
 *     coppice tune chance "chinesecheckers(players=2, corners=free)" --eval large \
 *         --limit depth=2 --games 200
 *     coppice tune chance "chinesecheckers(players=2)" --eval solitaire \
 *         --limit depth=2 --games 1000 */
const struct cop_evaluator checkers_evaluators[] = {
    {.name = "learned",
     .help = "the turns of solitaire, corrected by what the pieces of rhombs and lines promise and "
             "who is how far behind, learned from games of two",
     .version = 1,
     .chance = {1, 0, 0.001},
     .point = 1000,
     .lower = -COP_LEARNED_WON,
     .upper = COP_LEARNED_WON,
     .is_zero_sum = true,
     .fits_variant = cop_game_can_learn,
     .prepare = prepare_learned,
     .release = cop_weights_free,
     .evaluate = cop_learned_evaluate},
    {.name = "solitaire",
     .help = "minus 1000 for each turn a player would need alone on the board, from a table; where "
             "that would be too large, as distance",
     .version = 1,
     .chance = {1, 0.021036, 0.0001534},
     .unit = "turns",
     .point = 1000,
     .lower = LOST,
     .upper = 0,
     .prepare = prepare_small,
     .release = release_solitaire,
     .evaluate = evaluate_solitaire},
    {.name = "distance",
     .help = "minus 250 for each step to the target, of all pieces together",
     .version = 1,
     .chance = {1, 0.088161, 0.0004566},
     .unit = "steps",
     .point = 250,
     .lower = LOST,
     .upper = 0,
     .evaluate = evaluate_distance},
    {.name = "large",
     .help =
         "as solitaire, also where the table has 170 million entries (corners=free): made once, "
         "in about a minute",
     .version = 1,
     .chance = {1, 0.026648, 0.0001678},
     .unit = "turns",
     .point = 1000,
     .lower = LOST,
     .upper = 0,
     .prepare = prepare_large,
     .release = release_solitaire,
     .evaluate = evaluate_solitaire},
    {NULL},
};

const struct cop_ordering checkers_orderings[] = {
    {"forward", "moves that bring a piece furthest towards its target first", rate_forward},
    {NULL},
};
