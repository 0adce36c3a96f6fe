/* evaluate.c - how good a position of Fanorona is, and which moves to try first
 * (samegame-and-fanorona.md 4.3, 6.6). */
#include "board.h"

enum {
    WON_STONES = POINTS_MAX, /* more than anybody can be ahead */
    STONE = 16,
    WON_STEPS = 1000
};

static inline int stones_ahead(const struct fanorona_position *position)
{
    return bit_count(position->stones[WHITE]) - bit_count(position->stones[BLACK]);
}

static void evaluate_material(const struct cop_game *game, const void *prepared, const void *state,
                              double *of_player)
{
    int ahead = stones_ahead(state);

    (void)game;
    (void)prepared;
    of_player[WHITE] = ahead;
    of_player[BLACK] = -ahead;
}

/* How many steps to empty points the stones have, captures or not. */
static inline int count_steps(const struct fanorona_board *board, uint64_t stones, uint64_t open)
{
    int count = 0;

    for (int i = 0; i < 4; i++) {
        count += bit_count(stones & board->lines[i] & open >> board->shift[i]);
        count += bit_count(stones & board->lines[i + 4] & open << board->shift[i]);
    }
    return count;
}

static void evaluate_mobility(const struct cop_game *game, const void *prepared, const void *state,
                              double *of_player)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    uint64_t white = position->stones[WHITE], black = position->stones[BLACK];
    uint64_t open = board->points & ~(white | black);
    int value = STONE * stones_ahead(position) + count_steps(board, white, open) -
                count_steps(board, black, open);

    (void)prepared;
    of_player[WHITE] = value;
    of_player[BLACK] = -value;
}

/* Captures. A turn that may end where it is needs no mention: its value is the one at hand. */
static int list_noisy(const struct cop_game *game, const void *state, cop_move *out)
{
    struct fanorona_choices choices;
    int count = 0;

    fanorona_look(board_of(game), state, &choices);
    if (choices.first != 0)
        return 0;
    for (int i = choices.first; i < choices.last; i++)
        for (uint64_t left = choices.sets[i]; left != 0; left &= left - 1)
            out[count++] = move_of(i, bit_index(left));
    return count;
}

/* By stones taken; to end the turn is worth less than any capture. */
static void rate_captures(const struct cop_game *game, const void *state, const cop_move *moves,
                          int count, float *rating)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    uint64_t enemy = position->stones[1 - position->next];

    for (int i = 0; i < count; i++) {
        bool is_capture = moves[i] != STOP && set_of(moves[i]) < PAIKA;

        rating[i] = is_capture ? (float)bit_count(fanorona_taken(board, enemy, moves[i])) : 0;
    }
}

/* Chances are fitted to games of two players:
 *     coppice tune chance fanorona --eval material --limit depth=2 --games 2000
 *     coppice tune chance fanorona --eval mobility --limit depth=2 --games 2000 */
const struct cop_evaluator fanorona_evaluators[] = {
    {.name = "material",
     .help = "the difference of stones",
     .version = 1,
     .chance = {1, -0.032545, 0.31298},
     .unit = "stones",
     .point = 1,
     .lower = -WON_STONES,
     .upper = WON_STONES,
     .is_zero_sum = true,
     .evaluate = evaluate_material,
     .noisy = list_noisy},
    {.name = "mobility",
     .help = "16 for each stone more, 1 for each step to an empty point more",
     .version = 1,
     .chance = {1, -0.030451, 0.019766},
     .lower = -WON_STEPS,
     .upper = WON_STEPS,
     .is_zero_sum = true,
     .evaluate = evaluate_mobility,
     .noisy = list_noisy},
    {NULL},
};

const struct cop_ordering fanorona_orderings[] = {
    {"captures", "whatever takes most stones", rate_captures},
    {NULL},
};
