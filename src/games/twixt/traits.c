/* traits.c - the traits of moves, listed one by one for learning and added up for all holes at
 * once for searching: what pegs add to the holes around them is a stamp, pressed onto a grid. */
#include "traits.h"

#include <stdlib.h>
#include <string.h>

#include "../bits.h"
#include "base/embedded.h"

extern const struct cop_embedded cop_data_twixt_order;

/* ---- A position as who is to move sees it ---- */

static void find_beside(const struct twixt_view *view, struct twixt_set *beside,
                        struct twixt_set *between)
{
    memset(beside, 0, sizeof *beside);
    memset(between, 0, sizeof *between);
    for (int i = 0; i < view->group_count; i++) {
        const struct twixt_group *group = &view->groups[i];

        for (int at = group->first; at <= group->last; at++) {
            between->row[at] |= beside->row[at] & group->around.row[at];
            beside->row[at] |= group->around.row[at];
        }
    }
}

static int count_holes(const struct twixt_set *set, const struct twixt_view *view)
{
    static const int ends[TRAIT_COUNTS - 1] = {1, 3, 6, 12};
    int holes = 0, count = 0;

    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++)
        holes += bit_count(set->row[at]);
    while (count < TRAIT_COUNTS - 1 && holes > ends[count])
        count++;
    return count;
}

void twixt_look_out(struct twixt_outlook *outlook, const struct twixt_board *board,
                    const struct twixt_position *position)
{
    struct twixt_view views[2];

    twixt_look(views, board, position);
    for (int i = 0; i < 2; i++) {
        const struct twixt_view *view = &views[position->next ^ i];
        struct twixt_slack *slack = &outlook->slack[i];

        twixt_find_slack(view, board, slack);
        find_beside(view, &outlook->beside[i], &outlook->between[i]);
        outlook->stage[i] = slack->pegs < TWIXT_STAGES ? slack->pegs - 1 : TWIXT_STAGES - 1;
        outlook->stage[i] = outlook->stage[i] < 0 ? 0 : outlook->stage[i];
        outlook->count[i] = count_holes(&slack->within[0], view);
    }
}

/* 0 on the shortest safe chain. */
static inline int nearness_of(const struct twixt_slack *slack, int column, int row)
{
    int nearness = TWIXT_NEARNESS - 1;

    for (int i = 0; i < TWIXT_SLACKS; i++)
        nearness -= twixt_is_in(&slack->within[i], column, row);
    return nearness;
}

static inline int groups_at(const struct twixt_outlook *outlook, int who, int column, int row)
{
    return twixt_is_in(&outlook->beside[who], column, row) +
           twixt_is_in(&outlook->between[who], column, row);
}

/* ---- One by one ---- */

/* Lines from the nearer edge. */
static int place_of(const struct twixt_board *board, int line)
{
    int place = line < board->size - 1 - line ? line : board->size - 1 - line;

    return place < TRAIT_PLACES ? place : TRAIT_PLACES - 1;
}

/* Along the mover's way, and across it. */
static int place_trait(const struct twixt_board *board, int side, int column, int row)
{
    int along = side == WHITE ? row : column, across = side == WHITE ? column : row;

    return TRAIT_PLACE + place_of(board, along) * TRAIT_PLACES + place_of(board, across);
}

static int peg_trait(int side, int who, int right, int down)
{
    int along = abs(side == WHITE ? down : right), across = abs(side == WHITE ? right : down);

    return TRAIT_PEGS + (who * TWIXT_NEARBY + along) * TWIXT_NEARBY + across;
}

static int list_pegs(const struct twixt_board *board, const struct twixt_position *position,
                     int column, int row, uint16_t *numbers)
{
    int count = 0, side = position->next;

    for (int y = row - TWIXT_NEARBY + 1; y < row + TWIXT_NEARBY; y++)
        for (int x = column - TWIXT_NEARBY + 1; x < column + TWIXT_NEARBY; x++)
            for (int who = 0; who < 2 && twixt_is_on_board(board, x, y); who++)
                if (twixt_has(board, position, side ^ who, twixt_hole(board, x, y)))
                    numbers[count++] = (uint16_t)peg_trait(side, who, x - column, y - row);
    return count;
}

int twixt_list_traits(const struct twixt_outlook *outlook, const struct twixt_board *board,
                      const struct twixt_position *position, int column, int row, uint16_t *numbers)
{
    int near[2], count = 0;

    for (int i = 0; i < 2; i++) {
        near[i] = nearness_of(&outlook->slack[i], column, row);
        if (near[i] == 0)
            numbers[count++] = (uint16_t)(TRAIT_RARE + i * TRAIT_COUNTS + outlook->count[i]);
    }
    numbers[count++] =
        (uint16_t)(TRAIT_CHAINS +
                   ((outlook->stage[0] * TWIXT_STAGES + outlook->stage[1]) * TWIXT_NEARNESS +
                    near[0]) *
                       TWIXT_NEARNESS +
                   near[1]);
    numbers[count++] = (uint16_t)place_trait(board, position->next, column, row);
    numbers[count++] = (uint16_t)(TRAIT_BESIDE + groups_at(outlook, 0, column, row) * TRAIT_GROUPS +
                                  groups_at(outlook, 1, column, row));
    return count + list_pegs(board, position, column, row, numbers + count);
}

/* ---- All at once ---- */

void twixt_lay_out_traits(struct twixt_board *board, const int16_t *weights)
{
    struct twixt_order *order = &board->order;

    memset(order, 0, sizeof *order);
    memcpy(order->chains, weights + TRAIT_CHAINS, sizeof order->chains);
    memcpy(order->rare, weights + TRAIT_RARE, sizeof order->rare);
    memcpy(order->beside, weights + TRAIT_BESIDE, sizeof order->beside);
    for (int side = 0; side < 2; side++) {
        for (int row = 0; row < board->size; row++)
            for (int column = 0; column < board->size; column++)
                order->place[side][row][column] = weights[place_trait(board, side, column, row)];
        for (int who = 0; who < 2; who++)
            for (int down = 1 - TWIXT_NEARBY; down < TWIXT_NEARBY; down++)
                for (int right = 1 - TWIXT_NEARBY; right < TWIXT_NEARBY; right++)
                    order->stamps[side][who][down + TWIXT_NEARBY - 1][right + TWIXT_NEARBY - 1] =
                        weights[peg_trait(side, who, right, down)];
    }
}

/* What pegs add to all holes, those beside the board too. */
enum { GRID_ROWS = TWIXT_SIZE_MAX + TWIXT_STAMP - 1, GRID_COLUMNS = 40 };
static_assert(GRID_COLUMNS >= TWIXT_SIZE_MAX + TWIXT_STAMP_ROOM - 1, "a stamp fits anywhere");

struct grid {
    int16_t at[GRID_ROWS][GRID_COLUMNS];
};

static inline void press(struct grid *grid, int16_t stamp[TWIXT_STAMP][TWIXT_STAMP_ROOM],
                         int column, int row)
{
    for (int i = 0; i < TWIXT_STAMP; i++)
        for (int k = 0; k < TWIXT_STAMP_ROOM; k++)
            grid->at[row + i][column + k] = (int16_t)(grid->at[row + i][column + k] + stamp[i][k]);
}

static void fill_grid(struct grid *grid, const struct twixt_board *board,
                      const struct twixt_position *position)
{
    int side = position->next;

    memset(grid, 0, sizeof grid->at[0] * (size_t)(board->size + TWIXT_STAMP - 1));
    for (int who = 0; who < 2; who++) {
        int16_t stamp[TWIXT_STAMP][TWIXT_STAMP_ROOM];

        memcpy(stamp, board->order.stamps[side][who], sizeof stamp);
        for (int row = 0; row < board->size; row++)
            for (uint32_t pegs = twixt_row(board, position, side ^ who, row); pegs != 0;
                 pegs &= pegs - 1)
                press(grid, stamp, bit_index(pegs), row);
    }
}

/* What a hole is worth by how near it is to both sides' chains. */
static void weigh_chains(const struct twixt_order *order, const struct twixt_outlook *outlook,
                         int weights[TWIXT_NEARNESS][TWIXT_NEARNESS])
{
    for (int own = 0; own < TWIXT_NEARNESS; own++)
        for (int other = 0; other < TWIXT_NEARNESS; other++) {
            weights[own][other] = order->chains[outlook->stage[0]][outlook->stage[1]][own][other];
            if (own == 0)
                weights[own][other] += order->rare[0][outlook->count[0]];
            if (other == 0)
                weights[own][other] += order->rare[1][outlook->count[1]];
        }
}

void twixt_rate_traits(const struct twixt_outlook *outlook, const struct twixt_board *board,
                       const struct twixt_position *position, const cop_move *moves, int count,
                       float *ratings)
{
    const struct twixt_order *order = &board->order;
    int weights[TWIXT_NEARNESS][TWIXT_NEARNESS];
    struct grid grid;

    fill_grid(&grid, board, position);
    weigh_chains(order, outlook, weights);
    for (int i = 0; i < count; i++) {
        int column = (int)(moves[i] - 1) % board->stride, row = (int)(moves[i] - 1) / board->stride;

        if (moves[i] == TWIXT_SWAP)
            continue;
        ratings[i] = (float)(grid.at[row + TWIXT_NEARBY - 1][column + TWIXT_NEARBY - 1] +
                             order->place[position->next][row][column] +
                             order->beside[groups_at(outlook, 0, column, row)]
                                          [groups_at(outlook, 1, column, row)] +
                             weights[nearness_of(&outlook->slack[0], column, row)]
                                    [nearness_of(&outlook->slack[1], column, row)]);
    }
}

/* ---- Weights as text ---- */

/* The next word of a text; its length, 0 at the end. Lines that begin with # are none. */
static size_t next_word(const char **at, const char *end)
{
    size_t length = 0;

    while (*at < end && (**at == ' ' || **at == '\n' || **at == '#')) {
        bool is_comment = **at == '#';

        do
            (*at)++;
        while (is_comment && *at < end && (*at)[-1] != '\n');
    }
    while (*at + length < end && (*at)[length] != ' ' && (*at)[length] != '\n')
        length++;
    return length;
}

/* A whole number of at most so many either way. */
static bool read_number(const char **at, const char *end, int most, int *number)
{
    size_t length = next_word(at, end);
    char word[8] = "", *rest;
    long found;

    if (length == 0 || length >= sizeof word)
        return false;
    memcpy(word, *at, length);
    *at += length;
    found = strtol(word, &rest, 10);
    *number = (int)found;
    return *rest == '\0' && found >= -most && found <= most;
}

bool twixt_read_traits(const char *text, size_t length, int16_t *weights, struct cop_error *error)
{
    const char *at = text, *end = text + length;
    int version = 0, count = 0, weight;
    size_t word = next_word(&at, end);

    if (word != 6 || memcmp(at, "traits", word) != 0)
        return cop_fail(error, "twixt: these are no weights of traits; they begin with 'traits'");
    at += word;
    if (!read_number(&at, end, INT16_MAX, &version) || !read_number(&at, end, INT16_MAX, &count) ||
        version != TRAITS_VERSION || count != TRAITS)
        return cop_fail(error,
                        "twixt: the weights are of version %d with %d traits, and this program "
                        "reads version %d with %d; twixt-order makes them anew",
                        version, count, TRAITS_VERSION, TRAITS);
    for (int i = 0; i < TRAITS; i++) {
        int most = twixt_trait_most(i);

        if (!read_number(&at, end, most, &weight))
            return cop_fail(error,
                            "twixt: weight %d of %d is missing or no whole number from %d to %d",
                            i + 1, TRAITS, -most, most);
        weights[i] = (int16_t)weight;
    }
    return next_word(&at, end) == 0 || cop_fail(error, "twixt: there is more behind the weights");
}

bool twixt_lay_out_order(struct twixt_board *board, struct cop_error *error)
{
    int16_t weights[TRAITS];

    if (!twixt_read_traits((const char *)cop_data_twixt_order.bytes, cop_data_twixt_order.size,
                           weights, error))
        return false;
    twixt_lay_out_traits(board, weights);
    return true;
}
