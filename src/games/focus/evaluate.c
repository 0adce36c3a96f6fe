/* evaluate.c - how good a position of Focus is, and which moves to try first
 * (chance-and-multiplayer.md 1.5.5).
 *
 * What a stack adds to its owners is looked up: a table has a word for every stack, with 16 bits
 * for each player. */
#include <stdlib.h>

#include "base/embedded.h"
#include "game/learned.h"
#include "games/focus/board.h"

enum {
    STACKS = 1 << (2 * FOCUS_TALLEST + 1),
    SHARE_BITS = 16,
    CAPTURE = 1000,
    /* In the full version up to 39 pieces of others, with four players, can be in the way. */
    LOST = -40 * CAPTURE
};

struct stack_values {
    uint64_t of_stack[STACKS];
};

/* The pieces of a stack count the square of their height, 1 at the bottom. */
static uint64_t value_of_stack(uint32_t stack)
{
    uint64_t value = 0;

    for (int height = focus_height(stack); height > 0; height--, stack >>= 2)
        value += (uint64_t)(height * height) << SHARE_BITS * (stack & 3);
    return value;
}

static void *prepare_stacks(const struct cop_game *game, const atomic_bool *stop,
                            struct cop_error *error)
{
    struct stack_values *values = calloc(1, sizeof *values);

    (void)game;
    (void)stop;
    if (values == NULL) {
        cop_fail(error, "focus: out of memory");
        return NULL;
    }
    for (uint32_t stack = FOCUS_EMPTY; stack < STACKS; stack++)
        values->of_stack[stack] = value_of_stack(stack);
    return values;
}

static inline int at_least_zero(int number)
{
    return number > 0 ? number : 0;
}

/* How many more captures win the short version, by the condition that is closer. */
static inline int captures_missing(const struct focus_board *board, const uint8_t *taken,
                                   int player)
{
    int total = board->total, each = 0;

    for (int other = 0; other < board->players; other++) {
        if (other == player)
            continue;
        total -= taken[other];
        each += at_least_zero(board->each - taken[other]);
    }
    total = at_least_zero(total);
    return board->each > 0 && each < total ? each : total;
}

/* The full version is won when nobody else can move: everything others own or hold is in the way.
 * Returns for each player what he can move. */
static inline void count_movable(const struct focus_board *board,
                                 const struct focus_position *position, int *of_player)
{
    int movable[FOCUS_PLAYERS] = {0};

    for (int square = 0; square < FOCUS_SQUARES; square++) {
        uint32_t stack = position->stacks[square];

        movable[stack & 3] += stack != FOCUS_EMPTY;
    }
    for (int player = 0; player < board->players; player++)
        of_player[player] = movable[player] + position->taken[player][player];
}

static void count_missing(const struct focus_board *board, const struct focus_position *position,
                          int *of_player)
{
    int movable[FOCUS_PLAYERS] = {0};
    int total = 0;

    if (!board->is_full) {
        for (int player = 0; player < board->players; player++)
            of_player[player] = captures_missing(board, position->taken[player], player);
        return;
    }
    count_movable(board, position, movable);
    for (int player = 0; player < board->players; player++)
        total += movable[player];
    for (int player = 0; player < board->players; player++)
        of_player[player] = total - movable[player];
}

static void evaluate_captures(const struct cop_game *game, const void *prepared, const void *state,
                              double *of_player)
{
    const struct focus_board *board = focus_board_of(game);
    const struct focus_position *position = state;
    const struct stack_values *values = prepared;
    int missing[FOCUS_PLAYERS];
    uint64_t sum = 0;

    for (int square = 0; square < FOCUS_SQUARES; square++)
        sum += values->of_stack[position->stacks[square]];
    count_missing(board, position, missing);
    for (int player = 0; player < board->players; player++) {
        int heights = (int)(sum >> SHARE_BITS * player & ((1u << SHARE_BITS) - 1));

        of_player[player] = heights - CAPTURE * missing[player];
    }
}

/* How many stacks more a move gives the mover. */
static inline int stacks_won(const struct focus_position *position, cop_move move)
{
    uint32_t mover = position->turn;
    uint32_t target = position->stacks[focus_target(move)];
    int won = target == FOCUS_EMPTY || (target & 3) != mover;

    if (!focus_is_entry(move)) {
        uint32_t left = (uint32_t)position->stacks[focus_source(move)] >> 2 * focus_count(move);

        won -= left == FOCUS_EMPTY || (left & 3) != mover;
    }
    return won;
}

/* The more pieces are involved the earlier; among equals, the more stacks it wins. */
static void rate_tall(const struct cop_game *game, const void *state, const cop_move *moves,
                      int count, float *rating)
{
    const struct focus_position *position = state;

    (void)game;
    for (int i = 0; i < count; i++) {
        cop_move move = moves[i];

        rating[i] = 0;
        if (move == COP_PASS)
            continue;
        rating[i] =
            (float)(4 * (focus_count(move) + focus_height(position->stacks[focus_target(move)])) +
                    stacks_won(position, move));
    }
}

extern const struct cop_embedded cop_data_weights_focus;

static void *prepare_learned(const struct cop_game *game, const atomic_bool *stop,
                             struct cop_error *error)
{
    (void)stop;
    return cop_weights_read(game, cop_data_weights_focus.bytes, cop_data_weights_focus.size,
                            "focus", error);
}

/* What is learned is the logarithm of the odds, in thousandths. Other chances are fitted to games
 * of two players:
 *     coppice tune chance "focus(players=2)" --eval captures --limit depth=3 --games 500 */
const struct cop_evaluator focus_evaluators[] = {
    {.name = "learned",
     .help = "what stacks promise by who can land on them with how many pieces, and what both "
             "sides still have to capture, learned from games of two",
     .version = 1,
     .chance = {1, 0, 0.001},
     .point = 1000,
     .lower = -COP_LEARNED_WON,
     .upper = COP_LEARNED_WON,
     .is_zero_sum = true,
     .fits_variant = cop_game_can_learn,
     .prepare = prepare_learned,
     .release = cop_weights_free,
     .evaluate = cop_learned_evaluate},
    {.name = "captures",
     .help = "minus 1000 for each capture that a win still needs, and tall pieces",
     .version = 1,
     .chance = {1, -0.17974, 0.0004566},
     .unit = "captures",
     .point = 1000,
     .lower = LOST,
     .upper = 0,
     .prepare = prepare_stacks,
     .release = free,
     .evaluate = evaluate_captures},
    {NULL},
};

const struct cop_ordering focus_orderings[] = {
    {"tall", "moves that involve most pieces first, then those that win stacks", rate_tall},
    {NULL},
};
