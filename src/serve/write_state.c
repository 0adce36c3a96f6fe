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
#include "serve/look.h"
#include "serve/pace.h"
#include "serve/table.h"
#include "serve/write_review.h"
#include "serve/write_scene.h"

/* Bytes of a CHANGE: with what makes an event of it less than 4 KiB. Moves that would make it
 * longer are asked for. */
enum { CHANGE_MAX = 3800 };

int cop_look_turn(const struct cop_look *look)
{
    if (look->table == NULL)
        return look->game->rules->turn(look->game, look->state);
    return cop_table_turn(look->table, look->at);
}

bool cop_look_keeps_secrets(const struct cop_look *look)
{
    return look->game->is_hidden && look->viewer >= 0;
}

void cop_write_turn(struct cop_json *json, const char *name, int turn)
{
    if (turn >= 0)
        cop_json_add_integer(json, name, turn);
    else
        cop_json_add_string(json, name, turn == COP_CHANCE ? "chance" : "over");
}

/* ---- The parts of a state: each writes the value of its key ---- */

static void write_id(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->table->id);
}

static void write_game(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->game->name);
}

static void write_title(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->game->rules->title);
}

/* What its record says it was part of: a tournament, an experiment. */
static void write_event(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->table->session->course.record.event);
}

static void write_name(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_string(json, NULL, look->game->rules->name);
}

static void write_chance(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, look->game->has_chance);
}

static void write_hidden(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, look->game->is_hidden);
}

static void write_open(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, look->game->is_hidden && !cop_table_has_secrets(look->table));
}

static void write_ply(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_integer(json, NULL, look->ply);
}

static void write_at(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_integer(json, NULL, look->at);
}

static void write_turn(const struct cop_look *look, struct cop_json *json)
{
    cop_write_turn(json, NULL, cop_look_turn(look));
}

static void write_viewer(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_integer(json, NULL, look->viewer);
}

static void write_players(const struct cop_look *look, struct cop_json *json)
{
    cop_json_array(json, NULL);
    for (int i = 0; i < look->game->players; i++) {
        const struct cop_seat *seat = &look->table->seats[i];
        double score = NAN;

        if (look->game->rules->score != NULL && !cop_look_keeps_secrets(look))
            score = look->game->rules->score(look->game, look->state, i);
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

/* What was played, and by whom if not by who sits there now. */
static void add_past_word(const struct cop_look *look, int ply, struct cop_json *json)
{
    const struct cop_course *course = &look->table->session->course;
    const void *before = cop_course_state(course, ply);
    struct cop_text word = COP_TEXT;

    if (cop_look_keeps_secrets(look) && !cop_course_tells(course, ply, look->viewer)) {
        cop_json_add_null(json, "move");
    } else {
        look->game->rules->write_move(look->game, before, course->record.moves[ply], &word);
        cop_json_add_string(json, "move", word.bytes);
    }
    if (course->record.makers[ply] != NULL)
        cop_json_add_string(json, "by", course->record.makers[ply]);
    cop_text_free(&word);
}

/* What the move has come to, where that is what the game is about. */
static void add_points(const struct cop_look *look, int ply, struct cop_json *json)
{
    const struct cop_rules *rules = look->game->rules;
    const void *after = cop_course_state(&look->table->session->course, ply + 1);

    if (look->game->players == 1 && rules->score != NULL)
        cop_json_add_number(json, "points", rules->score(look->game, after, 0), 9);
}

static void add_past_move(const struct cop_look *look, int ply, struct cop_json *json)
{
    const void *before = cop_course_state(&look->table->session->course, ply);

    add_past_word(look, ply, json);
    cop_json_add_integer(json, "player", look->game->rules->turn(look->game, before));
    add_points(look, ply, json);
}

static void add_thought(const struct cop_look *look, const struct cop_ply_note *note,
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

static void add_played(const struct cop_look *look, int ply, struct cop_json *json)
{
    add_past_move(look, ply, json);
    add_thought(look, &look->table->notes[ply], json);
}

/* Of most moves nothing was thought. */
static void add_any_thought(const struct cop_look *look, int ply, struct cop_json *json)
{
    const struct cop_ply_note *note = &look->table->notes[ply];

    if (note->has_value || note->proof != COP_UNPROVEN)
        add_thought(look, note, json);
}

static void add_played_briefly(const struct cop_look *look, int ply, struct cop_json *json)
{
    add_past_move(look, ply, json);
    add_any_thought(look, ply, json);
}

/* Who made it does not change. */
static void add_played_again(const struct cop_look *look, int ply, struct cop_json *json)
{
    add_past_word(look, ply, json);
    add_points(look, ply, json);
    add_any_thought(look, ply, json);
}

static void write_position(const struct cop_look *look, struct cop_json *json)
{
    struct cop_text position = COP_TEXT;

    if (!cop_look_keeps_secrets(look))
        look->game->rules->write_position(look->game, look->state, &position);
    cop_json_add_string(json, NULL, cop_look_keeps_secrets(look) ? NULL : position.bytes);
    cop_text_free(&position);
}

static void write_side_end(const struct cop_look *look, struct cop_json *json)
{
    struct cop_text words = COP_TEXT;
    double payoff[COP_PLAYERS_MAX];

    cop_result_in_words(look->game, look->state, &words);
    look->game->rules->payoff(look->game, look->state, payoff);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "words", words.bytes);
    cop_json_add_string(json, "why", cop_ending_of(look->game, look->state));
    cop_json_add_numbers(json, "payoff", payoff, look->game->players, 9);
    cop_json_add_null(json, "resigned");
    cop_json_end(json);
    cop_text_free(&words);
}

static void write_end(const struct cop_look *look, struct cop_json *json)
{
    const struct cop_course *course = &look->table->session->course;
    double payoff[COP_PLAYERS_MAX];

    if (cop_look_turn(look) != COP_OVER) {
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
    cop_json_add_string(json, "why", cop_ending_of(look->game, look->state));
    cop_json_add_numbers(json, "payoff", payoff, look->game->players, 9);
    if (course->loser >= 0)
        cop_json_add_integer(json, "resigned", course->loser);
    else
        cop_json_add_null(json, "resigned");
    cop_json_end(json);
}

static void write_abilities(const struct cop_look *look, struct cop_json *json)
{
    const struct cop_table *table = look->table;
    int turn = cop_look_turn(look);
    int undoer = cop_look_keeps_secrets(look) ? look->viewer : -1;

    cop_json_object(json, NULL);
    cop_json_add_flag(json, "undo", cop_table_undo_ply(table, undoer) >= 0);
    cop_json_add_flag(json, "hint",
                      turn >= 0 && (!cop_look_keeps_secrets(look) || look->viewer == turn));
    cop_json_add_flag(json, "resign", !cop_table_is_over(table) && cop_table_people(table) > 0);
    cop_json_add_flag(json, "review", cop_review_fits(table, NULL));
    cop_json_end(json);
}

static void write_search(const struct cop_look *look, struct cop_json *json)
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
static void write_waits(const struct cop_look *look, struct cop_json *json)
{
    const struct cop_table *table = look->table;
    bool waits = table->is_stalled && table->turn >= 0 && table->seats[table->turn].who != NULL;

    cop_json_add_string(json, NULL, waits ? table->failure : NULL);
}

/* Null where people play. */
static void write_pace(const struct cop_look *look, struct cop_json *json)
{
    if (!cop_pace_applies(look->table)) {
        cop_json_add_null(json, NULL);
        return;
    }
    cop_json_object(json, NULL);
    cop_json_add_string(json, "speed", cop_pace_names[look->table->pace]);
    cop_json_add_flag(json, "paused", look->table->is_paused);
    cop_json_end(json);
}

/* Reviews are made only where nothing is secret. */
static void write_review(const struct cop_look *look, struct cop_json *json)
{
    if (cop_look_keeps_secrets(look) || look->revision != look->table->revision)
        cop_json_add_null(json, NULL);
    else
        cop_write_review_progress(look->table, json);
}

static void write_saved(const struct cop_look *look, struct cop_json *json)
{
    cop_json_add_flag(json, NULL, !look->table->is_unsaved);
}

static const struct {
    const char *name;
    void (*write)(const struct cop_look *look, struct cop_json *json);
} parts[] = {
    {"id", write_id},         {"game", write_game},
    {"title", write_title},   {"name", write_name},
    {"event", write_event},   {"players", write_players},
    {"chance", write_chance}, {"hidden", write_hidden},
    {"open", write_open},     {"ply", write_ply},
    {"at", write_at},         {"turn", write_turn},
    {"viewer", write_viewer}, {"position", write_position},
    {"over", write_end},      {"can", write_abilities},
    {"search", write_search}, {"waits", write_waits},
    {"saved", write_saved},   {"prompts", cop_write_prompts_of},
    {"review", write_review}, {"pace", write_pace},
};

enum { PARTS = sizeof parts / sizeof parts[0] };
enum { MOVES = PARTS, CLICKS, PRINTS };
static_assert((int)PRINTS == (int)COP_STATE_PARTS, "a fingerprint for each");

/* ---- A state, or what is new of it ---- */

/* Keeps the fingerprint of what is about to be told. Has it been told before? */
static bool is_known(struct cop_told *told, int part, const struct cop_text *value)
{
    uint64_t print = cop_fingerprint(value->bytes, value->length);
    bool is_same = told->revision > 0 && told->parts[part] == print;

    told->parts[part] = print;
    return is_same;
}

static void add_parts(const struct cop_look *look, struct cop_told *told, struct cop_json *json)
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

/* What can be done, last: of a CHANGE that would be too long with it, only that there is more. */
static void add_moves(const struct cop_look *look, struct cop_told *told, struct cop_json *json)
{
    struct cop_text moves = COP_TEXT, clicks = COP_TEXT;
    struct cop_json move_list = {.text = &moves}, click_list = {.text = &clicks};
    bool is_first = told->revision == 0, has_moves, has_clicks;

    cop_write_brief_moves_of(look, &move_list);
    cop_write_clicks_of(look, &click_list);
    has_moves = !is_known(told, MOVES, &moves);
    has_clicks = !is_known(told, CLICKS, &clicks);
    if (is_first) {
        cop_text_clear(&moves);
        cop_write_moves_of(look, &move_list);
    }
    cop_json_line(json, 0);
    if (!is_first && (has_moves || has_clicks) &&
        json->text->length + moves.length + clicks.length > CHANGE_MAX) {
        cop_json_add_null(json, "moves");
    } else {
        if (has_moves)
            cop_json_add_written(json, "moves", moves.bytes);
        if (has_clicks)
            cop_json_add_written(json, "clicks", clicks.bytes);
    }
    cop_text_free(&moves);
    cop_text_free(&clicks);
}

/* ---- Lists of which entries are told that are new, or read differently ---- */

static void add_side(const struct cop_look *look, int index, struct cop_json *json)
{
    const struct cop_record *record = &look->table->session->course.record;
    const struct cop_side *side = &record->sides[look->sides[index]];

    cop_json_add_integer(json, "id", side->node);
    cop_json_add_integer(json, "parent", side->parent);
    cop_json_add_string(json, "move", side->word);
    cop_json_add_integer(json, "player", side->player);
}

/* All write items of an entry: as STATE has it, as a CHANGE tells it, and tells it again. */
struct list {
    const char *name;
    void (*add)(const struct cop_look *look, int index, struct cop_json *json);
    void (*add_briefly)(const struct cop_look *look, int index, struct cop_json *json);
    void (*add_again)(const struct cop_look *look, int index, struct cop_json *json);
    int count;
};

static uint64_t print_of(const struct cop_look *look, const struct list *list, int index)
{
    struct cop_text entry = COP_TEXT;
    struct cop_json json = {.text = &entry};
    uint64_t print;

    cop_json_object(&json, NULL);
    list->add_briefly(look, index, &json);
    cop_json_end(&json);
    print = cop_fingerprint(entry.bytes, entry.length);
    cop_text_free(&entry);
    return print;
}

static void make_room(struct cop_told_list *told, int count)
{
    if (count <= told->room)
        return;
    told->room = 2 * count;
    told->prints = cop_reallocate(told->prints, (size_t)told->room * sizeof *told->prints);
}

/* How many of the entries that were told have their places still. A list that has become shorter
 * may be another one from the first difference on. */
static int count_kept(const struct list *list, const struct cop_told_list *told,
                      const uint64_t *prints)
{
    int kept = 0;

    if (told->count <= list->count)
        return told->count;
    while (kept < list->count && prints[kept] == told->prints[kept])
        kept++;
    return kept;
}

/* Entries that stay where they are and read differently: a value that is known now, a secret. */
static void add_again(const struct cop_look *look, const struct list *list, int kept,
                      const struct cop_told_list *told, const uint64_t *prints,
                      struct cop_json *json)
{
    bool has_begun = false;

    for (int i = 0; i < kept; i++) {
        if (prints[i] == told->prints[i])
            continue;
        if (!has_begun)
            cop_json_array(json, "again");
        has_begun = true;
        cop_json_object(json, NULL);
        cop_json_add_integer(json, "at", i);
        list->add_again(look, i, json);
        cop_json_end(json);
    }
    if (has_begun)
        cop_json_end(json);
}

static void add_entries(const struct cop_look *look, const struct list *list, int first,
                        void (*add)(const struct cop_look *look, int index, struct cop_json *json),
                        const char *name, struct cop_json *json)
{
    cop_json_array(json, name);
    for (int i = first; i < list->count; i++) {
        cop_json_object(json, NULL);
        add(look, i, json);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_news(const struct cop_look *look, const struct list *list,
                     const struct cop_told_list *told, const uint64_t *prints,
                     struct cop_json *json)
{
    int kept = count_kept(list, told, prints);

    if (told->count == list->count &&
        (kept == 0 || memcmp(prints, told->prints, (size_t)kept * sizeof *prints) == 0))
        return;
    cop_json_line(json, 0);
    cop_json_object(json, list->name);
    cop_json_tighten(json);
    cop_json_add_integer(json, "from", kept);
    add_again(look, list, kept, told, prints, json);
    add_entries(look, list, kept, list->add_briefly, "moves", json);
    cop_json_end(json);
}

static void add_list(const struct cop_look *look, const struct list *list, bool is_first,
                     struct cop_told_list *told, struct cop_json *json)
{
    uint64_t *prints = cop_allocate(((size_t)list->count + 1) * sizeof *prints);

    for (int i = 0; i < list->count; i++)
        prints[i] = print_of(look, list, i);
    if (is_first) {
        cop_json_line(json, 0);
        add_entries(look, list, 0, list->add, list->name, json);
    } else {
        add_news(look, list, told, prints, json);
    }
    make_room(told, list->count);
    if (list->count > 0)
        memcpy(told->prints, prints, (size_t)list->count * sizeof *prints);
    told->count = list->count;
    free(prints);
}

static void add_lists(const struct cop_look *look, struct cop_told *told, struct cop_json *json)
{
    struct list history = {"history", add_played, add_played_briefly, add_played_again, look->ply};
    struct list sides = {"sides", add_side, add_side, add_side, look->side_count};
    bool is_first = told->revision == 0;

    add_list(look, &history, is_first, &told->history, json);
    add_list(look, &sides, is_first, &told->sides, json);
}

/* ---- A look, from its beginning to its end ---- */

static void fill_scene(const struct cop_look *look, struct cop_scene *scene)
{
    const struct cop_course *course = &look->table->session->course;
    struct cop_position_view view = {look->game, look->state, look->viewer, NULL, COP_NO_MOVE};
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
    cop_scene_sort(scene);
    free(before);
}

/* Side lines are nobody's secret, or nobody is told of them. */
static void find_sides(struct cop_look *look)
{
    const struct cop_record *record = &look->table->session->course.record;

    look->sides = cop_allocate(sizeof *look->sides * ((size_t)record->side_count + 1));
    for (int i = 0; i < record->side_count && !cop_look_keeps_secrets(look); i++)
        if (cop_record_trunk(record, record->sides[i].node) <= look->ply)
            look->sides[look->side_count++] = i;
}

/* Finds what a look is made of, and what of it has to be freed. */
static void begin_look(struct cop_look *look, struct cop_scene *scene)
{
    look->state = cop_allocate(look->game->state_size);
    cop_course_look_at(&look->table->session->course, look->at, look->state);
    find_sides(look);
    fill_scene(look, scene);
    look->scene = scene;
}

static void end_look(struct cop_look *look)
{
    free(look->state);
    free(look->sides);
}

static void write_look(const struct cop_look *asked, struct cop_told *told, struct cop_text *text)
{
    struct cop_json json = {.text = text};
    struct cop_scene scene = {0};
    struct cop_look own = *asked, *look = &own;

    begin_look(look, &scene);
    cop_json_object(&json, NULL);
    cop_json_add_unsigned(&json, "revision", look->revision);
    if (told->revision > 0)
        cop_json_add_unsigned(&json, "base", told->revision);
    add_parts(look, told, &json);
    cop_write_scene_news(&json, "scene", &told->scene, &scene);
    add_lists(look, told, &json);
    add_moves(look, told, &json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    told->revision = look->revision;
    cop_scene_free(&told->scene);
    told->scene = scene;
    end_look(look);
}

/* Is this a position in which nobody plays, and not a secret one? */
static bool may_try(const struct cop_table *table, int at)
{
    return !cop_table_has_secrets(table) && (at != table->ply || table->session->course.loser >= 0);
}

/* The table as it is, at any of its nodes. */
static struct cop_look look_at(const struct cop_table *table, int viewer, int at)
{
    return (struct cop_look){.table = table,
                             .game = cop_table_game(table),
                             .viewer = viewer,
                             .ply = table->ply,
                             .at = at,
                             .is_now = at == table->ply,
                             .may_try = may_try(table, at),
                             .revision = table->revision};
}

void cop_write_moves(const struct cop_table *table, int viewer, int at, struct cop_text *text)
{
    struct cop_look look = look_at(table, viewer, at);
    struct cop_scene scene = {0};
    struct cop_text clicks = COP_TEXT, moves = COP_TEXT;
    struct cop_json click_list = {.text = &clicks}, move_list = {.text = &moves};
    struct cop_json json = {.text = text};

    begin_look(&look, &scene);
    cop_write_brief_moves_of(&look, &move_list);
    cop_write_clicks_of(&look, &click_list);
    cop_json_object(&json, NULL);
    cop_json_add_integer(&json, "ply", look.ply);
    cop_json_add_integer(&json, "at", look.at);
    cop_json_add_written(&json, "moves", moves.bytes);
    cop_json_add_written(&json, "clicks", clicks.bytes);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    cop_text_free(&clicks);
    cop_text_free(&moves);
    cop_scene_free(&scene);
    end_look(&look);
}

void cop_write_state(const struct cop_table *table, int viewer, int at, struct cop_text *text)
{
    struct cop_told nothing = {.revision = 0};
    struct cop_look look = look_at(table, viewer, at);

    write_look(&look, &nothing, text);
    cop_told_free(&nothing);
}

void cop_write_news(const struct cop_table *table, int viewer, int ply, struct cop_told *told,
                    struct cop_text *text)
{
    bool is_now = ply == table->ply;
    struct cop_look look = {.table = table,
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
    cop_scene_free(&told->scene);
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
    cop_json_add_string(json, "game_title", title_of(table));
    cop_write_seats(table, json);
    cop_json_add_integer(json, "ply", table->ply);
    cop_write_turn(json, "turn", table->turn);
    cop_json_add_flag(json, "over", table->turn == COP_OVER);
    cop_json_add_string(json, "result", table->result);
    cop_json_add_flag(json, "untouched", table->is_untouched);
    cop_json_add_integer(json, "changed", table->changed);
    cop_json_end(json);
}
