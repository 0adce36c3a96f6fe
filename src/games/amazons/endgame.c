/* endgame.c - the Amazons solved by questions, "at least so much?", each of which starts from the
 * last answer, until both bounds meet (amazons-endgame-and-books.md 2.9).
 *
 * Values are twice the points of the side to move, so that they are odd: 2k + 1 if it wins by k,
 * and
 * -(2k + 1) if it loses by k. Komi is added at the root only.
 *
 * - What is searched are endings (ending.h): territories are numbers of spare moves.
 * - Who keeps his walls closed is sure of the moves behind them, and the other never comes to more
 *   squares than he reaches now: an answer without a search in most positions that are nearly
 *   settled.
 * - The table keeps whole endings with a lower and an upper bound each, so that every question
 *   profits from all earlier ones.
 * - Moves that the table or such bounds answer come before all searching; the others are sorted by
 *   how many more squares are closer to the side afterwards. */
#include "endgame.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/growing.h"
#include "ending.h"
#include "game/solve_terms.h"
#include "turns.h"

enum {
    NO_VALUE = -10000,
    COUNT_NODES_FIRST = 1 << 12, /* for the moves that the winner has left, doubled until enough, */
    COUNT_NODES_LAST = 1 << 20,  /* or given up */
    CHOICES_START = 1 << 12,
    FEW_SQUARES = 22, /* of endings that are tried however little may be done, */
    FEW_POSITIONS = 6000,
    POSITIONS_A_SECOND = 1500000
};

/* ---- The table ---- */

struct entry {
    amazons_set empty, amazons[2];
    cop_move best;
    uint32_t work; /* positions below it; 0: no entry */
    int16_t lower, upper;
    uint8_t spare[2];
};
static_assert(sizeof(struct entry) == 64, "an entry is a cache line");

enum { WAYS = 2 };

/* A move to try, the higher rated the earlier. */
struct choice {
    cop_move move;
    int rating;
};

struct endgame {
    const struct cop_game *game;
    const struct cop_solve_limits *limits;
    struct cop_solution *solution;
    enum cop_stake stake;
    struct cop_run run;
    struct cop_pace pace;
    struct cop_growing table;
    uint64_t entries; /* in the table */
    int64_t positions;
    struct amazons_counts *counts;
    struct choice *choices; /* of all positions from the root to here */
    size_t choice_count, choice_room;
    struct amazons_position position;
    int lower, upper; /* of the side to move */
};

static inline bool is_over(const struct endgame *endgame)
{
    return cop_run_ended(&endgame->run) != COP_RUN_GOES_ON;
}

static uint64_t fold(uint64_t key, amazons_set set)
{
    return key_of_words(key, (uint64_t)set, (uint64_t)(set >> 64));
}

static uint64_t hash_of(amazons_set empty, const amazons_set amazons[2], int own, int enemy)
{
    return fold(fold(fold((uint64_t)(own << 8 | enemy), empty), amazons[0]), amazons[1]);
}

static struct entry *bucket_of(const struct endgame *endgame, const struct amazons_ending *ending)
{
    return cop_growing_bucket(&endgame->table, hash_of(ending->empty, ending->amazons,
                                                       ending->spare[0], ending->spare[1]));
}

static bool is_of(const struct entry *entry, const struct amazons_ending *ending)
{
    return entry->work != 0 && entry->empty == ending->empty &&
           entry->amazons[0] == ending->amazons[0] && entry->amazons[1] == ending->amazons[1] &&
           entry->spare[0] == ending->spare[0] && entry->spare[1] == ending->spare[1];
}

static struct entry *find(const struct endgame *endgame, const struct amazons_ending *ending)
{
    struct entry *bucket = bucket_of(endgame, ending);

    for (int i = 0; i < WAYS; i++)
        if (is_of(&bucket[i], ending))
            return &bucket[i];
    return NULL;
}

static void deal(struct cop_growing *table, const void *bucket, uint64_t index, uint64_t buckets)
{
    const struct entry *old = bucket;

    (void)index;
    (void)buckets;
    for (int i = 0; i < WAYS; i++) {
        struct entry *place = cop_growing_bucket(
            table, hash_of(old[i].empty, old[i].amazons, old[i].spare[0], old[i].spare[1]));

        if (old[i].work != 0)
            place[place->work != 0] = old[i];
    }
}

/* The entry that took less work makes room. */
static struct entry *find_place(struct endgame *endgame, const struct amazons_ending *ending)
{
    struct entry *place = find(endgame, ending), *bucket;

    if (place != NULL)
        return place;
    if (endgame->entries > WAYS * endgame->table.buckets / 2 &&
        !cop_growing_is_grown(&endgame->table))
        cop_growing_grow(&endgame->table, deal);
    bucket = bucket_of(endgame, ending);
    place = &bucket[bucket[1].work < bucket[0].work];
    endgame->entries += place->work == 0;
    *place = (struct entry){.empty = ending->empty,
                            .amazons = {ending->amazons[0], ending->amazons[1]},
                            .lower = NO_VALUE,
                            .upper = -NO_VALUE,
                            .spare = {(uint8_t)ending->spare[0], (uint8_t)ending->spare[1]}};
    return place;
}

static void remember(struct endgame *endgame, const struct amazons_ending *ending, int value,
                     int goal, cop_move best, int64_t work)
{
    struct entry *entry = find_place(endgame, ending);

    if (value >= goal)
        entry->lower = (int16_t)(value > entry->lower ? value : entry->lower);
    else
        entry->upper = (int16_t)(value < entry->upper ? value : entry->upper);
    if (best != COP_NO_MOVE)
        entry->best = best;
    entry->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
}

/* ---- Answers without a search ---- */

/* What it is worth to be so many moves ahead when nothing is contested any more. */
static int value_of_lead(int lead)
{
    return 2 * lead - 1;
}

/* Exactly, however long it takes; a limit that would be felt ends the run instead. */
static int count_exactly(struct endgame *endgame, amazons_set empty, amazons_set own)
{
    struct amazons_moves moves = amazons_count_moves(endgame->counts, empty, own);

    for (int nodes = COUNT_NODES_FIRST; moves.low < moves.high && !is_over(endgame); nodes *= 2) {
        if (nodes > COUNT_NODES_LAST)
            cop_run_finish(&endgame->run, COP_RUN_LIMIT);
        else
            moves = amazons_fill_within(empty, own, nodes);
    }
    return moves.low;
}

/* The least and the most that the mover can get, both as far as it takes little to say; in `known`
 * if they answer the question. */
static bool is_known(const struct amazons_ending *ending, int goal, int *known)
{
    amazons_set reached[2], both;
    int ahead = ending->spare[0] - ending->spare[1], size[2], alone[2];

    amazons_ending_reached(ending, reached);
    both = reached[0] & reached[1];
    for (int side = 0; side < 2; side++) {
        size[side] = amazons_size(reached[side]);
        alone[side] = size[side] - amazons_size(both);
    }
    *known = value_of_lead(ahead + size[0]);
    if (*known < goal)
        return true;
    *known = value_of_lead(ahead - size[1]);
    if (*known >= goal)
        return true;
    if (value_of_lead(ahead + size[0] - alone[1]) < goal) {
        *known =
            value_of_lead(ahead + size[0] - amazons_certain_moves(ending->amazons, reached, 1));
        if (*known < goal)
            return true;
    }
    if (value_of_lead(ahead - size[1] + alone[0]) < goal)
        return false;
    *known = value_of_lead(ahead - size[1] + amazons_certain_moves(ending->amazons, reached, 0));
    return *known >= goal;
}

/* The same for an ending that was met before; `entry` may be NULL. */
static bool is_remembered(const struct entry *entry, int goal, int *known)
{
    if (entry == NULL)
        return false;
    *known = entry->lower >= goal ? entry->lower : entry->upper;
    return entry->lower >= goal || entry->upper < goal;
}

/* ---- Moves ---- */

/* A position is counted when it is looked at from outside, and again when it is searched. */
static bool takes_a_step(struct endgame *endgame)
{
    if (cop_run_step(&endgame->run, &endgame->pace)) {
        endgame->positions++;
        return true;
    }
    cop_run_finish(&endgame->run, COP_RUN_LIMIT);
    return false;
}

static void add_choice(struct endgame *endgame, cop_move move, int rating)
{
    if (endgame->choice_count == endgame->choice_room) {
        endgame->choice_room = endgame->choice_room > 0 ? 2 * endgame->choice_room : CHOICES_START;
        endgame->choices =
            cop_reallocate(endgame->choices, endgame->choice_room * sizeof *endgame->choices);
    }
    endgame->choices[endgame->choice_count++] = (struct choice){move, rating};
}

/* By how many squares who has just moved is ahead. */
static int rate(const struct amazons_ending *after)
{
    amazons_set closer[2];

    amazons_closer(after->amazons[0], after->amazons[1], after->empty, closer);
    return amazons_size(closer[1]) - amazons_size(closer[0]) + after->spare[1] - after->spare[0];
}

/* Looks at a move from outside: if that is enough for a yes, its value, else it becomes a choice.
 */
static int consider(struct endgame *endgame, const struct amazons_ending *ending, cop_move move,
                    int goal)
{
    struct amazons_ending after = amazons_ending_after(ending, move, endgame->counts);
    int known;

    if (!takes_a_step(endgame))
        return NO_VALUE;
    if (is_remembered(find(endgame, &after), 1 - goal, &known) && -known >= goal)
        return -known;
    /* A spare move comes last: it can be made later, and in few endings is it good to wait. */
    add_choice(endgame, move, move == AMAZONS_PASS ? NO_VALUE : rate(&after));
    return NO_VALUE;
}

/* All moves, but the one that was tried before; `best` is one that says yes from outside. */
static int list_choices(struct endgame *endgame, const struct amazons_ending *ending, int goal,
                        cop_move tried, cop_move *best)
{
    struct amazons_turns turns;
    int value = NO_VALUE;

    if (ending->amazons[0] != 0) {
        turns = amazons_turns_of(ending->empty | ending->amazons[0], ending->amazons[0]);
        while (value < goal && !is_over(endgame) && amazons_turns_next(&turns)) {
            *best = amazons_move(turns.from, turns.to, turns.arrow);
            if (*best != tried)
                value = consider(endgame, ending, *best, goal);
        }
    }
    if (value < goal && ending->spare[0] > 0 && tried != AMAZONS_PASS)
        value = consider(endgame, ending, *best = AMAZONS_PASS, goal);
    return value;
}

/* Takes the best of the choices from `at` on to the front of them. */
static cop_move take_best(struct endgame *endgame, size_t at)
{
    struct choice *choices = endgame->choices, chosen;
    size_t best = at;

    for (size_t i = at + 1; i < endgame->choice_count; i++)
        if (choices[i].rating > choices[best].rating)
            best = i;
    chosen = choices[best];
    choices[best] = choices[at];
    choices[at] = chosen;
    return chosen.move;
}

/* ---- The search ---- */

static int ask(struct endgame *endgame, const struct amazons_ending *ending, int goal);

static int try_move(struct endgame *endgame, const struct amazons_ending *ending, cop_move move,
                    int goal)
{
    struct amazons_ending after = amazons_ending_after(ending, move, endgame->counts);

    return -ask(endgame, &after, 1 - goal);
}

/* Tries what was best before, then all others, best guess first; `best` is the one that did most.
 */
static int try_moves(struct endgame *endgame, const struct amazons_ending *ending, int goal,
                     cop_move *best)
{
    size_t first = endgame->choice_count;
    cop_move tried = *best, move = COP_NO_MOVE;
    int most = tried != COP_NO_MOVE ? try_move(endgame, ending, tried, goal) : NO_VALUE, value;

    if (most >= goal || is_over(endgame))
        return most;
    value = list_choices(endgame, ending, goal, tried, &move);
    if (value >= goal) {
        *best = move;
        most = value;
    }
    for (size_t i = first; i < endgame->choice_count && most < goal && !is_over(endgame); i++) {
        move = take_best(endgame, i);
        value = try_move(endgame, ending, move, goal);
        if (value > most) {
            most = value;
            *best = move;
        }
    }
    endgame->choice_count = first;
    return most;
}

/* The mover can do nothing. */
static int value_of_end(struct endgame *endgame, const struct amazons_ending *ending)
{
    return value_of_lead(-ending->spare[1] -
                         count_exactly(endgame, ending->empty, ending->amazons[1]));
}

/* A question. The answer means nothing once the run is over. */
static int ask(struct endgame *endgame, const struct amazons_ending *ending, int goal)
{
    const struct entry *entry;
    int64_t before = endgame->positions;
    cop_move best = COP_NO_MOVE;
    int value;

    if (!takes_a_step(endgame))
        return 0;
    if (ending->empty == 0)
        return value_of_lead(ending->spare[0] - ending->spare[1]);
    entry = find(endgame, ending);
    if (is_remembered(entry, goal, &value) || is_known(ending, goal, &value))
        return value;
    if (ending->spare[0] == 0 && !amazons_ending_has_turn(ending))
        return value_of_end(endgame, ending);
    if (entry != NULL)
        best = entry->best;
    value = try_moves(endgame, ending, goal, &best);
    if (!is_over(endgame))
        remember(endgame, ending, value, goal, best, endgame->positions - before);
    return value;
}

/* ---- One position ---- */

/* The mover's points for a value. */
static double points_of(const struct endgame *endgame, int value)
{
    double komi = amazons_board_of(endgame->game)->komi;

    return value / 2.0 + (endgame->position.mover == AMAZONS_BLACK ? komi : -komi);
}

/* What a value is worth to who looks on. */
static double worth(const struct endgame *endgame, int value)
{
    double points = points_of(endgame, value);

    if (endgame->stake == COP_STAKE_SCORE)
        return points;
    return points > 0 ? 1 : points < 0 ? 0 : 0.5;
}

static void report(struct endgame *endgame)
{
    endgame->solution->lower = worth(endgame, endgame->lower);
    endgame->solution->upper = worth(endgame, endgame->upper);
    endgame->solution->positions = endgame->positions;
    endgame->solution->seconds = cop_run_seconds(&endgame->run);
}

static void tell(void *context)
{
    struct endgame *endgame = context;

    report(endgame);
    endgame->limits->progress(endgame->limits->context, endgame->solution);
}

/* The shots that are due, each of which ends the turn. */
static int try_shots(struct endgame *endgame, int goal, cop_move *best)
{
    const struct cop_game *game = endgame->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, &endgame->position, moves), most = NO_VALUE;

    for (int i = 0; i < count && most < goal && !is_over(endgame); i++) {
        struct amazons_position next = endgame->position;
        struct amazons_ending after;
        int value;

        game->rules->play(game, &next, moves[i]);
        after = amazons_ending_of(amazons_board_of(game), &next, endgame->counts);
        value = -ask(endgame, &after, 1 - goal);
        if (value > most) {
            most = value;
            *best = moves[i];
        }
    }
    free(moves);
    return most;
}

/* At the root there is always a move to name: the one that said yes, or that came nearest to it. */
static int ask_root(struct endgame *endgame, int goal, cop_move *best)
{
    struct amazons_ending ending;

    if (endgame->position.landed != AMAZONS_NOWHERE)
        return try_shots(endgame, goal, best);
    ending =
        amazons_ending_of(amazons_board_of(endgame->game), &endgame->position, endgame->counts);
    if (!takes_a_step(endgame))
        return 0;
    return try_moves(endgame, &ending, goal, best);
}

static int odd_at_least(double value)
{
    int odd = 2 * (int)(value / 2) - 3;

    while (odd < value)
        odd += 2;
    return odd;
}

/* The lowest value that is worth more than half, or at least half: the one that makes points. */
static int goal_of_payoff(const struct endgame *endgame)
{
    double none = -2 * points_of(endgame, 0); /* the value without points */
    int least = odd_at_least(none);

    return worth(endgame, endgame->upper) == 1 && least == none ? least + 2 : least;
}

static int first_goal(const struct endgame *endgame)
{
    struct amazons_ending ending =
        amazons_ending_of(amazons_board_of(endgame->game), &endgame->position, endgame->counts);
    int guess = -2 * rate(&ending) + 1;

    guess = guess > endgame->upper ? endgame->upper : guess;
    return guess <= endgame->lower ? endgame->lower + 2 : guess;
}

static int next_goal(const struct endgame *endgame, bool said_yes)
{
    if (endgame->stake == COP_STAKE_PAYOFF)
        return goal_of_payoff(endgame);
    return said_yes ? endgame->lower + 2 : endgame->upper;
}

static void narrow(struct endgame *endgame, cop_move *best)
{
    int goal = endgame->stake == COP_STAKE_PAYOFF ? goal_of_payoff(endgame) : first_goal(endgame);
    cop_move tried = COP_NO_MOVE;

    while (worth(endgame, endgame->lower) < worth(endgame, endgame->upper)) {
        int value = ask_root(endgame, goal, &tried);
        bool said_yes = value >= goal;

        if (is_over(endgame))
            return;
        if (said_yes) {
            endgame->lower = value;
            *best = tried;
        } else {
            endgame->upper = value;
        }
        goal = next_goal(endgame, said_yes);
    }
    if (*best == COP_NO_MOVE) /* nothing is better than the worst there is */
        *best = tried;
}

/* ---- Beginning and end ---- */

/* A move in a territory after which everything but one square of it can still be used. */
static cop_move find_spare_move(struct endgame *endgame)
{
    const struct amazons_position *position = &endgame->position;
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    int count = amazons_regions_of(amazons_board_of(endgame->game), position, regions);

    if (position->mover == AMAZONS_BLACK && position->passes > 0)
        return AMAZONS_PASS;
    for (int i = 0; i < count; i++) {
        amazons_set own = amazons_of(position, position->mover) & regions[i].squares;
        struct amazons_turns turns;
        int moves;

        if (regions[i].kind != AMAZONS_TERRITORY || regions[i].owner != position->mover)
            continue;
        turns = amazons_turns_of(regions[i].squares, own);
        moves = amazons_count_moves(endgame->counts, regions[i].empty, own).low;
        while (amazons_turns_next(&turns)) {
            amazons_set after = amazons_turns_own(&turns);
            amazons_set empty = regions[i].squares & ~(after | amazons_square(turns.arrow));

            if (amazons_count_moves(endgame->counts, empty, after).low >= moves - 1)
                return amazons_move(turns.from, turns.to, turns.arrow);
        }
    }
    return COP_NO_MOVE;
}

static cop_move any_move(const struct endgame *endgame)
{
    const struct cop_game *game = endgame->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves), any;

    game->rules->moves(game, &endgame->position, moves);
    any = moves[0];
    free(moves);
    return any;
}

/* As the rules write it: a spare move is one in a territory, and movements may be moves by
 * themselves. */
static cop_move name_move(struct endgame *endgame, cop_move best)
{
    bool is_split = amazons_board_of(endgame->game)->is_split;

    if (best == AMAZONS_PASS || best == COP_NO_MOVE)
        best = find_spare_move(endgame);
    if (best == COP_NO_MOVE)
        best = any_move(endgame);
    if (is_split && best != AMAZONS_PASS && endgame->position.landed == AMAZONS_NOWHERE)
        best = amazons_move(amazons_move_part(best, AMAZONS_FROM),
                            amazons_move_part(best, AMAZONS_TO), -1);
    return best;
}

/* Every empty square that is still fought for may be the mover's or the other's. */
static void begin_bounds(struct endgame *endgame, const struct amazons_ending *ending)
{
    int ahead = ending->spare[0] - ending->spare[1], open = amazons_size(ending->empty);

    endgame->lower = value_of_lead(ahead - open);
    endgame->upper = value_of_lead(ahead + open);
    if (endgame->position.landed != AMAZONS_NOWHERE) { /* who moves next is not the mover */
        endgame->lower = value_of_lead(-AMAZONS_SQUARES_MAX - endgame->position.passes);
        endgame->upper = -endgame->lower;
    }
}

/* Whether an answer can be hoped for within the limits: who won was found within FEW_POSITIONS in
 * 11 of 14 positions of tournament games with 20 to 23 open squares, and within a hundred times as
 * many in 29 of 49 with 28 to 35. So two more squares are allowed where twice as much is. */
static bool is_hopeful(const struct endgame *endgame, const struct amazons_ending *ending)
{
    const struct cop_solve_limits *limits = endgame->limits;
    double positions = limits->positions > 0 ? (double)limits->positions : INFINITY;
    int open = amazons_size(ending->empty);

    if (limits->time > 0)
        positions = fmin(positions, limits->time * POSITIONS_A_SECOND);
    return open <= FEW_SQUARES + 2 * log2(fmax(positions / FEW_POSITIONS, 1));
}

static bool open_table(struct endgame *endgame, struct cop_error *error)
{
    size_t memory = endgame->limits->memory;

    endgame->counts = cop_allocate(sizeof *endgame->counts);
    endgame->counts->only_who_wins =
        endgame->stake == COP_STAKE_PAYOFF && amazons_board_of(endgame->game)->komi == 0;
    if (cop_growing_open(&endgame->table, memory, WAYS * sizeof(struct entry), 1))
        return true;
    return cop_fail(error,
                    "amazons: there is no memory for a table of %zu MiB; give a smaller one, as "
                    "in --limit memory=64M",
                    memory >> 20);
}

static void release(struct endgame *endgame)
{
    cop_growing_close(&endgame->table);
    free(endgame->counts);
    free(endgame->choices);
}

bool amazons_can_solve(const struct cop_game *game, enum cop_stake stake)
{
    (void)game;
    (void)stake;
    return true;
}

static void search(struct endgame *endgame)
{
    struct amazons_ending ending =
        amazons_ending_of(amazons_board_of(endgame->game), &endgame->position, endgame->counts);
    cop_move best = COP_NO_MOVE;

    begin_bounds(endgame, &ending);
    if (is_hopeful(endgame, &ending))
        narrow(endgame, &best);
    report(endgame);
    if (best != COP_NO_MOVE || endgame->solution->lower == endgame->solution->upper)
        endgame->solution->best = name_move(endgame, best);
}

bool amazons_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
                   const struct cop_solve_limits *limits, struct cop_solution *solution,
                   struct cop_error *error)
{
    struct endgame endgame = {.game = game,
                              .limits = limits,
                              .solution = solution,
                              .stake = stake,
                              .position = *(const struct amazons_position *)state};
    struct cop_run_terms terms = cop_solve_terms(limits, tell, &endgame);
    bool is_open;

    *solution = (struct cop_solution){.best = COP_NO_MOVE};
    cop_run_begin(&endgame.run, &terms);
    cop_pace_begin(&endgame.pace, true, 1);
    is_open = open_table(&endgame, error);
    if (is_open)
        search(&endgame);
    release(&endgame);
    return is_open;
}
