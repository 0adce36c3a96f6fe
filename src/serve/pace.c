/* pace.c - how fast engines play against each other. */
#include "serve/pace.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "serve/keep.h"
#include "serve/search.h"
#include "serve/table.h"

const char *const cop_pace_names[COP_PACES] = {
    [COP_PACE_NORMAL] = "normal",
    [COP_PACE_SLOW] = "slow",
    [COP_PACE_FAST] = "fast",
    [COP_PACE_FULL] = "full",
};

/* For how long a move is looked at. */
static const double pauses[COP_PACES] = {
    [COP_PACE_NORMAL] = 1, [COP_PACE_SLOW] = 2, [COP_PACE_FAST] = 0.5, [COP_PACE_FULL] = 0};

bool cop_pace_read(const char *name, enum cop_pace *pace)
{
    for (int i = 0; i < COP_PACES; i++) {
        if (strcmp(cop_pace_names[i], name) == 0) {
            *pace = (enum cop_pace)i;
            return true;
        }
    }
    return false;
}

bool cop_pace_applies(const struct cop_table *table)
{
    return cop_table_people(table) == 0;
}

/* What chance does is looked at too, and so is each move of a turn. */
void cop_pace_note_move(struct cop_table *table)
{
    table->look_until =
        cop_pace_applies(table) ? fmax(cop_now(), table->look_until) + pauses[table->pace] : 0;
}

double cop_pace_due(const struct cop_table *table)
{
    return cop_pace_applies(table) && !table->is_stepping ? table->look_until : 0;
}

bool cop_pace_halts(const struct cop_table *table)
{
    return cop_pace_applies(table) && table->is_paused && !table->is_stepping;
}

static void go_on(struct cop_table *table)
{
    cop_keep_changed(table);
    cop_table_refresh(table);
    cop_table_go_on(table);
}

/* A move that is held back at the old pace waits no longer than the new one says. */
void cop_pace_set(struct cop_table *table, enum cop_pace pace)
{
    table->pace = pace;
    table->look_until = fmin(table->look_until, cop_now() + pauses[pace]);
    cop_search_reschedule(table);
    go_on(table);
}

void cop_pace_halt(struct cop_table *table)
{
    table->is_paused = true;
    table->is_stepping = false;
    if (table->search != NULL && table->search->kind == COP_SEARCH_MOVE)
        cop_search_abandon(table);
    go_on(table);
}

void cop_pace_resume(struct cop_table *table)
{
    table->is_paused = false;
    table->is_stepping = false;
    go_on(table);
}

void cop_pace_step(struct cop_table *table)
{
    table->is_paused = true;
    table->is_stepping = true;
    table->is_stalled = false;
    cop_search_reschedule(table);
    go_on(table);
}
