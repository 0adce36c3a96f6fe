/* verdict.h - what a review says of the moves and the players of a game.
 *
 * A move is judged by what its player loses with it: the chance before it less the chance after it.
 * Later positions help earlier ones: whoever could play a move had at least the chance that it
 * led to, so the chance before a move is never less than that after it. Where pieces are hidden,
 * each side judges what it sees and positions of different sides do not compare; and after a move
 * that chance follows nobody has judged. There a move is compared with the best one within one
 * search. Forced moves and those of chance do not count. */
#ifndef COPPICE_SERVE_VERDICT_H
#define COPPICE_SERVE_VERDICT_H

#include "serve/review.h"

enum cop_fault { COP_FAULT_NONE, COP_FAULT_INACCURACY, COP_FAULT_MISTAKE, COP_FAULT_BLUNDER };
extern const char *const cop_fault_names[];

/* What a loss of chance, from 0 to 1, is called. */
enum cop_fault cop_fault_of(double loss);

/* How accurate a move is that loses so much, from 0 to 100: every 0.15 halve it. */
double cop_move_accuracy(double loss);

/* A position as the whole review sees it. */
struct cop_standing {
    bool is_known;
    double chance[COP_PLAYERS_MAX];
    int winner; /* who has won for certain; -1: nobody is known to */
};

/* A move, by its number from 0: the ply of the position before it. */
struct cop_verdict {
    bool counts;
    int player;
    double before, after;
    bool is_at_least; /* it may have cost more */
    bool missed_win;  /* a win was certain before it and is not after it */
    enum cop_fault fault;
};

struct cop_player_verdict {
    int moves;       /* that count */
    double accuracy; /* their mean; NaN without any */
    int faults[COP_FAULT_BLUNDER + 1];
    int missed_wins;
};

struct cop_verdicts {
    int ply;                        /* how many moves */
    struct cop_standing *standings; /* one more than moves */
    struct cop_verdict *moves;
    struct cop_player_verdict players[COP_PLAYERS_MAX];
};

void cop_verdicts_make(struct cop_verdicts *verdicts, struct cop_review *review,
                       const struct cop_course *course);
void cop_verdicts_free(struct cop_verdicts *verdicts);

#endif
