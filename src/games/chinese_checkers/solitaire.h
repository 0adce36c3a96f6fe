/* solitaire.h - how many turns a player of Chinese Checkers needs who is alone on the board
 * (chance-and-multiplayer.md 1.4.6).
 *
 * The table has a byte for every way to place his pieces on the fields where they may rest, found
 * by going backwards from the filled target: 13,983,816 of them on the small star, 170,230,452 if
 * all its corners may be used. It is kept in the cache (base/cache.h). */
#ifndef COPPICE_GAMES_CHINESE_CHECKERS_SOLITAIRE_H
#define COPPICE_GAMES_CHINESE_CHECKERS_SOLITAIRE_H

#include "base/cache.h"
#include "games/chinese_checkers/board.h"

enum {
    SOLITAIRE_PIECES = 6,
    SOLITAIRE_FIELDS = 73,
    SOLITAIRE_NEVER = 255 /* a placement from which the target cannot be filled */
};

struct solitaire {
    struct cop_cached table;
    int fields, pieces;
    /* A player's field, by its code, as he would call it who starts in the north: its place among
     * the fields where his pieces may rest. */
    uint8_t field_of[CHECKERS_PLAYERS][CHECKERS_CODES];
    uint8_t code_of[SOLITAIRE_FIELDS];
    /* choose[k][n] is n over k + 1: the rank of a placement is the sum over its fields, from the
     * lowest, k = 0. */
    uint32_t choose[SOLITAIRE_PIECES][SOLITAIRE_FIELDS];
};

/* How many placements there are on this board; 0 if no table of this kind can have them. */
size_t solitaire_size(const struct checkers_board *board);

/* Takes the table from the cache, or makes it: a few seconds for 14 million placements, a minute
 * for 170 million. */
bool solitaire_open(struct solitaire *solitaire, const struct checkers_board *board,
                    const atomic_bool *stop, struct cop_error *error);
void solitaire_close(struct solitaire *solitaire);

/* The turns that `player` needs with these pieces of his. */
int solitaire_turns(const struct solitaire *solitaire, int player, const uint8_t *pieces);

#endif
