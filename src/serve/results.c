/* results.c - the lab's stored results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/json.h"
#include "lab/experiment/thesis.h"
#include "lab/report/agreement.h"
#include "lab/report/report.h"
#include "lab/report/table.h"
#include "lab/run/files.h"
#include "serve/handlers.h"

static const char *const budgets[] = {"quick", "standard", "full"};

enum { BUDGETS = sizeof budgets / sizeof budgets[0] };

/* Published numbers beside ours: win rates, and others. */
static void add_agreement(const struct cop_results *results, struct cop_json *json)
{
    struct cop_agreement_counts counts = {0};

    cop_count_agreement(results, &counts);
    cop_json_object(json, "agreement");
    cop_json_add_integer(json, "compatible", counts.scores[COP_COMPATIBLE]);
    cop_json_add_integer(json, "different", counts.scores[COP_DIFFERENT]);
    cop_json_add_integer(json, "others_compatible", counts.others[COP_COMPATIBLE]);
    cop_json_add_integer(json, "others_different", counts.others[COP_DIFFERENT]);
    cop_json_end(json);
}

static void add_experiment(const struct cop_results *results, struct cop_json *json)
{
    int counts[3];

    cop_count_claims(results, counts);
    cop_json_line(json, 2);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "id", results->id);
    cop_json_add_string(json, "title", results->title);
    cop_json_add_string(json, "source", results->source);
    cop_json_add_bytes(json, "folder", results->id, strcspn(results->id, "/"));
    cop_json_add_string(json, "budget", results->budget);
    cop_json_object(json, "claims");
    cop_json_add_integer(json, "reproduced", counts[COP_TRUE]);
    cop_json_add_integer(json, "undecided", counts[COP_UNDECIDED]);
    cop_json_add_integer(json, "not_reproduced", counts[COP_FALSE]);
    cop_json_end(json);
    add_agreement(results, json);
    cop_json_end(json);
}

/* The experiments of one budget; returns how many. A file that cannot be read is left out. */
static int add_budget(const char *folder, const char *budget, struct cop_json *json)
{
    char **ids;
    int count = cop_results_list(folder, budget, &ids), written = 0;

    for (int i = 0; i < count; i++) {
        struct cop_results results;

        if (cop_results_load(&results, folder, budget, ids[i], NULL)) {
            add_experiment(&results, json);
            cop_results_free(&results);
            written++;
        }
        free(ids[i]);
    }
    free(ids);
    return written;
}

/* The experiments, of which the object tells first at which budgets there are any. */
static int add_experiments(const char *folder, struct cop_json *json)
{
    struct cop_text list = COP_TEXT;
    struct cop_json experiments = {.text = &list};
    int total = 0;

    cop_json_array(&experiments, NULL);
    cop_json_array(json, "budgets");
    for (int i = 0; i < BUDGETS; i++) {
        int count = add_budget(folder, budgets[i], &experiments);

        if (count > 0)
            cop_json_add_string(json, NULL, budgets[i]);
        total += count;
    }
    cop_json_end(json);
    cop_json_end(&experiments);
    cop_json_add_written(json, "experiments", list.bytes);
    cop_text_free(&list);
    return total;
}

/* One folder of experiments and where they were published. A thesis without a file of its own is
 * known by its folder alone. */
static void add_thesis(const char *lab, const char *folder, struct cop_json *json)
{
    struct cop_thesis thesis;

    cop_json_line(json, 2);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "folder", folder);
    if (cop_thesis_load(lab, folder, &thesis, NULL)) {
        cop_json_add_string(json, "author", thesis.author);
        cop_json_add_string(json, "title", thesis.title);
        cop_json_add_integer(json, "year", thesis.year);
        cop_json_add_string(json, "published", thesis.published);
        cop_json_add_string(json, "part", thesis.part);
        cop_thesis_free(&thesis);
    }
    cop_json_end(json);
}

static void add_theses(const char *lab, struct cop_json *json)
{
    char **names = NULL;
    int count = lab != NULL ? cop_lab_file_list(lab, ".conf", &names) : 0;

    cop_json_array(json, "theses");
    for (int i = 0; i < count; i++) {
        names[i][strcspn(names[i], "/")] = '\0';
        add_thesis(lab, names[i], json);
        free(names[i]);
    }
    free(names);
    cop_json_end(json);
}

void cop_get_lab(struct cop_call *call)
{
    struct cop_json json = {.text = cop_answer(call, 200)};

    cop_json_object(&json, NULL);
    add_theses(call->house->options.lab, &json);
    if (add_experiments(call->house->options.results, &json) == 0)
        cop_json_add_string(&json, "help",
                            "There are no results yet. They are made with: coppice lab run "
                            "uct-star --budget quick, and shown here when coppice serve is started "
                            "in the same folder, or with --lab or --results.");
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
}

/* "folder/name" of letters, digits, points and dashes: no way out of the results' folder. */
static bool is_experiment(const char *id)
{
    const char *slash = strchr(id, '/');

    return slash != NULL && slash > id && slash[1] != '\0' && strchr(slash + 1, '/') == NULL &&
           strstr(id, "..") == NULL &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789.-_/") == strlen(id);
}

static const char *budget_of(struct cop_call *call)
{
    char *asked = cop_query(call, "budget");
    const char *budget = asked == NULL ? "standard" : NULL;

    for (int i = 0; i < BUDGETS && budget == NULL; i++)
        if (strcmp(budgets[i], asked) == 0)
            budget = budgets[i];
    if (budget == NULL)
        cop_refuse(call, 400, "a budget is quick, standard or full");
    free(asked);
    return budget;
}

/* What is sent as JSON is JSON, whatever lies in the folder. */
static void send_results(struct cop_call *call, const char *budget, const char *id)
{
    char *path = cop_path("%s/%s/%s.json", call->house->options.results, budget, id);
    struct cop_error error;
    char *bytes = cop_lab_file_read(path, &error);
    json_t *value = bytes != NULL ? json_loads(bytes, 0, NULL) : NULL;

    if (value != NULL)
        cop_text_add(cop_answer(call, 200), "%s", bytes);
    else
        cop_refuse(call, 404, "there is no result of %.80s at %s", id, budget);
    json_decref(value);
    free(bytes);
    free(path);
}

/* A report has its styles inside, and nothing else to load or run. */
static const char report_policy[] =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'";

static void send_report(struct cop_call *call, const char *budget, const char *id)
{
    struct cop_results results;
    struct cop_error error;

    if (!cop_results_load(&results, call->house->options.results, budget, id, &error)) {
        cop_refuse(call, 404, "there is no result of %.80s at %s", id, budget);
        return;
    }
    cop_report_html(&results, 1, cop_answer(call, 200));
    call->reply->type = "text/html; charset=utf-8";
    call->reply->policy = report_policy;
    cop_results_free(&results);
}

static const char plot_name[] = "/agreement.svg";

/* All results of a thesis that can be read, for its plot. */
static int load_thesis(struct cop_call *call, const char *budget, const char *thesis,
                       struct cop_results **list)
{
    const char *folder = call->house->options.results;
    size_t length = strlen(thesis);
    char **ids;
    int count = cop_results_list(folder, budget, &ids), loaded = 0;

    *list = cop_allocate((size_t)(count + 1) * sizeof **list);
    for (int i = 0; i < count; i++) {
        if (strncmp(ids[i], thesis, length) == 0 && ids[i][length] == '/' &&
            cop_results_load(&(*list)[loaded], folder, budget, ids[i], NULL))
            loaded++;
        free(ids[i]);
    }
    free(ids);
    return loaded;
}

/* Published win rates against ours. */
static void send_plot(struct cop_call *call, const char *budget, const char *thesis)
{
    struct cop_text plot = COP_TEXT;
    struct cop_results *list;
    int count = load_thesis(call, budget, thesis, &list);

    cop_agreement_plot(list, count, true, &plot);
    if (plot.length > 0) {
        cop_text_add(cop_answer(call, 200), "%s", plot.bytes);
        call->reply->type = "image/svg+xml";
        call->reply->policy = report_policy;
    } else {
        cop_refuse(call, 404, "there are no published win rates of %.80s at %s", thesis, budget);
    }
    for (int i = 0; i < count; i++)
        cop_results_free(&list[i]);
    free(list);
    cop_text_free(&plot);
}

void cop_get_lab_part(struct cop_call *call)
{
    const char *budget = budget_of(call);
    size_t length = strlen(call->part);
    char *plot = strstr(call->part, plot_name);
    bool wants_page = length > 5 && strcmp(call->part + length - 5, "/page") == 0 &&
                      strchr(call->part, '/') != call->part + length - 5;

    if (budget == NULL)
        return;
    if (wants_page)
        call->part[length - 5] = '\0';
    if (plot != NULL && strcmp(plot, plot_name) == 0 && is_experiment(call->part)) {
        *plot = '\0';
        send_plot(call, budget, call->part);
        return;
    }
    if (!is_experiment(call->part))
        cop_refuse(call, 404, "there is no experiment %.80s", call->part);
    else if (wants_page)
        send_report(call, budget, call->part);
    else
        send_results(call, budget, call->part);
}
