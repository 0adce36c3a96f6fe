/* play_command.c - `coppice play`: a game at the terminal against agents or other people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "front/commands.h"
#include "front/lines.h"
#include "front/live.h"
#include "front/page.h"
#include "front/position_view.h"
#include "front/report_view.h"
#include "front/session.h"

static const struct cop_option options[] = {
    {"seat", COP_WORDS, "",
     .help = "who plays: 1=human or 2=\"mcts(c=0.5)\"; once for each seat that is not the default"},
    {"limit", COP_WORDS, "1s", .help = "for each move of an agent: 1s, sims=10k, ..."},
    {"save", COP_WORDS, "", .help = "keep the game in this SGF file, brought up to date each move"},
    COP_SETUP_OPTIONS,
    {NULL},
};

/* Why the conversation ends. */
enum ending { GOES_ON, GAME_OVER, LEFT, FAILED };

struct table {
    struct cop_session session;
    struct cop_lines *lines;
    const atomic_bool *interrupted;
    const char *path; /* of --save; NULL without */
    bool is_new;      /* the position was not shown yet */
    int viewer;       /* who looked last, where pieces are hidden */
    int resigned;     /* a player, or -1 */
    enum ending ending;
};

/* ---- Saying ---- */

static const struct cop_game *game_of(const struct table *table)
{
    return table->session.setup.game;
}

static void say(const char *words)
{
    fputs(words, stdout);
    putchar('\n');
}

static void say_error(const struct cop_error *error)
{
    say(error->message);
}

static void show_board(struct table *table, int viewer)
{
    const struct cop_session *session = &table->session;
    struct cop_text text = COP_TEXT;
    struct cop_position_view view = {.game = game_of(table), .state = session->setup.state};

    view.viewer = game_of(table)->is_hidden ? viewer : -1;
    view.before = cop_session_before(session);
    if (view.before != NULL)
        view.last = session->setup.record.moves[session->setup.record.move_count - 1];
    cop_text_add(&text, "\n");
    cop_position_board(&view, &text);
    cop_text_add(&text, "\n");
    cop_print(&text);
    table->is_new = false;
}

static void say_move(const struct table *table, int turn, cop_move move)
{
    struct cop_text text = COP_TEXT;

    cop_text_add(&text,
                 "%s: ", turn == COP_CHANCE ? "Chance" : cop_player_name(game_of(table), turn));
    game_of(table)->rules->write_move(game_of(table), table->session.setup.state, move, &text);
    cop_text_add(&text, "\n");
    cop_print(&text);
}

/* What a search thinks, in one line. Where pieces are hidden its line of play would tell them. */
static void say_thoughts(const struct table *table, const struct cop_report *report)
{
    enum { LINE_SHOWN = 8 };
    struct cop_report_view view = {.game = game_of(table), .state = table->session.setup.state};
    struct cop_report shown = *report;
    struct cop_text text = COP_TEXT;

    if (shown.line_length > LINE_SHOWN)
        shown.line_length = LINE_SHOWN;
    if (game_of(table)->is_hidden)
        shown.line_length = 0;
    cop_text_add(&text, "  ");
    cop_report_line(&view, &shown, &text);
    cop_text_add(&text, "\n");
    cop_print(&text);
}

/* How a move looks, by one that could be played now, unless that told what an agent hides. */
static void say_invitation(const struct table *table)
{
    const struct cop_game *game = game_of(table);
    const void *state = table->session.setup.state;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_text text = COP_TEXT;
    int turn = cop_session_turn(&table->session);

    cop_text_add(&text, "Type a move");
    if (turn >= 0 && (!game->is_hidden || table->session.agents[turn] == NULL) &&
        game->rules->moves(game, state, moves) > 0) {
        cop_text_add(&text, " such as ");
        game->rules->write_move(game, state, moves[0], &text);
    }
    cop_text_add(&text, ", or help.\n");
    cop_print(&text);
    free(moves);
}

static void say_welcome(const struct table *table)
{
    const struct cop_game *game = game_of(table);

    printf("%s, %s\n", game->rules->title, game->name);
    for (int seat = 0; seat < game->players; seat++)
        printf("%s: %s\n", cop_player_name(game, seat), table->session.setup.record.players[seat]);
    if (cop_session_people(&table->session) > 0)
        say_invitation(table);
}

static void say_goodbye(const struct table *table)
{
    const struct cop_game *game = game_of(table);
    struct cop_text text = COP_TEXT;

    if (table->resigned >= 0) {
        cop_text_add(&text, "%s resigns.", cop_player_name(game, table->resigned));
        if (game->players == 2)
            cop_text_add(&text, " %s wins.", cop_player_name(game, 1 - table->resigned));
    } else if (table->ending == GAME_OVER) {
        cop_result_in_words(game, table->session.setup.state, &text);
        cop_text_add(&text, ".");
    } else if (game->is_hidden) {
        cop_text_add(&text, "The game is not finished.");
    } else {
        cop_text_add(&text,
                     "The game is not finished. To go on with it:\n"
                     "  coppice play \"%s\" --position \"",
                     game->name);
        game->rules->write_position(game, table->session.setup.state, &text);
        cop_text_add(&text, "\"");
    }
    cop_text_add(&text, "\n");
    cop_print(&text);
}

/* ---- Doing ---- */

static void save_quietly(struct table *table)
{
    struct cop_error error;

    if (table->path != NULL && !cop_session_save(&table->session, table->path, &error))
        cop_complain(COP_FAILED, &error);
}

static void play(struct table *table, cop_move move)
{
    cop_session_play(&table->session, move);
    table->is_new = true;
    save_quietly(table);
}

/* A Ctrl-C while an agent thinks ends its thinking; where nobody sits at the board it is meant for
 * the game. Returns false if the game is to end. */
static bool goes_on_after_thinking(const struct table *table)
{
    if (!atomic_load(table->interrupted))
        return true;
    if (cop_session_people(&table->session) == 0)
        return false;
    cop_catch_interrupts();
    return true;
}

static enum ending agents_turn(struct table *table, int turn)
{
    struct cop_watch watch = {.stop = table->interrupted};
    struct cop_report report = {.best = COP_NO_MOVE};
    struct cop_error error;

    fflush(stdout);
    if (!cop_session_think(&table->session, &watch, &report, &error)) {
        cop_complain(COP_FAILED, &error);
        return FAILED;
    }
    if (!goes_on_after_thinking(table))
        return LEFT;
    if (cop_session_people(&table->session) > 0 &&
        cop_move_is_secret(game_of(table), table->session.setup.state, report.best)) {
        printf("%s has made a move that nobody else sees.\n",
               cop_player_name(game_of(table), turn));
    } else {
        say_move(table, turn, report.best);
        say_thoughts(table, &report);
    }
    play(table, report.best);
    if (cop_session_people(&table->session) == 0)
        show_board(table, -1);
    return ferror(stdout) ? LEFT : GOES_ON;
}

/* Commands at the prompt; `rest` is what follows the word. */

static enum ending list_moves(struct table *table, const char *rest)
{
    struct cop_text text = COP_TEXT;

    if (cop_position_moves(game_of(table), table->session.setup.state, rest, &text) == 0)
        cop_text_add(&text, "No legal move begins with \"%.40s\".\n", rest);
    cop_print(&text);
    return GOES_ON;
}

static enum ending board(struct table *table, const char *rest)
{
    (void)rest;
    show_board(table, cop_session_turn(&table->session));
    return GOES_ON;
}

static enum ending undo(struct table *table, const char *rest)
{
    (void)rest;
    if (cop_session_undo(&table->session, cop_session_turn(&table->session))) {
        table->is_new = true;
        save_quietly(table);
    } else {
        say("There is no move of yours to take back.");
    }
    return GOES_ON;
}

static enum ending hint(struct table *table, const char *rest)
{
    struct cop_watch watch = {.stop = table->interrupted};
    struct cop_report report = {.best = COP_NO_MOVE};
    struct cop_error error;

    (void)rest;
    fflush(stdout);
    if (cop_session_hint(&table->session, &watch, &report, &error))
        say_thoughts(table, &report);
    else
        say_error(&error);
    goes_on_after_thinking(table);
    return GOES_ON;
}

static enum ending save(struct table *table, const char *rest)
{
    struct cop_error error;

    if (rest[0] == '\0')
        say("Save it where? For example: save game.sgf");
    else if (cop_session_save(&table->session, rest, &error))
        printf("Saved in %s\n", rest);
    else
        say_error(&error);
    return GOES_ON;
}

static enum ending resign(struct table *table, const char *rest)
{
    (void)rest;
    table->resigned = cop_session_turn(&table->session);
    cop_session_set_result(&table->session, table->resigned);
    save_quietly(table);
    return GAME_OVER;
}

static enum ending quit(struct table *table, const char *rest)
{
    (void)table, (void)rest;
    return LEFT;
}

static enum ending help(struct table *table, const char *rest);

static const struct {
    const char *word, *help;
    enum ending (*run)(struct table *table, const char *rest);
} commands[] = {
    {"board", "show the board again", board},
    {"moves", "list the legal moves; moves B: those that begin with B", list_moves},
    {"undo", "take back your last move", undo},
    {"hint", "what an agent would play", hint},
    {"save", "save FILE: write the game so far as SGF", save},
    {"resign", "give the game up", resign},
    {"help", "this list", help},
    {"quit", "leave; so does the end of the input", quit},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static enum ending help(struct table *table, const char *rest)
{
    struct cop_text text = COP_TEXT;

    (void)rest;
    cop_text_add(&text, "%s\n\n", game_of(table)->rules->lesson);
    for (int i = 0; i < COMMAND_COUNT; i++)
        cop_text_add(&text, "  %-7s %s\n", commands[i].word, commands[i].help);
    cop_text_add(&text, "Anything else is a move.\n");
    cop_page_print(&text);
    return GOES_ON;
}

/* ---- A person's turn ---- */

/* Moves of one line, as long as they are the same player's. */
struct several {
    const struct cop_game *game;
    int player, count;
    bool is_own;
    cop_move moves[64];
};

static void note_move(void *context, const void *before, cop_move move)
{
    struct several *several = context;
    int room = (int)(sizeof several->moves / sizeof several->moves[0]);

    several->is_own = several->is_own && several->count < room &&
                      several->game->rules->turn(several->game, before) == several->player;
    if (several->is_own)
        several->moves[several->count++] = move;
}

/* A turn of several moves can be typed as it is written, "b2-c2A-c3A", and so can a whole set-up.
 * Nothing is played if that is not what the line says. */
static bool play_several(struct table *table, const char *line)
{
    const struct cop_game *game = game_of(table);
    struct several several = {game, cop_session_turn(&table->session), 0, true, {0}};
    void *state = cop_allocate(game->state_size);
    struct cop_error error;
    bool is_understood;

    memcpy(state, table->session.setup.state, game->state_size);
    is_understood =
        cop_moves_play(game, state, line, note_move, &several, &error) && several.is_own;
    free(state);
    for (int i = 0; i < several.count && is_understood; i++)
        play(table, several.moves[i]);
    return is_understood;
}

static enum ending obey(struct table *table, const char *line)
{
    size_t start = strspn(line, " \t");
    size_t length = strcspn(line + start, " \t");
    const char *rest = line + start + length;
    struct cop_error error;
    char word[64];
    cop_move move;

    if (length == 0)
        return GOES_ON;
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), line + start);
    rest += strspn(rest, " \t");
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcasecmp(commands[i].word, word) == 0)
            return commands[i].run(table, rest);
    if (cop_move_read(game_of(table), table->session.setup.state, line + start, &move, &error))
        play(table, move);
    else if (!play_several(table, line + start))
        say_error(&error);
    return GOES_ON;
}

/* A pass, which is always forced, needs no typing. */
static bool must_pass(const struct table *table)
{
    const struct cop_game *game = game_of(table);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    bool passes =
        game->rules->moves(game, table->session.setup.state, moves) == 1 && moves[0] == COP_PASS;

    free(moves);
    return passes;
}

/* Where pieces are hidden and several people share a terminal, the next one sits down first. */
static bool change_viewer(struct table *table, int turn)
{
    char prompt[96];

    if (!game_of(table)->is_hidden || cop_session_people(&table->session) < 2 ||
        table->viewer == turn)
        return true;
    table->viewer = turn;
    if (cop_is_terminal())
        fputs("\033[2J\033[H", stdout);
    snprintf(prompt, sizeof prompt, "It is %s's turn: nobody else looks; press Enter. ",
             cop_player_name(game_of(table), turn));
    return cop_lines_read(table->lines, prompt) != NULL;
}

static enum ending persons_turn(struct table *table, int turn)
{
    char prompt[64];
    const char *line;

    if (must_pass(table)) {
        printf("%s has to pass.\n", cop_player_name(game_of(table), turn));
        play(table, COP_PASS);
        return GOES_ON;
    }
    if (!change_viewer(table, turn))
        return LEFT;
    if (table->is_new)
        show_board(table, turn);
    snprintf(prompt, sizeof prompt, "%s> ", cop_player_name(game_of(table), turn));
    line = cop_lines_read(table->lines, prompt);
    return line != NULL ? obey(table, line) : LEFT;
}

static enum ending next_turn(struct table *table)
{
    int turn = cop_session_turn(&table->session);

    if (turn == COP_OVER)
        return GAME_OVER;
    if (turn == COP_CHANCE) {
        cop_move move = cop_session_roll(&table->session);

        say_move(table, COP_CHANCE, move);
        play(table, move);
        return GOES_ON;
    }
    return table->session.agents[turn] != NULL ? agents_turn(table, turn)
                                               : persons_turn(table, turn);
}

static int converse(struct table *table)
{
    struct cop_error error;

    if (table->path != NULL && !cop_session_save(&table->session, table->path, &error))
        return cop_complain(COP_FAILED, &error);
    say_welcome(table);
    while (table->ending == GOES_ON)
        table->ending = next_turn(table);
    if (table->ending == FAILED)
        return COP_FAILED;
    if (table->ending == GAME_OVER && table->is_new)
        show_board(table, -1);
    say_goodbye(table);
    if (table->path != NULL && !cop_session_save(&table->session, table->path, &error))
        return cop_complain(COP_FAILED, &error);
    return COP_DONE;
}

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

static bool read_seats(const struct cop_game *game, const struct cop_arguments *arguments,
                       const char **specs, struct cop_error *error)
{
    for (int seat = 0; seat < game->players; seat++)
        specs[seat] = seat == 0 ? "human" : cop_session_default_agent(game);
    for (int i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given_keys[i], "seat") == 0 &&
            !read_seat(game, arguments->given_values[i], specs, error))
            return false;
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
    struct table table = {.interrupted = arguments->interrupted,
                          .is_new = true,
                          .viewer = -1,
                          .resigned = -1,
                          .ending = GOES_ON};
    const char *specs[COP_PLAYERS_MAX];
    struct cop_limits limits;
    struct cop_error error;
    int status;

    if (!cop_search_limits_parse(cop_words(arguments->options, "limit"), &limits, &error) ||
        !read_seats(setup->game, arguments, specs, &error) ||
        !cop_session_open(&table.session, setup, specs, &limits, seed, &error))
        return cop_complain(COP_USAGE, &error);
    if (cop_words(arguments->options, "save")[0] != '\0')
        table.path = cop_words(arguments->options, "save");
    table.lines = cop_lines_open(arguments->interrupted);
    status = converse(&table);
    cop_lines_close(table.lines);
    cop_session_close(&table.session);
    return status;
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_settings *settings = with_seed(arguments->options);
    struct cop_setup setup;
    struct cop_error error;
    int status = cop_setup_open(&setup, arguments->words[0], settings, &error);

    if (status != COP_DONE)
        cop_complain(status, &error);
    else
        status = play_from(&setup, (uint64_t)cop_integer(settings, "seed"), arguments);
    cop_setup_close(&setup);
    cop_settings_free(settings);
    return status;
}

const struct cop_command cop_play_command = {
    .name = "play",
    .words = "[GAME]",
    .summary = "Plays a game at the terminal, against agents or other people",
    .help =
        "You have the first seat and mcts the others, unless --seat says otherwise. Type a move\n"
        "or a command: moves, undo, hint, save FILE, resign, help, quit. Ctrl-C while an agent\n"
        "thinks makes it move at once; at the prompt it leaves the game.\n"
        "\n"
        "    coppice play connect4\n"
        "    coppice play othello --seat 1=mcts --seat 2=human --limit 3s --save game.sgf\n"
        "    coppice play breakthrough --seat 2=human",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
