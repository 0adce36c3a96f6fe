/* policy.c - ways to play Connect Four at random. */
#include "board.h"

static cop_move pick_decisive(const struct cop_game *game, const void *prepared, const void *state,
                              void *notes, struct cop_rng *rng)
{
    const struct position *position = state;
    const struct board *board = board_of(game);
    uint64_t own = own_stones(board, position);
    uint64_t free_cells = landings(board, position);
    uint64_t wins = all_completions(own, board->height) & free_cells;
    uint64_t stops;

    (void)prepared;
    (void)notes;
    if (wins != 0)
        return one_of(board, wins, rng);
    stops = all_completions(own ^ position->all, board->height) & free_cells;
    return one_of(board, stops != 0 ? stops : free_cells, rng);
}

const struct cop_policy connect4_policies[] = {
    {"decisive", "complete a line if possible, else stop the opponent's, else uniform",
     pick_decisive},
    {NULL},
};
