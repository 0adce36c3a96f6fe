/* order.c - how many nodes the depth-first searches need to a fixed depth, by what orders moves.
 *
 * The same positions every time and one thread, so that the numbers are the same on every machine
 * and change only with a search, an evaluator or an ordering. Each word of the command line is a
 * variant, options that are given to every agent; without words it is what can be switched. The
 * first variant is what the others are compared with:
 *
 *     build/bench/order . "" "killers=off" "history=off"
 *
 * The first word is the folder of the source, where the positions are. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "coppice/agent.h"
#include "lab/experiment/positions.h"

enum { VARIANTS_MAX = 16, POSITIONS = 24, FAILED = 1, WRONG_USAGE = 2 };

/* The depth takes about a second for all positions of a row. */
static const struct row {
    const char *game, *agent, *positions;
    int depth;
} rows[] = {
    {"connect4", "alphabeta", "bench/positions/connect4.txt", 13},
    {"othello", "alphabeta", "bench/positions/othello.txt", 10},
    {"breakthrough", "alphabeta", "bench/positions/breakthrough.txt", 7},
    {"amazons", "alphabeta", "bench/positions/amazons.txt", 3},
    {"fanorona", "alphabeta", "bench/positions/fanorona.txt", 8},
    {"twixt(size=12)", "alphabeta", "bench/positions/twixt.txt", 4},
    {"focus(players=2)", "alphabeta", "lab/data/focus-2.txt", 5},
    {"chinesecheckers(players=2)", "alphabeta", "lab/data/chinese-checkers-2.txt", 6},
    {"rolit(players=2)", "alphabeta", "lab/data/rolit-2.txt", 9},
    {"focus(players=3)", "paranoid", "lab/data/focus-3.txt", 5},
    {"chinesecheckers(players=3)", "paranoid", "lab/data/chinese-checkers-3.txt", 5},
    {"chinesecheckers(players=4)", "brs", "lab/data/chinese-checkers-4.txt", 5},
    {"rolit(players=4)", "paranoid", "lab/data/rolit-4.txt", 7},
    {"rolit(players=3)", "brs", "lab/data/rolit-3.txt", 8},
    {"dice(size=5)", "star2", "lab/data/dice-5x5.txt", 5},
    {"chancebreakthrough", "star2", "lab/data/chance-breakthrough.txt", 4},
    {"stratego", "star2", "lab/data/stratego.txt", 5},
};

static bool count_nodes(const struct cop_game *game, const struct row *row, const char *options,
                        const struct cop_positions *positions, int64_t *nodes,
                        struct cop_error *error)
{
    struct cop_limits limits = {.depth = row->depth,
                                .means = {.threads = 1, .memory = 64 << 20, .seed = 1}};
    struct cop_agent *agent;
    struct cop_report report;
    char spec[200];
    bool is_good;

    snprintf(spec, sizeof spec, "%s(%s)", row->agent, options);
    agent = cop_agent_open(game, spec, &limits.means, error);
    is_good = agent != NULL;
    for (int i = 0; i < positions->count && i < POSITIONS && is_good; i++) {
        cop_agent_start(agent, limits.means.seed);
        is_good = cop_agent_think(agent, cop_positions_state(positions, i), &limits, NULL, &report,
                                  error);
        nodes[i] = is_good ? report.nodes : 0;
    }
    cop_agent_close(agent);
    return is_good;
}

/* The mean of the positions' ratios, each counted alike: a few large trees must not decide. */
static double compare(const int64_t *nodes, const int64_t *base, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += log((double)nodes[i] / (double)base[i]);
    return exp(sum / count);
}

static bool measure_row(const struct row *row, const char *folder, int variants, char **options,
                        double *ratio_sums, struct cop_error *error)
{
    struct cop_game *game = cop_game_open(row->game, error);
    struct cop_positions positions = {0};
    int64_t nodes[VARIANTS_MAX][POSITIONS] = {{0}};
    char path[1000];
    bool is_good;

    snprintf(path, sizeof path, "%s/%s", folder, row->positions);
    is_good = game != NULL && cop_positions_read(path, game, &positions, error);
    if (is_good)
        printf("%-28s %-9s %2d", row->game, row->agent, row->depth);
    for (int i = 0; i < variants && is_good; i++) {
        int count = positions.count < POSITIONS ? positions.count : POSITIONS;
        int64_t sum = 0;
        double ratio;

        is_good = count_nodes(game, row, options[i], &positions, nodes[i], error);
        for (int k = 0; k < count; k++)
            sum += nodes[i][k];
        ratio = compare(nodes[i], nodes[0], count);
        ratio_sums[i] += log(ratio);
        printf(" %9" PRId64 " %5.3f", sum, ratio);
        fflush(stdout);
    }
    printf("\n");
    cop_positions_free(&positions);
    cop_game_close(game);
    return is_good;
}

int main(int count, char **words)
{
    static char *const usual[] = {"", "killers=off", "history=off", "killers=off, history=off"};
    int row_count = sizeof rows / sizeof rows[0], variants = count > 2 ? count - 2 : 4;
    char **options = count > 2 ? words + 2 : (char **)usual;
    double ratio_sums[VARIANTS_MAX] = {0};
    struct cop_error error;

    if (count < 2 || variants > VARIANTS_MAX) {
        fprintf(stderr, "usage: order FOLDER [OPTIONS-OF-A-VARIANT]...\n");
        return WRONG_USAGE;
    }
    for (int i = 0; i < variants; i++)
        printf("variant %d: %s\n", i + 1, options[i][0] != '\0' ? options[i] : "(as it is)");
    for (int i = 0; i < row_count; i++) {
        if (!measure_row(&rows[i], words[1], variants, options, ratio_sums, &error)) {
            fprintf(stderr, "%s: %s\n", rows[i].game, error.message);
            return FAILED;
        }
    }
    printf("%-41s", "mean ratio");
    for (int i = 0; i < variants; i++)
        printf(" %15.3f", exp(ratio_sums[i] / row_count));
    printf("\n");
    return 0;
}
