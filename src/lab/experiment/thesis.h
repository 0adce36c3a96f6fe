/* thesis.h - where the experiments of a folder were published: FOLDER/thesis.conf. */
#ifndef COPPICE_LAB_THESIS_H
#define COPPICE_LAB_THESIS_H

#include "coppice/error.h"

struct cop_thesis {
    char *author, *title; /* owned, as the others */
    char *published;      /* "Master thesis, Maastricht University" */
    char *part;           /* of it that the experiments are from; may be "" */
    int year;
};

/* Reads LAB/FOLDER/thesis.conf. */
bool cop_thesis_load(const char *lab, const char *folder, struct cop_thesis *thesis,
                     struct cop_error *error);
void cop_thesis_free(struct cop_thesis *thesis);

#endif
