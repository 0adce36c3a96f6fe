/* timing.c - a fifteenth of overtime is kept for what happens between a move and its reading. */
#include "front/gtp/timing.h"

#include <math.h>

#include "match/play.h"

static const double kept = 1.0 / 15;

void cop_gtp_clock_reset(struct cop_gtp_clock *clock)
{
    for (int player = 0; player < COP_PLAYERS_MAX; player++) {
        bool has_main = clock->main > 0 || clock->stones == 0;

        clock->of_player[player].left = has_main ? clock->main : clock->period;
        clock->of_player[player].stones = has_main ? 0 : clock->stones;
    }
}

double cop_gtp_clock_share(const struct cop_gtp_clock *clock, const struct cop_game *game,
                           int plies, int player)
{
    double left = clock->of_player[player].left;
    int stones = clock->of_player[player].stones;
    double share;

    if (stones > 0)
        return fmax(left * (1 - kept) / stones, 0.001);
    share = cop_clock_share(game, plies, left);
    if (clock->stones > 0) /* who runs out of main time still has this for every move */
        share += clock->period * (1 - kept) / clock->stones;
    return share;
}

void cop_gtp_clock_spend(struct cop_gtp_clock *clock, int player, double seconds)
{
    double *left = &clock->of_player[player].left;
    int *stones = &clock->of_player[player].stones;
    bool was_overtime = *stones > 0;

    *left = fmax(*left - seconds, 0);
    if (was_overtime)
        --*stones;
    if (clock->stones > 0 && (was_overtime ? *stones == 0 : *left <= 0)) {
        *left = clock->period;
        *stones = clock->stones;
    }
}
