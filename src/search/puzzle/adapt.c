/* adapt.c - policies that are learned from games.
 *
 * A slot is a place in the open hash table that playouts read; weights lie beside it, level by
 * level. So that a copy of a policy costs only what has changed, each level has a list of the slots
 * at which it may differ from the level above.
 *
 * A game is looked up in the table once. Its different codes get small numbers of their own, so
 * that adapting to it again and again works on a few kilobytes. */
#include "search/puzzle/adapt.h"

#include <stdlib.h>
#include <string.h>

#include "base/exponential.h"

/* Odds stay within e^500 and e^-500, so that sums of their products are numbers. */
#define EXPONENT_MOST 500.0

/* ---- Memory ---- */

size_t adapt_slot_bytes(int levels)
{
    size_t of_level = sizeof(double) + sizeof(int) + sizeof(double) / 2;

    return sizeof(struct cop_odds_entry) + sizeof(uint16_t) + sizeof(int) + sizeof(uint64_t) / 2 +
           of_level * (size_t)levels;
}

static size_t choices_of(const struct cop_game *game)
{
    return (size_t)game->max_plies * (size_t)game->max_moves;
}

size_t adapt_game_bytes(const struct cop_game *game)
{
    return choices_of(game) * (sizeof(uint64_t) + sizeof(double) + 2 * sizeof(int)) +
           (size_t)game->max_plies * (sizeof(cop_move) + 2 * sizeof(int));
}

bool adapt_game_open(struct adapt_game *played, const struct cop_game *game)
{
    size_t choices = choices_of(game), plies = (size_t)game->max_plies;
    struct cop_offers *of = &played->choices;

    of->moves = calloc(plies, sizeof *of->moves);
    of->chosen = calloc(plies, sizeof *of->chosen);
    of->ends = calloc(plies, sizeof *of->ends);
    of->codes = calloc(choices, sizeof *of->codes);
    of->factors = calloc(choices, sizeof *of->factors);
    played->slots = calloc(choices, sizeof *played->slots);
    played->places = calloc(choices, sizeof *played->places);
    return of->moves != NULL && of->chosen != NULL && of->ends != NULL && of->codes != NULL &&
           of->factors != NULL && played->slots != NULL && played->places != NULL;
}

void adapt_game_close(struct adapt_game *played)
{
    free(played->choices.moves);
    free(played->choices.chosen);
    free(played->choices.ends);
    free(played->choices.codes);
    free(played->choices.factors);
    free(played->slots);
    free(played->places);
}

static bool open_levels(struct adapt *adapt, size_t slots)
{
    for (int level = 1; level <= adapt->levels; level++) {
        adapt->weights[level] = calloc(slots, sizeof *adapt->weights[level]);
        adapt->differing[level] = calloc(slots, sizeof *adapt->differing[level]);
        if (adapt->weights[level] == NULL || adapt->differing[level] == NULL)
            return false;
    }
    return true;
}

bool adapt_open(struct adapt *adapt, const struct cop_game *game, int levels, int bits)
{
    size_t slots = (size_t)1 << bits;

    *adapt = (struct adapt){.levels = levels, .alpha = 1, .tau = 1, .age = 1};
    adapt->most = (int)(slots / 2);
    adapt->entries = calloc(slots, sizeof *adapt->entries);
    adapt->odds = (struct cop_odds){.entries = adapt->entries, .bits = bits, .bias = 1};
    adapt->differs = calloc(slots, sizeof *adapt->differs);
    adapt->place_of = malloc(slots * sizeof *adapt->place_of);
    adapt->kept_codes = calloc(slots / 2, sizeof *adapt->kept_codes);
    adapt->kept_weights = calloc(slots / 2 * (size_t)levels, sizeof *adapt->kept_weights);
    adapt->local = calloc(3 * choices_of(game), sizeof *adapt->local);
    if (adapt->entries == NULL || adapt->differs == NULL || adapt->place_of == NULL ||
        adapt->kept_codes == NULL || adapt->kept_weights == NULL || adapt->local == NULL)
        return false;
    memset(adapt->place_of, -1, slots * sizeof *adapt->place_of);
    return open_levels(adapt, slots);
}

void adapt_close(struct adapt *adapt)
{
    for (int level = 1; level <= adapt->levels; level++) {
        free(adapt->weights[level]);
        free(adapt->differing[level]);
    }
    free(adapt->entries);
    free(adapt->differs);
    free(adapt->place_of);
    free(adapt->kept_codes);
    free(adapt->kept_weights);
    free(adapt->local);
}

/* ---- The table ---- */

static double odds_of_weight(const struct adapt *adapt, double weight)
{
    double exponent = weight / adapt->tau;

    exponent = exponent > EXPONENT_MOST ? EXPONENT_MOST : exponent;
    return cop_exp_quick(exponent < -EXPONENT_MOST ? -EXPONENT_MOST : exponent);
}

/* The slot of a code, or the free one where it would be. */
static int find_slot(const struct adapt *adapt, uint64_t code)
{
    uint64_t mask = ((uint64_t)1 << adapt->odds.bits) - 1;
    uint64_t at = cop_odds_place(code, adapt->odds.bits);

    while (adapt->entries[at].odds != 0 && adapt->entries[at].code != code)
        at = (at + 1) & mask;
    return (int)at;
}

/* The slot of a code, which gets one if there is room; else -1. */
static int take_slot(struct adapt *adapt, uint64_t code)
{
    int slot = find_slot(adapt, code);

    if (adapt->entries[slot].odds != 0)
        return slot;
    if (adapt->used == adapt->most)
        return -1;
    adapt->used++;
    adapt->entries[slot] = (struct cop_odds_entry){code, 1};
    return slot;
}

double adapt_weight(const struct adapt *adapt, int level, uint64_t code)
{
    int slot = find_slot(adapt, code);

    return adapt->entries[slot].odds != 0 ? adapt->weights[level][slot] : 0;
}

void adapt_reset(struct adapt *adapt)
{
    size_t slots = (size_t)1 << adapt->odds.bits;

    memset(adapt->entries, 0, slots * sizeof *adapt->entries);
    memset(adapt->differs, 0, slots * sizeof *adapt->differs);
    for (int level = 1; level <= adapt->levels; level++) {
        memset(adapt->weights[level], 0, slots * sizeof *adapt->weights[level]);
        adapt->differing_count[level] = 0;
    }
    adapt->used = 0;
    adapt->age++;
}

static void note_difference(struct adapt *adapt, int level, int slot)
{
    uint16_t bit;

    if (level < 1 || level >= adapt->levels)
        return;
    bit = (uint16_t)(1 << level);
    if ((adapt->differs[slot] & bit) != 0)
        return;
    adapt->differs[slot] |= bit;
    adapt->differing[level][adapt->differing_count[level]++] = slot;
}

/* Takes down all codes that have a weight; returns how many. */
static int keep_codes(struct adapt *adapt)
{
    size_t slots = (size_t)1 << adapt->odds.bits;
    int kept = 0;

    for (size_t slot = 0; slot < slots; slot++) {
        double *weights = adapt->kept_weights + (size_t)kept * (size_t)adapt->levels;
        bool has_weight = false;

        if (adapt->entries[slot].odds == 0)
            continue;
        for (int level = 1; level <= adapt->levels; level++) {
            weights[level - 1] = adapt->weights[level][slot];
            has_weight = has_weight || weights[level - 1] != 0;
        }
        adapt->kept_codes[kept] = adapt->entries[slot].code;
        kept += has_weight;
    }
    return kept;
}

static void throw_out(struct adapt *adapt)
{
    int kept = keep_codes(adapt);

    adapt_reset(adapt);
    for (int i = 0; i < kept; i++) {
        const double *weights = adapt->kept_weights + (size_t)i * (size_t)adapt->levels;
        int slot = take_slot(adapt, adapt->kept_codes[i]);

        for (int level = 1; level <= adapt->levels; level++)
            adapt->weights[level][slot] = weights[level - 1];
        for (int level = 1; level < adapt->levels; level++)
            if (weights[level - 1] != weights[level])
                note_difference(adapt, level, slot);
        adapt->entries[slot].odds = odds_of_weight(adapt, weights[0]);
    }
}

void adapt_copy_down(struct adapt *adapt, int level)
{
    const double *above = adapt->weights[level + 1];
    double *weights = adapt->weights[level];
    uint16_t bit = (uint16_t)(1 << level);

    for (int i = 0; i < adapt->differing_count[level]; i++) {
        int slot = adapt->differing[level][i];

        adapt->differs[slot] &= (uint16_t)~bit;
        weights[slot] = above[slot];
        note_difference(adapt, level - 1, slot);
        if (level == 1)
            adapt->entries[slot].odds = odds_of_weight(adapt, weights[slot]);
    }
    adapt->differing_count[level] = 0;
}

/* ---- Learning ---- */

static int choice_count(const struct cop_offers *choices)
{
    return choices->length > 0 ? choices->ends[choices->length - 1] : 0;
}

/* Gives every choice of the game a place, and every place a slot. */
static void look_up(struct adapt *adapt, struct adapt_game *played)
{
    int count = choice_count(&played->choices);

    if (adapt->used + count > adapt->most)
        throw_out(adapt);
    played->code_count = 0;
    for (int i = 0; i < count; i++) {
        int slot = take_slot(adapt, played->choices.codes[i]);

        if (slot < 0 || adapt->place_of[slot] < 0) {
            if (slot >= 0)
                adapt->place_of[slot] = played->code_count;
            played->places[i] = played->code_count;
            played->slots[played->code_count++] = slot;
        } else {
            played->places[i] = adapt->place_of[slot];
        }
    }
    for (int i = 0; i < played->code_count; i++)
        if (played->slots[i] >= 0)
            adapt->place_of[played->slots[i]] = -1;
    played->age = adapt->age;
}

/* The odds of the game's codes by the policy of a level. */
static void read_odds(const struct adapt *adapt, int level, const struct adapt_game *played,
                      double *odds)
{
    for (int i = 0; i < played->code_count; i++) {
        int slot = played->slots[i];

        if (slot < 0)
            odds[i] = 1;
        else if (level == 1)
            odds[i] = adapt->entries[slot].odds;
        else
            odds[i] = odds_of_weight(adapt, adapt->weights[level][slot]);
    }
}

/* What the choices of all moves lose, as a sum for each code: their probabilities. */
static void add_probabilities(const struct adapt_game *played, const double *odds, double *lost)
{
    const struct cop_offers *choices = &played->choices;
    int first = 0;

    for (int move = 0; move < choices->length; move++) {
        int end = choices->ends[move];
        double sum = 0, scale;

        for (int i = first; i < end; i++)
            sum += odds[played->places[i]] * (choices->is_flat ? 1 : choices->factors[i]);
        scale = 1 / sum;
        for (int i = first; i < end; i++) {
            int place = played->places[i];

            lost[place] += odds[place] * (choices->is_flat ? 1 : choices->factors[i]) * scale;
        }
        lost[played->places[first + choices->chosen[move]]] -= 1;
        first = end;
    }
}

void adapt_learn(struct adapt *adapt, int level, struct adapt_game *played)
{
    double step = adapt->alpha / adapt->tau;
    double *odds, *lost, *changed;

    if (played->age != adapt->age)
        look_up(adapt, played);
    odds = adapt->local;
    lost = odds + played->code_count;
    changed = lost + played->code_count;
    read_odds(adapt, level, played, odds);
    memset(lost, 0, (size_t)played->code_count * sizeof *lost);
    add_probabilities(played, odds, lost);
    for (int i = 0; i < played->code_count; i++) {
        int slot = played->slots[i];

        changed[i] = slot < 0 ? 0 : adapt->weights[level][slot] - step * lost[i];
    }
    for (int i = 0; i < played->code_count; i++)
        odds[i] = odds_of_weight(adapt, changed[i]);
    for (int i = 0; i < played->code_count; i++) {
        int slot = played->slots[i];

        if (slot < 0)
            continue;
        adapt->weights[level][slot] = changed[i];
        note_difference(adapt, level, slot);
        note_difference(adapt, level - 1, slot);
        if (level == 1)
            adapt->entries[slot].odds = odds[i];
    }
}
