/* search.c - searches wait in one queue, and each worker thread takes the next. */
#include "serve/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "agent/exact.h"
#include "agent/report_view.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "serve/keep.h"
#include "serve/mind.h"
#include "serve/pace.h"
#include "serve/review.h"
#include "serve/seats.h"
#include "serve/table.h"

/* Seconds between two reports. */
static const double report_period = 0.2;

/* Seconds for which a worker rests that nobody wakes. */
static const double longest_rest = 60;

const char *const cop_search_kind_names[] = {
    [COP_SEARCH_MOVE] = "move",
    [COP_SEARCH_HINT] = "hint",
    [COP_SEARCH_ANALYSIS] = "analysis",
    [COP_SEARCH_REVIEW] = "review",
};

/* ---- The queue ---- */

static void free_search(struct cop_search *search)
{
    cop_table_release(search->table);
    free(search->agent);
    free(search->limit);
    free(search->state);
    free(search->shown);
    free(search->held);
    free(search);
}

/* Where the table keeps a search of that kind. */
static struct cop_search **place_of(struct cop_table *table, enum cop_search_kind kind)
{
    return kind == COP_SEARCH_REVIEW ? &table->review_search : &table->search;
}

static bool is_wanted(const struct cop_search *search)
{
    return *place_of(search->table, search->kind) == search;
}

static void enqueue(struct cop_house *house, struct cop_search *search)
{
    struct cop_search **at = &house->first;

    while (*at != NULL && (search->kind == COP_SEARCH_REVIEW || (*at)->kind != COP_SEARCH_REVIEW))
        at = &(*at)->next;
    search->next = *at;
    *at = search;
    house->waiting_count += search->held == NULL;
    pthread_cond_signal(&house->has_work);
}

void cop_search_begin(struct cop_table *table, enum cop_search_kind kind, int ply,
                      const struct cop_seat *searcher)
{
    struct cop_house *house = table->house;
    const struct cop_game *game = cop_table_game(table);
    struct cop_search *search;

    assert(*place_of(table, kind) == NULL);
    if (table->is_gone || house->is_closing)
        return;
    search = cop_allocate(sizeof *search);
    search->table = table;
    search->kind = kind;
    search->ply = ply;
    search->player = cop_course_rules_turn(&table->session->course, ply);
    search->agent = cop_copy_string(searcher->who);
    search->limit = cop_copy_string(searcher->limit);
    search->limits = searcher->limits;
    search->seed = cop_mix(table->seed + searcher->limits.means.seed) + (uint64_t)ply;
    search->state = cop_allocate(game->state_size);
    search->shown = cop_allocate(game->state_size);
    cop_course_look_at(&table->session->course, ply, search->state);
    if (game->is_hidden)
        game->rules->view(game, search->state, search->player, search->shown);
    else
        memcpy(search->shown, search->state, game->state_size);
    search->is_waiting = house->idle_count <= house->waiting_count;
    table->uses++;
    *place_of(table, kind) = search;
    enqueue(house, search);
}

/* Whether it waits or runs, its worker will notice and free it. */
static void abandon(struct cop_search **place)
{
    if (*place != NULL)
        atomic_store(&(*place)->stop, true);
    *place = NULL;
}

void cop_search_abandon(struct cop_table *table)
{
    abandon(&table->search);
}

void cop_search_abandon_review(struct cop_table *table)
{
    abandon(&table->review_search);
}

static void stop_if_old(struct cop_search *search, double now)
{
    if (search != NULL && search->began > 0 && now > search->began + COP_SEARCH_SECONDS_MAX)
        atomic_store(&search->stop, true);
}

void cop_searches_stop_old(struct cop_house *house)
{
    double now = cop_house_now(house);

    for (struct cop_table *table = house->tables; table != NULL; table = table->next) {
        stop_if_old(table->search, now);
        stop_if_old(table->review_search, now);
    }
}

static struct cop_search *take(struct cop_house *house, struct cop_search **at)
{
    struct cop_search *search = *at;

    *at = search->next;
    search->next = NULL;
    house->waiting_count -= search->held == NULL;
    return search;
}

/* The first that is due; NULL: none is before *when. */
static struct cop_search *take_due(struct cop_house *house, double *when)
{
    double now = cop_now();

    for (struct cop_search **at = &house->first; *at != NULL; at = &(*at)->next) {
        if ((*at)->due <= now)
            return take(house, at);
        if ((*at)->due < *when)
            *when = (*at)->due;
    }
    return NULL;
}

void cop_search_hurry(struct cop_table *table)
{
    table->search->due = 0;
    pthread_cond_broadcast(&table->house->has_work);
}

void cop_search_reschedule(struct cop_table *table)
{
    if (table->search == NULL || table->search->held == NULL)
        return;
    table->search->due = cop_pace_due(table);
    pthread_cond_broadcast(&table->house->has_work);
}

/* ---- One search ---- */

struct telling {
    struct cop_search *search;
    struct cop_report_view view;
    struct cop_exact exact; /* what is known without the search */
};

/* Texts are made without the lock; only handing them over needs it. */
static void tell(const struct telling *telling, const struct cop_report *report, bool is_done)
{
    struct cop_search *search = telling->search;
    struct cop_report_event event = {
        .ply = search->ply, .kind = cop_search_kind_names[search->kind], .is_done = is_done};
    struct cop_report joined = *report;
    struct cop_candidate *candidates = cop_exact_join(&telling->exact, &joined);
    struct cop_text all = COP_TEXT, brief = COP_TEXT;

    cop_report_event_json(&telling->view, &joined, &event, &all);
    if (telling->view.game->is_hidden) {
        event.is_secret = true;
        cop_report_event_json(&telling->view, &joined, &event, &brief);
    }
    free(candidates);
    cop_house_lock(search->table->house);
    if (search->table->search == search)
        cop_table_think_aloud(search->table, search, &all, &brief);
    cop_house_unlock(search->table->house);
    cop_text_free(&all);
    cop_text_free(&brief);
}

static void show_progress(void *context, const struct cop_report *report)
{
    tell(context, report, false);
}

/* A move that comes too soon to be looked at is kept; its worker puts it back into the queue. */
static bool hold(struct cop_search *search, const struct cop_report *report)
{
    double due = cop_pace_due(search->table);

    if (search->kind != COP_SEARCH_MOVE || report == NULL || due <= cop_now() ||
        atomic_load(&search->stop))
        return false;
    search->held = cop_allocate(sizeof *report);
    *search->held = *report;
    search->held->candidates = NULL; /* they are the agent's, which is closed */
    search->due = due;
    return true;
}

static void finish(struct cop_search *search, const struct cop_report *report,
                   const struct cop_error *failure)
{
    struct cop_house *house = search->table->house;

    cop_house_lock(house);
    if (report != NULL)
        cop_mind_rest(search);
    if (is_wanted(search) && search->kind == COP_SEARCH_REVIEW)
        cop_review_finish(search->table, report, failure);
    else if (is_wanted(search) && !hold(search, report))
        cop_table_finish(search->table, report, failure);
    cop_house_unlock(house);
}

/* A search that was stopped before it had looked at anything must not make an impossible move. */
static void finish_with_move(struct cop_search *search, const struct cop_report *report)
{
    struct cop_error error;

    if (report->best != COP_NO_MOVE) {
        finish(search, report, NULL);
        return;
    }
    cop_fail(&error, "%.100s ended without a move; give it more time", search->agent);
    finish(search, NULL, &error);
}

/* Who asks for advice is told all that is certain; what an agent thinks of its move is its own. */
static bool find_exact(struct telling *telling, struct cop_error *error)
{
    const struct cop_search *search = telling->search;

    if (search->kind != COP_SEARCH_HINT && search->kind != COP_SEARCH_ANALYSIS)
        return true;
    return cop_exact_find(&telling->exact, telling->view.game, search->state, &search->stop, error);
}

/* The player's own for a move, else one for this search; NULL and a message. */
static struct cop_agent *open_agent(struct cop_search *search, struct cop_error *error)
{
    struct cop_means means = search->limits.means;
    struct cop_agent *agent;

    if (search->mind != NULL)
        return cop_mind_wake(search, error);
    means.stop = &search->stop;
    agent = cop_agent_open(cop_table_game(search->table), search->agent, &means, error);
    if (agent != NULL)
        cop_agent_start(agent, search->seed);
    return agent;
}

static void think(struct cop_search *search)
{
    const struct cop_game *game = cop_table_game(search->table);
    struct cop_ownership *ownership =
        search->counts_owners ? cop_allocate(sizeof *ownership) : NULL;
    struct telling telling = {
        search, {game, search->shown, search->agent, search->limit, ownership}, {0}};
    bool is_aloud = search->kind != COP_SEARCH_REVIEW;
    struct cop_watch watch = {.stop = &search->stop,
                              .period = report_period,
                              .progress = is_aloud ? show_progress : NULL,
                              .context = &telling,
                              .ownership = ownership};
    struct cop_report report = {.best = COP_NO_MOVE};
    bool has_mind = search->mind != NULL;
    struct cop_error error;
    struct cop_agent *agent = open_agent(search, &error);

    if (agent != NULL && find_exact(&telling, &error) &&
        cop_agent_think(agent, search->state, &search->limits, &watch, &report, &error)) {
        if (is_aloud)
            tell(&telling, &report, true);
        finish_with_move(search, &report);
    } else {
        finish(search, NULL, &error);
    }
    if (has_mind)
        cop_mind_drop(search); /* if it does not rest */
    else
        cop_agent_close(agent);
    cop_exact_free(&telling.exact);
    free(ownership);
}

/* ---- Workers ---- */

/* Would the next server begin it again after a crash? */
static bool goes_on_by_itself(const struct cop_search *search)
{
    return search->kind == COP_SEARCH_MOVE || search->kind == COP_SEARCH_REVIEW;
}

/* With the lock held, which is given away while the agent thinks. */
static void run(struct cop_house *house, struct cop_search *search)
{
    if (goes_on_by_itself(search) && search->table->is_unmarked)
        cop_keep_wait(search->table);
    if (!is_wanted(search))
        return;
    if (search->is_waiting) {
        search->is_waiting = false;
        cop_table_refresh(search->table);
    }
    search->began = cop_house_now(house);
    if (search->kind == COP_SEARCH_MOVE)
        cop_mind_take(search);
    cop_house_unlock(house);
    think(search);
    cop_house_lock(house);
}

/* Searches, or plays what was found and held back until now. */
static void serve(struct cop_house *house, struct cop_search *search)
{
    bool was_held = search->held != NULL;

    if (!was_held)
        run(house, search);
    else if (is_wanted(search))
        cop_table_finish(search->table, search->held, NULL);
    if (!was_held && search->held != NULL && is_wanted(search))
        enqueue(house, search);
    else
        free_search(search);
}

static void *work(void *context)
{
    struct cop_house *house = context;

    cop_house_lock(house);
    for (;;) {
        /* Before anything is looked at: it gives the lock away. */
        double left = cop_minds_tidy(house);
        double when = cop_now() + (left < longest_rest ? left : longest_rest);
        struct cop_search *search;

        if (house->is_closing)
            break;
        search = take_due(house, &when);
        if (search != NULL) {
            serve(house, search);
            continue;
        }
        house->idle_count++;
        cop_house_wait(house, &house->has_work, when);
        house->idle_count--;
    }
    cop_house_unlock(house);
    return NULL;
}

bool cop_searches_start(struct cop_house *house, struct cop_error *error)
{
    house->workers = cop_allocate((size_t)house->options.searches * sizeof *house->workers);
    for (; house->worker_count < house->options.searches; house->worker_count++) {
        int reason = pthread_create(&house->workers[house->worker_count], NULL, work, house);

        if (reason != 0)
            return cop_fail(error, "cannot start a thread for searches: %s", strerror(reason));
    }
    return true;
}

void cop_searches_end(struct cop_house *house)
{
    cop_house_lock(house);
    pthread_cond_broadcast(&house->has_work);
    cop_house_unlock(house);
    for (int i = 0; i < house->worker_count; i++)
        pthread_join(house->workers[i], NULL);
    cop_house_lock(house); /* whoever keeps files is still at work */
    while (house->first != NULL)
        free_search(take(house, &house->first));
    cop_house_unlock(house);
    free(house->workers);
}
