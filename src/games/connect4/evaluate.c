/* connect4_evaluate.c - how good a position of Connect Four is, and which columns to try first.
 *
 * Lines of four that a side can still fill, and cells that would complete one, found for the whole
 * board at once. What the next two moves decide is said as such. docs/learning.md has how the rest
 * is corrected by what is learned. */
#include "evaluate.h"

#include <math.h>

#include "base/embedded.h"
#include "board.h"
#include "game/learned.h"
#include "games/bits.h"

enum {
    WON = 1000,
    SURE = 990, /* less the moves it takes */
    MOST = 900,
    BEGUN = 1,   /* a line with a stone of one side and none of the other */
    PAIR = 4,    /* the same with two or more: in addition */
    THREAT = 16, /* a cell that completes a line */
    TIMELY = 24  /* such a cell in a row that its owner will come to: in addition */
};

/* Both sides are looked at in all directions at once, and all columns at once: in loops over eight
 * words without a branch or a call, which compilers make one or two passes over wide registers. */
enum { LANES = 8, DIRECTIONS = LANES / 2 };

/* A line begins at its lowest bit; those that run into a guard have an end that is no cell. */
static inline int64_t lines_in(uint64_t own, uint64_t free_or_own, uint64_t step)
{
    uint64_t pairs = free_or_own & free_or_own >> step;
    uint64_t open = pairs & pairs >> 2 * step;
    uint64_t second = own >> step, third = own >> 2 * step, fourth = own >> 3 * step;
    uint64_t begun = own | second | third | fourth;
    uint64_t two = (own & second) | (third & fourth) | ((own | second) & (third | fourth));

    return BEGUN * (int64_t)bit_count_of_lane(open & begun) +
           PAIR * (int64_t)bit_count_of_lane(open & two);
}

/* The four directions for the side to move, then for the other. */
struct lanes {
    uint64_t stones[LANES], steps[LANES];
};

static inline struct lanes lanes_of(const struct board *board, uint64_t own, uint64_t enemy)
{
    uint64_t height = (uint64_t)board->height;

    return (struct lanes){{own, own, own, own, enemy, enemy, enemy, enemy},
                          {1, height, height + 1, height + 2, 1, height, height + 1, height + 2}};
}

/* What the lines of one side are worth, less those of the other. */
static inline int line_balance(const struct lanes *lanes, uint64_t cells, uint64_t all)
{
    int64_t values[LANES], balance = 0;

    for (int i = 0; i < LANES; i++)
        values[i] = lines_in(lanes->stones[i], cells & ~(all ^ lanes->stones[i]), lanes->steps[i]);
    for (int i = 0; i < DIRECTIONS; i++)
        balance += values[i] - values[i + DIRECTIONS];
    return (int)balance;
}

/* The empty cells that complete a line of each side. */
struct threats {
    uint64_t own, enemy;
};

static inline struct threats threats_in(const struct lanes *lanes, uint64_t empty)
{
    uint64_t found[LANES];

    for (int i = 0; i < LANES; i++)
        found[i] = completions(lanes->stones[i], lanes->steps[i]) & empty;
    return (struct threats){found[0] | found[1] | found[2] | found[3],
                            found[4] | found[5] | found[6] | found[7]};
}

/* With an even height whoever moves second can answer every stone with one on top of it, and so
 * gets the rows 2, 4, 6; what he leaves are 1, 3, 5. */
static inline uint64_t timely_rows(const struct board *board, int player)
{
    uint64_t of_column = ((uint64_t)0x5555 << player) & (((uint64_t)1 << board->height) - 1);

    return board->height % 2 == 0 ? board->bottom * of_column : 0;
}

static inline int threats_of(const struct board *board, uint64_t threats, int player)
{
    return THREAT * bit_count(threats) + TIMELY * bit_count(threats & timely_rows(board, player));
}

/* For the mover: a line that he can complete, or two that he cannot both stop, or one that he can
 * stop only by making room for another. 0 if nothing is decided. */
static inline int decided(uint64_t threats, uint64_t enemy_threats, uint64_t landing)
{
    uint64_t to_stop = enemy_threats & landing;

    if ((threats & landing) != 0)
        return SURE - 1;
    if ((to_stop & (to_stop - 1)) != 0 || (to_stop << 1 & enemy_threats) != 0)
        return 2 - SURE;
    return 0;
}

static int value_for_mover(const struct board *board, const struct position *position)
{
    int mover = (position->own & board->second) != 0;
    uint64_t own = own_stones(board, position), enemy = own ^ position->all;
    struct lanes lanes = lanes_of(board, own, enemy);
    struct threats threats = threats_in(&lanes, board->cells & ~position->all);
    int value = decided(threats.own, threats.enemy, landings(board, position));

    if (value != 0)
        return value;
    value = line_balance(&lanes, board->cells, position->all) +
            threats_of(board, threats.own, mover) - threats_of(board, threats.enemy, 1 - mover);
    return value > MOST ? MOST : value < -MOST ? -MOST : value;
}

static void evaluate_lines(const struct cop_game *game, const void *prepared, const void *state,
                           double *of_player)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int mover = (position->own & board->second) != 0;
    int value = value_for_mover(board, position);

    (void)prepared;
    of_player[mover] = value;
    of_player[1 - mover] = -value;
}

/* A stone that wins, stops a line, makes threats; not one that lets the enemy land on his. Then the
 * middle. Columns from `first` on; what is said of one that is full or not there means nothing. */
static void rate_columns(const struct board *board, const struct position *position, int first,
                         float of_column[LANES])
{
    uint64_t own = own_stones(board, position), empty = board->cells & ~position->all;
    struct lanes lanes = lanes_of(board, own, own ^ position->all);
    struct threats threats = threats_in(&lanes, empty);
    uint64_t landing = landings(board, position);
    int64_t value[LANES];

    for (int i = 0; i < LANES; i++) {
        uint64_t cell = landing & board->columns[first + i];
        uint64_t after = all_completions(own | cell, board->height) & empty & ~cell;

        value[i] = 16 * (int64_t)bit_count_of_lane(after) + board->middle[first + i];
        value[i] += (threats.enemy & cell) != 0 ? 2000 : 0;
        value[i] -= (threats.enemy & cell << 1) != 0 ? 1000 : 0;
    }
    for (int i = 0; i < LANES; i++)
        of_column[i] =
            (threats.own & landing & board->columns[first + i]) != 0 ? INFINITY : (float)value[i];
}

static void rate_threats(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    const struct board *board = board_of(game);
    float of_column[COLUMNS_ROOM];
    int first = 0;

    do {
        rate_columns(board, state, first, of_column + first);
        first += LANES;
    } while (first < board->width);
    for (int i = 0; i < count; i++)
        rating[i] = of_column[moves[i] - 1];
}

extern const struct cop_embedded cop_data_weights_connect4;

static void *prepare_learned(const struct cop_game *game, const atomic_bool *stop,
                             struct cop_error *error)
{
    (void)stop;
    return cop_weights_read(game, cop_data_weights_connect4.bytes, cop_data_weights_connect4.size,
                            "connect4", error);
}

/* What is learned is the logarithm of the odds, in thousandths. Other chances are fitted to games
 * of two players:
 *     coppice tune chance connect4 --eval lines --limit depth=4 --games 2000 */
const struct cop_evaluator connect4_evaluators[] = {
    {.name = "learned",
     .help = "lines, corrected by what neighbouring columns and the cells that complete a line "
             "promise, learned from games",
     .version = 1,
     .chance = {1, 0, 0.001},
     .point = 1000,
     .lower = -COP_LEARNED_WON,
     .upper = COP_LEARNED_WON,
     .is_zero_sum = true,
     .sure = COP_LEARNED_LIMIT + 1,
     .fits_variant = cop_game_can_learn,
     .prepare = prepare_learned,
     .release = cop_weights_free,
     .evaluate = cop_learned_evaluate},
    {.name = "lines",
     .help = "lines that can still be filled, and cells that complete one",
     .version = 1,
     .chance = {1, 0.29207, 0.026908},
     .lower = -WON,
     .upper = WON,
     .is_zero_sum = true,
     .sure = SURE - 2,
     .evaluate = evaluate_lines},
    {NULL},
};

const struct cop_ordering connect4_orderings[] = {
    {"threats", "wins, stops, new threats, then the middle", rate_threats},
    {NULL},
};
