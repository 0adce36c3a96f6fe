/* amazons.c - the Game of the Amazons on boards of up to 10 x 10 squares (amazons-play.md 1).
 *
 * A turn is one move of three squares, or with split=on two: the movement and then the shot. A
 * movement always has a shot, back onto the square just left, so that a side can move exactly if
 * one of its amazons has an empty neighbour (1.2). */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "endgame.h"
#include "games/lessons.h"
#include "lines.h"

static const struct cop_option options[] = {
    {"size", COP_INTEGER, "10", 4, 10, NULL, "rows and columns of a square board"},
    {"width", COP_INTEGER, "", 1, 10, NULL, "columns, if not as many as size"},
    {"height", COP_INTEGER, "", 1, 10, NULL, "rows, if not as many as size"},
    {"setup", COP_WORDS, "", 0, 0, NULL, "the position to start from, if not the usual one"},
    {"split", COP_FLAG, "off", 0, 0, NULL, "movement and shot are two moves"},
    {"komi", COP_REAL, "0", 0, 100, NULL, "points that Black gets at the end"},
    {"passes", COP_INTEGER, "0", 0, 100, NULL, "how often Black may pass"},
    {NULL},
};

/* ---- The board ---- */

static void place_square(struct amazons_board *board, int column, int row)
{
    int square = row * AMAZONS_STRIDE + column;
    int falling_start = column + row - (board->columns - 1); /* its row, if it is on the board */
    struct amazons_place *place = &board->places[square];

    board->squares |= amazons_square(square);
    *place = (struct amazons_place){{(uint8_t)row, (uint8_t)(AMAZONS_SIDE_MAX + column),
                                     (uint8_t)(3 * AMAZONS_SIDE_MAX - 1 + column - row),
                                     (uint8_t)(4 * AMAZONS_SIDE_MAX - 1 + column + row)},
                                    {(uint8_t)column, (uint8_t)row,
                                     (uint8_t)(column < row ? column : row),
                                     (uint8_t)(falling_start > 0 ? row - falling_start : row)}};
    for (int i = 0; i < 4; i++)
        board->walls[place->line[i]] &= (uint16_t) ~(1u << place->at[i]);
}

static void fill_table(struct amazons_board *board)
{
    for (unsigned taken = 0; taken < 1 << AMAZONS_SIDE_MAX; taken++)
        for (int at = 0; at < AMAZONS_SIDE_MAX; at++) {
            int low = at, high = at;

            while (low > 0 && (taken >> (low - 1) & 1) == 0)
                low--;
            while (high + 1 < AMAZONS_SIDE_MAX && (taken >> (high + 1) & 1) == 0)
                high++;
            board->open[taken][at] = (uint16_t)((at - low) | (high - at) << 8);
        }
}

/* White's amazons; Black's are their images in the middle of the board (amazons-play.md 1.1, 1.8
 * for 10 x 10, 8 x 8, 6 x 6, 5 x 5 and 4 x 4; the same pattern elsewhere). */
static amazons_set usual_white(const struct amazons_board *board)
{
    int last = board->columns - 1;
    int column = board->columns / 3, row = board->rows / 3;

    if (board->columns == 5 && board->rows == 5)
        return amazons_square(2) | amazons_square(2 * AMAZONS_STRIDE);
    if (board->columns < 6 || board->rows < 6)
        return amazons_square(0);
    return amazons_square(column) | amazons_square(last - column) |
           amazons_square(row * AMAZONS_STRIDE) | amazons_square(row * AMAZONS_STRIDE + last);
}

static void usual_start(struct amazons_board *board)
{
    struct amazons_position *position = &board->start;
    int corner = (board->rows - 1) * AMAZONS_STRIDE + board->columns - 1;
    amazons_set white = usual_white(board), black = 0;

    for (amazons_set left = white; left != 0; left &= left - 1)
        black |= amazons_square(corner - amazons_first(left));
    amazons_put(position, AMAZONS_WHITE, white);
    amazons_put(position, AMAZONS_BLACK, black);
    position->landed = AMAZONS_NOWHERE;
    position->passes = (uint8_t)board->passes;
    amazons_settle(board, position);
}

static int count_squares(const struct amazons_board *board)
{
    return board->columns * board->rows;
}

/* On an empty board, from the square that reaches most. */
static int longest_reach(const struct amazons_board *board)
{
    struct amazons_lines lines;
    int longest = 0;

    memcpy(lines.taken, board->walls, sizeof lines.taken);
    for (amazons_set left = board->squares; left != 0; left &= left - 1) {
        int reach = (int)amazons_count(board, &lines, amazons_first(left));

        longest = reach > longest ? reach : longest;
    }
    return longest;
}

/* However many amazons there are: none has more movements than the longest reach, and an empty
 * square can be entered from its eight sides only, from each by the nearest amazon. */
static int most_movements(const struct amazons_board *board, int reach)
{
    int most = 0;

    for (int amazons = 1; amazons < count_squares(board); amazons++) {
        int by_amazons = amazons * reach, by_squares = 8 * (count_squares(board) - amazons);
        int bound = by_amazons < by_squares ? by_amazons : by_squares;

        most = bound > most ? bound : most;
    }
    return most;
}

/* Kinds of shots come after those of movements. */
enum { AMAZONS_SHOTS = AMAZONS_BITS * AMAZONS_BITS };

static void set_bounds(struct cop_game *game, struct amazons_board *board)
{
    int reach = board->longest_reach = longest_reach(board);
    int movements = most_movements(board, reach);
    int turns = count_squares(board) - 1; /* each burns a square */

    game->state_size = sizeof(struct amazons_position);
    game->players = 2;
    game->max_moves = (board->is_split ? movements : movements * reach) + 1;
    game->move_kinds = AMAZONS_SHOTS + AMAZONS_BITS + 1;
    game->symmetries = 2;
    game->max_plies = (board->is_split ? 2 * turns : turns) + board->passes;
    game->is_constant_sum = true;
    game->score_high = turns + 0.5 + board->passes + board->komi;
    game->score_low = -game->score_high;
    game->score_is_margin = true;
}

static int side_length(const struct cop_game *game, const char *option)
{
    return (int)cop_integer(game->settings, cop_given(game->settings, option) ? option : "size");
}

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct amazons_board *board = calloc(1, sizeof *board);
    const char *setup = cop_words(game->settings, "setup");

    if (board == NULL)
        return cop_fail(error, "amazons: out of memory");
    game->own = board;
    board->columns = side_length(game, "width");
    board->rows = side_length(game, "height");
    board->is_split = cop_flag(game->settings, "split");
    game->has_stems = !board->is_split;
    board->komi = cop_real(game->settings, "komi");
    board->passes = (int)cop_integer(game->settings, "passes");
    if (count_squares(board) < 2)
        return cop_fail(error, "amazons: a board of one square has no room for two amazons");
    for (int i = 0; i < AMAZONS_LINES; i++)
        board->walls[i] = (1 << AMAZONS_SIDE_MAX) - 1;
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++)
            place_square(board, column, row);
    fill_table(board);
    set_bounds(game, board);
    usual_start(board);
    return *setup == '\0' || amazons_read_position(game, setup, &board->start, error);
}

/* ---- Moves ---- */

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)rng;
    memcpy(state, &amazons_board_of(game)->start, sizeof(struct amazons_position));
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct amazons_position *position = state;

    (void)game;
    return position->is_over ? COP_OVER : position->mover;
}

static bool may_pass(const struct amazons_position *position)
{
    return position->mover == AMAZONS_BLACK && position->passes > 0;
}

void amazons_settle(const struct amazons_board *board, struct amazons_position *position)
{
    amazons_set beside = amazons_spread(amazons_of(position, position->mover));

    position->is_over = (beside & amazons_empty(board, position)) == 0 && !may_pass(position);
}

static int list_shots(const struct amazons_board *board, const struct amazons_lines *lines,
                      int from, int to, cop_move *out)
{
    uint8_t arrows[AMAZONS_REACH_ROOM];
    int count = amazons_reach(board, lines, to, arrows);

    for (int i = 0; i < count; i++)
        out[i] = from < 0 ? amazons_move(-1, -1, arrows[i]) : amazons_move(from, to, arrows[i]);
    return count;
}

/* All that the amazon on `from` can do: movements, or with their shots. */
static int list_amazon(const struct amazons_board *board, struct amazons_lines *lines, int from,
                       cop_move *out)
{
    uint8_t targets[AMAZONS_REACH_ROOM];
    int reached = amazons_reach(board, lines, from, targets);
    int count = 0;

    amazons_toggle(board, lines, from);
    for (int i = 0; i < reached; i++)
        if (board->is_split)
            out[count++] = amazons_move(from, targets[i], -1);
        else
            count += list_shots(board, lines, from, targets[i], out + count);
    amazons_toggle(board, lines, from);
    return count;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_lines lines;
    int count = 0;

    if (position->is_over)
        return 0;
    amazons_lines_build(board, position, &lines);
    if (position->landed != AMAZONS_NOWHERE)
        return list_shots(board, &lines, -1, position->landed, out);
    for (int i = 0; i < lines.counts[position->mover]; i++)
        count += list_amazon(board, &lines, lines.amazons[position->mover][i], out + count);
    if (may_pass(position))
        out[count++] = AMAZONS_PASS;
    return count;
}

/* ---- Ways without their arrows ---- */

static cop_move stem(const struct cop_game *game, cop_move move)
{
    (void)game;
    return move == AMAZONS_PASS ? AMAZONS_PASS
                                : amazons_move(amazons_move_part(move, AMAZONS_FROM),
                                               amazons_move_part(move, AMAZONS_TO), -1);
}

static int stems(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_lines lines;
    int count = 0;

    amazons_lines_build(board, position, &lines);
    for (int i = 0; i < lines.counts[position->mover]; i++) {
        int from = lines.amazons[position->mover][i];
        uint8_t targets[AMAZONS_REACH_ROOM];
        int reached = amazons_reach(board, &lines, from, targets);

        for (int j = 0; j < reached; j++)
            out[count++] = amazons_move(from, targets[j], -1);
    }
    if (may_pass(position))
        out[count++] = AMAZONS_PASS;
    return count;
}

static int stem_moves(const struct cop_game *game, const void *state, cop_move way, cop_move *out)
{
    const struct amazons_board *board = amazons_board_of(game);
    int from = amazons_move_part(way, AMAZONS_FROM);
    struct amazons_lines lines;

    if (way == AMAZONS_PASS) {
        out[0] = AMAZONS_PASS;
        return 1;
    }
    amazons_lines_build(board, state, &lines);
    amazons_toggle(board, &lines, from);
    return list_shots(board, &lines, from, amazons_move_part(way, AMAZONS_TO), out);
}

/* ---- Playing ---- */

static void play(const struct cop_game *game, void *state, cop_move move)
{
    const struct amazons_board *board = amazons_board_of(game);
    struct amazons_position *position = state;
    int from = amazons_move_part(move, AMAZONS_FROM), to = amazons_move_part(move, AMAZONS_TO);
    int arrow = amazons_move_part(move, AMAZONS_ARROW);
    int mover = position->mover;

    assert(!position->is_over);
    if (move == AMAZONS_PASS) {
        position->passes--;
    } else {
        if (from >= 0)
            amazons_put(position, mover,
                        amazons_plane(position, mover) ^ amazons_square(from) ^ amazons_square(to));
        position->landed = (uint8_t)to;
        if (arrow < 0)
            return;
        for (int plane = 0; plane < 2; plane++)
            amazons_put(position, plane, amazons_plane(position, plane) | amazons_square(arrow));
        position->landed = AMAZONS_NOWHERE;
    }
    position->mover = (uint8_t)(1 - mover);
    amazons_settle(board, position);
}

/* A movement whose shot is still due is dropped when somebody else gets the turn. */
static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct amazons_position *position = state;

    if (position->is_over || position->mover == player)
        return;
    position->mover = (uint8_t)player;
    position->landed = AMAZONS_NOWHERE;
    amazons_settle(amazons_board_of(game), position);
}

/* ---- Results ---- */

static double score(const struct cop_game *game, const void *state, int player)
{
    double margin = amazons_margin(amazons_board_of(game), state);

    return player == AMAZONS_WHITE ? margin : -margin;
}

/* Without komi the stuck side has lost, by however many moves. */
static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct amazons_position *position = state;
    double margin = position->mover == AMAZONS_WHITE ? -1 : 1;

    if (amazons_board_of(game)->komi != 0)
        margin = score(game, state, AMAZONS_WHITE);
    of_player[AMAZONS_WHITE] = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    of_player[AMAZONS_BLACK] = 1 - of_player[AMAZONS_WHITE];
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct amazons_position *position = state;

    if (!position->is_over)
        return NULL;
    return amazons_board_of(game)->komi != 0 ? "one side cannot move, and points decide"
                                             : "the other side cannot move";
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct amazons_position *position = state;
    const uint64_t(*planes)[2] = position->planes;
    uint64_t number = position->mover | (uint64_t)position->landed << 8 |
                      (uint64_t)position->passes << 16 | (uint64_t)position->is_over << 24;

    (void)game;
    return key_of_words(key_of_words(planes[0][0], planes[0][1], number), planes[1][0],
                        planes[1][1]);
}

/* A movement by its two squares, a shot by the one that burns. A whole turn has three, a million
 * kinds, of which no search sees a part worth a table; so it is known by where it arrives and
 * shoots, and moves there of several amazons are of one kind (amazons-play.md 2.14). */
static int move_kind(const struct cop_game *game, cop_move move)
{
    int from = amazons_move_part(move, AMAZONS_FROM), to = amazons_move_part(move, AMAZONS_TO);
    int arrow = amazons_move_part(move, AMAZONS_ARROW);

    (void)game;
    if (move == AMAZONS_PASS)
        return AMAZONS_SHOTS + AMAZONS_BITS;
    if (from < 0)
        return AMAZONS_SHOTS + arrow;
    return arrow < 0 ? from * AMAZONS_BITS + to : to * AMAZONS_BITS + arrow;
}

/* Each turn burns a square; a movement whose shot is due has been made already. */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    int turns = amazons_size(amazons_empty(board, position));

    if (board->is_split)
        turns = 2 * turns - (position->landed != AMAZONS_NOWHERE);
    return turns + position->passes;
}

/* The thesis explores by points, C = 10 for Complex and 9 for Classic; here a point of Complex is
 * 1/500 of a reward and one of Classic 1/200. */
static const struct cop_recipe recipes[] = {
    {"thesis", "mcts",
     "groups=on, c=0.02, playout_limit=3, judge=complex, rave=table, rave_weight=10, "
     "final=maxmean2",
     "the best player of the thesis: groups, cut playouts, Complex and RAVE (amazons-play.md "
     "2.9-2.14)"},
    {"classic", "mcts", "groups=on, c=0.045, line_limit=8, judge=classic, final=maxmean2",
     "the same with the evaluator Classic and playouts cut eight plies from the root"},
    {"strong", "mcts",
     "groups=on, c=0.1, expand=4, playout_limit=3, judge=complex, judge_scale=chance, solver=on, "
     "reuse=on",
     "a tree that beat alphabeta at 250 ms a move (docs/measurements.md): short playouts judged "
     "by chances, and what is settled is not searched"},
    {"strong", "alphabeta", "probcut=1.5",
     "no deep search where the judgement foretells enough: won our matches against alphabeta at "
     "20 ms a move (docs/measurements.md)"},
    {NULL}};

const struct cop_rules cop_amazons = {
    .name = "amazons",
    .title = "Amazons",
    .summary = "move a queen and burn a square in each turn; who cannot move loses",
    .lesson = amazons_lesson,
    .pictures = amazons_pictures,
    .notation = amazons_notation,
    .sgf_number = 18,
    .player_names = {"White", "Black"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = amazons_write_move,
    .accepts = amazons_accepts,
    .write_position = amazons_write_position,
    .read_position = amazons_read_position,
    .scene = amazons_scene,
    .owners = amazons_owners,
    .path = amazons_path,
    .prompt = amazons_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .stem = stem,
    .stems = stems,
    .stem_moves = stem_moves,
    .moves_left = moves_left,
    .turned = amazons_turned,
    .turned_move = amazons_turned_move,
    .parts = amazons_parts,
    .can_solve = amazons_can_solve,
    .solve = amazons_solve,
    .sums = &amazons_sums,
    .give_turn = give_turn,
    .random_move = amazons_random_move,
    .playout = amazons_playout,
    .evaluators = amazons_evaluators,
    .policies = amazons_policies,
    .orderings = amazons_orderings,
    .oracles = amazons_oracles,
    .recipes = recipes,
};
