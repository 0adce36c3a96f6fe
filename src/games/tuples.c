/* tuples.c - tables of what rows of stones are worth in the places of tuples. */
#include "games/tuples.h"

#include <assert.h>
#include <stdbool.h>

static uint32_t power_of_3(int exponent)
{
    uint32_t power = 1;

    while (exponent-- > 0)
        power *= 3;
    return power;
}

struct tuple tuple_read(const char *words)
{
    struct tuple tuple = {0};

    for (const char *at = words; *at != '\0'; at += at[2] == ' ' ? 3 : 2)
        tuple.squares[tuple.count++] = (at[1] - '1') * TUPLE_ROWS + (at[0] - 'a');
    return tuple;
}

uint32_t tuple_configurations(const struct tuple *tuple)
{
    return power_of_3(tuple->count);
}

void tuples_add(struct tuples *tuples, const struct tuple *tuple, uint32_t first)
{
    int place = tuples->place_count++;

    assert(place < TUPLE_PLACES);
    tuples->first[place] = first;
    for (int i = 0; i < tuple->count; i++) {
        int row = tuple->squares[i] / TUPLE_ROWS, column = tuple->squares[i] % TUPLE_ROWS;
        uint16_t digit = (uint16_t)power_of_3(i);

        for (int set = 0; set < TUPLE_SETS; set++)
            if ((set >> column & 1) != 0)
                tuples->worth[row][set][place] = (uint16_t)(tuples->worth[row][set][place] + digit);
    }
}

uint32_t tuple_mirrored(const struct tuple *tuple, const uint8_t *mirror, uint32_t configuration)
{
    uint32_t mirrored = 0;

    for (int i = 0; i < tuple->count; i++, configuration /= 3)
        mirrored += configuration % 3 * power_of_3(mirror[i]);
    return mirrored;
}

/* ---- Places with mirror images ---- */

void tuple_list_add(struct tuple_list *list, const struct tuple *tuple)
{
    assert(list->count < TUPLE_PLACES);
    list->squares[list->count] = *tuple;
    list->first[list->count] = list->configurations;
    list->configurations += tuple_configurations(tuple);
    list->count++;
}

static int find_square(const struct tuple *tuple, int square)
{
    for (int i = 0; i < tuple->count; i++)
        if (tuple->squares[i] == square)
            return i;
    return -1;
}

static bool are_mirrored(const struct tuple *one, const struct tuple *other,
                         int (*mirror_of)(int square))
{
    for (int i = 0; i < one->count; i++)
        if (one->count != other->count || find_square(other, mirror_of(one->squares[i])) < 0)
            return false;
    return true;
}

static void find_mirror(struct tuple_list *list, int place, int (*mirror_of)(int square))
{
    const struct tuple *tuple = &list->squares[place];
    int other = 0;

    while (!are_mirrored(tuple, &list->squares[other], mirror_of)) {
        other++;
        assert(other < list->count);
    }
    list->mirror_place[place] = (uint8_t)other;
    for (int i = 0; i < tuple->count; i++)
        list->mirror[place][i] =
            (uint8_t)find_square(&list->squares[other], mirror_of(tuple->squares[i]));
}

void tuple_list_mirror(struct tuple_list *list, int (*mirror_of)(int square))
{
    for (int place = 0; place < list->count; place++)
        find_mirror(list, place, mirror_of);
}

uint32_t tuple_list_first_alike(const struct tuple_list *list, uint32_t number)
{
    int place = list->count - 1, other;
    uint32_t mirrored;

    while (number < list->first[place])
        place--;
    other = list->mirror_place[place];
    mirrored = list->first[other] + tuple_mirrored(&list->squares[place], list->mirror[place],
                                                   number - list->first[place]);
    return mirrored < number ? mirrored : number;
}
