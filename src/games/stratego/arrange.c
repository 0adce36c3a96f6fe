/* arrange.c - ready set-ups, and the part of a game in which the armies stand and are rearranged.
 *
 * With setup=arranged both armies begin as people would set them up. Then each side in turn may
 * take a ready set-up by its name, mirror its army, or exchange two of its pieces, until it says
 * that it starts. What a side may do does not hang on its ranks, so it is the same in a view. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "board.h"

struct setup {
    int size;
    const char *name;
    const char *words; /* from the back row, column a first */
};

/* Ours; those of a size stand together. In all of them the flag is in the back row with a bomb
 * beside it, and most of the front can move. */
static const struct setup setups[] = {
    {4, "balanced", "FB81"},
    {4, "bluff", "BF18"},
    {5, "balanced", "FB985BS921"},
    {5, "attacking", "9BFB82S951"},
    {5, "bluff", "9BF8B15S92"},
    {6, "balanced", "8BFB953S2891"},
    {6, "defensive", "FB8859BS2391"},
    {6, "attacking", "8SFB981B2935"},
    {6, "bluff", "BS8FB9392581"},
    {8, "balanced", "98BFB87976SB58B695293149"},
    {8, "defensive", "FB898B78B7B65S6992953149"},
    {8, "attacking", "897BFB989B6S87B925139645"},
    {8, "bluff", "98F8B7B965B8S9B739241695"},
    {10, "balanced", "98BFB87B89767B85S7B85439B624956919439695"},
    {10, "defensive", "FB78988798B7B86S57B65B419523B49693969459"},
    {10, "attacking", "8798BFB89897876B79565B94S9B6B92639145345"},
    {10, "bluff", "98FB8798B765B879S58B4926B419B63967953495"},
    {10, "scouting", "8BFB78B87875B867SB56463B1426359949999599"},
};

enum { SETUPS = sizeof setups / sizeof setups[0] };

/* The first of those for this board, and how many there are. */
static const struct setup *first_setup(const struct stratego_board *board, int *count)
{
    const struct setup *first = NULL;

    *count = 0;
    for (int i = 0; i < SETUPS; i++)
        if (setups[i].size == board->size) {
            if (first == NULL)
                first = &setups[i];
            ++*count;
        }
    return first;
}

const char *stratego_setup_name(const struct stratego_board *board, int index)
{
    int count;
    const struct setup *first = first_setup(board, &count);

    return index < count ? first[index].name : NULL;
}

static void read_ranks(const struct stratego_board *board, const struct setup *setup,
                       uint8_t *ranks)
{
    for (int i = 0; i < board->army_size; i++)
        ranks[i] = (uint8_t)stratego_rank_of_sign(setup->words[i]);
}

/* Columns from the other side, row by row. */
static void mirror(const struct stratego_board *board, uint8_t *ranks)
{
    for (int row = 0; row < board->army_size; row += board->size)
        for (int left = row, right = row + board->size - 1; left < right; left++, right--) {
            uint8_t rank = ranks[left];

            ranks[left] = ranks[right];
            ranks[right] = rank;
        }
}

/* Exchanges some pieces of the same row that can move: the army keeps its character, and who knows
 * the ready set-ups does not know this one. */
static void vary(const struct stratego_board *board, uint8_t *ranks, struct cop_rng *rng)
{
    int tries = board->army_size / 4;

    for (int i = 0; i < tries; i++) {
        int one = (int)cop_rng_below(rng, (uint32_t)board->army_size);
        int other =
            one / board->size * board->size + (int)cop_rng_below(rng, (uint32_t)board->size);
        uint8_t rank = ranks[one];

        if (stratego_is_fixed(rank) || stratego_is_fixed(ranks[other]))
            continue;
        ranks[one] = ranks[other];
        ranks[other] = rank;
    }
}

void stratego_draw_army(const struct stratego_board *board, uint8_t *ranks, struct cop_rng *rng)
{
    int count;
    const struct setup *first = first_setup(board, &count);

    read_ranks(board, &first[cop_rng_below(rng, (uint32_t)count)], ranks);
    if (cop_rng_below(rng, 2) != 0)
        mirror(board, ranks);
    vary(board, ranks, rng);
}

/* ---- Moves ---- */

static int count_named(const struct stratego_board *board)
{
    int count;

    first_setup(board, &count);
    return count + 2; /* start, the set-ups, mirror */
}

static int count_pairs(const struct stratego_board *board)
{
    return board->army_size * (board->army_size - 1) / 2;
}

int stratego_most_arrangements(const struct stratego_board *board)
{
    return count_named(board) + count_pairs(board);
}

/* After so many changes a side can only start, so that every game ends. */
static bool may_change(const struct stratego *position)
{
    return position->quiet < CHANGES_MAX;
}

static cop_move exchange_of(const struct stratego_board *board, int side, int one, int other)
{
    return (cop_move)(MOVE_ARRANGE |
                      (board->order[side][one] * MOVE_SQUARE + board->order[side][other]));
}

int stratego_list_arrangements(const struct stratego_board *board, const struct stratego *position,
                               cop_move *out)
{
    int named = may_change(position) ? count_named(board) : 1, count = 0;

    for (; count < named; count++)
        out[count] = (cop_move)(MOVE_NAMED + count);
    if (!may_change(position))
        return count;
    for (int one = 0; one < board->army_size; one++)
        for (int other = one + 1; other < board->army_size; other++)
            out[count++] = exchange_of(board, position->side, one, other);
    return count;
}

cop_move stratego_random_arrangement(const struct stratego_board *board,
                                     const struct stratego *position, struct cop_rng *rng)
{
    int named = count_named(board), one = 0, index;

    if (!may_change(position))
        return MOVE_NAMED;
    index = (int)cop_rng_below(rng, (uint32_t)stratego_most_arrangements(board));
    if (index < named)
        return (cop_move)(MOVE_NAMED + index);
    index -= named;
    for (int row = board->army_size - 1; index >= row; row--) {
        index -= row;
        one++;
    }
    return exchange_of(board, position->side, one, one + 1 + index);
}

/* Begins with `side`, unless its army is given; after both of them the game begins. */
void stratego_begin_arranging(const struct stratego_board *board, struct stratego *position,
                              int side)
{
    position->quiet = 0;
    for (; side < 2; side++)
        if (!board->is_given[side]) {
            position->status = ARRANGE;
            position->side = (uint8_t)side;
            return;
        }
    position->status = PLAY;
    stratego_settle(board, position, WHITE);
}

static void exchange(struct stratego *position, int one, int other)
{
    int rank = stratego_rank_at(position, one);

    stratego_set_rank(position, one, stratego_rank_at(position, other));
    stratego_set_rank(position, other, rank);
}

/* The whole army anew: by name, or mirrored. In a view it stays unknown. */
static void take_named(const struct stratego_board *board, struct stratego *position, int index)
{
    int side = position->side, count;
    const struct setup *first = first_setup(board, &count);
    uint8_t ranks[ARMY_MAX];

    if (stratego_unknown(position, side) != 0)
        return;
    if (index < count)
        read_ranks(board, &first[index], ranks);
    else
        for (int i = 0; i < board->army_size; i++)
            ranks[i] = (uint8_t)stratego_rank_at(position, board->order[side][i]);
    if (index == count)
        mirror(board, ranks);
    for (int i = 0; i < board->army_size; i++)
        stratego_set_rank(position, board->order[side][i], ranks[i]);
}

void stratego_arrange(const struct stratego_board *board, struct stratego *position, cop_move move)
{
    if (move == MOVE_NAMED) {
        stratego_begin_arranging(board, position, position->side + 1);
        return;
    }
    if (move > MOVE_NAMED) {
        take_named(board, position, (int)(move - MOVE_NAMED) - 1);
    } else {
        int squares = (int)(move & ~(cop_move)MOVE_ARRANGE);

        exchange(position, squares / MOVE_SQUARE, squares % MOVE_SQUARE);
    }
    position->quiet++;
}

/* ---- Words ---- */

static const char *name_of(const struct stratego_board *board, cop_move move)
{
    const char *name;

    if (move == MOVE_NAMED)
        return "start";
    name = stratego_setup_name(board, (int)(move - MOVE_NAMED) - 1);
    return name != NULL ? name : "mirror";
}

void stratego_write_arrangement(const struct stratego_board *board, cop_move move,
                                struct cop_text *text)
{
    int squares = (int)(move & ~(cop_move)MOVE_ARRANGE);

    if (move >= MOVE_NAMED) {
        cop_text_add(text, "%s", name_of(board, move));
        return;
    }
    stratego_write_square(squares / MOVE_SQUARE, text);
    cop_text_add(text, "-");
    stratego_write_square(squares % MOVE_SQUARE, text);
}

static const char *skip(const char *words, const char *these)
{
    return words + strspn(words, these);
}

/* "swap a1 b2", with or without the first word and what is between the squares, in any order. */
bool stratego_accepts_arrangement(const struct stratego_board *board, cop_move move,
                                  const char *words)
{
    int squares = (int)(move & ~(cop_move)MOVE_ARRANGE), one, other;

    if (move >= MOVE_NAMED)
        return false;
    if (strncasecmp(words, "swap", 4) == 0)
        words = skip(words + 4, " ");
    one = stratego_read_square(board, &words);
    words = skip(words, " -");
    other = one < 0 ? -1 : stratego_read_square(board, &words);
    return other >= 0 && *words == '\0' &&
           (one * MOVE_SQUARE + other == squares || other * MOVE_SQUARE + one == squares);
}
