/* rolit_patterns.c - makes the tables of src/games/rolit/patterns.h from games of Rolit against
 * itself, and writes them as weights.h says. data/README.md has the commands that made those in
 * use.
 *
 *   rolit-patterns PLAYERS GAMES GENERATIONS SEED data/rolit/weights-PLAYERS.bin
 *
 * Players look one move ahead and take what promises them most pieces; the players of the first
 * generation like corners, those of the next use the tables of the one before. The first plies of
 * each game, and some later ones, are random, so that bad moves are met as well. Every position
 * counts, for every player: the pieces with which he ended are added to all configurations that he
 * had. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "games/bits.h"
#include "games/rolit/board.h"
#include "games/rolit/weights.h"

enum {
    PLIES = 60,
    OPENING = 10,      /* random plies */
    LAPSE_PERCENT = 8, /* of random plies later */
    PRIOR = 8          /* how many average games a configuration is thought to have had */
};

struct tally {
    double sum[ROLIT_STAGES][ROLIT_CONFIGURATIONS];
    uint32_t count[ROLIT_STAGES][ROLIT_CONFIGURATIONS];
};

struct trainer {
    const struct cop_game *game;
    struct tally tally;
    struct rolit_tables tables; /* of the generation before */
    bool has_tables;
    struct cop_rng rng;
};

/* ---- Games ---- */

static int promise(struct trainer *trainer, const struct rolit_position *before, uint64_t square)
{
    const struct rolit_board *board = rolit_board_of(trainer->game);
    struct rolit_position after = *before;
    uint8_t taken[ROLIT_PLACES], own[ROLIT_PLACES];

    if (!trainer->has_tables)
        return ((square & board->corners) != 0) * 8 + ((square & board->border) != 0) * 2 -
               ((square & (board->beside | board->inside)) != 0) * 6 +
               (int)cop_rng_below(&trainer->rng, 4);
    rolit_place(&after, square, (uint64_t)trainer->game->players);
    rolit_look(after.taken, taken);
    rolit_look(rolit_pieces(&after, before->turn), own);
    return rolit_sum_levels(trainer->tables.level[rolit_stage(after.taken)], own, taken);
}

static uint64_t choose(struct trainer *trainer, const struct rolit_position *position, int ply)
{
    uint64_t choices = rolit_placements(position, rolit_board_of(trainer->game)->squares);
    uint64_t best = 0;
    int best_promise = 0;

    if (ply < OPENING || cop_rng_below(&trainer->rng, 100) < LAPSE_PERCENT)
        return nth_bit(choices, cop_rng_below(&trainer->rng, (uint32_t)bit_count(choices)));
    for (; choices != 0; choices &= choices - 1) {
        uint64_t square = lowest_bit(choices);
        int here = promise(trainer, position, square);

        if (best == 0 || here > best_promise) {
            best = square;
            best_promise = here;
        }
    }
    return best;
}

static void add_position(struct trainer *trainer, const struct rolit_position *position,
                         const int *finals)
{
    int stage = rolit_stage(position->taken);
    uint8_t taken[ROLIT_PLACES], own[ROLIT_PLACES];
    uint16_t configuration[ROLIT_PLACES];

    rolit_look(position->taken, taken);
    for (int player = 0; player < trainer->game->players; player++) {
        rolit_look(rolit_pieces(position, (uint64_t)player), own);
        rolit_configure(own, taken, configuration);
        for (int place = 0; place < ROLIT_PLACES; place++) {
            trainer->tally.sum[stage][configuration[place]] += finals[player];
            trainer->tally.count[stage][configuration[place]]++;
        }
    }
}

static void play_game(struct trainer *trainer)
{
    struct rolit_position positions[PLIES + 1];
    int finals[ROLIT_COLOURS];

    trainer->game->rules->start(trainer->game, positions, &trainer->rng);
    for (int ply = 0; ply < PLIES; ply++) {
        positions[ply + 1] = positions[ply];
        rolit_place(&positions[ply + 1], choose(trainer, &positions[ply], ply),
                    (uint64_t)trainer->game->players);
    }
    for (int player = 0; player < trainer->game->players; player++)
        finals[player] = bit_count(rolit_pieces(&positions[PLIES], (uint64_t)player));
    for (int ply = 0; ply < PLIES; ply++)
        add_position(trainer, &positions[ply], finals);
}

/* ---- Tables ---- */

/* A configuration and its mirror image count together. */
static void join_mirrors(struct tally *tally)
{
    for (int i = 0; i < ROLIT_CONFIGURATIONS; i++) {
        int mirror = rolit_mirror(i);

        for (int stage = 0; mirror > i && stage < ROLIT_STAGES; stage++) {
            tally->sum[stage][i] += tally->sum[stage][mirror];
            tally->count[stage][i] += tally->count[stage][mirror];
            tally->sum[stage][mirror] = tally->sum[stage][i];
            tally->count[stage][mirror] = tally->count[stage][i];
        }
    }
}

static int level_of(double pieces)
{
    int level = (int)lround(pieces / ROLIT_PER_LEVEL);

    return level < 0 ? 0 : level >= ROLIT_LEVELS ? ROLIT_LEVELS - 1 : level;
}

static void make_tables(struct trainer *trainer)
{
    struct tally *tally = &trainer->tally;
    double mean = 64.0 / trainer->game->players;

    join_mirrors(tally);
    for (int stage = 0; stage < ROLIT_STAGES; stage++)
        for (int i = 0; i < ROLIT_CONFIGURATIONS; i++)
            trainer->tables.level[stage][i] = (uint8_t)level_of(
                (tally->sum[stage][i] + PRIOR * mean) / (tally->count[stage][i] + PRIOR));
    trainer->has_tables = true;
}

/* ---- Weights ---- */

/* The packed form of weights.h, as it grows. */
struct packing {
    uint8_t bytes[ROLIT_WEIGHTS_HEADER + ROLIT_STAGES * (ROLIT_CONFIGURATIONS + 1)];
    size_t length;
};

static void pack_run(struct packing *packing, int run)
{
    const int longest = UINT8_MAX - ROLIT_UNSEEN + 1;

    for (; run > 0; run -= longest)
        packing->bytes[packing->length++] =
            (uint8_t)(ROLIT_UNSEEN + (run < longest ? run : longest) - 1);
}

static void pack_stage(struct packing *packing, const struct trainer *trainer, int stage)
{
    int run = 0;

    packing->bytes[packing->length++] = (uint8_t)level_of(64.0 / trainer->game->players);
    for (int i = 0; i < ROLIT_CONFIGURATIONS; i++) {
        if (rolit_mirror(i) < i)
            continue;
        if (trainer->tally.count[stage][i] == 0) {
            run++;
            continue;
        }
        pack_run(packing, run);
        run = 0;
        packing->bytes[packing->length++] = trainer->tables.level[stage][i];
    }
    pack_run(packing, run);
}

static bool save_weights(const struct trainer *trainer, const char *path, struct cop_error *error)
{
    struct packing *packing = cop_allocate(sizeof *packing);
    bool is_saved;

    packing->length = ROLIT_WEIGHTS_HEADER;
    for (int stage = 0; stage < ROLIT_STAGES; stage++)
        pack_stage(packing, trainer, stage);
    rolit_write_header(packing->bytes, packing->bytes + ROLIT_WEIGHTS_HEADER,
                       packing->length - ROLIT_WEIGHTS_HEADER);
    is_saved = cop_file_write(path, (const char *)packing->bytes, packing->length, error);
    free(packing);
    return is_saved;
}

static void train(struct trainer *trainer, long games, long generations)
{
    for (long generation = 0; generation < generations; generation++) {
        memset(&trainer->tally, 0, sizeof trainer->tally);
        for (long i = 0; i < games; i++)
            play_game(trainer);
        make_tables(trainer);
    }
}

int main(int count, char **words)
{
    struct trainer *trainer;
    struct cop_error error;
    struct cop_game *game;
    char spec[32];
    bool is_saved;

    if (count != 6) {
        fprintf(stderr, "usage: rolit-patterns PLAYERS GAMES GENERATIONS SEED FILE\n");
        return 2;
    }
    snprintf(spec, sizeof spec, "rolit(players=%.2s)", words[1]);
    game = cop_game_open(spec, &error);
    if (game == NULL) {
        fprintf(stderr, "rolit-patterns: %s\n", error.message);
        return 2;
    }
    trainer = cop_allocate(sizeof *trainer);
    trainer->game = game;
    cop_rng_seed(&trainer->rng, strtoull(words[4], NULL, 10));
    train(trainer, strtol(words[2], NULL, 10), strtol(words[3], NULL, 10));
    is_saved = save_weights(trainer, words[5], &error);
    if (!is_saved)
        fprintf(stderr, "rolit-patterns: %s\n", error.message);
    free(trainer);
    cop_game_close(game);
    return is_saved ? 0 : 1;
}
