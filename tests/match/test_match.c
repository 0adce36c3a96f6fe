/* test_match.c - who meets whom, what a match depends on, and that nothing is lost or played twice.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/record.h"
#include "match/match.h"
#include "match/play.h"
#include "match/report.h"
#include "match/schedule.h"
#include "tiny/tiny.h"

enum { AGENTS_MAX = 6, GAMES_MAX = 512 };

/* A plan with all that it points to. */
struct setting {
    struct cop_game *game;
    struct cop_limits limits[AGENTS_MAX];
    const char *agents[AGENTS_MAX];
    struct cop_match_plan plan;
    struct cop_store *store;
};

static struct cop_game *open_any(const char *spec, struct cop_error *error)
{
    return strncmp(spec, "tiny", 4) == 0 ? tiny_open(spec, error) : cop_game_open(spec, error);
}

static void set_up(struct setting *setting, const char *game, const char *const *agents,
                   const char *limit, int games)
{
    struct cop_error error = {{0}};
    int count = 0;

    memset(setting, 0, sizeof *setting);
    setting->game = open_any(game, &error);
    setting->store = cop_store_open(NULL, &error);
    if (setting->game == NULL || setting->store == NULL)
        fail_msg("%s", error.message);
    for (; agents[count] != NULL; count++) {
        setting->agents[count] = agents[count];
        if (!cop_limits_parse(limit, &setting->limits[count], &error))
            fail_msg("%s", error.message);
    }
    setting->plan = (struct cop_match_plan){
        .game = setting->game,
        .agent_count = count,
        .agents = setting->agents,
        .limits = setting->limits,
        .games = games,
        .threads = 1,
        .seed = 11,
    };
}
#define SET_UP(setting, game, limit, games, ...) \
    set_up(setting, game, (const char *const[]){__VA_ARGS__, NULL}, limit, games)

static void tear_down(struct setting *setting)
{
    cop_store_close(setting->store);
    cop_game_close(setting->game);
}

static void play(struct setting *setting)
{
    struct cop_error error = {{0}};

    if (!cop_match_run(&setting->plan, setting->store, NULL, &error))
        fail_msg("%s", error.message);
}

static void refuses(struct setting *setting, const char *words)
{
    struct cop_error error = {{0}};

    assert_false(cop_match_run(&setting->plan, setting->store, NULL, &error));
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not contain \"%s\"", error.message, words);
}

static struct cop_tally tally_of(struct setting *setting, int fixture, int agent)
{
    struct cop_error error = {{0}};
    struct cop_tally tally;

    if (!cop_match_tally(&setting->plan, setting->store, fixture, agent, &tally, &error))
        fail_msg("%s", error.message);
    return tally;
}

/* All games of a match with copies of their records. */
struct games {
    int count;
    struct cop_game_result results[GAMES_MAX];
    char *sgf[GAMES_MAX];
};

static void keep(void *context, const struct cop_game_result *result)
{
    struct games *games = context;

    assert_true(games->count < GAMES_MAX);
    games->results[games->count] = *result;
    games->results[games->count].sgf = NULL; /* the originals are gone after the call */
    games->results[games->count].reason = result->reason != NULL ? "given" : NULL;
    games->sgf[games->count] = strdup(result->sgf);
    games->count++;
}

static struct games *read_games(struct setting *setting)
{
    struct games *games = calloc(1, sizeof *games);
    struct cop_error error = {{0}};

    if (!cop_match_each(&setting->plan, setting->store, keep, games, &error))
        fail_msg("%s", error.message);
    return games;
}

static void free_games(struct games *games)
{
    for (int i = 0; i < games->count; i++)
        free(games->sgf[i]);
    free(games);
}

/* Equal but for the time that was taken. */
static void same_games(const struct games *one, const struct games *other)
{
    assert_int_equal(one->count, other->count);
    for (int i = 0; i < one->count; i++) {
        assert_int_equal(one->results[i].fixture, other->results[i].fixture);
        assert_int_equal(one->results[i].number, other->results[i].number);
        assert_string_equal(one->sgf[i], other->sgf[i]);
        for (int seat = 0; seat < one->results[i].seat_count; seat++) {
            const struct cop_seat_result *a = &one->results[i].seats[seat];
            const struct cop_seat_result *b = &other->results[i].seats[seat];

            assert_true(a->agent == b->agent && a->payoff == b->payoff && a->score == b->score);
            assert_true(a->sims == b->sims && a->nodes == b->nodes);
            assert_true(a->searches == b->searches && a->early_stops == b->early_stops);
        }
    }
}

/* Every seating once, everyone at the table, nobody else. */
static void check_seatings(int players, int agent_count, int fixtures, int seatings)
{
    struct cop_game game = {.players = players};
    struct cop_match_plan plan = {.game = &game, .agent_count = agent_count, .games = 1};
    int party = agent_count < players ? agent_count : players;

    assert_int_equal(cop_match_fixture_count(&plan), fixtures);
    assert_int_equal(cop_match_seating_count(&plan), seatings);
    for (int fixture = 0; fixture < fixtures; fixture++) {
        int last = -1, group = 0;

        for (int number = 0; number < seatings; number++) {
            int agents[COP_PLAYERS_MAX], word = 0, present = 0, different = 0;

            cop_match_seating(&plan, fixture, number, agents);
            for (int seat = 0; seat < players; seat++) {
                assert_in_range(agents[seat], 0, agent_count - 1);
                word = word * agent_count + agents[seat];
                different += (present >> agents[seat] & 1) == 0;
                present |= 1 << agents[seat];
            }
            assert_true(word > last); /* all different */
            last = word;
            assert_int_equal(different, party);
            assert_true(number == 0 || present == group);
            group = present;
        }
    }
}

static void two_players_meet_in_pairs_with_colours_swapped(void **state)
{
    (void)state;
    check_seatings(2, 2, 1, 2);
    check_seatings(2, 6, 15, 2);
}

/* chance-and-multiplayer.md 3.11 and 3.14 */
static void two_agents_take_all_mixed_seatings(void **state)
{
    (void)state;
    check_seatings(3, 2, 1, 6);
    check_seatings(4, 2, 1, 14);
    check_seatings(6, 2, 1, 62);
    check_seatings(3, 3, 1, 6);
    check_seatings(4, 3, 1, 36);
    check_seatings(3, 5, 10, 6);
}

static void one_player_plays_alone(void **state)
{
    (void)state;
    check_seatings(1, 3, 3, 1);
}

static void schedule_hands_out_every_game_once(void **state)
{
    struct cop_game game = {.players = 2};

    (void)state;
    for (int games = 1; games <= 7; games++) {
        struct cop_match_plan plan = {.game = &game, .agent_count = 4, .games = games};
        bool is_seen[6][8] = {{false}};
        int last_opening = 0;

        for (int place = 0; place < 6 * games; place++) {
            int fixture, number;

            cop_schedule_game(&plan, place, &fixture, &number);
            assert_in_range(fixture, 0, 5);
            assert_in_range(number, 0, games - 1);
            assert_false(is_seen[fixture][number]);
            is_seen[fixture][number] = true;
            assert_true(number / 2 >= last_opening); /* opening by opening */
            last_opening = number / 2;
        }
    }
}

static void read_record(const char *sgf, struct cop_record *record, struct cop_game **game)
{
    struct cop_error error = {{0}};

    if (!cop_record_read_sgf(sgf, strlen(sgf), open_any, record, game, &error))
        fail_msg("%s in %s", error.message, sgf);
}

static int shared_moves(const char *one, const char *other)
{
    struct cop_record a = {0}, b = {0};
    struct cop_game *first, *second;
    int shared = 0;

    read_record(one, &a, &first);
    read_record(other, &b, &second);
    while (shared < a.move_count && shared < b.move_count && a.moves[shared] == b.moves[shared])
        shared++;
    cop_record_free(&a);
    cop_record_free(&b);
    cop_game_close(first);
    cop_game_close(second);
    return shared;
}

static void pairs_share_an_opening_and_others_do_not(void **state)
{
    struct setting setting;
    struct games *games;
    int same = 0;

    (void)state;
    SET_UP(&setting, "othello", "sims=1", 20, "random", "random");
    setting.plan.opening_plies = 8;
    play(&setting);
    games = read_games(&setting);
    for (int i = 0; i < 20; i += 2) {
        assert_true(shared_moves(games->sgf[i], games->sgf[i + 1]) >= 8);
        assert_int_equal(games->results[i].seats[0].agent, 0);
        assert_int_equal(games->results[i + 1].seats[0].agent, 1);
        same += i > 0 && shared_moves(games->sgf[0], games->sgf[i]) >= 8;
    }
    assert_int_equal(same, 0);
    free_games(games);
    tear_down(&setting);
}

static void openings_never_end_the_game(void **state)
{
    struct setting setting;
    struct games *games;

    (void)state;
    SET_UP(&setting, "connect4", "sims=1", 40, "random", "random");
    setting.plan.opening_plies = 20;
    play(&setting);
    games = read_games(&setting);
    for (int i = 0; i < 40; i++)
        assert_true(games->results[i].plies > 20);
    free_games(games);
    setting.plan.opening_plies = 42;
    refuses(&setting, "ask for fewer");
    tear_down(&setting);
}

static void check_threads(const char *game, const char *one, const char *other, const char *third)
{
    struct setting single, many;
    struct games *of_single, *of_many;

    SET_UP(&single, game, "sims=40, memory=4M", 12, one, other, third);
    SET_UP(&many, game, "sims=40, memory=4M", 12, one, other, third);
    single.plan.opening_plies = many.plan.opening_plies = 1;
    many.plan.threads = 3;
    play(&single);
    play(&many);
    of_single = read_games(&single);
    of_many = read_games(&many);
    assert_true(of_single->count >= 12);
    same_games(of_single, of_many);
    free_games(of_single);
    free_games(of_many);
    tear_down(&single);
    tear_down(&many);
}

static void results_do_not_depend_on_threads(void **state)
{
    (void)state;
    check_threads("connect4", "mcts", "mc", "random");
    check_threads("breakthrough(width=4, height=5)", "mcts(reuse=on)", "mcts(prune=root, s=10)",
                  NULL);
    check_threads("tiny_race", "mcts", "random", NULL);
    check_threads("tiny_three", "mcts", "random", NULL);
    check_threads("tiny_coin", "mcts", "random", NULL);
    check_threads("tiny_puzzle", "mcts", "random", NULL);
}

/* The record leads to the same end as the game had. */
static void check_records(const char *spec)
{
    struct setting setting;
    struct games *games;

    SET_UP(&setting, spec, "sims=20, memory=4M", 6, "mcts", "random");
    setting.plan.opening_plies = 1;
    play(&setting);
    games = read_games(&setting);
    assert_true(games->count > 0);
    for (int i = 0; i < games->count; i++) {
        _Alignas(max_align_t) unsigned char position[COP_STATE_MAX];
        struct cop_record record = {0};
        struct cop_game *game;
        double payoff[COP_PLAYERS_MAX];

        read_record(games->sgf[i], &record, &game);
        assert_int_equal(record.move_count, games->results[i].plies);
        assert_true(cop_record_start(&record, game, position, NULL));
        for (int move = 0; move < record.move_count; move++)
            game->rules->play(game, position, record.moves[move]);
        assert_int_equal(game->rules->turn(game, position), COP_OVER);
        game->rules->payoff(game, position, payoff);
        for (int seat = 0; seat < game->players; seat++) {
            assert_true(payoff[seat] == games->results[i].seats[seat].payoff);
            assert_string_equal(record.players[seat],
                                setting.agents[games->results[i].seats[seat].agent]);
        }
        assert_non_null(record.result);
        cop_record_free(&record);
        cop_game_close(game);
    }
    free_games(games);
    tear_down(&setting);
}

static void records_replay_to_the_same_result(void **state)
{
    (void)state;
    check_records("connect4");
    check_records("othello(size=4)");
    check_records("breakthrough(width=4, height=5)");
    check_records("tiny_race");
    check_records("tiny_three");
    check_records("tiny_puzzle");
}

/* uct-star.md 4.8 */
static void round_robin_rates_sum_to_half_the_agents(void **state)
{
    struct setting setting;
    double rates = 0, wins = 0, losses = 0;

    (void)state;
    SET_UP(&setting, "othello(size=4)", "sims=10, memory=4M", 10, "mcts", "mc", "random", "random");
    play(&setting);
    for (int agent = 0; agent < 4; agent++) {
        struct cop_tally tally = tally_of(&setting, -1, agent);
        struct cop_tally parts = {0};

        assert_int_equal(tally.games, 30);
        assert_int_equal(tally.wins + tally.draws + tally.losses, 30);
        assert_true(fabs((double)tally.wins + 0.5 * (double)tally.draws - tally.payoff) < 1e-9);
        rates += tally.payoff / (double)tally.games;
        wins += (double)tally.wins;
        losses += (double)tally.losses;
        for (int fixture = 0; fixture < 6; fixture++) {
            struct cop_tally part = tally_of(&setting, fixture, agent);

            parts.games += part.games;
            parts.payoff += part.payoff;
            parts.sims += part.sims;
        }
        assert_true(parts.games == tally.games && parts.payoff == tally.payoff);
        assert_true(parts.sims == tally.sims);
    }
    assert_true(fabs(rates - 2) < 1e-9);
    assert_true(wins == losses);
    assert_int_equal(tally_of(&setting, -1, -1).games, 120);
    tear_down(&setting);
}

/* uct-star.md 4.8: all simulations are those of searches at the budget and one for a forced move.
 */
static void simulations_are_searches_times_budget_and_forced_moves(void **state)
{
    struct setting setting;
    struct cop_tally both;

    (void)state;
    SET_UP(&setting, "connect4", "sims=50, memory=4M", 20, "mcts", "mcts(c=0.2)");
    play(&setting);
    both = tally_of(&setting, -1, -1);
    assert_true(both.searches > 0);
    assert_int_equal(both.early_stops, 0);
    assert_int_equal((int64_t)both.sims - 50 * both.searches, both.plies / 2 - both.searches);
    tear_down(&setting);
}

static void early_stops_are_counted(void **state)
{
    struct setting setting;
    struct cop_tally stopping, plain;

    (void)state;
    SET_UP(&setting, "connect4", "sims=300, memory=4M", 10, "mcts(prune=root, p=0.1, s=10)",
           "mcts");
    play(&setting);
    stopping = tally_of(&setting, 0, 0);
    plain = tally_of(&setting, 0, 1);
    assert_true(stopping.early_stops > 0 && stopping.early_stops <= stopping.searches);
    assert_true(stopping.sims < 300.0 * (double)stopping.searches);
    assert_int_equal(plain.early_stops, 0);
    tear_down(&setting);
}

/* With several seats in a game an agent still counts it once. */
static void agents_with_several_seats_share_the_point(void **state)
{
    struct setting setting;
    struct cop_tally one, other;

    (void)state;
    SET_UP(&setting, "tiny_three", "sims=20", 60, "random", "random");
    play(&setting);
    one = tally_of(&setting, 0, 0);
    other = tally_of(&setting, 0, 1);
    assert_int_equal(one.games, 60);
    assert_int_equal(other.games, 60);
    assert_true(fabs(one.payoff + other.payoff - 60) < 1e-9);
    assert_int_equal(one.wins, other.losses);
    assert_int_equal(one.draws, other.draws);
    tear_down(&setting);
}

static void single_players_get_the_same_deals(void **state)
{
    struct setting setting;
    struct games *games;
    struct cop_tally clever, careless;

    (void)state;
    SET_UP(&setting, "tiny_puzzle", "sims=200, memory=4M", 30, "mcts", "random");
    play(&setting);
    games = read_games(&setting);
    assert_int_equal(games->count, 60);
    for (int i = 0; i < 30; i++) {
        struct cop_record one = {0}, other = {0};
        struct cop_game *first, *second;

        read_record(games->sgf[i], &one, &first);
        read_record(games->sgf[30 + i], &other, &second);
        assert_true(one.seed == other.seed);
        cop_record_free(&one);
        cop_record_free(&other);
        cop_game_close(first);
        cop_game_close(second);
    }
    clever = tally_of(&setting, 0, 0);
    careless = tally_of(&setting, 1, 1);
    assert_int_equal(clever.games, 30);
    assert_true(clever.score > careless.score);
    free_games(games);
    tear_down(&setting);
}

/* Counts games and stops the run after some of them. */
struct stopper {
    atomic_bool stop;
    int seen, after, last_done, last_total;
};

static void stop_after(void *context, const struct cop_game_result *result, int done, int total)
{
    struct stopper *stopper = context;

    assert_non_null(result->sgf);
    stopper->last_done = done;
    stopper->last_total = total;
    if (++stopper->seen == stopper->after)
        atomic_store(&stopper->stop, true);
}

static int play_until(struct setting *setting, int after)
{
    struct stopper stopper = {.after = after};
    struct cop_match_watch watch = {&stopper.stop, stop_after, &stopper};
    struct cop_error error = {{0}};
    int count;

    if (!cop_match_run(&setting->plan, setting->store, &watch, &error))
        fail_msg("%s", error.message);
    assert_true(cop_match_count(&setting->plan, setting->store, &count, NULL));
    assert_true(stopper.seen == 0 || count == stopper.last_done);
    return stopper.seen;
}

static void stopped_match_resumes_to_the_same_games(void **state)
{
    struct setting whole, parts;
    struct games *of_whole, *of_parts;
    int played = 0, more;

    (void)state;
    SET_UP(&whole, "connect4", "sims=400, memory=4M", 30, "mcts", "mc", "random");
    SET_UP(&parts, "connect4", "sims=400, memory=4M", 30, "mcts", "mc", "random");
    parts.plan.threads = 2;
    play(&whole);
    while ((more = play_until(&parts, 7)) > 0)
        played += more;
    assert_int_equal(played, 90); /* none twice */
    of_whole = read_games(&whole);
    of_parts = read_games(&parts);
    same_games(of_whole, of_parts);
    free_games(of_whole);
    free_games(of_parts);
    tear_down(&whole);
    tear_down(&parts);
}

static void more_games_go_on_with_the_same_match(void **state)
{
    struct setting few, many;
    struct games *of_few, *of_many;

    (void)state;
    SET_UP(&few, "connect4", "sims=20", 4, "mcts", "random");
    SET_UP(&many, "connect4", "sims=20", 10, "mcts", "random");
    play(&few);
    few.plan.games = 10;
    assert_int_equal(play_until(&few, 0), 6);
    play(&many);
    of_few = read_games(&few);
    of_many = read_games(&many);
    same_games(of_few, of_many);
    few.plan.games = 4; /* and a smaller plan sees only its own games */
    assert_int_equal(tally_of(&few, -1, 0).games, 4);
    free_games(of_few);
    free_games(of_many);
    tear_down(&few);
    tear_down(&many);
}

static void stop_ends_a_long_search_and_drops_its_game(void **state)
{
    struct setting setting;
    atomic_bool stop = true;
    struct cop_match_watch watch = {.stop = &stop};
    int count = -1;

    (void)state;
    SET_UP(&setting, "othello", "sims=1000000000", 2, "mcts", "mcts");
    assert_true(cop_match_run(&setting.plan, setting.store, &watch, NULL));
    assert_true(cop_match_count(&setting.plan, setting.store, &count, NULL));
    assert_int_equal(count, 0);
    tear_down(&setting);
}

static void identity_says_what_decides_the_games_and_no_more(void **state)
{
    struct setting setting;
    struct cop_text first = COP_TEXT, other = COP_TEXT;

    (void)state;
    SET_UP(&setting, "connect4", "sims=20", 4, "mcts(c=0.5)", "random");
    cop_match_identity(&setting.plan, &first);
    assert_non_null(strstr(first.bytes, "game connect4\nagent mcts(c=0.5)\nlimit sims=20\n"));
    setting.plan.games = 100;
    setting.plan.threads = 8;
    setting.plan.elo1 = 10;
    setting.agents[0] = " MCTS( c = 0.50 ) ";
    cop_match_identity(&setting.plan, &other);
    assert_string_equal(first.bytes, other.bytes);
    setting.plan.seed = 12;
    cop_text_clear(&other);
    cop_match_identity(&setting.plan, &other);
    assert_string_not_equal(first.bytes, other.bytes);
    setting.plan.seed = 11;
    setting.limits[1].sims = 21;
    cop_text_clear(&other);
    cop_match_identity(&setting.plan, &other);
    assert_string_not_equal(first.bytes, other.bytes);
    cop_text_free(&first);
    cop_text_free(&other);
    tear_down(&setting);
}

static void another_seed_is_another_match(void **state)
{
    struct setting setting;
    struct games *one, *other;
    int same = 0;

    (void)state;
    SET_UP(&setting, "connect4", "sims=20", 10, "random", "random");
    play(&setting);
    one = read_games(&setting);
    setting.plan.seed = 12;
    assert_int_equal(tally_of(&setting, -1, 0).games, 0);
    play(&setting);
    other = read_games(&setting);
    for (int i = 0; i < 10; i++)
        same += strcmp(one->sgf[i], other->sgf[i]) == 0;
    assert_int_equal(same, 0);
    free_games(one);
    free_games(other);
    tear_down(&setting);
}

static void who_oversteps_the_clock_loses(void **state)
{
    struct setting setting;
    struct games *games;

    (void)state;
    SET_UP(&setting, "othello", "clock=0.000001, sims=1000", 2, "mcts", "mcts");
    play(&setting);
    games = read_games(&setting);
    for (int i = 0; i < 2; i++) {
        const struct cop_game_result *result = &games->results[i];

        assert_non_null(result->reason);
        assert_int_equal(result->loser, 0);
        assert_true(result->seats[0].payoff == 0 && result->seats[1].payoff == 1);
        assert_non_null(strstr(games->sgf[i], "RE[W+T]"));
    }
    free_games(games);
    tear_down(&setting);
}

static void sequential_test_ends_at_the_same_game_with_any_threads(void **state)
{
    struct cop_sprt first = {0};

    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        struct setting setting;
        struct cop_sprt sprt;
        struct cop_error error = {{0}};
        int count;

        SET_UP(&setting, "connect4", "sims=30, memory=4M", 400, "mcts", "random");
        setting.plan.threads = threads;
        setting.plan.elo1 = 50;
        play(&setting);
        assert_true(cop_match_sprt(&setting.plan, setting.store, &sprt, &error));
        assert_int_equal(sprt.verdict, COP_ACCEPT_H1);
        assert_true(sprt.games < 200 && sprt.ratio >= 2.94);
        assert_int_equal(sprt.wins + sprt.draws + sprt.losses, sprt.games);
        if (threads == 1)
            first = sprt;
        assert_int_equal(sprt.games, first.games);
        assert_int_equal(sprt.wins, first.wins);
        assert_true(cop_match_count(&setting.plan, setting.store, &count, NULL));
        assert_in_range(count, sprt.games, 399);
        assert_int_equal(play_until(&setting, 0), 0); /* decided is decided */
        tear_down(&setting);
    }
}

static void plans_that_cannot_be_played_are_refused(void **state)
{
    struct setting setting;

    (void)state;
    SET_UP(&setting, "connect4", "sims=10", 4, "mcts", "minmax");
    refuses(&setting, "minmax");
    setting.agents[1] = "mcts(expand=-1)";
    refuses(&setting, "-1");
    setting.agents[1] = "random";
    setting.plan.agent_count = 1;
    refuses(&setting, "two agents");
    setting.plan.agent_count = 2;
    setting.plan.games = 0;
    refuses(&setting, "games");
    setting.plan.games = 4;
    setting.plan.threads = 0;
    refuses(&setting, "threads");
    setting.plan.threads = 1;
    setting.plan.elo0 = 10;
    refuses(&setting, "elo0 < elo1");
    setting.plan.elo1 = 20;
    setting.plan.agent_count = 3;
    setting.agents[2] = "random";
    setting.limits[2] = setting.limits[0];
    refuses(&setting, "two agents");
    tear_down(&setting);
}

static void report_names_everyone(void **state)
{
    struct setting setting;
    struct cop_text text = COP_TEXT;
    struct cop_error error = {{0}};

    (void)state;
    SET_UP(&setting, "connect4", "sims=10", 4, "mcts", "mc", "random");
    play(&setting);
    assert_true(cop_match_report(&setting.plan, setting.store, &text, &error));
    assert_non_null(strstr(text.bytes, "connect4: 12 games, sims=10, 0 opening plies, seed 11"));
    assert_non_null(strstr(text.bytes, "Scores of rows against columns"));
    assert_non_null(strstr(text.bytes, "first player"));
    cop_text_clear(&text);
    assert_true(cop_match_report_json(&setting.plan, setting.store, false, &text, &error));
    assert_non_null(strstr(text.bytes, "\"agent\": \"mc\", \"limit\": \"sims=10\", \"games\": 8"));
    cop_text_free(&text);
    tear_down(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_meet_in_pairs_with_colours_swapped),
        cmocka_unit_test(two_agents_take_all_mixed_seatings),
        cmocka_unit_test(one_player_plays_alone),
        cmocka_unit_test(schedule_hands_out_every_game_once),
        cmocka_unit_test(pairs_share_an_opening_and_others_do_not),
        cmocka_unit_test(openings_never_end_the_game),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(records_replay_to_the_same_result),
        cmocka_unit_test(round_robin_rates_sum_to_half_the_agents),
        cmocka_unit_test(simulations_are_searches_times_budget_and_forced_moves),
        cmocka_unit_test(early_stops_are_counted),
        cmocka_unit_test(agents_with_several_seats_share_the_point),
        cmocka_unit_test(single_players_get_the_same_deals),
        cmocka_unit_test(stopped_match_resumes_to_the_same_games),
        cmocka_unit_test(more_games_go_on_with_the_same_match),
        cmocka_unit_test(stop_ends_a_long_search_and_drops_its_game),
        cmocka_unit_test(identity_says_what_decides_the_games_and_no_more),
        cmocka_unit_test(another_seed_is_another_match),
        cmocka_unit_test(who_oversteps_the_clock_loses),
        cmocka_unit_test(sequential_test_ends_at_the_same_game_with_any_threads),
        cmocka_unit_test(plans_that_cannot_be_played_are_refused),
        cmocka_unit_test(report_names_everyone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
