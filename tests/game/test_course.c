/* The course of a game: moves, back and forth, defeats, chance and views, and what they do to each
 * other. take.h has passes, dice and a third player; Stratego has secrets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "game/course.h"
#include "take.h"

/* A course of `spec` from its start, or from `position`. */
static struct cop_course open_course(const char *spec, const char *position)
{
    struct cop_error error = {""};
    struct cop_game *game =
        strncmp(spec, "take", 4) == 0 ? take_open(spec, &error) : cop_game_open(spec, &error);
    struct cop_record record = {.position = cop_copy_string(position), .seed = 5};
    struct cop_course course;

    assert_non_null(game);
    record.game = cop_copy_string(game->name);
    if (!cop_course_open(&course, game, &record, &error))
        fail_msg("%s", error.message);
    course.seed = 17;
    return course;
}

static void close_course(struct cop_course *course)
{
    struct cop_game *game = (struct cop_game *)course->game;

    cop_course_close(course);
    cop_game_close(game);
}

static void play(struct cop_course *course, const char *words)
{
    struct cop_error error = {""};

    if (!cop_course_play_words(course, words, &error))
        fail_msg("%s", error.message);
}

static void assert_position(const struct cop_course *course, int ply, const char *expected)
{
    struct cop_text text = COP_TEXT;

    course->game->rules->write_position(course->game, cop_course_state(course, ply), &text);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
}

/* What the record says is what the course says. */
static void assert_result(const struct cop_course *course, const char *expected)
{
    struct cop_text text = COP_TEXT;

    cop_course_write_result(course, &text);
    if (expected == NULL) {
        assert_int_equal(text.length, 0);
        assert_null(course->record.result);
    } else {
        assert_string_equal(text.bytes, expected);
        assert_string_equal(course->record.result, expected);
    }
    cop_text_free(&text);
}

/* ---- Moves and states ---- */

static void every_ply_has_its_position(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    assert_int_equal(cop_course_ply(&course), 0);
    assert_null(cop_course_before(&course));
    play(&course, "t2 t3 t1");
    assert_int_equal(cop_course_ply(&course), 3);
    assert_position(&course, 0, "9:0");
    assert_position(&course, 1, "7:1");
    assert_position(&course, 2, "4:0");
    assert_position(&course, 3, "3:1");
    assert_ptr_equal(cop_course_now(&course), cop_course_state(&course, 3));
    assert_ptr_equal(cop_course_before(&course), cop_course_state(&course, 2));
    assert_int_equal(cop_course_turn(&course), 1);
    assert_int_equal(cop_course_turn_at(&course, 2), 0);
    close_course(&course);
}

static void a_record_is_taken_over_with_its_moves_and_notes(void **unused)
{
    struct cop_error error = {""};
    struct cop_game *game = take_open("take(heap=9)", &error);
    struct cop_record record = {.game = cop_copy_string("take(heap=9)"),
                                .result = cop_copy_string("B+R")};
    struct cop_course course;

    (void)unused;
    cop_record_add(&record, 2, "two");
    cop_record_add(&record, 3, NULL);
    assert_true(cop_course_open(&course, game, &record, &error));
    assert_null(record.moves);
    assert_int_equal(cop_course_ply(&course), 2);
    assert_string_equal(course.record.notes[0], "two");
    assert_position(&course, 2, "4:0");
    assert_result(&course, NULL);
    close_course(&course);
}

/* Of a player whom nobody knew, whoever sits down later is taken to have made all moves. */
static void who_made_a_move_is_kept_when_seats_change(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);
    struct cop_error error = {""};
    char **makers;

    (void)unused;
    assert_true(cop_course_play_words(&course, "t1 t1", &error));
    makers = course.record.makers;
    cop_course_seat(&course, 0, "human");
    assert_null(makers[0]);
    cop_course_seat(&course, 0, "mcts");
    assert_string_equal(makers[0], "human");
    assert_null(makers[1]);
    assert_true(cop_course_play_words(&course, "t1 t1", &error));
    makers = course.record.makers;
    assert_null(makers[2]);
    cop_course_seat(&course, 0, "random");
    assert_string_equal(makers[0], "human");
    assert_string_equal(makers[2], "mcts");
    cop_course_go(&course, 2); /* taken back, and made again by another */
    cop_course_seat(&course, 0, "human");
    assert_null(makers[0]);
    assert_string_equal(makers[2], "mcts");
    assert_true(cop_course_play_words(&course, "t1", &error));
    assert_null(makers[2]);
    assert_string_equal(course.record.players[0], "human");
    close_course(&course);
}

static void a_record_that_cannot_be_played_is_refused(void **unused)
{
    struct cop_error error = {""};
    struct cop_game *game = take_open("take(heap=9)", &error);
    struct cop_record record = {.game = cop_copy_string("take(heap=9)")};
    struct cop_course course;

    (void)unused;
    cop_record_add(&record, 2, NULL);
    cop_record_add(&record, 77, "a note");
    assert_false(cop_course_open(&course, game, &record, &error));
    assert_string_equal(error.message, "move 2 of the record is not legal in take(heap=9)");
    record = (struct cop_record){.position = cop_copy_string("many")};
    assert_false(cop_course_open(&course, game, &record, &error));
    assert_null(record.position);
    cop_game_close(game);
}

static void wrong_words_leave_what_was_right(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);
    struct cop_error error = {""};

    (void)unused;
    assert_false(cop_course_play_words(&course, "t2 t9 t1", &error));
    assert_non_null(strstr(error.message, "move 2"));
    assert_int_equal(cop_course_ply(&course), 1);
    close_course(&course);
}

/* Far more states than the first block has room for, all still true at the end. */
static void long_games_keep_all_states(void **unused)
{
    struct cop_course course = open_course("othello", NULL);
    struct cop_error error = {""};
    cop_move moves[128];
    struct cop_record again = {0};
    struct cop_course copy;
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 3);
    while (cop_course_turn(&course) != COP_OVER)
        cop_course_play(&course,
                        cop_random_move(course.game, cop_course_now(&course), &rng, moves));
    assert_true(cop_course_ply(&course) > 50);
    again.seed = course.record.seed;
    for (int i = 0; i < cop_course_ply(&course); i++)
        cop_record_add(&again, course.record.moves[i], NULL);
    assert_true(cop_course_open(&copy, course.game, &again, &error));
    for (int i = 0; i <= cop_course_ply(&course); i++)
        assert_memory_equal(cop_course_state(&course, i), cop_course_state(&copy, i),
                            course.game->state_size);
    assert_string_equal(course.record.result, copy.record.result);
    cop_course_close(&copy);
    close_course(&course);
}

static void a_limit_fills_the_course(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    play(&course, "t1 t1");
    assert_false(cop_course_is_full(&course));
    course.limit = 2;
    assert_true(cop_course_is_full(&course));
    cop_course_go(&course, 1);
    assert_false(cop_course_is_full(&course));
    close_course(&course);
}

/* ---- Back and forth ---- */

static void taken_back_moves_can_be_gone_forth_to(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    play(&course, "t2 t3 t1");
    cop_course_go(&course, 1);
    assert_int_equal(cop_course_ply(&course), 1);
    assert_int_equal(course.record.move_count, 1);
    assert_int_equal(course.known, 3);
    assert_int_equal(cop_course_turn(&course), 1);
    cop_course_go(&course, 3);
    assert_int_equal(course.record.move_count, 3);
    assert_position(&course, cop_course_ply(&course), "3:1");
    close_course(&course);
}

static void another_move_ends_what_was_taken_back(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    play(&course, "t2 t3 t1");
    cop_course_go(&course, 1);
    play(&course, "t1");
    assert_int_equal(course.known, 2);
    assert_position(&course, 2, "6:0");
    cop_course_go(&course, 0);
    cop_course_go(&course, 2);
    assert_position(&course, 2, "6:0");
    close_course(&course);
}

static void the_same_move_keeps_what_followed(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    play(&course, "t2 t3 t1");
    cop_course_go(&course, 1);
    play(&course, "t3");
    assert_int_equal(cop_course_ply(&course), 2);
    assert_int_equal(course.known, 3);
    cop_course_go(&course, 3);
    assert_position(&course, 3, "3:1");
    close_course(&course);
}

/* The record can be written at any time and never has what was taken back. */
static void the_record_has_what_was_played(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);
    struct cop_text text = COP_TEXT;

    (void)unused;
    play(&course, "t2 t3 t1 t3");
    assert_result(&course, "W+");
    cop_course_go(&course, 2);
    assert_result(&course, NULL);
    assert_true(cop_record_write_sgf(&course.record, course.game, &text, NULL));
    assert_non_null(strstr(text.bytes, ";B[t2];W[t3])"));
    assert_null(strstr(text.bytes, "RE["));
    cop_course_go(&course, 4);
    assert_result(&course, "W+");
    cop_text_free(&text);
    close_course(&course);
}

static void a_pass_is_no_decision(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    play(&course, "t2 t2 pass t1"); /* at a heap of five the first player must pass */
    assert_int_equal(course.record.moves[2], COP_PASS);
    assert_int_equal(cop_course_decision(&course, 1u << 0), 0);
    assert_int_equal(cop_course_decision(&course, 1u << 1), 3);
    assert_int_equal(cop_course_decision(&course, 3u), 3);
    cop_course_go(&course, 0);
    assert_int_equal(cop_course_decision(&course, 3u), -1);
    close_course(&course);
}

/* ---- Ends ---- */

static void a_resignation_is_the_end_until_it_is_taken_back(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);
    double payoff[COP_PLAYERS_MAX];

    (void)unused;
    play(&course, "t2 t3");
    assert_false(cop_course_payoff(&course, payoff));
    cop_course_defeat(&course, 0, COP_DEFEAT_RESIGNED);
    assert_int_equal(cop_course_turn(&course), COP_OVER);
    assert_int_equal(cop_course_turn_at(&course, 1), 1);
    assert_result(&course, "W+R");
    assert_true(cop_course_payoff(&course, payoff));
    assert_true(payoff[0] == 0 && payoff[1] == 1);
    cop_course_go(&course, 2);
    assert_int_equal(course.loser, -1);
    assert_int_equal(cop_course_turn(&course), 0);
    assert_result(&course, NULL);
    assert_int_equal(cop_course_ply(&course), 2);
    close_course(&course);
}

/* Resigned after moves were taken back, and the resignation taken back by going forth. */
static void going_forth_takes_a_resignation_back(void **unused)
{
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    play(&course, "t2 t3 t1");
    cop_course_go(&course, 2);
    cop_course_defeat(&course, 0, COP_DEFEAT_RESIGNED);
    assert_int_equal(course.known, 3);
    assert_int_equal(cop_course_turn_at(&course, 3), 1);
    cop_course_go(&course, 3);
    assert_result(&course, NULL);
    assert_int_equal(cop_course_turn(&course), 1);
    close_course(&course);
}

static void every_defeat_has_its_letter(void **unused)
{
    static const char *const expected[] = {"B+R", "B+T", "B+F"};
    struct cop_course course = open_course("take(heap=9)", NULL);

    (void)unused;
    for (int i = 0; i < 3; i++) {
        cop_course_defeat(&course, 1, (enum cop_defeat)i);
        assert_result(&course, expected[i]);
        cop_course_go(&course, 0);
    }
    close_course(&course);
}

static void of_three_the_others_share_the_win(void **unused)
{
    struct cop_course course = open_course("take(heap=9, players=3)", NULL);
    double payoff[COP_PLAYERS_MAX];

    (void)unused;
    cop_course_defeat(&course, 1, COP_DEFEAT_RESIGNED);
    assert_true(cop_course_payoff(&course, payoff));
    assert_true(payoff[0] == 0.5 && payoff[1] == 0 && payoff[2] == 0.5);
    assert_non_null(strstr(course.record.result, "0.5 0 0.5 ("));
    assert_non_null(strstr(course.record.result, " resigned)"));
    cop_course_go(&course, 0);
    play(&course, "t3 t3 t3");
    assert_result(&course, "0 0 1");
    close_course(&course);
}

/* ---- Chance ---- */

/* The whole game with the first legal move of each player. */
static void play_out(struct cop_course *course)
{
    cop_move moves[16];
    int turn;

    while ((turn = cop_course_turn(course)) != COP_OVER) {
        course->game->rules->moves(course->game, cop_course_now(course), moves);
        cop_course_play(course, turn == COP_CHANCE ? cop_course_roll(course) : moves[0]);
    }
}

static void taking_back_does_not_change_the_dice(void **unused)
{
    struct cop_course course = open_course("take(heap=25, dice=on)", NULL);
    cop_move before[128];
    int plies;

    (void)unused;
    play_out(&course);
    plies = cop_course_ply(&course);
    memcpy(before, course.record.moves, (size_t)plies * sizeof before[0]);
    cop_course_go(&course, 0);
    play(&course, "t2"); /* forgets all that followed */
    assert_int_equal(course.known, 1);
    assert_int_equal(cop_course_roll(&course), before[1]);
    cop_course_go(&course, 0);
    play_out(&course);
    assert_int_equal(cop_course_ply(&course), plies);
    assert_memory_equal(course.record.moves, before, (size_t)plies * sizeof before[0]);
    close_course(&course);
}

/* Chance takes something in 3 of 4 rolls: 1,000 seeds differ from each other as they should. */
static void dice_follow_their_probabilities(void **unused)
{
    struct cop_course course = open_course("take(heap=25, dice=on)", NULL);
    cop_move outcomes[16];
    int taken = 0;

    (void)unused;
    play(&course, "t1");
    assert_int_equal(course.game->rules->moves(course.game, cop_course_now(&course), outcomes), 2);
    for (course.seed = 0; course.seed < 1000; course.seed++)
        taken += cop_course_roll(&course) == outcomes[1];
    assert_in_range(taken, 700, 800); /* 750, deviation 14 */
    close_course(&course);
}

/* ---- Views ---- */

static void a_view_has_only_what_the_viewer_knows(void **unused)
{
    struct cop_course course = open_course("stratego(size=4, setup=moves)", NULL);
    size_t size = course.game->state_size;
    void *seen = cop_allocate(size), *expected = cop_allocate(size);

    (void)unused;
    play_out(&course);
    for (int ply = 0; ply <= cop_course_ply(&course); ply++) {
        for (int viewer = 0; viewer < 2; viewer++) {
            cop_course_view(&course, ply, viewer, seen);
            course.game->rules->view(course.game, cop_course_state(&course, ply), viewer, expected);
            assert_memory_equal(seen, expected, size);
        }
        cop_course_view(&course, ply, -1, seen);
        assert_memory_equal(seen, cop_course_state(&course, ply), size);
    }
    free(seen);
    free(expected);
    close_course(&course);
}

static void secret_moves_are_told_to_who_made_them(void **unused)
{
    struct cop_course course = open_course("stratego(size=4, setup=moves)", NULL);
    int secrets = 0;

    (void)unused;
    play_out(&course);
    for (int ply = 0; ply < cop_course_ply(&course); ply++) {
        const void *before = cop_course_state(&course, ply);
        bool is_secret = cop_move_is_secret(course.game, before, course.record.moves[ply]);
        int mover = cop_course_turn_at(&course, ply);

        secrets += is_secret;
        assert_true(cop_course_tells(&course, ply, -1));
        assert_true(cop_course_tells(&course, ply, mover));
        assert_int_equal(cop_course_tells(&course, ply, 1 - mover), !is_secret);
    }
    assert_in_range(secrets, 1, cop_course_ply(&course) - 1);
    close_course(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ply_has_its_position),
        cmocka_unit_test(a_record_is_taken_over_with_its_moves_and_notes),
        cmocka_unit_test(who_made_a_move_is_kept_when_seats_change),
        cmocka_unit_test(a_record_that_cannot_be_played_is_refused),
        cmocka_unit_test(wrong_words_leave_what_was_right),
        cmocka_unit_test(long_games_keep_all_states),
        cmocka_unit_test(a_limit_fills_the_course),
        cmocka_unit_test(taken_back_moves_can_be_gone_forth_to),
        cmocka_unit_test(another_move_ends_what_was_taken_back),
        cmocka_unit_test(the_same_move_keeps_what_followed),
        cmocka_unit_test(the_record_has_what_was_played),
        cmocka_unit_test(a_pass_is_no_decision),
        cmocka_unit_test(a_resignation_is_the_end_until_it_is_taken_back),
        cmocka_unit_test(going_forth_takes_a_resignation_back),
        cmocka_unit_test(every_defeat_has_its_letter),
        cmocka_unit_test(of_three_the_others_share_the_win),
        cmocka_unit_test(taking_back_does_not_change_the_dice),
        cmocka_unit_test(dice_follow_their_probabilities),
        cmocka_unit_test(a_view_has_only_what_the_viewer_knows),
        cmocka_unit_test(secret_moves_are_told_to_who_made_them),
    };

    return cmocka_run_group_tests_name("course", tests, NULL, NULL);
}
