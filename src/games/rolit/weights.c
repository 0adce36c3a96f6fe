/* weights.c - the tables of Rolit's patterns from their packed bytes. */
#include "weights.h"

#include <string.h>

#include "base/fingerprint.h"

enum { MAGIC, VERSION = 4, LEVELS = 8, LENGTH = 12, CHECKSUM = 16 }; /* places in the header */

static const uint8_t magic[4] = {'C', 'R', 'W', 'T'};

extern const struct cop_embedded cop_data_rolit_weights_2, cop_data_rolit_weights_3,
    cop_data_rolit_weights_4;

const struct cop_embedded *const rolit_weights[5] = {
    NULL, NULL, &cop_data_rolit_weights_2, &cop_data_rolit_weights_3, &cop_data_rolit_weights_4};

/* ---- The header ---- */

static void put_number(uint8_t *at, int size, uint64_t number)
{
    for (int i = 0; i < size; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get_number(const uint8_t *at, int size)
{
    uint64_t number = 0;

    for (int i = 0; i < size; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

void rolit_write_header(uint8_t header[ROLIT_WEIGHTS_HEADER], const uint8_t *bytes, size_t length)
{
    memcpy(header + MAGIC, magic, sizeof magic);
    put_number(header + VERSION, 4, ROLIT_WEIGHTS_VERSION);
    put_number(header + LEVELS, 4, ROLIT_STAGES * ROLIT_CONFIGURATIONS);
    put_number(header + LENGTH, 4, length);
    put_number(header + CHECKSUM, 8, cop_fingerprint(bytes, length));
}

static bool check_header(const uint8_t *bytes, size_t length, struct cop_error *error)
{
    if (length < ROLIT_WEIGHTS_HEADER || memcmp(bytes + MAGIC, magic, sizeof magic) != 0)
        return cop_fail(error, "rolit: these are no weights; they begin with CRWT");
    if (get_number(bytes + VERSION, 4) != ROLIT_WEIGHTS_VERSION ||
        get_number(bytes + LEVELS, 4) != ROLIT_STAGES * ROLIT_CONFIGURATIONS)
        return cop_fail(error,
                        "rolit: the weights are of version %llu with %llu levels, and this program "
                        "reads version %d with %d; rolit-patterns makes them anew",
                        (unsigned long long)get_number(bytes + VERSION, 4),
                        (unsigned long long)get_number(bytes + LEVELS, 4), ROLIT_WEIGHTS_VERSION,
                        ROLIT_STAGES * ROLIT_CONFIGURATIONS);
    length -= ROLIT_WEIGHTS_HEADER;
    if (get_number(bytes + LENGTH, 4) != length ||
        get_number(bytes + CHECKSUM, 8) != cop_fingerprint(bytes + ROLIT_WEIGHTS_HEADER, length))
        return cop_fail(error, "rolit: the weights are damaged; their checksum is wrong");
    return true;
}

/* ---- The levels ---- */

/* Reads a stage and moves `*at` behind it; false if there is not enough, or a level too high. */
static bool read_stage(const uint8_t **at, const uint8_t *end, uint8_t *levels)
{
    int unseen = *at < end ? *(*at)++ : ROLIT_LEVELS, run = 0;

    for (int i = 0; i < ROLIT_CONFIGURATIONS; i++) {
        int mirror = rolit_mirror(i), level = unseen;

        if (mirror < i) {
            levels[i] = levels[mirror];
            continue;
        }
        if (run == 0 && *at == end)
            return false;
        if (run > 0)
            run--;
        else if (**at >= ROLIT_UNSEEN)
            run = *(*at)++ - ROLIT_UNSEEN;
        else
            level = *(*at)++;
        if (level >= ROLIT_LEVELS)
            return false;
        levels[i] = (uint8_t)level;
    }
    return run == 0;
}

bool rolit_read_weights(const uint8_t *bytes, size_t length, struct rolit_tables *tables,
                        struct cop_error *error)
{
    const uint8_t *at = bytes + ROLIT_WEIGHTS_HEADER, *end = bytes + length;

    if (!check_header(bytes, length, error))
        return false;
    for (int stage = 0; stage < ROLIT_STAGES; stage++)
        if (!read_stage(&at, end, tables->level[stage]))
            return cop_fail(error, "rolit: the weights of stage %d are not whole", stage + 1);
    return at == end || cop_fail(error, "rolit: there are bytes behind the weights");
}
