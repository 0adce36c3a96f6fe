/* check.h - whether a book is what it should be: every text and move by the rules, and all that its
 * builder promises (amazons-endgame-and-books.md 4.6). */
#ifndef COPPICE_BOOK_CHECK_H
#define COPPICE_BOOK_CHECK_H

#include "book/book.h"

/* For a book that nobody builds. It says what is wrong first. */
bool cop_book_check(struct cop_book *book, struct cop_error *error);

#endif
