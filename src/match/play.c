/* play.c - one game: deal, random opening, then each player's agent in turn; chance rolls the
 * course's dice. What an agent did is added up seat by seat. */
#include "match/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/plan.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "game/course.h"
#include "match/schedule.h"

enum { OPENING_TRIES = 1000 };

/* A game in progress. */
struct sitting {
    const struct cop_play *play;
    const struct cop_game *game;
    struct cop_game_result *result;
    struct cop_course course;
    struct cop_plan plan; /* of whoever is in the middle of a turn */
    cop_move *moves;      /* room for max_moves */
};

/* Games for one last 0.575 of the longest one on the average, in SameGame 64.4 of 112 moves. So
 * whoever uses every share has used 64.4 equal ones by then (samegame-and-fanorona.md 7.4), and
 * what a search gives back is shared by the moves to come. */
static const double length_alone = 0.575;

double cop_clock_share(const struct cop_game *game, int plies, double left)
{
    double moves = 30;

    if (game->players == 1 && game->max_plies > 0)
        return fmax(left - 0.02, 0.001) / fmax(length_alone * game->max_plies - plies, 8);
    if (game->max_plies > 0)
        moves = (double)(game->max_plies - plies) / game->players / 2;
    moves = fmin(fmax(moves, 8), 40);
    return fmax(left - 0.02, 0.001) / moves;
}

/* Plays a move on the board and before all agents. */
static void put(struct sitting *sitting, cop_move move)
{
    for (int seat = 0; seat < sitting->game->players; seat++)
        cop_agent_played(sitting->play->agents[seat], cop_course_now(&sitting->course), move);
    cop_course_play(&sitting->course, move);
}

/* Finds an opening that leaves a game to play: how many random plies it takes to end one is up to
 * the rules, so an opening that ends the game is drawn again. The moves go to `opening`. */
static bool draw_opening(struct sitting *sitting, cop_move *opening, struct cop_error *error)
{
    const struct cop_game *game = sitting->game;
    int plies = sitting->play->opening_plies;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    for (int attempt = 0; attempt < OPENING_TRIES; attempt++) {
        struct cop_rng rng;
        int count = 0;

        cop_rng_seed(&rng, cop_seed_join(sitting->play->opening_seed, (uint64_t)attempt));
        memcpy(state, cop_course_now(&sitting->course), game->state_size);
        while (count < plies && game->rules->turn(game, state) != COP_OVER) {
            opening[count] = cop_random_move(game, state, &rng, sitting->moves);
            game->rules->play(game, state, opening[count++]);
        }
        if (game->rules->turn(game, state) != COP_OVER)
            return true;
    }
    return cop_fail(error,
                    "%d random opening plies end nearly every game of %s; ask for fewer of them",
                    plies, game->name);
}

/* The course of a game in which nothing has been played. */
static bool open_course(struct sitting *sitting, struct cop_error *error)
{
    const struct cop_play *play = sitting->play;
    struct cop_record record = {.game = cop_copy_string(play->game->name)};

    if (play->start != NULL)
        record.position = cop_copy_string(play->start);
    /* 53 bits, so that the seed in the record can be typed as `--seed`. */
    record.seed = cop_seed_join(play->opening_seed, UINT64_MAX) >> 11;
    for (int seat = 0; seat < play->game->players; seat++)
        record.players[seat] = cop_copy_string(cop_agent_name(play->agents[seat]));
    if (!cop_course_open(&sitting->course, play->game, &record, error))
        return false;
    sitting->course.seed = cop_seed_join(play->game_seed, 0);
    return true;
}

static bool begin(struct sitting *sitting, struct cop_error *error)
{
    const struct cop_play *play = sitting->play;
    const struct cop_game *game = sitting->game;
    cop_move *opening = cop_allocate((size_t)play->opening_plies * sizeof *opening);
    bool good = draw_opening(sitting, opening, error);

    for (int seat = 0; good && seat < game->players; seat++) {
        uint64_t own = cop_seed_join(play->game_seed, (uint64_t)seat + 1);

        cop_agent_start(play->agents[seat], cop_seed_join(own, play->limits[seat]->means.seed));
    }
    for (int i = 0; good && i < play->opening_plies; i++)
        put(sitting, opening[i]);
    free(opening);
    return good;
}

static bool is_legal(const struct sitting *sitting, int count, cop_move move)
{
    for (int i = 0; i < count; i++)
        if (sitting->moves[i] == move)
            return true;
    return false;
}

/* Lets the player to move decide, unless an earlier search already has: then nothing is added up.
 * *move is COP_NO_MOVE if it loses instead, and then the result has the reason. */
static bool decide(struct sitting *sitting, int seat, cop_move *move, struct cop_error *error)
{
    const struct cop_play *play = sitting->play;
    struct cop_seat_result *sums = &sitting->result->seats[seat];
    struct cop_limits limits = *play->limits[seat];
    struct cop_watch watch = {.stop = play->stop};
    struct cop_report report = {0};
    const void *state = cop_course_now(&sitting->course);
    int count = sitting->game->rules->moves(sitting->game, state, sitting->moves);
    double start = cop_now_by(limits.processor);

    *move = cop_plan_next(&sitting->plan, sitting->game, state);
    if (*move != COP_NO_MOVE)
        return true;
    if (limits.clock > 0) {
        double share = cop_clock_share(sitting->game, cop_course_ply(&sitting->course),
                                       limits.clock - sums->seconds);

        limits.time = limits.time > 0 ? fmin(limits.time, share) : share;
    }
    if (!cop_agent_think(play->agents[seat], state, &limits, &watch, &report, error)) {
        sitting->result->reason = cop_agent_gave_up(play->agents[seat]);
        sums->seconds += cop_now_by(limits.processor) - start;
        return sitting->result->reason != NULL ||
               cop_fail_in(error, "%s", cop_agent_name(play->agents[seat]));
    }
    sums->seconds += cop_now_by(limits.processor) - start;
    sums->sims += report.sims;
    sums->nodes += report.nodes;
    if (report.depth > sums->depth)
        sums->depth = report.depth;
    if (count > 1) {
        sums->searches++;
        sums->early_stops += report.stopped_early;
    }
    if (!is_legal(sitting, count, report.best))
        return cop_fail(error, "%s answered a move that is not legal",
                        cop_agent_name(play->agents[seat]));
    if (limits.clock > 0 && sums->seconds > limits.clock) {
        sitting->result->reason = COP_REASON_TIME;
        return true;
    }
    *move = report.best;
    cop_plan_keep(&sitting->plan, sitting->game, state, &report);
    return true;
}

/* How the results name a defeat. */
static enum cop_defeat defeat_of(const char *reason)
{
    if (strcmp(reason, COP_REASON_TIME) == 0)
        return COP_DEFEAT_TIME;
    return strcmp(reason, COP_REASON_RESIGNED) == 0 ? COP_DEFEAT_RESIGNED : COP_DEFEAT_FORFEIT;
}

/* Chance is let roll first: what is known is known of somebody's turn. */
static bool is_adjudged(struct sitting *sitting, int turn)
{
    double verdict[COP_PLAYERS_MAX];

    if (sitting->play->judge == NULL || turn == COP_CHANCE ||
        !cop_judge_knows(sitting->play->judge, cop_course_now(&sitting->course), verdict))
        return false;
    cop_course_adjudge(&sitting->course, verdict);
    return true;
}

static enum cop_play_end play_moves(struct sitting *sitting, struct cop_error *error)
{
    struct cop_course *course = &sitting->course;
    int turn;

    while ((turn = cop_course_turn(course)) != COP_OVER) {
        cop_move move = COP_NO_MOVE;
        bool good;

        if (is_adjudged(sitting, turn))
            break;
        if (turn == COP_CHANCE) {
            put(sitting, cop_course_roll(course));
            continue;
        }
        good = decide(sitting, turn, &move, error);
        if (sitting->play->stop != NULL && atomic_load(sitting->play->stop))
            return COP_PLAY_STOPPED; /* whatever a search that was cut short has answered */
        if (!good)
            return COP_PLAY_FAILED;
        if (move == COP_NO_MOVE)
            cop_course_defeat(course, turn, defeat_of(sitting->result->reason));
        else
            put(sitting, move);
    }
    return COP_PLAY_FINISHED;
}

/* The results of all seats and the record. */
static bool conclude(struct sitting *sitting, struct cop_text *sgf, struct cop_error *error)
{
    const struct cop_game *game = sitting->game;
    struct cop_course *course = &sitting->course;
    struct cop_game_result *result = sitting->result;
    double payoff[COP_PLAYERS_MAX] = {0};

    result->loser = course->loser;
    result->plies = cop_course_ply(course);
    if (course->is_adjudged)
        result->ending = COP_ENDING_ADJUDGED;
    else if (course->loser < 0)
        result->ending = cop_ending_of(game, cop_course_now(course));
    cop_course_payoff(course, payoff);
    for (int seat = 0; seat < game->players; seat++) {
        result->seats[seat].payoff = payoff[seat];
        if (game->rules->score != NULL)
            result->seats[seat].score = game->rules->score(game, cop_course_now(course), seat);
    }
    if (course->is_adjudged)
        course->record.comment = cop_copy_string(COP_ENDING_ADJUDGED);
    if (course->loser >= 0 && course->defeat == COP_DEFEAT_FORFEIT)
        course->record.comment = cop_copy_string(result->reason);
    cop_text_clear(sgf);
    if (!cop_record_write_sgf(&course->record, game, sgf, error))
        return false;
    result->sgf = sgf->bytes;
    return true;
}

enum cop_play_end cop_play(const struct cop_play *play, struct cop_game_result *result,
                           struct cop_text *sgf, struct cop_error *error)
{
    struct sitting sitting = {.play = play, .game = play->game, .result = result};
    enum cop_play_end end = COP_PLAY_FAILED;

    *result = (struct cop_game_result){.loser = -1, .seat_count = play->game->players};
    if (!open_course(&sitting, error))
        return COP_PLAY_FAILED;
    sitting.moves = cop_allocate((size_t)play->game->max_moves * sizeof *sitting.moves);
    if (begin(&sitting, error))
        end = play_moves(&sitting, error);
    if (end == COP_PLAY_FINISHED && !conclude(&sitting, sgf, error))
        end = COP_PLAY_FAILED;
    cop_course_close(&sitting.course);
    free(sitting.moves);
    return end;
}
