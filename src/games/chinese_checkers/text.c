/* text.c - moves and positions of Chinese Checkers in words. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "games/chinese_checkers/board.h"
#include "games/reading.h"

/* Of the corners, clockwise from the north: the colour of who starts there, and what positions
 * have for who moves. */
static const char *const corner_names[CHECKERS_CORNERS] = {"Red",  "Yellow", "Green",
                                                           "Blue", "Purple", "Orange"};
static const char *const corner_letters[CHECKERS_CORNERS] = {"N", "NE", "SE", "S", "SW", "NW"};

const char *checkers_seat_name(const struct checkers_board *board, int player)
{
    return corner_names[checkers_seat(board->players, player)];
}

static const char *seat_letters(const struct checkers_board *board, int player)
{
    return corner_letters[checkers_seat(board->players, player)];
}

int checkers_row_start(const struct checkers_board *board, int number)
{
    int first = number;

    while (first > 0 && board->field[first - 1].y == board->field[number].y)
        first--;
    return first;
}

void checkers_write_field(const struct checkers_board *board, int code, struct cop_text *text)
{
    int number = board->number[code];

    cop_text_add(text, "%c%d", 'A' + board->field[number].y + 2 * board->radius,
                 number - checkers_row_start(board, number) + 1);
}

void checkers_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text)
{
    const struct checkers_board *board = checkers_board_of(game);

    (void)state;
    if (move == COP_PASS) {
        cop_text_add(text, "--");
        return;
    }
    checkers_write_field(board, checkers_source(move), text);
    cop_text_add(text, "-");
    checkers_write_field(board, checkers_target(move), text);
}

/* Also "C2D5". */
bool checkers_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word)
{
    const struct checkers_board *board = checkers_board_of(game);
    struct cop_text text = COP_TEXT;
    bool is_same;

    (void)state;
    if (move == COP_PASS)
        return false;
    checkers_write_field(board, checkers_source(move), &text);
    checkers_write_field(board, checkers_target(move), &text);
    is_same = strcasecmp(text.bytes, word) == 0;
    cop_text_free(&text);
    return is_same;
}

static struct checkers_set pieces_of(const struct checkers_board *board,
                                     const struct checkers_position *position, int player)
{
    struct checkers_set own = {{0}};

    for (int i = 0; i < board->pieces; i++)
        checkers_toggle(&own, position->pieces[player * board->pieces + i]);
    return own;
}

void checkers_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;

    for (int player = 0; player < board->players; player++) {
        struct checkers_set own = pieces_of(board, position, player);
        const char *before = player > 0 ? "/" : "";

        for (int i = 0; i < board->fields; i++)
            if (checkers_has(&own, board->field[i].code)) {
                cop_text_add(text, "%s", before);
                checkers_write_field(board, board->field[i].code, text);
                before = ",";
            }
    }
    cop_text_add(text, " %s %d", seat_letters(board, position->turn), position->ply);
}

/* Readers move `*at` past what they have read. */

/* The code of a field, or CHECKERS_NOWHERE. */
static int read_field(const struct checkers_board *board, const char **at)
{
    int row = toupper((unsigned char)**at) - 'A' - 2 * board->radius;
    int index, first = 0;

    if (**at == '\0')
        return CHECKERS_NOWHERE;
    (*at)++;
    if (!read_number(at, board->fields, &index) || index == 0)
        return CHECKERS_NOWHERE;
    while (first < board->fields && board->field[first].y != row)
        first++;
    first += index - 1;
    if (first >= board->fields || board->field[first].y != row)
        return CHECKERS_NOWHERE;
    return board->field[first].code;
}

static bool fail_field(const struct checkers_board *board, const char *what, int player, int code,
                       struct cop_error *error)
{
    struct cop_text name = COP_TEXT;

    checkers_write_field(board, code, &name);
    cop_fail(error, "chinesecheckers: %s has a piece on %s, %s", checkers_seat_name(board, player),
             name.bytes, what);
    cop_text_free(&name);
    return false;
}

static bool read_pieces(const struct checkers_board *board, const char **at, int player,
                        struct checkers_set *taken, uint8_t *own, struct cop_error *error)
{
    for (int i = 0; i < board->pieces; i++) {
        int code;

        if ((i > 0 || player > 0) && *(*at)++ != (i > 0 ? ',' : '/'))
            return cop_fail(error,
                            "chinesecheckers: a position lists %d fields for each of %d players, "
                            "with a comma between fields and a / between players; the list of %s "
                            "is not so",
                            board->pieces, board->players, checkers_seat_name(board, player));
        code = read_field(board, at);
        if (code == CHECKERS_NOWHERE)
            return cop_fail(error,
                            "chinesecheckers: field %d of %s is none of this board; rows are A to "
                            "%c from the top, and their fields are counted from 1 at the left",
                            i + 1, checkers_seat_name(board, player), 'A' + 4 * board->radius);
        if (checkers_has(taken, code))
            return fail_field(board, "which holds another piece already", player, code, error);
        if (!checkers_has(&board->ends[player], code))
            return fail_field(board, "a corner in which no turn of his may end", player, code,
                              error);
        checkers_toggle(taken, code);
        own[i] = (uint8_t)code;
        checkers_move_piece(own, i + 1, i, code);
    }
    return true;
}

static bool read_turn(const struct checkers_board *board, const char **at,
                      struct checkers_position *position, struct cop_error *error)
{
    bool has_blank = skip_blanks(at);
    size_t length = strcspn(*at, " \t\r\n\v\f");
    int player = 0, ply = 0;

    while (player < board->players && (strlen(seat_letters(board, player)) != length ||
                                       strncasecmp(*at, seat_letters(board, player), length) != 0))
        player++;
    if (!has_blank || player == board->players)
        return cop_fail(error,
                        "chinesecheckers: after the fields come a blank and the corner of the "
                        "player who moves, as in \"N\", and he must be one of %d players",
                        board->players);
    *at += length;
    if (skip_blanks(at) && **at != '\0' && !read_number(at, board->limit, &ply))
        return cop_fail(error,
                        "chinesecheckers: the number of turns played is a whole number up to %d",
                        board->limit);
    skip_blanks(at);
    if (**at != '\0')
        return cop_fail(error, "chinesecheckers: \"%.20s\" comes after the end of the position",
                        *at);
    position->turn = (int8_t)player;
    position->ply = (uint16_t)ply;
    return true;
}

/* The result is not written; it follows from the rest. The move that filled the winner's target
 * was the last one. */
static bool find_result(const struct checkers_board *board, const struct checkers_set *taken,
                        struct checkers_position *position, struct cop_error *error)
{
    int mover = (position->turn > 0 ? position->turn : board->players) - 1;

    for (int player = 0; player < board->players; player++) {
        const struct checkers_set *target = &board->target[player];

        if (!checkers_is_full(taken, target) ||
            checkers_count_in(board, position, player, target) == 0)
            continue;
        if (position->result != CHECKERS_GOES_ON)
            return cop_fail(error, "chinesecheckers: %s and %s cannot both have won",
                            checkers_seat_name(board, position->result),
                            checkers_seat_name(board, player));
        if (checkers_count_in(board, position, mover, target) == 0)
            return cop_fail(error,
                            "chinesecheckers: %s has won, but %s, who moved last, has no piece in "
                            "that corner",
                            checkers_seat_name(board, player), checkers_seat_name(board, mover));
        position->result = (int8_t)player;
    }
    if (position->result == CHECKERS_GOES_ON && position->ply == board->limit)
        position->result = CHECKERS_DRAWN;
    return true;
}

bool checkers_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error)
{
    const struct checkers_board *board = checkers_board_of(game);
    union {
        uint64_t words[8];
        struct checkers_position position;
    } read = {{0}};
    struct checkers_position *position = &read.position;
    struct checkers_set taken = {{0}};

    position->result = CHECKERS_GOES_ON;
    for (int player = 0; player < board->players; player++)
        if (!read_pieces(board, &words, player, &taken, position->pieces + player * board->pieces,
                         error))
            return false;
    if (!read_turn(board, &words, position, error) || !find_result(board, &taken, position, error))
        return false;
    memcpy(state, &read, game->state_size);
    return true;
}
