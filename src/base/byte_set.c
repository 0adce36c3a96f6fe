/* byte_set.c - open addressing over members that lie in one block. */
#include "base/byte_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A member is its number, its length and its bytes. Place 0 is nobody's. */
enum { HEAD = sizeof(uint32_t) + sizeof(uint16_t), BYTES_FIRST = 4096, SLOTS_FIRST = 64 };

void cop_byte_set_free(struct cop_byte_set *set)
{
    free(set->bytes);
    free(set->slots);
    *set = (struct cop_byte_set){.memory = set->memory};
}

static uint64_t hash_of(const unsigned char *bytes, size_t length)
{
    uint64_t sum = length, word;

    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    word = 0;
    memcpy(&word, bytes, length);
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

static size_t length_at(const struct cop_byte_set *set, size_t place)
{
    uint16_t length;

    memcpy(&length, set->bytes + place + sizeof(uint32_t), sizeof length);
    return length;
}

/* The slot of the member, or the empty one in which it would be. */
static size_t *slot_of(const struct cop_byte_set *set, const unsigned char *bytes, size_t length)
{
    size_t mask = set->slot_count - 1, i = hash_of(bytes, length) & mask;

    for (; set->slots[i] != 0; i = (i + 1) & mask)
        if (length_at(set, set->slots[i]) == length &&
            memcmp(set->bytes + set->slots[i] + HEAD, bytes, length) == 0)
            break;
    return &set->slots[i];
}

static bool fits(const struct cop_byte_set *set, size_t room, size_t slot_count)
{
    return set->memory == 0 || room + slot_count * sizeof *set->slots <= set->memory;
}

static bool grow_slots(struct cop_byte_set *set)
{
    size_t count = set->slot_count > 0 ? 2 * set->slot_count : SLOTS_FIRST, place = 1;
    size_t *slots = fits(set, set->room, count) ? calloc(count, sizeof *slots) : NULL;

    if (slots == NULL)
        return false;
    free(set->slots);
    set->slots = slots;
    set->slot_count = count;
    for (size_t i = 0; i < set->count; i++) {
        size_t length = length_at(set, place);

        *slot_of(set, set->bytes + place + HEAD, length) = place;
        place += HEAD + length;
    }
    return true;
}

static bool grow_bytes(struct cop_byte_set *set, size_t needed)
{
    size_t room = set->room > 0 ? set->room : BYTES_FIRST;
    unsigned char *bytes;

    while (room < needed)
        room += room / 2;
    bytes = fits(set, room, set->slot_count) ? realloc(set->bytes, room) : NULL;
    if (bytes == NULL)
        return false;
    set->bytes = bytes;
    set->room = room;
    return true;
}

static size_t append(struct cop_byte_set *set, const void *bytes, size_t length)
{
    size_t place = set->used > 0 ? set->used : 1;
    uint16_t short_length = (uint16_t)length;
    uint32_t number = 0;

    if (place + HEAD + length > set->room && !grow_bytes(set, place + HEAD + length))
        return 0;
    memcpy(set->bytes + place, &number, sizeof number);
    memcpy(set->bytes + place + sizeof number, &short_length, sizeof short_length);
    memcpy(set->bytes + place + HEAD, bytes, length);
    set->used = place + HEAD + length;
    set->count++;
    return place;
}

size_t cop_byte_set_add(struct cop_byte_set *set, const void *bytes, size_t length, bool *is_new)
{
    size_t *slot = set->slot_count > 0 ? slot_of(set, bytes, length) : NULL;

    assert(length <= UINT16_MAX);
    *is_new = slot == NULL || *slot == 0;
    if (!*is_new)
        return *slot;
    if (slot == NULL || 2 * set->count >= set->slot_count) {
        if (!grow_slots(set))
            return 0;
        slot = slot_of(set, bytes, length);
    }
    return *slot = append(set, bytes, length);
}

size_t cop_byte_set_find(const struct cop_byte_set *set, const void *bytes, size_t length)
{
    return set->slot_count > 0 ? *slot_of(set, bytes, length) : 0;
}

uint32_t cop_byte_set_number(const struct cop_byte_set *set, size_t place)
{
    uint32_t number;

    memcpy(&number, set->bytes + place, sizeof number);
    return number;
}

void cop_byte_set_give(struct cop_byte_set *set, size_t place, uint32_t number)
{
    memcpy(set->bytes + place, &number, sizeof number);
}
