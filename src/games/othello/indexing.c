/* indexing.c - see indexing.h. */
#include "indexing.h"

#include <limits.h>
#include <string.h>

/* A position as the side to move sees it. */
struct view {
    uint64_t own, enemy;
};

static const struct othello_numbers *numbers_of(const struct cop_game *game)
{
    const struct othello_opened *opened = game->own;

    return &opened->numbers;
}

/* ---- Beads ---- */

enum { CORNER_EMPTY, CORNER_OWN, CORNER_ENEMY };

static int bead_of(const struct othello_board *board, const struct othello_numbers *numbers,
                   struct view view, int corner)
{
    int kind = (view.own & board->corners[corner]) != 0     ? CORNER_OWN
               : (view.enemy & board->corners[corner]) != 0 ? CORNER_ENEMY
                                                            : CORNER_EMPTY;

    return 2 * kind + ((view.own & numbers->nearest[corner]) != 0);
}

static int pattern_of(const struct othello_board *board, const struct othello_numbers *numbers,
                      struct view view)
{
    int pattern = 0;

    for (int corner = OTHELLO_CORNERS - 1; corner >= 0; corner--)
        pattern = pattern * OTHELLO_BEADS + bead_of(board, numbers, view, corner);
    return pattern;
}

/* The discs of a pattern. */
static struct view view_of_pattern(const struct othello_board *board,
                                   const struct othello_numbers *numbers, int pattern)
{
    struct view view = {0, 0};

    for (int corner = 0; corner < OTHELLO_CORNERS; corner++, pattern /= OTHELLO_BEADS) {
        int bead = pattern % OTHELLO_BEADS;

        view.own |= bead / 2 == CORNER_OWN ? board->corners[corner] : 0;
        view.enemy |= bead / 2 == CORNER_ENEMY ? board->corners[corner] : 0;
        *(bead % 2 != 0 ? &view.own : &view.enemy) |= numbers->nearest[corner];
    }
    return view;
}

static struct view turned_view(const struct othello_board *board, struct view view, int symmetry)
{
    return (struct view){othello_turned_set(board, view.own, symmetry),
                         othello_turned_set(board, view.enemy, symmetry)};
}

static int empty_corners(int pattern)
{
    int empty = 0;

    for (int corner = 0; corner < OTHELLO_CORNERS; corner++, pattern /= OTHELLO_BEADS)
        empty += pattern % OTHELLO_BEADS / 2 == CORNER_EMPTY;
    return empty;
}

/* The smallest of the images of a pattern is the one that has a number. */
static void fold_pattern(const struct othello_board *board, struct othello_numbers *numbers,
                         int pattern)
{
    struct view view = view_of_pattern(board, numbers, pattern);
    int smallest = pattern, empty = empty_corners(pattern);

    for (int symmetry = 0; symmetry < 8; symmetry++) {
        int image = pattern_of(board, numbers, turned_view(board, view, symmetry));

        if (image < smallest) {
            smallest = image;
            numbers->symmetries[pattern] = 0;
        }
        if (image == smallest)
            numbers->symmetries[pattern] |= (uint8_t)(1 << symmetry);
    }
    if (smallest < pattern)
        return;
    numbers->pattern[empty][numbers->folded[empty]] = (uint16_t)pattern;
    numbers->fold[pattern] = (uint8_t)numbers->folded[empty]++;
}

/* ---- Counting ---- */

/* How many positions of the other squares have so many empty ones. */
static int64_t count_rest(const struct othello_numbers *numbers, int empty)
{
    int squares = bit_count(numbers->rest);

    if (empty < 0 || empty > squares)
        return 0;
    return numbers->subsets.count[squares][empty] << (squares - empty);
}

static void count_class(struct othello_numbers *numbers, int class_number)
{
    int64_t *first = numbers->first[class_number];

    for (int corners = 0; corners <= OTHELLO_CORNERS; corners++)
        first[corners + 1] = first[corners] + numbers->folded[corners] *
                                                  count_rest(numbers, class_number + 1 - corners);
}

void othello_number(const struct othello_board *board, struct othello_numbers *numbers)
{
    int low = board->size / 2 - 1;

    if (board->size > 6)
        return;
    subsets_fill(&numbers->subsets);
    numbers->rest = board->squares & ~board->middle;
    for (int corner = 0; corner < OTHELLO_CORNERS; corner++) {
        numbers->nearest[corner] = othello_square(low + corner % 2, low + corner / 2);
        numbers->rest &= ~board->corners[corner];
    }
    for (int pattern = 0; pattern < OTHELLO_PATTERNS; pattern++)
        fold_pattern(board, numbers, pattern);
    numbers->class_count = board->size * board->size - OTHELLO_CORNERS;
    for (int i = 0; i < numbers->class_count; i++)
        count_class(numbers, i);
}

/* ---- Classes: from one empty square on ---- */

static int classes(const struct cop_game *game)
{
    return numbers_of(game)->class_count;
}

static int stage(const struct cop_game *game, int class_number)
{
    (void)game;
    return class_number;
}

static int pieces(const struct cop_game *game, int class_number)
{
    (void)game;
    return class_number + 1;
}

static void name_class(const struct cop_game *game, int class_number, struct cop_text *text)
{
    (void)game;
    cop_text_add(text, "%d", class_number + 1);
}

static int64_t count_numbers(const struct cop_game *game, int class_number)
{
    return numbers_of(game)->first[class_number][OTHELLO_CORNERS + 1];
}

/* ---- Numbers ---- */

/* One bit for each member of `squares`, the lowest first, that is in `set`; and back. */
static int64_t gather(uint64_t squares, uint64_t set)
{
    int64_t bits = 0;

    for (int place = 0; squares != 0; squares &= squares - 1, place++)
        bits |= (int64_t)((set & lowest_bit(squares)) != 0) << place;
    return bits;
}

static uint64_t scatter(uint64_t squares, int64_t bits)
{
    uint64_t set = 0;

    for (; squares != 0; squares &= squares - 1, bits >>= 1)
        set |= (bits & 1) != 0 ? lowest_bit(squares) : 0;
    return set;
}

/* The number of a view whose pattern is folded. */
static int64_t number_of_folded(const struct othello_board *board,
                                const struct othello_numbers *numbers, struct view view)
{
    int pattern = pattern_of(board, numbers, view), corners = empty_corners(pattern);
    uint64_t discs = (view.own | view.enemy) & numbers->rest, empty = numbers->rest & ~discs;
    int class_number = bit_count(empty) + corners - 1;
    int64_t number = numbers->fold[pattern];

    number = number * numbers->subsets.count[bit_count(numbers->rest)][bit_count(empty)] +
             subset_number(&numbers->subsets, numbers->rest, empty);
    number = (number << bit_count(discs)) + gather(discs, view.own);
    return numbers->first[class_number][corners] + number;
}

static int64_t number_of(const struct othello_board *board, const struct othello_numbers *numbers,
                         struct view view)
{
    unsigned symmetries = numbers->symmetries[pattern_of(board, numbers, view)];
    int64_t smallest = INT64_MAX;

    for (; symmetries != 0; symmetries &= symmetries - 1) {
        struct view image = turned_view(board, view, bit_index(symmetries));
        int64_t number = number_of_folded(board, numbers, image);

        smallest = number < smallest ? number : smallest;
    }
    return smallest;
}

static bool place_position(const struct cop_game *game, const void *state, struct cop_place *place)
{
    const struct othello_board *board = othello_board_of(game);
    const struct othello_numbers *numbers = numbers_of(game);
    const struct othello_position *position = state;
    int mover = (int)position->turn;

    if (mover == COP_OVER || numbers->class_count == 0)
        return false;
    *place = (struct cop_place){
        .class_number = bit_count(board->squares & ~(position->discs[0] | position->discs[1])) - 1,
        .number = number_of(board, numbers,
                            (struct view){position->discs[mover], position->discs[1 - mover]}),
        .patience = INT_MAX};
    return true;
}

static struct view view_of_number(const struct othello_board *board,
                                  const struct othello_numbers *numbers, int class_number,
                                  int64_t number)
{
    const int64_t *first = numbers->first[class_number];
    int corners = 0, squares = bit_count(numbers->rest), empties;
    uint64_t empty, own;
    int64_t sets;
    struct view view;

    while (first[corners + 1] <= number)
        corners++;
    number -= first[corners];
    empties = class_number + 1 - corners;
    sets = numbers->subsets.count[squares][empties];
    empty = subset_of_number(&numbers->subsets, numbers->rest, empties,
                             (number >> (squares - empties)) % sets);
    own = scatter(numbers->rest & ~empty, number);
    view = view_of_pattern(board, numbers,
                           numbers->pattern[corners][(number >> (squares - empties)) / sets]);
    return (struct view){view.own | own, view.enemy | (numbers->rest & ~empty & ~own)};
}

static bool position_of(const struct cop_game *game, int class_number, int64_t number, void *state)
{
    const struct othello_board *board = othello_board_of(game);
    const struct othello_numbers *numbers = numbers_of(game);
    struct view view = view_of_number(board, numbers, class_number, number);
    struct othello_position position = {.discs = {view.own, view.enemy}};

    if (number_of(board, numbers, view) != number)
        return false;
    othello_settle(&position, board->squares, 0);
    memcpy(state, &position, sizeof position);
    return position.turn != COP_OVER;
}

/* Only a pass stays in its class: the other side moved before, and could not. */
static int before(const struct cop_game *game, int class_number, int64_t number,
                  struct cop_place *out, int room)
{
    const struct othello_board *board = othello_board_of(game);
    struct view view = view_of_number(board, numbers_of(game), class_number, number);
    struct othello_position position = {.discs = {view.enemy, view.own}};

    othello_settle(&position, board->squares, 0);
    return position.placements == 0 && room > 0 && place_position(game, &position, out) ? 1 : 0;
}

const struct cop_indexing othello_indexing = {.classes = classes,
                                              .stage = stage,
                                              .pieces = pieces,
                                              .name = name_class,
                                              .count = count_numbers,
                                              .place = place_position,
                                              .state = position_of,
                                              .before = before};
