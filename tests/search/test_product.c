/* test_product.c - every option with every other, in every game, under every limit: drawn at random
 * and held to what all searches promise. Run under the sanitizers too.
 *
 *     build/tests/test-product SEED COUNT
 *
 * makes COUNT draws from the seed on, any number of them; COUNT 1 does one draw again. A draw that
 * fails says all that is needed for that, and every draw is printed before it runs, should it end
 * the program. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "product_check.h"
#include "product_draw.h"
#include "slow_build.h"

struct tally {
    int done, refused, failed, stopped, compared;
    double most_memory; /* beyond what the limit says, in bytes */
};

struct bench {
    struct draw draw;
    struct tally *tally;
    struct cop_agent *agent;
    struct cop_error progress_error; /* what was wrong in the middle of a search */
    const void *state;               /* that is being thought about */
    bool looks_on;                   /* somebody asks what the parts do */
};

static void say(const struct bench *bench, const char *what, const struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    draw_write(&bench->draw, &text);
    printf("# FAILED draw %llu: %s\n#   %s: %s\n", (unsigned long long)bench->draw.seed, text.bytes,
           what, error->message);
    fflush(stdout);
    cop_text_free(&text);
    bench->tally->failed++;
}

/* ---- One search, looked after ---- */

/* Sets a flag after a while, unless it is called off. */
struct guard {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t is_called_off;
    bool is_over;
    double patience, set_at;
    atomic_bool flag;
};

static struct timespec moment_in(double seconds)
{
    struct timespec moment;

    clock_gettime(CLOCK_REALTIME, &moment);
    moment.tv_sec += (time_t)seconds;
    moment.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (moment.tv_nsec >= 1000000000) {
        moment.tv_nsec -= 1000000000;
        moment.tv_sec++;
    }
    return moment;
}

static void *guard_waits(void *context)
{
    struct guard *guard = context;
    struct timespec end = moment_in(guard->patience);

    pthread_mutex_lock(&guard->lock);
    while (!guard->is_over)
        if (pthread_cond_timedwait(&guard->is_called_off, &guard->lock, &end) == ETIMEDOUT)
            break;
    if (!guard->is_over) {
        guard->set_at = cop_now();
        atomic_store(&guard->flag, true);
    }
    pthread_mutex_unlock(&guard->lock);
    return NULL;
}

static void guard_begin(struct guard *guard, double patience)
{
    *guard = (struct guard){.patience = patience};
    pthread_mutex_init(&guard->lock, NULL);
    pthread_cond_init(&guard->is_called_off, NULL);
    if (pthread_create(&guard->thread, NULL, guard_waits, guard) != 0)
        abort();
}

static void guard_end(struct guard *guard)
{
    pthread_mutex_lock(&guard->lock);
    guard->is_over = true;
    pthread_cond_signal(&guard->is_called_off);
    pthread_mutex_unlock(&guard->lock);
    pthread_join(guard->thread, NULL);
    pthread_cond_destroy(&guard->is_called_off);
    pthread_mutex_destroy(&guard->lock);
}

static void see_progress(void *context, const struct cop_report *report)
{
    struct bench *bench = context;
    struct cop_report settled = *report;

    if (bench->progress_error.message[0] != '\0')
        return;
    if (settled.turn_length == 0)
        settled.turn_length = 1;
    if (settled.lower == settled.upper)
        settled.upper = 1;
    check_answer(bench->draw.game, bench->state, &settled, &bench->progress_error);
}

static void keep_candidates(struct cop_report *report)
{
    size_t size = (size_t)report->candidate_count * sizeof *report->candidates;
    void *copy = cop_allocate(size);

    memcpy(copy, report->candidates, size);
    report->candidates = copy;
}

/* Thinks for no longer than `patience`, unless it is late. */
static bool think(struct bench *bench, struct cop_agent *agent, const void *state,
                  const struct cop_limits *limits, double patience, struct answer *answer,
                  struct cop_error *error)
{
    struct cop_watch watch = {.period = 0.002, .progress = see_progress, .context = bench};
    struct cop_anatomy anatomy = {0};
    double began = cop_now(), ended;
    struct guard guard;
    bool is_done;

    *answer = (struct answer){0};
    bench->state = state;
    guard_begin(&guard, patience);
    watch.stop = &guard.flag;
    watch.anatomy = bench->looks_on ? &anatomy : NULL;
    is_done = cop_agent_think(agent, state, limits, &watch, &answer->report, error);
    ended = cop_now();
    guard_end(&guard);
    answer->seconds = ended - began;
    answer->was_stopped = atomic_load(&guard.flag);
    answer->late = answer->was_stopped && ended > guard.set_at ? ended - guard.set_at : 0;
    if (is_done)
        keep_candidates(&answer->report);
    is_done = is_done && check_anatomy(&answer->report, &anatomy, error);
    cop_anatomy_free(&anatomy);
    return is_done;
}

/* ---- A think, the moves after it, and another think ---- */

/* What one agent says in one course of a game. */
struct course {
    struct answer first, second;
    bool has_second;
};

static void course_free(struct course *course)
{
    answer_free(&course->first);
    answer_free(&course->second);
}

/* A search of few counts can be long in a slow game; then it is stopped, which is no fault. */
static double patience_of(const struct cop_limits *limits)
{
    const double long_enough = is_slow_build() ? 2 : 0.4;

    return limits->time > 0 ? 30 + limits->time : long_enough;
}

static bool think_and_check(struct bench *bench, struct cop_agent *agent, const void *state,
                            int64_t kept, struct answer *answer)
{
    const struct draw *draw = &bench->draw;
    struct cop_error error = {""};

    if (!think(bench, agent, state, &draw->limits, patience_of(&draw->limits), answer, &error)) {
        say(bench, "does not think", &error);
        return false;
    }
    bench->tally->stopped += answer->was_stopped;
    if (!check_answer(draw->game, state, &answer->report, &error))
        say(bench, "answer", &error);
    else if (!check_limits(draw->game, draw->agent.bytes, &draw->limits, answer, kept, &error))
        say(bench, "limit", &error);
    else if (bench->progress_error.message[0] != '\0')
        say(bench, "progress", &bench->progress_error);
    else
        return true;
    return false;
}

static void play_turn(const struct cop_game *game, struct cop_agent *agent, void *state,
                      const struct cop_report *report)
{
    for (int i = 0; i < (game->is_hidden ? 1 : report->turn_length); i++) {
        cop_agent_played(agent, state, report->line[i]);
        game->rules->play(game, state, report->line[i]);
    }
}

/* The same moves each time: the random ones come from the draw's seed. */
static bool go_course(struct bench *bench, struct cop_agent *agent, struct course *course)
{
    const struct cop_game *game = bench->draw.game;
    struct cop_rng kept = bench->draw.rng;
    void *state = cop_allocate(game->state_size);
    bool is_right;

    *course = (struct course){.has_second = false};
    bench->looks_on = !bench->looks_on; /* of courses that are compared one is looked on at */
    memcpy(state, bench->draw.state, game->state_size);
    is_right = think_and_check(bench, agent, state, 0, &course->first);
    if (is_right) {
        play_turn(game, agent, state, &course->first.report);
        course->has_second = draw_go_on(&bench->draw, agent, state, 1);
    }
    if (course->has_second)
        is_right =
            think_and_check(bench, agent, state, course->first.report.nodes, &course->second);
    bench->draw.rng = kept;
    free(state);
    return is_right;
}

static bool is_whole(const struct course *course)
{
    return !course->first.was_stopped && !course->second.was_stopped;
}

static bool compare(struct bench *bench, const char *what, const struct course *one,
                    const struct course *other)
{
    struct cop_error error = {""};

    if (!is_whole(one) || !is_whole(other))
        return true;
    bench->tally->compared++;
    if (check_equal(&one->first.report, &other->first.report, &error) &&
        (!one->has_second || check_equal(&one->second.report, &other->second.report, &error)))
        return true;
    say(bench, what, &error);
    return false;
}

/* ---- The promises ---- */

static double resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    char line[128] = "", *second;
    double resident;

    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) == NULL)
        line[0] = '\0';
    fclose(file);
    second = strchr(line, ' ');
    resident = second != NULL ? strtod(second, NULL) : 0;
    return resident * (double)sysconf(_SC_PAGESIZE);
}

/* A thread has its stacks of moves and states; games and evaluators have tables. */
static const double spare_bytes = 48e6, spare_bytes_of_thread = 24e6;

static bool memory_is_kept(struct bench *bench, double before)
{
    const struct cop_means *means = &bench->draw.limits.means;
    double more = resident_bytes() - before - (double)means->memory;
    struct cop_error error = {""};

    if (is_slow_build()) /* sanitizers have memory of their own */
        return true;
    if (more > bench->tally->most_memory)
        bench->tally->most_memory = more;
    if (more <= spare_bytes + means->threads * spare_bytes_of_thread)
        return true;
    cop_fail(&error, "%.0f MB more than its limit", more / 1e6);
    say(bench, "memory", &error);
    return false;
}

/* What stores and reports call the agent is taken, and is its own name. */
static void a_name_is_a_spec(struct bench *bench)
{
    const char *name = cop_agent_name(bench->agent);
    struct cop_text again = COP_TEXT;
    struct cop_error error = {""};

    if (!cop_agent_check(bench->draw.game, name, &bench->draw.limits, &again, &error) ||
        (strcmp(name, again.bytes) != 0 &&
         !cop_fail(&error, "%.100s becomes %.100s", name, again.bytes)))
        say(bench, "name", &error);
    cop_text_free(&again);
}

/* One thread and counts: a fresh agent of that name says the same, and so does this one in a new
 * game. */
static void answers_are_repeated(struct bench *bench, const struct course *course)
{
    const struct cop_limits *limits = &bench->draw.limits;
    struct cop_agent *fresh;
    struct course again;

    if (limits->time > 0 || limits->means.threads > 1 || !is_whole(course))
        return;
    fresh = cop_agent_open(bench->draw.game, cop_agent_name(bench->agent), &limits->means, NULL);
    if (fresh != NULL && go_course(bench, fresh, &again)) {
        compare(bench, "a fresh agent", course, &again);
        course_free(&again);
    }
    cop_agent_close(fresh);
    cop_agent_start(bench->agent, limits->means.seed);
    if (go_course(bench, bench->agent, &again)) {
        compare(bench, "the same agent after start", course, &again);
        course_free(&again);
    }
}

/* Without any limit the flag ends it. */
static void the_flag_ends_it(struct bench *bench)
{
    struct cop_limits limits = {.depth = bench->draw.limits.depth,
                                .means = bench->draw.limits.means};
    struct cop_error error = {""};
    struct answer answer;

    if (!think(bench, bench->agent, bench->draw.state, &limits, 0.003, &answer, &error))
        say(bench, "does not think until a flag is set", &error);
    else if (!check_answer(bench->draw.game, bench->draw.state, &answer.report, &error) ||
             !check_limits(bench->draw.game, bench->draw.agent.bytes, &limits, &answer, 0, &error))
        say(bench, "until a flag is set", &error);
    answer_free(&answer);
}

static void run_agent(struct bench *bench, double before)
{
    struct course course;

    a_name_is_a_spec(bench);
    if (go_course(bench, bench->agent, &course) && memory_is_kept(bench, before)) {
        answers_are_repeated(bench, &course);
        the_flag_ends_it(bench);
    }
    course_free(&course);
}

/* Refusing is right, with a reason: by the check, or for lack of memory. */
static void run_draw(uint64_t seed, struct tally *tally)
{
    struct bench bench = {.tally = tally};
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};
    double before = resident_bytes();

    draw_open(&bench.draw, seed);
    draw_write(&bench.draw, &text);
    if (!cop_agent_check(bench.draw.game, bench.draw.agent.bytes, &bench.draw.limits, NULL,
                         &error)) {
        tally->refused++;
        if (error.message[0] == '\0')
            say(&bench, "refused without a reason", &error);
    } else {
        printf("# draw %llu: %s\n", (unsigned long long)seed, text.bytes);
        fflush(stdout);
        bench.agent = cop_agent_open(bench.draw.game, bench.draw.agent.bytes,
                                     &bench.draw.limits.means, &error);
        tally->done++;
        if (bench.agent != NULL)
            run_agent(&bench, before);
        else if (strstr(error.message, "memory") == NULL)
            say(&bench, "passes the check and does not open", &error);
    }
    cop_agent_close(bench.agent);
    cop_text_free(&text);
    draw_close(&bench.draw);
}

static void run_draws(uint64_t seed, int count, struct tally *tally)
{
    for (int i = 0; i < count; i++)
        run_draw(seed + (uint64_t)i, tally);
    printf(
        "# %d searched, %d refused, %d failed; %d compared, %d stopped; %.0f MB beyond memory=\n",
        tally->done, tally->refused, tally->failed, tally->compared, tally->stopped,
        tally->most_memory / 1e6);
}

static void every_search_keeps_what_all_promise(void **unused)
{
    struct tally tally = {0};

    (void)unused;
    run_draws(1, is_slow_build() ? 60 : 300, &tally);
    assert_int_equal(tally.failed, 0);
    assert_true(tally.done > tally.refused / 4);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_search_keeps_what_all_promise),
    };
    struct tally tally = {0};

    if (count != 3)
        return cmocka_run_group_tests_name("product", tests, NULL, NULL);
    run_draws(strtoull(words[1], NULL, 10), (int)strtol(words[2], NULL, 10), &tally);
    return tally.failed > 0;
}
