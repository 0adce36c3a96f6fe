/* plain_amazons.c - the evaluators of the Amazons one set at a time, without words side by side.
 *
 * Evaluators do the same for both sides and all lines at once; their values must be these, bit for
 * bit. */
#include "plain_amazons.h"

enum {
    LAYERS = AMAZONS_SQUARES_MAX, /* of one side, at most; a way has no square twice */
    MARGIN = 2 * AMAZONS_STRIDE,  /* more than a step past the last square on either side */
    UNIT = 512                    /* mobility is counted in these parts */
};

/* The empty squares at distance `i + 1` in layers[i], of each side, and those it ever reaches. */
struct distances {
    amazons_set layers[2][LAYERS];
    amazons_set reached[2];
    int count[2];
};

static void add_layer(struct distances *distances, int side, amazons_set layer)
{
    distances->layers[side][distances->count[side]++] = layer;
    distances->reached[side] |= layer;
}

static void queen_distances(struct distances *distances, const struct amazons_position *position,
                            amazons_set empty)
{
    struct amazons_rays_plain rays = amazons_rays_of_plain(empty);

    for (int side = 0; side < 2; side++) {
        amazons_set front = amazons_of(position, side), left = empty;

        distances->count[side] = 0;
        distances->reached[side] = 0;
        while (left != 0) {
            front = amazons_queen_moves_plain(front, &rays) & left;
            if (front == 0)
                break;
            left &= ~front;
            add_layer(distances, side, front);
        }
    }
}

static void king_distances(struct distances *distances, const struct amazons_position *position,
                           amazons_set empty)
{
    for (int side = 0; side < 2; side++) {
        amazons_set front = amazons_of(position, side), left = empty;

        distances->count[side] = 0;
        distances->reached[side] = 0;
        while (left != 0) {
            front = amazons_spread(front) & left;
            if (front == 0)
                break;
            left &= ~front;
            add_layer(distances, side, front);
        }
    }
}

/* How many more squares are closer to White than to Black. Equal distances count for nobody: the
 * source found no use in a bonus for the mover. */
static int lead_of(const struct distances *distances)
{
    amazons_set white = 0, black = 0; /* reached so far */
    int most =
        distances->count[0] > distances->count[1] ? distances->count[0] : distances->count[1];
    int lead = 0;

    for (int i = 0; i < most; i++) {
        amazons_set new_white = i < distances->count[0] ? distances->layers[0][i] : 0;
        amazons_set new_black = i < distances->count[1] ? distances->layers[1][i] : 0;

        lead += amazons_size(new_white & ~(black | new_black)) -
                amazons_size(new_black & ~(white | new_white));
        white |= new_white;
        black |= new_black;
    }
    return lead;
}

/* The phase omega: a half to the power of the difference for each square that both sides reach. */
static double phase_of(const struct distances *distances)
{
    double sum = 0;

    for (int i = 0; i < distances->count[0]; i++) {
        amazons_set both = distances->layers[0][i] & distances->reached[1];

        for (int j = 0; both != 0 && j < distances->count[1]; j++) {
            int apart = i < j ? j - i : i - j;
            int shared = amazons_size(both & distances->layers[1][j]);

            if (apart < 32)
                sum += (double)shared / (double)((uint32_t)1 << apart);
            both &= ~distances->layers[1][j];
        }
    }
    return sum;
}

/* For each square, at MARGIN plus its number: 0 if it is taken, else 1 and 1 for each empty
 * neighbour. */
struct room {
    uint8_t of[AMAZONS_BITS + 2 * MARGIN];
};

static void find_room(struct room *room, amazons_set empty)
{
    const uint32_t box = 7u | 7u << AMAZONS_STRIDE | 7u << 2 * AMAZONS_STRIDE;
    amazons_set raised = empty << (AMAZONS_STRIDE + 1);

    *room = (struct room){{0}};
    for (amazons_set left = empty; left != 0; left &= left - 1) {
        int square = amazons_first(left);

        room->of[MARGIN + square] = (uint8_t)bit_count((uint32_t)(raised >> square) & box);
    }
}

/* The mobility m of an amazon in parts of UNIT: the empty neighbours of each square that she can
 * move to, by half as much for each step. A ray lies in one region, so what makes a square count,
 * that the opponent can get there, holds for all of a ray or for none of it. */
static int mobility_of(const struct room *room, int square, amazons_set shared)
{
    int sum = 0;

    for (int i = 0; i < 8; i++) {
        int step = i < 4 ? amazons_steps[i] : -amazons_steps[i - 4];
        const uint8_t *at = room->of + MARGIN + square + step;

        if (*at == 0 || !amazons_has(shared, square + step))
            continue;
        for (int weight = UNIT / 2; *at != 0; weight /= 2, at += step)
            sum += weight * (*at - 1);
    }
    return sum;
}

/* The penalties 30 / (5 + m) of Black's amazons less those of White's. */
static double mobility_lead(const struct amazons_position *position, amazons_set empty,
                            const struct distances *queens)
{
    double penalty[2] = {0, 0};
    struct room room;

    find_room(&room, empty);
    for (int side = 0; side < 2; side++)
        for (amazons_set left = amazons_of(position, side); left != 0; left &= left - 1)
            penalty[side] +=
                30.0 * UNIT /
                (5 * UNIT + mobility_of(&room, amazons_first(left), queens->reached[1 - side]));
    return penalty[AMAZONS_BLACK] - penalty[AMAZONS_WHITE];
}

/* What Black is given, as it counts at the end. */
static double given_to_black(const struct amazons_board *board,
                             const struct amazons_position *position)
{
    return board->komi + position->passes;
}

double amazons_plain_classic(const struct amazons_board *board,
                             const struct amazons_position *position)
{
    struct distances queens;

    queen_distances(&queens, position, amazons_empty(board, position));
    return lead_of(&queens) - given_to_black(board, position);
}

double amazons_plain_complex(const struct amazons_board *board,
                             const struct amazons_position *position)
{
    amazons_set empty = amazons_empty(board, position);
    struct distances queens, kings;
    double points, phase;

    queen_distances(&queens, position, empty);
    points = lead_of(&queens) - given_to_black(board, position);
    phase = phase_of(&queens) / 40;
    if (phase == 0)
        return points;
    phase = phase < 1 ? phase : 1;
    king_distances(&kings, position, empty);
    return points + phase * lead_of(&kings) + 0.8 * phase * mobility_lead(position, empty, &queens);
}
