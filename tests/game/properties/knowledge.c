/* knowledge.c - what a game says for certain about its positions is so: decisive moves, oracles,
 * symmetries, numbers of positions, independent parts and openings. */
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
    int stage; /* of the position before; -1: it had none */
    struct cop_place place;
};

/* A move within a stage can be taken back. */
static bool check_before(const struct cop_game *game, const struct cop_place *from,
                         const struct cop_place *to, struct cop_error *error)
{
    struct cop_place *list = cop_allocate((size_t)game->max_moves * sizeof *list);
    int count =
        game->rules->indexing->before(game, to->class_number, to->number, list, game->max_moves);
    bool is_there = false;

    for (int i = 0; i < count; i++)
        is_there |= list[i].class_number == from->class_number && list[i].number == from->number;
    free(list);
    return is_there || cop_fail(error,
                                "a move leads from number %lld of class %d to %lld of class %d and "
                                "not back",
                                (long long)from->number, from->class_number, (long long)to->number,
                                to->class_number);
}

/* The position of a number has that number, and is worth as much: it has as many moves, the same
 * player's. */
static bool check_number(const struct walk *walk, const struct cop_place *place,
                         struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    const struct cop_indexing *indexing = game->rules->indexing;
    unsigned char *again = walk_new_state(game);
    cop_move *moves = walk_new_moves(game);
    struct cop_place back;
    bool is_same = indexing->state(game, place->class_number, place->number, again) &&
                   indexing->place(game, again, &back) &&
                   back.class_number == place->class_number && back.number == place->number &&
                   !back.has_past;

    is_same = is_same && game->rules->moves(game, again, moves) == walk->count;
    free(again);
    free(moves);
    return is_same || cop_fail(error, "number %lld of class %d is another position",
                               (long long)place->number, place->class_number);
}

static bool visit_numbers(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    const struct cop_indexing *indexing = game->rules->indexing;
    struct numbered *before = walk->context;
    struct cop_place place;
    int stage;

    if (walk->ply == 0)
        before->stage = -1;
    if (!indexing->place(game, walk->state, &place)) {
        before->stage = -1;
        return true;
    }
    if (walk->mover == COP_OVER)
        return cop_fail(error, "a game that is over has a number");
    if (place.class_number < 0 || place.class_number >= indexing->classes(game) ||
        place.number < 0 || place.number >= indexing->count(game, place.class_number))
        return cop_fail(error, "class %d and number %lld are out of range", place.class_number,
                        (long long)place.number);
    stage = indexing->stage(game, place.class_number);
    if (before->stage >= 0 && stage > before->stage)
        return cop_fail(error, "a move leads from stage %d up to %d", before->stage, stage);
    if (before->stage == stage && indexing->before != NULL &&
        !check_before(game, &before->place, &place, error))
        return false;
    *before = (struct numbered){stage, place};
    return check_number(walk, &place, error);
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

/* ---- Pasts ---- */

static bool has_pasts(const struct cop_game *game)
{
    return game->rules->forget != NULL && game->players == 2;
}

/* The positions since the last one without a past, that one too. */
struct past {
    unsigned char *positions;
    int count, room;
};

static bool stood_before(const struct past *past, const unsigned char *position, size_t size)
{
    for (int i = 0; i < past->count; i++)
        if (memcmp(past->positions + (size_t)i * size, position, size) == 0)
            return true;
    return false;
}

static void remember(struct past *past, const unsigned char *position, size_t size)
{
    if (past->count == past->room) {
        past->room = 2 * past->room + 16;
        past->positions = cop_reallocate(past->positions, (size_t)past->room * size);
    }
    memcpy(past->positions + (size_t)past->count++ * size, position, size);
}

/* The game has ended here, and without its past it would go on. */
static bool check_end_by_past(const struct walk *walk, const unsigned char *without, int patience,
                              struct cop_error *error)
{
    const struct past *past = walk->context;
    double payoffs[COP_PLAYERS_MAX];

    walk->game->rules->payoff(walk->game, walk->state, payoffs);
    if (payoffs[0] != 0.5 || payoffs[1] != 0.5)
        return cop_fail(error, "a past has ended the game, and not as a draw");
    return past->count >= patience || stood_before(past, without, walk->game->state_size) ||
           cop_fail(error, "a past of %d positions has ended the game, but none came back",
                    past->count);
}

static bool check_without_past(const struct walk *walk, const unsigned char *without,
                               struct cop_error *error)
{
    struct walk other = {.game = walk->game, .moves = walk_new_moves(walk->game)};
    bool is_right;

    other.state = walk_new_state(walk->game);
    memcpy(other.state, without, walk->game->state_size);
    walk_look_around(&other);
    is_right = other.mover == walk->mover && other.count == walk->count &&
               memcmp(other.moves, walk->moves, (size_t)walk->count * sizeof *walk->moves) == 0;
    free(other.state);
    free(other.moves);
    return is_right || cop_fail(error, "without its past the position has other moves");
}

static bool visit_pasts(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    unsigned char *without = walk_new_state(game);
    struct past *past = walk->context;
    bool is_right;
    int patience;

    memcpy(without, walk->state, game->state_size);
    patience = game->rules->forget(game, without);
    if (walk->ply == 0 || memcmp(without, walk->state, game->state_size) == 0)
        past->count = 0;
    if (walk->mover == COP_OVER && game->rules->turn(game, without) != COP_OVER)
        is_right = check_end_by_past(walk, without, patience, error);
    else
        is_right = check_without_past(walk, without, error);
    remember(past, without, game->state_size);
    free(without);
    return is_right;
}

static bool pasts_do_nothing_but_draw(const struct cop_game *game,
                                      const struct property_effort *effort, struct cop_error *error)
{
    struct past past = {NULL};
    bool is_right = walk_all(game, effort, visit_pasts, &past, error);

    free(past.positions);
    return is_right;
}

/* ---- Openings ---- */

static bool has_openings(const struct cop_game *game)
{
    return game->rules->opening != NULL;
}

/* What the game knows of a position; the list has a guard behind it. */
struct known {
    struct cop_opening_move *moves;
    int count;
    double others;
};

static struct known ask(const struct cop_game *game, const void *state)
{
    struct known known = {.others = -1};
    size_t room = (size_t)game->max_moves + WALK_GUARD;

    known.moves = cop_allocate(room * sizeof *known.moves);
    memset(known.moves, 0xa5, room * sizeof *known.moves);
    known.count = game->rules->opening(game, state, known.moves, &known.others);
    return known;
}

static bool is_share(double chance)
{
    return chance >= 0 && chance <= 1;
}

static bool is_in_list(const struct known *known, int count, cop_move move, double chance)
{
    for (int i = 0; i < count; i++)
        if (known->moves[i].move == move && known->moves[i].chance == chance)
            return true;
    return false;
}

static bool check_known(const struct walk *walk, const struct known *known, struct cop_error *error)
{
    if (known->count < 0 || known->count > walk->game->max_moves || !is_share(known->others))
        return cop_fail(error, "%d openings are known, and others promise %g", known->count,
                        known->others);
    for (int i = 0; i < known->count; i++) {
        const struct cop_opening_move *row = &known->moves[i];

        if (!walk_is_legal(walk, row->move))
            return cop_fail(error, "the opening %u is not legal", row->move);
        for (int k = 0; k < i; k++)
            if (known->moves[k].move == row->move)
                return cop_fail(error, "the opening %u is known twice", row->move);
        if (!is_share(row->chance) || row->games < 0)
            return cop_fail(error, "the opening %u promises %g by %d games", row->move, row->chance,
                            row->games);
    }
    return true;
}

/* The position is as it was, the same is known of it again, and of its images the same turned. */
static bool check_again(const struct walk *walk, const struct known *known, int symmetry,
                        struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    unsigned char *image = walk_new_state(game);
    struct known again;
    bool is_same;

    memcpy(image, walk->state, game->state_size);
    if (symmetry > 0)
        game->rules->turned(game, walk->state, symmetry, image);
    again = ask(game, image);
    is_same = again.count == known->count && again.others == known->others;
    for (int i = 0; i < known->count && is_same; i++) {
        cop_move move = known->moves[i].move;

        is_same = is_in_list(&again, again.count,
                             symmetry > 0 ? game->rules->turned_move(game, move, symmetry) : move,
                             known->moves[i].chance);
    }
    free(again.moves);
    free(image);
    return is_same || cop_fail(error, "other openings are known in image %d", symmetry);
}

static bool visit_openings(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    unsigned char *before = walk_new_state(game);
    struct known known;
    bool is_right;

    memcpy(before, walk->state, game->state_size);
    known = ask(game, walk->state);
    is_right = memcmp(before, walk->state, game->state_size) == 0 ||
               cop_fail(error, "asking for openings changes the position");
    if (is_right && walk->mover < 0 && known.count != 0)
        is_right = cop_fail(error, "an opening is known where nobody is to move");
    is_right = is_right && check_known(walk, &known, error) && check_again(walk, &known, 0, error);
    for (int i = 1; i < game->symmetries && is_right; i++)
        is_right = check_again(walk, &known, i, error);
    free(known.moves);
    free(before);
    return is_right;
}

static bool openings_are_legal_and_the_same_again(const struct cop_game *game,
                                                  const struct property_effort *effort,
                                                  struct cop_error *error)
{
    if (game->players != 2)
        return cop_fail(error, "openings are for games of two");
    return walk_all(game, effort, visit_openings, NULL, error);
}

const struct property knowledge_properties[] = {
    {"decisive_moves_win_and_none_is_missed", has_decisive, decisive_moves_win_and_none_is_missed},
    {"oracles_tell_the_truth", has_oracles, oracles_tell_the_truth},
    {"symmetries_keep_the_game", has_symmetries, symmetries_keep_the_game},
    {"numbers_stand_for_positions", has_indexing, numbers_stand_for_positions},
    {"parts_share_the_moves", has_parts, parts_share_the_moves},
    {"pasts_do_nothing_but_draw", has_pasts, pasts_do_nothing_but_draw},
    {"openings_are_legal_and_the_same_again", has_openings, openings_are_legal_and_the_same_again},
    {NULL}};
