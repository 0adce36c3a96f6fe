/* fuzz_spec.c - any text as a spec and as the inside of its brackets: what is accepted is written
 * in a form that is accepted again and written the same. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/option.h"

static const struct cop_option table[] = {
    {"real", COP_REAL, "0.7", -INFINITY, INFINITY, NULL, ""},
    {"flag", COP_FLAG, "off", 0, 0, NULL, ""},
    {"count", COP_INTEGER, "0", -9e18, 9e18, NULL, ""},
    {"time", COP_DURATION, "1s", 0, INFINITY, NULL, ""},
    {"memory", COP_BYTES, "64M", 0, INFINITY, NULL, ""},
    {"choice", COP_CHOICE, "inside", 0, 0, "inside|outside|4", ""},
    {"words", COP_WORDS, "none", 0, 0, NULL, ""},
    {"spec", COP_SPEC, "uniform", 0, 0, NULL, ""},
    {"p", COP_REAL, "", 0, 1, NULL, ""},
    {"title", COP_WORDS, "", 0, 0, NULL, ""},
    {"other", COP_SPEC, "", 0, 0, NULL, ""},
    {0},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static void check_inside(const char *inside)
{
    struct cop_text first = COP_TEXT, second = COP_TEXT;
    struct cop_settings *settings, *again;
    struct cop_error error = {""};

    settings = cop_settings_parse("table", table, inside, &error);
    if (settings == NULL) {
        check(error.message[0] != '\0');
        return;
    }
    cop_settings_write(settings, &first);
    again = cop_settings_parse("table", table, first.bytes, &error);
    check(again != NULL);
    cop_settings_write(again, &second);
    check(strcmp(first.bytes, second.bytes) == 0);
    cop_settings_free(settings);
    cop_settings_free(again);
    cop_text_free(&first);
    cop_text_free(&second);
}

static void check_spec(const char *spec)
{
    char *name, *inside, *name_again, *inside_again;
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};

    if (!cop_spec_split("spec", spec, &name, &inside, &error)) {
        check(error.message[0] != '\0' && name == NULL && inside == NULL);
        return;
    }
    cop_text_add(&text, inside[0] != '\0' ? "%s(%s)" : "%s", name, inside);
    if (cop_spec_split("spec", text.bytes, &name_again, &inside_again, &error)) {
        check(strcmp(name, name_again) == 0 && strcmp(inside, inside_again) == 0);
        free(name_again);
        free(inside_again);
    } else {
        check(text.length > 4096); /* blanks after commas can make it too long, nothing else */
    }
    check_inside(inside);
    cop_text_free(&text);
    free(name);
    free(inside);
}

/* As from a command line: every option gets the whole text. */
static void check_values(const char *value)
{
    struct cop_settings *settings = cop_settings_parse("table", table, NULL, NULL);

    check(settings != NULL);
    for (const struct cop_option *option = table; option->name != NULL; option++) {
        struct cop_error error = {""};

        if (!cop_settings_set(settings, "table", option->name, value, &error))
            check(error.message[0] != '\0');
    }
    cop_settings_free(settings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words = malloc(size + 1);

    if (words == NULL)
        return 0;
    if (size > 0)
        memcpy(words, data, size);
    words[size] = '\0';
    check_spec(words);
    check_inside(words);
    check_values(words);
    free(words);
    return 0;
}
