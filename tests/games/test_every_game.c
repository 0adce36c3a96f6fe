/* test_every_game.c - every agent plays every registered game to its end, with every number of
 * players the game allows, on its usual board and on a small one.
 *
 * The cases are made from the registries when the program runs, so that a new game or agent is
 * played without a line here; the last cases check that none was left out. A case's name is the
 * agent and the spec of the game. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/agent.h"
#include "slow_build.h"

enum { CASES_MAX = 1000, GAMES_MAX = 32, AGENTS_MAX = 32, PLIES_MAX = 20000 };

/* A small board is cheap, so that searches there may look further than one ply. */
enum { SIMS_SMALL = 60, SIMS_USUAL = 6, SMALL_SIDE = 5 };

/* Who played what to its end, by rows of the registries and number of players; and which agents
 * say that they cannot. */
static bool has_played[GAMES_MAX][AGENTS_MAX][COP_PLAYERS_MAX + 1];
static bool is_unfit[GAMES_MAX][AGENTS_MAX][COP_PLAYERS_MAX + 1];

struct case_of {
    int game, agent; /* rows of the registries */
    bool is_small;
    char *spec;
};

/* ---- One game ---- */

/* A game in progress, with an agent of its own for each seat. */
struct sitting {
    struct cop_game *game;
    struct cop_agent *agents[COP_PLAYERS_MAX];
    struct cop_limits limits;
    struct cop_rng chance;
    void *state;
    cop_move *moves;
    int count, ply;
};

static struct sitting sit_down(const struct case_of *that)
{
    const char *agent = cop_all_agents()[that->agent]->name;
    struct sitting sitting = {.ply = 0};
    struct cop_error error = {""};

    sitting.game = cop_game_open(that->spec, &error);
    if (sitting.game == NULL)
        fail_msg("%s: %s", that->spec, error.message);
    assert_true(cop_limits_parse("memory=16M, seed=1", &sitting.limits, &error));
    sitting.limits.sims = (that->is_small ? SIMS_SMALL : SIMS_USUAL) / (is_slow_build() ? 3 : 1);
    for (int seat = 0; seat < sitting.game->players; seat++) {
        sitting.agents[seat] = cop_agent_open(sitting.game, agent, &sitting.limits.means, &error);
        if (sitting.agents[seat] == NULL)
            fail_msg("%s in %s: %s", agent, that->spec, error.message);
        cop_agent_start(sitting.agents[seat], (uint64_t)seat + 1);
    }
    sitting.state = cop_allocate(sitting.game->state_size);
    sitting.moves = cop_allocate((size_t)sitting.game->max_moves * sizeof *sitting.moves);
    cop_rng_seed(&sitting.chance, 2026);
    sitting.game->rules->start(sitting.game, sitting.state, &sitting.chance);
    return sitting;
}

static void stand_up(struct sitting *sitting)
{
    for (int seat = 0; seat < sitting->game->players; seat++)
        cop_agent_close(sitting->agents[seat]);
    free(sitting->state);
    free(sitting->moves);
    cop_game_close(sitting->game);
}

static bool is_legal(const struct sitting *sitting, cop_move move)
{
    for (int i = 0; i < sitting->count; i++)
        if (sitting->moves[i] == move)
            return true;
    return false;
}

/* What the player to move, or chance, answers. With hidden pieces the agent sees a view. */
static cop_move answer(struct sitting *sitting, int turn)
{
    struct cop_report report = {0};
    struct cop_error error = {""};
    cop_move *scratch;
    cop_move move;

    if (turn != COP_CHANCE) {
        if (!cop_agent_think(sitting->agents[turn], sitting->state, &sitting->limits, NULL, &report,
                             &error))
            fail_msg("ply %d, seat %d: %s", sitting->ply, turn + 1, error.message);
        return report.best;
    }
    scratch = cop_allocate((size_t)sitting->game->max_moves * sizeof *scratch);
    move = cop_random_move(sitting->game, sitting->state, &sitting->chance, scratch);
    free(scratch);
    return move;
}

static void play_one_move(struct sitting *sitting, int turn)
{
    const struct cop_game *game = sitting->game;
    cop_move move;

    assert_true(turn == COP_CHANCE ? game->has_chance : turn >= 0 && turn < game->players);
    sitting->count = game->rules->moves(game, sitting->state, sitting->moves);
    assert_in_range(sitting->count, 1, game->max_moves);
    move = answer(sitting, turn);
    if (!is_legal(sitting, move))
        fail_msg("ply %d, seat %d: the answer %u is not legal", sitting->ply, turn + 1,
                 (unsigned)move);
    for (int seat = 0; seat < game->players; seat++)
        cop_agent_played(sitting->agents[seat], sitting->state, move);
    game->rules->play(game, sitting->state, move);
    sitting->ply++;
}

static void assert_payoffs_are_shares(const struct sitting *sitting)
{
    double payoff[COP_PLAYERS_MAX], sum = 0;

    sitting->game->rules->payoff(sitting->game, sitting->state, payoff);
    for (int player = 0; player < sitting->game->players; player++) {
        assert_true(payoff[player] >= 0 && payoff[player] <= 1);
        sum += payoff[player];
    }
    if (sitting->game->is_constant_sum)
        assert_true(fabs(sum - 1) < 1e-9);
}

static void game_is_played_to_its_end(void **context)
{
    const struct case_of *that = *context;
    struct sitting sitting = sit_down(that);
    const struct cop_game *game = sitting.game;
    int limit = game->max_plies > 0 ? game->max_plies : PLIES_MAX;
    int turn;

    while ((turn = game->rules->turn(game, sitting.state)) != COP_OVER) {
        if (sitting.ply >= limit)
            fail_msg("%s has not ended after %d plies", game->name, limit);
        play_one_move(&sitting, turn);
    }
    assert_true(sitting.ply > 0);
    assert_int_equal(game->rules->moves(game, sitting.state, sitting.moves), 0);
    assert_payoffs_are_shares(&sitting);
    has_played[that->game][that->agent][game->players] = true;
    stand_up(&sitting);
}

/* ---- What there is to play ---- */

static const struct cop_option *find_option(const struct cop_rules *rules, const char *name)
{
    return cop_options_find(rules->options, name, strlen(name));
}

/* The numbers of players: what the option allows, or what the game is opened with. */
static void players_of(const struct cop_rules *rules, int *least, int *most)
{
    const struct cop_option *option = find_option(rules, "players");

    *least = *most = 0;
    if (option != NULL) {
        *least = (int)option->low;
        *most = (int)option->high;
    }
}

static void add_setting(struct cop_text *inside, const char *name, int length, const char *value)
{
    cop_text_add(inside, "%s%s=%.*s", inside->length > 0 ? ", " : "", name, length, value);
}

/* Small values of the options that make a board larger. */
static void add_small_board(const struct cop_rules *rules, struct cop_text *inside)
{
    static const char *const names[] = {"size", "width", "height", "board"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct cop_option *option = find_option(rules, names[i]);
        char number[16];

        if (option == NULL || option->initial[0] == '\0')
            continue;
        if (option->kind == COP_CHOICE) {
            add_setting(inside, names[i], (int)strcspn(option->choices, "|"), option->choices);
        } else if (option->kind == COP_INTEGER) {
            snprintf(number, sizeof number, "%d", (int)fmax(option->low, SMALL_SIDE));
            add_setting(inside, names[i], (int)strlen(number), number);
        }
    }
}

/* Empty where there is no small board. */
static char *spec_of(const struct cop_rules *rules, int players, bool is_small)
{
    struct cop_text inside = COP_TEXT, spec = COP_TEXT;
    bool is_there;
    char *copy;

    if (is_small)
        add_small_board(rules, &inside);
    is_there = !is_small || inside.length > 0;
    if (players > 0) {
        char number[16];

        snprintf(number, sizeof number, "%d", players);
        add_setting(&inside, "players", (int)strlen(number), number);
    }
    if (is_there)
        cop_text_add(&spec, inside.length > 0 ? "%s(%s)" : "%s", rules->name, inside.bytes);
    copy = cop_copy_string(spec.length > 0 ? spec.bytes : "");
    cop_text_free(&inside);
    cop_text_free(&spec);
    return copy;
}

/* ---- Nothing was left out ---- */

static bool is_registered(const char *folder)
{
    char name[100];
    size_t length = 0;

    for (; *folder != '\0' && length + 1 < sizeof name; folder++)
        if (*folder != '_')
            name[length++] = *folder;
    name[length] = '\0';
    return cop_rules_find(name) != NULL;
}

/* Whoever adds a folder and forgets its line in list.h is told. A folder is called like its game,
 * with underscores where that helps to read. */
static void every_folder_of_a_game_is_registered(void **context)
{
    DIR *folders = opendir("src/games");
    int found = 0;

    (void)context;
    assert_non_null(folders);
    for (const struct dirent *entry; (entry = readdir(folders)) != NULL;) {
        char path[600];

        snprintf(path, sizeof path, "src/games/%s/rules.c", entry->d_name);
        if (access(path, R_OK) != 0)
            continue;
        if (!is_registered(entry->d_name))
            fail_msg("src/games/%s has no line in src/games/list.h", entry->d_name);
        found++;
    }
    closedir(folders);
    assert_true(found > 0);
}

static void every_agent_has_played_every_game(void **context)
{
    (void)context;
    for (int game = 0; cop_all_rules()[game] != NULL; game++)
        for (int agent = 0; cop_all_agents()[agent] != NULL; agent++) {
            int least, most, played = 0;

            players_of(cop_all_rules()[game], &least, &most);
            for (int players = 1; players <= COP_PLAYERS_MAX; players++) {
                if (players >= least && players <= most && !has_played[game][agent][players] &&
                    !is_unfit[game][agent][players])
                    fail_msg("%s has not finished a game of %s for %d",
                             cop_all_agents()[agent]->name, cop_all_rules()[game]->name, players);
                played += has_played[game][agent][players] || is_unfit[game][agent][players];
            }
            if (played == 0)
                fail_msg("%s has not finished a game of %s", cop_all_agents()[agent]->name,
                         cop_all_rules()[game]->name);
        }
}

/* ---- The cases ---- */

struct cases {
    struct CMUnitTest tests[CASES_MAX];
    struct case_of about[CASES_MAX];
    int count;
};

static struct CMUnitTest *add_case(struct cases *cases, const char *name, CMUnitTestFunction run)
{
    struct CMUnitTest *test = &cases->tests[cases->count++];

    if (cases->count >= CASES_MAX)
        abort();
    *test = (struct CMUnitTest){.name = cop_copy_string(name), .test_func = run};
    return test;
}

/* An agent that refuses a game says why. */
static bool agent_fits(int game, int agent, const char *spec)
{
    const struct cop_agent_kind *kind = cop_all_agents()[agent];
    struct cop_error error = {""};
    struct cop_game *opened = cop_game_open(spec, &error);
    bool fits = opened == NULL || kind->fits == NULL || kind->fits(opened, &error);

    if (!fits && error.message[0] == '\0')
        abort();
    fits =
        fits && (opened == NULL || !kind->is_external); /* test_external.c has programs for those */
    if (!fits)
        is_unfit[game][agent][opened->players] = true;
    cop_game_close(opened);
    return fits;
}

static void add_games(struct cases *cases, int game, int players, bool is_small)
{
    char *spec = spec_of(cop_all_rules()[game], players, is_small);

    for (int agent = 0; spec[0] != '\0' && cop_all_agents()[agent] != NULL; agent++) {
        struct case_of *about = &cases->about[cases->count];
        char name[200];

        if (game >= GAMES_MAX || agent >= AGENTS_MAX)
            abort();
        if (!agent_fits(game, agent, spec))
            continue;
        snprintf(name, sizeof name, "%s plays %s", cop_all_agents()[agent]->name, spec);
        *about = (struct case_of){game, agent, is_small, cop_copy_string(spec)};
        add_case(cases, name, game_is_played_to_its_end)->initial_state = about;
    }
    free(spec);
}

int main(void)
{
    struct cases *cases = cop_allocate(sizeof *cases);
    int status;

    add_case(cases, "every_folder_of_a_game_is_registered", every_folder_of_a_game_is_registered);
    for (int game = 0; cop_all_rules()[game] != NULL; game++) {
        int least, most;

        players_of(cop_all_rules()[game], &least, &most);
        for (int players = least; players <= most; players++) {
            add_games(cases, game, players, true);
            add_games(cases, game, players, false);
        }
    }
    add_case(cases, "every_agent_has_played_every_game", every_agent_has_played_every_game);
    status = _cmocka_run_group_tests("every_game", cases->tests, (size_t)cases->count, NULL, NULL);
    for (int i = 0; i < cases->count; i++) {
        free((char *)cases->tests[i].name);
        free(cases->about[i].spec);
    }
    free(cases);
    return status;
}
