/* whole_game.c - see whole_game.h. */
#include "search/whole_game.h"

#include <stdlib.h>
#include <string.h>

bool cop_whole_game_open(struct cop_whole_game *whole, const struct cop_game *game, size_t moves)
{
    *whole = (struct cop_whole_game){.moves = calloc(moves, sizeof *whole->moves),
                                     .here = calloc(1, game->state_size)};
    return whole->moves != NULL && whole->here != NULL;
}

void cop_whole_game_close(struct cop_whole_game *whole)
{
    free(whole->moves);
    free(whole->here);
    *whole = (struct cop_whole_game){0};
}

void cop_whole_game_set(struct cop_whole_game *whole, double total, const cop_move *moves,
                        int length)
{
    whole->total = total;
    whole->length = length;
    memcpy(whole->moves, moves, (size_t)length * sizeof *moves);
}

void cop_whole_game_begin(struct cop_whole_game *whole, const struct cop_game *game,
                          const void *state, bool keeps)
{
    if (!keeps || memcmp(whole->here, state, game->state_size) != 0)
        whole->length = 0;
    memcpy(whole->here, state, game->state_size);
}

void cop_whole_game_follow(struct cop_whole_game *whole, const struct cop_game *game,
                           const void *before, cop_move move)
{
    if (whole->length == 0 || whole->moves[0] != move ||
        memcmp(whole->here, before, game->state_size) != 0) {
        whole->length = 0;
        return;
    }
    whole->length--;
    memmove(whole->moves, whole->moves + 1, (size_t)whole->length * sizeof *whole->moves);
    game->rules->play(game, whole->here, move);
}

void cop_whole_game_report(const struct cop_whole_game *whole, bool decides_game,
                           struct cop_report *report)
{
    if (whole->length == 0)
        return;
    report->best = whole->moves[0];
    report->has_total = whole->length <= COP_LINE_MAX;
    report->total = whole->total;
    report->line_length = report->has_total ? whole->length : COP_LINE_MAX;
    memcpy(report->line, whole->moves, (size_t)report->line_length * sizeof *report->line);
    report->turn_length = decides_game ? report->line_length : 1;
}
