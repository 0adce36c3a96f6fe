/* agent.h - something that chooses moves: a search with its options, under limits.
 *
 * An agent is opened for one game from a spec, `mcts(c=0.7, solver=on)`, and is used by one thread
 * at a time (it may use several inside). Between searches it may keep a tree; cop_agent_played
 * tells it what happened on the board, cop_agent_start that a new game begins.
 *
 * Every search is anytime: it honours every limit it understands, the stop flag, and reports
 * progress. A limit that would not end it is refused. With one thread, a seed and a limit in counts
 * it is deterministic on every machine. */
#ifndef COPPICE_AGENT_H
#define COPPICE_AGENT_H

#include "atomic.h"
#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an agent is opened with and keeps: none of it ends a search. */
struct cop_means {
    int threads;   /* at least 1 */
    size_t memory; /* bytes a search may use for its tree or table and its threads */
    uint64_t seed;
    const atomic_bool *stop; /* optional: gives up an opening that takes long */
    void *reserved[4];       /* for later versions: NULL */
};

/* What ends a search; 0 means "no such limit". A list is written `1s, sims=10k, threads=2, seed=7`
 * and has the means beside the limits. */
struct cop_limits {
    double time;  /* seconds for a move */
    double clock; /* seconds for all moves of one game; whoever plays the game turns it into time */
    int64_t sims; /* simulations for a move */
    int64_t nodes;  /* nodes for a move */
    int depth;      /* plies */
    bool processor; /* seconds are those that the searching thread had a processor, and not the
                       wall's: what others do on the machine takes nothing from a search. With
                       several threads each has so many, and who has used them up ends the search */
    struct cop_means means;
    void *reserved[8]; /* for later versions: NULL */
};

const struct cop_option *cop_limit_options(void);
bool cop_limits_parse(const char *words, struct cop_limits *limits, struct cop_error *error);
void cop_limits_write(const struct cop_limits *limits, struct cop_text *text);

/* What is known for certain about a value. COP_PROVEN_EXACT is a value that is neither: a draw, an
 * expectation, a share of three players. */
enum cop_proof { COP_UNPROVEN, COP_PROVEN_LOSS, COP_PROVEN_EXACT, COP_PROVEN_WIN };

enum { COP_LINE_MAX = 256 };

/* What the value of a root move says. Exact is what the search would find if it looked at this move
 * alone; at most this, and nobody looked how much less; a mean that more simulations would change.
 * With COP_VALUE_NONE the value says nothing. */
enum cop_value_kind { COP_VALUE_NONE, COP_VALUE_EXACT, COP_VALUE_AT_MOST, COP_VALUE_ESTIMATE };

/* One root move as the search sees it. */
struct cop_candidate {
    cop_move move;
    int64_t visits;
    double value; /* for the player to move */
    double sway;  /* as in struct cop_scale */
    enum cop_value_kind kind;
    double low, high; /* no play can make it less or more; equal: it is known */
    double prior;
    enum cop_proof proof;
    int distance;       /* of a proven win or loss: moves of all sides until then; 0: not known */
    int stage_distance; /* likewise until a stage of the game's databases ends (cop_indexing), with
                           the next capture or with the game */
    bool is_pruned;
    int line_length; /* what is expected after it, itself included; 0: the search keeps no line */
    const cop_move *line;
    bool has_total; /* as in a report: the best game that was found with this move */
    double total;
    void *reserved[4]; /* for later versions: NULL */
};

/* How a search's values become what people ask for. */
struct cop_scale {
    struct cop_chance chance; /* version 0: a value's share of the way from lower to upper counts */
    double origin;            /* a value plus this is the evaluator's own number */
    double sway; /* and plus this one of a search as deep as those that the chance was fitted to */
    bool rates_ends;  /* values of finished games are points; who has more has won */
    const char *unit; /* as in struct cop_evaluator, or NULL */
    double point;
};

struct cop_report {
    cop_move best;
    int player;                    /* who is to move */
    double value[COP_PLAYERS_MAX]; /* of the position, for each player; NaN: not looked at */
    double lower, upper;           /* a lost and a won game in these values: mostly 0 and 1 */
    struct cop_scale scale;
    enum cop_proof proof;         /* for the player to move */
    int distance, stage_distance; /* as a candidate's */
    bool has_margin;              /* how many points more the best move makes sure of is known: */
    double margin;
    bool has_total; /* of a game for one: the line is a game to its end, the best that was found, */
    double total;   /* and has so many points there */
    int depth;      /* the longest line looked at, in plies */
    int64_t sims, nodes;
    int64_t cuts;      /* nodes that a depth-first search left because a move was good enough, */
    int64_t cut_moves; /* and the moves that it searched at them, this one included */
    double seconds;
    /* Of agents that look for a proof, as in struct cop_solution; both 0: there are none. */
    uint32_t proof_number, disproof_number;
    bool is_from_book;   /* there was no search: an opening book says so, with so many visits */
    int64_t book_visits; /* and */
    double book_value;   /* this value, in its own scale, for the player to move */
    bool stopped_early;  /* the search knew enough before its limit */
    bool memory_is_full; /* the tree stopped growing */
    int line_length;     /* the principal variation, starting with `best` */
    cop_move line[COP_LINE_MAX];
    int turn_length; /* so many moves of the line are one turn that this search has decided; 1 where
                        each move of a turn has a search of its own */
    int candidate_count; /* in the order of moves(); owned by the agent until its next call */
    const struct cop_candidate *candidates;
    bool is_from_openings; /* there was no search: the game itself knows this opening */
    int opening_games;     /* (rules->opening), from so many games */
    void *reserved[15];    /* for later versions: NULL */
};

/* ---- What a report means to people: of the position, or of one of its root moves ---- */

/* What `player` can expect of the game, from 0 (lost) to 1 (won), NaN where the search says nothing
 * of it. `candidate` NULL: the position. One scale for every search and game: what is proven is 0,
 * 1 or its share; a mean reward is a share, of several players each the part of all; a judgement
 * goes through the evaluator's fit (struct cop_chance), or without one is taken as its share of the
 * way from a lost to a won game. Of a value that is only a bound, so is the chance. Where one
 * player looks for points (has_total) there are no chances. */
double cop_report_chance(const struct cop_game *game, const struct cop_report *report,
                         const struct cop_candidate *candidate, int player);

/* What is certain, in words: "wins", "proven draw", "Black by 8". False, and nothing is written,
 * where nothing is. */
bool cop_report_words(const struct cop_game *game, const struct cop_report *report,
                      const struct cop_candidate *candidate, struct cop_text *text);

/* The game's own points that are expected for the player to move, with their unit: "+6.2 discs"; of
 * a whole game that was found those at its end, "3121 points".
 * False, and nothing is written, where the values have none. */
bool cop_report_points(const struct cop_game *game, const struct cop_report *report,
                       const struct cop_candidate *candidate, struct cop_text *text);

/* The line that begins with a root move: the principal variation, the candidate's own, or nothing
 * but the move. Returns its length. */
int cop_candidate_line(const struct cop_report *report, const struct cop_candidate *candidate,
                       const cop_move **line);

/* What the parts of a search have made of a position, for those who study searches: of each move
 * what every part said of it when the search had ended, how the tree lies, and what was counted on
 * the way. Whoever wants it gives a zeroed one to a watch and frees it with cop_anatomy_free; it
 * stays empty if the agent has no parts. With several trees the moves are those of the first. */
struct cop_anatomy_word {
    const char *name, *help; /* constants */
    bool is_count;           /* a whole number, not a share */
};

enum cop_anatomy_unit { COP_ANATOMY_SHARE, COP_ANATOMY_EACH };

struct cop_anatomy_fact {
    const char *group, *name, *help; /* constants */
    int64_t count, of;               /* a share of so many, or so many for each of them */
    enum cop_anatomy_unit unit;
};

/* The positions that are so many moves from the root; the last level has those beyond, too. */
struct cop_anatomy_level {
    int64_t nodes, visits;
    int64_t visited;           /* of the nodes */
    int64_t parents, children; /* those with children, and how many these are */
    int64_t settled, pruned;   /* known for certain; taken out by a pruning rule */
};

enum { COP_ANATOMY_WORDS = 24, COP_ANATOMY_FACTS = 40, COP_ANATOMY_LEVELS = 64 };

struct cop_anatomy {
    int word_count, move_count, level_count, fact_count;
    int tree_count;
    struct cop_anatomy_word words[COP_ANATOMY_WORDS];
    cop_move *moves;
    double *said; /* for each move a number for each word; NaN: nothing */
    struct cop_anatomy_level levels[COP_ANATOMY_LEVELS];
    struct cop_anatomy_fact facts[COP_ANATOMY_FACTS];
};

/* What was said of a move; NULL if it is not there. */
const double *cop_anatomy_of(const struct cop_anatomy *anatomy, cop_move move);
/* Empties it. */
void cop_anatomy_free(struct cop_anatomy *anatomy);

/* How a caller looks on: a flag that ends the search, a call about every `period` seconds from the
 * searching thread, and a flag that ends it because somebody else has found all that it could find.
 * Searches that play games out count whose the cells of the board were at their ends, and those
 * with parts tell what these did, if somebody wants to know. All of it optional; a NULL watch is
 * fine. */
struct cop_watch {
    const atomic_bool *stop;
    double period;
    void (*progress)(void *context, const struct cop_report *report);
    void *context;
    const atomic_bool *known;
    struct cop_ownership *ownership;
    struct cop_anatomy *anatomy;
    void *reserved[3]; /* for later versions: NULL */
};

/* Which limits end a kind's search. A kind that ends by itself has COP_ENDS_ALWAYS. */
enum cop_limit_kind {
    COP_ENDS_TIME = 1,
    COP_ENDS_SIMS = 2,
    COP_ENDS_NODES = 4,
    COP_ENDS_DEPTH = 8,
    COP_ENDS_ALWAYS = 16
};

/* What an agent's file exports. */
struct cop_agent_kind {
    const char *name, *title, *summary;
    const struct cop_option *options;
    unsigned ends; /* enum cop_limit_kind */
    /* Optional: can it play this game at all? It says why not. */
    bool (*fits)(const struct cop_game *game, struct cop_error *error);
    /* Optional: can these settings be opened for the game? It allocates nothing that lasts, makes
     * no tables and reads no files; what passes may still fail to open for lack of memory. */
    bool (*check)(const struct cop_agent_kind *kind, const struct cop_game *game,
                  const struct cop_settings *settings, const struct cop_means *means,
                  struct cop_error *error);
    /* Optional: are there the limits that these settings cannot do without, whatever else ends the
     * search? It says which are missing. */
    bool (*has_limits)(const struct cop_settings *settings, const struct cop_limits *limits,
                       struct cop_error *error);
    /* Only called with what `fits` and `check` have passed. */
    void *(*open)(const struct cop_agent_kind *kind, const struct cop_game *game,
                  const struct cop_settings *settings, const struct cop_means *means,
                  struct cop_error *error);
    const void *own; /* what kinds that share these functions differ in; nobody else looks at it */
    void (*close)(void *self);
    void (*start)(void *self, uint64_t seed); /* optional */
    /* `state` is what the player to move may know: with hidden pieces, its view. The limits end the
     * search, or the watch can. */
    bool (*think)(void *self, const void *state, const struct cop_limits *limits,
                  const struct cop_watch *watch, struct cop_report *report,
                  struct cop_error *error);
    void (*played)(void *self, const void *before, cop_move move); /* optional */
    /* Optional, after a failed think: why its player loses the game ("resigned", "forfeit: ..."),
     * until the agent's next call; NULL if the failure is nobody's loss. */
    const char *(*gave_up)(void *self);
    bool asks_oracle; /* has the option `oracle`: the game's solver is asked before a search */
    bool is_external; /* its options are a command for the shell: not for strangers */
    /* Optional: what of settings that `check` has passed changes nothing in this game or within
     * these limits (NULL: nothing is known of them), although elsewhere it would. Adds a line for
     * each option. */
    void (*idle)(const struct cop_agent_kind *kind, const struct cop_game *game,
                 const struct cop_settings *settings, const struct cop_limits *limits,
                 struct cop_text *notes);
};

const struct cop_agent_kind *const *cop_all_agents(void); /* ends with NULL */
const struct cop_agent_kind *cop_agent_kind_find(const char *name);
/* Does the spec name an agent that runs a command? Ask before opening what a stranger has sent. */
bool cop_agent_is_external(const char *spec);

/* Would these limits end a search of this kind? Else a message that says which would. */
bool cop_limits_end(const struct cop_limits *limits, const struct cop_agent_kind *kind,
                    struct cop_error *error);

/* Can the spec be opened for the game, and would it search within the limits, and end? Nothing is
 * opened: it takes no memory, makes no table and reads no file. `canonical` (may be NULL) gets the
 * spec as cop_agent_name would give it, if all is well. Without limits (NULL) only the spec is
 * checked. */
bool cop_agent_check(const struct cop_game *game, const char *spec, const struct cop_limits *limits,
                     struct cop_text *canonical, struct cop_error *error);

struct cop_agent; /* an opened agent */

struct cop_agent *cop_agent_open(const struct cop_game *game, const char *spec,
                                 const struct cop_means *means, struct cop_error *error);
void cop_agent_close(struct cop_agent *agent);
const char *cop_agent_name(const struct cop_agent *agent); /* the canonical spec */

void cop_agent_start(struct cop_agent *agent, uint64_t seed);
/* Takes the full state and shows the agent only the view of the player to move. It is an error to
 * ask when the game is over or chance is to move. */
bool cop_agent_think(struct cop_agent *agent, const void *state, const struct cop_limits *limits,
                     const struct cop_watch *watch, struct cop_report *report,
                     struct cop_error *error);
/* After a failed think: the reason why the player loses the game, or NULL if it does not. */
const char *cop_agent_gave_up(const struct cop_agent *agent);
/* Every move on the board, the agent's own, its opponents' and chance's, in order. */
void cop_agent_played(struct cop_agent *agent, const void *before, cop_move move);

#ifdef __cplusplus
}
#endif

#endif
