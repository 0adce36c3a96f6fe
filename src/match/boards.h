/* boards.h - starts of a game for one player that people compare their points on.
 *
 * A file has one board a line: a name and the position as the game writes it, as `coppice
 * positions` does, or the spec of a game, which is then named by its place. Blank lines and lines
 * that begin with # are skipped. */
#ifndef COPPICE_MATCH_BOARDS_H
#define COPPICE_MATCH_BOARDS_H

#include "coppice/game.h"

struct cop_board {
    char *name; /* a word */
    const struct cop_game *game;
    void *start;
};

struct cop_boards {
    int count;
    struct cop_board *boards;
    int game_count; /* whose boards they are */
    struct cop_game **games;
};

/* The boards of a file for the game of `spec`; NULL: the start of that game alone, dealt by seed 1.
 * Only games for one player with points and without chance have boards. On failure there is nothing
 * to free. */
bool cop_boards_read(struct cop_boards *boards, const char *spec, const char *path,
                     struct cop_error *error);
/* The same from lines, which are changed; messages name them so. */
bool cop_boards_read_lines(struct cop_boards *boards, const char *spec, const char *name,
                           char *lines, struct cop_error *error);
void cop_boards_free(struct cop_boards *boards);

/* All that decides which boards these are. */
void cop_boards_write(const struct cop_boards *boards, struct cop_text *text);

/* The place of the board with this name, or -1. */
int cop_boards_find(const struct cop_boards *boards, const char *name);

/* Plays a game on a board. It must be one to its end; then it has so many moves and points. */
bool cop_board_play(const struct cop_board *board, const char *moves, int *plies, double *points,
                    struct cop_error *error);

#endif
