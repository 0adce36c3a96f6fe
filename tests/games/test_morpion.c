/* test_morpion.c - Morpion Solitaire: counts of games, the comparison with the slow reference,
 * symmetries, and what people write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/agent.h"
#include "games/list.h"
#include "reference_morpion.h"
#include "support/golden.h"

enum { MOVES_MAX = 2704, STATE_WORDS = 128, LINE_NAME = 40 };

struct table {
    struct cop_game *game;
    const struct cop_rules *rules;
    struct cop_rng rng;
    uint64_t state[STATE_WORDS];
    cop_move moves[MOVES_MAX];
    int count;
};

static struct table open_table(const char *inside)
{
    struct table table = {.rules = &cop_morpion};
    struct cop_error error;

    table.game = cop_game_open_rules(&cop_morpion, inside, &error);
    if (table.game == NULL)
        fail_msg("morpion(%s): %s", inside, error.message);
    assert_true(table.game->state_size <= sizeof table.state);
    assert_true(table.game->max_moves <= MOVES_MAX);
    cop_rng_seed(&table.rng, 1);
    table.rules->start(table.game, table.state, &table.rng);
    return table;
}

static int list(struct table *table)
{
    table->count = table->rules->moves(table->game, table->state, table->moves);
    return table->count;
}

static void play_words(struct table *table, const char *words)
{
    struct cop_error error;

    if (!cop_moves_play(table->game, table->state, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
}

static char *position_text(const struct table *table)
{
    struct cop_text text = COP_TEXT;
    char *copy;

    table->rules->write_position(table->game, table->state, &text);
    copy = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return copy;
}

/* ---- Rules ---- */

struct variant {
    const char *inside;
    int span;
    bool is_disjoint;
    int margin;
};

static const struct variant variants[] = {
    {"rule=5T", 5, false, 8},           {"rule=5D", 5, true, 8},
    {"rule=4T", 4, false, 8},           {"rule=4D", 4, true, 8},
    {"rule=5T, margin=1", 5, false, 1}, {"rule=5D, margin=2", 5, true, 2},
    {"rule=4T, margin=1", 4, false, 1}, {"rule=4D, margin=3", 4, true, 3},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* 28 first moves of the cross of 36 are known to everybody; the rest was counted by the reference,
 * see below. */
static void morpion_perft(void **context)
{
    static const int64_t counts[][3] = {
        {28, 748, 18992}, {28, 740, 18416}, {40, 1496, 52352}, {40, 1480, 50648}};

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct table table = open_table(variants[i].inside);

        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(cop_perft(table.game, table.state, depth), counts[i][depth - 1]);
        cop_game_close(table.game);
    }
}

static int64_t reference_perft(const struct reference_paper *paper, int depth)
{
    struct reference_line lines[REFERENCE_LINES];
    int count = reference_paper_lines(paper, lines);
    int64_t sum = 0;

    if (depth == 1)
        return count;
    for (int i = 0; i < count; i++) {
        struct reference_paper next = *paper;

        reference_paper_draw(&next, lines[i]);
        sum += reference_perft(&next, depth - 1);
    }
    return sum;
}

static void morpion_perft_is_the_reference_s(void **context)
{
    (void)context;
    for (int i = 0; i < VARIANTS; i++) {
        struct table table = open_table(variants[i].inside);
        struct reference_paper paper;

        reference_paper_start(&paper, variants[i].span, variants[i].is_disjoint,
                              variants[i].margin);
        assert_int_equal(cop_perft(table.game, table.state, 2), reference_perft(&paper, 2));
        cop_game_close(table.game);
    }
}

static void line_name(const struct reference_paper *paper, struct reference_line line,
                      char name[LINE_NAME])
{
    int last = paper->span - 1;

    snprintf(name, LINE_NAME, "%c%d-%c%d", 'a' + line.x, line.y + 1, 'a' + line.x + last * line.dx,
             line.y + last * line.dy + 1);
}

/* The same lines in the same order may be drawn, and as many have been. */
static void assert_same(struct table *table, const struct reference_paper *paper, int seed)
{
    struct reference_line lines[REFERENCE_LINES];
    int count = reference_paper_lines(paper, lines);

    if (list(table) != count)
        fail_msg("%s, seed %d, move %d: %d lines instead of %d", table->game->name, seed,
                 paper->count, table->count, count);
    assert_int_equal((int)table->rules->score(table->game, table->state, 0), paper->count);
    assert_int_equal(table->rules->turn(table->game, table->state), count > 0 ? 0 : COP_OVER);
    for (int i = 0; i < count; i++) {
        struct cop_text text = COP_TEXT;
        char name[LINE_NAME];

        line_name(paper, lines[i], name);
        table->rules->write_move(table->game, table->state, table->moves[i], &text);
        assert_string_equal(text.bytes, name);
        cop_text_free(&text);
    }
}

static void morpion_equals_the_reference(void **context)
{
    enum { GAMES = 25 };

    (void)context;
    for (int i = 0; i < VARIANTS; i++)
        for (int seed = 1; seed <= GAMES; seed++) {
            struct table table = open_table(variants[i].inside);
            struct reference_paper paper;
            struct reference_line lines[REFERENCE_LINES];
            int at;

            cop_rng_seed(&table.rng, (uint64_t)seed);
            reference_paper_start(&paper, variants[i].span, variants[i].is_disjoint,
                                  variants[i].margin);
            for (assert_same(&table, &paper, seed); table.count > 0;
                 assert_same(&table, &paper, seed)) {
                at = (int)cop_rng_below(&table.rng, (uint32_t)table.count);
                reference_paper_lines(&paper, lines);
                reference_paper_draw(&paper, lines[at]);
                table.rules->play(table.game, table.state, table.moves[at]);
            }
            cop_game_close(table.game);
        }
}

static void morpion_lines_touch_only_where_they_may(void **context)
{
    struct table touching = open_table("margin=2"), disjoint = open_table("rule=5D, margin=2");
    struct cop_error error;
    cop_move move;

    (void)context;
    play_words(&touching, "f3-f7");
    play_words(&disjoint, "f3-f7");
    assert_true(cop_move_read(touching.game, touching.state, "f7-f11", &move, &error));
    assert_false(cop_move_read(disjoint.game, disjoint.state, "f7-f11", &move, &error));
    cop_game_close(touching.game);
    cop_game_close(disjoint.game);
}

/* ---- Symmetries ---- */

static int compare_keys(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static int count_distinct(uint64_t *keys, int count)
{
    int distinct = 0;

    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int i = 0; i < count; i++)
        distinct += i == 0 || keys[i] != keys[i - 1];
    return distinct;
}

/* A number for the drawing in each of its eight images, the least of which stands for all; written
 * without the game's own symmetries. Lines are added, so that their order does not matter. */
static uint64_t drawing_of(const struct reference_paper *paper)
{
    uint64_t least = UINT64_MAX;

    for (int symmetry = 0; symmetry < 8; symmetry++) {
        uint64_t sum = 0;

        for (int i = 0; i < paper->count; i++) {
            uint64_t ends = 0;

            for (int end = 0; end < 2; end++) {
                struct reference_line line = paper->drawn[i];
                int x = line.x + end * (paper->span - 1) * line.dx;
                int y = line.y + end * (paper->span - 1) * line.dy;

                x = symmetry & 1 ? paper->side - 1 - x : x;
                y = symmetry & 2 ? paper->side - 1 - y : y;
                ends += cop_mix((uint64_t)(symmetry & 4 ? 100 * y + x : 100 * x + y) + 1);
            }
            sum += cop_mix(ends);
        }
        least = sum < least ? sum : least;
    }
    return least;
}

/* All drawings of two lines, by the game's key and by the reference's. */
static void morpion_rest_is_the_same_for_all_eight_images(void **context)
{
    enum { ROOM = 2000 };
    static uint64_t keys[ROOM], plain[ROOM];

    (void)context;
    for (int v = 0; v < 4; v++) {
        struct table table = open_table(variants[v].inside), next;
        struct reference_line lines[REFERENCE_LINES], later[REFERENCE_LINES];
        struct reference_paper paper, one, two;
        int count = 0;

        reference_paper_start(&paper, variants[v].span, variants[v].is_disjoint, 8);
        list(&table);
        reference_paper_lines(&paper, lines);
        for (int i = 0; i < table.count; i++) {
            next = table;
            one = paper;
            next.rules->play(next.game, next.state, table.moves[i]);
            reference_paper_draw(&one, lines[i]);
            list(&next);
            reference_paper_lines(&one, later);
            for (int j = 0; j < next.count; j++) {
                struct table last = next;

                two = one;
                last.rules->play(last.game, last.state, next.moves[j]);
                reference_paper_draw(&two, later[j]);
                plain[count] = drawing_of(&two);
                keys[count++] = last.rules->rest(last.game, last.state);
            }
        }
        assert_int_equal(count_distinct(keys, count), count_distinct(plain, count));
        assert_true(count_distinct(keys, count) * 8 < count);
        cop_game_close(table.game);
    }
}

static void morpion_rest_does_not_depend_on_order(void **context)
{
    struct table first = open_table(""), second = open_table("");

    (void)context;
    play_words(&first, "l9-p9 i12-m12 o8-o12");
    play_words(&second, "o8-o12 i12-m12 l9-p9");
    assert_int_equal(first.rules->rest(first.game, first.state),
                     second.rules->rest(second.game, second.state));
    assert_memory_equal(first.state, second.state, first.game->state_size);
    cop_game_close(first.game);
    cop_game_close(second.game);
}

/* ---- People ---- */

static void morpion_reads_what_it_writes_in_any_order(void **context)
{
    struct table table = open_table("margin=2");
    struct cop_error error;
    uint64_t state[STATE_WORDS] = {0};
    char *text;

    (void)context;
    play_words(&table, "f3-j3 c6-g6 f3-f7 i2-i6 h6-l6 f7-j3");
    text = position_text(&table);
    assert_string_equal(text, "cross f3-j3 c6-g6 h6-l6 i2-i6 f3-f7 f7-j3");
    free(text);
    if (!cop_position_read(table.game, "cross j3-f7 f7-f3 l6-h6 c6-g6 i6-i2 f3-j3", state, &error))
        fail_msg("%s", error.message);
    assert_memory_equal(state, table.state, table.game->state_size);
    cop_game_close(table.game);
}

static void morpion_refuses_what_cannot_be_drawn(void **context)
{
    static const char *const cases[][2] = {
        {"f3-j3", "begins with the word \"cross\""},
        {"crossing", "comes a blank"},
        {"cross f3-j4", "does not begin with a line"},
        {"cross f3-i3", "does not begin with a line"},
        {"cross f3", "does not begin with a line"},
        {"cross f3-j3x", "does not begin with a line"},
        {"cross f99-j99", "does not begin with a line"},
        {"cross A1-e1 ", "cannot be drawn together"},
        {"cross f3-j3 e3-i3", "cannot be drawn together"},
        {"cross f3-j3 f3-j3", "cannot be drawn together"},
        {"cross f7-j3", "cannot be drawn together"},
    };
    struct table table = open_table("margin=2");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error;

        if (cop_position_read(table.game, cases[i][0], table.state, &error))
            fail_msg("%s was read", cases[i][0]);
        if (strstr(error.message, cases[i][1]) == NULL)
            fail_msg("%s: %s", cases[i][0], error.message);
    }
    cop_game_close(table.game);
}

static void morpion_understands_a_line_s_other_end_and_a_point_alone(void **context)
{
    struct table table = open_table("margin=2");
    struct cop_error error;
    cop_move line, other;

    (void)context;
    assert_true(cop_move_read(table.game, table.state, "f3-j3", &line, &error));
    assert_true(cop_move_read(table.game, table.state, "J3-F3", &other, &error));
    assert_int_equal(line, other);
    assert_true(cop_move_read(table.game, table.state, "j3", &other, &error));
    assert_int_equal(line, other);
    /* g6 completes c6-g6 only, but with h6 there also d6-h6. */
    assert_true(cop_move_read(table.game, table.state, "g6", &line, &error));
    play_words(&table, "h6-l6");
    assert_true(cop_move_read(table.game, table.state, "c6-g6", &other, &error));
    assert_int_equal(line, other);
    assert_false(cop_move_read(table.game, table.state, "g6", &other, &error));
    cop_game_close(table.game);
}

static void morpion_golden_game(void **context)
{
    (void)context;
    assert_golden("morpion(rule=4D)",
                  "m10-p13 k13-k16 o11-o14 h13-k13 j17-m14 h11-k11 i11-i14 j9-m9 n13-q13 "
                  "m11-p11 k9-k12 k15-n15 n15-q12 j13-m16 m10-m13 n13-q10 m14-m17 q10-q13 "
                  "i14-l11 g14-j11 i8-l11 j11-m14 j15-m12 g12-j15 g12-j9 m12-p15",
                  "cross j9-m9 h11-k11 m11-p11 h13-k13 n13-q13 k15-n15 k9-k12 m10-m13 "
                  "q10-q13 i11-i14 o11-o14 k13-k16 m14-m17 i8-l11 m10-p13 j11-m14 g12-j15 "
                  "m12-p15 j13-m16 g12-j9 n13-q10 g14-j11 i14-l11 j15-m12 n15-q12 j17-m14");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(morpion_perft),
        cmocka_unit_test(morpion_perft_is_the_reference_s),
        cmocka_unit_test(morpion_equals_the_reference),
        cmocka_unit_test(morpion_lines_touch_only_where_they_may),
        cmocka_unit_test(morpion_rest_is_the_same_for_all_eight_images),
        cmocka_unit_test(morpion_rest_does_not_depend_on_order),
        cmocka_unit_test(morpion_reads_what_it_writes_in_any_order),
        cmocka_unit_test(morpion_refuses_what_cannot_be_drawn),
        cmocka_unit_test(morpion_understands_a_line_s_other_end_and_a_point_alone),
        cmocka_unit_test(morpion_golden_game),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
