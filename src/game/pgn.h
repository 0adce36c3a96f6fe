/* pgn.h - games in the manner of PGN, for programs that read that: tags, then moves.
 *
 * The form is that of chess files, the moves are our own words (coppice show lists them), so that
 * only readers that take moves as words understand them. White is the player who moves first,
 * whatever the game calls him. Every two moves of the record, those of chance included, have a
 * number. */
#ifndef COPPICE_GAME_PGN_H
#define COPPICE_GAME_PGN_H

#include "coppice/record.h"

/* What a record does not say. */
struct cop_pgn_place {
    int fixture, number; /* from 1; the tag Round has both */
    const char *ending;  /* how the game ended, in words; NULL: not known */
};

/* `place` may be NULL. */
bool cop_record_write_pgn(const struct cop_record *record, const struct cop_game *game,
                          const struct cop_pgn_place *place, struct cop_text *text,
                          struct cop_error *error);

#endif
