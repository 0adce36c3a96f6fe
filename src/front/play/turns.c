/* turns.c - agents, people and chance play in turn until somebody leaves. */
#include "front/play/turns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "front/play/say.h"
#include "front/play/words.h"
#include "game/position_view.h"

void cop_play_save(struct cop_sitting *sitting)
{
    struct cop_error error;

    if (sitting->path != NULL && !cop_session_save(&sitting->session, sitting->path, &error))
        cop_complain(COP_FAILED, &error);
}

void cop_play_move(struct cop_sitting *sitting, cop_move move)
{
    cop_session_play(&sitting->session, move);
    sitting->is_new = true;
    cop_play_save(sitting);
}

bool cop_play_goes_on_after_thinking(const struct cop_sitting *sitting)
{
    if (!atomic_load(sitting->interrupted))
        return true;
    if (cop_session_people(&sitting->session) == 0)
        return false;
    cop_catch_interrupts();
    return true;
}

/* ---- Agents ---- */

static enum cop_ending agents_turn(struct cop_sitting *sitting, int turn)
{
    const struct cop_game *game = cop_play_game(sitting);
    bool has_people = cop_session_people(&sitting->session) > 0;
    struct cop_report report = {.best = COP_NO_MOVE};
    struct cop_say_live live;
    struct cop_watch watch;
    struct cop_error error;
    bool is_done;

    cop_say_live_open(&live, sitting, cop_player_name(game, turn), &watch);
    is_done = cop_session_think(&sitting->session, &watch, &report, &error);
    cop_live_erase(&live.live);
    if (!is_done) {
        cop_complain(COP_FAILED, &error);
        return COP_BREAKS;
    }
    if (!cop_play_goes_on_after_thinking(sitting))
        return COP_LEAVES;
    if (cop_course_has_secrets(&sitting->session.course) &&
        cop_move_is_secret(game, cop_play_state(sitting), report.best)) {
        cop_say_secret_move(sitting, turn);
    } else {
        cop_say_move(sitting, turn, report.best);
        if (report.turn_length > 0 && !isnan(report.value[turn]) && !sitting->is_crowded)
            cop_say_thoughts(sitting, &report);
    }
    cop_play_move(sitting, report.best);
    if (!has_people)
        cop_say_board(sitting, -1);
    return ferror(stdout) ? COP_LEAVES : COP_GOES_ON;
}

/* ---- People ---- */

/* A pass, which is always forced, needs no typing. */
static bool must_pass(const struct cop_sitting *sitting)
{
    const struct cop_game *game = cop_play_game(sitting);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    bool passes =
        game->rules->moves(game, cop_play_state(sitting), moves) == 1 && moves[0] == COP_PASS;

    free(moves);
    return passes;
}

/* Where pieces are hidden and several people share a terminal, the next one sits down first, and
 * finds nothing of what the one before saw or typed: not by scrolling back, not with an arrow key.
 */
static bool change_viewer(struct cop_sitting *sitting, int turn)
{
    char prompt[96];

    if (!cop_course_has_secrets(&sitting->session.course) ||
        cop_session_people(&sitting->session) < 2 || sitting->viewer == turn)
        return true;
    sitting->viewer = turn;
    cop_lines_forget(sitting->lines);
    cop_say_nothing_more();
    snprintf(prompt, sizeof prompt, "It is %s's turn: nobody else looks; press Enter. ",
             cop_player_name(cop_play_game(sitting), turn));
    return cop_lines_read(sitting->lines, prompt) != NULL;
}

static enum cop_ending ask(struct cop_sitting *sitting, const char *who)
{
    char prompt[64];
    const char *line;

    snprintf(prompt, sizeof prompt, "%s> ", who);
    line = cop_lines_read(sitting->lines, prompt);
    return line != NULL ? cop_play_obey(sitting, line) : COP_LEAVES;
}

static enum cop_ending persons_turn(struct cop_sitting *sitting, int turn)
{
    const struct cop_game *game = cop_play_game(sitting);

    if (must_pass(sitting)) {
        printf("%s has to pass.\n", cop_player_name(game, turn));
        cop_play_move(sitting, COP_PASS);
        return COP_GOES_ON;
    }
    if (!change_viewer(sitting, turn))
        return COP_LEAVES;
    if (sitting->is_new) {
        cop_say_board(sitting, turn);
        cop_say_swap(sitting);
        cop_say_named_moves(sitting);
    }
    return ask(sitting, cop_player_name(game, turn));
}

/* The game is over, and the people may take back, save, or play another one. They also may look at
 * everything now, so whatever they play on is played openly. */
static enum cop_ending after_the_game(struct cop_sitting *sitting)
{
    bool has_people = cop_session_people(&sitting->session) > 0;

    cop_course_lay_open(&sitting->session.course);
    if (!sitting->result_is_said) {
        sitting->result_is_said = true;
        if (sitting->is_new && sitting->session.course.loser < 0)
            cop_say_board(sitting, -1);
        cop_say_result(sitting);
        if (has_people && cop_is_terminal())
            cop_say("Type new for another game, undo, save FILE, or quit.");
    }
    return has_people ? ask(sitting, "Over") : COP_LEAVES;
}

/* ---- The conversation ---- */

static enum cop_ending next_turn(struct cop_sitting *sitting)
{
    int turn = cop_play_turn(sitting);

    if (turn == COP_OVER)
        return after_the_game(sitting);
    if (turn == COP_CHANCE) {
        cop_move move = cop_course_roll(&sitting->session.course);

        cop_say_move(sitting, COP_CHANCE, move);
        cop_play_move(sitting, move);
        return COP_GOES_ON;
    }
    return sitting->session.agents[turn] != NULL ? agents_turn(sitting, turn)
                                                 : persons_turn(sitting, turn);
}

/* A place where nothing can be saved is found before the first move. */
int cop_play_converse(struct cop_sitting *sitting)
{
    enum cop_ending ending = COP_GOES_ON;
    struct cop_error error;

    if (cop_session_people(&sitting->session) == 0)
        cop_course_lay_open(&sitting->session.course);
    if (sitting->path != NULL && !cop_session_save(&sitting->session, sitting->path, &error))
        return cop_complain(COP_FAILED, &error);
    cop_say_welcome(sitting);
    while (ending == COP_GOES_ON)
        ending = next_turn(sitting);
    if (ending == COP_BREAKS)
        return COP_FAILED;
    if (cop_play_turn(sitting) != COP_OVER)
        cop_say_unfinished(sitting);
    if (sitting->path != NULL && !cop_session_save(&sitting->session, sitting->path, &error))
        return cop_complain(COP_FAILED, &error);
    return COP_DONE;
}
