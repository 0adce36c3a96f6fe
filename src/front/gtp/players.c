/* players.c - colours, moves and games as words.
 *
 * `b` is always the player who moves first and `w` the second: controllers count on it, whatever
 * the game calls them. In games that White begins, White is `b`. Hence "black" and "white" are
 * colours of the protocol before they are names of players. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "front/gtp/commands.h"

static const char *const colours[COP_PLAYERS_MAX] = {"b", "w", "3", "4", "5", "6", "7", "8"};

const char *cop_gtp_colour(int player)
{
    return player == COP_CHANCE ? "chance" : colours[player];
}

static const struct {
    const char *word;
    int player;
} words[] = {
    {"b", 0}, {"black", 0}, {"1", 0}, {"w", 1}, {"white", 1}, {"2", 1}, {"chance", COP_CHANCE},
};

static bool find_player(const struct cop_game *game, const char *word, int *player)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(words[i].word, word) == 0) {
            *player = words[i].player;
            return *player < game->players;
        }
    for (int i = 0; i < game->players; i++)
        if (strcasecmp(colours[i], word) == 0 || strcasecmp(cop_player_name(game, i), word) == 0) {
            *player = i;
            return true;
        }
    return false;
}

bool cop_gtp_read_colour(const struct cop_gtp *gtp, const char *word, int *player,
                         struct cop_error *error)
{
    struct cop_text list = COP_TEXT;

    if (find_player(gtp->game, word, player))
        return true;
    for (int i = 0; i < gtp->game->players; i++)
        cop_text_add(&list, "%s%s (%s)", i > 0 ? ", " : "", colours[i],
                     cop_player_name(gtp->game, i));
    cop_fail(error, "syntax error: \"%.40s\" is no colour; the players are %s%s", word, list.bytes,
             gtp->game->has_chance ? ", and chance" : "");
    cop_text_free(&list);
    return false;
}

bool cop_gtp_check_colour(const struct cop_gtp *gtp, const char *word, struct cop_error *error)
{
    int turn = cop_gtp_turn(gtp), player;

    if (!cop_gtp_read_colour(gtp, word, &player, error))
        return false;
    if (gtp->course.loser >= 0)
        return cop_fail(error, "illegal move: %s has resigned", colours[gtp->course.loser]);
    if (turn == COP_OVER)
        return cop_fail(error, "illegal move: the game is over");
    if (turn == COP_CHANCE && player != turn)
        return cop_fail(error, "illegal move: chance is to move, not %s", cop_gtp_colour(player));
    if (player != turn)
        return cop_fail(error, "illegal move: %s (%s) is to move, not %s", cop_gtp_colour(turn),
                        cop_player_name(gtp->game, turn), cop_gtp_colour(player));
    return true;
}

bool cop_gtp_check_decision(const struct cop_gtp *gtp, const char *word, struct cop_error *error)
{
    if (cop_gtp_turn(gtp) == COP_CHANCE)
        return cop_fail(error, "chance is to move: send play chance OUTCOME, or coppice-roll");
    return cop_gtp_check_colour(gtp, word, error);
}

bool cop_gtp_read_move(const struct cop_gtp *gtp, const char *word, cop_move *move,
                       struct cop_error *error)
{
    return cop_move_read(gtp->game, cop_gtp_state(gtp), word, move, error) ||
           cop_fail_in(error, "illegal move");
}

void cop_gtp_write_move(const struct cop_gtp *gtp, cop_move move, struct cop_text *text)
{
    gtp->game->rules->write_move(gtp->game, cop_gtp_state(gtp), move, text);
}

void cop_gtp_write_game(const struct cop_rules *rules, struct cop_text *text)
{
    cop_text_add(text, "%c%s", toupper((unsigned char)rules->name[0]), rules->name + 1);
}

bool cop_gtp_read_number(const char *word, double *number, struct cop_error *error)
{
    char *end = NULL;

    if (isdigit((unsigned char)word[0]))
        *number = strtod(word, &end);
    if (end == NULL || *end != '\0' || !isfinite(*number))
        return cop_fail(error, "syntax error: \"%.40s\" is not a number of 0 or more", word);
    return true;
}
