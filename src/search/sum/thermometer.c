/* thermometer.c - thermographs from those of all positions that moves lead to.
 *
 * The left wall is the highest of the right walls behind the first player's moves, less the tax,
 * and the right wall the lowest of the left walls behind the second player's, plus the tax, up to
 * the tax at which they meet. A part whose walls have met at -1 already is a whole number: the one
 * nearest to 0 between them. Whole numbers only shift the thermograph of what is beside them, and
 * are left out before a position of several parts is looked into. */
#include "search/sum/thermometer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/byte_set.h"

enum { CHUNK = 4096 }; /* corners that are allocated together */

/* What is remembered of a position. */
struct entry {
    const struct cop_corner *corners; /* those of the left wall and then of the right one */
    uint8_t counts[2];
};

struct chunk {
    struct chunk *next;
    struct cop_corner corners[CHUNK];
};

struct cop_thermometer {
    const struct cop_game *game;
    struct cop_byte_set keys; /* numbers are those of entries, from 1 on */
    struct entry *entries;
    size_t count, room;
    struct chunk *chunks;
    int chunk_used;
    size_t memory, chunk_count;
    bool is_full;
    struct cop_heat_source source;
    cop_move *moves; /* room for max_moves */
    struct cop_run *run;
    struct cop_pace *pace;
};

/* A thermograph as it stands in memory, seen with the players exchanged or not, and shifted. */
struct sight {
    const struct cop_corner *corners[2];
    int counts[2], sign;
    double moves;
};

struct cop_thermometer *cop_thermometer_open(const struct cop_game *game, size_t memory)
{
    struct cop_thermometer *thermometer = cop_allocate(sizeof *thermometer);

    thermometer->game = game;
    thermometer->memory = memory;
    thermometer->keys.memory = memory / 2;
    thermometer->moves = cop_allocate((size_t)game->max_moves * sizeof *thermometer->moves);
    return thermometer;
}

void cop_thermometer_close(struct cop_thermometer *thermometer)
{
    if (thermometer == NULL)
        return;
    while (thermometer->chunks != NULL) {
        struct chunk *next = thermometer->chunks->next;

        free(thermometer->chunks);
        thermometer->chunks = next;
    }
    cop_byte_set_free(&thermometer->keys);
    free(thermometer->entries);
    free(thermometer->moves);
    free(thermometer);
}

void cop_thermometer_ask(struct cop_thermometer *thermometer, const struct cop_heat_source *source)
{
    thermometer->source = *source;
}

int64_t cop_thermometer_positions(const struct cop_thermometer *thermometer)
{
    return (int64_t)thermometer->count;
}

bool cop_thermometer_is_full(const struct cop_thermometer *thermometer)
{
    return thermometer->is_full;
}

void cop_thermograph_free(struct cop_thermograph *thermograph)
{
    cop_wall_free(&thermograph->left);
    cop_wall_free(&thermograph->right);
}

/* ---- Memory ---- */

static size_t bytes_of_entries(const struct cop_thermometer *thermometer, size_t room)
{
    return room * sizeof *thermometer->entries + thermometer->chunk_count * sizeof(struct chunk);
}

/* Room for so many corners in a row; NULL: there is none. */
static struct cop_corner *take_corners(struct cop_thermometer *thermometer, int count)
{
    struct chunk *chunk = thermometer->chunks;

    if (chunk == NULL || thermometer->chunk_used + count > CHUNK) {
        chunk = malloc(sizeof *chunk);
        if (chunk == NULL)
            return NULL;
        chunk->next = thermometer->chunks;
        thermometer->chunks = chunk;
        thermometer->chunk_used = 0;
        thermometer->chunk_count++;
    }
    thermometer->chunk_used += count;
    return chunk->corners + thermometer->chunk_used - count;
}

static bool grow(struct cop_thermometer *thermometer)
{
    size_t room =
        thermometer->count < thermometer->room ? thermometer->room : 2 * thermometer->room + 1024;
    struct entry *entries = thermometer->entries;

    if (thermometer->memory > 0 &&
        bytes_of_entries(thermometer, room) > thermometer->memory - thermometer->memory / 2)
        return false;
    if (room > thermometer->room) {
        entries = realloc(entries, room * sizeof *entries);
        if (entries == NULL)
            return false;
        thermometer->entries = entries;
        thermometer->room = room;
    }
    return true;
}

/* Remembers two walls, with the players exchanged if that is how the key has them. */
static bool remember(struct cop_thermometer *thermometer, const uint8_t *key, int length,
                     bool is_swapped, const struct cop_wall *left, const struct cop_wall *right,
                     struct sight *sight)
{
    const struct cop_wall *walls[2] = {is_swapped ? right : left, is_swapped ? left : right};
    struct cop_corner *corners = NULL;
    size_t place = 0;
    bool is_new;

    if (left->count <= UINT8_MAX && right->count <= UINT8_MAX && grow(thermometer))
        corners = take_corners(thermometer, left->count + right->count);
    if (corners != NULL)
        place = cop_byte_set_add(&thermometer->keys, key, (size_t)length, &is_new);
    if (place == 0) {
        thermometer->is_full = true;
        return false;
    }
    *sight = (struct sight){.sign = is_swapped ? -1 : 1};
    for (int i = 0; i < 2; i++) {
        struct cop_corner *first = i == 0 ? corners : corners + walls[0]->count;

        for (int j = 0; j < walls[i]->count; j++)
            first[j] = (struct cop_corner){walls[i]->corners[j].tax,
                                           sight->sign * walls[i]->corners[j].value};
        sight->corners[i] = first;
        sight->counts[i] = walls[i]->count;
    }
    thermometer->entries[thermometer->count] =
        (struct entry){corners, {(uint8_t)walls[0]->count, (uint8_t)walls[1]->count}};
    cop_byte_set_give(&thermometer->keys, place, (uint32_t)++thermometer->count);
    return true;
}

static bool recall(struct cop_thermometer *thermometer, const uint8_t *key, int length,
                   bool is_swapped, struct sight *sight)
{
    const struct entry *entry;
    size_t place = cop_byte_set_find(&thermometer->keys, key, (size_t)length);

    if (place == 0)
        return false;
    entry = &thermometer->entries[cop_byte_set_number(&thermometer->keys, place) - 1];
    *sight = (struct sight){{entry->corners, entry->corners + entry->counts[0]},
                            {entry->counts[0], entry->counts[1]},
                            is_swapped ? -1 : 1,
                            0};
    return true;
}

/* ---- Sights ---- */

/* The corners of the wall of whom `begins`, as they stand in memory. */
static const struct cop_corner *corners_of(const struct sight *sight, int begins, int *count)
{
    int wall = sight->sign > 0 ? begins : 1 - begins;

    *count = sight->counts[wall];
    return sight->corners[wall];
}

/* What a move to such a position is worth to the player who makes it, by the tax. */
static void option_of(const struct sight *sight, int player, struct cop_wall *wall)
{
    int count;
    const struct cop_corner *corners = corners_of(sight, 1 - player, &count);

    cop_wall_option(wall, corners, count, sight->sign, sight->moves, player == 0 ? -1 : 1);
}

static void wall_of(const struct sight *sight, int begins, struct cop_wall *wall)
{
    int count;
    const struct cop_corner *corners = corners_of(sight, begins, &count);

    cop_wall_option(wall, corners, count, sight->sign, sight->moves, 0);
}

/* The walls end where they meet, so that the last corner is the foot of the mast. */
static double temperature_of(const struct sight *sight)
{
    double temperature = -1;

    for (int i = 0; i < 2; i++)
        temperature = fmax(temperature, sight->corners[i][sight->counts[i] - 1].tax);
    return temperature;
}

static double mean_of(const struct sight *sight)
{
    return sight->sign * sight->corners[0][sight->counts[0] - 1].value + sight->moves;
}

/* ---- Reading ---- */

static const struct cop_corner zero = {-1, 0};

static struct sight whole_number(double moves)
{
    return (struct sight){{&zero, &zero}, {1, 1}, 1, moves};
}

static bool read_sum(struct cop_thermometer *thermometer, struct cop_sum *sum, struct sight *sight);

/* One position's walls in the making. */
struct making {
    struct cop_thermometer *thermometer;
    struct cop_sum after;
    struct cop_wall walls[2], option, spare;
    bool has_move[2];
};

static bool add_move(struct making *making, const struct cop_sum *sum, int part, int player,
                     cop_move move)
{
    struct cop_wall *wall = &making->walls[player], old;
    struct sight sight;

    cop_sum_play(sum, part, player, move, &making->after);
    if (!read_sum(making->thermometer, &making->after, &sight))
        return false;
    option_of(&sight, player, &making->option);
    if (making->has_move[player]) {
        cop_wall_merge(wall, &making->option, player == 0 ? 1 : -1, &making->spare);
        return true;
    }
    old = *wall;
    *wall = making->option;
    making->option = old;
    making->has_move[player] = true;
    return true;
}

static bool add_moves(struct making *making, const struct cop_sum *sum, int part, int player)
{
    int count = cop_sum_moves(sum, part, player, making->thermometer->moves);
    cop_move *moves = cop_allocate(((size_t)count + 1) * sizeof *moves);
    bool is_good = true;

    memcpy(moves, making->thermometer->moves, (size_t)count * sizeof *moves);
    for (int i = 0; i < count && is_good; i++)
        is_good = add_move(making, sum, part, player, moves[i]);
    free(moves);
    return is_good;
}

/* The whole number nearest to 0 from `low` on or up to `high`. */
static double nearest_zero(double low, double high)
{
    return low > 0 ? ceil(low) : high < 0 ? floor(high) : 0;
}

/* From all moves' walls to the position's. */
static void finish(struct making *making)
{
    struct cop_wall *left = &making->walls[0], *right = &making->walls[1];
    double low = making->has_move[0] ? cop_wall_at(left, -1) : -INFINITY;
    double high = making->has_move[1] ? cop_wall_at(right, -1) : INFINITY;

    if (low <= high) {
        double number = nearest_zero(low, high);

        cop_wall_flat(left, number);
        cop_wall_flat(right, number);
    } else {
        double tax = cop_walls_meet(left, right);

        cop_wall_cut(left, tax);
        cop_wall_cut(right, tax);
    }
}

static bool look_into(struct making *making, const struct cop_sum *sum)
{
    struct cop_thermometer *thermometer = making->thermometer;

    if (!cop_run_step(thermometer->run, thermometer->pace))
        return false;
    for (int player = 0; player < 2; player++)
        for (int part = 0; part < sum->count; part++)
            if (!add_moves(making, sum, part, player))
                return false;
    finish(making);
    return true;
}

static void free_making(struct making *making)
{
    cop_sum_free(&making->after);
    for (int i = 0; i < 2; i++)
        cop_wall_free(&making->walls[i]);
    cop_wall_free(&making->option);
    cop_wall_free(&making->spare);
}

/* The parts that turn out to be whole numbers become what is settled. */
static bool take_numbers(struct cop_thermometer *thermometer, struct cop_sum *sum)
{
    struct cop_sum only = {0};
    bool is_good = true;

    for (int i = sum->count - 1; i >= 0 && is_good; i--) {
        struct sight sight;

        cop_sum_only(&only, sum->game, cop_sum_part(sum, i));
        is_good = read_sum(thermometer, &only, &sight);
        if (is_good && temperature_of(&sight) == -1) {
            sum->moves += (int)mean_of(&sight);
            cop_sum_remove(sum, i);
        }
    }
    cop_sum_free(&only);
    return is_good;
}

static bool find_known(struct cop_thermometer *thermometer, const struct cop_sum *sum,
                       const uint8_t *key, int length, bool is_swapped, struct sight *sight)
{
    struct cop_known_walls known;
    struct cop_wall walls[2] = {{0}};
    bool is_good = false;

    if (thermometer->source.find == NULL || sum->count != 1 || key[1] != 0 ||
        !thermometer->source.find(thermometer->source.context, key + 2, length - 2, &known))
        return false;
    for (int i = 0; i < 2; i++) {
        int wall = is_swapped ? 1 - i : i;

        cop_wall_option(&walls[i], known.corners[wall], known.counts[wall], is_swapped ? -1 : 1, 0,
                        0);
    }
    is_good = remember(thermometer, key, length, is_swapped, &walls[0], &walls[1], sight);
    cop_wall_free(&walls[0]);
    cop_wall_free(&walls[1]);
    return is_good;
}

static bool read_parts(struct cop_thermometer *thermometer, const struct cop_sum *sum,
                       struct sight *sight)
{
    uint8_t key[COP_SUM_KEY_MAX];
    struct making making = {.thermometer = thermometer};
    bool is_swapped, is_good;
    int length;

    if (!cop_sum_key(sum, key, &length, &is_swapped))
        return false;
    if (recall(thermometer, key, length, is_swapped, sight) ||
        find_known(thermometer, sum, key, length, is_swapped, sight))
        return true;
    is_good = look_into(&making, sum) && remember(thermometer, key, length, is_swapped,
                                                  &making.walls[0], &making.walls[1], sight);
    free_making(&making);
    return is_good;
}

/* `sum` loses its parts that are whole numbers, and what is settled: what is remembered of the
 * others must not have it in it. */
static bool read_sum(struct cop_thermometer *thermometer, struct cop_sum *sum, struct sight *sight)
{
    int moves;

    if (sum->count > 1 && !take_numbers(thermometer, sum))
        return false;
    if (sum->count == 0) {
        *sight = whole_number(sum->moves);
        return true;
    }
    moves = sum->moves;
    sum->moves = 0;
    if (!read_parts(thermometer, sum, sight))
        return false;
    sight->moves = moves;
    return true;
}

bool cop_thermometer_read(struct cop_thermometer *thermometer, const void *state,
                          struct cop_run *run, struct cop_pace *pace,
                          struct cop_thermograph *thermograph)
{
    struct cop_sum sum = {0};
    struct sight sight;
    bool is_good;

    thermometer->run = run;
    thermometer->pace = pace;
    cop_sum_split(&sum, thermometer->game, state);
    is_good = read_sum(thermometer, &sum, &sight);
    cop_sum_free(&sum);
    if (!is_good)
        return false;
    thermograph->mean = mean_of(&sight);
    thermograph->temperature = temperature_of(&sight);
    wall_of(&sight, 0, &thermograph->left);
    wall_of(&sight, 1, &thermograph->right);
    return true;
}

/* ---- Moves ---- */

int cop_thermometer_rate(struct cop_thermometer *thermometer, const void *state, int player,
                         double tax, struct cop_run *run, struct cop_pace *pace, cop_move *moves,
                         double *values)
{
    struct cop_sum sum = {0}, after = {0};
    struct cop_wall wall = {0};
    int count;

    thermometer->run = run;
    thermometer->pace = pace;
    cop_sum_only(&sum, thermometer->game, state);
    count = cop_sum_moves(&sum, 0, player, moves);
    for (int i = 0; i < count; i++) {
        struct sight sight;

        cop_sum_play(&sum, 0, player, moves[i], &after);
        if (!read_sum(thermometer, &after, &sight)) {
            count = -1;
            break;
        }
        option_of(&sight, player, &wall);
        values[i] = cop_wall_at(&wall, tax);
    }
    cop_wall_free(&wall);
    cop_sum_free(&sum);
    cop_sum_free(&after);
    return count;
}
