#include "lab/experiment/runs.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/counts.h"
#include "lab/run/files.h"
#include "lab/run/solves.h"

enum { COUNT_MAX = 1000000, ENTRANTS_MAX = 64, PIECES_MAX = 1000 };

/* A match whose games are looked at ply by ply has a name and a key of its own. */
enum { COURSE = COP_LAB_RUN_KINDS };

/* What a kind of run is called, what it counts, and what its file may say of it. */
static const struct {
    const char *name, *count;
    const char *keys[24];
} kinds[COP_LAB_RUN_KINDS + 1] = {
    [COP_LAB_RUN_MATCH] = {"match",
                           "games",
                           {"name", "kind", "game", "entrants", "starts", "opening_plies", "seed",
                            "anchor", "anchor_elo", "moves_per_game", "quick", "full", "standard",
                            "sims_per_second", "nodes_per_second", NULL}},
    [COP_LAB_RUN_SEARCHES] = {"searches",
                              "searches",
                              {"name", "kind", "game", "agent", "position", "moves", "seed",
                               "quick", "full", "standard", "sims_per_second", "nodes_per_second",
                               NULL}},
    [COP_LAB_RUN_POSITIONS] = {"positions",
                               "positions",
                               {"name", "kind", "game", "entrants", "positions", "baseline",
                                "judge", "timed", "seed", "quick", "full", "standard",
                                "sims_per_second", "nodes_per_second", NULL}},
    [COP_LAB_RUN_COUNTS] = {"counts",
                            "counts",
                            {"name", "kind", "game", "position", "moves", "counts", "seed", "quick",
                             "full", "standard", "nodes_per_second", NULL}},
    [COP_LAB_RUN_SOLVES] = {"solve",
                            "solves",
                            {"name", "kind", "game", "position", "moves", "solves", "curve", "seed",
                             "quick", "full", "standard", "nodes_per_second", NULL}},
    [COURSE] = {"course",
                "games",
                {"name", "kind", "game", "entrants", "opening_plies", "seed", "moves_per_game",
                 "anchor", "anchor_elo", "factor", "turns", "until_repeat", "quick", "full",
                 "standard", "sims_per_second", "nodes_per_second", NULL}},
};

static bool read_substitutes(const struct cop_reader *reader, const config_setting_t *group,
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
        if (!cop_reader_words(reader, with, substitute->name, NULL, &substitute->value))
            return false;
    }
    return true;
}

/* Counting takes what it takes: a budget says only that, for all of its counts together. */
static bool read_count_effort(const struct cop_reader *reader, const config_setting_t *setting,
                              struct cop_effort *effort)
{
    static const char *const keys[] = {"expected", NULL};

    effort->count = 1;
    effort->limit = cop_copy_string("");
    return cop_reader_keys(reader, setting, keys) &&
           cop_reader_number(reader, setting, "expected", NAN, 1, 1e15, &effort->expected);
}

/* Solvers end when they know: a budget says when they give up, and what all of them may take. */
static bool read_solve_effort(const struct cop_reader *reader, const config_setting_t *setting,
                              struct cop_effort *effort)
{
    static const char *const keys[] = {"limit", "expected", "with", NULL};

    effort->count = 1;
    return cop_reader_keys(reader, setting, keys) &&
           cop_reader_words(reader, setting, "limit", NULL, &effort->limit) &&
           cop_reader_number(reader, setting, "expected", NAN, 1, 1e15, &effort->expected) &&
           read_substitutes(reader, setting, effort);
}

/* Every start is played in all seatings, and none twice: what differs between two games of the same
 * seating would be chance alone, which a budget with more games should not be filled up with. */
static bool check_start_count(const struct cop_reader *reader, const config_setting_t *setting,
                              const struct cop_lab_run *run, enum cop_budget budget)
{
    int games = run->efforts[budget].count, seatings = cop_lab_run_seatings(run, budget);

    if (run->kind != COP_LAB_RUN_MATCH || run->positions.count == 0)
        return true;
    if (games % seatings != 0)
        return fail_at(reader, setting,
                       "each start is played in %d seatings, so that games is a multiple of %d, "
                       "not %d",
                       seatings, seatings, games);
    return games / seatings <= run->positions.count ||
           fail_at(reader, setting,
                   "%d games begin at %d positions, each in %d seatings, but %s has only %d", games,
                   games / seatings, seatings, run->position_file, run->positions.count);
}

static bool read_effort(const struct cop_reader *reader, const config_setting_t *group,
                        enum cop_budget budget, struct cop_lab_run *run)
{
    const char *count_key = kinds[run->kind].count;
    const char *const keys[] = {"limit", "expected", "with", count_key, NULL};
    struct cop_effort *effort = &run->efforts[budget];
    const config_setting_t *setting = config_setting_get_member(group, cop_budget_name(budget));
    struct cop_limits limits;
    struct cop_error why;
    int64_t count;

    if (!setting)
        return true;
    effort->is_used = true;
    if (run->kind == COP_LAB_RUN_COUNTS)
        return read_count_effort(reader, setting, effort);
    if (run->kind == COP_LAB_RUN_SOLVES)
        return read_solve_effort(reader, setting, effort);
    if (!cop_reader_keys(reader, setting, keys) ||
        !cop_reader_words(reader, setting, "limit", NULL, &effort->limit) ||
        !cop_reader_whole(reader, setting, count_key, NAN, 1, COUNT_MAX, &count) ||
        !cop_reader_number(reader, setting, "expected", 0, 1, 1e15, &effort->expected) ||
        !read_substitutes(reader, setting, effort))
        return false;
    effort->count = (int)count;
    if (run->kind == COP_LAB_RUN_POSITIONS && effort->count > run->positions.count)
        return fail_at(reader, setting, "there are only %d positions", run->positions.count);
    if (!check_start_count(reader, setting, run, budget))
        return false;
    for (int i = 0; i < run->entrant_count; i++) {
        if (!cop_lab_run_limits(run, i, budget, &limits, &why))
            return cop_reader_because(reader, config_setting_get_member(setting, "limit"), &why);
        if (limits.sims <= 0 && limits.nodes <= 0 && effort->expected <= 0)
            return fail_at(reader, setting,
                           "the limit does not say how many nodes a search takes; give expected");
    }
    return true;
}

static bool read_entrant(const struct cop_reader *reader, const config_setting_t *group,
                         struct cop_lab_run *run)
{
    static const char *const keys[] = {"label", "agent", "limit", "budgets", NULL};
    static const char *const count_keys[] = {"label", "count", "budgets", NULL};
    static const char *const solve_keys[] = {"label", "by", "pieces", "limit", "budgets", NULL};
    bool is_count = run->kind == COP_LAB_RUN_COUNTS, is_solve = run->kind == COP_LAB_RUN_SOLVES;
    struct cop_lab_run_entrant *entrant = &run->entrants[run->entrant_count++];
    int64_t pieces;

    if (!cop_reader_keys(reader, group,
                         is_count   ? count_keys
                         : is_solve ? solve_keys
                                    : keys) ||
        !cop_reader_words(reader, group, "label", NULL, &entrant->label) ||
        !cop_reader_words(reader, group,
                          is_count   ? "count"
                          : is_solve ? "by"
                                     : "agent",
                          NULL, &entrant->agent) ||
        !cop_reader_words(reader, group, "limit", "", &entrant->limit) ||
        !cop_reader_whole(reader, group, "pieces", 0, 0, PIECES_MAX, &pieces) ||
        !cop_reader_budgets(reader, group, entrant->at))
        return false;
    entrant->pieces = (int)pieces;
    if (entrant->label[0] == '\0' || strchr(entrant->label, '\''))
        return fail_at(reader, group, "a label must not be empty or contain '");
    for (int i = 0; i < run->entrant_count - 1; i++)
        if (strcmp(run->entrants[i].label, entrant->label) == 0)
            return fail_at(reader, group, "the label \"%s\" is used twice", entrant->label);
    return true;
}

static bool read_entrants(const struct cop_reader *reader, const config_setting_t *group,
                          struct cop_lab_run *run)
{
    config_setting_t *list;

    if (run->kind == COP_LAB_RUN_SEARCHES) {
        run->entrants = cop_allocate(sizeof *run->entrants);
        run->entrant_count = 1;
        run->entrants[0].label = cop_copy_string("");
        run->entrants[0].limit = cop_copy_string("");
        for (int b = 0; b < COP_BUDGETS; b++)
            run->entrants[0].at[b] = true;
        return cop_reader_words(reader, group, "agent", NULL, &run->entrants[0].agent);
    }
    if (!cop_reader_list(reader, group,
                         run->kind == COP_LAB_RUN_COUNTS || run->kind == COP_LAB_RUN_SOLVES
                             ? kinds[run->kind].count
                             : "entrants",
                         false, &list))
        return false;
    if (config_setting_length(list) > ENTRANTS_MAX)
        return fail_at(reader, list, "a run has at most %d entrants", ENTRANTS_MAX);
    run->entrants = cop_allocate(((size_t)config_setting_length(list) + 1) * sizeof *run->entrants);
    for (int i = 0; i < config_setting_length(list); i++)
        if (!read_entrant(reader, config_setting_get_elem(list, (unsigned)i), run))
            return false;
    return true;
}

static bool open_game(const struct cop_reader *reader, const config_setting_t *group,
                      struct cop_lab_run *run)
{
    char *spec = NULL;
    struct cop_error why;

    if (!cop_reader_words(reader, group, "game", NULL, &spec))
        return false;
    run->game = cop_game_open(spec, &why);
    free(spec);
    return run->game || cop_reader_because(reader, config_setting_get_member(group, "game"), &why);
}

/* A file of a stranger may be looked at, so it cannot name commands. */
static bool check_agent(const struct cop_lab_run *run, const char *spec,
                        const struct cop_limits *limits, struct cop_error *error)
{
    if (cop_agent_is_external(spec))
        return cop_fail(error, "%.60s is a command for the shell, which an experiment cannot run",
                        spec);
    return cop_agent_check(run->game, spec, limits, NULL, error);
}

/* The judge has the limits of the baseline. */
static bool is_asked_like_judge(const struct cop_lab_run *run, int entrant)
{
    return run->judge[0] && strcmp(run->entrants[entrant].label, run->baseline) == 0;
}

/* Every agent, so that nothing in a spec is found to be wrong after an hour. */
static bool check_agents(const struct cop_reader *reader, const config_setting_t *group,
                         const struct cop_lab_run *run, enum cop_budget budget)
{
    int count = 0;

    for (int i = 0; i < run->entrant_count; i++) {
        struct cop_text spec = COP_TEXT;
        struct cop_limits limits;
        struct cop_error why;
        bool is_good;

        if (!run->entrants[i].at[budget])
            continue;
        count++;
        is_good = cop_lab_run_agent(run, i, budget, &spec, &why) &&
                  cop_lab_run_limits(run, i, budget, &limits, &why) &&
                  check_agent(run, spec.bytes, &limits, &why) &&
                  (!is_asked_like_judge(run, i) || check_agent(run, run->judge, &limits, &why));
        cop_text_free(&spec);
        if (!is_good)
            return fail_at(reader, group, "run %s, %s: %s", run->name,
                           run->entrants[i].label[0] ? run->entrants[i].label : "agent",
                           why.message);
    }
    if (run->kind == COP_LAB_RUN_MATCH && count < 2)
        return fail_at(reader, group, "run %s has fewer than two entrants at the budget %s",
                       run->name, cop_budget_name(budget));
    return true;
}

/* A substitute that no agent and no limit uses is a slip of the pen. */
static bool check_substitutes(const struct cop_reader *reader, const config_setting_t *group,
                              const struct cop_lab_run *run, enum cop_budget budget)
{
    const struct cop_effort *effort = &run->efforts[budget];

    for (int i = 0; i < effort->substitute_count; i++) {
        struct cop_text sign = COP_TEXT;
        bool is_used = false;

        cop_text_add(&sign, "$%s", effort->substitutes[i].name);
        for (int e = 0; e < run->entrant_count; e++)
            is_used = is_used || strstr(run->entrants[e].agent, sign.bytes) ||
                      strstr(run->entrants[e].limit, sign.bytes);
        cop_text_free(&sign);
        if (!is_used)
            return fail_at(reader, group, "run %s: no agent uses $%s", run->name,
                           effort->substitutes[i].name);
    }
    return true;
}

/* The one that others are compared with takes part whenever anybody does; `what` he is called. */
static bool check_measure_of_others(const struct cop_reader *reader, const config_setting_t *group,
                                    const struct cop_lab_run *run, const char *what,
                                    const char *label)
{
    for (int i = 0; i < run->entrant_count; i++) {
        const struct cop_lab_run_entrant *entrant = &run->entrants[i];

        if (strcmp(entrant->label, label) != 0)
            continue;
        for (int b = 0; b < COP_BUDGETS; b++)
            if (run->efforts[b].is_used && !entrant->at[b])
                return fail_at(reader, group, "the %s \"%s\" is not part of the budget %s", what,
                               label, cop_budget_name((enum cop_budget)b));
        return true;
    }
    return fail_at(reader, group, "the %s \"%.60s\" is no entrant of the run", what, label);
}

static bool check_anchor(const struct cop_reader *reader, const config_setting_t *group,
                         const struct cop_lab_run *run)
{
    if (!run->anchor[0])
        return true;
    if (run->game->players != 2)
        return fail_at(reader, group,
                       "ratings are for games of two players, so that %s has no anchor",
                       run->game->name);
    return check_measure_of_others(reader, group, run, "anchor", run->anchor);
}

static bool check_counts(const struct cop_reader *reader, const config_setting_t *group,
                         const struct cop_lab_run *run)
{
    struct cop_error why;

    for (int i = 0; i < run->entrant_count; i++)
        if (!cop_count_check(run->game, run->entrants[i].agent, &why))
            return fail_at(reader, group, "run %s, %s: %s", run->name, run->entrants[i].label,
                           why.message);
    return true;
}

static bool check_solves(const struct cop_reader *reader, const config_setting_t *group,
                         const struct cop_lab_run *run, enum cop_budget budget)
{
    struct cop_error why;

    for (int i = 0; i < run->entrant_count; i++)
        if (run->entrants[i].at[budget] && !cop_lab_solve_check(run, i, budget, &why))
            return fail_at(reader, group, "run %s, %s: %s", run->name, run->entrants[i].label,
                           why.message);
    return check_substitutes(reader, group, run, budget);
}

static bool check_run(const struct cop_reader *reader, const config_setting_t *group,
                      const struct cop_lab_run *run)
{
    void *state = cop_allocate(run->game->state_size);
    struct cop_error why;
    bool has_start = run->kind == COP_LAB_RUN_SEARCHES || run->kind == COP_LAB_RUN_COUNTS ||
                     run->kind == COP_LAB_RUN_SOLVES;
    bool is_good = !has_start || cop_lab_run_start(run, state, &why);

    free(state);
    if (!is_good)
        return cop_reader_because(reader, group, &why);
    if (run->kind == COP_LAB_RUN_POSITIONS &&
        !check_measure_of_others(reader, group, run, "baseline", run->baseline))
        return false;
    if (run->kind == COP_LAB_RUN_COUNTS)
        return check_counts(reader, group, run);
    for (int b = 0; b < COP_BUDGETS && run->kind == COP_LAB_RUN_SOLVES; b++)
        if (run->efforts[b].is_used && !check_solves(reader, group, run, (enum cop_budget)b))
            return false;
    if (run->kind == COP_LAB_RUN_SOLVES)
        return true;
    if (!check_anchor(reader, group, run))
        return false;
    for (int b = 0; b < COP_BUDGETS; b++)
        if (run->efforts[b].is_used && (!check_agents(reader, group, run, (enum cop_budget)b) ||
                                        !check_substitutes(reader, group, run, (enum cop_budget)b)))
            return false;
    return true;
}

static bool get_kind(const struct cop_reader *reader, const config_setting_t *group,
                     struct cop_lab_run *run)
{
    char *word = NULL;
    bool is_known = false;
    int kind = 0;

    if (!cop_reader_words(reader, group, "kind", "match", &word))
        return false;
    while (kind <= COURSE && !(is_known = strcmp(word, kinds[kind].name) == 0))
        kind++;
    free(word);
    run->is_course = kind == COURSE;
    run->kind = is_known && !run->is_course ? (enum cop_lab_run_kind)kind : COP_LAB_RUN_MATCH;
    return is_known || fail_at(reader, config_setting_get_member(group, "kind"),
                               "kind must be \"match\", \"course\", \"searches\", \"positions\", "
                               "\"counts\" or \"solve\"");
}

static bool get_name(const struct cop_reader *reader, const config_setting_t *group, char **name)
{
    if (!cop_reader_words(reader, group, "name", NULL, name))
        return false;
    for (const char *byte = *name; *byte; byte++)
        if (!isalnum((unsigned char)*byte) && *byte != '_')
            return fail_at(reader, group, "a run's name has letters, digits and _ only");
    return (*name)[0] != '\0' || fail_at(reader, group, "a run's name must not be empty");
}

/* timed = true; */
static bool read_timed(const struct cop_reader *reader, const config_setting_t *group,
                       struct cop_lab_run *run)
{
    const config_setting_t *member = config_setting_get_member(group, "timed");

    if (!member)
        return true;
    run->is_timed = config_setting_get_bool(member) != 0;
    if (run->is_timed && run->judge[0])
        return fail_at(reader, member, "where time is measured nobody judges moves");
    return config_setting_type(member) == CONFIG_TYPE_BOOL ||
           fail_at(reader, member, "timed is true or false");
}

/* A switch of a course: turns = true; */
static bool read_switch(const struct cop_reader *reader, const config_setting_t *group,
                        const char *key, bool *is_on)
{
    const config_setting_t *member = config_setting_get_member(group, key);

    if (!member)
        return true;
    *is_on = config_setting_get_bool(member) != 0;
    return config_setting_type(member) == CONFIG_TYPE_BOOL ||
           fail_at(reader, member, "%s is true or false", key);
}

static bool read_turns(const struct cop_reader *reader, const config_setting_t *group,
                       struct cop_lab_run *run)
{
    if (!read_switch(reader, group, "turns", &run->is_by_turn) ||
        !read_switch(reader, group, "until_repeat", &run->until_repeat))
        return false;
    return !run->is_by_turn || run->game->players >= 2 ||
           fail_at(reader, group, "who plays alone has no turns");
}

/* The list that `key` names; in every position of it a player is to move. */
static bool load_positions(const struct cop_reader *reader, const config_setting_t *group,
                           const char *key, struct cop_lab_run *run)
{
    struct cop_error why;

    if (!cop_reader_words(reader, group, key, NULL, &run->position_file))
        return false;
    if (!reader->lab)
        return fail_at(reader, group, "files of positions cannot be taken from elsewhere here");
    return cop_positions_load(reader->lab, run->position_file, run->game, &run->positions, &why) ||
           cop_reader_because(reader, config_setting_get_member(group, key), &why);
}

/* Where the games of a match begin, if it is not at the game's own start. */
static bool read_starts(const struct cop_reader *reader, const config_setting_t *group,
                        struct cop_lab_run *run)
{
    const config_setting_t *member = config_setting_get_member(group, "starts");

    if (run->kind != COP_LAB_RUN_MATCH || !member)
        return true;
    if (config_setting_get_member(group, "opening_plies"))
        return fail_at(reader, member,
                       "games begin at starts or after opening_plies; give one of them");
    return load_positions(reader, group, "starts", run);
}

/* The list that a run over positions goes through, and what it is compared with. */
static bool read_positions(const struct cop_reader *reader, const config_setting_t *group,
                           struct cop_lab_run *run)
{
    if (!cop_reader_words(reader, group, "judge", "", &run->judge) ||
        !cop_reader_words(reader, group, "baseline", "", &run->baseline))
        return false;
    if (run->kind != COP_LAB_RUN_POSITIONS)
        return true;
    return cop_reader_words(reader, group, "baseline", NULL, &run->baseline) &&
           load_positions(reader, group, "positions", run);
}

/* How much work a second holds: simulations or nodes. */
static bool read_speed(const struct cop_reader *reader, const config_setting_t *group,
                       struct cop_lab_run *run)
{
    bool has_nodes = config_setting_get_member(group, "nodes_per_second") != NULL;

    return cop_reader_number(reader, group, has_nodes ? "nodes_per_second" : "sims_per_second", NAN,
                             1, 1e12, &run->per_second);
}

static bool read_run(const struct cop_reader *reader, const config_setting_t *group,
                     struct cop_lab_run *run)
{
    int64_t plies, curve;

    if (!config_setting_is_group(group))
        return fail_at(reader, group, "a run is a group { ... }");
    if (!get_kind(reader, group, run) ||
        !cop_reader_keys(reader, group, kinds[run->is_course ? COURSE : (int)run->kind].keys) ||
        !get_name(reader, group, &run->name) || !open_game(reader, group, run) ||
        !read_entrants(reader, group, run) || !read_positions(reader, group, run) ||
        !read_starts(reader, group, run) ||
        !cop_reader_words(reader, group, "position", "", &run->position) ||
        !cop_reader_words(reader, group, "moves", "", &run->moves) ||
        !cop_reader_whole(reader, group, "opening_plies", 0, 0, 1000, &plies) ||
        !cop_reader_whole(reader, group, "curve", 0, 2, COP_CURVE_MAX, &curve) ||
        !cop_reader_whole(reader, group, "seed", 1, 0, 9007199254740992.0, &run->seed) ||
        !cop_reader_number(reader, group, "moves_per_game",
                           run->kind == COP_LAB_RUN_MATCH ? NAN : 1, 1, 10000,
                           &run->moves_per_game) ||
        !read_timed(reader, group, run) || !read_turns(reader, group, run) ||
        !cop_reader_words(reader, group, "anchor", "", &run->anchor) ||
        !cop_reader_number(reader, group, "anchor_elo", 0, -1e5, 1e5, &run->anchor_elo) ||
        !cop_reader_number(reader, group, "factor", 1, 1e-9, 1e9, &run->factor) ||
        !read_speed(reader, group, run))
        return false;
    run->opening_plies = (int)plies;
    run->curve = (int)curve;
    for (int b = 0; b < COP_BUDGETS; b++)
        if (!read_effort(reader, group, (enum cop_budget)b, run))
            return false;
    return check_run(reader, group, run);
}

/* -- runs of another experiment: { name = "connect4"; from = "uct-star/table-01"; } -- */

static bool read_run_of(const struct cop_reader *reader, const config_t *config, const char *name,
                        struct cop_lab_run *run)
{
    const config_setting_t *root = config_root_setting(config);
    config_setting_t *list;

    if (!cop_reader_list(reader, root, "runs", false, &list))
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

static bool borrow_run(const struct cop_reader *reader, const config_setting_t *group,
                       struct cop_lab_run *run)
{
    static const char *const keys[] = {"name", "from", NULL};
    char *id = NULL, *path = NULL, *text = NULL;
    struct cop_reader other = *reader;
    config_t config;
    bool is_good;

    if (!cop_reader_keys(reader, group, keys) || !get_name(reader, group, &run->name) ||
        !cop_reader_words(reader, group, "from", NULL, &id))
        return false;
    if (reader->lab) {
        path = cop_path("%s/%s.cfg", reader->lab, id);
        text = cop_lab_file_read(path, reader->error);
        other.file = path;
        is_good = text && cop_reader_open(&other, text, &config);
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

bool cop_experiment_read_runs(const struct cop_reader *reader, const config_setting_t *root,
                              struct cop_experiment *experiment)
{
    config_setting_t *list;
    int count;

    if (!cop_reader_list(reader, root, "runs", false, &list))
        return false;
    count = config_setting_length(list);
    if (count == 0)
        return fail_at(reader, list, "an experiment has at least one run");
    experiment->runs = cop_allocate((size_t)count * sizeof *experiment->runs);
    for (int i = 0; i < count; i++) {
        const config_setting_t *group = config_setting_get_elem(list, (unsigned)i);
        struct cop_lab_run *run = &experiment->runs[experiment->run_count++];
        bool is_borrowed =
            config_setting_is_group(group) && config_setting_get_member(group, "from");

        if (!(is_borrowed ? borrow_run(reader, group, run) : read_run(reader, group, run)))
            return false;
        if (cop_experiment_run(experiment, run->name) != run)
            return fail_at(reader, group, "the run \"%s\" is there twice", run->name);
    }
    return true;
}
