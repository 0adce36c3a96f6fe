/* variations.h - a book as the variations of a record, and so as SGF: each move with its mean, the
 * first player's, and its visits in a comment, "mean 3.4, 6016 visits". */
#ifndef COPPICE_BOOK_VARIATIONS_H
#define COPPICE_BOOK_VARIATIONS_H

#include "book/book.h"
#include "coppice/record.h"

/* All positions with at least so many visits; more than a record can hold is an error that says how
 * many would fit. */
bool cop_book_write_sgf(const struct cop_book *book, int64_t least, struct cop_text *text,
                        struct cop_error *error);

/* Adds all moves of the record to a book that was begun with cop_book_begin; comments of the form
 * above become numbers, and others are left out. Returns how many moves had such a comment. */
int cop_book_read_record(struct cop_book *book, const struct cop_record *record);

#endif
