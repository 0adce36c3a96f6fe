/* tiny.c - the list of tiny games, how to open one by name, and the words of their positions. */
#include "tiny.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const struct cop_rules *const tiny_all_rules[] = {
    &tiny_race, &tiny_three, &tiny_puzzle, &tiny_coin, &tiny_nim, &tiny_domino, NULL};

struct cop_game *tiny_open(const char *spec, struct cop_error *error)
{
    struct cop_game *game = NULL;
    char *name, *inside;
    int at = 0;

    if (!cop_spec_split("game", spec, &name, &inside, error))
        return NULL;
    while (tiny_all_rules[at] != NULL && strcasecmp(tiny_all_rules[at]->name, name) != 0)
        at++;
    if (tiny_all_rules[at] != NULL)
        game = cop_game_open_rules(tiny_all_rules[at], inside, error);
    else
        cop_fail(error, "there is no tiny game \"%s\"", name);
    free(name);
    free(inside);
    return game;
}

int tiny_split(const char *text, char words[][TINY_WORD], int room)
{
    static const char blanks[] = " \t";
    int count = 0;

    for (text += strspn(text, blanks); *text != '\0'; text += strspn(text, blanks)) {
        size_t length = strcspn(text, blanks);

        if (count == room || length >= TINY_WORD)
            return -1;
        memcpy(words[count], text, length);
        words[count++][length] = '\0';
        text += length;
    }
    return count;
}

bool tiny_number(const char *word, int *number)
{
    size_t length = strspn(word, "0123456789");

    if (length == 0 || length > 3 || word[length] != '\0')
        return false;
    *number = (int)strtol(word, NULL, 10);
    return true;
}
