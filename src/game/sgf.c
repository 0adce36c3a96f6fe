/* sgf.c - the syntax of SGF FF[4]:
 *
 *     collection = tree { tree }        tree = "(" node { node } { tree } ")"
 *     node = ";" { property }           property = name "[" value "]" { "[" value "]" }
 *
 * Trees nest without bound, so they are walked with a counter and not by recursion. */
#include "game/sgf.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { END = -1 };

struct walk {
    struct cop_sgf *sgf;
    size_t at;
    struct cop_error *error;
};

static bool is_letter(int byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

static bool is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

/* The length of the line break at `at`: \n, \r, or both in either order; 0 if there is none. */
static size_t break_length(const char *bytes, size_t length, size_t at)
{
    if (at >= length || (bytes[at] != '\n' && bytes[at] != '\r'))
        return 0;
    if (at + 1 < length && (bytes[at + 1] == '\n' || bytes[at + 1] == '\r') &&
        bytes[at + 1] != bytes[at])
        return 2;
    return 1;
}

bool cop_sgf_fail_at(const struct cop_sgf *sgf, size_t at, struct cop_error *error)
{
    int line = 1, column = 1;
    size_t here = 0;

    if (error == NULL)
        return false; /* nobody wants to know, and counting takes long */
    while (here < at) {
        size_t breaks = break_length(sgf->bytes, sgf->length, here);

        if (breaks > 0) {
            line++;
            column = 1;
        } else if (((unsigned char)sgf->bytes[here] & 0xc0) != 0x80) {
            column++; /* not a later byte of a UTF-8 character */
        }
        here += breaks > 0 ? breaks : 1;
    }
    return cop_fail_in(error, "line %d, column %d", line, column);
}

static bool fail(const struct walk *walk, size_t at, const char *why)
{
    cop_fail(walk->error, "%s", why);
    return cop_sgf_fail_at(walk->sgf, at, walk->error);
}

/* The next byte that is not white space, or END. */
static int peek(struct walk *walk)
{
    while (walk->at < walk->sgf->length) {
        char byte = walk->sgf->bytes[walk->at];

        if (byte != ' ' && (byte < '\t' || byte > '\r'))
            return (unsigned char)byte;
        walk->at++;
    }
    return END;
}

/* From the opening bracket to after the closing one. */
static bool skip_value(struct walk *walk)
{
    size_t opening = walk->at++;

    for (; walk->at < walk->sgf->length; walk->at++) {
        char byte = walk->sgf->bytes[walk->at];

        if (byte == ']') {
            walk->at++;
            return true;
        }
        if (byte == '\\')
            walk->at++;
    }
    walk->at = walk->sgf->length;
    return fail(walk, opening, "this value is not closed; a \"]\" is missing");
}

static struct cop_sgf_property *add_property(struct cop_sgf *sgf)
{
    if (sgf->property_count == sgf->property_room) {
        sgf->property_room = sgf->property_room > 0 ? 2 * sgf->property_room : 64;
        sgf->properties =
            cop_reallocate(sgf->properties, sizeof *sgf->properties * (size_t)sgf->property_room);
    }
    return memset(&sgf->properties[sgf->property_count++], 0, sizeof *sgf->properties);
}

/* Small letters in names are from older versions of SGF and mean nothing: Black[] is B[]. */
static void read_name(struct walk *walk, struct cop_sgf_property *property)
{
    char name[COP_SGF_NAME_MAX] = "";
    size_t length = 0;

    while (walk->at < walk->sgf->length) {
        char byte = walk->sgf->bytes[walk->at];

        if (!is_letter(byte) && !is_digit(byte))
            break;
        walk->at++;
        if (byte >= 'a' && byte <= 'z')
            continue;
        if (length < sizeof name)
            name[length++] = byte;
    }
    if (length < sizeof name)
        memcpy(property->name, name, sizeof name);
}

static bool read_properties(struct walk *walk)
{
    while (is_letter(peek(walk))) {
        struct cop_sgf_property *property = add_property(walk->sgf);

        property->node = walk->sgf->node_count - 1;
        property->at = walk->at;
        read_name(walk, property);
        if (peek(walk) != '[')
            return fail(walk, walk->at, "a property needs a value in \"[\" and \"]\"");
        for (; peek(walk) == '['; property->value_count++) {
            size_t opening = walk->at;

            if (!skip_value(walk))
                return false;
            if (property->value_count > 0)
                continue;
            property->value_at = opening + 1;
            property->value_end = walk->at - 1;
        }
    }
    return true;
}

/* A game that is not read: only its brackets and values matter. */
static bool skip_tree(struct walk *walk)
{
    size_t opening = walk->at;
    int depth = 0;

    do {
        switch (peek(walk)) {
        case END:
            return fail(walk, opening, "this game is not closed; a \")\" is missing");
        case '[':
            if (!skip_value(walk))
                return false;
            continue;
        case '(':
            depth++;
            break;
        case ')':
            depth--;
            break;
        }
        walk->at++;
    } while (depth > 0);
    walk->sgf->skipped++;
    return true;
}

/* The node after which each open bracket stands. */
struct brackets {
    int *nodes;
    int depth, room;
};

static int *grow(int *list, int count, int *room)
{
    if (count < *room)
        return list;
    *room = *room > 0 ? 2 * *room : 64;
    return cop_reallocate(list, sizeof *list * (size_t)*room);
}

/* From "(" to before its first ";". */
static bool open_tree(struct walk *walk, struct brackets *open, int node)
{
    open->nodes = grow(open->nodes, open->depth, &open->room);
    open->nodes[open->depth++] = node;
    walk->at++;
    return peek(walk) == ';' || fail(walk, walk->at, "\"(\" must be followed by \";\"");
}

static bool read_node(struct walk *walk, int parent)
{
    struct cop_sgf *sgf = walk->sgf;

    walk->at++;
    sgf->parents = grow(sgf->parents, sgf->node_count, &sgf->node_room);
    sgf->parents[sgf->node_count++] = parent;
    return read_properties(walk);
}

/* One thing that stands between brackets. `*node` is the one that the next would follow;
 * `*is_after` says that a variation has just ended, after which only others can stand. */
static bool read_item(struct walk *walk, struct brackets *open, int *node, bool *is_after)
{
    switch (peek(walk)) {
    case ';':
        if (*is_after)
            return fail(walk, walk->at, "a node cannot follow a variation");
        if (!read_node(walk, *node))
            return false;
        *node = walk->sgf->node_count - 1;
        return true;
    case '(':
        *is_after = false;
        return open_tree(walk, open, *node);
    case ')':
        walk->at++;
        *node = open->nodes[--open->depth];
        *is_after = true;
        return true;
    case END:
        return fail(walk, walk->at, "the file ends inside the game; a \")\" is missing");
    default:
        return fail(walk, walk->at, "\";\", \"(\", \")\" or a property was expected here");
    }
}

/* The first game. */
static bool read_tree(struct walk *walk)
{
    struct brackets open = {NULL};
    bool is_after = false, is_good;
    int node = -1;

    is_good = open_tree(walk, &open, node);
    while (is_good && open.depth > 0)
        is_good = read_item(walk, &open, &node, &is_after);
    free(open.nodes);
    return is_good;
}

static bool read_file(struct walk *walk)
{
    const struct cop_sgf *sgf = walk->sgf;
    const char *nul;

    if (sgf->length > COP_SGF_LENGTH_MAX)
        return cop_fail(walk->error, "the file is too long: more than %d bytes",
                        COP_SGF_LENGTH_MAX);
    nul = sgf->length > 0 ? memchr(sgf->bytes, '\0', sgf->length) : NULL;
    if (nul != NULL)
        return fail(walk, (size_t)(nul - sgf->bytes), "a NUL byte; this is not a text file");
    if (sgf->length >= 3 && memcmp(sgf->bytes, "\xef\xbb\xbf", 3) == 0)
        walk->at = 3; /* a byte order mark */
    if (peek(walk) != '(')
        return fail(walk, walk->at, "a game in SGF begins with \"(;\"");
    if (!read_tree(walk))
        return false;
    while (peek(walk) == '(') {
        if (!skip_tree(walk))
            return false;
    }
    return peek(walk) == END || fail(walk, walk->at, "nothing can follow the end of the game");
}

bool cop_sgf_read(struct cop_sgf *sgf, const char *bytes, size_t length, struct cop_error *error)
{
    struct walk walk = {.sgf = sgf, .error = error};

    *sgf = (struct cop_sgf){.bytes = bytes, .length = length};
    if (read_file(&walk))
        return true;
    cop_sgf_free(sgf);
    return false;
}

void cop_sgf_free(struct cop_sgf *sgf)
{
    free(sgf->properties);
    free(sgf->parents);
    *sgf = (struct cop_sgf){0};
}

/* White space as the type wants it. */
static void add_clean(struct cop_text *text, const char *bytes, size_t length,
                      enum cop_sgf_type type)
{
    for (size_t at = 0; at < length;) {
        size_t breaks = break_length(bytes, length, at);

        if (breaks > 0)
            cop_text_add_bytes(text, type == COP_SGF_TEXT ? "\n" : " ", 1);
        else if (bytes[at] == '\t' || bytes[at] == '\v' || bytes[at] == '\f')
            cop_text_add_bytes(text, " ", 1);
        else
            cop_text_add_bytes(text, &bytes[at], 1);
        at += breaks > 0 ? breaks : 1;
    }
}

char *cop_sgf_value(const struct cop_sgf *sgf, const struct cop_sgf_property *property,
                    enum cop_sgf_type type)
{
    struct cop_text raw = COP_TEXT, clean = COP_TEXT;
    char *value;

    for (size_t at = property->value_at; at < property->value_end; at++) {
        if (sgf->bytes[at] == '\\') {
            size_t breaks = break_length(sgf->bytes, property->value_end, ++at);

            if (breaks > 0) { /* a line broken only to be short */
                at += breaks - 1;
                continue;
            }
        }
        cop_text_add_bytes(&raw, &sgf->bytes[at], 1);
    }
    add_clean(&clean, raw.bytes, raw.length, type);
    value = cop_copy_bytes(clean.bytes, clean.length);
    cop_text_free(&raw);
    cop_text_free(&clean);
    return value;
}

void cop_sgf_write(struct cop_text *text, const char *name, const char *value,
                   enum cop_sgf_type type)
{
    struct cop_text clean = COP_TEXT;

    add_clean(&clean, value, strlen(value), type);
    cop_text_add(text, "%s[", name);
    cop_text_add_sgf(text, clean.bytes);
    cop_text_add(text, "]");
    cop_text_free(&clean);
}
