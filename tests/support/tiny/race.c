/* race.c - a race with two dice, so that decisions and chance take turns.
 *
 * The player to move picks a die, then chance rolls it. The safe die shows 1 or 2, the risky one 0
 * or 4; both give 1.6 steps on average, so that the better die depends on the distances left. As a
 * 0 changes nothing, the number of turns is limited to keep the game finite: whoever is ahead then
 * wins, and equal places are a draw. */
#include <string.h>

#include "tiny.h"

enum die { CHOOSING, SAFE, RISKY };

struct race {
    uint8_t place[2];
    uint8_t turns; /* finished so far; even: the first player moves */
    uint8_t die;   /* what chance is about to roll */
};

static const char *const die_words[] = {"choose", "safe", "risky"};
static const int faces[][2] = {{0, 0}, {1, 2}, {0, 4}};
static const double first_face_probability[] = {0, 0.4, 0.6};

/* A roll of k steps is the move ROLL + k; picking a die is the move SAFE or RISKY. */
enum { ROLL = 16, TURNS_PER_STEP = 2 };

static const struct cop_option options[] = {
    {"n", COP_INTEGER, "6", 1, 20, NULL, "steps from the start to the finish"}, {NULL}};

static int finish(const struct cop_game *game)
{
    return (int)game->score_high;
}

static int turn_limit(const struct cop_game *game)
{
    return TURNS_PER_STEP * finish(game);
}

static bool open(struct cop_game *game, struct cop_error *error)
{
    (void)error;
    game->score_high = (double)cop_integer(game->settings, "n");
    game->state_size = sizeof(struct race);
    game->players = 2;
    game->max_moves = 2;
    game->max_plies = 2 * turn_limit(game);
    game->has_chance = true;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)game;
    (void)rng;
    memset(state, 0, sizeof(struct race));
}

static bool is_over(const struct cop_game *game, const struct race *race)
{
    return race->place[0] == finish(game) || race->place[1] == finish(game) ||
           race->turns == turn_limit(game);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct race *race = state;

    if (is_over(game, race))
        return COP_OVER;
    return race->die != CHOOSING ? COP_CHANCE : race->turns % 2;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct race *race = state;

    if (is_over(game, race))
        return 0;
    out[0] = race->die == CHOOSING ? SAFE : (cop_move)(ROLL + faces[race->die][0]);
    out[1] = race->die == CHOOSING ? RISKY : (cop_move)(ROLL + faces[race->die][1]);
    return 2;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct race *race = state;
    int mover = race->turns % 2;
    int place;

    if (move < ROLL) {
        race->die = (uint8_t)move;
        return;
    }
    place = race->place[mover] + (int)(move - ROLL);
    race->place[mover] = (uint8_t)(place < finish(game) ? place : finish(game));
    race->die = CHOOSING;
    race->turns++;
}

static void chances(const struct cop_game *game, const void *state, double *probability)
{
    const struct race *race = state;

    (void)game;
    probability[0] = first_face_probability[race->die];
    probability[1] = 1 - probability[0];
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct race *race = state;
    int lead = race->place[0] - race->place[1];

    (void)game;
    of_player[0] = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    of_player[1] = 1 - of_player[0];
}

static double score(const struct cop_game *game, const void *state, int player)
{
    (void)game;
    return ((const struct race *)state)->place[player];
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    return tiny_key(state, game->state_size);
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    (void)game;
    (void)state;
    if (move >= ROLL)
        cop_text_add(text, "+%d", (int)(move - ROLL));
    else
        cop_text_add(text, "%s", die_words[move == RISKY ? RISKY : SAFE]);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct race *race = state;

    (void)game;
    cop_text_add(text, "%d %d %d %s", race->place[0], race->place[1], race->turns,
                 die_words[race->die]);
}

/* No player is further than his turns could carry him, and the finish ends the game at once. */
static bool is_legal(const struct cop_game *game, const struct race *race)
{
    for (int player = 0; player < 2; player++) {
        int turns_taken = (race->turns + 1 - player) / 2;

        if (race->place[player] > faces[RISKY][1] * turns_taken)
            return false;
        if (race->place[player] == finish(game) && race->turns % 2 == player)
            return false;
    }
    return race->die == CHOOSING || !is_over(game, race);
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct race race = {{0}};
    char word[4][TINY_WORD];
    int place[2], turns;

    if (tiny_split(words, word, 4) != 4 || !tiny_number(word[0], &place[0]) ||
        !tiny_number(word[1], &place[1]) || !tiny_number(word[2], &turns))
        return cop_fail(error,
                        "\"%s\" is not a race: write both places, the number of turns taken "
                        "and choose, safe or risky, as in \"3 4 5 choose\"",
                        words);
    if (place[0] > finish(game) || place[1] > finish(game) || turns > turn_limit(game))
        return cop_fail(error, "\"%s\": places go from 0 to %d and turns from 0 to %d", words,
                        finish(game), turn_limit(game));
    while (race.die <= RISKY && strcmp(word[3], die_words[race.die]) != 0)
        race.die++;
    race.place[0] = (uint8_t)place[0];
    race.place[1] = (uint8_t)place[1];
    race.turns = (uint8_t)turns;
    if (race.die > RISKY || !is_legal(game, &race))
        return cop_fail(error, "\"%s\" cannot arise in a race of %d steps", words, finish(game));
    memcpy(state, &race, sizeof race);
    return true;
}

/* Two tracks, then the two dice, then the faces 0, 1, 2 and 4. */
static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct race *race = state;
    int length = finish(game) + 1;

    (void)viewer;
    for (int player = 0; player < 2; player++)
        for (int place = 0; place < length; place++)
            cop_scene_cell(picture, (float)place, (float)player, COP_SQUARE,
                           place % 2 ? COP_DARK : COP_LIGHT, "");
    for (int player = 0; player < 2; player++)
        cop_scene_piece(picture, player * length + race->place[player], player, 0, COP_PAWN, "");
    cop_scene_cell(picture, 0, 2, COP_SQUARE, COP_RACK, "safe");
    cop_scene_cell(picture, 1, 2, COP_SQUARE, COP_RACK, "risky");
    cop_scene_cell(picture, 0, 3, COP_SQUARE, COP_RACK, "+0");
    cop_scene_cell(picture, 1, 3, COP_SQUARE, COP_RACK, "+1");
    cop_scene_cell(picture, 2, 3, COP_SQUARE, COP_RACK, "+2");
    cop_scene_cell(picture, 3, 3, COP_SQUARE, COP_RACK, "+4");
}

static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    static const int face_cell[] = {2, 3, 4, -1, 5};
    int dice = 2 * (finish(game) + 1);

    (void)state;
    cells[0] = dice + (move < ROLL ? (int)move - SAFE : face_cell[move - ROLL]);
    return 1;
}

static void evaluate_lead(const struct cop_game *game, const void *prepared, const void *state,
                          double *of_player)
{
    const struct race *race = state;

    (void)prepared;
    of_player[0] = 0.5 + (race->place[0] - race->place[1]) / (2.0 * finish(game));
    of_player[1] = 1 - of_player[0];
}

static const struct cop_evaluator evaluators[] = {{.name = "lead",
                                                   .help = "how far a player is ahead",
                                                   .version = 1,
                                                   .upper = 1,
                                                   .evaluate = evaluate_lead},
                                                  {NULL}};

const struct cop_rules tiny_race = {
    .name = "tiny_race",
    .title = "Tiny race",
    .summary = "Pick a die, roll it, and be first at the finish",
    .lesson = "In turn, pick the safe die (1 or 2 steps) or the risky one (0 or 4) and roll it. "
              "The first at the finish wins; after two turns for each step of the track whoever is "
              "ahead wins. A turn is two moves: `risky +4`.",
    .player_names = {"First", "Second"},
    .options = options,
    .open = open,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .chances = chances,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .evaluators = evaluators,
};
