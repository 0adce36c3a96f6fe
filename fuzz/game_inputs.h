/* game_inputs.h - what the bytes of fuzz_game.c mean, and good ones made by playing.
 *
 * An input is a spec on a line of its own, a letter that says what the rest is, and the rest:
 *
 *     othello(size=4)
 *     mb1 a1 c1
 *
 * The specs are the registered games and the variants that the property tests know. Any other first
 * line stands for one of them too, so that no input is lost on a word that was damaged. */
#ifndef COPPICE_FUZZ_GAME_INPUTS_H
#define COPPICE_FUZZ_GAME_INPUTS_H

#include <stddef.h>
#include <stdint.h>

#include "coppice/game.h"

enum input_kind { INPUT_CHOICES, INPUT_POSITION, INPUT_MOVES, INPUT_KINDS };

struct game_input {
    const char *spec;
    enum input_kind kind;
    const uint8_t *rest;
    size_t size;
};

int input_spec_count(void);
const char *input_spec(int number);

struct game_input input_read(const uint8_t *data, size_t size);

/* Adds an input that the game accepts, from a random game of `plies` plies: bytes for choices, the
 * position reached, or the moves that led there. */
void input_write(struct cop_text *text, const char *spec, enum input_kind kind, int plies,
                 struct cop_rng *rng);

/* Ends the program, so that the fuzzer keeps the input. */
void require(bool is_true);

#endif
