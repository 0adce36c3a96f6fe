/* fit.c - least squares, and fits as lines of text. */
#include "coppice/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#define FORMAT "coppice-fits 1"

enum { FILE_MAX = 1 << 16 };

bool cop_fit_make(const struct cop_fit_pair *pairs, int count, struct cop_fit *fit,
                  double *correlation, struct cop_error *error)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0, squares = 0;

    for (int i = 0; i < count; i++) {
        mean_x += pairs[i].shallow / count;
        mean_y += pairs[i].deep / count;
    }
    for (int i = 0; i < count; i++) {
        double x = pairs[i].shallow - mean_x, y = pairs[i].deep - mean_y;

        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    if (count < 3 || xx <= 0)
        return cop_fail(error, "%d pairs of values make no line; take more positions", count);
    fit->slope = xy / xx;
    fit->offset = mean_y - fit->slope * mean_x;
    for (int i = 0; i < count; i++) {
        double rest = pairs[i].deep - fit->slope * pairs[i].shallow - fit->offset;

        squares += rest * rest;
    }
    fit->deviation = sqrt(squares / (count - 2));
    if (correlation != NULL)
        *correlation = yy > 0 ? xy / sqrt(xx * yy) : 1;
    return true;
}

void cop_fits_write(const struct cop_fits *fits, struct cop_text *text)
{
    cop_text_add(text, FORMAT "\ngame %s\nevaluator %s\nversion %d\ncount_chance %s\n", fits->game,
                 fits->evaluator, fits->version, fits->counts_chance ? "on" : "off");
    for (int i = 0; i < fits->count; i++)
        cop_text_add(text, "fit %d %d %.9g %.9g %.9g %.6g %d\n", fits->fits[i].shallow,
                     fits->fits[i].deep, fits->fits[i].slope, fits->fits[i].offset,
                     fits->fits[i].deviation, fits->correlation[i], fits->positions[i]);
}

/* ---- Reading ---- */

static bool is_fit(const struct cop_fit *fit)
{
    return fit->shallow >= 0 && fit->deep > fit->shallow && fit->deep < 1000 &&
           isfinite(fit->slope) && isfinite(fit->offset) && isfinite(fit->deviation) &&
           fit->deviation >= 0;
}

/* So many numbers and nothing else. */
static bool read_numbers(const char *words, double *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        char *end;

        numbers[i] = strtod(words, &end);
        if (end == words || !(fabs(numbers[i]) <= 1e9)) /* nan neither */
            return false;
        words = end;
    }
    return words[strspn(words, " ")] == '\0';
}

/* Depths, slope, offset, deviation, correlation and the number of positions. */
static bool read_fit(const char *words, struct cop_fits *fits)
{
    double numbers[7];
    int i = fits->count;

    if (i == COP_FITS_MAX || !read_numbers(words, numbers, 7))
        return false;
    fits->fits[i] = (struct cop_fit){.shallow = (int)numbers[0],
                                     .deep = (int)numbers[1],
                                     .slope = numbers[2],
                                     .offset = numbers[3],
                                     .deviation = numbers[4]};
    fits->correlation[i] = numbers[5];
    fits->positions[i] = (int)numbers[6];
    if (!is_fit(&fits->fits[i]))
        return false;
    fits->count++;
    return true;
}

static bool read_name(const char *words, char *name)
{
    if (words[0] == '\0' || strlen(words) >= COP_FIT_NAME_MAX)
        return false;
    strcpy(name, words);
    return true;
}

static bool read_version(const char *words, int *version)
{
    double number;

    if (!read_numbers(words, &number, 1))
        return false;
    *version = (int)number;
    return true;
}

static bool read_line(const char *line, struct cop_fits *fits)
{
    if (strncmp(line, "game ", 5) == 0)
        return read_name(line + 5, fits->game);
    if (strncmp(line, "evaluator ", 10) == 0)
        return read_name(line + 10, fits->evaluator);
    if (strncmp(line, "version ", 8) == 0)
        return read_version(line + 8, &fits->version);
    if (strncmp(line, "fit ", 4) == 0)
        return read_fit(line + 4, fits);
    fits->counts_chance = strcmp(line, "count_chance on") == 0;
    return fits->counts_chance || strcmp(line, "count_chance off") == 0;
}

static bool read_lines(char *bytes, const char *path, struct cop_fits *fits,
                       struct cop_error *error)
{
    char *next = bytes;

    for (int number = 1; *next != '\0'; number++) {
        char *line = next;

        next += strcspn(next, "\n");
        if (*next != '\0')
            *next++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (number == 1 ? strcmp(line, FORMAT) != 0 : !read_line(line, fits))
            return cop_fail(error, "%s, line %d: not a line of a file of fits%s", path, number,
                            number == 1 ? "; coppice tune probcut makes one" : "");
    }
    if (fits->count == 0 || fits->game[0] == '\0' || fits->evaluator[0] == '\0')
        return cop_fail(error, "%s: a file of fits needs a game, an evaluator and a fit", path);
    return true;
}

bool cop_fits_read(const char *path, struct cop_fits *fits, struct cop_error *error)
{
    char *bytes = cop_file_read(path, FILE_MAX, NULL, error);
    bool is_read = bytes != NULL;

    *fits = (struct cop_fits){0};
    is_read = is_read && read_lines(bytes, path, fits, error);
    free(bytes);
    return is_read;
}

bool cop_fits_suit(const struct cop_fits *fits, const struct cop_game *game,
                   const struct cop_evaluator *evaluator, bool counts_chance,
                   struct cop_error *error)
{
    size_t length = strcspn(fits->game, "(");

    if (strlen(game->rules->name) != length || strncmp(fits->game, game->rules->name, length) != 0)
        return cop_fail(error, "the fits are of %s and not of %s", fits->game, game->rules->name);
    if (strcmp(fits->evaluator, evaluator->name) != 0)
        return cop_fail(error, "the fits are of the evaluator %s and not of %s", fits->evaluator,
                        evaluator->name);
    if (fits->version != evaluator->version)
        return cop_fail(error,
                        "the fits are of version %d of the evaluator %s, which is at version %d "
                        "now; make new ones with coppice tune probcut",
                        fits->version, fits->evaluator, evaluator->version);
    if (fits->counts_chance != counts_chance)
        return cop_fail(error, "the fits are of depths with count_chance=%s; use that",
                        fits->counts_chance ? "on" : "off");
    return true;
}
