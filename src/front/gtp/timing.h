/* timing.h - time settings of a controller, turned into seconds for one move.
 *
 * Main time is followed by overtime, in which `stones` moves must be made in `period` seconds,
 * again and again. What a controller says with time_left counts more than our own sums. */
#ifndef COPPICE_FRONT_GTP_TIMING_H
#define COPPICE_FRONT_GTP_TIMING_H

#include "coppice/agent.h"

struct cop_gtp_clock {
    bool is_running;     /* else moves take what the limits say */
    double main, period; /* seconds */
    int stones;          /* 0: no overtime */
    struct {
        double left;
        int stones; /* to be made in this time; 0: it is main time */
    } of_player[COP_PLAYERS_MAX];
};

/* A game begins. */
void cop_gtp_clock_reset(struct cop_gtp_clock *clock);

/* Seconds for the player's next move, after so many plies of the game. */
double cop_gtp_clock_share(const struct cop_gtp_clock *clock, const struct cop_game *game,
                           int plies, int player);
void cop_gtp_clock_spend(struct cop_gtp_clock *clock, int player, double seconds);

#endif
