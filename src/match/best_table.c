#include "match/best_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

static const char total_name[] = "total";

void cop_best_write_line(const char *board, double points, int plies, const char *agent,
                         const char *game, struct cop_text *text)
{
    cop_text_add(text, "%s\t%.12g\t%d\t%s\t%s\n", board, points, plies, agent, game);
}

void cop_best_write_total(double points, int boards, struct cop_text *text)
{
    cop_text_add(text, "%s\t%.12g\t%d\n", total_name, points, boards);
}

/* ---- Reading ---- */

struct reading {
    const struct cop_boards *boards;
    cop_each_best *each;
    void *context;
    bool *is_seen; /* of each board */
    int count;
    double total;
    bool has_total;
};

/* The next field of a line: up to a tab or the end. */
static char *next_field(char **rest)
{
    char *field = *rest;
    size_t length = strcspn(field, "\t");

    *rest = field[length] == '\0' ? field + length : field + length + 1;
    field[length] = '\0';
    return field;
}

static bool read_number(const char *words, double *number)
{
    char *end;

    *number = strtod(words, &end);
    return end != words && *end == '\0';
}

static bool read_total(struct reading *reading, char *rest, struct cop_error *error)
{
    double points, count;

    if (!read_number(next_field(&rest), &points) || !read_number(next_field(&rest), &count))
        return cop_fail(error, "a total is the word, points and a number of boards, with tabs");
    if (reading->has_total)
        return cop_fail(error, "there is a total already");
    reading->has_total = true;
    if (points != reading->total || count != reading->count)
        return cop_fail(error, "the %d games before have %.12g points and not %.12g in %.12g",
                        reading->count, reading->total, points, count);
    return true;
}

/* Whether the game is what the line says. */
static bool check_game(const struct cop_board *board, const struct cop_best_game *best,
                       struct cop_error *error)
{
    double points;
    int plies;

    if (!cop_board_play(board, best->game, &plies, &points, error))
        return false;
    if (points != best->points || plies != best->plies)
        return cop_fail(error,
                        "the game on board %s has %.12g points in %d moves, and the line says "
                        "%.12g in %d",
                        board->name, points, plies, best->points, best->plies);
    return true;
}

static bool read_line(struct reading *reading, char *line, struct cop_error *error)
{
    char *rest = line;
    const char *name = next_field(&rest);
    struct cop_best_game best = {.board = cop_boards_find(reading->boards, name)};
    double plies;

    if (strcmp(name, total_name) == 0)
        return read_total(reading, rest, error);
    if (best.board < 0)
        return cop_fail(error, "there is no board \"%.40s\"", name);
    if (reading->is_seen[best.board])
        return cop_fail(error, "board %s was there before", name);
    if (!read_number(next_field(&rest), &best.points) || !read_number(next_field(&rest), &plies) ||
        !(plies >= 0 && plies <= INT32_MAX))
        return cop_fail(error, "a line is board, points, moves, agent and game, with tabs");
    best.plies = (int)plies;
    best.agent = next_field(&rest);
    best.game = rest;
    if (!check_game(&reading->boards->boards[best.board], &best, error))
        return false;
    reading->is_seen[best.board] = true;
    reading->count++;
    reading->total += best.points;
    return reading->each == NULL || reading->each(reading->context, &best, error);
}

bool cop_best_read(const struct cop_boards *boards, char *text, cop_each_best *each, void *context,
                   struct cop_error *error)
{
    struct reading reading = {.boards = boards, .each = each, .context = context};
    bool is_good = true;
    char *next = text;

    reading.is_seen = cop_allocate((size_t)boards->count * sizeof *reading.is_seen);
    for (int number = 1; is_good && next != NULL; number++) {
        char *line = next;
        size_t length = strcspn(line, "\r\n");

        next = strchr(line, '\n');
        next = next == NULL ? NULL : next + 1;
        line[length] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        is_good = read_line(&reading, line, error) || cop_fail_in(error, "line %d", number);
    }
    if (is_good && !reading.has_total)
        is_good = cop_fail(error, "the total is missing: the table is not whole");
    free(reading.is_seen);
    return is_good;
}
