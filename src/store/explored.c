/* explored.c - the index of positions: what is written, forgotten and asked. */
#include "store/explored.h"

#include "store/sql.h"
#include "store/store_private.h"

/* ---- Statements ---- */

static void bind_words(sqlite3_stmt *statement, int place, const char *words)
{
    sqlite3_bind_text(statement, place, words, -1, SQLITE_STATIC);
}

static const char *words_of(sqlite3_stmt *row, int column)
{
    return (const char *)sqlite3_column_text(row, column);
}

/* One row more; at the end *good says whether all were read. The statement is then over. */
static bool next_row(const struct cop_store *store, sqlite3_stmt *rows, bool *good,
                     struct cop_error *error)
{
    int answer = rows != NULL ? sqlite3_step(rows) : SQLITE_ERROR;

    if (answer == SQLITE_ROW)
        return true;
    *good = answer == SQLITE_DONE;
    if (rows != NULL && !*good)
        cop_store_fail(store, error);
    sqlite3_finalize(rows);
    return false;
}

/* A statement about a source, and perhaps one of its files. */
static bool change_source(struct cop_store *index, const char *sql, int64_t source, int64_t file,
                          struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(index, sql, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, source);
    if (file != 0)
        sqlite3_bind_int64(statement, 2, file);
    return cop_store_finish(index, statement, error);
}

/* ---- Writing ---- */

struct cop_store *cop_explored_open(const char *path, struct cop_error *error)
{
    static const struct cop_store_format format = {
        .application = SQL_EXPLORED_APPLICATION,
        .version = SQL_EXPLORED_VERSION,
        .what = "index of positions",
        .steps = {SQL_EXPLORED_SCHEMA},
        .is_unchecked = true,
    };
    struct cop_store *index = cop_store_open_as(path, &format, error);

    if (index == NULL || cop_store_do(index, SQL_EXPLORED_WANTED, error))
        return index;
    cop_store_close(index);
    return NULL;
}

bool cop_explored_begin(struct cop_store *index, struct cop_error *error)
{
    return cop_store_begin(index, error);
}

bool cop_explored_end(struct cop_store *index, bool good, struct cop_error *error)
{
    return cop_store_end(index, good, error);
}

static bool look_for_source(struct cop_store *index, const char *path, const char *game,
                            struct cop_explored_source *source, struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(index, SQL_FIND_SOURCE, error);
    bool good = false;

    *source = (struct cop_explored_source){0};
    if (rows == NULL)
        return false;
    bind_words(rows, 1, path);
    bind_words(rows, 2, game);
    while (next_row(index, rows, &good, error))
        *source = (struct cop_explored_source){
            .id = sqlite3_column_int64(rows, 0),
            .seen = sqlite3_column_int64(rows, 1),
            .mark = (uint64_t)sqlite3_column_int64(rows, 2),
        };
    return good;
}

bool cop_explored_find(struct cop_store *index, const char *path, const char *game,
                       struct cop_explored_source *source, struct cop_error *error)
{
    sqlite3_stmt *statement;

    if (!look_for_source(index, path, game, source, error))
        return false;
    if (source->id != 0)
        return true;
    statement = cop_store_prepare(index, SQL_ADD_SOURCE, error);
    if (statement == NULL)
        return false;
    bind_words(statement, 1, path);
    bind_words(statement, 2, game);
    return cop_store_finish(index, statement, error) &&
           look_for_source(index, path, game, source, error);
}

bool cop_explored_set_seen(struct cop_store *index, const struct cop_explored_source *source,
                           struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(index, SQL_SEEN, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, source->id);
    sqlite3_bind_int64(statement, 2, source->seen);
    sqlite3_bind_int64(statement, 3, (int64_t)source->mark);
    return cop_store_finish(index, statement, error);
}

bool cop_explored_add_file(struct cop_store *index, int64_t source, const char *name,
                           uint64_t stamp, int64_t *file, struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(index, SQL_ADD_FILE, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, source);
    bind_words(statement, 2, name);
    sqlite3_bind_int64(statement, 3, (int64_t)stamp);
    if (!cop_store_finish(index, statement, error))
        return false;
    *file = sqlite3_last_insert_rowid(index->database);
    return true;
}

bool cop_explored_forget(struct cop_store *index, int64_t source, int64_t file,
                         struct cop_error *error)
{
    return change_source(index, SQL_FORGET_SEATS, source, file, error) &&
           change_source(index, SQL_FORGET_GAMES, source, file, error) &&
           change_source(index, SQL_FORGET_FILES, source, file, error);
}

bool cop_explored_drop(struct cop_store *index, int64_t source, struct cop_error *error)
{
    return cop_explored_forget(index, source, 0, error) &&
           change_source(index, SQL_DROP_SOURCE, source, 0, error);
}

bool cop_explored_each_source(struct cop_store *index, cop_each_source *each, void *context,
                              struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(index, SQL_EACH_SOURCE, error);
    bool good = false;

    while (next_row(index, rows, &good, error))
        each(context, sqlite3_column_int64(rows, 0), words_of(rows, 1));
    return good;
}

bool cop_explored_sweep(struct cop_store *index, struct cop_error *error)
{
    return cop_store_do(index, SQL_SWEEP, error);
}

/* The number of a name, which is added if it is new; 0 for nobody. */
static bool find_name(struct cop_store *index, const char *name, int64_t *id,
                      struct cop_error *error)
{
    sqlite3_stmt *rows;
    bool good = false;

    *id = 0;
    if (name == NULL || name[0] == '\0')
        return true;
    rows = cop_store_prepare(index, SQL_FIND_NAME, error);
    if (rows == NULL)
        return false;
    bind_words(rows, 1, name);
    while (next_row(index, rows, &good, error))
        *id = sqlite3_column_int64(rows, 0);
    if (!good || *id != 0)
        return good;
    rows = cop_store_prepare(index, SQL_ADD_NAME, error);
    if (rows == NULL)
        return false;
    bind_words(rows, 1, name);
    good = cop_store_finish(index, rows, error);
    *id = sqlite3_last_insert_rowid(index->database);
    return good;
}

static bool add_row(struct cop_store *index, const struct cop_explored_game *game, int64_t *id,
                    struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(index, SQL_ADD_EXPLORED, error);

    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, game->source);
    if (game->file != 0)
        sqlite3_bind_int64(statement, 2, game->file);
    sqlite3_bind_int64(statement, 3, game->number);
    bind_words(statement, 4, game->date);
    sqlite3_bind_int(statement, 5, game->plies);
    bind_words(statement, 6, game->result);
    if (!cop_store_finish(index, statement, error))
        return false;
    *id = sqlite3_last_insert_rowid(index->database);
    return true;
}

static bool add_seat(struct cop_store *index, int64_t game, int seat,
                     const struct cop_explored_seat *result, struct cop_error *error)
{
    sqlite3_stmt *statement;
    int64_t name;

    if (!find_name(index, result->name, &name, error))
        return false;
    statement = cop_store_prepare(index, SQL_ADD_EXPLORED_SEAT, error);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, game);
    sqlite3_bind_int(statement, 2, seat);
    sqlite3_bind_int64(statement, 3, name);
    sqlite3_bind_double(statement, 4, result->payoff);
    sqlite3_bind_double(statement, 5, result->score);
    return cop_store_finish(index, statement, error);
}

/* Mostly two players move in turn: their numbers are asked for once. */
struct naming {
    const char *name;
    int64_t id;
};

static bool add_visit(struct cop_store *index, sqlite3_stmt *statement,
                      const struct cop_visit *visit, struct naming *names, struct cop_error *error)
{
    struct naming *naming = &names[visit->ply % 2];

    if (visit->name != naming->name) {
        if (!find_name(index, visit->name, &naming->id, error))
            return false;
        naming->name = visit->name;
    }
    sqlite3_bind_int64(statement, 1, (int64_t)visit->key);
    sqlite3_bind_int64(statement, 2, (int64_t)visit->proof);
    sqlite3_bind_int64(statement, 4, visit->move);
    sqlite3_bind_int(statement, 6, visit->ply);
    sqlite3_bind_int64(statement, 7, naming->id);
    if (sqlite3_step(statement) != SQLITE_DONE)
        return cop_store_fail(index, error);
    sqlite3_reset(statement);
    return true;
}

static bool add_visits(struct cop_store *index, const struct cop_explored_game *game, int64_t id,
                       struct cop_error *error)
{
    sqlite3_stmt *statement = cop_store_prepare(index, SQL_ADD_VISIT, error);
    struct naming names[2] = {{NULL, 0}, {NULL, 0}};
    bool good = statement != NULL;

    if (good) {
        sqlite3_bind_int64(statement, 3, game->source);
        sqlite3_bind_int64(statement, 5, id);
    }
    for (int i = 0; good && i < game->visit_count; i++)
        good = add_visit(index, statement, &game->visits[i], names, error);
    sqlite3_finalize(statement);
    return good;
}

bool cop_explored_add(struct cop_store *index, const struct cop_explored_game *game,
                      struct cop_error *error)
{
    int64_t id = 0;
    bool good = add_row(index, game, &id, error);

    for (int seat = 0; good && seat < game->seat_count; seat++)
        good = add_seat(index, id, seat, &game->seats[seat], error);
    return good && add_visits(index, game, id, error);
}

/* ---- Asking ---- */

bool cop_explored_each_file(struct cop_store *index, int64_t source, cop_each_file *each,
                            void *context, struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(index, SQL_EACH_FILE, error);
    bool good = false;

    sqlite3_bind_int64(rows, 1, source);
    while (next_row(index, rows, &good, error))
        each(context, sqlite3_column_int64(rows, 0), words_of(rows, 1),
             (uint64_t)sqlite3_column_int64(rows, 2));
    return good;
}

bool cop_explored_want(struct cop_store *index, const int64_t *sources, int count,
                       struct cop_error *error)
{
    bool good = cop_store_do(index, SQL_WANT_NONE, error);

    for (int i = 0; good && i < count; i++)
        good = change_source(index, SQL_WANT, sources[i], 0, error);
    return good;
}

bool cop_explored_count(struct cop_store *index, int64_t *games, struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(index, SQL_EXPLORED_COUNT, error);
    bool good = false;

    *games = 0;
    while (next_row(index, rows, &good, error))
        *games = sqlite3_column_int64(rows, 0);
    return good;
}

/* A question about a position. */
static sqlite3_stmt *ask_at(struct cop_store *index, const char *sql, uint64_t key, uint64_t proof,
                            struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(index, sql, error);

    if (rows != NULL) {
        sqlite3_bind_int64(rows, 1, (int64_t)key);
        sqlite3_bind_int64(rows, 2, (int64_t)proof);
    }
    return rows;
}

bool cop_explored_each_move(struct cop_store *index, uint64_t key, uint64_t proof,
                            cop_each_sum *each, cop_each_mover *mover, void *context,
                            struct cop_error *error)
{
    sqlite3_stmt *rows = ask_at(index, SQL_EXPLORED_MOVES, key, proof, error);
    bool good = false;

    while (next_row(index, rows, &good, error)) {
        struct cop_move_sum sum = {
            .move = (uint32_t)sqlite3_column_int64(rows, 0),
            .seat = sqlite3_column_int(rows, 1),
            .games = sqlite3_column_int64(rows, 2),
            .payoff = sqlite3_column_double(rows, 3),
            .payoff_squares = sqlite3_column_double(rows, 4),
            .wins = sqlite3_column_int64(rows, 5),
            .score = sqlite3_column_double(rows, 6),
            .score_squares = sqlite3_column_double(rows, 7),
            .best_score = sqlite3_column_double(rows, 8),
        };

        each(context, &sum);
    }
    if (!good)
        return false;
    rows = ask_at(index, SQL_EXPLORED_NAMES, key, proof, error);
    while (next_row(index, rows, &good, error))
        mover(context, (uint32_t)sqlite3_column_int64(rows, 0), words_of(rows, 1),
              sqlite3_column_int64(rows, 2), words_of(rows, 3));
    return good;
}

bool cop_explored_each_game(struct cop_store *index, uint64_t key, uint64_t proof, uint32_t move,
                            int from, int count, cop_each_move_game *each, void *context,
                            struct cop_error *error)
{
    sqlite3_stmt *rows = ask_at(index, SQL_EXPLORED_GAMES, key, proof, error);
    bool good = false;

    if (rows == NULL)
        return false;
    sqlite3_bind_int64(rows, 3, move);
    sqlite3_bind_int(rows, 4, from);
    sqlite3_bind_int(rows, 5, count);
    while (next_row(index, rows, &good, error)) {
        struct cop_move_game game = {
            .id = sqlite3_column_int64(rows, 0),
            .ply = sqlite3_column_int(rows, 1),
            .date = words_of(rows, 2),
            .plies = sqlite3_column_int(rows, 3),
            .result = words_of(rows, 4),
        };

        each(context, &game);
    }
    return good;
}

bool cop_explored_each_seat(struct cop_store *index, int64_t game, cop_each_game_seat *each,
                            void *context, struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(index, SQL_EXPLORED_SEATS, error);
    bool good = false;

    if (rows == NULL)
        return false;
    sqlite3_bind_int64(rows, 1, game);
    while (next_row(index, rows, &good, error))
        each(context, sqlite3_column_int(rows, 0), words_of(rows, 1),
             sqlite3_column_double(rows, 2));
    return good;
}

bool cop_explored_where(struct cop_store *index, int64_t game, struct cop_explored_place *place,
                        struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(index, SQL_EXPLORED_WHERE, error);
    bool good = false, is_found = false;

    *place = (struct cop_explored_place){COP_TEXT, COP_TEXT, COP_TEXT, 0};
    error->message[0] = '\0';
    if (rows == NULL)
        return false;
    sqlite3_bind_int64(rows, 1, game);
    while (next_row(index, rows, &good, error)) {
        const char *name = words_of(rows, 1);

        cop_text_add(&place->path, "%s", words_of(rows, 0));
        cop_text_add(&place->name, "%s", name != NULL ? name : "");
        cop_text_add(&place->game, "%s", words_of(rows, 3));
        place->number = sqlite3_column_int64(rows, 2);
        is_found = true;
    }
    return good && is_found;
}

void cop_explored_place_free(struct cop_explored_place *place)
{
    cop_text_free(&place->path);
    cop_text_free(&place->name);
    cop_text_free(&place->game);
}

/* ---- Stores of matches ---- */

static sqlite3_stmt *ask_added(struct cop_store *store, const char *sql, const char *identity,
                               int64_t after, struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(store, sql, error);

    if (rows != NULL) {
        sqlite3_bind_int64(rows, 1, after);
        bind_words(rows, 2, identity);
    }
    return rows;
}

bool cop_store_count_added(struct cop_store *store, const char *identity, int64_t after,
                           int64_t *count, struct cop_error *error)
{
    sqlite3_stmt *rows = ask_added(store, SQL_COUNT_ADDED, identity, after, error);
    bool good = false;

    while (next_row(store, rows, &good, error))
        *count = sqlite3_column_int64(rows, 0);
    return good;
}

/* The rows of a game, one for each seat, become one. Its texts are copied, because SQLite's last
 * until the next row only. */
struct gathering {
    struct cop_added_game game;
    struct cop_text sgf, made;
    cop_each_added *each;
    void *context;
    bool goes_on;
};

static void hand_over(struct gathering *gathering)
{
    gathering->game.sgf = gathering->sgf.bytes;
    gathering->game.made = gathering->made.bytes;
    if (gathering->game.number != 0 && gathering->goes_on)
        gathering->goes_on = gathering->each(gathering->context, &gathering->game);
}

static void gather(struct gathering *gathering, sqlite3_stmt *row)
{
    struct cop_added_game *game = &gathering->game;
    int64_t number = sqlite3_column_int64(row, 0);

    if (number != game->number) {
        hand_over(gathering);
        *game = (struct cop_added_game){.number = number};
        cop_text_clear(&gathering->sgf);
        cop_text_clear(&gathering->made);
        cop_text_add(&gathering->sgf, "%s", words_of(row, 1));
        cop_text_add(&gathering->made, "%s", words_of(row, 2));
    }
    if (game->seat_count == COP_SEATS_MAX)
        return;
    game->payoff[game->seat_count] = sqlite3_column_double(row, 4);
    game->score[game->seat_count++] = sqlite3_column_double(row, 5);
}

bool cop_store_each_added(struct cop_store *store, const char *identity, int64_t after, int most,
                          cop_each_added *each, void *context, struct cop_error *error)
{
    struct gathering gathering = {
        .sgf = COP_TEXT, .made = COP_TEXT, .each = each, .context = context, .goes_on = true};
    sqlite3_stmt *rows = ask_added(store, SQL_EACH_ADDED, identity, after, error);
    bool good = false;

    if (rows != NULL)
        sqlite3_bind_int(rows, 3, most);
    while (next_row(store, rows, &good, error))
        gather(&gathering, rows);
    if (good)
        hand_over(&gathering);
    cop_text_free(&gathering.sgf);
    cop_text_free(&gathering.made);
    return good;
}

bool cop_store_sgf(struct cop_store *store, int64_t number, struct cop_text *sgf,
                   struct cop_error *error)
{
    sqlite3_stmt *rows = cop_store_prepare(store, SQL_ONE_SGF, error);
    bool good = false, is_found = false;

    error->message[0] = '\0';
    if (rows == NULL)
        return false;
    sqlite3_bind_int64(rows, 1, number);
    while (next_row(store, rows, &good, error)) {
        cop_text_add(sgf, "%s", words_of(rows, 0));
        is_found = true;
    }
    return good && is_found;
}
