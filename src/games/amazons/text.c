/* text.c - moves and positions of the Amazons in words (amazons-play.md 1.9). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

/* ---- Moves ---- */

void amazons_write_square(int square, struct cop_text *text)
{
    cop_text_add(text, "%c%d", 'a' + square % AMAZONS_STRIDE, square / AMAZONS_STRIDE + 1);
}

/* Reads a square of the largest board and steps over it; -1 if there is none. */
static int read_square(const char **word)
{
    const char *at = *word;
    int column = tolower((unsigned char)at[0]) - 'a', row;

    if (column < 0 || column >= AMAZONS_SIDE_MAX || at[1] < '1' || at[1] > '9')
        return -1;
    row = at[1] - '0';
    at += 2;
    if (row == 1 && *at == '0') {
        row = 10;
        at++;
    }
    *word = at;
    return (row - 1) * AMAZONS_STRIDE + column;
}

void amazons_write_move(const struct cop_game *game, const void *state, cop_move move,
                        struct cop_text *text)
{
    (void)game;
    (void)state;
    if (move == AMAZONS_PASS) {
        cop_text_add(text, "pass");
        return;
    }
    for (int part = 0; part < 3; part++) {
        int square = amazons_move_part(move, part);

        if (square < 0)
            continue;
        if (part == AMAZONS_ARROW && amazons_move_part(move, AMAZONS_TO) >= 0)
            cop_text_add(text, "-");
        amazons_write_square(square, text);
    }
}

/* Also d1d7g7, d1-d7-g7, d1-d7/g7 and d1-d7(g7); the shot alone may have its sign too. */
bool amazons_accepts(const struct cop_game *game, const void *state, cop_move move,
                     const char *word)
{
    (void)game;
    (void)state;
    if (move == AMAZONS_PASS)
        return false;
    for (int part = 0; part < 3; part++) {
        bool is_open = false;

        if (amazons_move_part(move, part) < 0)
            continue;
        if (part != AMAZONS_FROM && *word == '-')
            word++;
        else if (part == AMAZONS_ARROW && (*word == '/' || *word == '('))
            is_open = *word++ == '(';
        if (read_square(&word) != amazons_move_part(move, part))
            return false;
        if (is_open && *word++ != ')')
            return false;
    }
    return *word == '\0';
}

/* ---- Positions ---- */

static struct cop_rows empty_rows(const struct amazons_board *board)
{
    struct cop_rows picture = {"amazons", "WBx", board->columns, board->rows, 0, {0}};

    memset(picture.at, -1, sizeof picture.at);
    return picture;
}

struct cop_rows amazons_rows(const struct amazons_board *board,
                             const struct amazons_position *position)
{
    struct cop_rows picture = empty_rows(board);
    amazons_set sets[3] = {amazons_of(position, AMAZONS_WHITE), amazons_of(position, AMAZONS_BLACK),
                           amazons_burnt(position)};

    for (int kind = 0; kind < 3; kind++)
        for (amazons_set left = sets[kind]; left != 0; left &= left - 1)
            picture.at[amazons_cell(board, amazons_first(left))] = (signed char)kind;
    picture.turn = position->mover;
    return picture;
}

void amazons_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct cop_rows picture = amazons_rows(board, position);

    cop_rows_write(&picture, text);
    text->bytes[text->length - 1] = position->mover == AMAZONS_WHITE ? 'w' : 'b';
    if (position->landed != AMAZONS_NOWHERE) {
        cop_text_add(text, " ");
        amazons_write_square(position->landed, text);
    }
    if (board->passes > 0)
        cop_text_add(text, " p%d", position->passes);
}

static bool read_rows(const struct amazons_board *board, const char *words,
                      struct amazons_position *position, struct cop_error *error)
{
    struct cop_rows picture = empty_rows(board);
    amazons_set planes[2] = {0, 0};

    if (!cop_rows_read(&picture, words, error))
        return false;
    for (amazons_set left = board->squares; left != 0; left &= left - 1) {
        int square = amazons_first(left), kind = picture.at[amazons_cell(board, square)];

        for (int plane = 0; plane < 2; plane++)
            if (kind == plane || kind == AMAZONS_BURNT)
                planes[plane] |= amazons_square(square);
    }
    if (planes[0] == planes[1])
        return cop_fail(error, "amazons: there are no amazons on the board");
    for (int plane = 0; plane < 2; plane++)
        amazons_put(position, plane, planes[plane]);
    position->mover = (uint8_t)picture.turn;
    return true;
}

/* The square of an amazon that has moved and not shot. */
static bool read_landed(const struct amazons_board *board, const char *word,
                        struct amazons_position *position, struct cop_error *error)
{
    const char *end = word;
    int square = read_square(&end);

    if (square < 0 || *end != '\0')
        return cop_fail(error,
                        "amazons: after who moves may follow the square of the amazon that has to "
                        "shoot%s; \"%.20s\" is none",
                        board->passes > 0 ? " and how often Black may still pass, as in p2" : "",
                        word);
    if (!board->is_split)
        return cop_fail(error, "amazons: \"%.20s\": a shot can wait only with split=on", word);
    if (!amazons_has(amazons_of(position, position->mover), square))
        return cop_fail(error, "amazons: \"%.20s\": no amazon of the side to move stands there",
                        word);
    if ((amazons_spread(amazons_square(square)) & amazons_empty(board, position)) == 0)
        return cop_fail(error,
                        "amazons: \"%.20s\": the amazon there has nothing to shoot at, not even "
                        "the square it left",
                        word);
    position->landed = (uint8_t)square;
    return true;
}

static bool read_passes(const struct amazons_board *board, const char *word,
                        struct amazons_position *position, struct cop_error *error)
{
    char *end;
    long passes = strtol(word + 1, &end, 10);

    if (!isdigit((unsigned char)word[1]) || *end != '\0' || passes > board->passes)
        return cop_fail(error,
                        "amazons: \"%.20s\" is no number of passes; Black has p0 to p%d in this "
                        "game",
                        word, board->passes);
    position->passes = (uint8_t)passes;
    return true;
}

/* Cuts the first word off and returns what follows it. */
static char *cut_word(char *words)
{
    words += strcspn(words, " \t");
    if (*words == '\0')
        return words;
    *words++ = '\0';
    return words + strspn(words, " \t");
}

bool amazons_read_position(const struct cop_game *game, const char *words, void *state,
                           struct cop_error *error)
{
    const struct amazons_board *board = amazons_board_of(game);
    struct amazons_position position = {.landed = AMAZONS_NOWHERE,
                                        .passes = (uint8_t)board->passes};
    char copy[256], *rest, *next;

    if (snprintf(copy, sizeof copy, "%s", words) >= (int)sizeof copy)
        return cop_fail(error, "amazons: no position takes %zu characters", strlen(words));
    rest = copy + strcspn(copy, " \t");
    rest += strspn(rest, " \t");
    rest = cut_word(rest);
    if (!read_rows(board, copy, &position, error))
        return false;
    next = cut_word(rest);
    if (*rest != '\0' && tolower((unsigned char)*rest) != 'p') {
        if (!read_landed(board, rest, &position, error))
            return false;
        rest = next;
        next = cut_word(rest);
    }
    if (*rest != '\0' && !read_passes(board, rest, &position, error))
        return false;
    if (*next != '\0')
        return cop_fail(error, "amazons: \"%.40s\" at the end of the position means nothing", next);
    if (position.landed == AMAZONS_NOWHERE)
        amazons_settle(board, &position);
    memcpy(state, &position, sizeof position);
    return true;
}
