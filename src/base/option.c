/* option.c - tables of options and their values.
 *
 * A value is read by its option's kind, checked against the option's range, and written back in one
 * canonical form. Invariant: what cop_settings_write writes parses back to equal values. */
#include "coppice/option.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "base/spec.h"

struct value {
    const struct cop_option *option;
    bool is_given;
    bool is_set;     /* false only for an option without default that was not given */
    int64_t integer; /* flags, integers, choices */
    double number;   /* reals, durations, bytes */
    char *words;     /* words, specs */
};

struct cop_settings {
    const struct cop_option *options;
    int count;
    struct value values[];
};

struct unit {
    const char *name;
    double factor;
};

static const struct unit no_units[] = {{"", 1}, {NULL, 0}};
static const struct unit count_units[] = {{"", 1},    {"k", 1e3}, {"K", 1e3},
                                          {"M", 1e6}, {"G", 1e9}, {NULL, 0}};
static const struct unit time_units[] = {{"", 1},   {"ms", 1e-3}, {"s", 1},
                                         {"m", 60}, {"h", 3600},  {NULL, 0}};
static const struct unit byte_units[] = {{"", 1},       {"B", 1},      {"k", 0x1p10}, {"K", 0x1p10},
                                         {"M", 0x1p20}, {"G", 0x1p30}, {"T", 0x1p40}, {NULL, 0}};

/* Numbers. */

static size_t skip_digits(const char *word)
{
    return strspn(word, "0123456789");
}

/* The length of the decimal number that `word` begins with, or 0. strtod alone would also take
 * hexadecimal numbers, nan and blanks. */
static size_t number_length(const char *word)
{
    size_t at = word[0] == '-' || word[0] == '+';
    size_t digits = skip_digits(word + at);

    at += digits;
    if (word[at] == '.') {
        size_t decimals = skip_digits(word + at + 1);

        digits += decimals;
        at += 1 + decimals;
    }
    if (digits == 0)
        return 0;
    if (word[at] == 'e' || word[at] == 'E') {
        size_t sign = word[at + 1] == '-' || word[at + 1] == '+';
        size_t exponent = skip_digits(word + at + 1 + sign);

        if (exponent > 0)
            at += 1 + sign + exponent;
    }
    return at;
}

static bool find_factor(const struct unit *units, const char *name, double *factor)
{
    for (; units->name != NULL; units++) {
        if (strcmp(units->name, name) == 0) {
            *factor = units->factor;
            return true;
        }
    }
    return false;
}

static bool read_number(const char *word, const struct unit *units, double *number)
{
    size_t length = number_length(word);
    double factor;

    if (strcasecmp(word, "inf") == 0 || strcasecmp(word, "-inf") == 0) {
        *number = word[0] == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (length == 0 || !find_factor(units, word + length, &factor))
        return false;
    /* 250ms is 250 / 1000 and not 250 * 0.001, so that it equals 0.25s. */
    *number = factor < 1 ? strtod(word, NULL) / round(1 / factor) : strtod(word, NULL) * factor;
    return isfinite(*number);
}

/* Whole numbers without a point are read exactly; 1.5k and 1e6 are welcome where they are whole. */
static bool read_integer(const char *word, int64_t *integer)
{
    size_t sign = word[0] == '-' || word[0] == '+';
    size_t length = sign + skip_digits(word + sign);
    double factor, number;

    if (length > sign && find_factor(count_units, word + length, &factor)) {
        errno = 0;
        *integer = strtoll(word, NULL, 10);
        return errno == 0 && !__builtin_mul_overflow(*integer, (int64_t)factor, integer);
    }
    if (!read_number(word, count_units, &number) || fabs(number) > 0x1p53 ||
        number != floor(number))
        return false;
    *integer = (int64_t)number;
    return true;
}

/* As few digits as give the same number back. */
static void write_real(struct cop_text *text, double number)
{
    char digits[40];

    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number)
            break;
    }
    cop_text_add(text, "%s", digits);
}

static void write_bytes(struct cop_text *text, double number)
{
    static const char names[] = "KMGT";
    char unit = '\0';

    for (int i = 0; names[i] != '\0' && number >= 1024 && fmod(number, 1024) == 0; i++) {
        number /= 1024;
        unit = names[i];
    }
    if (number < 0x1p53)
        cop_text_add(text, "%.0f", number);
    else
        write_real(text, number);
    if (unit != '\0')
        cop_text_add_bytes(text, &unit, 1);
}

static void write_number(struct cop_text *text, enum cop_option_kind kind, double number)
{
    if (isinf(number))
        cop_text_add(text, number < 0 ? "-inf" : "inf");
    else if (kind == COP_INTEGER)
        cop_text_add(text, "%.0f", number);
    else if (kind == COP_BYTES)
        write_bytes(text, number);
    else
        write_real(text, number);
    if (kind == COP_DURATION && isfinite(number))
        cop_text_add(text, "s");
}

/* Choices. */

static int find_choice(const char *choices, const char *word)
{
    size_t length = strlen(word);

    for (int index = 0; choices != NULL; index++) {
        size_t here = strcspn(choices, "|");

        if (here == length && length > 0 && strncasecmp(choices, word, length) == 0)
            return index;
        choices = choices[here] == '|' ? choices + here + 1 : NULL;
    }
    return -1;
}

static void write_choice(struct cop_text *text, const char *choices, int64_t index)
{
    for (; index > 0; index--)
        choices += strcspn(choices, "|") + 1;
    cop_text_add_bytes(text, choices, strcspn(choices, "|"));
}

static bool read_flag(const char *word, int64_t *flag)
{
    *flag = find_choice("off|false|no|0", word) < 0;
    return *flag == 0 || find_choice("on|true|yes|1", word) >= 0;
}

/* What is allowed, in words: for errors and for help. */

static void describe_range(const struct cop_option *option, struct cop_text *text)
{
    bool has_low = option->low > -0x1p53, has_high = option->high < 0x1p53;

    if (has_low && has_high) {
        cop_text_add(text, " from ");
        write_number(text, option->kind, option->low);
        cop_text_add(text, " to ");
        write_number(text, option->kind, option->high);
    } else if (has_low || has_high) {
        cop_text_add(text, has_low ? ", at least " : ", at most ");
        write_number(text, option->kind, has_low ? option->low : option->high);
    }
}

static void describe_allowed(const struct cop_option *option, struct cop_text *text)
{
    switch (option->kind) {
    case COP_FLAG:
        cop_text_add(text, "on or off");
        return;
    case COP_INTEGER:
        cop_text_add(text, "a whole number");
        break;
    case COP_REAL:
        cop_text_add(text, "a number");
        break;
    case COP_DURATION:
        cop_text_add(text, "a time such as 250ms, 1.5s or 5m");
        break;
    case COP_BYTES:
        cop_text_add(text, "a size such as 64M or 1G");
        break;
    case COP_CHOICE:
        cop_text_add(text, "one of ");
        for (const char *at = option->choices; *at != '\0'; at++)
            cop_text_add(text, "%.*s", *at == '|' ? 2 : 1, *at == '|' ? ", " : at);
        return;
    case COP_WORDS:
        cop_text_add(text, "a word or text in double quotes");
        return;
    case COP_SPEC:
        cop_text_add(text, "a name, with options in brackets if it has any");
        return;
    case COP_FILE:
        cop_text_add(text, "the path of a file, in double quotes");
        return;
    case COP_TABLE:
        break;
    }
    describe_range(option, text);
}

/* Setting values. */

static bool is_free_text(const struct cop_option *option)
{
    return option->kind == COP_WORDS || option->kind == COP_FILE;
}

static bool is_in_range(const struct cop_option *option, double number)
{
    return number >= option->low && number <= option->high;
}

static bool fail_value(const struct cop_option *option, const char *owner, const char *word,
                       struct cop_error *error)
{
    struct cop_text allowed = COP_TEXT;

    describe_allowed(option, &allowed);
    cop_fail(error, "%s: %s=%.80s%s is not allowed; it must be %s", owner, option->name, word,
             strlen(word) > 80 ? "..." : "", allowed.bytes);
    cop_text_free(&allowed);
    return false;
}

static bool read_spec(const struct cop_option *option, const char *owner, const char *word,
                      char **spec, struct cop_error *error)
{
    struct cop_text text = COP_TEXT, place = COP_TEXT;
    struct cop_reader reader;
    bool is_ok;

    cop_text_add(&place, "%s: %s", owner, option->name);
    is_ok = cop_reader_begin(&reader, place.bytes, word, error) && cop_reader_spec(&reader, &text);
    if (is_ok)
        *spec = cop_copy_string(text.bytes);
    cop_text_free(&text);
    cop_text_free(&place);
    return is_ok;
}

/* `word` is the value without quotes; only a spec may have brackets. */
static bool read_value(const struct cop_option *option, const char *owner, const char *word,
                       struct value *value, struct cop_error *error)
{
    bool is_ok = false;

    switch (option->kind) {
    case COP_FLAG:
        is_ok = read_flag(word, &value->integer);
        break;
    case COP_INTEGER:
        is_ok = read_integer(word, &value->integer) && is_in_range(option, (double)value->integer);
        break;
    case COP_REAL:
        is_ok = read_number(word, no_units, &value->number) && is_in_range(option, value->number);
        break;
    case COP_DURATION:
        is_ok = read_number(word, time_units, &value->number) && is_in_range(option, value->number);
        break;
    case COP_BYTES:
        is_ok = read_number(word, byte_units, &value->number) &&
                value->number == floor(value->number) && is_in_range(option, value->number);
        break;
    case COP_CHOICE:
        value->integer = find_choice(option->choices, word);
        is_ok = value->integer >= 0;
        break;
    case COP_WORDS:
    case COP_FILE:
        value->words = cop_copy_string(word);
        is_ok = true;
        break;
    case COP_SPEC:
        return read_spec(option, owner, word, &value->words, error);
    case COP_TABLE:
        break;
    }
    return is_ok || fail_value(option, owner, word, error);
}

static bool set_value(struct cop_settings *settings, int index, const char *owner, const char *word,
                      struct cop_error *error)
{
    struct value value = {.option = settings->values[index].option, .is_set = true};

    if (!read_value(value.option, owner, word, &value, error))
        return false;
    value.is_given = settings->values[index].is_given;
    free(settings->values[index].words);
    settings->values[index] = value;
    return true;
}

static int find_option(const struct cop_settings *settings, const char *name)
{
    for (int i = 0; i < settings->count; i++) {
        if (strcasecmp(settings->values[i].option->name, name) == 0)
            return i;
    }
    return -1;
}

static bool fail_key(const struct cop_settings *settings, const char *owner, const char *key,
                     struct cop_error *error)
{
    const char **names = cop_allocate(sizeof *names * (size_t)(settings->count + 1));
    struct cop_text list = COP_TEXT;

    for (int i = 0; i < settings->count; i++) {
        names[i] = settings->values[i].option->name;
        cop_text_add(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    if (settings->count == 0)
        cop_fail(error, "%s: there is no option \"%.40s\"; it has no options", owner, key);
    else
        cop_fail(error, "%s: there is no option \"%.40s\"%s; the options are %s", owner, key,
                 cop_nearest(key, names, settings->count), list.bytes);
    cop_text_free(&list);
    free(names);
    return false;
}

static struct cop_settings *new_settings(const struct cop_option *options)
{
    struct cop_settings *settings;
    int count = 0;

    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
        count++;
    settings = cop_allocate(sizeof *settings + sizeof settings->values[0] * (size_t)count);
    settings->options = options;
    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
        settings->values[settings->count++].option = walk.option;
    return settings;
}

/* Of two options with one name, perhaps from tables included side by side, only one could be set: a
 * bug that ends the program in every build. */
static void check_names(const struct cop_settings *settings)
{
    for (int i = 0; i < settings->count; i++) {
        bool is_first = find_option(settings, settings->values[i].option->name) == i;

        assert(is_first && "an option's name occurs twice");
        if (!is_first)
            abort();
    }
}

static bool set_defaults(struct cop_settings *settings, const char *owner, struct cop_error *error)
{
    for (int i = 0; i < settings->count; i++) {
        const char *initial = settings->values[i].option->initial;

        if (initial == NULL || initial[0] == '\0') {
            settings->values[i].is_set = is_free_text(settings->values[i].option);
            settings->values[i].number = NAN;
            settings->values[i].words = cop_copy_string("");
        } else if (!set_value(settings, i, owner, initial, error)) {
            return cop_fail_in(error, "the default");
        }
    }
    return true;
}

static bool set_item(struct cop_settings *settings, const char *owner, const struct cop_item *item,
                     struct cop_error *error)
{
    const char *key = item->key.bytes;
    int index = item->key.length > 0 ? find_option(settings, key) : 0;

    if (index < 0 || settings->count == 0)
        return fail_key(settings, owner, item->key.length > 0 ? key : item->value.bytes, error);
    if (settings->values[index].is_given)
        return cop_fail(error, "%s: %s is given twice", owner,
                        settings->values[index].option->name);
    if (item->form == COP_BRACKETS && settings->values[index].option->kind != COP_SPEC)
        return fail_value(settings->values[index].option, owner, item->value.bytes, error);
    settings->values[index].is_given = true;
    return set_value(settings, index, owner, item->value.bytes, error);
}

static bool set_items(struct cop_settings *settings, const char *owner, const char *inside,
                      struct cop_error *error)
{
    struct cop_item item = {.key = COP_TEXT, .value = COP_TEXT};
    struct cop_reader reader;
    bool is_ok = cop_reader_begin(&reader, owner, inside, error);

    while (is_ok && cop_reader_peek(&reader) != '\0') {
        is_ok = cop_reader_item(&reader, &item) && set_item(settings, owner, &item, error);
        if (!is_ok || cop_reader_peek(&reader) == '\0')
            break;
        if (cop_reader_peek(&reader) != ',') {
            is_ok = cop_reader_fail(&reader, "a comma is missing");
            break;
        }
        reader.at++;
        if (cop_reader_peek(&reader) == '\0')
            is_ok = cop_reader_fail(&reader, "a value is missing");
    }
    cop_item_free(&item);
    return is_ok;
}

/* Canonical text can be longer than what was written; it must still be short enough to be read. */
static bool check_length(const struct cop_settings *settings, const char *owner,
                         struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_short;

    cop_spec_write(owner, settings, &text);
    is_short = text.length <= COP_SPEC_LENGTH_MAX;
    cop_text_free(&text);
    return is_short || cop_fail(error, "%s: the options are longer than %d bytes in all", owner,
                                COP_SPEC_LENGTH_MAX);
}

struct cop_settings *cop_settings_parse(const char *owner, const struct cop_option *options,
                                        const char *inside, struct cop_error *error)
{
    struct cop_settings *settings = new_settings(options);

    check_names(settings);
    if (set_defaults(settings, owner, error) &&
        (inside == NULL ||
         (set_items(settings, owner, inside, error) && check_length(settings, owner, error))))
        return settings;
    cop_settings_free(settings);
    return NULL;
}

bool cop_settings_set(struct cop_settings *settings, const char *owner, const char *key,
                      const char *value, struct cop_error *error)
{
    int index = find_option(settings, key);
    char *word;
    bool is_ok;

    if (index < 0)
        return fail_key(settings, owner, key, error);
    word = is_free_text(settings->values[index].option) ? cop_copy_string(value)
                                                        : cop_copy_trimmed(value);
    is_ok = set_value(settings, index, owner, word, error);
    if (is_ok)
        settings->values[index].is_given = true;
    free(word);
    return is_ok;
}

struct cop_settings *cop_settings_copy(const struct cop_settings *settings)
{
    struct cop_settings *copy = new_settings(settings->options);

    for (int i = 0; i < settings->count; i++) {
        copy->values[i] = settings->values[i];
        copy->values[i].words = cop_copy_string(settings->values[i].words);
    }
    return copy;
}

static void take_value(struct value *value, const struct value *from)
{
    free(value->words);
    *value = *from;
    value->words = cop_copy_string(from->words);
}

void cop_settings_underlay(struct cop_settings *settings, const struct cop_settings *below)
{
    for (int i = 0; i < settings->count; i++)
        if (!settings->values[i].is_given && below->values[i].is_given)
            take_value(&settings->values[i], &below->values[i]);
}

void cop_settings_forget(struct cop_settings *settings, const char *name)
{
    int index = find_option(settings, name);
    struct cop_settings *fresh = new_settings(settings->options);

    if (index >= 0 && set_defaults(fresh, "", NULL))
        take_value(&settings->values[index], &fresh->values[index]);
    cop_settings_free(fresh);
}

void cop_settings_free(struct cop_settings *settings)
{
    if (settings == NULL)
        return;
    for (int i = 0; i < settings->count; i++)
        free(settings->values[i].words);
    free(settings);
}

/* Asking for values. A wrong name or kind ends the program in every build: going on with some other
 * option's value would be worse. */

static const struct value *value_of(const struct cop_settings *settings, const char *name,
                                    unsigned kinds)
{
    int index = find_option(settings, name);

    assert(index >= 0 && "the table has no such option");
    if (index < 0 || (kinds >> settings->values[index].option->kind & 1) == 0)
        abort();
    return &settings->values[index];
}

bool cop_flag(const struct cop_settings *settings, const char *name)
{
    return value_of(settings, name, 1 << COP_FLAG)->integer != 0;
}

int64_t cop_integer(const struct cop_settings *settings, const char *name)
{
    return value_of(settings, name, 1 << COP_INTEGER)->integer;
}

double cop_real(const struct cop_settings *settings, const char *name)
{
    return value_of(settings, name, 1 << COP_REAL | 1 << COP_DURATION | 1 << COP_BYTES)->number;
}

int cop_choice(const struct cop_settings *settings, const char *name)
{
    const struct value *value = value_of(settings, name, 1 << COP_CHOICE);

    return value->is_set ? (int)value->integer : -1;
}

const char *cop_words(const struct cop_settings *settings, const char *name)
{
    return value_of(settings, name, 1 << COP_WORDS | 1 << COP_SPEC | 1 << COP_FILE)->words;
}

bool cop_given(const struct cop_settings *settings, const char *name)
{
    return value_of(settings, name, ~0u)->is_given;
}

/* Writing. */

static bool is_same(const struct value *one, const struct value *other)
{
    if (one->is_set != other->is_set)
        return false;
    if (!one->is_set)
        return true;
    if (one->words != NULL)
        return strcmp(one->words, other->words) == 0;
    return one->integer == other->integer && one->number == other->number;
}

static void write_value(struct cop_text *text, const struct cop_option *option,
                        const struct value *value)
{
    switch (option->kind) {
    case COP_FLAG:
        cop_text_add(text, value->integer != 0 ? "on" : "off");
        break;
    case COP_INTEGER:
        cop_text_add(text, "%" PRId64, value->integer);
        break;
    case COP_CHOICE:
        write_choice(text, option->choices, value->integer);
        break;
    case COP_WORDS:
    case COP_FILE:
        cop_text_add_value(text, value->words);
        break;
    case COP_SPEC:
        cop_text_add(text, "%s", value->words);
        break;
    case COP_REAL:
    case COP_DURATION:
    case COP_BYTES:
        write_number(text, option->kind, value->number);
        break;
    case COP_TABLE:
        break;
    }
}

void cop_settings_write(const struct cop_settings *settings, struct cop_text *text)
{
    struct cop_settings *defaults = new_settings(settings->options);
    const char *before = "";

    set_defaults(defaults, "", NULL);
    for (int i = 0; i < settings->count; i++) {
        if (is_same(&settings->values[i], &defaults->values[i]))
            continue;
        cop_text_add(text, "%s%s=", before, settings->values[i].option->name);
        write_value(text, settings->values[i].option, &settings->values[i]);
        before = ", ";
    }
    cop_settings_free(defaults);
}

void cop_spec_write(const char *name, const struct cop_settings *settings, struct cop_text *text)
{
    struct cop_text inside = COP_TEXT;

    cop_settings_write(settings, &inside);
    cop_text_add(text, inside.length > 0 ? "%s(%s)" : "%s", name, inside.bytes);
    cop_text_free(&inside);
}

bool cop_spec_split(const char *what, const char *spec, char **name, char **inside,
                    struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    struct cop_reader reader;
    bool is_ok = cop_reader_begin(&reader, what, spec, error) && cop_reader_spec(&reader, &text);

    *name = *inside = NULL;
    if (is_ok) {
        size_t length = strcspn(text.bytes, "(");
        size_t rest = text.length - length;

        *name = cop_copy_bytes(text.bytes, length);
        *inside = cop_copy_bytes(text.bytes + length + 1, rest > 0 ? rest - 2 : 0);
    }
    cop_text_free(&text);
    return is_ok;
}

static int longest_name(const struct cop_option *options)
{
    int width = 0;

    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);) {
        int length = (int)strlen(walk.option->name);

        width = length > width ? length : width;
    }
    return width;
}

static void describe_option(const struct cop_option *option, int width, struct cop_text *text)
{
    bool has_default = option->initial != NULL && option->initial[0] != '\0';

    cop_text_add(text, "  %-*s  %s (", width, option->name, option->help);
    describe_allowed(option, text);
    cop_text_add(text, has_default ? "; default %s)\n" : ")\n", option->initial);
}

void cop_options_describe(const struct cop_option *options, struct cop_text *text)
{
    int width = longest_name(options);
    const char *title = NULL;

    for (int is_included = 0; is_included <= 1; is_included++)
        for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);) {
            if ((walk.title != NULL) != is_included)
                continue;
            if (walk.title != title)
                cop_text_add(text, "\n%s:\n", walk.title);
            title = walk.title;
            describe_option(walk.option, width, text);
        }
}
