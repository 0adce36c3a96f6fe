/* program.c - the program: its table of commands, its signals, and how it ends. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/commands.h"
#include "front/launch.h"
#include "front/plugins.h"

/* clang-format off */
const struct cop_command *const cop_all_commands[] = {
    &cop_games_command,
    &cop_play_command,
    &cop_levels_command,
    &cop_strength_command,
    &cop_ladder_command,
    &cop_methods_command,
    &cop_serve_command,
    &cop_show_command,
    &cop_explore_command,
    &cop_search_command,
    &cop_solve_command,
    &cop_proof_command,
    &cop_match_command,
    &cop_hunt_command,
    &cop_database_command,
    &cop_parts_command,
    &cop_book_command,
    &cop_gtp_command,
    &cop_uci_command,
    &cop_lab_command,
    &cop_positions_command,
    &cop_tune_command,
    &cop_train_command,
    &cop_perft_command,
    &cop_bench_command,
    &cop_completion_command,
    &cop_version_command,
    &cop_help_command,
    NULL,
};
/* clang-format on */

/* The one thing a signal can reach. */
static atomic_bool interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

void cop_catch_interrupts(void)
{
    /* Reset after the first signal: the second one ends the program whatever it is doing. Without
     * SA_RESTART a read from the terminal ends, too. */
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};

    atomic_store(&interrupted, false);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* A write that cannot succeed must fail with an error we can report instead of killing us. */
static void ignore_write_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};

    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

/* If we were started with a closed standard stream, the next file opened would take its number and
 * receive our output. Occupy the number with something on which that output fails. */
static void occupy_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

static bool pipe_is_closed(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};

    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

/* The status of the program once its output is on its way. A reader that has seen enough and closed
 * the pipe (`coppice games | head -1`) needs no message. */
static int finish(int status)
{
    bool failed_before = ferror(stdout) != 0;
    int reason = fflush(stdout) != 0 ? errno : 0;
    struct cop_error error;

    if (reason == 0 && !failed_before)
        return status;
    if (reason != EPIPE && !(reason == 0 && pipe_is_closed())) {
        cop_fail(&error, "cannot write the output: %s",
                 reason != 0 ? strerror(reason) : "an earlier write failed");
        cop_complain(COP_FAILED, &error);
    }
    return status == COP_DONE ? COP_FAILED : status;
}

static int unknown_command(const char *name)
{
    const char *names[128];
    int count = 0;
    struct cop_error error;

    for (int i = 0; count < 64 && cop_all_commands[i] != NULL; i++)
        names[count++] = cop_all_commands[i]->name;
    for (int i = 0; count < 128 && cop_all_rules()[i] != NULL; i++)
        names[count++] = cop_all_rules()[i]->name;
    cop_fail(&error, "there is no command or game \"%.60s\"%s", name,
             cop_nearest(name, names, count));
    cop_complain(COP_USAGE, &error);
    fprintf(stderr, "Try: coppice help\n");
    return COP_USAGE;
}

/* A command would hide the game of its name. */
static bool check_names(struct cop_error *error)
{
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        if (cop_command_find((*at)->name) != NULL)
            return cop_fail(error,
                            "the game %s of a plug-in has the name of a command; give it "
                            "another one",
                            (*at)->name);
    return true;
}

/* The games of plug-ins come first: nothing has looked at the registry yet. */
static int run(int count, char *const *arguments)
{
    const struct cop_command *command;
    struct cop_error error;
    int used = cop_load_plugins(count, arguments, &error);

    if (used < 0 || !check_names(&error))
        return cop_complain(COP_USAGE, &error);
    count -= used;
    arguments += used;
    if (count == 0 || strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0)
        return cop_command_run(&cop_help_command, 0, NULL, &interrupted, NULL);
    if (strcmp(arguments[0], "--version") == 0) {
        printf("coppice %s\n", cop_version());
        return COP_DONE;
    }
    command = cop_command_find(arguments[0]);
    if (command == NULL && cop_names_game(arguments[0]))
        return cop_command_run(&cop_play_command, count, arguments, &interrupted, NULL);
    if (command == NULL)
        return unknown_command(arguments[0]);
    return cop_command_launch(command, count - 1, arguments + 1, &interrupted);
}

int cop_program(int count, char **arguments)
{
    occupy_standard_streams();
    ignore_write_signals();
    cop_catch_interrupts();
    setlocale(LC_CTYPE, ""); /* characters as the terminal has them; numbers stay as they are */
    return finish(run(count > 0 ? count - 1 : 0, arguments + 1));
}
