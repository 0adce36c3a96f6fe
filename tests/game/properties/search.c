/* search.c - what searches ask of a game: random play, advice, given turns, views and samples. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/prepare.h"
#include "walk.h"

/* ---- What searches use ---- */

static bool has_advice(const struct cop_game *game)
{
    const struct cop_rules *rules = game->rules;

    return rules->evaluators != NULL || rules->policies != NULL || rules->orderings != NULL;
}

/* The tables of a game's evaluators and policies, made once for all its walks. */
enum { EVALUATORS_MAX = 16, POLICIES_MAX = 16 };

struct prepared {
    const void *of[EVALUATORS_MAX];
    void *of_policy[POLICIES_MAX]; /* without options */
};

static bool prepare_evaluators(const struct cop_game *game, struct prepared *prepared,
                               struct cop_error *error)
{
    const struct cop_evaluator *row = NULL;

    for (int i = 0; (row = cop_evaluator_after(game, row)) != NULL; i++) {
        if (i == EVALUATORS_MAX)
            return cop_fail(error, "more than %d evaluators", EVALUATORS_MAX);
        if (row->prepare == NULL)
            continue;
        prepared->of[i] = cop_prepared(game, row, row->prepare, row->release, NULL, error);
        if (prepared->of[i] == NULL)
            return false;
    }
    return true;
}

static bool check_evaluators(const struct walk *walk, struct cop_error *error)
{
    const struct cop_evaluator *row = NULL;
    const struct prepared *prepared = walk->context;

    for (int i = 0; (row = cop_evaluator_after(walk->game, row)) != NULL; i++) {
        double of_player[COP_PLAYERS_MAX] = {0};

        if (walk->mover == COP_OVER && !row->rates_ends)
            continue;
        row->evaluate(walk->game, prepared->of[i], walk->state, of_player);
        for (int player = 0; player < walk->game->players; player++)
            if (row->is_relative
                    ? !isfinite(of_player[player])
                    : !(of_player[player] >= row->lower && of_player[player] <= row->upper))
                return cop_fail(error, "the evaluator %s gives player %d %g, outside %g..%g",
                                row->name, player, of_player[player], row->lower, row->upper);
        if (row->is_zero_sum && walk->game->players == 2 && of_player[0] != -of_player[1])
            return cop_fail(error, "the evaluator %s gives %g and %g, which do not add to 0",
                            row->name, of_player[0], of_player[1]);
    }
    return true;
}

/* Does the move, made in a state of `mover`, end the game with a win of his? */
static bool wins_game(const struct cop_game *game, const unsigned char *state, int mover,
                      cop_move move)
{
    double of_player[COP_PLAYERS_MAX] = {0};
    unsigned char next[COP_STATE_MAX];

    memcpy(next, state, game->state_size);
    game->rules->play(game, next, move);
    if (game->rules->turn(game, next) != COP_OVER)
        return false;
    game->rules->payoff(game, next, of_player);
    return cop_result_of(of_player[mover]) == COP_WIN;
}

/* Does the opponent win with his next move after this one? */
static bool loses_at_once(const struct walk *walk, cop_move move)
{
    const struct cop_game *game = walk->game;
    unsigned char next[COP_STATE_MAX];
    cop_move *replies = walk_new_moves(game);
    bool is_lost = false;
    int count = 0, turn;

    memcpy(next, walk->state, game->state_size);
    game->rules->play(game, next, move);
    turn = game->rules->turn(game, next);
    if (turn >= 0 && turn != walk->mover)
        count = game->rules->moves(game, next, replies);
    for (int i = 0; i < count && !is_lost; i++)
        is_lost = wins_game(game, next, turn, replies[i]);
    free(replies);
    return is_lost;
}

/* INFINITY is for moves that win at once, and -INFINITY, of orderings that say so, for those that
 * lose at once: searches believe both. */
static bool is_fair_rating(const struct walk *walk, const struct cop_ordering *row, int move,
                           float rating)
{
    const struct cop_game *game = walk->game;

    if (isfinite(rating))
        return true;
    if (isnan(rating) || game->is_hidden)
        return false;
    if (rating > 0)
        return wins_game(game, walk->state, walk->mover, walk->moves[move]);
    return row->knows_losses && game->players == 2 && !game->has_chance &&
           loses_at_once(walk, walk->moves[move]);
}

static bool check_orderings(const struct walk *walk, struct cop_error *error)
{
    const struct cop_ordering *row = walk->game->rules->orderings;
    float *rating = cop_allocate(((size_t)walk->count + 1) * sizeof *rating);
    bool is_right = true;

    for (; row != NULL && row->name != NULL && is_right; row++) {
        for (int i = 0; i < walk->count; i++)
            rating[i] = NAN;
        row->rate(walk->game, walk->state, walk->moves, walk->count, rating);
        for (int i = 0; i < walk->count && is_right; i++)
            if (!is_fair_rating(walk, row, i, rating[i]))
                is_right = cop_fail(error, "the ordering %s rates move %d as %g", row->name, i,
                                    (double)rating[i]);
    }
    free(rating);
    return is_right;
}

static bool prepare_policies(const struct cop_game *game, struct prepared *prepared,
                             struct cop_error *error)
{
    static const struct cop_option no_options[] = {{NULL}};
    const struct cop_policy *rows = game->rules->policies;

    for (int i = 0; rows != NULL && rows[i].name != NULL; i++) {
        struct cop_settings *settings;

        if (i == POLICIES_MAX)
            return cop_fail(error, "more than %d policies", POLICIES_MAX);
        if (rows[i].prepare == NULL)
            continue;
        settings = cop_settings_parse(
            rows[i].name, rows[i].options != NULL ? rows[i].options : no_options, "", error);
        if (settings == NULL)
            return false;
        prepared->of_policy[i] = rows[i].prepare(game, settings, error);
        cop_settings_free(settings);
        if (prepared->of_policy[i] == NULL)
            return false;
    }
    return true;
}

static void release_policies(const struct cop_game *game, struct prepared *prepared)
{
    const struct cop_policy *rows = game->rules->policies;

    for (int i = 0; rows != NULL && rows[i].name != NULL; i++)
        if (prepared->of_policy[i] != NULL && rows[i].release != NULL)
            rows[i].release(prepared->of_policy[i]);
}

/* The first move of a playout from here; a policy that ends playouts need not have one. */
static cop_move first_pick(struct walk *walk, const struct cop_policy *policy, void *prepared)
{
    const struct cop_game *game = walk->game;
    void *notes = cop_allocate(policy->notes != NULL ? policy->notes(game) : 1);
    double of_player[COP_PLAYERS_MAX];
    cop_move move = walk->moves[0];

    if (policy->begin != NULL)
        policy->begin(game, prepared, walk->state, notes);
    if (policy->ended == NULL || !policy->ended(game, prepared, walk->state, notes, of_player))
        move = policy->pick(game, prepared, walk->state, notes, &walk->rng);
    free(notes);
    return move;
}

static bool visit_advice(struct walk *walk, struct cop_error *error)
{
    const struct cop_policy *policies = walk->game->rules->policies;
    const struct prepared *prepared = walk->context;

    if (!check_evaluators(walk, error))
        return false;
    if (walk->mover < 0)
        return true;
    for (int i = 0; policies != NULL && policies[i].name != NULL; i++)
        if (!walk_is_legal(walk, first_pick(walk, &policies[i], prepared->of_policy[i])))
            return cop_fail(error, "the policy %s picks an illegal move", policies[i].name);
    return check_orderings(walk, error);
}

static bool advice_is_legal_and_in_range(const struct cop_game *game,
                                         const struct property_effort *effort,
                                         struct cop_error *error)
{
    struct prepared prepared = {{NULL}, {NULL}};
    bool is_right = prepare_evaluators(game, &prepared, error) &&
                    prepare_policies(game, &prepared, error) &&
                    walk_all(game, effort, visit_advice, &prepared, error);

    release_policies(game, &prepared);
    return is_right;
}

static bool can_give_turn(const struct cop_game *game)
{
    return game->rules->give_turn != NULL;
}

static bool visit_given_turn(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct walk other = *walk;
    bool is_right = true;

    if (walk->mover < 0)
        return true;
    other.state = walk_new_state(game);
    other.moves = walk_new_moves(game);
    for (int player = 0; player < game->players && is_right; player++) {
        memcpy(other.state, walk->state, game->state_size);
        game->rules->give_turn(game, other.state, player);
        walk_look_around(&other);
        if (other.mover != player && other.mover != COP_OVER)
            is_right = cop_fail(error, "the turn was given to player %d, and turn() is %d", player,
                                other.mover);
        else
            is_right = walk_check_turn(&other, error);
    }
    free(other.state);
    free(other.moves);
    return is_right;
}

static bool turns_can_be_given(const struct cop_game *game, const struct property_effort *effort,
                               struct cop_error *error)
{
    return walk_all(game, effort, visit_given_turn, NULL, error);
}

/* ---- Hidden information ---- */

static bool is_hidden(const struct cop_game *game)
{
    return game->is_hidden || game->rules->view != NULL || game->rules->sample != NULL;
}

/* What `player` sees is what he sees of every sample of it, and his moves are the same in all. */
static bool check_view(struct walk *walk, int player, unsigned char *seen, unsigned char *sample,
                       unsigned char *again, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct walk other = *walk;
    bool is_same;

    game->rules->view(game, walk->state, player, seen);
    game->rules->view(game, seen, player, again);
    if (memcmp(seen, again, game->state_size) != 0)
        return cop_fail(error, "the view of a view of player %d is another one", player);
    game->rules->sample(game, seen, player, sample, &walk->rng);
    game->rules->view(game, sample, player, again);
    if (memcmp(seen, again, game->state_size) != 0)
        return cop_fail(error, "player %d would see that a sample is not his position", player);
    if (game->rules->turn(game, seen) != walk->mover ||
        game->rules->turn(game, sample) != walk->mover)
        return cop_fail(error, "turn() differs between a state, its view and a sample");
    if (walk->mover != player)
        return true;
    other.state = sample;
    other.moves = walk_new_moves(game);
    walk_look_around(&other);
    is_same = other.count == walk->count &&
              memcmp(other.moves, walk->moves, (size_t)walk->count * sizeof(cop_move)) == 0;
    other.count = game->rules->moves(game, seen, other.moves);
    is_same = is_same && other.count == walk->count &&
              memcmp(other.moves, walk->moves, (size_t)walk->count * sizeof(cop_move)) == 0;
    free(other.moves);
    return is_same || cop_fail(error, "player %d has other moves in his view or a sample", player);
}

static bool visit_views(struct walk *walk, struct cop_error *error)
{
    unsigned char *seen = walk_new_state(walk->game);
    unsigned char *sample = walk_new_state(walk->game);
    unsigned char *again = walk_new_state(walk->game);
    bool is_right = true;

    for (int player = 0; player < walk->game->players && is_right; player++)
        is_right = check_view(walk, player, seen, sample, again, error);
    free(seen);
    free(sample);
    free(again);
    return is_right;
}

static bool samples_look_like_the_view(const struct cop_game *game,
                                       const struct property_effort *effort,
                                       struct cop_error *error)
{
    if (!game->is_hidden || game->rules->view == NULL || game->rules->sample == NULL)
        return cop_fail(error, "%s: is_hidden, view and sample go together", game->name);
    return walk_all(game, effort, visit_views, NULL, error);
}

/* ---- Random play ---- */

/* Draws `draws` moves and compares how often each came with how often it should. With fixed seeds
 * five standard errors, and a few draws more for moves that are hardly ever due, are a bound that
 * only a wrong game crosses. */
static bool draws_are_fair(struct walk *walk, int draws, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    double *probability = cop_allocate(((size_t)walk->count + 1) * sizeof *probability);
    int *drawn = cop_allocate(((size_t)walk->count + 1) * sizeof *drawn);
    cop_move *scratch = walk_new_moves(game);
    bool is_right = true;

    for (int i = 0; i < walk->count; i++)
        probability[i] = 1.0 / walk->count;
    if (walk->mover == COP_CHANCE)
        game->rules->chances(game, walk->state, probability);
    for (int draw = 0; draw < draws; draw++) {
        cop_move move = cop_random_move(game, walk->state, &walk->rng, scratch);
        int at = 0;

        while (at < walk->count && walk->moves[at] != move)
            at++;
        drawn[at]++;
    }
    if (drawn[walk->count] > 0)
        is_right = cop_fail(error, "%d of %d random moves are illegal", drawn[walk->count], draws);
    for (int i = 0; i < walk->count && is_right; i++) {
        double expected = draws * probability[i];
        double deviation = sqrt(expected * (1 - probability[i]));

        if (fabs(drawn[i] - expected) > 5 * deviation + 4)
            is_right = cop_fail(error, "move %d was drawn %d times of %d; %.1f were expected", i,
                                drawn[i], draws, expected);
    }
    free(scratch);
    free(drawn);
    free(probability);
    return is_right;
}

/* A few draws everywhere for legality, many at a few places for fairness. */
static bool visit_random_move(struct walk *walk, struct cop_error *error)
{
    bool is_thorough = walk->seed == walk->effort->seed && walk->ply % 4 == 0;
    cop_move *scratch;
    bool is_right = true;

    if (walk->count == 0)
        return true;
    if (is_thorough)
        return draws_are_fair(walk, walk->effort->playouts, error);
    scratch = walk_new_moves(walk->game);
    for (int draw = 0; draw < 4 && is_right; draw++)
        if (!walk_is_legal(walk, cop_random_move(walk->game, walk->state, &walk->rng, scratch)))
            is_right = cop_fail(error, "a random move is illegal");
    free(scratch);
    return is_right;
}

static bool random_moves_are_legal_and_fair(const struct cop_game *game,
                                            const struct property_effort *effort,
                                            struct cop_error *error)
{
    return walk_all(game, effort, visit_random_move, NULL, error);
}

/* Sums over playouts: each player's payoff and, in the last place, the number of plies. */
struct sums {
    double sum[COP_PLAYERS_MAX + 1], squares[COP_PLAYERS_MAX + 1];
};

static void add_result(struct sums *sums, const struct cop_game *game, const void *state, int plies)
{
    double value[COP_PLAYERS_MAX + 1] = {0};

    game->rules->payoff(game, state, value);
    value[COP_PLAYERS_MAX] = plies;
    for (int i = 0; i <= COP_PLAYERS_MAX; i++) {
        sums->sum[i] += value[i];
        sums->squares[i] += value[i] * value[i];
    }
}

static int play_move_by_move(struct walk *walk)
{
    const struct cop_game *game = walk->game;
    int plies = 0;

    for (walk_look_around(walk); walk->count > 0; walk_look_around(walk)) {
        cop_move move;

        if (walk->mover == COP_CHANCE)
            move = cop_random_move(game, walk->state, &walk->rng, walk->moves);
        else
            move = walk->moves[cop_rng_below(&walk->rng, (uint32_t)walk->count)];
        game->rules->play(game, walk->state, move);
        plies++;
    }
    return plies;
}

static bool compare_sums(const struct sums *fast, const struct sums *slow, int n,
                         struct cop_error *error)
{
    for (int i = 0; i <= COP_PLAYERS_MAX; i++) {
        double fast_mean = fast->sum[i] / n, slow_mean = slow->sum[i] / n;
        double variance = fast->squares[i] / n - fast_mean * fast_mean + slow->squares[i] / n -
                          slow_mean * slow_mean;

        if (fabs(fast_mean - slow_mean) > 4 * sqrt(fmax(variance, 0) / n) + 1e-9)
            return cop_fail(error, "playouts give %s%.0d a mean of %.4f, single moves %.4f",
                            i == COP_PLAYERS_MAX ? "the length" : "player ",
                            i == COP_PLAYERS_MAX ? 0 : i + 1, fast_mean, slow_mean);
    }
    return true;
}

/* Plays from here to the end in both ways. */
static bool results_agree(const struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct sums fast = {{0}}, slow = {{0}};
    struct walk other = *walk;
    int n = walk->effort->playouts;
    bool is_over = true;

    other.state = walk_new_state(game);
    other.moves = walk_new_moves(game);
    for (int i = 0; i < n && is_over; i++) {
        int plies;

        memcpy(other.state, walk->state, game->state_size);
        plies = cop_playout(game, other.state, &other.rng, 0, other.moves);
        is_over = game->rules->turn(game, other.state) == COP_OVER;
        if (is_over)
            add_result(&fast, game, other.state, plies);
        memcpy(other.state, walk->state, game->state_size);
        plies = play_move_by_move(&other);
        add_result(&slow, game, other.state, plies);
    }
    free(other.state);
    free(other.moves);
    if (!is_over)
        return cop_fail(error, "a playout does not end the game");
    return compare_sums(&fast, &slow, n, error);
}

/* A playout of one ply is a move; one of `limit` plies stops there, or where the game ends. */
static bool limit_is_kept(const struct walk *walk, int limit, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    unsigned char *state = walk_new_state(game);
    cop_move *scratch = walk_new_moves(game);
    struct cop_rng rng = walk->rng;
    int plies, mover;

    memcpy(state, walk->state, game->state_size);
    plies = cop_playout(game, state, &rng, limit, scratch);
    mover = game->rules->turn(game, state);
    free(state);
    free(scratch);
    if (plies > limit || (plies < limit && mover != COP_OVER))
        return cop_fail(error, "a playout limited to %d plies played %d", limit, plies);
    return true;
}

static bool visit_playouts(struct walk *walk, struct cop_error *error)
{
    if (!limit_is_kept(walk, 1, error) || !limit_is_kept(walk, 3, error))
        return false;
    /* The start, and an early place in one game more. */
    if (walk->seed > walk->effort->seed + 1 || walk->mover == COP_OVER ||
        walk->ply != 5 * (int)(walk->seed - walk->effort->seed))
        return true;
    return results_agree(walk, error);
}

static bool playouts_agree_with_single_moves(const struct cop_game *game,
                                             const struct property_effort *effort,
                                             struct cop_error *error)
{
    return walk_all(game, effort, visit_playouts, NULL, error);
}

/* ---- Kinds of moves ---- */

enum { REMEMBERED = 1 << 12 };

/* The last state in which each kind was met, and kinds of moves that were met before. */
struct kinds {
    int64_t *met, state;
    struct {
        cop_move move;
        int kind;
    } before[REMEMBERED];
};

static bool has_kinds(const struct cop_game *game)
{
    return game->rules->move_kind != NULL;
}

/* Whole turns of the Amazons are known by their last two squares. */
static bool shares_kinds(const struct cop_game *game)
{
    return strcmp(game->rules->name, "amazons") == 0 && !cop_flag(game->settings, "split");
}

static bool visit_kinds(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct kinds *kinds = walk->context;

    kinds->state++;
    for (int i = 0; i < walk->count; i++) {
        cop_move move = walk->moves[i];
        int kind = game->rules->move_kind(game, move), slot = (int)(cop_mix(move) % REMEMBERED);

        if (kind < 0 || kind >= game->move_kinds)
            return cop_fail(error, "move %d is of kind %d; there are %d", i, kind,
                            game->move_kinds);
        if (kinds->before[slot].move == move && kinds->before[slot].kind != kind)
            return cop_fail(error, "move %d is of kind %d, and was of kind %d before", i, kind,
                            kinds->before[slot].kind);
        if (kinds->met[kind] == kinds->state && !shares_kinds(game))
            return cop_fail(error, "move %d is of the same kind as another one, %d", i, kind);
        kinds->met[kind] = kinds->state;
        kinds->before[slot].move = move;
        kinds->before[slot].kind = kind;
    }
    return true;
}

static bool move_kinds_tell_moves_apart(const struct cop_game *game,
                                        const struct property_effort *effort,
                                        struct cop_error *error)
{
    struct kinds *kinds = cop_allocate(sizeof *kinds);
    bool is_right;

    kinds->met = cop_allocate((size_t)game->move_kinds * sizeof *kinds->met);
    is_right = walk_all(game, effort, visit_kinds, kinds, error);
    free(kinds->met);
    free(kinds);
    return is_right;
}

const struct property search_properties[] = {
    {"random_moves_are_legal_and_fair", NULL, random_moves_are_legal_and_fair},
    {"playouts_agree_with_single_moves", NULL, playouts_agree_with_single_moves},
    {"advice_is_legal_and_in_range", has_advice, advice_is_legal_and_in_range},
    {"move_kinds_tell_moves_apart", has_kinds, move_kinds_tell_moves_apart},
    {"turns_can_be_given", can_give_turn, turns_can_be_given},
    {"samples_look_like_the_view", is_hidden, samples_look_like_the_view},
    {NULL}};
