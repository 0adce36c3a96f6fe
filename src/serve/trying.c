/* trying.c - side lines: moves are tried beside the game, and forgotten. */
#include <limits.h>
#include <stddef.h>

#include "serve/handlers.h"
#include "serve/table.h"

/* While pieces are hidden, where a side line leads would tell them. */
static bool has_sides(const struct cop_table *table)
{
    return !cop_table_has_secrets(table);
}

bool cop_check_node(struct cop_call *call, const struct cop_table *table, int node)
{
    if (node < COP_SIDE_FIRST && node > table->ply)
        return cop_refuse(call, 409, "the game is at move %d and not yet at %d", table->ply, node);
    if (node >= COP_SIDE_FIRST &&
        (!has_sides(table) || !cop_course_has_node(&table->session->course, node)))
        return cop_refuse(call, 409, "there is no such side line any more");
    return true;
}

/* Where something is to be tried, or what is to be forgotten: the body's `at`. */
static bool read_node(struct cop_call *call, const struct cop_table *table, int *node)
{
    json_int_t at;

    if (!cop_body_number(call, "at", 0, INT_MAX, -1, &at))
        return false;
    if (at < 0)
        return cop_refuse(call, 400, "say where: {\"at\": 7}");
    if (!has_sides(table))
        return cop_refuse(call, 403,
                          "a side line would tell hidden pieces; moves can be tried "
                          "when the game is over");
    *node = (int)at;
    return cop_check_node(call, table, *node);
}

/* The move that the body names; without one, chance rolls. */
static bool read_try(struct cop_call *call, struct cop_table *table, int node, cop_move *move)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    const struct cop_course *course = &table->session->course;
    int turn = cop_course_rules_turn(course, node);
    struct cop_error error;
    const char *word;

    if (!cop_body_words(call, "move", &word))
        return false;
    if (turn == COP_OVER)
        return cop_refuse(call, 422, "the game is over in this position");
    if (word == NULL && turn != COP_CHANCE)
        return cop_refuse(call, 400, "a move is tried as {\"at\": 7, \"move\": \"d3\"}");
    if (word == NULL) {
        *move = cop_course_roll_at(course, node, table->rolls++);
        return true;
    }
    cop_course_look_at(course, node, state);
    return cop_move_read(cop_table_game(table), state, word, move, &error) ||
           cop_refuse(call, 422, "%s", error.message);
}

void cop_post_try(struct cop_call *call)
{
    struct cop_table *table = cop_enter(call);
    cop_move move = COP_NO_MOVE;
    int node = 0, child = -1;

    if (table == NULL)
        return;
    if (read_node(call, table, &node) && read_try(call, table, node, &move)) {
        child = cop_table_try(table, node, move);
        if (child < 0)
            cop_refuse(call, 422, "a game has at most %d side moves; delete some", COP_SIDES_MAX);
    }
    if (child >= 0)
        cop_leave_with_node(call, table, child);
    else
        cop_house_unlock(call->house);
}

void cop_post_drop(struct cop_call *call)
{
    struct cop_table *table = cop_enter(call);
    int node = 0;
    bool is_good;

    if (table == NULL)
        return;
    is_good = read_node(call, table, &node);
    if (is_good && node < COP_SIDE_FIRST)
        is_good = cop_refuse(call, 422, "this is a move of the game; only side lines are deleted");
    if (!is_good) {
        cop_house_unlock(call->house);
        return;
    }
    cop_table_drop(table, node);
    cop_leave_with_state(call, table, 200, COP_NOBODY);
}
