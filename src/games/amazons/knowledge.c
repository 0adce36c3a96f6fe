/* knowledge.c - what is certain in the Amazons without a search: who has which moves left in
 * squares that the other cannot reach (amazons-play.md 1.4, 1.5), and the parts of a position that
 * have nothing to do with each other. */
#include "games/amazons/board.h"

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

/* Moves that a side has whatever the other does. */
static int certain_moves(const struct territories *found, int side)
{
    amazons_set danger = found->amazons[1 - side] | found->reached[1 - side];
    struct plan plan = {.squares = found->alone[side]};

    plan.walls = found->amazons[side] & amazons_spread(danger);
    plan.free = found->amazons[side] & ~plan.walls;
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
            low[side] = certain_moves(found, side);
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

const struct cop_oracle amazons_oracles[] = {
    {.name = "territory",
     .help = "moves in squares that only one side reaches; exact where no square is contested",
     .probe = probe_territory},
    {NULL},
};

/* ---- Parts ----
 *
 * What connects squares is an empty square or an amazon of either side, which may leave: whatever
 * is walled off from the rest by burnt squares and the border is a part. Nobody can do anything on
 * squares that no amazon reaches; these belong to none. */

/* The position with everything but `part` burnt. */
static void isolate(const struct amazons_board *board, const struct amazons_position *position,
                    amazons_set part, struct amazons_position *alone)
{
    *alone = *position;
    for (int plane = 0; plane < 2; plane++)
        amazons_put(alone, plane, amazons_plane(position, plane) | (board->squares & ~part));
    amazons_settle(board, alone);
}

int amazons_parts(const struct cop_game *game, const void *state, void *parts, int room)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_position *out = parts;
    amazons_set empty = amazons_empty(board, position), left;
    int count = 0;

    if (position->landed != AMAZONS_NOWHERE || position->passes > 0)
        return 1; /* a shot is due, or a pass, which is in no part, may be made */
    left = amazons_of(position, AMAZONS_WHITE) | amazons_of(position, AMAZONS_BLACK) | empty;
    while ((left & ~empty) != 0) {
        amazons_set part = amazons_flood(amazons_square(amazons_first(left & ~empty)), left);

        left &= ~part;
        if ((part & empty) == 0)
            continue;
        if (count < room)
            isolate(board, position, part, &out[count]);
        count++;
    }
    return count > 0 ? count : 1;
}
