/* test_othello_endgame.c - Othello's own solver against published endgames and against a plain
 * search; what it takes on trust of stable discs; its limits. */
#include "reference_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "coppice/solve.h"
#include "games/othello/position.h"
#include "games/othello/stable.h"

enum { MOVES_MAX = 64 };

static const struct cop_solve_limits plain = {.memory = 64 << 20, .threads = 1};

static struct cop_solution solve(const struct cop_game *game, const struct any_state *state,
                                 enum cop_stake stake, const struct cop_solve_limits *limits)
{
    struct cop_solution solution;
    struct cop_error error;

    if (!cop_solve(game, state, stake, limits, &solution, &error))
        fail_msg("%s", error.message);
    return solution;
}

static double value_of(const struct cop_game *game, const struct any_state *state,
                       enum cop_stake stake)
{
    struct cop_solution solution = solve(game, state, stake, &plain);

    assert_true(solution.lower == solution.upper);
    return solution.lower;
}

/* ---- Published endgames ---- */

/* Positions of the French federation's test with their exact scores for the side to move. Those of
 * the first three and of 40 to 44 were compared with published ones, the others of the first
 * nineteen with the general solver. The fifth and the eleventh end with an empty square. */
struct endgame {
    const char *position;
    int score;
    const char *best; /* all moves that reach it, where they are published */
};

static const struct endgame easy[] = {
    {"--xxxxx--oooxx-o-oooxxox-oxoxoxxoxxxoxxx--xoxoxx-xxxooo--ooooo-- x", 18, NULL},
    {"-xxxxxx---xoooo--xoxxoox-oooooooooooxxoooooxxoox--xxoo----xxxxx- x", 10, NULL},
    {"----ox----ooxx---oooxx-xooxxoooooxxoxxoooxxxoooooxxxxoxo--ooooox x", 2, NULL},
    {"-xxxxxx-x-xxxoo-xoxxxooxxxoxooox-oxooxxx--oooxxx--ooxx----xoxxo- x", 0, NULL},
    {"-ooooo----oxxo-xxxoxoxx-xxoxoxxoxxooxoooxxxxoo-ox-xooo---xxxxx-- x", 32, NULL},
    {"--oxxx--oooxxx--oooxoxo-ooxooox-ooxxxxxxxooxxox--oooox---xxxxxx- x", 14, NULL},
    {"--oxxo--xoxxxx--xoooxxxxxooxxxxxxooooxxx-xxxxxxx--xxooo----xxoo- x", 8, NULL},
    {"---x-x--x-xxxx--xxxxoxxxxxxoooooxxoxxxo-xoxxxxo-xooxxx--xooxxo-- o", 8, NULL},
    {"--xoxx--o-ooxxxx-oooxxxx-xoxxxoxxxoxoooxoxxoxoxx--oxoo----oooo-- o", -8, NULL},
    {"-xxxx-----oxxx--xoxoxoxxoxoxxoxxoxxoxoooxxxoxoox--oxxo---ooooo-- o", 10, NULL},
    {"---o-xox----xxox---xxooxo-xxoxoxxxxooxox-xooxxxxxoooxx-xooooooo- o", 30, NULL},
    {"--o--o--x-oooox-xxoooxooxxoxoxooxxoxxoooxxxxoooo--oxxx---xxxxx-- o", -8, NULL},
    {"--xxxxx--oooxx---oooxxxx-oxoxoxxoxxxoxxx--xoxoxx--oxooo--ooooo-- x", 14, NULL},
    {"--xxxxx---ooox---xooxxxx-ooooooooooxxxoooooxxoox--xxoo----xxxxx- x", 18, NULL},
    {"----o------oox---oooxx-xoooxoooooxxoxxoooxxxoooooxxxooxo--ooooox x", 4, NULL},
    {"-xxxxxx-x-xxxoo-xoxxxooxxooxxxox-oooxxxx--ooxxxx---ooo----xox-o- x", 24, NULL},
    {"-ooooo----oxxo-xxxoooxx-xxoxoxxoxxooxoooxxxxoo-ox-xoo----xxxx--- x", 8, NULL},
    {"-xxx------ooox--xoooooxxoxoxooxxoxxoooooxxxoxoox--oxxo---ooooo-- x", -2, NULL},
    {"--oxxo--xoxxxx--xooooxxxxoooxxxxx-oooxxx--ooooxx--xxooo----xxoo- x", 8, NULL},
};

/* Its numbers 40 to 44, with 20 to 23 empty squares. */
static const struct endgame hard[] = {
    {"o--oooox-ooooooxooxxoooxooxoooxxooooooxx---oooox----o--x-------- x", 38, "a2"},
    {"-ooooo----oooox--oooooo-xxxxxoo--xxoox--ooxoxx----oxxo---ooo--o- x", 0, "h4"},
    {"--ooo-------xx-ooooooxoo-ooooxoox-oooxxo---ooxoo---oooxo--oooo-- x", 6, "g2"},
    {"--xxxxx---xxxx---oooxx---ooxxxx--ooxxxo-ooooxoo----xox----xxxxx- o", -12, "c7 g3"},
    {"--o-x-o---o-xo-o-ooxxxooooooxxxoooooxx--xxooxo----xxxx-----xxx-- o", -14, "d2 b8"},
};

static double payoff_of(double points)
{
    return points > 0 ? 1 : points < 0 ? 0 : 0.5;
}

static struct cop_solution check_endgame(const char *spec, const struct endgame *endgame)
{
    struct cop_game *game = open_or_fail(spec);
    struct any_state state = position_or_fail(game, endgame->position);
    struct cop_solution solution = solve(game, &state, COP_STAKE_SCORE, &plain);
    struct cop_text text = COP_TEXT;

    assert_true(solution.lower == endgame->score && solution.upper == endgame->score);
    game->rules->write_move(game, &state, solution.best, &text);
    if (endgame->best != NULL)
        assert_non_null(strstr(endgame->best, text.bytes));
    cop_text_free(&text);
    cop_game_close(game);
    return solution;
}

static void published_endgames_have_their_scores(void **context)
{
    struct cop_game *game = open_or_fail("othello");

    (void)context;
    for (size_t i = 0; i < sizeof easy / sizeof easy[0]; i++) {
        struct any_state state = position_or_fail(game, easy[i].position);

        check_endgame("othello", &easy[i]);
        assert_true(value_of(game, &state, COP_STAKE_PAYOFF) == payoff_of(easy[i].score));
    }
    cop_game_close(game);
}

/* The count is what was measured with room to spare: without sorting, stability or the table it is
 * many times more. */
static void hard_published_endgames_have_their_scores(void **context)
{
    size_t count = is_slow_build() ? 0 : sizeof hard / sizeof hard[0];

    (void)context;
    for (size_t i = 0; i < count; i++) {
        struct cop_solution solution = check_endgame("othello", &hard[i]);

        if (i == 0)
            assert_true(solution.positions < 25000000);
    }
}

/* As the same two endgames come out when empty squares are nobody's. */
static void empty_squares_can_be_left_out(void **context)
{
    struct endgame fifth = easy[4], eleventh = easy[10];

    (void)context;
    fifth.score = 31;
    eleventh.score = 29;
    check_endgame("othello(empties=nobody)", &fifth);
    check_endgame("othello(empties=nobody)", &eleventh);
}

/* ---- Against a plain search ---- */

/* Points for the first player, by every line of play that is not already worse for somebody. */
static double plain_points(const struct cop_game *game, const struct any_state *state, double low,
                           double high)
{
    cop_move moves[MOVES_MAX];
    int mover = game->rules->turn(game, state);
    int count = game->rules->moves(game, state, moves);

    if (mover == COP_OVER)
        return game->rules->score(game, state, 0);
    for (int i = 0; i < count && low < high; i++) {
        struct any_state next = child(game, state, moves[i]);
        double value = plain_points(game, &next, low, high);

        if (mover == 0 && value > low)
            low = value;
        if (mover == 1 && value < high)
            high = value;
    }
    return mover == 0 ? low : high;
}

static double plain_value(const struct cop_game *game, const struct any_state *state, int mover)
{
    double points = plain_points(game, state, -64, 64);

    return mover == 0 ? points : -points;
}

static int count_empty(const struct any_state *state)
{
    const struct othello_position *position = (const void *)state;

    return 64 - bit_count(position->discs[0] | position->discs[1]);
}

/* A position with so many empty squares out of a random game. */
static struct any_state wander(const struct cop_game *game, int empty, struct cop_rng *rng)
{
    for (;;) {
        struct any_state state = start_of(game);
        cop_move moves[MOVES_MAX];

        while (count_empty(&state) > empty && game->rules->turn(game, &state) != COP_OVER)
            game->rules->play(game, &state, cop_random_move(game, &state, rng, moves));
        if (count_empty(&state) == empty && game->rules->turn(game, &state) != COP_OVER)
            return state;
    }
}

static void compare_one(const struct cop_game *game, const struct any_state *state)
{
    int mover = turn_of(game, state);
    double value = plain_value(game, state, mover);
    struct cop_solution points = solve(game, state, COP_STAKE_SCORE, &plain);
    struct cop_solution payoff = solve(game, state, COP_STAKE_PAYOFF, &plain);
    struct any_state next = child(game, state, points.best);

    assert_true(points.lower == value && points.upper == value);
    assert_true(plain_value(game, &next, mover) == value);
    assert_true(payoff.lower == payoff_of(value) && payoff.upper == payoff_of(value));
    next = child(game, state, payoff.best);
    assert_true(payoff_of(plain_value(game, &next, mover)) == payoff_of(value));
}

static void compare_all(const char *spec, int rounds, uint64_t seed)
{
    struct cop_game *game = open_or_fail(spec);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    for (int empty = 1; empty <= 10; empty++)
        for (int i = 0; i < (empty <= 8 ? rounds : rounds / 8); i++) {
            struct any_state state = wander(game, empty, &rng);

            compare_one(game, &state);
        }
    cop_game_close(game);
}

static void it_agrees_with_a_plain_search(void **context)
{
    (void)context;
    compare_all("othello", is_slow_build() ? 24 : 400, 1);
    compare_all("othello(empties=nobody)", is_slow_build() ? 24 : 200, 2);
}

/* The same rules without their solver, so that the general one must do. */
static void it_agrees_with_the_general_solver(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct cop_rules rules = *game->rules;
    struct cop_game other = *game;
    struct cop_rng rng;

    (void)context;
    rules.solve = NULL;
    other.rules = &rules;
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < (is_slow_build() ? 2 : 40); i++) {
        struct any_state state = wander(game, 11 + i % 4, &rng);

        assert_true(value_of(game, &state, COP_STAKE_SCORE) ==
                    value_of(&other, &state, COP_STAKE_SCORE));
        assert_true(value_of(game, &state, COP_STAKE_PAYOFF) ==
                    value_of(&other, &state, COP_STAKE_PAYOFF));
    }
    cop_game_close(game);
}

static void a_pass_can_be_the_best_move(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = after_moves(game, "d3c3f5d2d1e1b2b4f1f6g7d6d7");
    struct cop_rng rng;
    int passes = 0;

    (void)context;
    assert_moves(game, &state, "--");
    cop_rng_seed(&rng, 4);
    while (passes < 20) {
        cop_move moves[MOVES_MAX];

        state = wander(game, passes % 2 == 0 ? 5 : 9, &rng);
        game->rules->moves(game, &state, moves);
        if (moves[0] != COP_PASS)
            continue;
        passes++;
        compare_one(game, &state);
        assert_int_equal(solve(game, &state, COP_STAKE_SCORE, &plain).best, COP_PASS);
    }
    cop_game_close(game);
}

static void small_boards_are_left_to_the_general_solver(void **context)
{
    static const char *const specs[] = {"othello(size=4)", "othello(size=6)"};

    (void)context;
    for (int i = 0; i < 2; i++) {
        struct cop_game *game = open_or_fail(specs[i]);

        assert_false(game->rules->can_solve(game, COP_STAKE_SCORE));
        assert_false(game->rules->can_solve(game, COP_STAKE_PAYOFF));
        cop_game_close(game);
    }
}

/* ---- Stable discs ---- */

/* Whatever is played, they stay as they are. */
static void stable_discs_are_never_captured(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct cop_rng rng;
    int64_t seen = 0;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int i = 0; i < 400; i++) {
        struct any_state start = wander(game, 1 + i % 30, &rng);
        const struct othello_position *position = (const void *)&start;
        uint64_t stable[2] = {othello_stable(position->discs[0], position->discs[1]),
                              othello_stable(position->discs[1], position->discs[0])};

        seen += bit_count(stable[0] | stable[1]);
        for (int round = 0; round < 20; round++) {
            struct any_state state = start;
            const struct othello_position *now = (const void *)&state;
            cop_move moves[MOVES_MAX];

            while (game->rules->turn(game, &state) != COP_OVER) {
                game->rules->play(game, &state, cop_random_move(game, &state, &rng, moves));
                assert_true((stable[0] & ~now->discs[0]) == 0 && (stable[1] & ~now->discs[1]) == 0);
            }
        }
    }
    assert_true(seen > 2000);
    cop_game_close(game);
}

/* A corner and what hangs together with it; nothing in the open; all of a full board. */
static void stable_discs_grow_from_corners(void **context)
{
    uint64_t corner = 0x0103, middle = 0x0000001818000000u;

    (void)context;
    assert_true(othello_stable(corner, middle) == corner);
    assert_true(othello_stable(middle, corner) == 0);
    assert_true(othello_stable(0x8040201008040201u, 0) == 0x8000000000000001u);
    assert_true(othello_stable(middle, ~middle) == middle);
}

/* ---- Limits ---- */

static void bounds_are_sound_at_every_limit(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = position_or_fail(game, easy[11].position);

    (void)context;
    for (int64_t positions = 1; positions < 200000; positions = positions * 3 / 2 + 1) {
        struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1, .positions = positions};
        struct cop_solution points = solve(game, &state, COP_STAKE_SCORE, &limits);
        struct cop_solution payoff = solve(game, &state, COP_STAKE_PAYOFF, &limits);

        assert_true(points.lower <= -8 && points.upper >= -8);
        assert_true(payoff.lower <= 0 && payoff.upper >= 0);
        assert_true(points.positions <= positions && payoff.positions <= positions);
        assert_true(positions < 150000 || points.lower == points.upper);
    }
    cop_game_close(game);
}

static void a_small_table_changes_no_value(void **context)
{
    struct cop_solve_limits small = {.memory = 0, .threads = 1};
    struct cop_game *game = open_or_fail("othello");

    (void)context;
    for (size_t i = 0; i < sizeof easy / sizeof easy[0]; i++) {
        struct any_state state = position_or_fail(game, easy[i].position);
        struct cop_solution solution = solve(game, &state, COP_STAKE_SCORE, &small);

        assert_true(solution.lower == easy[i].score && solution.upper == easy[i].score);
    }
    cop_game_close(game);
}

static void count_call(void *context, const struct cop_solution *so_far)
{
    int *calls = context;

    assert_true(so_far->lower <= so_far->upper);
    ++*calls;
}

static void the_flag_and_the_clock_stop_it_and_progress_is_told(void **context)
{
    atomic_bool stop = true;
    int calls = 0;
    struct cop_solve_limits flagged = {
        .memory = 1 << 20, .threads = 1, .stop = &stop, .progress = count_call, .context = &calls};
    struct cop_solve_limits brief = {.memory = (size_t)1 << 50, .threads = 1, .time = 0.001};
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = start_of(game);
    struct cop_solution solution = solve(game, &state, COP_STAKE_SCORE, &flagged);

    (void)context;
    assert_true(solution.lower == -64 && solution.upper == 64 && calls > 0);
    assert_true(solution.positions == 0 && solution.best == COP_NO_MOVE);
    solution = solve(game, &state, COP_STAKE_PAYOFF, &brief);
    assert_true(solution.lower == 0 && solution.upper == 1);
    cop_game_close(game);
}

/* So that it can be asked before every move: what is touched depends on what is searched, not on
 * what may be used. */
static void a_short_search_touches_little_memory(void **context)
{
    struct cop_solve_limits generous = {.memory = (size_t)1 << 30, .threads = 1};
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = position_or_fail(game, easy[0].position);
    struct rusage before, after;

    (void)context;
    solve(game, &state, COP_STAKE_SCORE, &plain);
    getrusage(RUSAGE_SELF, &before);
    solve(game, &state, COP_STAKE_SCORE, &generous);
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_minflt - before.ru_minflt < 128);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_endgames_have_their_scores),
        cmocka_unit_test(hard_published_endgames_have_their_scores),
        cmocka_unit_test(empty_squares_can_be_left_out),
        cmocka_unit_test(it_agrees_with_a_plain_search),
        cmocka_unit_test(it_agrees_with_the_general_solver),
        cmocka_unit_test(a_pass_can_be_the_best_move),
        cmocka_unit_test(small_boards_are_left_to_the_general_solver),
        cmocka_unit_test(stable_discs_are_never_captured),
        cmocka_unit_test(stable_discs_grow_from_corners),
        cmocka_unit_test(bounds_are_sound_at_every_limit),
        cmocka_unit_test(a_small_table_changes_no_value),
        cmocka_unit_test(the_flag_and_the_clock_stop_it_and_progress_is_told),
        cmocka_unit_test(a_short_search_touches_little_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
