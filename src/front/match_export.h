/* match_export.h - the games of a match as files, in SGF or in the manner of PGN. */
#ifndef COPPICE_FRONT_MATCH_EXPORT_H
#define COPPICE_FRONT_MATCH_EXPORT_H

#include "match/match.h"

enum cop_export_form { COP_EXPORT_SGF, COP_EXPORT_PGN, COP_EXPORT_FORMS };
extern const char *const cop_export_words[COP_EXPORT_FORMS]; /* "sgf": of options and file names */

/* True if games can be written to `path`, so that a match need not be played to find out. A path
 * that is a directory, or ends with a slash and is then made, gets one file for each game; any
 * other is one file with all of them. */
bool cop_export_check(const char *path, struct cop_error *error);

/* Writes all stored games of the plan. A single file is replaced only once it is complete. */
bool cop_export_games(const struct cop_match_plan *plan, struct cop_store *store, const char *path,
                      enum cop_export_form form, struct cop_error *error);

#endif
