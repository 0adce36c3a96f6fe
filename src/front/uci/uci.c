/* uci.c - from bytes to a command, and the commands that need no search.
 *
 * As the protocol wants it, blanks may stand anywhere between words. */
#include "front/uci/uci.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "front/gtp/commands.h"
#include "front/uci/engine.h"

/* ---- The voice ---- */

void cop_uci_say(struct cop_uci *uci, const struct cop_text *text)
{
    pthread_mutex_lock(&uci->lock);
    uci->host.say(uci->host.context, text->bytes, text->length);
    pthread_mutex_unlock(&uci->lock);
}

void cop_uci_tell(struct cop_uci *uci, const char *format, ...)
{
    struct cop_error words;
    struct cop_text text = COP_TEXT;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words.message, sizeof words.message, format, arguments);
    va_end(arguments);
    for (char *at = words.message; *at != '\0'; at++)
        if (*at == '\n')
            *at = ' ';
    cop_text_add(&text, "info string %s\n", words.message);
    cop_uci_say(uci, &text);
    cop_text_free(&text);
}

/* ---- Commands ---- */

/* What was heard after the command: as it was sent, and word by word. */
struct call {
    const char *rest;
    char **words;
    int count;
};

struct command {
    const char *name;
    bool waits; /* it needs the board, so that a search must have ended first */
    bool (*run)(struct cop_uci *uci, const struct call *call, struct cop_error *error);
};

static bool say_plain(struct cop_uci *uci, const char *words)
{
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%s\n", words);
    cop_uci_say(uci, &text);
    cop_text_free(&text);
    return true;
}

static bool greet(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    (void)call, (void)error;
    cop_text_add(&text, "id name Coppice %s\nid author the authors of Coppice\n", cop_version());
    cop_uci_list_options(uci, &text);
    cop_text_add(&text, "uciok\n");
    cop_uci_say(uci, &text);
    cop_text_free(&text);
    return true;
}

static bool isready(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    (void)call, (void)error;
    return say_plain(uci, "readyok");
}

static bool new_game(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    (void)call, (void)error;
    cop_gtp_start(uci->board, uci->board->seed);
    uci->has_position = true;
    return true;
}

/* name WORDS value WORDS: both may have blanks in them. */
static bool setoption(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    struct cop_text name = COP_TEXT;
    const char *value = strstr(call->rest, " value ");
    int at = 1;
    bool is_done;

    if (call->count < 2 || strcmp(call->words[0], "name") != 0)
        return cop_fail(error, "it is written: setoption name NAME value VALUE");
    for (; at < call->count && strcmp(call->words[at], "value") != 0; at++)
        cop_text_add(&name, "%s%s", at > 1 ? " " : "", call->words[at]);
    if (value != NULL)
        value += strlen(" value ");
    is_done =
        cop_uci_set_option(uci, name.bytes, value != NULL ? value + strspn(value, " ") : "", error);
    cop_text_free(&name);
    return is_done;
}

/* The place of the word `moves`, or the number of words. */
static int find_moves(const struct call *call)
{
    int at = 1;

    while (at < call->count && strcmp(call->words[at], "moves") != 0)
        at++;
    return at;
}

/* Goes on from the present game if it begins so, and keeps what the agent has in memory. */
static bool set_start(struct cop_uci *uci, const struct call *call, int end,
                      struct cop_error *error)
{
    struct cop_gtp *board = uci->board;
    const char *now = board->course.record.position;
    struct cop_text text = COP_TEXT;
    bool is_done = true;

    for (int i = 1; i < end; i++)
        cop_text_add(&text, "%s%s", i > 1 ? " " : "", call->words[i]);
    if (strcmp(call->words[0], "fen") == 0) {
        if (now == NULL || strcmp(now, text.bytes) != 0)
            is_done = cop_gtp_set_position(board, text.bytes, error);
    } else if (strcmp(call->words[0], "startpos") != 0 || end > 1) {
        is_done = cop_fail(error, "it is written: position startpos|fen POSITION [moves ...]");
    } else {
        if (now != NULL)
            cop_gtp_start(board, board->seed);
        if (!cop_is_usual_start(board->game, cop_course_state(&board->course, 0)))
            is_done =
                cop_fail(error, "%s begins otherwise in every game: send position fen POSITION",
                         board->game->name);
    }
    cop_text_free(&text);
    return is_done;
}

static bool set_moves(struct cop_uci *uci, char **words, int count, struct cop_error *error)
{
    struct cop_gtp *board = uci->board;
    struct cop_course *course = &board->course;
    cop_move move;

    for (int i = 0; i < count; i++) {
        const void *state = cop_course_state(course, i);

        if (board->game->rules->turn(board->game, state) == COP_OVER)
            return cop_fail(error, "move %d: the game is over", i + 1);
        if (!cop_dialect_read(uci->dialect, board->game, state, words[i], &move, error))
            return cop_fail_in(error, "move %d", i + 1);
        if (i < cop_course_ply(course) && course->record.moves[i] != move)
            cop_gtp_undo(board, cop_course_ply(course) - i);
        if (i == cop_course_ply(course))
            cop_gtp_play(board, move);
    }
    if (cop_course_ply(course) > count)
        cop_gtp_undo(board, cop_course_ply(course) - count);
    return true;
}

/* After one that is not understood, `go` must not answer for another. */
static bool position(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    int end = find_moves(call);

    uci->has_position = false;
    if (call->count == 0)
        return cop_fail(error, "it is written: position startpos|fen POSITION [moves ...]");
    uci->has_position =
        set_start(uci, call, end, error) &&
        set_moves(uci, call->words + end + 1, end < call->count ? call->count - end - 1 : 0, error);
    return uci->has_position;
}

static bool can_think(const struct cop_uci *uci, struct cop_error *error)
{
    if (!uci->has_position)
        return cop_fail(error, "the last position was not understood; send another");
    if (cop_gtp_turn(uci->board) == COP_OVER)
        return cop_fail(error, "the game is over");
    return cop_gtp_turn(uci->board) != COP_CHANCE ||
           cop_fail(error, "chance is to move: add what it brings to the moves of the position");
}

static bool go(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    struct cop_uci_order order;

    if (!can_think(uci, error) ||
        !cop_uci_read_order(uci, call->words, call->count, &order, error)) {
        cop_uci_tell(uci, "%s", error->message);
        return say_plain(uci, "bestmove (none)");
    }
    cop_uci_think(uci, &order);
    return true;
}

static bool stop(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    (void)call, (void)error;
    cop_uci_stop(uci);
    return true;
}

static bool quit(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    (void)call, (void)error;
    cop_uci_stop(uci);
    uci->has_quit = true;
    return true;
}

static bool draw(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    struct cop_gtp *board = uci->board;
    struct cop_text text = COP_TEXT;

    (void)call, (void)error;
    cop_gtp_draw(board, &text);
    cop_text_add(&text, "\nFen: ");
    board->game->rules->write_position(board->game, cop_gtp_state(board), &text);
    cop_text_add(&text, "\n");
    cop_uci_say(uci, &text);
    cop_text_free(&text);
    return true;
}

/* What may be sent and changes nothing here. */
static bool pass_over(struct cop_uci *uci, const struct call *call, struct cop_error *error)
{
    (void)uci, (void)call, (void)error;
    return true;
}

static const struct command commands[] = {
    {"uci", true, greet},           {"isready", false, isready},    {"ucinewgame", true, new_game},
    {"setoption", true, setoption}, {"position", true, position},   {"go", true, go},
    {"stop", false, stop},          {"quit", false, quit},          {"d", true, draw},
    {"debug", false, pass_over},    {"register", false, pass_over}, {"ponderhit", false, pass_over},
};

/* ---- Lines ---- */

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* Tabs and other control characters are blanks. */
static char *clean(const char *bytes, size_t length)
{
    char *line = cop_copy_bytes(bytes, length);

    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 127)
            line[i] = ' ';
    while (length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
    return line;
}

static void obey(struct cop_uci *uci, const struct command *command, const char *rest)
{
    char *copy = cop_copy_string(rest);
    struct call call = {.rest = rest};
    struct cop_error error = {""};

    call.words = cop_allocate((strlen(copy) / 2 + 1) * sizeof *call.words);
    for (char *at = copy, *word; (word = strtok_r(at, " ", &at)) != NULL;)
        call.words[call.count++] = word;
    if (command->waits)
        cop_uci_wait(uci);
    if (!command->run(uci, &call, &error))
        cop_uci_tell(uci, "%s", error.message);
    free(call.words);
    free(copy);
}

bool cop_uci_hear(struct cop_uci *uci, const char *bytes, size_t length)
{
    char *line = clean(bytes, length), *name = line + strspn(line, " "), *rest;
    const struct command *command;

    rest = name + strcspn(name, " ");
    if (*rest == ' ')
        *rest++ = '\0';
    command = find_command(name);
    if (length > COP_UCI_LINE_MAX)
        cop_uci_tell(uci, "the line is too long");
    else if (command != NULL)
        obey(uci, command, rest + strspn(rest, " "));
    else if (name[0] != '\0')
        cop_uci_tell(uci, "\"%.40s\" is not known", name);
    free(line);
    return !uci->has_quit;
}

/* ---- Opening ---- */

struct cop_uci *cop_uci_open(const char *game, const char *agent, const char *limit,
                             const struct cop_uci_host *host, struct cop_error *error)
{
    struct cop_uci *uci = cop_allocate(sizeof *uci);
    const struct cop_gtp_host board_host = {.stop = host->stop};

    *uci = (struct cop_uci){.host = *host, .lines = 1, .has_position = true};
    uci->board = cop_gtp_open(game, agent, limit, &board_host, error);
    if (uci->board == NULL || !cop_uci_fits(uci->board->game, error)) {
        cop_gtp_close(uci->board);
        free(uci);
        return NULL;
    }
    uci->agent = cop_copy_string(agent);
    pthread_mutex_init(&uci->lock, NULL);
    pthread_cond_init(&uci->stopped, NULL);
    return uci;
}

void cop_uci_close(struct cop_uci *uci, bool finishes)
{
    if (uci == NULL)
        return;
    if (!finishes)
        cop_uci_stop(uci);
    cop_uci_wait(uci);
    cop_gtp_close(uci->board);
    pthread_mutex_destroy(&uci->lock);
    pthread_cond_destroy(&uci->stopped);
    free(uci->agent);
    free(uci);
}
