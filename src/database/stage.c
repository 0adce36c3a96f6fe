/* stage.c - the rounds of a stage.
 *
 * Values are only written between rounds, so that a round sees what the rounds before it have
 * found and nothing else: then its number is the distance, however many threads there are. What a
 * round finds is kept as bits of two sets, won and lost.
 *
 * A round looks either forward, at the moves of all numbers that are still unknown, or backward,
 * from what the last round has found: what leads to a newly lost position is won; what leads to a
 * newly won one is lost if all its moves do, for which it is looked at once. The less work of the
 * two is done. */
#include "database/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/block.h"
#include "base/clock.h"
#include "base/run.h"
#include "database/derive.h"

/* Numbers that a thread takes at a time; a multiple of what a word of any set or table holds. */
enum { CHUNK = 4096, SET_SHARE = 64 };

typedef _Atomic uint64_t set_word;

/* One class. */
struct part {
    int class_number;
    int64_t count;
    struct cop_table *table;
    set_word *fresh, *won, *lost; /* what the last round found; what this one finds */
    uint8_t *distances;           /* NULL: they are not kept */
    atomic_int longest;
    _Atomic int64_t nobodys;
};

struct worker {
    struct cop_deriver *deriver;
    struct cop_place *before;
    uint8_t known[CHUNK];
};

struct stage;
typedef void pass(struct stage *stage, struct worker *worker, struct part *part, int64_t first,
                  int count);

struct stage {
    struct cop_build *build;
    struct cop_values values, losses; /* losses: only those are wanted */
    struct part parts[COP_STAGE_CLASSES];
    int part_count, round;
    int64_t total;
    struct worker **workers;
    int threads;
    pass *pass;
    _Atomic int64_t next; /* numbers of this pass that were handed out */
    atomic_bool is_stopped;
    _Atomic int64_t fresh, settled; /* settled: numbers that need no further look */
};

static const struct cop_indexing *indexing_of(const struct stage *stage)
{
    return stage->build->plan->game->rules->indexing;
}

static enum cop_known value_of(const void *context, int class_number, int64_t number)
{
    const struct cop_table *table = &((const struct cop_build *)context)->tables[class_number];

    return table->words == NULL ? COP_UNKNOWN : cop_table_get(table, number);
}

/* ---- Opening ---- */

static size_t set_bytes(int64_t count)
{
    return (size_t)((count + SET_SHARE - 1) / SET_SHARE) * sizeof(set_word);
}

static bool open_part(struct part *part, struct cop_build *build, int class_number,
                      struct cop_error *error)
{
    *part = (struct part){.class_number = class_number,
                          .table = &build->tables[class_number],
                          .count = build->tables[class_number].count};
    part->fresh = cop_build_block(build, set_bytes(part->count), error);
    part->won = cop_build_block(build, set_bytes(part->count), error);
    part->lost = cop_build_block(build, set_bytes(part->count), error);
    if (build->plan->keeps_distances)
        part->distances = cop_build_block(build, (size_t)part->count, error);
    return part->fresh != NULL && part->won != NULL && part->lost != NULL &&
           (part->distances != NULL || !build->plan->keeps_distances);
}

static void close_part(struct part *part)
{
    cop_block_free(part->fresh, set_bytes(part->count));
    cop_block_free(part->won, set_bytes(part->count));
    cop_block_free(part->lost, set_bytes(part->count));
    cop_block_free(part->distances, (size_t)part->count);
}

static void open_workers(struct stage *stage)
{
    const struct cop_game *game = stage->build->plan->game;

    stage->threads = cop_run_thread_count(stage->build->plan->threads);
    stage->workers = cop_allocate((size_t)stage->threads * sizeof(struct worker *));
    for (int i = 0; i < stage->threads; i++) {
        struct worker *worker = cop_allocate(sizeof *worker);

        worker->deriver = cop_deriver_open(game);
        worker->before = cop_allocate((size_t)game->max_moves * sizeof *worker->before);
        stage->workers[i] = worker;
    }
}

static void close_workers(struct stage *stage)
{
    for (int i = 0; i < stage->threads; i++) {
        cop_deriver_close(stage->workers[i]->deriver);
        free(stage->workers[i]->before);
        free(stage->workers[i]);
    }
    free(stage->workers);
}

/* ---- Sets ---- */

/* What is there already need not be written, which is quicker to see than to do. */
static void add_all(set_word *set, int64_t first, uint64_t members)
{
    set_word *word = &set[first / SET_SHARE];

    if ((members & ~atomic_load_explicit(word, memory_order_relaxed)) != 0)
        atomic_fetch_or_explicit(word, members, memory_order_relaxed);
}

static void add_to(set_word *set, int64_t number)
{
    add_all(set, number, (uint64_t)1 << number % SET_SHARE);
}

/* ---- Passes ---- */

static void tell(struct stage *stage, int64_t done)
{
    struct cop_build *build = stage->build;
    const struct cop_build_plan *plan = build->plan;
    double now = cop_now();

    if (plan->report == NULL || now - build->told < plan->period)
        return;
    build->told = now;
    build->news.round = stage->round;
    build->news.done = done < stage->total ? done : stage->total;
    build->news.total = stage->total;
    build->news.seconds = now - build->began;
    plan->report(plan->context, &build->news);
}

/* Hands out the next numbers of one class; false where none are left or somebody says stop. */
static bool take(struct stage *stage, struct part **part, int64_t *first, int *count)
{
    const atomic_bool *stop = stage->build->plan->stop;
    int64_t at;

    if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed))
        atomic_store(&stage->is_stopped, true);
    if (atomic_load(&stage->is_stopped))
        return false;
    at = atomic_fetch_add(&stage->next, CHUNK);
    for (int i = 0; i < stage->part_count; i++) {
        int64_t room = (stage->parts[i].count + CHUNK - 1) / CHUNK * CHUNK;

        if (at < room) {
            int64_t left = stage->parts[i].count - at;

            *part = &stage->parts[i];
            *first = at;
            *count = (int)(left < CHUNK ? left : CHUNK);
            return true;
        }
        at -= room;
    }
    return false;
}

static void work(void *context, int number)
{
    struct stage *stage = context;
    struct part *part;
    int64_t first;
    int count;

    while (take(stage, &part, &first, &count)) {
        stage->pass(stage, stage->workers[number], part, first, count);
        if (number == 0)
            tell(stage, atomic_load(&stage->next));
    }
}

/* Every number of the stage once, by all threads. */
static bool run(struct stage *stage, pass *what, struct cop_error *error)
{
    const struct cop_run_terms terms = {0};
    struct cop_run run;

    stage->pass = what;
    atomic_store(&stage->next, 0);
    if (stage->threads == 1 || stage->total <= CHUNK) {
        work(stage, 0);
        return true;
    }
    cop_run_begin(&run, &terms);
    return cop_run_threads(&run, stage->threads, work, stage, error);
}

static void look(struct stage *stage, struct worker *worker, const struct part *part, int64_t first,
                 int count, const struct cop_values *values, uint8_t *known)
{
    const struct cop_indexing *indexing = indexing_of(stage);

    if (indexing->look != NULL) {
        indexing->look(stage->build->plan->game, part->class_number, first, count, values, known);
        return;
    }
    for (int i = 0; i < count; i++)
        if (known[i] == COP_UNKNOWN)
            known[i] = (uint8_t)cop_derive(worker->deriver, values, part->class_number, first + i);
}

/* What is known of the numbers of a word of the table; returns how many are not. */
static int read_known(const struct part *part, int64_t first, int count, uint8_t *known)
{
    int unknown = 0;

    for (int i = 0; i < count; i += COP_TABLE_SHARE) {
        uint64_t word = atomic_load_explicit(&part->table->words[(first + i) / COP_TABLE_SHARE],
                                             memory_order_relaxed);

        for (int j = i; j < i + COP_TABLE_SHARE && j < count; j++, word >>= 2) {
            known[j] = word & 3;
            unknown += known[j] == COP_UNKNOWN;
        }
    }
    return unknown;
}

/* Draws and what is nobody's can be written at once: they make nothing else known. */
static void settle_draw(struct stage *stage, struct part *part, int64_t number,
                        enum cop_known found)
{
    cop_table_set(part->table, number, COP_KNOWN_DRAW);
    atomic_fetch_add_explicit(&stage->settled, 1, memory_order_relaxed);
    if (found == COP_NOBODYS)
        atomic_fetch_add_explicit(&part->nobodys, 1, memory_order_relaxed);
}

/* What was found of the numbers from `first` on, a word of the sets at most, and was not known. */
static void settle(struct stage *stage, struct part *part, int64_t first, int count,
                   const uint8_t *known)
{
    uint64_t won = 0, lost = 0;

    for (int i = 0; i < count; i++) {
        won |= (uint64_t)(known[i] == COP_KNOWN_WIN) << i;
        lost |= (uint64_t)(known[i] == COP_KNOWN_LOSS) << i;
        if (known[i] == COP_KNOWN_DRAW || known[i] == COP_NOBODYS)
            settle_draw(stage, part, first + i, (enum cop_known)known[i]);
    }
    add_all(part->won, first, won);
    add_all(part->lost, first, lost);
}

static void look_forward(struct stage *stage, struct worker *worker, struct part *part,
                         int64_t first, int count)
{
    uint8_t before[CHUNK];

    if (read_known(part, first, count, worker->known) == 0)
        return;
    memcpy(before, worker->known, (size_t)count);
    look(stage, worker, part, first, count, &stage->values, worker->known);
    for (int i = 0; i < count; i++)
        if (before[i] != COP_UNKNOWN)
            worker->known[i] = COP_UNKNOWN;
    for (int i = 0; i < count; i += SET_SHARE)
        settle(stage, part, first + i, count - i < SET_SHARE ? count - i : SET_SHARE,
               worker->known + i);
}

static struct part *part_of(struct stage *stage, int class_number)
{
    struct part *part = stage->parts;

    while (part->class_number != class_number)
        part++;
    return part;
}

/* Something leads to a number that the last round has found. What leads to a loss is won; what
 * leads to a win may be lost, which is looked at later: several wins have the same before them. */
static void note_earlier(struct stage *stage, const struct cop_place *place, enum cop_known found)
{
    struct part *part = part_of(stage, place->class_number);

    if (cop_table_get(part->table, place->number) == COP_UNKNOWN)
        add_to(found == COP_KNOWN_LOSS ? part->won : part->lost, place->number);
}

static void look_backward(struct stage *stage, struct worker *worker, struct part *part,
                          int64_t first, int count)
{
    const struct cop_game *game = stage->build->plan->game;

    for (int64_t at = first; at < first + count; at += SET_SHARE) {
        uint64_t fresh = atomic_load_explicit(&part->fresh[at / SET_SHARE], memory_order_relaxed);

        for (; fresh != 0; fresh &= fresh - 1) {
            int64_t number = at + __builtin_ctzll(fresh);
            enum cop_known found = cop_table_get(part->table, number);
            int earlier = indexing_of(stage)->before(game, part->class_number, number,
                                                     worker->before, game->max_moves);

            for (int i = 0; i < earlier; i++)
                note_earlier(stage, &worker->before[i], found);
        }
    }
}

/* Of those that may be lost only those stay that are. */
static void look_at_doubtful(struct stage *stage, struct worker *worker, struct part *part,
                             int64_t first, int count)
{
    for (int64_t at = first; at < first + count; at += SET_SHARE) {
        set_word *word = &part->lost[at / SET_SHARE];
        uint64_t doubtful = atomic_load_explicit(word, memory_order_relaxed), lost = 0;

        for (uint64_t left = doubtful; left != 0; left &= left - 1) {
            uint8_t known = COP_UNKNOWN;

            look(stage, worker, part, at + __builtin_ctzll(left), 1, &stage->losses, &known);
            if (known == COP_KNOWN_LOSS)
                lost |= left & -left;
        }
        if (lost != doubtful)
            atomic_store_explicit(word, lost, memory_order_relaxed);
    }
}

static void note_distances(struct part *part, int64_t at, uint64_t fresh, int round)
{
    if (part->distances == NULL)
        return;
    for (; fresh != 0; fresh &= fresh - 1)
        part->distances[at + __builtin_ctzll(fresh)] =
            (uint8_t)(round < COP_DATABASE_FAR ? round : COP_DATABASE_FAR);
}

/* Takes all out of a word of a set; mostly there is nothing, which is quicker to see than to
 * change.
 */
static uint64_t take_out(set_word *word)
{
    if (atomic_load_explicit(word, memory_order_relaxed) == 0)
        return 0;
    return atomic_exchange_explicit(word, 0, memory_order_relaxed);
}

/* What the round has found becomes known. */
static void write_down(struct stage *stage, struct worker *worker, struct part *part, int64_t first,
                       int count)
{
    int64_t sum = 0;

    (void)worker;
    for (int64_t at = first; at < first + count; at += SET_SHARE) {
        int64_t word = at / SET_SHARE;
        uint64_t won = take_out(&part->won[word]), lost = take_out(&part->lost[word]);

        if ((won | lost) != atomic_load_explicit(&part->fresh[word], memory_order_relaxed))
            atomic_store_explicit(&part->fresh[word], won | lost, memory_order_relaxed);
        sum += __builtin_popcountll(won | lost);
        note_distances(part, at, won | lost, stage->round);
        for (; won != 0; won &= won - 1)
            cop_table_set(part->table, at + __builtin_ctzll(won), COP_KNOWN_WIN);
        for (; lost != 0; lost &= lost - 1)
            cop_table_set(part->table, at + __builtin_ctzll(lost), COP_KNOWN_LOSS);
    }
    if (sum == 0)
        return;
    atomic_store(&part->longest, stage->round);
    atomic_fetch_add(&stage->fresh, sum);
    atomic_fetch_add(&stage->settled, sum);
}

/* ---- Rounds ---- */

static bool run_round(struct stage *stage, pass *what, struct cop_error *error)
{
    if (!run(stage, what, error) || (what == look_backward && !run(stage, look_at_doubtful, error)))
        return false;
    atomic_store(&stage->fresh, 0);
    return run(stage, write_down, error);
}

/* What one number costs is about the same in both directions. */
static pass *choose_pass(const struct stage *stage)
{
    bool is_fewer = atomic_load(&stage->fresh) * 2 < stage->total - atomic_load(&stage->settled);

    return indexing_of(stage)->before != NULL && is_fewer ? look_backward : look_forward;
}

static bool run_rounds(struct stage *stage, struct cop_error *error)
{
    bool is_good;

    stage->round = 1;
    stage->values.aim = COP_AIM_BELOW;
    is_good = run_round(stage, look_forward, error);
    stage->values.aim = COP_AIM_ALL;
    while (is_good && !atomic_load(&stage->is_stopped) && atomic_load(&stage->fresh) > 0) {
        stage->round++;
        is_good = run_round(stage, choose_pass(stage), error);
    }
    return is_good;
}

/* ---- The end ---- */

/* Two bits 00 become 10, which is a draw. */
static void draw_the_rest(struct part *part)
{
    for (int64_t word = 0; word * COP_TABLE_SHARE < part->count; word++) {
        uint64_t values = atomic_load_explicit(&part->table->words[word], memory_order_relaxed);
        uint64_t unknown = ~(values | values >> 1) & 0x5555555555555555u;

        atomic_store_explicit(&part->table->words[word], values | unknown << 1,
                              memory_order_relaxed);
    }
}

/* How often each value is there; numbers that are nobody's are no draws. */
static void count_values(const struct part *part, int64_t of_value[4])
{
    int64_t nobodys = atomic_load(&part->nobodys);

    for (int64_t number = 0; number < part->count; number++)
        of_value[cop_table_get(part->table, number)]++;
    of_value[COP_KNOWN_DRAW] -= nobodys;
    of_value[COP_UNKNOWN] += nobodys;
}

static bool write_file(struct stage *stage, const struct part *part, enum cop_database_kind kind,
                       struct cop_error *error)
{
    struct cop_build *build = stage->build;
    const struct cop_game *game = build->plan->game;
    struct cop_database_about about = {.kind = kind,
                                       .class_number = part->class_number,
                                       .stage = indexing_of(stage)->stage(game, part->class_number),
                                       .longest = atomic_load(&part->longest),
                                       .count = part->count};
    struct cop_text path = COP_TEXT, name = COP_TEXT;
    const void *values = part->table->words;
    bool is_good;

    count_values(part, about.of_value);
    indexing_of(stage)->name(game, part->class_number, &name);
    snprintf(about.class_name, sizeof about.class_name, "%s", name.bytes);
    cop_text_clear(&name);
    cop_database_table_name(game, &name);
    snprintf(about.tables, sizeof about.tables, "%s", name.bytes);
    cop_database_path(game, build->folder.bytes, part->class_number, kind, &path);
    is_good = cop_database_file_write(
        path.bytes, &about, kind == COP_DATABASE_VALUES ? values : part->distances, error);
    cop_text_free(&path);
    cop_text_free(&name);
    return is_good;
}

/* The values come last: where they are, everything is. */
static bool write_files(struct stage *stage, struct cop_error *error)
{
    for (int i = 0; i < stage->part_count; i++) {
        struct part *part = &stage->parts[i];

        draw_the_rest(part);
        if ((part->distances != NULL && !write_file(stage, part, COP_DATABASE_DISTANCES, error)) ||
            !write_file(stage, part, COP_DATABASE_VALUES, error))
            return false;
    }
    return true;
}

static void name_stage(const struct stage *stage, struct cop_text *text)
{
    for (int i = 0; i < stage->part_count; i++) {
        cop_text_add(text, i > 0 ? " " : "");
        indexing_of(stage)->name(stage->build->plan->game, stage->parts[i].class_number, text);
    }
}

static void finish(struct stage *stage)
{
    struct cop_build *build = stage->build;

    build->news.built += stage->total;
    build->news.is_finished = true;
    build->told = 0;
    tell(stage, stage->total);
    build->news.is_finished = false;
}

bool cop_stage_build(struct cop_build *build, const int *classes, int count,
                     struct cop_error *error)
{
    struct stage stage = {.build = build,
                          .values = {value_of, build, COP_AIM_ALL},
                          .losses = {value_of, build, COP_AIM_LOSSES},
                          .part_count = count};
    struct cop_text name = COP_TEXT;
    bool is_good = true;

    for (int i = 0; i < count; i++) {
        is_good = open_part(&stage.parts[i], build, classes[i], error) && is_good;
        stage.total += stage.parts[i].count;
    }
    name_stage(&stage, &name);
    build->news.stage = name.bytes;
    open_workers(&stage);
    is_good = is_good && run_rounds(&stage, error);
    build->is_stopped = atomic_load(&stage.is_stopped);
    if (is_good && !build->is_stopped)
        is_good = write_files(&stage, error);
    if (is_good && !build->is_stopped)
        finish(&stage);
    close_workers(&stage);
    for (int i = 0; i < count; i++)
        close_part(&stage.parts[i]);
    cop_text_free(&name);
    return is_good;
}
