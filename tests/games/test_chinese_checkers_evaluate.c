/* test_chinese_checkers_evaluate.c - Chinese Checkers: the table of a player alone on the board,
 * and what is judged by it (chance-and-multiplayer.md 1.4.6). */
#include "judge_check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "game/learned.h"
#include "game/prepare.h"
#include "games/chinese_checkers/solitaire.h"
#include "games/list.h"

/* Under sanitizers the small star would take a minute to make: the tiny one has all of the code. */
static const char *small_or_tiny(void)
{
    return is_slow_build() ? "board=tiny" : "board=small";
}

static void count_turns(const struct judge *judge, int64_t counts[256])
{
    const struct solitaire *solitaire = judge->prepared;

    memset(counts, 0, 256 * sizeof *counts);
    for (size_t i = 0; i < solitaire->table.size; i++)
        counts[solitaire->table.bytes[i]]++;
}

/* 1.4.6; the tiny star's are this program's own, checked below move by move. */
static void solitaire_has_the_published_distribution(void **context)
{
    static const struct {
        const char *spec;
        bool is_slow;
        int64_t counts[23];
    } cases[] = {
        {"chinesecheckers(board=tiny)",
         false,
         {1, 6, 26, 72, 168, 302, 427, 498, 443, 262, 85, 10}},
        {"chinesecheckers", true, {1,       10,      81,      482,     2414,    9927,
                                   34205,   100334,  252135,  543286,  1014525, 1640246,
                                   2259604, 2579291, 2374535, 1725174, 957396,  378370,
                                   96411,   14268,   1095,    26}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct judge judge;
        int64_t counts[256];

        if (cases[i].is_slow && is_slow_build())
            continue;
        judge = judge_open(cases[i].spec, "solitaire");
        count_turns(&judge, counts);
        for (int turns = 0; turns < 256; turns++)
            assert_int_equal(counts[turns], turns < 23 ? cases[i].counts[turns] : 0);
        judge_close(&judge);
    }
}

static void solitaire_start_needs_17_turns(void **context)
{
    (void)context;
    for (int players = 2; players <= 6; players++) {
        struct judge judge;
        char spec[64];

        snprintf(spec, sizeof spec, "chinesecheckers(players=%d, %s)", players, small_or_tiny());
        judge = judge_open(spec, "solitaire");
        for (int player = 0; player < players; player++)
            assert_true(judge_of(&judge, player) == (is_slow_build() ? -11000 : -17000));
        judge_close(&judge);
    }
}

/* What forward moves say: a placement needs one turn more than the best it can get to. */
static int turns_by_moves(const struct judge *judge, const uint8_t *pieces)
{
    const struct checkers_board *board = checkers_board_of(judge->game);
    struct checkers_set reached[CHECKERS_PIECES];
    int best = SOLITAIRE_NEVER;

    checkers_reach(board, 0, pieces, reached);
    for (int i = 0; i < board->pieces; i++) {
        bool must_stay = !board->may_leave && checkers_has(&board->target[0], pieces[i]);
        const struct checkers_set *ends = must_stay ? &board->target[0] : &board->ends[0];

        for (int code = 0; code < CHECKERS_CODES; code++) {
            uint8_t moved[CHECKERS_PIECES];
            int turns;

            if (!checkers_has(&reached[i], code) || !checkers_has(ends, code))
                continue;
            memcpy(moved, pieces, (size_t)board->pieces);
            moved[i] = (uint8_t)code;
            turns = solitaire_turns(judge->prepared, 0, moved);
            best = turns < best ? turns : best;
        }
    }
    return best + 1;
}

/* North's pieces on different fields where they may rest. */
static void place_at_random(const struct checkers_board *board, struct cop_rng *rng,
                            uint8_t *pieces)
{
    struct checkers_set taken = {{0}};

    for (int piece = 0; piece < board->pieces;) {
        int code = board->field[cop_rng_below(rng, (uint32_t)board->fields)].code;

        if (checkers_has(&taken, code) || !checkers_has(&board->ends[0], code))
            continue;
        checkers_toggle(&taken, code);
        pieces[piece++] = (uint8_t)code;
    }
}

static void check_placements(const struct judge *judge, int placements)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, 5);
    for (int i = 0; i < placements; i++) {
        uint8_t pieces[CHECKERS_PIECES];
        int turns;

        place_at_random(checkers_board_of(judge->game), &rng, pieces);
        turns = solitaire_turns(judge->prepared, 0, pieces);
        if (turns > 0 && turns != turns_by_moves(judge, pieces))
            fail_msg("%s: %d turns, and by its moves %d", judge->game->name, turns,
                     turns_by_moves(judge, pieces));
    }
}

static void solitaire_agrees_with_moves(void **context)
{
    static const char *const specs[] = {
        "chinesecheckers(board=tiny)", "chinesecheckers(board=tiny, corners=free)",
        "chinesecheckers(board=tiny, corners=closed)", "chinesecheckers(board=tiny, leave=on)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "solitaire");

        check_placements(&judge, 2000);
        judge_close(&judge);
    }
    if (!is_slow_build()) {
        struct judge judge = judge_open("chinesecheckers", "solitaire");

        check_placements(&judge, 20000);
        judge_close(&judge);
    }
}

static int code_at(const struct checkers_board *board, int x, int y)
{
    int i = 0;

    while (board->field[i].x != x || board->field[i].y != y)
        i++;
    return board->field[i].code;
}

/* Each field turned clockwise by so many corners, and first, if so told, mirrored left to right. */
static void turn_pieces(const struct checkers_board *board, const uint8_t *pieces, bool is_mirrored,
                        int corners, uint8_t *turned)
{
    for (int i = 0; i < board->pieces; i++) {
        const struct checkers_field *field = &board->field[board->number[pieces[i]]];
        int x = field->x, y = field->y, z = -x - y;

        if (is_mirrored) {
            z = x;
            x = -y - z;
        }
        for (int corner = 0; corner < corners; corner++) {
            int first = x;

            x = -y;
            y = -z;
            z = -first;
        }
        turned[i] = (uint8_t)code_at(board, x, y);
    }
}

static void solitaire_is_the_same_for_all_seats_and_mirrored(void **context)
{
    struct judge judge = judge_open("chinesecheckers(board=tiny, players=6)", "solitaire");
    const struct checkers_board *board = checkers_board_of(judge.game);
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 6);
    for (int i = 0; i < 500; i++) {
        uint8_t pieces[CHECKERS_PIECES], turned[CHECKERS_PIECES];
        int turns;

        place_at_random(board, &rng, pieces);
        turns = solitaire_turns(judge.prepared, 0, pieces);
        for (int player = 0; player < 6; player++)
            for (int is_mirrored = 0; is_mirrored < 2; is_mirrored++) {
                turn_pieces(board, pieces, is_mirrored != 0, player, turned);
                assert_int_equal(solitaire_turns(judge.prepared, player, turned), turns);
                for (int piece = 0; piece < board->pieces; piece++)
                    assert_int_equal(board->way[player][turned[piece]],
                                     board->way[0][pieces[piece]]);
            }
    }
    judge_close(&judge);
}

static void distance_counts_steps(void **context)
{
    struct judge judge = judge_open("chinesecheckers", "distance");

    (void)context;
    assert_judged(&judge, (double[]){-250 * 56, -250 * 56});
    judge_play(&judge, "C2-D5");
    assert_judged(&judge, (double[]){-250 * 55, -250 * 56});
    judge_play(&judge, "K2-J6 B1-D4"); /* a jump of two */
    assert_judged(&judge, (double[]){-250 * 53, -250 * 55});
    judge_close(&judge);
    judge = judge_open("chinesecheckers(board=full, players=6)", "solitaire");
    for (int player = 0; player < 6; player++)
        assert_true(judge_of(&judge, player) == -250 * 120);
    judge_close(&judge);
}

static void large_is_solitaire_where_that_has_a_table(void **context)
{
    struct judge judge = judge_open("chinesecheckers(board=tiny, corners=free)", "large");

    (void)context;
    assert_int_equal(((struct solitaire *)judge.prepared)->table.size, 37 * 36 * 35 / 6);
    assert_int_equal(solitaire_size(checkers_board_of(judge.game)), 37 * 36 * 35 / 6);
    judge_close(&judge);
    judge = judge_open("chinesecheckers(corners=free)", "solitaire");
    assert_int_equal(solitaire_size(checkers_board_of(judge.game)), 170230452);
    assert_null(((struct solitaire *)judge.prepared)->table.bytes);
    judge_close(&judge);
}

/* ---- Features ---- */

enum { DIAMOND = 7, EMPTY = 0, OWN = 1, OTHER = 2, STEPS_MAX = 63 };

/* What stands on each field of the diamond as a player sees it from his own end; and the steps of
 * each side: all of them and those of the last piece. */
struct diamond {
    int at[DIAMOND][DIAMOND];
    int steps[2], last[2];
};

static struct diamond draw_diamond(const struct judge *judge, int player)
{
    const struct checkers_board *board = checkers_board_of(judge->game);
    const struct checkers_position *position = (const void *)judge->state;
    struct diamond diamond = {0};

    for (int i = 0; i < 12; i++) {
        const struct checkers_field *field = &board->field[board->number[position->pieces[i]]];
        int x = 3 - field->x, y = 3 + field->x + field->y, side = i / 6 == player ? 0 : 1, left;

        if (player == 1) {
            x = 6 - x;
            y = 6 - y;
        }
        left = side == 0 ? 12 - x - y : x + y;
        assert_int_equal(diamond.at[x][y], EMPTY);
        diamond.at[x][y] = side == 0 ? OWN : OTHER;
        diamond.steps[side] += left;
        diamond.last[side] = left > diamond.last[side] ? left : diamond.last[side];
    }
    return diamond;
}

/* The number of the `count` fields from one on, so many columns and rows apart. */
static uint32_t read_line(const struct diamond *diamond, int x, int y, int dx, int dy, int count)
{
    uint32_t number = 0;

    for (int i = count - 1; i >= 0; i--)
        number = 3 * number + (uint32_t)diamond->at[x + i * dx][y + i * dy];
    return number;
}

static uint32_t power_of_3(int exponent)
{
    return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Field by field: 25 rhombs, 7 and 7 lines, 9 lines across; then who is how far behind. */
static void check_features(const struct judge *judge)
{
    uint32_t numbers[COP_FEATURES_MAX], first;

    for (int player = 0; player < 2; player++) {
        struct diamond diamond = draw_diamond(judge, player);
        uint32_t *at = numbers;

        assert_int_equal(judge->rules->features->list(judge->game, judge->state, player, numbers),
                         25 + 14 + 9 + 3);
        first = 0;
        for (int i = 0; i < 25; i++, first += 19683)
            assert_int_equal(*at++, first + read_line(&diamond, i / 5, i % 5, 0, 1, 3) +
                                        27 * read_line(&diamond, i / 5 + 1, i % 5, 0, 1, 3) +
                                        729 * read_line(&diamond, i / 5 + 2, i % 5, 0, 1, 3));
        for (int i = 0; i < 7; i++, first += 2 * 2187) {
            assert_int_equal(*at++, first + read_line(&diamond, i, 0, 0, 1, 7));
            assert_int_equal(*at++, first + 2187 + read_line(&diamond, 0, i, 1, 0, 7));
        }
        for (int depth = 2; depth <= 10; depth++) {
            int x = depth < 6 ? 0 : depth - 6, count = smaller(depth, 12 - depth) + 1;

            assert_int_equal(*at++, first + read_line(&diamond, x, depth - x, 1, -1, count));
            first += power_of_3(count);
        }
        assert_int_equal(*at++, first + (uint32_t)(13 * diamond.last[0] + diamond.last[1]));
        assert_int_equal(*at++, first + 169 + (uint32_t)smaller(diamond.steps[0], STEPS_MAX));
        assert_int_equal(*at++, first + 169 + 64 + (uint32_t)smaller(diamond.steps[1], STEPS_MAX));
        assert_int_equal(judge->rules->features->count(judge->game), first + 169 + 2 * 64);
        /* Phase 0 is the race: all pieces have passed each other. */
        assert_int_equal(judge->rules->features->phase(judge->game, judge->state) == 0,
                         diamond.last[0] + diamond.last[1] < 12);
    }
}

static void checkers_features_agree_with_fields_one_by_one(void **context)
{
    struct judge judge = judge_open("chinesecheckers", "distance");

    (void)context;
    assert_in_bounds(&judge, is_slow_build() ? 1 : 5, check_features);
    judge_close(&judge);
}

static int compare_bytes(const void *left, const void *right)
{
    return *(const uint8_t *)left - *(const uint8_t *)right;
}

/* The position from the other end of the board, with exchanged sides, or mirrored left to right. */
static void turn_position(const struct judge *judge, bool is_mirrored, void *turned)
{
    const struct checkers_board *board = checkers_board_of(judge->game);
    const struct checkers_position *position = (const void *)judge->state;
    struct checkers_position *out = turned;

    memcpy(turned, judge->state, judge->game->state_size);
    for (int player = 0; player < 2; player++) {
        uint8_t *pieces = out->pieces + 6 * (is_mirrored ? player : 1 - player);

        turn_pieces(board, position->pieces + 6 * player, is_mirrored, is_mirrored ? 0 : 3, pieces);
        qsort(pieces, 6, 1, compare_bytes);
    }
    if (!is_mirrored)
        out->turn = (int8_t)(1 - position->turn);
}

static int compare_numbers(const void *left, const void *right)
{
    uint32_t one = *(const uint32_t *)left, other = *(const uint32_t *)right;

    return one < other ? -1 : one > other;
}

/* The features that a player sees, each as the first of those alike. */
static void list_alike(const struct judge *judge, const void *state, int player, uint32_t *numbers)
{
    const struct cop_features *features = judge->rules->features;
    int count = features->list(judge->game, state, player, numbers);

    assert_int_equal(count, 51);
    for (int i = 0; i < count; i++)
        numbers[i] = features->first_alike(judge->game, numbers[i]);
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
}

static void check_images(const struct judge *judge)
{
    uint64_t turned[JUDGE_STATE_WORDS];
    uint32_t one[COP_FEATURES_MAX], other[COP_FEATURES_MAX];
    const struct cop_features *features = judge->rules->features;

    for (int player = 0; player < 2; player++)
        for (int is_mirrored = 0; is_mirrored < 2; is_mirrored++) {
            turn_position(judge, is_mirrored != 0, turned);
            list_alike(judge, judge->state, player, one);
            list_alike(judge, turned, is_mirrored != 0 ? player : 1 - player, other);
            assert_memory_equal(one, other, 51 * sizeof *one);
            assert_int_equal(features->phase(judge->game, judge->state),
                             features->phase(judge->game, turned));
        }
}

static void checkers_features_are_the_same_from_both_ends_and_mirrored(void **context)
{
    struct judge judge = judge_open("chinesecheckers", "distance");

    (void)context;
    assert_in_bounds(&judge, is_slow_build() ? 1 : 5, check_images);
    judge_close(&judge);
}

/* Weights are for the game as most people play it. */
static void checkers_learns_the_usual_game_of_two_only(void **context)
{
    static const char *const others[] = {
        "chinesecheckers(board=tiny)",   "chinesecheckers(board=full)",
        "chinesecheckers(corners=free)", "chinesecheckers(corners=closed)",
        "chinesecheckers(leave=on)",     "chinesecheckers(limit=300)",
        "chinesecheckers(players=3)",    "chinesecheckers(players=4)"};

    (void)context;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct judge judge = judge_open(others[i], "distance");

        assert_int_equal(judge.rules->features->count(judge.game), 0);
        judge_close(&judge);
    }
}

/* `solitaire`'s table is prepared with the weights, and each player has what he is ahead of the
 * other, times what a turn is worth. */
static void checkers_weights_correct_turns_ahead(void **context)
{
    struct judge judge;
    struct cop_weights *weights;
    struct cop_error error;
    double value[2];

    (void)context;
    if (is_slow_build())
        return;
    judge = judge_open("chinesecheckers", "solitaire");
    weights = cop_weights_make(judge.game, &error);
    assert_non_null(weights);
    assert_true(cop_weights_prepare(judge.game, weights, NULL, &error));
    assert_true(cop_weights_prepare(judge.game, weights, NULL, &error)); /* again changes nothing */
    for (int phase = 0; phase < weights->phases; phase++)
        weights->base_worth[phase] = COP_BASE_WORTH / 2;
    judge_play(&judge, "B1-D4 K2-J6 B2-D7");
    assert_true(judge_of(&judge, 0) != judge_of(&judge, 1));
    cop_learned_evaluate(judge.game, weights, judge.state, value);
    assert_true(value[0] == (judge_of(&judge, 0) - judge_of(&judge, 1)) / 2);
    assert_true(value[1] == -value[0]);
    cop_weights_free(weights);
    judge_close(&judge);
}

static void *raise_soon(void *flag)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

/* 170 million placements take a minute and more; nobody who has changed his mind waits for them. */
static void a_large_table_is_given_up_on_request(void **context)
{
    char folder[] = "/tmp/coppice-cache-XXXXXX", lock[128];
    struct cop_game *game = cop_game_open("chinesecheckers(corners=free)", NULL);
    const struct cop_evaluator *row = game->rules->evaluators;
    atomic_bool stop = false;
    struct cop_error error;
    pthread_t thread;

    (void)context;
    while (strcmp(row->name, "large") != 0)
        row++;
    assert_non_null(mkdtemp(folder));
    setenv("COPPICE_CACHE", folder, 1);
    assert_int_equal(pthread_create(&thread, NULL, raise_soon, &stop), 0);
    assert_null(cop_prepared(game, row, row->prepare, row->release, &stop, &error));
    assert_non_null(strstr(error.message, "stopped"));
    pthread_join(thread, NULL);
    cop_game_close(game);
    snprintf(lock, sizeof lock, "%s/chinesecheckers-3-free.lock", folder);
    remove(lock);
    assert_int_equal(rmdir(folder), 0); /* and nothing else was in it */
}

static void checkers_values_are_in_bounds(void **context)
{
    static const struct {
        const char *spec, *evaluator;
    } cases[] = {
        {"chinesecheckers(board=tiny, players=3)", "solitaire"},
        {"chinesecheckers(board=tiny, players=6, corners=free, leave=on)", "solitaire"},
        {"chinesecheckers(players=4, corners=free, limit=200)", "solitaire"},
        {"chinesecheckers(board=full, players=5, limit=200)", "solitaire"},
        {"chinesecheckers(board=full, players=6, corners=free, leave=on, limit=200)", "distance"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct judge judge = judge_open(cases[i].spec, cases[i].evaluator);

        assert_in_bounds(&judge, is_slow_build() ? 2 : 10, NULL);
        judge_close(&judge);
    }
    if (!is_slow_build()) {
        struct judge judge = judge_open("chinesecheckers", "learned");

        assert_in_bounds(&judge, 10, NULL);
        judge_close(&judge);
    }
}

static void checkers_tries_long_ways_forward_first(void **context)
{
    struct judge judge = judge_open("chinesecheckers", "distance");

    (void)context;
    assert_order(&judge, "forward", "B1-D4 B1-D6 B2-D5 B2-D7 C");
    judge_close(&judge);
}

static void checkers_greedy_player_beats_random_ones(void **context)
{
    static const char *const evaluators[] = {"solitaire", "distance"};

    (void)context;
    for (int i = 0; i < 2; i++)
        for (int players = 2; players <= 6; players += 2) {
            struct judge judge;
            char spec[64];
            double share;

            snprintf(spec, sizeof spec, "chinesecheckers(players=%d, %s)", players,
                     small_or_tiny());
            judge = judge_open(spec, evaluators[i]);
            share = greedy_share(&judge, 24);
            if (share < (is_slow_build() ? 0.5 : 0.75)) /* on the tiny star luck has its share */
                fail_msg("%s, %s: greedy has only %.3f", spec, evaluators[i], share);
            judge_close(&judge);
        }
    if (!is_slow_build()) {
        struct judge judge = judge_open("chinesecheckers", "learned");
        double share = greedy_share(&judge, 24);

        if (share < 0.95)
            fail_msg("learned: greedy has only %.3f", share);
        judge_close(&judge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solitaire_has_the_published_distribution),
        cmocka_unit_test(solitaire_start_needs_17_turns),
        cmocka_unit_test(solitaire_agrees_with_moves),
        cmocka_unit_test(solitaire_is_the_same_for_all_seats_and_mirrored),
        cmocka_unit_test(distance_counts_steps),
        cmocka_unit_test(large_is_solitaire_where_that_has_a_table),
        cmocka_unit_test(checkers_values_are_in_bounds),
        cmocka_unit_test(checkers_tries_long_ways_forward_first),
        cmocka_unit_test(checkers_greedy_player_beats_random_ones),
        cmocka_unit_test(checkers_features_agree_with_fields_one_by_one),
        cmocka_unit_test(checkers_features_are_the_same_from_both_ends_and_mirrored),
        cmocka_unit_test(checkers_learns_the_usual_game_of_two_only),
        cmocka_unit_test(checkers_weights_correct_turns_ahead),
        cmocka_unit_test(a_large_table_is_given_up_on_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
