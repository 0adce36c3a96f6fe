/* rolit.c - Rolit for 2 to 4 players on 4 x 4, 6 x 6 and 8 x 8 boards
 * (chance-and-multiplayer.md 1.6).
 *
 * Othello in four colours. All pieces that are not the mover's are alike to him, so captures are
 * those of othello_board.h with every other colour as the enemy. Nobody passes and every move fills
 * a square: the game is over when the board is full, and that needs no list of moves to know. */
#include "games/list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "games/bits.h"
#include "games/reading.h"

enum { MIDDLE = 4 };

static const char letters[ROLIT_COLOURS + 1] = "RGYB";

static const struct cop_option options[] = {
    {"players", COP_INTEGER, "2", 2, ROLIT_COLOURS, NULL, "how many play"},
    {"size", COP_CHOICE, "8", 0, 0, "4|6|8", "rows and columns"},
    {NULL},
};

/* ---- Rules ---- */

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    int size = 4 + 2 * cop_choice(game->settings, "size");
    int low = size / 2 - 1;
    struct rolit_board *board = calloc(1, sizeof *board);

    if (board == NULL)
        return cop_fail(error, "rolit: out of memory");
    board->size = size;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            board->squares |= rolit_square(column, row);
    rolit_fill_borders(board);
    /* Clockwise from the upper left, row 1 being the lowest (chance-and-multiplayer.md 1.6.2). */
    board->start[0] = rolit_square(low, low + 1);
    board->start[1] = rolit_square(low + 1, low + 1);
    board->start[2] = rolit_square(low + 1, low);
    board->start[3] = rolit_square(low, low);
    game->tables = board;
    game->state_size = sizeof(struct rolit_position);
    game->players = (int)cop_integer(game->settings, "players");
    game->max_moves = size * size - MIDDLE;
    game->move_kinds = ROLIT_STRIDE * ROLIT_STRIDE;
    game->max_plies = size * size - MIDDLE;
    game->is_constant_sum = true;
    game->score_low = 0;
    game->score_high = size * size;
    return true;
}

static void put(struct rolit_position *position, uint64_t square, uint64_t colour)
{
    position->taken |= square;
    for (int plane = 0; plane < 2; plane++)
        position->planes[plane] |= rolit_plane_of(colour, plane) & square;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct rolit_position position = {0};

    (void)rng;
    for (uint64_t colour = 0; colour < ROLIT_COLOURS; colour++)
        put(&position, rolit_board_of(game)->start[colour], colour);
    memcpy(state, &position, sizeof position);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct rolit_position *position = state;

    return position->taken == rolit_board_of(game)->squares ? COP_OVER : (int)position->turn;
}

/* A move is the number of its square's bit, from 1. */
static cop_move move_to(uint64_t square)
{
    return (cop_move)bit_index(square) + 1;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    int count = 0;

    for (uint64_t left = rolit_placements(state, rolit_board_of(game)->squares); left != 0;
         left &= left - 1)
        out[count++] = move_to(left);
    return count;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct rolit_position *position = state;
    uint64_t square = (uint64_t)1 << (move - 1);

    assert((rolit_placements(position, rolit_board_of(game)->squares) & square) != 0);
    rolit_place(position, square, (uint64_t)game->players);
}

static double score(const struct cop_game *game, const void *state, int player)
{
    (void)game;
    return bit_count(rolit_pieces(state, (uint64_t)player));
}

/* Who share the highest count share the point (chance-and-multiplayer.md 3.11). A colour that
 * nobody plays has a single piece at most and is never first. */
static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    static const double shares[ROLIT_COLOURS + 1] = {0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4};
    int counts[ROLIT_COLOURS];
    int most = 0, winners = 0;

    for (int player = 0; player < game->players; player++) {
        counts[player] = bit_count(rolit_pieces(state, (uint64_t)player));
        if (counts[player] > most) {
            most = counts[player];
            winners = 0;
        }
        winners += counts[player] == most;
    }
    for (int player = 0; player < game->players; player++)
        of_player[player] = counts[player] == most ? shares[winners] : 0;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct rolit_position *position = state;

    (void)game;
    return key_of_words(position->planes[0], position->planes[1],
                        cop_mix(position->taken) + position->turn);
}

/* The square. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct rolit_position *position = state;

    if (turn(game, state) != COP_OVER)
        position->turn = (uint64_t)player;
}

static inline uint64_t draw(uint64_t choices, struct cop_rng *rng)
{
    return nth_bit(choices, cop_rng_below(rng, (uint32_t)bit_count(choices)));
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    return move_to(draw(rolit_placements(state, rolit_board_of(game)->squares), rng));
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    uint64_t squares = rolit_board_of(game)->squares, players = (uint64_t)game->players;
    struct rolit_position position;
    struct cop_rng local = *rng;
    int plies;

    memcpy(&position, state, sizeof position);
    plies = bit_count(squares & ~position.taken);
    if (limit > 0 && limit < plies)
        plies = limit;
    for (int i = 0; i < plies; i++)
        rolit_place(&position, draw(rolit_placements(&position, squares), &local), players);
    memcpy(state, &position, sizeof position);
    *rng = local;
    return plies;
}

/* ---- People ---- */

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    int square = (int)move - 1;

    (void)game;
    (void)state;
    cop_text_add(text, "%c%d", 'a' + square % ROLIT_STRIDE, square / ROLIT_STRIDE + 1);
}

/* The colour on a square, or -1. */
static int colour_at(const struct rolit_position *position, uint64_t square)
{
    if ((position->taken & square) == 0)
        return -1;
    return ((position->planes[0] & square) != 0) + 2 * ((position->planes[1] & square) != 0);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct rolit_position *position = state;
    int size = rolit_board_of(game)->size;
    char words[ROLIT_STRIDE * (ROLIT_STRIDE + 1) + 4], *at = words;

    for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++) {
            int colour = colour_at(position, rolit_square(column, row));

            *at++ = colour < 0 ? '.' : letters[colour];
        }
        *at++ = row > 0 ? '/' : ' ';
    }
    *at++ = letters[position->turn];
    *at++ = ' ';
    *at++ = (char)('0' + game->players);
    cop_text_add_bytes(text, words, (size_t)(at - words));
}

/* The colour whose letter it is, or -1. */
static int read_letter(char letter)
{
    const char *found = letter != '\0' ? strchr(letters, toupper((unsigned char)letter)) : NULL;

    return found != NULL ? (int)(found - letters) : -1;
}

/* Reads the squares and moves `*at` behind them. */
static bool read_squares(const char **at, int size, struct rolit_position *position,
                         struct cop_error *error)
{
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column <= size; column++) {
            char letter = **at;
            int colour = read_letter(letter);

            if (column == size && row == 0)
                continue;
            if (column == size ? letter != '/' : colour < 0 && letter != '.' && letter != '-')
                return cop_fail(error,
                                "rolit: a position begins with %d rows of %d squares from the top, "
                                "each R, G, Y, B or a point, with / between rows; row %d is not so",
                                size, size, row + 1);
            if (column < size && colour >= 0)
                put(position, rolit_square(column, row), (uint64_t)colour);
            (*at)++;
        }
    return true;
}

static bool read_turn(const char *at, const struct cop_game *game, struct rolit_position *position,
                      struct cop_error *error)
{
    int mover = skip_blanks(&at) ? read_letter(*at) : -1;

    if (mover < 0 || mover >= game->players)
        return cop_fail(error, "rolit: after the squares comes a blank and who moves, one of %.*s",
                        game->players, letters);
    at++;
    if (!skip_blanks(&at) || at[0] < '2' || at[0] > '4' || at[1] != '\0')
        return cop_fail(error, "rolit: a position ends with a blank and the number of players, %d",
                        game->players);
    if (at[0] - '0' != game->players)
        return cop_fail(error,
                        "rolit: this is a position for %c players and the game has %d; "
                        "open rolit(players=%c) for it",
                        at[0], game->players, at[0]);
    position->turn = (uint64_t)mover;
    return true;
}

static bool fail_at(struct cop_error *error, uint64_t square, const char *why)
{
    int index = bit_index(square);

    return cop_fail(error, "rolit: %s, but %c%d is not so", why, 'a' + index % ROLIT_STRIDE,
                    index / ROLIT_STRIDE + 1);
}

/* What every game keeps: the middle is taken, pieces hang together, and a colour that nobody plays
 * has no piece but its first. */
static bool check_pieces(const struct cop_game *game, const struct rolit_position *position,
                         struct cop_error *error)
{
    const struct rolit_board *board = rolit_board_of(game);
    uint64_t middle = 0, reached, before = 0, strange = 0;

    for (int colour = 0; colour < ROLIT_COLOURS; colour++) {
        middle |= board->start[colour];
        if (colour >= game->players)
            strange |= rolit_pieces(position, (uint64_t)colour) & ~board->start[colour];
    }
    if ((middle & ~position->taken) != 0)
        return fail_at(error, middle & ~position->taken,
                       "the four squares in the middle are never empty");
    if (strange != 0)
        return fail_at(error, strange,
                       "a colour that nobody plays has no piece but the one it starts with");
    for (reached = middle; reached != before;) {
        before = reached;
        reached = rolit_spread(reached) & position->taken;
    }
    if (reached != position->taken)
        return fail_at(error, position->taken & ~reached,
                       "every piece is joined to the middle by other pieces");
    return true;
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct rolit_position position = {0};

    if (!read_squares(&words, rolit_board_of(game)->size, &position, error) ||
        !read_turn(words, game, &position, error) || !check_pieces(game, &position, error))
        return false;
    memcpy(state, &position, sizeof position);
    return true;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *scene_out)
{
    static const char *const colours[ROLIT_COLOURS] = {"red", "green", "yellow", "blue"};
    const struct rolit_position *position = state;
    int size = rolit_board_of(game)->size;

    (void)viewer;
    for (int colour = 0; colour < ROLIT_COLOURS; colour++)
        scene_out->owners[colour] = colours[colour];
    cop_scene_board(scene_out, size, size, false, COP_LIGHT, COP_LIGHT);
    for (int i = 0; i < size * size; i++) {
        int colour = colour_at(position, rolit_square(i % size, size - 1 - i / size));

        if (colour >= 0)
            cop_scene_piece(scene_out, i, colour, 0, COP_DISC, "");
    }
    for (int colour = 0; colour < ROLIT_COLOURS; colour++) {
        const char *name = cop_rolit.player_names[colour];
        int count = bit_count(rolit_pieces(position, (uint64_t)colour));

        cop_scene_label(scene_out, (float)size + 0.8f, (float)colour,
                        colour < game->players ? "%s %d" : "%s %d, nobody's", name, count);
    }
}

/* Cells are numbered from the top left corner, squares from the lower left one. */
static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    int size = rolit_board_of(game)->size, square = (int)move - 1;

    (void)state;
    cells[0] = (size - 1 - square / ROLIT_STRIDE) * size + square % ROLIT_STRIDE;
    return 1;
}

static const char lesson[] =
    "Two, three or four players place pieces in turn: Red, Green, Yellow, Blue. One piece of each "
    "colour stands in the middle from the start; with fewer than four players some of them belong "
    "to nobody.\n"
    "\n"
    "A piece goes on an empty square such that at least one straight, unbroken run of pieces of "
    "other colours, across, upright or slanting, lies between it and another piece of your own. "
    "The run may mix colours, also ones that nobody plays. All such runs are captured: their "
    "pieces take your colour. Pieces that changed colour capture nothing further.\n"
    "\n"
    "Who can capture must. Who cannot, even without a single piece left, places one on any empty "
    "square that touches a piece, also at a corner, and captures nothing. So nobody passes and "
    "nobody is out. The game is over when the board is full. Most pieces win; players who share "
    "the highest count share the point.\n"
    "\n"
    "A move is the square's column, a for the leftmost, and its row, 1 for the lowest. Red's first "
    "moves on the large board are f5, d3 and f3: f5 captures Green's piece on e5. Green then has "
    "no piece and may go to any of the 14 squares around.\n"
    "\n"
    "A position is the rows from the top with / between them, R, G, Y or B for a piece and a point "
    "for an empty square, then a blank, who moves, a blank and the number of players. The start of "
    "two players on a 4 x 4 board is ..../.RG./.BY./.... R 2.\n";

const struct cop_rules cop_rolit = {
    .name = "rolit",
    .title = "Rolit",
    .summary = "Othello in four colours for 2 to 4 players; most pieces win",
    .lesson = lesson,
    .player_names = {"Red", "Green", "Yellow", "Blue"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .move_kind = move_kind,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = rolit_evaluators,
    .orderings = rolit_orderings,
};
