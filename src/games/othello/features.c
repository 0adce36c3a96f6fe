/* features.c - what an evaluator of Othello learns from: the discs of lines and corners, how many
 * placements both sides have, and who has the last square. */
#include "features.h"

#include <assert.h>

#include "board.h"
#include "indexing.h"
#include "position.h"

enum { SIDE = 8, IMAGES = 8 };

static const char *const pattern_squares[] = {
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2", /* an edge and the squares inside its corners */
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", /* five squares of two rows in a corner */
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",    /* a corner */
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4", /* and more of its edges */
    "a2 b2 c2 d2 e2 f2 g2 h2",       /* the inner rows */
    "a3 b3 c3 d3 e3 f3 g3 h3",       /* */
    "a4 b4 c4 d4 e4 f4 g4 h4",       /* */
    "a1 b2 c3 d4 e5 f6 g7 h8",       /* the diagonals */
    "a2 b3 c4 d5 e6 f7 g8",          /* */
    "a3 b4 c5 d6 e7 f8",             /* */
    "a4 b5 c6 d7 e8",                /* */
    "a5 b6 c7 d8",                   /* */
};
static_assert(sizeof pattern_squares / sizeof *pattern_squares == OTHELLO_PATTERNS_KINDS,
              "all of them");

/* Behind the configurations: so many placements of the player, of the other, and whether the
 * number of empty squares is odd. */
enum { MOBILITY_MAX = 31, MOBILITY = MOBILITY_MAX + 1, COUNTS = 2 * MOBILITY + 2 };

/* ---- Making the tables ---- */

/* Where a square comes to lie in one of the eight images of the board. */
static int image_of(int square, int image)
{
    int column = square % SIDE, row = square / SIDE;

    if ((image & 1) != 0)
        column = SIDE - 1 - column;
    if ((image & 2) != 0)
        row = SIDE - 1 - row;
    return (image & 4) != 0 ? column * SIDE + row : row * SIDE + column;
}

static struct tuple image_of_tuple(const struct tuple *tuple, int image)
{
    struct tuple turned = {.count = tuple->count};

    for (int i = 0; i < tuple->count; i++)
        turned.squares[i] = image_of(tuple->squares[i], image);
    return turned;
}

static uint64_t set_of(const struct tuple *tuple)
{
    uint64_t set = 0;

    for (int i = 0; i < tuple->count; i++)
        set |= (uint64_t)1 << tuple->squares[i];
    return set;
}

static void find_mirror(struct othello_pattern *pattern)
{
    const struct tuple *tuple = &pattern->squares;

    for (int i = 0; i < tuple->count; i++)
        pattern->mirror[i] = (uint8_t)i;
    for (int image = 1; image < IMAGES; image++) {
        struct tuple turned = image_of_tuple(tuple, image);

        if (set_of(&turned) != set_of(tuple))
            continue;
        for (int i = 0; i < tuple->count; i++) {
            int to = 0;

            while (tuple->squares[to] != turned.squares[i])
                to++;
            if (to != i)
                pattern->mirror[i] = (uint8_t)to;
        }
    }
}

/* One place for each set of squares that images of the pattern have. */
static void add_places(struct othello_patterns *patterns, const struct othello_pattern *pattern)
{
    uint64_t seen[IMAGES] = {0};
    int count = 0;

    for (int image = 0; image < IMAGES; image++) {
        struct tuple turned = image_of_tuple(&pattern->squares, image);
        uint64_t set = set_of(&turned);
        int i = 0;

        while (i < count && seen[i] != set)
            i++;
        if (i < count)
            continue;
        seen[count++] = set;
        tuples_add(&patterns->tuples, &turned, pattern->first);
    }
}

void othello_patterns_fill(struct othello_patterns *patterns)
{
    for (int i = 0; i < OTHELLO_PATTERNS_KINDS; i++) {
        struct othello_pattern *kind = &patterns->kinds[i];

        kind->squares = tuple_read(pattern_squares[i]);
        kind->first = patterns->configurations;
        patterns->configurations += tuple_configurations(&kind->squares);
        find_mirror(kind);
        add_places(patterns, kind);
    }
    assert(patterns->tuples.place_count == OTHELLO_PLACES);
}

/* ---- Looking at positions ---- */

static const struct othello_patterns *patterns_of(const struct cop_game *game)
{
    return &((const struct othello_opened *)game->own)->patterns;
}

static inline uint32_t clip(int placements)
{
    return (uint32_t)(placements < MOBILITY_MAX ? placements : MOBILITY_MAX);
}

static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct othello_patterns *patterns = patterns_of(game);
    const struct othello_position *position = state;
    uint64_t own = position->discs[player], other = position->discs[1 - player];
    uint64_t empty = ~(own | other);
    uint32_t *at = numbers + tuples_list(&patterns->tuples, own, other, numbers);
    uint32_t counts = patterns->configurations;

    *at++ = counts + clip(bit_count(othello_ends(own, other) & empty));
    *at++ = counts + MOBILITY + clip(bit_count(othello_ends(other, own) & empty));
    *at++ = counts + 2 * MOBILITY + (uint32_t)(bit_count(empty) & 1);
    return (int)(at - numbers);
}

/* The same, added up at once. The position knows the placements of who is to move. */
static int sum_features(const struct cop_game *game, const void *state, int player,
                        const int16_t *weights)
{
    const struct othello_patterns *patterns = patterns_of(game);
    const struct othello_position *position = state;
    int mover = position->turn == 1;
    uint64_t own = position->discs[player], other = position->discs[1 - player];
    uint64_t empty = ~(own | other);
    uint64_t replies = othello_ends(position->discs[1 - mover], position->discs[mover]) & empty;
    uint32_t moves[2] = {clip(bit_count(position->placements)), clip(bit_count(replies))};
    const int16_t *counts = weights + patterns->configurations;

    return tuples_sum(&patterns->tuples, OTHELLO_PLACES, own, other, weights) +
           counts[moves[player != mover]] + counts[MOBILITY + moves[player == mover]] +
           counts[2 * MOBILITY + (bit_count(empty) & 1)];
}

static int count_features(const struct cop_game *game)
{
    const struct othello_patterns *patterns = patterns_of(game);

    return patterns->configurations > 0 ? (int)patterns->configurations + COUNTS : 0;
}

uint32_t othello_first_alike(const struct othello_patterns *patterns, uint32_t number)
{
    const struct othello_pattern *kind = &patterns->kinds[OTHELLO_PATTERNS_KINDS - 1];
    uint32_t mirrored;

    if (number >= patterns->configurations)
        return number;
    while (number < kind->first)
        kind--;
    mirrored = kind->first + tuple_mirrored(&kind->squares, kind->mirror, number - kind->first);
    return mirrored < number ? mirrored : number;
}

static uint32_t first_alike(const struct cop_game *game, uint32_t number)
{
    return othello_first_alike(patterns_of(game), number);
}

static int count_phases(const struct cop_game *game)
{
    (void)game;
    return OTHELLO_PHASES;
}

static int phase_of(const struct cop_game *game, const void *state)
{
    return othello_phase(othello_board_of(game), state);
}

const struct cop_features othello_features = {
    .version = 1,
    .target = COP_TARGET_MARGIN,
    .unit = 100,
    .count = count_features,
    .phases = count_phases,
    .phase = phase_of,
    .list = list_features,
    .sum = sum_features,
    .first_alike = first_alike,
};
