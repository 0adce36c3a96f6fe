/* conversation.c - a program at the other end of a pipe or of a pseudo-terminal. */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */

#include "conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE = 60000 }; /* milliseconds */

/* In the child, up to its new program. */
static void become(const char *const *arguments, int input, int output, const char *locale)
{
    const char *all[64] = {getenv("COPPICE")};

    for (int i = 0; arguments[i] != NULL && i < 62; i++)
        all[i + 1] = arguments[i];
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    setenv("LC_ALL", locale, 1);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    for (int i = 3; i < 64; i++)
        close(i);
    execv(all[0], (char *const *)(void *)all);
    _exit(127);
}

static void start_with_pipes(struct conversation *talk, const char *const *arguments)
{
    int to[2], from[2];

    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    talk->id = fork();
    assert_true(talk->id >= 0);
    if (talk->id == 0)
        become(arguments, to[0], from[1], "C");
    close(to[0]);
    close(from[1]);
    talk->input = to[1];
    talk->output = from[0];
}

static void start_at_terminal(struct conversation *talk, const char *const *arguments)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);

    assert_true(master >= 0);
    assert_int_equal(grantpt(master), 0);
    assert_int_equal(unlockpt(master), 0);
    talk->id = fork();
    assert_true(talk->id >= 0);
    if (talk->id == 0) {
        int slave;

        setsid(); /* so that the terminal, opened next, becomes ours: Ctrl-C works */
        slave = open(ptsname(master), O_RDWR);
        become(arguments, slave, slave, "C.UTF-8");
    }
    talk->input = talk->output = master;
}

void conversation_start(struct conversation *talk, bool at_terminal, const char *const *arguments)
{
    assert_non_null(getenv("COPPICE"));
    signal(SIGPIPE, SIG_IGN);
    *talk = (struct conversation){.said = COP_TEXT};
    if (at_terminal)
        start_at_terminal(talk, arguments);
    else
        start_with_pipes(talk, arguments);
}

/* A program that has ended already does not read; that is no error here. */
void conversation_type_bytes(struct conversation *talk, const char *bytes, size_t length)
{
    ssize_t written = write(talk->input, bytes, length);

    assert_true(written == (ssize_t)length || errno == EPIPE);
}

void conversation_type(struct conversation *talk, const char *words)
{
    conversation_type_bytes(talk, words, strlen(words));
}

/* Adds what the program says next; false at the end. */
static bool listen_on(struct conversation *talk)
{
    struct pollfd end = {.fd = talk->output, .events = POLLIN};
    char bytes[4096];
    ssize_t count;

    if (poll(&end, 1, PATIENCE) != 1) {
        kill(talk->id, SIGKILL);
        fail_msg("the program fell silent after: %s", talk->said.bytes);
    }
    count = read(talk->output, bytes, sizeof bytes);
    if (count <= 0) /* a terminal whose program is gone gives EIO */
        return false;
    cop_text_add_bytes(&talk->said, bytes, (size_t)count);
    return true;
}

void conversation_listen(struct conversation *talk)
{
    if (!listen_on(talk))
        fail_msg("the program ended after: %s", talk->said.bytes);
}

void conversation_wait_for(struct conversation *talk, const char *words)
{
    while (strstr(talk->said.bytes, words) == NULL)
        if (!listen_on(talk))
            fail_msg("\"%s\" is not in \"%s\"", words, talk->said.bytes);
}

void conversation_wait_for_editor(struct conversation *talk, const char *prompt)
{
    struct termios terminal;

    conversation_wait_for(talk, prompt);
    for (int waited = 0; waited < PATIENCE; waited++) {
        assert_int_equal(tcgetattr(talk->input, &terminal), 0);
        if ((terminal.c_lflag & ICANON) == 0)
            return;
        poll(NULL, 0, 1);
    }
    fail_msg("the line cannot be edited after: %s", talk->said.bytes);
}

void conversation_wait_for_end(struct conversation *talk)
{
    int status;

    while (listen_on(talk))
        continue;
    assert_int_equal(waitpid(talk->id, &status, 0), talk->id);
    talk->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    close(talk->output);
    if (talk->input >= 0 && talk->input != talk->output)
        close(talk->input);
}

void conversation_end(struct conversation *talk)
{
    if (talk->input != talk->output) {
        close(talk->input);
        talk->input = -1;
    }
    conversation_wait_for_end(talk);
}

void conversation_free(struct conversation *talk)
{
    cop_text_free(&talk->said);
}

void conversation_run(struct conversation *talk, const char *words, const char *const *arguments)
{
    conversation_start(talk, false, arguments);
    conversation_type(talk, words);
    conversation_end(talk);
}
