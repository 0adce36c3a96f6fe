/* test_serve_lab.c - from a claim to what is behind it: the games of its runs, which open as
 * tables, and the positions that were searched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "folder.h"
#include "lab/run/files.h"
#include "lab/run/run.h"
#include "serve_check.h"

static const char experiment_text[] =
    "id = \"t/all\"; title = \"All\"; source = \"S\"; specification = \"s\"; description = \"d\";\n"
    "runs = (\n"
    "{ name = \"duel\"; game = \"connect4(width=4, height=4)\"; moves_per_game = 8.0;\n"
    "  sims_per_second = 1e5; seed = 5;\n"
    "  entrants = ( { label = \"tree\"; agent = \"mcts\"; }, { label = \"<dice>\"; agent = "
    "\"random\"; } );\n"
    "  quick = { limit = \"sims=30\"; games = 60; }; },\n"
    "{ name = \"lone\"; kind = \"searches\"; game = \"connect4\"; moves = \"d d\";\n"
    "  agent = \"mcts\"; sims_per_second = 1e5; quick = { limit = \"sims=50\"; searches = 3; }; "
    "},\n"
    "{ name = \"list\"; kind = \"positions\"; game = \"connect4(width=4, height=4)\";\n"
    "  positions = \"four\"; baseline = \"full\"; entrants = (\n"
    "    { label = \"full\"; agent = \"maxn(eval=none)\"; },\n"
    "    { label = \"less\"; agent = \"alphabeta(eval=none)\"; } );\n"
    "  quick = { limit = \"depth=3\"; positions = 2; expected = 1000.0; };\n"
    "  nodes_per_second = 1e6; } );\n"
    "claims = ( { title = \"Some\"; claim = \"score(duel, tree) >= 0 and nodes(list, full) > 0\";\n"
    "  budgets = [\"quick\"]; } );\n";

static char folder[FOLDER_ROOM];

static void write_file(const char *name, const char *text)
{
    char *path = cop_path("%s/%s", folder, name);
    struct cop_error error;

    if (!cop_lab_file_write(path, text, &error))
        fail_msg("%s", error.message);
    free(path);
}

static int make_results(void **state)
{
    atomic_bool stop = false;
    struct cop_lab_order order = {.budget = COP_QUICK,
                                  .results = folder,
                                  .threads = 1,
                                  .command = "coppice lab run t/all",
                                  .stop = &stop};
    struct cop_experiment *experiment;
    struct cop_results results;
    struct cop_error error = {""};
    bool is_complete;

    serve_begin(state);
    if (folder_make(folder) != 0)
        return -1;
    write_file("data/four.txt", "one  4/4/4/4 X\ntwo\t4/4/4/XO2 X\n");
    experiment = cop_experiment_read(experiment_text, "all.cfg", folder, &error);
    if (!experiment || !cop_lab_run(experiment, &order, &results, &is_complete, &error))
        fail_msg("%s", error.message);
    cop_results_free(&results);
    cop_experiment_free(experiment);
    server.house->options.results = folder;
    server.house->options.lab = folder;
    return 0;
}

static int remove_results(void **state)
{
    int status = folder_remove(folder);

    return serve_end(state) != 0 ? -1 : status;
}

static void a_claim_leads_to_its_runs(void **state)
{
    json_t *view = ask(&server, "GET", "/api/lab/t/all/view?budget=quick", NULL, 200);
    const json_t *claim = json_array_get(json_object_get(view, "claims"), 0);
    const json_t *runs = json_object_get(claim, "runs");

    (void)state;
    assert_int_equal(json_array_size(runs), 2);
    assert_string_equal(json_string_value(json_array_get(runs, 0)), "duel");
    assert_string_equal(json_string_value(json_array_get(runs, 1)), "list");
    assert_int_equal(number_in(json_array_get(json_object_get(view, "runs"), 0), "games"), 60);
    json_decref(view);
}

static void the_games_of_a_run_are_listed_page_by_page(void **state)
{
    json_t *first = ask(&server, "GET", "/api/lab/t/all/games?budget=quick&run=duel", NULL, 200);
    json_t *rest =
        ask(&server, "GET", "/api/lab/t/all/games?budget=quick&run=duel&from=51", NULL, 200);
    const json_t *game = json_array_get(json_object_get(first, "games"), 1);

    (void)state;
    assert_int_equal(number_in(first, "kept"), 60);
    assert_int_equal(json_array_size(json_object_get(first, "games")), 50);
    assert_int_equal(json_array_size(json_object_get(rest, "games")), 10);
    assert_int_equal(number_in(game, "number"), 2);
    assert_string_equal(json_string_value(json_array_get(json_object_get(game, "seats"), 0)),
                        "<dice>");
    assert_true(number_in(game, "plies") >= 7);
    assert_true(strlen(words_in(game, "result")) > 5);
    assert_int_equal(json_array_size(json_object_get(game, "payoff")), 2);
    json_decref(first);
    json_decref(rest);
}

/* The record of a game, which the caller frees. */
static char *get_record(const char *target)
{
    struct cop_request request = {.method = "GET", .target = target, .host = "localhost:8137"};
    struct cop_reply reply;
    char *sgf;

    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.type, "application/x-go-sgf");
    sgf = cop_copy_string(reply.text.bytes);
    cop_text_free(&reply.text);
    return sgf;
}

static void a_game_opens_as_a_table_that_knows_where_it_is_from(void **state)
{
    char *sgf = get_record("/api/lab/t/all/game?budget=quick&run=duel&number=2");
    json_t *wish = json_pack("{ss}", "sgf", sgf), *table;
    char *body = json_dumps(wish, 0);

    (void)state;
    table = ask(&server, "POST", "/api/tables", body, 201);
    assert_string_equal(words_in(table, "event"),
                        "t/all (quick), run duel, game 2: Yellow <dice>, Red tree");
    assert_string_equal(words_in(table, "turn"), "over");
    json_decref(table);
    json_decref(wish);
    free(body);
    free(sgf);
}

static void searches_lead_to_their_positions(void **state)
{
    json_t *lone = ask(&server, "GET", "/api/lab/t/all/games?budget=quick&run=lone", NULL, 200);
    json_t *list = ask(&server, "GET", "/api/lab/t/all/games?budget=quick&run=list", NULL, 200);
    const json_t *second = json_array_get(json_object_get(list, "positions"), 1);

    (void)state;
    assert_string_equal(words_in(lone, "kind"), "searches");
    assert_string_equal(words_in(lone, "moves"), "d d");
    assert_int_equal(json_array_size(json_object_get(list, "positions")), 2);
    assert_string_equal(words_in(second, "name"), "two");
    assert_string_equal(words_in(second, "position"), "4/4/4/XO2 X");
    json_decref(lone);
    json_decref(list);
}

static void what_is_not_there_is_said(void **state)
{
    static const char games[] = "/api/lab/t/all/games?budget=quick";

    (void)state;
    assert_told(&server, "GET", games, NULL, 404, "has no run");
    assert_told(&server, "GET", "/api/lab/t/all/games?budget=quick&run=no", NULL, 404, "no run no");
    assert_told(&server, "GET", "/api/lab/t/no/games?budget=quick&run=duel", NULL, 404,
                "no result");
    assert_told(&server, "GET", "/api/lab/t/all/games?budget=quick&run=duel&count=1000", NULL, 400,
                "count");
    assert_told(&server, "GET", "/api/lab/t/all/game?budget=quick&run=duel&number=61", NULL, 404,
                "60 games");
    assert_told(&server, "GET", "/api/lab/t/all/game?budget=quick&run=lone", NULL, 404, "0 games");
}

/* Somebody has changed the file: the game is told in its place, and the others are there. */
static void a_game_that_cannot_be_played_is_told_in_its_place(void **state)
{
    char *path = cop_path("%s/quick/t/all.games.txt", folder);
    char *text = cop_lab_file_read(path, NULL), *line = strstr(text, "\nab ");
    json_t *list;
    const json_t *game;

    (void)state;
    line[4] = 'z';
    write_file("quick/t/all.games.txt", text);
    list = ask(&server, "GET", "/api/lab/t/all/games?budget=quick&run=duel", NULL, 200);
    game = json_array_get(json_object_get(list, "games"), 0);
    assert_non_null(strstr(words_in(game, "trouble"), "move 1"));
    assert_null(json_object_get(json_array_get(json_object_get(list, "games"), 1), "trouble"));
    json_decref(list);
    write_file("quick/t/all.games.txt", "# coppice lab games 1\n# run duel: x\n# fixture:\nab d\n");
    assert_told(&server, "GET", "/api/lab/t/all/games?budget=quick&run=duel", NULL, 422,
                "run the experiment again");
    json_decref(ask(&server, "GET", "/api/lab/t/all/view?budget=quick", NULL, 200));
    free(text);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_claim_leads_to_its_runs),
        cmocka_unit_test(the_games_of_a_run_are_listed_page_by_page),
        cmocka_unit_test(a_game_opens_as_a_table_that_knows_where_it_is_from),
        cmocka_unit_test(searches_lead_to_their_positions),
        cmocka_unit_test(what_is_not_there_is_said),
        cmocka_unit_test(a_game_that_cannot_be_played_is_told_in_its_place),
    };

    return cmocka_run_group_tests(tests, make_results, remove_results);
}
