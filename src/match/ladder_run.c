/* ladder_run.c - rounds of games on the ladder. */
#include "match/ladder_run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/presets.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "base/jobs.h"
#include "match/match.h"
#include "match/pool.h"

/* Random plies before the players take over; and the games of one opening. */
enum { OPENING_PLIES = 4, PAIR = 2 };

/* ---- A rung as a player ---- */

void cop_ladder_side_free(struct cop_ladder_side *side)
{
    free(side->name);
    free(side->limit);
    free(side->agent);
    *side = (struct cop_ladder_side){0};
}

/* "@strong": the agent of a level. */
static bool find_agent(const char *words, const struct cop_game *game, const char **agent,
                       struct cop_error *error)
{
    struct cop_preset presets[COP_PRESETS];
    enum cop_level level;

    *agent = words;
    if (words[0] != '@')
        return true;
    if (!cop_level_find(words + 1, &level, error))
        return false;
    cop_presets_for(game, presets);
    *agent = presets[level].agent;
    return true;
}

static bool check_fixed(const struct cop_rung *rung, const struct cop_limits *limits,
                        struct cop_error *error)
{
    bool is_counted = limits->sims > 0 || limits->nodes > 0 || limits->depth > 0;

    if (!cop_rung_is_fixed(rung) ||
        (limits->time <= 0 && limits->clock <= 0 && limits->means.threads == 1 &&
         (is_counted || strcmp(rung->agent, "random") == 0)))
        return true;
    return cop_fail(error,
                    "%s: a fixed player plays the same on every machine: give it a limit of "
                    "sims, nodes or depth alone, and one thread",
                    rung->name);
}

bool cop_rung_check(const struct cop_rung *rung, const struct cop_game *game, const char *limit,
                    struct cop_ladder_side *side, struct cop_error *error)
{
    const char *words = strcmp(rung->limit, "-") == 0 ? limit : rung->limit, *agent;
    struct cop_text canonical = COP_TEXT, limit_words = COP_TEXT;
    struct cop_limits limits;
    bool is_good;

    if (game->players != 2)
        return cop_fail(error, "a ladder is for games of two players; %s has %d", game->name,
                        game->players);
    is_good = cop_limits_parse(words, &limits, error) && check_fixed(rung, &limits, error) &&
              find_agent(rung->agent, game, &agent, error) &&
              cop_agent_check(game, agent, &limits, &canonical, error);
    if (is_good) {
        cop_limits_write(&limits, &limit_words);
        *side = (struct cop_ladder_side){cop_copy_string(rung->name),
                                         cop_copy_string(limit_words.bytes),
                                         cop_copy_string(canonical.bytes)};
    }
    cop_text_free(&canonical);
    cop_text_free(&limit_words);
    return is_good;
}

/* One game of two sides, as it follows from its number. */
static enum cop_play_end play_number(const struct cop_game *game,
                                     const struct cop_ladder_side *const sides[2], int number,
                                     const atomic_bool *stop, struct cop_game_result *result,
                                     struct cop_text *sgf, struct cop_error *error)
{
    const char *agents[2] = {sides[0]->agent, sides[1]->agent};
    struct cop_limits limits[2];
    struct cop_match_plan plan = {.game = game,
                                  .agent_count = 2,
                                  .agents = agents,
                                  .limits = limits,
                                  .games = number + 1,
                                  .opening_plies = OPENING_PLIES,
                                  .threads = 1,
                                  .seed = 1};
    struct cop_match_player *player;
    enum cop_play_end end;

    for (int i = 0; i < 2; i++)
        if (!cop_limits_parse(sides[i]->limit, &limits[i], error))
            return COP_PLAY_FAILED;
    if (!cop_match_check(&plan, error))
        return COP_PLAY_FAILED;
    player = cop_match_player_open(&plan);
    end = cop_match_player_play(player, 0, number, stop, result, sgf, error);
    if (end == COP_PLAY_FINISHED) /* what these point to closes with the agents */
        result->reason = result->ending = NULL;
    cop_match_player_close(player);
    return end;
}

bool cop_rung_mark(const struct cop_game *game, const struct cop_ladder_side *side,
                   const atomic_bool *stop, char mark[9], struct cop_error *error)
{
    const struct cop_ladder_side *const sides[2] = {side, side};
    struct cop_text sgf = COP_TEXT;
    struct cop_game_result result;
    enum cop_play_end end = play_number(game, sides, 0, stop, &result, &sgf, error);

    if (end == COP_PLAY_FINISHED) {
        const char *moves = strstr(sgf.bytes, "\n;"); /* what is before says names and versions */
        uint64_t hash = 0;

        for (const char *at = moves != NULL ? moves : ""; *at != '\0'; at++)
            hash = cop_mix(hash ^ (unsigned char)*at);
        snprintf(mark, 9, "%08x", (unsigned)(hash & 0xffffffffu));
    }
    cop_text_free(&sgf);
    if (end == COP_PLAY_STOPPED)
        cop_fail(error, "interrupted before the mark of %.60s was known", side->name);
    return end == COP_PLAY_FINISHED;
}

/* ---- Who plays ---- */

struct entrant {
    const struct cop_rung *rung;
    struct cop_ladder_side side;
    int games; /* that it has as the player it is now */
    bool is_wanted;
};

struct job {
    int first, second, number; /* the numbers of its games are this and the next one */
    int points;                /* of the first, in halves; */
    int draws;
    bool is_done;
};

struct running {
    struct cop_ladder *ladder;
    const struct cop_ladder_plan *plan;
    struct entrant *entrants;
    int count;
    int *pairs;  /* games so far: [i * count + j] */
    double *elo; /* for choosing opponents */
    struct job *jobs;
    int job_count;
};

__attribute__((format(printf, 2, 3))) static void tell(const struct cop_ladder_plan *plan,
                                                       const char *format, ...)
{
    struct cop_error words;
    va_list arguments;

    if (plan->note == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(words.message, sizeof words.message, format, arguments);
    va_end(arguments);
    plan->note(plan->context, words.message);
}

/* The commit whose program a rung that is measured once belongs to; NULL: nobody has. */
static const char *owner_of(const struct cop_ladder *ladder, const struct cop_rung *rung)
{
    for (int i = 0; i < ladder->match_count; i++)
        for (int side = 0; side < 2; side++)
            if (strcmp(ladder->matches[i].game, rung->game) == 0 &&
                strcmp(ladder->matches[i].sides[side].name, rung->name) == 0)
                return ladder->matches[i].commit;
    return NULL;
}

static bool is_ours(const struct running *running, const struct cop_rung *rung)
{
    const char *owner = owner_of(running->ladder, rung);

    if (rung->kind != COP_RUNG_ONCE || owner == NULL || strcmp(owner, running->plan->commit) == 0)
        return true;
    tell(running->plan,
         "%s is a player of commit %.12s, which this program is not; it keeps its "
         "games",
         rung->name, owner);
    return false;
}

static bool check_mark(const struct running *running, const struct entrant *entrant,
                       struct cop_error *error)
{
    const struct cop_rung *rung = entrant->rung;
    char mark[9];

    if (!cop_rung_is_fixed(rung) || strcmp(rung->mark, "-") == 0)
        return true;
    if (!cop_rung_mark(running->plan->game, &entrant->side, running->plan->stop, mark, error))
        return false;
    return strcmp(mark, rung->mark) == 0 ||
           cop_fail(
               error,
               "%s plays otherwise than it did (its mark is %s, not %s), so that it is another "
               "player: give it a new name in players.txt, and %s as its mark",
               rung->name, mark, rung->mark, mark);
}

static bool is_wanted(const struct cop_ladder_plan *plan, const struct cop_rung *rung)
{
    return plan->only == NULL || strcmp(plan->only, rung->name) == 0;
}

static bool add_entrant(struct running *running, const struct cop_rung *rung,
                        struct cop_error *error)
{
    struct entrant *entrant = &running->entrants[running->count];

    if (!is_ours(running, rung))
        return true;
    if (!cop_rung_check(rung, running->plan->game, running->plan->limit, &entrant->side, error))
        return cop_fail_in(error, "%s", rung->name);
    running->count++;
    entrant->rung = rung;
    entrant->is_wanted = is_wanted(running->plan, rung);
    return check_mark(running, entrant, error);
}

static bool gather(struct running *running, struct cop_error *error)
{
    const struct cop_ladder *ladder = running->ladder;
    const char *game = running->plan->game->name;

    if (!cop_ladder_has(ladder, game))
        return cop_fail(error,
                        "nobody is on the ladder of %s; coppice ladder show lists those that have "
                        "players, and coppice ladder add %s NAME AGENT adds one",
                        game, game);
    if (running->plan->only != NULL && cop_ladder_find(ladder, game, running->plan->only) == NULL)
        return cop_fail(error, "there is no \"%.60s\" on the ladder of %s", running->plan->only,
                        game);
    running->entrants = cop_allocate((size_t)(ladder->rung_count + 1) * sizeof *running->entrants);
    for (int i = 0; i < ladder->rung_count; i++)
        if (strcmp(ladder->rungs[i].game, game) == 0 &&
            !add_entrant(running, &ladder->rungs[i], error))
            return false;
    if (running->count < 2)
        return cop_fail(error, "the ladder of %s has nobody to meet: %d of its players can play",
                        game, running->count);
    return true;
}

/* ---- Who meets whom ---- */

static int entrant_of(const struct running *running, const struct cop_ladder_player *player)
{
    for (int i = 0; i < running->count; i++) {
        const struct cop_ladder_side *side = &running->entrants[i].side;

        if (strcmp(player->name, side->name) == 0 && strcmp(player->limit, side->limit) == 0 &&
            strcmp(player->agent, side->agent) == 0 &&
            (player->commit == NULL || strcmp(player->commit, running->plan->commit) == 0))
            return i;
    }
    return -1;
}

/* What is known so far of those who play. Opponents are chosen by ratings that are finite: a
 * quarter of a game that was drawn with everybody makes them so. */
static void look(struct running *running)
{
    struct cop_ladder_players players = cop_ladder_rate(running->ladder, running->plan->game->name);
    int count = running->count, *who = cop_allocate((size_t)(players.count + 1) * sizeof *who);
    struct cop_interval *ratings = cop_allocate((size_t)count * sizeof *ratings);
    struct cop_pool pool;

    cop_pool_open(&pool, count);
    for (int i = 0; i < players.count; i++) {
        who[i] = entrant_of(running, &players.of[i]);
        if (who[i] >= 0)
            running->entrants[who[i]].games = players.of[i].games;
        for (int j = 0; j < i; j++) {
            const struct cop_ladder_pair *pair = &players.pairs[i * players.count + j];

            if (who[i] >= 0 && who[j] >= 0)
                cop_pool_add(&pool, who[i], who[j], pair->games, pair->points);
        }
    }
    for (int i = 0; i < count * count; i++)
        running->pairs[i] = (int)pool.games[i];
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            cop_pool_add(&pool, i, j, 0.25, 0.125);
    cop_pool_rate(&pool, 0, 0, ratings);
    for (int i = 0; i < count; i++)
        running->elo[i] = ratings[i].value;
    cop_pool_close(&pool);
    cop_ladder_players_free(&players);
    free(ratings);
    free(who);
}

/* The information of one more game is p (1 - p); what was played already makes it worth less. */
static int choose_opponent(const struct running *running, int who)
{
    double best = -1;
    int opponent = -1;

    for (int i = 0; i < running->count; i++) {
        double share = cop_elo_score(running->elo[who] - running->elo[i]);
        double worth = share * (1 - share) / (PAIR + running->pairs[who * running->count + i]);

        if (i != who && worth > best) {
            best = worth;
            opponent = i;
        }
    }
    return opponent;
}

/* The jobs of a round: whoever has fewest games first. Games that are planned count. */
static void plan_round(struct running *running)
{
    running->job_count = 0;
    for (int tries = 0; tries < running->count; tries++) {
        int who = -1, other, low, high;

        for (int i = 0; i < running->count; i++) {
            const struct entrant *entrant = &running->entrants[i];

            if (entrant->is_wanted && entrant->games < running->plan->games &&
                (who < 0 || entrant->games < running->entrants[who].games))
                who = i;
        }
        if (who < 0)
            return;
        other = choose_opponent(running, who);
        low = who < other ? who : other;
        high = who < other ? other : who;
        running->jobs[running->job_count++] = (struct job){
            .first = low, .second = high, .number = running->pairs[low * running->count + high]};
        running->pairs[low * running->count + high] += PAIR;
        running->pairs[high * running->count + low] += PAIR;
        running->entrants[who].games += PAIR;
        running->entrants[other].games += PAIR;
    }
}

/* ---- A round ---- */

struct worker {
    struct cop_text sgf;
};

static enum cop_job_end play_job(void *context, void *memory, int job, const atomic_bool *halt,
                                 struct cop_error *error)
{
    struct running *running = context;
    struct worker *worker = memory;
    struct job *games = &running->jobs[job]; /* nobody else has this one */
    const struct cop_ladder_side *const sides[2] = {&running->entrants[games->first].side,
                                                    &running->entrants[games->second].side};

    if (worker->sgf.bytes == NULL)
        worker->sgf = (struct cop_text)COP_TEXT;
    for (int i = 0; i < PAIR; i++) {
        struct cop_game_result result;
        enum cop_play_end end = play_number(running->plan->game, sides, games->number + i, halt,
                                            &result, &worker->sgf, error);

        if (end != COP_PLAY_FINISHED)
            return end == COP_PLAY_STOPPED ? COP_JOB_STOPPED : COP_JOB_FAILED;
        for (int seat = 0; seat < 2; seat++)
            if (result.seats[seat].agent == 0) {
                int halves = (int)lround(2 * result.seats[seat].payoff);

                games->points += halves;
                games->draws += halves == 1;
            }
    }
    return COP_JOB_DONE;
}

static bool hand_in(void *context, void *memory, int job, bool *is_enough, struct cop_error *error)
{
    struct running *running = context;

    (void)memory;
    (void)error;
    *is_enough = false;
    running->jobs[job].is_done = true;
    return true;
}

static void close_worker(void *context, void *memory)
{
    struct worker *worker = memory;

    (void)context;
    if (worker->sgf.bytes != NULL)
        cop_text_free(&worker->sgf);
}

/* The games of a pair are noted in their order and without gaps: what follows one of the same pair
 * that was not finished is played again. */
static bool can_note(const struct running *running, int job)
{
    const struct job *jobs = running->jobs;

    for (int i = 0; i < job; i++)
        if (!jobs[i].is_done && jobs[i].first == jobs[job].first &&
            jobs[i].second == jobs[job].second)
            return false;
    return jobs[job].is_done;
}

static void note_round(struct running *running)
{
    for (int i = 0; i < running->job_count; i++) {
        const struct job *job = &running->jobs[i];
        int wins = (job->points - job->draws) / 2;
        struct cop_ladder_match games = {
            .game = running->plan->game->name,
            .commit = (char *)running->plan->commit,
            .date = (char *)running->plan->date,
            .sides = {running->entrants[job->first].side, running->entrants[job->second].side},
            .won = wins,
            .drawn = job->draws,
            .lost = PAIR - wins - job->draws,
        };

        if (can_note(running, i))
            cop_ladder_note(running->ladder, &games);
    }
}

static bool play_round(struct running *running, struct cop_error *error)
{
    struct cop_jobs jobs = {
        .count = running->job_count,
        .threads = running->plan->threads,
        .stop = running->plan->stop,
        .worker_size = sizeof(struct worker),
        .context = running,
        .work = play_job,
        .hand_in = hand_in,
        .close = close_worker,
    };
    bool is_good = cop_jobs_run(&jobs, error);

    note_round(running);
    return is_good;
}

/* ---- The whole ---- */

static bool save(const struct running *running, struct cop_error *error)
{
    int have = 0, want = 0;

    for (int i = 0; i < running->count; i++) {
        const struct entrant *entrant = &running->entrants[i];

        if (!entrant->is_wanted)
            continue;
        want += running->plan->games;
        have += entrant->games < running->plan->games ? entrant->games : running->plan->games;
    }
    return running->plan->save == NULL ||
           running->plan->save(running->plan->context, have, want, error);
}

static bool is_stopped(const struct running *running)
{
    const struct cop_ladder_plan *plan = running->plan;

    return (plan->stop != NULL && atomic_load(plan->stop)) ||
           (plan->until > 0 && cop_now() >= plan->until);
}

static bool play_rounds(struct running *running, struct cop_error *error)
{
    size_t count = (size_t)running->count;
    bool is_good = true;

    running->pairs = cop_allocate(count * count * sizeof *running->pairs);
    running->elo = cop_allocate(count * sizeof *running->elo);
    running->jobs = cop_allocate(count * sizeof *running->jobs);
    look(running);
    is_good = save(running, error);
    while (is_good && !is_stopped(running)) {
        struct cop_error other;

        plan_round(running);
        if (running->job_count == 0)
            break;
        is_good = play_round(running, error);
        look(running);
        is_good = save(running, is_good ? error : &other) && is_good;
    }
    free(running->pairs);
    free(running->elo);
    free(running->jobs);
    return is_good;
}

bool cop_ladder_run(struct cop_ladder *ladder, const struct cop_ladder_plan *plan,
                    struct cop_error *error)
{
    struct running running = {.ladder = ladder, .plan = plan};
    bool is_ready = gather(&running, error), was_stopped = !is_ready && is_stopped(&running);
    bool is_good = was_stopped || (is_ready && play_rounds(&running, error)); /* in a mark's game */

    for (int i = 0; i < running.count; i++)
        cop_ladder_side_free(&running.entrants[i].side);
    free(running.entrants);
    return is_good;
}
