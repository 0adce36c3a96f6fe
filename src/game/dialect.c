/* dialect.c - our words, taken apart into squares and written anew. */
#include "game/dialect.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "game/grid.h"

const char cop_dialect_choices[] = "own|squares|fairy";

enum { SQUARES_MAX = 3 };

/* The length of a letter with a number after it; 0: no square begins here. */
static size_t square_at(const char *words)
{
    size_t digits = isalpha((unsigned char)words[0]) ? strspn(words + 1, "0123456789") : 0;

    return digits > 0 ? 1 + digits : 0;
}

/* What is between squares says how pieces move, which the squares say as well. What follows the
 * last one is kept: it tells moves apart. Words without squares are left as they are. */
static void add_squares(const char *words, struct cop_text *text)
{
    bool has_squares = strpbrk(words, "0123456789") != NULL;

    for (; *words != '\0'; words++) {
        bool is_mark = *words == '-' || (*words == 'x' && square_at(words + 1) > 0);

        if (!is_mark || !has_squares)
            cop_text_add(text, "%c", tolower((unsigned char)*words));
    }
}

/* How many squares the words are, with or without marks between them; 0 if there is anything else
 * in them. */
static int find_squares(const char *words, const char *squares[SQUARES_MAX])
{
    int count = 0;

    while (*words != '\0' && count < SQUARES_MAX) {
        size_t length = square_at(words);

        if (length == 0)
            return 0;
        squares[count++] = words;
        words += length;
        words += (*words == '-' || *words == 'x') && square_at(words + 1) > 0;
    }
    return *words == '\0' ? count : 0;
}

/* Where a stone is after the move and none was before; false if that is not one point. */
static bool find_new_stone(const struct cop_game *game, const void *state, cop_move move,
                           struct cop_text *text)
{
    unsigned char *after = cop_allocate(game->state_size);
    struct cop_grid before, then;
    int found = 0, column = 0, row = 0;

    memcpy(after, state, game->state_size);
    game->rules->play(game, after, move);
    if (cop_grid_read(game, state, &before) && cop_grid_read(game, after, &then))
        for (int i = 0; i < then.rows * then.columns; i++)
            if (before.points[i / then.columns][i % then.columns] == '.' &&
                then.points[i / then.columns][i % then.columns] != '.') {
                column = i % then.columns;
                row = i / then.columns;
                found++;
            }
    free(after);
    if (found == 1)
        cop_text_add(text, "P@%c%d", 'a' + column, row + 1);
    return found == 1;
}

static void add_fairy(const struct cop_game *game, const void *state, cop_move move,
                      const char *words, struct cop_text *text)
{
    const char *squares[SQUARES_MAX];
    int count = find_squares(words, squares);

    if (count == 1) {
        cop_text_add(text, "P@");
    } else if (count == SQUARES_MAX) {
        size_t to = square_at(squares[1]);

        cop_text_add_bytes(text, squares[0], square_at(squares[0]));
        cop_text_add_bytes(text, squares[1], to);
        cop_text_add(text, ",");
        cop_text_add_bytes(text, squares[1], to);
        words = squares[2];
    } else if (strlen(words) == 1 && find_new_stone(game, state, move, text)) {
        return;
    }
    add_squares(words, text);
}

void cop_dialect_write(enum cop_dialect dialect, const struct cop_game *game, const void *state,
                       cop_move move, struct cop_text *text)
{
    struct cop_text own = COP_TEXT;

    game->rules->write_move(game, state, move, &own);
    if (dialect == COP_DIALECT_OWN)
        cop_text_add(text, "%s", own.bytes);
    else if (move == COP_PASS)
        cop_text_add(text, "0000");
    else if (dialect == COP_DIALECT_SQUARES)
        add_squares(own.bytes, text);
    else
        add_fairy(game, state, move, own.bytes, text);
    cop_text_free(&own);
}

/* Engines for variants of chess also pass by @@@@ and by a piece that stays where it is. */
static bool is_pass(enum cop_dialect dialect, const char *word, const char *written)
{
    const char *squares[SQUARES_MAX];

    if (dialect != COP_DIALECT_FAIRY || strcmp(written, "0000") != 0)
        return false;
    return strcmp(word, "@@@@") == 0 ||
           (find_squares(word, squares) == 2 && square_at(squares[0]) == strlen(squares[1]) &&
            strncmp(squares[0], squares[1], strlen(squares[1])) == 0);
}

bool cop_dialect_read(enum cop_dialect dialect, const struct cop_game *game, const void *state,
                      const char *word, cop_move *move, struct cop_error *error)
{
    struct cop_text written = COP_TEXT;
    cop_move *moves;
    int count, found = 0;

    if (dialect == COP_DIALECT_OWN)
        return cop_move_read(game, state, word, move, error);
    moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        cop_text_clear(&written);
        cop_dialect_write(dialect, game, state, moves[i], &written);
        if (strcasecmp(written.bytes, word) != 0 && !is_pass(dialect, word, written.bytes))
            continue;
        *move = moves[i];
        found++;
    }
    cop_text_free(&written);
    free(moves);
    if (found > 1)
        return cop_fail(error, "\"%.40s\" may be %d moves; use the game's own notation", word,
                        found);
    return found == 1 || cop_fail(error, "\"%.40s\" is not a legal move", word);
}
