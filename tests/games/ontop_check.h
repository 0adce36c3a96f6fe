/* ontop_check.h - what the tests of OnTop do alike. Everything asserts through cmocka. */
#ifndef COPPICE_TESTS_ONTOP_CHECK_H
#define COPPICE_TESTS_ONTOP_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/list.h"
#include "games/ontop/board.h"
#include "slow_build.h"

enum { MOVES_ROOM = 2 * ONTOP_PLACES };

struct cop_game *ontop_open_or_fail(const char *options);
struct ontop_position ontop_start_of(const struct cop_game *game);
struct ontop_position ontop_after_moves(const struct cop_game *game, const char *words);
struct ontop_position ontop_position_or_fail(const struct cop_game *game, const char *words);
int ontop_turn_of(const struct cop_game *game, const struct ontop_position *position);
int ontop_count_blacks(const struct ontop_position *position);
uint64_t ontop_closed_points(const struct cop_game *game, const struct ontop_position *position);

/* The test positions of ontop.md 5.4: blue has a tile in hand, so many were laid before. */
enum { ONTOP_SUITE = 10 };
extern const char ontop_suite_hands[];
extern const char *const ontop_suite_tiles[ONTOP_SUITE];
struct ontop_position ontop_suite_position(const struct cop_game *game, int index);

void ontop_assert_numbers(const uint8_t *numbers, int count, const int *expected, const char *what);
void ontop_assert_position(const struct cop_game *game, const struct ontop_position *position,
                           const char *words);

#endif
