/* space.c - reading what is tuned, and agents at points of it. */
#include "tune/space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/paths.h"
#include "base/allocate.h"
#include "coppice/rng.h"

enum { CORNERS_MAX = 4096, STEPS = 64 };

/* ---- Words ---- */

/* Ends the text at the first `mark` and returns what follows it; NULL if there is none. */
static char *cut(char *text, const char *mark)
{
    char *at = strstr(text, mark);

    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + strlen(mark);
}

static char *trim(char *text)
{
    char *end = text + strlen(text);

    while (end > text && strchr(" \t\n", end[-1]) != NULL)
        *--end = '\0';
    return text + strspn(text, " \t\n");
}

/* A number as the option's own table would take it, so that it also says what is allowed. */
static bool read_number(const struct cop_option *option, const char *word, double *number,
                        struct cop_error *error)
{
    const struct cop_option table[] = {*option, {NULL}};
    struct cop_settings *settings = cop_settings_parse("range", table, NULL, error);
    bool is_read =
        settings != NULL && cop_settings_set(settings, "range", option->name, word, error);

    if (is_read)
        *number = option->kind == COP_INTEGER ? (double)cop_integer(settings, option->name)
                                              : cop_real(settings, option->name);
    cop_settings_free(settings);
    if (is_read && !isfinite(*number))
        return cop_fail(error, "%s=%s: a range needs an end", option->name, word);
    return is_read;
}

static bool read_range(struct cop_tuned *tuned, const struct cop_option *option, char *words,
                       struct cop_error *error)
{
    char *by = cut(words, " by "), *from = cut(words, " from "), *high = cut(words, "..");

    if (high == NULL)
        return cop_fail(error, "%s=%.80s is no range; it is written %s=LOW..HIGH, such as 0..2",
                        tuned->path, words, tuned->path);
    tuned->is_whole = option->kind == COP_INTEGER;
    if (!read_number(option, trim(words), &tuned->low, error) ||
        !read_number(option, trim(high), &tuned->high, error))
        return false;
    if (tuned->low >= tuned->high)
        return cop_fail(error,
                        "%s=%s..%s is empty; the lower end comes first, and the other is more",
                        tuned->path, trim(words), trim(high));
    tuned->start = (tuned->low + tuned->high) / 2;
    tuned->deviation = (tuned->high - tuned->low) / 2;
    if (from != NULL && (!read_number(option, trim(from), &tuned->start, error)))
        return false;
    if (tuned->start < tuned->low || tuned->start > tuned->high)
        return cop_fail(error, "%s: the start, %s, is not between %s and %s", tuned->path,
                        trim(from), trim(words), trim(high));
    if (by != NULL) {
        char *end;

        tuned->deviation = strtod(trim(by), &end);
        if (end == trim(by) || *end != '\0' || !(tuned->deviation > 0) ||
            !isfinite(tuned->deviation))
            return cop_fail(error, "%s: by %.40s is no width; it is a number above 0", tuned->path,
                            trim(by));
    }
    return true;
}

static bool add_choice(struct cop_tuned *tuned, const char *word, struct cop_error *error)
{
    for (int i = 0; i < tuned->choice_count; i++)
        if (strcasecmp(tuned->choices[i], word) == 0)
            return cop_fail(error, "%s: the choice %s is given twice", tuned->path, word);
    if (tuned->choice_count == COP_TUNED_CHOICES_MAX)
        return cop_fail(error, "%s: at most %d choices can be tuned at a time", tuned->path,
                        COP_TUNED_CHOICES_MAX);
    tuned->choices[tuned->choice_count++] = cop_copy_string(word);
    return true;
}

/* "visits|value": words that the option's own table takes. */
static bool read_choices(struct cop_tuned *tuned, const struct cop_option *option, char *words,
                         struct cop_error *error)
{
    const struct cop_option table[] = {*option, {NULL}};
    struct cop_settings *settings = cop_settings_parse("choice", table, NULL, error);
    bool is_read = settings != NULL;

    tuned->is_choice = true;
    for (char *word = words, *next; is_read && word != NULL; word = next) {
        next = cut(word, "|");
        word = trim(word);
        is_read = cop_settings_set(settings, "choice", option->name, word, error) &&
                  add_choice(tuned, word, error);
    }
    cop_settings_free(settings);
    if (is_read && tuned->choice_count < 2)
        return cop_fail(error, "%s=%s leaves nothing to choose; give several, such as %s|...",
                        tuned->path, words, words);
    return is_read;
}

/* ---- Options ---- */

static bool read_values(struct cop_tuned *tuned, const struct cop_option *option, char *words,
                        struct cop_error *error)
{
    switch (option->kind) {
    case COP_INTEGER:
    case COP_REAL:
        return read_range(tuned, option, words, error);
    case COP_FLAG:
    case COP_CHOICE:
        return read_choices(tuned, option, words, error);
    case COP_SPEC:
        return cop_fail(error,
                        "%s is a name with options; it is given in the agent, and its options are "
                        "tuned as %s.NAME",
                        tuned->path, tuned->path);
    default:
        return cop_fail(error, "%s is text; only numbers, choices and on or off can be tuned",
                        tuned->path);
    }
}

/* The agent as it was written says whether it gives the option, the canonical one what it is. */
static bool read_tuned(struct cop_space *space, const char *written, char *path, char *words,
                       struct cop_error *error)
{
    struct cop_tuned *tuned = &space->tuned[space->count];
    const struct cop_option *option;
    bool is_given = false;

    for (int i = 0; i < space->count; i++)
        if (strcasecmp(space->tuned[i].path, path) == 0)
            return cop_fail(error, "%s is given twice", path);
    if (space->count == COP_TUNED_MAX)
        return cop_fail(error,
                        "at most %d options can be tuned at a time; begin with those that "
                        "matter most",
                        COP_TUNED_MAX);
    option = cop_path_find(space->game, space->agent, path, NULL, error);
    if (option == NULL)
        return false;
    if (cop_path_find(space->game, written, path, &is_given, NULL) != NULL && is_given)
        return cop_fail(error, "%s is given in the agent, too; leave it out in one of the two",
                        path);
    space->count++;
    tuned->path = cop_copy_string(path);
    return read_values(tuned, option, words, error);
}

static bool read_all(struct cop_space *space, const char *written, const char *over,
                     struct cop_error *error)
{
    char *copy = cop_copy_string(over);
    bool is_read = true;

    for (char *item = copy, *next; is_read && item != NULL; item = next) {
        char *words;

        next = cut(item, ",");
        words = cut(item, "=");
        if (words == NULL)
            is_read = cop_fail(error,
                               "\"%.80s\" says no values; an option is written c=0..2 or "
                               "final=visits|value",
                               trim(item));
        else
            is_read = read_tuned(space, written, trim(item), trim(words), error);
    }
    free(copy);
    return is_read;
}

/* ---- Points ---- */

double cop_tuned_round(const struct cop_tuned *tuned, double value)
{
    char digits[40];

    if (tuned->is_choice)
        return value;
    if (tuned->is_whole)
        value = floor(value + 0.5);
    snprintf(digits, sizeof digits, "%.*g", tuned->is_whole ? 17 : 4, value);
    return fmin(fmax(strtod(digits, NULL), tuned->low), tuned->high);
}

void cop_tuned_write(const struct cop_tuned *tuned, double value, struct cop_text *text)
{
    if (tuned->is_choice)
        cop_text_add(text, "%s", tuned->choices[(int)value]);
    else
        cop_text_add(text, tuned->is_whole ? "%.0f" : "%.10g", cop_tuned_round(tuned, value));
}

bool cop_space_write(const struct cop_space *space, const double *point, struct cop_text *spec,
                     struct cop_error *error)
{
    struct cop_text now = COP_TEXT, next = COP_TEXT, value = COP_TEXT;
    bool is_set = true;

    cop_text_add(&now, "%s", space->agent);
    for (int i = 0; i < space->count && is_set; i++) {
        cop_text_clear(&value);
        cop_text_clear(&next);
        cop_tuned_write(&space->tuned[i], point[i], &value);
        is_set =
            cop_path_set(space->game, now.bytes, space->tuned[i].path, value.bytes, &next, error);
        cop_text_clear(&now);
        cop_text_add(&now, "%s", is_set ? next.bytes : "");
    }
    if (is_set)
        cop_text_add(spec, "%s", now.bytes);
    cop_text_free(&now);
    cop_text_free(&next);
    cop_text_free(&value);
    return is_set;
}

/* Corner number n: of each option its lower or upper end, or one of its choices. */
static void corner_at(const struct cop_space *space, int number, double *point)
{
    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];
        int ends = tuned->is_choice ? tuned->choice_count : 2;

        point[i] = tuned->is_choice ? number % ends : number % ends == 0 ? tuned->low : tuned->high;
        number /= ends;
    }
}

static int corner_count(const struct cop_space *space)
{
    int count = 1;

    for (int i = 0; i < space->count && count < CORNERS_MAX; i++)
        count *= space->tuned[i].is_choice ? space->tuned[i].choice_count : 2;
    return count < CORNERS_MAX ? count : CORNERS_MAX;
}

static bool check_point(const struct cop_space *space, const double *point,
                        const struct cop_limits *limits, struct cop_error *error)
{
    struct cop_text spec = COP_TEXT;
    bool is_good = cop_space_write(space, point, &spec, error) &&
                   (cop_agent_check(space->game, spec.bytes, limits, NULL, error) ||
                    cop_fail_in(error, "%.150s", spec.bytes));

    cop_text_free(&spec);
    return is_good;
}

static bool check_corners(const struct cop_space *space, const struct cop_limits *limits,
                          struct cop_error *error)
{
    bool is_good = true;

    for (int number = 0; number < corner_count(space) && is_good; number++) {
        double point[COP_TUNED_MAX];

        corner_at(space, number, point);
        is_good = check_point(space, point, limits, error);
    }
    return is_good;
}

/* One after the other goes through its range in so many steps, while the others are anywhere. An
 * agent may take both ends of a range and not what lies between, as 0 for nothing. */
static bool check_between(const struct cop_space *space, const struct cop_limits *limits,
                          struct cop_error *error)
{
    struct cop_rng rng;
    bool is_good = true;

    cop_rng_seed(&rng, 1);
    for (int number = 1; number < STEPS * space->count && is_good; number++) {
        double point[COP_TUNED_MAX];

        for (int i = 0; i < space->count; i++) {
            const struct cop_tuned *tuned = &space->tuned[i];
            double share =
                i == number / STEPS ? (double)(number % STEPS) / STEPS : cop_rng_unit(&rng);

            point[i] = tuned->is_choice ? floor(share * tuned->choice_count)
                                        : tuned->low + share * (tuned->high - tuned->low);
        }
        is_good = check_point(space, point, limits, error);
    }
    return is_good;
}

bool cop_space_read(struct cop_space *space, const struct cop_game *game, const char *agent,
                    const char *over, const struct cop_limits *limits, struct cop_error *error)
{
    struct cop_text canonical = COP_TEXT;

    *space = (struct cop_space){.game = game};
    if (!cop_agent_check(game, agent, limits, &canonical, error)) {
        cop_text_free(&canonical);
        return false;
    }
    space->agent = cop_copy_string(canonical.bytes);
    cop_text_free(&canonical);
    if (over[strspn(over, " ")] == '\0')
        return cop_fail(error, "what is tuned over is missing, such as --over \"c=0..2\"");
    /* What the agent refuses should not come to light after hours of games. */
    return (read_all(space, agent, over, error) && check_corners(space, limits, error) &&
            check_between(space, limits, error)) ||
           cop_fail_in(error, "--over");
}

void cop_space_free(struct cop_space *space)
{
    for (int i = 0; i < space->count; i++) {
        free(space->tuned[i].path);
        for (int j = 0; j < space->tuned[i].choice_count; j++)
            free(space->tuned[i].choices[j]);
    }
    free(space->agent);
}
