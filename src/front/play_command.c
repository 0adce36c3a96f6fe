/* play_command.c - `coppice play`: a game at the terminal against agents or other people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "agent/cores.h"
#include "agent/presets.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "base/machine.h"
#include "front/commands.h"
#include "front/play/turns.h"
#include "front/play/words.h"
#include "front/setup_options.h"

static const struct cop_option options[] = {
    {"seat", COP_WORDS, "",
     .help = "who plays: 1=human or 2=\"mcts(c=0.5)\"; once for each seat that is not the default"},
    {"level", COP_WORDS, "",
     .help = "how well the opponents play: very-easy, easy, medium, strong or strongest (coppice "
             "levels GAME)"},
    {"limit", COP_WORDS, "1s",
     .help =
         "for each move of an agent: 1s, sims=10k, ...; a level has its own. Searches that only "
         "time ends have a thread for each core, unless it says threads=1 or so"},
    {"save", COP_WORDS, "", .help = "keep the game in this SGF file, brought up to date each move"},
    COP_SETUP_OPTIONS,
    {NULL},
};

/* ---- Who sits where ---- */

/* "2=mcts(c=0.5)" into `specs`. */
static bool read_seat(const struct cop_game *game, const char *words, const char **specs,
                      struct cop_error *error)
{
    char *end;
    long seat = strtol(words, &end, 10);

    end += strspn(end, " ");
    if (end == words || *end != '=')
        return cop_fail(error,
                        "--seat %s is not understood; write a seat's number, = and who "
                        "plays: 1=human or 2=mcts",
                        words);
    if (seat < 1 || seat > game->players)
        return game->players == 1
                   ? cop_fail(error, "--seat %s: %s has one seat, 1", words, game->name)
                   : cop_fail(error, "--seat %s: %s has the seats 1 to %d", words, game->name,
                              game->players);
    end += 1 + strspn(end + 1, " ");
    if (*end == '\0')
        return cop_fail(error, "--seat %s does not say who plays; write human or an agent", words);
    specs[seat - 1] = end;
    return true;
}

/* In a game from a file people sit where people sat. The agents there are not taken from it: a file
 * from elsewhere must not choose what is run here. */
static void seat_people_of(const struct cop_record *record, const struct cop_game *game,
                           const char *opponent, const char **specs)
{
    bool has_people = false;

    for (int seat = 0; seat < game->players; seat++)
        has_people = has_people ||
                     (record->players[seat] != NULL && strcmp(record->players[seat], "human") == 0);
    for (int seat = 0; seat < game->players && has_people; seat++)
        specs[seat] = record->players[seat] != NULL && strcmp(record->players[seat], "human") == 0
                          ? "human"
                          : opponent;
}

/* The words of --seat, each seat's once. */
static bool read_given_seats(const struct cop_game *game, const struct cop_arguments *arguments,
                             const char **specs, struct cop_error *error)
{
    const char *given[COP_PLAYERS_MAX] = {NULL};

    for (int i = 0; i < arguments->given_count; i++) {
        const char *once[COP_PLAYERS_MAX] = {NULL};

        if (strcmp(arguments->given_keys[i], "seat") != 0)
            continue;
        if (!read_seat(game, arguments->given_values[i], once, error))
            return false;
        for (int seat = 0; seat < game->players; seat++) {
            if (once[seat] != NULL && given[seat] != NULL)
                return cop_fail(error, "--seat %d= is given twice; one player sits there",
                                seat + 1);
            if (once[seat] != NULL)
                specs[seat] = given[seat] = once[seat];
        }
    }
    return true;
}

static bool has_opponent(const struct cop_game *game, const char *opponent,
                         const char *const *specs)
{
    for (int seat = 0; seat < game->players; seat++)
        if (specs[seat] == opponent)
            return true;
    return false;
}

static bool read_seats(struct cop_setup *setup, const struct cop_arguments *arguments,
                       const char *opponent, const char **specs, struct cop_error *error)
{
    const struct cop_game *game = setup->game;

    for (int seat = 0; seat < game->players; seat++)
        specs[seat] = seat == 0 ? "human" : opponent;
    seat_people_of(&setup->course.record, game, opponent, specs);
    if (!read_given_seats(game, arguments, specs, error))
        return false;
    if (cop_given(arguments->options, "level") && !has_opponent(game, opponent, specs))
        return cop_fail(error, "--level: every seat has its player already; leave it out, or a "
                               "--seat");
    for (int seat = 0; seat < game->players; seat++)
        if (strcasecmp(specs[seat], "human") == 0)
            cop_setup_seat_person(setup, seat);
    return true;
}

/* Who plays where nobody is named, and how long; a level says both. */
static bool read_opponent(const struct cop_game *game, const struct cop_settings *settings,
                          const char **opponent, const char **limit, struct cop_error *error)
{
    struct cop_preset levels[COP_PRESETS];
    enum cop_level level;

    *opponent = cop_preset_agent(game);
    *limit = cop_words(settings, "limit");
    if (cop_words(settings, "level")[0] != '\0') {
        if (!cop_level_find(cop_words(settings, "level"), &level, error))
            return false;
        cop_presets_for(game, levels);
        *opponent = levels[level].agent;
        if (!cop_given(settings, "limit"))
            *limit = levels[level].limit;
    }
    return true;
}

/* ---- The command ---- */

/* The options with a seed: the given one, or a new one for each game. */
static struct cop_settings *with_seed(const struct cop_settings *given)
{
    struct cop_settings *settings = cop_settings_copy(given);
    char seed[24];

    if (!cop_given(given, "seed")) {
        uint64_t mixed = cop_mix((uint64_t)(cop_now() * 1e9) + ((uint64_t)getpid() << 40));

        snprintf(seed, sizeof seed, "%llu", (unsigned long long)(mixed >> 24));
        cop_settings_set(settings, "play", "seed", seed, NULL);
    }
    return settings;
}

/* Takes over the set-up. */
static int play_from(struct cop_setup *setup, uint64_t seed, const struct cop_arguments *arguments)
{
    struct cop_sitting sitting = {
        .interrupted = arguments->interrupted, .is_new = true, .viewer = -1};
    const char *specs[COP_PLAYERS_MAX], *opponent, *limit;
    struct cop_limits limits;
    struct cop_error error;
    int cores, status;

    if (!read_opponent(setup->game, arguments->options, &opponent, &limit, &error) ||
        !cop_search_limits_parse(limit, &limits, &error) ||
        !read_seats(setup, arguments, opponent, specs, &error))
        return cop_complain(COP_USAGE, &error);
    cores = cop_limits_name_threads(limit) ? 1 : cop_machine_cores();
    if (!cop_session_open(&sitting.session, setup, specs, &limits, cores, seed, &error))
        return cop_complain(COP_USAGE, &error);
    for (int seat = 0; seat < sitting.session.game->players; seat++)
        if (specs[seat] != opponent)
            cop_say_notes(sitting.session.game, specs[seat], &limits);
    if (cop_words(arguments->options, "save")[0] != '\0')
        sitting.wanted = cop_words(arguments->options, "save");
    sitting.path = cop_copy_string(sitting.wanted);
    sitting.lines = cop_lines_open(arguments->interrupted);
    cop_lines_complete(sitting.lines, cop_play_complete, &sitting);
    status = cop_play_converse(&sitting);
    cop_lines_close(sitting.lines);
    cop_session_close(&sitting.session);
    free(sitting.path);
    return status;
}

/* A game from its start, and not from words or a file that mean one way of starting it. */
static bool is_fresh(const struct cop_arguments *arguments)
{
    return arguments->words[0] != NULL && !cop_given(arguments->options, "position") &&
           !cop_given(arguments->options, "sgf") && !cop_given(arguments->options, "moves");
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_settings *settings = with_seed(arguments->options);
    char *spec = is_fresh(arguments) ? cop_spec_for_people(arguments->words[0]) : NULL;
    struct cop_setup setup;
    struct cop_error error;
    int status =
        cop_setup_open(&setup, spec != NULL ? spec : arguments->words[0], settings, &error);

    if (status != COP_DONE)
        cop_complain(status, &error);
    else
        status = play_from(&setup, (uint64_t)cop_integer(settings, "seed"), arguments);
    cop_setup_close(&setup);
    cop_settings_free(settings);
    free(spec);
    return status;
}

const struct cop_command cop_play_command = {
    .name = "play",
    .words = "[GAME]",
    .summary = "Plays a game at the terminal, against agents or other people",
    .help =
        "You have the first seat and an agent that suits the game the others, unless --seat says\n"
        "otherwise; in a game from a file people sit where people sat. The word play may be left\n"
        "out: coppice othello. Type a move or a command: moves, undo, hint, save FILE, new,\n"
        "resign, help, quit. TAB completes both. Ctrl-C while an agent thinks makes it move at\n"
        "once; at the prompt it leaves the game.\n"
        "\n"
        "    coppice play connect4\n"
        "    coppice play othello --seat 1=mcts --seat 2=human --limit 3s --save game.sgf\n"
        "    coppice play --sgf game.sgf\n"
        "    coppice play breakthrough --seat 2=human",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
