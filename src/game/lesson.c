/* lesson.c - from the row of a picture to a position that can be looked at. */
#include "game/lesson.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/position_view.h"

/* The position of a picture while it is drawn. */
struct shown {
    struct cop_game *game;
    void *state, *before; /* before: the state before the last move of somebody, if there was one */
    struct cop_position_view view;
};

int cop_lesson_pictures(const struct cop_rules *rules)
{
    int count = 0;

    while (rules->pictures != NULL && rules->pictures[count].caption != NULL)
        count++;
    return count;
}

static void note_last(void *context, const void *before, cop_move move)
{
    struct shown *shown = context;

    memcpy(shown->before, before, shown->game->state_size);
    shown->view.before = shown->before;
    shown->view.last = move;
}

static void start(const struct cop_game *game, void *state)
{
    struct cop_rng rng;

    memset(state, 0, game->state_size);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
}

static bool set_up(const struct cop_lesson_picture *picture, struct shown *shown,
                   struct cop_error *error)
{
    const struct cop_game *game = shown->game;

    start(game, shown->state);
    if (picture->position != NULL &&
        !cop_position_read(game, picture->position, shown->state, error))
        return false;
    return picture->moves == NULL ||
           cop_moves_play(game, shown->state, picture->moves, note_last, shown, error);
}

static bool open_shown(const struct cop_rules *rules, int index, struct shown *shown,
                       struct cop_error *error)
{
    const struct cop_lesson_picture *picture = &rules->pictures[index];

    *shown = (struct shown){NULL};
    shown->game = cop_game_open(picture->game != NULL ? picture->game : rules->name, error);
    if (shown->game == NULL)
        return false;
    shown->state = cop_allocate(shown->game->state_size);
    shown->before = cop_allocate(shown->game->state_size);
    shown->view.game = shown->game;
    shown->view.state = shown->state;
    shown->view.viewer = shown->game->is_hidden ? 0 : -1;
    shown->view.typed = picture->typed;
    return set_up(picture, shown, error);
}

static void close_shown(struct shown *shown)
{
    free(shown->state);
    free(shown->before);
    cop_game_close(shown->game);
}

bool cop_lesson_draw_text(const struct cop_rules *rules, int index,
                          const struct cop_drawing *drawing, struct cop_text *text,
                          struct cop_error *error)
{
    struct shown shown;
    bool is_good = open_shown(rules, index, &shown, error);

    if (is_good)
        cop_position_board(&shown.view, drawing, text);
    close_shown(&shown);
    return is_good;
}

bool cop_lesson_draw_svg(const struct cop_rules *rules, int index, struct cop_text *text,
                         struct cop_error *error)
{
    struct shown shown;
    bool is_good = open_shown(rules, index, &shown, error);

    if (is_good)
        cop_position_svg(&shown.view, text);
    close_shown(&shown);
    return is_good;
}
