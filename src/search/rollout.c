/* rollout.c - the options of playouts, where they end, and playing them. */
#include "search/rollout.h"

#include <stdlib.h>
#include <string.h>

#include "game/quiet.h"
#include "search/policies.h"

const struct cop_option cop_rollout_options[] = {
    {"playout", COP_SPEC, "uniform", 0, 0, NULL,
     "how games are played out: uniform, greedy(...), or one of the game's policies"},
    {"playout_limit", COP_INTEGER, "0", 0, 1e6, NULL,
     "plies after which a playout is cut; 0 plays to the end"},
    {"line_limit", COP_INTEGER, "0", 0, 1e6, NULL,
     "plies from the root after which a playout is cut; 0 plays to the end"},
    {"even_cut", COP_FLAG, "off", 0, 0, NULL,
     "cut playouts only at an even number of plies from the root"},
    {"judge", COP_WORDS, "", 0, 0, NULL,
     "an evaluator that judges games that are cut; without it they count as draws"},
    {"judge_scale", COP_CHOICE, "range", 0, 0, "range|chance",
     "what a judgement is worth: where it lies between a lost and a won game, or the chances that "
     "were fitted to the evaluator"},
    {"quiet", COP_FLAG, "off", 0, 0, NULL,
     "games that are cut go on with noisy moves as long as these gain, where the judge names them"},
    {"draw_cut", COP_REAL, "0", 0, 1, NULL,
     "the share of the longest game after which a playout counts as a draw; 0 plays to the end"},
    {"lead_cut", COP_REAL, "0", 0, 1e6, NULL,
     "a playout is won by who leads by more points than this for each move that can still be made; "
     "0 plays to the end"},
    {"decisive", COP_CHOICE, "off", 0, 0, "off|win|both",
     "playouts take a win in one move; both: and do not let the next player win at once if they "
     "can help it"},
    {"reward", COP_CHOICE, "payoff", 0, 0, "payoff|score|margin|biased",
     "what is maximised: the result, or the points, the lead over the best other player, or the "
     "lead with a bonus for the win, scaled to the game's range"},
    {"bonus", COP_REAL, "10", 0, 1e6, NULL,
     "reward=biased: points that a win adds to the lead and a loss takes from it"},
    {"length_weight", COP_REAL, "0", 0, 2, NULL,
     "how much more results of short games count than those of long ones; rewards may then be "
     "below 0 and above 1"},
    {"win", COP_REAL, "1", 0, 1, NULL, "reward of a won game"},
    {"draw", COP_REAL, "0.5", 0, 1, NULL, "reward of a drawn game"},
    {"loss", COP_REAL, "0", 0, 1, NULL, "reward of a lost game"},
    {NULL}};

static bool has_limit(const struct cop_rollout *rollout)
{
    return rollout->limit > 0 || rollout->line_limit > 0;
}

static bool read_judge(struct cop_rollout *rollout, const char *judge, struct cop_error *error)
{
    rollout->has_judge = judge[0] != '\0';
    if (!rollout->has_judge)
        return true;
    if (!has_limit(rollout))
        return cop_fail(error,
                        "judge=%s has nothing to judge: playouts go to the end; give "
                        "playout_limit or line_limit",
                        judge);
    if (!cop_judge_find(&rollout->judge, rollout->game, judge, error))
        return cop_fail_in(error, "judge");
    if (rollout->judge.evaluator.is_relative)
        return cop_fail(error,
                        "judge=%s: its values are only relative to a root; use another evaluator",
                        judge);
    return true;
}

static bool read_scale(struct cop_rollout *rollout, const struct cop_settings *settings,
                       struct cop_error *error)
{
    rollout->by_chance = cop_choice(settings, "judge_scale") == 1;
    if (!rollout->has_judge && cop_given(settings, "judge_scale"))
        return cop_fail(error, "judge_scale does nothing here; it needs judge");
    if (!rollout->by_chance)
        return true;
    if (rollout->from_score)
        return cop_fail(error, "judge_scale=chance says how likely a win is, and reward counts "
                               "points; use reward=payoff or judge_scale=range");
    if (!cop_judge_has_chances(&rollout->judge, rollout->game))
        return cop_fail(error,
                        "judge_scale=chance: no chances were fitted to %s in %s (coppice tune "
                        "chance); use judge_scale=range",
                        rollout->judge.evaluator.name, rollout->game->name);
    return true;
}

static bool read_quiet(struct cop_rollout *rollout, const struct cop_settings *settings,
                       struct cop_error *error)
{
    const struct cop_evaluator *evaluator = &rollout->judge.evaluator;
    const struct cop_game *game = rollout->game;

    rollout->is_quiet = cop_flag(settings, "quiet");
    if (!rollout->is_quiet)
        return true;
    if (!rollout->has_judge)
        return cop_fail(error, "quiet=on does nothing here; it needs judge");
    if (evaluator->noisy == NULL || game->players != 2)
        return cop_fail(error,
                        "quiet=on: the evaluator %s of %s names no noisy moves to play on with; "
                        "use quiet=off",
                        evaluator->name, game->name);
    return true;
}

/* What needs to know how many moves are left, and an opponent. */
static bool check_early_end(const struct cop_rollout *rollout, const char *option,
                            struct cop_error *error)
{
    const struct cop_game *game = rollout->game;

    if (game->rules->moves_left == NULL)
        return cop_fail(error, "%s: %s does not say how many moves are left; use %s=0", option,
                        game->rules->name, option);
    if (game->players < 2)
        return cop_fail(error, "%s: %s has one player, who has no opponent; use %s=0", option,
                        game->rules->name, option);
    return true;
}

static bool check_lead_cut(const struct cop_rollout *rollout, struct cop_error *error)
{
    const struct cop_game *game = rollout->game;

    if (game->rules->score == NULL)
        return cop_fail(error, "lead_cut: %s has no score; use lead_cut=0", game->rules->name);
    if (!game->is_constant_sum)
        return cop_fail(error,
                        "lead_cut: several players win together in %s, so that nobody leads; use "
                        "lead_cut=0",
                        game->name);
    return check_early_end(rollout, "lead_cut", error);
}

static bool check_draw_cut(const struct cop_rollout *rollout, struct cop_error *error)
{
    if (rollout->reward == COP_REWARD_SCORE)
        return cop_fail(error, "draw_cut: a draw is worth no certain number of points, which "
                               "reward=score counts; use another reward or draw_cut=0");
    return check_early_end(rollout, "draw_cut", error);
}

static bool read_cuts(struct cop_rollout *rollout, const struct cop_settings *settings,
                      struct cop_error *error)
{
    rollout->limit = (int)cop_integer(settings, "playout_limit");
    rollout->line_limit = (int)cop_integer(settings, "line_limit");
    rollout->is_even = cop_flag(settings, "even_cut");
    rollout->draw_cut = cop_real(settings, "draw_cut");
    rollout->lead_cut = cop_real(settings, "lead_cut");
    if (rollout->is_even && !has_limit(rollout))
        return cop_fail(error, "even_cut=on has nothing to cut: playouts go to the end; give "
                               "playout_limit or line_limit");
    return (rollout->draw_cut == 0 || check_draw_cut(rollout, error)) &&
           (rollout->lead_cut == 0 || check_lead_cut(rollout, error)) &&
           read_judge(rollout, cop_words(settings, "judge"), error) &&
           read_scale(rollout, settings, error) && read_quiet(rollout, settings, error);
}

static bool read_settings(struct cop_rollout *rollout, const struct cop_game *game,
                          const struct cop_settings *settings, struct cop_error *error)
{
    *rollout = (struct cop_rollout){.game = game};
    rollout->decisive = (enum cop_decisive)cop_choice(settings, "decisive");
    if (rollout->decisive != COP_DECISIVE_OFF && game->players < 2)
        return cop_fail(error,
                        "decisive: %s has one player, and nobody to win against; use "
                        "decisive=off",
                        game->rules->name);
    return cop_rewards_read(rollout, settings, error) && read_cuts(rollout, settings, error);
}

/* A policy that ends playouts knows shares, not points. */
static bool check_ends(const struct cop_rollout *rollout, const struct cop_settings *settings,
                       struct cop_error *error)
{
    if (rollout->from_score && rollout->policy != NULL && rollout->policy->ended != NULL)
        return cop_fail(error,
                        "playout=%s ends games before they are over, without points; use "
                        "reward=payoff",
                        cop_words(settings, "playout"));
    return true;
}

bool cop_rollout_check(const struct cop_game *game, const struct cop_settings *settings,
                       struct cop_error *error)
{
    struct cop_rollout rollout;
    bool is_right;

    if (!read_settings(&rollout, game, settings, error) ||
        !cop_policy_open(game, cop_words(settings, "playout"), &rollout.policy,
                         &rollout.policy_prepared, error))
        return false;
    is_right = check_ends(&rollout, settings, error);
    cop_rollout_close(&rollout);
    return is_right;
}

/* Where a start is drawn by lot, all starts are alike in this. */
static bool measure_longest(struct cop_rollout *rollout)
{
    const struct cop_game *game = rollout->game;
    void *state;
    struct cop_rng rng;

    if (game->rules->moves_left == NULL)
        return true;
    state = calloc(1, game->state_size);
    if (state == NULL)
        return false;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    rollout->longest = game->rules->moves_left(game, state);
    free(state);
    return true;
}

bool cop_rollout_open(struct cop_rollout *rollout, const struct cop_game *game,
                      const struct cop_settings *settings, const atomic_bool *stop,
                      struct cop_error *error)
{
    if (!read_settings(rollout, game, settings, error) ||
        !cop_policy_open(game, cop_words(settings, "playout"), &rollout->policy,
                         &rollout->policy_prepared, error) ||
        !check_ends(rollout, settings, error))
        return false;
    if (rollout->policy != NULL && rollout->policy->notes != NULL)
        rollout->policy_notes = rollout->policy->notes(game);
    if (!measure_longest(rollout))
        return cop_fail(error, "not enough memory");
    return !rollout->has_judge || cop_judge_prepare(&rollout->judge, game, stop, error);
}

/* The policy's notes come first, and what is behind them must be aligned for any state. */
static size_t padded_notes(const struct cop_rollout *rollout)
{
    return (rollout->policy_notes + 15) / 16 * 16;
}

/* Then comes the look at the next moves, likewise, and last the room for exchanges. */
static size_t padded_lookout(const struct cop_rollout *rollout)
{
    bool looks_out = rollout->decisive != COP_DECISIVE_OFF;

    return looks_out ? (cop_lookout_size(rollout->game) + 15) / 16 * 16 : 0;
}

size_t cop_rollout_notes(const struct cop_rollout *rollout)
{
    return padded_notes(rollout) + padded_lookout(rollout) +
           (rollout->is_quiet ? cop_quiet_size(rollout->game) : 0);
}

void cop_rollout_close(struct cop_rollout *rollout)
{
    if (rollout->policy != NULL && rollout->policy->release != NULL &&
        rollout->policy_prepared != NULL)
        rollout->policy->release(rollout->policy_prepared);
    *rollout = (struct cop_rollout){0};
}

/* How many plies a playout has that begins so far from the root; 0: to the end, -1: none. */
static int plies_allowed(const struct cop_rollout *rollout, int plies)
{
    int allowed = rollout->limit;

    if (rollout->line_limit > 0) {
        int left = rollout->line_limit - plies;

        if (allowed == 0 || left < allowed)
            allowed = left > 0 ? left : -1;
    }
    if (rollout->is_even && allowed != 0 && (plies + (allowed > 0 ? allowed : 0)) % 2 != 0)
        allowed = allowed > 0 ? allowed + 1 : 1;
    return allowed;
}

static void note_move(struct cop_trace *trace, int player, cop_move move)
{
    if (trace == NULL || trace->length == trace->room)
        return;
    trace->players[trace->length] = (int8_t)player;
    trace->moves[trace->length++] = move;
}

/* The policy's word on the playout as it stands. */
static bool has_ended(const struct cop_rollout *rollout, const void *state, const void *notes,
                      double *of_player)
{
    const struct cop_policy *policy = rollout->policy;

    return policy != NULL && policy->ended != NULL &&
           policy->ended(rollout->game, rollout->policy_prepared, state, notes, of_player);
}

/* Is the game too long or the lead too large to play on? */
static bool ends_early(const struct cop_rollout *rollout, const void *state,
                       enum cop_rollout_end *end)
{
    const struct cop_game *game = rollout->game;
    int left, leader;

    if (rollout->draw_cut == 0 && rollout->lead_cut == 0)
        return false;
    left = game->rules->moves_left(game, state);
    *end = COP_ROLLOUT_DRAWN;
    if (rollout->draw_cut > 0 && rollout->longest - left >= rollout->draw_cut * rollout->longest)
        return true;
    *end = COP_ROLLOUT_LED;
    return rollout->lead_cut > 0 &&
           cop_rollout_lead(rollout, state, &leader) > left * rollout->lead_cut;
}

/* As the guide says, or else the policy. */
static cop_move pick_move(const struct cop_rollout *rollout, const void *state, int player,
                          struct cop_rng *rng, const struct cop_rollout_room *room)
{
    const struct cop_game *game = rollout->game;
    const struct cop_guide *guide = room->guide;
    cop_move move = COP_NO_MOVE;

    if (guide != NULL)
        move = guide->pick(guide->context, state, player, rng, room->moves);
    if (move != COP_NO_MOVE)
        return move;
    if (rollout->policy != NULL)
        return rollout->policy->pick(game, rollout->policy_prepared, state, room->notes, rng);
    return cop_random_move(game, state, rng, room->moves);
}

/* The same with an eye on what wins at once. */
static cop_move pick_decisively(const struct cop_rollout *rollout, const void *state, int player,
                                struct cop_rng *rng, const struct cop_rollout_room *room)
{
    const struct cop_game *game = rollout->game;
    struct cop_lookout lookout = cop_lookout_in(game, (char *)room->notes + padded_notes(rollout));
    cop_move move = cop_winning_move(game, state, &lookout), safe;

    if (move != COP_NO_MOVE)
        return move;
    move = pick_move(rollout, state, player, rng, room);
    if (rollout->decisive == COP_DECISIVE_WIN || cop_is_safe_move(game, state, move, &lookout))
        return move;
    safe = cop_safe_move(game, state, room->moves, rng, &lookout);
    return safe != COP_NO_MOVE ? safe : move;
}

static cop_move next_move(const struct cop_rollout *rollout, const void *state, int turn,
                          struct cop_rng *rng, const struct cop_rollout_room *room)
{
    if (turn == COP_CHANCE)
        return cop_random_move(rollout->game, state, rng, room->moves);
    if (rollout->decisive != COP_DECISIVE_OFF)
        return pick_decisively(rollout, state, turn, rng, room);
    return pick_move(rollout, state, turn, rng, room);
}

static void tell_move(const struct cop_rollout *rollout, const void *before, int turn,
                      cop_move move, const struct cop_rollout_room *room)
{
    const struct cop_policy *policy = rollout->policy;

    note_move(room->trace, turn, move);
    if (room->guide != NULL)
        room->guide->played(room->guide->context, turn, move);
    if (policy != NULL && policy->played != NULL)
        policy->played(rollout->game, rollout->policy_prepared, before, move, room->notes);
}

static void begin_policy(const struct cop_rollout *rollout, const void *state,
                         const struct cop_rollout_room *room)
{
    const struct cop_policy *policy = rollout->policy;

    if (rollout->policy_notes > 0)
        memset(room->notes, 0, rollout->policy_notes);
    if (policy != NULL && policy->begin != NULL)
        policy->begin(rollout->game, rollout->policy_prepared, state, room->notes);
}

cop_move cop_rollout_pick(const struct cop_rollout *rollout, const void *state, struct cop_rng *rng,
                          const struct cop_rollout_room *room)
{
    begin_policy(rollout, state, room);
    return next_move(rollout, state, rollout->game->rules->turn(rollout->game, state), rng, room);
}

/* Move by move, as all that is not one function's own playout needs it; returns how many. */
static int play_moves(const struct cop_rollout *rollout, void *state, int allowed,
                      struct cop_rng *rng, const struct cop_rollout_room *room,
                      enum cop_rollout_end *end, double *of_player)
{
    const struct cop_game *game = rollout->game;
    int plies = 0;

    for (; !has_ended(rollout, state, room->notes, of_player); plies++) {
        int turn = game->rules->turn(game, state);
        cop_move move;

        *end = COP_ROLLOUT_OVER;
        if (turn == COP_OVER)
            return plies;
        *end = COP_ROLLOUT_CUT;
        if (allowed > 0 && plies == allowed)
            return plies;
        if (ends_early(rollout, state, end))
            return plies;
        move = next_move(rollout, state, turn, rng, room);
        tell_move(rollout, state, turn, move, room);
        game->rules->play(game, state, move);
    }
    *end = COP_ROLLOUT_SETTLED;
    return plies;
}

/* Does nobody else look at single moves? */
static bool is_left_alone(const struct cop_rollout *rollout, const struct cop_rollout_room *room)
{
    return rollout->decisive == COP_DECISIVE_OFF && rollout->draw_cut == 0 &&
           rollout->lead_cut == 0 && room->guide == NULL &&
           (room->trace == NULL || room->trace->room == 0);
}

/* Of a playout that nothing else ends. */
static enum cop_rollout_end end_of(const struct cop_game *game, const void *state)
{
    return game->rules->turn(game, state) == COP_OVER ? COP_ROLLOUT_OVER : COP_ROLLOUT_CUT;
}

static enum cop_rollout_end play_on(const struct cop_rollout *rollout, void *state, int allowed,
                                    struct cop_rng *rng, const struct cop_rollout_room *room,
                                    double *of_player)
{
    const struct cop_game *game = rollout->game;
    const struct cop_policy *policy = rollout->policy;

    begin_policy(rollout, state, room);
    if (policy == NULL || policy->playout == NULL || !is_left_alone(rollout, room) ||
        rollout->length_weight > 0) { /* which asks the state, that the policy need not keep */
        enum cop_rollout_end end;
        int plies = play_moves(rollout, state, allowed, rng, room, &end, of_player);

        if (room->tally != NULL) {
            room->tally->stepped++;
            room->tally->plies += plies;
        }
        return end;
    }
    policy->playout(game, rollout->policy_prepared, state, room->notes, rng, allowed);
    if (room->shows_end && policy->catch_up != NULL)
        policy->catch_up(game, rollout->policy_prepared, state, room->notes);
    if (has_ended(rollout, state, room->notes, of_player))
        return COP_ROLLOUT_SETTLED;
    return end_of(game, state);
}

bool cop_rollout_root(struct cop_rollout *rollout, const void *state)
{
    return rollout->policy != NULL && rollout->policy->root != NULL &&
           rollout->policy->root(rollout->game, rollout->policy_prepared, state);
}

/* From where the game was cut to where no exchange is under way, which may be its end. */
static enum cop_rollout_end come_to_rest(const struct cop_rollout *rollout, void *state,
                                         const struct cop_rollout_room *room)
{
    const struct cop_game *game = rollout->game;
    char *bytes = (char *)room->notes + padded_notes(rollout) + padded_lookout(rollout);
    struct cop_quiet quiet =
        cop_quiet_in(game, &rollout->judge.evaluator, rollout->judge.prepared, bytes);

    cop_quiet_follow(&quiet, state, state);
    return end_of(game, state);
}

/* From `state` to the end, or to where the playout is cut. */
static enum cop_rollout_end play_or_stay(const struct cop_rollout *rollout, void *state, int plies,
                                         struct cop_rng *rng, const struct cop_rollout_room *room,
                                         double *of_player)
{
    const struct cop_game *game = rollout->game;
    int allowed = plies_allowed(rollout, plies);

    if (allowed >= 0 && (rollout->policy != NULL || !is_left_alone(rollout, room)))
        return play_on(rollout, state, allowed, rng, room, of_player);
    if (allowed >= 0)
        cop_playout(game, state, rng, allowed, room->moves);
    return end_of(game, state);
}

void cop_rollout_run(const struct cop_rollout *rollout, void *state, int plies, struct cop_rng *rng,
                     const struct cop_rollout_room *room, double *of_player)
{
    enum cop_rollout_end end = play_or_stay(rollout, state, plies, rng, room, of_player);

    if (end == COP_ROLLOUT_CUT && rollout->is_quiet)
        end = come_to_rest(rollout, state, room);
    if (room->tally != NULL)
        room->tally->ended[end]++;
    cop_rewards_give(rollout, state, end, of_player);
}
