#include "lab/experiment/reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { ITEMS_MAX = 1000 };

void cop_reader_say(const struct cop_reader *reader, const config_setting_t *setting,
                    const char *format, ...)
{
    char message[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cop_fail(reader->error, "%s:%u: %s", reader->file, config_setting_source_line(setting),
             message);
}

/* `why` came from somebody who does not know the file. */
bool cop_reader_because(const struct cop_reader *reader, const config_setting_t *setting,
                        const struct cop_error *why)
{
    return fail_at(reader, setting, "%s", why->message);
}

/* Every member must be in the NULL-terminated list. */
bool cop_reader_keys(const struct cop_reader *reader, const config_setting_t *group,
                     const char *const *keys)
{
    int key_count = 0;

    if (!config_setting_is_group(group))
        return fail_at(reader, group, "a group { ... } is needed here");
    while (keys[key_count])
        key_count++;
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        const char *name = config_setting_name(member);
        bool is_known = false;

        for (int k = 0; k < key_count; k++)
            is_known = is_known || strcmp(keys[k], name) == 0;
        if (!is_known)
            return fail_at(reader, member, "there is no key \"%.60s\" here%s", name,
                           cop_nearest(name, keys, key_count));
    }
    return true;
}

/* A copy of a text; `fallback` if it is missing, or an error if that is NULL. */
bool cop_reader_words(const struct cop_reader *reader, const config_setting_t *group,
                      const char *key, const char *fallback, char **words)
{
    const config_setting_t *member = config_setting_get_member(group, key);

    if (!member && !fallback)
        return fail_at(reader, group, "%s is missing", key);
    if (member && config_setting_type(member) != CONFIG_TYPE_STRING)
        return fail_at(reader, member, "%s must be a text in quotes", key);
    free(*words);
    *words = cop_copy_string(member ? config_setting_get_string(member) : fallback);
    return true;
}

bool cop_reader_is_number(const config_setting_t *setting)
{
    return config_setting_is_number(setting) == CONFIG_TRUE;
}

double cop_reader_number_of(const config_setting_t *setting)
{
    switch (config_setting_type(setting)) {
    case CONFIG_TYPE_INT:
        return config_setting_get_int(setting);
    case CONFIG_TYPE_INT64:
        return (double)config_setting_get_int64(setting);
    default:
        return config_setting_get_float(setting);
    }
}

/* A number in low..high; `fallback` if it is missing, or an error if that is not a number. */
bool cop_reader_number(const struct cop_reader *reader, const config_setting_t *group,
                       const char *key, double fallback, double low, double high, double *number)
{
    const config_setting_t *member = config_setting_get_member(group, key);

    if (!member && isnan(fallback))
        return fail_at(reader, group, "%s is missing", key);
    *number = fallback;
    if (!member)
        return true;
    *number = cop_reader_is_number(member) ? cop_reader_number_of(member) : NAN;
    if (!(*number >= low && *number <= high))
        return fail_at(reader, member, "%s must be a number from %.15g to %.15g", key, low, high);
    return true;
}

bool cop_reader_whole(const struct cop_reader *reader, const config_setting_t *group,
                      const char *key, double fallback, double low, double high, int64_t *whole)
{
    double number = 0;

    if (!cop_reader_number(reader, group, key, fallback, low, high, &number))
        return false;
    if (number != floor(number))
        return fail_at(reader, config_setting_get_member(group, key), "%s must be a whole number",
                       key);
    *whole = (int64_t)number;
    return true;
}

/* A list of groups; *list is NULL if it is missing and may be. */
bool cop_reader_list(const struct cop_reader *reader, const config_setting_t *group,
                     const char *key, bool may_be_missing, config_setting_t **list)
{
    *list = config_setting_get_member(group, key);
    if (!*list)
        return may_be_missing || fail_at(reader, group, "%s is missing", key);
    if (!config_setting_is_list(*list))
        return fail_at(reader, *list, "%s must be a list ( {...}, {...} )", key);
    if (config_setting_length(*list) > ITEMS_MAX)
        return fail_at(reader, *list, "%s has more than %d items", key, ITEMS_MAX);
    return true;
}

/* budgets = ["standard", "full"]; all of them if it is missing. */
bool cop_reader_budgets(const struct cop_reader *reader, const config_setting_t *group,
                        bool at[COP_BUDGETS])
{
    const config_setting_t *list = config_setting_get_member(group, "budgets");

    for (int b = 0; b < COP_BUDGETS; b++)
        at[b] = !list;
    if (!list)
        return true;
    if (!config_setting_is_array(list) || config_setting_length(list) == 0)
        return fail_at(reader, list, "budgets is written [\"standard\", \"full\"]");
    for (int i = 0; i < config_setting_length(list); i++) {
        const char *name = config_setting_get_string_elem(list, i);
        enum cop_budget budget;
        struct cop_error why;

        if (!cop_budget_find(name ? name : "", &budget, &why))
            return cop_reader_because(reader, list, &why);
        at[budget] = true;
    }
    return true;
}

/* An experiment is one file: what libconfig would include is refused. */
bool cop_reader_open(const struct cop_reader *reader, const char *text, config_t *config)
{
    if (strstr(text, "@include")) {
        cop_fail(reader->error, "%s: @include is not allowed in an experiment", reader->file);
        return false;
    }
    config_init(config);
    if (config_read_string(config, text))
        return true;
    cop_fail(reader->error, "%s:%d: %s", reader->file, config_error_line(config),
             config_error_text(config));
    config_destroy(config);
    return false;
}
