/* game.c - opening and closing games, and the small questions that all games answer alike. */
#include "coppice/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/contract.h"
#include "game/prepare.h"

static const char *const plain_names[COP_PLAYERS_MAX] = {
    "Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6", "Player 7", "Player 8",
};

struct cop_game *cop_game_open_rules(const struct cop_rules *rules, const char *inside,
                                     struct cop_error *error)
{
    struct cop_settings *settings = NULL;
    struct cop_text name = COP_TEXT;
    struct cop_game *game;

    if (cop_rules_can_open(rules, error))
        settings = cop_settings_parse(rules->name, rules->options, inside, error);
    if (settings == NULL)
        return NULL;
    cop_spec_write(rules->name, settings, &name);
    game = cop_allocate(sizeof *game);
    game->rules = rules;
    game->settings = settings;
    game->preparations = cop_preparations_open();
    game->name = cop_copy_string(name.bytes);
    cop_text_free(&name);
    if (!rules->open(game, error) || !cop_game_check(game, error)) {
        cop_game_close(game);
        return NULL;
    }
    return game;
}

void cop_game_close(struct cop_game *game)
{
    if (game == NULL)
        return;
    cop_preparations_close(game->preparations); /* while the game it knows is still there */
    if (game->own != NULL && game->rules->close != NULL)
        game->rules->close(game);
    else
        free(game->own);
    cop_settings_free(game->settings);
    free(game->name);
    free(game);
}

bool cop_game_is(const struct cop_game *game, const char *spec)
{
    struct cop_text written = COP_TEXT;
    struct cop_settings *settings = NULL;
    char *name = NULL, *inside = NULL;
    bool is_same = strcmp(spec, game->name) == 0;

    if (is_same || !cop_spec_split("game", spec, &name, &inside, NULL))
        return is_same;
    if (strcmp(name, game->rules->name) == 0)
        settings = cop_settings_parse(name, game->rules->options, inside, NULL);
    if (settings != NULL) {
        cop_spec_write(name, settings, &written);
        is_same = strcmp(written.bytes, game->name) == 0;
    }
    cop_settings_free(settings);
    cop_text_free(&written);
    free(name);
    free(inside);
    return is_same;
}

const char *cop_player_name(const struct cop_game *game, int player)
{
    const char *name;

    if (player == COP_CHANCE)
        return "Chance";
    assert(player >= 0 && player < COP_PLAYERS_MAX);
    name = game->player_names[player];
    if (name == NULL)
        name = game->rules->player_names[player];
    return name != NULL ? name : plain_names[player];
}

const char *cop_ending_of(const struct cop_game *game, const void *state)
{
    return game->rules->ending != NULL ? game->rules->ending(game, state) : NULL;
}

/* Payoffs are sums of a few fractions, so 1 and 0 may be missed by a rounding error. */
enum cop_result cop_result_of(double payoff)
{
    const double rounding = 1e-9;

    if (payoff >= 1 - rounding)
        return COP_WIN;
    return payoff <= rounding ? COP_LOSS : COP_DRAW;
}

const struct cop_evaluator *cop_evaluator_after(const struct cop_game *game,
                                                const struct cop_evaluator *row)
{
    row = row == NULL ? game->rules->evaluators : row + 1;
    while (row != NULL && row->name != NULL && row->fits_variant != NULL &&
           !row->fits_variant(game))
        row++;
    return row != NULL && row->name != NULL ? row : NULL;
}
