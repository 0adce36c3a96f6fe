/* test_fanorona_play.c - Fanorona as searches and people meet it: random play, agents, words,
 * clicks, options; and check 41 of samegame-and-fanorona.md 8, mirror images. */
#include "fanorona_check.h"

#include <math.h>
#include <string.h>

#include "coppice/agent.h"
#include "golden.h"

/* ---- Random play ---- */

static void check_playouts(const char *inside, int games)
{
    struct cop_game *game = open_or_fail(inside);
    cop_move moves[MOVES_MAX];

    for (int i = 0; i < games; i++) {
        struct any_state slow = start_of(game), fast = slow, cut = slow, at_cut = slow;
        struct cop_rng slow_rng, fast_rng, cut_rng, move_rng;
        int limit = i % 60 + 1, plies = 0, cut_plies, count;

        cop_rng_seed(&slow_rng, (uint64_t)i);
        fast_rng = cut_rng = slow_rng;
        cut_plies = cop_playout(game, &cut, &cut_rng, limit, moves);
        while ((count = game->rules->moves(game, &slow, moves)) > 0) {
            cop_move move;

            move_rng = slow_rng;
            move = moves[cop_rng_below(&slow_rng, (uint32_t)count)];
            assert_int_equal(game->rules->random_move(game, &slow, &move_rng), move);
            game->rules->play(game, &slow, move);
            if (++plies <= limit)
                at_cut = slow;
        }
        assert_true(game->max_plies == 0 || plies <= game->max_plies);
        assert_int_equal(cut_plies, plies < limit ? plies : limit);
        assert_memory_equal(&cut, &at_cut, sizeof cut);
        assert_int_equal(cop_playout(game, &fast, &fast_rng, 0, moves), plies);
        assert_memory_equal(&fast, &slow, sizeof fast);
        assert_true(fast_rng.state == slow_rng.state);
        assert_int_equal(cop_playout(game, &fast, &fast_rng, 0, moves), 0);
    }
    cop_game_close(game);
}

static void fanorona_playout_is_moves_and_play(void **context)
{
    (void)context;
    check_playouts("", 1000);
    check_playouts("width=3, height=3", 1000);
    check_playouts("width=3, height=15, repetition=threefold", 300);
    check_playouts("width=15, height=3, quiet=20", 300);
    check_playouts("width=5, height=5, repetition=off, quiet=0", 300);
}

/* Measured once with 200,000 games; the bounds are five standard errors of 20,000. */
static void fanorona_random_games_have_known_statistics(void **context)
{
    enum { GAMES = 20000 };
    struct cop_game *game = open_or_fail("");
    double plies = 0, wins = 0, draws = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2026);
    for (int i = 0; i < GAMES; i++) {
        struct any_state state = start_of(game);
        cop_move moves[MOVES_MAX];
        double of_player[2];

        plies += cop_playout(game, &state, &rng, 0, moves);
        game->rules->payoff(game, &state, of_player);
        wins += of_player[WHITE] == 1;
        draws += of_player[WHITE] == 0.5;
    }
    assert_true(fabs(plies / GAMES - 53.4) < 0.7);
    assert_true(fabs(wins / GAMES - 0.419) < 0.0175);
    assert_true(fabs(draws / GAMES - 0.134) < 0.012);
    cop_game_close(game);
}

static void fanorona_golden_playthrough(void **context)
{
    (void)context;
    assert_golden(
        "fanorona",
        "d3-e3W d4-c3A stop e3-d4A stop a3-b2A b3-a3W b2-c3A -b3A d2-c3A -d4A -d3W stop "
        "c4-c3A -d2A stop d3-e3A b3-b2A stop g3-f3W f4-g3A -h3A stop h1-h2A d2-c2W e3-f4A "
        "a4-a3A d1-c1 c2-c3W g1-h2 g4-h4W -h3A -g3A f1-e1 c3-d2A",
        "1b3b2b/4b3b/b5b2/1b1b5/9 w");
}

static void play_with(const struct cop_game *game, const char *spec)
{
    struct any_state state = start_of(game);
    struct cop_limits limits;
    struct cop_error error;
    struct cop_agent *agent;
    int plies = 0;

    assert_true(cop_limits_parse("sims=50, seed=3", &limits, &error));
    agent = cop_agent_open(game, spec, &limits.means, &error);
    assert_non_null(agent);
    cop_agent_start(agent, 3);
    for (; game->rules->turn(game, &state) != COP_OVER; plies++) {
        struct cop_report report;

        if (!cop_agent_think(agent, &state, &limits, NULL, &report, &error))
            fail_msg("%s: %s", spec, error.message);
        cop_agent_played(agent, &state, report.best);
        game->rules->play(game, &state, report.best);
    }
    assert_true(plies <= game->max_plies);
    cop_agent_close(agent);
}

static void fanorona_is_played_to_its_end_by_agents(void **context)
{
    static const char *const agents[] = {"random", "mc", "mcts", "mcts(solver=on)"};

    (void)context;
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct cop_game *game = open_or_fail("");

        play_with(game, agents[i]);
        cop_game_close(game);
        game = open_size(3, 5, "");
        play_with(game, agents[i]);
        cop_game_close(game);
    }
}

/* ---- People ---- */

static void fanorona_accepts_other_words(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, KNOWN_WHITE), wanted = state;
    static const char *const words[] = {"b2-c2A -c3A", "b2-c2A-c3A",  "B2C2 C3",
                                        "b2-c2 c2-c3", "b2c2a,c2c3a", "b2c2-c3"};

    (void)context;
    play_words(game, &wanted, "b2-c2A -c3A");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct any_state next = state;

        play_words(game, &next, words[i]);
        assert_memory_equal(&next, &wanted, sizeof next);
    }
    assert_refused(game, &state, "b2--c2", "not a legal move");
    assert_refused(game, &state, "c2", "not a legal move");
    assert_refused(game, &state, "b2-c2W", "not a legal move");
    assert_refused(game, &state, "stop", "not a legal move");
    assert_refused(game, &state, "-", "not a legal move");
    assert_refused(game, &state, "b2-c2A pass", "not a legal move");
    state = start_of(game);
    assert_refused(game, &state, "d3-e3", "ambiguous");
    cop_game_close(game);
}

static void fanorona_names_rows_above_nine(void **context)
{
    struct cop_game *game = open_size(3, 15, "");
    struct any_state state = position_or_fail(game, "b2/3/3/3/3/2w/3/3/3/3/3/3/3/3/3 w");

    (void)context;
    assert_turns(game, &state, "c10-b10 c10-c11 c10-c9");
    play_words(game, &state, "c10c11");
    assert_position(game, &state, "b2/3/3/3/2w/3/3/3/3/3/3/3/3/3/3 b");
    cop_game_close(game);
}

/* Every state of random games comes back from its text: the same bytes where nothing is remembered,
 * else the same text and moves. */
static void check_texts(const char *inside, int games, bool has_memory)
{
    struct cop_game *game = open_or_fail(inside);
    struct cop_rng rng;
    int unfinished = 0;

    cop_rng_seed(&rng, 11);
    for (int i = 0; i < games; i++) {
        struct any_state state = start_of(game);
        cop_move moves[MOVES_MAX];
        int count;

        do {
            struct cop_text text = COP_TEXT;
            struct any_state again;

            game->rules->write_position(game, &state, &text);
            again = position_or_fail(game, text.bytes);
            assert_position(game, &again, text.bytes);
            assert_int_equal(game->rules->turn(game, &again), game->rules->turn(game, &state));
            if (!has_memory || state.words[2] != 0)
                assert_memory_equal(&again, &state, sizeof state);
            unfinished += state.words[2] != 0;
            cop_text_free(&text);
            count = game->rules->moves(game, &state, moves);
            if (count > 0)
                game->rules->play(game, &state, moves[cop_rng_below(&rng, (uint32_t)count)]);
        } while (count > 0);
    }
    assert_true(unfinished > games);
    cop_game_close(game);
}

static void fanorona_positions_come_back_from_text(void **context)
{
    (void)context;
    check_texts("", 100, true);
    check_texts("width=5, height=9, repetition=off, quiet=0", 100, false);
    check_texts("width=13, height=3", 100, true);
}

static void fanorona_order_of_earlier_points_is_free(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, "8b/1b7/3b5/w1b6/9 w"), other;

    (void)context;
    play_words(game, &state, "a2-b2A-b3A");
    assert_position(game, &state, "8b/9/1w1b5/9/9 w a2-b2-b3");
    other = position_or_fail(game, "8b/9/1w1b5/9/9 w A2-B2-B3");
    assert_memory_equal(&state, &other, sizeof state);
    cop_game_close(game);
}

static void fanorona_refuses_impossible_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"9/9/9/9/9 w", "no stones"},
        {"9/9/9/9/w8 w", "White has won already"},
        {"9/9/9/9/b8 b", "Black has won already"},
        {"bbbbbbbbb/bbbbbbbbb/bbbbb4/9/w8 w", "Black has 23 stones and began with 22"},
        {"9/9/9/w7b w", "4 rows"},
        {"9/9/9/9/w7 w", "row 5 from the top has 8 of 9"},
        {"9/9/9/9/w7x w", "'x' in row 5"},
        {"9/9/9/9/w7b", "who moves, w or b"},
        {"9/9/9/9/w7b x", "who moves, w or b"},
        {"9/9/9/9/w7b w nonsense", "\"draw\" or the points"},
        {"9/9/9/9/w7b w a1", "must be neighbours"},
        {"9/9/9/9/w7b w a1-", "\"draw\" or the points"},
        {"9/9/9/9/w7b w b1-a1 draw", "\"draw\" or the points"},
        {"9/9/9/9/w7b w j1-a1", "\"draw\" or the points"},
        {"9/9/9/9/w7b w a6-a1", "\"draw\" or the points"},
        {"9/9/9/9/w7b w a0-a1", "\"draw\" or the points"},
        {"9/9/9/9/w7b w a99999999999-a1", "\"draw\" or the points"},
        {"9/9/9/9/w7b w c1-a1", "must be neighbours"},
        {"9/9/9/1w7/8b w a1-a2-b2-a1", "twice"},
        {"9/9/9/9/1w6b w a2-b1", "must be neighbours"}, /* a2 is weak */
        {"9/9/9/9/w7b w a1-b1", "must hold a stone of White"},
        {"9/9/9/9/w7b b a1-b1", "must hold a stone of Black"},
        {"9/9/9/9/ww6b w a1-b1", "must be empty"},
        {"9/9/9/9/1w6b w a1-b1", "can capture no more"},
        {"9/9/9/1b7/1wb6 w a1-b1", "cannot all have captured"},
        {"9/9/9/bb7/wb7 w draw", "White has lost"},
        {"9/9/9/9/9/w8 w", "more than the board's 5 rows"},
    };
    struct cop_game *game = open_or_fail("");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct any_state state = {{1, 2, 3, 4}}, before = state;
        struct cop_error error;

        if (cop_position_read(game, cases[i].words, &state, &error))
            fail_msg("\"%s\" was accepted", cases[i].words);
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", cases[i].words, error.message);
        assert_memory_equal(&state, &before, sizeof state);
    }
    cop_game_close(game);
}

static void fanorona_has_no_draws_where_nothing_makes_one(void **context)
{
    struct cop_game *game = open_or_fail("repetition=off, quiet=0");
    struct any_state state;
    struct cop_error error;

    (void)context;
    assert_false(cop_position_read(game, "w8/9/9/9/8b w draw", &state, &error));
    assert_non_null(strstr(error.message, "no draws"));
    cop_game_close(game);
}

static void fanorona_options_have_bounds(void **context)
{
    static const struct {
        const char *inside, *reason;
    } cases[] = {
        {"width=8", "width=8 is even"},
        {"height=4", "height=4 is even"},
        {"width=1", "width=1"},
        {"height=17", "height=17"},
        {"width=9, height=7", "63 points"},
        {"quiet=256", "quiet=256"},
        {"quiet=0", "quiet=0 needs repetition=off"},
        {"repetition=twice", "repetition=twice"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error;

        assert_null(cop_game_open_rules(&cop_fanorona, cases[i].inside, &error));
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("%s was refused with: %s", cases[i].inside, error.message);
    }
}

static void assert_path(const struct cop_game *game, const struct any_state *state,
                        const char *word, const char *names)
{
    struct cop_scene scene = {0};
    struct cop_text text = COP_TEXT;
    int cells[COP_PATH_MAX], count;
    cop_move move = COP_NO_MOVE;

    game->rules->scene(game, state, -1, &scene);
    assert_true(cop_move_read(game, state, word, &move, NULL));
    count = game->rules->path(game, state, move, cells);
    for (int i = 0; i < count; i++)
        cop_text_add(&text, "%s%s", i > 0 ? " " : "", scene.cells[cells[i]].name);
    assert_string_equal(text.bytes, names);
    cop_text_free(&text);
    cop_scene_free(&scene);
}

static void fanorona_clicks_name_a_stone_only_where_there_is_a_choice(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = start_of(game);

    (void)context;
    assert_path(game, &state, "e2-e3A", "e2 e3");
    assert_path(game, &state, "d3-e3A", "d3 e3 f3");
    assert_path(game, &state, "d3-e3W", "d3 e3 c3");
    state = position_or_fail(game, KNOWN_WHITE);
    play_words(game, &state, "b2-c2A");
    assert_path(game, &state, "-c3A", "c3");
    assert_path(game, &state, "stop", "c2");
    state = position_or_fail(game, FAR_APART);
    assert_path(game, &state, "a5-b4", "a5 b4");
    cop_game_close(game);
}

static void fanorona_scene_says_that_a_turn_goes_on(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, KNOWN_WHITE);
    struct cop_scene scene = {0};

    (void)context;
    play_words(game, &state, "b2-c2A");
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.piece_count, 7);
    assert_string_equal(scene.labels[scene.label_count - 1].text, "c2 goes on or stops");
    cop_scene_free(&scene);
    cop_game_close(game);
}

/* ---- What searches use ---- */

static void fanorona_gives_the_turn(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, KNOWN_WHITE), before, black;

    (void)context;
    play_words(game, &state, "b2-c2A");
    before = state;
    game->rules->give_turn(game, &state, WHITE);
    assert_memory_equal(&state, &before, sizeof state);
    game->rules->give_turn(game, &state, BLACK);
    black = position_or_fail(game, "9/2b2wbwb/9/2w3b2/9 b");
    assert_memory_equal(&state, &black, sizeof state);
    assert_true(game->rules->key(game, &state) != game->rules->key(game, &before));
    /* Given to a side that cannot move, it has lost. */
    state = position_or_fail(game, "9/9/9/bb7/wb7 b");
    game->rules->give_turn(game, &state, WHITE);
    assert_over(game, &state, 0);
    cop_game_close(game);
}

/* What was played before decides what is a draw, so it is part of the state and of its key. */
static void fanorona_keys_tell_histories_apart(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state one = position_or_fail(game, FAR_APART), other = one, again = one;

    (void)context;
    play_words(game, &one, "a5-a4 i1-i2 a4-b4 i2-h2");
    play_words(game, &other, "a5-b5 i1-h1 b5-b4 h1-h2");
    play_words(game, &again, "a5-a4 i1-i2 a4-b4 i2-h2");
    assert_true(game->rules->key(game, &one) != game->rules->key(game, &other));
    assert_true(game->rules->key(game, &one) == game->rules->key(game, &again));
    cop_game_close(game);
    game = open_or_fail("repetition=off, quiet=0");
    one = other = position_or_fail(game, FAR_APART);
    play_words(game, &one, "a5-a4 i1-i2 a4-b4 i2-h2");
    play_words(game, &other, "a5-b5 i1-h1 b5-b4 h1-h2");
    assert_memory_equal(&one, &other, sizeof one);
    cop_game_close(game);
}

/* Check 41: left and right, up and down. */
static uint64_t mirrored(uint64_t stones, bool is_upright)
{
    uint64_t image = 0;

    for (int row = 0; row < 5; row++)
        for (int column = 0; column < 9; column++)
            if ((stones >> (row * 10 + column) & 1) != 0)
                image |= (uint64_t)1
                         << (is_upright ? (4 - row) * 10 + column : row * 10 + 8 - column);
    return image;
}

static void fanorona_mirror_images_have_as_many_turns(void **context)
{
    struct cop_game *game = open_or_fail("repetition=off, quiet=0");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 4);
    for (int i = 0; i < 300; i++) {
        struct any_state state = start_of(game), image;
        cop_move moves[MOVES_MAX];

        cop_playout(game, &state, &rng, i % 40, moves);
        if (game->rules->turn(game, &state) != WHITE || state.words[2] != 0)
            continue;
        for (int upright = 0; upright < 2; upright++) {
            image = with_stones(game, mirrored(state.words[0], upright),
                                mirrored(state.words[1], upright));
            assert_int_equal(perft(game, &image, 2), perft(game, &state, 2));
        }
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fanorona_playout_is_moves_and_play),
        cmocka_unit_test(fanorona_random_games_have_known_statistics),
        cmocka_unit_test(fanorona_golden_playthrough),
        cmocka_unit_test(fanorona_is_played_to_its_end_by_agents),
        cmocka_unit_test(fanorona_accepts_other_words),
        cmocka_unit_test(fanorona_names_rows_above_nine),
        cmocka_unit_test(fanorona_positions_come_back_from_text),
        cmocka_unit_test(fanorona_order_of_earlier_points_is_free),
        cmocka_unit_test(fanorona_refuses_impossible_positions),
        cmocka_unit_test(fanorona_has_no_draws_where_nothing_makes_one),
        cmocka_unit_test(fanorona_options_have_bounds),
        cmocka_unit_test(fanorona_clicks_name_a_stone_only_where_there_is_a_choice),
        cmocka_unit_test(fanorona_scene_says_that_a_turn_goes_on),
        cmocka_unit_test(fanorona_gives_the_turn),
        cmocka_unit_test(fanorona_keys_tell_histories_apart),
        cmocka_unit_test(fanorona_mirror_images_have_as_many_turns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
