/* exploring.c - positions that are looked up: the board, the moves that were played there, the
 * games behind them. None of it needs a table, or the house's lock. */
#include <stdlib.h>
#include <string.h>

#include "agent/write_json.h"
#include "base/allocate.h"
#include "game/position_view.h"
#include "match/spot.h"
#include "serve/handlers.h"
#include "serve/look.h"
#include "serve/shelf.h"
#include "serve/stranger.h"
#include "serve/table.h"
#include "serve/write_scene.h"
#include "serve/write_state.h"

enum { MOVES_SHOWN = 20, MOVES_MOST = 1000, GAMES_SHOWN = 10, GAMES_MOST = 100 };

/* How long a request may read new games; the answer then says that there are more. */
static const double reading_seconds = 0.3;

/* ---- The position that is asked about ---- */

/* False if the reply says what is wrong, and then there is nothing to close. */
static bool open_asked(struct cop_call *call, struct cop_setup *setup)
{
    char *game = cop_query(call, "game"), *position = cop_query(call, "position");
    char *moves = cop_query(call, "moves");
    struct cop_setup_words words = {
        .open = cop_stranger_game_open, .spec = game, .position = position, .moves = moves};
    struct cop_error error;
    bool is_good;

    if (game == NULL)
        is_good = cop_refuse(call, 400, "say which game: ?game=othello");
    else
        is_good =
            cop_setup_read(setup, &words, &error) || cop_refuse(call, 422, "%s", error.message);
    free(game);
    free(position);
    free(moves);
    return is_good;
}

static struct cop_explorer *find_explorer(struct cop_call *call)
{
    struct cop_error error;
    struct cop_explorer *explorer = cop_shelf_explorer(call->house->shelf, &error);

    if (explorer == NULL)
        cop_refuse(call, 503, "%s", error.message);
    return explorer;
}

static void end_answer(struct cop_json *json)
{
    cop_json_end(json);
    cop_text_add(json->text, "\n");
}

/* ---- The board ---- */

static void add_players(const struct cop_look *look, struct cop_json *json)
{
    cop_json_array(json, "players");
    for (int i = 0; i < look->game->players; i++) {
        cop_json_object(json, NULL);
        cop_json_add_string(json, "name", cop_player_name(look->game, i));
        cop_json_add_string(json, "colour", cop_owner_colour(look->scene, i));
        cop_json_end(json);
    }
    cop_json_end(json);
}

/* The moves that led here, in words. */
static void add_steps(const struct cop_course *course, struct cop_json *json)
{
    struct cop_text word = COP_TEXT;

    cop_json_array(json, "steps");
    for (int ply = 0; ply < cop_course_ply(course); ply++) {
        const void *before = cop_course_state(course, ply);

        cop_text_clear(&word);
        course->game->rules->write_move(course->game, before, course->record.moves[ply], &word);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "move", word.bytes);
        cop_json_add_integer(json, "player", cop_course_turn_at(course, ply));
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_text_free(&word);
}

static void add_words(const struct cop_look *look, struct cop_json *json)
{
    struct cop_position_view view = {
        .game = look->game, .state = look->state, .viewer = look->viewer};
    struct cop_text words = COP_TEXT;

    cop_position_turn(look->game, look->state, &words);
    cop_json_add_string(json, "words", words.bytes);
    cop_text_clear(&words);
    cop_position_write(&view, &words);
    cop_json_add_string(json, "position", words.bytes);
    cop_text_free(&words);
}

static void write_value(struct cop_json *json, const char *name, const struct cop_look *look,
                        void (*write)(const struct cop_look *look, struct cop_json *json))
{
    struct cop_text value = COP_TEXT;
    struct cop_json own = {.text = &value};

    write(look, &own);
    cop_json_add_written(json, name, value.bytes);
    cop_text_free(&value);
}

static void write_board(const struct cop_look *look, const struct cop_course *course,
                        struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_add_string(json, "game", look->game->name);
    cop_json_add_string(json, "title", look->game->rules->title);
    cop_json_add_string(json, "name", look->game->rules->name);
    add_players(look, json);
    cop_write_turn(json, "turn", cop_look_turn(look));
    cop_json_add_integer(json, "viewer", look->viewer);
    add_words(look, json);
    cop_json_add_scene(json, "scene", look->scene);
    write_value(json, "moves", look, cop_write_brief_moves_of);
    write_value(json, "clicks", look, cop_write_clicks_of);
    write_value(json, "prompts", look, cop_write_prompts_of);
    add_steps(course, json);
    end_answer(json);
}

void cop_get_explored_board(struct cop_call *call)
{
    struct cop_scene scene = {0};
    struct cop_position_view view = {0};
    struct cop_look look = {.may_try = true, .scene = &scene};
    struct cop_setup setup;
    struct cop_json json;

    if (!open_asked(call, &setup))
        return;
    look.game = view.game = setup.game;
    look.state = cop_allocate(setup.game->state_size);
    memcpy(look.state, cop_course_now(&setup.course), setup.game->state_size);
    view.state = look.state;
    look.viewer = view.viewer = cop_spot_viewer(setup.game, look.state);
    view.before = cop_course_before(&setup.course);
    if (view.before != NULL)
        view.last = setup.course.record.moves[cop_course_ply(&setup.course) - 1];
    cop_position_scene(&view, &scene);
    cop_scene_sort(&scene);
    json = (struct cop_json){.text = cop_answer(call, 200)};
    write_board(&look, &setup.course, &json);
    cop_scene_free(&scene);
    free(look.state);
    cop_setup_close(&setup);
}

/* ---- What was played ---- */

static void add_reading(const struct cop_explore_news *news, int sources, struct cop_json *json)
{
    cop_json_add_integer(json, "sources", sources);
    cop_json_add_integer(json, "read", news->read);
    cop_json_add_flag(json, "whole", news->is_whole);
    cop_json_add_string(json, "trouble", news->trouble[0] != '\0' ? news->trouble : NULL);
}

/* New games are read first, as far as the time goes. */
static bool look_up(struct cop_call *call, const struct cop_setup *setup,
                    struct cop_explore_news *news, struct cop_explored *explored, int *sources)
{
    struct cop_explorer *explorer = find_explorer(call);
    struct cop_explore_effort effort = {.seconds = reading_seconds};
    struct cop_error error;
    const struct cop_book *book;

    if (explorer == NULL)
        return false;
    if (!cop_explorer_read(explorer, setup->game, &effort, news, &error))
        return cop_refuse(call, 503, "%s", error.message);
    book = cop_shelf_book(call->house->shelf, setup->game->name, &error);
    if (book == NULL && error.message[0] != '\0' && news->trouble[0] == '\0')
        memcpy(news->trouble, error.message, sizeof news->trouble);
    *sources = cop_explorer_sources(explorer);
    return cop_explorer_look(explorer, setup->game, cop_course_now(&setup->course), book, explored,
                             &error) ||
           cop_refuse(call, 503, "%s", error.message);
}

void cop_get_explored(struct cop_call *call)
{
    struct cop_explore_news news;
    struct cop_explored explored;
    struct cop_setup setup;
    int most, sources = 0;

    if (!cop_query_number(call, "count", 1, MOVES_MOST, MOVES_SHOWN, &most) ||
        !open_asked(call, &setup))
        return;
    if (look_up(call, &setup, &news, &explored, &sources)) {
        struct cop_json json = {.text = cop_answer(call, 200)};

        cop_json_object(&json, NULL);
        add_reading(&news, sources, &json);
        cop_explored_write(&explored, setup.game, cop_course_now(&setup.course), most, &json);
        end_answer(&json);
        cop_explored_free(&explored);
    }
    cop_setup_close(&setup);
}

/* ---- The games behind a move ---- */

static void add_game(const struct cop_game_behind *behind, struct cop_json *json)
{
    cop_json_line(json, 2);
    cop_json_object(json, NULL);
    cop_json_add_integer(json, "id", behind->id);
    cop_json_add_integer(json, "ply", behind->ply);
    cop_json_add_integer(json, "plies", behind->plies);
    cop_json_add_string(json, "date", behind->date);
    cop_json_add_string(json, "result", behind->result);
    cop_json_array(json, "seats");
    for (int i = 0; i < behind->players; i++)
        cop_json_add_string(json, NULL, behind->names[i]);
    cop_json_end(json);
    cop_json_add_numbers(json, "payoff", behind->payoff, behind->players, 6);
    cop_json_end(json);
}

static void send_games(struct cop_call *call, const struct cop_setup *setup, cop_move move,
                       int from, int count)
{
    struct cop_explorer *explorer = find_explorer(call);
    struct cop_game_behind *games;
    struct cop_error error;
    struct cop_json json;
    int found;

    if (explorer == NULL)
        return;
    if (!cop_explorer_games(explorer, setup->game, cop_course_now(&setup->course), move, from,
                            count, &games, &found, &error)) {
        cop_refuse(call, 503, "%s", error.message);
        return;
    }
    json = (struct cop_json){.text = cop_answer(call, 200)};
    cop_json_object(&json, NULL);
    cop_json_array(&json, "games");
    for (int i = 0; i < found; i++)
        add_game(&games[i], &json);
    cop_json_end(&json);
    end_answer(&json);
    cop_games_behind_free(games, found);
}

void cop_get_explored_games(struct cop_call *call)
{
    char *word = cop_query(call, "move");
    struct cop_setup setup;
    struct cop_error error;
    cop_move move;
    int from, count;

    if (word == NULL) {
        cop_refuse(call, 400, "say which move: &move=d3");
    } else if (cop_query_number(call, "from", 0, 1 << 30, 0, &from) &&
               cop_query_number(call, "count", 1, GAMES_MOST, GAMES_SHOWN, &count) &&
               open_asked(call, &setup)) {
        if (cop_move_read(setup.game, cop_course_now(&setup.course), word, &move, &error))
            send_games(call, &setup, move, from, count);
        else
            cop_refuse(call, 422, "%s", error.message);
        cop_setup_close(&setup);
    }
    free(word);
}

/* A game that this server keeps is a table already. */
static void add_table(struct cop_call *call, const char *origin, struct cop_json *json)
{
    char id[COP_ID_LENGTH + 1] = "";
    const struct cop_table *table = NULL;

    if (strlen(origin) == COP_ID_LENGTH + 4 && strcmp(origin + COP_ID_LENGTH, ".sgf") == 0) {
        memcpy(id, origin, COP_ID_LENGTH);
        cop_house_lock(call->house);
        table = cop_house_find_listed(call->house, id, NULL);
        cop_house_unlock(call->house);
    }
    cop_json_add_string(json, "table", table != NULL ? id : NULL);
}

static void send_game(struct cop_call *call, const struct cop_setup *setup, int id)
{
    struct cop_text sgf = COP_TEXT, origin = COP_TEXT;
    struct cop_explorer *explorer = find_explorer(call);
    struct cop_error error;

    if (explorer == NULL)
        return;
    if (cop_explorer_sgf(explorer, setup->game, id, &sgf, &origin, &error)) {
        struct cop_json json = {.text = cop_answer(call, 200)};

        cop_json_object(&json, NULL);
        cop_json_add_string(&json, "origin", origin.bytes);
        add_table(call, origin.bytes, &json);
        cop_json_add_string(&json, "sgf", sgf.bytes);
        end_answer(&json);
    } else {
        cop_refuse(call, 404, "%s", error.message);
    }
    cop_text_free(&sgf);
    cop_text_free(&origin);
}

void cop_get_explored_game(struct cop_call *call)
{
    struct cop_setup setup;
    int id;

    if (!cop_query_number(call, "id", 1, 1 << 30, 0, &id) || !open_asked(call, &setup))
        return;
    send_game(call, &setup, id);
    cop_setup_close(&setup);
}
