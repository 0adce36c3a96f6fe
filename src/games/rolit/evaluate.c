/* evaluate.c - how good a position of Rolit is, and which moves to try first
 * (chance-and-multiplayer.md 1.6.5). */
#include <stdlib.h>

#include "base/embedded.h"
#include "board.h"
#include "game/learned.h"
#include "games/bits.h"
#include "weights.h"

enum { SQUARES = 64, CORNER_WORTH = 3 };

void rolit_fill_borders(struct rolit_board *board)
{
    int last = board->size - 1;

    for (int corner = 0; corner < 4; corner++) {
        int column = corner % 2 * last, row = corner / 2 * last;
        int inner_column = column == 0 ? 1 : last - 1, inner_row = row == 0 ? 1 : last - 1;

        board->corners |= rolit_square(column, row);
        board->beside |= rolit_square(inner_column, row) | rolit_square(column, inner_row);
        board->inside |= rolit_square(inner_column, inner_row);
    }
    for (int i = 0; i <= last; i++)
        board->border |=
            rolit_square(i, 0) | rolit_square(i, last) | rolit_square(0, i) | rolit_square(last, i);
}

static void *prepare_patterns(const struct cop_game *game, const atomic_bool *stop,
                              struct cop_error *error)
{
    struct rolit_tables *tables = calloc(1, sizeof *tables);
    const struct cop_embedded *weights = rolit_weights[game->players];

    (void)stop;
    if (tables == NULL) {
        cop_fail(error, "rolit: out of memory");
        return NULL;
    }
    if (rolit_board_of(game)->size == ROLIT_STRIDE &&
        !rolit_read_weights(weights->bytes, weights->size, tables, error)) {
        free(tables);
        return NULL;
    }
    return tables;
}

/* Boards without tables: the pieces as they are, and more for corners, which are never lost. */
static void evaluate_small(const struct cop_game *game, const struct rolit_position *position,
                           double *of_player)
{
    uint64_t corners = rolit_board_of(game)->corners;

    for (int player = 0; player < game->players; player++) {
        uint64_t own = rolit_pieces(position, (uint64_t)player);

        of_player[player] = 0.5 + bit_count(own) + CORNER_WORTH * bit_count(own & corners);
    }
}

static void evaluate_patterns(const struct cop_game *game, const void *prepared, const void *state,
                              double *of_player)
{
    const double per_sum = ROLIT_PER_LEVEL / ROLIT_PLACES;
    const struct rolit_tables *patterns = prepared;
    const struct rolit_position *position = state;
    const uint8_t *levels = patterns->level[rolit_stage(position->taken)];
    uint8_t taken[ROLIT_PLACES], own[ROLIT_PLACES];

    if (rolit_board_of(game)->size != ROLIT_STRIDE) {
        evaluate_small(game, position, of_player);
        return;
    }
    rolit_look(position->taken, taken);
    for (int player = 0; player < game->players; player++) {
        int sum;

        rolit_look(rolit_pieces(position, (uint64_t)player), own);
        sum = rolit_sum_levels(levels, own, taken);
        of_player[player] = per_sum * (sum > 0 ? sum : 1);
    }
}

static void evaluate_pieces(const struct cop_game *game, const void *prepared, const void *state,
                            double *of_player)
{
    (void)prepared;
    for (int player = 0; player < game->players; player++)
        of_player[player] = bit_count(rolit_pieces(state, (uint64_t)player));
}

/* Corners first, then the border, then the middle; squares next to corners last. */
static void rate_squares(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    const struct rolit_board *board = rolit_board_of(game);

    (void)state;
    for (int i = 0; i < count; i++) {
        int square = (int)moves[i] - 1;
        int corner = (int)(board->corners >> square & 1),
            border = (int)(board->border >> square & 1);
        int beside = (int)(board->beside >> square & 1),
            inside = (int)(board->inside >> square & 1);

        rating[i] = (float)(2 * corner + border - 3 * beside - 3 * inside);
    }
}

extern const struct cop_embedded cop_data_weights_rolit;

static void *prepare_learned(const struct cop_game *game, const atomic_bool *stop,
                             struct cop_error *error)
{
    (void)stop;
    return cop_weights_read(game, cop_data_weights_rolit.bytes, cop_data_weights_rolit.size,
                            "rolit", error);
}

/* Chances are fitted to games of two players:
 *     coppice tune chance rolit --eval learned --limit depth=3,memory=8M --games 1000
 *     coppice tune chance "rolit(players=2)" --eval patterns --limit depth=3 --games 1000
 *     coppice tune chance "rolit(players=2)" --eval pieces --limit depth=3 --games 1000 */
const struct cop_evaluator rolit_evaluators[] = {
    {.name = "learned",
     .help = "what the pieces of lines and corners promise, learned from games of two: the margin "
             "to expect, in hundredths of a piece",
     .version = 1,
     .chance = {1, -0.19232, 0.0013962},
     .unit = "pieces",
     .point = 100,
     .lower = -COP_LEARNED_WON,
     .upper = COP_LEARNED_WON,
     .is_zero_sum = true,
     .fits_variant = cop_game_can_learn,
     .prepare = prepare_learned,
     .release = cop_weights_free,
     .evaluate = cop_learned_evaluate},
    {.name = "patterns",
     .help = "the pieces to expect at the end, from tables of lines and corners",
     .version = 1,
     .chance = {1, -0.22523, 0.21753},
     .unit = "pieces",
     .point = 1,
     .lower = 0,
     .upper = SQUARES,
     .prepare = prepare_patterns,
     .release = free,
     .evaluate = evaluate_patterns},
    {.name = "pieces",
     .help = "the pieces as they lie",
     .version = 1,
     .chance = {1, -0.50381, 0.1117},
     .unit = "pieces",
     .point = 1,
     .lower = 0,
     .upper = SQUARES,
     .sum_upper = SQUARES,
     .rates_ends = true,
     .evaluate = evaluate_pieces},
    {NULL},
};

const struct cop_ordering rolit_orderings[] = {
    {"squares", "corners first, squares next to corners last", rate_squares},
    {NULL},
};
