/* features.c - what an evaluator of Chinese Checkers learns from, in games of two on the small
 * star: the pieces on every rhombus of three by three fields and on every line of the board, how
 * far the last pieces of both sides are behind, and the steps that all of each still have to go.
 *
 * The fields on which pieces may rest are a diamond of seven by seven, with a corner at each end.
 * A player sees it from his own end: his pieces begin at column 0 and row 0 and go to 6 and 6.
 * Left and right mean the same. */
#include "games/chinese_checkers/features.h"

enum {
    PLAYERS = 2,
    SIDE = CHECKERS_DIAMOND,
    PIECES = 6,
    RADIUS = 3,
    STANDARD_LIMIT = 1000,
    RHOMBUS = 3,
    SHORTEST = 3, /* of the lines that are looked at */
    DEPTHS = 2 * SIDE - 1,
    STEPS = 64, /* the 64 of the start count as 63 */
    /* Behind the configurations. */
    FIRST_BEHIND = 0,
    FIRST_STEPS = FIRST_BEHIND + DEPTHS * DEPTHS,
    COUNTS = FIRST_STEPS + PLAYERS * STEPS,
    COUNTED = 3,
    LISTED = CHECKERS_PLACES + COUNTED
};

/* So many steps to both tips all pieces together have left where a phase ends, 128 at the
 * beginning. Phase 0 is the race, in which all pieces have passed each other. */
static const int phase_ends[] = {0, 48, 64, 80, PLAYERS *STEPS};
enum { PHASES = sizeof phase_ends / sizeof *phase_ends };

/* ---- Making the tables ---- */

static int field_at(int column, int row)
{
    return column * SIDE + row;
}

static int mirror_of(int field)
{
    return field_at(field % SIDE, field / SIDE);
}

static void add_tuple(struct checkers_tables *tables, struct tuple tuple)
{
    int place = tables->list.count;
    uint16_t digit = 1;

    assert(place < CHECKERS_PLACES);
    tuple_list_add(&tables->list, &tuple);
    for (int i = 0; i < tuple.count; i++, digit = (uint16_t)(3 * digit))
        tables->worth[tuple.squares[i]][place] = digit;
}

/* Fields from one on, each by so many columns and rows further, as long as there are any. */
static struct tuple line_from(int column, int row, int by_column, int by_row)
{
    struct tuple tuple = {0};

    for (; column < SIDE && row >= 0 && row < SIDE; column += by_column, row += by_row)
        tuple.squares[tuple.count++] = field_at(column, row);
    return tuple;
}

static struct tuple rhombus_at(int column, int row)
{
    struct tuple tuple = {0};

    for (int x = 0; x < RHOMBUS; x++)
        for (int y = 0; y < RHOMBUS; y++)
            tuple.squares[tuple.count++] = field_at(column + x, row + y);
    return tuple;
}

static void add_tuples(struct checkers_tables *tables)
{
    for (int column = 0; column + RHOMBUS <= SIDE; column++)
        for (int row = 0; row + RHOMBUS <= SIDE; row++)
            add_tuple(tables, rhombus_at(column, row));
    for (int i = 0; i < SIDE; i++) {
        add_tuple(tables, line_from(i, 0, 0, 1));
        add_tuple(tables, line_from(0, i, 1, 0));
    }
    for (int depth = SHORTEST - 1; depth < DEPTHS - SHORTEST + 1; depth++) {
        int column = depth < SIDE ? 0 : depth - SIDE + 1;

        add_tuple(tables, line_from(column, depth - column, 1, -1));
    }
    assert(tables->list.count == CHECKERS_PLACES);
}

static bool can_learn(const struct checkers_board *board)
{
    return board->players == PLAYERS && board->radius == RADIUS &&
           board->corners == CHECKERS_RESTRICT && !board->may_leave &&
           board->limit == STANDARD_LIMIT;
}

void checkers_tables_fill(struct checkers_tables *tables, const struct checkers_board *board)
{
    if (!can_learn(board))
        return;
    for (int i = 0; i < board->fields; i++) {
        const struct checkers_field *field = &board->field[i];
        int column = RADIUS - field->x, row = RADIUS + field->x + field->y;

        if (!checkers_has(&board->ends[0], field->code))
            continue;
        tables->field[0][field->code] = (uint8_t)field_at(column, row);
        tables->field[1][field->code] = (uint8_t)field_at(SIDE - 1 - column, SIDE - 1 - row);
    }
    add_tuples(tables);
    tuple_list_mirror(&tables->list, mirror_of);
}

/* ---- Looking at positions ---- */

static const struct checkers_tables *tables_of(const struct cop_game *game)
{
    return &((const struct checkers_opened *)game->own)->tables;
}

/* What a player sees of a position. */
struct look {
    uint16_t configurations[CHECKERS_PLACES];
    uint32_t counts[COUNTED];
};

enum { VECTORS = CHECKERS_PLACES / TUPLE_LANES };
static_assert(CHECKERS_PLACES % TUPLE_LANES == 0, "places fill vectors");

static inline uint32_t up_to_last(int steps)
{
    return (uint32_t)(steps < STEPS ? steps : STEPS - 1);
}

static inline void look_at(const struct cop_game *game, const struct checkers_position *position,
                           int player, struct look *look)
{
    const struct checkers_tables *tables = tables_of(game);
    const struct checkers_board *board = checkers_board_of(game);
    const uint8_t *field_of = tables->field[player];
    const uint8_t *own = position->pieces + player * PIECES;
    const uint8_t *other = position->pieces + (1 - player) * PIECES;
    tuple_lanes once[VECTORS] = {0}, twice[VECTORS] = {0};
    tuple_lanes *out = (tuple_lanes *)look->configurations;
    int own_steps = 0, other_steps = 0, own_last = 0, other_last = 0;

    for (int i = 0; i < PIECES; i++) {
        const tuple_lanes *mine = (const tuple_lanes *)tables->worth[field_of[own[i]]];
        const tuple_lanes *theirs = (const tuple_lanes *)tables->worth[field_of[other[i]]];
        int own_way = board->way[player][own[i]], other_way = board->way[1 - player][other[i]];

        for (int k = 0; k < VECTORS; k++) {
            once[k] += mine[k];
            twice[k] += theirs[k];
        }
        own_steps += own_way;
        other_steps += other_way;
        own_last = own_way > own_last ? own_way : own_last;
        other_last = other_way > other_last ? other_way : other_last;
    }
    for (int k = 0; k < VECTORS; k++)
        out[k] = once[k] + twice[k] + twice[k];
    look->counts[0] = (uint32_t)(FIRST_BEHIND + own_last * DEPTHS + other_last);
    look->counts[1] = (uint32_t)FIRST_STEPS + up_to_last(own_steps);
    look->counts[2] = (uint32_t)(FIRST_STEPS + STEPS) + up_to_last(other_steps);
}

static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct checkers_tables *tables = tables_of(game);
    struct look look;

    look_at(game, state, player, &look);
    for (int place = 0; place < CHECKERS_PLACES; place++)
        numbers[place] = tables->list.first[place] + look.configurations[place];
    for (int i = 0; i < COUNTED; i++)
        numbers[CHECKERS_PLACES + i] = tables->list.configurations + look.counts[i];
    return LISTED;
}

/* The same, added up at once, as tuples_sum does. */
static int sum_features(const struct cop_game *game, const void *state, int player,
                        const int16_t *weights)
{
    const struct checkers_tables *tables = tables_of(game);
    const int16_t *counts = weights + tables->list.configurations;
    struct look look;
    int even = 0, odd = 0;

    look_at(game, state, player, &look);
    for (int place = 0; place < CHECKERS_PLACES; place += 2) {
        even += weights[tables->list.first[place] + look.configurations[place]];
        odd += weights[tables->list.first[place + 1] + look.configurations[place + 1]];
    }
    return even + odd + counts[look.counts[0]] + counts[look.counts[1]] + counts[look.counts[2]];
}

static int count_features(const struct cop_game *game)
{
    const struct checkers_tables *tables = tables_of(game);

    return tables->list.configurations > 0 ? (int)tables->list.configurations + COUNTS : 0;
}

/* Both sides of the board are alike. */
static uint32_t first_alike(const struct cop_game *game, uint32_t number)
{
    const struct checkers_tables *tables = tables_of(game);

    if (number >= tables->list.configurations)
        return number;
    return tuple_list_first_alike(&tables->list, number);
}

static int count_phases(const struct cop_game *game)
{
    (void)game;
    return PHASES;
}

/* The last pieces have passed each other once fewer steps than between both ends are left to them.
 */
static int phase_of(const struct cop_game *game, const void *state)
{
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;
    int last[PLAYERS] = {0}, steps = 0, phase = 1;

    for (int player = 0; player < PLAYERS; player++)
        for (int i = 0; i < PIECES; i++) {
            int way = board->way[player][position->pieces[player * PIECES + i]];

            steps += way;
            last[player] = way > last[player] ? way : last[player];
        }
    if (last[0] + last[1] < DEPTHS - 1)
        return 0;
    while (steps > phase_ends[phase])
        phase++;
    return phase;
}

const struct cop_features checkers_features = {
    .version = 1,
    .target = COP_TARGET_PAYOFF,
    .unit = 1000,
    .count = count_features,
    .phases = count_phases,
    .phase = phase_of,
    .list = list_features,
    .sum = sum_features,
    .first_alike = first_alike,
    .base = "solitaire",
};
