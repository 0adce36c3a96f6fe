/* random.c - a uniformly random legal move. */
#include "agent/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct chooser {
    const struct cop_game *game;
    struct cop_rng rng;
    struct cop_candidate *candidates;
    cop_move *moves;
};

static void chooser_close(void *self)
{
    struct chooser *chooser = self;

    free(chooser->candidates);
    free(chooser->moves);
    free(chooser);
}

static void *chooser_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                          const struct cop_settings *settings, const struct cop_means *means,
                          struct cop_error *error)
{
    struct chooser *chooser = calloc(1, sizeof *chooser);

    (void)kind;
    (void)settings;
    if (chooser != NULL) {
        chooser->game = game;
        chooser->moves = malloc((size_t)game->max_moves * sizeof *chooser->moves);
        chooser->candidates = malloc((size_t)game->max_moves * sizeof *chooser->candidates);
    }
    if (chooser == NULL || chooser->moves == NULL || chooser->candidates == NULL) {
        cop_fail(error, "random: not enough memory");
        if (chooser != NULL)
            chooser_close(chooser);
        return NULL;
    }
    cop_rng_seed(&chooser->rng, means->seed);
    return chooser;
}

static void chooser_start(void *self, uint64_t seed)
{
    struct chooser *chooser = self;

    cop_rng_seed(&chooser->rng, seed);
}

static bool chooser_think(void *self, const void *state, const struct cop_limits *limits,
                          const struct cop_watch *watch, struct cop_report *report,
                          struct cop_error *error)
{
    struct chooser *chooser = self;
    int count = chooser->game->rules->moves(chooser->game, state, chooser->moves);

    (void)limits;
    (void)watch;
    (void)error;
    memset(report, 0, sizeof *report);
    report->best = chooser->moves[cop_rng_below(&chooser->rng, (uint32_t)count)];
    report->line[0] = report->best;
    report->line_length = 1;
    report->upper = 1;
    for (int i = 0; i < chooser->game->players; i++)
        report->value[i] = NAN; /* nothing was looked at */
    for (int i = 0; i < count; i++)
        chooser->candidates[i] = (struct cop_candidate){.move = chooser->moves[i], .high = 1};
    report->candidates = chooser->candidates;
    report->candidate_count = count;
    return true;
}

const struct cop_agent_kind cop_random_agent = {
    .name = "random",
    .title = "Random",
    .summary = "plays any legal move, all with the same probability",
    .options = (const struct cop_option[]){{NULL}},
    .ends = COP_ENDS_ALWAYS,
    .open = chooser_open,
    .close = chooser_close,
    .start = chooser_start,
    .think = chooser_think,
};
