/* rules.c - Dice on boards of 2 x 2 to 11 x 11 cells (chance-and-multiplayer.md 1.2).
 *
 * The first player plays columns, the second rows; before each move a die names the line in which
 * the mover must place a checker. A line with checkers of both players can be filled by neither;
 * when all lines are such, the game is drawn. */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "games/lessons.h"

static const struct cop_option options[] = {
    {"size", COP_INTEGER, "11", 2, LONGEST, NULL, "rows, columns and sides of the die"},
    {"full", COP_CHOICE, "pass", 0, 0, "pass|reroll",
     "who rolls a full line passes, or rolls again until a line has room"},
    {"dead_draw", COP_FLAG, "on", 0, 0, NULL,
     "end in a draw as soon as every line has checkers of both players"},
    {NULL},
};

static void draw_lines(struct dice_board *board)
{
    int size = board->size;

    board->line_count = 2 * size + 2;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int cell = row * size + column;

            board->column[cell] = (unsigned char)column;
            board->row[cell] = (unsigned char)row;
            board->lines[column] |= cell_bit(cell);
            board->lines[size + row] |= cell_bit(cell);
            if (row == column)
                board->lines[2 * size] |= cell_bit(cell);
            if (row + column == size - 1)
                board->lines[2 * size + 1] |= cell_bit(cell);
        }
    for (int line = 0; line < board->line_count; line++) {
        board->all_lines |= (uint32_t)1 << line;
        for (int cell = 0; cell < size * size; cell++)
            if ((board->lines[line] & cell_bit(cell)) != 0)
                board->lines_of[cell] |= (uint32_t)1 << line;
    }
}

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct dice_board *board = calloc(1, sizeof *board);

    if (board == NULL)
        return cop_fail(error, "dice: out of memory");
    board->size = (int)cop_integer(game->settings, "size");
    board->rerolls = cop_choice(game->settings, "full") == 1;
    board->adjudicates = cop_flag(game->settings, "dead_draw");
    draw_lines(board);
    game->own = board;
    game->state_size = sizeof(struct dice_position);
    game->players = 2;
    game->max_moves = board->size;
    game->move_kinds = CELLS_MAX + LONGEST + 1;
    /* Both players could roll full lines for ever. */
    game->max_plies = board->rerolls ? 2 * board->size * board->size : 0;
    game->has_chance = true;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)game;
    (void)rng;
    memset(state, 0, sizeof(struct dice_position));
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct dice_position *position = state;

    (void)game;
    if (end_of(position) != GOES_ON)
        return COP_OVER;
    return roll_in(position) == 0 ? COP_CHANCE : mover_in(position);
}

static bool passes_on(const struct dice_board *board, uint32_t rolls)
{
    return !board->rerolls && bit_count(rolls) < board->size;
}

static int list_rolls(const struct dice_board *board, const struct dice_position *position,
                      cop_move *out)
{
    uint32_t rolls = open_rolls(board, position);
    int count = 0;

    for (uint32_t left = rolls; left != 0; left &= left - 1)
        out[count++] = (cop_move)(ROLL + 1 + bit_index(left));
    if (passes_on(board, rolls))
        out[count++] = ROLL;
    return count;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct dice_board *board = board_of(game);
    const struct dice_position *position = state;
    cell_set open;
    int count;

    if (end_of(position) != GOES_ON)
        return 0;
    if (roll_in(position) == 0)
        return list_rolls(board, position, out);
    open = rolled_line(board, position) & ~taken_in(position);
    count = set_count(open);
    for (int i = 0; i < count; i++)
        out[i] = (cop_move)nth_cell(open, (uint32_t)i) + 1;
    return count;
}

static void chances(const struct cop_game *game, const void *state, double *probability)
{
    const struct dice_board *board = board_of(game);
    uint32_t rolls = open_rolls(board, state);
    int count = bit_count(rolls);
    double each = 1.0 / (board->rerolls ? count : board->size);

    for (int i = 0; i < count; i++)
        probability[i] = each;
    if (passes_on(board, rolls))
        probability[count] = (double)(board->size - count) / board->size;
}

/* Does one of these lines hold nothing but `own` checkers? */
static inline bool fills_one(const struct dice_board *board, uint32_t lines, cell_set own)
{
    for (; lines != 0; lines &= lines - 1)
        if ((board->lines[bit_index(lines)] & ~own) == 0)
            return true;
    return false;
}

/* Can nobody fill a line any more? Of a full board without a winner that is true. */
static bool is_dead(const struct dice_board *board, const struct dice_position *position)
{
    cell_set first = checkers_of(position, 0), second = checkers_of(position, 1);

    for (int line = 0; line < board->line_count; line++)
        if ((board->lines[line] & first) == 0 || (board->lines[line] & second) == 0)
            return false;
    return true;
}

bool dice_is_drawn(const struct dice_board *board, const struct dice_position *position)
{
    if (board->adjudicates)
        return is_dead(board, position);
    return set_count(taken_in(position)) == board->size * board->size;
}

static void place(const struct dice_board *board, struct dice_position *position, int cell)
{
    int mover = mover_in(position);
    cell_set own = checkers_of(position, mover) | cell_bit(cell);
    enum end end = GOES_ON;

    assert((rolled_line(board, position) & ~taken_in(position) & cell_bit(cell)) != 0);
    set_checkers(position, mover, own);
    if (fills_one(board, board->lines_of[cell], own))
        end = WON;
    else if (dice_is_drawn(board, position))
        end = DRAWN;
    set_notes(position, 0, 1 - mover, end);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct dice_position *position = state;
    int mover = mover_in(position);

    if (move < ROLL)
        place(board_of(game), position, (int)move - 1);
    else if (move == ROLL)
        set_notes(position, 0, 1 - mover, GOES_ON);
    else
        set_notes(position, (int)(move - ROLL), mover, GOES_ON);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct dice_position *position = state;
    int next = mover_in(position);

    (void)game;
    of_player[next] = end_of(position) == WON ? 0 : 0.5;
    of_player[1 - next] = 1 - of_player[next];
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct dice_position *position = state;
    int size = board_of(game)->size;

    if (end_of(position) == GOES_ON)
        return NULL;
    if (end_of(position) == WON)
        return "a whole line of own checkers";
    return set_count(taken_in(position)) == size * size ? "the board is full"
                                                        : "nobody can fill a line any more";
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    uint64_t words[4];

    (void)game;
    memcpy(words, state, sizeof words);
    return key_of_words(words[0], words[1], key_of_words(words[2], words[3], 0));
}

/* The cell; rolls come behind. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move < ROLL ? (int)move - 1 : CELLS_MAX + (int)move - ROLL;
}

/* ---- Random play ---- */

/* A roll as a die gives it; 0 if that line is full and the mover passes. */
static inline int draw_roll(const struct dice_board *board, uint32_t open, struct cop_rng *rng)
{
    int roll;

    if (board->rerolls)
        return 1 + bit_index(nth_bit(open, cop_rng_below(rng, (uint32_t)bit_count(open))));
    roll = (int)cop_rng_below(rng, (uint32_t)board->size);
    return (open >> roll & 1) != 0 ? 1 + roll : 0;
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct dice_board *board = board_of(game);
    const struct dice_position *position = state;
    cell_set open;

    if (roll_in(position) == 0)
        return (cop_move)(ROLL + draw_roll(board, open_rolls(board, position), rng));
    open = rolled_line(board, position) & ~taken_in(position);
    return (cop_move)nth_cell(open, cop_rng_below(rng, (uint32_t)set_count(open))) + 1;
}

/* A position as a playout keeps it: each line that can be rolled as the places free in it. */
struct race {
    const struct dice_board *board;
    cell_set checkers[2];
    uint32_t touched[2];       /* the lines in which a player has a checker */
    uint32_t open[2];          /* the rolls of lines with room */
    uint16_t room[2][LONGEST]; /* by player and line, a bit for each free place */
    int left;                  /* free cells */
    int roll, mover;
    enum end end;
};

static void begin_race(struct race *race, const struct dice_board *board,
                       const struct dice_position *position)
{
    cell_set taken = taken_in(position);

    memset(race, 0, sizeof *race);
    race->board = board;
    for (int player = 0; player < 2; player++) {
        race->checkers[player] = checkers_of(position, player);
        for (int line = 0; line < board->line_count; line++)
            if ((board->lines[line] & race->checkers[player]) != 0)
                race->touched[player] |= (uint32_t)1 << line;
    }
    for (int cell = 0; cell < board->size * board->size; cell++) {
        int column = board->column[cell], row = board->row[cell];

        if ((taken & cell_bit(cell)) != 0)
            continue;
        race->room[COLUMNS][column] |= (uint16_t)(1 << row);
        race->room[ROWS][row] |= (uint16_t)(1 << column);
        race->open[COLUMNS] |= (uint32_t)1 << column;
        race->open[ROWS] |= (uint32_t)1 << row;
        race->left++;
    }
    race->roll = roll_in(position);
    race->mover = mover_in(position);
    race->end = end_of(position);
}

/* Fills one of the free places of the rolled line. */
static inline void random_placement(struct race *race, struct cop_rng *rng)
{
    const struct dice_board *board = race->board;
    int mover = race->mover, line = race->roll - 1;
    uint32_t room = race->room[mover][line];
    int across = bit_index(nth_bit(room, cop_rng_below(rng, (uint32_t)bit_count(room))));
    int cell = mover == COLUMNS ? across * board->size + line : line * board->size + across;
    uint32_t lines = board->lines_of[cell];

    race->checkers[mover] |= cell_bit(cell);
    race->touched[mover] |= lines;
    race->room[mover][line] ^= (uint16_t)(1 << across);
    race->room[1 - mover][across] ^= (uint16_t)(1 << line);
    race->open[mover] &= ~((uint32_t)(race->room[mover][line] == 0) << line);
    race->open[1 - mover] &= ~((uint32_t)(race->room[1 - mover][across] == 0) << across);
    race->left--;
    if (fills_one(board, lines & ~race->touched[1 - mover], race->checkers[mover]))
        race->end = WON;
    else if (board->adjudicates ? (race->touched[0] & race->touched[1]) == board->all_lines
                                : race->left == 0)
        race->end = DRAWN;
}

/* Draws what repeated calls of random_move would. */
static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    struct dice_position *position = state;
    struct cop_rng local = *rng;
    struct race race;
    int plies = 0;

    begin_race(&race, board_of(game), position);
    while (race.end == GOES_ON && (limit <= 0 || plies < limit)) {
        plies++;
        if (race.roll == 0) {
            race.roll = draw_roll(race.board, race.open[race.mover], &local);
            if (race.roll == 0)
                race.mover = 1 - race.mover;
            continue;
        }
        random_placement(&race, &local);
        race.roll = 0;
        race.mover = 1 - race.mover;
    }
    for (int player = 0; player < 2; player++)
        set_checkers(position, player, race.checkers[player]);
    set_notes(position, race.roll, race.mover, race.end);
    *rng = local;
    return plies;
}

const struct cop_rules cop_dice = {
    .name = "dice",
    .title = "Dice",
    .summary = "place checkers in the column or row that a die names, and fill a line",
    .lesson = dice_lesson,
    .pictures = dice_pictures,
    .notation = dice_notation,
    .player_names = {"Red", "Blue"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .chances = chances,
    .payoff = payoff,
    .key = key,
    .write_move = dice_write_move,
    .accepts = dice_accepts,
    .write_position = dice_write_position,
    .read_position = dice_read_position,
    .scene = dice_scene,
    .path = dice_path,
    .prompt = dice_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .random_move = random_move,
    .playout = playout,
    .evaluators = dice_evaluators,
    .orderings = dice_orderings,
};
