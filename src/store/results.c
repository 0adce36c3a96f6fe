/* results.c - finished games, written whole or not at all, and read back in order. */
#include "store/results.h"

#include <limits.h>

#include "store/sql.h"
#include "store/store_private.h"

/* The number of the row that holds these words; *id is 0 if there is none. */
static bool find_words(struct cop_store *store, const char *sql, const char *words, int64_t *id,
                       struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, sql, error);
    int answer;

    if (statement == NULL)
        return false;
    sqlite3_bind_text(statement, 1, words, -1, SQLITE_STATIC);
    answer = sqlite3_step(statement);
    *id = answer == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    if (answer != SQLITE_ROW && answer != SQLITE_DONE)
        cop_store_fail(store, error);
    sqlite3_finalize(statement);
    return answer == SQLITE_ROW || answer == SQLITE_DONE;
}

static bool add_words(struct cop_store *store, const char *sql, const char *words, int64_t *id,
                      struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, sql, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_text(statement, 1, words, -1, SQLITE_STATIC);
    if (!cop_store_finish(store, statement, error))
        return false;
    *id = sqlite3_last_insert_rowid(store->database);
    return true;
}

static bool find_or_add(struct cop_store *store, const char *find, const char *add,
                        const char *words, int64_t *id, struct cop_error *error)
{
    bool good;

    if (!cop_store_begin(store, error))
        return false;
    good = find_words(store, find, words, id, error) &&
           (*id != 0 || add_words(store, add, words, id, error));
    return cop_store_end(store, good, error);
}

bool cop_store_match(struct cop_store *store, const char *identity, int64_t *match,
                     struct cop_error *error)
{
    return find_or_add(store, SQL_FIND_MATCH, SQL_ADD_MATCH, identity, match, error);
}

bool cop_store_sign(struct cop_store *store, const char *words, int64_t *origin,
                    struct cop_error *error)
{
    if (!find_or_add(store, SQL_FIND_ORIGIN, SQL_ADD_ORIGIN, words, origin, error))
        return false;
    store->origin = *origin;
    return true;
}

bool cop_store_origin(struct cop_store *store, int64_t origin, struct cop_text *words,
                      struct cop_error *error)
{
    sqlite3_stmt *statement;
    int answer = SQLITE_ERROR;

    pthread_mutex_lock(&store->lock);
    statement = cop_store_prepare(store, SQL_READ_ORIGIN, error);
    if (statement != NULL) {
        sqlite3_bind_int64(statement, 1, origin);
        answer = sqlite3_step(statement);
        if (answer == SQLITE_ROW)
            cop_text_add(words, "%s", (const char *)sqlite3_column_text(statement, 0));
        else if (answer != SQLITE_DONE)
            cop_store_fail(store, error);
        sqlite3_finalize(statement);
    }
    pthread_mutex_unlock(&store->lock);
    return answer == SQLITE_ROW || answer == SQLITE_DONE;
}

static bool add_row(struct cop_store *store, int64_t match, const struct cop_game_result *result,
                    struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, SQL_ADD_GAME, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, match);
    sqlite3_bind_int(statement, 2, result->fixture);
    sqlite3_bind_int(statement, 3, result->number);
    sqlite3_bind_int(statement, 4, result->plies);
    if (result->reason != NULL) {
        sqlite3_bind_text(statement, 5, result->reason, -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 6, result->loser);
    }
    sqlite3_bind_text(statement, 7, result->sgf, -1, SQLITE_STATIC);
    cop_store_bind_origin(store, statement, 8);
    sqlite3_bind_text(statement, 9, result->ending, -1, SQLITE_STATIC); /* NULL without a phrase */
    if (cop_store_finish(store, statement, error))
        return true;
    if (sqlite3_extended_errcode(store->database) == SQLITE_CONSTRAINT_UNIQUE)
        cop_fail(error,
                 "game %d of fixture %d is in '%s' already: another program is playing the same "
                 "match; let one of them finish",
                 result->number + 1, result->fixture + 1, cop_store_name(store));
    return false;
}

static bool add_seat(struct cop_store *store, int64_t game, int seat,
                     const struct cop_seat_result *result, struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(store, SQL_ADD_SEAT, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, game);
    sqlite3_bind_int(statement, 2, seat);
    sqlite3_bind_int(statement, 3, result->agent);
    sqlite3_bind_double(statement, 4, result->payoff);
    sqlite3_bind_double(statement, 5, result->score);
    sqlite3_bind_int64(statement, 6, result->sims);
    sqlite3_bind_int64(statement, 7, result->nodes);
    sqlite3_bind_double(statement, 8, result->seconds);
    sqlite3_bind_int(statement, 9, result->searches);
    sqlite3_bind_int(statement, 10, result->early_stops);
    if (result->depth >= 0)
        sqlite3_bind_int(statement, 11, result->depth);
    return cop_store_finish(store, statement, error);
}

bool cop_store_add_game(struct cop_store *store, int64_t match,
                        const struct cop_game_result *result, struct cop_error *error)
{
    bool good;
    int64_t game;

    if (!cop_store_begin(store, error))
        return false;
    good = add_row(store, match, result, error);
    game = sqlite3_last_insert_rowid(store->database);
    for (int seat = 0; good && seat < result->seat_count; seat++)
        good = add_seat(store, game, seat, &result->seats[seat], error);
    return cop_store_end(store, good, error);
}

/* The columns of SQL_EACH_GAME, in its order. */
enum {
    GAME,
    FIXTURE,
    NUMBER,
    PLIES,
    REASON,
    LOSER,
    SGF,
    AGENT,
    PAYOFF,
    SCORE,
    SIMS,
    NODES,
    SECONDS,
    SEARCHES,
    EARLY_STOPS,
    ORIGIN,
    ENDING,
    DEPTH
};

/* One game being put together from its rows; its texts are copied, because SQLite's last until the
 * next row only. */
struct gathering {
    int64_t game; /* 0: none yet */
    struct cop_game_result result;
    char *reason, *sgf, *ending;
};

static char *copy_column(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);

    return text != NULL ? sqlite3_mprintf("%s", text) : NULL;
}

static void forget_texts(struct gathering *gathering)
{
    sqlite3_free(gathering->reason);
    sqlite3_free(gathering->sgf);
    sqlite3_free(gathering->ending);
}

static void gather_game(struct gathering *gathering, sqlite3_stmt *row)
{
    struct cop_game_result *result = &gathering->result;

    forget_texts(gathering);
    gathering->game = sqlite3_column_int64(row, GAME);
    gathering->reason = copy_column(row, REASON);
    gathering->sgf = copy_column(row, SGF);
    gathering->ending = copy_column(row, ENDING);
    *result = (struct cop_game_result){
        .fixture = sqlite3_column_int(row, FIXTURE),
        .number = sqlite3_column_int(row, NUMBER),
        .plies = sqlite3_column_int(row, PLIES),
        .reason = gathering->reason,
        .loser = gathering->reason != NULL ? sqlite3_column_int(row, LOSER) : -1,
        .ending = gathering->ending,
        .sgf = gathering->sgf,
        .origin = sqlite3_column_int64(row, ORIGIN),
    };
}

static void gather_seat(struct cop_game_result *result, sqlite3_stmt *row)
{
    if (result->seat_count == COP_SEATS_MAX)
        return;
    result->seats[result->seat_count++] = (struct cop_seat_result){
        .agent = sqlite3_column_int(row, AGENT),
        .payoff = sqlite3_column_double(row, PAYOFF),
        .score = sqlite3_column_double(row, SCORE),
        .sims = sqlite3_column_int64(row, SIMS),
        .nodes = sqlite3_column_int64(row, NODES),
        .seconds = sqlite3_column_double(row, SECONDS),
        .searches = sqlite3_column_int(row, SEARCHES),
        .early_stops = sqlite3_column_int(row, EARLY_STOPS),
        .depth =
            sqlite3_column_type(row, DEPTH) == SQLITE_NULL ? -1 : sqlite3_column_int(row, DEPTH),
    };
}

/* Walks the rows; returns SQLite's last answer. */
static int walk(sqlite3_stmt *rows, struct gathering *gathering, cop_each_game *each, void *context)
{
    int answer;

    while ((answer = sqlite3_step(rows)) == SQLITE_ROW) {
        if (sqlite3_column_int64(rows, GAME) != gathering->game) {
            if (gathering->game != 0)
                each(context, &gathering->result);
            gather_game(gathering, rows);
        }
        gather_seat(&gathering->result, rows);
    }
    if (answer == SQLITE_DONE && gathering->game != 0)
        each(context, &gathering->result);
    return answer;
}

bool cop_store_each_game(struct cop_store *store, int64_t match, int fixture, int games,
                         cop_each_game *each, void *context, struct cop_error *error)
{
    struct gathering gathering = {0};
    sqlite3_stmt *rows;
    bool good = false;

    pthread_mutex_lock(&store->lock);
    rows = cop_store_prepare(store, SQL_EACH_GAME, error);
    if (rows != NULL) {
        sqlite3_bind_int64(rows, 1, match);
        sqlite3_bind_int(rows, 2, fixture < 0 ? 0 : fixture);
        sqlite3_bind_int(rows, 3, fixture < 0 ? INT_MAX : fixture);
        sqlite3_bind_int(rows, 4, games);
        good = walk(rows, &gathering, each, context) == SQLITE_DONE;
        if (!good)
            cop_store_fail(store, error);
        sqlite3_finalize(rows);
    }
    pthread_mutex_unlock(&store->lock);
    forget_texts(&gathering);
    return good;
}
