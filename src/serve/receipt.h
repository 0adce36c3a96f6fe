/* receipt.h - an answer that waits until what it tells is on the disk.
 *
 * Such an answer is written at once and sent later. There are only a few threads for all
 * connections, so none of them may wait with it: the answer gets a *receipt*, and whoever sends it
 * does something else until the receipt is over. Everything here is with the house's lock held.
 *
 * Whether a sleeper is asleep is known under the lock, as with listeners: he falls asleep only if
 * the receipt is not over, and whoever ends it wakes him. */
#ifndef COPPICE_SERVE_RECEIPT_H
#define COPPICE_SERVE_RECEIPT_H

#include "serve/call.h"

struct cop_receipt {
    struct cop_receipt *next; /* of the house's */
    struct cop_table *table;  /* used */
    uint64_t changes;         /* that the answer tells */
    double end;               /* of patience */
    bool said_unsaved;        /* the answer, as it is written */

    /* To write it again. */
    int status, asked, node; /* -1: now, whatever that is */
    bool is_brief;

    void (*wake)(void *context); /* NULL: nobody sleeps */
    void *context;
};

/* The table is on the disk, or could not be written, or is gone, or it took too long. */
bool cop_receipt_is_over(const struct cop_receipt *receipt);

/* The reply can be sent: it says whether the table is saved, and has no receipt any more. */
void cop_receipt_close(struct cop_reply *reply);

/* Wakes the sleepers whose receipts are over. Time ends some too, so it must be called now and then
 * for them. */
void cop_receipts_wake(const struct cop_house *house);

/* Gives the lock away until there are none. The house is closing, and there will be no new ones. */
void cop_receipts_end(struct cop_house *house);

#endif
