/* check.c - a proof, line by line. */
#include "proof/check.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "base/fingerprint.h"
#include "proof/rest.h"
#include "proof/words.h"
#include "proof/write.h"

enum { CLAIMS_MAX = 2 };

/* ---- Reading ---- */

struct reader {
    char *bytes, *at;
    const char *next;     /* the line that was not taken yet, or NULL at the end */
    int64_t line, looked; /* its number, and that of the last line that was looked at */
    struct cop_game *game;
    void *start;
    struct cop_rest rest;
    int64_t replies_left;
    struct cop_claim claims[CLAIMS_MAX];
};

static void advance(struct reader *reader)
{
    char *end = strchr(reader->at, '\n');

    reader->next = end != NULL ? reader->at : NULL;
    if (end != NULL) {
        *end = '\0';
        reader->at = end + 1;
    }
    reader->line++;
}

static bool begins(const char *line, const char *name)
{
    return line != NULL && strncmp(line, name, strlen(name)) == 0;
}

/* What follows `name` in the next line, or NULL and what was expected. */
static const char *take(struct reader *reader, const char *name, struct cop_error *error)
{
    const char *line = reader->next;

    reader->looked = reader->line;
    if (!begins(line, name)) {
        cop_fail(error, "expected \"%s\", found \"%.60s\"", name, line != NULL ? line : "");
        return NULL;
    }
    advance(reader);
    return line + strlen(name);
}

/* The last line has the fingerprint of all bytes before it. */
static bool is_whole(char *bytes, size_t length)
{
    size_t size = strlen(COP_PROOF_CHECKSUM) + 17;
    char expected[32];

    if (length < size || strlen(bytes) != length)
        return false;
    snprintf(expected, sizeof expected, COP_PROOF_CHECKSUM "%016" PRIx64 "\n",
             cop_fingerprint(bytes, length - size));
    if (strcmp(bytes + length - size, expected) != 0)
        return false;
    bytes[length - size] = '\0';
    return true;
}

static bool read_head(struct reader *reader, cop_game_opener *open, const char *folder,
                      struct cop_error *error)
{
    const char *words;

    reader->looked = reader->line;
    if (reader->next == NULL || strcmp(reader->next, COP_PROOF_FORMAT) != 0)
        return cop_fail(error, "expected \"%s\", found \"%.60s\"", COP_PROOF_FORMAT,
                        reader->next != NULL ? reader->next : "");
    advance(reader);
    words = take(reader, "game ", error);
    if (words == NULL)
        return false;
    reader->game = open(words, error);
    if (reader->game == NULL || (words = take(reader, "position ", error)) == NULL)
        return false;
    reader->start = cop_allocate(reader->game->state_size);
    if (!cop_position_read(reader->game, words, reader->start, error))
        return false;
    while (begins(reader->next, "database "))
        if (!cop_rest_read(&reader->rest, reader->game, take(reader, "database ", error), error))
            return false;
    return cop_rest_open(&reader->rest, reader->game, folder, error);
}

static bool read_count(struct reader *reader, const char *name, int64_t *count,
                       struct cop_error *error)
{
    const char *words = take(reader, name, error);
    char *end;

    if (words == NULL)
        return false;
    errno = 0;
    *count = strtoll(words, &end, 10);
    return (errno == 0 && words[0] >= '0' && words[0] <= '9' && *end == '\0') ||
           cop_fail(error, "\"%.60s\" is no number of %s", words, name);
}

/* One of two words, the second of which is the true one. */
static bool read_either(struct reader *reader, const char *name, const char *no, const char *yes,
                        bool *is_yes, struct cop_error *error)
{
    const char *words = take(reader, name, error);

    if (words == NULL)
        return false;
    *is_yes = strcmp(words, yes) == 0;
    return *is_yes || strcmp(words, no) == 0 ||
           cop_fail(error, "%s\"%.60s\" is neither %s nor %s", name, words, no, yes);
}

/* The claim that is written so; false if there is none. */
static bool read_claim(const struct cop_game *game, const char *words, struct cop_claim *claim)
{
    bool is_this = false;

    for (int i = 0; !is_this && i < 4 * game->players; i++) {
        const char *value = strstr(words, i & 1 ? " at most " : " at least ");
        struct cop_text text = COP_TEXT;

        *claim = (struct cop_claim){i & 2 ? COP_STAKE_SCORE : COP_STAKE_PAYOFF, i / 4, i & 1, 0};
        if (value != NULL)
            claim->value = strtod(value + strlen(i & 1 ? " at most " : " at least "), NULL);
        cop_proof_write_words(game, claim, &text);
        is_this = isfinite(claim->value) && strcmp(words, text.bytes) == 0;
        cop_text_free(&text);
    }
    return is_this;
}

/* The next line is the reply. */
static bool next_reply(void *context, const void *state, cop_move *move, struct cop_error *error)
{
    struct reader *reader = context;

    if (reader->replies_left-- <= 0 || reader->next == NULL)
        return cop_proof_fail_at(reader->game, state, "there is no reply to this position", error);
    reader->looked = reader->line;
    if (!cop_move_read(reader->game, state, reader->next, move, error))
        return false;
    advance(reader);
    return true;
}

/* A claim and its replies, all of them and no more. */
static bool check_claim(struct reader *reader, const atomic_bool *stop, struct cop_proved *proved,
                        struct cop_error *error)
{
    struct cop_proof_walk walk = {.game = reader->game,
                                  .reply = next_reply,
                                  .context = reader,
                                  .database = reader->rest.database,
                                  .stop = stop};
    const char *words = take(reader, "claim ", error);
    int64_t replies, positions;

    if (words == NULL)
        return false;
    if (!read_claim(reader->game, words, &walk.terms.claim))
        return cop_fail(error, "\"%.60s\" is no claim as \"White at least 0.5\" is", words);
    if (!read_either(reader, "pasts ", "kept", "forgotten", &walk.terms.pasts_forgotten, error) ||
        !read_either(reader, "images ", "apart", "folded", &walk.terms.images_folded, error) ||
        !read_count(reader, "positions ", &positions, error) ||
        !read_count(reader, "replies ", &replies, error))
        return false;
    if (positions == 0)
        return cop_fail(error, "a proof has at least one position");
    walk.most_positions = positions;
    reader->replies_left = replies;
    if (!cop_proof_go(&walk, reader->start, error))
        return false;
    if (walk.positions != positions || reader->replies_left != 0)
        return cop_fail(error,
                        "the claim was to need %" PRId64 " positions and %" PRId64
                        " replies, and needs %" PRId64 " and %" PRId64,
                        positions, replies, walk.positions, walk.replies);
    reader->claims[proved->claims++] = walk.terms.claim;
    proved->positions += walk.positions;
    proved->replies += walk.replies;
    return true;
}

static void say(const struct reader *reader, struct cop_proved *proved)
{
    cop_proof_say(reader->game, reader->start, reader->claims, proved->claims, &proved->sentence);
    if (reader->rest.classes == 0)
        return;
    cop_text_add(&proved->rests, "the databases ");
    cop_database_table_name(reader->game, &proved->rests);
    cop_text_add(&proved->rests, ", %d classes to %d pieces", reader->rest.classes,
                 reader->rest.pieces);
}

static bool check(struct reader *reader, cop_game_opener *open, const char *folder,
                  const atomic_bool *stop, struct cop_proved *proved, struct cop_error *error)
{
    advance(reader);
    if (!read_head(reader, open, folder, error))
        return false;
    do {
        if (proved->claims == CLAIMS_MAX)
            return cop_fail(error, "a file has at most %d claims", CLAIMS_MAX);
        if (!check_claim(reader, stop, proved, error))
            return false;
    } while (reader->next != NULL);
    return true;
}

bool cop_proof_check(const char *path, cop_game_opener *open, const char *folder,
                     const atomic_bool *stop, struct cop_proved *proved, struct cop_error *error)
{
    struct reader reader = {NULL};
    size_t length;
    bool is_proved;

    *proved = (struct cop_proved){.sentence = COP_TEXT, .rests = COP_TEXT};
    reader.bytes = reader.at = cop_file_read(path, SIZE_MAX / 2, &length, error);
    if (reader.bytes == NULL)
        return false;
    if (!is_whole(reader.bytes, length)) {
        free(reader.bytes);
        return cop_fail(error,
                        "%s is no proof, or was cut off or changed: its last line is not "
                        "the checksum of the others",
                        path);
    }
    is_proved = check(&reader, open, folder, stop, proved, error);
    if (is_proved)
        say(&reader, proved);
    else
        cop_fail_in(error, "%s: line %" PRId64, path, reader.looked);
    cop_rest_close(&reader.rest);
    cop_game_close(reader.game);
    free(reader.start);
    free(reader.bytes);
    return is_proved;
}

void cop_proved_free(struct cop_proved *proved)
{
    cop_text_free(&proved->sentence);
    cop_text_free(&proved->rests);
}
