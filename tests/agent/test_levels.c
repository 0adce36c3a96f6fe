/* Levels of play: they can be opened, and what is said of them is what the matches show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/strength.h"

static const char *const variants[] = {"focus(players=3)",
                                       "focus(players=4)",
                                       "rolit(players=3)",
                                       "rolit(players=4)",
                                       "ontop(players=3)",
                                       "ontop(players=4)",
                                       "chinesecheckers(players=3)",
                                       "chinesecheckers(players=6)",
                                       "othello(size=6)",
                                       "amazons(size=6)",
                                       NULL};

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s: %s", spec, error.message);
    return game;
}

/* The page finds a level by its agent as the server writes it. */
static void check_level(const struct cop_game *game, const struct cop_preset *level)
{
    struct cop_text canonical = COP_TEXT;
    struct cop_error error = {""};
    struct cop_limits limits;

    if (!cop_limits_parse(level->limit, &limits, &error) ||
        !cop_agent_check(game, level->agent, &limits, &canonical, &error))
        fail_msg("%s, %s: %s", game->name, level->name, error.message);
    assert_string_equal(canonical.bytes, level->agent);
    assert_true(limits.time > 0 && limits.time <= 10);
    cop_text_free(&canonical);
}

static void check_levels(const char *spec)
{
    struct cop_game *game = open_game(spec);
    struct cop_preset levels[COP_PRESETS], beginner = cop_preset_beginner(game);

    cop_presets_for(game, levels);
    for (int i = 0; i < COP_PRESETS; i++)
        check_level(game, &levels[i]);
    check_level(game, &beginner);
    cop_game_close(game);
}

static void every_game_has_levels_that_can_be_opened(void **unused)
{
    (void)unused;
    for (int i = 0; cop_all_rules()[i] != NULL; i++)
        check_levels(cop_all_rules()[i]->name);
    for (int i = 0; variants[i] != NULL; i++)
        check_levels(variants[i]);
}

static void assert_twixt(const char *spec, const char *agent, bool is_said)
{
    struct cop_game *game = open_game(spec);
    struct cop_preset levels[COP_PRESETS];
    struct cop_text words = COP_TEXT;

    cop_presets_for(game, levels);
    assert_int_equal(strncmp(levels[COP_STRONG].agent, agent, strlen(agent)), 0);
    cop_strength_words(game, COP_STRONG, &words);
    assert_int_equal(strstr(words.bytes, " %") != NULL, is_said);
    cop_text_free(&words);
    cop_game_close(game);
}

/* A board may have levels of its own, and then nothing is said of them that others have shown. */
static void levels_follow_the_board(void **unused)
{
    (void)unused;
    assert_twixt("twixt", "mcts(", true);
    assert_twixt("twixt(swap=on)", "mcts(", true);
    assert_twixt("twixt(size=8)", "mcts(", true);
    assert_twixt("twixt(size=13)", "alphabeta(", false);
    assert_twixt("twixt(size=24, swap=on)", "alphabeta(", false);
}

static void levels_are_found_by_name(void **unused)
{
    struct cop_error error = {""};
    enum cop_level level;

    (void)unused;
    assert_true(cop_level_find("very-easy", &level, NULL) && level == COP_VERY_EASY);
    assert_true(cop_level_find("Very easy", &level, NULL) && level == COP_VERY_EASY);
    assert_true(cop_level_find("strong", &level, NULL) && level == COP_STRONG);
    assert_true(cop_level_find("STRONGEST", &level, NULL) && level == COP_STRONGEST);
    assert_false(cop_level_find("easi", &level, &error));
    assert_non_null(strstr(error.message, "did you mean easy?"));
    assert_false(cop_level_find("", &level, &error));
}

/* ---- What is said ---- */

/* One row of the stored table, read without the program's help. */
struct row {
    char game[64], level[16], opponent[16];
    int part, won, drawn, lost;
    double score, low, high;
};

static bool read_row(FILE *file, struct row *row)
{
    char line[256];

    while (fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#')
            return sscanf(line, "%63[^\t]\t%15[^\t]\t%15[^\t]\t%d\t%d\t%d\t%d\t%lf\t%lf\t%lf",
                          row->game, row->level, row->opponent, &row->part, &row->won, &row->drawn,
                          &row->lost, &row->score, &row->low, &row->high) == 10;
    return false;
}

static void assert_said(const struct row *row, const char *words, const char *part, bool is_said)
{
    if ((strstr(words, part) != NULL) != is_said)
        fail_msg("%s, %s against %s, %.3f (%.3f to %.3f): \"%s\"", row->game, row->level,
                 row->opponent, row->score, row->low, row->high, words);
}

/* Where the interval does not show it, a level is not called stronger than the one below, and very
 * easy not weaker than a beginner. */
static void check_row(const struct row *row)
{
    struct cop_game *game = open_game(row->game);
    struct cop_text words = COP_TEXT;
    enum cop_level level;

    assert_string_equal(game->name, row->game);
    assert_true(cop_level_find(row->level, &level, NULL));
    assert_true(row->low <= row->score && row->score <= row->high);
    assert_true(row->won + row->drawn + row->lost >= 20);
    cop_strength_words(game, level, &words);
    if (strcmp(row->opponent, "beginner") != 0)
        assert_said(row, words.bytes, "not measured to be stronger", row->low <= 0.5);
    else if (level == COP_VERY_EASY)
        assert_said(row, words.bytes, "not measured to lose", row->high >= 0.5);
    cop_text_free(&words);
    cop_game_close(game);
}

static void only_what_matches_show_is_said(void **unused)
{
    FILE *file = fopen("data/levels/matches.txt", "r");
    struct row row;
    int rows = 0;

    (void)unused;
    assert_non_null(file);
    for (; read_row(file, &row); rows++)
        check_row(&row);
    assert_true(feof(file));
    fclose(file);
    assert_true(rows > 20);
}

/* In the games that most people know, the ladder is one. */
static void the_ladder_was_climbed(void **unused)
{
    static const char *const games[] = {"connect4", "othello", "breakthrough", "amazons"};

    (void)unused;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct cop_game *game = open_game(games[i]);
        struct cop_preset levels[COP_PRESETS];
        struct cop_strength strength;

        cop_presets_for(game, levels);
        assert_true(cop_strength_find(game, "very easy", "beginner", &strength));
        assert_true(strength.high < 0.5 && strength.is_usual);
        for (int level = COP_EASY; level <= COP_MEDIUM; level++) {
            assert_true(
                cop_strength_find(game, levels[level].name, levels[level - 1].name, &strength));
            assert_true(strength.low > 0.5);
        }
        cop_game_close(game);
    }
}

static void another_board_has_the_usual_ones_numbers(void **unused)
{
    struct cop_game *game = open_game("connect4(width=8)");
    struct cop_text words = COP_TEXT;

    (void)unused;
    cop_strength_words(game, COP_EASY, &words);
    assert_non_null(strstr(words.bytes, "measured on the usual board"));
    cop_text_free(&words);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_levels_that_can_be_opened),
        cmocka_unit_test(levels_follow_the_board),
        cmocka_unit_test(levels_are_found_by_name),
        cmocka_unit_test(only_what_matches_show_is_said),
        cmocka_unit_test(the_ladder_was_climbed),
        cmocka_unit_test(another_board_has_the_usual_ones_numbers),
    };

    return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
