/* test_serve_review.c - reviews: what moves have cost, what is judged again, and what is kept. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "front.h"
#include "serve/verdict.h"
#include "serve_check.h"

/* The first player has three on the ground and wins with d; the second plays g and not d. */
static const char blunder[] = "{\"game\": \"connect4\", \"moves\": \"a a b b c g d\"}";

static const char quick[] = "{\"agent\": \"mcts(solver=on)\", \"limit\": \"sims=200\"}";

/* ---- Verdicts, from judgements made by hand ---- */

/* A course of Connect Four with these moves. */
static struct cop_game *open_course(struct cop_course *course, const char *moves)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open("connect4", &error);
    struct cop_record record = {.game = NULL};

    assert_non_null(game);
    assert_true(cop_course_open(course, game, &record, &error));
    assert_true(cop_course_play_words(course, moves, &error));
    return game;
}

static struct cop_judgement *judge(struct cop_review *review, int ply, double first)
{
    struct cop_judgement *made = cop_review_place(review, ply);

    *made = (struct cop_judgement){
        .choice = COP_CHOICE_SOME, .is_made = true, .chance = {first, 1 - first}, .line_length = 1};
    return made;
}

static void accuracy_halves_with_every_fifteen_points(void **unused)
{
    (void)unused;
    assert_float_equal(cop_move_accuracy(0), 100, 1e-9);
    assert_float_equal(cop_move_accuracy(-0.1), 100, 1e-9);
    assert_float_equal(cop_move_accuracy(0.15), 50, 1e-9);
    assert_float_equal(cop_move_accuracy(0.3), 25, 1e-9);
    assert_true(cop_move_accuracy(1) < 1);
    assert_int_equal(cop_fault_of(0.04), COP_FAULT_NONE);
    assert_int_equal(cop_fault_of(0.05), COP_FAULT_INACCURACY);
    assert_int_equal(cop_fault_of(0.1), COP_FAULT_MISTAKE);
    assert_int_equal(cop_fault_of(0.2), COP_FAULT_BLUNDER);
}

static void a_player_is_as_accurate_as_the_mean_of_the_moves(void **unused)
{
    struct cop_review *review = cop_review_new();
    struct cop_course course;
    struct cop_game *game = open_course(&course, "d d c c");
    struct cop_verdicts verdicts;

    (void)unused;
    judge(review, 0, 0.6);
    judge(review, 1, 0.45);
    judge(review, 2, 0.65);
    judge(review, 3, 0.7); /* more than the search before it knew: nothing is lost */
    judge(review, 4, 0.7);
    cop_verdicts_make(&verdicts, review, &course);
    assert_float_equal(verdicts.standings[2].chance[0], 0.7, 1e-9);
    assert_float_equal(verdicts.moves[0].before - verdicts.moves[0].after, 0.15, 1e-9);
    assert_int_equal(verdicts.moves[0].fault, COP_FAULT_MISTAKE);
    assert_float_equal(verdicts.players[0].accuracy, 75, 1e-9);
    assert_int_equal(verdicts.players[0].moves, 2);
    assert_int_equal(verdicts.moves[1].fault, COP_FAULT_BLUNDER);
    assert_int_equal(verdicts.players[1].faults[COP_FAULT_BLUNDER], 1);
    assert_false(verdicts.moves[1].missed_win);
    cop_verdicts_free(&verdicts);
    cop_review_free(review);
    cop_course_close(&course);
    cop_game_close(game);
}

/* The engine found out too late as well. */
static void what_the_engine_would_have_played_is_no_fault(void **unused)
{
    struct cop_review *review = cop_review_new();
    struct cop_course course;
    struct cop_game *game = open_course(&course, "d d c");
    struct cop_verdicts verdicts;

    (void)unused;
    judge(review, 1, 0.4);
    judge(review, 2, 0.6)->line[0] = course.record.moves[2];
    judge(review, 3, 0.1);
    cop_verdicts_make(&verdicts, review, &course);
    assert_true(verdicts.moves[2].counts);
    assert_int_equal(verdicts.moves[2].fault, COP_FAULT_NONE);
    assert_float_equal(verdicts.standings[2].chance[0], 0.1, 1e-9);
    assert_int_equal(verdicts.moves[1].fault, COP_FAULT_NONE);
    cop_verdicts_free(&verdicts);
    judge(review, 2, 0.6); /* something else was better */
    cop_verdicts_make(&verdicts, review, &course);
    assert_int_equal(verdicts.moves[2].fault, COP_FAULT_BLUNDER);
    cop_verdicts_free(&verdicts);
    cop_review_free(review);
    cop_course_close(&course);
    cop_game_close(game);
}

static void a_win_that_was_certain_and_is_not_any_more_is_missed(void **unused)
{
    struct cop_review *review = cop_review_new();
    struct cop_course course;
    struct cop_game *game = open_course(&course, "d d c");
    struct cop_verdicts verdicts;

    (void)unused;
    judge(review, 2, 1)->proof = COP_PROVEN_WIN;
    judge(review, 3, 0.6);
    cop_verdicts_make(&verdicts, review, &course);
    assert_true(verdicts.moves[2].missed_win);
    assert_int_equal(verdicts.players[0].missed_wins, 1);
    assert_false(verdicts.moves[1].counts); /* nobody has judged the position before it */
    assert_true(isnan(verdicts.players[1].accuracy));
    cop_verdicts_free(&verdicts);
    judge(review, 3, 1)->proof = COP_PROVEN_LOSS; /* the other is lost: nothing is missed */
    cop_verdicts_make(&verdicts, review, &course);
    assert_false(verdicts.moves[2].missed_win);
    cop_verdicts_free(&verdicts);
    cop_review_free(review);
    cop_course_close(&course);
    cop_game_close(game);
}

/* Only the last column has room: the last seven moves are forced. */
static void forced_moves_do_not_count(void **unused)
{
    static const char moves[] = "a b a b b a b a a b a b c d c d d c d c c d c d e f e f f e f e e "
                                "f e f";
    struct cop_review *review = cop_review_new();
    struct cop_course course;
    struct cop_game *game = open_course(&course, moves);
    struct cop_verdicts verdicts;

    (void)unused;
    assert_int_equal(cop_course_rules_turn(&course, 36), 0);
    assert_false(cop_review_is_choice(review, &course, 36));
    assert_true(cop_review_is_choice(review, &course, 34));
    cop_verdicts_make(&verdicts, review, &course);
    assert_int_equal(verdicts.players[0].moves, 0);
    cop_verdicts_free(&verdicts);
    cop_review_free(review);
    cop_course_close(&course);
    cop_game_close(game);
}

/* ---- A review of a table ---- */

static void begin(const char *id, const char *body)
{
    tell(&server, "POST", at_table(id, "/review"), body, 200);
}

/* Waits until the review is "done", or "running" with something judged. */
static json_t *wait_until(const char *id, const char *wanted, int judged)
{
    for (int i = 0; i < 12000; i++) {
        json_t *review = ask(&server, "GET", at_table(id, "/review"), NULL, 200);

        if (strcmp(words_in(review, "state"), wanted) == 0 && number_in(review, "judged") >= judged)
            return review;
        json_decref(review);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("the review was never %s", wanted);
    return NULL;
}

static json_t *review_of(const char *id)
{
    begin(id, quick);
    return wait_until(id, "done", 0);
}

static void a_planted_blunder_is_the_worst_move(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    const json_t *worst, *player;
    json_t *review;

    (void)unused;
    new_table(&server, blunder, id);
    review = review_of(id);
    assert_int_equal(number_in(review, "judged"), number_in(review, "positions"));
    assert_int_equal(number_in(review, "positions"), 7);
    worst = json_array_get(json_object_get(review, "faults"), 0);
    assert_int_equal(number_in(worst, "ply"), 5);
    assert_int_equal(number_in(worst, "player"), 1);
    assert_string_equal(words_in(worst, "move"), "g");
    assert_string_equal(words_in(worst, "fault"), "blunder");
    assert_string_equal(json_string_value(json_array_get(json_object_get(worst, "line"), 0)), "d");
    assert_float_equal(json_number_value(json_object_get(worst, "after")), 0, 1e-9);
    assert_true(json_number_value(json_object_get(worst, "before")) > 0.4);
    player = json_array_get(json_object_get(review, "players"), 1);
    assert_true(number_in(player, "blunders") >= 1);
    assert_int_equal(number_in(player, "moves"), 3);
    assert_int_equal(json_array_size(json_object_get(review, "chances")), 8);
    json_decref(review);
}

/* The state of a table tells how far the review is, and nothing else of it. */
static void a_table_says_how_far_its_review_is(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server, blunder, id);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_true(json_is_null(json_object_get(state, "review")));
    assert_true(json_is_true(json_object_get(json_object_get(state, "can"), "review")));
    json_decref(state);
    assert_told(&server, "GET", at_table(id, "/review"), NULL, 404, "not been reviewed");
    json_decref(review_of(id));
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_string_equal(words_in(json_object_get(state, "review"), "state"), "done");
    assert_int_equal(number_in(json_object_get(state, "review"), "judged"), 7);
    json_decref(state);
}

static void what_cannot_be_reviewed_is_refused(void **unused)
{
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    assert_told(&server, "POST", at_table(id, "/review"), "{}", 422, "nothing to review");
    new_table(&server, "{\"game\": \"samegame\", \"seed\": 1}", id);
    assert_told(&server, "POST", at_table(id, "/review"), "{}", 422, "one player");
    new_table(&server, blunder, id);
    assert_told(&server, "POST", at_table(id, "/review"), "{\"agent\": \"human\"}", 422, "agent");
    assert_told(&server, "POST", at_table(id, "/review"), "{\"limit\": 3}", 400, "limit");
    new_table(&server,
              "{\"game\": \"stratego\", \"seed\": 1, \"seats\": [{\"who\": \"human\"}, "
              "{\"who\": \"random\"}]}",
              id);
    assert_told(&server, "POST", at_table(id, "/review"), "{}", 403, "hidden");
}

/* A move that was taken back and made again has not changed anything; another one has. */
static void only_what_changed_is_judged_again(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state, *review;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"d d c c e\"}", id);
    json_decref(review_of(id));
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 3}", 200);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_string_equal(words_in(json_object_get(state, "review"), "state"), "done");
    assert_int_equal(number_in(json_object_get(state, "review"), "judged"), 4);
    json_decref(state);
    play_moves(&server, id, "c");
    review = ask(&server, "GET", at_table(id, "/review"), NULL, 200);
    assert_int_equal(number_in(review, "judged"), 5);
    assert_int_equal(number_in(review, "positions"), 5);
    json_decref(review);
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 3}", 200);
    play_moves(&server, id, "a b");
    review = ask(&server, "GET", at_table(id, "/review"), NULL, 200);
    assert_string_equal(words_in(review, "state"), "stopped");
    assert_int_equal(number_in(review, "judged"), 4);
    assert_int_equal(number_in(review, "positions"), 6);
    json_decref(review);
    json_decref(review_of(id));
}

/* At its proper end the server says that a review goes on; it does when somebody asks. The engine
 * is one that does not come to an end by itself. */
static void a_review_is_stopped_resumed_and_kept(void **unused)
{
    static const char patient[] = "{\"agent\": \"mcts\", \"limit\": \"10m\"}";
    char id[COP_ID_LENGTH + 1];
    json_t *review;

    (void)unused;
    new_table(&server, "{\"game\": \"othello\", \"moves\": \"d3 c3 c4 e3\"}", id);
    begin(id, patient);
    json_decref(wait_until(id, "running", 0));
    begin(id, "{\"stop\": true}");
    json_decref(wait_until(id, "stopped", 0));
    serve_again(&server);
    json_decref(wait_until(id, "stopped", 0));
    begin(id, patient);
    serve_again(&server);
    review = ask(&server, "GET", at_table(id, "/review"), NULL, 200);
    assert_string_equal(words_in(review, "state"), "running");
    assert_string_equal(words_in(review, "limit"), "time=600s");
    json_decref(review);
    begin(id, "{\"agent\": \"mcts\", \"limit\": \"sims=20\"}"); /* another engine judges anew */
    json_decref(wait_until(id, "done", 5));
}

/* Who waits for a move, or has asked for a hint, does not wait for a review: with one core, the
 * search that comes later is the next. */
static void a_review_waits_behind_other_searches(void **unused)
{
    char busy[COP_ID_LENGTH + 1], reviewed[COP_ID_LENGTH + 1], played[COP_ID_LENGTH + 1];
    json_t *review;

    (void)unused;
    new_table(&server,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}]}",
              busy);
    new_table(&server, "{\"game\": \"othello\", \"moves\": \"d3 c3 c4 e3\"}", reviewed);
    begin(reviewed, "{\"agent\": \"mcts\", \"limit\": \"10m\"}");
    new_table(&server,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"sims=9\"}]}",
              played);
    tell(&server, "POST", at_table(busy, "/stop"), "{}", 200);
    json_decref(wait_for_ply(&server, played, 1));
    review = ask(&server, "GET", at_table(reviewed, "/review"), NULL, 200);
    assert_string_equal(words_in(review, "state"), "running");
    json_decref(review);
    begin(reviewed, "{\"stop\": true}");
}

static json_t *asked_again(const char *id)
{
    serve_again(&server);
    return ask(&server, "GET", at_table(id, "/review"), NULL, 200);
}

static void what_a_review_says_survives_a_restart(void **unused)
{
    static const char *const games[] = {
        "{\"game\": \"connect4\", \"moves\": \"a a b b c g d\"}",
        "{\"game\": \"dice(size=5)\", \"seed\": 4, \"pace\": \"full\", \"seats\": "
        "[{\"who\": \"random\"}, {\"who\": \"random\"}]}",
        "{\"game\": \"rolit(players=3)\", \"seed\": 4, \"pace\": \"full\", \"seats\": "
        "[{\"who\": \"random\"}, {\"who\": \"random\"}, {\"who\": \"random\"}]}",
    };

    (void)unused;
    for (int i = 0; i < 3; i++) {
        char id[COP_ID_LENGTH + 1];
        json_t *before, *after;

        new_table(&server, games[i], id);
        if (i > 0)
            json_decref(wait_for_turn(&server, id, "over"));
        before = review_of(id);
        assert_true(json_is_number(
            json_object_get(json_array_get(json_object_get(before, "players"), 1), "accuracy")));
        after = asked_again(id);
        assert_true(json_equal(before, after));
        json_decref(before);
        json_decref(after);
    }
}

/* Of what chance follows nobody has judged: the search itself compares the moves. */
static void moves_before_the_dice_are_compared_within_one_search(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *review;
    const json_t *player;
    size_t i;

    (void)unused;
    new_table(&server,
              "{\"game\": \"dice(size=5)\", \"seed\": 2, \"pace\": \"full\", \"seats\": "
              "[{\"who\": \"random\"}, {\"who\": \"random\"}]}",
              id);
    json_decref(wait_for_turn(&server, id, "over"));
    review = review_of(id);
    json_array_foreach(json_object_get(review, "players"), i, player)
    {
        assert_true(number_in(player, "moves") > 0);
        assert_true(json_is_number(json_object_get(player, "accuracy")));
    }
    json_decref(review);
}

/* Each side judges what it sees, so positions do not compare: moves do. */
static void hidden_pieces_are_reviewed_when_the_game_is_over(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *review;

    (void)unused;
    new_table(&server, "{\"game\": \"stratego\", \"seed\": 1}", id);
    for (int i = 0; i < 3; i++) {
        json_t *state = ask(&server, "GET", at_table(id, ""), NULL, 200);
        const json_t *move = json_array_get(json_object_get(state, "moves"), 0);

        play_moves(&server, id, words_in(move, "move"));
        json_decref(state);
    }
    assert_told(&server, "POST", at_table(id, "/review"), "{}", 403, "hidden");
    tell(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    begin(id, "{\"agent\": \"mcts\", \"limit\": \"sims=100\"}");
    review = wait_until(id, "done", 3);
    assert_true(number_in(json_array_get(json_object_get(review, "players"), 0), "moves") > 0);
    json_decref(review);
}

static void a_game_is_tried_again_from_a_position_of_another(void **unused)
{
    char id[COP_ID_LENGTH + 1], body[120];
    json_t *state;

    (void)unused;
    new_table(&server, blunder, id);
    snprintf(body, sizeof body, "{\"from\": \"%s\", \"ply\": 5}", id);
    state = ask(&server, "POST", "/api/tables", body, 201);
    assert_int_equal(number_in(state, "ply"), 5);
    assert_int_equal(number_in(state, "turn"), 1);
    assert_true(json_is_null(json_object_get(state, "review")));
    json_decref(state);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_int_equal(number_in(state, "ply"), 7);
    json_decref(state);
    snprintf(body, sizeof body, "{\"from\": \"%s\", \"ply\": 9}", id);
    assert_told(&server, "POST", "/api/tables", body, 409, "not yet at 9");
    assert_told(&server, "POST", "/api/tables", "{\"from\": \"nobody\"}", 404, "no table");
    snprintf(body, sizeof body, "{\"from\": \"%s\", \"sgf\": \"(;)\"}", id);
    assert_told(&server, "POST", "/api/tables", body, 400, "from");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accuracy_halves_with_every_fifteen_points),
        cmocka_unit_test(a_player_is_as_accurate_as_the_mean_of_the_moves),
        cmocka_unit_test(what_the_engine_would_have_played_is_no_fault),
        cmocka_unit_test(a_win_that_was_certain_and_is_not_any_more_is_missed),
        cmocka_unit_test(forced_moves_do_not_count),
        cmocka_unit_test(a_planted_blunder_is_the_worst_move),
        cmocka_unit_test(a_table_says_how_far_its_review_is),
        cmocka_unit_test(what_cannot_be_reviewed_is_refused),
        cmocka_unit_test(only_what_changed_is_judged_again),
        cmocka_unit_test(a_review_is_stopped_resumed_and_kept),
        cmocka_unit_test(what_a_review_says_survives_a_restart),
        cmocka_unit_test(moves_before_the_dice_are_compared_within_one_search),
        cmocka_unit_test(a_review_waits_behind_other_searches),
        cmocka_unit_test(hidden_pieces_are_reviewed_when_the_game_is_over),
        cmocka_unit_test(a_game_is_tried_again_from_a_position_of_another),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
