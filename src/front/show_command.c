/* show_command.c - `coppice show`: a position as a board, as words, as a picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "base/json.h"
#include "front/commands.h"
#include "front/live.h"
#include "front/setup_options.h"
#include "game/position_view.h"

static const struct cop_option options[] = {
    COP_SETUP_OPTIONS,
    {"viewer", COP_INTEGER, "0", 0, COP_PLAYERS_MAX,
     .help = "show only what this player (1, 2, ...) may see; 0 shows everything"},
    {"svg", COP_WORDS, "", .help = "write the board to this file as an SVG picture, too"},
    {"json", COP_FLAG, "off", .help = "write the position as one JSON object"},
    {NULL},
};

/* Where pieces are hidden, what a player can do tells what the player has. */
static bool may_see_moves(const struct cop_position_view *view)
{
    return !view->game->is_hidden || view->viewer < 0 ||
           view->viewer == view->game->rules->turn(view->game, view->state);
}

static void show_text(const struct cop_position_view *view)
{
    const struct cop_game *game = view->game;
    struct cop_drawing drawing = cop_terminal_drawing();
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%s, %s\n\n", game->rules->title, game->name);
    cop_position_board(view, &drawing, &text);
    cop_text_add(&text, "\n");
    cop_position_turn(game, view->state, &text);
    cop_text_add(&text, "\nPosition: ");
    cop_position_write(view, &text);
    cop_text_add(&text, "\n");
    if (game->rules->turn(game, view->state) != COP_OVER && may_see_moves(view)) {
        cop_text_add(&text, "Moves:\n");
        cop_position_moves(game, view->state, "", &text);
    }
    cop_print(&text);
}

static void add_moves(const struct cop_position_view *view, struct cop_json *json)
{
    const struct cop_game *game = view->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, view->state, moves);
    struct cop_text word = COP_TEXT;

    cop_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        cop_text_clear(&word);
        game->rules->write_move(game, view->state, moves[i], &word);
        cop_json_add_string(json, NULL, word.bytes);
    }
    cop_json_end(json);
    cop_text_free(&word);
    free(moves);
}

static void add_turn(const struct cop_game *game, int turn, struct cop_json *json)
{
    if (turn >= 0) {
        cop_json_add_integer(json, "turn", turn + 1);
        cop_json_add_string(json, "player", cop_player_name(game, turn));
    } else {
        cop_json_add_string(json, "turn", turn == COP_CHANCE ? "chance" : "over");
    }
}

static void show_json(const struct cop_position_view *view)
{
    const struct cop_game *game = view->game;
    int turn = game->rules->turn(game, view->state);
    double numbers[COP_PLAYERS_MAX];
    struct cop_text text = COP_TEXT, position = COP_TEXT;
    struct cop_json json = {.text = &text};

    cop_position_write(view, &position);
    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "game", game->name);
    cop_json_add_string(&json, "position", position.bytes);
    add_turn(game, turn, &json);
    if (may_see_moves(view))
        add_moves(view, &json);
    if (turn == COP_OVER) {
        game->rules->payoff(game, view->state, numbers);
        cop_json_add_numbers(&json, "payoffs", numbers, game->players, 17);
        cop_json_add_string(&json, "ending", cop_ending_of(game, view->state));
    }
    for (int i = 0; i < game->players && game->rules->score != NULL; i++)
        numbers[i] = game->rules->score(game, view->state, i);
    if (game->rules->score != NULL)
        cop_json_add_numbers(&json, "scores", numbers, game->players, 17);
    cop_json_end(&json);
    cop_text_add(&text, "\n");
    cop_text_free(&position);
    cop_print(&text);
}

static bool write_svg(const struct cop_position_view *view, const char *path,
                      struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_done;

    cop_position_svg(view, &text);
    is_done = cop_file_write(path, text.bytes, text.length, error);
    cop_text_free(&text);
    return is_done;
}

static int show(const struct cop_setup *setup, const struct cop_arguments *arguments)
{
    const char *path = cop_words(arguments->options, "svg");
    int viewer = (int)cop_integer(arguments->options, "viewer");
    struct cop_position_view view = {
        .game = setup->game, .state = cop_course_now(&setup->course), .viewer = viewer - 1};
    struct cop_error error;
    int status = COP_DONE;

    if (viewer > setup->game->players) {
        cop_fail(&error, "show: viewer=%d is not allowed; %s has %d player%s", viewer,
                 setup->game->name, setup->game->players, setup->game->players > 1 ? "s" : "");
        return cop_complain(COP_USAGE, &error);
    }
    view.before = cop_course_before(&setup->course);
    if (view.before != NULL)
        view.last = setup->course.record.moves[cop_course_ply(&setup->course) - 1];
    if (path[0] != '\0' && !write_svg(&view, path, &error))
        status = cop_complain(COP_FAILED, &error);
    else if (cop_flag(arguments->options, "json"))
        show_json(&view);
    else
        show_text(&view);
    return status;
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_error error;
    struct cop_setup setup;
    int status = cop_setup_open(&setup, arguments->words[0], arguments->options, &error);

    if (status != COP_DONE)
        return cop_complain(status, &error);
    status = show(&setup, arguments);
    cop_setup_close(&setup);
    return status;
}

const struct cop_command cop_show_command = {
    .name = "show",
    .words = "[GAME]",
    .summary = "Draws a position and lists its legal moves",
    .help = "The board is drawn with what the terminal offers: colours (none if NO_COLOR is set),\n"
            "Unicode or plain ASCII. Brackets stand around the cells of the last move,\n"
            "and braces around those that have decided a finished game.\n"
            "\n"
            "    coppice show othello\n"
            "    coppice show othello --moves f5d6c3 --svg othello.svg\n"
            "    coppice show connect4 --position \"7/7/7/7/3O3/2XX3 O\" --json",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
