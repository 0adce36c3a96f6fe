/* test_opening.c - agents that play from a book: in any image, by the seed, silently without it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/notes.h"
#include "agent/opening.h"
#include "book/book_support.h"
#include "coppice/agent.h"
#include "folder.h"

static const struct cop_means means = {.threads = 1, .memory = 1 << 24, .seed = 3};
static char folder[FOLDER_ROOM], path[FOLDER_ROOM + 16], spec[FOLDER_ROOM + 80];

static const char lines[] = "Root;0.5;100\nd3;1;50\nd3 c5;0.25;49\nd3 c3;0.75;40\nd3 c5 d6;2;48\n";

static int make_book(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_error error = {{0}};
    struct cop_book_lines counts;
    struct cop_book *book = book_from_lines(game, lines, &counts);
    struct cop_book_file *file;

    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/a.book", folder);
    file = cop_book_file_build(path, &book->about, &error);
    assert_non_null(file);
    assert_true(cop_book_save(book, file, &error));
    cop_book_file_close(file);
    cop_book_close(book);
    cop_game_close(game);
    return 0;
}

static int remove_book(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static const char *with_book(const char *agent, const char *more)
{
    snprintf(spec, sizeof spec, "%s(book=\"%s\"%s)", agent, path, more);
    return spec;
}

static struct cop_agent *open_agent(const struct cop_game *game, const char *words)
{
    struct cop_error error = {{0}};
    struct cop_agent *agent = cop_agent_open(game, words, &means, &error);

    if (agent == NULL)
        fail_msg("%s", error.message);
    return agent;
}

static struct cop_report think_within(struct cop_agent *agent, const void *state, int64_t sims)
{
    struct cop_limits limits = {.sims = sims, .depth = 2, .nodes = 10000, .means = means};
    struct cop_report report;
    struct cop_error error = {{0}};

    if (!cop_agent_think(agent, state, &limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    return report;
}

static struct cop_report think(struct cop_agent *agent, const void *state)
{
    return think_within(agent, state, 50);
}

/* Every search has the option, and leaves the book without a word. */
static void every_search_plays_from_it(void **context)
{
    static const char *const agents[] = {"mcts",     "mc",  "alphabeta", "maxn",
                                         "paranoid", "brs", "bstar"};
    struct cop_game *game = open_game("othello");
    char state[64];

    (void)context;
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct cop_agent *agent = open_agent(game, with_book(agents[i], ""));
        struct cop_report report;
        struct cop_text word = COP_TEXT;

        play_words(game, "d3", state);
        report = think(agent, state);
        game->rules->write_move(game, state, report.best, &word);
        assert_string_equal(word.bytes, "c5"); /* the least for Black */
        assert_true(report.is_from_book);
        assert_int_equal(report.book_visits, 49);
        assert_float_equal(report.book_value, -0.25, 1e-12);
        assert_int_equal(report.line_length, 2);
        assert_int_equal(report.sims, 0);
        play_words(game, "d3 e3", state);
        report = think(agent, state);
        assert_false(report.is_from_book);
        cop_text_free(&word);
        cop_agent_close(agent);
    }
    cop_game_close(game);
}

/* f5 d6 is d3 c5 in another image, and f4 its answer. */
static void images_are_answered_too(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_agent *agent = open_agent(game, with_book("mcts", ""));
    struct cop_text word = COP_TEXT;
    struct cop_report report;
    char state[64];

    (void)context;
    play_words(game, "c4", state);
    report = think(agent, state);
    assert_true(report.is_from_book);
    game->rules->write_move(game, state, report.best, &word);
    assert_string_equal(word.bytes, "e3");
    for (int i = 0; i < report.candidate_count; i++)
        assert_true((report.candidates[i].visits > 0) ==
                    (report.candidates[i].visits == 49 || report.candidates[i].visits == 40));
    cop_text_free(&word);
    cop_agent_close(agent);
    cop_game_close(game);
}

static void variety_follows_the_seed(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_agent *agent = open_agent(game, with_book("mcts", ", book_variety=0.6"));
    int times[2] = {0};
    char state[64];

    (void)context;
    play_words(game, "d3", state);
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct cop_report first, second;

        cop_agent_start(agent, seed);
        first = think(agent, state);
        cop_agent_start(agent, seed);
        second = think(agent, state);
        assert_int_equal(first.best, second.best);
        times[first.book_visits == 49]++;
    }
    assert_true(times[0] > 10 && times[1] > 10);
    cop_agent_close(agent);
    cop_game_close(game);
}

static void specs_come_back_and_nothing_is_read_for_a_check(void **context)
{
    struct cop_game *game = open_game("othello"), *dice = open_game("stratego");
    struct cop_agent *agent = open_agent(game, with_book("mcts", ""));
    struct cop_error error = {{0}};

    (void)context;
    assert_string_equal(cop_agent_name(agent), spec);
    assert_true(cop_agent_check(game, "mcts(book=missing)", NULL, NULL, &error));
    assert_null(cop_agent_open(game, "mcts(book=missing)", &means, &error));
    assert_non_null(strstr(error.message, "mcts: cannot read the book 'missing'"));
    assert_false(cop_agent_check(dice, "mcts(book=missing)", NULL, NULL, &error));
    assert_non_null(strstr(error.message, "opening books are for games of two"));
    cop_agent_close(agent);
    cop_game_close(game);
    cop_game_close(dice);
}

/* ---- What the game itself knows ---- */

static const char *const askers[] = {"mcts(openings=on)",      "mc(openings=on)",
                                     "alphabeta(openings=on)", "maxn(openings=on)",
                                     "paranoid(openings=on)",  "brs(openings=on)"};

enum { ASKERS = sizeof askers / sizeof *askers };

/* What the second player of TwixT can expect who takes the first peg over. */
static double swap_chance(const struct cop_game *game, const void *state, cop_move *swap)
{
    struct cop_opening_move known[200];
    double others;

    assert_int_equal(game->rules->opening(game, state, known, &others), 1);
    *swap = known->move;
    return known->chance;
}

/* Whatever a search of so few positions thinks of it, no bad peg is taken over and every good one;
 * without the option many searches do otherwise. */
static void known_swaps_are_made_and_bad_ones_are_not(void **context)
{
    struct cop_game *game = open_game("twixt(swap=on)");
    struct cop_agent *agents[ASKERS], *deaf = open_agent(game, "mcts(reuse=on)");
    cop_move pegs[144];
    char start[COP_STATE_MAX], offered[COP_STATE_MAX];
    int count, errors = 0;

    (void)context;
    for (int i = 0; i < ASKERS; i++)
        agents[i] = open_agent(game, askers[i]);
    game->rules->start(game, start, NULL);
    count = game->rules->moves(game, start, pegs);
    for (int i = 0; i < count; i += 3) {
        struct cop_report report;
        double chance;
        cop_move swap;

        memcpy(offered, start, game->state_size);
        game->rules->play(game, offered, pegs[i]);
        chance = swap_chance(game, offered, &swap);
        report = think(agents[i % ASKERS], offered);
        assert_true((report.best == swap) == (chance >= 0.5));
        assert_true(report.is_from_openings == (report.best == swap));
        assert_false(report.is_from_book);
        assert_int_equal(report.line[0], report.best);
        assert_float_equal(report.value[0] + report.value[1], report.lower + report.upper, 1e-9);
        if (report.best == swap)
            assert_float_equal(report.value[1], chance, 1e-12);
        errors += (think(deaf, offered).best == swap) != (chance >= 0.5);
    }
    assert_true(errors > 3);
    for (int i = 0; i < ASKERS; i++)
        cop_agent_close(agents[i]);
    cop_agent_close(deaf);
    cop_game_close(game);
}

/* A depth-first search has values of some moves and bounds of others: the best value is played
 * instead, or where there are only bounds what the game puts first. */
static void assert_best_but(const struct cop_game *game, const void *state,
                            const struct cop_report *report, cop_move swap)
{
    const struct cop_candidate *found = report->candidates;
    cop_move moves[200];
    float rating[200];
    int best = 0;

    for (int i = 0; i < report->candidate_count; i++) {
        moves[i] = found[i].move;
        best = moves[i] == report->best ? i : best;
    }
    game->rules->orderings[0].rate(game, state, moves, report->candidate_count, rating);
    for (int i = 0; i < report->candidate_count; i++)
        if (moves[i] != swap && found[i].kind == COP_VALUE_EXACT)
            assert_true(found[best].kind == COP_VALUE_EXACT && found[i].value <= found[best].value);
        else if (moves[i] != swap)
            assert_true(found[best].kind == COP_VALUE_EXACT || rating[i] <= rating[best]);
    assert_int_not_equal(report->best, swap);
    assert_int_equal(report->line[0], report->best);
    assert_float_equal(report->value[1], found[best].value, 1e-9);
    assert_float_equal(report->value[0] + report->value[1], report->lower + report->upper, 1e-9);
}

/* The next first peg that is not to be taken over, from number `from` on; -1: there is none. */
static int offer_bad(const struct cop_game *game, int from, void *state, cop_move *swap)
{
    char start[COP_STATE_MAX];
    cop_move pegs[144];
    int count;

    game->rules->start(game, start, NULL);
    count = game->rules->moves(game, start, pegs);
    for (int i = from; i < count; i++) {
        memcpy(state, start, game->state_size);
        game->rules->play(game, state, pegs[i]);
        if (swap_chance(game, state, swap) < 0.5)
            return i;
    }
    return -1;
}

static void a_bad_swap_gives_way_to_the_best_value_or_order(void **context)
{
    struct cop_game *game = open_game("twixt(swap=on)");
    struct cop_agent *deaf = open_agent(game, "alphabeta(eval=distance)");
    struct cop_agent *asker = open_agent(game, "alphabeta(eval=distance, openings=on)");
    char offered[COP_STATE_MAX];
    int met = 0;
    cop_move swap;

    (void)context;
    for (int at = offer_bad(game, 0, offered, &swap); at >= 0;
         at = offer_bad(game, at + 1, offered, &swap)) {
        struct cop_report report;

        if (think_within(deaf, offered, 0).best != swap)
            continue;
        met++;
        report = think_within(asker, offered, 0);
        assert_best_but(game, offered, &report, swap);
    }
    assert_true(met > 0);
    cop_agent_close(deaf);
    cop_agent_close(asker);
    cop_game_close(game);
}

static void a_bad_swap_gives_way_to_the_most_visits(void **context)
{
    struct cop_game *game = open_game("twixt(swap=on)");
    struct cop_error error;
    const struct cop_agent_kind *kind = cop_agent_kind_find("mcts");
    struct cop_settings *settings =
        cop_settings_parse("mcts", kind->options, "openings=on", &error);
    struct cop_opening *opening = cop_opening_open(game, settings, &error);
    char offered[COP_STATE_MAX];
    cop_move swap;
    struct cop_candidate found[4] = {
        {.move = 1 + 12, .visits = 5, .value = 0.9, .kind = COP_VALUE_ESTIMATE},
        {.move = 2 + 32, .visits = 30, .value = 0.4, .kind = COP_VALUE_ESTIMATE},
        {.move = 3 + 32, .visits = 20, .value = 0.5, .kind = COP_VALUE_ESTIMATE}};
    struct cop_report report = {.player = 1, .upper = 1, .candidates = found, .candidate_count = 4};

    (void)context;
    assert_true(offer_bad(game, 0, offered, &swap) >= 0);
    found[3] = (struct cop_candidate){
        .move = swap, .visits = 100, .value = 0.6, .kind = COP_VALUE_ESTIMATE};
    report.best = swap;
    cop_opening_revise(opening, offered, &report);
    assert_int_equal(report.best, found[1].move);
    assert_int_equal(report.line_length, 1);
    assert_int_equal(report.line[0], found[1].move);
    assert_float_equal(report.value[1], 0.4, 1e-12);
    assert_float_equal(report.value[0], 0.6, 1e-12);
    /* What loses for certain is not played for its visits, nor is the rest of the swap's turn. */
    found[1].proof = COP_PROVEN_LOSS;
    report.best = swap;
    report.turn_length = 3;
    cop_opening_revise(opening, offered, &report);
    assert_int_equal(report.best, found[2].move);
    assert_int_equal(report.turn_length, 1);
    report.best = swap;
    report.proof = COP_PROVEN_WIN;
    cop_opening_revise(opening, offered, &report);
    assert_int_equal(report.best, swap);
    cop_opening_close(opening);
    cop_settings_free(settings);
    cop_game_close(game);
}

static void first_pegs_are_drawn_among_the_fairest(void **context)
{
    struct cop_game *game = open_game("twixt(swap=on)");
    struct cop_agent *agent = open_agent(game, "alphabeta(preset=strong)");
    struct cop_opening_move known[144];
    char start[COP_STATE_MAX];
    cop_move met[60];
    int count, different = 0;
    double others, best = 0;

    (void)context;
    game->rules->start(game, start, NULL);
    count = game->rules->opening(game, start, known, &others);
    for (int i = 0; i < count; i++)
        best = known[i].chance > best ? known[i].chance : best;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct cop_report report;
        bool is_new = true;

        cop_agent_start(agent, seed);
        report = think(agent, start);
        assert_true(report.is_from_openings && !report.is_from_book);
        assert_true(report.opening_games > 0);
        assert_true(report.value[0] > best - 0.0201 && report.value[0] <= best);
        cop_agent_start(agent, seed);
        assert_int_equal(think(agent, start).best, report.best);
        for (int i = 0; i < different; i++)
            is_new &= met[i] != report.best;
        if (is_new)
            met[different++] = report.best;
    }
    assert_true(different >= 4);
    cop_agent_close(agent);
    cop_game_close(game);
}

static void who_knows_nothing_thinks(void **context)
{
    static const char *const rows[][2] = {{"twixt(size=9, swap=on)", "mcts(openings=on)"},
                                          {"twixt", "mcts(openings=on)"},
                                          {"twixt(swap=on)", "mcts(preset=strong, openings=off)"},
                                          {"othello", "mcts(openings=on)"}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cop_game *game = open_game(rows[i][0]);
        struct cop_agent *agent = open_agent(game, rows[i][1]);
        struct cop_text notes = COP_TEXT;
        char start[COP_STATE_MAX];

        game->rules->start(game, start, NULL);
        assert_false(think(agent, start).is_from_openings);
        cop_agent_notes(game, rows[i][1], NULL, &notes);
        assert_true((notes.length > 0) == (strcmp(rows[i][0], "othello") == 0));
        cop_text_free(&notes);
        cop_agent_close(agent);
        cop_game_close(game);
    }
}

/* As a game may have it that is for two and for more. */
static int opens_for_everybody(const struct cop_game *game, const void *state,
                               struct cop_opening_move *out, double *others)
{
    cop_move moves[1000];

    *others = 0;
    game->rules->moves(game, state, moves);
    out[0] = (struct cop_opening_move){.move = moves[0], .chance = 0.5, .games = 10};
    return 1;
}

static void openings_are_asked_for_two_players_only(void **context)
{
    struct cop_rules rules = *cop_rules_find("focus");

    (void)context;
    rules.opening = opens_for_everybody;
    for (int players = 2; players <= 4; players++) {
        struct cop_text inside = COP_TEXT, notes = COP_TEXT;
        char start[COP_STATE_MAX];
        struct cop_game *game;
        struct cop_agent *agent;

        cop_text_add(&inside, "players=%d", players);
        game = cop_game_open_rules(&rules, inside.bytes, NULL);
        assert_non_null(game);
        agent = open_agent(game, "mcts(openings=on)");
        game->rules->start(game, start, NULL);
        assert_int_equal(think(agent, start).is_from_openings, players == 2);
        cop_agent_notes(game, "mcts(openings=on)", NULL, &notes);
        assert_int_equal(notes.length > 0, players != 2);
        cop_text_free(&notes);
        cop_text_free(&inside);
        cop_agent_close(agent);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_search_plays_from_it),
        cmocka_unit_test(images_are_answered_too),
        cmocka_unit_test(variety_follows_the_seed),
        cmocka_unit_test(specs_come_back_and_nothing_is_read_for_a_check),
        cmocka_unit_test(known_swaps_are_made_and_bad_ones_are_not),
        cmocka_unit_test(a_bad_swap_gives_way_to_the_best_value_or_order),
        cmocka_unit_test(a_bad_swap_gives_way_to_the_most_visits),
        cmocka_unit_test(first_pegs_are_drawn_among_the_fairest),
        cmocka_unit_test(who_knows_nothing_thinks),
        cmocka_unit_test(openings_are_asked_for_two_players_only),
    };

    return cmocka_run_group_tests(tests, make_book, remove_book);
}
