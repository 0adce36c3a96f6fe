/* nim.c - heaps for two, with turns of several moves and draws.
 *
 * A move takes 1 or 2 stones from one heap. Whoever takes the last stone of a heap earns it and
 * moves again, so players do not alternate. Most heaps win; with an even number of heaps a draw is
 * possible. It also has one of each thing that a game may offer: a policy, an evaluator, an
 * ordering, fast random moves and playouts, and a way to skip a turn. */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "tiny.h"

enum { HEAPS_MAX = 6, STONES_MAX = 9, TAKE_MAX = 2 };

struct nim {
    uint8_t stones[HEAPS_MAX];
    uint8_t earned[2];
    uint8_t mover;
};

static const struct cop_option options[] = {
    {"heaps", COP_INTEGER, "4", 1, HEAPS_MAX, NULL, "heaps at the start"},
    {"stones", COP_INTEGER, "3", 1, STONES_MAX, NULL, "stones in each heap"},
    {NULL}};

/* The sizes are kept where the contract has a place for them: a heap is a point, and every move of
 * the longest game takes one stone. */
static int heap_count(const struct cop_game *game)
{
    return (int)game->score_high;
}

static int stone_count(const struct cop_game *game)
{
    return game->max_plies / heap_count(game);
}

static bool open(struct cop_game *game, struct cop_error *error)
{
    int heaps = (int)cop_integer(game->settings, "heaps");

    (void)error;
    game->state_size = sizeof(struct nim);
    game->players = 2;
    game->max_moves = TAKE_MAX * heaps;
    game->move_kinds = 4 * heaps;
    game->has_stems = true;
    game->max_plies = heaps * (int)cop_integer(game->settings, "stones");
    game->is_constant_sum = true;
    game->score_high = heaps;
    game->symmetries = 2;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct nim *nim = state;

    (void)rng;
    memset(nim, 0, sizeof *nim);
    memset(nim->stones, stone_count(game), (size_t)heap_count(game));
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct nim *nim = state;

    return nim->earned[0] + nim->earned[1] == heap_count(game) ? COP_OVER : nim->mover;
}

/* A move packs the heap and, in the two lowest bits, how many stones it takes. */
static cop_move pack(int heap, int take)
{
    return (cop_move)(heap * 4 + take);
}

static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move;
}

/* A heap, and then how much of it. */
static cop_move stem(const struct cop_game *game, cop_move move)
{
    (void)game;
    return move / 4 + 1;
}

static int heap_of(cop_move move)
{
    return (int)(move / 4);
}

static int take_of(cop_move move)
{
    return (int)(move % 4);
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct nim *nim = state;
    int count = 0;

    for (int heap = 0; heap < heap_count(game); heap++)
        for (int take = 1; take <= TAKE_MAX && take <= nim->stones[heap]; take++)
            out[count++] = pack(heap, take);
    return count;
}

static bool empties(const struct nim *nim, cop_move move)
{
    return nim->stones[heap_of(move)] == take_of(move);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct nim *nim = state;
    bool moves_again = empties(nim, move);

    (void)game;
    nim->stones[heap_of(move)] = (uint8_t)(nim->stones[heap_of(move)] - take_of(move));
    if (moves_again)
        nim->earned[nim->mover]++;
    else
        nim->mover ^= 1;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct nim *nim = state;
    int lead = nim->earned[0] - nim->earned[1];

    (void)game;
    of_player[0] = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    of_player[1] = 1 - of_player[0];
}

static double score(const struct cop_game *game, const void *state, int player)
{
    (void)game;
    return ((const struct nim *)state)->earned[player];
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
    cop_text_add(text, "%c%d", 'a' + heap_of(move), take_of(move));
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct nim *nim = state;

    for (int heap = 0; heap < heap_count(game); heap++)
        cop_text_add(text, "%d", nim->stones[heap]);
    cop_text_add(text, " %d-%d %c", nim->earned[0], nim->earned[1], 'A' + nim->mover);
}

/* "1-0" */
static bool read_earned(const char *word, int *earned)
{
    if (strlen(word) != 3 || word[1] != '-' || strspn(word, "0123456789") != 1 ||
        strspn(word + 2, "0123456789") != 1)
        return false;
    earned[0] = word[0] - '0';
    earned[1] = word[2] - '0';
    return true;
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct nim nim = {{0}};
    int heaps = heap_count(game), empty = 0, earned[2];
    char word[3][TINY_WORD];
    const char *stones = word[0], *mover = word[2];

    if (tiny_split(words, word, 3) != 3 || !read_earned(word[1], earned) ||
        strspn(stones, "0123456789") != strlen(stones) ||
        (strcmp(mover, "A") != 0 && strcmp(mover, "B") != 0))
        return cop_fail(error,
                        "\"%s\" is not a position: write the heaps, what each has earned and "
                        "who moves, as in \"3021 1-0 A\"",
                        words);
    if ((int)strlen(stones) != heaps)
        return cop_fail(error, "\"%s\" must have %d heaps, a digit for each", stones, heaps);
    for (int heap = 0; heap < heaps; heap++) {
        if (stones[heap] - '0' > stone_count(game))
            return cop_fail(error, "\"%s\": a heap has at most %d stones", stones,
                            stone_count(game));
        nim.stones[heap] = (uint8_t)(stones[heap] - '0');
        empty += nim.stones[heap] == 0;
    }
    if (earned[0] + earned[1] != empty)
        return cop_fail(error, "\"%s\": %d heaps are empty, so %d must be earned", words, empty,
                        empty);
    nim.earned[0] = (uint8_t)earned[0];
    nim.earned[1] = (uint8_t)earned[1];
    nim.mover = (uint8_t)(mover[0] - 'A');
    memcpy(state, &nim, sizeof nim);
    return true;
}

/* Each heap is a column of holes that fills from the bottom. */
static int cell_of(const struct cop_game *game, int heap, int level)
{
    return heap * stone_count(game) + level;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct nim *nim = state;

    (void)viewer;
    for (int heap = 0; heap < heap_count(game); heap++)
        for (int level = 0; level < stone_count(game); level++) {
            cop_scene_cell(picture, (float)heap, (float)(stone_count(game) - level), COP_HOLE,
                           COP_FELT, "");
            if (level < nim->stones[heap])
                cop_scene_piece(picture, cell_of(game, heap, level), -1, 0, COP_DISC, "");
        }
    cop_scene_label(picture, 0, 0, "%d-%d", nim->earned[0], nim->earned[1]);
}

/* Clicking a stone takes it and what lies on it. */
static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct nim *nim = state;

    cells[0] = cell_of(game, heap_of(move), nim->stones[heap_of(move)] - take_of(move));
    return 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    (void)game;
    ((struct nim *)state)->mover = (uint8_t)player;
}

/* Draws a heap and a number until they are legal: each legal move is equally likely. */
static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct nim *nim = state;
    int heap, take;

    assert(turn(game, state) != COP_OVER);
    do {
        heap = (int)cop_rng_below(rng, (uint32_t)heap_count(game));
        take = 1 + (int)cop_rng_below(rng, TAKE_MAX);
    } while (take > nim->stones[heap]);
    return pack(heap, take);
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    int plies = 0;

    while (plies < limit && turn(game, state) != COP_OVER) {
        play(game, state, random_move(game, state, rng));
        plies++;
    }
    return plies;
}

static void evaluate_lead(const struct cop_game *game, const void *prepared, const void *state,
                          double *of_player)
{
    const struct nim *nim = state;

    (void)prepared;
    of_player[0] = 0.5 + (nim->earned[0] - nim->earned[1]) / (2.0 * heap_count(game));
    of_player[1] = 1 - of_player[0];
}

static cop_move pick_greedy(const struct cop_game *game, const void *prepared, const void *state,
                            void *notes, struct cop_rng *rng)
{
    cop_move list[TAKE_MAX * HEAPS_MAX];
    int count = moves(game, state, list);

    (void)prepared;
    (void)notes;
    for (int i = 0; i < count; i++)
        if (empties(state, list[i]))
            return list[i];
    return count > 0 ? list[cop_rng_below(rng, (uint32_t)count)] : COP_NO_MOVE;
}

static void rate_emptying(const struct cop_game *game, const void *state, const cop_move *list,
                          int count, float *rating)
{
    (void)game;
    for (int i = 0; i < count; i++)
        rating[i] = empties(state, list[i]) ? 1 : 0;
}

/* The last stones of the last heap, where that heap decides. */
static cop_move decisive(const struct cop_game *game, const void *state)
{
    const struct nim *nim = state;
    int left = heap_count(game) - nim->earned[0] - nim->earned[1];

    if (left != 1 || nim->earned[nim->mover] < nim->earned[1 - nim->mover])
        return COP_NO_MOVE;
    for (int heap = 0; heap < heap_count(game); heap++)
        if (nim->stones[heap] > 0 && nim->stones[heap] <= TAKE_MAX)
            return pack(heap, nim->stones[heap]);
    return COP_NO_MOVE;
}

/* A lead that the heaps which are left cannot make good. */
static bool probe_lead(const struct cop_game *game, const void *prepared, const void *state,
                       enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    const struct nim *nim = state;
    int left = heap_count(game) - nim->earned[0] - nim->earned[1];
    int lead = nim->earned[player] - nim->earned[1 - player];

    (void)prepared;
    if (stake != COP_STAKE_PAYOFF || (lead <= left && -lead <= left))
        return false;
    bounds->low = bounds->high = lead > 0;
    return true;
}

static const struct cop_oracle oracles[] = {
    {.name = "lead", .help = "a lead that cannot be made good", .probe = probe_lead}, {NULL}};

/* The heaps from right to left. */
static void turned(const struct cop_game *game, const void *state, int symmetry, void *out)
{
    const struct nim *nim = state;
    struct nim *other = out;

    *other = *nim;
    for (int heap = 0; symmetry == 1 && heap < heap_count(game); heap++)
        other->stones[heap] = nim->stones[heap_count(game) - 1 - heap];
}

static cop_move turned_move(const struct cop_game *game, cop_move move, int symmetry)
{
    return symmetry == 0 ? move : pack(heap_count(game) - 1 - heap_of(move), take_of(move));
}

/* A class for each sum of stones. */
static int classes(const struct cop_game *game)
{
    return game->max_plies + 1;
}

static int64_t count_numbers(const struct cop_game *game, int class_number)
{
    int64_t count = 2 * (heap_count(game) + 1);

    (void)class_number;
    for (int heap = 0; heap < heap_count(game); heap++)
        count *= stone_count(game) + 1;
    return count;
}

/* Every move takes stones. */
static int stage(const struct cop_game *game, int class_number)
{
    (void)game;
    return class_number;
}

static void name_class(const struct cop_game *game, int class_number, struct cop_text *text)
{
    (void)game;
    cop_text_add(text, "%d", class_number);
}

static bool place_position(const struct cop_game *game, const void *state, struct cop_place *place)
{
    const struct nim *nim = state;

    if (turn(game, state) == COP_OVER)
        return false;
    *place = (struct cop_place){.number = 2 * nim->earned[0] + nim->mover, .patience = INT_MAX};
    for (int heap = 0; heap < heap_count(game); heap++) {
        place->class_number += nim->stones[heap];
        place->number = place->number * (stone_count(game) + 1) + nim->stones[heap];
    }
    return true;
}

/* What the first player has not earned of the empty heaps, the second has. */
static bool position_of(const struct cop_game *game, int class_number, int64_t number, void *state)
{
    struct nim nim = {{0}};
    int sum = 0, empty = 0;

    for (int heap = heap_count(game) - 1; heap >= 0; heap--) {
        nim.stones[heap] = (uint8_t)(number % (stone_count(game) + 1));
        number /= stone_count(game) + 1;
        sum += nim.stones[heap];
        empty += nim.stones[heap] == 0;
    }
    nim.mover = number % 2;
    nim.earned[0] = (uint8_t)(number / 2);
    if (sum != class_number || sum == 0 || nim.earned[0] > empty)
        return false;
    nim.earned[1] = (uint8_t)(empty - nim.earned[0]);
    memcpy(state, &nim, sizeof nim);
    return true;
}

static const struct cop_indexing indexing = {.classes = classes,
                                             .stage = stage,
                                             .pieces = stage,
                                             .name = name_class,
                                             .count = count_numbers,
                                             .place = place_position,
                                             .state = position_of};

/* Each heap, the others being the second player's. */
static int parts(const struct cop_game *game, const void *state, void *out, int room)
{
    const struct nim *nim = state;
    struct nim *part = out;
    int count = 0;

    for (int heap = 0; heap < heap_count(game); heap++)
        if (nim->stones[heap] > 0 && count++ < room) {
            *part = *nim;
            memset(part->stones, 0, sizeof part->stones);
            part->stones[heap] = nim->stones[heap];
            part->earned[1] = (uint8_t)(heap_count(game) - 1 - nim->earned[0]);
            part++;
        }
    return count > 0 ? count : 1;
}

static const struct cop_evaluator evaluators[] = {{.name = "lead",
                                                   .help = "heaps earned more than the opponent",
                                                   .version = 1,
                                                   .upper = 1,
                                                   .evaluate = evaluate_lead},
                                                  {NULL}};

static const struct cop_policy policies[] = {{"greedy", "empties a heap if it can", pick_greedy},
                                             {NULL}};

static const struct cop_ordering orderings[] = {
    {"emptying", "moves that empty a heap first", rate_emptying}, {NULL}};

static int moves_left(const struct cop_game *game, const void *state)
{
    const struct nim *nim = state;
    int stones = 0;

    for (int heap = 0; heap < heap_count(game); heap++)
        stones += nim->stones[heap];
    return stones;
}

const struct cop_rules tiny_nim = {
    .name = "tiny_nim",
    .title = "Tiny Nim",
    .summary = "Take 1 or 2 stones; the last stone of a heap earns it and another move",
    .lesson = "Take 1 or 2 stones from one heap. Taking a heap's last stone earns the heap and "
              "another move. Most heaps win. `b2` takes two stones from the second heap.",
    .player_names = {"First", "Second"},
    .options = options,
    .open = open,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .move_kind = move_kind,
    .stem = stem,
    .moves_left = moves_left,
    .decisive = decisive,
    .turned = turned,
    .turned_move = turned_move,
    .indexing = &indexing,
    .parts = parts,
    .oracles = oracles,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = evaluators,
    .policies = policies,
    .orderings = orderings,
};
