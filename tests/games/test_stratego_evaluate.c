/* test_stratego_evaluate.c - Stratego's evaluators and ordering (chance-and-multiplayer.md 1.1.6,
 * 2.1), against a slow version that reads the position's text. */
#include "stratego_check.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greedy.h"

/* ---- A slow version ---- */

enum { PIECES = 80, SIGNS = 14 };

static const char letters[] = "?MGCJPLTNSY-BF", signs[] = "?123456789S-BF";
static const int table[SIGNS] = {0, 400, 300, 175, 140, 100, 50, 20, 100, 10, 100, 0, 75, 1000};
enum { MARSHAL = 1, MINER = 8, SPY = 10, BOMB = 12, FLAG = 13 };

struct piece {
    int side, rank, column, row; /* rank 0 is unknown */
    bool is_revealed, has_moved;
};

struct slow {
    struct piece pieces[PIECES];
    int count, size, mover, quiet;
    bool is_land[10][10];
    int pool[2][SIGNS];     /* unknown ranks */
    double worth[2][SIGNS]; /* of each side's pieces */
};

static struct piece *piece_at(struct slow *slow, int column, int row)
{
    for (int i = 0; i < slow->count; i++)
        if (slow->pieces[i].column == column && slow->pieces[i].row == row)
            return &slow->pieces[i];
    return NULL;
}

/* "3u=4T/..." from the top row */
static const char *read_rows(struct slow *slow, const char *text)
{
    int column = 0, row = slow->size - 1;

    for (; *text != ' '; text++) {
        if (*text == '/') {
            column = 0;
            row--;
        } else if (isdigit((unsigned char)*text)) {
            int run = (int)strtol(text, NULL, 10);

            text += run == 10;
            for (; run > 0; run--)
                slow->is_land[row][column++] = true;
        } else {
            char letter = (char)toupper((unsigned char)*text);

            slow->is_land[row][column] = letter != '=';
            if (letter != '=')
                slow->pieces[slow->count++] = (struct piece){
                    .side = islower((unsigned char)*text) ? BLACK : WHITE,
                    .rank = letter == 'U' ? 0 : (int)(strchr(letters, letter) - letters),
                    .column = column,
                    .row = row};
            column++;
        }
    }
    return text;
}

static void mark_squares(struct slow *slow, const char *text, const char *name, bool is_moved)
{
    const char *at = strstr(text, name);

    if (at == NULL)
        return;
    for (at += strlen(name); *at != ' ' && *at != '\0';) {
        int column = *at++ - 'a';
        char *end;
        struct piece *piece = piece_at(slow, column, (int)strtol(at, &end, 10) - 1);

        at = end;
        *(is_moved ? &piece->has_moved : &piece->is_revealed) = true;
    }
}

static int count_left(const struct slow *slow, int side, int rank)
{
    int count = slow->pool[side][rank];

    for (int i = 0; i < slow->count; i++)
        count += slow->pieces[i].side == side && slow->pieces[i].rank == rank;
    return count;
}

static bool is_bomb_or_outside(struct slow *slow, int column, int row, int side)
{
    const struct piece *piece;

    if (column < 0 || row < 0 || column >= slow->size || row >= slow->size ||
        !slow->is_land[row][column])
        return true;
    piece = piece_at(slow, column, row);
    return piece != NULL && piece->side == side && piece->rank == BOMB && piece->is_revealed;
}

/* The flag can be only one piece, and one can step next to it. */
static bool is_flag_open(struct slow *slow, int side)
{
    const struct piece *flag = NULL;
    int candidates = 0;

    for (int i = 0; i < slow->count; i++) {
        const struct piece *piece = &slow->pieces[i];

        if (piece->side == side && !piece->is_revealed && !piece->has_moved) {
            flag = piece;
            candidates++;
        }
    }
    return candidates == 1 && !(is_bomb_or_outside(slow, flag->column - 1, flag->row, side) &&
                                is_bomb_or_outside(slow, flag->column + 1, flag->row, side) &&
                                is_bomb_or_outside(slow, flag->column, flag->row - 1, side) &&
                                is_bomb_or_outside(slow, flag->column, flag->row + 1, side));
}

static struct slow slow_of(const struct cop_game *game, const struct state *state, int size)
{
    struct slow slow = {.size = size};
    char *text = text_of(game, state);
    const char *rest = read_rows(&slow, text), *at;

    slow.mover = rest[1] == 'w' ? WHITE : BLACK;
    mark_squares(&slow, rest, " known=", false);
    mark_squares(&slow, rest, " moved=", true);
    at = strstr(rest, " quiet=");
    slow.quiet = at != NULL ? (int)strtol(at + 7, NULL, 10) : 0;
    for (int side = 0; side < 2; side++) {
        at = strstr(rest, side == WHITE ? " white=" : " black=");
        for (at = at != NULL ? at + 7 : ""; *at != '\0' && *at != ' '; at++)
            slow.pool[side][strchr(signs, *at) - signs]++;
    }
    for (int side = 0; side < 2; side++) {
        int miners = count_left(&slow, side, MINER);

        for (int rank = 0; rank < SIGNS; rank++)
            slow.worth[side][rank] = table[rank];
        if (count_left(&slow, 1 - side, MARSHAL) == 0)
            slow.worth[side][SPY] = 10;
        if (count_left(&slow, 1 - side, BOMB) == 0 || is_flag_open(&slow, 1 - side))
            slow.worth[side][MINER] = 10;
        else
            slow.worth[side][MINER] = miners >= 3 ? 100 : miners == 2 ? 150 : 200;
    }
    free(text);
    return slow;
}

static double slow_material(const struct slow *slow, const double worth[2][SIGNS])
{
    double sum[2] = {0, 0};

    for (int side = 0; side < 2; side++)
        for (int rank = 1; rank < FLAG; rank++)
            sum[side] += 1.3 * slow->pool[side][rank] * worth[side][rank];
    for (int i = 0; i < slow->count; i++) {
        const struct piece *piece = &slow->pieces[i];

        if (piece->rank != 0 && piece->rank != FLAG)
            sum[piece->side] += worth[piece->side][piece->rank] * (piece->is_revealed ? 1 : 1.3);
    }
    return sum[WHITE] - sum[BLACK];
}

static bool may_be_flag(const struct slow *slow, const struct piece *piece, int stage)
{
    int back = piece->side == WHITE ? piece->row : slow->size - 1 - piece->row;

    if (stage == 0)
        return piece->rank == FLAG;
    return piece->rank == 0 && !piece->has_moved && (stage == 2 || back < 2);
}

static double can_move(const struct slow *slow, const struct piece *piece)
{
    const int *pool = slow->pool[piece->side];
    int unmoved = 0;

    if (piece->rank != 0)
        return piece->rank != BOMB && piece->rank != FLAG;
    if (piece->has_moved)
        return 1;
    for (int i = 0; i < slow->count; i++)
        unmoved += slow->pieces[i].side == piece->side && slow->pieces[i].rank == 0 &&
                   !slow->pieces[i].has_moved;
    return (double)(unmoved - pool[BOMB] - pool[FLAG]) / unmoved;
}

/* 50 (1 - d / 18) 0.2 for each piece that can move, on the largest board. */
static double slow_squares(const struct slow *slow, int side)
{
    double sum = 0;

    for (int stage = 0; stage < 3; stage++) {
        int flags = 0;

        for (int f = 0; f < slow->count; f++) {
            const struct piece *flag = &slow->pieces[f];

            if (flag->side == side || !may_be_flag(slow, flag, stage))
                continue;
            flags++;
            for (int i = 0; i < slow->count; i++) {
                const struct piece *piece = &slow->pieces[i];
                int away = abs(piece->column - flag->column) + abs(piece->row - flag->row);

                if (piece->side == side)
                    sum += can_move(slow, piece) * 50 * 0.2 *
                           (1 - (double)away / (2 * (slow->size - 1)));
            }
        }
        if (flags > 0)
            return sum / flags;
    }
    return 0;
}

static int count_unknown(const struct slow *slow, int side)
{
    int count = 0;

    for (int i = 0; i < slow->count; i++)
        count += slow->pieces[i].side == side && slow->pieces[i].rank == 0;
    return count;
}

static double slow_static(const struct slow *slow)
{
    int pairs = slow->quiet / 2;
    double value =
        slow_material(slow, slow->worth) + slow_squares(slow, WHITE) - slow_squares(slow, BLACK);

    if (count_unknown(slow, BLACK) > 0 && count_unknown(slow, WHITE) == 0)
        value -= pairs;
    if (count_unknown(slow, WHITE) > 0 && count_unknown(slow, BLACK) == 0)
        value += pairs;
    return value;
}

/* What an attack changes for the side that makes it: it is played, and ranks are named. */
static double slow_gain(const struct cop_game *game, const struct slow *before, int side,
                        const struct state *state)
{
    double probability[MOVES_ROOM], sum = 0;
    cop_move outcomes[MOVES_ROOM];
    struct slow after;

    if (game->rules->turn(game, state) != COP_CHANCE) {
        after = slow_of(game, state, before->size);
        sum = slow_material(&after, before->worth) - slow_material(before, before->worth);
        if (count_left(&after, 1 - side, FLAG) == 0)
            sum += side == WHITE ? 1000 : -1000;
        return side == WHITE ? sum : -sum;
    }
    game->rules->chances(game, state, probability);
    for (int i = 0, count = legal_moves(game, state, outcomes); i < count; i++) {
        struct state next = *state;

        game->rules->play(game, &next, outcomes[i]);
        sum += probability[i] * slow_gain(game, before, side, &next);
    }
    return sum;
}

struct attack {
    int from, to;
    double gain;
};

static int slow_attacks(const struct cop_game *game, struct slow *slow, const struct state *state,
                        int side, struct attack *out)
{
    cop_move moves[MOVES_ROOM];
    int count = legal_moves(game, state, moves), attacks = 0;

    for (int i = 0; i < count; i++) {
        int from = (int)(moves[i] / 128), to = (int)(moves[i] % 128);
        struct state next = *state;

        if (piece_at(slow, to % 11, to / 11) == NULL)
            continue;
        game->rules->play(game, &next, moves[i]);
        out[attacks++] = (struct attack){from, to, slow_gain(game, slow, side, &next)};
    }
    return attacks;
}

/* max(G - T1', -T2); of equally good attacks the one with the smallest T1'. */
static double slow_calm(const struct cop_game *game, struct slow *slow, const struct state *state)
{
    struct attack own[MOVES_ROOM], other[MOVES_ROOM];
    int own_count = slow_attacks(game, slow, state, slow->mover, own), other_count = 0;
    double most = 0, second = 0, calm;
    struct state turned = *state;
    int first = -1;

    game->rules->give_turn(game, &turned, 1 - slow->mover);
    if (game->rules->turn(game, &turned) != COP_OVER)
        other_count = slow_attacks(game, slow, &turned, 1 - slow->mover, other);
    for (int i = 0; i < other_count; i++)
        if (first < 0 || other[i].gain > other[first].gain)
            first = i;
    for (int i = 0; i < other_count; i++)
        second = i != first ? fmax(second, other[i].gain) : second;
    for (int i = 0; i < own_count; i++)
        most = fmax(most, own[i].gain);
    calm = -second;
    for (int i = 0; i < own_count; i++) {
        double answer = 0;

        if (most < 1e-9 || own[i].gain < most - 1e-9)
            continue;
        for (int j = 0; j < other_count; j++)
            if (other[j].from != own[i].to && other[j].to != own[i].from)
                answer = fmax(answer, other[j].gain);
        calm = fmax(calm, most - answer);
    }
    return slow->mover == WHITE ? calm : -calm;
}

/* ---- Against it ---- */

static double value_of(const struct cop_game *game, const char *name, const struct state *state)
{
    double of_player[2];

    evaluator_of(game, name)->evaluate(game, NULL, state, of_player);
    assert_true(of_player[WHITE] == -of_player[BLACK]);
    return of_player[WHITE];
}

static void assert_ratings(const struct cop_game *game, struct slow *slow,
                           const struct state *state)
{
    struct attack attacks[MOVES_ROOM] = {{0}};
    cop_move moves[MOVES_ROOM];
    float rating[MOVES_ROOM];
    int count = legal_moves(game, state, moves), at = 0;

    slow_attacks(game, slow, state, slow->mover, attacks);
    ordering_of(game, "gains")->rate(game, state, moves, count, rating);
    for (int i = 0; i < count; i++) {
        int to = (int)(moves[i] % 128);
        double gain;

        if (piece_at(slow, to % 11, to / 11) == NULL) {
            assert_true(fabs((double)rating[i]) < 4000);
            continue;
        }
        gain = attacks[at++].gain;
        if (fabs(gain) > 1e-9)
            assert_true(fabs((double)rating[i] - (gain > 0 ? gain + 4000 : gain - 4000)) < 1e-2);
        else
            assert_true(fabs((double)rating[i]) > 3999);
    }
}

static void compare_with_slow(const struct cop_game *game, const struct state *state, int size)
{
    struct slow slow = slow_of(game, state, size);
    double expected = slow_static(&slow);
    double calm = expected + slow_calm(game, &slow, state);

    if (fabs(value_of(game, "material", state) - expected) > 1e-6)
        fail_msg("%s: %g, not %g", text_of(game, state), value_of(game, "material", state),
                 expected);
    if (fabs(value_of(game, "calm", state) - calm) > 1e-6)
        fail_msg("%s: calm %g, not %g", text_of(game, state), value_of(game, "calm", state), calm);
    assert_ratings(game, &slow, state);
}

/* True states, both views, and what views lead to; nothing is forbidden for being repeated, as the
 * evaluators do not ask. */
static void stratego_values_agree_with_a_slow_version(void **context)
{
    static const struct {
        const char *spec;
        int size, games;
    } rows[] = {
        {"stratego(size=4, two_squares=0, more_squares=off)", 4, 60},
        {"stratego(size=5, two_squares=0, more_squares=off)", 5, 30},
        {"stratego(size=6, two_squares=0, more_squares=off, model=thesis)", 6, 20},
        {"stratego(two_squares=0, more_squares=off)", 10, 3},
    };
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 7);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = open_stratego(rows[i].spec);

        for (int round = 0; round < (is_slow_build() ? 2 : rows[i].games); round++) {
            struct state state = start_of(game, (uint64_t)round);
            cop_move moves[MOVES_ROOM];

            while (game->rules->turn(game, &state) != COP_OVER) {
                if (game->rules->turn(game, &state) != COP_CHANCE && cop_rng_below(&rng, 8) == 0)
                    compare_with_slow(game, &state, rows[i].size);
                /* Now and then the game goes on in one player's head. */
                if (cop_rng_below(&rng, 20) == 0 && game->rules->turn(game, &state) >= 0)
                    state = view_of(game, &state, (int)cop_rng_below(&rng, 2));
                game->rules->play(game, &state, cop_random_move(game, &state, &rng, moves));
            }
        }
        cop_game_close(game);
    }
}

/* ---- Positions by hand ---- */

static void assert_value(const char *spec, const char *name, const char *position, double white)
{
    struct cop_game *game = open_stratego(spec);
    struct state state = position_of(game, position);

    if (fabs(value_of(game, name, &state) - white) > 1e-9)
        fail_msg("%s: %s says %g and not %g", position, name, value_of(game, name, &state), white);
    cop_game_close(game);
}

/* All pieces known, so that only the table counts; the squares are equal. */
static void stratego_material_is_that_of_the_table(void **context)
{
    (void)context;
    /* A general each, and White's lieutenant on the flag's side of nowhere: 50 and its squares. */
    assert_value("stratego", "material", "f9/10/10/g9/2==2==2/2==2==2/G9/10/10/F9 w known=a4a7", 0);
    /* Unknown to the enemy: three tenths more. */
    assert_value("stratego", "material", "f9/10/10/g9/2==2==2/2==2==2/G9/10/10/F9 w known=a7", 90);
    /* A spy is worth 100 while there is a marshal, else 10: distance 9 each way, 5 points. */
    assert_value("stratego", "material", "f9/10/10/m9/2==2==2/2==2==2/Y9/10/10/F9 w known=a4a7",
                 100 - 400);
    assert_value("stratego", "material", "f9/10/10/g9/2==2==2/2==2==2/Y9/10/10/F9 w known=a4a7",
                 10 - 300);
}

/* Idle without bombs, and the rarer the dearer with them. The flag on a10 is the only piece that
 * has not moved and is not known; bombs on a9 and b10 enclose it. A bomb is worth 75. */
static void stratego_miners_depend_on_bombs(void **context)
{
    (void)context;
    assert_value("stratego", "material", "f9/10/10/n9/2==2==2/2==2==2/N9/10/10/F9 w known=a4a7", 0);
    assert_value("stratego", "material",
                 "fb8/b9/10/t9/2==2==2/2==2==2/N9/10/10/F9 w known=a4a7b10a9", 200 - 20 - 150);
    assert_value("stratego", "material", "fb8/10/10/t9/2==2==2/2==2==2/N9/10/10/F9 w known=a4a7b10",
                 10 - 20 - 75);
    /* Two miners at a distance of 6 and 7 against one sergeant at 6. */
    assert_value("stratego", "material",
                 "fb8/b9/10/t9/2==2==2/2==2==2/NN8/10/10/F9 w known=a4b4a7b10a9",
                 2 * 150 - 20 - 150 + 10 * (1 - 7 / 18.0));
}

/* White's view: the flag is d10 or e10, as f8 is not on the back rows, and White's sergeant is 11
 * and 12 away. The three black pieces are flag, bomb and captain in any order, so a third of each
 * can move; they are 12, 13 and 12 away from a1. */
static void stratego_unknown_flags_are_averaged(void **context)
{
    double white = 20 * 1.3 + 10 * (1 - 11.5 / 18);
    double black = (75 + 100) * 1.3 + 10 * (1 - (12 + 13 + 12) / 3.0 / 18);

    (void)context;
    assert_value("stratego", "material", "3uu5/10/5u4/10/2==2==2/2==2==2/10/10/10/FT8 w black=FB5",
                 white - black);
}

static void stratego_quiet_plies_cost_the_viewer(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    const char *views[] = {"uu8/10/10/10/2==2==2/2==2==2/10/10/10/FT8 w black=F7",
                           "ft8/10/10/10/2==2==2/2==2==2/10/10/10/UU8 b white=F7"};

    (void)context;
    for (int viewer = 0; viewer < 2; viewer++) {
        struct state fresh = position_of(game, views[viewer]), later;
        char position[200];

        for (int pairs = 0; pairs <= 20; pairs += 5) {
            double cost = viewer == WHITE ? pairs : -pairs;

            snprintf(position, sizeof position, "%s quiet=%d plies=50", views[viewer],
                     2 * pairs + 1);
            later = position_of(game, position);
            assert_true(fabs(value_of(game, "material", &fresh) -
                             value_of(game, "material", &later) - cost) < 1e-9);
        }
    }
    cop_game_close(game);
}

/* The difference that calming down makes for White. */
static void assert_calm(const char *position, double white)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, position);
    double found = value_of(game, "calm", &state) - value_of(game, "material", &state);

    if (fabs(found - white) > 1e-9)
        fail_msg("%s: %g and not %g", position, found, white);
    cop_game_close(game);
}

/* Everything is known. White's colonel beside a major takes it; a second colonel of White, who is
 * attacked by the general, can be taken then, or the major is left alone and it moves away. */
static void stratego_calm_values_take_and_parry(void **context)
{
    (void)context;
    assert_calm("f9/10/10/10/2==2==2/2==2==2/10/2Cj6/10/F9 w known=c3d3", 140);
    assert_calm("f9/10/10/10/2==2==2/2==2==2/10/2Cj6/10/F9 b known=c3d3", 0);
    assert_calm("f9/10/10/10/2==2==2/2==2==2/10/2Cj3Cg1/10/F9 w known=c3d3h3i3", 0);
    assert_calm("f9/10/10/10/2==2==2/2==2==2/10/2Cj3Cg1/10/F9 b known=c3d3h3i3", -(175 - 140));
    /* Two threats: one is parried, the smaller carried out. */
    assert_calm("f9/10/10/10/2==2==2/2==2==2/10/2Pg3Cm1/10/F9 w known=c3d3h3i3", -100);
    /* The scout sees the flag along the row. */
    assert_calm("S8f/10/10/10/2==2==2/2==2==2/10/10/10/F9 w known=a10", 1000);
    /* An unknown piece, unmoved: captain, bomb or flag. The major, known, takes a captain of 130,
     * falls to a bomb that shows itself, and wins by the flag. */
    assert_calm("uuu7/J9/10/10/2==2==2/2==2==2/10/10/10/F9 w known=a9 black=FB5",
                (130 + (75 * 0.3 - 140) + 1000) / 3);
}

/* ---- Symmetry, and what is hidden ---- */

/* The same game on the board upside down, Black having White's army and beginning. */
static void stratego_colours_are_alike(void **context)
{
    struct cop_game *game = open_stratego(fig57);
    struct cop_game *turned =
        open_stratego("stratego(black=FB84B7B898B7S18B374559896952B99673964569"
                      ", white=48BFB86983672B79S1B73B5468B8995969959475)");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 3);
    for (int round = 0; round < (is_slow_build() ? 1 : 10); round++) {
        struct state state = start_of(game, 1), other = start_of(turned, 1);

        turned->rules->give_turn(turned, &other, BLACK);
        for (int ply = 0; ply < 400 && game->rules->turn(game, &state) != COP_OVER; ply++) {
            cop_move moves[MOVES_ROOM];
            cop_move move = cop_random_move(game, &state, &rng, moves);
            int from = (int)(move / 128), to = (int)(move % 128);
            struct state seen = view_of(game, &state, ply % 2);
            struct state other_seen = view_of(turned, &other, 1 - ply % 2);

            assert_true(value_of(game, "calm", &state) == -value_of(turned, "calm", &other));
            assert_true(
                fabs(value_of(game, "calm", &seen) + value_of(turned, "calm", &other_seen)) < 1e-9);
            game->rules->play(game, &state, move);
            from = (9 - from / 11) * 11 + from % 11;
            to = (9 - to / 11) * 11 + to % 11;
            turned->rules->play(turned, &other, (cop_move)(from * 128 + to));
        }
    }
    cop_game_close(turned);
    cop_game_close(game);
}

/* A view tells the same, whatever it hides; and material is public, so that a sample, with flags
 * and bombs elsewhere, differs only in what the squares are worth: ten points a piece. */
static void stratego_values_tell_nothing_hidden(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=6)");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 13);
    for (int round = 0; round < (is_slow_build() ? 20 : 200); round++) {
        struct state state = start_of(game, (uint64_t)round);
        cop_move moves[MOVES_ROOM];

        game->rules->playout(game, &state, &rng, (int)cop_rng_below(&rng, 60));
        if (game->rules->turn(game, &state) == COP_OVER)
            continue;
        for (int player = 0; player < 2; player++) {
            struct state seen = view_of(game, &state, player), sample = seen, again;
            int count = legal_moves(game, &seen, moves);
            float rating[2][MOVES_ROOM];

            game->rules->sample(game, &seen, player, &sample, &rng);
            again = view_of(game, &sample, player);
            for (int i = 0; i < 2; i++) {
                const char *name = game->rules->evaluators[i].name;

                assert_true(value_of(game, name, &seen) == value_of(game, name, &again));
            }
            ordering_of(game, "gains")->rate(game, &seen, moves, count, rating[0]);
            ordering_of(game, "gains")->rate(game, &again, moves, count, rating[1]);
            assert_memory_equal(rating[0], rating[1], (size_t)count * sizeof rating[0][0]);
            assert_true(fabs(value_of(game, "material", &sample) -
                             value_of(game, "material", &state)) < 2 * 12 * 10);
        }
    }
    cop_game_close(game);
}

/* Attacks that win, the best first, then nearer to the flag, away from it, attacks that lose. */
static void stratego_orders_attacks_and_steps(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state =
        position_of(game, "f9/10/10/10/2==2==2/2==2==2/10/2tCm5/10/F9 w known=c3d3e3");
    cop_move moves[MOVES_ROOM];
    float rating[MOVES_ROOM];
    int count = legal_moves(game, &state, moves);

    (void)context;
    ordering_of(game, "gains")->rate(game, &state, moves, count, rating);
    for (int i = 0; i < count; i++) {
        struct cop_text word = COP_TEXT;
        double expected = 0;

        game->rules->write_move(game, &state, moves[i], &word);
        if (strcmp(word.bytes, "d3xc3") == 0)
            expected = 4000 + 20;
        else if (strcmp(word.bytes, "d3xe3") == 0)
            expected = -4000 - 175;
        else if (strcmp(word.bytes, "d3d4") == 0)
            expected = 1;
        else if (strcmp(word.bytes, "d3d2") == 0)
            expected = -1;
        else
            fail_msg("%s", word.bytes);
        assert_true(rating[i] == expected);
        cop_text_free(&word);
    }
    assert_int_equal(count, 4);
    cop_game_close(game);
}

static void stratego_greedy_player_beats_random(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=8)");
    int games = is_slow_build() ? 4 : 40;

    (void)context;
    for (int i = 0; i < 2; i++) {
        double share = greedy_against_random(game, &game->rules->evaluators[i], games, 1);

        if (share < 0.7)
            fail_msg("%s gets only %g", game->rules->evaluators[i].name, share);
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stratego_values_agree_with_a_slow_version),
        cmocka_unit_test(stratego_material_is_that_of_the_table),
        cmocka_unit_test(stratego_miners_depend_on_bombs),
        cmocka_unit_test(stratego_unknown_flags_are_averaged),
        cmocka_unit_test(stratego_quiet_plies_cost_the_viewer),
        cmocka_unit_test(stratego_calm_values_take_and_parry),
        cmocka_unit_test(stratego_colours_are_alike),
        cmocka_unit_test(stratego_values_tell_nothing_hidden),
        cmocka_unit_test(stratego_orders_attacks_and_steps),
        cmocka_unit_test(stratego_greedy_player_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
