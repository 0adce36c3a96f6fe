/* rules.c - Breakthrough with dice (chance-and-multiplayer.md 1.3).
 *
 * Instead of moving a stone a player may roll: chance names a square, and whatever stands there is
 * lost. All rolls of empty squares leave the same position and are one outcome. Board and
 * steps are those of Breakthrough, in breakthrough/board.h. */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "games/lessons.h"

static const struct cop_option options[] = {
    BREAKTHROUGH_SIZE_OPTIONS,
    {"limit", COP_INTEGER, "300", 1, 10000, NULL, "turns after which the game is drawn"},
    {NULL},
};

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct chance_opened *opened = calloc(1, sizeof *opened);
    struct chance_table *table;

    if (opened == NULL)
        return cop_fail(error, "chancebreakthrough: out of memory");
    table = &opened->table;
    breakthrough_measure(&table->board, game->settings);
    table->squares = table->board.columns * table->board.rows;
    table->limit = (int)cop_integer(game->settings, "limit");
    if (table->squares == STRIDE * STRIDE)
        breakthrough_tuples_fill(&opened->tuples);
    game->own = opened;
    game->state_size = sizeof(struct chance_position);
    game->players = 2;
    game->max_moves = 3 * 2 * table->board.columns + 1;
    game->move_kinds = ROLL + 1 + NOTHING + 1 - EVENT;
    game->max_plies = 2 * table->limit;
    game->has_chance = true;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct chance_position position = {.mover = WHITE, .phase = TO_MOVE};

    (void)rng;
    breakthrough_set_up(board_of(game), position.stones);
    memcpy(state, &position, sizeof position);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct chance_position *position = state;

    (void)game;
    if (position->phase == TO_MOVE)
        return position->mover;
    return position->phase == ROLLED ? COP_CHANCE : COP_OVER;
}

static int list_events(const struct cop_game *game, const struct chance_position *position,
                       cop_move *out)
{
    int count = 0;

    for (uint64_t left = all_stones(position); left != 0; left &= left - 1)
        out[count++] = (cop_move)(EVENT + bit_index(left));
    if (count < table_of(game)->squares)
        out[count++] = NOTHING;
    return count;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct chance_position *position = state;
    int count;

    if (position->phase == ENDED)
        return 0;
    if (position->phase == ROLLED)
        return list_events(game, position, out);
    count = list_moves(position->mover,
                       all_steps(board_of(game), position->stones, position->mover), out);
    out[count++] = ROLL;
    return count;
}

static void chances(const struct cop_game *game, const void *state, double *probability)
{
    int squares = table_of(game)->squares;
    int stones = bit_count(all_stones(state));

    for (int i = 0; i < stones; i++)
        probability[i] = 1.0 / squares;
    if (stones < squares)
        probability[stones] = (double)(squares - stones) / squares;
}

static void end_turn(const struct chance_table *table, struct chance_position *position,
                     bool is_decided)
{
    position->mover = 1 - position->mover;
    position->turns++;
    position->phase = is_decided || position->turns >= table->limit ? ENDED : TO_MOVE;
}

/* Empties a square; true if that was a side's last stone. */
static bool lose_stone(uint64_t stones[2], uint64_t square)
{
    stones[WHITE] &= ~square;
    stones[BLACK] &= ~square;
    return stones[WHITE] == 0 || stones[BLACK] == 0;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    const struct chance_table *table = table_of(game);
    struct chance_position *position = state;

    assert((position->phase == ROLLED) == (move >= EVENT));
    if (move == ROLL)
        position->phase = ROLLED;
    else if (move == NOTHING)
        end_turn(table, position, false);
    else if (move >= EVENT)
        end_turn(table, position, lose_stone(position->stones, (uint64_t)1 << (move - EVENT)));
    else
        end_turn(table, position,
                 breakthrough_step(&table->board, position->stones, position->mover, move));
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct chance_position *position = state;
    int won = breakthrough_winner(board_of(game), position->stones);

    of_player[WHITE] = won < 0 ? 0.5 : won == WHITE;
    of_player[BLACK] = 1 - of_player[WHITE];
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct chance_position *position = state;
    const char *decision = breakthrough_ending(board_of(game), position->stones);

    if (position->phase != ENDED)
        return NULL;
    return decision != NULL ? decision : "the limit of turns is reached";
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct chance_position *position = state;

    (void)game;
    return key_of_words(position->stones[WHITE], position->stones[BLACK],
                        (uint64_t)position->turns << 16 | (uint64_t)position->phase << 8 |
                            position->mover);
}

/* Steps, the roll, then what the roll may bring. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)(move < EVENT ? move : ROLL + 1 + (move - EVENT));
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct chance_position *position = state;

    (void)game;
    if (position->phase == TO_MOVE)
        position->mover = (uint8_t)player;
}

/* ---- Random play ---- */

/* Every square is as likely as every other. */
static inline uint64_t draw_square(const struct chance_table *table, struct cop_rng *rng)
{
    return nth_bit(table->board.squares, cop_rng_below(rng, (uint32_t)table->squares));
}

/* The roll has the last rank, as in moves(). */
cop_move chance_breakthrough_random_move(const struct cop_game *game, const void *state,
                                         struct cop_rng *rng)
{
    const struct chance_position *position = state;
    struct steps steps;
    uint32_t rank, count;

    if (position->phase == ROLLED) {
        uint64_t square = draw_square(table_of(game), rng);

        return (square & all_stones(position)) == 0 ? NOTHING
                                                    : (cop_move)(EVENT + bit_index(square));
    }
    steps = all_steps(board_of(game), position->stones, position->mover);
    count = count_steps(steps);
    rank = cop_rng_below(rng, count + 1);
    return rank < count ? nth_step_move(position->mover, steps, rank) : ROLL;
}

/* How far a playout may still go. */
struct reach {
    int plies, turns;
};

/* The phase after a turn. */
static inline enum phase turn_over(bool is_decided, struct reach *left)
{
    left->turns--;
    return is_decided || left->turns == 0 ? ENDED : TO_MOVE;
}

/* A turn with what its roll brings, unless only the roll itself is within reach. */
static inline enum phase random_turn(int side, uint64_t *own, uint64_t *enemy,
                                     const struct chance_table *table, struct cop_rng *rng,
                                     struct reach *left)
{
    struct steps steps = steps_of(side, *own, *enemy, table->board.squares);
    uint32_t count = count_steps(steps);
    uint32_t rank = cop_rng_below(rng, count + 1);
    uint64_t square;

    left->plies--;
    if (rank < count)
        return turn_over(take_nth_step(side, own, enemy, steps, rank, table->board.goal[side]),
                         left);
    if (left->plies == 0)
        return ROLLED;
    left->plies--;
    square = draw_square(table, rng);
    *own &= ~square;
    *enemy &= ~square;
    return turn_over(*own == 0 || *enemy == 0, left);
}

/* Draws what repeated calls of random_move would. Two turns a round, so that the direction of each
 * is known to the compiler, and who moves and whether he has rolled need no registers: without
 * enough of them it keeps numbers where they cost more. */
static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct chance_table *table = table_of(game);
    struct chance_position *position = state;
    struct cop_rng local = *rng;
    struct reach left = {.plies = limit > 0 ? limit : game->max_plies};
    int plies = left.plies, turns;
    uint64_t white, black;
    enum phase phase;
    int next;

    if (position->phase == ROLLED) {
        end_turn(table, position, lose_stone(position->stones, draw_square(table, &local)));
        left.plies--;
    }
    turns = left.turns = table->limit - position->turns;
    white = position->stones[WHITE];
    black = position->stones[BLACK];
    phase = position->phase;
    next = position->mover;
    while (phase == TO_MOVE && left.plies > 0) {
        if (next == WHITE) {
            phase = random_turn(WHITE, &white, &black, table, &local, &left);
            if (phase != TO_MOVE || left.plies == 0)
                break;
        }
        phase = random_turn(BLACK, &black, &white, table, &local, &left);
        next = WHITE;
    }
    turns -= left.turns; /* which were played */
    *position = (struct chance_position){
        .stones = {white, black},
        .mover = (uint8_t)((position->mover + turns) % 2),
        .phase = (uint8_t)phase,
        .turns = (uint16_t)(position->turns + turns),
    };
    *rng = local;
    return plies - left.plies;
}

static int moves_left(const struct cop_game *game, const void *state)
{
    const struct chance_position *position = state;

    return table_of(game)->limit - position->turns;
}

static const struct cop_recipe recipes[] = {
    {"strong", "mcts", "select=puct, prior=order, line_limit=1, judge=learned, solver=on, reuse=on",
     "judged without a playout by the share that was learned from games, led by the order of "
     "moves, on the usual board: far stronger than the plain tree (docs/measurements.md)"},
    {NULL}};

const struct cop_rules cop_chancebreakthrough = {
    .name = "chancebreakthrough",
    .title = "ChanceBreakthrough",
    .summary = "Breakthrough in which a turn may be a roll that empties a random square",
    .lesson = chance_breakthrough_lesson,
    .pictures = chance_breakthrough_pictures,
    .notation = chance_breakthrough_notation,
    .player_names = {"White", "Black"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .chances = chances,
    .payoff = payoff,
    .key = key,
    .write_move = chance_breakthrough_write_move,
    .accepts = chance_breakthrough_accepts,
    .write_position = chance_breakthrough_write_position,
    .read_position = chance_breakthrough_read_position,
    .scene = chance_breakthrough_scene,
    .path = chance_breakthrough_path,
    .prompt = chance_breakthrough_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .give_turn = give_turn,
    .random_move = chance_breakthrough_random_move,
    .playout = playout,
    .evaluators = chance_breakthrough_evaluators,
    .features = &chance_breakthrough_features,
    .orderings = chance_breakthrough_orderings,
    .policies = chance_breakthrough_policies,
    .recipes = recipes,
};
