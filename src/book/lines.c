/* lines.c - a book as lines of text. */
#include "book/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "book/graph.h"
#include "book/walk.h"

/* ---- Reading ---- */

struct reader {
    struct cop_book *book;
    struct cop_book_lines *lines;
    int node; /* where the line has come to */
};

static void step(void *context, const void *before, cop_move move)
{
    struct reader *reader = context;
    int size = reader->book->count;

    reader->node = cop_book_join_image(reader->book, reader->node, before, move);
    reader->lines->unlisted += reader->book->count - size;
}

/* The part of a line up to the next ';' or its end, without blanks around it; the caller frees it.
 */
static char *take_field(const char **at, const char *end)
{
    const char *stop = memchr(*at, ';', (size_t)(end - *at));
    char *raw = cop_copy_bytes(*at, (size_t)((stop != NULL ? stop : end) - *at));
    char *field = cop_copy_trimmed(raw);

    *at = stop != NULL ? stop + 1 : end;
    free(raw);
    return field;
}

static bool read_mean(const char *word, double *mean, struct cop_error *error)
{
    char *end;

    *mean = NAN;
    if (strcmp(word, "?") == 0)
        return true;
    *mean = strtod(word, &end);
    return (word[0] != '\0' && *end == '\0' && fabs(*mean) <= COP_BOOK_MEAN_MAX) ||
           cop_fail(error, "\"%.40s\" is no mean: write a number, or ? where it is not known",
                    word);
}

static bool read_visits(const char *word, int64_t *visits, struct cop_error *error)
{
    char *end;

    *visits = strtoll(word, &end, 10);
    return (isdigit((unsigned char)word[0]) && *end == '\0' && *visits < INT64_MAX / 2) ||
           cop_fail(error, "\"%.40s\" is no number of visits: write a whole number", word);
}

/* Plays the line, and gives the last position its numbers. */
static bool enter_line(struct reader *reader, const char *moves, double mean, int64_t visits,
                       struct cop_error *error)
{
    struct cop_book *book = reader->book;
    char *state = cop_allocate(book->game->state_size);
    bool is_good;

    memcpy(state, cop_book_state(book, 0), book->game->state_size);
    reader->node = 0;
    is_good = strcasecmp(moves, "root") == 0 ||
              cop_moves_play(book->game, state, moves, step, reader, error);
    free(state);
    if (is_good) {
        const struct cop_book_node *node = &book->nodes[reader->node];

        reader->lines->unlisted -= reader->node > 0 && !node->is_permanent;
        reader->lines->meetings += node->is_permanent;
        cop_book_set_found(book, reader->node, mean, visits);
        reader->lines->taken++;
    }
    return is_good;
}

static bool read_line(struct reader *reader, const char *line, const char *end,
                      struct cop_error *error)
{
    char *moves = take_field(&line, end), *mean_word = take_field(&line, end);
    bool has_end = line < end;
    char *visits_word = take_field(&line, end);
    double mean;
    int64_t visits;
    bool is_good =
        ((has_end && line == end) ||
         cop_fail(error, "a line is written MOVES;MEAN;VISITS, such as \"d1d7g7;3.4;6016\"")) &&
        read_mean(mean_word, &mean, error) && read_visits(visits_word, &visits, error);

    if (is_good && moves[0] == '\0')
        is_good = cop_fail(error, "there are no moves before the first ';': write them, or Root");
    else if (is_good && strchr(moves, '?') != NULL)
        reader->lines->unknown++;
    else if (is_good)
        is_good = enter_line(reader, moves, mean, visits, error);
    free(moves);
    free(mean_word);
    free(visits_word);
    return is_good;
}

bool cop_book_read_lines(struct cop_book *book, const char *text, struct cop_book_lines *lines,
                         struct cop_error *error)
{
    struct reader reader = {.book = book, .lines = lines};

    *lines = (struct cop_book_lines){0};
    for (int number = 1; *text != '\0'; number++) {
        const char *end = text + strcspn(text, "\n"), *last = end;

        while (text < last && isspace((unsigned char)*text))
            text++;
        while (last > text && isspace((unsigned char)last[-1]))
            last--;
        if (text < last && *text != '#' && !read_line(&reader, text, last, error))
            return cop_fail_in(error, "line %d", number);
        text = *end == '\n' ? end + 1 : end;
    }
    book->about.iterations = book->nodes[0].visits;
    return true;
}

/* ---- Writing ---- */

static void write_number(double mean, struct cop_text *text)
{
    if (isnan(mean))
        cop_text_add(text, "?");
    else
        cop_text_add(text, "%.6g", mean);
}

static bool write_step(void *context, const struct cop_book_step *step)
{
    struct cop_text *text = context;

    cop_text_add(text, "%s;", step->depth == 0 ? "Root" : step->line);
    write_number(step->worth, text);
    cop_text_add(text, ";%lld\n", (long long)step->visits);
    return true;
}

void cop_book_write_lines(const struct cop_book *book, int64_t least, struct cop_text *text)
{
    cop_book_walk(book, &(struct cop_book_bounds){.least = least}, write_step, text);
}
