/* courses.h - what single games looked like, ply by ply.
 *
 * A run of kind "course" is a match of which, beside what its games gave, every ply is looked at. A
 * ply is one decision of a player, or, by turns, all that a player decides until somebody else has
 * to; what chance does before it belongs to it. A course may end where a position comes back, for
 * players who do not know that this is a draw. All of it is read from
 * the record of the game, so that a stored game need not be played again. */
#ifndef COPPICE_LAB_COURSES_H
#define COPPICE_LAB_COURSES_H

#include <jansson.h>

#include "lab/run/results.h"
#include "store/results.h"

/* The variables of a ply; after them come the game's own points of each entrant after the ply, the
 * mean of its seats, and by turns cop_ply_pieces() and cop_ply_taken(). */
enum cop_ply_variable {
    COP_PLY_MOVES,    /* legal moves, or ways to play the whole turn */
    COP_PLY_OUTCOMES, /* of chance before it; 1 where there was none */
    COP_PLY_VARIABLES
};

int cop_ply_width(const struct cop_fixture_result *fixture);
/* By turns: which variable has the pieces on the board before the turn, and which how many fewer
 * there are after it. */
int cop_ply_pieces(const struct cop_fixture_result *fixture);
int cop_ply_taken(const struct cop_fixture_result *fixture);
/* Plies are counted from 1 here and in all measures; the ply must be there. */
double cop_ply_value(const struct cop_fixture_result *fixture, int game, int ply, int variable);

/* Fills in the course of one game from its record. */
bool cop_course_observe(const struct cop_game *game, const struct cop_game_result *result,
                        const struct cop_fixture_result *fixture, struct cop_played *played,
                        struct cop_error *error);
void cop_played_free(struct cop_played *played);

/* One game as an object { "moves": [24, ...], "outcomes": [...], "points of LABEL": [...] }. */
json_t *cop_pack_course(const struct cop_lab_run_result *run,
                        const struct cop_fixture_result *fixture, const struct cop_played *played);
/* The same of all games, with a list for each of them; NULL if courses were not looked at. The
 * other way round; false if it is no such object. */
json_t *cop_pack_courses(const struct cop_lab_run_result *run,
                         const struct cop_fixture_result *fixture);
bool cop_unpack_courses(const json_t *json, const struct cop_lab_run_result *run,
                        struct cop_fixture_result *fixture, int count);

#endif
