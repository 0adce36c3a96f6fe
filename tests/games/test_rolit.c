/* test_rolit.c - Rolit: the checks of chance-and-multiplayer.md 4.2 to 4.5 that concern its rules,
 * the counts of 1.6.4, and the comparison with the slow reference. */
#include "reference_check.h"

#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "games/list.h"
#include "reference_rolit.h"

enum { COLOURS = 4 };

static const int sizes[] = {4, 6, 8};

static struct cop_game *open_rolit(int players, int size)
{
    char spec[40];

    snprintf(spec, sizeof spec, "rolit(players=%d, size=%d)", players, size);
    return open_or_fail(spec);
}

static int list_moves(const struct cop_game *game, const struct any_state *state, cop_move *moves)
{
    return game->rules->moves(game, state, moves);
}

static int count_of(const struct cop_game *game, const struct any_state *state, int player)
{
    return (int)game->rules->score(game, state, player);
}

/* ---- The start and single moves ---- */

/* 1.6.4. */
static void rolit_perft(void **context)
{
    static const struct {
        const char *spec;
        int64_t counts[8];
    } cases[] = {
        {"rolit", {3, 20, 93, 572, 2914, 20327, 112000, 0}},
        {"rolit(players=3)", {3, 20, 136, 630, 3956, 27778, 161368, 0}},
        {"rolit(players=4)", {3, 20, 136, 1366, 7427, 44154, 343639, 0}},
        {"rolit(size=4)", {3, 17, 59, 147, 478, 1366, 0}},
        {"rolit(players=3, size=4)", {3, 17, 76, 227, 579, 1547, 0}},
        {"rolit(players=4, size=4)", {3, 17, 76, 432, 1260, 2942, 0}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_perft(cases[i].spec, cases[i].counts);
}

static void rolit_starts_alike_for_all_players(void **context)
{
    static const char *const rows[] = {
        "..../.RG./.BY./....", "....../....../..RG../..BY../....../......",
        "......../......../......../...RG.../...BY.../......../......../........"};

    (void)context;
    for (int players = 2; players <= COLOURS; players++)
        for (int i = 0; i < 3; i++) {
            struct cop_game *game = open_rolit(players, sizes[i]);
            struct any_state state = start_of(game);
            char words[ROLIT_TEXT];

            snprintf(words, sizeof words, "%s R %d", rows[i], players);
            assert_position(game, &state, words);
            assert_int_equal(turn_of(game, &state), 0);
            assert_int_equal(game->players, players);
            assert_string_equal(cop_player_name(game, players - 1),
                                cop_rolit.player_names[players - 1]);
            cop_game_close(game);
        }
    assert_non_null(strstr(cop_rolit.notation, "..../.RG./.BY./.... R 2"));
}

static void rolit_opens_with_three_moves(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=4)");
    struct any_state state = start_of(game);

    (void)context;
    assert_moves(game, &state, "d3 f3 f5");
    state = after_moves(game, "d3");
    assert_moves(game, &state, "c3 c5 e3");
    state = after_moves(game, "f3");
    assert_moves(game, &state, "c3 c5 e3");
    cop_game_close(game);
}

static void rolit_without_pieces_plays_beside_any(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=3)");
    struct any_state state = after_moves(game, "f5");

    (void)context;
    assert_int_equal(count_of(game, &state, 1), 0);
    assert_int_equal(turn_of(game, &state), 1);
    assert_moves(game, &state, "c3 c4 c5 c6 d3 d6 e3 e6 f3 f4 f6 g4 g5 g6");
    assert_position(game, &state,
                    "......../......../......../...RRR../...BY.../......../......../........ G 3");
    state = after_moves(game, "f5 g6");
    assert_position(game, &state,
                    "......../......../......G./...RRR../...BY.../......../......../........ Y 3");
    cop_game_close(game);
}

static void rolit_captures_every_other_colour(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=4, size=4)");
    struct any_state state = position_or_fail(game, "..../.RG./RBY./.... R 4");

    (void)context;
    assert_moves(game, &state, "b1 d1 d2 d3");
    assert_true(cop_moves_play(game, &state, "d2", NULL, NULL, NULL));
    assert_position(game, &state, "..../.RG./RRRR/.... G 4");
    cop_game_close(game);
}

static void rolit_captures_colours_that_nobody_plays(void **context)
{
    struct cop_game *game = open_or_fail("rolit");
    struct any_state state = after_moves(game, "d3");

    (void)context;
    assert_position(game, &state,
                    "......../......../......../...RG.../...RY.../...R..../......../........ G 2");
    state = after_moves(game, "f3");
    assert_position(game, &state,
                    "......../......../......../...RG.../...BR.../.....R../......../........ G 2");
    cop_game_close(game);
}

/* With pieces but no capture: the only square, which touches pieces, turns nothing. */
static void rolit_placement_beside_a_piece_captures_nothing(void **context)
{
    struct cop_game *game = open_or_fail("rolit(size=4)");
    struct any_state state = position_or_fail(game, "RGRR/RRRR/RRRR/RRR. G 2");

    (void)context;
    assert_moves(game, &state, "d1");
    assert_true(cop_moves_play(game, &state, "d1", NULL, NULL, NULL));
    assert_position(game, &state, "RGRR/RRRR/RRRR/RRRG R 2");
    assert_over(game, &state, 1);
    assert_int_equal(count_of(game, &state, 0), 14);
    assert_int_equal(count_of(game, &state, 1), 2);
    cop_game_close(game);
}

static void rolit_captures_in_eight_directions(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=4)");
    struct any_state state = position_or_fail(
        game, "......../......../..R..R../R.BRY.../.YYGR.../RG.BR.../.GYB..../R.R.R... R 4");

    (void)context;
    assert_true(cop_moves_play(game, &state, "c3", NULL, NULL, NULL));
    assert_position(game, &state,
                    "......../......../..R..R../R.RRR.../.RRRR.../RRRRR.../.RRR..../R.R.R... G 4");
    cop_game_close(game);
}

static void rolit_small_boards_have_borders(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=3, size=6)");
    struct any_state state =
        position_or_fail(game, "....../....../..RYYY/..BY../....../...... R 3");
    cop_move moves[ROLIT_SQUARES];
    int count = list_moves(game, &state, moves);

    (void)context;
    for (int i = 0; i < count; i++) {
        struct cop_text text = COP_TEXT;

        game->rules->write_move(game, &state, moves[i], &text);
        assert_true(text.bytes[0] <= 'f' && text.bytes[1] <= '6');
        cop_text_free(&text);
    }
    assert_moves(game, &state, "c2 e2");
    cop_game_close(game);
}

/* ---- Whole games ---- */

static void compare_result(const struct cop_game *game, const struct any_state *state,
                           const struct rolit_reference *slow)
{
    double of_player[COLOURS];
    int most = 0, winners = 0;

    assert_int_equal(turn_of(game, state), COP_OVER);
    game->rules->payoff(game, state, of_player);
    for (int player = 0; player < slow->players; player++)
        if (rolit_reference_count(slow, player) > most)
            most = rolit_reference_count(slow, player);
    for (int player = 0; player < slow->players; player++)
        winners += rolit_reference_count(slow, player) == most;
    for (int player = 0; player < slow->players; player++)
        assert_true(of_player[player] ==
                    (rolit_reference_count(slow, player) == most ? 1.0 / winners : 0));
}

static void compare_game(const struct cop_game *game, int players, int size, uint64_t seed)
{
    struct any_state state = start_of(game);
    struct rolit_reference slow;
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    rolit_reference_start(&slow, size, players);
    for (int ply = 0;; ply++) {
        struct rolit_square squares[ROLIT_SQUARES];
        cop_move moves[ROLIT_SQUARES];
        char words[ROLIT_TEXT];
        int listed = rolit_reference_moves(&slow, squares);
        int at;

        rolit_reference_write(&slow, words);
        assert_position(game, &state, words);
        for (int player = 0; player < players; player++)
            assert_int_equal(count_of(game, &state, player), rolit_reference_count(&slow, player));
        assert_int_equal(list_moves(game, &state, moves), listed);
        if (listed == 0) {
            assert_int_equal(ply, size * size - 4);
            break;
        }
        assert_int_equal(turn_of(game, &state), slow.turn);
        for (int i = 0; i < listed; i++) {
            struct cop_text text = COP_TEXT;
            int cell;

            game->rules->write_move(game, &state, moves[i], &text);
            assert_int_equal(text.length, 2);
            assert_int_equal(text.bytes[0], 'a' + squares[i].column);
            assert_int_equal(text.bytes[1], '1' + squares[i].row);
            cop_text_free(&text);
            assert_int_equal(game->rules->path(game, &state, moves[i], &cell), 1);
            assert_int_equal(cell, (size - 1 - squares[i].row) * size + squares[i].column);
        }
        at = (int)cop_rng_below(&rng, (uint32_t)listed);
        game->rules->play(game, &state, moves[at]);
        rolit_reference_play(&slow, squares[at]);
    }
    compare_result(game, &state, &slow);
}

static void rolit_equals_the_reference(void **context)
{
    int games = is_slow_build() ? 60 : 300;

    (void)context;
    for (int players = 2; players <= COLOURS; players++)
        for (int i = 0; i < 3; i++) {
            struct cop_game *game = open_rolit(players, sizes[i]);

            for (int seed = 1; seed <= games; seed++)
                compare_game(game, players, sizes[i], (uint64_t)seed);
            cop_game_close(game);
        }
}

/* No game is shorter or longer (1.6.2 and 4.3), the last move is the seat's that parity says, and
 * its owner has a piece in the end (the second of three players on 6 x 6). */
static void rolit_last_mover_keeps_a_piece(void **context)
{
    (void)context;
    for (int players = 2; players <= COLOURS; players++)
        for (int i = 0; i < 3; i++) {
            struct cop_game *game = open_rolit(players, sizes[i]);
            int squares = sizes[i] * sizes[i];
            int last = (squares - 5) % players;
            cop_move moves[ROLIT_SQUARES];
            struct cop_rng rng;

            cop_rng_seed(&rng, 6);
            for (int round = 0; round < 500; round++) {
                struct any_state state = start_of(game);

                assert_int_equal(cop_playout(game, &state, &rng, squares - 5, moves), squares - 5);
                assert_int_equal(turn_of(game, &state), last);
                assert_int_equal(cop_playout(game, &state, &rng, 0, moves), 1);
                assert_int_equal(turn_of(game, &state), COP_OVER);
                assert_true(count_of(game, &state, last) >= 1);
            }
            assert_true(players != 3 || sizes[i] != 6 || last == 1);
            cop_game_close(game);
        }
}

static void rolit_highest_count_shares_the_point(void **context)
{
    static const struct {
        int players;
        const char *words;
        double of_player[COLOURS];
    } cases[] = {
        {2, "RRRR/RRRR/GGGG/GGGG R 2", {0.5, 0.5}},
        {2, "RRRR/RRRG/RGGG/GGGG G 2", {0.5, 0.5}},
        {2, "RRRR/RRRR/RGYG/GGGG R 2", {1, 0}},
        {2, "GRRR/RRRG/GBYG/GGGG R 2", {0, 1}},
        {3, "RRRR/RGGG/GBGY/YYYY R 3", {1 / 3.0, 1 / 3.0, 1 / 3.0}},
        {3, "RRRR/RRGG/GGGG/YYYY Y 3", {0.5, 0.5, 0}},
        {3, "RRRR/GGGG/YYYY/YYYY Y 3", {0, 0, 1}},
        {4, "RRRR/GGGG/YYYY/BBBB R 4", {0.25, 0.25, 0.25, 0.25}},
        {4, "RRRR/BGGG/YYYY/BBBB R 4", {0, 0, 0, 1}},
        {4, "RRRR/GGRG/YYYY/BBBY R 4", {0.5, 0, 0.5, 0}},
        {4, "RRRR/RRRR/RRRR/RRRR B 4", {1, 0, 0, 0}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_rolit(cases[i].players, 4);
        struct any_state state = position_or_fail(game, cases[i].words);
        cop_move moves[ROLIT_SQUARES];
        double of_player[COLOURS];

        assert_int_equal(turn_of(game, &state), COP_OVER);
        assert_int_equal(list_moves(game, &state, moves), 0);
        assert_position(game, &state, cases[i].words);
        game->rules->payoff(game, &state, of_player);
        for (int player = 0; player < cases[i].players; player++)
            if (of_player[player] != cases[i].of_player[player])
                fail_msg("%s: player %d gets %g", cases[i].words, player + 1, of_player[player]);
        cop_game_close(game);
    }
}

/* A quarter turn of the board and the next colour for each is the same game (4.5, 4). */
static cop_move turned(cop_move move)
{
    int column = (int)(move - 1) % 8, row = (int)(move - 1) / 8;

    return (cop_move)((7 - column) * 8 + row + 1);
}

static void rolit_quarter_turn_changes_the_colours(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=4)");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 12);
    for (int round = 0; round < 200; round++) {
        struct any_state state = start_of(game), other = state;
        cop_move moves[ROLIT_SQUARES], other_moves[ROLIT_SQUARES];
        int count;

        game->rules->give_turn(game, &other, 1);
        while ((count = list_moves(game, &state, moves)) > 0) {
            cop_move move = moves[cop_rng_below(&rng, (uint32_t)count)];

            assert_int_equal(list_moves(game, &other, other_moves), count);
            assert_int_equal(turn_of(game, &other), (turn_of(game, &state) + 1) % COLOURS);
            game->rules->play(game, &state, move);
            game->rules->play(game, &other, turned(move));
            for (int player = 0; player < COLOURS; player++)
                assert_int_equal(count_of(game, &state, player),
                                 count_of(game, &other, (player + 1) % COLOURS));
        }
        assert_int_equal(turn_of(game, &other), COP_OVER);
    }
    cop_game_close(game);
}

/* ---- Exact values and full-width searches ---- */

/* The final count of `seat` when all others play against it. */
static int paranoid_end(const struct cop_game *game, const struct any_state *state, int seat)
{
    cop_move moves[ROLIT_SQUARES];
    int count = list_moves(game, state, moves);
    bool is_own = turn_of(game, state) == seat;
    int best = is_own ? -1 : ROLIT_SQUARES;

    if (count == 0)
        return count_of(game, state, seat);
    for (int i = 0; i < count; i++) {
        struct any_state next = child(game, state, moves[i]);
        int value = paranoid_end(game, &next, seat);

        if (is_own ? value > best : value < best)
            best = value;
    }
    return best;
}

/* 4.3. */
static void rolit_small_board_has_known_paranoid_values(void **context)
{
    static const int values[3][COLOURS] = {{6, 10}, {3, 3, 4}, {2, 2, 1, 1}};

    (void)context;
    for (int players = 2; players <= COLOURS; players++) {
        struct cop_game *game = open_rolit(players, 4);
        struct any_state state = start_of(game);

        for (int seat = 0; seat < players; seat++)
            assert_int_equal(paranoid_end(game, &state, seat), values[players - 2][seat]);
        cop_game_close(game);
    }
}

/* Red's pieces less all others'. */
static int margin(const struct cop_game *game, const struct any_state *state)
{
    int value = count_of(game, state, 0);

    for (int player = 1; player < game->players; player++)
        value -= count_of(game, state, player);
    return value;
}

static int paranoid(const struct cop_game *game, const struct any_state *state, int depth,
                    int64_t *leaves)
{
    cop_move moves[ROLIT_SQUARES];
    int count = list_moves(game, state, moves);
    bool is_own = turn_of(game, state) == 0;
    int best = is_own ? -1000 : 1000;

    if (depth == 0) {
        (*leaves)++;
        return margin(game, state);
    }
    for (int i = 0; i < count; i++) {
        struct any_state next = child(game, state, moves[i]);
        int value = paranoid(game, &next, depth - 1, leaves);

        if (is_own ? value > best : value < best)
            best = value;
    }
    return best;
}

/* Red moves, then any one of the others, who get the turn without being next. */
static int best_reply(const struct cop_game *game, const struct any_state *state, int depth,
                      bool is_own, int64_t *leaves)
{
    int best = is_own ? -1000 : 1000;

    if (depth == 0) {
        (*leaves)++;
        return margin(game, state);
    }
    for (int player = is_own ? 0 : 1; player < (is_own ? 1 : game->players); player++) {
        cop_move moves[ROLIT_SQUARES];
        struct any_state own = *state;
        int count;

        game->rules->give_turn(game, &own, player);
        count = list_moves(game, &own, moves);
        for (int i = 0; i < count; i++) {
            struct any_state next = child(game, &own, moves[i]);
            int value = best_reply(game, &next, depth - 1, !is_own, leaves);

            if (is_own ? value > best : value < best)
                best = value;
        }
    }
    return best;
}

static void max_n(const struct cop_game *game, const struct any_state *state, int depth,
                  int best[COLOURS])
{
    cop_move moves[ROLIT_SQUARES];
    int count = list_moves(game, state, moves);
    int mover = turn_of(game, state);

    if (depth == 0) {
        for (int player = 0; player < game->players; player++)
            best[player] = count_of(game, state, player);
        return;
    }
    for (int i = 0; i < count; i++) {
        struct any_state next = child(game, state, moves[i]);
        int value[COLOURS];

        max_n(game, &next, depth - 1, value);
        if (i == 0 || value[mover] > best[mover] ||
            (value[mover] == best[mover] && value[0] < best[0]))
            memcpy(best, value, sizeof value);
    }
}

/* 4.4. */
static void rolit_searches_have_known_values(void **context)
{
    static const struct {
        int size, players, depth;
        int reply;
        int64_t reply_leaves;
        int paranoid;
        int64_t paranoid_leaves;
        int vector[COLOURS];
    } rows[] = {
        {4, 3, 1, 2, 3, 2, 3, {3, 1, 1}},
        {4, 3, 2, -1, 34, 1, 17, {3, 1, 1}},
        {4, 3, 3, 2, 119, -2, 76, {2, 3, 1}},
        {4, 3, 4, -1, 1161, 1, 227, {4, 2, 2}},
        {4, 3, 5, 3, 3750, -3, 579, {3, 5, 1}},
        {4, 3, 6, -2, 23590, -6, 1547, {2, 4, 4}},
        {4, 3, 7, 1, 80700, -1, 4221, {5, 3, 3}},
        {4, 3, 8, -4, 435271, -6, 10532, {3, 7, 2}},
        {4, 4, 4, -2, 2928, -6, 432, {1, 3, 3, 1}},
        {4, 4, 6, -2, 125014, -4, 2942, {3, 5, 1, 1}},
        {4, 4, 8, -4, 3914184, -10, 17913, {2, 3, 3, 4}},
        {8, 3, 3, 2, 207, -2, 136, {2, 3, 1}},
        {8, 3, 4, -2, 3795, 1, 630, {4, 3, 1}},
        {8, 3, 5, 2, 19828, -2, 3956, {4, 1, 3}},
        {8, 4, 3, 1, 300, -3, 136, {2, 3, 1, 1}},
        {8, 4, 4, -2, 9039, -6, 1366, {1, 3, 3, 1}},
        {8, 4, 5, 1, 47588, -1, 7427, {4, 2, 1, 2}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = open_rolit(rows[i].players, rows[i].size);
        struct any_state state = start_of(game);
        int64_t leaves = 0;
        int vector[COLOURS] = {0};

        assert_int_equal(paranoid(game, &state, rows[i].depth, &leaves), rows[i].paranoid);
        assert_int_equal(leaves, rows[i].paranoid_leaves);
        max_n(game, &state, rows[i].depth, vector);
        for (int player = 0; player < rows[i].players; player++)
            assert_int_equal(vector[player], rows[i].vector[player]);
        leaves = 0;
        if (rows[i].reply_leaves < 1000000 || !is_slow_build()) {
            assert_int_equal(best_reply(game, &state, rows[i].depth, true, &leaves), rows[i].reply);
            assert_int_equal(leaves, rows[i].reply_leaves);
        }
        cop_game_close(game);
    }
}

/* ---- Random play ---- */

static void rolit_playout_is_moves_and_play(void **context)
{
    (void)context;
    assert_playout_is_moves_and_play("rolit", 500);
    assert_playout_is_moves_and_play("rolit(players=3, size=6)", 500);
    assert_playout_is_moves_and_play("rolit(players=4)", 500);
    assert_playout_is_moves_and_play("rolit(players=4, size=4)", 500);
}

static void rolit_random_moves_are_uniform(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=4)");
    struct any_state state = start_of(game);

    (void)context;
    assert_uniform(game, &state);
    state = after_moves(game, "f5");
    assert_uniform(game, &state);
    cop_game_close(game);
}

static void rolit_golden_playthroughs(void **context)
{
    (void)context;
    assert_golden(
        "rolit",
        "f5 e6 e7 c4 f3 f4 e3 d2 b3 f2 g2 h2 g4 c6 f1 g6 c1 g1 f6 g7 h1 a2 b7 g3 f7 a8 h3 e8 g5 h4 "
        "c5 e2 d3 b6 b5 d1 h8 b4 c2 g8 f8 b1 c7 d6 a3 c8 b8 a4 d7 e1 a1 d8 c3 b2 h6 h5 a5 h7 a7 a6",
        "GRGGGRRR/GGRGGGGG/GGGGRRGG/RGRGGGGG/RRGRGRGG/RGRGRGRR/RGGGGGRR/RRRRRRRR R 2");
    assert_golden(
        "rolit(players=3)",
        "f5 e6 g6 d3 g4 c2 g5 e3 f3 d2 g2 c1 g7 h5 g3 f4 b1 a1 h6 f7 g1 d1 c6 c3 f6 h7 c5 b5 f2 d6 "
        "b3 h1 a3 g8 h3 e1 f8 c4 b2 d7 h8 f1 e7 a5 b4 a4 e8 h4 a6 a2 h2 d8 b6 a7 e2 c7 b7 c8 b8 a8",
        "YGGGGGGG/YYGRGGGG/YGYGRRGG/YGYYRGRG/YGGYYYYY/YGYYRYYY/GYYYRYYY/YYYYYYYG R 3");
    assert_golden(
        "rolit(players=4)",
        "f5 e6 g6 f4 f7 e3 d7 d2 c3 b2 f3 g2 e7 f6 f2 c6 f1 e1 e8 h7 a1 g1 b5 e2 c8 c5 c4 d6 b4 a5 "
        "c2 a2 h1 b6 g4 h2 f8 g3 d1 g8 h8 c1 a7 d3 a3 c7 g7 h3 h6 b3 a4 d8 h4 b1 b7 a6 g5 b8 a8 h5",
        "YYYYYRRR/YGGBRBRR/BGBBBRBR/GGGBYBBB/YGBBBGBR/RGGBBBBR/RGGGYGGR/RGGGGGGR R 4");
}

static void rolit_agents_play_to_the_end(void **context)
{
    static const char *const agents[] = {"random", "mc", "mcts"};
    struct cop_limits limits;
    struct cop_error error;

    (void)context;
    assert_true(cop_limits_parse("sims=50, seed=3", &limits, &error));
    for (int i = 0; i < 9; i++) {
        struct cop_game *game = open_rolit(2 + i / 3, 6);
        struct any_state state = start_of(game);
        struct cop_agent *agent = cop_agent_open(game, agents[i % 3], &limits.means, &error);

        assert_non_null(agent);
        cop_agent_start(agent, 3);
        while (turn_of(game, &state) != COP_OVER) {
            struct cop_report report;

            assert_true(cop_agent_think(agent, &state, &limits, NULL, &report, &error));
            cop_agent_played(agent, &state, report.best);
            game->rules->play(game, &state, report.best);
        }
        cop_agent_close(agent);
        cop_game_close(game);
    }
}

/* ---- Texts ---- */

static void rolit_positions_round_trip(void **context)
{
    (void)context;
    assert_positions_round_trip("rolit", 20);
    assert_positions_round_trip("rolit(players=3, size=6)", 20);
    assert_positions_round_trip("rolit(players=4, size=4)", 50);
}

static void rolit_reads_positions_of_either_case(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=3, size=4)");
    struct any_state state = position_or_fail(game, " ----/-rg-/-by-/----  y  3 ");

    (void)context;
    assert_position(game, &state, "..../.RG./.BY./.... Y 3");
    cop_game_close(game);
}

static void rolit_refuses_wrong_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"", "4 rows of 4 squares"},
        {"..../.RG./.BY./...", "row 1 is not so"},
        {"...../.RG./.BY./.... R 3", "row 4 is not so"},
        {"..../.RG/.BY./.... R 3", "row 3 is not so"},
        {"..../.RX./.BY./.... R 3", "row 3 is not so"},
        {"..../.RG./.BY./....", "who moves, one of RGY"},
        {"..../.RG./.BY./....R 3", "who moves, one of RGY"},
        {"..../.RG./.BY./..../.... R 3", "who moves, one of RGY"},
        {"..../.RG./.BY./.... B 3", "who moves, one of RGY"},
        {"..../.RG./.BY./.... R", "the number of players, 3"},
        {"..../.RG./.BY./.... RR 3", "the number of players, 3"},
        {"..../.RG./.BY./.... R 33", "the number of players, 3"},
        {"..../.RG./.BY./.... R 5", "the number of players, 3"},
        {"..../.RG./.BY./.... R 4", "open rolit(players=4)"},
        {"..../.R../.BY./.... R 3", "never empty, but c3"},
        {"..../.RG./.YB./.... R 3", "nobody plays has no piece but the one it starts with, but c2"},
        {"B.../.RG./.BY./.... R 3", "but a4 is not so"},
    };
    struct cop_game *game = open_or_fail("rolit(players=3, size=4)");
    struct cop_game *large = open_or_fail("rolit(players=4)");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *message = refusal_of_position(game, cases[i].words);

        if (strstr(message, cases[i].reason) == NULL)
            fail_msg("\"%s\": %s", cases[i].words, message);
    }
    assert_non_null(strstr(
        refusal_of_position(
            large, "......../......../......../R..RG.../...BY.../......../......../........ R 4"),
        "joined to the middle by other pieces, but a5"));
    cop_game_close(game);
    cop_game_close(large);
}

static void rolit_refuses_wrong_moves(void **context)
{
    struct cop_game *game = open_or_fail("rolit");

    (void)context;
    assert_non_null(strstr(refusal_of_moves(game, "c3"), "not a legal move"));
    assert_non_null(strstr(refusal_of_moves(game, "d3 a1"), "move 2"));
    assert_non_null(strstr(refusal_of_moves(game, "f5 h8"), "move 2"));
    refusal_of_moves(game, "d5");
    refusal_of_moves(game, "--");
    refusal_of_moves(game, "i9");
    cop_game_close(game);
}

static void rolit_refuses_wrong_options(void **context)
{
    static const char *const specs[] = {"rolit(players=1)", "rolit(players=5)", "rolit(size=5)",
                                        "rolit(size=10)", "rolit(colour=red)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_error error = {""};

        assert_null(cop_game_open(specs[i], &error));
        assert_non_null(strstr(error.message, "rolit"));
    }
}

static void rolit_scene_shows_colours_and_counts(void **context)
{
    struct cop_game *game = open_or_fail("rolit(players=3, size=4)");
    struct any_state state = start_of(game);
    static const char *const names[] = {"b3", "c3", "b2", "c2"}; /* from the top left */
    static const char *const colours[] = {"red", "green", "blue", "yellow"};
    struct cop_scene scene = {0};

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 16);
    assert_int_equal(scene.piece_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(scene.cells[scene.pieces[i].cell].name, names[i]);
        assert_string_equal(scene.owners[scene.pieces[i].owner], colours[i]);
    }
    assert_string_equal(scene.labels[scene.label_count - 2].text, "Yellow 1");
    assert_string_equal(scene.labels[scene.label_count - 1].text, "Blue 1, nobody's");
    cop_scene_free(&scene);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolit_perft),
        cmocka_unit_test(rolit_starts_alike_for_all_players),
        cmocka_unit_test(rolit_opens_with_three_moves),
        cmocka_unit_test(rolit_without_pieces_plays_beside_any),
        cmocka_unit_test(rolit_captures_every_other_colour),
        cmocka_unit_test(rolit_captures_colours_that_nobody_plays),
        cmocka_unit_test(rolit_placement_beside_a_piece_captures_nothing),
        cmocka_unit_test(rolit_captures_in_eight_directions),
        cmocka_unit_test(rolit_small_boards_have_borders),
        cmocka_unit_test(rolit_equals_the_reference),
        cmocka_unit_test(rolit_last_mover_keeps_a_piece),
        cmocka_unit_test(rolit_highest_count_shares_the_point),
        cmocka_unit_test(rolit_quarter_turn_changes_the_colours),
        cmocka_unit_test(rolit_small_board_has_known_paranoid_values),
        cmocka_unit_test(rolit_searches_have_known_values),
        cmocka_unit_test(rolit_playout_is_moves_and_play),
        cmocka_unit_test(rolit_random_moves_are_uniform),
        cmocka_unit_test(rolit_golden_playthroughs),
        cmocka_unit_test(rolit_agents_play_to_the_end),
        cmocka_unit_test(rolit_positions_round_trip),
        cmocka_unit_test(rolit_reads_positions_of_either_case),
        cmocka_unit_test(rolit_refuses_wrong_positions),
        cmocka_unit_test(rolit_refuses_wrong_moves),
        cmocka_unit_test(rolit_refuses_wrong_options),
        cmocka_unit_test(rolit_scene_shows_colours_and_counts),
    };

    return cmocka_run_group_tests_name("rolit", tests, NULL, NULL);
}
