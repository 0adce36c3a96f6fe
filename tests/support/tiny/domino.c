/* domino.c - dominoes on a small board, one player's upright and the other's lying: Domineering.
 *
 * Whoever cannot place one loses. Dominoes wall areas off from each other, so that a position is a
 * sum of parts: some cold, where one side has moves in store, some hot, where whoever is first
 * gains. It has nothing to speed a search up but the worth of areas that only one side can use. */
#include <string.h>

#include "tiny.h"

enum { SIDE_MAX = 6, STRIDE = 8 };

struct domino {
    uint64_t open; /* squares without a domino, 8 to a row from the bottom */
    uint64_t mover;
};

static const struct cop_option options[] = {
    {"columns", COP_INTEGER, "4", 1, SIDE_MAX, NULL, "columns of the board"},
    {"rows", COP_INTEGER, "3", 1, SIDE_MAX, NULL, "rows of the board"},
    {"split", COP_FLAG, "off", 0, 0, NULL, "a game that says it is no sum"},
    {NULL}};

static int columns_of(const struct cop_game *game)
{
    return (int)cop_integer(game->settings, "columns");
}

static int rows_of(const struct cop_game *game)
{
    return (int)cop_integer(game->settings, "rows");
}

/* From a domino's square to its other one. */
static int step_of(int player)
{
    return player == 0 ? STRIDE : 1;
}

/* The squares on which a player's domino can have its lower or left half. */
static uint64_t places(const struct domino *domino, int player)
{
    return domino->open & domino->open >> step_of(player);
}

static bool open(struct cop_game *game, struct cop_error *error)
{
    int squares = columns_of(game) * rows_of(game);

    if (squares < 2)
        return cop_fail(error, "a board of one square has no room for a domino");
    game->state_size = sizeof(struct domino);
    game->players = 2;
    game->max_moves = squares;
    game->move_kinds = 2 * SIDE_MAX * STRIDE;
    game->max_plies = squares / 2;
    game->is_constant_sum = true;
    game->score_high = squares / 2 + 0.5;
    game->score_low = -game->score_high;
    game->score_is_margin = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct domino *domino = state;

    (void)rng;
    memset(domino, 0, sizeof *domino);
    for (int row = 0; row < rows_of(game); row++)
        domino->open |= ((1ULL << columns_of(game)) - 1) << (STRIDE * row);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct domino *domino = state;

    (void)game;
    return places(domino, (int)domino->mover) == 0 ? COP_OVER : (int)domino->mover;
}

/* A move is its lower or left square and whose it is, from 1 on. */
static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct domino *domino = state;
    int count = 0;

    (void)game;
    for (uint64_t left = places(domino, (int)domino->mover); left != 0; left &= left - 1)
        out[count++] = (cop_move)(2 * __builtin_ctzll(left) + (int)domino->mover + 1);
    return count;
}

static int square_of(cop_move move)
{
    return (int)(move - 1) / 2;
}

static int player_of(cop_move move)
{
    return (int)(move - 1) % 2;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct domino *domino = state;
    int square = square_of(move);

    (void)game;
    domino->open &= ~(1ULL << square | 1ULL << (square + step_of(player_of(move))));
    domino->mover ^= 1;
}

static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

/* The most dominoes that a player can place alone: each stretch of squares in his direction holds
 * half as many. */
static int alone(const struct domino *domino, int player)
{
    struct domino left = *domino;
    int count = 0;

    for (; places(&left, player) != 0; count++) {
        int square = __builtin_ctzll(places(&left, player));

        left.open &= ~(1ULL << square | 1ULL << (square + step_of(player)));
    }
    return count;
}

static double score(const struct cop_game *game, const void *state, int player)
{
    const struct domino *domino = state;
    double first = alone(domino, 0) - alone(domino, 1) + (domino->mover == 0 ? -0.5 : 0.5);

    (void)game;
    return player == 0 ? first : -first;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct domino *domino = state;

    (void)game;
    of_player[0] = (double)domino->mover;
    of_player[1] = 1 - of_player[0];
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    return tiny_key(state, game->state_size);
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    int square = square_of(move);

    (void)game;
    (void)state;
    cop_text_add(text, "%c%d", 'a' + square % STRIDE, square / STRIDE + 1);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct domino *domino = state;

    for (int row = rows_of(game) - 1; row >= 0; row--) {
        for (int column = 0; column < columns_of(game); column++)
            cop_text_add(text, "%c",
                         (domino->open >> (row * STRIDE + column) & 1) != 0 ? '.' : '#');
        cop_text_add(text, row > 0 ? "/" : " ");
    }
    cop_text_add(text, "%c", domino->mover == 0 ? 'U' : 'L');
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct domino domino = {0, 0};
    int columns = columns_of(game), rows = rows_of(game);
    const char *at = words;

    for (int row = rows - 1; row >= 0; row--, at++) {
        for (int column = 0; column < columns && (*at == '.' || *at == '#'); column++, at++)
            domino.open |= (uint64_t)(*at == '.') << (row * STRIDE + column);
        if (*at != (row > 0 ? '/' : ' ') || at - words != (rows - row) * (columns + 1) - 1)
            break;
    }
    if (at - words != rows * (columns + 1) || (*at != 'U' && *at != 'L') || at[1] != '\0')
        return cop_fail(error,
                        "\"%s\" is not a position: write %d rows of %d squares, '.' or '#', from "
                        "the top, with '/' between them, and who moves, U or L",
                        words, rows, columns);
    domino.mover = *at == 'L';
    memcpy(state, &domino, sizeof domino);
    return true;
}

static int cell_of(const struct cop_game *game, int square)
{
    return square / STRIDE * columns_of(game) + square % STRIDE;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct domino *domino = state;

    (void)viewer;
    for (int row = 0; row < rows_of(game); row++)
        for (int column = 0; column < columns_of(game); column++) {
            int cell = cop_scene_cell(picture, (float)column, (float)(rows_of(game) - row),
                                      COP_HOLE, COP_FELT, "");

            if ((domino->open >> (row * STRIDE + column) & 1) == 0)
                cop_scene_piece(picture, cell, -1, 0, COP_DISC, "");
        }
}

static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    int square = square_of(move);

    (void)state;
    cells[0] = cell_of(game, square);
    cells[1] = cell_of(game, square + step_of(player_of(move)));
    return 2;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    (void)game;
    ((struct domino *)state)->mover = (uint64_t)player;
}

static int moves_left(const struct cop_game *game, const void *state)
{
    (void)game;
    return __builtin_popcountll(((const struct domino *)state)->open) / 2;
}

/* ---- Sums ---- */

static uint64_t flood(uint64_t from, uint64_t within)
{
    for (;;) {
        uint64_t next = (from | from << 1 | from >> 1 | from << STRIDE | from >> STRIDE) & within;

        if (next == from)
            return from;
        from = next;
    }
}

static int parts(const struct cop_game *game, const void *state, void *out, int room)
{
    const struct domino *domino = state;
    struct domino *part = out;
    int count = 0;

    (void)game;
    for (uint64_t left = domino->open; left != 0;) {
        uint64_t area = flood(left & -left, left);

        left &= ~area;
        if ((area & (area - 1)) == 0)
            continue; /* a single square */
        if (count < room)
            part[count] = (struct domino){area, domino->mover};
        count++;
    }
    return count > 0 ? count : 1;
}

static const char *unfit(const struct cop_game *game)
{
    return cop_flag(game->settings, "split") ? "it was told so" : NULL;
}

static bool worth(const struct cop_game *game, const void *part, int *dominoes)
{
    (void)game;
    if (places(part, 0) != 0 && places(part, 1) != 0)
        return false;
    *dominoes = alone(part, 0) - alone(part, 1);
    return true;
}

static const struct cop_sums sums = {.unfit = unfit, .turn_to = give_turn, .worth = worth};

static void evaluate_room(const struct cop_game *game, const void *prepared, const void *state,
                          double *of_player)
{
    (void)game;
    (void)prepared;
    of_player[0] = alone(state, 0) - alone(state, 1);
    of_player[1] = -of_player[0];
}

static const struct cop_evaluator evaluators[] = {{.name = "room",
                                                   .help = "dominoes that have room, alone",
                                                   .version = 1,
                                                   .lower = -18,
                                                   .upper = 18,
                                                   .is_zero_sum = true,
                                                   .evaluate = evaluate_room},
                                                  {NULL}};

const struct cop_rules tiny_domino = {
    .name = "tiny_domino",
    .title = "Tiny Dominoes",
    .summary = "Place dominoes, one player upright and one lying; who cannot loses",
    .lesson = "Place a domino on two open squares, the first player upright, the second lying. "
              "Whoever cannot loses. `b1` is the lower or left square of a domino.",
    .player_names = {"Upright", "Lying"},
    .options = options,
    .open = open,
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
    .moves_left = moves_left,
    .parts = parts,
    .sums = &sums,
    .give_turn = give_turn,
    .evaluators = evaluators,
};
