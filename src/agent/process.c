/* process.c - pipes to and from a program.
 *
 * Everything that is read or written waits in one place (attend), which also takes in what the
 * program says meanwhile, so that neither side waits for the other to empty a pipe. */
#define _GNU_SOURCE /* pipe2: a pipe must not reach an engine that another thread starts */

#include "agent/process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "coppice/text.h"

enum { LINE_MAX_BYTES = 1 << 20, LAST_WORDS = 160 };

static const double glance = 0.05; /* seconds between two looks at the flag */
static const double grace = 1;     /* seconds for leaving */

struct cop_process {
    pid_t id;
    int input, output, errors;   /* our ends; -1 when closed */
    struct cop_text said;        /* read and not yet handed out */
    size_t taken;                /* of it, the line handed out last */
    char last_words[LAST_WORDS]; /* the last line on standard error that was not empty */
    char error_line[LAST_WORDS];
    size_t error_length;
};

extern char **environ;

/* ---- Starting ---- */

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void close_both(int ends[2])
{
    close_end(&ends[0]);
    close_end(&ends[1]);
}

/* Our signals are ignored or caught; the program gets them as a shell would give them. */
static int spawn(struct cop_process *process, const char *command, const int to[2],
                 const int from[2], const int errors[2])
{
    const char *words[] = {"sh", "-c", command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual, none;
    int refused;

    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    refused = posix_spawn(&process->id, "/bin/sh", &actions, &attributes,
                          (char *const *)(void *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return refused;
}

static void unblock(int end)
{
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
}

struct cop_process *cop_process_start(const char *command, struct cop_error *error)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1}, errors[2] = {-1, -1};
    struct cop_process *process = cop_allocate(sizeof *process);
    int refused = 0;

    *process = (struct cop_process){.said = COP_TEXT};
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0)
        refused = errno;
    else
        refused = spawn(process, command, to, from, errors);
    if (refused != 0) {
        close_both(to);
        close_both(from);
        close_both(errors);
        free(process);
        cop_fail(error, "cannot start \"%.200s\": %s", command, strerror(refused));
        return NULL;
    }
    close_end(&to[0]);
    close_end(&from[1]);
    close_end(&errors[1]);
    process->input = to[1];
    process->output = from[0];
    process->errors = errors[0];
    unblock(process->input);
    unblock(process->output);
    unblock(process->errors);
    return process;
}

/* ---- Ending ---- */

/* Waits for the program's end without forgetting it: until it is waited for for good, its number
 * still means its group. */
static bool has_left(const struct cop_process *process, double seconds)
{
    double until = cop_now() + seconds;

    for (;;) {
        siginfo_t about = {.si_pid = 0};

        if (waitid(P_PID, (id_t)process->id, &about, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            about.si_pid != 0)
            return true;
        if (cop_now() >= until)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

/* The status as a shell reports it: 128 and the number of the signal that ended it. */
static int bury(struct cop_process *process)
{
    int status = 0;

    kill(-process->id, SIGKILL);
    while (waitpid(process->id, &status, 0) < 0 && errno == EINTR)
        continue;
    process->id = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void cop_process_end(struct cop_process *process, const char *farewell)
{
    struct cop_patience patience = {.until = cop_now() + grace};

    if (process == NULL)
        return;
    if (process->id != 0) {
        if (farewell != NULL)
            cop_process_send(process, farewell, &patience, NULL);
        close_end(&process->input);
        if (farewell != NULL && process->id != 0)
            has_left(process, grace);
        if (process->id != 0)
            bury(process);
    }
    close_end(&process->input);
    close_end(&process->output);
    close_end(&process->errors);
    cop_text_free(&process->said);
    free(process);
}

/* ---- Reading and writing ---- */

static void keep_last_words(struct cop_process *process, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n') {
            if (process->error_length > 0)
                memcpy(process->last_words, process->error_line, LAST_WORDS);
            process->error_length = 0;
        } else if ((unsigned char)bytes[i] >= ' ' && process->error_length < LAST_WORDS - 1) {
            process->error_line[process->error_length++] = bytes[i];
            process->error_line[process->error_length] = '\0';
        }
    }
}

/* False if there was nothing to take. */
static bool take_errors(struct cop_process *process)
{
    char bytes[1024];
    ssize_t count = read(process->errors, bytes, sizeof bytes);

    if (count > 0)
        keep_last_words(process, bytes, (size_t)count);
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        close_end(&process->errors);
    return count > 0;
}

static void take_output(struct cop_process *process)
{
    char bytes[4096];
    ssize_t count = read(process->output, bytes, sizeof bytes);

    if (count > 0)
        cop_text_add_bytes(&process->said, bytes, (size_t)count);
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        close_end(&process->output);
}

/* The program does not talk any more: says what became of it. */
static bool fail_ended(struct cop_process *process, struct cop_error *error)
{
    bool left = process->id == 0 || has_left(process, grace);
    int status = process->id != 0 ? bury(process) : 0;

    while (process->errors >= 0 && take_errors(process))
        continue;
    keep_last_words(process, "\n", 1);
    if (!left)
        return cop_fail(error, "engine closed its output");
    return cop_fail(error, "engine ended with status %d%s%s", status,
                    process->last_words[0] != '\0' ? "; it said: " : "", process->last_words);
}

static bool is_over(const struct cop_patience *patience)
{
    return (patience->stop != NULL && atomic_load(patience->stop)) || cop_now() >= patience->until;
}

/* Waits until something happens and takes in what was said. False if patience has an end; *writable
 * says whether the program takes words. */
static bool attend(struct cop_process *process, const struct cop_patience *patience, bool *writable,
                   struct cop_error *error)
{
    bool is_full = process->said.length > LINE_MAX_BYTES; /* it talks, and does not listen */
    struct pollfd ends[3] = {{.fd = is_full ? -1 : process->output, .events = POLLIN},
                             {.fd = process->errors, .events = POLLIN},
                             {.fd = writable != NULL ? process->input : -1, .events = POLLOUT}};
    int wait = (int)ceil(1000 * fmax(fmin(patience->until - cop_now(), glance), 0));
    int happened;

    if (is_over(patience))
        return patience->stop != NULL && atomic_load(patience->stop)
                   ? cop_fail(error, "stopped while the engine was thinking")
                   : cop_fail(error, "engine did not answer in time (timeout=60s allows it more)");
    happened = poll(ends, 3, wait);
    if (happened > 0 && ends[1].revents != 0)
        take_errors(process);
    if (happened > 0 && ends[0].revents != 0)
        take_output(process);
    if (writable != NULL)
        *writable = happened > 0 && ends[2].revents != 0;
    return true;
}

/* A write to a program that is gone must fail and not end us, whatever our host does about SIGPIPE:
 * it is blocked meanwhile, and taken away if it came. */
static ssize_t write_quietly(int end, const char *bytes, size_t length)
{
    sigset_t pipe_signal, before, pending;
    ssize_t count;
    int reason;

    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    count = write(end, bytes, length);
    reason = errno;
    if (count < 0 && reason == EPIPE && sigismember(&pending, SIGPIPE) == 0)
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return count;
}

bool cop_process_send(struct cop_process *process, const char *words,
                      const struct cop_patience *patience, struct cop_error *error)
{
    size_t length = strlen(words), sent = 0;

    while (sent < length) {
        bool writable = false;
        ssize_t count;

        if (!attend(process, patience, &writable, error))
            return false;
        if (!writable)
            continue;
        count = write_quietly(process->input, words + sent, length - sent);
        if (count > 0)
            sent += (size_t)count;
        else if (errno != EAGAIN && errno != EINTR)
            return fail_ended(process, error);
    }
    return true;
}

/* Drops the line that was handed out last. */
static void forget_taken(struct cop_process *process)
{
    if (process->taken == 0)
        return;
    process->said.length -= process->taken;
    memmove(process->said.bytes, process->said.bytes + process->taken, process->said.length + 1);
    process->taken = 0;
}

const char *cop_process_line(struct cop_process *process, const struct cop_patience *patience,
                             struct cop_error *error)
{
    char *end;

    forget_taken(process);
    while ((end = memchr(process->said.bytes, '\n', process->said.length)) == NULL) {
        if (process->said.length > LINE_MAX_BYTES) {
            cop_fail(error, "engine says a line without an end");
            return NULL;
        }
        if (process->output < 0) {
            fail_ended(process, error);
            return NULL;
        }
        if (!attend(process, patience, NULL, error))
            return NULL;
    }
    process->taken = (size_t)(end - process->said.bytes) + 1;
    *end = '\0';
    if (end > process->said.bytes && end[-1] == '\r')
        end[-1] = '\0';
    return process->said.bytes;
}
