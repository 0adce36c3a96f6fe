/* option.h - options as data, and the one grammar that sets them.
 *
 * A game, an agent, a limit and an evaluator each have a table of options. People write values as a
 * spec: `name(key=value, ...)`, for example
 *
 *     othello(size=6)     mcts(c=0.5, solver=on, playout=decisive)     1s, sims=10k, seed=7
 *
 * The grammar:  spec   = name [ "(" [ item { "," item } ] ")" ]
 *               item   = [ key "=" ] value        (without a key: the table's first option)
 *               value  = number with unit | word | "quoted string" | spec
 * Names, keys and words are letters, digits, '_', '-', '.', '*' and '+', and the case does not
 * matter for names and keys. In a quoted string \" is a quote and \\ a backslash. Blanks are free
 * everywhere. A spec has at most 4096 bytes and 32 levels of brackets. A list of limits is the
 * inside of the brackets alone. Numbers have a decimal point: a program that calls setlocale leaves
 * LC_NUMERIC alone.
 *
 * A table ends with a row whose name is NULL. A row may include another table, so that options
 * which several owners share are written once:
 *
 *     {"Playouts", COP_TABLE, .table = cop_rollout_options},
 *
 * Its options are set, asked for and written as if they stood there themselves; only help lists
 * them under the title. No name may occur twice in all. Every front end lists, checks and prints
 * options from these tables, so that a name means the same thing everywhere. */
#ifndef COPPICE_OPTION_H
#define COPPICE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cop_option_kind {
    COP_FLAG,     /* on | off (also true | false, yes | no, 1 | 0) */
    COP_INTEGER,  /* a whole number in low..high; k, M and G multiply by 10^3, 10^6, 10^9 */
    COP_REAL,     /* a number in low..high; `inf` where high is infinite */
    COP_DURATION, /* seconds: 250ms, 1.5s, 5m, 2h; a bare number is seconds */
    COP_BYTES,    /* 512K, 64M, 1G: powers of 1024; a bare number is bytes */
    COP_CHOICE,   /* one of the words in `choices` */
    COP_WORDS,    /* free text: a word or a quoted string */
    COP_SPEC,     /* a nested spec, kept as canonical text and opened by whoever owns the option */
    COP_FILE,     /* words that name a file to be read; a server takes none from strangers */
    COP_TABLE     /* no option: the row includes `table`; its name is a title */
};

struct cop_option {
    const char *name;
    enum cop_option_kind kind;
    const char *initial;            /* the default, as a person would write it; "" is no default */
    double low, high;               /* the inclusive range of numbers; not used by other kinds */
    const char *choices;            /* "inside|outside": for COP_CHOICE only */
    const char *help;               /* one line, without a full stop */
    const struct cop_option *table; /* for COP_TABLE only */
    const char *proposed;           /* what people are offered who say nothing; NULL: initial */
    void *reserved[2];              /* for later versions: NULL */
};

/* A walk over all options of a table and of those that it includes, in their order:
 *
 *     for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
 *         print(walk.option->name);
 */
enum { COP_OPTION_LEVELS = 4 }; /* of tables within tables */

struct cop_option_walk {
    const struct cop_option *option; /* the one at hand; never a row that includes a table */
    const char *title;               /* of the included table that it is in; NULL: in none */
    int level;
    const struct cop_option *next[COP_OPTION_LEVELS];
    const char *titles[COP_OPTION_LEVELS];
};

struct cop_option_walk cop_options_walk(const struct cop_option *options); /* NULL is empty */
bool cop_options_next(struct cop_option_walk *walk);

/* The option whose name is the first `length` letters of `name`, in any case, or NULL. */
const struct cop_option *cop_options_find(const struct cop_option *options, const char *name,
                                          size_t length);

/* The values of one table: each option's default, or what a spec said. An option whose `initial` is
 * "" has no default: not given, its real number is NaN, its words are "", its integer is 0, its
 * flag off and its choice -1, and nothing is written for it. */
struct cop_settings;

/* Parses the bracket's inside ("size=6" or "" or NULL) against a table. `owner` names the table's
 * owner in messages ("othello", "limit"). NULL and a message if a key is unknown, a value is out of
 * range, or the text is malformed; the message names the key, the value and what is allowed. */
struct cop_settings *cop_settings_parse(const char *owner, const struct cop_option *options,
                                        const char *inside, struct cop_error *error);
/* Sets one option from the text of its value, as a command line's `--key value` does: words are
 * taken as they are, without quotes, and a later value replaces an earlier one. */
bool cop_settings_set(struct cop_settings *settings, const char *owner, const char *key,
                      const char *value, struct cop_error *error);
struct cop_settings *cop_settings_copy(const struct cop_settings *settings);
void cop_settings_free(struct cop_settings *settings);

/* Values by name; asking for a name that is not in the table is a bug and asserts. */
bool cop_flag(const struct cop_settings *settings, const char *name);
int64_t cop_integer(const struct cop_settings *settings, const char *name);
double cop_real(const struct cop_settings *settings, const char *name); /* also durations, bytes */
int cop_choice(const struct cop_settings *settings, const char *name);  /* index into choices */
const char *cop_words(const struct cop_settings *settings, const char *name); /* specs, files too */

/* True where the spec gave the option a value, even if it is the default. */
bool cop_given(const struct cop_settings *settings, const char *name);

/* Whatever the spec did not give is as in `below`, which is of the same table, and given if it is
 * given there. */
void cop_settings_underlay(struct cop_settings *settings, const struct cop_settings *below);
/* As if the spec had not given the option. */
void cop_settings_forget(struct cop_settings *settings, const char *name);

/* Writes what differs from the defaults, in the table's order: `size=6, c=0.5`; nothing if equal.
 */
void cop_settings_write(const struct cop_settings *settings, struct cop_text *text);

/* Splits `mcts(c=0.5)` into `mcts` and `c=0.5`, checking that names and brackets are well formed.
 * The name comes in small letters. Both strings are the caller's to free; NULL after a failure.
 * `what` is the word for messages: "game", "agent". */
bool cop_spec_split(const char *what, const char *spec, char **name, char **inside,
                    struct cop_error *error);

/* Writes `name` or `name(inside)`. */
void cop_spec_write(const char *name, const struct cop_settings *settings, struct cop_text *text);

/* The part of help that every table shares: one line per option with range, default and help. The
 * table's own come first, then those of each included table under its title. */
void cop_options_describe(const struct cop_option *options, struct cop_text *text);

/* " (did you mean NAME?)" for the nearest of `count` names, or "" if none is near; valid until the
 * thread's next call. */
const char *cop_nearest(const char *word, const char *const *names, int count);

#ifdef __cplusplus
}
#endif

#endif
