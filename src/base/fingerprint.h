/* fingerprint.h - a number that tells one run of bytes from another. Not for secrets: who wants two
 * with the same number can make them. */
#ifndef COPPICE_BASE_FINGERPRINT_H
#define COPPICE_BASE_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

uint64_t cop_fingerprint(const void *bytes, size_t length);

#endif
