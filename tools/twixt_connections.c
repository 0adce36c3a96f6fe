/* twixt_connections.c - finds what the opponent cannot keep apart in TwixT, by an exact search.
 *
 *     twixt-connections PEGS
 *
 * writes data/twixt/connections.txt: for pegs before a home line, and for two pegs at every offset,
 * the smallest area that must be free of the opponent so that they are connected with at most PEGS
 * more pegs, although the opponent moves first. The worst is assumed of all else: every hole
 * outside the area has a peg of the opponent, to which his pegs inside are linked as they come.
 * What is safe then is safe in every position in which nothing of the opponent is inside.
 *
 * An area has at most 64 holes, one bit each, and four links for each, of which only those with
 * both ends inside are ours to use. A link of ours is *dead* once another one crosses it. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 8, KEPT = 4, BACK = 4, HOLES_MOST = 64, WORDS = HOLES_MOST * KEPT / 64 };
enum { LINES_MOST = 4, OFFSET_MOST = 6, MARGIN_MOST = 3, WIDTH_MOST = 9, PEGS_MOST = 3 };

static const int step_x[DIRECTIONS] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int step_y[DIRECTIONS] = {-2, -1, 1, 2, 2, 1, -1, -2};

struct links {
    uint64_t word[WORDS];
};

struct area {
    int width, height;
    bool has_edge; /* row 0 is our home line, where the opponent may not be */
    int from, to;  /* what is to be connected; `to` is not used before a home line */
    int8_t neighbour[HOLES_MOST][DIRECTIONS]; /* or -1 where that is outside */
    bool is_hostile[HOLES_MOST][DIRECTIONS];  /* outside, where a peg of the opponent can be */
    struct links crossed[HOLES_MOST][DIRECTIONS];
};

struct fight {
    uint64_t own, other;
    struct links made, dead; /* our links */
};

/* ---- Geometry ---- */

static int turn_of(int bx, int by, int cx, int cy)
{
    return bx * cy - by * cx;
}

static bool do_cross(int ax, int ay, int x, int y, int bx, int by)
{
    return turn_of(ax, ay, x, y) * turn_of(ax, ay, x + bx, y + by) < 0 &&
           turn_of(bx, by, -x, -y) * turn_of(bx, by, ax - x, ay - y) < 0;
}

static bool is_inside(const struct area *area, int x, int y)
{
    return x >= 0 && x < area->width && y >= 0 && y < area->height;
}

static int number_of(const struct area *area, int hole, int direction)
{
    return direction < KEPT ? hole * KEPT + direction
                            : area->neighbour[hole][direction] * KEPT + (direction ^ BACK);
}

static void add_link(struct links *links, int number)
{
    links->word[number / 64] |= (uint64_t)1 << number % 64;
}

static bool has_link(const struct links *links, int number)
{
    return (links->word[number / 64] >> number % 64 & 1) != 0;
}

static void find_crossed(struct area *area, int hole, int direction)
{
    int x = hole % area->width, y = hole / area->width;

    for (int other = 0; other < area->width * area->height; other++)
        for (int i = 0; i < KEPT; i++) {
            int dx = other % area->width - x, dy = other / area->width - y;

            if (is_inside(area, x + dx + step_x[i], y + dy + step_y[i]) &&
                do_cross(step_x[direction], step_y[direction], dx, dy, step_x[i], step_y[i]))
                add_link(&area->crossed[hole][direction], other * KEPT + i);
        }
}

static void lay_out(struct area *area)
{
    for (int hole = 0; hole < area->width * area->height; hole++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int x = hole % area->width + step_x[direction];
            int y = hole / area->width + step_y[direction];
            bool is_near = is_inside(area, x, y);

            area->neighbour[hole][direction] = (int8_t)(is_near ? y * area->width + x : -1);
            area->is_hostile[hole][direction] = !is_near && !(area->has_edge && y <= 0);
            find_crossed(area, hole, direction);
        }
}

/* ---- Pegs ---- */

static bool do_meet(const struct links *one, const struct links *other)
{
    uint64_t any = 0;

    for (int i = 0; i < WORDS; i++)
        any |= one->word[i] & other->word[i];
    return any != 0;
}

static void join(struct links *links, const struct links *more)
{
    for (int i = 0; i < WORDS; i++)
        links->word[i] |= more->word[i];
}

static void place_own(const struct area *area, struct fight *fight, int hole)
{
    fight->own |= (uint64_t)1 << hole;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int other = area->neighbour[hole][direction];

        if (other < 0 || (fight->own >> other & 1) == 0 ||
            has_link(&fight->dead, number_of(area, hole, direction)))
            continue;
        add_link(&fight->made, number_of(area, hole, direction));
        join(&fight->dead, &area->crossed[hole][direction]);
    }
}

/* The opponent's own links are never in his way, which can only help him. */
static void place_other(const struct area *area, struct fight *fight, int hole)
{
    fight->other |= (uint64_t)1 << hole;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int other = area->neighbour[hole][direction];
        bool has_partner =
            other < 0 ? area->is_hostile[hole][direction] : (fight->other >> other & 1) != 0;

        if (has_partner && !do_meet(&fight->made, &area->crossed[hole][direction]))
            join(&fight->dead, &area->crossed[hole][direction]);
    }
}

static bool is_goal(const struct area *area, int hole)
{
    return area->has_edge ? hole < area->width : hole == area->to;
}

/* Can a link lead from one hole to its neighbour, or does it? */
static bool is_passable(const struct area *area, const struct fight *fight, int hole, int direction)
{
    int other = area->neighbour[hole][direction];
    int number = number_of(area, hole, direction);
    bool are_pegs = (fight->own >> hole & 1) != 0 && (fight->own >> other & 1) != 0;

    if ((fight->other >> other & 1) != 0)
        return false;
    return are_pegs ? has_link(&fight->made, number) : !has_link(&fight->dead, number);
}

/* The fewest pegs that could connect, if the opponent did nothing more; or more than there are. */
static int pegs_missing(const struct area *area, const struct fight *fight)
{
    uint64_t now = (uint64_t)1 << area->from, later = 0, seen = 0;

    for (int pegs = 0; now != 0; pegs++, now = later & ~seen, later = 0)
        while (now != 0) {
            int hole = __builtin_ctzll(now);

            now &= now - 1;
            seen |= (uint64_t)1 << hole;
            if (is_goal(area, hole))
                return pegs;
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                int other = area->neighbour[hole][direction];
                uint64_t bit = other < 0 ? 0 : (uint64_t)1 << other;

                if ((bit & ~seen) == 0 || !is_passable(area, fight, hole, direction))
                    continue;
                if ((fight->own & bit) != 0)
                    now |= bit;
                else
                    later |= bit;
            }
        }
    return PEGS_MOST + 1;
}

/* ---- The search ---- */

static uint64_t empty_holes(const struct area *area, const struct fight *fight)
{
    int holes = area->width * area->height;

    return ~(fight->own | fight->other) &
           (holes == HOLES_MOST ? ~(uint64_t)0 : ((uint64_t)1 << holes) - 1);
}

static bool is_safe(const struct area *area, const struct fight *fight, int pegs);

/* We are to move. */
static bool can_be_saved(const struct area *area, const struct fight *fight, int pegs)
{
    if (pegs_missing(area, fight) > pegs)
        return false;
    for (uint64_t left = empty_holes(area, fight); left != 0; left &= left - 1) {
        struct fight next = *fight;

        place_own(area, &next, __builtin_ctzll(left));
        if (is_safe(area, &next, pegs - 1))
            return true;
    }
    return false;
}

/* The opponent is to move: whatever he does, at most so many pegs connect us. */
static bool is_safe(const struct area *area, const struct fight *fight, int pegs)
{
    uint64_t left = empty_holes(area, fight);
    int missing = pegs_missing(area, fight);

    if (missing == 0)
        return true;
    if (missing > pegs)
        return false;
    if (area->has_edge)
        left &= ~(((uint64_t)1 << area->width) - 1);
    for (; left != 0; left &= left - 1) {
        struct fight next = *fight;

        place_other(area, &next, __builtin_ctzll(left));
        if (!can_be_saved(area, &next, pegs))
            return false;
    }
    return true;
}

/* ---- What is written ---- */

/* A peg so many lines from its home line, with one line behind it if that is asked for. */
static bool is_edge_safe(int lines, int behind, int left, int right, int pegs)
{
    struct area area = {.width = left + 1 + right, .height = lines + 1 + behind, .has_edge = true};
    struct fight fight = {0};

    if (area.width * area.height > HOLES_MOST)
        return false;
    area.from = lines * area.width + left;
    lay_out(&area);
    place_own(&area, &fight, area.from);
    return is_safe(&area, &fight, pegs);
}

/* The narrowest area, and of equals the one with the least on its left. */
static void write_edge(int lines, int behind, int pegs)
{
    for (int width = 1; width <= WIDTH_MOST; width++)
        for (int left = 0; 2 * left < width; left++)
            if (is_edge_safe(lines, behind, left, width - 1 - left, pegs)) {
                printf("edge %d %d %d %d %d\n", lines, behind, left, width - 1 - left, pegs);
                return;
            }
}

static bool is_pair_safe(int right, int down, int across, int along, int pegs)
{
    struct area area = {.width = right + 1 + 2 * across, .height = down + 1 + 2 * along};
    struct fight fight = {0};

    if (area.width * area.height > HOLES_MOST)
        return false;
    area.from = along * area.width + across;
    area.to = (along + down) * area.width + across + right;
    lay_out(&area);
    place_own(&area, &fight, area.from);
    place_own(&area, &fight, area.to);
    return is_safe(&area, &fight, pegs);
}

static bool write_pair(int right, int down, int pegs)
{
    for (int across = 0; across <= MARGIN_MOST; across++)
        for (int along = 0; along <= MARGIN_MOST; along++)
            if (is_pair_safe(right, down, across, along, pegs)) {
                printf("pair %d %d %d %d %d\n", right, down, across, along, pegs);
                return true;
            }
    return false;
}

int main(int count, char **words)
{
    int most = count == 2 ? (int)strtol(words[1], NULL, 10) : 0;

    if (most < 1 || most > PEGS_MOST) {
        fprintf(stderr, "usage: twixt-connections PEGS, from 1 to %d\n", PEGS_MOST);
        return 2;
    }
    printf("# What the opponent cannot keep apart in TwixT, made by twixt-connections %d\n"
           "# edge: lines from the home line, lines behind, columns to one side and the other, "
           "pegs\n"
           "# pair: columns and rows apart, columns and rows around both, pegs\n",
           most);
    for (int lines = 1; lines <= LINES_MOST; lines++)
        write_edge(lines, lines > 1, lines <= 2 ? 1 : most);
    for (int right = 1; right <= OFFSET_MOST; right++)
        for (int down = 0; down <= right; down++)
            for (int pegs = 1; pegs <= most && !(right == 2 && down == 1); pegs++)
                if (write_pair(right, down, pegs))
                    break;
    return 0;
}
