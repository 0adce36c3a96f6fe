/* tuples.c - tables of what rows of stones are worth in the places of tuples. */
#include "games/tuples.h"

#include <assert.h>

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
