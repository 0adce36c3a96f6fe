/* test_byte_set.c - a set of bytes against a list that is looked through. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/byte_set.h"
#include "coppice/rng.h"

enum { MEMBERS = 3000, LENGTH = 12 };

struct member {
    unsigned char bytes[LENGTH];
    size_t length, place;
};

/* Few different bytes and lengths, so that many are drawn twice. */
static struct member draw(struct cop_rng *rng)
{
    struct member member = {.length = cop_rng_below(rng, LENGTH + 1)};

    for (size_t i = 0; i < member.length; i++)
        member.bytes[i] = (unsigned char)cop_rng_below(rng, 2);
    return member;
}

static int find(const struct member *list, int count, const struct member *wanted)
{
    for (int i = 0; i < count; i++)
        if (list[i].length == wanted->length &&
            memcmp(list[i].bytes, wanted->bytes, wanted->length) == 0)
            return i;
    return -1;
}

static void members_are_told_apart_and_keep_their_place_and_number(void **context)
{
    static struct member list[MEMBERS];
    struct cop_byte_set set = {NULL};
    struct cop_rng rng;
    int count = 0;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int i = 0; i < MEMBERS; i++) {
        struct member member = draw(&rng);
        int known = find(list, count, &member);
        bool is_new;

        assert_true(cop_byte_set_find(&set, member.bytes, member.length) ==
                    (known < 0 ? 0 : list[known].place));
        member.place = cop_byte_set_add(&set, member.bytes, member.length, &is_new);
        assert_int_equal(is_new, known < 0);
        if (known >= 0) {
            assert_true(member.place == list[known].place);
            assert_int_equal(cop_byte_set_number(&set, member.place), known + 7);
        } else {
            assert_int_equal(cop_byte_set_number(&set, member.place), 0);
            cop_byte_set_give(&set, member.place, (uint32_t)count + 7);
            list[count++] = member;
        }
    }
    assert_int_equal(set.count, count);
    assert_in_range(count, 500, MEMBERS - 500);
    cop_byte_set_free(&set);
}

static void it_keeps_its_limit_and_what_it_has(void **context)
{
    struct cop_byte_set set = {.memory = 20000};
    size_t places[2000];
    uint32_t count = 0;
    bool is_new;

    (void)context;
    while (count < 2000 && (places[count] = cop_byte_set_add(&set, &count, sizeof count, &is_new)))
        count++;
    assert_in_range(count, 200, 1999);
    assert_true(set.room + set.slot_count * sizeof *set.slots <= set.memory);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(cop_byte_set_add(&set, &i, sizeof i, &is_new) == places[i]);
        assert_false(is_new);
    }
    cop_byte_set_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_told_apart_and_keep_their_place_and_number),
        cmocka_unit_test(it_keeps_its_limit_and_what_it_has),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
