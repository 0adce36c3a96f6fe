/* tune_chance.c - `coppice tune chance`: what values promise, from what became of games.
 *
 * A depth-first search with the evaluator plays both sides after an opening at random. Every
 * position whose end it does not see gives its value for the player to move, and the result of the
 * game for that player. All of it follows from the seed.
 *
 * Positions of one game have one result, so that a curve would look better than it is on the games
 * that it was fitted to. How well it holds is therefore told by the curve of every second game on
 * the others; the curve that is kept is that of all of them. */
#include "front/tune_chance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/agent.h"
#include "coppice/fit.h"

enum { GAMES = 1000, OPENING = 10 }; /* unless others are given */
enum { PLIES_MAX = 2000, DECILES = 10 };

struct sample {
    struct cop_chance_pair *pairs;
    int count, room;
};

enum { FITTED, HELD_OUT, HALVES };

/* One call of the command. */
struct tuning {
    const struct cop_arguments *arguments;
    const struct cop_game *game;
    const struct cop_evaluator *evaluator;
    struct cop_limits limits;
    struct cop_agent *agent;
    struct cop_rng rng;
    struct sample halves[HALVES], *half; /* the one that the game at hand is for */
    int games;
    void *state;
    cop_move *moves;
};

/* ---- Playing ---- */

static void add_pair(struct sample *sample, struct cop_chance_pair pair)
{
    if (sample->count == sample->room) {
        sample->room = sample->room > 0 ? 2 * sample->room : 1024;
        sample->pairs = cop_reallocate(sample->pairs, (size_t)sample->room * sizeof *sample->pairs);
    }
    sample->pairs[sample->count++] = pair;
}

static void keep_pair(struct tuning *tuning, const struct cop_report *report, int8_t *movers,
                      int first)
{
    /* A move that is made without a search, as the start with a ready army, has no value. */
    if (report->proof != COP_UNPROVEN || isnan(report->value[report->player]))
        return;
    movers[tuning->half->count - first] = (int8_t)report->player;
    add_pair(tuning->half, (struct cop_chance_pair){.value = report->value[report->player] +
                                                             report->scale.origin});
}

static bool choose(struct tuning *tuning, int turn, bool is_opening, int8_t *movers, int first,
                   cop_move *move, struct cop_error *error)
{
    struct cop_report report;

    if (turn == COP_CHANCE || is_opening) {
        *move = cop_random_move(tuning->game, tuning->state, &tuning->rng, tuning->moves);
        return true;
    }
    if (!cop_agent_think(tuning->agent, tuning->state, &tuning->limits, NULL, &report, error))
        return false;
    keep_pair(tuning, &report, movers, first);
    *move = report.best;
    return true;
}

/* A game that does not end is no result, and its positions are left out. */
static void settle_game(struct tuning *tuning, const int8_t *movers, int first)
{
    double payoff[COP_PLAYERS_MAX];

    if (tuning->game->rules->turn(tuning->game, tuning->state) != COP_OVER) {
        tuning->half->count = first;
        return;
    }
    tuning->game->rules->payoff(tuning->game, tuning->state, payoff);
    for (int i = first; i < tuning->half->count; i++)
        tuning->half->pairs[i].payoff = payoff[movers[i - first]];
    tuning->games++;
}

static bool play_game(struct tuning *tuning, struct cop_error *error)
{
    const struct cop_game *game = tuning->game;
    const struct cop_settings *settings = tuning->arguments->options;
    int most = cop_given(settings, "opening") ? (int)cop_integer(settings, "opening") : OPENING;
    int opening = (int)cop_rng_below(&tuning->rng, (uint32_t)most + 1);
    int8_t movers[PLIES_MAX] = {0};
    int first = tuning->half->count, turn;

    game->rules->start(game, tuning->state, &tuning->rng);
    cop_agent_start(tuning->agent, cop_rng_next(&tuning->rng));
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        cop_move move;

        turn = game->rules->turn(game, tuning->state);
        if (turn == COP_OVER)
            break;
        if (atomic_load(tuning->arguments->interrupted))
            return cop_fail(error, "interrupted after %d games", tuning->games);
        if (!choose(tuning, turn, ply < opening, movers, first, &move, error))
            return false;
        cop_agent_played(tuning->agent, tuning->state, move);
        game->rules->play(game, tuning->state, move);
    }
    settle_game(tuning, movers, first);
    return true;
}

/* ---- Results ---- */

static int compare_values(const void *left, const void *right)
{
    double a = ((const struct cop_chance_pair *)left)->value;
    double b = ((const struct cop_chance_pair *)right)->value;

    return (a > b) - (a < b);
}

/* Ten equal groups from the lowest to the highest value: what they were promised and what they
 * got. */
static void add_calibration(struct sample *sample, const struct cop_chance *chance,
                            struct cop_text *text)
{
    if (sample->count > 0)
        qsort(sample->pairs, (size_t)sample->count, sizeof *sample->pairs, compare_values);
    cop_text_add(text, "\ntenth  positions      from value     to value  expected  happened\n");
    for (int tenth = 0; tenth < DECILES; tenth++) {
        int from = (int)((int64_t)sample->count * tenth / DECILES);
        int to = (int)((int64_t)sample->count * (tenth + 1) / DECILES);
        double expected = 0, happened = 0;

        for (int i = from; i < to; i++) {
            expected += cop_chance_at(chance, sample->pairs[i].value) / (to - from);
            happened += sample->pairs[i].payoff / (to - from);
        }
        if (to > from)
            cop_text_add(text, "%5d %10d %15.6g %12.6g %9.3f %9.3f\n", tenth + 1, to - from,
                         sample->pairs[from].value, sample->pairs[to - 1].value, expected,
                         happened);
    }
}

static void add_curve(const struct cop_chance *chance, struct cop_text *text)
{
    cop_text_add(text, "chance = 1 / (1 + exp(-(%.5g + %.5g * value)))\n", chance->offset,
                 chance->slope);
}

/* How a curve does on games that it has not seen, beside one that knows nothing. */
static void add_check(struct sample *sample, const char *whose, const struct cop_chance *chance,
                      struct cop_text *text)
{
    const struct cop_chance even = {0, 0, 0};

    cop_text_add(text, "\n%s\n", whose);
    add_curve(chance, text);
    cop_text_add(text,
                 "on the %d positions held out: deviance %.4f a position; if every position "
                 "were even %.4f\n",
                 sample->count,
                 cop_chance_deviance(chance, sample->pairs, sample->count) / sample->count,
                 cop_chance_deviance(&even, sample->pairs, sample->count) / sample->count);
    add_calibration(sample, chance, text);
}

/* The evaluator's own curve has seen none of these games if their seed is another. */
static void print_chance(struct tuning *tuning, const struct cop_chance *half,
                         const struct cop_chance *all)
{
    const struct cop_evaluator *evaluator = tuning->evaluator;
    struct sample *held_out = &tuning->halves[HELD_OUT];
    struct cop_text text = COP_TEXT, limit = COP_TEXT;

    cop_limits_write(&tuning->limits, &limit);
    cop_text_add(&text, "%s, evaluator %s, version %d, by %s, %s\n", tuning->game->name,
                 evaluator->name, evaluator->version, cop_agent_name(tuning->agent), limit.bytes);
    cop_text_add(&text, "games %d, positions %d, seed %lld\n", tuning->games,
                 tuning->halves[FITTED].count + held_out->count,
                 (long long)cop_integer(tuning->arguments->options, "seed"));
    add_check(held_out, "fitted to every second game:", half, &text);
    if (evaluator->chance.version == evaluator->version)
        add_check(held_out, "as the evaluator has it now:", &evaluator->chance, &text);
    cop_text_add(&text, "\nfitted to all games:\n");
    add_curve(all, &text);
    cop_text_add(&text, "\n.chance = {%d, %.5g, %.5g}\n", all->version, all->offset, all->slope);
    cop_print(&text);
    cop_text_free(&limit);
}

/* ---- The call ---- */

static bool open_agent(struct tuning *tuning, struct cop_error *error)
{
    const struct cop_game *game = tuning->game;
    char spec[200];

    if (game->players != 2)
        return cop_fail(error, "%s has %d players; a chance is fitted for two", game->name,
                        game->players);
    if (!cop_limits_parse(cop_words(tuning->arguments->options, "limit"), &tuning->limits, error))
        return false;
    snprintf(spec, sizeof spec, "%s(eval=%s)", game->has_chance ? "star2" : "alphabeta",
             tuning->evaluator->name);
    tuning->agent = cop_agent_open(game, spec, &tuning->limits.means, error);
    return tuning->agent != NULL;
}

static bool fit(const struct tuning *tuning, struct cop_chance *half, struct cop_chance *all,
                struct cop_error *error)
{
    struct sample both = {.count = 0};
    bool is_made;

    for (int i = 0; i < HALVES; i++)
        for (int j = 0; j < tuning->halves[i].count; j++)
            add_pair(&both, tuning->halves[i].pairs[j]);
    half->version = all->version = tuning->evaluator->version;
    is_made =
        cop_chance_make(tuning->halves[FITTED].pairs, tuning->halves[FITTED].count, half, error) &&
        cop_chance_make(both.pairs, both.count, all, error);
    free(both.pairs);
    if (is_made && tuning->halves[HELD_OUT].count == 0)
        return cop_fail(error, "one game cannot say how well its curve holds; play more games");
    return is_made;
}

static bool play_games(struct tuning *tuning, struct cop_error *error)
{
    const struct cop_settings *settings = tuning->arguments->options;
    int64_t games = cop_given(settings, "games") ? cop_integer(settings, "games") : GAMES;

    cop_rng_seed(&tuning->rng, (uint64_t)cop_integer(tuning->arguments->options, "seed"));
    for (int64_t i = 0; i < games; i++) {
        tuning->half = &tuning->halves[i % HALVES];
        if (!play_game(tuning, error))
            return false;
    }
    return true;
}

int cop_tune_chance(const struct cop_arguments *arguments, const struct cop_game *game,
                    const struct cop_evaluator *evaluator, struct cop_error *error)
{
    struct tuning tuning = {.arguments = arguments, .game = game, .evaluator = evaluator};
    struct cop_chance half = {0, 0, 0}, all = {0, 0, 0};
    int status = COP_USAGE;

    tuning.state = cop_allocate(game->state_size);
    tuning.moves = cop_allocate((size_t)game->max_moves * sizeof *tuning.moves);
    if (open_agent(&tuning, error)) {
        bool is_done = play_games(&tuning, error) && fit(&tuning, &half, &all, error);

        status = is_done ? COP_DONE : COP_FAILED;
        if (is_done)
            print_chance(&tuning, &half, &all);
    }
    cop_agent_close(tuning.agent);
    for (int i = 0; i < HALVES; i++)
        free(tuning.halves[i].pairs);
    free(tuning.state);
    free(tuning.moves);
    return status;
}
