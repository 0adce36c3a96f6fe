/* test_placing.c - numbers for sets of pieces: checks 36 and 37 of samegame-and-fanorona.md 8.5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/rng.h"
#include "games/bits.h"
#include "games/placing.h"

/* A board of columns and rows whose rows have one bit more than they need. */
struct board {
    int columns, rows, symmetries;
    uint8_t images[COP_PLACING_SYMMETRIES][64];
    struct cop_placing placing;
};

static void open_board(struct board *board, int columns, int rows, int symmetries)
{
    uint64_t points = 0;

    *board = (struct board){.columns = columns, .rows = rows, .symmetries = symmetries};
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int point = row * (columns + 1) + column;

            points |= (uint64_t)1 << point;
            for (int symmetry = 0; symmetry < symmetries; symmetry++) {
                int x = (symmetry & 1) != 0 ? columns - 1 - column : column;
                int y = (symmetry & 2) != 0 ? rows - 1 - row : row;

                board->images[symmetry][point] =
                    (uint8_t)((symmetry & 4) != 0 ? x * (columns + 1) + y : y * (columns + 1) + x);
            }
        }
    cop_placing_open(&board->placing, points, symmetries, (const uint8_t(*)[64])board->images);
}

static uint64_t slowly_turned(const struct board *board, uint64_t set, int symmetry)
{
    uint64_t turned = 0;

    for (; set != 0; set &= set - 1)
        turned |= (uint64_t)1 << board->images[symmetry][bit_index(set)];
    return turned;
}

/* How many different positions a number stands for; all of them have it. */
static int images_with_number(struct board *board, uint64_t few, uint64_t many, int64_t number)
{
    uint64_t seen[COP_PLACING_SYMMETRIES][2];
    int count = 0;

    for (int symmetry = 0; symmetry < board->symmetries; symmetry++) {
        uint64_t one = slowly_turned(board, few, symmetry);
        uint64_t other = slowly_turned(board, many, symmetry);
        bool is_new = true;

        assert_int_equal(cop_placing_rank(&board->placing, one, other), number);
        for (int i = 0; i < count; i++)
            is_new = is_new && (seen[i][0] != one || seen[i][1] != other);
        seen[count][0] = one;
        seen[count][1] = other;
        count += is_new;
    }
    return count;
}

/* Every number goes to a position and back; with their images they are all positions there are. */
static void check_all(struct board *board, int few, int many)
{
    struct cop_placing *placing = &board->placing;
    int64_t count = cop_placing_count(placing, few, many), positions = 0;
    struct cop_placing_walk walk;

    cop_placing_begin(&walk, placing, few, many, 0);
    for (int64_t number = 0; number < count; number++) {
        uint64_t one, other;
        bool is_somebody = cop_placing_sets(placing, few, many, number, &one, &other);

        assert_int_equal(walk.number, number);
        cop_placing_look(&walk);
        assert_true(is_somebody == !walk.is_nobodys);
        if (is_somebody) {
            assert_int_equal(bit_count(one), few);
            assert_int_equal(bit_count(other), many);
            assert_true((one & other) == 0 && walk.few == one && walk.many == other);
            positions += images_with_number(board, one, other, number);
        }
        cop_placing_next(&walk);
    }
    assert_int_equal(positions, placing->subsets.count[placing->point_count][few] *
                                    placing->subsets.count[placing->point_count - few][many]);
}

static void placing_numbers_every_position_with_four_pieces(void **context)
{
    struct board board;

    (void)context;
    open_board(&board, 9, 5, 4);
    for (int pieces = 2; pieces <= 4; pieces++)
        for (int few = 1; 2 * few <= pieces; few++)
            check_all(&board, few, pieces - few);
    cop_placing_close(&board.placing);
}

static void placing_numbers_square_boards_with_eight_symmetries(void **context)
{
    (void)context;
    for (int symmetries = 1; symmetries <= 8; symmetries *= 2) {
        struct board board;

        open_board(&board, 3, 3, symmetries);
        for (int few = 0; few <= 4; few++)
            for (int many = few; few + many <= 9; many++)
                check_all(&board, few, many);
        cop_placing_close(&board.placing);
        open_board(&board, 5, 5, symmetries);
        check_all(&board, 2, 3);
        cop_placing_close(&board.placing);
    }
}

static uint64_t random_set(struct cop_rng *rng, uint64_t open, int count)
{
    uint64_t set = 0;

    while (count-- > 0)
        set |= nth_bit_plain(open & ~set, cop_rng_below(rng, (uint32_t)bit_count(open & ~set)));
    return set;
}

static void placing_numbers_random_positions_with_up_to_nine_pieces(void **context)
{
    struct cop_rng rng;
    struct board board;

    (void)context;
    cop_rng_seed(&rng, 1);
    open_board(&board, 9, 5, 4);
    for (int i = 0; i < 100000; i++) {
        int pieces = 5 + (int)cop_rng_below(&rng, 5);
        int few = 1 + (int)cop_rng_below(&rng, (uint32_t)pieces / 2);
        uint64_t one = random_set(&rng, board.placing.points, few), again, other_again;
        uint64_t other = random_set(&rng, board.placing.points & ~one, pieces - few);
        int64_t number = cop_placing_rank(&board.placing, one, other);

        assert_in_range(number, 0, cop_placing_count(&board.placing, few, pieces - few) - 1);
        assert_true(
            cop_placing_sets(&board.placing, few, pieces - few, number, &again, &other_again));
        assert_int_equal(cop_placing_rank(&board.placing, again, other_again), number);
        images_with_number(&board, one, other, number);
    }
    cop_placing_close(&board.placing);
}

/* Counted in the order of words, by the fast form and by the plain one, for masks with gaps. */
static void sets_are_counted_the_same_with_every_instruction_set(void **context)
{
    static const uint64_t masks[] = {0xffff, 0xf0f00f0f0000000fu, 0x8000400020001fffu};
    struct subsets subsets;

    (void)context;
    subsets_fill(&subsets);
    for (size_t mask = 0; mask < sizeof masks / sizeof masks[0]; mask++) {
        uint64_t squares = masks[mask];
        int64_t counts[SUBSET_SQUARES + 1] = {0};

        for (uint64_t set = (0 - squares) & squares; set != 0; set = (set - squares) & squares) {
            int members = bit_count(set);

            assert_int_equal(subset_number_plain(&subsets, squares, set), counts[members]);
            assert_int_equal(subset_number(&subsets, squares, set), counts[members]);
            assert_true(subset_of_number(&subsets, squares, members, counts[members]) == set);
            counts[members]++;
        }
        assert_true(counts[1] == bit_count(squares));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_counted_the_same_with_every_instruction_set),
        cmocka_unit_test(placing_numbers_every_position_with_four_pieces),
        cmocka_unit_test(placing_numbers_square_boards_with_eight_symmetries),
        cmocka_unit_test(placing_numbers_random_positions_with_up_to_nine_pieces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
