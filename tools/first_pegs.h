/* first_pegs.h - counts of first pegs of TwixT, the chances that follow from them, and both as the
 * text of data/twixt/openings.txt (src/games/twixt/openings.h). */
#ifndef COPPICE_TOOLS_FIRST_PEGS_H
#define COPPICE_TOOLS_FIRST_PEGS_H

#include "games/twixt/openings.h"

enum { FIRST_PEGS_LINES = TWIXT_SIZE_MAX / 2 };

/* One board's counts, by lines from White's home line and from Black's; of size 0: none. */
struct first_pegs {
    int size;
    int games[FIRST_PEGS_LINES][FIRST_PEGS_LINES], halves[FIRST_PEGS_LINES][FIRST_PEGS_LINES];
    double odds[FIRST_PEGS_LINES][FIRST_PEGS_LINES]; /* their logarithms */
};

struct first_pegs_of_boards {
    struct first_pegs of[TWIXT_SIZE_MAX + 1];
};

/* The counts of a text, which may have been made with other chances. */
bool first_pegs_read(struct first_pegs_of_boards *boards, const char *text, size_t length,
                     struct cop_error *error);

/* Finds the chances, and writes everything. */
void first_pegs_write(struct first_pegs_of_boards *boards, struct cop_text *text);

#endif
