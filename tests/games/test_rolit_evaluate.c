/* test_rolit_evaluate.c - Rolit: patterns, their tables, and what is judged by them
 * (chance-and-multiplayer.md 1.6.5); and the features. */
#include "judge_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fingerprint.h"
#include "games/bits.h"
#include "games/othello/position.h"
#include "games/rolit/board.h"
#include "games/rolit/weights.h"

/* ---- Patterns ---- */

/* 4.1, 13. */
static void rolit_has_511272_configurations(void **context)
{
    (void)context;
    assert_int_equal(ROLIT_CONFIGURATIONS * ROLIT_STAGES, 511272);
    assert_int_equal(4 * 6561 + (81 + 243 + 729 + 2187 + 6561) + 6561, ROLIT_CONFIGURATIONS);
}

/* The squares of a place, from its first, as columns and rows. */
struct place {
    int first, count;
    int columns[8], rows[8];
};

/* Rows, columns, both kinds of diagonals and corners, found by walking over the board. */
static int list_places(struct place *places)
{
    static const int starts[10] = {0, 6561, 13122, 19683, 26244, 26325, 26568, 27297, 29484, 36045};
    int count = 0;

    for (int line = 0; line < 16; line++, count++) {
        int number = line % 8;

        places[count] = (struct place){starts[number < 4 ? number : 7 - number], 8, {0}, {0}};
        for (int i = 0; i < 8; i++) {
            places[count].columns[i] = line < 8 ? i : number;
            places[count].rows[i] = line < 8 ? number : i;
        }
    }
    for (int slope = -1; slope <= 1; slope += 2)
        for (int start = -8; start < 16; start++) {
            struct place place = {0, 0, {0}, {0}};

            for (int column = 0; column < 8; column++)
                if (start + slope * column >= 0 && start + slope * column < 8) {
                    place.columns[place.count] = column;
                    place.rows[place.count++] = start + slope * column;
                }
            place.first = place.count >= 4 ? starts[place.count] : 0;
            if (place.count >= 4)
                places[count++] = place;
        }
    for (int image = 0; image < 8; image++, count++) {
        places[count] = (struct place){starts[9], 8, {0}, {0}};
        for (int i = 0; i < 8; i++) {
            int along = (image & 1) != 0 ? 7 - i % 4 : i % 4;
            int across = (image & 2) != 0 ? 7 - i / 4 : i / 4;

            places[count].columns[i] = (image & 4) != 0 ? across : along;
            places[count].rows[i] = (image & 4) != 0 ? along : across;
        }
    }
    return count;
}

static int compare_numbers(const void *left, const void *right)
{
    return *(const uint16_t *)left - *(const uint16_t *)right;
}

/* All configurations of a board, found square by square, and in the order of their numbers. */
static void configure_slowly(const struct place *places, uint64_t own, uint64_t taken,
                             uint16_t *numbers)
{
    for (int i = 0; i < ROLIT_PLACES; i++) {
        int number = 0;

        for (int square = places[i].count - 1; square >= 0; square--) {
            uint64_t bit = rolit_square(places[i].columns[square], places[i].rows[square]);

            number = 3 * number + ((own & bit) != 0 ? 1 : (taken & bit) != 0 ? 2 : 0);
        }
        numbers[i] = (uint16_t)(places[i].first + number);
    }
    qsort(numbers, ROLIT_PLACES, sizeof *numbers, compare_numbers);
}

static void rolit_finds_42_places(void **context)
{
    struct place places[64];
    struct cop_rng rng;

    (void)context;
    assert_int_equal(list_places(places), ROLIT_PLACES);
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 2000; i++) {
        uint64_t empty = cop_rng_next(&rng);
        uint64_t taken = ~(empty & cop_rng_next(&rng));
        uint64_t own = taken & cop_rng_next(&rng);
        uint8_t own_bits[ROLIT_PLACES], taken_bits[ROLIT_PLACES];
        uint16_t numbers[ROLIT_PLACES], slow[ROLIT_PLACES];

        rolit_look(own, own_bits);
        rolit_look(taken, taken_bits);
        rolit_configure(own_bits, taken_bits, numbers);
        qsort(numbers, ROLIT_PLACES, sizeof *numbers, compare_numbers);
        configure_slowly(places, own, taken, slow);
        assert_memory_equal(numbers, slow, sizeof numbers);
    }
}

static void rolit_mirror_of_a_mirror_is_the_same(void **context)
{
    int alike = 0;

    (void)context;
    for (int i = 0; i < ROLIT_CONFIGURATIONS; i++) {
        assert_int_equal(rolit_mirror(rolit_mirror(i)), i);
        alike += rolit_mirror(i) == i;
    }
    /* 3^4 that read the same both ways for 8 squares, and so on; and all corners. */
    assert_int_equal(alike, 4 * 81 + 9 + 27 + 27 + 81 + 81 + 6561);
    assert_int_equal(rolit_mirror(1), 2187);
    assert_int_equal(rolit_mirror(26244 + 1 + 2 * 3), 26244 + 27 + 2 * 9);
}

static void rolit_stages_are_five_plies(void **context)
{
    (void)context;
    for (int plies = 0; plies < 60; plies++)
        assert_int_equal(rolit_stage(((uint64_t)1 << (plies + 4)) - 1), plies / 5);
    assert_int_equal(rolit_stage(~(uint64_t)0), 11);
}

/* ---- Tables ---- */

static void read_embedded(int players, struct rolit_tables *tables)
{
    const struct cop_embedded *weights = rolit_weights[players];
    struct cop_error error;

    if (!rolit_read_weights(weights->bytes, weights->size, tables, &error))
        fail_msg("%s", error.message);
}

static void rolit_tables_are_whole(void **context)
{
    struct rolit_tables *tables = cop_allocate(sizeof *tables);

    (void)context;
    for (int players = 2; players <= 4; players++) {
        read_embedded(players, tables);
        for (int stage = 0; stage < ROLIT_STAGES; stage++)
            for (int i = 0; i < ROLIT_CONFIGURATIONS; i++) {
                assert_true(tables->level[stage][i] < ROLIT_LEVELS);
                assert_int_equal(tables->level[stage][i], tables->level[stage][rolit_mirror(i)]);
            }
    }
    free(tables);
}

/* All levels as rolit-patterns found them when the published matches were played: a change here is
 * a change of strength. */
static void rolit_levels_are_those_that_were_trained(void **context)
{
    static const uint64_t trained[5] = {0, 0, 0x568cfcc350fdfb37u, 0x3e08608b1bc35120u,
                                        0x096cb51b32255f44u};
    struct rolit_tables *tables = cop_allocate(sizeof *tables);

    (void)context;
    for (int players = 2; players <= 4; players++) {
        read_embedded(players, tables);
        assert_true(cop_fingerprint(tables, sizeof *tables) == trained[players]);
    }
    free(tables);
}

static void rolit_weights_have_a_header(void **context)
{
    static const uint8_t start[12] = {'C', 'R', 'W', 'T', 1, 0, 0, 0, 0x28, 0xcd, 7, 0};

    (void)context;
    for (int players = 2; players <= 4; players++) {
        const struct cop_embedded *weights = rolit_weights[players];
        uint8_t header[ROLIT_WEIGHTS_HEADER];

        assert_true(weights->size > sizeof header);
        assert_memory_equal(weights->bytes, start, sizeof start);
        rolit_write_header(header, weights->bytes + sizeof header, weights->size - sizeof header);
        assert_memory_equal(weights->bytes, header, sizeof header);
    }
}

static void assert_refused(const uint8_t *bytes, size_t length, struct rolit_tables *tables)
{
    struct cop_error error = {""};

    assert_false(rolit_read_weights(bytes, length, tables, &error));
    assert_true(strncmp(error.message, "rolit: ", 7) == 0);
}

static void rolit_damaged_weights_are_refused(void **context)
{
    struct rolit_tables *tables = cop_allocate(sizeof *tables);
    size_t length = rolit_weights[2]->size;
    uint8_t *bytes = cop_allocate(length + 1);

    (void)context;
    memcpy(bytes, rolit_weights[2]->bytes, length);
    bytes[length] = 0;
    for (size_t shorter = 0; shorter <= ROLIT_WEIGHTS_HEADER; shorter++)
        assert_refused(bytes, shorter, tables);
    assert_refused(bytes, length - 1, tables);
    assert_refused(bytes, length + 1, tables);
    for (size_t at = 0; at < length; at += at < ROLIT_WEIGHTS_HEADER ? 1 : length / 20) {
        bytes[at] ^= 1;
        assert_refused(bytes, length, tables);
        bytes[at] ^= 1;
    }
    assert_true(rolit_read_weights(bytes, length, tables, NULL));
    free(bytes);
    free(tables);
}

/* With a right checksum: too little, too much, a run beyond the end of a stage, no such level. */
static void rolit_weights_that_do_not_fit_are_refused(void **context)
{
    struct rolit_tables *tables = cop_allocate(sizeof *tables);
    size_t length = rolit_weights[2]->size, body = length - ROLIT_WEIGHTS_HEADER;
    uint8_t *bytes = cop_allocate(length + 1);

    (void)context;
    memcpy(bytes, rolit_weights[2]->bytes, length);
    bytes[length] = 0;
    for (size_t size = 0; size <= body + 1; size = size == 0 ? body - 1 : size + 2) {
        rolit_write_header(bytes, bytes + ROLIT_WEIGHTS_HEADER, size);
        assert_refused(bytes, ROLIT_WEIGHTS_HEADER + size, tables);
    }
    bytes[length - 1] = UINT8_MAX;
    rolit_write_header(bytes, bytes + ROLIT_WEIGHTS_HEADER, body);
    assert_refused(bytes, length, tables);
    bytes[length - 1] = rolit_weights[2]->bytes[length - 1];
    bytes[ROLIT_WEIGHTS_HEADER + 1] = ROLIT_LEVELS;
    rolit_write_header(bytes, bytes + ROLIT_WEIGHTS_HEADER, body);
    assert_refused(bytes, length, tables);
    free(bytes);
    free(tables);
}

/* A full border row of one's own near the end promises more than one of others'. */
static void rolit_tables_like_own_borders(void **context)
{
    struct rolit_tables *tables = cop_allocate(sizeof *tables);

    (void)context;
    for (int players = 2; players <= 4; players++) {
        read_embedded(players, tables);
        assert_true(tables->level[11][3280] > tables->level[11][6560] + 10);
    }
    free(tables);
}

/* ---- Values ---- */

static void rolit_pieces_are_counted(void **context)
{
    struct judge judge = judge_open("rolit(players=3)", "pieces");

    (void)context;
    assert_judged(&judge, (double[]){1, 1, 1});
    judge_play(&judge, "f5");
    assert_judged(&judge, (double[]){3, 0, 1});
    judge_close(&judge);
}

/* The average over all places, for each player. */
static void check_average(const struct judge *judge)
{
    const struct rolit_position *position = (const void *)judge->state;
    const struct rolit_tables *tables = judge->prepared;
    int stage = (bit_count(position->taken) - 4) / 5;
    struct place places[64];

    list_places(places);
    for (int player = 0; player < judge->game->players; player++) {
        uint16_t numbers[ROLIT_PLACES];
        double sum = 0;

        configure_slowly(places, rolit_pieces(position, (uint64_t)player), position->taken,
                         numbers);
        for (int i = 0; i < ROLIT_PLACES; i++)
            sum += 0.75 * tables->level[stage][numbers[i]];
        assert_true(fabs(judge_of(judge, player) - sum / ROLIT_PLACES) < 1e-9);
    }
}

static void rolit_value_is_the_average_of_all_places(void **context)
{
    (void)context;
    for (int players = 2; players <= 4; players++) {
        struct judge judge;
        char spec[32];

        snprintf(spec, sizeof spec, "rolit(players=%d)", players);
        judge = judge_open(spec, "patterns");
        assert_in_bounds(&judge, is_slow_build() ? 2 : 10, check_average);
        judge_close(&judge);
    }
}

/* Turned, mirrored, with colours exchanged among the players. */
static void check_symmetry(const struct judge *judge)
{
    static const char letters[] = "RGYB";
    struct judge other = *judge;
    struct cop_text text = COP_TEXT;
    char image[128];
    int players = judge->game->players;

    judge->rules->write_position(judge->game, judge->state, &text);
    for (int turned = 1; turned < 4; turned++) {
        /* A quarter turn of the board and the next colour is a position of the game (4 players). */
        for (int i = 0; i < 71; i++) {
            int row = i / 9, column = i % 9;

            image[i] = column == 8 ? '/' : text.bytes[(7 - column) * 9 + row];
        }
        strcpy(image + 71, text.bytes + 71);
        for (int i = 0; image[i] != '\0' && i < 73; i++) {
            const char *found = strchr(letters, image[i]);

            if (found != NULL)
                image[i] = letters[(found - letters + 1) % players];
        }
        judge_set_up(&other, image);
        for (int player = 0; player < players; player++)
            assert_true(judge_of(&other, (player + turned) % players) == judge_of(judge, player));
        cop_text_clear(&text);
        cop_text_add(&text, "%s", image);
    }
    cop_text_free(&text);
}

static void rolit_value_is_symmetric(void **context)
{
    struct judge judge = judge_open("rolit(players=4)", "patterns");

    (void)context;
    assert_in_bounds(&judge, is_slow_build() ? 2 : 10, check_symmetry);
    judge_close(&judge);
}

static void rolit_small_boards_count_pieces_and_corners(void **context)
{
    struct judge judge = judge_open("rolit(size=4)", "patterns");

    (void)context;
    assert_judged(&judge, (double[]){1.5, 1.5});
    judge_set_up(&judge, "R.../.RG./.BY./.... G 2");
    assert_judged(&judge, (double[]){2.5 + 3, 1.5});
    assert_in_bounds(&judge, 20, NULL);
    judge_close(&judge);
    judge = judge_open("rolit(size=6, players=3)", "patterns");
    assert_in_bounds(&judge, 20, NULL);
    judge_close(&judge);
}

/* ---- Features ---- */

/* On how many squares a player would capture. */
static uint32_t count_captures(const struct judge *judge, int player)
{
    struct rolit_position position = *(const struct rolit_position *)judge->state;
    double before = judge->rules->score(judge->game, &position, player);
    cop_move moves[64];
    uint32_t captures = 0;
    int count;

    position.turn = (uint64_t)player;
    count = judge->rules->moves(judge->game, &position, moves);
    for (int i = 0; i < count; i++) {
        struct rolit_position next = position;

        judge->rules->play(judge->game, &next, moves[i]);
        captures += judge->rules->score(judge->game, &next, player) > before + 1;
    }
    return captures;
}

/* The patterns are Othello's, with all that is not a player's own as the other's discs. */
static void check_features(const struct judge *judge)
{
    const struct rolit_position *position = (const void *)judge->state;
    struct judge othello = judge_open("othello", "discs");
    uint32_t numbers[COP_FEATURES_MAX], of_discs[COP_FEATURES_MAX];
    uint32_t captures[2] = {count_captures(judge, 0), count_captures(judge, 1)};

    for (int player = 0; player < 2; player++) {
        uint64_t own = rolit_pieces(position, (uint64_t)player);
        struct othello_position discs = {.discs = {own, position->taken & ~own}};
        int count = judge->rules->features->list(judge->game, judge->state, player, numbers);
        int patterns = othello.rules->features->list(othello.game, &discs, 0, of_discs) - 3;
        uint32_t first = (uint32_t)judge->rules->features->count(judge->game) - (2 * 32 + 3);
        uint64_t strangers = rolit_pieces(position, 2) | rolit_pieces(position, 3);

        assert_int_equal(count, patterns + 3);
        assert_memory_equal(numbers, of_discs, (size_t)patterns * sizeof *numbers);
        assert_int_equal(numbers[patterns], first + captures[player]);
        assert_int_equal(numbers[patterns + 1], first + 32 + captures[1 - player]);
        assert_int_equal(numbers[patterns + 2], first + 64 + (uint32_t)bit_count(strangers));
    }
    judge_close(&othello);
}

static void rolit_features_agree_with_those_of_othello(void **context)
{
    struct judge judge = judge_open("rolit", "patterns");

    (void)context;
    assert_in_bounds(&judge, 2, check_features);
    judge_close(&judge);
}

/* More players, and smaller boards, have none. */
static void rolit_learns_the_large_board_for_two_only(void **context)
{
    static const char *const others[] = {"rolit(size=6)", "rolit(players=3)", "rolit(players=4)"};

    (void)context;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct judge judge = judge_open(others[i], "patterns");

        assert_int_equal(judge.rules->features->count(judge.game), 0);
        judge_close(&judge);
    }
}

static void rolit_tries_corners_first_and_their_neighbours_last(void **context)
{
    struct judge judge = judge_open("rolit(size=4)", "patterns");

    (void)context;
    /* Green has no piece and may place anywhere around. */
    judge_set_up(&judge, "..../.RR./.RR./.... G 2");
    assert_order(&judge, "squares", "a1 d1 a4 d4 b1 c1 a2 d2 a3 d3 b4 c4");
    judge_close(&judge);
}

static void rolit_greedy_player_beats_random_ones(void **context)
{
    static const double least[] = {0.8, 0.7, 0.6};

    (void)context;
    for (int players = 2; players <= 4; players++) {
        struct judge judge;
        char spec[32];
        double share;

        snprintf(spec, sizeof spec, "rolit(players=%d)", players);
        judge = judge_open(spec, "patterns");
        share = greedy_share(&judge, is_slow_build() ? 24 : 96);
        if (share < least[players - 2])
            fail_msg("%s: greedy has only %.3f", spec, share);
        judge_close(&judge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolit_has_511272_configurations),
        cmocka_unit_test(rolit_finds_42_places),
        cmocka_unit_test(rolit_mirror_of_a_mirror_is_the_same),
        cmocka_unit_test(rolit_stages_are_five_plies),
        cmocka_unit_test(rolit_tables_are_whole),
        cmocka_unit_test(rolit_levels_are_those_that_were_trained),
        cmocka_unit_test(rolit_weights_have_a_header),
        cmocka_unit_test(rolit_damaged_weights_are_refused),
        cmocka_unit_test(rolit_weights_that_do_not_fit_are_refused),
        cmocka_unit_test(rolit_tables_like_own_borders),
        cmocka_unit_test(rolit_pieces_are_counted),
        cmocka_unit_test(rolit_value_is_the_average_of_all_places),
        cmocka_unit_test(rolit_value_is_symmetric),
        cmocka_unit_test(rolit_small_boards_count_pieces_and_corners),
        cmocka_unit_test(rolit_features_agree_with_those_of_othello),
        cmocka_unit_test(rolit_learns_the_large_board_for_two_only),
        cmocka_unit_test(rolit_tries_corners_first_and_their_neighbours_last),
        cmocka_unit_test(rolit_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
