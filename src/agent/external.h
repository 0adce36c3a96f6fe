/* external.h - what agents that play through another program share: the program with its restarts,
 * the game so far, and why a game was given up.
 *
 * A program that ends, falls silent or answers nonsense loses the game it plays, and is started
 * again for the next one. */
#ifndef COPPICE_AGENT_EXTERNAL_H
#define COPPICE_AGENT_EXTERNAL_H

#include "agent/process.h"
#include "coppice/agent.h"

// clang-format off
#define COP_EXTERNAL_OPTIONS \
    {"command", COP_WORDS, "", .help = "the program, as for the shell: command=\"engine --level 5\""}, \
    {"timeout", COP_DURATION, "10s", 0.01, 1e6, NULL, \
     "how long it may be silent past the time for a move; without a time limit, all it has"}
// clang-format on

struct cop_external {
    const struct cop_game *game;
    char *command;
    const char *farewell; /* what the protocol says to end a program, with its line end */
    double timeout;
    struct cop_process *process; /* NULL: not running */
    struct cop_patience patience;
    struct cop_text line; /* being sent */
    char reason[640];     /* why the game was given up; "" if it was not */

    /* The game so far, as far as it is known. */
    unsigned char *start, *now; /* states */
    cop_move *moves;
    int move_count, move_room;
    bool is_new; /* the program has not been told of this game yet */
};

bool cop_external_open(struct cop_external *external, const struct cop_game *game,
                       const struct cop_settings *settings, const char *farewell,
                       struct cop_error *error);
void cop_external_close(struct cop_external *external);

/* ---- The program ---- */

/* True if it runs; *is_fresh if it was started just now. */
bool cop_external_run(struct cop_external *external, bool *is_fresh, struct cop_error *error);
/* From now on, what is sent and heard has so many seconds (and the timeout), until *stop. */
void cop_external_allow(struct cop_external *external, double seconds, const atomic_bool *stop);
__attribute__((format(printf, 3, 4))) bool
cop_external_say(struct cop_external *external, struct cop_error *error, const char *format, ...);
const char *cop_external_hear(struct cop_external *external, struct cop_error *error);

/* After a failure: kills the program and notes "forfeit: " and the message as the reason, unless
 * we were told to stop. Returns false. */
bool cop_external_give_up(struct cop_external *external, const struct cop_error *error);

/* A legal move of the program's as a report that says nothing else; and the same from its words. */
void cop_external_report(const struct cop_external *external, cop_move move, double seconds,
                         struct cop_report *report);
bool cop_external_answer(struct cop_external *external, const void *state, const char *word,
                         double seconds, struct cop_report *report, struct cop_error *error);

/* What `think` and `gave_up` of such an agent come to. `choose` asks the program for a move; where
 * it fails without a reason of its own ("resigned") the program has forfeited the game. */
typedef bool cop_external_choose(void *self, const void *state, const struct cop_limits *limits,
                                 const atomic_bool *stop, struct cop_report *report,
                                 struct cop_error *error);
bool cop_external_think(struct cop_external *external, cop_external_choose *choose, void *self,
                        const void *state, const struct cop_limits *limits,
                        const struct cop_watch *watch, struct cop_report *report,
                        struct cop_error *error);
const char *cop_external_gave_up(const struct cop_external *external);

/* ---- The game so far ---- */

void cop_external_forget(struct cop_external *external);
void cop_external_played(struct cop_external *external, const void *before, cop_move move);
/* What we were told leads to `state`, or the game begins there for us. */
void cop_external_meet(struct cop_external *external, const void *state);

#endif
