/* weights.h - the tables of patterns.h as bytes: what tools/rolit_patterns.c writes into
 * data/rolit/ and the build embeds, so that the program needs no file.
 *
 * A header of ROLIT_WEIGHTS_HEADER bytes, its numbers little-endian:
 *
 *   0   4  the magic "CRWT"
 *   4   4  the version, ROLIT_WEIGHTS_VERSION
 *   8   4  how many levels the tables have, ROLIT_STAGES * ROLIT_CONFIGURATIONS
 *   12  4  how many bytes follow the header
 *   16  8  the checksum of these bytes, cop_fingerprint
 *
 * Then for each stage a byte with the level of what never came up, and the stored configurations in
 * their order: a byte below ROLIT_UNSEEN is the level of one, ROLIT_UNSEEN + n stands for n + 1 of
 * them that never came up. */
#ifndef COPPICE_GAMES_ROLIT_WEIGHTS_H
#define COPPICE_GAMES_ROLIT_WEIGHTS_H

#include "base/embedded.h"
#include "coppice/error.h"
#include "patterns.h"

enum { ROLIT_WEIGHTS_HEADER = 24, ROLIT_WEIGHTS_VERSION = 1, ROLIT_UNSEEN = 128 };

/* The weights of games for so many players, 2 to 4: data/rolit/weights-N.bin. */
extern const struct cop_embedded *const rolit_weights[5];

/* Fills in a header for the `length` bytes that follow it. */
void rolit_write_header(uint8_t header[ROLIT_WEIGHTS_HEADER], const uint8_t *bytes, size_t length);

/* False with a message if the bytes are not what the header says. */
bool rolit_read_weights(const uint8_t *bytes, size_t length, struct rolit_tables *tables,
                        struct cop_error *error);

#endif
