/* write_review.c - a review as JSON: how far it is, what it says, and what is kept of it. */
#include "serve/write_review.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/report_view.h"
#include "base/allocate.h"
#include "serve/seats.h"
#include "serve/table.h"
#include "serve/verdict.h"

/* ---- How far it is ---- */

static void add_progress(const struct cop_table *table, struct cop_json *json)
{
    const struct cop_review *review = table->review;
    struct cop_review_count count = cop_review_count(table);
    bool is_done = count.judged == count.positions;

    cop_json_add_string(json, "agent", review->engine.who);
    cop_json_add_string(json, "limit", review->engine.limit);
    cop_json_add_string(json, "state",
                        review->is_running ? "running"
                        : is_done          ? "done"
                                           : "stopped");
    cop_json_add_integer(json, "judged", count.judged);
    cop_json_add_integer(json, "positions", count.positions);
    cop_json_add_string(json, "failure", review->failure[0] != '\0' ? review->failure : NULL);
}

void cop_write_review_progress(const struct cop_table *table, struct cop_json *json)
{
    if (table->review == NULL) {
        cop_json_add_null(json, NULL);
        return;
    }
    cop_json_object(json, NULL);
    add_progress(table, json);
    cop_json_end(json);
}

/* ---- Moves in words ---- */

/* What the engine saw at a ply: with hidden pieces, what its player may know. */
static void look_at(const struct cop_course *course, int ply, void *state)
{
    const struct cop_game *game = course->game;
    int turn = game->rules->turn(game, cop_course_state(course, ply));

    cop_course_view(course, ply, game->is_hidden ? turn : -1, state);
}

static void add_move(const struct cop_game *game, const void *state, const char *name,
                     cop_move move, struct cop_json *json)
{
    struct cop_text word = COP_TEXT;

    game->rules->write_move(game, state, move, &word);
    cop_json_add_string(json, name, word.bytes);
    cop_text_free(&word);
}

static void add_line(const struct cop_course *course, int ply, const struct cop_judgement *made,
                     struct cop_json *json)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    look_at(course, ply, state);
    cop_json_array(json, "line");
    for (int i = 0; i < made->line_length; i++) {
        add_move(course->game, state, NULL, made->line[i], json);
        course->game->rules->play(course->game, state, made->line[i]);
    }
    cop_json_end(json);
}

/* ---- What it says ---- */

static void add_player(const struct cop_player_verdict *player, struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_add_integer(json, "moves", player->moves);
    cop_json_add_fixed(json, "accuracy", player->accuracy, 1);
    cop_json_add_integer(json, "inaccuracies", player->faults[COP_FAULT_INACCURACY]);
    cop_json_add_integer(json, "mistakes", player->faults[COP_FAULT_MISTAKE]);
    cop_json_add_integer(json, "blunders", player->faults[COP_FAULT_BLUNDER]);
    cop_json_add_integer(json, "missed_wins", player->missed_wins);
    cop_json_end(json);
}

static void add_standing(const struct cop_table *table, const struct cop_standing *standing,
                         struct cop_json *json)
{
    if (standing->is_known)
        cop_json_add_numbers(json, NULL, standing->chance, table->players, 4);
    else
        cop_json_add_null(json, NULL);
}

static void add_fault(const struct cop_table *table, int ply, const struct cop_verdict *verdict,
                      struct cop_json *json)
{
    const struct cop_course *course = &table->session->course;
    const struct cop_judgement *made = cop_review_at(table->review, course, ply);

    cop_json_object(json, NULL);
    cop_json_add_integer(json, "ply", ply);
    cop_json_add_integer(json, "player", verdict->player);
    add_move(course->game, cop_course_state(course, ply), "move", course->record.moves[ply], json);
    cop_json_add_string(json, "fault", cop_fault_names[verdict->fault]);
    cop_json_add_flag(json, "missed_win", verdict->missed_win);
    cop_json_add_number(json, "before", verdict->before, 4);
    cop_json_add_number(json, "after", verdict->after, 4);
    cop_json_add_flag(json, "at_least", verdict->is_at_least);
    cop_json_add_string(json, "words", made->words[0] != '\0' ? made->words : NULL);
    add_line(course, ply, made, json);
    cop_json_end(json);
}

/* A fault and where it is, to be sorted. */
struct place {
    double loss;
    int ply;
};

static int costliest_first(const void *left, const void *right)
{
    const struct place *a = left, *b = right;

    if (a->loss != b->loss)
        return a->loss > b->loss ? -1 : 1;
    return a->ply - b->ply;
}

static void add_faults(const struct cop_table *table, const struct cop_verdicts *verdicts,
                       struct cop_json *json)
{
    struct place *places = cop_allocate(((size_t)verdicts->ply + 1) * sizeof *places);
    int count = 0;

    for (int i = 0; i < verdicts->ply; i++) {
        const struct cop_verdict *verdict = &verdicts->moves[i];

        if (verdict->fault != COP_FAULT_NONE)
            places[count++] = (struct place){verdict->before - verdict->after, i};
    }
    qsort(places, (size_t)count, sizeof *places, costliest_first);
    cop_json_array(json, "faults");
    for (int i = 0; i < count; i++) {
        cop_json_line(json, 0);
        add_fault(table, places[i].ply, &verdicts->moves[places[i].ply], json);
    }
    cop_json_end(json);
    free(places);
}

void cop_write_review(const struct cop_table *table, struct cop_json *json)
{
    struct cop_verdicts verdicts;

    cop_verdicts_make(&verdicts, table->review, &table->session->course);
    cop_json_object(json, NULL);
    add_progress(table, json);
    cop_json_line(json, 0);
    cop_json_array(json, "players");
    for (int i = 0; i < table->players; i++)
        add_player(&verdicts.players[i], json);
    cop_json_end(json);
    cop_json_line(json, 0);
    cop_json_array(json, "chances");
    for (int i = 0; i <= verdicts.ply; i++)
        add_standing(table, &verdicts.standings[i], json);
    cop_json_end(json);
    cop_json_line(json, 0);
    add_faults(table, &verdicts, json);
    cop_json_end(json);
    cop_verdicts_free(&verdicts);
}

/* ---- In a file ---- */

/* Digits with which a number is the same when it is read again, so that what is rounded for people
 * is as well. */
enum { EXACT = 17 };

static void save_judgement(const struct cop_table *table, int ply, const struct cop_judgement *made,
                           struct cop_json *json)
{
    const struct cop_course *course = &table->session->course;

    cop_json_object(json, NULL);
    cop_json_add_integer(json, "ply", ply);
    cop_json_add_numbers(json, "chance", made->chance, table->players, EXACT);
    cop_json_add_string(json, "proof", cop_proof_names[made->proof]);
    cop_json_add_string(json, "words", made->words);
    add_line(course, ply, made, json);
    cop_json_add_number(json, "best", made->best_chance, EXACT);
    if (made->played != COP_NO_MOVE) {
        add_move(course->game, cop_course_state(course, ply), "played", made->played, json);
        cop_json_add_number(json, "played_chance", made->played_chance, EXACT);
        cop_json_add_string(json, "played_proof", cop_proof_names[made->played_proof]);
        cop_json_add_flag(json, "played_is_bound", made->played_is_bound);
    }
    cop_json_end(json);
}

/* Positions that were taken back are not there when the file is read. */
void cop_review_save(const struct cop_table *table, struct cop_json *json)
{
    const struct cop_review *review = table->review;

    if (review == NULL) {
        cop_json_add_null(json, "review");
        return;
    }
    cop_json_object(json, "review");
    cop_json_add_string(json, "agent", review->engine.who);
    cop_json_add_string(json, "limit", review->engine.limit);
    cop_json_add_flag(json, "goes_on", review->is_running && table->house->keeper_ends);
    cop_json_array(json, "positions");
    for (int i = 0; i <= table->ply && i < review->room; i++) {
        if (!review->positions[i].is_made)
            continue;
        cop_json_line(json, 0);
        save_judgement(table, i, &review->positions[i], json);
    }
    cop_json_end(json);
    cop_json_end(json);
}

static double number_of(const json_t *saved, const char *key)
{
    const json_t *value = json_object_get(saved, key);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static enum cop_proof proof_of(const json_t *saved, const char *key)
{
    const char *name = json_string_value(json_object_get(saved, key));

    for (int i = COP_UNPROVEN; i <= COP_PROVEN_WIN && name != NULL; i++)
        if (strcmp(cop_proof_names[i], name) == 0)
            return (enum cop_proof)i;
    return COP_UNPROVEN;
}

static bool read_chances(const json_t *list, int players, struct cop_judgement *made)
{
    if (json_array_size(list) != (size_t)players)
        return false;
    for (int i = 0; i < players; i++) {
        const json_t *value = json_array_get(list, (size_t)i);

        made->chance[i] = json_is_number(value) ? json_number_value(value) : NAN;
        if (made->chance[i] < 0 || made->chance[i] > 1)
            return false;
    }
    return true;
}

/* As far as its moves can be played. */
static void read_line(const struct cop_course *course, int ply, const json_t *list,
                      struct cop_judgement *made)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    const struct cop_game *game = course->game;

    look_at(course, ply, state);
    for (size_t i = 0; i < json_array_size(list) && i < COP_REVIEW_LINE; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        cop_move move;

        if (word == NULL || game->rules->turn(game, state) == COP_OVER ||
            !cop_move_read(game, state, word, &move, NULL))
            return;
        made->line[made->line_length++] = move;
        game->rules->play(game, state, move);
    }
}

static bool read_judgement(const struct cop_course *course, int ply, const json_t *saved,
                           struct cop_judgement *made)
{
    const char *words = json_string_value(json_object_get(saved, "words"));
    const char *played = json_string_value(json_object_get(saved, "played"));

    *made = (struct cop_judgement){.is_made = true, .proof = proof_of(saved, "proof")};
    read_line(course, ply, json_object_get(saved, "line"), made);
    if (!read_chances(json_object_get(saved, "chance"), course->game->players, made) ||
        made->line_length == 0)
        return false;
    if (words != NULL && strlen(words) < sizeof made->words)
        memcpy(made->words, words, strlen(words) + 1);
    made->best_chance = number_of(saved, "best");
    made->played_chance = NAN;
    if (played == NULL ||
        !cop_move_read(course->game, cop_course_state(course, ply), played, &made->played, NULL))
        return true;
    made->played_chance = number_of(saved, "played_chance");
    made->played_proof = proof_of(saved, "played_proof");
    made->played_is_bound = json_is_true(json_object_get(saved, "played_is_bound"));
    return true;
}

/* An engine that is not to be had any more has judged all the same, and does not go on. */
static void read_engine(const struct cop_table *table, const json_t *saved,
                        struct cop_review *review)
{
    const char *agent = json_string_value(json_object_get(saved, "agent"));
    const char *limit = json_string_value(json_object_get(saved, "limit"));

    cop_seat_restore(&review->engine, &table->house->options, agent, limit);
    cop_seat_judge(&review->engine, &table->house->options, cop_table_game(table));
    review->is_running =
        review->engine.refusal == NULL && json_is_true(json_object_get(saved, "goes_on"));
}

void cop_review_restore(struct cop_table *table, const json_t *saved)
{
    const struct cop_course *course = &table->session->course;
    const char *agent = json_string_value(json_object_get(saved, "agent"));
    const json_t *position;
    size_t i;

    if (agent == NULL || strcasecmp(agent, "human") == 0 || cop_table_has_secrets(table))
        return;
    table->review = cop_review_new();
    read_engine(table, saved, table->review);
    json_array_foreach(json_object_get(saved, "positions"), i, position)
    {
        json_int_t ply = json_integer_value(json_object_get(position, "ply"));
        struct cop_judgement made;

        if (ply >= 0 && ply <= table->ply &&
            cop_review_is_choice(table->review, course, (int)ply) &&
            read_judgement(course, (int)ply, position, &made)) {
            made.choice = COP_CHOICE_SOME;
            *cop_review_place(table->review, (int)ply) = made;
        }
    }
}
