/* test_stratego_arrange.c - Stratego: ready set-ups, armies that are arranged before the game. */
#include "stratego_check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"

enum { CHANGES = 100 };

static const int all_sizes[] = {4, 5, 6, 8, 10};

static struct cop_game *open_arranged(int size)
{
    char spec[60];

    snprintf(spec, sizeof spec, "stratego(size=%d, setup=arranged)", size);
    return open_stratego(spec);
}

/* The letters of an army from its back row, column a first: what the position's text says. */
struct army {
    int size, count;
    char letters[41];
};

static struct army army_of(const struct cop_game *game, const struct state *state, int side)
{
    struct army army = {.size = (int)cop_choice(game->settings, "size")};
    char *text = text_of(game, state), *rows[10];
    int row_count = 0;

    army.size = all_sizes[army.size];
    for (char *row = strtok(text, "/ "); row != NULL && row_count < army.size;
         row = strtok(NULL, "/ "))
        rows[row_count++] = row;
    for (int i = 0; i < row_count && strspn(rows[i], "0123456789=") == 0; i++) {
        const char *row = rows[side == WHITE ? row_count - 1 - i : i];

        for (int column = 0; column < army.size; column++)
            army.letters[army.count++] = (char)toupper((unsigned char)row[column]);
    }
    free(text);
    return army;
}

static int count_of(const struct army *army, int from, const char *letters)
{
    int count = 0;

    for (int i = from; i < army->count; i++)
        count += strchr(letters, army->letters[i]) != NULL;
    return count;
}

/* How many of each rank an army has, by the size of its board. */
static const char letters[] = "FBYSNTLPJCGM";
static const char *const armies[] = {
    [4] = "110010000001", [5] = "121210010011",  [6] = "121220010111",
    [8] = "141532221111", [10] = "161854443211",
};

/* The right pieces, the flag in the back row with a bomb beside it, and a front that can move. */
static void assert_sensible(const struct cop_game *game, const struct state *state, int side)
{
    struct army army = army_of(game, state, side);
    const char *flag = strchr(army.letters, 'F');
    int at = (int)(flag - army.letters);

    assert_non_null(flag);
    for (int i = 0; letters[i] != '\0'; i++) {
        char letter[2] = {letters[i], '\0'};

        assert_int_equal(count_of(&army, 0, letter), armies[army.size][i] - '0');
    }
    assert_in_range(at, 0, army.size - 1);
    assert_true((at > 0 && army.letters[at - 1] == 'B') ||
                (at < army.size - 1 && army.letters[at + 1] == 'B') ||
                (at + army.size < army.count && army.letters[at + army.size] == 'B'));
    assert_true(2 * count_of(&army, army.count - army.size, "BF") <= army.size);
}

static void stratego_ready_setups_are_whole_armies_that_can_move(void **context)
{
    (void)context;
    for (int i = 0; i < 5; i++) {
        struct cop_game *game = open_arranged(all_sizes[i]);
        struct state fresh = start_of(game, 1);
        cop_move moves[MOVES_ROOM];
        int count = game->rules->moves(game, &fresh, moves), named = 0, cells[COP_PATH_MAX];

        while (named < count && game->rules->path(game, &fresh, moves[named], cells) == 0)
            named++;
        assert_true(named - 2 >= (all_sizes[i] == 10 ? 4 : 2)); /* beside start and mirror */
        for (int at = 1; at < named - 1; at++) {
            struct state state = fresh;

            for (int side = 0; side < 2; side++) {
                game->rules->play(game, &state, moves[at]);
                assert_sensible(game, &state, side);
                play_words(game, &state, "mirror");
                assert_sensible(game, &state, side);
                play_words(game, &state, "start");
            }
            assert_int_equal(game->rules->turn(game, &state), WHITE);
            assert_false(is_legal(game, &state, "start"));
        }
        cop_game_close(game);
    }
}

static void stratego_dealt_armies_are_sensible_and_differ(void **context)
{
    (void)context;
    for (int i = 0; i < 5; i++) {
        enum { DEALS = 200 };
        struct cop_game *game = open_arranged(all_sizes[i]);
        struct state first = start_of(game, 1);
        int different = 0;

        for (int seed = 1; seed <= DEALS; seed++) {
            struct state state = start_of(game, (uint64_t)seed);

            assert_sensible(game, &state, WHITE);
            assert_sensible(game, &state, BLACK);
            different += memcmp(&state, &first, game->state_size) != 0;
        }
        assert_true(different > DEALS / 2);
        cop_game_close(game);
    }
}

/* What comes after the far rows. */
static void assert_army(const struct cop_game *game, const struct state *state, const char *words)
{
    char *text = text_of(game, state);

    assert_string_equal(text + strlen("fbnm/4/4/"), words);
    free(text);
}

static void stratego_pieces_are_exchanged_until_the_start(void **context)
{
    struct cop_game *game = open_arranged(4);
    struct state state = start_of(game, 3);

    (void)context;
    play_words(game, &state, "balanced");
    assert_army(game, &state, "FBNM w phase=arrange changes=1");
    play_words(game, &state, "a1-d1");
    assert_army(game, &state, "MBNF w phase=arrange changes=2");
    play_words(game, &state, "mirror b1d1");
    assert_army(game, &state, "FMBN w phase=arrange changes=4");
    play_words(game, &state, "start");
    assert_army(game, &state, "FMBN b phase=arrange");
    play_words(game, &state, "bluff start");
    assert_text(game, &state, "bfmn/4/4/FMBN w");
    cop_game_close(game);
}

static void assert_read_as(struct cop_game *game, const struct state *state, const char *words,
                           const char *form)
{
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    cop_move move;

    if (!cop_move_read(game, state, words, &move, &error))
        fail_msg("%s", error.message);
    game->rules->write_move(game, state, move, &text);
    assert_string_equal(text.bytes, form);
    cop_text_free(&text);
}

static void stratego_exchanges_are_read_as_people_say_them(void **context)
{
    struct cop_game *game = open_arranged(10);
    struct state state = start_of(game, 3);
    cop_move move;

    (void)context;
    assert_read_as(game, &state, "swap a1 b2", "a1-b2");
    assert_read_as(game, &state, "swap b2 a1", "a1-b2");
    assert_read_as(game, &state, "SWAP a1-j4", "a1-j4");
    assert_read_as(game, &state, "j1a4", "j1-a4");
    assert_read_as(game, &state, "Defensive", "defensive");
    assert_false(cop_move_read(game, &state, "swap a1 a7", &move, NULL));
    assert_false(cop_move_read(game, &state, "swap a1 a1", &move, NULL));
    cop_game_close(game);
}

static void stratego_arranging_comes_to_an_end(void **context)
{
    struct cop_game *game = open_arranged(4);
    struct state state = start_of(game, 3);

    (void)context;
    for (int i = 0; i < CHANGES; i++)
        play_words(game, &state, "mirror");
    assert_moves(game, &state, "start");
    play_words(game, &state, "start");
    play_words(game, &state, "mirror start");
    assert_false(is_legal(game, &state, "start"));
    cop_game_close(game);
}

static void stratego_an_army_that_is_given_is_not_arranged(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=4, setup=arranged, white=18BF)");
    struct state state = start_of(game, 3);

    (void)context;
    assert_int_equal(game->rules->turn(game, &state), BLACK);
    play_words(game, &state, "balanced start");
    assert_text(game, &state, "fbnm/4/4/MNBF w");
    cop_game_close(game);
}

/* The other one's view is the same whatever is done, and everything can be played in it. */
static void stratego_arranging_tells_the_other_nothing(void **context)
{
    struct cop_game *game = open_arranged(10);
    struct state one = start_of(game, 3), two = one, view, other;
    cop_move moves[MOVES_ROOM], others[MOVES_ROOM];
    int count;

    (void)context;
    play_words(game, &one, "bluff");
    play_words(game, &two, "a1-b2");
    view = view_of(game, &one, BLACK);
    other = view_of(game, &two, BLACK);
    assert_same_state(&view, &other);
    count = game->rules->moves(game, &one, moves);
    assert_int_equal(game->rules->moves(game, &view, others), count);
    assert_memory_equal(moves, others, (size_t)count * sizeof moves[0]);
    for (int i = 0; i < count; i++) {
        struct state played = one, seen = view;
        bool is_start = i == 0;

        game->rules->play(game, &played, moves[i]);
        game->rules->play(game, &seen, moves[i]);
        played = view_of(game, &played, BLACK);
        assert_same_state(&played, &seen);
        assert_true(game->rules->is_secret(game, &one, moves[i]) != is_start);
    }
    cop_game_close(game);
}

/* Whatever the agent: it has an army that stands well. */
static void stratego_agents_start_without_a_search(void **context)
{
    static const char *const agents[] = {"mcts", "random", "mc", "star2"};
    struct cop_game *game = open_arranged(10);
    struct state state = start_of(game, 3);

    (void)context;
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        cop_move moves[MOVES_ROOM];
        struct cop_limits limits;
        struct cop_report report;
        struct cop_error error;
        struct cop_agent *agent;

        assert_true(cop_limits_parse("1h, memory=16M", &limits, &error));
        agent = cop_agent_open(game, agents[i], &limits.means, &error);
        if (agent == NULL || !cop_agent_think(agent, &state, &limits, NULL, &report, &error))
            fail_msg("%s: %s", agents[i], error.message);
        game->rules->moves(game, &state, moves);
        assert_int_equal(report.best, moves[0]); /* start */
        assert_int_equal(report.line_length, 1);
        assert_int_equal(report.turn_length, 1);
        cop_agent_close(agent);
    }
    cop_game_close(game);
}

static void stratego_wrong_arrangements_are_refused(void **context)
{
    static const char *const rows[][2] = {
        {"fbnm/4/4/FBN1 w phase=arrange", "both fill their homes"},
        {"fbnm/4/4/FBNU w phase=arrange", "both fill their homes"},
        {"fbnm/4/4/FBNM w phase=arrange quiet=3", "both fill their homes"},
        {"fbnm/4/4/FBNM w phase=arrange changes=101", "is no number up to 100"},
        {"fbnm/4/4/FBNM w changes=3", "both fill their homes"},
        {"fbnm/4/4/FBBM w phase=arrange", "of the rank B"},
    };
    struct cop_game *game = open_arranged(4), *plain = open_stratego("stratego(size=4)");
    struct cop_error error;
    struct state state;

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(cop_position_read(game, rows[i][0], &state, &error));
        if (strstr(error.message, rows[i][1]) == NULL)
            fail_msg("%s: %s", rows[i][0], error.message);
    }
    assert_false(cop_position_read(plain, "fbnm/4/4/FBNM w phase=arrange", &state, &error));
    assert_non_null(strstr(error.message, "is for setup=arranged"));
    assert_true(cop_position_read(game, "uuuu/4/4/FBNM w phase=arrange changes=7", &state, &error));
    cop_game_close(game);
    cop_game_close(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stratego_ready_setups_are_whole_armies_that_can_move),
        cmocka_unit_test(stratego_dealt_armies_are_sensible_and_differ),
        cmocka_unit_test(stratego_pieces_are_exchanged_until_the_start),
        cmocka_unit_test(stratego_exchanges_are_read_as_people_say_them),
        cmocka_unit_test(stratego_arranging_comes_to_an_end),
        cmocka_unit_test(stratego_an_army_that_is_given_is_not_arranged),
        cmocka_unit_test(stratego_arranging_tells_the_other_nothing),
        cmocka_unit_test(stratego_agents_start_without_a_search),
        cmocka_unit_test(stratego_wrong_arrangements_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
