/* folder.h - a folder of tables belongs to one server at a time, or they would overwrite each
 * other's games. The file `server` in it is locked as long as its owner lives, however it ends, and
 * has the owner's address. */
#ifndef COPPICE_SERVE_FOLDER_H
#define COPPICE_SERVE_FOLDER_H

#include "coppice/error.h"

/* Makes the folder if it is not there. Returns the locked file, to be closed at the end; or -1 and
 * a message. */
int cop_folder_own(const char *folder, struct cop_error *error);

/* Leaves the address for whoever wants the folder too. */
void cop_folder_announce(int file, const char *address);

#endif
