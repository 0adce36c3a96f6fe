/* policy.c - random moves and games: uniform over full moves, or over movements and then shots.
 *
 * A full move is drawn in one of two ways with the same distribution: late in a game all moves are
 * counted, early in it, when there are many and most movements have many shots, a movement and a
 * shot are drawn until they fit together. */
#include "lines.h"

enum { COUNTED_MAX = 16 }; /* movements whose shots are counted; the quickest of several tried */

/* What was drawn; `to` is negative for a pass. */
struct draw {
    int amazon, to, arrow; /* the amazon is a place in the list of the mover's */
};

static unsigned count_movements(const struct amazons_board *board,
                                const struct amazons_lines *lines, int side)
{
    unsigned sum = 0;

    for (int i = 0; i < lines->counts[side]; i++)
        sum += amazons_count(board, lines, lines->amazons[side][i]);
    return sum;
}

static inline struct draw nth_movement(const struct amazons_board *board,
                                       const struct amazons_lines *lines, int side, unsigned rank)
{
    for (int i = 0;; i++) {
        int from = lines->amazons[side][i];
        unsigned count = amazons_count(board, lines, from);

        assert(i < lines->counts[side]);
        if (rank < count)
            return (struct draw){i, amazons_nth(board, lines, from, rank), -1};
        rank -= count;
    }
}

/* With the square just left open. */
static inline int draw_shot(const struct amazons_board *board, const struct amazons_lines *lines,
                            int square, struct cop_rng *rng)
{
    unsigned count = amazons_count(board, lines, square);

    return amazons_nth(board, lines, square, cop_rng_below(rng, count));
}

/* The full moves of one amazon, which is off the lines. */
static unsigned count_moves_from(const struct amazons_board *board,
                                 const struct amazons_lines *lines, const uint8_t *targets,
                                 int reached)
{
    unsigned sum = 0;

    for (int i = 0; i < reached; i++)
        sum += amazons_count(board, lines, targets[i]);
    return sum;
}

/* One full move by its rank, after counting all of them. */
static struct draw draw_by_count(const struct amazons_board *board, struct amazons_lines *lines,
                                 int side, unsigned passes, struct cop_rng *rng)
{
    unsigned counts[AMAZONS_SQUARES_MAX], sum = 0, rank;
    uint8_t targets[AMAZONS_REACH_ROOM];
    struct draw draw = {0, -1, -1};
    const int amazons = lines->counts[side];

    for (int i = 0; i < amazons; i++) {
        int from = lines->amazons[side][i];
        int reached = amazons_reach(board, lines, from, targets);

        amazons_toggle(board, lines, from);
        counts[i] = count_moves_from(board, lines, targets, reached);
        amazons_toggle(board, lines, from);
        sum += counts[i];
    }
    rank = cop_rng_below(rng, sum + passes);
    if (rank >= sum)
        return draw;
    while (draw.amazon + 1 < amazons && rank >= counts[draw.amazon])
        rank -= counts[draw.amazon++];
    amazons_reach(board, lines, lines->amazons[side][draw.amazon], targets);
    amazons_toggle(board, lines, lines->amazons[side][draw.amazon]);
    for (int i = 0;; i++) {
        unsigned shots = amazons_count(board, lines, targets[i]);

        if (rank < shots) {
            draw.to = targets[i];
            draw.arrow = amazons_nth(board, lines, draw.to, rank);
            break;
        }
        rank -= shots;
    }
    amazons_toggle(board, lines, lines->amazons[side][draw.amazon]);
    return draw;
}

/* One full move without counting all of them: every movement has as many tickets as the longest
 * reach, and one that is no shot of it draws again. */
static struct draw draw_by_ticket(const struct amazons_board *board, struct amazons_lines *lines,
                                  int side, unsigned movements, unsigned passes,
                                  struct cop_rng *rng)
{
    unsigned tickets = (unsigned)board->longest_reach;

    for (;;) {
        struct draw draw;
        unsigned ticket, shots;
        int from;

        if (passes > 0 && cop_rng_below(rng, movements * tickets + 1) == 0)
            return (struct draw){0, -1, -1};
        draw = nth_movement(board, lines, side, cop_rng_below(rng, movements));
        from = lines->amazons[side][draw.amazon];
        ticket = cop_rng_below(rng, tickets);
        amazons_toggle(board, lines, from);
        shots = amazons_count(board, lines, draw.to);
        if (ticket < shots)
            draw.arrow = amazons_nth(board, lines, draw.to, ticket);
        amazons_toggle(board, lines, from);
        if (ticket < shots)
            return draw;
    }
}

static inline void move_amazon(const struct amazons_board *board, struct amazons_lines *lines,
                               int side, struct draw draw)
{
    amazons_toggle(board, lines, lines->amazons[side][draw.amazon]);
    amazons_toggle(board, lines, draw.to);
    lines->amazons[side][draw.amazon] = (uint8_t)draw.to;
}

/* A playout in progress: the lines, and the rest of a position. */
struct walk {
    struct amazons_lines lines;
    amazons_set burnt;
    int side, landed; /* the place in the list of the amazon that must shoot, or -1 */
    unsigned passes;  /* that Black still has */
};

static struct walk walk_from(const struct amazons_board *board,
                             const struct amazons_position *position)
{
    struct walk walk = {.burnt = amazons_burnt(position),
                        .side = position->mover,
                        .landed = -1,
                        .passes = position->passes};

    amazons_lines_build(board, position, &walk.lines);
    for (int i = 0; position->landed != AMAZONS_NOWHERE && walk.landed < 0; i++)
        if (walk.lines.amazons[walk.side][i] == position->landed)
            walk.landed = i;
    return walk;
}

static void walk_to(const struct amazons_board *board, const struct walk *walk,
                    struct amazons_position *position)
{
    const struct amazons_lines *lines = &walk->lines;

    for (int side = 0; side < 2; side++) {
        amazons_set plane = walk->burnt;

        for (int i = 0; i < lines->counts[side]; i++)
            plane |= amazons_square(lines->amazons[side][i]);
        amazons_put(position, side, plane);
    }
    position->mover = (uint8_t)walk->side;
    position->passes = (uint8_t)walk->passes;
    position->landed = AMAZONS_NOWHERE;
    if (walk->landed >= 0)
        position->landed = lines->amazons[walk->side][walk->landed];
    else
        amazons_settle(board, position);
}

/* Draws from moves() at the start of a turn; false if there is none. */
static inline bool draw_move(const struct amazons_board *board, struct walk *walk, bool is_two_step,
                             struct cop_rng *rng, struct draw *draw)
{
    unsigned movements = count_movements(board, &walk->lines, walk->side);
    unsigned passes = walk->side == AMAZONS_BLACK && walk->passes > 0;

    if (movements + passes == 0)
        return false;
    if (is_two_step) {
        unsigned rank = cop_rng_below(rng, movements + passes);

        *draw = rank < movements ? nth_movement(board, &walk->lines, walk->side, rank)
                                 : (struct draw){0, -1, -1};
    } else if (movements <= COUNTED_MAX) {
        *draw = draw_by_count(board, &walk->lines, walk->side, passes, rng);
    } else {
        *draw = draw_by_ticket(board, &walk->lines, walk->side, movements, passes, rng);
    }
    return true;
}

static inline void burn(const struct amazons_board *board, struct walk *walk, int arrow)
{
    amazons_toggle(board, &walk->lines, arrow);
    walk->burnt |= amazons_square(arrow);
    walk->landed = -1;
    walk->side = 1 - walk->side;
}

static inline void take_turn(const struct amazons_board *board, struct walk *walk, struct draw draw)
{
    if (draw.to < 0) {
        walk->passes--;
        walk->side = 1 - walk->side;
        return;
    }
    move_amazon(board, &walk->lines, walk->side, draw);
    walk->landed = draw.amazon;
    if (draw.arrow >= 0)
        burn(board, walk, draw.arrow);
}

int amazons_playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct amazons_board *board = amazons_board_of(game);
    struct walk walk = walk_from(board, state);
    struct cop_rng local = *rng;
    int plies = 0;

    if (limit <= 0)
        limit = game->max_plies;
    for (; plies < limit; plies++) {
        struct draw draw;

        if (walk.landed >= 0)
            burn(board, &walk,
                 draw_shot(board, &walk.lines, walk.lines.amazons[walk.side][walk.landed], &local));
        else if (draw_move(board, &walk, board->is_split, &local, &draw))
            take_turn(board, &walk, draw);
        else
            break;
    }
    walk_to(board, &walk, state);
    *rng = local;
    return plies;
}

/* One move for whoever's turn it is; there is one. */
static cop_move random_one(const struct amazons_board *board,
                           const struct amazons_position *position, bool is_two_step,
                           struct cop_rng *rng)
{
    struct walk walk = walk_from(board, position);
    struct draw draw = {0, -1, -1};
    int from;

    if (position->landed != AMAZONS_NOWHERE)
        return amazons_move(-1, -1, draw_shot(board, &walk.lines, position->landed, rng));
    if (!draw_move(board, &walk, is_two_step, rng, &draw))
        return COP_NO_MOVE;
    if (draw.to < 0)
        return AMAZONS_PASS;
    from = walk.lines.amazons[walk.side][draw.amazon];
    if (is_two_step && !board->is_split) {
        move_amazon(board, &walk.lines, walk.side, draw);
        draw.arrow = draw_shot(board, &walk.lines, draw.to, rng);
    }
    return amazons_move(from, draw.to, draw.arrow);
}

cop_move amazons_random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct amazons_board *board = amazons_board_of(game);

    return random_one(board, state, board->is_split, rng);
}

static cop_move pick_two_step(const struct cop_game *game, const void *prepared, const void *state,
                              void *notes, struct cop_rng *rng)
{
    (void)prepared;
    (void)notes;
    return random_one(amazons_board_of(game), state, true, rng);
}

const struct cop_policy amazons_policies[] = {
    {"two-step", "a random movement, then a random shot; what uniform is with split=on",
     pick_two_step},
    {NULL},
};
