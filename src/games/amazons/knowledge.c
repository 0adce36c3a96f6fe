/* knowledge.c - what is certain in the Amazons without a search: who has which moves left in
 * squares that the other cannot reach (amazons-play.md 1.4, 1.5), and the parts of a position that
 * have nothing to do with each other. */
#include <math.h>

#include "games/amazons/regions.h"

/* ---- Territories ----
 *
 * A side that plays for certainty keeps its walls closed: amazons that touch an enemy, or a square
 * that the enemy reaches, stay where they are, or step back into a square that is theirs alone and
 * burn the one they leave. Then the enemy never comes to more squares than now, and has at most the
 * moves that he could make there alone. */

enum { FILL_NODES = 500 }; /* for each region; enough for nearly all, and soon over */

/* The empty squares that each side reaches, and those that it alone does. */
struct territories {
    amazons_set amazons[2], reached[2], alone[2];
};

static struct territories territories_of(const struct amazons_board *board,
                                         const struct amazons_position *position)
{
    amazons_set empty = amazons_empty(board, position);
    struct territories found;

    for (int side = 0; side < 2; side++) {
        found.amazons[side] = amazons_of(position, side);
        found.reached[side] =
            amazons_flood(found.amazons[side], empty | found.amazons[side]) & empty;
    }
    for (int side = 0; side < 2; side++)
        found.alone[side] = found.reached[side] & ~found.reached[1 - side];
    return found;
}

/* One side's plan: amazons that may go anywhere in its territory, and those that must not leave
 * their squares open. */
struct plan {
    amazons_set squares, free, walls;
    int moves; /* made so far */
};

static int worth_of_plan(const struct plan *plan)
{
    return plan->moves + amazons_fill_within(plan->squares, plan->free, FILL_NODES).low;
}

static struct plan step_back(const struct plan *plan, int from, int to)
{
    return (struct plan){plan->squares & ~amazons_square(to), plan->free | amazons_square(to),
                         plan->walls & ~amazons_square(from), plan->moves + 1};
}

/* The best of leaving an amazon in the wall and stepping back with her. */
static void decide_wall(struct plan *plan, int from)
{
    amazons_set squares = amazons_spread(amazons_square(from)) & plan->squares;
    struct plan best = *plan;
    int most;

    best.walls &= ~amazons_square(from); /* she stays */
    most = worth_of_plan(&best);
    for (; squares != 0; squares &= squares - 1) {
        struct plan back = step_back(plan, from, amazons_first(squares));
        int worth = worth_of_plan(&back);

        if (worth > most) {
            most = worth;
            best = back;
        }
    }
    *plan = best;
}

int amazons_certain_moves(const amazons_set amazons[2], const amazons_set reached[2], int side)
{
    amazons_set danger = amazons[1 - side] | reached[1 - side];
    struct plan plan = {.squares = reached[side] & ~reached[1 - side]};

    plan.walls = amazons[side] & amazons_spread(danger);
    plan.free = amazons[side] & ~plan.walls;
    while (plan.walls != 0)
        decide_wall(&plan, amazons_first(plan.walls));
    return worth_of_plan(&plan);
}

/* White's lead in moves. While squares are contested fills would cost more than they tell, unless a
 * side has more squares for itself than the other can ever reach. */
static struct cop_bounds bound_lead(const struct territories *found)
{
    bool is_settled = (found->reached[0] & found->reached[1]) == 0;
    int low[2] = {0, 0}, high[2];

    for (int side = 0; side < 2; side++) {
        high[side] = amazons_size(found->reached[side]);
        if (is_settled)
            high[side] =
                amazons_fill_within(found->reached[side], found->amazons[side], FILL_NODES).high;
    }
    for (int side = 0; side < 2; side++)
        if (is_settled || amazons_size(found->alone[side]) >= high[1 - side])
            low[side] = amazons_certain_moves(found->amazons, found->reached, side);
    return (struct cop_bounds){low[AMAZONS_WHITE] - high[AMAZONS_BLACK],
                               high[AMAZONS_WHITE] - low[AMAZONS_BLACK]};
}

static double payoff_of(double margin)
{
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

static bool probe_territory(const struct cop_game *game, const void *prepared, const void *state,
                            enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct territories found = territories_of(board, position);
    struct cop_bounds white;
    double beside = amazons_beside_lead(board, position);

    (void)prepared;
    if (position->landed != AMAZONS_NOWHERE)
        return false; /* the shot that is due may go anywhere */
    white = bound_lead(&found);
    white.low += beside;
    white.high += beside;
    if (stake == COP_STAKE_PAYOFF)
        white = (struct cop_bounds){payoff_of(white.low), payoff_of(white.high)};
    *bounds = white;
    if (player == AMAZONS_BLACK) {
        double whole = stake == COP_STAKE_PAYOFF ? 1 : 0;

        *bounds = (struct cop_bounds){whole - white.high, whole - white.low};
    }
    return stake == COP_STAKE_SCORE || white.low > 0 || white.high < 1;
}

/* ---- Counting squares ----
 *
 * What proof-number searches are given in the source: nobody wins by more moves than he has empty
 * squares in his regions, one less if a move is due (amazons-endgame-and-books.md 2.8, rule 3). The
 * thesis counts only for the side to move, and without that one. */

static int squares_of(const struct amazons_region *regions, int count, amazons_set amazons)
{
    int sum = 0;

    for (int i = 0; i < count; i++)
        if ((regions[i].squares & amazons) != 0)
            sum += amazons_size(regions[i].empty);
    return sum;
}

/* By how many points a side can win at most; INFINITY where nothing is said. */
static double most_points(const struct amazons_position *position, int squares, int side,
                          bool is_tight)
{
    bool is_mover = position->mover == side;
    double passes = side == AMAZONS_BLACK ? position->passes : 0;

    if (!is_tight && !is_mover)
        return INFINITY;
    return squares + passes + (is_tight && is_mover ? -0.5 : 0.5);
}

static bool probe_counted(const struct cop_game *game, const void *state, enum cop_stake stake,
                          int player, bool is_tight, struct cop_bounds *bounds)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    int count = amazons_regions_of(board, position, regions);
    double most[2], komi = player == AMAZONS_BLACK ? board->komi : -board->komi;

    if (position->landed != AMAZONS_NOWHERE || stake != COP_STAKE_SCORE)
        return false;
    for (int side = 0; side < 2; side++)
        most[side] = most_points(position, squares_of(regions, count, amazons_of(position, side)),
                                 side, is_tight);
    bounds->high = fmin(bounds->high, most[player] + komi);
    bounds->low = fmax(bounds->low, -most[1 - player] + komi);
    return true;
}

static bool probe_squares(const struct cop_game *game, const void *prepared, const void *state,
                          enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    (void)prepared;
    return probe_counted(game, state, stake, player, true, bounds);
}

static bool probe_squares_thesis(const struct cop_game *game, const void *prepared,
                                 const void *state, enum cop_stake stake, int player,
                                 struct cop_bounds *bounds)
{
    (void)prepared;
    return probe_counted(game, state, stake, player, false, bounds);
}

const struct cop_oracle amazons_oracles[] = {
    {.name = "territory",
     .help = "moves in squares that only one side reaches; exact where no square is contested",
     .probe = probe_territory},
    {.name = "squares",
     .help = "points: no side wins by more moves than there are squares for it",
     .is_named = true,
     .probe = probe_squares},
    {.name = "squares_thesis",
     .help = "the same as its source has it, for the side to move and one move less strict",
     .is_named = true,
     .probe = probe_squares_thesis},
    {NULL},
};

/* ---- Parts ----
 *
 * A part is a region (regions.h) in which somebody can still do something. */

/* The position with everything but `part` burnt. */
static void isolate(const struct amazons_board *board, const struct amazons_position *position,
                    amazons_set part, struct amazons_position *alone)
{
    amazons_set burnt = amazons_empty(board, position) & ~part;

    *alone = *position;
    for (int plane = 0; plane < 2; plane++)
        amazons_put(alone, plane, amazons_plane(position, plane) | burnt);
    amazons_settle(board, alone);
}

int amazons_parts(const struct cop_game *game, const void *state, void *parts, int room)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    struct amazons_position *out = parts;
    int all, count = 0;

    if (position->landed != AMAZONS_NOWHERE || position->passes > 0)
        return 1; /* a shot is due, or a pass, which is in no part, may be made */
    all = amazons_regions_of(board, position, regions);
    for (int i = 0; i < all; i++) {
        if (regions[i].kind == AMAZONS_DEAD)
            continue;
        if (count < room)
            isolate(board, position, regions[i].squares, &out[count]);
        count++;
    }
    return count > 0 ? count : 1;
}

/* ---- Left and right ---- */

/* Of the board's symmetries only this one: the others lead to positions that no game from the usual
 * start comes to, since they exchange the sides' homes, and every image costs who asks for them. */
static amazons_set mirrored(const struct amazons_board *board, amazons_set set)
{
    amazons_set column = 0, result = 0;

    for (int row = 0; row < board->rows; row++)
        column |= amazons_square(row * AMAZONS_STRIDE);
    for (int i = 0; i < board->columns; i++)
        result |= (set >> i & column) << (board->columns - 1 - i);
    return result;
}

static int mirrored_square(const struct amazons_board *board, int square)
{
    int column = square % AMAZONS_STRIDE;

    return square - column + board->columns - 1 - column;
}

void amazons_turned(const struct cop_game *game, const void *state, int symmetry, void *turned)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_position *result = turned;

    *result = *position;
    if (symmetry == 0)
        return;
    for (int plane = 0; plane < 2; plane++)
        amazons_put(result, plane, mirrored(board, amazons_plane(position, plane)));
    if (position->landed != AMAZONS_NOWHERE)
        result->landed = (uint8_t)mirrored_square(board, position->landed);
}

cop_move amazons_turned_move(const struct cop_game *game, cop_move move, int symmetry)
{
    const struct amazons_board *board = amazons_board_of(game);
    int parts[3];

    if (symmetry == 0 || move == AMAZONS_PASS)
        return move;
    for (int part = 0; part < 3; part++) {
        int square = amazons_move_part(move, part);

        parts[part] = square < 0 ? square : mirrored_square(board, square);
    }
    return amazons_move(parts[0], parts[1], parts[2]);
}
