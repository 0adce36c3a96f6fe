#include "lab/run/counts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "coppice/coppice.h"
#include "lab/run/observation.h"
#include "lab/run/tally.h"

enum { PERFT_MAX = 30, ARRANGED_MAX = 62 };

/* What can be counted. `classes` and `positions` are of the game's indexing (tally.h). */
enum what { PERFT, ARRANGEMENTS, CLASSES, POSITIONS, COUNTERS };

static const struct {
    const char *name, *help;
} counters[COUNTERS] = {
    [PERFT] = {"perft", "perft(4): sequences of 4 moves, those of chance included"},
    [ARRANGEMENTS] =
        {"arrangements",
         "arrangements(4): ways in which 4 pieces of two sides can stand on the board"},
    [CLASSES] = {"classes",
                 "classes(3-2, win): positions of a class, or with so many pieces, that are worth "
                 "this, or whatever they are worth, images counted once; classes(3-2, win, 3): "
                 "without those that symmetry 3 leaves as they are"},
    [POSITIONS] = {"positions", "positions(3-2, win): the same with all images"},
};

/* One of them with its arguments. */
struct count {
    enum what what;
    int argument; /* of perft and arrangements */
    struct cop_tally_question question;
};

static bool read_whole(const char *word, int least, int most, int *number)
{
    char *end;
    long read = strtol(word, &end, 10);

    *number = (int)read;
    return end > word && *end == '\0' && read >= least && read <= most;
}

static bool read_value(const char *word, enum cop_known *value)
{
    static const char *const names[] = {
        [COP_KNOWN_LOSS] = "loss", [COP_KNOWN_DRAW] = "draw", [COP_KNOWN_WIN] = "win"};

    for (int i = COP_KNOWN_LOSS; i <= COP_KNOWN_WIN; i++)
        if (strcmp(word, names[i]) == 0) {
            *value = (enum cop_known)i;
            return true;
        }
    return false;
}

/* The words between the brackets, at most three; 0 if there are none or too many. */
static int split(char *inside, char *words[3])
{
    int count = 0;
    char *rest, *word = strtok_r(inside, ",", &rest);

    for (; word != NULL; word = strtok_r(NULL, ",", &rest)) {
        if (count == 3)
            return 0;
        words[count++] = word + strspn(word, " ");
    }
    return count;
}

static bool read_arguments(char *inside, struct count *count)
{
    struct cop_tally_question *question = &count->question;
    char *words[3];
    int given = split(inside, words);

    if (given == 0)
        return false;
    if (count->what == PERFT || count->what == ARRANGEMENTS)
        return given == 1 &&
               read_whole(words[0], 0, count->what == PERFT ? PERFT_MAX : ARRANGED_MAX,
                          &count->argument);
    if (strlen(words[0]) >= sizeof question->set)
        return false;
    memcpy(question->set, words[0], strlen(words[0]) + 1);
    question->counts_images = count->what == POSITIONS;
    return (given < 2 || read_value(words[1], &question->value)) &&
           (given < 3 || read_whole(words[2], 1, 7, &question->without));
}

/* False if it is nothing that can be counted. */
static bool read_count(const char *what, struct count *count)
{
    size_t length = strcspn(what, "("), whole = strlen(what);

    *count = (struct count){0};
    for (int i = 0; i < COUNTERS && whole > length + 2 && what[whole - 1] == ')'; i++)
        if (strlen(counters[i].name) == length && strncmp(what, counters[i].name, length) == 0) {
            char *inside = cop_copy_bytes(what + length + 1, whole - length - 2);
            bool is_read;

            count->what = (enum what)i;
            is_read = read_arguments(inside, count);
            free(inside);
            return is_read;
        }
    return false;
}

static bool is_tallied(const struct count *count)
{
    return count->what == CLASSES || count->what == POSITIONS;
}

/* Pieces of the largest database that is needed for it. */
static int pieces_for(const struct cop_game *game, const struct count *count)
{
    return is_tallied(count) && count->question.value != COP_UNKNOWN
               ? cop_tally_pieces(game, &count->question)
               : 0;
}

bool cop_count_check(const struct cop_game *game, const char *what, struct cop_error *error)
{
    struct cop_text help = COP_TEXT;
    struct count count;

    if (!read_count(what, &count)) {
        for (int i = 0; i < COUNTERS; i++)
            cop_text_add(&help, "%s%s", i > 0 ? "; " : "", counters[i].help);
        cop_fail(error, "\"%.60s\" cannot be counted; write %s", what, help.bytes);
        cop_text_free(&help);
        return false;
    }
    if (!is_tallied(&count))
        return true;
    if (game->rules->indexing == NULL || game->rules->indexing->still == NULL)
        return cop_fail(error, "the positions of %s have no numbers that tell images apart",
                        game->name);
    return cop_tally_pieces(game, &count.question) >= 0 ||
           cop_fail(error, "%s has no class of positions \"%s\"", game->name, count.question.set);
}

bool cop_count_shares(const char *what)
{
    struct count count;

    return read_count(what, &count) && is_tallied(&count);
}

/* Chooses the points, then whose each piece is, but not all of one side; -1 if there are too many.
 */
static int64_t count_arrangements(const struct cop_game *game, const void *state, int pieces)
{
    struct cop_scene scene = {0};
    int64_t ways = 1, sides = ((int64_t)1 << pieces) - 2;
    int points;

    game->rules->scene(game, state, -1, &scene);
    points = scene.cell_count;
    cop_scene_free(&scene);
    if (pieces < 2 || pieces > points)
        return 0;
    for (int i = 1; i <= pieces; i++) {
        if (ways > INT64_MAX / points)
            return -1;
        ways = ways * (points - pieces + i) / i;
    }
    return ways > INT64_MAX / sides ? -1 : ways * sides;
}

/* What the counts of a run share. */
struct counting {
    const struct cop_lab_run *run;
    int pieces; /* of the largest database that any of them needs */
    const atomic_bool *stop;
    bool is_stopped;
    struct cop_tallies *tallies; /* NULL: not needed so far */
};

static bool tally(struct counting *counting, const struct count *count, int64_t *number,
                  struct cop_error *error)
{
    if (counting->tallies == NULL)
        counting->tallies = cop_tallies_open(counting->run->game, counting->pieces, counting->stop,
                                             &counting->is_stopped, error);
    if (counting->tallies == NULL || counting->is_stopped)
        return counting->is_stopped;
    return cop_tally(counting->tallies, &count->question, number, error);
}

static bool do_count(struct counting *counting, const struct count *count, const void *state,
                     int64_t *number, struct cop_error *error)
{
    const struct cop_game *game = counting->run->game;

    if (is_tallied(count))
        return tally(counting, count, number, error);
    *number = count->what == PERFT ? cop_perft(game, state, count->argument)
                                   : count_arrangements(game, state, count->argument);
    return *number >= 0 || cop_fail(error, "%d pieces can stand in more than %lld ways",
                                    count->argument, (long long)INT64_MAX);
}

static bool count(struct counting *counting, const char *what, struct cop_counted *counted,
                  struct cop_error *error)
{
    void *state = cop_allocate(counting->run->game->state_size);
    double start = cop_now();
    struct count own;
    bool is_good = read_count(what, &own) && cop_lab_run_start(counting->run, state, error) &&
                   do_count(counting, &own, state, &counted->count, error);

    counted->seconds = round((cop_now() - start) * 1e6) / 1e6;
    free(state);
    return is_good;
}

/* All of a run build one database, which is large enough for each. */
static struct counting begin_counting(const struct cop_lab_run *run,
                                      const struct cop_lab_run_result *result, int first, int last,
                                      const atomic_bool *stop)
{
    struct counting counting = {.run = run, .stop = stop};

    for (int i = first; i <= last; i++) {
        struct count own;
        int pieces = read_count(result->entrants[i].agent, &own) ? pieces_for(run->game, &own) : 0;

        counting.pieces = pieces > counting.pieces ? pieces : counting.pieces;
    }
    return counting;
}

json_t *cop_pack_counted(const struct cop_counted *counted)
{
    return json_pack("{sI so}", "count", (json_int_t)counted->count, "seconds",
                     cop_pack_number(counted->seconds));
}

bool cop_unpack_counted(const json_t *json, struct cop_counted *counted)
{
    const json_t *number = json_object_get(json, "count");

    *counted = (struct cop_counted){json_integer_value(number),
                                    cop_unpack_number(json_object_get(json, "seconds"))};
    return json_is_integer(number);
}

/* -- the store -- */

struct stored {
    struct cop_counted counted;
    bool is_there;
    int64_t origin;
};

static void take(void *context, int number, const char *found, int64_t origin)
{
    struct stored *stored = context;
    json_t *json = json_loads(found, 0, NULL);

    (void)number;
    stored->is_there = cop_unpack_counted(json, &stored->counted);
    stored->origin = origin;
    json_decref(json);
}

static bool keep(struct cop_search_work *work, int64_t match, struct stored *stored,
                 struct cop_error *error)
{
    json_t *json = cop_pack_counted(&stored->counted);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15));
    bool is_good = cop_store_add_search(work->store, match, 0, text, error);

    stored->origin = work->makers->own;
    json_decref(json);
    free(text);
    return is_good;
}

static bool find_or_count(struct counting *counting, struct cop_search_work *work, const char *what,
                          struct cop_counted *counted, struct cop_error *error)
{
    const struct cop_lab_run *run = counting->run;
    struct cop_text identity = COP_TEXT;
    struct stored stored = {0};
    int64_t match;
    bool is_good;

    cop_text_add(&identity, "counts\ngame %s\nposition %s\nmoves %s\ncount %s\n", run->game->name,
                 run->position, run->moves, what);
    is_good = cop_store_match(work->store, identity.bytes, &match, error) &&
              cop_store_each_search(work->store, match, take, &stored, error);
    if (is_good && !stored.is_there)
        is_good = count(counting, what, &stored.counted, error) &&
                  (counting->is_stopped || keep(work, match, &stored, error));
    if (is_good && !counting->is_stopped)
        cop_makers_add(work->makers, stored.origin);
    *counted = stored.counted;
    cop_text_free(&identity);
    return is_good;
}

bool cop_lab_count(const struct cop_lab_run *run, struct cop_search_work *work,
                   struct cop_lab_run_result *result, struct cop_error *error)
{
    struct counting counting =
        begin_counting(run, result, 0, result->entrant_count - 1, work->order->stop);
    bool is_good = true;

    result->counted = cop_allocate((size_t)(result->entrant_count + 1) * sizeof *result->counted);
    for (int i = 0; i < result->entrant_count && is_good && cop_ranks_leads(work->order->ranks) &&
                    !atomic_load(work->order->stop);
         i++) {
        struct cop_lab_progress progress = {work->experiment, work->run, i + 1,
                                            result->entrant_count};

        is_good =
            find_or_count(&counting, work, result->entrants[i].agent, &result->counted[i], error);
        if (is_good && work->order->progress)
            work->order->progress(work->order->context, &progress);
    }
    cop_tallies_close(counting.tallies);
    return is_good;
}

json_t *cop_lab_count_again(const struct cop_lab_run *run, const struct cop_lab_run_result *result,
                            int entrant, const atomic_bool *stop, struct cop_error *error)
{
    struct counting counting = begin_counting(run, result, entrant, entrant, stop);
    struct cop_counted counted;
    bool is_good =
        count(&counting, result->entrants[entrant].agent, &counted, error) && !counting.is_stopped;

    cop_tallies_close(counting.tallies);
    return is_good ? cop_pack_counted(&counted) : NULL;
}
