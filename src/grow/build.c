/* build.c - a book built by worker threads.
 *
 * Every round is one change of the file. The lock is held for choosing and for what becomes of a
 * judgement, saving included, and not while somebody judges. */
#include "grow/build.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "grow/referee.h"

/* What a book is made of, in canonical words. */
struct settled {
    struct cop_text builder, judge, limit;
    struct cop_limits limits;
    int64_t seed;
};

struct build {
    const struct cop_grow_plan *plan;
    struct settled settled;
    struct cop_book_file *file;
    struct cop_book *book;
    struct cop_growth *growth;

    pthread_mutex_t lock;
    pthread_cond_t changed; /* a judgement has ended, or all is over */
    int64_t first;          /* iterations before this builder */
    double seconds_before, started;
    int64_t under_way;
    bool is_complete, has_failed;
    struct cop_error error;
};

/* ---- What it is made of ---- */

static void free_settled(struct settled *settled)
{
    cop_text_free(&settled->builder);
    cop_text_free(&settled->judge);
    cop_text_free(&settled->limit);
}

static enum cop_book_wish wish_of(const struct cop_grow_plan *plan, const char *builder,
                                  struct cop_error *error, bool *is_good)
{
    struct cop_book_about about = {.game = "", .builder = "", .judge = "", .limit = ""};
    struct cop_book *book = cop_book_begin(plan->game, &about);
    struct cop_growth *growth = cop_growth_open(book, builder, error);
    enum cop_book_wish wish = growth != NULL ? cop_growth_wish(growth) : COP_WISH_NOTHING;

    *is_good = growth != NULL;
    cop_growth_close(growth);
    cop_book_close(book);
    return wish;
}

static const char *or_else(const char *words, const char *other)
{
    return words != NULL ? words : other;
}

/* Whatever the plan leaves open is as `begun` says, or as it is by default. */
static bool settle(const struct cop_grow_plan *plan, const struct cop_book_about *begun,
                   struct settled *settled, struct cop_error *error)
{
    const char *builder = or_else(plan->builder, begun != NULL ? begun->builder : "meta-uct");
    const char *judge = or_else(plan->judge, begun != NULL ? begun->judge : "mcts");
    const char *limit = or_else(plan->limit, begun != NULL ? begun->limit : "sims=5000");
    enum cop_book_wish wish;
    bool is_good;

    *settled = (struct settled){COP_TEXT, COP_TEXT, COP_TEXT, .seed = 1};
    if (plan->seed != NULL || begun != NULL)
        settled->seed = plan->seed != NULL ? *plan->seed : begun->seed;
    if (!cop_growth_check(plan->game, builder, &settled->builder, error))
        return false;
    wish = wish_of(plan, builder, error, &is_good);
    if (!is_good || !cop_limits_parse(limit, &settled->limits, error))
        return false;
    if (wish == COP_WISH_NOTHING)
        return true;
    if (!cop_referee_check(plan->game, wish, judge, &settled->limits, &settled->judge, error))
        return false;
    if (wish != COP_WISH_SURVEY)
        cop_limits_write(&settled->limits, &settled->limit);
    return true;
}

bool cop_grow_check(const struct cop_grow_plan *plan, struct cop_error *error)
{
    struct settled settled;
    bool is_good = cop_book_fits(plan->game, error);

    /* What the book in the file was begun with is checked when it is opened. */
    if (is_good && access(plan->path, F_OK) == 0)
        return plan->builder == NULL || cop_growth_check(plan->game, plan->builder, NULL, error);
    if (!is_good)
        return false;
    is_good = settle(plan, NULL, &settled, error);
    free_settled(&settled);
    return is_good;
}

static bool is_same(const char *path, const char *what, const char *wanted, const char *there,
                    struct cop_error *error)
{
    return strcmp(wanted, there) == 0 ||
           cop_fail(error,
                    "the book '%s' was begun with %s %.120s, not %.120s; go on with what it was "
                    "begun with, or build another file",
                    path, what, there[0] != '\0' ? there : "none",
                    wanted[0] != '\0' ? wanted : "none");
}

/* May this builder go on with that book? */
static bool is_of_plan(const struct build *build, struct cop_error *error)
{
    const struct cop_book_about *there = cop_book_file_about(build->file);
    const struct settled *settled = &build->settled;
    const char *path = build->plan->path;

    if (strcmp(there->builder, "import") == 0)
        return cop_fail(error, "the book '%s' was imported and does not grow; build another file",
                        path);
    if (settled->seed != there->seed)
        return cop_fail(error, "the book '%s' was begun with the seed %lld, not %lld", path,
                        (long long)there->seed, (long long)settled->seed);
    return is_same(path, "the builder", settled->builder.bytes, there->builder, error) &&
           is_same(path, "the judge", settled->judge.bytes, there->judge, error) &&
           is_same(path, "the limit", settled->limit.bytes, there->limit, error);
}

/* ---- Opening ---- */

/* What the book in the file was begun with, if there is one. */
static bool settle_with_file(struct build *build, struct cop_error *error)
{
    const struct cop_grow_plan *plan = build->plan;
    struct cop_book_file *file = NULL;
    const struct cop_book_about *begun;
    bool is_good;

    if (access(plan->path, F_OK) == 0)
        file = cop_book_file_read_only(plan->path, NULL); /* why not is told when it is built */
    begun = file != NULL ? cop_book_file_about(file) : NULL;
    if (begun != NULL && strcmp(begun->builder, "import") == 0)
        is_good = cop_fail(error,
                           "the book '%s' was imported and does not grow; build another "
                           "file",
                           plan->path);
    else if (begun != NULL && strcmp(begun->game, plan->game->name) != 0)
        is_good = cop_fail(error, "the book '%s' is about %.80s, not %.80s; build another file",
                           plan->path, begun->game, plan->game->name);
    else
        is_good = settle(plan, begun, &build->settled, error);
    cop_book_file_close(file);
    return is_good;
}

static bool open_book(struct build *build, struct cop_error *error)
{
    const struct cop_grow_plan *plan = build->plan;
    struct cop_book_about about = {.game = plan->game->name,
                                   .builder = build->settled.builder.bytes,
                                   .judge = build->settled.judge.bytes,
                                   .limit = build->settled.limit.bytes,
                                   .seed = build->settled.seed};

    build->file = cop_book_file_build(plan->path, &about, error);
    if (build->file == NULL || !is_of_plan(build, error) ||
        (plan->maker != NULL && !cop_book_file_made_by(build->file, plan->maker, error)))
        return false;
    build->book = cop_book_new(plan->game, cop_book_file_about(build->file));
    if (!cop_book_load(build->book, build->file, error))
        return cop_fail_in(error, "%s", plan->path);
    if (build->book->count == 0) {
        cop_book_close(build->book);
        build->book = cop_book_begin(plan->game, cop_book_file_about(build->file));
    }
    if (!cop_book_make_states(build->book, error))
        return cop_fail_in(error, "%s", plan->path);
    build->growth = cop_growth_open(build->book, build->settled.builder.bytes, error);
    return build->growth != NULL;
}

/* ---- Rounds ---- */

static int64_t tasks_left(const struct build *build)
{
    const struct cop_grow_plan *plan = build->plan;
    int64_t left = INT64_MAX;

    if (plan->iterations > 0)
        left = plan->iterations - build->book->about.iterations - build->under_way;
    if (plan->judged > 0 && cop_growth_judged(build->growth) >= plan->judged)
        left = 0;
    return left;
}

static bool is_stopped(const struct build *build)
{
    return build->plan->stop != NULL && atomic_load(build->plan->stop);
}

static double share_done(const struct build *build, int64_t judged)
{
    const struct cop_grow_plan *plan = build->plan;
    double share = 0;

    if (plan->iterations > build->first)
        share = (double)(build->book->about.iterations - build->first) /
                (double)(plan->iterations - build->first);
    if (plan->judged > 0)
        share = fmax(share, (double)judged / (double)plan->judged);
    return share;
}

static struct cop_grow_news news_of(const struct build *build)
{
    struct cop_grow_news news = {.book = build->book,
                                 .iterations = build->book->about.iterations,
                                 .own = build->book->about.iterations - build->first,
                                 .judged = cop_growth_judged(build->growth),
                                 .seconds = cop_now() - build->started,
                                 .left = NAN};
    double share = share_done(build, news.judged);

    if (share > 0 && news.own > 0)
        news.left = news.seconds * (1 - share) / share;
    return news;
}

/* The lock is held. */
static bool keep_round(struct build *build, struct cop_book_task *task, struct cop_error *error)
{
    cop_growth_apply(build->growth, task);
    build->book->about.seconds = build->seconds_before + cop_now() - build->started;
    if (!cop_book_save(build->book, build->file, error))
        return false;
    if (build->plan->report != NULL) {
        struct cop_grow_news news = news_of(build);

        build->plan->report(build->plan->context, &news);
    }
    return true;
}

static void fail(struct build *build, const struct cop_error *error)
{
    if (!build->has_failed)
        build->error = *error;
    build->has_failed = true;
}

/* The lock is held before and after, and not while somebody judges. */
static void do_task(struct build *build, struct cop_referee *judge, struct cop_book_task *task)
{
    struct cop_error error = {{0}};
    bool is_good;

    build->under_way++;
    pthread_mutex_unlock(&build->lock);
    is_good = cop_referee_task(judge, task, &error);
    pthread_mutex_lock(&build->lock);
    build->under_way--;
    if (!is_good || is_stopped(build) || build->has_failed)
        cop_growth_drop(build->growth, task);
    else
        is_good = keep_round(build, task, &error);
    if (!is_good)
        fail(build, &error);
    pthread_cond_broadcast(&build->changed);
}

static void work_on(struct build *build, struct cop_referee *judge)
{
    while (!build->has_failed && !build->is_complete && !is_stopped(build) &&
           tasks_left(build) > 0) {
        struct cop_book_task task = {0};

        switch (cop_growth_select(build->growth, &task)) {
        case COP_GROWTH_TASK:
            do_task(build, judge, &task);
            break;
        case COP_GROWTH_WAIT:
            if (build->under_way > 0)
                pthread_cond_wait(&build->changed, &build->lock);
            else
                build->is_complete = true;
            break;
        case COP_GROWTH_NOTHING:
            build->is_complete = true;
            break;
        }
    }
    pthread_cond_broadcast(&build->changed);
}

static void *worker(void *argument)
{
    struct build *build = argument;
    struct cop_referee judge;
    struct cop_error error;
    bool is_open =
        cop_referee_open(&judge, build->growth, build->plan->game, build->settled.judge.bytes,
                         &build->settled.limits, build->plan->stop, &error);

    pthread_mutex_lock(&build->lock);
    if (is_open)
        work_on(build, &judge);
    else
        fail(build, &error);
    pthread_mutex_unlock(&build->lock);
    if (is_open)
        cop_referee_close(&judge);
    return NULL;
}

/* As many threads as the system gives, one at least. */
static bool run_workers(struct build *build, struct cop_error *error)
{
    int wanted = build->plan->threads > 1 ? build->plan->threads : 1, count = 0;
    pthread_t *threads = cop_allocate((size_t)wanted * sizeof *threads);

    while (count < wanted && pthread_create(&threads[count], NULL, worker, build) == 0)
        count++;
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    if (count == 0)
        return cop_fail(error, "the system has no thread to build with");
    if (build->has_failed && error != NULL)
        *error = build->error;
    return !build->has_failed;
}

bool cop_grow_run(const struct cop_grow_plan *plan, struct cop_grow_news *news, bool *is_complete,
                  struct cop_error *error)
{
    struct build build = {.plan = plan, .settled = {COP_TEXT, COP_TEXT, COP_TEXT}};
    bool is_good = settle_with_file(&build, error) && open_book(&build, error);

    if (is_good) {
        pthread_mutex_init(&build.lock, NULL);
        pthread_cond_init(&build.changed, NULL);
        build.first = build.book->about.iterations;
        build.seconds_before = build.book->about.seconds;
        build.started = cop_now();
        is_good = run_workers(&build, error);
        *news = news_of(&build);
        news->book = NULL;
        *is_complete = build.is_complete;
        pthread_cond_destroy(&build.changed);
        pthread_mutex_destroy(&build.lock);
    }
    cop_growth_close(build.growth);
    cop_book_close(build.book);
    cop_book_file_close(build.file);
    free_settled(&build.settled);
    return is_good;
}
