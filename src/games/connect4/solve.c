/* connect4_solve.c - Connect Four solved by two questions: does the side to move win, and if not,
 * does it at least draw?
 *
 * Each is a depth-first search that stops at the first move that says yes. What makes it short:
 * - A move is looked at only if it neither ignores a line that the opponent could complete next nor
 *   lets him complete one on top of it.
 * - Before any move is tried, each one is checked for two threats at once, then for what its side
 *   can be sure of without a search (connect4_follow.h), then for what the table knows.
 * - Moves that make threats come first, with those that were good elsewhere.
 * - A position and its mirror image are the same in the first plies, where they meet.
 *
 * The table is exact: what it stores of a position and where it stores it determine the position.
 * Threads ask the same question with their moves in different orders and share the table; the first
 * answer is everybody's. */
#include "solve.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/growing.h"
#include "follow.h"
#include "game/solve_terms.h"

enum {
    WIDTH_MAX = 12,
    MIRROR_PLIES = 14,    /* so early a position may meet its mirror image */
    LOOKED_UP_CELLS = 14, /* with so many empty cells, children are looked up before any is tried */
    THREAT_RATING = 16,   /* what a threat counts in the order of moves */
    CENTRE_RATING = 4,    /* for each half column nearer to the middle */
    WATCH_PERIOD = 1 << 11 /* positions between two looks at how full the table is */
};

/* ---- The table ---- */

/* A word: 54 bits of the hashed key, 6 bits for the logarithm of the work it took, 4 for what is
 * known. */
typedef _Atomic uint64_t entry;

enum {
    WAYS = 4, /* entries of a bucket, half a cache line */
    WORK_SHIFT = 4,
    TAG_SHIFT = 10,
    BUCKETS_MIN = 1 << TAG_SHIFT
};

enum known { WINS = 1, DOES_NOT_WIN = 2, DRAWS_AT_LEAST = 4, LOSES = 8, ANY_KNOWLEDGE = 15 };

/* A bijection, so that no two positions have the same hash. */
static inline uint64_t hash_of(uint64_t key)
{
    key *= 0x9e3779b97f4a7c15u;
    key ^= key >> 32;
    return key * 0xd6e8feb86659fd93u;
}

/* The hashes of a bucket are at most 2^64 / BUCKETS_MIN = 2^54 neighbours, so that 54 bits tell
 * them apart. */
static inline entry *bucket_of(const struct cop_growing *table, uint64_t hash)
{
    return cop_growing_bucket(table, hash);
}

static inline uint64_t read_entry(const entry *at)
{
    return atomic_load_explicit(at, memory_order_relaxed);
}

static inline bool is_entry_of(uint64_t word, uint64_t hash)
{
    return ((word >> TAG_SHIFT) ^ (hash & (UINT64_MAX >> TAG_SHIFT))) == 0;
}

/* What is known, as a set of enum known. */
static inline int look_up(const entry *bucket, uint64_t hash)
{
    for (int i = 0; i < WAYS; i++) {
        uint64_t word = read_entry(&bucket[i]);

        if (is_entry_of(word, hash))
            return (int)(word & ANY_KNOWLEDGE);
    }
    return 0;
}

/* The entry that took least work makes room. */
static void remember(entry *bucket, uint64_t hash, int known, int64_t work)
{
    uint64_t weight = 63 - (uint64_t)__builtin_clzll((uint64_t)work | 1);
    uint64_t least = UINT64_MAX;
    entry *place = bucket;

    for (int i = 0; i < WAYS; i++) {
        uint64_t word = read_entry(&bucket[i]);
        uint64_t cost = (word & (((uint64_t)1 << TAG_SHIFT) - 1));

        if ((word & ANY_KNOWLEDGE) != 0 && is_entry_of(word, hash)) {
            known |= (int)(word & ANY_KNOWLEDGE);
            place = &bucket[i];
            break;
        }
        if (cost < least) {
            least = cost;
            place = &bucket[i];
        }
    }
    atomic_store_explicit(place, hash << TAG_SHIFT | weight << WORK_SHIFT | (uint64_t)known,
                          memory_order_relaxed);
}

/* The lowest hash of a bucket, and the tag, say which hash it was. */
static void deal(struct cop_growing *table, const void *bucket, uint64_t index, uint64_t buckets)
{
    uint64_t lowest = (uint64_t)((((unsigned __int128)index << 64) + buckets - 1) / buckets);
    const entry *old = bucket;

    for (int i = 0; i < WAYS; i++) {
        uint64_t word = read_entry(&old[i]);
        uint64_t above = ((word >> TAG_SHIFT) - lowest) & (UINT64_MAX >> TAG_SHIFT);
        entry *place = bucket_of(table, lowest + above);

        if ((word & ANY_KNOWLEDGE) == 0)
            continue;
        while (read_entry(place) != 0)
            place++;
        atomic_store_explicit(place, word, memory_order_relaxed);
    }
}

/* ---- The search ---- */

enum reply { NO_REPLY, NO, YES };

/* What all threads share. A run is over when its question is answered, and goes on with the next.
 */
struct solver {
    struct cop_run run;
    struct connect4_shape shape;
    struct cop_growing table;
    uint64_t own, all; /* the position */
    const struct cop_solve_limits *limits;
    struct cop_solution *solution;
    struct worker *workers; /* one for each thread */
    int threads;
    atomic_bool is_full; /* the threads were called back because the table is to grow */
    _Atomic int64_t positions;
    bool wants_win; /* the question */
    enum reply reply;
    uint64_t best; /* the cell that said yes */
};

/* One thread. `ratings` are of each cell for the first and the second player: up when it was good,
 * down when it was tried in vain. */
struct worker {
    struct solver *solver;
    struct cop_pace pace;
    int ratings[2][64];
    int64_t positions, counted;
    enum reply reply;
    uint64_t best;
};

struct choice {
    uint64_t cell, threats;
    int rating;
};

typedef bool asker(struct worker *worker, uint64_t own, uint64_t all, uint64_t threats,
                   bool wants_win);

static inline uint64_t threats_of(const struct connect4_shape *shape, uint64_t stones, uint64_t all)
{
    return all_completions(stones, shape->height) & shape->cells & ~all;
}

static uint64_t mirrored(const struct connect4_shape *shape, uint64_t key)
{
    uint64_t column = ((uint64_t)1 << (shape->height + 1)) - 1, mirror = 0;

    for (int i = 0; i < shape->width; i++) {
        mirror = mirror << (shape->height + 1) | (key & column);
        key >>= shape->height + 1;
    }
    return mirror;
}

/* The stones of the side to move and the cells where the next ones land; the sum has both. */
static inline uint64_t hash_position(const struct connect4_shape *shape, uint64_t own, uint64_t all)
{
    uint64_t key = own + all + shape->bottom;

    if (bit_count(all) < MIRROR_PLIES) {
        uint64_t mirror = mirrored(shape, key);

        key = mirror < key ? mirror : key;
    }
    return hash_of(key);
}

/* The moves that do not lose at once, given where the opponent threatens; none is a loss. */
static inline uint64_t safe_cells(const struct connect4_shape *shape, uint64_t all,
                                  uint64_t threats)
{
    uint64_t cells = (all + shape->bottom) & shape->cells;
    uint64_t forced = cells & threats;

    if ((forced & (forced - 1)) != 0)
        return 0;
    return (forced != 0 ? forced : cells) & ~(threats >> 1);
}

/* Whether a move decides the question by itself: the child's mover can be told the answer. */
static inline bool decides(const struct connect4_shape *shape, uint64_t own, uint64_t opponent,
                           uint64_t all, uint64_t threats, bool wants_win)
{
    struct connect4_sides sides = {.leader = opponent, .follower = own, .threats = threats};
    uint64_t wins = threats & (all + shape->bottom);
    enum connect4_promise promise;

    if ((wins & (wins - 1)) != 0)
        return true;
    promise = connect4_promise_of(shape, &sides, all);
    return promise == CONNECT4_WIN || (promise == CONNECT4_DRAW && !wants_win);
}

/* Lists the safe cells, the most promising first, and returns how many; or -1 if one decides, which
 * is then the first. */
static inline int list_choices(const struct worker *worker, const struct connect4_shape *shape,
                               uint64_t own, uint64_t all, uint64_t cells, bool wants_win,
                               struct choice *choices)
{
    const int *ratings = worker->ratings[bit_count(all) % 2];
    uint64_t opponent = own ^ all;
    int count = 0;

    for (uint64_t left = cells; left != 0; left &= left - 1) {
        uint64_t cell = lowest_bit(left);
        uint64_t threats = threats_of(shape, own | cell, all | cell);
        int rating = THREAT_RATING * bit_count(threats) + ratings[bit_index(cell)];
        int at = count++;

        if (decides(shape, own | cell, opponent, all | cell, threats, wants_win)) {
            choices[0].cell = cell;
            return -1;
        }
        for (; at > 0 && choices[at - 1].rating < rating; at--)
            choices[at] = choices[at - 1];
        choices[at] = (struct choice){cell, threats, rating};
    }
    return count;
}

/* Does the table know a move that says yes? */
static inline bool table_decides(const struct cop_growing *table,
                                 const struct connect4_shape *shape, uint64_t own, uint64_t all,
                                 bool wants_win, const struct choice *choices, int count)
{
    uint64_t opponent = own ^ all;
    uint64_t hashes[WIDTH_MAX];

    for (int i = 0; i < count; i++) {
        hashes[i] = hash_position(shape, opponent, all | choices[i].cell);
        __builtin_prefetch(bucket_of(table, hashes[i]));
    }
    for (int i = 0; i < count; i++)
        if ((look_up(bucket_of(table, hashes[i]), hashes[i]) &
             (wants_win ? LOSES : DOES_NOT_WIN)) != 0)
            return true;
    return false;
}

/* The move that said yes rises, the ones tried before it sink. */
static inline void learn(struct worker *worker, uint64_t all, const struct choice *choices,
                         int winner)
{
    int *ratings = worker->ratings[bit_count(all) % 2];

    for (int i = 0; i < winner; i++)
        ratings[bit_index(choices[i].cell)]--;
    ratings[bit_index(choices[winner].cell)] += winner;
}

static int64_t count_positions(struct worker *worker)
{
    int64_t new = worker->positions - worker->counted;

    worker->counted = worker->positions;
    return atomic_fetch_add_explicit(&worker->solver->positions, new, memory_order_relaxed) + new;
}

static bool is_over_now(const struct solver *solver)
{
    return cop_run_ended(&solver->run) != COP_RUN_GOES_ON;
}

/* With an entry for every position, has every second bucket one? Later, some would overflow, and
 * what they lose changes the course of the whole search. One thread alone lets the table grow at
 * once; several must all leave it first. */
static __attribute__((noinline)) void watch_table(struct worker *worker)
{
    struct solver *solver = worker->solver;
    int64_t positions = count_positions(worker);

    if (cop_growing_is_grown(&solver->table) || (uint64_t)positions <= solver->table.buckets / 2)
        return;
    if (solver->threads == 1) {
        cop_growing_grow(&solver->table, deal);
        return;
    }
    atomic_store(&solver->is_full, true);
    cop_run_finish(&solver->run, COP_RUN_KNOWN);
}

/* May this thread look into one more position? One that may not ends the run for all. */
static inline bool go_on(struct worker *worker)
{
    if (!cop_run_step(&worker->solver->run, &worker->pace)) {
        cop_run_finish(&worker->solver->run, COP_RUN_LIMIT);
        return false;
    }
    if (++worker->positions % WATCH_PERIOD == 0)
        watch_table(worker);
    return true;
}

/* In the first thread, now and then. */
static void tell(void *context)
{
    const struct solver *solver = context;

    solver->solution->seconds = cop_run_seconds(&solver->run);
    solver->solution->positions = count_positions(&solver->workers[0]);
    solver->limits->progress(solver->limits->context, solver->solution);
}

/* Does the side to move win (or at least draw)? It cannot complete a line with its next stone;
 * `threats` are where its opponent can complete one. The answer means nothing once the run is
 * over. Inlined into a function for each shape, which is `ask`. */
static inline __attribute__((always_inline)) bool
ask_node(struct worker *worker, const struct connect4_shape *shape, uint64_t own, uint64_t all,
         uint64_t threats, bool wants_win, asker *ask)
{
    const struct cop_growing *table = &worker->solver->table;
    int64_t before = worker->positions;
    int empty = shape->width * shape->height - bit_count(all);
    uint64_t cells = safe_cells(shape, all, threats);
    struct choice choices[WIDTH_MAX];
    uint64_t hash;
    entry *bucket;
    int known, count, tried = 0;
    bool answer = false;

    if (!go_on(worker))
        return false;
    if (cells == 0)
        return false;
    if (empty <= 2)
        return !wants_win;
    hash = hash_position(shape, own, all);
    bucket = bucket_of(table, hash);
    __builtin_prefetch(bucket);
    count = list_choices(worker, shape, own, all, cells, wants_win, choices);
    if (count < 0)
        return true;
    known = look_up(bucket, hash);
    if ((known & (wants_win ? WINS : DRAWS_AT_LEAST)) != 0)
        return true;
    if ((known & (wants_win ? DOES_NOT_WIN : LOSES)) != 0)
        return false;
    if (empty >= LOOKED_UP_CELLS && count > 1)
        answer = table_decides(table, shape, own, all, wants_win, choices, count);
    for (; tried < count && !answer; tried++)
        answer =
            !ask(worker, own ^ all, all | choices[tried].cell, choices[tried].threats, !wants_win);
    if (is_over_now(worker->solver))
        return false;
    if (answer && tried > 1)
        learn(worker, all, choices, tried - 1);
    if (wants_win)
        known = answer ? WINS | DRAWS_AT_LEAST : DOES_NOT_WIN;
    else
        known = answer ? DRAWS_AT_LEAST : LOSES | DOES_NOT_WIN;
    remember(bucket_of(table, hash), hash, known, worker->positions - before);
    return answer;
}

static bool ask_any(struct worker *worker, uint64_t own, uint64_t all, uint64_t threats,
                    bool wants_win)
{
    return ask_node(worker, &worker->solver->shape, own, all, threats, wants_win, ask_any);
}

/* The usual board, where shifts by constants are a good part of the speed. */
static const struct connect4_shape usual = {
    .bottom = 0x0040810204081u,
    .cells = 0xfdfbf7efdfbfu,
    .leads = 0x0040810204081u * 0x15,
    .width = 7,
    .height = 6,
};

static bool ask_usual(struct worker *worker, uint64_t own, uint64_t all, uint64_t threats,
                      bool wants_win)
{
    return ask_node(worker, &usual, own, all, threats, wants_win, ask_usual);
}

/* ---- One position ---- */

/* Whether a move says yes, which then is the worker's best. */
static bool try_moves(struct worker *worker, uint64_t cells)
{
    const struct solver *solver = worker->solver;
    const struct connect4_shape *shape = &solver->shape;
    asker *ask = shape->width == 7 && shape->height == 6 ? ask_usual : ask_any;
    uint64_t own = solver->own, all = solver->all;
    struct choice choices[WIDTH_MAX] = {{0}};
    int count = list_choices(worker, shape, own, all, cells, solver->wants_win, choices);

    worker->best = choices[0].cell;
    if (count < 0)
        return true;
    for (int i = 0; i < count; i++) {
        worker->best = choices[i].cell;
        if (!ask(worker, own ^ all, all | choices[i].cell, choices[i].threats, !solver->wants_win))
            return true;
    }
    return false;
}

static bool answer_root(struct worker *worker)
{
    const struct solver *solver = worker->solver;
    const struct connect4_shape *shape = &solver->shape;
    uint64_t threats = threats_of(shape, solver->own ^ solver->all, solver->all);
    uint64_t cells = safe_cells(shape, solver->all, threats);

    if (bit_count(solver->all) >= shape->width * shape->height - 2) {
        worker->best = cells;
        return cells != 0 && !solver->wants_win;
    }
    return cells != 0 && try_moves(worker, cells);
}

/* One thread's part of a question. */
static void ask_root(void *context, int number)
{
    struct solver *solver = context;
    struct worker *worker = &solver->workers[number];
    bool answer;

    cop_pace_begin(&worker->pace, number == 0, 1);
    worker->reply = NO_REPLY;
    answer = go_on(worker) && answer_root(worker);
    count_positions(worker);
    if (is_over_now(solver))
        return;
    worker->reply = answer ? YES : NO;
    cop_run_finish(&solver->run, COP_RUN_KNOWN);
}

/* The first thread asks as one alone would; the others begin with moves rated a little otherwise.
 */
static void prepare_worker(struct worker *worker, struct solver *solver, int index)
{
    const struct connect4_shape *shape = &solver->shape;
    struct cop_rng rng;

    *worker = (struct worker){.solver = solver};
    cop_rng_seed(&rng, (uint64_t)index);
    for (int bit = 0; bit < shape->width * (shape->height + 1); bit++) {
        int column = bit / (shape->height + 1);
        int off = 2 * column - (shape->width - 1);

        for (int side = 0; side < 2; side++) {
            worker->ratings[side][bit] = -CENTRE_RATING * (off < 0 ? -off : off);
            if (index > 0)
                worker->ratings[side][bit] += (int)cop_rng_below(&rng, THREAT_RATING);
        }
    }
}

/* Asks the solver's question with all threads, once. */
static bool ask_once(struct solver *solver, struct cop_error *error)
{
    solver->reply = NO_REPLY;
    if (!cop_run_threads(&solver->run, solver->threads, ask_root, solver, error))
        return false;
    for (int i = 0; i < solver->threads; i++)
        if (solver->workers[i].reply != NO_REPLY) {
            solver->reply = solver->workers[i].reply;
            solver->best = solver->workers[i].best;
        }
    return true;
}

static bool resume(struct solver *solver)
{
    return cop_run_resume(&solver->run, atomic_load(&solver->positions));
}

/* Threads that were called back to let the table grow find in it what they knew and soon are where
 * they were. */
static bool ask_all(struct solver *solver, struct cop_error *error)
{
    do {
        if (atomic_exchange(&solver->is_full, false))
            cop_growing_grow(&solver->table, deal);
        if (!ask_once(solver, error))
            return false;
    } while (solver->reply == NO_REPLY && atomic_load(&solver->is_full) && resume(solver));
    return true;
}

static bool ask_both(struct solver *solver, struct cop_error *error)
{
    struct cop_solution *solution = solver->solution;

    solver->wants_win = true;
    if (!ask_all(solver, error))
        return false;
    if (solver->reply == YES)
        solution->lower = 1;
    if (solver->reply != NO)
        return true;
    solution->upper = 0.5;
    solver->wants_win = false;
    if (!resume(solver))
        return true;
    if (!ask_all(solver, error))
        return false;
    if (solver->reply == YES)
        solution->lower = 0.5;
    else if (solver->reply == NO)
        solution->upper = 0;
    return true;
}

static bool open_table(struct cop_growing *table, size_t memory, struct cop_error *error)
{
    if (!cop_growing_open(table, memory, WAYS * sizeof(entry), BUCKETS_MIN))
        return cop_fail(error,
                        "connect4: there is no memory for a table of %zu MiB; give a smaller one, "
                        "as in --limit memory=64M",
                        memory >> 20);
    return true;
}

/* A lost position: any move will do, but one that prolongs the game looks better. */
static uint64_t any_cell(const struct connect4_shape *shape, uint64_t all, uint64_t threats)
{
    uint64_t cells = (all + shape->bottom) & shape->cells;

    return lowest_bit((cells & threats) != 0 ? cells & threats : cells);
}

bool connect4_can_solve(const struct cop_game *game, enum cop_stake stake)
{
    (void)game;
    return stake == COP_STAKE_PAYOFF;
}

/* Nobody wins at once. */
static bool search(struct solver *solver, struct cop_error *error)
{
    bool is_good;

    if (!open_table(&solver->table, solver->limits->memory, error))
        return false;
    solver->threads = cop_run_thread_count(solver->limits->threads);
    solver->workers = cop_allocate((size_t)solver->threads * sizeof *solver->workers);
    for (int i = 0; i < solver->threads; i++)
        prepare_worker(&solver->workers[i], solver, i);
    is_good = ask_both(solver, error);
    if (solver->solution->upper <= 0)
        solver->best = any_cell(&solver->shape, solver->all,
                                threats_of(&solver->shape, solver->own ^ solver->all, solver->all));
    cop_growing_close(&solver->table);
    free(solver->workers);
    return is_good;
}

bool connect4_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
                    const struct cop_solve_limits *limits, struct cop_solution *solution,
                    struct cop_error *error)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    struct solver solver = {.shape = connect4_shape_of(board->width, board->height),
                            .own = own_stones(board, position),
                            .all = position->all,
                            .limits = limits,
                            .solution = solution};
    struct cop_run_terms terms = cop_solve_terms(limits, tell, &solver);

    (void)stake;
    cop_run_begin(&solver.run, &terms);
    *solution = (struct cop_solution){.upper = 1, .best = COP_NO_MOVE};
    solver.best = landings(board, position) & threats_of(&solver.shape, solver.own, solver.all);
    if (solver.best != 0) {
        solution->lower = 1;
        solution->positions = 1;
    } else {
        if (!search(&solver, error))
            return false;
        solution->positions = atomic_load(&solver.positions);
    }
    if (solver.best != 0)
        solution->best = (cop_move)(bit_index(solver.best) / (board->height + 1)) + 1;
    solution->seconds = cop_run_seconds(&solver.run);
    return true;
}
