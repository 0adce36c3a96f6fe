/* test_dice_values.c - Dice: what can be proved by looking at everything, the exact values of small
 * boards (chance-and-multiplayer.md 4.3) and dead positions (4.2). */
#include "reference_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "brute.h"

enum { MOVES_MOST = 4 };

static struct cop_game *open_dice(int size, const char *more)
{
    char spec[60];

    snprintf(spec, sizeof spec, "dice(size=%d%s)", size, more);
    return open_or_fail(spec);
}

/* ---- Dead positions ---- */

/* What can be reached from a position of 4 x 4, as far as the cells that it leaves empty tell. */
enum { EMPTY_MOST = 8 };

struct reach {
    const struct cop_game *game;
    int empty[16], count;
    unsigned char *seen; /* by the content of the empty cells and who rolls */
};

/* The checkers of a small board are in the first and the third word of a state. */
static int owner_of(const struct any_state *state, int cell)
{
    return (state->words[0] >> cell & 1) != 0 ? 1 : (state->words[2] >> cell & 1) != 0 ? 2 : 0;
}

/* Is somebody's win among what can follow? `mover` rolls. */
static bool somebody_can_win(struct reach *reach, const struct any_state *state, int mover)
{
    const struct cop_game *game = reach->game;
    cop_move rolls[MOVES_MOST], moves[MOVES_MOST];
    int code = mover, count;

    if (turn_of(game, state) == COP_OVER) {
        double of_player[2];

        game->rules->payoff(game, state, of_player);
        return of_player[0] != 0.5;
    }
    for (int i = 0; i < reach->count; i++)
        code = 3 * code + owner_of(state, reach->empty[i]);
    if (reach->seen[code])
        return false;
    reach->seen[code] = 1;
    count = game->rules->moves(game, state, rolls);
    for (int i = 0; i < count; i++) {
        struct any_state rolled = child(game, state, rolls[i]);
        int places;

        if (turn_of(game, &rolled) == COP_CHANCE) {
            if (somebody_can_win(reach, &rolled, 1 - mover))
                return true;
            continue;
        }
        places = game->rules->moves(game, &rolled, moves);
        for (int k = 0; k < places; k++) {
            struct any_state next = child(game, &rolled, moves[k]);

            if (somebody_can_win(reach, &next, 1 - mover))
                return true;
        }
    }
    return false;
}

/* 4.2: a position is given up as drawn exactly if no sequence of rolls and moves has a winner. */
static void dice_dead_positions_are_those_that_nobody_can_win(void **context)
{
    struct cop_game *game = open_dice(4, ""), *long_game = open_dice(4, ", dead_draw=off");
    int dead = 0, alive = 0, rounds = is_slow_build() ? 100 : 1000;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 4);
    for (int round = 0; round < rounds; round++) {
        struct reach reach = {.game = long_game};
        struct any_state state = start_of(long_game), same;
        struct cop_text text = COP_TEXT;
        cop_move scratch[MOVES_MOST];
        bool is_open;
        int mover;

        cop_playout(long_game, &state, &rng, 20 + 2 * (int)cop_rng_below(&rng, 12), scratch);
        for (int cell = 0; cell < 16; cell++)
            if (owner_of(&state, cell) == 0)
                reach.empty[reach.count++] = cell;
        if (turn_of(long_game, &state) != COP_CHANCE || reach.count > EMPTY_MOST)
            continue;
        long_game->rules->write_position(long_game, &state, &text);
        mover = strchr(text.bytes, ' ')[1] == 'o';
        same = position_or_fail(game, text.bytes);
        cop_text_free(&text);
        reach.seen = calloc(2 * 6561, 1);
        assert_non_null(reach.seen);
        is_open = somebody_can_win(&reach, &state, mover);
        free(reach.seen);
        assert_int_equal(turn_of(game, &same) != COP_OVER, is_open);
        dead += !is_open;
        alive += is_open;
    }
    assert_true(dead > rounds / 40 && alive > rounds / 40);
    cop_game_close(game);
    cop_game_close(long_game);
}

/* ---- Exact values ---- */

/* Boards of up to 4 x 4, each solved once together with its images under the symmetries that keep
 * rows, columns and the pair of diagonals: the same permutation of rows and columns that commutes
 * with the reflection, and the reflection of the columns. */
enum { IMAGES_MOST = 16, HALF = 8 };

struct solver {
    const struct cop_game *game;
    int size, images;
    cop_move pass;
    uint16_t image[IMAGES_MOST][2][1 << HALF]; /* of the first and of the last eight cells */
    uint32_t *keys;                            /* 0: free */
    double (*values)[2];
    size_t mask, count;
};

static void add_image(struct solver *solver, const int *permutation, bool is_reflected)
{
    uint16_t(*image)[1 << HALF] = solver->image[solver->images++];
    int size = solver->size;

    for (int cell = 0; cell < size * size; cell++) {
        int column = permutation[cell % size], row = permutation[cell / size];
        int to = row * size + (is_reflected ? size - 1 - column : column);

        for (int mask = 0; mask < 1 << HALF; mask++)
            if ((mask >> cell % HALF & 1) != 0)
                image[cell / HALF][mask] |= (uint16_t)(1 << to);
    }
}

static void add_images(struct solver *solver)
{
    int size = solver->size, choices = 1;

    for (int i = 0; i < size; i++)
        choices *= size;
    for (int choice = 0; choice < choices; choice++) {
        int permutation[4], used = 0;
        bool commutes = true;

        for (int i = 0, rest = choice; i < size; i++, rest /= size) {
            permutation[i] = rest % size;
            used |= 1 << permutation[i];
        }
        for (int i = 0; i < size; i++)
            commutes = commutes && permutation[i] + permutation[size - 1 - i] == size - 1;
        if (used != (1 << size) - 1 || !commutes)
            continue;
        add_image(solver, permutation, false);
        add_image(solver, permutation, true);
    }
}

/* The smallest of the images; 1 more, so that the empty board is not 0. */
static uint32_t board_key(const struct solver *solver, const struct any_state *state)
{
    uint64_t first = state->words[0], second = state->words[2];
    uint32_t least = UINT32_MAX;

    for (int i = 0; i < solver->images; i++) {
        const uint16_t *low = solver->image[i][0], *high = solver->image[i][1];
        uint32_t key = (uint32_t)(low[first & 255] | high[first >> HALF]) << 16 |
                       (uint32_t)(low[second & 255] | high[second >> HALF]);

        if (key < least)
            least = key;
    }
    return least + 1;
}

static const double *values_of(struct solver *solver, const struct any_state *state, int roller);

/* The first player's payoff after a placement by `mover`. */
static double value_after(struct solver *solver, const struct any_state *state, int mover)
{
    double of_player[2];

    if (turn_of(solver->game, state) != COP_OVER)
        return values_of(solver, state, 1 - mover)[1 - mover];
    solver->game->rules->payoff(solver->game, state, of_player);
    return of_player[0];
}

static double value_of_roll(struct solver *solver, const struct any_state *rolled, int mover)
{
    cop_move moves[MOVES_MOST];
    int count = solver->game->rules->moves(solver->game, rolled, moves);
    double best = mover == 0 ? 0 : 1;

    for (int i = 0; i < count; i++) {
        struct any_state next = child(solver->game, rolled, moves[i]);
        double value = value_after(solver, &next, mover);

        best = mover == 0 ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

/* What the rolls that leave a choice contribute; `passing` becomes the probability of the pass. */
static double value_without_pass(struct solver *solver, const struct any_state *state, int mover,
                                 double *passing)
{
    double probability[MOVES_MOST], sum = 0;
    cop_move rolls[MOVES_MOST];
    int count = solver->game->rules->moves(solver->game, state, rolls);

    *passing = 0;
    solver->game->rules->chances(solver->game, state, probability);
    for (int i = 0; i < count; i++) {
        struct any_state rolled = child(solver->game, state, rolls[i]);

        if (rolls[i] == solver->pass) {
            *passing = probability[i];
            continue;
        }
        assert_int_equal(turn_of(solver->game, &rolled), mover);
        sum += probability[i] * value_of_roll(solver, &rolled, mover);
    }
    return sum;
}

static size_t find_slot(const struct solver *solver, uint32_t key)
{
    size_t at = (size_t)cop_mix(key) & solver->mask;

    while (solver->keys[at] != 0 && solver->keys[at] != key)
        at = (at + 1) & solver->mask;
    return at;
}

/* The first player's payoff if the first and if the second player rolls. Each may pass to the
 * other, so both values are solved together (1.2.2). A pass does nothing but let the other one
 * roll, so it gives the board with the other mover even where nothing is full. */
static const double *values_of(struct solver *solver, const struct any_state *state, int roller)
{
    uint32_t key = board_key(solver, state);
    size_t at = find_slot(solver, key);
    struct any_state other;
    double sum[2], passing[2];

    if (solver->keys[at] == key)
        return solver->values[at];
    other = child(solver->game, state, solver->pass);
    sum[roller] = value_without_pass(solver, state, roller, &passing[roller]);
    sum[1 - roller] = value_without_pass(solver, &other, 1 - roller, &passing[1 - roller]);
    at = find_slot(solver, key);
    assert_true(2 * ++solver->count < solver->mask);
    solver->keys[at] = key;
    for (int player = 0; player < 2; player++)
        solver->values[at][player] =
            (sum[player] + passing[player] * sum[1 - player]) / (1 - passing[0] * passing[1]);
    return solver->values[at];
}

static double exact_value(int size, const char *more)
{
    struct cop_game *game = open_dice(size, more), *passing = open_dice(2, "");
    struct any_state full = position_or_fail(passing, "x./o. x ?"), state = start_of(game);
    struct solver solver = {.game = game, .size = size};
    double value;

    solver.mask = ((size_t)1 << (size == 4 ? 22 : 16)) - 1;
    solver.keys = calloc(solver.mask + 1, sizeof *solver.keys);
    solver.values = calloc(solver.mask + 1, sizeof *solver.values);
    assert_true(solver.keys != NULL && solver.values != NULL);
    solver.pass = named(passing, &full, "--");
    add_images(&solver);
    value = 2 * values_of(&solver, &state, 0)[0] - 1;
    free(solver.keys);
    free(solver.values);
    cop_game_close(game);
    cop_game_close(passing);
    return value;
}

/* 4.3, all to the twelve digits printed there. */
static void dice_small_boards_have_known_values(void **context)
{
    static const struct {
        int size;
        const char *more;
        double value;
    } cases[] = {
        {2, "", 0.5},
        {2, ", full=reroll", 1},
        {3, "", 0.267007288741},
        {3, ", full=reroll", 0.347450845908},
        {3, ", dead_draw=off", 0.267007288741},
        {4, "", 0.110624816746},
        {4, ", full=reroll", 0.084453522730},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value;

        if (cases[i].size == 4 && is_slow_build())
            continue;
        value = exact_value(cases[i].size, cases[i].more);
        if (fabs(value - cases[i].value) > 1e-12)
            fail_msg("size %d%s: %.14f instead of %.14f", cases[i].size, cases[i].more, value,
                     cases[i].value);
    }
}

/* Where nobody passes no position comes back, and brute force needs no equations. */
static void dice_values_equal_brute_force(void **context)
{
    (void)context;
    for (int size = 2; size <= 3; size++) {
        struct cop_game *game = open_dice(size, ", full=reroll");
        struct any_state state = start_of(game);
        double of_player[2];

        brute_value(game, &state, of_player);
        assert_true(fabs(2 * of_player[0] - 1 - (size == 2 ? 1 : 0.347450845908)) < 1e-12);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice_dead_positions_are_those_that_nobody_can_win),
        cmocka_unit_test(dice_small_boards_have_known_values),
        cmocka_unit_test(dice_values_equal_brute_force),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
