/* ontop.c - OnTop: rhombic tiles are drawn and laid, and the circles at their corners are won by
 * the colour with most segments (ontop.md 1).
 *
 * A draw is a move of chance before each placement. A position keeps what lies on each triangle and
 * the sets of free triangles; where a tile can be laid, which gaps are filled and which circles
 * close are a few shifts of these sets, and a circle is counted only once, when it closes. */
#include "board.h"

#include <stdlib.h>
#include <string.h>

#include "games/bits.h"
#include "games/lessons.h"
#include "games/list.h"

/* ---- The end (ontop.md 1.10, 1.12) ---- */

static int sides(const struct ontop_board *board)
{
    return board->teams ? 2 : board->players;
}

static int side_of(const struct ontop_board *board, int player)
{
    return board->teams ? player % 2 : player;
}

/* Points less the stones left, of a player or of a team. */
static int result_of(const struct ontop_board *board, const struct ontop_position *position,
                     int side)
{
    int result = 0;

    for (int player = side; player < board->players; player += sides(board))
        result += position->points[player] - board->penalty * position->stones[player];
    return result;
}

/* The best of the sides in `candidates` share the win. */
static void finish(const struct ontop_board *board, struct ontop_position *position,
                   unsigned candidates)
{
    unsigned winners = 0;
    int best = 0;

    for (int side = 0; side < sides(board); side++) {
        int result = result_of(board, position, side);

        if ((candidates >> side & 1) == 0)
            continue;
        if (winners == 0 || result > best) {
            winners = 0;
            best = result;
        }
        if (result == best)
            winners |= 1u << side;
    }
    position->winners = winners & 15;
}

/* A colour has no stone left after a circle with `top` on top. A passive one only ends the game;
 * a player's wins it, and of several the one on top. */
static void finish_without_stones(const struct ontop_board *board, struct ontop_position *position,
                                  int top)
{
    unsigned candidates = 0;

    for (int player = 0; player < board->players; player++)
        if (position->stones[player] == 0)
            candidates |= 1u << side_of(board, player);
    if (top < board->players && position->stones[top] == 0)
        candidates = 1u << side_of(board, top);
    finish(board, position, candidates != 0 ? candidates : 15);
}

/* ---- Moves ---- */

static inline int tiles_left(const struct ontop_position *position)
{
    int left = 0;

    for (int type = 0; type < ONTOP_TYPES; type++)
        left += position->deck[type];
    return left;
}

/* Black triangles on all free ones without a free neighbour (ontop.md 1.8). */
static inline void fill_gaps(const struct ontop_board *board, struct ontop_position *position)
{
    uint64_t up = position->up, down = position->down;
    uint64_t up_gaps = up & ~(down | down >> 1 | down << ONTOP_STRIDE);
    uint64_t down_gaps = down & ~(up | up << 1 | up >> ONTOP_STRIDE);

    position->up ^= up_gaps;
    position->down ^= down_gaps;
    for (; up_gaps != 0; up_gaps &= up_gaps - 1)
        position->cell[board->up_cell[bit_index(up_gaps)]] = ONTOP_BLACK;
    for (; down_gaps != 0; down_gaps &= down_gaps - 1)
        position->cell[board->down_cell[bit_index(down_gaps)]] = ONTOP_BLACK;
}

/* Places the stones and gives the points; false if a colour has no stone left (ontop.md 1.9). */
static inline bool build_tower(struct ontop_position *position, const struct ontop_circle *circle,
                               unsigned tower)
{
    bool has_stones = true;
    int height = 0;

    for (int colour = 0; colour < ONTOP_COLOURS; colour++) {
        unsigned stone = tower >> colour & 1;

        height += (int)stone;
        position->stones[colour] = (uint8_t)(position->stones[colour] - stone);
        has_stones = has_stones && position->stones[colour] != 0;
    }
    position->points[tower >> ONTOP_COLOURS] =
        (uint8_t)(position->points[tower >> ONTOP_COLOURS] + height * circle->worth);
    return has_stones;
}

static inline void lay(const struct ontop_board *board, struct ontop_position *position,
                       int placement)
{
    const struct ontop_place *place = &board->places[placement >> 1];
    int code = ontop_code(place->direction, position->hand - 1, placement & 1);
    uint64_t closed = ontop_open_points(position->up, position->down);

    position->up &= ~((uint64_t)1 << place->up);
    position->down &= ~((uint64_t)1 << place->down);
    position->cell[place->up_cell] = position->cell[place->down_cell] = (uint8_t)code;
    fill_gaps(board, position);
    closed &= ~ontop_open_points(position->up, position->down);
    position->hand = 0;
    position->player = (position->player + 1 == board->players ? 0 : position->player + 1) & 15;
    for (; closed != 0; closed &= closed - 1) {
        const struct ontop_circle *circle = &board->circles[bit_index(closed)];
        unsigned tower = ontop_tower(board, position, circle);

        if (!build_tower(position, circle, tower)) {
            finish_without_stones(board, position, (int)(tower >> ONTOP_COLOURS));
            position->last = (uint8_t)(placement + 1);
            return;
        }
    }
    /* A free triangle has a free neighbour, or it would be filled; so a tile fits somewhere. */
    if (position->up == 0 || tiles_left(position) == 0)
        finish(board, position, 15);
}

void ontop_lay(const struct ontop_board *board, struct ontop_position *position, int placement)
{
    lay(board, position, placement);
}

static inline void draw(struct ontop_position *position, int type)
{
    position->deck[type]--;
    position->hand = (uint8_t)(type + 1);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct ontop_position *position = state;

    (void)game;
    if (position->winners != 0)
        return COP_OVER;
    return position->hand == 0 ? COP_CHANCE : position->player;
}

/* Placements in ascending order, as the specification numbers them. */
static int list_placements(const struct ontop_board *board, const struct ontop_position *position,
                           cop_move *out)
{
    struct ontop_places legal = ontop_legal_places(board, position->up, position->down);
    uint64_t sorted[(ONTOP_PLACES + 63) / 64] = {0};
    int count = 0;

    for (int direction = 0; direction < ONTOP_DIRECTIONS; direction++)
        for (uint64_t left = legal.of[direction]; left != 0; left &= left - 1) {
            int place = board->place_at[direction][bit_index(left)];

            sorted[place / 64] |= (uint64_t)1 << place % 64;
        }
    for (int word = 0; word < (ONTOP_PLACES + 63) / 64; word++)
        for (uint64_t left = sorted[word]; left != 0; left &= left - 1) {
            int placement = 2 * (64 * word + bit_index(left));

            out[count++] = (cop_move)(ONTOP_PLACEMENT + placement);
            out[count++] = (cop_move)(ONTOP_PLACEMENT + placement + 1);
        }
    return count;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct ontop_position *position = state;
    int count = 0;

    if (position->winners != 0)
        return 0;
    if (position->hand != 0)
        return list_placements(ontop_board_of(game), position, out);
    for (int type = 0; type < ONTOP_TYPES; type++)
        if (position->deck[type] > 0)
            out[count++] = (cop_move)(ONTOP_DRAW + type);
    return count;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct ontop_position *position = state;

    assert(position->winners == 0);
    if (position->hand == 0)
        draw(position, (int)move - ONTOP_DRAW);
    else
        lay(ontop_board_of(game), position, (int)move - ONTOP_PLACEMENT);
}

static void chances(const struct cop_game *game, const void *state, double *probability)
{
    const struct ontop_position *position = state;
    double left = tiles_left(position);
    int count = 0;

    (void)game;
    for (int type = 0; type < ONTOP_TYPES; type++)
        if (position->deck[type] > 0)
            probability[count++] = position->deck[type] / left;
}

/* ---- Random play ---- */

static inline int random_type(const struct ontop_position *position, struct cop_rng *rng)
{
    int ticket = (int)cop_rng_below(rng, (uint32_t)tiles_left(position));
    int type = 0;

    while (ticket >= position->deck[type])
        ticket -= position->deck[type++];
    return type;
}

static inline int random_placement(const struct ontop_board *board,
                                   const struct ontop_position *position, struct cop_rng *rng)
{
    struct ontop_places legal = ontop_legal_places(board, position->up, position->down);
    uint32_t first = (uint32_t)bit_count(legal.of[0]);
    uint32_t second = first + (uint32_t)bit_count(legal.of[1]);
    uint32_t all = second + (uint32_t)bit_count(legal.of[2]);
    uint32_t ticket = cop_rng_below(rng, 2 * all);
    uint32_t rank = ticket >> 1;
    int direction = (rank >= first) + (rank >= second);
    uint64_t up;

    rank -= direction == 0 ? 0 : direction == 1 ? first : second;
    up = nth_bit(legal.of[direction], rank);
    return 2 * board->place_at[direction][bit_index(up)] + (int)(ticket & 1);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct ontop_position *position = state;

    if (position->hand == 0)
        return (cop_move)(ONTOP_DRAW + random_type(position, rng));
    return (cop_move)(ONTOP_PLACEMENT + random_placement(ontop_board_of(game), position, rng));
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct ontop_board *board = ontop_board_of(game);
    struct ontop_position *position = state;
    struct cop_rng local = *rng;
    int plies = 0;

    for (; plies < limit && position->winners == 0; plies++) {
        if (position->hand == 0)
            draw(position, random_type(position, &local));
        else
            lay(board, position, random_placement(board, position, &local));
    }
    *rng = local;
    return plies;
}

/* ---- The rest of the contract ---- */

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct ontop_board *board = ontop_board_new(game->settings, error);
    int stones;

    if (board == NULL)
        return false;
    fill_gaps(board, &board->start);
    game->own = board;
    game->state_size = sizeof(struct ontop_position);
    game->players = board->players;
    game->max_moves = 2 * ONTOP_PLACES;
    game->move_kinds = 2 * ONTOP_PLACES + ONTOP_TYPES;
    game->max_plies = 2 * ONTOP_TILES;
    game->has_chance = true;
    game->is_constant_sum = !board->teams; /* both players of a team that wins are paid */
    stones = board->start.stones[0] * (board->teams ? 2 : 1);
    game->score_low = -board->penalty * stones;
    game->score_high = ontop_most_points(board, stones);
    for (int player = 0; player < board->players; player++)
        game->player_names[player] = ontop_colour_name(board->letters[player]);
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)rng;
    memcpy(state, &ontop_board_of(game)->start, sizeof(struct ontop_position));
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct ontop_board *board = ontop_board_of(game);
    const struct ontop_position *position = state;
    double share = 1.0 / bit_count(position->winners);

    for (int player = 0; player < board->players; player++)
        of_player[player] = (position->winners >> side_of(board, player) & 1) != 0 ? share : 0;
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct ontop_position *position = state;

    (void)game;
    if (position->winners == 0)
        return NULL;
    if (position->last != 0)
        return "a colour has placed its last stone";
    return position->up == 0 ? "the board is full" : "all tiles are laid";
}

static double score(const struct cop_game *game, const void *state, int player)
{
    const struct ontop_board *board = ontop_board_of(game);

    return result_of(board, state, side_of(board, player));
}

static inline uint64_t load_word(const uint8_t *bytes)
{
    uint64_t word = 0;

    for (int i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

/* The cells, the tile in hand and who moves are the position; of a game that ran out of stones also
 * the last placement, as it decides which circles still counted. */
static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct ontop_position *position = state;
    uint64_t sum =
        (uint64_t)position->hand << 16 | (uint64_t)position->player << 8 | position->last;

    (void)game;
    static_assert(ONTOP_CELLS % 24 == 0, "the cells are triples of words");
    for (int i = 0; i < ONTOP_CELLS; i += 24)
        sum = key_of_words(load_word(position->cell + i), load_word(position->cell + i + 8),
                           sum ^ load_word(position->cell + i + 16));
    return sum;
}

/* The place and the rotation, whichever tile it is; draws come behind. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    if (move >= ONTOP_DRAW)
        return 2 * ONTOP_PLACES + (int)move - ONTOP_DRAW;
    return (int)move - ONTOP_PLACEMENT;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct ontop_position *position = state;

    (void)game;
    if (position->winners == 0)
        position->player = (unsigned)player & 15;
}

/* A tile covers two triangles (ontop.md 2.15). */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct ontop_position *position = state;

    (void)game;
    return (bit_count(position->up) + bit_count(position->down)) / 2;
}

/* Results of the thesis are -1..1 and its constant is under the root: 1 there is 1/2 here. */
static const struct cop_recipe recipes[] = {
    {"thesis", "mcts", "c=0.5, first_play=1, outcomes=pass, final=value, parallel=root",
     "the best player of the thesis (ontop.md 2.12, 2.13): meant for two threads"},
    {"strong", "mcts", "c=0.5, first_play=1, outcomes=pass, final=value",
     "the strongest player in our matches at a tenth of a second a move"},
    {NULL}};

const struct cop_rules cop_ontop = {
    .name = "ontop",
    .title = "OnTop",
    .summary = "draw and lay tiles, close circles and be on top of them",
    .lesson = ontop_lesson,
    .pictures = ontop_pictures,
    .notation = ontop_notation,
    .player_names = {"Blue", "White", "Yellow", "Red"},
    .options = ontop_options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .chances = chances,
    .payoff = payoff,
    .score = score,
    .tells_gains = true,
    .key = key,
    .write_move = ontop_write_move,
    .accepts = ontop_accepts,
    .write_position = ontop_write_position,
    .read_position = ontop_read_position,
    .scene = ontop_scene,
    .path = ontop_path,
    .prompt = ontop_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = ontop_evaluators,
    .orderings = ontop_orderings,
    .recipes = recipes,
};
