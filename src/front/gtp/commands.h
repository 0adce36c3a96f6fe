/* commands.h - what a command of the protocol is: one row of a table. */
#ifndef COPPICE_FRONT_GTP_COMMANDS_H
#define COPPICE_FRONT_GTP_COMMANDS_H

#include "front/gtp/engine.h"

/* One line that was heard. */
struct cop_gtp_call {
    const char *id;   /* its digits, or "" */
    const char *rest; /* everything after the command's name, without blanks around it */
    char **words;     /* the same, word by word */
    int count;
    struct cop_text *reply; /* what follows "= "; empty lines are left out of it */
    bool is_streaming;      /* the reply has begun already (cop_gtp_begin) */
};

enum { COP_GTP_ANY = 1 << 20 };

struct cop_gtp_command {
    const char *name;      /* the table ends with NULL */
    const char *arguments; /* for the message about wrong ones: "COLOUR MOVE" */
    int low, high;         /* how many */
    bool (*run)(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error);
};

extern const struct cop_gtp_command cop_gtp_standard_commands[]; /* of the protocol */
extern const struct cop_gtp_command cop_gtp_rules_commands[];    /* of GoGui, for other games */
extern const struct cop_gtp_command cop_gtp_own_commands[];
extern const struct cop_gtp_command cop_gtp_analysis_commands[];

/* Calls `each` for every command, table by table. */
void cop_gtp_each_command(void (*each)(void *context, const struct cop_gtp_command *command),
                          void *context);
const struct cop_gtp_command *cop_gtp_command_find(const char *name);

/* Says "=ID" at once, for a command that then says lines of its reply as they come. */
void cop_gtp_begin(struct cop_gtp *gtp, struct cop_gtp_call *call);

/* ---- players.c ---- */

/* "b", "w", "3", "4", ... or "chance": how the protocol names who moves. */
const char *cop_gtp_colour(int player);
/* These, "black", "white", the player's number, or its name in this game. */
bool cop_gtp_read_colour(const struct cop_gtp *gtp, const char *word, int *player,
                         struct cop_error *error);
/* The word must name whoever is to move. */
bool cop_gtp_check_colour(const struct cop_gtp *gtp, const char *word, struct cop_error *error);
/* A decision must be to be made, and by whom the word says. */
bool cop_gtp_check_decision(const struct cop_gtp *gtp, const char *word, struct cop_error *error);
/* "illegal move: ..." if it is not. */
bool cop_gtp_read_move(const struct cop_gtp *gtp, const char *word, cop_move *move,
                       struct cop_error *error);
void cop_gtp_write_move(const struct cop_gtp *gtp, cop_move move, struct cop_text *text);
/* One capital letter and then small ones, as controllers have it: "Chancebreakthrough". */
void cop_gtp_write_game(const struct cop_rules *rules, struct cop_text *text);
/* A number that is not negative. */
bool cop_gtp_read_number(const char *word, double *number, struct cop_error *error);

bool cop_gtp_read_seed(const char *word, uint64_t *seed, struct cop_error *error);

/* The legal moves with blanks between them: GoGui's command and our own. */
bool cop_gtp_list_moves(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error);

/* ---- standard.c ---- */

/* The board in letters. */
void cop_gtp_draw(const struct cop_gtp *gtp, struct cop_text *text);

/* What a move may cost now: the limits, with the clock's share as time if one is running. */
struct cop_limits cop_gtp_limits_now(const struct cop_gtp *gtp);

#endif
