/* dive.c - see dive.h; the bounds are those of samegame-and-fanorona.md 4.8.
 *
 * The table holds for a key how much more than its own points a position can still make at most.
 * That is known when a position has been looked through: every game from there is among those that
 * the best so far is not below. */
#include "search/puzzle/dive.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "base/growing.h"

/* ---- Bounds ---- */

bool puzzle_bounds_open(struct cop_oracles *oracles, const struct cop_game *game,
                        struct cop_error *error)
{
    *oracles = (struct cop_oracles){.game = game, .asking = COP_ASK_ALWAYS};
    return cop_oracles_add_rows(oracles, NULL, error);
}

double puzzle_most(const struct cop_oracles *oracles, const void *state)
{
    const struct cop_game *game = oracles->game;

    if (game->rules->turn(game, state) == COP_OVER)
        return game->rules->score(game, state, 0);
    return cop_oracles_probe(oracles, state, COP_STAKE_SCORE, 0).high;
}

/* ---- Memory ---- */

struct promise {
    double most;
    cop_move move;
};

struct known {
    uint64_t key; /* 0: nothing is kept here */
    double more;  /* no game from there makes more points than it has already */
};

enum { BUCKET = 4 };

struct dive {
    struct puzzle_walker *walker;
    struct cop_oracles oracles;
    unsigned char *states; /* on the way down */
    size_t state_bytes, block_bytes;
    struct promise *promises; /* of all positions on the way down, one after the other */
    int promised, promise_room;
    cop_move *moves;
    bool has_table;
    struct cop_growing table; /* of buckets of `known` */
    uint64_t kept;            /* in the table */
    uint64_t first_buckets;   /* of the empty one */

    /* The running dive: */
    double threshold; /* what promises less is left for later, */
    double next;      /* and the most of that */
    int64_t *budget;  /* NULL: positions are steps of the run */
};

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

enum { FIRST_LISTS = 4 }; /* the promises of so many positions have room at the beginning */

size_t dive_least_bytes(const struct cop_game *game)
{
    return ((size_t)game->max_plies + 1) * rounded(game->state_size) +
           FIRST_LISTS * (size_t)game->max_moves * sizeof(struct promise);
}

static void *state_at(const struct dive *dive, int depth)
{
    return dive->states + (size_t)depth * dive->state_bytes;
}

void dive_close(struct dive *dive)
{
    if (dive == NULL)
        return;
    cop_block_free(dive->states, dive->block_bytes);
    free(dive->promises);
    if (dive->has_table)
        cop_growing_close(&dive->table);
    free(dive->moves);
    free(dive);
}

static bool open_table(struct dive *dive, size_t bytes)
{
    dive->has_table = cop_growing_open(&dive->table, bytes, BUCKET * sizeof(struct known), 1);
    dive->first_buckets = dive->table.buckets;
    return dive->has_table;
}

void dive_forget(struct dive *dive)
{
    if (!dive->has_table || dive->kept == 0)
        return;
    memset(dive->table.bytes, 0, dive->table.buckets * dive->table.bucket_size);
    dive->table.buckets = dive->first_buckets;
    dive->kept = 0;
}

/* Positions have few moves, compared with the most that one could have, and the way down is long:
 * so the room is made as it is needed. False if there is none. */
static bool make_room(struct dive *dive)
{
    int most = dive->walker->game->max_moves, wanted;
    struct promise *promises;

    if (dive->promise_room - dive->promised >= most)
        return true;
    wanted = dive->promise_room > 0 ? 2 * dive->promise_room : FIRST_LISTS * most;
    promises = realloc(dive->promises, (size_t)wanted * sizeof *promises);
    if (promises == NULL)
        return false;
    dive->promises = promises;
    dive->promise_room = wanted;
    return true;
}

struct dive *dive_open(struct puzzle_walker *walker, size_t table_bytes, struct cop_error *error)
{
    struct dive *dive = calloc(1, sizeof *dive);

    if (dive == NULL) {
        cop_fail(error, "not enough memory");
        return NULL;
    }
    dive->walker = walker;
    dive->state_bytes = rounded(walker->game->state_size);
    dive->block_bytes = ((size_t)walker->game->max_plies + 1) * dive->state_bytes;
    dive->states = cop_block_allocate(dive->block_bytes);
    dive->moves = calloc((size_t)walker->game->max_moves, sizeof *dive->moves);
    if (dive->states == NULL || dive->moves == NULL || !make_room(dive) ||
        (table_bytes > 0 && !open_table(dive, table_bytes)))
        cop_fail(error, "not enough memory");
    else if (puzzle_bounds_open(&dive->oracles, walker->game, error))
        return dive;
    dive_close(dive);
    return NULL;
}

/* ---- The table ---- */

static struct known *bucket_of(const struct dive *dive, uint64_t key)
{
    return cop_growing_bucket(&dive->table, cop_mix(key));
}

/* A key that is not that of an empty place. */
static uint64_t key_of(const struct dive *dive, const void *state)
{
    uint64_t key = puzzle_rest(dive->walker->game, state);

    return key != 0 ? key : 1;
}

/* How much more can be made from a position, as far as is known. */
static double more_from(const struct dive *dive, uint64_t key)
{
    const struct known *bucket = bucket_of(dive, key);

    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key)
            return bucket[i].more;
    return INFINITY;
}

/* What was in one bucket has room in the larger table. */
static void deal(struct cop_growing *table, const void *bucket, uint64_t index, uint64_t buckets)
{
    const struct known *old = bucket;

    (void)index;
    (void)buckets;
    for (int i = 0; i < BUCKET && old[i].key != 0; i++) {
        struct known *place = cop_growing_bucket(table, cop_mix(old[i].key));

        while (place->key != 0)
            place++;
        *place = old[i];
    }
}

static void remember(struct dive *dive, uint64_t key, double more)
{
    struct known *bucket = bucket_of(dive, key);
    int at = 0;

    while (at < BUCKET && bucket[at].key != key && bucket[at].key != 0)
        at++;
    if (at == BUCKET) { /* the oldest goes */
        memmove(&bucket[1], &bucket[0], (BUCKET - 1) * sizeof *bucket);
        at = 0;
    } else if (bucket[at].key == 0) {
        dive->kept++;
    }
    bucket[at] = (struct known){key, more};
    if (dive->kept > 2 * dive->table.buckets && !cop_growing_is_grown(&dive->table))
        cop_growing_grow(&dive->table, deal);
}

/* ---- Down ---- */

/* Where positions are no steps of the run, nobody else looks at the clock meanwhile. */
static bool may_go_on(struct dive *dive)
{
    enum { LOOK = 512 };
    struct cop_run *run = &dive->walker->puzzle->run;

    if (dive->budget == NULL)
        return puzzle_step(dive->walker);
    if (--*dive->budget < 0)
        return false;
    if (*dive->budget % LOOK == 0)
        cop_run_look(run, &dive->walker->pace);
    return cop_run_ended(run) == COP_RUN_GOES_ON;
}

static int by_promise(const void *left, const void *right)
{
    const struct promise *a = left, *b = right;

    if (a->most != b->most)
        return a->most < b->most ? 1 : -1;
    return (a->move > b->move) - (a->move < b->move);
}

/* Adds the moves of a position and what they promise, the most first. False if there is no room. */
static bool list_promises(struct dive *dive, int depth)
{
    const struct cop_game *game = dive->walker->game;
    const void *state = state_at(dive, depth);
    void *next = state_at(dive, depth + 1);
    int count = game->rules->moves(game, state, dive->moves);
    struct promise *promises;

    if (!make_room(dive))
        return false;
    promises = dive->promises + dive->promised;
    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->rules->play(game, next, dive->moves[i]);
        promises[i] = (struct promise){puzzle_most(&dive->oracles, next), dive->moves[i]};
    }
    qsort(promises, (size_t)count, sizeof *promises, by_promise);
    dive->promised += count;
    return true;
}

/* Is this move worth a look? What is not because of the threshold is noted. */
static bool is_worth_it(struct dive *dive, double most)
{
    if (most <= puzzle_best_total(dive->walker))
        return false;
    if (most >= dive->threshold)
        return true;
    dive->next = fmax(dive->next, most);
    return false;
}

static bool is_known(const struct dive *dive, const void *state)
{
    const struct cop_game *game = dive->walker->game;

    return dive->has_table && game->rules->turn(game, state) != COP_OVER &&
           puzzle_total(dive->walker, state) + more_from(dive, key_of(dive, state)) <=
               puzzle_best_total(dive->walker);
}

static bool visit(struct dive *dive, int depth);

static bool visit_move(struct dive *dive, int depth, struct promise promise)
{
    struct puzzle_walker *walker = dive->walker;
    void *next = state_at(dive, depth + 1);
    int way_length = walker->way_length;
    bool goes_on;

    if (!is_worth_it(dive, promise.most))
        return true;
    memcpy(next, state_at(dive, depth), walker->game->state_size);
    puzzle_walk(walker, next, promise.move);
    goes_on = is_known(dive, next) || visit(dive, depth + 1);
    walker->way_length = way_length;
    return goes_on;
}

static bool visit_moves(struct dive *dive, int depth)
{
    int first = dive->promised, last;
    bool goes_on = true;

    if (!list_promises(dive, depth)) {
        puzzle_is_full(dive->walker);
        return false;
    }
    last = dive->promised;
    for (int i = first; i < last && goes_on; i++)
        goes_on = visit_move(dive, depth, dive->promises[i]);
    dive->promised = first;
    return goes_on;
}

static bool visit(struct dive *dive, int depth)
{
    struct puzzle_walker *walker = dive->walker;
    const struct cop_game *game = walker->game;
    const void *state = state_at(dive, depth);

    if (!may_go_on(dive))
        return false;
    if (dive->budget == NULL)
        puzzle_count(&walker->nodes);
    if (game->rules->turn(game, state) == COP_OVER) {
        puzzle_offer(walker, puzzle_total(walker, state));
        return true;
    }
    if (!visit_moves(dive, depth))
        return false;
    if (dive->has_table)
        remember(dive, key_of(dive, state),
                 puzzle_best_total(walker) - puzzle_total(walker, state));
    return true;
}

static bool run_dive(struct dive *dive, const void *state)
{
    dive->promised = 0;
    memcpy(state_at(dive, 0), state, dive->walker->game->state_size);
    return visit(dive, 0);
}

bool dive_from(struct dive *dive, const void *state)
{
    dive->threshold = -INFINITY;
    dive->budget = NULL;
    return run_dive(dive, state);
}

bool dive_above(struct dive *dive, const void *state, double threshold, double *next)
{
    bool is_through;

    assert(!dive->has_table); /* which would not tell what was left out from what is worse */
    dive->threshold = threshold;
    dive->next = -INFINITY;
    dive->budget = NULL;
    is_through = run_dive(dive, state);
    *next = dive->next;
    return is_through;
}

bool dive_within(struct dive *dive, const void *state, int64_t *budget)
{
    dive->threshold = -INFINITY;
    dive->budget = budget;
    return run_dive(dive, state);
}
