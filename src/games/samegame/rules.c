/* rules.c - SameGame on boards of up to 26 columns and 15 rows (samegame-and-fanorona.md 2). */
#include "games/list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "games/lessons.h"

static const struct cop_option options[] = {
    {"width", COP_INTEGER, "15", 1, WIDTH_MAX, NULL, "columns"},
    {"height", COP_INTEGER, "15", 1, HEIGHT_MAX, NULL, "rows"},
    {"colours", COP_INTEGER, "5", 1, COLOURS_MAX, NULL, "colours of blocks"},
    {"leftover", COP_CHOICE, "above-two", 0, 0, "above-two|literal|none",
     "(k-2)^2 points lost for k blocks left of a colour: if k > 2, always, or never"},
    {"standard", COP_INTEGER, "0", 0, STANDARD_BOARDS, NULL,
     "the standard board of that number to start from, of those that programs are compared on; 0: "
     "none of them"},
    {"board", COP_FILE, "", 0, 0, NULL,
     "a file with the board to start from, top row first; gives width and height"},
    {NULL},
};

/* Nothing scores more than taking all blocks at once. Of blocks without equal neighbours at most
 * half, rounded up, have one colour, because the cells can be paired with neighbours; two colours
 * that share the board are the worst, as squares of a sum outgrow the sum of squares. The literal
 * rule also takes a point for each colour with a single block. */
static void set_score_range(struct cop_game *game, const struct board *board)
{
    int cells = board->columns * board->rows;
    int half = (cells + 1) / 2;

    game->score_high = (double)(cells < 2 ? 0 : points_of(cells)) + CLEARED;
    game->score_low = 0;
    if (board->leftover == NONE)
        return;
    game->score_low -= (double)samegame_leftover(ABOVE_TWO, half);
    game->score_low -= (double)samegame_leftover(ABOVE_TWO, cells - half);
    if (board->leftover == LITERAL)
        game->score_low -= board->colours;
}

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct board *board = calloc(1, sizeof *board);

    if (board == NULL)
        return cop_fail(error, "samegame: out of memory");
    game->own = board;
    board->columns = (int)cop_integer(game->settings, "width");
    board->rows = (int)cop_integer(game->settings, "height");
    board->words = words_for(board->columns);
    board->colours = (int)cop_integer(game->settings, "colours");
    board->leftover = (enum leftover)cop_choice(game->settings, "leftover");
    if (!samegame_load_board(board, game->settings, error))
        return false;
    game->state_size =
        offsetof(struct position, planes) + sizeof(uint64_t) * (size_t)(PLANES * board->words);
    game->players = 1;
    /* A move takes two blocks at least. */
    game->max_plies = board->columns * board->rows / 2;
    game->max_moves = game->max_plies > 0 ? game->max_plies : 1;
    game->move_kinds = board->columns * LANE;
    set_score_range(game, board);
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct board *board = board_of(game);

    memcpy(state, &board->start, game->state_size);
    if (board->is_given)
        return;
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++)
            put_block(board, state, x, y, (int)cop_rng_below(rng, (uint32_t)board->colours));
}

INLINE bool has_group(const struct position *position, int words)
{
    uint64_t below[WIDE], left[WIDE], any = 0;

    find_links(position->planes, below, left, words);
    for (int i = 0; i < words; i++)
        any |= below[i] | left[i];
    return any != 0;
}

int samegame_turn(const struct cop_game *game, const void *state)
{
    bool is_narrow = board_of(game)->words == NARROW;

    return (is_narrow ? has_group(state, NARROW) : has_group(state, WIDE)) ? 0 : COP_OVER;
}

/* The first corner of a group that is met is its canonical cell. */
INLINE int list_moves(const struct position *position, cop_move *out, int words)
{
    uint64_t corners[WIDE], group[WIDE];
    int count = 0;

    find_corners(position->planes, corners, words);
    for (int i = 0; i < words; i++)
        while (corners[i] != 0) {
            int cell = i * 64 + bit_index(corners[i]);

            out[count++] = move_of(cell);
            find_group(position->planes, cell, group, words);
            for (int j = i; j < words; j++)
                corners[j] &= ~group[j];
        }
    return count;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    if (board_of(game)->words == NARROW)
        return list_moves(state, out, NARROW);
    return list_moves(state, out, WIDE);
}

INLINE void play_cell(struct position *position, int cell, int words)
{
    uint64_t group[WIDE];
    int size;

    find_group(position->planes, cell, group, words);
    size = count_cells(group, words);
    assert(size >= 2);
    position->points += points_of(size);
    remove_group(position->planes, group, words);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    if (board_of(game)->words == NARROW)
        play_cell(state, (int)move - 1, NARROW);
    else
        play_cell(state, (int)move - 1, WIDE);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct position *position = state;
    uint64_t group[WIDE];

    if (board_of(game)->words == NARROW)
        return move_of(draw_group(position->planes, group, rng, NARROW));
    return move_of(draw_group(position->planes, group, rng, WIDE));
}

INLINE int play_out(struct position *position, struct cop_rng *rng, int limit, int words)
{
    uint64_t planes[PLANES * WIDE], group[WIDE];
    struct cop_rng local = *rng;
    int64_t points = position->points;
    int plies = 0;

    memcpy(planes, position->planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    for (; plies < limit && draw_group(planes, group, &local, words) >= 0; plies++) {
        points += points_of(count_cells(group, words));
        remove_group(planes, group, words);
    }
    memcpy(position->planes, planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    position->points = points;
    *rng = local;
    return plies;
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    if (limit <= 0)
        limit = game->max_plies;
    if (board_of(game)->words == NARROW)
        return play_out(state, rng, limit, NARROW);
    return play_out(state, rng, limit, WIDE);
}

/* What the end of the game adds to the points of the moves. */
static int64_t points_at_end(const struct board *board, const struct position *position)
{
    int64_t lost = 0;

    if (colour_at(board, position, 0, 0) < 0)
        return CLEARED;
    for (int colour = 0; colour < board->colours; colour++)
        lost += samegame_leftover(board->leftover, count_colour(board, position, colour));
    return -lost;
}

double samegame_score(const struct cop_game *game, const void *state, int player)
{
    const struct position *position = state;
    int64_t points = position->points;

    (void)player;
    if (samegame_turn(game, state) == COP_OVER)
        points += points_at_end(board_of(game), position);
    return (double)points;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    of_player[0] =
        (samegame_score(game, state, 0) - game->score_low) / (game->score_high - game->score_low);
}

static const char *ending(const struct cop_game *game, const void *state)
{
    if (samegame_turn(game, state) != COP_OVER)
        return NULL;
    return colour_at(board_of(game), state, 0, 0) < 0 ? "the board is empty" : "no group is left";
}

/* A move shifts so much of the board that a key which follows it would be no quicker. */
static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    uint64_t mixed = (uint64_t)position->points;

    for (int i = 0; i < PLANES * board_of(game)->words; i += 2)
        mixed = key_of_words(position->planes[i], position->planes[i + 1], mixed);
    return mixed;
}

/* The cell of the group, whichever colour it has. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

/* A move takes two blocks at least. */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    int words = board_of(game)->words, blocks = 0;

    for (int i = 0; i < words; i++) {
        uint64_t any = 0;

        for (int plane = 0; plane < PLANES; plane++)
            any |= position->planes[plane * words + i];
        blocks += bit_count(any);
    }
    return blocks / 2;
}

const struct cop_rules cop_samegame = {
    .name = "samegame",
    .title = "SameGame",
    .summary = "take groups of equal blocks off the board; large groups and an empty board score",
    .lesson = samegame_lesson,
    .pictures = samegame_pictures,
    .notation = samegame_notation,
    .player_names = {"Player"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = samegame_turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = samegame_score,
    .tells_gains = true,
    .key = key,
    .write_move = samegame_write_move,
    .accepts = samegame_accepts,
    .write_position = samegame_write_position,
    .read_position = samegame_read_position,
    .scene = samegame_scene,
    .path = samegame_path,
    .click = samegame_click,
    .prompt = samegame_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .code = samegame_code,
    .coded_moves = samegame_coded_moves,
    .rest = samegame_rest,
    .marking = &samegame_marking,
    .moves_left = moves_left,
    .random_move = random_move,
    .playout = playout,
    .policies = samegame_policies,
    .evaluators = samegame_evaluators,
    .oracles = samegame_oracles,
};
