#include "lab/run/databases.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "database/build.h"
#include "lab/run/files.h"

/* ---- The folder ---- */

static char *make_folder(struct cop_error *error)
{
    const char *place = getenv("TMPDIR");
    char *folder =
        cop_path("%s/coppice-databases-XXXXXX", place != NULL && place[0] != '\0' ? place : "/tmp");

    if (mkdtemp(folder) != NULL)
        return folder;
    cop_fail(error,
             "%s: a folder for databases cannot be made: %s; let TMPDIR name one that can be "
             "written to",
             folder, strerror(errno));
    free(folder);
    return NULL;
}

/* Databases have a folder for each game and files in it, and no more. */
static void remove_folder(const char *folder, int depth)
{
    DIR *list = depth > 0 ? opendir(folder) : NULL;
    const struct dirent *entry;

    while (list != NULL && (entry = readdir(list)) != NULL) {
        char *path = cop_path("%s/%s", folder, entry->d_name);

        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlink(path) != 0)
            remove_folder(path, depth - 1);
        free(path);
    }
    if (list != NULL)
        closedir(list);
    rmdir(folder);
}

void cop_lab_databases_remove(struct cop_lab_databases *databases)
{
    if (databases->folder != NULL)
        remove_folder(databases->folder, 2);
    free(databases->folder);
    *databases = (struct cop_lab_databases){0};
}

/* ---- What is in it ---- */

static int64_t count_numbers(const struct cop_game *game, int pieces)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    int64_t count = 0;

    for (int class_number = 0; class_number < indexing->classes(game); class_number++)
        if (indexing->pieces(game, class_number) <= pieces)
            count += indexing->count(game, class_number);
    return count;
}

bool cop_lab_databases_build(struct cop_lab_databases *databases, const struct cop_game *game,
                             int pieces, const atomic_bool *stop, bool *is_stopped,
                             struct cop_error *error)
{
    struct cop_build_plan plan = {.game = game, .pieces = pieces, .threads = 1, .stop = stop};
    double start = cop_now();

    *is_stopped = false;
    *databases = (struct cop_lab_databases){.folder = make_folder(error)};
    if (databases->folder == NULL)
        return false;
    plan.folder = databases->folder;
    if (pieces > 0 &&
        (!cop_database_fits(game, error) || !cop_database_build(&plan, is_stopped, error)))
        return false;
    databases->numbers = pieces > 0 ? count_numbers(game, pieces) : 0;
    databases->seconds = cop_now() - start;
    return true;
}
