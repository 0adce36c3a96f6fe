/* twixt_check.h - what the tests of TwixT do alike. Everything asserts through cmocka. */
#ifndef COPPICE_TESTS_TWIXT_CHECK_H
#define COPPICE_TESTS_TWIXT_CHECK_H

#include "games/twixt/board.h"
#include "reference_check.h"

enum { MOVES_MAX = 600 };

/* The game with the options inside the brackets. */
struct cop_game *open_twixt(const char *inside);
struct twixt_position begin(const struct cop_game *game);
struct twixt_position played(const struct cop_game *game, const char *words);
struct twixt_position placed(const struct cop_game *game, const char *words);

void assert_text(const struct cop_game *game, const struct twixt_position *at, const char *words);
void assert_ended(const struct cop_game *game, const struct twixt_position *at, double white);
void assert_same(const struct cop_game *game, const struct twixt_position *one,
                 const struct twixt_position *other);
/* The bits of so many planes, from one on. */
int count_bits(const struct cop_game *game, const struct twixt_position *at, int plane, int planes);
int count_links(const struct cop_game *game, const struct twixt_position *at);
void assert_distances(const struct cop_game *game, const struct twixt_position *at, int white,
                      int black);

#endif
