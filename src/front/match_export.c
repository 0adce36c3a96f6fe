/* match_export.c - a collection in one file, written beside its place and then moved there, or one
 * file for each game. What is not an ordinary file (a pipe, a device, a symbolic link) is written
 * directly: moving a file there would replace it. */
#include "front/match_export.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "game/pgn.h"

const char *const cop_export_words[COP_EXPORT_FORMS] = {"sgf", "pgn"};

struct games_file {
    const char *path;
    const struct cop_game *game;
    enum cop_export_form form;
    struct cop_text text; /* of one game, if it is not SGF */
    FILE *file;           /* the collection; NULL: a file for each game */
    bool is_direct;       /* the collection is not moved to its place but written there */
    int problem;          /* the first errno; 0: none */
    struct cop_text where;
};

static bool is_directory(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool refuse(const char *path, int problem, struct cop_error *error)
{
    return cop_fail(error, "cannot write games to '%s': %s", path, strerror(problem));
}

static bool is_special(const char *path)
{
    struct stat about;

    return lstat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

static void name_part(const char *path, struct cop_text *name)
{
    cop_text_add(name, "%s.part", path);
}

static bool check_directory(const char *path, struct cop_error *error)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return refuse(path, errno, error);
    if (access(path, W_OK | X_OK) != 0)
        return refuse(path, errno, error);
    return true;
}

bool cop_export_check(const char *path, struct cop_error *error)
{
    size_t length = strlen(path);
    struct cop_text part = COP_TEXT;
    FILE *file;
    int problem;

    if (is_directory(path) || path[length - 1] == '/')
        return check_directory(path, error);
    if (!cop_file_is_no_database(path, error))
        return false;
    if (is_special(path)) /* opening a pipe would wait for its reader */
        return access(path, W_OK) == 0 || refuse(path, errno, error);
    name_part(path, &part);
    file = fopen(part.bytes, "w");
    problem = errno;
    if (file != NULL) {
        fclose(file);
        remove(part.bytes);
    }
    cop_text_free(&part);
    return file != NULL || refuse(path, problem, error);
}

/* A stored game is SGF. One that cannot be read, which a file changed by hand may have, is written
 * as an empty line. */
static const char *words_of(struct games_file *out, const struct cop_game_result *result)
{
    struct cop_pgn_place place = {.fixture = result->fixture + 1,
                                  .number = result->number + 1,
                                  .ending =
                                      result->reason != NULL ? result->reason : result->ending};
    struct cop_record record = {0};

    if (out->form == COP_EXPORT_SGF)
        return result->sgf;
    cop_text_clear(&out->text);
    if (cop_record_read_game(result->sgf, strlen(result->sgf), out->game, &record, NULL))
        cop_record_write_pgn(&record, out->game, &place, &out->text, NULL);
    cop_record_free(&record);
    return out->text.bytes;
}

/* A file of its own: fixture and number, counted from 1. */
static void write_file(struct games_file *out, const struct cop_game_result *result)
{
    FILE *file;
    bool good;

    cop_text_clear(&out->where);
    cop_text_add(&out->where, "%s/%d-%06d.%s", out->path, result->fixture + 1, result->number + 1,
                 cop_export_words[out->form]);
    errno = EIO;
    file = fopen(out->where.bytes, "w");
    good = file != NULL && fputs(words_of(out, result), file) >= 0;
    if (file != NULL)
        good = fclose(file) == 0 && good;
    if (!good)
        out->problem = errno;
}

static void write_game(void *context, const struct cop_game_result *result)
{
    struct games_file *out = context;

    if (out->problem != 0)
        return;
    if (out->file == NULL)
        write_file(out, result);
    else if (fputs(words_of(out, result), out->file) < 0 || fputc('\n', out->file) < 0)
        out->problem = errno;
}

static void open_collection(struct games_file *out)
{
    struct cop_text part = COP_TEXT;

    name_part(out->path, &part);
    out->is_direct = is_special(out->path);
    out->file = fopen(out->is_direct ? out->path : part.bytes, "w");
    out->problem = out->file == NULL ? errno : 0;
    cop_text_free(&part);
}

/* Ends the collection: all of it goes to its place, or nothing. */
static void close_collection(struct games_file *out, bool good)
{
    struct cop_text part = COP_TEXT;

    if (fclose(out->file) != 0 && out->problem == 0)
        out->problem = errno;
    if (out->is_direct)
        return;
    name_part(out->path, &part);
    if (out->problem == 0 && good && rename(part.bytes, out->path) != 0)
        out->problem = errno;
    if (out->problem != 0 || !good)
        remove(part.bytes);
    cop_text_free(&part);
}

bool cop_export_games(const struct cop_match_plan *plan, struct cop_store *store, const char *path,
                      enum cop_export_form form, struct cop_error *error)
{
    struct games_file out = {
        .path = path, .game = plan->game, .form = form, .text = COP_TEXT, .where = COP_TEXT};
    bool good;

    if (!is_directory(path)) {
        if (!cop_file_is_no_database(path, error)) /* the match's own store may be there by now */
            return false;
        open_collection(&out);
        if (out.file == NULL)
            return refuse(path, out.problem, error);
    }
    good = cop_match_each(plan, store, write_game, &out, error);
    if (out.file != NULL)
        close_collection(&out, good);
    cop_text_free(&out.where);
    cop_text_free(&out.text);
    if (good && out.problem != 0)
        return refuse(path, out.problem, error);
    return good;
}
