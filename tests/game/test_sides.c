/* Side lines: moves that were tried beside the game, in records, in SGF and in a course. Nodes of
 * the game are its plies; those of side moves begin with COP_SIDE_FIRST. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/coppice.h"
#include "game/course.h"
#include "take.h"

enum { A = COP_SIDE_FIRST, B, C, D };

static struct cop_course open_course(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = take_open(spec, &error);
    struct cop_record record = {.game = cop_copy_string(spec)};
    struct cop_course course;

    assert_non_null(game);
    assert_true(cop_course_open(&course, game, &record, &error));
    return course;
}

static void close_course(struct cop_course *course)
{
    struct cop_game *game = (struct cop_game *)course->game;

    cop_course_close(course);
    cop_game_close(game);
}

/* The course of an SGF text. */
static struct cop_course read_course(const char *sgf)
{
    struct cop_error error = {""};
    struct cop_record record;
    struct cop_course course;
    struct cop_game *game;

    if (!cop_record_read_sgf(sgf, strlen(sgf), take_open, &record, &game, &error) ||
        !cop_course_open(&course, game, &record, &error))
        fail_msg("%s", error.message);
    return course;
}

static void play(struct cop_course *course, const char *words)
{
    struct cop_error error = {""};

    if (!cop_course_play_words(course, words, &error))
        fail_msg("%s", error.message);
}

static void assert_at(const struct cop_course *course, int node, const char *expected)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_text text = COP_TEXT;

    assert_true(cop_course_has_node(course, node));
    cop_course_look_at(course, node, state);
    course->game->rules->write_position(course->game, state, &text);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
}

/* The moves as SGF has them, from the first node after the root on, without line ends. */
static void assert_moves(const struct cop_course *course, const char *expected)
{
    struct cop_text text = COP_TEXT, moves = COP_TEXT;
    struct cop_error error = {""};
    const char *at;

    assert_true(cop_record_write_sgf(&course->record, course->game, &text, &error));
    at = strchr(text.bytes, '\n');
    at = strchr(at + 1, ']') + 1;
    for (; *at != '\0'; at++)
        if (*at != '\n')
            cop_text_add_bytes(&moves, at, 1);
    assert_string_equal(moves.bytes, expected);
    cop_text_free(&text);
    cop_text_free(&moves);
}

/* ---- In a course ---- */

static void a_side_line_leaves_the_game_as_it_is(void **unused)
{
    struct cop_course course = open_course("take(heap=20)");

    (void)unused;
    play(&course, "t2 t3 t1");
    assert_int_equal(cop_course_try(&course, 1, 1), A);
    assert_int_equal(cop_course_try(&course, A, 2), B);
    assert_int_equal(cop_course_try(&course, 1, 2), C);
    assert_int_equal(cop_course_ply(&course), 3);
    assert_at(&course, 3, "14:1");
    assert_at(&course, A, "17:0");
    assert_at(&course, B, "15:1");
    assert_at(&course, C, "16:0");
    assert_int_equal(cop_record_trunk(&course.record, B), 1);
    assert_string_equal(cop_record_side(&course.record, B)->word, "t2");
    assert_int_equal(cop_record_side(&course.record, B)->player, 0);
    assert_moves(&course, ";B[t2](;W[t3];B[t1])(;W[t1];B[t2])(;W[t2]))");
    close_course(&course);
}

static void a_move_that_is_there_already_is_no_new_one(void **unused)
{
    struct cop_course course = open_course("take(heap=20)");

    (void)unused;
    play(&course, "t2 t3");
    assert_int_equal(cop_course_try(&course, 0, 2), 1);
    assert_int_equal(cop_course_try(&course, 1, 3), 2);
    assert_int_equal(cop_course_try(&course, 1, 1), A);
    assert_int_equal(cop_course_try(&course, 1, 1), A);
    assert_int_equal(course.record.side_count, 1);
    close_course(&course);
}

static void a_side_line_is_deleted_with_all_that_follows(void **unused)
{
    struct cop_course course = open_course("take(heap=20)");

    (void)unused;
    play(&course, "t2 t3");
    cop_course_try(&course, 1, 1);
    cop_course_try(&course, A, 2);
    cop_course_try(&course, B, 3);
    assert_int_equal(cop_course_try(&course, 1, 2), D);
    cop_record_remove_side(&course.record, A);
    assert_false(cop_course_has_node(&course, A));
    assert_false(cop_course_has_node(&course, C));
    assert_at(&course, D, "16:0");
    assert_int_equal(course.record.side_count, 1);
    assert_int_equal(cop_course_try(&course, 1, 1), D + 1);
    close_course(&course);
}

static void undo_drops_only_what_hangs_below(void **unused)
{
    struct cop_course course = open_course("take(heap=20)");

    (void)unused;
    play(&course, "t2 t3 t1");
    cop_course_try(&course, 1, 1);
    cop_course_try(&course, 2, 2);
    cop_course_go(&course, 1);
    assert_true(cop_course_has_node(&course, A));
    assert_false(cop_course_has_node(&course, B));
    assert_moves(&course, ";B[t2]KE[1](;W[t1]))");
    cop_course_go(&course, 3);
    assert_true(cop_course_has_node(&course, B));
    cop_course_go(&course, 1);
    play(&course, "t2");
    assert_int_equal(course.record.side_count, 1);
    assert_moves(&course, ";B[t2](;W[t2])(;W[t1]))");
    close_course(&course);
}

static void a_move_that_was_tried_takes_what_followed_into_the_game(void **unused)
{
    struct cop_course course = open_course("take(heap=20)");

    (void)unused;
    play(&course, "t2");
    cop_course_try(&course, 1, 1);
    cop_course_try(&course, A, 2);
    cop_course_try(&course, A, 3);
    play(&course, "t1");
    assert_int_equal(course.record.side_count, 2);
    assert_moves(&course, ";B[t2];W[t1]KE[1](;B[t2])(;B[t3]))");
    assert_at(&course, B, "15:1");
    close_course(&course);
}

static void what_was_tried_where_the_game_ends_is_not_the_game(void **unused)
{
    struct cop_course course = read_course("(;KG[take(heap=20)]KE[1](;B[t1])(;B[t2];W[t1]))");

    (void)unused;
    assert_int_equal(cop_course_ply(&course), 0);
    assert_int_equal(course.record.side_count, 3);
    assert_moves(&course, "KE[1](;B[t1])(;B[t2];W[t1]))");
    close_course(&course);
}

static void chance_is_chosen_or_rolled_in_a_side_line(void **unused)
{
    struct cop_course course = open_course("take(heap=20, dice=on)");
    unsigned seen = 0;

    (void)unused;
    play(&course, "t2 d1 t3 d0");
    assert_int_equal(cop_course_turn_at(&course, 1), COP_CHANCE);
    for (uint64_t number = 0; number < 50; number++)
        seen |= cop_course_roll_at(&course, 1, number) == course.record.moves[1] ? 1u : 2u;
    assert_int_equal(seen, 3);
    assert_moves(&course, ";B[t2];MC[d1];W[t3];MC[d0])");
    close_course(&course);
}

/* ---- In files ---- */

static void variations_of_others_are_read_and_merged(void **unused)
{
    struct cop_course course = read_course(
        "(;KG[take(heap=20)];B[t1](;W[t2](;B[t1])(;B[t2]C[\\]) (]))(;W[t3];;B[t1](;W[t1])(;W[t2]))"
        "(;W[t2];B[t3])(;W[t3];B[t2]))(;KG[other])");

    (void)unused;
    assert_int_equal(course.record.skipped, 1);
    assert_int_equal(cop_course_ply(&course), 3);
    assert_moves(&course, ";B[t1](;W[t2](;B[t1])(;B[t2]C[\\]) (])(;B[t3]))"
                          "(;W[t3](;B[t1](;W[t1])(;W[t2]))(;B[t2])))");
    close_course(&course);
}

static void a_side_line_that_cannot_be_played_is_left_out(void **unused)
{
    struct cop_course course = read_course(
        "(;KG[take(heap=20)];B[t1](;W[t2])(;W[t9];B[t1])(;B[t1])(;W[t1];B[t9])(;W[t3]W[t1]))");

    (void)unused;
    assert_int_equal(course.record.skipped, 4);
    assert_moves(&course, ";B[t1](;W[t2])(;W[t1]))");
    close_course(&course);
}

static void a_comment_of_a_side_move_is_kept(void **unused)
{
    struct cop_course course = read_course("(;KG[take(heap=20)];B[t1](;W[t2])(;W[t1]C[better]))");

    (void)unused;
    assert_string_equal(cop_record_side(&course.record, A)->note, "better");
    assert_moves(&course, ";B[t1](;W[t2])(;W[t1]C[better]))");
    close_course(&course);
}

/* Deeper than any recursion on a small stack, and more than are kept. */
static void a_file_with_too_many_side_lines_keeps_the_first(void **unused)
{
    struct cop_text sgf = COP_TEXT;
    struct cop_course course;

    (void)unused;
    cop_text_add(&sgf, "(;KG[take(heap=20)]");
    for (int i = 0; i < 100000; i++)
        cop_text_add(&sgf, "(;");
    for (int i = 0; i < 100000; i++)
        cop_text_add(&sgf, ")");
    for (int i = 0; i < 50000; i++)
        cop_text_add(&sgf, "(;B[t%d])", i % 3 + 1);
    cop_text_add(&sgf, ")");
    course = read_course(sgf.bytes);
    assert_int_equal(course.record.side_count, 3);
    assert_int_equal(course.record.skipped, 50000 - COP_SIDES_MAX);
    assert_int_equal(cop_course_ply(&course), 0);
    close_course(&course);
    cop_text_free(&sgf);
}

static void a_record_has_room_for_so_many_side_moves(void **unused)
{
    struct cop_course course = open_course("take(heap=20)");
    const void *state = cop_course_now(&course);
    struct cop_record *record = &course.record;
    int node = 0;

    (void)unused;
    for (int i = 0; i < COP_SIDES_MAX; i++)
        node = cop_record_add_side(record, course.game, state, node, 1, NULL);
    assert_int_equal(cop_record_add_side(record, course.game, state, node, 1, NULL), -1);
    cop_record_remove_side(record, COP_SIDE_FIRST + 10);
    assert_int_equal(record->side_count, 10);
    close_course(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_line_leaves_the_game_as_it_is),
        cmocka_unit_test(a_move_that_is_there_already_is_no_new_one),
        cmocka_unit_test(a_side_line_is_deleted_with_all_that_follows),
        cmocka_unit_test(undo_drops_only_what_hangs_below),
        cmocka_unit_test(a_move_that_was_tried_takes_what_followed_into_the_game),
        cmocka_unit_test(what_was_tried_where_the_game_ends_is_not_the_game),
        cmocka_unit_test(chance_is_chosen_or_rolled_in_a_side_line),
        cmocka_unit_test(variations_of_others_are_read_and_merged),
        cmocka_unit_test(a_side_line_that_cannot_be_played_is_left_out),
        cmocka_unit_test(a_comment_of_a_side_move_is_kept),
        cmocka_unit_test(a_file_with_too_many_side_lines_keeps_the_first),
        cmocka_unit_test(a_record_has_room_for_so_many_side_moves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
