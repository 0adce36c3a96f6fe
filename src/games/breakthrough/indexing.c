/* indexing.c - see indexing.h. */
#include "indexing.h"

#include <limits.h>
#include <string.h>

#include "position.h"

/* A position as the side to move sees it, going up. */
struct view {
    uint64_t own, enemy;
};

static const struct breakthrough_numbers *numbers_of(const struct cop_game *game)
{
    const struct breakthrough_opened *opened = game->own;

    return &opened->numbers;
}

/* ---- Counting ---- */

static unsigned mirrored_row(const struct board *board, unsigned pattern)
{
    return (unsigned)breakthrough_mirrored(board, pattern);
}

/* A pattern has the number of its mirror image; the smaller of the two is the one that counts. */
static void fold_patterns(const struct board *board, struct breakthrough_numbers *numbers)
{
    for (unsigned pattern = 1; pattern < 1u << board->columns; pattern++) {
        unsigned image = mirrored_row(board, pattern);
        int stones = bit_count(pattern);

        if (image < pattern) {
            numbers->fold[pattern] = numbers->fold[image];
        } else {
            numbers->pattern[stones][numbers->folded[stones]] = (uint8_t)pattern;
            numbers->fold[pattern] = (uint8_t)numbers->folded[stones]++;
        }
    }
}

/* The rows between the lead row and the goal, where the mover's other stones are. */
static uint64_t rows_above(const struct board *board, int lead)
{
    return board->squares & ~board->goal[WHITE] & (~(uint64_t)0xff << lead * STRIDE);
}

/* Where the other side's stones can be if the mover's are there. */
static uint64_t rows_for_enemy(const struct board *board, uint64_t own)
{
    return board->squares & ~board->goal[BLACK] & ~own;
}

/* How many positions have this lead row and so many of the mover's stones in it; -1: too many. */
static int64_t count_group(const struct board *board, const struct breakthrough_numbers *numbers,
                           const struct breakthrough_class *class, int group)
{
    int lead = group / STRIDE, there = group % STRIDE + 1, others = class->own - there;
    int above = bit_count(rows_above(board, lead));
    int free = bit_count(rows_for_enemy(board, 0)) - (lead == 0 ? others : class->own);
    int64_t count;

    if (lead > board->rows - 2 || there > board->columns || others < 0 || others > above ||
        class->enemy > free)
        return 0;
    if (__builtin_mul_overflow(numbers->folded[there], numbers->subsets.count[above][others],
                               &count) ||
        __builtin_mul_overflow(count, numbers->subsets.count[free][class->enemy], &count))
        return -1;
    return count;
}

/* False if they are too many for 64 bits. */
static bool count_class(const struct board *board, const struct breakthrough_numbers *numbers,
                        struct breakthrough_class *class)
{
    class->first[0] = 0;
    for (int group = 0; group < BREAKTHROUGH_GROUPS; group++) {
        int64_t count = count_group(board, numbers, class, group);

        if (count < 0 ||
            __builtin_add_overflow(class->first[group], count, &class->first[group + 1]))
            return false;
    }
    return true;
}

/* All classes with so many stones, or none of them. */
static bool add_stage(const struct board *board, struct breakthrough_numbers *numbers, int stones)
{
    int most = 2 * board->columns, count = numbers->class_count;

    for (int own = 1; own < stones; own++) {
        struct breakthrough_class *class = &numbers->classes[count];

        if (own > most || stones - own > most)
            continue;
        class->own = own;
        class->enemy = stones - own;
        if (!count_class(board, numbers, class))
            return false;
        count++;
    }
    for (int i = numbers->class_count; i < count; i++)
        numbers->class_of[numbers->classes[i].own][numbers->classes[i].enemy] = i;
    numbers->class_count = count;
    return true;
}

void breakthrough_number(const struct board *board, struct breakthrough_numbers *numbers)
{
    int stones = 2;

    subsets_fill(&numbers->subsets);
    fold_patterns(board, numbers);
    memset(numbers->class_of, -1, sizeof numbers->class_of);
    while (stones <= 4 * board->columns && add_stage(board, numbers, stones))
        stones++;
}

/* ---- Classes ---- */

static int classes(const struct cop_game *game)
{
    return numbers_of(game)->class_count;
}

static int pieces(const struct cop_game *game, int class_number)
{
    const struct breakthrough_class *class = &numbers_of(game)->classes[class_number];

    return class->own + class->enemy;
}

static int stage(const struct cop_game *game, int class_number)
{
    return pieces(game, class_number) - 2;
}

static void name_class(const struct cop_game *game, int class_number, struct cop_text *text)
{
    const struct breakthrough_class *class = &numbers_of(game)->classes[class_number];

    cop_text_add(text, "%d-%d", class->own, class->enemy);
}

static int64_t count_numbers(const struct cop_game *game, int class_number)
{
    return numbers_of(game)->classes[class_number].first[BREAKTHROUGH_GROUPS];
}

/* ---- Numbers ---- */

/* Top and bottom exchanged. */
static uint64_t upside_down(const struct board *board, uint64_t stones)
{
    return __builtin_bswap64(stones) >> (STRIDE - board->rows) * STRIDE;
}

static struct view view_of(const struct board *board, const struct position *position)
{
    if (position->turn == WHITE)
        return (struct view){position->stones[WHITE], position->stones[BLACK]};
    return (struct view){upside_down(board, position->stones[BLACK]),
                         upside_down(board, position->stones[WHITE])};
}

static struct view mirrored_view(const struct board *board, struct view view)
{
    return (struct view){breakthrough_mirrored(board, view.own),
                         breakthrough_mirrored(board, view.enemy)};
}

/* The number of a view whose lead row is not the larger of two mirror images. */
static int64_t number_of_folded(const struct board *board,
                                const struct breakthrough_numbers *numbers,
                                const struct breakthrough_class *class, struct view view)
{
    int lead = bit_index(view.own) / STRIDE;
    unsigned pattern = view.own >> lead * STRIDE & 0xff;
    uint64_t above = rows_above(board, lead), others = view.own & above;
    uint64_t free = rows_for_enemy(board, view.own);
    int64_t number = numbers->fold[pattern];

    number = number * numbers->subsets.count[bit_count(above)][bit_count(others)] +
             subset_number(&numbers->subsets, above, others);
    number = number * numbers->subsets.count[bit_count(free)][class->enemy] +
             subset_number(&numbers->subsets, free, view.enemy);
    return class->first[lead * STRIDE + bit_count(pattern) - 1] + number;
}

static int64_t number_of(const struct board *board, const struct breakthrough_numbers *numbers,
                         const struct breakthrough_class *class, struct view view)
{
    struct view image = mirrored_view(board, view);
    int lead = bit_index(view.own) / STRIDE * STRIDE;
    unsigned row = view.own >> lead & 0xff, other_row = image.own >> lead & 0xff;
    int64_t number, of_image;

    if (row != other_row)
        return number_of_folded(board, numbers, class, row < other_row ? view : image);
    number = number_of_folded(board, numbers, class, view);
    of_image = number_of_folded(board, numbers, class, image);
    return number < of_image ? number : of_image;
}

static bool place_view(const struct cop_game *game, struct view view, struct cop_place *place)
{
    const struct breakthrough_numbers *numbers = numbers_of(game);
    int class_number = numbers->class_of[bit_count(view.own)][bit_count(view.enemy)];

    if (class_number < 0)
        return false;
    *place = (struct cop_place){
        .class_number = class_number,
        .number = number_of(board_of(game), numbers, &numbers->classes[class_number], view),
        .patience = INT_MAX};
    return true;
}

static bool place_position(const struct cop_game *game, const void *state, struct cop_place *place)
{
    const struct position *position = state;

    return position->turn != COP_OVER && place_view(game, view_of(board_of(game), position), place);
}

static struct view view_of_number(const struct board *board,
                                  const struct breakthrough_numbers *numbers,
                                  const struct breakthrough_class *class, int64_t number)
{
    const struct subsets *subsets = &numbers->subsets;
    int group = 0, lead, there, free;
    uint64_t above;
    int64_t of_others, of_enemy;
    struct view view;

    while (class->first[group + 1] <= number)
        group++;
    number -= class->first[group];
    lead = group / STRIDE;
    there = group % STRIDE + 1;
    above = rows_above(board, lead);
    free = bit_count(rows_for_enemy(board, 0)) - class->own + (lead == 0 ? there : 0);
    of_others = subsets->count[bit_count(above)][class->own - there];
    of_enemy = subsets->count[free][class->enemy];

    view.own = (uint64_t)numbers->pattern[there][number / of_enemy / of_others] << lead * STRIDE;
    view.own |= subset_of_number(subsets, above, class->own - there, number / of_enemy % of_others);
    view.enemy =
        subset_of_number(subsets, rows_for_enemy(board, view.own), class->enemy, number % of_enemy);
    return view;
}

static bool position_of(const struct cop_game *game, int class_number, int64_t number, void *state)
{
    const struct breakthrough_numbers *numbers = numbers_of(game);
    const struct breakthrough_class *class = &numbers->classes[class_number];
    struct view view = view_of_number(board_of(game), numbers, class, number);

    if (number_of(board_of(game), numbers, class, view) != number)
        return false;
    *(struct position *)state = (struct position){{view.own, view.enemy}, WHITE};
    return true;
}

/* ---- Back ---- */

/* A quiet step of the other side, which goes down, taken back: seen from him, who is to move then.
 */
static bool add_before(const struct cop_game *game, struct view view, uint64_t from, uint64_t to,
                       struct cop_place *out)
{
    const struct board *board = board_of(game);
    struct view before = {upside_down(board, (view.enemy ^ to) | from),
                          upside_down(board, view.own)};

    return place_view(game, before, out);
}

static int before(const struct cop_game *game, int class_number, int64_t number,
                  struct cop_place *out, int room)
{
    const struct board *board = board_of(game);
    const struct breakthrough_numbers *numbers = numbers_of(game);
    struct view view = view_of_number(board, numbers, &numbers->classes[class_number], number);
    uint64_t empty = board->squares & ~(view.own | view.enemy);
    const uint64_t back[] = {(view.enemy & ~FIRST_COLUMN) << 7 & empty, view.enemy << 8 & empty,
                             (view.enemy & ~LAST_COLUMN) << 9 & empty};
    int count = 0;

    for (int direction = 0; direction < 3; direction++)
        for (uint64_t left = back[direction]; left != 0 && count < room; left &= left - 1) {
            uint64_t from = lowest_bit(left);

            count += add_before(game, view, from, from >> (7 + direction), &out[count]);
        }
    return count;
}

const struct cop_indexing breakthrough_indexing = {.classes = classes,
                                                   .stage = stage,
                                                   .pieces = pieces,
                                                   .name = name_class,
                                                   .count = count_numbers,
                                                   .place = place_position,
                                                   .state = position_of,
                                                   .before = before,
                                                   .stage_end = "capture"};
