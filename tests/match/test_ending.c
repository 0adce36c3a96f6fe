/* test_ending.c - how games ended: kept with them, found in their records, and counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/coppice.h"
#include "match/ending.h"
#include "match/match.h"
#include "match/report.h"

/* Twenty random games on a small board, some of which are drawn. */
struct setting {
    struct cop_game *game;
    struct cop_store *store;
    struct cop_limits limits[2];
    struct cop_match_plan plan;
};

static void open_setting(struct setting *setting)
{
    static const char *const agents[] = {"random", "random"};
    struct cop_error error = {{0}};

    *setting = (struct setting){.game = cop_game_open("connect4(width=4, height=4)", &error),
                                .store = cop_store_open(NULL, &error)};
    for (int i = 0; i < 2; i++)
        assert_true(cop_limits_parse("sims=1", &setting->limits[i], &error));
    setting->plan = (struct cop_match_plan){.game = setting->game,
                                            .agent_count = 2,
                                            .agents = agents,
                                            .limits = setting->limits,
                                            .games = 20,
                                            .threads = 1,
                                            .seed = 11};
    if (!cop_match_run(&setting->plan, setting->store, NULL, &error))
        fail_msg("%s", error.message);
}

static void close_setting(struct setting *setting)
{
    cop_store_close(setting->store);
    cop_game_close(setting->game);
}

/* Adds up, in the order of the games, which of them ended by four in a row. */
static void note_four(void *context, const struct cop_game_result *result)
{
    int *fours = context;

    assert_non_null(result->ending);
    *fours = *fours * 2 + (strcmp(result->ending, "four in a row") == 0);
}

static void note_replayed(void *context, const struct cop_game_result *result)
{
    const struct cop_game *game = context;
    struct cop_game_result bare = *result;

    bare.ending = NULL; /* as stores of before have it */
    assert_string_equal(cop_match_ending(game, &bare), result->ending);
    bare.reason = COP_REASON_TIME;
    assert_null(cop_match_ending(game, &bare));
    bare.reason = NULL;
    bare.sgf = "(;FF[4])";
    assert_null(cop_match_ending(game, &bare));
}

/* The phrase of the rules goes with a game; without it the record tells it. */
static void endings_are_stored_or_found_in_the_record(void **state)
{
    struct setting setting;
    struct cop_error error = {{0}};
    int fours = 0;

    (void)state;
    open_setting(&setting);
    assert_true(cop_match_each(&setting.plan, setting.store, note_four, &fours, &error));
    assert_true(fours > 0 && fours < (1 << 20) - 1); /* both kinds of ends */
    assert_true(cop_match_each(&setting.plan, setting.store, note_replayed, setting.game, &error));
    close_setting(&setting);
}

static void report_counts_endings(void **state)
{
    struct setting setting;
    struct cop_text text = COP_TEXT, words = COP_TEXT;
    struct cop_error error = {{0}};
    int fours = 0, count = 0;

    (void)state;
    open_setting(&setting);
    assert_true(cop_match_each(&setting.plan, setting.store, note_four, &fours, &error));
    for (; fours > 0; fours /= 2)
        count += fours % 2;
    assert_true(cop_match_report(&setting.plan, setting.store, &text, &error));
    assert_non_null(strstr(text.bytes, "\nhow they ended: "));
    cop_text_add(&words, "four in a row %d", count);
    assert_non_null(strstr(text.bytes, words.bytes));
    cop_text_clear(&text);
    cop_text_clear(&words);
    assert_true(cop_match_report_json(&setting.plan, setting.store, false, &text, &error));
    cop_text_add(&words, "{\"ending\": \"four in a row\", \"games\": %d}", count);
    assert_non_null(strstr(text.bytes, words.bytes));
    cop_text_free(&text);
    cop_text_free(&words);
    close_setting(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endings_are_stored_or_found_in_the_record),
        cmocka_unit_test(report_counts_endings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
