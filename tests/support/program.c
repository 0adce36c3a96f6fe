/* program.c - runs the built program for a test. */
#include "program.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static int open_temporary(void)
{
    char path[] = "/tmp/coppice-test-XXXXXX";
    int file = mkstemp(path);

    assert_true(file >= 0);
    unlink(path);
    return file;
}

static char *read_all(int file)
{
    off_t size = lseek(file, 0, SEEK_END);
    char *bytes = calloc(1, (size_t)size + 1);

    assert_non_null(bytes);
    assert_int_equal(pread(file, bytes, (size_t)size, 0), size);
    return bytes;
}

/* In the child, up to its new program. */
static void become(const char *path, char **arguments, int output, int errors)
{
    int nothing = open("/dev/null", O_RDONLY);

    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    setenv("LC_ALL", "C", 1);
    unsetenv("COPPICE_LAB");
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execv(path, arguments);
    _exit(127);
}

void program_start(struct program *program, const char *const *arguments, int output)
{
    const char *path = getenv("COPPICE");
    char *all[64] = {NULL};

    assert_non_null(path);
    all[0] = (char *)path;
    for (int i = 0; arguments[i] != NULL; i++) {
        assert_true(i < 62);
        all[i + 1] = (char *)arguments[i];
    }
    *program = (struct program){.output_file = open_temporary(), .errors_file = open_temporary()};
    fflush(NULL);
    program->id = fork();
    assert_true(program->id >= 0);
    if (program->id == 0)
        become(path, all, output >= 0 ? output : program->output_file, program->errors_file);
}

static void wait_for(int file, const char *text)
{
    for (int i = 0; i < 6000; i++) {
        char *said = read_all(file);
        int is_there = strstr(said, text) != NULL;

        free(said);
        if (is_there)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("the program never said \"%s\"", text);
}

void program_wait_for_error(const struct program *program, const char *text)
{
    wait_for(program->errors_file, text);
}

void program_wait_for_output(const struct program *program, const char *text)
{
    wait_for(program->output_file, text);
}

void program_finish(struct program *program)
{
    int status;

    assert_int_equal(waitpid(program->id, &status, 0), program->id);
    program->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    program->output = read_all(program->output_file);
    program->errors = read_all(program->errors_file);
    close(program->output_file);
    close(program->errors_file);
}

void program_free(struct program *program)
{
    free(program->output);
    free(program->errors);
    *program = (struct program){.id = 0};
}

void program_run(struct program *program, const char *const *arguments)
{
    program_start(program, arguments, -1);
    program_finish(program);
}
