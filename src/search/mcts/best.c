/* best.c - the best game that a search has seen, move by move (samegame-and-fanorona.md 5.1, 5.5).
 *
 * Whoever plays alone can play the best game that any simulation came upon: the moves in the tree
 * and then those of the playout. Each worker keeps its own, so that the best of all does not depend
 * on who was first; among equals the worker with the lowest number has it. A search may show its
 * progress while others go on, so a record is written and read under a lock, which is taken only
 * when a game is better than all before. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "search/mcts/search.h"
#include "search/whole_game.h"

const struct cop_option mcts_best_options[] = {
    {"whole", COP_FLAG, "off", 0, 0, NULL,
     "with final=best: one search decides the whole game, and its best game is played; else every "
     "move has its own"},
    {"keep", COP_FLAG, "on", 0, 0, NULL,
     "with final=best: the best game of earlier searches is not forgotten as long as it is "
     "followed"},
    {"restarts", COP_INTEGER, "1", 1, 1e6, NULL,
     "with final=best: so many trees one after the other, each with its part of the limit; the "
     "best game of all counts"},
    {NULL}};

/* The best game with one of the root's moves. */
struct best_of_move {
    cop_move move;
    int64_t gained;
    double total;
};

struct record {
    pthread_mutex_t lock;
    int64_t gained; /* the reward of the game, fixed point */
    struct cop_whole_game game;
    int move_count; /* root moves that have a game */
    struct best_of_move *of_moves;
};

struct best {
    struct record *records; /* one for each worker */
    int room;               /* moves of a game */
    bool keeps;
    struct cop_whole_game kept, shown; /* from earlier searches; the best of that and all records */
};

enum { BEST_GAME_MAX = 4096 };

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "final") == FINAL_BEST;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    if (game->players != 1 || game->has_chance || game->is_hidden || game->rules->score == NULL)
        return cop_fail(error,
                        "final=best is for games of one player who makes points, without chance "
                        "and hidden pieces, which %s is not",
                        game->name);
    if (cop_choice(settings, "reward") != COP_REWARD_SCORE)
        return cop_fail(error, "final=best looks for the game with most points; it needs "
                               "reward=score");
    if (cop_choice(settings, "turn") != 0)
        return cop_fail(error, "final=best decides a move or, with whole=on, the whole game; leave "
                               "turn out");
    if (cop_integer(settings, "restarts") > 1 && cop_flag(settings, "reuse"))
        return cop_fail(error, "restarts begin with empty trees; leave reuse out");
    if (cop_integer(settings, "restarts") > 1 && cop_real(settings, "extend") > 0)
        return cop_fail(error, "restarts divide the limit; leave extend out");
    return true;
}

static bool open_record(struct record *record, const struct cop_game *game, int room)
{
    record->of_moves = calloc((size_t)game->max_moves, sizeof *record->of_moves);
    return cop_whole_game_open(&record->game, game, (size_t)room) && record->of_moves != NULL;
}

static bool open_best(struct part_use *use, const struct cop_settings *settings,
                      struct cop_error *error)
{
    const struct mcts *mcts = use->mcts;
    struct best *best = calloc(1, sizeof *best);
    bool enough = best != NULL;

    use->own = best;
    if (enough) {
        best->room = BEST_GAME_MAX;
        if (mcts->game->max_plies > 0 && mcts->game->max_plies < best->room)
            best->room = mcts->game->max_plies;
        best->keeps = cop_flag(settings, "keep");
        enough = cop_whole_game_open(&best->kept, mcts->game, (size_t)best->room + 1) &&
                 cop_whole_game_open(&best->shown, mcts->game, (size_t)best->room + 1);
        best->records = calloc((size_t)mcts->worker_count, sizeof *best->records);
        enough = enough && best->records != NULL;
    }
    for (int i = 0; best != NULL && best->records != NULL && i < mcts->worker_count; i++)
        pthread_mutex_init(&best->records[i].lock, NULL);
    for (int i = 0; enough && i < mcts->worker_count; i++)
        enough = open_record(&best->records[i], mcts->game, best->room + 1);
    return enough || cop_fail(error, "not enough memory");
}

static void close_best(struct part_use *use)
{
    struct best *best = use->own;

    if (best == NULL)
        return;
    for (int i = 0; best->records != NULL && i < use->mcts->worker_count; i++) {
        pthread_mutex_destroy(&best->records[i].lock);
        cop_whole_game_close(&best->records[i].game);
        free(best->records[i].of_moves);
    }
    free(best->records);
    cop_whole_game_close(&best->kept);
    cop_whole_game_close(&best->shown);
    free(best);
}

static bool wants_trace(const struct cop_settings *settings)
{
    (void)settings;
    return true;
}

static struct best *best_of(const struct mcts *mcts)
{
    for (int i = 0; i < mcts->parts.count; i++)
        if (mcts->parts.uses[i].part == &mcts_best)
            return mcts->parts.uses[i].own;
    return NULL;
}

/* ---- A simulation ---- */

/* Where the game of the last simulation has ended; NULL if it was not played to its end. */
static const void *end_of_game(const struct worker *worker, const struct node *leaf)
{
    const struct cop_game *game = worker->mcts->game;

    if (node_is_terminal(leaf))
        return worker->state;
    if (node_flags(leaf) & NODE_CLOSED)
        return NULL;
    return game->rules->turn(game, worker->leaf) == COP_OVER ? worker->leaf : NULL;
}

static struct best_of_move *entry_of(struct record *record, cop_move move)
{
    for (int i = 0; i < record->move_count; i++)
        if (record->of_moves[i].move == move)
            return &record->of_moves[i];
    return NULL;
}

static void note_move(struct record *record, cop_move move, int64_t gained, double total)
{
    struct best_of_move *entry = entry_of(record, move);

    if (entry == NULL) {
        entry = &record->of_moves[record->move_count++];
        entry->move = move;
    }
    entry->gained = gained;
    entry->total = total;
}

static void note_game(struct record *record, const struct worker *worker, int depth, int64_t gained,
                      double total)
{
    const struct cop_trace *trace = &worker->trace;
    struct cop_whole_game *game = &record->game;

    record->gained = gained;
    game->total = total;
    game->length = depth + trace->length;
    for (int i = 0; i < depth; i++)
        game->moves[i] = worker->path[i + 1]->move;
    memcpy(game->moves + depth, trace->moves, (size_t)trace->length * sizeof *trace->moves);
}

static void update(const struct part_use *use, struct worker *worker, int depth)
{
    const struct best *best = use->own;
    struct record *record = &best->records[worker->number];
    int64_t gained = worker->gained[0];
    int length = depth + worker->trace.length;
    const struct best_of_move *entry;
    const void *end;
    cop_move first;
    double total;

    if (length == 0 || length > best->room)
        return;
    first = depth > 0 ? worker->path[1]->move : worker->trace.moves[0];
    entry = entry_of(record, first);
    if (entry != NULL && gained <= entry->gained)
        return;
    end = end_of_game(worker, worker->path[depth]);
    if (end == NULL)
        return;
    total = use->mcts->game->rules->score(use->mcts->game, end, 0);
    pthread_mutex_lock(&record->lock);
    note_move(record, first, gained, total);
    if (record->game.length == 0 || gained > record->gained)
        note_game(record, worker, depth, gained, total);
    pthread_mutex_unlock(&record->lock);
}

/* ---- A search, and between two of them ---- */

static void forget_games(const struct mcts *mcts, struct best *best)
{
    for (int i = 0; i < mcts->worker_count; i++) {
        best->records[i].game.length = 0;
        best->records[i].move_count = 0;
    }
}

static void start(const struct part_use *use)
{
    struct best *best = use->own;

    forget_games(use->mcts, best);
    best->kept.length = 0;
}

void best_begin(const struct mcts *mcts)
{
    struct best *best = best_of(mcts);

    if (best == NULL)
        return;
    forget_games(mcts, best);
    cop_whole_game_begin(&best->kept, mcts->game, mcts->root_state, best->keeps);
}

/* The best game of all, as it is now. */
static const struct cop_whole_game *find_best(const struct mcts *mcts, struct best *best)
{
    struct cop_whole_game *shown = &best->shown;

    cop_whole_game_set(shown, best->kept.total, best->kept.moves, best->kept.length);
    for (int i = 0; i < mcts->worker_count; i++) {
        struct record *record = &best->records[i];
        const struct cop_whole_game *game = &record->game;

        pthread_mutex_lock(&record->lock);
        if (game->length > 0 && (shown->length == 0 || game->total > shown->total))
            cop_whole_game_set(shown, game->total, game->moves, game->length);
        pthread_mutex_unlock(&record->lock);
    }
    return shown;
}

void best_report(const struct mcts *mcts, struct cop_report *report)
{
    struct best *best = best_of(mcts);

    if (best != NULL)
        cop_whole_game_report(find_best(mcts, best), mcts->config.whole_game, report);
}

bool best_with_move(const struct mcts *mcts, cop_move move, double *total)
{
    const struct best *best = best_of(mcts);
    bool is_found = false;

    if (best == NULL)
        return false;
    if (best->kept.length > 0 && best->kept.moves[0] == move) {
        *total = best->kept.total;
        is_found = true;
    }
    for (int i = 0; i < mcts->worker_count; i++) {
        struct record *record = &best->records[i];
        const struct best_of_move *entry;

        pthread_mutex_lock(&record->lock);
        entry = entry_of(record, move);
        if (entry != NULL && (!is_found || entry->total > *total)) {
            *total = entry->total;
            is_found = true;
        }
        pthread_mutex_unlock(&record->lock);
    }
    return is_found;
}

void best_played(const struct mcts *mcts, const void *before, cop_move move)
{
    struct best *best = best_of(mcts);
    const struct cop_whole_game *shown;

    if (best == NULL || !best->keeps)
        return;
    shown = find_best(mcts, best);
    forget_games(mcts, best);
    cop_whole_game_set(&best->kept, shown->total, shown->moves, shown->length);
    cop_whole_game_follow(&best->kept, mcts->game, before, move);
}

const struct mcts_part mcts_best = {
    .is_wanted = is_wanted,
    .check = check,
    .open = open_best,
    .close = close_best,
    .wants_trace = wants_trace,
    .start = start,
    .update = update,
};
