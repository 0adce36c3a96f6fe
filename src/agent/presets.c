/* presets.c - very easy, easy, medium, strong and strongest, for each game: a row for each, with
 * the search that suits it best. Which one that is was found by matches (docs/measurements.md). */
#include "agent/presets.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "agent/beside.h"
#include "base/allocate.h"
#include "game/learned.h"

/* The two easy levels look one move ahead and err now and then; what they err, they err in every
 * game alike. The shares make a beginner win most games against the first, but not all. */
#define ERRING(thinker, share) "mistaken(of=" thinker ", share=" share ")"
#define SELDOM                 "0.15"
#define BEGINNER               "0.3"

#define TREES "mcts(solver=on, reuse=on)"

struct ladder {
    const char *game; /* NULL: any other */
    int least, most;  /* players */
    const char *look; /* what the easy levels and the beginner look with: depth or simulations */
    const char *very_easy, *easy, *beginner;
    const char *medium, *medium_limit;
    const char *strong;
    bool has_learned; /* only for variants of the game that have features to learn from */
    int most_moves;   /* only for boards where no position has more moves; 0: for all */
};

#define WEAK(thinker, look, often) \
    look, ERRING(thinker, often), ERRING(thinker, SELDOM), ERRING(thinker, BEGINNER)
#define DEEP(thinker, often, depth) \
    WEAK(thinker, "1s, depth=1", often), thinker, "2s, depth=" depth, thinker

/* clang-format off */
static const struct ladder ladders[] = {
    {"othello", 2, 2, WEAK("alphabeta", "1s, depth=1", "0.7"), "alphabeta", "2s, depth=3",
     "alphabeta(reduce=2, reduce_rate=0.9, probcut=1.5)"},
    {"breakthrough", 2, 2, WEAK("alphabeta(eval=runners)", "1s, depth=1", "0.5"),
     "alphabeta(eval=runners)", "2s, depth=3",
     "alphabeta(reduce=2, reduce_rate=0.9)"},
    {"amazons", 2, 2, WEAK("alphabeta", "1s, depth=1", "0.6"), "alphabeta", "2s, depth=2",
     "mcts(c=0.1, expand=4, groups=on, solver=on, reuse=on, playout_limit=3, judge=complex, "
     "judge_scale=chance)"},
    {"focus", 2, 2, WEAK("alphabeta(eval=captures)", "1s, depth=1", "0.6"),
     "alphabeta(eval=captures)", "2s, depth=3",
     "mcts(select=puct, solver=on, reuse=on, line_limit=1, judge=learned, judge_scale=chance, "
     "prior=order)",
     .has_learned = true},
    {"focus", 2, 2, WEAK("alphabeta(eval=captures)", "1s, depth=1", "0.6"),
     "alphabeta(eval=captures)", "2s, depth=3", "alphabeta(reduce=2, reduce_rate=0.9)"},
    {"chinesecheckers", 2, 2, WEAK("alphabeta(eval=solitaire)", "1s, depth=1", "0.5"),
     "alphabeta(eval=solitaire)", "2s, depth=3", "alphabeta(reduce=2, reduce_rate=0.9)"},
    {"rolit", 2, 2, WEAK("alphabeta(eval=patterns)", "1s, depth=1", "0.7"),
     "alphabeta(eval=patterns)", "2s, depth=3", "alphabeta(reduce=2, reduce_rate=0.9)"},
    {"chancebreakthrough", 2, 2, WEAK("star2.5", "1s, depth=1", "0.5"), "star2.5", "2s, depth=2",
     "star2.5(eval=learned, quiet=on)", .has_learned = true},
    {"chancebreakthrough", 2, 2, WEAK("star2.5", "1s, depth=1", "0.5"), "star2.5", "2s, depth=2",
     "star2.5(eval=runners, quiet=on)"},
    {"stratego", 2, 2, WEAK("star2", "1s, depth=1", "0.8"), "star2", "2s, depth=2",
     "star2(eval=guarded, beliefs=learned)"},
    {"connect4", 2, 2, WEAK("alphabeta(eval=lines)", "1s, depth=1", "0.7"), "mcts", "2s, sims=5k",
     "alphabeta"},
    {"fanorona", 2, 2, WEAK("alphabeta", "1s, depth=1", "0.7"), "mcts", "2s, sims=5k",
     "alphabeta(eval=mobility)"},
    /* Up to 12 x 12 holes, and a swap: on 24 x 24 this tree loses to the search below. */
    {"twixt", 2, 2, WEAK("alphabeta", "1s, depth=1", "0.7"), "alphabeta", "2s, depth=2",
     "mcts(select=puct, solver=on, look_ahead=on, reuse=on, playout_limit=1, judge=connection, "
     "judge_scale=chance, prior=order, prior_by=learned, prior_temperature=0.12, openings=on)",
     .most_moves = 121},
    {"twixt", 2, 2, WEAK("alphabeta", "1s, depth=1", "0.7"), "alphabeta", "2s, depth=2",
     "alphabeta(eval=connection, order=safe, width=24, reduce=3)"},
    {"ontop", 2, 2, WEAK("star2.5", "1s, depth=1", "0.7"), "mcts", "2s, sims=5k", TREES},
    {"dice", 2, 2, DEEP("star2.5", "0.9", "3")},
    {"focus", 3, 4, WEAK("maxn", "1s, depth=1", "0.7"), "brs", "2s, depth=2", "brs"},
    {"rolit", 3, 4, WEAK("maxn", "1s, depth=1", "0.8"), "mcts", "2s, sims=5k", TREES},
    {"chinesecheckers", 3, 3, WEAK("maxn", "1s, depth=1", "0.5"), "brs", "2s, depth=2",
     "mcts(select=puct, solver=on, reuse=on, line_limit=1, judge=solitaire, judge_scale=chance, "
     "prior=order)"},
    {"chinesecheckers", 4, 6, WEAK("maxn", "1s, depth=1", "0.5"), "brs", "2s, depth=2", "brs"},
    {"ontop", 3, 4, WEAK("maxn", "1s, depth=1", "0.7"), "mcts", "2s, sims=5k", TREES},
    /* One player looks for the best whole game, and keeps it from move to move. */
    {"samegame", 1, 1, WEAK("mc", "1s, sims=100", "0.7"), "nmcs(level=1, playout=tabu-colour)",
     "2s, sims=1k", "nrpa(level=3, playout=tabu-colour(pick=group))"},
    {"morpion", 1, 1, WEAK("mc", "1s, sims=100", "0.7"), "nmcs(level=1)", "2s, sims=1k",
     "nrpa(level=3)"},
    /* Games without a judgement of positions are looked at by playing them out. */
    {NULL, 1, INT_MAX, WEAK("mc", "1s, sims=100", "0.7"), "mcts", "2s, sims=5k", TREES},
};
/* clang-format on */

static bool is_for(const struct ladder *ladder, const struct cop_game *game)
{
    return strcmp(ladder->game, game->rules->name) == 0 && game->players >= ladder->least &&
           game->players <= ladder->most && (!ladder->has_learned || cop_game_can_learn(game)) &&
           (ladder->most_moves == 0 || game->max_moves <= ladder->most_moves);
}

static const struct ladder *ladder_of(const struct cop_game *game)
{
    const struct ladder *ladder = ladders;

    while (ladder->game != NULL && !is_for(ladder, game))
        ladder++;
    return ladder;
}

const char *cop_preset_agent(const struct cop_game *game)
{
    const char *agent = ladder_of(game)->strong;

    return game->is_hidden && strcmp(agent, TREES) == 0 ? "mcts(reuse=on)" : agent;
}

void cop_presets_for(const struct cop_game *game, struct cop_preset presets[COP_PRESETS])
{
    const struct ladder *ladder = ladder_of(game);
    const char *strong = cop_preset_agent(game);

    presets[COP_VERY_EASY] =
        (struct cop_preset){"very easy", ladder->very_easy, ladder->look,
                            "looks one move ahead, but often plays without looking"};
    presets[COP_EASY] = (struct cop_preset){"easy", ladder->easy, ladder->look,
                                            "looks one move ahead and seldom errs"};
    presets[COP_MEDIUM] = (struct cop_preset){"medium", ladder->medium, ladder->medium_limit,
                                              strstr(ladder->medium_limit, "sims=") != NULL
                                                  ? "plays thousands of games in its head"
                                                  : "looks a few moves ahead"};
    presets[COP_STRONG] = (struct cop_preset){"strong", strong, "2s", "thinks for two seconds"};
    presets[COP_STRONGEST] =
        (struct cop_preset){"strongest", strong, "10s", "thinks for ten seconds"};
}

static bool is_level_name(const char *word, const char *name)
{
    while (*name != '\0' && (tolower((unsigned char)*word) == *name ||
                             (*name == ' ' && (*word == '-' || *word == '_')))) {
        word++;
        name++;
    }
    return *word == *name;
}

bool cop_level_find(const char *name, enum cop_level *level, struct cop_error *error)
{
    static const char *const names[] = {"very easy", "easy", "medium", "strong", "strongest"};

    for (int i = 0; i < COP_PRESETS; i++) {
        if (!is_level_name(name, names[i]))
            continue;
        *level = (enum cop_level)i;
        return true;
    }
    return cop_fail(error,
                    "there is no level \"%.40s\"%s; the levels are very-easy, easy, medium, strong "
                    "and strongest",
                    name, cop_nearest(name, names, COP_PRESETS));
}

struct cop_preset cop_preset_beginner(const struct cop_game *game)
{
    const struct ladder *ladder = ladder_of(game);

    return (struct cop_preset){"beginner", ladder->beginner, ladder->look,
                               "looks one move ahead and errs three times in ten"};
}

/* ---- Advice ---- */

char *cop_agent_wish(const char *spec, const char *option, const char *value)
{
    struct cop_settings *settings = NULL;
    const struct cop_agent_kind *kind;
    struct cop_text text = COP_TEXT;
    char *name, *inside, *wished = NULL;

    if (!cop_spec_split("agent", spec, &name, &inside, NULL))
        return NULL;
    kind = cop_agent_kind_find(name);
    if (kind != NULL)
        settings = cop_settings_parse(name, kind->options, inside, NULL);
    if (settings != NULL) {
        if (cop_options_find(kind->options, option, strlen(option)) != NULL &&
            !cop_given(settings, option))
            cop_settings_set(settings, kind->name, option, value, NULL);
        cop_spec_write(kind->name, settings, &text);
        wished = cop_copy_string(text.bytes);
    }
    cop_text_free(&text);
    cop_settings_free(settings);
    free(name);
    free(inside);
    return wished;
}

char *cop_preset_adviser(const struct cop_game *game, const char *spec,
                         const struct cop_limits *limits)
{
    static const struct {
        const char *option, *value;
    } wishes[] = {{"lines", "3"}, {"stop", "off"}, {"oracle", "beside"}};
    char *adviser = cop_copy_string(spec);

    for (int i = 0; i < 3 && adviser != NULL; i++) {
        char *before = adviser;

        if (strcmp(wishes[i].option, "oracle") == 0 &&
            (limits->processor || !cop_beside_fits(game)))
            continue;
        adviser = cop_agent_wish(before, wishes[i].option, wishes[i].value);
        free(before);
    }
    return adviser;
}
