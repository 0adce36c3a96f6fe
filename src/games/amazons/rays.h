/* rays.h - all squares that queens reach in one move, for any number of queens at once.
 *
 * The rays of a board are found once and serve all sets of queens on it. Both forms give the same
 * sets: the plain one goes along one kind of line after the other, the other one along all four,
 * side by side in the words of one register. */
#ifndef COPPICE_GAMES_AMAZONS_RAYS_H
#define COPPICE_GAMES_AMAZONS_RAYS_H

#include "board.h"

/* For each ray, the open squares from which the last 1, 2, 4 and 8 steps led over open ones. With
 * these a set of queens runs along all rays in four steps each; they serve all sets on one board.
 */
struct amazons_rays_plain {
    amazons_set up[4][4], down[4][4];
};

static inline struct amazons_rays_plain amazons_rays_of_plain(amazons_set open)
{
    struct amazons_rays_plain rays;

    for (int i = 0; i < 4; i++) {
        int step = amazons_steps[i];

        rays.up[i][0] = rays.down[i][0] = open;
        for (int k = 1; k < 4; k++, step *= 2) {
            rays.up[i][k] = rays.up[i][k - 1] & rays.up[i][k - 1] << step;
            rays.down[i][k] = rays.down[i][k - 1] & rays.down[i][k - 1] >> step;
        }
    }
    return rays;
}

/* The open squares that a queen on one of `from` reaches in one move; may have some of `from`. */
static inline amazons_set amazons_queen_moves_plain(amazons_set from,
                                                    const struct amazons_rays_plain *rays)
{
    amazons_set reached = 0;

    for (int i = 0; i < 4; i++) {
        amazons_set up = from, down = from;
        int step = amazons_steps[i];

        for (int k = 0; k < 4; k++, step *= 2) {
            up |= rays->up[i][k] & up << step;
            down |= rays->down[i][k] & down >> step;
        }
        reached |= up | down;
    }
    return reached & rays->up[0][0];
}

#ifdef __AVX2__

/* One word for each kind of line, in the order of amazons_steps. */
typedef uint64_t amazons_words __attribute__((vector_size(32)));

struct amazons_fan {
    amazons_words low, high;
};

/* The open squares from which the last 1, 2 and 4 steps led over open ones. */
struct amazons_rays {
    amazons_set open;
    struct amazons_fan up[3], down[3];
};

static inline struct amazons_fan amazons_fan_of(amazons_set set)
{
    uint64_t low = (uint64_t)set, high = (uint64_t)(set >> 64);

    return (struct amazons_fan){{low, low, low, low}, {high, high, high, high}};
}

/* What is on any of the lines. */
static inline amazons_set amazons_fan_gather(struct amazons_fan fan)
{
    uint64_t low = fan.low[0] | fan.low[1] | fan.low[2] | fan.low[3];
    uint64_t high = fan.high[0] | fan.high[1] | fan.high[2] | fan.high[3];

    return low | (amazons_set)high << 64;
}

/* The squares of `way` that are so many steps up their line from those of the fan; four at most, so
 * that no shift is as long as a word. */
static inline struct amazons_fan amazons_fan_up(struct amazons_fan fan, struct amazons_fan way,
                                                unsigned count)
{
    const amazons_words steps = {count, count * AMAZONS_STRIDE, count * (AMAZONS_STRIDE + 1),
                                 count * (AMAZONS_STRIDE - 1)};

    return (struct amazons_fan){way.low & fan.low << steps,
                                way.high & (fan.high << steps | fan.low >> (64 - steps))};
}

static inline struct amazons_fan amazons_fan_down(struct amazons_fan fan, struct amazons_fan way,
                                                  unsigned count)
{
    const amazons_words steps = {count, count * AMAZONS_STRIDE, count * (AMAZONS_STRIDE + 1),
                                 count * (AMAZONS_STRIDE - 1)};

    return (struct amazons_fan){way.low & (fan.low >> steps | fan.high << (64 - steps)),
                                way.high & fan.high >> steps};
}

static inline struct amazons_fan amazons_fan_or(struct amazons_fan a, struct amazons_fan b)
{
    return (struct amazons_fan){a.low | b.low, a.high | b.high};
}

static inline struct amazons_rays amazons_rays_of(amazons_set open)
{
    struct amazons_rays rays = {.open = open};

    rays.up[0] = rays.down[0] = amazons_fan_of(open);
    for (unsigned k = 0; k < 2; k++) {
        rays.up[k + 1] = amazons_fan_up(rays.up[k], rays.up[k], 1u << k);
        rays.down[k + 1] = amazons_fan_down(rays.down[k], rays.down[k], 1u << k);
    }
    return rays;
}

/* One step, two, four and two more are the nine of the longest way. */
static inline amazons_set amazons_queen_moves(amazons_set from, const struct amazons_rays *rays)
{
    static const uint8_t order[4] = {0, 1, 2, 1};
    struct amazons_fan up = amazons_fan_of(from), down = up;

    for (int i = 0; i < 4; i++) {
        int k = order[i];

        up = amazons_fan_or(up, amazons_fan_up(up, rays->up[k], 1u << k));
        down = amazons_fan_or(down, amazons_fan_down(down, rays->down[k], 1u << k));
    }
    return amazons_fan_gather(amazons_fan_or(up, down)) & rays->open;
}

#else

#define amazons_rays        amazons_rays_plain
#define amazons_rays_of     amazons_rays_of_plain
#define amazons_queen_moves amazons_queen_moves_plain

#endif

#endif
