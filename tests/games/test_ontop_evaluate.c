/* test_ontop_evaluate.c - OnTop's evaluators, horizons and ordering (ontop.md 2.7 - 2.9, 5.4). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "greedy.h"
#include "ontop_check.h"
#include "reference_ontop.h"

enum { SETS = 5 };

struct set {
    const char *name;
    double points, stones, potential;
};

/* Table 5.2. */
static const struct set sets[SETS] = {
    {"set4", 5, 2, 0},       {"set1", 3, 1, 1}, {"set2", 6, 3, 1},
    {"set3", 1, 0.25, 0.05}, {"set5", 1, 3, 2},
};

static double value_of(const struct cop_game *game, const char *name,
                       const struct ontop_position *position, int player)
{
    return expected_value(game, evaluator_of(game, name), position, player);
}

/* ---- Values ---- */

static void weightings_come_with_the_best_first(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);

    (void)context;
    for (int i = 0; i < SETS; i++) {
        const struct cop_evaluator *row = &game->rules->evaluators[i];

        assert_string_equal(row->name, sets[i].name);
        assert_true(row->is_zero_sum && row->rates_ends && row->settles_chance);
        assert_true(row->lower == -row->upper);
    }
    assert_null(game->rules->evaluators[SETS].name);
    cop_game_close(game);
}

/* Points 7/2 and stones left 16/17: 5 * 5 + 2 * 1; 3 * 5 + 1; the potential by hand is below. */
static void suite_values_are_those_of_the_formula(void **context)
{
    static const double set4[] = {0, 27, 2, 6, -24, 7, 12, -5, -14, -51};
    struct cop_game *game = ontop_open_or_fail(NULL);

    (void)context;
    for (int i = 0; i < ONTOP_SUITE; i++) {
        struct ontop_position position = ontop_suite_position(game, i);

        assert_true(value_of(game, "set4", &position, 0) == set4[i]);
        assert_true(value_of(game, "set4", &position, 1) == -set4[i]);
    }
    cop_game_close(game);
}

/* A rhombus on c3 and d3, BYWR turned, so that white has two segments at the left end (2, 3) of
 * their common side and blue two at its other end (3, 4), each of six: a third, for both. The tile
 * in the second position brings blue a share of 1/6 in a circle of its own: (2/6 + 1/6) / 2. */
static void potential_is_a_mean_of_shares(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_after_moves(game, "Ac3d3/1");

    (void)context;
    assert_true(value_of(game, "set1", &position, 0) == 0);
    position = ontop_after_moves(game, "Ac3d3/1 Bf3g3/0");
    assert_true(fabs(value_of(game, "set1", &position, 0)) < 1e-9); /* 25 per cent each */
    position = ontop_after_moves(game, "Ac3d3/1 Cf3g3/0");
    assert_true(fabs(value_of(game, "set1", &position, 0) - (100.0 / 3 - 25)) < 1e-9);
    cop_game_close(game);
}

/* The win counts at every end: "always the first move" of ontop.md 5.5 ends 26:19 with 2:1 stones
 * left, and (n + 1) mod k with blue's last stone placed at 17:19. */
static struct ontop_position end_of_game(const struct cop_game *game, int factor, int offset)
{
    static const char order[] = "ABCDABCDABCDABCDABCDABCDABCDABCDCE";
    struct ontop_position position = ontop_start_of(game);
    cop_move moves[MOVES_ROOM];

    for (int ply = 0; ontop_turn_of(game, &position) != COP_OVER; ply++) {
        int count;

        game->rules->play(game, &position, (cop_move)(ONTOP_DRAW + order[ply] - 'A'));
        count = game->rules->moves(game, &position, moves);
        game->rules->play(game, &position, moves[(factor * ply + offset) % count]);
    }
    return position;
}

static void win_counts_a_hundred(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = end_of_game(game, 0, 0);

    (void)context;
    assert_true(value_of(game, "set4", &position, 0) == 5 * 7 - 2 * 1 + 100);
    assert_true(value_of(game, "set3", &position, 1) == -7 + 0.25 - 100);
    position = end_of_game(game, 1, 1);
    assert_true(value_of(game, "set4", &position, 0) == 5 * -2 + 2 * 7 + 100);
    position = end_of_game(game, 1, 5); /* a passive colour ended it, white has more */
    assert_true(value_of(game, "set4", &position, 1) == 5 * 21 + 2 * 3 + 100);
    cop_game_close(game);
}

/* ---- The values of searches (5.4) ---- */

static double expectimax(const struct cop_game *game, const struct cop_evaluator *evaluator,
                         const struct ontop_position *position, int draws);

static double mean_of_draws(const struct cop_game *game, const struct cop_evaluator *evaluator,
                            const struct ontop_position *position, int draws)
{
    cop_move outcomes[ONTOP_TYPES];
    double probability[ONTOP_TYPES], sum = 0;
    int count = game->rules->moves(game, position, outcomes);

    game->rules->chances(game, position, probability);
    for (int i = 0; i < count; i++) {
        struct ontop_position next = *position;

        game->rules->play(game, &next, outcomes[i]);
        sum += probability[i] * expectimax(game, evaluator, &next, draws);
    }
    return sum;
}

/* For blue, who is player 0. A leaf is judged before its draw. */
static double expectimax(const struct cop_game *game, const struct cop_evaluator *evaluator,
                         const struct ontop_position *position, int draws)
{
    cop_move moves[MOVES_ROOM];
    int count = game->rules->moves(game, position, moves);
    int mover = ontop_turn_of(game, position);
    double best = 0;

    for (int i = 0; i < count; i++) {
        struct ontop_position next = *position;
        double value;

        game->rules->play(game, &next, moves[i]);
        if (draws == 0 || ontop_turn_of(game, &next) == COP_OVER)
            value = expected_value(game, evaluator, &next, 0);
        else
            value = mean_of_draws(game, evaluator, &next, draws - 1);
        if (i == 0 || (mover == 0 ? value > best : value < best))
            best = value;
    }
    return best;
}

static void exact_searches_find_the_published_values(void **context)
{
    static const double expected[2][ONTOP_SUITE] = {
        {0, 20.000, -5.400, 9.778, -25.667, 7.593, 16.923, 0, -13.375, -46.600},
        {5.818, 31.038, 7.320, 28.752, -13.167, 27.067, 24.551, 8.733, -9.229, -136.200},
    };
    struct cop_game *game = ontop_open_or_fail(NULL);
    const struct cop_evaluator *evaluator = evaluator_of(game, "set4");

    (void)context;
    for (int depth = 1; depth <= 2; depth++)
        for (int i = 0; i < ONTOP_SUITE; i++) {
            struct ontop_position position = ontop_suite_position(game, i);
            double value;

            if (depth == 2 && is_slow_build() && i != 4 && i != 9)
                continue;
            value = expectimax(game, evaluator, &position, depth);
            if (fabs(value - expected[depth - 1][i]) > 0.0005001)
                fail_msg("position %d has the value %.4f at depth %d and not %.3f", i + 1, value,
                         depth, expected[depth - 1][i]);
        }
    cop_game_close(game);
}

/* ---- Against the reference ---- */

/* Formula 2.7 for the colours blue and white, on the reference's plain arrays. */
static double slow_potential(const struct ontop_reference *reference, int colour)
{
    double sum = 0;
    int count = 0;

    for (int h = 0; h <= REFERENCE_ROWS; h++)
        for (int x = 0; x < 2 * REFERENCE_COLUMNS; x++) {
            if (!ontop_reference_is_point(h, x) || reference->is_closed[h][x] ||
                reference->segments[h][x][colour] == 0)
                continue;
            sum += 100.0 * reference->segments[h][x][colour] / ontop_reference_degree(h, x);
            count++;
        }
    return count > 0 ? sum / count : 0;
}

static double slow_value(const struct ontop_reference *reference, const struct set *set, int colour)
{
    int other = 1 - colour;
    double win = reference->is_over ? 200 * (reference->payoff[colour] - 0.5) : 0;

    return set->points * (reference->points[colour] - reference->points[other]) +
           set->stones * (reference->stones[other] - reference->stones[colour]) +
           set->potential * (slow_potential(reference, colour) - slow_potential(reference, other)) +
           win;
}

static void assert_values(const struct cop_game *game, const struct ontop_reference *reference,
                          const struct ontop_position *position)
{
    for (int i = 0; i < SETS; i++) {
        const struct cop_evaluator *row = &game->rules->evaluators[i];
        double of_player[2];

        row->evaluate(game, NULL, position, of_player);
        assert_true(fabs(of_player[0] - slow_value(reference, &sets[i], 0)) < 1e-9);
        assert_true(of_player[0] == -of_player[1]);
        assert_true(of_player[0] <= row->upper && of_player[0] >= row->lower);
    }
}

/* The mover's share of the tile's four circles, from what the reference has after the move. */
static double slow_rating(const struct ontop_reference *before,
                          const struct ontop_placement *placement)
{
    const struct ontop_triangle of[2] = {placement->first, placement->second};
    struct ontop_reference after = *before;
    bool is_touched[REFERENCE_ROWS + 1][2 * REFERENCE_COLUMNS] = {{false}};
    int colour = before->set_up.colour_of[before->seat];
    double sum = 0;

    ontop_reference_play(&after, placement);
    for (int i = 0; i < 2; i++) {
        bool up = ontop_reference_points_up(of[i]);

        is_touched[up ? of[i].row - 1 : of[i].row][of[i].column - 1] = true;
        is_touched[up ? of[i].row - 1 : of[i].row][of[i].column + 1] = true;
        is_touched[up ? of[i].row : of[i].row - 1][of[i].column] = true;
    }
    for (int h = 0; h <= REFERENCE_ROWS; h++)
        for (int x = 0; x < 2 * REFERENCE_COLUMNS; x++)
            if (is_touched[h][x])
                sum += (double)after.segments[h][x][colour] / ontop_reference_degree(h, x);
    return sum;
}

static void assert_ratings(const struct cop_game *game, const struct ontop_reference *reference,
                           const struct ontop_position *position,
                           const struct ontop_placement *placements, int count)
{
    cop_move moves[MOVES_ROOM];
    float rating[MOVES_ROOM];

    assert_int_equal(game->rules->moves(game, position, moves), count);
    ordering_of(game, "shares")->rate(game, position, moves, count, rating);
    for (int i = 0; i < count; i++)
        assert_true(fabs(rating[i] - slow_rating(reference, &placements[i])) < 1e-5);
}

static void values_and_ratings_agree_with_the_reference(void **context)
{
    static const struct ontop_set_up set_up = {2, false, {0, 1, 2, 3}, 20, 1, {{4, 3}, {4, 7}}};
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 3);
    for (int round = 0; round < (is_slow_build() ? 40 : 400); round++) {
        struct ontop_position position = ontop_start_of(game);
        struct ontop_reference reference;

        ontop_reference_start(&reference, &set_up);
        while (!reference.is_over) {
            struct ontop_placement placements[REFERENCE_PLACEMENTS];
            cop_move moves[MOVES_ROOM];
            cop_move draw = cop_random_move(game, &position, &rng, moves);
            int count, chosen;

            assert_values(game, &reference, &position);
            game->rules->play(game, &position, draw);
            ontop_reference_draw(&reference, (int)draw - ONTOP_DRAW);
            assert_values(game, &reference, &position);
            count = ontop_reference_moves(&reference, placements);
            assert_ratings(game, &reference, &position, placements, count);
            chosen = (int)cop_rng_below(&rng, (uint32_t)count);
            game->rules->moves(game, &position, moves);
            game->rules->play(game, &position, moves[chosen]);
            ontop_reference_play(&reference, &placements[chosen]);
        }
        assert_values(game, &reference, &position);
    }
    cop_game_close(game);
}

/* Who sits where changes whose value it is, and nothing else. */
static void seats_do_not_matter(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct cop_game *other = ontop_open_or_fail("colours=WB");

    (void)context;
    for (int i = 0; i < ONTOP_SUITE; i++) {
        struct ontop_position position = ontop_suite_position(game, i);
        struct ontop_position turned = ontop_suite_position(other, i);

        for (int set = 0; set < SETS; set++)
            assert_true(value_of(game, sets[set].name, &position, 0) ==
                        value_of(other, sets[set].name, &turned, 1));
    }
    cop_game_close(other);
    cop_game_close(game);
}

/* Three: own result less the mean of the others'. Teams: the mean of the two less that of the
 * others. After these tiles blue, white, yellow and red have 7, 2, 2, 0 points and 16, 17, 19, 20
 * stones. */
static void more_players_are_compared_with_the_mean(void **context)
{
    static const char tiles[] = "B D Da4b4/1 Bh4h5/1 Di5i6/1 Ai3i4/0 Bb3c3/0 Cg3h3/0 Ca2b2/0";
    struct cop_game *three = ontop_open_or_fail("players=3");
    struct cop_game *teams = ontop_open_or_fail("players=4, teams=on");
    struct ontop_position position = ontop_position_or_fail(three, tiles);

    (void)context;
    assert_true(value_of(three, "set4", &position, 0) == 5 * (7 - 2) - 2 * (16 - 18));
    assert_true(value_of(three, "set4", &position, 1) == 5 * (2 - 4.5) - 2 * (17 - 17.5));
    position = ontop_position_or_fail(teams, tiles);
    for (int player = 0; player < 4; player++)
        assert_true(value_of(teams, "set4", &position, player) ==
                    (player % 2 == 0 ? 1 : -1) * (5 * 3.5 - 2 * -1));
    cop_game_close(teams);
    cop_game_close(three);
}

/* ---- Horizons (2.8) ---- */

static void assert_horizon(const struct cop_game *game, const char *name,
                           const struct ontop_position *position, int player, int plies,
                           enum cop_horizon how, double lower, double upper)
{
    double found[2];

    evaluator_of(game, name)
        ->horizon(game, NULL, position, player, plies, how, 3, &found[0], &found[1]);
    if (fabs(found[0] - lower) > 1e-9 || fabs(found[1] - upper) > 1e-9)
        fail_msg("%s, %d plies: the horizon is %g to %g and not %g to %g", name, plies, found[0],
                 found[1], lower, upper);
}

/* From the start, with all plies, the proof gives each set's bounds. */
static void bounds_are_what_is_proved_of_the_start(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position start = ontop_start_of(game);

    (void)context;
    for (int i = 0; i < SETS; i++) {
        const struct cop_evaluator *row = &game->rules->evaluators[i];

        assert_horizon(game, row->name, &start, 0, game->max_plies, COP_HORIZON_SOUND, row->lower,
                       row->upper);
    }
    cop_game_close(game);
}

/* A depth of n draws is n + 1 tiles. */
static void scaled_horizon_is_that_of_the_specification(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_suite_position(game, 1);

    (void)context;
    assert_horizon(game, "set4", &position, 0, 2, COP_HORIZON_SCALED, 27 - 34, 27 + 34);
    assert_horizon(game, "set4", &position, 0, 3, COP_HORIZON_SCALED, 27 - 51, 27 + 51);
    assert_horizon(game, "set4", &position, 1, 3, COP_HORIZON_SCALED, -27 - 51, -27 + 51);
    assert_horizon(game, "set4", &position, 0, 1, COP_HORIZON_SCALED, 27 - 17, 27 + 17);
    /* Position 10 would end at -102, and its value is -136.2: the win is within reach. */
    position = ontop_suite_position(game, 9);
    assert_horizon(game, "set4", &position, 0, 2, COP_HORIZON_SCALED, -51 - 34, -51 + 34);
    assert_horizon(game, "set4", &position, 0, 3, COP_HORIZON_SCALED, -202, 100);
    cop_game_close(game);
}

static void printed_horizon_ignores_the_weights(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_suite_position(game, 1);

    (void)context;
    for (int i = 0; i < SETS; i++) {
        assert_horizon(game, sets[i].name, &position, 0, 2, COP_HORIZON_PRINTED, 6 - 3, 6 + 3);
        assert_horizon(game, sets[i].name, &position, 1, 3, COP_HORIZON_PRINTED, -6 - 6, -6 + 6);
    }
    /* Before a draw each tile needs one. */
    position = ontop_after_moves(game, "Ac3d3/1");
    assert_horizon(game, "set4", &position, 0, 2, COP_HORIZON_PRINTED, -6, 6);
    cop_game_close(game);
}

/* From positions of random games, all that so many random tiles lead to lies within. */
static void sound_horizon_holds_what_can_happen(void **context)
{
    enum { TILES_MAX = 4 };
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct cop_rng rng;
    double widest = 0, narrowest = 2000;

    (void)context;
    cop_rng_seed(&rng, 11);
    for (int round = 0; round < (is_slow_build() ? 300 : 4000); round++) {
        struct ontop_position position = ontop_start_of(game);
        int skipped = (int)cop_rng_below(&rng, 62), tiles = 1 + round % TILES_MAX;
        const struct cop_evaluator *row = &game->rules->evaluators[round % SETS];
        int player = round / 2 % 2;
        cop_move moves[MOVES_ROOM];
        double lower, upper;

        cop_playout(game, &position, &rng, skipped + 1, moves);
        if (ontop_turn_of(game, &position) == COP_OVER)
            continue;
        row->horizon(game, NULL, &position, player, tiles, COP_HORIZON_SOUND, 0, &lower, &upper);
        assert_true(lower >= row->lower && upper <= row->upper);
        widest = fmax(widest, (upper - lower) / row->upper);
        narrowest = fmin(narrowest, (upper - lower) / row->upper);
        for (int line = 0; line < 50; line++) {
            struct ontop_position leaf = position;
            int plies = 2 * tiles - (position.hand != 0);
            double value;

            for (int ply = 0; ply < plies && ontop_turn_of(game, &leaf) != COP_OVER; ply++)
                game->rules->play(game, &leaf, cop_random_move(game, &leaf, &rng, moves));
            value = expected_value(game, row, &leaf, player);
            assert_true(value >= lower && value <= upper);
        }
    }
    assert_true(narrowest < 0.4 && widest > 1);
    cop_game_close(game);
}

/* ---- Strength (5.6) ---- */

static void greedy_player_beats_random(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    int games = is_slow_build() ? 40 : 400;

    (void)context;
    assert_true(greedy_against_random(game, evaluator_of(game, "set4"), games, 1) > 0.96);
    assert_true(greedy_against_random(game, evaluator_of(game, "set5"), games, 2) > 0.85);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weightings_come_with_the_best_first),
        cmocka_unit_test(suite_values_are_those_of_the_formula),
        cmocka_unit_test(potential_is_a_mean_of_shares),
        cmocka_unit_test(win_counts_a_hundred),
        cmocka_unit_test(exact_searches_find_the_published_values),
        cmocka_unit_test(values_and_ratings_agree_with_the_reference),
        cmocka_unit_test(seats_do_not_matter),
        cmocka_unit_test(more_players_are_compared_with_the_mean),
        cmocka_unit_test(bounds_are_what_is_proved_of_the_start),
        cmocka_unit_test(scaled_horizon_is_that_of_the_specification),
        cmocka_unit_test(printed_horizon_ignores_the_weights),
        cmocka_unit_test(sound_horizon_holds_what_can_happen),
        cmocka_unit_test(greedy_player_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
