/* look.h - short looks at positions by a game's own evaluator: what builders order moves by, and
 * their first opinion of a position (amazons-endgame-and-books.md 2.20).
 *
 * Values are for the first player in the book's scale. By `chance` that is what can be expected of
 * the game, from -won (lost) to won; by `points` the evaluator's own number, a lost and a won game
 * at its bounds. */
#ifndef COPPICE_BOOK_LOOK_H
#define COPPICE_BOOK_LOOK_H

#include "book/graph.h"

enum cop_book_scale { COP_BOOK_CHANCE, COP_BOOK_POINTS };

struct cop_look {
    const struct cop_game *game;
    const struct cop_evaluator *evaluator;
    const void *prepared; /* the game's */
    enum cop_book_scale scale;
    double won;
    int plies;       /* of a look: 1 or 2 */
    bool has_parity; /* values come from an even number of moves from the start only */
};

/* The options eval, look, parity, scale and won, which builders include. */
extern const struct cop_option cop_look_options[];
/* The scale alone: positions cannot be looked at. */
bool cop_look_read(struct cop_look *look, const struct cop_game *game,
                   const struct cop_settings *settings, struct cop_error *error);
bool cop_look_open(struct cop_look *look, const struct cop_game *game,
                   const struct cop_settings *settings, struct cop_error *error);

/* The position as it stands; a finished game too. */
double cop_look_static(const struct cop_look *look, const void *state);

/* What a result is worth: a payoff of the first player, 0 to 1. */
double cop_look_payoff(const struct cop_look *look, double payoff);

/* What others have found of a position, in this scale: its share of the way from a lost to a won
 * game, and the chance that goes with it, both the first player's. */
double cop_look_worth(const struct cop_look *look, double share, double chance);

/* And back: what `player`, who is to move, can expect by his value in this scale. */
double cop_look_chance(const struct cop_look *look, int player, double value);

/* The best value of a look from here, so many moves from the start of the game. With parity, and an
 * end of the look at an odd number of moves from the start, the best line is looked at one ply
 * deeper, and that is the value. */
double cop_look_value(const struct cop_look *look, const void *state, int depth);

/* All legal moves, those for which a look promises the player to move most first, with what it
 * promises: the first `want` in their order for sure, the others are worth no more. Whatever
 * `want`, moves that are sure come in the same order. Returns how many; `ranks` has room for
 * game->max_moves. */
int cop_look_rank(const struct cop_look *look, const void *state, int want,
                  struct cop_book_rank *ranks);

#endif
