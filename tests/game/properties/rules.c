/* rules.c - what the rules of every game keep: turns, moves, chance, payoffs, keys. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "walk.h"

bool walk_check_turn(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;

    if (walk->mover < COP_OVER || walk->mover >= game->players)
        return cop_fail(error, "turn() is %d", walk->mover);
    if (walk->mover == COP_CHANCE && !game->has_chance)
        return cop_fail(error, "chance moves in a game that says it has none");
    if ((walk->mover == COP_OVER) != (walk->count == 0))
        return cop_fail(error, "turn() is %d but there are %d moves", walk->mover, walk->count);
    if (walk->count > game->max_moves)
        return cop_fail(error, "%d moves are more than max_moves, %d", walk->count,
                        game->max_moves);
    if (game->max_plies > 0 && walk->ply > game->max_plies)
        return cop_fail(error, "the game is longer than max_plies, %d", game->max_plies);
    if (game->max_plies == 0 && walk->ply == WALK_PLIES_MAX)
        return cop_fail(error, "no random game should last %d plies", WALK_PLIES_MAX);
    return true;
}

static bool games_end_when_moves_do(const struct cop_game *game,
                                    const struct property_effort *effort, struct cop_error *error)
{
    return walk_all(game, effort, walk_check_turn, NULL, error);
}

static int compare_moves(const void *left, const void *right)
{
    const cop_move *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static bool visit_moves(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    cop_move *again = walk_new_moves(game), twice = COP_NO_MOVE;
    bool is_same = game->rules->moves(game, walk->state, again) == walk->count &&
                   memcmp(again, walk->moves, (size_t)walk->count * sizeof *again) == 0;

    qsort(again, (size_t)walk->count, sizeof *again, compare_moves);
    for (int i = 1; i < walk->count; i++)
        if (again[i] == again[i - 1])
            twice = again[i];
    free(again);
    if (!is_same)
        return cop_fail(error, "moves() answers the same question in two ways");
    if (twice != COP_NO_MOVE)
        return cop_fail(error, "the move %u is listed twice", (unsigned)twice);
    for (int i = 0; i < walk->count; i++) {
        if (walk->moves[i] == COP_NO_MOVE)
            return cop_fail(error, "move %d is COP_NO_MOVE", i);
        if (walk->moves[i] == COP_PASS && walk->count > 1)
            return cop_fail(error, "a pass is not the only move");
    }
    return true;
}

static bool moves_are_distinct(const struct cop_game *game, const struct property_effort *effort,
                               struct cop_error *error)
{
    return walk_all(game, effort, visit_moves, NULL, error);
}

/* The twin starts in zeroed memory, the walker in poisoned one, and both get the same moves. */
static bool visit_twin(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    unsigned char *twin = walk->context;

    if (walk->ply == 0) {
        struct cop_rng rng;

        cop_rng_seed(&rng, walk->seed);
        memset(twin, 0, game->state_size);
        game->rules->start(game, twin, &rng);
    }
    if (memcmp(twin, walk->state, game->state_size) != 0)
        return cop_fail(error, "a game from the same seed with the same moves has other bytes");
    if (!walk_guard_is_whole(game, walk->state) || !walk_guard_is_whole(game, twin))
        return cop_fail(error, "the game writes past the end of its state");
    if (walk->next != COP_NO_MOVE)
        game->rules->play(game, twin, walk->next);
    return true;
}

static bool copies_play_alike(const struct cop_game *game, const struct property_effort *effort,
                              struct cop_error *error)
{
    unsigned char *twin = walk_new_state(game);
    bool is_right = walk_all(game, effort, visit_twin, twin, error);

    free(twin);
    return is_right;
}

static bool has_chance(const struct cop_game *game)
{
    return game->has_chance;
}

static bool visit_chances(struct walk *walk, struct cop_error *error)
{
    double *probability, sum = 0;

    if (walk->mover != COP_CHANCE)
        return true;
    probability = cop_allocate(((size_t)walk->game->max_moves + WALK_GUARD) * sizeof *probability);
    walk->game->rules->chances(walk->game, walk->state, probability);
    for (int i = 0; i < walk->count; i++)
        sum = probability[i] >= 0 ? sum + probability[i] : NAN;
    free(probability);
    if (!(fabs(sum - 1) < 1e-9))
        return cop_fail(error, "the %d probabilities add to %.12g", walk->count, sum);
    return true;
}

static bool chances_add_to_one(const struct cop_game *game, const struct property_effort *effort,
                               struct cop_error *error)
{
    return walk_all(game, effort, visit_chances, NULL, error);
}

bool walk_check_payoff(struct walk *walk, struct cop_error *error)
{
    double of_player[COP_PLAYERS_MAX] = {0}, sum = 0;

    if (walk->mover != COP_OVER)
        return true;
    walk->game->rules->payoff(walk->game, walk->state, of_player);
    for (int player = 0; player < walk->game->players; player++) {
        if (!(of_player[player] >= 0 && of_player[player] <= 1))
            return cop_fail(error, "the payoff of player %d is %g", player, of_player[player]);
        sum += of_player[player];
    }
    if (walk->game->is_constant_sum && fabs(sum - 1) > 1e-9)
        return cop_fail(error, "the payoffs add to %.12g", sum);
    return true;
}

static bool payoffs_are_shares(const struct cop_game *game, const struct property_effort *effort,
                               struct cop_error *error)
{
    return walk_all(game, effort, walk_check_payoff, NULL, error);
}

static bool has_score(const struct cop_game *game)
{
    return game->rules->score != NULL;
}

static bool visit_score(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;

    for (int player = 0; player < game->players; player++) {
        double score = game->rules->score(game, walk->state, player);

        if (!(score >= game->score_low && score <= game->score_high))
            return cop_fail(error, "the score of player %d, %g, is not in %g..%g", player, score,
                            game->score_low, game->score_high);
    }
    return true;
}

static bool has_margin(const struct cop_game *game)
{
    return game->score_is_margin;
}

static bool visit_margin(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    double first = game->rules->score(game, walk->state, 0);
    double second = game->rules->score(game, walk->state, 1);

    return first == -second || cop_fail(error, "the scores %g and %g are no margin", first, second);
}

static bool margins_are_opposite(const struct cop_game *game, const struct property_effort *effort,
                                 struct cop_error *error)
{
    if (game->players != 2 || game->rules->score == NULL)
        return cop_fail(error, "%s has a margin, but not two players with scores", game->name);
    return walk_all(game, effort, visit_margin, NULL, error);
}

static bool has_moves_left(const struct cop_game *game)
{
    return game->rules->moves_left != NULL;
}

static bool has_codes(const struct cop_game *game)
{
    return game->rules->code != NULL;
}

/* Moves have codes of their own, and the list of both at once is the same list. */
static bool visit_codes(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    uint64_t *codes = cop_allocate((size_t)game->max_moves * sizeof *codes);
    bool is_right = cop_coded_moves(game, walk->state, moves, codes) == walk->count;

    for (int i = 0; i < walk->count && is_right; i++) {
        is_right = moves[i] == walk->moves[i] &&
                   codes[i] == game->rules->code(game, walk->state, moves[i]);
        for (int j = 0; j < i && is_right; j++)
            is_right = codes[j] != codes[i];
    }
    free(moves);
    free(codes);
    return is_right || cop_fail(error, "codes are not those of the %d moves", walk->count);
}

static bool codes_tell_moves_apart(const struct cop_game *game,
                                   const struct property_effort *effort, struct cop_error *error)
{
    return walk_all(game, effort, visit_codes, NULL, error);
}

static bool has_marking(const struct cop_game *game)
{
    return game->rules->marking != NULL;
}

/* Every move has a mark by which it is found, and marks do not change how a move is played. */
static bool visit_marks(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    const struct cop_marking *marking = game->rules->marking;
    unsigned char *marks = walk->context, *left = walk_new_state(game),
                  *right = walk_new_state(game);
    bool is_right = true;

    if (walk->ply == 0)
        marking->begin(game, walk->state, marks);
    for (int i = 0; i < walk->count && is_right; i++) {
        uint64_t mark = marking->of(game, walk->state, marks, walk->moves[i]);

        is_right = marking->find(game, walk->state, marks, mark) == walk->moves[i];
    }
    if (walk->next != COP_NO_MOVE) {
        memcpy(left, walk->state, game->state_size);
        memcpy(right, walk->state, game->state_size);
        game->rules->play(game, left, walk->next);
        marking->play(game, right, marks, walk->next);
        is_right = is_right && memcmp(left, right, game->state_size) == 0;
    }
    free(left);
    free(right);
    return is_right ||
           cop_fail(error, "marks lose one of %d moves, or change its play", walk->count);
}

static bool marks_follow_moves(const struct cop_game *game, const struct property_effort *effort,
                               struct cop_error *error)
{
    unsigned char *marks = cop_allocate(game->rules->marking->size(game));
    bool is_right = walk_all(game, effort, visit_marks, marks, error);

    free(marks);
    return is_right;
}

static bool has_stems(const struct cop_game *game)
{
    return game->has_stems;
}

/* One stem's moves are some of those that no other stem has had. */
static bool check_stem(const struct walk *walk, cop_move stem, bool *seen, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = cop_stem_moves(game, walk->state, stem, moves);
    bool is_right = stem != COP_NO_MOVE && count > 0;

    for (int i = 0; i < count && is_right; i++) {
        int at = 0;

        while (at < walk->count && walk->moves[at] != moves[i])
            at++;
        is_right = at < walk->count && !seen[at] && game->rules->stem(game, moves[i]) == stem;
        if (is_right)
            seen[at] = true;
    }
    free(moves);
    return is_right || cop_fail(error, "stem %u of %d moves is none, or another's", stem, count);
}

static bool visit_stems(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    cop_move *stems;
    bool *seen, is_right = true;
    int count, missing = 0;

    if (walk->mover < 0)
        return true;
    stems = cop_allocate((size_t)game->max_moves * sizeof *stems);
    seen = cop_allocate((size_t)walk->count * sizeof *seen);
    count = cop_stems(game, walk->state, stems);
    for (int i = 0; i < count && is_right; i++)
        is_right = check_stem(walk, stems[i], seen, error);
    for (int i = 0; i < walk->count; i++)
        missing += !seen[i];
    free(stems);
    free(seen);
    return is_right && (missing == 0 || cop_fail(error, "%d moves have no stem", missing));
}

static bool stems_share_the_moves_out(const struct cop_game *game,
                                      const struct property_effort *effort, struct cop_error *error)
{
    return walk_all(game, effort, visit_stems, NULL, error);
}

/* A game so far: its moves, and what the positions passed allow it. */
struct length {
    int played, allowed, left;
};

static bool visit_moves_left(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct length *length = walk->context;
    int left = game->rules->moves_left(game, walk->state);

    if (walk->ply == 0)
        *length = (struct length){0, left, left};
    if (left < 0 || left > length->left)
        return cop_fail(error, "%d moves are left, after %d", left, length->left);
    if (walk->ply == 0 && game->max_plies > 0 && left > game->max_plies)
        return cop_fail(error, "%d moves are left; no game has more than %d plies", left,
                        game->max_plies);
    length->left = left;
    if (length->played + left < length->allowed)
        length->allowed = length->played + left;
    length->played += walk->mover >= 0 && walk->next != COP_PASS;
    if (length->played > length->allowed)
        return cop_fail(error, "move %d of a game that could have %d", length->played,
                        length->allowed);
    return true;
}

static bool moves_left_are_enough_and_never_grow(const struct cop_game *game,
                                                 const struct property_effort *effort,
                                                 struct cop_error *error)
{
    struct length length;

    return walk_all(game, effort, visit_moves_left, &length, error);
}

static bool scores_stay_in_range(const struct cop_game *game, const struct property_effort *effort,
                                 struct cop_error *error)
{
    return walk_all(game, effort, visit_score, NULL, error);
}

/* ---- Keys ---- */

/* All states seen so far, as what must tell them apart. */
struct sighting {
    uint64_t key;
    char *text;
    uint64_t bytes; /* a hash of the state, independent of the game's key */
};

struct sightings {
    struct sighting *list;
    size_t count, room;
};

static uint64_t hash_state(const struct cop_game *game, const unsigned char *state)
{
    uint64_t sum = 1;

    for (size_t i = 0; i < game->state_size; i++)
        sum = cop_mix(sum * 257 + state[i]);
    return sum;
}

static bool visit_key(struct walk *walk, struct cop_error *error)
{
    struct sightings *seen = walk->context;
    uint64_t key = walk->game->rules->key(walk->game, walk->state);

    if (walk->game->rules->key(walk->game, walk->state) != key)
        return cop_fail(error, "key() answers the same question in two ways");
    if (seen->count == seen->room) {
        seen->room = seen->room > 0 ? 2 * seen->room : 256;
        seen->list = cop_reallocate(seen->list, seen->room * sizeof *seen->list);
    }
    seen->list[seen->count++] = (struct sighting){key, walk_position_text(walk->game, walk->state),
                                                  hash_state(walk->game, walk->state)};
    return true;
}

static int by_key(const void *left, const void *right)
{
    const struct sighting *a = left, *b = right;

    return (a->key > b->key) - (a->key < b->key);
}

static int by_bytes(const void *left, const void *right)
{
    const struct sighting *a = left, *b = right;

    return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

static bool compare_sightings(struct sightings *seen, struct cop_error *error)
{
    qsort(seen->list, seen->count, sizeof *seen->list, by_key);
    for (size_t i = 1; i < seen->count; i++)
        if (seen->list[i].key == seen->list[i - 1].key &&
            strcmp(seen->list[i].text, seen->list[i - 1].text) != 0)
            return cop_fail(error, "\"%.200s\" and \"%.200s\" have the same key",
                            seen->list[i - 1].text, seen->list[i].text);
    qsort(seen->list, seen->count, sizeof *seen->list, by_bytes);
    for (size_t i = 1; i < seen->count; i++)
        if (seen->list[i].bytes == seen->list[i - 1].bytes &&
            seen->list[i].key != seen->list[i - 1].key)
            return cop_fail(error, "\"%.200s\" has two keys", seen->list[i].text);
    return true;
}

static bool keys_tell_positions_apart(const struct cop_game *game,
                                      const struct property_effort *effort, struct cop_error *error)
{
    struct sightings seen = {0};
    bool is_right =
        walk_all(game, effort, visit_key, &seen, error) && compare_sightings(&seen, error);

    for (size_t i = 0; i < seen.count; i++)
        free(seen.list[i].text);
    free(seen.list);
    return is_right;
}

const struct property rules_properties[] = {
    {"games_end_when_moves_do", NULL, games_end_when_moves_do},
    {"moves_are_distinct", NULL, moves_are_distinct},
    {"copies_play_alike", NULL, copies_play_alike},
    {"chances_add_to_one", has_chance, chances_add_to_one},
    {"payoffs_are_shares", NULL, payoffs_are_shares},
    {"scores_stay_in_range", has_score, scores_stay_in_range},
    {"margins_are_opposite", has_margin, margins_are_opposite},
    {"moves_left_are_enough_and_never_grow", has_moves_left, moves_left_are_enough_and_never_grow},
    {"marks_follow_moves", has_marking, marks_follow_moves},
    {"codes_tell_moves_apart", has_codes, codes_tell_moves_apart},
    {"stems_share_the_moves_out", has_stems, stems_share_the_moves_out},
    {"keys_tell_positions_apart", NULL, keys_tell_positions_apart},
    {NULL}};
