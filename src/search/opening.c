/* opening.c - their words. */
#include "search/opening.h"

#include <stddef.h>

const struct cop_option cop_opening_options[] = {
    {"book", COP_FILE, "",
     .help = "an opening book (coppice book), or its lines in a file NAME.txt, whose moves are "
             "played without a search as long as it knows the position"},
    {"book_variety", COP_REAL, "0", 0, 1e6,
     .help = "any of the book's moves that are no more than this worse than its best, in the "
             "book's own scale, drawn by the seed"},
    {"openings", COP_FLAG, "off",
     .help = "where the game knows from games what moves at the beginning are worth, as first pegs "
             "that may be taken over, one of them is played without a search if none of the others "
             "promises more (any that is within 0.02 of the best, drawn by the seed), and none of "
             "them if another does"},
    {NULL}};
