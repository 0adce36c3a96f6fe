/* parts_tables.c - `coppice parts build` and `verify`: the thermographs of all small parts. */
#include <inttypes.h>
#include <stdio.h>

#include "agent/heat_tables.h"
#include "front/live.h"
#include "front/parts_command.h"

/* Seconds between two signs of life. */
static const double live_period = 0.2, line_period = 10.0;

struct session {
    struct cop_game *game;
    struct cop_live live;
    struct cop_heat_plan plan;
};

static void report(void *context, const struct cop_heat_news *news)
{
    struct session *session = context;
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%d cells: %" PRId64 " parts", news->extent, news->parts);
    if (news->is_finished)
        cop_text_add(&text, ", %" PRId64 " different thermographs, finished", news->graphs);
    cop_text_add(&text, ", %.1f s\n", news->seconds);
    if (session->live.is_terminal && !news->is_finished) {
        cop_live_draw(&session->live, text.bytes);
    } else {
        cop_live_erase(&session->live);
        fputs(text.bytes, stderr);
    }
    cop_text_free(&text);
}

static bool open_session(struct session *session, const struct cop_arguments *arguments,
                         const char *spec, struct cop_error *error)
{
    const struct cop_settings *settings = arguments->options;
    int threads = (int)cop_integer(settings, "threads");

    if (spec == NULL)
        return cop_fail(error, "say which game: coppice parts %s GAME", arguments->words[0]);
    session->game = cop_game_open(spec, error);
    if (session->game == NULL || !cop_heat_tables_fit(session->game, error))
        return false;
    session->plan = (struct cop_heat_plan){.game = session->game,
                                           .folder = cop_words(settings, "folder"),
                                           .extent = (int)cop_integer(settings, "cells"),
                                           .threads = threads > 0 ? threads : 1024,
                                           .sample = (int)cop_integer(settings, "sample"),
                                           .stop = arguments->interrupted,
                                           .context = session};
    if (!cop_flag(settings, "quiet")) {
        cop_live_open(&session->live);
        session->plan.report = report;
        session->plan.period = session->live.is_terminal ? live_period : line_period;
    }
    return true;
}

static void close_session(struct session *session)
{
    cop_live_erase(&session->live);
    if (session->game != NULL)
        cop_game_close(session->game);
}

int cop_parts_build(const struct cop_arguments *arguments, const char *spec,
                    struct cop_error *error)
{
    struct session session = {0};
    bool is_stopped = false;
    int status = COP_USAGE;

    if (open_session(&session, arguments, spec, error)) {
        status = cop_heat_tables_build(&session.plan, &is_stopped, error) ? COP_DONE : COP_FAILED;
        if (is_stopped) {
            cop_fail(error, "interrupted; the same command goes on after the last finished file");
            status = COP_FAILED;
        }
    }
    close_session(&session);
    return status;
}

int cop_parts_verify(const struct cop_arguments *arguments, const char *spec,
                     struct cop_error *error)
{
    struct session session = {0};
    int64_t checked = 0;
    int status = COP_USAGE;

    if (open_session(&session, arguments, spec, error)) {
        status = cop_heat_tables_verify(&session.plan, &checked, error) ? COP_DONE : COP_FAILED;
        if (status == COP_DONE)
            printf("%" PRId64 " parts have their thermographs\n", checked);
    }
    close_session(&session);
    return status;
}
