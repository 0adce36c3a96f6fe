/* game_inputs.c - see game_inputs.h. */
#include "game_inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "variants.h"

static const char letters[INPUT_KINDS + 1] = "cpm";

void require(bool is_true)
{
    if (!is_true)
        abort();
}

static int registered(void)
{
    int count = 0;

    while (cop_all_rules()[count] != NULL)
        count++;
    return count;
}

int input_spec_count(void)
{
    int count = registered();

    for (int i = 0; game_variants[i] != NULL; i++)
        count++;
    return count;
}

const char *input_spec(int number)
{
    int games = registered();

    return number < games ? cop_all_rules()[number]->name : game_variants[number - games];
}

/* The spec that is written there; else the one that the bytes add up to. */
static const char *spec_of_line(const uint8_t *line, size_t length)
{
    int count = input_spec_count();
    uint64_t sum = length;

    for (int i = 0; i < count; i++)
        if (strlen(input_spec(i)) == length && memcmp(input_spec(i), line, length) == 0)
            return input_spec(i);
    for (size_t i = 0; i < length; i++)
        sum = cop_mix(sum ^ line[i]);
    return input_spec((int)(sum % (uint64_t)count));
}

struct game_input input_read(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t length = end != NULL ? (size_t)(end - data) : size;
    struct game_input input = {.spec = spec_of_line(data, length), .rest = (const uint8_t *)""};
    const char *letter;

    if (end == NULL || end + 1 == data + size)
        return input;
    letter = end[1] != '\0' ? strchr(letters, end[1]) : NULL;
    input.kind = letter != NULL ? (enum input_kind)(letter - letters)
                                : (enum input_kind)(end[1] % INPUT_KINDS);
    input.rest = end + 2;
    input.size = size - length - 2;
    return input;
}

static void write_rest(struct cop_text *text, const struct cop_game *game, enum input_kind kind,
                       int plies, struct cop_rng *rng)
{
    void *state = cop_allocate(game->state_size);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_rng start;

    cop_rng_seed(&start, 1);
    game->rules->start(game, state, &start);
    for (int ply = 0; ply < plies && game->rules->turn(game, state) != COP_OVER; ply++) {
        cop_move move = cop_random_move(game, state, rng, moves);

        if (kind == INPUT_CHOICES)
            cop_text_add(text, "%c", (char)('!' + cop_rng_below(rng, '~' - '!' + 1)));
        if (kind == INPUT_MOVES) {
            cop_text_add(text, "%s", ply > 0 ? " " : "");
            game->rules->write_move(game, state, move, text);
        }
        game->rules->play(game, state, move);
    }
    if (kind == INPUT_POSITION)
        game->rules->write_position(game, state, text);
    free(moves);
    free(state);
}

void input_write(struct cop_text *text, const char *spec, enum input_kind kind, int plies,
                 struct cop_rng *rng)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    require(game != NULL);
    cop_text_add(text, "%s\n%c", spec, letters[kind]);
    write_rest(text, game, kind, plies, rng);
    cop_game_close(game);
}
