/* test_lessons.c - what games tell people: the aim first, pictures that can be drawn, and the same
 * pictures in docs/. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "game/lesson.h"

enum { PICTURES = 3, COLUMNS = 76 };

/* A game's page is named after its folder. */
static void page_path(const struct cop_rules *rules, char *path, size_t room)
{
    static const char *const folders[][2] = {
        {"chinesecheckers", "chinese_checkers"},
        {"chancebreakthrough", "chance_breakthrough"},
    };
    const char *folder = rules->name;

    for (int i = 0; i < 2; i++)
        if (strcmp(rules->name, folders[i][0]) == 0)
            folder = folders[i][1];
    snprintf(path, room, "docs/games/%s.md", folder);
}

static char *read_whole(const char *path)
{
    enum { LARGE = 1 << 20 };
    struct cop_error error;
    char *bytes = cop_file_read(path, LARGE, NULL, &error);

    if (bytes == NULL)
        fail_msg("%s", error.message);
    return bytes;
}

static void lessons_begin_with_the_aim(void **context)
{
    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        const struct cop_rules *rules = cop_all_rules()[i];
        const char *end = strstr(rules->lesson, "\n\n");

        if (rules->pictures == NULL)
            continue;
        if (end == NULL || end - rules->lesson > 200)
            fail_msg("%s: the first paragraph is too long for an aim", rules->name);
        assert_non_null(rules->notation);
    }
}

/* Each has a caption of one line, can be drawn as text that fits a page, and shows something. */
static void pictures_can_be_drawn_as_text(void **context)
{
    struct cop_drawing drawing = {.columns = COLUMNS};

    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        const struct cop_rules *rules = cop_all_rules()[i];

        assert_in_range(cop_lesson_pictures(rules), 0, PICTURES);
        for (int j = 0; j < cop_lesson_pictures(rules); j++) {
            struct cop_text text = COP_TEXT;
            struct cop_error error;

            if (!cop_lesson_draw_text(rules, j, &drawing, &text, &error))
                fail_msg("%s, picture %d: %s", rules->name, j + 1, error.message);
            assert_in_range(strlen(rules->pictures[j].caption), 10, COLUMNS);
            if (rules->pictures[j].typed != NULL)
                assert_non_null(strchr(text.bytes, '('));
            cop_text_free(&text);
        }
    }
}

static void check_committed(const struct cop_rules *rules, int index, const char *page)
{
    struct cop_text text = COP_TEXT;
    char path[128], link[128];
    char *committed;

    snprintf(path, sizeof path, "docs/pictures/rules-%s-%d.svg", rules->name, index + 1);
    snprintf(link, sizeof link, "](../pictures/rules-%s-%d.svg)", rules->name, index + 1);
    committed = read_whole(path);
    assert_true(cop_lesson_draw_svg(rules, index, &text, NULL));
    if (strcmp(committed, text.bytes) != 0)
        fail_msg("%s is not what the program draws: coppice help --pictures docs/pictures", path);
    if (strstr(page, link) == NULL || strstr(page, rules->pictures[index].caption) == NULL)
        fail_msg("the page of %s does not show picture %d with its caption", rules->name,
                 index + 1);
    cop_text_free(&text);
    free(committed);
}

static void pages_show_the_same_pictures(void **context)
{
    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        const struct cop_rules *rules = cop_all_rules()[i];
        char path[128];
        char *page;

        page_path(rules, path, sizeof path);
        if (access(path, F_OK) != 0)
            continue; /* a game that was added for the tests */
        page = read_whole(path);
        assert_true(cop_lesson_pictures(rules) > 0);
        for (int j = 0; j < cop_lesson_pictures(rules); j++)
            check_committed(rules, j, page);
        free(page);
    }
}

/* A row that is not understood says why and draws nothing. */
static void a_bad_picture_is_refused(void **context)
{
    static const struct cop_lesson_picture bad[] = {
        {"No such game.", .game = "othello(size=99)"},
        {"No such position.", .position = "nonsense"},
        {"No such move.", .moves = "a1"},
        {NULL},
    };
    struct cop_rules rules = *cop_rules_find("othello");
    struct cop_text text = COP_TEXT;
    struct cop_error error;

    (void)context;
    rules.pictures = bad;
    for (int i = 0; i < cop_lesson_pictures(&rules); i++) {
        assert_false(cop_lesson_draw_svg(&rules, i, &text, &error));
        assert_true(strlen(error.message) > 10);
        assert_false(cop_lesson_draw_text(&rules, i, &(struct cop_drawing){0}, &text, &error));
    }
    assert_int_equal(text.length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_begin_with_the_aim),
        cmocka_unit_test(pictures_can_be_drawn_as_text),
        cmocka_unit_test(pages_show_the_same_pictures),
        cmocka_unit_test(a_bad_picture_is_refused),
    };

    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
