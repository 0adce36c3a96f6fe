/* test_families.c - the round robins of families: the tables are sound, verdicts follow from
 * intervals, and the levels of play from the verdicts. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/families.h"
#include "agent/presets.h"

typedef void check_game(const struct cop_game *game, const struct cop_families *families);

static int visit_all(check_game *check)
{
    char *name = cop_families_next_game(NULL);
    int games = 0;

    while (name != NULL) {
        struct cop_error error = {""};
        struct cop_game *game = cop_game_open(name, &error);
        struct cop_families families;
        char *next = cop_families_next_game(name);

        if (game == NULL)
            fail_msg("%s: %s", name, error.message);
        assert_string_equal(game->name, name); /* or nobody would find it */
        assert_true(cop_families_find(name, game->players, &families));
        check(game, &families);
        games++;
        cop_game_close(game);
        free(name);
        name = next;
    }
    return games;
}

static void check_entrants(const struct cop_game *game, const struct cop_families *families)
{
    assert_true(families->count >= 2);
    for (int i = 0; i < families->count; i++) {
        struct cop_limits limits;
        struct cop_error error = {""};

        assert_true(cop_limits_parse("250ms", &limits, NULL));
        if (!cop_agent_check(game, families->of[i].agent, &limits, NULL, &error))
            fail_msg("%s: %s", game->name, error.message);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(families->of[i].name, families->of[j].name);
    }
}

static void every_entrant_can_play(void **unused)
{
    (void)unused;
    assert_true(visit_all(check_entrants) >= 13);
}

static int rows_understood;

static void check_rows(const struct cop_game *game, const struct cop_families *families)
{
    for (int i = 0; i < families->match_count; i++) {
        const struct cop_family_match *match = &families->matches[i];
        double games = match->won + match->drawn + match->lost;

        assert_true(games > 0);
        assert_true(match->low <= match->score && match->score <= match->high);
        assert_int_equal(match->second<0, game->players> 2);
        if (game->players == 2)
            assert_true(fabs((match->won + 0.5 * match->drawn) / games - match->score) < 0.00051);
    }
    rows_understood += families->match_count;
}

static void no_row_of_the_table_is_passed_over(void **unused)
{
    FILE *file = fopen("data/strength/matches.txt", "r");
    char line[1024];
    int rows = 0;

    (void)unused;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        rows += line[0] != '#' && line[0] != '\n';
    fclose(file);
    rows_understood = 0;
    visit_all(check_rows);
    assert_int_equal(rows_understood, rows);
}

static char *canonical(const struct cop_game *game, const char *agent)
{
    struct cop_text text = COP_TEXT;

    assert_true(cop_agent_check(game, agent, NULL, &text, NULL));
    return text.bytes;
}

static void check_preset(const struct cop_game *game, const struct cop_families *families)
{
    char *preset = canonical(game, cop_preset_agent(game));
    int seat = -1;

    for (int i = 0; i < families->count; i++) {
        char *agent = canonical(game, families->of[i].agent);

        if (strcmp(agent, preset) == 0)
            seat = i;
        free(agent);
    }
    if (families->match_count > 0 && seat < 0)
        fail_msg("%s: the agent of its strong levels, %s, is not in data/strength/entrants.txt",
                 game->name, preset);
    for (int i = 0; seat >= 0 && i < families->count; i++)
        if (cop_families_is_better(families, i, seat))
            fail_msg("%s: %s is better than %s, which the strong levels are; change "
                     "src/agent/presets.c",
                     game->name, families->of[i].agent, preset);
    free(preset);
}

static void nobody_is_better_than_the_strong_levels(void **unused)
{
    (void)unused;
    visit_all(check_preset);
}

static struct cop_families field(int count)
{
    return (struct cop_families){.count = count};
}

static void met(struct cop_families *families, int first, int second, double low, double high)
{
    families->matches[families->match_count++] = (struct cop_family_match){
        .first = first, .second = second, .low = low, .high = high, .even = 0.5};
}

static void only_an_interval_beside_one_half_decides(void **unused)
{
    struct cop_families families = field(3);

    (void)unused;
    assert_int_equal(cop_families_best(&families), -1);
    met(&families, 0, 1, 0.45, 0.62);
    assert_false(cop_families_is_better(&families, 0, 1));
    assert_false(cop_families_is_better(&families, 1, 0));
    met(&families, 0, 2, 0.2, 0.49);
    assert_true(cop_families_is_better(&families, 2, 0));
    assert_false(cop_families_is_better(&families, 0, 2));
    assert_int_equal(cop_families_best(&families), 1);
    met(&families, 1, 2, 0.1, 0.3);
    assert_int_equal(cop_families_best(&families), 2);
}

static void each_may_be_beaten_by_another(void **unused)
{
    struct cop_families families = field(3);

    (void)unused;
    met(&families, 0, 1, 0.6, 0.8);
    met(&families, 1, 2, 0.6, 0.8);
    met(&families, 0, 2, 0.2, 0.4);
    assert_int_equal(cop_families_best(&families), -1);
}

static void of_several_at_a_table_intervals_must_not_meet(void **unused)
{
    struct cop_families families = field(3);

    (void)unused;
    met(&families, 0, -1, 0.30, 0.40);
    met(&families, 1, -1, 0.39, 0.50);
    met(&families, 2, -1, 0.10, 0.29);
    assert_false(cop_families_is_better(&families, 1, 0));
    assert_true(cop_families_is_better(&families, 0, 2));
    assert_int_equal(cop_families_best(&families), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entrant_can_play),
        cmocka_unit_test(no_row_of_the_table_is_passed_over),
        cmocka_unit_test(nobody_is_better_than_the_strong_levels),
        cmocka_unit_test(only_an_interval_beside_one_half_decides),
        cmocka_unit_test(each_may_be_beaten_by_another),
        cmocka_unit_test(of_several_at_a_table_intervals_must_not_meet),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
