/* features.c - what an evaluator of Connect Four learns from, on the board of seven columns and six
 * rows: the stones of every two neighbouring columns, the cells of each column that complete a
 * line, and how many such cells both sides have in the rows that each comes to.
 *
 * Who began gets other rows than who did not, so that both have features of their own. Left and
 * right mean the same. */
#include "features.h"

#include "board.h"

enum {
    WIDTH = 7,
    HEIGHT = 6,
    COLUMN_BITS = HEIGHT + 1,
    COLUMN_CODES = 1 << COLUMN_BITS, /* its stones, and one bit above them */
    PAIRS = WIDTH - 1,
    PAIR_CODES = COLUMN_CODES * COLUMN_CODES,
    SIDE_CODES = 1 << HEIGHT, /* cells of a column that complete a line of one side */
    THREAT_CODES = SIDE_CODES * SIDE_CODES,
    COUNT_BITS = 2,
    BALANCES = 1 << 4 * COUNT_BITS,
    FIRST_THREAT = PAIRS * PAIR_CODES,
    FIRST_BALANCE = FIRST_THREAT + WIDTH * THREAT_CODES,
    OF_PLAYER = FIRST_BALANCE + BALANCES,
    LISTED = PAIRS + WIDTH + 1
};

/* So many stones are on the board where a phase ends. */
static const int phase_ends[] = {13, 18, 24, WIDTH *HEIGHT};
enum { PHASES = sizeof phase_ends / sizeof *phase_ends };

static int count_features(const struct cop_game *game)
{
    const struct board *board = board_of(game);

    return board->width == WIDTH && board->height == HEIGHT ? 2 * OF_PLAYER : 0;
}

static inline uint32_t up_to_three(uint64_t cells)
{
    int count = bit_count(cells);

    return (uint32_t)(count < 3 ? count : 3);
}

/* How many cells of each side lie in odd rows, counted from 1, and in even ones. */
static inline uint32_t balance_of(const struct board *board, uint64_t own, uint64_t enemy)
{
    uint64_t odd = board->bottom * 0x15;

    return up_to_three(own & odd) | up_to_three(own & ~odd) << COUNT_BITS |
           up_to_three(enemy & odd) << 2 * COUNT_BITS | up_to_three(enemy & ~odd) << 3 * COUNT_BITS;
}

static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    uint64_t own = stones_of(board, position, player), enemy = own ^ position->all;
    uint64_t empty = board->cells & ~position->all;
    /* Stones of a column and a bit above them: no two columns look alike. */
    uint64_t codes = own + position->all + board->bottom;
    uint64_t mine = all_completions(own, HEIGHT) & empty;
    uint64_t theirs = all_completions(enemy, HEIGHT) & empty;
    uint32_t first = (uint32_t)(player * OF_PLAYER);

    numbers[LISTED - 1] = first + FIRST_BALANCE + balance_of(board, mine, theirs);
    for (int i = 0; i < PAIRS; i++, first += PAIR_CODES)
        numbers[i] = first + (uint32_t)(codes >> COLUMN_BITS * i & (PAIR_CODES - 1));
    for (int i = 0; i < WIDTH; i++, first += THREAT_CODES)
        numbers[PAIRS + i] =
            first + (uint32_t)(mine >> COLUMN_BITS * i & (SIDE_CODES - 1)) +
            (uint32_t)SIDE_CODES * (uint32_t)(theirs >> COLUMN_BITS * i & (SIDE_CODES - 1));
    return LISTED;
}

/* Two columns and their mirror images, in the other order; a column and the one opposite. */
static uint32_t first_alike(const struct cop_game *game, uint32_t number)
{
    uint32_t player = number / OF_PLAYER, rest = number % OF_PLAYER, mirrored = rest;

    (void)game;
    if (rest < FIRST_THREAT) {
        uint32_t pair = rest / PAIR_CODES, code = rest % PAIR_CODES;

        mirrored = (PAIRS - 1 - pair) * PAIR_CODES + code / COLUMN_CODES +
                   code % COLUMN_CODES * COLUMN_CODES;
    } else if (rest < FIRST_BALANCE) {
        uint32_t column = (rest - FIRST_THREAT) / THREAT_CODES;

        mirrored = FIRST_THREAT + (WIDTH - 1 - column) * THREAT_CODES +
                   (rest - FIRST_THREAT) % THREAT_CODES;
    }
    return player * OF_PLAYER + (mirrored < rest ? mirrored : rest);
}

static int count_phases(const struct cop_game *game)
{
    (void)game;
    return PHASES;
}

static int phase_of(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    int stones = bit_count(position->all), phase = 0;

    (void)game;
    while (stones > phase_ends[phase])
        phase++;
    return phase;
}

const struct cop_features connect4_features = {
    .version = 1,
    .target = COP_TARGET_PAYOFF,
    .unit = 1000,
    .count = count_features,
    .phases = count_phases,
    .phase = phase_of,
    .list = list_features,
    .first_alike = first_alike,
    .base = "lines",
};
