/* standard.c - the commands of the protocol itself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "front/gtp/commands.h"

/* ---- Who we are ---- */

static bool protocol_version(struct cop_gtp *gtp, struct cop_gtp_call *call,
                             struct cop_error *error)
{
    (void)gtp, (void)error;
    cop_text_add(call->reply, "2");
    return true;
}

static bool name(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)gtp, (void)error;
    cop_text_add(call->reply, "Coppice");
    return true;
}

static bool version(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)gtp, (void)error;
    cop_text_add(call->reply, "%s", cop_version());
    return true;
}

static bool known_command(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)gtp, (void)error;
    cop_text_add(call->reply, cop_gtp_command_find(call->words[0]) != NULL ? "true" : "false");
    return true;
}

static void add_name(void *context, const struct cop_gtp_command *command)
{
    cop_text_add(context, "%s\n", command->name);
}

static bool list_commands(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)gtp, (void)error;
    cop_gtp_each_command(add_name, call->reply);
    return true;
}

static bool quit(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)call, (void)error;
    gtp->has_quit = true;
    return true;
}

/* ---- The board ---- */

static bool has_option(const struct cop_game *game, const char *name)
{
    return cop_options_find(game->rules->options, name, strlen(name)) != NULL;
}

/* Sets what the variant has of the two names and leaves its other options as they are. */
static bool resize(struct cop_gtp *gtp, const char *const names[2], char *const values[2],
                   struct cop_error *error)
{
    struct cop_settings *settings = cop_settings_copy(gtp->game->settings);
    struct cop_text spec = COP_TEXT;
    bool is_good = true;

    for (int i = 0; i < 2 && is_good; i++)
        is_good = names[i] == NULL ||
                  cop_settings_set(settings, gtp->game->rules->name, names[i], values[i], error);
    cop_spec_write(gtp->game->rules->name, settings, &spec);
    is_good = is_good && cop_gtp_set_game(gtp, spec.bytes, error);
    cop_text_free(&spec);
    cop_settings_free(settings);
    return is_good || cop_fail_in(error, "unacceptable size");
}

/* One number for a board that has width and height leaves the height alone if the width is right:
 * a controller can say no more. */
static bool boardsize(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    const struct cop_game *game = gtp->game;
    bool is_square = has_option(game, "size");
    bool has_sides = has_option(game, "width") && has_option(game, "height");
    char *first = call->words[0], *second = call->words[call->count - 1];
    double number;

    if (!cop_gtp_read_number(first, &number, error) || !cop_gtp_read_number(second, &number, error))
        return false;
    if (is_square && (call->count == 1 || (!has_sides && strcmp(first, second) == 0)))
        return resize(gtp, (const char *[2]){"size"}, (char *[2]){first}, error);
    if (!has_sides)
        return cop_fail(error, "unacceptable size: the board of %s %s", game->rules->name,
                        is_square ? "is square" : "has one size only");
    if (call->count == 1 && number == (double)cop_integer(game->settings, "width")) {
        cop_gtp_clear(gtp);
        return true;
    }
    return resize(gtp, (const char *[2]){"width", "height"}, (char *[2]){first, second}, error);
}

static bool clear_board(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)call, (void)error;
    cop_gtp_clear(gtp);
    return true;
}

/* Every controller for Go sends a komi; it must not change the rules of another game. */
static bool komi(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    const char *word = call->words[0];
    double number;

    (void)gtp;
    return cop_gtp_read_number(word[0] == '-' ? word + 1 : word, &number, error);
}

void cop_gtp_draw(const struct cop_gtp *gtp, struct cop_text *text)
{
    static const struct cop_drawing drawing = {.ascii = true};
    struct cop_scene scene = {0};

    gtp->game->rules->scene(gtp->game, cop_gtp_state(gtp), -1, &scene);
    cop_scene_draw_text(&scene, &drawing, text);
    cop_scene_free(&scene);
}

static bool showboard(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    int turn = cop_gtp_turn(gtp);

    (void)error;
    cop_text_add(call->reply, "\n");
    cop_gtp_draw(gtp, call->reply);
    if (turn == COP_OVER)
        cop_text_add(call->reply, "\nThe game is over\n");
    else
        cop_text_add(call->reply, "\n%s (%s) to move\n", cop_player_name(gtp->game, turn),
                     cop_gtp_colour(turn));
    return true;
}

/* ---- Moves ---- */

static bool play(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    cop_move move;

    if (!cop_gtp_check_colour(gtp, call->words[0], error))
        return false;
    if (strcasecmp(call->words[1], "resign") == 0 && cop_gtp_turn(gtp) != COP_CHANCE) {
        cop_course_defeat(&gtp->course, cop_gtp_turn(gtp), COP_DEFEAT_RESIGNED);
        return true;
    }
    if (!cop_gtp_read_move(gtp, call->words[1], &move, error))
        return false;
    cop_gtp_play(gtp, move);
    return true;
}

struct cop_limits cop_gtp_limits_now(const struct cop_gtp *gtp)
{
    struct cop_limits limits = gtp->limits;

    limits.clock = 0;
    if (!gtp->clock.is_running)
        return limits;
    limits.time = cop_gtp_clock_share(&gtp->clock, gtp->game, cop_course_ply(&gtp->course),
                                      cop_gtp_turn(gtp));
    /* In overtime nothing is shared by the moves of the whole game, and programs count what they
     * have left themselves. */
    if (gtp->clock.stones == 0 && !cop_agent_is_external(cop_agent_name(gtp->agent)))
        limits.clock = gtp->clock.main;
    return limits;
}

/* A question that changes nothing: not what genmove has decided for the rest of a turn, either. */
static bool reg_genmove(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    struct cop_limits limits;
    struct cop_report report;

    if (!cop_gtp_check_decision(gtp, call->words[0], error))
        return false;
    limits = cop_gtp_limits_now(gtp);
    if (!cop_gtp_think(gtp, &limits, NULL, &report, error))
        return false;
    cop_gtp_write_move(gtp, report.best, call->reply);
    return true;
}

static bool genmove(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    double start = cop_now();
    int player = cop_gtp_turn(gtp);
    struct cop_limits limits;
    cop_move move;

    if (!cop_gtp_check_decision(gtp, call->words[0], error))
        return false;
    limits = cop_gtp_limits_now(gtp);
    if (!cop_gtp_decide(gtp, &limits, &move, error))
        return false;
    cop_gtp_write_move(gtp, move, call->reply);
    cop_gtp_play(gtp, move);
    cop_gtp_clock_spend(&gtp->clock, player, cop_now() - start);
    return true;
}

static bool undo(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    (void)call;
    if (gtp->course.loser >= 0)
        cop_gtp_undo(gtp, 0);
    else if (cop_course_ply(&gtp->course) == 0)
        return cop_fail(error, "cannot undo");
    else
        cop_gtp_undo(gtp, 1);
    return true;
}

/* A file's name may have blanks in it; a number after it is the move's. */
static bool loadsgf(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    const char *last = call->words[call->count - 1];
    struct cop_text path = COP_TEXT;
    double before = 0;
    bool has_number = call->count > 1 && strspn(last, "0123456789") == strlen(last);
    bool is_good = !has_number || cop_gtp_read_number(last, &before, error);

    for (int i = 0; i < call->count - has_number; i++)
        cop_text_add(&path, "%s%s", i > 0 ? " " : "", call->words[i]);
    is_good = is_good && (cop_gtp_load(gtp, path.bytes, (int64_t)fmin(before, 1e9), error) ||
                          cop_fail_in(error, "cannot load file"));
    cop_text_free(&path);
    return is_good;
}

/* ---- The end ---- */

/* Points by which the better of two players is ahead; 0 where the game has none. */
static double margin(const struct cop_gtp *gtp)
{
    const struct cop_game *game = gtp->game;
    double first, second;

    if (game->rules->score == NULL)
        return 0;
    first = game->rules->score(game, cop_gtp_state(gtp), 0);
    second = game->rules->score(game, cop_gtp_state(gtp), 1);
    return fabs(first == -second ? first : first - second);
}

static void add_points(const struct cop_gtp *gtp, const double *payoff, struct cop_text *text)
{
    const struct cop_game *game = gtp->game;
    double points = game->players == 2 ? margin(gtp) : 0;

    if (game->players == 1 && game->rules->score != NULL)
        cop_text_add(text, "%.10g", game->rules->score(game, cop_gtp_state(gtp), 0));
    else if (game->players != 2)
        for (int i = 0; i < game->players; i++)
            cop_text_add(text, "%s%.6g", i > 0 ? " " : "", payoff[i]);
    else if (payoff[0] == payoff[1])
        cop_text_add(text, "0");
    else if (points > 0)
        cop_text_add(text, "%s+%.10g", payoff[0] > payoff[1] ? "B" : "W", points);
    else
        cop_text_add(text, "%s+", payoff[0] > payoff[1] ? "B" : "W");
}

static bool final_score(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    double payoff[COP_PLAYERS_MAX] = {0};

    if (cop_gtp_turn(gtp) != COP_OVER)
        return cop_fail(error, "cannot score: the game is not over");
    if (gtp->course.loser >= 0 && gtp->game->players == 2) {
        cop_course_write_result(&gtp->course, call->reply);
        return true;
    }
    if (gtp->course.loser >= 0)
        return cop_fail(error, "cannot score: %s has resigned", cop_gtp_colour(gtp->course.loser));
    cop_course_payoff(&gtp->course, payoff);
    add_points(gtp, payoff, call->reply);
    return true;
}

/* ---- Time ---- */

static void run_clock(struct cop_gtp *gtp, double main, double period, double stones)
{
    gtp->clock = (struct cop_gtp_clock){.main = main, .period = period};
    gtp->clock.stones = (int)fmin(stones, 1000);
    gtp->clock.is_running = period <= 0 || gtp->clock.stones > 0;
    if (period <= 0)
        gtp->clock.stones = 0;
    cop_gtp_clock_reset(&gtp->clock);
}

/* Overtime without stones is the protocol's way to say: no limit. */
static bool time_settings(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    double numbers[3];

    for (int i = 0; i < 3; i++)
        if (!cop_gtp_read_number(call->words[i], &numbers[i], error))
            return false;
    run_clock(gtp, numbers[0], numbers[1], numbers[2]);
    return true;
}

/* Of KGS: none; absolute M; byoyomi M PERIOD PERIODS; canadian M PERIOD STONES. A period of byoyomi
 * is for one move. */
static bool kgs_time_settings(struct cop_gtp *gtp, struct cop_gtp_call *call,
                              struct cop_error *error)
{
    static const struct {
        const char *word;
        int numbers;
    } kinds[] = {{"none", 0}, {"absolute", 1}, {"byoyomi", 3}, {"canadian", 3}};
    double numbers[3] = {0};
    int kind = 0;

    while (kind < 4 && strcasecmp(kinds[kind].word, call->words[0]) != 0)
        kind++;
    if (kind == 4 || call->count != 1 + kinds[kind].numbers)
        return cop_fail(error, "syntax error: none, absolute TIME, byoyomi TIME PERIOD PERIODS, or "
                               "canadian TIME PERIOD STONES");
    for (int i = 0; i < kinds[kind].numbers; i++)
        if (!cop_gtp_read_number(call->words[i + 1], &numbers[i], error))
            return false;
    run_clock(gtp, numbers[0], kind == 0 ? 1 : numbers[1], kind == 2 ? 1 : numbers[2]);
    return true;
}

static bool time_left(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    double left, stones;
    int player;

    if (!cop_gtp_read_colour(gtp, call->words[0], &player, error) ||
        !cop_gtp_read_number(call->words[1], &left, error) ||
        !cop_gtp_read_number(call->words[2], &stones, error))
        return false;
    if (player == COP_CHANCE)
        return cop_fail(error, "syntax error: chance has no clock");
    gtp->clock.is_running = true;
    gtp->clock.of_player[player].left = left;
    gtp->clock.of_player[player].stones = (int)fmin(stones, 1000);
    return true;
}

const struct cop_gtp_command cop_gtp_standard_commands[] = {
    {"protocol_version", "", 0, 0, protocol_version},
    {"name", "", 0, 0, name},
    {"version", "", 0, 0, version},
    {"known_command", "COMMAND", 1, 1, known_command},
    {"list_commands", "", 0, 0, list_commands},
    {"quit", "", 0, 0, quit},
    {"boardsize", "SIZE, or WIDTH HEIGHT", 1, 2, boardsize},
    {"clear_board", "", 0, 0, clear_board},
    {"komi", "KOMI", 1, 1, komi},
    {"play", "COLOUR MOVE", 2, 2, play},
    {"genmove", "COLOUR", 1, 1, genmove},
    {"reg_genmove", "COLOUR", 1, 1, reg_genmove},
    {"undo", "", 0, 0, undo},
    {"time_settings", "MAIN_TIME PERIOD STONES", 3, 3, time_settings},
    {"time_left", "COLOUR TIME STONES", 3, 3, time_left},
    {"kgs-time_settings", "KIND TIMES...", 1, 4, kgs_time_settings},
    {"loadsgf", "FILE [MOVE_NUMBER]", 1, COP_GTP_ANY, loadsgf},
    {"final_score", "", 0, 0, final_score},
    {"showboard", "", 0, 0, showboard},
    {NULL},
};
