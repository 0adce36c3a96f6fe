/* experiment_file.c - reads experiments written in libconfig's language. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <libconfig.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/experiment.h"
#include "lab/files.h"
#include "match/match.h"

enum { COUNT_MAX = 1000000, ENTRANTS_MAX = 64, ITEMS_MAX = 1000 };

struct reader {
    const char *file, *lab;
    struct cop_error *error;
};

/* -- errors, and values with their checks -- */

__attribute__((format(printf, 3, 4))) static void
say_at(const struct reader *reader, const config_setting_t *setting, const char *format, ...)
{
    char message[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cop_fail(reader->error, "%s:%u: %s", reader->file, config_setting_source_line(setting),
             message);
}

/* A macro, so that who checks the code sees that it is false. */
#define fail_at(...) (say_at(__VA_ARGS__), false)

/* `why` came from somebody who does not know the file. */
static bool fail_because(const struct reader *reader, const config_setting_t *setting,
                         const struct cop_error *why)
{
    return fail_at(reader, setting, "%s", why->message);
}

/* Every member must be in the NULL-terminated list. */
static bool check_keys(const struct reader *reader, const config_setting_t *group,
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
static bool get_words(const struct reader *reader, const config_setting_t *group, const char *key,
                      const char *fallback, char **words)
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

static bool is_number(const config_setting_t *setting)
{
    return config_setting_is_number(setting) == CONFIG_TRUE;
}

static double number_of(const config_setting_t *setting)
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
static bool get_number(const struct reader *reader, const config_setting_t *group, const char *key,
                       double fallback, double low, double high, double *number)
{
    const config_setting_t *member = config_setting_get_member(group, key);

    if (!member && isnan(fallback))
        return fail_at(reader, group, "%s is missing", key);
    *number = fallback;
    if (!member)
        return true;
    *number = is_number(member) ? number_of(member) : NAN;
    if (!(*number >= low && *number <= high))
        return fail_at(reader, member, "%s must be a number from %.15g to %.15g", key, low, high);
    return true;
}

static bool get_whole(const struct reader *reader, const config_setting_t *group, const char *key,
                      double fallback, double low, double high, int64_t *whole)
{
    double number = 0;

    if (!get_number(reader, group, key, fallback, low, high, &number))
        return false;
    if (number != floor(number))
        return fail_at(reader, config_setting_get_member(group, key), "%s must be a whole number",
                       key);
    *whole = (int64_t)number;
    return true;
}

/* A list of groups; *list is NULL if it is missing and may be. */
static bool get_list(const struct reader *reader, const config_setting_t *group, const char *key,
                     bool may_be_missing, config_setting_t **list)
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
static bool get_budgets(const struct reader *reader, const config_setting_t *group,
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
            return fail_because(reader, list, &why);
        at[budget] = true;
    }
    return true;
}

/* -- runs -- */

static bool read_substitutes(const struct reader *reader, const config_setting_t *group,
                             struct cop_effort *effort)
{
    const config_setting_t *with = config_setting_get_member(group, "with");
    int count;

    if (!with)
        return true;
    if (!config_setting_is_group(with))
        return fail_at(reader, with, "with is written { name = \"value\"; }");
    count = config_setting_length(with);
    effort->substitutes = cop_allocate((size_t)(count + 1) * sizeof *effort->substitutes);
    for (int i = 0; i < count; i++) {
        const config_setting_t *member = config_setting_get_elem(with, (unsigned)i);
        struct cop_substitute *substitute = &effort->substitutes[effort->substitute_count++];

        substitute->name = cop_copy_string(config_setting_name(member));
        if (!get_words(reader, with, substitute->name, NULL, &substitute->value))
            return false;
    }
    return true;
}

static bool read_effort(const struct reader *reader, const config_setting_t *group,
                        enum cop_budget budget, struct cop_run *run)
{
    static const char *const match_keys[] = {"limit", "games", "with", NULL};
    static const char *const search_keys[] = {"limit", "searches", "with", NULL};
    struct cop_effort *effort = &run->efforts[budget];
    const config_setting_t *setting = config_setting_get_member(group, cop_budget_name(budget));
    bool is_match = run->kind == COP_RUN_MATCH;
    struct cop_limits limits;
    struct cop_error why;
    int64_t count;

    if (!setting)
        return true;
    effort->is_used = true;
    if (!check_keys(reader, setting, is_match ? match_keys : search_keys) ||
        !get_words(reader, setting, "limit", NULL, &effort->limit) ||
        !get_whole(reader, setting, is_match ? "games" : "searches", NAN, 1, COUNT_MAX, &count) ||
        !read_substitutes(reader, setting, effort))
        return false;
    effort->count = (int)count;
    if (!cop_run_limits(run, budget, &limits, &why))
        return fail_because(reader, config_setting_get_member(setting, "limit"), &why);
    return true;
}

static bool read_entrant(const struct reader *reader, const config_setting_t *group,
                         struct cop_run *run)
{
    static const char *const keys[] = {"label", "agent", "budgets", NULL};
    struct cop_run_entrant *entrant = &run->entrants[run->entrant_count++];

    if (!check_keys(reader, group, keys) ||
        !get_words(reader, group, "label", NULL, &entrant->label) ||
        !get_words(reader, group, "agent", NULL, &entrant->agent) ||
        !get_budgets(reader, group, entrant->at))
        return false;
    if (entrant->label[0] == '\0' || strchr(entrant->label, '\''))
        return fail_at(reader, group, "a label must not be empty or contain '");
    for (int i = 0; i < run->entrant_count - 1; i++)
        if (strcmp(run->entrants[i].label, entrant->label) == 0)
            return fail_at(reader, group, "the label \"%s\" is used twice", entrant->label);
    return true;
}

static bool read_entrants(const struct reader *reader, const config_setting_t *group,
                          struct cop_run *run)
{
    config_setting_t *list;

    if (run->kind == COP_RUN_SEARCHES) {
        run->entrants = cop_allocate(sizeof *run->entrants);
        run->entrant_count = 1;
        run->entrants[0].label = cop_copy_string("");
        for (int b = 0; b < COP_BUDGETS; b++)
            run->entrants[0].at[b] = true;
        return get_words(reader, group, "agent", NULL, &run->entrants[0].agent);
    }
    if (!get_list(reader, group, "entrants", false, &list))
        return false;
    if (config_setting_length(list) > ENTRANTS_MAX)
        return fail_at(reader, list, "a run has at most %d entrants", ENTRANTS_MAX);
    run->entrants = cop_allocate(((size_t)config_setting_length(list) + 1) * sizeof *run->entrants);
    for (int i = 0; i < config_setting_length(list); i++)
        if (!read_entrant(reader, config_setting_get_elem(list, (unsigned)i), run))
            return false;
    return true;
}

static bool open_game(const struct reader *reader, const config_setting_t *group,
                      struct cop_run *run)
{
    char *spec = NULL;
    struct cop_error why;

    if (!get_words(reader, group, "game", NULL, &spec))
        return false;
    run->game = cop_game_open(spec, &why);
    free(spec);
    return run->game || fail_because(reader, config_setting_get_member(group, "game"), &why);
}

/* Opens every agent once, so that nothing in a spec is found to be wrong after an hour. */
static bool check_agents(const struct reader *reader, const config_setting_t *group,
                         const struct cop_run *run, enum cop_budget budget)
{
    int count = 0;

    for (int i = 0; i < run->entrant_count; i++) {
        struct cop_text spec = COP_TEXT;
        struct cop_limits limits;
        struct cop_error why;
        struct cop_agent *agent = NULL;

        if (!run->entrants[i].at[budget])
            continue;
        count++;
        if (cop_run_agent(run, i, budget, &spec, &why) &&
            cop_run_limits(run, budget, &limits, &why))
            agent = cop_agent_open(run->game, spec.bytes, &limits, &why);
        cop_text_free(&spec);
        if (!agent)
            return fail_at(reader, group, "run %s, %s: %s", run->name,
                           run->entrants[i].label[0] ? run->entrants[i].label : "agent",
                           why.message);
        cop_agent_close(agent);
    }
    if (run->kind == COP_RUN_MATCH && count < 2)
        return fail_at(reader, group, "run %s has fewer than two entrants at the budget %s",
                       run->name, cop_budget_name(budget));
    return true;
}

/* A substitute that no agent uses is a slip of the pen. */
static bool check_substitutes(const struct reader *reader, const config_setting_t *group,
                              const struct cop_run *run, enum cop_budget budget)
{
    const struct cop_effort *effort = &run->efforts[budget];

    for (int i = 0; i < effort->substitute_count; i++) {
        struct cop_text sign = COP_TEXT;
        bool is_used = false;

        cop_text_add(&sign, "$%s", effort->substitutes[i].name);
        for (int e = 0; e < run->entrant_count; e++)
            is_used = is_used || strstr(run->entrants[e].agent, sign.bytes);
        cop_text_free(&sign);
        if (!is_used)
            return fail_at(reader, group, "run %s: no agent uses $%s", run->name,
                           effort->substitutes[i].name);
    }
    return true;
}

static bool check_run(const struct reader *reader, const config_setting_t *group,
                      const struct cop_run *run)
{
    void *state = cop_allocate(run->game->state_size);
    struct cop_error why;
    bool is_good = run->kind == COP_RUN_MATCH || cop_run_start(run, state, &why);

    free(state);
    if (!is_good)
        return fail_because(reader, group, &why);
    for (int b = 0; b < COP_BUDGETS; b++)
        if (run->efforts[b].is_used && (!check_agents(reader, group, run, (enum cop_budget)b) ||
                                        !check_substitutes(reader, group, run, (enum cop_budget)b)))
            return false;
    return true;
}

static bool get_kind(const struct reader *reader, const config_setting_t *group,
                     enum cop_run_kind *kind)
{
    char *word = NULL;

    if (!get_words(reader, group, "kind", "match", &word))
        return false;
    *kind = strcmp(word, "match") == 0 ? COP_RUN_MATCH : COP_RUN_SEARCHES;
    if (*kind == COP_RUN_SEARCHES && strcmp(word, "searches") != 0) {
        free(word);
        return fail_at(reader, config_setting_get_member(group, "kind"),
                       "kind must be \"match\" or \"searches\"");
    }
    free(word);
    return true;
}

static bool get_name(const struct reader *reader, const config_setting_t *group, char **name)
{
    if (!get_words(reader, group, "name", NULL, name))
        return false;
    for (const char *byte = *name; *byte; byte++)
        if (!isalnum((unsigned char)*byte) && *byte != '_')
            return fail_at(reader, group, "a run's name has letters, digits and _ only");
    return (*name)[0] != '\0' || fail_at(reader, group, "a run's name must not be empty");
}

static bool read_run(const struct reader *reader, const config_setting_t *group,
                     struct cop_run *run)
{
    static const char *const match_keys[] = {
        "name",           "kind",  "game", "entrants", "opening_plies",   "seed",
        "moves_per_game", "quick", "full", "standard", "sims_per_second", NULL};
    static const char *const search_keys[] = {
        "name", "kind",  "game", "agent",    "position",        "moves",
        "seed", "quick", "full", "standard", "sims_per_second", NULL};
    int64_t plies;
    bool is_match;

    if (!config_setting_is_group(group))
        return fail_at(reader, group, "a run is a group { ... }");
    if (!get_kind(reader, group, &run->kind))
        return false;
    is_match = run->kind == COP_RUN_MATCH;
    if (!check_keys(reader, group, is_match ? match_keys : search_keys) ||
        !get_name(reader, group, &run->name) || !open_game(reader, group, run) ||
        !read_entrants(reader, group, run) ||
        !get_words(reader, group, "position", "", &run->position) ||
        !get_words(reader, group, "moves", "", &run->moves) ||
        !get_whole(reader, group, "opening_plies", 0, 0, 1000, &plies) ||
        !get_whole(reader, group, "seed", 1, 0, 9007199254740992.0, &run->seed) ||
        !get_number(reader, group, "moves_per_game", is_match ? NAN : 1, 1, 10000,
                    &run->moves_per_game) ||
        !get_number(reader, group, "sims_per_second", NAN, 1, 1e12, &run->sims_per_second))
        return false;
    run->opening_plies = (int)plies;
    for (int b = 0; b < COP_BUDGETS; b++)
        if (!read_effort(reader, group, (enum cop_budget)b, run))
            return false;
    return check_run(reader, group, run);
}

/* -- runs of another experiment: { name = "connect4"; from = "uct-star/table-01"; } -- */

static bool open_config(const struct reader *reader, const char *text, config_t *config);

static bool read_run_of(const struct reader *reader, const config_t *config, const char *name,
                        struct cop_run *run)
{
    const config_setting_t *root = config_root_setting(config);
    config_setting_t *list;

    if (!get_list(reader, root, "runs", false, &list))
        return false;
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *group = config_setting_get_elem(list, (unsigned)i);
        const config_setting_t *member =
            config_setting_is_group(group) ? config_setting_get_member(group, "name") : NULL;
        const char *other = member ? config_setting_get_string(member) : NULL;

        if (other && strcmp(other, name) == 0)
            return read_run(reader, group, run);
    }
    return fail_at(reader, list, "there is no run \"%.60s\" here", name);
}

static bool borrow_run(const struct reader *reader, const config_setting_t *group,
                       struct cop_run *run)
{
    static const char *const keys[] = {"name", "from", NULL};
    char *id = NULL, *path = NULL, *text = NULL;
    struct reader other = *reader;
    config_t config;
    bool is_good;

    if (!check_keys(reader, group, keys) || !get_name(reader, group, &run->name) ||
        !get_words(reader, group, "from", NULL, &id))
        return false;
    if (reader->lab) {
        path = cop_path("%s/%s.cfg", reader->lab, id);
        text = cop_lab_file_read(path, reader->error);
        other.file = path;
        is_good = text && open_config(&other, text, &config);
        if (is_good) {
            char *name = cop_copy_string(run->name);

            is_good = read_run_of(&other, &config, name, run);
            run->is_borrowed = true;
            free(name);
            config_destroy(&config);
        }
    } else {
        is_good = fail_at(reader, group, "runs cannot be taken from elsewhere here");
    }
    free(text);
    free(path);
    free(id);
    return is_good;
}

static bool read_runs(const struct reader *reader, const config_setting_t *root,
                      struct cop_experiment *experiment)
{
    config_setting_t *list;
    int count;

    if (!get_list(reader, root, "runs", false, &list))
        return false;
    count = config_setting_length(list);
    if (count == 0)
        return fail_at(reader, list, "an experiment has at least one run");
    experiment->runs = cop_allocate((size_t)count * sizeof *experiment->runs);
    for (int i = 0; i < count; i++) {
        const config_setting_t *group = config_setting_get_elem(list, (unsigned)i);
        struct cop_run *run = &experiment->runs[experiment->run_count++];
        bool is_borrowed =
            config_setting_is_group(group) && config_setting_get_member(group, "from");

        if (!(is_borrowed ? borrow_run(reader, group, run) : read_run(reader, group, run)))
            return false;
        if (cop_experiment_run(experiment, run->name) != run)
            return fail_at(reader, group, "the run \"%s\" is there twice", run->name);
    }
    return true;
}

/* -- published numbers and claims -- */

static bool check_published(const struct reader *reader, const config_setting_t *setting,
                            const struct cop_experiment *experiment,
                            const struct cop_published *published)
{
    struct cop_measure measure = {
        published->name, published->entrant[0] ? 2 : 1, {published->run, published->entrant}};
    struct cop_error why = {""};

    for (int b = 0; b < COP_BUDGETS; b++)
        if (cop_experiment_check(experiment, (enum cop_budget)b, &measure, &why))
            return true;
    return fail_because(reader, setting, &why);
}

static bool add_published(const struct reader *reader, const config_setting_t *group,
                          const config_setting_t *member, int64_t games,
                          struct cop_experiment *experiment)
{
    struct cop_published *published;

    experiment->published =
        cop_reallocate(experiment->published,
                       ((size_t)experiment->published_count + 1) * sizeof *experiment->published);
    published = &experiment->published[experiment->published_count++];
    *published = (struct cop_published){.name = cop_copy_string(config_setting_name(member)),
                                        .games = (int)games};
    if (!get_words(reader, group, "run", NULL, &published->run) ||
        !get_words(reader, group, "entrant", "", &published->entrant) ||
        !get_words(reader, group, "origin", "thesis", &published->origin))
        return false;
    if (!published->entrant[0] && !get_words(reader, group, "move", "", &published->entrant))
        return false;
    if (!is_number(member))
        return fail_at(reader, member, "%s must be a number", published->name);
    published->value = number_of(member);
    return check_published(reader, member, experiment, published);
}

/* One row: the run, the entrant or the move, and every other key a measure. */
static bool read_published_row(const struct reader *reader, const config_setting_t *group,
                               struct cop_experiment *experiment)
{
    static const char *const words[] = {"run", "entrant", "move", "origin", "games", NULL};
    int64_t games = 0;

    if (!config_setting_is_group(group))
        return fail_at(reader, group, "a published row is a group { ... }");
    if (!get_whole(reader, group, "games", 0, 0, COUNT_MAX, &games))
        return false;
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        bool is_word = false;

        for (int k = 0; words[k]; k++)
            is_word = is_word || strcmp(words[k], config_setting_name(member)) == 0;
        if (!is_word && !add_published(reader, group, member, games, experiment))
            return false;
    }
    return true;
}

static bool read_published(const struct reader *reader, const config_setting_t *root,
                           struct cop_experiment *experiment)
{
    config_setting_t *list;

    if (!get_list(reader, root, "published", true, &list))
        return false;
    for (int i = 0; list && i < config_setting_length(list); i++)
        if (!read_published_row(reader, config_setting_get_elem(list, (unsigned)i), experiment))
            return false;
    return true;
}

static bool read_claim(const struct reader *reader, const config_setting_t *group,
                       struct cop_experiment *experiment)
{
    static const char *const keys[] = {"title", "claim", "note", "budgets", NULL};
    int index = experiment->claim_count++;
    struct cop_experiment_claim *claim = &experiment->claims[index];

    if (!check_keys(reader, group, keys) ||
        !get_words(reader, group, "title", NULL, &claim->title) ||
        !get_words(reader, group, "claim", NULL, &claim->words) ||
        !get_words(reader, group, "note", "", &claim->note) ||
        !get_budgets(reader, group, claim->at))
        return false;
    for (int b = 0; b < COP_BUDGETS; b++) {
        struct cop_error why;
        struct cop_claim *parsed;

        if (!claim->at[b])
            continue;
        parsed = cop_experiment_claim(experiment, index, (enum cop_budget)b, &why);
        if (!parsed)
            return fail_because(reader, config_setting_get_member(group, "claim"), &why);
        cop_claim_free(parsed);
    }
    return true;
}

static bool read_claims(const struct reader *reader, const config_setting_t *root,
                        struct cop_experiment *experiment)
{
    config_setting_t *list;

    if (!get_list(reader, root, "claims", false, &list))
        return false;
    experiment->claims =
        cop_allocate(((size_t)config_setting_length(list) + 1) * sizeof *experiment->claims);
    for (int i = 0; i < config_setting_length(list); i++)
        if (!read_claim(reader, config_setting_get_elem(list, (unsigned)i), experiment))
            return false;
    return true;
}

/* -- the file -- */

static bool read_root(const struct reader *reader, const config_setting_t *root,
                      struct cop_experiment *experiment)
{
    static const char *const keys[] = {"id",          "title", "source",    "specification",
                                       "description", "runs",  "published", "claims",
                                       NULL};

    return check_keys(reader, root, keys) && get_words(reader, root, "id", NULL, &experiment->id) &&
           get_words(reader, root, "title", NULL, &experiment->title) &&
           get_words(reader, root, "source", NULL, &experiment->source) &&
           get_words(reader, root, "specification", NULL, &experiment->specification) &&
           get_words(reader, root, "description", NULL, &experiment->description) &&
           read_runs(reader, root, experiment) && read_published(reader, root, experiment) &&
           read_claims(reader, root, experiment);
}

/* An experiment is one file: what libconfig would include is refused. */
static bool open_config(const struct reader *reader, const char *text, config_t *config)
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

struct cop_experiment *cop_experiment_read(const char *text, const char *file, const char *lab,
                                           struct cop_error *error)
{
    struct reader reader = {file, lab, error};
    struct cop_experiment *experiment;
    config_t config;

    if (!open_config(&reader, text, &config))
        return NULL;
    experiment = cop_allocate(sizeof *experiment);
    if (!read_root(&reader, config_root_setting(&config), experiment)) {
        cop_experiment_free(experiment);
        experiment = NULL;
    }
    config_destroy(&config);
    return experiment;
}

struct cop_experiment *cop_experiment_load(const char *lab, const char *id, struct cop_error *error)
{
    char *path = cop_path("%s/%s.cfg", lab, id);
    char *text = cop_lab_file_read(path, error);
    struct cop_experiment *experiment = NULL;

    if (text)
        experiment = cop_experiment_read(text, path, lab, error);
    else
        cop_fail_in(error, "experiment \"%.60s\" (`coppice lab list` shows all)", id);
    if (experiment && strcmp(experiment->id, id) != 0) {
        cop_fail(error, "%s: its id is \"%.60s\", but by its place it should be \"%s\"", path,
                 experiment->id, id);
        cop_experiment_free(experiment);
        experiment = NULL;
    }
    free(text);
    free(path);
    return experiment;
}

int cop_experiment_list(const char *lab, char ***ids, struct cop_error *error)
{
    int count = cop_lab_file_list(lab, ".cfg", ids);

    if (count == 0)
        cop_fail(error,
                 "there are no experiments in the folder \"%s\" (files */*.cfg); name "
                 "another one with --lab or COPPICE_LAB",
                 lab);
    return count;
}
