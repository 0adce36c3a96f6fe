/* scene.c - what a board of Dice looks like and where a person clicks. */
#include "board.h"

/* Cells are drawn from the top left corner. */
static int drawn_cell(const struct dice_board *board, int cell)
{
    return (board->size - 1 - board->row[cell]) * board->size + board->column[cell];
}

/* The die lies beside the board and shows the line that was rolled. */
static void add_die(const struct dice_board *board, const struct dice_position *position,
                    struct cop_scene *picture)
{
    static const char *const labels[] = {"?", "1", "2", "3", "4",  "5",
                                         "6", "7", "8", "9", "10", "11"};
    int middle = board->size / 2;
    int cell =
        cop_scene_cell(picture, (float)board->size + 0.5f, (float)middle, COP_SQUARE, COP_FELT, "");

    cop_scene_piece(picture, cell, mover_in(position), 0, COP_DIE, labels[roll_in(position)]);
}

/* The lines that who has just moved has filled. */
static void mark_lines(const struct dice_board *board, const struct dice_position *position,
                       struct cop_scene *picture)
{
    cell_set own = checkers_of(position, 1 - mover_in(position));

    for (int line = 0; line < board->line_count; line++)
        for (int cell = 0; cell < board->size * board->size; cell++)
            if ((board->lines[line] & ~own) == 0 && (board->lines[line] & cell_bit(cell)) != 0)
                cop_scene_decide(picture, drawn_cell(board, cell));
}

void dice_scene(const struct cop_game *game, const void *state, int viewer,
                struct cop_scene *picture)
{
    const struct dice_board *board = board_of(game);
    const struct dice_position *position = state;

    (void)viewer;
    picture->owners[COLUMNS] = "red";
    picture->owners[ROWS] = "blue";
    cop_scene_board(picture, board->size, board->size, false, COP_LIGHT, COP_LIGHT);
    for (int cell = 0; cell < board->size * board->size; cell++) {
        int owner = owner_at(position, cell);

        if (owner >= 0)
            cop_scene_piece(picture, drawn_cell(board, cell), owner, 0, COP_DISC, "");
        if (roll_in(position) != 0 && (rolled_line(board, position) & cell_bit(cell)) != 0)
            cop_scene_home(picture, drawn_cell(board, cell), mover_in(position));
    }
    if (end_of(position) == GOES_ON)
        add_die(board, position, picture);
    if (end_of(position) == WON)
        mark_lines(board, position, picture);
}

/* A roll is the first cell of its line, and the pass that of the first full line. */
int dice_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct dice_board *board = board_of(game);
    int mover = mover_in(state), line;

    if (move < ROLL) {
        cells[0] = drawn_cell(board, (int)move - 1);
        return 1;
    }
    line = move == ROLL ? bit_index(~open_rolls(board, state)) : (int)(move - ROLL) - 1;
    cells[0] = drawn_cell(board, mover == COLUMNS ? line : line * board->size);
    return 1;
}

void dice_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    int roll = roll_in(state);

    (void)game;
    (void)step;
    if (roll == 0)
        cop_text_add(text, "Roll the die");
    else if (mover_in(state) == COLUMNS)
        cop_text_add(text, "Place a checker in column %c", 'a' + roll - 1);
    else
        cop_text_add(text, "Place a checker in row %d", roll);
}
