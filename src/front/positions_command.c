/* positions_command.c - `coppice positions`: different positions out of the middle of games, one a
 * line, for the lab's runs over lists. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "front/commands.h"

enum { COUNT_MAX = 100000, GAMES_PER_POSITION = 200 };

static const struct cop_option options[] = {
    {"count", COP_INTEGER, "10", 1, COUNT_MAX, .help = "how many positions"},
    {"after", COP_INTEGER, "10", 0, 10000, .help = "the players have made so many moves"},
    {"spread", COP_INTEGER, "0", 0, 10000,
     .help = "and up to so many more, drawn for each position"},
    {"agent", COP_WORDS, "random", .help = "who plays the games, for all players"},
    {"limit", COP_WORDS, "depth=1", .help = "limits for each move of the agent"},
    {"random", COP_REAL, "0", 0, 1, .help = "the share of moves that are drawn at random instead"},
    {"name", COP_WORDS, "", .help = "what names begin with, before the number"},
    {"seed", COP_INTEGER, "1", 0, 0x1p53, .help = "the same seed gives the same positions"},
    {NULL},
};

/* One call of the command. */
struct gathering {
    const struct cop_arguments *arguments;
    struct cop_game *game;
    struct cop_agent *agent;
    struct cop_limits limits;
    struct cop_rng rng;
    void *state;
    cop_move *moves; /* room for max_moves */
    uint64_t *keys;  /* of the positions so far */
    int count;
};

/* The next move of the game; chance and a share of the players' moves are drawn. */
static bool choose_move(struct gathering *gathering, bool is_chance, cop_move *move,
                        struct cop_error *error)
{
    double share = cop_real(gathering->arguments->options, "random");
    struct cop_report report = {0};

    if (is_chance || cop_rng_unit(&gathering->rng) < share) {
        *move =
            cop_random_move(gathering->game, gathering->state, &gathering->rng, gathering->moves);
        return true;
    }
    if (!cop_agent_think(gathering->agent, gathering->state, &gathering->limits, NULL, &report,
                         error))
        return false;
    *move = report.best;
    return true;
}

/* Plays a game until the players have made so many moves and one of them is to move; or to its end,
 * if that comes first. */
static bool play(struct gathering *gathering, int64_t wanted, struct cop_error *error)
{
    const struct cop_game *game = gathering->game;
    int turn;

    game->rules->start(game, gathering->state, &gathering->rng);
    cop_agent_start(gathering->agent, cop_rng_next(&gathering->rng));
    while ((turn = game->rules->turn(game, gathering->state)) != COP_OVER) {
        cop_move move;

        if (turn != COP_CHANCE && wanted-- == 0)
            return true;
        if (atomic_load(gathering->arguments->interrupted))
            return cop_fail(error, "interrupted; what is printed is complete");
        if (!choose_move(gathering, turn == COP_CHANCE, &move, error))
            return false;
        cop_agent_played(gathering->agent, gathering->state, move);
        game->rules->play(game, gathering->state, move);
    }
    return true;
}

/* Somebody has a choice, and the position is new. */
static bool is_wanted(struct gathering *gathering)
{
    const struct cop_game *game = gathering->game;
    uint64_t key = game->rules->key(game, gathering->state);

    if (game->rules->turn(game, gathering->state) < 0 ||
        game->rules->moves(game, gathering->state, gathering->moves) < 2)
        return false;
    for (int i = 0; i < gathering->count; i++)
        if (gathering->keys[i] == key)
            return false;
    gathering->keys[gathering->count++] = key;
    return true;
}

static void print_position(const struct gathering *gathering)
{
    struct cop_text text = COP_TEXT;

    gathering->game->rules->write_position(gathering->game, gathering->state, &text);
    printf("%s%d %s\n", cop_words(gathering->arguments->options, "name"), gathering->count,
           text.bytes);
    cop_text_free(&text);
}

static bool gather(struct gathering *gathering, struct cop_error *error)
{
    const struct cop_settings *settings = gathering->arguments->options;
    int64_t count = cop_integer(settings, "count"), spread = cop_integer(settings, "spread");

    for (int64_t games = 0; gathering->count < count && !ferror(stdout); games++) {
        int64_t wanted = cop_integer(settings, "after");

        if (games == GAMES_PER_POSITION * count)
            return cop_fail(error,
                            "only %d different positions were found in %lld games; ask for fewer, "
                            "or for more spread",
                            gathering->count, (long long)games);
        wanted += cop_rng_below(&gathering->rng, (uint32_t)spread + 1);
        if (!play(gathering, wanted, error))
            return false;
        if (is_wanted(gathering))
            print_position(gathering);
    }
    return true;
}

static int run(const struct cop_arguments *arguments)
{
    const struct cop_settings *settings = arguments->options;
    struct gathering gathering = {.arguments = arguments};
    struct cop_error error;
    int status = COP_USAGE;

    cop_rng_seed(&gathering.rng, (uint64_t)cop_integer(settings, "seed"));
    gathering.game = cop_game_open(arguments->words[0], &error);
    if (gathering.game && cop_limits_parse(cop_words(settings, "limit"), &gathering.limits, &error))
        gathering.agent = cop_agent_open(gathering.game, cop_words(settings, "agent"),
                                         &gathering.limits.means, &error);
    if (gathering.agent) {
        gathering.state = cop_allocate(gathering.game->state_size);
        gathering.moves = cop_allocate((size_t)gathering.game->max_moves * sizeof *gathering.moves);
        gathering.keys =
            cop_allocate((size_t)cop_integer(settings, "count") * sizeof *gathering.keys);
        status = gather(&gathering, &error) ? COP_DONE : COP_FAILED;
    }
    cop_agent_close(gathering.agent);
    if (gathering.game)
        cop_game_close(gathering.game);
    free(gathering.state);
    free(gathering.moves);
    free(gathering.keys);
    return status == COP_DONE ? COP_DONE : cop_complain(status, &error);
}

const struct cop_command cop_positions_command = {
    .name = "positions",
    .words = "GAME",
    .summary = "Gathers different positions out of the middle of games, one a line",
    .help = "The agent plays games against itself, and each gives one position in which a player\n"
            "has a choice: a line with a name and the position, as the lab's lists have them\n"
            "(docs/lab/README.md). Where neither chance nor the agent makes games differ, let a\n"
            "share of the moves be --random.\n"
            "\n"
            "    coppice positions ontop --after 5 --spread 20 --count 1000\n"
            "    coppice positions breakthrough --agent alphabeta --limit depth=2 --random 0.2",
    .words_low = 1,
    .words_high = 1,
    .options = options,
    .run = run,
};
