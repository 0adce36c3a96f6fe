/* sum.c - positions taken apart, and put into words of bytes for tables. */
#include "search/sum/sum.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

bool cop_sum_fits(const struct cop_game *game, struct cop_error *error)
{
    const struct cop_sums *sums = game->rules->sums;
    const char *why;

    if (sums == NULL || game->rules->parts == NULL || game->rules->moves_left == NULL)
        return cop_fail(error,
                        "%s does not fall into parts that are worth a number of moves each; "
                        "that is for games as the Amazons, which whoever cannot move loses",
                        game->name);
    why = sums->unfit != NULL ? sums->unfit(game) : NULL;
    return why == NULL || cop_fail(error, "%s is no sum of parts, because %s", game->name, why);
}

void cop_sum_free(struct cop_sum *sum)
{
    free(sum->parts);
    *sum = (struct cop_sum){0};
}

void *cop_sum_part(const struct cop_sum *sum, int index)
{
    return sum->parts + (size_t)index * sum->game->state_size;
}

static void make_room(struct cop_sum *sum, int room)
{
    if (room <= sum->room)
        return;
    sum->room = room;
    sum->parts = cop_reallocate(sum->parts, (size_t)room * sum->game->state_size);
}

void cop_sum_remove(struct cop_sum *sum, int part)
{
    size_t size = sum->game->state_size;

    sum->count--;
    memmove(cop_sum_part(sum, part), cop_sum_part(sum, part + 1),
            (size_t)(sum->count - part) * size);
}

static bool can_move(const struct cop_game *game, void *part, int player)
{
    game->rules->sums->turn_to(game, part, player);
    return game->rules->turn(game, part) == player;
}

/* The last part is settled, or dead. */
static bool take_settled(struct cop_sum *sum)
{
    const struct cop_game *game = sum->game;
    const struct cop_sums *sums = game->rules->sums;
    void *part = cop_sum_part(sum, sum->count - 1);
    int moves;

    if (sums->worth != NULL && sums->worth(game, part, &moves))
        sum->moves += moves;
    else if (can_move(game, part, 1) || can_move(game, part, 0))
        return false;
    sum->count--;
    return true;
}

/* Adds the parts of a position. */
static void add_parts(struct cop_sum *sum, const void *state)
{
    const struct cop_game *game = sum->game;
    int first = sum->count, count;

    make_room(sum, first + 4);
    memcpy(cop_sum_part(sum, first), state, game->state_size); /* where it is one whole */
    count = game->rules->parts(game, state, cop_sum_part(sum, first), sum->room - first);
    if (first + count > sum->room) {
        make_room(sum, first + count);
        game->rules->parts(game, state, cop_sum_part(sum, first), count);
    }
    for (int i = 0; i < count; i++) {
        memmove(cop_sum_part(sum, sum->count), cop_sum_part(sum, first + i), game->state_size);
        sum->count++;
        if (!take_settled(sum))
            game->rules->sums->turn_to(game, cop_sum_part(sum, sum->count - 1), 0);
    }
}

void cop_sum_split(struct cop_sum *sum, const struct cop_game *game, const void *state)
{
    sum->game = game;
    sum->moves = sum->count = 0;
    add_parts(sum, state);
}

void cop_sum_only(struct cop_sum *sum, const struct cop_game *game, const void *part)
{
    sum->game = game;
    sum->moves = sum->count = 0;
    make_room(sum, 1);
    memcpy(cop_sum_part(sum, 0), part, game->state_size);
    sum->count = 1;
}

int cop_sum_moves(const struct cop_sum *sum, int part, int player, cop_move *out)
{
    void *state = cop_sum_part(sum, part);

    return can_move(sum->game, state, player) ? sum->game->rules->moves(sum->game, state, out) : 0;
}

void cop_sum_play(const struct cop_sum *sum, int part, int player, cop_move move,
                  struct cop_sum *after)
{
    const struct cop_game *game = sum->game;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    memcpy(state, cop_sum_part(sum, part), game->state_size);
    game->rules->sums->turn_to(game, state, player);
    game->rules->play(game, state, move);
    after->game = game;
    after->moves = sum->moves;
    after->count = 0;
    make_room(after, sum->count + 1);
    for (int i = 0; i < sum->count; i++)
        if (i != part)
            memcpy(cop_sum_part(after, after->count++), cop_sum_part(sum, i), game->state_size);
    add_parts(after, state);
}

/* ---- Keys ---- */

/* One part's bytes: how many, whether the players are exchanged, and its form. */
struct word {
    uint16_t length;
    uint8_t is_swapped;
    uint8_t bytes[COP_FORM_MAX];
};

static int order_of_words(const void *first, const void *second)
{
    const struct word *one = first, *other = second;
    int order = (int)one->length - (int)other->length;

    if (order == 0)
        order = memcmp(one->bytes, other->bytes, one->length);
    return order != 0 ? order : (int)one->is_swapped - (int)other->is_swapped;
}

static bool word_of(const struct cop_sum *sum, int part, struct word *word)
{
    const struct cop_game *game = sum->game;
    bool is_swapped = false;

    if (game->rules->sums->form != NULL)
        word->length = (uint16_t)game->rules->sums->form(game, cop_sum_part(sum, part), word->bytes,
                                                         &is_swapped);
    else if (game->state_size <= sizeof word->bytes) {
        game->rules->sums->turn_to(game, cop_sum_part(sum, part), 0);
        word->length = (uint16_t)game->state_size;
        memcpy(word->bytes, cop_sum_part(sum, part), game->state_size);
    } else
        word->length = 0;
    word->is_swapped = is_swapped;
    return word->length > 0;
}

/* Of a sum and the same with the players exchanged one has the key: that in which the first part
 * is not exchanged, as order_of_words puts them. */
static void exchange(struct word *words, int count)
{
    for (int i = 0; i < count; i++)
        words[i].is_swapped = !words[i].is_swapped;
    qsort(words, (size_t)count, sizeof *words, order_of_words);
}

bool cop_sum_key(const struct cop_sum *sum, uint8_t bytes[COP_SUM_KEY_MAX], int *length,
                 bool *is_swapped)
{
    struct word words[COP_SUM_PARTS_MAX];

    *length = 0;
    *is_swapped = false;
    if (sum->count > COP_SUM_PARTS_MAX)
        return false;
    for (int i = 0; i < sum->count; i++)
        if (!word_of(sum, i, &words[i]))
            return false;
    qsort(words, (size_t)sum->count, sizeof *words, order_of_words);
    if (sum->game->rules->sums->form != NULL && sum->count > 0 && words[0].is_swapped) {
        exchange(words, sum->count);
        *is_swapped = true;
    }
    for (int i = 0; i < sum->count; i++) {
        if (*length + words[i].length + 2 > COP_SUM_KEY_MAX)
            return false;
        bytes[(*length)++] = (uint8_t)words[i].length;
        bytes[(*length)++] = words[i].is_swapped;
        memcpy(bytes + *length, words[i].bytes, words[i].length);
        *length += words[i].length;
    }
    return true;
}
