/* opening.c - an agent that plays from an opening book. */
#include "agent/opening.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "book/book.h"

struct cop_opening {
    const struct cop_game *game;
    struct cop_book *book;
    struct cop_book_taste taste;
    uint64_t seed;
    cop_move *moves;
    struct cop_book_move *known;
    struct cop_candidate *candidates;
};

bool cop_opening_is_wanted(const struct cop_agent_kind *kind, const struct cop_settings *settings)
{
    return cop_options_find(kind->options, "book", 4) != NULL &&
           cop_words(settings, "book")[0] != '\0';
}

bool cop_opening_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_error *error)
{
    bool has_book = cop_opening_is_wanted(kind, settings);

    if (!has_book && cop_options_find(kind->options, "book_variety", 12) != NULL &&
        cop_real(settings, "book_variety") > 0)
        return cop_fail(error, "%s: book_variety does nothing here; it needs book", kind->name);
    return !has_book || cop_book_fits(game, error) || cop_fail_in(error, "%s: book", kind->name);
}

struct cop_opening *cop_opening_open(const struct cop_game *game,
                                     const struct cop_settings *settings, struct cop_error *error)
{
    struct cop_book *book = cop_book_open(cop_words(settings, "book"), game, error);
    size_t room = (size_t)game->max_moves;
    struct cop_opening *opening;

    if (book == NULL)
        return NULL;
    opening = cop_allocate(sizeof *opening);
    opening->game = game;
    opening->book = book;
    opening->taste = COP_BOOK_TASTE;
    opening->taste.variety = cop_real(settings, "book_variety");
    opening->moves = cop_allocate(room * sizeof *opening->moves);
    opening->known = cop_allocate(room * sizeof *opening->known);
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
    free(opening->candidates);
    free(opening);
}

void cop_opening_start(struct cop_opening *opening, uint64_t seed)
{
    opening->seed = seed;
}

/* ---- The report ---- */

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

bool cop_opening_play(struct cop_opening *opening, const void *state, struct cop_report *report)
{
    const struct cop_game *game = opening->game;
    int player = game->rules->turn(game, state);
    double began = cop_now(), chance;
    struct cop_book_move chosen;

    opening->taste.seed = cop_mix(opening->seed ^ cop_mix(game->rules->key(game, state)));
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
    report->seconds = cop_now() - began;
    return true;
}
