/* explore.c - questions to the explorer's index, in the moves of a position. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "match/explore.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/cache.h"
#include "base/file.h"
#include "match/explore_private.h"
#include "match/spot.h"

/* A program with other spots or tables has another file. */
static const char index_name[] = "explored-1.db";

/* ---- Opening ---- */

struct cop_explorer *cop_explorer_open(const char *index, struct cop_error *error)
{
    struct cop_store *store = cop_explored_open(index, error);
    struct cop_explorer *explorer;

    if (store == NULL)
        return NULL;
    explorer = cop_allocate(sizeof *explorer);
    explorer->index = store;
    pthread_mutex_init(&explorer->lock, NULL);
    return explorer;
}

/* Sources that are no more. */
struct gone {
    int64_t *ids;
    int count;
};

static void note_gone(void *context, int64_t source, const char *path)
{
    struct gone *gone = context;

    if (access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR))
        return;
    gone->ids = cop_reallocate(gone->ids, (size_t)(gone->count + 1) * sizeof *gone->ids);
    gone->ids[gone->count++] = source;
}

/* If that fails the index is larger than it need be, and as good as before. */
static void forget_gone(struct cop_store *index)
{
    struct gone gone = {0};
    bool is_good = cop_explored_each_source(index, note_gone, &gone, NULL);

    if (is_good && gone.count > 0 && cop_explored_begin(index, NULL)) {
        for (int i = 0; is_good && i < gone.count; i++)
            is_good = cop_explored_drop(index, gone.ids[i], NULL);
        cop_explored_end(index, is_good && cop_explored_sweep(index, NULL), NULL);
    }
    free(gone.ids);
}

struct cop_explorer *cop_explorer_open_shared(struct cop_error *error)
{
    struct cop_text path = COP_TEXT;
    struct cop_explorer *explorer = NULL;

    if (cop_cache_path(index_name, &path))
        explorer = cop_explorer_open(path.bytes, error);
    cop_text_free(&path);
    if (explorer == NULL)
        return cop_explorer_open(NULL, error);
    forget_gone(explorer->index);
    return explorer;
}

void cop_explorer_close(struct cop_explorer *explorer)
{
    if (explorer == NULL)
        return;
    cop_store_close(explorer->index);
    pthread_mutex_destroy(&explorer->lock);
    for (int i = 0; i < explorer->path_count; i++)
        free(explorer->paths[i]);
    free(explorer->paths);
    free(explorer);
}

/* A file that is named twice, in whatever way, is one source. */
static bool has_path(const struct cop_explorer *explorer, const char *path)
{
    for (int i = 0; i < explorer->path_count; i++)
        if (strcmp(explorer->paths[i], path) == 0)
            return true;
    return false;
}

bool cop_explorer_add(struct cop_explorer *explorer, const char *path, struct cop_error *error)
{
    enum cop_source_kind kind;
    char *absolute;

    if (!cop_source_kind_of(path, &kind, error))
        return false;
    absolute = realpath(path, NULL);
    if (absolute == NULL)
        return cop_fail(error, "cannot read '%s': %s", path, strerror(errno));
    pthread_mutex_lock(&explorer->lock);
    if (has_path(explorer, absolute)) {
        free(absolute);
    } else {
        explorer->paths = cop_reallocate(explorer->paths, (size_t)(explorer->path_count + 1) *
                                                              sizeof *explorer->paths);
        explorer->paths[explorer->path_count++] = absolute;
    }
    pthread_mutex_unlock(&explorer->lock);
    return true;
}

int cop_explorer_sources(const struct cop_explorer *explorer)
{
    return explorer->path_count;
}

/* From now on questions are about this game in these sources. With the lock. */
static bool want_game(struct cop_explorer *explorer, const struct cop_game *game,
                      struct cop_error *error)
{
    int64_t *ids = cop_allocate((size_t)(explorer->path_count + 1) * sizeof *ids);
    bool is_good = true;

    for (int i = 0; is_good && i < explorer->path_count; i++) {
        struct cop_explored_source source;

        is_good =
            cop_explored_find(explorer->index, explorer->paths[i], game->name, &source, error);
        ids[i] = source.id;
    }
    is_good = is_good && cop_explored_want(explorer->index, ids, explorer->path_count, error);
    free(ids);
    return is_good;
}

/* ---- What was played ---- */

/* One look-up: each legal move, and the move of the spot that it is. */
struct look {
    const struct cop_game *game;
    const void *state;
    struct cop_spot spot;
    cop_move *legal, *stored;
    int legal_count;
    struct cop_explored *explored;
};

static void open_look(struct look *look)
{
    const struct cop_game *game = look->game;

    cop_spot_find(game, look->state, &look->spot);
    look->legal = cop_allocate((size_t)game->max_moves * sizeof *look->legal);
    look->stored = cop_allocate((size_t)game->max_moves * sizeof *look->stored);
    if (game->rules->turn(game, look->state) != COP_OVER)
        look->legal_count = game->rules->moves(game, look->state, look->legal);
    for (int i = 0; i < look->legal_count; i++)
        look->stored[i] = cop_spot_move(game, &look->spot, look->legal[i]);
}

static void close_look(struct look *look)
{
    free(look->legal);
    free(look->stored);
}

/* The first legal move that is this one of the spot; or how many there are. */
static int find_legal(const struct look *look, cop_move stored)
{
    int first = 0;

    while (first < look->legal_count && look->stored[first] != stored)
        first++;
    return first;
}

static struct cop_explored_move *find_row(const struct look *look, cop_move legal)
{
    struct cop_explored *explored = look->explored;

    for (int i = 0; i < explored->move_count; i++)
        if (explored->moves[i].move == legal)
            return &explored->moves[i];
    return NULL;
}

/* The row of a move of the spot, added if it is new; NULL if no legal move is it. */
static struct cop_explored_move *row_of(struct look *look, cop_move stored)
{
    struct cop_explored *explored = look->explored;
    int first = find_legal(look, stored);
    struct cop_explored_move *row;

    if (first == look->legal_count)
        return NULL;
    row = find_row(look, look->legal[first]);
    if (row != NULL)
        return row;
    assert(explored->move_count < look->legal_count);
    row = &explored->moves[explored->move_count++];
    row->move = look->legal[first];
    for (int i = first + 1; i < look->legal_count; i++)
        row->others += look->stored[i] == stored;
    return row;
}

static void add_sum(void *context, const struct cop_move_sum *sum)
{
    struct look *look = context;
    struct cop_explored_move *row = row_of(look, sum->move);

    if (row == NULL || sum->seat < 0 || sum->seat >= look->game->players)
        return;
    row->shares[sum->seat] = (struct cop_explored_share){
        .wins = sum->wins,
        .payoff = sum->payoff,
        .payoff_squares = sum->payoff_squares,
        .score = sum->score,
        .score_squares = sum->score_squares,
        .best_score = sum->best_score,
    };
    if (sum->seat == 0)
        row->nobody += row->games = sum->games;
    row->nobody -= sum->wins;
}

static void add_mover(void *context, uint32_t move, const char *name, int64_t games,
                      const char *last)
{
    struct cop_explored_move *row = row_of(context, move);

    if (row == NULL)
        return;
    if (last != NULL && strcmp(last, row->last) > 0)
        snprintf(row->last, sizeof row->last, "%s", last);
    if (name == NULL)
        return;
    if (row->mover_count < COP_MOVERS_SHOWN)
        row->movers[row->mover_count] =
            (struct cop_mover){.name = cop_copy_string(name), .games = games};
    row->mover_count++;
}

static int by_games(const void *left, const void *right)
{
    const struct cop_explored_move *a = left, *b = right;

    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    if (a->book_visits != b->book_visits)
        return a->book_visits < b->book_visits ? 1 : -1;
    return a->move < b->move ? -1 : a->move > b->move;
}

/* Mirror images of an outcome of chance are likely together. */
static void add_probabilities(struct look *look)
{
    const struct cop_game *game = look->game;
    double *probability;

    if (look->explored->turn != COP_CHANCE)
        return;
    probability = cop_allocate((size_t)game->max_moves * sizeof *probability);
    game->rules->chances(game, look->state, probability);
    for (int i = 0; i < look->legal_count; i++) {
        int first = find_legal(look, look->stored[i]);
        struct cop_explored_move *row = find_row(look, look->legal[first]);

        if (row != NULL)
            row->probability += probability[i];
    }
    free(probability);
}

/* Of mirror images that a book has both of, the one that it knows better counts. */
static void add_book(struct look *look, const struct cop_book *book)
{
    struct cop_book_move *known = cop_allocate((size_t)look->game->max_moves * sizeof *known);
    int count = cop_book_moves(book, look->state, known, look->game->max_moves);

    for (int i = 0; i < count; i++) {
        cop_move stored = cop_spot_move(look->game, &look->spot, known[i].move);
        struct cop_explored_move *row = row_of(look, stored);

        if (row == NULL || (row->is_in_book && row->book_visits >= known[i].visits))
            continue;
        row->is_in_book = true;
        row->book_visits = known[i].visits;
        row->book_value = known[i].value;
    }
    look->explored->has_book = true;
    free(known);
}

bool cop_explorer_look(struct cop_explorer *explorer, const struct cop_game *game,
                       const void *state, const struct cop_book *book,
                       struct cop_explored *explored, struct cop_error *error)
{
    struct look look = {.game = game, .state = state, .explored = explored};
    bool is_good;

    open_look(&look);
    *explored = (struct cop_explored){.turn = game->rules->turn(game, state)};
    explored->moves = cop_allocate((size_t)(look.legal_count + 1) * sizeof *explored->moves);
    pthread_mutex_lock(&explorer->lock);
    is_good = want_game(explorer, game, error) &&
              cop_explored_count(explorer->index, &explored->known, error) &&
              cop_explored_each_move(explorer->index, look.spot.key, look.spot.proof, add_sum,
                                     add_mover, &look, error);
    pthread_mutex_unlock(&explorer->lock);
    if (is_good) {
        if (book != NULL)
            add_book(&look, book);
        add_probabilities(&look);
        for (int i = 0; i < explored->move_count; i++)
            explored->games += explored->moves[i].games;
        qsort(explored->moves, (size_t)explored->move_count, sizeof *explored->moves, by_games);
    } else {
        cop_explored_free(explored);
    }
    close_look(&look);
    return is_good;
}

void cop_explored_free(struct cop_explored *explored)
{
    for (int i = 0; i < explored->move_count; i++)
        for (int k = 0; k < COP_MOVERS_SHOWN; k++)
            free(explored->moves[i].movers[k].name);
    free(explored->moves);
    *explored = (struct cop_explored){0};
}

int cop_explored_player(const struct cop_explored *explored)
{
    return explored->turn >= 0 ? explored->turn : 0;
}

bool cop_explored_counts_points(const struct cop_game *game)
{
    return game->players == 1 && game->rules->score != NULL;
}

struct cop_interval cop_explored_mean(const struct cop_game *game,
                                      const struct cop_explored_move *move, int player)
{
    const struct cop_explored_share *share = &move->shares[player];

    if (cop_explored_counts_points(game))
        return cop_mean_interval(move->games, share->score, share->score_squares);
    return cop_score_interval(move->games, share->payoff, share->payoff_squares);
}

/* ---- The games behind a move ---- */

struct behind {
    struct cop_game_behind *games;
    int count, room;
};

static void add_behind(void *context, const struct cop_move_game *found)
{
    struct behind *behind = context;

    if (behind->count == behind->room) {
        behind->room = 2 * behind->room + 8;
        behind->games = cop_reallocate(behind->games, (size_t)behind->room * sizeof *behind->games);
    }
    behind->games[behind->count++] = (struct cop_game_behind){
        .id = found->id,
        .ply = found->ply,
        .plies = found->plies,
        .date = cop_copy_string(found->date),
        .result = cop_copy_string(found->result),
    };
}

static void add_seat(void *context, int seat, const char *name, double payoff)
{
    struct cop_game_behind *game = context;

    if (seat < 0 || seat >= COP_PLAYERS_MAX)
        return;
    game->names[seat] = cop_copy_string(name);
    game->payoff[seat] = payoff;
    game->players = seat + 1;
}

bool cop_explorer_games(struct cop_explorer *explorer, const struct cop_game *game,
                        const void *state, cop_move move, int from, int count,
                        struct cop_game_behind **games, int *found, struct cop_error *error)
{
    struct behind behind = {0};
    struct cop_spot spot;
    bool is_good;

    cop_spot_find(game, state, &spot);
    pthread_mutex_lock(&explorer->lock);
    is_good = want_game(explorer, game, error) &&
              cop_explored_each_game(explorer->index, spot.key, spot.proof,
                                     cop_spot_move(game, &spot, move), from, count, add_behind,
                                     &behind, error);
    for (int i = 0; is_good && i < behind.count; i++)
        is_good = cop_explored_each_seat(explorer->index, behind.games[i].id, add_seat,
                                         &behind.games[i], error);
    pthread_mutex_unlock(&explorer->lock);
    if (!is_good) {
        cop_games_behind_free(behind.games, behind.count);
        return false;
    }
    *games = behind.games;
    *found = behind.count;
    return true;
}

void cop_games_behind_free(struct cop_game_behind *games, int count)
{
    for (int i = 0; i < count; i++) {
        free(games[i].date);
        free(games[i].result);
        for (int seat = 0; seat < COP_PLAYERS_MAX; seat++)
            free(games[i].names[seat]);
    }
    free(games);
}

/* ---- One game ---- */

static bool read_from_store(const struct cop_explored_place *place, struct cop_text *sgf,
                            struct cop_error *error)
{
    struct cop_store *store = cop_store_open_games(place->path.bytes, error);
    bool is_good = store != NULL && cop_store_sgf(store, place->number, sgf, error);

    if (store != NULL && !is_good && error->message[0] == '\0')
        cop_fail(error, "'%s' has no game %lld any more", place->path.bytes,
                 (long long)place->number);
    cop_store_close(store);
    return is_good;
}

static bool read_from_file(const struct cop_explored_place *place, struct cop_text *sgf,
                           struct cop_error *error)
{
    struct cop_text path = COP_TEXT;
    size_t length, at = 0, from = 0;
    int64_t number = 0;
    char *bytes;

    cop_text_add(&path, "%s%s%s", place->path.bytes, place->name.length > 0 ? "/" : "",
                 place->name.bytes);
    bytes = cop_file_read(path.bytes, COP_EXPLORED_FILE_MAX, &length, error);
    while (bytes != NULL && number < place->number && cop_next_record(bytes, length, &at, &from))
        number++;
    if (bytes != NULL && number == place->number)
        cop_text_add_bytes(sgf, bytes + from, at - from);
    else if (bytes != NULL)
        cop_fail(error, "'%s' has no game %lld any more", path.bytes, (long long)place->number);
    free(bytes);
    cop_text_free(&path);
    return sgf->length > 0;
}

/* The last part of the path, and which game of several it is. */
static void write_origin(const struct cop_explored_place *place, bool is_store,
                         struct cop_text *origin)
{
    const char *path = place->name.length > 0 ? place->name.bytes : place->path.bytes;
    const char *slash = strrchr(path, '/');

    cop_text_add(origin, "%s", slash != NULL ? slash + 1 : path);
    if (is_store || place->number > 1)
        cop_text_add(origin, ", game %lld", (long long)place->number);
}

bool cop_explorer_sgf(struct cop_explorer *explorer, const struct cop_game *game, int64_t id,
                      struct cop_text *sgf, struct cop_text *origin, struct cop_error *error)
{
    struct cop_explored_place place;
    enum cop_source_kind kind;
    bool is_good;

    pthread_mutex_lock(&explorer->lock);
    is_good = want_game(explorer, game, error);
    if (is_good) {
        is_good = cop_explored_where(explorer->index, id, &place, error);
        if (!is_good && error->message[0] == '\0')
            cop_fail(error, "there is no game %lld of %s in the sources", (long long)id,
                     game->name);
        is_good = is_good && cop_source_kind_of(place.path.bytes, &kind, error) &&
                  (kind == COP_SOURCE_STORE ? read_from_store(&place, sgf, error)
                                            : read_from_file(&place, sgf, error));
        if (is_good)
            write_origin(&place, kind == COP_SOURCE_STORE, origin);
        cop_explored_place_free(&place);
    }
    pthread_mutex_unlock(&explorer->lock);
    return is_good;
}
