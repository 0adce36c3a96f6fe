/* tables.c - tables come, go and are looked at. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "agent/write_json.h"
#include "base/allocate.h"
#include "game/position_view.h"
#include "serve/handlers.h"
#include "serve/keep.h"
#include "serve/listener.h"
#include "serve/pace.h"
#include "serve/seats.h"
#include "serve/stranger.h"
#include "serve/table.h"
#include "serve/write_state.h"

struct cop_table *cop_enter(struct cop_call *call)
{
    struct cop_error error;
    struct cop_table *table;
    bool is_full;

    cop_house_lock(call->house);
    table = cop_house_find(call->house, call->part, &is_full, &error);
    if (table != NULL)
        return table;
    cop_house_unlock(call->house);
    cop_refuse(call, is_full ? 503 : 404, "%s", error.message);
    return NULL;
}

/* ---- Looking ---- */

void cop_get_tables(struct cop_call *call)
{
    struct cop_json json = {.text = cop_answer(call, 200)};
    struct cop_table **list;
    int count;

    cop_house_lock(call->house);
    list = cop_house_list(call->house, &count);
    cop_json_object(&json, NULL);
    cop_json_array(&json, "tables");
    for (int i = 0; i < count; i++) {
        cop_json_line(&json, 0);
        cop_write_summary(list[i], &json);
    }
    cop_house_unlock(call->house);
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
    free(list);
}

/* `viewer` and `at` of the query, for a table that is in front of us. */
static bool read_view(struct cop_call *call, const struct cop_table *table, int *viewer, int *at)
{
    struct cop_error error;
    int asked;

    if (!cop_query_number(call, "viewer", -1, table->players - 1, COP_NOBODY, &asked) ||
        !cop_query_number(call, "at", 0, INT_MAX, table->ply, at) ||
        !cop_check_node(call, table, *at))
        return false;
    if (!cop_table_viewer(table, *at, asked, viewer, &error))
        return cop_refuse(call, 403, "%s", error.message);
    return true;
}

void cop_get_table(struct cop_call *call)
{
    const struct cop_table *table = cop_enter(call);
    int viewer = -1, at = 0;

    if (table != NULL && read_view(call, table, &viewer, &at))
        cop_write_state(table, viewer, at, cop_answer(call, 200));
    if (table != NULL)
        cop_house_unlock(call->house);
}

void cop_get_moves(struct cop_call *call)
{
    const struct cop_table *table = cop_enter(call);
    int viewer = -1, at = 0;

    if (table != NULL && read_view(call, table, &viewer, &at))
        cop_write_moves(table, viewer, at, cop_answer(call, 200));
    if (table != NULL)
        cop_house_unlock(call->house);
}

void cop_get_events(struct cop_call *call)
{
    struct cop_table *table = cop_enter(call);
    struct cop_error error;
    int asked, viewer;

    if (table == NULL)
        return;
    if (cop_query_number(call, "viewer", -1, table->players - 1, COP_NOBODY, &asked)) {
        if (!cop_table_viewer(table, table->ply, asked, &viewer, &error)) {
            cop_refuse(call, 403, "%s", error.message);
        } else {
            call->reply->status = 200;
            call->reply->type = "text/event-stream";
            if (!call->request->listens_enough)
                call->reply->listener = cop_listener_open(table, asked);
            if (call->reply->listener == NULL)
                cop_refuse(call, 503, "too many pages are open; close some");
        }
    }
    cop_house_unlock(call->house);
}

void cop_get_sgf(struct cop_call *call)
{
    const struct cop_table *table = cop_enter(call);
    struct cop_error error;

    if (table == NULL)
        return;
    if (cop_table_has_secrets(table)) {
        cop_refuse(call, 409,
                   "the record would tell hidden pieces; it can be saved when the game is over");
    } else if (!cop_record_write_sgf(&table->session->course.record, cop_table_game(table),
                                     cop_answer(call, 200), &error)) {
        cop_refuse(call, 409, "%s", error.message);
    } else {
        call->reply->type = "application/x-go-sgf";
        snprintf(call->reply->file_name, sizeof call->reply->file_name, "%.30s-%s.sgf",
                 cop_table_game(table)->rules->name, table->id);
    }
    cop_house_unlock(call->house);
}

/* ---- A line of moves, looked at ---- */

/* The last move of a line, for the scene. */
struct last_move {
    const struct cop_game *game;
    void *before;
    cop_move move;
};

static void note_last(void *context, const void *before, cop_move move)
{
    struct last_move *last = context;

    memcpy(last->before, before, last->game->state_size);
    last->move = move;
}

static void write_line_scene(const struct cop_position_view *view, struct cop_text *text)
{
    struct cop_scene scene = {0};
    struct cop_text words = COP_TEXT;
    struct cop_json json = {.text = text};

    cop_position_scene(view, &scene);
    cop_position_turn(view->game, view->state, &words);
    cop_json_object(&json, NULL);
    cop_json_add_scene(&json, "scene", &scene);
    cop_write_turn(&json, "turn", view->game->rules->turn(view->game, view->state));
    cop_json_add_string(&json, "words", words.bytes);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    cop_text_free(&words);
    cop_scene_free(&scene);
}

/* Plays the line on a copy of the state at ply `at`. */
static void show_line(struct cop_call *call, const struct cop_table *table, int viewer, int at,
                      const char *line)
{
    const struct cop_game *game = cop_table_game(table);
    struct last_move last = {game, cop_allocate(game->state_size), COP_NO_MOVE};
    void *state = cop_allocate(game->state_size);
    struct cop_position_view view = {game, state, viewer, last.before, COP_NO_MOVE};
    struct cop_error error;

    cop_course_look_at(&table->session->course, at, state);
    if (!cop_moves_play(game, state, line, note_last, &last, &error)) {
        cop_refuse(call, 422, "%s", error.message);
    } else {
        view.last = last.move;
        if (last.move == COP_NO_MOVE)
            view.before = NULL;
        write_line_scene(&view, cop_answer(call, 200));
    }
    free(state);
    free(last.before);
}

void cop_get_scene(struct cop_call *call)
{
    const struct cop_table *table = cop_enter(call);
    char *line = cop_query(call, "line");
    int viewer = -1, at = 0;

    if (table != NULL && read_view(call, table, &viewer, &at)) {
        if (viewer >= 0)
            cop_refuse(call, 403, "what would happen may tell hidden pieces");
        else
            show_line(call, table, viewer, at, line != NULL ? line : "");
    }
    if (table != NULL)
        cop_house_unlock(call->house);
    free(line);
}

/* ---- Coming and going ---- */

static uint64_t draw_seed(void)
{
    uint64_t seed = 0;

    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL);
    return seed >> 16;
}

/* Everything that the body says about a new table. */
struct wish {
    struct cop_setup_words words;
    const char *title;
    enum cop_pace pace;
    struct cop_text copy; /* the record of another table's game, if it begins as that one */
    struct cop_seat seats[COP_PLAYERS_MAX];
    struct cop_session session;
};

static bool read_wish(struct cop_call *call, struct wish *wish)
{
    struct cop_setup_words *words = &wish->words;
    json_int_t seed;

    *wish = (struct wish){.words = {.open = cop_stranger_game_open}, .copy = COP_TEXT};
    if (!cop_body_words(call, "game", &words->spec) ||
        !cop_body_words(call, "position", &words->position) ||
        !cop_body_words(call, "moves", &words->moves) ||
        !cop_body_words(call, "sgf", &words->sgf) || !cop_body_words(call, "title", &wish->title) ||
        !cop_body_number(call, "seed", 0, (json_int_t)1 << 53, (json_int_t)draw_seed(), &seed))
        return false;
    words->seed = (uint64_t)seed;
    words->sgf_length = words->sgf != NULL ? strlen(words->sgf) : 0;
    if (wish->title != NULL && strlen(wish->title) > 200)
        return cop_refuse(call, 422, "a title has at most 200 bytes");
    return true;
}

static bool read_pace(struct cop_call *call, struct wish *wish)
{
    const char *pace;

    return cop_body_words(call, "pace", &pace) &&
           (pace == NULL || cop_pace_read(pace, &wish->pace) ||
            cop_refuse(call, 422, "\"pace\" is slow, normal, fast or full, not %.40s", pace));
}

/* A table's game as far as `ply` (-1: all of it), without what was tried beside it. */
static bool copy_game(struct cop_call *call, const struct cop_table *table, json_int_t ply,
                      struct cop_text *text)
{
    struct cop_record record = table->session->course.record;
    struct cop_error error;

    if (cop_table_has_secrets(table))
        return cop_refuse(call, 403,
                          "a copy would tell hidden pieces; it can be made when the game is over");
    if (ply > table->ply)
        return cop_refuse(call, 409, "the game is at move %d and not yet at %lld", table->ply,
                          (long long)ply);
    if (ply >= 0)
        record.move_count = (int)ply;
    record.side_count = 0;
    record.result = NULL;
    return cop_record_write_sgf(&record, cop_table_game(table), text, &error) ||
           cop_refuse(call, 409, "%s", error.message);
}

/* "from" and "ply": the new game begins as another table's. */
static bool read_origin(struct cop_call *call, struct wish *wish)
{
    const struct cop_table *table;
    struct cop_error error;
    const char *from;
    json_int_t ply;
    bool is_full, is_good;

    if (!cop_body_words(call, "from", &from) ||
        !cop_body_number(call, "ply", 0, COP_TABLE_PLIES, -1, &ply))
        return false;
    if (from == NULL)
        return true;
    if (wish->words.sgf != NULL || wish->words.position != NULL)
        return cop_refuse(call, 400,
                          "\"from\" says where to start; leave out \"sgf\" and "
                          "\"position\"");
    cop_house_lock(call->house);
    table = cop_house_find(call->house, from, &is_full, &error);
    is_good = table != NULL ? copy_game(call, table, ply, &wish->copy)
                            : cop_refuse(call, is_full ? 503 : 404, "%s", error.message);
    cop_house_unlock(call->house);
    wish->words.sgf = wish->copy.bytes;
    wish->words.sgf_length = wish->copy.length;
    return is_good;
}

/* Opens the session in which all seats are people's, as a table's always are. Takes the set-up
 * over. */
static bool open_wish(struct cop_call *call, struct wish *wish, struct cop_setup *setup)
{
    const char *people[COP_PLAYERS_MAX];
    struct cop_limits limits = {.means = {.threads = 1}};
    struct cop_error error;
    bool is_malformed;

    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        people[i] = "human";
    if (setup->course.record.move_count > COP_TABLE_PLIES) {
        cop_setup_close(setup);
        return cop_refuse(call, 422, "a game has at most %d moves here", COP_TABLE_PLIES);
    }
    if (!cop_seats_read(wish->seats, &call->house->options, setup->game,
                        json_object_get(call->body, "seats"), &is_malformed, &error)) {
        cop_setup_close(setup);
        return cop_refuse(call, is_malformed ? 400 : 422, "%s", error.message);
    }
    for (int i = 0; i < setup->game->players; i++)
        if (wish->seats[i].who == NULL)
            cop_setup_seat_person(setup, i);
    if (!cop_session_open(&wish->session, setup, people, &limits, 1, wish->words.seed, &error)) {
        cop_seats_free(wish->seats);
        return cop_refuse(call, 422, "%s", error.message);
    }
    return true;
}

static void open_table(struct cop_call *call, struct wish *wish)
{
    struct cop_setup setup;
    struct cop_error error;
    struct cop_table *table;
    bool is_full;

    if (!cop_setup_read(&setup, &wish->words, &error)) {
        cop_refuse(call, 422, "%s", error.message);
        return;
    }
    if (!open_wish(call, wish, &setup))
        return;
    cop_house_lock(call->house);
    cop_house_tidy(call->house);
    table = cop_house_add(call->house, &wish->session, wish->seats, wish->title, wish->words.seed,
                          &is_full, &error);
    if (table != NULL) {
        table->pace = wish->pace;
        cop_leave_with_state(call, table, 201, COP_NOBODY);
    } else {
        cop_house_unlock(call->house);
        cop_refuse(call, is_full ? 429 : 503, "%s", error.message);
    }
}

void cop_post_table(struct cop_call *call)
{
    struct wish wish;

    if (!read_wish(call, &wish) || !read_pace(call, &wish))
        return;
    if (read_origin(call, &wish))
        open_table(call, &wish);
    cop_text_free(&wish.copy);
}

void cop_post_title(struct cop_call *call)
{
    const char *title = NULL;
    struct cop_table *table;

    if (!cop_body_words(call, "title", &title))
        return;
    if (title == NULL || strlen(title) > 200) {
        cop_refuse(call, title == NULL ? 400 : 422,
                   title == NULL ? "say what it is called: {\"title\": \"The long one\"}"
                                 : "a title has at most 200 bytes");
        return;
    }
    table = cop_enter(call);
    if (table == NULL)
        return;
    cop_table_rename(table, title);
    cop_leave_with_state(call, table, 200, COP_NOBODY);
}

/* Also one whose game cannot be read, or for which there is no room in memory. */
void cop_delete_table(struct cop_call *call)
{
    struct cop_table *table;
    struct cop_error error;
    bool is_there, is_removed;

    cop_house_lock(call->house);
    table = cop_house_find_listed(call->house, call->part, &error);
    is_there = table != NULL;
    is_removed = is_there && cop_house_remove(call->house, table, &error);
    cop_house_unlock(call->house);
    if (is_removed)
        cop_text_add(cop_answer(call, 200), "{}\n");
    else
        cop_refuse(call, is_there ? 500 : 404, "%s", error.message);
}
