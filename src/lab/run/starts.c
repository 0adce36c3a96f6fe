#include "lab/run/starts.h"

#include <stdlib.h>

#include "base/allocate.h"

void cop_lab_starts_fill(struct cop_lab_starts *starts, const struct cop_lab_run *run, int count)
{
    struct cop_text text = COP_TEXT;

    *starts = (struct cop_lab_starts){.count = count};
    if (count == 0)
        return;
    starts->file = cop_copy_string(run->position_file);
    starts->names = cop_allocate((size_t)count * sizeof *starts->names);
    starts->positions = cop_allocate((size_t)count * sizeof *starts->positions);
    for (int i = 0; i < count; i++) {
        const void *state = cop_positions_state(&run->positions, i);

        cop_text_clear(&text);
        run->game->rules->write_position(run->game, state, &text);
        starts->names[i] = cop_copy_string(run->positions.names[i]);
        starts->positions[i] = cop_copy_string(text.bytes);
    }
    cop_text_free(&text);
}

void cop_lab_starts_free(struct cop_lab_starts *starts)
{
    for (int i = 0; i < starts->count; i++) {
        free(starts->names[i]);
        free(starts->positions[i]);
    }
    free(starts->file);
    free(starts->names);
    free(starts->positions);
    *starts = (struct cop_lab_starts){0};
}
