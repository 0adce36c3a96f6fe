/* position.h - how a position of Breakthrough lies in words; board.h is what other games share. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_POSITION_H
#define COPPICE_GAMES_BREAKTHROUGH_POSITION_H

#include <assert.h>

#include "board.h"

struct position {
    uint64_t stones[2];
    int64_t turn; /* WHITE, BLACK or COP_OVER */
};
static_assert(sizeof(struct position) == 24, "a position is three words");

static inline const struct board *board_of(const struct cop_game *game)
{
    return game->own;
}

/* text.c */
void breakthrough_write_move(const struct cop_game *game, const void *state, cop_move move,
                             struct cop_text *text);
bool breakthrough_accepts(const struct cop_game *game, const void *state, cop_move move,
                          const char *word);
void breakthrough_write_position(const struct cop_game *game, const void *state,
                                 struct cop_text *text);
bool breakthrough_read_position(const struct cop_game *game, const char *words, void *state,
                                struct cop_error *error);

/* scene.c */
void breakthrough_scene(const struct cop_game *game, const void *state, int viewer,
                        struct cop_scene *scene_out);
int breakthrough_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void breakthrough_prompt(const struct cop_game *game, const void *state, int step,
                         struct cop_text *text);

/* policy.c */
extern const struct cop_policy breakthrough_policies[];

/* knowledge.c */
extern const struct cop_oracle breakthrough_oracles[];
uint64_t breakthrough_mirrored(const struct board *board, uint64_t stones); /* left and right */
cop_move breakthrough_decisive_move(const struct cop_game *game, const void *state);
void breakthrough_turned(const struct cop_game *game, const void *state, int symmetry,
                         void *turned);
cop_move breakthrough_turned_move(const struct cop_game *game, cop_move move, int symmetry);

#endif
