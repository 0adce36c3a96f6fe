/* canonical.c - games as sets of options, brought into canonical form by taking out what is
 * dominated and by passing through what is reversible. */
#include "canonical.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/byte_set.h"

/* Walls are sampled at taxes from -1 to 11. */
enum { OPTIONS_MAX = 256, A_MOVE = 64, SAMPLES = 12 * A_MOVE + 1 };

struct value {
    int *options[2];
    int counts[2];
    bool is_integer;
    int integer;
    double *samples[2]; /* of the walls, once they were asked for */
};

struct canonical {
    const struct cop_game *game;
    struct value *values;
    int count, room;
    struct cop_byte_set positions;   /* numbers are values plus 1 */
    struct cop_byte_set comparisons; /* of pairs: 1 at least, 2 not */
};

struct canonical *canonical_open(const struct cop_game *game)
{
    struct canonical *canonical = cop_allocate(sizeof *canonical);

    canonical->game = game;
    return canonical;
}

void canonical_close(struct canonical *canonical)
{
    for (int i = 0; i < canonical->count; i++)
        for (int side = 0; side < 2; side++) {
            free(canonical->values[i].options[side]);
            free(canonical->values[i].samples[side]);
        }
    free(canonical->values);
    cop_byte_set_free(&canonical->positions);
    cop_byte_set_free(&canonical->comparisons);
    free(canonical);
}

/* one >= other unless a right option of one is <= other, or a left option of other >= one. */
bool canonical_at_least(struct canonical *canonical, int one, int other)
{
    int pair[2] = {one, other};
    bool is_new, answer = true;
    size_t place = cop_byte_set_add(&canonical->comparisons, pair, sizeof pair, &is_new);
    struct value first = canonical->values[one], second = canonical->values[other];

    if (!is_new)
        return cop_byte_set_number(&canonical->comparisons, place) == 1;
    for (int i = 0; i < first.counts[1] && answer; i++)
        answer = !canonical_at_least(canonical, other, first.options[1][i]);
    for (int i = 0; i < second.counts[0] && answer; i++)
        answer = !canonical_at_least(canonical, second.options[0][i], one);
    cop_byte_set_give(&canonical->comparisons, place, answer ? 1 : 2);
    return answer;
}

/* Side 0 likes much, side 1 little. */
static bool likes(struct canonical *canonical, int side, int one, int other)
{
    return side == 0 ? canonical_at_least(canonical, one, other)
                     : canonical_at_least(canonical, other, one);
}

static int add_value(struct canonical *canonical, int options[2][OPTIONS_MAX], const int *counts)
{
    struct value *value;

    if (canonical->count == canonical->room) {
        canonical->room = 2 * canonical->room + 64;
        canonical->values =
            cop_reallocate(canonical->values, (size_t)canonical->room * sizeof *canonical->values);
    }
    value = &canonical->values[canonical->count];
    memset(value, 0, sizeof *value);
    for (int side = 0; side < 2; side++) {
        size_t size = (size_t)counts[side] * sizeof(int);

        value->options[side] = cop_allocate(size + 1);
        memcpy(value->options[side], options[side], size);
        value->counts[side] = counts[side];
    }
    if (counts[0] + counts[1] == 0)
        value->is_integer = true;
    for (int side = 0; side < 2; side++)
        if (counts[side] == 1 && counts[1 - side] == 0) {
            const struct value *option = &canonical->values[options[side][0]];

            value->is_integer =
                option->is_integer && (side == 0 ? option->integer >= 0 : option->integer <= 0);
            value->integer = option->integer + (side == 0 ? 1 : -1);
        }
    return canonical->count++;
}

static void remove_dominated(struct canonical *canonical, int side, int *options, int *count)
{
    for (int i = *count - 1; i >= 0; i--)
        for (int j = 0; j < *count; j++)
            if (i != j && likes(canonical, side, options[j], options[i])) {
                options[i] = options[--*count];
                break;
            }
}

/* An option from which the other side can come back to something no worse for itself than the game
 * (number `whole`) is replaced by what that something offers; true if one was. */
static bool bypass_reversible(struct canonical *canonical, int whole, int side, int *options,
                              int *count)
{
    for (int i = 0; i < *count; i++) {
        struct value option = canonical->values[options[i]];

        for (int j = 0; j < option.counts[1 - side]; j++) {
            int back = option.options[1 - side][j];
            struct value reply = canonical->values[back];

            if (!likes(canonical, 1 - side, back, whole))
                continue;
            options[i] = options[--*count];
            assert(*count + reply.counts[side] <= OPTIONS_MAX);
            for (int k = 0; k < reply.counts[side]; k++)
                options[(*count)++] = reply.options[side][k];
            return true;
        }
    }
    return false;
}

static int find_equal(struct canonical *canonical, int value)
{
    for (int i = 0; i < value; i++)
        if (canonical_at_least(canonical, i, value) && canonical_at_least(canonical, value, i))
            return i;
    return value;
}

static int make_canonical(struct canonical *canonical, int options[2][OPTIONS_MAX], int *counts)
{
    for (;;) {
        int whole = add_value(canonical, options, counts), equal = find_equal(canonical, whole);
        bool is_changed = false;

        if (equal != whole)
            return equal;
        for (int side = 0; side < 2; side++)
            is_changed = bypass_reversible(canonical, whole, side, options[side], &counts[side]) ||
                         is_changed;
        for (int side = 0; side < 2; side++) {
            int before = counts[side];

            remove_dominated(canonical, side, options[side], &counts[side]);
            is_changed = is_changed || counts[side] != before;
        }
        if (!is_changed)
            return whole;
        /* The same value with fewer options takes its place. */
        for (int side = 0; side < 2; side++)
            free(canonical->values[whole].options[side]);
        canonical->count--;
        cop_byte_set_free(&canonical->comparisons);
    }
}

int canonical_game(struct canonical *canonical, const int *left, int left_count, const int *right,
                   int right_count)
{
    int options[2][OPTIONS_MAX], counts[2] = {left_count, right_count};

    memcpy(options[0], left, (size_t)left_count * sizeof *left);
    memcpy(options[1], right, (size_t)right_count * sizeof *right);
    return make_canonical(canonical, options, counts);
}

int canonical_integer(struct canonical *canonical, int number)
{
    int option =
        number == 0 ? 0 : canonical_integer(canonical, number > 0 ? number - 1 : number + 1);

    return canonical_game(canonical, &option, number > 0, &option, number < 0);
}

int canonical_of(struct canonical *canonical, const void *state)
{
    const struct cop_game *game = canonical->game;
    _Alignas(max_align_t) unsigned char now[COP_STATE_MAX], after[COP_STATE_MAX];
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int options[2][OPTIONS_MAX], counts[2] = {0, 0}, value;
    size_t place;
    bool is_new;

    memcpy(now, state, game->state_size);
    game->rules->sums->turn_to(game, now, 0);
    place = cop_byte_set_add(&canonical->positions, now, game->state_size, &is_new);
    if (!is_new) {
        free(moves);
        return (int)cop_byte_set_number(&canonical->positions, place) - 1;
    }
    for (int side = 0; side < 2; side++) {
        int count;

        game->rules->sums->turn_to(game, now, side);
        count = game->rules->turn(game, now) == side ? game->rules->moves(game, now, moves) : 0;
        for (int i = 0; i < count; i++) {
            bool is_known = false;

            memcpy(after, now, game->state_size);
            game->rules->play(game, after, moves[i]);
            value = canonical_of(canonical, after);
            for (int j = 0; j < counts[side] && !is_known; j++)
                is_known = options[side][j] == value;
            if (!is_known)
                options[side][counts[side]++] = value;
            assert(counts[side] < OPTIONS_MAX);
        }
    }
    free(moves);
    value = make_canonical(canonical, options, counts);
    cop_byte_set_give(&canonical->positions, place, (uint32_t)value + 1);
    return value;
}

/* ---- In words ---- */

/* x in {x|x}, and x in {x|y} with y = x + a power of two: stars and fractions. */
static bool write_known(struct canonical *canonical, const struct value *value,
                        struct cop_text *text)
{
    double low, high, middle;

    if (value->is_integer) {
        cop_text_add(text, "%d", value->integer);
        return true;
    }
    if (value->counts[0] != 1 || value->counts[1] != 1)
        return false;
    if (value->options[0][0] == value->options[1][0]) {
        const struct value *option = &canonical->values[value->options[0][0]];

        if (option->is_integer && option->integer == 0)
            cop_text_add(text, "*");
        else if (option->is_integer)
            cop_text_add(text, "%d*", option->integer);
        return option->is_integer;
    }
    low = canonical_left(canonical, value->options[0][0], 0);
    high = canonical_right(canonical, value->options[1][0], 0);
    if (low >= high || canonical_at_least(canonical, value->options[0][0], value->options[1][0]))
        return false;
    middle = (low + high) / 2;
    for (int below = 2; below <= 64; below *= 2)
        if (middle * below == floor(middle * below)) {
            cop_text_add(text, "%d/%d", (int)(middle * below), below);
            return true;
        }
    return false;
}

void canonical_write(struct canonical *canonical, int number, struct cop_text *text)
{
    struct value value = canonical->values[number];

    if (write_known(canonical, &value, text))
        return;
    cop_text_add(text, "{");
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < value.counts[side]; i++) {
            cop_text_add(text, i > 0 ? "," : "");
            canonical_write(canonical, value.options[side][i], text);
        }
        cop_text_add(text, side == 0 ? "|" : "}");
    }
}

/* ---- Walls ---- */

static const double *samples_of(struct canonical *canonical, int number, int side);

static double best_option(struct canonical *canonical, int number, int side, int at)
{
    struct value value = canonical->values[number];
    double best = side == 0 ? -INFINITY : INFINITY, tax = (double)at / A_MOVE - 1;

    for (int i = 0; i < value.counts[side]; i++) {
        double that = samples_of(canonical, value.options[side][i], 1 - side)[at];

        best = side == 0 ? fmax(best, that - tax) : fmin(best, that + tax);
    }
    return best;
}

/* Walls come together where nobody wants to begin any more, and stay there. */
static void sample(struct canonical *canonical, int number, double *samples[2])
{
    const struct value value = canonical->values[number];
    bool have_met = value.is_integer;

    for (int at = 0; at < SAMPLES; at++) {
        double both[2] = {value.integer, value.integer};

        if (!have_met)
            for (int side = 0; side < 2; side++)
                both[side] = best_option(canonical, number, side, at);
        else if (!value.is_integer)
            both[0] = both[1] = samples[0][at - 1];
        have_met = have_met || both[0] <= both[1];
        for (int side = 0; side < 2; side++)
            samples[side][at] = both[side];
    }
}

static const double *samples_of(struct canonical *canonical, int number, int side)
{
    if (canonical->values[number].samples[0] == NULL) {
        double *samples[2];

        for (int i = 0; i < 2; i++)
            samples[i] = cop_allocate(SAMPLES * sizeof *samples[i]);
        sample(canonical, number, samples);
        for (int i = 0; i < 2; i++)
            canonical->values[number].samples[i] = samples[i];
    }
    return canonical->values[number].samples[side];
}

double canonical_left(struct canonical *canonical, int value, double tax)
{
    return samples_of(canonical, value, 0)[(int)((tax + 1) * A_MOVE)];
}

double canonical_right(struct canonical *canonical, int value, double tax)
{
    return samples_of(canonical, value, 1)[(int)((tax + 1) * A_MOVE)];
}
