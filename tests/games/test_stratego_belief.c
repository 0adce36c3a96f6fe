/* test_stratego_belief.c - Stratego: what is believed of unknown pieces, and the faults in play
 * that the evaluator `guarded` and the belief `learned` are there to mend. */
#include "stratego_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"

/* The tables of the belief; board.h has its own WHITE and BLACK, with the same values. */
#define WHITE BELIEF_WHITE
#define BLACK BELIEF_BLACK
#include "games/stratego/belief.h"
#include "games/stratego/belief_weights.h"
#undef WHITE
#undef BLACK

static const struct cop_belief *learned(const struct cop_game *game)
{
    assert_string_equal(game->rules->beliefs[0].name, "learned");
    return &game->rules->beliefs[0];
}

/* ---- Odds ---- */

/* A slow version for one army: every piece by itself, scaled in turn until nothing changes. */
struct slow {
    int count, square[ARMY_MAX];
    double odds[ARMY_MAX][RANKS];
};

static void scale_pieces(struct slow *slow, const int *left)
{
    for (int round = 0; round < 3000; round++) {
        double of_rank[RANKS] = {0};

        for (int i = 0; i < slow->count; i++) {
            double sum = 0;

            for (int rank = 1; rank < RANKS; rank++)
                sum += slow->odds[i][rank];
            for (int rank = 1; rank < RANKS; rank++)
                of_rank[rank] += slow->odds[i][rank] /= sum;
        }
        for (int i = 0; i < slow->count; i++)
            for (int rank = 1; rank < RANKS; rank++)
                if (of_rank[rank] > 0)
                    slow->odds[i][rank] *= left[rank] / of_rank[rank];
    }
}

static struct slow slow_odds(const struct cop_game *game, const struct state *state, int side)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = (const void *)state->bytes;
    uint64_t pool = stratego_pool(position, side);
    struct slow slow = {0};
    int left[RANKS] = {0}, moved = 0, movable = 0;

    for (int rank = 1; rank < RANKS; rank++) {
        left[rank] = stratego_count(pool, rank);
        movable += stratego_is_fixed(rank) ? 0 : left[rank];
    }
    for (int square = 0; square < STRIDE * SIDE_MAX; square++)
        if (words_have(position->pieces[side], square) &&
            stratego_rank_at(position, square) == UNKNOWN) {
            moved += words_have(position->moved, square);
            slow.square[slow.count++] = square;
        }
    for (int i = 0; i < slow.count; i++) {
        bool has_moved = words_have(position->moved, slow.square[i]);
        enum belief_class kind = stratego_belief_class(board, position, side, slow.square[i]);

        for (int rank = 1; rank < RANKS; rank++) {
            bool can_be = stratego_is_fixed(rank) ? !has_moved : has_moved || movable > moved;

            if (can_be && left[rank] > 0)
                slow.odds[i][rank] = belief_weights[stratego_belief_phase(position)][kind][rank];
        }
    }
    scale_pieces(&slow, left);
    return slow;
}

/* The chances of every attack on an unknown piece add to 1, none is 0, and they are the slow
 * version's. */
static int compare_attacks(const struct cop_game *game, const struct state *state)
{
    const struct stratego *position = (const void *)state->bytes;
    struct slow slow = slow_odds(game, state, 1 - position->side);
    cop_move moves[MOVES_ROOM], outcomes[MOVES_ROOM];
    int count = legal_moves(game, state, moves), compared = 0;

    for (int i = 0; i < count; i++) {
        struct state after = *state;
        double chances[RANKS], sum = 0;
        int piece = 0, outcome_count;

        game->rules->play(game, &after, moves[i]);
        if (game->rules->turn(game, &after) != COP_CHANCE)
            continue;
        outcome_count = legal_moves(game, &after, outcomes);
        learned(game)->chances(game, &after, chances);
        while (slow.square[piece] != (int)(moves[i] % MOVE_SQUARE))
            piece++;
        for (int k = 0; k < outcome_count; k++) {
            assert_true(chances[k] > 0);
            assert_true(fabs(chances[k] - slow.odds[piece][outcomes[k] & MOVE_RANK]) < 1e-6);
            sum += chances[k];
        }
        assert_true(fabs(sum - 1) < 1e-12);
        compared++;
    }
    return compared;
}

static void stratego_beliefs_are_those_of_the_slow_version(void **context)
{
    static const char *const specs[] = {"stratego(setup=arranged)", "stratego",
                                        "stratego(size=6, setup=arranged)", "stratego(size=8)"};
    int compared = 0;

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_stratego(specs[i]);

        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct state state = start_of(game, seed);
            struct cop_rng rng;

            cop_rng_seed(&rng, seed);
            for (int ply = 0; game->rules->turn(game, &state) != COP_OVER; ply++) {
                int turn = game->rules->turn(game, &state);
                cop_move first = game->rules->customary(game, &state);
                struct state seen = view_of(game, &state, turn);

                if (ply % 40 == 25)
                    compared += compare_attacks(game, &seen);
                game->rules->play(
                    game, &state,
                    first != COP_NO_MOVE ? first : game->rules->random_move(game, &state, &rng));
            }
        }
        cop_game_close(game);
    }
    assert_true(compared > 100);
}

/* Whoever attacks with an unknown piece knows what it is: chances add to 1, and a piece that wins
 * is likelier than its share. */
static void stratego_attackers_know_their_rank(void **context)
{
    struct cop_game *game = open_stratego("stratego(setup=arranged)");
    struct state state = position_of(
        game, "6uuuu/6uuuu/10/10/2==2==2/2==Mu==2/10/10/9P/F8B b known=e5 black=FBS89BB56 "
              "moved=f5");
    double chances[RANKS], sum = 0;
    cop_move outcomes[MOVES_ROOM];
    int count;

    (void)context;
    play_words(game, &state, "f5xe5");
    count = legal_moves(game, &state, outcomes);
    learned(game)->chances(game, &state, chances);
    for (int i = 0; i < count; i++) {
        sum += chances[i];
        if ((outcomes[i] & MOVE_RANK) == SPY)
            assert_true(chances[i] > 0.25);
    }
    assert_int_equal(count, 5);
    assert_true(fabs(sum - 1) < 1e-12);
    cop_game_close(game);
}

/* ---- Samples ---- */

/* Means over many samples are the odds; every sample fits what is known. */
static void assert_sampled(const char *spec, const char *words)
{
    enum { DRAWS = 20000 };
    struct cop_game *game = open_stratego(spec);
    struct state seen = position_of(game, words), sample = {{0}};
    struct slow slow = slow_odds(game, &seen, BLACK);
    static double times[STRIDE * SIDE_MAX][RANKS];
    struct cop_rng rng;

    memset(times, 0, sizeof times);
    cop_rng_seed(&rng, 11);
    for (int i = 0; i < DRAWS; i++) {
        const struct stratego *position = (const void *)sample.bytes;
        struct state again;

        learned(game)->sample(game, &seen, WHITE, &sample, &rng);
        assert_true(stratego_unknown(position, BLACK) == 0);
        assert_true(stratego_pool(position, BLACK) == 0);
        again = view_of(game, &sample, WHITE);
        assert_same_state(&again, &seen);
        for (int k = 0; k < slow.count; k++)
            times[slow.square[k]][stratego_rank_at(position, slow.square[k])]++;
    }
    for (int k = 0; k < slow.count; k++)
        for (int rank = 1; rank < RANKS; rank++) {
            double odds = slow.odds[k][rank], mean = times[slow.square[k]][rank] / DRAWS;
            double deviation = sqrt(odds * (1 - odds) / DRAWS);

            assert_true(fabs(mean - odds) < 5 * deviation + 1e-6);
        }
    cop_game_close(game);
}

static void stratego_samples_have_the_believed_means(void **context)
{
    (void)context;
    assert_sampled("stratego(setup=arranged)",
                   "4uuuuuu/2uu2uuuu/8uu/5u4/2==2==2/2==2==2/10/10/9P/F8B w "
                   "black=FBBBBS889965431 moved=i8f7 plies=60");
    assert_sampled("stratego", "6uuuu/6uuuu/8uu/10/2==2==2/2==2==2/10/10/9P/F8B w "
                               "black=FBBB889956 moved=i8 plies=200");
    assert_sampled("stratego(setup=arranged)", "uuu7/10/10/10/2==2==2/2==2==2/10/10/10/8TF w "
                                               "black=FB5 moved=b10");
    assert_sampled("stratego(size=4, setup=arranged)", "uuu1/3u/4/FBNM w black=FB81");
}

/* ---- Words ---- */

static void assert_refused(const char *spec, const char *agent, const char *words)
{
    struct cop_error error = {{0}};
    struct cop_game *game = cop_game_open(spec, &error);
    struct cop_means means = {.threads = 1, .memory = (size_t)8 << 20, .seed = 1};

    assert_non_null(game);
    assert_null(cop_agent_open(game, agent, &means, &error));
    assert_non_null(strstr(error.message, words));
    cop_game_close(game);
}

static void stratego_wrong_beliefs_are_refused(void **context)
{
    (void)context;
    assert_refused("stratego", "star2(beliefs=wild)",
                   "stratego has no belief \"wild\"; give one of learned, even");
    assert_refused("stratego", "mcts(beliefs=wild)", "no belief \"wild\"");
    assert_refused("stratego", "mc(beliefs=wild)", "no belief \"wild\"");
    assert_refused("chancebreakthrough", "star2(beliefs=learned)",
                   "nothing is hidden in chancebreakthrough");
}

/* ---- Faults that are mended ---- */

static void best_move(const char *position, int depth, char word[16])
{
    struct cop_game *game = open_stratego("stratego(setup=arranged)");
    struct state state = position_of(game, position);
    struct cop_error error = {{0}};
    struct cop_limits limits = {.depth = depth,
                                .means = {.threads = 1, .memory = (size_t)8 << 20, .seed = 1}};
    struct cop_agent *agent = cop_agent_open(game, "star2(preset=guarded)", &limits.means, &error);
    struct cop_report report = {0};
    struct cop_text text = COP_TEXT;

    assert_non_null(agent);
    assert_true(cop_agent_think(agent, &state, &limits, NULL, &report, &error));
    game->rules->write_move(game, &state, report.best, &text);
    snprintf(word, 16, "%s", text.bytes);
    cop_text_free(&text);
    cop_agent_close(agent);
    cop_game_close(game);
}

static double white_value(const char *position)
{
    struct cop_game *game = open_stratego("stratego(setup=arranged)");
    struct state state = position_of(game, position);
    const struct cop_evaluator *row = game->rules->evaluators;
    double values[2];

    while (strcmp(row->name, "guarded") != 0)
        row++;
    row->evaluate(game, NULL, &state, values);
    assert_true(values[0] == -values[1]);
    cop_game_close(game);
    return values[0];
}

/* The miner is three steps from a flag that only the lieutenant can still cover. */
static void stratego_a_miner_that_walks_in_is_answered(void **context)
{
    char word[16];

    (void)context;
    for (int depth = 2; depth <= 4; depth++) {
        best_move("6uuuu/6uuuu/8uu/10/2==2==1s/2==2==1P/n9/10/2L7/F8B w known=a4j6 "
                  "black=FBBB889956 moved=i8j8a4j6j5",
                  depth, word);
        assert_memory_equal(word, "c2", 2);
    }
}

/* One of ten is the spy, and it may be the one that has moved there. */
static void stratego_the_marshal_keeps_away_from_the_spy(void **context)
{
    char word[16];

    (void)context;
    for (int depth = 1; depth <= 4; depth++) {
        best_move("6uuuu/6uuuu/10/4u5/2==2==2/2==M1==1u/10/10/9P/F8B w known=e5 "
                  "black=FBS89BBB56 moved=e7j5",
                  depth, word);
        assert_string_not_equal(word, "e5e6");
    }
}

static void stratego_majors_leave_the_back_row_alone(void **context)
{
    char word[16];

    (void)context;
    for (int depth = 1; depth <= 4; depth++) {
        best_move("uuuuuuuuuu/J2uuuu3/10/10/2==2==2/2==2==2/10/10/9P/F8B w "
                  "black=FBBBBB88955677 moved=f9g9",
                  depth, word);
        assert_string_not_equal(word, "a9xa10");
    }
}

/* The same position with scouts and without them, and with the lane closed. */
static void stratego_hidden_scouts_are_seen(void **context)
{
    const char *open = "u9/5uuuu1/6uu2/10/2==2==2/2==2==2/10/10/1L7P/F8B w black=FB99995 "
                       "moved=g8h8a10";
    const char *closed = "u9/5uuuu1/6uu2/10/2==2==2/2==2==2/10/10/L8P/F8B w black=FB99995 "
                         "moved=g8h8a10 ";
    const char *harmless = "u9/5uuuu1/6uu2/10/2==2==2/2==2==2/10/10/1L7P/F8B w black=FB77775 "
                           "moved=g8h8a10";
    const char *harmless_closed = "u9/5uuuu1/6uu2/10/2==2==2/2==2==2/10/10/L8P/F8B w "
                                  "black=FB77775 moved=g8h8a10";
    char word[16];

    (void)context;
    assert_true(white_value(closed) - white_value(open) >
                white_value(harmless_closed) - white_value(harmless) + 50);
    best_move(open, 1, word);
    assert_string_equal(word, "b2a2");
}

/* Of an army with so many pieces of the rank beside its flag. */
static double value_with(char letter, int count)
{
    char text[160], row[16] = "10";

    if (count > 0)
        snprintf(row, sizeof row, "%.*s%d", count, letter == 'N' ? "NNNNN" : "SSSSSSSS",
                 10 - count);
    snprintf(text, sizeof text,
             "u9/5uuuu1/10/10/2==2==2/2==2==2/10/%s/9P/F8B w black=FB777 moved=f9g9", row);
    return white_value(text);
}

/* What the first miner or scout to fall costs is not nothing, as it is when each of the others is
 * worth more then. */
static void stratego_each_miner_and_scout_costs_more_than_the_one_before(void **context)
{
    (void)context;
    for (int scouts = 0; scouts < 2; scouts++) {
        char letter = scouts ? 'S' : 'N';
        double least = 15;

        for (int count = scouts ? 8 : 5; count > 0; count--) {
            double cost = value_with(letter, count) - value_with(letter, count - 1);

            if (cost < least)
                fail_msg("the %c number %d is worth %.1f", letter, count, cost);
            least = cost - 10; /* where they stand is worth something, too */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stratego_beliefs_are_those_of_the_slow_version),
        cmocka_unit_test(stratego_attackers_know_their_rank),
        cmocka_unit_test(stratego_samples_have_the_believed_means),
        cmocka_unit_test(stratego_wrong_beliefs_are_refused),
        cmocka_unit_test(stratego_a_miner_that_walks_in_is_answered),
        cmocka_unit_test(stratego_the_marshal_keeps_away_from_the_spy),
        cmocka_unit_test(stratego_majors_leave_the_back_row_alone),
        cmocka_unit_test(stratego_hidden_scouts_are_seen),
        cmocka_unit_test(stratego_each_miner_and_scout_costs_more_than_the_one_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
