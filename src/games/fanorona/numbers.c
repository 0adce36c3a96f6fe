/* numbers.c - Fanorona's positions as numbers, for databases (samegame-and-fanorona.md 6.1, 6.2).
 *
 * A class is "3-2": three stones of the side to move, two of the other. Steps lead from 3-2 to 2-3
 * and back, so that the two are one stage; captures lead to fewer stones. Boards that are mirrored,
 * and square ones that are turned, have the same values and share a number. */
#include "board.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Tables of patterns stay small, and nobody builds a database of more positions. */
static const int64_t patterns_max = 1 << 21, positions_max = (int64_t)1 << 40;

/* ---- Classes ---- */

/* Where a symmetry takes a point: bits 0 and 1 mirror the board, bit 2 turns it over its diagonal,
 * which only a square has. */
static int image_of(const struct fanorona_board *board, int symmetry, int point)
{
    int column = point % board->stride, row = point / board->stride;

    if ((symmetry & 1) != 0)
        column = board->columns - 1 - column;
    if ((symmetry & 2) != 0)
        row = board->rows - 1 - row;
    return (symmetry & 4) != 0 ? point_at(board, row, column) : point_at(board, column, row);
}

static void open_placing(struct cop_placing *placing, const struct fanorona_board *board)
{
    uint8_t images[COP_PLACING_SYMMETRIES][64] = {{0}};
    int symmetries = board->columns == board->rows ? 8 : 4;

    for (int symmetry = 0; symmetry < symmetries; symmetry++)
        for (uint64_t left = board->points; left != 0; left &= left - 1)
            images[symmetry][bit_index(left)] = (uint8_t)image_of(board, symmetry, bit_index(left));
    cop_placing_open(placing, board->points, symmetries, (const uint8_t(*)[64])images);
}

/* So many stones on either side, few <= many, can be counted. Fewer always can, too. */
static bool is_countable(const struct cop_placing *placing, int few, int many)
{
    int points = placing->point_count;
    int64_t patterns = placing->subsets.count[points][few];

    if (few > COP_PLACING_FEW || few + many > points || patterns > patterns_max)
        return false;
    for (int i = few; i <= many; i++)
        if (placing->subsets.count[points - few][i] > positions_max / patterns)
            return false;
    return true;
}

static void add_class(struct fanorona_numbers *numbers, int mine, int theirs, int stage)
{
    numbers->class_of[mine][theirs] = (int16_t)numbers->class_count;
    numbers->classes[numbers->class_count++] =
        (struct fanorona_class){(uint8_t)mine, (uint8_t)theirs, (uint16_t)stage};
}

/* By the number of stones, so that captures lead to lower stages. */
struct fanorona_numbers *fanorona_number(const struct fanorona_board *board)
{
    struct fanorona_numbers *numbers = cop_allocate(sizeof *numbers);
    int points = board->columns * board->rows, stage = 0;

    open_placing(&numbers->placing, board);
    memset(numbers->class_of, 0xff, sizeof numbers->class_of);
    for (int stones = 2; stones <= points; stones++)
        for (int few = 1; 2 * few <= stones; few++) {
            if (!is_countable(&numbers->placing, few, stones - few))
                continue;
            add_class(numbers, few, stones - few, stage);
            if (2 * few < stones)
                add_class(numbers, stones - few, few, stage);
            stage++;
        }
    return numbers;
}

void fanorona_free_numbers(struct fanorona_numbers *numbers)
{
    if (numbers == NULL)
        return;
    cop_placing_close(&numbers->placing);
    free(numbers);
}

static const struct fanorona_class *class_at(const struct cop_game *game, int class_number)
{
    return &board_of(game)->numbers->classes[class_number];
}

static int classes(const struct cop_game *game)
{
    return board_of(game)->numbers->class_count;
}

static int stage(const struct cop_game *game, int class_number)
{
    return class_at(game, class_number)->stage;
}

static int pieces(const struct cop_game *game, int class_number)
{
    const struct fanorona_class *class = class_at(game, class_number);

    return class->mine + class->theirs;
}

static void name(const struct cop_game *game, int class_number, struct cop_text *text)
{
    const struct fanorona_class *class = class_at(game, class_number);

    cop_text_add(text, "%d-%d", class->mine, class->theirs);
}

/* How games are drawn does not matter to the values of positions without a past. */
static void table_name(const struct cop_game *game, struct cop_text *text)
{
    const struct fanorona_board *board = board_of(game);

    cop_text_add(text, "fanorona-%dx%d%s", board->columns, board->rows,
                 board->has_weak_corners ? "-weak" : "");
}

static inline bool movers_are_few(const struct fanorona_class *class)
{
    return class->mine <= class->theirs;
}

static int64_t count(const struct cop_game *game, int class_number)
{
    const struct fanorona_class *class = class_at(game, class_number);
    bool is_few = movers_are_few(class);

    return cop_placing_count(&board_of(game)->numbers->placing,
                             is_few ? class->mine : class->theirs,
                             is_few ? class->theirs : class->mine);
}

/* ---- Numbers ---- */

static inline int64_t number_of(const struct fanorona_board *board, uint64_t mine, uint64_t theirs)
{
    struct cop_placing *placing = &board->numbers->placing;

    return bit_count(mine) <= bit_count(theirs) ? cop_placing_rank(placing, mine, theirs)
                                                : cop_placing_rank(placing, theirs, mine);
}

static inline int class_with(const struct fanorona_board *board, uint64_t mine, uint64_t theirs)
{
    return board->numbers->class_of[bit_count(mine)][bit_count(theirs)];
}

static bool place(const struct cop_game *game, const void *state, struct cop_place *place)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    uint64_t mine = position->stones[position->next], theirs = position->stones[!position->next];

    if (position->end != GOING || position->visited != 0 || mine == 0 || theirs == 0)
        return false;
    place->class_number = class_with(board, mine, theirs);
    if (place->class_number < 0)
        return false;
    place->number = number_of(board, mine, theirs);
    place->has_past = position->quiet > 0 && board->repetitions > 0;
    place->patience = board->quiet_limit > 0 ? board->quiet_limit - position->quiet : INT_MAX;
    return true;
}

/* Quiet moves are taken back one by one: going along a line again undoes it. */
static bool past(const struct cop_game *game, const void *state, int back, struct cop_place *place)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    uint64_t stones[2] = {position->stones[WHITE], position->stones[BLACK]};
    int next = position->next;

    if (board->repetitions == 0 || position->end != GOING || back > position->quiet)
        return false;
    for (int i = 1; i <= back; i++) {
        next = 1 - next;
        stones[next] ^= board->ends[position->history[position->quiet - i]];
    }
    *place = (struct cop_place){.class_number = class_with(board, stones[next], stones[1 - next]),
                                .number = number_of(board, stones[next], stones[1 - next]),
                                .has_past = back < position->quiet,
                                .patience = board->quiet_limit - position->quiet + back};
    return true;
}

/* The stones of a number; false if it is nobody's. */
static bool sets_of(const struct cop_game *game, int class_number, int64_t number, uint64_t *mine,
                    uint64_t *theirs)
{
    const struct fanorona_class *class = class_at(game, class_number);
    struct cop_placing *placing = &board_of(game)->numbers->placing;

    if (movers_are_few(class))
        return cop_placing_sets(placing, class->mine, class->theirs, number, mine, theirs);
    return cop_placing_sets(placing, class->theirs, class->mine, number, theirs, mine);
}

static bool state(const struct cop_game *game, int class_number, int64_t number, void *state)
{
    struct fanorona_position *position = state;
    struct fanorona_choices choices;

    memset(state, 0, game->state_size);
    if (!sets_of(game, class_number, number, &position->stones[WHITE], &position->stones[BLACK]))
        return false;
    fanorona_settle(board_of(game), position, &choices);
    return true;
}

/* Symmetry 3 is half a turn. */
static unsigned still(const struct cop_game *game, int class_number, int64_t number,
                      int *symmetries)
{
    const struct cop_placing *placing = &board_of(game)->numbers->placing;
    uint64_t mine, theirs;
    unsigned kept = 0;

    *symmetries = placing->symmetries;
    if (!sets_of(game, class_number, number, &mine, &theirs))
        return 0;
    for (int symmetry = 0; symmetry < placing->symmetries; symmetry++)
        if (cop_placing_turn(placing, mine, symmetry) == mine &&
            cop_placing_turn(placing, theirs, symmetry) == theirs)
            kept |= 1U << symmetry;
    return kept;
}

/* ---- Moves on sets ---- */

static inline bool can_capture(const struct fanorona_board *board, uint64_t mine, uint64_t theirs)
{
    uint64_t open = board->points & ~(mine | theirs), captures = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t shift = board->shift[i];
        uint64_t up = mine & board->lines[i] & open >> shift;
        uint64_t down = mine & board->lines[i + 4] & open << shift;

        captures |= up & (theirs >> 2 * shift | theirs << shift);
        captures |= down & (theirs << 2 * shift | theirs >> shift);
    }
    return captures != 0;
}

/* The stones that can step in a direction. */
static inline uint64_t steppers(const struct fanorona_board *board, uint64_t mine, uint64_t open,
                                int direction)
{
    return mine & board->lines[direction] & shifted(board, open, direction ^ 4);
}

/* Steps are taken back along the same lines; but who could capture had no right to step. */
static int before(const struct cop_game *game, int class_number, int64_t number,
                  struct cop_place *out, int room)
{
    const struct fanorona_board *board = board_of(game);
    uint64_t mine, theirs, open;
    int found = 0;

    if (!sets_of(game, class_number, number, &mine, &theirs))
        return 0;
    open = board->points & ~(mine | theirs);
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (uint64_t left = steppers(board, theirs, open, direction); left != 0;
             left &= left - 1) {
            uint64_t from = lowest_bit(left);
            uint64_t earlier = theirs ^ from ^ shifted(board, from, direction);

            if (found == room || can_capture(board, earlier, mine))
                continue;
            out[found++] = (struct cop_place){.class_number = class_with(board, earlier, mine),
                                              .number = number_of(board, earlier, mine),
                                              .patience = INT_MAX};
        }
    return found;
}

/* ---- A look at moves ---- */

struct look {
    const struct fanorona_board *board;
    const struct cop_values *values;
    struct cop_placing_walk walk;
    bool keeps_few; /* steps of the side to move are those of the walk's `many` */
};

/* What the side that has just moved gets where the other, `theirs`, is to move. */
static inline enum cop_known value_after(const struct look *look, uint64_t mine, uint64_t theirs)
{
    enum cop_known value;

    if (theirs == 0)
        return COP_KNOWN_WIN;
    value = look->values->of(look->values->context, class_with(look->board, theirs, mine),
                             number_of(look->board, theirs, mine));
    return value == COP_UNKNOWN ? COP_UNKNOWN : 4 - value;
}

/* Of two moves the better one; what is unknown may be anything below a win. */
static inline enum cop_known better(enum cop_known one, enum cop_known other)
{
    if (one == COP_KNOWN_WIN || other == COP_KNOWN_WIN)
        return COP_KNOWN_WIN;
    if (one == COP_UNKNOWN || other == COP_UNKNOWN)
        return COP_UNKNOWN;
    return one > other ? one : other;
}

static enum cop_known value_of_captures(const struct look *look, uint64_t mine, uint64_t theirs,
                                        uint64_t movers, uint64_t open, uint64_t visited,
                                        enum cop_known best);

/* One capture, with all that the same stone may add to it. */
static enum cop_known value_of_capture(const struct look *look, uint64_t mine, uint64_t theirs,
                                       cop_move move, uint64_t visited, enum cop_known best)
{
    const struct fanorona_board *board = look->board;
    uint64_t leaves = bit_at(from_of(move)), taken = fanorona_taken(board, theirs, move);
    uint64_t arrives = shifted(board, leaves, direction_of(move));
    uint64_t open;

    mine ^= leaves | arrives;
    theirs ^= taken;
    best = better(best, value_after(look, mine, theirs));
    if (best == COP_KNOWN_WIN)
        return best;
    visited |= leaves | arrives;
    open = board->points & ~(mine | theirs | visited | shifted(board, arrives, direction_of(move)));
    return value_of_captures(look, mine, theirs, arrives, open, visited, best);
}

static enum cop_known value_of_captures(const struct look *look, uint64_t mine, uint64_t theirs,
                                        uint64_t movers, uint64_t open, uint64_t visited,
                                        enum cop_known best)
{
    const struct fanorona_board *board = look->board;

    for (int direction = 0; direction < DIRECTIONS; direction++) {
        uint64_t steps = steppers(board, movers, open, direction);
        uint64_t once = shifted(board, theirs, direction ^ 4);
        uint64_t sets[2] = {steps & shifted(board, once, direction ^ 4),
                            steps & shifted(board, theirs, direction)};

        for (int way = 0; way < 2; way++)
            for (; sets[way] != 0; sets[way] &= sets[way] - 1) {
                cop_move move = move_of(way * WITHDRAWALS + direction, bit_index(sets[way]));

                best = value_of_capture(look, mine, theirs, move, visited, best);
                if (best == COP_KNOWN_WIN)
                    return best;
            }
    }
    return best;
}

/* A step leads to the same stage; where it leaves `few` alone its number is found at once. */
static inline enum cop_known value_after_step(const struct look *look, uint64_t mine,
                                              uint64_t theirs, int class_number)
{
    int64_t number = look->keeps_few ? cop_placing_beside(&look->walk, mine)
                                     : number_of(look->board, theirs, mine);
    enum cop_known value = look->values->of(look->values->context, class_number, number);

    return value == COP_UNKNOWN ? COP_UNKNOWN : 4 - value;
}

/* Where nothing can be captured; without a step the game is lost. */
static enum cop_known value_of_steps(const struct look *look, uint64_t mine, uint64_t theirs,
                                     uint64_t open)
{
    int class_number = class_with(look->board, theirs, mine);
    enum cop_known best = COP_KNOWN_LOSS;

    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (uint64_t left = steppers(look->board, mine, open, direction); left != 0;
             left &= left - 1) {
            uint64_t from = lowest_bit(left), to = shifted(look->board, from, direction);

            if (look->values->aim == COP_AIM_BELOW)
                return COP_UNKNOWN;
            best = better(best, value_after_step(look, mine ^ from ^ to, theirs, class_number));
            if (best == COP_KNOWN_WIN ||
                (look->values->aim == COP_AIM_LOSSES && best != COP_KNOWN_LOSS))
                return best == COP_KNOWN_WIN ? best : COP_UNKNOWN;
        }
    return best;
}

static enum cop_known value_of_sets(const struct look *look, uint64_t mine, uint64_t theirs)
{
    uint64_t open = look->board->points & ~(mine | theirs);

    if (can_capture(look->board, mine, theirs))
        return value_of_captures(look, mine, theirs, mine, open, 0, COP_KNOWN_LOSS);
    return value_of_steps(look, mine, theirs, open);
}

static void look(const struct cop_game *game, int class_number, int64_t first, int count,
                 const struct cop_values *values, uint8_t *known)
{
    const struct fanorona_class *class = class_at(game, class_number);
    bool is_few = movers_are_few(class);
    struct look look = {.board = board_of(game), .values = values, .keeps_few = !is_few};
    struct cop_placing_walk *walk = &look.walk;

    cop_placing_begin(walk, &look.board->numbers->placing, is_few ? class->mine : class->theirs,
                      is_few ? class->theirs : class->mine, first);
    for (int i = 0; i < count; i++, cop_placing_next(walk)) {
        if (known[i] != COP_UNKNOWN)
            continue;
        cop_placing_look(walk);
        if (walk->is_nobodys)
            known[i] = COP_NOBODYS;
        else
            known[i] = (uint8_t)(is_few ? value_of_sets(&look, walk->few, walk->many)
                                        : value_of_sets(&look, walk->many, walk->few));
    }
}

const struct cop_indexing fanorona_indexing = {
    .classes = classes,
    .stage = stage,
    .pieces = pieces,
    .name = name,
    .count = count,
    .place = place,
    .state = state,
    .before = before,
    .look = look,
    .still = still,
    .table_name = table_name,
    .past = past,
    .stage_end = "capture",
};
