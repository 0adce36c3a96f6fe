/* test_serve_door.c - who is shown out, and who never is. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "serve/door.h"

/* One end is the guest's; the other tells whether it was shut down. */
struct visit {
    int ends[2];
    struct cop_guest *guest;
};

static const struct cop_door_limits limits = {
    .guests = 6,
    .guests_of_one = 4,
    .listeners_of_one = 2,
    .seconds = {[COP_GUEST_ARRIVES] = 10,
                [COP_GUEST_SENDS] = 60,
                [COP_GUEST_READS] = 60,
                [COP_GUEST_RESTS] = 60},
};

static void enter(struct cop_door *door, struct visit *visit, const char *from, double now)
{
    struct sockaddr_in place = {.sin_family = AF_INET};
    struct sockaddr_in6 wide = {.sin6_family = AF_INET6};
    bool is_wide = strchr(from, ':') != NULL;

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, visit->ends), 0);
    assert_int_equal(inet_pton(is_wide ? AF_INET6 : AF_INET, from,
                               is_wide ? (void *)&wide.sin6_addr : (void *)&place.sin_addr),
                     1);
    visit->guest = cop_door_enter(door, visit->ends[0],
                                  is_wide ? (const struct sockaddr *)(const void *)&wide
                                          : (const struct sockaddr *)(const void *)&place,
                                  now);
}

static bool is_out(const struct visit *visit)
{
    char byte;

    return recv(visit->ends[1], &byte, 1, MSG_DONTWAIT) == 0;
}

static void leave(struct cop_door *door, struct visit *visits, int count)
{
    for (int i = 0; i < count; i++) {
        cop_door_leave(door, visits[i].guest);
        close(visits[i].ends[0]);
        close(visits[i].ends[1]);
    }
}

/* A byte now and then is no new task, so it changes nothing. */
static void a_header_has_a_total_time(void **state)
{
    struct cop_door *door = cop_door_open(&limits);
    struct visit visits[2];

    (void)state;
    enter(door, &visits[0], "127.0.0.1", 100);
    enter(door, &visits[1], "127.0.0.1", 105);
    assert_int_equal(send(visits[0].ends[1], "G", 1, 0), 1);
    assert_int_equal(cop_door_sweep(door, 110), 0);
    assert_int_equal(cop_door_sweep(door, 110.5), 1);
    assert_true(is_out(&visits[0]));
    assert_false(is_out(&visits[1]));
    assert_int_equal(cop_door_sweep(door, 111), 0); /* nobody is shown out twice */
    leave(door, visits, 2);
    cop_door_close(door);
}

static void each_task_has_its_own_time(void **state)
{
    static const double patience[COP_GUEST_TASKS] = {10, 60, 1e9, 60, 60, 1e9};
    struct cop_door *door = cop_door_open(&limits);

    (void)state;
    for (int task = 0; task < COP_GUEST_TASKS; task++) {
        struct visit visit;

        enter(door, &visit, "127.0.0.1", 0);
        cop_door_turn(door, visit.guest, (enum cop_guest_task)task, 1000);
        assert_int_equal(cop_door_sweep(door, 999 + patience[task]), 0);
        assert_int_equal(cop_door_sweep(door, 1001 + patience[task]), patience[task] < 1e9);
        leave(door, &visit, 1);
    }
    cop_door_close(door);
}

static void one_too_many_ends_the_slowest_of_its_address(void **state)
{
    struct cop_door *door = cop_door_open(&limits);
    struct visit visits[6];

    (void)state;
    enter(door, &visits[0], "10.0.0.1", 1); /* somebody else's, and the oldest of all */
    for (int i = 1; i < 5; i++)
        enter(door, &visits[i], "127.0.0.1", 10 - i);
    cop_door_turn(door, visits[4].guest, COP_GUEST_RESTS, 20); /* it has just been answered */
    enter(door, &visits[5], "127.0.0.1", 21);
    for (int i = 0; i < 6; i++)
        assert_int_equal(is_out(&visits[i]), i == 3);
    leave(door, visits, 6);
    cop_door_close(door);
}

static void a_crowd_gives_way_to_others(void **state)
{
    struct cop_door *door = cop_door_open(&limits);
    struct visit visits[7];

    (void)state;
    enter(door, &visits[0], "10.0.0.1", 1);
    enter(door, &visits[1], "10.0.0.2", 2);
    for (int i = 2; i < 6; i++)
        enter(door, &visits[i], "10.0.0.9", 3 + i);
    enter(door, &visits[6], "10.0.0.3", 20);
    for (int i = 0; i < 7; i++)
        assert_int_equal(is_out(&visits[i]), i == 2);
    leave(door, visits, 7);
    cop_door_close(door);
}

static void who_listens_or_is_answered_stays(void **state)
{
    struct cop_door *door = cop_door_open(&limits);
    struct visit visits[5];

    (void)state;
    for (int i = 0; i < 4; i++) {
        enter(door, &visits[i], "127.0.0.1", i);
        cop_door_turn(door, visits[i].guest, i < 2 ? COP_GUEST_LISTENS : COP_GUEST_WAITS, i);
    }
    assert_false(cop_door_has_ear(door, visits[2].guest));
    enter(door, &visits[4], "127.0.0.1", 9); /* nobody else can go */
    for (int i = 0; i < 5; i++)
        assert_int_equal(is_out(&visits[i]), i == 4);
    cop_door_turn(door, visits[0].guest, COP_GUEST_RESTS, 10);
    assert_true(cop_door_has_ear(door, visits[2].guest));
    leave(door, visits, 5);
    cop_door_close(door);
}

/* A machine has 2^64 addresses of its own in IPv6, and an IPv4 address may come dressed as one. */
static void an_address_is_a_network(void **state)
{
    static const char *const alike[][2] = {{"2001:db8::1", "2001:db8::2:3:4:5"},
                                           {"::ffff:10.0.0.1", "10.0.0.1"}};
    static const char *const unlike[][2] = {{"2001:db8::1", "2001:db8:0:1::1"},
                                            {"::ffff:10.0.0.1", "::ffff:10.0.0.2"},
                                            {"10.0.0.1", "10.0.0.2"}};

    (void)state;
    for (int i = 0; i < 5; i++) {
        const char *const *pair = i < 2 ? alike[i] : unlike[i - 2];
        struct cop_door *door = cop_door_open(&limits);
        struct visit visits[5];

        for (int guest = 0; guest < 5; guest++)
            enter(door, &visits[guest], pair[guest % 2], guest);
        assert_int_equal(is_out(&visits[0]), i < 2);
        leave(door, visits, 5);
        cop_door_close(door);
    }
}

static void the_watcher_ends_with_the_door(void **state)
{
    struct cop_door *door = cop_door_open(&limits);
    struct cop_error error;
    struct visit visit;

    (void)state;
    assert_true(cop_door_watch(door, NULL, NULL, &error));
    enter(door, &visit, "127.0.0.1", -1e6); /* long ago */
    for (int i = 0; i < 1000 && !is_out(&visit); i++)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    assert_true(is_out(&visit));
    leave(door, &visit, 1);
    cop_door_close(door);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_has_a_total_time),
        cmocka_unit_test(each_task_has_its_own_time),
        cmocka_unit_test(one_too_many_ends_the_slowest_of_its_address),
        cmocka_unit_test(a_crowd_gives_way_to_others),
        cmocka_unit_test(who_listens_or_is_answered_stays),
        cmocka_unit_test(an_address_is_a_network),
        cmocka_unit_test(the_watcher_ends_with_the_door),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
