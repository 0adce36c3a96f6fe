/* byte_set.h - a set of strings of bytes, each with a number.
 *
 * Members are kept whole and compared whole, so that two that differ are never taken for one: for
 * walks over positions that must not rest on a hash. */
#ifndef COPPICE_BASE_BYTE_SET_H
#define COPPICE_BASE_BYTE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cop_byte_set {
    unsigned char *bytes; /* the members, one behind the other */
    size_t used, room;
    size_t *slots; /* where members begin, found by hash; 0: empty */
    size_t slot_count, count;
    size_t memory; /* bytes that it may have; 0: as many as the system gives */
};

/* A set of zeros, and perhaps a limit of its memory, is an empty one. */
void cop_byte_set_free(struct cop_byte_set *set);

/* The place of the member with these bytes, of at most 65535; it is added with the number 0 if it
 * was not there. A place is good as long as the set. 0: there is no memory for it. */
size_t cop_byte_set_add(struct cop_byte_set *set, const void *bytes, size_t length, bool *is_new);

/* The place of a member; 0: it is none. */
size_t cop_byte_set_find(const struct cop_byte_set *set, const void *bytes, size_t length);

uint32_t cop_byte_set_number(const struct cop_byte_set *set, size_t place);
void cop_byte_set_give(struct cop_byte_set *set, size_t place, uint32_t number);

#endif
