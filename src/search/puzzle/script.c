/* script.c - see script.h. */
#include "search/puzzle/script.h"

#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static size_t marks_bytes(const struct cop_game *game)
{
    return game->rules->marking != NULL ? game->rules->marking->size(game) : 0;
}

/* Marks lie behind their position. */
static size_t stop_bytes(const struct cop_game *game)
{
    return rounded(game->state_size) + rounded(marks_bytes(game));
}

static void *marks_of(const struct script *script, int at)
{
    return script->stops[at] + rounded(script->game->state_size);
}

size_t script_bytes(const struct cop_game *game)
{
    size_t plies = (size_t)game->max_plies, moves = (size_t)game->max_moves;

    return (plies + 1) * (stop_bytes(game) + sizeof(unsigned char *)) +
           (plies + moves) * (sizeof(uint64_t) + sizeof(cop_move));
}

bool script_open(struct script *script, const struct cop_game *game)
{
    size_t plies = (size_t)game->max_plies, moves = (size_t)game->max_moves;

    *script = (struct script){.game = game};
    script->marks = calloc(plies, sizeof *script->marks);
    script->moves = calloc(plies, sizeof *script->moves);
    script->stops = calloc(plies + 1, sizeof *script->stops);
    script->block = calloc(plies + 1, stop_bytes(game));
    script->listed = calloc(moves, sizeof *script->listed);
    script->codes = calloc(moves, sizeof *script->codes);
    if (script->marks == NULL || script->moves == NULL || script->stops == NULL ||
        script->block == NULL || script->listed == NULL || script->codes == NULL)
        return false;
    for (size_t i = 0; i <= plies; i++)
        script->stops[i] = script->block + i * stop_bytes(game);
    return true;
}

void script_close(struct script *script)
{
    free(script->marks);
    free(script->moves);
    free(script->stops);
    free(script->block);
    free(script->listed);
    free(script->codes);
}

/* ---- Marks ---- */

void script_begin(struct script *script, const void *root)
{
    const struct cop_game *game = script->game;

    script->length = 0;
    memcpy(script->stops[0], root, game->state_size);
    if (game->rules->marking != NULL)
        game->rules->marking->begin(game, root, marks_of(script, 0));
}

uint64_t script_mark(const struct script *script, int at, cop_move move)
{
    const struct cop_game *game = script->game;

    if (game->rules->marking == NULL)
        return cop_move_code(game, script->stops[at], move);
    return game->rules->marking->of(game, script->stops[at], marks_of(script, at), move);
}

cop_move script_find(const struct script *script, int at, uint64_t mark)
{
    const struct cop_game *game = script->game;
    int count;

    if (game->rules->marking != NULL)
        return game->rules->marking->find(game, script->stops[at], marks_of(script, at), mark);
    count = cop_coded_moves(game, script->stops[at], script->listed, script->codes);
    for (int i = 0; i < count; i++)
        if (script->codes[i] == mark)
            return script->listed[i];
    return COP_NO_MOVE;
}

/* ---- Play ---- */

static void make(struct script *script, cop_move move, uint64_t mark)
{
    const struct cop_game *game = script->game;
    int at = script->length++;

    script->marks[at] = mark;
    script->moves[at] = move;
    memcpy(script->stops[at + 1], script->stops[at], stop_bytes(game));
    if (game->rules->marking != NULL)
        game->rules->marking->play(game, script->stops[at + 1], marks_of(script, at + 1), move);
    else
        game->rules->play(game, script->stops[at + 1], move);
}

void script_add(struct script *script, cop_move move)
{
    make(script, move, script_mark(script, script->length, move));
}

static void play_out(struct script *script, struct puzzle_walker *walker)
{
    const struct cop_game *game = script->game;

    puzzle_begin_playout(walker, script->stops[script->length]);
    while (game->rules->turn(game, script->stops[script->length]) != COP_OVER)
        script_add(script, puzzle_pick(walker, script->stops[script->length]));
}

void script_play(struct script *script, const struct script *before, int from,
                 const uint64_t *marks, int count, struct puzzle_walker *walker)
{
    memcpy(script->marks, before->marks, (size_t)from * sizeof *script->marks);
    memcpy(script->moves, before->moves, (size_t)from * sizeof *script->moves);
    memcpy(script->stops[from], before->stops[from], stop_bytes(script->game));
    script->length = from;
    for (int i = 0; i < count; i++) {
        cop_move move = script_find(script, script->length, marks[i]);

        if (move != COP_NO_MOVE)
            make(script, move, marks[i]);
    }
    play_out(script, walker);
    script->total = puzzle_total(walker, script->stops[script->length]);
}

void script_adopt(struct script *script, struct script *other, int from)
{
    size_t moves = (size_t)(other->length - from);

    for (int i = from; i <= other->length; i++) {
        unsigned char *stop = script->stops[i];

        script->stops[i] = other->stops[i];
        other->stops[i] = stop;
    }
    memcpy(script->marks + from, other->marks + from, moves * sizeof *script->marks);
    memcpy(script->moves + from, other->moves + from, moves * sizeof *script->moves);
    script->length = other->length;
    script->total = other->total;
}
