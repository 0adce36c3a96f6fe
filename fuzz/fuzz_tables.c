/* fuzz_tables.c - any files in the folder of a server's tables, which it reads at its start.
 *
 * An input is a list of files. Each begins with a line `= NAME`; its contents are the lines up to
 * the next such line. A name that ends with / is a folder's, with | a pipe's, with @ a link's to
 * itself. Whatever lies there, the server starts; a table that it lists can be read or is refused
 * with a sentence; and one that was read, and is written again, is the same for the next server. No
 * worker runs, so that agents are asked and never answer. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allocate.h"
#include "input_file.h"
#include "serve/house.h"
#include "serve/keep.h"
#include "serve/table_file.h"

enum { FILES_MAX = 12, NAME_MAX_LENGTH = 60 };

/* A table as both its files would be. */
struct copy {
    char id[COP_ID_LENGTH + 1];
    struct cop_text record, details;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stands in for the system's: nothing here need survive a power cut. */
int fsync(int file);
int fsync(int file)
{
    (void)file;
    return 0;
}

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

/* ---- The folder ---- */

/* The file that servers lock is theirs; there and elsewhere no name leads out of the folder. */
static bool is_good_name(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && strlen(name) <= NAME_MAX_LENGTH &&
           strcspn(name, "/") >= strlen(name) - 1 && strncmp(name, "server", 6) != 0;
}

/* A link that leads nowhere is there as well. */
static bool is_there(const char *path)
{
    struct stat about;

    return lstat(path, &about) == 0;
}

static void make_entry(char *name, const char *bytes, size_t length)
{
    size_t last = strlen(name) - 1;
    char kind = name[last], path[8192];

    if (!is_good_name(name))
        return;
    if (strchr("/|@", kind) == NULL) {
        if (!is_there(input_path(name, path, sizeof path)))
            input_file(name, bytes, length);
        return;
    }
    name[last] = '\0';
    input_path(name, path, sizeof path);
    if (name[0] == '\0' || is_there(path))
        return;
    if (kind == '/')
        check(mkdir(path, 0700) == 0);
    else if (kind == '|')
        check(mkfifo(path, 0600) == 0);
    else
        check(symlink(path, path) == 0);
}

static const char *next_head(const char *at)
{
    return strncmp(at, "= ", 2) == 0 ? at : strstr(at, "\n= ");
}

static void fill_folder(const char *input)
{
    const char *head = next_head(input);

    for (int i = 0; i < FILES_MAX && head != NULL; i++) {
        const char *name = head + (head[0] == '\n' ? 3 : 2);
        const char *body = name + strcspn(name, "\n");
        const char *next = strstr(body, "\n= ");
        char *copy = cop_copy_bytes(name, (size_t)(body - name));

        body += body[0] == '\n' && body != next;
        if (copy[0] != '\0')
            make_entry(copy, body, next != NULL ? (size_t)(next - body) : strlen(body));
        free(copy);
        head = next;
    }
}

/* ---- The server ---- */

static struct cop_house *open_house(void)
{
    struct cop_house_options options = {.games = input_folder(),
                                        .results = "/nowhere",
                                        .memory = 1 << 20,
                                        .tables_open = FILES_MAX,
                                        .tables_kept = FILES_MAX,
                                        .listeners = 4};
    struct cop_error error = {""};
    struct cop_house *house = cop_house_open(&options, &error);

    check(house != NULL);
    return house;
}

/* With the lock held. */
static bool read_table(struct cop_house *house, const char *id, struct copy *copy)
{
    struct cop_error error = {""};
    bool is_full;
    struct cop_table *table = cop_house_find(house, id, &is_full, &error);

    *copy = (struct copy){.record = COP_TEXT, .details = COP_TEXT};
    check(!is_full);
    check(table != NULL || error.message[0] != '\0');
    if (table == NULL)
        return false;
    memcpy(copy->id, id, sizeof copy->id);
    check(cop_table_write_record(table, &copy->record, &error));
    cop_table_write_details(table, &copy->details);
    cop_keep_changed(table);
    return true;
}

static int read_tables(struct copy *copies)
{
    struct cop_house *house = open_house();
    struct cop_table **tables;
    int count, read = 0;

    cop_house_lock(house);
    tables = cop_house_list(house, &count);
    for (int i = 0; i < count; i++)
        read += read_table(house, tables[i]->id, &copies[read]);
    free(tables);
    cop_house_unlock(house);
    cop_house_close(house);
    return read;
}

static bool is_same(const struct cop_text *left, const struct cop_text *right)
{
    return left->length == right->length && memcmp(left->bytes, right->bytes, left->length) == 0;
}

static void check_written(const struct copy *copies, int count)
{
    struct cop_house *house = open_house();

    cop_house_lock(house);
    for (int i = 0; i < count; i++) {
        struct copy again;

        check(read_table(house, copies[i].id, &again));
        check(is_same(&copies[i].record, &again.record));
        check(is_same(&copies[i].details, &again.details));
        cop_text_free(&again.record);
        cop_text_free(&again.details);
    }
    cop_house_unlock(house);
    cop_house_close(house);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct copy copies[FILES_MAX];
    char *input = cop_copy_bytes((const char *)data, size);
    int count;

    input_clear();
    fill_folder(input);
    count = read_tables(copies);
    if (count > 0)
        check_written(copies, count);
    for (int i = 0; i < count; i++) {
        cop_text_free(&copies[i].record);
        cop_text_free(&copies[i].details);
    }
    free(input);
    return 0;
}
