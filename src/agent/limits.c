/* limits.c - limits are read with the grammar of every other option. */
#include "coppice/agent.h"

#include <math.h>

static const struct cop_option options[] = {
    {"time", COP_DURATION, "0", 0, 1e6, NULL, "for each move: 250ms, 1s, 2m; 0 is no limit"},
    {"clock", COP_DURATION, "0", 0, 1e7, NULL, "for all moves of one game"},
    {"sims", COP_INTEGER, "0", 0, 1e12, NULL, "simulations for each move"},
    {"nodes", COP_INTEGER, "0", 0, 1e15, NULL, "nodes for each move"},
    {"depth", COP_INTEGER, "0", 0, 1000, NULL, "plies to look ahead"},
    {"processor", COP_FLAG, "off", 0, 0, NULL,
     "count time and clock only while the search has a processor, for fair matches on a busy "
     "machine"},
    {"threads", COP_INTEGER, "1", 1, 256, NULL, "threads that one search uses"},
    {"memory", COP_BYTES, "512M", 65536, 1e15, NULL, "for the tree or table of one search"},
    {"seed", COP_INTEGER, "0", 0, 9e15, NULL, "where the random numbers start"},
    {NULL}};

const struct cop_option *cop_limit_options(void)
{
    return options;
}

bool cop_limits_parse(const char *words, struct cop_limits *limits, struct cop_error *error)
{
    struct cop_settings *settings = cop_settings_parse("limit", options, words, error);

    if (settings == NULL)
        return false;
    *limits = (struct cop_limits){0};
    limits->time = cop_real(settings, "time");
    limits->clock = cop_real(settings, "clock");
    limits->sims = cop_integer(settings, "sims");
    limits->nodes = cop_integer(settings, "nodes");
    limits->depth = (int)cop_integer(settings, "depth");
    limits->processor = cop_flag(settings, "processor");
    limits->means.threads = (int)cop_integer(settings, "threads");
    limits->means.memory = (size_t)cop_real(settings, "memory");
    limits->means.seed = (uint64_t)cop_integer(settings, "seed");
    cop_settings_free(settings);
    return true;
}

static void set_number(struct cop_settings *settings, const char *key, double number)
{
    struct cop_text value = COP_TEXT;

    if (number == floor(number))
        cop_text_add(&value, "%.0f", number);
    else
        cop_text_add(&value, "%.17g", number);
    cop_settings_set(settings, "limit", key, value.bytes, NULL);
    cop_text_free(&value);
}

void cop_limits_write(const struct cop_limits *limits, struct cop_text *text)
{
    struct cop_settings *settings = cop_settings_parse("limit", options, NULL, NULL);

    set_number(settings, "time", limits->time);
    set_number(settings, "clock", limits->clock);
    set_number(settings, "sims", (double)limits->sims);
    set_number(settings, "nodes", (double)limits->nodes);
    set_number(settings, "depth", limits->depth);
    cop_settings_set(settings, "limit", "processor", limits->processor ? "on" : "off", NULL);
    set_number(settings, "threads", limits->means.threads);
    set_number(settings, "memory", (double)limits->means.memory);
    set_number(settings, "seed", (double)limits->means.seed);
    cop_settings_write(settings, text);
    cop_settings_free(settings);
}

/* ---- What ends a search ---- */

struct ending {
    unsigned bit;
    const char *example;
};

static const struct ending endings[] = {{COP_ENDS_TIME, "1s"},
                                        {COP_ENDS_SIMS, "sims=10k"},
                                        {COP_ENDS_NODES, "nodes=100k"},
                                        {COP_ENDS_DEPTH, "depth=6"}};
enum { ENDING_COUNT = sizeof endings / sizeof endings[0] };

static unsigned endings_of(const struct cop_limits *limits)
{
    return (limits->time > 0 || limits->clock > 0 ? COP_ENDS_TIME : 0u) |
           (limits->sims > 0 ? COP_ENDS_SIMS : 0u) | (limits->nodes > 0 ? COP_ENDS_NODES : 0u) |
           (limits->depth > 0 ? COP_ENDS_DEPTH : 0u);
}

/* A time that is counted by the processor must be there. */
static bool has_time_to_count(const struct cop_limits *limits, struct cop_error *error)
{
    return !limits->processor || (endings_of(limits) & COP_ENDS_TIME) != 0 ||
           cop_fail(error, "processor=on says how time is counted; give a time or a clock with it, "
                           "such as 1s, processor=on");
}

bool cop_limits_end(const struct cop_limits *limits, const struct cop_agent_kind *kind,
                    struct cop_error *error)
{
    struct cop_text examples = COP_TEXT;
    unsigned given = endings_of(limits);
    int left = __builtin_popcount(kind->ends);

    if (!has_time_to_count(limits, error))
        return false;
    if ((kind->ends & (given | COP_ENDS_ALWAYS)) != 0)
        return true;
    for (int i = 0; i < ENDING_COUNT; i++) {
        if ((kind->ends & endings[i].bit) == 0)
            continue;
        left--;
        cop_text_add(&examples, "%s%s", endings[i].example,
                     left > 1    ? ", "
                     : left == 1 ? " or "
                                 : "");
    }
    cop_fail(error,
             given == 0
                 ? "%s: a search without an end; give a limit such as %s"
                 : "%s: a depth alone does not end this search; give a limit such as %s as well",
             kind->name, examples.bytes);
    cop_text_free(&examples);
    return false;
}
