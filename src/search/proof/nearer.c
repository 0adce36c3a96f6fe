/* nearer.c - positions that are known to be won, settled from their ends.
 *
 * What can come about is met: of the claimant's positions the moves that are known to win, one at
 * first, and of the other side's all moves. A position is settled when the one move of the
 * claimant, or all of the other side, lead to an end or to what was settled before: so whatever the
 * replies lead to comes nearer, and no position can come back. Each position is looked at once,
 * however many ways lead there; a search depth first would go into what is not settled on each of
 * them anew.
 *
 * What is left then is a set that the replies do not leave: its positions get one more of their
 * known moves, and so on. The moves that df-PN knows to win are enough if its table has forgotten
 * nothing: each position was won after one that a move leads to. Where all of them stay in the set,
 * the table has forgotten the position that was won first. Then the other moves are asked about,
 * for a while each; and if that does not do, all are again, with more patience. */
#include "search/proof/nearer.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Positions that a question about another move may take, at first, and how much more later. */
enum { PATIENCE = 100, MORE = 8 };

/* Positions that get another move before it is looked at what has become of the others: so many,
 * and one of so many that were met. */
enum { MOVES_AT_ONCE = 256, SHARE_AT_ONCE = 8 };

/* A position that was met. */
struct spot {
    size_t place;    /* in nearer.met, which has its number among the spots */
    uint32_t ways;   /* the last way that leads here, or 0 */
    uint32_t open;   /* so many moves must still lead to what is settled; 0: it is settled */
    uint32_t behind; /* the next one that was just settled, or 0 */
    size_t first, next, last; /* the claimant's moves that are known to win; `next` is not played */
    cop_move reply;
    bool is_claimants;
    uint8_t asked; /* how patiently other moves were asked about */
};

/* A move from a spot to another one that was not settled then. */
struct way {
    uint32_t from, before; /* the way that was last before it, or 0 */
    cop_move move;
};

/* What grows while there is memory for it. */
struct list {
    void *items;
    size_t size, count, room; /* bytes of an item */
};

/* Spots and ways have numbers from 1 on. */
struct walker {
    struct proof_nearer *nearer;
    const struct cop_game *game;
    struct list spots, ways, moves; /* of struct spot, struct way and cop_move */
    cop_move *listed;
    uint32_t looked;              /* spots from here on have not shown their moves */
    uint32_t settled;             /* the last spot that was settled, of those not told on */
    unsigned char *state, *after; /* of the spot that is looked at, and after a move */
    int64_t patience;
    uint8_t level;   /* of the patience */
    bool has_doubts; /* at this level a question was given up */
};

void proof_nearer_open(struct proof_nearer *nearer, struct dfpn *dfpn, int claimant, size_t memory)
{
    *nearer = (struct proof_nearer){.dfpn = dfpn,
                                    .claimant = claimant,
                                    .met.memory = (memory + 1) / 2,
                                    .memory = (memory + 1) / 2};
}

void proof_nearer_close(struct proof_nearer *nearer)
{
    cop_byte_set_free(&nearer->met);
}

/* ---- Lists ---- */

static size_t bytes_of(const struct list *list)
{
    return list->room * list->size;
}

/* Room for one more; false, and all is over, if there is no memory for it. */
static bool make_room(struct walker *walker, struct list *list)
{
    size_t memory = walker->nearer->memory, more = list->room / 2 + 64;
    size_t bytes = bytes_of(&walker->spots) + bytes_of(&walker->ways) + bytes_of(&walker->moves);

    if (list->count < list->room)
        return true;
    if (list->room + more > UINT32_MAX || (memory > 0 && bytes + more * list->size > memory)) {
        walker->nearer->is_over = true;
        return false;
    }
    list->room += more;
    list->items = cop_reallocate(list->items, bytes_of(list));
    return true;
}

static struct spot *spot_at(const struct walker *walker, uint32_t number)
{
    return (struct spot *)walker->spots.items + number;
}

static struct way *way_at(const struct walker *walker, uint32_t number)
{
    return (struct way *)walker->ways.items + number;
}

static cop_move move_at(const struct walker *walker, size_t number)
{
    return ((const cop_move *)walker->moves.items)[number];
}

static void add_move(struct walker *walker, cop_move move)
{
    if (make_room(walker, &walker->moves))
        ((cop_move *)walker->moves.items)[walker->moves.count++] = move;
}

/* ---- Positions ---- */

/* Zeros at the end need not be kept. */
static size_t length_of(const struct cop_game *game, const unsigned char *state)
{
    size_t length = game->state_size;

    while (length > 0 && state[length - 1] == 0)
        length--;
    return length;
}

/* The number of walker->after among the spots, if it was met; else 0. */
static uint32_t find_after(const struct walker *walker)
{
    const struct cop_byte_set *met = &walker->nearer->met;
    size_t place = cop_byte_set_find(met, walker->after, length_of(walker->game, walker->after));

    return place != 0 ? cop_byte_set_number(met, place) : 0;
}

/* The same; it is met now. 0: there is no memory for it. */
static uint32_t meet_after(struct walker *walker)
{
    struct proof_nearer *nearer = walker->nearer;
    uint32_t number = (uint32_t)walker->spots.count;
    bool is_new;
    size_t place = cop_byte_set_add(&nearer->met, walker->after,
                                    length_of(walker->game, walker->after), &is_new);

    if (place != 0 && !is_new)
        return cop_byte_set_number(&nearer->met, place);
    nearer->is_over = nearer->is_over || place == 0;
    if (place == 0 || !make_room(walker, &walker->spots))
        return 0;
    cop_byte_set_give(&nearer->met, place, number);
    *spot_at(walker, (uint32_t)walker->spots.count++) = (struct spot){
        .place = place,
        .open = 1,
        .is_claimants = walker->game->rules->turn(walker->game, walker->after) == nearer->claimant};
    return number;
}

static void go_to(struct walker *walker, uint32_t number)
{
    size_t length;
    const unsigned char *bytes =
        cop_byte_set_bytes(&walker->nearer->met, spot_at(walker, number)->place, &length);

    memset(walker->state, 0, walker->game->state_size);
    memcpy(walker->state, bytes, length);
}

static void play(struct walker *walker, cop_move move)
{
    memcpy(walker->after, walker->state, walker->game->state_size);
    walker->game->rules->play(walker->game, walker->after, move);
}

/* Does the walk of a proof end at walker->after? It begins with a move whatever is known. */
static bool is_end(const struct walker *walker)
{
    const struct proof_nearer *nearer = walker->nearer;
    struct cop_bounds bounds;

    if (walker->game->rules->turn(walker->game, walker->after) == COP_OVER)
        return true;
    return nearer->database != NULL &&
           cop_database_bounds(nearer->database, walker->after, nearer->claimant, &bounds) &&
           bounds.low == 1;
}

/* ---- Settling ---- */

/* A move from here leads to an end or to what is settled. */
static void answer(struct walker *walker, uint32_t number, cop_move move)
{
    struct spot *spot = spot_at(walker, number);

    if (spot->open == 0 || --spot->open > 0)
        return;
    spot->reply = spot->is_claimants ? move : COP_NO_MOVE;
    spot->behind = walker->settled;
    walker->settled = number;
}

/* Tells all that lead to what was settled, until nothing more is. */
static void spread(struct walker *walker)
{
    while (walker->settled != 0) {
        const struct spot *spot = spot_at(walker, walker->settled);

        walker->settled = spot->behind;
        for (uint32_t way = spot->ways; way != 0; way = way_at(walker, way)->before)
            answer(walker, way_at(walker, way)->from, way_at(walker, way)->move);
    }
}

/* Plays a move of the spot that walker->state is of: it answers at once, or will when the position
 * after it is settled. */
static void lead(struct walker *walker, uint32_t from, cop_move move)
{
    struct spot *spot;
    uint32_t number;

    play(walker, move);
    number = is_end(walker) ? 0 : meet_after(walker);
    if (walker->nearer->is_over)
        return;
    if (number == 0 || spot_at(walker, number)->open == 0) {
        answer(walker, from, move);
        return;
    }
    spot = spot_at(walker, number);
    if (!make_room(walker, &walker->ways))
        return;
    *way_at(walker, (uint32_t)walker->ways.count) = (struct way){from, spot->ways, move};
    spot->ways = (uint32_t)walker->ways.count++;
}

/* ---- Moves ---- */

/* Those of the claimant's known moves that were not played and lead to an end or what is settled.
 */
static void look_for_sure_move(struct walker *walker, uint32_t number)
{
    const struct spot *spot = spot_at(walker, number);

    for (size_t i = spot->next; i < spot->last && spot->open > 0; i++) {
        uint32_t after;

        play(walker, move_at(walker, i));
        after = find_after(walker);
        if (after != 0 ? spot_at(walker, after)->open == 0 : is_end(walker))
            answer(walker, number, move_at(walker, i));
    }
}

static void play_next(struct walker *walker, uint32_t number)
{
    lead(walker, number, move_at(walker, spot_at(walker, number)->next++));
}

/* The moves that df-PN knows to win, the nearest first. */
static void look_at_claimants(struct walker *walker, uint32_t number)
{
    struct proof_nearer *nearer = walker->nearer;
    struct spot *spot = spot_at(walker, number);
    cop_move best;
    int count;

    nearer->is_over = dfpn_ask_again(nearer->dfpn, walker->state, &best) == PROOF_OPEN;
    count = nearer->is_over ? 0 : dfpn_nearest_moves(nearer->dfpn, walker->listed);
    spot->first = spot->next = walker->moves.count;
    for (int i = 0; i < count; i++)
        add_move(walker, walker->listed[i]);
    spot->last = walker->moves.count;
    look_for_sure_move(walker, number);
    if (spot->open > 0 && spot->next < spot->last)
        play_next(walker, number);
}

static void look_at_others(struct walker *walker, uint32_t number)
{
    int count = walker->game->rules->moves(walker->game, walker->state, walker->listed);

    spot_at(walker, number)->open = (uint32_t)count;
    for (int i = 0; i < count && !walker->nearer->is_over; i++)
        lead(walker, number, walker->listed[i]);
}

/* All that was met and not yet looked at, and what that leads to. */
static void look_at_all(struct walker *walker)
{
    while (walker->looked < walker->spots.count && !walker->nearer->is_over) {
        uint32_t number = walker->looked++;

        go_to(walker, number);
        if (spot_at(walker, number)->is_claimants)
            look_at_claimants(walker, number);
        else
            look_at_others(walker, number);
    }
    spread(walker);
}

/* ---- What is left ---- */

typedef int visit(struct walker *walker, uint32_t number);

/* Goes through the claimant's positions that are not settled, those that were met last first, as
 * they are nearer to the ends, until the visits have given so much; how much it is. */
static int visit_open(struct walker *walker, visit *what, int enough)
{
    int sum = 0;

    for (uint32_t number = (uint32_t)walker->spots.count - 1;
         number > 0 && sum < enough && !walker->nearer->is_over; number--) {
        const struct spot *spot = spot_at(walker, number);

        if (!spot->is_claimants || spot->open == 0)
            continue;
        go_to(walker, number);
        sum += what(walker, number);
    }
    return sum;
}

static int settle(struct walker *walker, uint32_t number)
{
    look_for_sure_move(walker, number);
    return spot_at(walker, number)->open == 0;
}

static int play_another(struct walker *walker, uint32_t number)
{
    const struct spot *spot = spot_at(walker, number);

    if (spot->next == spot->last)
        return 0;
    play_next(walker, number);
    return 1;
}

static bool is_known(const struct walker *walker, const struct spot *spot, cop_move move)
{
    for (size_t i = spot->first; i < spot->last; i++)
        if (move_at(walker, i) == move)
            return true;
    return false;
}

/* Is walker->after won? What was met is. */
static bool is_won(struct walker *walker)
{
    struct proof_nearer *nearer = walker->nearer;
    bool is_own = nearer->dfpn->goal.player == nearer->claimant;
    enum proof_answer answer;

    if (walker->game->rules->turn(walker->game, walker->after) == COP_OVER)
        return false;
    if (find_after(walker) != 0)
        return true;
    answer = dfpn_ask_within(nearer->dfpn, walker->after, walker->patience);
    walker->has_doubts = walker->has_doubts || answer == PROOF_OPEN;
    nearer->is_over = nearer->is_over || cop_run_ended(nearer->dfpn->run) != COP_RUN_GOES_ON;
    return answer == (is_own ? PROOF_TRUE : PROOF_FALSE);
}

/* Asks about the moves that are not known to win, once at each level of patience, and puts those
 * that do behind the others. */
static int ask_about_others(struct walker *walker, uint32_t number)
{
    struct spot *spot = spot_at(walker, number);
    size_t first = walker->moves.count;
    int count, found = 0;

    if (spot->asked == walker->level)
        return 0;
    spot->asked = walker->level;
    for (size_t i = spot->first; i < spot->last; i++)
        add_move(walker, move_at(walker, i));
    count = walker->game->rules->moves(walker->game, walker->state, walker->listed);
    for (int i = 0; i < count && !walker->nearer->is_over; i++) {
        play(walker, walker->listed[i]);
        if (!is_known(walker, spot, walker->listed[i]) && is_won(walker)) {
            add_move(walker, walker->listed[i]);
            found++;
        }
    }
    if (found == 0 || walker->nearer->is_over) {
        walker->moves.count = first;
        return 0;
    }
    spot->next += first - spot->first;
    spot->first = first;
    spot->last = walker->moves.count;
    return found;
}

/* Finds moves that were not known to win; false if there is none. */
static bool widen(struct walker *walker)
{
    while (!walker->nearer->is_over) {
        if (walker->level > 0 && visit_open(walker, ask_about_others, MOVES_AT_ONCE) > 0)
            return true;
        if ((walker->level > 0 && !walker->has_doubts) || walker->level == UINT8_MAX)
            return false;
        walker->patience *= walker->level > 0 ? MORE : 1;
        walker->level++;
        walker->has_doubts = false;
    }
    return false;
}

/* True if the first spot is settled. */
static bool go(struct walker *walker)
{
    const struct proof_nearer *nearer = walker->nearer;
    bool goes_on = true;

    while (goes_on && !nearer->is_over) {
        look_at_all(walker);
        while (visit_open(walker, settle, INT32_MAX) > 0)
            spread(walker);
        if (spot_at(walker, 1)->open == 0 || nearer->is_over)
            break;
        goes_on = visit_open(walker, play_another,
                             MOVES_AT_ONCE + (int)(walker->spots.count / SHARE_AT_ONCE)) > 0 ||
                  widen(walker);
    }
    return !nearer->is_over && spot_at(walker, 1)->open == 0;
}

bool proof_nearer_find(struct proof_nearer *nearer, const void *state)
{
    const struct cop_game *game = nearer->dfpn->game;
    struct walker walker = {
        .nearer = nearer,
        .game = game,
        .spots = {.size = sizeof(struct spot), .count = 1},
        .ways = {.size = sizeof(struct way), .count = 1},
        .moves = {.size = sizeof(cop_move)},
        .looked = 1,
        .patience = PATIENCE,
    };
    bool is_found;

    walker.listed = cop_allocate((size_t)game->max_moves * sizeof *walker.listed);
    walker.state = cop_allocate(game->state_size);
    walker.after = cop_allocate(game->state_size);
    memcpy(walker.after, state, game->state_size);
    is_found = meet_after(&walker) != 0 && go(&walker);
    for (uint32_t i = 1; i < walker.spots.count; i++)
        cop_byte_set_give(&nearer->met, spot_at(&walker, i)->place, spot_at(&walker, i)->reply);
    free(walker.spots.items);
    free(walker.ways.items);
    free(walker.moves.items);
    free(walker.listed);
    free(walker.state);
    free(walker.after);
    return is_found;
}

cop_move proof_nearer_reply(struct proof_nearer *nearer, const void *state)
{
    size_t place = cop_byte_set_find(&nearer->met, state, length_of(nearer->dfpn->game, state));

    return place != 0 ? cop_byte_set_number(&nearer->met, place) : COP_NO_MOVE;
}
