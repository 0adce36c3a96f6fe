/* text.c - moves and positions of Focus in words. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "games/focus/board.h"
#include "games/list.h"
#include "games/reading.h"

/* Writes are frequent where people and records are served, so they avoid formats. Each of these
 * writes at `at` and returns the end. */
static char *put_square(char *at, int square)
{
    *at++ = (char)('a' + focus_column(square));
    *at++ = (char)('0' + FOCUS_SIDE - focus_row(square));
    return at;
}

static char *put_stack(char *at, uint32_t stack)
{
    int height = focus_height(stack);

    if (height == 0)
        *at++ = '-';
    if (height > 1)
        *at++ = '[';
    for (int i = height - 1; i >= 0; i--)
        *at++ = focus_letters[focus_owner(stack, i)];
    if (height > 1)
        *at++ = ']';
    return at;
}

void focus_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text)
{
    char word[8], *at = word;

    (void)game;
    (void)state;
    if (move == COP_PASS) {
        cop_text_add_bytes(text, "--", 2);
        return;
    }
    if (!focus_is_entry(move))
        at = put_square(at, focus_source(move));
    *at++ = focus_is_entry(move) ? '+' : '-';
    at = put_square(at, focus_target(move));
    cop_text_add_bytes(text, word, (size_t)(at - word));
}

/* Also "c3c5". */
bool focus_accepts(const struct cop_game *game, const void *state, cop_move move, const char *word)
{
    char plain[5] = {0};

    (void)game;
    (void)state;
    if (move == COP_PASS || focus_is_entry(move))
        return false;
    put_square(put_square(plain, focus_source(move)), focus_target(move));
    return strcasecmp(plain, word) == 0;
}

void focus_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct focus_position *position = state;
    char rows[FOCUS_SQUARES * (FOCUS_TALLEST + 2) + FOCUS_SIDE], *at = rows;

    for (int square = 0; square < FOCUS_SQUARES; square++) {
        if (square > 0 && focus_row(square) != focus_row(square - 1))
            *at++ = '/';
        at = put_stack(at, position->stacks[square]);
    }
    cop_text_add_bytes(text, rows, (size_t)(at - rows));
    for (int player = 0; player < game->players; player++)
        cop_text_add(text, "%c%d", player > 0 ? ',' : ' ', position->taken[player][player]);
    for (int player = 0; player < game->players; player++)
        for (int other = 0; other < game->players; other++) {
            cop_text_add(text, "%c", other > 0 ? ',' : player > 0 ? '/' : ' ');
            if (other == player)
                cop_text_add(text, "-");
            else
                cop_text_add(text, "%d", position->taken[player][other]);
        }
    cop_text_add(text, " %c %d", focus_letters[position->turn], position->ply);
}

/* Readers move `*at` past what they have read. */

/* The player whose letter it is, or -1. */
static int read_letter(const char **at, int players)
{
    int letter = toupper((unsigned char)**at);

    for (int player = 0; player < players; player++)
        if (focus_letters[player] == letter) {
            (*at)++;
            return player;
        }
    return -1;
}

static bool read_stack(const char **at, int players, uint16_t *stack)
{
    bool is_tall = **at == '[';
    uint32_t pieces = FOCUS_EMPTY;
    int player;

    if (**at == '-' || **at == '.') {
        (*at)++;
        *stack = FOCUS_EMPTY;
        return true;
    }
    if (is_tall)
        (*at)++;
    do {
        player = read_letter(at, players);
        if (player < 0 || focus_height(pieces) == FOCUS_TALLEST)
            return false;
        pieces = pieces << 2 | (uint32_t)player;
    } while (is_tall && **at != ']');
    if (is_tall)
        (*at)++;
    *stack = (uint16_t)pieces;
    return true;
}

bool focus_read_rows(const char **at, int players, uint16_t *stacks, struct cop_error *error)
{
    for (int square = 0; square < FOCUS_SQUARES; square++) {
        int row = focus_row(square);

        if (square > 0 && row != focus_row(square - 1) && *(*at)++ != '/')
            return cop_fail(error,
                            "focus: the rows of a board have 4, 6, 8, 8, 8, 8, 6 and 4 squares, "
                            "with a / between them; row %d does not end there",
                            row);
        if (!read_stack(at, players, &stacks[square]))
            return cop_fail(error,
                            "focus: a square is - or a player's letter (%.*s), or two to five "
                            "letters in [ ] from the bottom up; %c%d is none of them",
                            players, focus_letters, 'a' + focus_column(square), FOCUS_SIDE - row);
    }
    return true;
}

static bool read_taken(const char **at, const struct focus_board *board,
                       struct focus_position *position)
{
    int number;

    for (int player = 0; player < board->players; player++) {
        if ((player == 0 ? !skip_blanks(at) : *(*at)++ != ',') ||
            !read_number(at, board->pieces, &number))
            return false;
        position->taken[player][player] = (uint8_t)number;
    }
    for (int player = 0; player < board->players; player++)
        for (int other = 0; other < board->players; other++) {
            if (other > 0 || player > 0 ? *(*at)++ != (other > 0 ? ',' : '/') : !skip_blanks(at))
                return false;
            if (other == player) {
                if (*(*at)++ != '-')
                    return false;
                continue;
            }
            if (!read_number(at, board->pieces, &number))
                return false;
            position->taken[player][other] = (uint8_t)number;
        }
    return true;
}

static bool read_turn(const char **at, const struct focus_board *board,
                      struct focus_position *position, struct cop_error *error)
{
    int player = -1, ply;

    if (skip_blanks(at))
        player = read_letter(at, board->players);
    if (player < 0)
        return cop_fail(error, "focus: after the captures comes a blank and who moves: %.*s",
                        board->players, focus_letters);
    if (!skip_blanks(at) || !read_number(at, board->limit, &ply) || **at != '\0')
        return cop_fail(error, "focus: a position ends with the number of turns so far, 0 to %d",
                        board->limit);
    position->turn = (uint8_t)player;
    position->ply = (uint16_t)ply;
    return true;
}

static bool check_pieces(const struct focus_board *board, const struct focus_position *position,
                         struct cop_error *error)
{
    int count[FOCUS_PLAYERS] = {0};
    int on_board = 0;

    for (int square = 0; square < FOCUS_SQUARES; square++)
        for (uint32_t stack = position->stacks[square]; stack > FOCUS_EMPTY;
             stack >>= 2, on_board++)
            count[stack & 3]++;
    if (on_board == 0)
        return cop_fail(error, "focus: there is no piece on the board");
    for (int player = 0; player < board->players; player++) {
        for (int other = 0; other < board->players; other++)
            count[player] += position->taken[other][player];
        if (count[player] > board->pieces)
            return cop_fail(error,
                            "focus: %s has %d pieces, captured ones included, and began "
                            "with %d",
                            cop_focus.player_names[player], count[player], board->pieces);
    }
    return true;
}

/* The result is not written; it follows from the rest. */
static bool find_result(const struct focus_board *board, struct focus_position *position,
                        struct cop_error *error)
{
    for (int player = 0; player < board->players; player++) {
        if (!focus_has_won(board, position, player))
            continue;
        if (player == position->turn)
            return cop_fail(error, "focus: %s has won already and cannot be to move",
                            cop_focus.player_names[player]);
        if (position->result != FOCUS_GOES_ON)
            return cop_fail(error, "focus: %s and %s cannot both have won",
                            cop_focus.player_names[position->result - 1],
                            cop_focus.player_names[player]);
        position->result = (uint8_t)(1 + player);
    }
    if (position->result == FOCUS_GOES_ON && position->ply == board->limit)
        position->result = FOCUS_DRAWN;
    return true;
}

bool focus_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error)
{
    const struct focus_board *board = focus_board_of(game);
    struct focus_position position = {{0}, {{0}}, 0, 0, FOCUS_GOES_ON};

    if (!focus_read_rows(&words, board->players, position.stacks, error))
        return false;
    if (!read_taken(&words, board, &position))
        return cop_fail(error,
                        "focus: after the board comes a blank and each player's reserve, as in "
                        "%.*s, a blank and a row of captures for each, as in %s; no number is "
                        "above %d",
                        2 * board->players - 1, "0,0,0,0",
                        board->players == 2   ? "-,0/0,-"
                        : board->players == 3 ? "-,0,0/0,-,0/0,0,-"
                                              : "-,0,0,0/0,-,0,0/0,0,-,0/0,0,0,-",
                        board->pieces);
    if (!read_turn(&words, board, &position, error) || !check_pieces(board, &position, error) ||
        !find_result(board, &position, error))
        return false;
    memcpy(state, &position, sizeof position);
    return true;
}
