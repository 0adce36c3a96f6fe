/* engine.c - a course, and the agent that must know of it. */
#include "front/gtp/engine.h"
#include "agent/presets.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "match/session.h"

/* ---- The agent ---- */

/* Agents do not take back: they start again and are told what is still true. */
static void start_agent(struct cop_gtp *gtp)
{
    const struct cop_course *course = &gtp->course;

    cop_plan_drop(&gtp->plan);
    cop_agent_start(gtp->agent, gtp->seed);
    for (int i = 0; i < cop_course_ply(course); i++)
        cop_agent_played(gtp->agent, cop_course_state(course, i), course->record.moves[i]);
}

static struct cop_agent *open_agent(const struct cop_gtp *gtp, const struct cop_game *game,
                                    struct cop_error *error)
{
    const char *spec = gtp->agent_spec;

    return cop_agent_open(game, spec[0] != '\0' ? spec : cop_preset_agent(game), &gtp->limits.means,
                          error);
}

/* Another agent of the same game, which must know what was played; takes it over. */
static void change_agent(struct cop_gtp *gtp, struct cop_agent *agent)
{
    cop_agent_close(gtp->agent);
    gtp->agent = agent;
    start_agent(gtp);
}

bool cop_gtp_set_agent(struct cop_gtp *gtp, const char *spec, struct cop_error *error)
{
    char *old = gtp->agent_spec;
    struct cop_agent *agent;

    gtp->agent_spec = cop_copy_trimmed(spec);
    agent = open_agent(gtp, gtp->game, error);
    if (agent == NULL) {
        free(gtp->agent_spec);
        gtp->agent_spec = old;
        return false;
    }
    free(old);
    change_agent(gtp, agent);
    return true;
}

/* A limit that ends no search gets a second. */
static bool read_limits(const char *words, struct cop_limits *limits, struct cop_error *error)
{
    if (!cop_limits_parse(words, limits, error))
        return false;
    if (limits->time <= 0 && limits->clock <= 0 && limits->sims == 0 && limits->nodes == 0 &&
        limits->depth == 0)
        limits->time = 1;
    return true;
}

/* A clock in the limits is what time_settings without overtime says. */
static void take_clock(struct cop_gtp *gtp)
{
    if (gtp->limits.clock > 0) {
        gtp->clock = (struct cop_gtp_clock){.is_running = true, .main = gtp->limits.clock};
        cop_gtp_clock_reset(&gtp->clock);
    }
}

/* Only memory and threads are settled when an agent is opened. */
bool cop_gtp_set_limits(struct cop_gtp *gtp, const char *words, struct cop_error *error)
{
    struct cop_limits old = gtp->limits;
    struct cop_limits wanted;
    struct cop_agent *agent;

    if (!read_limits(words, &wanted, error))
        return false;
    gtp->limits = wanted;
    cop_plan_drop(&gtp->plan); /* it was made within other limits */
    if (wanted.means.memory != old.means.memory || wanted.means.threads != old.means.threads) {
        agent = open_agent(gtp, gtp->game, error);
        if (agent == NULL) {
            gtp->limits = old;
            return false;
        }
        change_agent(gtp, agent);
    }
    take_clock(gtp);
    return true;
}

/* ---- Beginning ---- */

/* Goes on with another course of the same game. */
static void begin(struct cop_gtp *gtp, struct cop_course *course)
{
    cop_course_close(&gtp->course);
    gtp->course = *course;
    gtp->course.seed = gtp->seed;
    cop_gtp_clock_reset(&gtp->clock);
    start_agent(gtp);
}

void cop_gtp_start(struct cop_gtp *gtp, uint64_t seed)
{
    struct cop_record record = {.game = cop_copy_string(gtp->game->name), .seed = seed};
    struct cop_course course;

    gtp->seed = seed;
    if (cop_course_open(&course, gtp->game, &record, NULL)) /* a game's own start never fails */
        begin(gtp, &course);
}

/* Two engines that are told the same deal the same games. */
void cop_gtp_clear(struct cop_gtp *gtp)
{
    cop_gtp_start(gtp, cop_course_ply(&gtp->course) > 0 ? gtp->seed + 1 : gtp->seed);
}

bool cop_gtp_set_position(struct cop_gtp *gtp, const char *words, struct cop_error *error)
{
    struct cop_record record = {.game = cop_copy_string(gtp->game->name),
                                .position = cop_copy_trimmed(words)};
    struct cop_course course;

    if (!cop_course_open(&course, gtp->game, &record, error))
        return false;
    begin(gtp, &course);
    return true;
}

/* Takes over the game and its agent. */
static void sit_down(struct cop_gtp *gtp, struct cop_game *game, struct cop_agent *agent)
{
    cop_agent_close(gtp->agent);
    cop_course_close(&gtp->course);
    cop_game_close(gtp->game);
    gtp->game = game;
    gtp->agent = agent;
}

bool cop_gtp_set_game(struct cop_gtp *gtp, const char *spec, struct cop_error *error)
{
    struct cop_game *game = cop_game_open(spec, error);
    struct cop_agent *agent;

    if (game == NULL)
        return false;
    agent = open_agent(gtp, game, error);
    if (agent == NULL) {
        cop_game_close(game);
        return false;
    }
    sit_down(gtp, game, agent);
    cop_gtp_start(gtp, gtp->seed);
    return true;
}

/* Far more than any record of a game. */
enum { RECORD_MAX = 64 << 20 };

static bool read_course(const char *path, struct cop_course *course, struct cop_game **game,
                        struct cop_error *error)
{
    struct cop_record record;
    size_t length;
    char *bytes = cop_file_read(path, RECORD_MAX, &length, error);
    bool is_read =
        bytes != NULL && cop_record_read_sgf(bytes, length, cop_game_open, &record, game, error);

    free(bytes);
    if (!is_read || cop_course_open(course, *game, &record, error))
        return is_read;
    cop_game_close(*game);
    return false;
}

bool cop_gtp_load(struct cop_gtp *gtp, const char *path, int64_t before, struct cop_error *error)
{
    struct cop_course course;
    struct cop_game *game;
    struct cop_agent *agent;

    if (!read_course(path, &course, &game, error))
        return false;
    agent = open_agent(gtp, game, error);
    if (agent == NULL) {
        cop_course_close(&course);
        cop_game_close(game);
        return false;
    }
    sit_down(gtp, game, agent);
    if (before > 0 && before <= cop_course_ply(&course))
        cop_course_go(&course, (int)before - 1);
    begin(gtp, &course);
    return true;
}

/* ---- Playing ---- */

int cop_gtp_turn(const struct cop_gtp *gtp)
{
    return cop_course_turn(&gtp->course);
}

const void *cop_gtp_state(const struct cop_gtp *gtp)
{
    return cop_course_now(&gtp->course);
}

void cop_gtp_play(struct cop_gtp *gtp, cop_move move)
{
    cop_agent_played(gtp->agent, cop_gtp_state(gtp), move);
    cop_course_play(&gtp->course, move);
}

void cop_gtp_undo(struct cop_gtp *gtp, int count)
{
    int ply = cop_course_ply(&gtp->course);

    cop_plan_drop(&gtp->plan);
    cop_course_go(&gtp->course, count < ply ? ply - count : 0);
    if (count > 0)
        start_agent(gtp);
}

/* A controller waits for a move: nothing else would end the search. */
static bool will_end(const struct cop_gtp *gtp, const struct cop_limits *limits,
                     struct cop_error *error)
{
    struct cop_limits asked = *limits;

    if (asked.clock > 0)
        asked.time = 0; /* the move's share, which nobody has asked for */
    return cop_agent_check(gtp->game, cop_agent_name(gtp->agent), &asked, NULL, error);
}

bool cop_gtp_think(struct cop_gtp *gtp, const struct cop_limits *limits,
                   const struct cop_watch *watch, struct cop_report *report,
                   struct cop_error *error)
{
    struct cop_watch plain = {.stop = gtp->host.stop};

    *report = (struct cop_report){.best = COP_NO_MOVE};
    if (watch == NULL && !will_end(gtp, limits, error))
        return false;
    if (watch != NULL)
        plain = *watch;
    if (plain.stop == NULL)
        plain.stop = gtp->host.stop;
    return cop_agent_think(gtp->agent, cop_gtp_state(gtp), limits, &plain, report, error);
}

bool cop_gtp_decide(struct cop_gtp *gtp, const struct cop_limits *limits, cop_move *move,
                    struct cop_error *error)
{
    struct cop_report report;

    *move = cop_plan_next(&gtp->plan, gtp->game, cop_gtp_state(gtp));
    if (*move != COP_NO_MOVE)
        return true;
    if (!cop_gtp_think(gtp, limits, NULL, &report, error))
        return false;
    *move = report.best;
    if (gtp->host.stop == NULL || !atomic_load(gtp->host.stop))
        cop_plan_keep(&gtp->plan, gtp->game, cop_gtp_state(gtp), &report);
    return true;
}

/* ---- Opening ---- */

struct cop_gtp *cop_gtp_open(const char *game, const char *agent, const char *limit,
                             const struct cop_gtp_host *host, struct cop_error *error)
{
    struct cop_gtp *gtp = cop_allocate(sizeof *gtp);

    *gtp = (struct cop_gtp){.host = *host, .course = {.loser = -1}};
    gtp->agent_spec = cop_copy_string(agent);
    if (read_limits(limit, &gtp->limits, error))
        gtp->seed = gtp->limits.means.seed;
    else
        game = NULL;
    if (game == NULL || !cop_gtp_set_game(gtp, game, error)) {
        cop_gtp_close(gtp);
        return NULL;
    }
    take_clock(gtp);
    return gtp;
}

void cop_gtp_close(struct cop_gtp *gtp)
{
    if (gtp == NULL)
        return;
    cop_agent_close(gtp->agent);
    cop_course_close(&gtp->course);
    free(gtp->agent_spec);
    cop_game_close(gtp->game);
    free(gtp);
}
