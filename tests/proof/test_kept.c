/* test_kept.c - the proof in data/proofs that rests on the rules alone is still one. The others
 * rest on databases that take minutes to build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "proof/check.h"
#include "slow_build.h"

static void breakthrough_of_five_is_lost_for_who_begins(void **context)
{
    struct cop_proved proved = {.sentence = COP_TEXT, .rests = COP_TEXT};
    struct cop_error error;

    (void)context;
    if (is_slow_build())
        skip(); /* two million positions */
    if (!cop_proof_check("data/proofs/breakthrough-5x5.proof", cop_game_open, NULL, NULL, &proved,
                         &error))
        fail_msg("%s", error.message);
    assert_string_equal(proved.sentence.bytes, "White loses breakthrough(width=5, height=5)");
    assert_int_equal(proved.rests.length, 0);
    cop_proved_free(&proved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakthrough_of_five_is_lost_for_who_begins),
    };

    return cmocka_run_group_tests_name("proof-kept", tests, NULL, NULL);
}
