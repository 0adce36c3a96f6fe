/* test_games.c - the registry, and the small operations on bits that the games share. */
#include "reference_check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/bits.h"
#include "games/registry.h"

static void games_are_found_in_any_case(void **context)
{
    (void)context;
    assert_string_equal(cop_rules_find("othello")->name, "othello");
    assert_string_equal(cop_rules_find("OTHELLO")->name, "othello");
    assert_null(cop_rules_find("othell"));
    assert_null(cop_rules_find(""));
}

static void games_are_named_canonically(void **context)
{
    static const char *const cases[][2] = {
        {"Othello", "othello"},
        {"othello(8)", "othello"},
        {" othello ( SIZE = 6 ) ", "othello(size=6)"},
        {"connect4(height=6, width=8)", "connect4(width=8)"},
        {"breakthrough(width=5, height=5)", "breakthrough(width=5, height=5)"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_or_fail(cases[i][0]);

        assert_string_equal(game->name, cases[i][1]);
        cop_game_close(game);
    }
}

/* A solver of a game's own says what it answers for; of payoffs all of them do, on the usual board.
 */
static void games_own_solvers_say_what_they_solve(void **context)
{
    int count = 0;

    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        struct cop_game *game;

        assert_int_equal(cop_all_rules()[i]->solve != NULL, cop_all_rules()[i]->can_solve != NULL);
        if (cop_all_rules()[i]->solve == NULL)
            continue;
        game = cop_game_open(cop_all_rules()[i]->name, NULL);
        assert_non_null(game);
        assert_true(game->rules->can_solve(game, COP_STAKE_PAYOFF));
        if (game->rules->score == NULL)
            assert_false(game->rules->can_solve(game, COP_STAKE_SCORE));
        cop_game_close(game);
        count++;
    }
    assert_true(count >= 3);
}

static void games_unknown_names_get_the_nearest(void **context)
{
    struct cop_error error;

    (void)context;
    assert_null(cop_game_open("othelo", &error));
    assert_non_null(strstr(error.message, "there is no game \"othelo\""));
    assert_non_null(strstr(error.message, "did you mean othello?"));
    assert_non_null(strstr(error.message, "connect4, othello, breakthrough"));
    assert_null(cop_game_open("zzzzzzzzz(size=3)", &error));
    assert_null(strstr(error.message, "did you mean"));
    assert_null(cop_game_open("othello(", &error));
    assert_null(cop_game_open("", &error));
}

static void games_have_words_for_people(void **context)
{
    (void)context;
    for (const struct cop_rules *const *rules = cop_all_rules(); *rules != NULL; rules++) {
        assert_true(strlen((*rules)->title) > 0);
        assert_true(strlen((*rules)->summary) > 0);
        assert_true(strlen((*rules)->lesson) > 100);
        assert_ptr_equal(cop_rules_find((*rules)->name), *rules);
    }
}

/* Names of its own, for as long as the program runs. */
static void games_can_be_added_and_taken_back(void **context)
{
    static struct cop_rules more[COP_ADDED_GAMES_MAX + 1];
    static char names[COP_ADDED_GAMES_MAX + 1][16];
    struct cop_error error;
    struct cop_game *game;

    (void)context;
    assert_false(cop_rules_add(cop_rules_find("othello"), &error));
    assert_non_null(strstr(error.message, "there is a game \"othello\" already"));
    for (int i = 0; i <= COP_ADDED_GAMES_MAX; i++) {
        snprintf(names[i], sizeof names[i], "more%d", i);
        more[i] = *cop_rules_find("connect4");
        more[i].name = names[i];
        assert_int_equal(cop_rules_add(&more[i], &error), i < COP_ADDED_GAMES_MAX);
    }
    assert_non_null(strstr(error.message, "more64: 64 games were added already"));
    game = open_or_fail("more63(width=8)");
    assert_string_equal(game->name, "more63(width=8)");
    cop_game_close(game);
    assert_false(cop_rules_remove(&more[COP_ADDED_GAMES_MAX])); /* it was refused */
    assert_true(cop_rules_remove(&more[5]));                    /* not the last one */
    assert_false(cop_rules_remove(&more[5]));
    assert_null(cop_rules_find("more5"));
    assert_ptr_equal(cop_rules_find("more6"), &more[6]);
    assert_true(cop_rules_add(&more[COP_ADDED_GAMES_MAX], &error)); /* there is a place again */
    for (int i = 0; i <= COP_ADDED_GAMES_MAX; i++)
        assert_int_equal(cop_rules_remove(&more[i]), i != 5);
    assert_null(cop_rules_find("more0"));
    assert_false(cop_rules_remove(cop_rules_find("chancebreakthrough")));
    assert_non_null(cop_rules_find("chancebreakthrough"));
}

/* ---- Games that come and go while others look ---- */

enum { LOOKERS = 2, CHANGERS = 2, CHANGES = 3000 };

static struct cop_rules coming[CHANGERS];
static atomic_int changers;

static void *come_and_go(void *place)
{
    struct cop_rules *rules = place;
    char name[16];
    bool is_good = true;

    snprintf(name, sizeof name, "coming%d", (int)(rules - coming));
    for (int i = 0; is_good && i < CHANGES; i++)
        is_good = cop_rules_add(rules, NULL) && cop_rules_find(name) == rules &&
                  cop_rules_remove(rules) && cop_rules_find(name) == NULL;
    atomic_fetch_sub(&changers, 1);
    return is_good ? rules : NULL;
}

/* Every list is whole: the library's own games, and after them none but those that come and go. */
static void *look_on(void *looker)
{
    int own = *(int *)looker;
    bool is_good = true;

    while (is_good && atomic_load(&changers) > 0) {
        const struct cop_rules *const *all = cop_all_rules();
        int count = 0;

        for (; all[count] != NULL; count++)
            is_good = is_good && strlen(all[count]->name) > 0;
        is_good = is_good && count >= own && count <= own + CHANGERS &&
                  cop_rules_find("connect4") == all[0];
    }
    return is_good ? looker : NULL;
}

static void games_come_and_go_while_others_look(void **context)
{
    static char names[CHANGERS][16];
    pthread_t threads[CHANGERS + LOOKERS];
    int own = 0;

    (void)context;
    while (cop_all_rules()[own] != NULL)
        own++;
    atomic_store(&changers, CHANGERS);
    for (int i = 0; i < CHANGERS + LOOKERS; i++) {
        if (i < CHANGERS) {
            snprintf(names[i], sizeof names[i], "coming%d", i);
            coming[i] = *cop_rules_find("connect4");
            coming[i].name = names[i];
        }
        assert_int_equal(pthread_create(&threads[i], NULL, i < CHANGERS ? come_and_go : look_on,
                                        i < CHANGERS ? (void *)&coming[i] : (void *)&own),
                         0);
    }
    for (int i = 0; i < CHANGERS + LOOKERS; i++) {
        void *answer;

        pthread_join(threads[i], &answer);
        assert_non_null(answer);
    }
    assert_null(cop_all_rules()[own]);
}

/* ---- Games that come together, one of which is refused ---- */

static atomic_bool is_looking;

/* NULL where there was never one more game than at first. */
static void *find_another(void *first)
{
    int own = *(int *)first;
    bool is_found = false;

    while (!is_found && atomic_load(&is_looking))
        is_found = cop_all_rules()[own] != NULL;
    return is_found ? first : NULL;
}

static void games_of_which_one_is_refused_are_never_found(void **context)
{
    static struct cop_rules good, bad; /* others may look at lists for ever */
    const struct cop_rules *const both[] = {&good, &bad, NULL}, *const twice[] = {&good, &good,
                                                                                  NULL};
    struct cop_error error;
    pthread_t looker;
    void *found;
    int own = 0;

    (void)context;
    while (cop_all_rules()[own] != NULL)
        own++;
    good = bad = *cop_rules_find("connect4");
    good.name = "good";
    bad.name = "bad";
    bad.play = NULL;
    atomic_store(&is_looking, true);
    assert_int_equal(pthread_create(&looker, NULL, find_another, &own), 0);
    for (int i = 0; i < 100000; i++) {
        assert_false(cop_rules_add_all(both, &error));
        assert_false(cop_rules_add_all(twice, NULL));
    }
    atomic_store(&is_looking, false);
    pthread_join(looker, &found);
    assert_null(found);
    assert_string_equal(error.message, "the game bad: it lacks \"play\"");
    bad.play = good.play;
    assert_true(cop_rules_add_all(both, &error));
    assert_ptr_equal(cop_rules_find("bad"), &bad);
    assert_true(cop_rules_remove(&good) && cop_rules_remove(&bad));
}

/* The moves and positions that the lessons quote. */
static void games_lessons_quote_what_is_true(void **context)
{
    struct cop_game *connect4 = open_or_fail("connect4");
    struct cop_game *othello = open_or_fail("othello(size=4)");
    struct cop_game *breakthrough = open_or_fail("breakthrough");
    struct any_state state;

    (void)context;
    state = after_moves(connect4, "ddc");
    assert_position(connect4, &state, "7/7/7/7/3O3/2XX3 O");
    assert_non_null(strstr(connect4->rules->notation, "7/7/7/7/3O3/2XX3 O"));
    state = start_of(othello);
    assert_position(othello, &state, "-----OX--XO----- X");
    assert_non_null(strstr(othello->rules->notation, "-----OX--XO----- X"));
    state = start_of(breakthrough);
    assert_position(breakthrough, &state, "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w");
    assert_non_null(
        strstr(breakthrough->rules->notation, "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w"));
    cop_game_close(connect4);
    cop_game_close(othello);
    cop_game_close(breakthrough);
}

static void bits_nth_is_the_same_both_ways(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 6);
    for (int i = 0; i < 100000; i++) {
        uint64_t set = cop_rng_next(&rng) & (i % 2 == 0 ? cop_rng_next(&rng) : ~(uint64_t)0);
        uint32_t rank;

        if (set == 0)
            continue;
        rank = cop_rng_below(&rng, (uint32_t)bit_count(set));
        assert_true(nth_bit(set, rank) == nth_bit_plain(set, rank));
        assert_int_equal(bit_count(set & (nth_bit(set, rank) - 1)), rank);
    }
    assert_true(nth_bit((uint64_t)1 << 63, 0) == (uint64_t)1 << 63);
    assert_true(nth_bit(~(uint64_t)0, 63) == (uint64_t)1 << 63);
}

static void bits_are_counted_alike_in_all_ways(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 7);
    for (int i = 0; i < 100000; i++) {
        uint64_t set = cop_rng_next(&rng);
        int expected = 0;

        for (int more = i % 4; more > 0; more--)
            set = i % 8 < 4 ? set & cop_rng_next(&rng) : set | cop_rng_next(&rng);
        for (uint64_t left = set; left != 0; left &= left - 1)
            expected++;
        assert_int_equal(bit_count(set), expected);
        assert_int_equal(bit_count_plain(set), expected);
        assert_int_equal(bit_count_of_lane(set), expected);
    }
    for (int n = 0; n < 64; n++) /* each alone, and the lowest n */
        assert_true(bit_count_plain((uint64_t)1 << n) == 1 &&
                    bit_count_plain(((uint64_t)1 << n) - 1) == n);
    assert_int_equal(bit_count_plain(~(uint64_t)0), 64);
}

/* Words that differ in one bit, and the same words in the other order, have different keys, and
 * every bit of a key is set about half of the time. */
static void bits_keys_depend_on_every_bit(void **context)
{
    uint64_t base = key_of_words(3, 5, 0);
    int ones[64] = {0};

    (void)context;
    assert_true(key_of_words(5, 3, 0) != base);
    assert_true(key_of_words(3, 5, 1) != base);
    for (int bit = 0; bit < 64; bit++) {
        uint64_t one = (uint64_t)1 << bit;
        uint64_t keys[2] = {key_of_words(3 ^ one, 5, 0), key_of_words(3, 5 ^ one, 0)};

        for (int i = 0; i < 2; i++) {
            assert_true(keys[i] != base);
            for (int at = 0; at < 64; at++)
                ones[at] += (int)((keys[i] ^ base) >> at & 1);
        }
    }
    for (int at = 0; at < 64; at++)
        assert_true(ones[at] > 128 / 4 && ones[at] < 128 * 3 / 4);
}

static int by_number(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

/* Boards with few pieces are the ones that a key may confuse: all with at most two. */
static void bits_keys_tell_sparse_words_apart(void **context)
{
    enum { BITS = 128, STATES = 1 + BITS + BITS * (BITS - 1) / 2 };
    static uint64_t keys[STATES];
    int count = 0;

    (void)context;
    keys[count++] = key_of_words(0, 0, 0);
    for (int i = 0; i < BITS; i++)
        for (int k = 0; k <= i; k++) {
            uint64_t words[2] = {0, 0};

            words[i / 64] |= (uint64_t)1 << i % 64;
            words[k / 64] |= (uint64_t)1 << k % 64;
            keys[count++] = key_of_words(words[0], words[1], 0);
        }
    assert_int_equal(count, STATES);
    qsort(keys, STATES, sizeof keys[0], by_number);
    for (int i = 1; i < STATES; i++)
        assert_true(keys[i] != keys[i - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_found_in_any_case),
        cmocka_unit_test(games_are_named_canonically),
        cmocka_unit_test(games_own_solvers_say_what_they_solve),
        cmocka_unit_test(games_unknown_names_get_the_nearest),
        cmocka_unit_test(games_have_words_for_people),
        cmocka_unit_test(games_can_be_added_and_taken_back),
        cmocka_unit_test(games_come_and_go_while_others_look),
        cmocka_unit_test(games_of_which_one_is_refused_are_never_found),
        cmocka_unit_test(games_lessons_quote_what_is_true),
        cmocka_unit_test(bits_nth_is_the_same_both_ways),
        cmocka_unit_test(bits_are_counted_alike_in_all_ways),
        cmocka_unit_test(bits_keys_depend_on_every_bit),
        cmocka_unit_test(bits_keys_tell_sparse_words_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
