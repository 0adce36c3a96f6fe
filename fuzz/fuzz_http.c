/* fuzz_http.c - any requests to the page's server, one after the other, without a network.
 *
 * An input is a list of requests. Each begins with a line `METHOD TARGET [HOST [ORIGIN [TYPE]]]`;
 * what is missing is as a good client has it. Its body follows, up to a line `=`. In both, @ stands
 * for the id of the last new table. No worker runs, so searches wait for ever and the same input
 * always does the same. Every answer must have a status that docs/serve.md knows and, if it says
 * so, be JSON. */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "serve/house.h"
#include "serve/listener.h"
#include "serve/router.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static bool is_known(int status)
{
    static const int known[] = {200, 201, 202, 304, 400, 403, 404, 405,
                                406, 409, 413, 414, 422, 429, 503};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i] == status)
            return true;
    return false;
}

/* What a listener would be told first, and at its end. */
static void listen(struct cop_house *house, struct cop_listener *listener)
{
    struct cop_text event = COP_TEXT;
    bool is_over;

    cop_house_lock(house);
    check(cop_listener_next(listener, &event, &is_over));
    check(strncmp(event.bytes, "event: state\n", 13) == 0);
    cop_listener_close(listener);
    cop_house_unlock(house);
    cop_text_free(&event);
}

/* Remembers the id of a new table. */
static void check_json(const struct cop_reply *reply, char *id)
{
    json_t *value = json_loadb(reply->text.bytes, reply->text.length, 0, NULL);
    const char *error = json_string_value(json_object_get(value, "error"));

    check(value != NULL);
    check(reply->status < 400 || (error != NULL && error[0] != '\0'));
    if (reply->status == 201)
        strcpy(id, json_string_value(json_object_get(value, "id")));
    json_decref(value);
}

static void ask(const struct cop_site *site, const struct cop_request *request, char *id)
{
    struct cop_reply reply;

    cop_route(site, request, &reply);
    check(is_known(reply.status));
    if (reply.listener != NULL)
        listen(site->house, reply.listener);
    else if (reply.type != NULL && strcmp(reply.type, "application/json") == 0)
        check_json(&reply, id);
    cop_text_free(&reply.text);
}

/* Copies a request's text with the id for each @. */
static void add_with_id(struct cop_text *text, const char *bytes, size_t length, const char *id)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '@')
            cop_text_add(text, "%s", id);
        else
            cop_text_add_bytes(text, bytes + i, 1);
    }
}

/* The next word of the first line, or NULL. */
static char *next_word(char **rest)
{
    char *word = strtok_r(NULL, " ", rest);

    return word != NULL && word[0] != '\0' ? word : NULL;
}

static void send_request(const struct cop_site *site, char *line, const char *body, size_t length,
                         char *id)
{
    struct cop_request request = {.host = "127.0.0.1:8137",
                                  .content_type = "application/json",
                                  .body = body,
                                  .body_length = length};
    char *rest = NULL;
    const char *word;

    request.method = strtok_r(line, " ", &rest);
    request.target = next_word(&rest);
    if (request.method == NULL || request.target == NULL)
        return;
    if ((word = next_word(&rest)) != NULL)
        request.host = word;
    if ((request.origin = next_word(&rest)) != NULL && (word = next_word(&rest)) != NULL)
        request.content_type = word;
    ask(site, &request, id);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_house_options options = {.results = "/nowhere",
                                        .memory = 1 << 20,
                                        .tables_open = 4,
                                        .tables_kept = 4,
                                        .listeners = 4};
    struct cop_house *house = cop_house_open(&options, NULL);
    struct cop_site site = {house, "127.0.0.1", 8137};
    char *input = cop_copy_bytes((const char *)data, size);
    char id[COP_ID_LENGTH + 1] = "none";
    const char *at = input;

    while (*at != '\0') {
        size_t line_length = strcspn(at, "\n");
        const char *body = at + line_length + (at[line_length] == '\n');
        const char *end = strstr(body, "\n=\n");
        size_t body_length = end != NULL ? (size_t)(end - body) : strlen(body);
        struct cop_text line = COP_TEXT, words = COP_TEXT;

        add_with_id(&line, at, line_length, id);
        add_with_id(&words, body, body_length, id);
        if (line.length > 0)
            send_request(&site, line.bytes, words.bytes, words.length, id);
        cop_text_free(&line);
        cop_text_free(&words);
        at = end != NULL ? end + 3 : body + body_length;
    }
    free(input);
    cop_house_close(house);
    return 0;
}
