/* look.c - short looks at positions by a game's own evaluator.
 *
 * A look of two plies is a full-width minimax. All but the best moves only have to be shown not to
 * be among the best, so a move is left as soon as one reply makes it worse than the worst that is
 * wanted; replies that did so before are tried first. */
#include "book/look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/fit.h"
#include "game/prepare.h"

const struct cop_option cop_look_options[] = {
    {"eval", COP_WORDS, "", .help = "the evaluator of looks; without it the game's first"},
    {"look", COP_INTEGER, "2", 1, 2,
     .help = "plies of a look, which orders moves and judges them "
             "before anybody else does"},
    {"parity", COP_FLAG, "on",
     .help = "looks judge at an even number of moves from the start only (odd-even correction)"},
    {"scale", COP_CHOICE, "chance", .choices = "chance|points",
     .help = "values are chances, from -won to won, or the evaluator's points"},
    {"won", COP_REAL, "20", 1e-3, 1e6,
     .help = "what a won game counts in the scale of chances; with 20 a unit is about a point of "
             "the Amazons, for which the builders' other numbers are meant"},
    {NULL},
};

static bool find_evaluator(struct cop_look *look, const char *name, struct cop_error *error)
{
    const struct cop_evaluator *row = NULL;
    struct cop_text list = COP_TEXT;

    while ((row = cop_evaluator_after(look->game, row)) != NULL) {
        if (name[0] == '\0' || strcmp(row->name, name) == 0) {
            look->evaluator = row;
            cop_text_free(&list);
            return true;
        }
        cop_text_add(&list, "%s%s", list.length > 0 ? ", " : "", row->name);
    }
    if (list.length == 0)
        cop_fail(error, "%s has no evaluator, and a book cannot grow without", look->game->name);
    else
        cop_fail(error, "eval=%.40s: %s has %s", name, look->game->rules->name, list.bytes);
    cop_text_free(&list);
    return false;
}

bool cop_look_read(struct cop_look *look, const struct cop_game *game,
                   const struct cop_settings *settings, struct cop_error *error)
{
    *look = (struct cop_look){.game = game,
                              .scale = (enum cop_book_scale)cop_choice(settings, "scale"),
                              .won = cop_real(settings, "won"),
                              .plies = (int)cop_integer(settings, "look"),
                              .has_parity = cop_flag(settings, "parity")};
    return find_evaluator(look, cop_words(settings, "eval"), error);
}

bool cop_look_open(struct cop_look *look, const struct cop_game *game,
                   const struct cop_settings *settings, struct cop_error *error)
{
    if (!cop_look_read(look, game, settings, error))
        return false;
    if (look->evaluator->prepare == NULL)
        return true;
    look->prepared = cop_prepared(game, look->evaluator, look->evaluator->prepare,
                                  look->evaluator->release, NULL, error);
    return look->prepared != NULL;
}

/* ---- Values ---- */

static double lower_of(const struct cop_look *look)
{
    const struct cop_evaluator *row = look->evaluator;

    return row->is_zero_sum ? row->lower : row->lower - row->upper;
}

static double upper_of(const struct cop_look *look)
{
    return look->evaluator->is_zero_sum ? look->evaluator->upper : -lower_of(look);
}

double cop_look_worth(const struct cop_look *look, double share, double chance)
{
    if (look->scale == COP_BOOK_POINTS)
        return lower_of(look) + share * (upper_of(look) - lower_of(look));
    return (2 * chance - 1) * look->won;
}

double cop_look_payoff(const struct cop_look *look, double payoff)
{
    return cop_look_worth(look, payoff, payoff);
}

/* The player to move has a chance that was fitted for who is to move. */
static double chance_of(const struct cop_look *look, int player, double value)
{
    const struct cop_evaluator *row = look->evaluator;
    double of_mover;

    if (row->chance.version != row->version || row->chance.version == 0)
        return fmin(1, fmax(0, (value - lower_of(look)) / (upper_of(look) - lower_of(look))));
    of_mover = cop_chance_at(&row->chance, cop_book_for(player, value));
    return player == 1 ? 1 - of_mover : of_mover;
}

double cop_look_chance(const struct cop_look *look, int player, double value)
{
    double of_first;

    if (look->scale == COP_BOOK_CHANCE)
        return fmin(1, fmax(0, (value / look->won + 1) / 2));
    of_first = chance_of(look, player, cop_book_for(player, value));
    return player == 1 ? 1 - of_first : of_first;
}

double cop_look_static(const struct cop_look *look, const void *state)
{
    const struct cop_game *game = look->game;
    int player = game->rules->turn(game, state);
    double of_player[COP_PLAYERS_MAX], value;

    if (player == COP_OVER) {
        game->rules->payoff(game, state, of_player);
        return cop_look_payoff(look, of_player[0]);
    }
    look->evaluator->evaluate(game, look->prepared, state, of_player);
    value = look->evaluator->is_zero_sum ? of_player[0] : of_player[0] - of_player[1];
    return look->scale == COP_BOOK_POINTS ? value
                                          : (2 * chance_of(look, player, value) - 1) * look->won;
}

/* ---- Replies ---- */

struct looker {
    const struct cop_look *look;
    int player;       /* whose moves are compared */
    cop_move *moves;  /* replies */
    char *state;      /* after one */
    cop_move refuter; /* the reply that refuted last */
};

static double static_for(const struct looker *looker, const void *state)
{
    return cop_book_for(looker->player, cop_look_static(looker->look, state));
}

static void refuter_first(struct looker *looker, int count)
{
    for (int i = 1; i < count; i++)
        if (looker->moves[i] == looker->refuter) {
            looker->moves[i] = looker->moves[0];
            looker->moves[0] = looker->refuter;
            return;
        }
}

/* What a position is worth one ply on; less than `bound` may be any such number. */
static double after_reply(struct looker *looker, const void *state, double bound, cop_move *reply)
{
    const struct cop_game *game = looker->look->game;
    int mover = game->rules->turn(game, state), count;
    double best = mover == looker->player ? -INFINITY : INFINITY;

    *reply = COP_NO_MOVE;
    if (mover < 0)
        return static_for(looker, state);
    count = game->rules->moves(game, state, looker->moves);
    refuter_first(looker, count);
    for (int i = 0; i < count; i++) {
        double value;

        memcpy(looker->state, state, game->state_size);
        game->rules->play(game, looker->state, looker->moves[i]);
        value = static_for(looker, looker->state);
        if (mover == looker->player ? value > best : value < best) {
            best = value;
            *reply = looker->moves[i];
        }
        if (mover != looker->player && best < bound) {
            looker->refuter = looker->moves[i];
            break;
        }
    }
    return best;
}

/* ---- Moves in order ---- */

struct ranked {
    struct cop_book_rank rank;
    int number; /* in the order of moves() */
    cop_move reply;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->rank.value != y->rank.value)
        return x->rank.value < y->rank.value ? 1 : -1;
    return x->number - y->number;
}

/* Puts a value among the best so far, in descending order; returns the worst of them, or nothing
 * while there is room. */
static double take_in(double *best, int *kept, int want, double value)
{
    int at;

    if (*kept == want && value <= best[want - 1])
        return best[want - 1];
    at = *kept < want ? (*kept)++ : want - 1;
    while (at > 0 && best[at - 1] < value) {
        best[at] = best[at - 1];
        at--;
    }
    best[at] = value;
    return *kept < want ? -INFINITY : best[want - 1];
}

static void look_deeper(struct looker *looker, const void *state, struct ranked *all, int count,
                        int want)
{
    const struct cop_game *game = looker->look->game;
    double *best = cop_allocate((size_t)want * sizeof *best), bound = -INFINITY;
    char *after = cop_allocate(game->state_size);
    int kept = 0;

    for (int i = 0; i < count; i++) {
        memcpy(after, state, game->state_size);
        game->rules->play(game, after, all[i].rank.move);
        all[i].rank.value = after_reply(looker, after, bound, &all[i].reply);
        if (all[i].rank.value >= bound)
            bound = take_in(best, &kept, want, all[i].rank.value);
    }
    qsort(all, (size_t)count, sizeof *all, by_value);
    free(best);
    free(after);
}

/* The caller frees what is returned. */
static struct ranked *rank_all(const struct cop_look *look, const void *state, int want, int *count)
{
    const struct cop_game *game = look->game;
    size_t room = (size_t)game->max_moves;
    struct looker looker = {.look = look,
                            .player = game->rules->turn(game, state),
                            .moves = cop_allocate(room * sizeof *looker.moves),
                            .state = cop_allocate(game->state_size)};
    struct ranked *all = cop_allocate(room * sizeof *all);

    *count = game->rules->moves(game, state, looker.moves);
    for (int i = 0; i < *count; i++) {
        memcpy(looker.state, state, game->state_size);
        game->rules->play(game, looker.state, looker.moves[i]);
        all[i] = (struct ranked){.rank = {looker.moves[i], static_for(&looker, looker.state)},
                                 .number = i};
    }
    qsort(all, (size_t)*count, sizeof *all, by_value);
    if (look->plies > 1)
        look_deeper(&looker, state, all, *count, want);
    free(looker.moves);
    free(looker.state);
    return all;
}

int cop_look_rank(const struct cop_look *look, const void *state, int want,
                  struct cop_book_rank *ranks)
{
    int count;
    struct ranked *all = rank_all(look, state, want > 0 ? want : 1, &count);

    for (int i = 0; i < count; i++)
        ranks[i] = all[i].rank;
    free(all);
    return count;
}

/* One ply more at the end of the best line. */
static double extended(const struct cop_look *look, const void *state, const struct ranked *best)
{
    struct cop_look one = *look;
    const struct cop_game *game = look->game;
    char *end = cop_allocate(game->state_size);
    double value;

    memcpy(end, state, game->state_size);
    game->rules->play(game, end, best->rank.move);
    if (best->reply != COP_NO_MOVE)
        game->rules->play(game, end, best->reply);
    one.plies = 1;
    one.has_parity = false;
    value = cop_look_value(&one, end, 0);
    free(end);
    return value;
}

double cop_look_value(const struct cop_look *look, const void *state, int depth)
{
    const struct cop_game *game = look->game;
    int player = game->rules->turn(game, state), count;
    struct ranked *all;
    double value;

    if (player == COP_OVER)
        return cop_look_static(look, state);
    all = rank_all(look, state, 1, &count);
    value = cop_book_for(player, all[0].rank.value);
    if (look->has_parity && (depth + look->plies) % 2 != 0)
        value = extended(look, state, &all[0]);
    free(all);
    return value;
}
