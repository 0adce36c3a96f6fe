/* text.c - moves and positions of Fanorona in words. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "board.h"
#include "games/rows.h"

/* ---- Words for moves ---- */

void fanorona_name_point(const struct fanorona_board *board, int point, char name[8])
{
    int row = point / board->stride + 1;

    name[0] = (char)('a' + point % board->stride);
    name[1] = (char)(row < 10 ? '0' + row : '1');
    name[2] = (char)(row < 10 ? '\0' : '0' + row % 10);
    name[3] = '\0';
}

static void write_point(const struct fanorona_board *board, int point, struct cop_text *text)
{
    char name[8];

    fanorona_name_point(board, point, name);
    cop_text_add(text, "%s", name);
}

static char letter_of(cop_move move)
{
    return "AW"[set_of(move) / DIRECTIONS];
}

/* A further capture begins with the dash, so that the words of a turn add up to b2-c2A-c3A. */
void fanorona_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;

    if (move == STOP) {
        cop_text_add(text, "stop");
        return;
    }
    if (position->visited == 0)
        write_point(board, from_of(move), text);
    cop_text_add(text, "-");
    write_point(board, target_of(board, move), text);
    if (set_of(move) < PAIKA)
        cop_text_add(text, "%c", letter_of(move));
}

/* Steps over `name` at the beginning of `word`, whatever the case; false if it is not there. */
static bool skip(const char **word, const char *name)
{
    size_t length = strlen(name);

    if (strncasecmp(*word, name, length) != 0)
        return false;
    *word += length;
    return true;
}

/* Also without the dash, without the letter where that is clear, and, for a further capture, with
 * the point it starts from or with nothing before its target. */
bool fanorona_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    char from[8], to[8];

    if (move == STOP)
        return false;
    fanorona_name_point(board, from_of(move), from);
    fanorona_name_point(board, target_of(board, move), to);
    if (!skip(&word, from) && position->visited == 0)
        return false;
    skip(&word, "-");
    if (!skip(&word, to))
        return false;
    if (set_of(move) < PAIKA && toupper((unsigned char)*word) == letter_of(move))
        word++;
    return *word == '\0';
}

/* ---- Positions as text ---- */

static struct cop_rows empty_rows(const struct fanorona_board *board)
{
    struct cop_rows picture = {"fanorona", "wb", board->columns, board->rows, 0, {0}};

    memset(picture.at, -1, sizeof picture.at);
    return picture;
}

static struct cop_rows rows_of(const struct fanorona_board *board,
                               const struct fanorona_position *position)
{
    struct cop_rows picture = empty_rows(board);

    for (int side = 0; side < 2; side++)
        for (uint64_t left = position->stones[side]; left != 0; left &= left - 1)
            picture.at[cell_number(board, bit_index(left))] = (signed char)side;
    picture.turn = position->next;
    return picture;
}

/* Where the last step of the turn came from. */
static uint64_t came_from(const struct fanorona_board *board,
                          const struct fanorona_position *position)
{
    return shifted(board, bit_at(position->at), position->heading ^ 4);
}

/* During a turn of several captures its points follow, the last step at the end: "b2-c2-c3". Which
 * way the stone went before that makes no difference, so other points come in the board's order. */
void fanorona_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    struct cop_rows picture = rows_of(board, position);
    uint64_t last_step;

    cop_rows_write(&picture, text);
    if (position->end == DRAWN)
        cop_text_add(text, " draw");
    if (position->visited == 0)
        return;
    last_step = came_from(board, position) | bit_at(position->at);
    cop_text_add(text, " ");
    for (uint64_t left = position->visited & ~last_step; left != 0; left &= left - 1) {
        write_point(board, bit_index(left), text);
        cop_text_add(text, "-");
    }
    write_point(board, bit_index(came_from(board, position)), text);
    cop_text_add(text, "-");
    write_point(board, position->at, text);
}

/* Reads a point of the board and steps over it; -1 if there is none. */
static int read_point(const struct fanorona_board *board, const char **words)
{
    const char *at = *words;
    int column = tolower((unsigned char)*at) - 'a', row = 0;

    if (column < 0 || column >= board->columns || at[1] < '1' || at[1] > '9')
        return -1;
    for (at++; isdigit((unsigned char)*at) && row <= board->rows; at++)
        row = row * 10 + (*at - '0');
    if (row > board->rows)
        return -1;
    *words = at;
    return point_at(board, column, row - 1);
}

/* The points of an unfinished turn, from `words` into the position. */
static bool read_turn(const struct fanorona_board *board, const char *words,
                      struct fanorona_position *position, struct cop_error *error)
{
    int before = -1, direction = 0;

    for (;;) {
        int point = read_point(board, &words);

        if (point < 0 || (*words != '\0' && *words != '-'))
            return cop_fail(error, "fanorona: after who moves come \"draw\" or the points of an "
                                   "unfinished turn, as b2-c2-c3, or nothing");
        if ((position->visited & bit_at(point)) != 0)
            return cop_fail(error, "fanorona: a stone does not come to a point twice in a turn");
        position->visited |= bit_at(point);
        position->at = (uint8_t)point;
        if (*words == '\0')
            break;
        words++;
        before = point;
    }
    while (direction < DIRECTIONS && before >= 0 &&
           (board->line_of[before][direction] == 0 ||
            shifted(board, bit_at(before), direction) != bit_at(position->at)))
        direction++;
    if (before < 0 || direction == DIRECTIONS)
        return cop_fail(error, "fanorona: the last two points of an unfinished turn must be "
                               "neighbours on a line");
    position->heading = (uint8_t)direction;
    return true;
}

const char *fanorona_name_of(int side)
{
    return side == WHITE ? "White" : "Black";
}

/* What no unfinished turn can leave behind is refused. */
static bool check_turn(const struct fanorona_board *board, const struct fanorona_position *position,
                       struct cop_error *error)
{
    uint64_t own = position->stones[position->next], enemy = position->stones[1 - position->next];
    uint64_t open = board->points & ~(own | enemy);
    uint64_t before = came_from(board, position);
    uint64_t beside = shifted(board, bit_at(position->at), position->heading) |
                      shifted(board, before, position->heading ^ 4);
    int steps = bit_count(position->visited) - 1;
    int stones = board->columns * board->rows / 2;
    struct fanorona_choices choices;

    if ((own & bit_at(position->at)) == 0)
        return cop_fail(error,
                        "fanorona: the last point of the unfinished turn must hold a stone "
                        "of %s, whose turn it is",
                        fanorona_name_of(position->next));
    if ((position->visited & ~bit_at(position->at) & ~open) != 0)
        return cop_fail(error, "fanorona: the points that the unfinished turn has left must be "
                               "empty");
    if ((beside & open) == 0 || bit_count(enemy) + steps > stones)
        return cop_fail(error, "fanorona: the steps of the unfinished turn cannot all have "
                               "captured; the stones are still there");
    fanorona_look(board, position, &choices);
    if (choices.steps == 0)
        return cop_fail(error, "fanorona: the stone of the unfinished turn can capture no more, "
                               "so the turn is over");
    return true;
}

static bool check_stones(const struct fanorona_board *board,
                         const struct fanorona_position *position, struct cop_error *error)
{
    int stones = board->columns * board->rows / 2;

    if ((position->stones[WHITE] | position->stones[BLACK]) == 0)
        return cop_fail(error, "fanorona: there are no stones on the board");
    for (int side = 0; side < 2; side++)
        if (bit_count(position->stones[side]) > stones)
            return cop_fail(error, "fanorona: %s has %d stones and began with %d",
                            fanorona_name_of(side), bit_count(position->stones[side]), stones);
    if (position->stones[1 - position->next] == 0)
        return cop_fail(error, "fanorona: %s has won already and cannot be to move",
                        fanorona_name_of(position->next));
    return true;
}

/* Splits off what follows who moves; returns where that begins, which may be at the end. */
static const char *after_mover(const char *words, char *board_text, size_t room)
{
    size_t length = strcspn(words, " \t");

    length += strspn(words + length, " \t");
    length += strcspn(words + length, " \t");
    if (length >= room)
        length = room - 1;
    memcpy(board_text, words, length);
    board_text[length] = '\0';
    words += length;
    return words + strspn(words, " \t");
}

static bool read_end(const struct fanorona_board *board, const char *rest,
                     struct fanorona_position *position, struct cop_error *error)
{
    struct fanorona_choices choices;

    if (*rest != '\0' && strcasecmp(rest, "draw") != 0)
        return read_turn(board, rest, position, error) && check_turn(board, position, error);
    fanorona_settle(board, position, &choices);
    if (*rest == '\0')
        return true;
    if (position->end == LOST)
        return cop_fail(error, "fanorona: %s has lost, so this is no draw",
                        fanorona_name_of(position->next));
    if (board->quiet_limit == 0)
        return cop_fail(error, "fanorona: there are no draws with repetition=off and quiet=0");
    position->end = DRAWN;
    return true;
}

bool fanorona_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error)
{
    const struct fanorona_board *board = board_of(game);
    struct cop_rows picture = empty_rows(board);
    struct fanorona_position *position = state;
    char board_text[256];
    const char *rest = after_mover(words, board_text, sizeof board_text);

    if (!cop_rows_read(&picture, board_text, error))
        return false;
    memset(position, 0, game->state_size);
    for (uint64_t left = board->points; left != 0; left &= left - 1) {
        int side = picture.at[cell_number(board, bit_index(left))];

        if (side >= 0)
            position->stones[side] |= lowest_bit(left);
    }
    position->next = (uint8_t)picture.turn;
    return check_stones(board, position, error) && read_end(board, rest, position, error);
}
