/* listener.c - what a listener is told next. */
#include "serve/listener.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "serve/table.h"

/* A reader that is further behind gets the newest state only. */
enum { PLIES_BEHIND = 16 };

struct cop_listener *cop_listener_open(struct cop_table *table, int asked)
{
    struct cop_house *house = table->house;
    struct cop_listener *listener;

    if (house->listener_count >= house->options.listeners)
        return NULL;
    listener = cop_allocate(sizeof *listener);
    listener->table = table;
    listener->asked = asked;
    listener->failure_number = table->failure_number;
    /* What was thought last of a position of the game is told to those who come later, too. */
    listener->report_number = table->report_number - (table->report_number > 0);
    listener->next = table->listeners;
    table->listeners = listener;
    table->uses++;
    house->listener_count++;
    return listener;
}

void cop_listener_close(struct cop_listener *listener)
{
    struct cop_table *table = listener->table;
    struct cop_listener **at = &table->listeners;

    while (*at != listener)
        at = &(*at)->next;
    *at = listener->next;
    table->house->listener_count--;
    cop_table_release(table);
    cop_told_free(&listener->told);
    free(listener);
}

/* ---- Events ---- */

/* Every line of the data has the word before it: JSON may have line ends between its words. */
static void add_event(struct cop_text *event, const char *name, const char *data)
{
    cop_text_add(event, "event: %s\n", name);
    while (*data != '\0') {
        size_t length = strcspn(data, "\n");

        cop_text_add(event, "data: ");
        cop_text_add_bytes(event, data, length);
        cop_text_add(event, "\n");
        data += length + (data[length] == '\n');
    }
    cop_text_add(event, "\n");
}

/* A seat may have been given to an agent since this listener asked for its eyes; what others see is
 * none of its business. */
static bool has_eyes(const struct cop_listener *listener)
{
    int viewer;

    return cop_table_viewer(listener->table, listener->table->ply, listener->asked, &viewer, NULL);
}

static int viewer_of(const struct cop_listener *listener, int ply)
{
    int viewer;

    cop_table_viewer(listener->table, ply, listener->asked, &viewer, NULL);
    return viewer;
}

/* The next ply to show: one after the other, unless plies were taken back or too many are missing.
 */
static int next_ply(const struct cop_listener *listener)
{
    const struct cop_table *table = listener->table;
    int behind = table->ply - listener->ply;

    if (listener->told.revision < table->past || behind <= 1 || behind > PLIES_BEHIND)
        return table->ply;
    return listener->ply + 1;
}

static void tell_state(struct cop_listener *listener, struct cop_text *event)
{
    const struct cop_table *table = listener->table;
    struct cop_text state = COP_TEXT;
    bool is_first = listener->told.revision == 0;
    int ply = is_first ? table->ply : next_ply(listener);

    cop_write_news(table, viewer_of(listener, ply), ply, &listener->told, &state);
    listener->ply = ply;
    add_event(event, is_first ? "state" : "change", state.bytes);
    cop_text_free(&state);
}

static void tell_report(struct cop_listener *listener, struct cop_text *event)
{
    const struct cop_table *table = listener->table;
    bool shows_all = cop_table_shows_search(table, viewer_of(listener, table->ply),
                                            table->report_kind, table->report_player);

    listener->report_number = table->report_number;
    add_event(event, "report", shows_all ? table->report.bytes : table->brief_report.bytes);
}

static void tell_failure(struct cop_listener *listener, struct cop_text *event)
{
    struct cop_text data = COP_TEXT;
    struct cop_json json = {.text = &data};

    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "error", listener->table->failure);
    cop_json_end(&json);
    listener->failure_number = listener->table->failure_number;
    add_event(event, "failed", data.bytes);
    cop_text_free(&data);
}

/* What an agent thought before a move that this listener has seen is of no more use. */
static void skip_old_report(struct cop_listener *listener)
{
    const struct cop_table *table = listener->table;

    if (table->report_kind == COP_SEARCH_MOVE && table->report_ply < listener->ply)
        listener->report_number = table->report_number;
}

/* A report speaks of a position that was told before it, and comes before what was made of it. */
static bool wants_report(const struct cop_listener *listener)
{
    const struct cop_table *table = listener->table;

    return listener->report_number != table->report_number && listener->told.revision > 0 &&
           listener->told.revision >= table->past && table->report_ply <= listener->ply &&
           (!table->report_is_beside || listener->told.revision == table->revision);
}

bool cop_listener_next(struct cop_listener *listener, struct cop_text *event, bool *is_over)
{
    const struct cop_table *table = listener->table;

    *is_over = table->is_gone || table->house->is_closing || !has_eyes(listener);
    if (*is_over)
        return false;
    skip_old_report(listener);
    if (wants_report(listener))
        tell_report(listener, event);
    else if (listener->told.revision != table->revision)
        tell_state(listener, event);
    else if (listener->failure_number != table->failure_number)
        tell_failure(listener, event);
    else if (listener->wants_comment)
        cop_text_add(event, ": still here\n\n");
    else
        return false;
    listener->wants_comment = false;
    return true;
}

void cop_listeners_wake(const struct cop_table *table)
{
    for (struct cop_listener *at = table->listeners; at != NULL; at = at->next)
        if (at->wake != NULL)
            at->wake(at->context);
}

void cop_listeners_comment(struct cop_house *house)
{
    cop_house_lock(house);
    for (struct cop_table *table = house->tables; table != NULL; table = table->next) {
        for (struct cop_listener *at = table->listeners; at != NULL; at = at->next)
            at->wants_comment = true;
        cop_listeners_wake(table);
    }
    cop_house_unlock(house);
}
