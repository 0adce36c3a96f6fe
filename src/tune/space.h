/* space.h - what is tuned: some options of an agent, each with the values that it may take.
 *
 * People write it `c=0..2, history_weight=0..40 from 15 by 5, playout.epsilon=0..0.5,
 * final=visits|value`: a path (agent/paths.h), then a range of numbers or a list of choices. `from`
 * and `by` are where a tuner begins and how widely it looks around there; without them that is the
 * middle of the range and half of its width (samegame-and-fanorona.md 5.7).
 *
 * A *point* is a number for each option: its value, or of choices which one. */
#ifndef COPPICE_TUNE_SPACE_H
#define COPPICE_TUNE_SPACE_H

#include "coppice/agent.h"

enum { COP_TUNED_MAX = 8, COP_TUNED_CHOICES_MAX = 16 };

struct cop_tuned {
    char *path;
    bool is_choice, is_whole;
    double low, high;        /* numbers */
    double start, deviation; /* likewise */
    int choice_count;
    char *choices[COP_TUNED_CHOICES_MAX];
};

struct cop_space {
    const struct cop_game *game;
    char *agent; /* with its defaults, in canonical form */
    int count;
    struct cop_tuned tuned[COP_TUNED_MAX];
};

/* Everything is checked before a game is played: the options, their ranges, and that the agent can
 * be opened at the ends of all of them and searches within the limits. Free it also after a
 * failure. */
bool cop_space_read(struct cop_space *space, const struct cop_game *game, const char *agent,
                    const char *over, const struct cop_limits *limits, struct cop_error *error);
void cop_space_free(struct cop_space *space);

/* The value as it is played: within the range, whole where the option is, and of no more digits
 * than people read. */
double cop_tuned_round(const struct cop_tuned *tuned, double value);
void cop_tuned_write(const struct cop_tuned *tuned, double value, struct cop_text *text);

/* Adds the agent at a point, in canonical form. */
bool cop_space_write(const struct cop_space *space, const double *point, struct cop_text *spec,
                     struct cop_error *error);

#endif
