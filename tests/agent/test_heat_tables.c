/* Tables of thermographs: built, found again by the rules, used, and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "agent/heat_tables.h"
#include "tiny/tiny.h"

enum { CELLS = 5 };

struct bench {
    char folder[64];
    struct cop_game *game;
    struct cop_heat_plan plan;
    int64_t parts[COP_HEAT_EXTENT_MAX + 1];
};

static void count_parts(void *context, const struct cop_heat_news *news)
{
    struct bench *bench = context;

    if (news->is_finished)
        bench->parts[news->extent] = news->parts;
}

static void set_up(struct bench *bench, int threads)
{
    *bench = (struct bench){.folder = "/tmp/coppice-heat-XXXXXX"};
    assert_non_null(mkdtemp(bench->folder));
    bench->game = cop_game_open("amazons", NULL);
    bench->plan = (struct cop_heat_plan){.game = bench->game,
                                         .folder = bench->folder,
                                         .extent = CELLS,
                                         .threads = threads,
                                         .sample = 1,
                                         .report = count_parts,
                                         .context = bench};
}

static void file_name(const struct bench *bench, int cells, char path[128])
{
    snprintf(path, 128, "%s/amazons-heat/parts-%d.heat", bench->folder, cells);
}

static void tear_down(struct bench *bench)
{
    char path[128];

    for (int cells = COP_HEAT_EXTENT_MIN; cells <= CELLS; cells++) {
        file_name(bench, cells, path);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/amazons-heat", bench->folder);
    rmdir(path);
    rmdir(bench->folder);
    cop_game_close(bench->game);
}

static void build(struct bench *bench)
{
    struct cop_error error = {""};
    bool is_stopped;

    if (!cop_heat_tables_build(&bench->plan, &is_stopped, &error))
        fail_msg("%s", error.message);
    assert_false(is_stopped);
}

/* Of three squares, one empty and one amazon of each side, there are by hand two ways to fill each
 * of the four shapes that have a mirror image of their own, and three to fill the fifth: turns,
 * mirrors and an exchange of the colours make the others equal. */
static void every_part_is_there_once(void **context)
{
    struct bench one, two;
    struct cop_error error = {""};
    int64_t checked;

    (void)context;
    set_up(&one, 1);
    build(&one);
    set_up(&two, 2);
    build(&two);
    for (int cells = COP_HEAT_EXTENT_MIN; cells <= CELLS; cells++)
        assert_true(one.parts[cells] == two.parts[cells] && one.parts[cells] > 0);
    assert_int_equal(one.parts[3], 11);
    assert_true(cop_heat_tables_verify(&two.plan, &checked, &error));
    assert_true(checked == two.parts[3] + two.parts[4] + two.parts[5]);
    tear_down(&one);
    tear_down(&two);
}

static void a_build_goes_on_after_the_last_file(void **context)
{
    struct bench bench;

    (void)context;
    set_up(&bench, 1);
    bench.plan.extent = 4;
    build(&bench);
    memset(bench.parts, 0, sizeof bench.parts);
    bench.plan.extent = CELLS;
    build(&bench);
    assert_true(bench.parts[3] == 0 && bench.parts[4] == 0 && bench.parts[5] > 0);
    tear_down(&bench);
}

static void a_flag_ends_a_build_and_leaves_what_is_whole(void **context)
{
    atomic_bool stop = true;
    struct cop_error error = {""};
    struct cop_heats heats = {0};
    struct bench bench;
    bool is_stopped;

    (void)context;
    set_up(&bench, 1);
    bench.plan.extent = 3;
    build(&bench);
    bench.plan.extent = CELLS;
    bench.plan.stop = &stop;
    assert_true(cop_heat_tables_build(&bench.plan, &is_stopped, &error));
    assert_true(is_stopped);
    assert_int_equal(cop_heat_tables_load(bench.game, bench.folder, &heats, NULL), 3);
    cop_heats_free(&heats);
    tear_down(&bench);
}

/* With tables a reading looks into fewer positions and finds the same. */
static void thermometers_ask_tables(void **context)
{
    static const char position[] =
        "1WB2xxxxx/2xxxxxxxx/x1xxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
        "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx w";
    struct cop_thermograph graphs[2] = {{0}};
    int64_t taken[2];
    struct cop_heats heats = {0};
    struct bench bench;

    (void)context;
    set_up(&bench, 1);
    build(&bench);
    assert_int_equal(cop_heat_tables_load(bench.game, bench.folder, &heats, NULL), CELLS);
    for (int i = 0; i < 2; i++) {
        struct cop_heat_source source = {cop_heats_find, &heats};
        struct cop_thermometer *thermometer = cop_thermometer_open(bench.game, 0);
        struct cop_run_terms terms = {.tickets = 1000000};
        _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
        struct cop_error error = {""};
        struct cop_run run;
        struct cop_pace pace;

        if (i == 1)
            cop_thermometer_ask(thermometer, &source);
        cop_run_begin(&run, &terms);
        cop_pace_begin(&pace, true, 1);
        if (!cop_position_read(bench.game, position, state, &error))
            fail_msg("%s", error.message);
        assert_true(cop_thermometer_read(thermometer, state, &run, &pace, &graphs[i]));
        taken[i] = cop_thermometer_positions(thermometer);
        cop_thermometer_close(thermometer);
    }
    assert_true(taken[1] < taken[0]);
    assert_true(graphs[0].mean == graphs[1].mean);
    assert_true(graphs[0].temperature == graphs[1].temperature);
    for (double tax = -1; tax < 4; tax += 0.125)
        assert_true(cop_wall_at(&graphs[0].left, tax) == cop_wall_at(&graphs[1].left, tax) &&
                    cop_wall_at(&graphs[0].right, tax) == cop_wall_at(&graphs[1].right, tax));
    for (int i = 0; i < 2; i++)
        cop_thermograph_free(&graphs[i]);
    cop_heats_free(&heats);
    tear_down(&bench);
}

static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    int byte;

    assert_non_null(file);
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    byte = fgetc(file);
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    fputc(byte ^ 1, file);
    fclose(file);
}

/* Every byte counts: a changed one is noticed, and a file cut short too. */
static void damaged_files_are_refused(void **context)
{
    static const long places[] = {0, 8, 12, 16, 60, 100, -9, -1};
    struct bench bench;
    char path[128];

    (void)context;
    set_up(&bench, 1);
    bench.plan.extent = 3;
    build(&bench);
    file_name(&bench, 3, path);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct cop_heats heats = {0};
        struct cop_text faults = COP_TEXT;
        struct cop_error error = {""};
        bool is_stopped;

        change_byte(path, places[i]);
        assert_int_equal(cop_heat_tables_load(bench.game, bench.folder, &heats, &faults), 0);
        assert_non_null(strstr(faults.bytes, "parts-3.heat"));
        assert_int_equal(heats.forms.count, 0);
        assert_false(cop_heat_tables_build(&bench.plan, &is_stopped, &error));
        assert_non_null(strstr(error.message, "remove it, and it is built again"));
        change_byte(path, places[i]);
        cop_text_free(&faults);
        cop_heats_free(&heats);
    }
    for (long length = 0; length < 150; length += 13) {
        struct cop_heats heats = {0};

        assert_int_equal(truncate(path, 150 - length), 0);
        assert_int_equal(cop_heat_tables_load(bench.game, bench.folder, &heats, NULL), 0);
        cop_heats_free(&heats);
    }
    tear_down(&bench);
}

static void a_wrong_thermograph_is_found(void **context)
{
    struct cop_error error = {""};
    struct cop_heats heats = {0}, wrong = {0};
    struct cop_thermograph graph = {0};
    struct bench bench;
    size_t place = 0, length;
    int64_t checked;
    char path[128];

    (void)context;
    set_up(&bench, 1);
    bench.plan.extent = 3;
    build(&bench);
    file_name(&bench, 3, path);
    assert_true(cop_heats_read(&heats, path, "amazons", 3, &error));
    cop_wall_flat(&graph.left, 7);
    cop_wall_flat(&graph.right, 7);
    while ((place = cop_byte_set_next(&heats.forms, place)) != 0) {
        const unsigned char *form = cop_byte_set_bytes(&heats.forms, place, &length);

        assert_true(cop_heats_add(&wrong, form, (int)length, false, &graph));
    }
    assert_true(cop_heats_write(&wrong, path, "amazons", 3, &error));
    assert_false(cop_heat_tables_verify(&bench.plan, &checked, &error));
    assert_non_null(strstr(error.message, "another thermograph in the table"));
    cop_thermograph_free(&graph);
    cop_heats_free(&heats);
    cop_heats_free(&wrong);
    tear_down(&bench);
}

static void what_has_no_tables_says_so(void **context)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open_rules(&tiny_domino, NULL, &error);
    struct bench bench;
    int64_t checked;

    (void)context;
    assert_false(cop_heat_tables_fit(game, &error));
    assert_non_null(strstr(error.message, "cannot list its small parts"));
    cop_game_close(game);
    set_up(&bench, 1);
    assert_false(cop_heat_tables_verify(&bench.plan, &checked, &error));
    assert_non_null(strstr(error.message, "`coppice parts build` makes some"));
    tear_down(&bench);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_there_once),
        cmocka_unit_test(a_build_goes_on_after_the_last_file),
        cmocka_unit_test(a_flag_ends_a_build_and_leaves_what_is_whole),
        cmocka_unit_test(thermometers_ask_tables),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(a_wrong_thermograph_is_found),
        cmocka_unit_test(what_has_no_tables_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
