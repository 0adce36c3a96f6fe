/* test_kept.c - a proof search in sittings: ended by a limit again and again, written down while
 * threads are at work, and files that are damaged, another search's, or cannot be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "coppice/agent.h"
#include "folder.h"
#include "search/proof/prove.h"
#include "slow_build.h"

struct fixture {
    char folder[FOLDER_ROOM], path[FOLDER_ROOM + 16];
    struct cop_keeping keeping;
};

static int open_fixture(void **context)
{
    struct fixture *fixture = cop_allocate(sizeof *fixture);
    int status = folder_make(fixture->folder);

    snprintf(fixture->path, sizeof fixture->path, "%s/search", fixture->folder);
    fixture->keeping = (struct cop_keeping){.path = fixture->path, .period = 1e9};
    *context = fixture;
    return status;
}

static int close_fixture(void **context)
{
    struct fixture *fixture = *context;
    int status = folder_remove(fixture->folder);

    free(fixture);
    return status;
}

struct subject {
    const char *spec, *moves;
    enum cop_stake stake;
};

/* Answers of every kind, yes and no, with several questions, and of games that can go on for ever.
 */
static const struct subject subjects[] = {
    {"connect4(width=4, height=4)", "", COP_STAKE_PAYOFF},
    {"connect4(width=5, height=4)", "a a b b", COP_STAKE_PAYOFF},
    {"breakthrough(width=3, height=5)", "", COP_STAKE_PAYOFF},
    {"othello(size=4)", "", COP_STAKE_SCORE},
    {"othello(size=4)", "", COP_STAKE_PAYOFF},
    {"fanorona(width=5, height=3, repetition=off, quiet=0)", "", COP_STAKE_PAYOFF},
    {"fanorona(width=3, height=5, repetition=off, quiet=0)", "", COP_STAKE_PAYOFF},
    {"fanorona(width=3, height=7, repetition=off, quiet=0)", "", COP_STAKE_PAYOFF},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static struct cop_game *open_at(const struct subject *subject, unsigned char **state)
{
    struct cop_game *game = cop_game_open(subject->spec, NULL);
    struct cop_rng rng;

    assert_non_null(game);
    *state = cop_allocate(game->state_size);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, *state, &rng);
    assert_true(cop_moves_play(game, *state, subject->moves, NULL, NULL, NULL));
    return game;
}

static const struct cop_prover by_dfpn = {.is_depth_first = true, .dfpn = {.epsilon = 0.25}};

static bool sit(const struct subject *subject, int64_t positions, int threads,
                struct cop_keeping *keeping, struct cop_solution *solution, struct cop_error *error)
{
    struct cop_solve_limits limits = {
        .positions = positions, .memory = 8 << 20, .threads = threads, .keeping = keeping};
    unsigned char *state;
    struct cop_game *game = open_at(subject, &state);
    bool is_done = cop_prove(game, state, subject->stake, &by_dfpn, &limits, solution, error);

    free(state);
    cop_game_close(game);
    return is_done;
}

/* In sittings of so many positions; returns how many it took. */
static int sit_to_the_end(const struct subject *subject, int64_t positions, int threads,
                          struct fixture *fixture, struct cop_solution *solution)
{
    int64_t before = 0;

    for (int sitting = 1; sitting < 1000; sitting++) {
        struct cop_error error = {""};

        if (!sit(subject, positions, threads, &fixture->keeping, solution, &error))
            fail_msg("%s: %s", subject->spec, error.message);
        assert_false(fixture->keeping.has_failed);
        assert_true(solution->positions > before);
        before = solution->positions;
        if (solution->lower == solution->upper)
            return sitting;
    }
    fail_msg("%s comes to no end", subject->spec);
    return 0;
}

static void check_in_sittings(struct fixture *fixture, int threads)
{
    for (int i = 0; i < SUBJECTS; i++) {
        struct cop_solution whole, parts, again;
        struct cop_error error = {""};

        assert_true(sit(&subjects[i], 0, 1, NULL, &whole, &error));
        assert_true(
            sit_to_the_end(&subjects[i], whole.positions / 5 + 1, threads, fixture, &parts) > 1);
        assert_true(parts.lower == whole.lower && parts.upper == whole.upper);
        assert_true(parts.best != COP_NO_MOVE);
        /* What is known is not searched again. */
        assert_true(sit(&subjects[i], 1, threads, &fixture->keeping, &again, &error));
        assert_true(again.lower == parts.lower && again.upper == parts.upper);
        assert_int_equal(again.best, parts.best);
        assert_int_equal(again.positions, parts.positions);
        assert_int_equal(remove(fixture->path), 0);
    }
}

static void kept_search_comes_to_the_same_end(void **context)
{
    check_in_sittings(*context, 1);
}

static void kept_search_of_two_threads_comes_to_the_same_end(void **context)
{
    check_in_sittings(*context, 2);
}

/* Whoever writes at every look must not change or break what is searched. */
static void kept_search_is_written_while_threads_work(void **context)
{
    struct fixture *fixture = *context;

    fixture->keeping.period = 1e-9;
    for (int i = 0; i < SUBJECTS; i++)
        for (int threads = 1; threads <= 3; threads += 2) {
            struct cop_solution whole, seen;
            struct cop_error error = {""};

            assert_true(sit(&subjects[i], 0, 1, NULL, &whole, &error));
            assert_true(sit(&subjects[i], 0, threads, &fixture->keeping, &seen, &error));
            assert_true(seen.lower == whole.lower && seen.upper == whole.upper);
            assert_true(threads > 1 || seen.positions == whole.positions);
            assert_int_equal(remove(fixture->path), 0);
        }
}

/* ---- Files ---- */

static void must_refuse(const struct fixture *fixture, const struct subject *subject,
                        const char *because)
{
    struct cop_keeping keeping = fixture->keeping;
    struct cop_solution solution;
    struct cop_error error = {""};

    if (sit(subject, 3000, 1, &keeping, &solution, &error))
        fail_msg("%s goes on from a bad file", subject->spec);
    if (strstr(error.message, because) == NULL || strstr(error.message, fixture->path) == NULL)
        fail_msg("\"%s\" does not name the file and \"%s\"", error.message, because);
}

static void write_bytes(const struct fixture *fixture, const char *bytes, size_t length)
{
    assert_true(cop_file_write(fixture->path, bytes, length, NULL));
}

static void kept_search_that_is_damaged_is_refused(void **context)
{
    struct fixture *fixture = *context;
    const struct subject *subject = &subjects[0];
    struct cop_solution solution;
    size_t length;
    char *bytes;

    assert_true(sit(subject, 500, 1, &fixture->keeping, &solution, NULL));
    bytes = cop_file_read(fixture->path, SIZE_MAX / 2, &length, NULL);
    assert_non_null(bytes);
    for (size_t at = 0; at < length; at += at < 300 ? 1 : 97) {
        bytes[at] ^= 0x15;
        write_bytes(fixture, bytes, length);
        bytes[at] ^= 0x15;
        must_refuse(fixture, subject, "this");
    }
    for (size_t left = 0; left < length; left += left < 300 ? 7 : 997) {
        write_bytes(fixture, bytes, left);
        must_refuse(fixture, subject, left < 20 ? "no kept search" : "this");
    }
    bytes = cop_reallocate(bytes, length + 1);
    bytes[length] = 'x';
    write_bytes(fixture, bytes, length + 1);
    must_refuse(fixture, subject, "damaged");
    write_bytes(fixture, bytes, length);
    assert_true(sit(subject, 3000, 1, &fixture->keeping, &solution, NULL));
    free(bytes);
}

static void kept_search_of_another_position_is_refused(void **context)
{
    static const struct subject others[] = {
        {"connect4(width=4, height=4)", "a", COP_STAKE_PAYOFF},
        {"connect4(width=4, height=5)", "", COP_STAKE_PAYOFF},
        {"othello(size=4)", "", COP_STAKE_SCORE},
    };
    static const char *const words[] = {
        "a search of \"position 4/4/4/4 X\", and not of \"position 4/4/4/X3 O\"",
        "a search of \"game connect4(width=4, height=4)\", and not of \"game connect4(width=4, "
        "height=5)\"",
        "and not of \"game othello(size=4)\""};
    struct fixture *fixture = *context;
    struct cop_solution solution;

    assert_true(sit(&subjects[0], 500, 1, &fixture->keeping, &solution, NULL));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        must_refuse(fixture, &others[i], words[i]);
    assert_int_equal(remove(fixture->path), 0);
    assert_true(sit(&subjects[3], 500, 1, &fixture->keeping, &solution, NULL));
    must_refuse(fixture, &subjects[4], "a search of \"stake p");
}

static void kept_search_of_another_version_is_refused(void **context)
{
    struct fixture *fixture = *context;
    struct cop_solution solution;
    size_t length;
    char *bytes;

    assert_true(sit(&subjects[0], 500, 1, &fixture->keeping, &solution, NULL));
    bytes = cop_file_read(fixture->path, SIZE_MAX / 2, &length, NULL);
    assert_non_null(bytes);
    bytes[strlen("coppice-search ")] = '2';
    write_bytes(fixture, bytes, length);
    must_refuse(fixture, &subjects[0],
                "a search of \"coppice-search 2\", and not of \"coppice-search 1\"");
    free(bytes);
}

/* A folder where the file should be: nothing is searched before that is known. */
static void kept_search_needs_a_place(void **context)
{
    struct fixture *fixture = *context;
    struct cop_keeping nowhere = {.path = "/nonexistent/search", .period = 1e9};
    struct cop_solution solution;
    struct cop_error error = {""};

    assert_false(sit(&subjects[0], 0, 1, &nowhere, &solution, &error));
    assert_non_null(strstr(error.message, "/nonexistent/search"));
    nowhere.path = fixture->folder;
    assert_false(sit(&subjects[0], 0, 1, &nowhere, &solution, &error));
    assert_non_null(strstr(error.message, fixture->folder));
}

/* The place is lost while the search runs: it comes to its end, and tells. */
struct vandal {
    const char *folder;
    bool was_here;
};

static void remove_folder(void *context, const struct cop_solution *so_far)
{
    struct vandal *vandal = context;

    (void)so_far;
    if (!vandal->was_here)
        assert_int_equal(folder_remove(vandal->folder), 0);
    vandal->was_here = true;
}

static void kept_search_outlives_its_place(void **context)
{
    struct fixture *fixture = *context;
    struct vandal vandal = {.folder = fixture->folder};
    struct cop_solve_limits limits = {.memory = 8 << 20,
                                      .threads = 1,
                                      .period = 1e-9,
                                      .progress = remove_folder,
                                      .context = &vandal,
                                      .keeping = &fixture->keeping};
    struct cop_solution solution;
    unsigned char *state;
    struct cop_game *game = open_at(&subjects[7], &state);

    assert_true(cop_prove(game, state, COP_STAKE_PAYOFF, &by_dfpn, &limits, &solution, NULL));
    assert_true(vandal.was_here);
    assert_true(solution.lower == 1);
    assert_true(fixture->keeping.has_failed);
    assert_non_null(strstr(fixture->keeping.error.message, fixture->path));
    free(state);
    cop_game_close(game);
    assert_int_equal(folder_make(fixture->folder), 0); /* for the tear-down */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kept_search_comes_to_the_same_end, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(kept_search_of_two_threads_comes_to_the_same_end,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(kept_search_is_written_while_threads_work, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(kept_search_that_is_damaged_is_refused, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(kept_search_of_another_position_is_refused, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(kept_search_of_another_version_is_refused, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(kept_search_needs_a_place, open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(kept_search_outlives_its_place, open_fixture,
                                        close_fixture),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
