/* stratego_beliefs.c - learns what pieces are that have moved, or have not, from games that an
 * agent plays against itself with armies as people set them up.
 *
 *     stratego-beliefs AGENT LIMIT GAMES > src/games/stratego/belief_weights.h
 *
 * Every tenth ply each piece whose rank was not revealed is counted, by the phase of the game, its
 * class and its rank. A weight is how often a rank was there against how often it would have been
 * if classes and ranks had nothing to do with each other, drawn towards 1, because others set up
 * and play otherwise. */
#include <stdio.h>
#include <stdlib.h>

#include "coppice/agent.h"
#include "games/stratego/belief.h"

enum { EVERY = 10 };
#define TOWARDS_EVEN 0.3

typedef double counts[BELIEF_PHASES][BELIEF_CLASSES][RANKS];

static void count_pieces(const struct cop_game *game, const struct stratego *position, counts seen)
{
    int phase = stratego_belief_phase(position);

    for (int side = 0; side < 2; side++) {
        square_set secret = set_load(position->pieces[side]) & ~set_load(position->revealed);

        for (; secret != 0; secret &= secret - 1) {
            int square = set_first(secret), rank = stratego_rank_at(position, square);
            enum belief_class kind =
                stratego_belief_class(stratego_board_of(game), position, side, square);

            seen[phase][kind][rank]++;
            if (kind != MOVED)
                seen[phase][DEALT][rank]++;
        }
    }
}

static bool play_game(const struct cop_game *game, struct cop_agent *agent,
                      const struct cop_limits *limits, struct cop_rng *rng, void *state,
                      counts seen, struct cop_error *error)
{
    const struct stratego *position = state;

    game->rules->start(game, state, rng);
    cop_agent_start(agent, cop_rng_next(rng));
    while (game->rules->turn(game, state) != COP_OVER) {
        struct cop_report report = {0};

        if (position->status == PLAY && position->plies % EVERY == 0)
            count_pieces(game, position, seen);
        if (!cop_agent_think(agent, state, limits, NULL, &report, error))
            return false;
        game->rules->play(game, state, report.best);
    }
    return true;
}

/* Unmoved pieces are of a row or of all rows, so that a phase has two tables in one. */
static double weight_of(counts seen, int phase, int kind, int rank)
{
    double of_class = 0, of_rank = 0, all = 0, expected;

    for (int k = 0; k < BELIEF_CLASSES; k++)
        for (int r = 1; r < RANKS; r++) {
            double count = k == DEALT ? 0 : seen[phase][k][r];

            all += count;
            of_rank += r == rank ? count : 0;
        }
    for (int r = 1; r < RANKS; r++)
        of_class += seen[phase][kind][r];
    expected = of_class * of_rank / all;
    return expected > 0 ? (1 - TOWARDS_EVEN) * seen[phase][kind][rank] / expected + TOWARDS_EVEN
                        : 1;
}

static void write_weights(counts seen)
{
    for (int phase = 0; phase < BELIEF_PHASES; phase++) {
        printf("    {\n");
        for (int kind = 0; kind < BELIEF_CLASSES; kind++) {
            printf("        {0");
            for (int rank = 1; rank < RANKS; rank++)
                printf(", %.2f", rank == 11 ? 0 : weight_of(seen, phase, kind, rank));
            printf("},\n");
        }
        printf("    },\n");
    }
}

static void write_file(char **arguments, counts seen)
{
    printf(
        "/* belief_weights.h - how much more often than on the average a piece of a class is of a "
        "rank,\n * by phase, class and rank. Made by\n"
        " *     stratego-beliefs \"%s\" %s %s\n"
        " * (tools/stratego_beliefs.c). */\n"
        "/* clang-format off */\n"
        "static const double belief_weights[BELIEF_PHASES][BELIEF_CLASSES][RANKS] = {\n",
        arguments[1], arguments[2], arguments[3]);
    write_weights(seen);
    printf("};\n/* clang-format on */\n");
}

int main(int count, char **arguments)
{
    static counts seen;
    struct cop_error error = {{0}};
    struct cop_limits limits = {0};
    struct cop_rng rng;
    struct cop_game *game = cop_game_open("stratego(setup=arranged)", &error);
    struct cop_agent *agent = NULL;
    void *state = game != NULL ? calloc(1, game->state_size) : NULL;
    int games = count == 4 ? atoi(arguments[3]) : 0;
    bool is_done = games > 0 && state != NULL && cop_limits_parse(arguments[2], &limits, &error) &&
                   (agent = cop_agent_open(game, arguments[1], &limits.means, &error)) != NULL;

    cop_rng_seed(&rng, 1);
    for (int i = 0; i < games && is_done; i++)
        is_done = play_game(game, agent, &limits, &rng, state, seen, &error);
    if (is_done)
        write_file(arguments, seen);
    else
        fprintf(stderr, "stratego-beliefs AGENT LIMIT GAMES: %s\n", error.message);
    cop_agent_close(agent);
    free(state);
    cop_game_close(game);
    return is_done ? 0 : 1;
}
