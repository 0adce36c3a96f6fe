/* beam.c - beam search (samegame-and-fanorona.md 10): level by level only the best positions are
 * looked at further.
 *
 * A level is a shelf of as many positions as the beam is wide; a game that has ended is offered and
 * leaves the beam. Levels are numbers of moves made, or of moves that can still be made, so that
 * positions with as much to come are compared. Where each position that was kept comes from is
 * written down in records, which outlive the levels: a whole game is read from them backwards.
 *
 * Without a given width the search begins with a narrow beam and doubles it. When a pass has left
 * nothing out, its best game is the best there is. */
#include "search/puzzle/beam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "search/evaluators.h"
#include "search/puzzle/dive.h"
#include "search/puzzle/shelf.h"

enum { WIDTH_MAX = 1 << 20, NO_RECORD = -1 };

enum levels { BY_MOVES, BY_LEFT };
enum judged { BY_BEST, BY_MEAN };

struct beam_config {
    int width; /* 0: doubled until the limit */
    enum levels levels;
    int playouts;
    enum judged judged;
    double noise;
    double inherit;
    struct cop_judge judge;
};

/* Where a position that was kept comes from. */
struct record {
    int32_t from;
    cop_move move;
};

struct beam {
    unsigned char *block;
    size_t bytes;
    struct shelf *levels;
    int level_room; /* of `levels` */
    int level_count;
    struct record *records;
    int32_t record_count;
    bool is_whole; /* nothing was left out in this pass */
    void *state, *next, *end;
    double value; /* of `state`; NaN: of the root, which has none */
    cop_move *moves;
};

static const struct cop_option options[] = {
    {"width", COP_INTEGER, "0", 0, WIDTH_MAX, NULL,
     "positions of a level that are looked at further; 0: 1, 2, 4 and so on until the limit"},
    {"eval", COP_WORDS, "", 0, 0, NULL,
     "the evaluator that says which; score: the points made so far"},
    {"levels", COP_CHOICE, "moves", 0, 0, "moves|left",
     "what positions of one level have in common: moves made, or moves that can still be made"},
    {"playouts", COP_INTEGER, "0", 0, 10000, NULL,
     "judge positions by so many playouts instead of the evaluator"},
    {"judged", COP_CHOICE, "best", 0, 0, "best|mean", "by the best of the playouts or their mean"},
    {"inherit", COP_REAL, "0.95", 0, 0.999, NULL,
     "the share that its parent's value has in a position's value by playouts, against their luck"},
    {"noise", COP_REAL, "0", 0, 1e6, NULL,
     "values are changed at random by up to so much, and passes repeated until the limit"},
    {"Playouts", COP_TABLE, .table = cop_puzzle_playout_options},
    {"Game", COP_TABLE, .table = cop_puzzle_options},
    {NULL},
};

static const struct beam_config *config_of(const struct puzzle_walker *walker)
{
    return walker->puzzle->config;
}

static bool configure(const struct cop_game *game, const struct cop_settings *settings,
                      void *config, struct cop_error *error)
{
    struct beam_config *beam = config;

    beam->width = (int)cop_integer(settings, "width");
    beam->levels = (enum levels)cop_choice(settings, "levels");
    beam->playouts = (int)cop_integer(settings, "playouts");
    beam->judged = (enum judged)cop_choice(settings, "judged");
    beam->noise = cop_real(settings, "noise");
    beam->inherit = cop_real(settings, "inherit");
    if (beam->levels == BY_LEFT && game->rules->moves_left == NULL)
        return cop_fail(error, "levels=left: %s does not say how many moves are left",
                        game->rules->name);
    return cop_judge_find(&beam->judge, game, cop_words(settings, "eval"), error);
}

/* ---- Memory ---- */

static int level_room(const struct puzzle_walker *walker)
{
    return config_of(walker)->levels == BY_LEFT ? walker->game->max_plies + 1 : 2;
}

/* Every level of every pass leaves as many records as it is wide at most. */
static size_t bytes_for(const struct puzzle_walker *walker, uint32_t width)
{
    size_t records = (size_t)width * ((size_t)walker->game->max_plies + 1) + 1;

    return (size_t)level_room(walker) * shelf_bytes(width, walker->game->state_size) +
           records * sizeof(struct record);
}

static uint32_t widest(const struct puzzle_walker *walker, size_t bytes)
{
    uint32_t width = 1;

    while (width < WIDTH_MAX && bytes_for(walker, 2 * width) <= bytes)
        width *= 2;
    return width;
}

static void close_beam(struct puzzle_walker *walker)
{
    struct beam *beam = walker->own;

    if (beam == NULL)
        return;
    cop_block_free(beam->block, beam->bytes);
    free(beam->levels);
    free(beam->state);
    free(beam->next);
    free(beam->end);
    free(beam->moves);
    free(beam);
}

static bool open_block(struct puzzle_walker *walker, struct beam *beam, size_t memory,
                       struct cop_error *error)
{
    int width = config_of(walker)->width;
    size_t least = bytes_for(walker, width > 0 ? (uint32_t)width : 1);

    if (least > memory)
        return cop_fail(error, "%s needs %zu bytes of memory, and has %zu; raise memory=%s",
                        width > 0 ? "a beam of this width" : "even a beam of width 1", least,
                        memory, width > 0 ? " or lower width" : "");
    beam->bytes = width > 0 ? least : bytes_for(walker, widest(walker, memory));
    beam->block = cop_block_allocate(beam->bytes);
    return beam->block != NULL || cop_fail(error, "not enough memory");
}

static bool open_beam(struct puzzle_walker *walker, size_t memory, struct cop_error *error)
{
    const struct cop_game *game = walker->game;
    struct beam *beam = walker->own = calloc(1, sizeof *beam);
    struct beam_config *config = walker->puzzle->config;

    if (beam == NULL)
        return cop_fail(error, "not enough memory");
    beam->level_room = level_room(walker);
    beam->levels = calloc((size_t)beam->level_room, sizeof *beam->levels);
    beam->state = malloc(game->state_size);
    beam->next = malloc(game->state_size);
    beam->end = malloc(game->state_size);
    beam->moves = calloc((size_t)game->max_moves, sizeof *beam->moves);
    if (beam->levels == NULL || beam->state == NULL || beam->next == NULL || beam->end == NULL ||
        beam->moves == NULL)
        return cop_fail(error, "not enough memory");
    return open_block(walker, beam, memory, error) &&
           cop_judge_prepare(&config->judge, game, NULL, error);
}

/* ---- One pass ---- */

/* Writes the way of a move after a record; the first record is the root. */
static void retrace(struct puzzle_walker *walker, int32_t from, cop_move move)
{
    const struct record *records = ((const struct beam *)walker->own)->records;
    int length = 1;

    for (int32_t at = from; records[at].from != NO_RECORD; at = records[at].from)
        length++;
    walker->way_length = length;
    walker->way[--length] = move;
    for (int32_t at = from; records[at].from != NO_RECORD; at = records[at].from)
        walker->way[--length] = records[at].move;
}

/* What the playouts from beam->next promise; the way leads there. NaN if the search has ended. */
static double judge_by_playouts(struct puzzle_walker *walker)
{
    const struct beam_config *config = config_of(walker);
    struct beam *beam = walker->own;
    double best = -INFINITY, sum = 0;
    int length = walker->way_length;

    for (int i = 0; i < config->playouts; i++) {
        double total;

        if (i > 0 && !puzzle_step(walker))
            return NAN;
        memcpy(beam->end, beam->next, walker->game->state_size);
        walker->way_length = length;
        total = puzzle_play_out(walker, beam->end);
        best = fmax(best, total);
        sum += total;
    }
    return config->judged == BY_BEST ? best : sum / config->playouts;
}

static double judge(struct puzzle_walker *walker, int32_t from, cop_move move)
{
    const struct beam_config *config = config_of(walker);
    const struct cop_judge *judge = &config->judge;
    const struct beam *beam = walker->own;
    double value;

    if (config->playouts > 0) {
        retrace(walker, from, move);
        value = judge_by_playouts(walker);
        if (config->inherit > 0 && !isnan(beam->value))
            value = (1 - config->inherit) * value + config->inherit * beam->value;
    } else {
        judge->evaluator.evaluate(walker->game, judge->prepared, ((struct beam *)walker->own)->next,
                                  &value);
    }
    if (config->noise > 0)
        value += config->noise * (2 * cop_rng_unit(&walker->rng) - 1);
    return value;
}

/* The level of beam->next, which is below that of its parent. Moves that can still be made need not
 * become fewer with every move, but there are levels enough for all moves. */
static int level_of(const struct puzzle_walker *walker, int parent)
{
    const struct beam *beam = walker->own;
    int level = parent + 1;

    if (config_of(walker)->levels == BY_LEFT) {
        int left = walker->game->rules->moves_left(walker->game, beam->next);

        level = beam->level_count - 1 - left > level ? beam->level_count - 1 - left : level;
    }
    return level;
}

static struct shelf *shelf_of(struct beam *beam, int level)
{
    return &beam->levels[level % beam->level_room];
}

/* beam->next comes from this record by this move. False if the search has ended. */
static bool take_in(struct puzzle_walker *walker, int parent, int32_t from, cop_move move)
{
    const struct cop_game *game = walker->game;
    struct beam *beam = walker->own;
    struct shelf *shelf = shelf_of(beam, level_of(walker, parent));
    struct shelf_entry entry = {.from = (uint32_t)from, .move = move};
    enum shelf_outcome outcome;

    entry.value = judge(walker, from, move);
    if (isnan(entry.value))
        return false;
    if (shelf_is_above(shelf, entry.value)) {
        beam->is_whole = false;
        return true;
    }
    entry.points = puzzle_total(walker, beam->next);
    entry.key = puzzle_rest(game, beam->next);
    outcome = shelf_offer(shelf, &entry, beam->next);
    beam->is_whole = beam->is_whole && (outcome == SHELF_TOOK || outcome == SHELF_KNEW);
    return true;
}

static bool expand(struct puzzle_walker *walker, int level, int32_t record)
{
    const struct cop_game *game = walker->game;
    struct beam *beam = walker->own;
    int count = game->rules->moves(game, beam->state, beam->moves);

    for (int i = 0; i < count; i++) {
        if (!puzzle_step(walker))
            return false;
        puzzle_count(&walker->nodes);
        memcpy(beam->next, beam->state, game->state_size);
        game->rules->play(game, beam->next, beam->moves[i]);
        if (game->rules->turn(game, beam->next) == COP_OVER) {
            retrace(walker, record, beam->moves[i]);
            puzzle_offer(walker, puzzle_total(walker, beam->next));
        } else if (!take_in(walker, level, record, beam->moves[i])) {
            return false;
        }
    }
    return true;
}

/* Looks at all positions of a level; those that stay get their records first. */
static bool look_through(struct puzzle_walker *walker, int level)
{
    struct beam *beam = walker->own;
    struct shelf *shelf = shelf_of(beam, level);

    for (uint32_t i = 0; i < shelf->count; i++) {
        const struct shelf_entry *entry = &shelf->entries[i];
        int32_t record = beam->record_count++;

        beam->records[record] = (struct record){(int32_t)entry->from, entry->move};
        memcpy(beam->state, shelf_state(shelf, i), walker->game->state_size);
        beam->value = entry->value;
        if (!expand(walker, level, record))
            return false;
    }
    return true;
}

static void lay_out(struct puzzle_walker *walker, uint32_t width)
{
    struct beam *beam = walker->own;
    size_t bytes = shelf_bytes(width, walker->game->state_size);

    for (int i = 0; i < beam->level_room; i++)
        shelf_lay_out(&beam->levels[i], beam->block + (size_t)i * bytes, width,
                      walker->game->state_size);
    beam->records = (struct record *)(void *)(beam->block + (size_t)beam->level_room * bytes);
    beam->record_count = 0;
    beam->is_whole = true;
}

/* The root is the first record and has no level. False if the search has ended. */
static bool pass(struct puzzle_walker *walker, uint32_t width)
{
    const struct cop_game *game = walker->game;
    struct beam *beam = walker->own;

    lay_out(walker, width);
    beam->level_count = game->max_plies + 1;
    memcpy(beam->state, walker->puzzle->root, game->state_size);
    beam->records[beam->record_count++] = (struct record){NO_RECORD, COP_NO_MOVE};
    beam->value = NAN;
    if (!expand(walker, -1, 0))
        return false;
    for (int level = 0; level < beam->level_count; level++) {
        if (!look_through(walker, level))
            return false;
        shelf_clear(shelf_of(beam, level));
    }
    return true;
}

static void search(struct puzzle_walker *walker)
{
    const struct beam_config *config = config_of(walker);
    const struct beam *beam = walker->own;
    uint32_t width = config->width > 0 ? (uint32_t)config->width : 1;

    while (pass(walker, width)) {
        if (beam->is_whole) {
            puzzle_exhausted(walker);
            return;
        }
        if (config->width == 0 && bytes_for(walker, 2 * width) <= beam->bytes)
            width *= 2;
        else if (config->noise <= 0 && config->playouts == 0)
            return; /* the same again would find the same */
    }
}

static const struct puzzle_method method = {.config_size = sizeof(struct beam_config),
                                            .configure = configure,
                                            .open = open_beam,
                                            .close = close_beam,
                                            .search = search,
                                            .plays_out = true,
                                            .is_single = true};

const struct cop_agent_kind cop_beam_agent = {
    .name = "beam",
    .title = "Beam search",
    .summary = "for one player: level by level, only the best positions are looked at further, "
               "each once",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &method,
    COP_PUZZLE_AGENT,
};
