#include "lab/experiment/positions.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/files.h"

static const char blanks[] = " \t\r";

void cop_positions_free(struct cop_positions *positions)
{
    for (int i = 0; i < positions->count; i++)
        free(positions->names[i]);
    for (int i = 0; i < positions->count; i++)
        free(positions->answers[i]);
    free(positions->answers);
    free(positions->names);
    free(positions->states);
    *positions = (struct cop_positions){0};
}

/* Room for one more, so that a list in which every place is used has it. */
static void *add_place(struct cop_positions *positions, const char *name, size_t length)
{
    size_t count = (size_t)positions->count + 1;

    positions->names = cop_reallocate(positions->names, count * sizeof *positions->names);
    positions->states = cop_reallocate(positions->states, count * positions->stride);
    positions->answers = cop_reallocate(positions->answers, count * sizeof *positions->answers);
    positions->answers[positions->count] = NULL;
    positions->names[positions->count] = cop_copy_bytes(name, length);
    return positions->states + (size_t)positions->count++ * positions->stride;
}

static bool has_name(const struct cop_positions *positions, const char *name, size_t length)
{
    for (int i = 0; i < positions->count; i++)
        if (strlen(positions->names[i]) == length &&
            strncmp(positions->names[i], name, length) == 0)
            return true;
    return false;
}

/* The right moves of a problem, words with blanks between them. */
static bool read_answers(char *words, const struct cop_game *game, const void *state,
                         cop_move **answers, struct cop_error *error)
{
    int count = 0;

    *answers = cop_allocate((strlen(words) + 2) * sizeof **answers);
    for (char *rest = words, *word; (word = strtok_r(rest, blanks, &rest)) != NULL; count++)
        if (!cop_move_read(game, state, word, &(*answers)[count], error))
            return false;
    (*answers)[count] = COP_NO_MOVE;
    return count > 0 || cop_fail(error, "there are no moves behind the semicolon");
}

/* One line, which is not empty and no comment. */
static bool read_line(char *line, const struct cop_game *game, struct cop_positions *positions,
                      struct cop_error *error)
{
    size_t length = strcspn(line, blanks);
    char *answers = strchr(line, ';');
    struct cop_rng rng;
    void *state;

    if (has_name(positions, line, length))
        return cop_fail(error, "the name \"%.*s\" is used twice", (int)length, line);
    if (answers)
        *answers++ = '\0';
    state = add_place(positions, line, length);
    cop_rng_seed(&rng, 1);
    memset(state, 0, positions->stride);
    game->rules->start(game, state, &rng);
    if (!cop_position_read(game, line + length, state, error))
        return false;
    if (game->rules->turn(game, state) < 0)
        return cop_fail(error, "no player is to move in this position");
    return !answers ||
           read_answers(answers, game, state, &positions->answers[positions->count - 1], error);
}

bool cop_positions_read(const char *path, const struct cop_game *game,
                        struct cop_positions *positions, struct cop_error *error)
{
    char *text = cop_lab_file_read(path, error), *next = text;
    bool is_good = text != NULL;

    *positions = (struct cop_positions){.stride = (game->state_size + 15) / 16 * 16};
    for (int number = 1; is_good && next; number++) {
        char *line = next + strspn(next, blanks);
        char *end = strchr(line, '\n');

        next = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        is_good =
            read_line(line, game, positions, error) || cop_fail_in(error, "%s:%d", path, number);
    }
    if (is_good && positions->count == 0)
        is_good = cop_fail(error, "%s has no positions", path);
    if (!is_good)
        cop_positions_free(positions);
    free(text);
    return is_good;
}

bool cop_positions_load(const char *lab, const char *name, const struct cop_game *game,
                        struct cop_positions *positions, struct cop_error *error)
{
    char *path = cop_path("%s/data/%s.txt", lab, name);
    bool is_good = cop_positions_read(path, game, positions, error);

    free(path);
    return is_good;
}
