/* twixt_order.c - finds the weights of src/games/twixt/traits.h from the moves of stored games, and
 * writes data/twixt/order.txt. data/README.md has the commands that made the one in use.
 *
 *   twixt-order GAME SKIP STORE... > data/twixt/order.txt
 *
 * The first SKIP plies of each game, which are random, are left out, and so are positions in which
 * a peg wins at once. A move is thought to be chosen with a probability that is proportional to
 * e to the sum of its traits' weights; the weights are those under which the chosen moves of all
 * positions together are likeliest (multinomial logit), found position after position, an error
 * moving a weight the less the more it was moved before (Adagrad). Every tenth game is held out;
 * what is said of these games stands at the top of the file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "games/twixt/traits.h"
#include "stored_games.h"

enum { PASSES = 12, HELD = 10, WIDTH = 24 };

static const double rate = 0.1, decay = 1e-6;

/* A choice: the traits of all moves, one behind the other, each list with its length before it. The
 * chosen move is the first. */
struct choice {
    size_t at;
    int moves;
    int safe_place; /* of the chosen move in the order `safe`, from 0 */
    bool is_held;
};

struct school {
    const struct cop_game *game;
    long skip, games;
    uint16_t *numbers;
    size_t count, room;
    struct choice *choices;
    size_t choice_count, choice_room;
    double weights[TRAITS], moved[TRAITS];
};

/* ---- Choices of games ---- */

static void add_number(struct school *school, uint16_t number)
{
    if (school->count == school->room) {
        school->room = school->room > 0 ? 2 * school->room : 1 << 20;
        school->numbers = cop_reallocate(school->numbers, school->room * sizeof *school->numbers);
    }
    school->numbers[school->count++] = number;
}

static void add_move(struct school *school, const struct twixt_outlook *outlook,
                     const struct twixt_position *position, cop_move move)
{
    const struct twixt_board *board = twixt_board_of(school->game);
    int hole = (int)move - 1;
    uint16_t numbers[TRAITS_MOST];
    int count = twixt_list_traits(outlook, board, position, hole % board->stride,
                                  hole / board->stride, numbers);

    add_number(school, (uint16_t)count);
    for (int i = 0; i < count; i++)
        add_number(school, numbers[i]);
}

/* How many moves `safe`, the first ordering, puts before the chosen one; those with its own rating
 * count as half.
 */
static int place_of(const struct school *school, const void *state, const cop_move *moves,
                    int count, cop_move chosen)
{
    float ratings[TWIXT_HOLES_MAX + 1], rating = 0;
    int twice = 0;

    school->game->rules->orderings[0].rate(school->game, state, moves, count, ratings);
    for (int i = 0; i < count; i++)
        if (moves[i] == chosen)
            rating = ratings[i];
    for (int i = 0; i < count; i++)
        twice += 2 * (ratings[i] > rating) + (ratings[i] == rating && moves[i] != chosen);
    return twice / 2;
}

static void add_choice(struct school *school, const void *state, cop_move chosen)
{
    cop_move moves[TWIXT_HOLES_MAX + 1];
    int count = school->game->rules->moves(school->game, state, moves);
    struct twixt_outlook outlook;
    struct choice *choice;

    if (chosen == TWIXT_SWAP || school->game->rules->decisive(school->game, state) != COP_NO_MOVE)
        return;
    if (school->choice_count == school->choice_room) {
        school->choice_room = school->choice_room > 0 ? 2 * school->choice_room : 1 << 12;
        school->choices =
            cop_reallocate(school->choices, school->choice_room * sizeof *school->choices);
    }
    choice = &school->choices[school->choice_count++];
    *choice = (struct choice){.at = school->count,
                              .moves = 1,
                              .safe_place = place_of(school, state, moves, count, chosen),
                              .is_held = school->games % HELD == 0};
    twixt_look_out(&outlook, twixt_board_of(school->game), state);
    add_move(school, &outlook, state, chosen);
    for (int i = 0; i < count; i++)
        if (moves[i] != chosen && moves[i] != TWIXT_SWAP) {
            add_move(school, &outlook, state, moves[i]);
            choice->moves++;
        }
}

static bool add_game(void *context, const struct cop_record *record, const double *payoff,
                     struct cop_error *error)
{
    struct school *school = context;
    void *state = cop_allocate(school->game->state_size);
    bool is_good = cop_record_start(record, school->game, state, error);

    (void)payoff;
    for (int ply = 0; ply < record->move_count && is_good; ply++) {
        if (ply >= school->skip)
            add_choice(school, state, record->moves[ply]);
        school->game->rules->play(school->game, state, record->moves[ply]);
    }
    school->games += is_good;
    free(state);
    return is_good;
}

/* ---- Weights ---- */

/* Fills in the probabilities of a choice's moves. */
static void foretell(const struct school *school, const struct choice *choice, double *probability)
{
    const uint16_t *at = school->numbers + choice->at;
    double most = -INFINITY, total = 0;

    for (int i = 0; i < choice->moves; i++) {
        int count = *at++;

        probability[i] = 0;
        for (; count > 0; count--)
            probability[i] += school->weights[*at++];
        most = fmax(most, probability[i]);
    }
    for (int i = 0; i < choice->moves; i++)
        total += probability[i] = exp(probability[i] - most);
    for (int i = 0; i < choice->moves; i++)
        probability[i] /= total;
}

static void learn_from(struct school *school, const struct choice *choice)
{
    const uint16_t *at = school->numbers + choice->at;
    double probability[TWIXT_HOLES_MAX], slope[TRAITS] = {0};

    foretell(school, choice, probability);
    for (int i = 0; i < choice->moves; i++)
        for (int count = *at++; count > 0; count--)
            slope[*at++] += (i == 0) - probability[i];
    for (int i = 0; i < TRAITS; i++) {
        double limit = (double)twixt_trait_most(i) / TRAITS_UNIT;

        if (slope[i] == 0)
            continue;
        school->moved[i] += slope[i] * slope[i];
        school->weights[i] += rate * slope[i] / sqrt(school->moved[i]) - decay * school->weights[i];
        school->weights[i] = fmax(-limit, fmin(limit, school->weights[i]));
    }
}

static void learn(struct school *school)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t i = school->choice_count - 1; i > 0; i--) {
            size_t other = cop_rng_below(&rng, (uint32_t)i + 1);
            struct choice choice = school->choices[i];

            school->choices[i] = school->choices[other];
            school->choices[other] = choice;
        }
        for (size_t i = 0; i < school->choice_count; i++)
            if (!school->choices[i].is_held)
                learn_from(school, &school->choices[i]);
    }
}

/* ---- What is written ---- */

struct success {
    long choices, first, first_safe, within, within_safe;
    double likelihood, uniform;
};

static struct success measure(const struct school *school, bool is_held)
{
    struct success success = {0};

    for (size_t i = 0; i < school->choice_count; i++) {
        const struct choice *choice = &school->choices[i];
        double probability[TWIXT_HOLES_MAX];
        int place = 0;

        if (choice->is_held != is_held)
            continue;
        foretell(school, choice, probability);
        for (int k = 1; k < choice->moves; k++)
            place += probability[k] > probability[0];
        success.choices++;
        success.first += place == 0;
        success.within += place < WIDTH;
        success.first_safe += choice->safe_place == 0;
        success.within_safe += choice->safe_place < WIDTH;
        success.likelihood -= log(probability[0]);
        success.uniform += log(choice->moves);
    }
    return success;
}

static void write_success(const struct school *school, bool is_held)
{
    struct success success = measure(school, is_held);
    double choices = success.choices > 0 ? (double)success.choices : 1;

    printf("# %s: %ld moves; the chosen one is the first in %.3f (safe: %.3f) and among %d in "
           "%.3f (safe: %.3f); loss %.3f (uniform: %.3f)\n",
           is_held ? "held out" : "learned from", success.choices, (double)success.first / choices,
           (double)success.first_safe / choices, WIDTH, (double)success.within / choices,
           (double)success.within_safe / choices, success.likelihood / choices,
           success.uniform / choices);
}

static void write_weights(const struct school *school)
{
    printf("# What moves of TwixT have in common that searches chose, made by twixt-order from %ld "
           "games of %s\n",
           school->games, school->game->name);
    write_success(school, false);
    write_success(school, true);
    printf("traits %d %d", TRAITS_VERSION, TRAITS);
    for (int i = 0; i < TRAITS; i++)
        printf("%s%ld", i % 16 == 0 ? "\n" : " ", lround(TRAITS_UNIT * school->weights[i]));
    printf("\n");
}

int main(int count, char **words)
{
    struct school *school = cop_allocate(sizeof *school);
    struct cop_error error = {{0}};
    struct cop_game *game = NULL;
    char *rest;
    bool is_good;

    if (count < 4) {
        fprintf(stderr, "usage: twixt-order GAME SKIP STORE...\n");
        return 2;
    }
    memset(school, 0, sizeof *school);
    game = cop_game_open(words[1], &error);
    school->game = game;
    school->skip = strtol(words[2], &rest, 10);
    is_good = game != NULL &&
              (strcmp(game->rules->name, "twixt") == 0 ||
               cop_fail(&error, "%s is not twixt", game->rules->name)) &&
              ((rest != words[2] && *rest == '\0' && school->skip >= 0) ||
               cop_fail(&error, "SKIP is the plies to leave out, 3 or so, and not '%s'", words[2]));
    for (int i = 3; i < count && is_good; i++)
        is_good = stored_games_each(words[i], game, add_game, school, &error);
    if (is_good && school->choice_count > 0) {
        learn(school);
        write_weights(school);
    } else {
        fprintf(stderr, "twixt-order: %s\n",
                is_good ? "there are no moves to learn from; coppice match with --store plays games"
                        : error.message);
        is_good = false;
    }
    free(school->numbers);
    free(school->choices);
    free(school);
    cop_game_close(game);
    return is_good ? 0 : 1;
}
