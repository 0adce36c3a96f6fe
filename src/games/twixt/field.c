/* field.c - TwixT with a byte for each hole: random games, and who can still win.
 */
#include "field.h"

#include <string.h>

#include "../bits.h"

static inline void add_peg(struct field *field, int side, int place)
{
    uint8_t *near = field->near[side] + place;

    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
        near[twixt_field_step[direction]] |= (uint8_t)(1 << (direction ^ TWIXT_BACK));
}

/* A link is in the way of both sides, or of the other side only. */
static inline void add_link(struct field *field, const struct twixt_board *board, int side,
                            int place, int direction)
{
    uint8_t *blocked = field->blocked[blocked_of(board, 1 - side)] + place;
    const struct twixt_crossed_end *ends = board->crossed[direction];

    field->links[place] |= (uint8_t)(1 << direction);
    field->links[place + twixt_field_step[direction]] |= (uint8_t)(1 << (direction ^ TWIXT_BACK));
    for (int i = 0; i < TWIXT_CROSSED_ENDS; i++)
        blocked[ends[i].offset] |= ends[i].directions;
}

/* ---- From and to positions ---- */

static void unpack_row(struct field *field, const struct twixt_board *board,
                       const struct twixt_position *position, int row)
{
    for (int side = 0; side < 2; side++)
        for (uint32_t left = twixt_row(board, position, side, row); left != 0; left &= left - 1) {
            int column = bit_index(left);
            int place = twixt_field_place(column, row);
            int hole = twixt_hole(board, column, row);

            add_peg(field, side, place);
            for (int plane = 0; plane < TWIXT_LINKS; plane++)
                field->holes[place] |= (uint8_t)(twixt_has(board, position, plane, hole) << plane);
            for (int direction = 0; direction < TWIXT_KEPT; direction++)
                if (twixt_has(board, position, TWIXT_LINKS + direction, hole))
                    add_link(field, board, side, place, direction);
        }
}

void twixt_unpack(struct field *field, const struct twixt_board *board,
                  const struct twixt_position *position)
{
    size_t used = (size_t)(board->size + 2 * FIELD_ABOVE) * FIELD_STRIDE;

    memset(&field->near[WHITE], 0, used);
    memset(&field->near[BLACK], 0, used);
    memset(field->blocked[0], 0, used);
    if (board->own_cross)
        memset(field->blocked[1], 0, used);
    memset(field->links, 0, used);
    memset(field->holes, 0, used);
    for (int row = 0; row < board->size; row++)
        unpack_row(field, board, position, row);
}

/* Bit `bit` of each of eight bytes, as the bits of one. The product puts them side by side into its
 * highest byte, without a carry. */
static inline uint8_t gather(uint64_t bytes, int bit)
{
    return (uint8_t)((bytes >> bit & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

void twixt_pack(const struct field *field, const struct twixt_board *board,
                struct twixt_position *position)
{
    uint8_t *byte = position->planes;

    for (int row = 0; row < board->size; row++)
        for (int i = 0; i < board->row_bytes; i++, byte++) {
            int place = twixt_field_place(8 * i, row);
            uint64_t holes = twixt_eight_bytes(field->holes + place);
            uint64_t links = twixt_eight_bytes(field->links + place);

            for (int plane = 0; plane < TWIXT_LINKS; plane++)
                byte[plane * board->plane_bytes] = gather(holes, plane);
            for (int direction = 0; direction < TWIXT_KEPT; direction++)
                byte[(TWIXT_LINKS + direction) * board->plane_bytes] = gather(links, direction);
        }
}

/* ---- Pegs ---- */

/* Gives the home lines of the peg at `place` to all that are connected to it. */
static void spread(struct field *field, int place)
{
    uint16_t waiting[TWIXT_HOLES_MAX];
    uint8_t reach = field->holes[place] & REACH_MASK;
    int count = 0;

    waiting[count++] = (uint16_t)place;
    while (count > 0) {
        int from = waiting[--count];

        for (unsigned left = field->links[from]; left != 0; left &= left - 1) {
            int to = from + twixt_field_step[bit_index(left)];

            if ((reach & ~field->holes[to]) == 0)
                continue;
            field->holes[to] |= reach;
            waiting[count++] = (uint16_t)to;
        }
    }
}

/* As twixt_place(). */
static inline bool place_at(struct field *field, const struct twixt_board *board,
                            const uint8_t *home, int side, int place)
{
    unsigned links = field->near[side][place] & ~field->blocked[blocked_of(board, side)][place];
    unsigned reach = (unsigned)home[place] << REACH_SHIFT;
    unsigned shared = REACH_MASK;

    add_peg(field, side, place);
    for (; links != 0; links &= links - 1) {
        int direction = bit_index(links);
        unsigned other = field->holes[place + twixt_field_step[direction]];

        reach |= other & REACH_MASK;
        shared &= other;
        add_link(field, board, side, place, direction);
    }
    field->holes[place] = (uint8_t)(1u << side | reach);
    if (field->links[place] != 0 && (reach & ~shared) != 0)
        spread(field, place);
    return reach == REACH_MASK;
}

static inline bool place_peg(struct field *field, const struct twixt_board *board, int side,
                             int place)
{
    return place_at(field, board, board->field_home[side], side, place);
}

bool twixt_field_peg(struct field *field, const struct twixt_board *board, bool is_inner, int side,
                     int place)
{
    return place_at(field, board, is_inner ? board->field_inner[side] : board->field_home[side],
                    side, place);
}

int twixt_field_inner(struct field *field, const struct twixt_board *board)
{
    int winner = -1;

    for (int side = 0; side < 2; side++)
        for (int line = 0; line < 2; line++) {
            int across = line == 0 ? 1 : board->size - 2;

            for (int i = 0; i < board->size; i++) {
                int place =
                    side == WHITE ? twixt_field_place(i, across) : twixt_field_place(across, i);
                unsigned home = (unsigned)board->field_inner[side][place] << REACH_SHIFT;

                if (!has_peg(field, side, place))
                    continue;
                field->holes[place] |= (uint8_t)home;
                spread(field, place);
                if ((field->holes[place] & REACH_MASK) == REACH_MASK)
                    winner = side;
            }
        }
    return winner;
}

/* ---- Who can still win ---- */

/* The places of two costs: those being worked on, and those one peg further. */
struct frontier {
    uint16_t places[2][TWIXT_HOLES_MAX];
    int count[2];
};

static inline void reach_place(struct frontier *frontier, struct twixt_costs *costs,
                               const struct field *field, int side, int level, int place)
{
    int cost = level + !has_peg(field, side, place);

    costs->to[place] = (uint8_t)cost;
    frontier->places[cost % 2][frontier->count[cost % 2]++] = (uint16_t)place;
}

/* Goes through the network level by level; every place is met first on a shortest way. */
int twixt_find_costs(const struct field *field, const struct twixt_board *board, int side, int line,
                     bool is_whole, struct twixt_costs *costs)
{
    struct frontier frontier = {.count = {0, 0}};
    int step = side == WHITE ? 1 : FIELD_STRIDE, found = TWIXT_NEVER;
    int place = twixt_home_place(board, side, line);

    memset(costs, TWIXT_FAR, sizeof *costs);
    for (int i = 0; i < board->size; i++, place += step)
        if (is_open(field, board, side, place))
            reach_place(&frontier, costs, field, side, 0, place);
    for (int level = 0; frontier.count[0] + frontier.count[1] > 0; level++) {
        while (frontier.count[level % 2] > 0) {
            int from = frontier.places[level % 2][--frontier.count[level % 2]];

            if ((board->field_home[side][from] & (2 >> line)) != 0 && found == TWIXT_NEVER)
                found = level;
            for (unsigned left = ways_from(field, board, side, from); left != 0; left &= left - 1) {
                int to = from + twixt_field_step[bit_index(left)];

                if (costs->to[to] == TWIXT_FAR && is_open(field, board, side, to))
                    reach_place(&frontier, costs, field, side, level, to);
            }
        }
        if ((found != TWIXT_NEVER && !is_whole) || level + 2 == TWIXT_FAR)
            break;
    }
    return found;
}

static int find_distance(const struct field *field, const struct twixt_board *board, int side)
{
    struct twixt_costs costs;

    return twixt_find_costs(field, board, side, 0, false, &costs);
}

static bool is_dead(const struct field *field, const struct twixt_board *board)
{
    return find_distance(field, board, WHITE) == TWIXT_NEVER &&
           find_distance(field, board, BLACK) == TWIXT_NEVER;
}

int twixt_distance(const struct cop_game *game, const void *state, int side)
{
    struct field field;

    twixt_unpack(&field, twixt_board_of(game), state);
    return find_distance(&field, twixt_board_of(game), side);
}

bool twixt_is_dead(const struct twixt_board *board, const struct twixt_position *position)
{
    struct field field;

    twixt_unpack(&field, board, position);
    return is_dead(&field, board);
}

/* ---- Random games ---- */

/* The empty holes: of White alone, of Black alone, of both. */
enum { OF_BOTH = 2, LISTS = 3 };

struct choices {
    uint16_t places[LISTS][TWIXT_HOLES_MAX];
    uint32_t count[LISTS];
};

static void list_choices(struct choices *choices, const struct twixt_board *board,
                         const struct twixt_position *position)
{
    memset(choices->count, 0, sizeof choices->count);
    for (int row = 0; row < board->size; row++) {
        uint32_t white = twixt_free(board, position, WHITE, row);
        uint32_t black = twixt_free(board, position, BLACK, row);

        for (uint32_t left = white | black; left != 0; left &= left - 1) {
            uint32_t bit = left & -left;
            int list = (white & black & bit) != 0 ? OF_BOTH : (white & bit) != 0 ? WHITE : BLACK;

            choices->places[list][choices->count[list]++] =
                (uint16_t)twixt_field_place(bit_index(left), row);
        }
    }
}

static inline uint32_t choices_of(const struct choices *choices, int side)
{
    return choices->count[side] + choices->count[OF_BOTH];
}

/* Takes a hole that `side` may use out of the lists. */
static inline int draw(struct choices *choices, int side, struct cop_rng *rng)
{
    uint32_t at = cop_rng_below(rng, choices_of(choices, side));
    int list = OF_BOTH, place;

    if (at >= choices->count[OF_BOTH]) {
        at -= choices->count[OF_BOTH];
        list = side;
    }
    place = choices->places[list][at];
    choices->places[list][at] = choices->places[list][--choices->count[list]];
    return place;
}

/* A dead position stays dead, so the first one of a game is found by halving. `from` is the field
 * before the game and `field` the one after it; it becomes the one that was found. Returns the
 * number of plies, or -1 if the game is alive at its end. */
static int find_death(struct field *field, const struct field *from,
                      const struct twixt_board *board, const uint16_t *places, int plies, int first)
{
    int alive = 0, dead = plies;

    if (!is_dead(field, board))
        return -1;
    while (dead - alive > 1) {
        int middle = (alive + dead) / 2;

        *field = *from;
        for (int i = 0; i < middle; i++)
            place_peg(field, board, first ^ (i & 1), places[i]);
        if (is_dead(field, board))
            dead = middle;
        else
            alive = middle;
    }
    *field = *from;
    for (int i = 0; i < dead; i++)
        place_peg(field, board, first ^ (i & 1), places[i]);
    return dead;
}

int twixt_play_out(const struct twixt_board *board, struct twixt_position *position,
                   struct cop_rng *rng, int limit)
{
    struct field field, before;
    struct choices choices;
    struct cop_rng local = *rng;
    uint16_t places[TWIXT_HOLES_MAX];
    int first = position->next, side = first, plies = 0, death = -1;
    enum twixt_status status = position->status;

    if (status != TWIXT_GOES_ON || limit == 0)
        return 0;
    twixt_unpack(&field, board, position);
    if (board->dead_draw)
        before = field;
    list_choices(&choices, board, position);
    while (status == TWIXT_GOES_ON && plies < limit) {
        int place = draw(&choices, side, &local);

        places[plies++] = (uint16_t)place;
        if (place_peg(&field, board, side, place))
            status = TWIXT_WON;
        side = 1 - side;
        if (status == TWIXT_GOES_ON && choices_of(&choices, side) == 0)
            status = TWIXT_DRAWN;
    }
    if (board->dead_draw && status != TWIXT_WON)
        death = find_death(&field, &before, board, places, plies, first);
    if (death >= 0) {
        plies = death;
        status = TWIXT_DRAWN;
    }
    twixt_pack(&field, board, position);
    twixt_count_left(board, position);
    position->next = (uint8_t)(first ^ (plies & 1));
    position->status = (uint8_t)status;
    *rng = local;
    return plies;
}
