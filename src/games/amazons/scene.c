/* scene.c - what a board of the Amazons looks like and where a person clicks. */
#include "regions.h"

/* What the side that is not stuck can still reach is its own, for the other reaches nothing. */
static void mark_territory(const struct amazons_board *board,
                           const struct amazons_position *position, struct cop_scene *scene)
{
    amazons_set empty = amazons_empty(board, position);
    amazons_set amazons = amazons_of(position, 1 - position->mover);
    amazons_set left = amazons_flood(amazons, empty | amazons) & empty;

    for (; left != 0; left &= left - 1)
        cop_scene_decide(scene, amazons_cell(board, amazons_first(left)));
}

/* Where only one side can still do anything, the empty squares are tinted as that side's; those
 * that are not are still fought for, or nobody's. */
static void tint_territories(const struct amazons_board *board,
                             const struct amazons_position *position, struct cop_scene *scene)
{
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    int count = amazons_regions_of(board, position, regions);

    for (int i = 0; i < count; i++)
        for (amazons_set left = regions[i].empty; regions[i].kind == AMAZONS_TERRITORY && left != 0;
             left &= left - 1)
            cop_scene_home(scene, amazons_cell(board, amazons_first(left)), regions[i].owner);
}

/* With passes there is one more cell, below the board, to click for one. */
void amazons_scene(const struct cop_game *game, const void *state, int viewer,
                   struct cop_scene *scene)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct cop_rows picture = amazons_rows(board, position);
    float right = (float)board->columns + 0.8f;

    (void)viewer;
    scene->owners[AMAZONS_WHITE] = "white";
    scene->owners[AMAZONS_BLACK] = "black";
    cop_scene_board(scene, board->columns, board->rows, false, COP_LIGHT, COP_DARK);
    for (int cell = 0; cell < board->columns * board->rows; cell++) {
        int kind = picture.at[cell];

        if (kind == AMAZONS_BURNT)
            cop_scene_piece(scene, cell, -1, 0, COP_MARK, "");
        else if (kind >= 0)
            cop_scene_piece(scene, cell, kind, 0, COP_QUEEN, "");
    }
    if (position->is_over)
        mark_territory(board, position, scene);
    else
        tint_territories(board, position, scene);
    if (position->landed != AMAZONS_NOWHERE) {
        struct cop_text square = COP_TEXT;

        amazons_write_square(position->landed, &square);
        cop_scene_label(scene, right, 0, "%s shoots", square.bytes);
        cop_text_free(&square);
    }
    if (board->passes > 0) {
        cop_scene_cell(scene, right, 1, COP_HOLE, COP_LIGHT, "pass");
        cop_scene_label(scene, right + 1.2f, 1, "passes %d", position->passes);
    }
}

/* A square belongs to the side that comes there first; in the end that is who comes there at all.
 * Nobody has burnt squares: who burnt them is not a part of the position. */
int amazons_owners(const struct cop_game *game, const void *state, int8_t *of_cell)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    int count = board->columns * board->rows;
    amazons_set owned[2];

    amazons_closer(amazons_of(position, AMAZONS_WHITE), amazons_of(position, AMAZONS_BLACK),
                   amazons_empty(board, position), owned);
    for (int cell = 0; cell < count; cell++)
        of_cell[cell] = -1;
    for (int side = 0; side < 2; side++)
        for (amazons_set left = owned[side] | amazons_of(position, side); left != 0;
             left &= left - 1)
            of_cell[amazons_cell(board, amazons_first(left))] = (int8_t)side;
    return count;
}

int amazons_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct amazons_board *board = amazons_board_of(game);
    int count = 0;

    (void)state;
    if (move == AMAZONS_PASS)
        cells[count++] = board->columns * board->rows;
    for (int part = 0; part < 3 && move != AMAZONS_PASS; part++)
        if (amazons_move_part(move, part) >= 0)
            cells[count++] = amazons_cell(board, amazons_move_part(move, part));
    return count;
}

void amazons_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    static const char *const steps[] = {"Choose an amazon", "Choose where it goes",
                                        "Shoot an arrow: choose the square that burns"};
    const struct amazons_position *position = state;
    bool may_pass = position->mover == AMAZONS_BLACK && position->passes > 0;

    (void)game;
    if (position->landed != AMAZONS_NOWHERE)
        step = AMAZONS_ARROW;
    cop_text_add(text, "%s%s", steps[step], step == 0 && may_pass ? ", or pass" : "");
}
