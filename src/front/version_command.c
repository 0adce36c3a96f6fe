/* version_command.c - `coppice version`: which program this is and how it was built. */
#include "base/json.h"
#include "coppice/version.h"
#include "front/commands.h"
#include "front/commit.h"
#include "serve/page.h"

static const struct cop_option options[] = {
    {"json", COP_FLAG, "off", .help = "write one JSON object"},
    {NULL},
};

static const char *page(void)
{
    return cop_page_files[0].path != NULL ? "built in" : "not built in";
}

static const struct {
    const char *name;
    const char *(*value)(void);
} facts[] = {
    {"version", cop_version},
    {"commit", cop_program_commit},
    {"compiler", cop_build_compiler},
    {"instructions", cop_build_instructions},
    {"build", cop_build_type},
    {"flags", cop_build_flags},
    {"page", page},
};

enum { FACT_COUNT = sizeof facts / sizeof facts[0] };

static void write_json(struct cop_text *text)
{
    struct cop_json json = {.text = text};

    cop_json_object(&json, NULL);
    for (int i = 0; i < FACT_COUNT; i++)
        cop_json_add_string(&json, facts[i].name, facts[i].value());
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_text text = COP_TEXT;

    if (cop_flag(arguments->options, "json")) {
        write_json(&text);
    } else {
        cop_text_add(&text, "coppice %s\n", cop_version());
        for (int i = 1; i < FACT_COUNT; i++)
            cop_text_add(&text, "%s: %s\n", facts[i].name, facts[i].value());
    }
    cop_print(&text);
    return COP_DONE;
}

const struct cop_command cop_version_command = {
    .name = "version",
    .words = "",
    .summary = "Says which version this is and how it was built",
    .help = "`coppice --version` is the version alone, in one line.\n"
            "\n"
            "    coppice version --json",
    .words_low = 0,
    .words_high = 0,
    .options = options,
    .run = run,
};
