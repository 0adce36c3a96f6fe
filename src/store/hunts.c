/* hunts.c - hunts in a store: numbers for searches, and games that are better than those before.
 *
 * Numbers are handed out and games compared inside a transaction that nobody else can write beside,
 * so that any number of processes agree on both. */
#include "store/hunts.h"

#include <limits.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "store/results.h"
#include "store/sql.h"
#include "store/store_private.h"

/* Whether the store has the hunt of other boards. */
static bool check_alone(struct cop_store *store, const char *boards, struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, SQL_COUNT_OTHER_HUNTS, error);
    int answer;
    bool has_others;

    if (statement == NULL)
        return false;
    sqlite3_bind_text(statement, 1, boards, -1, SQLITE_STATIC);
    answer = sqlite3_step(statement);
    has_others = answer == SQLITE_ROW && sqlite3_column_int64(statement, 0) > 0;
    if (answer != SQLITE_ROW)
        cop_store_fail(store, error);
    sqlite3_finalize(statement);
    if (answer != SQLITE_ROW)
        return false;
    return !has_others || cop_fail(error,
                                   "'%s' has the best games of other boards; give the boards that "
                                   "it was begun with, or another file",
                                   cop_store_name(store));
}

/* Made by the first hunt and not with the file, so that earlier programs still open all others. */
static bool make_tables(struct cop_store *store, const char *boards, struct cop_error *error)
{
    bool good;

    if (!cop_store_begin(store, error))
        return false;
    good = cop_store_do(store, SQL_HUNT_TABLES, error) && check_alone(store, boards, error);
    return cop_store_end(store, good, error);
}

static bool enter_hunt(struct cop_store *store, int64_t hunt, const char *boards,
                       struct cop_error *error)
{
    sqlite3_stmt *statement;
    bool good = false;

    if (!cop_store_begin(store, error))
        return false;
    statement =
        check_alone(store, boards, error) ? cop_store_prepare(store, SQL_ENTER_HUNT, error) : NULL;
    if (statement != NULL) {
        sqlite3_bind_int64(statement, 1, hunt);
        good = cop_store_finish(store, statement, error);
    }
    return cop_store_end(store, good, error);
}

bool cop_hunt_open(struct cop_store *store, const char *boards, int64_t *hunt,
                   struct cop_error *error)
{
    return make_tables(store, boards, error) && cop_store_match(store, boards, hunt, error) &&
           enter_hunt(store, *hunt, boards, error);
}

/* ---- What is known of the boards ---- */

/* The columns of SQL_BEST_GAMES, in its order. */
enum { BOARD, POINTS, PLIES, GAME, AGENT, LIMIT, SEED, ORIGIN, DATE, AFTER };

/* Standings of all boards, with texts of their own. */
struct book {
    int count;
    struct cop_standing *standings;
};

static void close_book(struct book *book)
{
    for (int i = 0; i < book->count; i++) {
        free((char *)book->standings[i].game);
        free((char *)book->standings[i].agent);
        free((char *)book->standings[i].limit);
        free((char *)book->standings[i].date);
    }
    free(book->standings);
}

typedef void each_row(struct book *book, sqlite3_stmt *row);

/* Rows whose first column is a board that the caller knows. */
static bool walk(struct cop_store *store, const char *sql, int64_t hunt, struct book *book,
                 each_row *each, struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(store, sql, error);
    int answer;

    if (rows == NULL)
        return false;
    sqlite3_bind_int64(rows, 1, hunt);
    while ((answer = sqlite3_step(rows)) == SQLITE_ROW)
        if (sqlite3_column_int(rows, BOARD) < book->count)
            each(book, rows);
    if (answer != SQLITE_DONE)
        cop_store_fail(store, error);
    sqlite3_finalize(rows);
    return answer == SQLITE_DONE;
}

static void take_begun(struct book *book, sqlite3_stmt *row)
{
    book->standings[sqlite3_column_int(row, BOARD)].begun = sqlite3_column_int(row, 1);
}

static void take_effort(struct book *book, sqlite3_stmt *row)
{
    struct cop_standing *standing = &book->standings[sqlite3_column_int(row, BOARD)];

    standing->ended = sqlite3_column_int(row, 1);
    standing->seconds = sqlite3_column_double(row, 2);
    standing->idle_seconds = sqlite3_column_double(row, 3);
}

static char *text_of(sqlite3_stmt *row, int column)
{
    return cop_copy_string((const char *)sqlite3_column_text(row, column));
}

static void take_best(struct book *book, sqlite3_stmt *row)
{
    struct cop_standing *standing = &book->standings[sqlite3_column_int(row, BOARD)];

    if (standing->has_best)
        return;
    standing->has_best = true;
    standing->points = sqlite3_column_double(row, POINTS);
    standing->plies = sqlite3_column_int(row, PLIES);
    standing->game = text_of(row, GAME);
    standing->agent = text_of(row, AGENT);
    standing->limit = text_of(row, LIMIT);
    standing->seed = sqlite3_column_int64(row, SEED);
    standing->origin = sqlite3_column_int64(row, ORIGIN);
    standing->date = text_of(row, DATE);
    standing->after = sqlite3_column_int(row, AFTER);
}

/* The lock is held. */
static bool open_book(struct cop_store *store, int64_t hunt, int count, struct book *book,
                      struct cop_error *error)
{
    book->count = count;
    book->standings = cop_allocate((size_t)count * sizeof *book->standings);
    return walk(store, SQL_BEGUN, hunt, book, take_begun, error) &&
           walk(store, SQL_EFFORT, hunt, book, take_effort, error) &&
           walk(store, SQL_BEST_GAMES, hunt, book, take_best, error);
}

bool cop_hunt_look(struct cop_store *store, int64_t hunt, int count, cop_each_standing *each,
                   void *context, struct cop_error *error)
{
    struct book book;
    bool good;

    pthread_mutex_lock(&store->lock);
    good = open_book(store, hunt, count, &book, error);
    pthread_mutex_unlock(&store->lock);
    if (good)
        each(context, book.standings);
    close_book(&book);
    return good;
}

/* ---- Searches ---- */

static bool take_number(struct cop_store *store, int64_t hunt, int board, struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, SQL_BEGIN_SEARCH, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, hunt);
    sqlite3_bind_int(statement, 2, board);
    return cop_store_finish(store, statement, error);
}

bool cop_hunt_begin(struct cop_store *store, int64_t hunt, int count, cop_choose_board *choose,
                    void *context, int *board, int *number, struct cop_error *error)
{
    struct book book;
    bool good;

    if (!cop_store_begin(store, error))
        return false;
    good = open_book(store, hunt, count, &book, error);
    if (good) {
        *board = choose(context, book.standings);
        *number = book.standings[*board].begun;
        good = take_number(store, hunt, *board, error);
    }
    close_book(&book);
    return cop_store_end(store, good, error);
}

static bool add_row(struct cop_store *store, int64_t hunt, const struct cop_hunted *search,
                    bool is_best, double gain, struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, SQL_ADD_HUNTED, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, hunt);
    sqlite3_bind_int(statement, 2, search->board);
    sqlite3_bind_int(statement, 3, search->number);
    sqlite3_bind_text(statement, 4, search->agent, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 5, search->limit, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 6, search->seed);
    cop_store_bind_origin(store, statement, 7);
    sqlite3_bind_double(statement, 8, search->seconds);
    if (search->game != NULL) {
        sqlite3_bind_double(statement, 9, search->points);
        sqlite3_bind_int(statement, 10, search->plies);
    }
    if (is_best)
        sqlite3_bind_text(statement, 11, search->game, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 12, gain);
    sqlite3_bind_int(statement, 13, search->after);
    return cop_store_finish(store, statement, error);
}

bool cop_hunt_add(struct cop_store *store, int64_t hunt, const struct cop_hunted *search,
                  bool *is_best, struct cop_error *error)
{
    struct book book;
    bool good;

    *is_best = false;
    if (!cop_store_begin(store, error))
        return false;
    good = open_book(store, hunt, search->board + 1, &book, error);
    if (good) {
        const struct cop_standing *before = &book.standings[search->board];
        bool is_better =
            search->game != NULL && (!before->has_best || search->points > before->points);

        good = add_row(store, hunt, search, is_better,
                       is_better && before->has_best ? search->points - before->points : 0, error);
        *is_best = is_better;
    }
    close_book(&book);
    good = cop_store_end(store, good, error);
    *is_best = *is_best && good;
    return good;
}

bool cop_hunt_each_agent(struct cop_store *store, int64_t hunt, cop_each_hunter *each,
                         void *context, struct cop_error *error)
{
    int answer = SQLITE_ERROR;
    sqlite3_stmt *rows;

    pthread_mutex_lock(&store->lock);
    rows = cop_store_prepare(store, SQL_EACH_HUNTER, error);
    if (rows != NULL) {
        sqlite3_bind_int64(rows, 1, hunt);
        while ((answer = sqlite3_step(rows)) == SQLITE_ROW) {
            struct cop_hunter hunter = {
                .agent = (const char *)sqlite3_column_text(rows, 0),
                .searches = sqlite3_column_int(rows, 1),
                .finds = sqlite3_column_int(rows, 2),
                .seconds = sqlite3_column_double(rows, 3),
                .gain = sqlite3_column_double(rows, 4),
            };

            each(context, &hunter);
        }
        if (answer != SQLITE_DONE)
            cop_store_fail(store, error);
        sqlite3_finalize(rows);
    }
    pthread_mutex_unlock(&store->lock);
    return answer == SQLITE_DONE;
}
