#include "front/hunt_report.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "front/live.h"
#include "match/best_table.h"
#include "store/results.h"

/* What is written, while the store is looked at. */
struct writing {
    const struct cop_boards *boards;
    struct cop_text *text;
    struct cop_json json;
    struct cop_hunt_sum sum;
    int64_t *origins; /* of each board's best game; looked up afterwards */
    int agents;
};

static void add_up(void *context, const struct cop_standing *standings)
{
    struct writing *writing = context;

    for (int i = 0; i < writing->boards->count; i++)
        if (standings[i].has_best) {
            writing->sum.points += standings[i].points;
            writing->sum.boards++;
        }
}

bool cop_hunt_sum(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                  struct cop_hunt_sum *sum, struct cop_error *error)
{
    struct writing writing = {.boards = boards};
    bool is_good = cop_hunt_look(store, hunt, boards->count, add_up, &writing, error);

    *sum = writing.sum;
    return is_good;
}

/* ---- For people ---- */

static void write_board(const struct cop_board *board, const struct cop_standing *standing,
                        struct cop_text *text)
{
    struct cop_text span = COP_TEXT;

    cop_write_span(standing->seconds, &span);
    if (standing->has_best)
        cop_text_add(text, "%-8s %8.10g %6d %9d %9s  %s, seed %lld\n", board->name,
                     standing->points, standing->plies, standing->ended, span.bytes,
                     standing->agent, (long long)standing->seed);
    else
        cop_text_add(text, "%-8s %8s %6s %9d %9s\n", board->name, "-", "-", standing->ended,
                     span.bytes);
    cop_text_free(&span);
}

static void write_boards(void *context, const struct cop_standing *standings)
{
    struct writing *writing = context;
    double seconds = 0;

    add_up(context, standings);
    cop_text_add(writing->text, "%-8s %8s %6s %9s %9s  %s\n", "board", "points", "moves",
                 "searches", "effort", "found by");
    for (int i = 0; i < writing->boards->count; i++) {
        write_board(&writing->boards->boards[i], &standings[i], writing->text);
        seconds += standings[i].seconds;
    }
    cop_text_add(writing->text, "total %11.10g points on %d of %d boards, after ",
                 writing->sum.points, writing->sum.boards, writing->boards->count);
    cop_write_span(seconds, writing->text);
    cop_text_add(writing->text, " of search\n");
}

static void write_agent(void *context, const struct cop_hunter *hunter)
{
    struct writing *writing = context;

    if (writing->agents++ == 0)
        cop_text_add(writing->text, "\n%8s %6s %9s %9s  %s\n", "gained", "finds", "searches",
                     "effort", "agent");
    cop_text_add(writing->text, "%8.10g %6d %9d ", hunter->gain, hunter->finds, hunter->searches);
    struct cop_text span = COP_TEXT;

    cop_write_span(hunter->seconds, &span);
    cop_text_add(writing->text, "%9s  %s\n", span.bytes, hunter->agent);
    cop_text_free(&span);
}

bool cop_hunt_write(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                    struct cop_text *text, struct cop_error *error)
{
    struct writing writing = {.boards = boards, .text = text};

    return cop_hunt_look(store, hunt, boards->count, write_boards, &writing, error) &&
           cop_hunt_each_agent(store, hunt, write_agent, &writing, error);
}

/* ---- For programs ---- */

static void write_best_json(struct cop_json *json, const struct cop_standing *standing)
{
    cop_json_add_number(json, "points", standing->points, 12);
    cop_json_add_integer(json, "moves", standing->plies);
    cop_json_add_string(json, "game", standing->game);
    cop_json_add_string(json, "agent", standing->agent);
    cop_json_add_string(json, "limit", standing->limit);
    cop_json_add_integer(json, "seed", standing->seed);
    cop_json_add_integer(json, "after", standing->after);
    cop_json_add_integer(json, "origin", standing->origin);
    cop_json_add_string(json, "found", standing->date);
}

static void write_boards_json(void *context, const struct cop_standing *standings)
{
    struct writing *writing = context;
    struct cop_json *json = &writing->json;

    add_up(context, standings);
    cop_json_array(json, "boards");
    cop_json_spread(json, 4);
    for (int i = 0; i < writing->boards->count; i++) {
        cop_json_object(json, NULL);
        cop_json_add_string(json, "board", writing->boards->boards[i].name);
        cop_json_add_integer(json, "searches", standings[i].ended);
        cop_json_add_number(json, "seconds", standings[i].seconds, 6);
        if (standings[i].has_best)
            write_best_json(json, &standings[i]);
        writing->origins[i] = standings[i].origin;
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_json_add_number(json, "total", writing->sum.points, 12);
    cop_json_add_integer(json, "boards_with_games", writing->sum.boards);
}

static void write_agent_json(void *context, const struct cop_hunter *hunter)
{
    struct writing *writing = context;
    struct cop_json *json = &writing->json;

    cop_json_object(json, NULL);
    cop_json_add_string(json, "agent", hunter->agent);
    cop_json_add_integer(json, "searches", hunter->searches);
    cop_json_add_integer(json, "finds", hunter->finds);
    cop_json_add_number(json, "seconds", hunter->seconds, 6);
    cop_json_add_number(json, "gained", hunter->gain, 12);
    cop_json_end(json);
}

/* Each origin once, by its number: who made the best games. */
static bool write_origins_json(struct writing *writing, struct cop_store *store,
                               struct cop_error *error)
{
    bool is_good = true;

    cop_json_object(&writing->json, "origins");
    for (int i = 0; is_good && i < writing->boards->count; i++) {
        struct cop_text words = COP_TEXT;
        char name[32];
        bool is_new = writing->origins[i] != 0;

        for (int j = 0; j < i; j++)
            is_new = is_new && writing->origins[j] != writing->origins[i];
        if (is_new) {
            is_good = cop_store_origin(store, writing->origins[i], &words, error);
            snprintf(name, sizeof name, "%lld", (long long)writing->origins[i]);
            cop_json_add_string(&writing->json, name, words.bytes);
        }
        cop_text_free(&words);
    }
    cop_json_end(&writing->json);
    return is_good;
}

bool cop_hunt_write_json(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                         struct cop_text *text, struct cop_error *error)
{
    struct writing writing = {.boards = boards, .text = text, .json = {.text = text}};
    bool is_good;

    writing.origins = calloc((size_t)boards->count, sizeof *writing.origins);
    if (writing.origins == NULL)
        return cop_fail(error, "out of memory");
    cop_json_object(&writing.json, NULL);
    cop_json_spread(&writing.json, 2);
    cop_json_add_string(&writing.json, "game", boards->games[0]->name);
    is_good = cop_hunt_look(store, hunt, boards->count, write_boards_json, &writing, error);
    cop_json_array(&writing.json, "agents");
    is_good = is_good && cop_hunt_each_agent(store, hunt, write_agent_json, &writing, error);
    cop_json_end(&writing.json);
    is_good = is_good && write_origins_json(&writing, store, error);
    cop_json_end(&writing.json);
    cop_text_add(text, "\n");
    free(writing.origins);
    return is_good;
}

/* ---- As a table of games ---- */

static void write_games(void *context, const struct cop_standing *standings)
{
    struct writing *writing = context;

    add_up(context, standings);
    for (int i = 0; i < writing->boards->count; i++)
        if (standings[i].has_best)
            cop_best_write_line(writing->boards->boards[i].name, standings[i].points,
                                standings[i].plies, standings[i].agent, standings[i].game,
                                writing->text);
    cop_best_write_total(writing->sum.points, writing->sum.boards, writing->text);
}

bool cop_hunt_write_table(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                          struct cop_text *text, struct cop_error *error)
{
    struct writing writing = {.boards = boards, .text = text};

    cop_text_add(text, "# board\tpoints\tmoves\tfound by\tgame\n");
    return cop_hunt_look(store, hunt, boards->count, write_games, &writing, error);
}
