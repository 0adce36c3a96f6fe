/* own.c - what this program can do and the protocol has no command for: variants, positions,
 * chance, limits, seeds. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "front/gtp/commands.h"

/* Without words it says which game, limit, ... it is; with words it changes that. */

static bool game(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    if (call->count > 0)
        return cop_gtp_set_game(gtp, call->rest, error);
    cop_text_add(call->reply, "%s", gtp->game->name);
    return true;
}

/* Only says it: an agent may be a command for the shell, and those come from the command line. */
static bool agent(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)error;
    cop_text_add(call->reply, "%s", cop_agent_name(gtp->agent));
    return true;
}

static bool limit(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    if (call->count > 0)
        return cop_gtp_set_limits(gtp, call->rest, error);
    cop_limits_write(&gtp->limits, call->reply);
    return true;
}

static bool position(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    if (call->count > 0)
        return cop_gtp_set_position(gtp, call->rest, error);
    gtp->game->rules->write_position(gtp->game, cop_gtp_state(gtp), call->reply);
    return true;
}

/* Of Quarry and the engines it drives, which may know several games: "Othello". */

static bool set_game(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    const struct cop_rules *rules = cop_rules_find(call->words[0]);

    if (rules == NULL)
        return cop_fail(error, "unsupported game; list_games has those that are known");
    return cop_gtp_set_game(gtp, rules->name, error);
}

static bool list_games(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)gtp, (void)error;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        cop_gtp_write_game(cop_all_rules()[i], call->reply);
        cop_text_add(call->reply, "\n");
    }
    return true;
}

bool cop_gtp_read_seed(const char *word, uint64_t *seed, struct cop_error *error)
{
    errno = 0;
    *seed = strtoull(word, NULL, 10);
    return (word[0] != '\0' && strspn(word, "0123456789") == strlen(word) && errno == 0) ||
           cop_fail(error, "syntax error: \"%.40s\" is not a whole number below 2^64", word);
}

static bool seed(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    uint64_t number = 0;

    if (call->count > 0 && !cop_gtp_read_seed(call->words[0], &number, error))
        return false;
    if (call->count > 0)
        cop_gtp_start(gtp, number);
    else
        cop_text_add(call->reply, "%" PRIu64, gtp->seed);
    return true;
}

/* ---- The present position ---- */

/* Legal moves, or what chance can bring; the caller frees them. */
static cop_move *list_moves(const struct cop_gtp *gtp, int *count)
{
    const struct cop_game *game = gtp->game;
    cop_move *list = cop_allocate((size_t)game->max_moves * sizeof *list);

    *count = cop_gtp_turn(gtp) == COP_OVER ? 0 : game->rules->moves(game, cop_gtp_state(gtp), list);
    return list;
}

bool cop_gtp_list_moves(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    int count;
    cop_move *list = list_moves(gtp, &count);

    (void)error;
    for (int i = 0; i < count; i++) {
        cop_text_add(call->reply, i > 0 ? " " : "");
        cop_gtp_write_move(gtp, list[i], call->reply);
    }
    free(list);
    return true;
}

static bool turn(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    int player = cop_gtp_turn(gtp);

    (void)error;
    if (player == COP_OVER)
        cop_text_add(call->reply, "over");
    else
        cop_text_add(call->reply, "%s %s", cop_gtp_colour(player),
                     cop_player_name(gtp->game, player));
    return true;
}

static bool must_be_chance(const struct cop_gtp *gtp, struct cop_error *error)
{
    int player = cop_gtp_turn(gtp);

    if (player == COP_CHANCE)
        return true;
    if (player == COP_OVER)
        return cop_fail(error, "the game is over");
    return cop_fail(error, "%s is to move, not chance", cop_gtp_colour(player));
}

static bool chance(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    double *probability;
    cop_move *list;
    int count;

    if (!must_be_chance(gtp, error))
        return false;
    list = list_moves(gtp, &count);
    probability = cop_allocate((size_t)count * sizeof *probability);
    gtp->game->rules->chances(gtp->game, cop_gtp_state(gtp), probability);
    for (int i = 0; i < count; i++) {
        cop_gtp_write_move(gtp, list[i], call->reply);
        cop_text_add(call->reply, " %.6f\n", probability[i]);
    }
    free(probability);
    free(list);
    return true;
}

static bool roll(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    cop_move outcome;

    if (!must_be_chance(gtp, error))
        return false;
    outcome = cop_course_roll(&gtp->course);
    cop_gtp_write_move(gtp, outcome, call->reply);
    cop_gtp_play(gtp, outcome);
    return true;
}

const struct cop_gtp_command cop_gtp_own_commands[] = {
    {"set_game", "NAME", 1, 1, set_game},
    {"list_games", "", 0, 0, list_games},
    {"coppice-game", "[GAME]", 0, COP_GTP_ANY, game},
    {"coppice-agent", "", 0, 0, agent},
    {"coppice-limit", "[LIMITS]", 0, COP_GTP_ANY, limit},
    {"coppice-seed", "[NUMBER]", 0, 1, seed},
    {"coppice-position", "[POSITION]", 0, COP_GTP_ANY, position},
    {"coppice-moves", "", 0, 0, cop_gtp_list_moves},
    {"coppice-turn", "", 0, 0, turn},
    {"coppice-chance", "", 0, 0, chance},
    {"coppice-roll", "", 0, 0, roll},
    {NULL},
};
