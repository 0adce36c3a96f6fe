/* explored.h - an index of the positions of played games: which moves were made there, and what
 * came of them.
 *
 * The index is a store of its own, and can be made again from its *sources*: stores of matches,
 * files and folders of records. The store knows no games: a position is two numbers that somebody
 * has computed from it, a key and a *proof* that positions with the same key are the same, and a
 * move is a number. A source is a path as one game sees it, so that positions of different games
 * never meet.
 *
 * Nothing here is safe against two threads that share an index; processes may share its file. */
#ifndef COPPICE_STORE_EXPLORED_H
#define COPPICE_STORE_EXPLORED_H

#include <stdint.h>

#include "store/results.h"

/* What was read of a source. */
struct cop_explored_source {
    int64_t id;
    int64_t seen;  /* of a store: the number of the last game that was read */
    uint64_t mark; /* of that game, by which another store at the same place is told apart */
};

/* A move that was made somewhere. `name` is who made it; NULL: nobody is known. */
struct cop_visit {
    uint64_t key, proof;
    uint32_t move;
    int ply;
    const char *name;
};

struct cop_explored_seat {
    const char *name; /* NULL: not known */
    double payoff, score;
};

struct cop_explored_game {
    int64_t source;
    int64_t file;   /* 0: it is the source's own */
    int64_t number; /* in the store or the file */
    const char *date, *result;
    int plies, seat_count;
    struct cop_explored_seat seats[COP_SEATS_MAX];
    const struct cop_visit *visits;
    int visit_count;
};

/* Opens an index, which is made if there is none; NULL keeps it in memory. cop_store_close closes
 * it.
 */
struct cop_store *cop_explored_open(const char *path, struct cop_error *error);

/* What is known of a source, which is added if it is new. */
bool cop_explored_find(struct cop_store *index, const char *path, const char *game,
                       struct cop_explored_source *source, struct cop_error *error);

/* What is written between begin and end is kept whole or not at all. */
bool cop_explored_begin(struct cop_store *index, struct cop_error *error);
bool cop_explored_end(struct cop_store *index, bool good, struct cop_error *error);
bool cop_explored_add(struct cop_store *index, const struct cop_explored_game *game,
                      struct cop_error *error);
bool cop_explored_set_seen(struct cop_store *index, const struct cop_explored_source *source,
                           struct cop_error *error);
bool cop_explored_add_file(struct cop_store *index, int64_t source, const char *name,
                           uint64_t stamp, int64_t *file, struct cop_error *error);

/* Forgets the games of one file of a source, or with 0 of all; sweeping takes their visits away
 * too, which are not told any more from the first on. */
bool cop_explored_forget(struct cop_store *index, int64_t source, int64_t file,
                         struct cop_error *error);
bool cop_explored_sweep(struct cop_store *index, struct cop_error *error);

/* The same with the source itself. */
bool cop_explored_drop(struct cop_store *index, int64_t source, struct cop_error *error);

/* Every source. `each` must not use the index. */
typedef void cop_each_source(void *context, int64_t source, const char *path);
bool cop_explored_each_source(struct cop_store *index, cop_each_source *each, void *context,
                              struct cop_error *error);

/* Every file of a source that was read, by name. `each` must not use the index. */
typedef void cop_each_file(void *context, int64_t file, const char *name, uint64_t stamp);
bool cop_explored_each_file(struct cop_store *index, int64_t source, cop_each_file *each,
                            void *context, struct cop_error *error);

/* The sources that the questions below are about. */
bool cop_explored_want(struct cop_store *index, const int64_t *sources, int count,
                       struct cop_error *error);

/* How many games they have. */
bool cop_explored_count(struct cop_store *index, int64_t *games, struct cop_error *error);

/* What came of a move for one seat. */
struct cop_move_sum {
    uint32_t move;
    int seat;
    int64_t games, wins;
    double payoff, payoff_squares, score, score_squares, best_score;
};
typedef void cop_each_sum(void *context, const struct cop_move_sum *sum);
/* Who made a move how often, the most frequent first, and when last; name: NULL, not known. */
typedef void cop_each_mover(void *context, uint32_t move, const char *name, int64_t games,
                            const char *last);
bool cop_explored_each_move(struct cop_store *index, uint64_t key, uint64_t proof,
                            cop_each_sum *each, cop_each_mover *mover, void *context,
                            struct cop_error *error);

/* The games behind a move, the latest first. */
struct cop_move_game {
    int64_t id;
    int ply; /* of the position */
    int plies;
    const char *date, *result;
};
typedef void cop_each_move_game(void *context, const struct cop_move_game *game);
bool cop_explored_each_game(struct cop_store *index, uint64_t key, uint64_t proof, uint32_t move,
                            int from, int count, cop_each_move_game *each, void *context,
                            struct cop_error *error);
typedef void cop_each_game_seat(void *context, int seat, const char *name, double payoff);
bool cop_explored_each_seat(struct cop_store *index, int64_t game, cop_each_game_seat *each,
                            void *context, struct cop_error *error);

/* Where a game is: the path of its source, the name of its file there ("" where there is none), its
 * number. False without a message if the wanted sources have no such game. */
struct cop_explored_place {
    struct cop_text path, name, game;
    int64_t number;
};
bool cop_explored_where(struct cop_store *index, int64_t game, struct cop_explored_place *place,
                        struct cop_error *error);
void cop_explored_place_free(struct cop_explored_place *place);

/* ---- What an index reads of a store of matches ---- */

/* Finished games whose match's identity begins so, from those after number `after` on, at most
 * `most`, in the order in which they were added. What `each` is given is valid during the call
 * only, and it must not use the store; it returns false to end the reading. */
struct cop_added_game {
    int64_t number;
    const char *sgf, *made;
    int seat_count;
    double payoff[COP_SEATS_MAX], score[COP_SEATS_MAX];
};
typedef bool cop_each_added(void *context, const struct cop_added_game *game);
bool cop_store_each_added(struct cop_store *store, const char *identity, int64_t after, int most,
                          cop_each_added *each, void *context, struct cop_error *error);
bool cop_store_count_added(struct cop_store *store, const char *identity, int64_t after,
                           int64_t *count, struct cop_error *error);

/* The record of one game; false without a message if there is none with this number. */
bool cop_store_sgf(struct cop_store *store, int64_t number, struct cop_text *sgf,
                   struct cop_error *error);

#endif
