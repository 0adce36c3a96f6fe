/* completion.c - command lines, completed from the tables that also check them. */
#include "front/completion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "coppice/plugin.h"
#include "front/commands.h"
#include "front/plugins.h"
#include "lab/experiment/experiment.h"
#include "lab/run/files.h"

enum { WORDS_MAX = 256 };

/* A line split as a shell would: the words before the last one, which may be empty or still have an
 * open quote. */
struct typed {
    char *words[WORDS_MAX]; /* owned */
    int count;              /* without the last one */
    bool is_quoted;
    const struct cop_command *command; /* NULL: its name is being typed, or unknown */
    struct cop_choices *choices;
};

/* ---- Splitting ---- */

/* Takes one word from `*at`; true if something follows it, so that it was not the last. */
static bool take_word(const char **at, struct cop_text *word, bool *is_quoted)
{
    char quote = '\0';
    const char *from = *at + strspn(*at, " \t");

    cop_text_clear(word);
    for (; *from != '\0' && (quote != '\0' || strchr(" \t", *from) == NULL); from++) {
        bool escapes = *from == '\\' && quote != '\'' && from[1] != '\0';

        if (escapes)
            from++;
        if (!escapes && quote == '\0' && (*from == '"' || *from == '\''))
            quote = *from;
        else if (!escapes && *from == quote)
            quote = '\0';
        else
            cop_text_add_bytes(word, from, 1);
    }
    *is_quoted = quote != '\0';
    *at = from;
    return *from != '\0';
}

/* Returns the last word. */
static char *split(const char *line, struct typed *typed)
{
    struct cop_text word = COP_TEXT;
    char *last;

    while (take_word(&line, &word, &typed->is_quoted) && typed->count < WORDS_MAX)
        typed->words[typed->count++] = cop_copy_string(word.bytes);
    last = cop_copy_string(word.bytes);
    cop_text_free(&word);
    return last;
}

/* ---- Choices ---- */

/* The part of the word before the one that is completed stays; a whole word gets a blank, unless a
 * quote is still open. */
static void offer(const struct typed *typed, const char *before, size_t before_length,
                  const char *word, bool is_whole)
{
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%.*s%s%s", (int)before_length, before, word,
                 is_whole && !typed->is_quoted ? " " : "");
    cop_choices_add(typed->choices, text.bytes);
    cop_text_free(&text);
}

static void offer_choices(const struct typed *typed, const char *word, size_t kept,
                          const char *choices, bool are_whole)
{
    while (*choices != '\0') {
        size_t length = strcspn(choices, "|");
        char *choice = cop_copy_bytes(choices, length);

        offer(typed, word, kept, choice, are_whole);
        free(choice);
        choices += length + (choices[length] == '|');
    }
}

/* A value of an option in brackets: they close after it, or another option follows. */
static void offer_ends(const struct typed *typed, const char *word, size_t kept, const char *value)
{
    static const char *const ends[] = {")", ","};

    for (int i = 0; i < 2; i++) {
        struct cop_text text = COP_TEXT;

        cop_text_add(&text, "%s%s", value, ends[i]);
        offer(typed, word, kept, text.bytes, false);
        cop_text_free(&text);
    }
}

/* The values of an option after its '=': all there are, or none and the default as an example. */
static void offer_values(const struct typed *typed, const char *before, size_t kept,
                         const struct cop_option *option, bool in_brackets)
{
    const char *values = option->kind == COP_FLAG     ? "on|off"
                         : option->kind == COP_CHOICE ? option->choices
                                                      : option->initial;

    if (option->kind != COP_FLAG && option->kind != COP_CHOICE)
        offer(typed, before, kept, "", false);
    while (*values != '\0') {
        size_t length = strcspn(values, "|");
        char *value = cop_copy_bytes(values, length);

        if (in_brackets)
            offer_ends(typed, before, kept, value);
        else
            offer(typed, before, kept, value, false);
        free(value);
        values += length + (values[length] == '|');
    }
}

static int count_keys(const struct cop_option *options, const char *beginning)
{
    int count = 0;

    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
        count += strncasecmp(walk.option->name, beginning, strlen(beginning)) == 0;
    return count;
}

/* One item of a list such as "sims=10k, thr", from `from` on: a key, or the value of one. Where
 * only one key fits, its values are offered with it: a shell would take a single choice for the end
 * of the word and close its quotes. */
static void offer_items(const struct typed *typed, const char *word, size_t from,
                        const struct cop_option *options)
{
    bool in_brackets = from > 0 && word[from - 1] == '(';
    const char *comma = strrchr(word + from, ',');
    const char *item = comma != NULL ? comma + 1 : word + from;
    const char *equals = strchr(item, '=');
    bool is_only;

    item += strspn(item, " ");
    is_only = equals != NULL || count_keys(options, item) == 1;
    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);) {
        const struct cop_option *at = walk.option;
        size_t typed_key = equals != NULL ? (size_t)(equals - item) : strlen(item);
        bool fits = strncasecmp(at->name, item, typed_key) == 0 &&
                    (equals == NULL || strlen(at->name) == typed_key);
        struct cop_text key = COP_TEXT;

        cop_text_add(&key, "%.*s%s=", (int)(item - word), word, at->name);
        if (fits && is_only)
            offer_values(typed, key.bytes, key.length, at, in_brackets);
        else if (fits)
            offer(typed, key.bytes, key.length, "", false);
        cop_text_free(&key);
    }
}

/* The options inside a spec's brackets; brackets inside them belong to whoever owns the option. */
static void offer_inside(const struct typed *typed, const char *word, size_t open,
                         const struct cop_option *options)
{
    if (strpbrk(word + open + 1, "()") == NULL)
        offer_items(typed, word, open + 1, options);
}

static void offer_games(const struct typed *typed, const char *word, size_t from)
{
    size_t length = strcspn(word + from, "(");

    if (word[from + length] == '(') {
        char *name = cop_copy_bytes(word + from, length);
        const struct cop_rules *rules = cop_rules_find(name);

        if (rules != NULL)
            offer_inside(typed, word, from + length, rules->options);
        free(name);
        return;
    }
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        offer(typed, word, from, (*at)->name, true);
}

static void offer_agents(const struct typed *typed, const char *word, size_t from)
{
    size_t length = strcspn(word + from, "(");

    if (word[from + length] == '(') {
        char *name = cop_copy_bytes(word + from, length);
        const struct cop_agent_kind *kind = cop_agent_kind_find(name);

        if (kind != NULL)
            offer_inside(typed, word, from + length, kind->options);
        free(name);
        return;
    }
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++)
        offer(typed, word, from, (*at)->name, true);
}

/* "2=mcts": a number, then who plays. */
static void offer_seats(const struct typed *typed, const char *word, size_t from)
{
    const char *equals = strchr(word + from, '=');

    if (equals == NULL) {
        offer_choices(typed, word, from, "1=|2=|3=|4=|5=|6=", false);
        return;
    }
    offer(typed, word, (size_t)(equals + 1 - word), "human", true);
    offer_agents(typed, word, (size_t)(equals + 1 - word));
}

static void offer_limits(const struct typed *typed, const char *word, size_t from)
{
    offer_items(typed, word, from, cop_limit_options());
}

/* The limits of one agent: "2=sims=5k". */
static void offer_limits_of(const struct typed *typed, const char *word, size_t from)
{
    const char *equals = strchr(word + from, '=');

    if (equals == NULL)
        offer_choices(typed, word, from, "1=|2=|3=|4=", false);
    else
        offer_items(typed, word, (size_t)(equals + 1 - word), cop_limit_options());
}

static void offer_levels(const struct typed *typed, const char *word, size_t from)
{
    offer_choices(typed, word, from, "very-easy|easy|medium|strong|strongest", true);
}

static void offer_files(const struct typed *typed, const char *word, size_t from)
{
    (void)word, (void)from;
    cop_choices_add_files(typed->choices);
}

static int find_plain_words(const struct typed *typed, const char **plain);

/* What is tuned over: options of the agent that the line names. */
static void offer_tuned(const struct typed *typed, const char *word, size_t from)
{
    const char *plain[WORDS_MAX];
    int count = find_plain_words(typed, plain);
    char *name = count > 2 ? cop_copy_bytes(plain[2], strcspn(plain[2], "(")) : NULL;
    const struct cop_agent_kind *kind = name != NULL ? cop_agent_kind_find(name) : NULL;

    if (kind != NULL)
        offer_items(typed, word, from, kind->options);
    free(name);
}

static void offer_topics(const struct typed *typed, const char *word, size_t from)
{
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++)
        offer(typed, word, from, (*at)->name, true);
    offer_games(typed, word, from);
    offer_agents(typed, word, from);
    offer(typed, word, from, "limits", true);
}

/* The value that the line gives an option, or "". */
static const char *given(const struct typed *typed, const char *option)
{
    size_t length = strlen(option);
    const char *value = "";

    for (int i = 2; i < typed->count; i++) {
        const char *word = typed->words[i];

        if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, option, length) != 0)
            continue;
        if (word[2 + length] == '=')
            value = word + 2 + length + 1;
        else if (word[2 + length] == '\0' && i + 1 < typed->count)
            value = typed->words[i + 1];
    }
    return value;
}

static void offer_experiments(const struct typed *typed, const char *word, size_t from)
{
    char *lab = cop_lab_folder_find(given(typed, "lab")), **ids = NULL;
    int count = cop_experiment_list(lab, &ids, NULL);

    for (int i = 0; i < count; i++) {
        offer(typed, word, from, ids[i], true);
        free(ids[i]);
    }
    free(ids);
    free(lab);
}

/* What stands for a thing in a command's words, and options whose free text is such a thing. */
static const struct {
    const char *name;
    void (*offer)(const struct typed *typed, const char *word, size_t from);
} things[] = {
    {"GAME", offer_games},     {"AGENT", offer_agents}, {"TOPIC", offer_topics},
    {"FILE", offer_files},     {"game", offer_games},   {"agent", offer_agents},
    {"seat", offer_seats},     {"limit", offer_limits}, {"limits-of", offer_limits_of},
    {"level", offer_levels},   {"sgf", offer_files},    {"save", offer_files},
    {"svg", offer_files},      {"html", offer_files},   {"markdown", offer_files},
    {"output", offer_files},   {"store", offer_files},  {"lab", offer_files},
    {"results", offer_files},  {"proof", offer_files},  {"against", offer_agents},
    {"over", offer_tuned},     {"BOOK", offer_files},   {"judge", offer_agents},
    {"ID", offer_experiments},
};

static bool offer_things(const struct typed *typed, const char *name, size_t length,
                         const char *word, size_t from)
{
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
        if (strlen(things[i].name) == length && strncmp(things[i].name, name, length) == 0) {
            things[i].offer(typed, word, from);
            return true;
        }
    return false;
}

/* ---- Options ---- */

static void offer_value(const struct typed *typed, const struct cop_option *option,
                        const char *word, size_t from)
{
    if (option->kind == COP_FLAG)
        offer_choices(typed, word, from, "on|off", true);
    else if (option->kind == COP_CHOICE)
        offer_choices(typed, word, from, option->choices, true);
    else
        offer_things(typed, option->name, strlen(option->name), word, from);
}

static void offer_options(const struct typed *typed, const char *word)
{
    for (struct cop_option_walk walk = cop_options_walk(typed->command->options);
         cop_options_next(&walk);) {
        offer(typed, "--", 2, walk.option->name, true);
        if (walk.option->kind == COP_FLAG)
            offer(typed, "--no-", 5, walk.option->name, true);
    }
    offer(typed, "--help", 6, "", true);
    (void)word;
}

/* The option that a word names, if its value comes in the next word. */
static const struct cop_option *option_before_value(const struct typed *typed, int index)
{
    const char *word = typed->words[index];
    const struct cop_option *option = NULL;

    if (strncmp(word, "--", 2) == 0 && strchr(word, '=') == NULL)
        option = cop_options_find(typed->command->options, word + 2, strlen(word + 2));
    return option != NULL && option->kind != COP_FLAG ? option : NULL;
}

/* ---- Words ---- */

/* The words of the line that are neither options nor their values. */
static int find_plain_words(const struct typed *typed, const char **plain)
{
    int count = 0;

    if (typed->count > 1 && cop_command_find(typed->words[1]) == NULL)
        plain[count++] = typed->words[1]; /* "coppice othello" is "coppice play othello" */
    for (int i = 2; i < typed->count; i++) {
        if (option_before_value(typed, i) != NULL)
            i++;
        else if (strncmp(typed->words[i], "--", 2) != 0)
            plain[count++] = typed->words[i];
    }
    return count;
}

/* One way to write the command, such as "show ID": what comes after the `count` words that are
 * there, if they fit. Capitals stand for things. */
static void offer_after(const struct typed *typed, const char *way, const char *const *plain,
                        int count, const char *word)
{
    static const char around[] = " []";

    for (int i = 0;; i++) {
        size_t length, name;
        bool repeats, is_thing;

        way += strspn(way, around);
        length = strcspn(way, around);
        if (length == 0)
            return;
        repeats = length > 3 && strncmp(way + length - 3, "...", 3) == 0;
        name = repeats ? length - 3 : length;
        is_thing = isupper((unsigned char)way[0]);
        if (i == count || repeats) {
            char *literal = cop_copy_bytes(way, name);

            if (!is_thing)
                offer(typed, word, 0, literal, true);
            else
                offer_things(typed, way, name, word, 0);
            free(literal);
            return;
        }
        if (!is_thing && (strlen(plain[i]) != length || strncasecmp(plain[i], way, length) != 0))
            return;
        way += length;
    }
}

static void offer_words(const struct typed *typed, const char *word)
{
    const char *plain[WORDS_MAX];
    int count = find_plain_words(typed, plain);

    for (const char *at = typed->command->words; *at != '\0';) {
        size_t length = strcspn(at, "|");
        char *way = cop_copy_bytes(at, length);

        offer_after(typed, way, plain, count, word);
        free(way);
        at += length + (at[length] == '|');
    }
}

static void offer_commands(const struct typed *typed, const char *word)
{
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++)
        offer(typed, word, 0, (*at)->name, true);
    if (word[0] != '\0') /* a game's name alone plays it; nobody asked for all of them yet */
        offer_things(typed, "GAME", 4, word, 0);
    if (word[0] == '-')
        offer_choices(typed, word, 0, "--help|--version|--plugin", true);
}

static void offer_for_command(const struct typed *typed, const char *word)
{
    const struct cop_option *before =
        typed->count > 2 ? option_before_value(typed, typed->count - 1) : NULL;
    const char *equals = strchr(word, '=');

    if (before != NULL) {
        offer_value(typed, before, word, 0);
    } else if (strncmp(word, "--", 2) == 0 && equals != NULL) {
        const struct cop_option *option =
            cop_options_find(typed->command->options, word + 2, (size_t)(equals - word - 2));

        if (option != NULL)
            offer_value(typed, option, word, (size_t)(equals + 1 - word));
    } else if (word[0] == '-') {
        offer_options(typed, word);
    } else {
        offer_words(typed, word);
    }
}

/* Takes the plug-ins before the command out of the line, and loads them for what follows: their
 * games are completed too, as far as they can be loaded. False where the last word is a plug-in's
 * file. */
static bool take_plugins(struct typed *typed)
{
    struct cop_error error;
    const char *path;
    int taken;

    while (typed->count > 1 &&
           (taken = cop_take_plugin(typed->count - 1, typed->words + 1, &path)) > 0) {
        if (path[0] == '\0')
            return false;
        cop_plugin_load(path, &error);
        for (int i = 1; i <= taken; i++)
            free(typed->words[i]);
        typed->count -= taken;
        memmove(typed->words + 1, typed->words + 1 + taken,
                (size_t)(typed->count - 1) * sizeof typed->words[0]);
    }
    return true;
}

void cop_complete_line(const char *line, struct cop_choices *choices, char **word)
{
    struct typed typed = {.choices = choices};

    *word = split(line, &typed);
    *choices = (struct cop_choices){.beginning = *word};
    if (!take_plugins(&typed) || (typed.count == 1 && strncmp(*word, "--plugin=", 9) == 0))
        cop_choices_add_files(choices);
    else if (typed.count == 1)
        offer_commands(&typed, *word);
    else if (typed.count > 1)
        typed.command = cop_command_find(typed.words[1]);
    if (typed.command != NULL) {
        offer_for_command(&typed, *word);
    } else if (typed.count > 1 && cop_names_game(typed.words[1])) {
        typed.command = &cop_play_command;
        offer_for_command(&typed, *word);
    }
    for (int i = 0; i < typed.count; i++)
        free(typed.words[i]);
}
