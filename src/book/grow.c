/* grow.c - builders by name, and what they share: moves in order, jobs, paths. */
#include "book/grow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fingerprint.h"
#include "book/grow_private.h"

enum { FIRST_RANKS = 16 };

/* ---- The kinds ---- */

#define LOOK                                          \
    {                                                 \
        "Looks", COP_TABLE, .table = cop_look_options \
    }
#define JUDGED                                                                      \
    {                                                                               \
        "values", COP_CHOICE, "look",                                               \
            .choices = "look|judge",                                                \
            .help = "who judges positions: looks alone, or the judge of the build", \
    }

static const struct cop_option best_first_options[] = {
    {"depth_penalty", COP_REAL, "0.25", 0, 1e6,
     .help = "how much less a move counts, when a line is chosen, for every ply to the end of its "
             "own line"},
    JUDGED,
    LOOK,
    {NULL},
};

static const struct cop_option drop_out_options[] = {
    {"alpha", COP_REAL, "1", 0, INFINITY,
     .help = "how many plies deeper the best line may be for a point that another move loses: 0 "
             "grows in breadth, inf along the best moves only"},
    JUDGED,
    LOOK,
    {NULL},
};

static const struct cop_option balanced_options[] = {
    {"depth_penalty", COP_REAL, "0.25", 0, 1e6,
     .help = "how much less a move counts for every ply to the end of its own line"},
    {"width_penalty", COP_REAL, "0.25", 0, 1e6,
     .help = "how much less a move counts for every better one beside it"},
    JUDGED,
    LOOK,
    {NULL},
};

static const struct cop_option uct_options[] = {
    {"sims", COP_INTEGER, "1M", 1, 1e12, .help = "simulations from the start of the game"},
    {"least", COP_INTEGER, "50", 1, 1e12, .help = "positions with fewer are left out"},
    LOOK,
    {NULL},
};

static const struct cop_option meta_mcts_options[] = {
    {"c", COP_REAL, "5", 0, 1e6, .help = "how much is explored"},
    {"plies", COP_INTEGER, "20", 0, 10000,
     .help = "a game is judged after so many moves; 0: it is played to its end, won or lost"},
    {"reward", COP_REAL, "5", 1e-3, 1e6,
     .help = "what a game that is played to its end counts, won or lost"},
    {"within", COP_REAL, "3", 0, 1e6,
     .help = "only moves that a look finds no more than this worse than the best"},
    {"most", COP_INTEGER, "20", 1, 10000, .help = "and no more than so many"},
    LOOK,
    {NULL},
};

static const struct cop_option meta_uct_options[] = {
    {"a", COP_REAL, "5", 0, 1e6, .help = "how much is explored"},
    {"k", COP_REAL, "5", 0, 1e6, .help = "as many visits a look counts"},
    LOOK,
    {NULL},
};

enum { BEST_FIRST, DROP_OUT, BALANCED, UCT, META_MCTS, META_UCT };

const struct cop_book_kind cop_book_kinds[] = {
    [BEST_FIRST] = {"best-first", "Best-first (Buro)",
                    "grows a book at the end of its best line, by minimax", best_first_options,
                    COP_WISH_NOTHING},
    [DROP_OUT] = {"drop-out", "Drop-out expansion (Lincke)",
                  "grows a book where leaving it would cost an opponent least", drop_out_options,
                  COP_WISH_NOTHING},
    [BALANCED] = {"balanced", "Depth and width penalties (Karapetyan and Lorentz)",
                  "grows a book at the end of its best line, less for depth and for width",
                  balanced_options, COP_WISH_NOTHING},
    [UCT] = {"uct", "One long search", "keeps what one search has visited often", uct_options,
             COP_WISH_SURVEY},
    [META_MCTS] = {"meta-mcts", "Meta-MCTS",
                   "grows a book as a tree search whose samples are games of an agent",
                   meta_mcts_options, COP_WISH_GAME},
    [META_UCT] = {"meta-uct", "Meta-UCT",
                  "grows a book as a tree search whose samples are judgements of an agent",
                  meta_uct_options, COP_WISH_VALUE},
    {NULL},
};

static const struct growth_ways *const all_ways[] = {
    [BEST_FIRST] = &growth_minimax,  [DROP_OUT] = &growth_minimax,
    [BALANCED] = &growth_minimax,    [UCT] = &growth_uct,
    [META_MCTS] = &growth_meta_mcts, [META_UCT] = &growth_meta_uct,
};

static int kind_of(const char *name, struct cop_error *error)
{
    const char *names[16];
    struct cop_text list = COP_TEXT;
    int count = 0;

    for (; cop_book_kinds[count].name != NULL; count++) {
        if (strcmp(cop_book_kinds[count].name, name) == 0) {
            cop_text_free(&list);
            return count;
        }
        names[count] = cop_book_kinds[count].name;
        cop_text_add(&list, "%s%s", count > 0 ? ", " : "", names[count]);
    }
    cop_fail(error, "there is no way \"%.60s\" to build a book%s; there are %s", name,
             cop_nearest(name, names, count), list.bytes);
    cop_text_free(&list);
    return -1;
}

/* From a spec to its kind and settings; the kind is -1 after a failure. */
static int read_spec(const char *spec, struct cop_settings **settings, struct cop_error *error)
{
    char *name, *inside;
    int kind;

    if (!cop_spec_split("builder", spec, &name, &inside, error))
        return -1;
    kind = kind_of(name, error);
    if (kind >= 0) {
        *settings = cop_settings_parse(name, cop_book_kinds[kind].options, inside, error);
        if (*settings == NULL)
            kind = -1;
    }
    free(name);
    free(inside);
    return kind;
}

bool cop_growth_check(const struct cop_game *game, const char *spec, struct cop_text *canonical,
                      struct cop_error *error)
{
    struct cop_settings *settings = NULL;
    struct cop_look look;
    int kind = cop_book_fits(game, error) ? read_spec(spec, &settings, error) : -1;
    bool is_good = kind >= 0 && (cop_look_open(&look, game, settings, error) ||
                                 cop_fail_in(error, "%s", cop_book_kinds[kind].name));

    if (is_good && canonical != NULL)
        cop_spec_write(cop_book_kinds[kind].name, settings, canonical);
    cop_settings_free(settings);
    return is_good;
}

bool cop_growth_scale(const struct cop_game *game, const char *spec, struct cop_look *look)
{
    struct cop_settings *settings = NULL;
    bool is_good =
        read_spec(spec, &settings, NULL) >= 0 && cop_look_read(look, game, settings, NULL);

    cop_settings_free(settings);
    return is_good;
}

/* ---- Opening ---- */

static void read_options(struct cop_growth *growth, int kind)
{
    const struct cop_settings *settings = growth->settings;

    growth->alpha = NAN;
    if (kind <= BALANCED)
        growth->judges_by_look = cop_choice(settings, "values") == 0;
    if (kind == BEST_FIRST || kind == BALANCED)
        growth->depth_penalty = cop_real(settings, "depth_penalty");
    if (kind == BALANCED)
        growth->width_penalty = cop_real(settings, "width_penalty");
    if (kind == DROP_OUT)
        growth->alpha = cop_real(settings, "alpha");
    if (kind == META_UCT) {
        growth->a = cop_real(settings, "a");
        growth->k = cop_real(settings, "k");
    }
    if (kind == META_MCTS) {
        growth->c = cop_real(settings, "c");
        growth->plies = (int)cop_integer(settings, "plies");
        growth->reward = cop_real(settings, "reward");
        growth->within = cop_real(settings, "within");
        growth->most = (int)cop_integer(settings, "most");
    }
    if (kind == UCT) {
        growth->sims = cop_integer(settings, "sims");
        growth->least = cop_integer(settings, "least");
    }
}

struct cop_growth *cop_growth_open(struct cop_book *book, const char *spec, struct cop_error *error)
{
    struct cop_settings *settings = NULL;
    int kind = read_spec(spec, &settings, error);
    struct cop_growth *growth;

    if (kind < 0)
        return NULL;
    growth = cop_allocate(sizeof *growth);
    growth->book = book;
    growth->kind = &cop_book_kinds[kind];
    growth->ways = all_ways[kind];
    growth->settings = settings;
    read_options(growth, kind);
    if (!cop_look_open(&growth->look, book->game, settings, error)) {
        cop_growth_close(growth);
        return NULL;
    }
    if (growth->ways->begin != NULL)
        growth->ways->begin(growth);
    return growth;
}

void cop_growth_close(struct cop_growth *growth)
{
    if (growth == NULL)
        return;
    cop_settings_free(growth->settings);
    free(growth);
}

enum cop_book_wish cop_growth_wish(const struct cop_growth *growth)
{
    if (growth->ways == &growth_minimax)
        return growth->judges_by_look ? COP_WISH_NOTHING : COP_WISH_VALUE;
    return growth->kind->wish;
}

const struct cop_look *cop_growth_look(const struct cop_growth *growth)
{
    return &growth->look;
}

int cop_growth_game_plies(const struct cop_growth *growth)
{
    return growth->plies;
}

double cop_growth_reward(const struct cop_growth *growth)
{
    return growth->reward;
}

int64_t cop_growth_judged(const struct cop_growth *growth)
{
    int64_t count = 0;

    for (int i = 0; i < growth->book->count; i++)
        count += growth->book->nodes[i].is_permanent;
    return count;
}

/* ---- Moves in order ---- */

static void rank_more(struct cop_growth *growth, int node)
{
    struct cop_book_node *at = &growth->book->nodes[node];
    int first = growth->most > FIRST_RANKS ? growth->most : FIRST_RANKS;
    int want = at->ranked == NULL ? first : 4 * at->ranked_sure;

    free(at->ranked);
    at->ranked = cop_allocate((size_t)growth->book->game->max_moves * sizeof *at->ranked);
    at->ranked_count =
        cop_look_rank(&growth->look, cop_book_state(growth->book, node), want, at->ranked);
    at->ranked = cop_reallocate(at->ranked, (size_t)at->ranked_count * sizeof *at->ranked);
    at->ranked_sure = want < at->ranked_count ? want : at->ranked_count;
}

/* Does the move lead to a child already, perhaps as the mirror image of another? */
static bool is_taken(const struct cop_book *book, int node, cop_move move)
{
    const struct cop_game *game = book->game;
    char *state = cop_allocate(game->state_size), *image = cop_allocate(game->state_size);
    struct cop_text text = COP_TEXT;
    int child;

    memcpy(state, cop_book_state(book, node), game->state_size);
    game->rules->play(game, state, move);
    cop_book_canonical(game, state, image, &text);
    child = cop_book_node_at(book, text.bytes, book->nodes[node].depth + 1);
    cop_text_free(&text);
    free(state);
    free(image);
    return child >= 0 && cop_book_is_joined(book, node, child);
}

cop_move growth_next_move(struct cop_growth *growth, int node)
{
    struct cop_book_node *at = &growth->book->nodes[node];

    if (at->turn < 0)
        return COP_NO_MOVE;
    for (;;) {
        if (at->ranked == NULL ||
            (at->ranked_next >= at->ranked_sure && at->ranked_sure < at->ranked_count))
            rank_more(growth, node);
        if (at->ranked_next >= at->ranked_count)
            return COP_NO_MOVE;
        if (!is_taken(growth->book, node, at->ranked[at->ranked_next].move))
            return at->ranked[at->ranked_next].move;
        at->ranked_next++;
    }
}

/* ---- Tasks ---- */

void growth_push(struct cop_book_task *task, int node)
{
    if (task->path_length == task->path_room) {
        task->path_room = task->path_room > 0 ? 2 * task->path_room : 16;
        task->path = cop_reallocate(task->path, (size_t)task->path_room * sizeof *task->path);
    }
    task->path[task->path_length++] = node;
}

/* The seed follows from the position, which is judged once, so that who goes on with a book judges
 * as if nobody had interrupted it. */
static uint64_t seed_of(const struct cop_growth *growth, const void *state)
{
    const struct cop_book *book = growth->book;
    struct cop_text text = COP_TEXT;
    uint64_t seed;

    book->game->rules->write_position(book->game, state, &text);
    seed =
        cop_mix(cop_fingerprint(text.bytes, text.length) ^ cop_mix((uint64_t)book->about.seed + 1));
    cop_text_free(&text);
    return seed >> 1; /* positive where seeds are signed */
}

struct cop_book_job *growth_add_job(struct cop_growth *growth, struct cop_book_task *task,
                                    int parent, cop_move move, const void *state, int depth)
{
    const struct cop_game *game = growth->book->game;
    struct cop_book_job *job;

    if (task->job_count == task->job_room) {
        task->job_room = task->job_room > 0 ? 2 * task->job_room : 4;
        task->jobs = cop_reallocate(task->jobs, (size_t)task->job_room * sizeof *task->jobs);
    }
    job = &task->jobs[task->job_count++];
    *job = (struct cop_book_job){.parent = parent,
                                 .move = move,
                                 .state = cop_allocate(game->state_size),
                                 .depth = depth,
                                 .value = NAN};
    memcpy(job->state, state, game->state_size);
    job->seed = seed_of(growth, state);
    if (game->rules->turn(game, state) == COP_OVER) {
        job->is_known = true;
        job->value = cop_look_static(&growth->look, state);
    }
    return job;
}

void growth_mark_path(struct cop_growth *growth, const struct cop_book_task *task, int step)
{
    struct cop_book_node *last = &growth->book->nodes[task->path[task->path_length - 1]];

    for (int i = 0; i < task->path_length; i++)
        growth->book->nodes[task->path[i]].pending += step;
    last->is_busy = step > 0;
}

void growth_visit_path(struct cop_growth *growth, const struct cop_book_task *task, double value)
{
    for (int i = 0; i < task->path_length; i++) {
        struct cop_book_node *node = &growth->book->nodes[task->path[i]];

        node->visits++;
        node->sum += value;
        node->is_changed = true;
    }
}

static void free_task(struct cop_book_task *task)
{
    for (int i = 0; i < task->job_count; i++) {
        free(task->jobs[i].state);
        free(task->jobs[i].found);
    }
    free(task->jobs);
    free(task->path);
    *task = (struct cop_book_task){0};
}

enum cop_growth_next cop_growth_select(struct cop_growth *growth, struct cop_book_task *task)
{
    enum cop_growth_next next = growth->ways->select(growth, task);

    if (next == COP_GROWTH_TASK)
        growth_mark_path(growth, task, 1);
    else
        free_task(task);
    return next;
}

void cop_growth_apply(struct cop_growth *growth, struct cop_book_task *task)
{
    growth_mark_path(growth, task, -1);
    growth->ways->apply(growth, task);
    growth->book->about.iterations++;
    free_task(task);
}

void cop_growth_drop(struct cop_growth *growth, struct cop_book_task *task)
{
    growth_mark_path(growth, task, -1);
    free_task(task);
}

bool cop_growth_is_sound(struct cop_growth *growth, struct cop_error *error)
{
    const struct cop_book *book = growth->book;

    if (growth->ways != &growth_uct && book->nodes[0].visits != book->about.iterations)
        return cop_fail(error, "the root has %lld visits after %lld iterations",
                        (long long)book->nodes[0].visits, (long long)book->about.iterations);
    return growth->ways->is_sound(growth, error);
}
