/* about.c - what there is: games, agents, the server itself. */
#include <stdlib.h>
#include <string.h>

#include "agent/strength.h"
#include "agent/write_json.h"
#include "base/allocate.h"
#include "base/machine.h"
#include "game/lesson.h"
#include "game/position_view.h"
#include "serve/handlers.h"
#include "serve/page.h"
#include "serve/stranger.h"

void cop_get_about(struct cop_call *call)
{
    const struct cop_house_options *options = &call->house->options;
    struct cop_json json = {.text = cop_answer(call, 200)};

    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "version", cop_version());
    cop_json_add_integer(&json, "cores", cop_machine_cores());
    cop_json_add_flag(&json, "page", cop_page_files[0].path != NULL);
    cop_json_object(&json, "limits");
    cop_json_add_integer(&json, "tables", options->tables_open);
    cop_json_add_integer(&json, "searches", options->searches);
    cop_json_add_integer(&json, "threads", options->threads > 0 ? options->threads : 1);
    cop_json_add_unsigned(&json, "memory", options->memory);
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
}

void cop_get_games(struct cop_call *call)
{
    struct cop_error error;

    if (!cop_json_games(cop_answer(call, 200), &error))
        cop_refuse(call, 503, "%s", error.message);
}

/* A picture that cannot be drawn is left out; a test sees to it that there is none. */
static void add_pictures(const struct cop_rules *rules, struct cop_json *json)
{
    struct cop_text picture = COP_TEXT;

    cop_json_array(json, "pictures");
    for (int i = 0; i < cop_lesson_pictures(rules); i++) {
        cop_text_clear(&picture);
        if (!cop_lesson_draw_svg(rules, i, &picture, NULL))
            continue;
        cop_json_line(json, 2);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "caption", rules->pictures[i].caption);
        cop_json_add_string(json, "svg", picture.bytes);
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_text_free(&picture);
}

void cop_get_rules(struct cop_call *call)
{
    const struct cop_rules *rules = cop_rules_find(call->part);
    struct cop_json json;

    if (rules == NULL) {
        cop_refuse(call, 404, "there is no game \"%.60s\"", call->part);
        return;
    }
    json = (struct cop_json){.text = cop_answer(call, 200)};
    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "name", rules->name);
    cop_json_add_string(&json, "title", rules->title);
    cop_json_add_string(&json, "lesson", rules->lesson);
    cop_json_add_string(&json, "notation", rules->notation);
    add_pictures(rules, &json);
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
    call->reply->cache = "max-age=3600";
}

/* The game that the query's key names, opened; NULL if it cannot be, and the reply says why. */
static struct cop_game *open_asked(struct cop_call *call, const char *key)
{
    char *spec = cop_query(call, key);
    struct cop_error error;
    struct cop_game *game = spec != NULL ? cop_stranger_game_open(spec, &error) : NULL;

    if (spec == NULL)
        cop_refuse(call, 400, "say which game: ?%s=othello", key);
    else if (game == NULL)
        cop_refuse(call, 422, "%s", error.message);
    free(spec);
    return game;
}

/* A dealt start that everybody would see alike. */
static void start_with(const struct cop_game *game, void *state, uint64_t seed)
{
    struct cop_rng rng;

    memset(state, 0, game->state_size);
    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
}

void cop_get_game(struct cop_call *call)
{
    struct cop_game *game = open_asked(call, "spec");
    struct cop_scene scene = {0};
    struct cop_json json;
    void *state;

    if (game == NULL)
        return;
    state = cop_allocate(game->state_size);
    start_with(game, state, 0);
    game->rules->scene(game, state, -1, &scene);
    json = (struct cop_json){.text = cop_answer(call, 200)};
    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "game", game->name);
    cop_json_add_string(&json, "title", game->rules->title);
    cop_json_add_game(&json, game);
    cop_json_array(&json, "colours");
    for (int i = 0; i < game->players; i++)
        cop_json_add_string(&json, NULL, cop_owner_colour(&scene, i));
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
    cop_scene_free(&scene);
    free(state);
    cop_game_close(game);
}

/* ---- Agents ---- */

static void add_agent(const struct cop_agent_kind *kind, const struct cop_game *game,
                      struct cop_json *json)
{
    struct cop_error error;
    bool fits = kind->fits == NULL || kind->fits(game, &error);

    cop_json_object(json, NULL);
    cop_json_add_string(json, "name", kind->name);
    cop_json_add_string(json, "title", kind->title);
    cop_json_add_string(json, "summary", kind->summary);
    cop_json_add_flag(json, "fits", fits);
    if (!fits)
        cop_json_add_string(json, "why", error.message);
    cop_json_add_options(json, "options", kind->options);
    cop_json_end(json);
}

static void add_presets(const struct cop_game *game, struct cop_json *json)
{
    struct cop_preset presets[COP_PRESETS];
    struct cop_text strength = COP_TEXT;

    cop_presets_for(game, presets);
    cop_json_array(json, "presets");
    for (int i = 0; i < COP_PRESETS; i++) {
        cop_json_line(json, 2);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "name", presets[i].name);
        cop_json_add_string(json, "agent", presets[i].agent);
        cop_json_add_string(json, "limit", presets[i].limit);
        cop_json_add_string(json, "help", presets[i].help);
        cop_text_clear(&strength);
        cop_strength_words(game, (enum cop_level)i, &strength);
        cop_json_add_string(json, "strength", strength.bytes);
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_text_free(&strength);
}

void cop_get_agents(struct cop_call *call)
{
    struct cop_game *game = open_asked(call, "game");
    struct cop_json json;

    if (game == NULL)
        return;
    json = (struct cop_json){.text = cop_answer(call, 200)};
    cop_json_object(&json, NULL);
    cop_json_array(&json, "agents");
    for (int i = 0; cop_all_agents()[i] != NULL; i++) {
        if (cop_all_agents()[i]->is_external)
            continue;
        cop_json_line(&json, 2);
        add_agent(cop_all_agents()[i], game, &json);
    }
    cop_json_end(&json);
    cop_json_line(&json, 0);
    add_presets(game, &json);
    cop_json_line(&json, 0);
    cop_json_add_options(&json, "limits", cop_limit_options());
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
    cop_game_close(game);
}

/* ---- Pictures ---- */

/* After so many decisions a game looks like itself, if it is played not too badly. */
struct look {
    const char *name;
    int decisions;
    const char *agent, *limit; /* NULL: a quick search */
};

static const struct look looks[] = {
    {"samegame", 6},         {"amazons", 16},
    {"connect4", 16},        {"fanorona", 12},
    {"stratego", 96},        {"focus", 30},
    {"chinesecheckers", 30}, {"twixt", 11, "alphabeta", "depth=1, memory=16M"},
};

static struct look look_of(const char *name)
{
    struct look look = {name, 20};

    for (int i = 0; i < (int)(sizeof looks / sizeof looks[0]); i++)
        if (strcmp(looks[i].name, name) == 0)
            look = looks[i];
    if (look.agent == NULL) {
        look.agent = "mcts";
        look.limit = "sims=50, memory=16M";
    }
    return look;
}

/* Some moves, always the same ones, the last of them found by a search: a position that could have
 * been played. */
static void play_some(const struct cop_game *game, void *state)
{
    enum { SEARCHED = 26 };
    struct look look = look_of(game->rules->name);
    int wanted = look.decisions;
    struct cop_limits limits;
    struct cop_agent *agent = cop_limits_parse(look.limit, &limits, NULL)
                                  ? cop_agent_open(game, look.agent, &limits.means, NULL)
                                  : NULL;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    for (int decisions = 0; decisions < wanted && agent != NULL;) {
        int turn = game->rules->turn(game, state);
        struct cop_report report = {.best = COP_NO_MOVE};

        if (turn == COP_OVER)
            break;
        if (turn == COP_CHANCE || decisions < wanted - SEARCHED)
            report.best = cop_random_move(game, state, &rng, moves);
        else if (!cop_agent_think(agent, state, &limits, NULL, &report, NULL))
            break;
        decisions += turn >= 0;
        game->rules->play(game, state, report.best);
    }
    free(moves);
    cop_agent_close(agent);
}

void cop_get_picture(struct cop_call *call)
{
    struct cop_error error;
    struct cop_game *game = cop_stranger_game_open(call->part, &error);
    struct cop_position_view view = {.game = game};
    void *state;

    if (game == NULL) {
        cop_refuse(call, 404, "%s", error.message);
        return;
    }
    state = cop_allocate(game->state_size);
    start_with(game, state, 1);
    play_some(game, state);
    view.state = state;
    view.viewer = game->is_hidden ? 0 : -1;
    cop_position_svg(&view, cop_answer(call, 200));
    call->reply->type = "image/svg+xml";
    call->reply->cache = "max-age=3600";
    free(state);
    cop_game_close(game);
}
