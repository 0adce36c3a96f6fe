/* test_serve_explore.c - positions that are looked up: what was played there, and by whom. */
#include "serve_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "book/graph.h"
#include "book/lines.h"
#include "coppice/coppice.h"
#include "match/match.h"

static char cache[] = "/tmp/coppice-explored-XXXXXX";
static char store[64], record[64];

static void play_into(const char *path, const char *spec, int games)
{
    static const char *const agents[] = {"random", "mc"};
    struct cop_error error = {{0}};
    struct cop_game *game = cop_game_open(spec, &error);
    struct cop_store *results = cop_store_open(path, &error);
    struct cop_limits limits[2];
    struct cop_match_plan plan = {.game = game,
                                  .agent_count = 2,
                                  .agents = agents,
                                  .limits = limits,
                                  .games = games,
                                  .threads = 1,
                                  .seed = 4};

    assert_non_null(game);
    for (int i = 0; i < 2; i++)
        assert_true(cop_limits_parse("sims=1", &limits[i], &error));
    if (results == NULL || !cop_match_run(&plan, results, NULL, &error))
        fail_msg("%s", error.message);
    cop_store_close(results);
    cop_game_close(game);
}

static int begin(void **state)
{
    FILE *file;

    if (mkdtemp(cache) == NULL || setenv("COPPICE_CACHE", cache, 1) != 0)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", cache);
    snprintf(record, sizeof record, "%s/one.sgf", cache);
    file = fopen(record, "w");
    if (file == NULL)
        return -1;
    fputs("(;KG[connect4]PB[Ann]PW[Ben]RE[B+R]DT[2026-01-02];B[d];W[c])", file);
    fclose(file);
    play_into(store, "connect4(width=4, height=4)", 10);
    return serve_begin(state);
}

static int end(void **state)
{
    char command[96];
    int status = serve_end(state);

    snprintf(command, sizeof command, "rm -r %s", cache);
    return system(command) == 0 ? status : -1;
}

/* The same folder of tables with these sources. */
static void serve_with(const char *const *sources)
{
    server.options.explored = sources;
    serve_again(&server);
}

/* Asks until everything is read. */
static json_t *explore(const char *query)
{
    for (int i = 0; i < 1000; i++) {
        char target[400];
        json_t *answer;

        snprintf(target, sizeof target, "/api/explore?%s", query);
        answer = ask(&server, "GET", target, NULL, 200);
        if (json_is_true(json_object_get(answer, "whole")))
            return answer;
        json_decref(answer);
    }
    fail_msg("the games are never all read");
    return NULL;
}

static int games_in(const char *query)
{
    json_t *answer = explore(query);
    int games = number_in(answer, "games");

    json_decref(answer);
    return games;
}

static void games_of_matches_and_files_are_told(void **state)
{
    static const char *const sources[] = {store, record, NULL};
    json_t *answer;
    const json_t *move;

    (void)state;
    serve_with(sources);
    answer = explore("game=connect4(width=4,height=4)");
    assert_int_equal(number_in(answer, "known"), 10);
    assert_int_equal(number_in(answer, "games"), 10);
    assert_int_equal(number_in(answer, "turn"), 0);
    assert_int_equal(json_array_size(json_object_get(answer, "names")), 2);
    json_decref(answer);
    answer = explore("game=connect4&moves=d");
    move = json_array_get(json_object_get(answer, "moves"), 0);
    assert_string_equal(words_in(move, "move"), "c");
    assert_int_equal(number_in(move, "mirrors"), 1);
    assert_int_equal(number_in(move, "games"), 1);
    assert_string_equal(words_in(move, "last"), "2026-01-02");
    assert_true(json_number_value(json_object_get(move, "mean")) < 0.5);
    json_decref(answer);
    /* The mirror image, and the same by its text. */
    assert_int_equal(games_in("game=connect4&moves=d%20e"), 0);
    assert_int_equal(games_in("game=connect4&position=7/7/7/7/7/3X3%20O"), 1);
}

static void a_running_match_is_followed(void **state)
{
    static const char *const sources[] = {store, NULL};

    (void)state;
    serve_with(sources);
    assert_int_equal(games_in("game=connect4(width=4,height=4)"), 10);
    play_into(store, "connect4(width=4, height=4)", 14);
    assert_int_equal(games_in("game=connect4(width=4,height=4)"), 14);
}

/* What is played at a table counts when it is over, and not any more when that is taken back. */
static void a_table_counts_when_it_is_over(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *answer, *games;

    (void)state;
    serve_with(NULL);
    new_table(&server, "{\"game\": \"connect4(width=5)\"}", id);
    play_moves(&server, id, "a b a b a b");
    assert_int_equal(games_in("game=connect4(width=5)"), 0);
    play_moves(&server, id, "a");
    assert_int_equal(games_in("game=connect4(width=5)"), 1);
    games = ask(&server, "GET", "/api/explore/games?game=connect4(width=5)&moves=a%20b&move=a",
                NULL, 200);
    answer = json_object_get(games, "games");
    assert_int_equal(json_array_size(answer), 1);
    assert_int_equal(number_in(json_array_get(answer, 0), "ply"), 2);
    assert_string_equal(words_in(json_array_get(answer, 0), "result"),
                        "Yellow wins: four in a row");
    {
        char target[100];
        json_t *game;

        snprintf(target, sizeof target, "/api/explore/game?game=connect4(width=5)&id=%d",
                 number_in(json_array_get(answer, 0), "id"));
        game = ask(&server, "GET", target, NULL, 200);
        assert_string_equal(words_in(game, "table"), id);
        json_decref(game);
        /* Of another game it is not told. */
        snprintf(target, sizeof target, "/api/explore/game?game=connect4&id=%d",
                 number_in(json_array_get(answer, 0), "id"));
        assert_told(&server, "GET", target, NULL, 404, "no game");
    }
    json_decref(games);
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 4}", 200);
    assert_int_equal(games_in("game=connect4(width=5)"), 0);
}

/* While a game with hidden pieces is played nothing of it is told, and afterwards a position is
 * what its player to move knows. */
static void secrets_are_not_told(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *answer, *board;

    (void)state;
    serve_with(NULL);
    new_table(&server,
              "{\"game\": \"stratego(size=4)\", \"seats\": [{\"who\": \"human\"}, "
              "{\"who\": \"random\", \"limit\": \"sims=1\"}], \"seed\": 3}",
              id);
    answer = explore("game=stratego(size=4)");
    assert_int_equal(number_in(answer, "known"), 0);
    json_decref(answer);
    board = ask(&server, "GET", "/api/explore/board?game=stratego(size=4)", NULL, 200);
    assert_int_equal(number_in(board, "viewer"), 0);
    json_decref(board);
    tell(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    answer = explore("game=stratego(size=4)");
    assert_int_equal(number_in(answer, "known"), 1);
    json_decref(answer);
}

/* Every game has a board to explore, and an answer about an empty one is short. */
static void every_game_can_be_explored(void **state)
{
    (void)state;
    serve_with(NULL);
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        char target[100];
        json_t *board, *answer;

        snprintf(target, sizeof target, "/api/explore/board?game=%s", cop_all_rules()[i]->name);
        board = ask(&server, "GET", target, NULL, 200);
        assert_true(json_array_size(json_object_get(json_object_get(board, "scene"), "cells")) > 0);
        assert_true(json_array_size(json_object_get(board, "moves")) > 0);
        assert_int_equal(json_array_size(json_object_get(board, "steps")), 0);
        json_decref(board);
        snprintf(target, sizeof target, "game=%s", cop_all_rules()[i]->name);
        answer = explore(target);
        assert_int_equal(number_in(answer, "games"), 0);
        json_decref(answer);
    }
}

static void usual_answers_are_short(void **state)
{
    static const char *const sources[] = {store, NULL};
    struct cop_request request = {
        .method = "GET", .target = "/api/explore?game=othello", .host = "127.0.0.1:8137"};
    struct cop_reply reply;

    (void)state;
    play_into(store, "othello", 4);
    play_into(store, "amazons", 40);
    serve_with(sources);
    assert_int_equal(games_in("game=othello"), 4);
    ask_for_reply(&server, &request, &reply);
    assert_true(reply.text.length < 4096);
    cop_text_free(&reply.text);
    assert_int_equal(games_in("game=amazons"), 40);
    request.target = "/api/explore?game=amazons"; /* of 40 different moves the first twenty */
    ask_for_reply(&server, &request, &reply);
    assert_true(reply.text.length < 4096);
    cop_text_free(&reply.text);
}

static void write_book(const char *path)
{
    struct cop_error error = {{0}};
    struct cop_game *game = cop_game_open("amazons(size=6)", &error);
    struct cop_book_about about = {
        .game = game->name, .builder = "import", .judge = "", .limit = ""};
    struct cop_book *book = cop_book_begin(game, &about);
    struct cop_book_file *file = cop_book_file_build(path, &about, &error);
    struct cop_book_lines lines;

    assert_true(cop_book_read_lines(book, "Root;0.5;100\nc1c4-e4;1.5;60\n", &lines, &error));
    if (file == NULL || !cop_book_save(book, file, &error))
        fail_msg("%s", error.message);
    cop_book_file_close(file);
    cop_book_close(book);
    cop_game_close(game);
}

static void a_book_of_the_game_is_told(void **state)
{
    static char path[64];
    static const char *const books[] = {path, NULL}, *const none[] = {store, NULL};
    struct cop_house_options options = server.options;
    struct cop_error error = {{0}};
    json_t *answer, *known;

    (void)state;
    snprintf(path, sizeof path, "%s/small.book", cache);
    write_book(path);
    server.options.books = books;
    serve_with(NULL);
    answer = explore("game=amazons(size=6)");
    assert_true(json_is_true(json_object_get(answer, "book")));
    known = json_object_get(json_array_get(json_object_get(answer, "moves"), 0), "book");
    assert_int_equal(number_in(known, "visits"), 60);
    assert_true(json_number_value(json_object_get(known, "value")) == 1.5);
    json_decref(answer);
    answer = explore("game=connect4");
    assert_true(json_is_false(json_object_get(answer, "book")));
    json_decref(answer);
    server.options.books = NULL;
    options.games = NULL;
    options.books = none;
    assert_null(cop_house_open(&options, &error));
    assert_non_null(strstr(error.message, "not a Coppice book"));
}

static void wrong_questions_are_refused(void **state)
{
    (void)state;
    assert_told(&server, "GET", "/api/explore", NULL, 400, "which game");
    assert_told(&server, "GET", "/api/explore?game=chess", NULL, 422, "no game");
    assert_told(&server, "GET", "/api/explore?game=connect4&moves=z", NULL, 422,
                "not a legal move");
    assert_told(&server, "GET", "/api/explore?game=connect4&position=z", NULL, 422, "");
    assert_told(&server, "GET", "/api/explore?game=connect4&count=0", NULL, 400, "count");
    assert_told(&server, "GET", "/api/explore/games?game=connect4", NULL, 400, "which move");
    assert_told(&server, "GET", "/api/explore/games?game=connect4&move=z", NULL, 422, "legal");
    assert_told(&server, "GET", "/api/explore/game?game=connect4", NULL, 404, "no game 0");
    assert_told(&server, "GET", "/api/explore/game?game=connect4&id=77777", NULL, 404, "no game");
    assert_told(&server, "POST", "/api/explore?game=connect4", "{}", 405, "GET");
    assert_told(&server, "GET", "/api/explore?game=samegame(file=/etc/passwd)", NULL, 422, "");
}

/* A source that is not there keeps the server from starting, and one that goes later is told of. */
static void sources_in_trouble_are_told(void **state)
{
    static const char *const missing[] = {"/nowhere/games.db", NULL};
    static char gone[64];
    static const char *const going[] = {gone, store, NULL};
    struct cop_house_options options = server.options;
    struct cop_error error = {{0}};
    json_t *answer;
    FILE *file;

    (void)state;
    options.games = NULL;
    options.explored = missing;
    assert_null(cop_house_open(&options, &error));
    assert_non_null(strstr(error.message, "/nowhere/games.db"));
    snprintf(gone, sizeof gone, "%s/gone.sgf", cache);
    file = fopen(gone, "w");
    assert_non_null(file);
    fputs("(;KG[connect4]RE[B+R];B[d])", file);
    fclose(file);
    serve_with(going);
    assert_int_equal(games_in("game=connect4"), 1);
    assert_int_equal(unlink(gone), 0);
    answer = explore("game=connect4(width=4,height=4)");
    assert_non_null(strstr(words_in(answer, "trouble"), "gone.sgf"));
    assert_int_equal(number_in(answer, "known"), 14);
    json_decref(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_matches_and_files_are_told),
        cmocka_unit_test(a_running_match_is_followed),
        cmocka_unit_test(a_table_counts_when_it_is_over),
        cmocka_unit_test(secrets_are_not_told),
        cmocka_unit_test(every_game_can_be_explored),
        cmocka_unit_test(usual_answers_are_short),
        cmocka_unit_test(a_book_of_the_game_is_told),
        cmocka_unit_test(wrong_questions_are_refused),
        cmocka_unit_test(sources_in_trouble_are_told),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
