/* lab_games.c - `coppice lab games`: the games and positions behind an experiment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "front/lab_session.h"
#include "game/position_view.h"
#include "lab/experiment/positions.h"
#include "lab/run/claim_runs.h"
#include "lab/run/games.h"

/* What was asked for. */
struct wish {
    const char *lab; /* the folder, which has the lists of positions */
    struct cop_results results;
    bool *is_meant; /* for each run of the results */
    int number;
    const char *sgf;
};

static bool choose_run(const struct wish *wish, const char *name, struct cop_error *error)
{
    struct cop_text names = COP_TEXT;
    bool is_found = false;

    for (int i = 0; i < wish->results.run_count; i++) {
        bool is_it = strcmp(wish->results.runs[i].name, name) == 0;

        wish->is_meant[i] = wish->is_meant[i] && is_it;
        is_found = is_found || is_it;
        cop_text_add(&names, "%s%s", i > 0 ? ", " : "", wish->results.runs[i].name);
    }
    if (!is_found)
        cop_fail(error, "%s has no run \"%.60s\"; its runs are %s", wish->results.id, name,
                 names.bytes);
    cop_text_free(&names);
    return is_found;
}

static bool choose_claim(const struct wish *wish, int number, struct cop_error *error)
{
    if (number > wish->results.claim_count)
        return cop_fail(error, "%s has %d claims at the budget %s, not number %d", wish->results.id,
                        wish->results.claim_count, wish->results.budget, number);
    cop_claim_runs(&wish->results, &wish->results.claims[number - 1], wish->is_meant);
    return true;
}

/* The runs that the words and --claim name; all of them if they do not. */
static bool choose(const struct session *session, const struct wish *wish, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    int claim = (int)cop_integer(arguments->options, "claim");

    for (int i = 0; i < wish->results.run_count; i++)
        wish->is_meant[i] = true;
    return (claim == 0 || choose_claim(wish, claim, error)) &&
           (arguments->word_count < 3 || choose_run(wish, arguments->words[2], error));
}

/* "Black UCT, White UCT*" */
static void add_seats(const struct cop_lab_run_result *run, const struct cop_lab_game *opened,
                      struct cop_text *text)
{
    const struct cop_game *game = opened->course.game;

    for (int seat = 0; seat < game->players; seat++)
        cop_text_add(text, "%s%s %s", seat > 0 ? ", " : "", cop_player_name(game, seat),
                     run->entrants[opened->seats[seat]].label);
}

static void list_game(const struct cop_lab_run_result *run, const struct cop_lab_game *opened,
                      int number, struct cop_text *text)
{
    cop_text_add(text, "%6d  ", number);
    add_seats(run, opened, text);
    cop_text_add(text, "  ");
    cop_lab_game_result(opened, text);
    cop_text_add(text, ", %d plies\n", cop_course_ply(&opened->course));
}

static void show_game(const struct cop_lab_game *opened, struct cop_text *text)
{
    const struct cop_course *course = &opened->course;
    struct cop_drawing drawing = cop_terminal_drawing();
    struct cop_position_view view = {
        .game = course->game, .state = cop_course_now(course), .viewer = -1};

    view.before = cop_course_before(course);
    if (view.before != NULL)
        view.last = course->record.moves[cop_course_ply(course) - 1];
    cop_text_add(text, "%s\n\n", course->record.event);
    cop_position_board(&view, &drawing, text);
    cop_text_add(text, "\n");
    cop_lab_game_result(opened, text);
    cop_text_add(text, ", %d plies\n\n", cop_course_ply(course));
    for (int ply = 0; ply < cop_course_ply(course); ply++) {
        cop_text_add(text, ply == 0 ? "" : ply % 10 == 0 ? "\n" : " ");
        course->game->rules->write_move(course->game, cop_course_state(course, ply),
                                        course->record.moves[ply], text);
    }
    cop_text_add(text, "\n");
}

/* One game: listed, shown, or as SGF. */
static bool add_game(const struct wish *wish, const struct cop_lab_run_result *run,
                     const struct cop_game *game, int number, struct cop_text *text,
                     struct cop_error *error)
{
    struct cop_lab_game opened;
    bool is_good = true;

    if (!cop_lab_game_open(&opened, game, &wish->results, run, number, error))
        return false;
    if (wish->sgf[0])
        is_good = cop_record_write_sgf(&opened.course.record, game, text, error);
    else if (wish->number > 0)
        show_game(&opened, text);
    else
        list_game(run, &opened, number, text);
    cop_lab_game_close(&opened);
    return is_good;
}

static void add_heading(const struct cop_lab_run_result *run, struct cop_text *text)
{
    cop_text_add(text, "run %s: %s, ", run->name, run->game);
    if (run->kind == COP_LAB_RUN_POSITIONS)
        cop_text_add(text, "%d positions of data/%s.txt\n", run->games, run->position_file);
    else if (run->kind == COP_LAB_RUN_SEARCHES)
        cop_text_add(text, "%d searches of the position %s%s%s\n", run->games,
                     run->position[0] ? run->position : "at the start",
                     run->moves[0] ? " after " : "", run->moves);
    else if (run->kind == COP_LAB_RUN_COUNTS || run->kind == COP_LAB_RUN_SOLVES)
        cop_text_add(text, "no games, as it is %s\n",
                     run->kind == COP_LAB_RUN_COUNTS ? "counted" : "solved");
    else if (run->is_course)
        cop_text_add(text, "%d games, of which only what was seen at each ply is kept\n",
                     run->games * run->fixture_count);
    else if (cop_lab_run_games(run) == 0)
        cop_text_add(text,
                     "%d games, of which only the results are kept: run the experiment again to "
                     "have their moves\n",
                     run->games * run->fixture_count);
    else
        cop_text_add(text, "%d games\n", cop_lab_run_games(run));
}

static void add_position(const struct cop_positions *list, const struct cop_game *game,
                         const char *name, struct cop_text *text)
{
    for (int i = 0; i < list->count; i++) {
        struct cop_position_view view = {
            .game = game, .state = cop_positions_state(list, i), .viewer = -1};

        if (strcmp(list->names[i], name) != 0)
            continue;
        cop_text_add(text, "%6s  ", name);
        cop_position_write(&view, text);
        cop_text_add(text, "\n");
        return;
    }
}

/* The positions that were searched. */
static bool add_positions(const struct wish *wish, const struct cop_lab_run_result *run,
                          const struct cop_game *game, struct cop_text *text,
                          struct cop_error *error)
{
    struct cop_positions list;

    if (!cop_positions_load(wish->lab, run->position_file, game, &list, error))
        return false;
    for (int i = 0; i < run->position_count; i++)
        add_position(&list, game, run->position_names[i], text);
    cop_positions_free(&list);
    return true;
}

static bool add_run(const struct wish *wish, const struct cop_lab_run_result *run,
                    struct cop_text *text, struct cop_error *error)
{
    int count = cop_lab_run_games(run);
    struct cop_game *game = cop_game_open(run->game, error);
    bool is_good = game != NULL;

    if (!wish->sgf[0] && wish->number == 0)
        add_heading(run, text);
    if (wish->number > 0)
        is_good = is_good && add_game(wish, run, game, wish->number, text, error);
    if (is_good && run->kind == COP_LAB_RUN_POSITIONS && !wish->sgf[0] && wish->number == 0)
        is_good = add_positions(wish, run, game, text, error);
    for (int i = 1; i <= count && is_good && wish->number == 0; i++)
        is_good = add_game(wish, run, game, i, text, error);
    cop_game_close(game);
    return is_good;
}

/* --number is of one run: the only one that is meant and has games. */
static bool keep_one(const struct wish *wish, struct cop_error *error)
{
    int meant = 0;

    for (int i = 0; i < wish->results.run_count; i++) {
        wish->is_meant[i] = wish->is_meant[i] && wish->results.runs[i].kind == COP_LAB_RUN_MATCH;
        meant += wish->is_meant[i];
    }
    if (meant == 1)
        return true;
    return cop_fail(error, meant == 0 ? "there are no games here, only searches of positions"
                                      : "say of which run that number is: lab games ID RUN");
}

static bool write_wish(const struct wish *wish, struct cop_text *text, struct cop_error *error)
{
    bool is_good = wish->number == 0 || keep_one(wish, error);

    for (int i = 0; i < wish->results.run_count && is_good; i++)
        if (wish->is_meant[i])
            is_good = add_run(wish, &wish->results.runs[i], text, error);
    if (is_good && wish->sgf[0] && text->length == 0)
        is_good =
            cop_fail(error, "the moves of these games are not kept; run the experiment again");
    return is_good &&
           (!wish->sgf[0] || cop_file_write(wish->sgf, text->bytes, text->length, error));
}

int cop_lab_games_command(struct session *session)
{
    const struct cop_arguments *arguments = session->arguments;
    struct wish wish = {.lab = session->lab,
                        .number = (int)cop_integer(arguments->options, "number"),
                        .sgf = cop_words(arguments->options, "sgf")};
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    bool is_good;

    if (arguments->word_count > 3) {
        cop_fail(&error, "lab games takes an experiment and one of its runs, no more words");
        return cop_complain(COP_USAGE, &error);
    }
    is_good = cop_results_load(&wish.results, session->results, cop_budget_name(session->budget),
                               arguments->words[1], &error) &&
              cop_results_load_games(&wish.results, session->results,
                                     cop_budget_name(session->budget), arguments->words[1], &error);
    wish.is_meant = cop_allocate(((size_t)wish.results.run_count + 1) * sizeof *wish.is_meant);
    is_good = is_good && choose(session, &wish, &error) && write_wish(&wish, &text, &error);
    if (is_good && !wish.sgf[0])
        cop_print(&text);
    else
        cop_text_free(&text);
    free(wish.is_meant);
    cop_results_free(&wish.results);
    return is_good ? COP_DONE : cop_complain(COP_FAILED, &error);
}
