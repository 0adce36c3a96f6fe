/* reference_stratego.c - see reference_stratego.h. */
#include "reference_stratego.h"

#include <stdlib.h>
#include <string.h>

static bool is_same(struct slow_square a, struct slow_square b)
{
    return a.column == b.column && a.row == b.row;
}

static bool is_beside(struct slow_square a, struct slow_square b)
{
    return abs(a.column - b.column) + abs(a.row - b.row) == 1;
}

/* The lakes of every size, as names of squares (docs/games/stratego.md). */
bool slow_stratego_is_lake(int size, struct slow_square square)
{
    const char *lakes = size == 10  ? "c5d5c6d6g5h5g6h6"
                        : size == 8 ? "c4c5f4f5"
                        : size == 6 ? "b3b4e3e4"
                        : size == 5 ? "c3"
                                    : "";

    for (; *lakes != '\0'; lakes += 2)
        if (lakes[0] - 'a' == square.column && lakes[1] - '1' == square.row)
            return true;
    return false;
}

static bool is_land(const struct slow_stratego *game, struct slow_square square)
{
    return square.column >= 0 && square.column < game->size && square.row >= 0 &&
           square.row < game->size && !slow_stratego_is_lake(game->size, square);
}

static int piece_at(const struct slow_stratego *game, struct slow_square square)
{
    return game->at[square.column][square.row];
}

static bool is_mobile(char rank)
{
    return rank != 'B' && rank != 'F';
}

/* chance-and-multiplayer.md 1.1.2, the capture table, rule by rule. */
char slow_stratego_strike(char attacker, char defender)
{
    static const char order[] = "123456789S"; /* the strongest first */

    if (defender == 'F')
        return 'W';
    if (defender == 'B')
        return attacker == '8' ? 'W' : 'L';
    if (attacker == 'S' && defender == '1')
        return 'W';
    if (attacker == defender)
        return '=';
    return strchr(order, attacker) < strchr(order, defender) ? 'W' : 'L';
}

/* ---- The repetition rules ---- */

/* Whether a move crosses the border between a square and the next one, upwards or to the right. */
static bool crosses(const struct slow_move *move, struct slow_square lower, bool is_upright)
{
    struct slow_square upper = {lower.column + !is_upright, lower.row + is_upright};
    struct slow_square at = move->from;

    while (!is_same(at, move->to)) {
        struct slow_square next = at;

        next.column += (move->to.column > at.column) - (move->to.column < at.column);
        next.row += (move->to.row > at.row) - (move->to.row < at.row);
        if ((is_same(at, lower) && is_same(next, upper)) ||
            (is_same(at, upper) && is_same(next, lower)))
            return true;
        at = next;
    }
    return false;
}

/* In how many consecutive turns of its owner, up to now, the piece crossed this border. */
static int crossings(const struct slow_stratego *game, int piece, struct slow_square lower,
                     bool is_upright)
{
    int count = 0;

    for (int ply = game->plies - 2; ply >= 0; ply -= 2) {
        if (game->log[ply].piece != piece || !crosses(&game->log[ply], lower, is_upright))
            break;
        count++;
    }
    return count;
}

static bool breaks_two_squares(const struct slow_stratego *game, const struct slow_move *move)
{
    if (game->two_squares == 0 || game->plies < 2 ||
        game->log[game->plies - 2].piece != move->piece)
        return false;
    for (int column = 0; column < game->size; column++)
        for (int row = 0; row < game->size; row++)
            for (int is_upright = 0; is_upright < 2; is_upright++) {
                struct slow_square lower = {column, row};

                if (crosses(move, lower, is_upright) &&
                    crossings(game, move->piece, lower, is_upright) >= game->two_squares)
                    return true;
            }
    return false;
}

/* Did this ply bring its piece next to an enemy, without an attack? */
static bool is_threat(const struct slow_stratego *game, int ply)
{
    const struct slow_move *move = &game->log[ply];

    if (move->is_attack)
        return false;
    for (int i = 0; i < game->piece_count; i++)
        if (game->pieces[i].side != game->pieces[move->piece].side &&
            is_beside(game->places[ply][i], move->to))
            return true;
    return false;
}

/* Did this ply move a piece away that the ply before came next to? */
static bool is_evasion(const struct slow_stratego *game, int ply)
{
    return !game->log[ply].is_attack && is_beside(game->log[ply].from, game->log[ply - 1].to);
}

/* The ply with which the side to move began to chase, or -1 if it does not chase. */
static int chase_start(const struct slow_stratego *game)
{
    int start = -1;

    for (int ply = game->plies - 1; ply >= 1; ply -= 2) {
        if (!is_evasion(game, ply) || !is_threat(game, ply - 1))
            break;
        start = ply - 1;
    }
    return start;
}

static bool is_placed_as_after(const struct slow_stratego *game, const struct slow_move *move,
                               int ply)
{
    for (int i = 0; i < game->piece_count; i++) {
        struct slow_square at = i == move->piece ? move->to : game->pieces[i].at;

        if (!is_same(at, game->places[ply][i]))
            return false;
    }
    return true;
}

static bool breaks_more_squares(const struct slow_stratego *game, const struct slow_move *move)
{
    int start = chase_start(game);
    bool threatens_an_evader = false;

    if (!game->has_more_squares || start < 0 || move->is_attack)
        return false;
    for (int ply = start + 1; ply < game->plies; ply += 2)
        if (is_beside(game->pieces[game->log[ply].piece].at, move->to))
            threatens_an_evader = true;
    if (!threatens_an_evader)
        return false;
    if (game->log[game->plies - 2].piece == move->piece &&
        is_same(game->log[game->plies - 2].from, move->to))
        return false; /* straight back is always allowed */
    for (int ply = start; ply < game->plies; ply++)
        if (is_placed_as_after(game, move, ply))
            return true;
    return false;
}

/* ---- Moves ---- */

/* What the piece can do on the board, whatever happened before. */
static int steps_of(const struct slow_stratego *game, int piece, struct slow_move *out)
{
    static const int ways[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const struct slow_piece *mover = &game->pieces[piece];
    int count = 0;

    if (!mover->is_alive || !is_mobile(mover->rank))
        return 0;
    for (int way = 0; way < 4; way++) {
        struct slow_square to = mover->at;

        for (int distance = 1; distance == 1 || mover->rank == '9'; distance++) {
            int met;

            to.column += ways[way][0];
            to.row += ways[way][1];
            if (!is_land(game, to))
                break;
            met = piece_at(game, to);
            if (met >= 0 && game->pieces[met].side == mover->side)
                break;
            out[count++] = (struct slow_move){piece, mover->at, to, met >= 0};
            if (met >= 0)
                break;
        }
    }
    return count;
}

static bool can_step(const struct slow_stratego *game, int side)
{
    struct slow_move list[SLOW_MOVES];

    for (int i = 0; i < game->piece_count; i++)
        if (game->pieces[i].side == side && steps_of(game, i, list) > 0)
            return true;
    return false;
}

static void list_moves(struct slow_stratego *game)
{
    game->move_count = game->forbidden[0] = game->forbidden[1] = 0;
    for (int i = 0; i < game->piece_count; i++) {
        struct slow_move list[SLOW_MOVES];
        int listed = game->pieces[i].side == game->turn ? steps_of(game, i, list) : 0;

        for (int j = 0; j < listed; j++) {
            if (breaks_two_squares(game, &list[j]))
                game->forbidden[0]++;
            else if (breaks_more_squares(game, &list[j]))
                game->forbidden[1]++;
            else
                game->moves[game->move_count++] = list[j];
        }
    }
}

/* ---- Play ---- */

static void end(struct slow_stratego *game, double payoff)
{
    game->is_over = true;
    game->payoff = payoff;
    game->move_count = 0;
}

static void look_for_the_end(struct slow_stratego *game)
{
    int loser = game->turn;

    list_moves(game);
    if (game->move_count == 0)
        end(game, !can_step(game, 1 - loser) ? 0.5 : loser == 0 ? 0 : 1);
    else if (game->quiet >= game->quiet_limit || game->plies >= game->length_limit)
        end(game, 0.5);
}

/* Pieces that were taken stand nowhere, so that they are next to nothing. */
static void note_places(struct slow_stratego *game, int ply)
{
    memset(game->at, -1, sizeof game->at);
    for (int i = 0; i < game->piece_count; i++) {
        struct slow_piece *piece = &game->pieces[i];

        if (!piece->is_alive)
            piece->at = (struct slow_square){-9, -9};
        else
            game->at[piece->at.column][piece->at.row] = i;
        game->places[ply][i] = piece->at;
    }
}

void slow_stratego_start(struct slow_stratego *game, int size, const char *white, const char *black)
{
    const char *setups[2] = {white, black};

    game->size = size;
    game->piece_count = game->plies = game->quiet = game->turn = 0;
    game->is_over = false;
    for (int side = 0; side < 2; side++)
        for (int i = 0; setups[side][i] != '\0'; i++) {
            int row = side == 0 ? i / size : size - 1 - i / size;

            game->pieces[game->piece_count++] = (struct slow_piece){
                .side = side, .rank = setups[side][i], .is_alive = true, .at = {i % size, row}};
        }
    note_places(game, 0); /* ply 0 overwrites the places */
    look_for_the_end(game);
}

static void fight(struct slow_stratego *game, int attacker, int defender)
{
    struct slow_piece *one = &game->pieces[attacker], *two = &game->pieces[defender];
    char outcome = slow_stratego_strike(one->rank, two->rank);

    one->is_known = two->is_known = true;
    if (outcome != 'L')
        two->is_alive = false;
    if (outcome != 'W')
        one->is_alive = false;
    else
        one->at = two->at;
    if (two->rank == 'F')
        end(game, one->side == 0 ? 1 : 0);
}

void slow_stratego_play(struct slow_stratego *game, const struct slow_move *move)
{
    struct slow_piece *piece = &game->pieces[move->piece];
    int distance = abs(move->to.column - move->from.column) + abs(move->to.row - move->from.row);

    piece->has_moved = true;
    if (distance > 1)
        piece->is_known = true;
    if (move->is_attack) {
        fight(game, move->piece, piece_at(game, move->to));
        game->quiet = 0;
    } else {
        piece->at = move->to;
        game->quiet++;
    }
    game->log[game->plies] = *move;
    note_places(game, game->plies);
    game->plies++;
    game->turn = 1 - game->turn;
    if (!game->is_over)
        look_for_the_end(game);
}
