/* test_indexings.c - positions with numbers: every position has one, every number is the number of
 * its position, equal numbers are images of each other, and there are as many as formulas say. */
#include "reference_check.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 64, WORDS_MAX = 80 };

/* ---- What holds for every number of a class ---- */

/* Positions of the class, one for each number that is somebody's. */
static int64_t positions_of_class(const struct cop_game *game, int class_number)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    int64_t positions = 0;

    for (int64_t number = 0; number < indexing->count(game, class_number); number++) {
        struct any_state state = {{0}};
        struct cop_place place;

        if (!indexing->state(game, class_number, number, &state))
            continue;
        assert_int_not_equal(turn_of(game, &state), COP_OVER);
        assert_true(indexing->place(game, &state, &place));
        assert_int_equal(place.class_number, class_number);
        assert_int_equal(place.number, number);
        assert_false(place.has_past);
        positions++;
    }
    return positions;
}

/* All images of a position have its number. */
static void images_share_a_number(const struct cop_game *game, const struct any_state *state,
                                  const struct cop_place *place)
{
    for (int symmetry = 1; symmetry < game->symmetries; symmetry++) {
        struct any_state image = {{0}};
        struct cop_place other;

        game->rules->turned(game, state, symmetry, &image);
        assert_true(game->rules->indexing->place(game, &image, &other));
        assert_int_equal(other.class_number, place->class_number);
        assert_int_equal(other.number, place->number);
    }
}

static bool is_among(const struct cop_place *list, int count, const struct cop_place *place)
{
    for (int i = 0; i < count; i++)
        if (list[i].class_number == place->class_number && list[i].number == place->number)
            return true;
    return false;
}

/* Each move leads to a lower stage, or can be taken back. Returns how many stay in the stage. */
static int check_moves(const struct cop_game *game, const struct any_state *state,
                       const struct cop_place *place)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    cop_move moves[MOVES_MAX];
    int count = game->rules->moves(game, state, moves), stays = 0;

    for (int i = 0; i < count; i++) {
        struct any_state next = child(game, state, moves[i]);
        struct cop_place to, list[MOVES_MAX];
        int from_stage = indexing->stage(game, place->class_number);

        if (!indexing->place(game, &next, &to)) {
            assert_int_equal(turn_of(game, &next), COP_OVER);
            continue;
        }
        assert_true(indexing->stage(game, to.class_number) <= from_stage);
        if (indexing->stage(game, to.class_number) < from_stage)
            continue;
        stays++;
        assert_true(is_among(
            list, indexing->before(game, to.class_number, to.number, list, game->max_moves),
            place));
    }
    return stays;
}

/* Whoever is said to come before has a move that leads here. */
static void check_before(const struct cop_game *game, const struct cop_place *place)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    struct cop_place list[MOVES_MAX];
    int count = indexing->before(game, place->class_number, place->number, list, game->max_moves);

    for (int i = 0; i < count; i++) {
        struct any_state state = {{0}};
        cop_move moves[MOVES_MAX];
        bool leads_here = false;
        int moves_count;

        assert_true(indexing->state(game, list[i].class_number, list[i].number, &state));
        moves_count = game->rules->moves(game, &state, moves);
        for (int j = 0; j < moves_count; j++) {
            struct any_state next = child(game, &state, moves[j]);
            struct cop_place to;

            leads_here |= indexing->place(game, &next, &to) && is_among(&to, 1, place);
        }
        assert_true(leads_here);
    }
}

static void every_position_keeps_the_contract(const char *spec)
{
    struct cop_game *game = open_or_fail(spec);
    const struct cop_indexing *indexing = game->rules->indexing;
    int stays = 0;

    for (int i = 0; i < indexing->classes(game); i++)
        for (int64_t number = 0; number < indexing->count(game, i); number++) {
            struct cop_place place = {.class_number = i, .number = number};
            struct any_state state = {{0}};

            if (!indexing->state(game, i, number, &state))
                continue;
            images_share_a_number(game, &state, &place);
            stays += check_moves(game, &state, &place);
            check_before(game, &place);
        }
    assert_true(stays > 0);
    cop_game_close(game);
}

static void every_position_of_breakthrough_keeps_the_contract(void **context)
{
    (void)context;
    every_position_keeps_the_contract("breakthrough(width=2, height=4)");
    every_position_keeps_the_contract("breakthrough(width=3, height=4)");
}

/* ---- Every position has a number, and it is an image of the number's ---- */

static bool are_images(const struct cop_game *game, const struct any_state *one,
                       const struct any_state *other)
{
    for (int symmetry = 0; symmetry < game->symmetries; symmetry++) {
        struct any_state image = {{0}};

        game->rules->turned(game, one, symmetry, &image);
        if (memcmp(&image, other, game->state_size) == 0)
            return true;
    }
    return false;
}

/* How often a position is its own image, of all symmetries: what it adds to the number of orbits.
 */
static double share_of_orbit(const struct cop_game *game, const struct any_state *state)
{
    int same = 0;

    for (int symmetry = 0; symmetry < game->symmetries; symmetry++) {
        struct any_state image = {{0}};

        game->rules->turned(game, state, symmetry, &image);
        same += memcmp(&image, state, game->state_size) == 0;
    }
    return (double)same / game->symmetries;
}

/* A position of the first player's, who is also the mover of every number's. */
static struct cop_place check_position(const struct cop_game *game, const char *words)
{
    struct any_state state = position_or_fail(game, words), again = {{0}};
    struct cop_place place = {.class_number = -1};

    if (turn_of(game, &state) == COP_OVER) {
        assert_false(game->rules->indexing->place(game, &state, &place));
        return (struct cop_place){.class_number = -1};
    }
    assert_true(game->rules->indexing->place(game, &state, &place));
    assert_true(game->rules->indexing->state(game, place.class_number, place.number, &again));
    assert_true(are_images(game, &state, &again));
    return place;
}

/* The squares from the upper left on, with White going up; false where a stone is where it has won
 * already, which no text of a position can say of several. */
static bool write_breakthrough(const int *squares, int columns, int rows, char *words)
{
    for (int row = 0; row < rows; row++) {
        int empty = 0;

        for (int column = 0; column < columns; column++) {
            int what = squares[row * columns + column];

            if ((row == 0 && what == 1) || (row == rows - 1 && what == 2))
                return false;
            empty = what == 0 ? empty + 1 : 0;
            words -= empty > 1; /* two numbers side by side are one */
            *words++ = what == 0 ? (char)('0' + empty) : "-wb"[what];
        }
        *words++ = row + 1 < rows ? '/' : ' ';
    }
    strcpy(words, "w");
    return true;
}

/* Counts up; false after the last. */
static bool next_squares(int *squares, int count)
{
    for (int i = 0; i < count; i++) {
        if (++squares[i] < 3)
            return true;
        squares[i] = 0;
    }
    return false;
}

static bool has_stones(const int *squares, int count, int most)
{
    int stones[3] = {0};

    for (int i = 0; i < count; i++)
        stones[squares[i]]++;
    return stones[1] > 0 && stones[2] > 0 && stones[1] <= most && stones[2] <= most;
}

/* All boards of the size, one by one, against all numbers: by Burnside's lemma there are as many
 * positions but for symmetry as their shares add up to. */
static void breakthrough_numbers_are_all_positions(int columns, int rows)
{
    struct cop_text spec = COP_TEXT;
    struct cop_game *game;
    int squares[16] = {0};
    double orbits = 0;
    int64_t positions = 0;

    cop_text_add(&spec, "breakthrough(width=%d, height=%d)", columns, rows);
    game = open_or_fail(spec.bytes);
    do {
        char words[WORDS_MAX];
        struct any_state state;

        if (!has_stones(squares, columns * rows, 2 * columns) ||
            !write_breakthrough(squares, columns, rows, words))
            continue;
        assert_true(check_position(game, words).class_number >= 0);
        state = position_or_fail(game, words);
        orbits += share_of_orbit(game, &state);
    } while (next_squares(squares, columns * rows));
    for (int i = 0; i < game->rules->indexing->classes(game); i++)
        positions += positions_of_class(game, i);
    assert_true((double)positions == orbits);
    cop_game_close(game);
    cop_text_free(&spec);
}

static void breakthrough_numbers_are_all_positions_of_small_boards(void **context)
{
    (void)context;
    breakthrough_numbers_are_all_positions(2, 4);
    breakthrough_numbers_are_all_positions(2, 5);
    if (!is_slow_build())
        breakthrough_numbers_are_all_positions(3, 4);
}

/* Of both sides, with the board and the colours turned round. */
static void breakthrough_numbers_are_seen_from_the_side_to_move(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough(width=4, height=5)");
    struct any_state white = position_or_fail(game, "bb2/1b2/2w1/w3/2w1 w");
    struct any_state black = position_or_fail(game, "2b1/b3/2b1/1w2/ww2 b");
    struct cop_place one, other;

    (void)context;
    assert_true(game->rules->indexing->place(game, &white, &one));
    assert_true(game->rules->indexing->place(game, &black, &other));
    assert_true(is_among(&one, 1, &other));
    cop_game_close(game);
}

/* One stone each: of n = columns * (rows - 1) squares each, those where both stand on the same one
 * of the columns * (rows - 2) that they share left out, and half of that by symmetry if no column
 * is in the middle. */
static void breakthrough_counts_two_stones_by_hand(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");

    (void)context;
    assert_int_equal(game->rules->indexing->count(game, 0), (56 * 56 - 48) / 2);
    assert_int_equal(positions_of_class(game, 0), (56 * 56 - 48) / 2);
    cop_game_close(game);
}

/* The whole of a small board has numbers; of the usual one only what 64 bits can count, and the
 * start has none. */
static void breakthrough_counts_as_far_as_it_can(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough(width=5, height=5)");
    struct any_state state = start_of(game);
    struct cop_place place;
    struct cop_text name = COP_TEXT;

    (void)context;
    assert_int_equal(game->rules->indexing->classes(game), 10 * 10);
    assert_true(game->rules->indexing->place(game, &state, &place));
    game->rules->indexing->name(game, place.class_number, &name);
    assert_string_equal(name.bytes, "10-10");
    assert_int_equal(game->rules->indexing->stage(game, place.class_number), 18);
    assert_int_equal(game->rules->indexing->pieces(game, place.class_number), 20);
    cop_text_free(&name);
    cop_game_close(game);

    game = open_or_fail("breakthrough");
    state = start_of(game);
    assert_false(game->rules->indexing->place(game, &state, &place));
    state = position_or_fail(game, "8/8/8/2b5/8/4w3/8/8 b");
    assert_true(game->rules->indexing->place(game, &state, &place));
    cop_game_close(game);
}

/* ---- Othello ---- */

static int64_t count_all(const struct cop_game *game)
{
    int64_t all = 0;

    for (int i = 0; i < game->rules->indexing->classes(game); i++)
        all += game->rules->indexing->count(game, i);
    return all;
}

/* 231 patterns of the beads are left of 1296, and the other squares are empty or one of two. */
static void othello_folds_its_beads(void **context)
{
    static const struct {
        const char *spec;
        int squares; /* without beads */
    } boards[] = {{"othello(size=4)", 8}, {"othello(size=6)", 28}};

    (void)context;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct cop_game *game = open_or_fail(boards[i].spec);
        int64_t all = 231;

        for (int square = 0; square < boards[i].squares; square++)
            all *= 3;
        /* Full boards are over: 2 to the squares, and 55 patterns of beads without an empty one. */
        all -= ((int64_t)1 << boards[i].squares) * 55;
        assert_int_equal(count_all(game), all);
        cop_game_close(game);
    }
}

/* Boards at random, from nearly full to nearly empty. */
static void random_othello(struct cop_rng *rng, int size, const char *discs, char *words)
{
    uint32_t chance = 1 + cop_rng_below(rng, 9);

    for (int i = 0; i < size * size; i++) {
        int column = i % size - size / 2, row = i / size - size / 2;
        bool is_middle = (column == 0 || column == -1) && (row == 0 || row == -1);

        words[i] =
            is_middle || cop_rng_below(rng, 10) < chance ? discs[cop_rng_below(rng, 2)] : '-';
    }
    strcpy(words + size * size, " X");
}

static void exchange_colours(char *words)
{
    for (; *words != 0; words++)
        *words = *words == 'X' ? 'O' : *words == 'O' ? 'X' : *words;
}

static void check_random_boards(int size, int games)
{
    struct cop_text spec = COP_TEXT;
    struct cop_game *game;
    struct cop_rng rng;
    int numbered = 0;

    cop_text_add(&spec, "othello(size=%d)", size);
    game = open_or_fail(spec.bytes);
    cop_rng_seed(&rng, 7);
    for (int i = 0; i < games; i++) {
        struct cop_place place, other;
        struct any_state state;
        char words[WORDS_MAX];

        random_othello(&rng, size, "XO", words);
        place = check_position(game, words);
        if (place.class_number < 0)
            continue;
        exchange_colours(words);
        state = position_or_fail(game, words);
        assert_true(game->rules->indexing->place(game, &state, &other));
        assert_true(is_among(&place, 1, &other));
        images_share_a_number(game, &state, &place);
        check_moves(game, &state, &place);
        check_before(game, &place);
        numbered++;
    }
    assert_true(numbered > games / 4);
    cop_game_close(game);
    cop_text_free(&spec);
}

static void othello_boards_have_numbers(void **context)
{
    (void)context;
    check_random_boards(4, 2000);
    check_random_boards(6, 2000);
}

/* Every number of the board of 4 with few empty squares is that of its position. */
static void othello_numbers_are_those_of_their_positions(void **context)
{
    struct cop_game *game = open_or_fail("othello(size=4)");

    (void)context;
    for (int i = 0; i < game->rules->indexing->classes(game); i++)
        if (game->rules->indexing->count(game, i) < 300000)
            assert_true(positions_of_class(game, i) > 0);
    cop_game_close(game);
}

static void othello_of_8_has_no_numbers(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = start_of(game);
    struct cop_place place;

    (void)context;
    assert_int_equal(game->rules->indexing->classes(game), 0);
    assert_false(game->rules->indexing->place(game, &state, &place));
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_breakthrough_keeps_the_contract),
        cmocka_unit_test(breakthrough_numbers_are_all_positions_of_small_boards),
        cmocka_unit_test(breakthrough_numbers_are_seen_from_the_side_to_move),
        cmocka_unit_test(breakthrough_counts_two_stones_by_hand),
        cmocka_unit_test(breakthrough_counts_as_far_as_it_can),
        cmocka_unit_test(othello_folds_its_beads),
        cmocka_unit_test(othello_boards_have_numbers),
        cmocka_unit_test(othello_numbers_are_those_of_their_positions),
        cmocka_unit_test(othello_of_8_has_no_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
