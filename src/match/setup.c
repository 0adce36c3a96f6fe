/* setup.c - a game and a position from words. */
#include "match/setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Far more than any record of a game; keeps a slip like /dev/zero from filling the memory. */
enum { FILE_SIZE_MAX = 64 << 20 };

/* A person's own shell may well give a pipe, and the person can interrupt the wait for it: unlike
 * base/file.h this takes whatever can be read. */
static char *read_stream(const char *path, size_t *length, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    char block[1 << 14];
    size_t count;
    int reason;
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        cop_fail(error, "cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    while ((count = fread(block, 1, sizeof block, file)) > 0 && text.length <= FILE_SIZE_MAX)
        cop_text_add_bytes(&text, block, count);
    reason = ferror(file) ? errno : 0;
    fclose(file);
    if (reason != 0 || text.length > FILE_SIZE_MAX) {
        cop_fail(error, "cannot read %s: %s", path,
                 reason != 0 ? strerror(reason) : "it is larger than 64 MiB");
        cop_text_free(&text);
        return NULL;
    }
    *length = text.length;
    return text.room > 0 ? text.bytes : cop_allocate(1);
}

/* The game's own start, or the position that the words describe. */
bool cop_setup_at(struct cop_setup *setup, const char *position, uint64_t seed,
                  struct cop_error *error)
{
    struct cop_record record = {.game = cop_copy_string(setup->game->name), .seed = seed};

    if (position[0] != '\0')
        record.position = cop_copy_string(position);
    if (!cop_course_open(&setup->course, setup->game, &record, error))
        return false;
    if (position[0] != '\0')
        cop_course_lay_open(&setup->course);
    return true;
}

bool cop_setup_start(struct cop_setup *setup, const char *spec, uint64_t seed,
                     struct cop_error *error)
{
    *setup = (struct cop_setup){.game = cop_game_open(spec, error)};
    return setup->game != NULL && cop_setup_at(setup, "", seed, error);
}

static cop_game_opener *opener(const struct cop_setup_words *words)
{
    return words->open != NULL ? words->open : cop_game_open;
}

/* The record's game must be the one in setup->game, or comes there if there is none. */
static bool set_up_from_sgf(struct cop_setup *setup, const struct cop_setup_words *words,
                            struct cop_error *error)
{
    struct cop_record record;
    struct cop_game *game = NULL;
    bool was_over;

    if (!cop_record_read_sgf(words->sgf, words->sgf_length, opener(words), &record, &game, error))
        return false;
    if (setup->game == NULL) {
        setup->game = game;
    } else {
        bool is_same = strcmp(game->name, setup->game->name) == 0;

        if (!is_same)
            cop_fail(error, "this is a game of %s, not of %s", game->name, setup->game->name);
        cop_game_close(game);
        if (!is_same) {
            cop_record_free(&record);
            return false;
        }
    }
    was_over = record.result != NULL;
    if (!cop_course_open(&setup->course, setup->game, &record, error))
        return false;
    if (was_over)
        cop_course_lay_open(&setup->course);
    return true;
}

bool cop_setup_load(struct cop_setup *setup, const char *path, struct cop_error *error)
{
    size_t length;
    char *bytes = read_stream(path, &length, error);
    bool is_done;

    if (bytes == NULL)
        return false;
    is_done = set_up_from_sgf(setup, &(struct cop_setup_words){.sgf = bytes, .sgf_length = length},
                              error);
    free(bytes);
    return is_done || cop_fail_in(error, "%s", path);
}

bool cop_setup_play(struct cop_setup *setup, const char *moves, struct cop_error *error)
{
    struct cop_course *course = &setup->course;
    int first = cop_course_ply(course);

    if (moves != NULL && moves[0] != '\0' && !cop_course_play_words(course, moves, error))
        return false;
    for (int ply = first; ply < cop_course_ply(course); ply++)
        if (cop_move_is_secret(course->game, cop_course_state(course, ply),
                               course->record.moves[ply]))
            cop_course_lay_open(course);
    return true;
}

static bool read_words(struct cop_setup *setup, const struct cop_setup_words *words,
                       struct cop_error *error)
{
    const char *position = words->position != NULL ? words->position : "";

    if (words->sgf != NULL && position[0] != '\0')
        return cop_fail(error, "a position and a record both say where to start; give one of them");
    if (words->sgf == NULL && words->spec == NULL)
        return cop_fail(error, "no game is named; give one such as othello");
    if (words->spec != NULL) {
        setup->game = opener(words)(words->spec, error);
        if (setup->game == NULL)
            return false;
    }
    if (words->sgf != NULL ? !set_up_from_sgf(setup, words, error)
                           : !cop_setup_at(setup, position, words->seed, error))
        return false;
    return cop_setup_play(setup, words->moves, error);
}

bool cop_setup_read(struct cop_setup *setup, const struct cop_setup_words *words,
                    struct cop_error *error)
{
    *setup = (struct cop_setup){.game = NULL};
    if (read_words(setup, words, error))
        return true;
    cop_setup_close(setup);
    return false;
}

void cop_setup_close(struct cop_setup *setup)
{
    cop_course_close(&setup->course);
    cop_game_close(setup->game);
    *setup = (struct cop_setup){.game = NULL};
}

void cop_setup_seat_person(struct cop_setup *setup, int seat)
{
    const char *before = setup->course.record.players[seat];

    if (before != NULL && strcmp(before, "human") != 0)
        cop_course_lay_open(&setup->course);
}

static bool says_no_limit(const char *words)
{
    static const char *const ends[] = {"time", "sims", "nodes", "depth"};
    struct cop_settings *settings = cop_settings_parse("limit", cop_limit_options(), words, NULL);
    bool is_said = false;

    for (int i = 0; i < 4 && settings != NULL; i++)
        is_said = is_said || cop_given(settings, ends[i]);
    cop_settings_free(settings);
    return is_said;
}

bool cop_search_limits_parse(const char *words, struct cop_limits *limits, struct cop_error *error)
{
    if (!cop_limits_parse(words, limits, error))
        return false;
    if (limits->clock > 0.0)
        return cop_fail(error, "a clock is for whole games of a match; here give a time for one "
                               "search, such as 1s");
    if (limits->time > 0.0 || limits->sims > 0 || limits->nodes > 0 || limits->depth > 0)
        return true;
    if (says_no_limit(words))
        return cop_fail(error,
                        "the limit '%.100s' never ends a search; give a time, sims, nodes "
                        "or depth above 0, such as 1s or sims=10k",
                        words);
    limits->time = 1.0;
    return true;
}
