/* explore_command.c - `coppice explore`: what was played in a position, and what came of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/commands.h"
#include "front/live.h"
#include "front/setup_options.h"
#include "game/position_view.h"
#include "match/explore.h"
#include "match/spot.h"

static const struct cop_option options[] = {
    COP_SETUP_OPTIONS,
    {"games", COP_WORDS, "",
     .help = "where games are: a store of coppice match, an SGF file, a folder of these; may be "
             "repeated"},
    {"book", COP_WORDS, "", .help = "an opening book, whose moves are shown beside"},
    {"index", COP_WORDS, "",
     .help = "the file that keeps what was read; by default one for all, in the cache"},
    {"count", COP_INTEGER, "40", 1, 100000, .help = "show so many moves, the most frequent ones"},
    {"json", COP_FLAG, "off", .help = "write one JSON object instead of a table"},
    {NULL},
};

/* One call of the command. */
struct exploring {
    const struct cop_arguments *arguments;
    struct cop_setup setup;
    struct cop_explorer *explorer;
    struct cop_book *book; /* or NULL */
    struct cop_live live;
};

/* ---- For people ---- */

/* A line of the table: the columns that this game, or this position, has. */
struct writing {
    const struct cop_game *game;
    const struct cop_explored *explored;
    const void *state;
    struct cop_text *text;
};

static void write_heading(const struct writing *writing)
{
    const struct cop_game *game = writing->game;
    struct cop_text *text = writing->text;

    cop_text_add(text, "%-12s %7s %7s", "move", "games", "share");
    if (writing->explored->turn == COP_CHANCE)
        cop_text_add(text, " %8s", "expected");
    if (cop_explored_counts_points(game)) {
        cop_text_add(text, "  %-24s %8s", "mean points (95 %)", "best");
    } else {
        for (int i = 0; i < game->players; i++)
            cop_text_add(text, " %8.8s", cop_player_name(game, i));
        if (game->players == 2)
            cop_text_add(text, " %6s", "draws");
        cop_text_add(text, "  %-11.11s %-7s",
                     cop_player_name(game, cop_explored_player(writing->explored)), "(95 %)");
    }
    if (writing->explored->has_book)
        cop_text_add(text, "  %8s %8s", "book", "visits");
    cop_text_add(text, "  %-10s  %s\n", "last", "by");
}

/* Whole wins of two players, shares of several. */
static void write_wins(const struct writing *writing, const struct cop_explored_move *move)
{
    const struct cop_game *game = writing->game;

    for (int i = 0; i < game->players; i++)
        if (move->games == 0)
            cop_text_add(writing->text, " %8s", "");
        else if (game->players == 2)
            cop_text_add(writing->text, " %8lld", (long long)move->shares[i].wins);
        else
            cop_text_add(writing->text, " %8.3f", move->shares[i].payoff / (double)move->games);
    if (game->players == 2 && move->games == 0)
        cop_text_add(writing->text, " %6s", "");
    else if (game->players == 2)
        cop_text_add(writing->text, " %6lld", (long long)move->nobody);
}

static void write_mean(const struct writing *writing, const struct cop_explored_move *move)
{
    int player = cop_explored_player(writing->explored);
    struct cop_interval mean = cop_explored_mean(writing->game, move, player);
    struct cop_text words = COP_TEXT;
    bool is_points = cop_explored_counts_points(writing->game);

    if (!is_points)
        write_wins(writing, move);
    if (move->games > 0 && !isfinite(mean.low))
        cop_text_add(&words, "%.1f", mean.value);
    else if (move->games > 0)
        cop_text_add(&words, is_points ? "%.1f (%.1f-%.1f)" : "%.3f (%.3f-%.3f)", mean.value,
                     mean.low, mean.high);
    cop_text_add(writing->text, is_points ? "  %-24s" : "  %-19s", words.bytes);
    if (is_points && move->games > 0)
        cop_text_add(writing->text, " %8.10g", move->shares[player].best_score);
    else if (is_points)
        cop_text_add(writing->text, " %8s", "");
    cop_text_free(&words);
}

static void write_book(const struct writing *writing, const struct cop_explored_move *move)
{
    if (!writing->explored->has_book)
        return;
    if (!move->is_in_book)
        cop_text_add(writing->text, "  %8s %8s", "", "");
    else if (isnan(move->book_value))
        cop_text_add(writing->text, "  %8s %8lld", "-", (long long)move->book_visits);
    else
        cop_text_add(writing->text, "  %8.3g %8lld", move->book_value,
                     (long long)move->book_visits);
}

static void write_row(const struct writing *writing, const struct cop_explored_move *move)
{
    struct cop_text *text = writing->text;
    struct cop_text word = COP_TEXT;
    double share = writing->explored->games > 0
                       ? 100.0 * (double)move->games / (double)writing->explored->games
                       : 0;

    writing->game->rules->write_move(writing->game, writing->state, move->move, &word);
    cop_text_add(text, "%-12s %7lld %6.1f%%", word.bytes, (long long)move->games, share);
    if (writing->explored->turn == COP_CHANCE)
        cop_text_add(text, " %7.1f%%", 100 * move->probability);
    write_mean(writing, move);
    write_book(writing, move);
    cop_text_add(text, "  %-10.10s ", move->last);
    for (int i = 0; i < move->mover_count && i < COP_MOVERS_SHOWN; i++)
        cop_text_add(text, "%s %.60s %lld", i > 0 ? "," : "", move->movers[i].name,
                     (long long)move->movers[i].games);
    if (move->mover_count > COP_MOVERS_SHOWN)
        cop_text_add(text, ", %d more", move->mover_count - COP_MOVERS_SHOWN);
    while (text->length > 0 && text->bytes[text->length - 1] == ' ')
        text->bytes[--text->length] = '\0';
    cop_text_add(text, "\n");
    cop_text_free(&word);
}

static void write_table(const struct writing *writing, int most)
{
    const struct cop_explored *explored = writing->explored;
    struct cop_text *text = writing->text;

    if (explored->move_count == 0) {
        if (explored->known == 0)
            cop_text_add(text, "There is no finished game of %s here.\n", writing->game->name);
        else if (explored->turn != COP_OVER)
            cop_text_add(text, "None of the games came through this position.\n");
        return;
    }
    cop_text_add(text, "\n");
    write_heading(writing);
    for (int i = 0; i < explored->move_count && i < most; i++)
        write_row(writing, &explored->moves[i]);
    if (explored->move_count > most)
        cop_text_add(text, "%d more moves\n", explored->move_count - most);
}

static void show_table(const struct exploring *exploring, const struct cop_explored *explored,
                       int most)
{
    const struct cop_game *game = exploring->setup.game;
    const void *state = cop_course_now(&exploring->setup.course);
    struct cop_position_view view = {
        .game = game, .state = state, .viewer = cop_spot_viewer(game, state)};
    struct cop_drawing drawing = cop_terminal_drawing();
    struct cop_text text = COP_TEXT;
    struct writing writing = {game, explored, state, &text};

    view.before = cop_course_before(&exploring->setup.course);
    if (view.before != NULL)
        view.last =
            exploring->setup.course.record.moves[cop_course_ply(&exploring->setup.course) - 1];
    cop_text_add(&text, "%s, %s: %lld games known\n\n", game->rules->title, game->name,
                 (long long)explored->known);
    cop_position_board(&view, &drawing, &text);
    cop_text_add(&text, "\n");
    cop_position_turn(game, state, &text);
    cop_text_add(&text, "\n");
    write_table(&writing, most);
    cop_print(&text);
}

/* ---- For programs ---- */

static void show_json(const struct exploring *exploring, const struct cop_explored *explored,
                      int most)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    cop_json_object(&json, NULL);
    cop_explored_write(explored, exploring->setup.game, cop_course_now(&exploring->setup.course),
                       most, &json);
    cop_json_end(&json);
    cop_text_add(&text, "\n");
    cop_print(&text);
}

/* ---- The command ---- */

static int open_sources(struct exploring *exploring, struct cop_error *error)
{
    const struct cop_arguments *arguments = exploring->arguments;
    const char *book = cop_words(arguments->options, "book");
    const char *index = cop_words(arguments->options, "index");

    if (!cop_given(arguments->options, "games") && book[0] == '\0') {
        cop_fail(error, "explore: say where games are with --games FILE: a store of coppice match, "
                        "an SGF file, or a folder of these");
        return COP_USAGE;
    }
    exploring->explorer =
        index[0] != '\0' ? cop_explorer_open(index, error) : cop_explorer_open_shared(error);
    if (exploring->explorer == NULL)
        return COP_FAILED;
    for (int i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given_keys[i], "games") == 0 &&
            !cop_explorer_add(exploring->explorer, arguments->given_values[i], error))
            return COP_FAILED;
    if (book[0] != '\0') {
        exploring->book = cop_book_open(book, exploring->setup.game, error);
        if (exploring->book == NULL)
            return COP_FAILED;
    }
    return COP_DONE;
}

static void show_progress(void *context, int64_t read, int64_t left)
{
    struct exploring *exploring = context;
    char words[120];

    if (!exploring->live.is_terminal || left == 0)
        return;
    snprintf(words, sizeof words, "%lld games read, %lld left\n", (long long)read, (long long)left);
    cop_live_draw(&exploring->live, words);
}

/* What cannot be read is said, and the rest is told all the same. */
static int read_games(struct exploring *exploring, struct cop_error *error)
{
    struct cop_explore_effort effort = {
        .stop = exploring->arguments->interrupted, .progress = show_progress, .context = exploring};
    struct cop_explore_news news;
    bool is_good;

    cop_live_open(&exploring->live);
    is_good = cop_explorer_read(exploring->explorer, exploring->setup.game, &effort, &news, error);
    cop_live_erase(&exploring->live);
    if (!is_good)
        return COP_FAILED;
    if (news.refused > 0)
        fprintf(stderr, "coppice: %lld game%s left out; the first: %s\n", (long long)news.refused,
                news.refused > 1 ? "s are" : " is", news.why);
    if (news.trouble[0] != '\0') {
        cop_fail(error, "%s", news.trouble);
        return COP_FAILED;
    }
    if (!news.is_whole) {
        cop_fail(error, "interrupted after %lld games; the same command goes on reading",
                 (long long)news.read);
        return COP_FAILED;
    }
    return COP_DONE;
}

static int show(const struct exploring *exploring, struct cop_error *error)
{
    const struct cop_settings *settings = exploring->arguments->options;
    int most = (int)cop_integer(settings, "count");
    struct cop_explored explored;

    if (!cop_explorer_look(exploring->explorer, exploring->setup.game,
                           cop_course_now(&exploring->setup.course), exploring->book, &explored,
                           error))
        return COP_FAILED;
    if (cop_flag(settings, "json"))
        show_json(exploring, &explored, most);
    else
        show_table(exploring, &explored, most);
    cop_explored_free(&explored);
    return COP_DONE;
}

static int run(const struct cop_arguments *arguments)
{
    struct exploring exploring = {.arguments = arguments};
    struct cop_error error;
    int status = cop_setup_open(&exploring.setup, arguments->words[0], arguments->options, &error);

    if (status != COP_DONE)
        return cop_complain(status, &error);
    status = open_sources(&exploring, &error);
    if (status == COP_DONE)
        status = read_games(&exploring, &error);
    if (status == COP_DONE)
        status = show(&exploring, &error);
    cop_book_close(exploring.book);
    cop_explorer_close(exploring.explorer);
    cop_setup_close(&exploring.setup);
    return status == COP_DONE ? status : cop_complain(status, &error);
}

const struct cop_command cop_explore_command = {
    .name = "explore",
    .words = "[GAME]",
    .summary = "Shows which moves were played in a position, how often and with what result",
    .help = "The games are those of stores that coppice match has written, of SGF files, and of\n"
            "folders of these, such as the one in which coppice serve keeps games. Only\n"
            "finished games of the same variant count. Positions that were reached in other\n"
            "ways, and mirror images, are the same position.\n"
            "\n"
            "What was read is kept in an index, so that nothing is read twice: a look-up in many\n"
            "games is quick, and a store can be looked into while a match writes it. A mean is\n"
            "the share of the points of the player to move, a draw counting as half a win, or the\n"
            "points of a game for one, with its 95 % interval.\n"
            "\n"
            "    coppice explore connect4 --games games.db\n"
            "    coppice explore othello --moves \"f5 d6\" --games games.db --games ~/sgf\n"
            "    coppice explore amazons --book amazons.book --json",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
