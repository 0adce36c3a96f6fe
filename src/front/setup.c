/* setup.c - a game and a position from the words of a command line. */
#include "front/setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/position_view.h"

/* Far more than any record of a game; keeps a slip like /dev/zero from filling the memory. */
enum { FILE_SIZE_MAX = 64 << 20 };

char *cop_file_read(const char *path, size_t *length, struct cop_error *error)
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

static void lay_open(struct cop_setup *setup)
{
    if (setup->game->is_hidden && setup->record.seen == NULL)
        setup->record.seen = cop_copy_string("all");
}

/* The game's own start, or the position that the words describe. */
static bool set_up(struct cop_setup *setup, const char *position, uint64_t seed,
                   struct cop_error *error)
{
    struct cop_rng rng;

    setup->state = cop_allocate(setup->game->state_size);
    setup->record.game = cop_copy_string(setup->game->name);
    setup->record.seed = seed;
    if (position[0] != '\0') {
        setup->record.position = cop_copy_string(position);
        lay_open(setup);
        return cop_position_read(setup->game, position, setup->state, error);
    }
    cop_rng_seed(&rng, seed);
    setup->game->rules->start(setup->game, setup->state, &rng);
    return true;
}

bool cop_setup_start(struct cop_setup *setup, const char *spec, uint64_t seed,
                     struct cop_error *error)
{
    *setup = (struct cop_setup){.game = cop_game_open(spec, error)};
    return setup->game != NULL && set_up(setup, "", seed, error);
}

static bool replay(struct cop_setup *setup, struct cop_error *error)
{
    const struct cop_record *record = &setup->record;

    setup->state = cop_allocate(setup->game->state_size);
    if (!cop_record_start(record, setup->game, setup->state, error))
        return false;
    for (int i = 0; i < record->move_count; i++)
        setup->game->rules->play(setup->game, setup->state, record->moves[i]);
    return true;
}

static void note_move(void *context, const void *before, cop_move move)
{
    struct cop_setup *setup = context;

    if (cop_move_is_secret(setup->game, before, move))
        lay_open(setup);
    cop_record_add(&setup->record, move, NULL);
}

/* The record's game must be the one in setup->game, or comes there if there is none. */
static bool set_up_from_sgf(struct cop_setup *setup, const char *bytes, size_t length,
                            struct cop_error *error)
{
    struct cop_game *game = NULL;

    if (!cop_record_read_sgf(bytes, length, cop_game_open, &setup->record, &game, error))
        return false;
    if (setup->game == NULL) {
        setup->game = game;
    } else {
        bool is_same = strcmp(game->name, setup->game->name) == 0;

        if (!is_same)
            cop_fail(error, "this is a game of %s, not of %s", game->name, setup->game->name);
        cop_game_close(game);
        if (!is_same)
            return false;
    }
    if (setup->record.result != NULL)
        lay_open(setup);
    return replay(setup, error);
}

static bool set_up_from_file(struct cop_setup *setup, const char *path, struct cop_error *error)
{
    size_t length;
    char *bytes = cop_file_read(path, &length, error);
    bool is_done;

    if (bytes == NULL)
        return false;
    is_done = set_up_from_sgf(setup, bytes, length, error);
    free(bytes);
    return is_done || cop_fail_in(error, "%s", path);
}

static bool play_moves(struct cop_setup *setup, const char *moves, struct cop_error *error)
{
    return moves == NULL || moves[0] == '\0' ||
           cop_moves_play(setup->game, setup->state, moves, note_move, setup, error);
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
        setup->game = cop_game_open(words->spec, error);
        if (setup->game == NULL)
            return false;
    }
    if (words->sgf != NULL ? !set_up_from_sgf(setup, words->sgf, words->sgf_length, error)
                           : !set_up(setup, position, words->seed, error))
        return false;
    return play_moves(setup, words->moves, error);
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

int cop_setup_open(struct cop_setup *setup, const char *spec, const struct cop_settings *options,
                   struct cop_error *error)
{
    const char *position = cop_words(options, "position");
    const char *path = cop_words(options, "sgf");
    int status = COP_USAGE;

    *setup = (struct cop_setup){.game = NULL};
    if (position[0] != '\0' && path[0] != '\0') {
        cop_fail(error, "--position and --sgf both say where to start; give one of them");
        return COP_USAGE;
    }
    if (spec == NULL && path[0] == '\0') {
        cop_fail(error, "which game? Name one, such as connect4, or a file with --sgf");
        return COP_USAGE;
    }
    if (spec != NULL)
        setup->game = cop_game_open(spec, error);
    if (spec != NULL && setup->game == NULL)
        return COP_USAGE;
    if (path[0] != '\0')
        status = set_up_from_file(setup, path, error) ? COP_DONE : COP_FAILED;
    else if (set_up(setup, position, (uint64_t)cop_integer(options, "seed"), error))
        status = COP_DONE;
    if (status == COP_DONE && !play_moves(setup, cop_words(options, "moves"), error))
        status = COP_USAGE;
    if (status != COP_DONE)
        cop_setup_close(setup);
    return status;
}

void cop_setup_close(struct cop_setup *setup)
{
    free(setup->state);
    cop_record_free(&setup->record);
    cop_game_close(setup->game);
    *setup = (struct cop_setup){.game = NULL};
}

void cop_setup_seat_person(struct cop_setup *setup, int seat)
{
    const char *before = setup->record.players[seat];

    if (before != NULL && strcmp(before, "human") != 0)
        lay_open(setup);
}

static bool says_no_limit(const char *words)
{
    static const char *const ends[] = {"time", "sims", "nodes", "depth"};
    struct cop_settings *settings = cop_settings_parse("limit", cop_limit_options, words, NULL);
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
