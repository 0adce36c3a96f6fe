/* test_serve.c - the page's server: who may ask, what is refused, what there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "front.h"
#include "odd_words.h"
#include "serve_check.h"
#include "slow_build.h"

/* ---- Who may ask ---- */

/* The status of a request that would be fine but for its headers. */
static int status_with(const char *method, const char *host, const char *origin, const char *type)
{
    struct cop_request request = {.method = method,
                                  .target = "/api/tables",
                                  .host = host,
                                  .origin = origin,
                                  .content_type = type,
                                  .body = "{\"game\": \"connect4\"}",
                                  .body_length = strcmp(method, "POST") == 0 ? 20 : 0};
    struct cop_reply reply;

    ask_for_reply(&server, &request, &reply);
    cop_text_free(&reply.text);
    return reply.status;
}

static void only_our_own_host_is_served(void **state)
{
    static const char *const good[] = {"127.0.0.1:8137", "localhost:8137", "LocalHost:8137",
                                       "[::1]:8137"};
    static const char *const bad[] = {"127.0.0.1",
                                      "127.0.0.1:80",
                                      "localhost:81370",
                                      "example.com:8137",
                                      "example.com",
                                      "127.0.0.1.evil:8137",
                                      "evil@127.0.0.1:8137",
                                      "localhost",
                                      "",
                                      ":8137",
                                      "[::1]",
                                      "10.0.0.1:8137"};

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(status_with("GET", good[i], NULL, NULL), 200);
    for (int i = 0; i < 12; i++)
        assert_int_equal(status_with("GET", bad[i], NULL, NULL), 403);
    assert_int_equal(status_with("GET", NULL, NULL, NULL), 403);
}

static void an_address_that_is_listened_on_is_served(void **state)
{
    struct cop_site usual = server.site;

    (void)state;
    server.site.address = "10.0.0.1";
    assert_int_equal(status_with("GET", "10.0.0.1:8137", NULL, NULL), 200);
    assert_int_equal(status_with("GET", "10.0.0.2:8137", NULL, NULL), 403);
    server.site.address = "0.0.0.0"; /* any number, but no name: names can be made to point here */
    assert_int_equal(status_with("GET", "10.0.0.2:8137", NULL, NULL), 200);
    assert_int_equal(status_with("GET", "example.com:8137", NULL, NULL), 403);
    server.site.address = "::";
    assert_int_equal(status_with("GET", "[fe80::1]:8137", NULL, NULL), 200);
    server.site.port = 80;
    assert_int_equal(status_with("GET", "localhost", NULL, NULL), 200);
    server.site = usual;
}

static void other_sites_are_refused(void **state)
{
    static const char *const bad[] = {
        "http://example.com", "https://127.0.0.1:8137", "null", "http://localhost:8137",
        "http://127.0.0.1",   "http://127.0.0.1:8137.", ""};

    (void)state;
    assert_int_equal(status_with("GET", "127.0.0.1:8137", "http://127.0.0.1:8137", NULL), 200);
    for (int i = 0; i < 7; i++)
        assert_int_equal(status_with("GET", "127.0.0.1:8137", bad[i], NULL), 403);
}

static void changes_are_sent_as_json(void **state)
{
    static const char *const bad[] = {"text/plain", "application/x-www-form-urlencoded", "",
                                      "application/jsonp", "multipart/form-data"};

    (void)state;
    assert_int_equal(status_with("POST", "localhost:8137", NULL, "application/json"), 201);
    assert_int_equal(status_with("POST", "localhost:8137", NULL, "application/json; charset=utf-8"),
                     201);
    for (int i = 0; i < 5; i++)
        assert_int_equal(status_with("POST", "localhost:8137", NULL, bad[i]), 403);
    assert_int_equal(status_with("POST", "localhost:8137", NULL, NULL), 403);
    assert_int_equal(status_with("DELETE", "localhost:8137", NULL, NULL), 403);
}

/* ---- What is malformed ---- */

static void wrong_addresses_are_told(void **state)
{
    char *address = calloc(1, 9001);
    struct cop_request request = {.method = "GET", .host = "localhost:8137"};
    struct cop_reply reply;

    (void)state;
    assert_told(&server, "GET", "/api/nothing", NULL, 404, "/api/nothing");
    assert_told(&server, "GET", "/api/tables/none", NULL, 404, "There is no table none");
    assert_told(&server, "GET", "/api/tables/a/b/c", NULL, 404, "nothing at");
    assert_told(&server, "GET", "/api/tables//events", NULL, 404, "nothing at");
    assert_told(&server, "GET", "/api/tables/%zz", NULL, 400, "two digits");
    assert_told(&server, "GET", "/api/tables/%00", NULL, 400, "two digits");
    assert_told(&server, "GET", "/api/tables/%e4%f6", NULL, 404, "??");
    assert_told(&server, "GET", "/secrets.txt", NULL, 404, "/secrets.txt");
    memset(address, 'a', 9000);
    address[0] = '/';
    request.target = address;
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 414);
    cop_text_free(&reply.text);
    free(address);
}

static void wrong_methods_are_told(void **state)
{
    struct cop_request request = {
        .method = "PUT", .target = "/api/tables", .host = "localhost:8137"};
    struct cop_reply reply;

    (void)state;
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 405);
    assert_string_equal(reply.allow, "GET, POST");
    cop_text_free(&reply.text);
    assert_told(&server, "POST", "/api/games", "{}", 405, "GET is");
    assert_told(&server, "DELETE", "/api/tables", "{}", 405, "GET, POST");
    assert_told(&server, "POST", "/index.html", "{}", 405, "only read");
}

static void wrong_bodies_are_told(void **state)
{
    static const struct {
        const char *body, *part;
    } rows[] = {
        {"{", "not JSON"},
        {"[]", "JSON object"},
        {"{\"game\": \"connect4\", \"game\": \"othello\"}", "not JSON"},
        {"{\"game\": 4}", "\"game\" must be a string"},
        {"{\"game\": \"connect4\", \"seed\": -1}", "\"seed\""},
        {"{\"game\": \"connect4\", \"seed\": 1.5}", "\"seed\""},
        {"{\"game\": \"connect4\", \"seats\": {}}", "\"seats\" is a list"},
        {"{\"game\": \"connect4\", \"seats\": [{}]}", "Seat 1: a seat is written"},
        {"{\"game\": \"connect4\", \"seats\": [{\"who\": \"mcts\", \"limit\": 1}]}", "Seat 1"},
    };

    (void)state;
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++)
        assert_told(&server, "POST", "/api/tables", rows[i].body, 400, rows[i].part);
}

static void a_body_of_more_than_a_mebibyte_is_refused(void **state)
{
    struct cop_request request = {.method = "POST",
                                  .target = "/api/tables",
                                  .host = "localhost:8137",
                                  .content_type = "application/json",
                                  .body = "",
                                  .body_length = COP_BODY_MAX + 1};
    struct cop_reply reply;

    (void)state;
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 413);
    assert_contains(reply.text.bytes, "1024 KiB");
    cop_text_free(&reply.text);
}

static void deep_json_is_refused_and_not_followed(void **state)
{
    size_t depth = 100000;
    char *body = calloc(1, depth + 20);

    (void)state;
    strcpy(body, "{\"game\": ");
    memset(body + strlen(body), '[', depth);
    assert_told(&server, "POST", "/api/tables", body, 400, "not JSON");
    free(body);
}

/* ---- What there is ---- */

static void about_tells_the_limits(void **state)
{
    json_t *about = ask(&server, "GET", "/api/about", NULL, 200);
    const json_t *limits = json_object_get(about, "limits");

    (void)state;
    assert_int_equal(number_in(limits, "tables"), 64);
    assert_int_equal(number_in(limits, "searches"), 1);
    assert_int_equal(number_in(limits, "threads"), 1);
    assert_int_equal(number_in(limits, "memory"), 16 << 20);
    assert_true(number_in(about, "cores") >= 1);
    json_decref(about);
}

static void games_come_with_lessons_and_options(void **state)
{
    json_t *games = ask(&server, "GET", "/api/games", NULL, 200);
    const json_t *game, *option;
    size_t i, j, registered = 0;

    (void)state;
    while (cop_all_rules()[registered] != NULL)
        registered++;
    assert_int_equal(json_array_size(games), registered);
    json_array_foreach(games, i, game)
    {
        assert_true(strlen(words_in(game, "lesson")) > 100);
        assert_int_equal(json_array_size(json_object_get(game, "player_names")),
                         number_in(game, "players"));
        json_array_foreach(json_object_get(game, "options"), j, option)
        {
            bool is_number = strcmp(words_in(option, "kind"), "integer") == 0;
            bool is_choice = strcmp(words_in(option, "kind"), "choice") == 0;

            assert_true(!is_number || json_is_number(json_object_get(option, "low")));
            assert_true(!is_choice || json_is_null(json_object_get(option, "low")));
            assert_int_equal(json_is_array(json_object_get(option, "choices")), is_choice);
        }
    }
    json_decref(games);
}

static void rules_come_with_pictures(void **state)
{
    json_t *rules = ask(&server, "GET", "/api/games/amazons/rules", NULL, 200);
    const json_t *pictures = json_object_get(rules, "pictures");

    (void)state;
    assert_string_equal(words_in(rules, "title"), "Amazons");
    assert_non_null(strstr(words_in(rules, "notation"), "g1g9-d9"));
    assert_int_equal(json_array_size(pictures), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(strlen(words_in(json_array_get(pictures, i), "caption")) > 10);
        assert_non_null(strstr(words_in(json_array_get(pictures, i), "svg"), "</svg>"));
    }
    json_decref(rules);
    assert_told(&server, "GET", "/api/games/chess/rules", NULL, 404, "no game \"chess\"");
}

/* A table that is opened with the told game has the told points. */
static void the_best_games_of_standard_boards_can_be_played(void **state)
{
    json_t *answer = ask(&server, "GET", "/api/games/samegame/best", NULL, 200);
    const json_t *boards = json_object_get(answer, "boards"), *seventh = json_array_get(boards, 6);
    const json_t *player;
    char body[4096];
    json_t *table, *none;

    (void)state;
    assert_int_equal(json_array_size(boards), 20);
    assert_string_equal(words_in(seventh, "game"), "samegame(standard=7)");
    snprintf(body, sizeof body, "{\"game\": \"%s\", \"moves\": \"%s\"}", words_in(seventh, "game"),
             words_in(seventh, "moves"));
    table = ask(&server, "POST", "/api/tables", body, 201);
    assert_string_equal(words_in(table, "turn"), "over");
    player = json_array_get(json_object_get(table, "players"), 0);
    assert_int_equal(number_in(player, "score"), number_in(seventh, "points"));
    json_decref(table);
    json_decref(answer);
    none = ask(&server, "GET", "/api/games/othello/best", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(none, "boards")), 0);
    json_decref(none);
    assert_told(&server, "GET", "/api/games/chess/best", NULL, 404, "no game \"chess\"");
}

static void a_spec_is_checked(void **state)
{
    json_t *game = ask(&server, "GET", "/api/game?spec=Othello(+size+%3d+6)", NULL, 200);

    (void)state;
    assert_string_equal(words_in(game, "game"), "othello(size=6)");
    assert_string_equal(json_string_value(json_array_get(json_object_get(game, "colours"), 1)),
                        "white");
    json_decref(game);
    assert_told(&server, "GET", "/api/game", NULL, 400, "?spec=");
    assert_told(&server, "GET", "/api/game?spec=chess", NULL, 422, "chess");
    assert_told(&server, "GET", "/api/game?spec=othello(size=99)", NULL, 422, "size");
    assert_told(&server, "GET", "/api/game?spec=%ff%fe", NULL, 422, "?");
}

/* A preset must play its game, whatever the game's options are. */
static void presets_play_every_game(void **state)
{
    json_t *games = ask(&server, "GET", "/api/games", NULL, 200);
    const json_t *game, *preset;
    size_t i, j;

    (void)state;
    json_array_foreach(games, i, game)
    {
        char target[100];
        json_t *agents;

        snprintf(target, sizeof target, "/api/agents?game=%s", words_in(game, "name"));
        agents = ask(&server, "GET", target, NULL, 200);
        assert_int_equal(json_array_size(json_object_get(agents, "presets")), 5);
        json_array_foreach(json_object_get(agents, "presets"), j, preset)
        {
            char body[300], id[COP_ID_LENGTH + 1];

            snprintf(body, sizeof body,
                     "{\"game\": \"%s\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"%s\", "
                     "\"limit\": \"%s\"}]}",
                     words_in(game, "name"), words_in(preset, "agent"), words_in(preset, "limit"));
            if (number_in(game, "players") > 1)
                new_table(&server, body, id);
        }
        json_decref(agents);
    }
    json_decref(games);
}

static void agents_that_do_not_fit_say_why(void **state)
{
    json_t *agents = ask(&server, "GET", "/api/agents?game=samegame", NULL, 200);
    const json_t *agent;
    size_t i;
    int refused = 0;

    (void)state;
    json_array_foreach(json_object_get(agents, "agents"), i, agent)
    {
        if (json_is_true(json_object_get(agent, "fits")))
            continue;
        assert_true(strlen(words_in(agent, "why")) > 10);
        refused++;
    }
    assert_true(refused > 0);
    json_decref(agents);
    assert_told(&server, "GET", "/api/agents", NULL, 400, "?game=");
    assert_told(&server, "GET", "/api/agents?game=chess", NULL, 422, "chess");
}

static void every_game_has_a_picture(void **state)
{
    struct cop_request request = {.method = "GET", .host = "localhost:8137"};

    (void)state;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        struct cop_reply reply;
        char target[100];

        if (is_slow_build() && i % 5 != 0)
            continue;
        snprintf(target, sizeof target, "/api/games/%s/picture", cop_all_rules()[i]->name);
        request.target = target;
        ask_for_reply(&server, &request, &reply);
        assert_int_equal(reply.status, 200);
        assert_string_equal(reply.type, "image/svg+xml");
        assert_contains(reply.text.bytes, "</svg>");
        cop_text_free(&reply.text);
    }
    assert_told(&server, "GET", "/api/games/chess/picture", NULL, 404, "chess");
}

/* ---- The page and the lab ---- */

static void without_the_page_it_says_how_to_get_it(void **state)
{
    struct cop_request request = {.method = "GET", .target = "/", .host = "localhost:8137"};
    struct cop_reply reply;

    (void)state;
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    assert_contains(reply.type, "text/html");
    assert_contains(reply.text.bytes, "npm");
    cop_text_free(&reply.text);
}

static void the_lab_lists_its_results(void **state)
{
    json_t *lab = ask(&server, "GET", "/api/lab", NULL, 200);
    const json_t *first = json_array_get(json_object_get(lab, "experiments"), 0);
    const json_t *claims = json_object_get(first, "claims");
    char target[200];
    json_t *results;

    (void)state;
    assert_true(number_in(claims, "reproduced") + number_in(claims, "undecided") +
                    number_in(claims, "not_reproduced") >
                0);
    snprintf(target, sizeof target, "/api/lab/%s?budget=%s", words_in(first, "id"),
             words_in(first, "budget"));
    results = ask(&server, "GET", target, NULL, 200);
    assert_string_equal(words_in(results, "title"), words_in(first, "title"));
    json_decref(results);
    json_decref(lab);
}

static void the_lab_knows_where_it_was_published(void **state)
{
    json_t *lab = ask(&server, "GET", "/api/lab", NULL, 200);
    const json_t *theses = json_object_get(lab, "theses"), *thesis;
    bool is_found = false;
    size_t i;

    (void)state;
    json_array_foreach(theses, i, thesis)
    {
        if (strcmp(words_in(thesis, "folder"), "ontop") != 0)
            continue;
        is_found = true;
        assert_string_equal(words_in(thesis, "author"), "Robert Briesemeister");
        assert_int_equal(number_in(thesis, "year"), 2009);
    }
    assert_true(is_found);
    json_decref(lab);
}

static void a_report_of_the_lab_is_a_page(void **state)
{
    struct cop_request request = {
        .method = "GET", .target = "/api/lab/uct-star/table-01/page", .host = "localhost:8137"};
    struct cop_reply reply;

    (void)state;
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    assert_contains(reply.text.bytes, "<table");
    assert_contains(reply.policy, "default-src 'none'; style-src 'unsafe-inline'");
    cop_text_free(&reply.text);
}

static void the_lab_counts_and_draws_how_numbers_agree(void **state)
{
    json_t *lab = ask(&server, "GET", "/api/lab", NULL, 200);
    const json_t *experiments = json_object_get(lab, "experiments"), *experiment;
    struct cop_request request = {
        .method = "GET", .target = "/api/lab/uct-star/agreement.svg", .host = "localhost:8137"};
    struct cop_reply reply;
    json_int_t compared = 0;
    size_t index;

    (void)state;
    json_array_foreach(experiments, index, experiment)
    {
        const json_t *agreement = json_object_get(experiment, "agreement");

        assert_true(json_is_integer(json_object_get(agreement, "others_different")));
        compared += json_integer_value(json_object_get(agreement, "compatible")) +
                    json_integer_value(json_object_get(agreement, "different"));
    }
    assert_true(compared > 100);
    json_decref(lab);
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.type, "image/svg+xml");
    assert_contains(reply.text.bytes, "differ significantly");
    cop_text_free(&reply.text);
    assert_told(&server, "GET", "/api/lab/nobody/agreement.svg", NULL, 404, "nobody");
    assert_told(&server, "GET", "/api/lab/..%2f../agreement.svg", NULL, 404, "experiment");
}

/* The page shows what the report shows: the very same pictures. */
static void the_page_and_the_report_have_the_same_pictures(void **state)
{
    json_t *view = ask(&server, "GET", "/api/lab/uct-star/table-10/view", NULL, 200), *item;
    const json_t *claim = json_array_get(json_object_get(view, "claims"), 0);
    const json_t *run = json_array_get(json_object_get(view, "runs"), 0);
    struct cop_request request = {
        .method = "GET", .target = "/api/lab/uct-star/table-10/page", .host = "localhost:8137"};
    struct cop_reply reply;
    size_t index;

    (void)state;
    ask_for_reply(&server, &request, &reply);
    assert_true(json_array_size(json_object_get(view, "plots")) > 1);
    json_array_foreach(json_object_get(view, "plots"), index, item)
    {
        assert_contains(reply.text.bytes, words_in(item, "svg"));
    }
    cop_text_free(&reply.text);
    assert_string_equal(json_string_value(json_array_get(json_object_get(claim, "runs"), 0)),
                        "connect4");
    assert_int_equal(json_array_size(json_object_get(claim, "runs")), 1);
    assert_string_equal(words_in(run, "kind"), "match");
    assert_int_equal(json_array_size(json_object_get(run, "table")), 3);
    json_decref(view);
    assert_told(&server, "GET", "/api/lab/uct-star/nothing/view", NULL, 404, "nothing");
}

static void the_lab_tells_each_thesis_at_a_glance(void **state)
{
    json_t *lab = ask(&server, "GET", "/api/lab", NULL, 200), *thesis;
    size_t index;
    int told = 0;

    (void)state;
    json_array_foreach(json_object_get(lab, "theses"), index, thesis)
    {
        char legend[60];

        if (json_is_null(json_object_get(thesis, "bar")))
            continue; /* nothing of it was run yet */
        snprintf(legend, sizeof legend, ">%d reproduced<",
                 (int)number_in(json_object_get(thesis, "claims"), "reproduced"));
        assert_contains(words_in(thesis, "bar"), legend);
        assert_contains(words_in(thesis, "bar"), words_in(thesis, "words"));
        if (json_is_null(json_object_get(thesis, "plot")))
            continue; /* nothing that was published is in it yet */
        told++;
        assert_contains(words_in(thesis, "plot"), "differ significantly");
        assert_null(strstr(words_in(thesis, "plot"), "<style>")); /* it would be the page's, too */
    }
    assert_true(told >= 4);
    json_decref(lab);
}

static void nothing_but_results_is_read_from_the_lab(void **state)
{
    (void)state;
    assert_told(&server, "GET", "/api/lab/uct-star", NULL, 404, "uct-star");
    assert_told(&server, "GET", "/api/lab/../../etc", NULL, 404, "experiment");
    assert_told(&server, "GET", "/api/lab/uct-star/..%2f..%2fmeson", NULL, 404, "experiment");
    assert_told(&server, "GET", "/api/lab/uct-star/nothing", NULL, 404, "nothing");
    assert_told(&server, "GET", "/api/lab/uct-star/nothing/page", NULL, 404, "nothing");
    assert_told(&server, "GET", "/api/lab/uct-star/table-01?budget=huge", NULL, 400, "quick");
    server.house->options.results = "/nowhere";
    json_decref(ask(&server, "GET", "/api/lab", NULL, 200));
    server.house->options.results = "lab/results";
}

/* A file of results with this title and id, as it would stand between quotes. */
static void write_results(const char *folder, const char *name, const char *id, const char *title)
{
    char path[160];
    FILE *file;

    snprintf(path, sizeof path, "%s/quick/t/%s.json", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"format\": \"coppice lab results 1\", \"id\": \"%s\", \"title\": \"%s\", "
            "\"source\": \"s\", "
            "\"specification\": \"s\", \"description\": \"d\", \"budget\": \"quick\", "
            "\"command\": \"c\", \"version\": \"v\", \"machine\": \"m\", \"date\": \"d\", "
            "\"seconds\": 1.0, \"claims\": [], \"values\": [], \"runs\": []}",
            id, title);
    assert_int_equal(fclose(file), 0);
}

static void remove_results(const char *folder)
{
    static const char *const names[] = {"quick/t/odd.json", "quick/t/bad.json", "quick/t", "quick",
                                        "."};
    char path[160];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (names[i][0] == '.')
            path[strlen(folder)] = '\0';
        assert_int_equal(remove(path), 0);
    }
}

/* What is listed is readable whatever the ids and titles are, and a file that is no JSON, because
 * its bytes are no characters, is neither listed nor sent. */
static void odd_words_in_results_are_told_as_they_are(void **state)
{
    char folder[] = "/tmp/coppice-test-XXXXXX", path[64];
    json_t *lab, *results;
    const json_t *list, *row;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/quick", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    strcat(path, "/t");
    assert_int_equal(mkdir(path, 0777), 0);
    write_results(folder, "odd", "o\\\"d\\u0001\\\\d/x", "\\\"\\u001f\\u00e9");
    write_results(folder, "bad", "t/bad", ODD_WORDS);
    server.house->options.results = folder;
    lab = ask(&server, "GET", "/api/lab", NULL, 200);
    list = json_object_get(lab, "experiments");
    assert_int_equal(json_array_size(list), 1);
    row = json_array_get(list, 0);
    assert_string_equal(words_in(row, "id"), "o\"d\x01\\d/x");
    assert_string_equal(words_in(row, "folder"), "o\"d\x01\\d");
    assert_string_equal(words_in(row, "title"), "\"\x1f\xc3\xa9");
    results = ask(&server, "GET", "/api/lab/t/odd?budget=quick", NULL, 200);
    assert_string_equal(words_in(results, "id"), "o\"d\x01\\d/x");
    assert_told(&server, "GET", "/api/lab/t/bad?budget=quick", NULL, 404, "no result");
    server.house->options.results = "lab/results";
    json_decref(results);
    json_decref(lab);
    remove_results(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_our_own_host_is_served),
        cmocka_unit_test(an_address_that_is_listened_on_is_served),
        cmocka_unit_test(other_sites_are_refused),
        cmocka_unit_test(changes_are_sent_as_json),
        cmocka_unit_test(wrong_addresses_are_told),
        cmocka_unit_test(wrong_methods_are_told),
        cmocka_unit_test(wrong_bodies_are_told),
        cmocka_unit_test(a_body_of_more_than_a_mebibyte_is_refused),
        cmocka_unit_test(deep_json_is_refused_and_not_followed),
        cmocka_unit_test(about_tells_the_limits),
        cmocka_unit_test(games_come_with_lessons_and_options),
        cmocka_unit_test(rules_come_with_pictures),
        cmocka_unit_test(the_best_games_of_standard_boards_can_be_played),
        cmocka_unit_test(a_spec_is_checked),
        cmocka_unit_test(presets_play_every_game),
        cmocka_unit_test(agents_that_do_not_fit_say_why),
        cmocka_unit_test(every_game_has_a_picture),
        cmocka_unit_test(without_the_page_it_says_how_to_get_it),
        cmocka_unit_test(the_lab_lists_its_results),
        cmocka_unit_test(the_lab_knows_where_it_was_published),
        cmocka_unit_test(a_report_of_the_lab_is_a_page),
        cmocka_unit_test(odd_words_in_results_are_told_as_they_are),
        cmocka_unit_test(nothing_but_results_is_read_from_the_lab),
        cmocka_unit_test(the_page_and_the_report_have_the_same_pictures),
        cmocka_unit_test(the_lab_tells_each_thesis_at_a_glance),
        cmocka_unit_test(the_lab_counts_and_draws_how_numbers_agree),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
