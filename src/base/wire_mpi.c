/* wire_mpi.c - the wire between processes that mpirun has started; the only code that knows MPI.
 *
 * It is a module, a file of its own that the program loads when it was started by mpirun, so that
 * all other starts neither need MPI nor wait for it to be loaded. Hence it uses nothing of the
 * program.
 *
 * Nothing here blocks: MPI waits by asking again and again, and ranks often share a core. So
 * messages leave by MPI_Isend, from copies that are kept until they have left. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/wire.h"

enum { TAG = 1 };

struct letter {
    struct letter *next;
    MPI_Request request;
    char bytes[];
};

struct mpi_wire {
    struct cop_wire wire; /* first: the program knows no more of it */
    struct letter *letters;
};

cop_wire_open cop_wire_mpi;

static void forget_sent(struct mpi_wire *wire)
{
    for (struct letter **place = &wire->letters; *place != NULL;) {
        struct letter *letter = *place;
        int is_sent = 0;

        MPI_Test(&letter->request, &is_sent, MPI_STATUS_IGNORE);
        if (!is_sent) {
            place = &letter->next;
            continue;
        }
        *place = letter->next;
        free(letter);
    }
}

static void *allocate(size_t size)
{
    void *block = malloc(size);

    if (block == NULL)
        abort();
    return block;
}

static void send_bytes(struct cop_wire *base, int to, const void *bytes, size_t length)
{
    struct mpi_wire *wire = (struct mpi_wire *)base;
    struct letter *letter = allocate(sizeof *letter + length);

    forget_sent(wire);
    memcpy(letter->bytes, bytes, length);
    letter->next = wire->letters;
    wire->letters = letter;
    MPI_Isend(letter->bytes, (int)length, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &letter->request);
    /* forget_sent waits for the request. NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker) */
}

static bool receive_bytes(struct cop_wire *base, int *from, char **bytes, size_t *length)
{
    int has_come = 0, count = 0;
    MPI_Status status;

    forget_sent((struct mpi_wire *)base);
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &has_come, &status);
    if (!has_come)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &count);
    *from = status.MPI_SOURCE;
    *length = (size_t)count;
    *bytes = allocate((size_t)count + 1);
    MPI_Recv(*bytes, count, MPI_BYTE, *from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return true;
}

static bool is_all_sent(struct cop_wire *base)
{
    struct mpi_wire *wire = (struct mpi_wire *)base;

    forget_sent(wire);
    return wire->letters == NULL;
}

static void close_wire(struct cop_wire *base)
{
    MPI_Finalize();
    free(base);
}

static void give_up(struct cop_wire *base, int status)
{
    (void)base;
    MPI_Abort(MPI_COMM_WORLD, status);
}

struct cop_wire *cop_wire_mpi(struct cop_error *error)
{
    struct mpi_wire *wire;
    int provided;

    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED) {
        snprintf(error->message, sizeof error->message,
                 "this MPI cannot be used by a program with threads; use another one");
        return NULL;
    }
    wire = allocate(sizeof *wire);
    *wire = (struct mpi_wire){.wire = {.send = send_bytes,
                                       .receive = receive_bytes,
                                       .is_sent = is_all_sent,
                                       .close = close_wire,
                                       .give_up = give_up}};
    MPI_Comm_rank(MPI_COMM_WORLD, &wire->wire.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &wire->wire.size);
    return &wire->wire;
}
