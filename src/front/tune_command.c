/* tune_command.c - `coppice tune`: what searches need to know of a game, measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "base/file.h"
#include "coppice/fit.h"
#include "front/commands.h"
#include "front/fit_plot.h"
#include "front/tune_chance.h"
#include "front/tune_options.h"
#include "game/prepare.h"
#include "lab/experiment/positions.h"

enum { POSITIONS_MAX = 100000, GAMES_PER_POSITION = 50, DEPTH_MAX = 60 };

/* The titles name the kinds of tuning that an option is for. */
static const struct cop_option both_measures[] = {
    {"eval", COP_WORDS, "", .help = "the evaluator; without it the game's first"},
    {NULL},
};

static const struct cop_option chance_and_options[] = {
    {"games", COP_INTEGER, "", 1, 1e7,
     .help =
         "chance: how many games are played, 1000 unless given; options and cem: games for each "
         "point, 20 and 30 or a few more unless given"},
    {"opening", COP_INTEGER, "", 0, 1000,
     .help = "moves at random at the beginning; chance: up to so many, 10 unless given; options "
             "and cem: so many, 0 unless given"},
    {NULL},
};

static const struct cop_option probcut_options[] = {
    {"depths", COP_WORDS, "2:4",
     .help = "pairs of a shallow and a deep search, such as 2:4,3:5; 0 is the judgement itself"},
    {"count-chance", COP_FLAG, "off", .help = "an outcome of chance is a ply of the depths"},
    {"positions", COP_INTEGER, "500", 3, POSITIONS_MAX, .help = "how many positions are searched"},
    {"list", COP_WORDS, "",
     .help = "a file of positions to search, all of them, instead of positions from games"},
    {"agent", COP_WORDS, "",
     .help = "who plays the games that they are taken from; star1 unless given, without chance "
             "alphabeta"},
    {"random", COP_REAL, "0.3", 0, 1, .help = "the share of their moves that are drawn at random"},
    {NULL},
};

static const struct cop_option files[] = {
    {"output", COP_WORDS, "",
     .help = "a file for the result; of probcut for the option fit of agents"},
    {"svg", COP_WORDS, "",
     .help = "a picture: what the fits leave unexplained, or how the values moved"},
    {NULL},
};

static const struct cop_option options[] = {
    {"limit", COP_WORDS, "depth=1", .help = "limits for each move of the games that are played"},
    {"seed", COP_INTEGER, "1", 0, 0x1p53, .help = "the same seed gives the same numbers"},
    {"probcut and chance", COP_TABLE, .table = both_measures},
    {"chance, options and cem", COP_TABLE, .table = chance_and_options},
    {"probcut, options and cem", COP_TABLE, .table = files},
    {"probcut", COP_TABLE, .table = probcut_options},
    {"options and cem", COP_TABLE, .table = cop_tune_options_table},
    {NULL},
};

/* One call of the command. */
struct tuning {
    const struct cop_arguments *arguments;
    struct cop_game *game;
    struct cop_agent *player, *searcher;
    struct cop_limits limits; /* of the player */
    const struct cop_evaluator *evaluator;
    const void *prepared; /* for the evaluator; the game's own */
    struct cop_rng rng;
    struct cop_fits fits;
    struct cop_fit_pair *pairs[COP_FITS_MAX]; /* count of them in fits.positions */
    struct cop_positions list;                /* or empty, where games are played */
    int wanted;                               /* positions for each pair of depths */
    void *state, *kept;
    cop_move *moves;
};

/* ---- Arguments ---- */

/* A whole number and the sign after it; what follows is left at `at`. */
static bool read_depth(const char **at, int *depth, char sign)
{
    char *end;
    long number = strtol(*at, &end, 10);

    if (end == *at || number < 0 || number > DEPTH_MAX)
        return false;
    while (*end == ' ')
        end++;
    *depth = (int)number;
    *at = end;
    if (sign != '\0' && *(*at)++ != sign)
        return false;
    return true;
}

static bool read_depths(struct tuning *tuning, const char *words, struct cop_error *error)
{
    struct cop_fits *fits = &tuning->fits;
    const char *at = words;

    while (fits->count < COP_FITS_MAX) {
        struct cop_fit *fit = &fits->fits[fits->count];

        if (!read_depth(&at, &fit->shallow, ':') || !read_depth(&at, &fit->deep, '\0') ||
            fit->deep <= fit->shallow)
            break;
        fits->count++;
        if (*at == '\0')
            return true;
        if (*at++ != ',')
            break;
    }
    return cop_fail(error, "\"%.60s\" are no pairs of depths; they look like 2:4,3:5", words);
}

static bool find_evaluator(struct tuning *tuning, const char *name, struct cop_error *error)
{
    const struct cop_evaluator *row = cop_evaluator_after(tuning->game, NULL);

    while (row != NULL && name[0] != '\0' && strcasecmp(row->name, name) != 0)
        row = cop_evaluator_after(tuning->game, row);
    if (row == NULL)
        return cop_fail(error, "%s has no evaluator \"%.40s\"; coppice help %s lists them",
                        tuning->game->rules->name, name, tuning->game->rules->name);
    tuning->evaluator = row;
    return true;
}

static bool prepare_evaluator(struct tuning *tuning, struct cop_error *error)
{
    const struct cop_evaluator *row = tuning->evaluator;

    if (row->prepare == NULL)
        return true;
    tuning->prepared = cop_prepared(tuning->game, row, row->prepare, row->release,
                                    tuning->arguments->interrupted, error);
    return tuning->prepared != NULL;
}

static bool open_searcher(struct tuning *tuning, struct cop_error *error)
{
    struct cop_limits limits;
    char spec[200];

    if (tuning->game->has_chance)
        snprintf(spec, sizeof spec, "star2(eval=%s, count_chance=%s)", tuning->evaluator->name,
                 tuning->fits.counts_chance ? "on" : "off");
    else
        snprintf(spec, sizeof spec, "alphabeta(eval=%s, oracle=off)", tuning->evaluator->name);
    if (!cop_limits_parse("", &limits, error))
        return false;
    tuning->searcher = cop_agent_open(tuning->game, spec, &limits.means, error);
    return tuning->searcher != NULL;
}

static bool open_list(struct tuning *tuning, struct cop_error *error)
{
    const char *path = cop_words(tuning->arguments->options, "list");

    tuning->wanted = (int)cop_integer(tuning->arguments->options, "positions");
    if (path[0] == '\0')
        return true;
    if (!cop_positions_read(path, tuning->game, &tuning->list, error))
        return false;
    tuning->wanted = tuning->list.count;
    return true;
}

static bool open_tuning(struct tuning *tuning, struct cop_error *error)
{
    const struct cop_settings *settings = tuning->arguments->options;
    const char *agent = cop_words(settings, "agent");

    if (!tuning->game->has_chance && tuning->game->players != 2)
        return cop_fail(error, "probcut foretells games of two or with chance, and %s is neither",
                        tuning->game->name);
    if (!tuning->game->has_chance && cop_given(settings, "count-chance"))
        return cop_fail(error, "%s has no chance that --count-chance could count; leave it out",
                        tuning->game->name);
    tuning->fits.counts_chance = cop_flag(settings, "count-chance");
    if (!read_depths(tuning, cop_words(settings, "depths"), error) ||
        !cop_limits_parse(cop_words(settings, "limit"), &tuning->limits, error) ||
        !open_list(tuning, error) || !prepare_evaluator(tuning, error) ||
        !open_searcher(tuning, error))
        return false;
    if (agent[0] == '\0')
        agent = tuning->game->has_chance ? "star1" : "alphabeta";
    tuning->player = cop_agent_open(tuning->game, agent, &tuning->limits.means, error);
    if (tuning->player == NULL)
        return false;
    cop_rng_seed(&tuning->rng, (uint64_t)cop_integer(settings, "seed"));
    snprintf(tuning->fits.game, sizeof tuning->fits.game, "%s", tuning->game->name);
    snprintf(tuning->fits.evaluator, sizeof tuning->fits.evaluator, "%s", tuning->evaluator->name);
    tuning->fits.version = tuning->evaluator->version;
    for (int i = 0; i < tuning->fits.count; i++)
        tuning->pairs[i] = cop_allocate((size_t)tuning->wanted * sizeof *tuning->pairs[i]);
    tuning->state = cop_allocate(tuning->game->state_size);
    tuning->kept = cop_allocate(tuning->game->state_size);
    tuning->moves = cop_allocate((size_t)tuning->game->max_moves * sizeof *tuning->moves);
    return true;
}

static void close_tuning(struct tuning *tuning)
{
    cop_agent_close(tuning->player);
    cop_agent_close(tuning->searcher);
    for (int i = 0; i < COP_FITS_MAX; i++)
        free(tuning->pairs[i]);
    cop_positions_free(&tuning->list);
    free(tuning->state);
    free(tuning->kept);
    free(tuning->moves);
    if (tuning->game != NULL)
        cop_game_close(tuning->game);
}

/* ---- Measuring ---- */

static bool choose_move(struct tuning *tuning, bool is_chance, cop_move *move,
                        struct cop_error *error)
{
    struct cop_report report;

    if (is_chance || cop_rng_unit(&tuning->rng) < cop_real(tuning->arguments->options, "random")) {
        *move = cop_random_move(tuning->game, tuning->state, &tuning->rng, tuning->moves);
        return true;
    }
    if (!cop_agent_think(tuning->player, tuning->state, &tuning->limits, NULL, &report, error))
        return false;
    *move = report.best;
    return true;
}

/* Plays a game and keeps one of its positions in which a player moves right after chance, each with
 * the same probability. (Hidden pieces are chance to the players and not to the game: there all
 * positions will do, and without chance too.) `found` is how many there were. */
static bool play_game(struct tuning *tuning, uint32_t *found, struct cop_error *error)
{
    const struct cop_game *game = tuning->game;
    bool takes_all = game->is_hidden || !game->has_chance, is_after_chance = takes_all;
    int turn;

    *found = 0;
    game->rules->start(game, tuning->state, &tuning->rng);
    cop_agent_start(tuning->player, cop_rng_next(&tuning->rng));
    while ((turn = game->rules->turn(game, tuning->state)) != COP_OVER) {
        cop_move move;

        if (atomic_load(tuning->arguments->interrupted))
            return cop_fail(error, "interrupted before there were enough positions");
        if (turn != COP_CHANCE && is_after_chance && cop_rng_below(&tuning->rng, ++*found) == 0)
            memcpy(tuning->kept, tuning->state, game->state_size);
        if (!choose_move(tuning, turn == COP_CHANCE, &move, error))
            return false;
        is_after_chance = takes_all || turn == COP_CHANCE;
        cop_agent_played(tuning->player, tuning->state, move);
        game->rules->play(game, tuning->state, move);
    }
    return true;
}

/* Whose values are relative to what is searched sees 0 there. */
static double judge_kept(const struct tuning *tuning, int turn)
{
    const struct cop_evaluator *evaluator = tuning->evaluator;
    double of_player[COP_PLAYERS_MAX];

    evaluator->evaluate(tuning->game, tuning->prepared, tuning->kept, of_player);
    if (evaluator->is_relative)
        return 0;
    return evaluator->is_zero_sum ? of_player[turn] : of_player[turn] - of_player[1 - turn];
}

/* False if the search failed; `is_open` tells whether it ended in a judgement within the bounds. */
static bool search_kept(struct tuning *tuning, int depth, double *value, bool *is_open,
                        struct cop_error *error)
{
    struct cop_limits limits = {.depth = depth, .means = {.threads = 1}};
    struct cop_report report = {.proof = COP_UNPROVEN};
    int turn = tuning->game->rules->turn(tuning->game, tuning->kept);

    cop_agent_start(tuning->searcher, 1);
    if (depth > 0 &&
        !cop_agent_think(tuning->searcher, tuning->kept, &limits, NULL, &report, error))
        return false;
    *value = depth > 0 ? report.value[turn] : judge_kept(tuning, turn);
    *is_open = report.proof == COP_UNPROVEN && *value > tuning->evaluator->lower &&
               *value < tuning->evaluator->upper &&
               (tuning->evaluator->sure == 0 || fabs(*value) < tuning->evaluator->sure);
    return true;
}

/* Positions whose end is seen tell nothing of judgements (2.8). */
static bool measure_kept(struct tuning *tuning, struct cop_error *error)
{
    struct cop_fits *fits = &tuning->fits;

    for (int i = 0; i < fits->count; i++) {
        struct cop_fit_pair pair;
        bool is_open[2];

        if (fits->positions[i] == tuning->wanted)
            continue;
        if (!search_kept(tuning, fits->fits[i].shallow, &pair.shallow, &is_open[0], error) ||
            !search_kept(tuning, fits->fits[i].deep, &pair.deep, &is_open[1], error))
            return false;
        if (is_open[0] && is_open[1])
            tuning->pairs[i][fits->positions[i]++] = pair;
    }
    return true;
}

static bool is_complete(const struct tuning *tuning)
{
    for (int i = 0; i < tuning->fits.count; i++)
        if (tuning->fits.positions[i] < tuning->wanted)
            return false;
    return true;
}

static bool measure_games(struct tuning *tuning, struct cop_error *error)
{
    int64_t most = (int64_t)GAMES_PER_POSITION * tuning->wanted;

    for (int64_t games = 0; !is_complete(tuning); games++) {
        uint32_t found;

        if (games == most)
            return cop_fail(error,
                            "%lld games had too few positions whose end is not seen; take smaller "
                            "depths or fewer positions",
                            (long long)games);
        if (!play_game(tuning, &found, error) || (found > 0 && !measure_kept(tuning, error)))
            return false;
    }
    return true;
}

static bool measure_list(struct tuning *tuning, struct cop_error *error)
{
    for (int i = 0; i < tuning->list.count; i++) {
        if (atomic_load(tuning->arguments->interrupted))
            return cop_fail(error, "interrupted after %d of %d positions", i, tuning->list.count);
        memcpy(tuning->kept, cop_positions_state(&tuning->list, i), tuning->game->state_size);
        if (!measure_kept(tuning, error))
            return false;
    }
    return true;
}

static bool measure(struct tuning *tuning, struct cop_error *error)
{
    struct cop_fits *fits = &tuning->fits;

    if (tuning->list.count > 0 ? !measure_list(tuning, error) : !measure_games(tuning, error))
        return false;
    for (int i = 0; i < fits->count; i++)
        if (!cop_fit_make(tuning->pairs[i], fits->positions[i], &fits->fits[i],
                          &fits->correlation[i], error))
            return false;
    return true;
}

/* ---- Results ---- */

static void print_fits(const struct cop_fits *fits)
{
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%s, evaluator %s, version %d%s\n\n", fits->game, fits->evaluator,
                 fits->version, fits->counts_chance ? ", outcomes count as plies" : "");
    cop_text_add(&text, "shallow  deep     slope    offset  deviation  correlation  positions\n");
    for (int i = 0; i < fits->count; i++)
        cop_text_add(&text, "%7d %5d %9.4f %9.3f %10.3f %12.4f %10d\n", fits->fits[i].shallow,
                     fits->fits[i].deep, fits->fits[i].slope, fits->fits[i].offset,
                     fits->fits[i].deviation, fits->correlation[i], fits->positions[i]);
    cop_print(&text);
}

/* Writes what `add` adds to the file that an option names, if it does. */
static bool write_files(const struct tuning *tuning, struct cop_error *error)
{
    const char *output = cop_words(tuning->arguments->options, "output");
    const char *svg = cop_words(tuning->arguments->options, "svg");
    struct cop_text text = COP_TEXT;
    bool is_written = true;

    if (output[0] != '\0') {
        cop_fits_write(&tuning->fits, &text);
        is_written = cop_file_write(output, text.bytes, text.length, error);
        cop_text_free(&text);
    }
    if (is_written && svg[0] != '\0') {
        cop_fit_plot(&tuning->fits, tuning->pairs, &text);
        is_written = cop_file_write(svg, text.bytes, text.length, error);
        cop_text_free(&text);
    }
    return is_written;
}

static int tune_probcut(struct tuning *tuning, struct cop_error *error)
{
    if (!open_tuning(tuning, error))
        return COP_USAGE;
    if (!measure(tuning, error))
        return COP_FAILED;
    print_fits(&tuning->fits);
    return write_files(tuning, error) ? COP_DONE : COP_FAILED;
}

/* ---- The command ---- */

enum kind { PROBCUT, CHANCE, OPTIONS, CEM, KINDS };

static const char *const kinds[] = {"probcut", "chance", "options", "cem"};

static enum kind find_kind(const char *what)
{
    enum kind kind = PROBCUT;

    while (kind < KINDS && strcasecmp(what, kinds[kind]) != 0)
        kind++;
    return kind;
}

/* An option that would do nothing is a mistake of whoever gave it. */
static bool check_given(const struct cop_arguments *arguments, enum kind kind,
                        struct cop_error *error)
{
    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
        if (walk.title != NULL && strstr(walk.title, kinds[kind]) == NULL &&
            cop_given(arguments->options, walk.option->name))
            return cop_fail(error, "--%s is for %s and does nothing with %s; leave it out",
                            walk.option->name, walk.title, kinds[kind]);
    return true;
}

static bool check_words(const struct cop_arguments *arguments, enum kind kind,
                        struct cop_error *error)
{
    bool has_agent = kind == OPTIONS || kind == CEM;

    if (has_agent && arguments->word_count < 3)
        return cop_fail(error,
                        "tune %s needs the agent, such as: coppice tune %s %s mcts "
                        "--over \"c=0..2\" --limit sims=500",
                        kinds[kind], kinds[kind], arguments->words[1]);
    if (!has_agent && arguments->word_count > 2)
        return cop_fail(error,
                        "\"%.80s\" is one word too many; it is written: coppice tune %s GAME",
                        arguments->words[2], kinds[kind]);
    return true;
}

static int tune(struct tuning *tuning, struct cop_error *error)
{
    static const char *const outputs[] = {"output", "svg", NULL};
    const struct cop_arguments *arguments = tuning->arguments;
    const char *what = arguments->words[0];
    enum kind kind = find_kind(what);

    if (kind == KINDS) {
        cop_fail(error, "\"%.40s\" cannot be tuned%s; what can is probcut, chance, options and cem",
                 what, cop_nearest(what, kinds, KINDS));
        return COP_USAGE;
    }
    if (!check_words(arguments, kind, error) || !check_given(arguments, kind, error))
        return COP_USAGE;
    tuning->game = cop_game_open(arguments->words[1], error);
    if (tuning->game == NULL)
        return COP_USAGE;
    if (!cop_may_write(arguments->options, outputs, error))
        return COP_FAILED;
    if (kind == OPTIONS || kind == CEM)
        return cop_tune_options(arguments, tuning->game, kind == CEM, error);
    if (!find_evaluator(tuning, cop_words(arguments->options, "eval"), error))
        return COP_USAGE;
    return kind == CHANCE ? cop_tune_chance(arguments, tuning->game, tuning->evaluator, error)
                          : tune_probcut(tuning, error);
}

static int run(const struct cop_arguments *arguments)
{
    struct tuning tuning = {.arguments = arguments};
    struct cop_error error = {""};
    int status = tune(&tuning, &error);

    close_tuning(&tuning);
    return status == COP_DONE ? COP_DONE : cop_complain(status, &error);
}

const struct cop_command cop_tune_command = {
    .name = "tune",
    .words = "options GAME AGENT | cem GAME AGENT | probcut GAME | chance GAME",
    .summary = "Finds good values of an agent's options, or measures what values foretell",
    .help =
        "options: finds good values of any options of an agent by matches against a fixed\n"
        "opponent, the agent with its defaults unless --against names another. --over says which\n"
        "options, each with a range or choices; `from` is where to begin and `by` how widely to\n"
        "look around there; playout.epsilon is an option of the policy that the agent names.\n"
        "--by cem (cross-entropy) draws --samples points, follows the --elites best of them, and\n"
        "draws again around these; --by spsa measures two points on both sides of where it is\n"
        "and goes towards the better. In the end the found agent plays the one it began with, in\n"
        "games that it was not found by. With --store every finished game is kept at once, and\n"
        "after an interruption of any kind the same command goes on (docs/tuning.md).\n"
        "\n"
        "cem: the same by the cross-entropy method as it was published for SameGame: 100 samples\n"
        "of 30 games, on new boards in every iteration and the same for all its samples, of which\n"
        "10 are followed.\n"
        "\n"
        "chance: a depth-first search with the evaluator plays games of two players after random\n"
        "openings. Positions whose end it does not see are paired with what became of the game,\n"
        "and a logistic curve through them says what chance of winning a value is: what people\n"
        "are shown. The numbers are kept with the evaluator and its version. How well they hold\n"
        "is told by the curve of every second game, on the games that it has not seen.\n"
        "\n"
        "probcut: an agent plays games, each gives a position (with chance one right after a roll\n"
        "or a draw), and that is searched to two depths; or a list of positions is searched. A\n"
        "line through all pairs of values says what to expect of the deep search, and the\n"
        "deviation how far to trust it. Positions in which a search saw the end are left out.\n"
        "alphabeta and the star agents use the fits of a file with fit=FILE and probcut=T, where\n"
        "a cut is made T deviations from the line.\n"
        "\n"
        "    coppice tune options connect4 mcts --over \"c=0..2\" --limit sims=500 --store c.db\n"
        "    coppice tune cem samegame \"mcts(reward=score)\" --over \"c=0..1\" --limit sims=50\n"
        "    coppice tune chance othello --limit depth=2 --games 1000\n"
        "    coppice tune probcut othello --depths 2:4,3:5 --positions 200 --output othello.fits\n"
        "    coppice tune probcut ontop --depths 1:3,2:4 --positions 200 --output ontop.fits\n"
        "    coppice search ontop --agent \"star2(probcut=1.5, fit=ontop.fits)\" --limit 5s",
    .words_low = 2,
    .words_high = 3,
    .options = options,
    .run = run,
};
