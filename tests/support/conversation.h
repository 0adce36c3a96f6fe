/* conversation.h - talks with the built program as a person would: through a pipe or a terminal.
 *
 * The program's path is in the environment variable COPPICE. What it says on standard output and
 * standard error is kept together, in order. A minute of silence fails the test. */
#ifndef COPPICE_TESTS_CONVERSATION_H
#define COPPICE_TESTS_CONVERSATION_H

#include <stdbool.h>
#include <sys/types.h>

#include "coppice/text.h"

struct conversation {
    pid_t id;
    int input, output;
    struct cop_text said; /* everything so far */
    int status;           /* after the end: the exit status, or 128 + the signal that ended it */
};

/* `arguments` end with NULL. At a terminal TERM is xterm and the characters are UTF-8; through a
 * pipe they are ASCII. */
void conversation_start(struct conversation *talk, bool at_terminal, const char *const *arguments);
void conversation_type(struct conversation *talk, const char *words);
void conversation_type_bytes(struct conversation *talk, const char *bytes, size_t length);
void conversation_listen(struct conversation *talk); /* until it says more */
void conversation_wait_for(struct conversation *talk, const char *words);

/* Waits for a prompt and until the line can be edited: libedit shows the one before the other, and
 * the terminal itself would take a control character that is typed in between. */
void conversation_wait_for_editor(struct conversation *talk, const char *prompt);

/* Waits for the program's end without ending its input. */
void conversation_wait_for_end(struct conversation *talk);

/* Ends the input and waits for the program's end. */
void conversation_end(struct conversation *talk);
void conversation_free(struct conversation *talk);

/* All of it through a pipe: converse(&talk, "d\nquit\n", "play", "connect4") */
void conversation_run(struct conversation *talk, const char *words, const char *const *arguments);
#define converse(talk, words, ...) \
    conversation_run(talk, words, (const char *const[]){__VA_ARGS__, NULL})

#endif
