/* mistaken.c - two agents and a coin: one that thinks, one that does not.
 *
 * A weak search is a strange opponent: it overlooks what any child sees, and finds by accident what
 * no child would. A good one that errs with a known probability errs in every game alike, with
 * chance, hidden pieces and any number of players, and how much it errs can be set. */
#include "agent/mistaken.h"

#include <stdlib.h>

#include "agent/notes.h"

static const struct cop_option options[] = {
    {"of", COP_SPEC, "mcts", .help = "who chooses the moves that are no mistakes"},
    {"share", COP_REAL, "0.25", 0, 1, .help = "how many of its moves are random ones, from 0 to 1"},
    {NULL},
};

struct mistaken {
    struct cop_agent *thinker, *guesser;
    double share;
    struct cop_rng rng;
};

static bool mistaken_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                           const struct cop_settings *settings, const struct cop_means *means,
                           struct cop_error *error)
{
    const char *of = cop_words(settings, "of");
    const struct cop_limits limits = {
        .time = 1, .sims = 1, .nodes = 1, .depth = 1, .means = *means};

    (void)kind;
    if (cop_agent_is_external(of))
        return cop_fail(error,
                        "mistaken: \"%.40s\" runs another program, which has to make its "
                        "own mistakes; name one of Coppice's agents",
                        of);
    return cop_agent_check(game, of, &limits, NULL, error) || cop_fail_in(error, "mistaken");
}

/* What the thinker cannot do without. */
static bool mistaken_has_limits(const struct cop_settings *settings,
                                const struct cop_limits *limits, struct cop_error *error)
{
    const struct cop_agent_kind *kind;
    struct cop_settings *of = NULL;
    char *name, *inside;
    bool has_limits = true;

    if (!cop_spec_split("agent", cop_words(settings, "of"), &name, &inside, error))
        return false;
    kind = cop_agent_kind_find(name);
    if (kind != NULL && kind->has_limits != NULL) {
        of = cop_settings_parse(name, kind->options, inside, error);
        has_limits = of != NULL && kind->has_limits(of, limits, error);
    }
    cop_settings_free(of);
    free(name);
    free(inside);
    return has_limits;
}

static void mistaken_idle(const struct cop_agent_kind *kind, const struct cop_game *game,
                          const struct cop_settings *settings, const struct cop_limits *limits,
                          struct cop_text *notes)
{
    (void)kind;
    cop_agent_notes(game, cop_words(settings, "of"), limits, notes);
}

static void mistaken_close(void *self)
{
    struct mistaken *mistaken = self;

    cop_agent_close(mistaken->thinker);
    cop_agent_close(mistaken->guesser);
    free(mistaken);
}

static void mistaken_start(void *self, uint64_t seed)
{
    struct mistaken *mistaken = self;

    cop_rng_seed(&mistaken->rng, seed);
    cop_agent_start(mistaken->thinker, cop_mix(seed + 1));
    cop_agent_start(mistaken->guesser, cop_mix(seed + 2));
}

static void *mistaken_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                           const struct cop_settings *settings, const struct cop_means *means,
                           struct cop_error *error)
{
    struct mistaken *mistaken = calloc(1, sizeof *mistaken);

    (void)kind;
    if (mistaken == NULL) {
        cop_fail(error, "mistaken: not enough memory");
        return NULL;
    }
    mistaken->share = cop_real(settings, "share");
    mistaken->thinker = cop_agent_open(game, cop_words(settings, "of"), means, error);
    if (mistaken->thinker != NULL)
        mistaken->guesser = cop_agent_open(game, "random", means, error);
    if (mistaken->guesser == NULL) {
        mistaken_close(mistaken);
        return NULL;
    }
    mistaken_start(mistaken, means->seed);
    return mistaken;
}

static bool mistaken_think(void *self, const void *state, const struct cop_limits *limits,
                           const struct cop_watch *watch, struct cop_report *report,
                           struct cop_error *error)
{
    struct mistaken *mistaken = self;
    bool errs = cop_rng_unit(&mistaken->rng) < mistaken->share;

    return cop_agent_think(errs ? mistaken->guesser : mistaken->thinker, state, limits, watch,
                           report, error);
}

static void mistaken_played(void *self, const void *before, cop_move move)
{
    struct mistaken *mistaken = self;

    cop_agent_played(mistaken->thinker, before, move);
}

const struct cop_agent_kind cop_mistaken_agent = {
    .name = "mistaken",
    .title = "Another agent, with mistakes",
    .summary = "plays as another agent does, but now and then any legal move: "
               "mistaken(of=mcts, share=0.3)",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES, /* those that end every agent */
    .check = mistaken_check,
    .idle = mistaken_idle,
    .has_limits = mistaken_has_limits,
    .open = mistaken_open,
    .close = mistaken_close,
    .start = mistaken_start,
    .think = mistaken_think,
    .played = mistaken_played,
};
