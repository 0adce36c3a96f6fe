/* built.c - see built.h. */
#include "built.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "database/database.h"

int database_fixture_open(void **context)
{
    struct fixture *fixture = cop_allocate(sizeof *fixture);

    *context = fixture;
    return folder_make(fixture->folder);
}

int database_fixture_close(void **context)
{
    struct fixture *fixture = *context;
    int status = folder_remove(fixture->folder);

    free(fixture);
    return status;
}

struct cop_game *open_game(const char *spec)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

void build(const struct fixture *fixture, const struct cop_game *game, int pieces, int threads,
           bool keeps_distances)
{
    struct cop_build_plan plan = {.game = game,
                                  .folder = fixture->folder,
                                  .pieces = pieces,
                                  .threads = threads,
                                  .keeps_distances = keeps_distances};
    struct cop_error error;
    bool is_stopped;

    if (!cop_database_build(&plan, &is_stopped, &error))
        fail_msg("%s", error.message);
    assert_false(is_stopped);
}

int class_named(const struct cop_game *game, const char *name)
{
    for (int i = 0; i < game->rules->indexing->classes(game); i++) {
        struct cop_text text = COP_TEXT;
        bool is_it;

        game->rules->indexing->name(game, i, &text);
        is_it = strcmp(text.bytes, name) == 0;
        cop_text_free(&text);
        if (is_it)
            return i;
    }
    fail_msg("there is no class %s", name);
    return -1;
}

struct cop_text path_of(const struct fixture *fixture, const struct cop_game *game,
                        int class_number)
{
    struct cop_text folder = COP_TEXT, path = COP_TEXT;

    assert_true(cop_database_folder(game, fixture->folder, &folder));
    cop_database_path(game, folder.bytes, class_number, COP_DATABASE_VALUES, &path);
    cop_text_free(&folder);
    return path;
}
