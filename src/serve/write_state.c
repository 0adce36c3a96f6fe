/* write_state.c - a table as JSON, with nothing in it that the viewer may not know. */
#include "serve/write_state.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/report_view.h"
#include "agent/write_json.h"
#include "base/allocate.h"
#include "base/fingerprint.h"
#include "game/position_view.h"
#include "game/prompt.h"
#include "serve/table.h"

/* One look at a table. */
struct look {
    const struct cop_table *table;
    const struct cop_game *game;
    int viewer;
    int ply, at;  /* the last ply that exists for this look, and the node that is shown */
    bool is_now;  /* it is the table's last ply, and the table as it is */
    bool may_try; /* it is no position to play in, but moves can be tried */
    uint64_t revision;
    const struct cop_scene *scene;
    void *state; /* the position at the node */
    int *sides;  /* the record's side moves that exist for this look */
    int side_count;
};

static const void *state_of(const struct look *look)
{
    return look->state;
}

static int turn_of(const struct look *look)
{
    return cop_table_turn(look->table, look->at);
}

void cop_write_turn(struct cop_json *json, const char *name, int turn)
{
    if (turn >= 0)
        cop_json_add_integer(json, name, turn);
    else
        cop_json_add_string(json, name, turn == COP_CHANCE ? "chance" : "over");
}

/* ---- The parts of a state: each writes the value of its key ---- */

static void write_id(const struct look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->table->id);
}

static void write_game(const struct look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->game->name);
}

static void write_title(const struct look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->game->rules->title);
}

static void write_name(const struct look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->game->rules->name);
}

static void write_chance(const struct look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, look->game->has_chance);
}

static void write_hidden(const struct look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, look->game->is_hidden);
}

static void write_open(const struct look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, look->game->is_hidden && !cop_table_has_secrets(look->table));
}

static void write_ply(const struct look *look, struct cop_json *json)
{
    cop_json_add_integer(json, NULL, look->ply);
}

static void write_at(const struct look *look, struct cop_json *json)
{
    cop_json_add_integer(json, NULL, look->at);
}

static void write_turn(const struct look *look, struct cop_json *json)
{
    cop_write_turn(json, NULL, turn_of(look));
}

static void write_viewer(const struct look *look, struct cop_json *json)
{
    cop_json_add_integer(json, NULL, look->viewer);
}

static bool keeps_secrets(const struct look *look)
{
    return look->game->is_hidden && look->viewer >= 0;
}

static void write_players(const struct look *look, struct cop_json *json)
{
    cop_json_array(json, NULL);
    for (int i = 0; i < look->game->players; i++) {
        const struct cop_seat *seat = &look->table->seats[i];
        double score = NAN;

        if (look->game->rules->score != NULL && !keeps_secrets(look))
            score = look->game->rules->score(look->game, state_of(look), i);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "name", cop_player_name(look->game, i));
        cop_json_add_string(json, "colour", cop_owner_colour(look->scene, i));
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

/* A person's moves, told only where they can be played, and to whom they belong; and all moves,
 * those of chance too, where they can be tried. */
static bool has_moves(const struct look *look)
{
    int turn = turn_of(look);

    if (look->may_try)
        return look->game->rules->turn(look->game, state_of(look)) != COP_OVER;
    return look->is_now && turn >= 0 && look->table->seats[turn].who == NULL &&
           (!keeps_secrets(look) || look->viewer == turn);
}

static void write_moves(const struct look *look, struct cop_json *json)
{
    cop_move *moves = cop_allocate((size_t)look->game->max_moves * sizeof *moves);
    int count = has_moves(look) ? look->game->rules->moves(look->game, state_of(look), moves) : 0;
    struct cop_text word = COP_TEXT;

    cop_json_array(json, NULL);
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

/* A sentence for each click of the longest move, where somebody can move. */
static void write_prompts(const struct look *look, struct cop_json *json)
{
    int steps = has_moves(look) ? cop_prompt_steps(look->game, state_of(look)) : 0;
    struct cop_text words = COP_TEXT;

    cop_json_array(json, NULL);
    for (int step = 0; step < steps; step++) {
        cop_text_clear(&words);
        cop_prompt_write(look->game, state_of(look), step, &words);
        cop_json_add_string(json, NULL, words.bytes);
    }
    cop_json_end(json);
    cop_text_free(&words);
}

/* Cells that stand for another one, as any block of a group does. */
static void write_clicks(const struct look *look, struct cop_json *json)
{
    if (look->game->rules->click == NULL || !has_moves(look)) {
        cop_json_add_null(json, NULL);
        return;
    }
    cop_json_object(json, NULL);
    for (int i = 0; i < look->scene->cell_count; i++) {
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

static void write_past_move(const struct look *look, int ply, struct cop_json *json)
{
    cop_json_object(json, NULL);
    add_past_move(look, ply, json);
    add_thought(look, &look->table->notes[ply], json);
    cop_json_end(json);
}

static void write_position(const struct look *look, struct cop_json *json)
{
    struct cop_text position = COP_TEXT;

    if (!keeps_secrets(look))
        look->game->rules->write_position(look->game, state_of(look), &position);
    cop_json_add_string(json, NULL, keeps_secrets(look) ? NULL : position.bytes);
    cop_text_free(&position);
}

static void write_side_end(const struct look *look, struct cop_json *json)
{
    struct cop_text words = COP_TEXT;
    double payoff[COP_PLAYERS_MAX];

    cop_result_in_words(look->game, state_of(look), &words);
    look->game->rules->payoff(look->game, state_of(look), payoff);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "words", words.bytes);
    cop_json_add_string(json, "why", cop_ending_of(look->game, state_of(look)));
    cop_json_add_numbers(json, "payoff", payoff, look->game->players, 9);
    cop_json_add_null(json, "resigned");
    cop_json_end(json);
    cop_text_free(&words);
}

static void write_end(const struct look *look, struct cop_json *json)
{
    const struct cop_course *course = &look->table->session->course;
    double payoff[COP_PLAYERS_MAX];

    if (turn_of(look) != COP_OVER) {
        cop_json_add_null(json, NULL);
        return;
    }
    if (look->at >= COP_SIDE_FIRST) {
        write_side_end(look, json);
        return;
    }
    cop_course_payoff(course, payoff); /* only the last position of a game is its end */
    cop_json_object(json, NULL);
    cop_json_add_string(json, "words", look->table->result != NULL ? look->table->result : "");
    cop_json_add_string(json, "why", cop_ending_of(look->game, state_of(look)));
    cop_json_add_numbers(json, "payoff", payoff, look->game->players, 9);
    if (course->loser >= 0)
        cop_json_add_integer(json, "resigned", course->loser);
    else
        cop_json_add_null(json, "resigned");
    cop_json_end(json);
}

static void write_abilities(const struct look *look, struct cop_json *json)
{
    const struct cop_table *table = look->table;
    int turn = turn_of(look);
    int undoer = keeps_secrets(look) ? look->viewer : -1;

    cop_json_object(json, NULL);
    cop_json_add_flag(json, "undo", cop_table_undo_ply(table, undoer) >= 0);
    cop_json_add_flag(json, "hint", turn >= 0 && (!keeps_secrets(look) || look->viewer == turn));
    cop_json_add_flag(json, "resign", !cop_table_is_over(table) && cop_table_people(table) > 0);
    cop_json_end(json);
}

static void write_search(const struct look *look, struct cop_json *json)
{
    const struct cop_search *search = look->table->search;

    if (search == NULL || look->revision != look->table->revision) {
        cop_json_add_null(json, NULL);
        return;
    }
    cop_json_object(json, NULL);
    cop_json_add_string(json, "kind", cop_search_kind_names[search->kind]);
    cop_json_add_string(json, "agent", search->agent);
    cop_json_add_string(json, "limit", search->limit);
    cop_json_add_integer(json, "at", search->ply);
    cop_json_add_flag(json, "waiting", search->is_waiting);
    cop_json_end(json);
}

/* Why an agent is to move and is not asked. */
static void write_waits(const struct look *look, struct cop_json *json)
{
    const struct cop_table *table = look->table;
    bool waits = table->is_stalled && table->turn >= 0 && table->seats[table->turn].who != NULL;

    cop_json_add_string(json, NULL, waits ? table->failure : NULL);
}

static void write_saved(const struct look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, !look->table->is_unsaved);
}

static const struct {
    const char *name;
    void (*write)(const struct look *look, struct cop_json *json);
} parts[] = {
    {"id", write_id},         {"game", write_game},       {"title", write_title},
    {"name", write_name},     {"players", write_players}, {"chance", write_chance},
    {"hidden", write_hidden}, {"open", write_open},       {"ply", write_ply},
    {"at", write_at},         {"turn", write_turn},       {"viewer", write_viewer},
    {"moves", write_moves},   {"clicks", write_clicks},   {"position", write_position},
    {"over", write_end},      {"can", write_abilities},   {"search", write_search},
    {"waits", write_waits},   {"saved", write_saved},     {"prompts", write_prompts},
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

static void add_parts(const struct look *look, struct cop_told *told, struct cop_json *json)
{
    struct cop_text value = COP_TEXT;

    for (int i = 0; i < PARTS; i++) {
        struct cop_json part = {.text = &value};

        cop_text_clear(&value);
        parts[i].write(look, &part);
        if (is_known(told, i, &value))
            continue;
        cop_json_line(json, 0);
        cop_json_add_written(json, parts[i].name, value.bytes);
    }
    cop_text_free(&value);
}

static void add_scene(const struct look *look, struct cop_told *told, struct cop_json *json)
{
    struct cop_text value = COP_TEXT;
    bool has_begun = false;

    for (int i = 0; i < COP_SCENE_LISTS; i++) {
        struct cop_json list = {.text = &value};

        cop_text_clear(&value);
        cop_json_add_scene_list(&list, NULL, look->scene, i);
        if (is_known(told, PARTS + i, &value))
            continue;
        if (!has_begun) {
            cop_json_line(json, 0);
            cop_json_object(json, "scene");
        }
        has_begun = true;
        cop_json_add_written(json, cop_scene_list_names[i], value.bytes);
    }
    if (has_begun)
        cop_json_end(json);
    cop_text_free(&value);
}

/* ---- Lists that are told from the first entry on that is new ---- */

static void write_side(const struct look *look, int index, struct cop_json *json)
{
    const struct cop_record *record = &look->table->session->course.record;
    const struct cop_side *side = &record->sides[look->sides[index]];

    cop_json_object(json, NULL);
    cop_json_add_integer(json, "id", side->node);
    cop_json_add_integer(json, "parent", side->parent);
    cop_json_add_string(json, "move", side->word);
    cop_json_add_integer(json, "player", side->player);
    cop_json_end(json);
}

struct list {
    const char *name;
    void (*write)(const struct look *look, int index, struct cop_json *json);
    int count;
};

/* Writes one entry alone; returns its fingerprint. */
static uint64_t write_entry(const struct look *look, const struct list *list, int index,
                            struct cop_text *entry)
{
    struct cop_json json = {.text = entry};

    cop_text_clear(entry);
    list->write(look, index, &json);
    return cop_fingerprint(entry->bytes, entry->length);
}

/* How many entries, from the first one on, have been told as they are. */
static int count_known(const struct look *look, const struct list *list,
                       const struct cop_told_list *told)
{
    struct cop_text entry = COP_TEXT;
    int known = 0;

    while (known < list->count && known < told->count &&
           write_entry(look, list, known, &entry) == told->prints[known])
        known++;
    cop_text_free(&entry);
    return known;
}

static void make_room(struct cop_told_list *told, int count)
{
    if (count <= told->room)
        return;
    told->room = 2 * count;
    told->prints = cop_reallocate(told->prints, (size_t)told->room * sizeof *told->prints);
}

static void add_entries(const struct look *look, const struct list *list, int first,
                        struct cop_told_list *told, const char *name, struct cop_json *json)
{
    struct cop_text entry = COP_TEXT;

    make_room(told, list->count);
    cop_json_array(json, name);
    for (int i = first; i < list->count; i++) {
        told->prints[i] = write_entry(look, list, i, &entry);
        cop_json_add_written(json, NULL, entry.bytes);
    }
    cop_json_end(json);
    cop_text_free(&entry);
}

static void add_list(const struct look *look, const struct list *list, bool is_first,
                     struct cop_told_list *told, struct cop_json *json)
{
    int known = count_known(look, list, told);

    cop_json_line(json, 0);
    if (is_first) {
        add_entries(look, list, 0, told, list->name, json);
    } else if (known < list->count || told->count != list->count) {
        cop_json_object(json, list->name);
        cop_json_add_integer(json, "from", known);
        add_entries(look, list, known, told, "moves", json);
        cop_json_end(json);
    }
    told->count = list->count;
}

static void add_lists(const struct look *look, struct cop_told *told, struct cop_json *json)
{
    struct list history = {"history", write_past_move, look->ply};
    struct list sides = {"sides", write_side, look->side_count};
    bool is_first = told->revision == 0;

    add_list(look, &history, is_first, &told->history, json);
    add_list(look, &sides, is_first, &told->sides, json);
}

/* ---- A look, from its beginning to its end ---- */

static void fill_scene(const struct look *look, struct cop_scene *scene)
{
    const struct cop_course *course = &look->table->session->course;
    struct cop_position_view view = {look->game, state_of(look), look->viewer, NULL, COP_NO_MOVE};
    void *before = cop_allocate(look->game->state_size);

    if (look->at >= COP_SIDE_FIRST) {
        const struct cop_side *side = cop_record_side(&course->record, look->at);

        cop_course_look_at(course, side->parent, before);
        view.before = before;
        view.last = side->move;
    } else if (look->at > 0) {
        view.before = cop_course_state(course, look->at - 1);
        view.last = course->record.moves[look->at - 1];
    }
    cop_position_scene(&view, scene);
    free(before);
}

/* Side lines are nobody's secret, or nobody is told of them. */
static void find_sides(struct look *look)
{
    const struct cop_record *record = &look->table->session->course.record;

    look->sides = cop_allocate(sizeof *look->sides * ((size_t)record->side_count + 1));
    for (int i = 0; i < record->side_count && !keeps_secrets(look); i++)
        if (cop_record_trunk(record, record->sides[i].node) <= look->ply)
            look->sides[look->side_count++] = i;
}

static void write_look(const struct look *asked, struct cop_told *told, struct cop_text *text)
{
    struct cop_json json = {.text = text};
    struct cop_scene scene = {0};
    struct look own = *asked, *look = &own;

    look->state = cop_allocate(look->game->state_size);
    cop_course_look_at(&look->table->session->course, look->at, look->state);
    find_sides(look);
    fill_scene(look, &scene);
    look->scene = &scene;
    cop_json_object(&json, NULL);
    cop_json_add_unsigned(&json, "revision", look->revision);
    if (told->revision > 0)
        cop_json_add_unsigned(&json, "base", told->revision);
    add_parts(look, told, &json);
    add_scene(look, told, &json);
    add_lists(look, told, &json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    told->revision = look->revision;
    cop_scene_free(&scene);
    free(look->state);
    free(look->sides);
}

/* Is this a position in which nobody plays, and not a secret one? */
static bool may_try(const struct cop_table *table, int at)
{
    return !cop_table_has_secrets(table) && (at != table->ply || table->session->course.loser >= 0);
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
                        .may_try = may_try(table, at),
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
                        .may_try = is_now && may_try(table, ply),
                        .revision = is_now    ? table->revision
                                    : ply > 0 ? table->notes[ply - 1].revision
                                              : 1};

    write_look(&look, told, text);
}

void cop_told_free(struct cop_told *told)
{
    free(told->history.prints);
    free(told->sides.prints);
    *told = (struct cop_told){.revision = 0};
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
    cop_write_turn(json, "turn", table->turn);
    cop_json_add_flag(json, "over", table->turn == COP_OVER);
    cop_json_add_string(json, "result", table->result);
    cop_json_add_integer(json, "changed", table->changed);
    cop_json_end(json);
}
