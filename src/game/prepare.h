/* prepare.h - what evaluators and oracles make before they can be asked: once for an opened game.
 *
 * Whoever asks first makes it, and whoever asks meanwhile waits. It stays until the game is closed,
 * so that any number of agents share it and opening another one costs nothing. It can take a minute
 * (chance-and-multiplayer.md 1.4.6), so both the making and the waiting end when a flag says so;
 * the next who asks begins again. */
#ifndef COPPICE_GAME_PREPARE_H
#define COPPICE_GAME_PREPARE_H

#include "coppice/game.h"

struct cop_preparations;

struct cop_preparations *cop_preparations_open(void);
void cop_preparations_close(struct cop_preparations *preparations);

/* What `prepare` makes for `row`, an evaluator or an oracle of the game, which names it; NULL if it
 * fails or is stopped (`stop` may be NULL). */
const void *cop_prepared(const struct cop_game *game, const void *row, cop_prepare *prepare,
                         void (*release)(void *prepared), const atomic_bool *stop,
                         struct cop_error *error);

/* The same for what is read from a file, once for each path. */
typedef void *cop_prepare_file(const struct cop_game *game, const char *path,
                               struct cop_error *error);
const void *cop_prepared_file(const struct cop_game *game, const char *path, cop_prepare_file *read,
                              void (*release)(void *prepared), const atomic_bool *stop,
                              struct cop_error *error);

#endif
