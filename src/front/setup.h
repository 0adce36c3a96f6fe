/* setup.h - the position that a command is about: [GAME] --position --moves --sgf --seed.
 *
 * A command that takes these puts COP_SETUP_OPTIONS into its option table. The position is the
 * game's start, or --position, or the end of the game in --sgf; --moves are then played on it.
 *
 * Who writes a position with hidden pieces, or the moves that place them, knows them all, and so
 * does who has the record of a game that was played to its end: such a game is open from the start
 * (`record.seen`). */
#ifndef COPPICE_FRONT_SETUP_H
#define COPPICE_FRONT_SETUP_H

#include "front/command.h"

// clang-format off
#define COP_SETUP_OPTIONS \
    {"position", COP_WORDS, "", .help = "the position to start from, in the game's notation"}, \
    {"moves", COP_WORDS, "", \
     .help = "moves to play on it, such as \"d3 c3\", d3c3 or \"1. d3 2. c3\""}, \
    {"sgf", COP_WORDS, "", \
     .help = "start from the last position in this file; GAME may then be left out"}, \
    {"seed", COP_INTEGER, "0", 0, 0x1p53, .help = "deals the start of a game that begins at random"}
// clang-format on

struct cop_setup {
    struct cop_game *game;
    void *state;
    struct cop_record record; /* how it came about: where it started and the moves since */
};

/* The same in words that need not come from a command line; each may be NULL, and `spec` too if
 * there is an SGF text, whose game it then is. */
struct cop_setup_words {
    const char *spec, *position, *moves;
    const char *sgf;
    size_t sgf_length;
    uint64_t seed;
};

/* False and a message if the words are wrong, and then nothing is left to close. */
bool cop_setup_read(struct cop_setup *setup, const struct cop_setup_words *words,
                    struct cop_error *error);

/* COP_DONE; or COP_USAGE if the words are wrong, COP_FAILED if the file is, with a message and then
 * nothing is left to close. `spec` may be NULL: the game is then the one in --sgf. */
int cop_setup_open(struct cop_setup *setup, const char *spec, const struct cop_settings *options,
                   struct cop_error *error);
/* The start of the game that `spec` names. */
bool cop_setup_start(struct cop_setup *setup, const char *spec, uint64_t seed,
                     struct cop_error *error);
void cop_setup_close(struct cop_setup *setup);

/* A person is going to sit in this seat. Where the record has somebody else there, that side's
 * hidden pieces are seen by one more than they were made for, and the game goes on openly. */
void cop_setup_seat_person(struct cop_setup *setup, int seat);

/* The limits of one search, which must end some day: a list that only says how (threads=2) gets a
 * second; one that says "no limit" (sims=0) and nothing else, or a clock for a whole game, is an
 * error. */
bool cop_search_limits_parse(const char *words, struct cop_limits *limits, struct cop_error *error);

/* A whole file, with a final NUL that `length` does not count; the caller frees it. NULL and a
 * message that names the file if it cannot be read. */
char *cop_file_read(const char *path, size_t *length, struct cop_error *error);

#endif
