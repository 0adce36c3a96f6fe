/* write_moves.c - what can be done in a position, as JSON: moves, clicks, and what each click
 * decides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/prompt.h"
#include "serve/look.h"

static void add_path(const struct cop_look *look, cop_move move, struct cop_json *json)
{
    int cells[COP_PATH_MAX];
    int count = look->game->rules->path(look->game, look->state, move, cells);

    for (int i = 0; i < count; i++)
        cop_json_add_integer(json, NULL, cells[i]);
}

/* Outcomes of chance are not chosen by what they bring. */
static bool tells_gains(const struct cop_look *look)
{
    return look->game->rules->tells_gains && !cop_look_keeps_secrets(look) &&
           cop_look_turn(look) >= 0;
}

/* How a move changes each player's score, where the game wants that told and it does. */
static void add_points(const struct cop_look *look, cop_move move, const char *name,
                       struct cop_json *json)
{
    const struct cop_rules *rules = look->game->rules;
    double gains[COP_PLAYERS_MAX];
    bool is_change = false;
    void *after = tells_gains(look) ? cop_allocate(look->game->state_size) : NULL;

    if (after == NULL)
        return;
    memcpy(after, look->state, look->game->state_size);
    rules->play(look->game, after, move);
    for (int i = 0; i < look->game->players; i++) {
        gains[i] = rules->score(look->game, after, i) - rules->score(look->game, look->state, i);
        is_change = is_change || gains[i] != 0;
    }
    if (is_change)
        cop_json_add_numbers(json, name, gains, look->game->players, 9);
    free(after);
}

/* {"move": "d3", "path": [19]} */
static void add_move(const struct cop_look *look, cop_move move, const char *word,
                     struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_add_string(json, "move", word);
    cop_json_array(json, "path");
    cop_json_tighten(json);
    add_path(look, move, json);
    cop_json_end(json);
    add_points(look, move, "points", json);
    cop_json_end(json);
}

/* ["d3",19], with points ["d3",19,[3,0]]: the same for those whom many are told. */
static void add_brief_move(const struct cop_look *look, cop_move move, const char *word,
                           struct cop_json *json)
{
    cop_json_array(json, NULL);
    cop_json_add_string(json, NULL, word);
    add_path(look, move, json);
    add_points(look, move, NULL, json);
    cop_json_end(json);
}

/* A person's moves, told only where they can be played, and to whom they belong; and all moves,
 * those of chance too, where they can be tried. */
static bool has_moves(const struct cop_look *look)
{
    int turn = cop_look_turn(look);

    if (look->may_try)
        return look->game->rules->turn(look->game, look->state) != COP_OVER;
    return look->is_now && turn >= 0 && look->table->seats[turn].who == NULL &&
           (!cop_look_keeps_secrets(look) || look->viewer == turn);
}

typedef void move_writer(const struct cop_look *look, cop_move move, const char *word,
                         struct cop_json *json);

static void write_moves(const struct cop_look *look, move_writer *write, struct cop_json *json)
{
    cop_move *moves = cop_allocate((size_t)look->game->max_moves * sizeof *moves);
    int count = has_moves(look) ? look->game->rules->moves(look->game, look->state, moves) : 0;
    struct cop_text word = COP_TEXT;

    cop_json_array(json, NULL);
    if (write == add_brief_move)
        cop_json_tighten(json);
    for (int i = 0; i < count; i++) {
        cop_text_clear(&word);
        look->game->rules->write_move(look->game, look->state, moves[i], &word);
        write(look, moves[i], word.bytes, json);
    }
    cop_json_end(json);
    cop_text_free(&word);
    free(moves);
}

void cop_write_moves_of(const struct cop_look *look, struct cop_json *json)
{
    write_moves(look, add_move, json);
}

void cop_write_brief_moves_of(const struct cop_look *look, struct cop_json *json)
{
    write_moves(look, add_brief_move, json);
}

/* A sentence for each click of the longest move, where somebody can move. */
void cop_write_prompts_of(const struct cop_look *look, struct cop_json *json)
{
    int steps = has_moves(look) ? cop_prompt_steps(look->game, look->state) : 0;
    struct cop_text words = COP_TEXT;

    cop_json_array(json, NULL);
    for (int step = 0; step < steps; step++) {
        cop_text_clear(&words);
        cop_prompt_write(look->game, look->state, step, &words);
        cop_json_add_string(json, NULL, words.bytes);
    }
    cop_json_end(json);
    cop_text_free(&words);
}

/* Cells that stand for another one, as any block of a group does. */
void cop_write_clicks_of(const struct cop_look *look, struct cop_json *json)
{
    if (look->game->rules->click == NULL || !has_moves(look)) {
        cop_json_add_null(json, NULL);
        return;
    }
    cop_json_object(json, NULL);
    cop_json_tighten(json);
    for (int i = 0; i < look->scene->cell_count; i++) {
        int cell = look->game->rules->click(look->game, look->state, i);
        char name[16];

        snprintf(name, sizeof name, "%d", i);
        if (cell != i)
            cop_json_add_integer(json, name, cell);
    }
    cop_json_end(json);
}
