/* test_chinese_checkers_evaluate.c - Chinese Checkers: the table of a player alone on the board,
 * and what is judged by it (chance-and-multiplayer.md 1.4.6). */
#include "judge_check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
        cmocka_unit_test(a_large_table_is_given_up_on_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
