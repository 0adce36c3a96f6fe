/* lab_games.c - the games, or the positions, behind a run of the lab. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "game/position_view.h"
#include "lab/experiment/positions.h"
#include "lab/run/games.h"
#include "serve/handlers.h"
#include "serve/stranger.h"

/* A page of the list, and the most that may be asked for: each is played through. */
enum { PAGE = 50, PAGE_MAX = 200 };

/* The results and the run that a request is about, with its game. */
struct asked {
    struct cop_results results;
    const struct cop_lab_run_result *run;
    struct cop_game *game;
};

static void close_asked(struct asked *asked)
{
    cop_game_close(asked->game);
    cop_results_free(&asked->results);
}

static const struct cop_lab_run_result *find_run(const struct cop_results *results,
                                                 const char *name)
{
    for (int i = 0; i < results->run_count && name != NULL; i++)
        if (strcmp(results->runs[i].name, name) == 0)
            return &results->runs[i];
    return NULL;
}

/* False if the reply says why there is nothing; `asked` is to be closed in any case. */
static bool open_asked(struct cop_call *call, const char *budget, const char *id,
                       struct asked *asked)
{
    const char *folder = call->house->options.results;
    char *name = cop_query(call, "run");
    struct cop_error error;
    bool is_good;

    *asked = (struct asked){0};
    if (!cop_results_load(&asked->results, folder, budget, id, &error)) {
        is_good = cop_refuse(call, 404, "there is no result of %.80s at %s", id, budget);
    } else if (!cop_results_load_games(&asked->results, folder, budget, id, &error)) {
        is_good = cop_refuse(call, 422, "%s", error.message);
    } else {
        asked->run = find_run(&asked->results, name);
        is_good = asked->run != NULL || cop_refuse(call, 404, "%.80s has no run %.60s", id,
                                                   name != NULL ? name : "without a name");
    }
    if (is_good && asked->run != NULL) {
        asked->game = cop_stranger_game_open(asked->run->game, &error);
        is_good = asked->game != NULL || cop_refuse(call, 422, "%s", error.message);
    }
    free(name);
    return is_good;
}

/* ---- Lists ---- */

static void add_game(struct cop_json *json, const struct asked *asked,
                     const struct cop_lab_game *opened, int number)
{
    double payoff[COP_PLAYERS_MAX] = {0};
    struct cop_text words = COP_TEXT;

    cop_course_payoff(&opened->course, payoff);
    cop_lab_game_result(opened, &words);
    cop_json_line(json, 2);
    cop_json_object(json, NULL);
    cop_json_add_integer(json, "number", number);
    cop_json_array(json, "seats");
    for (int seat = 0; seat < asked->game->players; seat++)
        cop_json_add_string(json, NULL, asked->run->entrants[opened->seats[seat]].label);
    cop_json_end(json);
    cop_json_add_numbers(json, "payoff", payoff, asked->game->players, 6);
    cop_json_add_string(json, "result", words.bytes);
    cop_json_add_integer(json, "plies", cop_course_ply(&opened->course));
    cop_json_end(json);
    cop_text_free(&words);
}

/* A line that cannot be played is told in its place. */
static void add_games(struct cop_json *json, const struct asked *asked, int from, int count)
{
    int last = cop_lab_run_games(asked->run);

    if (last > from + count - 1)
        last = from + count - 1;
    cop_json_array(json, "games");
    for (int number = from; number <= last; number++) {
        struct cop_lab_game opened;
        struct cop_error error;

        if (cop_lab_game_open(&opened, asked->game, &asked->results, asked->run, number, &error)) {
            add_game(json, asked, &opened, number);
            cop_lab_game_close(&opened);
        } else {
            cop_json_object(json, NULL);
            cop_json_add_integer(json, "number", number);
            cop_json_add_string(json, "trouble", error.message);
            cop_json_end(json);
        }
    }
    cop_json_end(json);
}

static void add_position(struct cop_json *json, const struct cop_game *game,
                         const struct cop_positions *list, const char *name)
{
    struct cop_text words = COP_TEXT;

    for (int i = 0; i < list->count; i++) {
        struct cop_position_view view = {
            .game = game, .state = cop_positions_state(list, i), .viewer = -1};

        if (strcmp(list->names[i], name) != 0)
            continue;
        cop_position_write(&view, &words);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "name", name);
        cop_json_add_string(json, "position", words.bytes);
        cop_json_end(json);
        break;
    }
    cop_text_free(&words);
}

/* Those that were searched, as far as their list is there. */
static void add_positions(struct cop_json *json, const struct cop_call *call,
                          const struct asked *asked)
{
    const struct cop_lab_run_result *run = asked->run;
    const char *lab = call->house->options.lab;
    struct cop_positions list = {0};

    cop_json_array(json, "positions");
    if (run->kind == COP_LAB_RUN_POSITIONS && lab != NULL &&
        strspn(run->position_file, "abcdefghijklmnopqrstuvwxyz0123456789-_") ==
            strlen(run->position_file) &&
        cop_positions_load(lab, run->position_file, asked->game, &list, NULL)) {
        for (int i = 0; i < run->position_count; i++)
            add_position(json, asked->game, &list, run->position_names[i]);
        cop_positions_free(&list);
    }
    cop_json_end(json);
}

void cop_send_lab_games(struct cop_call *call, const char *budget, const char *id)
{
    struct asked asked;
    int from, count;

    if (!cop_query_number(call, "from", 1, 1 << 30, 1, &from) ||
        !cop_query_number(call, "count", 1, PAGE_MAX, PAGE, &count))
        return;
    if (open_asked(call, budget, id, &asked)) {
        struct cop_json json = {.text = cop_answer(call, 200)};

        cop_json_object(&json, NULL);
        cop_json_add_string(&json, "run", asked.run->name);
        cop_json_add_string(&json, "kind",
                            cop_lab_run_kind_name(asked.run->kind, asked.run->is_course));
        cop_json_add_string(&json, "game", asked.run->game);
        cop_json_array(&json, "players");
        for (int i = 0; i < asked.game->players; i++)
            cop_json_add_string(&json, NULL, cop_player_name(asked.game, i));
        cop_json_end(&json);
        cop_json_add_string(&json, "position", asked.run->position);
        cop_json_add_string(&json, "moves", asked.run->moves);
        cop_json_add_integer(&json, "kept", cop_lab_run_games(asked.run));
        add_games(&json, &asked, from, count);
        add_positions(&json, call, &asked);
        cop_json_end(&json);
        cop_text_add(json.text, "\n");
    }
    close_asked(&asked);
}

/* ---- One game ---- */

void cop_send_lab_game(struct cop_call *call, const char *budget, const char *id)
{
    struct cop_lab_game opened;
    struct cop_error error;
    struct asked asked;
    int number;

    if (!cop_query_number(call, "number", 1, 1 << 30, 1, &number))
        return;
    if (open_asked(call, budget, id, &asked)) {
        if (!cop_lab_game_open(&opened, asked.game, &asked.results, asked.run, number, &error)) {
            cop_refuse(call, 404, "%s", error.message);
        } else {
            if (cop_record_write_sgf(&opened.course.record, asked.game, cop_answer(call, 200),
                                     &error)) {
                call->reply->type = "application/x-go-sgf";
                snprintf(call->reply->file_name, sizeof call->reply->file_name, "%.30s-%d.sgf",
                         asked.run->name, number);
            } else {
                cop_refuse(call, 422, "%s", error.message);
            }
            cop_lab_game_close(&opened);
        }
    }
    close_asked(&asked);
}
