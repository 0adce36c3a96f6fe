/* wordless.h - notation for games that only tests play: moves are numbers, positions have no text.
 */
#ifndef COPPICE_TESTS_WORDLESS_H
#define COPPICE_TESTS_WORDLESS_H

#include "coppice/game.h"

static inline void wordless_move(const struct cop_game *game, const void *state, cop_move move,
                                 struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, "%u", (unsigned)move);
}

static inline void wordless_position(const struct cop_game *game, const void *state,
                                     struct cop_text *text)
{
    (void)state;
    cop_text_add(text, "%s", game->name);
}

static inline bool wordless_read(const struct cop_game *game, const char *words, void *state,
                                 struct cop_error *error)
{
    (void)words;
    (void)state;
    return cop_fail(error, "%s has no positions in words", game->name);
}

#endif
