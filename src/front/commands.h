/* commands.h - the commands, one file each; program.c lists them in the order of the help page. */
#ifndef COPPICE_FRONT_COMMANDS_H
#define COPPICE_FRONT_COMMANDS_H

#include "front/command.h"

extern const struct cop_command cop_games_command;
extern const struct cop_command cop_play_command;
extern const struct cop_command cop_levels_command;
extern const struct cop_command cop_strength_command;
extern const struct cop_command cop_ladder_command;
extern const struct cop_command cop_methods_command;
extern const struct cop_command cop_serve_command;
extern const struct cop_command cop_show_command;
extern const struct cop_command cop_explore_command;
extern const struct cop_command cop_search_command;
extern const struct cop_command cop_solve_command;
extern const struct cop_command cop_proof_command;
extern const struct cop_command cop_match_command;
extern const struct cop_command cop_hunt_command;
extern const struct cop_command cop_database_command;
extern const struct cop_command cop_parts_command;
extern const struct cop_command cop_book_command;
extern const struct cop_command cop_gtp_command;
extern const struct cop_command cop_uci_command;
extern const struct cop_command cop_lab_command;
extern const struct cop_command cop_positions_command;
extern const struct cop_command cop_tune_command;
extern const struct cop_command cop_train_command;
extern const struct cop_command cop_perft_command;
extern const struct cop_command cop_bench_command;
extern const struct cop_command cop_completion_command;
extern const struct cop_command cop_version_command;
extern const struct cop_command cop_help_command;

#endif
