#include "match/known.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/embedded.h"

extern const struct cop_embedded cop_data_samegame_best;

static const struct {
    const char *game;
    const struct cop_embedded *table;
} tables[] = {{"samegame", &cop_data_samegame_best}};

/* How many standard boards a game has. */
static int count_boards(const char *game)
{
    const struct cop_rules *rules = cop_rules_find(game);

    for (struct cop_option_walk walk = cop_options_walk(rules != NULL ? rules->options : NULL);
         cop_options_next(&walk);)
        if (strcmp(walk.option->name, "standard") == 0 && walk.option->kind == COP_INTEGER)
            return (int)walk.option->high;
    return 0;
}

bool cop_known_boards(const char *game, struct cop_boards *boards, struct cop_error *error)
{
    int count = count_boards(game);
    struct cop_text lines = COP_TEXT;
    bool is_good;

    *boards = (struct cop_boards){0};
    if (count == 0)
        return true;
    for (int i = 1; i <= count; i++)
        cop_text_add(&lines, "%s(standard=%d)\n", game, i);
    is_good = cop_boards_read_lines(boards, game, "the standard boards", lines.bytes, error);
    cop_text_free(&lines);
    return is_good;
}

bool cop_known_each(const char *game, const struct cop_boards *boards, cop_each_best *each,
                    void *context, struct cop_error *error)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char *text;
        bool is_good;

        if (strcmp(tables[i].game, game) != 0)
            continue;
        text = cop_copy_bytes((const char *)tables[i].table->bytes, tables[i].table->size);
        is_good = cop_best_read(boards, text, each, context, error);
        free(text);
        return is_good;
    }
    return true;
}
