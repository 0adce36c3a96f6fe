/* perft_command.c - `coppice perft`: counts move sequences, the proof of a game's rules. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/json.h"
#include "front/commands.h"
#include "front/setup_options.h"

enum { DEPTH_MAX = 60, UNCHECKED_DEPTH = 3 };

static const struct cop_option options[] = {
    {"divide", COP_FLAG, "off", .help = "count behind each first move, at the full depth only"},
    {"json", COP_FLAG, "off", .help = "write one JSON object"},
    COP_SETUP_OPTIONS,
    {NULL},
};

static const struct cop_option depth_option[] = {
    {"depth", COP_INTEGER, "1", 0, DEPTH_MAX, .help = "plies"},
    {NULL},
};

/* One call of the command. */
struct counting {
    const struct cop_setup *setup;
    const atomic_bool *interrupted;
    struct cop_json json;
    bool wants_json;
};

static bool read_depth(const char *word, int *depth, struct cop_error *error)
{
    struct cop_settings *settings = cop_settings_parse("perft", depth_option, NULL, error);
    bool is_good = settings != NULL && cop_settings_set(settings, "perft", "depth", word, error);

    if (is_good)
        *depth = (int)cop_integer(settings, "depth");
    cop_settings_free(settings);
    return is_good;
}

/* As cop_perft, but looks at the flag now and then; the count is of no use once it is set. */
static int64_t count_below(const struct counting *counting, const void *state, int depth)
{
    const struct cop_game *game = counting->setup->game;
    cop_move *moves;
    unsigned char *child;
    int64_t sum = 0;
    int count;

    if (depth <= UNCHECKED_DEPTH)
        return cop_perft(game, state, depth);
    moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    child = cop_allocate(game->state_size);
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count && !atomic_load(counting->interrupted); i++) {
        memcpy(child, state, game->state_size);
        game->rules->play(game, child, moves[i]);
        sum += count_below(counting, child, depth - 1);
    }
    free(child);
    free(moves);
    return sum;
}

static void report_time(int depth, int64_t count, double seconds)
{
    fprintf(stderr, "depth %d: %.3f s", depth, seconds);
    if (seconds > 0.001)
        fprintf(stderr, ", %.1f million/s", 1e-6 * (double)count / seconds);
    fprintf(stderr, "\n");
}

static void count_each_depth(struct counting *counting, int depth)
{
    cop_json_array(&counting->json, "depths");
    /* There is no use in counting on for a reader who has gone. */
    for (int plies = depth < 1 ? depth : 1; plies <= depth && !ferror(stdout); plies++) {
        double start = cop_now();
        int64_t count = count_below(counting, cop_course_now(&counting->setup->course), plies);
        double seconds = cop_now() - start;

        if (atomic_load(counting->interrupted))
            break;
        cop_json_object(&counting->json, NULL);
        cop_json_add_integer(&counting->json, "depth", plies);
        cop_json_add_integer(&counting->json, "count", count);
        cop_json_add_fixed(&counting->json, "seconds", seconds, 6);
        cop_json_end(&counting->json);
        if (!counting->wants_json) {
            printf("%2d  %" PRId64 "\n", plies, count);
            fflush(stdout);
        }
        report_time(plies, count, seconds);
    }
    cop_json_end(&counting->json);
}

static void count_each_move(struct counting *counting, int depth)
{
    const struct cop_game *game = counting->setup->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    void *child = cop_allocate(game->state_size);
    struct cop_text name = COP_TEXT;
    double start = cop_now();
    int64_t sum = 0;
    int move_count;

    move_count = game->rules->moves(game, cop_course_now(&counting->setup->course), moves);
    cop_json_add_integer(&counting->json, "depth", depth);
    cop_json_array(&counting->json, "moves");
    for (int i = 0; i < move_count; i++) {
        int64_t count;

        memcpy(child, cop_course_now(&counting->setup->course), game->state_size);
        game->rules->play(game, child, moves[i]);
        count = count_below(counting, child, depth - 1);
        if (atomic_load(counting->interrupted))
            break;
        sum += count;
        cop_text_clear(&name);
        game->rules->write_move(game, cop_course_now(&counting->setup->course), moves[i], &name);
        cop_json_object(&counting->json, NULL);
        cop_json_add_string(&counting->json, "move", name.bytes);
        cop_json_add_integer(&counting->json, "count", count);
        cop_json_end(&counting->json);
        if (!counting->wants_json)
            printf("%-8s %" PRId64 "\n", name.bytes, count);
    }
    cop_json_end(&counting->json);
    cop_json_add_integer(&counting->json, "count", sum);
    if (!atomic_load(counting->interrupted)) {
        if (!counting->wants_json)
            printf("%-8s %" PRId64 "\n", "total", sum);
        report_time(depth, sum, cop_now() - start);
    }
    cop_text_free(&name);
    free(child);
    free(moves);
}

static void count_and_print(struct counting *counting, int depth, bool divide)
{
    const struct cop_game *game = counting->setup->game;
    struct cop_text position = COP_TEXT;

    game->rules->write_position(game, cop_course_now(&counting->setup->course), &position);
    cop_json_object(&counting->json, NULL);
    cop_json_add_string(&counting->json, "game", game->name);
    cop_json_add_string(&counting->json, "position", position.bytes);
    if (divide && depth > 0)
        count_each_move(counting, depth);
    else
        count_each_depth(counting, depth);
    cop_json_add_flag(&counting->json, "interrupted", atomic_load(counting->interrupted));
    cop_json_end(&counting->json);
    cop_text_add(counting->json.text, "\n");
    if (counting->wants_json)
        cop_print(counting->json.text);
    cop_text_free(counting->json.text);
    cop_text_free(&position);
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_error error;
    struct cop_setup setup;
    struct cop_text text = COP_TEXT;
    struct counting counting = {
        .setup = &setup,
        .interrupted = arguments->interrupted,
        .json = {.text = &text},
        .wants_json = cop_flag(arguments->options, "json"),
    };
    int depth, status;

    if (!read_depth(arguments->words[1], &depth, &error))
        return cop_complain(COP_USAGE, &error);
    status = cop_setup_open(&setup, arguments->words[0], arguments->options, &error);
    if (status != COP_DONE)
        return cop_complain(status, &error);
    count_and_print(&counting, depth, cop_flag(arguments->options, "divide"));
    cop_setup_close(&setup);
    if (!atomic_load(arguments->interrupted))
        return COP_DONE;
    cop_fail(&error, "interrupted; what is printed is complete");
    return cop_complain(COP_FAILED, &error);
}

const struct cop_command cop_perft_command = {
    .name = "perft",
    .words = "GAME DEPTH",
    .summary = "Counts the move sequences of 1, 2, ... DEPTH plies",
    .help = "Two programs with the same rules count the same, so these numbers prove a game's\n"
            "rules. A game that ends earlier is not counted; a pass and an outcome of chance are\n"
            "plies. Counts go to standard output, times to standard error.\n"
            "\n"
            "    coppice perft othello 8\n"
            "    coppice perft connect4 6 --moves 4444 --divide",
    .words_low = 2,
    .words_high = 2,
    .options = options,
    .run = run,
};
