/* review.c - which position comes next, and what the engine said of it. */
#include "serve/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "serve/keep.h"
#include "serve/search.h"
#include "serve/table.h"

struct cop_review *cop_review_new(void)
{
    return cop_allocate(sizeof(struct cop_review));
}

void cop_review_free(struct cop_review *review)
{
    if (review == NULL)
        return;
    cop_seat_free(&review->engine);
    free(review->positions);
    free(review);
}

struct cop_judgement *cop_review_place(struct cop_review *review, int ply)
{
    if (ply >= review->room) {
        int room = 2 * ply + 64;

        review->positions =
            cop_reallocate(review->positions, (size_t)room * sizeof *review->positions);
        for (int i = review->room; i < room; i++)
            review->positions[i] = (struct cop_judgement){.is_made = false};
        review->room = room;
    }
    return &review->positions[ply];
}

/* ---- What is to be judged ---- */

bool cop_review_fits(const struct cop_table *table, struct cop_error *error)
{
    if (table->players < 2)
        return cop_fail(error, "a game for one player has no chances that a review could compare; "
                               "Analyse says what can still be reached");
    if (cop_table_has_secrets(table))
        return cop_fail(error, "a review would tell hidden pieces; it can be made when the game is "
                               "over");
    if (table->ply == 0)
        return cop_fail(error, "no move has been made yet, so there is nothing to review");
    return true;
}

static bool has_choice(const struct cop_course *course, int ply)
{
    const struct cop_game *game = course->game;
    const void *state = cop_course_state(course, ply);
    cop_move *moves;
    int count;

    if (game->rules->turn(game, state) < 0)
        return false;
    moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    count = game->rules->moves(game, state, moves);
    free(moves);
    return count > 1;
}

bool cop_review_is_choice(struct cop_review *review, const struct cop_course *course, int ply)
{
    struct cop_judgement *place = cop_review_place(review, ply);

    if (place->choice == COP_CHOICE_UNKNOWN)
        place->choice = has_choice(course, ply) ? COP_CHOICE_SOME : COP_CHOICE_NONE;
    return place->choice == COP_CHOICE_SOME;
}

bool cop_review_compares_moves(const struct cop_game *game)
{
    return game->has_chance || game->is_hidden;
}

const struct cop_judgement *cop_review_at(const struct cop_review *review,
                                          const struct cop_course *course, int ply)
{
    const struct cop_judgement *made = ply < review->room ? &review->positions[ply] : NULL;

    if (made == NULL || !made->is_made)
        return NULL;
    if (cop_review_compares_moves(course->game) && ply < course->record.move_count &&
        made->played != course->record.moves[ply])
        return NULL;
    return made;
}

static int next_ply(struct cop_review *review, const struct cop_course *course)
{
    for (int ply = course->record.move_count; ply >= 0; ply--)
        if (cop_review_at(review, course, ply) == NULL && cop_review_is_choice(review, course, ply))
            return ply;
    return -1;
}

struct cop_review_count cop_review_count(const struct cop_table *table)
{
    const struct cop_course *course = &table->session->course;
    struct cop_review_count count = {0, 0};

    for (int ply = 0; ply <= course->record.move_count && table->review != NULL; ply++) {
        if (!cop_review_is_choice(table->review, course, ply))
            continue;
        count.positions++;
        count.judged += cop_review_at(table->review, course, ply) != NULL;
    }
    return count;
}

/* ---- Going on ---- */

static bool is_same_engine(const struct cop_seat *one, const struct cop_seat *other)
{
    return strcmp(one->who, other->who) == 0 && strcmp(one->limit, other->limit) == 0;
}

void cop_review_begin(struct cop_table *table, struct cop_seat *engine)
{
    if (table->review == NULL || !is_same_engine(&table->review->engine, engine)) {
        cop_search_abandon_review(table);
        cop_review_free(table->review);
        table->review = cop_review_new();
        table->review->engine = *engine;
    } else {
        cop_seat_free(engine);
    }
    table->review->is_running = true;
    table->review->failure[0] = '\0';
    cop_keep_changed(table);
    cop_review_go_on(table);
    cop_table_refresh(table);
}

void cop_review_stop(struct cop_table *table)
{
    if (table->review == NULL || !table->review->is_running)
        return;
    cop_search_abandon_review(table);
    table->review->is_running = false;
    cop_keep_changed(table);
    cop_table_refresh(table);
}

void cop_review_cut(struct cop_table *table, int ply)
{
    struct cop_review *review = table->review;

    for (int i = ply + 1; review != NULL && i < review->room; i++)
        review->positions[i] = (struct cop_judgement){.is_made = false};
    if (table->review_search != NULL && table->review_search->ply > ply)
        cop_search_abandon_review(table);
}

/* A position that was taken back need not be judged. */
static void drop_what_is_gone(struct cop_table *table)
{
    if (table->review_search != NULL && table->review_search->ply > table->ply)
        cop_search_abandon_review(table);
}

void cop_review_go_on(struct cop_table *table)
{
    struct cop_review *review = table->review;
    int ply;

    if (review == NULL || !review->is_running || table->house->is_closing || table->is_gone)
        return;
    drop_what_is_gone(table);
    if (table->review_search != NULL)
        return;
    ply = next_ply(review, &table->session->course);
    if (ply < 0) {
        review->is_running = false;
        cop_keep_changed(table);
        return;
    }
    if (table->is_unmarked)
        cop_keep_changed(table);
    cop_search_begin(table, COP_SEARCH_REVIEW, ply, &review->engine);
}

/* ---- What a search says ---- */

static const struct cop_candidate *candidate_of(const struct cop_report *report, cop_move move)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == move)
            return &report->candidates[i];
    return NULL;
}

/* The mean over all simulations, which is what some searches say of a position, has the bad moves
 * in it too: for two players the best move's own chance is nearer to the truth. */
static void note_chances(const struct cop_game *game, const struct cop_report *report,
                         struct cop_judgement *made)
{
    const struct cop_candidate *best = candidate_of(report, report->best);

    for (int i = 0; i < game->players; i++)
        made->chance[i] = cop_report_chance(game, report, NULL, i);
    made->best_chance = best != NULL ? cop_report_chance(game, report, best, report->player) : NAN;
    if (!isfinite(made->best_chance))
        made->best_chance = made->chance[report->player];
    if (game->players > 2 || report->proof != COP_UNPROVEN || !isfinite(made->best_chance))
        return;
    made->chance[report->player] = made->best_chance;
    made->chance[1 - report->player] = 1 - made->best_chance;
}

static void note_played(const struct cop_game *game, const struct cop_report *report, cop_move move,
                        struct cop_judgement *made)
{
    const struct cop_candidate *candidate = candidate_of(report, move);

    made->played = move;
    made->played_chance = NAN;
    if (candidate == NULL)
        return;
    made->played_chance = cop_report_chance(game, report, candidate, report->player);
    made->played_proof = candidate->proof;
    made->played_is_bound =
        candidate->kind == COP_VALUE_AT_MOST && candidate->proof == COP_UNPROVEN;
}

/* What the search imagined of hidden pieces may leave what its player knows: it is cut there. */
static void note_line(const struct cop_game *game, const void *shown,
                      const struct cop_report *report, struct cop_judgement *made)
{
    void *state = cop_allocate(game->state_size);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);

    memcpy(state, shown, game->state_size);
    for (int i = 0; i < report->line_length && i < COP_REVIEW_LINE; i++) {
        int count = game->rules->moves(game, state, moves), at = 0;

        while (at < count && moves[at] != report->line[i])
            at++;
        if (at == count)
            break;
        made->line[made->line_length++] = report->line[i];
        game->rules->play(game, state, report->line[i]);
    }
    if (made->line_length == 0)
        made->line[made->line_length++] = report->best;
    free(moves);
    free(state);
}

static void judge(struct cop_table *table, const struct cop_search *search,
                  const struct cop_report *report)
{
    const struct cop_game *game = cop_table_game(table);
    const struct cop_record *record = &table->session->course.record;
    struct cop_judgement *made = cop_review_place(table->review, search->ply);
    struct cop_text words = COP_TEXT;

    *made =
        (struct cop_judgement){.choice = COP_CHOICE_SOME, .is_made = true, .proof = report->proof};
    note_chances(game, report, made);
    note_line(game, search->shown, report, made);
    note_played(game, report,
                search->ply < record->move_count ? record->moves[search->ply] : COP_NO_MOVE, made);
    if (cop_report_words(game, report, NULL, &words))
        snprintf(made->words, sizeof made->words, "%.*s", (int)sizeof made->words - 1, words.bytes);
    cop_text_free(&words);
}

void cop_review_finish(struct cop_table *table, const struct cop_report *report,
                       const struct cop_error *failure)
{
    const struct cop_search *search = table->review_search;
    struct cop_review *review = table->review;

    table->review_search = NULL;
    if (failure != NULL) {
        review->is_running = false;
        snprintf(review->failure, sizeof review->failure, "%.*s", (int)sizeof review->failure - 1,
                 failure->message);
    } else {
        judge(table, search, report);
    }
    cop_keep_changed(table);
    cop_review_go_on(table);
    cop_table_refresh(table);
}
