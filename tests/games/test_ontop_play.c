/* test_ontop_play.c - OnTop against a slow second version of its rules (reference_ontop.c), random
 * play, and what people and searches meet. test_ontop.c has the specification's facts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "ontop_check.h"
#include "reference_ontop.h"

/* ---- The reference ---- */

/* What happened in the games that were compared; the rare things of ontop.md 5.8 must happen. */
struct tally {
    int games, premature, active_exhausted, several_exhausted, passive_draws, full_and_premature;
    int triple_fills, circles_of_two_fills, circles_of_fills_only, longest_games, rare_openings;
};

struct variant {
    const char *options;
    struct ontop_set_up set_up;
    int games;
};

static const struct variant variants[] = {
    {NULL, {2, false, {0, 1}, 20, 1, {{4, 3}, {4, 7}}}, 2000},
    {"stones=3", {2, false, {0, 1}, 3, 1, {{4, 3}, {4, 7}}}, 400},
    {"stones=1", {2, false, {0, 1}, 1, 1, {{4, 3}, {4, 7}}}, 400},
    {"stones=9, penalty=0", {2, false, {0, 1}, 9, 0, {{4, 3}, {4, 7}}}, 300},
    {"stones=14, colours=RY, penalty=2", {2, false, {3, 2}, 14, 2, {{4, 3}, {4, 7}}}, 300},
    {"players=3", {3, false, {0, 1, 2}, 20, 1, {{4, 3}, {4, 7}}}, 300},
    {"players=3, colours=yrw, stones=12", {3, false, {2, 3, 1}, 12, 1, {{4, 3}, {4, 7}}}, 400},
    {"players=4", {4, false, {0, 1, 2, 3}, 20, 1, {{4, 3}, {4, 7}}}, 300},
    {"players=4, stones=2", {4, false, {0, 1, 2, 3}, 2, 1, {{4, 3}, {4, 7}}}, 400},
    {"players=4, teams=on", {4, true, {0, 1, 2, 3}, 20, 1, {{4, 3}, {4, 7}}}, 300},
    {"players=4, teams=on, stones=4", {4, true, {0, 1, 2, 3}, 4, 1, {{4, 3}, {4, 7}}}, 400},
    {"start=a2+b1", {2, false, {0, 1}, 20, 1, {{2, 1}, {1, 2}}}, 200},
    {"start=e5+d5, stones=18", {2, false, {0, 1}, 18, 1, {{5, 5}, {5, 4}}}, 200},
};

static void assert_same_text(const struct cop_game *game, const struct ontop_position *position,
                             cop_move move, const char *expected)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_move(game, position, move, &text);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
}

/* What lies on each triangle, as the reference writes it. */
static void assert_same_field(const struct ontop_position *position,
                              const struct ontop_reference *reference)
{
    for (int cell = 0; cell < ONTOP_CELLS; cell++) {
        int code = position->cell[cell];
        char expected = reference->at[cell / 9 + 1][cell % 9 + 1];
        char actual = code == ONTOP_FREE    ? '.'
                      : code == ONTOP_BLACK ? '#'
                                            : (char)('A' + (code - 1) / 2 % ONTOP_TYPES);

        assert_int_equal(actual, expected);
    }
}

static void assert_same_end(const struct cop_game *game, const struct ontop_position *position,
                            const struct ontop_reference *reference)
{
    double payoff[COP_PLAYERS_MAX];

    game->rules->payoff(game, position, payoff);
    for (int player = 0; player < game->players; player++)
        assert_true(fabs(payoff[player] - reference->payoff[player]) < 1e-12);
    assert_int_equal(position->last != 0, reference->is_premature);
}

static void assert_same_state(const struct cop_game *game, const struct ontop_position *position,
                              const struct ontop_reference *reference)
{
    const struct ontop_board *board = ontop_board_of(game);
    int points = 0, placed = 0;

    assert_same_field(position, reference);
    for (int colour = 0; colour < ONTOP_COLOURS; colour++) {
        int other = (int)(strchr("BWYR", board->letters[colour]) - "BWYR");

        assert_int_equal(position->points[colour], reference->points[other]);
        assert_int_equal(position->stones[colour], reference->stones[other]);
        points += position->points[colour];
        placed += board->start.stones[colour] - position->stones[colour];
    }
    for (int type = 0; type < ONTOP_TYPES; type++)
        assert_int_equal(position->deck[type], reference->deck[type]);
    assert_int_equal(points, reference->worth);
    assert_int_equal(placed, reference->towers);
    assert_int_equal(__builtin_popcountll(ontop_closed_points(game, position)), reference->closed);
    assert_int_equal(ontop_turn_of(game, position), reference->is_over    ? COP_OVER
                                                    : reference->hand < 0 ? COP_CHANCE
                                                                          : reference->seat);
    if (reference->is_over)
        assert_same_end(game, position, reference);
}

/* Circles that the last placement closed, by the black triangles it made around them. */
static void tally_fills(const struct cop_game *game, const struct ontop_position *before,
                        const struct ontop_position *after, int place_index, struct tally *tally)
{
    const struct ontop_board *board = ontop_board_of(game);
    const struct ontop_place *place = &board->places[place_index];
    uint64_t corners = ontop_open_points((uint64_t)1 << place->up, (uint64_t)1 << place->down);
    uint64_t closed = ontop_closed_points(game, after) & ~ontop_closed_points(game, before);

    tally->triple_fills += ontop_count_blacks(after) - ontop_count_blacks(before) == 3;
    tally->circles_of_fills_only += (closed & ~corners) != 0;
    for (; closed != 0; closed &= closed - 1) {
        const struct ontop_circle *circle = &board->circles[__builtin_ctzll(closed)];
        int fills = 0;

        for (int i = 0; i < circle->count; i++)
            fills += after->cell[circle->cell[i]] == ONTOP_BLACK &&
                     before->cell[circle->cell[i]] == ONTOP_FREE;
        tally->circles_of_two_fills += fills >= 2;
    }
}

static void tally_end(const struct cop_game *game, const struct ontop_position *position,
                      struct tally *tally)
{
    int active = 0;

    for (int player = 0; player < game->players; player++)
        active += position->stones[player] == 0;
    tally->games++;
    tally->premature += position->last != 0;
    tally->active_exhausted += active > 0;
    tally->several_exhausted += active > 1;
    tally->passive_draws += position->last != 0 && active == 0 && position->winners == 3;
    tally->full_and_premature += position->last != 0 && position->up == 0;
    tally->longest_games += position->deck[0] + position->deck[1] + position->deck[2] +
                                position->deck[3] + position->deck[4] ==
                            0;
}

static void compare_game(const struct cop_game *game, const struct ontop_set_up *set_up,
                         struct cop_rng *rng, struct tally *tally)
{
    static struct ontop_reference reference;
    struct ontop_position position = ontop_start_of(game);

    ontop_reference_start(&reference, set_up);
    assert_same_state(game, &position, &reference);
    while (!reference.is_over) {
        struct ontop_placement placements[REFERENCE_PLACEMENTS];
        cop_move moves[MOVES_ROOM], scratch[MOVES_ROOM];
        cop_move draw = cop_random_move(game, &position, rng, scratch);
        struct ontop_position before;
        int count, chosen;

        game->rules->play(game, &position, draw);
        ontop_reference_draw(&reference, (int)draw - ONTOP_DRAW);
        tally->rare_openings += position.hand == 5 && position.up == ontop_start_of(game).up;
        assert_same_state(game, &position, &reference);
        count = ontop_reference_moves(&reference, placements);
        assert_int_equal(game->rules->moves(game, &position, moves), count);
        assert_true(count >= 2);
        for (int i = 0; i < count; i++)
            assert_same_text(game, &position, moves[i], placements[i].text);
        chosen = (int)cop_rng_below(rng, (uint32_t)count);
        before = position;
        game->rules->play(game, &position, moves[chosen]);
        ontop_reference_play(&reference, &placements[chosen]);
        assert_same_state(game, &position, &reference);
        tally_fills(game, &before, &position, (int)(moves[chosen] - ONTOP_PLACEMENT) / 2, tally);
    }
    tally_end(game, &position, tally);
}

static void games_equal_the_reference(void **context)
{
    struct tally tally = {0};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2009);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct cop_game *game = ontop_open_or_fail(variants[i].options);
        int games = is_slow_build() ? variants[i].games / 10 : variants[i].games;

        for (int j = 0; j < games; j++)
            compare_game(game, &variants[i].set_up, &rng, &tally);
        cop_game_close(game);
    }
    if (is_slow_build())
        return;
    assert_true(tally.games > 5000);
    assert_in_range(tally.premature, 1000, tally.games - 1000);
    assert_in_range(tally.active_exhausted, 500, tally.premature - 100);
    assert_true(tally.several_exhausted > 50);
    assert_true(tally.passive_draws > 10);
    assert_true(tally.full_and_premature > 0);
    assert_true(tally.triple_fills > 10);
    assert_true(tally.circles_of_two_fills > 10);
    assert_true(tally.circles_of_fills_only > 10);
    assert_true(tally.longest_games > 10);
    assert_true(tally.rare_openings > 10);
}

/* ---- The end ---- */

static void assert_payoffs(const char *options, const char *words, const double *expected)
{
    struct cop_game *game = ontop_open_or_fail(options);
    struct ontop_position position = ontop_after_moves(game, words);
    double payoff[COP_PLAYERS_MAX];

    assert_int_equal(ontop_turn_of(game, &position), COP_OVER);
    game->rules->payoff(game, &position, payoff);
    for (int player = 0; player < game->players; player++)
        if (payoff[player] != expected[player])
            fail_msg("ontop(%s) %s: player %d gets %g", options, words, player, payoff[player]);
    cop_game_close(game);
}

/* One stone each: the first tower is the end. D on a5a6 makes one of white alone, or of red. */
static void last_stone_of_a_player_wins(void **context)
{
    static const double first[] = {1, 0, 0, 0}, second[] = {0, 1, 0, 0}, teams[] = {0, 1, 0, 1};
    static const double even[] = {0.5, 0.5};
    const char *white = "Ac3d3/1 Be3e4/0 Cb4b5/1 Da5a6/0";
    const char *red = "Ac3d3/1 Be3e4/0 Cb4b5/1 Da5a6/1";

    (void)context;
    assert_payoffs("stones=1", white, second);
    assert_payoffs("stones=1, colours=WB", white, first);
    assert_payoffs("stones=1, players=3", white, second);
    assert_payoffs("stones=1, players=4, teams=on", white, teams);
    assert_payoffs("stones=1", red, even); /* passive, and nobody has points */
    assert_payoffs("stones=1, players=4, teams=on", red, teams);
}

/* ---- Chance ---- */

static void draws_have_exact_probabilities(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_start_of(game);
    double probability[MOVES_ROOM];

    (void)context;
    assert_int_equal(ontop_turn_of(game, &position), COP_CHANCE);
    game->rules->chances(game, &position, probability);
    assert_true(probability[0] == 8 / 34.0 && probability[1] == 8 / 34.0);
    assert_true(probability[2] == 9 / 34.0 && probability[3] == 8 / 34.0);
    assert_true(probability[4] == 1 / 34.0);
    position = ontop_after_moves(game, "E c3d3/0");
    assert_int_equal(cop_perft(game, &position, 1), 4);
    game->rules->chances(game, &position, probability);
    assert_true(probability[0] == 8 / 33.0 && probability[2] == 9 / 33.0);
    cop_game_close(game);
}

/* ---- Random play (5.6) ---- */

static void random_games_have_known_statistics(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    int games = is_slow_build() ? 5000 : 100000;
    double wider = sqrt(100000.0 / games);
    double tiles = 0, premature = 0, draws = 0, result = 0, legal = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 7);
    for (int i = 0; i < games; i++) {
        struct ontop_position position = ontop_start_of(game);
        cop_move moves[MOVES_ROOM];

        while (ontop_turn_of(game, &position) != COP_OVER) {
            if (position.hand != 0) {
                legal += game->rules->moves(game, &position, moves);
                tiles++;
            }
            game->rules->play(game, &position, game->rules->random_move(game, &position, &rng));
        }
        premature += position.last != 0;
        draws += position.winners == 3;
        result += game->rules->score(game, &position, i % 2);
    }
    assert_true(fabs(tiles / games - 31.51) < 0.015 * wider);
    assert_true(fabs(premature / games - 0.097) < 0.003 * wider);
    assert_true(fabs(draws / games - 0.052) < 0.0025 * wider);
    assert_true(fabs(result / games - 12.3) < 0.1 * wider);
    assert_true(fabs(legal / tiles - 28.38) < 0.025 * wider);
    cop_game_close(game);
}

/* From one seed the fast playout and single random moves play the same game. */
static void playouts_are_single_moves(void **context)
{
    struct cop_game *game = ontop_open_or_fail("players=3, stones=15");
    cop_move scratch[MOVES_ROOM];

    (void)context;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct ontop_position fast = ontop_start_of(game), slow = fast;
        struct cop_rng rng, other;
        int limit = (int)(seed % 80), plies;

        cop_rng_seed(&rng, seed);
        other = rng;
        plies = cop_playout(game, &fast, &rng, limit, scratch);
        for (int i = 0; i < plies; i++)
            game->rules->play(game, &slow, game->rules->random_move(game, &slow, &other));
        assert_memory_equal(&fast, &slow, sizeof fast);
        assert_true(rng.state == other.state);
        assert_true(plies == limit || ontop_turn_of(game, &fast) == COP_OVER);
    }
    cop_game_close(game);
}

/* A change of the rules, of the order of choices or of the generator shows here. */
static void golden_playthrough(void **context)
{
    static const int points[] = {13, 16, 15, 21};
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_start_of(game), played;
    struct cop_text words = COP_TEXT;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    while (ontop_turn_of(game, &position) != COP_OVER) {
        cop_move move = game->rules->random_move(game, &position, &rng);

        if (position.hand == 0 && words.length > 0)
            cop_text_add(&words, " ");
        game->rules->write_move(game, &position, move, &words);
        game->rules->play(game, &position, move);
    }
    assert_string_equal(
        words.bytes,
        "Dd4d5/1 Ce5f5/1 Eg3h3/1 Ch2i2/0 Ae3f3/0 Bc3d3/0 Db5c5/1 Ag1g2/1 Ae1f1/1 Di3i4/1 Ac1d1/0 "
        "Cd2e2/0 De6f6/1 Bg6h6/1 Be4f4/0 Aa1b1/0 Ba5a6/1 Ba3b3/0 Dh1i1/1 Ad6d7/1 Db2c2/0 Cg7h7/0 "
        "Ab6b7/0 Da4b4/0 Cg5h5/1 Ai7i8/0 Be7f7/1 Ce8f8/0 Ba7a8/1 Dc8d8/0 Bi5i6/1 Cg8h8/1");
    played = ontop_after_moves(game, words.bytes);
    assert_memory_equal(&played, &position, sizeof played);
    ontop_assert_position(
        game, &position,
        "B - Bc3d3/0 Cd2e2/0 Ae1f1/1 Ac1d1/0 Aa1b1/0 Ag1g2/1 Dh1i1/1 Db2c2/0 Ch2i2/0 "
        "Ba3b3/0 Ae3f3/0 Eg3h3/1 Di3i4/1 Da4b4/0 Dd4d5/1 Be4f4/0 Db5c5/1 Ba5a6/1 "
        "Ce5f5/1 Cg5h5/1 Bi5i6/1 Ab6b7/0 De6f6/1 Ad6d7/1 Bg6h6/1 Ba7a8/1 Be7f7/1 "
        "Cg7h7/0 Ai7i8/0 Ce8f8/0 Dc8d8/0 Cg8h8/1");
    ontop_assert_numbers(position.points, 4, points, "golden points");
    cop_text_free(&words);
    cop_game_close(game);
}

/* ---- Positions ---- */

/* A position is its set of tiles, in whatever order they were laid (1.13). */
static void order_of_tiles_does_not_matter(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position first = ontop_after_moves(game, "Ac3d3/1 Bg3h3/0 Da4b4/1 Ce4f4/0");
    struct ontop_position second = ontop_after_moves(game, "Da4b4/1 Ce4f4/0 Ac3d3/1 Bg3h3/0");
    struct ontop_position turned = ontop_after_moves(game, "Da4b4/1 Ce4f4/0 Ac3d3/0 Bg3h3/0");

    (void)context;
    assert_memory_equal(&first, &second, sizeof first);
    assert_true(game->rules->key(game, &first) == game->rules->key(game, &second));
    assert_true(game->rules->key(game, &first) != game->rules->key(game, &turned));
    ontop_assert_position(game, &first, "B - Ac3d3/1 Bg3h3/0 Da4b4/1 Ce4f4/0");
    second = ontop_position_or_fail(game, "b a  Da4b4/1 Ce4f4/0 ac3d3/1 Bg3h3/0 ");
    assert_int_equal(second.hand, 1);
    assert_true(game->rules->key(game, &first) != game->rules->key(game, &second));
    turned = second;
    game->rules->give_turn(game, &turned, 1);
    assert_int_equal(ontop_turn_of(game, &turned), 1);
    assert_true(game->rules->key(game, &turned) != game->rules->key(game, &second));
    ontop_assert_position(game, &turned, "W A Ac3d3/1 Bg3h3/0 Da4b4/1 Ce4f4/0");
    cop_game_close(game);
}

static void positions_come_back_from_text(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct cop_game *game = ontop_open_or_fail(variants[i].options);
        struct cop_rng rng;

        cop_rng_seed(&rng, i);
        for (int j = 0; j < (is_slow_build() ? 3 : 30); j++) {
            struct ontop_position position = ontop_start_of(game);
            bool is_over = false;

            while (!is_over) {
                struct cop_text text = COP_TEXT;
                struct ontop_position again;

                is_over = ontop_turn_of(game, &position) == COP_OVER;
                game->rules->write_position(game, &position, &text);
                again = ontop_position_or_fail(game, text.bytes);
                assert_memory_equal(&again, &position, sizeof again);
                cop_text_free(&text);
                if (!is_over)
                    game->rules->play(game, &position,
                                      game->rules->random_move(game, &position, &rng));
            }
        }
        cop_game_close(game);
    }
}

static void impossible_positions_are_refused(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"", "begins with who moves (BW"},
        {"B", "the tile in hand"},
        {"Y -", "begins with who moves (BW"},
        {"BW -", "begins with who moves"},
        {"B F", "the tile in hand"},
        {"B AB", "the tile in hand"},
        {"B - c3d3/1", "is no tile"},
        {"B - Ac3d3", "is no tile"},
        {"B - Ac3d3/2", "is no tile"},
        {"B - Ad3c3/0", "is no tile"},
        {"B - Fc3d3/0", "is no tile"},
        {"B - Ac3d3/01234567890123456789", "is no tile"},
        {"B - Aa1b1/0", "cannot be laid"},
        {"B - Ac3d3/0 Bd3e3/0", "Bd3e3/0 cannot be laid"},
        {"B - Ab4c4/0", "cannot be laid"},
        {"B - Ec3d3/0 Eb3b2/0", "is no tile"},
        {"B - Ec3d3/0 Eb2b3/0", "only 1 tiles of the type E"},
        {"B E Ec3d3/0", "all tiles of the type E are laid"},
    };
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct cop_error error;
    struct ontop_position position;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cop_position_read(game, cases[i].words, &position, &error))
            fail_msg("\"%s\" was accepted", cases[i].words);
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", cases[i].words, error.message);
    }
    cop_game_close(game);
    game = ontop_open_or_fail("stones=1");
    assert_false(cop_position_read(game, "B A Ac3d3/1 Be3e4/0 Cb4b5/1 Da5a6/0", &position, &error));
    assert_non_null(strstr(error.message, "the game is over"));
    assert_false(
        cop_position_read(game, "B - Ac3d3/1 Be3e4/0 Cb4b5/1 Da5a6/0 Ab6b7/1", &position, &error));
    assert_non_null(strstr(error.message, "after the end"));
    cop_game_close(game);
}

static void options_are_checked(void **context)
{
    static const struct {
        const char *options, *reason;
    } cases[] = {
        {"players=1", "players=1"},
        {"players=5", "players=5"},
        {"teams=on", "teams=on needs players=4"},
        {"colours=B", "2 players need 2 different letters"},
        {"colours=BB", "2 players need 2 different letters"},
        {"colours=BX", "2 players need 2 different letters"},
        {"players=3, colours=BW", "3 players need 3"},
        {"start=c4", "two triangles"},
        {"start=c4+c4", "two triangles"},
        {"start=c4+j4", "two triangles"},
        {"start=c4+c9", "two triangles"},
        {"start=c4-g4", "two triangles"},
        {"stones=0", "stones=0"},
        {"stones=21", "stones=21"},
        {"penalty=3", "penalty=3"},
    };
    struct cop_error error;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cop_game_open_rules(&cop_ontop, cases[i].options, &error) != NULL)
            fail_msg("\"%s\" was accepted", cases[i].options);
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", cases[i].options, error.message);
    }
}

/* ---- People and searches ---- */

static void moves_are_written_in_one_word_or_two(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position one = ontop_after_moves(game, "Ac3d3/1 Be3e4/0");
    struct ontop_position two = ontop_after_moves(game, "A c3d3/1 b E3E4/0");
    struct ontop_position three = ontop_after_moves(game, "A Ac3d3/1, B Be3e4/0");
    struct cop_error error;
    cop_move move;

    (void)context;
    assert_memory_equal(&one, &two, sizeof one);
    assert_memory_equal(&one, &three, sizeof one);
    assert_false(cop_move_read(game, &one, "F", &move, &error));
    assert_non_null(strstr(error.message, "is not an outcome"));
    one = ontop_after_moves(game, "A");
    assert_false(cop_move_read(game, &one, "Bc3d3/1", &move, &error));
    assert_false(cop_move_read(game, &one, "c3d3", &move, &error));
    assert_non_null(strstr(error.message, "is not a legal move for Blue"));
    cop_game_close(game);
}

static void players_are_named_after_their_colours(void **context)
{
    struct cop_game *game = ontop_open_or_fail("players=3, colours=RWB");

    (void)context;
    assert_string_equal(cop_player_name(game, 0), "Red");
    assert_string_equal(cop_player_name(game, 1), "White");
    assert_string_equal(cop_player_name(game, 2), "Blue");
    cop_game_close(game);
}

static int count_shape(const struct cop_scene *scene, enum cop_shape shape, enum cop_shade shade)
{
    int count = 0;

    for (int i = 0; i < scene->cell_count; i++)
        count += scene->cells[i].shape == shape && scene->cells[i].shade == shade;
    return count;
}

static int count_pieces(const struct cop_scene *scene, enum cop_piece_kind kind)
{
    int count = 0;

    for (int i = 0; i < scene->piece_count; i++)
        count += scene->pieces[i].kind == kind;
    return count;
}

static void scene_shows_field_circles_and_stock(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position =
        ontop_after_moves(game, "Ac3d3/1 Be3e4/0 Cb4b5/1 Da5a6/0 Ab6b7/1 B");
    struct cop_scene scene = {0};
    int cells[COP_PATH_MAX];
    cop_move move;

    (void)context;
    game->rules->scene(game, &position, -1, &scene);
    assert_int_equal(scene.cell_count, 72 + 49 + 10);
    assert_int_equal(count_shape(&scene, COP_TRIANGLE_UP, COP_LIGHT), 36 + 5);
    assert_int_equal(count_shape(&scene, COP_HOLE, COP_GOLD), 9);
    assert_int_equal(count_pieces(&scene, COP_TILE), 2 * 5 + 10);
    assert_int_equal(count_pieces(&scene, COP_MARK), 2);
    assert_int_equal(count_pieces(&scene, COP_DISC), 1);
    assert_true(cop_move_read(game, &position, "c2d2/1", &move, NULL));
    assert_int_equal(game->rules->path(game, &position, move, cells), 2);
    assert_string_equal(scene.cells[cells[0]].name, "d2");
    assert_string_equal(scene.cells[cells[1]].name, "c2");
    cop_scene_free(&scene);
    position = ontop_start_of(game);
    assert_true(cop_move_read(game, &position, "C", &move, NULL));
    assert_int_equal(game->rules->path(game, &position, move, cells), 1);
    game->rules->scene(game, &position, -1, &scene);
    assert_string_equal(scene.cells[cells[0]].name, "C");
    cop_scene_free(&scene);
    cop_game_close(game);
}

/* Stones in the picture are the stones that were placed, also when a game ran out of them. */
static void scene_has_every_placed_stone(void **context)
{
    struct cop_game *game = ontop_open_or_fail("stones=11");
    int premature = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int i = 0; i < 200; i++) {
        struct ontop_position position = ontop_start_of(game);
        struct cop_scene scene = {0};
        cop_move scratch[MOVES_ROOM];
        int placed = 0;

        cop_playout(game, &position, &rng, i < 100 ? i : 0, scratch);
        for (int colour = 0; colour < ONTOP_COLOURS; colour++)
            placed += 11 - position.stones[colour];
        game->rules->scene(game, &position, -1, &scene);
        assert_int_equal(count_pieces(&scene, COP_DISC), placed);
        premature += position.last != 0;
        cop_scene_free(&scene);
    }
    assert_true(premature > 50);
    cop_game_close(game);
}

static void play_with(const struct cop_game *game, const char *spec)
{
    struct ontop_position position = ontop_start_of(game);
    struct cop_limits limits;
    struct cop_error error = {""};
    struct cop_agent *agent = NULL;
    cop_move scratch[MOVES_ROOM];
    struct cop_rng rng;

    cop_rng_seed(&rng, 3);
    if (cop_limits_parse("sims=50, seed=3", &limits, &error))
        agent = cop_agent_open(game, spec, &limits.means, &error);
    if (agent == NULL)
        fail_msg("%s", error.message);
    cop_agent_start(agent, 3);
    while (ontop_turn_of(game, &position) != COP_OVER) {
        cop_move move = cop_random_move(game, &position, &rng, scratch);
        struct cop_report report;

        if (position.hand != 0) {
            if (!cop_agent_think(agent, &position, &limits, NULL, &report, &error))
                fail_msg("%s: %s", spec, error.message);
            move = report.best;
        }
        cop_agent_played(agent, &position, move);
        game->rules->play(game, &position, move);
    }
    cop_agent_close(agent);
}

static void every_agent_plays_every_number_of_players(void **context)
{
    static const char *const numbers[] = {"players=2", "players=3", "players=4",
                                          "players=4, teams=on"};
    static const char *const agents[] = {"random", "mc", "mcts", "mcts(reward=score)"};

    (void)context;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct cop_game *game = ontop_open_or_fail(numbers[i]);

        for (size_t j = 0; j < sizeof agents / sizeof agents[0]; j++)
            play_with(game, agents[j]);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_equal_the_reference),
        cmocka_unit_test(last_stone_of_a_player_wins),
        cmocka_unit_test(draws_have_exact_probabilities),
        cmocka_unit_test(random_games_have_known_statistics),
        cmocka_unit_test(playouts_are_single_moves),
        cmocka_unit_test(golden_playthrough),
        cmocka_unit_test(order_of_tiles_does_not_matter),
        cmocka_unit_test(positions_come_back_from_text),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(moves_are_written_in_one_word_or_two),
        cmocka_unit_test(players_are_named_after_their_colours),
        cmocka_unit_test(scene_shows_field_circles_and_stock),
        cmocka_unit_test(scene_has_every_placed_stone),
        cmocka_unit_test(every_agent_plays_every_number_of_players),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
