/* first_pegs.c - chances as a Gaussian field: of neighbouring classes, which are alike. */
#include "first_pegs.h"

#include <math.h>

enum { SWEEPS = 2000 };

/* How alike: the penalty is this / 2 times the squared differences of the logarithms of odds. */
static const double stiffness = 0.4;

bool first_pegs_read(struct first_pegs_of_boards *boards, const char *text, size_t length,
                     struct cop_error *error)
{
    struct cop_fields row = cop_fields_of(text, length);
    struct twixt_class group;

    while (cop_fields_next(&row)) {
        struct first_pegs *board;

        if (!twixt_read_class(&row, &group, error)) {
            cop_fields_free(&row);
            return false;
        }
        board = &boards->of[group.size];
        board->size = group.size;
        board->games[group.down][group.across] = group.games;
        board->halves[group.down][group.across] = group.halves;
    }
    return true;
}

/* ---- Chances ---- */

static int lines_of(const struct first_pegs *board)
{
    return (board->size + 1) / 2;
}

/* The class's neighbours; nobody is outside, nor on Black's home line. */
static int add_neighbours(const struct first_pegs *board, int down, int across, double *sum)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int count = 0;

    *sum = 0;
    for (int i = 0; i < 4; i++) {
        int other_down = down + steps[i][0], other_across = across + steps[i][1];

        if (other_down < 0 || other_down >= lines_of(board) || other_across < 1 ||
            other_across >= lines_of(board))
            continue;
        *sum += board->odds[other_down][other_across];
        count++;
    }
    return count;
}

/* Newton's step for one class while the others stay. A hundredth of a game, half won, is added: so
 * a board on which one side has won everything has finite odds. */
static void improve(struct first_pegs *board, int down, int across)
{
    double games = board->games[down][across] + 0.01;
    double wins = board->halves[down][across] / 2.0 + 0.005;
    double *odds = &board->odds[down][across];
    double chance = 1 / (1 + exp(-*odds)), sum;
    int neighbours = add_neighbours(board, down, across, &sum);
    double slope = wins - games * chance - stiffness * (neighbours * *odds - sum);

    *odds += slope / (games * chance * (1 - chance) + stiffness * neighbours);
}

static void fit(struct first_pegs *board)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int down = 0; down < lines_of(board); down++)
            for (int across = 1; across < lines_of(board); across++)
                improve(board, down, across);
}

/* ---- What is written ---- */

static int thousandths(double odds)
{
    int chance = (int)lround(TWIXT_CHANCE_ONE / (1 + exp(-odds)));

    if (chance < 1)
        return 1;
    return chance < TWIXT_CHANCE_ONE ? chance : TWIXT_CHANCE_ONE - 1;
}

static void write_board(const struct first_pegs *board, struct cop_text *text)
{
    for (int down = 0; down < lines_of(board); down++)
        for (int across = 1; across < lines_of(board); across++)
            cop_text_add(text, "%d\t%d\t%d\t%d\t%d\t%d\n", board->size, down, across,
                         board->games[down][across], board->halves[down][across],
                         thousandths(board->odds[down][across]));
}

void first_pegs_write(struct first_pegs_of_boards *boards, struct cop_text *text)
{
    cop_text_add(
        text,
        "# What first pegs of TwixT promise White, made by twixt-openings from games without a "
        "swap: size, lines from the\n# nearer of White's home lines and of Black's, games, half "
        "points that White made in them, White's chance in thousandths\n");
    for (int size = 0; size <= TWIXT_SIZE_MAX; size++)
        if (boards->of[size].size > 0) {
            fit(&boards->of[size]);
            write_board(&boards->of[size], text);
        }
}
