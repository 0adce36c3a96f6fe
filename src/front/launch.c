/* launch.c - whether mpirun has started us among others, how we find them, and who speaks.
 *
 * Any command can be started by mpirun, also by an agent of a rank that is another program and
 * happens to be coppice. So only commands that share work ask the environment, and only where it
 * says that there are several processes is MPI loaded and begun.
 *
 * Followers run the same command as the leader, with all that it prints. Rather than to have every
 * line ask who it is, their output goes nowhere, and their errors into a file that nobody sees: if
 * the command fails there, its last message goes to the leader, who tells it. */
#include "front/launch.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/commit.h"

enum { PATH_ROOM = 4096 };

/* -- the launcher -- */

/* The words of Open MPI, of MPICH and its relatives, and of Slurm with PMIx. */
static const struct {
    const char *rank, *size;
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},
};

enum { LAUNCHERS = sizeof launchers / sizeof launchers[0] };

static int number_in(const char *name)
{
    const char *value = getenv(name);

    return value != NULL ? (int)strtol(value, NULL, 10) : 0;
}

bool cop_launched(struct cop_launch *launch)
{
    for (int i = 0; i < LAUNCHERS; i++) {
        if (getenv(launchers[i].rank) == NULL)
            continue;
        launch->rank = number_in(launchers[i].rank);
        launch->size = number_in(launchers[i].size);
        return launch->size != 1;
    }
    return false;
}

/* -- the module -- */

#ifdef COPPICE_HAS_MPI

/* The module lies beside a program that was built, and where an installed one expects it. */
static void *load_module(struct cop_error *error)
{
    static const char *const places[] = {".", COPPICE_MODULE_FOLDER};
    char program[PATH_ROOM], path[2 * PATH_ROOM];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash;

    program[length > 0 ? length : 0] = '\0';
    slash = strrchr(program, '/');
    if (slash != NULL)
        slash[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        void *module;

        snprintf(path, sizeof path, "%s%s/%s", places[i][0] == '/' ? "" : program, places[i],
                 COPPICE_MODULE);
        if (access(path, R_OK) != 0)
            continue;
        module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
        if (module == NULL)
            cop_fail(error, "MPI cannot be loaded: %s; install Open MPI on every machine",
                     dlerror());
        return module;
    }
    cop_fail(error, "%s is missing; install the program again", path);
    return NULL;
}

static struct cop_wire *open_wire(const struct cop_launch *launch, struct cop_error *error)
{
    void *module = load_module(error);
    cop_wire_open *open = NULL;
    struct cop_wire *wire;

    if (module == NULL)
        return NULL;
    *(void **)&open = dlsym(module, COP_WIRE_MPI); /* as POSIX advises */
    if (open == NULL)
        cop_fail(error, "%s is of another program; install the program again", COPPICE_MODULE);
    wire = open != NULL ? open(error) : NULL;
    if (wire != NULL && launch->size > 1 && wire->size != launch->size) {
        cop_fail(error,
                 "the launcher has started %d processes, but MPI knows of %d; use the mpirun of "
                 "the Open MPI that this program was built with",
                 launch->size, wire->size);
        wire->close(wire);
        return NULL;
    }
    return wire;
}

#else

static struct cop_wire *open_wire(const struct cop_launch *launch, struct cop_error *error)
{
    (void)launch;
    cop_fail(error, "this program was built without MPI, and several of it would play the same "
                    "games; start it without mpirun, or build it where Open MPI is installed "
                    "(libopenmpi-dev)");
    return NULL;
}

#endif

/* Told once where the launcher says who is the first. */
static int complain_alone(const struct cop_launch *launch, const struct cop_error *error)
{
    return launch->rank == 0 || launch->size == 0 ? cop_complain(COP_USAGE, error) : COP_USAGE;
}

/* -- who speaks -- */

/* Returns the file that gets what is said to standard error; NULL: it is lost. */
static FILE *fall_silent(void)
{
    FILE *said = tmpfile();
    int nowhere = open("/dev/null", O_RDWR);

    fflush(NULL);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(said != NULL ? fileno(said) : nowhere, STDERR_FILENO);
        close(nowhere);
    }
    return said;
}

/* The message in what was said, without what the frame puts around it. */
static void read_message(FILE *said, char *message, size_t room)
{
    static const char sign[] = "coppice: ";
    char line[1024];

    snprintf(message, room, "it has failed without a word");
    if (said == NULL)
        return;
    rewind(said);
    while (fgets(line, sizeof line, said) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, sign, strlen(sign)) == 0)
            snprintf(message, room, "%s", line + strlen(sign));
    }
    fclose(said);
}

static int run_together(const struct cop_command *command, int count, char *const *arguments,
                        const atomic_bool *interrupted, struct cop_wire *wire)
{
    bool is_leader = wire->rank == 0;
    struct cop_text program = COP_TEXT;
    char message[1024] = "";
    struct cop_error error;
    struct cop_ranks *ranks;
    FILE *said = is_leader ? NULL : fall_silent();
    int status, of_all;

    cop_text_add(&program, "coppice %s, commit %s", cop_version(), cop_program_commit());
    ranks = cop_ranks_open(wire, program.bytes);
    cop_text_free(&program);
    status = cop_command_run(command, count, arguments, interrupted, ranks);
    fflush(NULL); /* now: somebody who waits for others may be ended */
    if (!is_leader)
        read_message(said, message, sizeof message);
    of_all = cop_ranks_close(ranks, status, message, &error);
    if (is_leader && of_all != status)
        cop_complain(of_all, &error);
    return of_all;
}

int cop_command_launch(const struct cop_command *command, int count, char *const *arguments,
                       const atomic_bool *interrupted)
{
    struct cop_launch launch;
    struct cop_error error;
    struct cop_wire *wire;

    if (!command->is_shared || !cop_launched(&launch))
        return cop_command_run(command, count, arguments, interrupted, NULL);
    wire = open_wire(&launch, &error);
    if (wire == NULL)
        return complain_alone(&launch, &error);
    if (wire->size == 1) {
        int status = cop_command_run(command, count, arguments, interrupted, NULL);

        wire->close(wire);
        return status;
    }
    return run_together(command, count, arguments, interrupted, wire);
}
