/* test_serve_tables.c - what can be done at the tables of the page's server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"
#include "serve_check.h"

static const json_t *player_of(const json_t *state, size_t player)
{
    return json_array_get(json_object_get(state, "players"), player);
}

static const json_t *past_move(const json_t *state, size_t ply)
{
    return json_array_get(json_object_get(state, "history"), ply);
}

/* ---- New tables ---- */

static void a_table_begins_with_the_game(void **unused)
{
    json_t *state = ask(&server, "POST", "/api/tables", "{\"game\": \"othello(size=6)\"}", 201);
    const json_t *moves = json_object_get(state, "moves");

    (void)unused;
    assert_string_equal(words_in(state, "game"), "othello(size=6)");
    assert_string_equal(words_in(state, "name"), "othello");
    assert_int_equal(number_in(state, "ply"), 0);
    assert_int_equal(number_in(state, "turn"), 0);
    assert_int_equal(number_in(state, "viewer"), -1);
    assert_int_equal(json_array_size(moves), 4);
    assert_int_equal(json_array_size(json_object_get(json_array_get(moves, 0), "path")), 1);
    assert_string_equal(words_in(player_of(state, 1), "who"), "human");
    assert_string_equal(words_in(player_of(state, 1), "colour"), "white");
    assert_int_equal(number_in(player_of(state, 0), "score"), 0);
    assert_int_equal(json_array_size(json_object_get(json_object_get(state, "scene"), "cells")),
                     36);
    assert_true(json_is_null(json_object_get(state, "over")));
    assert_true(json_is_null(json_object_get(state, "search")));
    json_decref(state);
}

static void a_table_begins_with_a_position_moves_or_a_record(void **unused)
{
    json_t *state = ask(&server, "POST", "/api/tables",
                        "{\"game\": \"connect4\", \"position\": \"7/7/7/7/3O3/2XX3 O\", "
                        "\"moves\": \"d c\", \"title\": \"A puzzle\"}",
                        201);
    json_t *copy;

    (void)unused;
    assert_int_equal(number_in(state, "ply"), 2);
    assert_string_equal(words_in(state, "position"), "7/7/7/3O3/2XO3/2XX3 O");
    json_decref(state);
    copy =
        ask(&server, "POST", "/api/tables", "{\"sgf\": \"(;FF[4]KG[connect4];B[d];W[d])\"}", 201);
    assert_string_equal(words_in(copy, "game"), "connect4");
    assert_string_equal(words_in(past_move(copy, 1), "move"), "d");
    json_decref(copy);
}

static void a_table_that_cannot_be_is_refused(void **unused)
{
    static const struct {
        const char *body, *part;
    } rows[] = {
        {"{}", "No game is named"},
        {"{\"game\": \"chess\"}", "chess"},
        {"{\"game\": \"connect4\", \"moves\": \"d z\"}", "z"},
        {"{\"game\": \"connect4\", \"position\": \"nonsense\"}", "row 1"},
        {"{\"sgf\": \"(;\"}", "Line 1"},
        {"{\"game\": \"othello\", \"sgf\": \"(;FF[4]KG[connect4];B[d])\"}", "not of othello"},
        {"{\"game\": \"connect4\", \"position\": \"7/7/7/7/7/7 X\", \"sgf\": \"(;)\"}",
         "one of them"},
        {"{\"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"human\"}, "
         "{\"who\": \"human\"}]}",
         "2 seats"},
        {"{\"game\": \"connect4\", \"seats\": [{\"who\": \"deep blue\"}]}", "Seat 1"},
        {"{\"game\": \"connect4\", \"seats\": [{\"who\": \"mcts(c=no)\"}]}", "Seat 1"},
        {"{\"game\": \"connect4\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"sims=0\"}]}",
         "Seat 1"},
        {"{\"game\": \"dice\", \"seats\": [{\"who\": \"alphabeta\"}]}", "Seat 1"},
        {"{\"game\": \"othello\", \"seats\": [{\"who\": \"gtp(true)\"}]}", "for the shell"},
    };

    (void)unused;
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++)
        assert_told(&server, "POST", "/api/tables", rows[i].body, 422, rows[i].part);
}

/* ---- Moves ---- */

static void moves_are_played_and_refused(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    state = ask(&server, "POST", at_table(id, "/move"), "{\"move\": \"d\", \"ply\": 0}", 200);
    assert_int_equal(number_in(state, "ply"), 1);
    assert_int_equal(number_in(state, "turn"), 1);
    assert_int_equal(json_array_size(json_object_get(json_object_get(state, "scene"), "last")), 1);
    json_decref(state);
    assert_told(&server, "POST", at_table(id, "/move"), "{\"move\": \"d\", \"ply\": 0}", 409,
                "moved on");
    assert_told(&server, "POST", at_table(id, "/move"), "{\"move\": \"z\", \"ply\": 1}", 422, "a");
    assert_told(&server, "POST", at_table(id, "/move"), "{\"move\": \"d\"}", 400, "\"ply\"");
    assert_told(&server, "POST", at_table(id, "/move"), "{\"ply\": 1}", 400, "\"move\"");
    assert_told(&server, "POST", at_table(id, "/move"), "{\"move\": 3, \"ply\": 1}", 400, "string");
    assert_told(&server, "POST", at_table(id, "/move"),
                "{\"move\": \"d\", \"ply\": 1, \"viewer\": 7}", 400, "viewer");
}

static void an_agent_answers_with_its_value(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server,
              "{\"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, {\"who\": "
              "\"MCTS( solver = on )\", \"limit\": \"sims=200\"}]}",
              id);
    play_moves(&server, id, "d");
    state = wait_for_ply(&server, id, 2);
    assert_string_equal(words_in(player_of(state, 1), "who"), "mcts(solver=on)");
    assert_string_equal(words_in(player_of(state, 1), "limit"), "sims=200");
    assert_true(json_is_null(json_object_get(past_move(state, 0), "value")));
    assert_int_equal(json_array_size(json_object_get(past_move(state, 1), "value")), 2);
    assert_true(json_is_null(json_object_get(state, "search")));
    json_decref(state);
}

static void agents_play_a_whole_game_alone(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server,
              "{\"game\": \"connect4\", \"seed\": 4, \"seats\": [{\"who\": \"random\"}, {\"who\": "
              "\"random\"}]}",
              id);
    state = wait_for_turn(&server, id, "over");
    assert_non_null(words_in(json_object_get(state, "over"), "words"));
    assert_int_equal(json_array_size(json_object_get(state, "moves")), 0);
    assert_told(&server, "POST", at_table(id, "/move"), "{\"move\": \"d\", \"ply\": 0}", 409,
                "moved on");
    json_decref(state);
}

static void a_finished_game_takes_no_moves(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state, *decided;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"1122334\"}", id);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_string_equal(words_in(state, "turn"), "over");
    assert_string_equal(words_in(json_object_get(state, "over"), "words"), "Yellow wins");
    assert_string_equal(words_in(json_object_get(state, "over"), "why"), "four in a row");
    decided = json_object_get(json_object_get(state, "scene"), "decides");
    assert_int_equal(json_array_size(decided), 4);
    assert_int_equal(json_integer_value(json_array_get(decided, 0)), 35); /* a1 */
    assert_int_equal(json_array_size(json_object_get(state, "prompts")), 0);
    json_decref(state);
    assert_told(&server, "POST", at_table(id, "/move"), "{\"move\": \"d\", \"ply\": 7}", 409,
                "over");
    assert_told(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 409, "over");
    assert_told(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\"}", 409,
                "nothing to decide");
}

static void assert_prompts(const char *id, const char *rest, int count, const char *first)
{
    json_t *state = ask(&server, "GET", at_table(id, rest), NULL, 200);
    json_t *prompts = json_object_get(state, "prompts");

    assert_int_equal(json_array_size(prompts), count);
    if (count > 0)
        assert_string_equal(json_string_value(json_array_get(prompts, 0)), first);
    json_decref(state);
}

static void prompts_are_told_where_a_person_can_move(void **unused)
{
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    new_table(&server, "{\"game\": \"amazons(size=6)\"}", id);
    assert_prompts(id, "", 3, "Choose an amazon");
    new_table(&server,
              "{\"game\": \"amazons(size=6)\", \"seats\": [{\"who\": \"mcts\", \"limit\": "
              "\"1h\"}, {\"who\": \"human\"}]}",
              id);
    assert_prompts(id, "", 0, NULL);
    tell(&server, "DELETE", at_table(id, ""), "{}", 200);
    /* What chance brings can be tried. */
    new_table(&server, "{\"game\": \"dice(size=3)\", \"moves\": \"1:a1 1:b1\"}", id);
    assert_prompts(id, "?at=0", 1, "Roll the die");
}

/* Each outcome of chance is a move of its own, and the same after taking back: no second roll. */
static void chance_moves_by_itself(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *before, *after;
    const json_t *first;
    char body[100];

    (void)unused;
    new_table(&server, "{\"game\": \"dice(size=4)\", \"seed\": 3}", id);
    before = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_true(json_is_integer(json_object_get(before, "turn")));
    first = json_array_get(json_object_get(before, "moves"), 0);
    snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": %d}", words_in(first, "move"),
             number_in(before, "ply"));
    after = ask(&server, "POST", at_table(id, "/move"), body, 200);
    assert_int_equal(number_in(after, "ply"), number_in(before, "ply") + 2);
    assert_int_equal(number_in(past_move(after, (size_t)number_in(after, "ply") - 1), "player"),
                     -1);
    tell(&server, "POST", at_table(id, "/undo"), "{}", 200);
    json_decref(before);
    before = ask(&server, "POST", at_table(id, "/move"), body, 200);
    assert_true(json_equal(json_object_get(before, "history"), json_object_get(after, "history")));
    json_decref(before);
    json_decref(after);
}

static void groups_of_samegame_are_clicked_anywhere(void **unused)
{
    json_t *state =
        ask(&server, "POST", "/api/tables", "{\"game\": \"samegame\", \"seed\": 1}", 201);

    (void)unused;
    assert_true(json_object_size(json_object_get(state, "clicks")) > 10);
    assert_int_equal(json_array_size(json_object_get(state, "players")), 1);
    json_decref(state);
}

/* ---- Taking back ---- */

/* OnTop: the tile in hand is among the cells beside the board, and a move says what it earns. */
static void the_tile_in_hand_and_its_points_are_told(void **unused)
{
    json_t *state = ask(&server, "POST", "/api/tables", "{\"game\": \"ontop\", \"seed\": 3}", 201);
    char id[COP_ID_LENGTH + 1];
    int earning = 0;

    (void)unused;
    snprintf(id, sizeof id, "%s", words_in(state, "id"));
    for (int made = 0; made < 12; made++) {
        const json_t *scene = json_object_get(state, "scene");
        const json_t *moves = json_object_get(state, "moves");
        const json_t *best = json_array_get(moves, 0);
        double before = number_in(player_of(state, made % 2), "score"), most = 0;
        char body[80];

        assert_int_equal(json_array_size(json_object_get(scene, "hand")), 2);
        for (size_t i = 0; i < json_array_size(moves); i++) {
            const json_t *points = json_object_get(json_array_get(moves, i), "points");
            double gain = json_number_value(json_array_get(points, (size_t)(made % 2)));

            if (gain > most) {
                best = json_array_get(moves, i);
                most = gain;
            }
        }
        snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": %d}", words_in(best, "move"),
                 (int)number_in(state, "ply"));
        earning += most > 0;
        json_decref(state);
        state = ask(&server, "POST", at_table(id, "/move"), body, 200);
        assert_true(number_in(player_of(state, made % 2), "score") == before + most);
    }
    assert_true(earning > 0);
    json_decref(state);
}

static void undo_goes_back_to_a_persons_decision(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server,
              "{\"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"mcts\", "
              "\"limit\": \"sims=50\"}]}",
              id);
    assert_told(&server, "POST", at_table(id, "/undo"), "{}", 409, "take back");
    play_moves(&server, id, "d");
    json_decref(wait_for_ply(&server, id, 2));
    state = ask(&server, "POST", at_table(id, "/undo"), "{}", 200);
    assert_int_equal(number_in(state, "ply"), 0);
    json_decref(state);
}

/* An agent that would think for minutes is stopped by undo, at once, and does not move later. */
static void undo_stops_an_agent_that_thinks(void **unused)
{
    char id[COP_ID_LENGTH + 1], other[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"mcts\", "
              "\"limit\": \"10m\"}]}",
              id);
    play_moves(&server, id, "d3");
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_string_equal(words_in(json_object_get(state, "search"), "kind"), "move");
    json_decref(state);
    assert_told(&server, "POST", at_table(id, "/move"), "{\"move\": \"d3\", \"ply\": 1}", 409,
                "not a person");
    state = ask(&server, "POST", at_table(id, "/undo"), "{}", 200);
    assert_int_equal(number_in(state, "ply"), 0);
    assert_true(json_is_null(json_object_get(state, "search")));
    json_decref(state);
    new_table(&server, /* the only worker is free again for another table */
              "{\"game\": \"connect4\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"sims=9\"}]}",
              other);
    json_decref(wait_for_ply(&server, other, 1));
    json_decref(wait_for_ply(&server, id, 0));
}

static void stop_makes_an_agent_move_now(void **unused)
{
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    new_table(&server,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}]}", id);
    tell(&server, "POST", at_table(id, "/stop"), "{}", 200);
    json_decref(wait_for_ply(&server, id, 1));
}

static void back_takes_everything_back_after_a_ply(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"ddddd\"}", id);
    state = ask(&server, "POST", at_table(id, "/back"), "{\"ply\": 2}", 200);
    assert_int_equal(number_in(state, "ply"), 2);
    assert_int_equal(json_array_size(json_object_get(state, "history")), 2);
    json_decref(state);
    assert_told(&server, "POST", at_table(id, "/back"), "{\"ply\": 3}", 400, "from 0 to 2");
    assert_told(&server, "POST", at_table(id, "/back"), "{}", 400, "how far");
}

/* ---- Looking at other plies ---- */

static void earlier_positions_are_shown_as_they_were(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"ddc\"}", id);
    state = ask(&server, "GET", at_table(id, "?at=1"), NULL, 200);
    assert_int_equal(number_in(state, "ply"), 3);
    assert_int_equal(number_in(state, "at"), 1);
    assert_string_equal(words_in(state, "position"), "7/7/7/7/7/3X3 O");
    assert_int_equal(json_array_size(json_object_get(state, "moves")), 7); /* that can be tried */
    assert_int_equal(json_array_size(json_object_get(state, "history")), 3);
    json_decref(state);
    assert_told(&server, "GET", at_table(id, "?at=4"), NULL, 409, "not yet at 4");
    assert_told(&server, "GET", at_table(id, "?at=x"), NULL, 400, "at=x");
    assert_told(&server, "GET", at_table(id, "?viewer=9"), NULL, 400, "viewer=9");
}

static void a_line_is_looked_at_without_playing_it(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *scene;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"dd\"}", id);
    scene = ask(&server, "GET", at_table(id, "/scene?at=1&line=c,c,d"), NULL, 200);
    assert_int_equal(number_in(scene, "turn"), 0);
    assert_string_equal(words_in(scene, "words"), "Yellow to move");
    assert_int_equal(json_array_size(json_object_get(json_object_get(scene, "scene"), "pieces")),
                     4);
    json_decref(scene);
    assert_told(&server, "GET", at_table(id, "/scene?line=z"), NULL, 422, "z");
    json_decref(wait_for_ply(&server, id, 2));
}

/* ---- Seats and resigning ---- */

static void sides_are_swapped_in_the_middle(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"dd\"}", id);
    tell(&server, "POST", at_table(id, "/seats"),
         "{\"seats\": [{\"who\": \"mcts\", \"limit\": \"sims=50\"}, {\"who\": \"human\"}]}", 200);
    state = wait_for_ply(&server, id, 3);
    assert_int_equal(number_in(state, "turn"), 1);
    assert_true(json_array_size(json_object_get(state, "moves")) > 0);
    json_decref(state);
    assert_told(&server, "POST", at_table(id, "/seats"), "{}", 400, "seats");
    assert_told(&server, "POST", at_table(id, "/seats"), "{\"seats\": [{\"who\": \"x\"}]}", 422,
                "x");
}

static void who_resigns_loses(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;
    const json_t *over;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"dd\"}", id);
    assert_told(&server, "POST", at_table(id, "/resign"), "{}", 400, "who resigns");
    assert_told(&server, "POST", at_table(id, "/resign"), "{\"player\": 2}", 400, "player");
    state = ask(&server, "POST", at_table(id, "/resign"), "{\"player\": 1}", 200);
    over = json_object_get(state, "over");
    assert_string_equal(words_in(over, "words"), "Red resigned; Yellow wins");
    assert_int_equal(number_in(over, "resigned"), 1);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(over, "payoff"), 0)), 1);
    json_decref(state);
    state = ask(&server, "POST", at_table(id, "/undo"), "{}", 200);
    assert_int_equal(number_in(state, "ply"), 2); /* only the resigning is taken back */
    assert_true(json_is_null(json_object_get(state, "over")));
    json_decref(state);
}

static void among_several_the_others_share_the_win(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(
        &server,
        "{\"game\": \"focus(players=3)\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"maxn\", "
        "\"limit\": \"depth=1\"}, {\"who\": \"random\"}]}",
        id);
    assert_told(&server, "POST", at_table(id, "/resign"), "{\"player\": 1}", 422, "agent");
    state = ask(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    assert_true(json_real_value(json_array_get(
                    json_object_get(json_object_get(state, "over"), "payoff"), 2)) == 0.5);
    json_decref(state);
}

static void several_people_and_agents_play_together(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;
    char body[100];

    (void)unused;
    new_table(
        &server,
        "{\"game\": \"rolit(players=4)\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"random\"}, "
        "{\"who\": \"human\"}, {\"who\": \"random\"}]}",
        id);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": 0}",
             words_in(json_array_get(json_object_get(state, "moves"), 0), "move"));
    json_decref(state);
    tell(&server, "POST", at_table(id, "/move"), body, 200);
    json_decref(wait_for_turn(&server, id, "2"));
}

/* Whoever reaches the server must not be able to run commands through it. */
static void agents_that_run_commands_are_refused(void **unused)
{
    static const char *const body =
        "{\"game\": \"othello\", \"seats\": [{\"who\": \"human\"}, {\"who\": "
        "\"%s(command=\\\"touch %s\\\")\"}]}";
    static const char *const kinds[] = {"gtp", "nboard", " GTP "};
    char path[] = "/tmp/coppice-test-must-not-be-there";
    char id[COP_ID_LENGTH + 1], words[300];

    (void)unused;
    new_table(&server, "{\"game\": \"othello\"}", id);
    for (int i = 0; i < 3; i++) {
        snprintf(words, sizeof words, body, kinds[i], path);
        assert_told(&server, "POST", "/api/tables", words, 422, "command");
        assert_told(&server, "POST", at_table(id, "/seats"), words, 422, "command");
    }
    snprintf(words, sizeof words,
             "{\"kind\": \"hint\", \"agent\": \"gtp(command=\\\"touch %s\\\")\"}", path);
    assert_told(&server, "POST", at_table(id, "/search"), words, 422, "command");
    assert_int_not_equal(access(path, F_OK), 0);
}

/* ---- Lists and records ---- */

static void tables_are_listed_and_deleted(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *list;
    size_t count;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"title\": \"Evening \\u00e9\"}", id);
    list = ask(&server, "GET", "/api/tables", NULL, 200);
    count = json_array_size(json_object_get(list, "tables"));
    json_decref(list);
    tell(&server, "DELETE", at_table(id, ""), NULL, 200);
    assert_told(&server, "GET", at_table(id, ""), NULL, 404, id);
    assert_told(&server, "DELETE", at_table(id, ""), NULL, 404, id);
    assert_told(&server, "POST", at_table(id, "/undo"), "{}", 404, id);
    list = ask(&server, "GET", "/api/tables", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(list, "tables")), count - 1);
    json_decref(list);
}

static void a_record_can_be_saved_and_opened(void **unused)
{
    struct cop_request request = {.method = "GET", .host = "localhost:8137"};
    struct cop_reply reply;
    char id[COP_ID_LENGTH + 1];
    json_t *body, *copy;
    char *words;

    (void)unused;
    new_table(&server, "{\"game\": \"othello\", \"moves\": \"d3 c5\"}", id);
    request.target = at_table(id, "/sgf");
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    assert_contains(reply.file_name, "othello-");
    body = json_pack("{s:s}", "sgf", reply.text.bytes);
    words = json_dumps(body, 0);
    copy = ask(&server, "POST", "/api/tables", words, 201);
    assert_int_equal(number_in(copy, "ply"), 2);
    json_decref(copy);
    json_decref(body);
    free(words);
    cop_text_free(&reply.text);
}

static void wrong_searches_are_told(void **unused)
{
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    assert_told(&server, "POST", at_table(id, "/search"), "{}", 400, "hint");
    assert_told(&server, "POST", at_table(id, "/search"), "{\"kind\": \"move\"}", 400, "analysis");
    assert_told(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\", \"agent\": \"x\"}",
                422, "x");
    assert_told(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\", \"show\": \"x\"}",
                400, "ownership");
    assert_told(&server, "POST", at_table(id, "/search"),
                "{\"kind\": \"hint\", \"agent\": \"human\"}", 422, "person");
    assert_told(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\", \"limit\": \"x\"}",
                422, "x");
    assert_told(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\", \"at\": 1}", 409,
                "not yet");
}

static void an_answer_can_be_brief(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *answer;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\", \"brief\": true}", id);
    answer = ask(&server, "POST", at_table(id, "/move"),
                 "{\"move\": \"d\", \"ply\": 0, \"brief\": true}", 200);
    assert_int_equal(json_object_size(answer), 4);
    assert_string_equal(words_in(answer, "id"), id);
    assert_int_equal(number_in(answer, "ply"), 1);
    assert_true(number_in(answer, "revision") > 1);
    assert_true(json_is_true(json_object_get(answer, "saved")));
    json_decref(answer);
}

/* ---- Names, and games that were only begun ---- */

static const json_t *entry_of(const json_t *list, const char *id)
{
    const json_t *entry;
    size_t i;

    json_array_foreach(json_object_get(list, "tables"), i,
                       entry) if (strcmp(words_in(entry, "id"), id) == 0) return entry;
    return NULL;
}

/* What the list says of a table under one key, as text; the caller frees it. */
static char *listed(const char *id, const char *key)
{
    json_t *list = ask(&server, "GET", "/api/tables", NULL, 200);
    const json_t *entry = entry_of(list, id);
    char *value = entry != NULL ? json_dumps(json_object_get(entry, key), JSON_ENCODE_ANY) : NULL;

    json_decref(list);
    return value;
}

static void assert_listed(const char *id, const char *key, const char *value)
{
    char *told = listed(id, key);

    assert_string_equal(told, value);
    free(told);
}

static void a_table_gets_another_name_and_loses_it(void **state)
{
    char id[COP_ID_LENGTH + 1];

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    assert_listed(id, "title", "\"Connect Four\"");
    tell(&server, "POST", at_table(id, "/title"), "{\"title\": \"The long one\"}", 200);
    assert_listed(id, "title", "\"The long one\"");
    assert_listed(id, "game_title", "\"Connect Four\"");
    serve_again(&server);
    assert_listed(id, "title", "\"The long one\"");
    tell(&server, "POST", at_table(id, "/title"), "{\"title\": \"\"}", 200);
    assert_listed(id, "title", "\"Connect Four\"");
    assert_told(&server, "POST", at_table(id, "/title"), "{}", 400, "what it is called");
    tell(&server, "DELETE", at_table(id, ""), NULL, 200);
}

static void a_table_is_untouched_until_a_person_does_something(void **state)
{
    char id[COP_ID_LENGTH + 1], brought[COP_ID_LENGTH + 1];

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"d\"}", brought);
    assert_listed(id, "untouched", "true");
    assert_listed(brought, "untouched", "false");
    serve_again(&server);
    assert_listed(id, "untouched", "true");
    play_moves(&server, id, "d");
    assert_listed(id, "untouched", "false");
    tell(&server, "DELETE", at_table(id, ""), NULL, 200);
    tell(&server, "DELETE", at_table(brought, ""), NULL, 200);
}

/* As if nobody had wanted it for two days. */
static void grow_old(const char *id)
{
    struct cop_table *table;
    struct cop_error error;

    cop_house_lock(server.house);
    table = cop_house_find_listed(server.house, id, &error);
    table->changed -= 2 * 24 * 60 * 60;
    table->asked = table->changed;
    cop_house_unlock(server.house);
}

static void old_tables_without_a_move_make_room_for_the_next(void **state)
{
    char left[COP_ID_LENGTH + 1], played[COP_ID_LENGTH + 1], fresh[COP_ID_LENGTH + 1],
        next[COP_ID_LENGTH + 1];
    char *gone;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", left);
    new_table(&server, "{\"game\": \"connect4\"}", played);
    new_table(&server, "{\"game\": \"connect4\"}", fresh);
    play_moves(&server, played, "d");
    grow_old(left);
    grow_old(played);
    new_table(&server, "{\"game\": \"connect4\"}", next);
    gone = listed(left, "id");
    assert_null(gone);
    assert_listed(played, "ply", "1");
    assert_listed(fresh, "ply", "0");
    tell(&server, "GET", at_table(left, ""), NULL, 404);
    tell(&server, "DELETE", at_table(played, ""), NULL, 200);
    tell(&server, "DELETE", at_table(fresh, ""), NULL, 200);
    tell(&server, "DELETE", at_table(next, ""), NULL, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_begins_with_the_game),
        cmocka_unit_test(a_table_begins_with_a_position_moves_or_a_record),
        cmocka_unit_test(a_table_that_cannot_be_is_refused),
        cmocka_unit_test(moves_are_played_and_refused),
        cmocka_unit_test(an_agent_answers_with_its_value),
        cmocka_unit_test(agents_play_a_whole_game_alone),
        cmocka_unit_test(a_finished_game_takes_no_moves),
        cmocka_unit_test(prompts_are_told_where_a_person_can_move),
        cmocka_unit_test(chance_moves_by_itself),
        cmocka_unit_test(groups_of_samegame_are_clicked_anywhere),
        cmocka_unit_test(the_tile_in_hand_and_its_points_are_told),
        cmocka_unit_test(undo_goes_back_to_a_persons_decision),
        cmocka_unit_test(undo_stops_an_agent_that_thinks),
        cmocka_unit_test(stop_makes_an_agent_move_now),
        cmocka_unit_test(back_takes_everything_back_after_a_ply),
        cmocka_unit_test(earlier_positions_are_shown_as_they_were),
        cmocka_unit_test(a_line_is_looked_at_without_playing_it),
        cmocka_unit_test(sides_are_swapped_in_the_middle),
        cmocka_unit_test(who_resigns_loses),
        cmocka_unit_test(among_several_the_others_share_the_win),
        cmocka_unit_test(several_people_and_agents_play_together),
        cmocka_unit_test(agents_that_run_commands_are_refused),
        cmocka_unit_test(tables_are_listed_and_deleted),
        cmocka_unit_test(a_record_can_be_saved_and_opened),
        cmocka_unit_test(wrong_searches_are_told),
        cmocka_unit_test(an_answer_can_be_brief),
        cmocka_unit_test(a_table_gets_another_name_and_loses_it),
        cmocka_unit_test(a_table_is_untouched_until_a_person_does_something),
        cmocka_unit_test(old_tables_without_a_move_make_room_for_the_next),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
