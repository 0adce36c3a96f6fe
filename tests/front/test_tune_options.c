/* `coppice tune options` from outside: what it prints and writes, what it refuses, and that a kill
 * at any moment changes nothing of what comes out. */
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"

#define GAME "connect4(width=5, height=4)"

/* A name in the temporary folder that no file has. */
static void new_name(char *path)
{
    write_file(path, "");
    unlink(path);
}

static char *read_all(const char *path)
{
    char *bytes = calloc(1, 1 << 16);
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_non_null(bytes);
    assert_true(fread(bytes, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return bytes;
}

/* ---- What comes out ---- */

struct files {
    char store[64], output[64], svg[64];
};

static void name_files(struct files *files)
{
    new_name(files->store);
    new_name(files->output);
    new_name(files->svg);
}

static void remove_files(const struct files *files)
{
    unlink(files->store);
    unlink(files->output);
    unlink(files->svg);
}

static void start(struct program *program, const struct files *files, const char *threads)
{
    const char *const arguments[] = {"tune",
                                     "options",
                                     GAME,
                                     "mcts(history=visits)",
                                     "--over",
                                     "c=0..2, history_weight=0..40 from 15, final=visits|value",
                                     "--limit",
                                     "sims=60",
                                     "--games",
                                     "6",
                                     "--samples",
                                     "5",
                                     "--elites",
                                     "2",
                                     "--confirm",
                                     "20",
                                     "--threads",
                                     threads,
                                     "--store",
                                     files->store,
                                     "--svg",
                                     files->svg,
                                     "--output",
                                     files->output,
                                     "--iterations",
                                     "3",
                                     NULL};

    program_start(program, arguments, -1);
}

static void a_kill_changes_nothing(void **context)
{
    struct files whole, broken;
    struct program program;
    char *output, *svg, *texts[4];

    (void)context;
    name_files(&whole);
    name_files(&broken);
    start(&program, &whole, "1");
    program_finish(&program);
    assert_done(&program);
    output = strdup(program.output);
    program_free(&program);
    for (int kills = 0; kills < 6; kills++) {
        start(&program, &broken, kills == 1 ? "2" : "1");
        if (kills == 0) /* later ones may have nothing left to tell of */
            program_wait_for_error(&program, "of at most 134 games");
        nanosleep(&(struct timespec){.tv_nsec = 20000000L * kills}, NULL); /* elsewhere each time */
        kill(program.id, kills == 2 ? SIGINT : SIGKILL);
        program_finish(&program);
        assert_true(kills > 0 || program.status == 128 + SIGKILL);
        if (program.status == 1)
            assert_contains(program.errors, "the same command goes on");
        program_free(&program);
    }
    start(&program, &broken, "2");
    program_finish(&program);
    assert_done(&program);
    assert_string_equal(program.output, output);
    program_free(&program);
    texts[0] = read_all(whole.output);
    texts[1] = read_all(broken.output);
    texts[2] = svg = read_all(whole.svg);
    texts[3] = read_all(broken.svg);
    assert_string_equal(texts[0], texts[1]);
    assert_string_equal(texts[2], texts[3]);
    assert_contains(texts[0], "coppice tune options \"" GAME "\" \"mcts(history=visits)\" --over");
    assert_contains(texts[0], output);
    assert_contains(svg, "<svg");
    assert_contains(svg, "history_weight, 0 to 40");
    assert_contains(svg, "final: share of");
    for (int i = 0; i < 4; i++)
        free(texts[i]);
    free(output);
    remove_files(&whole);
    remove_files(&broken);
}

static void what_was_found_is_told_with_its_course(void **context)
{
    struct program program;

    (void)context;
    run(&program, "tune", "options", GAME, "mcts(playout=decisive)", "--over", "c=0..2", "--limit",
        "sims=20", "--games", "2", "--by", "spsa", "--iterations", "3", "--confirm", "10",
        "--against", "random", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "SPSA: two points of 2 games");
    assert_contains(program.output, "against random\n");
    assert_contains(program.output, "\n        3  ");
    assert_contains(program.output, "\nfound  mcts(c=");
    assert_contains(program.output, "\nstart  mcts(playout=decisive)\n");
    assert_contains(program.output, "found against start in 10 other games: ");
    assert_string_equal(program.errors, "");
    program_free(&program);
    run(&program, "tune", "options", GAME, "mcts", "--over", "c=0..2", "--limit", "sims=20",
        "--games", "2", "--samples", "3", "--elites", "1", "--iterations", "1", "--confirm", "0");
    assert_done(&program);
    assert_contains(program.output, "Whether it is better than the start was not asked.\n");
    program_free(&program);
}

static void one_player_is_tuned_by_points(void **context)
{
    struct program program;

    (void)context;
    run(&program, "tune", "options", "samegame(width=6, height=6)", "mcts", "--over", "c=0..2",
        "--limit", "sims=20", "--games", "3", "--samples", "3", "--elites", "1", "--iterations",
        "1", "--confirm", "5", "--quiet");
    assert_done(&program);
    assert_contains(program.output, " points (");
    assert_null(strstr(program.output, "against mcts"));
    program_free(&program);
}

/* Threads matter to nobody where there is one of them, and mcts does not know how many there will
 * be.
 */
static void options_that_do_nothing_are_noted(void **context)
{
    struct program program;

    (void)context;
    run(&program, "tune", "options", GAME, "mcts", "--over", "c=0..2, virtual_loss=1..9", "--limit",
        "sims=20", "--games", "2", "--samples", "3", "--elites", "1", "--iterations", "1",
        "--confirm", "0");
    assert_done(&program);
    assert_contains(program.errors, "note: virtual_loss does nothing here");
    assert_null(strstr(program.errors, "note: c does"));
    assert_contains(program.output, "\nvirtual_loss did nothing: 4 games were the same");
    assert_null(strstr(program.output, "\nc did nothing"));
    program_free(&program);
}

/* The results that are kept: each says the command that gave it, and what it found still plays. */
static void kept_results_can_be_used(void **context)
{
    static const char before[] = "coppice tune ";
    glob_t kept;

    (void)context;
    assert_int_equal(glob("data/tuned/*.txt", 0, NULL, &kept), 0);
    for (size_t i = 0; i < kept.gl_pathc; i++) {
        char *text = read_all(kept.gl_pathv[i]);
        char *game = strchr(text + strlen(before), ' ') + 1, *found = strstr(text, "\nfound  ");
        struct program program;

        assert_memory_equal(text, before, strlen(before));
        assert_non_null(found);
        assert_non_null(strstr(text, " other games: "));
        game[strcspn(game, " ")] = '\0';
        found += strlen("\nfound  ");
        found[strcspn(found, "\n")] = '\0';
        run(&program, "search", game, "--agent", found, "--limit", "sims=10");
        assert_done(&program);
        program_free(&program);
        free(text);
    }
    globfree(&kept);
}

/* The method under its own name, with the numbers that were published for it. */
static void the_cross_entropy_method_has_its_own_name(void **context)
{
    struct program program;
    char output[64], *text;

    (void)context;
    new_name(output);
    run(&program, "tune", "cem", "samegame(width=5, height=5, colours=3)",
        "mcts(reward=score, final=best)", "--over", "c=0..1", "--limit", "sims=2", "--iterations",
        "1", "--confirm", "20", "--output", output);
    assert_done(&program);
    assert_contains(program.output, "100 samples of 30 games, 10 followed");
    text = read_all(output);
    assert_contains(text, "coppice tune cem \"samegame(width=5, height=5, colours=3)\"");
    free(text);
    unlink(output);
    program_free(&program);
    run(&program, "tune", "cem", "samegame", "mcts", "--over", "c=0..2", "--limit", "sims=5",
        "--samples", "3", "--elites", "1", "--games", "2", "--iterations", "1", "--confirm", "0");
    assert_done(&program);
    assert_contains(program.output, "3 samples of 2 games, 1 followed");
    program_free(&program);
    run(&program, "tune", "cem", "samegame", "--over", "c=0..2", "--limit", "sims=5");
    assert_refused(&program, 2, "tune cem needs the agent");
    run(&program, "tune", "cem", "samegame", "mcts", "--over", "c=0..2", "--limit", "sims=5",
        "--by", "cem");
    assert_refused(&program, 2, "leave --by out");
    run(&program, "tune", "cem", "samegame", "mcts", "--over", "c=0..2", "--limit", "sims=5",
        "--gain", "1");
    assert_refused(&program, 2, "--gain is for options by spsa and does nothing with cem");
}

/* Three players have six ways to sit against each other: 20 games become 24. */
static void games_without_a_number_fill_all_seatings(void **context)
{
    struct program program;

    (void)context;
    run(&program, "tune", "options", "rolit(players=3, size=4)", "mcts", "--over", "c=0..2",
        "--limit", "sims=5", "--samples", "2", "--elites", "1", "--iterations", "1");
    assert_done(&program);
    assert_contains(program.output, "2 samples of 24 games");
    assert_contains(program.output, "in 402 other games");
    program_free(&program);
}

/* ---- What is refused ---- */

static void mistakes_are_explained(void **context)
{
    static const struct {
        const char *option, *value, *message;
    } cases[] = {
        {"--over", "cc=0..2", "there is no option \"cc\""},
        {"--over", "discount=0..1", "from 0.5 to 1"},
        {"--over", "c=2..1", "is empty"},
        {"--over", "warm=0..9", "warm is given in the agent, too"},
        {"--over", "history_weight=0..40", "does nothing here; it needs history"},
        {"--over", "", "what is tuned over is missing"},
        {"--limit", "threads=1", "a search without an end"},
        {"--limit", "sims=x", "sims"},
        {"--games", "5", "a multiple of 2"},
        {"--confirm", "5", "a multiple of 2"},
        {"--elites", "20", "1 to 19 can be followed"},
        {"--gain", "1", "--by spsa"},
        {"--depths", "2:4", "is for probcut"},
        {"--against", "mctss", "there is no agent"},
        {"--against", "maxn(eval=nothing)", "--against"},
        {"--store", "/no/such/folder/store.db", "/no/such/folder"},
    };
    struct program program;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run(&program, "tune", "options", "connect4", "mcts(warm=1)", "--over", "c=0..2", "--limit",
            "sims=10", cases[i].option, cases[i].value);
        assert_refused(&program, strcmp(cases[i].option, "--store") == 0 ? 1 : 2, cases[i].message);
    }
    run(&program, "tune", "options", "connect4", "mcts", "--over", "c=0..2");
    assert_refused(&program, 2, "--limit sims=500");
    run(&program, "tune", "options", "connect4", "--over", "c=0..2");
    assert_refused(&program, 2, "needs the agent");
    run(&program, "tune", "chance", "connect4", "mcts");
    assert_refused(&program, 2, "one word too many");
    run(&program, "tune", "optoins", "connect4", "mcts");
    assert_refused(&program, 2, "did you mean options?");
    run(&program, "tune", "chance", "othello", "--over", "c=0..2");
    assert_refused(&program, 2, "--over is for options");
    run(&program, "tune", "options", "samegame", "mcts", "--over", "c=0..2", "--limit", "sims=10",
        "--against", "random");
    assert_refused(&program, 2, "played alone");
    run(&program, "tune", "options", "connect4", "mcts", "--over", "solver=on|off", "--limit",
        "sims=10", "--by", "spsa");
    assert_refused(&program, 2, "tune by cem");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kill_changes_nothing),
        cmocka_unit_test(what_was_found_is_told_with_its_course),
        cmocka_unit_test(one_player_is_tuned_by_points),
        cmocka_unit_test(options_that_do_nothing_are_noted),
        cmocka_unit_test(kept_results_can_be_used),
        cmocka_unit_test(the_cross_entropy_method_has_its_own_name),
        cmocka_unit_test(games_without_a_number_fill_all_seatings),
        cmocka_unit_test(mistakes_are_explained),
    };

    return cmocka_run_group_tests_name("tune-options", tests, NULL, NULL);
}
