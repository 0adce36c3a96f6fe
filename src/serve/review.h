/* review.h - every decision of a game judged by one engine within one limit, the last one first.
 *
 * A review belongs to a table and is kept with it. It holds what the engine said of positions and
 * nothing that follows from it (verdict.h), so that a change of the game costs only what it
 * changes. Its searches wait in the queue of all searches, behind those that somebody waits for.
 * All with the house's lock held. */
#ifndef COPPICE_SERVE_REVIEW_H
#define COPPICE_SERVE_REVIEW_H

#include "serve/house.h"

enum { COP_REVIEW_LINE = 12 };

/* What the engine found at a ply where somebody had a choice, and whether somebody had. */
struct cop_judgement {
    enum { COP_CHOICE_UNKNOWN, COP_CHOICE_NONE, COP_CHOICE_SOME } choice; /* looked up once */
    bool is_made;
    double chance[COP_PLAYERS_MAX]; /* from 0 (lost) to 1 (won) */
    enum cop_proof proof;           /* for the player to move */
    char words[40];                 /* what is certain: "wins in 11"; "" where nothing is */
    int line_length;
    cop_move line[COP_REVIEW_LINE]; /* begins with the best move */

    /* The move that was played there when the engine looked, and what it thought of that; a chance
     * of NaN: nothing. A bound is no less than what the move is worth. */
    cop_move played;
    double best_chance, played_chance;
    enum cop_proof played_proof;
    bool played_is_bound;
};

struct cop_review {
    struct cop_seat engine;
    bool is_running;
    char failure[200];               /* why it has stopped by itself; "" otherwise */
    struct cop_judgement *positions; /* by ply */
    int room;
};

/* Can the table's game be reviewed? If not, a message says why. */
bool cop_review_fits(const struct cop_table *table, struct cop_error *error);

/* Must the engine value several moves of a position? So it is where the next position cannot tell
 * what a move was worth. */
bool cop_review_compares_moves(const struct cop_game *game);

/* Takes the engine over. What the same engine has judged within the same limit stays. */
void cop_review_begin(struct cop_table *table, struct cop_seat *engine);
void cop_review_stop(struct cop_table *table);

/* Another move than the one that is known is about to be played at `ply`. */
void cop_review_cut(struct cop_table *table, int ply);

/* Asks the engine for the next position, unless it is thinking; called after every change. */
void cop_review_go_on(struct cop_table *table);

/* Called by a search that is still the review's, at its end. */
void cop_review_finish(struct cop_table *table, const struct cop_report *report,
                       const struct cop_error *failure);

/* How many positions are judged, of how many. */
struct cop_review_count {
    int judged, positions;
};
struct cop_review_count cop_review_count(const struct cop_table *table);

/* Has the player to move at this ply more than one move? */
bool cop_review_is_choice(struct cop_review *review, const struct cop_course *course, int ply);

/* The judgement of a ply that still says all that is asked of it; NULL: none. */
const struct cop_judgement *cop_review_at(const struct cop_review *review,
                                          const struct cop_course *course, int ply);

/* An empty one, and room in it for a judgement. */
struct cop_review *cop_review_new(void);
struct cop_judgement *cop_review_place(struct cop_review *review, int ply);
void cop_review_free(struct cop_review *review);

#endif
