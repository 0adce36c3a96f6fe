/* setup_options.h - the position that a command is about: [GAME] --position --moves --sgf --seed.
 *
 * A command that takes these puts COP_SETUP_OPTIONS into its option table. The position is the
 * game's start, or --position, or the end of the game in --sgf; --moves are then played on it. */
#ifndef COPPICE_FRONT_SETUP_OPTIONS_H
#define COPPICE_FRONT_SETUP_OPTIONS_H

#include "front/command.h"
#include "match/setup.h"

// clang-format off
#define COP_SETUP_OPTIONS \
    {"position", COP_WORDS, "", .help = "the position to start from, in the game's notation"}, \
    {"moves", COP_WORDS, "", \
     .help = "moves to play on it, such as \"d3 c3\", d3c3 or \"1. d3 2. c3\""}, \
    {"sgf", COP_WORDS, "", \
     .help = "start from the last position in this file; GAME may then be left out"}, \
    {"seed", COP_INTEGER, "0", 0, 0x1p53, .help = "deals the start of a game that begins at random"}
// clang-format on

/* COP_DONE; or COP_USAGE if the words are wrong, COP_FAILED if the file is, with a message and then
 * nothing is left to close. `spec` may be NULL: the game is then the one in --sgf. */
int cop_setup_open(struct cop_setup *setup, const char *spec, const struct cop_settings *options,
                   struct cop_error *error);

/* Says on standard error which files of the game's databases cannot be used: a search goes on
 * without them, and whoever waits for it should know. */
void cop_setup_warn(const struct cop_game *game);

/* Says on standard error which of the options that somebody gave change nothing here
 * (agent/notes.h). */
void cop_say_notes(const struct cop_game *game, const char *spec, const struct cop_limits *limits);

/* The spec with what is proposed to people for options that it does not give; the caller's to free.
 * A spec that cannot be opened stays as it is. */
char *cop_spec_for_people(const char *spec);

#endif
