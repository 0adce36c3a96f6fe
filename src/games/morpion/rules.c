/* rules.c - Morpion Solitaire: points are added to a cross, each by drawing a line of five (or of
 * four) points that it completes.
 *
 * Which lines may be drawn changes only near a move: where a line has the new point, and where it
 * would overlap the new line. */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "games/lessons.h"

enum rule { FIVE_TOUCHING, FIVE_DISJOINT, FOUR_TOUCHING, FOUR_DISJOINT };

static const struct cop_option options[] = {
    {"rule", COP_CHOICE, "5T", 0, 0, "5T|5D|4T|4D",
     "points of a line, and whether lines of one direction may touch (T) or not (D)"},
    {"margin", COP_INTEGER, "8", 1, 8, NULL, "free rows and columns of paper around the cross"},
    {NULL},
};

/* No game is longer, on paper without an end: for five points Michalewski, Nagorko and Pawlewicz
 * (2015) and Kawamura and others (2013), for four the exhaustive enumeration of Quist (2008). */
static const int bounds[] = {
    [FIVE_TOUCHING] = 485, [FIVE_DISJOINT] = 121, [FOUR_TOUCHING] = 62, [FOUR_DISJOINT] = 35};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* No position has more lines to draw. A point has room for lines on its eight sides or, in the
 * disjoint game, in its four directions; a line takes some of that from each of its points, and the
 * new point brings its own. So there is never more room than at the start, or, with lines of four
 * that touch, than the moves so far have added. A line that may be drawn needs the room of all its
 * points but the new one, and each piece of room is on as many lines as could cover it. */
static int most_choices(const struct board *board, bool is_disjoint)
{
    int steps = board->span - 1;
    int brought = is_disjoint ? 4 : 8, taken = is_disjoint ? board->span : 2 * steps;
    int needed = is_disjoint ? steps : taken - 2, lines = is_disjoint ? board->span : steps;
    int growth = brought > taken ? brought - taken : 0;

    return lines * (brought * board->start + growth * board->bound) / needed;
}

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct board *board = calloc(1, sizeof *board);
    enum rule rule = (enum rule)cop_choice(game->settings, "rule");
    bool is_disjoint = rule == FIVE_DISJOINT || rule == FOUR_DISJOINT;

    if (board == NULL)
        return cop_fail(error, "morpion: out of memory");
    game->own = board;
    board->span = rule == FIVE_TOUCHING || rule == FIVE_DISJOINT ? 5 : 4;
    board->apart = is_disjoint ? board->span : board->span - 1;
    board->margin = (int)cop_integer(game->settings, "margin");
    board->side = 3 * (board->span - 2) + 1 + 2 * board->margin;
    morpion_rule_paper(board);
    board->bound = smaller(bounds[rule], board->side * board->side - board->start);
    game->state_size = sizeof(struct position);
    game->players = 1;
    game->max_plies = board->bound;
    game->max_moves = most_choices(board, is_disjoint);
    game->move_kinds = LINES_MAX;
    game->symmetries = SYMMETRIES;
    game->score_high = board->bound;
    return true;
}

/* ---- Lines that may be drawn ---- */

/* Is there a line of the same direction that begins too near? */
static bool is_overlapped(const struct board *board, const struct position *position,
                          struct line line)
{
    for (int steps = 1 - board->apart; steps < board->apart; steps++) {
        struct place other = place_at(line.first, line.direction, steps);

        if (is_on_paper(board, other) && has(&position->lines[line.direction], other))
            return true;
    }
    return false;
}

static bool may_be_drawn(const struct board *board, const struct position *position,
                         struct line line)
{
    int missing = 0;

    for (int at = 0; at < board->span; at++)
        if (!has(&position->points, place_at(line.first, line.direction, at)) && missing++ > 0)
            return false;
    return missing == 1 && !is_overlapped(board, position, line);
}

static void set_legal(struct position *position, struct line line, bool is_legal)
{
    struct sheet *legal = &position->legal[line.direction];

    position->choices += (int)is_legal - (int)has(legal, line.first);
    if (is_legal)
        put(legal, line.first);
    else
        take(legal, line.first);
}

static void look_at(const struct board *board, struct position *position, struct line line)
{
    if (is_on_paper(board, line.first) && has(&board->fits[line.direction], line.first))
        set_legal(position, line, may_be_drawn(board, position, line));
}

static void forbid_overlaps(const struct board *board, struct position *position, struct line drawn)
{
    for (int steps = 1 - board->apart; steps < board->apart; steps++) {
        struct line line = {place_at(drawn.first, drawn.direction, steps), drawn.direction};

        if (is_on_paper(board, line.first))
            set_legal(position, line, false);
    }
}

void morpion_draw(const struct board *board, struct position *position, struct line line)
{
    struct place point = place_at(line.first, line.direction, missing_point(board, position, line));

    put(&position->points, point);
    put(&position->lines[line.direction], line.first);
    position->key ^= board->key[line_number(line)];
    position->drawn++;
    forbid_overlaps(board, position, line);
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int at = 0; at < board->span; at++)
            look_at(board, position, (struct line){place_at(point, direction, -at), direction});
}

void morpion_set_up(const struct board *board, struct position *position)
{
    memset(position, 0, sizeof *position);
    position->points = board->cross;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int y = 0; y < board->side; y++)
            for (int x = 0; x < board->side; x++)
                look_at(board, position, (struct line){{x, y}, direction});
}

/* ---- The contract ---- */

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)rng;
    morpion_set_up(board_of(game), state);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    (void)game;
    return position->choices > 0 ? 0 : COP_OVER;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct position *position = state;

    return list_lines(board_of(game), position->legal, out);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    morpion_draw(board_of(game), state, line_of_move(move));
}

static double score(const struct cop_game *game, const void *state, int player)
{
    const struct position *position = state;

    (void)game;
    (void)player;
    return position->drawn;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    of_player[0] = score(game, state, 0) / game->score_high;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    (void)game;
    return cop_mix(position->key);
}

static const char *ending(const struct cop_game *game, const void *state)
{
    return turn(game, state) == COP_OVER ? "no line can be drawn" : NULL;
}

/* The line, whichever of its points is new. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

static struct line random_line(const struct board *board, const struct position *position,
                               struct cop_rng *rng)
{
    int rank = (int)cop_rng_below(rng, (uint32_t)position->choices);

    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int y = 0; y < board->side; y++) {
            uint32_t row = position->legal[direction].rows[y];
            int count = bit_count(row);

            if (rank < count)
                return (struct line){{bit_index(nth_bit(row, (uint32_t)rank)), y}, direction};
            rank -= count;
        }
    assert(!"as many lines as are counted");
    return (struct line){{0, 0}, 0};
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    return move_of(random_line(board_of(game), state, rng));
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct board *board = board_of(game);
    struct position *position = state;
    int plies = 0;

    for (; position->choices > 0 && (limit <= 0 || plies < limit); plies++)
        morpion_draw(board, position, random_line(board, position, rng));
    return plies;
}

const struct cop_rules cop_morpion = {
    .name = "morpion",
    .title = "Morpion Solitaire",
    .summary = "add points to a cross, each by a line of five that it completes; lines score",
    .lesson = morpion_lesson,
    .pictures = morpion_pictures,
    .notation = morpion_notation,
    .player_names = {"Player"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = morpion_write_move,
    .accepts = morpion_accepts,
    .write_position = morpion_write_position,
    .read_position = morpion_read_position,
    .scene = morpion_scene,
    .path = morpion_path,
    .prompt = morpion_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .code = morpion_code,
    .rest = morpion_rest,
    .moves_left = morpion_moves_left,
    .turned = morpion_turned,
    .turned_move = morpion_turned_move,
    .random_move = random_move,
    .playout = playout,
    .evaluators = morpion_evaluators,
    .oracles = morpion_oracles,
};
