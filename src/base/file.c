/* file.c - reading what can be trusted to end; writing through a temporary file and a rename. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allocate.h"
#include "coppice/text.h"

/* ---- Reading ---- */

static char *refuse(const char *path, const char *why, struct cop_error *error)
{
    cop_fail(error, "cannot read %.300s: %s", path, why);
    return NULL;
}

/* At most `room` bytes; -1 and errno if it fails. */
static ssize_t read_all(int file, char *bytes, size_t room)
{
    size_t length = 0;
    ssize_t count;

    do {
        count = read(file, bytes + length, room - length);
        if (count < 0 && errno != EINTR)
            return -1;
        length += count > 0 ? (size_t)count : 0;
    } while (count != 0 && length < room);
    return (ssize_t)length;
}

static char *read_ordinary(int file, const char *path, size_t most, size_t *length,
                           struct cop_error *error)
{
    struct stat about;
    ssize_t count;
    char *bytes;

    if (fstat(file, &about) != 0)
        return refuse(path, strerror(errno), error);
    if (!S_ISREG(about.st_mode))
        return refuse(path, "it is not an ordinary file", error);
    if (about.st_size > (off_t)most) {
        cop_fail(error, "cannot read %.300s: it has more than %zu bytes", path, most);
        return NULL;
    }
    bytes = cop_allocate((size_t)about.st_size + 1);
    count = read_all(file, bytes, (size_t)about.st_size);
    if (count < 0) {
        free(bytes);
        return refuse(path, strerror(errno), error);
    }
    bytes[count] = '\0';
    *length = (size_t)count;
    return bytes;
}

/* O_NONBLOCK because opening a pipe waits for its other end. */
char *cop_file_read(const char *path, size_t most, size_t *length, struct cop_error *error)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    size_t ignored;
    char *bytes;

    if (file < 0)
        return refuse(path, strerror(errno), error);
    bytes = read_ordinary(file, path, most, length != NULL ? length : &ignored, error);
    close(file);
    return bytes;
}

/* ---- Writing ---- */

bool cop_file_is_no_database(const char *path, struct cop_error *error)
{
    static const char mark[] = "SQLite format 3"; /* and its NUL */
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat about;
    char first[sizeof mark];
    bool is_database;

    if (file < 0)
        return true;
    is_database = fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                  read_all(file, first, sizeof first) == (ssize_t)sizeof first &&
                  memcmp(first, mark, sizeof mark) == 0;
    close(file);
    return !is_database ||
           cop_fail(error,
                    "cannot write %.300s: it is a database, as stores and books are, which would "
                    "be lost; give another name",
                    path);
}

/* Each of these returns 0 or the number of the error. */

static int write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);

        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return 0;
}

static int write_directly(const char *path, const char *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_TRUNC | O_CREAT | O_NOCTTY, 0666);
    int reason;

    if (file < 0)
        return errno;
    reason = write_all(file, bytes, length);
    if (close(file) != 0 && reason == 0)
        reason = errno;
    return reason;
}

/* A new file beside `path`, which gets its name. */
static int open_temporary(const char *path, struct cop_text *name)
{
    enum { TRIES = 100 };
    int file = -1;

    for (int i = 0; i < TRIES && file < 0; i++) {
        cop_text_clear(name);
        cop_text_add(name, "%s.%ld-%d.tmp", path, (long)getpid(), i);
        file = open(name->bytes, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}

/* `old` is what the file was before, or NULL if there was none. */
static int replace(const char *path, const struct stat *old, const char *bytes, size_t length)
{
    struct cop_text name = COP_TEXT;
    int file = open_temporary(path, &name);
    int reason = file < 0 ? errno : write_all(file, bytes, length);

    if (file >= 0) {
        if (reason == 0 && old != NULL && fchmod(file, old->st_mode & 07777) != 0)
            reason = errno;
        if (reason == 0 && fsync(file) != 0)
            reason = errno;
        if (close(file) != 0 && reason == 0)
            reason = errno;
        if (reason == 0 && rename(name.bytes, path) != 0)
            reason = errno;
        if (reason != 0)
            unlink(name.bytes);
    }
    cop_text_free(&name);
    return reason;
}

/* A folder that may not be opened, or a file system that cannot do it, is no failure of ours. */
static int sync_folder(const char *folder)
{
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int reason = 0;

    if (file < 0)
        return 0;
    if (fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP)
        reason = errno;
    close(file);
    return reason;
}

static int sync_folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder;
    int reason;

    if (slash == NULL)
        return sync_folder(".");
    folder = cop_copy_bytes(path, slash > path ? (size_t)(slash - path) : 1);
    reason = sync_folder(folder);
    free(folder);
    return reason;
}

static bool outcome(const char *path, int reason, struct cop_error *error)
{
    return reason == 0 || cop_fail(error, "cannot write %s: %s", path, strerror(reason));
}

bool cop_folder_sync(const char *folder, struct cop_error *error)
{
    return outcome(folder, sync_folder(folder), error);
}

bool cop_file_replace(const char *path, const char *bytes, size_t length, struct cop_error *error)
{
    struct stat old;
    bool is_ordinary = lstat(path, &old) == 0 && S_ISREG(old.st_mode);

    return outcome(path, replace(path, is_ordinary ? &old : NULL, bytes, length), error);
}

bool cop_file_write(const char *path, const char *bytes, size_t length, struct cop_error *error)
{
    struct stat old;
    bool exists = lstat(path, &old) == 0;
    int reason;

    if (!cop_file_is_no_database(path, error))
        return false;
    if (exists && S_ISDIR(old.st_mode))
        return outcome(path, EISDIR, error);
    if (exists && !S_ISREG(old.st_mode))
        return outcome(path, write_directly(path, bytes, length), error);
    reason = replace(path, exists ? &old : NULL, bytes, length);
    return outcome(path, reason != 0 ? reason : sync_folder_of(path), error);
}

/* Opening a pipe would wait for its reader. */
bool cop_file_may_write(const char *path, struct cop_error *error)
{
    struct cop_text name = COP_TEXT;
    struct stat old;
    int file;
    bool is_good;

    if (!cop_file_is_no_database(path, error))
        return false;
    if (lstat(path, &old) == 0 && !S_ISREG(old.st_mode))
        return outcome(path,
                       S_ISDIR(old.st_mode)      ? EISDIR
                       : access(path, W_OK) == 0 ? 0
                                                 : errno,
                       error);
    file = open_temporary(path, &name);
    is_good = outcome(path, file < 0 ? errno : 0, error);
    if (file >= 0) {
        close(file);
        unlink(name.bytes);
    }
    cop_text_free(&name);
    return is_good;
}

/* NAME.PROCESS-NUMBER.tmp, as open_temporary writes it. */
bool cop_file_is_temporary(const char *name)
{
    static const char digits[] = "0123456789";
    size_t length = strlen(name);
    const char *at;

    if (length < 4 || strcmp(name + length - 4, ".tmp") != 0)
        return false;
    for (at = name + length - 4; at > name && strchr("0123456789-", at[-1]) != NULL;)
        at--;
    if (at < name + 2 || at[-1] != '.' || strspn(at, digits) == 0)
        return false;
    at += strspn(at, digits);
    return *at == '-' && strspn(at + 1, digits) > 0 &&
           strcmp(at + 1 + strspn(at + 1, digits), ".tmp") == 0;
}

static bool is_temporary_of(const char *name, const char *of, size_t length)
{
    return strncmp(name, of, length) == 0 && name[length] == '.' &&
           strchr(name + length + 1, '.') == strrchr(name, '.') && cop_file_is_temporary(name);
}

void cop_file_tidy(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    char *folder =
        slash != NULL ? cop_copy_bytes(path, (size_t)(name - path)) : cop_copy_string("./");
    DIR *listing = opendir(folder);
    const struct dirent *entry;

    while (listing != NULL && (entry = readdir(listing)) != NULL)
        if (is_temporary_of(entry->d_name, name, strlen(name)))
            unlinkat(dirfd(listing), entry->d_name, 0);
    if (listing != NULL)
        closedir(listing);
    free(folder);
}

/* ---- Holding ---- */

int cop_file_lock(const char *path, const char *held, struct cop_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (file < 0) {
        cop_fail(error, "cannot open %.300s: %s", path, strerror(errno));
        return -1;
    }
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (errno == EWOULDBLOCK)
        cop_fail(error, "%s", held);
    else
        cop_fail(error, "cannot lock %.300s: %s", path, strerror(errno));
    close(file);
    return -1;
}
