/* house.c - the list of tables: who is in memory, who waits on disk, who is gone. */
#include "serve/house.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "serve/keep.h"
#include "serve/listener.h"
#include "serve/mind.h"
#include "serve/review.h"
#include "serve/search.h"
#include "serve/shelf.h"
#include "serve/table.h"
#include "serve/table_file.h"

void cop_house_lock(struct cop_house *house)
{
    pthread_mutex_lock(&house->lock);
}

void cop_house_unlock(struct cop_house *house)
{
    pthread_mutex_unlock(&house->lock);
}

double cop_house_now(const struct cop_house *house)
{
    const struct cop_house_options *options = &house->options;

    return options->clock != NULL ? options->clock(options->clock_context) : cop_now();
}

void cop_house_wait(struct cop_house *house, pthread_cond_t *condition, double when)
{
    struct timespec time = {.tv_sec = (time_t)when};

    time.tv_nsec = (long)((when - (double)time.tv_sec) * 1e9);
    pthread_cond_timedwait(condition, &house->lock, &time);
}

/* ---- Tables ---- */

void cop_seat_free(struct cop_seat *seat)
{
    free(seat->who);
    free(seat->limit);
    free(seat->refusal);
    *seat = (struct cop_seat){.who = NULL};
}

void cop_seats_free(struct cop_seat *seats)
{
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        cop_seat_free(&seats[i]);
}

static void close_session(struct cop_table *table)
{
    assert(!cop_minds_are_at(table)); /* they need the game */
    if (table->session != NULL)
        cop_session_close(table->session);
    free(table->session);
    free(table->notes);
    cop_review_free(table->review);
    table->session = NULL;
    table->notes = NULL;
    table->review = NULL;
    table->note_room = 0;
}

void cop_table_free(struct cop_table *table)
{
    if (table == NULL)
        return;
    close_session(table);
    cop_seats_free(table->seats);
    cop_text_free(&table->report);
    cop_text_free(&table->brief_report);
    free(table->title);
    free(table->game);
    free(table->result);
    free(table);
}

void cop_table_release(struct cop_table *table)
{
    if (--table->uses == 0 && table->is_gone)
        cop_table_free(table);
}

/* ---- Room ---- */

/* May this table's game leave the memory? */
static bool is_idle(const struct cop_table *table)
{
    return table->house->options.games != NULL && table->session != NULL && table->uses == 0 &&
           table->search == NULL && table->listeners == NULL && cop_keep_is_done(table);
}

/* Nobody rests at the table any more, which the caller need not use. */
static void forget_minds(struct cop_table *table)
{
    table->uses++;
    cop_minds_forget(table);
    cop_table_release(table);
}

/* Is there room in memory for one more game? If not, *oldest is the one that nobody has asked for
 * longest and may leave; NULL: none may. */
static bool has_room(const struct cop_house *house, struct cop_table **oldest)
{
    int count = 0;

    *oldest = NULL;
    for (struct cop_table *at = house->tables; at != NULL; at = at->next) {
        /* Who is freed while make_room gives the lock away has left the list before.
         * NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
        count += at->session != NULL;
        if (is_idle(at) && (*oldest == NULL || at->asked < (*oldest)->asked))
            *oldest = at;
    }
    return count < house->options.tables_open;
}

/* The lock is given away while agents are closed; after that everything may be otherwise. */
static bool make_room(struct cop_house *house)
{
    struct cop_table *oldest;

    while (!has_room(house, &oldest)) {
        if (oldest == NULL)
            return false;
        if (cop_minds_are_at(oldest))
            forget_minds(oldest);
        else
            close_session(oldest);
    }
    return true;
}

static bool no_room(const struct cop_house *house, struct cop_error *error)
{
    return cop_fail(error,
                    "%d games are being played or watched, which is all there is room for; "
                    "close a page or wait for a search to end",
                    house->options.tables_open);
}

struct cop_table *cop_house_find_listed(const struct cop_house *house, const char *id,
                                        struct cop_error *error)
{
    struct cop_table *table = house->tables;

    while (table != NULL && strcmp(table->id, id) != 0)
        table = table->next;
    if (table == NULL)
        cop_fail(error, "there is no table %.40s; it may have been deleted", id);
    return table;
}

struct cop_table *cop_house_find(struct cop_house *house, const char *id, bool *is_full,
                                 struct cop_error *error)
{
    struct cop_table *table = cop_house_find_listed(house, id, error);

    *is_full = table != NULL && table->session == NULL && !make_room(house);
    if (*is_full) {
        no_room(house, error);
        return NULL;
    }
    table = cop_house_find_listed(house, id, error); /* it may have gone, or come, meanwhile */
    if (table == NULL)
        return NULL;
    table->asked = time(NULL);
    if (table->session != NULL)
        return table;
    if (!cop_table_read(table, error)) {
        close_session(table);
        return NULL;
    }
    cop_table_go_on(table);
    return table;
}

/* ---- Coming and going ---- */

static uint64_t random_number(void)
{
    uint64_t number = 0;

    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        number = (uint64_t)time(NULL);
    return number;
}

/* An identifier that nobody guesses and no other table has. */
static void draw_id(const struct cop_house *house, char *id)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32, none like another */
    const struct cop_table *same;

    do {
        uint64_t number = random_number();

        for (int i = 0; i < COP_ID_LENGTH; i++, number >>= 5)
            id[i] = letters[number & 31];
        id[COP_ID_LENGTH] = '\0';
        same = house->tables;
        while (same != NULL && strcmp(same->id, id) != 0)
            same = same->next;
    } while (same != NULL);
}

static struct cop_table *new_table(struct cop_house *house, struct cop_session *session,
                                   struct cop_seat *seats, const char *title, uint64_t seed)
{
    struct cop_table *table = cop_allocate(sizeof *table);

    *table = (struct cop_table){
        .house = house,
        .title = cop_copy_string(title),
        .game = cop_copy_string(session->game->name),
        .players = session->game->players,
        .seed = seed,
        .session = cop_allocate(sizeof *session),
        .revision = 1,
        .report = COP_TEXT,
        .brief_report = COP_TEXT,
    };
    draw_id(house, table->id);
    *table->session = *session;
    table->session->course.limit = COP_TABLE_PLIES;
    memcpy(table->seats, seats, sizeof table->seats);
    table->note_room = session->course.record.move_count + 64;
    table->notes = cop_allocate((size_t)table->note_room * sizeof *table->notes);
    cop_table_name_players(table);
    return table;
}

struct cop_table *cop_house_add(struct cop_house *house, struct cop_session *session,
                                struct cop_seat *seats, const char *title, uint64_t seed,
                                bool *is_full, struct cop_error *error)
{
    struct cop_table *table;
    bool is_room = make_room(house) || no_room(house, error); /* first: it gives the lock away */

    *is_full = house->table_count >= house->options.tables_kept;
    if (*is_full)
        cop_fail(error, "there are %d games already; delete some that are no longer wanted",
                 house->options.tables_kept);
    if (*is_full || !is_room) {
        cop_session_close(session);
        cop_seats_free(seats);
        return NULL;
    }
    table = new_table(house, session, seats, title, seed);
    table->next = house->tables;
    house->tables = table;
    house->table_count++;
    table->asked = time(NULL);
    cop_table_changed(table);
    cop_table_go_on(table);
    return table;
}

bool cop_house_remove(struct cop_house *house, struct cop_table *table, struct cop_error *error)
{
    struct cop_table **at = &house->tables;
    bool is_removed;

    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    house->table_count--;
    table->is_gone = true;
    cop_search_abandon(table);
    cop_search_abandon_review(table);
    cop_listeners_wake(table);
    table->uses++;
    cop_minds_forget(table); /* gives the lock away for a moment, and so does: */
    is_removed = cop_keep_remove(table, error);
    cop_table_release(table);
    return is_removed;
}

/* Begun, never played at, and forgotten: nobody would miss it. */
static bool is_litter(const struct cop_table *table, time_t now)
{
    static const time_t day = 24 * 60 * 60;

    return table->is_untouched && table->uses == 0 && table->listeners == NULL &&
           table->changed < now - day && table->asked < now - day;
}

void cop_house_tidy(struct cop_house *house)
{
    time_t now = time(NULL);
    struct cop_table *table = house->tables;
    struct cop_error error;

    while (table != NULL) {
        if (is_litter(table, now)) {
            cop_house_remove(house, table, &error); /* gives the lock away: the list may be new */
            table = house->tables;
        } else {
            table = table->next;
        }
    }
}

void cop_house_care(struct cop_house *house)
{
    cop_listeners_comment(house);
    cop_house_lock(house);
    cop_searches_stop_old(house);
    cop_minds_tidy(house);
    cop_house_unlock(house);
}

static int last_changed_first(const void *left, const void *right)
{
    const struct cop_table *a = *(struct cop_table *const *)left;
    const struct cop_table *b = *(struct cop_table *const *)right;

    if (a->changed != b->changed)
        return a->changed > b->changed ? -1 : 1;
    return strcmp(a->id, b->id);
}

struct cop_table **cop_house_list(struct cop_house *house, int *count)
{
    struct cop_table **list = cop_allocate(((size_t)house->table_count + 1) * sizeof(void *));

    *count = 0;
    for (struct cop_table *at = house->tables; at != NULL; at = at->next)
        list[(*count)++] = at;
    qsort(list, (size_t)*count, sizeof(struct cop_table *), last_changed_first);
    return list;
}

/* ---- Opening and closing ---- */

void cop_house_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct cop_house *cop_house_open(const struct cop_house_options *options, struct cop_error *error)
{
    struct cop_house *house = cop_allocate(sizeof *house);

    house->options = *options;
    if (house->options.patience <= 0)
        house->options.patience = 10;
    house->folder = -1;
    pthread_mutex_init(&house->lock, NULL);
    cop_house_condition(&house->has_work);
    cop_house_condition(&house->has_dirt);
    cop_house_condition(&house->is_kept);
    if (!cop_keep_start(house, error)) {
        cop_house_close(house);
        return NULL;
    }
    house->shelf = cop_shelf_open(options->explored, options->books, options->games, error);
    if (house->shelf == NULL || !cop_searches_start(house, error)) {
        cop_house_close(house);
        return NULL;
    }
    return house;
}

void cop_house_end_listening(struct cop_house *house)
{
    cop_house_lock(house);
    house->is_closing = true;
    for (struct cop_table *table = house->tables; table != NULL; table = table->next) {
        cop_search_abandon(table);
        cop_search_abandon_review(table);
        cop_listeners_wake(table);
    }
    cop_house_unlock(house);
}

void cop_house_close(struct cop_house *house)
{
    cop_house_end_listening(house);
    cop_searches_end(house);
    cop_keep_end(house);
    cop_shelf_close(house->shelf);
    while (house->tables != NULL) {
        struct cop_table *table = house->tables;

        cop_house_lock(house);
        table->uses++;
        cop_minds_forget(table);
        table->uses--;
        cop_house_unlock(house);
        house->tables = table->next;
        cop_table_free(table);
    }
    pthread_cond_destroy(&house->is_kept);
    pthread_cond_destroy(&house->has_dirt);
    pthread_cond_destroy(&house->has_work);
    pthread_mutex_destroy(&house->lock);
    free(house);
}
