/* policy.c - playouts that leave a colour for last (samegame-and-fanorona.md 5.3).
 *
 * The colour that is tabu grows together while the others are taken, and is played when nothing
 * else can be. A move is drawn by cells, as the authors of these playouts do it (5.3.4): from any
 * cell of the board on, taken or not, down its column and then on from the top of the column to its
 * right, until a block is met that may be taken. That is quick and favours large groups. Or it is
 * drawn by groups, all alike, or by the pull of their size.
 *
 * The wheel of `roulette` is ours: the published one (MC-RWS) comes without a formula. */
#include "policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exponential.h"
#include "base/logarithm.h"

/* ---- One move ---- */

/* The blocks that have an equal neighbour. */
INLINE void find_grouped(const uint64_t *below, const uint64_t *left, uint64_t *grouped, int words)
{
    for (int i = 0; i < words; i++)
        grouped[i] = below[i] | below[i] >> 1 | left[i] | moved_left(left, i, words);
}

INLINE bool is_empty(const uint64_t *set, int words)
{
    uint64_t any = 0;

    for (int i = 0; i < words; i++)
        any |= set[i];
    return any == 0;
}

/* Takes a colour out of a set, unless no other colour is in it. Groups of two may stay. */
INLINE void leave_out(const uint64_t *planes, int colour, const uint64_t *pairs, uint64_t *set,
                      int words)
{
    uint64_t cells[WIDE], rest[WIDE];

    cells_of_colour(planes, colour, cells, words);
    for (int i = 0; i < words; i++)
        rest[i] = set[i] & ~cells[i];
    if (is_empty(rest, words))
        return;
    for (int i = 0; i < words; i++)
        set[i] = rest[i] | (pairs != NULL ? set[i] & pairs[i] : 0);
}

/* The highest member of the leftmost column that has any, of a word that is not empty. */
INLINE int first_of_word(uint64_t word)
{
    int lane = bit_index(word) / LANE * LANE;
    uint32_t column = (uint32_t)(word >> lane & 0xffff);

    return lane + 31 - __builtin_clz(column);
}

/* The first member that is met from a random cell on, downwards and to the right, and around. */
INLINE int scan_cells(const struct board *board, const uint64_t *set, struct cop_rng *rng,
                      int words)
{
    uint64_t drawn = cop_rng_next(rng);
    int x = (int)((drawn >> 32) * (uint64_t)board->columns >> 32);
    int y = (int)((drawn & 0xffffffff) * (uint64_t)board->rows >> 32);
    int i = x / LANES, lane = x % LANES * LANE;
    uint64_t before = ((uint64_t)1 << lane) - 1;
    uint64_t above = ((uint64_t)0xffff << (y + 1) & 0xffff) << lane;
    uint64_t word = set[i] & ~before & ~above;

    while (word == 0) {
        i = i + 1 < words ? i + 1 : 0;
        word = set[i];
    }
    return i * 64 + first_of_word(word);
}

/* Any group of the set, all alike: drawn by a corner, as draw_group() does it. */
INLINE int draw_from(const uint64_t *planes, const uint64_t *set, uint64_t *group,
                     struct cop_rng *rng, int words)
{
    uint64_t corners[WIDE];
    uint32_t count;
    int cell;

    find_corners(planes, corners, words);
    for (int i = 0; i < words; i++)
        corners[i] &= set[i];
    count = (uint32_t)count_cells(corners, words);
    do {
        uint32_t rank = cop_rng_below(rng, count);
        int i = 0;

        for (; i < words - 1 && rank >= (uint32_t)bit_count(corners[i]); i++)
            rank -= (uint32_t)bit_count(corners[i]);
        cell = i * 64 + bit_index(nth_bit(corners[i], rank));
        find_group(planes, cell, group, words);
    } while (!is_lowest(group, cell, words));
    return cell;
}

/* A group of the set by the pull of its size. */
INLINE int draw_pulled(const struct policy *policy, const uint64_t *planes, const uint64_t *set,
                       uint64_t *group, struct cop_rng *rng, int words)
{
    uint64_t corners[WIDE];
    double sums[MOVES_MAX], sum = 0, ticket;
    int16_t cells[MOVES_MAX];
    int count = 0, drawn = 0;

    cells[0] = 0; /* the set is never empty */
    find_corners(planes, corners, words);
    for (int i = 0; i < words; i++)
        for (corners[i] &= set[i]; corners[i] != 0; count++) {
            int cell = i * 64 + bit_index(corners[i]);

            find_group(planes, cell, group, words);
            for (int j = i; j < words; j++)
                corners[j] &= ~group[j];
            cells[count] = (int16_t)cell;
            sums[count] = sum += cop_exp_quick(pull_of(policy, count_cells(group, words)));
        }
    ticket = cop_rng_unit(rng) * sum;
    while (drawn < count - 1 && sums[drawn] <= ticket)
        drawn++;
    find_group(planes, cells[drawn], group, words);
    return cells[drawn];
}

/* The colour to leave alone now; it may have to be drawn. */
INLINE int tabu_now(const struct policy *policy, const struct board *board, const uint64_t *planes,
                    struct notes *notes, struct cop_rng *rng, int words)
{
    if (policy->tabu == TABU_NONE)
        return NO_TABU;
    if (policy->tabu == TABU_MOST)
        return policy->each_move ? most_frequent(planes, board->colours, words) : notes->tabu - 1;
    if (policy->each_move || notes->tabu == 0)
        notes->tabu = (int8_t)(cop_rng_below(rng, (uint32_t)board->colours) + 1);
    return notes->tabu - 1;
}

/* Draws a group and returns its canonical cell, or -1 if there is none. */
INLINE int draw_move(const struct policy *policy, const struct board *board, const uint64_t *planes,
                     struct notes *notes, uint64_t *group, struct cop_rng *rng, int words)
{
    uint64_t set[WIDE], below[WIDE], left[WIDE], pairs[WIDE];
    int tabu;
    bool is_free;

    find_links(planes, below, left, words);
    find_grouped(below, left, set, words);
    if (is_empty(set, words))
        return -1;
    tabu = tabu_now(policy, board, planes, notes, rng, words);
    is_free = policy->epsilon > 0 && cop_rng_unit(rng) < policy->epsilon;
    if (tabu != NO_TABU && !is_free) {
        if (policy->pairs)
            find_pairs(below, left, pairs, words);
        leave_out(planes, tabu, policy->pairs ? pairs : NULL, set, words);
    }
    if (policy->by_scan) {
        find_group(planes, scan_cells(board, set, rng, words), group, words);
        return lowest_cell(group, words);
    }
    if (policy->pull != 0 && !is_free)
        return draw_pulled(policy, planes, set, group, rng, words);
    return draw_from(planes, set, group, rng, words);
}

static cop_move pick(const struct cop_game *game, const void *prepared, const void *state,
                     void *notes, struct cop_rng *rng)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    uint64_t group[WIDE];
    int cell;

    if (board->words == NARROW)
        cell = draw_move(prepared, board, position->planes, notes, group, rng, NARROW);
    else
        cell = draw_move(prepared, board, position->planes, notes, group, rng, WIDE);
    return move_of(cell);
}

/* ---- Whole playouts ---- */

static size_t notes_size(const struct cop_game *game)
{
    (void)game;
    return sizeof(struct notes);
}

static void begin(const struct cop_game *game, const void *prepared, const void *state, void *notes)
{
    const struct policy *policy = prepared;
    const struct board *board = board_of(game);
    const struct position *position = state;
    struct notes *own = notes;

    if (policy->tabu == TABU_MOST && policy->given > 0)
        own->tabu = (int8_t)policy->given;
    else if (policy->tabu == TABU_MOST && !policy->each_move)
        own->tabu = (int8_t)(most_frequent(position->planes, board->colours, board->words) + 1);
}

INLINE int play_out(const struct policy *policy, const struct board *board,
                    struct position *position, struct notes *notes, struct cop_rng *rng, int limit,
                    int words)
{
    uint64_t planes[PLANES * WIDE], group[WIDE];
    struct cop_rng local = *rng;
    int64_t points = position->points;
    int plies = 0;

    memcpy(planes, position->planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    for (; plies < limit; plies++) {
        if (draw_move(policy, board, planes, notes, group, &local, words) < 0)
            break;
        points += points_of(count_cells(group, words));
        remove_group(planes, group, words);
    }
    memcpy(position->planes, planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    position->points = points;
    *rng = local;
    return plies;
}

static int playout(const struct cop_game *game, const void *prepared, void *state, void *notes,
                   struct cop_rng *rng, int limit)
{
    const struct board *board = board_of(game);

    if (limit <= 0)
        limit = game->max_plies;
    if (board->words == NARROW)
        return play_out(prepared, board, state, notes, rng, limit, NARROW);
    return play_out(prepared, board, state, notes, rng, limit, WIDE);
}

/* ---- Shares of moves ---- */

/* What a position offers, for its shares. */
struct offer {
    const struct policy *policy;
    const struct board *board;
    int count;
    uint64_t cells[MOVES_MAX][WIDE];
    int8_t colours[MOVES_MAX];
    int16_t sizes[MOVES_MAX];
};

/* Which groups may be taken if this colour is tabu. */
static void find_allowed(const struct offer *offer, int tabu, bool *is_allowed)
{
    bool has_other = false;

    for (int i = 0; i < offer->count; i++)
        has_other = has_other || offer->colours[i] != tabu;
    for (int i = 0; i < offer->count; i++)
        is_allowed[i] = !has_other || offer->colours[i] != tabu ||
                        (offer->policy->pairs && offer->sizes[i] == 2);
}

/* How many cells a scan can begin at for each group of those that may be taken. */
static void share_cells(const struct offer *offer, const bool *may_be_taken, double *share)
{
    const struct board *board = offer->board;
    int16_t group_at[WIDTH_MAX * LANE];
    int first = -1, waiting = 0;

    memset(group_at, -1, sizeof group_at);
    for (int i = 0; i < offer->count; i++)
        for (int cell = 0; may_be_taken[i] && cell < board->columns * LANE; cell++)
            if (offer->cells[i][cell / 64] >> cell % 64 & 1)
                group_at[cell] = (int16_t)i;
    for (int x = 0; x < board->columns; x++)
        for (int y = board->rows - 1; y >= 0; y--) {
            int group = group_at[cell_of(x, y)];

            waiting++;
            if (group < 0)
                continue;
            first = first < 0 ? group : first;
            share[group] += waiting;
            waiting = 0;
        }
    share[first] += waiting; /* the scan goes around */
}

/* Scales the shares to a sum and adds them. */
static void add_shares(const struct offer *offer, const double *share, double part, double *to)
{
    double sum = 0;

    for (int i = 0; i < offer->count; i++)
        sum += share[i];
    for (int i = 0; i < offer->count; i++)
        to[i] += part * share[i] / sum;
}

/* Adds `part` of what each group has if this colour is tabu; NO_TABU: an exception, or the rule. */
static void share_moves(const struct offer *offer, int tabu, bool is_free, double part, double *to)
{
    const struct policy *policy = offer->policy;
    double share[MOVES_MAX] = {0};
    bool may_be_taken[MOVES_MAX];

    find_allowed(offer, tabu, may_be_taken);
    if (policy->by_scan)
        share_cells(offer, may_be_taken, share);
    else
        for (int i = 0; i < offer->count; i++)
            if (may_be_taken[i])
                share[i] = is_free ? 1 : cop_exp_quick(pull_of(policy, offer->sizes[i]));
    add_shares(offer, share, part, to);
}

static void look_at(struct offer *offer, const struct position *position, const cop_move *moves,
                    int count)
{
    offer->count = count;
    for (int i = 0; i < count; i++) {
        int cell = (int)moves[i] - 1;

        find_group(position->planes, cell, offer->cells[i], offer->board->words);
        offer->sizes[i] = (int16_t)count_cells(offer->cells[i], offer->board->words);
        offer->colours[i] = (int8_t)colour_at(offer->board, position, cell / LANE, cell % LANE);
    }
}

/* Logarithms of shares, the same on every machine; the greatest is 0. */
static void take_logarithms(const double *share, int count, double *weight)
{
    double most = 0, of_most;

    for (int i = 0; i < count; i++)
        most = share[i] > most ? share[i] : most;
    of_most = cop_ln((uint64_t)ldexp(most, 60));
    for (int i = 0; i < count; i++) {
        uint64_t scaled = (uint64_t)ldexp(share[i], 60);

        weight[i] = scaled > 0 ? cop_ln(scaled) - of_most : -INFINITY;
    }
}

/* Groups drawn by nothing but their pull, with one colour tabu: no shares are needed. */
static void weigh_pull(const struct offer *offer, int tabu, double *weight)
{
    bool may_be_taken[MOVES_MAX];

    find_allowed(offer, tabu, may_be_taken);
    for (int i = 0; i < offer->count; i++)
        weight[i] = may_be_taken[i] ? pull_of(offer->policy, offer->sizes[i]) : -INFINITY;
}

static void weigh(const struct cop_game *game, const void *prepared, const void *state,
                  const void *notes, const cop_move *moves, int count, double *weight)
{
    const struct policy *policy = prepared;
    const struct board *board = board_of(game);
    const struct position *position = state;
    const struct notes *own = notes;
    struct offer offer = {.policy = policy, .board = board};
    double share[MOVES_MAX] = {0}, rest = 1 - policy->epsilon;
    bool is_open = policy->tabu == TABU_DRAWN && (policy->each_move || own->tabu == 0);
    int tabu = policy->tabu == TABU_NONE ? NO_TABU : own->tabu - 1;

    look_at(&offer, position, moves, count);
    if (policy->tabu == TABU_MOST && policy->each_move)
        tabu = most_frequent(position->planes, board->colours, board->words);
    if (!policy->by_scan && policy->epsilon == 0 && !is_open) {
        weigh_pull(&offer, tabu, weight);
        return;
    }
    share_moves(&offer, NO_TABU, true, policy->epsilon, share);
    if (is_open)
        for (int colour = 0; colour < board->colours; colour++)
            share_moves(&offer, colour, false, rest / board->colours, share);
    else
        share_moves(&offer, tabu, false, rest, share);
    take_logarithms(share, count, weight);
}

/* ---- The rows ---- */

#define EPSILON                                                                           \
    {                                                                                     \
        "epsilon", COP_REAL, "0", 0, 1, NULL, "how often a group of any colour is played" \
    }
#define PICK                                                                                       \
    {                                                                                              \
        "pick", COP_CHOICE, "cellscan", 0, 0, "cellscan|group",                                    \
            "a move is the first block met from a random cell on, which favours large groups, or " \
            "any group"                                                                            \
    }
#define PAIRS                                                                \
    {                                                                        \
        "pairs", COP_FLAG, "off", 0, 0, NULL, "groups of two are never tabu" \
    }
#define FIXED                                                     \
    {                                                             \
        "fixed", COP_CHOICE, "playout", 0, 0, "playout|move",     \
            "for how long a colour is tabu: a playout, or a move" \
    }

static const struct cop_option random_options[] = {PICK, {NULL}};
static const struct cop_option tabu_options[] = {EPSILON, PICK, FIXED, PAIRS, {NULL}};
static const struct cop_option tabu_colour_options[] = {
    EPSILON,
    PICK,
    FIXED,
    PAIRS,
    {"colour", COP_INTEGER, "-1", -1, COLOURS_MAX - 1, NULL,
     "the colour that is left for last, by its number; -1: the most frequent one"},
    {NULL}};
static const struct cop_option roulette_options[] = {
    {"pull", COP_REAL, "0.5", -5, 5, NULL,
     "the logarithm of what one block more is worth to a group, up to 10 blocks"},
    {"tabu", COP_CHOICE, "colour", 0, 0, "none|random|colour",
     "which colour is left for last: none, one drawn for the playout, or the most frequent"},
    EPSILON,
    PAIRS,
    {NULL}};

static struct policy *make_policy(struct policy values, struct cop_error *error)
{
    struct policy *policy = malloc(sizeof *policy);

    if (policy == NULL)
        cop_fail(error, "samegame: not enough memory for a policy");
    else
        *policy = values;
    return policy;
}

static void *prepare_random(const struct cop_game *game, const struct cop_settings *settings,
                            struct cop_error *error)
{
    (void)game;
    return make_policy((struct policy){.by_scan = cop_choice(settings, "pick") == 0}, error);
}

static struct policy read_tabu(enum tabu tabu, const struct cop_settings *settings)
{
    return (struct policy){.tabu = tabu,
                           .by_scan = cop_choice(settings, "pick") == 0,
                           .each_move = cop_choice(settings, "fixed") == 1,
                           .pairs = cop_flag(settings, "pairs"),
                           .epsilon = cop_real(settings, "epsilon")};
}

static void *prepare_tabu(const struct cop_game *game, const struct cop_settings *settings,
                          struct cop_error *error)
{
    (void)game;
    return make_policy(read_tabu(TABU_DRAWN, settings), error);
}

static void *prepare_tabu_colour(const struct cop_game *game, const struct cop_settings *settings,
                                 struct cop_error *error)
{
    struct policy policy = read_tabu(TABU_MOST, settings);
    int colours = board_of(game)->colours;

    policy.given = (int)cop_integer(settings, "colour") + 1;
    if (policy.given > colours) {
        cop_fail(error, "colour=%d: the colours of %s are 0 to %d", policy.given - 1, game->name,
                 colours - 1);
        return NULL;
    }
    if (policy.given > 0 && policy.each_move) {
        cop_fail(error, "colour=%d is for whole playouts; leave out fixed=move", policy.given - 1);
        return NULL;
    }
    return make_policy(policy, error);
}

static void *prepare_roulette(const struct cop_game *game, const struct cop_settings *settings,
                              struct cop_error *error)
{
    (void)game;
    return make_policy((struct policy){.tabu = (enum tabu)cop_choice(settings, "tabu"),
                                       .pairs = cop_flag(settings, "pairs"),
                                       .epsilon = cop_real(settings, "epsilon"),
                                       .pull = cop_real(settings, "pull")},
                       error);
}

/* What all rows have in common. */
#define ROW                                                                                 \
    .pick = pick, .release = free, .notes = notes_size, .begin = begin, .playout = playout, \
    .weigh = weigh, .learned = samegame_learned

const struct cop_policy samegame_policies[] = {
    {.name = "random",
     .help = "any group, larger ones more often",
     .options = random_options,
     .prepare = prepare_random,
     ROW},
    {.name = "tabu",
     .help = "a colour drawn for the playout is left for last (TabuRandom)",
     .options = tabu_options,
     .prepare = prepare_tabu,
     ROW},
    {.name = "tabu-colour",
     .help = "the most frequent colour, or a given one, is left for last (TabuColorRandom)",
     .options = tabu_colour_options,
     .prepare = prepare_tabu_colour,
     ROW},
    {.name = "roulette",
     .help = "groups by the pull of their size, a colour left for last",
     .options = roulette_options,
     .prepare = prepare_roulette,
     ROW},
    {.name = NULL}};
