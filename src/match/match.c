/* match.c - running a plan: the missing games are jobs for several threads.
 *
 * Each worker has agents of its own. What workers share is in `struct run`, which only the job
 * loop's serialised calls touch. */
#include "match/match.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/jobs.h"
#include "base/machine.h"
#include "match/play.h"
#include "match/schedule.h"
#include "match/tally.h"

enum { THREADS_MAX = 1024, ROWS_MAX = 1 << 22 };

/* What is known of a game: nothing, or how it ended for the first agent. */
enum progress { MISSING, LOST, DRAWN, WON, PLAYED };

struct run {
    const struct cop_match_plan *plan;
    const struct cop_match_watch *watch;
    struct cop_store *store;
    int64_t match;
    int total;
    unsigned char *progress; /* of game fixture * plan->games + number */
    int done;
    struct cop_sprt sprt;
    atomic_int pinned; /* threads that have their processors */
};

/* The agents that a player has open. They stay open while they are needed, so that both games of a
 * pair use the same ones. */
struct cop_match_player {
    const struct cop_match_plan *plan;
    struct cop_agent *agents[COP_PLAYERS_MAX];
    int which[COP_PLAYERS_MAX]; /* the plan's number of each */
    struct cop_judge *judge;    /* of a plan that adjudicates; opened with the first game */
};

static bool has_sprt(const struct cop_match_plan *plan)
{
    return plan->elo0 != plan->elo1;
}

/* Every start must be a position in which somebody is to move. */
static bool check_starts(const struct cop_match_plan *plan, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    for (int i = 0; i < plan->start_count; i++) {
        if (!cop_position_read(plan->game, plan->starts[i], state, error))
            return cop_fail_in(error, "start %d", i + 1);
        if (plan->game->rules->turn(plan->game, state) == COP_OVER)
            return cop_fail(error, "start %d: the game is over in \"%.200s\"", i + 1,
                            plan->starts[i]);
    }
    return true;
}

/* Processors of a game: as many as the widest search has threads. */
static int processors_of(const struct cop_match_plan *plan)
{
    int most = 1;

    for (int i = 0; i < plan->agent_count; i++)
        if (plan->limits[i].means.threads > most)
            most = plan->limits[i].means.threads;
    return most;
}

static bool check_pin(const struct cop_match_plan *plan, struct cop_error *error)
{
    int needed = plan->threads * processors_of(plan), cores = cop_machine_usable();

    return !plan->pin || needed <= cores ||
           cop_fail(error,
                    "pinned games have processors of their own: %d at a time need %d, and there "
                    "are %d",
                    plan->threads, needed, cores);
}

static bool check_judge(const struct cop_match_plan *plan, struct cop_error *error)
{
    const struct cop_game *game = plan->game;

    return !plan->adjudicate || (game->players > 1 && !game->is_hidden) ||
           cop_fail(error, "games of %s are not adjudicated: %s", game->name,
                    game->players > 1 ? "with hidden pieces no result is known before the end"
                                      : "one player alone has no result before the end");
}

/* What is summed up has a row for each agent in each fixture. */
static bool check_agents(const struct cop_match_plan *plan, struct cop_error *error)
{
    int fixtures = cop_match_fixture_count(plan);

    return (int64_t)fixtures * plan->agent_count <= ROWS_MAX ||
           cop_fail(error,
                    "%d agents meet in %d fixtures, which are too many for one match; name fewer "
                    "agents",
                    plan->agent_count, fixtures);
}

bool cop_match_check(const struct cop_match_plan *plan, struct cop_error *error)
{
    int players = plan->game->players;

    if (plan->agent_count < (players > 1 ? 2 : 1))
        return cop_fail(error, "a match of %s needs at least %s", plan->game->name,
                        players > 1 ? "two agents" : "one agent");
    if (!check_agents(plan, error))
        return false;
    if (plan->games < 1 || (int64_t)plan->games * cop_match_fixture_count(plan) > INT32_MAX / 2)
        return cop_fail(error, "a match has 1 to %d games in all, not %d in each of %d fixtures",
                        INT32_MAX / 2, plan->games, cop_match_fixture_count(plan));
    if (plan->threads < 1 || plan->threads > THREADS_MAX)
        return cop_fail(error, "a match is played by 1 to %d threads, not %d", (int)THREADS_MAX,
                        plan->threads);
    if (plan->opening_plies < 0)
        return cop_fail(error, "an opening has 0 or more plies, not %d", plan->opening_plies);
    if (!check_starts(plan, error) || !check_pin(plan, error) || !check_judge(plan, error))
        return false;
    if (has_sprt(plan) && (plan->agent_count != 2 || players != 2))
        return cop_fail(error, "a sequential test needs two agents and a game of two players");
    if (has_sprt(plan) && !(plan->elo0 < plan->elo1))
        return cop_fail(error, "a sequential test needs elo0 < elo1, not %g and %g", plan->elo0,
                        plan->elo1);
    return true;
}

/* The test looks at games in the order of their numbers, so that it ends at the same game whatever
 * the number of threads. True if it is decided. */
static bool test(struct run *run)
{
    if (!has_sprt(run->plan))
        return false;
    while (run->sprt.verdict == COP_GO_ON && run->sprt.games < run->plan->games &&
           run->progress[run->sprt.games] != MISSING)
        cop_sprt_add(&run->sprt, run->plan,
                     (enum cop_result)(run->progress[run->sprt.games] - LOST + COP_LOSS));
    return run->sprt.verdict != COP_GO_ON;
}

static void mark(struct run *run, const struct cop_game_result *result)
{
    enum progress progress = PLAYED;

    if (has_sprt(run->plan))
        progress = (enum progress)(LOST + (cop_sprt_outcome(result) - COP_LOSS));
    run->progress[(size_t)result->fixture * (size_t)run->plan->games + (size_t)result->number] =
        (unsigned char)progress;
    run->done++;
}

/* A file changed by hand may hold anything. */
static void mark_stored(void *context, const struct cop_game_result *result)
{
    struct run *run = context;

    if (result->number >= 0 && result->fixture < cop_match_fixture_count(run->plan))
        mark(run, result);
}

/* Puts an open agent of the right kind at each seat: first those that are open already. */
static bool seat_agents(struct cop_match_player *player, const int *wanted, struct cop_play *play,
                        struct cop_error *error)
{
    const struct cop_match_plan *plan = player->plan;
    int seats = plan->game->players;
    bool is_taken[COP_PLAYERS_MAX] = {false};

    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < seats && play->agents[seat] == NULL; i++)
            if (player->agents[i] != NULL && !is_taken[i] && player->which[i] == wanted[seat]) {
                play->agents[seat] = player->agents[i];
                is_taken[i] = true;
            }
    for (int seat = 0, i = 0; seat < seats; seat++) {
        const struct cop_limits *limits = &plan->limits[wanted[seat]];

        play->limits[seat] = limits;
        if (play->agents[seat] != NULL)
            continue;
        while (is_taken[i])
            i++;
        cop_agent_close(player->agents[i]);
        player->agents[i] =
            cop_agent_open(plan->game, plan->agents[wanted[seat]], &limits->means, error);
        if (player->agents[i] == NULL)
            return false;
        player->which[i] = wanted[seat];
        is_taken[i] = true;
        play->agents[seat] = player->agents[i];
    }
    return true;
}

static bool seat_judge(struct cop_match_player *player, struct cop_play *play,
                       struct cop_error *error)
{
    if (!player->plan->adjudicate)
        return true;
    if (player->judge == NULL)
        player->judge = cop_judge_open(player->plan->game, play->stop, error);
    play->judge = player->judge;
    return player->judge != NULL;
}

struct cop_match_player *cop_match_player_open(const struct cop_match_plan *plan)
{
    struct cop_match_player *player = cop_allocate(sizeof *player);

    player->plan = plan;
    return player;
}

/* All that it has opened. */
static void empty_player(struct cop_match_player *player)
{
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        cop_agent_close(player->agents[i]);
    cop_judge_close(player->judge);
}

void cop_match_player_close(struct cop_match_player *player)
{
    if (player == NULL)
        return;
    empty_player(player);
    free(player);
}

enum cop_play_end cop_match_player_play(struct cop_match_player *player, int fixture, int number,
                                        const atomic_bool *stop, struct cop_game_result *result,
                                        struct cop_text *sgf, struct cop_error *error)
{
    const struct cop_match_plan *plan = player->plan;
    int seating[COP_PLAYERS_MAX];
    struct cop_play play = {
        .game = plan->game,
        .start = cop_match_start(plan, number),
        .opening_plies = plan->opening_plies,
        .opening_seed = cop_schedule_opening_seed(plan, fixture, number),
        .game_seed = cop_schedule_game_seed(plan, fixture, number),
        .stop = stop,
    };
    enum cop_play_end end;

    cop_match_seating(plan, fixture, number, seating);
    if (!seat_agents(player, seating, &play, error) || !seat_judge(player, &play, error))
        return COP_PLAY_FAILED;
    end = cop_play(&play, result, sgf, error);
    result->fixture = fixture;
    result->number = number;
    for (int seat = 0; seat < result->seat_count; seat++)
        result->seats[seat].agent = seating[seat];
    return end;
}

/* -- the jobs -- */

enum { GAME_TEXTS = 3 }; /* SGF, reason, ending */

struct worker {
    struct cop_match_player player;
    struct cop_game_result result;
    struct cop_text sgf;
    struct cop_text told[GAME_TEXTS - 1]; /* reason and ending of another rank's game */
    bool is_pinned;
};

static bool is_missing(void *context, int job)
{
    const struct run *run = context;
    int fixture, number;

    if (run->sprt.verdict != COP_GO_ON)
        return false;
    cop_schedule_game(run->plan, job, &fixture, &number);
    return run->progress[(size_t)fixture * (size_t)run->plan->games + (size_t)number] == MISSING;
}

/* The agents that the thread opens, their threads and programs, inherit its processors. */
static bool pin(struct run *run, struct worker *worker, struct cop_error *error)
{
    int width = processors_of(run->plan);

    if (!run->plan->pin || worker->is_pinned)
        return true;
    worker->is_pinned = true;
    return cop_machine_pin(width * atomic_fetch_add(&run->pinned, 1), width, error);
}

static enum cop_job_end play_job(void *context, void *memory, int job, const atomic_bool *halt,
                                 struct cop_error *error)
{
    static const enum cop_job_end ends[] = {[COP_PLAY_FAILED] = COP_JOB_FAILED,
                                            [COP_PLAY_STOPPED] = COP_JOB_STOPPED,
                                            [COP_PLAY_FINISHED] = COP_JOB_DONE};
    struct run *run = context;
    struct worker *worker = memory;
    int fixture, number;

    if (!pin(run, worker, error))
        return COP_JOB_FAILED;
    cop_schedule_game(run->plan, job, &fixture, &number);
    worker->player.plan = run->plan;
    return ends[cop_match_player_play(&worker->player, fixture, number, halt, &worker->result,
                                      &worker->sgf, error)];
}

static bool hand_in(void *context, void *memory, int job, bool *is_enough, struct cop_error *error)
{
    struct run *run = context;
    const struct worker *worker = memory;

    (void)job;
    if (!cop_store_add_game(run->store, run->match, &worker->result, error))
        return false;
    mark(run, &worker->result);
    if (run->watch != NULL && run->watch->report != NULL)
        run->watch->report(run->watch->context, &worker->result, run->done, run->total);
    *is_enough = test(run);
    return true;
}

/* The numbers of a game as they are in memory, which every rank has of the same program; then its
 * texts, those that it has, each with its NUL. */
static void write_game(void *context, const void *memory, struct cop_text *bytes)
{
    const struct worker *worker = memory;
    const struct cop_game_result *result = &worker->result;
    const char *const texts[] = {result->sgf, result->reason, result->ending};

    (void)context;
    cop_text_add_bytes(bytes, (const char *)result, sizeof *result);
    for (int i = 0; i < GAME_TEXTS; i++)
        if (texts[i] != NULL)
            cop_text_add_bytes(bytes, texts[i], strlen(texts[i]) + 1);
}

static bool read_game(void *context, void *memory, const char *bytes, size_t length)
{
    struct worker *worker = memory;
    struct cop_game_result *result = &worker->result;
    const char **const texts[] = {&result->sgf, &result->reason, &result->ending};
    const char *at = bytes + sizeof *result, *end = bytes + length;

    (void)context;
    if (length <= sizeof *result || end[-1] != '\0')
        return false;
    memcpy(result, bytes, sizeof *result);
    for (int i = 0; i < GAME_TEXTS; i++) {
        struct cop_text *copy = i == 0 ? &worker->sgf : &worker->told[i - 1];

        if (*texts[i] == NULL)
            continue;
        if (at >= end)
            return false;
        cop_text_clear(copy);
        cop_text_add(copy, "%s", at);
        *texts[i] = copy->bytes;
        at += strlen(at) + 1;
    }
    return true;
}

static void close_worker(void *context, void *memory)
{
    struct worker *worker = memory;

    (void)context;
    empty_player(&worker->player);
    cop_text_free(&worker->sgf);
    for (int i = 0; i < GAME_TEXTS - 1; i++)
        cop_text_free(&worker->told[i]);
}

static bool play_missing(struct run *run, const char *identity, struct cop_error *error)
{
    int missing = run->total - run->done;
    struct cop_jobs jobs = {
        .ranks = run->watch != NULL ? run->watch->ranks : NULL,
        .identity = identity,
        .write = write_game,
        .read = read_game,
        .count = run->total,
        .threads = run->plan->threads < missing ? run->plan->threads : missing,
        .stop = run->watch != NULL ? run->watch->stop : NULL,
        .worker_size = sizeof(struct worker),
        .context = run,
        .is_needed = is_missing,
        .work = play_job,
        .hand_in = hand_in,
        .close = close_worker,
    };

    return cop_jobs_run(&jobs, error);
}

/* A mistake in the last agent's spec should not come to light after hours of other fixtures. */
static bool try_agents(const struct cop_match_plan *plan, struct cop_error *error)
{
    for (int i = 0; i < plan->agent_count; i++) {
        if (!cop_agent_check(plan->game, plan->agents[i], &plan->limits[i], NULL, error))
            return false;
    }
    return true;
}

/* Two that differ in the number of games number the jobs differently. */
static void write_jobs_identity(const struct cop_match_plan *plan, const char *identity,
                                struct cop_text *text)
{
    cop_text_add(text, "%sgames %d\n", identity, plan->games);
}

/* What is missing is nobody's to know before the job loop: other ranks, whose stores are empty,
 * must come to it as often as we do. */
static bool play_all(struct run *run, const char *identity, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool good;

    test(run);
    write_jobs_identity(run->plan, identity, &text);
    good = play_missing(run, text.bytes, error);
    cop_text_free(&text);
    return good;
}

bool cop_match_run(const struct cop_match_plan *plan, struct cop_store *store,
                   const struct cop_match_watch *watch, struct cop_error *error)
{
    struct run run = {.plan = plan, .watch = watch, .store = store};
    struct cop_text identity = COP_TEXT;
    bool good;

    if (!cop_match_check(plan, error) || !try_agents(plan, error))
        return false;
    run.total = plan->games * cop_match_fixture_count(plan);
    run.progress = cop_allocate((size_t)run.total);
    cop_match_identity(plan, &identity);
    good = cop_store_match(store, identity.bytes, &run.match, error) &&
           cop_store_each_game(store, run.match, -1, plan->games, mark_stored, &run, error) &&
           play_all(&run, identity.bytes, error);
    cop_text_free(&identity);
    free(run.progress);
    return good;
}
