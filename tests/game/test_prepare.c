/* test_prepare.c - what is prepared for a game is made once, shared, and can be given up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game/prepare.h"

enum { ASKERS = 4 };

static atomic_int times_made, times_released;

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void *make_slowly(const struct cop_game *game, const atomic_bool *stop,
                         struct cop_error *error)
{
    (void)game;
    (void)stop;
    (void)error;
    atomic_fetch_add(&times_made, 1);
    for (int i = 0; i < 50; i++)
        rest();
    return malloc(1);
}

static void *make_until_stopped(const struct cop_game *game, const atomic_bool *stop,
                                struct cop_error *error)
{
    (void)game;
    atomic_fetch_add(&times_made, 1);
    while (!atomic_load(stop))
        rest();
    cop_fail(error, "given up");
    return NULL;
}

static void release(void *prepared)
{
    atomic_fetch_add(&times_released, 1);
    free(prepared);
}

struct asker {
    const struct cop_game *game;
    cop_prepare *prepare;
    pthread_t thread;
    atomic_bool stop;
    const void *prepared;
    struct cop_error error;
};

static const char row = 'r';

static void *ask(void *context)
{
    struct asker *asker = context;

    asker->prepared =
        cop_prepared(asker->game, &row, asker->prepare, release, &asker->stop, &asker->error);
    return NULL;
}

static void begin(struct asker *asker, const struct cop_game *game, cop_prepare *prepare)
{
    *asker = (struct asker){.game = game, .prepare = prepare};
    assert_int_equal(pthread_create(&asker->thread, NULL, ask, asker), 0);
}

static struct cop_game *open_game(void)
{
    atomic_store(&times_made, 0);
    atomic_store(&times_released, 0);
    return cop_game_open("connect4", NULL);
}

static void it_is_made_once_for_all_who_ask(void **unused)
{
    struct cop_game *game = open_game();
    struct asker askers[ASKERS];

    (void)unused;
    for (int i = 0; i < ASKERS; i++)
        begin(&askers[i], game, make_slowly);
    for (int i = 0; i < ASKERS; i++)
        pthread_join(askers[i].thread, NULL);
    for (int i = 0; i < ASKERS; i++) {
        assert_non_null(askers[i].prepared);
        assert_ptr_equal(askers[i].prepared, askers[0].prepared);
    }
    assert_int_equal(atomic_load(&times_made), 1);
    assert_int_equal(atomic_load(&times_released), 0);
    cop_game_close(game);
    assert_int_equal(atomic_load(&times_released), 1);
}

static void end(struct asker *asker, const char *words)
{
    atomic_store(&asker->stop, true);
    pthread_join(asker->thread, NULL);
    assert_null(asker->prepared);
    assert_non_null(strstr(asker->error.message, words));
}

/* Who waits can be stopped while another one works on; then that one, and a third begins anew. */
static void making_and_waiting_can_be_stopped(void **unused)
{
    struct cop_game *game = open_game();
    struct asker maker, waiter, last;

    (void)unused;
    begin(&maker, game, make_until_stopped);
    while (atomic_load(&times_made) < 1)
        rest();
    begin(&waiter, game, make_until_stopped);
    end(&waiter, "connect4: stopped");
    assert_int_equal(atomic_load(&times_made), 1);
    end(&maker, "given up");
    begin(&last, game, make_slowly);
    pthread_join(last.thread, NULL);
    assert_non_null(last.prepared);
    assert_int_equal(atomic_load(&times_made), 2);
    cop_game_close(game);
    assert_int_equal(atomic_load(&times_released), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_made_once_for_all_who_ask),
        cmocka_unit_test(making_and_waiting_can_be_stopped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
