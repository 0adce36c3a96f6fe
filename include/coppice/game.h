/* game.h - the contract between a game and everything else.
 *
 * A *game* is one opened variant, `othello(size=6)`: immutable and shared by all threads. A *state*
 * is a flat block of `game->state_size` bytes without pointers; it is copied with memcpy, and two
 * equal positions reached alike are equal bytes, so bytes that mean nothing must be zero. Searches
 * copy and play; nothing is undone. A *move* is 32 bits packed by the game. Outcomes of chance are
 * moves too.
 *
 * A turn of several decisions is several moves for which turn() names the same player, so nothing
 * may assume that players alternate.
 *
 * A game is one folder in src/games/ that exports one `const struct cop_rules`, listed in
 * src/games/list.h. docs/adding-a-game.md shows how. */
#ifndef COPPICE_GAME_H
#define COPPICE_GAME_H

#include <stddef.h>
#include <stdint.h>

#include "atomic.h"
#include "error.h"
#include "odds.h"
#include "option.h"
#include "rng.h"
#include "scene.h"
#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t cop_move;

enum {
    COP_PLAYERS_MAX = 8,
    COP_CHANCE = -1, /* turn(): chance moves next */
    COP_OVER = -2,   /* turn(): the game has ended */
    COP_PATH_MAX = 16,
    COP_OWNED_MAX = 1024,
    COP_PROMPT_MAX = 60
};

#define COP_NO_MOVE ((cop_move)0)           /* never a legal move */
#define COP_PASS    ((cop_move)0xffffffffu) /* the pass of every game that has one; always forced */

/* What is at stake: a payoff, or the game's own points at the end. */
enum cop_stake { COP_STAKE_PAYOFF, COP_STAKE_SCORE };

struct cop_rules;
struct cop_game;
struct cop_preparations;
struct cop_solve_limits; /* solve.h */
struct cop_solution;     /* solve.h */

struct cop_game {
    const struct cop_rules *rules;
    struct cop_settings *settings;
    char *name; /* the canonical spec: "othello(size=6)" */

    /* Set by rules->open: */
    size_t state_size; /* at most COP_STATE_MAX */
    int players;       /* 1..COP_PLAYERS_MAX */
    int max_moves;     /* no state has more moves or chance outcomes than this */
    int move_kinds;    /* move_kind() is below this */
    int symmetries;    /* of turned(); 0: it has none */
    int max_plies; /* no game is longer than this, moves of chance included; 0: no bound known */
    bool has_chance, is_hidden;
    bool has_stems;  /* of stem(): moves of this variant are made in two parts */
    bool is_endless; /* a game can go on for ever, and then nobody has won: half of the payoff each
                      */
    bool is_constant_sum; /* payoffs add to 1 in every finished state */
    int solver_reach; /* with so many moves left (moves_left) the game's own solver has mostly done
                         within a second; 0: not known */
    double score_low, score_high; /* the range of score(), for rewards made from it */
    bool score_is_margin; /* of two players: one's score is minus the other's in every state */
    const char *player_names[COP_PLAYERS_MAX]; /* of this variant; NULL: as in the rules */
    struct cop_preparations *preparations; /* what evaluators and oracles share; the library's */
    void *own; /* the game's own; freed by rules->close, or with free() if that is NULL */
};

enum { COP_STATE_MAX = 4096 };

/* How a search that looks `plies` moves ahead from a position may bound what it will find there. */
enum cop_horizon { COP_HORIZON_SOUND, COP_HORIZON_SCALED, COP_HORIZON_PRINTED };

/* What a shallow search tells of a deeper one: deep is about slope * shallow + offset, with this
 * deviation. Fitted by `coppice tune probcut` to one version of an evaluator. */
struct cop_fit {
    int shallow, deep; /* plies; the table ends with deep = 0 */
    double slope, offset, deviation;
};

/* Makes what an evaluator or an oracle needs beside the game: once for an opened game, whichever
 * agents ask. What takes long looks at `stop` (NULL: nobody will) now and then and fails when it is
 * raised. NULL is a failure with a message. */
typedef void *cop_prepare(const struct cop_game *game, const atomic_bool *stop,
                          struct cop_error *error);

/* What a judgement promises, in a game of two: the player to move can expect a payoff of
 * 1 / (1 + exp(-(offset + slope * value))), where the value is that player's number, minus the
 * other's where the evaluator is not zero-sum. Fitted by `coppice tune chance` to one version of an
 * evaluator, and not used for another. */
struct cop_chance {
    int version; /* 0: there is none */
    double offset, slope;
};

/* A judgement of positions, for each player; the more, the better. Searches rely on the bounds. */
struct cop_evaluator {
    const char *name, *help;
    int version;         /* raised whenever a value changes, so that old fits can be refused */
    double lower, upper; /* no value is outside, but see is_relative; a lost and a won game */
    bool is_zero_sum;    /* of two players: one's value is minus the other's */
    double sum_upper;    /* all players' values together are never more; 0: not known */
    bool rates_ends;     /* knows finished games too; else payoffs are spread from lower to upper */
    bool settles_chance; /* true before a roll as well; else searches look at the outcomes */
    bool is_relative;    /* values may be outside: searches subtract the root's and then clip */
    double sure; /* values so far from 0 or further are proofs, not judgements; 0: it has none */

    /* Optional: whether it is there in this variant; else the next one is the game's first. */
    bool (*fits_variant)(const struct cop_game *game);
    cop_prepare *prepare; /* optional; what it makes is freed by release */
    void (*release)(void *prepared);
    void (*evaluate)(const struct cop_game *game, const void *prepared, const void *state,
                     double *of_player);
    /* Optional: the moves that must be looked at before a value can be trusted, as captures; what
     * chance decides next is judged as it stands. */
    int (*noisy)(const struct cop_game *game, const void *state, cop_move *out);
    /* Optional: tighter bounds for `player` within so many plies, moves of chance not counted;
     * `rate` is points for a ply. */
    void (*horizon)(const struct cop_game *game, const void *prepared, const void *state,
                    int player, int plies, enum cop_horizon how, double rate, double *lower,
                    double *upper);
    const struct cop_fit *fits; /* or NULL */
    bool fits_count_chance;     /* their depths count outcomes of chance as plies */
    struct cop_chance chance;   /* or zero */
    /* Whoever moved last looks better than he is, where that tells: the chance is then fitted to
     * searches of an even or an odd depth, as this number is; 0: all depths are alike. */
    int chance_depth;
    /* Optional: what differences of values are to people, "discs", and how many make one. */
    const char *unit;
    double point;
    void *reserved[8]; /* for later versions: NULL */
};

/* What evaluators learn from. A *feature* is something that a position has or has not: a line of
 * squares with just these pieces, so many moves to choose from. Each has a number and, for every
 * *phase* of the game, a weight that `coppice train` finds; the features of a position, as one
 * player sees it, have together the value for that player. */
enum cop_target {
    COP_TARGET_PAYOFF, /* the sum is the logarithm of the odds to win */
    COP_TARGET_MARGIN  /* it is the points at the end, for games of two: the player's own, if those
                          of both add to nothing, else what they are more than the other's */
};

enum { COP_FEATURES_MAX = 256 }; /* of one position */

struct cop_features {
    int version; /* raised whenever a number changes its meaning, so that old weights are refused */
    enum cop_target target;
    double unit; /* weights are whole numbers, and so many of them are one point or one of those
                    logarithms */
    /* How many features there are; 0: this variant has none to learn from. */
    int (*count)(const struct cop_game *game);
    int (*phases)(const struct cop_game *game);
    int (*phase)(const struct cop_game *game, const void *state);
    /* The features of a position that is not over, as `player` sees it; returns how many there are,
     * at most COP_FEATURES_MAX. A number may be there more than once. */
    int (*list)(const struct cop_game *game, const void *state, int player, uint32_t *numbers);
    /* Optional: the first of all features that must have one weight, as mirror images have. */
    uint32_t (*first_alike)(const struct cop_game *game, uint32_t number);
    /* Optional: what `weights`, one for each feature, of the position's features add up to, where
     * that is faster than listing them. */
    int (*sum)(const struct cop_game *game, const void *state, int player, const int16_t *weights);
    /* Optional, for games of two: the name of an evaluator by hand that weights only correct. What
     * one of its points is worth is found for each phase before any weight; where it is sure, and
     * then it must be zero-sum and prepare nothing, nothing is corrected. */
    const char *base;
    void *reserved[4]; /* for later versions: NULL */
};

/* What a player can still get if everybody plays as well as possible: of the payoff, or points. */
struct cop_bounds {
    double low, high; /* equal: known */
};

/* Knowledge of positions that needs no search: lines that nobody can complete any more, discs that
 * nobody can turn, a database of endings. */
struct cop_oracle {
    const char *name, *help;
    bool is_named;        /* only searches ask it that name it: another one knows as much */
    cop_prepare *prepare; /* optional; where a file is missing it makes an oracle without answers */
    void (*release)(void *prepared);
    /* Narrows the bounds of `player` in a game that is not over; false if it knows nothing. */
    bool (*probe)(const struct cop_game *game, const void *prepared, const void *state,
                  enum cop_stake stake, int player, struct cop_bounds *bounds);
    void *reserved[4]; /* for later versions: NULL */
};

/* A way to pick the moves of playouts. It may take notes, for one playout at a time. */
struct cop_policy {
    const char *name, *help;
    cop_move (*pick)(const struct cop_game *game, const void *prepared, const void *state,
                     void *notes, struct cop_rng *rng);
    /* The rest is optional. */
    const struct cop_option *options;
    void *(*prepare)(const struct cop_game *game, const struct cop_settings *settings,
                     struct cop_error *error); /* what it draws from its options */
    void (*release)(void *prepared);
    size_t (*notes)(const struct cop_game *game); /* bytes, 0 at the beginning of a playout */
    void (*begin)(const struct cop_game *game, const void *prepared, const void *state,
                  void *notes);
    /* Every move of the playout, chance's too, before it is played. */
    void (*played)(const struct cop_game *game, const void *prepared, const void *before,
                   cop_move move, void *notes);
    /* A search begins here; never called while a playout runs. Searches that do not say it are
     * searches from nowhere in particular. True if playouts mean something else from now on, so
     * that what earlier ones have shown is not worth keeping. */
    bool (*root)(const struct cop_game *game, void *prepared, const void *state);
    /* Is the playout over, and what is each player's share? Asked before every move and after the
     * last: a policy may end playouts before the game is over, as won, lost or drawn, and weigh the
     * ends of games. False: it goes on, or the game's own payoff counts. */
    bool (*ended)(const struct cop_game *game, const void *prepared, const void *state,
                  const void *notes, double *of_player);
    /* Speed: the rest of a playout after `begin`, or `limit` plies of it (<= 0: no limit), in the
     * same distribution as by `pick` and `played`; returns the number of plies. The state need not
     * be kept up to date where `ended` then has an answer and there is a catch_up. */
    int (*playout)(const struct cop_game *game, const void *prepared, void *state, void *notes,
                   struct cop_rng *rng, int limit);
    /* For searches that learn a policy of their own and begin with this one: for each of all legal
     * moves the logarithm of its share of `pick`, less a number that all have in common, with the
     * notes of the playout so far; -INFINITY for what is never picked. */
    void (*weigh)(const struct cop_game *game, const void *prepared, const void *state,
                  const void *notes, const cop_move *moves, int count, double *weight);
    /* And their speed: the rest of a playout after `begin`, to the end of the game, drawn by what
     * they have learned and written down as odds.h says: draw for draw what moves() with their
     * codes and `weigh` would give. `choices` has room for game->max_plies moves and
     * game->max_moves choices at each. False, and nothing has happened: there is no quick way with
     * these options. */
    bool (*learned)(const struct cop_game *game, const void *prepared, void *state, void *notes,
                    struct cop_rng *rng, const struct cop_odds *odds, struct cop_offers *choices);
    /* After `playout`, if somebody looks at the state that it has come to: brings it up to date. */
    void (*catch_up)(const struct cop_game *game, const void *prepared, void *state,
                     const void *notes);
    void *reserved[7]; /* for later versions: NULL */
};

struct cop_ordering {
    const char *name, *help;
    void (*rate)(const struct cop_game *game, const void *state, const cop_move *moves, int count,
                 float *rating); /* higher is tried earlier, INFINITY before all that is learned */
    bool knows_losses; /* -INFINITY says that the opponent wins with his next move, in games of two
                          without chance: searches believe it, and leave such moves out but one */
    void *reserved[1]; /* for later versions: NULL */
};

/* Another opinion of what is hidden than that all deals which the rules allow are as likely as they
 * were dealt: what set-ups and moves tell of a piece. Searches that are given one ask it wherever
 * they would ask the rules. */
struct cop_belief {
    const char *name, *help;
    /* As rules->chances: of the same outcomes, none of them 0, adding to 1. */
    void (*chances)(const struct cop_game *game, const void *state, double *probability);
    /* As rules->sample. */
    void (*sample)(const struct cop_game *game, const void *seen, int player, void *state,
                   struct cop_rng *rng);
    void *reserved[4]; /* for later versions: NULL */
};

/* A move at the beginning of a game, and what games have shown that it promises. */
struct cop_opening_move {
    cop_move move;
    double chance; /* of the payoff, for the player to move */
    int games;     /* that show it */
};

/* Where a position is among all that have a number. */
struct cop_place {
    int class_number;
    int64_t number;
    bool has_past; /* the rules look back beyond it: what wins without a past may only draw here */
    int patience; /* the game is a draw after so many more moves within the stage; INT_MAX: never */
};

/* What is known of a number, for the player to move there. */
enum cop_known { COP_UNKNOWN, COP_KNOWN_LOSS, COP_KNOWN_DRAW, COP_KNOWN_WIN, COP_NOBODYS };

/* Which moves a look at numbers is about: all; only those to lower stages and ends, as nothing of
 * their own stage is known yet; all, but only losses are wanted, so that it may end at the first
 * move that is not known to lose. */
enum cop_aim { COP_AIM_ALL, COP_AIM_BELOW, COP_AIM_LOSSES };

/* Whoever knows such values. */
struct cop_values {
    enum cop_known (*of)(const void *context, int class_number, int64_t number);
    const void *context;
    enum cop_aim aim;
};

/* Positions with numbers, for databases. A class is a set of positions that are counted together,
 * as all those with the same pieces, seen from the side to move; classes that moves lead to and fro
 * between are of one stage, and every other move leads down to a lower stage. Positions in the
 * middle of a turn, and games that are over, have no number.
 *
 * A number stands for a position without a past, and for all that are worth the same by symmetry:
 * its state may be an image of the one that was asked about. */
struct cop_indexing {
    int (*classes)(const struct cop_game *game);
    int (*stage)(const struct cop_game *game, int class_number);  /* from 0; none is left out */
    int (*pieces)(const struct cop_game *game, int class_number); /* what people count, as stones */
    void (*name)(const struct cop_game *game, int class_number, struct cop_text *text); /* "3-2" */
    int64_t (*count)(const struct cop_game *game, int class_number); /* of numbers in a class */
    /* The place of a position; false if it has none. */
    bool (*place)(const struct cop_game *game, const void *state, struct cop_place *place);
    /* The position of a number; false if it is nobody's: no game can come to it, or another number
     * is that of the same position. The game may be over there, as where nobody can move: such
     * numbers are counted, for player 0, though place() gives none to a game that is over. */
    bool (*state)(const struct cop_game *game, int class_number, int64_t number, void *state);
    /* Optional speed: the numbers of all positions of the same stage from which a move leads here,
     * some of them perhaps twice; `room` is never too small if it is game->max_moves. Without it
     * all positions are looked at again until nothing changes. */
    int (*before)(const struct cop_game *game, int class_number, int64_t number,
                  struct cop_place *out, int room);
    /* Optional speed: what the values of the positions that moves lead to make of `count` numbers
     * from `first` on. `known` holds what is known of them and gets what is found; only those that
     * are COP_UNKNOWN are looked at. A number that is nobody's becomes COP_NOBODYS; a loss is one
     * only if all moves are known to lose, a draw only if none leads to what is unknown. */
    void (*look)(const struct cop_game *game, int class_number, int64_t first, int count,
                 const struct cop_values *values, uint8_t *known);
    /* Optional: which of the `symmetries` of the board (at most 8) leave the position of a number
     * as it is, a bit for each, the lowest for that which changes nothing; 0 if it is nobody's. */
    unsigned (*still)(const struct cop_game *game, int class_number, int64_t number,
                      int *symmetries);
    /* Optional: the name of the tables, where variants of the game share them, as those that differ
     * only in when a game is drawn; else they are kept under the game's own. */
    void (*table_name)(const struct cop_game *game, struct cop_text *text);
    /* Optional: the place of the position `back` moves ago, from 1 on, as long as it is of the same
     * stage and the rules look back to it; false: there is none. */
    bool (*past)(const struct cop_game *game, const void *state, int back, struct cop_place *place);
    /* What ends a stage before the game ends, in a word for people: "capture". NULL: people are
     * told no distances. */
    const char *stage_end;
    void *reserved[8]; /* for later versions: NULL */
};

/* Sums: games of two without chance and secrets that whoever cannot move loses, and whose positions
 * fall into `parts` in which moves do not change what can be moved elsewhere. A part is then a
 * combinatorial game: its worth is a number of moves that one side has more, or something hotter,
 * and searches may look at each part alone. The first player's moves count as positive. */
enum { COP_FORM_MAX = 64 };

struct cop_sums {
    /* Optional: why this variant is no such game, as a phrase behind "because "; NULL: it is. */
    const char *(*unfit)(const struct cop_game *game);
    /* It is player's turn in a part or a sum of them, whoever was stuck there before. */
    void (*turn_to)(const struct cop_game *game, void *state, int player);
    /* Optional: the part is worth exactly so many moves, whoever begins, as an area that only one
     * side can enter is; false: a search must tell. */
    bool (*worth)(const struct cop_game *game, const void *part, int *moves);
    /* Optional: bytes that are the same for parts which are alike but for where they are, for the
     * board's symmetries, for whose turn it is, and for the players exchanged: `is_swapped` tells
     * which of the two this one is. Returns how many, 0 for a part that has too many. */
    int (*form)(const struct cop_game *game, const void *part, uint8_t bytes[COP_FORM_MAX],
                bool *is_swapped);
    /* Optional: how large the part is, pieces included, in such units that a move which cuts
     * nothing off makes it smaller by one. */
    int (*extent)(const struct cop_game *game, const void *part);
    /* Optional, all three or none: sums are put together. `clear` leaves nothing to play; `place`
     * adds a part to a sum, somewhere and perhaps turned, as `way` says, from 0 to ways() - 1, and
     * changes nothing and says false where it does not fit there or would touch what is there. */
    void (*clear)(const struct cop_game *game, void *sum);
    int (*ways)(const struct cop_game *game);
    bool (*place)(const struct cop_game *game, void *sum, const void *part, int way);
    /* Optional, for databases: calls `each` for all parts of that extent in which both sides have
     * pieces, whatever game leads to them; of those that have one form for one at least. False from
     * `each` ends it. */
    void (*all)(const struct cop_game *game, int extent,
                bool (*each)(void *context, const void *part), void *context);
    void *reserved[4]; /* for later versions: NULL */
};

/* A position that a lesson shows, drawn by whoever tells the lesson. */
struct cop_lesson_picture {
    const char *caption;  /* one sentence */
    const char *game;     /* with options, often for a small board; NULL: the game without any */
    const char *position; /* as read_position takes it; NULL: the start */
    const char *moves;    /* played from there, the last of them highlighted; may be NULL */
    const char *typed;    /* the beginning of a move, "" for any: what may follow is marked */
    void *reserved[2];    /* for later versions: NULL */
};

/* A configuration of a search that is known by a name: what a thesis played with in the end. */
struct cop_recipe {
    const char *name, *agent; /* the agent's kind */
    const char *options;      /* as between the brackets of its spec */
    const char *help;
    void *reserved[2]; /* for later versions: NULL */
};

/* How moves are told apart by what they are about, wherever that has got to: a block that has
 * fallen is the same block. *Marks* are a game's notes about one position, a flat block of bytes
 * beside the state, copied with memcpy; they begin with any position and follow every move from
 * there. A *mark* is a number for a move: of() gives it, and find() says which legal move it stands
 * for in a position some moves later, or COP_NO_MOVE. Several marks may stand for one move, as all
 * blocks of a group do; a mark never stands for two. */
struct cop_marking {
    size_t (*size)(const struct cop_game *game);
    void (*begin)(const struct cop_game *game, const void *state, void *marks);
    /* Plays the move as rules->play does, and the marks follow. */
    void (*play)(const struct cop_game *game, void *state, void *marks, cop_move move);
    uint64_t (*of)(const struct cop_game *game, const void *state, const void *marks,
                   cop_move move);
    cop_move (*find)(const struct cop_game *game, const void *state, const void *marks,
                     uint64_t mark);
    void *reserved[4]; /* for later versions: NULL */
};

struct cop_rules {
    const char *name;                          /* "othello" */
    const char *title;                         /* "Othello" */
    const char *summary;                       /* one sentence for a list */
    const char *lesson;                        /* the aim, then the rules, in plain words */
    const struct cop_lesson_picture *pictures; /* that show them; ends with {NULL}; may be NULL */
    const char *notation; /* how moves and positions are written, with examples; may be NULL */
    int sgf_number;       /* SGF's GM property, or 0 */
    /* "Black", "White". Where a scene gives an owner a colour, the name is that colour: people are
     * told by what they see. */
    const char *player_names[COP_PLAYERS_MAX];
    const struct cop_option *options;

    bool (*open)(struct cop_game *game, struct cop_error *error);
    void (*close)(struct cop_game *game); /* optional; called if `own` is set, even by a failed
                                             open */

    void (*start)(const struct cop_game *game, void *state, struct cop_rng *rng);
    int (*turn)(const struct cop_game *game, const void *state);
    /* All legal moves, or all outcomes if it is chance's turn; 0 exactly when the game is over.
     * The order is fixed by the state. */
    int (*moves)(const struct cop_game *game, const void *state, cop_move *out);
    void (*play)(const struct cop_game *game, void *state, cop_move move);
    /* The probability of each outcome of moves(), adding to 1. Only for games with chance. */
    void (*chances)(const struct cop_game *game, const void *state, double *probability);
    /* At the end: each player's share, 0 (loss) to 1 (win). */
    void (*payoff)(const struct cop_game *game, const void *state, double *of_player);
    /* The game's own points, in any state: discs, tiles, distance. Optional. */
    double (*score)(const struct cop_game *game, const void *state, int player);
    bool tells_gains; /* people want to see how each move they may make changes it */
    /* Equal states have equal keys; different ones almost surely different. */
    uint64_t (*key)(const struct cop_game *game, const void *state);

    /* People. write_move gets the state before the move; different legal moves are written
     * differently, without blanks, commas or points. read_position must leave a legal state or
     * fail. `accepts` is optional: does `word` name this legal move too ("4" for "d")? */
    void (*write_move)(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text);
    bool (*accepts)(const struct cop_game *game, const void *state, cop_move move,
                    const char *word);
    void (*write_position)(const struct cop_game *game, const void *state, struct cop_text *text);
    bool (*read_position)(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error);
    /* What `viewer` may see; -1 sees everything. */
    void (*scene)(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *scene);
    /* Optional: whose each cell of the scene is in a game that has ended, or would be if it ended
     * here: a player, or -1 for nobody, of the first cells of the scene, COP_OWNED_MAX at most.
     * Returns of how many. Without it a cell is whose piece stands on it. */
    int (*owners)(const struct cop_game *game, const void *state, int8_t *of_cell);
    /* The cells a person clicks to enter the move; returns how many, at most COP_PATH_MAX. None for
     * a pass, and for a move that has a name and no place: people get a button for it. */
    int (*path)(const struct cop_game *game, const void *state, cop_move move, int *cells);
    /* Optional: the cell of paths that a click on `cell` stands for, where several mean the same
     * (any block of a group); else `cell` itself. */
    int (*click)(const struct cop_game *game, const void *state, int cell);
    /* Optional: what click number `step` (from 0) of the next move decides, as a short imperative:
     * "Choose an amazon", "Shoot an arrow". At most COP_PROMPT_MAX characters, one line. */
    void (*prompt)(const struct cop_game *game, const void *state, int step, struct cop_text *text);
    /* Optional: how a finished game ended, NULL if it is not over. A constant phrase, so that
     * endings can be counted by it, that fits behind "Black wins: ": "four in a row". */
    const char *(*ending)(const struct cop_game *game, const void *state);

    /* Hidden information: what `player` knows, as a state of the same game; and a random completion
     * of such knowledge, drawn by its likelihood. Only for games with hidden pieces. */
    void (*view)(const struct cop_game *game, const void *state, int player, void *seen);
    void (*sample)(const struct cop_game *game, const void *seen, int player, void *state,
                   struct cop_rng *rng);
    /* Optional, for such games: must the others not be told which move this is? They learn only
     * that one was made. */
    bool (*is_secret)(const struct cop_game *game, const void *state, cop_move move);

    /* Optional: a legal move that agents make here without a search, because none would be worth
     * its time, as the start with an army that stands well; COP_NO_MOVE: they think. */
    cop_move (*customary)(const struct cop_game *game, const void *state);

    /* Optional: which moves are the same wherever they are made, as a stone on a square is, as a
     * number from 0 to move_kinds - 1: for tables of what moves have achieved. Two moves of one
     * position are of different kinds, unless the game says that they are not and why. Without it
     * moves are the same if they are equal. */
    int (*move_kind)(const struct cop_game *game, cop_move move);

    /* Optional, for searches that learn which moves the good games have in common: what a move does
     * here, as a number that it has wherever it does the same, as the colour and all cells of a
     * group are. Two moves of one position have different codes. Without it a move's code is its
     * kind. And its speed: moves() with their codes. */
    uint64_t (*code)(const struct cop_game *game, const void *state, cop_move move);
    int (*coded_moves)(const struct cop_game *game, const void *state, cop_move *out,
                       uint64_t *codes);

    /* Optional, for searches that change a game in the middle and make its later moves again: how
     * things on the board are followed. Without it a move is made again by its code. */
    const struct cop_marking *marking;

    /* Optional, for games of one player: a key of what is still to come. Positions with equal keys
     * are almost surely the same but for the points made so far and for the names of things, as
     * their mirror images and exchanged colours are: the same points can still be made from both,
     * in as many moves. */
    uint64_t (*rest)(const struct cop_game *game, const void *state);

    /* Optional, where game->has_stems: the first part of a move, as an amazon's way without its
     * arrow: a number above 0 that all moves with this part have in common. Searches may choose a
     * stem first and then one of its moves. And its speed: all stems of a position, and all moves
     * of one, in any order; without them all moves are looked at. */
    cop_move (*stem)(const struct cop_game *game, cop_move move);
    int (*stems)(const struct cop_game *game, const void *state, cop_move *out);
    int (*stem_moves)(const struct cop_game *game, const void *state, cop_move stem, cop_move *out);

    /* Optional: a move that ends the game and wins all of it for the player to move, found without
     * trying the others; COP_NO_MOVE only if there is none. Only where players move. */
    cop_move (*decisive)(const struct cop_game *game, const void *state);

    /* Optional: no more than so many moves can still be made, those of chance and forced passes
     * (COP_PASS) not counted; no move makes it grow. A finished game answers as if it went on, so
     * that what the start says minus what the end says is how long the game was. */
    int (*moves_left)(const struct cop_game *game, const void *state);

    /* Optional, both or neither: the board's symmetries, numbered from 0, which changes nothing, to
     * game->symmetries - 1. They keep the players, whose turn it is and what comes of it; `turned`
     * is not `state`. A move of the one is turned_move() of the other. */
    void (*turned)(const struct cop_game *game, const void *state, int symmetry, void *turned);
    cop_move (*turned_move)(const struct cop_game *game, cop_move move, int symmetry);

    /* Optional, for games of two whose rules look back at what was before a position: the same
     * position as if the game had begun with it. What was before must decide one thing only: it may
     * end the game as a draw, half for each, where it would go on without it, and no sooner than a
     * position comes back, or so many moves that left a past were made in a row as it returns
     * (INT_MAX: however many). A move leaves none if after it the position is what it was made. */
    int (*forget)(const struct cop_game *game, void *state);

    /* Optional: how positions are numbered, for databases of endings. */
    const struct cop_indexing *indexing;

    /* Optional: the parts of a position that have nothing to do with each other any more, as
     * regions that stones have walled off: each as a position of this game in which only that part
     * is left to play, nothing of the others being there. Writes game->state_size bytes for each,
     * at most `room` of them, and returns how many there are; 1 where the position is one whole. */
    int (*parts)(const struct cop_game *game, const void *state, void *parts, int room);

    /* Optional, for games that have parts and moves_left: what the parts are worth together. */
    const struct cop_sums *sums;

    /* Optional: hand the turn to `player` without a move, for searches that skip players. */
    void (*give_turn)(const struct cop_game *game, void *state, int player);

    /* Optional speed. random_move draws uniformly among moves(), and by chances() for chance.
     * playout plays such moves until the game is over or `limit` plies are played, and returns the
     * number of plies. Both must agree in distribution with moves() and play(). */
    cop_move (*random_move)(const struct cop_game *game, const void *state, struct cop_rng *rng);
    int (*playout)(const struct cop_game *game, void *state, struct cop_rng *rng, int limit);

    /* Optional, both or neither: an exact solver that knows this game; solve.h says what it
     * promises. It is asked only where can_solve says that it answers for this stake in this
     * variant, and only about games that are not over. */
    bool (*can_solve)(const struct cop_game *game, enum cop_stake stake);
    bool (*solve)(const struct cop_game *game, const void *state, enum cop_stake stake,
                  const struct cop_solve_limits *limits, struct cop_solution *solution,
                  struct cop_error *error);

    /* What searches may ask for by name; each ends with a row whose name is NULL, or is NULL. */
    const struct cop_evaluator *evaluators;
    const struct cop_features *features; /* one, or NULL: what an evaluator may learn from */
    const struct cop_policy *policies;
    const struct cop_ordering *orderings;
    const struct cop_oracle *oracles;
    const struct cop_belief *beliefs; /* of games with hidden pieces */
    /* What agents may ask for by `preset=`; likewise. */
    const struct cop_recipe *recipes;

    /* Optional, for games of two: moves at the beginning of which games have shown more than a
     * search could find, as first pegs that the other side may take over. Writes them, at most
     * game->max_moves, and returns how many: 0, nothing is known here. `others` becomes what the
     * best of all other moves promises, 0 where there are none or they promise less. */
    int (*opening)(const struct cop_game *game, const void *state, struct cop_opening_move *out,
                   double *others);
    void *reserved[31]; /* for later versions: NULL */
};

/* The registry: the library's own games and those that a program has added, in this order; ends
 * with NULL. The list that is returned never changes: a game that is added or taken back later is
 * in the next one, so that any thread may ask. */
const struct cop_rules *const *cop_all_rules(void);
const struct cop_rules *cop_rules_find(const char *name);

/* Has the row all that a game cannot do without, and are its tables whole? The message names what
 * is missing. */
bool cop_rules_check(const struct cop_rules *rules, struct cop_error *error);

/* A game of the program's own, from now on like any other: found by its name, listed, served. The
 * row stays where it is as long as the program runs, since others may have found it. Any thread may
 * add games at any time (plugin.h has those that are files of their own). A row that
 * cop_rules_check refuses, a name that is taken and one game more than COP_ADDED_GAMES_MAX fail. */
enum { COP_ADDED_GAMES_MAX = 64 };
bool cop_rules_add(const struct cop_rules *rules, struct cop_error *error);
/* Takes a game back that was added: it is not found any more, and its name is free. False where it
 * was not added. */
bool cop_rules_remove(const struct cop_rules *rules);

/* Opens `othello(size=6)`, and with the second one a game that need not be in the registry. */
struct cop_game *cop_game_open(const char *spec, struct cop_error *error);
struct cop_game *cop_game_open_rules(const struct cop_rules *rules, const char *inside,
                                     struct cop_error *error);
void cop_game_close(struct cop_game *game);

/* The evaluators that a game has in this variant, one after the other: the first after NULL, and
 * NULL after the last. */
const struct cop_evaluator *cop_evaluator_after(const struct cop_game *game,
                                                const struct cop_evaluator *row);

/* Does the spec name this variant, however it is written? Nothing is opened to answer. */
bool cop_game_is(const struct cop_game *game, const char *spec);

/* The name of a player for people: "Black", or "Player 3" where the rules have none. */
const char *cop_player_name(const struct cop_game *game, int player);

/* All stems of a position where a player moves, and all moves of a stem; `out` has room for
 * game->max_moves. */
int cop_stems(const struct cop_game *game, const void *state, cop_move *out);
int cop_stem_moves(const struct cop_game *game, const void *state, cop_move stem, cop_move *out);

/* What a move does here, as a number (rules->code). */
uint64_t cop_move_code(const struct cop_game *game, const void *state, cop_move move);

/* All legal moves and their codes; `moves` and `codes` have room for game->max_moves. */
int cop_coded_moves(const struct cop_game *game, const void *state, cop_move *moves,
                    uint64_t *codes);

/* How a finished game ended, or NULL where it is not over or its rules do not say. */
const char *cop_ending_of(const struct cop_game *game, const void *state);

/* What a person decides with click number `step` of the next move: the game's own words, or general
 * ones; for the outcomes of chance too. The game must not be over. */
void cop_prompt_write(const struct cop_game *game, const void *state, int step,
                      struct cop_text *text);

/* One move from text. An illegal or ambiguous word is an error that lists what is legal. */
bool cop_move_read(const struct cop_game *game, const void *state, const char *word, cop_move *move,
                   struct cop_error *error);

/* Moves separated by blanks or commas, or written without separators ("d3c3f5", "44444"), played on
 * `state`. Numbers with a point ("1. d3 2. c3", "3...") are skipped. Forced passes may be left out.
 * Calls `each` (may be NULL) before each move is played. On failure `state` is where the text went
 * wrong and the message names the move's number. */
typedef void cop_each_move(void *context, const void *state_before, cop_move move);
bool cop_moves_play(const struct cop_game *game, void *state, const char *words,
                    cop_each_move *each, void *context, struct cop_error *error);

/* A position from one line of text, blanks around it ignored. On failure `state` is not changed. */
bool cop_position_read(const struct cop_game *game, const char *words, void *state,
                       struct cop_error *error);

/* A uniformly random move (chance: by probability), with or without the rules' fast way. `moves`
 * is scratch space for game->max_moves. */
cop_move cop_random_move(const struct cop_game *game, const void *state, struct cop_rng *rng,
                         cop_move *moves);

/* Plays `state` to the end uniformly at random, or `limit` plies (<= 0: no limit); returns plies.
 */
int cop_playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit,
                cop_move *moves);

/* Whose each cell of the scene is: what rules->owners says, or else whose piece is on top there.
 * Returns of how many cells, 0 where there is nobody to share them with. */
int cop_owners(const struct cop_game *game, const void *state, int8_t of_cell[COP_OWNED_MAX]);

/* Whose the cells were where the playouts of a search ended: a picture of what it expects. Begins
 * as zeros; several threads may add to it at once. */
struct cop_ownership {
    int cell_count;
    int64_t playouts;
    int64_t count[COP_OWNED_MAX][COP_PLAYERS_MAX]; /* playouts in which a cell was a player's */
};

void cop_ownership_add(struct cop_ownership *ownership, const struct cop_game *game,
                       const void *state);
/* The board of `state` as a picture in letters: for each cell whose it was most often, by the first
 * letter of that player's colour or name, and in how many of 100 playouts. */
void cop_ownership_write(const struct cop_ownership *ownership, const struct cop_game *game,
                         const void *state, struct cop_text *text);

/* The number of move sequences of exactly `depth` plies; a game that ends earlier is not counted.
 * Outcomes of chance count as plies. */
int64_t cop_perft(const struct cop_game *game, const void *state, int depth);

/* Which payoff counts as a win, draw or loss for statistics and win/draw/loss rewards: all of it
 * (1) is a win, nothing (0) a loss, and any share between them a draw, with however many players.
 */
enum cop_result { COP_LOSS, COP_DRAW, COP_WIN };
enum cop_result cop_result_of(double payoff);

#ifdef __cplusplus
}
#endif

#endif
