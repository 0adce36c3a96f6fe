/* table.c - a game in progress: moves, taking back, whose eyes, and when an agent is asked. */
#include "serve/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/plan.h"
#include "base/allocate.h"
#include "game/position_view.h"
#include "serve/keep.h"
#include "serve/listener.h"
#include "serve/pace.h"
#include "serve/review.h"
#include "serve/search.h"

const struct cop_game *cop_table_game(const struct cop_table *table)
{
    return table->session->game;
}

static int plies(const struct cop_table *table)
{
    return table->session->course.record.move_count;
}

int cop_table_turn(const struct cop_table *table, int node)
{
    const struct cop_course *course = &table->session->course;

    return node < COP_SIDE_FIRST ? cop_course_turn_at(course, node)
                                 : cop_course_rules_turn(course, node);
}

bool cop_table_is_over(const struct cop_table *table)
{
    return cop_table_turn(table, plies(table)) == COP_OVER;
}

int cop_table_people(const struct cop_table *table)
{
    int count = 0;

    for (int i = 0; i < table->players; i++)
        count += table->seats[i].who == NULL;
    return count;
}

static bool is_person(const struct cop_table *table, int player)
{
    return player >= 0 && player < table->players && table->seats[player].who == NULL;
}

/* ---- Who sees what ---- */

bool cop_table_has_secrets(const struct cop_table *table)
{
    return cop_course_has_secrets(&table->session->course);
}

/* The person to move, else the last who moved, else the first. */
static int usual_viewer(const struct cop_table *table, int ply)
{
    for (int i = ply; i >= 0; i--) {
        int turn = cop_table_turn(table, i);

        if (is_person(table, turn))
            return turn;
    }
    for (int i = 0; i < table->players; i++)
        if (is_person(table, i))
            return i;
    return -1;
}

bool cop_table_viewer(const struct cop_table *table, int ply, int asked, int *viewer,
                      struct cop_error *error)
{
    *viewer = -1;
    if (!cop_table_has_secrets(table))
        return true;
    *viewer = asked;
    if (asked == COP_NOBODY)
        *viewer = usual_viewer(table, ply);
    else if (asked < 0)
        return cop_fail(error, "nobody sees all pieces before the game is over");
    else if (!is_person(table, asked))
        return cop_fail(error, "the pieces of an agent are not shown before the game is over");
    return true;
}

bool cop_table_shows_search(const struct cop_table *table, int viewer, enum cop_search_kind kind,
                            int player)
{
    if (!cop_table_has_secrets(table))
        return true;
    return kind != COP_SEARCH_MOVE && viewer == player;
}

/* ---- Changes ---- */

/* A table that was begun by people who have made no move, in the game or beside it. What was
 * brought along or has a name is somebody's. */
static bool is_untouched(const struct cop_table *table)
{
    const struct cop_record *record = &table->session->course.record;

    return cop_table_people(table) > 0 && table->title == NULL && record->position == NULL &&
           record->side_count == 0 && table->session->course.loser < 0 &&
           cop_table_undo_ply(table, -1) < 0;
}

void cop_table_sum_up(struct cop_table *table)
{
    const struct cop_game *game = cop_table_game(table);
    int loser = table->session->course.loser;
    struct cop_text words = COP_TEXT;

    table->ply = plies(table);
    table->turn = cop_table_turn(table, table->ply);
    table->is_untouched = is_untouched(table);
    free(table->result);
    table->result = NULL;
    if (table->turn == COP_OVER || cop_table_people(table) == 0)
        cop_course_lay_open(&table->session->course);
    if (table->turn != COP_OVER)
        return;
    if (loser < 0)
        cop_result_in_words(game, cop_course_now(&table->session->course), &words);
    else
        cop_text_add(&words, "%s resigned", cop_player_name(game, loser));
    if (loser >= 0 && game->players == 2)
        cop_text_add(&words, "; %s wins", cop_player_name(game, 1 - loser));
    table->result = cop_copy_string(words.bytes);
    cop_text_free(&words);
}

void cop_table_refresh(struct cop_table *table)
{
    table->revision++;
    cop_listeners_wake(table);
}

void cop_table_changed(struct cop_table *table)
{
    cop_table_sum_up(table);
    table->changed = time(NULL);
    cop_keep_changed(table);
    cop_table_refresh(table);
}

/* A move without a choice is played at once: what one simulation or a look at the next ply says
 * beside it is no judgement to remember. */
static bool is_unsearched(const struct cop_report *report)
{
    return report->candidate_count == 1 && report->proof == COP_UNPROVEN &&
           (report->stopped_early || report->sims == 1);
}

/* What a report says of a position, from 0 (lost) to 1 (won). */
static void note_value(const struct cop_table *table, const struct cop_report *report,
                       struct cop_ply_note *note)
{
    note->has_value = !is_unsearched(report);
    note->proof = report->proof;
    for (int i = 0; i < table->players; i++) {
        note->value[i] = cop_report_chance(cop_table_game(table), report, NULL, i);
        note->has_value = note->has_value && isfinite(note->value[i]);
    }
}

static void add_move(struct cop_table *table, cop_move move, const struct cop_report *report)
{
    const struct cop_course *course = &table->session->course;
    int ply = plies(table);
    struct cop_ply_note *note;

    if (ply >= table->note_room) {
        table->note_room = 2 * ply + 64;
        table->notes =
            cop_reallocate(table->notes, (size_t)table->note_room * sizeof *table->notes);
    }
    if (ply >= course->known || course->record.moves[ply] != move)
        cop_review_cut(table, ply);
    note = &table->notes[ply];
    *note = (struct cop_ply_note){.revision = table->revision + 1};
    if (report != NULL)
        note_value(table, report, note);
    cop_session_play(table->session, move);
    cop_pace_note_move(table);
    table->is_stalled = false;
    cop_table_changed(table);
}

void cop_table_play(struct cop_table *table, cop_move move, const struct cop_report *report)
{
    cop_search_abandon(table);
    add_move(table, move, report);
    cop_table_go_on(table);
}

void cop_table_back(struct cop_table *table, int ply)
{
    bool is_elsewhere = ply < plies(table);

    cop_search_abandon(table);
    table->is_stalled = false;
    cop_session_go(table->session, ply);
    if (is_elsewhere) {
        table->past = table->revision + 1;
        table->look_until = 0;
        table->report_ply = COP_TABLE_PLIES + 1;
    }
    cop_table_changed(table);
    cop_table_go_on(table);
}

int cop_table_undo_ply(const struct cop_table *table, int player)
{
    const struct cop_course *course = &table->session->course;
    unsigned people = 0;

    for (int i = 0; i < table->players; i++)
        people |= is_person(table, i) && (player < 0 || player == i) ? 1u << i : 0;
    return course->loser >= 0 ? plies(table) : cop_course_decision(course, people);
}

bool cop_table_undo(struct cop_table *table, int player)
{
    int ply = cop_table_undo_ply(table, player);

    if (ply < 0)
        return false;
    cop_table_back(table, ply);
    return true;
}

void cop_table_resign(struct cop_table *table, int player)
{
    cop_search_abandon(table);
    cop_course_defeat(&table->session->course, player, COP_DEFEAT_RESIGNED);
    cop_table_changed(table);
}

void cop_table_name_players(struct cop_table *table)
{
    for (int i = 0; i < table->players; i++)
        cop_course_seat(&table->session->course, i,
                        table->seats[i].who != NULL ? table->seats[i].who : "human");
}

/* Nobody can tell whether it is a new person, or one who knows the other side. */
static bool takes_agents_place(const struct cop_table *table, const struct cop_seat *seats)
{
    for (int i = 0; i < table->players; i++)
        if (table->seats[i].who != NULL && seats[i].who == NULL)
            return true;
    return false;
}

void cop_table_sit(struct cop_table *table, struct cop_seat *seats)
{
    cop_search_abandon(table);
    if (takes_agents_place(table, seats))
        cop_course_lay_open(&table->session->course);
    cop_seats_free(table->seats);
    memcpy(table->seats, seats, sizeof table->seats);
    cop_table_name_players(table);
    table->is_stalled = false;
    if (!cop_pace_applies(table))
        table->is_paused = table->is_stepping = false;
    cop_table_changed(table);
    cop_table_go_on(table);
}

void cop_table_rename(struct cop_table *table, const char *title)
{
    free(table->title);
    table->title = title[0] != '\0' ? cop_copy_string(title) : NULL;
    cop_table_changed(table);
}

/* ---- Side lines ---- */

int cop_table_try(struct cop_table *table, int node, cop_move move)
{
    int before = table->session->course.record.side_count;
    int child = cop_course_try(&table->session->course, node, move);

    if (table->session->course.record.side_count != before)
        cop_table_changed(table);
    return child;
}

/* A search in a line that is gone would speak of a position that is nowhere. */
void cop_table_drop(struct cop_table *table, int node)
{
    struct cop_course *course = &table->session->course;

    cop_record_remove_side(&course->record, node);
    if (table->search != NULL && !cop_course_has_node(course, table->search->ply))
        cop_search_abandon(table);
    if (table->report_is_beside)
        table->report_ply = COP_TABLE_PLIES + 1;
    cop_table_changed(table);
    cop_table_go_on(table);
}

/* ---- Chance and agents ---- */

/* An agent that waits still does after the dice. */
static void roll(struct cop_table *table)
{
    bool was_stalled = table->is_stalled;

    add_move(table, cop_course_roll(&table->session->course), NULL);
    table->is_stalled = was_stalled;
}

static void fail(struct cop_table *table, const char *message)
{
    snprintf(table->failure, sizeof table->failure, "%s", message);
    table->failure_number++;
    table->is_stalled = true;
    cop_keep_changed(table);
    cop_table_refresh(table);
}

void cop_table_go_on(struct cop_table *table)
{
    const struct cop_course *course = &table->session->course;

    cop_review_go_on(table);
    if (table->house->is_closing || table->is_gone || table->search != NULL)
        return;
    while (!cop_course_is_full(course) && cop_course_turn(course) == COP_CHANCE)
        roll(table);
    if (table->is_stalled || cop_table_is_over(table) || is_person(table, table->turn))
        return;
    if (cop_pace_halts(table))
        return;
    if (cop_course_is_full(course)) {
        fail(table, "this game is so long that it is not played on");
        return;
    }
    if (table->seats[table->turn].refusal != NULL) {
        fail(table, table->seats[table->turn].refusal);
        return;
    }
    if (table->is_unmarked)
        cop_keep_changed(table);
    cop_search_begin(table, COP_SEARCH_MOVE, plies(table), &table->seats[table->turn]);
    cop_table_refresh(table);
}

/* ---- Searches ---- */

void cop_table_search(struct cop_table *table, enum cop_search_kind kind, int node,
                      const struct cop_seat *searcher)
{
    cop_search_abandon(table);
    cop_search_begin(table, kind, node, searcher);
    cop_table_refresh(table);
}

void cop_table_stop(struct cop_table *table)
{
    table->is_stalled = false;
    if (table->search == NULL) {
        cop_table_refresh(table);
        cop_table_go_on(table);
    } else if (table->search->is_waiting && table->search->kind != COP_SEARCH_MOVE) {
        cop_search_abandon(table);
        cop_table_refresh(table);
        cop_table_go_on(table);
    } else if (table->search->held != NULL) {
        cop_search_hurry(table);
    } else {
        atomic_store(&table->search->stop, true);
    }
}

void cop_table_think_aloud(struct cop_table *table, const struct cop_search *search,
                           struct cop_text *report, struct cop_text *brief)
{
    struct cop_text old = table->report, old_brief = table->brief_report;

    table->report = *report;
    table->brief_report = *brief;
    *report = old;
    *brief = old_brief;
    table->report_number++;
    table->report_kind = search->kind;
    table->report_player = search->player;
    table->report_ply = cop_record_trunk(&table->session->course.record, search->ply);
    table->report_is_beside = search->ply >= COP_SIDE_FIRST;
    cop_listeners_wake(table);
}

/* An analysis thinks of the position, so its value belongs to the move that led there. What a
 * person's hint thinks in a game with secrets is no business of the others. */
static void keep_value(struct cop_table *table, const struct cop_search *search,
                       const struct cop_report *report)
{
    if (search->ply == 0 || search->ply > plies(table) || cop_table_has_secrets(table) ||
        is_unsearched(report))
        return;
    note_value(table, report, &table->notes[search->ply - 1]);
    cop_keep_changed(table);
}

/* The move that was found, and those that the search has decided with it: all in one hold of the
 * lock, so that nobody can come between them. A search that somebody has stopped speaks for its
 * first move only. Moves that needed no search have no value of their own. */
static void play_turn(struct cop_table *table, const struct cop_search *search,
                      const struct cop_report *report)
{
    const struct cop_course *course = &table->session->course;
    struct cop_plan plan = {.count = 0};
    cop_move move;

    if (!atomic_load(&search->stop))
        cop_plan_keep(&plan, cop_table_game(table), search->state, report);
    add_move(table, report->best, report);
    while (!cop_course_is_full(course)) {
        move = cop_plan_next(&plan, cop_table_game(table), cop_course_now(course));
        if (move == COP_NO_MOVE)
            break;
        add_move(table, move, NULL);
    }
}

void cop_table_finish(struct cop_table *table, const struct cop_report *report,
                      const struct cop_error *failure)
{
    const struct cop_search *search = table->search;
    enum cop_search_kind kind = search->kind;

    table->search = NULL;
    if (kind == COP_SEARCH_MOVE)
        table->is_stepping = false;
    if (failure != NULL) {
        fail(table, failure->message);
        if (kind == COP_SEARCH_MOVE)
            return;
        table->is_stalled = false; /* a hint that failed keeps nobody from moving */
    } else if (kind == COP_SEARCH_MOVE) {
        play_turn(table, search, report);
    } else {
        keep_value(table, search, report);
        cop_table_refresh(table);
    }
    cop_table_go_on(table);
}
