/* bench_serve.c - a server of our own, and as many players as are wanted. */
#include "front/bench_serve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"
#include "front/serve/house.h"
#include "front/serve/http.h"
#include "lab/run/files.h"
#include "load.h"

static void write_load(const struct cop_load *load, bool wants_json, struct cop_text *text)
{
    cop_text_add(
        text,
        wants_json ? "\"serve\": {\"games\": %d, \"seconds\": %.1f, \"requests\": %" PRId64
                     ", \"failures\": %" PRId64 ", \"states\": %" PRId64 ", \"reports\": %" PRId64
                     ", \"moves\": %" PRId64 ", \"finished\": %" PRId64
                     ", \"memory_start\": %ld, \"memory_half\": %ld, \"memory_end\": %ld}"
                   : "serve: %d games at once for %.1f s: %" PRId64 " requests, %" PRId64
                     " failed; %" PRId64 " states and %" PRId64 " reports told; %" PRId64
                     " moves by people, %" PRId64
                     " games finished\nresident memory at the start, half way and at the end: "
                     "%ld, %ld, %ld KiB\n",
        load->games, load->seconds, load->requests, load->failures, load->states, load->reports,
        load->moves, load->finished, load->memory_start, load->memory_half, load->memory_end);
}

static bool serve_in(const char *folder, struct cop_load *load, struct cop_error *error)
{
    struct cop_house_options options = {
        .games = folder,
        .results = folder,
        .searches = cop_machine_cores(),
        .memory = 64 << 20,
        .tables_open = load->games + 1,
        .tables_kept = load->games + 1,
        .listeners = 2 * load->games, /* one that hangs up is noticed a moment later */
    };
    struct cop_house *house = cop_house_open(&options, error);
    struct cop_http *http;

    if (house == NULL)
        return false;
    http = cop_http_open(house, "127.0.0.1", 0, 1, error);
    if (http != NULL) {
        load->port = cop_http_port(http);
        cop_load_run(load);
        cop_http_close(http);
    }
    cop_house_close(house);
    return http != NULL;
}

/* Every game was deleted; what is left is the file that says whose folder it is. */
static void remove_folder(const char *folder)
{
    char *path = cop_path("%s/server", folder);

    unlink(path);
    free(path);
    rmdir(folder);
}

bool cop_bench_serve(int games, double seconds, const atomic_bool *stop, bool wants_json,
                     struct cop_text *text, struct cop_error *error)
{
    struct cop_load load = {.games = games, .seconds = seconds, .stop = stop};
    char folder[] = "/tmp/coppice-load-XXXXXX";

    if (mkdtemp(folder) == NULL)
        return cop_fail(error, "cannot make a folder in /tmp: %s", strerror(errno));
    if (!serve_in(folder, &load, error))
        return false;
    remove_folder(folder);
    write_load(&load, wants_json, text);
    if (load.failures > 0)
        return cop_fail(error, "%" PRId64 " requests failed, the first of them %s", load.failures,
                        load.failure);
    return true;
}
