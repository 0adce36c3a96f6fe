/* image.h - the text of a position mirrored, upside down or with the colours exchanged.
 *
 * For positions written as rows from the top with numbers for empty runs, then who moves, as
 * "3B2B3/10/10 w"; whatever follows is kept. */
#ifndef COPPICE_TESTS_IMAGE_H
#define COPPICE_TESTS_IMAGE_H

#include "judge_check.h"

enum { IMAGE_MIRROR = 1, IMAGE_UPSIDE_DOWN = 2, IMAGE_COLOURS = 4 };

/* `colours` has pairs of letters that are exchanged: "WBwb". `judge` gets the image of its state.
 */
void judge_turn_over(struct judge *judge, int how, const char *colours);

/* The value of every image is the same for the player who now has the stones; exact up to
 * `error`. Rows turned upside down must go with an exchange of colours where stones move one way;
 * `hows` is a list of images that ends with 0. */
void assert_symmetric(const struct judge *judge, const int *hows, const char *colours,
                      double error);

#endif
