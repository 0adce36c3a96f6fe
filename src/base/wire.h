/* wire.h - how bytes get from one process of a run to another, whatever carries them.
 *
 * The processes are *ranks*, 0 to size - 1. A message arrives whole, and those from one rank to
 * another in the order in which they were sent. Nothing but `close` waits, so that whoever has
 * nothing to do can sleep instead. One thread uses a wire. */
#ifndef COPPICE_BASE_WIRE_H
#define COPPICE_BASE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "coppice/error.h"

struct cop_wire {
    int rank, size;

    void (*send)(struct cop_wire *wire, int to, const void *bytes, size_t length);
    /* The oldest message that has come; the caller frees its bytes. False: there is none. */
    bool (*receive)(struct cop_wire *wire, int *from, char **bytes, size_t *length);
    /* Whether all that was sent is on its way without further calls. */
    bool (*is_sent)(struct cop_wire *wire);
    /* The last call on every rank; waits for the others. */
    void (*close)(struct cop_wire *wire);
    /* Ends all ranks at once with this exit status, whatever they are doing; does not return. */
    void (*give_up)(struct cop_wire *wire, int status);
};

/* What the module wire_mpi.c exports under the name COP_WIRE_MPI; NULL and a message if the
 * processes cannot be connected. */
typedef struct cop_wire *cop_wire_open(struct cop_error *error);
#define COP_WIRE_MPI "cop_wire_mpi"

#endif
