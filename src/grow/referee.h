/* referee.h - an agent as the judge of a book's positions: what its searches say, how games that it
 * plays against itself end, which moves it tries. */
#ifndef COPPICE_GROW_REFEREE_H
#define COPPICE_GROW_REFEREE_H

#include "book/grow.h"
#include "coppice/agent.h"

/* Can the agent do what the builder wants, within the limits? `canonical` gets its spec. */
bool cop_referee_check(const struct cop_game *game, enum cop_book_wish wish, const char *spec,
                       const struct cop_limits *limits, struct cop_text *canonical,
                       struct cop_error *error);

struct cop_referee {
    struct cop_agent *agent;
    struct cop_limits limits; /* of a judgement, or of a move in games; a clock is for each side */
    const struct cop_look *look;
    enum cop_book_wish wish;
    int game_plies;
    double reward; /* what a game that is played to its end counts */
    const atomic_bool *stop;
};

bool cop_referee_open(struct cop_referee *judge, const struct cop_growth *growth,
                      const struct cop_game *game, const char *spec,
                      const struct cop_limits *limits, const atomic_bool *stop,
                      struct cop_error *error);
void cop_referee_close(struct cop_referee *judge);

/* Judges all jobs that nobody has judged. Whoever raises the stop flag must not use the values. */
bool cop_referee_task(struct cop_referee *judge, struct cop_book_task *task,
                      struct cop_error *error);

#endif
