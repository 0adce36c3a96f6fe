/* Proof-number search as a player, looked on at: what it says while it looks for a proof. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/report_view.h"

static const char *const provers[] = {"pn", "dfpn"};

/* What somebody has seen who looked on. */
struct witness {
    const struct cop_game *game;
    int reports, with_numbers, looks;
    int64_t nodes, sims;
    bool always_had_a_move, nodes_never_fell;
    atomic_bool stop;
    int enough; /* looks of the other agent after which the search is stopped; 0: never */
};

/* The other agent begins to look again when it has fewer simulations than before. */
static void witness_report(void *context, const struct cop_report *report)
{
    struct witness *witness = context;
    bool has_numbers = report->proof_number > 0 || report->disproof_number > 0;

    witness->reports++;
    witness->with_numbers += has_numbers;
    witness->always_had_a_move &= report->best != COP_NO_MOVE && report->line_length > 0;
    witness->nodes_never_fell &= report->nodes >= witness->nodes;
    witness->nodes = report->nodes;
    witness->looks += has_numbers && report->sims < witness->sims;
    witness->sims = report->sims;
    if (witness->enough > 0 && witness->looks >= witness->enough)
        atomic_store(&witness->stop, true);
}

static struct cop_report think(const char *spec, const char *moves, const char *words,
                               struct witness *witness, struct cop_agent **agent)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    unsigned char *state = calloc(1, game->state_size);
    struct cop_watch watch = {
        .stop = &witness->stop, .period = 1e-4, .progress = witness_report, .context = witness};
    struct cop_report report;
    struct cop_limits limits;
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    assert_true(cop_moves_play(game, state, moves, NULL, NULL, NULL));
    assert_true(cop_limits_parse(words, &limits, NULL));
    *agent = cop_agent_open(game, spec, &limits.means, NULL);
    assert_non_null(*agent);
    cop_agent_start(*agent, 3);
    witness->game = game;
    witness->always_had_a_move = witness->nodes_never_fell = true;
    assert_true(cop_agent_think(*agent, state, &limits, witness->enough >= 0 ? &watch : NULL,
                                &report, NULL));
    free(state);
    return report;
}

static void leave(const struct witness *witness, struct cop_agent *agent)
{
    struct cop_game *game = (struct cop_game *)witness->game;

    cop_agent_close(agent);
    cop_game_close(game);
}

/* From the start of Connect Four nothing is proven with so few nodes. */
static void a_proof_is_reported_while_it_is_looked_for(void **context)
{
    (void)context;
    for (int i = 0; i < 2; i++) {
        struct witness witness = {.enough = 0};
        struct cop_agent *agent;
        struct cop_report report =
            think(provers[i], "", "nodes=400k, memory=64M", &witness, &agent);

        assert_true(witness.with_numbers > 0);
        assert_true(witness.always_had_a_move);
        assert_true(witness.nodes_never_fell);
        assert_int_equal(report.proof, COP_UNPROVEN);
        assert_true(report.proof_number > 0 && report.disproof_number > 0);
        leave(&witness, agent);
    }
}

/* Whoever looks on changes nothing. */
static void a_counted_search_is_the_same_without_a_witness(void **context)
{
    (void)context;
    for (int i = 0; i < 2; i++) {
        struct witness seen = {.enough = 0}, unseen = {.enough = -1};
        struct cop_agent *one, *other;
        struct cop_report a = think(provers[i], "d", "nodes=20k, memory=8M", &seen, &one);
        struct cop_report b = think(provers[i], "d", "nodes=20k, memory=8M", &unseen, &other);

        assert_int_equal(a.best, b.best);
        assert_int_equal(a.nodes, b.nodes);
        assert_int_equal(a.sims, b.sims);
        assert_true(a.value[a.player] == b.value[b.player]);
        assert_int_equal(a.proof_number, b.proof_number);
        leave(&seen, one);
        leave(&unseen, other);
    }
}

/* Under a time that nobody waits for the other agent's turn comes again and again. The time is only
 * there to end a search that would go on for ever. The opening is beyond what pn can prove, and the
 * memory beyond what it fills before the second slice, however fast the machine: a proof that runs
 * out of memory leaves the rest of the time to one look. Only what is used of it is touched. */
static void the_other_agent_has_its_share_in_slices(void **context)
{
    (void)context;
    for (int i = 0; i < 2; i++) {
        struct witness witness = {.enough = 2};
        struct cop_agent *agent;
        struct cop_report report =
            think(i == 0 ? "pn(otherwise=mcts(oracle=off))" : "dfpn(otherwise=mcts(oracle=off))",
                  "", "60s, memory=4G", &witness, &agent);

        assert_true(witness.looks >= 2);
        assert_true(witness.always_had_a_move);
        assert_int_not_equal(report.best, COP_NO_MOVE);
        leave(&witness, agent);
    }
}

/* The mover faces two threats at once. */
static void all_moves_of_a_lost_position_lose(void **context)
{
    (void)context;
    for (int i = 0; i < 2; i++) {
        struct witness witness = {.enough = 0};
        struct cop_agent *agent;
        struct cop_report report =
            think(provers[i], "d d c c e", "nodes=100k, memory=64M", &witness, &agent);

        assert_int_equal(report.proof, COP_PROVEN_LOSS);
        assert_int_equal(report.candidate_count, 7);
        for (int j = 0; j < report.candidate_count; j++)
            assert_int_equal(report.candidates[j].proof, COP_PROVEN_LOSS);
        leave(&witness, agent);
    }
}

/* The evaluator that the proof starts from is not prepared by then. */
/* Where points are a lead, whoever is behind with the best move is lost with all of them. */
static void all_moves_lose_who_is_behind_by_points(void **unused)
{
    struct cop_game *game = cop_game_open("amazons(size=4)", NULL);
    unsigned char *state = calloc(1, game->state_size);
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_limits limits;
    int lost = 0;

    (void)unused;
    assert_true(cop_limits_parse("nodes=20k, memory=16M", &limits, NULL));
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct cop_agent *agent = cop_agent_open(game, "pn(stake=score)", &limits.means, NULL);
        struct cop_report report;
        struct cop_rng rng;

        assert_non_null(agent);
        cop_rng_seed(&rng, seed);
        game->rules->start(game, state, &rng);
        cop_playout(game, state, &rng, 5, moves);
        if (game->rules->turn(game, state) != COP_OVER) {
            assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
            for (int i = 0; i < report.candidate_count; i++) {
                const struct cop_candidate *candidate = &report.candidates[i];

                assert_int_equal(candidate->proof != COP_UNPROVEN,
                                 candidate->low == candidate->high);
            }
            lost +=
                report.proof == COP_PROVEN_LOSS && report.has_margin && report.candidate_count > 1;
        }
        cop_agent_close(agent);
    }
    assert_true(lost > 2);
    free(moves);
    free(state);
    cop_game_close(game);
}

static void who_is_stopped_at_once_has_a_move(void **context)
{
    static const char *const starting[] = {"pn(start=evaluator)", "dfpn(start=evaluator)"};

    (void)context;
    for (int i = 0; i < 2; i++) {
        struct witness witness = {.enough = 0};
        struct cop_agent *agent;
        struct cop_report report;

        atomic_store(&witness.stop, true);
        report = think(starting[i], "", "10s, memory=64M", &witness, &agent);
        assert_true(report.best != COP_NO_MOVE);
        assert_int_equal(report.proof, COP_UNPROVEN);
        leave(&witness, agent);
    }
}

static void numbers_are_written_for_people_and_programs(void **context)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    unsigned char *state = calloc(1, game->state_size);
    const struct cop_report_view view = {game, state, "dfpn", "1s", NULL};
    struct cop_report report = {.upper = 1,
                                .nodes = 10,
                                .proof_number = 12,
                                .disproof_number = UINT32_MAX,
                                .turn_length = 1};
    struct cop_text line = COP_TEXT, json = COP_TEXT;
    cop_move moves[8];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    game->rules->moves(game, state, moves);
    report.best = moves[0];
    cop_report_line(&view, &report, &line);
    assert_non_null(strstr(line.bytes, "  proof 12  disproof never"));
    cop_report_json(&view, &report, false, &json);
    assert_non_null(strstr(json.bytes, "\"proof_numbers\": [12, null]"));
    cop_text_clear(&line);
    report.proof_number = report.disproof_number = 0;
    cop_report_line(&view, &report, &line);
    assert_null(strstr(line.bytes, "disproof"));
    cop_text_free(&line);
    cop_text_free(&json);
    free(state);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_is_reported_while_it_is_looked_for),
        cmocka_unit_test(a_counted_search_is_the_same_without_a_witness),
        cmocka_unit_test(the_other_agent_has_its_share_in_slices),
        cmocka_unit_test(all_moves_of_a_lost_position_lose),
        cmocka_unit_test(all_moves_lose_who_is_behind_by_points),
        cmocka_unit_test(who_is_stopped_at_once_has_a_move),
        cmocka_unit_test(numbers_are_written_for_people_and_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
