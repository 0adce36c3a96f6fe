/* kept.c - see kept.h. Entries go through a buffer, as a table may have more bytes than are left in
 * memory. */
#include "search/proof/kept.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#define XXH_DEBUGLEVEL 1 /* its assertions tell an analyser what it relies on */
#include <xxhash.h>

#include "base/allocate.h"

enum { BUFFERED = 1 << 14, HEAD_MAX = 1 << 16 };

struct buffer {
    FILE *file;
    uint64_t sum; /* of all bytes so far */
    int count;    /* of entries in it */
    uint64_t entries[BUFFERED][PROOF_TABLE_WORDS];
};

/* ---- The head ---- */

static void add_subject(const struct proof_subject *subject, struct cop_text *head)
{
    cop_text_add(head, "coppice-search 1\ngame %s\nposition ", subject->game->name);
    subject->game->rules->write_position(subject->game, subject->state, head);
    cop_text_add(head, "\nstake %s\n", subject->stake == COP_STAKE_SCORE ? "points" : "payoff");
}

/* The numbers of a standing, as lines with a name each. */
enum { NUMBERS = 9 };
static const char *const names[NUMBERS] = {"lower",     "upper",      "question",
                                           "least met", "most unmet", "points",
                                           "is uneven", "best",       "seconds"};

static void take_numbers(const struct proof_standing *standing, double numbers[NUMBERS])
{
    const double all[NUMBERS] = {standing->lower,           standing->upper,
                                 standing->goal.at_least,   standing->goal.least_true,
                                 standing->goal.most_false, standing->goal.sum,
                                 standing->goal.is_uneven,  standing->best,
                                 standing->seconds};

    memcpy(numbers, all, sizeof all);
}

static void put_numbers(const double numbers[NUMBERS], struct proof_standing *standing)
{
    standing->lower = numbers[0];
    standing->upper = numbers[1];
    standing->goal.at_least = numbers[2];
    standing->goal.least_true = numbers[3];
    standing->goal.most_false = numbers[4];
    standing->goal.sum = numbers[5];
    standing->goal.is_uneven = numbers[6] != 0;
    standing->best = (cop_move)numbers[7];
    standing->seconds = numbers[8];
}

static void add_head(const struct proof_subject *subject, const struct proof_standing *standing,
                     int64_t entries, struct cop_text *head)
{
    double numbers[NUMBERS];

    add_subject(subject, head);
    take_numbers(standing, numbers);
    for (int i = 0; i < NUMBERS; i++)
        cop_text_add(head, "%s %.17g\n", names[i], numbers[i]);
    cop_text_add(head, "positions %" PRId64 "\nentries %" PRId64 "\n", standing->positions,
                 entries);
}

/* ---- Writing ---- */

static bool fail_at(const char *path, const char *why, struct cop_error *error)
{
    return cop_fail(error, "%.300s: %s", path, why);
}

static bool put(struct buffer *buffer, const void *bytes, size_t size)
{
    buffer->sum = XXH64(bytes, size, buffer->sum);
    return fwrite(bytes, 1, size, buffer->file) == size;
}

static bool put_entries(struct buffer *buffer)
{
    size_t size = (size_t)buffer->count * sizeof buffer->entries[0];

    buffer->count = 0;
    return size == 0 || put(buffer, buffer->entries, size);
}

static int64_t count_entries(const struct proof_table *table)
{
    uint64_t words[PROOF_TABLE_WORDS];
    int64_t count = 0;

    for (uint64_t next = proof_table_next(table, 0, words); next != 0;
         next = proof_table_next(table, next, words))
        count++;
    return count;
}

static bool put_table(struct buffer *buffer, const struct proof_table *table)
{
    uint64_t words[PROOF_TABLE_WORDS];
    bool is_good = true;

    for (uint64_t next = proof_table_next(table, 0, words); next != 0 && is_good;
         next = proof_table_next(table, next, words)) {
        memcpy(buffer->entries[buffer->count++], words, sizeof words);
        if (buffer->count == BUFFERED)
            is_good = put_entries(buffer);
    }
    return is_good && put_entries(buffer);
}

static bool put_all(struct buffer *buffer, const struct proof_subject *subject,
                    const struct proof_standing *standing, const struct proof_table *table)
{
    struct cop_text head = COP_TEXT;
    uint64_t sum;
    bool is_good;

    add_head(subject, standing, table != NULL ? count_entries(table) : 0, &head);
    is_good = put(buffer, head.bytes, head.length) && (table == NULL || put_table(buffer, table));
    sum = buffer->sum;
    cop_text_free(&head);
    return is_good && fwrite(&sum, sizeof sum, 1, buffer->file) == 1 && fflush(buffer->file) == 0 &&
           fsync(fileno(buffer->file)) == 0;
}

bool proof_kept_write(const char *path, const struct proof_subject *subject,
                      const struct proof_standing *standing, const struct proof_table *table,
                      struct cop_error *error)
{
    struct buffer *buffer = cop_allocate(sizeof *buffer);
    struct cop_text part = COP_TEXT;
    int why = 0;

    cop_text_add(&part, "%s.part", path);
    buffer->file = fopen(part.bytes, "wb");
    if (buffer->file == NULL || !put_all(buffer, subject, standing, table))
        why = errno != 0 ? errno : EIO;
    if (buffer->file != NULL && fclose(buffer->file) != 0 && why == 0)
        why = errno;
    if (why == 0 && rename(part.bytes, path) != 0)
        why = errno;
    if (why != 0)
        remove(part.bytes);
    cop_text_free(&part);
    free(buffer);
    return why == 0 || fail_at(path, strerror(why), error);
}

/* ---- Reading ---- */

/* The lines up to that of the entries, which is the last of the head. */
static bool get_head(struct buffer *buffer, struct cop_text *head)
{
    static const char last[] = "\nentries ";
    const char *end;

    do {
        int letter = getc(buffer->file);

        if (letter == EOF || head->length > HEAD_MAX)
            return false;
        cop_text_add(head, "%c", letter);
        end = letter == '\n' ? strstr(head->bytes, last) : NULL;
    } while (end == NULL || end + 1 + strcspn(end + 1, "\n") + 1 != head->bytes + head->length);
    return true;
}

/* The number behind a name, which comes no earlier than *at. */
static const char *find(const char **at, const char *name)
{
    struct cop_text line = COP_TEXT;
    const char *found;

    cop_text_add(&line, "\n%s ", name);
    found = strstr(*at, line.bytes);
    if (found != NULL)
        *at = found + line.length;
    cop_text_free(&line);
    return found == NULL ? "" : *at;
}

/* What is read is right if the same head would be written. */
static bool read_head(const struct cop_text *head, const struct proof_subject *subject,
                      struct proof_standing *standing, int64_t *entries)
{
    struct cop_text again = COP_TEXT;
    const char *at = head->bytes;
    double numbers[NUMBERS];
    bool is_same;

    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = strtod(find(&at, names[i]), NULL);
    put_numbers(numbers, standing);
    standing->positions = strtoll(find(&at, "positions"), NULL, 10);
    *entries = strtoll(find(&at, "entries"), NULL, 10);
    add_head(subject, standing, *entries, &again);
    is_same = again.length == head->length && strcmp(again.bytes, head->bytes) == 0;
    cop_text_free(&again);
    return is_same;
}

static int length_of_line(const char *line)
{
    return (int)strcspn(line, "\n");
}

/* Is it the subject's? If not, the first line that differs says what it is: of another version,
 * game, position or stake. */
static bool is_of(const struct cop_text *head, const struct proof_subject *subject,
                  struct cop_error *error)
{
    struct cop_text own = COP_TEXT;
    const char *at = head->bytes, *line;
    bool is_own = true;

    add_subject(subject, &own);
    for (line = own.bytes; is_own && *line != '\0'; line += length_of_line(line) + 1) {
        int length = length_of_line(at);

        if (length != length_of_line(line) || strncmp(at, line, (size_t)length) != 0)
            is_own = cop_fail(error,
                              "this is a search of \"%.*s\", and not of \"%.*s\"; name another "
                              "file, or remove it to begin anew",
                              length < 200 ? length : 200, at, length_of_line(line), line);
        at += length + (at[length] != '\0');
    }
    cop_text_free(&own);
    return is_own;
}

static bool get_table(struct buffer *buffer, int64_t entries, struct proof_table *table)
{
    while (entries > 0) {
        size_t count = entries < BUFFERED ? (size_t)entries : BUFFERED;

        if (fread(buffer->entries, sizeof buffer->entries[0], count, buffer->file) != count)
            return false;
        buffer->sum = XXH64(buffer->entries, count * sizeof buffer->entries[0], buffer->sum);
        for (size_t i = 0; i < count; i++)
            proof_table_load(table, buffer->entries[i]);
        entries -= (int64_t)count;
    }
    return true;
}

static bool fail_for_damage(struct cop_error *error)
{
    return cop_fail(error, "this search is damaged or cut off; remove the file to begin anew");
}

static bool get_all(struct buffer *buffer, const struct proof_subject *subject,
                    struct proof_standing *standing, struct proof_table *table,
                    struct cop_error *error)
{
    static const char magic[] = "coppice-search ";
    struct cop_text head = COP_TEXT;
    int64_t entries = 0;
    uint64_t sum = 0;
    bool is_good;

    if (!get_head(buffer, &head) || strncmp(head.bytes, magic, sizeof magic - 1) != 0)
        is_good = cop_fail(error, "this is no kept search, or its head is cut off");
    else
        is_good = is_of(&head, subject, error) &&
                  (read_head(&head, subject, standing, &entries) || fail_for_damage(error));
    buffer->sum = XXH64(head.bytes, head.length, 0);
    cop_text_free(&head);
    return is_good &&
           ((get_table(buffer, entries, table) && fread(&sum, sizeof sum, 1, buffer->file) == 1 &&
             sum == buffer->sum && getc(buffer->file) == EOF) ||
            fail_for_damage(error));
}

bool proof_kept_read(const char *path, const struct proof_subject *subject,
                     struct proof_standing *standing, struct proof_table *table,
                     struct cop_error *error)
{
    struct buffer *buffer;
    bool is_good;
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        return errno == ENOENT || fail_at(path, strerror(errno), error);
    buffer = cop_allocate(sizeof *buffer);
    buffer->file = file;
    is_good = get_all(buffer, subject, standing, table, error);
    fclose(file);
    free(buffer);
    if (!is_good)
        cop_fail_in(error, "%.300s", path);
    return is_good;
}
