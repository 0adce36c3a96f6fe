/* prompt.c - what the next click of a move decides, in general words where a game has none. */
#include <stdlib.h>

#include "base/allocate.h"
#include "game/prompt.h"

/* How the moves of a position are entered. */
struct entry {
    int shortest, longest; /* path, without those that have no cells */
    bool is_pass;          /* a pass is all that can be done */
};

static struct entry entry_of(const struct cop_game *game, const void *state)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);
    struct entry entry = {.is_pass = count == 1 && moves[0] == COP_PASS};
    int cells[COP_PATH_MAX];

    for (int i = 0; i < count; i++) {
        int length = game->rules->path(game, state, moves[i], cells);

        if (length > 0 && (entry.shortest == 0 || length < entry.shortest))
            entry.shortest = length;
        entry.longest = length > entry.longest ? length : entry.longest;
    }
    free(moves);
    return entry;
}

int cop_prompt_steps(const struct cop_game *game, const void *state)
{
    int longest = entry_of(game, state).longest;

    return longest > 0 ? longest : 1;
}

/* A path of one cell is most often a place, and the first cell of a longer one what moves. */
static const char *general_prompt(const struct entry *entry, int step)
{
    if (entry->longest <= 1)
        return "Choose a place";
    if (step == 0)
        return "Choose what to move";
    if (step < entry->shortest)
        return "Choose where it goes";
    return "Choose how it goes on, or finish the move";
}

void cop_prompt_write(const struct cop_game *game, const void *state, int step,
                      struct cop_text *text)
{
    struct entry entry = entry_of(game, state);

    if (entry.is_pass)
        cop_text_add(text, "Pass: nothing else is possible");
    else if (game->rules->prompt != NULL)
        game->rules->prompt(game, state, step, text);
    else if (game->rules->turn(game, state) == COP_CHANCE)
        cop_text_add(text, "Let chance decide");
    else
        cop_text_add(text, "%s", general_prompt(&entry, step));
}
