/* setup.h - a game and a position from words: of a command line, of a request, of a file.
 *
 * Who writes a position with hidden pieces, or the moves that place them, knows them all, and so
 * does who has the record of a game that was played to its end: such a game is open from the start
 * (cop_course_lay_open). */
#ifndef COPPICE_MATCH_SETUP_H
#define COPPICE_MATCH_SETUP_H

#include "coppice/coppice.h"
#include "game/course.h"

struct cop_setup {
    struct cop_game *game;
    struct cop_course course; /* how it came about, up to now */
};

/* Each may be NULL, and `spec` too if there is an SGF text, whose game it then is. The position is
 * the game's start, or `position`, or the end of the game in `sgf`; `moves` are then played on it.
 */
struct cop_setup_words {
    cop_game_opener *open; /* NULL: cop_game_open */
    const char *spec, *position, *moves;
    const char *sgf;
    size_t sgf_length;
    uint64_t seed;
};

/* False and a message if the words are wrong, and then nothing is left to close. */
bool cop_setup_read(struct cop_setup *setup, const struct cop_setup_words *words,
                    struct cop_error *error);

/* The steps of that, for whoever must tell their failures apart; cop_setup_close after each that
 * fails. `setup` has a game, or none for a file, and the game then is the file's. */
bool cop_setup_at(struct cop_setup *setup, const char *position, uint64_t seed,
                  struct cop_error *error);
bool cop_setup_load(struct cop_setup *setup, const char *path, struct cop_error *error);
bool cop_setup_play(struct cop_setup *setup, const char *moves, struct cop_error *error);

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

#endif
