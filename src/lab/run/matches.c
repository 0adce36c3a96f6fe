#include "lab/run/matches.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "lab/run/courses.h"
#include "lab/run/endings.h"
#include "lab/run/games.h"
#include "lab/run/observation.h"
#include "lab/run/starts.h"
#include "match/match.h"

/* A plan with the lists that it points to. */
struct plan {
    struct cop_match_plan plan;
    const char **agents;
    struct cop_limits *limits;
    struct cop_lab_starts starts; /* all of the list, so that more games of it are the same match */
    int *first_seats;             /* of each start: whose move it is */
};

struct match_context {
    struct cop_search_work *work;
    const struct plan *plan;
    struct cop_lab_run_result *result;
    int *counts;             /* games of each fixture so far */
    struct cop_error *error; /* the first stored game that could not be read */
    bool has_failed;
};

static void report_game(void *context, const struct cop_game_result *game, int done, int total)
{
    const struct match_context *match = context;
    const struct cop_search_work *work = match->work;
    struct cop_lab_progress progress = {work->experiment, work->run, done, total};

    (void)game;
    if (work->order->progress)
        work->order->progress(work->order->context, &progress);
}

/* Who had the first move: 1, 0, or not a number where all games begin at the game's own start. */
static double first_of(const struct plan *plan, const struct cop_game_result *game, int entrant)
{
    int start = cop_match_start_place(&plan->plan, game->number);

    return start < 0 ? NAN : game->seats[plan->first_seats[start]].agent == entrant;
}

/* One game is one observation of its fixture, with the variables of all who met. */
static void fill_row(const struct plan *plan, const struct cop_fixture_result *fixture,
                     const struct cop_game_result *game, double *row)
{
    for (int i = 0; i < fixture->entrant_count; i++) {
        double *variables = row + (ptrdiff_t)i * COP_MATCH_VARIABLES;
        struct cop_tally tally = {0};

        cop_tally_add(&tally, &plan->plan, game, fixture->entrants[i]);
        variables[COP_MATCH_FIRST] = first_of(plan, game, fixture->entrants[i]);
        variables[COP_MATCH_PAYOFF] = cop_kept(tally.payoff);
        variables[COP_MATCH_WINS] = (double)tally.wins;
        variables[COP_MATCH_DRAWS] = (double)tally.draws;
        variables[COP_MATCH_SIMS] = tally.sims;
        variables[COP_MATCH_SECONDS] = cop_kept(round(tally.seconds * 1e6) / 1e6);
        variables[COP_MATCH_SEARCHES] = (double)tally.searches;
        variables[COP_MATCH_EARLY] = (double)tally.early_stops;
        variables[COP_MATCH_POINTS] = cop_kept(tally.score);
        variables[COP_MATCH_DEPTH] = -1;
        for (int seat = 0; seat < game->seat_count; seat++) {
            if (game->seats[seat].agent != fixture->entrants[i])
                continue;
            variables[COP_MATCH_NODES] += (double)game->seats[seat].nodes;
            variables[COP_MATCH_DEPTH] = fmax(variables[COP_MATCH_DEPTH], game->seats[seat].depth);
        }
        if (variables[COP_MATCH_DEPTH] < 0)
            variables[COP_MATCH_DEPTH] = NAN;
    }
}

static void add_game(void *context, const struct cop_game_result *game)
{
    struct match_context *match = context;
    struct cop_fixture_result *fixture = &match->result->fixtures[game->fixture];
    int number = match->counts[game->fixture];
    struct cop_text line = COP_TEXT;

    if (number == match->plan->plan.games || match->has_failed)
        return;
    match->counts[game->fixture]++;
    fill_row(match->plan, fixture, game,
             fixture->rows + (ptrdiff_t)number * cop_row_width(match->result, fixture));
    fixture->endings[number] = cop_lab_note_ending(match->result, game->ending);
    if (match->result->is_course) {
        match->has_failed = !cop_course_observe(match->plan->plan.game, game, fixture,
                                                &fixture->courses[number], match->error);
    } else {
        match->has_failed = !cop_game_line(&match->plan->plan, fixture, game, &line, match->error);
        fixture->games[number] = cop_copy_string(line.bytes);
        cop_text_free(&line);
    }
    cop_makers_add(match->work->makers, game->origin);
}

static void open_fixtures(const struct cop_match_plan *plan, struct cop_lab_run_result *result)
{
    result->fixture_count = cop_match_fixture_count(plan);
    result->fixtures = cop_allocate((size_t)result->fixture_count * sizeof *result->fixtures);
    for (int f = 0; f < result->fixture_count; f++) {
        struct cop_fixture_result *fixture = &result->fixtures[f];
        int seats[COP_PLAYERS_MAX];

        cop_match_fixture(plan, f, seats);
        for (int seat = 0; seat < plan->game->players; seat++) {
            bool is_new = true;

            for (int i = 0; i < fixture->entrant_count; i++)
                is_new = is_new && fixture->entrants[i] != seats[seat];
            if (is_new)
                fixture->entrants[fixture->entrant_count++] = seats[seat];
        }
        fixture->is_by_turn = result->is_by_turn;
        fixture->until_repeat = result->until_repeat;
        fixture->rows = cop_allocate((size_t)plan->games * (size_t)cop_row_width(result, fixture) *
                                     sizeof *fixture->rows);
        fixture->endings = cop_allocate((size_t)plan->games * sizeof *fixture->endings);
        if (result->is_course)
            fixture->courses = cop_allocate((size_t)plan->games * sizeof *fixture->courses);
        else /* of courses there are too many to keep them move by move */
            fixture->games = cop_allocate((size_t)plan->games * sizeof *fixture->games);
    }
}

static bool play_plan(struct match_context *match, struct cop_error *error)
{
    struct cop_match_watch watch = {match->work->order->stop, report_game, match,
                                    match->work->order->ranks};
    const struct cop_match_plan *plan = &match->plan->plan;
    struct cop_lab_run_result *result = match->result;
    bool is_good;

    if (!cop_match_run(plan, match->work->store, &watch, error))
        return false;
    open_fixtures(plan, result);
    match->counts = cop_allocate((size_t)result->fixture_count * sizeof *match->counts);
    is_good = cop_match_each(plan, match->work->store, add_game, match, error);
    for (int f = 0; f < result->fixture_count; f++) {
        cop_lab_add_up_games(result, &result->fixtures[f], match->counts[f]);
        result->fixtures[f].course_count = result->is_course ? match->counts[f] : 0;
    }
    free(match->counts);
    return is_good && !match->has_failed;
}

/* A run without a list leaves the plan at the game's own start. */
static void open_starts(const struct cop_lab_run *run, struct plan *plan)
{
    cop_lab_starts_fill(&plan->starts, run, run->positions.count);
    plan->first_seats = cop_allocate(((size_t)plan->starts.count + 1) * sizeof *plan->first_seats);
    for (int i = 0; i < plan->starts.count; i++)
        plan->first_seats[i] =
            run->game->rules->turn(run->game, cop_positions_state(&run->positions, i));
    plan->plan.starts = (const char *const *)plan->starts.positions;
    plan->plan.start_count = plan->starts.count;
}

static bool open_plan(const struct cop_lab_run *run, enum cop_budget budget, int threads,
                      const struct cop_lab_run_result *result, struct plan *plan,
                      struct cop_error *error)
{
    size_t count = (size_t)result->entrant_count;
    bool is_good = true;

    plan->agents = cop_allocate(count * sizeof *plan->agents);
    plan->limits = cop_allocate(count * sizeof *plan->limits);
    plan->plan = (struct cop_match_plan){.game = run->game,
                                         .agent_count = result->entrant_count,
                                         .agents = plan->agents,
                                         .limits = plan->limits,
                                         .games = run->efforts[budget].count,
                                         .opening_plies = run->opening_plies,
                                         .threads = threads,
                                         .seed = (uint64_t)run->seed};
    open_starts(run, plan);
    for (int i = 0, at = 0; i < run->entrant_count && is_good; i++) {
        if (!run->entrants[i].at[budget])
            continue;
        plan->agents[at] = result->entrants[at].agent;
        is_good = cop_lab_run_limits(run, i, budget, &plan->limits[at++], error);
    }
    return is_good;
}

static void close_plan(struct plan *plan)
{
    free(plan->agents);
    free(plan->limits);
    free(plan->first_seats);
    cop_lab_starts_free(&plan->starts);
}

bool cop_lab_play(const struct cop_lab_run *run, struct cop_search_work *work,
                  struct cop_lab_run_result *result, struct cop_error *error)
{
    struct plan plan;
    struct match_context match = {work, &plan, result, NULL, error, false};
    bool is_good =
        open_plan(run, work->order->budget, work->order->threads, result, &plan, error) &&
        play_plan(&match, error);

    close_plan(&plan);
    return is_good;
}

/* What a game gave that was just played; NULL if its record could not be read. */
static json_t *observe_game(const struct plan *plan, const struct cop_lab_run_result *result,
                            int fixture, const struct cop_game_result *game,
                            struct cop_error *error)
{
    double row[COP_PLAYERS_MAX * COP_MATCH_VARIABLES] = {0};
    const struct cop_fixture_result *met = &result->fixtures[fixture];
    struct cop_played played = {0};
    json_t *found = NULL;

    fill_row(plan, met, game, row);
    if (!result->is_course || cop_course_observe(plan->plan.game, game, met, &played, error))
        found = cop_observation_of_game(result, fixture, row, game->ending,
                                        result->is_course ? &played : NULL);
    cop_played_free(&played);
    return found;
}

json_t *cop_lab_play_again(const struct cop_lab_run *run, enum cop_budget budget,
                           struct cop_lab_run_result *result, int fixture, int number,
                           const atomic_bool *stop, struct cop_error *error)
{
    struct cop_match_player *player = NULL;
    struct cop_game_result game;
    struct cop_text sgf = COP_TEXT, line = COP_TEXT;
    struct plan plan;
    json_t *found = NULL;

    if (open_plan(run, budget, 1, result, &plan, error))
        player = cop_match_player_open(&plan.plan);
    if (player &&
        cop_match_player_play(player, fixture, number, stop, &game, &sgf, error) ==
            COP_PLAY_FINISHED &&
        cop_game_line(&plan.plan, &result->fixtures[fixture], &game, &line, error)) {
        found = observe_game(&plan, result, fixture, &game, error);
        if (found)
            json_object_set_new(found, COP_OBSERVED_GAME, json_string(line.bytes));
    }
    cop_match_player_close(player);
    cop_text_free(&sgf);
    cop_text_free(&line);
    close_plan(&plan);
    return found;
}
