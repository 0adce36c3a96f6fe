/* protocol.c - from bytes to a command and from its answer to bytes.
 *
 * As the protocol wants it: control characters are dropped, a tab is a blank, "#" begins a comment,
 * and a line without a command gets no reply. A reply ends with an empty line, so that there must
 * be no empty line inside it. */
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "front/gtp/commands.h"

static const struct cop_gtp_command *const tables[] = {
    cop_gtp_standard_commands,
    cop_gtp_rules_commands,
    cop_gtp_own_commands,
    cop_gtp_analysis_commands,
};

enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

void cop_gtp_each_command(void (*each)(void *context, const struct cop_gtp_command *command),
                          void *context)
{
    for (int table = 0; table < TABLE_COUNT; table++)
        for (const struct cop_gtp_command *at = tables[table]; at->name != NULL; at++)
            each(context, at);
}

const struct cop_gtp_command *cop_gtp_command_find(const char *name)
{
    for (int table = 0; table < TABLE_COUNT; table++)
        for (const struct cop_gtp_command *at = tables[table]; at->name != NULL; at++)
            if (strcmp(at->name, name) == 0)
                return at;
    return NULL;
}

static void say(struct cop_gtp *gtp, const struct cop_text *text)
{
    gtp->host.say(gtp->host.context, text->bytes, text->length);
}

void cop_gtp_begin(struct cop_gtp *gtp, struct cop_gtp_call *call)
{
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "=%s\n", call->id);
    say(gtp, &text);
    cop_text_free(&text);
    call->is_streaming = true;
}

/* Adds the lines of `words` that are not empty; the last one gets its end, too. */
static void add_lines(const char *words, struct cop_text *text)
{
    for (bool is_first = true; *words != '\0'; is_first = false) {
        size_t length = strcspn(words, "\n");

        if (strspn(words, " ") < length || is_first) {
            cop_text_add_bytes(text, words, length);
            cop_text_add(text, "\n");
        }
        words += length + (words[length] == '\n');
    }
}

static void answer(struct cop_gtp *gtp, const struct cop_gtp_call *call, bool is_good,
                   const char *words)
{
    struct cop_text text = COP_TEXT;

    if (!call->is_streaming)
        cop_text_add(&text, "%c%s ", is_good ? '=' : '?', call->id);
    if (words[0] != '\0')
        add_lines(words, &text);
    else if (!call->is_streaming)
        cop_text_add(&text, "\n");
    cop_text_add(&text, "\n");
    say(gtp, &text);
    cop_text_free(&text);
}

/* The line as the protocol sees it. The caller frees it. */
static char *clean(const char *bytes, size_t length)
{
    char *line = cop_allocate(length + 1);
    size_t kept = 0;

    for (size_t i = 0; i < length && bytes[i] != '#'; i++) {
        unsigned char byte = (unsigned char)bytes[i];

        if (byte == '\t')
            line[kept++] = ' ';
        else if (byte >= ' ' && byte != 127)
            line[kept++] = bytes[i];
    }
    while (kept > 0 && line[kept - 1] == ' ')
        kept--;
    line[kept] = '\0';
    return line;
}

/* Cuts the next word off; "" if there is none. */
static char *take_word(char **line)
{
    char *word = *line + strspn(*line, " ");
    size_t length = strcspn(word, " ");

    *line = word + length;
    if (**line == ' ')
        *(*line)++ = '\0';
    *line += strspn(*line, " ");
    return word;
}

static bool run_command(struct cop_gtp *gtp, const char *name, struct cop_gtp_call *call,
                        struct cop_error *error)
{
    const struct cop_gtp_command *command = cop_gtp_command_find(name);

    if (command == NULL)
        return cop_fail(error, "unknown command");
    if (call->count < command->low || call->count > command->high)
        return cop_fail(error, "syntax error: %s %s", name,
                        command->high > 0 ? command->arguments : "takes no arguments");
    return command->run(gtp, call, error);
}

static void obey(struct cop_gtp *gtp, const char *id, const char *name, const char *rest)
{
    struct cop_error error = {""};
    struct cop_text reply = COP_TEXT;
    struct cop_gtp_call call = {.id = id, .rest = rest, .reply = &reply};
    char *copy = cop_copy_string(rest), *at = copy;

    call.words = cop_allocate((strlen(copy) / 2 + 1) * sizeof *call.words);
    while (*at != '\0')
        call.words[call.count++] = take_word(&at);
    if (run_command(gtp, name, &call, &error))
        answer(gtp, &call, true, reply.bytes);
    else
        answer(gtp, &call, false, error.message);
    cop_text_free(&reply);
    free(call.words);
    free(copy);
}

static bool is_number(const char *word)
{
    return word[0] != '\0' && strspn(word, "0123456789") == strlen(word);
}

bool cop_gtp_hear(struct cop_gtp *gtp, const char *bytes, size_t length)
{
    char *line = clean(bytes, length), *at = line;
    const char *id = "";
    const char *name = take_word(&at);

    if (is_number(name)) {
        id = name;
        name = take_word(&at);
    }
    if (length > COP_GTP_LINE_MAX && at != line)
        answer(gtp, &(struct cop_gtp_call){.id = id}, false, "syntax error: the line is too long");
    else if (name[0] != '\0' || id[0] != '\0')
        obey(gtp, id, name, at);
    free(line);
    return !gtp->has_quit;
}
