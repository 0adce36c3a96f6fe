/* receipt.c - answers with the state of a table, sent when that is on the disk. */
#include "serve/receipt.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "serve/handlers.h"
#include "serve/keep.h"
#include "serve/table.h"
#include "serve/write_state.h"

/* ---- Answers ---- */

/* For who is told the rest by events. */
static void write_progress(const struct cop_table *table, int at, struct cop_text *text)
{
    struct cop_json json = {.text = text};

    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "id", table->id);
    cop_json_add_unsigned(&json, "revision", table->revision);
    cop_json_add_integer(&json, "ply", table->ply);
    if (at != table->ply)
        cop_json_add_integer(&json, "at", at);
    cop_json_add_flag(&json, "saved", !table->is_unsaved);
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

static void write_answer(struct cop_receipt *receipt, struct cop_reply *reply)
{
    struct cop_call call = {.reply = reply};
    const struct cop_table *table = receipt->table;
    struct cop_error error;
    int viewer, at = table->ply;

    if (receipt->node >= 0 && cop_course_has_node(&table->session->course, receipt->node))
        at = receipt->node;
    receipt->said_unsaved = table->is_unsaved;
    if (!cop_table_viewer(table, table->ply, receipt->asked, &viewer, &error))
        cop_refuse(&call, 403, "%s", error.message);
    else if (receipt->is_brief)
        write_progress(table, at, cop_answer(&call, receipt->status));
    else
        cop_write_state(table, viewer, at, cop_answer(&call, receipt->status));
}

/* The state is that of the moment of the change, whatever agents do while the disk works; it is
 * written again only if it turned out that it can or cannot be saved. */
static void leave(struct cop_call *call, struct cop_table *table, int status, int asked, int node)
{
    struct cop_house *house = call->house;
    struct cop_receipt *receipt = cop_allocate(sizeof *receipt);

    *receipt = (struct cop_receipt){
        .next = house->receipts,
        .table = table,
        .changes = table->changes,
        .end = cop_now() + house->options.patience,
        .status = status,
        .asked = asked,
        .node = node,
        .is_brief = json_is_true(json_object_get(call->body, "brief")),
    };
    house->receipts = receipt;
    table->uses++;
    write_answer(receipt, call->reply);
    call->reply->receipt = receipt;
    cop_keep_hurry(table);
    if (!call->request->takes_receipt || house->is_closing)
        cop_keep_wait(table);
    if (cop_receipt_is_over(receipt))
        cop_receipt_close(call->reply);
    cop_house_unlock(house);
}

void cop_leave_with_state(struct cop_call *call, struct cop_table *table, int status, int asked)
{
    leave(call, table, status, asked, -1);
}

void cop_leave_with_node(struct cop_call *call, struct cop_table *table, int node)
{
    leave(call, table, 200, COP_NOBODY, node);
}

/* ---- Receipts ---- */

bool cop_receipt_is_over(const struct cop_receipt *receipt)
{
    return cop_keep_has_tried(receipt->table, receipt->changes) || receipt->table->is_gone ||
           cop_now() >= receipt->end;
}

void cop_receipt_close(struct cop_reply *reply)
{
    struct cop_receipt *receipt = reply->receipt;
    struct cop_table *table = receipt->table;
    struct cop_receipt **at = &table->house->receipts;

    while (*at != receipt)
        at = &(*at)->next;
    *at = receipt->next;
    pthread_cond_broadcast(&table->house->is_kept); /* for cop_receipts_end */
    if (cop_now() >= receipt->end && !table->is_gone)
        cop_keep_doubt(table, receipt->changes);
    if (table->is_unsaved != receipt->said_unsaved && !table->is_gone)
        write_answer(receipt, reply);
    reply->receipt = NULL;
    cop_table_release(table);
    free(receipt);
}

void cop_receipts_wake(const struct cop_house *house)
{
    for (struct cop_receipt *at = house->receipts; at != NULL; at = at->next)
        if (at->wake != NULL && cop_receipt_is_over(at))
            at->wake(at->context);
}

void cop_receipts_end(struct cop_house *house)
{
    while (house->receipts != NULL) {
        cop_receipts_wake(house);
        cop_keep_pause(house, cop_now() + 0.1); /* patience may end before something is written */
    }
}
