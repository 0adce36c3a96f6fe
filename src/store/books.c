/* books.c - opening books as SQLite files.
 *
 * Who writes holds a lock on the file beside SQLite's own, from the opening to the closing, so that
 * a second builder is told at once; the system takes it back from a killed program. */
#include "store/books.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/file.h"
#include "store/sql.h"
#include "store/store_private.h"

static const struct cop_store_format book_format = {
    .application = SQL_BOOK_APPLICATION,
    .version = SQL_BOOK_VERSION,
    .what = "book",
    .steps = {SQL_BOOK_SCHEMA},
};

struct cop_book_file {
    struct cop_store *store;
    int lock; /* the descriptor that holds it; -1: the book is only read */
    struct cop_book_about about;
    sqlite3_stmt *put, *put_move;
};

/* ---- What it was made of ---- */

static const char *copy_column(sqlite3_stmt *row, int column)
{
    const char *words = (const char *)sqlite3_column_text(row, column);

    return cop_copy_string(words != NULL ? words : "");
}

/* False without a message where nobody has begun the book. */
static bool read_about(struct cop_book_file *file, bool *is_begun, struct cop_error *error)
{
    sqlite3_stmt *row = cop_store_prepare(file->store, SQL_READ_BOOK, error);
    int answer = row != NULL ? sqlite3_step(row) : SQLITE_ERROR;

    *is_begun = answer == SQLITE_ROW;
    if (*is_begun)
        file->about = (struct cop_book_about){.game = copy_column(row, 0),
                                              .builder = copy_column(row, 1),
                                              .judge = copy_column(row, 2),
                                              .limit = copy_column(row, 3),
                                              .seed = sqlite3_column_int64(row, 4),
                                              .iterations = sqlite3_column_int64(row, 5),
                                              .seconds = sqlite3_column_double(row, 6),
                                              .made = copy_column(row, 7),
                                              .makers = copy_column(row, 8)};
    if (row != NULL && answer != SQLITE_ROW && answer != SQLITE_DONE)
        cop_store_fail(file->store, error);
    sqlite3_finalize(row);
    return answer == SQLITE_ROW || answer == SQLITE_DONE;
}

static bool write_about(struct cop_book_file *file, const struct cop_book_about *about,
                        struct cop_error *error)
{
    sqlite3_stmt *row = cop_store_prepare(file->store, SQL_ADD_BOOK, error);

    if (row == NULL)
        return false;
    sqlite3_bind_text(row, 1, about->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, about->builder, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 3, about->judge, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 4, about->limit, -1, SQLITE_STATIC);
    sqlite3_bind_int64(row, 5, about->seed);
    sqlite3_bind_int64(row, 6, about->iterations);
    sqlite3_bind_double(row, 7, about->seconds);
    return cop_store_finish(file->store, row, error);
}

const struct cop_book_about *cop_book_file_about(const struct cop_book_file *file)
{
    return &file->about;
}

/* ---- Opening ---- */

static bool take_lock(struct cop_book_file *file, const char *path, struct cop_error *error)
{
    struct cop_error held;

    cop_fail(&held,
             "another program is building the book '%s'; wait until it ends, or build another file",
             path);
    file->lock = cop_file_lock(path, held.message, error);
    return file->lock >= 0;
}

static bool prepare_changes(struct cop_book_file *file, struct cop_error *error)
{
    file->put = cop_store_prepare(file->store, SQL_PUT_NODE, error);
    file->put_move = file->put != NULL ? cop_store_prepare(file->store, SQL_PUT_MOVE, error) : NULL;
    return file->put_move != NULL;
}

static struct cop_book_file *new_file(void)
{
    struct cop_book_file *file = cop_allocate(sizeof *file);

    file->lock = -1;
    return file;
}

static struct cop_book_file *opened_or_closed(struct cop_book_file *file, bool is_good)
{
    if (is_good)
        return file;
    cop_book_file_close(file);
    return NULL;
}

/* Whoever is killed right after making the file leaves a book that was not begun. */
static bool begin_book(struct cop_book_file *file, const struct cop_book_about *about,
                       struct cop_error *error)
{
    bool is_begun;

    if (!read_about(file, &is_begun, error))
        return false;
    return is_begun || (write_about(file, about, error) && read_about(file, &is_begun, error));
}

struct cop_book_file *cop_book_file_build(const char *path, const struct cop_book_about *about,
                                          struct cop_error *error)
{
    struct cop_book_file *file = new_file();

    file->store = cop_store_open_as(path, &book_format, error);
    return opened_or_closed(file, file->store != NULL && take_lock(file, path, error) &&
                                      begin_book(file, about, error) &&
                                      prepare_changes(file, error));
}

struct cop_book_file *cop_book_file_read_only(const char *path, struct cop_error *error)
{
    struct cop_book_file *file;
    bool is_begun = true;

    if (access(path, F_OK) != 0) {
        cop_fail(error, "cannot read the book '%s': %s", path, strerror(errno));
        return NULL;
    }
    file = new_file();
    file->store = cop_store_open_reading(path, &book_format, error);
    if (file->store != NULL && read_about(file, &is_begun, error) && !is_begun)
        cop_fail(error, "'%s' is a book that was never begun; choose another file", path);
    return opened_or_closed(file, file->about.game != NULL);
}

/* The lock goes last: closing any descriptor of a file gives back SQLite's own locks on it. */
void cop_book_file_close(struct cop_book_file *file)
{
    if (file == NULL)
        return;
    sqlite3_finalize(file->put);
    sqlite3_finalize(file->put_move);
    if (file->store != NULL && file->lock >= 0)
        cop_store_do(file->store, SQL_ONE_FILE, NULL);
    cop_store_close(file->store);
    if (file->lock >= 0)
        close(file->lock);
    free((char *)file->about.game);
    free((char *)file->about.builder);
    free((char *)file->about.judge);
    free((char *)file->about.limit);
    free((char *)file->about.made);
    free((char *)file->about.makers);
    free(file);
}

/* ---- Reading ---- */

static double real_or_nan(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_NULL ? NAN
                                                           : sqlite3_column_double(row, column);
}

static const char *text_or_empty(sqlite3_stmt *row, int column)
{
    const char *words = (const char *)sqlite3_column_text(row, column);

    return words != NULL ? words : "";
}

/* Ends a walk over rows: whether all were seen. */
static bool finish_rows(struct cop_book_file *file, sqlite3_stmt *rows, int answer, bool is_good,
                        struct cop_error *error)
{
    if (is_good && answer != SQLITE_DONE)
        is_good = cop_store_fail(file->store, error);
    sqlite3_finalize(rows);
    return is_good;
}

static bool read_rows(struct cop_book_file *file, cop_each_book_row *each, void *context,
                      struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(file->store, SQL_EACH_NODE, error);
    bool is_good = rows != NULL;
    int answer = SQLITE_DONE;

    while (is_good && (answer = sqlite3_step(rows)) == SQLITE_ROW) {
        struct cop_book_row row = {.id = sqlite3_column_int(rows, 0),
                                   .depth = sqlite3_column_int(rows, 1),
                                   .position = text_or_empty(rows, 2),
                                   .visits = sqlite3_column_int64(rows, 3),
                                   .sum = real_or_nan(rows, 4),
                                   .early = real_or_nan(rows, 5),
                                   .value = real_or_nan(rows, 6),
                                   .is_permanent = sqlite3_column_int(rows, 7) != 0};

        is_good = each(context, &row, error);
    }
    return rows != NULL && finish_rows(file, rows, answer, is_good, error);
}

static bool read_moves(struct cop_book_file *file, cop_each_book_move *each, void *context,
                       struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(file->store, SQL_EACH_MOVE, error);
    bool is_good = rows != NULL;
    int answer = SQLITE_DONE;

    while (is_good && (answer = sqlite3_step(rows)) == SQLITE_ROW)
        is_good = each(context, sqlite3_column_int(rows, 0), text_or_empty(rows, 1),
                       sqlite3_column_int(rows, 2), error);
    return rows != NULL && finish_rows(file, rows, answer, is_good, error);
}

/* All of it at one moment: somebody may be building. */
bool cop_book_file_read(struct cop_book_file *file, cop_each_book_row *each_row,
                        cop_each_book_move *each_move, void *context, struct cop_error *error)
{
    bool is_good = cop_store_do(file->store, SQL_BEGIN_READING, error);

    if (!is_good)
        return false;
    is_good =
        read_rows(file, each_row, context, error) && read_moves(file, each_move, context, error);
    cop_store_do(file->store, SQL_COMMIT, NULL);
    return is_good;
}

/* ---- Changes ---- */

bool cop_book_file_begin(struct cop_book_file *file, struct cop_error *error)
{
    return cop_store_begin(file->store, error);
}

static void bind_real(sqlite3_stmt *row, int place, double value)
{
    if (isnan(value))
        sqlite3_bind_null(row, place);
    else
        sqlite3_bind_double(row, place, value);
}

static bool run_again(struct cop_book_file *file, sqlite3_stmt *row, struct cop_error *error)
{
    bool is_good = sqlite3_step(row) == SQLITE_DONE;

    if (!is_good)
        cop_store_fail(file->store, error);
    sqlite3_reset(row);
    return is_good;
}

bool cop_book_file_put(struct cop_book_file *file, const struct cop_book_row *row,
                       struct cop_error *error)
{
    sqlite3_bind_int(file->put, 1, row->id);
    sqlite3_bind_int(file->put, 2, row->depth);
    sqlite3_bind_text(file->put, 3, row->position, -1, SQLITE_STATIC);
    sqlite3_bind_int64(file->put, 4, row->visits);
    bind_real(file->put, 5, row->sum);
    bind_real(file->put, 6, row->early);
    bind_real(file->put, 7, row->value);
    sqlite3_bind_int(file->put, 8, row->is_permanent);
    return run_again(file, file->put, error);
}

bool cop_book_file_put_move(struct cop_book_file *file, int parent, int number, const char *move,
                            int child, struct cop_error *error)
{
    sqlite3_bind_int(file->put_move, 1, parent);
    sqlite3_bind_int(file->put_move, 2, number);
    sqlite3_bind_text(file->put_move, 3, move, -1, SQLITE_STATIC);
    sqlite3_bind_int(file->put_move, 4, child);
    return run_again(file, file->put_move, error);
}

bool cop_book_file_end(struct cop_book_file *file, bool good, int64_t iterations, double seconds,
                       struct cop_error *error)
{
    sqlite3_stmt *row = good ? cop_store_prepare(file->store, SQL_COUNT_BOOK, error) : NULL;

    if (row != NULL) {
        sqlite3_bind_int64(row, 1, iterations);
        sqlite3_bind_double(row, 2, seconds);
        good = cop_store_finish(file->store, row, error);
    } else {
        good = false;
    }
    good = cop_store_end(file->store, good, error);
    if (good) {
        file->about.iterations = iterations;
        file->about.seconds = seconds;
    }
    return good;
}

bool cop_book_file_made_by(struct cop_book_file *file, const char *words, struct cop_error *error)
{
    sqlite3_stmt *row = cop_store_prepare(file->store, SQL_ADD_MAKER, error);

    if (row == NULL)
        return false;
    sqlite3_bind_text(row, 1, words, -1, SQLITE_STATIC);
    return cop_store_finish(file->store, row, error);
}
