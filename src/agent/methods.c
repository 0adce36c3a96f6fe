/* methods.c - the methods as rows, and the table that comes of asking all of them. */
#include "agent/methods.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/notes.h"
#include "base/allocate.h"

#define AGENTS    "Agents"
#define SELECTION "mcts: selection"
#define TREE      "mcts: the tree"
#define PLAYOUTS  "mcts: playouts"
#define BACKUP    "mcts: backup and memory"
#define ALONE     "mcts: games for one (SP-MCTS)"
#define PRUNING   "mcts: pruning (UCT*)"
#define ENDING    "mcts: the end of a search"
#define KNOWLEDGE "Knowledge of the game"
#define DEPTH     "Depth-first search"

/* clang-format off */
const struct cop_method cop_all_methods[] = {
    {AGENTS, "random", "any legal move"},
    {AGENTS, "mc", "flat Monte Carlo"},
    {AGENTS, "mcts", "Monte-Carlo tree search, UCT"},
    {AGENTS, "alphabeta", "alpha-beta"},
    {AGENTS, "expectimax", "expectimax"},
    {AGENTS, "star1", "Star1"},
    {AGENTS, "star2", "Star2"},
    {AGENTS, "star2.5", "Star2.5"},
    {AGENTS, "maxn", "max^n"},
    {AGENTS, "paranoid", "paranoid search"},
    {AGENTS, "brs", "best-reply search"},
    {AGENTS, "bstar", "B*"},
    {AGENTS, "pn", "proof-number search"},
    {AGENTS, "pn(second=tree)", "PN2"},
    {AGENTS, "dfpn", "df-PN"},
    {AGENTS, "solver", "every move solved"},
    {AGENTS, "hotstrat", "Hotstrat: where it is hottest"},
    {AGENTS, "hotstrat(region=agent)", "a tree chooses the part, alpha-beta the move"},
    {AGENTS, "tds", "Hotstrat by temperature discovery search"},
    {AGENTS, "nmcs", "nested Monte-Carlo search"},
    {AGENTS, "nrpa", "nested rollout policy adaptation"},
    {AGENTS, "anneal", "annealing of whole games"},
    {AGENTS, "beam", "beam search"},
    {AGENTS, "exact", "exact search with a table for one player"},
    {AGENTS, "dfbb", "depth-first branch and bound"},
    {AGENTS, "idastar", "IDA*"},
    {AGENTS, "astar", "A*"},
    {AGENTS, "mistaken", "another agent, with mistakes"},

    {SELECTION, "mcts(c=-0.5)", "negative exploration"},
    {SELECTION, "mcts(c_levels=\"1 0.5\")", "exploration by depth"},
    {SELECTION, "mcts(select=random)", "children at random"},
    {SELECTION, "mcts(select=lucb)", "LUCB at the root"},
    {SELECTION, "mcts(select=puct, prior=order)", "PUCT, prior from an ordering"},
    {SELECTION, "mcts(select=puct, prior=evaluate)", "PUCT, prior from an evaluator"},
    {SELECTION, "mcts(first_play=1)", "first play from a number"},
    {SELECTION, "mcts(first_play_of=parent)", "first play from the parent"},
    {SELECTION, "mcts(warm=10)", "warm-up by playout moves"},
    {SELECTION, "mcts(prior=order, bias=1)", "progressive bias, from an ordering"},
    {SELECTION, "mcts(prior=evaluate, bias=1)", "progressive bias, from an evaluator"},
    {SELECTION, "mcts(prior=order, widen=1)", "progressive widening"},
    {SELECTION, "mcts(history=visits)", "progressive history"},
    {SELECTION, "mcts(history=losses)", "progressive history, fading with losses"},
    {SELECTION, "mcts(history=visits, history_scope=all)", "progressive history of playouts, too"},
    {SELECTION, "mcts(rave=node)", "RAVE by node"},
    {SELECTION, "mcts(rave=node, rave_form=mix)", "RAVE mixed with the bound"},
    {SELECTION, "mcts(rave=node, rave_ref=20)", "GRAVE"},
    {SELECTION, "mcts(rave=table)", "RAVE by one table"},

    {TREE, "mcts(children=tried)", "children as they are tried"},
    {TREE, "mcts(children=warm, warm=10)", "children one by one until a node is warm"},
    {TREE, "mcts(groups=on)", "moves grouped by their first part"},
    {TREE, "mcts(solver=on)", "solver: bounds"},
    {TREE, "mcts(solver=on, proof=wins)", "solver: wins and losses"},
    {TREE, "mcts(solver=on, look_ahead=on)", "solver: look-ahead"},
    {TREE, "mcts(solver=on, exact=3)", "ends looked through to the last move"},
    {TREE, "mcts(outcomes=pass)", "outcomes of chance are passed through"},
    {TREE, "mcts(root_first=visit)", "the root is visited first"},
    {TREE, "mcts(reuse=on)", "the tree is kept"},
    {TREE, "mcts(hidden=views)", "decisions apart by views"},

    {PLAYOUTS, "mcts(playout=greedy)", "greedy by an ordering"},
    {PLAYOUTS, "mcts(playout_limit=8)", "cut after so many plies"},
    {PLAYOUTS, "mcts(playout_limit=8, judge=EVALUATOR)", "cut and judged"},
    {PLAYOUTS, "mcts(playout_limit=8, judge=EVALUATOR, judge_scale=chance)", "cut and judged by fitted chances"},
    {PLAYOUTS, "mcts(playout_limit=8, judge=EVALUATOR, quiet=on)", "cut and judged where exchanges rest"},
    {PLAYOUTS, "mcts(line_limit=8, even_cut=on, judge=EVALUATOR)", "cut at an even distance"},
    {PLAYOUTS, "mcts(draw_cut=0.5)", "early draws"},
    {PLAYOUTS, "mcts(lead_cut=1)", "dynamic cut by the lead"},
    {PLAYOUTS, "mcts(decisive=win)", "decisive moves"},
    {PLAYOUTS, "mcts(decisive=both)", "anti-decisive moves, too"},
    {PLAYOUTS, "mcts(reward=score)", "reward: points"},
    {PLAYOUTS, "mcts(reward=margin)", "reward: the lead"},
    {PLAYOUTS, "mcts(reward=biased)", "reward: the lead with a bonus"},
    {PLAYOUTS, "mcts(length_weight=0.5)", "results weighted by length"},
    {PLAYOUTS, "mcts(guide=mast)", "MAST"},
    {PLAYOUTS, "mcts(guide=history, guide_pick=greedy)", "guided by history"},
    {PLAYOUTS, "mcts(reply=forget)", "last good reply, forgetting"},

    {BACKUP, "mcts(discount=0.99)", "discounted UCB"},
    {BACKUP, "mcts(minimax=0.2)", "implicit minimax"},
    {BACKUP, "mcts(mix=0.2)", "max of a mix"},

    {ALONE, "mcts(deviation=product)", "deviation as a factor of the exploration"},
    {ALONE, "mcts(deviation=sum)", "deviation as a term beside it"},
    {ALONE, "mcts(top=0.1)", "best results in the mean"},
    {ALONE, "mcts(solver=on, proof=ends)", "finished lines are closed"},
    {ALONE, "mcts(reward=score, final=best)", "the first move of the best game"},
    {ALONE, "mcts(reward=score, final=best, whole=on)", "one search for the whole game"},
    {ALONE, "mcts(reward=score, final=best, restarts=10)", "randomised restarts"},

    {PRUNING, "mcts(prune=root)", "UCT*: at the root"},
    {PRUNING, "mcts(prune=all)", "MCTS*: at each node"},
    {PRUNING, "mcts(prune=path)", "MCTS*: on the path"},
    {PRUNING, "mcts(prune=root, interval=wilson)", "by Wilson's interval"},
    {PRUNING, "mcts(prune=root, interval=deviation, p=2)", "progressive pruning by deviations"},
    {PRUNING, "mcts(prune=root, dead_stats=subtract)", "what was pruned is taken out"},

    {ENDING, "mcts(unreachable=on)", "ends when nothing can change"},
    {ENDING, "mcts(unreachable=estimate)", "ends when the leader will hardly be overtaken"},
    {ENDING, "mcts(extend=0.5)", "goes on while its choice changes"},
    {ENDING, "mcts(final=value)", "best value"},
    {ENDING, "mcts(final=robust-max)", "most visits and best value"},
    {ENDING, "mcts(final=secure)", "best lower bound"},
    {ENDING, "mcts(final=maxmean2)", "best first part by value, then its best move"},
    {ENDING, "mcts(final=robust2)", "the same by visits"},
    {ENDING, "mcts(turn=whole)", "one search for a whole turn"},

    {KNOWLEDGE, "mcts(solver=on, oracle=on)", "oracles and decisive moves in trees"},
    {KNOWLEDGE, "mcts(oracle=beside)", "the game's own solver beside a tree"},
    {KNOWLEDGE, "alphabeta(oracle=on)", "oracles in alpha-beta"},
    {KNOWLEDGE, "bstar(oracle=on)", "oracles in B*"},
    {KNOWLEDGE, "mcts(beliefs=learned)", "beliefs about hidden pieces in trees"},
    {KNOWLEDGE, "star2(beliefs=learned)", "beliefs about hidden pieces at chance nodes"},
    {KNOWLEDGE, "mcts(openings=on)", "what the game knows of its openings"},
    {KNOWLEDGE, "mcts(preset=thesis)", "the configuration of a thesis"},

    {DEPTH, "alphabeta(eval=score)", "the game's own points as judgement"},
    {DEPTH, "alphabeta(eval=none)", "results alone"},
    {DEPTH, "alphabeta(exact=on)", "every root move valued"},
    {DEPTH, "alphabeta(etc=on)", "transposition cut-offs"},
    {DEPTH, "alphabeta(aspiration=10)", "a window around the last value"},
    {DEPTH, "alphabeta(width=5)", "the best moves by the ordering alone"},
    {DEPTH, "alphabeta(reduce=5)", "later moves one ply less deep"},
    {DEPTH, "alphabeta(reduce=2, reduce_rate=0.9)", "later moves less deep, the later the more"},
    {DEPTH, "star2(count_chance=on)", "outcomes count as plies"},
    {DEPTH, "star2(bounds=scaled)", "bounds expected from the depth"},
    {DEPTH, "star2.5(probing=cyclic)", "Star2.5, cyclic"},
    {DEPTH, "maxn(shallow=off)", "max^n without shallow pruning"},
    {DEPTH, "brs(plus=on)", "BRS+"},
    {DEPTH, "bstar(root=prove, strict=on)", "B*, prove-best"},
    {NULL, NULL, NULL},
};
/* clang-format on */

/* ---- Specs ---- */

/* Adds the text with every whole word `from` as `to`. */
static void add_replaced(const char *text, const char *from, const char *to, struct cop_text *out)
{
    size_t length = strlen(from);

    for (const char *at = text; *at != '\0';) {
        bool begins = at == text || !isalnum((unsigned char)at[-1]);

        if (begins && strncmp(at, from, length) == 0 && !isalnum((unsigned char)at[length])) {
            cop_text_add(out, "%s", to);
            at += length;
        } else {
            cop_text_add_bytes(out, at++, 1);
        }
    }
}

void cop_method_spec(const struct cop_method *method, const struct cop_game *game,
                     struct cop_text *spec)
{
    const struct cop_evaluator *row = cop_evaluator_after(game, NULL);
    const char *evaluator = row != NULL ? row->name : "evaluator";

    add_replaced(method->spec, "EVALUATOR", evaluator, spec);
}

/* Only the first reason is told. */
bool cop_method_fits(const struct cop_game *game, const char *spec, struct cop_error *error)
{
    struct cop_text notes = COP_TEXT;
    bool fits = cop_agent_check(game, spec, NULL, NULL, error);

    if (fits)
        cop_agent_notes(game, spec, NULL, &notes);
    if (notes.length > 0)
        fits = cop_fail(error, "%.*s", (int)strcspn(notes.bytes, "\n"), notes.bytes);
    cop_text_free(&notes);
    return fits;
}

/* ---- Games ---- */

static const char *const variants[] = {"amazons(split=on)", NULL};

static bool add_game(struct cop_methods *methods, const char *spec, struct cop_error *error)
{
    struct cop_game *game = cop_game_open(spec, error);

    if (game == NULL)
        return false;
    if (methods->game_count == COP_METHOD_GAMES_MAX) {
        cop_game_close(game);
        return cop_fail(error, "there are more than %d games and variants",
                        (int)COP_METHOD_GAMES_MAX);
    }
    methods->games[methods->game_count++] = game;
    return true;
}

static bool add_players(struct cop_methods *methods, const struct cop_rules *rules, int players,
                        struct cop_error *error)
{
    char spec[100];

    snprintf(spec, sizeof spec, "%s(players=%d)", rules->name, players);
    return add_game(methods, spec, error);
}

/* A game as it is, with three players and with all, and its variants. */
static bool add_rules(struct cop_methods *methods, const struct cop_rules *rules,
                      struct cop_error *error)
{
    const struct cop_option *players =
        cop_options_find(rules->options, "players", strlen("players"));
    int most = players != NULL ? (int)players->high : 0;

    if (!add_game(methods, rules->name, error) ||
        (most >= 3 && !add_players(methods, rules, 3, error)) ||
        (most > 3 && !add_players(methods, rules, most, error)))
        return false;
    for (int i = 0; variants[i] != NULL; i++)
        if (strncmp(variants[i], rules->name, strlen(rules->name)) == 0 &&
            variants[i][strlen(rules->name)] == '(' && !add_game(methods, variants[i], error))
            return false;
    return true;
}

/* ---- The table ---- */

/* In `words`, which it frees, as a new string. */
static char *replaced(char *words, const char *from, const char *to)
{
    struct cop_text text = COP_TEXT;
    char *result;

    add_replaced(words, from, to, &text);
    result = cop_copy_string(text.bytes);
    cop_text_free(&text);
    free(words);
    return result;
}

/* The game's own names in a message as what they stand for, so that all games that a method refuses
 * for one reason have one reason. An evaluator's name may be a word of other sentences, so that
 * only these phrases are looked for. */
static char *general_words(const struct cop_game *game, const char *message)
{
    static const char *const phrases[][2] = {
        {"the evaluator ", " of"}, {"fitted to ", " in"}, {"judge=", ":"}};
    const struct cop_evaluator *evaluator = cop_evaluator_after(game, NULL);
    const char *name = evaluator != NULL ? evaluator->name : "none";
    char *words = cop_copy_string(message);
    char from[100], to[100];

    words = replaced(words, game->name, "GAME");
    words = replaced(words, game->rules->name, "GAME");
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        snprintf(from, sizeof from, "%s%.60s%s", phrases[i][0], name, phrases[i][1]);
        snprintf(to, sizeof to, "%sEVALUATOR%s", phrases[i][0], phrases[i][1]);
        words = replaced(words, from, to);
    }
    snprintf(from, sizeof from, "has %d players", game->players);
    return replaced(words, from, "has N players");
}

/* The number of these words, which are new if nobody has said them before. */
static int find_reason(struct cop_methods *methods, const struct cop_game *game,
                       const char *message)
{
    char *words = general_words(game, message);
    int reason = 0;

    while (reason < methods->reason_count && strcmp(methods->words[reason], words) != 0)
        reason++;
    if (reason < methods->reason_count)
        free(words);
    else
        methods->words[methods->reason_count++] = words;
    return reason + 1;
}

static void fill(struct cop_methods *methods)
{
    struct cop_text spec = COP_TEXT;

    for (int m = 0; m < methods->method_count; m++)
        for (int g = 0; g < methods->game_count; g++) {
            const struct cop_game *game = methods->games[g];
            struct cop_error error;

            cop_text_clear(&spec);
            cop_method_spec(&cop_all_methods[m], game, &spec);
            if (!cop_method_fits(game, spec.bytes, &error))
                methods->reasons[m * methods->game_count + g] =
                    find_reason(methods, game, error.message);
        }
    cop_text_free(&spec);
}

struct cop_methods *cop_methods_open(struct cop_error *error)
{
    struct cop_methods *methods = cop_allocate(sizeof *methods);
    size_t cells;

    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        if (!add_rules(methods, *at, error)) {
            cop_methods_close(methods);
            return NULL;
        }
    while (cop_all_methods[methods->method_count].spec != NULL)
        methods->method_count++;
    cells = (size_t)methods->method_count * (size_t)methods->game_count;
    methods->reasons = cop_allocate(cells * sizeof *methods->reasons);
    methods->words = cop_allocate(cells * sizeof *methods->words);
    fill(methods);
    return methods;
}

void cop_methods_close(struct cop_methods *methods)
{
    if (methods == NULL)
        return;
    for (int i = 0; i < methods->game_count; i++)
        cop_game_close(methods->games[i]);
    for (int i = 0; i < methods->reason_count; i++)
        free(methods->words[i]);
    free(methods->reasons);
    free(methods->words);
    free(methods);
}
