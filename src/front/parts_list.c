/* parts_list.c - `coppice parts list`: each part of a position with what it is worth. */
#include <stdio.h>

#include "agent/parts.h"
#include "base/file.h"
#include "base/json.h"
#include "front/heat_plot.h"
#include "front/live.h"
#include "front/parts_command.h"
#include "front/setup_options.h"

enum { BEST_SHOWN = 3 };

/* ---- For people ---- */

static const char *kind_of(const struct cop_parts *parts, const struct cop_part *part)
{
    if (part->move_counts[0] > 0 && part->move_counts[1] > 0)
        return "both";
    return cop_player_name(parts->game, part->move_counts[0] > 0 ? 0 : 1);
}

static void add_number(struct cop_text *text, int width, bool is_known, const char *mark,
                       const char *format, double number)
{
    char cell[40];

    snprintf(cell, sizeof cell, "%s", "?");
    if (is_known) {
        int length = snprintf(cell, sizeof cell, "%s", mark);

        snprintf(cell + length, sizeof cell - (size_t)length, format, number);
    }
    cop_text_add(text, "%*s", width, cell);
}

static void add_best(const struct cop_parts *parts, const struct cop_part *part, int player,
                     struct cop_text *text)
{
    const struct cop_game *game = parts->game;
    int count = part->best_counts[player];

    if (count == 0)
        return;
    cop_text_add(text, "      %s: ", cop_player_name(game, player));
    for (int i = 0; i < count && i < BEST_SHOWN; i++) {
        cop_text_add(text, i > 0 ? ", " : "");
        game->rules->write_move(game, part->state, part->best[player][i], text);
    }
    if (count > BEST_SHOWN)
        cop_text_add(text, " and %d more", count - BEST_SHOWN);
    cop_text_add(text, "\n");
}

static void add_part(const struct cop_parts *parts, int number, struct cop_text *text)
{
    const struct cop_part *part = &parts->parts[number];
    bool has_heat = part->heat != COP_HEAT_UNKNOWN;
    bool is_about = part->heat == COP_HEAT_ABOUT;
    const char *mark = is_about ? "~" : "", *format = is_about ? "%.3g" : "%g";

    cop_text_add(text, "%4d  %5d  %-8s  %8d %8d", number + 1, part->size, kind_of(parts, part),
                 part->move_counts[0], part->move_counts[1]);
    add_number(text, 9, has_heat, mark, format, part->mean);
    add_number(text, 9, has_heat, mark, format, part->temperature);
    for (int player = 0; player < 2; player++)
        add_number(text, 13, part->has_value[player], "", "%+g", part->value[player]);
    cop_text_add(text, "\n");
    for (int player = 0; player < 2; player++)
        add_best(parts, part, player, text);
}

/* What all means are together, if all are known. */
static bool sum_of_means(const struct cop_parts *parts, double *sum)
{
    *sum = 0;
    for (int i = 0; i < parts->count; i++) {
        *sum += parts->parts[i].mean;
        if (parts->parts[i].heat == COP_HEAT_UNKNOWN)
            return false;
    }
    return true;
}

/* Columns of numbers are as wide as the heading above them. */
static void add_heading(const struct cop_game *game, struct cop_text *text)
{
    cop_text_add(text, "part  moves  whose     %8.8s %8.8s     mean     heat %8.8s 1st %8.8s 1st\n",
                 cop_player_name(game, 0), cop_player_name(game, 1), cop_player_name(game, 0),
                 cop_player_name(game, 1));
}

static void add_words(const struct cop_parts *parts, const void *state, struct cop_text *text)
{
    const struct cop_game *game = parts->game;
    int turn = game->rules->turn(game, state);
    double sum;

    cop_text_add(text, "%s, %s", game->name,
                 turn < 0 ? "the game is over" : cop_player_name(game, turn));
    cop_text_add(text, "%s: %d part%s\n\n", turn < 0 ? "" : " to move", parts->count,
                 parts->count == 1 ? "" : "s");
    if (parts->count == 0)
        return;
    add_heading(game, text);
    for (int i = 0; i < parts->count; i++)
        add_part(parts, i, text);
    if (sum_of_means(parts, &sum))
        cop_text_add(text, "\nAll means together: %+g for %s\n", sum, cop_player_name(game, 0));
}

/* ---- For programs ---- */

static void add_json_moves(struct cop_json *json, const struct cop_parts *parts,
                           const struct cop_part *part)
{
    const struct cop_game *game = parts->game;

    cop_json_array(json, "best");
    for (int player = 0; player < 2; player++) {
        cop_json_array(json, NULL);
        for (int i = 0; i < part->best_counts[player]; i++) {
            struct cop_text move = COP_TEXT;

            game->rules->write_move(game, part->state, part->best[player][i], &move);
            cop_json_add_string(json, NULL, move.bytes);
            cop_text_free(&move);
        }
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_json_walls(struct cop_json *json, const struct cop_part *part)
{
    cop_json_array(json, "walls");
    for (int wall = 0; wall < 2; wall++) {
        cop_json_array(json, NULL);
        for (int i = 0; i < part->walls[wall].count; i++) {
            const struct cop_corner *corner = &part->walls[wall].corners[i];

            cop_json_add_numbers(json, NULL, (const double[]){corner->tax, corner->value}, 2, 17);
        }
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_json_part(struct cop_json *json, const struct cop_parts *parts,
                          const struct cop_part *part)
{
    static const char *const heats[] = {
        [COP_HEAT_UNKNOWN] = "unknown", [COP_HEAT_ABOUT] = "about", [COP_HEAT_EXACT] = "exact"};
    struct cop_text position = COP_TEXT;

    parts->game->rules->write_position(parts->game, part->state, &position);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "position", position.bytes);
    cop_json_add_integer(json, "moves_left", part->size);
    cop_json_add_numbers(json, "moves",
                         (const double[]){part->move_counts[0], part->move_counts[1]}, 2, 17);
    cop_json_add_flag(json, "settled", part->is_settled);
    cop_json_add_string(json, "heat", heats[part->heat]);
    if (part->heat != COP_HEAT_UNKNOWN) {
        cop_json_add_number(json, "mean", part->mean, 17);
        cop_json_add_number(json, "temperature", part->temperature, 17);
        add_json_moves(json, parts, part);
    }
    if (part->heat == COP_HEAT_EXACT)
        add_json_walls(json, part);
    cop_json_array(json, "values");
    for (int player = 0; player < 2; player++)
        if (part->has_value[player])
            cop_json_add_number(json, NULL, part->value[player], 17);
        else
            cop_json_add_null(json, NULL);
    cop_json_end(json);
    cop_json_end(json);
    cop_text_free(&position);
}

static void add_json(const struct cop_parts *parts, const void *state, bool was_interrupted,
                     struct cop_text *text)
{
    const struct cop_game *game = parts->game;
    struct cop_text position = COP_TEXT;
    struct cop_json json = {.text = text};

    game->rules->write_position(game, state, &position);
    cop_json_object(&json, NULL);
    cop_json_spread(&json, 2);
    cop_json_add_string(&json, "game", game->name);
    cop_json_add_string(&json, "position", position.bytes);
    cop_json_add_flag(&json, "interrupted", was_interrupted);
    cop_json_array(&json, "parts");
    cop_json_spread(&json, 4);
    for (int i = 0; i < parts->count; i++)
        add_json_part(&json, parts, &parts->parts[i]);
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    cop_text_free(&position);
}

/* ---- The command ---- */

struct session {
    const struct cop_arguments *arguments;
    struct cop_setup setup;
    struct cop_live live;
};

static void show_progress(void *context, int part, int count)
{
    struct session *session = context;
    char line[80];

    snprintf(line, sizeof line, "part %d of %d\n", part + 1, count);
    if (session->live.is_terminal)
        cop_live_draw(&session->live, line);
    else if (count > 1)
        fputs(line, stderr);
}

static bool read_terms(struct session *session, struct cop_parts_terms *terms,
                       struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    struct cop_limits limits;

    if (!cop_limits_parse(cop_words(settings, "limit"), &limits, error))
        return false;
    if (limits.clock > 0 || limits.sims > 0 || limits.depth > 0)
        return cop_fail(error, "clock, sims and depth do not limit thermographs; give a time such "
                               "as 10s, or nodes=1M");
    *terms = (struct cop_parts_terms){.time = limits.time,
                                      .positions = limits.nodes,
                                      .memory = limits.means.memory,
                                      .delta = cop_real(settings, "delta"),
                                      .wants_values = cop_flag(settings, "values"),
                                      .folder = cop_words(settings, "folder"),
                                      .stop = session->arguments->interrupted,
                                      .context = session};
    if (!cop_delta_check(terms->delta, error))
        return false;
    if (!cop_flag(settings, "quiet")) {
        cop_live_open(&session->live);
        terms->progress = show_progress;
    }
    return true;
}

static int write_picture(const struct session *session, const struct cop_parts *parts,
                         struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "svg");
    struct cop_text picture = COP_TEXT;
    int status = COP_DONE;

    if (path[0] == '\0')
        return COP_DONE;
    if (!cop_heat_plot(parts, &picture)) {
        cop_fail(error, "%s was not written: no part has a thermograph within the limit", path);
        status = COP_FAILED;
    } else if (!cop_file_write(path, picture.bytes, picture.length, error)) {
        status = COP_FAILED;
    }
    cop_text_free(&picture);
    return status;
}

/* The status is 0 where all heats are exact. */
static int tell(struct session *session, const struct cop_parts *parts, struct cop_error *error)
{
    const void *state = cop_course_now(&session->setup.course);
    bool was_interrupted = atomic_load(session->arguments->interrupted);
    struct cop_text text = COP_TEXT;
    int status;

    if (cop_flag(session->arguments->options, "json"))
        add_json(parts, state, was_interrupted, &text);
    else
        add_words(parts, state, &text);
    cop_print(&text);
    status = write_picture(session, parts, error);
    for (int i = 0; i < parts->count && status == COP_DONE; i++)
        if (parts->parts[i].heat != COP_HEAT_EXACT)
            status = COP_FAILED;
    return status;
}

int cop_parts_list(const struct cop_arguments *arguments, const char *game, struct cop_error *error)
{
    struct session session = {.arguments = arguments};
    struct cop_parts_terms terms;
    struct cop_parts parts;
    int status = cop_setup_open(&session.setup, game, arguments->options, error);

    if (status != COP_DONE)
        return status;
    if (!read_terms(&session, &terms, error) || !cop_parts_fit(session.setup.game, error)) {
        status = COP_USAGE;
    } else if (!cop_parts_look(session.setup.game, cop_course_now(&session.setup.course), &terms,
                               &parts, error)) {
        status = COP_FAILED;
    } else {
        cop_live_erase(&session.live);
        status = tell(&session, &parts, error);
        cop_parts_free(&parts);
    }
    cop_setup_close(&session.setup);
    return status;
}
