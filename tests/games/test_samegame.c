/* test_samegame.c - SameGame: the checks of samegame-and-fanorona.md 8.1 on rules and random play
 * (numbers in brackets), and the comparison with the slow reference. */
#include "samegame_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"

/* ---- Points, falling and closing ---- */

/* [1] A row of n equal blocks. */
static void samegame_counts_points_by_size(void **context)
{
    static const int cases[][2] = {{2, 0}, {3, 1}, {6, 16}, {10, 64}, {15, 169}};

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char inside[64];
        struct table table;

        snprintf(inside, sizeof inside, "width=%d, height=1, colours=1", cases[i][0]);
        table = open_table(inside);
        table_start(&table, 1);
        table_play(&table, "a1");
        assert_true(table_is_over(&table));
        assert_int_equal(table_score(&table), cases[i][1] + 1000);
        assert_true(table_payoff(&table) == 1);
        close_table(&table);
    }
}

/* [2] The example (2.3), which is also the lesson's. */
static void samegame_example_earns_1_and_16(void **context)
{
    static const char *const steps[] = {"30.../222../21140/22104 0", "3..../20.../22.40/22204 1",
                                        "...../...../..40./3004. 17"};
    struct table table = open_table("width=5, height=4");

    (void)context;
    table_set_up(&table, steps[0]);
    assert_table(&table, steps[0]);
    table_play(&table, "b2");
    assert_table(&table, steps[1]);
    table_play(&table, "a1");
    assert_table(&table, steps[2]);
    assert_false(table_is_over(&table));
    assert_int_equal(table_score(&table), 17);
    for (int i = 0; i < 3; i++)
        assert_non_null(strstr(cop_samegame.notation, steps[i]));
    close_table(&table);
}

/* [3] The most that can be scored. */
static void samegame_one_colour_is_one_move(void **context)
{
    struct table table = open_table("colours=1");

    (void)context;
    table_start(&table, 1);
    assert_int_equal(table_list(&table), 1);
    table_play(&table, "a1");
    assert_true(table_is_over(&table));
    assert_int_equal(table_score(&table), 50729);
    assert_true(table.game->score_high == 50729);
    close_table(&table);
}

/* [4] The least. */
static void samegame_chequered_board_has_no_move(void **context)
{
    struct table table = open_table("");
    char text[TEXT_MAX], *at = text;

    (void)context;
    for (int row = 0; row < 15; row++) {
        for (int column = 0; column < 15; column++)
            *at++ = (char)('2' + (row + column) % 2);
        *at++ = '/';
    }
    strcpy(at - 1, " 0");
    table_set_up(&table, text);
    assert_int_equal(table_list(&table), 0);
    assert_true(table_is_over(&table));
    assert_int_equal(table_score(&table), -24421);
    assert_true(table_payoff(&table) == 0);
    close_table(&table);
}

/* [5] k blocks of colour 0, and two of every other colour that is there. */
static void samegame_leftovers_cost_by_the_option(void **context)
{
    static const char *const boards[] = {"101......", "0101.....", "01010....", "010102020"};
    static const struct {
        const char *inside;
        int scores[4];
    } cases[] = {
        {"width=9, height=1", {0, 0, -1, -9}},
        {"width=9, height=1, leftover=literal", {-1, 0, -1, -9}},
        {"width=9, height=1, leftover=none", {0, 0, 0, 0}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table table = open_table(cases[i].inside);

        for (int j = 0; j < 4; j++) {
            table_set_up(&table, boards[j]);
            assert_true(table_is_over(&table));
            assert_int_equal(table_score(&table), cases[i].scores[j]);
        }
        close_table(&table);
    }
}

struct step {
    const char *before, *move, *after;
};

static void check_steps(const char *inside, const struct step *steps, int count)
{
    struct table table = open_table(inside);

    for (int i = 0; i < count; i++) {
        table_set_up(&table, steps[i].before);
        table_play(&table, steps[i].move);
        assert_table(&table, steps[i].after);
    }
    close_table(&table);
}

/* [6], [7] */
static void samegame_empty_columns_close_to_the_left(void **context)
{
    static const struct step steps[] = {
        {"...../2002./10012", "b1", "...../22.../112.. 4"}, /* two neighbours at once */
        {"...../.1.../00023", "a1", "...../...../123.. 1"}, /* two with one between them */
        {"...../....4/12304", "e1", "...../...../1230. 0"}, /* the rightmost */
        {"...../4..../40123", "a1", "...../...../0123. 0"}, /* the leftmost */
    };

    (void)context;
    check_steps("width=5, height=3", steps, 4);
}

static void samegame_blocks_fall_past_every_gap(void **context)
{
    static const struct step steps[] = {
        {"00.../01.../00234", "a1", "...../...../1234. 9"},
        {"12.../03.../04...", "a1", ".2.../.3.../14... 0"},
    };

    (void)context;
    check_steps("width=5, height=3", steps, 2);
}

/* [8] The canonical cell is in the leftmost column, and the lowest there. */
static void samegame_any_block_names_its_group(void **context)
{
    static const char *const words[] = {"a1", "A1", "a2", "b1", "c1", "c3", "0:0", "2:2", "1:0"};
    static const char *const refused[] = {"d3", "c4",  "e1",    "4:0",         "0:3",
                                          "a",  "0:",  "1",     "b",           "a0",
                                          ":0", "a1x", "0:0:0", "a4294967297", "4294967296:0"};
    struct table table = open_table("width=4, height=3");
    struct cop_error error;
    cop_move move;

    (void)context;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        table_set_up(&table, "120./0201/0001 0");
        assert_table_moves(&table, "a1 b2 d1");
        assert_true(cop_move_read(table.game, table.state, words[i], &move, &error));
        assert_int_equal(move, table.moves[0]);
        table.rules->play(table.game, table.state, move);
        assert_table(&table, "..../.21./121. 16");
    }
    table_set_up(&table, "120./0201/0001 0");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_false(cop_move_read(table.game, table.state, refused[i], &move, &error));
    table_set_up(&table, "..../2.../0001");
    assert_table_moves(&table, "a1");
    table_set_up(&table, ".0../.0../10.. 1");
    assert_table_moves(&table, "b1");
    table_set_up(&table, "..../00../10..");
    assert_table_moves(&table, "a2");
    close_table(&table);
}

/* ---- Games against the reference ---- */

static void compare_games(const char *inside, enum leftover_rule rule, int columns, int rows,
                          int games)
{
    struct table table = open_table(inside);

    for (int seed = 1; seed <= games; seed++) {
        struct reference_board board;
        int plies = 0;

        table_start(&table, (uint64_t)seed);
        board = table_reference(&table, columns, rows);
        for (assert_table_equals(&table, &board, rule, (uint64_t)seed); table.count > 0; plies++) {
            struct reference_cell groups[GROUPS_MAX];
            int choice = (int)cop_rng_below(&table.rng, (uint32_t)table.count);

            reference_groups(&board, groups);
            reference_remove(&board, groups[choice].x, groups[choice].y);
            table.rules->play(table.game, table.state, table.moves[choice]);
            assert_table_equals(&table, &board, rule, (uint64_t)seed);
        }
        assert_true(plies <= table.game->max_plies);
    }
    close_table(&table);
}

static void samegame_equals_the_reference(void **context)
{
    int share = is_slow_build() ? 10 : 1;

    (void)context;
    compare_games("", LEFTOVER_ABOVE_TWO, 15, 15, 600 / share);
    compare_games("width=16, height=15, colours=4", LEFTOVER_ABOVE_TWO, 16, 15, 100 / share);
    compare_games("width=17, height=14, colours=3, leftover=literal", LEFTOVER_LITERAL, 17, 14,
                  100 / share);
    compare_games("width=26, height=15, colours=7", LEFTOVER_ABOVE_TWO, 26, 15, 60 / share);
    compare_games("width=26, height=15, colours=2", LEFTOVER_ABOVE_TWO, 26, 15, 60 / share);
    compare_games("width=6, height=5, colours=3, leftover=none", LEFTOVER_NONE, 6, 5, 600 / share);
    compare_games("width=4, height=4, colours=2, leftover=literal", LEFTOVER_LITERAL, 4, 4,
                  600 / share);
    compare_games("width=26, height=1, colours=2", LEFTOVER_ABOVE_TWO, 26, 1, 200 / share);
    compare_games("width=1, height=15, colours=2", LEFTOVER_ABOVE_TWO, 1, 15, 200 / share);
    compare_games("width=1, height=1", LEFTOVER_ABOVE_TWO, 1, 1, 10);
}

static int64_t reference_perft(const struct reference_board *board, int depth)
{
    struct reference_cell groups[GROUPS_MAX];
    int count = reference_groups(board, groups);
    int64_t sum = 0;

    if (depth == 1)
        return count;
    for (int i = 0; i < count; i++) {
        struct reference_board next = *board;

        reference_remove(&next, groups[i].x, groups[i].y);
        sum += reference_perft(&next, depth - 1);
    }
    return sum;
}

static void samegame_perft(void **context)
{
    struct table table = open_table("standard=1");
    struct reference_board board;

    (void)context;
    table_start(&table, 1);
    board = table_reference(&table, 15, 15);
    assert_int_equal(cop_perft(table.game, table.state, 1), 44);
    assert_int_equal(cop_perft(table.game, table.state, 2), reference_perft(&board, 2));
    if (!is_slow_build())
        assert_int_equal(cop_perft(table.game, table.state, 3), reference_perft(&board, 3));
    close_table(&table);
}

/* ---- Symmetry, parity, bounds ---- */

static int width_of(const struct reference_board *board)
{
    int width = 0;

    while (width < board->columns && board->at[width][0] != NO_BLOCK)
        width++;
    return width;
}

/* The text of a board in the mirror, or with other colours. */
static void set_up_image(struct table *table, const struct reference_board *board, bool is_mirrored)
{
    static const int other_colour[] = {3, 0, 4, 1, 2};
    struct reference_board image = *board;
    char text[TEXT_MAX];

    if (is_mirrored)
        reference_mirror(&image);
    else
        for (int x = 0; x < image.columns; x++)
            for (int y = 0; y < image.rows; y++)
                if (image.at[x][y] != NO_BLOCK)
                    image.at[x][y] = other_colour[image.at[x][y]];
    reference_board_write(&image, text);
    table_set_up(table, text);
}

/* [9] The image is set up once and then only played on. */
static void check_image(bool is_mirrored)
{
    struct table table = open_table(""), image = open_table("");

    for (int seed = 1; seed <= 20; seed++) {
        struct reference_board board;

        table_start(&table, (uint64_t)seed);
        board = table_reference(&table, 15, 15);
        set_up_image(&image, &board, is_mirrored);
        while (table_list(&table) > 0) {
            cop_move move = table.moves[cop_rng_below(&table.rng, (uint32_t)table.count)];
            struct reference_cell groups[GROUPS_MAX];
            char word[16];
            int at = 0;

            while (table.moves[at] != move)
                at++;
            board = table_reference(&table, 15, 15);
            reference_groups(&board, groups);
            snprintf(word, sizeof word, "%d:%d",
                     is_mirrored ? width_of(&board) - 1 - groups[at].x : groups[at].x,
                     groups[at].y);
            assert_int_equal(table_list(&image), table.count);
            assert_true(table.rules->rest(table.game, table.state) ==
                        image.rules->rest(image.game, image.state));
            table_play(&image, word);
            table.rules->play(table.game, table.state, move);
            assert_int_equal(table_score(&image), table_score(&table));
        }
        assert_true(table_is_over(&image));
    }
    close_table(&table);
    close_table(&image);
}

static void samegame_mirror_image_scores_the_same(void **context)
{
    (void)context;
    check_image(true);
}

static void samegame_other_colours_score_the_same(void **context)
{
    (void)context;
    check_image(false);
}

/* What is still to come does not depend on what was, but on every block that is left. */
static void samegame_rest_is_the_board_without_its_points(void **context)
{
    static const char *const boards[] = {"...../2002./10012", "...../2002./10021",
                                         "...../200../1001.", "2..../100../1002.",
                                         "...../2001./10012", "...../...../....."};
    struct table table = open_table("width=5, height=3");
    uint64_t rests[6];

    (void)context;
    for (int i = 0; i < 6; i++) {
        char text[TEXT_MAX];

        table_set_up(&table, boards[i]);
        rests[i] = table.rules->rest(table.game, table.state);
        snprintf(text, sizeof text, "%s 0", boards[i]);
        table_set_up(&table, text);
        assert_true(table.rules->rest(table.game, table.state) == rests[i]);
        for (int j = 0; j < i; j++)
            assert_true(rests[i] != rests[j]);
    }
    table_set_up(&table, "...../2002./10012 0");
    table_play(&table, "b1");
    rests[0] = table.rules->rest(table.game, table.state);
    table_set_up(&table, "...../22.../112.. 0");
    assert_true(table.rules->rest(table.game, table.state) == rests[0]);
    close_table(&table);
}

static uint64_t code_at(struct table *table, const char *board, const char *word)
{
    struct cop_error error;
    cop_move move;

    table_set_up(table, board);
    assert_true(cop_move_read(table->game, table->state, word, &move, &error));
    return table->rules->code(table->game, table->state, move);
}

/* A group has the same code wherever it stands with the same cells and colour, and no other. */
static void samegame_codes_are_colour_and_cells(void **context)
{
    struct table table = open_table("width=5, height=3");
    uint64_t code = code_at(&table, "...../2002./10012", "b1");

    (void)context;
    assert_true(code_at(&table, "...../20021/10012", "b1") == code);
    assert_true(code_at(&table, "...../2.02./10032", "b1") != code); /* three of its blocks */
    assert_true(code_at(&table, "...../2332./13312", "b1") != code); /* another colour */
    assert_true(code_at(&table, "...../00.../00212", "a1") != code); /* elsewhere */
    close_table(&table);
}

/* [10] on boards that random play clears. */
static void samegame_cleared_boards_score_by_parity(void **context)
{
    static const char *const boards[] = {"width=3, height=3, colours=2",
                                         "width=5, height=3, colours=2",
                                         "width=4, height=4, colours=2"};
    static const int cells[] = {9, 15, 16};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct table table = open_table(boards[i]);
        int cleared = 0;

        for (int seed = 1; seed <= 2000; seed++) {
            table_start(&table, (uint64_t)seed);
            table.rules->playout(table.game, table.state, &table.rng, 0);
            if (table_score(&table) < 1000)
                continue;
            cleared++;
            assert_int_equal(table_score(&table) % 2, cells[i] % 2);
        }
        assert_true(cleared > 100);
        close_table(&table);
    }
}

/* [11] What the over-estimator promises never grows, and what comes is never more. */
static void check_over_estimate(const char *inside, int columns, int rows, int games)
{
    struct table table = open_table(inside);

    for (int seed = 1; seed <= games; seed++) {
        int promised = 1 << 30;

        table_start(&table, (uint64_t)seed);
        while (table_list(&table) > 0) {
            struct reference_board board = table_reference(&table, columns, rows);
            int estimate = reference_over_estimate(&board);

            assert_true(estimate <= promised);
            promised = estimate;
            table.rules->play(table.game, table.state,
                              table.moves[cop_rng_below(&table.rng, (uint32_t)table.count)]);
        }
        assert_true(table_score(&table) <= promised);
        assert_true(table_payoff(&table) >= 0 && table_payoff(&table) <= 1);
    }
    close_table(&table);
}

static void samegame_never_beats_the_over_estimate(void **context)
{
    (void)context;
    check_over_estimate("", 15, 15, 30);
    check_over_estimate("width=5, height=4, colours=2", 5, 4, 500);
}

/* No finished board of a few cells is outside the range of scores, which both ends reach on the
 * narrow board of two colours. */
static void samegame_range_of_scores_is_sound(void **context)
{
    static const char *const rules[] = {"above-two", "literal", "none"};

    (void)context;
    for (int rule = 0; rule < 3; rule++) {
        double least = INFINITY, most = -INFINITY;
        struct table table;
        char inside[80];

        snprintf(inside, sizeof inside, "width=4, height=3, colours=2, leftover=%s", rules[rule]);
        table = open_table(inside);
        for (int bits = 0; bits < 1 << 12; bits++) {
            char text[] = "0000/0000/0000 0";

            for (int cell = 0; cell < 12; cell++)
                text[cell / 4 * 5 + cell % 4] = (char)('0' + (bits >> cell & 1));
            table_set_up(&table, text);
            cop_rng_seed(&table.rng, (uint64_t)bits);
            table.rules->playout(table.game, table.state, &table.rng, 0);
            least = fmin(least, table_score(&table));
            most = fmax(most, table_score(&table));
        }
        assert_true(most == table.game->score_high);
        assert_true(rule == 1 ? least >= table.game->score_low : least == table.game->score_low);
        close_table(&table);
    }
}

/* ---- Random play ---- */

static void assert_near(const char *what, double value, double expected, double tolerance)
{
    if (fabs(value - expected) > tolerance)
        fail_msg("%s is %.3f, expected %.3f within %.3f", what, value, expected, tolerance);
}

/* [14] The means (2.5) were measured with 20,000 games too; the tolerances are about four standard
 * errors of a difference, and the thesis's own figures are 64.4 and 20.7. */
static void samegame_random_games_have_the_published_means(void **context)
{
    struct table table = open_table("");
    int games = is_slow_build() ? 1000 : 20000;
    double wider = sqrt(20000.0 / games);
    double plies = 0, branching = 0, first = 0, points = 0, squares = 0;

    (void)context;
    cop_rng_seed(&table.rng, 14);
    for (int i = 0; i < games; i++) {
        table.rules->start(table.game, table.state, &table.rng);
        first += table_list(&table);
        for (; table_list(&table) > 0; plies++) {
            branching += table.count;
            table.rules->play(table.game, table.state,
                              table.moves[cop_rng_below(&table.rng, (uint32_t)table.count)]);
        }
        points += table_score(&table);
        squares += (double)table_score(&table) * table_score(&table);
    }
    points /= games;
    assert_near("the length", plies / games, 64.34, 0.15 * wider);
    assert_near("the branching factor", branching / plies, 20.68, 0.1 * wider);
    assert_near("the number of first moves", first / games, 44.16, 0.16 * wider);
    assert_near("the score", points, 105, 7 * wider);
    assert_near("its deviation", sqrt(squares / games - points * points), 164, 8 * wider);
    close_table(&table);
}

/* The playout is random_move and play from the same seed, to the byte. */
static void samegame_playout_is_its_random_moves(void **context)
{
    static const char *const boards[] = {"", "width=20, colours=3", "width=4, height=4, colours=2"};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct table table = open_table(boards[i]), other = table;

        for (int seed = 1; seed <= 100; seed++) {
            int plies = 0;

            table_start(&table, (uint64_t)seed);
            memcpy(other.state, table.state, sizeof table.state);
            other.rng = table.rng;
            for (; !table_is_over(&table); plies++)
                table.rules->play(table.game, table.state,
                                  table.rules->random_move(table.game, table.state, &table.rng));
            assert_int_equal(table.rules->playout(table.game, other.state, &other.rng, 0), plies);
            assert_memory_equal(other.state, table.state, table.game->state_size);
        }
        close_table(&table);
    }
}

/* Groups of any size and with any number of corners are drawn equally often, by chi-square. */
static void samegame_draws_every_group_alike(void **context)
{
    enum { DRAWS = 40000 };
    struct table table = open_table("width=8, height=3");
    int drawn[4] = {0};
    double sum = 0;

    (void)context;
    /* The group a3 has the corners a3, b2 and c1; d3 has d3 and e2; the others have one each. */
    table_set_up(&table, "00311111/20031244/12003244");
    assert_table_moves(&table, "a3 d3 f1 g1");
    cop_rng_seed(&table.rng, 5);
    for (int i = 0; i < DRAWS; i++) {
        cop_move move = table.rules->random_move(table.game, table.state, &table.rng);
        int at = 0;

        while (at < 4 && table.moves[at] != move)
            at++;
        assert_true(at < 4);
        drawn[at]++;
    }
    for (int i = 0; i < 4; i++)
        sum += pow(drawn[i] - DRAWS / 4.0, 2) / (DRAWS / 4.0);
    assert_true(sum < 21.1); /* one in 10,000 for three degrees of freedom */
    close_table(&table);
}

/* A change of the rules, of the deal or of the generator shows here. */
static void samegame_golden_game(void **context)
{
    struct table table = open_table("width=6, height=5, colours=3");
    struct cop_text words = COP_TEXT;

    (void)context;
    table_start(&table, 1);
    assert_table(&table, "200221/001201/202021/210000/200202 0");
    while (!table_is_over(&table)) {
        cop_move move = table.rules->random_move(table.game, table.state, &table.rng);

        cop_text_add(&words, "%s", words.length > 0 ? " " : "");
        table.rules->write_move(table.game, table.state, move, &words);
        table.rules->play(table.game, table.state, move);
    }
    assert_string_equal(words.bytes, "a4 a1 a1 e2 b1 a1");
    assert_table(&table, "....../....../....../....../0..... 75");
    assert_int_equal(table_score(&table), 75);
    cop_text_free(&words);
    close_table(&table);
}

static void samegame_deals_follow_the_seed(void **context)
{
    struct table table = open_table("");
    char first[TEXT_MAX], text[TEXT_MAX];

    (void)context;
    table_start(&table, 7);
    table_write(&table, first);
    table_start(&table, 8);
    table_write(&table, text);
    assert_string_not_equal(text, first);
    table_start(&table, 7);
    assert_table(&table, first);
    close_table(&table);
}

/* ---- Agents ---- */

static void samegame_agents_play_to_the_end(void **context)
{
    static const char *const agents[] = {"random", "mc", "mcts"};
    struct table table = open_table("width=8, height=8, colours=4");
    struct cop_limits limits;
    struct cop_error error;

    (void)context;
    assert_true(cop_limits_parse("sims=50, seed=3", &limits, &error));
    for (int i = 0; i < 3; i++) {
        struct cop_agent *agent = cop_agent_open(table.game, agents[i], &limits.means, &error);

        assert_non_null(agent);
        table_start(&table, 3);
        cop_agent_start(agent, 3);
        while (!table_is_over(&table)) {
            struct cop_report report;

            assert_true(cop_agent_think(agent, table.state, &limits, NULL, &report, &error));
            cop_agent_played(agent, table.state, report.best);
            table.rules->play(table.game, table.state, report.best);
        }
        cop_agent_close(agent);
    }
    close_table(&table);
}

/* The clicks that every cell stands for, by its name, are those of the word that names it. */
static void samegame_any_block_selects_its_group(void **context)
{
    struct table table = open_table("");

    (void)context;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct cop_scene scene = {0};
        int blocks = 0;

        table_start(&table, seed);
        table.rules->scene(table.game, table.state, -1, &scene);
        for (int cell = 0; cell < scene.cell_count; cell++) {
            int cells[COP_PATH_MAX] = {cell};
            struct cop_error error;
            cop_move move;

            if (cop_move_read(table.game, table.state, scene.cells[cell].name, &move, &error))
                blocks += table.rules->path(table.game, table.state, move, cells);
            assert_int_equal(table.rules->click(table.game, table.state, cell), cells[0]);
        }
        assert_true(blocks > 100);
        cop_scene_free(&scene);
    }
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samegame_counts_points_by_size),
        cmocka_unit_test(samegame_example_earns_1_and_16),
        cmocka_unit_test(samegame_one_colour_is_one_move),
        cmocka_unit_test(samegame_chequered_board_has_no_move),
        cmocka_unit_test(samegame_leftovers_cost_by_the_option),
        cmocka_unit_test(samegame_empty_columns_close_to_the_left),
        cmocka_unit_test(samegame_blocks_fall_past_every_gap),
        cmocka_unit_test(samegame_any_block_names_its_group),
        cmocka_unit_test(samegame_any_block_selects_its_group),
        cmocka_unit_test(samegame_equals_the_reference),
        cmocka_unit_test(samegame_perft),
        cmocka_unit_test(samegame_mirror_image_scores_the_same),
        cmocka_unit_test(samegame_other_colours_score_the_same),
        cmocka_unit_test(samegame_rest_is_the_board_without_its_points),
        cmocka_unit_test(samegame_codes_are_colour_and_cells),
        cmocka_unit_test(samegame_cleared_boards_score_by_parity),
        cmocka_unit_test(samegame_never_beats_the_over_estimate),
        cmocka_unit_test(samegame_range_of_scores_is_sound),
        cmocka_unit_test(samegame_random_games_have_the_published_means),
        cmocka_unit_test(samegame_playout_is_its_random_moves),
        cmocka_unit_test(samegame_draws_every_group_alike),
        cmocka_unit_test(samegame_golden_game),
        cmocka_unit_test(samegame_deals_follow_the_seed),
        cmocka_unit_test(samegame_agents_play_to_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
