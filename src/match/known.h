/* known.h - the best games that the program knows of a game's standard boards. */
#ifndef COPPICE_MATCH_KNOWN_H
#define COPPICE_MATCH_KNOWN_H

#include "match/best_table.h"

/* The standard boards of a game: those that its option `standard` numbers, from 1 on. A game
 * without that option has none, and that is no failure. */
bool cop_known_boards(const char *game, struct cop_boards *boards, struct cop_error *error);

/* Calls `each` for all known games of these boards, which have been played again by the rules. */
bool cop_known_each(const char *game, const struct cop_boards *boards, cop_each_best *each,
                    void *context, struct cop_error *error);

#endif
