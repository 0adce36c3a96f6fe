/* write_state.c - a table as JSON, with nothing in it that the viewer may not know. */
#include "serve/write_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/report_view.h"
#include "agent/write_json.h"
#include "base/memory.h"
#include "game/position_view.h"
#include "serve/table.h"

/* One look at a table. */
struct look {
    const struct cop_table *table;
    const struct cop_game *game;
    int viewer;
    int ply, at; /* the last ply that exists for this look, and the one that is shown */
    bool is_now; /* it is the table's last ply, and the table as it is */
    uint64_t revision;
};

static const void *state_of(const struct look *look)
{
    return cop_course_state(&look->table->session->course, look->at);
}

static int turn_of(const struct look *look)
{
    return cop_table_turn(look->table, look->at);
}

void cop_write_turn(int turn, struct cop_json *json)
{
    if (turn >= 0)
        cop_json_add_integer(json, "turn", turn);
    else
        cop_json_add_string(json, "turn", turn == COP_CHANCE ? "chance" : "over");
}

/* ---- The parts of a state ---- */

static bool keeps_secrets(const struct look *look)
{
    return look->game->is_hidden && look->viewer >= 0;
}

static void add_players(const struct look *look, const struct cop_scene *scene,
                        struct cop_json *json)
{
    cop_json_array(json, "players");
    for (int i = 0; i < look->game->players; i++) {
        const struct cop_seat *seat = &look->table->seats[i];
        double score = NAN;

        if (look->game->rules->score != NULL && !keeps_secrets(look))
            score = look->game->rules->score(look->game, state_of(look), i);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "name", cop_player_name(look->game, i));
        cop_json_add_string(json, "colour", cop_owner_colour(scene, i));
        cop_json_add_string(json, "who", seat->who != NULL ? seat->who : "human");
        cop_json_add_string(json, "limit", seat->limit);
        cop_json_add_string(json, "refused", seat->refusal);
        cop_json_add_number(json, "score", score, 9);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_path(const struct look *look, cop_move move, struct cop_json *json)
{
    int cells[COP_PATH_MAX];
    int count = look->game->rules->path(look->game, state_of(look), move, cells);

    cop_json_array(json, "path");
    cop_json_tighten(json);
    for (int i = 0; i < count; i++)
        cop_json_add_integer(json, NULL, cells[i]);
    cop_json_end(json);
}

/* A person's moves, told only where they can be played, and to whom they belong. */
static bool has_moves(const struct look *look)
{
    int turn = turn_of(look);

    return look->is_now && turn >= 0 && look->table->seats[turn].who == NULL &&
           (!keeps_secrets(look) || look->viewer == turn);
}

static void add_moves(const struct look *look, struct cop_json *json)
{
    cop_move *moves = cop_allocate((size_t)look->game->max_moves * sizeof *moves);
    int count = has_moves(look) ? look->game->rules->moves(look->game, state_of(look), moves) : 0;
    struct cop_text word = COP_TEXT;

    cop_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        cop_text_clear(&word);
        look->game->rules->write_move(look->game, state_of(look), moves[i], &word);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "move", word.bytes);
        add_path(look, moves[i], json);
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_text_free(&word);
    free(moves);
}

/* Cells that stand for another one, as any block of a group does. */
static void add_clicks(const struct look *look, int cell_count, struct cop_json *json)
{
    cop_json_object(json, "clicks");
    for (int i = 0; i < cell_count; i++) {
        int cell = look->game->rules->click(look->game, state_of(look), i);
        char name[16];

        snprintf(name, sizeof name, "%d", i);
        if (cell != i)
            cop_json_add_integer(json, name, cell);
    }
    cop_json_end(json);
}

static void add_past_move(const struct look *look, int ply, struct cop_json *json)
{
    const struct cop_course *course = &look->table->session->course;
    const void *before = cop_course_state(course, ply);
    struct cop_text word = COP_TEXT;

    if (keeps_secrets(look) && !cop_course_tells(course, ply, look->viewer)) {
        cop_json_add_null(json, "move");
    } else {
        look->game->rules->write_move(look->game, before, course->record.moves[ply], &word);
        cop_json_add_string(json, "move", word.bytes);
    }
    cop_json_add_integer(json, "player", look->game->rules->turn(look->game, before));
    cop_text_free(&word);
}

static void add_thought(const struct look *look, const struct cop_ply_note *note,
                        struct cop_json *json)
{
    if (note->has_value) {
        cop_json_array(json, "value");
        cop_json_tighten(json);
        for (int i = 0; i < look->game->players; i++)
            cop_json_add_number(json, NULL, note->value[i], 4);
        cop_json_end(json);
    } else {
        cop_json_add_null(json, "value");
    }
    cop_json_add_string(json, "proof", cop_proof_names[note->proof]);
}

static void add_history(const struct look *look, struct cop_json *json)
{
    cop_json_array(json, "history");
    for (int ply = 0; ply < look->ply; ply++) {
        cop_json_object(json, NULL);
        add_past_move(look, ply, json);
        add_thought(look, &look->table->notes[ply], json);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_position(const struct look *look, struct cop_json *json)
{
    struct cop_text position = COP_TEXT;

    if (!keeps_secrets(look))
        look->game->rules->write_position(look->game, state_of(look), &position);
    cop_json_add_string(json, "position", keeps_secrets(look) ? NULL : position.bytes);
    cop_text_free(&position);
}

static void add_end(const struct look *look, struct cop_json *json)
{
    const struct cop_course *course = &look->table->session->course;
    double payoff[COP_PLAYERS_MAX];

    if (turn_of(look) != COP_OVER) {
        cop_json_add_null(json, "over");
        return;
    }
    cop_course_payoff(course, payoff); /* only the last position of a game is its end */
    cop_json_object(json, "over");
    cop_json_add_string(json, "words", look->table->result != NULL ? look->table->result : "");
    cop_json_add_numbers(json, "payoff", payoff, look->game->players, 9);
    if (course->loser >= 0)
        cop_json_add_integer(json, "resigned", course->loser);
    else
        cop_json_add_null(json, "resigned");
    cop_json_end(json);
}

static void add_abilities(const struct look *look, struct cop_json *json)
{
    const struct cop_table *table = look->table;
    int turn = turn_of(look);
    int undoer = keeps_secrets(look) ? look->viewer : -1;

    cop_json_object(json, "can");
    cop_json_add_flag(json, "undo", cop_table_undo_ply(table, undoer) >= 0);
    cop_json_add_flag(json, "hint", turn >= 0 && (!keeps_secrets(look) || look->viewer == turn));
    cop_json_add_flag(json, "resign", !cop_table_is_over(table) && cop_table_people(table) > 0);
    cop_json_end(json);
}

static void add_search(const struct look *look, struct cop_json *json)
{
    const struct cop_search *search = look->table->search;

    if (search == NULL || look->revision != look->table->revision) {
        cop_json_add_null(json, "search");
        return;
    }
    cop_json_object(json, "search");
    cop_json_add_string(json, "kind", cop_search_kind_names[search->kind]);
    cop_json_add_string(json, "agent", search->agent);
    cop_json_add_string(json, "limit", search->limit);
    cop_json_add_flag(json, "waiting", search->is_waiting);
    cop_json_end(json);
}

/* An agent is to move and is not asked. */
static bool waits(const struct cop_table *table)
{
    return table->is_stalled && table->turn >= 0 && table->seats[table->turn].who != NULL;
}

/* ---- A state ---- */

static void fill_scene(const struct look *look, struct cop_scene *scene)
{
    struct cop_position_view view = {look->game, state_of(look), look->viewer, NULL, COP_NO_MOVE};

    if (look->at > 0) {
        view.before = cop_course_state(&look->table->session->course, look->at - 1);
        view.last = look->table->session->course.record.moves[look->at - 1];
    }
    cop_position_scene(&view, scene);
}

static void add_heading(const struct look *look, struct cop_json *json)
{
    cop_json_add_string(json, "id", look->table->id);
    cop_json_add_unsigned(json, "revision", look->revision);
    cop_json_add_string(json, "game", look->game->name);
    cop_json_add_string(json, "title", look->game->rules->title);
    cop_json_add_string(json, "name", look->game->rules->name);
}

static void add_place(const struct look *look, struct cop_json *json)
{
    cop_json_add_flag(json, "chance", look->game->has_chance);
    cop_json_add_flag(json, "hidden", look->game->is_hidden);
    cop_json_add_integer(json, "ply", look->ply);
    cop_json_add_integer(json, "at", look->at);
    cop_write_turn(turn_of(look), json);
    cop_json_add_integer(json, "viewer", look->viewer);
}

static void write_look(const struct look *look, struct cop_text *text)
{
    struct cop_json json = {.text = text};
    struct cop_scene scene = {0};

    fill_scene(look, &scene);
    cop_json_object(&json, NULL);
    add_heading(look, &json);
    cop_json_line(&json, 0);
    add_players(look, &scene, &json);
    cop_json_line(&json, 0);
    add_place(look, &json);
    cop_json_line(&json, 0);
    cop_json_add_scene(&json, "scene", &scene);
    cop_json_line(&json, 0);
    add_moves(look, &json);
    cop_json_line(&json, 0);
    if (look->game->rules->click != NULL && has_moves(look))
        add_clicks(look, scene.cell_count, &json);
    cop_json_line(&json, 0);
    add_history(look, &json);
    cop_json_line(&json, 0);
    add_position(look, &json);
    cop_json_line(&json, 0);
    add_end(look, &json);
    cop_json_line(&json, 0);
    add_abilities(look, &json);
    cop_json_line(&json, 0);
    add_search(look, &json);
    cop_json_line(&json, 0);
    cop_json_add_string(&json, "waits", waits(look->table) ? look->table->failure : NULL);
    cop_json_add_flag(&json, "saved", !look->table->is_unsaved);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    cop_scene_free(&scene);
}

void cop_write_state(const struct cop_table *table, int viewer, int at, struct cop_text *text)
{
    struct look look = {.table = table,
                        .game = cop_table_game(table),
                        .viewer = viewer,
                        .ply = table->ply,
                        .at = at,
                        .is_now = at == table->ply,
                        .revision = table->revision};

    write_look(&look, text);
}

void cop_write_past_state(const struct cop_table *table, int viewer, int ply, struct cop_text *text)
{
    struct look look = {.table = table,
                        .game = cop_table_game(table),
                        .viewer = viewer,
                        .ply = ply,
                        .at = ply,
                        .revision = ply > 0 ? table->notes[ply - 1].revision : 1};

    write_look(&look, text);
}

/* ---- For lists and files ---- */

void cop_write_seats(const struct cop_table *table, struct cop_json *json)
{
    cop_json_array(json, "seats");
    for (int i = 0; i < table->players; i++) {
        const struct cop_seat *seat = &table->seats[i];

        cop_json_object(json, NULL);
        cop_json_add_string(json, "who", seat->who != NULL ? seat->who : "human");
        if (seat->limit != NULL)
            cop_json_add_string(json, "limit", seat->limit);
        cop_json_end(json);
    }
    cop_json_end(json);
}

/* The title of a game that is not in memory is found by its name. */
static const char *title_of(const struct cop_table *table)
{
    char name[64];
    size_t length = strcspn(table->game, "(");
    const struct cop_rules *rules = NULL;

    if (length < sizeof name) {
        memcpy(name, table->game, length);
        name[length] = '\0';
        rules = cop_rules_find(name);
    }
    return rules != NULL ? rules->title : table->game;
}

void cop_write_summary(const struct cop_table *table, struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_add_string(json, "id", table->id);
    cop_json_add_string(json, "game", table->game);
    cop_json_add_string(json, "title", table->title != NULL ? table->title : title_of(table));
    cop_write_seats(table, json);
    cop_json_add_integer(json, "ply", table->ply);
    cop_write_turn(table->turn, json);
    cop_json_add_flag(json, "over", table->turn == COP_OVER);
    cop_json_add_string(json, "result", table->result);
    cop_json_add_integer(json, "changed", table->changed);
    cop_json_end(json);
}
