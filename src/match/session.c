/* session.c - a course, and the agents that must know of it. */
#include "match/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "agent/cores.h"
#include "agent/presets.h"
#include "base/allocate.h"
#include "base/file.h"

void cop_session_default_seats(const struct cop_game *game, const char **specs)
{
    for (int seat = 0; seat < COP_PLAYERS_MAX; seat++)
        specs[seat] = seat == 0 ? "human" : cop_preset_agent(game);
}

/* ---- Opening ---- */

static void tell_agents(struct cop_session *session, const void *before, cop_move move)
{
    for (int seat = 0; seat < session->game->players; seat++)
        if (session->agents[seat] != NULL)
            cop_agent_played(session->agents[seat], before, move);
    if (session->adviser != NULL)
        cop_agent_played(session->adviser, before, move);
}

static void start_agents(struct cop_session *session)
{
    for (int seat = 0; seat < session->game->players; seat++)
        if (session->agents[seat] != NULL)
            cop_agent_start(session->agents[seat], cop_mix(session->seed + (uint64_t)seat + 1));
    if (session->adviser != NULL)
        cop_agent_start(session->adviser, cop_mix(session->seed));
}

static struct cop_agent *open_agent(const struct cop_session *session, const char *spec,
                                    struct cop_error *error)
{
    struct cop_limits limits = session->limits;

    /* Somebody may stop the search, but nobody shall have to. */
    if (!cop_agent_check(session->game, spec, &limits, NULL, error))
        return NULL;
    if (session->cores > 1)
        cop_limits_take_cores(&limits, session->cores, session->game, spec);
    return cop_agent_open(session->game, spec, &limits.means, error);
}

static bool open_agents(struct cop_session *session, const char *const *specs,
                        struct cop_error *error)
{
    const struct cop_game *game = session->game;

    for (int seat = 0; seat < game->players; seat++) {
        const char *name = "human";

        if (strcasecmp(specs[seat], "human") != 0) {
            session->agents[seat] = open_agent(session, specs[seat], error);
            if (session->agents[seat] == NULL)
                return false;
            name = cop_agent_name(session->agents[seat]);
        }
        cop_course_seat(&session->course, seat, name);
    }
    return true;
}

static void set_date(struct cop_record *record)
{
    char date[16];
    time_t now = time(NULL);
    struct tm local;

    if (localtime_r(&now, &local) == NULL)
        return;
    strftime(date, sizeof date, "%Y-%m-%d", &local);
    free(record->date);
    record->date = cop_copy_string(date);
}

/* A seed that decides nothing, because the game always starts alike, is no part of the record. */
static void drop_idle_seed(struct cop_course *course)
{
    const struct cop_game *game = course->game;
    struct cop_record other = {.seed = course->record.seed + 1};
    void *start = cop_allocate(game->state_size);

    cop_record_start(&other, game, start, NULL);
    if (course->record.position != NULL ||
        memcmp(start, cop_course_state(course, 0), game->state_size) == 0)
        course->record.seed = 0;
    free(start);
}

bool cop_session_open(struct cop_session *session, struct cop_setup *setup,
                      const char *const *specs, const struct cop_limits *limits, int cores,
                      uint64_t seed, struct cop_error *error)
{
    *session = (struct cop_session){.game = setup->game,
                                    .course = setup->course,
                                    .limits = *limits,
                                    .cores = cores,
                                    .seed = seed};
    *setup = (struct cop_setup){.game = NULL};
    session->course.seed = seed;
    drop_idle_seed(&session->course);
    if (!open_agents(session, specs, error)) {
        cop_session_close(session);
        return false;
    }
    set_date(&session->course.record);
    start_agents(session);
    return true;
}

void cop_session_close(struct cop_session *session)
{
    for (int seat = 0; seat < COP_PLAYERS_MAX; seat++)
        cop_agent_close(session->agents[seat]);
    cop_agent_close(session->adviser);
    cop_course_close(&session->course);
    cop_game_close(session->game);
    *session = (struct cop_session){.game = NULL};
}

bool cop_session_renew(struct cop_session *session, const char *spec, struct cop_error *error)
{
    const struct cop_game *before = session->game;
    uint64_t seed = cop_mix(session->seed) >> 24;
    const char *specs[COP_PLAYERS_MAX];
    struct cop_session other;
    struct cop_setup setup;

    if (!cop_setup_start(&setup, spec, seed, error))
        return false;
    cop_session_default_seats(setup.game, specs);
    if (strcmp(setup.game->name, before->name) == 0)
        for (int seat = 0; seat < before->players; seat++)
            specs[seat] = session->course.record.players[seat];
    if (!cop_session_open(&other, &setup, specs, &session->limits, session->cores, seed, error))
        return false;
    cop_session_close(session);
    *session = other;
    return true;
}

/* ---- Playing ---- */

int cop_session_people(const struct cop_session *session)
{
    int count = 0;

    for (int seat = 0; seat < session->game->players; seat++)
        count += session->agents[seat] == NULL;
    return count;
}

void cop_session_play(struct cop_session *session, cop_move move)
{
    tell_agents(session, cop_course_now(&session->course), move);
    cop_course_play(&session->course, move);
}

/* What is known of a move that needed no search: which it is. */
static void report_decided(const struct cop_game *game, cop_move move, struct cop_report *report)
{
    *report =
        (struct cop_report){.best = move, .line = {move}, .line_length = 1, .lower = 0, .upper = 1};
    for (int i = 0; i < game->players; i++)
        report->value[i] = NAN;
}

bool cop_session_think(struct cop_session *session, const struct cop_watch *watch,
                       struct cop_report *report, struct cop_error *error)
{
    const struct cop_game *game = session->game;
    const void *state = cop_course_now(&session->course);
    cop_move move = cop_plan_next(&session->plan, game, state);

    if (move != COP_NO_MOVE) {
        report_decided(game, move, report);
        return true;
    }
    if (!cop_agent_think(session->agents[cop_course_turn(&session->course)], state,
                         &session->limits, watch, report, error))
        return false;
    if (watch == NULL || watch->stop == NULL || !atomic_load(watch->stop))
        cop_plan_keep(&session->plan, game, state, report);
    return true;
}

bool cop_session_hint(struct cop_session *session, const struct cop_watch *watch,
                      struct cop_report *report, struct cop_error *error)
{
    const struct cop_game *game = session->game;

    if (session->adviser == NULL) {
        char *adviser = cop_preset_adviser(game, cop_preset_agent(game), &session->limits);

        session->adviser = open_agent(session, adviser, error);
        free(adviser);
        if (session->adviser == NULL)
            return false;
        cop_agent_start(session->adviser, cop_mix(session->seed));
    }
    return cop_agent_think(session->adviser, cop_course_now(&session->course), &session->limits,
                           watch, report, error);
}

/* Agents do not take back: they start again and are told what is still true. */
void cop_session_go(struct cop_session *session, int ply)
{
    bool is_elsewhere = ply != cop_course_ply(&session->course);

    cop_plan_drop(&session->plan);
    cop_course_go(&session->course, ply);
    if (!is_elsewhere)
        return;
    start_agents(session);
    for (int i = 0; i < ply; i++)
        tell_agents(session, cop_course_state(&session->course, i),
                    session->course.record.moves[i]);
}

/* ---- Saving ---- */

bool cop_session_save(const struct cop_session *session, const char *path, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_done = cop_record_write_sgf(&session->course.record, session->game, &text, error) &&
                   cop_file_write(path, text.bytes, text.length, error);

    cop_text_free(&text);
    return is_done;
}
