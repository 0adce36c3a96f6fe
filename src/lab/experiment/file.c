/* experiment_file.c - reads experiments written in libconfig's language; their runs are read by
 * experiment_runs.c. */
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/reader.h"
#include "lab/experiment/runs.h"
#include "lab/run/files.h"

enum { COUNT_MAX = 1000000 };

/* -- published numbers and claims -- */

static bool check_published(const struct cop_reader *reader, const config_setting_t *setting,
                            const struct cop_experiment *experiment,
                            const struct cop_published *published)
{
    struct cop_measure measure = cop_published_measure(published);
    struct cop_error why = {""};

    for (int b = 0; b < COP_BUDGETS; b++)
        if (cop_experiment_check(experiment, (enum cop_budget)b, &measure, &why))
            return true;
    return cop_reader_because(reader, setting, &why);
}

/* An ending, a ply, a question or a number of pieces is the last word of a measure: after the
 * entrant where there is one. */
static bool read_last_word(const struct cop_reader *reader, const config_setting_t *group,
                           const char *key, struct cop_published *published)
{
    char **place = published->entrant[0] ? &published->third : &published->entrant;

    if (!config_setting_get_member(group, key))
        return true;
    free(*place);
    *place = NULL;
    return cop_reader_words(reader, group, key, NULL, place);
}

static bool add_published(const struct cop_reader *reader, const config_setting_t *group,
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
    if (!cop_reader_words(reader, group, "run", NULL, &published->run) ||
        !cop_reader_words(reader, group, "entrant", "", &published->entrant) ||
        !cop_reader_words(reader, group, "origin", "thesis", &published->origin))
        return false;
    if (!published->entrant[0] && !cop_reader_words(reader, group, "move", "", &published->entrant))
        return false;
    if (!cop_reader_words(reader, group, "position", "", &published->third) ||
        (!published->third[0] &&
         !cop_reader_words(reader, group, "against", "", &published->third)) ||
        !read_last_word(reader, group, "ending", published) ||
        !read_last_word(reader, group, "ply", published) ||
        !read_last_word(reader, group, "question", published) ||
        !read_last_word(reader, group, "pieces", published))
        return false;
    if (!cop_reader_is_number(member))
        return fail_at(reader, member, "%s must be a number", published->name);
    published->value = cop_reader_number_of(member);
    return check_published(reader, member, experiment, published);
}

/* One row: the run, the entrant or the move, and every other key a measure. */
static bool read_published_row(const struct cop_reader *reader, const config_setting_t *group,
                               struct cop_experiment *experiment)
{
    static const char *const words[] = {"run",     "entrant", "move",  "position",
                                        "against", "ending",  "ply",   "question",
                                        "pieces",  "origin",  "games", NULL};
    int64_t games = 0;

    if (!config_setting_is_group(group))
        return fail_at(reader, group, "a published row is a group { ... }");
    if (!cop_reader_whole(reader, group, "games", 0, 0, COUNT_MAX, &games))
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

static bool read_published(const struct cop_reader *reader, const config_setting_t *root,
                           struct cop_experiment *experiment)
{
    config_setting_t *list;

    if (!cop_reader_list(reader, root, "published", true, &list))
        return false;
    for (int i = 0; list && i < config_setting_length(list); i++)
        if (!read_published_row(reader, config_setting_get_elem(list, (unsigned)i), experiment))
            return false;
    return true;
}

/* Both forms of a claim can be read at every budget it is for. */
static bool check_claim(const struct cop_reader *reader, const config_setting_t *group,
                        const struct cop_experiment *experiment, int index)
{
    const struct cop_experiment_claim *claim = &experiment->claims[index];

    for (int b = 0; b < COP_BUDGETS; b++) {
        struct cop_error why;
        struct cop_claim *parsed, *before;

        if (!claim->at[b])
            continue;
        parsed = cop_experiment_claim(experiment, index, (enum cop_budget)b, &why);
        if (!parsed)
            return cop_reader_because(reader, config_setting_get_member(group, "claim"), &why);
        cop_claim_free(parsed);
        before = cop_experiment_claim_before(experiment, index, (enum cop_budget)b, &why);
        if (!before && claim->before[0])
            return cop_reader_because(reader, config_setting_get_member(group, "before"), &why);
        cop_claim_free(before);
    }
    return true;
}

static bool read_claim(const struct cop_reader *reader, const config_setting_t *group,
                       struct cop_experiment *experiment)
{
    static const char *const keys[] = {"title",           "claim", "note",    "before",
                                       "by_construction", "needs", "budgets", NULL};
    int index = experiment->claim_count++;
    struct cop_experiment_claim *claim = &experiment->claims[index];
    int64_t needs = 0;

    if (!cop_reader_keys(reader, group, keys) ||
        !cop_reader_words(reader, group, "title", NULL, &claim->title) ||
        !cop_reader_words(reader, group, "claim", NULL, &claim->words) ||
        !cop_reader_words(reader, group, "note", "", &claim->note) ||
        !cop_reader_words(reader, group, "before", "", &claim->before) ||
        !cop_reader_words(reader, group, "by_construction", "", &claim->construction) ||
        !cop_reader_whole(reader, group, "needs", 0, 0, COUNT_MAX, &needs) ||
        !cop_reader_budgets(reader, group, claim->at))
        return false;
    claim->needs = (int)needs;
    return check_claim(reader, group, experiment, index);
}

static bool read_claims(const struct cop_reader *reader, const config_setting_t *root,
                        struct cop_experiment *experiment)
{
    config_setting_t *list;

    if (!cop_reader_list(reader, root, "claims", false, &list))
        return false;
    experiment->claims =
        cop_allocate(((size_t)config_setting_length(list) + 1) * sizeof *experiment->claims);
    for (int i = 0; i < config_setting_length(list); i++)
        if (!read_claim(reader, config_setting_get_elem(list, (unsigned)i), experiment))
            return false;
    return true;
}

/* -- the file -- */

static bool read_root(const struct cop_reader *reader, const config_setting_t *root,
                      struct cop_experiment *experiment)
{
    static const char *const keys[] = {"id",          "title", "source",    "specification",
                                       "description", "runs",  "published", "claims",
                                       NULL};

    return cop_reader_keys(reader, root, keys) &&
           cop_reader_words(reader, root, "id", NULL, &experiment->id) &&
           cop_reader_words(reader, root, "title", NULL, &experiment->title) &&
           cop_reader_words(reader, root, "source", NULL, &experiment->source) &&
           cop_reader_words(reader, root, "specification", NULL, &experiment->specification) &&
           cop_reader_words(reader, root, "description", NULL, &experiment->description) &&
           cop_experiment_read_runs(reader, root, experiment) &&
           read_published(reader, root, experiment) && read_claims(reader, root, experiment);
}

struct cop_experiment *cop_experiment_read(const char *text, const char *file, const char *lab,
                                           struct cop_error *error)
{
    struct cop_reader reader = {file, lab, error};
    struct cop_experiment *experiment;
    config_t config;

    if (!cop_reader_open(&reader, text, &config))
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
