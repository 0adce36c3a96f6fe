/* setup_options.c - from the options of a command to its position. */
#include "front/setup_options.h"

int cop_setup_open(struct cop_setup *setup, const char *spec, const struct cop_settings *options,
                   struct cop_error *error)
{
    const char *position = cop_words(options, "position");
    const char *path = cop_words(options, "sgf");
    int status = COP_USAGE;

    *setup = (struct cop_setup){.game = NULL};
    if (position[0] != '\0' && path[0] != '\0') {
        cop_fail(error, "--position and --sgf both say where to start; give one of them");
        return COP_USAGE;
    }
    if (spec == NULL && path[0] == '\0') {
        cop_fail(error, "which game? Name one, such as connect4, or a file with --sgf");
        return COP_USAGE;
    }
    if (spec != NULL)
        setup->game = cop_game_open(spec, error);
    if (spec != NULL && setup->game == NULL)
        return COP_USAGE;
    if (path[0] != '\0')
        status = cop_setup_load(setup, path, error) ? COP_DONE : COP_FAILED;
    else if (cop_setup_at(setup, position, (uint64_t)cop_integer(options, "seed"), error))
        status = COP_DONE;
    if (status == COP_DONE && !cop_setup_play(setup, cop_words(options, "moves"), error))
        status = COP_USAGE;
    if (status != COP_DONE)
        cop_setup_close(setup);
    return status;
}
