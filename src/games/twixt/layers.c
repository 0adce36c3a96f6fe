/* layers.c - sets of holes, ways between them, and layer after layer of distance. */
#include "layers.h"

#include <string.h>

#include "../bits.h"

/* The four kept directions lead this many columns to the right and rows down; as in twixt_dx and
 * twixt_dy, but constants, so that shifts are by constants. */
enum { RIGHT_0 = 1, RIGHT_1 = 2, RIGHT_2 = 2, RIGHT_3 = 1 };
enum { DOWN_0 = -2, DOWN_1 = -1, DOWN_2 = 1, DOWN_3 = 2 };

/* ---- A side's view ---- */

/* `set` moved by columns and rows, a row of it. */
static inline uint32_t moved_row(const struct twixt_set *set, int at, int right, int down)
{
    uint32_t row = set->row[at - down];

    return right >= 0 ? row << right : row >> -right;
}

/* All ways of a side that existing links cross. */
void twixt_find_blocked(const struct twixt_board *board, const struct twixt_position *position,
                        int side, struct twixt_set *blocked)
{
    memset(blocked, 0, TWIXT_KEPT * sizeof *blocked);
    for (int direction = 0; direction < TWIXT_KEPT; direction++) {
        struct twixt_set links = {{0}};
        uint32_t any = 0;

        for (int row = 0; row < board->size; row++) {
            uint32_t all = twixt_row(board, position, TWIXT_LINKS + direction, row);

            if (board->own_cross)
                all &= ~twixt_row(board, position, side, row);
            links.row[row + LAYERS_MARGIN] = all;
            any |= all;
        }
        for (int i = 0; any != 0 && i < TWIXT_CROSSINGS; i++) {
            const struct twixt_crossing *crossing = &board->crossings[direction][i];
            struct twixt_set *target = &blocked[(int)crossing->direction];
            int right = crossing->dx, down = crossing->dy;

            for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + board->stride; at++)
                target->row[at] |= moved_row(&links, at, right, down);
        }
    }
}

/* The links of one side's pegs, and the pegs that have any. */
struct net {
    struct twixt_set links[TWIXT_KEPT]; /* at their left ends */
    struct twixt_set linked;
};

/* The pegs of one group, found by following links, and the rows they are in. */
struct pegs {
    struct twixt_set at;
    int first, last;
};

/* What links in one direction, forth and back, lead to from a set of pegs. */
static inline uint32_t linked_by(const struct twixt_set *pegs, const struct twixt_set *links,
                                 int at, int right, int down)
{
    return (pegs->row[at - down] & links->row[at - down]) << right |
           (links->row[at] & pegs->row[at + down] >> right);
}

static inline uint32_t linked_to(const struct twixt_set *pegs, const struct twixt_set *links,
                                 int at)
{
    return linked_by(pegs, &links[0], at, RIGHT_0, DOWN_0) |
           linked_by(pegs, &links[1], at, RIGHT_1, DOWN_1) |
           linked_by(pegs, &links[2], at, RIGHT_2, DOWN_2) |
           linked_by(pegs, &links[3], at, RIGHT_3, DOWN_3);
}

static void find_net(struct net *net, const struct twixt_view *view,
                     const struct twixt_board *board, const struct twixt_position *position,
                     const struct twixt_set *pegs)
{
    memset(net, 0, sizeof *net);
    for (int direction = 0; direction < TWIXT_KEPT; direction++)
        for (int row = 0; row < board->size; row++)
            net->links[direction].row[row + LAYERS_MARGIN] =
                twixt_row(board, position, TWIXT_LINKS + direction, row) &
                pegs->row[row + LAYERS_MARGIN];
    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++)
        net->linked.row[at] = linked_to(pegs, net->links, at);
}

/* All that is linked to what is in the set already. */
static void follow_links(struct twixt_set *pegs, const struct net *net, int rows)
{
    uint32_t any = 1;

    while (any != 0) {
        struct twixt_set more;

        any = 0;
        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + rows; at++) {
            more.row[at] = linked_to(pegs, net->links, at) & ~pegs->row[at];
            any |= more.row[at];
        }
        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + rows; at++)
            pegs->row[at] |= more.row[at];
    }
}

static void collect_group(const struct twixt_view *view, const struct net *net,
                          struct twixt_set *left, int column, int at, struct pegs *pegs)
{
    uint32_t bit = (uint32_t)1 << column;

    memset(&pegs->at, 0, sizeof pegs->at);
    pegs->at.row[at] = bit;
    pegs->first = pegs->last = at;
    if ((net->linked.row[at] & bit) == 0) {
        left->row[at] &= ~bit;
        return;
    }
    follow_links(&pegs->at, net, view->rows);
    for (int row = at; row < LAYERS_MARGIN + view->rows; row++) {
        left->row[row] &= ~pegs->at.row[row];
        pegs->last = pegs->at.row[row] != 0 ? row : pegs->last;
    }
}

/* Empty holes to which a link in one direction, forth or back, is open from a set of pegs. */
static inline uint32_t open_by(const struct twixt_set *pegs, const struct twixt_set *blocked,
                               int at, int right, int down)
{
    return (pegs->row[at - down] & ~blocked->row[at - down]) << right |
           (pegs->row[at + down] >> right & ~blocked->row[at]);
}

static void surround(struct twixt_group *group, const struct twixt_view *view,
                     const struct twixt_set *blocked, const struct pegs *pegs)
{
    const struct twixt_set *from = &pegs->at;

    memset(&group->around, 0, sizeof group->around);
    group->first = (uint8_t)(pegs->first - 2);
    group->last = (uint8_t)(pegs->last + 2);
    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++)
        group->around.row[at] =
            view->empty.row[at] & (open_by(from, &blocked[0], at, RIGHT_0, DOWN_0) |
                                   open_by(from, &blocked[1], at, RIGHT_1, DOWN_1) |
                                   open_by(from, &blocked[2], at, RIGHT_2, DOWN_2) |
                                   open_by(from, &blocked[3], at, RIGHT_3, DOWN_3));
}

static void find_groups(struct twixt_view *view, const struct twixt_board *board,
                        const struct twixt_position *position, const struct twixt_set *blocked,
                        struct twixt_set *left)
{
    struct net net;

    find_net(&net, view, board, position, left);
    view->group_count = 0;
    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + board->size; at++)
        while (left->row[at] != 0) {
            struct twixt_group *group = &view->groups[view->group_count++];
            int column = bit_index(left->row[at]);
            int hole = twixt_hole(board, column, at - LAYERS_MARGIN);
            struct pegs pegs;

            group->home = (uint8_t)(twixt_has(board, position, TWIXT_REACH, hole) |
                                    twixt_has(board, position, TWIXT_REACH + 1, hole) << 1);
            collect_group(view, &net, left, column, at, &pegs);
            surround(group, view, blocked, &pegs);
        }
}

/* Ways between empty holes in one direction, at their left ends. */
static inline void find_ways(struct twixt_view *view, int direction, int right, int down,
                             const struct twixt_set *blocked)
{
    const struct twixt_set *empty = &view->empty;

    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++)
        view->ways[direction].row[at] =
            empty->row[at] & empty->row[at + down] >> right & ~blocked->row[at];
}

static void look(struct twixt_view *view, const struct twixt_board *board,
                 const struct twixt_position *position, int side, const struct twixt_set *blocked)
{
    struct twixt_set pegs = {{0}};

    view->side = side;
    view->rows = board->stride;
    memset(&view->empty, 0, sizeof view->empty);
    for (int row = 0; row < board->size; row++) {
        view->empty.row[row + LAYERS_MARGIN] = twixt_free(board, position, side, row);
        pegs.row[row + LAYERS_MARGIN] = twixt_row(board, position, side, row);
    }
    memset(view->ways, 0, sizeof view->ways);
    find_ways(view, 0, RIGHT_0, DOWN_0, &blocked[0]);
    find_ways(view, 1, RIGHT_1, DOWN_1, &blocked[1]);
    find_ways(view, 2, RIGHT_2, DOWN_2, &blocked[2]);
    find_ways(view, 3, RIGHT_3, DOWN_3, &blocked[3]);
    find_groups(view, board, position, blocked, &pegs);
}

void twixt_look(struct twixt_view *views, const struct twixt_board *board,
                const struct twixt_position *position)
{
    struct twixt_set blocked[TWIXT_KEPT];

    for (int side = 0; side < 2; side++) {
        if (side == 0 || board->own_cross)
            twixt_find_blocked(board, position, side, blocked);
        look(&views[side], board, position, side, blocked);
    }
}

/* ---- Layers ---- */

/* What is known on the way from layer to layer. */
struct spread {
    struct twixt_set settled;     /* holes that have their distance */
    struct twixt_set newest;      /* the last of them */
    struct twixt_set once, twice; /* holes with a settled neighbour, and with two */
    struct twixt_set linked;      /* holes beside groups that have their distance */
};

static inline void arrive(uint32_t *once, uint32_t *twice, uint32_t arriving)
{
    *twice |= *once & arriving;
    *once |= arriving;
}

/* Forth and back along the ways of one direction. */
static inline void arrive_by(const struct twixt_set *from, const struct twixt_set *ways, int at,
                             int right, int down, uint32_t *once, uint32_t *twice)
{
    arrive(once, twice, (from->row[at - down] & ways->row[at - down]) << right);
    arrive(once, twice, ways->row[at] & from->row[at + down] >> right);
}

static void step(struct spread *spread, const struct twixt_view *view)
{
    const struct twixt_set *from = &spread->newest, *ways = view->ways;

    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++) {
        uint32_t once = spread->once.row[at], twice = spread->twice.row[at];

        arrive_by(from, &ways[0], at, RIGHT_0, DOWN_0, &once, &twice);
        arrive_by(from, &ways[1], at, RIGHT_1, DOWN_1, &once, &twice);
        arrive_by(from, &ways[2], at, RIGHT_2, DOWN_2, &once, &twice);
        arrive_by(from, &ways[3], at, RIGHT_3, DOWN_3, &once, &twice);
        spread->once.row[at] = once;
        spread->twice.row[at] = twice;
    }
}

static bool has_neighbours(const struct twixt_group *group, const struct twixt_set *settled,
                           int wanted)
{
    for (int at = group->first; at <= group->last && wanted > 0; at++)
        wanted -= bit_count(group->around.row[at] & settled->row[at]);
    return wanted <= 0;
}

static void link_group(struct spread *spread, const struct twixt_group *group)
{
    for (int at = group->first; at <= group->last; at++)
        spread->linked.row[at] |= group->around.row[at];
}

/* Groups that have enough settled neighbours now are as far as these. */
static void settle_groups(struct spread *spread, const struct twixt_view *view, int wanted,
                          int distance, struct twixt_layers *layers)
{
    for (int i = 0; i < view->group_count; i++) {
        if (layers->of_group[i] != LAYERS_MOST ||
            !has_neighbours(&view->groups[i], &spread->settled, wanted))
            continue;
        layers->of_group[i] = (uint8_t)distance;
        link_group(spread, &view->groups[i]);
    }
}

/* Puts what is one further into the settled holes; false if nothing is. */
static bool settle(struct spread *spread, const struct twixt_view *view, enum twixt_measure measure)
{
    const struct twixt_set *arrived = measure == TWIXT_SHORT ? &spread->once : &spread->twice;
    uint32_t any = 0;

    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++) {
        uint32_t row = (arrived->row[at] | spread->linked.row[at]) & ~spread->settled.row[at];

        spread->newest.row[at] = row;
        spread->settled.row[at] |= row;
        any |= row;
    }
    return any != 0;
}

static uint32_t home_row(const struct twixt_view *view, const struct twixt_board *board, int line,
                         int row)
{
    int across = line * (board->size - 1);

    return view->side == BLACK ? (uint32_t)1 << across : row == across ? ~(uint32_t)0 : 0;
}

/* The home line itself, and all that touches it by links. */
static void begin_spread(struct spread *spread, const struct twixt_view *view,
                         const struct twixt_board *board, int line, struct twixt_layers *layers)
{
    memset(spread, 0, sizeof *spread);
    memset(layers->of_group, LAYERS_MOST, (size_t)view->group_count);
    for (int row = 0; row < board->size; row++)
        spread->linked.row[row + LAYERS_MARGIN] =
            twixt_row_of(&view->empty, row) & home_row(view, board, line, row);
    for (int i = 0; i < view->group_count; i++)
        if ((view->groups[i].home >> line & 1) != 0) {
            layers->of_group[i] = 0;
            link_group(spread, &view->groups[i]);
        }
}

static void begin_layers(struct spread *spread, const struct twixt_view *view,
                         const struct twixt_board *board, int line, struct twixt_layers *layers)
{
    begin_spread(spread, view, board, line, layers);
    memset(&layers->within[0], 0, sizeof layers->within[0]);
    layers->count = 1;
}

/* Finds one layer more; false if there is none. */
static bool add_layer(struct spread *spread, const struct twixt_view *view,
                      enum twixt_measure measure, struct twixt_layers *layers)
{
    if (layers->count == LAYERS_MOST || !settle(spread, view, measure))
        return false;
    layers->within[layers->count] = spread->settled;
    settle_groups(spread, view, measure, layers->count, layers);
    step(spread, view);
    layers->count++;
    return true;
}

void twixt_find_layers(const struct twixt_view *view, const struct twixt_board *board, int line,
                       enum twixt_measure measure, struct twixt_layers *layers)
{
    struct spread spread;

    begin_layers(&spread, view, board, line, layers);
    while (add_layer(&spread, view, measure, layers))
        ;
}

/* Has a search from the first home line come to the second one? */
static bool is_across(const struct spread *spread, const struct twixt_view *view,
                      const struct twixt_board *board, const struct twixt_layers *layers)
{
    for (int i = 0; i < view->group_count; i++)
        if ((view->groups[i].home & 2) != 0 && layers->of_group[i] != LAYERS_MOST)
            return true;
    for (int row = 0; row < board->size; row++)
        if ((twixt_row_of(&spread->newest, row) & home_row(view, board, 1, row)) != 0)
            return true;
    return false;
}

int twixt_short_pegs(const struct twixt_view *view, const struct twixt_board *board, int most)
{
    struct twixt_layers layers;
    struct spread spread;

    begin_spread(&spread, view, board, 0, &layers);
    for (int pegs = 1; pegs <= most && settle(&spread, view, TWIXT_SHORT); pegs++) {
        settle_groups(&spread, view, TWIXT_SHORT, pegs < LAYERS_MOST ? pegs : LAYERS_MOST - 1,
                      &layers);
        if (is_across(&spread, view, board, &layers))
            return pegs;
        step(&spread, view);
    }
    return TWIXT_NEVER;
}

/* ---- Chains ---- */

/* Holes at most so far. */
static inline const struct twixt_set *holes_within(const struct twixt_layers *layers, int distance)
{
    return &layers->within[distance < layers->count ? distance : layers->count - 1];
}

/* A hole that is i from the one line and j from the other is on a chain of i + j - 1 pegs. */
int twixt_holes_of_chains(const struct twixt_view *view, const struct twixt_layers *first,
                          const struct twixt_layers *second, int pegs, struct twixt_set *through)
{
    uint32_t found[LAYERS_ROWS] = {0};
    int count = 0;

    for (int i = 1; i <= pegs && i < first->count; i++) {
        const struct twixt_set *near = &first->within[i];
        const struct twixt_set *rest = holes_within(second, pegs + 1 - i);

        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++)
            found[at] |= near->row[at] & rest->row[at];
    }
    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++)
        count += bit_count(found[at]);
    if (through != NULL)
        memcpy(through->row, found, sizeof found);
    return count;
}

static int least_of_groups(const struct twixt_view *view, const struct twixt_layers *first,
                           const struct twixt_layers *second)
{
    int least = LAYERS_MOST;

    for (int i = 0; i < view->group_count; i++) {
        int pegs = first->of_group[i] + second->of_group[i];

        least = pegs < least ? pegs : least;
    }
    return least;
}

static bool has_chain(const struct twixt_view *view, const struct twixt_layers *first,
                      const struct twixt_layers *second, int pegs)
{
    uint32_t any = 0;

    for (int i = 1; i <= pegs && i < first->count && any == 0; i++) {
        const struct twixt_set *near = &first->within[i];
        const struct twixt_set *rest = holes_within(second, pegs + 1 - i);

        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + view->rows; at++)
            any |= near->row[at] & rest->row[at];
    }
    return any != 0;
}

int twixt_least_pegs(const struct twixt_view *view, const struct twixt_layers *first,
                     const struct twixt_layers *second)
{
    int least = least_of_groups(view, first, second);
    int most = first->count + second->count - 3; /* the last layer of each, its hole counted once */

    for (int pegs = 1; pegs < least && pegs <= most; pegs++)
        if (has_chain(view, first, second, pegs))
            return pegs;
    return least;
}

/* A chain of so many pegs has none that is further from either line: with so many layers from both,
 * it is found. */
int twixt_find_chains(const struct twixt_view *view, const struct twixt_board *board, int beyond,
                      struct twixt_layers *layers)
{
    int least = LAYERS_MOST;
    struct spread spreads[2];
    bool is_more = true;

    for (int line = 0; line < 2; line++)
        begin_layers(&spreads[line], view, board, line, &layers[line]);
    for (int pegs = 1; is_more && pegs <= least + beyond; pegs++) {
        is_more = false;
        for (int line = 0; line < 2; line++)
            is_more |= add_layer(&spreads[line], view, TWIXT_SAFE, &layers[line]);
        if (least == LAYERS_MOST && (least_of_groups(view, &layers[0], &layers[1]) <= pegs ||
                                     has_chain(view, &layers[0], &layers[1], pegs)))
            least = pegs;
    }
    return least < LAYERS_MOST ? least : twixt_least_pegs(view, &layers[0], &layers[1]);
}

/* One peg completes a chain where it is next to both lines, or to what is connected to them, and
 * such a chain is safe. */
void twixt_find_slack(const struct twixt_view *view, const struct twixt_board *board,
                      struct twixt_slack *slack)
{
    struct twixt_layers layers[2];
    int pegs = twixt_find_chains(view, board, TWIXT_SLACKS - 1, layers);

    memset(slack, 0, sizeof *slack);
    slack->pegs = pegs;
    for (int i = 0; i < TWIXT_SLACKS && pegs + i < LAYERS_MOST; i++)
        twixt_holes_of_chains(view, &layers[0], &layers[1], pegs + i, &slack->within[i]);
    if (pegs == 1)
        slack->last = slack->within[0];
}
