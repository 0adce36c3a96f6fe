/* explore.h - what was played in a position: moves, how often, by whom, and what came of them.
 *
 * An explorer looks into *sources*: stores of `coppice match`, SGF files, folders of them such as
 * that of a server. What it has read is kept in an index (store/explored.h), a file that all
 * programs share, so that a look-up reads no game again; a new game is read once, and a file that
 * has changed again. Only finished games count, those that the rules or a player ended, so that no
 * position of a game that is still being played with hidden pieces is told.
 *
 * An explorer may be used by several threads; calls are serialised inside. */
#ifndef COPPICE_MATCH_EXPLORE_H
#define COPPICE_MATCH_EXPLORE_H

#include "base/json.h"
#include "book/book.h"
#include "coppice/coppice.h"
#include "match/statistics.h"

struct cop_explorer;

/* `index` is the file, which is made if it is missing; NULL keeps the index in memory. */
struct cop_explorer *cop_explorer_open(const char *index, struct cop_error *error);
/* The index in the cache's folder (base/cache.h), or in memory where that cannot be: it can be made
 * again, and is never a reason to fail but for lack of memory. Sources that are no more are
 * forgotten, so that it does not grow for ever. */
struct cop_explorer *cop_explorer_open_shared(struct cop_error *error);
void cop_explorer_close(struct cop_explorer *explorer); /* NULL is fine */

/* False and a message if there is no such file or folder. */
bool cop_explorer_add(struct cop_explorer *explorer, const char *path, struct cop_error *error);
int cop_explorer_sources(const struct cop_explorer *explorer);

/* How long a reading may take, and who is told how far it is. */
struct cop_explore_effort {
    double seconds;          /* after which no further game is begun; 0: all are read */
    const atomic_bool *stop; /* likewise; NULL: nobody will */
    void (*progress)(void *context, int64_t read, int64_t left);
    void *context;
};

/* What has been read. */
struct cop_explore_news {
    int64_t read;    /* games, now */
    int64_t refused; /* games that cannot be read or played, now; `why` is about the first */
    bool is_whole;   /* nothing is left to read */
    char why[512];
    char trouble[512]; /* the first source that cannot be read; "" if all can */
};

/* Reads what is new in the sources of one game. False and a message if the index fails; what a
 * source does wrong is in the news. */
bool cop_explorer_read(struct cop_explorer *explorer, const struct cop_game *game,
                       const struct cop_explore_effort *effort, struct cop_explore_news *news,
                       struct cop_error *error);

enum { COP_MOVERS_SHOWN = 3 };

/* What came of a move for one player. */
struct cop_explored_share {
    int64_t wins; /* whole ones */
    double payoff, payoff_squares, score, score_squares, best_score;
};

struct cop_mover {
    char *name;
    int64_t games;
};

struct cop_explored_move {
    cop_move move;
    int others;     /* further moves that are its mirror images and counted with it */
    int64_t games;  /* in which it was made here */
    int64_t nobody; /* of these, those that nobody won whole */
    struct cop_explored_share shares[COP_PLAYERS_MAX];
    char last[32];      /* when it was last made, as the source says it; "": not known */
    double probability; /* of an outcome of chance; 0 where players move */
    struct cop_mover movers[COP_MOVERS_SHOWN]; /* the most frequent first */
    int mover_count;                           /* of all */
    bool is_in_book;
    int64_t book_visits;
    double book_value; /* for the player to move, in the book's scale; NaN: not known */
};

struct cop_explored {
    int turn;      /* a player, COP_CHANCE or COP_OVER */
    int64_t known; /* games in all sources */
    int64_t games; /* in which the position was played on; one with two moves here counts twice */
    struct cop_explored_move *moves; /* those that were made or are in the book, the most frequent
                                        first */
    int move_count;
    bool has_book;
};

/* `book` may be NULL. */
bool cop_explorer_look(struct cop_explorer *explorer, const struct cop_game *game,
                       const void *state, const struct cop_book *book,
                       struct cop_explored *explored, struct cop_error *error);
void cop_explored_free(struct cop_explored *explored);

/* Whose results a table is about: the player to move, or the first one where chance moves. */
int cop_explored_player(const struct cop_explored *explored);

/* Does the game count points, as games for one do, and not who wins? */
bool cop_explored_counts_points(const struct cop_game *game);

/* The mean result of a move for that player with its 95 % interval: his share, or his points. */
struct cop_interval cop_explored_mean(const struct cop_game *game,
                                      const struct cop_explored_move *move, int player);

/* What programs are told of it, as docs/serve.md has it: the items of an object that the caller has
 * begun, with the `most` most frequent moves. */
void cop_explored_write(const struct cop_explored *explored, const struct cop_game *game,
                        const void *state, int most, struct cop_json *json);

/* A game behind a move. */
struct cop_game_behind {
    int64_t id; /* for cop_explorer_sgf */
    int ply;    /* of the position */
    int plies;
    char *date, *result;
    int players;
    char *names[COP_PLAYERS_MAX]; /* NULL: not known */
    double payoff[COP_PLAYERS_MAX];
};

/* The games in which a move was made in a position, the latest first: from number `from` (0-based)
 * on, at most `count`. The caller frees the list. */
bool cop_explorer_games(struct cop_explorer *explorer, const struct cop_game *game,
                        const void *state, cop_move move, int from, int count,
                        struct cop_game_behind **games, int *found, struct cop_error *error);
void cop_games_behind_free(struct cop_game_behind *games, int count);

/* The record of a game of the sources, and of what it is part: the name of its file, or of the
 * store with the game's number. */
bool cop_explorer_sgf(struct cop_explorer *explorer, const struct cop_game *game, int64_t id,
                      struct cop_text *sgf, struct cop_text *origin, struct cop_error *error);

#endif
