/* lines.c - lines from libedit or from standard input. */
#include "front/lines.h"

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>
#include <wchar.h>

#include "base/memory.h"

struct cop_lines {
    const atomic_bool *interrupted;
    EditLine *editor; /* NULL: plain lines */
    History *history;
    char prompt[128];
    char *line;
    size_t room;
};

static char *prompt_of(EditLine *editor)
{
    struct cop_lines *lines = NULL;

    el_get(editor, EL_CLIENTDATA, &lines);
    return lines->prompt;
}

/* Waits for something to read; false if interrupted. The signals are let in only while waiting, so
 * that one which comes just before is not slept through. */
static bool wait_for_input(const struct cop_lines *lines)
{
    sigset_t signals, before;
    int ready = -1;

    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before);
    errno = EINTR;
    while (ready < 0 && errno == EINTR && !atomic_load(lines->interrupted)) {
        fd_set input;

        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        ready = pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !atomic_load(lines->interrupted);
}

/* libedit itself would go on reading after a signal; a person who presses Ctrl-C wants to leave. */
static int read_character(EditLine *editor, wchar_t *character)
{
    struct cop_lines *lines = NULL;
    mbstate_t state = {0};

    el_get(editor, EL_CLIENTDATA, &lines);
    for (;;) {
        char byte;
        ssize_t count = wait_for_input(lines) ? read(STDIN_FILENO, &byte, 1) : -1;

        if (count <= 0)
            return (int)count;
        switch (mbrtowc(character, &byte, 1, &state)) {
        case (size_t)-2:
            continue;
        case (size_t)-1:
            *character = L'?';
            return 1;
        default:
            return 1;
        }
    }
}

static void open_editor(struct cop_lines *lines)
{
    HistEvent event;

    lines->editor = el_init("coppice", stdin, stdout, stderr);
    lines->history = history_init();
    if (lines->editor == NULL || lines->history == NULL)
        return;
    history(lines->history, &event, H_SETSIZE, 1000);
    el_set(lines->editor, EL_CLIENTDATA, lines);
    el_set(lines->editor, EL_PROMPT, prompt_of);
    el_set(lines->editor, EL_EDITOR, "emacs");
    el_set(lines->editor, EL_HIST, history, lines->history);
    el_set(lines->editor, EL_GETCFN, read_character);
}

struct cop_lines *cop_lines_open(const atomic_bool *interrupted)
{
    struct cop_lines *lines = cop_allocate(sizeof *lines);
    const char *terminal = getenv("TERM");

    lines->interrupted = interrupted;
    if (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && terminal != NULL &&
        strcmp(terminal, "dumb") != 0)
        open_editor(lines);
    return lines;
}

void cop_lines_close(struct cop_lines *lines)
{
    if (lines == NULL)
        return;
    if (lines->editor != NULL)
        el_end(lines->editor);
    if (lines->history != NULL)
        history_end(lines->history);
    free(lines->line);
    free(lines);
}

static const char *keep(struct cop_lines *lines, const char *line, size_t length)
{
    free(lines->line);
    lines->line = cop_copy_bytes(line, length);
    lines->room = length + 1;
    return lines->line;
}

static const char *read_edited(struct cop_lines *lines)
{
    HistEvent event;
    int count = 0;
    const char *line = el_gets(lines->editor, &count);
    size_t length;

    if (line == NULL || count <= 0 || atomic_load(lines->interrupted)) {
        putchar('\n'); /* the cursor is still behind the prompt */
        return NULL;
    }
    length = strcspn(line, "\n");
    if (length > 0)
        history(lines->history, &event, H_ENTER, line);
    return keep(lines, line, length);
}

static const char *read_plain(struct cop_lines *lines)
{
    ssize_t length;

    if (isatty(STDIN_FILENO) == 1) {
        fputs(lines->prompt, stdout);
        fflush(stdout);
    }
    length = getline(&lines->line, &lines->room, stdin);
    if (length < 0 || atomic_load(lines->interrupted))
        return NULL;
    lines->line[strcspn(lines->line, "\r\n")] = '\0';
    return lines->line;
}

const char *cop_lines_read(struct cop_lines *lines, const char *prompt)
{
    if (fflush(stdout) != 0 || ferror(stdout) || atomic_load(lines->interrupted))
        return NULL;
    snprintf(lines->prompt, sizeof lines->prompt, "%s", prompt);
    return lines->editor != NULL ? read_edited(lines) : read_plain(lines);
}
