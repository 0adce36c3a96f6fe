/* say.h - what the people at the terminal are told. */
#ifndef COPPICE_FRONT_PLAY_SAY_H
#define COPPICE_FRONT_PLAY_SAY_H

#include "front/live.h"
#include "front/play/sitting.h"

void cop_say(const char *words);

/* The board as `viewer` may see it; -1 sees everything. */
void cop_say_board(struct cop_sitting *sitting, int viewer);
/* The same with the cells marked with which the legal moves that begin with `typed` go on. */
void cop_say_marked_board(struct cop_sitting *sitting, int viewer, const char *typed);
void cop_say_move(const struct cop_sitting *sitting, int turn, cop_move move);
void cop_say_secret_move(const struct cop_sitting *sitting, int turn);

/* What a search found, in one line. */
void cop_say_thoughts(const struct cop_sitting *sitting, const struct cop_report *report);

/* The same for somebody who has asked for it, with every move whose value is certain, by the search
 * or without it. */
struct cop_exact;
void cop_say_advice(const struct cop_sitting *sitting, const struct cop_exact *exact,
                    const struct cop_report *report);

/* The same while it searches, redrawn in place on a terminal: fills in `watch`, which `live` and
 * `table` must outlive. cop_live_erase(&live->live) takes the line away. */
struct cop_say_live {
    const struct cop_sitting *sitting;
    struct cop_live live;
    const char *who;
};
void cop_say_live_open(struct cop_say_live *live, const struct cop_sitting *sitting,
                       const char *who, struct cop_watch *watch);

/* In a game with hidden pieces, that there are no secrets any more, if so. */
void cop_say_openness(const struct cop_sitting *sitting);
void cop_say_welcome(const struct cop_sitting *sitting);
/* That there is a move which the board does not suggest. */
void cop_say_swap(const struct cop_sitting *sitting);
/* What may be answered that is nowhere on the board, if there is a choice of it. */
void cop_say_named_moves(const struct cop_sitting *sitting);
void cop_say_result(const struct cop_sitting *sitting);
void cop_say_unfinished(const struct cop_sitting *sitting);

/* Takes everything off the screen and out of what can be scrolled back to. */
void cop_say_nothing_more(void);

#endif
