/* tiny.h - games small enough for brute force, used only by tests.
 *
 * Each one isolates something that a search can get wrong: chance between decisions (race), three
 * players of whom one may decide for others (three), a score and nobody to beat (puzzle), a secret
 * (coin), turns of several moves and draws (nim), a sum of parts (domino). They are ordinary games:
 * open them with cop_game_open_rules, or by name with tiny_open. */
#ifndef COPPICE_TESTS_TINY_H
#define COPPICE_TESTS_TINY_H

#include "coppice/game.h"

extern const struct cop_rules tiny_race;
extern const struct cop_rules tiny_three;
extern const struct cop_rules tiny_puzzle;
extern const struct cop_rules tiny_coin;
extern const struct cop_rules tiny_nim;
extern const struct cop_rules tiny_domino;

extern const struct cop_rules *const tiny_all_rules[]; /* NULL-terminated */

/* A cop_game_opener: `tiny_race(n=4)`. */
struct cop_game *tiny_open(const char *spec, struct cop_error *error);

/* Positions are a few words. Splits a text at its blanks; returns how many words there are, or -1
 * if they are more than `room` or one is too long. */
enum { TINY_WORD = 20 };
int tiny_split(const char *text, char words[][TINY_WORD], int room);

/* A word of one to three digits and nothing else. */
bool tiny_number(const char *word, int *number);

/* A key for any state this small. */
static inline uint64_t tiny_key(const void *state, size_t size)
{
    const unsigned char *bytes = state;
    uint64_t key = size;

    for (size_t i = 0; i < size; i++)
        key = cop_mix(key ^ (bytes[i] + 0x9e3779b97f4a7c15u));
    return key;
}

#endif
