/* faulty.c - plug-ins that must be refused, one for each value of FAULT; the game is that of
 * examples/tictactoe.c, with something wrong. */
#include "../../examples/tictactoe.c"

#include "coppice/plugin.h"

enum { OLDER = 1, NEWER, OTHER_SIZE, NO_GAMES, TAKEN, COMMAND, HALF, SECOND, UNKNOWN, TOO_LARGE };

#if FAULT == 1 /* OLDER */
#undef COP_VERSION_MAJOR
#define COP_VERSION_MAJOR 0
#elif FAULT == 2 /* NEWER */
#undef COP_VERSION_MINOR
#define COP_VERSION_MINOR 99
#endif

static bool open_large(struct cop_game *game, struct cop_error *error)
{
    open(game, error);
    game->state_size = FAULT == TOO_LARGE ? COP_STATE_MAX + 1 : sizeof(struct board);
    return true;
}

#define RULES(its_name, its_play)                                                                 \
    {                                                                                             \
        .name = its_name, .title = "Faulty", .summary = "a game that is not played",              \
        .lesson = "Nobody plays it.", .open = open_large, .start = start, .turn = turn,           \
        .moves = moves, .play = its_play, .payoff = payoff, .key = key, .write_move = write_move, \
        .write_position = write_position, .read_position = read_position, .scene = scene,         \
        .path = path                                                                              \
    }

extern void cop_nowhere(void);

static const struct cop_rules faulty = RULES(FAULT == TAKEN     ? "othello"
                                             : FAULT == COMMAND ? "match"
                                                                : "faulty",
                                             FAULT == HALF ? NULL : play);
static const struct cop_rules second = RULES("second", NULL);

#if FAULT == 3
COP_PLUGIN_LINKAGE const struct cop_plugin cop_plugin;
static const struct cop_rules *const alone[] = {&faulty, &second, NULL};
const struct cop_plugin cop_plugin = {COP_VERSION_MAJOR, COP_VERSION_MINOR, 8, alone};
#elif FAULT == 4
COP_PLUGIN(NULL, &faulty, &second)
#elif FAULT == 8
COP_PLUGIN(&faulty, &second)
#elif FAULT == 9
static const struct cop_rules beyond = {.name = "beyond", .close = (void *)cop_nowhere};
COP_PLUGIN(&beyond, &faulty, &second)
#else
const struct cop_rules *cop_faulty_second(void);
const struct cop_rules *cop_faulty_second(void)
{
    return &second;
}
COP_PLUGIN(&faulty)
#endif
