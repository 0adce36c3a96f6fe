/* reference_twixt.h - TwixT a second time: slow, with plain geometry, straight from the
 * specification (twixt.md 1.2 to 1.6, 2.4), to be compared with the fast rules.
 *
 * Holes are columns and rows from the top left corner, links are pairs of holes, two links cross if
 * the segments do, and who is connected is found anew each time. It shares nothing with
 * src/games. */
#ifndef COPPICE_TESTS_REFERENCE_TWIXT_H
#define COPPICE_TESTS_REFERENCE_TWIXT_H

#include <stdbool.h>

enum { SLOW_SIDE = 24, SLOW_LINKS = 2100, SLOW_NEVER = 1000 };

struct slow_link {
    int from_x, from_y, to_x, to_y;
    int owner;
};

struct slow_twixt {
    int size;
    bool has_swap, own_cross, dead_draw;
    int at[SLOW_SIDE][SLOW_SIDE]; /* [y][x]: 0 White, 1 Black, -1 empty */
    struct slow_link links[SLOW_LINKS];
    int link_count;
    int plies;
    int turn;
    bool is_over;
    double payoff;     /* of White, when the game is over */
    int made, blocked; /* by the last peg: links, and pairs that could not be linked */
};

void slow_start(struct slow_twixt *game, int size, bool has_swap, bool own_cross, bool dead_draw);
bool slow_is_legal(const struct slow_twixt *game, int x, int y);
bool slow_can_swap(const struct slow_twixt *game);
void slow_place(struct slow_twixt *game, int x, int y);
void slow_swap(struct slow_twixt *game);

/* Pegs that `side` still needs at least, or SLOW_NEVER. */
int slow_distance(const struct slow_twixt *game, int side);
bool slow_is_linked(const struct slow_twixt *game, int x, int y, int other_x, int other_y);

#endif
