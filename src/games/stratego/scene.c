/* scene.c - what a board of Stratego looks like to a player, where a person clicks, and how a game
 * has ended. */
#include "board.h"

static const char *const rank_names[RANKS] = {
    "",         "Marshal", "General", "Colonel", "Major", "Captain", "Lieutenant",
    "Sergeant", "Miner",   "Scout",   "Spy",     "",      "Bomb",    "Flag"};

static int cell_number(const struct stratego_board *board, int square)
{
    return (board->size - 1 - square / STRIDE) * board->size + square % STRIDE;
}

/* A person picks what to place from a rack beside the board, in the order of the ranks. */
static int rack_place(const struct stratego_board *board, int rank)
{
    int place = 0;

    for (int i = 1; i < rank; i++)
        place += stratego_count(board->army, i) > 0;
    return place;
}

int stratego_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;

    if (move == COP_PASS || move >= MOVE_NAMED || position->status == ATTACK)
        return 0;
    if (position->status == SETUP) {
        int rank = (int)(move & MOVE_RANK);
        int side = position->side;
        int next = board->order[side][stratego_piece_count(position, side)];

        cells[0] = rank == UNKNOWN ? cell_number(board, next)
                                   : board->size * board->size + rack_place(board, rank);
        return 1;
    }
    move &= ~(cop_move)MOVE_ARRANGE;
    cells[0] = cell_number(board, (int)(move / MOVE_SQUARE));
    cells[1] = cell_number(board, (int)(move % MOVE_SQUARE));
    return 2;
}

/* A rank that both know has a star, so that a player sees what he has given away. */
static void add_pieces(const struct stratego_board *board, const struct stratego *position,
                       int viewer, struct cop_scene *scene_out)
{
    for (int side = 0; side < 2; side++) {
        square_set left = set_load(position->pieces[side]);

        for (; left != 0; left &= left - 1) {
            int square = set_first(left);
            int rank = stratego_rank_at(position, square);
            bool is_revealed = words_have(position->revealed, square);
            bool is_secret = viewer >= 0 && viewer != side && !is_revealed;
            char label[3] = {stratego_signs[rank], is_revealed ? '*' : '\0', '\0'};

            if (is_secret || rank == UNKNOWN)
                cop_scene_piece(scene_out, cell_number(board, square), side, 0, COP_HIDDEN, "");
            else
                cop_scene_piece(scene_out, cell_number(board, square), side, 0, COP_PAWN, label);
        }
    }
}

/* How many of a rank both players know to be on the board: the unrevealed ones and the others. */
static int count_left(const struct stratego *position, int side, int rank)
{
    square_set known = set_load(position->pieces[side]) & set_load(position->revealed);
    int count = stratego_count(position->hidden[side], rank);

    for (; known != 0; known &= known - 1)
        count += stratego_rank_at(position, set_first(known)) == rank;
    return count;
}

static void add_counters(const struct stratego_board *board, const struct stratego *position,
                         struct cop_scene *scene_out)
{
    float x = (float)board->size + 0.8f;

    cop_scene_label(scene_out, x, -1, "Left: White, Black");
    for (int rank = 1; rank < RANKS; rank++)
        if (stratego_count(board->army, rank) > 0)
            cop_scene_label(scene_out, x, (float)rack_place(board, rank), "%c %s %d, %d",
                            stratego_signs[rank], rank_names[rank],
                            count_left(position, WHITE, rank), count_left(position, BLACK, rank));
}

/* What the last move of each side showed. */
static void add_fights(const struct stratego_board *board, const struct stratego *position,
                       struct cop_scene *scene_out)
{
    static const char *const outcomes[] = {"and lost", "and both fell", "and won"};
    int line = rack_place(board, RANKS);

    for (int side = 0; side < 2; side++) {
        int attacker = position->fights[side] >> 4, defender = position->fights[side] & 15;

        if (attacker == UNKNOWN)
            continue;
        cop_scene_label(scene_out, (float)board->size + 0.8f, (float)line++,
                        "%s's %c attacked %c %s", side == WHITE ? "White" : "Black",
                        stratego_signs[attacker], stratego_signs[defender],
                        outcomes[1 + stratego_strike(attacker, defender)]);
    }
}

/* Only the one who places sees what is left. */
static void add_rack(const struct stratego_board *board, const struct stratego *position,
                     int viewer, struct cop_scene *scene_out)
{
    int side = position->side;
    bool is_open = (viewer < 0 || viewer == side) && stratego_unknown(position, side) == 0;
    uint64_t left = stratego_pool(position, side);

    for (int rank = 1; rank < RANKS; rank++) {
        int place = rack_place(board, rank), cell;
        char sign[2] = {stratego_signs[rank], '\0'};

        if (stratego_count(board->army, rank) == 0)
            continue;
        cell = cop_scene_cell(scene_out, (float)board->size + 0.5f, (float)place, COP_SQUARE,
                              COP_LIGHT, sign);
        if (is_open && stratego_count(left, rank) > 0)
            cop_scene_piece(scene_out, cell, side, 0, COP_PAWN, sign);
        if (is_open)
            cop_scene_label(scene_out, (float)board->size + 1.5f, (float)place, "%d %s",
                            stratego_count(left, rank), rank_names[rank]);
        else
            cop_scene_label(scene_out, (float)board->size + 1.5f, (float)place, "%s",
                            rank_names[rank]);
    }
}

void stratego_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *scene_out)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;

    scene_out->owners[WHITE] = "white";
    scene_out->owners[BLACK] = "black";
    cop_scene_board(scene_out, board->size, board->size, false, COP_FELT, COP_FELT);
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            int square = row * STRIDE + column;

            if ((board->land & set_of(square)) == 0)
                scene_out->cells[cell_number(board, square)].shade = COP_WATER;
        }
    add_pieces(board, position, viewer, scene_out);
    if (position->status == SETUP) {
        add_rack(board, position, viewer, scene_out);
        return;
    }
    if (position->status == ARRANGE)
        return;
    if (position->fallen != 0)
        cop_scene_decide(scene_out, cell_number(board, position->fallen - 1));
    add_counters(board, position, scene_out);
    add_fights(board, position, scene_out);
}

void stratego_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;
    int side = position->side;

    if (position->status == SETUP) {
        cop_text_add(text, "Choose the piece that stands on ");
        stratego_write_square(board->order[side][stratego_piece_count(position, side)], text);
    } else if (position->status == ARRANGE) {
        cop_text_add(text, step == 0 ? "Start, take a set-up, or choose a piece to exchange"
                                     : "Choose the piece it changes places with");
    } else if (position->status == ATTACK) {
        cop_text_add(text, "Name the rank of a hidden piece");
    } else {
        cop_text_add(text,
                     step == 0 ? "Choose a piece" : "Choose where it goes or what it attacks");
    }
}

/* What both sides have seen tells it, so that a view has the same ending as the true state. */
static bool has_lost_flag(const struct stratego *position, int side)
{
    return count_left(position, side, FLAG) == 0;
}

const char *stratego_ending(const struct cop_game *game, const void *state)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;

    if (position->status != OVER)
        return NULL;
    if (position->winner != DRAW)
        return has_lost_flag(position, 1 - position->winner) ? "the flag was captured"
                                                             : "the other side cannot move";
    if (!stratego_can_move(board, position, position->side))
        return "neither side can move";
    return position->quiet >= board->quiet ? "too many moves without an attack"
                                           : "the limit of moves is reached";
}
