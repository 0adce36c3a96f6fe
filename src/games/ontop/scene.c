/* scene.c - what a board of OnTop looks like and where a person clicks. */
#include <stdio.h>

#include "board.h"
#include "games/bits.h"

/* Cells: the triangles by index, the circles by bit, then two triangles for each type of tile. */
static const float row_height = 0.866f;
/* The stock's heights are half rows of the board too, which keeps the board low as text. */
static const float stock_left = 6.25f, stock_top = -0.433f, stock_step = 1.299f;

static void add_triangles(struct cop_scene *scene)
{
    for (int cell = 0; cell < ONTOP_CELLS; cell++) {
        int row = ontop_row_number(cell), column = cell % ONTOP_COLUMNS + 1;
        char name[8];

        snprintf(name, sizeof name, "%c%d", ontop_column_letter(cell), row);
        cop_scene_cell(scene, 0.5f * (float)column, row_height * (float)(ONTOP_ROWS - row),
                       (row + column) % 2 != 0 ? COP_TRIANGLE_UP : COP_TRIANGLE_DOWN, COP_LIGHT,
                       name);
    }
}

/* The first point of the height h has the bit 5 h + (h + 2) / 2. */
static void add_circles(const struct ontop_board *board, struct cop_scene *scene)
{
    for (int bit = 1; (board->points >> bit) != 0; bit++) {
        int h = 0;

        while (h < ONTOP_ROWS && ONTOP_STRIDE * (h + 1) + (h + 3) / 2 <= bit)
            h++;
        cop_scene_cell(scene, (float)(bit - ONTOP_STRIDE * h) - 0.5f * (float)(h + 1),
                       row_height * ((float)(ONTOP_ROWS - h) - 0.5f), COP_HOLE,
                       board->circles[bit].worth == 2 ? COP_GOLD : COP_LIGHT, "");
    }
}

static int circle_cell(int bit)
{
    return ONTOP_CELLS + bit - 1;
}

static int stock_cell(const struct ontop_board *board, int type)
{
    return ONTOP_CELLS + bit_count(board->points) + 2 * type;
}

/* Clockwise from the top or the top left corner, as tiles in scenes are. */
static void add_half(const struct ontop_board *board, struct cop_scene *scene, int cell, int with,
                     int code)
{
    static const int clockwise[2][3] = {{ONTOP_UP_TOP, ONTOP_UP_RIGHT, ONTOP_UP_LEFT},
                                        {ONTOP_DOWN_LEFT, ONTOP_DOWN_RIGHT, ONTOP_DOWN_BOTTOM}};
    const int *order = clockwise[scene->cells[cell].shape == COP_TRIANGLE_DOWN];
    char corners[4] = "";

    for (int i = 0; i < 3; i++)
        corners[i] = (char)('0' + bit_index(board->segment[order[i]][code]) / ONTOP_COUNT_BITS);
    cop_scene_tile(scene, cell, with, corners);
}

static void add_tiles(const struct ontop_board *board, const struct ontop_position *position,
                      struct cop_scene *scene)
{
    struct ontop_laid tiles[ONTOP_TILES];
    int count = ontop_list_tiles(board, position, tiles);

    for (int cell = 0; cell < ONTOP_CELLS; cell++)
        if (position->cell[cell] == ONTOP_BLACK)
            cop_scene_piece(scene, cell, -1, 0, COP_MARK, "");
    for (int i = 0; i < count; i++) {
        const struct ontop_place *place = &board->places[tiles[i].placement / 2];

        add_half(board, scene, place->up_cell, place->down_cell, position->cell[place->up_cell]);
        add_half(board, scene, place->down_cell, place->up_cell, position->cell[place->up_cell]);
    }
}

/* The closed circles without those that a game's last tile closed after a colour had placed its
 * last stone. */
static uint64_t scored_circles(const struct ontop_board *board,
                               const struct ontop_position *position)
{
    struct ontop_position before;
    struct ontop_laid tiles[ONTOP_TILES];
    uint64_t closed = board->points & ~ontop_open_points(position->up, position->down);
    uint64_t fresh;
    bool is_over = false;

    if (position->last == 0)
        return closed;
    ontop_order_tiles(board, position, tiles, &before);
    fresh = closed & ontop_open_points(before.up, before.down);
    for (; fresh != 0 && !is_over; fresh &= fresh - 1) {
        unsigned tower = ontop_tower(board, position, &board->circles[bit_index(fresh)]);

        for (int colour = 0; colour < ONTOP_COLOURS; colour++) {
            before.stones[colour] = (uint8_t)(before.stones[colour] - (tower >> colour & 1));
            is_over = is_over || before.stones[colour] == 0;
        }
    }
    return closed & ~fresh;
}

/* Towers earn points for the colour on top; those of winners have decided the game. */
static bool is_winner(const struct ontop_board *board, const struct ontop_position *position,
                      int colour)
{
    int side = board->teams ? colour % 2 : colour;

    return colour < board->players && (position->winners >> side & 1) != 0;
}

static void add_towers(const struct ontop_board *board, const struct ontop_position *position,
                       struct cop_scene *scene)
{
    uint64_t circles = scored_circles(board, position);

    for (; circles != 0; circles &= circles - 1) {
        int bit = bit_index(circles), height = 0;
        unsigned tower = ontop_tower(board, position, &board->circles[bit]);
        int top = (int)(tower >> ONTOP_COLOURS);

        for (int colour = 0; colour < ONTOP_COLOURS; colour++)
            if ((tower >> colour & 1) != 0 && colour != top)
                cop_scene_piece(scene, circle_cell(bit), colour, height++, COP_DISC, "");
        if (tower != 0)
            cop_scene_piece(scene, circle_cell(bit), top, height, COP_DISC, "");
        if (tower != 0 && is_winner(board, position, top))
            cop_scene_decide(scene, circle_cell(bit));
    }
}

/* One tile of each type with the number left, as it lies when it is not turned. */
static void add_stock(const struct ontop_board *board, const struct ontop_position *position,
                      struct cop_scene *scene)
{
    for (int type = 0; type < ONTOP_TYPES; type++) {
        float y = stock_top + stock_step * (float)type;
        int code = ontop_code(ONTOP_RIGHT, type, 0);
        char name[2] = {(char)('A' + type), '\0'};
        int left = cop_scene_cell(scene, stock_left, y, COP_TRIANGLE_UP, COP_LIGHT, name);
        int right = cop_scene_cell(scene, stock_left + 0.5f, y, COP_TRIANGLE_DOWN, COP_LIGHT, "");

        add_half(board, scene, left, right, code);
        add_half(board, scene, right, left, code);
        if (position->hand == type + 1) {
            cop_scene_hand(scene, left);
            cop_scene_hand(scene, right);
        }
        cop_scene_label(scene, stock_left + 1.8f, y, "%c: %d%s", name[0], position->deck[type],
                        position->hand == type + 1 ? ", 1 in hand" : " left");
    }
}

static void add_words(const struct ontop_board *board, const struct ontop_position *position,
                      struct cop_scene *scene)
{
    float bottom = row_height * (ONTOP_ROWS - 1);

    for (int row = 1; row <= ONTOP_ROWS; row++)
        cop_scene_label(scene, -0.8f, row_height * (float)(ONTOP_ROWS - row), "%d", row);
    for (int column = 0; column < ONTOP_COLUMNS; column++)
        cop_scene_label(scene, 0.5f * (float)(column + 1), bottom + 1.3f, "%c",
                        ontop_column_letter(column));
    for (int colour = 0; colour < ONTOP_COLOURS; colour++)
        cop_scene_label(scene, stock_left + 1.8f,
                        stock_top + row_height * (7 + 0.5f * (float)colour),
                        "%s%s: %d points, %d stones", ontop_colour_name(board->letters[colour]),
                        colour < board->players ? "" : " (passive)", position->points[colour],
                        position->stones[colour]);
}

void ontop_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene)
{
    const struct ontop_board *board = ontop_board_of(game);

    (void)viewer;
    for (int colour = 0; colour < ONTOP_COLOURS; colour++)
        scene->owners[colour] = ontop_scene_colour(board->letters[colour]);
    add_triangles(scene);
    add_circles(board, scene);
    add_tiles(board, state, scene);
    add_towers(board, state, scene);
    add_stock(board, state, scene);
    add_words(board, state, scene);
}

/* First the triangle for the left half of the tile as it is shown beside the board, then the one
 * for the right half: so the order of the clicks turns it. A draw is a click on the stock. */
int ontop_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct ontop_board *board = ontop_board_of(game);
    int placement = (int)move - ONTOP_PLACEMENT;
    const struct ontop_place *place;

    (void)state;
    if (move >= ONTOP_DRAW) {
        cells[0] = stock_cell(board, (int)move - ONTOP_DRAW);
        return 1;
    }
    place = &board->places[placement / 2];
    cells[placement % 2] = place->first;
    cells[1 - placement % 2] = place->second;
    return 2;
}

void ontop_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    const struct ontop_position *position = state;

    (void)game;
    if (position->hand == 0)
        cop_text_add(text, "Draw a tile");
    else
        cop_text_add(text, "Choose a place for the %s half of tile %c",
                     step == 0 ? "left" : "right", 'A' + position->hand - 1);
}
