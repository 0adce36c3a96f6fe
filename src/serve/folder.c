/* folder.c - whose folder it is. */
#include "serve/folder.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/run/files.h"

/* The address that the owner has left, or that there is none. */
static void read_address(int file, char *address, size_t size)
{
    ssize_t length = pread(file, address, size - 1, 0);

    address[length > 0 ? length : 0] = '\0';
    for (char *at = address; *at != '\0'; at++)
        if (!isgraph((unsigned char)*at))
            *at = '\0';
    if (address[0] == '\0')
        strcpy(address, "an address of its own");
}

static bool lock(int file, const char *folder, struct cop_error *error)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char address[120];

    if (fcntl(file, F_SETLK, &whole) == 0)
        return true;
    if (errno != EACCES && errno != EAGAIN)
        return cop_fail(error, "cannot lock the folder %s: %s", folder, strerror(errno));
    read_address(file, address, sizeof address);
    return cop_fail(error,
                    "coppice serve is already running, at %s, with the games in %s; use that one, "
                    "or give another folder with --games",
                    address, folder);
}

int cop_folder_own(const char *folder, struct cop_error *error)
{
    char *path = cop_path("%s/server", folder);
    bool is_made = cop_lab_folder_make(path, error);
    int file = is_made ? open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666) : -1;

    if (is_made && file < 0)
        cop_fail(error, "cannot write into the folder %s: %s; give another with --games", folder,
                 strerror(errno));
    free(path);
    if (file >= 0 && !lock(file, folder, error)) {
        close(file);
        file = -1;
    }
    return file;
}

/* Nothing depends on it: an address that cannot be written is not told, that is all. */
void cop_folder_announce(int file, const char *address)
{
    size_t length = strlen(address);

    if (ftruncate(file, 0) != 0 || pwrite(file, address, length, 0) != (ssize_t)length)
        return;
}
