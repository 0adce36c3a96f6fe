/* reviewing.c - a whole game judged: begun, stopped, and told. */
#include <stdlib.h>

#include "serve/handlers.h"
#include "serve/seats.h"
#include "serve/table.h"
#include "serve/write_review.h"

static bool read_engine(struct cop_call *call, const struct cop_game *game, struct cop_seat *engine)
{
    const char *agent, *limit;
    struct cop_error error;

    if (!cop_body_words(call, "agent", &agent) || !cop_body_words(call, "limit", &limit) ||
        !cop_read_searcher(call, game, agent, limit, engine))
        return false;
    cop_seat_value(engine);
    if (cop_review_compares_moves(game))
        cop_seat_compare(engine, game);
    return cop_seat_check(engine, &call->house->options, game, &error) ||
           cop_refuse(call, 422, "%s", error.message);
}

/* With the lock held. Takes the engine over if the review begins. */
static bool begin(struct cop_call *call, struct cop_table *table, struct cop_seat *engine)
{
    struct cop_error error;

    if (table->is_gone)
        return cop_refuse(call, 404, "this table has just been deleted");
    if (!cop_review_fits(table, &error))
        return cop_refuse(call, cop_table_has_secrets(table) ? 403 : 422, "%s", error.message);
    cop_review_begin(table, engine);
    return true;
}

static void stop(struct cop_call *call)
{
    struct cop_table *table = cop_enter(call);

    if (table == NULL)
        return;
    cop_review_stop(table);
    cop_leave_with_state(call, table, 200, COP_NOBODY);
}

void cop_post_review(struct cop_call *call)
{
    struct cop_seat engine = {.who = NULL};
    struct cop_table *table;
    bool is_begun;

    if (json_is_true(json_object_get(call->body, "stop"))) {
        stop(call);
        return;
    }
    table = cop_enter(call);
    if (table == NULL)
        return;
    table->uses++;
    cop_house_unlock(call->house);
    is_begun = read_engine(call, cop_table_game(table), &engine);
    cop_house_lock(call->house);
    is_begun = is_begun && begin(call, table, &engine);
    if (is_begun) {
        cop_leave_with_state(call, table, 200, COP_NOBODY);
        cop_house_lock(call->house);
    } else {
        cop_seat_free(&engine);
    }
    cop_table_release(table);
    cop_house_unlock(call->house);
}

void cop_get_review(struct cop_call *call)
{
    const struct cop_table *table = cop_enter(call);

    if (table == NULL)
        return;
    if (table->review == NULL) {
        cop_refuse(call, 404, "this game has not been reviewed");
    } else {
        struct cop_json json = {.text = cop_answer(call, 200)};

        cop_write_review(table, &json);
        cop_text_add(json.text, "\n");
    }
    cop_house_unlock(call->house);
}
