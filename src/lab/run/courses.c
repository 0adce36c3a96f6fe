#include "lab/run/courses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/coppice.h"
#include "game/course.h"
#include "lab/run/files.h"
#include "lab/run/observation.h"

enum { PLIES_MAX = 100000 }; /* in a file that anybody may have written */

int cop_ply_width(const struct cop_fixture_result *fixture)
{
    return COP_PLY_VARIABLES + fixture->entrant_count + (fixture->is_by_turn ? 2 : 0);
}

int cop_ply_pieces(const struct cop_fixture_result *fixture)
{
    return COP_PLY_VARIABLES + fixture->entrant_count;
}

int cop_ply_taken(const struct cop_fixture_result *fixture)
{
    return cop_ply_pieces(fixture) + 1;
}

double cop_ply_value(const struct cop_fixture_result *fixture, int game, int ply, int variable)
{
    return fixture->courses[game].values[(ptrdiff_t)(ply - 1) * cop_ply_width(fixture) + variable];
}

void cop_played_free(struct cop_played *played)
{
    free(played->values);
    *played = (struct cop_played){0};
}

/* -- from a record -- */

static double points_of(const struct cop_game *game, const void *state,
                        const struct cop_game_result *result, int entrant)
{
    double points = 0;
    int seats = 0;

    for (int seat = 0; seat < result->seat_count && game->rules->score; seat++)
        if (result->seats[seat].agent == entrant) {
            points += game->rules->score(game, state, seat);
            seats++;
        }
    return seats > 0 ? cop_kept(points / seats) : 0;
}

/* Those that belong to somebody. */
static int count_pieces(const struct cop_game *game, const void *state)
{
    struct cop_scene scene = {0};
    int count = 0;

    game->rules->scene(game, state, -1, &scene);
    for (int i = 0; i < scene.piece_count; i++)
        count += scene.pieces[i].owner >= 0;
    cop_scene_free(&scene);
    return count;
}

/* Ways in which the player to move can play until somebody else has to: a turn that may be ended
 * earlier counts with each of its ends. */
static int64_t count_turns(const struct cop_game *game, const void *state)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    unsigned char *after = cop_allocate(game->state_size);
    int player = game->rules->turn(game, state), count = game->rules->moves(game, state, moves);
    int64_t turns = 0;

    for (int i = 0; i < count; i++) {
        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        turns += game->rules->turn(game, after) == player ? count_turns(game, after) : 1;
    }
    free(after);
    free(moves);
    return turns;
}

static int count_moves(const struct cop_game *game, const void *state)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);

    free(moves);
    return count;
}

static void begin_ply(const struct cop_game *game, const struct cop_fixture_result *fixture,
                      const void *state, double outcomes, double *values)
{
    values[COP_PLY_MOVES] =
        fixture->is_by_turn ? cop_kept((double)count_turns(game, state)) : count_moves(game, state);
    values[COP_PLY_OUTCOMES] = outcomes;
    if (fixture->is_by_turn)
        values[cop_ply_pieces(fixture)] = count_pieces(game, state);
}

/* After each of its moves, so that the last one stays. */
static void end_ply(const struct cop_game *game, const struct cop_game_result *result,
                    const struct cop_fixture_result *fixture, const void *after, double *values)
{
    for (int i = 0; i < fixture->entrant_count; i++)
        values[COP_PLY_VARIABLES + i] = points_of(game, after, result, fixture->entrants[i]);
    if (fixture->is_by_turn)
        values[cop_ply_taken(fixture)] =
            values[cop_ply_pieces(fixture)] - count_pieces(game, after);
}

/* The key of a position as if the game had begun there. */
static uint64_t key_of(const struct cop_game *game, const void *state)
{
    unsigned char *copy = cop_allocate(game->state_size);
    uint64_t key;

    memcpy(copy, state, game->state_size);
    if (game->rules->forget != NULL)
        game->rules->forget(game, copy);
    key = game->rules->key(game, copy);
    free(copy);
    return key;
}

/* Has the position after so many moves been there before, with the same player to move? */
static bool comes_back(const struct cop_course *course, int at)
{
    const struct cop_game *game = course->game;
    int player = game->rules->turn(game, cop_course_state(course, at));
    uint64_t key = player >= 0 ? key_of(game, cop_course_state(course, at)) : 0;

    for (int before = 0; before < at && player >= 0; before++)
        if (game->rules->turn(game, cop_course_state(course, before)) == player &&
            key_of(game, cop_course_state(course, before)) == key)
            return true;
    return false;
}

static void look_at_plies(const struct cop_course *course, const struct cop_game_result *result,
                          const struct cop_fixture_result *fixture, struct cop_played *played)
{
    const struct cop_game *game = course->game;
    int width = cop_ply_width(fixture), last = COP_OVER;
    double outcomes = 1;

    for (int at = 0; at < cop_course_ply(course); at++) {
        const void *state = cop_course_state(course, at);
        int player = game->rules->turn(game, state);

        if (fixture->until_repeat && comes_back(course, at))
            return;
        if (player == COP_CHANCE) {
            outcomes *= count_moves(game, state);
        } else {
            if (!fixture->is_by_turn || player != last)
                begin_ply(game, fixture, state, outcomes,
                          played->values + (ptrdiff_t)played->plies++ * width);
            end_ply(game, result, fixture, cop_course_state(course, at + 1),
                    played->values + (ptrdiff_t)(played->plies - 1) * width);
            outcomes = 1;
        }
        last = player;
    }
}

bool cop_course_observe(const struct cop_game *game, const struct cop_game_result *result,
                        const struct cop_fixture_result *fixture, struct cop_played *played,
                        struct cop_error *error)
{
    struct cop_record record = {0};
    struct cop_game *opened = NULL;
    struct cop_course course;
    bool is_good;

    *played = (struct cop_played){0};
    if (!cop_record_read_sgf(result->sgf, strlen(result->sgf), cop_game_open, &record, &opened,
                             error))
        return false;
    is_good = cop_course_open(&course, game, &record, error);
    if (is_good) {
        size_t room = (size_t)(cop_course_ply(&course) + 1) * (size_t)cop_ply_width(fixture);

        played->values = cop_allocate(room * sizeof *played->values);
        look_at_plies(&course, result, fixture, played);
        cop_course_close(&course);
    }
    cop_game_close(opened);
    return is_good;
}

/* -- as JSON -- */

/* "moves", "outcomes", "points of Star2", "pieces", "taken"; the caller frees it. */
static char *variable_name(const struct cop_lab_run_result *run,
                           const struct cop_fixture_result *fixture, int variable)
{
    static const char *const names[COP_PLY_VARIABLES] = {
        [COP_PLY_MOVES] = "moves", [COP_PLY_OUTCOMES] = "outcomes"};

    if (variable < COP_PLY_VARIABLES)
        return cop_copy_string(names[variable]);
    if (variable >= cop_ply_pieces(fixture))
        return cop_copy_string(variable == cop_ply_pieces(fixture) ? "pieces" : "taken");
    return cop_path("points of %s",
                    run->entrants[fixture->entrants[variable - COP_PLY_VARIABLES]].label);
}

static json_t *pack_variable(const struct cop_played *played, int width, int variable)
{
    json_t *list = json_array();

    for (int ply = 0; ply < played->plies; ply++)
        json_array_append_new(list,
                              cop_pack_number(played->values[(ptrdiff_t)ply * width + variable]));
    return list;
}

json_t *cop_pack_course(const struct cop_lab_run_result *run,
                        const struct cop_fixture_result *fixture, const struct cop_played *played)
{
    json_t *object = json_object();

    for (int v = 0; v < cop_ply_width(fixture); v++) {
        char *name = variable_name(run, fixture, v);

        json_object_set_new(object, name, pack_variable(played, cop_ply_width(fixture), v));
        free(name);
    }
    return object;
}

json_t *cop_pack_courses(const struct cop_lab_run_result *run,
                         const struct cop_fixture_result *fixture)
{
    json_t *object;

    if (!fixture->courses)
        return NULL;
    object = json_object();
    for (int v = 0; v < cop_ply_width(fixture); v++) {
        char *name = variable_name(run, fixture, v);
        json_t *games = json_array();

        for (int64_t i = 0; i < fixture->sample.count; i++)
            json_array_append_new(games,
                                  pack_variable(&fixture->courses[i], cop_ply_width(fixture), v));
        json_object_set_new(object, name, games);
        free(name);
    }
    return object;
}

/* The first variable of a game says how many plies it has. */
static bool unpack_variable(const json_t *list, int width, int variable, struct cop_played *played)
{
    size_t plies = json_array_size(list);

    if (!json_is_array(list) || plies > PLIES_MAX ||
        (variable > 0 && plies != (size_t)played->plies))
        return false;
    if (variable == 0) {
        played->plies = (int)plies;
        played->values = cop_allocate((plies + 1) * (size_t)width * sizeof *played->values);
    }
    for (size_t ply = 0; ply < plies; ply++) {
        double number = cop_unpack_number(json_array_get(list, ply));

        if (isnan(number))
            return false;
        played->values[ply * (size_t)width + (size_t)variable] = number;
    }
    return true;
}

bool cop_unpack_courses(const json_t *json, const struct cop_lab_run_result *run,
                        struct cop_fixture_result *fixture, int count)
{
    bool is_good = true;

    if (!run->is_course)
        return true;
    fixture->courses = cop_allocate(((size_t)count + 1) * sizeof *fixture->courses);
    fixture->course_count = count;
    for (int v = 0; v < cop_ply_width(fixture) && is_good; v++) {
        char *name = variable_name(run, fixture, v);
        const json_t *games = json_object_get(json, name);

        is_good = json_array_size(games) == (size_t)count;
        for (int i = 0; i < count && is_good; i++)
            is_good = unpack_variable(json_array_get(games, (size_t)i), cop_ply_width(fixture), v,
                                      &fixture->courses[i]);
        free(name);
    }
    return is_good;
}
