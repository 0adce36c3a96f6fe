/* product_draw.c - see product_draw.h. */
#include "product_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "search/policies.h"
#include "slow_build.h"
#include "tiny/tiny.h"
#include "variants.h"

enum { WALK_MAX = 300, WORDS_MAX = 32, CHOICE_MAX = 40, ITEMS_MAX = 100 };

/* An evaluator whose table takes minutes to make. */
static const char *const left_out[] = {"large"};

static bool is_left_out(const char *name)
{
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++)
        if (strcmp(left_out[i], name) == 0)
            return true;
    return false;
}

static int count_of(const void *const *list)
{
    int count = 0;

    while (list[count] != NULL)
        count++;
    return count;
}

static uint32_t below(struct cop_rng *rng, int n)
{
    return cop_rng_below(rng, (uint32_t)n);
}

/* From low to high, all sizes alike. */
static double any_size(struct cop_rng *rng, double low, double high)
{
    return exp(log(low) + cop_rng_unit(rng) * (log(high) - log(low)));
}

/* ---- Games and positions ---- */

static struct cop_game *draw_game(struct cop_rng *rng)
{
    uint32_t sort = below(rng, 8);

    if (sort == 0) {
        int count = count_of((const void *const *)tiny_all_rules);

        return cop_game_open_rules(tiny_all_rules[below(rng, count)], NULL, NULL);
    }
    if (sort <= 2) {
        int count = count_of((const void *const *)cop_all_rules());

        return cop_game_open_rules(cop_all_rules()[below(rng, count)], NULL, NULL);
    }
    return cop_game_open(game_variants[below(rng, count_of((const void *const *)game_variants))],
                         NULL);
}

bool draw_go_on(struct draw *draw, struct cop_agent *agent, void *state, int least)
{
    const struct cop_game *game = draw->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int turn = game->rules->turn(game, state);

    for (int plies = 0; turn != COP_OVER && (turn == COP_CHANCE || plies < least); plies++) {
        cop_move move = cop_random_move(game, state, &draw->rng, moves);

        if (agent != NULL)
            cop_agent_played(agent, state, move);
        game->rules->play(game, state, move);
        turn = game->rules->turn(game, state);
    }
    free(moves);
    return turn != COP_OVER;
}

/* Anywhere in a random game, as often near its end as near its beginning. */
static void draw_state(struct draw *draw)
{
    const struct cop_game *game = draw->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int length, start = 0;

    draw->state = cop_allocate(game->state_size);
    game->rules->start(game, draw->state, &draw->rng);
    length = cop_playout(game, draw->state, &draw->rng, WALK_MAX, moves);
    free(moves);
    do {
        start = length > 0 ? (int)below(&draw->rng, length) : 0;
        length /= 2;
        game->rules->start(game, draw->state, &draw->rng);
    } while (!draw_go_on(draw, NULL, draw->state, start));
}

/* ---- Options ---- */

static void write_number(double number, const struct cop_option *option, struct cop_text *text)
{
    if (option->kind == COP_INTEGER)
        number = floor(number);
    number = fmin(fmax(number, option->low), option->high);
    cop_text_add(text, option->kind == COP_INTEGER ? "%.0f" : "%.6g", number);
}

/* The ends of the range, the default, and everything between. */
static void draw_number(const struct cop_option *option, struct cop_rng *rng, struct cop_text *text)
{
    switch (below(rng, 8)) {
    case 0:
        write_number(option->low, option, text);
        return;
    case 1:
        write_number(option->high, option, text);
        return;
    case 2:
        write_number(option->low + 1, option, text);
        return;
    case 3:
        cop_text_add(text, "%s", option->initial[0] != '\0' ? option->initial : "1");
        return;
    case 4:
        write_number(any_size(rng, 1, 1e6), option, text);
        return;
    default:
        write_number(any_size(rng, 0.01, 100), option, text);
    }
}

static void draw_choice(const char *choices, struct cop_rng *rng, struct cop_text *text)
{
    const char *words[CHOICE_MAX];
    size_t length;
    int count = 0;

    for (const char *word = choices; count < CHOICE_MAX; word += length + 1) {
        length = strcspn(word, "|");
        words[count++] = word;
        if (word[length] == '\0')
            break;
    }
    words[0] = words[below(rng, count)];
    cop_text_add_bytes(text, words[0], strcspn(words[0], "|"));
}

/* What an option of words can mean is a name of the game's own. */
static void draw_words(const struct cop_game *game, struct cop_rng *rng, struct cop_text *text)
{
    const struct cop_evaluator *evaluator = game->rules->evaluators;
    const struct cop_ordering *ordering = game->rules->orderings;
    const char *words[WORDS_MAX] = {"none", "score"};
    int count = 2;

    for (; evaluator != NULL && evaluator->name != NULL && count < WORDS_MAX; evaluator++)
        if (!is_left_out(evaluator->name))
            words[count++] = evaluator->name;
    for (; ordering != NULL && ordering->name != NULL && count < WORDS_MAX; ordering++)
        words[count++] = ordering->name;
    cop_text_add(text, "%s", words[below(rng, count)]);
}

static void draw_options(const struct cop_option *options, const struct cop_game *game,
                         double share, struct cop_rng *rng, struct cop_text *text);

static void draw_policy(const struct cop_game *game, struct cop_rng *rng, struct cop_text *text)
{
    const struct cop_policy *lists[] = {game->rules->policies, cop_general_policies};
    const struct cop_policy *known[WORDS_MAX] = {NULL}; /* NULL: uniform */
    const struct cop_policy *policy;
    int count = 1;

    for (int i = 0; i < 2; i++)
        for (policy = lists[i]; policy != NULL && policy->name != NULL && count < WORDS_MAX;)
            known[count++] = policy++;
    policy = known[below(rng, count)];
    cop_text_add(text, "%s(", policy == NULL ? "uniform" : policy->name);
    if (policy != NULL)
        draw_options(policy->options, game, 0.5, rng, text);
    cop_text_add(text, ")");
}

static void draw_value(const struct cop_option *option, const struct cop_game *game,
                       struct cop_rng *rng, struct cop_text *text)
{
    switch (option->kind) {
    case COP_FLAG:
        cop_text_add(text, "%s", below(rng, 2) == 0 ? "on" : "off");
        return;
    case COP_INTEGER:
    case COP_REAL:
    case COP_DURATION:
    case COP_BYTES:
        draw_number(option, rng, text);
        return;
    case COP_CHOICE:
        draw_choice(option->choices, rng, text);
        return;
    case COP_WORDS:
        draw_words(game, rng, text);
        return;
    case COP_SPEC:
        draw_policy(game, rng, text);
        return;
    case COP_FILE:
    case COP_TABLE:
        return;
    }
}

/* Moves of the position at hand, which an agent that is opened does not know yet. */
static bool takes_moves(const struct cop_option *option)
{
    return strcmp(option->name, "begin") == 0;
}

/* Each option with the probability `share`. */
static void draw_options(const struct cop_option *options, const struct cop_game *game,
                         double share, struct cop_rng *rng, struct cop_text *text)
{
    bool is_first = true;

    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);) {
        if (walk.option->kind == COP_FILE || takes_moves(walk.option) || cop_rng_unit(rng) >= share)
            continue;
        cop_text_add(text, "%s%s=", is_first ? "" : ", ", walk.option->name);
        draw_value(walk.option, game, rng, text);
        is_first = false;
    }
}

/* Takes one of the items between the brackets of "name(a=1, b=2)" out; false if there is none. */
static bool drop_item(struct cop_text *agent, struct cop_rng *rng)
{
    size_t starts[ITEMS_MAX], ends[ITEMS_MAX];
    size_t at = strcspn(agent->bytes, "(") + 1, last = agent->length - 1;
    int count = 0, brackets = 0;
    uint32_t chosen;

    for (size_t start = at; at <= last && count < ITEMS_MAX; at++) {
        char letter = agent->bytes[at];

        if (brackets == 0 && (letter == ',' || at == last)) {
            starts[count] = start;
            ends[count++] = at;
            start = at + 1;
        }
        brackets += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    }
    if (count == 0 || ends[0] == starts[0])
        return false;
    chosen = below(rng, count);
    if (chosen > 0) /* with the comma before it */
        starts[chosen]--;
    else if (count > 1) /* or behind it */
        ends[chosen]++;
    memmove(agent->bytes + starts[chosen], agent->bytes + ends[chosen],
            agent->length - ends[chosen] + 1);
    agent->length -= ends[chosen] - starts[chosen];
    return true;
}

/* Of many options drawn at random some cannot go together, or do nothing without another. Most
 * such specs lose options until they are taken; the rest are there to be refused. */
static void mend_agent(struct draw *draw)
{
    if (below(&draw->rng, 8) == 0)
        return;
    while (!cop_agent_check(draw->game, draw->agent.bytes, NULL, NULL, NULL))
        if (!drop_item(&draw->agent, &draw->rng))
            return;
}

/* mcts has by far the most options. */
static void draw_agent(struct draw *draw)
{
    static const double shares[] = {0, 0.05, 0.1, 0.2, 0.4};
    int count = count_of((const void *const *)cop_all_agents());

    do {
        draw->kind = cop_all_agents()[below(&draw->rng, count)];
    } while (draw->kind->is_external);
    if (below(&draw->rng, 2) == 0)
        draw->kind = cop_agent_kind_find("mcts");
    draw->agent = (struct cop_text)COP_TEXT;
    cop_text_add(&draw->agent, "%s(", draw->kind->name);
    draw_options(draw->kind->options, draw->game, shares[below(&draw->rng, 5)], &draw->rng,
                 &draw->agent);
    cop_text_add(&draw->agent, ")");
    mend_agent(draw);
}

/* ---- Limits ---- */

static void draw_limit(struct cop_limits *limits, struct cop_rng *rng)
{
    double most = is_slow_build() ? 300 : 3000;

    switch (below(rng, 5)) {
    case 0:
        limits->time = floor(any_size(rng, 1, 40)) / 1000;
        limits->processor = below(rng, 2) == 0;
        return;
    case 1:
        limits->nodes = (int64_t)any_size(rng, 1, 4 * most);
        return;
    case 2:
        limits->depth = 1 + (int)below(rng, 5);
        return;
    default:
        limits->sims = (int64_t)any_size(rng, 1, most);
    }
}

static void draw_limits(struct draw *draw)
{
    static const size_t memories[] = {1 << 16, 1 << 20, 1 << 23, 1 << 26};

    draw->limits = (struct cop_limits){0};
    draw_limit(&draw->limits, &draw->rng);
    if (below(&draw->rng, 2) == 0)
        draw_limit(&draw->limits, &draw->rng);
    draw->limits.means.threads = below(&draw->rng, 2) == 0 ? 1 : 1 + (int)below(&draw->rng, 4);
    draw->limits.means.memory = memories[below(&draw->rng, 4)];
    draw->limits.means.seed = below(&draw->rng, 1000);
}

/* ---- All of it ---- */

void draw_open(struct draw *draw, uint64_t seed)
{
    *draw = (struct draw){.seed = seed};
    cop_rng_seed(&draw->rng, seed);
    draw->game = draw_game(&draw->rng);
    draw_state(draw);
    draw_agent(draw);
    draw_limits(draw);
}

void draw_player(struct draw *draw, struct cop_game *game, uint64_t seed)
{
    *draw = (struct draw){.seed = seed, .game = game};
    cop_rng_seed(&draw->rng, seed);
    draw_agent(draw);
    draw_limits(draw);
}

void draw_close(struct draw *draw)
{
    cop_text_free(&draw->agent);
    free(draw->state);
    cop_game_close(draw->game);
}

void draw_write(const struct draw *draw, struct cop_text *text)
{
    cop_text_add(text, "%s, ", draw->game->name);
    draw->game->rules->write_position(draw->game, draw->state, text);
    cop_text_add(text, "; %s; ", draw->agent.bytes);
    cop_limits_write(&draw->limits, text);
}
