/* beliefs.c - from a word to a belief. */
#include "search/beliefs.h"

#include <strings.h>

const struct cop_option cop_belief_options[] = {
    {"beliefs", COP_WORDS, "", 0, 0, NULL,
     "how likely hidden pieces are what they may be: a belief of the game; without it, or even: "
     "every deal that the rules allow counts alike"},
    {NULL}};

bool cop_belief_find(const struct cop_belief **belief, const struct cop_game *game,
                     const struct cop_settings *settings, struct cop_error *error)
{
    const char *name = cop_words(settings, "beliefs");
    struct cop_text names = COP_TEXT;

    *belief = NULL;
    if (name[0] == '\0' || strcasecmp(name, "even") == 0)
        return true;
    if (!game->is_hidden)
        return cop_fail(error, "beliefs=%.40s: nothing is hidden in %s; leave beliefs out", name,
                        game->rules->name);
    for (const struct cop_belief *row = game->rules->beliefs; row != NULL && row->name != NULL;
         row++) {
        if (strcasecmp(row->name, name) == 0) {
            *belief = row;
            cop_text_free(&names);
            return true;
        }
        cop_text_add(&names, "%s, ", row->name);
    }
    cop_fail(error, "%s has no belief \"%.40s\"; give one of %seven", game->rules->name, name,
             names.bytes != NULL ? names.bytes : "");
    cop_text_free(&names);
    return false;
}
