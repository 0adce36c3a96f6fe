/* external.c - the bookkeeping of a program that plays for us. */
#include "agent/external.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"

bool cop_external_open(struct cop_external *external, const struct cop_game *game,
                       const struct cop_settings *settings, const char *farewell,
                       struct cop_error *error)
{
    *external = (struct cop_external){.game = game, .farewell = farewell, .line = COP_TEXT};
    external->command = cop_copy_trimmed(cop_words(settings, "command"));
    external->timeout = cop_real(settings, "timeout");
    external->start = cop_allocate(game->state_size);
    external->now = cop_allocate(game->state_size);
    external->is_new = true;
    if (external->command[0] == '\0')
        return cop_fail(error,
                        "which program? Give its command line: command=\"engine --level 5\"");
    return true;
}

void cop_external_close(struct cop_external *external)
{
    cop_process_end(external->process, external->farewell);
    cop_text_free(&external->line);
    free(external->command);
    free(external->start);
    free(external->now);
    free(external->moves);
}

/* ---- The program ---- */

bool cop_external_run(struct cop_external *external, bool *is_fresh, struct cop_error *error)
{
    *is_fresh = external->process == NULL;
    if (*is_fresh) {
        external->process = cop_process_start(external->command, error);
        external->is_new = true;
    }
    return external->process != NULL;
}

void cop_external_allow(struct cop_external *external, double seconds, const atomic_bool *stop)
{
    external->patience.until = cop_now() + seconds + external->timeout;
    external->patience.stop = stop;
}

bool cop_external_say(struct cop_external *external, struct cop_error *error, const char *format,
                      ...)
{
    char words[256];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    cop_text_clear(&external->line);
    if (length < (int)sizeof words) {
        cop_text_add(&external->line, "%s\n", words);
    } else { /* a whole game or position */
        char *room = cop_allocate((size_t)length + 1);

        va_start(arguments, format);
        vsnprintf(room, (size_t)length + 1, format, arguments);
        va_end(arguments);
        cop_text_add(&external->line, "%s\n", room);
        free(room);
    }
    return cop_process_send(external->process, external->line.bytes, &external->patience, error);
}

const char *cop_external_hear(struct cop_external *external, struct cop_error *error)
{
    return cop_process_line(external->process, &external->patience, error);
}

bool cop_external_give_up(struct cop_external *external, const struct cop_error *error)
{
    const atomic_bool *stop = external->patience.stop;

    cop_process_end(external->process, NULL);
    external->process = NULL;
    external->is_new = true;
    external->reason[0] = '\0';
    if (stop == NULL || !atomic_load(stop))
        snprintf(external->reason, sizeof external->reason, "forfeit: %s", error->message);
    return false;
}

void cop_external_report(const struct cop_external *external, cop_move move, double seconds,
                         struct cop_report *report)
{
    const struct cop_game *game = external->game;

    *report = (struct cop_report){.best = move, .seconds = seconds};
    report->line[0] = report->best;
    report->line_length = 1;
    for (int i = 0; i < game->players; i++)
        report->value[i] = 1.0 / game->players; /* it does not say */
}

bool cop_external_answer(struct cop_external *external, const void *state, const char *word,
                         double seconds, struct cop_report *report, struct cop_error *error)
{
    cop_move move;

    if (!cop_move_read(external->game, state, word, &move, error))
        return cop_fail(error, "engine answered \"%.40s\", which is not a legal move", word);
    cop_external_report(external, move, seconds, report);
    return true;
}

bool cop_external_think(struct cop_external *external, cop_external_choose *choose, void *self,
                        const void *state, const struct cop_limits *limits,
                        const struct cop_watch *watch, struct cop_report *report,
                        struct cop_error *error)
{
    struct cop_error why = {""};

    external->reason[0] = '\0';
    if (choose(self, state, limits, watch != NULL ? watch->stop : NULL, report, &why))
        return true;
    cop_fail(error, "%s", why.message);
    return external->reason[0] == '\0' && cop_external_give_up(external, &why);
}

const char *cop_external_gave_up(const struct cop_external *external)
{
    return external->reason[0] != '\0' ? external->reason : NULL;
}

/* ---- The game so far ---- */

void cop_external_forget(struct cop_external *external)
{
    external->move_count = 0;
    external->is_new = true;
    external->reason[0] = '\0';
    memset(external->now, 0, external->game->state_size);
    memset(external->start, 0, external->game->state_size);
}

void cop_external_meet(struct cop_external *external, const void *state)
{
    size_t size = external->game->state_size;

    if (memcmp(external->now, state, size) == 0)
        return;
    external->move_count = 0;
    external->is_new = true;
    memcpy(external->start, state, size);
    memcpy(external->now, state, size);
}

void cop_external_played(struct cop_external *external, const void *before, cop_move move)
{
    cop_external_meet(external, before);
    if (external->move_count == external->move_room) {
        external->move_room = external->move_room > 0 ? 2 * external->move_room : 64;
        external->moves =
            cop_reallocate(external->moves, (size_t)external->move_room * sizeof *external->moves);
    }
    external->moves[external->move_count++] = move;
    external->game->rules->play(external->game, external->now, move);
}
