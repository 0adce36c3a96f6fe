/* instructions.h - which version of the program runs: for every processor, or for newer ones. */
#ifndef COPPICE_FRONT_INSTRUCTIONS_H
#define COPPICE_FRONT_INSTRUCTIONS_H

/* Where this program is the portable one, the processor can do more and a program for that is
 * installed, becomes it and does not return. COPPICE_INSTRUCTIONS in the environment names the most
 * that it may become: "portable", "x86-64-v3" or "x86-64-v4". */
void cop_choose_instructions(char **arguments);

#endif
