/* test_database.c - retrograde analysis: the numbers of samegame-and-fanorona.md 7.12 and checks 38
 * to 42 of 8.5. */
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "built.h"
#include "database/verify.h"
#include "slow_build.h"

/* ---- Counts ---- */

static uint64_t mirrored(uint64_t set, int columns, int rows, int symmetry)
{
    uint64_t image = 0;

    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int x = (symmetry & 1) != 0 ? columns - 1 - column : column;
            int y = (symmetry & 2) != 0 ? rows - 1 - row : row;
            int to = (symmetry & 4) != 0 ? x * (columns + 1) + y : y * (columns + 1) + x;

            if ((set >> (row * (columns + 1) + column) & 1) != 0)
                image |= (uint64_t)1 << to;
        }
    return image;
}

/* How many positions a number of Fanorona stands for: 8 or 4 over how many images are alike. */
static int positions_of(const uint64_t stones[2], int columns, int rows)
{
    int symmetries = columns == rows ? 8 : 4, alike = 0;

    for (int symmetry = 0; symmetry < symmetries; symmetry++)
        alike += mirrored(stones[0], columns, rows, symmetry) == stones[0] &&
                 mirrored(stones[1], columns, rows, symmetry) == stones[1];
    return symmetries / alike;
}

/* Positions of a class by value, all of them and not one for all images. */
static void count_positions(struct cop_database *database, const struct cop_game *game,
                            int class_number, int columns, int rows, int64_t of_value[4])
{
    const struct cop_indexing *indexing = game->rules->indexing;
    uint64_t state[64];

    for (int64_t number = 0; number < indexing->count(game, class_number); number++)
        if (indexing->state(game, class_number, number, state))
            of_value[cop_database_value(database, class_number, number)] +=
                positions_of(state, columns, rows);
}

struct row {
    const char *name;
    int64_t classes[3], positions[3]; /* won, drawn, lost */
};

/* Table T4.3 as it was computed again; symmetric positions counted once, and all. */
static const struct row published[] = {
    {"1-1", {158, 334, 26}, {592, 1288, 100}},
    {"2-1", {10378, 400, 6}, {40996, 1550, 24}},
    {"1-2", {717, 3237, 6830}, {2822, 12766, 26982}},
    {"3-1", {149458, 91, 1}, {595618, 358, 4}},
    {"2-2", {127819, 79137, 17444}, {509777, 314953, 69240}},
    {"1-3", {4188, 15875, 129487}, {16682, 63186, 516112}},
    {"4-1", {1529269, 12, 0}, {6108749, 46, 0}},
    {"3-2", {2711518, 327879, 18309}, {10835670, 1309007, 72913}},
    {"2-3", {774096, 1252209, 1031401}, {3093522, 5003565, 4120503}},
    {"1-4", {19814, 88191, 1421276}, {79168, 352378, 5677249}},
};

static void database_counts_are_the_published_ones(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona");
    struct cop_database *database;
    int rows = is_slow_build() ? 6 : (int)(sizeof published / sizeof published[0]);

    build(fixture, game, rows == 6 ? 4 : 5, 2, false);
    database = cop_database_open(game, fixture->folder, NULL);
    for (int i = 0; i < rows; i++) {
        int class_number = class_named(game, published[i].name);
        const struct cop_database_file *file =
            cop_database_file_of(database, class_number, COP_DATABASE_VALUES);
        int64_t all[4] = {0};

        assert_non_null(file);
        count_positions(database, game, class_number, 9, 5, all);
        for (int value = 0; value < 3; value++) {
            assert_int_equal(file->about.of_value[COP_KNOWN_WIN - value],
                             published[i].classes[value]);
            assert_int_equal(all[COP_KNOWN_WIN - value], published[i].positions[value]);
        }
    }
    cop_database_close(database);
    cop_game_close(game);
}

static void verify_all(const struct fixture *fixture, const struct cop_game *game, int64_t sample)
{
    struct cop_database *database = cop_database_open(game, fixture->folder, NULL);
    struct cop_verified verified;
    struct cop_error error;
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    for (int i = 0; i < game->rules->indexing->classes(game); i++)
        if (cop_database_file_of(database, i, COP_DATABASE_VALUES) != NULL) {
            if (!cop_database_verify(database, game, i, sample, &rng, NULL, &verified, &error))
                fail_msg("%s", error.message);
            assert_true(verified.checked > 0);
        }
    cop_database_close(database);
}

/* All of 3x3: 11,113 positions are won, 366 drawn and 7,181 lost. */
static void database_of_the_smallest_board_is_complete(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct cop_database *database;
    int64_t of_value[4] = {0};

    build(fixture, game, 9, 1, false);
    database = cop_database_open(game, fixture->folder, NULL);
    for (int i = 0; i < game->rules->indexing->classes(game); i++)
        count_positions(database, game, i, 3, 3, of_value);
    assert_int_equal(of_value[COP_KNOWN_WIN], 11113);
    assert_int_equal(of_value[COP_KNOWN_DRAW], 366);
    assert_int_equal(of_value[COP_KNOWN_LOSS], 7181);
    cop_database_close(database);
    verify_all(fixture, game, 0);
    cop_game_close(game);
}

/* ---- One result, however it is come by ---- */

/* All files of a game, one after the other. */
static uint64_t sum_of_files(const struct fixture *fixture, const struct cop_game *game)
{
    uint64_t sum = 0;

    for (int i = 0; i < game->rules->indexing->classes(game); i++) {
        struct cop_text path = path_of(fixture, game, i);
        struct cop_error error;
        size_t length;
        char *bytes = cop_file_read(path.bytes, 1 << 24, &length, &error);

        cop_text_free(&path);
        if (bytes == NULL)
            continue;
        for (size_t at = 0; at < length; at++)
            sum = cop_mix(sum + (unsigned char)bytes[at] + 1);
        free(bytes);
    }
    assert_true(sum != 0);
    return sum;
}

static uint64_t built_sum(const struct cop_game *game, int pieces, int threads)
{
    struct fixture fixture;
    uint64_t sum;

    assert_int_equal(folder_make(fixture.folder), 0);
    build(&fixture, game, pieces, threads, false);
    sum = sum_of_files(&fixture, game);
    assert_int_equal(folder_remove(fixture.folder), 0);
    return sum;
}

static void database_is_the_same_with_any_number_of_threads(void **context)
{
    struct cop_game *game = open_game("fanorona(width=5, height=5)");

    (void)context;
    assert_int_equal(built_sum(game, 4, 1), built_sum(game, 4, 2));
    cop_game_close(game);
}

/* Distances within a stage are in the files too, as the longest of them. */
static void database_is_the_same_without_the_quick_ways(void **context)
{
    struct cop_game *game = open_game("fanorona(width=5, height=3)");
    uint64_t expected = built_sum(game, 5, 1);

    (void)context;
    for (int way = 1; way < 4; way++) {
        struct cop_indexing indexing = *game->rules->indexing;
        struct cop_rules rules = *game->rules;
        struct cop_error error;
        struct cop_game *other;

        if ((way & 1) != 0)
            indexing.look = NULL;
        if ((way & 2) != 0)
            indexing.before = NULL;
        rules.indexing = &indexing;
        other = cop_game_open_rules(&rules, "width=5, height=3", &error);
        assert_non_null(other);
        assert_int_equal(built_sum(other, 5, 1), expected);
        cop_game_close(other);
    }
    cop_game_close(game);
}

/* ---- Interruptions ---- */

static void stop_after_two_stages(void *context, const struct cop_build_news *news)
{
    static const int64_t enough = 1000;

    if (news->is_finished && news->built > enough)
        atomic_store((atomic_bool *)context, true);
}

static void database_goes_on_where_it_was_stopped(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=5, height=5)");
    atomic_bool stop = false;
    struct cop_build_plan plan = {.game = game,
                                  .folder = fixture->folder,
                                  .pieces = 4,
                                  .threads = 1,
                                  .stop = &stop,
                                  .report = stop_after_two_stages,
                                  .context = &stop};
    struct cop_database *database;
    struct cop_error error;
    bool is_stopped;

    assert_true(cop_database_build(&plan, &is_stopped, &error));
    assert_true(is_stopped);
    database = cop_database_open(game, fixture->folder, NULL);
    assert_non_null(cop_database_file_of(database, 0, COP_DATABASE_VALUES));
    assert_null(cop_database_file_of(database, class_named(game, "2-2"), COP_DATABASE_VALUES));
    cop_database_close(database);
    build(fixture, game, 4, 1, false);
    assert_int_equal(sum_of_files(fixture, game), built_sum(game, 4, 1));
    cop_game_close(game);
}

/* What was being written when it was killed goes, and nothing else; a second build waits its turn.
 */
static void database_is_built_by_one_at_a_time(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct cop_build_plan plan = {
        .game = game, .folder = fixture->folder, .pieces = 3, .threads = 1};
    struct cop_text folder = COP_TEXT, left = COP_TEXT, other = COP_TEXT;
    struct cop_error error;
    bool is_stopped;
    int lock;

    build(fixture, game, 2, 1, false);
    assert_true(cop_database_folder(game, fixture->folder, &folder));
    cop_text_add(&left, "%s/2-1.values.12345-0.tmp", folder.bytes);
    cop_text_add(&other, "%s/notes.12345-0.tmp", folder.bytes);
    assert_true(cop_file_write(left.bytes, "x", 1, &error));
    assert_true(cop_file_write(other.bytes, "x", 1, &error));
    lock = cop_file_lock(folder.bytes, "", &error);
    assert_true(lock >= 0);
    assert_false(cop_database_build(&plan, &is_stopped, &error));
    assert_non_null(strstr(error.message, "another build is at work in"));
    assert_int_equal(access(left.bytes, F_OK), 0);
    close(lock);
    assert_true(cop_database_build(&plan, &is_stopped, &error));
    assert_int_not_equal(access(left.bytes, F_OK), 0);
    assert_int_equal(access(other.bytes, F_OK), 0);
    cop_text_free(&folder);
    cop_text_free(&left);
    cop_text_free(&other);
    cop_game_close(game);
}

/* The first folder that cannot be made is named, and not the last. */
static void database_says_which_folder_cannot_be_made(void **context)
{
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct cop_build_plan plan = {
        .game = game, .folder = "/dev/null/a/b", .pieces = 2, .threads = 1};
    struct cop_error error;
    bool is_stopped;

    (void)context;
    assert_false(cop_database_build(&plan, &is_stopped, &error));
    assert_non_null(strstr(error.message, "cannot make the folder /dev/null/a: "));
    cop_game_close(game);
}

/* Before it begins: the first stage, which would fit, is not built either. */
static void database_says_what_memory_it_takes(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona");
    struct cop_text faults = COP_TEXT;
    struct cop_database *database;
    struct cop_build_plan plan = {
        .game = game, .folder = fixture->folder, .pieces = 4, .threads = 1, .memory = 1000};
    struct cop_error error;
    bool is_stopped;

    assert_false(cop_database_build(&plan, &is_stopped, &error));
    assert_non_null(strstr(error.message, "--memory"));
    assert_non_null(strstr(error.message, "nothing was built"));
    database = cop_database_open(game, fixture->folder, &faults);
    assert_null(cop_database_file_of(database, 0, COP_DATABASE_VALUES));
    cop_database_close(database);
    cop_text_free(&faults);
    plan.pieces = 2;
    assert_true(cop_database_build(&plan, &is_stopped, &error));
    cop_game_close(game);
}

static int files_in(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    int count = 0;

    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

/* Every stage in files, some of them, and none; with distances, and by two threads. */
static void database_is_the_same_when_it_is_built_on_the_disk(void **context)
{
    static const size_t memories[] = {0, 20000, 1 << 30};
    struct cop_game *game = open_game("fanorona(width=5, height=5)");
    uint64_t sums[2] = {0};
    int files[2] = {0};

    (void)context;
    for (int way = 0; way < 8; way++) {
        bool is_on_disk = way >= 2, keeps_distances = way % 2 != 0;
        struct fixture fixture;
        struct cop_text folder = COP_TEXT;
        struct cop_build_plan plan = {.game = game,
                                      .folder = fixture.folder,
                                      .pieces = 4,
                                      .threads = 1 + way % 3,
                                      .memory = is_on_disk ? memories[way / 2 - 1] : 0,
                                      .is_on_disk = is_on_disk,
                                      .keeps_distances = keeps_distances};
        struct cop_error error;
        bool is_stopped;

        assert_int_equal(folder_make(fixture.folder), 0);
        if (!cop_database_build(&plan, &is_stopped, &error))
            fail_msg("%s", error.message);
        assert_true(cop_database_folder(game, fixture.folder, &folder));
        if (!is_on_disk) {
            sums[keeps_distances] = sum_of_files(&fixture, game);
            files[keeps_distances] = files_in(folder.bytes);
        }
        assert_int_equal(sum_of_files(&fixture, game), sums[keeps_distances]);
        assert_int_equal(files_in(folder.bytes), files[keeps_distances]);
        cop_text_free(&folder);
        assert_int_equal(folder_remove(fixture.folder), 0);
    }
    cop_game_close(game);
}

/* All of the disk is asked for at once: a sentence, and no signal in the middle of a round. */
static void database_says_that_the_disk_has_no_room(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=5, height=5)");
    pid_t child = fork();
    int status;

    if (child == 0) {
        struct cop_build_plan plan = {
            .game = game, .folder = fixture->folder, .pieces = 5, .threads = 1, .is_on_disk = true};
        struct rlimit limit;
        struct cop_error error = {{0}};
        bool is_stopped;

        getrlimit(RLIMIT_FSIZE, &limit);
        limit.rlim_cur = 4096;
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _Exit(!cop_database_build(&plan, &is_stopped, &error) &&
                      strstr(error.message, "has no room for") != NULL
                  ? 0
                  : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    build(fixture, game, 5, 1, false);
    assert_int_equal(sum_of_files(fixture, game), built_sum(game, 5, 1));
    cop_game_close(game);
}

static void note_work(void *context, const struct cop_build_news *news)
{
    (void)news;
    *(bool *)context = true;
}

/* Whoever may write everywhere becomes somebody who may not. */
static bool is_refused_before_work(const struct fixture *fixture, const struct cop_game *game)
{
    bool has_worked = false, is_stopped;
    struct cop_build_plan plan = {.game = game,
                                  .folder = fixture->folder,
                                  .pieces = 5,
                                  .threads = 1,
                                  .report = note_work,
                                  .context = &has_worked};
    struct cop_error error = {{0}};

    return (geteuid() != 0 || setuid(65534) == 0) &&
           !cop_database_build(&plan, &is_stopped, &error) &&
           strstr(error.message, "cannot write into ") != NULL && !has_worked;
}

static void database_says_before_the_work_that_it_cannot_write(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct cop_text folder = COP_TEXT;
    pid_t child;
    int status;

    build(fixture, game, 2, 1, false);
    assert_true(cop_database_folder(game, fixture->folder, &folder));
    assert_int_equal(chmod(fixture->folder, 0755), 0);
    assert_int_equal(chmod(folder.bytes, 0555), 0);
    child = fork();
    if (child == 0)
        _Exit(is_refused_before_work(fixture, game) ? 0 : 1);
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(chmod(folder.bytes, 0755), 0);
    cop_text_free(&folder);
    cop_game_close(game);
}

/* ---- Bounds ---- */

static struct cop_bounds bounds_at(const struct fixture *fixture, const char *spec,
                                   const char *position, const char *moves)
{
    struct cop_game *game = open_game(spec);
    struct cop_database *database = cop_database_open(game, fixture->folder, NULL);
    struct cop_bounds bounds = {0, 1};
    struct cop_error error;
    uint64_t state[64];

    if (!cop_position_read(game, position, state, &error) ||
        !cop_moves_play(game, state, moves, NULL, NULL, &error))
        fail_msg("%s", error.message);
    cop_database_bounds(database, state, 0, &bounds);
    cop_database_close(database);
    cop_game_close(game);
    return bounds;
}

/* A win takes steps before it captures: a past, or a draw after few quiet moves, can spoil it. */
static void database_wins_are_certain_only_without_a_past(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona");
    const char *position = "9/9/3w5/9/5b3 w";
    struct cop_bounds bounds;

    build(fixture, game, 2, 1, false);
    cop_game_close(game);
    bounds = bounds_at(fixture, "fanorona", position, "");
    assert_true(bounds.low == 1 && bounds.high == 1);
    bounds = bounds_at(fixture, "fanorona(quiet=6)", position, "");
    assert_true(bounds.low == 0.5 && bounds.high == 1);
    bounds = bounds_at(fixture, "fanorona(quiet=7)", position, "");
    assert_true(bounds.low == 1 && bounds.high == 1);
    bounds = bounds_at(fixture, "fanorona", position, "d3-e3");
    assert_true(bounds.low == 0.5 && bounds.high == 1);
    bounds = bounds_at(fixture, "fanorona(repetition=off)", position, "d3-e3");
    assert_true(bounds.low == 1 && bounds.high == 1);
    bounds = bounds_at(fixture, "fanorona", position, "d3-d4");
    assert_true(bounds.low == 0.5 && bounds.high == 0.5);
}

/* ---- Distances ---- */

/* The longest distance of a file is that of one of its numbers, and draws have none. */
static void database_distances_count_moves(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=5)");
    struct cop_database *database;

    build(fixture, game, 4, 1, true);
    database = cop_database_open(game, fixture->folder, NULL);
    for (int i = 0; i < game->rules->indexing->classes(game); i++) {
        const struct cop_database_file *file =
            cop_database_file_of(database, i, COP_DATABASE_DISTANCES);
        int longest = 0;

        if (file == NULL)
            continue;
        for (int64_t number = 0; number < file->about.count; number++) {
            int distance = cop_database_distance(database, i, number);

            assert_true((distance == 0) ==
                        (cop_database_value(database, i, number) == COP_KNOWN_DRAW));
            longest = distance > longest ? distance : longest;
        }
        assert_int_equal(longest, file->about.longest);
    }
    cop_database_close(database);
    cop_game_close(game);
}

/* ---- Memory ---- */

/* Asked in turn, so that whoever has room for one block only reads one for each answer. */
static void compare_in_turn(const struct cop_game *game, const struct cop_database *one,
                            const struct cop_database *other)
{
    const struct cop_indexing *indexing = game->rules->indexing;

    for (int64_t number = 0; number < 500; number += 7)
        for (int i = 0; i < indexing->classes(game); i++)
            if (number < indexing->count(game, i))
                assert_int_equal(cop_database_value(one, i, number),
                                 cop_database_value(other, i, number));
}

static void database_answers_the_same_with_any_memory(void **context)
{
    static const char *const sizes[] = {"64K", "200K", "2G", "nonsense", "1K"};
    struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct cop_database *usual, *other;

    build(fixture, game, 8, 1, false);
    usual = cop_database_open(game, fixture->folder, NULL);
    assert_false(cop_database_is_empty(usual));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct cop_text faults = COP_TEXT;

        setenv("COPPICE_DATABASES_MEMORY", sizes[i], 1);
        other = cop_database_open(game, fixture->folder, &faults);
        assert_int_equal(strstr(faults.bytes, "COPPICE_DATABASES_MEMORY") != NULL, i >= 3);
        compare_in_turn(game, usual, other);
        cop_database_close(other);
        cop_text_free(&faults);
    }
    unsetenv("COPPICE_DATABASES_MEMORY");
    cop_database_close(usual);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(database_counts_are_the_published_ones,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_of_the_smallest_board_is_complete,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_is_the_same_with_any_number_of_threads,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_is_the_same_without_the_quick_ways,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_goes_on_where_it_was_stopped,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_is_built_by_one_at_a_time, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test(database_says_which_folder_cannot_be_made),
        cmocka_unit_test_setup_teardown(database_says_what_memory_it_takes, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test(database_is_the_same_when_it_is_built_on_the_disk),
        cmocka_unit_test_setup_teardown(database_says_that_the_disk_has_no_room,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_says_before_the_work_that_it_cannot_write,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_wins_are_certain_only_without_a_past,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_distances_count_moves, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test_setup_teardown(database_answers_the_same_with_any_memory,
                                        database_fixture_open, database_fixture_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
