/* house.h - all tables of a server: games in progress, the searches that run for them, who listens.
 *
 * One lock guards everything that can change: every function that takes a table is called with the
 * house's lock held, and so is every look into a table. What takes long is done without it:
 * searches (search.c) work on copies, files are written from texts that were made under the lock
 * (keep.c). A table that somebody still needs without the lock, a search or a listener, is *used*,
 * and is freed only when nobody uses it any more. */
#ifndef COPPICE_SERVE_HOUSE_H
#define COPPICE_SERVE_HOUSE_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "match/session.h"

enum {
    COP_TABLE_PLIES = 20000, /* a game that is longer waits for ever */
    COP_ID_LENGTH = 12,
    COP_NOBODY = -3 /* no player, and not -1 and -2 either, which mean something */
};

/* Who sits where. */
struct cop_seat {
    char *who;   /* an agent's canonical spec; NULL is a person */
    char *limit; /* canonical, with all that was given; NULL for a person */
    struct cop_limits limits;
    bool takes_cores; /* the limit does not say how many threads (agent/cores.h) */
    bool has_time;    /* the limit has a time; else the one in `limits` is the house's */
    char *refusal; /* why this agent cannot play, though its table's file names it; NULL: it can */
};

/* What was thought of the position after a move, and when the move was made. */
struct cop_ply_note {
    bool has_value;
    double value[COP_PLAYERS_MAX]; /* 0 is lost, 1 is won */
    enum cop_proof proof;
    uint64_t revision;
};

enum cop_search_kind {
    COP_SEARCH_MOVE,
    COP_SEARCH_HINT,
    COP_SEARCH_ANALYSIS,
    COP_SEARCH_REVIEW /* of one position; review.h */
};
extern const char *const cop_search_kind_names[];

/* How fast engines play against each other; pace.h. A new table's is the first. */
enum cop_pace { COP_PACE_NORMAL, COP_PACE_SLOW, COP_PACE_FAST, COP_PACE_FULL, COP_PACES };

/* One search for a table. It is the table's as long as table->search points to it, or for a review
 * table->review_search; a table that has moved on lets go of it and sets `stop`, and what it finds
 * is thrown away.
 *
 * Invariant, whenever the lock is free: a search that has not been told to stop is the search of a
 * table that is in the house's list. So whoever stops the searches of all listed tables, as the end
 * of the server does, stops all there are. It holds because only cop_search_begin makes searches,
 * and none for a table that is gone or a house that is closing; because the two
 * functions that abandon searches are the only way to let go of one; and because a table leaves the
 * list and abandons its searches in one hold of the lock. */
struct cop_search {
    struct cop_search *next; /* in the queue */
    struct cop_table *table; /* used */
    enum cop_search_kind kind;
    int ply, player; /* a ply, or the node of a side move */
    char *agent, *limit;
    struct cop_limits limits;
    uint64_t seed;
    void *state; /* the position */
    void *shown; /* what the player to move may know of it; reports speak of this */
    atomic_bool stop;
    bool is_waiting;       /* for a core */
    bool counts_owners;    /* somebody wants to see whose the cells were where playouts ended */
    struct cop_mind *mind; /* mind.h; NULL: the agent is the search's own */
    uint64_t past;         /* the table's when it was taken */
    double began;          /* by the clock of the house's options; 0: it waits */

    /* A move that was found too soon waits in the queue again until it is due. */
    struct cop_report *held; /* NULL: there is none, or not yet */
    double due;              /* by base/clock.h */
};

struct cop_table {
    struct cop_house *house;
    struct cop_table *next;
    char id[COP_ID_LENGTH + 1];
    char *title; /* given by a person; NULL: the game's */
    char *game;  /* canonical spec */
    int players;
    struct cop_seat seats[COP_PLAYERS_MAX];
    uint64_t seed; /* of chance and of the agents */
    time_t changed;

    /* For lists, true also while the table is on disk. */
    int ply, turn;     /* a player, COP_CHANCE or COP_OVER */
    char *result;      /* in words; NULL while the game goes on */
    bool is_untouched; /* it was begun by people of whom none has done anything */

    struct cop_session *session; /* NULL: on disk */
    struct cop_ply_note *notes;  /* one for each move of the record */
    int note_room;

    uint64_t revision; /* counts changes */
    uint64_t past;     /* the revision at which plies were last taken back */
    uint64_t rolls;    /* of chance in side lines, so that each is another one */
    struct cop_search *search;
    struct cop_mind *minds[COP_PLAYERS_MAX]; /* mind.h: who rests between two moves */
    struct cop_review *review;               /* review.h; NULL: none */
    struct cop_search *review_search;
    enum cop_pace pace;
    bool is_paused, is_stepping; /* between engines: it halts, but for one turn */
    double look_until;           /* the next move is held back; by base/clock.h */
    bool is_stalled;  /* the agent to move is not asked, for the reason in `failure`, until somebody
                         does something */
    bool is_unmarked; /* its file says that an agent is to move, or a review to go on, and nobody
                         has asked for it; see table_file.h */

    /* The newest report of a search: for those who may know all of it, and for the others. */
    struct cop_text report, brief_report;
    uint64_t report_number;
    int report_player, report_ply; /* a ply that is never played: it is of no more use */
    bool report_is_beside;         /* it is of a side line that leaves the game at that ply */
    enum cop_search_kind report_kind;
    char failure[512];
    uint64_t failure_number;

    struct cop_listener *listeners;
    time_t asked; /* when somebody last wanted it */
    int uses;
    bool is_gone;

    /* keep.h */
    uint64_t changes, changes_tried, changes_kept;
    bool is_being_kept; /* without the lock */
    bool is_unsaved;
    double retry_at, retry_pause; /* seconds, by base/clock.h */
};

struct cop_house_options {
    const char *games;   /* the folder of tables; NULL: nothing is kept */
    const char *lab;     /* the folder of the lab's experiments; NULL: none */
    const char *results; /* and of its results */
    const char *const
        *explored;            /* where games are that can be explored (shelf.h); ends with NULL */
    const char *const *books; /* opening books, likewise */
    int searches;             /* at once */
    int threads;     /* of a search that only time ends and whose limit names none; 0: one */
    size_t memory;   /* for each search */
    int tables_open; /* in memory; the others wait on disk */
    int tables_kept; /* on disk */
    int listeners;   /* fewer than connections, so that other requests find one */
    double patience; /* seconds that an answer waits for the disk; 0: ten */
    /* The seconds by which agents rest (mind.h) and searches grow old; NULL: base/clock.h. */
    double (*clock)(void *context);
    void *clock_context;
    /* Told, from any thread, what no request can be answered with; NULL: nobody is. */
    void (*complain)(const char *message);
};

struct cop_house {
    struct cop_house_options options;
    pthread_mutex_t lock;
    struct cop_table *tables;
    int table_count, listener_count;
    bool is_closing;

    /* search.c */
    pthread_t *workers;
    int worker_count;
    pthread_cond_t has_work;
    struct cop_search *first;      /* waiting */
    int waiting_count, idle_count; /* searches for a core, and workers */
    int mind_count;                /* mind.h: that rest, at all tables */

    /* keep.c */
    int folder; /* folder.h; -1: none */
    pthread_t keeper;
    pthread_cond_t has_dirt, is_kept;
    struct cop_receipt *receipts; /* receipt.h */
    bool was_refused;             /* the last file could not be written, and that was said */
    bool has_keeper, keeper_ends;

    struct cop_shelf *shelf; /* shelf.h */
};

/* Reads what is in the folder, which is made if it is not there, and starts the threads. */
struct cop_house *cop_house_open(const struct cop_house_options *options, struct cop_error *error);

/* Makes a condition for such waits, which have an end and do not follow the clock on the wall. */
void cop_house_condition(pthread_cond_t *condition);

/* Gives the lock away until somebody signals, or until `when` by base/clock.h, or for no reason. */
void cop_house_wait(struct cop_house *house, pthread_cond_t *condition, double when);

/* Ends the searches, writes what is not yet written, frees everything. Nobody may be listening. */
void cop_house_close(struct cop_house *house);

/* From now on listeners are at their end; searches stop. */
void cop_house_end_listening(struct cop_house *house);

/* By the clock of its options. */
double cop_house_now(const struct cop_house *house);

void cop_house_lock(struct cop_house *house);
void cop_house_unlock(struct cop_house *house);

/* Somebody calls it every quarter of a minute, without the lock: listeners are given a sign of
 * life, so that those who have vanished are noticed, agents that have rested too long are gone also
 * while all workers are busy, and searches that have run too long are stopped. */
enum { COP_CARE_SECONDS = 15 };
void cop_house_care(struct cop_house *house);

/* The table, read from disk if it waits there; NULL and a message if there is none, or it cannot be
 * read, or (then *is_full) there is no room for it. Gives the lock away while agents are closed at
 * a table that makes room. */
struct cop_table *cop_house_find(struct cop_house *house, const char *id, bool *is_full,
                                 struct cop_error *error);

/* The same where its game is not needed, and is not read; NULL and a message if there is none. */
struct cop_table *cop_house_find_listed(const struct cop_house *house, const char *id,
                                        struct cop_error *error);

/* Takes over the session and the seats; gives the lock away as cop_house_find does. NULL and a
 * message if there is no room in memory, or (then *is_full) too many are kept; then they are
 * closed. */
struct cop_table *cop_house_add(struct cop_house *house, struct cop_session *session,
                                struct cop_seat *seats, const char *title, uint64_t seed,
                                bool *is_full, struct cop_error *error);

/* The table is gone before its files are: from the first moment on nobody finds it, and nobody who
 * still has it can begin a search for it. False and a message if the files could not be removed. */
bool cop_house_remove(struct cop_house *house, struct cop_table *table, struct cop_error *error);

/* Removes tables that were begun and left without a move, and that nobody has asked for in a day.
 */
void cop_house_tidy(struct cop_house *house);

/* All tables, the last changed first; the caller frees the list. */
struct cop_table **cop_house_list(struct cop_house *house, int *count);

void cop_table_release(struct cop_table *table); /* one use less */
void cop_table_free(struct cop_table *table);    /* only for those that were never in the house */
void cop_seat_free(struct cop_seat *seat);
void cop_seats_free(struct cop_seat *seats);

#endif
