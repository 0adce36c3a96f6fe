/* searches.c - searches that are no part of a game, one row each. */
#include "store/results.h"
#include "store/sql.h"
#include "store/store_private.h"

bool cop_store_add_search(struct cop_store *store, int64_t match, int number, const char *found,
                          struct cop_error *error)
{
    sqlite3_stmt *statement;
    bool good = false;

    if (!cop_store_begin(store, error))
        return false;
    statement = cop_store_prepare(store, SQL_ADD_SEARCH, error);
    if (statement != NULL) {
        sqlite3_bind_int64(statement, 1, match);
        sqlite3_bind_int(statement, 2, number);
        cop_store_bind_origin(store, statement, 3);
        sqlite3_bind_text(statement, 4, found, -1, SQLITE_STATIC);
        good = cop_store_finish(store, statement, error);
    }
    if (!good && sqlite3_extended_errcode(store->database) == SQLITE_CONSTRAINT_PRIMARYKEY)
        cop_fail(error,
                 "search %d is in '%s' already: another program is making the same searches; let "
                 "one of them finish",
                 number, cop_store_name(store));
    return cop_store_end(store, good, error);
}

bool cop_store_each_search(struct cop_store *store, int64_t match, cop_each_search *each,
                           void *context, struct cop_error *error)
{
    int answer = SQLITE_ERROR;
    sqlite3_stmt *rows;

    pthread_mutex_lock(&store->lock);
    rows = cop_store_prepare(store, SQL_EACH_SEARCH, error);
    if (rows != NULL) {
        sqlite3_bind_int64(rows, 1, match);
        while ((answer = sqlite3_step(rows)) == SQLITE_ROW)
            each(context, sqlite3_column_int(rows, 0), (const char *)sqlite3_column_text(rows, 2),
                 sqlite3_column_int64(rows, 1));
        if (answer != SQLITE_DONE)
            cop_store_fail(store, error);
        sqlite3_finalize(rows);
    }
    pthread_mutex_unlock(&store->lock);
    return answer == SQLITE_DONE;
}
