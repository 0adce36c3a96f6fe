/* write_state.c - a table as JSON, with nothing in it that the viewer may not know. */
#include "front/serve/write_state.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fingerprint.h"
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
    const struct cop_scene *scene;
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

/* ---- The parts of a state: each writes the value of its key ---- */

static void write_id(const struct look *look, struct cop_text *text)
{
    cop_text_add_json(text, look->table->id);
}

static void write_game(const struct look *look, struct cop_text *text)
{
    cop_text_add_json(text, look->game->name);
}

static void write_title(const struct look *look, struct cop_text *text)
{
    cop_text_add_json(text, look->game->rules->title);
}

static void write_name(const struct look *look, struct cop_text *text)
{
    cop_text_add_json(text, look->game->rules->name);
}

static void write_chance(const struct look *look, struct cop_text *text)
{
    cop_json_flag(text, look->game->has_chance);
}

static void write_hidden(const struct look *look, struct cop_text *text)
{
    cop_json_flag(text, look->game->is_hidden);
}

static void write_open(const struct look *look, struct cop_text *text)
{
    cop_json_flag(text, look->game->is_hidden && !cop_table_has_secrets(look->table));
}

static void write_ply(const struct look *look, struct cop_text *text)
{
    cop_text_add(text, "%d", look->ply);
}

static void write_at(const struct look *look, struct cop_text *text)
{
    cop_text_add(text, "%d", look->at);
}

static void write_turn(const struct look *look, struct cop_text *text)
{
    cop_write_turn(turn_of(look), text);
}

static void write_viewer(const struct look *look, struct cop_text *text)
{
    cop_text_add(text, "%d", look->viewer);
}

static bool keeps_secrets(const struct look *look)
{
    return look->game->is_hidden && look->viewer >= 0;
}

static void write_players(const struct look *look, struct cop_text *text)
{
    cop_text_add(text, "[");
    for (int i = 0; i < look->game->players; i++) {
        const struct cop_seat *seat = &look->table->seats[i];
        double score = NAN;

        if (look->game->rules->score != NULL && !keeps_secrets(look))
            score = look->game->rules->score(look->game, state_of(look), i);
        cop_text_add(text, "%s{\"name\": ", i > 0 ? ", " : "");
        cop_text_add_json(text, cop_player_name(look->game, i));
        add_words(text, "colour", cop_owner_colour(look->scene, i));
        add_words(text, "who", seat->who != NULL ? seat->who : "human");
        add_words(text, "limit", seat->limit);
        cop_text_add(text, ", \"score\": ");
        cop_json_number(text, score);
        cop_text_add(text, "}");
    }
    cop_text_add(text, "]");
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

static void write_moves(const struct look *look, struct cop_text *text)
{
    cop_move *moves = cop_allocate((size_t)look->game->max_moves * sizeof *moves);
    int count = has_moves(look) ? look->game->rules->moves(look->game, state_of(look), moves) : 0;
    struct cop_text word = COP_TEXT;

    cop_text_add(text, "[");
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
static void write_clicks(const struct look *look, struct cop_text *text)
{
    int written = 0;

    if (look->game->rules->click == NULL || !has_moves(look)) {
        cop_text_add(text, "null");
        return;
    }
    cop_text_add(text, "{");
    for (int i = 0; i < look->scene->cell_count; i++) {
        int cell = look->game->rules->click(look->game, state_of(look), i);

        if (cell != i)
            cop_text_add(text, "%s\"%d\": %d", written++ > 0 ? ", " : "", i, cell);
    }
    cop_text_add(text, "}");
}

static void write_past_move(const struct look *look, int ply, struct cop_text *text)
{
    const struct cop_table *table = look->table;
    const struct cop_ply_note *note = &table->notes[ply];
    const void *before = cop_session_state(table->session, ply);
    cop_move move = table->session->setup.record.moves[ply];
    int player = look->game->rules->turn(look->game, before);
    struct cop_text word = COP_TEXT;

    cop_text_add(text, "{\"move\": ");
    if (keeps_secrets(look) && look->viewer != player &&
        cop_move_is_secret(look->game, before, move)) {
        cop_text_add(text, "null");
    } else {
        look->game->rules->write_move(look->game, before, move, &word);
        cop_text_add_json(text, word.bytes);
    }
    cop_text_add(text, ", \"player\": %d, \"value\": %s", player, note->has_value ? "[" : "null");
    for (int i = 0; i < look->game->players && note->has_value; i++)
        cop_text_add(text, "%s%.4g", i > 0 ? "," : "", note->value[i]);
    cop_text_add(text, "%s, \"proof\": \"%s\"}", note->has_value ? "]" : "",
                 cop_proof_names[note->proof]);
    cop_text_free(&word);
}

static void write_position(const struct look *look, struct cop_text *text)
{
    struct cop_text position = COP_TEXT;

    if (!keeps_secrets(look))
        look->game->rules->write_position(look->game, state_of(look), &position);
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

static void write_end(const struct look *look, struct cop_text *text)
{
    bool has_resigned = look->table->resigned >= 0;
    double payoff[COP_PLAYERS_MAX];

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

static void write_abilities(const struct look *look, struct cop_text *text)
{
    const struct cop_table *table = look->table;
    int turn = turn_of(look);
    int undoer = keeps_secrets(look) ? look->viewer : -1;

    cop_text_add(text, "{\"undo\": ");
    cop_json_flag(text, cop_table_undo_ply(table, undoer) >= 0);
    cop_text_add(text, ", \"hint\": ");
    cop_json_flag(text, turn >= 0 && (!keeps_secrets(look) || look->viewer == turn));
    cop_text_add(text, ", \"resign\": ");
    cop_json_flag(text, !cop_table_is_over(table) && cop_table_people(table) > 0);
    cop_text_add(text, "}");
}

static void write_search(const struct look *look, struct cop_text *text)
{
    const struct cop_search *search = look->table->search;

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

static const struct {
    const char *name;
    void (*write)(const struct look *look, struct cop_text *text);
} parts[] = {
    {"id", write_id},         {"game", write_game},       {"title", write_title},
    {"name", write_name},     {"players", write_players}, {"chance", write_chance},
    {"hidden", write_hidden}, {"open", write_open},       {"ply", write_ply},
    {"at", write_at},         {"turn", write_turn},       {"viewer", write_viewer},
    {"moves", write_moves},   {"clicks", write_clicks},   {"position", write_position},
    {"over", write_end},      {"can", write_abilities},   {"search", write_search},
};

enum { PARTS = sizeof parts / sizeof parts[0] };
static_assert(PARTS + COP_SCENE_LISTS == COP_STATE_PARTS, "a fingerprint for each");

/* ---- A state, or what is new of it ---- */

/* Keeps the fingerprint of what is about to be told. Has it been told before? */
static bool is_known(struct cop_told *told, int part, const struct cop_text *value)
{
    uint64_t print = cop_fingerprint(value->bytes, value->length);
    bool is_same = told->revision > 0 && told->parts[part] == print;

    told->parts[part] = print;
    return is_same;
}

static void add_parts(const struct look *look, struct cop_told *told, struct cop_text *text)
{
    struct cop_text value = COP_TEXT;

    for (int i = 0; i < PARTS; i++) {
        cop_text_clear(&value);
        parts[i].write(look, &value);
        if (is_known(told, i, &value))
            continue;
        cop_text_add(text, ",\n\"%s\": ", parts[i].name);
        cop_text_add_bytes(text, value.bytes, value.length);
    }
    cop_text_free(&value);
}

static void add_scene(const struct look *look, struct cop_told *told, struct cop_text *text)
{
    struct cop_text value = COP_TEXT;
    int written = 0;

    for (int i = 0; i < COP_SCENE_LISTS; i++) {
        const char *name;

        cop_text_clear(&value);
        name = cop_json_scene_list(&value, look->scene, i);
        if (is_known(told, PARTS + i, &value))
            continue;
        cop_text_add(text, "%s\"%s\": ", written++ > 0 ? ", " : ",\n\"scene\": {", name);
        cop_text_add_bytes(text, value.bytes, value.length);
    }
    cop_text_add(text, written > 0 ? "}" : "");
    cop_text_free(&value);
}

static void make_room(struct cop_told *told, int plies)
{
    if (plies <= told->move_room)
        return;
    told->move_room = 2 * plies;
    told->moves = cop_reallocate(told->moves, (size_t)told->move_room * sizeof *told->moves);
}

/* Writes the moves from the first one on that is not known; returns that one's number. */
static int write_new_moves(const struct look *look, struct cop_told *told, struct cop_text *text)
{
    struct cop_text entry = COP_TEXT;
    int first = 0;

    make_room(told, look->ply);
    for (int ply = 0; ply < look->ply; ply++) {
        uint64_t print;

        cop_text_clear(&entry);
        write_past_move(look, ply, &entry);
        print = cop_fingerprint(entry.bytes, entry.length);
        if (first == ply && ply < told->move_count && told->moves[ply] == print) {
            first++;
            continue;
        }
        told->moves[ply] = print;
        cop_text_add(text, ply > first ? ", " : "");
        cop_text_add_bytes(text, entry.bytes, entry.length);
    }
    cop_text_free(&entry);
    return first;
}

static void add_history(const struct look *look, struct cop_told *told, struct cop_text *text)
{
    struct cop_text moves = COP_TEXT;
    int first = write_new_moves(look, told, &moves);

    if (told->revision == 0)
        cop_text_add(text, ",\n\"history\": [%s]", moves.bytes);
    else if (first < look->ply || told->move_count != look->ply)
        cop_text_add(text, ",\n\"history\": {\"from\": %d, \"moves\": [%s]}", first, moves.bytes);
    told->move_count = look->ply;
    cop_text_free(&moves);
}

static void fill_scene(const struct look *look, struct cop_scene *scene)
{
    struct cop_position_view view = {look->game, state_of(look), look->viewer, NULL, COP_NO_MOVE};

    if (look->at > 0) {
        view.before = cop_session_state(look->table->session, look->at - 1);
        view.last = look->table->session->setup.record.moves[look->at - 1];
    }
    cop_position_scene(&view, scene);
}

static void write_look(struct look *look, struct cop_told *told, struct cop_text *text)
{
    struct cop_scene scene = {0};

    fill_scene(look, &scene);
    look->scene = &scene;
    cop_text_add(text, "{\"revision\": %llu", (unsigned long long)look->revision);
    if (told->revision > 0)
        cop_text_add(text, ", \"base\": %llu", (unsigned long long)told->revision);
    add_parts(look, told, text);
    add_scene(look, told, text);
    add_history(look, told, text);
    cop_text_add(text, "}\n");
    told->revision = look->revision;
    cop_scene_free(&scene);
}

void cop_write_state(const struct cop_table *table, int viewer, int at, struct cop_text *text)
{
    struct cop_told nothing = {.revision = 0};
    struct look look = {.table = table,
                        .game = cop_table_game(table),
                        .viewer = viewer,
                        .ply = table->ply,
                        .at = at,
                        .is_now = at == table->ply,
                        .revision = table->revision};

    write_look(&look, &nothing, text);
    cop_told_free(&nothing);
}

void cop_write_news(const struct cop_table *table, int viewer, int ply, struct cop_told *told,
                    struct cop_text *text)
{
    bool is_now = ply == table->ply;
    struct look look = {.table = table,
                        .game = cop_table_game(table),
                        .viewer = viewer,
                        .ply = ply,
                        .at = ply,
                        .is_now = is_now,
                        .revision = is_now    ? table->revision
                                    : ply > 0 ? table->notes[ply - 1].revision
                                              : 1};

    write_look(&look, told, text);
}

void cop_told_free(struct cop_told *told)
{
    free(told->moves);
    *told = (struct cop_told){.revision = 0};
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
