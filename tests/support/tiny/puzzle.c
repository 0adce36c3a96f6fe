/* puzzle.c - a line of coloured blocks for one player.
 *
 * A move removes a group of at least two equal neighbours and earns (size - 1)^2 points; the line
 * closes up. As joining groups pays more than it costs, the greedy order is often wrong. The line
 * is dealt at random by start(), without chance afterwards. */
#include <stdlib.h>
#include <string.h>

#include "tiny.h"

enum { BLOCKS_MAX = 16 };

struct puzzle {
    uint16_t score;
    uint8_t length;
    uint8_t unused;        /* zero */
    char line[BLOCKS_MAX]; /* 'a', 'b', ...; zero after the end */
};

static const struct cop_option options[] = {
    {"blocks", COP_INTEGER, "10", 2, BLOCKS_MAX, NULL, "blocks at the start"},
    {"colours", COP_INTEGER, "3", 1, 5, NULL, "colours of blocks"},
    {NULL}};

static int points(int size)
{
    return size < 2 ? 0 : (size - 1) * (size - 1);
}

static bool open(struct cop_game *game, struct cop_error *error)
{
    int blocks = (int)cop_integer(game->settings, "blocks");

    (void)error;
    game->state_size = sizeof(struct puzzle);
    game->players = 1;
    game->max_moves = blocks / 2;
    game->max_plies = blocks / 2;
    game->score_high = points(blocks); /* no order is worth more than one group of all */
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct puzzle *puzzle = state;
    int colours = (int)cop_integer(game->settings, "colours");

    memset(puzzle, 0, sizeof *puzzle);
    puzzle->length = (uint8_t)cop_integer(game->settings, "blocks");
    for (int i = 0; i < puzzle->length; i++)
        puzzle->line[i] = (char)('a' + cop_rng_below(rng, (uint32_t)colours));
}

/* How many blocks from `first` on have its colour. */
static int run_length(const struct puzzle *puzzle, int first)
{
    int end = first + 1;

    while (end < puzzle->length && puzzle->line[end] == puzzle->line[first])
        end++;
    return end - first;
}

/* A group is named by its first block, counted from 1. */
static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct puzzle *puzzle = state;
    int count = 0;

    (void)game;
    for (int first = 0; first < puzzle->length;) {
        int size = run_length(puzzle, first);

        if (size >= 2)
            out[count++] = (cop_move)(first + 1);
        first += size;
    }
    return count;
}

static int turn(const struct cop_game *game, const void *state)
{
    cop_move groups[BLOCKS_MAX];

    return moves(game, state, groups) > 0 ? 0 : COP_OVER;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct puzzle *puzzle = state;
    int first = (int)move - 1;
    int size = run_length(puzzle, first);
    int rest = puzzle->length - first - size;

    (void)game;
    memmove(puzzle->line + first, puzzle->line + first + size, (size_t)rest);
    memset(puzzle->line + first + rest, 0, (size_t)size);
    puzzle->length = (uint8_t)(puzzle->length - size);
    puzzle->score = (uint16_t)(puzzle->score + points(size));
}

static double score(const struct cop_game *game, const void *state, int player)
{
    (void)game;
    (void)player;
    return ((const struct puzzle *)state)->score;
}

/* Also the evaluator "points": what was earned so far, as a share of the most there could be. */
static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    of_player[0] = score(game, state, 0) / game->score_high;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    return tiny_key(state, game->state_size);
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, "%u", (unsigned)move);
}

/* Any block of a group names the group. */
static bool accepts(const struct cop_game *game, const void *state, cop_move move, const char *word)
{
    char *end;
    long block = strtol(word, &end, 10);

    (void)game;
    return end != word && *end == '\0' && block >= (long)move &&
           block < (long)move + run_length(state, (int)move - 1);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct puzzle *puzzle = state;

    (void)game;
    if (puzzle->length == 0)
        cop_text_add(text, "- %d", puzzle->score);
    else
        cop_text_add(text, "%.*s %d", puzzle->length, puzzle->line, puzzle->score);
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct puzzle puzzle = {0};
    int blocks = (int)cop_integer(game->settings, "blocks");
    int colours = (int)cop_integer(game->settings, "colours");
    char word[2][TINY_WORD];
    const char *line = word[0];
    int earned, length;

    if (tiny_split(words, word, 2) != 2 || !tiny_number(word[1], &earned))
        return cop_fail(error,
                        "\"%s\" is not a puzzle: write the line (- if it is empty) and the "
                        "score, as in \"abbac 0\"",
                        words);
    length = strcmp(line, "-") == 0 ? 0 : (int)strlen(line);
    if (length > blocks)
        return cop_fail(error, "\"%s\" has more than %d blocks", line, blocks);
    for (int i = 0; i < length; i++)
        if (line[i] < 'a' || line[i] >= 'a' + colours)
            return cop_fail(error, "\"%s\": a block is a letter from a to %c", line,
                            'a' + colours - 1);
    if (earned > points(blocks - length))
        return cop_fail(error, "%d points cannot be earned with %d of %d blocks", earned,
                        blocks - length, blocks);
    memcpy(puzzle.line, line, (size_t)length);
    puzzle.length = (uint8_t)length;
    puzzle.score = (uint16_t)earned;
    memcpy(state, &puzzle, sizeof puzzle);
    return true;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct puzzle *puzzle = state;

    (void)viewer;
    for (int i = 0; i < cop_integer(game->settings, "blocks"); i++) {
        char label[] = {puzzle->line[i], '\0'};

        cop_scene_cell(picture, (float)i, 0, COP_SQUARE, COP_LIGHT, "");
        if (i < puzzle->length)
            cop_scene_piece(picture, i, puzzle->line[i] - 'a', 0, COP_BLOCK, label);
    }
    cop_scene_label(picture, 0, 1, "%d points", puzzle->score);
}

static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    (void)game;
    (void)state;
    cells[0] = (int)move - 1;
    return 1;
}

/* The biggest group; the first of equal ones. */
static cop_move pick_biggest(const struct cop_game *game, const void *prepared, const void *state,
                             void *notes, struct cop_rng *rng)
{
    cop_move groups[BLOCKS_MAX], biggest = COP_NO_MOVE;
    int count = moves(game, state, groups);
    int most = 0;

    (void)prepared;
    (void)notes;
    (void)rng;
    for (int i = 0; i < count; i++) {
        int size = run_length(state, (int)groups[i] - 1);

        if (size > most) {
            most = size;
            biggest = groups[i];
        }
    }
    return biggest;
}

static void evaluate_points(const struct cop_game *game, const void *prepared, const void *state,
                            double *of_player)
{
    (void)prepared;
    payoff(game, state, of_player);
}

static const struct cop_evaluator evaluators[] = {{.name = "points",
                                                   .help = "what was earned so far",
                                                   .version = 1,
                                                   .upper = 1,
                                                   .evaluate = evaluate_points},
                                                  {NULL}};

static const struct cop_policy policies[] = {{"biggest", "removes the biggest group", pick_biggest},
                                             {NULL}};

static int moves_left(const struct cop_game *game, const void *state)
{
    (void)game;
    return ((const struct puzzle *)state)->length / 2;
}

const struct cop_rules tiny_puzzle = {
    .name = "tiny_puzzle",
    .title = "Tiny puzzle",
    .summary = "Remove groups of equal blocks from a line; big groups score best",
    .lesson = "Remove a group of two or more equal neighbours for (size - 1)^2 points; the line "
              "closes up. The game ends when no group is left. A move is the number of a block of "
              "the group, counted from the left: `2`.",
    .player_names = {"Solver"},
    .options = options,
    .open = open,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .moves_left = moves_left,
    .write_move = write_move,
    .accepts = accepts,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .evaluators = evaluators,
    .policies = policies,
};
