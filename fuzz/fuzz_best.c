/* fuzz_best.c - any text as boards and, after a line with nothing but "=", as a table of best
 * games: each is refused with a message, or every game of the table ends as it says. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "match/best_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static bool check_game(void *context, const struct cop_best_game *best, struct cop_error *error)
{
    const struct cop_boards *boards = context;
    double points;
    int plies;

    check(best->board >= 0 && best->board < boards->count);
    check(cop_board_play(&boards->boards[best->board], best->game, &plies, &points, error));
    check(points == best->points && plies == best->plies);
    return true;
}

static void check_table(struct cop_boards *boards, char *table)
{
    struct cop_error error = {""};

    if (!cop_best_read(boards, table, check_game, boards, &error))
        check(error.message[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words = cop_copy_bytes((const char *)data, size);
    char *table = strstr(words, "\n=\n");
    struct cop_boards boards;
    struct cop_error error = {""};

    if (table != NULL)
        *table = '\0';
    if (!cop_boards_read_lines(&boards, "samegame(width=3, height=3, colours=3)", "lines", words,
                               &error))
        check(error.message[0] != '\0');
    else if (table != NULL)
        check_table(&boards, table + 3);
    cop_boards_free(&boards);
    free(words);
    return 0;
}
