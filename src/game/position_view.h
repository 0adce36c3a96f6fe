/* position_view.h - a position for people: board, whose turn it is, moves, result in words. */
#ifndef COPPICE_GAME_POSITION_VIEW_H
#define COPPICE_GAME_POSITION_VIEW_H

#include "coppice/game.h"

/* The position that is looked at, who looks, and the move that led to it. */
struct cop_position_view {
    const struct cop_game *game;
    const void *state;
    int viewer;         /* a player, or -1 who sees everything */
    const void *before; /* the state before the last move, or NULL if there was none */
    cop_move last;
    /* The beginning of a move, "" for none: the cells with which legal moves go on are marked, and
     * those that are typed already take the place of the last move. NULL: no marks. */
    const char *typed;
};

/* What the viewer may see, with the cells of the last move if that is no secret. */
void cop_position_scene(const struct cop_position_view *view, struct cop_scene *scene);

/* The board as text, drawn so, with a line that says whose pieces are whose. */
void cop_position_board(const struct cop_position_view *view, const struct cop_drawing *drawing,
                        struct cop_text *text);
void cop_position_svg(const struct cop_position_view *view, struct cop_text *text);

/* The position's line of text; what the viewer does not know is not in it. */
void cop_position_write(const struct cop_position_view *view, struct cop_text *text);

/* The moves whose names begin with `start` in columns, all of them for ""; returns how many. */
int cop_position_moves(const struct cop_game *game, const void *state, const char *start,
                       struct cop_text *text);

/* "Black to move", "Chance to move", or "Over. Black wins by 16: the board is full". */
void cop_position_turn(const struct cop_game *game, const void *state, struct cop_text *text);

/* "Black wins", "A draw", "Red and Blue share the win", "The score is 120"; where the game counts
 * points, with these. The game must be over. */
void cop_result_in_words(const struct cop_game *game, const void *state, struct cop_text *text);

/* The same, and why: "Yellow wins: four in a row". */
void cop_end_in_words(const struct cop_game *game, const void *state, struct cop_text *text);

#endif
