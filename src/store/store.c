/* store.c - opening an SQLite file as ours or not at all, and saying why not.
 *
 * Nothing is written before the file is known to be new or ours. */
#include "store/store.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/sql.h"
#include "store/store_private.h"

enum { BUSY_MILLISECONDS = 3000 };

static const struct cop_store_format results_format = {
    .application = SQL_APPLICATION,
    .version = SQL_VERSION,
    .what = "store",
    .steps = {SQL_SCHEMA, SQL_UPGRADE_1, SQL_UPGRADE_2},
};

const char *cop_store_name(const struct cop_store *store)
{
    return store->name;
}

/* SQLite does not always keep why the system refused a write, so a limit on the size of files or a
 * quota looks like a failing disk. */
static bool is_write_failure(int code)
{
    return (code & 0xff) == SQLITE_FULL || code == SQLITE_IOERR_WRITE ||
           code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_TRUNCATE ||
           code == SQLITE_IOERR_SHMSIZE;
}

bool cop_store_fail(const struct cop_store *store, struct cop_error *error)
{
    int code = sqlite3_extended_errcode(store->database);
    int reason = sqlite3_system_errno(store->database);
    const char *name = store->name;

    if (is_write_failure(code))
        return cop_fail(error,
                        "cannot write to '%s': the disk is full or failing; what was stored before "
                        "is safe; make room and run again to go on",
                        name);
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        return cop_fail(error, "'%s' is not a Coppice %s; choose another file", name,
                        store->format->what);
    case SQLITE_CORRUPT:
        return cop_fail(error,
                        "'%s' is damaged (%s); restore it from a copy, or save what can be read "
                        "with: sqlite3 '%s' .recover",
                        name, sqlite3_errmsg(store->database), name);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return cop_fail(error,
                        "another program is writing to '%s'; wait until it ends or choose another "
                        "file",
                        name);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return cop_fail(error, "'%s' cannot be written; check its permissions and its directory's",
                        name);
    case SQLITE_CANTOPEN:
        return cop_fail(error, "cannot open or make '%s': %s; check that its directory exists",
                        name, reason != 0 ? strerror(reason) : sqlite3_errmsg(store->database));
    default:
        return cop_fail(error, "'%s': %s%s%s", name, sqlite3_errmsg(store->database),
                        reason != 0 ? ": " : "", reason != 0 ? strerror(reason) : "");
    }
}

bool cop_store_do(struct cop_store *store, const char *sql, struct cop_error *error)
{
    if (sqlite3_exec(store->database, sql, NULL, NULL, NULL) != SQLITE_OK)
        return cop_store_fail(store, error);
    return true;
}

sqlite3_stmt *cop_store_prepare(struct cop_store *store, const char *sql, struct cop_error *error)
{
    sqlite3_stmt *statement = NULL;

    if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) != SQLITE_OK)
        cop_store_fail(store, error);
    return statement;
}

bool cop_store_finish(struct cop_store *store, sqlite3_stmt *statement, struct cop_error *error)
{
    bool good = sqlite3_step(statement) == SQLITE_DONE;

    if (!good)
        cop_store_fail(store, error);
    sqlite3_finalize(statement);
    return good;
}

void cop_store_bind_origin(const struct cop_store *store, sqlite3_stmt *statement, int place)
{
    if (store->origin != 0)
        sqlite3_bind_int64(statement, place, store->origin);
    else
        sqlite3_bind_null(statement, place);
}

bool cop_store_begin(struct cop_store *store, struct cop_error *error)
{
    pthread_mutex_lock(&store->lock);
    if (cop_store_do(store, SQL_BEGIN, error))
        return true;
    pthread_mutex_unlock(&store->lock);
    return false;
}

bool cop_store_end(struct cop_store *store, bool good, struct cop_error *error)
{
    bool kept = good && cop_store_do(store, SQL_COMMIT, error);

    if (!kept && !sqlite3_get_autocommit(store->database))
        cop_store_do(store, SQL_ROLLBACK, NULL);
    pthread_mutex_unlock(&store->lock);
    return kept;
}

/* The first column of the only row, as a number and, if `words` is not NULL, as a copy of its text.
 */
static bool ask(struct cop_store *store, const char *sql, int64_t *number, char **words,
                struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, sql, error);
    bool good = statement != NULL && sqlite3_step(statement) == SQLITE_ROW;

    if (good && words != NULL)
        *words = strdup((const char *)sqlite3_column_text(statement, 0));
    if (good && number != NULL)
        *number = sqlite3_column_int64(statement, 0);
    if (statement != NULL && !good)
        cop_store_fail(store, error);
    sqlite3_finalize(statement);
    return good;
}

/* New (no tables, nobody's number: version 0), ours, of an earlier version, or an error. */
static bool find_owner(struct cop_store *store, int64_t *version, struct cop_error *error)
{
    int64_t application, tables;
    bool is_new;

    if (!ask(store, SQL_READ_APPLICATION, &application, NULL, error) ||
        !ask(store, SQL_READ_VERSION, version, NULL, error) ||
        !ask(store, SQL_COUNT_TABLES, &tables, NULL, error))
        return false;
    is_new = application == 0 && tables == 0;
    if (is_new)
        *version = 0;
    if (!is_new && application != store->format->application)
        return cop_fail(error, "'%s' is %s, not a Coppice %s; choose another file", store->name,
                        application == SQL_APPLICATION            ? "a store of games"
                        : application == SQL_BOOK_APPLICATION     ? "an opening book"
                        : application == SQL_EXPLORED_APPLICATION ? "an index of positions"
                                                                  : "a database of another program",
                        store->format->what);
    if (!is_new && *version < 1)
        return cop_fail(error, "'%s' is damaged (its version is missing); restore it from a copy",
                        store->name);
    if (*version > store->format->version)
        return cop_fail(error,
                        "'%s' was written by a newer Coppice (%s version %lld, this program "
                        "knows up to %d); update the program or choose another file",
                        store->name, store->format->what, (long long)*version,
                        store->format->version);
    if (store->is_reading)
        return !is_new || cop_fail(error, "'%s' is empty; choose another file", store->name);
    if (sqlite3_db_readonly(store->database, "main") == 1)
        return cop_fail(error, "'%s' cannot be written; check its permissions and its directory's",
                        store->name);
    return true;
}

/* A sound file answers "ok". */
static bool check_pages(struct cop_store *store, struct cop_error *error)
{
    char *answer = NULL;
    bool good = ask(store, SQL_CHECK, NULL, &answer, error);

    if (good && (answer == NULL || strcmp(answer, "ok") != 0))
        good = cop_fail(error,
                        "'%s' is damaged (%s); restore it from a copy, or save what can be read "
                        "with: sqlite3 '%s' .recover",
                        store->name, answer != NULL ? answer : "out of memory", store->name);
    free(answer);
    return good;
}

/* Another process may have made the tables since the first look, hence the second. */
static bool make_tables(struct cop_store *store, struct cop_error *error)
{
    const struct cop_store_format *format = store->format;
    int64_t version;
    bool good;

    if (!cop_store_begin(store, error))
        return false;
    good = find_owner(store, &version, error) &&
           (version == format->version || cop_store_do(store, format->steps[version], error));
    return cop_store_end(store, good, error);
}

/* All of it at one moment: another process may be making the tables. */
static bool look_for_owner(struct cop_store *store, int64_t *version, struct cop_error *error)
{
    bool good;

    if (!cop_store_do(store, SQL_BEGIN_READING, error))
        return false;
    good = find_owner(store, version, error);
    return cop_store_do(store, SQL_COMMIT, good ? error : NULL) && good;
}

/* Who changes the kind of journal does not wait for others by itself. */
static bool apply_settings(struct cop_store *store, struct cop_error *error)
{
    enum { NAP = 10 };

    for (int waited = 0;; waited += NAP) {
        int code = sqlite3_exec(store->database, SQL_SETTINGS, NULL, NULL, NULL);

        if (code == SQLITE_OK)
            return true;
        if ((code & 0xff) != SQLITE_BUSY || waited >= BUSY_MILLISECONDS)
            return cop_store_fail(store, error);
        sqlite3_sleep(NAP);
    }
}

static bool prepare_file(struct cop_store *store, struct cop_error *error)
{
    int64_t version;

    sqlite3_extended_result_codes(store->database, 1);
    sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
    if (!look_for_owner(store, &version, error))
        return false;
    if (version > 0 && !store->format->is_unchecked && !check_pages(store, error))
        return false;
    if (store->is_reading)
        return true;
    return apply_settings(store, error) &&
           (version == store->format->version || make_tables(store, error));
}

/* SQLite would put its journal beside a device and write into it. */
static bool check_kind(const char *path, struct cop_error *error)
{
    struct stat about;

    if (path == NULL || stat(path, &about) != 0 || S_ISREG(about.st_mode))
        return true;
    return cop_fail(error, "cannot open '%s' as a store: it is %s; choose another name", path,
                    S_ISDIR(about.st_mode) ? "a directory" : "not an ordinary file");
}

static struct cop_store *make_store(const char *path, const struct cop_store_format *format,
                                    bool is_reading, struct cop_error *error)
{
    struct cop_store *store = calloc(1, sizeof *store);

    if (store == NULL || (store->name = strdup(path != NULL ? path : "memory")) == NULL) {
        free(store);
        cop_fail(error, "out of memory");
        return NULL;
    }
    store->format = format;
    store->is_reading = is_reading;
    pthread_mutex_init(&store->lock, NULL);
    return store;
}

static bool connect(struct cop_store *store, const char *path, struct cop_error *error)
{
    int flags =
        store->is_reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

    if (sqlite3_open_v2(path != NULL ? path : ":memory:", &store->database,
                        flags | SQLITE_OPEN_FULLMUTEX, NULL) != SQLITE_OK)
        return cop_store_fail(store, error);
    return prepare_file(store, error);
}

/* Whoever closes a store last removes the files beside it, and who opens it at that moment is told
 * that they are missing though the store is not. */
static bool has_lost_a_race(const struct cop_store *store)
{
    int code = sqlite3_extended_errcode(store->database) & 0xff;

    return (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) &&
           sqlite3_system_errno(store->database) == ENOENT;
}

static struct cop_store *open_file(const char *path, const struct cop_store_format *format,
                                   bool is_reading, struct cop_error *error)
{
    enum { TRIES = 20, NAP = 10 };
    struct stat about;

    if (!check_kind(path, error))
        return NULL;
    for (int tries = 1;; tries++) {
        struct cop_store *store = make_store(path, format, is_reading, error);
        bool again;

        if (store == NULL || connect(store, path, error))
            return store;
        again = tries < TRIES && has_lost_a_race(store) && stat(path, &about) == 0;
        cop_store_close(store);
        if (!again)
            return NULL;
        sqlite3_sleep(NAP);
    }
}

struct cop_store *cop_store_open(const char *path, struct cop_error *error)
{
    return open_file(path, &results_format, false, error);
}

struct cop_store *cop_store_open_games(const char *path, struct cop_error *error)
{
    static const struct cop_store_format format = {
        .application = SQL_APPLICATION,
        .version = SQL_VERSION,
        .what = "store",
        .is_unchecked = true,
    };

    return open_file(path, &format, true, error);
}

struct cop_store *cop_store_open_as(const char *path, const struct cop_store_format *format,
                                    struct cop_error *error)
{
    return open_file(path, format, false, error);
}

struct cop_store *cop_store_open_reading(const char *path, const struct cop_store_format *format,
                                         struct cop_error *error)
{
    return open_file(path, format, true, error);
}

void cop_store_close(struct cop_store *store)
{
    if (store == NULL)
        return;
    sqlite3_close(store->database);
    pthread_mutex_destroy(&store->lock);
    free(store->name);
    free(store);
}
