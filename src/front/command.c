/* command.c - from the words of the command line to a checked call of a command. */
#include "front/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "base/file.h"
#include "front/page.h"

static const struct cop_option no_options[] = {{NULL}};

/* The command line while it is split. The arrays have room for every argument. */
struct line {
    const struct cop_command *command;
    const struct cop_option *options;
    struct cop_settings *settings;
    const char **words, **keys, **values;
    int word_count, given_count;
    bool wants_help;
};

int cop_complain(int status, const struct cop_error *error)
{
    fflush(stdout); /* so that what was printed before stays before the message */
    fprintf(stderr, "coppice: %s\n", error->message);
    return status;
}

void cop_print(struct cop_text *text)
{
    fwrite(text->bytes, 1, text->length, stdout);
    cop_text_free(text);
}

bool cop_may_write(const struct cop_settings *options, const char *const *names,
                   struct cop_error *error)
{
    for (; *names != NULL; names++)
        if (cop_words(options, *names)[0] != '\0' &&
            !cop_file_may_write(cop_words(options, *names), error))
            return false;
    return true;
}

const struct cop_command *cop_command_find(const char *name)
{
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++)
        if (strcasecmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

bool cop_names_game(const char *word)
{
    char name[64];
    size_t length = strcspn(word, "( \t");

    if (length >= sizeof name)
        return false;
    memcpy(name, word, length);
    name[length] = '\0';
    return cop_rules_find(name) != NULL;
}

void cop_command_describe(const struct cop_command *command, struct cop_text *text)
{
    bool has_options = command->options != NULL && command->options[0].name != NULL;

    cop_text_add(text, "coppice %s", command->name);
    if (command->words[0] != '\0')
        cop_text_add(text, " %s", command->words);
    cop_text_add(text, "%s\n\n%s.\n", has_options ? " [--OPTION VALUE]..." : "", command->summary);
    if (command->help[0] != '\0')
        cop_text_add(text, "\n%s\n", command->help);
    if (has_options) {
        cop_text_add(text, "\nOptions, each written --name VALUE or --name=VALUE (on/off ones also"
                           " --name, --no-name):\n");
        cop_options_describe(command->options, text);
    }
}

static bool give(struct line *line, const struct cop_option *option, const char *value,
                 struct cop_error *error)
{
    if (!cop_settings_set(line->settings, line->command->name, option->name, value, error))
        return false;
    line->keys[line->given_count] = option->name;
    line->values[line->given_count++] = value;
    return true;
}

/* The option at arguments[0], which is `key`, `key=value` or `no-key` after its dashes; `left`
 * arguments are there, this one included. Returns how many were used, or 0 and a message. */
static int read_option(struct line *line, char *const *arguments, int left, struct cop_error *error)
{
    const char *key = arguments[0] + 2;
    const char *equals = strchr(key, '=');
    size_t length = equals != NULL ? (size_t)(equals - key) : strlen(key);
    const struct cop_option *option = cop_options_find(line->options, key, length);
    const struct cop_option *negated = NULL;

    if (option == NULL && equals == NULL && strncasecmp(key, "no-", 3) == 0)
        negated = cop_options_find(line->options, key + 3, length - 3);
    if (negated != NULL && negated->kind == COP_FLAG)
        return give(line, negated, "off", error) ? 1 : 0;
    if (option == NULL) {
        char name[64];

        snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), key);
        cop_settings_set(line->settings, line->command->name, name, "", error);
        return 0;
    }
    if (equals != NULL)
        return give(line, option, equals + 1, error) ? 1 : 0;
    if (option->kind == COP_FLAG)
        return give(line, option, "on", error) ? 1 : 0;
    if (left < 2) {
        cop_fail(error, "%s: --%s needs a value after it", line->command->name, option->name);
        return 0;
    }
    return give(line, option, arguments[1], error) ? 2 : 0;
}

static bool is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

/* "-" and "-1" are words. "-x" is no option of ours, but surely meant as one. */
static bool looks_like_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != '\0' && strchr(".0123456789", argument[1]) == NULL;
}

static bool split(struct line *line, int count, char *const *arguments, struct cop_error *error)
{
    bool only_words = false;

    for (int i = 0; i < count;) {
        const char *argument = arguments[i];

        if (only_words || !looks_like_option(argument)) {
            line->words[line->word_count++] = argument;
            i++;
        } else if (strcmp(argument, "--") == 0) {
            only_words = true;
            i++;
        } else if (is_help(argument)) {
            line->wants_help = true;
            i++;
        } else if (strncmp(argument, "--", 2) == 0) {
            int used = read_option(line, arguments + i, count - i, error);

            if (used == 0)
                return false;
            i += used;
        } else {
            return cop_fail(error, "%s: there is no option \"%s\"; options are written --name",
                            line->command->name, argument);
        }
    }
    return true;
}

static bool check_words(const struct line *line, struct cop_error *error)
{
    const struct cop_command *command = line->command;

    if (line->word_count < command->words_low)
        return cop_fail(error, "%s: something is missing; it is written: coppice %s %s",
                        command->name, command->name, command->words);
    if (line->word_count > command->words_high)
        return cop_fail(error, "%s: \"%s\" is one word too many; it is written: coppice %s%s%s",
                        command->name, line->words[command->words_high], command->name,
                        command->words[0] != '\0' ? " " : "", command->words);
    return true;
}

static int run_line(struct line *line, int count, char *const *arguments,
                    const atomic_bool *interrupted, struct cop_ranks *ranks)
{
    struct cop_error error;
    struct cop_text text = COP_TEXT;
    struct cop_arguments checked;
    bool is_good = split(line, count, arguments, &error);

    if (line->wants_help) {
        cop_command_describe(line->command, &text);
        cop_page_print(&text);
        return COP_DONE;
    }
    if (!is_good || !check_words(line, &error))
        return cop_complain(COP_USAGE, &error);
    checked = (struct cop_arguments){
        .word_count = line->word_count,
        .words = line->words,
        .options = line->settings,
        .given_count = line->given_count,
        .given_keys = line->keys,
        .given_values = line->values,
        .interrupted = interrupted,
        .ranks = ranks,
    };
    return line->command->run(&checked);
}

/* The arrays of a line of `count` arguments, and the defaults of its options. */
static bool open_line(struct line *line, const struct cop_command *command, int count,
                      struct cop_error *error)
{
    *line = (struct line){.command = command};
    line->words = cop_allocate((3 * (size_t)count + 1) * sizeof *line->words);
    line->keys = line->words + count;
    line->values = line->words + 2 * (size_t)count;
    line->options = command->options != NULL ? command->options : no_options;
    line->settings = cop_settings_parse(command->name, line->options, NULL, error);
    return line->settings != NULL;
}

static void close_line(struct line *line)
{
    cop_settings_free(line->settings);
    free(line->words);
}

bool cop_command_check(const struct cop_command *command, int count, char *const *arguments,
                       struct cop_error *error)
{
    struct line line;
    bool is_good = open_line(&line, command, count, error) &&
                   split(&line, count, arguments, error) && check_words(&line, error);

    close_line(&line);
    return is_good;
}

int cop_command_run(const struct cop_command *command, int count, char *const *arguments,
                    const atomic_bool *interrupted, struct cop_ranks *ranks)
{
    bool is_help_itself = strcmp(command->name, "help") == 0;
    int status = COP_FAILED;
    struct cop_error error;
    struct line line;

    if (!open_line(&line, command, count, &error))
        cop_complain(status, &error);
    else
        status = run_line(&line, count, arguments, interrupted, ranks);
    if (status == COP_USAGE)
        fprintf(stderr, "Try: coppice help%s%s\n", is_help_itself ? "" : " ",
                is_help_itself ? "" : command->name);
    close_line(&line);
    return status;
}
