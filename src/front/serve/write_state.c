/* write_state.c - a table as JSON, with nothing in it that the viewer may not know. */
#include "front/serve/write_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/position_view.h"
#include "front/report_view.h"
#include "front/serve/table.h"
#include "front/write_json.h"

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
    return cop_session_state(look->table->session, look->at);
}

static int turn_of(const struct look *look)
{
    return cop_table_turn(look->table, look->at);
}

/* A word and its value, with a comma before it. */
static void add_words(struct cop_text *text, const char *name, const char *words)
{
    cop_text_add(text, ", \"%s\": ", name);
    if (words != NULL)
        cop_text_add_json(text, words);
    else
        cop_text_add(text, "null");
}

void cop_write_turn(int turn, struct cop_text *text)
{
    if (turn == COP_CHANCE)
        cop_text_add(text, "\"chance\"");
    else if (turn == COP_OVER)
        cop_text_add(text, "\"over\"");
    else
        cop_text_add(text, "%d", turn);
}

/* ---- The parts of a state ---- */

static bool keeps_secrets(const struct look *look)
{
    return look->game->is_hidden && look->viewer >= 0;
}

static void add_players(const struct look *look, const struct cop_scene *scene,
                        struct cop_text *text)
{
    for (int i = 0; i < look->game->players; i++) {
        const struct cop_seat *seat = &look->table->seats[i];
        double score = NAN;

        if (look->game->rules->score != NULL && !keeps_secrets(look))
            score = look->game->rules->score(look->game, state_of(look), i);
        cop_text_add(text, "%s{\"name\": ", i > 0 ? ", " : "");
        cop_text_add_json(text, cop_player_name(look->game, i));
        add_words(text, "colour", cop_owner_colour(scene, i));
        add_words(text, "who", seat->who != NULL ? seat->who : "human");
        add_words(text, "limit", seat->limit);
        cop_text_add(text, ", \"score\": ");
        cop_json_number(text, score);
        cop_text_add(text, "}");
    }
}

static void add_path(const struct look *look, cop_move move, struct cop_text *text)
{
    int cells[COP_PATH_MAX];
    int count = look->game->rules->path(look->game, state_of(look), move, cells);

    cop_text_add(text, ", \"path\": [");
    for (int i = 0; i < count; i++)
        cop_text_add(text, "%s%d", i > 0 ? "," : "", cells[i]);
    cop_text_add(text, "]");
}

/* A person's moves, told only where they can be played, and to whom they belong. */
static bool has_moves(const struct look *look)
{
    int turn = turn_of(look);

    return look->is_now && turn >= 0 && look->table->seats[turn].who == NULL &&
           (!keeps_secrets(look) || look->viewer == turn);
}

static void add_moves(const struct look *look, struct cop_text *text)
{
    cop_move *moves = cop_allocate((size_t)look->game->max_moves * sizeof *moves);
    int count = has_moves(look) ? look->game->rules->moves(look->game, state_of(look), moves) : 0;
    struct cop_text word = COP_TEXT;

    cop_text_add(text, ",\n\"moves\": [");
    for (int i = 0; i < count; i++) {
        cop_text_clear(&word);
        look->game->rules->write_move(look->game, state_of(look), moves[i], &word);
        cop_text_add(text, "%s{\"move\": ", i > 0 ? ", " : "");
        cop_text_add_json(text, word.bytes);
        add_path(look, moves[i], text);
        cop_text_add(text, "}");
    }
    cop_text_add(text, "]");
    cop_text_free(&word);
    free(moves);
}

/* Cells that stand for another one, as any block of a group does. */
static void add_clicks(const struct look *look, int cell_count, struct cop_text *text)
{
    int written = 0;

    if (look->game->rules->click == NULL || !has_moves(look))
        return;
    cop_text_add(text, ",\n\"clicks\": {");
    for (int i = 0; i < cell_count; i++) {
        int cell = look->game->rules->click(look->game, state_of(look), i);

        if (cell != i)
            cop_text_add(text, "%s\"%d\": %d", written++ > 0 ? ", " : "", i, cell);
    }
    cop_text_add(text, "}");
}

static void add_past_move(const struct look *look, int ply, struct cop_text *text)
{
    const struct cop_table *table = look->table;
    const void *before = cop_session_state(table->session, ply);
    cop_move move = table->session->setup.record.moves[ply];
    int player = look->game->rules->turn(look->game, before);
    struct cop_text word = COP_TEXT;

    cop_text_add(text, "%s{\"move\": ", ply > 0 ? ", " : "");
    if (keeps_secrets(look) && look->viewer != player &&
        cop_move_is_secret(look->game, before, move)) {
        cop_text_add(text, "null");
    } else {
        look->game->rules->write_move(look->game, before, move, &word);
        cop_text_add_json(text, word.bytes);
    }
    cop_text_add(text, ", \"player\": %d", player);
    cop_text_free(&word);
}

static void add_history(const struct look *look, struct cop_text *text)
{
    cop_text_add(text, ",\n\"history\": [");
    for (int ply = 0; ply < look->ply; ply++) {
        const struct cop_ply_note *note = &look->table->notes[ply];

        add_past_move(look, ply, text);
        cop_text_add(text, ", \"value\": %s", note->has_value ? "[" : "null");
        for (int i = 0; i < look->game->players && note->has_value; i++)
            cop_text_add(text, "%s%.4g", i > 0 ? "," : "", note->value[i]);
        cop_text_add(text, "%s, \"proof\": \"%s\"}", note->has_value ? "]" : "",
                     cop_proof_names[note->proof]);
    }
    cop_text_add(text, "]");
}

static void add_position(const struct look *look, struct cop_text *text)
{
    struct cop_text position = COP_TEXT;

    if (!keeps_secrets(look))
        look->game->rules->write_position(look->game, state_of(look), &position);
    cop_text_add(text, ",\n\"position\": ");
    if (keeps_secrets(look))
        cop_text_add(text, "null");
    else
        cop_text_add_json(text, position.bytes);
    cop_text_free(&position);
}

/* Who resigns has nothing, and the others share the win. */
static void find_payoff(const struct look *look, bool has_resigned, double *payoff)
{
    int players = look->game->players;

    if (!has_resigned)
        look->game->rules->payoff(look->game, state_of(look), payoff);
    for (int i = 0; i < players && has_resigned; i++)
        payoff[i] = i == look->table->resigned ? 0 : 1.0 / (players - 1);
}

static void add_end(const struct look *look, struct cop_text *text)
{
    bool has_resigned = look->table->resigned >= 0;
    double payoff[COP_PLAYERS_MAX];

    cop_text_add(text, ",\n\"over\": ");
    if (turn_of(look) != COP_OVER) {
        cop_text_add(text, "null");
        return;
    }
    find_payoff(look, has_resigned, payoff);
    cop_text_add(text, "{\"words\": ");
    cop_text_add_json(text, look->table->result != NULL ? look->table->result : "");
    cop_text_add(text, ", \"payoff\": [");
    for (int i = 0; i < look->game->players; i++) {
        cop_text_add(text, i > 0 ? ", " : "");
        cop_json_number(text, payoff[i]);
    }
    cop_text_add(text, "], \"resigned\": ");
    if (has_resigned)
        cop_text_add(text, "%d}", look->table->resigned);
    else
        cop_text_add(text, "null}");
}

static void add_abilities(const struct look *look, struct cop_text *text)
{
    const struct cop_table *table = look->table;
    int turn = turn_of(look);
    int undoer = keeps_secrets(look) ? look->viewer : -1;

    cop_text_add(text, ",\n\"can\": {\"undo\": ");
    cop_json_flag(text, cop_table_undo_ply(table, undoer) >= 0);
    cop_text_add(text, ", \"hint\": ");
    cop_json_flag(text, turn >= 0 && (!keeps_secrets(look) || look->viewer == turn));
    cop_text_add(text, ", \"resign\": ");
    cop_json_flag(text, !cop_table_is_over(table) && cop_table_people(table) > 0);
    cop_text_add(text, "}");
}

static void add_search(const struct look *look, struct cop_text *text)
{
    const struct cop_search *search = look->table->search;

    cop_text_add(text, ",\n\"search\": ");
    if (search == NULL || look->revision != look->table->revision) {
        cop_text_add(text, "null");
        return;
    }
    cop_text_add(text, "{\"kind\": \"%s\"", cop_search_kind_names[search->kind]);
    add_words(text, "agent", search->agent);
    add_words(text, "limit", search->limit);
    cop_text_add(text, ", \"waiting\": ");
    cop_json_flag(text, search->is_waiting);
    cop_text_add(text, "}");
}

/* ---- A state ---- */

static void fill_scene(const struct look *look, struct cop_scene *scene)
{
    struct cop_position_view view = {look->game, state_of(look), look->viewer, NULL, COP_NO_MOVE};

    if (look->at > 0) {
        view.before = cop_session_state(look->table->session, look->at - 1);
        view.last = look->table->session->setup.record.moves[look->at - 1];
    }
    cop_position_scene(&view, scene);
}

static void write_look(const struct look *look, struct cop_text *text)
{
    struct cop_scene scene = {0};

    fill_scene(look, &scene);
    cop_text_add(text, "{\"id\": \"%s\", \"revision\": %llu", look->table->id,
                 (unsigned long long)look->revision);
    add_words(text, "game", look->game->name);
    add_words(text, "title", look->game->rules->title);
    add_words(text, "name", look->game->rules->name);
    cop_text_add(text, ",\n\"players\": [");
    add_players(look, &scene, text);
    cop_text_add(text, "],\n\"chance\": ");
    cop_json_flag(text, look->game->has_chance);
    cop_text_add(text, ", \"hidden\": ");
    cop_json_flag(text, look->game->is_hidden);
    cop_text_add(text, ", \"open\": ");
    cop_json_flag(text, look->game->is_hidden && !cop_table_has_secrets(look->table));
    cop_text_add(text, ", \"ply\": %d, \"at\": %d, \"turn\": ", look->ply, look->at);
    cop_write_turn(turn_of(look), text);
    cop_text_add(text, ", \"viewer\": %d,\n\"scene\": ", look->viewer);
    cop_json_scene(text, &scene);
    add_moves(look, text);
    add_clicks(look, scene.cell_count, text);
    add_history(look, text);
    add_position(look, text);
    add_end(look, text);
    add_abilities(look, text);
    add_search(look, text);
    cop_text_add(text, "}\n");
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

void cop_write_seats(const struct cop_table *table, struct cop_text *text)
{
    cop_text_add(text, "[");
    for (int i = 0; i < table->players; i++) {
        const struct cop_seat *seat = &table->seats[i];

        cop_text_add(text, "%s{\"who\": ", i > 0 ? ", " : "");
        cop_text_add_json(text, seat->who != NULL ? seat->who : "human");
        if (seat->limit != NULL)
            add_words(text, "limit", seat->limit);
        cop_text_add(text, "}");
    }
    cop_text_add(text, "]");
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

void cop_write_summary(const struct cop_table *table, struct cop_text *text)
{
    cop_text_add(text, "{\"id\": \"%s\"", table->id);
    add_words(text, "game", table->game);
    add_words(text, "title", table->title != NULL ? table->title : title_of(table));
    cop_text_add(text, ", \"seats\": ");
    cop_write_seats(table, text);
    cop_text_add(text, ", \"ply\": %d, \"turn\": ", table->ply);
    cop_write_turn(table->turn, text);
    cop_text_add(text, ", \"over\": ");
    cop_json_flag(text, table->turn == COP_OVER);
    add_words(text, "result", table->result);
    cop_text_add(text, ", \"changed\": %lld}", (long long)table->changed);
}
