/* score.c - the margin of a game, and of one that is stopped (amazons-play.md 1.4, 1.7).
 *
 * A finished game is won by the moves that the winner still has, and half a point, so that a win
 * without any is more than a loss. A game that goes on is counted as tournaments count one that is
 * stopped: each side has the moves of the squares that it alone can reach, a square that both can
 * reach belongs to the side that needs fewer moves to it, and the side to move is half a point
 * behind. Where all is separated the two agree. */
#include "rays.h"

void amazons_closer(amazons_set white, amazons_set black, amazons_set open, amazons_set closer[2])
{
    amazons_set left[2] = {open, open}; /* not yet reached by each side */
    amazons_set front[2] = {white, black};
    struct amazons_rays rays = amazons_rays_of(open);

    closer[0] = closer[1] = 0;
    while ((front[0] | front[1]) != 0) {
        for (int side = 0; side < 2; side++) {
            front[side] = amazons_queen_moves(front[side], &rays) & left[side];
            left[side] &= ~front[side];
        }
        for (int side = 0; side < 2; side++)
            closer[side] |= front[side] & left[1 - side];
    }
}

/* White's lead if the game were stopped, apart from the half point. */
static int stopped_lead(const struct amazons_board *board, const struct amazons_position *position)
{
    amazons_set empty = amazons_empty(board, position);
    amazons_set white = amazons_of(position, AMAZONS_WHITE);
    amazons_set black = amazons_of(position, AMAZONS_BLACK);
    amazons_set to_white = amazons_flood(white, empty | white) & empty;
    amazons_set to_black = amazons_flood(black, empty | black) & empty;
    amazons_set closer[2];

    amazons_closer(white, black, to_white & to_black, closer);
    return amazons_fill(to_white & ~to_black, white) - amazons_fill(to_black & ~to_white, black) +
           amazons_size(closer[AMAZONS_WHITE]) - amazons_size(closer[AMAZONS_BLACK]);
}

double amazons_beside_lead(const struct amazons_board *board,
                           const struct amazons_position *position)
{
    bool black_is_next =
        (position->mover == AMAZONS_BLACK) == (position->landed == AMAZONS_NOWHERE);

    return (black_is_next ? 0.5 : -0.5) - position->passes - board->komi;
}

double amazons_margin(const struct amazons_board *board, const struct amazons_position *position)
{
    int lead;

    if (!position->is_over)
        lead = stopped_lead(board, position);
    else if (position->mover == AMAZONS_BLACK)
        lead = amazons_fill(amazons_empty(board, position), amazons_of(position, AMAZONS_WHITE));
    else
        lead = -amazons_fill(amazons_empty(board, position), amazons_of(position, AMAZONS_BLACK));
    return lead + amazons_beside_lead(board, position);
}
