/* position_view.c - positions in pictures and words. */
#include "game/position_view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "game/course.h"

/* ---- Pictures ---- */

/* May the viewer see where the last move was made? */
static bool shows_last(const struct cop_position_view *view)
{
    int mover;

    if (view->before == NULL)
        return false;
    mover = view->game->rules->turn(view->game, view->before);
    if (mover == COP_CHANCE)
        return false;
    return view->viewer < 0 || view->viewer == mover ||
           !cop_move_is_secret(view->game, view->before, view->last);
}

/* How many cells of a move's path the typed words name, one after the other: of "d1g" the first.
 * Between two names there may be signs, or the x of a capture. */
static int count_typed(const struct cop_scene *scene, const int *path, int count, const char *typed)
{
    int named = 0;

    for (; named < count && path[named] < scene->cell_count; named++) {
        const char *name = scene->cells[path[named]].name;
        size_t length = strlen(name);

        while (*typed != '\0' && !isalnum((unsigned char)*typed))
            typed++;
        if (tolower((unsigned char)*typed) == 'x' && strncasecmp(typed, name, length) != 0)
            typed++;
        if (length == 0 || strncasecmp(typed, name, length) != 0 ||
            isdigit((unsigned char)typed[length]))
            break;
        typed += length;
    }
    return named;
}

static void mark_path(struct cop_scene *scene, const int *path, int count, const char *typed)
{
    int named = count_typed(scene, path, count, typed);

    for (int i = 0; i < named; i++) {
        bool is_known = false;

        for (int j = 0; j < scene->last_count && !is_known; j++)
            is_known = scene->last[j] == path[i];
        if (!is_known)
            cop_scene_last(scene, path[i]);
    }
    if (named < count && path[named] < scene->cell_count)
        cop_scene_mark(scene, path[named]);
}

static void mark_moves(const struct cop_position_view *view, struct cop_scene *scene)
{
    const struct cop_game *game = view->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->turn(game, view->state) >= 0
                    ? game->rules->moves(game, view->state, moves)
                    : 0;
    struct cop_text word = COP_TEXT;
    int path[COP_PATH_MAX];

    scene->last_count = 0;
    for (int i = 0; i < count; i++) {
        cop_text_clear(&word);
        game->rules->write_move(game, view->state, moves[i], &word);
        if (strncasecmp(word.bytes, view->typed, strlen(view->typed)) == 0)
            mark_path(scene, path, game->rules->path(game, view->state, moves[i], path),
                      view->typed);
    }
    cop_text_free(&word);
    free(moves);
}

/* A cell beside the board that was clicked may be gone after the move, as the rack of a set-up. */
void cop_position_scene(const struct cop_position_view *view, struct cop_scene *scene)
{
    const struct cop_rules *rules = view->game->rules;
    int cells[COP_PATH_MAX];
    int count = 0;

    rules->scene(view->game, view->state, view->viewer, scene);
    if (shows_last(view))
        count = rules->path(view->game, view->before, view->last, cells);
    for (int i = 0; i < count; i++)
        if (cells[i] < scene->cell_count)
            cop_scene_last(scene, cells[i]);
    if (view->typed != NULL)
        mark_moves(view, scene);
}

/* The owners of pieces, as far as they are the players or, after them, colours with a name of their
 * own that nobody plays. */
static int count_owners(const struct cop_game *game, const struct cop_scene *scene)
{
    int count = game->players;

    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].owner >= count)
            count = scene->pieces[i].owner + 1;
    for (int i = game->players; i < count; i++)
        if (scene->owners[i] == NULL)
            return 0;
    return count;
}

/* A colour that nobody plays is named as players are: "Yellow". */
static void add_owner_name(const struct cop_game *game, const struct cop_scene *scene, int owner,
                           struct cop_text *text)
{
    const char *name = owner < game->players ? cop_player_name(game, owner) : scene->owners[owner];

    cop_text_add(text, "%c%s", owner < game->players ? name[0] : toupper((unsigned char)name[0]),
                 name + 1);
}

/* Whose pieces are whose, in words that the moves and results use: "● Black  ○ White", after the
 * gap. Nothing to say of a puzzle, of colours without names, or where the signs are the names. */
static void add_legend(const struct cop_game *game, const struct cop_scene *scene,
                       const struct cop_drawing *drawing, const char *gap, struct cop_text *text)
{
    int count = count_owners(game, scene);
    struct cop_text sign = COP_TEXT, name = COP_TEXT;
    bool says_something = false;

    for (int i = 0; i < count; i++) {
        cop_text_clear(&sign);
        cop_text_clear(&name);
        cop_scene_draw_owner(scene, drawing, i, &sign);
        add_owner_name(game, scene, i, &name);
        says_something = says_something || strcmp(sign.bytes, name.bytes) != 0;
    }
    for (int i = 0; i < count && says_something && game->players > 1; i++) {
        cop_text_add(text, "%s", i > 0 ? "   " : gap);
        cop_scene_draw_owner(scene, drawing, i, text);
        cop_text_add(text, " ");
        add_owner_name(game, scene, i, text);
        cop_text_add(text, "%s", i + 1 == count ? "\n" : "");
    }
    cop_text_free(&sign);
    cop_text_free(&name);
}

static int count_lines(const char *words)
{
    int lines = 0;

    for (const char *at = words; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    return lines;
}

/* One line of the height is the legend's; a blank line before it is drawn if there is room. */
void cop_position_board(const struct cop_position_view *view, const struct cop_drawing *drawing,
                        struct cop_text *text)
{
    struct cop_drawing board = *drawing;
    struct cop_scene scene = {0};
    size_t start = text->length;
    bool has_room;

    if (drawing->rows > 1)
        board.rows = drawing->rows - 1;
    cop_position_scene(view, &scene);
    cop_scene_draw_text(&scene, &board, text);
    has_room = drawing->rows <= 0 || count_lines(text->bytes + start) + 2 <= drawing->rows;
    add_legend(view->game, &scene, drawing, has_room ? "\n" : "", text);
    cop_scene_free(&scene);
}

void cop_position_svg(const struct cop_position_view *view, struct cop_text *text)
{
    struct cop_scene scene = {0};
    struct cop_text description = COP_TEXT;

    cop_position_scene(view, &scene);
    cop_position_turn(view->game, view->state, &description);
    cop_text_add(&description, ". Position: ");
    cop_position_write(view, &description);
    scene.title = view->game->rules->title;
    scene.description = description.bytes;
    cop_scene_draw_svg(&scene, text);
    cop_text_free(&description);
    cop_scene_free(&scene);
}

/* ---- Words ---- */

void cop_position_write(const struct cop_position_view *view, struct cop_text *text)
{
    const struct cop_rules *rules = view->game->rules;
    void *seen = cop_allocate(view->game->state_size);

    if (view->viewer >= 0 && rules->view != NULL)
        rules->view(view->game, view->state, view->viewer, seen);
    else
        memcpy(seen, view->state, view->game->state_size);
    rules->write_position(view->game, seen, text);
    free(seen);
}

/* Keeps the moves whose names begin with `start`; returns how many, and the longest name's length.
 */
static int keep_beginning(const struct cop_game *game, const void *state, const char *start,
                          cop_move *moves, int count, int *longest)
{
    struct cop_text word = COP_TEXT;
    int kept = 0;

    *longest = 1;
    for (int i = 0; i < count; i++) {
        cop_text_clear(&word);
        game->rules->write_move(game, state, moves[i], &word);
        if (strncasecmp(word.bytes, start, strlen(start)) != 0)
            continue;
        *longest = (int)word.length > *longest ? (int)word.length : *longest;
        moves[kept++] = moves[i];
    }
    cop_text_free(&word);
    return kept;
}

int cop_position_moves(const struct cop_game *game, const void *state, const char *start,
                       struct cop_text *text)
{
    enum { WIDTH = 78, INDENT = 2, GAP = 2 };
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int longest, columns;
    int count =
        keep_beginning(game, state, start, moves, game->rules->moves(game, state, moves), &longest);
    struct cop_text word = COP_TEXT;

    columns = (WIDTH - INDENT + GAP) / (longest + GAP);
    columns = columns < 1 ? 1 : columns;
    for (int i = 0; i < count; i++) {
        bool ends_line = (i + 1) % columns == 0 || i + 1 == count;

        cop_text_clear(&word);
        game->rules->write_move(game, state, moves[i], &word);
        cop_text_add(text, "%*s%-*s%s", i % columns == 0 ? INDENT : GAP, "",
                     ends_line ? 0 : longest, word.bytes, ends_line ? "\n" : "");
    }
    cop_text_free(&word);
    free(moves);
    return count;
}

/* "Red", "Red and Blue", "Red, Green and Blue": the players whose payoff is `best`. */
static void add_winners(const struct cop_game *game, const double *payoff, double best, int count,
                        struct cop_text *text)
{
    int written = 0;

    for (int i = 0; i < game->players; i++) {
        if (payoff[i] < best)
            continue;
        cop_text_add(text, "%s%s",
                     written == 0           ? ""
                     : written + 1 == count ? " and "
                                            : ", ",
                     cop_player_name(game, i));
        written++;
    }
}

/* " by 16" where one's points are the other's loss, else " (Red 3, Blue 5, Green 4)". */
static void add_scores(const struct cop_game *game, const void *state, struct cop_text *text)
{
    double first = game->rules->score(game, state, 0);

    if (game->players == 2 && game->rules->score(game, state, 1) == -first) {
        if (first != 0)
            cop_text_add(text, " by %.10g", first > 0 ? first : -first);
        return;
    }
    cop_text_add(text, " (");
    for (int i = 0; i < game->players; i++)
        cop_text_add(text, "%s%s %.10g", i > 0 ? ", " : "", cop_player_name(game, i),
                     game->rules->score(game, state, i));
    cop_text_add(text, ")");
}

void cop_result_in_words(const struct cop_game *game, const void *state, struct cop_text *text)
{
    double payoff[COP_PLAYERS_MAX];
    double best = 0;
    int count = 0;
    bool has_score = game->rules->score != NULL;

    game->rules->payoff(game, state, payoff);
    for (int i = 0; i < game->players; i++)
        best = payoff[i] > best ? payoff[i] : best;
    for (int i = 0; i < game->players; i++)
        count += payoff[i] >= best;
    if (game->players == 1) {
        if (has_score)
            cop_text_add(text, "The score is %.10g", game->rules->score(game, state, 0));
        else
            cop_text_add(text, "The result is %.4g (1 is the best)", payoff[0]);
        return;
    }
    if (count == game->players) {
        cop_text_add(text, "A draw");
    } else {
        add_winners(game, payoff, best, count, text);
        cop_text_add(text, count == 1 ? " wins" : " share the win");
    }
    if (has_score)
        add_scores(game, state, text);
}

void cop_end_in_words(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const char *phrase = cop_ending_of(game, state);

    cop_result_in_words(game, state, text);
    if (phrase != NULL)
        cop_text_add(text, ": %s", phrase);
}

void cop_position_turn(const struct cop_game *game, const void *state, struct cop_text *text)
{
    int turn = game->rules->turn(game, state);

    if (turn == COP_CHANCE) {
        cop_text_add(text, "Chance to move");
    } else if (turn >= 0) {
        cop_text_add(text, "%s to move", cop_player_name(game, turn));
    } else {
        cop_text_add(text, "Over. ");
        cop_end_in_words(game, state, text);
    }
}
