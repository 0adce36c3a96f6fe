/* features.c - what an evaluator of Focus learns from, in the short version for two: for every
 * square the stack on it with the most pieces that either side can land there; what both sides
 * still have to capture, and the most that each could capture at once; and the reserves.
 *
 * Turns and mirror images of the board have the same numbers. A position is seen by the player to
 * move, so that a stack which he can save differs from one that hangs. */
#include "games/focus/features.h"

#include <stdlib.h>

#include "games/bits.h"

enum {
    SIDES = 2,
    KINDS = 8, /* of squares */
    LANDINGS = FOCUS_REACH * FOCUS_REACH,
    OF_KIND = FOCUS_PILES * LANDINGS,
    TO_WIN = 7, /* captures that are missing: 1 to 6 */
    PREY = 6,   /* 0 to 5 at once */
    RESERVES = 8,
    FIRST_PREY = KINDS * OF_KIND,
    FIRST_RESERVE = FIRST_PREY + TO_WIN * TO_WIN * PREY * PREY,
    COUNT = FIRST_RESERVE + RESERVES * RESERVES,
    LISTED = FOCUS_SQUARES + 2,
    SETS = 1 + SIDES * FOCUS_TALLEST, /* of squares: empty, and the stacks of each side by height */
    STANDARD_LIMIT = 300
};

/* So many pieces both sides have captured where a phase ends. */
static const int phase_ends[] = {2, 5, 2 * 5};
enum { PHASES = sizeof phase_ends / sizeof *phase_ends };

/* ---- Making the tables ---- */

static int kind_of(int square)
{
    static const uint8_t kinds[FOCUS_SIDE / 2][FOCUS_SIDE / 2] = {
        {0, 0, 0, 1}, {0, 2, 3, 4}, {0, 3, 5, 6}, {1, 4, 6, 7}};
    int column = focus_column(square), row = focus_row(square);

    column = column < FOCUS_SIDE - 1 - column ? column : FOCUS_SIDE - 1 - column;
    row = row < FOCUS_SIDE - 1 - row ? row : FOCUS_SIDE - 1 - row;
    return kinds[row][column];
}

static uint8_t pile_of(uint32_t stack, int player)
{
    uint32_t pile = 1;

    for (int from_top = focus_height(stack) - 1; from_top >= 0; from_top--)
        pile = pile << 1 | (uint32_t)(focus_owner(stack, from_top) == player);
    return (uint8_t)pile;
}

/* The lowest pieces lie too deep. */
static int prey_of(uint32_t pile, int landing, uint32_t victim)
{
    int height = 31 - __builtin_clz(pile), deep = height + landing - FOCUS_TALLEST, prey = 0;

    for (int i = 0; i < deep && i < height; i++)
        prey += (pile >> (height - 1 - i) & 1) == victim;
    return landing > 0 ? prey : 0;
}

void focus_tables_fill(struct focus_tables *tables)
{
    for (uint32_t stack = FOCUS_EMPTY; stack < FOCUS_STACKS; stack++) {
        int height = focus_height(stack);

        for (int player = 0; player < SIDES; player++)
            tables->pile[player][stack] = pile_of(stack, player);
        tables->set[stack] =
            height == 0 ? 0 : (uint8_t)(1 + (int)(stack & 1) * FOCUS_TALLEST + height - 1);
    }
    for (int square = 0; square < FOCUS_SQUARES; square++) {
        tables->place[square] = (uint8_t)(focus_row(square) * FOCUS_SIDE + focus_column(square));
        tables->square[tables->place[square]] = (uint8_t)square;
        tables->first[square] = (uint16_t)(kind_of(square) * OF_KIND);
    }
    for (uint32_t pile = 1; pile < FOCUS_PILES; pile++)
        for (int landing = 0; landing <= FOCUS_TALLEST; landing++)
            tables->prey[pile][landing] =
                (uint8_t)(prey_of(pile, landing, 0) | prey_of(pile, landing, 1) << 4);
}

static const struct focus_tables *tables_of(const struct cop_game *game)
{
    return &((const struct focus_opened *)game->own)->tables;
}

/* ---- Looking at positions ---- */

/* The bits of a row as bytes: each bit is left alone in its own byte, and then carried up. */
static inline uint64_t spread(uint64_t row)
{
    const uint64_t ones = 0x0101010101010101, diagonal = 0x8040201008040201;

    return (((row * ones & diagonal) + (ones * 0x80 - diagonal)) >> 7) & ones;
}

/* Where stacks of so many pieces come to lie that go as far in each direction. */
static inline uint64_t landings_at(uint64_t stacks, int distance)
{
    const uint64_t column = 0x0101010101010101;
    uint64_t right = column * (0xffu << distance & 0xff), left = column * (0xffu >> distance);

    return stacks << 8 * distance | stacks >> 8 * distance | (stacks << distance & right) |
           (stacks >> distance & left);
}

/* What a player sees of a position; his own side is number 0. */
struct look {
    /* For each square of the board of eight by eight, a byte of its row, how many pieces he can
     * land there at most, and eight times how many the other can. */
    uint64_t rows[FOCUS_SIDE];
    uint64_t deep[2]; /* where each can land so many that the lowest pieces are taken */
};

static inline uint32_t landings_on(const struct look *look, int place)
{
    return (uint32_t)(look->rows[place / FOCUS_SIDE] >> 8 * (place % FOCUS_SIDE) & 255);
}

/* The most pieces that a side can land on each square, in binary: three sets. `tall` are all stacks
 * of at least so many pieces. */
static inline void find_reach(const uint64_t *of_height, const uint64_t *tall, bool has_reserve,
                              uint64_t planes[3], uint64_t *deep)
{
    uint64_t stacks = 0, reached = 0, at[FOCUS_TALLEST + 1];

    *deep = 0;
    for (int height = FOCUS_TALLEST; height > 0; height--) {
        stacks |= of_height[height - 1];
        at[height] = landings_at(stacks, height) & ~reached;
        if (height == 1 && has_reserve)
            at[1] = ~reached;
        reached |= at[height];
        *deep |= reached & tall[FOCUS_TALLEST + 1 - height];
    }
    planes[0] = at[1] | at[3] | at[5];
    planes[1] = at[2] | at[3];
    planes[2] = at[4] | at[5];
}

/* The stacks of each side and height. Two lots grow side by side, so that a stack need not wait for
 * the one before. */
static inline void gather_stacks(const struct focus_tables *tables,
                                 const struct focus_position *position, uint64_t sets[SETS])
{
    uint64_t others[SETS] = {0};

    for (int square = 0; square < FOCUS_SQUARES; square += 2) {
        sets[tables->set[position->stacks[square]]] |= (uint64_t)1 << tables->place[square];
        others[tables->set[position->stacks[square + 1]]] |= (uint64_t)1
                                                             << tables->place[square + 1];
    }
    for (int i = 0; i < SETS; i++)
        sets[i] |= others[i];
}

static inline void look_at(const struct focus_tables *tables, const struct focus_position *position,
                           int player, struct look *look)
{
    uint64_t sets[SETS] = {0}, planes[2 * 3], tall[FOCUS_TALLEST + 1], so_tall = 0;

    gather_stacks(tables, position, sets);
    for (int height = FOCUS_TALLEST; height > 0; height--)
        tall[height] = so_tall |= sets[height] | sets[FOCUS_TALLEST + height];
    for (int i = 0; i < SIDES; i++) {
        int side = i == 0 ? player : 1 - player;

        find_reach(sets + 1 + side * FOCUS_TALLEST, tall, position->taken[side][side] > 0,
                   planes + 3 * i, &look->deep[i]);
    }
    for (int row = 0; row < FOCUS_SIDE; row++) {
        uint64_t bytes = 0;

        for (int i = 0; i < 2 * 3; i++)
            bytes |= spread(planes[i] >> 8 * row & 255) << i;
        look->rows[row] = bytes;
    }
}

static inline uint32_t up_to(uint32_t number, uint32_t most)
{
    return number < most ? number : most;
}

static inline uint32_t missing(const struct focus_position *position, int player)
{
    return (uint32_t)(TO_WIN - 1) - up_to(position->taken[player][1 - player], TO_WIN - 1);
}

/* The most pieces that one of them, player 0 or 1 of the look, can take in a move. */
static inline uint32_t find_prey(const struct focus_tables *tables,
                                 const struct focus_position *position, int player,
                                 const struct look *look, int hunter)
{
    uint32_t most = 0;

    for (uint64_t left = look->deep[hunter]; left != 0; left &= left - 1) {
        int place = bit_index(left);
        uint32_t pile = tables->pile[player][position->stacks[tables->square[place]]];
        uint32_t landing = landings_on(look, place) >> 3 * hunter & 7;
        uint32_t prey = tables->prey[pile][landing] >> 4 * hunter & 15u;

        most = prey > most ? prey : most;
    }
    return most;
}

static inline uint32_t number_of_square(const struct focus_tables *tables,
                                        const struct focus_position *position, int player,
                                        const struct look *look, int square)
{
    return tables->first[square] +
           tables->pile[player][position->stacks[square]] * (uint32_t)LANDINGS +
           landings_on(look, tables->place[square]);
}

static inline uint32_t number_of_prey(const struct focus_tables *tables,
                                      const struct focus_position *position, int player,
                                      const struct look *look)
{
    uint32_t mine = find_prey(tables, position, player, look, 0);
    uint32_t theirs = find_prey(tables, position, player, look, 1);
    uint32_t missings = missing(position, player) * TO_WIN + missing(position, 1 - player);

    return FIRST_PREY + (missings * PREY + mine) * PREY + theirs;
}

static inline uint32_t number_of_reserves(const struct focus_position *position, int player)
{
    return FIRST_RESERVE + up_to(position->taken[player][player], RESERVES - 1) * RESERVES +
           up_to(position->taken[1 - player][1 - player], RESERVES - 1);
}

static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct focus_tables *tables = tables_of(game);
    struct look look;

    look_at(tables, state, player, &look);
    for (int square = 0; square < FOCUS_SQUARES; square++)
        numbers[square] = number_of_square(tables, state, player, &look, square);
    numbers[FOCUS_SQUARES] = number_of_prey(tables, state, player, &look);
    numbers[FOCUS_SQUARES + 1] = number_of_reserves(state, player);
    return LISTED;
}

/* The same, added up at once; two sums grow side by side, so that none waits for itself. */
static int sum_features(const struct cop_game *game, const void *state, int player,
                        const int16_t *weights)
{
    const struct focus_tables *tables = tables_of(game);
    struct look look;
    int sum = 0, other = 0;

    look_at(tables, state, player, &look);
    for (int square = 0; square < FOCUS_SQUARES; square += 2) {
        sum += weights[number_of_square(tables, state, player, &look, square)];
        other += weights[number_of_square(tables, state, player, &look, square + 1)];
    }
    return sum + other + weights[number_of_prey(tables, state, player, &look)] +
           weights[number_of_reserves(state, player)];
}

static int count_features(const struct cop_game *game)
{
    const struct focus_board *board = focus_board_of(game);

    return board->players == SIDES && !board->is_full && board->limit == STANDARD_LIMIT ? COUNT : 0;
}

static int count_phases(const struct cop_game *game)
{
    (void)game;
    return PHASES;
}

static int phase_of(const struct cop_game *game, const void *state)
{
    const struct focus_position *position = state;
    int captured = position->taken[0][1] + position->taken[1][0], phase = 0;

    (void)game;
    while (phase < PHASES - 1 && captured > phase_ends[phase])
        phase++;
    return phase;
}

const struct cop_features focus_features = {
    .version = 1,
    .target = COP_TARGET_PAYOFF,
    .unit = 1000,
    .count = count_features,
    .phases = count_phases,
    .phase = phase_of,
    .list = list_features,
    .sum = sum_features,
};
