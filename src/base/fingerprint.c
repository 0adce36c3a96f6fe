/* fingerprint.c - FNV-1a with 64 bits. */
#include "base/fingerprint.h"

uint64_t cop_fingerprint(const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t sum = 0xcbf29ce484222325u;

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ at[i]) * 0x100000001b3u;
    return sum;
}
