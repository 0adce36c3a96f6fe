/* grid.c - a grid out of a scene, by the names of its cells. */
#include "game/grid.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool read_point(const char *name, int *column, int *row)
{
    char *end;

    if (!isalpha((unsigned char)name[0]) || !isdigit((unsigned char)name[1]))
        return false;
    *column = tolower((unsigned char)name[0]) - 'a';
    *row = (int)strtol(name + 1, &end, 10) - 1;
    return *end == '\0' && *row >= 0 && *row < COP_GRID_MAX;
}

/* Cells without such a name are beside the board. A piece on top of another one is what is seen. */
static bool fill(const struct cop_scene *scene, struct cop_grid *grid)
{
    int column, row;

    *grid = (struct cop_grid){.columns = 0};
    memset(grid->points, '.', sizeof grid->points);
    for (int i = 0; i < scene->cell_count; i++) {
        enum cop_shape shape = scene->cells[i].shape;

        if (shape == COP_HEXAGON || shape == COP_TRIANGLE_UP || shape == COP_TRIANGLE_DOWN)
            return false;
        if (!read_point(scene->cells[i].name, &column, &row))
            continue;
        grid->columns = column + 1 > grid->columns ? column + 1 : grid->columns;
        grid->rows = row + 1 > grid->rows ? row + 1 : grid->rows;
    }
    for (int i = 0; i < scene->piece_count; i++) {
        const struct cop_piece *piece = &scene->pieces[i];

        if (read_point(scene->cells[piece->cell].name, &column, &row))
            grid->points[row][column] = piece->owner == 0 ? 'X' : piece->owner == 1 ? 'O' : '.';
    }
    return grid->columns > 0;
}

bool cop_grid_read(const struct cop_game *game, const void *state, struct cop_grid *grid)
{
    struct cop_scene scene = {0};
    bool is_grid;

    game->rules->scene(game, state, -1, &scene);
    is_grid = fill(&scene, grid);
    cop_scene_free(&scene);
    return is_grid;
}
