#include "lab/run/verdicts.h"

#include <stdlib.h>

#include "base/allocate.h"

static void add_sentence(struct cop_text *text, const char *words)
{
    cop_text_add(text, text->length > 0 ? " %s" : "%s", words);
}

/* What the claim was before somebody had seen results, and whether that would have held. */
static bool add_before(const struct cop_experiment *experiment, int index, enum cop_budget budget,
                       const struct cop_evidence *evidence, struct cop_text *note,
                       struct cop_error *error)
{
    const char *words = experiment->claims[index].before;
    struct cop_text findings = COP_TEXT;
    struct cop_claim *claim;

    if (!words[0])
        return true;
    claim = cop_experiment_claim_before(experiment, index, budget, error);
    if (!claim)
        return false;
    add_sentence(note, "Before it was loosened the claim was: ");
    cop_text_add(note, "%s; by that it is %s.", words,
                 cop_truth_name(cop_claim_judge(claim, evidence, &findings)));
    cop_text_free(&findings);
    cop_claim_free(claim);
    return true;
}

static bool judge_claim(const struct cop_experiment *experiment, int index, enum cop_budget budget,
                        const struct cop_evidence *evidence, struct cop_claim_result *result,
                        struct cop_error *error)
{
    const struct cop_experiment_claim *claim = &experiment->claims[index];
    struct cop_claim *parsed = cop_experiment_claim(experiment, index, budget, error);
    struct cop_text findings = COP_TEXT, note = COP_TEXT;
    bool is_good;

    if (!parsed)
        return false;
    result->truth = cop_claim_judge(parsed, evidence, &findings);
    result->is_by_construction = claim->construction[0] != '\0';
    add_sentence(&note, claim->note);
    add_sentence(&note, claim->construction);
    is_good = add_before(experiment, index, budget, evidence, &note, error);
    result->title = cop_copy_string(claim->title);
    result->words = cop_copy_string(claim->words);
    result->note = cop_copy_string(note.bytes);
    result->findings = cop_copy_string(findings.bytes);
    cop_text_free(&findings);
    cop_text_free(&note);
    cop_claim_free(parsed);
    return is_good;
}

bool cop_lab_judge(const struct cop_experiment *experiment, enum cop_budget budget,
                   const struct cop_evidence *evidence, struct cop_results *results,
                   struct cop_error *error)
{
    results->claims = cop_allocate(((size_t)experiment->claim_count + 1) * sizeof *results->claims);
    for (int i = 0; i < experiment->claim_count; i++) {
        if (!experiment->claims[i].at[budget])
            continue;
        if (!judge_claim(experiment, i, budget, evidence, &results->claims[results->claim_count++],
                         error))
            return false;
    }
    return true;
}
