/* test_twixt_traits.c - TwixT: the traits of moves, what their weights add up to, their symmetry,
 * the order that follows, and weights as text; features of positions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/twixt/traits.h"
#include "judge_check.h"

static const char *const specs[] = {"twixt(size=4)", "twixt(size=6, dead_draw=on)",
                                    "twixt(size=8, own_cross=on)", "twixt(swap=on)",
                                    "twixt(size=24)"};

/* ---- What weights add up to ---- */

static int sum_of(const struct twixt_outlook *outlook, const struct twixt_board *board,
                  const struct twixt_position *position, cop_move move, const int16_t *weights)
{
    uint16_t numbers[TRAITS_MOST];
    int hole = (int)move - 1, sum = 0;
    int count = twixt_list_traits(outlook, board, position, hole % board->stride,
                                  hole / board->stride, numbers);

    assert_in_range(count, 3, TRAITS_MOST);
    for (int i = 0; i < count; i++) {
        assert_in_range(numbers[i], 0, TRAITS - 1);
        sum += weights[numbers[i]];
    }
    return sum;
}

/* Weights of all sizes, the largest of pegs among them. */
static void draw_weights(int16_t *weights)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, 7);
    for (int i = 0; i < TRAITS; i++) {
        uint32_t most = (uint32_t)twixt_trait_most(i);

        weights[i] = (int16_t)((int)cop_rng_below(&rng, 2 * most + 1) - (int)most);
    }
}

static void compare_sums(const struct judge *judge)
{
    static struct twixt_board board;
    const struct twixt_position *position = (const void *)judge->state;
    cop_move moves[TWIXT_HOLES_MAX + 1];
    float ratings[TWIXT_HOLES_MAX + 1];
    int16_t weights[TRAITS];
    struct twixt_outlook outlook;
    int count = judge->rules->moves(judge->game, position, moves);

    draw_weights(weights);
    board = *twixt_board_of(judge->game);
    twixt_lay_out_traits(&board, weights);
    twixt_look_out(&outlook, &board, position);
    twixt_rate_traits(&outlook, &board, position, moves, count, ratings);
    for (int i = 0; i < count; i++)
        if (moves[i] != TWIXT_SWAP)
            assert_int_equal((int)ratings[i],
                             sum_of(&outlook, &board, position, moves[i], weights));
}

static void twixt_traits_add_up_to_ratings(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct judge judge = judge_open(specs[i], "connection");

        assert_in_bounds(&judge, i > 2 || is_slow_build() ? 1 : 8, compare_sums);
        judge_close(&judge);
    }
}

/* All holes but one of one side, and the largest weights: nothing runs over. */
static void twixt_sums_of_many_pegs_fit(void **context)
{
    static struct twixt_board board;
    struct judge judge = judge_open("twixt(size=24)", "connection");
    struct twixt_position *position = (void *)judge.state;
    cop_move move = (cop_move)twixt_hole(twixt_board_of(judge.game), 12, 12) + 1;
    int16_t weights[TRAITS];
    struct twixt_outlook outlook;
    float rating;

    (void)context;
    board = *twixt_board_of(judge.game);
    for (int row = 0; row < board.size; row++)
        for (int column = 1; column < board.size - 1; column++)
            if (column != 12 || row != 12)
                twixt_set(&board, position, WHITE, twixt_hole(&board, column, row));
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < TRAITS; i++)
            weights[i] = (int16_t)(sign * twixt_trait_most(i));
        twixt_lay_out_traits(&board, weights);
        twixt_look_out(&outlook, &board, position);
        twixt_rate_traits(&outlook, &board, position, &move, 1, &rating);
        assert_int_equal((int)rating, sum_of(&outlook, &board, position, move, weights));
        assert_true(sign * rating > (TWIXT_STAMP * TWIXT_STAMP - 1) * TRAIT_PEG_MOST);
    }
    judge_close(&judge);
}

/* ---- Traits of one move ---- */

static bool has_trait(const struct judge *judge, const char *name, int number)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    int column = name[0] - 'A', row = (int)strtol(name + 1, NULL, 10) - 1;
    uint16_t numbers[TRAITS_MOST];
    struct twixt_outlook outlook;
    int count;

    twixt_look_out(&outlook, board, (const void *)judge->state);
    count = twixt_list_traits(&outlook, board, (const void *)judge->state, column, row, numbers);
    for (int i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

/* Black is to move and looks along the rows: White's F6 is two columns, his way, and a row from
 * D5; his own I9 is five columns and three rows from D6. */
static void twixt_traits_are_seen_along_the_way(void **context)
{
    enum { OTHER = TWIXT_NEARBY };

    struct judge judge = judge_open("twixt", "connection");

    (void)context;
    judge_play(&judge, "F6 I9 C11");
    assert_true(has_trait(&judge, "D5", TRAIT_PEGS + (OTHER + 2) * TWIXT_NEARBY + 1));
    assert_false(has_trait(&judge, "D5", TRAIT_PEGS + (OTHER + 1) * TWIXT_NEARBY + 2));
    assert_true(has_trait(&judge, "D6", TRAIT_PEGS + 5 * TWIXT_NEARBY + 3));
    assert_true(has_trait(&judge, "D5", TRAIT_PLACE + 3 * TRAIT_PLACES + 4));
    assert_true(has_trait(&judge, "G8", TRAIT_BESIDE + 1 * TRAIT_GROUPS + 1));
    assert_true(has_trait(&judge, "K8", TRAIT_BESIDE + 1 * TRAIT_GROUPS + 0));
    judge_close(&judge);
}

/* ---- Symmetry ---- */

enum { IMAGES = 3 };

static cop_move image_of(const struct twixt_board *board, cop_move move, int image)
{
    int column = (int)(move - 1) % board->stride, row = (int)(move - 1) / board->stride;
    int last = board->size - 1;

    if (image == 1)
        return (cop_move)twixt_hole(board, last - column, row) + 1;
    if (image == 2)
        return (cop_move)twixt_hole(board, row, column) + 1;
    return move;
}

static void compare_images(const struct judge *images)
{
    const struct cop_rules *rules = images[0].rules;
    cop_move moves[TWIXT_HOLES_MAX];
    float ratings[TWIXT_HOLES_MAX], of_image[1];
    int count = rules->moves(images[0].game, images[0].state, moves);

    rules->orderings[2].rate(images[0].game, images[0].state, moves, count, ratings);
    for (int image = 1; image < IMAGES; image++)
        for (int i = 0; i < count; i++) {
            cop_move move = image_of(twixt_board_of(images[0].game), moves[i], image);

            rules->orderings[2].rate(images[0].game, images[image].state, &move, 1, of_image);
            assert_true(of_image[0] == ratings[i]);
        }
}

/* A game, its mirror image, and the same with rows, columns and colours exchanged. */
static void twixt_learned_order_is_symmetric(void **context)
{
    struct judge images[IMAGES];
    cop_move moves[TWIXT_HOLES_MAX];
    struct cop_rng rng;

    (void)context;
    images[0] = judge_open("twixt", "connection");
    images[1] = images[2] = images[0];
    cop_rng_seed(&rng, 3);
    images[0].rules->give_turn(images[0].game, images[2].state, BLACK);
    while (images[0].rules->turn(images[0].game, images[0].state) != COP_OVER) {
        cop_move move = cop_random_move(images[0].game, images[0].state, &rng, moves);

        compare_images(images);
        for (int i = 0; i < IMAGES; i++)
            images[0].rules->play(images[0].game, images[i].state,
                                  image_of(twixt_board_of(images[0].game), move, i));
    }
    judge_close(&images[0]);
}

/* ---- Weights as text ---- */

static void expect_refused(const char *text, const char *reason)
{
    int16_t weights[TRAITS];
    struct cop_error error;

    assert_false(twixt_read_traits(text, strlen(text), weights, &error));
    if (strstr(error.message, reason) == NULL)
        fail_msg("\"%s\", not \"%s\"", error.message, reason);
}

/* `count` weights, all of them `word`. */
static void write_weights(struct cop_text *text, int count, const char *word)
{
    text->length = 0;
    cop_text_add(text, "# a remark\ntraits %d %d\n", TRAITS_VERSION, TRAITS);
    for (int i = 0; i < count; i++)
        cop_text_add(text, "%s%c", word, i % 7 == 0 ? '\n' : ' ');
}

static void twixt_weights_of_traits_are_read_or_refused(void **context)
{
    struct cop_text text = COP_TEXT;
    int16_t weights[TRAITS];
    struct cop_error error;

    (void)context;
    write_weights(&text, TRAITS, "-17");
    assert_true(twixt_read_traits(text.bytes, strlen(text.bytes), weights, &error));
    for (int i = 0; i < TRAITS; i++)
        assert_int_equal(weights[i], -17);
    expect_refused("", "they begin with 'traits'");
    expect_refused("# traits\n", "they begin with 'traits'");
    expect_refused("trait 1 383", "they begin with 'traits'");
    expect_refused("traits 2 383 0", "of version 2 with 383 traits");
    expect_refused("traits 1 2 0 0", "with 2 traits");
    expect_refused("traits one", "of version 0 with 0 traits");
    write_weights(&text, TRAITS - 1, "5");
    expect_refused(text.bytes, "weight 383 of 383 is missing");
    write_weights(&text, TRAITS, "251");
    expect_refused(text.bytes, "no whole number from -250 to 250");
    write_weights(&text, TRAITS, "10001");
    expect_refused(text.bytes, "weight 1 of 383");
    write_weights(&text, TRAITS, "1x");
    expect_refused(text.bytes, "weight 1 of 383");
    write_weights(&text, TRAITS + 1, "0");
    expect_refused(text.bytes, "more behind the weights");
    cop_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_traits_add_up_to_ratings),
        cmocka_unit_test(twixt_sums_of_many_pegs_fit),
        cmocka_unit_test(twixt_traits_are_seen_along_the_way),
        cmocka_unit_test(twixt_learned_order_is_symmetric),
        cmocka_unit_test(twixt_weights_of_traits_are_read_or_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
