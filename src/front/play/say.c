/* say.c - boards, moves, thoughts and results in words. */
#include "front/play/say.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/exact.h"
#include "agent/report_view.h"
#include "base/allocate.h"
#include "front/page.h"
#include "game/position_view.h"

void cop_say(const char *words)
{
    fputs(words, stdout);
    putchar('\n');
}

void cop_say_nothing_more(void)
{
    if (cop_is_terminal())
        fputs("\033[H\033[2J\033[3J", stdout);
}

/* ---- The board and moves on it ---- */

/* The lines between one prompt and the next besides the board: for each agent its roll, its move
 * and its thoughts, the person's own roll, and the prompt. */
static int lines_between(const struct cop_sitting *sitting)
{
    const struct cop_game *game = cop_play_game(sitting);
    int agents = game->players - cop_session_people(&sitting->session);
    int rolls = game->rules->chances != NULL ? 1 : 0;

    return agents * (2 + rolls) + rolls + 1;
}

static int count_lines(const struct cop_text *text)
{
    int lines = 0;

    for (size_t i = 0; i < text->length; i++)
        lines += text->bytes[i] == '\n';
    return lines;
}

static void say_height(struct cop_sitting *sitting, int lines, int rows)
{
    if (lines < rows || sitting->height_is_said)
        return;
    sitting->height_is_said = true;
    printf("This board takes %d lines, and the terminal has %d. Make it higher, or look at\n"
           "pictures: coppice serve, or coppice show --svg FILE for one position.\n",
           lines, rows);
}

/* Room for the board is made by drawing its rows closer, then without what agents think, then
 * without blank lines. */
static void print_board(struct cop_sitting *sitting, const struct cop_position_view *view)
{
    struct cop_drawing drawing = cop_terminal_drawing();
    struct cop_text text = COP_TEXT;
    int agents = view->game->players - cop_session_people(&sitting->session);
    int others = lines_between(sitting), columns, rows, lines;
    bool is_tight;

    cop_terminal_size(&columns, &rows);
    if (cop_is_terminal())
        drawing.rows = rows > others + 1 ? rows - others : 1;
    cop_position_board(view, &drawing, &text);
    lines = count_lines(&text);
    sitting->is_crowded = cop_is_terminal() && lines + others > rows;
    others -= sitting->is_crowded ? agents : 0;
    is_tight = cop_is_terminal() && lines + others + 2 > rows;
    fputs(is_tight ? "" : "\n", stdout);
    cop_print(&text);
    fputs(is_tight ? "" : "\n", stdout);
    if (cop_is_terminal())
        say_height(sitting, lines, rows);
}

static struct cop_position_view view_of(const struct cop_sitting *sitting, int viewer)
{
    const struct cop_course *course = &sitting->session.course;
    struct cop_position_view view = {.game = cop_play_game(sitting),
                                     .state = cop_play_state(sitting)};

    view.viewer = cop_course_has_secrets(course) ? viewer : -1;
    view.before = cop_course_before(course);
    if (view.before != NULL)
        view.last = course->record.moves[cop_course_ply(course) - 1];
    return view;
}

void cop_say_board(struct cop_sitting *sitting, int viewer)
{
    struct cop_position_view view = view_of(sitting, viewer);

    print_board(sitting, &view);
    sitting->is_new = false;
}

void cop_say_marked_board(struct cop_sitting *sitting, int viewer, const char *typed)
{
    struct cop_position_view view = view_of(sitting, viewer);

    view.typed = typed;
    print_board(sitting, &view);
}

void cop_say_move(const struct cop_sitting *sitting, int turn, cop_move move)
{
    const struct cop_game *game = cop_play_game(sitting);
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%s: ", turn == COP_CHANCE ? "Chance" : cop_player_name(game, turn));
    game->rules->write_move(game, cop_play_state(sitting), move, &text);
    cop_text_add(&text, "\n");
    cop_print(&text);
}

void cop_say_secret_move(const struct cop_sitting *sitting, int turn)
{
    printf("%s has made a move that nobody else sees.\n",
           cop_player_name(cop_play_game(sitting), turn));
}

/* ---- Thoughts ---- */

/* The summary and as much of the expected line of play as fits; where pieces are hidden none of it,
 * because it would tell them. */
void cop_say_thoughts(const struct cop_sitting *sitting, const struct cop_report *report)
{
    enum { LINE_SHOWN = 8 };
    const struct cop_report_view view = {.game = cop_play_game(sitting),
                                         .state = cop_play_state(sitting)};
    struct cop_report shown = *report;
    struct cop_text text = COP_TEXT;
    int columns, rows;

    cop_terminal_size(&columns, &rows);
    if (shown.line_length > LINE_SHOWN)
        shown.line_length = LINE_SHOWN;
    if (view.game->is_hidden)
        shown.line_length = 0;
    for (;; shown.line_length--) {
        cop_text_clear(&text);
        cop_text_add(&text, "  ");
        cop_report_short_line(&view, &shown, &text);
        if (shown.line_length == 0 || !cop_is_terminal() || text.length <= (size_t)columns)
            break;
    }
    cop_text_add(&text, "\n");
    cop_print(&text);
}

enum { MOVES_SHOWN = 12 };

/* Adds the moves of one kind of proof; `certain` counts all of them. */
static void add_certain(const struct cop_report_view *view, const struct cop_report *report,
                        enum cop_proof proof, int *certain, struct cop_text *text)
{
    const struct cop_candidate **sorted = cop_report_sorted(report);

    for (int i = 0; i < report->candidate_count; i++) {
        if (sorted[i]->proof != proof || (*certain)++ >= MOVES_SHOWN)
            continue;
        cop_text_add(text, *certain > 1 ? ", " : "  certain: ");
        view->game->rules->write_move(view->game, view->state, sorted[i]->move, text);
        cop_text_add(text, " ");
        cop_report_words(view->game, report, sorted[i], text);
    }
    free(sorted);
}

/* "certain: d wins in 1, a proven draw, and 3 more"; nothing where nothing is. */
static void say_certain(const struct cop_report_view *view, const struct cop_report *report)
{
    struct cop_text text = COP_TEXT;
    int certain = 0;

    add_certain(view, report, COP_PROVEN_WIN, &certain, &text);
    add_certain(view, report, COP_PROVEN_EXACT, &certain, &text);
    add_certain(view, report, COP_PROVEN_LOSS, &certain, &text);
    if (certain > MOVES_SHOWN)
        cop_text_add(&text, ", and %d more", certain - MOVES_SHOWN);
    if (certain > 0)
        cop_text_add(&text, "\n");
    cop_print(&text);
}

void cop_say_advice(const struct cop_sitting *sitting, const struct cop_exact *exact,
                    const struct cop_report *report)
{
    const struct cop_report_view view = {.game = cop_play_game(sitting),
                                         .state = cop_play_state(sitting)};
    struct cop_report joined = *report;
    struct cop_candidate *candidates = cop_exact_join(exact, &joined);

    cop_say_thoughts(sitting, &joined);
    if (!view.game->is_hidden)
        say_certain(&view, &joined);
    free(candidates);
}

/* What an agent thinks of a game with hidden pieces is a secret of its own: people see only that it
 * does. */
static void draw_progress(void *context, const struct cop_report *report)
{
    struct cop_say_live *live = context;
    const struct cop_sitting *sitting = live->sitting;
    const struct cop_report_view view = {.game = cop_play_game(sitting),
                                         .state = cop_play_state(sitting)};
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%s thinks", live->who);
    if (view.game->is_hidden && cop_session_people(&sitting->session) > 0) {
        cop_text_add(&text, "  %s ", report->sims > 0 ? "sims" : "nodes");
        cop_add_short(&text, (double)(report->sims > 0 ? report->sims : report->nodes));
        cop_text_add(&text, "  %.2f s", report->seconds);
    } else if (report->best != COP_NO_MOVE) {
        cop_text_add(&text, "  ");
        cop_report_short_line(&view, report, &text);
    }
    cop_text_add(&text, "\n");
    cop_live_draw(&live->live, text.bytes);
    cop_text_free(&text);
}

void cop_say_live_open(struct cop_say_live *live, const struct cop_sitting *sitting,
                       const char *who, struct cop_watch *watch)
{
    static const double period = 0.1;

    fflush(stdout);
    *live = (struct cop_say_live){.sitting = sitting, .who = who};
    cop_live_open(&live->live);
    *watch = (struct cop_watch){.stop = sitting->interrupted};
    if (!live->live.is_terminal || !cop_is_terminal())
        return;
    watch->period = period;
    watch->progress = draw_progress;
    watch->context = live;
}

/* ---- The beginning and the end ---- */

/* How a move looks, by one that could be played now, unless that told what an agent hides. */
static void say_invitation(const struct cop_sitting *sitting)
{
    const struct cop_game *game = cop_play_game(sitting);
    const void *state = cop_play_state(sitting);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_text text = COP_TEXT;
    int turn = cop_play_turn(sitting);

    cop_text_add(&text, "Type a move");
    if (turn >= 0 && (!game->is_hidden || sitting->session.agents[turn] == NULL) &&
        game->rules->moves(game, state, moves) > 0) {
        cop_text_add(&text, " such as ");
        game->rules->write_move(game, state, moves[0], &text);
    }
    cop_text_add(&text, ", or help.\n");
    cop_print(&text);
    free(moves);
}

void cop_say_openness(const struct cop_sitting *sitting)
{
    const struct cop_session *session = &sitting->session;

    if (cop_play_game(sitting)->is_hidden && !cop_course_has_secrets(&session->course) &&
        cop_session_people(session) > 0)
        cop_say("All pieces have been seen, so this game goes on openly.");
}

static void say_seat(const struct cop_sitting *sitting, int seat)
{
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "%s: %s\n", cop_player_name(cop_play_game(sitting), seat),
                 sitting->session.course.record.players[seat]);
    cop_page_print(&text);
}

void cop_say_welcome(const struct cop_sitting *sitting)
{
    const struct cop_game *game = cop_play_game(sitting);

    printf("%s, %s\n", game->rules->title, game->name);
    for (int seat = 0; seat < game->players; seat++)
        say_seat(sitting, seat);
    cop_say_openness(sitting);
    if (cop_session_people(&sitting->session) > 0)
        say_invitation(sitting);
}

void cop_say_swap(const struct cop_sitting *sitting)
{
    cop_move move;

    if (cop_move_read(cop_play_game(sitting), cop_play_state(sitting), "swap", &move, NULL))
        cop_say("You may also answer with swap; help says what it does.");
}

/* Moves that have a name and no place on the board, where there are several. */
void cop_say_named_moves(const struct cop_sitting *sitting)
{
    const struct cop_game *game = cop_play_game(sitting);
    const void *state = cop_play_state(sitting);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves), named = 0;
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "You may answer with ");
    for (int i = 0; i < count; i++) {
        int cells[COP_PATH_MAX];

        if (moves[i] == COP_PASS || game->rules->path(game, state, moves[i], cells) > 0)
            continue;
        cop_text_add(&text, "%s", named++ > 0 ? ", " : "");
        game->rules->write_move(game, state, moves[i], &text);
    }
    cop_text_add(&text, "%s; help says what they do.",
                 named < count ? ", or name places as in other moves" : "");
    if (named > 1)
        cop_say(text.bytes);
    cop_text_free(&text);
    free(moves);
}

void cop_say_result(const struct cop_sitting *sitting)
{
    const struct cop_game *game = cop_play_game(sitting);
    int loser = sitting->session.course.loser;
    struct cop_text text = COP_TEXT;

    if (loser >= 0) {
        cop_text_add(&text, "%s resigns.", cop_player_name(game, loser));
        if (game->players == 2)
            cop_text_add(&text, " %s wins.", cop_player_name(game, 1 - loser));
        else if (game->players > 2)
            cop_text_add(&text, " The others share the win.");
    } else {
        cop_end_in_words(game, cop_play_state(sitting), &text);
        cop_text_add(&text, ".");
    }
    cop_text_add(&text, "\n");
    cop_print(&text);
}

void cop_say_unfinished(const struct cop_sitting *sitting)
{
    const struct cop_game *game = cop_play_game(sitting);
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "The game is not finished.");
    if (sitting->path != NULL) {
        cop_text_add(&text, " To go on with it:\n  coppice play --sgf \"%s\"", sitting->path);
    } else if (!game->is_hidden) {
        cop_text_add(&text,
                     " To go on with it:\n"
                     "  coppice play \"%s\" --position \"",
                     game->name);
        game->rules->write_position(game, cop_play_state(sitting), &text);
        cop_text_add(&text, "\"");
    }
    cop_text_add(&text, "\n");
    cop_print(&text);
}
