/* test_samegame_policy.c - the playouts of SameGame: that moves have the shares which `weigh` says,
 * that whole playouts are what single picks make of them, and what they score
 * (samegame-and-fanorona.md 2.5, 5.3). */
#include "samegame_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/policies.h"

enum { NOTES_MAX = 64 };

/* A policy opened for a table. */
struct way {
    const struct cop_policy *policy;
    void *prepared;
    char notes[NOTES_MAX];
};

static void open_way(struct way *way, const struct table *table, const char *spec)
{
    struct cop_error error;

    if (!cop_policy_open(table->game, spec, &way->policy, &way->prepared, &error))
        fail_msg("%s", error.message);
    assert_true(way->policy->notes(table->game) <= NOTES_MAX);
}

static void close_way(struct way *way)
{
    way->policy->release(way->prepared);
}

static void begin(struct way *way, const struct table *table)
{
    memset(way->notes, 0, sizeof way->notes);
    way->policy->begin(table->game, way->prepared, table->state, way->notes);
}

static cop_move pick(struct way *way, struct table *table)
{
    return way->policy->pick(table->game, way->prepared, table->state, way->notes, &table->rng);
}

/* ---- Scores of single playouts ---- */

static double mean_score(const char *spec, int games)
{
    struct table table = open_table("");
    struct way way;
    double sum = 0;

    open_way(&way, &table, spec);
    for (int i = 0; i < games; i++) {
        table_start(&table, (uint64_t)i + 1);
        begin(&way, &table);
        way.policy->playout(table.game, way.prepared, table.state, way.notes, &table.rng, 0);
        assert_true(table_is_over(&table));
        sum += table_score(&table);
    }
    close_way(&way);
    close_table(&table);
    return sum / games;
}

/* 2.5. Where a scan begins on a board that is no longer full is not said there and moves the mean
 * by some points; a standard error is 6 at most. */
static void samegame_playouts_score_what_was_measured_before(void **context)
{
    static const struct {
        const char *spec;
        double mean;
    } cases[] = {{"random", 115}, {"tabu", 369}, {"tabu-colour", 543}, {"random(pick=group)", 105}};

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double mean = mean_score(cases[i].spec, 5000);

        if (fabs(mean - cases[i].mean) > 20)
            fail_msg("%s scores %.1f, measured before were %.1f", cases[i].spec, mean,
                     cases[i].mean);
    }
}

/* ---- Shares of single moves ---- */

static const char *const specs[] = {
    "random",
    "random(pick=group)",
    "tabu",
    "tabu(pick=group)",
    "tabu(fixed=move)",
    "tabu(fixed=move, pick=group, epsilon=0.3)",
    "tabu-colour",
    "tabu-colour(pick=group)",
    "tabu-colour(epsilon=0.2)",
    "tabu-colour(fixed=move, pick=group, epsilon=0.5)",
    "tabu-colour(fixed=move)",
    "tabu-colour(pairs=on)",
    "tabu-colour(pairs=on, pick=group, epsilon=0.1)",
    "tabu(pairs=on)",
    "roulette(pairs=on)",
    "roulette",
    "roulette(pull=1.5, tabu=none)",
    "roulette(pull=0.3, tabu=random, epsilon=0.1)",
};
enum { SPECS = sizeof specs / sizeof specs[0] };

/* A board somewhere in a playout of this policy, so that its notes are as they would be; false if
 * nothing is left to choose there. */
static bool play_some(struct way *way, struct table *table, uint64_t seed, int plies)
{
    table_start(table, seed);
    begin(way, table);
    while (plies-- > 0 && !table_is_over(table))
        table->rules->play(table->game, table->state, pick(way, table));
    return table_list(table) > 1;
}

static void weigh(const struct way *way, const struct table *table, double *share)
{
    double sum = 0;

    way->policy->weigh(table->game, way->prepared, table->state, way->notes, table->moves,
                       table->count, share);
    for (int i = 0; i < table->count; i++)
        sum += share[i] = exp(share[i]);
    for (int i = 0; i < table->count; i++)
        share[i] /= sum;
}

static int find_move(const struct table *table, cop_move move)
{
    for (int i = 0; i < table->count; i++)
        if (table->moves[i] == move)
            return i;
    fail_msg("%u is not a move here", move);
    return -1;
}

/* Draws many moves of one position and adds to the sum of squares; returns the degrees of freedom.
 * Rare moves are counted together. */
static int compare_with_shares(struct way *way, struct table *table, double *square)
{
    enum { DRAWS = 1500 };
    double share[GROUPS_MAX], rare = 0;
    int counts[GROUPS_MAX] = {0}, rare_count = 0, kinds = 0;
    char notes[NOTES_MAX];

    memcpy(notes, way->notes, sizeof notes);
    weigh(way, table, share);
    for (int i = 0; i < DRAWS; i++) {
        memcpy(way->notes, notes, sizeof notes);
        counts[find_move(table, pick(way, table))]++;
    }
    for (int i = 0; i < table->count; i++) {
        if (share[i] == 0)
            assert_int_equal(counts[i], 0);
        if (share[i] * DRAWS < 5) {
            rare += share[i] * DRAWS;
            rare_count += counts[i];
            continue;
        }
        *square += pow(counts[i] - share[i] * DRAWS, 2) / (share[i] * DRAWS);
        kinds++;
    }
    if (rare >= 1) {
        *square += pow(rare_count - rare, 2) / rare;
        kinds++;
    }
    return kinds - 1;
}

static void samegame_picks_have_the_shares_that_weigh_says(void **context)
{
    (void)context;
    for (int i = 0; i < SPECS; i++) {
        struct table table = open_table("width=8, height=7, colours=4");
        struct way way;
        double square = 0;
        int freedom = 0;

        open_way(&way, &table, specs[i]);
        for (uint64_t seed = 1; seed <= 30; seed++)
            if (play_some(&way, &table, seed, (int)(seed % 9)))
                freedom += compare_with_shares(&way, &table, &square);
        assert_true(freedom > 50);
        if (fabs(square - freedom) > 4 * sqrt(2.0 * freedom))
            fail_msg("%s: a sum of squares of %.1f with %d degrees of freedom", specs[i], square,
                     freedom);
        close_way(&way);
        close_table(&table);
    }
}

/* Draw for draw: the same moves from the same random numbers, on narrow and on wide boards. */
static void samegame_playout_is_pick_after_pick(void **context)
{
    static const char *const boards[] = {"", "width=20, height=9, colours=4", "width=5, height=4"};

    (void)context;
    for (int i = 0; i < SPECS * 3; i++) {
        struct table table = open_table(boards[i % 3]), other;
        struct way way;

        open_way(&way, &table, specs[i / 3]);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            int plies = 0;

            table_start(&table, seed);
            other = table;
            begin(&way, &table);
            for (; !table_is_over(&table); plies++)
                table.rules->play(table.game, table.state, pick(&way, &table));
            begin(&way, &other);
            assert_int_equal(plies, way.policy->playout(other.game, way.prepared, other.state,
                                                        way.notes, &other.rng, 0));
            assert_memory_equal(table.state, other.state, table.game->state_size);
            assert_true(table.rng.state == other.rng.state);
        }
        close_way(&way);
        close_table(&table);
    }
}

static void samegame_playout_stops_at_its_limit(void **context)
{
    struct table table = open_table("");
    struct way way;

    (void)context;
    open_way(&way, &table, "tabu-colour");
    table_start(&table, 1);
    begin(&way, &table);
    assert_int_equal(
        way.policy->playout(table.game, way.prepared, table.state, way.notes, &table.rng, 7), 7);
    assert_false(table_is_over(&table));
    close_way(&way);
    close_table(&table);
}

/* ---- The tabu colour ---- */

static int colour_of(const struct reference_board *board, cop_move move)
{
    return board->at[(move - 1) / 16][(move - 1) % 16];
}

static int most_frequent(const struct reference_board *board)
{
    int best = 0;

    for (int colour = 1; colour < 5; colour++)
        if (reference_blocks_of(board, colour) > reference_blocks_of(board, best))
            best = colour;
    return best;
}

/* Moves of the tabu colour where another could be played. */
struct breaches {
    int count, choices;
    int large;    /* of more than two blocks */
    double share; /* sum over the choices: how many of the groups have the tabu colour */
};

static void count_move(struct breaches *breaches, struct table *table, int tabu, cop_move move)
{
    struct reference_board board = table_reference(table, 15, 15);
    int others = 0;

    for (int i = 0; i < table->count; i++)
        others += colour_of(&board, table->moves[i]) != tabu;
    if (others == 0 || others == table->count)
        return;
    breaches->choices++;
    if (colour_of(&board, move) == tabu) {
        breaches->count++;
        breaches->large += reference_remove(&board, (int)(move - 1) / 16, (int)(move - 1) % 16) > 2;
    }
    breaches->share += 1 - (double)others / table->count;
}

/* The tabu colour is `given`, or the most frequent one at the start (-1). */
static struct breaches count_breaches(const char *spec, int given)
{
    struct table table = open_table("");
    struct breaches breaches = {0};
    struct way way;

    open_way(&way, &table, spec);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct reference_board board;
        int tabu;

        table_start(&table, seed);
        board = table_reference(&table, 15, 15);
        tabu = given >= 0 ? given : most_frequent(&board);
        begin(&way, &table);
        while (table_list(&table) > 0) {
            cop_move move = pick(&way, &table);

            count_move(&breaches, &table, tabu, move);
            table.rules->play(table.game, table.state, move);
        }
    }
    close_way(&way);
    close_table(&table);
    return breaches;
}

static void samegame_tabu_colour_waits_for_all_others(void **context)
{
    static const char *const strict[] = {"tabu-colour", "tabu-colour(pick=group)", "roulette"};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct breaches breaches = count_breaches(strict[i], -1);

        assert_int_equal(breaches.count, 0);
        assert_true(breaches.choices > 2000);
    }
}

static void samegame_given_colour_waits_for_all_others(void **context)
{
    static const char *const wrong[][2] = {
        {"tabu-colour(colour=5)", "colour=5: the colours of samegame are 0 to 4"},
        {"tabu-colour(colour=2, fixed=move)", "leave out fixed=move"}};

    (void)context;
    for (int colour = 0; colour < 5; colour++) {
        char spec[64];
        struct breaches breaches;

        snprintf(spec, sizeof spec, "tabu-colour(pick=group, colour=%d)", colour);
        breaches = count_breaches(spec, colour);
        assert_int_equal(breaches.count, 0);
        assert_true(breaches.choices > 2000);
        assert_true(count_breaches(spec, (colour + 1) % 5).count > 100);
    }
    for (int i = 0; i < 2; i++) {
        struct table table = open_table("");
        struct way way;
        struct cop_error error;

        assert_false(cop_policy_open(table.game, wrong[i][0], &way.policy, &way.prepared, &error));
        assert_non_null(strstr(error.message, wrong[i][1]));
        close_table(&table);
    }
}

/* Only groups of two, and those often. */
static void samegame_pairs_are_no_breach_of_the_tabu(void **context)
{
    static const char *const specs_with_pairs[] = {
        "tabu-colour(pairs=on)", "tabu-colour(pairs=on, pick=group)", "roulette(pairs=on)"};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct breaches breaches = count_breaches(specs_with_pairs[i], -1);

        assert_int_equal(breaches.large, 0);
        assert_true(breaches.count > 100);
    }
}

/* As often as any group is played, times how many of them are tabu then. */
static void samegame_epsilon_is_how_often_the_tabu_is_broken(void **context)
{
    static const double epsilons[] = {0.1, 0.5, 1};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct breaches breaches;
        char spec[64];
        double expected;

        snprintf(spec, sizeof spec, "tabu-colour(pick=group, epsilon=%g)", epsilons[i]);
        breaches = count_breaches(spec, -1);
        expected = epsilons[i] * breaches.share;
        assert_true(expected > 50);
        assert_true(fabs(breaches.count - expected) < 4 * sqrt(expected));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samegame_picks_have_the_shares_that_weigh_says),
        cmocka_unit_test(samegame_playout_is_pick_after_pick),
        cmocka_unit_test(samegame_playout_stops_at_its_limit),
        cmocka_unit_test(samegame_tabu_colour_waits_for_all_others),
        cmocka_unit_test(samegame_given_colour_waits_for_all_others),
        cmocka_unit_test(samegame_pairs_are_no_breach_of_the_tabu),
        cmocka_unit_test(samegame_epsilon_is_how_often_the_tabu_is_broken),
        cmocka_unit_test(samegame_playouts_score_what_was_measured_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
