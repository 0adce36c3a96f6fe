/* amazons_records.h - tournament games of the Amazons as data.
 *
 * The games that the program CAMPYA played at the Computer Olympiads of 2007, 2008 and 2009
 * (amazons-play.md 6, with its ids). 2008 game 10 repeats game 4 and is left out. */
#ifndef COPPICE_TESTS_AMAZONS_RECORDS_H
#define COPPICE_TESTS_AMAZONS_RECORDS_H

#include <stdbool.h>

enum { AMAZONS_RECORDS = 31 };

struct amazons_record {
    const char *id;
    double margin; /* the recorded result, White's view with the half point; 0: resigned */
    int plies;
    bool is_stuck;    /* the record ends because the player to move cannot */
    const char *last; /* the last position, where the specification has it, else "" */
    const char *moves;
};

extern const struct amazons_record amazons_records[AMAZONS_RECORDS];

#endif
