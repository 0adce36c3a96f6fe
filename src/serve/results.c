/* results.c - the lab's stored results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/json.h"
#include "lab/experiment/thesis.h"
#include "lab/report/glance.h"
#include "lab/report/report.h"
#include "lab/run/files.h"
#include "serve/handlers.h"

static const char *const budgets[] = {"quick", "standard", "full"};

enum { BUDGETS = sizeof budgets / sizeof budgets[0] };

/* Published numbers beside ours: win rates, and others. */
static void add_agreement(const struct cop_agreement_counts *counts, struct cop_json *json)
{
    cop_json_object(json, "agreement");
    cop_json_add_integer(json, "compatible", counts->scores[COP_COMPATIBLE]);
    cop_json_add_integer(json, "different", counts->scores[COP_DIFFERENT]);
    cop_json_add_integer(json, "others_compatible", counts->others[COP_COMPATIBLE]);
    cop_json_add_integer(json, "others_different", counts->others[COP_DIFFERENT]);
    cop_json_end(json);
}

static void add_claims(const struct cop_glance *glance, struct cop_json *json)
{
    cop_json_object(json, "claims");
    cop_json_add_integer(json, "reproduced", glance->claims[COP_TRUE]);
    cop_json_add_integer(json, "undecided", glance->claims[COP_UNDECIDED]);
    cop_json_add_integer(json, "not_reproduced", glance->claims[COP_FALSE]);
    cop_json_add_integer(json, "by_construction", glance->by_construction);
    cop_json_end(json);
}

static void add_experiment(const struct cop_results *results, struct cop_json *json)
{
    struct cop_glance glance = {0};

    cop_glance_add(&glance, results);
    cop_json_line(json, 2);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "id", results->id);
    cop_json_add_string(json, "title", results->title);
    cop_json_add_string(json, "source", results->source);
    cop_json_add_bytes(json, "folder", results->id, strcspn(results->id, "/"));
    cop_json_add_string(json, "budget", results->budget);
    add_claims(&glance, json);
    add_agreement(&glance.numbers, json);
    cop_json_end(json);
}

/* All results that can be read, budget after budget, each in the order of ids. */
struct shelf {
    int count;
    struct cop_results *list;
};

static void load_shelf(const char *folder, struct shelf *shelf)
{
    *shelf = (struct shelf){0};
    for (int b = 0; b < BUDGETS; b++) {
        char **ids;
        int count = cop_results_list(folder, budgets[b], &ids);

        shelf->list =
            cop_reallocate(shelf->list, (size_t)(shelf->count + count + 1) * sizeof *shelf->list);
        for (int i = 0; i < count; i++) {
            if (cop_results_load(&shelf->list[shelf->count], folder, budgets[b], ids[i], NULL))
                shelf->count++;
            free(ids[i]);
        }
        free(ids);
    }
}

static void free_shelf(struct shelf *shelf)
{
    for (int i = 0; i < shelf->count; i++)
        cop_results_free(&shelf->list[i]);
    free(shelf->list);
}

/* The same claims are judged again with every larger budget, so that only its verdicts count. */
static bool is_latest(const struct shelf *shelf, int index)
{
    for (int i = index + 1; i < shelf->count; i++)
        if (strcmp(shelf->list[i].id, shelf->list[index].id) == 0)
            return false;
    return true;
}

/* The experiments, of which the object tells first at which budgets there are any. */
static void add_experiments(const struct shelf *shelf, struct cop_json *json)
{
    cop_json_array(json, "budgets");
    for (int i = 0; i < shelf->count; i++)
        if (i == 0 || strcmp(shelf->list[i].budget, shelf->list[i - 1].budget) != 0)
            cop_json_add_string(json, NULL, shelf->list[i].budget);
    cop_json_end(json);
    cop_json_array(json, "experiments");
    for (int i = 0; i < shelf->count; i++)
        add_experiment(&shelf->list[i], json);
    cop_json_end(json);
}

static bool is_of(const struct cop_results *results, const char *thesis)
{
    size_t length = strlen(thesis);

    return strncmp(results->id, thesis, length) == 0 && results->id[length] == '/';
}

/* Copies, which belong to the shelf, of a thesis's latest results; the caller frees the list. */
static struct cop_results *latest_of(const struct shelf *shelf, const char *thesis, int *count)
{
    struct cop_results *list = cop_allocate((size_t)(shelf->count + 1) * sizeof *list);

    *count = 0;
    for (int i = 0; i < shelf->count; i++)
        if (is_of(&shelf->list[i], thesis) && is_latest(shelf, i))
            list[(*count)++] = shelf->list[i];
    return list;
}

static void add_text(struct cop_json *json, const char *name, struct cop_text *text)
{
    cop_json_add_string(json, name, text->length > 0 ? text->bytes : NULL);
    cop_text_clear(text);
}

/* What became of a thesis, at a glance: in numbers, in words and as pictures. */
static void add_glance(const struct shelf *shelf, const char *thesis, struct cop_json *json)
{
    struct cop_glance glance = {0};
    struct cop_text text = COP_TEXT;
    int count;
    struct cop_results *list = latest_of(shelf, thesis, &count);

    for (int i = 0; i < count; i++)
        cop_glance_add(&glance, &list[i]);
    add_claims(&glance, json);
    add_agreement(&glance.numbers, json);
    cop_glance_write(&glance, &text);
    add_text(json, "words", &text);
    cop_glance_numbers(&glance, &text);
    add_text(json, "numbers", &text);
    cop_glance_bar(&glance, &text);
    add_text(json, "bar", &text);
    cop_agreement_plot(list, count, false, &text);
    add_text(json, "plot", &text);
    cop_text_free(&text);
    free(list);
}

/* One folder of experiments and where they were published. A thesis without a file of its own is
 * known by its folder alone. */
static void add_thesis(const char *lab, const char *folder, const struct shelf *shelf,
                       struct cop_json *json)
{
    struct cop_thesis thesis;

    cop_json_line(json, 2);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "folder", folder);
    if (lab != NULL && cop_thesis_load(lab, folder, &thesis, NULL)) {
        cop_json_add_string(json, "author", thesis.author);
        cop_json_add_string(json, "title", thesis.title);
        cop_json_add_integer(json, "year", thesis.year);
        cop_json_add_string(json, "published", thesis.published);
        cop_json_add_string(json, "part", thesis.part);
        cop_thesis_free(&thesis);
    }
    add_glance(shelf, folder, json);
    cop_json_end(json);
}

static bool is_listed(char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The folders with a file that says where they were published, then those that only have results.
 */
static int list_theses(const char *lab, const struct shelf *shelf, char ***names)
{
    int count = lab != NULL ? cop_lab_file_list(lab, ".conf", names) : 0;

    *names = cop_reallocate(count > 0 ? *names : NULL,
                            (size_t)(count + shelf->count + 1) * sizeof **names);
    for (int i = 0; i < count; i++)
        (*names)[i][strcspn((*names)[i], "/")] = '\0';
    for (int i = 0; i < shelf->count; i++) {
        const char *id = shelf->list[i].id;
        char *folder = cop_copy_bytes(id, strcspn(id, "/"));

        if (is_listed(*names, count, folder))
            free(folder);
        else
            (*names)[count++] = folder;
    }
    return count;
}

static void add_theses(const char *lab, const struct shelf *shelf, struct cop_json *json)
{
    char **names = NULL;
    int count = list_theses(lab, shelf, &names);

    cop_json_array(json, "theses");
    for (int i = 0; i < count; i++) {
        add_thesis(lab, names[i], shelf, json);
        free(names[i]);
    }
    free(names);
    cop_json_end(json);
}

void cop_get_lab(struct cop_call *call)
{
    struct cop_json json = {.text = cop_answer(call, 200)};
    struct shelf shelf;

    load_shelf(call->house->options.results, &shelf);
    cop_json_object(&json, NULL);
    add_theses(call->house->options.lab, &shelf, &json);
    add_experiments(&shelf, &json);
    if (shelf.count == 0)
        cop_json_add_string(&json, "help",
                            "There are no results yet. They are made with: coppice lab run "
                            "uct-star --budget quick, and shown here when coppice serve is started "
                            "in the same folder, or with --lab or --results.");
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
    free_shelf(&shelf);
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

/* What can be asked about an experiment, or, where there is no such part, the thesis. */
static const struct {
    const char *suffix;
    void (*send)(struct cop_call *call, const char *budget, const char *id);
    bool is_of_thesis;
} parts[] = {
    {"/agreement.svg", send_plot, true},   {"/page", send_report, false},
    {"/view", cop_send_experiment, false}, {"/games", cop_send_lab_games, false},
    {"/game", cop_send_lab_game, false},
};

/* Takes the suffix off, if it is there and something stands before it. */
static bool take_suffix(char *path, const char *suffix)
{
    size_t length = strlen(path), end = strlen(suffix);

    if (length <= end || strcmp(path + length - end, suffix) != 0)
        return false;
    path[length - end] = '\0';
    return true;
}

static bool is_thesis(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(name);
}

/* "uct-star/page" is an experiment, not the page of a thesis: what is left must be of its kind. */
void cop_get_lab_part(struct cop_call *call)
{
    const char *budget = budget_of(call);

    if (budget == NULL)
        return;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *path = cop_copy_string(call->part);
        bool is_it = take_suffix(path, parts[i].suffix) &&
                     (parts[i].is_of_thesis ? is_thesis(path) : is_experiment(path));

        if (is_it)
            parts[i].send(call, budget, path);
        free(path);
        if (is_it)
            return;
    }
    if (is_experiment(call->part))
        send_results(call, budget, call->part);
    else
        cop_refuse(call, 404, "there is no experiment %.80s", call->part);
}
