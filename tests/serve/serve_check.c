/* serve_check.c - a server without a network, for tests. */
#include "serve_check.h"

#include <dirent.h>
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

/* ---- Opening ---- */

static void start(struct served *served)
{
    struct cop_error error = {""};

    served->options.games = served->folder;
    served->house = cop_house_open(&served->options, &error);
    if (served->house == NULL)
        fail_msg("%s", error.message);
    served->site = (struct cop_site){served->house, "127.0.0.1", SERVE_PORT};
}

void serve_open(struct served *served, int open, int kept)
{
    *served = (struct served){.options = {.lab = "lab",
                                          .results = "lab/results",
                                          .searches = 1,
                                          .memory = 16 << 20,
                                          .tables_open = open,
                                          .tables_kept = kept,
                                          .listeners = 4}};
    strcpy(served->folder, "/tmp/coppice-test-XXXXXX");
    assert_non_null(mkdtemp(served->folder));
    start(served);
}

void serve_again(struct served *served)
{
    cop_house_close(served->house);
    start(served);
}

void serve_close(struct served *served)
{
    DIR *folder;
    const struct dirent *entry;

    cop_house_close(served->house);
    folder = opendir(served->folder);
    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.') {
            char path[400];

            snprintf(path, sizeof path, "%s/%s", served->folder, entry->d_name);
            unlink(path);
        }
    closedir(folder);
    assert_int_equal(rmdir(served->folder), 0);
}

struct served server;

int serve_begin(void **state)
{
    (void)state;
    serve_open(&server, 64, 1000);
    return 0;
}

int serve_end(void **state)
{
    (void)state;
    serve_close(&server);
    return 0;
}

/* ---- Asking ---- */

void ask_for_reply(struct served *served, const struct cop_request *request,
                   struct cop_reply *reply)
{
    cop_route(&served->site, request, reply);
    if (reply->type != NULL && strcmp(reply->type, "application/json") == 0)
        json_decref(read_json(reply->text.bytes));
}

static struct cop_request request_for(const char *method, const char *target, const char *body)
{
    bool changes = strcmp(method, "GET") != 0;

    return (struct cop_request){
        .method = method,
        .target = target,
        .host = "127.0.0.1:8137",
        .content_type = changes ? "application/json" : NULL,
        .body = body,
        .body_length = body != NULL ? strlen(body) : 0,
    };
}

json_t *ask(struct served *served, const char *method, const char *target, const char *body,
            int status)
{
    struct cop_request request = request_for(method, target, body);
    struct cop_reply reply;
    json_t *value;

    ask_for_reply(served, &request, &reply);
    if (reply.status != status)
        fail_msg("%s %s: %d and not %d: %s", method, target, reply.status, status,
                 reply.text.bytes);
    value = read_json(reply.text.bytes);
    cop_text_free(&reply.text);
    return value;
}

void tell(struct served *served, const char *method, const char *target, const char *body,
          int status)
{
    json_decref(ask(served, method, target, body, status));
}

void assert_told(struct served *served, const char *method, const char *target, const char *body,
                 int status, const char *part)
{
    json_t *value = ask(served, method, target, body, status);

    assert_contains(words_in(value, "error"), part);
    json_decref(value);
}

/* ---- Tables ---- */

int number_in(const json_t *state, const char *key)
{
    const json_t *value = json_object_get(state, key);

    assert_true(json_is_integer(value));
    return (int)json_integer_value(value);
}

const char *words_in(const json_t *state, const char *key)
{
    const char *words = json_string_value(json_object_get(state, key));

    assert_non_null(words);
    return words;
}

void new_table(struct served *served, const char *body, char id[COP_ID_LENGTH + 1])
{
    json_t *state = ask(served, "POST", "/api/tables", body, 201);

    assert_int_equal(strlen(words_in(state, "id")), COP_ID_LENGTH);
    strcpy(id, words_in(state, "id"));
    json_decref(state);
}

const char *at_table(const char *id, const char *rest)
{
    static char target[256];

    snprintf(target, sizeof target, "/api/tables/%s%s", id, rest);
    return target;
}

static bool has_turn(const json_t *state, const char *turn)
{
    const json_t *value = json_object_get(state, "turn");

    if (json_is_string(value))
        return strcmp(json_string_value(value), turn) == 0;
    return atoi(turn) == json_integer_value(value) && turn[0] <= '9';
}

static json_t *wait_for(struct served *served, const char *id, int ply, const char *turn)
{
    for (int i = 0; i < 12000; i++) {
        json_t *state = ask(served, "GET", at_table(id, ""), NULL, 200);

        if (ply >= 0 ? number_in(state, "ply") == ply : has_turn(state, turn))
            return state;
        json_decref(state);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("the table never came to ply %d or turn %s", ply, turn);
    return NULL;
}

json_t *wait_for_ply(struct served *served, const char *id, int ply)
{
    return wait_for(served, id, ply, "");
}

json_t *wait_for_turn(struct served *served, const char *id, const char *turn)
{
    return wait_for(served, id, -1, turn);
}

void play_moves(struct served *served, const char *id, const char *moves)
{
    char *copy = strdup(moves), *rest = copy;

    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        json_t *state = ask(served, "GET", at_table(id, ""), NULL, 200);
        char body[120];

        snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": %d}", word,
                 number_in(state, "ply"));
        json_decref(state);
        tell(served, "POST", at_table(id, "/move"), body, 200);
    }
    free(copy);
}
