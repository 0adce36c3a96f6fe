/* script.h - a whole game as a list of things to do, which is played again after a change.
 *
 * A script has the mark of every move (struct cop_marking; of games without marks its code) and the
 * position before each of them, so that a changed game is played again from the change on. What can
 * no longer be done is left out, and where the list has come to its end the policy of playouts goes
 * on to the end of the game. A small change of a good game so leaves most of it as it was. */
#ifndef COPPICE_SEARCH_PUZZLE_SCRIPT_H
#define COPPICE_SEARCH_PUZZLE_SCRIPT_H

#include "search/puzzle/puzzle.h"

struct script {
    const struct cop_game *game;
    int length;
    double total;
    uint64_t *marks;       /* of each move, */
    cop_move *moves;       /* and the moves themselves */
    unsigned char **stops; /* the position before each move and after the last, with its marks */
    unsigned char *block;  /* of all stops */
    cop_move *listed;      /* room for the moves of a position, */
    uint64_t *codes;       /* and their codes */
};

/* Bytes of one script. */
size_t script_bytes(const struct cop_game *game);

/* What is missing for lack of memory is seen by the result; close it in any case. */
bool script_open(struct script *script, const struct cop_game *game);
void script_close(struct script *script);

/* Nothing is played yet, and nothing done after the root. */
void script_begin(struct script *script, const void *root);

static inline const void *script_state(const struct script *script, int at)
{
    return script->stops[at];
}

/* The mark of a legal move in the position before move `at`, and the legal move that a mark stands
 * for there, or COP_NO_MOVE. */
uint64_t script_mark(const struct script *script, int at, cop_move move);
cop_move script_find(const struct script *script, int at, uint64_t mark);

/* Makes a legal move at the end. */
void script_add(struct script *script, cop_move move);

/* Plays `count` marks where they can be played, and then the policy's moves to the end of the game;
 * the first `from` moves are those of `before`, another script of the same game. */
void script_play(struct script *script, const struct script *before, int from,
                 const uint64_t *marks, int count, struct puzzle_walker *walker);

/* Becomes the other one, whose first `from` moves were its own; the other is then of no use but to
 * be played again. */
void script_adopt(struct script *script, struct script *other, int from);

#endif
