/* sitting.h - a game at the terminal: what the files of this folder share.
 *
 * say.c prints, words.c obeys what a person types, turns.c lets everybody play in turn. The game
 * itself is a session, which knows nothing of terminals. */
#ifndef COPPICE_FRONT_PLAY_SITTING_H
#define COPPICE_FRONT_PLAY_SITTING_H

#include "front/command.h"
#include "front/lines.h"
#include "match/session.h"

/* Why a conversation ends. */
enum cop_ending { COP_GOES_ON, COP_LEAVES, COP_BREAKS };

struct cop_sitting {
    struct cop_session session;
    struct cop_lines *lines;
    const atomic_bool *interrupted;
    const char *wanted;  /* --save; NULL without */
    char *path;          /* where this game is kept: the same for the first one */
    bool is_new;         /* the position was not shown yet */
    bool result_is_said; /* the game is over and everybody knows */
    bool is_crowded;     /* the screen has no room for what agents think */
    bool height_is_said; /* the board is higher than the screen and everybody knows */
    int viewer;          /* who looked last, where pieces are hidden; -1: nobody yet */
};

static inline const struct cop_game *cop_play_game(const struct cop_sitting *sitting)
{
    return sitting->session.game;
}

/* Whose turn it is; nobody's (COP_OVER) after a resignation. */
static inline int cop_play_turn(const struct cop_sitting *sitting)
{
    return cop_course_turn(&sitting->session.course);
}

static inline const void *cop_play_state(const struct cop_sitting *sitting)
{
    return cop_course_now(&sitting->session.course);
}

/* Plays on the board and brings the saved file up to date. */
void cop_play_move(struct cop_sitting *sitting, cop_move move);
void cop_play_save(struct cop_sitting *sitting);

/* A Ctrl-C while an agent thinks ends its thinking; where nobody sits at the board it is meant for
 * the game. Returns false if the game is to end. */
bool cop_play_goes_on_after_thinking(const struct cop_sitting *sitting);

#endif
