/* parts.h - what is known of each part of a position, for games that are sums of their parts
 * (struct cop_sums in game.h).
 *
 * Of a part people want to know how many moves it is worth, how urgent a move there is and which
 * one, and how it ends when it is played alone. All numbers count moves of the first player's. */
#ifndef COPPICE_AGENT_PARTS_H
#define COPPICE_AGENT_PARTS_H

#include "coppice/game.h"
#include "search/sum/wall.h"

/* A mean and a temperature that search has not found, that a search with coupons thinks (which may
 * have looked at everything, and is then right but for its delta), or that a thermograph proves. */
enum cop_heat { COP_HEAT_UNKNOWN, COP_HEAT_ABOUT, COP_HEAT_EXACT };

struct cop_part {
    unsigned char *state; /* a position in which only this part is left */
    int size;             /* moves_left() */
    int move_counts[2];   /* of each player, if it is his turn */
    bool is_settled;      /* worth `mean` moves whoever plays how */
    enum cop_heat heat;
    double mean, temperature;
    struct cop_wall walls[2]; /* of a thermograph: the first or second player begins */
    cop_move *best[2];        /* his moves that are best at the part's temperature; */
    int best_counts[2];       /* of what is only about right one at most */
    bool has_value[2];        /* how it ends alone, points and all, is known... */
    double value[2];          /* ...when this player begins */
};

struct cop_parts {
    const struct cop_game *game;
    int count;
    struct cop_part *parts; /* the hottest first; those in which nobody can move are left out */
};

/* How much may be done for each part: seconds and positions for its thermograph, and again for each
 * of its two values; 0: no such limit. The flag ends everything. `progress` is told before a part
 * is looked at, and may be NULL. */
struct cop_parts_terms {
    double time;
    int64_t positions;
    size_t memory;
    double delta; /* between coupons, where a thermograph takes too long */
    bool wants_values;
    const atomic_bool *stop;
    void (*progress)(void *context, int part, int count);
    void *context;
};

/* Can the game be taken apart so? Else a message that says why not. */
bool cop_parts_fit(const struct cop_game *game, struct cop_error *error);

bool cop_parts_look(const struct cop_game *game, const void *state,
                    const struct cop_parts_terms *terms, struct cop_parts *parts,
                    struct cop_error *error);
void cop_parts_free(struct cop_parts *parts);

#endif
