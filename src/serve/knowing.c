/* knowing.c - what is known of the moves of a position without a search. */
#include <limits.h>
#include <stddef.h>

#include "agent/exact.h"
#include "agent/report_view.h"
#include "base/json.h"
#include "serve/handlers.h"
#include "serve/table.h"

/* Moves until the game ends, or until what ends a stage of its databases. */
static void write_distance(const struct cop_game *game, const struct cop_candidate *candidate,
                           struct cop_json *json)
{
    bool is_stage = candidate->distance == 0;
    int distance = is_stage ? candidate->stage_distance : candidate->distance;

    if (distance == 0)
        return;
    cop_json_add_integer(json, "distance", distance);
    cop_json_add_string(json, "until", is_stage ? game->rules->indexing->stage_end : "end");
}

static void write_move(const struct cop_exact *exact, const void *state, int number,
                       struct cop_json *json)
{
    const struct cop_candidate *candidate = &exact->candidates[number];
    struct cop_text word = COP_TEXT, words = COP_TEXT;

    exact->game->rules->write_move(exact->game, state, candidate->move, &word);
    cop_exact_words(exact, number, &words);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "move", word.bytes);
    cop_json_add_string(json, "proof", cop_proof_names[candidate->proof]);
    cop_json_add_number(json, "chance", candidate->value, 4);
    cop_json_add_string(json, "words", words.bytes);
    write_distance(exact->game, candidate, json);
    cop_json_end(json);
    cop_text_free(&word);
    cop_text_free(&words);
}

static void write_exact(const struct cop_exact *exact, const void *state, int node,
                        struct cop_text *text)
{
    struct cop_json json = {.text = text};

    cop_json_object(&json, NULL);
    cop_json_add_integer(&json, "at", node);
    cop_json_array(&json, "exact");
    for (int i = 0; i < exact->count; i++)
        if (exact->candidates[i].proof != COP_UNPROVEN)
            write_move(exact, state, i, &json);
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

/* Oracles and solvers are asked without the lock: some have tables to make first. */
void cop_get_exact(struct cop_call *call)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_table *table = cop_enter(call);
    struct cop_exact exact;
    struct cop_error error;
    int node;

    if (table == NULL)
        return;
    if (!cop_query_number(call, "at", 0, INT_MAX, table->ply, &node) ||
        !cop_check_node(call, table, node)) {
        cop_house_unlock(call->house);
        return;
    }
    cop_course_look_at(&table->session->course, node, state);
    table->uses++;
    cop_house_unlock(call->house);
    if (cop_exact_find(&exact, cop_table_game(table), state, NULL, &error))
        write_exact(&exact, state, node, cop_answer(call, 200));
    else
        cop_refuse(call, 503, "%s", error.message);
    cop_exact_free(&exact);
    cop_house_lock(call->house);
    cop_table_release(table);
    cop_house_unlock(call->house);
}
