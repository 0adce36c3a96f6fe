/* course.c - a record and the states that belong to it.
 *
 * Invariants: the record's arrays have `known` moves and notes, of which the first move_count are
 * played and the others were taken back; states[i] is the state before move i, and states[known]
 * the one after the last. The record itself never counts what was taken back, so that it can be
 * written as it is at any time. */
#include "game/course.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/side.h"

/* ---- States ---- */

static unsigned char *state_at(const struct cop_course *course, int ply)
{
    return course->states + (size_t)ply * course->state_stride;
}

/* Makes room for the state after so many plies. */
static void reserve(struct cop_course *course, int ply)
{
    if (ply < course->state_room)
        return;
    course->state_room = 2 * ply > 64 ? 2 * ply : 64;
    course->states =
        cop_reallocate(course->states, (size_t)course->state_room * course->state_stride);
}

/* Follows the record's move number `ply`. */
static void advance(struct cop_course *course, int ply)
{
    const struct cop_game *game = course->game;

    reserve(course, ply + 1);
    memcpy(state_at(course, ply + 1), state_at(course, ply), game->state_size);
    game->rules->play(game, state_at(course, ply + 1), course->record.moves[ply]);
}

bool cop_is_usual_start(const struct cop_game *game, const void *state)
{
    unsigned char *start = cop_allocate(game->state_size);
    bool is_usual = true;

    for (uint64_t seed = 0; seed < 2 && is_usual; seed++) {
        struct cop_rng rng;

        cop_rng_seed(&rng, seed);
        memset(start, 0, game->state_size);
        game->rules->start(game, start, &rng);
        is_usual = memcmp(start, state, game->state_size) == 0;
    }
    free(start);
    return is_usual;
}

int cop_course_ply(const struct cop_course *course)
{
    return course->record.move_count;
}

const void *cop_course_state(const struct cop_course *course, int ply)
{
    assert(ply >= 0 && ply <= course->known);
    return state_at(course, ply);
}

const void *cop_course_now(const struct cop_course *course)
{
    return state_at(course, course->record.move_count);
}

const void *cop_course_before(const struct cop_course *course)
{
    int ply = course->record.move_count;

    return ply > 0 ? state_at(course, ply - 1) : NULL;
}

int cop_course_turn_at(const struct cop_course *course, int ply)
{
    if ((course->loser >= 0 || course->is_adjudged) && ply == course->record.move_count)
        return COP_OVER;
    return course->game->rules->turn(course->game, cop_course_state(course, ply));
}

int cop_course_turn(const struct cop_course *course)
{
    return cop_course_turn_at(course, course->record.move_count);
}

bool cop_course_is_full(const struct cop_course *course)
{
    return course->limit > 0 && course->record.move_count >= course->limit;
}

/* ---- The result ---- */

bool cop_course_payoff(const struct cop_course *course, double *of_player)
{
    const struct cop_game *game = course->game;

    if (cop_course_turn(course) != COP_OVER)
        return false;
    if (course->is_adjudged)
        memcpy(of_player, course->verdict, (size_t)game->players * sizeof *of_player);
    else if (course->loser < 0)
        game->rules->payoff(game, cop_course_now(course), of_player);
    for (int i = 0; i < game->players && course->loser >= 0; i++)
        of_player[i] = i == course->loser ? 0.0 : 1.0 / (game->players - 1);
    return true;
}

/* How each defeat is written: SGF's letter, and words for those whom SGF has no letters for. */
static const struct {
    const char *letter, *words;
} defeats[] = {
    [COP_DEFEAT_RESIGNED] = {"R", "resigned"},
    [COP_DEFEAT_TIME] = {"T", "lost on time"},
    [COP_DEFEAT_FORFEIT] = {"F", "forfeited"},
};

static void write_shares(const struct cop_course *course, const double *payoff,
                         struct cop_text *text)
{
    for (int i = 0; i < course->game->players; i++)
        cop_text_add(text, "%s%.6g", i > 0 ? " " : "", payoff[i]);
    if (course->loser >= 0)
        cop_text_add(text, " (%s %s)", cop_player_name(course->game, course->loser),
                     defeats[course->defeat].words);
}

void cop_course_write_result(const struct cop_course *course, struct cop_text *text)
{
    double payoff[COP_PLAYERS_MAX];

    if (!cop_course_payoff(course, payoff))
        return;
    if (course->game->players != 2)
        write_shares(course, payoff, text);
    else if (payoff[0] == payoff[1])
        cop_text_add(text, "0");
    else
        cop_text_add(text, "%s+%s", payoff[0] > payoff[1] ? "B" : "W",
                     course->loser >= 0 ? defeats[course->defeat].letter : "");
}

/* After every change. */
static void keep_result(struct cop_course *course)
{
    struct cop_text text = COP_TEXT;

    cop_course_write_result(course, &text);
    free(course->record.result);
    course->record.result = text.length > 0 ? cop_copy_string(text.bytes) : NULL;
    cop_text_free(&text);
}

void cop_course_adjudge(struct cop_course *course, const double *of_player)
{
    assert(cop_course_turn(course) != COP_OVER);
    memcpy(course->verdict, of_player, (size_t)course->game->players * sizeof *of_player);
    course->is_adjudged = true;
    keep_result(course);
}

void cop_course_defeat(struct cop_course *course, int player, enum cop_defeat defeat)
{
    assert(player >= 0 && player < course->game->players);
    assert(cop_course_turn(course) != COP_OVER);
    course->loser = player;
    course->defeat = defeat;
    keep_result(course);
}

/* ---- Beginning and end ---- */

static bool is_legal(const struct cop_course *course, int ply, cop_move *scratch)
{
    const struct cop_game *game = course->game;
    int count = game->rules->moves(game, state_at(course, ply), scratch);

    for (int i = 0; i < count; i++)
        if (scratch[i] == course->record.moves[ply])
            return true;
    return false;
}

static bool replay(struct cop_course *course, struct cop_error *error)
{
    const struct cop_game *game = course->game;
    cop_move *scratch;
    bool is_good = true;

    reserve(course, course->known);
    if (!cop_record_start(&course->record, game, state_at(course, 0), error))
        return false;
    scratch = cop_allocate((size_t)game->max_moves * sizeof *scratch);
    for (int ply = 0; ply < course->known && is_good; ply++) {
        is_good = is_legal(course, ply, scratch) ||
                  cop_fail(error, "move %d of the record is not legal in %s", ply + 1, game->name);
        if (is_good)
            advance(course, ply);
    }
    free(scratch);
    return is_good;
}

bool cop_course_open(struct cop_course *course, const struct cop_game *game,
                     struct cop_record *record, struct cop_error *error)
{
    size_t align = _Alignof(max_align_t);

    *course = (struct cop_course){.game = game,
                                  .record = *record,
                                  .loser = -1,
                                  .known = record->move_count,
                                  .state_stride = (game->state_size + align - 1) / align * align};
    *record = (struct cop_record){0};
    if (!replay(course, error)) {
        cop_course_close(course);
        return false;
    }
    keep_result(course);
    return true;
}

void cop_course_close(struct cop_course *course)
{
    course->record.move_count = course->known; /* the notes of all of them are freed */
    cop_record_free(&course->record);
    free(course->states);
    *course = (struct cop_course){.loser = -1};
}

/* ---- Moves ---- */

/* Moves that were taken back are known no longer. */
static void forget(struct cop_course *course)
{
    for (; course->known > course->record.move_count; course->known--) {
        free(course->record.notes[course->known - 1]);
        free(course->record.makers[course->known - 1]);
    }
    cop_sides_cut(&course->record, course->known);
}

void cop_course_play(struct cop_course *course, cop_move move)
{
    struct cop_record *record = &course->record;
    int ply = record->move_count;

    assert(cop_course_turn(course) != COP_OVER);
    if (ply < course->known && record->moves[ply] == move) {
        free(record->makers[ply]);
        record->makers[ply] = NULL;
        record->move_count++;
    } else {
        forget(course);
        cop_record_add(record, move, NULL);
        advance(course, ply);
        course->known = record->move_count;
    }
    cop_sides_absorb(record, ply);
    keep_result(course);
}

/* Whoever was known to sit there has made the moves that say nothing else. */
void cop_course_seat(struct cop_course *course, int player, const char *name)
{
    struct cop_record *record = &course->record;
    char *before = record->players[player];

    record->players[player] = cop_copy_string(name);
    for (int ply = 0; ply < course->known && before != NULL; ply++) {
        char **maker = &record->makers[ply];

        if (course->game->rules->turn(course->game, state_at(course, ply)) != player)
            continue;
        if (*maker == NULL)
            *maker = cop_copy_string(before);
        if (strcmp(*maker, name) == 0) {
            free(*maker);
            *maker = NULL;
        }
    }
    free(before);
}

static void play_one(void *context, const void *before, cop_move move)
{
    (void)before;
    cop_course_play(context, move);
}

bool cop_course_play_words(struct cop_course *course, const char *words, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    memcpy(state, cop_course_now(course), course->game->state_size);
    return cop_moves_play(course->game, state, words, play_one, course, error);
}

cop_move cop_course_roll(const struct cop_course *course)
{
    const struct cop_game *game = course->game;
    cop_move *scratch = cop_allocate((size_t)game->max_moves * sizeof *scratch);
    struct cop_rng rng;
    cop_move move;

    assert(cop_course_turn(course) == COP_CHANCE);
    cop_rng_seed(&rng, cop_mix(course->seed) + (uint64_t)course->record.move_count);
    move = cop_random_move(game, cop_course_now(course), &rng, scratch);
    free(scratch);
    return move;
}

void cop_course_go(struct cop_course *course, int ply)
{
    assert(ply >= 0 && ply <= course->known);
    course->loser = -1;
    course->is_adjudged = false;
    course->record.move_count = ply;
    keep_result(course);
}

int cop_course_decision(const struct cop_course *course, unsigned players)
{
    for (int ply = course->record.move_count - 1; ply >= 0; ply--) {
        int turn = cop_course_turn_at(course, ply);

        if (turn >= 0 && (players >> turn & 1) != 0 && course->record.moves[ply] != COP_PASS)
            return ply;
    }
    return -1;
}

/* ---- Side lines ---- */

bool cop_course_has_node(const struct cop_course *course, int node)
{
    const struct cop_record *record = &course->record;

    if (node < COP_SIDE_FIRST)
        return node >= 0 && node <= record->move_count;
    return cop_record_side(record, node) != NULL &&
           cop_record_trunk(record, node) <= record->move_count;
}

void cop_course_look_at(const struct cop_course *course, int node, void *state)
{
    const struct cop_record *record = &course->record;
    int trunk = cop_record_trunk(record, node);

    assert(cop_course_has_node(course, node));
    memcpy(state, cop_course_state(course, trunk), course->game->state_size);
    cop_sides_play(record, course->game, node, state);
}

int cop_course_rules_turn(const struct cop_course *course, int node)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    cop_course_look_at(course, node, state);
    return course->game->rules->turn(course->game, state);
}

int cop_course_try(struct cop_course *course, int node, cop_move move)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    int child = cop_record_child(&course->record, node, move);

    assert(cop_course_has_node(course, node));
    if (child >= 0)
        return child;
    cop_course_look_at(course, node, state);
    return cop_record_add_side(&course->record, course->game, state, node, move, NULL);
}

cop_move cop_course_roll_at(const struct cop_course *course, int node, uint64_t number)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    const struct cop_game *game = course->game;
    cop_move *scratch = cop_allocate((size_t)game->max_moves * sizeof *scratch);
    struct cop_rng rng;
    cop_move move;

    cop_course_look_at(course, node, state);
    cop_rng_seed(&rng, cop_mix(course->seed + cop_mix(number + 1)) + (uint64_t)node);
    move = cop_random_move(game, state, &rng, scratch);
    free(scratch);
    return move;
}

/* ---- Secrets ---- */

void cop_course_lay_open(struct cop_course *course)
{
    if (cop_course_has_secrets(course))
        course->record.seen = cop_copy_string("all");
}

bool cop_course_has_secrets(const struct cop_course *course)
{
    return course->game->is_hidden && course->record.seen == NULL;
}

bool cop_move_is_secret(const struct cop_game *game, const void *state, cop_move move)
{
    return game->rules->is_secret != NULL && game->rules->is_secret(game, state, move);
}

void cop_course_view(const struct cop_course *course, int ply, int viewer, void *seen)
{
    const struct cop_game *game = course->game;

    if (viewer >= 0 && game->rules->view != NULL)
        game->rules->view(game, cop_course_state(course, ply), viewer, seen);
    else
        memcpy(seen, cop_course_state(course, ply), game->state_size);
}

bool cop_course_tells(const struct cop_course *course, int ply, int viewer)
{
    const void *before = cop_course_state(course, ply);

    return viewer < 0 || viewer == course->game->rules->turn(course->game, before) ||
           !cop_move_is_secret(course->game, before, course->record.moves[ply]);
}
