/* ladder.h - a game's ladder: players of known strength on one scale, over the commits.
 *
 * Two tables of text keep it (base/fields.h). players.txt has who is on the ladder, a row each:
 *
 *     game  name  kind  mark  limit  agent
 *
 * and matches.txt what came of their games, a row for each pair that met:
 *
 *     game  name  limit  agent  name  limit  agent  won  drawn  lost  commit  date
 *
 * where won, drawn and lost are the first one's and the commit is that of the program that played.
 *
 * What a player is depends on its kind. One that is *fixed* is limited by counts and plays the same
 * moves in every program: its games at all commits are one player's. Its mark, made of a game
 * against itself, shows whether that is still true. The *anchor* is the fixed one that is rated 0.
 * Of any other there is one player for each commit, because another program searches otherwise:
 * *current* ones are rated anew at every commit, *once* ones belong to the program that first
 * played them, and no other continues their games. The program of a commit that does not say which
 * it is, or whose files had been changed ("...+"), is one like any other, by that name.
 *
 * Ratings are those of match/pool.h over all pairs, so what two commits differ by follows from
 * their games against the fixed players. An agent "@strong" is the agent of that level. */
#ifndef COPPICE_MATCH_LADDER_H
#define COPPICE_MATCH_LADDER_H

#include "coppice/agent.h"
#include "match/statistics.h"

enum cop_rung_kind { COP_RUNG_ANCHOR, COP_RUNG_FIXED, COP_RUNG_ONCE, COP_RUNG_CURRENT };

/* Who is on the ladder. */
struct cop_rung {
    enum cop_rung_kind kind;
    char *game, *name, *mark, *limit, *agent; /* "-": no mark; the ladder's own limit */
};

struct cop_ladder_side {
    char *name, *limit, *agent; /* the latter two in canonical form */
};

struct cop_ladder_match {
    char *game, *commit, *date;
    struct cop_ladder_side sides[2];
    int won, drawn, lost;
};

struct cop_ladder {
    struct cop_rung *rungs;
    struct cop_ladder_match *matches;
    int rung_count, match_count;
};

/* Everybody has this for a move whose rung says nothing else. */
extern const char *const cop_ladder_limit;

/* The tables of a folder, or with NULL those that are built into the program. A row that is none is
 * an error with its line. */
bool cop_ladder_read(struct cop_ladder *ladder, const char *folder, struct cop_error *error);
bool cop_ladder_read_text(struct cop_ladder *ladder, const char *players, const char *matches,
                          struct cop_error *error);
void cop_ladder_close(struct cop_ladder *ladder);

/* The folder is ours alone until the descriptor is closed: what is read after this and saved before
 * that can lose nobody's games. -1 and a message if another program has it. */
int cop_ladder_own(const char *folder, struct cop_error *error);

/* The tables as they are written, with remarks that say what they are. */
void cop_ladder_write_players(const struct cop_ladder *ladder, struct cop_text *text);
void cop_ladder_write_matches(const struct cop_ladder *ladder, struct cop_text *text);
bool cop_ladder_save_players(const struct cop_ladder *ladder, const char *folder,
                             struct cop_error *error);
bool cop_ladder_save_matches(const struct cop_ladder *ladder, const char *folder,
                             struct cop_error *error);

/* Copies the rung to the end. A name that the game has already, or one that is not a word of
 * letters, digits, '.', '-' and '_', is refused, as is a second anchor. */
bool cop_ladder_add(struct cop_ladder *ladder, const struct cop_rung *rung,
                    struct cop_error *error);
const struct cop_rung *cop_ladder_find(const struct cop_ladder *ladder, const char *game,
                                       const char *name);
bool cop_ladder_has(const struct cop_ladder *ladder, const char *game);
bool cop_rung_is_fixed(const struct cop_rung *rung); /* NULL is not */

/* Adds the games of one pair to the row of that pair and commit, or to a new one. */
void cop_ladder_note(struct cop_ladder *ladder, const struct cop_ladder_match *games);

/* ---- Ratings ---- */

/* One player: a fixed rung, or another one at a commit. What it points to is the ladder's. */
struct cop_ladder_player {
    const char *name, *limit, *agent;
    const char *commit, *date;   /* commit NULL: fixed; date: of its last games, NULL: none */
    const struct cop_rung *rung; /* NULL: it is not on the ladder any more */
    int games, won, drawn, lost;
    struct cop_interval elo; /* NaN: not measured; an end may be infinite (pool.h) */
};

struct cop_ladder_pair {
    int games;
    double points;
};

struct cop_ladder_players {
    struct cop_ladder_player *of;
    int count;
    struct cop_ladder_pair *pairs; /* of player i with player j: [i * count + j] */
};

/* All players of a game that have games, and rungs that have none, the strongest first; what is not
 * measured comes last. */
struct cop_ladder_players cop_ladder_rate(const struct cop_ladder *ladder, const char *game);
void cop_ladder_players_free(struct cop_ladder_players *players);

/* The commits of a game's matches in the order of their dates, then of the table. They are the
 * ladder's; the list is the caller's to free. */
const char **cop_ladder_commits(const struct cop_ladder *ladder, const char *game, int *count);

#endif
