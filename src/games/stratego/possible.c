/* possible.c - whether the position that words describe can come up in a game of Stratego, and what
 * follows from it that the words do not say. */
#include "possible.h"

#include <stdlib.h>
#include <string.h>

const char *const stratego_side_names[2] = {"White", "Black"};

/* All ranks of a side, on the board or unknown. */
static uint64_t ranks_of(const struct stratego_reading *reading, int side)
{
    square_set known =
        set_load(reading->position->pieces[side]) & stratego_known(reading->position);
    uint64_t counts = 0;

    for (; known != 0; known &= known - 1) {
        int rank = stratego_rank_at(reading->position, set_first(known));

        if (stratego_count(counts, rank) < 15)
            counts += (uint64_t)1 << (4 * rank);
    }
    return counts;
}

static bool check_army(struct stratego_reading *reading, int side)
{
    uint64_t counts = ranks_of(reading, side);

    for (int rank = 1; rank < RANKS; rank++) {
        int most = stratego_count(reading->board->army, rank);
        int has = stratego_count(counts, rank) + stratego_count(reading->pool[side], rank);

        if (has > most)
            return cop_fail(reading->error, "stratego: %s has %d of the rank %c and began with %d",
                            stratego_side_names[side], has, stratego_signs[rank], most);
    }
    return true;
}

/* What stands outside its home has moved; what cannot move has not. */
static bool check_moved(struct stratego_reading *reading, int side)
{
    struct stratego *position = reading->position;
    square_set own = set_load(position->pieces[side]);
    square_set fixed = set_load(position->rank_bits[3]) & set_load(position->rank_bits[2]) & own;
    square_set moved = set_load(position->moved) | (own & ~reading->board->home[side]);
    square_set wrong = fixed & moved;

    if (wrong != 0)
        return cop_fail(reading->error, "stratego: the %s on %c%d cannot have moved there",
                        stratego_rank_at(position, set_first(wrong)) == FLAG ? "flag" : "bomb",
                        'a' + set_first(wrong) % STRIDE, set_first(wrong) / STRIDE + 1);
    set_store(position->moved, moved);
    return true;
}

static bool check_unknown(struct stratego_reading *reading, int side)
{
    struct stratego *position = reading->position;
    square_set unknown = stratego_unknown(position, side);
    square_set known = set_load(position->pieces[side]) & ~unknown & ~set_load(position->revealed);
    int count = set_count(unknown), moved = set_count(unknown & set_load(position->moved));
    int fixed =
        stratego_count(reading->pool[side], BOMB) + stratego_count(reading->pool[side], FLAG);

    if (count != reading->pool_size[side])
        return cop_fail(reading->error,
                        "stratego: %s has %d unknown pieces, so %s= must list %d ranks",
                        stratego_side_names[side], count, side == WHITE ? "white" : "black", count);
    if ((unknown & set_load(position->revealed)) != 0)
        return cop_fail(reading->error, "stratego: known= lists an unknown piece");
    if (moved > count - fixed)
        return cop_fail(reading->error,
                        "stratego: %d unknown pieces of %s have moved, and only %d of its unknown "
                        "ranks can",
                        moved, stratego_side_names[side], count - fixed);
    position->hidden[side] = reading->pool[side];
    for (; known != 0; known &= known - 1)
        position->hidden[side] += (uint64_t)1 << (4 * stratego_rank_at(position, set_first(known)));
    return true;
}

static bool is_straight_and_clear(const struct stratego_reading *reading, square_set occupied,
                                  int from, int to)
{
    bool is_upright = from % STRIDE == to % STRIDE;
    int change = (is_upright ? STRIDE : 1) * (to > from ? 1 : -1);

    if (!is_upright && from / STRIDE != to / STRIDE)
        return false;
    for (int square = from + change; square != to; square += change)
        if ((reading->board->land & ~occupied & set_of(square)) == 0)
            return false;
    return true;
}

/* Takes the moves back from the board and plays them again, so that the state remembers them as if
 * they had been played. */
static bool replay_chase(struct stratego_reading *reading)
{
    struct stratego *position = reading->position;
    uint64_t now[2][2];
    int length = reading->chase_length;
    bool is_right = length <= position->quiet;

    memcpy(now, position->pieces, sizeof now);
    for (int i = length - 1; i >= 0 && is_right; i--) {
        struct stratego_ply ply = reading->chase[i];
        int side = position->side ^ ((length - i) & 1);
        square_set both;

        is_right = words_have(position->pieces[side], ply.to);
        words_remove(position->pieces[side], ply.to);
        both = set_load(position->pieces[WHITE]) | set_load(position->pieces[BLACK]);
        is_right = is_right && (reading->board->land & ~both & set_of(ply.from)) != 0 &&
                   is_straight_and_clear(reading, both, ply.from, ply.to);
        words_add(position->pieces[side], ply.from);
    }
    for (int i = 0; i < length && is_right; i++) {
        struct stratego_ply ply = reading->chase[i];
        int side = position->side ^ ((length - i) & 1);

        words_remove(position->pieces[side], ply.from);
        words_add(position->pieces[side], ply.to);
        stratego_note_chase(position, side, ply.from, ply.to);
    }
    is_right = is_right && memcmp(now, position->pieces, sizeof now) == 0 &&
               (position->chase_length[0] == length || position->chase_length[1] == length);
    return is_right || cop_fail(reading->error,
                                "stratego: chase= must be the last moves, without attacks, of a "
                                "side that comes next to pieces which then move away; quiet= "
                                "counts them");
}

bool stratego_finish_setup(struct stratego_reading *reading, unsigned seen)
{
    const struct stratego_board *board = reading->board;
    struct stratego *position = reading->position;
    bool is_right = (seen & (seen - 1)) == 0; /* phase= alone */
    int missing = 0;

    for (int side = 0; side < 2; side++) {
        square_set first = 0;
        int count = stratego_piece_count(position, side);

        for (int i = 0; i < count && i < board->army_size; i++)
            first |= set_of(board->order[side][i]);
        is_right = is_right && set_load(position->pieces[side]) == first;
        missing += board->army_size - count;
        position->hidden[side] = board->army;
        if (!check_army(reading, side))
            return false;
    }
    position->status = SETUP;
    return (is_right && missing > 0) ||
           cop_fail(reading->error, "stratego: in the set-up each side fills its home from the "
                                    "back row, column a first, and nothing else has happened");
}

static int count_fields(unsigned seen)
{
    int count = 0;

    for (; seen != 0; seen &= seen - 1)
        count++;
    return count;
}

/* Whole armies in their homes. An army is known or not, but not in part. */
bool stratego_finish_arrangement(struct stratego_reading *reading, unsigned seen)
{
    const struct stratego_board *board = reading->board;
    struct stratego *position = reading->position;
    bool is_right = reading->is_arranged && count_fields(seen) <= 1 + (reading->changes > 0);

    for (int side = 0; side < 2; side++) {
        square_set unknown = stratego_unknown(position, side);

        is_right = is_right && set_load(position->pieces[side]) == board->home[side] &&
                   (unknown == 0 || unknown == board->home[side]);
        position->hidden[side] = board->army;
        if (!check_army(reading, side))
            return false;
    }
    position->status = ARRANGE;
    position->quiet = reading->changes;
    return is_right ||
           cop_fail(reading->error, "stratego: while armies are arranged, phase=arrange, both fill "
                                    "their homes, and nothing but changes= is known besides");
}

/* The game is over if a flag is missing. */
static bool finish_flags(struct stratego_reading *reading)
{
    struct stratego *position = reading->position;

    for (int side = 0; side < 2; side++) {
        int flags = stratego_count(ranks_of(reading, side), FLAG) +
                    stratego_count(reading->pool[side], FLAG);

        if (flags > 0)
            continue;
        if (position->status == OVER || position->side != side)
            return cop_fail(reading->error,
                            "stratego: %s has no flag, so %s has lost; then only %s can be to move",
                            stratego_side_names[side], stratego_side_names[side],
                            stratego_side_names[side]);
        position->status = OVER;
        position->winner = (uint8_t)(1 - side);
    }
    return true;
}

static bool finish_attack(struct stratego_reading *reading, const struct cop_game *game)
{
    struct stratego *position = reading->position;
    cop_move wanted = (cop_move)(reading->attack.from * MOVE_SQUARE + reading->attack.to);
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    int count = moves != NULL ? stratego_moves(game, position, moves) : 0;
    bool is_legal = false;

    for (int i = 0; i < count; i++)
        is_legal = is_legal || moves[i] == wanted;
    free(moves);
    if (is_legal && words_have(position->pieces[1 - position->side], reading->attack.to) &&
        (stratego_rank_at(position, reading->attack.from) == UNKNOWN ||
         stratego_rank_at(position, reading->attack.to) == UNKNOWN)) {
        stratego_play(game, position, wanted);
        return true;
    }
    return cop_fail(reading->error, "stratego: attack= must be a legal attack in which an unknown "
                                    "piece takes part");
}

static bool finish_result(struct stratego_reading *reading)
{
    struct stratego *position = reading->position;
    bool is_view = (stratego_unknown(position, WHITE) | stratego_unknown(position, BLACK)) != 0;

    if (reading->result < 0)
        return true;
    /* A side that may be able to move in a view may have been known to be stuck. */
    if (is_view && position->status == PLAY) {
        position->status = OVER;
        position->winner = (uint8_t)reading->result;
    }
    return (position->status == OVER && position->winner == reading->result) ||
           cop_fail(reading->error, "stratego: result= does not fit the position");
}

/* The last ply was the other side's, so this side's may be one ply further back. */
static bool check_fight(struct stratego_reading *reading, int side)
{
    const struct stratego *position = reading->position;
    int since = side == position->side ? 1 : 0;

    return position->fights[side] == 0 || (position->quiet <= since && position->plies > since) ||
           cop_fail(reading->error,
                    "stratego: %s's last move was no attack if quiet=%d and plies=%d",
                    stratego_side_names[side], position->quiet, position->plies);
}

bool stratego_finish_reading(struct stratego_reading *reading, const struct cop_game *game)
{
    struct stratego *position = reading->position;

    for (int side = 0; side < 2; side++)
        if (!check_army(reading, side) || !check_moved(reading, side) ||
            !check_unknown(reading, side) || !check_fight(reading, side))
            return false;
    if (!replay_chase(reading) || !finish_flags(reading))
        return false;
    if (position->status != OVER)
        stratego_settle(reading->board, position, position->side);
    if (reading->has_attack && !finish_attack(reading, game))
        return false;
    return finish_result(reading);
}
