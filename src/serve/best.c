/* best.c - the standard boards of a puzzle, and the best games that are known of them. */
#include "base/json.h"
#include "match/known.h"
#include "serve/handlers.h"

struct writing {
    const struct cop_boards *boards;
    struct cop_json json;
};

static bool write_best(void *context, const struct cop_best_game *best, struct cop_error *error)
{
    struct writing *writing = context;
    const struct cop_board *board = &writing->boards->boards[best->board];

    (void)error;
    cop_json_line(&writing->json, 2);
    cop_json_object(&writing->json, NULL);
    cop_json_add_string(&writing->json, "board", board->name);
    cop_json_add_string(&writing->json, "game", board->game->name);
    cop_json_add_number(&writing->json, "points", best->points, 12);
    cop_json_add_string(&writing->json, "agent", best->agent);
    cop_json_add_string(&writing->json, "moves", best->game);
    cop_json_end(&writing->json);
    return true;
}

void cop_get_best(struct cop_call *call)
{
    struct cop_boards boards;
    struct cop_text text = COP_TEXT;
    struct writing writing = {.boards = &boards, .json = {.text = &text}};
    struct cop_error error;

    if (cop_rules_find(call->part) == NULL) {
        cop_refuse(call, 404, "there is no game \"%.60s\"", call->part);
        return;
    }
    cop_json_object(&writing.json, NULL);
    cop_json_array(&writing.json, "boards");
    if (cop_known_boards(call->part, &boards, &error) &&
        (boards.count == 0 || cop_known_each(call->part, &boards, write_best, &writing, &error))) {
        cop_json_end(&writing.json);
        cop_json_end(&writing.json);
        cop_text_add(cop_answer(call, 200), "%s\n", text.bytes);
        call->reply->cache = "max-age=3600";
    } else {
        cop_refuse(call, 500, "%s", error.message);
    }
    cop_boards_free(&boards);
    cop_text_free(&text);
}
