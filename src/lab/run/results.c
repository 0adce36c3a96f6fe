#include "lab/run/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/courses.h"
#include "lab/run/files.h"
#include "lab/run/solves.h"
#include "lab/run/starts.h"

static const char *const truth_names[] = {"not reproduced", "undecided", "reproduced"};
static const char by_construction[] = "by construction";
static const char *const kind_names[COP_LAB_RUN_KINDS] = {"match", "searches", "positions",
                                                          "counts", "solve"};

const char *cop_truth_name(enum cop_truth truth)
{
    return truth_names[truth];
}

const char *cop_claim_verdict(const struct cop_claim_result *claim)
{
    return claim->is_by_construction ? by_construction : truth_names[claim->truth];
}

bool cop_claim_verdict_find(const char *name, struct cop_claim_result *claim)
{
    claim->is_by_construction = strcmp(name, by_construction) == 0;
    if (claim->is_by_construction)
        claim->truth = COP_TRUE;
    for (int truth = 0; truth < 3; truth++) {
        if (strcmp(name, truth_names[truth]) != 0)
            continue;
        claim->truth = (enum cop_truth)truth;
        return true;
    }
    return claim->is_by_construction;
}

const char *cop_lab_run_kind_name(enum cop_lab_run_kind kind, bool is_course)
{
    return is_course ? "course" : kind_names[kind];
}

bool cop_results_are_whole(const struct cop_results *results)
{
    for (int i = 0; i < results->run_count; i++) {
        const struct cop_lab_run_result *run = &results->runs[i];

        if ((run->kind == COP_LAB_RUN_POSITIONS && !run->found) ||
            (run->kind == COP_LAB_RUN_COUNTS && !run->counted) ||
            (run->kind == COP_LAB_RUN_SOLVES && !run->solved))
            return false;
        for (int f = 0; f < run->fixture_count; f++)
            if (!run->fixtures[f].rows || (run->is_course && !run->fixtures[f].courses))
                return false;
    }
    return true;
}

/* -- memory -- */

void cop_lab_run_free_measured(struct cop_lab_run_result *run)
{
    for (int i = 0; i < run->measured_count; i++) {
        free(run->measured[i].name);
        free(run->measured[i].of);
    }
    free(run->measured);
    run->measured = NULL;
    run->measured_count = 0;
}

void cop_fixture_free_games(struct cop_fixture_result *fixture)
{
    for (int64_t i = 0; i < fixture->sample.count && fixture->games; i++)
        free(fixture->games[i]);
    free(fixture->games);
    fixture->games = NULL;
}

static void free_fixtures(struct cop_lab_run_result *run)
{
    for (int i = 0; i < run->fixture_count; i++) {
        cop_fixture_free_games(&run->fixtures[i]);
        cop_sample_close(&run->fixtures[i].sample);
        free(run->fixtures[i].rows);
        free(run->fixtures[i].endings);
        for (int g = 0; g < run->fixtures[i].course_count; g++)
            cop_played_free(&run->fixtures[i].courses[g]);
        free(run->fixtures[i].courses);
    }
    free(run->fixtures);
    for (int i = 0; i < run->ending_count; i++)
        free(run->endings[i]);
    free(run->endings);
}

static void free_run(struct cop_lab_run_result *run)
{
    for (int i = 0; i < run->entrant_count; i++) {
        free(run->entrants[i].label);
        free(run->entrants[i].agent);
        free(run->entrants[i].limit);
    }
    free_fixtures(run);
    for (int i = 0; i < run->entrant_count && run->solved; i++)
        cop_solved_free(&run->solved[i]);
    free(run->solved);
    for (int i = 0; i < run->move_count; i++)
        free(run->move_names[i]);
    cop_lab_run_free_measured(run);
    free(run->entrants);
    free(run->move_names);
    free(run->name);
    free(run->game);
    free(run->limit);
    free(run->full_limit);
    free(run->position);
    free(run->moves);
    cop_lab_starts_free(&run->starts);
    for (int i = 0; i < run->position_count && run->position_names; i++)
        free(run->position_names[i]);
    free(run->position_names);
    free(run->found);
    free(run->position_file);
    free(run->baseline);
    free(run->anchor);
    free(run->counted);
}

void cop_results_free_values(struct cop_results *results)
{
    for (int i = 0; i < results->value_count; i++) {
        free(results->values[i].run);
        free(results->values[i].name);
        free(results->values[i].of);
        free(results->values[i].origin);
    }
    free(results->values);
    results->values = NULL;
    results->value_count = 0;
}

void cop_results_free_claims(struct cop_results *results)
{
    for (int i = 0; i < results->claim_count; i++) {
        free(results->claims[i].title);
        free(results->claims[i].words);
        free(results->claims[i].note);
        free(results->claims[i].findings);
    }
    free(results->claims);
    results->claims = NULL;
    results->claim_count = 0;
}

static void free_makers(struct cop_results *results)
{
    for (int i = 0; i < results->maker_count; i++) {
        struct cop_maker *maker = &results->makers[i];

        free(maker->commit);
        free(maker->version);
        free(maker->compiler);
        free(maker->flags);
        free(maker->machine);
        free(maker->command);
        free(maker->date);
    }
    free(results->makers);
}

void cop_results_free(struct cop_results *results)
{
    for (int i = 0; i < results->run_count; i++)
        free_run(&results->runs[i]);
    free(results->runs);
    cop_results_free_values(results);
    cop_results_free_claims(results);
    free_makers(results);
    free(results->id);
    free(results->title);
    free(results->source);
    free(results->specification);
    free(results->description);
    free(results->budget);
    free(results->command);
    free(results->version);
    free(results->machine);
    free(results->date);
    *results = (struct cop_results){0};
}

const struct cop_interval *cop_lab_run_measured(const struct cop_lab_run_result *run,
                                                const char *name, const char *of)
{
    for (int i = 0; i < run->measured_count; i++)
        if (strcmp(run->measured[i].name, name) == 0 && strcmp(run->measured[i].of, of) == 0)
            return &run->measured[i].interval;
    return NULL;
}

bool cop_results_exist(const char *directory, const char *budget, const char *id)
{
    char *path = cop_path("%s/%s/%s.json", directory, budget, id);
    bool exists = cop_lab_file_exists(path);

    free(path);
    return exists;
}

int cop_results_list(const char *directory, const char *budget, char ***ids)
{
    char *folder = cop_path("%s/%s", directory, budget);
    int count = cop_lab_file_list(folder, ".json", ids);

    free(folder);
    return count;
}
