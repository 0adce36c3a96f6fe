/* turns.h - a game at the terminal from the welcome to the end of the conversation. */
#ifndef COPPICE_FRONT_PLAY_TURNS_H
#define COPPICE_FRONT_PLAY_TURNS_H

#include "front/play/sitting.h"

/* Returns the exit status. */
int cop_play_converse(struct cop_sitting *sitting);

#endif
