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

#include "base/allocate.h"
#include "front/live.h"

struct cop_lines {
    const atomic_bool *interrupted;
    EditLine *editor; /* NULL: plain lines */
    History *history;
    cop_completer *complete; /* may be NULL */
    void *context;           /* its own */
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

/* ---- TAB ---- */

/* Puts what all choices begin with in the place of what was typed, or lists them if that is no more
 * than was typed. A single one is the word: a blank follows. */
static unsigned char use_choices(EditLine *editor, const struct cop_choices *choices)
{
    size_t typed = strlen(choices->beginning), common = cop_choices_common(choices);
    struct cop_text text = COP_TEXT;
    int columns, rows;

    if (choices->count == 0)
        return CC_ERROR;
    if (choices->count > 1 && common <= typed) {
        cop_terminal_size(&columns, &rows);
        cop_text_add(&text, "\n");
        cop_choices_write(choices, columns, &text);
        fwrite(text.bytes, 1, text.length, stdout);
        cop_text_free(&text);
        return CC_REDISPLAY;
    }
    cop_text_add(&text, "%.*s%s", (int)common, choices->words[0], choices->count == 1 ? " " : "");
    el_deletestr(editor, (int)typed);
    el_insertstr(editor, text.bytes);
    cop_text_free(&text);
    return CC_REFRESH;
}

static unsigned char complete_word(EditLine *editor, int character)
{
    const LineInfo *typed = el_line(editor);
    char *line = cop_copy_bytes(typed->buffer, (size_t)(typed->cursor - typed->buffer));
    const char *blank = strrchr(line, ' ');
    struct cop_choices choices = {.beginning = blank != NULL ? blank + 1 : line};
    struct cop_lines *lines = NULL;
    unsigned char outcome = CC_ERROR;

    el_get(editor, EL_CLIENTDATA, &lines);
    if (lines->complete != NULL)
        lines->complete(lines->context, line, &choices);
    outcome =
        choices.are_files ? _el_fn_complete(editor, character) : use_choices(editor, &choices);
    cop_choices_free(&choices);
    free(line);
    return outcome;
}

/* ---- Opening and closing ---- */

static void open_editor(struct cop_lines *lines)
{
    HistEvent event;

    lines->editor = el_init("coppice", stdin, stdout, stderr);
    lines->history = history_init();
    if (lines->editor == NULL || lines->history == NULL)
        return;
    history(lines->history, &event, H_SETSIZE, 1000);
    history(lines->history, &event, H_SETUNIQUE, 1);
    el_set(lines->editor, EL_CLIENTDATA, lines);
    el_set(lines->editor, EL_PROMPT, prompt_of);
    el_set(lines->editor, EL_EDITOR, "emacs");
    el_set(lines->editor, EL_HIST, history, lines->history);
    el_set(lines->editor, EL_GETCFN, read_character);
    /* Wide strings, which are kept as they are: of others the library loses copies. */
    el_wset(lines->editor, EL_ADDFN, L"coppice-complete", L"completes a move or command",
            complete_word);
    el_set(lines->editor, EL_BIND, "^I", "coppice-complete", NULL);
}

static void close_editor(struct cop_lines *lines)
{
    if (lines->editor != NULL)
        el_end(lines->editor);
    if (lines->history != NULL)
        history_end(lines->history);
    lines->editor = NULL;
    lines->history = NULL;
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
    close_editor(lines);
    free(lines->line);
    free(lines);
}

void cop_lines_complete(struct cop_lines *lines, cop_completer *complete, void *context)
{
    lines->complete = complete;
    lines->context = context;
}

/* A new editor knows no history, and nothing that was cut to be pasted again. */
void cop_lines_forget(struct cop_lines *lines)
{
    if (lines->editor == NULL)
        return;
    close_editor(lines);
    open_editor(lines);
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
