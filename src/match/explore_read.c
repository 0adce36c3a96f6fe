/* explore_read.c - games of stores and files become rows of the explorer's index.
 *
 * What a source says and how far it was read change together, in one transaction: so nothing is
 * read twice, also by two programs at once, and whoever is killed loses only what the next one
 * reads again. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/fingerprint.h"
#include "game/position_view.h"
#include "game/sgf.h"
#include "match/explore_private.h"
#include "match/spot.h"

/* Others wait for a transaction to end, so none is long. */
enum { GAMES_AT_ONCE = 500 };
static const double seconds_at_once = 0.5;

struct reading {
    struct cop_explorer *explorer;
    const struct cop_game *game;
    const struct cop_explore_effort *effort;
    struct cop_explore_news *news;
    double ends;       /* by base/clock.h; 0: never */
    double batch_ends; /* the transaction's */
    int64_t left;      /* games of the source that wait, as far as is known */
    struct cop_visit *visits;
    int visit_room;
    struct cop_explored_source source;
    bool has_failed; /* the index did, and `error` says how */
    struct cop_error *error;
};

static bool is_stopped(const struct reading *reading)
{
    const struct cop_explore_effort *effort = reading->effort;

    return (effort->stop != NULL && atomic_load(effort->stop)) ||
           (reading->ends > 0 && cop_now() >= reading->ends);
}

/* The first trouble is told; the other sources are read all the same. */
static void note_trouble(struct reading *reading, const struct cop_error *error)
{
    struct cop_explore_news *news = reading->news;

    if (news->trouble[0] == '\0')
        snprintf(news->trouble, sizeof news->trouble, "%s", error->message);
}

static void refuse(struct reading *reading, const char *where, int64_t number,
                   const struct cop_error *error)
{
    struct cop_explore_news *news = reading->news;

    if (news->refused++ == 0)
        snprintf(news->why, sizeof news->why, "%.150s, game %lld: %.300s", where, (long long)number,
                 error->message);
}

static void tell(const struct reading *reading)
{
    if (reading->effort->progress != NULL)
        reading->effort->progress(reading->effort->context, reading->news->read, reading->left);
}

/* ---- One game ---- */

static const char *maker_of(const struct cop_record *record, int ply, int turn)
{
    if (turn < 0)
        return NULL;
    return record->makers[ply] != NULL ? record->makers[ply] : record->players[turn];
}

/* Plays the game from its start and notes every move; `state` is then the last position. */
static bool follow(struct reading *reading, const struct cop_record *record, void *state,
                   struct cop_error *error)
{
    const struct cop_game *game = reading->game;

    if (!cop_record_start(record, game, state, error))
        return false;
    if (record->move_count > reading->visit_room) {
        reading->visit_room = 2 * record->move_count;
        reading->visits =
            cop_reallocate(reading->visits, (size_t)reading->visit_room * sizeof *reading->visits);
    }
    for (int ply = 0; ply < record->move_count; ply++) {
        struct cop_spot spot;

        cop_spot_find(game, state, &spot);
        reading->visits[ply] = (struct cop_visit){
            .key = spot.key,
            .proof = spot.proof,
            .move = cop_spot_move(game, &spot, record->moves[ply]),
            .ply = ply,
            .name = maker_of(record, ply, game->rules->turn(game, state)),
        };
        game->rules->play(game, state, record->moves[ply]);
    }
    return true;
}

/* The result as course.h writes it: "B+R", "0", or everyone's share. */
static bool read_result(const struct cop_game *game, const char *words, double *payoff)
{
    const char *at = words;

    if (words == NULL)
        return false;
    if (game->players == 2 && (words[0] == 'B' || words[0] == 'W') && words[1] == '+') {
        payoff[0] = words[0] == 'B';
        payoff[1] = 1 - payoff[0];
        return true;
    }
    if (game->players == 2 && (strcmp(words, "0") == 0 || strcmp(words, "Draw") == 0)) {
        payoff[0] = payoff[1] = 0.5;
        return true;
    }
    for (int i = 0; i < game->players; i++) {
        char *end;

        payoff[i] = strtod(at, &end);
        if (end == at || !(payoff[i] >= 0 && payoff[i] <= 1))
            return false;
        at = end;
    }
    return true;
}

/* Each player's share, unless the store has said it; false if the game is not over. */
static bool find_payoff(const struct reading *reading, const struct cop_record *record,
                        const void *state, double *payoff)
{
    const struct cop_game *game = reading->game;

    if (game->rules->turn(game, state) != COP_OVER)
        return read_result(game, record->result, payoff);
    game->rules->payoff(game, state, payoff);
    return true;
}

static void write_result(const struct reading *reading, const struct cop_record *record,
                         const void *state, struct cop_text *words)
{
    const struct cop_game *game = reading->game;

    if (game->rules->turn(game, state) == COP_OVER)
        cop_end_in_words(game, state, words);
    else
        cop_text_add(words, "%s", record->result != NULL ? record->result : "");
}

static void add_game(struct reading *reading, const struct cop_record *record, const void *state,
                     const double *payoff, struct cop_explored_game *row)
{
    const struct cop_game *game = reading->game;
    struct cop_text result = COP_TEXT;

    write_result(reading, record, state, &result);
    row->source = reading->source.id;
    row->result = result.bytes;
    row->plies = record->move_count;
    row->seat_count = game->players;
    row->visits = reading->visits;
    row->visit_count = record->move_count;
    if (record->date != NULL)
        row->date = record->date;
    for (int i = 0; i < game->players; i++)
        row->seats[i] = (struct cop_explored_seat){
            .name = record->players[i],
            .payoff = payoff[i],
            .score = game->rules->score != NULL ? game->rules->score(game, state, i) : 0};
    if (!cop_explored_add(reading->explorer->index, row, reading->error))
        reading->has_failed = true;
    reading->news->read++;
    cop_text_free(&result);
}

/* One record of the game. `payoff` is what a store says of the result, NULL where the record must.
 * False and a message if it cannot be read; a game that goes on is left out. */
static bool read_record(struct reading *reading, const char *bytes, size_t length,
                        const double *payoff, struct cop_explored_game *row,
                        struct cop_error *error)
{
    alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    double shares[COP_PLAYERS_MAX];
    struct cop_record record;
    bool is_good;

    if (!cop_record_read_game(bytes, length, reading->game, &record, error))
        return false;
    is_good = follow(reading, &record, state, error);
    if (is_good && (payoff != NULL || find_payoff(reading, &record, state, shares)))
        add_game(reading, &record, state, payoff != NULL ? payoff : shares, row);
    cop_record_free(&record);
    return is_good;
}

/* ---- Stores ---- */

/* One batch of a store. */
struct batch {
    struct reading *reading;
    const char *path;
    int games;
    bool is_cut; /* it ended early */
};

static bool read_added(void *context, const struct cop_added_game *added)
{
    struct batch *batch = context;
    struct reading *reading = batch->reading;
    struct cop_explored_game row = {.number = added->number, .date = added->made};
    struct cop_error error;

    if (batch->games > 0 && (is_stopped(reading) || cop_now() >= reading->batch_ends)) {
        batch->is_cut = true;
        return false;
    }
    if (added->seat_count != reading->game->players) {
        cop_fail(&error, "it has %d seats and not %d", added->seat_count, reading->game->players);
        refuse(reading, batch->path, added->number, &error);
    } else if (!read_record(reading, added->sgf, strlen(added->sgf), added->payoff, &row, &error)) {
        refuse(reading, batch->path, added->number, &error);
    }
    batch->games++;
    reading->source.seen = added->number;
    reading->source.mark = cop_fingerprint(added->sgf, strlen(added->sgf));
    return !reading->has_failed;
}

/* Another store at the same place: what was read of the one before is forgotten. */
static bool check_mark(struct reading *reading, struct cop_store *store)
{
    struct cop_explored_source *source = &reading->source;
    struct cop_text sgf = COP_TEXT;
    struct cop_error error;
    bool is_same = source->seen == 0;

    if (!is_same && cop_store_sgf(store, source->seen, &sgf, &error))
        is_same = cop_fingerprint(sgf.bytes, sgf.length) == source->mark;
    cop_text_free(&sgf);
    if (is_same)
        return true;
    source->seen = 0;
    return cop_explored_forget(reading->explorer->index, source->id, 0, reading->error) &&
           cop_explored_sweep(reading->explorer->index, reading->error);
}

/* Reads a batch; *is_done if there is nothing left. False if the index fails. */
static bool read_batch(struct reading *reading, struct cop_store *store, const char *path,
                       bool *is_done)
{
    struct cop_store *index = reading->explorer->index;
    struct batch batch = {.reading = reading, .path = path};
    struct cop_text identity = COP_TEXT;
    struct cop_error error;
    bool is_good;

    *is_done = true;
    reading->batch_ends = cop_now() + seconds_at_once;
    cop_text_add(&identity, "game %s\n", reading->game->name);
    if (!cop_explored_begin(index, reading->error)) {
        cop_text_free(&identity);
        return false;
    }
    is_good =
        cop_explored_find(index, path, reading->game->name, &reading->source, reading->error) &&
        check_mark(reading, store);
    if (is_good) {
        if (!cop_store_each_added(store, identity.bytes, reading->source.seen, GAMES_AT_ONCE,
                                  read_added, &batch, &error))
            note_trouble(reading, &error);
        *is_done = !batch.is_cut && batch.games < GAMES_AT_ONCE;
        is_good =
            !reading->has_failed && cop_explored_set_seen(index, &reading->source, reading->error);
    }
    is_good = cop_explored_end(index, is_good, reading->error);
    if (is_good && !*is_done &&
        !cop_store_count_added(store, identity.bytes, reading->source.seen, &reading->left, NULL))
        reading->left = 0;
    cop_text_free(&identity);
    return is_good;
}

static bool read_store(struct reading *reading, const char *path)
{
    struct cop_error error;
    struct cop_store *store = cop_store_open_games(path, &error);
    bool is_done = false, is_good = true;

    if (store == NULL) {
        note_trouble(reading, &error);
        return true;
    }
    while (is_good && !is_done) {
        is_good = read_batch(reading, store, path, &is_done);
        tell(reading);
        if (is_good && !is_done && is_stopped(reading))
            break;
    }
    reading->news->is_whole = reading->news->is_whole && is_done;
    cop_store_close(store);
    return is_good;
}

/* ---- Files and folders ---- */

/* A file that is there, or was read, or both. */
struct listed {
    char *name;
    int64_t file;        /* in the index; 0: not read */
    uint64_t stamp, now; /* as it was read, and as it is; now 0: it is gone */
    char date[32];       /* of its last change */
};

struct listing {
    struct listed *files;
    int count, room;
};

static struct listed *add_listed(struct listing *list, const char *name)
{
    if (list->count == list->room) {
        list->room = 2 * list->room + 16;
        list->files = cop_reallocate(list->files, (size_t)list->room * sizeof *list->files);
    }
    list->files[list->count] = (struct listed){.name = cop_copy_string(name)};
    return &list->files[list->count++];
}

static void free_listing(struct listing *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->files[i].name);
    free(list->files);
}

/* Known files come by name, so those of the folder are put among them. */
static struct listed *find_listed(struct listing *list, int known, const char *name)
{
    int low = 0, high = known;

    while (low < high) {
        int middle = (low + high) / 2;
        int order = strcmp(list->files[middle].name, name);

        if (order == 0)
            return &list->files[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static void list_known(void *context, int64_t file, const char *name, uint64_t stamp)
{
    struct listed *listed = add_listed(context, name);

    listed->file = file;
    listed->stamp = stamp;
}

/* When a file changes, one of these does. */
static uint64_t stamp_of(const struct stat *about)
{
    int64_t facts[] = {about->st_mtim.tv_sec, about->st_mtim.tv_nsec, about->st_size,
                       (int64_t)about->st_ino};
    uint64_t stamp = cop_fingerprint(facts, sizeof facts);

    return stamp != 0 ? stamp : 1;
}

static void list_file(struct listing *list, int known, const char *path, const char *name)
{
    struct listed *listed = find_listed(list, known, name);
    struct stat about;
    struct tm when;

    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return;
    if (listed == NULL)
        listed = add_listed(list, name);
    listed->now = stamp_of(&about);
    if (gmtime_r(&about.st_mtim.tv_sec, &when) != NULL)
        strftime(listed->date, sizeof listed->date, "%Y-%m-%d %H:%M:%S", &when);
}

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);

    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static void list_folder(struct listing *list, int known, const char *path)
{
    struct cop_text file = COP_TEXT;
    DIR *folder = opendir(path);

    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.' || !has_ending(entry->d_name, ".sgf"))
            continue;
        cop_text_clear(&file);
        cop_text_add(&file, "%s/%s", path, entry->d_name);
        list_file(list, known, file.bytes, entry->d_name);
    }
    if (folder != NULL)
        closedir(folder);
    cop_text_free(&file);
}

bool cop_next_record(const char *bytes, size_t length, size_t *at, size_t *from)
{
    int depth = 0;

    while (*at < length && bytes[*at] != '(')
        ++*at;
    *from = *at;
    for (bool is_value = false; *at < length;) {
        char byte = bytes[(*at)++];

        if (is_value && byte == '\\' && *at < length)
            ++*at;
        else if (is_value)
            is_value = byte != ']';
        else if (byte == '[')
            is_value = true;
        else if (byte == '(')
            depth++;
        else if (byte == ')' && --depth == 0)
            return true;
    }
    return *from < length;
}

/* The game that a record names; NULL if it does not. */
static char *spec_of(const char *bytes, size_t length, struct cop_error *error)
{
    struct cop_sgf sgf;
    char *spec = NULL;

    if (!cop_sgf_read(&sgf, bytes, length, error))
        return NULL;
    for (int i = 0; i < sgf.property_count && sgf.properties[i].node == 0 && spec == NULL; i++)
        if (strcmp(sgf.properties[i].name, "KG") == 0)
            spec = cop_sgf_value(&sgf, &sgf.properties[i], COP_SGF_SIMPLE);
    if (spec == NULL)
        cop_fail(error, "it does not say which game it is; only records that Coppice has written, "
                        "with KG in their first node, can be read");
    cop_sgf_free(&sgf);
    return spec;
}

static void read_one_of_file(struct reading *reading, const char *path, const char *bytes,
                             size_t length, struct cop_explored_game *row)
{
    struct cop_error error;
    char *spec = spec_of(bytes, length, &error);

    if (spec == NULL || (cop_game_is(reading->game, spec) &&
                         !read_record(reading, bytes, length, NULL, row, &error)))
        refuse(reading, path, row->number, &error);
    free(spec);
}

/* All games of a file that is new or has changed. */
static bool read_file(struct reading *reading, const char *path, const struct listed *listed)
{
    struct cop_explored_game row = {.date = listed->date};
    struct cop_error error;
    size_t length, at = 0, from;
    char *bytes = cop_file_read(path, COP_EXPLORED_FILE_MAX, &length, &error);
    bool is_good = true;

    if (bytes == NULL) {
        note_trouble(reading, &error);
        return true;
    }
    is_good = cop_explored_add_file(reading->explorer->index, reading->source.id, listed->name,
                                    listed->now, &row.file, reading->error);
    while (is_good && !reading->has_failed && cop_next_record(bytes, length, &at, &from)) {
        row.number++;
        row.date = listed->date;
        read_one_of_file(reading, path, bytes + from, at - from, &row);
    }
    if (row.number == 0) {
        cop_fail(&error, "there is no game in it: an SGF file begins with (;");
        refuse(reading, path, 1, &error);
    }
    free(bytes);
    return is_good && !reading->has_failed;
}

static bool renew_file(struct reading *reading, const char *path, const struct listed *listed)
{
    struct cop_store *index = reading->explorer->index;
    struct cop_text whole = COP_TEXT;
    bool is_good = true;

    cop_text_add(&whole, "%s%s%s", path, listed->name[0] != '\0' ? "/" : "", listed->name);
    if (listed->file != 0)
        is_good = cop_explored_forget(index, reading->source.id, listed->file, reading->error);
    if (is_good && listed->now != 0)
        is_good = read_file(reading, whole.bytes, listed);
    cop_text_free(&whole);
    return is_good;
}

/* Reads what has changed, until the batch is to end; *left counts the files that still wait. */
static bool renew_files(struct reading *reading, const char *path, const struct listing *list,
                        int64_t *left)
{
    bool is_good = true;
    int done = 0;

    *left = 0;
    for (int i = 0; is_good && i < list->count; i++) {
        const struct listed *listed = &list->files[i];

        if (listed->stamp == listed->now)
            continue;
        if (done > 0 && (is_stopped(reading) || cop_now() >= reading->batch_ends)) {
            ++*left;
        } else {
            is_good = renew_file(reading, path, listed);
            done++;
        }
    }
    return is_good;
}

/* The same once, in one transaction. */
static bool read_some_files(struct reading *reading, const char *path, bool is_folder)
{
    struct cop_store *index = reading->explorer->index;
    struct listing list = {0};
    bool is_good;

    reading->batch_ends = cop_now() + seconds_at_once;
    if (!cop_explored_begin(index, reading->error))
        return false;
    is_good =
        cop_explored_find(index, path, reading->game->name, &reading->source, reading->error) &&
        cop_explored_each_file(index, reading->source.id, list_known, &list, reading->error);
    if (is_good && is_folder)
        list_folder(&list, list.count, path);
    else if (is_good)
        list_file(&list, list.count, path, "");
    is_good = is_good && renew_files(reading, path, &list, &reading->left);
    free_listing(&list);
    return cop_explored_end(index, is_good, reading->error);
}

static bool read_files(struct reading *reading, const char *path, bool is_folder)
{
    bool is_good;

    do {
        is_good = read_some_files(reading, path, is_folder);
        tell(reading);
    } while (is_good && reading->left > 0 && !is_stopped(reading));
    reading->news->is_whole = reading->news->is_whole && reading->left == 0;
    return is_good;
}

/* ---- Sources ---- */

bool cop_source_kind_of(const char *path, enum cop_source_kind *kind, struct cop_error *error)
{
    static const char mark[] = "SQLite format 3";
    char head[sizeof mark] = "";
    struct stat about;
    int file;

    if (stat(path, &about) != 0)
        return cop_fail(error,
                        "cannot read '%s': %s; give a store of coppice match, an SGF file "
                        "or a folder of these",
                        path, strerror(errno));
    if (S_ISDIR(about.st_mode)) {
        *kind = COP_SOURCE_FOLDER;
        return true;
    }
    if (!S_ISREG(about.st_mode))
        return cop_fail(error, "'%s' is neither a file nor a folder", path);
    file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return cop_fail(error, "cannot read '%s': %s", path, strerror(errno));
    *kind = read(file, head, sizeof head) == (ssize_t)sizeof head &&
                    memcmp(head, mark, sizeof mark) == 0
                ? COP_SOURCE_STORE
                : COP_SOURCE_FILE;
    close(file);
    return true;
}

static bool read_source(struct reading *reading, const char *path)
{
    enum cop_source_kind kind;
    struct cop_error error;

    reading->left = 0;
    if (!cop_source_kind_of(path, &kind, &error)) {
        note_trouble(reading, &error);
        return true;
    }
    if (kind == COP_SOURCE_STORE)
        return read_store(reading, path);
    return read_files(reading, path, kind == COP_SOURCE_FOLDER);
}

bool cop_explorer_read(struct cop_explorer *explorer, const struct cop_game *game,
                       const struct cop_explore_effort *effort, struct cop_explore_news *news,
                       struct cop_error *error)
{
    struct reading reading = {
        .explorer = explorer,
        .game = game,
        .effort = effort,
        .news = news,
        .ends = effort->seconds > 0 ? cop_now() + effort->seconds : 0,
        .error = error,
    };
    bool is_good = true;

    *news = (struct cop_explore_news){.is_whole = true};
    pthread_mutex_lock(&explorer->lock);
    for (int i = 0; is_good && i < explorer->path_count; i++)
        is_good = read_source(&reading, explorer->paths[i]);
    pthread_mutex_unlock(&explorer->lock);
    free(reading.visits);
    return is_good;
}
