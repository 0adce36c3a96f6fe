/* table_file.h - one table as two files: ID.sgf, an ordinary record, and ID.json with what SGF
 * cannot say (docs/formats.md). All with the house's lock held.
 *
 * A search that crashes takes the server with it, and must not do so again after every start. So
 * the JSON says whether an agent to move has been *asked*, which is so in every file but those that
 * a server leaves at its proper end; who finds the mark does not ask the agent by himself.
 * Invariant: while an agent's search for a move runs, the table's files on the disk say that an
 * agent was asked, or that it is a person's turn, or there are none. It holds because the JSON is
 * written before the record, and because a search for a table that was read without the mark
 * (`is_unmarked`) waits until it is written. The same holds for reviews: only the file that a
 * server leaves at its proper end says that one goes on. */
#ifndef COPPICE_SERVE_TABLE_FILE_H
#define COPPICE_SERVE_TABLE_FILE_H

#include "serve/house.h"

/* The path of one of them; `ending` is ".sgf" or ".json". The caller frees it. */
char *cop_table_path(const struct cop_house *house, const char *id, const char *ending);

/* The texts of the files. */
bool cop_table_write_record(const struct cop_table *table, struct cop_text *text,
                            struct cop_error *error);
void cop_table_write_details(const struct cop_table *table, struct cop_text *text);

/* A table without its game, for the list; NULL and a message if it cannot be read. What its file
 * says of an agent that is not to be had is no reason for that. */
struct cop_table *cop_table_list(struct cop_house *house, const char *id, struct cop_error *error);

/* Reads the game of a listed table. */
bool cop_table_read(struct cop_table *table, struct cop_error *error);

#endif
