/* agents.c - depth-first searches as agents: which options each has, which games it fits, and one
 * search from its limits to its report. */
#include "search/tree/agents.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/block.h"
#include "search/beliefs.h"
#include "search/limits.h"
#include "search/opening.h"
#include "search/oracle.h"
#include "search/recipe.h"
#include "search/tree/search.h"

/* ---- Options ---- */

enum { LINES_MAX = 500 };

static const struct cop_option evaluation_options[] = {
    {"eval", COP_WORDS, "", 0, 0, NULL,
     "how positions are judged: an evaluator of the game, score or none; without it the game's "
     "first"},
    {"order", COP_WORDS, "", 0, 0, NULL,
     "which moves are tried first: an ordering of the game or none; without it the game's first"},
    {"noise", COP_REAL, "0", 0, 1e9, NULL,
     "a random addition to judgements, up to this, so that games differ"},
    {"deepen", COP_FLAG, "on", 0, 0, NULL, "searches every smaller depth first"},
    {"table", COP_FLAG, "on", 0, 0, NULL, "remembers positions, within the limit of memory"},
    {NULL}};

static const struct cop_option cut_options[] = {
    {"killers", COP_FLAG, "on", 0, 0, NULL,
     "tries moves earlier that cut in nodes beside this one"},
    {"history", COP_FLAG, "on", 0, 0, NULL,
     "tries moves earlier that have cut, and later those that have not"},
    {"exact", COP_FLAG, "off", 0, 0, NULL,
     "finds what every root move is worth, not only the best"},
    {NULL}};

static const struct cop_option root_options[] = {
    {"lines", COP_INTEGER, "1", 1, LINES_MAX, NULL,
     "so many of the best moves get their own values and lines; of the others only that they are "
     "no better is shown"},
    {NULL}};

static const struct cop_option chance_options[] = {
    {"count_chance", COP_FLAG, "off", 0, 0, NULL, "an outcome of chance is a ply of the depth"},
    {NULL}};

static const struct cop_option bound_options[] = {
    {"etc", COP_FLAG, "on", 0, 0, NULL, "asks the table about all outcomes first (StarETC)"},
    {"quiet", COP_FLAG, "off", 0, 0, NULL,
     "plays on with noisy moves before judging, where the evaluator names them"},
    {"bounds", COP_CHOICE, "sound", 0, 0, "sound|scaled|printed",
     "how far values can be apart: proven, expected from the depth, or as a thesis printed it"},
    {"rate", COP_REAL, "3", 0, 1e6, NULL, "points expected of a ply, for bounds=scaled"},
    {"probcut", COP_REAL, "0", 0, 1e6, NULL,
     "ChanceProbCut: deviations within which a shallow search is trusted; 0 is off"},
    {"fit", COP_FILE, "", 0, 0, NULL,
     "ChanceProbCut: a file of coppice tune probcut, instead of the evaluator's own fits"},
    {"strict", COP_FLAG, "off", 0, 0, NULL,
     "ChanceProbCut: the regular search uses proven bounds only"},
    {"printed", COP_FLAG, "off", 0, 0, NULL,
     "as a thesis printed it: probes cut nothing and windows are wide, to compare with"},
    {NULL}};

/* What leaves moves out, or looks at them less. */
static const struct cop_option narrow_options[] = {
    {"width", COP_INTEGER, "0", 0, 100000, NULL,
     "only so many moves of a position are searched, those that are ordered first; 0 is all"},
    {"reduce", COP_INTEGER, "0", 0, 100000, NULL,
     "moves after so many are searched a ply less deeply first, and to their depth only if they "
     "seem better; 0 is none"},
    {"reduce_rate", COP_REAL, "0", 0, 10, NULL,
     "with reduce: so many plies less, times the logarithms of depth and number of the move, as "
     "the nearest even number; 0 is one ply"},
    {"probcut", COP_REAL, "0", 0, 1e6, NULL,
     "Multi-ProbCut: deviations within which a shallow search is trusted; 0 is off"},
    {"fit", COP_FILE, "", 0, 0, NULL,
     "with probcut: a file of coppice tune probcut, instead of the evaluator's own fits"},
    {NULL}};

static const struct cop_option deep_options[] = {
    {"etc", COP_FLAG, "off", 0, 0, NULL, "asks the table about all moves first"},
    {"pvs", COP_FLAG, "on", 0, 0, NULL, "shows that later moves are no better before valuing them"},
    {"aspiration", COP_REAL, "0", 0, 1e9, NULL,
     "half the width of the first window around the last depth's value; 0 is no window"},
    {"quiet", COP_FLAG, "on", 0, 0, NULL,
     "plays on with noisy moves before judging, where the evaluator names them"},
    {NULL}};

/* The agents' tables. */

static const struct cop_option alphabeta_options[] = {
    {"Positions", COP_TABLE, .table = evaluation_options},
    {"Moves", COP_TABLE, .table = root_options},
    {"Cut-offs", COP_TABLE, .table = cut_options},
    {"Left out", COP_TABLE, .table = narrow_options},
    {"Windows", COP_TABLE, .table = deep_options},
    {"Time", COP_TABLE, .table = patience_options},
    {"Knowledge", COP_TABLE, .table = cop_oracle_options},
    {"Openings", COP_TABLE, .table = cop_opening_options},
    {"Ready made", COP_TABLE, .table = cop_recipe_options},
    {NULL}};
static const struct cop_option expectimax_options[] = {
    {"Positions", COP_TABLE, .table = evaluation_options},
    {"Moves", COP_TABLE, .table = root_options},
    {"Chance", COP_TABLE, .table = chance_options},
    {"Time", COP_TABLE, .table = patience_options},
    {"Secrets", COP_TABLE, .table = cop_belief_options},
    {NULL}};
static const struct cop_option star_options[] = {
    {"Positions", COP_TABLE, .table = evaluation_options},
    {"Moves", COP_TABLE, .table = root_options},
    {"Cut-offs", COP_TABLE, .table = cut_options},
    {"Chance", COP_TABLE, .table = chance_options},
    {"Bounds", COP_TABLE, .table = bound_options},
    {"Time", COP_TABLE, .table = patience_options},
    {"Secrets", COP_TABLE, .table = cop_belief_options},
    {"Ready made", COP_TABLE, .table = cop_recipe_options},
    {NULL}};
static const struct cop_option star25_options[] = {
    {"probes", COP_INTEGER, "2", 1, 100, NULL, "moves of each outcome that are tried first"},
    {"probing", COP_CHOICE, "sequential", 0, 0, "sequential|cyclic",
     "all of an outcome's moves before the next outcome, or one of each in turn"},
    {"Positions", COP_TABLE, .table = evaluation_options},
    {"Moves", COP_TABLE, .table = root_options},
    {"Cut-offs", COP_TABLE, .table = cut_options},
    {"Chance", COP_TABLE, .table = chance_options},
    {"Bounds", COP_TABLE, .table = bound_options},
    {"Time", COP_TABLE, .table = patience_options},
    {"Secrets", COP_TABLE, .table = cop_belief_options},
    {"Ready made", COP_TABLE, .table = cop_recipe_options},
    {NULL}};
static const struct cop_option maxn_options[] = {
    {"tie", COP_CHOICE, "worst", 0, 0, "worst|first",
     "equal moves of others: the worst for the searching player, or the first one found"},
    {"shallow", COP_FLAG, "on", 0, 0, NULL,
     "leaves nodes that nobody would go to, where the sum of values is bounded"},
    {"Positions", COP_TABLE, .table = evaluation_options},
    {"Chance", COP_TABLE, .table = chance_options},
    {"Time", COP_TABLE, .table = patience_options},
    {"Openings", COP_TABLE, .table = cop_opening_options},
    {NULL}};
static const struct cop_option brs_options[] = {
    {"plus", COP_FLAG, "off", 0, 0, NULL,
     "opponents who are not searched play their likeliest move instead of passing (BRS+)"},
    {"Positions", COP_TABLE, .table = evaluation_options},
    {"Moves", COP_TABLE, .table = root_options},
    {"Cut-offs", COP_TABLE, .table = cut_options},
    {"Windows", COP_TABLE, .table = deep_options},
    {"Time", COP_TABLE, .table = patience_options},
    {"Openings", COP_TABLE, .table = cop_opening_options},
    {NULL}};

static void read_cuts(struct tree_config *config, const struct cop_settings *settings)
{
    config->has_killers = cop_flag(settings, "killers");
    config->has_history = cop_flag(settings, "history");
    config->is_exact = cop_flag(settings, "exact");
    config->lines = (int)cop_integer(settings, "lines");
}

static void read_deep(struct tree_config *config, const struct cop_settings *settings)
{
    read_cuts(config, settings);
    config->chance = CHANCE_STAR1;
    config->has_etc = cop_flag(settings, "etc");
    config->is_pvs = cop_flag(settings, "pvs");
    config->aspiration = cop_real(settings, "aspiration");
    config->is_quiescent = cop_flag(settings, "quiet");
}

static void configure_deep(struct tree_config *config, const struct cop_settings *settings)
{
    read_deep(config, settings);
    config->width = (int)cop_integer(settings, "width");
    config->reduce = (int)cop_integer(settings, "reduce");
    config->reduce_rate = cop_real(settings, "reduce_rate");
    config->foresight = cop_real(settings, "probcut");
    config->fit_file = cop_words(settings, "fit");
}

static void read_star(struct tree_config *config, const struct cop_settings *settings)
{
    read_cuts(config, settings);
    config->has_etc = cop_flag(settings, "etc");
    config->counts_chance = cop_flag(settings, "count_chance");
    config->horizon = (enum cop_horizon)cop_choice(settings, "bounds");
    config->rate = cop_real(settings, "rate");
    config->selectivity = cop_real(settings, "probcut");
    config->is_strict = cop_flag(settings, "strict");
    config->is_printed = cop_flag(settings, "printed");
    config->is_quiescent = config->must_be_quiet = cop_flag(settings, "quiet");
    config->fit_file = cop_words(settings, "fit");
}

/* ---- What the options ask of an evaluator ---- */

static bool has_fit_file(const struct tree_config *config)
{
    return config->fit_file != NULL && config->fit_file[0] != '\0';
}

/* Fits are of searches for two players, of whom one's value is minus the other's. */
static bool check_foresight(const struct tree_config *config, const struct cop_game *game,
                            struct cop_error *error)
{
    if (config->foresight == 0)
        return config->selectivity > 0 || !has_fit_file(config) ||
               cop_fail(error, "fit does nothing here; it needs probcut=1 or so");
    if (game->players != 2)
        return cop_fail(error,
                        "probcut foretells games of two, and %s has %d players; leave it out",
                        game->name, game->players);
    if (config->judge.evaluator.is_relative)
        return cop_fail(error,
                        "values of the evaluator %s are relative to the position that is searched, "
                        "which no fit is; leave probcut out",
                        config->judge.evaluator.name);
    return !game->has_chance ||
           cop_fail(error, "probcut of this search is for games without chance; in %s use star2",
                    game->name);
}

/* What the options ask of the evaluator must be there. */
static bool check_wishes(struct tree_config *config, const struct cop_game *game,
                         struct cop_error *error)
{
    const struct cop_evaluator *evaluator = &config->judge.evaluator;
    bool is_selective = config->selectivity > 0 || config->foresight > 0;

    config->is_quiescent = config->is_quiescent && evaluator->noisy != NULL;
    if (config->must_be_quiet && !config->is_quiescent)
        return cop_fail(error,
                        "the evaluator %s of %s names no noisy moves to play on with; leave quiet "
                        "out",
                        evaluator->name, game->rules->name);
    if (config->reduce_rate > 0 && config->reduce == 0)
        return cop_fail(error, "reduce_rate does nothing here; it needs reduce=1 or more");
    if (config->horizon != COP_HORIZON_SOUND && evaluator->horizon == NULL)
        return cop_fail(error, "the evaluator %s of %s has only sound bounds; leave bounds out",
                        evaluator->name, game->rules->name);
    if (!check_foresight(config, game, error))
        return false;
    if (is_selective && !has_fit_file(config) && evaluator->fits == NULL)
        return cop_fail(error,
                        "there is no fit of shallow to deep searches for the evaluator %s of %s; "
                        "make one with coppice tune probcut and give fit=FILE",
                        evaluator->name, game->rules->name);
    if (is_selective && !has_fit_file(config) &&
        evaluator->fits_count_chance != config->counts_chance)
        return cop_fail(error,
                        "the fits of the evaluator %s of %s are for count_chance=%s; give that, or "
                        "fit=FILE with others",
                        evaluator->name, game->rules->name,
                        evaluator->fits_count_chance ? "on" : "off");
    return true;
}

/* An option that would do nothing beside the others is a mistake of whoever gave it. */
static bool check_partners(const struct tree_config *config, const struct cop_agent_kind *kind,
                           const struct cop_settings *settings, struct cop_error *error)
{
    const struct {
        const char *name;
        bool works;
        const char *needs;
    } rows[] = {
        {"strict", !config->is_strict || config->selectivity > 0, "probcut"},
        {"rate", config->horizon == COP_HORIZON_SCALED, "bounds=scaled"},
        {"etc", !config->has_etc || config->has_table, "table=on"},
        {"aspiration", config->aspiration == 0 || config->is_deepening, "deepen=on"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!rows[i].works &&
            cop_options_find(kind->options, rows[i].name, strlen(rows[i].name)) != NULL &&
            cop_given(settings, rows[i].name))
            return cop_fail(error, "%s does nothing here; it needs %s", rows[i].name,
                            rows[i].needs);
    return true;
}

/* ---- From settings to a configuration ---- */

static void configure_expectimax(struct tree_config *config, const struct cop_settings *settings)
{
    config->chance = CHANCE_FULL;
    config->lines = (int)cop_integer(settings, "lines");
    config->counts_chance = cop_flag(settings, "count_chance");
}

static void configure_star1(struct tree_config *config, const struct cop_settings *settings)
{
    read_star(config, settings);
    config->chance = CHANCE_STAR1;
}

static void configure_star2(struct tree_config *config, const struct cop_settings *settings)
{
    read_star(config, settings);
    config->chance = CHANCE_STAR2;
    config->probes = 1;
}

static void configure_star25(struct tree_config *config, const struct cop_settings *settings)
{
    read_star(config, settings);
    config->chance = CHANCE_STAR2;
    config->probes = (int)cop_integer(settings, "probes");
    config->probing = (enum probing)cop_choice(settings, "probing");
}

static void configure_maxn(struct tree_config *config, const struct cop_settings *settings)
{
    config->family = FAMILY_MAXN;
    config->lines = 1; /* every move has its values as it is */
    config->tie = (enum tie_rule)cop_choice(settings, "tie");
    config->is_shallow = cop_flag(settings, "shallow");
    config->counts_chance = cop_flag(settings, "count_chance");
}

static void configure_brs(struct tree_config *config, const struct cop_settings *settings)
{
    read_deep(config, settings);
    config->family = cop_flag(settings, "plus") ? FAMILY_REPLY_PLUS : FAMILY_REPLY;
}

/* What the agents differ in. */
struct variety {
    void (*configure)(struct tree_config *config, const struct cop_settings *settings);
};

/* Everything but what has to be read or made. */
static bool read_config(struct tree_config *config, const struct cop_agent_kind *kind,
                        const struct cop_game *game, const struct cop_settings *settings,
                        struct cop_error *error)
{
    const struct variety *variety = kind->own;

    *config = (struct tree_config){0};
    variety->configure(config, settings);
    if (!cop_judge_find(&config->judge, game, cop_words(settings, "eval"), error) ||
        !cop_ordering_find(&config->ordering, game, cop_words(settings, "order"), error) ||
        !check_wishes(config, game, error) ||
        (cop_options_find(kind->options, "beliefs", strlen("beliefs")) != NULL &&
         !cop_belief_find(&config->belief, game, settings, error)))
        return false;
    config->noise = cop_real(settings, "noise");
    config->is_shallow = config->is_shallow && config->noise == 0; /* noise has no bounded sum */
    config->has_table = cop_flag(settings, "table");
    config->is_deepening = cop_flag(settings, "deepen");
    read_patience(config, settings);
    return check_partners(config, kind, settings, error) && check_patience(config, settings, error);
}

/* What changes nothing in this game, or within these limits. */
static void tree_idle(const struct cop_agent_kind *kind, const struct cop_game *game,
                      const struct cop_settings *settings, const struct cop_limits *limits,
                      struct cop_text *notes)
{
    struct tree_config config;
    struct cop_error ignored;

    if (!read_config(&config, kind, game, settings, &ignored))
        return;
    if (!game->has_chance && config.counts_chance)
        cop_text_add(notes, "count_chance=on: there is no chance in %s\n", game->rules->name);
    if (!game->has_chance && config.is_printed)
        cop_text_add(notes, "printed=on: there is no chance in %s\n", game->rules->name);
    if (!game->has_chance && config.probing == PROBE_CYCLIC)
        cop_text_add(notes, "probing=cyclic: there is no chance in %s\n", game->rules->name);
    if (config.family == FAMILY_REPLY_PLUS && game->players == 2)
        cop_text_add(notes, "plus=on: with two players nobody is left out\n");
    if (limits == NULL)
        return;
    if (config.patience == PATIENCE_CLOCK && limits->clock <= 0 &&
        (cop_given(settings, "save") || cop_given(settings, "extend")))
        cop_text_add(notes, "save and extend: this limit is no share of a clock; give "
                            "patience=always\n");
    if (limits->means.threads > 1 && !config.has_table)
        cop_text_add(notes, "threads: without a table one thread searches; leave table=off out\n");
}

enum { TABLE_LEAST = 1024 }; /* bytes: not a useful table, but one */

/* Each thread has memory of its own, and the table gets what they leave. */
static bool check_memory(const struct tree_search *search, struct cop_error *error)
{
    size_t one = worker_size(search), least = TABLE_LEAST + one * (size_t)search->threads;
    const char *game = search->game->name;

    if (!search->config.has_table || least <= search->memory)
        return true;
    if (search->memory < TABLE_LEAST + one)
        return cop_fail(error,
                        "memory=%zuK is too little for a search of %s; give at least memory=%zuK",
                        search->memory >> 10, game, ((TABLE_LEAST + one) >> 10) + 1);
    return cop_fail(error,
                    "%d threads need %zu KB to search %s, and memory=%zuK allows %zu; give at "
                    "least memory=%zuK, or fewer threads",
                    search->threads, (least >> 10) + 1, game, search->memory >> 10,
                    (search->memory - TABLE_LEAST) / one, (least >> 10) + 1);
}

/* Everything that can be said without reading or making anything. */
static bool settle(struct tree_search *search, const struct cop_agent_kind *kind,
                   const struct cop_game *game, const struct cop_settings *settings,
                   const struct cop_means *means, struct cop_error *error)
{
    if (!read_config(&search->config, kind, game, settings, error))
        return false;
    search->game = game;
    search->threads = search->config.has_table ? cop_run_thread_count(means->threads) : 1;
    search->memory = means->memory;
    search->seed = means->seed;
    search->history_bits = history_bits_for(game);
    return check_memory(search, error);
}

static bool tree_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, const struct cop_means *means,
                       struct cop_error *error)
{
    struct tree_search search = {0};

    return settle(&search, kind, game, settings, means, error);
}

/* Without smaller depths there is no answer before the whole depth is searched, so that no time and
 * no number of nodes could stand for it. */
static bool tree_has_limits(const struct cop_settings *settings, const struct cop_limits *limits,
                            struct cop_error *error)
{
    return limits->depth > 0 || cop_flag(settings, "deepen") ||
           cop_fail(error,
                    "with deepen=off a search needs its depth; give a limit such as depth=6");
}

/* ---- Opening and closing ---- */

static void tree_close(void *self)
{
    struct tree_search *search = self;

    for (int i = 0; search->workers != NULL && i < search->threads; i++)
        worker_close(&search->workers[i]);
    free(search->workers);
    free(search->candidates);
    free(search->lines);
    transpositions_close(&search->transpositions);
    free(search);
}

static bool open_workers(struct tree_search *search, struct cop_error *error)
{
    search->workers = calloc((size_t)search->threads, sizeof *search->workers);
    search->candidates = calloc((size_t)search->game->max_moves, sizeof *search->candidates);
    if (search->config.lines > 1)
        search->lines = calloc((size_t)search->config.lines * COP_LINE_MAX, sizeof *search->lines);
    if (search->workers == NULL || search->candidates == NULL ||
        (search->config.lines > 1 && search->lines == NULL))
        return cop_fail(error, "the system has no memory for a search with %d threads; use fewer",
                        search->threads);
    for (int i = 0; i < search->threads; i++)
        if (!worker_open(&search->workers[i], search, i, error))
            return false;
    return true;
}

/* The models of ChanceProbCut and Multi-ProbCut: those of a file, or the evaluator's own. */
static bool find_fits(struct tree_search *search, struct cop_error *error)
{
    struct tree_config *config = &search->config;

    config->fits = config->judge.evaluator.fits;
    if (!has_fit_file(config))
        return true;
    config->fits = search->fits.fits;
    return cop_fits_read(config->fit_file, &search->fits, error) &&
           cop_fits_suit(&search->fits, search->game, &config->judge.evaluator,
                         config->counts_chance, error);
}

static bool open_parts(struct tree_search *search, const struct cop_agent_kind *kind,
                       const struct cop_settings *settings, const atomic_bool *stop,
                       struct cop_error *error)
{
    return find_fits(search, error) &&
           cop_judge_prepare(&search->config.judge, search->game, stop, error) &&
           (!kind->asks_oracle ||
            cop_oracles_open(&search->oracles, search->game, settings, stop, error)) &&
           open_workers(search, error);
}

static void *tree_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, const struct cop_means *means,
                       struct cop_error *error)
{
    struct tree_search *search = calloc(1, sizeof *search);

    if (search == NULL) {
        cop_fail(error, "the system has no memory for a search");
        return NULL;
    }
    if (settle(search, kind, game, settings, means, error) &&
        open_parts(search, kind, settings, means->stop, error))
        return search;
    tree_close(search);
    return NULL;
}

/* The table is as large as this search can fill, within the agent's memory; a later search that has
 * much more to do gets a new one. */
static bool fit_table(struct tree_search *search, const struct cop_limits *limits,
                      struct cop_error *error)
{
    size_t room = cop_block_room(search->memory, search->run.terms.tickets, limits->time);
    size_t rest = search->memory - worker_size(search) * (size_t)search->threads;

    if (room > rest)
        room = rest;
    if (!search->config.has_table ||
        (search->transpositions.words != NULL && room < 2 * search->transpositions.size))
        return true;
    transpositions_close(&search->transpositions);
    return transpositions_open(&search->transpositions, room,
                               search->config.family == FAMILY_MAXN ? search->game->players : 2,
                               error);
}

/* Nothing of an earlier game is left that could change what is searched: not in which agent a game
 * is played, nor after which other games, but the seed alone decides. */
static void tree_start(void *self, uint64_t seed)
{
    struct tree_search *search = self;

    search->seed = seed;
    transpositions_forget(&search->transpositions);
    for (int i = 0; i < search->threads; i++)
        worker_forget(&search->workers[i]);
}

/* Of the moves only a winning one that was found first is known to take no longer. */
static void report_distance(struct tree_search *search, struct cop_report *report)
{
    report->distance = find_distance(search, report->proof);
    for (int i = 0; i < search->count; i++)
        if (search->candidates[i].move == search->best && report->proof == COP_PROVEN_WIN)
            search->candidates[i].distance = report->distance;
}

static bool tree_think(void *self, const void *state, const struct cop_limits *limits,
                       const struct cop_watch *watch, struct cop_report *report,
                       struct cop_error *error)
{
    struct tree_search *search = self;
    struct cop_run_terms terms = cop_search_terms(limits, watch, show_tree_progress, search);
    bool is_done;

    terms.tickets = cop_lesser_limit(limits->nodes, limits->sims); /* a node is its simulation */
    cop_run_begin(&search->run, &terms);
    search->root_state = state;
    search->limits = limits;
    search->depth_limit = limits->depth;
    search->asks = search->oracles.game != NULL && values_follow_results(search) &&
                   cop_oracles_may_know(&search->oracles, limits);
    search->watch = watch;
    is_done = fit_table(search, limits, error) && run_search(search, error);
    make_tree_report(search, report);
    report_distance(search, report);
    report->seconds = cop_run_seconds(&search->run);
    return is_done;
}

/* ---- What fits ---- */

static bool fits_two(const struct cop_game *game, struct cop_error *error)
{
    if (game->players > 2)
        return cop_fail(error,
                        "%s has %d players, and this search is for one or two; use maxn, "
                        "paranoid or brs",
                        game->name, game->players);
    if (game->is_hidden && !game->has_chance)
        return cop_fail(error, "%s has hidden pieces; use mcts or mc", game->name);
    return true;
}

static bool fits_sure(const struct cop_game *game, struct cop_error *error)
{
    if (game->has_chance)
        return cop_fail(error, "%s has chance; use star2, expectimax or mcts", game->name);
    if (game->is_hidden)
        return cop_fail(error, "%s has hidden pieces; use mcts or mc", game->name);
    return true;
}

static bool alphabeta_fits(const struct cop_game *game, struct cop_error *error)
{
    return fits_sure(game, error) && fits_two(game, error);
}

static bool many_fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->players < 2)
        return cop_fail(error, "%s is for one player; use alphabeta or mcts", game->name);
    if (game->is_hidden && !game->has_chance)
        return cop_fail(error, "%s has hidden pieces; use mcts or mc", game->name);
    return true;
}

static bool brs_fits(const struct cop_game *game, struct cop_error *error)
{
    if (!many_fits(game, error) || !fits_sure(game, error))
        return false;
    if (game->players > 2 && game->rules->give_turn == NULL)
        return cop_fail(error, "%s does not let a player be skipped; use paranoid or maxn",
                        game->name);
    return true;
}

/* ---- The agents ---- */

const struct cop_agent_kind cop_alphabeta_agent = {
    .name = "alphabeta",
    .title = "Alpha-beta",
    .summary = "searches all moves of two players to a depth, leaving out what cannot matter",
    .options = alphabeta_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .asks_oracle = true,
    .fits = alphabeta_fits,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_deep},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};

const struct cop_agent_kind cop_expectimax_agent = {
    .name = "expectimax",
    .title = "Expectimax",
    .summary = "searches all moves and all outcomes of chance to a depth",
    .options = expectimax_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .fits = fits_two,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_expectimax},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};

const struct cop_agent_kind cop_star1_agent = {
    .name = "star1",
    .title = "Star1",
    .summary = "expectimax that leaves out outcomes of chance that cannot matter any more",
    .options = star_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .fits = fits_two,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_star1},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};

const struct cop_agent_kind cop_star2_agent = {
    .name = "star2",
    .title = "Star2",
    .summary = "Star1 that first tries one move after each outcome of chance",
    .options = star_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .fits = fits_two,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_star2},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};

const struct cop_agent_kind cop_star25_agent = {
    .name = "star2.5",
    .title = "Star2.5",
    .summary = "Star2 that first tries several moves after each outcome",
    .options = star25_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .fits = fits_two,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_star25},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};

const struct cop_agent_kind cop_maxn_agent = {
    .name = "maxn",
    .title = "max^n",
    .summary = "each of several players takes the move that is best for himself",
    .options = maxn_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .fits = many_fits,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_maxn},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};

const struct cop_agent_kind cop_paranoid_agent = {
    .name = "paranoid",
    .title = "Paranoid",
    .summary = "one player against all others, who play together",
    .options = alphabeta_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .asks_oracle = true,
    .fits = many_fits,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_deep},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};

const struct cop_agent_kind cop_brs_agent = {
    .name = "brs",
    .title = "Best-reply search",
    .summary = "after each move of its own only the strongest reply of any opponent",
    .options = brs_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .fits = brs_fits,
    .check = tree_check,
    .idle = tree_idle,
    .has_limits = tree_has_limits,
    .open = tree_open,
    .own = &(const struct variety){configure_brs},
    .close = tree_close,
    .start = tree_start,
    .think = tree_think,
};
