/* golden.h - a game known by heart. */
#ifndef COPPICE_TESTS_GOLDEN_H
#define COPPICE_TESTS_GOLDEN_H

#include <stdint.h>

/* The game that random_move draws from this seed, the deal from the same, is this one; read from
 * its words it ends alike, in this position. A change of the rules, of the order of moves(), of the
 * notation or of the generator shows here. Asserts through cmocka. */
void assert_golden_from(uint64_t seed, const char *spec, const char *words,
                        const char *last_position);
void assert_golden(const char *spec, const char *words, const char *last_position); /* seed 1 */

#endif
