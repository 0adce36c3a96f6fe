/* book_command.c - `coppice book`: opening books built, shown, asked, exported, imported, checked.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/file.h"
#include "book/check.h"
#include "book/graph.h"
#include "book/lines.h"
#include "book/variations.h"
#include "book/view.h"
#include "front/commands.h"
#include "front/commit.h"
#include "front/live.h"
#include "front/setup_options.h"
#include "grow/build.h"

enum { TEXT_MAX = 64 << 20 };

static const struct cop_option options[] = {
    {"by", COP_SPEC, "",
     .help = "build: how the book grows: best-first, drop-out, balanced, uct, meta-mcts or "
             "meta-uct, which is the default, with their options (coppice help meta-uct)"},
    {"judge", COP_WORDS, "", .help = "build: the agent that judges positions; mcts by default"},
    {"limit", COP_WORDS, "",
     .help = "build: limits of a judgement, or of each move where games are played; sims=5000 by "
             "default"},
    {"nodes", COP_INTEGER, "0", 0, 1e9,
     .help = "build: ends when so many positions have been judged"},
    {"iterations", COP_INTEGER, "0", 0, 1e12, .help = "build: ends after so many rounds in all"},
    {"threads", COP_INTEGER, "1", 1, 256,
     .help = "build: judgements side by side; with one the book is the same every time"},
    {"depth", COP_INTEGER, "0", 0, 10000, .help = "show: not deeper than this"},
    {"width", COP_INTEGER, "0", 0, 10000, .help = "show: so many moves of each position"},
    {"least", COP_INTEGER, "0", 0, 1e12, .help = "show, export: only what has so many visits"},
    {"svg", COP_WORDS, "", .help = "show: also a picture, into this file"},
    {"as", COP_CHOICE, "", .choices = "sgf|lines",
     .help = "export, import: how; by default as the file's name ends, .sgf or anything else"},
    {"json", COP_FLAG, "off", .help = "build, show, probe: write the answer as JSON"},
    {"quiet", COP_FLAG, "off", .help = "build: no progress on standard error"},
    COP_SETUP_OPTIONS,
    {NULL},
};

/* Seconds between two signs of life. */
static const double live_period = 0.2, line_period = 10.0;

struct session {
    const struct cop_arguments *arguments;
    struct cop_game *game;
    struct cop_book *book;
    struct cop_live live;
    double shown;
};

static const char *word(const struct session *session, int which)
{
    return session->arguments->words[which];
}

static bool is_given(const struct session *session, const char *option)
{
    return cop_given(session->arguments->options, option);
}

static const char *words_or_null(const struct session *session, const char *option)
{
    return is_given(session, option) ? cop_words(session->arguments->options, option) : NULL;
}

/* Opens the game that the book in the file is about, and the book. */
static bool open_book(struct session *session, const char *path, struct cop_error *error)
{
    char *spec = cop_book_game(path, error);

    if (spec == NULL)
        return false;
    session->game = cop_game_open(spec, error);
    free(spec);
    if (session->game == NULL)
        return cop_fail_in(error, "%s", path);
    session->book = cop_book_open(path, session->game, error);
    return session->book != NULL;
}

/* ---- Building ---- */

static void write_progress(const struct cop_grow_news *news, struct cop_text *text)
{
    const struct cop_book_node *root = &news->book->nodes[0];

    cop_text_add(text, "%lld iterations, %lld positions judged of %d", (long long)news->iterations,
                 (long long)news->judged, news->book->count);
    if (!isnan(cop_book_worth(news->book, 0)) && root->edge_count > 0) {
        cop_text_add(text, ", value ");
        cop_book_write_value(cop_book_worth(news->book, 0), text);
    }
    if (!isnan(news->left)) {
        cop_text_add(text, ", ");
        cop_write_span(news->left, text);
        cop_text_add(text, " to go");
    }
    cop_text_add(text, "\n");
}

static void report_round(void *context, const struct cop_grow_news *news)
{
    struct session *session = context;
    double period = session->live.is_terminal ? live_period : line_period;
    struct cop_text text = COP_TEXT;

    if (cop_flag(session->arguments->options, "quiet") || cop_now() - session->shown < period)
        return;
    write_progress(news, &text);
    cop_live_tell(&session->live, &text);
    session->shown = cop_now();
}

/* Which program builds, and by which words. */
static void write_maker(const struct session *session, struct cop_text *text)
{
    const struct cop_arguments *arguments = session->arguments;

    cop_text_add(text, "coppice %.12s: book build %s", cop_program_commit(), word(session, 1));
    for (int i = 0; i < arguments->given_count; i++)
        cop_text_add(text, " --%s '%s'", arguments->given_keys[i], arguments->given_values[i]);
}

static bool read_plan(struct session *session, struct cop_grow_plan *plan, int64_t *seed,
                      struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;

    *seed = cop_integer(settings, "seed");
    *plan = (struct cop_grow_plan){.path = word(session, 2),
                                   .builder = words_or_null(session, "by"),
                                   .judge = words_or_null(session, "judge"),
                                   .limit = words_or_null(session, "limit"),
                                   .seed = is_given(session, "seed") ? seed : NULL,
                                   .iterations = cop_integer(settings, "iterations"),
                                   .judged = cop_integer(settings, "nodes"),
                                   .threads = (int)cop_integer(settings, "threads"),
                                   .stop = session->arguments->interrupted,
                                   .report = report_round,
                                   .context = session};
    session->game = cop_game_open(word(session, 1), error);
    plan->game = session->game;
    if (session->game == NULL)
        return false;
    if (plan->iterations == 0 && plan->judged == 0 &&
        (plan->builder == NULL || strncmp(plan->builder, "uct", 3) != 0))
        return cop_fail(error, "this book would grow for ever; say how large it is to be, such as "
                               "--nodes 1000 or --iterations 1000");
    return cop_grow_check(plan, error);
}

static void print_built(const struct session *session, const struct cop_grow_plan *plan,
                        const struct cop_grow_news *news, bool is_complete)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    if (cop_flag(session->arguments->options, "json")) {
        cop_json_object(&json, NULL);
        cop_json_add_string(&json, "file", plan->path);
        cop_json_add_integer(&json, "iterations", news->iterations);
        cop_json_add_integer(&json, "judged", news->judged);
        cop_json_add_number(&json, "seconds", news->seconds, 6);
        cop_json_add_flag(&json, "complete", is_complete);
        cop_json_end(&json);
        cop_text_add(&text, "\n");
    } else {
        cop_text_add(&text,
                     "%s: %lld iterations, %lld of them now in %.1f s, %lld positions "
                     "judged%s\n",
                     plan->path, (long long)news->iterations, (long long)news->own, news->seconds,
                     (long long)news->judged, is_complete ? "; the book is complete" : "");
    }
    cop_print(&text);
}

static int build(struct session *session, struct cop_error *error)
{
    struct cop_grow_plan plan;
    struct cop_grow_news news;
    struct cop_text maker = COP_TEXT;
    bool is_complete, is_good;
    int64_t seed;

    if (!read_plan(session, &plan, &seed, error))
        return COP_USAGE;
    write_maker(session, &maker);
    plan.maker = maker.bytes;
    cop_live_open(&session->live);
    session->shown = cop_now();
    is_good = cop_grow_run(&plan, &news, &is_complete, error);
    cop_live_erase(&session->live);
    cop_text_free(&maker);
    if (!is_good)
        return COP_FAILED;
    print_built(session, &plan, &news, is_complete);
    return COP_DONE;
}

/* ---- Showing ---- */

static struct cop_book_bounds bounds_of(const struct session *session)
{
    const struct cop_settings *settings = session->arguments->options;

    return (struct cop_book_bounds){.least = cop_integer(settings, "least"),
                                    .depth = (int)cop_integer(settings, "depth"),
                                    .width = (int)cop_integer(settings, "width")};
}

/* What fits a screen where nobody has asked for more. */
static struct cop_book_bounds bounds_for_people(const struct session *session)
{
    struct cop_book_bounds bounds = bounds_of(session);
    bool says_any =
        is_given(session, "depth") || is_given(session, "width") || is_given(session, "least");

    if (!says_any) {
        bounds.depth = 3;
        bounds.width = 4;
    }
    return bounds;
}

static bool write_picture(const struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "svg");
    struct cop_book_bounds bounds = bounds_of(session);
    struct cop_text text = COP_TEXT;
    bool is_good;

    if (path[0] == '\0')
        return true;
    cop_book_write_svg(session->book, &bounds, &text);
    is_good = cop_file_write(path, text.bytes, text.length, error);
    cop_text_free(&text);
    return is_good;
}

static int show(struct session *session, struct cop_error *error)
{
    struct cop_book_bounds bounds = bounds_for_people(session), all = bounds_of(session);
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    if (!open_book(session, word(session, 1), error) || !write_picture(session, error))
        return COP_FAILED;
    if (cop_flag(session->arguments->options, "json")) {
        cop_book_write_json(session->book, &all, &json);
        cop_text_add(&text, "\n");
    } else {
        cop_book_write_about(session->book, &text);
        cop_text_add(&text, "\n");
        cop_book_write_tree(session->book, &bounds, &text);
    }
    cop_print(&text);
    return COP_DONE;
}

/* ---- Asking ---- */

static void write_move_json(const struct session *session, const void *state,
                            const struct cop_book_move *move, struct cop_json *json)
{
    const struct cop_game *game = session->game;
    struct cop_text name = COP_TEXT;

    game->rules->write_move(game, state, move->move, &name);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "move", name.bytes);
    cop_json_add_integer(json, "visits", move->visits);
    cop_json_add_number(json, "value", move->value, 12);
    cop_json_add_number(json, "early", move->early, 12);
    cop_json_end(json);
    cop_text_free(&name);
}

static void write_probe_json(const struct session *session, const void *state,
                             const struct cop_book_move *chosen, struct cop_text *text)
{
    struct cop_json json = {.text = text};
    struct cop_book_move *moves = cop_allocate((size_t)session->game->max_moves * sizeof *moves);
    int count = cop_book_moves(session->book, state, moves, session->game->max_moves);
    struct cop_text name = COP_TEXT;

    cop_json_object(&json, NULL);
    if (chosen != NULL) {
        session->game->rules->write_move(session->game, state, chosen->move, &name);
        cop_json_add_string(&json, "plays", name.bytes);
    } else {
        cop_json_add_null(&json, "plays");
    }
    cop_json_array(&json, "moves");
    cop_json_spread(&json, 2);
    for (int i = 0; i < count; i++)
        write_move_json(session, state, &moves[i], &json);
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    cop_text_free(&name);
    free(moves);
}

static void write_probe(const struct session *session, const void *state,
                        const struct cop_book_move *chosen, struct cop_text *text)
{
    const struct cop_game *game = session->game;
    struct cop_book_place place;

    if (!cop_book_find(session->book, state, &place)) {
        cop_text_add(text, "not in the book\n");
        return;
    }
    cop_text_add(text, "position %d of the book, %lld visits, value ", place.node,
                 (long long)place.visits);
    cop_book_write_value(place.value, text);
    cop_text_add(text, " for %s\n", cop_player_name(game, game->rules->turn(game, state)));
    cop_book_write_moves(session->book, state, text);
    if (chosen != NULL) {
        cop_text_add(text, "plays ");
        game->rules->write_move(game, state, chosen->move, text);
        cop_text_add(text, "\n");
    } else {
        cop_text_add(text, "nothing to play\n");
    }
}

/* The status is 1 where the book has nothing to play. */
static int probe(struct session *session, struct cop_error *error)
{
    struct cop_book_taste taste = COP_BOOK_TASTE;
    struct cop_book_move chosen;
    struct cop_setup setup;
    struct cop_text text = COP_TEXT;
    const void *state;
    bool has_move;
    int status;

    if (!open_book(session, word(session, 1), error))
        return COP_FAILED;
    status = cop_setup_open(&setup, session->game->name, session->arguments->options, error);
    if (status != COP_DONE)
        return status;
    state = cop_course_now(&setup.course);
    if (session->game->rules->turn(session->game, state) < 0) {
        cop_setup_close(&setup);
        cop_fail(error, "the game is over in this position");
        return COP_USAGE;
    }
    has_move = cop_book_choose(session->book, state, &taste, &chosen);
    if (cop_flag(session->arguments->options, "json"))
        write_probe_json(session, state, has_move ? &chosen : NULL, &text);
    else
        write_probe(session, state, has_move ? &chosen : NULL, &text);
    cop_print(&text);
    cop_setup_close(&setup);
    return has_move ? COP_DONE : COP_FAILED;
}

/* ---- Other files ---- */

static bool is_sgf(const struct session *session, const char *path)
{
    size_t length = strlen(path);

    if (is_given(session, "as"))
        return cop_choice(session->arguments->options, "as") == 0;
    return length > 4 && strcmp(path + length - 4, ".sgf") == 0;
}

static int export(struct session *session, struct cop_error *error)
{
    const char *path = word(session, 2);
    int64_t least = cop_integer(session->arguments->options, "least");
    struct cop_text text = COP_TEXT;
    bool is_good = open_book(session, word(session, 1), error);

    if (is_good && is_sgf(session, path))
        is_good = cop_book_write_sgf(session->book, least, &text, error);
    else if (is_good)
        cop_book_write_lines(session->book, least, &text);
    is_good = is_good && cop_file_write(path, text.bytes, text.length, error);
    cop_text_free(&text);
    return is_good ? COP_DONE : COP_FAILED;
}

/* A record whose game is another one, or which does not begin at the start, is no book of this. */
static bool read_sgf(struct session *session, const char *text, size_t length,
                     struct cop_error *error)
{
    struct cop_record record = {0};
    struct cop_game *game = NULL;
    bool is_good = cop_record_read_sgf(text, length, cop_game_open, &record, &game, error);

    if (!is_good)
        return false;
    if (strcmp(game->name, session->game->name) != 0)
        is_good = cop_fail(error, "it is a record of %.80s, not of %.80s", game->name,
                           session->game->name);
    else if (record.position != NULL)
        is_good = cop_fail(error, "it does not begin at the start of the game");
    else if (cop_book_read_record(session->book, &record) == 0)
        is_good =
            cop_fail(error, "none of its moves has a comment such as \"mean 1.5, 20 visits\"");
    cop_record_free(&record);
    cop_game_close(game);
    return is_good;
}

static bool read_text(struct session *session, const char *path, struct cop_book_lines *lines,
                      struct cop_error *error)
{
    size_t length;
    char *text = cop_file_read(path, TEXT_MAX, &length, error);
    bool is_good;

    if (text == NULL)
        return false;
    *lines = (struct cop_book_lines){0};
    is_good = is_sgf(session, path) ? read_sgf(session, text, length, error)
                                    : cop_book_read_lines(session->book, text, lines, error);
    free(text);
    return is_good || cop_fail_in(error, "%s", path);
}

static bool keep_import(struct session *session, const char *path, struct cop_error *error)
{
    struct cop_book_file *file = cop_book_file_build(path, &session->book->about, error);
    bool is_good = file != NULL && cop_book_save(session->book, file, error);

    cop_book_file_close(file);
    return is_good;
}

static int import(struct session *session, struct cop_error *error)
{
    struct cop_book_about about = {.builder = "import", .judge = "", .limit = ""};
    const char *path = word(session, 2);
    struct cop_book_lines lines;
    struct cop_text text = COP_TEXT;

    session->game = cop_game_open(word(session, 1), error);
    if (session->game == NULL || !cop_book_fits(session->game, error))
        return COP_USAGE;
    if (access(path, F_OK) == 0) {
        cop_fail(error, "'%s' is there already; choose another file for the new book", path);
        return COP_USAGE;
    }
    about.game = session->game->name;
    session->book = cop_book_begin(session->game, &about);
    if (!read_text(session, word(session, 3), &lines, error) || !keep_import(session, path, error))
        return COP_FAILED;
    cop_text_add(&text, "%s: %d positions", path, cop_book_size(session->book));
    if (lines.unknown > 0)
        cop_text_add(&text, "; %d lines have a move that is not known and were left out",
                     lines.unknown);
    if (lines.unlisted > 0)
        cop_text_add(&text, "; %d positions have no line of their own", lines.unlisted);
    cop_text_add(&text, "\n");
    cop_print(&text);
    return COP_DONE;
}

static int check(struct session *session, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    if (!open_book(session, word(session, 1), error))
        return COP_FAILED;
    if (!cop_book_check(session->book, error)) {
        cop_fail_in(error, "%s", word(session, 1));
        return COP_FAILED;
    }
    cop_text_add(&text, "%s is sound: %d positions of %s by %s\n", word(session, 1),
                 cop_book_size(session->book), session->game->name,
                 cop_book_about(session->book)->builder);
    cop_print(&text);
    return COP_DONE;
}

/* ---- The command ---- */

static const struct {
    const char *name, *words;
    int word_count; /* after the name */
    int (*run)(struct session *session, struct cop_error *error);
} actions[] = {
    {"build", "GAME BOOK", 2, build},
    {"show", "BOOK", 1, show},
    {"probe", "BOOK", 1, probe},
    {"export", "BOOK FILE", 2, export},
    {"import", "GAME BOOK FILE", 3, import},
    {"check", "BOOK", 1, check},
};

enum { ACTIONS = sizeof actions / sizeof actions[0] };

static int find_action(const struct cop_arguments *arguments, struct cop_error *error)
{
    for (int i = 0; i < ACTIONS; i++)
        if (strcmp(actions[i].name, arguments->words[0]) == 0) {
            if (arguments->word_count - 1 == actions[i].word_count)
                return i;
            cop_fail(error, "it is written: coppice book %s %s", actions[i].name, actions[i].words);
            return -1;
        }
    cop_fail(error, "'%s' is nothing to do with books: build, show, probe, export, import or check",
             arguments->words[0]);
    return -1;
}

static int run(const struct cop_arguments *arguments)
{
    struct session session = {.arguments = arguments};
    struct cop_error error = {""};
    int action = find_action(arguments, &error);
    int status = action >= 0 ? actions[action].run(&session, &error) : COP_USAGE;

    cop_book_close(session.book);
    if (session.game != NULL)
        cop_game_close(session.game);
    return status == COP_DONE || error.message[0] == '\0' ? status : cop_complain(status, &error);
}

const struct cop_command cop_book_command = {
    .name = "book",
    .words = "build|show|probe|export|import|check [GAME] BOOK [FILE]",
    .summary = "Opening books: grown by an agent's judgements, and played from by every search",
    .help =
        "`build` lets a book grow, round after round, in one file; the same command goes on\n"
        "where it ended, whatever ended it, and --judge, --limit and --by may be left out then.\n"
        "`show` tells its shape and lines, `probe` what it knows of a position and what it\n"
        "plays there (the status is 1 where that is nothing), `check` holds every position and\n"
        "move against the rules and what the builder promises. `export` and `import` are for\n"
        "SGF, each move with its mean and visits in a comment, and for lines of\n"
        "\"moves;mean;visits\".\n"
        "\n"
        "Searches play from a book with the option book=FILE.\n"
        "\n"
        "    coppice book build othello o.book --nodes 1000 --judge mcts --limit sims=5000\n"
        "    coppice book show o.book --depth 4 --least 10\n"
        "    coppice book probe o.book --moves \"d3 c5\"\n"
        "    coppice book import amazons a.book data/books/amazons/book-8.txt\n"
        "    coppice match othello \"mcts(book=o.book)\" mcts --games 100 --limit 1s",
    .words_low = 2,
    .words_high = 4,
    .options = options,
    .run = run,
};
