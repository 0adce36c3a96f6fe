/* serve_command.c - `coppice serve`: the page in the browser. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/allocate.h"
#include "base/machine.h"
#include "front/commands.h"
#include "lab/run/files.h"
#include "serve/folder.h"
#include "serve/house.h"
#include "serve/http.h"

enum { FIRST_PORT = 8137, PORTS = 10 };

static const struct cop_option options[] = {
    {"port", COP_INTEGER, "", 0, 65535,
     .help = "where it is found; 0 is any free one; without it the first free one from 8137 on"},
    {"listen", COP_WORDS, "127.0.0.1",
     .help = "the address to listen on; any but 127.0.0.1 lets other machines in"},
    {"games", COP_WORDS, "", .help = "the folder that keeps the games"},
    {"explore", COP_WORDS, "",
     .help = "further games to explore: a store of coppice match, an SGF file, a folder of these; "
             "may be repeated"},
    {"book", COP_WORDS, "", .help = "an opening book to explore; may be repeated"},
    {"lab", COP_WORDS, "", .help = "the folder of the lab's experiments"},
    {"results", COP_WORDS, "", .help = "the folder of the lab's results; by default in the lab"},
    {"searches", COP_INTEGER, "0", 0, 1024, .help = "searches at once; 0 is one for each core"},
    {"threads", COP_INTEGER, "0", 0, 256,
     .help = "of a search that only time ends and whose limit names none; 0 is one for each core"},
    {"memory", COP_BYTES, "256M", 1 << 20, 1e15, .help = "for the tree or table of one search"},
    {"open", COP_FLAG, "off", .help = "open the page in the browser"},
    {NULL},
};

extern char **environ;

/* ---- Folders ---- */

/* --games, else in XDG_STATE_HOME, else in ~/.local/state; the caller frees it. */
static char *find_games(const struct cop_arguments *arguments)
{
    const char *given = cop_words(arguments->options, "games");
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");

    if (given[0] != '\0')
        return cop_copy_string(given);
    if (state != NULL && state[0] == '/')
        return cop_path("%s/coppice/games", state);
    if (home != NULL && home[0] != '\0')
        return cop_path("%s/.local/state/coppice/games", home);
    return NULL;
}

static char *find_results(const struct cop_arguments *arguments, const char *lab)
{
    const char *given = cop_words(arguments->options, "results");

    return given[0] != '\0' ? cop_copy_string(given) : cop_path("%s/results", lab);
}

/* Every value that an option was given, as a list that ends with NULL; the caller frees it. */
static const char **all_given(const struct cop_arguments *arguments, const char *key)
{
    const char **values = cop_allocate(((size_t)arguments->given_count + 1) * sizeof *values);
    int count = 0;

    for (int i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given_keys[i], key) == 0)
            values[count++] = arguments->given_values[i];
    return values;
}

/* ---- Waiting ---- */

/* All threads but this one leave SIGINT and SIGTERM alone, and this one takes them only while it
 * waits: none is missed between a look at the flag and the wait. */
static void wait_for_interrupt(struct cop_house *house, const atomic_bool *interrupted,
                               const sigset_t *while_waiting)
{
    while (!atomic_load(interrupted)) {
        struct timespec period = {.tv_sec = COP_CARE_SECONDS};

        if (pselect(0, NULL, NULL, NULL, &period, while_waiting) == 0)
            cop_house_care(house);
    }
}

/* Without a screen the address has been printed, and a browser for the terminal would be in the
 * way. */
static void open_page(char *address)
{
    char program[] = "xdg-open";
    char *words[] = {program, address, NULL};
    pid_t child;
    int reason;

    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL)
        return;
    reason = posix_spawnp(&child, program, NULL, NULL, words, environ);
    if (reason != 0)
        fprintf(stderr, "coppice: cannot start xdg-open: %s; open the address yourself\n",
                strerror(reason));
}

/* The part of the address that leads to a new game of the one that was named. */
static bool find_view(const struct cop_arguments *arguments, char *view, size_t size,
                      struct cop_error *error)
{
    struct cop_game *game;

    view[0] = '\0';
    if (arguments->word_count == 0)
        return true;
    game = cop_game_open(arguments->words[0], error);
    if (game == NULL)
        return false;
    snprintf(view, size, "#/game/%s", game->rules->name);
    cop_game_close(game);
    return true;
}

static int serve(struct cop_house *house, const struct cop_arguments *arguments,
                 const sigset_t *while_waiting)
{
    const char *listen = cop_words(arguments->options, "listen");
    bool is_given = cop_given(arguments->options, "port");
    int port = is_given ? (int)cop_integer(arguments->options, "port") : FIRST_PORT;
    bool is_everywhere = strcmp(listen, "0.0.0.0") == 0 || strcmp(listen, "::") == 0;
    const char *host = is_everywhere ? "127.0.0.1" : listen;
    char view[60], address[180];
    struct cop_error error;
    struct cop_http *http;

    if (!find_view(arguments, view, sizeof view, &error))
        return cop_complain(COP_USAGE, &error);
    http = cop_http_open(house, listen, port, is_given ? 1 : PORTS, &error);
    if (http == NULL)
        return cop_complain(COP_FAILED, &error);
    snprintf(address, sizeof address,
             strchr(host, ':') != NULL ? "http://[%s]:%d/%s" : "http://%s:%d/%s", host,
             cop_http_port(http), view);
    cop_folder_announce(house->folder, address);
    printf("Coppice is at %s (Ctrl-C ends it; games are kept in %s)\n", address,
           house->options.games);
    fflush(stdout);
    if (cop_flag(arguments->options, "open"))
        open_page(address);
    wait_for_interrupt(house, arguments->interrupted, while_waiting);
    cop_http_close(http);
    return COP_DONE;
}

/* ---- The command ---- */

static int serve_in(const struct cop_house_options *house_options,
                    const struct cop_arguments *arguments)
{
    struct cop_error error;
    struct cop_house *house;
    sigset_t signals, before;
    int status;

    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    house = cop_house_open(house_options, &error);
    if (house == NULL) {
        status = cop_complain(COP_FAILED, &error);
    } else {
        status = serve(house, arguments, &before);
        cop_house_close(house);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static void complain(const char *message)
{
    fprintf(stderr, "coppice: %s\n", message);
}

static int run(const struct cop_arguments *arguments)
{
    int searches = (int)cop_integer(arguments->options, "searches");
    int threads = (int)cop_integer(arguments->options, "threads");
    char *games = find_games(arguments);
    char *lab = cop_lab_folder_find(cop_words(arguments->options, "lab"));
    char *results = find_results(arguments, lab);
    const char **explored = all_given(arguments, "explore");
    const char **books = all_given(arguments, "book");
    struct cop_house_options house = {
        .games = games,
        .lab = lab,
        .results = results,
        .explored = explored,
        .books = books,
        .searches = searches > 0 ? searches : cop_machine_cores(),
        .threads = threads > 0 ? threads : cop_machine_cores(),
        .memory = (size_t)cop_real(arguments->options, "memory"),
        .tables_open = 64,
        .tables_kept = 1000,
        .listeners = 200,
        .complain = complain,
    };
    struct cop_error error;
    int status;

    if (games == NULL) {
        cop_fail(&error, "there is no home folder to keep games in; give one with --games");
        status = cop_complain(COP_FAILED, &error);
    } else {
        status = serve_in(&house, arguments);
    }
    free(games);
    free(lab);
    free(results);
    free(explored);
    free(books);
    return status;
}

const struct cop_command cop_serve_command = {
    .name = "serve",
    .words = "[GAME]",
    .summary = "Serves the page on which games are played and watched in a browser",
    .help = "Prints the address to open, which shows all games, or a new one of the game that is\n"
            "named; --open opens it where there is a screen. The server is for this machine\n"
            "alone: it listens on 127.0.0.1 and refuses what other web sites send. Games are\n"
            "kept in files after each move and are there again when it is started again; Ctrl-C\n"
            "ends it. Games that are over can be explored move by move, and with --explore those\n"
            "of matches and files too.\n"
            "\n"
            "    coppice serve\n"
            "    coppice serve othello --open\n"
            "    coppice serve --port 9000 --open\n"
            "    coppice serve --games ~/games --searches 1 --memory 1G\n"
            "    coppice serve --explore games.db --book amazons.book",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
