/* record.h - a game that was played, and its file format, SGF.
 *
 * A record knows the game's spec, who played, where it started and every move, those of chance too.
 * As SGF: one game tree, FF[4], the game's number in GM where SGF has one, and private properties
 * for the spec (KG[othello(size=6)]) and for the start position if it is not the game's own (KP).
 * Each move is B[], W[] (player 0 and 1), M3[], M4[] ... (player 2, 3, ...) or MC[] (chance), in
 * the game's notation. docs/formats.md has the details. Reading follows the first variation and
 * says in `skipped` how many others it passed over. */
#ifndef COPPICE_RECORD_H
#define COPPICE_RECORD_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cop_record {
    char *game;                            /* canonical spec; writing takes the game's own */
    char *position;                        /* NULL: the game's own start */
    uint64_t seed;                         /* of start(), for games dealt at random */
    char *players[COP_PLAYERS_MAX];        /* names; NULL where unknown */
    char *result, *event, *date, *comment; /* each may be NULL */
    char *
        seen; /* "all": somebody has seen all hidden pieces, and the game goes on openly; or NULL */
    cop_move *moves;
    char **notes; /* a comment for each move, or NULL */
    int move_count, move_room;
    int skipped; /* variations, and further games in the file, not followed when it was read */
};

void cop_record_free(struct cop_record *record);
void cop_record_add(struct cop_record *record, cop_move move, const char *note);

/* The start state of a record. */
bool cop_record_start(const struct cop_record *record, const struct cop_game *game, void *state,
                      struct cop_error *error);

bool cop_record_write_sgf(const struct cop_record *record, const struct cop_game *game,
                          struct cop_text *text, struct cop_error *error);

/* Reads one game into a record whose old content, if any, is already freed. The game named in the
 * file is opened with `open` (cop_game_open, usually) into *game, and the caller closes it. A
 * malformed file is an error "line 3, column 14: ...", and then *game is NULL and the record is
 * empty. */
typedef struct cop_game *cop_game_opener(const char *spec, struct cop_error *error);
bool cop_record_read_sgf(const char *bytes, size_t length, cop_game_opener *open,
                         struct cop_record *record, struct cop_game **game,
                         struct cop_error *error);

#ifdef __cplusplus
}
#endif

#endif
