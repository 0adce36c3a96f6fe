/* games.h - the games behind an experiment's results, move by move.
 *
 * They are kept in RESULTS/BUDGET/ID.games.txt beside ID.json, one line a game, in the order of the
 * observations there (docs/lab/README.md has the format):
 *
 *     ab d d e c4 c               who sat where, and the moves, those of chance too
 *     ba deal=7381 e3 d6          where the start is dealt at random: the seed of the deal
 *     ab d3 c3 [2 resigned]       where the rules did not end it: which seat lost, and how
 *     ab at=3 d1-d3/a3            where games begin at positions: at which, counted from 1
 *
 * The letters are the entrants of the fixture in their order, one for each seat. Results without
 * such a file are as good as others, but their games cannot be looked at.
 *
 * Games are numbered from 1 through all fixtures of a run. */
#ifndef COPPICE_LAB_GAMES_H
#define COPPICE_LAB_GAMES_H

#include "game/course.h"
#include "lab/run/results.h"
#include "match/match.h"
#include "store/results.h"

/* Adds the line of a game of the plan that was just played, or read from a store. */
bool cop_game_line(const struct cop_match_plan *plan, const struct cop_fixture_result *fixture,
                   const struct cop_game_result *result, struct cop_text *line,
                   struct cop_error *error);

/* Writes the file of games; does nothing if the results have none in memory. */
bool cop_results_save_games(const struct cop_results *results, const char *directory,
                            struct cop_error *error);

/* Reads it into the fixtures of results that were loaded from there. A file that is not there is no
 * error, and leaves them without; one that belongs to other results is. */
bool cop_results_load_games(struct cop_results *results, const char *directory, const char *budget,
                            const char *id, struct cop_error *error);

/* How many games of a run are kept. */
int cop_lab_run_games(const struct cop_lab_run_result *run);

/* A game of a run, played again on a board. */
struct cop_lab_game {
    struct cop_course course;   /* at its end; who played and which game it is are in its record */
    int fixture, place;         /* its place among the fixture's games, from 0 */
    int seats[COP_PLAYERS_MAX]; /* who sat there, as indices into the run's entrants */
};

/* `game` is what run->game names, and outlives it. */
bool cop_lab_game_open(struct cop_lab_game *opened, const struct cop_game *game,
                       const struct cop_results *results, const struct cop_lab_run_result *run,
                       int number, struct cop_error *error);
void cop_lab_game_close(struct cop_lab_game *opened);

/* "Black wins by 16: the board is full", "White resigned". */
void cop_lab_game_result(const struct cop_lab_game *opened, struct cop_text *text);

/* What the entrants of the fixture got in it, in their order, as the observations have it. */
void cop_lab_game_payoffs(const struct cop_lab_game *opened, const struct cop_lab_run_result *run,
                          double *payoffs);

#endif
