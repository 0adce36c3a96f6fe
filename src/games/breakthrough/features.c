/* features.c - what an evaluator of Breakthrough learns from: the stones of every field of three
 * columns and two rows, of every column, and of the two rows at each end.
 *
 * A player sees the board from his own side: his stones move up. Left and right mean the same. */
#include "features.h"

#include <assert.h>

#include "indexing.h"
#include "position.h"

enum { SIDE = 8, FIELD_COLUMNS = 3, FIELD_ROWS = 2 };

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

static void add_tuple(struct breakthrough_tuples *tuples, struct tuple tuple)
{
    int place = tuples->tuples.place_count;

    assert(place < BREAKTHROUGH_PLACES);
    tuples->squares[place] = tuple;
    tuples_add(&tuples->tuples, &tuple, tuples->configurations);
    tuples->configurations += tuple_configurations(&tuple);
}

static int mirror_of(int square)
{
    return square - square % SIDE + SIDE - 1 - square % SIDE;
}

static int find_square(const struct tuple *tuple, int square)
{
    for (int i = 0; i < tuple->count; i++)
        if (tuple->squares[i] == square)
            return i;
    return -1;
}

static bool are_mirrored(const struct tuple *one, const struct tuple *other)
{
    for (int i = 0; i < one->count; i++)
        if (one->count != other->count || find_square(other, mirror_of(one->squares[i])) < 0)
            return false;
    return true;
}

static void find_mirror(struct breakthrough_tuples *tuples, int place)
{
    const struct tuple *tuple = &tuples->squares[place];
    int other = 0;

    while (!are_mirrored(tuple, &tuples->squares[other]))
        other++;
    tuples->mirror_place[place] = (uint8_t)other;
    for (int i = 0; i < tuple->count; i++)
        tuples->mirror[place][i] =
            (uint8_t)find_square(&tuples->squares[other], mirror_of(tuple->squares[i]));
}

void breakthrough_tuples_fill(struct breakthrough_tuples *tuples)
{
    static const int ends[] = {0, 1, SIDE - 2, SIDE - 1};

    for (int row = 0; row + FIELD_ROWS <= SIDE; row++)
        for (int column = 0; column + FIELD_COLUMNS <= SIDE; column++)
            add_tuple(tuples, make_tuple(column, row, FIELD_COLUMNS, FIELD_ROWS));
    for (int column = 0; column < SIDE; column++)
        add_tuple(tuples, make_tuple(column, 0, 1, SIDE));
    for (int i = 0; i < 4; i++)
        add_tuple(tuples, make_tuple(0, ends[i], SIDE, 1));
    assert(tuples->tuples.place_count == BREAKTHROUGH_PLACES);
    for (int place = 0; place < BREAKTHROUGH_PLACES; place++)
        find_mirror(tuples, place);
}

/* ---- Looking at positions ---- */

static const struct breakthrough_tuples *tuples_of(const struct cop_game *game)
{
    return &((const struct breakthrough_opened *)game->own)->tuples;
}

static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct breakthrough_tuples *tuples = tuples_of(game);
    const struct position *position = state;
    uint64_t own = position->stones[player], other = position->stones[1 - player];
    int count = player == WHITE ? tuples_list(&tuples->tuples, own, other, numbers)
                                : tuples_list(&tuples->tuples, __builtin_bswap64(own),
                                              __builtin_bswap64(other), numbers);

    /* Who is to move is worth something. */
    numbers[count++] = tuples->configurations + (position->turn == player ? 0 : 1);
    return count;
}

static int count_features(const struct cop_game *game)
{
    const struct breakthrough_tuples *tuples = tuples_of(game);

    return tuples->configurations > 0 ? (int)tuples->configurations + 2 : 0;
}

/* Both sides of the board are alike. */
static uint32_t first_alike(const struct cop_game *game, uint32_t number)
{
    const struct breakthrough_tuples *tuples = tuples_of(game);
    int place = BREAKTHROUGH_PLACES - 1, other;
    uint32_t mirrored;

    if (number >= tuples->configurations)
        return number;
    while (number < tuples->tuples.first[place])
        place--;
    other = tuples->mirror_place[place];
    mirrored =
        tuples->tuples.first[other] + tuple_mirrored(&tuples->squares[place], tuples->mirror[place],
                                                     number - tuples->tuples.first[place]);
    return mirrored < number ? mirrored : number;
}

static int count_phases(const struct cop_game *game)
{
    (void)game;
    return PHASES;
}

static int phase_of(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    int stones = bit_count(position->stones[0]) + bit_count(position->stones[1]), phase = 0;

    (void)game;
    while (stones > phase_ends[phase])
        phase++;
    return phase;
}

const struct cop_features breakthrough_features = {
    .version = 1,
    .target = COP_TARGET_PAYOFF,
    .unit = 1000,
    .count = count_features,
    .phases = count_phases,
    .phase = phase_of,
    .list = list_features,
    .first_alike = first_alike,
};
