/* words.h - what a person types in a game: a move, several moves of one turn, or a command. */
#ifndef COPPICE_FRONT_PLAY_WORDS_H
#define COPPICE_FRONT_PLAY_WORDS_H

#include "front/play/sitting.h"

enum cop_ending cop_play_obey(struct cop_sitting *sitting, const char *line);

/* A cop_completer whose context is the table: moves, commands, files, games. */
void cop_play_complete(void *sitting, const char *line, struct cop_choices *choices);

#endif
