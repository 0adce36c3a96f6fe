/* opening.c - agents that play from an opening book, and by what their game knows of beginnings. */
#include "agent/opening.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "book/book.h"

struct cop_opening {
    const struct cop_game *game;
    struct cop_book *book; /* NULL: none */
    bool asks_game;
    struct cop_book_taste taste;
    uint64_t seed;
    cop_move *moves;
    struct cop_book_move *known;
    struct cop_opening_move *shown; /* by games, as the game knows */
    struct cop_candidate *candidates;
    float *rating;                     /* of what a search has found: */
    const struct cop_candidate *found; /* its candidates */
};

/* Moves that promise no less than this below the best one are as good. */
static const double nearly = 0.02;

static bool has_option(const struct cop_agent_kind *kind, const char *name)
{
    return cop_options_find(kind->options, name, strlen(name)) != NULL;
}

static bool wants_book(const struct cop_agent_kind *kind, const struct cop_settings *settings)
{
    return has_option(kind, "book") && cop_words(settings, "book")[0] != '\0';
}

static bool wants_game(const struct cop_agent_kind *kind, const struct cop_settings *settings)
{
    return has_option(kind, "openings") && cop_flag(settings, "openings");
}

/* What is shown is worth something to one of two, and the rest to the other. */
static bool game_knows(const struct cop_game *game)
{
    return game->rules->opening != NULL && game->players == 2;
}

bool cop_opening_is_wanted(const struct cop_agent_kind *kind, const struct cop_game *game,
                           const struct cop_settings *settings)
{
    return wants_book(kind, settings) || (game_knows(game) && wants_game(kind, settings));
}

void cop_opening_notes(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_text *notes)
{
    if (wants_game(kind, settings) && !game_knows(game))
        cop_text_add(notes, "openings=on: %s knows nothing of its openings\n",
                     game->rules->opening == NULL ? game->rules->name : game->name);
}

bool cop_opening_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_error *error)
{
    bool has_book = wants_book(kind, settings);

    if (!has_book && has_option(kind, "book_variety") && cop_real(settings, "book_variety") > 0)
        return cop_fail(error, "%s: book_variety does nothing here; it needs book", kind->name);
    return !has_book || cop_book_fits(game, error) || cop_fail_in(error, "%s: book", kind->name);
}

struct cop_opening *cop_opening_open(const struct cop_game *game,
                                     const struct cop_settings *settings, struct cop_error *error)
{
    bool has_book = cop_words(settings, "book")[0] != '\0';
    struct cop_book *book =
        has_book ? cop_book_open(cop_words(settings, "book"), game, error) : NULL;
    size_t room = (size_t)game->max_moves;
    struct cop_opening *opening;

    if (has_book && book == NULL)
        return NULL;
    opening = cop_allocate(sizeof *opening);
    opening->game = game;
    opening->book = book;
    opening->asks_game = game_knows(game) && cop_flag(settings, "openings");
    opening->taste = COP_BOOK_TASTE;
    opening->taste.variety = cop_real(settings, "book_variety");
    opening->moves = cop_allocate(room * sizeof *opening->moves);
    opening->known = cop_allocate(room * sizeof *opening->known);
    opening->shown = cop_allocate(room * sizeof *opening->shown);
    opening->rating = cop_allocate(room * sizeof *opening->rating);
    opening->candidates = cop_allocate(room * sizeof *opening->candidates);
    return opening;
}

void cop_opening_close(struct cop_opening *opening)
{
    if (opening == NULL)
        return;
    cop_book_close(opening->book);
    free(opening->moves);
    free(opening->known);
    free(opening->shown);
    free(opening->rating);
    free(opening->candidates);
    free(opening);
}

void cop_opening_start(struct cop_opening *opening, uint64_t seed)
{
    opening->seed = seed;
}

/* ---- What the book says ---- */

static struct cop_candidate candidate_of(const struct cop_opening *opening, int player,
                                         cop_move move, int known)
{
    struct cop_candidate candidate = {.move = move, .value = NAN, .high = 1};

    for (int i = 0; i < known; i++) {
        if (opening->known[i].move != move)
            continue;
        candidate.visits = opening->known[i].visits;
        candidate.value = cop_book_chance(opening->book, player, opening->known[i].value);
        candidate.kind = isnan(candidate.value) ? COP_VALUE_NONE : COP_VALUE_ESTIMATE;
    }
    if (candidate.kind == COP_VALUE_NONE)
        candidate.value = 0;
    return candidate;
}

static void fill_candidates(struct cop_opening *opening, const void *state,
                            struct cop_report *report)
{
    const struct cop_game *game = opening->game;
    int known = cop_book_moves(opening->book, state, opening->known, game->max_moves);

    report->candidate_count = game->rules->moves(game, state, opening->moves);
    for (int i = 0; i < report->candidate_count; i++)
        opening->candidates[i] = candidate_of(opening, report->player, opening->moves[i], known);
    report->candidates = opening->candidates;
}

static bool play_book(struct cop_opening *opening, const void *state, struct cop_report *report)
{
    int player = opening->game->rules->turn(opening->game, state);
    struct cop_book_move chosen;
    double chance;

    if (!cop_book_choose(opening->book, state, &opening->taste, &chosen))
        return false;
    chance = cop_book_chance(opening->book, player, chosen.value);
    *report = (struct cop_report){.best = chosen.move,
                                  .player = player,
                                  .upper = 1,
                                  .turn_length = 1,
                                  .stopped_early = true,
                                  .is_from_book = true,
                                  .book_visits = chosen.visits,
                                  .book_value = chosen.value};
    report->value[player] = chance;
    report->value[1 - player] = 1 - chance;
    report->line_length = cop_book_line(opening->book, state, &opening->taste, chosen.move,
                                        report->line, COP_LINE_MAX);
    report->depth = report->line_length;
    fill_candidates(opening, state, report);
    return true;
}

/* ---- What the game knows ---- */

static const struct cop_opening_move *shown_move(const struct cop_opening *opening, int count,
                                                 cop_move move)
{
    for (int i = 0; i < count; i++)
        if (opening->shown[i].move == move)
            return &opening->shown[i];
    return NULL;
}

/* One of the best, or NULL if another move promises more. */
static const struct cop_opening_move *choose_shown(struct cop_opening *opening, int count,
                                                   double others)
{
    struct cop_opening_move *shown = opening->shown;
    double best = 0;
    int good = 0;
    struct cop_rng rng;

    for (int i = 0; i < count; i++)
        best = fmax(best, shown[i].chance);
    if (count == 0 || best < others)
        return NULL;
    for (int i = 0; i < count; i++)
        if (shown[i].chance >= fmax(best - nearly, others)) {
            struct cop_opening_move move = shown[good];

            shown[good++] = shown[i];
            shown[i] = move;
        }
    cop_rng_seed(&rng, opening->taste.seed);
    return &shown[cop_rng_below(&rng, (uint32_t)good)];
}

static void list_shown(struct cop_opening *opening, const void *state, int count,
                       struct cop_report *report)
{
    const struct cop_game *game = opening->game;

    report->candidate_count = game->rules->moves(game, state, opening->moves);
    report->candidates = opening->candidates;
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_opening_move *shown = shown_move(opening, count, opening->moves[i]);

        opening->candidates[i] = (struct cop_candidate){.move = opening->moves[i], .high = 1};
        if (shown == NULL)
            continue;
        opening->candidates[i].visits = shown->games;
        opening->candidates[i].value = shown->chance;
        opening->candidates[i].kind = COP_VALUE_ESTIMATE;
    }
}

static bool play_shown(struct cop_opening *opening, const void *state, struct cop_report *report)
{
    const struct cop_game *game = opening->game;
    int player = game->rules->turn(game, state);
    double others = 0;
    int count = game->rules->opening(game, state, opening->shown, &others);
    const struct cop_opening_move *chosen = choose_shown(opening, count, others);

    if (chosen == NULL)
        return false;
    *report = (struct cop_report){.best = chosen->move,
                                  .player = player,
                                  .upper = 1,
                                  .depth = 1,
                                  .turn_length = 1,
                                  .line = {chosen->move},
                                  .line_length = 1,
                                  .stopped_early = true,
                                  .is_from_openings = true,
                                  .opening_games = chosen->games};
    report->value[player] = chosen->chance;
    report->value[1 - player] = 1 - chosen->chance;
    list_shown(opening, state, count, report);
    return true;
}

/* Has the search a value of the move itself, and not only a bound? */
static bool has_value(const struct cop_candidate *candidate)
{
    return candidate->kind == COP_VALUE_EXACT || candidate->kind == COP_VALUE_ESTIMATE;
}

/* A loss that is certain is behind everything else, a win in front. */
static int rank_of(const struct cop_candidate *candidate)
{
    return candidate->proof == COP_PROVEN_WIN ? 1 : candidate->proof == COP_PROVEN_LOSS ? -1 : 0;
}

/* Of candidate `one` and another: by what is certain, by visits, where the search counts any, by
 * values that it is sure of, and where it has bounds only, by the game's first ordering. */
static bool is_better(const struct cop_opening *opening, int one, int other)
{
    const struct cop_candidate *a = &opening->found[one], *b = &opening->found[other];

    if (rank_of(a) != rank_of(b))
        return rank_of(a) > rank_of(b);
    if (a->visits != b->visits)
        return a->visits > b->visits;
    if (has_value(a) != has_value(b))
        return has_value(a);
    if (has_value(a))
        return a->value > b->value;
    return opening->rating[one] > opening->rating[other];
}

static void rate_found(struct cop_opening *opening, const void *state,
                       const struct cop_report *report)
{
    const struct cop_ordering *ordering = opening->game->rules->orderings;

    opening->found = report->candidates;
    for (int i = 0; i < report->candidate_count; i++) {
        opening->moves[i] = report->candidates[i].move;
        opening->rating[i] = 0;
    }
    if (ordering != NULL && ordering->name != NULL)
        ordering->rate(opening->game, state, opening->moves, report->candidate_count,
                       opening->rating);
}

/* The best candidate that is none of the shown moves; -1: there is none. */
static int best_of_others(struct cop_opening *opening, int count, const struct cop_report *report)
{
    int best = -1;

    for (int i = 0; i < report->candidate_count; i++)
        if (shown_move(opening, count, report->candidates[i].move) == NULL &&
            (best < 0 || is_better(opening, i, best)))
            best = i;
    return best;
}

static void take_instead(const struct cop_candidate *candidate, struct cop_report *report)
{
    int player = report->player;
    const cop_move *line;

    report->line_length = cop_candidate_line(report, candidate, &line);
    memcpy(report->line, line, (size_t)report->line_length * sizeof *line);
    report->turn_length = 1; /* nobody has looked whether its line goes on by ourselves */
    report->best = candidate->move;
    report->proof = candidate->proof;
    report->distance = candidate->distance;
    if (candidate->kind == COP_VALUE_NONE)
        return;
    report->scale.sway = candidate->sway;
    report->value[player] = candidate->value;
    report->value[1 - player] = report->lower + report->upper - candidate->value;
}

void cop_opening_revise(struct cop_opening *opening, const void *state, struct cop_report *report)
{
    const struct cop_game *game = opening->game;
    double others = 0;
    int count, best;

    if (!opening->asks_game || report->proof == COP_PROVEN_WIN)
        return;
    count = game->rules->opening(game, state, opening->shown, &others);
    if (shown_move(opening, count, report->best) == NULL)
        return;
    rate_found(opening, state, report);
    best = best_of_others(opening, count, report);
    if (best >= 0)
        take_instead(&report->candidates[best], report);
}

/* ---- Both ---- */

bool cop_opening_play(struct cop_opening *opening, const void *state, struct cop_report *report)
{
    const struct cop_game *game = opening->game;
    double began = cop_now();

    opening->taste.seed = cop_mix(opening->seed ^ cop_mix(game->rules->key(game, state)));
    if ((opening->book == NULL || !play_book(opening, state, report)) &&
        (!opening->asks_game || !play_shown(opening, state, report)))
        return false;
    report->seconds = cop_now() - began;
    return true;
}
