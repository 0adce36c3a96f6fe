/* worker.c - what one thread searches with: its frames, its list of moves, what it learned of cuts.
 *
 * The moves of a line lie one list behind the other. A game may have tens of thousands of moves in
 * one position, but a line has never that many in every one of its positions: a search of lists so
 * long would not end. So there is room for one list of any length and LINE_MOVES beside it; a line
 * that has more is judged where its room ends, as at its last frame. */
#include <stdlib.h>
#include <string.h>

#include "search/tree/search.h"

enum { LINE_MOVES = 16384, LINE_OUTCOMES = 4096, ALIGNMENT = 16, HISTORY_BITS_MAX = 12 };

/* Each outcome has a probability, two bounds that are proven and two that are guessed. */
enum { NUMBERS = 5 };

/* How many things a worker has of each kind. */
struct sizes {
    size_t state;           /* bytes from one to the next */
    size_t list, moves;     /* of one position at most, and of a line */
    size_t outcomes;        /* of a line */
    size_t scratch_ratings; /* only where somebody plays a likeliest move */
    size_t history;         /* for all players */
};

/* Replies of all opponents are one list, where there are several. */
static size_t list_room(const struct tree_search *search)
{
    size_t room = (size_t)search->game->max_moves;
    bool is_reply =
        search->config.family == FAMILY_REPLY || search->config.family == FAMILY_REPLY_PLUS;

    return is_reply && search->game->players > 2 ? room * (size_t)search->game->players : room;
}

static size_t line_room(size_t list, size_t frames, size_t rest)
{
    return frames * list < list + rest ? frames * list : list + rest;
}

static struct sizes find_sizes(const struct tree_search *search)
{
    const struct cop_game *game = search->game;
    size_t list = list_room(search), outcomes = (size_t)game->max_moves;

    return (struct sizes){
        .state = (game->state_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT,
        .list = list,
        .moves = line_room(list, FRAMES, LINE_MOVES),
        .outcomes = game->has_chance ? line_room(outcomes, FRAMES, LINE_OUTCOMES) : 0,
        .scratch_ratings = search->config.family == FAMILY_REPLY_PLUS ? outcomes : 0,
        .history = search->config.has_history ? (size_t)game->players << search->history_bits : 0,
    };
}

/* A player has some times more moves in a game than in a position. More than 4,096 entries
 * were no better in any game. */
int history_bits_for(const struct cop_game *game)
{
    int bits = 8;

    while (bits < HISTORY_BITS_MAX && 1 << bits < 16 * game->max_moves)
        bits++;
    return bits;
}

size_t worker_size(const struct tree_search *search)
{
    const struct worker *worker = NULL;
    struct sizes sizes = find_sizes(search);

    return sizeof *worker + (FRAMES + 1) * sizes.state +
           sizes.moves *
               (sizeof *worker->moves + sizeof *worker->ratings + sizeof *worker->movers) +
           sizes.outcomes * NUMBERS * sizeof *worker->numbers +
           (size_t)search->game->max_moves * sizeof *worker->scratch_moves +
           sizes.scratch_ratings * sizeof *worker->scratch_ratings +
           sizes.history * sizeof *worker->history;
}

/* The first list of a line begins where all room is free; end_list places the others. */
static void place_frames(struct worker *worker, const struct sizes *sizes)
{
    struct frame *first = &worker->frames[0];

    for (size_t i = 0; i < FRAMES; i++)
        worker->frames[i].state = worker->states + i * sizes->state;
    worker->scratch = worker->states + FRAMES * sizes->state;
    first->moves = worker->moves;
    first->ratings = worker->ratings;
    first->movers = worker->movers;
    first->chances = worker->numbers;
    worker->last_list = worker->moves + (sizes->moves - sizes->list);
    if (sizes->outcomes == 0)
        return;
    worker->outcome_room = sizes->outcomes;
    worker->last_chances =
        worker->numbers + (sizes->outcomes - (size_t)worker->search->game->max_moves);
}

/* calloc refuses nothing that it is not asked for. */
static bool allocate(void *place, size_t count, size_t size)
{
    void *block = count > 0 ? calloc(count, size) : NULL;

    memcpy(place, &block, sizeof block);
    return count == 0 || block != NULL;
}

bool worker_open(struct worker *worker, struct tree_search *search, int number,
                 struct cop_error *error)
{
    struct sizes sizes = find_sizes(search);

    worker->search = search;
    worker->number = number;
    if (!allocate(&worker->states, FRAMES + 1, sizes.state) ||
        !allocate(&worker->moves, sizes.moves, sizeof *worker->moves) ||
        !allocate(&worker->ratings, sizes.moves, sizeof *worker->ratings) ||
        !allocate(&worker->movers, sizes.moves, sizeof *worker->movers) ||
        !allocate(&worker->numbers, NUMBERS * sizes.outcomes, sizeof *worker->numbers) ||
        !allocate(&worker->scratch_moves, (size_t)search->game->max_moves,
                  sizeof *worker->scratch_moves) ||
        !allocate(&worker->scratch_ratings, sizes.scratch_ratings,
                  sizeof *worker->scratch_ratings) ||
        !allocate(&worker->history, sizes.history, sizeof *worker->history))
        return cop_fail(error,
                        "the system has no %zu KB for a thread of a search; use fewer threads",
                        worker_size(search) >> 10);
    place_frames(worker, &sizes);
    return true;
}

void worker_close(struct worker *worker)
{
    free(worker->states);
    free(worker->moves);
    free(worker->ratings);
    free(worker->movers);
    free(worker->numbers);
    free(worker->scratch_moves);
    free(worker->scratch_ratings);
    free(worker->history);
}

void worker_forget(struct worker *worker)
{
    const struct tree_search *search = worker->search;
    size_t count = find_sizes(search).history;

    if (count > 0)
        memset(worker->history, 0, count * sizeof *worker->history);
    for (int ply = 0; ply < FRAMES; ply++)
        memset(worker->frames[ply].killers, 0, sizeof worker->frames[ply].killers);
}
