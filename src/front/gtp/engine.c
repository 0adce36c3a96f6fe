/* engine.c - the game in progress. */
#include "front/gtp/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "front/session.h"

/* ---- The agent ---- */

/* Agents do not take back: they start again and are told what is still true. */
static void start_agent(struct cop_gtp *gtp)
{
    const struct cop_game *game = gtp->game;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    cop_agent_start(gtp->agent, gtp->seed);
    if (!cop_record_start(&gtp->record, game, state, NULL))
        return; /* the position was read before */
    for (int i = 0; i < gtp->record.move_count; i++) {
        cop_agent_played(gtp->agent, state, gtp->record.moves[i]);
        game->rules->play(game, state, gtp->record.moves[i]);
    }
}

static struct cop_agent *open_agent(const struct cop_gtp *gtp, const struct cop_game *game,
                                    struct cop_error *error)
{
    const char *spec = gtp->agent_spec;

    return cop_agent_open(game, spec[0] != '\0' ? spec : cop_session_default_agent(game),
                          &gtp->limits.means, error);
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
    if (wanted.means.memory != old.means.memory || wanted.means.threads != old.means.threads) {
        agent = open_agent(gtp, gtp->game, error);
        if (agent == NULL) {
            gtp->limits = old;
            return false;
        }
        cop_agent_close(gtp->agent);
        gtp->agent = agent;
        start_agent(gtp);
    }
    take_clock(gtp);
    return true;
}

/* ---- Beginning ---- */

/* The record says where the game starts; its moves are played. */
static void begin(struct cop_gtp *gtp)
{
    const struct cop_game *game = gtp->game;

    gtp->resigned = -1;
    cop_record_start(&gtp->record, game, gtp->state, NULL);
    for (int i = 0; i < gtp->record.move_count; i++)
        game->rules->play(game, gtp->state, gtp->record.moves[i]);
    cop_rng_seed(&gtp->chance, gtp->seed);
    cop_gtp_clock_reset(&gtp->clock);
    start_agent(gtp);
}

void cop_gtp_start(struct cop_gtp *gtp, uint64_t seed)
{
    gtp->seed = seed;
    cop_record_free(&gtp->record);
    gtp->record.game = cop_copy_string(gtp->game->name);
    gtp->record.seed = seed;
    begin(gtp);
}

/* Two engines that are told the same deal the same games. */
void cop_gtp_clear(struct cop_gtp *gtp)
{
    cop_gtp_start(gtp, gtp->record.move_count > 0 ? gtp->seed + 1 : gtp->seed);
}

bool cop_gtp_set_position(struct cop_gtp *gtp, const char *words, struct cop_error *error)
{
    if (!cop_position_read(gtp->game, words, gtp->state, error))
        return false;
    cop_record_free(&gtp->record);
    gtp->record.game = cop_copy_string(gtp->game->name);
    gtp->record.position = cop_copy_trimmed(words);
    begin(gtp);
    return true;
}

/* Takes over the game and its agent. */
static void sit_down(struct cop_gtp *gtp, struct cop_game *game, struct cop_agent *agent)
{
    cop_agent_close(gtp->agent);
    cop_game_close(gtp->game);
    free(gtp->state);
    gtp->game = game;
    gtp->agent = agent;
    gtp->state = cop_allocate(game->state_size);
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

static bool read_record(const char *path, struct cop_record *record, struct cop_game **game,
                        struct cop_error *error)
{
    size_t length;
    char *bytes = cop_file_read(path, RECORD_MAX, &length, error);
    bool is_read =
        bytes != NULL && cop_record_read_sgf(bytes, length, cop_game_open, record, game, error);

    free(bytes);
    return is_read;
}

bool cop_gtp_load(struct cop_gtp *gtp, const char *path, int64_t before, struct cop_error *error)
{
    struct cop_record record;
    struct cop_game *game;
    struct cop_agent *agent;

    if (!read_record(path, &record, &game, error))
        return false;
    agent = open_agent(gtp, game, error);
    if (agent == NULL) {
        cop_record_free(&record);
        cop_game_close(game);
        return false;
    }
    sit_down(gtp, game, agent);
    while (before > 0 && record.move_count >= before)
        free(record.notes[--record.move_count]);
    cop_record_free(&gtp->record);
    gtp->record = record;
    begin(gtp);
    return true;
}

/* ---- Playing ---- */

int cop_gtp_turn(const struct cop_gtp *gtp)
{
    return gtp->resigned >= 0 ? COP_OVER : gtp->game->rules->turn(gtp->game, gtp->state);
}

void cop_gtp_play(struct cop_gtp *gtp, cop_move move)
{
    cop_agent_played(gtp->agent, gtp->state, move);
    cop_record_add(&gtp->record, move, NULL);
    gtp->game->rules->play(gtp->game, gtp->state, move);
}

void cop_gtp_undo(struct cop_gtp *gtp, int count)
{
    struct cop_gtp_clock clock = gtp->clock;
    struct cop_rng chance = gtp->chance;

    for (; count > 0 && gtp->record.move_count > 0; count--)
        free(gtp->record.notes[--gtp->record.move_count]);
    begin(gtp);
    gtp->clock = clock;
    gtp->chance = chance;
}

bool cop_gtp_think(struct cop_gtp *gtp, const struct cop_limits *limits,
                   const struct cop_watch *watch, struct cop_report *report,
                   struct cop_error *error)
{
    struct cop_watch plain = {.stop = gtp->host.stop};

    *report = (struct cop_report){.best = COP_NO_MOVE};
    if (watch != NULL)
        plain = *watch;
    if (plain.stop == NULL)
        plain.stop = gtp->host.stop;
    return cop_agent_think(gtp->agent, gtp->state, limits, &plain, report, error);
}

/* ---- Opening ---- */

struct cop_gtp *cop_gtp_open(const char *game, const char *agent, const char *limit,
                             const struct cop_gtp_host *host, struct cop_error *error)
{
    struct cop_gtp *gtp = cop_allocate(sizeof *gtp);

    *gtp = (struct cop_gtp){.host = *host, .resigned = -1};
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
    cop_record_free(&gtp->record);
    free(gtp->state);
    free(gtp->agent_spec);
    cop_game_close(gtp->game);
    free(gtp);
}
