/* setup_options.c - from the options of a command to its position. */
#include "front/setup_options.h"

#include <stdio.h>
#include <string.h>

#include "agent/notes.h"
#include "base/allocate.h"
#include "database/database.h"

char *cop_spec_for_people(const char *spec)
{
    struct cop_game *game = cop_game_open(spec, NULL);
    struct cop_settings *settings;
    struct cop_text text = COP_TEXT;
    char *proposed;

    if (game == NULL)
        return cop_copy_string(spec);
    settings = cop_settings_copy(game->settings);
    for (struct cop_option_walk walk = cop_options_walk(game->rules->options);
         cop_options_next(&walk);)
        if (walk.option->proposed != NULL && !cop_given(game->settings, walk.option->name))
            cop_settings_set(settings, game->rules->name, walk.option->name, walk.option->proposed,
                             NULL);
    cop_spec_write(game->rules->name, settings, &text);
    proposed = cop_copy_string(text.bytes);
    cop_text_free(&text);
    cop_settings_free(settings);
    cop_game_close(game);
    return proposed;
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
        status = cop_setup_load(setup, path, error) ? COP_DONE : COP_FAILED;
    else if (cop_setup_at(setup, position, (uint64_t)cop_integer(options, "seed"), error))
        status = COP_DONE;
    if (status == COP_DONE && !cop_setup_play(setup, cop_words(options, "moves"), error))
        status = COP_USAGE;
    if (status != COP_DONE)
        cop_setup_close(setup);
    return status;
}

void cop_say_notes(const struct cop_game *game, const char *spec, const struct cop_limits *limits)
{
    struct cop_text notes = COP_TEXT;
    const char *line;

    cop_agent_notes(game, spec, limits, &notes);
    line = notes.bytes;
    while (line != NULL && *line != '\0') {
        int length = (int)strcspn(line, "\n");

        fprintf(stderr, "note: %.*s\n", length, line);
        line += length + 1;
    }
    cop_text_free(&notes);
}

void cop_setup_warn(const struct cop_game *game)
{
    struct cop_text faults = COP_TEXT;

    if (game->rules->indexing != NULL)
        cop_database_close(cop_database_open(game, NULL, &faults));
    fputs(faults.bytes, stderr);
    cop_text_free(&faults);
}
