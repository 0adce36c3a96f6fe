/* sums.c - what a game says of its parts as sums is so, by brute force: small parts are played out
 * beside stores of free moves, and who wins tells what they are worth. */
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "walk.h"

enum { PARTS_MAX = 64, SMALL = 3, FORMS_MAX = 400 };

static bool is_sum(const struct cop_game *game)
{
    const struct cop_sums *sums = game->rules->sums;

    return sums != NULL && (sums->unfit == NULL || sums->unfit(game) == NULL);
}

/* Does the player to move win a part beside so many free moves of each side's? */
static bool wins(const struct cop_game *game, const void *part, int mover, int first, int second)
{
    int free_moves[2] = {first, second};
    _Alignas(max_align_t) unsigned char now[COP_STATE_MAX], after[COP_STATE_MAX];
    cop_move *moves;
    bool is_won = false;
    int count = 0;

    if (free_moves[mover] > 0) {
        free_moves[mover]--;
        if (!wins(game, part, 1 - mover, free_moves[0], free_moves[1]))
            return true;
    }
    moves = walk_new_moves(game);
    memcpy(now, part, game->state_size);
    game->rules->sums->turn_to(game, now, mover);
    if (game->rules->turn(game, now) == mover)
        count = game->rules->moves(game, now, moves);
    for (int i = 0; i < count && !is_won; i++) {
        memcpy(after, now, game->state_size);
        game->rules->play(game, after, moves[i]);
        is_won = !wins(game, after, 1 - mover, first, second);
    }
    free(moves);
    return is_won;
}

/* Who wins beside each small store, as bits; exchanged, what the other player would have. */
static unsigned signature(const struct cop_game *game, const void *part, bool is_swapped)
{
    unsigned bits = 0;

    for (int lead = -SMALL; lead <= SMALL; lead++)
        for (int mover = 0; mover < 2; mover++) {
            int own = is_swapped ? -lead : lead, first = is_swapped ? 1 - mover : mover;

            bits = 2 * bits + wins(game, part, first, own > 0 ? own : 0, own < 0 ? -own : 0);
        }
    return bits;
}

static bool check_turns(const struct cop_game *game, const void *part, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    memcpy(state, part, game->state_size);
    for (int i = 0; i < 4; i++) {
        int player = i % 2, turn;

        game->rules->sums->turn_to(game, state, player);
        turn = game->rules->turn(game, state);
        if (turn != player && turn != COP_OVER)
            return cop_fail(error, "a part's turn was given to player %d, and turn() is %d", player,
                            turn);
    }
    return true;
}

/* A part that is worth n moves is lost for whoever begins beside n moves of the other side's. */
static bool check_worth(const struct cop_game *game, const void *part, struct cop_error *error)
{
    int moves = 0, first, second;

    if (game->rules->sums->worth == NULL || !game->rules->sums->worth(game, part, &moves))
        return true;
    first = moves < 0 ? -moves : 0;
    second = moves > 0 ? moves : 0;
    return (!wins(game, part, 0, first, second) && !wins(game, part, 1, first, second)) ||
           cop_fail(error, "a part is said to be worth %d moves, and is not", moves);
}

struct forms {
    int count;
    struct {
        uint8_t bytes[COP_FORM_MAX];
        int length;
        unsigned signature;
    } of[FORMS_MAX];
};

/* Parts of one form are worth the same. */
static bool check_form(const struct cop_game *game, const void *part, struct forms *forms,
                       struct cop_error *error)
{
    uint8_t bytes[COP_FORM_MAX], again[COP_FORM_MAX];
    _Alignas(max_align_t) unsigned char other[COP_STATE_MAX];
    bool is_swapped = false, is_other = false;
    int length = game->rules->sums->form(game, part, bytes, &is_swapped), at = 0;
    unsigned here;

    memcpy(other, part, game->state_size);
    for (int player = 0; player < 2; player++) {
        game->rules->sums->turn_to(game, other, player);
        if (game->rules->sums->form(game, other, again, &is_other) != length ||
            memcmp(bytes, again, (size_t)length) != 0 || is_swapped != is_other)
            return cop_fail(error, "a part has another form when it is player %d's turn", player);
    }
    here = signature(game, part, is_swapped);
    while (at < forms->count && (forms->of[at].length != length ||
                                 memcmp(forms->of[at].bytes, bytes, (size_t)length) != 0))
        at++;
    if (at < forms->count)
        return forms->of[at].signature == here ||
               cop_fail(error, "two parts of one form are not worth the same");
    if (at < FORMS_MAX) {
        forms->count++;
        memcpy(forms->of[at].bytes, bytes, (size_t)length);
        forms->of[at].length = length;
        forms->of[at].signature = here;
    }
    return true;
}

/* Lays the part somewhere; false: there is no room for it. */
static bool lay(const struct cop_game *game, void *sum, const void *part, int first_way)
{
    int count = game->rules->sums->ways(game);

    for (int i = 0; i < count; i++)
        if (game->rules->sums->place(game, sum, part, (first_way + i) % count))
            return true;
    return false;
}

/* Twice the same part beside each other, if there is room, is two parts as large as it. */
static bool check_places(const struct cop_game *game, const void *part, int first_way,
                         struct cop_error *error)
{
    const struct cop_sums *sums = game->rules->sums;
    _Alignas(max_align_t) unsigned char sum[COP_STATE_MAX];
    unsigned char *parts = cop_allocate(PARTS_MAX * game->state_size);
    int extent = sums->extent(game, part), laid = 0, count;
    bool is_right = true;

    sums->clear(game, sum);
    if (game->rules->moves_left(game, sum) != 0)
        is_right = cop_fail(error, "a cleared sum has something left to play");
    while (laid < 2 && lay(game, sum, part, first_way))
        laid++;
    memcpy(parts, sum, game->state_size);
    count = game->rules->parts(game, sum, parts, PARTS_MAX);
    if (is_right && laid > 0 && count != laid)
        is_right = cop_fail(error, "a part was laid out %d times and %d are there", laid, count);
    for (int i = 0; i < laid && is_right; i++)
        if (sums->extent(game, parts + (size_t)i * game->state_size) != extent)
            is_right = cop_fail(error, "a part has changed its size where it was laid");
    free(parts);
    return is_right;
}

static bool check_part(const struct cop_game *game, const void *part, struct forms *forms,
                       int first_way, struct cop_error *error)
{
    int moves;

    if (!check_turns(game, part, error))
        return false;
    if (game->rules->sums->place != NULL && game->rules->moves_left(game, part) > 0 &&
        (game->rules->sums->worth == NULL || !game->rules->sums->worth(game, part, &moves)) &&
        !check_places(game, part, first_way, error))
        return false;
    if (game->rules->moves_left(game, part) > SMALL)
        return true;
    return check_worth(game, part, error) &&
           (game->rules->sums->form == NULL || check_form(game, part, forms, error));
}

static bool visit_sum(struct walk *walk, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    unsigned char *parts = cop_allocate(PARTS_MAX * game->state_size);
    bool is_right = true;
    int count;

    memcpy(parts, walk->state, game->state_size);
    count = game->rules->parts(game, walk->state, parts, PARTS_MAX);
    for (int i = 0; i < count && i < PARTS_MAX && is_right; i++)
        is_right = check_part(game, parts + (size_t)i * game->state_size, walk->context,
                              (int)cop_rng_below(&walk->rng, 800), error);
    free(parts);
    return is_right;
}

static bool sums_are_worth_what_play_shows(const struct cop_game *game,
                                           const struct property_effort *effort,
                                           struct cop_error *error)
{
    struct forms *forms = cop_allocate(sizeof *forms);
    bool is_right = walk_all(game, effort, visit_sum, forms, error);

    free(forms);
    return is_right;
}

const struct property sum_properties[] = {
    {"sums_are_worth_what_play_shows", is_sum, sums_are_worth_what_play_shows},
    {NULL},
};
