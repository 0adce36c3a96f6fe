/* test_idle.c - an option that changes nothing says so: every option of mcts, alone and with those
 * that it works with, is refused, is noted, or makes another search, in every game.
 *
 *     build/tests/test-idle LIMITS
 *
 * lists what does nothing in any game without a word, also of options that depend on what comes up:
 * a solver finds nothing to prove in an opening, and a choice that never changes is not extended.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/notes.h"
#include "base/allocate.h"
#include "coppice/rng.h"
#include "slow_build.h"

enum { PLACES = 4 };

static const char *const games[] = {
    "connect4(width=5, height=4)",
    "othello(size=6)",
    "breakthrough(width=5, height=6)",
    "amazons(size=5)",
    "amazons(size=5, split=on)",
    "samegame(width=6, height=6, colours=3)",
    "morpion(rule=4D)",
    "fanorona(width=5, height=5)",
    "stratego(size=4)",
    "twixt(size=8)",
    "focus",
    "focus(players=3)",
    "chinesecheckers(board=tiny)",
    "chinesecheckers(players=3, board=tiny)",
    "ontop(stones=5)",
    "ontop(players=3, stones=5)",
    "rolit(size=4)",
    "rolit(players=3, size=6)",
    "dice",
    "chancebreakthrough",
};

/* What is compared: the search with `context` alone, and with the option beside it. */
struct trial {
    const char *context, *item;
    bool depends; /* on what comes up in the search */
};

static const struct trial trials[] = {
    {"", "c=2"},
    {"", "c=-0.5"},
    {"c=0.5", "c_form=inside"},
    {"", "c_levels=\"0.1 2\""},
    {"", "select=random"},
    {"", "select=lucb"},
    {"prior=order", "select=puct"},
    {"prior=evaluate", "select=puct"},
    {"", "first_play=0.6"},
    {"", "first_play_of=parent"},
    {"prior=order", "first_play_of=prior"},
    {"select=lucb", "first_play=0.6"},
    {"", "warm=10"},
    {"", "warm_share=0.5"},
    {"", "widen=1"},
    {"widen=1", "widen_power=0.3"},
    {"", "tie=first"},
    {"prior=order", "tie=first"},
    {"", "expand=5"},
    {"", "children=tried", true},
    {"warm=5", "children=warm"},
    {"", "groups=on"},
    {"", "solver=on", true},
    {"solver=on", "proof=wins", true},
    {"solver=on", "proof=ends", true},
    {"solver=on", "look_ahead=on", true},
    {"solver=on", "exact=4", true},
    {"solver=on, exact=8", "exact_nodes=3", true},
    {"", "root_first=visit"},
    {"", "outcomes=pass"},
    {"", "reuse=on", true},
    {"", "hidden=views"},
    {"", "playout=greedy"},
    {"", "playout=knowledge"},
    {"", "playout_limit=3"},
    {"", "line_limit=4"},
    {"playout_limit=3", "even_cut=on", true},
    {"playout_limit=3", "judge=score"},
    {"playout_limit=3, judge=score", "judge_scale=chance"},
    {"playout_limit=3, judge=runners", "quiet=on"},
    {"playout_limit=3, judge=mobility", "quiet=on"},
    {"", "draw_cut=0.5", true},
    {"", "lead_cut=0.5", true},
    {"", "decisive=win", true},
    {"", "decisive=both", true},
    {"", "reward=score", true},
    {"", "reward=margin"},
    {"", "reward=biased"},
    {"reward=biased", "bonus=1", true},
    {"", "length_weight=1"},
    {"", "win=0.9", true},
    {"", "draw=0.3", true},
    {"", "loss=0.1", true},
    {"", "discount=0.9"},
    {"", "minimax=0.3"},
    {"", "mix=0.3"},
    {"", "deviation=product"},
    {"", "deviation=sum"},
    {"deviation=product", "deviation_d=3"},
    {"deviation=sum", "deviation_log=10"},
    {"", "top=0.3"},
    {"", "prior=order"},
    {"", "prior=evaluate"},
    {"select=puct, prior=order", "prior_temperature=2"},
    {"prior=order", "prior_temperature=2"},
    {"prior=order, bias=1", "prior_temperature=2"},
    {"prior=order", "bias=1"},
    {"prior=order, bias=1", "bias_fade=losses"},
    {"", "prune=root", true},
    {"", "prune=all", true},
    {"", "prune=path", true},
    {"prune=all", "p=0.1", true},
    {"prune=all, p=0.1", "s=20", true},
    {"prune=all, p=0.1", "interval=wilson", true},
    {"prune=all, p=1", "interval=deviation", true},
    {"prune=all, p=0.1, s=20", "prune_after=8", true},
    {"prune=all, p=0.1, s=20", "dead_stats=subtract", true},
    {"", "history=visits"},
    {"", "history=losses"},
    {"history=visits", "history_weight=2"},
    {"history=visits", "history_scope=all"},
    {"", "rave=node"},
    {"", "rave=table"},
    {"rave=node", "rave_form=mix"},
    {"rave=node", "rave_form=add"},
    {"rave=node", "rave_weight=1"},
    {"rave=node", "rave_ref=20", true},
    {"rave=node, rave_form=mix", "rave_k=3"},
    {"rave=node, rave_form=mix", "rave_c=3"},
    {"", "guide=mast"},
    {"", "guide=history"},
    {"guide=mast", "guide_pick=greedy"},
    {"guide=mast", "guide_keep=search"},
    {"guide=mast", "guide_temperature=0.1"},
    {"guide=mast, guide_pick=greedy", "guide_epsilon=0.9"},
    {"", "reply=on"},
    {"", "reply=forget"},
    {"reply=on", "reply_depth=2", true},
    {"reward=score", "final=best"},
    {"reward=score, final=best", "whole=on", true},
    {"reward=score, final=best", "keep=off", true},
    {"reward=score, final=best", "restarts=4", true},
    {"", "stop=off", true},
    {"solver=on", "stop=off", true},
    {"", "unreachable=on", true},
    {"", "unreachable=estimate", true},
    {"", "extend=0.5", true},
    {"", "final=value", true},
    {"", "final=robust-max", true},
    {"", "final=secure", true},
    {"final=secure", "secure=30", true},
    {"", "final=maxmean2", true},
    {"", "final=robust2", true},
    {"", "turn=whole"},
    {"", "lines=3"},
    {"", "parallel=root"},
    {"", "parallel=leaf"},
    {"", "virtual_loss=5"},
    {"", "oracle=on", true},
    {"solver=on", "oracle=on", true},
    {"solver=on, final=best, reward=score", "oracle=on", true},
    {"", "oracle=off", true},
    {"", "book_variety=0.5"},
    {"", "openings=on", true},
};

/* ---- One course: a think, two moves, another think ---- */

static uint64_t add(uint64_t sum, double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    return cop_mix(sum ^ bits) + 1;
}

static uint64_t add_report(uint64_t sum, const struct cop_game *game,
                           const struct cop_report *report)
{
    sum = add(sum, report->best);
    sum = add(sum, (double)report->sims);
    sum = add(sum, (double)report->nodes);
    sum = add(sum, report->depth);
    sum = add(sum, report->proof);
    sum = add(sum, report->turn_length);
    sum = add(sum, report->has_total ? report->total : -1);
    for (int i = 0; i < game->players; i++)
        sum = add(sum, report->value[i]);
    for (int i = 0; i < report->line_length; i++)
        sum = add(sum, report->line[i]);
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        sum = add(sum, (double)candidate->visits);
        sum = add(sum, candidate->value);
        sum = add(sum, candidate->line_length);
    }
    return sum;
}

/* So many moves and those of chance after them. False: the game is over. */
static bool go_on(const struct cop_game *game, struct cop_agent *agent, void *state, int plies,
                  struct cop_rng *rng, cop_move *moves)
{
    int turn = game->rules->turn(game, state);

    for (; turn != COP_OVER && (turn == COP_CHANCE || plies > 0); plies--) {
        cop_move move = cop_random_move(game, state, rng, moves);

        if (agent != NULL)
            cop_agent_played(agent, state, move);
        game->rules->play(game, state, move);
        turn = game->rules->turn(game, state);
    }
    return turn != COP_OVER;
}

static uint64_t course(const struct cop_game *game, const char *spec, const char *words, int place)
{
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_report report;
    struct cop_agent *agent;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    void *state = cop_allocate(game->state_size);
    struct cop_rng rng;
    uint64_t sum = 0;

    assert_true(cop_limits_parse(words, &limits, NULL));
    agent = cop_agent_open(game, spec, &limits.means, &error);
    if (agent == NULL)
        fail_msg("%s: %s", spec, error.message);
    cop_rng_seed(&rng, (uint64_t)place + 1);
    game->rules->start(game, state, &rng);
    if (!go_on(game, NULL, state, 5 * place, &rng, moves)) {
        game->rules->start(game, state, &rng);
        go_on(game, NULL, state, 0, &rng, moves);
    }
    cop_agent_start(agent, 1);
    for (int i = 0; i < 2; i++) {
        if (!cop_agent_think(agent, state, &limits, NULL, &report, &error))
            fail_msg("%s: %s", spec, error.message);
        sum = add_report(sum, game, &report);
        for (int j = 0; j < report.turn_length; j++) {
            cop_agent_played(agent, state, report.line[j]);
            game->rules->play(game, state, report.line[j]);
            if (game->rules->turn(game, state) == COP_CHANCE)
                break;
        }
        if (!go_on(game, agent, state, 1, &rng, moves))
            break;
    }
    cop_agent_close(agent);
    free(moves);
    free(state);
    return sum;
}

/* ---- Is it idle? ---- */

enum word { REFUSED, NOTED, TAKEN };

static enum word word_on(const struct cop_game *game, const char *spec, const char *words)
{
    struct cop_text notes = COP_TEXT;
    struct cop_limits limits;
    enum word word = REFUSED;

    assert_true(cop_limits_parse(words, &limits, NULL));
    cop_agent_notes(game, spec, &limits, &notes);
    if (cop_agent_check(game, spec, &limits, NULL, NULL))
        word = notes.length > 0 ? NOTED : TAKEN;
    cop_text_free(&notes);
    return word;
}

static bool is_same(const struct cop_game *game, const char *one, const char *other,
                    const char *limits)
{
    for (int place = 0; place < PLACES; place++)
        if (course(game, one, limits, place) != course(game, other, limits, place))
            return false;
    return true;
}

/* 1: what is taken changes nothing, or what is said to change nothing changes something. */
static int try(const struct cop_game *game, const struct trial *trial, const char *limits,
               bool with_dependent)
{
    struct cop_text plain = COP_TEXT, with = COP_TEXT;
    enum word word;
    int is_wrong = 0;

    cop_text_add(&plain, "mcts(%s)", trial->context);
    cop_text_add(&with, "mcts(%s%s%s)", trial->context, trial->context[0] != '\0' ? ", " : "",
                 trial->item);
    word = word_on(game, with.bytes, limits);
    if (word_on(game, plain.bytes, limits) == TAKEN &&
        (word == NOTED || (word == TAKEN && (with_dependent || !trial->depends))))
        is_wrong = is_same(game, plain.bytes, with.bytes, limits) != (word == NOTED);
    if (is_wrong)
        printf("# %s: %s and %s are%s the same\n", game->name, plain.bytes, with.bytes,
               word == NOTED ? " not" : "");
    fflush(stdout);
    cop_text_free(&plain);
    cop_text_free(&with);
    return is_wrong;
}

/* Returns how many are wrong. */
static int try_all(const char *limits, bool with_dependent)
{
    int count = 0;

    for (size_t i = 0; i < sizeof games / sizeof games[0]; i += is_slow_build() ? 4 : 1) {
        struct cop_game *game = cop_game_open(games[i], NULL);

        for (size_t j = 0; j < sizeof trials / sizeof trials[0]; j++)
            count += try(game, &trials[j], limits, with_dependent);
        cop_game_close(game);
    }
    return count;
}

static void options_change_the_search_or_say_that_they_do_not(void **unused)
{
    (void)unused;
    assert_int_equal(try_all("sims=300, memory=16M", false), 0);
}

/* ---- What is refused ---- */

static void what_would_do_nothing_is_refused(void **unused)
{
    static const struct {
        const char *game, *agent, *word;
    } rows[] = {
        {"othello", "mcts(rave_k=5)", "rave_k does nothing"},
        {"othello", "mcts(rave=node, rave_k=5)", "rave_form=mix"},
        {"othello", "mcts(rave=node, rave_c=5)", "rave_form=mix"},
        {"othello", "mcts(history_weight=5)", "needs history"},
        {"othello", "mcts(p=0.5)", "needs prune"},
        {"othello", "mcts(prior_by=\"\")", "needs prior"},
        {"othello", "mcts(bias=3)", "needs prior"},
        {"othello", "mcts(prior=order, prior_temperature=3)", "needs select=puct"},
        {"othello", "mcts(parallel=root, virtual_loss=3)", "needs parallel=tree"},
        {"rolit", "mcts(oracle=on)", "needs solver=on"},
        {"dice", "star2(strict=on)", "strict does nothing here; it needs probcut"},
        {"ontop", "star2(rate=5)", "needs bounds=scaled"},
        {"othello", "alphabeta(etc=on, table=off)", "needs table=on"},
        {"othello", "alphabeta(aspiration=3, deepen=off)", "needs deepen=on"},
        {"samegame", "mcts(oracle=on, solver=on, final=best, reward=score)", "needs solver=on"},
        {"othello", "mcts(book_variety=0.5)", "book_variety does nothing here; it needs book"},
        {"othello", "mcts(prior=order, bias_fade=losses)", "needs bias"},
        {"othello", "mcts(look_ahead=on)", "solver=on"},
        {"othello", "mcts(outcomes=pass)", "games with chance"},
        {"stratego", "mcts(outcomes=pass)", "games with chance"},
        {"othello", "mcts(widen_power=0.2)", "needs widen"},
        {"othello", "mcts(select=random, c=1)", "another select"},
        {"othello", "mcts(secure=2)", "final=secure"},
        {"othello", "mcts(select=puct)", "prior"},
        {"othello", "mcts(select=puct, prior=order, c=-1)", "below 0"},
        {"othello", "mcts(select=lucb, c=1, c_levels=\"-1\")", "below 0"},
        {"othello", "mcts(first_play_of=prior)", "prior"},
        {"othello", "mcts(first_play_of=parent, first_play=inf)", "first_play_of"},
        {"othello", "mcts(select=puct, prior=order, first_play=inf)", "first_play_of=number"},
        {"othello", "mcts(c_levels=\"1 x\")", "numbers"},
        {"othello", "mcts(c_levels=\"1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\")", "more than 16"},
        {"othello", "mcts(discount=0.9, prune=root)", "discount=1"},
        {"othello", "mcts(c=-1, prune=root)", "give p"},
        {"othello", "mcts(prior=order, children=tried)", "children=all"},
        {"ontop", "mcts(solver=on, proof=wins)", "no chance"},
        {"stratego", "mcts(warm=5)", "hidden"},
        {"stratego", "mcts(prior=order)", "hidden"},
        {"samegame", "mcts(prior=order)", "no ordering"},
        {"othello", "mcts(prior=evaluate, prior_by=none)", "says something"},
        {"othello", "mcts(minimax=0.5, minimax_by=none)", "by itself"},
        {"othello", "mcts(minimax_by=none)", "needs minimax"},
        {"ontop", "mcts(mix=0.5)", "without chance"},
        {"breakthrough", "mcts(mix=0.5, groups=on)", "groups=off"},
        {"othello", "mcts(prior=evaluate, prior_by=clever)", "clever"},
    };
    struct cop_limits limits;

    (void)unused;
    assert_true(cop_limits_parse("sims=1", &limits, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = cop_game_open(rows[i].game, NULL);
        struct cop_error error = {""};

        if (cop_agent_check(game, rows[i].agent, &limits, NULL, &error))
            fail_msg("%s in %s is not refused", rows[i].agent, rows[i].game);
        if (strstr(error.message, rows[i].word) == NULL)
            fail_msg("%s: %s", rows[i].agent, error.message);
        cop_game_close(game);
    }
}

/* ---- What is said ---- */

static void assert_noted(const char *spec, const char *agent, const char *words, const char *note)
{
    struct cop_game *game = cop_game_open(spec, NULL);
    struct cop_text notes = COP_TEXT;
    struct cop_limits limits;

    assert_true(cop_limits_parse(words, &limits, NULL));
    assert_true(cop_agent_check(game, agent, &limits, NULL, NULL));
    cop_agent_notes(game, agent, &limits, &notes);
    if (note == NULL && notes.length > 0)
        fail_msg("%s in %s, %s: %s", agent, spec, words, notes.bytes);
    if (note != NULL && (notes.length == 0 || strstr(notes.bytes, note) == NULL))
        fail_msg("%s in %s, %s: not \"%s\"", agent, spec, words, note);
    cop_text_free(&notes);
    cop_game_close(game);
}

static void what_does_nothing_here_is_noted(void **unused)
{
    static const struct {
        const char *game, *agent, *limits, *note;
    } rows[] = {
        {"othello", "mcts(hidden=views)", "1s", "hidden=views: nothing is hidden in othello\n"},
        {"stratego", "mcts(hidden=views)", "1s", NULL},
        {"stratego", "mcts(reuse=on)", "1s", "no tree is kept from move to move\n"},
        {"othello", "mcts(reuse=on)", "1s", NULL},
        {"stratego", "mcts(children=tried)", "1s", "as their moves are seen\n"},
        {"stratego", "mcts(root_first=visit)", "1s", "visited in any case\n"},
        {"othello", "mcts(parallel=root)", "1s", "give threads in the limit\n"},
        {"othello", "mcts(parallel=root)", "1s, threads=2", NULL},
        {"othello", "mcts(virtual_loss=3)", "1s", "nobody sees it; give threads"},
        {"othello", "mcts(virtual_loss=3)", "1s, threads=2", NULL},
        {"othello", "mcts(unreachable=on)", "1s", "give sims, or unreachable=estimate"},
        {"othello", "mcts(unreachable=on)", "sims=100", NULL},
        {"othello", "mcts(unreachable=estimate)", "1s", NULL},
        {"othello", "mcts(unreachable=estimate)", "nodes=100", "without sims or a time"},
        {"othello", "mcts(turn=whole)", "1s", "nobody has two moves in a row in othello\n"},
        {"fanorona", "mcts(turn=whole)", "1s", NULL},
        {"amazons(split=on)", "mcts(turn=whole)", "1s", NULL},
        {"samegame", "mcts(turn=whole)", "1s", NULL},
        {"rolit", "mcts(solver=on, oracle=on)", "1s", "nothing exact to ask\n"},
        {"rolit", "alphabeta(oracle=on)", "1s", "nothing exact to ask\n"},
        {"othello", "mcts(oracle=on)", "1s", NULL},
        {"rolit", "mcts(solver=on)", "1s", NULL},
        {"rolit", "star2(count_chance=on)", "1s", "count_chance=on: there is no chance in rolit"},
        {"dice", "star2(count_chance=on)", "1s", NULL},
        {"rolit", "star2(printed=on)", "1s", "printed=on: there is no chance in rolit\n"},
        {"rolit", "star2.5(probing=cyclic)", "1s", "probing=cyclic: there is no chance"},
        {"rolit", "brs(plus=on)", "1s", "with two players nobody is left out"},
        {"rolit(players=3)", "brs(plus=on)", "1s", NULL},
        {"rolit", "alphabeta(save=0.3)", "1s", "give patience=always"},
        {"rolit", "alphabeta(save=0.3)", "clock=5m", NULL},
        {"rolit", "alphabeta(save=0.3, patience=always)", "1s", NULL},
        {"rolit", "alphabeta(table=off)", "1s, threads=2", "one thread searches"},
        {"rolit", "alphabeta(table=off)", "1s", NULL},
        {"othello", "mistaken(of=\"mcts(hidden=views)\")", "1s", "nothing is hidden"},
        {"othello", "mcts", "1s", NULL},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_noted(rows[i].game, rows[i].agent, rows[i].limits, rows[i].note);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_change_the_search_or_say_that_they_do_not),
        cmocka_unit_test(what_would_do_nothing_is_refused),
        cmocka_unit_test(what_does_nothing_here_is_noted),
    };

    if (count == 2)
        return try_all(words[1], true) > 0;
    return cmocka_run_group_tests_name("idle", tests, NULL, NULL);
}
