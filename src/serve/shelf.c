/* shelf.c - the sources and books of the server's explorer. */
#include "serve/shelf.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"

/* A book is read when somebody asks about its game, which it then needs. */
struct volume {
    const char *path;
    char *spec;
    struct cop_game *game;
    struct cop_book *book;
};

struct cop_shelf {
    const char *const *sources;
    const char *kept;
    pthread_mutex_t lock;
    struct cop_explorer *explorer; /* NULL: not yet */
    struct volume *volumes;
    int volume_count;
};

static bool add_volume(struct cop_shelf *shelf, const char *path, struct cop_error *error)
{
    char *spec = cop_book_game(path, error);

    if (spec == NULL)
        return false;
    shelf->volumes =
        cop_reallocate(shelf->volumes, (size_t)(shelf->volume_count + 1) * sizeof *shelf->volumes);
    shelf->volumes[shelf->volume_count++] = (struct volume){.path = path, .spec = spec};
    return true;
}

static bool check_sources(const char *const *sources, struct cop_error *error)
{
    for (int i = 0; sources != NULL && sources[i] != NULL; i++)
        if (access(sources[i], R_OK) != 0)
            return cop_fail(error,
                            "cannot read '%s'; give a store of coppice match, an SGF file or a "
                            "folder of these",
                            sources[i]);
    return true;
}

struct cop_shelf *cop_shelf_open(const char *const *sources, const char *const *books,
                                 const char *kept, struct cop_error *error)
{
    struct cop_shelf *shelf = cop_allocate(sizeof *shelf);
    bool is_good = check_sources(sources, error);

    shelf->sources = sources;
    shelf->kept = kept;
    pthread_mutex_init(&shelf->lock, NULL);
    for (int i = 0; is_good && books != NULL && books[i] != NULL; i++)
        is_good = add_volume(shelf, books[i], error);
    if (is_good)
        return shelf;
    cop_shelf_close(shelf);
    return NULL;
}

void cop_shelf_close(struct cop_shelf *shelf)
{
    if (shelf == NULL)
        return;
    for (int i = 0; i < shelf->volume_count; i++) {
        cop_book_close(shelf->volumes[i].book);
        cop_game_close(shelf->volumes[i].game);
        free(shelf->volumes[i].spec);
    }
    free(shelf->volumes);
    cop_explorer_close(shelf->explorer);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

/* A source that has gone since the start is not there; the others are. */
static struct cop_explorer *open_explorer(const struct cop_shelf *shelf, struct cop_error *error)
{
    struct cop_explorer *explorer = cop_explorer_open_shared(error);

    if (explorer == NULL)
        return NULL;
    for (int i = 0; shelf->sources != NULL && shelf->sources[i] != NULL; i++)
        cop_explorer_add(explorer, shelf->sources[i], error);
    if (shelf->kept != NULL)
        cop_explorer_add(explorer, shelf->kept, error);
    return explorer;
}

struct cop_explorer *cop_shelf_explorer(struct cop_shelf *shelf, struct cop_error *error)
{
    struct cop_explorer *explorer;

    pthread_mutex_lock(&shelf->lock);
    if (shelf->explorer == NULL)
        shelf->explorer = open_explorer(shelf, error);
    explorer = shelf->explorer;
    pthread_mutex_unlock(&shelf->lock);
    return explorer;
}

/* With the lock. */
static bool open_volume(struct volume *volume, struct cop_error *error)
{
    if (volume->book != NULL)
        return true;
    if (volume->game == NULL)
        volume->game = cop_game_open(volume->spec, error);
    if (volume->game != NULL)
        volume->book = cop_book_open(volume->path, volume->game, error);
    return volume->book != NULL;
}

const struct cop_book *cop_shelf_book(struct cop_shelf *shelf, const char *game,
                                      struct cop_error *error)
{
    const struct cop_book *book = NULL;

    error->message[0] = '\0';
    pthread_mutex_lock(&shelf->lock);
    for (int i = 0; i < shelf->volume_count && book == NULL; i++)
        if (strcmp(shelf->volumes[i].spec, game) == 0 && open_volume(&shelf->volumes[i], error))
            book = shelf->volumes[i].book;
    pthread_mutex_unlock(&shelf->lock);
    return book;
}
