/* lab_check.c - `coppice lab judge` and `coppice lab verify`: stored results, looked at again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "front/commit.h"
#include "front/lab_session.h"
#include "lab/run/games.h"
#include "lab/run/run.h"
#include "lab/run/verify.h"

/* An action on one experiment and what is stored of it; it prints, and returns a status. */
typedef int action(struct session *session, const struct cop_experiment *experiment,
                   struct cop_results *results);

int cop_lab_complain_empty(const struct session *session)
{
    const char *budget = cop_budget_name(session->budget);
    struct cop_error error;

    cop_fail(&error,
             "there are no results of the budget %s in %s; run `coppice lab run all --budget "
             "%s` first, or name another folder with --results",
             budget, session->results, budget);
    return cop_complain(COP_FAILED, &error);
}

/* "uct-star/table-10", its folder "uct-star", or "all". */
static bool chooses(const char *word, const char *id)
{
    size_t length = strlen(word);

    return strcmp(word, id) == 0 || strcmp(word, "all") == 0 ||
           (strncmp(id, word, length) == 0 && id[length] == '/');
}

/* Without a word all are. */
static bool is_chosen(const struct session *session, const char *id)
{
    const struct cop_arguments *arguments = session->arguments;

    for (int i = 1; i < arguments->word_count; i++)
        if (chooses(arguments->words[i], id))
            return true;
    return arguments->word_count == 1;
}

/* The first word that chooses nothing, which would look like a result that is in order; or NULL. */
static const char *idle_word(const struct session *session, char **ids, int count)
{
    const struct cop_arguments *arguments = session->arguments;

    for (int i = 1; i < arguments->word_count; i++) {
        int at = 0;

        while (at < count && !chooses(arguments->words[i], ids[at]))
            at++;
        if (at == count)
            return arguments->words[i];
    }
    return NULL;
}

static int complain_idle(const struct session *session, const char *word)
{
    struct cop_error error;

    cop_fail(&error,
             "there are no results of \"%.100s\" at the budget %s in %s; `coppice lab list` names "
             "the experiments",
             word, cop_budget_name(session->budget), session->results);
    return cop_complain(COP_FAILED, &error);
}

static int act_on(struct session *session, const char *id, action *act)
{
    struct cop_error error;
    struct cop_experiment *experiment = cop_experiment_load(session->lab, id, &error);
    struct cop_results results;
    int status;

    if (!experiment)
        return cop_complain(COP_FAILED, &error);
    if (cop_results_load(&results, session->results, cop_budget_name(session->budget), id,
                         &error) &&
        cop_results_load_games(&results, session->results, cop_budget_name(session->budget), id,
                               &error))
        status = act(session, experiment, &results);
    else
        status = cop_complain(COP_FAILED, &error);
    cop_results_free(&results);
    cop_experiment_free(experiment);
    return status;
}

/* All that are chosen, also after one that failed; `head` is printed before the first. */
static int act_on_chosen(struct session *session, action *act, const char *head)
{
    char **ids;
    int count = cop_results_list(session->results, cop_budget_name(session->budget), &ids);
    const char *idle = count > 0 ? idle_word(session, ids, count) : NULL;
    int chosen = 0, status = idle != NULL ? complain_idle(session, idle) : COP_DONE;

    for (int i = 0; i < count; i++) {
        if (idle == NULL && is_chosen(session, ids[i]) &&
            !atomic_load(session->arguments->interrupted)) {
            int here;

            if (chosen++ == 0)
                fputs(head, stdout);
            here = act_on(session, ids[i], act);
            status = here != COP_DONE ? here : status;
        }
        free(ids[i]);
    }
    free(ids);
    return chosen > 0 || idle != NULL ? status : cop_lab_complain_empty(session);
}

/* -- judge -- */

static void say_changes(const struct cop_results *old, const struct cop_results *new,
                        struct cop_text *text)
{
    int same = 0;

    for (int i = 0; i < new->claim_count; i++) {
        const struct cop_claim_result *claim = &new->claims[i];
        const char *before = NULL;

        for (int j = 0; j < old->claim_count; j++)
            if (strcmp(old->claims[j].title, claim->title) == 0)
                before = cop_claim_verdict(&old->claims[j]);
        if (before && strcmp(before, cop_claim_verdict(claim)) == 0)
            same++;
        else
            cop_text_add(text, "%s: \"%s\" was %s, is %s\n", new->id, claim->title,
                         before ? before : "not judged", cop_claim_verdict(claim));
    }
    cop_text_add(text, "%s: %d verdicts as they were, %d new\n", new->id, same,
                 new->claim_count - same);
}

static int judge(struct session *session, const struct cop_experiment *experiment,
                 struct cop_results *results)
{
    struct cop_text text = COP_TEXT;
    struct cop_results old = {.claims = results->claims, .claim_count = results->claim_count};
    struct cop_error error;
    int status = COP_DONE;

    results->claims = NULL;
    results->claim_count = 0;
    cop_lab_describe(experiment, results);
    if (cop_lab_summarize(experiment, session->budget, results, &error) &&
        cop_results_save(results, session->results, &error)) {
        say_changes(&old, results, &text);
        cop_print(&text);
    } else {
        status = cop_complain(COP_FAILED, &error);
    }
    cop_results_free(&old);
    return status;
}

int cop_lab_judge_command(struct session *session)
{
    return act_on_chosen(session, judge, "");
}

/* -- verify -- */

static void say(void *context, const char *sentence)
{
    (void)context;
    printf("%s\n", sentence);
    fflush(stdout);
}

/* The commits, each once: a maker is also another day or another command. */
static void say_made(const struct cop_results *results, struct cop_text *text)
{
    for (int i = 0; i < results->maker_count; i++) {
        const char *commit = results->makers[i].commit;

        if (i == 0 || strcmp(commit, results->makers[i - 1].commit) != 0)
            cop_text_add(text, "%s%.40s", i == 0 ? "; made by " : ", ",
                         commit[0] ? commit : "a program that did not say");
    }
}

static int verify(struct session *session, const struct cop_experiment *experiment,
                  struct cop_results *results)
{
    const struct cop_settings *options = session->arguments->options;
    struct cop_verify_order order = {.budget = session->budget,
                                     .sample = (int)cop_integer(options, "sample"),
                                     .longest = cop_real(options, "longest"),
                                     .seed = (uint64_t)cop_integer(options, "seed"),
                                     .threads = session->cores,
                                     .stop = session->arguments->interrupted,
                                     .say = say};
    struct cop_text text = COP_TEXT;
    struct cop_verified verified;
    struct cop_error error;

    if (!cop_lab_verify(experiment, results, &order, &verified, &error))
        return cop_complain(COP_FAILED, &error);
    cop_text_add(&text, "%s: %s, %d of %d observations made again", results->id,
                 verified.differences == 0 ? "as stored" : "DIFFERENT", verified.compared,
                 verified.observations);
    if (verified.games > 0)
        cop_text_add(&text, ", %d games played through", verified.games);
    if (verified.passed_over > 0)
        cop_text_add(&text, " (%d took longer than %g s)", verified.passed_over, order.longest);
    say_made(results, &text);
    cop_text_add(&text, "\n");
    cop_print(&text);
    fflush(stdout);
    return verified.differences == 0 ? COP_DONE : COP_FAILED;
}

int cop_lab_verify_command(struct session *session)
{
    struct cop_text head = COP_TEXT;
    int status;

    cop_text_add(&head, "this program is of the commit %s\n", cop_program_commit());
    status = act_on_chosen(session, verify, head.bytes);
    cop_text_free(&head);
    return status;
}
