/* session.c - the bookkeeping of a game in progress. */
#include "front/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/file.h"
#include "base/memory.h"

const char *cop_session_default_agent(const struct cop_game *game)
{
    return game->is_hidden ? "mcts(reuse=on)" : "mcts(solver=on, reuse=on)";
}

void cop_session_default_seats(const struct cop_game *game, const char **specs)
{
    for (int seat = 0; seat < COP_PLAYERS_MAX; seat++)
        specs[seat] = seat == 0 ? "human" : cop_session_default_agent(game);
}

/* ---- States ---- */

static void *state_at(const struct cop_session *session, int ply)
{
    return session->states + (size_t)ply * session->setup.game->state_size;
}

/* Keeps the state as the one before move number `ply`, then plays the move on it. */
static void advance(struct cop_session *session, int ply, cop_move move)
{
    const struct cop_game *game = session->setup.game;

    if (ply >= session->state_room) {
        session->state_room = session->state_room > 0 ? 2 * session->state_room : 64;
        session->states =
            cop_reallocate(session->states, (size_t)session->state_room * game->state_size);
    }
    memcpy(state_at(session, ply), session->setup.state, game->state_size);
    game->rules->play(game, session->setup.state, move);
}

const void *cop_session_state(const struct cop_session *session, int ply)
{
    return ply < session->setup.record.move_count ? state_at(session, ply) : session->setup.state;
}

const void *cop_session_before(const struct cop_session *session)
{
    int count = session->setup.record.move_count;

    return count > 0 ? state_at(session, count - 1) : NULL;
}

/* ---- Opening ---- */

static void tell_agents(struct cop_session *session, const void *before, cop_move move)
{
    for (int seat = 0; seat < session->setup.game->players; seat++)
        if (session->agents[seat] != NULL)
            cop_agent_played(session->agents[seat], before, move);
    if (session->adviser != NULL)
        cop_agent_played(session->adviser, before, move);
}

static void start_agents(struct cop_session *session)
{
    for (int seat = 0; seat < session->setup.game->players; seat++)
        if (session->agents[seat] != NULL)
            cop_agent_start(session->agents[seat], cop_mix(session->seed + (uint64_t)seat + 1));
    if (session->adviser != NULL)
        cop_agent_start(session->adviser, cop_mix(session->seed));
}

static bool open_agents(struct cop_session *session, const char *const *specs,
                        struct cop_error *error)
{
    const struct cop_game *game = session->setup.game;
    struct cop_record *record = &session->setup.record;

    for (int seat = 0; seat < game->players; seat++) {
        const char *name = "human";

        if (strcasecmp(specs[seat], "human") != 0) {
            session->agents[seat] =
                cop_agent_open(game, specs[seat], &session->limits.means, error);
            if (session->agents[seat] == NULL)
                return false;
            name = cop_agent_name(session->agents[seat]);
        }
        free(record->players[seat]);
        record->players[seat] = cop_copy_string(name);
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
static void drop_idle_seed(struct cop_session *session)
{
    const struct cop_game *game = session->setup.game;
    struct cop_record *record = &session->setup.record;
    void *other = cop_allocate(game->state_size);
    struct cop_rng rng;

    cop_rng_seed(&rng, record->seed + 1);
    game->rules->start(game, other, &rng);
    if (record->position != NULL || memcmp(other, session->setup.state, game->state_size) == 0)
        record->seed = 0;
    free(other);
}

/* The states of the moves that the set-up has played already. */
static bool replay(struct cop_session *session, struct cop_error *error)
{
    const struct cop_record *record = &session->setup.record;

    if (!cop_record_start(record, session->setup.game, session->setup.state, error))
        return false;
    drop_idle_seed(session);
    for (int i = 0; i < record->move_count; i++)
        advance(session, i, record->moves[i]);
    return true;
}

bool cop_session_open(struct cop_session *session, struct cop_setup *setup,
                      const char *const *specs, const struct cop_limits *limits, uint64_t seed,
                      struct cop_error *error)
{
    *session = (struct cop_session){.setup = *setup, .limits = *limits, .seed = seed};
    *setup = (struct cop_setup){.game = NULL};
    cop_rng_seed(&session->rng, seed);
    if (!replay(session, error) || !open_agents(session, specs, error)) {
        cop_session_close(session);
        return false;
    }
    set_date(&session->setup.record);
    cop_session_set_result(session, -1);
    start_agents(session);
    return true;
}

void cop_session_close(struct cop_session *session)
{
    for (int seat = 0; seat < COP_PLAYERS_MAX; seat++)
        cop_agent_close(session->agents[seat]);
    cop_agent_close(session->adviser);
    free(session->states);
    cop_setup_close(&session->setup);
    *session = (struct cop_session){.states = NULL};
}

bool cop_session_renew(struct cop_session *session, const char *spec, struct cop_error *error)
{
    const struct cop_game *before = session->setup.game;
    uint64_t seed = cop_mix(session->seed) >> 24;
    const char *specs[COP_PLAYERS_MAX];
    struct cop_session other;
    struct cop_setup setup;

    if (!cop_setup_start(&setup, spec, seed, error))
        return false;
    cop_session_default_seats(setup.game, specs);
    if (strcmp(setup.game->name, before->name) == 0)
        for (int seat = 0; seat < before->players; seat++)
            specs[seat] = session->setup.record.players[seat];
    if (!cop_session_open(&other, &setup, specs, &session->limits, seed, error))
        return false;
    cop_session_close(session);
    *session = other;
    return true;
}

void cop_session_lay_open(struct cop_session *session)
{
    if (cop_session_has_secrets(session))
        session->setup.record.seen = cop_copy_string("all");
}

bool cop_session_has_secrets(const struct cop_session *session)
{
    return session->setup.game->is_hidden && session->setup.record.seen == NULL;
}

/* ---- Playing ---- */

int cop_session_turn(const struct cop_session *session)
{
    return session->setup.game->rules->turn(session->setup.game, session->setup.state);
}

int cop_session_people(const struct cop_session *session)
{
    int count = 0;

    for (int seat = 0; seat < session->setup.game->players; seat++)
        count += session->agents[seat] == NULL;
    return count;
}

void cop_session_play(struct cop_session *session, cop_move move)
{
    struct cop_record *record = &session->setup.record;

    advance(session, record->move_count, move);
    cop_record_add(record, move, NULL);
    tell_agents(session, cop_session_before(session), move);
    cop_session_set_result(session, -1);
}

cop_move cop_session_roll(struct cop_session *session)
{
    const struct cop_game *game = session->setup.game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    cop_move move = cop_random_move(game, session->setup.state, &session->rng, moves);

    free(moves);
    return move;
}

bool cop_session_think(struct cop_session *session, const struct cop_watch *watch,
                       struct cop_report *report, struct cop_error *error)
{
    return cop_agent_think(session->agents[cop_session_turn(session)], session->setup.state,
                           &session->limits, watch, report, error);
}

bool cop_session_hint(struct cop_session *session, const struct cop_watch *watch,
                      struct cop_report *report, struct cop_error *error)
{
    const struct cop_game *game = session->setup.game;

    if (session->adviser == NULL) {
        session->adviser =
            cop_agent_open(game, cop_session_default_agent(game), &session->limits.means, error);
        if (session->adviser == NULL)
            return false;
        cop_agent_start(session->adviser, cop_mix(session->seed));
    }
    return cop_agent_think(session->adviser, session->setup.state, &session->limits, watch, report,
                           error);
}

/* Agents do not take back: they start again and are told what is still true. */
void cop_session_back(struct cop_session *session, int ply)
{
    const struct cop_game *game = session->setup.game;
    struct cop_record *record = &session->setup.record;

    if (ply >= record->move_count)
        return;
    memcpy(session->setup.state, state_at(session, ply), game->state_size);
    while (record->move_count > ply)
        free(record->notes[--record->move_count]);
    start_agents(session);
    for (int i = 0; i < ply; i++)
        tell_agents(session, state_at(session, i), record->moves[i]);
    cop_session_set_result(session, -1);
}

bool cop_session_undo(struct cop_session *session, int player)
{
    const struct cop_game *game = session->setup.game;
    int ply = session->setup.record.move_count - 1;

    while (ply >= 0 && game->rules->turn(game, state_at(session, ply)) != player)
        ply--;
    if (ply < 0)
        return false;
    cop_session_back(session, ply);
    return true;
}

/* ---- Saving ---- */

static void write_shares(int players, const double *payoff, struct cop_text *text)
{
    for (int i = 0; i < players; i++)
        cop_text_add(text, "%s%.6g", i > 0 ? " " : "", payoff[i]);
}

static void write_resignation(const struct cop_game *game, int resigned, struct cop_text *text)
{
    double payoff[COP_PLAYERS_MAX];

    if (game->players == 2) {
        cop_text_add(text, "%s+R", resigned == 0 ? "W" : "B");
        return;
    }
    for (int i = 0; i < game->players; i++)
        payoff[i] = i == resigned ? 0.0 : 1.0 / (game->players - 1);
    write_shares(game->players, payoff, text);
    cop_text_add(text, " (%s resigned)", cop_player_name(game, resigned));
}

static void write_result(const struct cop_session *session, struct cop_text *text)
{
    const struct cop_game *game = session->setup.game;
    double payoff[COP_PLAYERS_MAX];

    game->rules->payoff(game, session->setup.state, payoff);
    if (game->players != 2)
        write_shares(game->players, payoff, text);
    else
        cop_text_add(text, "%s", payoff[0] > payoff[1] ? "B+" : payoff[0] < payoff[1] ? "W+" : "0");
}

void cop_session_set_result(struct cop_session *session, int resigned)
{
    struct cop_record *record = &session->setup.record;
    struct cop_text text = COP_TEXT;

    if (resigned >= 0)
        write_resignation(session->setup.game, resigned, &text);
    else if (cop_session_turn(session) == COP_OVER)
        write_result(session, &text);
    free(record->result);
    record->result = text.length > 0 ? cop_copy_string(text.bytes) : NULL;
    cop_text_free(&text);
}

bool cop_session_save(const struct cop_session *session, const char *path, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_done =
        cop_record_write_sgf(&session->setup.record, session->setup.game, &text, error) &&
        cop_file_write(path, text.bytes, text.length, error);

    cop_text_free(&text);
    return is_done;
}
