/* bench_command.c - `coppice bench`: speed and signature, measured by bench/measure.c. */
#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

#include "base/machine.h"
#include "front/bench_serve.h"
#include "front/commands.h"
#include "measure.h"

static const struct cop_option options[] = {
    {"seconds", COP_DURATION, "1s", 0, 3600, .help = "how long to repeat each measurement"},
    {"tables", COP_INTEGER, "50", 1, 100, .help = "serve: games played at the same time"},
    {"game", COP_SPEC, "", .help = "measure the speed of this game only"},
    {"json", COP_FLAG, "off", .help = "write one JSON object"},
    {NULL},
};

enum part { GAMES = 1, SEARCH = 2, DEPTH = 4, SIGNATURE = 8, SERVE = 16 };

static const struct {
    const char *name;
    int parts;
} selections[] = {
    {"games", GAMES},         {"search", SEARCH}, {"depth", DEPTH},
    {"signature", SIGNATURE}, {"serve", SERVE},   {"all", GAMES | SEARCH | DEPTH | SIGNATURE},
};

enum { SELECTIONS = sizeof selections / sizeof selections[0] };

/* One call of the command. Tables are printed as they come, JSON at the end. */
struct session {
    const struct cop_arguments *arguments;
    const atomic_bool *stop;
    double seconds;
    struct cop_text json;
    int rows; /* of the JSON */
    bool wants_json;
};

static bool read_selection(const struct cop_arguments *arguments, int *parts,
                           struct cop_error *error)
{
    const char *word = arguments->word_count > 0 ? arguments->words[0] : "all";
    const char *names[SELECTIONS];

    for (int i = 0; i < SELECTIONS; i++) {
        if (strcasecmp(selections[i].name, word) == 0) {
            *parts = selections[i].parts;
            return true;
        }
        names[i] = selections[i].name;
    }
    return cop_fail(error,
                    "bench: there is nothing called \"%.60s\" to measure%s; it is games, search, "
                    "depth, signature, serve or all",
                    word, cop_nearest(word, names, SELECTIONS));
}

/* A wrong --game is told before anything is measured. */
static bool check_game(const struct cop_arguments *arguments, struct cop_error *error)
{
    const char *only = cop_words(arguments->options, "game");
    struct cop_game *game = only[0] != '\0' ? cop_game_open(only, error) : NULL;
    bool is_good = only[0] == '\0' || game != NULL;

    cop_game_close(game);
    return is_good;
}

/* ---- Speed of one game ---- */

static void add_json_speed(struct cop_text *json, const char *name, const struct cop_speed *speed)
{
    cop_text_add(json,
                 ", \"%s\": {\"count\": %" PRId64 ", \"seconds\": %.6f, \"per_second\": %.0f, "
                 "\"best_per_second\": %.0f}",
                 name, speed->count, speed->seconds, cop_speed_mean(speed), speed->best_second);
}

static void measure_playouts(struct session *session, const struct cop_game *game)
{
    struct cop_speed speed;
    double plies;

    cop_measure_playouts(game, session->seconds, session->stop, &speed);
    plies = (double)speed.steps / (double)speed.count;
    add_json_speed(&session->json, "playouts", &speed);
    cop_text_add(&session->json, ", \"plies\": %.4f", plies);
    if (!session->wants_json)
        printf("%-14s %11.0f playouts/s (best %.0f), %.1f plies each, %.1f million moves/s\n",
               game->name, cop_speed_mean(&speed), speed.best_second, plies,
               1e-6 * plies * cop_speed_mean(&speed));
}

static bool measure_search(struct session *session, const struct cop_game *game,
                           struct cop_error *error)
{
    struct cop_speed one, two;
    double ratio, best_ratio;

    if (!cop_measure_search(game, session->seconds, session->stop, &one, &two, error))
        return false;
    if (atomic_load(session->stop))
        return true; /* searches that were cut short say nothing */
    ratio = cop_speed_mean(&two) / cop_speed_mean(&one);
    best_ratio = two.best_second / one.best_second;
    add_json_speed(&session->json, "search_1_thread", &one);
    add_json_speed(&session->json, "search_2_threads", &two);
    cop_text_add(&session->json, ", \"ratio\": %.4f, \"best_ratio\": %.4f", ratio, best_ratio);
    if (!session->wants_json)
        printf("%-14s %11.0f sims/s (best %.0f) with 1 thread, %.0f (best %.0f) with 2: "
               "%.2f times (best %.2f)\n",
               game->name, cop_speed_mean(&one), one.best_second, cop_speed_mean(&two),
               two.best_second, ratio, best_ratio);
    return true;
}

static bool measure_depth(struct session *session, const struct cop_game *game,
                          struct cop_error *error)
{
    struct cop_depth_speed speed;

    if (!cop_measure_depth(game, session->seconds, session->stop, &speed, error))
        return false;
    if (atomic_load(session->stop))
        return true;
    cop_text_add(&session->json,
                 ", \"depth\": {\"agent\": \"%s\", \"depth\": %d, \"nodes\": %" PRId64
                 ", \"nodes_without_table\": %" PRId64
                 ", \"nodes_per_second\": %.0f, \"seconds\": %.6f, \"two_threads\": %.6f}",
                 speed.agent, speed.depth, speed.nodes, speed.nodes_without_table,
                 speed.nodes_per_second, speed.seconds, speed.two_seconds);
    if (!session->wants_json)
        printf("%-18s %-9s depth %2d  %9" PRId64 " nodes, %8.0f/s; without table %.2f times as "
               "many; 2 threads %.2f times as fast\n",
               game->name, speed.agent, speed.depth, speed.nodes, speed.nodes_per_second,
               (double)speed.nodes_without_table / (double)speed.nodes,
               speed.seconds / speed.two_seconds);
    return true;
}

/* All parts of one game: a row of the JSON, a line of each table. */
static bool measure_game(struct session *session, const char *spec, int parts,
                         struct cop_error *error)
{
    struct cop_game *game = cop_game_open(spec, error);
    bool is_good = true;

    if (game == NULL)
        return false;
    cop_text_add(&session->json, "%s\n    {\"game\": ", session->rows++ > 0 ? "," : "");
    cop_text_add_json(&session->json, game->name);
    if ((parts & GAMES) != 0)
        measure_playouts(session, game);
    if ((parts & SEARCH) != 0)
        is_good = measure_search(session, game, error);
    if (is_good && (parts & DEPTH) != 0)
        is_good = measure_depth(session, game, error);
    cop_text_add(&session->json, "}");
    fflush(stdout);
    cop_game_close(game);
    return is_good;
}

static bool measure_speed(struct session *session, int parts, struct cop_error *error)
{
    const char *only = cop_words(session->arguments->options, "game");
    bool is_good = true;

    if (only[0] != '\0')
        return measure_game(session, only, parts, error);
    for (int i = 0; cop_all_rules[i] != NULL && is_good && !atomic_load(session->stop); i++)
        is_good = measure_game(session, cop_all_rules[i]->name, parts, error);
    return is_good;
}

/* ---- The command ---- */

static void show_machine(struct session *session)
{
    struct cop_text name = COP_TEXT;
    double load = cop_machine_load();
    int cores = cop_machine_cores();

    cop_machine_name(&name);
    cop_text_add(&session->json, "{\n  \"version\": ");
    cop_text_add_json(&session->json, cop_version());
    cop_text_add(&session->json, ",\n  \"machine\": ");
    cop_text_add_json(&session->json, name.bytes);
    cop_text_add(&session->json, ",\n  \"cores\": %d,\n  \"load\": %.2f", cores, load);
    if (!session->wants_json)
        printf("coppice %s on %s, %d cores, load %.1f%s\n", cop_version(), name.bytes, cores, load,
               load > 0.5 * cores ? " (busy: speeds will be too low)" : "");
    fflush(stdout);
    cop_text_free(&name);
}

static bool measure_signature(struct session *session, struct cop_error *error)
{
    uint64_t signature;

    if (!cop_measure_signature(session->stop, &signature, error))
        return false;
    if (atomic_load(session->stop))
        return true; /* a part of it is worth nothing */
    cop_text_add(&session->json, ",\n  \"signature\": %" PRIu64, signature);
    if (!session->wants_json)
        printf("signature %" PRIu64 "\n", signature);
    return true;
}

static bool measure_server(struct session *session, struct cop_error *error)
{
    int tables = (int)cop_integer(session->arguments->options, "tables");
    struct cop_text text = COP_TEXT;
    bool is_good =
        cop_bench_serve(tables, session->seconds, session->stop, session->wants_json, &text, error);

    if (session->wants_json)
        cop_text_add(&session->json, ",\n  %s", text.bytes);
    else
        printf("%s", text.bytes);
    cop_text_free(&text);
    return is_good;
}

static bool measure(struct session *session, int parts, struct cop_error *error)
{
    bool is_good = true;

    show_machine(session);
    if ((parts & (GAMES | SEARCH | DEPTH)) != 0) {
        cop_text_add(&session->json, ",\n  \"games\": [");
        is_good = measure_speed(session, parts, error);
        cop_text_add(&session->json, "\n  ]");
    }
    if (is_good && (parts & SIGNATURE) != 0 && !atomic_load(session->stop))
        is_good = measure_signature(session, error);
    if (is_good && (parts & SERVE) != 0)
        is_good = measure_server(session, error);
    cop_text_add(&session->json, "\n}\n");
    if (is_good && session->wants_json)
        cop_print(&session->json);
    cop_text_free(&session->json);
    return is_good;
}

static int run(const struct cop_arguments *arguments)
{
    struct session session = {
        .arguments = arguments,
        .stop = arguments->interrupted,
        .seconds = cop_real(arguments->options, "seconds"),
        .json = COP_TEXT,
        .wants_json = cop_flag(arguments->options, "json"),
    };
    struct cop_error error;
    int parts = 0;

    if (!read_selection(arguments, &parts, &error) || !check_game(arguments, &error))
        return cop_complain(COP_USAGE, &error);
    if (!measure(&session, parts, &error))
        return cop_complain(COP_FAILED, &error);
    if (!atomic_load(arguments->interrupted))
        return COP_DONE;
    cop_fail(&error, "interrupted; what is missing was not measured");
    return cop_complain(COP_FAILED, &error);
}

const struct cop_command cop_bench_command = {
    .name = "bench",
    .words = "[games|search|depth|signature|serve|all]",
    .summary = "Measures the speed of the games and of the searches, and the signature",
    .help =
        "games: uniformly random games from the start position, one thread. search: mcts with "
        "100k\n"
        "simulations on a fresh tree, with one and with two threads in turn. Compare speeds only\n"
        "within one run; `best` is the fastest repetition, which other work on the machine "
        "disturbs\n"
        "least. depth: a depth-first search of some hundred thousand nodes, its nodes without a\n"
        "table, and its time with two threads.\n"
        "\n"
        "signature: one number made of a fixed set of seeded searches. It is the same on every\n"
        "machine and changes only when a commit changes a game or a search.\n"
        "\n"
        "serve: a server of its own on 127.0.0.1 and as many players as --tables says, for\n"
        "--seconds; counts requests, failures and events, and the memory. Not a part of all.\n"
        "\n"
        "    coppice bench\n"
        "    coppice bench serve --seconds 60\n"
        "    coppice bench search --game \"othello(size=6)\" --seconds 5s",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
