/* test_completion.c - command lines completed by real shells, at a pseudo-terminal. */
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

#include "conversation.h"
#include "front.h"

static char program_path[4096];

/* A shell finds the program by its name. */
static int find_folder(void **context)
{
    const char *path = getenv("COPPICE"), *before = getenv("PATH");
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    struct cop_text folders = COP_TEXT;

    (void)context;
    if (slash == NULL || before == NULL)
        return -1;
    snprintf(program_path, sizeof program_path, "%s", path);
    cop_text_add(&folders, "%.*s:%s", (int)(slash - path), path, before);
    setenv("PATH", folders.bytes, 1);
    cop_text_free(&folders);
    return 0;
}

/* ---- What the program offers ---- */

/* "coppice pl" gives "pl\nplay \n": the word so far, then every choice. */
static void assert_offers(const char *line, const char *choices)
{
    struct program program;

    run(&program, "completion", "words", line);
    assert_done(&program);
    assert_string_equal(program.output, choices);
    program_free(&program);
}

static void commands_games_and_agents_are_offered(void **context)
{
    (void)context;
    assert_offers("coppice pl", "pl\nplay \n");
    assert_offers("coppice play oth", "oth\nothello \n");
    assert_offers("coppice match connect4 mct", "mct\nmcts \n");
    assert_offers("coppice match connect4 mcts alp", "alp\nalphabeta \n");
    assert_offers("coppice help twi", "twi\ntwixt \n");
    assert_offers("coppice tune ", "\noptions \ncem \nprobcut \nchance \n");
    assert_offers("coppice tune options connect4 mct", "mct\nmcts \n");
    assert_offers("coppice tune options connect4 mcts --against alp", "alp\nalphabeta \n");
    assert_offers("coppice tune options connect4 mcts --over \"c=0..2, history_w",
                  "c=0..2, history_w\nc=0..2, history_weight=\nc=0..2, history_weight=15\n");
    assert_offers("coppice lab r", "r\nrun \nreport \n");
}

static void a_game_alone_is_completed_as_a_command(void **context)
{
    (void)context;
    assert_offers("coppice oth", "oth\nothello \n");
    assert_offers("coppice othello --lim", "--lim\n--limit \n");
    assert_offers("coppice othello ", "\n");
}

static void options_and_their_values_are_offered(void **context)
{
    (void)context;
    assert_offers("coppice play --lim", "--lim\n--limit \n");
    assert_offers("coppice games --", "--\n--json \n--no-json \n--help \n");
    assert_offers("coppice search othello --agent=alp", "--agent=alp\n--agent=alphabeta \n");
    assert_offers("coppice play --seat 2=hu", "2=hu\n2=human \n");
    assert_offers("coppice play --limit '1s, thr", "1s, thr\n1s, threads=\n1s, threads=1\n");
    assert_offers("coppice show --sgf ", "\nFILES\n");
}

/* Inside the brackets of a spec, too. */
static void options_of_games_and_agents_are_offered(void **context)
{
    (void)context;
    assert_offers("coppice play \"othello(s", "othello(s\nothello(size=4)\nothello(size=4,\n"
                                              "othello(size=6)\nothello(size=6,\n"
                                              "othello(size=8)\nothello(size=8,\n");
    assert_offers("coppice play \"focus(pl",
                  "focus(pl\nfocus(players=\nfocus(players=2)\nfocus(players=2,\n");
    assert_offers("coppice search othello --agent \"mcts(c=0.5, solver=of",
                  "mcts(c=0.5, solver=of\nmcts(c=0.5, solver=off)\nmcts(c=0.5, solver=off,\n");
}

/* Before the command; the games of the file that is named are there after it. */
static void plugins_and_their_games_are_offered(void **context)
{
    char path[2000], line[2 * sizeof path];

    (void)context;
    snprintf(path, sizeof path, "%s/plugin-tictactoe.so", getenv("COPPICE_TEST_PLUGINS"));
    assert_offers("coppice --pl", "--pl\n--plugin \n");
    assert_offers("coppice --plugin ", "\nFILES\n");
    assert_offers("coppice --plugin ./tic", "./tic\nFILES\n");
    assert_offers("coppice --plugin=./tic", "--plugin=./tic\nFILES\n");
    snprintf(line, sizeof line, "coppice --plugin '%s' play tic", path);
    assert_offers(line, "tic\ntictactoe \n");
    snprintf(line, sizeof line, "coppice --plugin='%s' tic", path);
    assert_offers(line, "tic\ntictactoe \n");
    snprintf(line, sizeof line, "coppice --plugin '%s' --plugin ", path);
    assert_offers(line, "\nFILES\n");
    snprintf(line, sizeof line, "coppice --plugin '%s' ver", path);
    assert_offers(line, "ver\nversion \n");
    assert_offers("coppice play tic", "tic\n");
}

/* The command is completed all the same. */
static void plugins_that_cannot_be_loaded_offer_nothing(void **context)
{
    char path[2000], line[2 * sizeof path];

    (void)context;
    assert_offers("coppice --plugin nowhere.so play oth", "oth\nothello \n");
    assert_offers("coppice --plugin '' --", "--\nFILES\n");
    assert_offers("coppice --plugin= ver", "ver\nFILES\n");
    snprintf(path, sizeof path, "%s/plugin-older.so", getenv("COPPICE_TEST_PLUGINS"));
    snprintf(line, sizeof line, "coppice --plugin '%s' --plugin /dev/null ver", path);
    assert_offers(line, "ver\nversion \n");
}

/* Those of the lab that the line names. */
static void experiments_are_offered(void **context)
{
    char folder[] = "/tmp/coppice-lab-XXXXXX", path[100], line[160];
    FILE *file;

    (void)context;
    assert_offers("coppice lab run uct-star/table-02", "uct-star/table-02\nuct-star/table-02 \n");
    assert_offers("coppice lab run --threads 1 fanorona/table-4.1 fanorona/table-4.3",
                  "fanorona/table-4.3\nfanorona/table-4.3 \n");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/mine", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/mine/first.cfg", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    snprintf(line, sizeof line, "coppice lab --lab %s show ", folder);
    assert_offers(line, "\nmine/first \n");
    snprintf(line, sizeof line, "coppice lab verify --lab=%s mi", folder);
    assert_offers(line, "mi\nmine/first \n");
    unlink(path);
    snprintf(path, sizeof path, "%s/mine", folder);
    rmdir(path);
    rmdir(folder);
    assert_offers(line, "mi\n");
}

static void nonsense_has_no_completion(void **context)
{
    (void)context;
    assert_offers("coppice nonsense ", "\n");
    assert_offers("coppice play \"nonsense(", "nonsense(\n");
    assert_offers("", "\n");
    assert_offers("coppice play \"a\\", "a\\\n");
}

static void wrong_usage_is_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "completion", "fish");
    assert_refused(&program, 2, "\"fish\" is not understood; write completion bash");
    run(&program, "completion", "words");
    assert_refused(&program, 2, "completion words LINE");
}

/* ---- Real shells ---- */

/* Types the beginning, TAB and the rest, and asks the shell to echo the line instead of running it.
 */
static void assert_completes(struct conversation *shell, const char *typed, const char *rest,
                             const char *line)
{
    char keys[256], echoed[256];

    cop_text_clear(&shell->said);
    snprintf(keys, sizeof keys, "%s\t%s\001echo \005 done\n", typed, rest);
    snprintf(echoed, sizeof echoed, "\n%s done", line);
    conversation_type(shell, keys);
    conversation_wait_for(shell, echoed);
}

static void start_shell(struct conversation *shell, const char *path, const char *quiet,
                        const char *script)
{
    setenv("COPPICE", path, 1);
    conversation_start(shell, true, (const char *const[]){quiet, "-i", NULL});
    setenv("COPPICE", program_path, 1);
    conversation_type(shell, script);
    conversation_wait_for(shell, "ready> ");
}

/* The file's name is the shell's own to complete, and so long that the line is broken in the echo:
 * it is reached by a short way. */
static void assert_shell_completes_plugins(struct conversation *shell)
{
    char folder[] = "/tmp/coppice-XXXXXX", to[2000], link[100], typed[200], line[200];

    assert_non_null(mkdtemp(folder));
    snprintf(to, sizeof to, "%s/plugin-tictactoe.so", getenv("COPPICE_TEST_PLUGINS"));
    snprintf(link, sizeof link, "%s/ttt.so", folder);
    assert_int_equal(symlink(to, link), 0);
    assert_completes(shell, "coppice --plug", "", "coppice --plugin");
    snprintf(typed, sizeof typed, "coppice --plugin %s/tt", folder);
    snprintf(line, sizeof line, "coppice --plugin %s", link);
    assert_completes(shell, typed, "", line);
    snprintf(typed, sizeof typed, "coppice --plugin=%s/tt", folder);
    snprintf(line, sizeof line, "coppice --plugin=%s", link);
    assert_completes(shell, typed, "", line);
    snprintf(typed, sizeof typed, "coppice --plugin %s play tict", link);
    snprintf(line, sizeof line, "coppice --plugin %s play tictactoe", link);
    assert_completes(shell, typed, "", line);
    unlink(link);
    rmdir(folder);
}

/* The marks that a shell puts around what is pasted would stand in its echo. */
static void assert_shell_completes(struct conversation *shell)
{
    assert_completes(shell, "coppice pl", "", "coppice play");
    assert_completes(shell, "coppice play oth", "", "coppice play othello");
    assert_completes(shell, "coppice play --limi", "1s", "coppice play --limit 1s");
    assert_completes(shell, "coppice play --seat 2=hum", "", "coppice play --seat 2=human");
    assert_completes(shell, "coppice play --seat=2=hum", "", "coppice play --seat=2=human");
    assert_completes(shell, "coppice play \"othello(si", "6)\"", "coppice play othello(size=6)");
    assert_completes(shell, "coppice play --limit 'dep", "3'", "coppice play --limit depth=3");
    assert_completes(shell, "coppice show --sgf /etc/passw", "", "coppice show --sgf /etc/passwd");
    assert_shell_completes_plugins(shell);
    conversation_type(shell, "exit\n");
    conversation_wait_for_end(shell);
    conversation_free(shell);
}

static void bash_completes(void **context)
{
    struct conversation shell;

    (void)context;
    start_shell(&shell, "/bin/bash", "--norc",
                "bind 'set enable-bracketed-paste off'; source <(coppice completion bash); "
                "PS1='rea''dy> '\n");
    assert_shell_completes(&shell);
}

static void zsh_completes(void **context)
{
    struct conversation shell;

    (void)context;
    if (access("/bin/zsh", X_OK) != 0)
        skip();
    start_shell(&shell, "/bin/zsh", "-f",
                "unset zle_bracketed_paste; autoload -Uz compinit; compinit -D -u; "
                "source <(coppice completion zsh); bindkey -e; PS1='rea''dy> '\n");
    assert_shell_completes(&shell);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_games_and_agents_are_offered),
        cmocka_unit_test(a_game_alone_is_completed_as_a_command),
        cmocka_unit_test(options_and_their_values_are_offered),
        cmocka_unit_test(options_of_games_and_agents_are_offered),
        cmocka_unit_test(plugins_and_their_games_are_offered),
        cmocka_unit_test(plugins_that_cannot_be_loaded_offer_nothing),
        cmocka_unit_test(experiments_are_offered),
        cmocka_unit_test(nonsense_has_no_completion),
        cmocka_unit_test(wrong_usage_is_refused),
        cmocka_unit_test(bash_completes),
        cmocka_unit_test(zsh_completes),
    };

    return cmocka_run_group_tests_name("completion", tests, find_folder, NULL);
}
