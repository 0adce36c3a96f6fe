/* endgame.c - Othello solved by questions, "at least so many points?" (last.h), each of which
 * starts from the last answer, until both bounds meet.
 *
 * From many empty squares to few:
 * - Moves are sorted so that the opponent has few replies: the tree below a short list is small,
 *   and a side that runs out of moves loses squares. Moves whose answer the table knows come before
 *   all searching. The table is exact: it keeps whole positions.
 * - With eight and seven empty squares moves are sorted, but a table no longer pays.
 * - The rest is last.c's.
 *
 * A question whose goal is out of reach because of discs that cannot be captured is not searched at
 * all. */
#include "endgame.h"

#include "base/block.h"
#include "base/growing.h"
#include "board.h"
#include "game/solve_terms.h"
#include "last.h"

enum {
    TABLE_SQUARES = 9,   /* empty squares of positions in the table, at least */
    AHEAD_SQUARES = 11,  /* of positions whose children are looked up before any is searched */
    OPENING_SQUARES = 9, /* of positions whose moves are rated by openings too */
    CHOICES_MAX = 64,
    KEPT_PART = 8, /* one position of so many is kept, and fewer where there are many */
    NO_SQUARE = -1
};

/* What a move is rated by: the opponent's replies, corners twice; empty squares beside own discs;
 * own corners and own discs beside own corners. */
enum { REPLY = -16, OPENING = -2, FIRM = 1, FIRST = 1 << 20 };

static const uint64_t corners = 0x8100000000000081u;

/* ---- The table ---- */

struct entry {
    uint64_t own, enemy;
    int64_t work; /* positions below it; 0: no entry */
    int8_t lower, upper, best;
};
static_assert(sizeof(struct entry) == 32, "two entries are a cache line");

enum { WAYS = 2 };

struct endgame {
    struct othello_course course; /* first: what looks around gets this and finds the rest */
    const struct cop_solve_limits *limits;
    struct cop_solution *solution;
    struct cop_run run;
    struct cop_pace pace;
    struct cop_growing table;
    uint64_t entries; /* in the table */
    uint64_t own, enemy;
    enum cop_stake stake;
    int lower, upper; /* points of the side to move */
};

static inline bool is_over(const struct endgame *endgame)
{
    return cop_run_ended(&endgame->run) != COP_RUN_GOES_ON;
}

static inline uint64_t hash_of(uint64_t own, uint64_t enemy)
{
    return key_of_words(own, enemy, 0);
}

static inline struct entry *bucket_of(const struct endgame *endgame, uint64_t own, uint64_t enemy)
{
    return cop_growing_bucket(&endgame->table, hash_of(own, enemy));
}

static inline struct entry *find(struct entry *bucket, uint64_t own, uint64_t enemy)
{
    for (int i = 0; i < WAYS; i++)
        if (bucket[i].own == own && bucket[i].enemy == enemy)
            return &bucket[i];
    return NULL;
}

static void deal(struct cop_growing *table, const void *bucket, uint64_t index, uint64_t buckets)
{
    const struct entry *old = bucket;

    (void)index;
    (void)buckets;
    for (int i = 0; i < WAYS; i++) {
        struct entry *place = cop_growing_bucket(table, hash_of(old[i].own, old[i].enemy));

        if (old[i].work != 0)
            place[place->work != 0] = old[i];
    }
}

/* The entry that took less work makes room. */
static struct entry *find_place(struct endgame *endgame, uint64_t own, uint64_t enemy)
{
    struct entry *bucket = bucket_of(endgame, own, enemy);
    struct entry *place = find(bucket, own, enemy);

    if (place != NULL)
        return place;
    if (endgame->entries > WAYS * endgame->table.buckets / 2 &&
        !cop_growing_is_grown(&endgame->table)) {
        cop_growing_grow(&endgame->table, deal);
        bucket = bucket_of(endgame, own, enemy);
    }
    place = &bucket[bucket[1].work < bucket[0].work];
    endgame->entries += place->work == 0;
    *place = (struct entry){.own = own, .enemy = enemy, .lower = -64, .upper = 64};
    return place;
}

static void remember(struct endgame *endgame, uint64_t own, uint64_t enemy, int value, int goal,
                     int best, int64_t work)
{
    struct entry *entry = find_place(endgame, own, enemy);

    if (value >= goal)
        entry->lower = (int8_t)value;
    else
        entry->upper = (int8_t)value;
    entry->best = (int8_t)best;
    entry->work = work;
}

/* ---- Moves ---- */

/* The position after a move, as the opponent sees it. */
struct choice {
    uint64_t own, enemy;
    int square, rating;
};

static inline uint64_t placements(uint64_t own, uint64_t enemy)
{
    return othello_ends(own, enemy) & ~(own | enemy);
}

static int list_choices(uint64_t own, uint64_t enemy, uint64_t places, struct choice *choices)
{
    int count = 0;

    for (; places != 0; places &= places - 1) {
        uint64_t square = lowest_bit(places);
        uint64_t flips = othello_flips(own, enemy, square);

        choices[count++] = (struct choice){
            .own = enemy ^ flips, .enemy = own ^ flips ^ square, .square = bit_index(square)};
    }
    return count;
}

/* Corners, and discs beside them on the border. */
static inline int count_firm(uint64_t discs)
{
    uint64_t beside = (discs & 0x0100000000000001u) << 1 | (discs & 0x8000000000000080u) >> 1 |
                      (discs & 0x0000000000000081u) << 8 | (discs & 0x8100000000000000u) >> 8;

    return bit_count(discs & (beside | corners));
}

static int rate(const struct choice *choice, int empty)
{
    uint64_t replies = placements(choice->own, choice->enemy);
    int rating = REPLY * (bit_count(replies) + bit_count(replies & corners)) +
                 FIRM * count_firm(choice->enemy);

    if (empty > OPENING_SQUARES)
        rating +=
            OPENING * bit_count(othello_spread(choice->enemy) & ~(choice->own | choice->enemy));
    return rating;
}

/* `first` is a square to try before all others, or NO_SQUARE. */
static void rate_choices(struct choice *choices, int count, int empty, int first)
{
    for (int i = 0; i < count && count > 1; i++)
        choices[i].rating = choices[i].square == first ? FIRST : rate(&choices[i], empty);
}

static struct choice take_best(struct choice *choices, int count)
{
    struct choice best;
    int at = 0;

    for (int i = 1; i < count; i++)
        if (choices[i].rating > choices[at].rating)
            at = i;
    best = choices[at];
    choices[at] = choices[0];
    return best;
}

/* ---- The search ---- */

static int ask(struct endgame *endgame, uint64_t own, uint64_t enemy, uint64_t odd, int goal);

/* Asks the children, best guess first; `best` is the square that did most. */
static int try_choices(struct endgame *endgame, struct choice *choices, int count, uint64_t odd,
                       int goal, int *best)
{
    int most = OTHELLO_NEVER;

    for (int i = 0; i < count && most < goal && !is_over(endgame); i++) {
        struct choice choice = take_best(choices + i, count - i);
        int value = -ask(endgame, choice.own, choice.enemy, odd ^ othello_quadrant(choice.square),
                         1 - goal);

        if (value > most) {
            most = value;
            *best = choice.square;
        }
    }
    return most;
}

/* Does the table know a child that says yes? Its value, or OTHELLO_NEVER. */
static int look_ahead(const struct endgame *endgame, const struct choice *choices, int count,
                      int goal)
{
    for (int i = 0; i < count; i++) {
        const struct entry *known = find(bucket_of(endgame, choices[i].own, choices[i].enemy),
                                         choices[i].own, choices[i].enemy);

        if (known != NULL && -known->upper >= goal)
            return -known->upper;
    }
    return OTHELLO_NEVER;
}

/* Nobody has moved, but the side to move must pass or the game is over. */
static int pass(struct endgame *endgame, uint64_t own, uint64_t enemy, uint64_t odd, int goal)
{
    if (placements(enemy, own) == 0)
        return othello_points(endgame->course.board, own, enemy, true);
    return -ask(endgame, enemy, own, odd, 1 - goal);
}

/* With few empty squares moves are sorted, but no table is asked. */
static int ask_few(struct endgame *endgame, uint64_t own, uint64_t enemy, uint64_t places,
                   uint64_t odd, int goal)
{
    struct choice choices[CHOICES_MAX];
    int count = list_choices(own, enemy, places, choices);
    int best;

    rate_choices(choices, count, TABLE_SQUARES - 1, NO_SQUARE);
    return try_choices(endgame, choices, count, odd, goal, &best);
}

static int ask_many(struct endgame *endgame, uint64_t own, uint64_t enemy, uint64_t places,
                    uint64_t odd, int goal)
{
    const struct entry *known = find(bucket_of(endgame, own, enemy), own, enemy);
    int64_t before = endgame->course.positions;
    int empty = bit_count(~(own | enemy)), best = NO_SQUARE, first = NO_SQUARE, value, count;
    struct choice choices[CHOICES_MAX];

    if (known != NULL) {
        if (known->lower >= goal)
            return known->lower;
        if (known->upper < goal)
            return known->upper;
        first = known->best;
    }
    count = list_choices(own, enemy, places, choices);
    value = empty >= AHEAD_SQUARES ? look_ahead(endgame, choices, count, goal) : OTHELLO_NEVER;
    if (value >= goal)
        return value;
    rate_choices(choices, count, empty, first);
    value = try_choices(endgame, choices, count, odd, goal, &best);
    if (!is_over(endgame))
        remember(endgame, own, enemy, value, goal, best, endgame->course.positions - before + 1);
    return value;
}

/* A question. The answer means nothing once the run is over. */
static int ask(struct endgame *endgame, uint64_t own, uint64_t enemy, uint64_t odd, int goal)
{
    int empty = bit_count(~(own | enemy)), bound;
    uint64_t places;

    if (empty <= OTHELLO_LAST)
        return othello_last(&endgame->course, own, enemy, odd, goal);
    if (endgame->course.positions >= endgame->course.next_look &&
        endgame->course.look(&endgame->course))
        return 0;
    endgame->course.positions++;
    if (othello_is_out_of_reach(own, enemy, goal, &bound))
        return bound;
    if (empty >= TABLE_SQUARES)
        __builtin_prefetch(bucket_of(endgame, own, enemy));
    places = placements(own, enemy);
    if (places == 0)
        return pass(endgame, own, enemy, odd, goal);
    if (empty >= TABLE_SQUARES)
        return ask_many(endgame, own, enemy, places, odd, goal);
    return ask_few(endgame, own, enemy, places, odd, goal);
}

/* ---- One position ---- */

/* What points are worth to who looks on. */
static double worth(const struct endgame *endgame, int points)
{
    if (endgame->stake == COP_STAKE_SCORE)
        return points;
    return points > 0 ? 1 : points < 0 ? 0 : 0.5;
}

static void report(struct endgame *endgame)
{
    endgame->solution->lower = worth(endgame, endgame->lower);
    endgame->solution->upper = worth(endgame, endgame->upper);
    endgame->solution->positions = endgame->course.positions;
    endgame->solution->seconds = cop_run_seconds(&endgame->run);
}

static void tell(void *context)
{
    struct endgame *endgame = context;

    report(endgame);
    endgame->limits->progress(endgame->limits->context, endgame->solution);
}

/* Positions cost too little to be asked for one by one: they are handed out in large numbers, and
 * more are asked for before the ones that pass unseen could exceed them. Once there are no more,
 * this is asked, and says so, at every position. */
static bool ask_for_more(struct othello_course *course)
{
    struct endgame *endgame = (struct endgame *)course;

    while (course->positions >= course->next_look) {
        int64_t more = cop_run_steps(&endgame->run, &endgame->pace);

        course->next_look += more;
        if (more == 0) {
            cop_run_finish(&endgame->run, COP_RUN_LIMIT);
            course->next_look = 0;
            return true;
        }
    }
    return false;
}

/* The root always has a move to name: the one that said yes, or that came nearest to it. */
static int ask_root(struct endgame *endgame, int goal, cop_move *best)
{
    uint64_t own = endgame->own, enemy = endgame->enemy, empty = ~(own | enemy);
    uint64_t places = placements(own, enemy), odd = othello_odd_quadrants(empty);
    struct choice choices[CHOICES_MAX];
    int count, value, square = NO_SQUARE;

    endgame->course.positions++;
    if (places == 0) {
        *best = COP_PASS;
        return -ask(endgame, enemy, own, odd, 1 - goal);
    }
    count = list_choices(own, enemy, places, choices);
    rate_choices(choices, count, bit_count(empty), (int)*best - 1);
    value = try_choices(endgame, choices, count, odd, goal, &square);
    if (square != NO_SQUARE)
        *best = (cop_move)square + 1;
    return value;
}

/* A payoff needs at most two questions: more than nothing, and if not, nothing? */
static int next_goal(const struct endgame *endgame, bool said_yes)
{
    if (endgame->stake == COP_STAKE_PAYOFF)
        return endgame->upper > 0 ? 1 : 0;
    return said_yes ? endgame->lower + 1 : endgame->upper;
}

static void narrow(struct endgame *endgame)
{
    struct cop_solution *solution = endgame->solution;
    int goal = endgame->stake == COP_STAKE_PAYOFF ? 1 : 0;
    cop_move best = COP_NO_MOVE;

    while (worth(endgame, endgame->lower) < worth(endgame, endgame->upper)) {
        int value = ask_root(endgame, goal, &best);
        bool said_yes = value >= goal;

        if (is_over(endgame))
            return;
        if (said_yes) {
            endgame->lower = value;
            solution->best = best;
        } else {
            endgame->upper = value;
        }
        goal = next_goal(endgame, said_yes);
    }
    if (solution->best == COP_NO_MOVE) /* nothing is better than the worst there is */
        solution->best = best;
}

/* Few positions are kept, so that the table may be smaller for the same time than others: a large
 * one takes a noticeable part of it to grow. */
static bool open_table(struct endgame *endgame, struct cop_error *error)
{
    const struct cop_solve_limits *limits = endgame->limits;
    size_t memory =
        cop_block_room(limits->memory, limits->positions / KEPT_PART, limits->time / KEPT_PART);

    if (bit_count(~(endgame->own | endgame->enemy)) < TABLE_SQUARES)
        return true;
    if (!cop_growing_open(&endgame->table, memory, WAYS * sizeof(struct entry), 1))
        return cop_fail(error,
                        "othello: there is no memory for a table of %zu MiB; give a smaller one, "
                        "as in --limit memory=64M",
                        memory >> 20);
    return true;
}

bool othello_can_solve(const struct cop_game *game, enum cop_stake stake)
{
    const struct othello_board *board = game->own;

    (void)stake;
    return board->size == OTHELLO_STRIDE;
}

bool othello_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
                   const struct cop_solve_limits *limits, struct cop_solution *solution,
                   struct cop_error *error)
{
    const struct othello_position *position = state;
    struct endgame endgame = {
        .course = {.next_look = -OTHELLO_UNSEEN, .look = ask_for_more, .board = game->own},
        .limits = limits,
        .solution = solution,
        .own = position->discs[position->turn],
        .enemy = position->discs[1 - position->turn],
        .stake = stake,
        .lower = -64,
        .upper = 64,
    };
    struct cop_run_terms terms = cop_solve_terms(limits, tell, &endgame);

    *solution = (struct cop_solution){.best = COP_NO_MOVE};
    cop_run_begin(&endgame.run, &terms);
    cop_pace_begin(&endgame.pace, true, 1);
    if (!open_table(&endgame, error))
        return false;
    if (!ask_for_more(&endgame.course))
        narrow(&endgame);
    report(&endgame);
    cop_growing_close(&endgame.table);
    return true;
}
