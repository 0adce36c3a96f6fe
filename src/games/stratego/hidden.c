/* hidden.c - what a player knows, and what he may expect (chance-and-multiplayer.md 1.1.3).
 *
 * Ranks are dealt or chosen before the first move, and nothing but the rules is assumed of how: all
 * ways to give the unrevealed ranks of a side to its unrevealed pieces, such that those that moved
 * can move, are equally likely. A sample draws one of them, and the outcomes of chance in a view
 * are what the same distribution says of one piece. */
#include <string.h>

#include "board.h"

/* Besides the view of one player a state may have unrevealed ranks that are known: one's own. */
uint64_t stratego_pool(const struct stratego *position, int side)
{
    square_set known =
        set_load(position->pieces[side]) & ~set_load(position->revealed) & stratego_known(position);
    uint64_t pool = position->hidden[side];

    for (; known != 0; known &= known - 1)
        pool -= (uint64_t)1 << (4 * stratego_rank_at(position, set_first(known)));
    return pool;
}

static int pool_fixed(uint64_t pool)
{
    return stratego_count(pool, BOMB) + stratego_count(pool, FLAG);
}

/* A piece that has moved can move again; one that has not only if there are more ranks that move
 * than pieces that did. */
square_set stratego_movable_unknown(const struct stratego *position, int side)
{
    square_set unknown = stratego_unknown(position, side);
    square_set moved = unknown & set_load(position->moved);
    int movable = set_count(unknown) - pool_fixed(stratego_pool(position, side));

    return movable > set_count(moved) ? unknown : moved;
}

void stratego_odds(const struct stratego_board *board, const struct stratego *position, int side,
                   int square, bool is_attacker, double probability[RANKS])
{
    square_set unknown = stratego_unknown(position, side);
    uint64_t pool = stratego_pool(position, side);
    int all = set_count(unknown), fixed = pool_fixed(pool), movable = all - fixed;
    int moved = set_count(unknown & set_load(position->moved));
    double of_fixed = 0, of_movable = 0; /* for one piece of such a rank */

    if (is_attacker || words_have(position->moved, square))
        of_movable = 1.0 / movable;
    else if (movable == moved)
        of_fixed = 1.0 / fixed;
    else if (board->has_thesis_model)
        of_fixed = of_movable = 1.0 / all;
    else {
        of_fixed = 1.0 / (all - moved);
        of_movable = (double)(movable - moved) / ((double)movable * (all - moved));
    }
    probability[UNKNOWN] = 0;
    for (int rank = 1; rank < RANKS; rank++)
        probability[rank] =
            stratego_count(pool, rank) * (stratego_is_fixed(rank) ? of_fixed : of_movable);
}

void stratego_outcomes(const struct stratego_board *board, const struct stratego *position,
                       double probability[RANKS])
{
    if (stratego_rank_at(position, position->from) == UNKNOWN)
        stratego_odds(board, position, position->side, position->from, true, probability);
    else
        stratego_odds(board, position, 1 - position->side, position->to, false, probability);
}

void stratego_chances(const struct cop_game *game, const void *state, double *probability)
{
    double of_rank[RANKS];
    int count = 0;

    stratego_outcomes(stratego_board_of(game), state, of_rank);
    for (int rank = 1; rank < RANKS; rank++)
        if (of_rank[rank] > 0)
            probability[count++] = of_rank[rank];
}

/* Also when the game is over: nobody shows what was not revealed. */
void stratego_view(const struct cop_game *game, const void *state, int player, void *seen)
{
    struct stratego *position = seen;
    square_set secret;

    memmove(seen, state, game->state_size);
    secret = set_load(position->pieces[1 - player]) & ~set_load(position->revealed);
    for (int i = 0; i < 4; i++)
        set_store(position->rank_bits[i], set_load(position->rank_bits[i]) & ~secret);
}

void stratego_shuffle(uint64_t counts, uint8_t *ranks, int count, struct cop_rng *rng)
{
    uint8_t all[16 * RANKS];
    int total = 0;

    for (int rank = 1; rank < RANKS; rank++)
        for (int i = 0; i < stratego_count(counts, rank); i++)
            all[total++] = (uint8_t)rank;
    assert(count <= total);
    for (int i = 0; i < count; i++) {
        int at = i + (int)cop_rng_below(rng, (uint32_t)(total - i));

        ranks[i] = all[at];
        all[at] = all[i];
        all[i] = ranks[i];
    }
}

static void give_ranks(struct stratego *position, square_set squares, const uint8_t *ranks)
{
    for (; squares != 0; squares &= squares - 1)
        stratego_set_rank(position, set_first(squares), *ranks++);
}

/* First those that have moved get ranks that can move, then the others get what is left. While a
 * side still places its pieces, more ranks are hidden than pieces stand there. */
static void deal(struct stratego *position, uint64_t pool, square_set unknown, struct cop_rng *rng)
{
    const uint64_t fixed_ranks = (uint64_t)15 << (4 * BOMB) | (uint64_t)15 << (4 * FLAG);
    square_set moved = unknown & set_load(position->moved);
    int count = set_count(moved);
    uint8_t ranks[2 * ARMY_MAX];

    stratego_shuffle(pool & ~fixed_ranks, ranks, count, rng);
    give_ranks(position, moved, ranks);
    for (int i = 0; i < count; i++)
        pool -= (uint64_t)1 << (4 * ranks[i]);
    unknown &= ~moved;
    stratego_shuffle(pool, ranks, set_count(unknown), rng);
    give_ranks(position, unknown, ranks);
}

/* Whoever is to move is known to have a move, so a deal that leaves none is dealt again. There is
 * one that does not: a view counts a side as able to move only if some deal is. */
void stratego_sample(const struct cop_game *game, const void *seen, int player, void *state,
                     struct cop_rng *rng)
{
    const struct stratego_board *board = stratego_board_of(game);
    struct stratego *position = state;

    (void)player;
    memmove(state, seen, game->state_size);
    for (int side = 0; side < 2; side++) {
        square_set unknown = stratego_unknown(position, side);
        uint64_t pool = stratego_pool(position, side);

        if (unknown == 0)
            continue;
        do
            deal(position, pool, unknown, rng);
        while (position->status == PLAY && position->side == side &&
               !stratego_can_move(board, position, side));
    }
}
