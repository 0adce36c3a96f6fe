/* words.c - the commands of a game, moves, and what TAB makes of their beginnings. */
#include "front/play/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "agent/exact.h"
#include "base/allocate.h"
#include "front/page.h"
#include "front/play/say.h"
#include "front/setup_options.h"
#include "game/position_view.h"

/* ---- Commands; `rest` is what follows the word ---- */

static void add_moves(const struct cop_sitting *sitting, const void *state,
                      struct cop_choices *choices);

/* The board with the cells marked that come next, and the moves, or how they go on where there are
 * hundreds. */
static enum cop_ending list_moves(struct cop_sitting *sitting, const char *rest)
{
    struct cop_choices choices = {.beginning = rest};
    struct cop_text text = COP_TEXT;
    int columns, rows;

    cop_terminal_size(&columns, &rows);
    add_moves(sitting, cop_play_state(sitting), &choices);
    if (choices.count == 0) {
        cop_text_add(&text, "No legal move begins with \"%.40s\".\n", rest);
    } else {
        cop_say_marked_board(sitting, cop_play_turn(sitting), rest);
        cop_choices_write(&choices, columns, &text);
    }
    cop_choices_free(&choices);
    cop_print(&text);
    return COP_GOES_ON;
}

static enum cop_ending board(struct cop_sitting *sitting, const char *rest)
{
    int turn = cop_play_turn(sitting);

    (void)rest;
    cop_say_board(sitting, turn >= 0 ? turn : -1);
    return COP_GOES_ON;
}

/* The people who may take back: whoever's turn it is, or after the end all of them. */
static unsigned undoers(const struct cop_sitting *sitting)
{
    const struct cop_session *session = &sitting->session;
    int turn = cop_play_turn(sitting);
    unsigned people = 0;

    for (int seat = 0; seat < session->game->players; seat++)
        people |= session->agents[seat] == NULL ? 1u << seat : 0;
    return turn >= 0 ? 1u << turn : people;
}

/* After a resignation the game goes on where it was given up. */
static enum cop_ending undo(struct cop_sitting *sitting, const char *rest)
{
    const struct cop_course *course = &sitting->session.course;
    int ply =
        course->loser >= 0 ? cop_course_ply(course) : cop_course_decision(course, undoers(sitting));

    (void)rest;
    if (ply < 0) {
        cop_say("There is no move of yours to take back.");
        return COP_GOES_ON;
    }
    cop_session_go(&sitting->session, ply);
    sitting->is_new = true;
    sitting->result_is_said = false;
    cop_say_openness(sitting);
    cop_play_save(sitting);
    return COP_GOES_ON;
}

static enum cop_ending hint(struct cop_sitting *sitting, const char *rest)
{
    struct cop_report report = {.best = COP_NO_MOVE};
    struct cop_say_live live;
    struct cop_watch watch;
    struct cop_exact exact;
    struct cop_error error;
    bool is_done;

    (void)rest;
    cop_say_live_open(&live, sitting, "The adviser", &watch);
    is_done = cop_exact_find(&exact, cop_play_game(sitting), cop_play_state(sitting), watch.stop,
                             &error) &&
              cop_session_hint(&sitting->session, &watch, &report, &error);
    cop_live_erase(&live.live);
    if (is_done)
        cop_say_advice(sitting, &exact, &report);
    else
        cop_say(error.message);
    cop_exact_free(&exact);
    cop_play_goes_on_after_thinking(sitting);
    return COP_GOES_ON;
}

static enum cop_ending save(struct cop_sitting *sitting, const char *rest)
{
    struct cop_error error;

    if (rest[0] == '\0')
        cop_say("Save it where? For example: save game.sgf");
    else if (cop_session_save(&sitting->session, rest, &error))
        printf("Saved in %s\n", rest);
    else
        cop_say(error.message);
    return COP_GOES_ON;
}

static enum cop_ending resign(struct cop_sitting *sitting, const char *rest)
{
    (void)rest;
    cop_course_defeat(&sitting->session.course, cop_play_turn(sitting), COP_DEFEAT_RESIGNED);
    cop_play_save(sitting);
    return COP_GOES_ON;
}

/* "game.sgf" becomes "game-2.sgf", or the first such name that is still free: another game must not
 * cost the one before. */
static void choose_next_path(struct cop_sitting *sitting)
{
    const char *wanted = sitting->wanted;
    size_t length = strlen(wanted);
    size_t stem = length > 4 && strcasecmp(wanted + length - 4, ".sgf") == 0 ? length - 4 : length;
    struct cop_text text = COP_TEXT;

    for (int number = 2; number == 2 || access(text.bytes, F_OK) == 0; number++) {
        cop_text_clear(&text);
        cop_text_add(&text, "%.*s-%d%s", (int)stem, wanted, number, wanted + stem);
    }
    free(sitting->path);
    sitting->path = cop_copy_string(text.bytes);
    cop_text_free(&text);
    printf("This game is kept in %s\n", sitting->path);
}

static enum cop_ending start_another(struct cop_sitting *sitting, const char *rest)
{
    char *kept =
        rest[0] != '\0' ? cop_spec_for_people(rest) : cop_copy_string(cop_play_game(sitting)->name);
    struct cop_error error;

    if (cop_play_turn(sitting) != COP_OVER)
        cop_say_unfinished(sitting);
    if (cop_session_renew(&sitting->session, kept, &error)) {
        sitting->is_new = true;
        sitting->result_is_said = sitting->height_is_said = false;
        sitting->viewer = -1;
        if (sitting->path != NULL)
            choose_next_path(sitting);
        cop_play_save(sitting);
        cop_say_welcome(sitting);
    } else {
        cop_say(error.message);
    }
    free(kept);
    return COP_GOES_ON;
}

static enum cop_ending quit(struct cop_sitting *sitting, const char *rest)
{
    (void)sitting, (void)rest;
    return COP_LEAVES;
}

static enum cop_ending help(struct cop_sitting *sitting, const char *rest);

static const struct {
    const char *word, *help;
    enum cop_ending (*run)(struct cop_sitting *sitting, const char *rest);
    bool works_when_over;
} commands[] = {
    {"board", "show the board again", board, true},
    {"moves", "mark and list the legal moves; moves d1: how those that begin with d1 go on",
     list_moves, false},
    {"undo", "take back your last move, or your resignation", undo, true},
    {"hint", "what an agent would play", hint, false},
    {"save", "save FILE: write the game so far as SGF", save, true},
    {"new", "start again; new GAME: another game, which you begin", start_another, true},
    {"resign", "give the game up", resign, false},
    {"help", "this list", help, true},
    {"quit", "leave; so does the end of the input", quit, true},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static enum cop_ending help(struct cop_sitting *sitting, const char *rest)
{
    const struct cop_rules *rules = cop_play_game(sitting)->rules;
    struct cop_text text = COP_TEXT;

    (void)rest;
    cop_text_add(&text, "%s\n%s\n", rules->lesson, rules->notation != NULL ? rules->notation : "");
    for (int i = 0; i < COMMAND_COUNT; i++)
        cop_text_add(&text, "  %-7s %s\n", commands[i].word, commands[i].help);
    cop_text_add(&text, "Anything else is a move.%s\n",
                 cop_is_terminal() ? " TAB completes what you type." : "");
    cop_page_print(&text);
    return COP_GOES_ON;
}

/* ---- Moves ---- */

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

/* Reads a turn of several moves as it is written, "b2-c2A-c3A", or a whole set-up, and leaves the
 * position after it in `state`. False if the line does not say that. */
static bool read_several(const struct cop_sitting *sitting, const char *line, void *state,
                         struct several *several)
{
    const struct cop_game *game = cop_play_game(sitting);

    *several = (struct several){.game = game, .player = cop_play_turn(sitting), .is_own = true};
    memcpy(state, cop_play_state(sitting), game->state_size);
    return cop_moves_play(game, state, line, note_move, several, NULL) && several->is_own;
}

/* Nothing is played if the line is not understood as a whole. */
static bool play_several(struct cop_sitting *sitting, const char *line)
{
    void *state = cop_allocate(cop_play_game(sitting)->state_size);
    struct several several;
    bool is_understood = read_several(sitting, line, state, &several);

    free(state);
    for (int i = 0; i < several.count && is_understood; i++)
        cop_play_move(sitting, several.moves[i]);
    return is_understood;
}

static void play_words(struct cop_sitting *sitting, const char *line)
{
    struct cop_error error;
    cop_move move;

    if (cop_move_read(cop_play_game(sitting), cop_play_state(sitting), line, &move, &error))
        cop_play_move(sitting, move);
    else if (!play_several(sitting, line))
        cop_say(error.message);
}

/* `line` has no blanks around it. */
static enum cop_ending obey(struct cop_sitting *sitting, const char *line)
{
    size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    bool is_over = cop_play_turn(sitting) == COP_OVER;

    if (length == 0)
        return COP_GOES_ON;
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strlen(commands[i].word) == length && (!is_over || commands[i].works_when_over) &&
            strncasecmp(commands[i].word, line, length) == 0)
            return commands[i].run(sitting, rest);
    if (is_over)
        cop_say("The game is over. Type new for another game, undo, save FILE, or quit.");
    else
        play_words(sitting, line);
    return COP_GOES_ON;
}

enum cop_ending cop_play_obey(struct cop_sitting *sitting, const char *line)
{
    char *trimmed = cop_copy_trimmed(line);
    enum cop_ending ending = obey(sitting, trimmed);

    free(trimmed);
    return ending;
}

/* ---- Beginnings ---- */

static void add_moves(const struct cop_sitting *sitting, const void *state,
                      struct cop_choices *choices)
{
    const struct cop_game *game = cop_play_game(sitting);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);
    struct cop_text text = COP_TEXT;

    for (int i = 0; i < count; i++) {
        cop_text_clear(&text);
        game->rules->write_move(game, state, moves[i], &text);
        cop_choices_add(choices, text.bytes);
    }
    cop_text_free(&text);
    free(moves);
}

/* The moves that may follow the moves in `before`, as long as they are of the same turn. */
static void add_later_moves(const struct cop_sitting *sitting, const char *before,
                            struct cop_choices *choices)
{
    const struct cop_game *game = cop_play_game(sitting);
    void *state = cop_allocate(game->state_size);
    struct several several;

    if (read_several(sitting, before, state, &several) &&
        game->rules->turn(game, state) == several.player)
        add_moves(sitting, state, choices);
    free(state);
}

static void add_first_words(const struct cop_sitting *sitting, struct cop_choices *choices)
{
    bool is_over = cop_play_turn(sitting) == COP_OVER;

    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!is_over || commands[i].works_when_over)
            cop_choices_add(choices, commands[i].word);
    if (!is_over)
        add_moves(sitting, cop_play_state(sitting), choices);
}

void cop_play_complete(void *context, const char *line, struct cop_choices *choices)
{
    const struct cop_sitting *sitting = context;
    const char *blank = strrchr(line, ' ');
    size_t start = strspn(line, " ");
    size_t length = strcspn(line + start, " ");

    if (line[start + length] == '\0') {
        add_first_words(sitting, choices);
    } else if (strncasecmp(line + start, "save ", 5) == 0) {
        cop_choices_add_files(choices);
    } else if (strncasecmp(line + start, "new ", 4) == 0) {
        for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
            cop_choices_add(choices, (*at)->name);
    } else if (cop_play_turn(sitting) == COP_OVER) {
        return;
    } else if (strncasecmp(line + start, "moves ", 6) == 0) {
        add_moves(sitting, cop_play_state(sitting), choices);
    } else {
        char *before = cop_copy_bytes(line, (size_t)(blank - line));

        add_later_moves(sitting, before, choices);
        free(before);
    }
}
