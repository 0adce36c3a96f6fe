/* storm_table.c - see storm_table.h. */
#include "storm_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fingerprint.h"

void storm_table_free(struct storm_table *table)
{
    free(table->moves);
    json_decref(table->state);
    table->moves = NULL;
    table->state = NULL;
}

static int number_in(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static uint64_t fingerprint_of(const json_t *words)
{
    const char *bytes = json_string_value(words);

    return bytes != NULL ? cop_fingerprint(bytes, strlen(bytes)) | 1 : 0;
}

static uint64_t move_at(const json_t *state, int ply)
{
    const json_t *move = json_array_get(json_object_get(state, "history"), (size_t)ply);

    return fingerprint_of(json_object_get(move, "move"));
}

static const json_t *who_at(const json_t *state, int player)
{
    const json_t *list = json_object_get(state, "players");

    return json_object_get(json_array_get(list, (size_t)player), "who");
}

static int resigned_in(const json_t *state)
{
    const json_t *over = json_object_get(state, "over");
    const json_t *player = json_object_get(over, "resigned");

    return json_is_integer(player) ? (int)json_integer_value(player) : -1;
}

/* ---- Promises ---- */

void storm_table_see(struct storm_table *table, json_t *state)
{
    json_decref(table->state);
    table->state = json_incref(state);
}

/* Room for the moves, of which those stay known that were. */
static void make_room(struct storm_table *table, int ply)
{
    uint64_t *moves = cop_allocate((size_t)(ply + 1) * sizeof *moves);

    for (int i = 0; i < ply && i < table->ply; i++)
        moves[i] = table->moves[i];
    free(table->moves);
    table->moves = moves;
    table->ply = ply;
}

static void promise_seats(struct storm_table *table, const json_t *state)
{
    table->players = (int)json_array_size(json_object_get(state, "players"));
    table->has_agents = false;
    for (int i = 0; i < table->players; i++) {
        const char *who = json_string_value(who_at(state, i));

        table->seats[i] = fingerprint_of(who_at(state, i));
        table->has_agents |= who != NULL && strcmp(who, "human") != 0;
    }
}

void storm_table_promise(struct storm_table *table, json_t *answer)
{
    bool is_brief = json_object_get(answer, "players") == NULL;

    table->open = STORM_NOTHING;
    table->is_promised = json_is_true(json_object_get(answer, "saved"));
    storm_table_see(table, is_brief ? NULL : answer);
    make_room(table, number_in(answer, "ply"));
    if (is_brief)
        return;
    for (int i = 0; i < table->ply; i++)
        table->moves[i] = move_at(answer, i);
    snprintf(table->id, sizeof table->id, "%s", json_string_value(json_object_get(answer, "id")));
    snprintf(table->game, sizeof table->game, "%s",
             json_string_value(json_object_get(answer, "game")));
    table->resigned = resigned_in(answer);
    promise_seats(table, answer);
}

/* ---- Are they kept? ---- */

/* So many plies must be there as they were. */
static int certain_plies(const struct storm_table *table)
{
    if (table->open == STORM_UNDO)
        return 0;
    if (table->open == STORM_BACK && table->open_ply < table->ply)
        return table->open_ply;
    return table->ply;
}

/* Was this ply decided by the dice? A server that is ending leaves them to the next one. */
static bool is_chance(const json_t *state, int ply)
{
    const json_t *move = json_array_get(json_object_get(state, "history"), (size_t)ply);

    return number_in(move, "player") < 0;
}

static bool check_plies(const struct storm_table *table, const json_t *state,
                        struct cop_error *error)
{
    int certain = certain_plies(table), ply = number_in(state, "ply");

    if (ply < certain)
        return cop_fail(error, "%d moves were answered and %d are there", certain, ply);
    for (int i = table->ply; i < ply && !table->has_agents && table->open == STORM_NOTHING; i++)
        if (!is_chance(state, i))
            return cop_fail(error, "%d moves were answered and %d are there", table->ply, ply);
    for (int i = 0; i < certain; i++) {
        uint64_t move = move_at(state, i);

        if (move != 0 && table->moves[i] != 0 && move != table->moves[i])
            return cop_fail(error, "move %d is another one", i + 1);
    }
    return true;
}

static bool check_seats(const struct storm_table *table, const json_t *state,
                        struct cop_error *error)
{
    for (int i = 0; i < table->players && table->open != STORM_SEATS; i++)
        if (fingerprint_of(who_at(state, i)) != table->seats[i])
            return cop_fail(error, "somebody else sits in seat %d", i + 1);
    return true;
}

bool storm_table_check(const struct storm_table *table, const json_t *state,
                       struct cop_error *error)
{
    bool may_differ =
        table->open == STORM_RESIGN || table->open == STORM_UNDO || table->open == STORM_BACK;

    if (!table->is_promised)
        return true;
    if (strcmp(json_string_value(json_object_get(state, "game")), table->game) != 0)
        return cop_fail(error, "it is another game than %s", table->game);
    if (!may_differ && resigned_in(state) != table->resigned)
        return cop_fail(error, "player %d has resigned, and not player %d", resigned_in(state),
                        table->resigned);
    return check_plies(table, state, error) && check_seats(table, state, error);
}
