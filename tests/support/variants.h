/* variants.h - the games in sizes and with options in which something is different: what is rare on
 * a usual board is common on a small one. Properties and fuzzers take them besides every registered
 * game as it is. */
#ifndef COPPICE_TESTS_VARIANTS_H
#define COPPICE_TESTS_VARIANTS_H

extern const char *const game_variants[]; /* specs; NULL-terminated */

#endif
