/* test_serve_minds.c - agents at tables remember from move to move what they have found.
 *
 * Whoever is told of every move of a game and keeps his tree plays otherwise than one who begins
 * anew at every move; so the moves of a game tell which of them has sat at the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/machine.h"
#include "serve/mind.h"
#include "serve/table.h"
#include "serve_check.h"

/* What is asserted is asserted without the house's lock: a test that fails leaves, and could not
 * end the server with it. */
static struct cop_table *table_of(const char *id)
{
    struct cop_error error;
    struct cop_table *table = cop_house_find_listed(server.house, id, &error);

    assert_non_null(table);
    return table;
}

/* As serve/search.c has it; the tables' seed is 1 here, the agents' own are as they come. */
static uint64_t seed_at(const struct cop_seat *seat, int ply)
{
    return cop_mix(1 + seat->limits.means.seed) + (uint64_t)ply;
}

/* ---- A game as a mind would have played it ---- */

struct player {
    struct cop_agent *agent; /* NULL: it has not moved yet */
};

static void open_player(struct player *player, const struct cop_table *table,
                        const struct cop_seat *seat, int ply)
{
    struct cop_error error;

    if (player->agent == NULL)
        player->agent =
            cop_agent_open(table->session->game, seat->who, &seat->limits.means, &error);
    assert_non_null(player->agent);
    cop_agent_start(player->agent, seed_at(seat, ply));
}

/* How many of the agents' moves from ply `from` on are those of agents that remember, from `begun`
 * on, or with `begun` -1 those of agents that begin anew at each. */
static int count_equal(const struct cop_table *table, int begun, int *asked)
{
    const struct cop_course *course = &table->session->course;
    struct player players[COP_PLAYERS_MAX] = {{NULL}};
    bool is_begun[COP_PLAYERS_MAX] = {false};
    struct cop_error error = {""};
    int equal = 0;

    *asked = 0;
    for (int ply = begun >= 0 ? begun : 0; ply < course->record.move_count; ply++) {
        const void *state = cop_course_state(course, ply);
        int turn = course->game->rules->turn(course->game, state);
        struct cop_report report;

        if (turn >= 0 && table->seats[turn].who != NULL) {
            const struct cop_seat *seat = &table->seats[turn];

            if (begun < 0 || !is_begun[turn])
                open_player(&players[turn], table, seat, ply);
            is_begun[turn] = true;
            if (!cop_agent_think(players[turn].agent, state, &seat->limits, NULL, &report, &error))
                fail_msg("%s", error.message);
            equal += report.best == course->record.moves[ply];
            (*asked)++;
        }
        for (int i = 0; i < table->players; i++)
            if (is_begun[i])
                cop_agent_played(players[i].agent, state, course->record.moves[ply]);
    }
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        cop_agent_close(players[i].agent);
    return equal;
}

static const char *seats_of(const char *game, const char *agent, const char *limit, int count)
{
    static char body[600];
    size_t length =
        (size_t)snprintf(body, sizeof body,
                         "{\"game\": \"%s\", \"seed\": 1, \"pace\": \"full\", \"seats\": [", game);

    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(body + length, sizeof body - length,
                                   "%s{\"who\": \"%s\", \"limit\": \"%s\"}", i > 0 ? ", " : "",
                                   agent, limit);
    snprintf(body + length, sizeof body - length, "]}");
    return body;
}

/* Both sides remember all the game long, also with one search at once. */
static void engines_remember(const char *game, const char *agent, const char *limit, int count)
{
    char id[COP_ID_LENGTH + 1];
    int asked, equal, anew;

    new_table(&server, seats_of(game, agent, limit, count), id);
    json_decref(wait_for_turn(&server, id, "over"));
    cop_house_lock(server.house);
    equal = count_equal(table_of(id), 0, &asked);
    anew = count_equal(table_of(id), -1, &asked);
    cop_house_unlock(server.house);
    if (equal != asked)
        fail_msg("%s, %s: %d of %d moves are those of an agent that remembers", game, agent, equal,
                 asked);
    assert_true(anew < asked);
}

static void a_tree_is_kept(void **unused)
{
    (void)unused;
    engines_remember("connect4", "mcts(reuse=on)", "sims=200", 2);
}

static void a_tree_is_kept_past_the_dice(void **unused)
{
    (void)unused;
    engines_remember("chancebreakthrough(width=4, height=5)", "mcts(reuse=on)", "sims=200", 2);
}

static void an_agent_is_kept_where_pieces_are_hidden(void **unused)
{
    (void)unused;
    engines_remember("stratego(size=4, setup=random, quiet=20)", "mcts(reuse=on)", "sims=100", 2);
}

static void three_remember(void **unused)
{
    (void)unused;
    server.options.searches = 2; /* three minds may rest */
    serve_again(&server);
    engines_remember("rolit(players=3, size=6)", "mcts(reuse=on)", "sims=50", 3);
    server.options.searches = 1;
    serve_again(&server);
}

/* ---- A person and an engine ---- */

static void sit_against(const char *agent, const char *limit, char id[COP_ID_LENGTH + 1])
{
    char body[300];

    snprintf(body, sizeof body,
             "{\"game\": \"connect4\", \"seed\": 1, \"seats\": [{\"who\": \"human\"}, {\"who\": "
             "\"%s\", \"limit\": "
             "\"%s\"}]}",
             agent, limit);
    new_table(&server, body, id);
}

static void play_and_wait(const char *id, const char *move, int ply)
{
    play_moves(&server, id, move);
    json_decref(wait_for_ply(&server, id, ply));
}

static void what_is_taken_back_is_forgotten(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    int asked, equal;
    cop_move first, again;

    (void)unused;
    sit_against("mcts(reuse=on)", "sims=200", id);
    play_and_wait(id, "d", 2);
    cop_house_lock(server.house);
    first = table_of(id)->session->course.record.moves[1];
    cop_house_unlock(server.house);
    play_and_wait(id, "c", 4);
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 0}", 200);
    play_and_wait(id, "d", 2);
    play_and_wait(id, "e", 4);
    play_and_wait(id, "b", 6);
    cop_house_lock(server.house);
    again = table_of(id)->session->course.record.moves[1];
    equal = count_equal(table_of(id), 0, &asked);
    cop_house_unlock(server.house);
    assert_int_equal(again, first); /* as if nothing had been taken back */
    assert_int_equal(asked, 3);
    assert_int_equal(equal, 3);
}

static int minds_at(const struct cop_table *table)
{
    int count = 0;

    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        count += table->minds[i] != NULL;
    return count;
}

/* The search's end and the mind's rest are one, so that it is there when the move is. */
static int resting(const char *id)
{
    int count;

    cop_house_lock(server.house);
    count = minds_at(table_of(id));
    cop_house_unlock(server.house);
    return count;
}

static void an_agent_that_leaves_its_seat_takes_its_mind_along(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    bool is_new;
    int count;

    (void)unused;
    sit_against("mcts(reuse=on)", "sims=50", id);
    play_and_wait(id, "d", 2);
    assert_int_equal(resting(id), 1);
    tell(&server, "POST", at_table(id, "/seats"),
         "{\"seats\": [{\"who\": \"human\"}, {\"who\": \"mcts(c=0.3)\", \"limit\": \"sims=60\"}]}",
         200);
    play_and_wait(id, "c", 4);
    cop_house_lock(server.house);
    is_new = strcmp(table_of(id)->minds[1]->spec, "mcts(c=0.3)") == 0;
    count = server.house->mind_count;
    cop_house_unlock(server.house);
    assert_true(is_new);
    assert_int_equal(count, 1);
}

/* One search at once: two may rest. */
static void the_one_that_has_rested_longest_makes_room(void **unused)
{
    char ids[4][COP_ID_LENGTH + 1];

    (void)unused;
    for (int i = 0; i < 4; i++) {
        sit_against("mcts(reuse=on)", "sims=50", ids[i]);
        play_and_wait(ids[i], "d", 2);
    }
    for (int tries = 0; tries < 600 && resting(ids[0]) + resting(ids[1]) > 0; tries++)
        nanosleep(&(struct timespec){.tv_nsec = 100000000},
                  NULL); /* a worker closes them when it has nothing else to do */
    assert_int_equal(resting(ids[0]) + resting(ids[1]), 0);
    assert_int_equal(resting(ids[2]), 1);
    assert_int_equal(resting(ids[3]), 1);
    play_and_wait(ids[0], "c", 4); /* it begins anew, and can */
}

static void nobody_rests_at_a_table_that_is_gone(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    int count;

    (void)unused;
    sit_against("mcts(reuse=on)", "sims=50", id);
    play_and_wait(id, "d", 2);
    assert_int_equal(resting(id), 1);
    tell(&server, "DELETE", at_table(id, ""), NULL, 200);
    cop_house_lock(server.house);
    count = server.house->mind_count;
    cop_house_unlock(server.house);
    assert_int_equal(count, 0);
}

/* Asks for a new game until the one in memory is kept and may leave. */
static void fill_the_memory(void)
{
    for (int tries = 0;; tries++) {
        struct cop_request request = {.method = "POST",
                                      .target = "/api/tables",
                                      .host = "127.0.0.1:8137",
                                      .content_type = "application/json",
                                      .body = "{\"game\": \"connect4\"}",
                                      .body_length = strlen("{\"game\": \"connect4\"}")};
        struct cop_reply reply;
        int status;

        ask_for_reply(&server, &request, &reply);
        status = reply.status;
        cop_text_free(&reply.text);
        if (status < 300)
            return;
        assert_true(tries < 600);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

/* With room for one game in memory the other's agent must not outlive its game. */
static void nobody_rests_at_a_table_that_waits_on_disk(void **unused)
{
    char first[COP_ID_LENGTH + 1];

    (void)unused;
    server.options.tables_open = 1;
    serve_again(&server);
    sit_against("mcts(reuse=on)", "sims=50", first);
    play_and_wait(first, "d", 2);
    fill_the_memory();
    assert_int_equal(resting(first), 0);
    server.options.tables_open = 64;
    serve_again(&server);
    play_and_wait(first, "c", 4);
}

/* ---- Ten minutes ---- */

/* A clock that the test turns, in seconds. */
static double turned(void *seconds)
{
    return atomic_load((atomic_int *)seconds);
}

static void count_by(double (*clock)(void *context), void *context)
{
    server.options.clock = clock;
    server.options.clock_context = context;
    serve_again(&server);
}

static void nobody_rests_longer_than_ten_minutes(void **unused)
{
    char first[COP_ID_LENGTH + 1], second[COP_ID_LENGTH + 1];
    static atomic_int seconds = 1000; /* the server looks at it until its end */

    (void)unused;
    count_by(turned, &seconds);
    sit_against("mcts(reuse=on)", "sims=50", first);
    play_and_wait(first, "d", 2);
    atomic_store(&seconds, 1400);
    sit_against("mcts(reuse=on)", "sims=50", second);
    play_and_wait(second, "d", 2);
    atomic_store(&seconds, 1599);
    cop_house_care(server.house);
    assert_int_equal(resting(first), 1);
    atomic_store(&seconds, 1600);
    cop_house_care(server.house);
    assert_int_equal(resting(first), 0);
    assert_int_equal(resting(second), 1);

    /* It begins anew. The other one moves, and so rests from then on. */
    play_and_wait(first, "c", 4);
    atomic_store(&seconds, 1900);
    play_and_wait(second, "c", 4);
    atomic_store(&seconds, 2199);
    cop_house_care(server.house);
    assert_int_equal(resting(first) + resting(second), 2);
    atomic_store(&seconds, 2300);
    cop_house_care(server.house);
    assert_int_equal(resting(first), 0);
    assert_int_equal(resting(second), 1);
}

/* The only worker thinks about another game, and goes on. */
static void ten_minutes_end_while_everybody_is_busy(void **unused)
{
    char first[COP_ID_LENGTH + 1], second[COP_ID_LENGTH + 1];
    static atomic_int seconds; /* the server looks at it until its end */
    bool is_busy;

    (void)unused;
    count_by(turned, &seconds);
    sit_against("mcts(reuse=on)", "sims=50", first);
    play_and_wait(first, "d", 2);
    new_table(&server, "{\"game\": \"othello\"}", second);
    tell(&server, "POST", at_table(second, "/search"), "{\"kind\": \"analysis\"}", 202);
    atomic_store(&seconds, 601);
    cop_house_care(server.house);
    assert_int_equal(resting(first), 0);
    cop_house_lock(server.house);
    is_busy = table_of(second)->search != NULL;
    cop_house_unlock(server.house);
    assert_true(is_busy);
}

/* Has the table a search that a worker has begun? */
static bool is_thinking(const char *id)
{
    const struct cop_search *search;
    bool has_begun;

    cop_house_lock(server.house);
    search = table_of(id)->search;
    has_begun = search != NULL && search->began > 0;
    cop_house_unlock(server.house);
    return has_begun;
}

static void wait_until(const char *id, bool thinks)
{
    for (int tries = 0; is_thinking(id) != thinks; tries++) {
        assert_true(tries < 3000);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
}

/* A limit that counts the processor's time may take any time by the clock: an engine plays what it
 * has found after ten minutes of it, and advice ends. */
static void no_search_takes_longer_than_ten_minutes(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    static atomic_int seconds = 1000; /* the server looks at it until its end */

    (void)unused;
    count_by(turned, &seconds);
    sit_against("mcts", "600s, processor=on", id);
    play_moves(&server, id, "d");
    wait_until(id, true);
    atomic_store(&seconds, 1600);
    cop_house_care(server.house);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    assert_true(is_thinking(id));
    atomic_store(&seconds, 1601);
    cop_house_care(server.house);
    json_decref(wait_for_ply(&server, id, 2));

    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"analysis\", \"limit\": \"600s, processor=on\"}", 202);
    wait_until(id, true);
    atomic_store(&seconds, 2300);
    cop_house_care(server.house);
    wait_until(id, false);
}

/* It is asked when a search begins, and when its agent's rest does; after that nearly ten minutes
 * have gone by. */
static double leaping(void *asked)
{
    return cop_now() + (atomic_fetch_add((atomic_int *)asked, 1) > 1 ? 599.5 : 0);
}

/* Workers without work sleep for a minute, but not past the end of somebody's rest. */
static void a_worker_wakes_for_the_end_of_a_rest(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    static atomic_int asked; /* the server looks at it until its end */
    double begun;

    (void)unused;
    count_by(leaping, &asked);
    sit_against("mcts(reuse=on)", "sims=50", id);
    begun = cop_now();
    play_and_wait(id, "d", 2);
    while (resting(id) > 0) {
        assert_true(cop_now() < begun + 40);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    assert_true(cop_now() > begun + 0.4);
}

/* ---- What an agent's end costs the others ---- */

/* How many agents have ended since they were counted, and how many of them kept the house's lock
 * from others. */
static atomic_bool ends_count;
static atomic_int ended, ended_with_the_lock;

void __real_cop_agent_close(struct cop_agent *agent);
void __wrap_cop_agent_close(struct cop_agent *agent);

void __wrap_cop_agent_close(struct cop_agent *agent)
{
    struct timespec until;

    if (agent != NULL && atomic_load(&ends_count)) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 3;
        if (pthread_mutex_timedlock(&server.house->lock, &until) == 0)
            cop_house_unlock(server.house);
        else
            atomic_fetch_add(&ended_with_the_lock, 1);
        atomic_fetch_add(&ended, 1);
    }
    __real_cop_agent_close(agent);
}

/* So many have ended since the last call; a worker may still be about to. */
static void assert_ended(const char *how, int count)
{
    double until = cop_now() + 30;

    while (atomic_load(&ended) < count && cop_now() < until)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    if (atomic_load(&ended) != count || atomic_load(&ended_with_the_lock) != 0)
        fail_msg("%s: %d agents ended instead of %d, %d of them with the lock held", how,
                 atomic_load(&ended), count, atomic_load(&ended_with_the_lock));
    atomic_store(&ended, 0);
}

static void move_at_new_table(char id[COP_ID_LENGTH + 1])
{
    sit_against("mcts(reuse=on)", "sims=50", id);
    play_and_wait(id, "d", 2);
}

static void no_agent_ends_with_the_lock_held(void **unused)
{
    char ids[3][COP_ID_LENGTH + 1];
    static atomic_int seconds; /* the server looks at it until its end */

    (void)unused;
    count_by(turned, &seconds);
    atomic_store(&ended, 0);
    atomic_store(&ended_with_the_lock, 0);
    atomic_store(&ends_count, true);
    for (int i = 0; i < 3; i++) {
        atomic_store(&seconds, i);
        move_at_new_table(ids[i]);
    }
    assert_ended("one more than may rest", 1);
    tell(&server, "POST", at_table(ids[2], "/seats"),
         "{\"seats\": [{\"who\": \"human\"}, {\"who\": \"mcts(c=0.3)\", \"limit\": \"sims=60\"}]}",
         200);
    play_and_wait(ids[2], "c", 4);
    assert_ended("another agent in its seat", 1);
    tell(&server, "DELETE", at_table(ids[2], ""), NULL, 200);
    assert_ended("its table is deleted", 1);
    atomic_store(&seconds, 1000);
    cop_house_care(server.house);
    assert_ended("ten minutes", 1);
    move_at_new_table(ids[0]);
    serve_again(&server);
    assert_ended("the server ends", 1);
    server.options.tables_open = 1;
    serve_again(&server);
    move_at_new_table(ids[0]);
    fill_the_memory();
    assert_ended("its game leaves the memory", 1);
    json_decref(wait_for_ply(&server, ids[0], 2)); /* and comes back */
    atomic_store(&ends_count, false);
}

/* ---- Several threads ---- */

/* Visits of all moves in the newest report: more than a search may make if it had a tree already.
 */
static int visits_reported(const char *id)
{
    json_t *event, *candidate;
    json_error_t error;
    size_t i;
    int visits = 0;

    cop_house_lock(server.house);
    event = json_loads(table_of(id)->report.bytes, 0, &error);
    cop_house_unlock(server.house);
    assert_non_null(event);
    json_array_foreach(json_object_get(event, "candidates"), i, candidate) visits +=
        number_in(candidate, "visits");
    json_decref(event);
    return visits;
}

/* Who rests at the table's second seat. */
static struct cop_mind mind_of(const char *id)
{
    struct cop_mind copy = {.ply = -1};

    cop_house_lock(server.house);
    if (table_of(id)->minds[1] != NULL)
        copy = *table_of(id)->minds[1];
    cop_house_unlock(server.house);
    return copy;
}

/* A seat with two threads keeps its agent and its tree; with one thread it has another agent. */
static void several_threads_remember(void **unused)
{
    enum { SIMS = 2000, OVER = 20 }; /* more than a thread may be on its way with */
    int threads = cop_machine_cores() < 2 ? 1 : 2;
    char id[COP_ID_LENGTH + 1];
    struct cop_mind first, second;

    (void)unused;
    sit_against("mcts(reuse=on)", "sims=2000, threads=2", id);
    play_and_wait(id, "d", 2);
    first = mind_of(id);
    assert_non_null(first.agent);
    assert_int_equal(first.means.threads, threads);
    assert_in_range(visits_reported(id), SIMS / 2, SIMS + OVER);
    for (int ply = 4; ply <= 8; ply += 2) {
        play_and_wait(id, ply == 6 ? "b" : "c", ply);
        second = mind_of(id);
        assert_ptr_equal(second.agent, first.agent);
        assert_int_equal(second.ply, ply - 1);
        assert_true(visits_reported(id) > SIMS + OVER);
    }
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 4}", 200);
    play_and_wait(id, "e", 6);
    assert_in_range(visits_reported(id), SIMS / 2, SIMS + OVER);
    tell(&server, "POST", at_table(id, "/seats"),
         "{\"seats\": [{\"who\": \"human\"}, {\"who\": \"mcts(reuse=on)\", \"limit\": "
         "\"sims=2000, threads=1\"}]}",
         200);
    play_and_wait(id, "a", 8);
    assert_int_equal(mind_of(id).means.threads, 1);
    if (threads > 1)
        assert_in_range(visits_reported(id), SIMS / 2, SIMS + OVER);
}

/* Engines with two threads each, which share two workers, play whole games that end as games do. */
static void engines_with_several_threads_play_on(void **unused)
{
    char ids[2][COP_ID_LENGTH + 1];
    int count;

    (void)unused;
    server.options.searches = 2;
    serve_again(&server);
    new_table(&server, seats_of("connect4", "mcts(reuse=on)", "sims=100, threads=2", 2), ids[0]);
    new_table(&server,
              seats_of("breakthrough(width=4, height=5)", "alphabeta", "depth=5, threads=2", 2),
              ids[1]);
    for (int i = 0; i < 2; i++)
        json_decref(wait_for_turn(&server, ids[i], "over"));
    cop_house_lock(server.house);
    count = server.house->mind_count;
    cop_house_unlock(server.house);
    assert_in_range(count, 1, 4); /* one too many may wait for a worker */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_tree_is_kept, serve_begin, serve_end),
        cmocka_unit_test_setup_teardown(a_tree_is_kept_past_the_dice, serve_begin, serve_end),
        cmocka_unit_test_setup_teardown(an_agent_is_kept_where_pieces_are_hidden, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(three_remember, serve_begin, serve_end),
        cmocka_unit_test_setup_teardown(what_is_taken_back_is_forgotten, serve_begin, serve_end),
        cmocka_unit_test_setup_teardown(an_agent_that_leaves_its_seat_takes_its_mind_along,
                                        serve_begin, serve_end),
        cmocka_unit_test_setup_teardown(the_one_that_has_rested_longest_makes_room, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(nobody_rests_at_a_table_that_is_gone, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(nobody_rests_at_a_table_that_waits_on_disk, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(nobody_rests_longer_than_ten_minutes, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(ten_minutes_end_while_everybody_is_busy, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(no_search_takes_longer_than_ten_minutes, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(a_worker_wakes_for_the_end_of_a_rest, serve_begin,
                                        serve_end),
        cmocka_unit_test_setup_teardown(no_agent_ends_with_the_lock_held, serve_begin, serve_end),
        cmocka_unit_test_setup_teardown(several_threads_remember, serve_begin, serve_end),
        cmocka_unit_test_setup_teardown(engines_with_several_threads_play_on, serve_begin,
                                        serve_end),
    };

    return cmocka_run_group_tests_name("serve-minds", tests, NULL, NULL);
}
