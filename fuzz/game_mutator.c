/* game_mutator.c - how libFuzzer changes inputs of fuzz_game.c: now and then it goes on with
 * another game, each as often as any other, from an input made by playing; else it changes what
 * comes after the line with the game. Only in builds with libFuzzer. */
#include <string.h>

#include "game_inputs.h"

enum { FRESH = 16, PLIES = 64 }; /* one input in FRESH is new */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed);

static size_t write_fresh(uint8_t *data, size_t room, struct cop_rng *rng)
{
    struct cop_text text = COP_TEXT;
    const char *spec = input_spec((int)cop_rng_below(rng, (uint32_t)input_spec_count()));
    enum input_kind kind = (enum input_kind)cop_rng_below(rng, INPUT_KINDS);
    size_t size;

    input_write(&text, spec, kind, (int)cop_rng_below(rng, PLIES), rng);
    size = text.length < room ? text.length : room;
    memcpy(data, text.bytes, size);
    cop_text_free(&text);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t kept = end != NULL ? (size_t)(end + 1 - data) : 0;
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    if (end == NULL || kept >= room || cop_rng_below(&rng, FRESH) == 0)
        return write_fresh(data, room, &rng);
    return kept + LLVMFuzzerMutate(data + kept, size - kept, room - kept);
}
