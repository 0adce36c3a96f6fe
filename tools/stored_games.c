/* stored_games.c - reads them a thousand at a time. */
#include "stored_games.h"

#include <string.h>

#include "store/explored.h"

struct reading {
    const struct cop_game *game;
    each_stored_game *each;
    void *context;
    struct cop_error *error;
    int64_t last; /* that was read */
    bool has_failed;
};

static bool read_game(void *context, const struct cop_added_game *added)
{
    struct reading *reading = context;
    struct cop_record record = {0};

    reading->last = added->number;
    reading->has_failed = !cop_record_read_game(added->sgf, strlen(added->sgf), reading->game,
                                                &record, reading->error) ||
                          !reading->each(reading->context, &record, added->payoff, reading->error);
    cop_record_free(&record);
    return !reading->has_failed;
}

bool stored_games_each(const char *path, const struct cop_game *game, each_stored_game *each,
                       void *context, struct cop_error *error)
{
    struct reading reading = {.game = game, .each = each, .context = context, .error = error};
    struct cop_store *store = cop_store_open_games(path, error);
    struct cop_text identity = COP_TEXT;
    bool is_good = store != NULL;
    int64_t before = -1;

    cop_text_add(&identity, "game %s\n", game->name);
    while (is_good && reading.last != before) {
        before = reading.last;
        is_good = cop_store_each_added(store, identity.bytes, reading.last, 1000, read_game,
                                       &reading, error) &&
                  !reading.has_failed;
    }
    cop_store_close(store);
    cop_text_free(&identity);
    return is_good;
}
