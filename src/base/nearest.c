/* nearest.c - which name a mistyped word was meant to be: the least number of edits, where an edit
 * inserts, drops or changes a letter or swaps two neighbours. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "coppice/option.h"

enum { LETTERS_MAX = 40 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int small_letter(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter;
}

/* cost[i][j] is the distance between the first i letters of one and the first j of the other. */
static int edits(const char *one, const char *other)
{
    int cost[LETTERS_MAX + 1][LETTERS_MAX + 1];
    int rows = (int)strlen(one), columns = (int)strlen(other);

    for (int i = 0; i <= rows; i++)
        cost[i][0] = i;
    for (int j = 0; j <= columns; j++)
        cost[0][j] = j;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            int a = small_letter(one[i - 1]), b = small_letter(other[j - 1]);

            cost[i][j] =
                least(cost[i - 1][j - 1] + (a != b), 1 + least(cost[i - 1][j], cost[i][j - 1]));
            if (i > 1 && j > 1 && a == small_letter(other[j - 2]) && b == small_letter(one[i - 2]))
                cost[i][j] = least(cost[i][j], 1 + cost[i - 2][j - 2]);
        }
    }
    return cost[rows][columns];
}

const char *cop_nearest(const char *word, const char *const *names, int count)
{
    static _Thread_local char answer[LETTERS_MAX + 24];
    size_t length = strlen(word);
    const char *best = NULL;
    int fewest = length < 3 ? 2 : 2 + (int)length / 4; /* one more than is still called near */

    if (length == 0 || length > LETTERS_MAX)
        return "";
    for (int i = 0; i < count; i++) {
        size_t name_length = strlen(names[i]);
        int distance;

        if (name_length > LETTERS_MAX)
            continue;
        distance = edits(word, names[i]);
        if (distance >= (int)(length > name_length ? length : name_length))
            continue; /* they have nothing in common */
        if (length >= 3 && strncasecmp(word, names[i], length) == 0)
            distance = least(distance, 1); /* an abbreviation */
        if (distance < fewest) {
            fewest = distance;
            best = names[i];
        }
    }
    if (best == NULL)
        return "";
    snprintf(answer, sizeof answer, " (did you mean %s?)", best);
    return answer;
}
