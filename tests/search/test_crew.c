/* test_crew.c - df-PN by several threads: whatever they do at once, answers are those of a search
 * of everything, of a retrograde analysis where games can go on for ever, and with tables so small
 * that entries are overwritten all the time (samegame-and-fanorona.md 6.4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "endless_truth.h"
#include "search/proof/prove.h"
#include "slow_build.h"

enum { TINY = 1 << 12, USUAL = 16 << 20, TICKETS = 20000000 };

static const struct dfpn_config configs[] = {
    {.epsilon = 0},
    {.epsilon = 0.25},
    {.epsilon = 0.25, .is_weak = true},
    {.epsilon = 1, .start = {PROOF_MOBILITY}},
    {.epsilon = 0.25, .start = {PROOF_EVALUATOR, 3, 0.25, ""}},
};
enum { CONFIGS = sizeof configs / sizeof configs[0] };

/* ---- Answers ---- */

struct question {
    const struct cop_game *game;
    const void *state;
    enum cop_stake stake;
    double value; /* for the player to move */
};

static void ask(struct dfpn_crew *crew, const struct question *question, double at_least,
                enum proof_answer expected)
{
    const struct cop_game *game = question->game;
    struct cop_error error = {""};
    enum proof_answer answer;
    cop_move best;

    crew->members->goal =
        proof_goal_for(game, question->stake, game->rules->turn(game, question->state));
    proof_goal_begin(&crew->members->goal, at_least);
    if (!dfpn_crew_ask(crew, question->state, &answer, &best, &error))
        fail_msg("%s", error.message);
    if (answer != expected)
        fail_msg("%s: at least %g of %g is answered with %d after %lld positions by %d threads",
                 game->name, at_least, question->value, (int)answer,
                 (long long)dfpn_crew_created(crew), crew->count);
    assert_true(expected == PROOF_FALSE || best != COP_NO_MOVE);
}

/* At least what it is worth, and no more: two questions of one run. */
static void check_value(const struct question *question, const struct dfpn_config *config,
                        int threads, size_t memory)
{
    const struct cop_run_terms terms = {.tickets = TICKETS};
    struct cop_error error = {""};
    struct dfpn_crew crew;
    struct cop_run run;

    cop_run_begin(&run, &terms);
    assert_true(dfpn_crew_open(&crew, question->game, config, memory, threads, &run, &error));
    ask(&crew, question, question->value, PROOF_TRUE);
    ask(&crew, question, nextafter(question->value, INFINITY), PROOF_FALSE);
    dfpn_crew_close(&crew);
}

struct game_case {
    const char *spec;
    int plies; /* of the random beginnings */
    enum cop_stake stake;
};

static const struct game_case cases[] = {
    {"connect4(width=4, height=4)", 8, COP_STAKE_PAYOFF},
    {"breakthrough(width=3, height=5)", 10, COP_STAKE_PAYOFF},
    {"othello(size=4)", 8, COP_STAKE_SCORE},
    {"fanorona(width=3, height=3)", 8, COP_STAKE_PAYOFF},
    {"fanorona(width=3, height=3, repetition=off, quiet=6)", 8, COP_STAKE_PAYOFF},
    {"twixt(size=4)", 6, COP_STAKE_PAYOFF},
};

static void check_beginning(const struct game_case *one, uint64_t seed, size_t memory)
{
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1};
    struct cop_game *game = cop_game_open(one->spec, NULL);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct question question = {game, state, one->stake, 0};
    struct cop_solution expected;
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    game->rules->playout(game, state, &rng, 1 + (int)(seed % (uint64_t)one->plies));
    if (game->rules->turn(game, state) != COP_OVER) {
        assert_true(cop_solve(game, state, one->stake, &limits, &expected, NULL));
        question.value = expected.lower;
        for (int threads = 2; threads <= 3; threads++)
            check_value(&question, &configs[seed % CONFIGS], threads, memory);
    }
    cop_game_close(game);
}

static void threads_agree_with_a_search_of_everything(void **context)
{
    uint64_t seeds = is_slow_build() ? 6 : 24;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 1; seed <= seeds; seed++)
            check_beginning(&cases[i], seed, USUAL);
}

static void threads_agree_with_a_table_that_forgets(void **context)
{
    uint64_t seeds = is_slow_build() ? 4 : 12;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 1; seed <= seeds; seed++)
            if (i != 1) /* which takes a minute so */
                check_beginning(&cases[i], seed, TINY);
}

/* ---- Games that can go on for ever ---- */

static void check_position(const struct truth *truth, int position, int config, int threads,
                           size_t memory)
{
    struct question question = {truth->game, state_of(truth, position), COP_STAKE_PAYOFF,
                                payoff_of(truth, position)};

    check_value(&question, &configs[config % CONFIGS], threads, memory);
}

static void check_some(const struct truth *truth, int step)
{
    for (int i = 0; i < truth->count; i += step)
        if (is_going(truth, i))
            check_position(truth, i, i / step, 2 + i / step % 2, USUAL);
}

/* Drawn positions are those where everything hangs on what comes back. */
static void check_draws(const struct truth *truth, int step)
{
    int met = 0;

    for (int i = 0; i < truth->count; i++) {
        if (!is_going(truth, i) || !is_drawn(truth, i) || met++ % step > 0)
            continue;
        for (int j = 0; j < CONFIGS; j++)
            check_position(truth, i, j, 2 + j % 2, USUAL);
        check_position(truth, i, met, 2, TINY);
        check_position(truth, i, met, 3, TINY);
    }
    assert_true(met > 100);
}

static void threads_are_right_where_positions_come_back(void **context)
{
    struct truth truth = open_truth(&small_board);

    (void)context;
    check_some(&truth, is_slow_build() ? 301 : 29);
    check_draws(&truth, is_slow_build() ? 40 : 4);
    close_truth(&truth);
}

static void threads_are_right_on_a_wider_board(void **context)
{
    struct truth truth = open_truth(is_slow_build() ? &wide_and_few_board : &wide_board);

    (void)context;
    check_some(&truth, is_slow_build() ? 997 : 388);
    check_draws(&truth, is_slow_build() ? 499 : 197);
    close_truth(&truth);
}

/* ---- One thread ---- */

/* As many positions as before there were crews. */
static void one_thread_does_what_it_did(void **context)
{
    static const struct {
        const char *spec;
        int64_t positions;
    } known[] = {
        {"connect4(width=4, height=4)", 135005},
        {"amazons(size=4)", 1342290},
    };
    struct cop_solve_limits limits = {.memory = 512 << 20, .threads = 1};
    const struct cop_prover prover = {.is_depth_first = true, .dfpn = {.epsilon = 0.25}};

    (void)context;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct cop_game *game = cop_game_open(known[i].spec, NULL);
        _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
        struct cop_solution solution;
        struct cop_rng rng;

        cop_rng_seed(&rng, 1);
        game->rules->start(game, state, &rng);
        assert_true(cop_prove(game, state, COP_STAKE_PAYOFF, &prover, &limits, &solution, NULL));
        assert_int_equal(solution.positions, known[i].positions);
        cop_game_close(game);
    }
}

/* ---- As a player ---- */

/* The mover faces two threats at once, or makes them. */
static void a_player_proves_by_threads(void **context)
{
    static const struct {
        const char *moves;
        enum cop_proof proof;
    } known[] = {{"d d c c e", COP_PROVEN_LOSS}, {"d d c c", COP_PROVEN_WIN}};

    (void)context;
    for (int i = 0; i < 2; i++) {
        struct cop_game *game = cop_game_open("connect4", NULL);
        _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
        struct cop_agent *agent;
        struct cop_report report;
        struct cop_limits limits;
        struct cop_rng rng;

        cop_rng_seed(&rng, 1);
        game->rules->start(game, state, &rng);
        assert_true(cop_moves_play(game, state, known[i].moves, NULL, NULL, NULL));
        assert_true(cop_limits_parse("nodes=200k, memory=16M, threads=3", &limits, NULL));
        agent = cop_agent_open(game, "dfpn(otherwise=random)", &limits.means, NULL);
        assert_non_null(agent);
        assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
        assert_int_equal(report.proof, known[i].proof);
        cop_agent_close(agent);
        cop_game_close(game);
    }
}

/* ---- Limits ---- */

struct watcher {
    atomic_bool stop;
    pthread_t thread; /* who may call */
    int calls;
};

static void stop_soon(void *context, const struct cop_solution *so_far)
{
    struct watcher *watcher = context;

    assert_true(pthread_equal(pthread_self(), watcher->thread));
    assert_true(so_far->lower == 0 && so_far->upper == 1);
    if (++watcher->calls == 3)
        atomic_store(&watcher->stop, true);
}

/* Twice in a row, as nothing of the first must be left. */
static void a_stop_ends_all_threads(void **context)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    const struct cop_prover prover = {.is_depth_first = true, .dfpn = {.epsilon = 0.25}};
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    for (int i = 0; i < 2; i++) {
        struct watcher watcher = {.thread = pthread_self()};
        struct cop_solve_limits limits = {.memory = 64 << 20,
                                          .threads = 3,
                                          .stop = &watcher.stop,
                                          .period = 0.001,
                                          .progress = stop_soon,
                                          .context = &watcher};
        struct cop_solution solution;

        assert_true(cop_prove(game, state, COP_STAKE_PAYOFF, &prover, &limits, &solution, NULL));
        assert_int_equal(watcher.calls, 3);
        assert_true(solution.lower == 0 && solution.upper == 1);
        assert_int_equal(solution.best, COP_NO_MOVE);
        assert_true(solution.positions > 0);
    }
    cop_game_close(game);
}

static void threads_keep_a_limit_together(void **context)
{
    static const int64_t limits_of[] = {1, 5, 100, 50000};
    struct cop_game *game = cop_game_open("connect4", NULL);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    for (int i = 0; i < 4; i++) {
        const struct cop_run_terms terms = {.tickets = limits_of[i]};
        struct dfpn_crew crew;
        struct cop_run run;
        enum proof_answer answer;
        cop_move best;

        cop_run_begin(&run, &terms);
        assert_true(dfpn_crew_open(&crew, game, &configs[1], USUAL, 3, &run, NULL));
        crew.members->goal = proof_goal_for(game, COP_STAKE_PAYOFF, 0);
        proof_goal_begin(&crew.members->goal, 1);
        assert_true(dfpn_crew_ask(&crew, state, &answer, &best, NULL));
        assert_int_equal(answer, PROOF_OPEN);
        assert_true(dfpn_crew_created(&crew) <= limits_of[i]);
        assert_true(dfpn_crew_created(&crew) > 0);
        dfpn_crew_close(&crew);
    }
    cop_game_close(game);
}

/* ---- Long ways ---- */

enum { CORRIDOR = 30001 };

/* A player goes a step on, or gives up and loses. Who stands at the end of the corridor has lost.
 */
struct corridor {
    int32_t place, mover, is_over;
};

static int corridor_turn(const struct cop_game *game, const void *state)
{
    const struct corridor *corridor = state;

    (void)game;
    return corridor->is_over || corridor->place == CORRIDOR ? COP_OVER : corridor->mover;
}

static int corridor_moves(const struct cop_game *game, const void *state, cop_move *out)
{
    (void)game;
    (void)state;
    out[0] = 1;
    out[1] = 2;
    return 2;
}

static void corridor_play(const struct cop_game *game, void *state, cop_move move)
{
    struct corridor *corridor = state;

    (void)game;
    corridor->is_over = move == 2;
    if (corridor->is_over)
        return;
    corridor->place++;
    corridor->mover = 1 - corridor->mover;
}

static void corridor_payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct corridor *corridor = state;

    (void)game;
    of_player[corridor->mover] = 0;
    of_player[1 - corridor->mover] = 1;
}

static uint64_t corridor_key(const struct cop_game *game, const void *state)
{
    const struct corridor *corridor = state;

    (void)game;
    return (uint64_t)corridor->place * 2 + (uint64_t)corridor->is_over + 1;
}

/* Of an odd number of steps the first player makes the last one. A way of thirty thousand plies
 * does not depend on the stack of the thread that goes it. */
static void a_way_may_be_longer_than_a_stack_is_deep(void **context)
{
    static const struct cop_rules rules = {.name = "corridor",
                                           .turn = corridor_turn,
                                           .moves = corridor_moves,
                                           .play = corridor_play,
                                           .payoff = corridor_payoff,
                                           .key = corridor_key};
    struct cop_game game = {.rules = &rules,
                            .name = "corridor",
                            .state_size = sizeof(struct corridor),
                            .players = 2,
                            .max_moves = 2};
    const struct corridor start = {0};
    struct question question = {&game, &start, COP_STAKE_PAYOFF, 1};

    (void)context;
    for (int threads = 1; threads <= 3; threads++)
        check_value(&question, &configs[1], threads, USUAL);
    game.is_endless = true; /* then the way is kept as well */
    check_value(&question, &configs[1], 2, USUAL);
}

/* ---- The table ---- */

enum { WRITERS = 3, KEYS = 60000 };

struct tellers {
    struct proof_table table;
    atomic_int lies;
};

/* What every writer says of a key, in one of several versions. */
static struct proof_entry entry_of(uint64_t key, uint32_t version)
{
    uint32_t number = (uint32_t)cop_mix(key) ^ version;

    return (struct proof_entry){
        .numbers = {number, ~number}, .work = 1, .back = (uint16_t)number, .ply = (uint16_t)key};
}

static bool is_true(uint64_t key, const struct proof_entry *found)
{
    return found->ply == (uint16_t)key && found->numbers.proof == ~found->numbers.disproof &&
           found->back == (uint16_t)found->numbers.proof &&
           (found->numbers.proof ^ (uint32_t)cop_mix(key)) < WRITERS;
}

static void write_and_read(void *context, int writer)
{
    struct tellers *tellers = context;
    struct proof_table *table = &tellers->table;
    struct cop_rng rng;

    proof_table_join(table);
    cop_rng_seed(&rng, (uint64_t)writer);
    for (int i = 0; i < 4 * KEYS; i++) {
        uint64_t key = cop_rng_below(&rng, KEYS);
        struct proof_entry found;

        proof_table_meet(table);
        if (proof_table_find(table, key, &found) && !is_true(key, &found))
            atomic_fetch_add(&tellers->lies, 1);
        proof_table_keep(table, key, entry_of(key, (uint32_t)writer));
    }
    proof_table_leave(table);
}

/* Keys that differ by little, as a mixture of two entries does: what is found is what one of them
 * has written of this key, in a table of four kilobytes and in one that grows meanwhile. */
static void the_table_tells_no_mixtures(void **context)
{
    static const size_t memories[] = {TINY, 8 << 20};

    (void)context;
    for (int i = 0; i < 2; i++) {
        const struct cop_run_terms terms = {.tickets = 1};
        struct tellers *tellers = calloc(1, sizeof *tellers);
        struct proof_table *table = &tellers->table;
        uint64_t buckets;
        struct cop_run run;

        cop_run_begin(&run, &terms);
        assert_true(proof_table_open(table, memories[i]));
        assert_true(proof_table_begin(table, true));
        buckets = table->buckets.buckets;
        assert_true(cop_run_threads(&run, WRITERS, write_and_read, tellers, NULL));
        assert_int_equal(atomic_load(&tellers->lies), 0);
        assert_true(table->buckets.buckets > buckets || memories[i] == TINY);
        proof_table_close(table);
        free(tellers);
    }
}

/* The three words of an entry, in a table of one bucket. */
static void words_of(struct proof_table *table, uint64_t key, struct proof_entry entry,
                     uint64_t words[3])
{
    struct proof_entry found;

    assert_true(proof_table_begin(table, false));
    proof_table_keep(table, key, entry);
    assert_true(proof_table_find(table, key, &found));
    memcpy(words, table->buckets.bytes, 3 * sizeof *words);
}

/* Every mixture of two entries, of one key or of two, as threads that write at once may leave. */
static void half_written_entries_are_not_found(void **context)
{
    struct proof_table *table = malloc(sizeof *table);

    (void)context;
    assert_true(proof_table_open(table, 1));
    assert_int_equal(table->buckets.buckets, 1);
    for (uint64_t other = 7; other <= 8; other++)
        for (unsigned mixture = 1; mixture <= 6; mixture++) {
            struct proof_entry entry = entry_of(other, 1), found;
            uint64_t words[2][3], mixed[3];

            entry.work = 5; /* so that all words differ */
            words_of(table, 7, entry_of(7, 0), words[0]);
            words_of(table, other, entry, words[1]);
            for (unsigned i = 0; i < 3; i++)
                mixed[i] = words[mixture >> i & 1][i];
            memcpy(table->buckets.bytes, mixed, sizeof mixed);
            assert_false(proof_table_find(table, 7, &found));
            assert_false(proof_table_find(table, other, &found));
        }
    proof_table_close(table);
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree_with_a_search_of_everything),
        cmocka_unit_test(threads_agree_with_a_table_that_forgets),
        cmocka_unit_test(threads_are_right_where_positions_come_back),
        cmocka_unit_test(threads_are_right_on_a_wider_board),
        cmocka_unit_test(one_thread_does_what_it_did),
        cmocka_unit_test(a_player_proves_by_threads),
        cmocka_unit_test(a_stop_ends_all_threads),
        cmocka_unit_test(threads_keep_a_limit_together),
        cmocka_unit_test(a_way_may_be_longer_than_a_stack_is_deep),
        cmocka_unit_test(half_written_entries_are_not_found),
        cmocka_unit_test(the_table_tells_no_mixtures),
    };

    return cmocka_run_group_tests_name("crew", tests, NULL, NULL);
}
