/* fit.h - what judgements foretell: shallow searches deeper ones, which are the models of
 * ChanceProbCut (chance-and-multiplayer.md 2.8), with the files that keep them (docs/formats.md);
 * and values the results of games.
 *
 * A model holds for one version of one evaluator, and for depths that either count outcomes of
 * chance or do not. An agent refuses any other. */
#ifndef COPPICE_FIT_H
#define COPPICE_FIT_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { COP_FITS_MAX = 15, COP_FIT_NAME_MAX = 128 };

/* What two searches of one position found, for the player to move. */
struct cop_fit_pair {
    double shallow, deep;
};

/* Least squares; `correlation` may be NULL. Fails below three pairs, or if all shallow values are
 * equal. Sets everything of the fit but its depths. */
bool cop_fit_make(const struct cop_fit_pair *pairs, int count, struct cop_fit *fit,
                  double *correlation, struct cop_error *error);

struct cop_fits {
    char game[COP_FIT_NAME_MAX]; /* the variant it was made with; others of the same rules may use
                                    it */
    char evaluator[COP_FIT_NAME_MAX];
    int version;
    bool counts_chance;
    int count;
    struct cop_fit fits[COP_FITS_MAX + 1]; /* the one after the last is zero */
    double correlation[COP_FITS_MAX];
    int positions[COP_FITS_MAX];
};

void cop_fits_write(const struct cop_fits *fits, struct cop_text *text);
bool cop_fits_read(const char *path, struct cop_fits *fits, struct cop_error *error);

/* Whether they may be used with this game, evaluator and way of counting; the message says what to
 * do. */
bool cop_fits_suit(const struct cop_fits *fits, const struct cop_game *game,
                   const struct cop_evaluator *evaluator, bool counts_chance,
                   struct cop_error *error);

/* ---- Chances ---- */

/* What the player to move expects of a game by this, from 0 to 1; it grows with the value. */
double cop_chance_at(const struct cop_chance *chance, double value);

/* A position's value for the player to move, and what became of the game for that player. */
struct cop_chance_pair {
    double value, payoff;
};

/* The likeliest offset and slope; the version is left alone. Fails where values are all the same,
 * tell wins from losses without exception, or promise the less the higher they are. */
bool cop_chance_make(const struct cop_chance_pair *pairs, int count, struct cop_chance *chance,
                     struct cop_error *error);
/* How much worse than perfect foresight it is; 0 at best. */
double cop_chance_deviance(const struct cop_chance *chance, const struct cop_chance_pair *pairs,
                           int count);

#ifdef __cplusplus
}
#endif

#endif
