/* patience.c - how long a search is: less than its limit where the next depth would hardly be
 * finished, more where the move to be played is in doubt.
 *
 * Under a clock the moves to come share what is saved, and pay for what this one takes beyond its
 * share. Where every move has a limit of its own, what is saved is lost; so there it has to be
 * asked for. A depth is a limit that has no parts, and where only a flag ends the search there is
 * none. */
#include <math.h>

#include "search/limits.h"
#include "search/tree/search.h"

enum { TENTHS = 10 };

const struct cop_option patience_options[] = {
    {"patience", COP_CHOICE, "clock", 0, 0, "clock|always|off",
     "where save and extend hold: in limits that are shares of a clock, in all, or nowhere"},
    {"save", COP_REAL, "0.5", 0, 1, NULL,
     "no deeper search is begun after this part of the limit, unless the best move has just "
     "changed; what is left of a clock is for later moves; 0 is never"},
    {"extend", COP_REAL, "1", 0, 3, NULL,
     "at its limit the search goes on while the best move is in doubt, by tenths of the limit; by "
     "this part of it at most"},
    {NULL}};

void read_patience(struct tree_config *config, const struct cop_settings *settings)
{
    config->patience = (enum patience)cop_choice(settings, "patience");
    config->save = cop_real(settings, "save");
    config->extend = cop_real(settings, "extend");
}

bool check_patience(const struct tree_config *config, const struct cop_settings *settings,
                    struct cop_error *error)
{
    bool is_given = cop_given(settings, "save") || cop_given(settings, "extend");

    if (config->extend > 0 && config->extend < 1.0 / TENTHS)
        return cop_fail(error, "extend goes by tenths of the limit; give 0 or at least 0.1");
    if (config->patience == PATIENCE_OFF && is_given)
        return cop_fail(error, "save and extend do nothing with patience=off; leave one out");
    return config->is_deepening || (config->patience != PATIENCE_ALWAYS && !is_given) ||
           cop_fail(error, "save and extend are for searches that deepen; use deepen=on");
}

static bool is_patient(const struct tree_search *search)
{
    const struct tree_config *config = &search->config;

    return config->is_deepening &&
           (config->patience == PATIENCE_ALWAYS ||
            (config->patience == PATIENCE_CLOCK && search->limits->clock > 0));
}

static int64_t tickets_of(const struct tree_search *search)
{
    return cop_lesser_limit(search->limits->nodes, search->limits->sims);
}

static int64_t nodes_of(const struct tree_search *search)
{
    int64_t nodes = 0;

    for (int i = 0; i < search->threads; i++)
        nodes += atomic_load_explicit(&search->workers[i].nodes, memory_order_relaxed);
    return nodes;
}

/* More than 1 after the limit. By the first thread. */
static double part_spent(const struct tree_search *search)
{
    int64_t tickets = tickets_of(search);
    double part = 0;

    if (search->limits->time > 0)
        part = cop_run_used(&search->run, &search->workers[0].pace) / search->limits->time;
    if (tickets > 0)
        part = fmax(part, (double)nodes_of(search) / (double)tickets);
    return part;
}

/* The last two depths disagree, the one that is searched has found something better, or what looked
 * best is worth less than in both of them. Even and odd depths differ by themselves, so that a
 * value below one of them says little. */
static bool is_in_doubt(const struct tree_search *search)
{
    return search->depth < 2 || search->chosen[0] != search->chosen[1] ||
           search->best != search->chosen[0] || search->has_fallen;
}

bool is_enough(struct tree_search *search)
{
    const struct tree_config *config = &search->config;
    double spent;

    if (!is_patient(search) || is_in_doubt(search))
        return false;
    spent = part_spent(search);
    search->is_spared = config->save > 0 && spent >= config->save && spent < 1;
    return search->is_spared || spent >= 1;
}

/* So many tenths of a limit, together never more than they should be. */
static int64_t tenths_of(int64_t limit, int count)
{
    return limit / TENTHS * count + limit % TENTHS * count / TENTHS;
}

/* The run is told of spent tickets by its threads only when they are done. */
static bool is_at_its_limit(const struct tree_search *search)
{
    enum cop_run_end end = cop_run_ended(&search->run);

    return end == COP_RUN_LIMIT || end == COP_RUN_GOES_ON;
}

bool goes_on(struct tree_search *search)
{
    int tenths = (int)floor(TENTHS * search->config.extend + 1e-9);
    int64_t tickets = tickets_of(search);

    if (!is_patient(search) || search->tenths >= tenths || !is_at_its_limit(search) ||
        !is_in_doubt(search))
        return false;
    search->tenths++;
    cop_run_extend(&search->run, search->limits->time / TENTHS,
                   tenths_of(tickets, search->tenths) - tenths_of(tickets, search->tenths - 1),
                   nodes_of(search));
    return true;
}
