/* policy.c - playouts that know something of TwixT: K1 to K9 of twixt.md, section 4.
 *
 * All of it is one policy with an option for each idea, because the ideas multiply each other's
 * weights. What is told without options is the final program of the thesis: home lines excluded,
 * bridges that weigh more and more. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../bits.h"
#include "weights.h"

static const struct cop_option options[] = {
    {"home", COP_CHOICE, "excluded", 0, 0, "allowed|fading|excluded",
     "pegs on own home lines: anywhere, more and more often (K1), or never, and a chain between "
     "the "
     "lines next to them wins (K2)"},
    {"exclude", COP_REAL, "40", 0.001, 1000, NULL,
     "w_Exclude: plies after which home=fading allows home lines for good (F 4.3)"},
    {"bridge", COP_REAL, "2", 0.1, 10, NULL,
     "w_Bridge: factor of a hole's weight for each own peg a knight's move away (K3)"},
    {"count", COP_REAL, "2", -100, 100, NULL,
     "w_Count: how fast that factor grows with the plies (K4, F 4.1); below 0 it shrinks (F 4.2)"},
    {"good", COP_REAL, "", 0.1, 10, NULL,
     "w_Good: the factor of bridges that lead two lines on, instead of bridge (K5); with bad"},
    {"bad", COP_REAL, "", 0.1, 10, NULL, "w_Bad: the factor of all other bridges; with good"},
    {"links", COP_WORDS, "", 0, 0, NULL,
     "that factor by the links the new peg has made, as \"3.5,2.5,1.5,0.5\" for 0 to 3; more links "
     "count as the last (K6)"},
    {"literal", COP_FLAG, "off", 0, 0, NULL,
     "factors of links below 1 are meant as they are; else they count as 1"},
    {"lines", COP_CHOICE, "none", 0, 0, "none|across|all",
     "prefer lines with empty holes: none, those across a side's way, or all (K7)"},
    {"draw_at", COP_REAL, "1", 0.01, 1, NULL,
     "d: a playout is drawn at this share of the plies of a full board (K8)"},
    {"length", COP_REAL, "0", 0, 1, NULL,
     "w_Length: how much more a short playout counts than a long one (K9, F 4.4)"},
    {"shared", COP_FLAG, "off", 0, 0, NULL, "a peg's bridges are favoured for both sides"},
    {NULL},
};

/* Which board is searched, if the search has said so: one where nobody has connected the lines next
 * to his home lines, or one where somebody has (twixt.md 4.5, mode switch). */
enum root { ROOT_UNKNOWN, ROOT_OPEN, ROOT_CHAINED };

struct policy {
    struct twixt_knowledge knowledge;
    enum root root;
};

struct notes {
    struct field field;
    struct twixt_weights weights;
    int16_t plies;
    int8_t winner; /* of the inner board, or -1 */
    bool is_inner; /* home lines are excluded, and the lines next to them are as good */
};

/* ---- Options ---- */

/* Numbers with commas between them; returns how many, or 0 if that is not what the words are. */
static int read_factors(const char *words, bool is_literal, float *factors)
{
    const char *at = words;

    for (int count = 0; count < TWIXT_LINKS_MOST; at++) {
        char *end;
        double factor = strtod(at, &end);

        if (end == at || !(factor >= 0 && factor <= 10))
            return 0;
        factors[count++] = factor < 1 && !is_literal ? 1 : (float)factor;
        at = end + strspn(end, " ");
        if (*at == '\0')
            return count;
        if (*at != ',')
            return 0;
    }
    return 0;
}

static bool read_links(struct twixt_knowledge *knowledge, const char *words, bool is_literal,
                       struct cop_error *error)
{
    int count = read_factors(words, is_literal, knowledge->of_links);

    if (count == 0)
        return cop_fail(error,
                        "links=\"%.40s\": expected 1 to %d factors from 0 to 10 with commas "
                        "between them, as in links=\"3.5,2.5,1.5,0.5\"",
                        words, TWIXT_LINKS_MOST);
    for (; count <= TWIXT_LINKS_MOST; count++)
        knowledge->of_links[count] = knowledge->of_links[count - 1];
    return true;
}

/* Options that would do nothing beside the others. */
static bool check_use(const struct cop_settings *settings, struct cop_error *error)
{
    bool has_links = cop_given(settings, "links");
    bool has_directions = cop_given(settings, "good");

    if (cop_given(settings, "exclude") && cop_choice(settings, "home") != TWIXT_HOME_FADING)
        return cop_fail(error,
                        "exclude says how home=fading fades; add home=fading or leave it out");
    if (has_directions != cop_given(settings, "bad"))
        return cop_fail(error, "good and bad are the factors of two kinds of bridges; give both");
    if (cop_given(settings, "literal") && !has_links)
        return cop_fail(error, "literal says how links is read; add links or leave it out");
    if (has_links && has_directions)
        return cop_fail(error, "links and good are two factors of one bridge; give one of them");
    if (cop_given(settings, "bridge") && (has_links || has_directions))
        return cop_fail(error, "%s takes the place of bridge; give one of them",
                        has_links ? "links" : "good");
    return true;
}

static bool read_knowledge(struct twixt_knowledge *knowledge, const struct twixt_board *board,
                           const struct cop_settings *settings, struct cop_error *error)
{
    bool has_directions = cop_given(settings, "good");

    if (!check_use(settings, error))
        return false;
    *knowledge = (struct twixt_knowledge){
        .home = (enum twixt_home)cop_choice(settings, "home"),
        .lines = (enum twixt_lines)cop_choice(settings, "lines"),
        .exclude = cop_real(settings, "exclude"),
        .good = cop_real(settings, has_directions ? "good" : "bridge"),
        .bad = cop_real(settings, has_directions ? "bad" : "bridge"),
        .has_links = cop_given(settings, "links"),
        .count = cop_real(settings, "count"),
        .is_shared = cop_flag(settings, "shared"),
        .draw_at = cop_real(settings, "draw_at"),
        .length = cop_real(settings, "length"),
    };
    for (int is_inner = 0; is_inner < 2; is_inner++)
        for (int plies = 0; plies <= TWIXT_HOLES_MAX; plies++)
            knowledge->growth[is_inner][plies] = (float)twixt_growth(
                knowledge->count, plies, twixt_plies_most(board, is_inner != 0));
    return !knowledge->has_links || read_links(knowledge, cop_words(settings, "links"),
                                               cop_flag(settings, "literal"), error);
}

static void *prepare(const struct cop_game *game, const struct cop_settings *settings,
                     struct cop_error *error)
{
    struct policy *policy = calloc(1, sizeof *policy);

    if (policy == NULL) {
        cop_fail(error, "playout=knowledge: not enough memory");
        return NULL;
    }
    if (read_knowledge(&policy->knowledge, twixt_board_of(game), settings, error))
        return policy;
    cop_fail_in(error, "knowledge");
    free(policy);
    return NULL;
}

static size_t notes_size(const struct cop_game *game)
{
    (void)game;
    return sizeof(struct notes);
}

/* ---- The course of a playout ---- */

/* Once there is an inner chain its owner has won all playouts so far, and nothing can be told from
 * them any more (twixt.md 3.5, 4.5). */
static bool root(const struct cop_game *game, void *prepared, const void *state)
{
    struct policy *policy = prepared;
    enum root before = policy->root;
    struct field field;

    twixt_unpack(&field, twixt_board_of(game), state);
    policy->root = twixt_field_inner(&field, twixt_board_of(game)) < 0 ? ROOT_OPEN : ROOT_CHAINED;
    return policy->knowledge.home == TWIXT_HOME_EXCLUDED && before != ROOT_UNKNOWN &&
           before != policy->root;
}

static int count_pegs(const struct twixt_board *board, const struct twixt_position *position)
{
    int count = 0;

    for (int i = 0; i < 2 * board->plane_bytes; i++)
        count += bit_count(position->planes[i]);
    return count;
}

/* A chain between the lines next to the home lines is as good as won while such chains are still to
 * be made. Where one was there before the search, only whether it can be completed is still open;
 * so it is too where nobody has said what the search began with. */
static void enter_board(struct notes *notes, const struct policy *policy,
                        const struct twixt_board *board, const struct twixt_position *position)
{
    notes->winner = -1;
    notes->is_inner = policy->knowledge.home == TWIXT_HOME_EXCLUDED && policy->root != ROOT_CHAINED;
    twixt_unpack(&notes->field, board, position);
    if (!notes->is_inner)
        return;
    notes->winner = (int8_t)twixt_field_inner(&notes->field, board);
    if (notes->winner < 0 || policy->root == ROOT_OPEN)
        return;
    notes->is_inner = false;
    notes->winner = -1;
    twixt_unpack(&notes->field, board, position);
}

static void begin(const struct cop_game *game, const void *prepared, const void *state, void *own)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct policy *policy = prepared;
    struct notes *notes = own;

    enter_board(notes, policy, board, state);
    notes->plies = (int16_t)count_pegs(board, state);
    twixt_weights_begin(&notes->weights, board, &policy->knowledge, &notes->field, notes->plies,
                        notes->is_inner);
}

/* F 4.3. */
static inline bool is_home_open(const struct policy *policy, const struct notes *notes,
                                struct cop_rng *rng)
{
    if (policy->knowledge.home != TWIXT_HOME_FADING)
        return true;
    return cop_rng_unit(rng) * policy->knowledge.exclude < notes->plies;
}

/* A place of the field, or -1 if all that is left weighs nothing. */
static inline int draw_place(const struct policy *policy, const struct notes *notes, int side,
                             struct cop_rng *rng)
{
    bool is_open = is_home_open(policy, notes, rng);
    int place = twixt_weights_draw(&notes->weights, &policy->knowledge, side, is_open, rng);

    if (place < 0 && !is_open)
        place = twixt_weights_draw(&notes->weights, &policy->knowledge, side, true, rng);
    return place;
}

/* Returns whether the peg completes a chain, of the kind that counts here. */
static inline bool add_peg(const struct policy *policy, struct notes *notes,
                           const struct twixt_board *board, int side, int place)
{
    bool is_won = twixt_field_peg(&notes->field, board, notes->is_inner, side, place);

    notes->plies++;
    twixt_weights_add(&notes->weights, board, &policy->knowledge, side, place,
                      bit_count(notes->field.links[place]),
                      policy->knowledge.growth[notes->is_inner][notes->plies]);
    if (is_won && notes->is_inner)
        notes->winner = (int8_t)side;
    return is_won;
}

/* Taking over a peg is one move of all; nothing is known of it. */
static cop_move pick(const struct cop_game *game, const void *prepared, const void *state,
                     void *own, struct cop_rng *rng)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    const struct notes *notes = own;
    int place;

    if (twixt_swap_hole(board, position) >= 0 &&
        cop_rng_below(rng, (uint32_t)position->left[BLACK] + 1) == 0)
        return TWIXT_SWAP;
    place = draw_place(prepared, notes, position->next, rng);
    if (place < 0)
        return game->rules->random_move(game, state, rng);
    return (cop_move)twixt_hole(board, place % FIELD_STRIDE - FIELD_BEFORE,
                                place / FIELD_STRIDE - FIELD_ABOVE) +
           1;
}

static void played(const struct cop_game *game, const void *prepared, const void *before,
                   cop_move move, void *own)
{
    const struct twixt_board *board = twixt_board_of(game);
    struct twixt_position next;
    int hole = (int)move - 1;

    if (move != TWIXT_SWAP) {
        add_peg(prepared, own, board, ((const struct twixt_position *)before)->next,
                twixt_field_place(hole % board->stride, hole / board->stride));
        return;
    }
    memcpy(&next, before, game->state_size);
    game->rules->play(game, &next, move);
    begin(game, prepared, &next, own);
}

/* ---- The end of a playout ---- */

/* Who has won, or -1: nobody. */
static int winner_of(const struct notes *notes, const struct twixt_position *position)
{
    return position->status == TWIXT_WON ? 1 - position->next : notes->winner;
}

/* No more moves: somebody has won, nobody can, or it takes too long (K8). */
static inline bool is_at_end(const struct policy *policy, const struct notes *notes,
                             const struct twixt_board *board, int next)
{
    return notes->winner >= 0 || notes->weights.left[next] == 0 ||
           (policy->knowledge.draw_at < 1 &&
            notes->plies >= policy->knowledge.draw_at * twixt_plies_most(board, notes->is_inner));
}

static bool goes_on(const struct policy *policy, const struct notes *notes,
                    const struct twixt_board *board, const struct twixt_position *position)
{
    return position->status == TWIXT_GOES_ON && !is_at_end(policy, notes, board, position->next);
}

/* F 4.4 may count a win as more than one. Divided by the most that it can be, rewards stay what
 * searches expect, and in the same order. */
static bool ended(const struct cop_game *game, const void *prepared, const void *state,
                  const void *own, double *of_player)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    const struct policy *policy = prepared;
    const struct notes *notes = own;
    double length = policy->knowledge.length, result;
    int winner = winner_of(notes, position);

    if (goes_on(policy, notes, board, position))
        return false;
    result = winner < 0 ? 0 : winner == WHITE ? 1 : -1;
    if (length > 0)
        result = twixt_weigh_length(result, length, notes->plies,
                                    twixt_plies_most(board, notes->is_inner)) /
                 (1 + length / 2);
    of_player[WHITE] = (1 + result) / 2;
    of_player[BLACK] = 1 - of_player[WHITE];
    return true;
}

/* ---- The whole playout ---- */

/* The position of the field, for whoever judges a playout that was cut, or looks at its end. */
static void bring_up_to_date(const struct notes *notes, const struct twixt_board *board,
                             struct twixt_position *position)
{
    twixt_pack(&notes->field, board, position);
    twixt_count_left(board, position);
    if (!notes->is_inner)
        return;
    memset(position->planes + TWIXT_REACH * board->plane_bytes, 0, 2 * (size_t)board->plane_bytes);
    twixt_connect(board, position, WHITE);
    twixt_connect(board, position, BLACK);
}

/* One move of the rules, where the field knows too little of them. */
static void step(const struct cop_game *game, const struct policy *policy,
                 struct twixt_position *position, struct notes *notes, struct cop_rng *rng)
{
    cop_move move = pick(game, policy, position, notes, rng);

    played(game, policy, position, move, notes);
    game->rules->play(game, position, move);
}

/* On the field alone until the playout is over; `limit` is more than 0. */
static int play_on_field(const struct policy *policy, struct notes *notes,
                         const struct twixt_board *board, struct twixt_position *position,
                         struct cop_rng *rng, int limit)
{
    int side = position->next, plies = 0;
    bool is_won = false;

    while (plies < limit && !is_won && !is_at_end(policy, notes, board, side)) {
        int place = draw_place(policy, notes, side, rng);

        if (place < 0)
            break;
        is_won = add_peg(policy, notes, board, side, place);
        side = 1 - side;
        plies++;
    }
    position->next = (uint8_t)side;
    if (is_won && !notes->is_inner)
        position->status = TWIXT_WON;
    else if (!is_at_end(policy, notes, board, side))
        bring_up_to_date(notes, board, position);
    return plies;
}

/* The rest of a playout, by pegs of the field as long as these are all that happens. */
static int playout(const struct cop_game *game, const void *prepared, void *state, void *own,
                   struct cop_rng *rng, int limit)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct policy *policy = prepared;
    struct twixt_position *position = state;
    struct notes *notes = own;
    int plies = 0;

    if (limit <= 0)
        limit = game->max_plies;
    while (plies < limit && goes_on(policy, notes, board, position)) {
        bool is_plain = !board->dead_draw && !(board->has_swap && notes->plies < 2);
        int length =
            is_plain ? play_on_field(policy, notes, board, position, rng, limit - plies) : 0;

        plies += length;
        if (length == 0) {
            step(game, policy, position, notes, rng);
            plies++;
        }
    }
    return plies;
}

static void catch_up(const struct cop_game *game, const void *prepared, void *state,
                     const void *own)
{
    (void)prepared;
    bring_up_to_date(own, twixt_board_of(game), state);
}

const struct cop_policy twixt_policies[] = {
    {.name = "knowledge",
     .help =
         "weighted holes: home lines left out, bridges preferred more and more (K1 to K9 of the "
         "thesis)",
     .pick = pick,
     .options = options,
     .prepare = prepare,
     .release = free,
     .notes = notes_size,
     .root = root,
     .begin = begin,
     .played = played,
     .ended = ended,
     .playout = playout,
     .catch_up = catch_up},
    {NULL},
};
