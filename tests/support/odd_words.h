/* odd_words.h - words as no JSON can have them as they are, and what is to be read instead: quotes,
 * control characters, bytes that continue nothing, forms longer than needed, halves of pairs, a
 * character that breaks off. */
#ifndef COPPICE_TESTS_ODD_WORDS_H
#define COPPICE_TESTS_ODD_WORDS_H

#define ODD_CHARACTER "\xef\xbf\xbd"

#define ODD_WORDS "q'\x01\x1f\x80\xbf \xc0\xaf \xed\xa0\x80 \xff\xc3\xa9 \xe2\x82."
#define ODD_WORDS_READ                                                       \
    "q'\x01\x1f" ODD_CHARACTER ODD_CHARACTER " " ODD_CHARACTER ODD_CHARACTER \
    " " ODD_CHARACTER ODD_CHARACTER ODD_CHARACTER " " ODD_CHARACTER "\xc3\xa9 " ODD_CHARACTER "."

#endif
