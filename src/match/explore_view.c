/* explore_view.c - what was played in a position, as JSON.
 *
 * The same few agents have played most moves and their specs can be long, so names are told once
 * and moves refer to them by number: an answer about a usual position has less than 4 KiB. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "match/explore.h"

enum { NAME_MAX_SHOWN = 200, DATE_DIGITS = 10 };

/* The names of those who made the moves that are told. */
struct names {
    const char **words;
    int count;
};

static int number_of(struct names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->words[i], name) == 0)
            return i;
    names->words[names->count] = name;
    return names->count++;
}

static void add_movers(const struct cop_explored_move *move, struct names *names,
                       struct cop_json *json)
{
    cop_json_array(json, "by");
    for (int i = 0; i < move->mover_count && i < COP_MOVERS_SHOWN; i++) {
        cop_json_array(json, NULL);
        cop_json_add_integer(json, NULL, number_of(names, move->movers[i].name));
        cop_json_add_integer(json, NULL, move->movers[i].games);
        cop_json_end(json);
    }
    cop_json_end(json);
    if (move->mover_count > COP_MOVERS_SHOWN)
        cop_json_add_integer(json, "movers", move->mover_count);
}

static void add_wins(const struct cop_game *game, const struct cop_explored_move *move,
                     struct cop_json *json)
{
    double shares[COP_PLAYERS_MAX];

    cop_json_array(json, "wins");
    for (int i = 0; i < game->players; i++) {
        cop_json_add_integer(json, NULL, move->shares[i].wins);
        shares[i] = move->shares[i].payoff / (double)move->games;
    }
    cop_json_end(json);
    cop_json_add_integer(json, "nobody", move->nobody);
    if (game->players > 2)
        cop_json_add_numbers(json, "shares", shares, game->players, 3);
}

static void add_results(const struct cop_game *game, const struct cop_explored_move *move,
                        int player, struct cop_json *json)
{
    struct cop_interval mean = cop_explored_mean(game, move, player);

    if (cop_explored_counts_points(game))
        cop_json_add_number(json, "best", move->shares[player].best_score, 9);
    else
        add_wins(game, move, json);
    cop_json_add_number(json, "mean", mean.value, 4);
    cop_json_add_number(json, "low", mean.low, 4);
    cop_json_add_number(json, "high", mean.high, 4);
}

static void add_move(const struct cop_explored *explored, const struct cop_game *game,
                     const void *state, const struct cop_explored_move *move, struct names *names,
                     struct cop_json *json)
{
    struct cop_text word = COP_TEXT;

    game->rules->write_move(game, state, move->move, &word);
    cop_json_object(json, NULL);
    cop_json_tighten(json);
    cop_json_add_string(json, "move", word.bytes);
    if (move->others > 0)
        cop_json_add_integer(json, "mirrors", move->others);
    cop_json_add_integer(json, "games", move->games);
    if (move->games > 0) {
        add_results(game, move, cop_explored_player(explored), json);
        cop_json_add_bytes(json, "last", move->last, strnlen(move->last, DATE_DIGITS));
        add_movers(move, names, json);
    }
    if (explored->turn == COP_CHANCE)
        cop_json_add_number(json, "probability", move->probability, 4);
    if (move->is_in_book) {
        cop_json_object(json, "book");
        cop_json_add_integer(json, "visits", move->book_visits);
        cop_json_add_number(json, "value", move->book_value, 4);
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_text_free(&word);
}

static void add_turn(const struct cop_explored *explored, struct cop_json *json)
{
    if (explored->turn >= 0)
        cop_json_add_integer(json, "turn", explored->turn);
    else
        cop_json_add_string(json, "turn", explored->turn == COP_CHANCE ? "chance" : "over");
}

void cop_explored_write(const struct cop_explored *explored, const struct cop_game *game,
                        const void *state, int most, struct cop_json *json)
{
    int count = explored->move_count < most ? explored->move_count : most;
    struct names names = {
        cop_allocate(((size_t)count * COP_MOVERS_SHOWN + 1) * sizeof *names.words), 0};

    cop_json_add_string(json, "game", game->name);
    add_turn(explored, json);
    cop_json_add_integer(json, "known", explored->known);
    cop_json_add_integer(json, "games", explored->games);
    cop_json_add_flag(json, "points", cop_explored_counts_points(game));
    cop_json_add_flag(json, "book", explored->has_book);
    cop_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        cop_json_line(json, 2);
        add_move(explored, game, state, &explored->moves[i], &names, json);
    }
    cop_json_end(json);
    cop_json_add_integer(json, "more", explored->move_count - count);
    cop_json_array(json, "names");
    for (int i = 0; i < names.count; i++)
        cop_json_add_bytes(json, NULL, names.words[i], strnlen(names.words[i], NAME_MAX_SHOWN));
    cop_json_end(json);
    free(names.words);
}
