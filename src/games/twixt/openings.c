/* openings.c - the table of first pegs, and what follows from it for both sides. */
#include "openings.h"

#include <stdlib.h>

#include "../bits.h"
#include "base/embedded.h"

extern const struct cop_embedded cop_data_twixt_openings;

/* ---- The table ---- */

enum { SIZE, DOWN, ACROSS, GAMES, HALVES, CHANCE, COLUMNS };

/* Most of each column. */
static const int most[COLUMNS] = {TWIXT_SIZE_MAX,           (TWIXT_SIZE_MAX - 1) / 2,
                                  (TWIXT_SIZE_MAX - 1) / 2, UINT16_MAX,
                                  2 * UINT16_MAX,           TWIXT_CHANCE_ONE - 1};

static bool refuse(const struct cop_fields *row, const char *why, struct cop_error *error)
{
    return cop_fail(error, "twixt: line %d of the openings: %s; twixt-openings makes them anew",
                    row->line, why);
}

bool twixt_read_class(const struct cop_fields *row, struct twixt_class *group,
                      struct cop_error *error)
{
    int number[COLUMNS] = {0};

    if (row->count != COLUMNS)
        return refuse(row, "a class has six numbers", error);
    for (int i = 0; i < COLUMNS; i++) {
        char *rest;
        long found = strtol(row->of[i], &rest, 10);

        if (rest == row->of[i] || *rest != '\0' || found < 0 || found > most[i])
            return refuse(row, "there is a number that is none or too large", error);
        number[i] = (int)found;
    }
    if (2 * number[DOWN] >= number[SIZE] || 2 * number[ACROSS] >= number[SIZE] ||
        number[ACROSS] == 0 || number[HALVES] > 2 * number[GAMES] || number[CHANCE] == 0)
        return refuse(row, "there is no such class or result", error);
    *group = (struct twixt_class){.size = number[SIZE],
                                  .down = number[DOWN],
                                  .across = number[ACROSS],
                                  .games = number[GAMES],
                                  .halves = number[HALVES],
                                  .chance = number[CHANCE]};
    return true;
}

static void lay_out_class(struct twixt_board *board, const struct twixt_class *group)
{
    int last = board->size - 1;

    for (int image = 0; image < 4; image++) {
        int row = image & 1 ? last - group->down : group->down;
        int column = image & 2 ? last - group->across : group->across;

        board->first[row][column] = (struct twixt_first){.chance = (uint16_t)group->chance,
                                                         .games = (uint16_t)group->games};
    }
}

static bool is_whole(const struct twixt_board *board, struct cop_error *error)
{
    int known = 0;

    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++)
            known += board->first[row][column].chance > 0;
    return known == 0 || known == board->holes_of_side ||
           cop_fail(error,
                    "twixt: the openings have %d of the %d holes of size %d; twixt-openings "
                    "makes them anew",
                    known, board->holes_of_side, board->size);
}

bool twixt_read_openings(struct twixt_board *board, const void *text, size_t length,
                         struct cop_error *error)
{
    struct cop_fields row = cop_fields_of(text, length);
    struct twixt_class group = {0};

    while (cop_fields_next(&row)) {
        if (!twixt_read_class(&row, &group, error)) {
            cop_fields_free(&row);
            return false;
        }
        if (group.size == board->size)
            lay_out_class(board, &group);
    }
    return is_whole(board, error);
}

bool twixt_lay_out_openings(struct twixt_board *board, struct cop_error *error)
{
    return !board->has_swap || twixt_read_openings(board, cop_data_twixt_openings.bytes,
                                                   cop_data_twixt_openings.size, error);
}

/* ---- What follows from it ---- */

bool twixt_will_be_offered(const struct twixt_board *board, const struct twixt_position *position)
{
    return board->has_swap && position->next == WHITE &&
           position->left[WHITE] == board->holes_of_side &&
           position->left[BLACK] == board->holes_of_side;
}

int twixt_offered_chance(const struct twixt_board *board, const struct twixt_position *position)
{
    int hole = twixt_swap_hole(board, position);

    return hole < 0 ? 0 : board->first[hole / board->stride][hole % board->stride].chance;
}

/* White has what Black leaves, who takes the better side. */
static int list_first_pegs(const struct twixt_board *board, const struct twixt_position *position,
                           struct cop_opening_move *out)
{
    int count = 0;

    for (int row = 0; row < board->size; row++)
        for (uint32_t left = twixt_free(board, position, WHITE, row); left != 0; left &= left - 1) {
            const struct twixt_first *first = &board->first[row][bit_index(left)];
            int least = first->chance < TWIXT_CHANCE_ONE - first->chance
                            ? first->chance
                            : TWIXT_CHANCE_ONE - first->chance;

            if (first->chance > 0)
                out[count++] = (struct cop_opening_move){
                    .move = (cop_move)twixt_hole(board, bit_index(left), row) + 1,
                    .chance = (double)least / TWIXT_CHANCE_ONE,
                    .games = first->games};
        }
    return count;
}

int twixt_opening(const struct cop_game *game, const void *state, struct cop_opening_move *out,
                  double *others)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    int chance = twixt_offered_chance(board, position), hole;

    *others = 0;
    if (twixt_will_be_offered(board, position))
        return list_first_pegs(board, position, out);
    if (chance == 0)
        return 0;
    hole = twixt_swap_hole(board, position);
    *out = (struct cop_opening_move){
        .move = TWIXT_SWAP,
        .chance = (double)chance / TWIXT_CHANCE_ONE,
        .games = board->first[hole / board->stride][hole % board->stride].games};
    *others = 1 - out->chance;
    return 1;
}
