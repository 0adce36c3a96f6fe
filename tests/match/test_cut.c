/* test_cut.c - parts cut out of games, and put together again (amazons-endgame-and-books.md 2.15,
 * 2.16 and 4.3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "amazons_records.h"
#include "base/allocate.h"
#include "coppice/coppice.h"
#include "match/cut.h"
#include "match/join.h"
#include "tiny/tiny.h"

enum { SIZES = 80, PARTS_MAX = 400 };

struct gathering {
    const struct cop_game *game;
    struct cop_cutter *cutter;
    int count, of_size[SIZES];
    unsigned char *states;
};

static void gather(void *context, const void *part, int ply, int number)
{
    struct gathering *gathering = context;
    const struct cop_game *game = gathering->game;
    int size = game->rules->moves_left(game, part);

    assert_true(ply > 0 && number >= 0 && gathering->count < PARTS_MAX && size < SIZES);
    gathering->of_size[size]++;
    memcpy(gathering->states + (size_t)gathering->count++ * game->state_size, part,
           game->state_size);
}

static void follow(void *context, const void *before, cop_move move)
{
    cop_cutter_move(((struct gathering *)context)->cutter, before, move);
}

/* All tournament games; what is smaller or larger is left out. */
static void cut_records(struct gathering *gathering, const struct cop_game *game, int least,
                        int most)
{
    struct cop_cut_terms terms = {
        .least = least, .most = most, .found = gather, .context = gathering};
    struct cop_error error = {""};

    *gathering = (struct gathering){.game = game};
    gathering->states = cop_allocate(PARTS_MAX * game->state_size);
    gathering->cutter = cop_cutter_open(game, &terms, &error);
    assert_non_null(gathering->cutter);
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

        game->rules->start(game, state, NULL);
        cop_cutter_begin(gathering->cutter);
        if (!cop_moves_play(game, state, amazons_records[i].moves, follow, gathering, &error))
            fail_msg("%s", error.message);
    }
}

static void free_gathering(struct gathering *gathering)
{
    cop_cutter_close(gathering->cutter);
    free(gathering->states);
}

static void the_records_have_the_printed_parts(void **context)
{
    static const uint8_t printed[SIZES] = {
        [2] = 5,  [3] = 2,  [4] = 5,  [5] = 5,  [6] = 4,  [7] = 4,  [8] = 6,  [9] = 3,
        [10] = 4, [11] = 7, [12] = 2, [13] = 4, [14] = 6, [15] = 4, [16] = 2, [17] = 2,
        [18] = 4, [19] = 2, [20] = 4, [21] = 1, [22] = 6, [23] = 4, [24] = 2, [25] = 4,
        [26] = 2, [27] = 3, [28] = 1, [29] = 3, [30] = 5, [31] = 2, [32] = 4, [33] = 2,
        [34] = 2, [35] = 1, [36] = 1, [37] = 2, [38] = 3, [39] = 3, [42] = 2, [45] = 1,
        [46] = 3, [47] = 1, [48] = 2, [49] = 1, [50] = 1, [51] = 1, [52] = 2, [53] = 1,
        [54] = 2, [55] = 1, [56] = 1, [59] = 1, [63] = 1, [64] = 1, [70] = 1, [72] = 1};
    struct cop_game *game = cop_game_open("amazons", NULL);
    struct gathering all, some;

    (void)context;
    cut_records(&all, game, 2, 1000);
    assert_int_equal(all.count, 150);
    for (int size = 0; size < SIZES; size++)
        assert_int_equal(all.of_size[size], printed[size]);
    cut_records(&some, game, 5, 12);
    for (int size = 0; size < SIZES; size++)
        assert_int_equal(some.of_size[size], size >= 5 && size <= 12 ? printed[size] : 0);
    free_gathering(&all);
    free_gathering(&some);
    cop_game_close(game);
}

/* Both sides can move in every part, and nothing else is there. */
static void parts_are_single_and_contested(void **context)
{
    struct cop_game *game = cop_game_open("amazons", NULL);
    struct gathering all;

    (void)context;
    cut_records(&all, game, 2, 1000);
    for (int i = 0; i < all.count; i++) {
        unsigned char *state = all.states + (size_t)i * game->state_size;

        assert_int_equal(game->rules->parts(game, state, NULL, 0), 1);
        for (int player = 0; player < 2; player++) {
            game->rules->sums->turn_to(game, state, player);
            assert_int_equal(game->rules->turn(game, state), player);
        }
    }
    free_gathering(&all);
    cop_game_close(game);
}

static int amazons_of(const struct cop_game *game, const void *state, char letter)
{
    struct cop_text text = COP_TEXT;
    int count = 0;

    game->rules->write_position(game, state, &text);
    for (const char *at = text.bytes; *at != '\0' && *at != ' '; at++)
        count += *at == letter;
    cop_text_free(&text);
    return count;
}

/* Exactly the parts that were drawn come out again, whatever lies how. */
static void joined_parts_are_found_again(void **context)
{
    struct cop_game *game = cop_game_open("amazons", NULL);
    struct cop_error error = {""};
    struct gathering all;
    struct cop_rng rng;

    (void)context;
    cut_records(&all, game, 2, 22);
    cop_rng_seed(&rng, 5);
    for (int i = 0; i < 60; i++) {
        int wanted = 2 + i % 3, drawn[4], squares = 0, moves_left = 0;
        _Alignas(max_align_t) unsigned char sum[COP_STATE_MAX], parts[8 * COP_STATE_MAX];

        assert_true(cop_join(game, all.states, all.count, wanted, 1000, &rng, sum, drawn, &error));
        assert_int_equal(game->rules->parts(game, sum, parts, 8), wanted);
        for (int j = 0; j < wanted; j++) {
            const unsigned char *part = all.states + (size_t)drawn[j] * game->state_size;
            uint8_t form[COP_FORM_MAX], other[COP_FORM_MAX];
            bool is_swapped, other_is_swapped, is_there = false;
            int length = game->rules->sums->form(game, part, form, &is_swapped);

            for (int k = 0; k < wanted; k++)
                is_there =
                    is_there ||
                    (game->rules->sums->form(game, parts + (size_t)k * game->state_size, other,
                                             &other_is_swapped) == length &&
                     memcmp(form, other, (size_t)length) == 0 && is_swapped == other_is_swapped);
            assert_true(is_there);
            squares += game->rules->sums->extent(game, part);
            moves_left += game->rules->moves_left(game, part);
        }
        assert_int_equal(game->rules->sums->extent(game, sum), squares);
        assert_int_equal(game->rules->moves_left(game, sum), moves_left);
        assert_true(amazons_of(game, sum, 'W') <= 4 && amazons_of(game, sum, 'B') <= 4);
    }
    free_gathering(&all);
    cop_game_close(game);
}

static void a_seed_gives_the_same_sum(void **context)
{
    struct cop_game *game = cop_game_open("amazons", NULL);
    struct cop_error error = {""};
    unsigned char sums[2][COP_STATE_MAX];
    struct gathering all;
    int drawn[3];

    (void)context;
    cut_records(&all, game, 2, 12);
    for (int i = 0; i < 2; i++) {
        struct cop_rng rng;

        cop_rng_seed(&rng, 8);
        assert_true(cop_join(game, all.states, all.count, 3, 1000, &rng, sums[i], drawn, &error));
    }
    assert_memory_equal(sums[0], sums[1], game->state_size);
    free_gathering(&all);
    cop_game_close(game);
}

static void what_does_not_fit_is_refused(void **context)
{
    struct cop_game *game = cop_game_open("amazons", NULL);
    struct cop_cut_terms terms = {.least = 2, .most = 9, .found = gather};
    struct cop_error error = {""};
    struct gathering all;
    struct cop_rng rng;
    int drawn[16];
    _Alignas(max_align_t) unsigned char sum[COP_STATE_MAX];

    (void)context;
    cut_records(&all, game, 30, 1000);
    cop_rng_seed(&rng, 8);
    assert_false(cop_join(game, all.states, all.count, 6, 20, &rng, sum, drawn, &error));
    assert_non_null(strstr(error.message, "found room beside each other in 20 tries"));
    free_gathering(&all);
    cop_game_close(game);
    game = cop_game_open("amazons(passes=1)", NULL);
    assert_null(cop_cutter_open(game, &terms, &error));
    assert_non_null(strstr(error.message, "a pass is a move in no part"));
    assert_false(cop_join_fits(game, &error));
    cop_game_close(game);
    game = cop_game_open("othello", NULL);
    assert_null(cop_cutter_open(game, &terms, &error));
    assert_false(cop_join_fits(game, &error));
    assert_non_null(strstr(error.message, "does not fall into any"));
    cop_game_close(game);
}

/* Another game: dominoes that fall into parts, cut and joined. */
static void dominoes_are_cut_and_joined_too(void **context)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open_rules(&tiny_domino, "rows=6, columns=6", &error);
    struct gathering all = {.game = game};
    struct cop_cut_terms terms = {.least = 2, .most = 4, .found = gather, .context = &all};
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX], sum[COP_STATE_MAX];
    struct cop_rng rng;
    cop_move moves[40];
    int drawn[2];

    (void)context;
    all.states = cop_allocate(PARTS_MAX * game->state_size);
    all.cutter = cop_cutter_open(game, &terms, &error);
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 10; i++) {
        game->rules->start(game, state, &rng);
        cop_cutter_begin(all.cutter);
        while (game->rules->turn(game, state) >= 0) {
            cop_move move = cop_random_move(game, state, &rng, moves);

            cop_cutter_move(all.cutter, state, move);
            game->rules->play(game, state, move);
        }
    }
    assert_true(all.count > 10);
    assert_true(cop_join(game, all.states, all.count, 2, 1000, &rng, sum, drawn, &error));
    assert_int_equal(game->rules->parts(game, sum, NULL, 0), 2);
    free_gathering(&all);
    cop_game_close(game);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_records_have_the_printed_parts),
        cmocka_unit_test(parts_are_single_and_contested),
        cmocka_unit_test(joined_parts_are_found_again),
        cmocka_unit_test(a_seed_gives_the_same_sum),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(dominoes_are_cut_and_joined_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
