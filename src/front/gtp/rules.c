/* rules.c - the commands by which GoGui and its like show games other than Go, and its list of
 * commands that analyse.
 *
 * Such a controller has a board of points, of which each is empty, black or white, and moves that
 * are a point or a pass. Other boards are refused in words. */
#include "front/gtp/commands.h"
#include "game/grid.h"
#include "game/position_view.h"

static bool make_grid(const struct cop_gtp *gtp, struct cop_grid *grid, struct cop_error *error)
{
    return cop_grid_read(gtp->game, cop_gtp_state(gtp), grid) ||
           cop_fail(error, "the board of %s is not a grid of points", gtp->game->rules->name);
}

static bool game_id(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)error;
    cop_gtp_write_game(gtp->game->rules, call->reply);
    return true;
}

/* The highest row comes first, since controllers count rows from below. */
static bool board(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    struct cop_grid grid;

    if (!make_grid(gtp, &grid, error))
        return false;
    for (int row = grid.rows - 1; row >= 0; row--)
        for (int column = 0; column < grid.columns; column++)
            cop_text_add(call->reply, "%c%c", grid.points[row][column],
                         column + 1 < grid.columns ? ' ' : '\n');
    return true;
}

static bool board_size(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    struct cop_grid grid;

    if (!make_grid(gtp, &grid, error))
        return false;
    cop_text_add(call->reply, "%d", grid.columns);
    if (grid.rows != grid.columns)
        cop_text_add(call->reply, " %d", grid.rows);
    return true;
}

static bool side_to_move(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    int turn = cop_gtp_turn(gtp);

    if (turn == COP_OVER)
        return cop_fail(error, "the game is over");
    cop_text_add(call->reply, "%s",
                 turn == 0   ? "black"
                 : turn == 1 ? "white"
                             : cop_gtp_colour(turn));
    return true;
}

static bool final_result(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)error;
    if (gtp->course.loser >= 0)
        cop_text_add(call->reply, "%s resigns", cop_player_name(gtp->game, gtp->course.loser));
    else if (cop_gtp_turn(gtp) == COP_OVER)
        cop_result_in_words(gtp->game, cop_gtp_state(gtp), call->reply);
    else
        cop_text_add(call->reply, "The game is not over");
    return true;
}

/* All of the moves or none: COLOUR MOVE COLOUR MOVE ... */
static bool play_sequence(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    int played = 0;
    cop_move move;

    if (call->count % 2 != 0)
        return cop_fail(error, "syntax error: every move needs its colour");
    for (int i = 0; i < call->count; i += 2, played++) {
        if (!cop_gtp_check_colour(gtp, call->words[i], error) ||
            !cop_gtp_read_move(gtp, call->words[i + 1], &move, error)) {
            if (played > 0)
                cop_gtp_undo(gtp, played);
            return cop_fail_in(error, "move %d", played + 1);
        }
        cop_gtp_play(gtp, move);
    }
    return true;
}

static bool analyze_commands(struct cop_gtp *gtp, struct cop_gtp_call *call,
                             struct cop_error *error)
{
    (void)gtp, (void)error;
    cop_text_add(call->reply, "pspairs/Values of moves/coppice-values %%m\n"
                              "var/Expected line/coppice-line %%m\n"
                              "string/Legal moves/coppice-moves\n"
                              "string/Chances/coppice-chance\n"
                              "string/Position/coppice-position\n"
                              "string/Result/gogui-rules_final_result\n");
    return true;
}

const struct cop_gtp_command cop_gtp_rules_commands[] = {
    {"gogui-rules_game_id", "", 0, 0, game_id},
    {"gogui-rules_board", "", 0, 0, board},
    {"gogui-rules_board_size", "", 0, 0, board_size},
    {"gogui-rules_legal_moves", "", 0, 0, cop_gtp_list_moves},
    {"gogui-rules_side_to_move", "", 0, 0, side_to_move},
    {"gogui-rules_final_result", "", 0, 0, final_result},
    {"gogui-play_sequence", "COLOUR MOVE COLOUR MOVE...", 0, COP_GTP_ANY, play_sequence},
    {"gogui-analyze_commands", "", 0, 0, analyze_commands},
    {NULL},
};
