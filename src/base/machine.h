/* machine.h - where a measurement was made, for the line beside its numbers. */
#ifndef COPPICE_BASE_MACHINE_H
#define COPPICE_BASE_MACHINE_H

#include "coppice/error.h"
#include "coppice/text.h"

/* The processor's name as the system gives it, or its architecture. */
void cop_machine_name(struct cop_text *text);

/* Processors that this program may use, at least 1. */
int cop_machine_cores(void);

/* Those of them that the calling thread may use, at least 1. */
int cop_machine_usable(void);

/* From now on the calling thread, and whatever it starts, keeps to `count` of the processors that
 * it may use, from the one with number `first` among them on. */
bool cop_machine_pin(int first, int count, struct cop_error *error);

/* Programs that wanted a processor during the last minute, on average; 0 where it is not known. If
 * it is near the number of cores before a measurement starts, speeds will come out too low. */
double cop_machine_load(void);

#endif
