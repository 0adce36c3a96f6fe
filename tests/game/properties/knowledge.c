/* knowledge.c - what a game says for certain about its positions is so: decisive moves, oracles,
 * symmetries, numbers of positions and independent parts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/prepare.h"
#include "walk.h"

/* ---- Decisive moves ---- */

static bool has_decisive(const struct cop_game *game)
{
    return game->rules->decisive != NULL;
}

/* Does the move end the game and win all of it? */
static bool wins_at_once(const struct walk *walk, cop_move move)
{
    const struct cop_game *game = walk->game;
    unsigned char *after = walk_new_state(game);
    double of_player[COP_PLAYERS_MAX] = {0};
    bool wins;

    memcpy(after, walk->state, game->state_size);
    game->rules->play(game, after, move);
    wins = game->rules->turn(game, after) == COP_OVER;
    if (wins)
        game->rules->payoff(game, after, of_player);
    free(after);
    return wins && of_player[walk->mover] >= 1;
}

static bool visit_decisive(struct walk *walk, struct cop_error *error)
{
    cop_move decisive;

    if (walk->mover < 0)
        return true;
    decisive = walk->game->rules->decisive(walk->game, walk->state);
    if (decisive != COP_NO_MOVE && !walk_is_legal(walk, decisive))
        return cop_fail(error, "the decisive move %u is not legal", decisive);
    if (decisive != COP_NO_MOVE && !wins_at_once(walk, decisive))
        return cop_fail(error, "the decisive move %u does not win", decisive);
    for (int i = 0; i < walk->count && decisive == COP_NO_MOVE; i++)
        if (wins_at_once(walk, walk->moves[i]))
            return cop_fail(error, "move %d wins at once, and no move is called decisive", i);
    return true;
}

static bool decisive_moves_win_and_none_is_missed(const struct cop_game *game,
                                                  const struct property_effort *effort,
                                                  struct cop_error *error)
{
    return walk_all(game, effort, visit_decisive, NULL, error);
}

/* ---- Oracles ---- */

/* Positions, and moves that may still be made: further from the end also the points of ends can
 * take long to count. */
enum { BRUTE_MAX = 2000, NEAR_END = 12, ORACLES_MAX = 8 };

static bool has_oracles(const struct cop_game *game)
{
    return game->rules->oracles != NULL && game->players == 2 && !game->has_chance &&
           !game->is_hidden && game->is_constant_sum;
}

struct asked {
    const void *prepared[ORACLES_MAX];
    int answers;
};

static double worth(const struct cop_game *game, const void *state, enum cop_stake stake)
{
    double of_player[COP_PLAYERS_MAX];

    if (stake == COP_STAKE_SCORE)
        return game->rules->score(game, state, 0);
    game->rules->payoff(game, state, of_player);
    return of_player[0];
}

/* The first player's result with best play; `left` becomes negative where that is too much work. */
static double brute_force(const struct cop_game *game, const void *state, enum cop_stake stake,
                          int *left)
{
    int turn = game->rules->turn(game, state);
    double best = turn == 0 ? -INFINITY : INFINITY;
    unsigned char *after;
    cop_move *moves;
    int count;

    if (turn == COP_OVER || --*left < 0)
        return turn == COP_OVER ? worth(game, state, stake) : 0;
    after = walk_new_state(game);
    moves = walk_new_moves(game);
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count && *left >= 0; i++) {
        double value;

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        value = brute_force(game, after, stake, left);
        best = turn == 0 ? fmax(best, value) : fmin(best, value);
    }
    free(after);
    free(moves);
    return best;
}

static bool check_answers(const struct walk *walk, enum cop_stake stake, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct asked *asked = walk->context;
    int left = BRUTE_MAX;
    double first = brute_force(game, walk->state, stake, &left);
    double low = stake == COP_STAKE_SCORE ? game->score_low : 0;
    double high = stake == COP_STAKE_SCORE ? game->score_high : 1;

    for (int i = 0; left >= 0 && game->rules->oracles[i].name != NULL; i++)
        for (int player = 0; player < 2; player++) {
            const struct cop_oracle *row = &game->rules->oracles[i];
            struct cop_bounds bounds = {low, high};
            double value = player == 0 ? first : low + high - first;

            if (!row->probe(game, asked->prepared[i], walk->state, stake, player, &bounds))
                continue;
            asked->answers++;
            if (!(bounds.low <= value && value <= bounds.high))
                return cop_fail(error, "%s says %g to %g for player %d, who gets %g", row->name,
                                bounds.low, bounds.high, player, value);
        }
    return true;
}

static bool visit_oracles(struct walk *walk, struct cop_error *error)
{
    const struct cop_rules *rules = walk->game->rules;
    bool has_points = rules->score != NULL && walk->game->score_low + walk->game->score_high == 0;
    bool is_near =
        rules->moves_left == NULL || rules->moves_left(walk->game, walk->state) <= NEAR_END;

    return walk->mover < 0 || !is_near ||
           (check_answers(walk, COP_STAKE_PAYOFF, error) &&
            (!has_points || check_answers(walk, COP_STAKE_SCORE, error)));
}

/* Near the end, where everything can be tried. */
static bool oracles_tell_the_truth(const struct cop_game *game,
                                   const struct property_effort *effort, struct cop_error *error)
{
    struct asked asked = {0};
    const struct cop_oracle *rows = game->rules->oracles;

    for (int i = 0; rows[i].name != NULL; i++)
        if (rows[i].prepare != NULL) {
            asked.prepared[i] =
                cop_prepared(game, &rows[i], rows[i].prepare, rows[i].release, NULL, error);
            if (asked.prepared[i] == NULL)
                return false;
        }
    return walk_all(game, effort, visit_oracles, &asked, error);
}

/* ---- Symmetries ---- */

static bool has_symmetries(const struct cop_game *game)
{
    return game->symmetries > 0;
}

/* The same moves, turned, and after each of them the same position, turned. */
static bool check_symmetry(struct walk *walk, int symmetry, struct walk *other,
                           unsigned char *expected, struct cop_error *error)
{
    const struct cop_game *game = walk->game;

    game->rules->turned(game, walk->state, symmetry, other->state);
    if (symmetry == 0 && memcmp(other->state, walk->state, game->state_size) != 0)
        return cop_fail(error, "symmetry 0 changes the position");
    walk_look_around(other);
    if (other->mover != walk->mover || other->count != walk->count)
        return cop_fail(error, "symmetry %d has %d moves for player %d; it was %d for %d", symmetry,
                        other->count, other->mover, walk->count, walk->mover);
    for (int i = 0; i < walk->count; i++)
        if (!walk_is_legal(other, game->rules->turned_move(game, walk->moves[i], symmetry)))
            return cop_fail(error, "symmetry %d: move %d is not legal any more", symmetry, i);
    if (walk->next == COP_NO_MOVE)
        return true;
    game->rules->play(game, other->state, game->rules->turned_move(game, walk->next, symmetry));
    memcpy(expected + game->state_size + WALK_GUARD, walk->state, game->state_size);
    game->rules->play(game, expected + game->state_size + WALK_GUARD, walk->next);
    game->rules->turned(game, expected + game->state_size + WALK_GUARD, symmetry, expected);
    if (memcmp(expected, other->state, game->state_size) != 0)
        return cop_fail(error, "symmetry %d: to play and to turn is not to turn and to play",
                        symmetry);
    return true;
}

static bool visit_symmetries(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct walk other = *walk;
    unsigned char *expected = cop_allocate(2 * (game->state_size + WALK_GUARD));
    bool is_right = true;

    other.state = walk_new_state(game);
    other.moves = walk_new_moves(game);
    for (int symmetry = 0; symmetry < game->symmetries && is_right; symmetry++)
        is_right = check_symmetry(walk, symmetry, &other, expected, error);
    free(other.state);
    free(other.moves);
    free(expected);
    return is_right;
}

static bool symmetries_keep_the_game(const struct cop_game *game,
                                     const struct property_effort *effort, struct cop_error *error)
{
    return walk_all(game, effort, visit_symmetries, NULL, error);
}

/* ---- Numbers ---- */

static bool has_indexing(const struct cop_game *game)
{
    return game->rules->indexing != NULL;
}

struct numbered {
    int class_number; /* of the position before; -1: it had none */
};

static bool visit_numbers(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    const struct cop_indexing *indexing = game->rules->indexing;
    struct numbered *before = walk->context;
    unsigned char *again;
    int class_number;
    int64_t number;
    bool is_same;

    if (walk->ply == 0)
        before->class_number = -1;
    if (walk->mover == COP_OVER || !indexing->number(game, walk->state, &class_number, &number)) {
        before->class_number = -1;
        return true;
    }
    if (class_number < 0 || class_number >= indexing->classes(game) || number < 0 ||
        number >= indexing->count(game, class_number))
        return cop_fail(error, "class %d and number %lld are out of range", class_number,
                        (long long)number);
    if (before->class_number >= 0 && class_number > before->class_number)
        return cop_fail(error, "a move leads from class %d up to %d", before->class_number,
                        class_number);
    before->class_number = class_number;
    again = walk_new_state(game);
    is_same = indexing->state(game, class_number, number, again) &&
              memcmp(again, walk->state, game->state_size) == 0;
    free(again);
    return is_same || cop_fail(error, "number %lld of class %d is another position",
                               (long long)number, class_number);
}

static bool numbers_stand_for_positions(const struct cop_game *game,
                                        const struct property_effort *effort,
                                        struct cop_error *error)
{
    struct numbered numbered;

    return walk_all(game, effort, visit_numbers, &numbered, error);
}

/* ---- Parts ---- */

enum { PARTS_MAX = 64 };

static bool has_parts(const struct cop_game *game)
{
    return game->rules->parts != NULL;
}

/* Every move is a move of exactly one part. */
static bool check_parts(const struct walk *walk, const unsigned char *parts, int count,
                        struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    cop_move *moves = walk_new_moves(game);
    bool is_right = true;
    int sum = 0;

    for (int part = 0; part < count && is_right; part++) {
        const unsigned char *state = parts + (size_t)part * game->state_size;
        int here = game->rules->turn(game, state) == walk->mover
                       ? game->rules->moves(game, state, moves)
                       : 0;

        sum += here;
        for (int i = 0; i < here && is_right; i++)
            if (!walk_is_legal(walk, moves[i]))
                is_right = cop_fail(error, "part %d has a move that the whole has not", part);
    }
    if (is_right && sum != walk->count)
        is_right = cop_fail(error, "%d parts have %d moves, and the whole has %d", count, sum,
                            walk->count);
    free(moves);
    return is_right;
}

static bool visit_parts(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    unsigned char *parts;
    bool is_right = true;
    int count;

    if (walk->mover < 0)
        return true;
    parts = cop_allocate(PARTS_MAX * game->state_size);
    count = game->rules->parts(game, walk->state, parts, PARTS_MAX);
    if (count < 1)
        is_right = cop_fail(error, "a position has %d parts", count);
    else if (count > 1 && count <= PARTS_MAX && walk->moves[0] != COP_PASS)
        is_right = check_parts(walk, parts, count, error);
    free(parts);
    return is_right;
}

static bool parts_share_the_moves(const struct cop_game *game, const struct property_effort *effort,
                                  struct cop_error *error)
{
    return walk_all(game, effort, visit_parts, NULL, error);
}

const struct property knowledge_properties[] = {
    {"decisive_moves_win_and_none_is_missed", has_decisive, decisive_moves_win_and_none_is_missed},
    {"oracles_tell_the_truth", has_oracles, oracles_tell_the_truth},
    {"symmetries_keep_the_game", has_symmetries, symmetries_keep_the_game},
    {"numbers_stand_for_positions", has_indexing, numbers_stand_for_positions},
    {"parts_share_the_moves", has_parts, parts_share_the_moves},
    {NULL}};
