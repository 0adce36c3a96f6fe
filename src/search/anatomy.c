/* anatomy.c - what was said of each move, found and forgotten. */
#include <stdlib.h>

#include "coppice/agent.h"

const double *cop_anatomy_of(const struct cop_anatomy *anatomy, cop_move move)
{
    for (int i = 0; i < anatomy->move_count; i++)
        if (anatomy->moves[i] == move)
            return anatomy->said + (ptrdiff_t)i * COP_ANATOMY_WORDS;
    return NULL;
}

void cop_anatomy_free(struct cop_anatomy *anatomy)
{
    free(anatomy->moves);
    free(anatomy->said);
    *anatomy = (struct cop_anatomy){0};
}
