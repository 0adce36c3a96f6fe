/* file.c - reading what can be trusted to end; writing through a temporary file and a rename. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
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

bool cop_file_write(const char *path, const char *bytes, size_t length, struct cop_error *error)
{
    struct stat old;
    bool exists = lstat(path, &old) == 0;
    int reason;

    if (exists && S_ISDIR(old.st_mode))
        reason = EISDIR;
    else if (exists && !S_ISREG(old.st_mode))
        reason = write_directly(path, bytes, length);
    else
        reason = replace(path, exists ? &old : NULL, bytes, length);
    if (reason != 0)
        return cop_fail(error, "cannot write %s: %s", path, strerror(reason));
    return true;
}
