/* bench_command.c - `coppice bench`: speed and signature, measured by bench/measure.c. */
#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

#include "base/json.h"
#include "base/machine.h"
#include "front/bench_serve.h"
#include "front/commands.h"
#include "measure.h"

static const struct cop_option options[] = {
    {"seconds", COP_DURATION, "1s", 0, 3600, .help = "how long to repeat each measurement"},
    {"tables", COP_INTEGER, "50", 1, 100, .help = "serve: games played at the same time"},
    {"game", COP_SPEC, "", .help = "measure the speed of this game only"},
    {"agent", COP_SPEC, "", .help = "search: measure this agent, with --game, and not mcts"},
    {"json", COP_FLAG, "off", .help = "write one JSON object"},
    {NULL},
};

enum part { GAMES = 1, SEARCH = 2, DEPTH = 4, SIGNATURE = 8, SERVE = 16, EVALUATORS = 32 };

static const struct {
    const char *name;
    int parts;
} selections[] = {
    {"games", GAMES},
    {"search", SEARCH},
    {"depth", DEPTH},
    {"evaluators", EVALUATORS},
    {"signature", SIGNATURE},
    {"serve", SERVE},
    {"all", GAMES | SEARCH | DEPTH | SIGNATURE},
};

enum { SELECTIONS = sizeof selections / sizeof selections[0] };

/* One call of the command. Tables are printed as they come, JSON at the end. */
struct session {
    const struct cop_arguments *arguments;
    const atomic_bool *stop;
    double seconds;
    struct cop_json json;
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
                    "depth, evaluators, signature, serve or all",
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

/* So is an agent that cannot play it, or that simulations do not end. */
static bool check_agent(const struct cop_arguments *arguments, int parts, struct cop_error *error)
{
    const char *only = cop_words(arguments->options, "game");
    const char *agent = cop_words(arguments->options, "agent");
    struct cop_limits limits = {.sims = COP_MEASURE_SIMS,
                                .means = {.threads = 1, .memory = 512 << 20}};
    struct cop_game *game;
    bool is_good;

    if (agent[0] == '\0')
        return true;
    if (parts != SEARCH || only[0] == '\0')
        return cop_fail(error, "bench: --agent is measured by `coppice bench search --game GAME`");
    game = cop_game_open(only, error);
    is_good = game != NULL && cop_agent_check(game, agent, &limits, NULL, error);
    cop_game_close(game);
    return is_good;
}

/* ---- Speed of one game ---- */

static void add_speed(struct cop_json *json, const char *name, const struct cop_speed *speed)
{
    cop_json_object(json, name);
    cop_json_add_integer(json, "count", speed->count);
    cop_json_add_fixed(json, "seconds", speed->seconds, 6);
    cop_json_add_fixed(json, "per_second", cop_speed_mean(speed), 0);
    cop_json_add_fixed(json, "best_per_second", speed->best_second, 0);
    cop_json_end(json);
}

static void add_depth(struct cop_json *json, const struct cop_depth_speed *speed)
{
    cop_json_object(json, "depth");
    cop_json_add_string(json, "agent", speed->agent);
    cop_json_add_integer(json, "depth", speed->depth);
    cop_json_add_integer(json, "nodes", speed->nodes);
    cop_json_add_integer(json, "nodes_without_table", speed->nodes_without_table);
    cop_json_add_fixed(json, "nodes_per_second", speed->nodes_per_second, 0);
    cop_json_add_fixed(json, "seconds", speed->seconds, 6);
    cop_json_add_fixed(json, "two_threads", speed->two_seconds, 6);
    cop_json_end(json);
}

static void measure_playouts(struct session *session, const struct cop_game *game)
{
    struct cop_speed speed;
    double plies;

    cop_measure_playouts(game, session->seconds, session->stop, &speed);
    plies = (double)speed.steps / (double)speed.count;
    add_speed(&session->json, "playouts", &speed);
    cop_json_add_fixed(&session->json, "plies", plies, 4);
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

    if (!cop_measure_search(game, cop_words(session->arguments->options, "agent"), session->seconds,
                            session->stop, &one, &two, error))
        return false;
    if (atomic_load(session->stop))
        return true; /* searches that were cut short say nothing */
    if (one.count == 0)
        return cop_fail(error,
                        "bench: %s counts no simulations; `coppice bench depth` measures nodes",
                        cop_words(session->arguments->options, "agent"));
    ratio = cop_speed_mean(&two) / cop_speed_mean(&one);
    best_ratio = two.best_second / one.best_second;
    add_speed(&session->json, "search_1_thread", &one);
    add_speed(&session->json, "search_2_threads", &two);
    cop_json_add_fixed(&session->json, "ratio", ratio, 4);
    cop_json_add_fixed(&session->json, "best_ratio", best_ratio, 4);
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
    add_depth(&session->json, &speed);
    if (!session->wants_json)
        printf("%-18s %-9s depth %2d  %9" PRId64 " nodes, %8.0f/s; without table %.2f times as "
               "many; 2 threads %.2f times as fast\n",
               game->name, speed.agent, speed.depth, speed.nodes, speed.nodes_per_second,
               (double)speed.nodes_without_table / (double)speed.nodes,
               speed.seconds / speed.two_seconds);
    return true;
}

static bool measure_evaluators(struct session *session, const struct cop_game *game,
                               struct cop_error *error)
{
    const struct cop_evaluator *row = NULL;
    struct cop_speed speed;

    cop_json_object(&session->json, "evaluators");
    while (!atomic_load(session->stop) && (row = cop_evaluator_after(game, row)) != NULL) {
        if (!cop_measure_evaluator(game, row, session->seconds, session->stop, &speed, error))
            return atomic_load(session->stop);
        add_speed(&session->json, row->name, &speed);
        if (!session->wants_json)
            printf("%-14s %11.0f judgements/s (best %.0f) by %s\n", game->name,
                   cop_speed_mean(&speed), speed.best_second, row->name);
    }
    cop_json_end(&session->json);
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
    cop_json_object(&session->json, NULL);
    cop_json_add_string(&session->json, "game", game->name);
    if ((parts & GAMES) != 0)
        measure_playouts(session, game);
    if ((parts & SEARCH) != 0)
        is_good = measure_search(session, game, error);
    if (is_good && (parts & DEPTH) != 0)
        is_good = measure_depth(session, game, error);
    if (is_good && (parts & EVALUATORS) != 0)
        is_good = measure_evaluators(session, game, error);
    cop_json_end(&session->json);
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
    for (int i = 0; cop_all_rules()[i] != NULL && is_good && !atomic_load(session->stop); i++)
        is_good = measure_game(session, cop_all_rules()[i]->name, parts, error);
    return is_good;
}

/* ---- The command ---- */

static void show_machine(struct session *session)
{
    struct cop_text name = COP_TEXT;
    double load = cop_machine_load();
    int cores = cop_machine_cores();

    cop_machine_name(&name);
    cop_json_object(&session->json, NULL);
    cop_json_spread(&session->json, 2);
    cop_json_add_string(&session->json, "version", cop_version());
    cop_json_add_string(&session->json, "machine", name.bytes);
    cop_json_add_integer(&session->json, "cores", cores);
    cop_json_add_fixed(&session->json, "load", load, 2);
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
    cop_json_add_unsigned(&session->json, "signature", signature);
    if (!session->wants_json)
        printf("signature %" PRIu64 "\n", signature);
    return true;
}

static void add_load(struct cop_json *json, const struct cop_load *load)
{
    cop_json_object(json, "serve");
    cop_json_add_integer(json, "games", load->games);
    cop_json_add_fixed(json, "seconds", load->seconds, 1);
    cop_json_add_integer(json, "requests", load->requests);
    cop_json_add_integer(json, "failures", load->failures);
    cop_json_add_integer(json, "states", load->states);
    cop_json_add_integer(json, "reports", load->reports);
    cop_json_add_integer(json, "moves", load->moves);
    cop_json_add_integer(json, "finished", load->finished);
    cop_json_add_integer(json, "memory_start", load->memory_start);
    cop_json_add_integer(json, "memory_half", load->memory_half);
    cop_json_add_integer(json, "memory_end", load->memory_end);
    cop_json_end(json);
}

static void print_load(const struct cop_load *load)
{
    printf("serve: %d games at once for %.1f s: %" PRId64 " requests, %" PRId64 " failed; %" PRId64
           " states and %" PRId64 " reports told; %" PRId64 " moves by people, %" PRId64
           " games finished\nresident memory at the start, half way and at the end: "
           "%ld, %ld, %ld KiB\n",
           load->games, load->seconds, load->requests, load->failures, load->states, load->reports,
           load->moves, load->finished, load->memory_start, load->memory_half, load->memory_end);
}

static bool measure_server(struct session *session, struct cop_error *error)
{
    struct cop_load load = {.games = (int)cop_integer(session->arguments->options, "tables"),
                            .seconds = session->seconds,
                            .stop = session->stop};
    bool is_good = cop_bench_serve(&load, error);

    add_load(&session->json, &load);
    if (!session->wants_json && load.requests > 0)
        print_load(&load);
    return is_good;
}

static bool measure(struct session *session, int parts, struct cop_error *error)
{
    bool is_good = true;

    show_machine(session);
    if ((parts & (GAMES | SEARCH | DEPTH | EVALUATORS)) != 0) {
        cop_json_array(&session->json, "games");
        cop_json_spread(&session->json, 4);
        is_good = measure_speed(session, parts, error);
        cop_json_end(&session->json);
    }
    if (is_good && (parts & SIGNATURE) != 0 && !atomic_load(session->stop))
        is_good = measure_signature(session, error);
    if (is_good && (parts & SERVE) != 0)
        is_good = measure_server(session, error);
    cop_json_end(&session->json);
    cop_text_add(session->json.text, "\n");
    if (is_good && session->wants_json)
        cop_print(session->json.text);
    cop_text_free(session->json.text);
    return is_good;
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_text text = COP_TEXT;
    struct session session = {
        .arguments = arguments,
        .stop = arguments->interrupted,
        .seconds = cop_real(arguments->options, "seconds"),
        .json = {.text = &text},
        .wants_json = cop_flag(arguments->options, "json"),
    };
    struct cop_error error;
    int parts = 0;

    if (!read_selection(arguments, &parts, &error) || !check_game(arguments, &error) ||
        !check_agent(arguments, parts, &error))
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
    .words = "[games|search|depth|evaluators|signature|serve|all]",
    .summary = "Measures the speed of the games and of the searches, and the signature",
    .help =
        "games: uniformly random games from the start position, one thread. search: mcts with "
        "100k\n"
        "simulations on a fresh tree, with one and with two threads in turn. Compare speeds only\n"
        "within one run; `best` is the fastest repetition, which other work on the machine "
        "disturbs\n"
        "least. depth: a depth-first search of some hundred thousand nodes, its nodes without a\n"
        "table, and its time with two threads. evaluators: positions of random games judged by "
        "each\n"
        "evaluator; not a part of all, for some make tables first.\n"
        "\n"
        "signature: one number made of a fixed set of seeded searches. It is the same on every\n"
        "machine and changes only when a commit changes a game or a search.\n"
        "\n"
        "serve: a server of its own on 127.0.0.1 and as many players as --tables says, for\n"
        "--seconds; counts requests, failures and events, and the memory. Not a part of all.\n"
        "\n"
        "    coppice bench\n"
        "    coppice bench serve --seconds 60\n"
        "    coppice bench search --game \"othello(size=6)\" --seconds 5s\n"
        "    coppice bench search --game samegame --agent \"nrpa(playout=roulette)\"",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
