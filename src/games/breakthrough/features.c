/* features.c - what evaluators of Breakthrough, and of the games that are played with its stones,
 * learn from: the stones of every field of three columns and two rows, of every column, and of the
 * two rows at each end.
 *
 * A player sees the board from his own side: his stones move up. Left and right mean the same. */
#include "features.h"

#include <assert.h>

#include "indexing.h"
#include "position.h"

enum {
    SIDE = 8,
    FIELD_COLUMNS = 3,
    FIELD_ROWS = 2,
    PART_CODES = 27, /* of a field's squares in one row */
    FIELDS_OF_ROW = SIDE - FIELD_COLUMNS + 1,
    FIELDS = FIELDS_OF_ROW * (SIDE - FIELD_ROWS + 1),
    ENDS = 4
};

/* The rows that are looked at as a whole. */
static const int ends[ENDS] = {0, 1, SIDE - 2, SIDE - 1};

/* So many stones are on the board where a phase ends; 32 at the beginning. */
static const int phase_ends[] = {12, 18, 24, 32};
enum { PHASES = sizeof phase_ends / sizeof *phase_ends };

/* ---- Making the tables ---- */

static struct tuple make_tuple(int column, int row, int columns, int rows)
{
    struct tuple tuple = {0};

    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            tuple.squares[tuple.count++] = (row + y) * SIDE + column + x;
    return tuple;
}

static int mirror_of(int square)
{
    return square - square % SIDE + SIDE - 1 - square % SIDE;
}

static void fill_codes(struct breakthrough_tuples *tuples)
{
    for (int set = 0; set < 256; set++)
        for (int column = 0, power = 1; column < SIDE; column++, power *= 3) {
            tuples->digits[set][column] = (uint16_t)(set >> column & 1);
            tuples->code[set] = (uint16_t)(tuples->code[set] + power * (set >> column & 1));
        }
    for (int code = 0; code < BREAKTHROUGH_ROW_CODES; code++)
        for (int column = 0, power = 1; column < FIELDS_OF_ROW; column++, power *= 3)
            tuples->parts[code][column] = (uint8_t)(code / power % PART_CODES);
}

static void add_place(struct breakthrough_tuples *tuples, int column, int row, int columns,
                      int rows)
{
    struct tuple tuple = make_tuple(column, row, columns, rows);

    tuple_list_add(&tuples->list, &tuple);
}

void breakthrough_tuples_fill(struct breakthrough_tuples *tuples)
{
    for (int row = 0; row + FIELD_ROWS <= SIDE; row++)
        for (int column = 0; column + FIELD_COLUMNS <= SIDE; column++)
            add_place(tuples, column, row, FIELD_COLUMNS, FIELD_ROWS);
    for (int column = 0; column < SIDE; column++)
        add_place(tuples, column, 0, 1, SIDE);
    for (int i = 0; i < ENDS; i++)
        add_place(tuples, 0, ends[i], SIDE, 1);
    assert(tuples->list.count == BREAKTHROUGH_PLACES);
    fill_codes(tuples);
    tuple_list_mirror(&tuples->list, mirror_of);
}

/* ---- Looking at positions ---- */

/* The configurations of all columns at once: a digit of each from every row. */
static inline void list_columns(const struct breakthrough_tuples *tuples, const uint8_t *own,
                                const uint8_t *other, uint32_t *numbers)
{
    uint16_t codes[SIDE] = {0}, power = 1;

    for (int row = 0; row < SIDE; row++, power = (uint16_t)(3 * power))
        for (int i = 0; i < SIDE; i++)
            codes[i] = (uint16_t)(codes[i] + power * (tuples->digits[own[row]][i] +
                                                      2 * tuples->digits[other[row]][i]));
    for (int i = 0; i < SIDE; i++)
        numbers[i] = tuples->list.first[FIELDS + i] + codes[i];
}

static inline void list_places(const struct breakthrough_tuples *tuples, uint64_t own,
                               uint64_t other, uint32_t *numbers)
{
    uint8_t mine[SIDE], theirs[SIDE];
    uint16_t codes[SIDE];

    for (int row = 0; row < SIDE; row++) {
        mine[row] = (uint8_t)(own >> SIDE * row);
        theirs[row] = (uint8_t)(other >> SIDE * row);
        codes[row] = (uint16_t)(tuples->code[mine[row]] + 2 * tuples->code[theirs[row]]);
    }
    for (int row = 0; row + 1 < SIDE; row++) {
        const uint8_t *low = tuples->parts[codes[row]], *high = tuples->parts[codes[row + 1]];

        for (int i = 0; i < FIELDS_OF_ROW; i++)
            numbers[row * FIELDS_OF_ROW + i] = tuples->list.first[row * FIELDS_OF_ROW + i] +
                                               low[i] + (uint32_t)PART_CODES * high[i];
    }
    list_columns(tuples, mine, theirs, numbers + FIELDS);
    for (int i = 0; i < ENDS; i++)
        numbers[FIELDS + SIDE + i] = tuples->list.first[FIELDS + SIDE + i] + codes[ends[i]];
}

int breakthrough_tuples_list(const struct breakthrough_tuples *tuples, const uint64_t stones[2],
                             int player, bool is_next, uint32_t *numbers)
{
    uint64_t own = stones[player], other = stones[1 - player];

    if (player == WHITE)
        list_places(tuples, own, other, numbers);
    else
        list_places(tuples, __builtin_bswap64(own), __builtin_bswap64(other), numbers);
    /* Who is to move is worth something. */
    numbers[BREAKTHROUGH_PLACES] = tuples->list.configurations + (is_next ? 0 : 1);
    return BREAKTHROUGH_PLACES + 1;
}

int breakthrough_tuples_count(const struct breakthrough_tuples *tuples)
{
    return tuples->list.configurations > 0 ? (int)tuples->list.configurations + 2 : 0;
}

/* Both sides of the board are alike. */
uint32_t breakthrough_tuples_alike(const struct breakthrough_tuples *tuples, uint32_t number)
{
    if (number >= tuples->list.configurations)
        return number;
    return tuple_list_first_alike(&tuples->list, number);
}

int breakthrough_stones_phase(const uint64_t stones[2])
{
    int count = bit_count(stones[0]) + bit_count(stones[1]), phase = 0;

    while (count > phase_ends[phase])
        phase++;
    return phase;
}

int breakthrough_phases(const struct cop_game *game)
{
    (void)game;
    return PHASES;
}

/* ---- Breakthrough's own ---- */

static const struct breakthrough_tuples *tuples_of(const struct cop_game *game)
{
    return &((const struct breakthrough_opened *)game->own)->tuples;
}

static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct position *position = state;

    return breakthrough_tuples_list(tuples_of(game), position->stones, player,
                                    position->turn == player, numbers);
}

static int count_features(const struct cop_game *game)
{
    return breakthrough_tuples_count(tuples_of(game));
}

static uint32_t first_alike(const struct cop_game *game, uint32_t number)
{
    return breakthrough_tuples_alike(tuples_of(game), number);
}

static int phase_of(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    (void)game;
    return breakthrough_stones_phase(position->stones);
}

const struct cop_features breakthrough_features = {
    .version = 2,
    .target = COP_TARGET_PAYOFF,
    .unit = 1000,
    .count = count_features,
    .phases = breakthrough_phases,
    .phase = phase_of,
    .list = list_features,
    .first_alike = first_alike,
    .base = "runners",
};
