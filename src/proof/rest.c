/* rest.c - lines about databases, and the files that they name. */
#include "proof/rest.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "proof/write.h"

void cop_rest_close(struct cop_rest *rest)
{
    cop_database_close(rest->database);
    free(rest->is_named);
    free(rest->sums);
    *rest = (struct cop_rest){NULL};
}

/* The class that is named first, or -1. */
static int class_of(const struct cop_game *game, const char *words)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    int found = -1;

    for (int i = 0; found < 0 && i < indexing->classes(game); i++) {
        struct cop_text name = COP_TEXT;

        indexing->name(game, i, &name);
        if (strncmp(words, name.bytes, name.length) == 0 && words[name.length] == ' ')
            found = i;
        cop_text_free(&name);
    }
    return found;
}

bool cop_rest_read(struct cop_rest *rest, const struct cop_game *game, const char *words,
                   struct cop_error *error)
{
    struct cop_text line = COP_TEXT;
    int number, classes;
    bool is_line;

    if (!cop_database_fits(game, error))
        return false;
    classes = game->rules->indexing->classes(game);
    if (rest->is_named == NULL) {
        rest->is_named = cop_allocate((size_t)classes * sizeof *rest->is_named);
        rest->sums = cop_allocate((size_t)classes * sizeof *rest->sums);
    }
    number = class_of(game, words);
    if (number < 0 || rest->is_named[number])
        return cop_fail(error, "\"%.60s\" begins with %s", words,
                        number < 0 ? "no class of the game" : "a class that was named before");
    rest->sums[number] = strtoull(strchr(words, ' ') + 1, NULL, 16);
    cop_proof_write_class(game, number, rest->sums[number], &line);
    is_line = strcmp(line.bytes, words) == 0 ||
              cop_fail(error, "\"%.60s\" is not as \"%.60s\" is: class, checksum, database", words,
                       line.bytes);
    cop_text_free(&line);
    rest->is_named[number] = is_line;
    rest->classes++;
    if (game->rules->indexing->pieces(game, number) > rest->pieces)
        rest->pieces = game->rules->indexing->pieces(game, number);
    return is_line;
}

/* What a person can do about a file. */
static bool fail_for(const struct cop_game *game, const char *folder, int class_number,
                     const char *why, struct cop_error *error)
{
    struct cop_text path = COP_TEXT, command = COP_TEXT;

    if (cop_database_folder(game, folder, &path)) {
        cop_text_add(&path, "/");
        game->rules->indexing->name(game, class_number, &path);
        cop_text_add(&path, ".values");
    }
    cop_text_add(&command, "coppice database build \"%s\" --pieces %d", game->name,
                 game->rules->indexing->pieces(game, class_number));
    cop_fail(error, "the proof rests on %.300s, %.300s; what it needs is built by: %.200s",
             path.bytes, why, command.bytes);
    cop_text_free(&path);
    cop_text_free(&command);
    return false;
}

static bool check_file(const struct cop_rest *rest, const struct cop_game *game, const char *folder,
                       int class_number, struct cop_error *error)
{
    const struct cop_database_file *file =
        cop_database_file_of(rest->database, class_number, COP_DATABASE_VALUES);
    uint64_t sum;

    if (file == NULL)
        return fail_for(game, folder, class_number, "which is missing", error);
    if (!cop_database_file_sum(file, &sum, error))
        return false;
    return sum == rest->sums[class_number] ||
           fail_for(game, folder, class_number, "and this file has other values", error);
}

bool cop_rest_open(struct cop_rest *rest, const struct cop_game *game, const char *folder,
                   struct cop_error *error)
{
    struct cop_text faults = COP_TEXT;
    bool is_good;

    if (rest->classes == 0)
        return true;
    rest->database = cop_database_open_classes(game, folder, rest->is_named, &faults);
    is_good = faults.length == 0 ||
              cop_fail(error, "%.*s", (int)strcspn(faults.bytes, "\n"), faults.bytes);
    for (int i = 0; is_good && i < game->rules->indexing->classes(game); i++)
        is_good = !rest->is_named[i] || check_file(rest, game, folder, i, error);
    cop_text_free(&faults);
    return is_good;
}
