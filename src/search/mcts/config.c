/* config.c - the options of the agent, and what they mean together. */
#include "search/mcts/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/mcts/parts.h"
#include "search/mcts/prune.h"
#include "search/opening.h"
#include "search/oracle.h"
#include "search/recipe.h"
#include "search/rollout.h"

/* With more moves than this most children of most nodes are never visited. */
enum { MANY_MOVES = 256 };

enum { LINES_MAX = 64, EXACT_MAX = 16 };

static const struct cop_option selection_options[] = {
    {"c", COP_REAL, "0.7", -1e9, 1e9, NULL,
     "exploration: how much rarely tried moves are favoured; below 0: disfavoured"},
    {"c_form", COP_CHOICE, "outside", 0, 0, "outside|inside",
     "whether c and p stand before the square root or under it"},
    {"c_levels", COP_WORDS, "", 0, 0, NULL,
     "c of the first levels of the tree, the root's first, as \"1 0.5\"; the rest have c"},
    {"select", COP_CHOICE, "ucb1", 0, 0, "ucb1|random|lucb|puct",
     "how a descent chooses among children; lucb: at the root, of the move with the best mean and "
     "its strongest rival, the one that is known less; puct: by means and the shares of a prior"},
    {"first_play", COP_REAL, "inf", -1e9, INFINITY, NULL,
     "the bound of a child never tried; inf tries every child once first"},
    {"first_play_of", COP_CHOICE, "auto", 0, 0, "auto|number|parent|prior",
     "what that bound is: the number, the mean of the children tried so far, or what the prior "
     "expects, each plus first_play if it is given; auto: parent with select=puct, unless "
     "first_play is a number, else the number"},
    {"warm", COP_INTEGER, "0", 0, 1e9, NULL,
     "visits below which a node's children are drawn as moves of playouts are"},
    {"warm_share", COP_REAL, "0", 0, 1e6, NULL, "the same, as a part of the node's moves"},
    {"widen", COP_REAL, "0", 0, 1e6, NULL,
     "progressive widening: a node with N visits has widen * N^widen_power children, best prior "
     "first; 0 has all"},
    {"widen_power", COP_REAL, "0.5", 0, 1, NULL, "how fast it widens"},
    {"tie", COP_CHOICE, "random", 0, 0, "random|first",
     "the order in which untried children and exact ties are taken"},
    {NULL}};

static const struct cop_option memory_options[] = {
    {"discount", COP_REAL, "1", 0.5, 1, NULL,
     "what a node has seen before counts so much less with every visit"},
    {NULL}};

static const struct cop_option tree_options[] = {
    {"expand", COP_INTEGER, "1", 1, 1e9, NULL, "visits after which a node gets children"},
    {"children", COP_CHOICE, "auto", 0, 0, "auto|all|tried|warm",
     "whether a node gets all children at once or one by one as they are tried; auto: all, unless "
     "the game has very many moves; warm: one by one while they are drawn as in playouts, and then "
     "all that are missing"},
    {"groups", COP_FLAG, "off", 0, 0, NULL,
     "in games whose moves have two parts, as a way and an arrow: the tree decides between the "
     "first parts before it looks at the moves"},
    {"solver", COP_FLAG, "off", 0, 0, NULL,
     "keep bounds of what can still happen, and do not visit again what is settled"},
    {"proof", COP_CHOICE, "bounds", 0, 0, "bounds|wins|ends",
     "what the solver keeps: bounds of every result, or wins and losses only; ends: finished lines "
     "are not visited again, and no result of a simulation is changed by what is known"},
    {"look_ahead", COP_FLAG, "off", 0, 0, NULL,
     "with the solver: a new node in which a move wins at once is settled without a playout"},
    {"exact", COP_INTEGER, "0", 0, EXACT_MAX, NULL,
     "with the solver: a new node with at most so many moves left is looked through to the end, "
     "chance included"},
    {"exact_nodes", COP_INTEGER, "2000", 1, 1e9, NULL, "unless that takes more nodes than this"},
    {"root_first", COP_CHOICE, "expand", 0, 0, "expand|visit",
     "the root gets its children before the first simulation, or by it, as other nodes do"},
    {"outcomes", COP_CHOICE, "leaf", 0, 0, "leaf|pass",
     "where a simulation ends that comes to a new outcome of chance: there, or after a move below "
     "it"},
    {"reuse", COP_FLAG, "off", 0, 0, NULL, "keep the part of the tree that a move leads to"},
    {"hidden", COP_CHOICE, "shared", 0, 0, "shared|views",
     "in games with hidden pieces: one tree for all that others may see, or decisions kept apart "
     "by what each player sees"},
    {NULL}};

static const struct cop_option ending_options[] = {
    {"stop", COP_FLAG, "on", 0, 0, NULL, "end the search when one root move is left"},
    {"unreachable", COP_CHOICE, "off", 0, 0, "off|on|estimate",
     "end the search when no other root move can overtake the leader in visits: where the "
     "simulations are counted, or also under a limit of time, by the speed so far"},
    {"extend", COP_REAL, "0", 0, 3, NULL,
     "at its limit the search goes on while the move to be played changes, by tenths of the limit; "
     "by this part of it at most"},
    {"final", COP_CHOICE, "visits", 0, 0, "visits|value|robust-max|secure|maxmean2|robust2|best",
     "which root move is played in the end: most visits, best value, both (searching up to half as "
     "long again until they agree, and then by value), best lower bound; or for moves in two parts "
     "first the best first part and then the best of its moves, both by value or both by visits; "
     "in "
     "games for one the first move of the best game that was found"},
    {"secure", COP_REAL, "1", 0, 1e6, NULL,
     "weight of 1/sqrt(visits) in the lower bound of final=secure"},
    {"turn", COP_CHOICE, "move", 0, 0, "move|whole",
     "a turn of several moves: a search for each move, or one for all of them"},
    {"lines", COP_INTEGER, "1", 1, LINES_MAX, NULL,
     "so many of the best moves are reported with the line that is expected after them"},
    {NULL}};

static const struct cop_option thread_options[] = {
    {"parallel", COP_CHOICE, "tree", 0, 0, "tree|root|leaf",
     "what several threads share: one tree, only the root moves' counts, or the playouts of a "
     "leaf"},
    {"virtual_loss", COP_INTEGER, "1", 1, 1000, NULL,
     "losses that a descent in progress shows to other threads"},
    {NULL}};

const struct cop_option mcts_options[] = {
    {"Selection", COP_TABLE, .table = selection_options},
    {"Tree", COP_TABLE, .table = tree_options},
    {"Playouts", COP_TABLE, .table = cop_rollout_options},
    {"Memory", COP_TABLE, .table = memory_options},
    {"Backup", COP_TABLE, .table = mcts_backup_options},
    {"Games for one (SP-MCTS)", COP_TABLE, .table = mcts_deviation_options},
    {"Priors", COP_TABLE, .table = mcts_prior_options},
    {"Pruning (UCT*)", COP_TABLE, .table = mcts_prune_options},
    {"Progressive history", COP_TABLE, .table = mcts_history_options},
    {"RAVE", COP_TABLE, .table = mcts_rave_options},
    {"Guided playouts", COP_TABLE, .table = mcts_guide_options},
    {"Replies in playouts", COP_TABLE, .table = mcts_reply_options},
    {"The end of a search", COP_TABLE, .table = ending_options},
    {"The best game for one", COP_TABLE, .table = mcts_best_options},
    {"Threads", COP_TABLE, .table = thread_options},
    {"Knowledge", COP_TABLE, .table = cop_oracle_options},
    {"Secrets", COP_TABLE, .table = cop_belief_options},
    {"Openings", COP_TABLE, .table = cop_opening_options},
    {"Ready made", COP_TABLE, .table = cop_recipe_options},
    {NULL}};

/* Inside and outside the root are the same search after c_outside = sqrt(c_inside), so that only
 * one form is used below (uct-star.md 2.0.2). The sign stays. */
double config_rate_inside(const struct cop_settings *settings, double rate)
{
    return cop_choice(settings, "c_form") == 0 ? rate * fabs(rate) : rate;
}

static bool read_levels(struct mcts_config *config, const struct cop_settings *settings,
                        struct cop_error *error)
{
    const char *words = cop_words(settings, "c_levels");
    const char *at = words + strspn(words, " ");

    while (*at != '\0') {
        char *end;
        double rate = strtod(at, &end);

        if (end == at || !(fabs(rate) <= 1e9) || (*end != '\0' && *end != ' '))
            return cop_fail(
                error, "c_levels=\"%.40s\": numbers from -1e9 to 1e9, with blanks between", words);
        if (config->level_count == LEVELS_MAX)
            return cop_fail(error, "c_levels has more than %d numbers", LEVELS_MAX);
        config->levels[config->level_count++] = config_rate_inside(settings, rate);
        at = end + strspn(end, " ");
    }
    return true;
}

/* Of what is tried first with priors, unless the options say it. */
static void read_first_play(struct mcts_config *config, const struct cop_settings *settings)
{
    int of = cop_choice(settings, "first_play_of"); /* 0: auto */

    config->first_play = cop_real(settings, "first_play");
    if (of > 0)
        config->first_play_of = (enum first_play_of)(of - 1);
    else if (config->select == SELECT_PUCT && isinf(config->first_play))
        config->first_play_of = FIRST_PLAY_PARENT;
    if (config->first_play_of != FIRST_PLAY_NUMBER && !cop_given(settings, "first_play"))
        config->first_play = 0;
}

bool config_read(struct mcts_config *config, const struct cop_game *game,
                 const struct cop_settings *settings, struct cop_error *error)
{
    int children = cop_choice(settings, "children");

    *config = (struct mcts_config){
        .c = config_rate_inside(settings, cop_real(settings, "c")),
        .select = (enum selection)cop_choice(settings, "select"),
        .warm = cop_integer(settings, "warm"),
        .warm_share = cop_real(settings, "warm_share"),
        .widen = cop_real(settings, "widen"),
        .widen_power = cop_real(settings, "widen_power"),
        .discount = cop_real(settings, "discount"),
        .shuffle = cop_choice(settings, "tie") == 0,
        .expand = cop_integer(settings, "expand"),
        .solver = cop_flag(settings, "solver"),
        .proves_wins = cop_choice(settings, "proof") == 1,
        .closes_only = cop_choice(settings, "proof") == 2,
        .completes = children == 3,
        .deviates = cop_choice(settings, "deviation") != 0,
        .restarts = cop_integer(settings, "restarts"),
        .looks_ahead = cop_flag(settings, "look_ahead"),
        .exact = (int)cop_integer(settings, "exact"),
        .exact_nodes = cop_integer(settings, "exact_nodes"),
        .root_is_visited = cop_choice(settings, "root_first") == 1,
        .passes_outcomes = cop_choice(settings, "outcomes") == 1,
        .reuse = cop_flag(settings, "reuse"),
        .final = (enum final_choice)cop_choice(settings, "final"),
        .secure = cop_real(settings, "secure"),
        .stop = cop_flag(settings, "stop"),
        .unreachable = (enum unreachable)cop_choice(settings, "unreachable"),
        .extend = cop_real(settings, "extend"),
        .views = cop_choice(settings, "hidden") == 1,
        .groups = cop_flag(settings, "groups"),
        .whole_turn = cop_choice(settings, "turn") == 1,
        .whole_game = cop_flag(settings, "whole"),
        .lines = (int)cop_integer(settings, "lines"),
        .parallel = (enum parallel_way)cop_choice(settings, "parallel"),
        .virtual_loss = (uint32_t)cop_integer(settings, "virtual_loss"),
    };
    config->tries =
        children == 2 || children == 3 ||
        (children == 0 && game->max_moves > MANY_MOVES && config->shuffle && !config->groups &&
         config->select != SELECT_RIVALS && !parts_order_untried(settings));
    if (config->whole_game)
        config->stop = false; /* a single first move leaves the rest of the game to be found */
    read_first_play(config, settings);
    return cop_belief_find(&config->belief, game, settings, error) &&
           read_levels(config, settings, error);
}

/* ---- What cannot go together ---- */

static bool check_selection(const struct mcts_config *config, const struct cop_game *game,
                            const struct cop_settings *settings, struct cop_error *error)
{
    if (config->select == SELECT_RIVALS && (config->tries || game->is_hidden))
        return cop_fail(error, "select=lucb compares all root moves; it needs children=all and a "
                               "game without hidden pieces");
    if (config->select == SELECT_RIVALS && config_rate(config, 0) < 0)
        return cop_fail(error, "select=lucb looks for the highest upper bound; it needs a c that "
                               "is not below 0");
    if (config->select == SELECT_RIVALS &&
        (config->warm > 0 || config->warm_share > 0 || config->widen > 0))
        return cop_fail(error, "select=lucb tries all root moves in turn; leave warm and widen "
                               "out");
    if (config->select == SELECT_PUCT && !prior_is_wanted(settings))
        return cop_fail(error, "select=puct shares visits out by a prior; give prior=order or "
                               "prior=evaluate");
    if (config->select == SELECT_PUCT && (config->c < 0 || config_rate(config, 0) < 0))
        return cop_fail(error, "select=puct needs a c that is not below 0");
    if (config->first_play_of == FIRST_PLAY_PRIOR && !prior_is_wanted(settings))
        return cop_fail(error, "first_play_of=prior: there is none; give prior=order or "
                               "prior=evaluate");
    if (config->first_play_of != FIRST_PLAY_NUMBER && !isfinite(config->first_play))
        return cop_fail(error, "first_play=inf hides what first_play_of says; leave it out, or "
                               "give first_play_of=number");
    return true;
}

static bool check_tree(const struct mcts_config *config, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_error *error)
{
    if (config->passes_outcomes && (!game->has_chance || game->is_hidden))
        return cop_fail(error,
                        "outcomes=pass is for games with chance and without hidden pieces, which "
                        "%s is not; leave it out",
                        game->rules->name);
    if (config->tries && !config->shuffle)
        return cop_fail(error, "children=tried and warm draw them at random; they need tie=random");
    if (config->completes && config->warm == 0 && config->warm_share == 0)
        return cop_fail(error, "children=warm needs warm: how long they are made one by one");
    if (config->tries && parts_order_untried(settings))
        return cop_fail(error, "history and priors order children that are not tried yet; they "
                               "need children=all");
    if (prune_is_wanted(settings) && config->deviates)
        return cop_fail(error, "prune compares means of rewards, and deviation turns c into "
                               "points; use one of them");
    if (config->discount < 1 && (config->select == SELECT_RIVALS || prune_is_wanted(settings)))
        return cop_fail(error, "prune and select=lucb compare the means of all visits; use "
                               "discount=1");
    if (prune_is_wanted(settings) && !cop_given(settings, "p") && cop_real(settings, "c") < 0)
        return cop_fail(error, "prune takes its rate from c, which is below 0; give p");
    return true;
}

/* A tree over first parts has two kinds of families, which few others know how to read. */
static bool check_groups(const struct mcts_config *config, const struct cop_game *game,
                         const struct cop_settings *settings, struct cop_error *error)
{
    bool by_parts = config->final == FINAL_MAXMEAN2 || config->final == FINAL_ROBUST2;

    if ((config->groups || by_parts) && !game->has_stems)
        return cop_fail(error,
                        "groups=on and final=maxmean2 or robust2 are for moves in two parts, which "
                        "%s has not",
                        game->name);
    if (!config->groups)
        return true;
    if (config->tries || config->select == SELECT_RIVALS ||
        config->unreachable != UNREACHABLE_OFF || prune_is_wanted(settings))
        return cop_fail(error, "groups=on needs children=all and does not go with select=lucb, "
                               "prune and unreachable, which look at root moves as children");
    if (prior_is_wanted(settings) || config->warm > 0 || config->warm_share > 0)
        return cop_fail(error, "prior and warm choose whole moves; leave them out or use "
                               "groups=off");
    if (cop_choice(settings, "rave") == 1)
        return cop_fail(error, "rave=node keeps whole moves at each node; use rave=table or "
                               "groups=off");
    return true;
}

/* The solver's other forms speak of a winner and a loser. */
static bool check_solver(const struct mcts_config *config, const struct cop_game *game,
                         const struct cop_settings *settings, struct cop_error *error)
{
    bool is_shared = game->players == 2 && game->is_constant_sum &&
                     cop_choice(settings, "reward") == 0 && !game->has_chance;

    if (config->solver && (config->proves_wins || config->looks_ahead) && !is_shared)
        return cop_fail(error, "proof=wins and look_ahead=on need two players who share one "
                               "payoff, no chance, and reward=payoff");
    if (config->solver && config->closes_only && (game->players != 1 || game->has_chance))
        return cop_fail(error, "proof=ends is for games of one player without chance; use "
                               "proof=bounds");
    if (config->solver && cop_real(settings, "length_weight") > 0)
        return cop_fail(error, "solver=on counts a proven win as a win, and length_weight makes "
                               "its worth a matter of its length; use one of them");
    return true;
}

/* Bounds of one share are kept only where two players share 1 and rewards are payoffs. */
static bool check_exact(const struct mcts_config *config, const struct cop_game *game,
                        const struct cop_settings *settings, struct cop_error *error)
{
    bool is_plain = cop_choice(settings, "reward") == 0 && cop_real(settings, "win") == 1 &&
                    cop_real(settings, "draw") == 0.5 && cop_real(settings, "loss") == 0;

    if (config->exact == 0 || !config->solver)
        return true;
    if (game->rules->moves_left == NULL)
        return cop_fail(error, "exact: %s does not say how many moves are left; use exact=0",
                        game->rules->name);
    if (game->players != 2 || !game->is_constant_sum || !is_plain)
        return cop_fail(error, "exact needs two players who share one payoff, and it as the "
                               "reward: reward=payoff, win=1, draw=0.5 and loss=0");
    return true;
}

static bool check_hidden(const struct mcts_config *config, const struct cop_game *game, int workers,
                         struct cop_error *error)
{
    if (!game->is_hidden)
        return true;
    if (config->solver)
        return cop_fail(error,
                        "solver=on cannot prove anything in %s, whose pieces are hidden; use "
                        "solver=off",
                        game->rules->name);
    if (workers > 1 && config->parallel == PARALLEL_TREE)
        return cop_fail(error, "in a game with hidden pieces a tree cannot be shared by threads; "
                               "use parallel=root or parallel=leaf");
    if (config->warm > 0 || config->warm_share > 0 || config->widen > 0 || config->discount < 1 ||
        config->first_play_of != FIRST_PLAY_NUMBER)
        return cop_fail(error, "warm, widen, discount and first_play_of need a game without hidden "
                               "pieces");
    return true;
}

static bool check_threads(const struct mcts_config *config, const struct cop_settings *settings,
                          int workers, struct cop_error *error)
{
    if (workers == 1)
        return true;
    if (config->unreachable != UNREACHABLE_OFF && config->parallel == PARALLEL_ROOT)
        return cop_fail(error, "unreachable looks at one tree; use parallel=tree");
    if (config->parallel == PARALLEL_LEAF && parts_want_trace(settings))
        return cop_fail(error, "rave, guide, reply, history_scope=all and final=best learn from "
                               "each playout, of which parallel=leaf makes several at once; use "
                               "parallel=tree or root");
    if (config->parallel == PARALLEL_LEAF &&
        (config->deviates || cop_real(settings, "top") > 0 || prune_by_deviation(settings)))
        return cop_fail(error, "deviation, top and interval=deviation look at single results, of "
                               "which parallel=leaf adds up several; use parallel=tree or root");
    if (config->parallel == PARALLEL_TREE && prune_subtracts(settings))
        return cop_fail(error, "dead_stats=subtract would take out what other threads are about to "
                               "add; use one thread or parallel=root");
    return true;
}

/* Whether the tree asks oracles, or the game's own solver is asked before it. */
static bool asks_oracles(const struct mcts_config *config, const struct cop_game *game)
{
    bool has_solver = game->rules->solve != NULL && game->rules->can_solve(game, COP_STAKE_PAYOFF);

    return has_solver || (config->solver && config->final != FINAL_BEST);
}

/* An option that would do nothing is a mistake of whoever gave it. What depends on the game, the
 * threads and the limits is left out, as one spec is used with many of them: idle.c says that. */
static bool check_idle(const struct mcts_config *config, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_error *error)
{
    int asking = cop_choice(settings, "oracle");
    bool history = cop_choice(settings, "history") != 0, rave = cop_choice(settings, "rave") != 0;
    bool prune = prune_is_wanted(settings), prior = prior_is_wanted(settings);
    bool guide = cop_choice(settings, "guide") != 0;
    bool is_greedy = cop_choice(settings, "guide_pick") != 0;
    bool is_chosen = config->select != SELECT_RANDOM;
    const struct {
        const char *name;
        bool works;
        const char *needs;
    } rows[] = {
        {"c", is_chosen || prune, "another select"},
        {"c_levels", is_chosen, "another select"},
        {"first_play", is_chosen, "another select"},
        {"first_play_of", is_chosen, "another select"},
        {"discount", is_chosen || config->discount == 1, "another select"},
        {"history", is_chosen || !history, "another select"},
        {"rave", is_chosen || !rave, "another select"},
        {"prior", is_chosen || !prior, "another select"},
        {"warm", is_chosen || config->warm == 0, "another select"},
        {"warm_share", is_chosen || config->warm_share == 0, "another select"},
        {"widen", is_chosen || config->widen == 0, "another select"},
        {"widen_power", config->widen > 0, "widen"},
        {"p", prune, "prune"},
        {"s", prune, "prune"},
        {"interval", prune, "prune"},
        {"dead_stats", prune, "prune"},
        {"prune_after", prune, "prune"},
        {"history_weight", history, "history"},
        {"history_scope", history, "history"},
        {"rave_form", rave, "rave"},
        {"rave_ref", cop_choice(settings, "rave") == 1, "rave=node"},
        {"rave_weight", rave && cop_choice(settings, "rave_form") != 0, "rave_form=add or visits"},
        {"rave_k", rave && cop_choice(settings, "rave_form") == 0, "rave_form=mix"},
        {"rave_c", rave && cop_choice(settings, "rave_form") == 0, "rave_form=mix"},
        {"guide_pick", guide, "guide"},
        {"guide_keep", guide, "guide"},
        {"guide_temperature", guide && !is_greedy, "guide and guide_pick=softmax"},
        {"guide_epsilon", guide && is_greedy, "guide and guide_pick=greedy"},
        {"reply_depth", cop_choice(settings, "reply") != 0, "reply"},
        {"prior_by", prior, "prior"},
        {"prior_temperature", prior && config->select == SELECT_PUCT, "select=puct"},
        {"bias", prior, "prior"},
        {"bias_fade", prior && cop_real(settings, "bias") > 0, "bias"},
        {"minimax", is_chosen || cop_real(settings, "minimax") == 0, "another select"},
        {"mix", is_chosen || cop_real(settings, "mix") == 0, "another select"},
        {"minimax_by", cop_real(settings, "minimax") > 0, "minimax"},
        {"proof", config->solver || !(config->proves_wins || config->closes_only), "solver=on"},
        {"top", is_chosen || cop_real(settings, "top") == 0, "another select"},
        {"deviation_d", config->deviates, "deviation"},
        {"deviation_log", cop_choice(settings, "deviation") == 2, "deviation=sum"},
        {"whole", config->final == FINAL_BEST || !config->whole_game, "final=best"},
        {"keep", config->final == FINAL_BEST, "final=best"},
        {"restarts", config->final == FINAL_BEST || config->restarts == 1, "final=best"},
        {"look_ahead", config->solver || !config->looks_ahead, "solver=on"},
        {"exact", config->solver || config->exact == 0, "solver=on"},
        {"exact_nodes", config->exact > 0, "exact"},
        {"secure", config->final == FINAL_SECURE, "final=secure"},
        {"virtual_loss", config->parallel == PARALLEL_TREE || config->virtual_loss == 1,
         "parallel=tree"},
        {"oracle", asking == COP_ASK_AUTO || asking == COP_ASK_NEVER || asks_oracles(config, game),
         "solver=on and another final than best"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!rows[i].works && cop_given(settings, rows[i].name))
            return cop_fail(error, "%s does nothing here; it needs %s", rows[i].name,
                            rows[i].needs);
    return true;
}

bool config_check(const struct mcts_config *config, const struct cop_game *game,
                  const struct cop_settings *settings, int workers, struct cop_error *error)
{
    if (config->unreachable != UNREACHABLE_OFF && config->final != FINAL_VISITS)
        return cop_fail(error, "unreachable compares visits; it needs final=visits");
    if (config->extend > 0 && config->extend < 0.1)
        return cop_fail(error, "extend goes by tenths of the limit; give 0 or at least 0.1");
    return check_selection(config, game, settings, error) &&
           check_tree(config, game, settings, error) &&
           check_groups(config, game, settings, error) &&
           check_solver(config, game, settings, error) &&
           check_exact(config, game, settings, error) &&
           check_hidden(config, game, workers, error) &&
           check_threads(config, settings, workers, error) &&
           check_idle(config, game, settings, error);
}
