/* tune_options.h - good values of an agent's options, found by games: `coppice tune options`, and
 * `coppice tune cem`, which is one of its methods with the numbers that were published for it. */
#ifndef COPPICE_FRONT_TUNE_OPTIONS_H
#define COPPICE_FRONT_TUNE_OPTIONS_H

#include "front/command.h"
#include "tune/confirm.h"
#include "tune/idle.h"

extern const struct cop_option cop_tune_options_table[];

/* Plays the games and prints what was found; the exit status, with a message unless it is COP_DONE.
 */
int cop_tune_options(const struct cop_arguments *arguments, const struct cop_game *game,
                     bool is_published, struct cop_error *error);

/* What came out, for people. `is_idle` says of each option whether it did nothing (tune/idle.h);
 * `confirmed` is NULL where nothing was confirmed. */
void cop_tune_write(const struct cop_tuning *tuning, const struct cop_bout *bout,
                    const bool *is_idle, const struct cop_tuned_result *result,
                    struct cop_text *text);
void cop_tune_write_found(const struct cop_space *space, const char *found,
                          const struct cop_confirmed *confirmed, struct cop_text *text);

/* Where each value was after each iteration, as a picture; nothing if there was none. */
void cop_tune_plot(const struct cop_tuning *tuning, const struct cop_tuned_result *result,
                   struct cop_text *text);

#endif
