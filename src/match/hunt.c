#include "match/hunt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "match/best_table.h"
#include "match/play.h"

/* A run of a plan. */
struct run {
    const struct cop_hunt_plan *plan;
    double started;
    int searches;
};

/* One search, from a board's start. */
struct pursuit {
    const struct run *run;
    const struct cop_board *board;
    struct cop_agent *agent;
    double started;
    void *state;
    cop_move *moves; /* played so far, and room for the longest game */
    int count, room;
    int asked;      /* how often the agent was */
    cop_move *best; /* the best whole game */
    int best_count; /* 0: none yet */
    double points;
};

/* Room for `more` moves after those played. */
static void make_room(struct pursuit *pursuit, int more)
{
    if (pursuit->count + more <= pursuit->room)
        return;
    pursuit->room = pursuit->count + more + COP_LINE_MAX;
    pursuit->moves = cop_reallocate(pursuit->moves, (size_t)pursuit->room * sizeof *pursuit->moves);
    pursuit->best = cop_reallocate(pursuit->best, (size_t)pursuit->room * sizeof *pursuit->best);
}

/* Moves from a position on. */
static void write_line(const struct cop_game *game, const void *from, const cop_move *moves,
                       int count, struct cop_text *text)
{
    void *state = cop_allocate(game->state_size);

    memcpy(state, from, game->state_size);
    for (int i = 0; i < count; i++) {
        cop_text_add(text, "%s", i > 0 ? " " : "");
        game->rules->write_move(game, state, moves[i], text);
        game->rules->play(game, state, moves[i]);
    }
    free(state);
}

/* ---- Which board ---- */

/* What led to the best game counts half: such boards may have more to give. A search that has begun
 * and not ended counts as one of mean length, so that several processes take different boards. */
static double effort_of(const struct cop_standing *standing, double mean)
{
    double useful = standing->seconds - standing->idle_seconds;

    return standing->idle_seconds + useful / 2 + mean * (standing->begun - standing->ended);
}

int cop_hunt_choose(const struct cop_standing *standings, int count)
{
    double seconds = 0, least = INFINITY;
    int ended = 0, chosen = 0;

    for (int i = 0; i < count; i++) {
        seconds += standings[i].seconds;
        ended += standings[i].ended;
    }
    for (int i = 0; i < count; i++) {
        double effort = effort_of(&standings[i], ended > 0 ? seconds / ended : 1);

        if (effort >= least)
            continue;
        least = effort;
        chosen = i;
    }
    return chosen;
}

/* What a search is told when it begins. */
struct choice {
    int board_count;
    char *best; /* the moves of the board's best game; NULL: there is none */
};

static int choose_board(void *context, const struct cop_standing *standings)
{
    struct choice *choice = context;
    int board = cop_hunt_choose(standings, choice->board_count);

    choice->best = cop_copy_string(standings[board].game);
    return board;
}

/* ---- Where it begins ---- */

static void take_down(void *context, const void *before, cop_move move)
{
    struct pursuit *pursuit = context;

    (void)before;
    make_room(pursuit, 1);
    pursuit->moves[pursuit->count++] = move;
}

/* Stands the search on the board after some moves of its best game, all but none or the last of
 * them. What is left of the game goes to `rest`. */
static bool stand(struct pursuit *pursuit, const char *best, struct cop_hunted *search,
                  struct cop_text *rest, struct cop_error *error)
{
    const struct cop_game *game = pursuit->board->game;
    struct cop_rng rng;
    int all;

    memcpy(pursuit->state, pursuit->board->start, game->state_size);
    if (best == NULL)
        return true;
    if (!cop_moves_play(game, pursuit->state, best, take_down, pursuit, error))
        return cop_fail_in(error, "the stored game of board %s", pursuit->board->name);
    all = pursuit->count;
    cop_rng_seed(&rng, (uint64_t)search->seed);
    if (cop_rng_unit(&rng) < pursuit->run->plan->again && all > 2)
        search->after = 1 + (int)cop_rng_below(&rng, (uint32_t)all - 2);
    memcpy(pursuit->state, pursuit->board->start, game->state_size);
    for (pursuit->count = 0; pursuit->count < search->after; pursuit->count++)
        game->rules->play(game, pursuit->state, pursuit->moves[pursuit->count]);
    write_line(game, pursuit->state, pursuit->moves + search->after, all - search->after, rest);
    return true;
}

static bool has_option(const struct cop_agent_kind *kind, const char *name)
{
    for (struct cop_option_walk walk = cop_options_walk(kind->options); cop_options_next(&walk);)
        if (strcmp(walk.option->name, name) == 0)
            return true;
    return false;
}

/* begin=best becomes the moves of that game. */
static bool write_spec(const char *agent, const char *rest, struct cop_text *spec,
                       struct cop_error *error)
{
    char *name = NULL, *inside = NULL;
    const struct cop_agent_kind *kind;
    struct cop_settings *settings = NULL;
    bool is_good = cop_spec_split("agent", agent, &name, &inside, error);

    kind = is_good ? cop_agent_kind_find(name) : NULL;
    if (kind != NULL && has_option(kind, "begin"))
        settings = cop_settings_parse(name, kind->options, inside, error);
    if (settings != NULL && strcmp(cop_words(settings, "begin"), "best") == 0) {
        is_good = cop_settings_set(settings, name, "begin", rest, error);
        cop_spec_write(name, settings, spec);
    } else {
        cop_text_add(spec, "%s", agent);
    }
    cop_settings_free(settings);
    free(name);
    free(inside);
    return is_good;
}

/* ---- One search ---- */

static double seconds_left(const struct run *run)
{
    if (run->plan->seconds <= 0)
        return INFINITY;
    return run->plan->seconds - (cop_now() - run->started);
}

static bool is_stopped(const struct run *run)
{
    return run->plan->stop != NULL && atomic_load(run->plan->stop);
}

/* Never longer than what is left of the hunt. */
static struct cop_limits limits_now(const struct pursuit *pursuit)
{
    struct cop_limits limits = pursuit->run->plan->share;
    double left = seconds_left(pursuit->run);

    if (limits.clock > 0) {
        double share = cop_clock_share(pursuit->board->game, pursuit->count,
                                       limits.clock - (cop_now() - pursuit->started));

        limits.time = limits.time > 0 ? fmin(limits.time, share) : share;
    }
    if (isfinite(left))
        limits.time = limits.time > 0 ? fmin(limits.time, left) : left;
    limits.time = limits.time < 0 ? 1e-3 : limits.time;
    return limits;
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move move)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->turn(game, state) < 0 ? 0 : game->rules->moves(game, state, moves);
    bool is_there = false;

    for (int i = 0; i < count; i++)
        is_there = is_there || moves[i] == move;
    free(moves);
    return is_there;
}

/* Plays the line on a copy of the state; whether the rules allow it, and it is a game to its end
 * with so many points. */
static bool try_line(const struct pursuit *pursuit, const struct cop_report *report, double *points)
{
    const struct cop_game *game = pursuit->board->game;
    void *state = cop_allocate(game->state_size);
    bool is_good = true;

    memcpy(state, pursuit->state, game->state_size);
    for (int i = 0; is_good && i < report->line_length; i++) {
        is_good = is_legal(game, state, report->line[i]);
        if (is_good)
            game->rules->play(game, state, report->line[i]);
    }
    is_good = is_good && game->rules->turn(game, state) == COP_OVER;
    *points = is_good ? game->rules->score(game, state, 0) : 0;
    free(state);
    return is_good;
}

/* The moves so far and `more` of a line are a whole game. */
static void keep_if_best(struct pursuit *pursuit, const cop_move *line, int more, double points)
{
    if (pursuit->best_count > 0 && points <= pursuit->points)
        return;
    memcpy(pursuit->best, pursuit->moves, (size_t)pursuit->count * sizeof *pursuit->best);
    for (int i = 0; i < more; i++)
        pursuit->best[pursuit->count + i] = line[i];
    pursuit->best_count = pursuit->count + more;
    pursuit->points = points;
}

static bool take_line(struct pursuit *pursuit, const struct cop_report *report,
                      struct cop_error *error)
{
    double points;

    if (!report->has_total)
        return true;
    if (!try_line(pursuit, report, &points))
        return cop_fail(error, "%s reported a game that cannot be played to an end on board %s",
                        cop_agent_name(pursuit->agent), pursuit->board->name);
    make_room(pursuit, report->line_length);
    keep_if_best(pursuit, report->line, report->line_length, points);
    return true;
}

static bool play_turn(struct pursuit *pursuit, const struct cop_report *report,
                      struct cop_error *error)
{
    const struct cop_game *game = pursuit->board->game;
    int length =
        report->turn_length < report->line_length ? report->turn_length : report->line_length;

    for (int i = 0; i < (length > 1 ? length : 1); i++) {
        cop_move move = i == 0 ? report->best : report->line[i];

        if (!is_legal(game, pursuit->state, move))
            return cop_fail(error, "%s answered a move that is not legal on board %s",
                            cop_agent_name(pursuit->agent), pursuit->board->name);
        make_room(pursuit, 1);
        cop_agent_played(pursuit->agent, pursuit->state, move);
        game->rules->play(game, pursuit->state, move);
        pursuit->moves[pursuit->count++] = move;
    }
    return true;
}

/* Plays until the game is over, time is, or somebody wants it to end. */
static bool play_on(struct pursuit *pursuit, struct cop_error *error)
{
    const struct cop_game *game = pursuit->board->game;
    const struct cop_watch watch = {.stop = pursuit->run->plan->stop};

    while (game->rules->turn(game, pursuit->state) != COP_OVER) {
        struct cop_limits limits = limits_now(pursuit);
        struct cop_report report = {0};

        if (pursuit->asked++ > 0 && (is_stopped(pursuit->run) || seconds_left(pursuit->run) <= 0))
            return true;
        if (!cop_agent_think(pursuit->agent, pursuit->state, &limits, &watch, &report, error))
            return cop_fail_in(error, "%s", cop_agent_name(pursuit->agent));
        if (!take_line(pursuit, &report, error))
            return false;
        if (report.has_total && limits.clock <= 0)
            return true;
        if (!play_turn(pursuit, &report, error))
            return false;
    }
    keep_if_best(pursuit, NULL, 0, game->rules->score(game, pursuit->state, 0));
    return true;
}

/* What is stored is what the rules make of the text that is stored, and nothing that a search says.
 */
static bool conclude(const struct pursuit *pursuit, struct cop_text *game,
                     struct cop_hunted *search, struct cop_error *error)
{
    search->seconds = cop_now() - pursuit->started;
    if (pursuit->best_count == 0)
        return true;
    write_line(pursuit->board->game, pursuit->board->start, pursuit->best, pursuit->best_count,
               game);
    search->game = game->bytes;
    return cop_board_play(pursuit->board, game->bytes, &search->plies, &search->points, error);
}

static bool open_agent(struct pursuit *pursuit, const struct cop_hunted *search, const char *rest,
                       struct cop_error *error)
{
    struct cop_means means = pursuit->run->plan->share.means;
    struct cop_text spec = COP_TEXT;

    means.seed = (uint64_t)search->seed;
    if (write_spec(search->agent, rest, &spec, error))
        pursuit->agent = cop_agent_open(pursuit->board->game, spec.bytes, &means, error);
    cop_text_free(&spec);
    if (pursuit->agent == NULL)
        return false;
    cop_agent_start(pursuit->agent, means.seed);
    return true;
}

static bool pursue(const struct run *run, const char *best, struct cop_hunted *search,
                   struct cop_text *game, struct cop_error *error)
{
    const struct cop_board *board = &run->plan->boards->boards[search->board];
    struct pursuit pursuit = {.run = run, .board = board, .started = cop_now()};
    struct cop_text rest = COP_TEXT;
    bool is_good;

    pursuit.state = cop_allocate(board->game->state_size);
    make_room(&pursuit, 1);
    is_good = stand(&pursuit, best, search, &rest, error) &&
              open_agent(&pursuit, search, rest.bytes, error) && play_on(&pursuit, error) &&
              conclude(&pursuit, game, search, error);
    cop_agent_close(pursuit.agent);
    cop_text_free(&rest);
    free(pursuit.state);
    free(pursuit.moves);
    free(pursuit.best);
    return is_good;
}

/* ---- Many ---- */

static bool store_search(const struct run *run, struct cop_store *store, int64_t hunt,
                         const struct cop_hunted *search, struct cop_text *unsaved,
                         struct cop_error *error)
{
    struct cop_hunt_news news = {.search = search, .searches = run->searches};

    if (!cop_hunt_add(store, hunt, search, &news.is_best, error)) {
        if (search->game != NULL) {
            cop_best_write_line(run->plan->boards->boards[search->board].name, search->points,
                                search->plies, search->agent, search->game, unsaved);
            cop_best_write_total(search->points, 1, unsaved);
        }
        return false;
    }
    if (run->plan->report != NULL)
        run->plan->report(run->plan->context, &news);
    return true;
}

static bool search_once(struct run *run, struct cop_store *store, int64_t hunt, const char *limit,
                        struct cop_text *unsaved, struct cop_error *error)
{
    const struct cop_hunt_plan *plan = run->plan;
    struct cop_hunted search = {.limit = limit};
    struct choice choice = {.board_count = plan->boards->count};
    struct cop_text game = COP_TEXT;
    bool is_good;

    if (!cop_hunt_begin(store, hunt, plan->boards->count, choose_board, &choice, &search.board,
                        &search.number, error)) {
        free(choice.best);
        return false;
    }
    search.agent = plan->agents[search.number % plan->agent_count];
    search.seed = search.number + 1;
    is_good = pursue(run, choice.best, &search, &game, error);
    run->searches++;
    is_good = is_good && store_search(run, store, hunt, &search, unsaved, error);
    cop_text_free(&game);
    free(choice.best);
    return is_good;
}

bool cop_hunt_run(const struct cop_hunt_plan *plan, struct cop_store *store, int64_t hunt,
                  struct cop_text *unsaved, struct cop_error *error)
{
    struct run run = {.plan = plan, .started = cop_now()};
    struct cop_limits share = plan->share;
    struct cop_text limit = COP_TEXT;
    bool is_good = true;

    share.means.seed = 0; /* each search has its own */
    cop_limits_write(&share, &limit);
    while (is_good && !is_stopped(&run) && seconds_left(&run) > 0 &&
           (plan->searches <= 0 || run.searches < plan->searches))
        is_good = search_once(&run, store, hunt, limit.bytes, unsaved, error);
    cop_text_free(&limit);
    return is_good;
}
