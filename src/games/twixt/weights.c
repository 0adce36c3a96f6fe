/* weights.c - weights of holes, kept by lines with their sums. */
#include "weights.h"

#include <string.h>

#include "../bits.h"

enum { ACROSS, ALONG };

/* ---- Formulas ---- */

int twixt_plies_most(const struct twixt_board *board, bool is_inner)
{
    int size = board->size;

    return is_inner ? (size - 2) * (size - 2) : size * size - 4;
}

double twixt_growth(double count, int plies, int most)
{
    if (count < 0)
        return most / (most - count * plies);
    return (most + count * plies) / most;
}

double twixt_weigh_length(double result, double length, int plies, int most)
{
    return result * (1 - length / 2 + length * (most - plies) / most);
}

/* ---- Lines ---- */

/* A place among a side's lines: the field's for White, rows and columns exchanged for Black. */
static inline int of_lines(int side, int place)
{
    int column = place % FIELD_STRIDE - FIELD_BEFORE, row = place / FIELD_STRIDE - FIELD_ABOVE;

    return side == WHITE ? place : twixt_field_place(row, column);
}

static inline int line_of(int place)
{
    return place / FIELD_STRIDE - FIELD_ABOVE;
}

static inline int along_of(int place)
{
    return place % FIELD_STRIDE - FIELD_BEFORE;
}

/* The knight's steps among lines; the order does not matter. The first four lead two lines on. */
static const int step_in_lines[TWIXT_DIRECTIONS] = {
    2 * FIELD_STRIDE + 1, 2 * FIELD_STRIDE - 1, -2 * FIELD_STRIDE + 1, -2 * FIELD_STRIDE - 1,
    FIELD_STRIDE + 2,     FIELD_STRIDE - 2,     -FIELD_STRIDE + 2,     -FIELD_STRIDE - 2,
};
static const int lines_on[TWIXT_DIRECTIONS] = {2, 2, -2, -2, 1, 1, -1, -1};

enum { GOOD_STEPS = 4, LANES = 8 };

/* Eight sums side by side, so that the order of additions is one that vectors have too; what is
 * behind `count` up to a whole eight is 0. */
static inline float sum_of(const float *of, int count)
{
    float lanes[LANES] = {0};

    for (int i = 0; i < count; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] += of[i + lane];
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

static inline void sum_line(struct twixt_weights *weights, int side, int line)
{
    weights->sum[side][line + FIELD_ABOVE] =
        sum_of(weights->of[side] + twixt_field_place(0, line), weights->size);
}

/* What a line is drawn in proportion to. All lines of one kind have as many holes, so that a count
 * of the empty ones does for their share. */
static inline float weight_of_line(const struct twixt_weights *weights, enum twixt_lines lines,
                                   int side, int line)
{
    const float *of = weights->of[side] + twixt_field_place(0, line);
    const uint8_t *along = weights->empty[side][ALONG];
    float sum = 0;

    if (lines == TWIXT_LINES_NONE)
        return weights->sum[side][line + FIELD_ABOVE];
    if (lines == TWIXT_LINES_ACROSS)
        return weights->sum[side][line + FIELD_ABOVE] * (float)weights->empty[side][ACROSS][line];
    for (int i = 0; i < weights->size; i++)
        sum += of[i] * (float)along[i];
    return sum * (float)weights->empty[side][ACROSS][line];
}

/* ---- Pegs ---- */

static inline bool is_drawn_from(const struct twixt_weights *weights,
                                 const struct twixt_board *board, int side, int place)
{
    int line = line_of(of_lines(side, place));

    return line >= weights->first && line <= weights->last && board->field_zone[side][place] != 0;
}

static void take_hole(struct twixt_weights *weights, const struct twixt_board *board, int side,
                      int place)
{
    int at = of_lines(side, place);

    weights->of[side][at] = 0;
    if (!is_drawn_from(weights, board, side, place))
        return;
    weights->left[side]--;
    weights->empty[side][ACROSS][line_of(at)]--;
    weights->empty[side][ALONG][along_of(at)]--;
}

/* What is not on the board or not the side's weighs nothing and goes on to. Bridges that cannot be
 * built any more are not told apart (twixt.md 4.2).
 *
 * A sum that only grows loses nothing by adding to it. One that shrinks is made anew, so that what
 * weighs nothing has exactly that sum; and so is the line of a hole that is taken. */
static inline void favour_bridges(struct twixt_weights *weights, int side, int place, float good,
                                  float bad)
{
    int at = of_lines(side, place), line = line_of(at);
    float *of = weights->of[side] + at, *sum = weights->sum[side] + line + FIELD_ABOVE;

    for (int i = 0; i < TWIXT_DIRECTIONS; i++) {
        float *weight = of + step_in_lines[i];
        float before = *weight;

        *weight = before * (i < GOOD_STEPS ? good : bad);
        sum[lines_on[i]] += *weight - before;
    }
    for (int i = -2; (good < 1 || bad < 1) && i <= 2; i++)
        sum_line(weights, side, line + i);
}

/* Shared weights know no colour but that of the peg, whose lines say which bridges are good. */
static inline void favour(struct twixt_weights *weights, const struct twixt_knowledge *knowledge,
                          int side, int place, int links, float growth)
{
    float good = (float)knowledge->good * growth, bad = (float)knowledge->bad * growth;

    if (knowledge->has_links)
        good = bad = knowledge->of_links[links] * growth;
    favour_bridges(weights, side, place, good, bad);
    if (knowledge->is_shared)
        favour_bridges(weights, 1 - side, place, bad, good);
}

void twixt_weights_add(struct twixt_weights *weights, const struct twixt_board *board,
                       const struct twixt_knowledge *knowledge, int side, int place, int links,
                       float growth)
{
    for (int i = 0; i < 2; i++) {
        take_hole(weights, board, i, place);
        sum_line(weights, i, line_of(of_lines(i, place)));
    }
    favour(weights, knowledge, side, place, links, growth);
}

/* ---- The beginning ---- */

static void open_holes(struct twixt_weights *weights, const struct twixt_board *board, int side)
{
    int lines = weights->last - weights->first + 1;

    for (int line = weights->first; line <= weights->last; line++) {
        for (int i = 1; i < board->size - 1; i++)
            weights->of[side][twixt_field_place(i, line)] = 1;
        weights->empty[side][ACROSS][line] = (uint8_t)(board->size - 2);
    }
    for (int i = 1; i < board->size - 1; i++)
        weights->empty[side][ALONG][i] = (uint8_t)lines;
    weights->left[side] = (int16_t)(lines * (board->size - 2));
}

void twixt_weights_begin(struct twixt_weights *weights, const struct twixt_board *board,
                         const struct twixt_knowledge *knowledge, const struct field *field,
                         int plies, bool is_inner)
{
    float growth = knowledge->growth[is_inner][(plies + 1) / 2];

    memset(weights, 0, sizeof *weights);
    weights->first = is_inner;
    weights->last = (int8_t)(board->size - 1 - is_inner);
    weights->size = (int8_t)board->size;
    for (int side = 0; side < 2; side++)
        open_holes(weights, board, side);
    for (int row = 0; plies > 0 && row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            int place = twixt_field_place(column, row);
            int side = has_peg(field, BLACK, place);

            if (!side && !has_peg(field, WHITE, place))
                continue;
            take_hole(weights, board, WHITE, place);
            take_hole(weights, board, BLACK, place);
            favour(weights, knowledge, side, place, bit_count(field->links[place]) / 2, growth);
        }
    for (int side = 0; side < 2; side++)
        for (int line = 0; line < board->size; line++)
            sum_line(weights, side, line);
}

/* ---- Drawing ---- */

/* Which of so many weights a ticket belongs to, leaving in it what lies beyond those before. Where
 * rounding has made it too large it belongs to the last that weighs anything. */
static inline int find_ticket(const float *weight, int count, float *ticket)
{
    int at = 0;

    for (; at < count; at++) {
        if (*ticket < weight[at])
            return at;
        *ticket -= weight[at];
    }
    while (at > 0 && !(weight[at - 1] > 0))
        at--;
    return at - 1;
}

/* What the lines weigh, and up to a whole eight more that weigh nothing. */
static const float *weigh_lines(const struct twixt_weights *weights, enum twixt_lines lines,
                                int side, bool is_home_open, float *room)
{
    int size = weights->size, closed = !is_home_open;

    if (lines == TWIXT_LINES_NONE && is_home_open)
        return weights->sum[side] + FIELD_ABOVE;
    memset(room, 0, TWIXT_SIZE_MAX * sizeof *room);
    for (int line = closed; line < size - closed; line++)
        room[line] = weight_of_line(weights, lines, side, line);
    return room;
}

/* What the holes of a line weigh among each other. */
static const float *weigh_holes(const struct twixt_weights *weights, enum twixt_lines lines,
                                int side, int line, float *room)
{
    const float *of = weights->of[side] + twixt_field_place(0, line);

    if (lines != TWIXT_LINES_ALL)
        return of;
    for (int i = 0; i < weights->size; i++)
        room[i] = of[i] * (float)weights->empty[side][ALONG][i];
    return room;
}

int twixt_weights_draw(const struct twixt_weights *weights, const struct twixt_knowledge *knowledge,
                       int side, bool is_home_open, struct cop_rng *rng)
{
    float room[TWIXT_SIZE_MAX];
    const float *of = weigh_lines(weights, knowledge->lines, side, is_home_open, room);
    float total = sum_of(of, weights->size), ticket;
    int line, along;

    if (!(total > 0))
        return -1;
    ticket = (float)cop_rng_unit(rng) * total;
    line = find_ticket(of, weights->size, &ticket);
    if (knowledge->lines != TWIXT_LINES_NONE)
        ticket /= (float)weights->empty[side][ACROSS][line];
    of = weigh_holes(weights, knowledge->lines, side, line, room);
    along = find_ticket(of, weights->size, &ticket);
    return side == WHITE ? twixt_field_place(along, line) : twixt_field_place(line, along);
}

double twixt_weight_of(const struct twixt_weights *weights, const struct twixt_knowledge *knowledge,
                       int side, int place)
{
    int at = of_lines(side, place);
    double weight = (double)weights->of[side][at];

    if (knowledge->lines != TWIXT_LINES_NONE)
        weight *= weights->empty[side][ACROSS][line_of(at)];
    if (knowledge->lines == TWIXT_LINES_ALL)
        weight *= weights->empty[side][ALONG][along_of(at)];
    return weight;
}
