/* stratego.c - Stratego on boards of 4 x 4 to 10 x 10 squares (chance-and-multiplayer.md 1.1): the
 * boards, how a game begins, how it is shown. */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "belief.h"
#include "board.h"
#include "games/lessons.h"

static const struct cop_option options[] = {
    {"size", COP_CHOICE, "10", .choices = "4|5|6|8|10",
     .help = "rows and columns; the whole game has 10, smaller boards have smaller armies"},
    {"setup", COP_CHOICE, "random", .choices = "random|moves|example|arranged",
     .proposed = "arranged",
     .help = "armies dealt at random, placed piece by piece, the thesis's example, or arranged "
             "as people do and changed at will"},
    {"white", COP_WORDS, "", .help = "White's set-up, from the back row, a first: 1-9, S, B, F"},
    {"black", COP_WORDS, "", .help = "Black's set-up, from the back row, a first"},
    {"two_squares", COP_INTEGER, "3", 0, 9, NULL,
     "turns in a row in which a piece may cross the same border; 0 is no limit"},
    {"more_squares", COP_FLAG, "on", .help = "a chase may not come back to an earlier position"},
    {"quiet", COP_INTEGER, "200", 1, QUIET_MAX, NULL, "a draw after so many plies without attack"},
    {"length", COP_INTEGER, "2000", 1, 60000, NULL, "a draw after so many plies in all"},
    {"model", COP_CHOICE, "exact", .choices = "exact|thesis",
     .help = "how likely a view takes the ranks of an unknown piece to be"},
    {NULL},
};

struct size {
    int size, rows; /* of the board; of a home */
    const char *lakes;
    const char *army; /* as a set-up without order */
};

/* In the order of the option's choices. Only the largest is a published board; the others have its
 * shape and a choice of its ranks. */
static const struct size sizes[] = {
    {4, 1, "", "FB81"},
    {5, 2, "c3", "FBBS998521"},
    {6, 2, "b3b4e3e4", "FBBS99885321"},
    {8, 3, "c4c5f4f5", "FBBBBS999998887766554321"},
    {10, 4, "c5d5c6d6g5h5g6h6", "FBBBBBBS99999999888887777666655554443321"},
};

/* A start position of the thesis (its figure 5.7), by side. */
static const char *const example[2] = {"FB84B7B898B7S18B374559896952B99673964569",
                                       "48BFB86983672B79S1B73B5468B8995969959475"};

/* ---- Opening ---- */

static void shape_board(struct stratego_board *board, const struct size *size)
{
    board->size = size->size;
    board->army_size = size->size * size->rows;
    for (int row = 0; row < size->size; row++)
        board->land |= (((square_set)1 << size->size) - 1) << (row * STRIDE);
    for (const char *lake = size->lakes; *lake != '\0'; lake += 2)
        board->land &= ~set_of((lake[1] - '1') * STRIDE + lake[0] - 'a');
    for (int i = 0; i < board->army_size; i++) {
        int row = i / size->size, column = i % size->size;

        board->order[WHITE][i] = (uint8_t)(row * STRIDE + column);
        board->order[BLACK][i] = (uint8_t)((size->size - 1 - row) * STRIDE + column);
        for (int side = 0; side < 2; side++)
            board->home[side] |= set_of(board->order[side][i]);
        board->army += (uint64_t)1
                       << 4 * (int)(strchr(stratego_signs, size->army[i]) - stratego_signs);
    }
}

static bool read_options(struct stratego_board *board, const struct cop_settings *settings,
                         struct cop_error *error)
{
    static const char *const names[2] = {"white", "black"};

    enum { RANDOM, MOVES, EXAMPLE, ARRANGED } setup = cop_choice(settings, "setup");

    board->by_moves = setup == MOVES;
    board->is_arranged = setup == ARRANGED;
    if (setup == EXAMPLE && board->size != SIDE_MAX)
        return cop_fail(error, "stratego: setup=example is for size=%d, not for %d", SIDE_MAX,
                        board->size);
    board->two_squares = (int)cop_integer(settings, "two_squares");
    board->has_more_squares = cop_flag(settings, "more_squares");
    board->quiet = (int)cop_integer(settings, "quiet");
    board->length = (int)cop_integer(settings, "length");
    board->has_thesis_model = cop_choice(settings, "model") == 1;
    for (int side = 0; side < 2; side++) {
        const char *words = cop_words(settings, names[side]);

        if (words[0] == '\0' && setup == EXAMPLE)
            words = example[side];
        board->is_given[side] = words[0] != '\0';
        if (board->is_given[side] &&
            !stratego_read_setup(board, names[side], words, board->given[side], error))
            return false;
    }
    return true;
}

/* Every piece in the open: scouts reach all squares of their row and column. */
static int most_moves(const struct stratego_board *board)
{
    int scouts = stratego_count(board->army, SCOUT);
    int others = board->army_size - scouts - stratego_count(board->army, BOMB) -
                 stratego_count(board->army, FLAG);
    int moves = others * DIRECTIONS + scouts * 2 * (board->size - 1);

    if (board->is_arranged && stratego_most_arrangements(board) > moves)
        moves = stratego_most_arrangements(board);
    return moves > RANKS ? moves : RANKS;
}

/* Kinds of moves that are not from square to square. */
enum {
    KIND_PLACE = MOVE_SQUARE * MOVE_SQUARE,
    KIND_OUTCOME = KIND_PLACE + MOVE_RANK + 1,
    KIND_PASS = KIND_OUTCOME + MOVE_RANK + 1,
    KIND_NAMED,
    KINDS = KIND_NAMED + MOVE_RANK + 1
};

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct stratego_board *board = calloc(1, sizeof *board);
    size_t chase;

    if (board == NULL)
        return cop_fail(error, "stratego: out of memory");
    game->own = board;
    shape_board(board, &sizes[cop_choice(game->settings, "size")]);
    if (!read_options(board, game->settings, error))
        return false;
    chase = board->has_more_squares ? (size_t)board->quiet * sizeof(struct stratego_ply) : 0;
    game->state_size = sizeof(struct stratego) + (chase + 7) / 8 * 8;
    game->players = 2;
    game->max_moves = most_moves(board);
    game->move_kinds = board->is_arranged ? KINDS : KIND_PASS + 1;
    /* Placements come before the plies that are counted, and in a view chance names each piece at
     * most once. */
    game->max_plies = board->length + 4 * board->army_size;
    if (board->is_arranged)
        game->max_plies += 2 * (CHANGES_MAX + 1);
    game->has_chance = true; /* in views */
    game->is_hidden = true;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct stratego_board *board = stratego_board_of(game);
    struct stratego *position = state;

    memset(state, 0, game->state_size);
    for (int side = 0; side < 2; side++) {
        uint8_t ranks[ARMY_MAX];

        position->hidden[side] = board->army;
        if (board->is_given[side])
            memcpy(ranks, board->given[side], sizeof ranks);
        else if (board->by_moves)
            continue;
        else if (board->is_arranged)
            stratego_draw_army(board, ranks, rng);
        else
            stratego_shuffle(board->army, ranks, board->army_size, rng);
        for (int i = 0; i < board->army_size; i++)
            stratego_put(position, side, board->order[side][i], ranks[i]);
    }
    if (board->is_arranged)
        stratego_begin_arranging(board, position, WHITE);
    else
        stratego_end_setup(board, position);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct stratego *position = state;

    (void)game;
    of_player[WHITE] = position->winner == DRAW ? 0.5 : position->winner == WHITE;
    of_player[BLACK] = 1 - of_player[WHITE];
}

/* The words of the state, two at a time, and those of a chase that are in use. */
static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct stratego *position = state;
    size_t chase = position->chase_length[0] > position->chase_length[1]
                       ? position->chase_length[0]
                       : position->chase_length[1];
    size_t words = (sizeof *position + chase * sizeof position->chase[0] + 7) / 8;
    const unsigned char *bytes = state;
    uint64_t sum = 0x8f1bbcdcbfa53e0bu;

    (void)game;
    for (size_t at = 0; at < words; at += 2) {
        uint64_t pair[2] = {0, 0};

        memcpy(pair, bytes + 8 * at, at + 1 < words ? 16 : 8);
        sum = fold_product(sum ^ pair[0] ^ 0xa0761d6478bd642fu, pair[1] ^ 0xe7037ed1a0b428dbu) + at;
    }
    return cop_mix(sum);
}

/* From square to square, also if these change their pieces; or the rank that is placed, or named by
 * chance; or a pass; or what an army does as a whole. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    int rank = (int)(move & MOVE_RANK);

    (void)game;
    if (move == COP_PASS)
        return KIND_PASS;
    if (move >= MOVE_NAMED)
        return KIND_NAMED + (int)(move - MOVE_NAMED);
    if ((move & MOVE_ARRANGE) != 0)
        return (int)(move - MOVE_ARRANGE);
    if ((move & MOVE_PLACE) != 0)
        return KIND_PLACE + rank;
    return (move & MOVE_OUTCOME) != 0 ? KIND_OUTCOME + rank : (int)move;
}

/* What is placed stands face down, and so does what is rearranged. */
static bool is_secret(const struct cop_game *game, const void *state, cop_move move)
{
    const struct stratego *position = state;

    (void)game;
    if (position->status == ARRANGE)
        return move != MOVE_NAMED;
    return position->status == SETUP && move != COP_PASS;
}

/* An army that stands as people set it up needs no search: it starts. */
static cop_move customary(const struct cop_game *game, const void *state)
{
    const struct stratego *position = state;

    (void)game;
    return position->status == ARRANGE ? MOVE_NAMED : COP_NO_MOVE;
}

static const struct cop_recipe recipes[] = {
    {"strong", "star2", "eval=guarded, beliefs=learned",
     "judges flags, lanes and ranks, and believes what set-ups and moves tell of unknown pieces"},
    {NULL},
};

const struct cop_rules cop_stratego = {
    .name = "stratego",
    .title = "Stratego",
    .summary = "armies of hidden ranks fight for each other's flag",
    .lesson = stratego_lesson,
    .pictures = stratego_pictures,
    .notation = stratego_notation,
    .player_names = {"White", "Black"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = stratego_turn,
    .moves = stratego_moves,
    .play = stratego_play,
    .chances = stratego_chances,
    .payoff = payoff,
    .key = key,
    .write_move = stratego_write_move,
    .accepts = stratego_accepts,
    .write_position = stratego_write_position,
    .read_position = stratego_read_position,
    .scene = stratego_scene,
    .path = stratego_path,
    .prompt = stratego_prompt,
    .ending = stratego_ending,
    .view = stratego_view,
    .sample = stratego_sample,
    .is_secret = is_secret,
    .customary = customary,
    .move_kind = move_kind,
    .give_turn = stratego_give_turn,
    .random_move = stratego_random_move,
    .playout = stratego_playout,
    .evaluators = stratego_evaluators,
    .orderings = stratego_orderings,
    .beliefs = stratego_beliefs,
    .recipes = recipes,
};
