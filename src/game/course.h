/* course.h - the course of one game: where it started, every move and state since, how it ended.
 *
 * A course owns the record and all states; the game is its owner's and outlives it. It knows no
 * agents: whoever has some tells them what was played and what was taken back.
 *
 * Nothing is undone: going back looks up a state. Moves that were taken back stay *known*, and one
 * can go forth to them again, until another move is played in their place.
 *
 * Side lines (record.h) hang on the moves that were played. Those on moves that were taken back are
 * not seen, come back with them and are forgotten with them.
 *
 * A roll of chance depends on the seed and the ply alone, so that taking back a move does not
 * change the dice, and a course that was written and read again does not repeat its first ones. */
#ifndef COPPICE_GAME_COURSE_H
#define COPPICE_GAME_COURSE_H

#include "coppice/record.h"

/* How somebody lost before the rules ended the game. */
enum cop_defeat { COP_DEFEAT_RESIGNED, COP_DEFEAT_TIME, COP_DEFEAT_FORFEIT };

struct cop_course {
    const struct cop_game *game;
    struct cop_record record; /* its moves are those up to now, its result is always true */
    uint64_t seed;            /* of chance; the owner sets it */
    int limit;                /* plies after which the game is not played on; 0: none */

    /* Read by others, changed only here. */
    int loser; /* who lost before the rules ended the game, or -1 */
    enum cop_defeat defeat;
    bool is_adjudged; /* somebody who knows the result has ended the game: */
    double verdict[COP_PLAYERS_MAX];
    int known; /* moves, those that were taken back included */

    unsigned char *states; /* one before each known move, and the last one */
    size_t state_stride;
    int state_room;
};

/* Takes over the record, which is emptied, also on failure, and plays its moves. A position that
 * cannot be read or a move that is not legal is an error. What the record says of the result is
 * replaced by what its last position says: a game that somebody had given up goes on. */
bool cop_course_open(struct cop_course *course, const struct cop_game *game,
                     struct cop_record *record, struct cop_error *error);
void cop_course_close(struct cop_course *course);

/* Is this how the game begins, whatever the seed? Such a start need not be told. */
bool cop_is_usual_start(const struct cop_game *game, const void *state);

/* How many moves were played; the number of the present ply. */
int cop_course_ply(const struct cop_course *course);

/* The state after so many plies, from 0 (the start) to the known ones; now; and before the last
 * move, NULL if there was none. They stay where they are until a move is played. */
const void *cop_course_state(const struct cop_course *course, int ply);
const void *cop_course_now(const struct cop_course *course);
const void *cop_course_before(const struct cop_course *course);

/* A player, COP_CHANCE, or COP_OVER, now and at an earlier ply. A defeat is the end, now. */
int cop_course_turn(const struct cop_course *course);
int cop_course_turn_at(const struct cop_course *course, int ply);

/* May no further move be made because the game is too long? */
bool cop_course_is_full(const struct cop_course *course);

/* A legal move in a game that is not over. If it is the one that was taken back here, what followed
 * it stays known. */
void cop_course_play(struct cop_course *course, cop_move move);

/* Moves in words, as cop_moves_play reads them; those before the one that is wrong are played. */
bool cop_course_play_words(struct cop_course *course, const char *words, struct cop_error *error);

/* Somebody sits down and makes this player's moves from now on. The moves so far stay those of
 * whoever made them. */
void cop_course_seat(struct cop_course *course, int player, const char *name);

/* What chance brings at this ply; not yet played. */
cop_move cop_course_roll(const struct cop_course *course);

/* Back or forth to a ply among the known ones. A defeat or a verdict is taken back too, whatever
 * the ply. */
void cop_course_go(struct cop_course *course, int ply);

/* The last ply at which one of these players (a bit for each) had something to decide, which a
 * pass, always forced, is not; -1 if there is none. */
int cop_course_decision(const struct cop_course *course, unsigned players);

/* ---- Side lines; a node is one of record.h ---- */

/* Is there such a node, in the game as far as it was played or in a side line? */
bool cop_course_has_node(const struct cop_course *course, int node);

/* The position at a node, copied to `state`. */
void cop_course_look_at(const struct cop_course *course, int node, void *state);

/* Whose turn it is there by the rules, whether somebody has resigned or not. */
int cop_course_rules_turn(const struct cop_course *course, int node);

/* A legal move at a node that is not the end by the rules. It leads to the node that it always led
 * to, or is a new side move; -1 if there are too many of these. The game itself stays as it is. */
int cop_course_try(struct cop_course *course, int node, cop_move move);

/* What chance might bring at a node, where it is to move: another thing for every `number`. */
cop_move cop_course_roll_at(const struct cop_course *course, int node, uint64_t number);

/* Ends a game that is not over by the player's defeat. */
void cop_course_defeat(struct cop_course *course, int player, enum cop_defeat defeat);

/* Ends a game that is not over with these shares, because they are known for certain. */
void cop_course_adjudge(struct cop_course *course, const double *of_player);

/* Each player's share: by the rules, by a verdict, or after a defeat nothing for the loser and the
 * rest in equal parts for the others. False if the game goes on. */
bool cop_course_payoff(const struct cop_course *course, double *of_player);

/* The result as SGF's RE has it: "B+", "0", "W+R" (resigned), "W+T" (time), "W+F" (forfeit); with
 * one player or more than two everyone's share, and who was defeated how: "0.5 0 0.5 (Red
 * resigned)". Nothing while the game goes on. */
void cop_course_write_result(const struct cop_course *course, struct cop_text *text);

/* A game with hidden pieces that somebody has seen all of is open, for good: from then on everybody
 * may see everything, and the record says so (`seen`). Other games have nothing to lay open. */
void cop_course_lay_open(struct cop_course *course);
bool cop_course_has_secrets(const struct cop_course *course);

/* What `viewer` (-1 sees everything) knows of the position at a ply, as a state of the game. */
void cop_course_view(const struct cop_course *course, int ply, int viewer, void *seen);

/* May `viewer` be told which move was played at this ply? */
bool cop_course_tells(const struct cop_course *course, int ply, int viewer);

/* Must others than the one who plays `move` not be told what it is? */
bool cop_move_is_secret(const struct cop_game *game, const void *state, cop_move move);

#endif
