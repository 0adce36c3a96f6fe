/* nboard.c - the program gets the whole game, in the Generic Game Format, before each of its moves,
 * so that it has nothing to remember and nothing to take back. */
#include "agent/nboard.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/external.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "game/grid.h"

static const struct cop_option options[] = {
    COP_EXTERNAL_OPTIONS,
    {"depth", COP_INTEGER, "12", 1, 60, NULL, "plies to look ahead, where the limit does not say"},
    {NULL},
};

struct player {
    struct cop_external external;
    int depth;
    int pings;
};

/* ---- The game as text ---- */

/* "F5", and "PA" for a pass. */
static void add_move(const struct cop_game *game, const void *state, cop_move move,
                     struct cop_text *text)
{
    struct cop_text word = COP_TEXT;

    if (move == COP_PASS)
        cop_text_add(&word, "pa");
    else
        game->rules->write_move(game, state, move, &word);
    for (size_t i = 0; i < word.length; i++)
        cop_text_add(text, "%c", toupper((unsigned char)word.bytes[i]));
    cop_text_free(&word);
}

static void add_board(const struct cop_game *game, const void *state, struct cop_text *text)
{
    struct cop_grid grid;

    cop_grid_read(game, state, &grid);
    cop_text_add(text, "BO[%d ", grid.columns);
    for (int row = 0; row < grid.rows; row++)
        for (int column = 0; column < grid.columns; column++) {
            char point = grid.points[row][column];

            cop_text_add(text, "%c", point == 'X' ? '*' : point == 'O' ? 'O' : '-');
        }
    cop_text_add(text, " %c]", game->rules->turn(game, state) == 1 ? 'O' : '*');
}

static void add_game(const struct cop_external *external, struct cop_text *text)
{
    const struct cop_game *game = external->game;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    memcpy(state, external->start, game->state_size);
    cop_text_add(text, "(;GM[Othello]PC[Coppice]PB[Black]PW[White]RE[?]TI[0]TY[8]");
    add_board(game, state, text);
    for (int i = 0; i < external->move_count; i++) {
        cop_text_add(text, "%c[", game->rules->turn(game, state) == 0 ? 'B' : 'W');
        add_move(game, state, external->moves[i], text);
        cop_text_add(text, "]");
        game->rules->play(game, state, external->moves[i]);
    }
    cop_text_add(text, ";)");
}

/* ---- The agent ---- */

static bool fits(const struct cop_game *game, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_rng rng = {0};
    struct cop_grid grid = {0};

    if (strcmp(game->rules->name, "othello") == 0) {
        game->rules->start(game, state, &rng);
        cop_grid_read(game, state, &grid);
    }
    return grid.columns == 8 ||
           cop_fail(error, "nboard: the protocol is for Othello on 8 x 8 squares, not for %s",
                    game->name);
}

static void player_close(void *self)
{
    struct player *player = self;

    cop_external_close(&player->external);
    free(player);
}

/* A line that begins so; others are the program's thoughts. */
static const char *hear(struct player *player, const char *beginning, struct cop_error *error)
{
    const char *line;

    do
        line = cop_external_hear(&player->external, error);
    while (line != NULL && strncmp(line, beginning, strlen(beginning)) != 0);
    return line;
}

/* The program is there, and has finished what it was told before. */
static bool synchronise(struct player *player, struct cop_error *error)
{
    char pong[32];

    snprintf(pong, sizeof pong, "pong %d", ++player->pings);
    return cop_external_say(&player->external, error, "ping %d", player->pings) &&
           hear(player, pong, error) != NULL;
}

static bool greet(struct player *player, const atomic_bool *stop, struct cop_error *error)
{
    bool is_fresh;

    cop_external_allow(&player->external, 0, stop);
    if (!cop_external_run(&player->external, &is_fresh, error))
        return false;
    return !is_fresh ||
           (cop_external_say(&player->external, error, "nboard 2") && synchronise(player, error));
}

static void *player_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                         const struct cop_settings *settings, const struct cop_means *means,
                         struct cop_error *error)
{
    struct player *player = cop_allocate(sizeof *player);

    (void)kind;
    (void)means;
    player->depth = (int)cop_integer(settings, "depth");
    if (cop_external_open(&player->external, game, settings, "quit\n", error) &&
        greet(player, NULL, error))
        return player;
    cop_fail_in(error, "nboard");
    player_close(player);
    return NULL;
}

static void player_start(void *self, uint64_t seed)
{
    struct player *player = self;

    (void)seed;
    cop_external_forget(&player->external);
}

static bool tell_game(struct player *player, const struct cop_limits *limits,
                      struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_done;

    add_game(&player->external, &text);
    is_done = cop_external_say(&player->external, error, "set game %s", text.bytes) &&
              cop_external_say(&player->external, error, "set depth %d",
                               limits->depth > 0 ? limits->depth : player->depth) &&
              synchronise(player, error);
    cop_text_free(&text);
    return is_done;
}

/* "=== F5/1.2/0.3" or "=== PA". */
static bool choose(void *self, const void *state, const struct cop_limits *limits,
                   const atomic_bool *stop, struct cop_report *report, struct cop_error *error)
{
    struct player *player = self;
    double start = cop_now();
    const char *line;
    char word[16];

    if (!greet(player, stop, error))
        return false;
    cop_external_meet(&player->external, state);
    if (!tell_game(player, limits, error))
        return false;
    cop_external_allow(&player->external, limits->time, stop);
    if (!cop_external_say(&player->external, error, "go"))
        return false;
    line = hear(player, "===", error);
    if (line == NULL)
        return false;
    line += strspn(line, "= ");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, "/ "), line);
    return cop_external_answer(&player->external, state,
                               strcasecmp(word, "PA") == 0 ? "pass" : word, cop_now() - start,
                               report, error);
}

static bool player_think(void *self, const void *state, const struct cop_limits *limits,
                         const struct cop_watch *watch, struct cop_report *report,
                         struct cop_error *error)
{
    struct player *player = self;

    return cop_external_think(&player->external, choose, player, state, limits, watch, report,
                              error);
}

static void player_played(void *self, const void *before, cop_move move)
{
    struct player *player = self;

    cop_external_played(&player->external, before, move);
}

static const char *player_gave_up(void *self)
{
    const struct player *player = self;

    return cop_external_gave_up(&player->external);
}

const struct cop_agent_kind cop_nboard_agent = {
    .name = "nboard",
    .title = "Another program (NBoard)",
    .summary = "plays Othello through another program that speaks the NBoard protocol",
    .options = options,
    .ends = COP_ENDS_ALWAYS,
    .is_external = true,
    .fits = fits,
    .open = player_open,
    .close = player_close,
    .start = player_start,
    .think = player_think,
    .played = player_played,
    .gave_up = player_gave_up,
};
