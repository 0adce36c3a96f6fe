/* heats.c - corners are written as whole numbers of 1/65536, which all that occur are. */
#include "search/sum/heats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "base/fingerprint.h"

enum {
    VERSION = 1,
    NAME_ROOM = 32,
    CORNER_BYTES = 8,
    WALLS_BYTES = 2 + 2 * COP_KNOWN_CORNERS * CORNER_BYTES
};

static const char magic[8] = "COPHEAT";
static const double unit = 65536;
static const size_t largest_file = (size_t)1 << 32;

void cop_heats_free(struct cop_heats *heats)
{
    cop_byte_set_free(&heats->forms);
    cop_byte_set_free(&heats->walls);
    free(heats->places);
    *heats = (struct cop_heats){0};
}

/* ---- Numbers as bytes, the lowest first ---- */

static void put_number(uint8_t *bytes, uint64_t number, int length)
{
    for (int i = 0; i < length; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get_number(const uint8_t *bytes, int length)
{
    uint64_t number = 0;

    for (int i = 0; i < length; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static bool put_real(uint8_t *bytes, double real)
{
    double scaled = real * unit;

    put_number(bytes, (uint32_t)(int32_t)scaled, 4);
    return scaled == floor(scaled) && fabs(scaled) < INT32_MAX;
}

static double get_real(const uint8_t *bytes)
{
    return (int32_t)(uint32_t)get_number(bytes, 4) / unit;
}

/* ---- Walls ---- */

/* Both walls, with the players exchanged if the form has them so; how many bytes, or 0. */
static int pack_walls(const struct cop_thermograph *graph, bool is_swapped,
                      uint8_t bytes[WALLS_BYTES])
{
    const struct cop_wall *walls[2] = {is_swapped ? &graph->right : &graph->left,
                                       is_swapped ? &graph->left : &graph->right};
    int length = 2;

    for (int i = 0; i < 2; i++) {
        if (walls[i]->count > COP_KNOWN_CORNERS)
            return 0;
        bytes[i] = (uint8_t)walls[i]->count;
        for (int j = 0; j < walls[i]->count; j++, length += CORNER_BYTES)
            if (!put_real(bytes + length, walls[i]->corners[j].tax) ||
                !put_real(bytes + length + 4, (is_swapped ? -1 : 1) * walls[i]->corners[j].value))
                return 0;
    }
    return length;
}

static void unpack_walls(const uint8_t *bytes, struct cop_known_walls *walls)
{
    const uint8_t *at = bytes + 2;

    for (int i = 0; i < 2; i++) {
        walls->counts[i] = bytes[i];
        for (int j = 0; j < bytes[i]; j++, at += CORNER_BYTES)
            walls->corners[i][j] = (struct cop_corner){get_real(at), get_real(at + 4)};
    }
}

/* The number of these walls, which are added if they are new; 0: no memory. */
static uint32_t number_of_walls(struct cop_heats *heats, const uint8_t *bytes, size_t length)
{
    bool is_new;
    size_t place = cop_byte_set_add(&heats->walls, bytes, length, &is_new);

    if (place == 0 || !is_new)
        return place == 0 ? 0 : cop_byte_set_number(&heats->walls, place);
    if (heats->wall_count == heats->wall_room) {
        heats->wall_room = 2 * heats->wall_room + 1024;
        heats->places = cop_reallocate(heats->places, heats->wall_room * sizeof *heats->places);
    }
    heats->places[heats->wall_count++] = place;
    cop_byte_set_give(&heats->walls, place, (uint32_t)heats->wall_count);
    return (uint32_t)heats->wall_count;
}

static bool add_form(struct cop_heats *heats, const uint8_t *form, size_t length, uint32_t walls)
{
    bool is_new;
    size_t place = walls > 0 ? cop_byte_set_add(&heats->forms, form, length, &is_new) : 0;

    if (place != 0)
        cop_byte_set_give(&heats->forms, place, walls);
    return place != 0;
}

bool cop_heats_add(struct cop_heats *heats, const uint8_t *form, int length, bool is_swapped,
                   const struct cop_thermograph *thermograph)
{
    uint8_t bytes[WALLS_BYTES];
    int packed = pack_walls(thermograph, is_swapped, bytes);

    return packed > 0 &&
           add_form(heats, form, (size_t)length, number_of_walls(heats, bytes, (size_t)packed));
}

static const uint8_t *walls_at(const struct cop_heats *heats, uint32_t number, size_t *length)
{
    return cop_byte_set_bytes(&heats->walls, heats->places[number - 1], length);
}

bool cop_heats_find(const void *context, const uint8_t *form, int length,
                    struct cop_known_walls *walls)
{
    const struct cop_heats *heats = context;
    size_t place = cop_byte_set_find(&heats->forms, form, (size_t)length), packed;

    if (place != 0)
        unpack_walls(walls_at(heats, cop_byte_set_number(&heats->forms, place), &packed), walls);
    return place != 0;
}

bool cop_heats_merge(struct cop_heats *heats, const struct cop_heats *other)
{
    size_t place = 0, length, packed;

    while ((place = cop_byte_set_next(&other->forms, place)) != 0) {
        const uint8_t *form = cop_byte_set_bytes(&other->forms, place, &length);
        const uint8_t *walls = walls_at(other, cop_byte_set_number(&other->forms, place), &packed);

        if (!add_form(heats, form, length, number_of_walls(heats, walls, packed)))
            return false;
    }
    return true;
}

/* ---- Files ---- */

struct head {
    uint64_t forms, walls;
};

enum { HEAD_BYTES = sizeof magic + 4 + 4 + NAME_ROOM + 8 + 8, SUM_BYTES = 8 };

static void add_bytes(struct cop_text *text, const void *bytes, size_t length)
{
    cop_text_add_bytes(text, bytes, length);
}

static void write_head(const struct cop_heats *heats, const char *game, int extent,
                       struct cop_text *text)
{
    uint8_t head[HEAD_BYTES] = {0};

    memcpy(head, magic, sizeof magic);
    put_number(head + 8, VERSION, 4);
    put_number(head + 12, (uint64_t)extent, 4);
    strncpy((char *)head + 16, game, NAME_ROOM - 1);
    put_number(head + 16 + NAME_ROOM, heats->forms.count, 8);
    put_number(head + 24 + NAME_ROOM, heats->wall_count, 8);
    add_bytes(text, head, sizeof head);
}

bool cop_heats_write(const struct cop_heats *heats, const char *path, const char *game, int extent,
                     struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    size_t place = 0, length;
    uint8_t number[8];
    bool is_good;

    write_head(heats, game, extent, &text);
    for (size_t i = 1; i <= heats->wall_count; i++) {
        const uint8_t *walls = walls_at(heats, (uint32_t)i, &length);

        add_bytes(&text, walls, length);
    }
    while ((place = cop_byte_set_next(&heats->forms, place)) != 0) {
        const uint8_t *form = cop_byte_set_bytes(&heats->forms, place, &length);

        put_number(number, length, 1);
        add_bytes(&text, number, 1);
        add_bytes(&text, form, length);
        put_number(number, cop_byte_set_number(&heats->forms, place), 4);
        add_bytes(&text, number, 4);
    }
    put_number(number, cop_fingerprint(text.bytes, text.length), 8);
    add_bytes(&text, number, SUM_BYTES);
    is_good = cop_file_write(path, text.bytes, text.length, error);
    cop_text_free(&text);
    return is_good;
}

/* A file in the reading: nothing is taken from behind its end. */
struct reading {
    const uint8_t *at, *end;
};

static const uint8_t *take(struct reading *reading, size_t length)
{
    const uint8_t *bytes = reading->at;

    if ((size_t)(reading->end - reading->at) < length)
        return NULL;
    reading->at += length;
    return bytes;
}

static const uint8_t *take_walls(struct reading *reading, size_t *length)
{
    const uint8_t *counts = take(reading, 2);
    size_t corners = counts != NULL ? (size_t)counts[0] + counts[1] : 0;

    if (counts == NULL || counts[0] == 0 || counts[1] == 0 || counts[0] > COP_KNOWN_CORNERS ||
        counts[1] > COP_KNOWN_CORNERS || take(reading, corners * CORNER_BYTES) == NULL)
        return NULL;
    *length = 2 + corners * CORNER_BYTES;
    return counts;
}

static bool read_body(struct cop_heats *heats, struct reading *reading, uint64_t forms,
                      uint64_t walls)
{
    for (uint64_t i = 0; i < walls; i++) {
        size_t length;
        const uint8_t *bytes = take_walls(reading, &length);

        if (bytes == NULL || number_of_walls(heats, bytes, length) != i + 1)
            return false;
    }
    for (uint64_t i = 0; i < forms; i++) {
        const uint8_t *length = take(reading, 1);
        const uint8_t *form = length != NULL ? take(reading, *length) : NULL;
        const uint8_t *number = form != NULL ? take(reading, 4) : NULL;
        uint64_t at = number != NULL ? get_number(number, 4) : 0;

        if (at == 0 || at > walls || !add_form(heats, form, *length, (uint32_t)at))
            return false;
    }
    return reading->at == reading->end;
}

static bool check_file(const uint8_t *bytes, size_t length, const char *path, const char *game,
                       int extent, struct cop_error *error)
{
    if (length < HEAD_BYTES + SUM_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return cop_fail(error, "%s is no table of thermographs", path);
    if (get_number(bytes + 8, 4) != VERSION)
        return cop_fail(error, "%s has version %u of tables of thermographs; this program reads %d",
                        path, (unsigned)get_number(bytes + 8, 4), VERSION);
    if (get_number(bytes + length - SUM_BYTES, 8) != cop_fingerprint(bytes, length - SUM_BYTES))
        return cop_fail(error, "%s is damaged: its checksum is wrong", path);
    if (strncmp((const char *)bytes + 16, game, NAME_ROOM) != 0 ||
        get_number(bytes + 12, 4) != (uint64_t)extent)
        return cop_fail(error, "%s has parts of %.31s with %u cells, not of %s with %d", path,
                        (const char *)bytes + 16, (unsigned)get_number(bytes + 12, 4), game,
                        extent);
    return true;
}

bool cop_heats_read(struct cop_heats *heats, const char *path, const char *game, int extent,
                    struct cop_error *error)
{
    struct cop_heats own = {0};
    size_t length;
    char *text = cop_file_read(path, largest_file, &length, error);
    const uint8_t *bytes = (const uint8_t *)text;
    bool is_good = text != NULL && check_file(bytes, length, path, game, extent, error);

    if (is_good) {
        struct reading reading = {bytes + HEAD_BYTES, bytes + length - SUM_BYTES};

        is_good = (read_body(&own, &reading, get_number(bytes + 16 + NAME_ROOM, 8),
                             get_number(bytes + 24 + NAME_ROOM, 8)) &&
                   cop_heats_merge(heats, &own)) ||
                  cop_fail(error, "%s is damaged, or there is not enough memory for it", path);
    }
    cop_heats_free(&own);
    free(text);
    return is_good;
}
