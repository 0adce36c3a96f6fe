/* database.h - the databases of a game: what its positions with few pieces are worth, from files.
 *
 * The folder is the given one, else what COPPICE_DATABASES names, else coppice/databases in
 * XDG_DATA_HOME, else ~/.local/share/coppice/databases. In it each game has a folder of its own
 * with a file for each class, 3-2.values, and perhaps 3-2.distances. A file that is missing knows
 * nothing; one that is damaged, or another game's, is left out, and its fault can be told.
 *
 * An opened database may be asked by any number of threads. Of what it has read it keeps as much as
 * COPPICE_DATABASES_MEMORY says, 1G without it. What programs outside may call is in
 * coppice/database.h. */
#ifndef COPPICE_DATABASE_DATABASE_H
#define COPPICE_DATABASE_DATABASE_H

#include "coppice/database.h"
#include "database/file.h"

/* The folder of all databases, and that of a game's files; false if there is nowhere to look.
 * `folder` "" or NULL: see above. */
bool cop_database_root(const char *folder, struct cop_text *path);
bool cop_database_folder(const struct cop_game *game, const char *folder, struct cop_text *path);
void cop_database_table_name(const struct cop_game *game, struct cop_text *text);
void cop_database_path(const struct cop_game *game, const char *folder_of_game, int class_number,
                       enum cop_database_kind kind, struct cop_text *path);

/* The same with no other classes than those that are wanted. */
struct cop_database *cop_database_open_classes(const struct cop_game *game, const char *folder,
                                               const bool *is_wanted, struct cop_text *faults);

/* The file of a class, or NULL. */
const struct cop_database_file *cop_database_file_of(const struct cop_database *database,
                                                     int class_number, enum cop_database_kind kind);

/* What a number is worth for the player to move there; COP_UNKNOWN where that is not known. */
enum cop_known cop_database_value(const struct cop_database *database, int class_number,
                                  int64_t number);

/* How many moves it takes within the stage, or -1; COP_DATABASE_FAR is that or more. */
int cop_database_distance(const struct cop_database *database, int class_number, int64_t number);

#endif
