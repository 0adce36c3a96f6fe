/* fuzz_over.c - any text as what is tuned over: it is refused with a message, or points drawn from
 * it lie within its ranges and are specs that are read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tune/bell.h"

enum { DRAWS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static void check_point(const struct cop_space *space, const double *point)
{
    struct cop_text spec = COP_TEXT;
    struct cop_error error = {""};
    char *name, *inside;

    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];

        check(tuned->is_choice ? point[i] >= 0 && point[i] < tuned->choice_count
                               : point[i] >= tuned->low && point[i] <= tuned->high);
    }
    check(cop_space_write(space, point, &spec, &error));
    check(cop_spec_split("agent", spec.bytes, &name, &inside, &error));
    free(name);
    free(inside);
    cop_text_free(&spec);
}

static void check_over(const struct cop_game *game, const char *over)
{
    const struct cop_limits limits = {.sims = 10, .means = {.threads = 1}};
    struct cop_error error = {""};
    struct cop_space space;
    struct cop_bell bell;
    struct cop_rng rng;
    double point[COP_TUNED_MAX];

    if (!cop_space_read(&space, game, "mcts(history=visits, playout=greedy)", over, &limits,
                        &error)) {
        check(error.message[0] != '\0');
        cop_space_free(&space);
        return;
    }
    cop_rng_seed(&rng, 1);
    cop_bell_start(&bell, &space);
    for (int i = 0; i < DRAWS; i++) {
        cop_bell_draw(&bell, &space, &rng, point);
        check_point(&space, point);
    }
    cop_bell_centre(&bell, &space, point);
    check_point(&space, point);
    cop_space_free(&space);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_game *game = cop_game_open("breakthrough", NULL);
    char *words = malloc(size + 1);

    if (words != NULL && game != NULL) {
        if (size > 0)
            memcpy(words, data, size);
        words[size] = '\0';
        check_over(game, words);
    }
    free(words);
    cop_game_close(game);
    return 0;
}
