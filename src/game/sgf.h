/* sgf.h - the syntax of SGF files: which property stands where, without knowing any game.
 *
 * The file's first game is read with all its variations, whose nodes are numbered in the order of
 * the file: the first line is 0, 1, 2 ... as far as each one's parent is the one before it.
 * Properties are kept as places in the caller's bytes, which must outlive the sgf; values are
 * decoded when they are asked for. */
#ifndef COPPICE_GAME_SGF_H
#define COPPICE_GAME_SGF_H

#include "coppice/error.h"
#include "coppice/text.h"

enum { COP_SGF_LENGTH_MAX = 64 << 20, COP_SGF_NAME_MAX = 8 };

struct cop_sgf_property {
    int node;                    /* 0 is the root */
    char name[COP_SGF_NAME_MAX]; /* empty if it is too long to be one of ours */
    size_t at;                   /* of the name */
    size_t value_at, value_end;  /* its first value, between the brackets */
    int value_count;
};

struct cop_sgf {
    const char *bytes;
    size_t length;
    struct cop_sgf_property *properties;
    int property_count, property_room;
    int *parents; /* of each node; the root's is -1 */
    int node_count, node_room;
    int skipped; /* further games of the file */
};

/* On failure the sgf is already freed. */
bool cop_sgf_read(struct cop_sgf *sgf, const char *bytes, size_t length, struct cop_error *error);
void cop_sgf_free(struct cop_sgf *sgf);

/* Puts "line 3, column 14: " before the error's message; returns false. Columns count characters.
 */
bool cop_sgf_fail_at(const struct cop_sgf *sgf, size_t at, struct cop_error *error);

/* SGF's two types of free text: in simple text a line break is a blank. In both, other white space
 * is a blank and every line break one newline. */
enum cop_sgf_type { COP_SGF_SIMPLE, COP_SGF_TEXT };

/* A property's first value, the caller's to free. */
char *cop_sgf_value(const struct cop_sgf *sgf, const struct cop_sgf_property *property,
                    enum cop_sgf_type type);

/* Writes NAME[value] so that it is read back as what is written. */
void cop_sgf_write(struct cop_text *text, const char *name, const char *value,
                   enum cop_sgf_type type);

#endif
