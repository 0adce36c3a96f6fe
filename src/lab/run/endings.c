#include "lab/run/endings.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { ENDINGS_MAX = 100 }; /* in a file that anybody may have written */

int cop_lab_find_ending(const struct cop_lab_run_result *run, const char *phrase)
{
    for (int i = 0; i < run->ending_count; i++)
        if (strcmp(run->endings[i], phrase) == 0)
            return i;
    return -1;
}

int cop_lab_note_ending(struct cop_lab_run_result *run, const char *phrase)
{
    int found = phrase ? cop_lab_find_ending(run, phrase) : -1;

    if (!phrase || found >= 0)
        return found;
    run->endings =
        cop_reallocate(run->endings, ((size_t)run->ending_count + 1) * sizeof *run->endings);
    run->endings[run->ending_count] = cop_copy_string(phrase);
    return run->ending_count++;
}

int cop_ended_place(const struct cop_fixture_result *fixture, int ending)
{
    return fixture->entrant_count * COP_MATCH_VARIABLES + ending;
}

int cop_won_by_place(const struct cop_lab_run_result *run, const struct cop_fixture_result *fixture,
                     int seat, int ending)
{
    return cop_ended_place(fixture, run->ending_count) + seat * run->ending_count + ending;
}

void cop_lab_game_variables(const struct cop_lab_run_result *run,
                            const struct cop_fixture_result *fixture, int game, double *variables)
{
    int own = fixture->entrant_count * COP_MATCH_VARIABLES;
    const double *row = fixture->rows + (ptrdiff_t)game * own;
    int ending = fixture->endings ? fixture->endings[game] : -1;

    memset(variables, 0, (size_t)fixture->sample.width * sizeof *variables);
    memcpy(variables, row, (size_t)own * sizeof *variables);
    if (ending >= 0)
        variables[cop_ended_place(fixture, ending)] = 1;
    for (int seat = 0; seat < fixture->entrant_count && ending >= 0; seat++)
        variables[cop_won_by_place(run, fixture, seat, ending)] =
            row[seat * COP_MATCH_VARIABLES + COP_MATCH_WINS];
}

void cop_lab_add_up_games(const struct cop_lab_run_result *run, struct cop_fixture_result *fixture,
                          int count)
{
    int width = cop_won_by_place(run, fixture, fixture->entrant_count, 0);
    double *variables = cop_allocate((size_t)width * sizeof *variables);

    cop_sample_open(&fixture->sample, width);
    for (int i = 0; i < count; i++) {
        cop_lab_game_variables(run, fixture, i, variables);
        cop_sample_add(&fixture->sample, variables);
    }
    free(variables);
}

json_t *cop_pack_endings(const struct cop_lab_run_result *run,
                         const struct cop_fixture_result *fixture)
{
    json_t *object;

    if (!fixture->endings || run->ending_count == 0)
        return NULL;
    object = json_object();
    for (int ending = 0; ending < run->ending_count; ending++) {
        json_t *numbers = json_array();

        for (int i = 0; i < (int)fixture->sample.count; i++)
            if (fixture->endings[i] == ending)
                json_array_append_new(numbers, json_integer(i));
        json_object_set_new(object, run->endings[ending], numbers);
    }
    return object;
}

/* Every game ends once. */
static bool unpack_numbers(const json_t *numbers, int ending, int *endings, int count)
{
    size_t index;
    json_t *item;

    if (!json_is_array(numbers))
        return false;
    json_array_foreach(numbers, index, item)
    {
        json_int_t number = json_integer_value(item);

        if (!json_is_integer(item) || number < 0 || number >= count || endings[number] >= 0)
            return false;
        endings[number] = ending;
    }
    return true;
}

bool cop_unpack_endings(const json_t *json, struct cop_lab_run_result *run,
                        struct cop_fixture_result *fixture, int count)
{
    const char *phrase;
    json_t *numbers;

    if (!json)
        return true;
    if (!json_is_object(json) || json_object_size(json) > ENDINGS_MAX)
        return false;
    fixture->endings = cop_allocate(((size_t)count + 1) * sizeof *fixture->endings);
    for (int i = 0; i < count; i++)
        fixture->endings[i] = -1;
    json_object_foreach((json_t *)json, phrase, numbers)
    {
        int ending = cop_lab_note_ending(run, phrase);

        if (run->ending_count > ENDINGS_MAX ||
            !unpack_numbers(numbers, ending, fixture->endings, count))
            return false;
    }
    return true;
}
