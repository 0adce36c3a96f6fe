/* text.c - moves and positions of Morpion Solitaire in words.
 *
 * A position is its lines, in any order. Whether they can have been drawn is found backwards: the
 * last line has a point that no other line has. Which such line is taken away first does not
 * matter, because what it leaves could not have needed it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board.h"
#include "games/reading.h"

static const char cross_word[] = "cross";

void morpion_name_place(struct place place, char name[8])
{
    snprintf(name, 8, "%c%d", (char)('a' + place.x), (place.y + 1) % 100);
}

static void write_line(const struct board *board, struct line line, struct cop_text *text)
{
    char first[8], last[8];

    morpion_name_place(line.first, first);
    morpion_name_place(place_at(line.first, line.direction, board->span - 1), last);
    cop_text_add(text, "%s-%s", first, last);
}

void morpion_write_move(const struct cop_game *game, const void *state, cop_move move,
                        struct cop_text *text)
{
    (void)state;
    write_line(board_of(game), line_of_move(move), text);
}

static bool read_place(const struct board *board, const char **at, struct place *place)
{
    int row;

    if (!isalpha((unsigned char)**at))
        return false;
    place->x = tolower((unsigned char)**at) - 'a';
    (*at)++;
    if (!read_number(at, board->side, &row))
        return false;
    place->y = row - 1;
    return is_on_paper(board, *place);
}

/* Two ends of a line, in either order; `*at` points behind them. */
static bool read_line(const struct board *board, const char **at, struct line *line)
{
    struct place from, to;

    if (!read_place(board, at, &from) || *(*at)++ != '-' || !read_place(board, at, &to))
        return false;
    return morpion_line_between(board, from, to, line);
}

/* The line from its other end, or only its new point, if no other line could have that. */
bool morpion_accepts(const struct cop_game *game, const void *state, cop_move move,
                     const char *word)
{
    const struct board *board = board_of(game);
    struct line line = line_of_move(move), read;
    struct place new_point =
        place_at(line.first, line.direction, missing_point(board, state, line));
    struct place place;
    const char *at = word;

    if (read_place(board, &at, &place) && *at == '\0')
        return place.x == new_point.x && place.y == new_point.y;
    at = word;
    return read_line(board, &at, &read) && *at == '\0' && line_number(read) == line_number(line);
}

void morpion_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    cop_move lines[LINES_MAX];
    int count = list_lines(board, position->lines, lines);

    cop_text_add(text, "%s", cross_word);
    for (int i = 0; i < count; i++) {
        cop_text_add(text, " ");
        write_line(board, line_of_move(lines[i]), text);
    }
}

/* ---- Reading a position ---- */

struct drawing {
    const struct board *board;
    int count;
    struct line lines[CELLS_MAX];
    uint8_t covered[CELLS_MAX]; /* by so many lines; points of the cross by two more */
};

static int cell_on(struct line line, int at)
{
    struct place place = place_at(line.first, line.direction, at);

    return place.y * SIDE_MAX + place.x;
}

static void cover(struct drawing *drawing, struct line line, int change)
{
    for (int at = 0; at < drawing->board->span; at++)
        drawing->covered[cell_on(line, at)] += (uint8_t)change;
}

/* One line; two of one direction that overlap are refused when they are drawn. */
static bool read_next_line(struct drawing *drawing, const char **at, struct cop_error *error)
{
    const char *word = *at;
    struct line line;

    if (!read_line(drawing->board, at, &line) || (**at != '\0' && !skip_blanks(at)))
        return cop_fail(error,
                        "morpion: \"%.20s\" does not begin with a line; write the ends of one, %d "
                        "points from each other, as in a3-%c3",
                        word, drawing->board->span - 1, 'a' + drawing->board->span - 1);
    if (drawing->count == drawing->board->bound)
        return cop_fail(error, "morpion: no game has more than %d lines", drawing->board->bound);
    drawing->lines[drawing->count++] = line;
    cover(drawing, line, 1);
    return true;
}

static bool read_lines(struct drawing *drawing, const char *at, struct cop_error *error)
{
    size_t length = strlen(cross_word);

    if (strncasecmp(at, cross_word, length) != 0)
        return cop_fail(error, "morpion: a position begins with the word \"%s\", and not \"%.20s\"",
                        cross_word, at);
    at += length;
    if (*at != '\0' && !skip_blanks(&at))
        return cop_fail(error, "morpion: after \"%s\" comes a blank, and not \"%.20s\"", cross_word,
                        at);
    while (*at != '\0')
        if (!read_next_line(drawing, &at, error))
            return false;
    return true;
}

static bool has_own_point(const struct drawing *drawing, struct line line)
{
    for (int at = 0; at < drawing->board->span; at++)
        if (drawing->covered[cell_on(line, at)] == 1)
            return true;
    return false;
}

/* Puts the lines into an order in which they can be drawn, if there is one: from the back, each
 * time a line with a point of its own. If there is none, drawing them names a line. */
static void order_lines(struct drawing *drawing)
{
    for (int left = drawing->count; left > 0; left--) {
        int last = left - 1;
        struct line line;

        while (last >= 0 && !has_own_point(drawing, drawing->lines[last]))
            last--;
        if (last < 0)
            return;
        line = drawing->lines[last];
        drawing->lines[last] = drawing->lines[left - 1];
        drawing->lines[left - 1] = line;
        cover(drawing, line, -1);
    }
}

static bool fail_line(const struct board *board, struct line line, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    write_line(board, line, &text);
    cop_fail(error,
             "morpion: the line %s cannot be drawn together with the others: each line needs all "
             "its points but one, and room among those of its direction",
             text.bytes);
    cop_text_free(&text);
    return false;
}

static bool draw_lines(const struct drawing *drawing, struct position *position,
                       struct cop_error *error)
{
    morpion_set_up(drawing->board, position);
    for (int i = 0; i < drawing->count; i++) {
        struct line line = drawing->lines[i];

        if (!has(&position->legal[line.direction], line.first))
            return fail_line(drawing->board, line, error);
        morpion_draw(drawing->board, position, line);
    }
    return true;
}

bool morpion_read_position(const struct cop_game *game, const char *words, void *state,
                           struct cop_error *error)
{
    struct drawing drawing = {.board = board_of(game)};

    for (int y = 0; y < SIDE_MAX; y++)
        for (int x = 0; x < SIDE_MAX; x++)
            drawing.covered[y * SIDE_MAX + x] =
                2 * has(&drawing.board->cross, (struct place){x, y});
    if (!read_lines(&drawing, words, error))
        return false;
    order_lines(&drawing);
    return draw_lines(&drawing, state, error);
}
