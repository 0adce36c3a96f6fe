/* playing.c - what happens at a table: moves, taking back, resigning, searches. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "agent/presets.h"
#include "serve/handlers.h"
#include "serve/pace.h"
#include "serve/seats.h"
#include "serve/table.h"

/* Enters the table and reads the body's `viewer`. NULL if that fails, and the house is unlocked. */
static struct cop_table *enter_as(struct cop_call *call, int *asked)
{
    struct cop_table *table = cop_enter(call);
    struct cop_error error;
    json_int_t number;
    int viewer;
    bool is_good;

    if (table == NULL)
        return NULL;
    is_good = cop_body_number(call, "viewer", -1, table->players - 1, COP_NOBODY, &number);
    *asked = (int)number;
    if (is_good && !cop_table_viewer(table, table->ply, *asked, &viewer, &error))
        is_good = cop_refuse(call, 403, "%s", error.message);
    if (is_good)
        return table;
    cop_house_unlock(call->house);
    return NULL;
}

/* May a person move now? */
static bool check_turn(struct cop_call *call, const struct cop_table *table, json_int_t ply)
{
    if (ply != table->ply)
        return cop_refuse(call, 409, "the game has moved on: it is at move %d and not at %lld",
                          table->ply, (long long)ply);
    if (table->turn == COP_OVER)
        return cop_refuse(call, 409, "the game is over");
    if (table->turn < 0 || table->seats[table->turn].who != NULL)
        return cop_refuse(call, 409, "it is not a person's turn");
    return true;
}

static bool read_move(struct cop_call *call, const struct cop_table *table, int asked,
                      cop_move *move)
{
    const char *word;
    json_int_t ply;
    struct cop_error error;

    if (!cop_body_words(call, "move", &word) ||
        !cop_body_number(call, "ply", 0, COP_TABLE_PLIES, -1, &ply))
        return false;
    if (word == NULL || ply < 0)
        return cop_refuse(call, 400, "a move is sent as {\"move\": \"d3\", \"ply\": 12}");
    if (!check_turn(call, table, ply))
        return false;
    if (cop_table_game(table)->is_hidden && asked >= 0 && asked != table->turn)
        return cop_refuse(call, 403, "it is %s's turn",
                          cop_player_name(cop_table_game(table), table->turn));
    if (!cop_move_read(cop_table_game(table), cop_course_now(&table->session->course), word, move,
                       &error))
        return cop_refuse(call, 422, "%s", error.message);
    if (cop_course_is_full(&table->session->course))
        return cop_refuse(call, 422, "this game is so long that it is not played on");
    return true;
}

void cop_post_move(struct cop_call *call)
{
    int asked;
    struct cop_table *table = enter_as(call, &asked);
    cop_move move = COP_NO_MOVE;

    if (table == NULL)
        return;
    if (!read_move(call, table, asked, &move)) {
        cop_house_unlock(call->house);
        return;
    }
    cop_table_play(table, move, NULL);
    cop_leave_with_state(call, table, 200, asked);
}

void cop_post_undo(struct cop_call *call)
{
    int asked;
    struct cop_table *table = enter_as(call, &asked);
    int player;

    if (table == NULL)
        return;
    player = cop_table_game(table)->is_hidden ? asked : -1;
    if (cop_table_undo(table, player)) {
        cop_leave_with_state(call, table, 200, asked);
    } else {
        cop_house_unlock(call->house);
        cop_refuse(call, 409, "there is no move of a person to take back");
    }
}

void cop_post_back(struct cop_call *call)
{
    int asked;
    struct cop_table *table = enter_as(call, &asked);
    json_int_t ply;

    if (table == NULL)
        return;
    if (!cop_body_number(call, "ply", 0, table->ply, -1, &ply) ||
        (ply < 0 && !cop_refuse(call, 400, "say how far: {\"ply\": 7}"))) {
        cop_house_unlock(call->house);
        return;
    }
    cop_table_back(table, (int)ply);
    cop_leave_with_state(call, table, 200, asked);
}

void cop_post_resign(struct cop_call *call)
{
    int asked;
    struct cop_table *table = enter_as(call, &asked);
    json_int_t player;
    bool is_good;

    if (table == NULL)
        return;
    is_good = cop_body_number(call, "player", 0, table->players - 1, -1, &player);
    if (is_good && player < 0)
        is_good = cop_refuse(call, 400, "say who resigns: {\"player\": 0}");
    else if (is_good && table->turn == COP_OVER)
        is_good = cop_refuse(call, 409, "the game is over");
    else if (is_good && table->seats[player].who != NULL)
        is_good = cop_refuse(call, 422, "an agent sits there, and agents do not resign");
    if (!is_good) {
        cop_house_unlock(call->house);
        return;
    }
    cop_table_resign(table, (int)player);
    cop_leave_with_state(call, table, 200, COP_NOBODY);
}

/* The agents are opened without the lock: some have tables to make first. */
void cop_post_seats(struct cop_call *call)
{
    struct cop_seat seats[COP_PLAYERS_MAX];
    const json_t *list = json_object_get(call->body, "seats");
    struct cop_table *table = cop_enter(call);
    struct cop_error error;
    bool is_malformed, is_read;

    if (table == NULL)
        return;
    table->uses++;
    cop_house_unlock(call->house);
    is_read = list != NULL && cop_seats_read(seats, &call->house->options, cop_table_game(table),
                                             list, &is_malformed, &error);
    if (list == NULL)
        cop_refuse(call, 400, "say who sits where: {\"seats\": [...]}");
    else if (!is_read)
        cop_refuse(call, is_malformed ? 400 : 422, "%s", error.message);
    cop_house_lock(call->house);
    if (is_read && !table->is_gone) {
        cop_table_sit(table, seats);
        cop_leave_with_state(call, table, 200, COP_NOBODY);
        cop_house_lock(call->house);
    } else if (is_read) {
        cop_seats_free(seats);
        cop_refuse(call, 404, "this table has just been deleted");
    }
    cop_table_release(table);
    cop_house_unlock(call->house);
}

/* ---- Engines among themselves ---- */

static bool read_pace(struct cop_call *call, const struct cop_table *table, enum cop_pace *pace)
{
    const char *speed;

    if (!cop_body_words(call, "speed", &speed))
        return false;
    *pace = table->pace;
    if (speed != NULL && !cop_pace_read(speed, pace))
        return cop_refuse(call, 422, "\"speed\" is slow, normal, fast or full, not %.40s", speed);
    if (!cop_pace_applies(table))
        return cop_refuse(call, 409, "a person sits at this table, so nobody needs to hold it up");
    return true;
}

void cop_post_pace(struct cop_call *call)
{
    const json_t *paused = json_object_get(call->body, "paused");
    struct cop_table *table = cop_enter(call);
    enum cop_pace pace;

    if (table == NULL)
        return;
    if (!read_pace(call, table, &pace)) {
        cop_house_unlock(call->house);
        return;
    }
    if (pace != table->pace)
        cop_pace_set(table, pace);
    if (json_is_true(json_object_get(call->body, "step")))
        cop_pace_step(table);
    else if (json_is_true(paused))
        cop_pace_halt(table);
    else if (json_is_false(paused))
        cop_pace_resume(table);
    cop_leave_with_state(call, table, 200, COP_NOBODY);
}

/* ---- Searches ---- */

/* May the position at this node be searched for a person? */
static bool check_search(struct cop_call *call, const struct cop_table *table, int node)
{
    int turn = cop_table_turn(table, node);

    if (turn < 0)
        return cop_refuse(call, 409, "there is nothing to decide in this position");
    if (cop_table_has_secrets(table) && table->seats[turn].who != NULL)
        return cop_refuse(call, 403, "a search for the agent's side would tell its hidden pieces");
    return true;
}

/* What the body asks for, without a table. */
struct asked_search {
    enum cop_search_kind kind;
    const char *agent, *limit;
    json_int_t node; /* -1: now */
    bool shows_owners;
};

static bool read_search(struct cop_call *call, struct asked_search *asked)
{
    const char *kind, *show;

    if (!cop_body_words(call, "kind", &kind) || !cop_body_words(call, "show", &show) ||
        !cop_body_words(call, "agent", &asked->agent) ||
        !cop_body_words(call, "limit", &asked->limit) ||
        !cop_body_number(call, "at", 0, INT_MAX, -1, &asked->node))
        return false;
    if (kind == NULL || (strcmp(kind, "hint") != 0 && strcmp(kind, "analysis") != 0))
        return cop_refuse(call, 400, "\"kind\" is \"hint\" or \"analysis\"");
    if (show != NULL && strcmp(show, "ownership") != 0)
        return cop_refuse(call, 400, "\"show\" is \"ownership\", or left out");
    asked->shows_owners = show != NULL;
    if (asked->shows_owners && asked->agent == NULL)
        asked->agent = "mcts"; /* others play no games out */
    asked->kind = strcmp(kind, "hint") == 0 ? COP_SEARCH_HINT : COP_SEARCH_ANALYSIS;
    if (asked->limit == NULL)
        asked->limit = asked->kind == COP_SEARCH_HINT ? "1s" : "10m";
    return true;
}

bool cop_read_searcher(struct cop_call *call, const struct cop_game *game, const char *agent,
                       const char *limit, struct cop_seat *searcher)
{
    struct cop_error error;

    if (!cop_seat_read(searcher, &call->house->options,
                       agent != NULL ? agent : cop_preset_agent(game), limit, &error))
        return cop_refuse(call, 422, "%s", error.message);
    if (searcher->who == NULL)
        return cop_refuse(call, 422, "a person cannot be asked to search; name an agent");
    return true;
}

static bool read_searcher(struct cop_call *call, const struct cop_game *game,
                          const struct asked_search *asked, struct cop_seat *searcher)
{
    struct cop_error error;

    if (!cop_read_searcher(call, game, asked->agent, asked->limit, searcher))
        return false;
    cop_seat_compare(searcher, game);
    return cop_seat_check(searcher, &call->house->options, game, &error) ||
           cop_refuse(call, 422, "%s", error.message);
}

/* With the lock held. */
static void begin(struct cop_call *call, struct cop_table *table, const struct asked_search *asked,
                  const struct cop_seat *searcher)
{
    int node = asked->node < 0 ? table->ply : (int)asked->node;

    if (table->is_gone) {
        cop_refuse(call, 404, "this table has just been deleted");
    } else if (cop_check_node(call, table, node) && check_search(call, table, node)) {
        cop_table_search(table, asked->kind, node, searcher);
        if (table->search != NULL)
            table->search->counts_owners = asked->shows_owners;
        cop_text_add(cop_answer(call, 202), "{}\n");
    }
}

void cop_post_search(struct cop_call *call)
{
    struct cop_seat searcher[COP_PLAYERS_MAX] = {{.who = NULL}};
    struct asked_search asked;
    struct cop_table *table;
    bool is_read;

    if (!read_search(call, &asked))
        return;
    table = cop_enter(call);
    if (table == NULL)
        return;
    table->uses++;
    cop_house_unlock(call->house);
    is_read = read_searcher(call, cop_table_game(table), &asked, &searcher[0]);
    cop_house_lock(call->house);
    if (is_read)
        begin(call, table, &asked, &searcher[0]);
    cop_table_release(table);
    cop_house_unlock(call->house);
    cop_seats_free(searcher);
}

void cop_post_stop(struct cop_call *call)
{
    struct cop_table *table = cop_enter(call);

    if (table == NULL)
        return;
    cop_table_stop(table);
    cop_house_unlock(call->house);
    cop_text_add(cop_answer(call, 200), "{}\n");
}
