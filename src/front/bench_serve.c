/* bench_serve.c - a server of our own, and as many players as are wanted. */
#include "front/bench_serve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"
#include "lab/run/files.h"
#include "serve/house.h"
#include "serve/http.h"

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

bool cop_bench_serve(struct cop_load *load, struct cop_error *error)
{
    char folder[] = "/tmp/coppice-load-XXXXXX";

    if (mkdtemp(folder) == NULL)
        return cop_fail(error, "cannot make a folder in /tmp: %s", strerror(errno));
    if (!serve_in(folder, load, error))
        return false;
    remove_folder(folder);
    if (load->failures > 0)
        return cop_fail(error, "%" PRId64 " requests failed, the first of them %s", load->failures,
                        load->failure);
    return true;
}
