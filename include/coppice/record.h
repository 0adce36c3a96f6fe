/* record.h - a game that was played, and its file format, SGF.
 *
 * A record knows the game's spec, who played, where it started and every move, those of chance too.
 * As SGF: one game tree, FF[4], the game's number in GM where SGF has one, and private properties
 * for the spec (KG[othello(size=6)]) and for the start position if it is not the game's own (KP).
 * Each move is B[], W[] (player 0 and 1), M3[], M4[] ... (player 2, 3, ...) or MC[] (chance), in
 * the game's notation. docs/formats.md has the details.
 *
 * A record is a tree: beside the game that was played there are *side lines*, moves that somebody
 * tried at one of its positions, or after other such moves. Positions are numbered as *nodes*: 0 to
 * move_count are those of the game, after so many moves, and each side move has a number of its
 * own, from COP_SIDE_FIRST on, for the position after it. The children of a node are the game's
 * next move, where there is one, and then the side moves tried there, the oldest first; as SGF they
 * are variations in that order. */
#ifndef COPPICE_RECORD_H
#define COPPICE_RECORD_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { COP_SIDE_FIRST = 1 << 24, COP_SIDES_MAX = 4000 };

struct cop_side {
    int node, parent;
    cop_move move;
    int player; /* who makes it, or COP_CHANCE */
    char *word; /* in the game's notation: without the position before it nobody could write it */
    char *note; /* a comment, or NULL */
};

struct cop_record {
    char *game;                            /* canonical spec; writing takes the game's own */
    char *position;                        /* NULL: the game's own start */
    uint64_t seed;                         /* of start(), for games dealt at random */
    char *players[COP_PLAYERS_MAX];        /* who sits there, or sat last; NULL where unknown */
    char *result, *event, *date, *comment; /* each may be NULL */
    char *
        seen; /* "all": somebody has seen all hidden pieces, and the game goes on openly; or NULL */
    cop_move *moves;
    char **notes;  /* a comment for each move, or NULL */
    char **makers; /* who made each move, where it was not the one in `players`; else NULL */
    int move_count, move_room;
    struct cop_side *sides; /* parents before children */
    int side_count, side_room;
    int sides_tried;   /* ever, so that no number is given twice */
    int skipped;       /* further games in the file, and side lines that cannot be played */
    void *reserved[8]; /* for later versions: NULL */
};

void cop_record_free(struct cop_record *record);
void cop_record_add(struct cop_record *record, cop_move move, const char *note);

/* Tries a move at the node `parent`, whose position is `before`; the caller knows it to be legal
 * and not yet there. Its node, or -1 if there are COP_SIDES_MAX already. */
int cop_record_add_side(struct cop_record *record, const struct cop_game *game, const void *before,
                        int parent, cop_move move, const char *note);

/* The side move with that node, or NULL; it stays where it is until one is added or removed. */
const struct cop_side *cop_record_side(const struct cop_record *record, int node);

/* Where a move leads from a node, in the game or a side line; -1 if it was not tried there. */
int cop_record_child(const struct cop_record *record, int node, cop_move move);

/* The node at which the line of `node` leaves the game; a node of the game is its own. */
int cop_record_trunk(const struct cop_record *record, int node);

/* Forgets a side move and all that follow it. */
void cop_record_remove_side(struct cop_record *record, int node);

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

/* The same for whoever reads many records of one game: opening it once is enough. A file that names
 * another game is an error. */
bool cop_record_read_game(const char *bytes, size_t length, const struct cop_game *game,
                          struct cop_record *record, struct cop_error *error);

#ifdef __cplusplus
}
#endif

#endif
