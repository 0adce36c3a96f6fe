/* reference_twixt.c - see reference_twixt.h. */
#include "reference_twixt.h"

#include <stdlib.h>
#include <string.h>

enum { HOLES = SLOW_SIDE * SLOW_SIDE };

static bool is_hole(const struct slow_twixt *game, int x, int y)
{
    int last = game->size - 1;

    if (x < 0 || y < 0 || x > last || y > last)
        return false;
    return !((x == 0 || x == last) && (y == 0 || y == last));
}

/* White may not use the outer columns, Black not the outer rows (1.2). */
static bool may_use(const struct slow_twixt *game, int side, int x, int y)
{
    int last = game->size - 1;
    int line = side == 0 ? x : y;

    return is_hole(game, x, y) && line != 0 && line != last;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* On which side of the line from a to b the point lies. */
static int side_of(int ax, int ay, int bx, int by, int x, int y)
{
    return sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
}

static bool do_cross(const struct slow_link *a, const struct slow_link *b)
{
    return side_of(a->from_x, a->from_y, a->to_x, a->to_y, b->from_x, b->from_y) *
                   side_of(a->from_x, a->from_y, a->to_x, a->to_y, b->to_x, b->to_y) <
               0 &&
           side_of(b->from_x, b->from_y, b->to_x, b->to_y, a->from_x, a->from_y) *
                   side_of(b->from_x, b->from_y, b->to_x, b->to_y, a->to_x, a->to_y) <
               0;
}

static bool is_crossed(const struct slow_twixt *game, const struct slow_link *link)
{
    for (int i = 0; i < game->link_count; i++) {
        if (game->own_cross && game->links[i].owner == link->owner)
            continue;
        if (do_cross(&game->links[i], link))
            return true;
    }
    return false;
}

static bool is_knight_step(int dx, int dy)
{
    return dx * dx + dy * dy == 5;
}

bool slow_is_linked(const struct slow_twixt *game, int x, int y, int other_x, int other_y)
{
    for (int i = 0; i < game->link_count; i++) {
        const struct slow_link *link = &game->links[i];

        if ((link->from_x == x && link->from_y == y && link->to_x == other_x &&
             link->to_y == other_y) ||
            (link->to_x == x && link->to_y == y && link->from_x == other_x &&
             link->from_y == other_y))
            return true;
    }
    return false;
}

/* Spreads a mark from the pegs on the first home line along the links until nothing changes. */
static bool has_chain(const struct slow_twixt *game, int side)
{
    bool marked[SLOW_SIDE][SLOW_SIDE] = {{false}};
    int last = game->size - 1;
    bool changes = true;

    for (int i = 0; i <= last; i++) {
        int x = side == 0 ? i : 0, y = side == 0 ? 0 : i;

        marked[y][x] = game->at[y][x] == side;
    }
    while (changes) {
        changes = false;
        for (int i = 0; i < game->link_count; i++) {
            const struct slow_link *link = &game->links[i];
            bool *from = &marked[link->from_y][link->from_x];
            bool *to = &marked[link->to_y][link->to_x];

            if (link->owner == side && *from != *to)
                changes = *from = *to = true;
        }
    }
    for (int i = 0; i <= last; i++)
        if (side == 0 ? marked[last][i] : marked[i][last])
            return true;
    return false;
}

/* An edge of the possible network (2.4): a link that is there, or one that may still come. */
static bool is_possible(const struct slow_twixt *game, int side, int x, int y, int other_x,
                        int other_y)
{
    struct slow_link link = {x, y, other_x, other_y, side};
    int here = game->at[y][x], there = game->at[other_y][other_x];

    if (here == 1 - side || there == 1 - side)
        return false;
    if (here == side && there == side)
        return slow_is_linked(game, x, y, other_x, other_y);
    return !is_crossed(game, &link);
}

struct edge {
    int from, to;
};

static int list_edges(const struct slow_twixt *game, int side, struct edge *edges)
{
    int count = 0;

    for (int y = 0; y < game->size; y++)
        for (int x = 0; x < game->size; x++)
            for (int other_y = y; other_y <= y + 2; other_y++)
                for (int other_x = x - 2; other_x <= x + 2; other_x++)
                    if (is_knight_step(other_x - x, other_y - y) && may_use(game, side, x, y) &&
                        may_use(game, side, other_x, other_y) &&
                        is_possible(game, side, x, y, other_x, other_y))
                        edges[count++] =
                            (struct edge){y * SLOW_SIDE + x, other_y * SLOW_SIDE + other_x};
    return count;
}

/* What a hole adds to a way through it. */
static int price(const struct slow_twixt *game, int side, int hole)
{
    int at = game->at[hole / SLOW_SIDE][hole % SLOW_SIDE];

    return at == side ? 0 : at < 0 ? 1 : SLOW_NEVER;
}

static bool shorten(int *target, int way)
{
    if (way >= *target)
        return false;
    *target = way;
    return true;
}

int slow_distance(const struct slow_twixt *game, int side)
{
    struct edge edges[SLOW_LINKS];
    int count = list_edges(game, side, edges);
    int ways[HOLES], last = game->size - 1, best = SLOW_NEVER;
    bool changes = true;

    for (int hole = 0; hole < HOLES; hole++)
        ways[hole] = SLOW_NEVER;
    for (int i = 1; i < last; i++) {
        int hole = side == 0 ? i : i * SLOW_SIDE;

        ways[hole] = price(game, side, hole);
    }
    while (changes) {
        changes = false;
        for (int i = 0; i < count; i++) {
            int from = edges[i].from, to = edges[i].to;

            changes |= shorten(&ways[to], ways[from] + price(game, side, to));
            changes |= shorten(&ways[from], ways[to] + price(game, side, from));
        }
    }
    for (int i = 1; i < last; i++)
        shorten(&best, ways[side == 0 ? last * SLOW_SIDE + i : i * SLOW_SIDE + last]);
    return best;
}

void slow_start(struct slow_twixt *game, int size, bool has_swap, bool own_cross, bool dead_draw)
{
    memset(game, 0, sizeof *game);
    game->size = size;
    game->has_swap = has_swap;
    game->own_cross = own_cross;
    game->dead_draw = dead_draw;
    memset(game->at, -1, sizeof game->at);
}

bool slow_is_legal(const struct slow_twixt *game, int x, int y)
{
    return !game->is_over && may_use(game, game->turn, x, y) && game->at[y][x] < 0;
}

bool slow_can_swap(const struct slow_twixt *game)
{
    return game->has_swap && game->plies == 1;
}

static bool is_stuck(const struct slow_twixt *game)
{
    for (int y = 0; y < game->size; y++)
        for (int x = 0; x < game->size; x++)
            if (slow_is_legal(game, x, y))
                return false;
    return true;
}

static void finish(struct slow_twixt *game, double payoff)
{
    game->is_over = true;
    game->payoff = payoff;
}

void slow_place(struct slow_twixt *game, int x, int y)
{
    int side = game->turn;

    game->made = game->blocked = 0;
    for (int other_y = y - 2; other_y <= y + 2; other_y++)
        for (int other_x = x - 2; other_x <= x + 2; other_x++) {
            struct slow_link link = {x, y, other_x, other_y, side};

            if (!is_knight_step(other_x - x, other_y - y) || !is_hole(game, other_x, other_y) ||
                game->at[other_y][other_x] != side)
                continue;
            if (is_crossed(game, &link)) {
                game->blocked++;
                continue;
            }
            game->links[game->link_count++] = link;
            game->made++;
        }
    game->at[y][x] = side;
    game->plies++;
    game->turn = 1 - side;
    if (has_chain(game, side))
        finish(game, side == 0 ? 1 : 0);
    else if (is_stuck(game) || (game->dead_draw && slow_distance(game, 0) >= SLOW_NEVER &&
                                slow_distance(game, 1) >= SLOW_NEVER))
        finish(game, 0.5);
}

/* The one white peg becomes a black one on the mirrored hole, and White moves (1.6). */
void slow_swap(struct slow_twixt *game)
{
    for (int y = 0; y < game->size; y++)
        for (int x = 0; x < game->size; x++)
            if (game->at[y][x] == 0) {
                game->at[y][x] = -1;
                game->at[x][y] = 1;
                game->plies++;
                game->turn = 0;
                return;
            }
    abort();
}
