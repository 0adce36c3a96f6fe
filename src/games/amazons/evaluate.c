/* evaluate.c - how good a position of the Amazons is, and which moves to try first
 * (amazons-play.md 2.9, 5).
 *
 * Distances are not kept for each square: each side's squares at distance 1, 2, 3, ... are sets,
 * and everything that is asked about distances is a count of such sets. Values are White's until
 * the end. */
#include "lines.h"
#include "rays.h"

enum {
    MARGIN = 2 * AMAZONS_STRIDE, /* more than a step past the last square on either side */
    UNIT = 512,                  /* mobility is counted in these parts */
    MOST_POINTS = 98,            /* empty squares with an amazon of each side on the board */
    WON_CLASSIC = 100,
    WON_COMPLEX = 250
};

/* The empty squares at distance `i + 1` of each side in of[i], and one row more that has none. */
struct layers {
    amazons_set of[AMAZONS_SQUARES_MAX + 1][2]; /* a way has no square twice */
    int count;
    amazons_set reached[2]; /* at any distance */
    amazons_set closer[2];  /* that the side reaches in fewer moves than the other */
};

static inline void start_layers(struct layers *layers)
{
    layers->count = 0;
    for (int side = 0; side < 2; side++)
        layers->reached[side] = layers->closer[side] = 0;
}

/* Whoever reaches a square that the other has not reached by now is closer to it. False if neither
 * side has come to another square. */
static inline bool add_layer(struct layers *layers, amazons_set white, amazons_set black)
{
    white &= ~layers->reached[AMAZONS_WHITE];
    black &= ~layers->reached[AMAZONS_BLACK];
    layers->reached[AMAZONS_WHITE] |= white;
    layers->reached[AMAZONS_BLACK] |= black;
    layers->closer[AMAZONS_WHITE] |= white & ~layers->reached[AMAZONS_BLACK];
    layers->closer[AMAZONS_BLACK] |= black & ~layers->reached[AMAZONS_WHITE];
    layers->of[layers->count][AMAZONS_WHITE] = white;
    layers->of[layers->count][AMAZONS_BLACK] = black;
    layers->count += (white | black) != 0;
    return (white | black) != 0;
}

static inline void king_layers(const struct amazons_position *position, amazons_set empty,
                               struct layers *layers)
{
    amazons_set white = amazons_of(position, AMAZONS_WHITE);
    amazons_set black = amazons_of(position, AMAZONS_BLACK);

    start_layers(layers);
    while (add_layer(layers, amazons_spread(white) & empty, amazons_spread(black) & empty)) {
        white = layers->reached[AMAZONS_WHITE];
        black = layers->reached[AMAZONS_BLACK];
    }
}

/* Queens come wherever kings come, which tells when all is found. */
static inline void queen_layers(const struct amazons_position *position, amazons_set empty,
                                const struct layers *kings, struct layers *layers)
{
    struct amazons_rays rays = amazons_rays_of(empty);
    amazons_set white = amazons_of(position, AMAZONS_WHITE);
    amazons_set black = amazons_of(position, AMAZONS_BLACK);

    start_layers(layers);
    while (layers->reached[0] != kings->reached[0] || layers->reached[1] != kings->reached[1]) {
        if (!add_layer(layers, amazons_queen_moves(white, &rays),
                       amazons_queen_moves(black, &rays)))
            break;
        white = layers->of[layers->count - 1][AMAZONS_WHITE];
        black = layers->of[layers->count - 1][AMAZONS_BLACK];
    }
}

/* How many more squares are closer to White than to Black. Equal distances count for nobody: the
 * source found no use in a bonus for the mover. */
static inline int lead_of(const struct layers *layers)
{
    return amazons_size(layers->closer[AMAZONS_WHITE]) -
           amazons_size(layers->closer[AMAZONS_BLACK]);
}

/* The phase omega: a half to the power of the difference for each square that both sides reach. */
static inline double phase_of(const struct layers *queens)
{
    amazons_set both = queens->reached[0] & queens->reached[1];
    double sum = 0;

    for (int apart = 0; both != 0 && apart < 32; apart++) {
        amazons_set so_far_apart = 0;

        for (int i = 0; i + apart < queens->count; i++)
            so_far_apart |= (queens->of[i][0] & queens->of[i + apart][1]) |
                            (queens->of[i][1] & queens->of[i + apart][0]);
        sum += (double)amazons_size(so_far_apart) / (double)((uint32_t)1 << apart);
        both &= ~so_far_apart;
    }
    return sum;
}

/* For each square, at MARGIN plus its number: 1 and 1 for each empty neighbour where somebody's
 * mobility counts it, else 0. */
struct room {
    uint8_t of[AMAZONS_BITS + 2 * MARGIN];
};

static inline void find_room(struct room *room, amazons_set empty, amazons_set counted)
{
    const uint32_t box = 7u | 7u << AMAZONS_STRIDE | 7u << 2 * AMAZONS_STRIDE;
    amazons_set raised = empty << (AMAZONS_STRIDE + 1);

    *room = (struct room){{0}};
    for (; counted != 0; counted &= counted - 1) {
        int square = amazons_first(counted);

        room->of[MARGIN + square] = (uint8_t)bit_count((uint32_t)(raised >> square) & box);
    }
}

/* The mobility m of an amazon in parts of UNIT: the empty neighbours of each square that she can
 * move to, by half as much for each step. */
static inline int mobility_of(const struct room *room, int square)
{
    int sum = 0;

    for (int i = 0; i < 8; i++) {
        int step = i < 4 ? amazons_steps[i] : -amazons_steps[i - 4];
        const uint8_t *at = room->of + MARGIN + square + step;

        for (int weight = UNIT / 2; *at != 0; weight /= 2, at += step)
            sum += weight * (*at - 1);
    }
    return sum;
}

/* The penalties 30 / (5 + m) of Black's amazons less those of White's. Squares count that both
 * sides can ever reach; a way lies in one region, so that holds for all of it or for none. */
static inline double mobility_lead(const struct amazons_position *position, amazons_set empty,
                                   const struct layers *queens)
{
    double penalty[2] = {0, 0};
    struct room room;

    find_room(&room, empty,
              (queens->of[0][0] | queens->of[0][1]) & queens->reached[0] & queens->reached[1]);
    for (int side = 0; side < 2; side++)
        for (amazons_set left = amazons_of(position, side); left != 0; left &= left - 1)
            penalty[side] += 30.0 * UNIT / (5 * UNIT + mobility_of(&room, amazons_first(left)));
    return penalty[AMAZONS_BLACK] - penalty[AMAZONS_WHITE];
}

/* What Black is given, as it counts at the end. */
static inline double given_to_black(const struct amazons_board *board,
                                    const struct amazons_position *position)
{
    return board->komi + position->passes;
}

static double classic_points(const struct amazons_board *board,
                             const struct amazons_position *position)
{
    amazons_set empty = amazons_empty(board, position);
    struct layers kings, queens;

    king_layers(position, empty, &kings);
    queen_layers(position, empty, &kings, &queens);
    return lead_of(&queens) - given_to_black(board, position);
}

static double complex_points(const struct amazons_board *board,
                             const struct amazons_position *position)
{
    amazons_set empty = amazons_empty(board, position);
    struct layers queens, kings;
    double points, phase;

    king_layers(position, empty, &kings);
    if ((kings.reached[0] & kings.reached[1]) == 0)
        return lead_of(&kings) - given_to_black(board, position);
    queen_layers(position, empty, &kings, &queens);
    points = lead_of(&queens) - given_to_black(board, position);
    phase = phase_of(&queens) / 40;
    phase = phase < 1 ? phase : 1;
    return points + phase * lead_of(&kings) + 0.8 * phase * mobility_lead(position, empty, &queens);
}

static inline void put_values(double points, double most, double *of_player)
{
    points = points > most ? most : points < -most ? -most : points;
    of_player[AMAZONS_WHITE] = points;
    of_player[AMAZONS_BLACK] = -points;
}

static void evaluate_classic(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    (void)prepared;
    put_values(classic_points(amazons_board_of(game), state), WON_CLASSIC - 1, of_player);
}

static void evaluate_complex(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    (void)prepared;
    put_values(complex_points(amazons_board_of(game), state), WON_COMPLEX - 1, of_player);
}

/* ---- Ratio ---- */

/* tanh, the same bits on every machine, which the C library does not promise: the series of e^x for
 * a 64th of the argument, then six squarings. */
static double squash(double x)
{
    const double most = 1 - 1e-9; /* a game that goes on is not quite won */
    double twice = x < 0 ? -2 * x : 2 * x, part = twice / 64, term = 1, power = 1, value;

    if (twice > 20)
        return x < 0 ? -most : most;
    for (int i = 1; i <= 14; i++) {
        term *= part / i;
        power += term;
    }
    for (int i = 0; i < 6; i++)
        power *= power;
    value = 1 - 2 / (power + 1);
    value = value < most ? value : most;
    return x < 0 ? -value : value;
}

static inline void evaluate_squashed(const struct cop_game *game, const void *state, double factor,
                                     double *of_player)
{
    put_values(squash(factor * complex_points(amazons_board_of(game), state)), 1, of_player);
}

static void evaluate_ratio(const struct cop_game *game, const void *prepared, const void *state,
                           double *of_player)
{
    (void)prepared;
    evaluate_squashed(game, state, 0.1, of_player);
}

static void evaluate_wide(const struct cop_game *game, const void *prepared, const void *state,
                          double *of_player)
{
    (void)prepared;
    evaluate_squashed(game, state, 0.025, of_player);
}

static void evaluate_printed(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    (void)prepared;
    evaluate_squashed(game, state, 10, of_player);
}

/* ---- Orderings ---- */

/* What an arrow on each square takes from the enemy: for every enemy amazon that could move there,
 * the more the nearer she is; the same of own amazons is bad. */
static void find_pressure(const struct amazons_board *board, const struct amazons_lines *lines,
                          int mover, float *pressure)
{
    for (int square = 0; square < AMAZONS_BITS; square++)
        pressure[square] = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < lines->counts[side]; i++) {
            int from = lines->amazons[side][i];
            const struct amazons_place *place = &board->places[from];

            for (int line = 0; line < 4; line++) {
                unsigned look = amazons_look(board, lines, place, line);
                float weight = side == mover ? -4 : 8;

                for (int k = 1; k <= (int)(look & 0xff); k++)
                    pressure[from - k * amazons_steps[line]] += weight / (float)k;
                for (int k = 1; k <= (int)(look >> 8); k++)
                    pressure[from + k * amazons_steps[line]] += weight / (float)k;
            }
        }
}

/* How many squares the amazon reaches more than before, and what her arrow takes from the enemy.
 * Moves come in groups that differ in their arrows only, so the first part is found once for each.
 */
static void rate_reach(const struct cop_game *game, const void *state, const cop_move *moves,
                       int count, float *rating)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_lines lines;
    float pressure[AMAZONS_BITS], gain = 0;
    cop_move group = 0;

    amazons_lines_build(board, position, &lines);
    find_pressure(board, &lines, position->mover, pressure);
    for (int i = 0; i < count; i++) {
        int from = amazons_move_part(moves[i], AMAZONS_FROM);
        int to = amazons_move_part(moves[i], AMAZONS_TO);
        int arrow = amazons_move_part(moves[i], AMAZONS_ARROW);

        if (from >= 0 && (moves[i] & 0xffff) != group) {
            group = moves[i] & 0xffff;
            gain = -(float)amazons_count(board, &lines, from);
            amazons_toggle(board, &lines, from);
            gain += (float)amazons_count(board, &lines, to);
            amazons_toggle(board, &lines, from);
        }
        rating[i] = (from >= 0 ? gain : 0) + (arrow >= 0 && arrow != from ? pressure[arrow] : 0);
        if (moves[i] == AMAZONS_PASS)
            rating[i] = -1000; /* a move that can always be made later */
    }
}

/* The Classic value of what the move leads to. */
static void rate_classic(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    const struct amazons_position *position = state;

    for (int i = 0; i < count; i++) {
        struct amazons_position next = *position;
        double points;

        game->rules->play(game, &next, moves[i]);
        points = classic_points(amazons_board_of(game), &next);
        if (next.is_over)
            points = next.mover == AMAZONS_BLACK ? WON_CLASSIC : -WON_CLASSIC;
        rating[i] = (float)(position->mover == AMAZONS_WHITE ? points : -points);
    }
}

/* For Multi-ProbCut, by the judgement itself:
 * coppice tune probcut amazons --eval complex --depths 0:1,0:2 --positions 100 --random 0.2 */
static const struct cop_fit complex_fits[] = {
    {0, 1, 0.8195, 9.0371, 10.3353},
    {0, 2, 0.8362, 2.0223, 4.5740},
    {0, 0, 0, 0, 0},
};

/* Chances are fitted to games of two players:
 *     coppice tune chance amazons --eval classic --limit depth=2 --games 100
 *     coppice tune chance amazons --eval complex --limit nodes=10k --games 100 --seed 2
 *     coppice tune chance amazons --eval ratio --limit depth=2 --games 100
 *     coppice tune chance amazons --eval ratio_printed --limit depth=2 --games 100
 *     coppice tune chance amazons --eval ratio_wide --limit depth=2 --games 100 */
const struct cop_evaluator amazons_evaluators[] = {
    {.name = "complex",
     .help = "squares closer by queen's and king's moves, and mobility: points by phase",
     .version = 1,
     .chance = {1, 0.11207, 0.11737},
     .chance_depth = 2,
     .lower = -WON_COMPLEX,
     .upper = WON_COMPLEX,
     .is_zero_sum = true,
     .evaluate = evaluate_complex,
     .fits = complex_fits},
    {.name = "classic",
     .help = "squares closer by queen's moves than the opponent's",
     .version = 1,
     .chance = {1, 0.44663, 0.30147},
     .chance_depth = 2,
     .unit = "squares",
     .point = 1,
     .lower = -WON_CLASSIC,
     .upper = WON_CLASSIC,
     .is_zero_sum = true,
     .evaluate = evaluate_classic},
    {.name = "ratio",
     .help = "complex from -1 to 1: tanh of a tenth of it",
     .version = 1,
     .chance = {1, 0.41043, 3.1043},
     .chance_depth = 2,
     .lower = -1,
     .upper = 1,
     .is_zero_sum = true,
     .evaluate = evaluate_ratio},
    {.name = "ratio_wide",
     .help = "complex from -1 to 1: tanh of a fortieth of it, nearly straight",
     .version = 1,
     .chance = {1, 0.35546, 8.3073},
     .chance_depth = 2,
     .lower = -1,
     .upper = 1,
     .is_zero_sum = true,
     .evaluate = evaluate_wide},
    {.name = "ratio_printed",
     .help =
         "complex from -1 to 1 as its source prints it, tanh of ten times it: hardly but a sign",
     .version = 1,
     .chance = {1, 0.096493, 1.9937},
     .chance_depth = 2,
     .lower = -1,
     .upper = 1,
     .is_zero_sum = true,
     .evaluate = evaluate_printed},
    {NULL},
};

const struct cop_ordering amazons_orderings[] = {
    {"reach", "amazons that reach more, arrows near enemy amazons", rate_reach},
    {"classic", "by the evaluator classic after the move, which is slower", rate_classic},
    {NULL},
};
