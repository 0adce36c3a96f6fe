/* last.c - the last squares (last.h). One to four squares have functions of their own, so that
 * their numbers stay in registers; five and six are a loop that tries odd quarters first. */
#include "last.h"

#include "board.h"
#include "stable.h"

static inline uint64_t placements(uint64_t own, uint64_t enemy)
{
    return othello_ends(own, enemy) & ~(own | enemy);
}

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

/* One empty square, which is all that is left to count. */
static inline int last_one(struct othello_course *course, uint64_t own, uint64_t enemy,
                           uint64_t square)
{
    int discs = bit_count(own);
    uint64_t flips = othello_flips(own, enemy, square);

    course->positions++;
    if (flips != 0)
        return 2 * (discs + bit_count(flips) + 1) - 64;
    flips = othello_flips(enemy, own, square);
    if (flips != 0)
        return 2 * (discs - bit_count(flips)) - 64;
    return othello_points(course->board, own, enemy, true);
}

/* The squares of the last two to four are given in the order in which they are tried. If nobody can
 * move the game is over; `passed` says that the other side already could not. */
static inline int last_two(struct othello_course *course, uint64_t own, uint64_t enemy,
                           uint64_t first, uint64_t second, int goal, bool passed)
{
    int best = OTHELLO_NEVER;
    uint64_t flips = othello_flips(own, enemy, first);

    course->positions++;
    if (flips != 0)
        best = -last_one(course, enemy ^ flips, own ^ flips ^ first, second);
    if (best >= goal)
        return best;
    flips = othello_flips(own, enemy, second);
    if (flips != 0)
        best = larger(best, -last_one(course, enemy ^ flips, own ^ flips ^ second, first));
    if (best != OTHELLO_NEVER)
        return best;
    if (passed)
        return othello_points(course->board, own, enemy, true);
    return -last_two(course, enemy, own, first, second, 1 - goal, true);
}

static int last_three(struct othello_course *course, uint64_t own, uint64_t enemy, uint64_t first,
                      uint64_t second, uint64_t third, int goal, bool passed)
{
    int best = OTHELLO_NEVER, value;
    uint64_t flips = othello_flips(own, enemy, first);

    course->positions++;
    if (flips != 0)
        best =
            -last_two(course, enemy ^ flips, own ^ flips ^ first, second, third, 1 - goal, false);
    if (best >= goal)
        return best;
    flips = othello_flips(own, enemy, second);
    if (flips != 0) {
        value =
            -last_two(course, enemy ^ flips, own ^ flips ^ second, first, third, 1 - goal, false);
        best = larger(best, value);
    }
    if (best >= goal)
        return best;
    flips = othello_flips(own, enemy, third);
    if (flips != 0) {
        value =
            -last_two(course, enemy ^ flips, own ^ flips ^ third, first, second, 1 - goal, false);
        best = larger(best, value);
    }
    if (best != OTHELLO_NEVER)
        return best;
    if (passed)
        return othello_points(course->board, own, enemy, true);
    return -last_three(course, enemy, own, first, second, third, 1 - goal, true);
}

static int last_four(struct othello_course *course, uint64_t own, uint64_t enemy,
                     const uint64_t squares[4], int goal, bool passed)
{
    static const int8_t others[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    int best = OTHELLO_NEVER;

    course->positions++;
    for (int i = 0; i < 4 && best < goal; i++) {
        uint64_t flips = othello_flips(own, enemy, squares[i]);
        int value;

        if (flips == 0)
            continue;
        value = -last_three(course, enemy ^ flips, own ^ flips ^ squares[i], squares[others[i][0]],
                            squares[others[i][1]], squares[others[i][2]], 1 - goal, false);
        best = larger(best, value);
    }
    if (best != OTHELLO_NEVER)
        return best;
    if (passed)
        return othello_points(course->board, own, enemy, true);
    return -last_four(course, enemy, own, squares, 1 - goal, true);
}

static inline void swap(uint64_t *a, uint64_t *b)
{
    uint64_t before = *a;

    *a = *b;
    *b = before;
}

/* Odd quarters first. Of three and one the one is first; of two and two the pairs stay together. */
static void sort_four(uint64_t empty, uint64_t odd, uint64_t squares[4])
{
    int count = 0;

    for (uint64_t left = empty & odd; left != 0; left &= left - 1)
        squares[count++] = lowest_bit(left);
    for (uint64_t left = empty & ~odd; left != 0; left &= left - 1)
        squares[count++] = lowest_bit(left);
    if ((empty & odd) == empty)
        for (int i = 1; i < 4; i++)
            if ((empty & othello_quadrant(bit_index(squares[i]))) == squares[i])
                swap(&squares[0], &squares[i]);
    if ((empty & odd) == 0)
        for (int i = 2; i < 4; i++)
            if ((othello_quadrant(bit_index(squares[0])) & squares[i]) != 0)
                swap(&squares[1], &squares[i]);
}

static int last_few(struct othello_course *course, uint64_t own, uint64_t enemy, uint64_t odd,
                    int goal)
{
    uint64_t empty = ~(own | enemy), squares[4] = {0};

    switch (bit_count(empty)) {
    case 0:
        course->positions++;
        return othello_points(course->board, own, enemy, true);
    case 1:
        return last_one(course, own, enemy, empty);
    case 2:
        return last_two(course, own, enemy, lowest_bit(empty), empty & (empty - 1), goal, false);
    case 3:
        squares[0] = lowest_bit(empty);
        squares[1] = lowest_bit(empty ^ squares[0]);
        return last_three(course, own, enemy, squares[0], squares[1],
                          empty ^ squares[0] ^ squares[1], goal, false);
    default:
        sort_four(empty, odd, squares);
        return last_four(course, own, enemy, squares, goal, false);
    }
}

bool othello_is_out_of_reach(uint64_t own, uint64_t enemy, int goal, int *bound)
{
    int empty = bit_count(~(own | enemy));

    if (goal <= 2 * empty - 2 || 64 - 2 * bit_count(enemy) >= goal)
        return false;
    *bound = 64 - 2 * bit_count(othello_stable(enemy, own));
    return *bound < goal;
}

int othello_last(struct othello_course *course, uint64_t own, uint64_t enemy, uint64_t odd,
                 int goal)
{
    uint64_t places, sets[2];
    int best = OTHELLO_NEVER;

    if (bit_count(~(own | enemy)) <= 4)
        return last_few(course, own, enemy, odd, goal);
    if (course->positions >= course->next_look && course->look(course))
        return 0;
    course->positions++;
    if (othello_is_out_of_reach(own, enemy, goal, &best))
        return best;
    best = OTHELLO_NEVER;
    places = placements(own, enemy);
    if (places == 0 && placements(enemy, own) == 0)
        return othello_points(course->board, own, enemy, true);
    if (places == 0)
        return -othello_last(course, enemy, own, odd, 1 - goal);
    sets[0] = places & odd;
    sets[1] = places & ~odd;
    for (int i = 0; i < 2; i++)
        for (uint64_t left = sets[i]; left != 0 && best < goal; left &= left - 1) {
            uint64_t square = lowest_bit(left);
            uint64_t flips = othello_flips(own, enemy, square);
            int value = -othello_last(course, enemy ^ flips, own ^ flips ^ square,
                                      odd ^ othello_quadrant(bit_index(square)), 1 - goal);

            best = larger(best, value);
        }
    return best;
}
