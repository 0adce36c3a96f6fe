/* policies.c - finding a policy, and the greedy one that every game has. */
#include "search/policies.h"

#include <stdlib.h>
#include <strings.h>

#include "search/evaluators.h"

/* ---- Greedy ---- */

static const struct cop_option greedy_options[] = {
    {"epsilon", COP_REAL, "0.1", 0, 1, NULL, "how often any move is played instead of the best"},
    {"order", COP_WORDS, "", 0, 0, NULL,
     "the ordering of the game that says which is best; without it the game's first"},
    {NULL}};

struct greedy {
    const struct cop_ordering *ordering;
    double epsilon;
};

/* Moves and ratings of one position. */
static size_t greedy_notes(const struct cop_game *game)
{
    return (size_t)game->max_moves * (sizeof(cop_move) + sizeof(float));
}

static void *greedy_prepare(const struct cop_game *game, const struct cop_settings *settings,
                            struct cop_error *error)
{
    const struct cop_ordering *ordering;
    struct greedy *greedy;

    if (!cop_ordering_find(&ordering, game, cop_words(settings, "order"), error))
        return NULL;
    if (ordering == NULL) {
        cop_fail(error, "playout=greedy: %s has no ordering of moves; use playout=uniform",
                 game->rules->name);
        return NULL;
    }
    greedy = malloc(sizeof *greedy);
    if (greedy == NULL)
        cop_fail(error, "playout=greedy: not enough memory");
    else
        *greedy = (struct greedy){ordering, cop_real(settings, "epsilon")};
    return greedy;
}

/* The best rated move; among equals any, so that no corner of the board is favoured. */
static cop_move greedy_pick(const struct cop_game *game, const void *prepared, const void *state,
                            void *notes, struct cop_rng *rng)
{
    const struct greedy *greedy = prepared;
    cop_move *moves = notes;
    void *behind = moves + game->max_moves;
    float *ratings = behind;
    uint32_t ties = 1;
    int count, best = 0;

    if (cop_rng_unit(rng) < greedy->epsilon)
        return cop_random_move(game, state, rng, moves);
    count = game->rules->moves(game, state, moves);
    if (count == 1)
        return moves[0];
    greedy->ordering->rate(game, state, moves, count, ratings);
    for (int i = 1; i < count; i++) {
        ties = ratings[i] > ratings[best] ? 1 : ties + (ratings[i] == ratings[best]);
        if (ratings[i] > ratings[best] ||
            (ratings[i] == ratings[best] && cop_rng_below(rng, ties) == 0))
            best = i;
    }
    return moves[best];
}

const struct cop_policy cop_general_policies[] = {
    {.name = "greedy",
     .help = "the move that the game's ordering rates best, or now and then any",
     .options = greedy_options,
     .notes = greedy_notes,
     .prepare = greedy_prepare,
     .release = free,
     .pick = greedy_pick},
    {.name = NULL}};

/* ---- By name ---- */

static const struct cop_policy *find_in(const struct cop_policy *row, const char *name,
                                        struct cop_text *known)
{
    for (; row != NULL && row->name != NULL; row++) {
        if (strcasecmp(row->name, name) == 0)
            return row;
        cop_text_add(known, ", %s", row->name);
    }
    return NULL;
}

static bool find_policy(const struct cop_game *game, const char *name,
                        const struct cop_policy **policy, struct cop_error *error)
{
    struct cop_text known = COP_TEXT;
    bool is_known = strcasecmp(name, "uniform") == 0;

    *policy = NULL;
    cop_text_add(&known, "uniform");
    if (!is_known)
        *policy = find_in(game->rules->policies, name, &known);
    if (!is_known && *policy == NULL)
        *policy = find_in(cop_general_policies, name, &known);
    if (!is_known && *policy == NULL)
        cop_fail(error, "playout=%.60s is not a policy of %s; it has %s", name, game->rules->name,
                 known.bytes);
    cop_text_free(&known);
    return is_known || *policy != NULL;
}

static const struct cop_option no_options[] = {{NULL}};

/* The settings of a spec's brackets; NULL and a message if they are not the policy's. */
static struct cop_settings *read_spec(const struct cop_game *game, const char *spec,
                                      const struct cop_policy **policy, struct cop_error *error)
{
    struct cop_settings *settings = NULL;
    char *name, *inside;

    if (!cop_spec_split("playout", spec, &name, &inside, error))
        return NULL;
    if (find_policy(game, name, policy, error))
        settings = cop_settings_parse(
            name, *policy != NULL && (*policy)->options != NULL ? (*policy)->options : no_options,
            inside, error);
    free(name);
    free(inside);
    return settings;
}

bool cop_policy_open(const struct cop_game *game, const char *spec,
                     const struct cop_policy **policy, void **prepared, struct cop_error *error)
{
    struct cop_settings *settings = read_spec(game, spec, policy, error);
    bool needs_prepare = settings != NULL && *policy != NULL && (*policy)->prepare != NULL;

    *prepared = needs_prepare ? (*policy)->prepare(game, settings, error) : NULL;
    cop_settings_free(settings);
    return settings != NULL && (!needs_prepare || *prepared != NULL);
}
