/* grow.h - how books grow: which position is judged next, and what becomes of the judgement
 * (amazons-endgame-and-books.md 2.21 to 2.26).
 *
 * A builder is a spec, `meta-uct(a=5, k=5)`. It works in rounds that need somebody else only for
 * judging, so that it knows no agents:
 *
 *     select    says which positions are to be judged
 *     judge     by whoever can; several threads may be at it with different tasks
 *     apply     puts the values into the book, which is then as if the round had always been there
 *
 * Select and apply are called by one thread at a time. With one task at a time, and judgements that
 * follow from position and seed alone, a book is the same every time, however often its building
 * was interrupted between rounds. */
#ifndef COPPICE_BOOK_GROW_H
#define COPPICE_BOOK_GROW_H

#include "book/look.h"

/* What a builder wants of whoever judges. */
enum cop_book_wish {
    COP_WISH_NOTHING, /* looks are enough */
    COP_WISH_VALUE,   /* what a search says of the position */
    COP_WISH_GAME,    /* what a game from there comes to, both sides played by the agent */
    COP_WISH_SURVEY   /* how often a search tries each move, and what it says of each */
};

/* A position to be judged, and the judgement. */
struct cop_book_job {
    int parent;    /* where the move that leads there is to be added; -1: it is in the book */
    cop_move move; /* in the parent's own image */
    void *state;   /* the task's */
    int depth;
    uint64_t seed;
    int64_t sims;           /* of a survey */
    bool is_known;          /* nobody has to judge it */
    double value;           /* for the first player, in the book's scale */
    struct cop_book_found { /* what a survey found of each move */
        cop_move move;
        int64_t visits;
        double value;
    } * found;
    int found_count;
};

struct cop_book_task {
    int *path; /* from the root to the position that was chosen */
    int path_length, path_room;
    struct cop_book_job *jobs;
    int job_count, job_room;
};

/* What builders there are, and their options; ends with a row without a name. */
struct cop_book_kind {
    const char *name, *title, *summary;
    const struct cop_option *options;
    enum cop_book_wish wish; /* the most that it asks for */
};
extern const struct cop_book_kind cop_book_kinds[];

struct cop_growth;

/* Can the spec be opened for the game? `canonical` (may be NULL) gets it as it is kept in books. */
bool cop_growth_check(const struct cop_game *game, const char *spec, struct cop_text *canonical,
                      struct cop_error *error);

/* The scale of the values that a builder of this spec leaves; false: it is none. */
bool cop_growth_scale(const struct cop_game *game, const char *spec, struct cop_look *look);

/* For a book with states, which must outlive it and is changed by nobody else. */
struct cop_growth *cop_growth_open(struct cop_book *book, const char *spec,
                                   struct cop_error *error);
void cop_growth_close(struct cop_growth *growth);

enum cop_book_wish cop_growth_wish(const struct cop_growth *growth);
const struct cop_look *cop_growth_look(const struct cop_growth *growth);
/* Of COP_WISH_GAME: how many plies a game has at most; 0: it is played to its end. */
int cop_growth_game_plies(const struct cop_growth *growth);
double cop_growth_reward(const struct cop_growth *growth);  /* what a game to its end counts */
int64_t cop_growth_judged(const struct cop_growth *growth); /* positions with a judgement */

/* Nothing: the book is complete. Wait: all that could be judged is being judged. */
enum cop_growth_next { COP_GROWTH_NOTHING, COP_GROWTH_WAIT, COP_GROWTH_TASK };

/* A task is all zero before, and freed by one of the two functions below it. */
enum cop_growth_next cop_growth_select(struct cop_growth *growth, struct cop_book_task *task);

/* All jobs have their values. Counts as an iteration. */
void cop_growth_apply(struct cop_growth *growth, struct cop_book_task *task);
/* As if it had never been selected. */
void cop_growth_drop(struct cop_growth *growth, struct cop_book_task *task);

/* Is the book as its builder should leave it (4.6)? For one without tasks under way; it says what
 * is wrong. */
bool cop_growth_is_sound(struct cop_growth *growth, struct cop_error *error);

/* The formulas, for those who want to try them (4.6). */
double cop_meta_uct_score(double sum, int64_t visits, double early, double k, double a,
                          int64_t parent_visits);
double cop_meta_mcts_score(double sum, int64_t visits, double early, double c,
                           int64_t parent_visits);

#endif
