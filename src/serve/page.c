/* page.c - the page's own files. */
#include "serve/page.h"

#include <stdio.h>
#include <string.h>

#include "serve/handlers.h"

/* Said by a program that was built without the page. */
static const char no_page[] =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Coppice</title>\n"
    "<h1>Coppice is running, but without its page</h1>\n"
    "<p>This program was built where npm was missing. Install nodejs and npm, then build it again: "
    "<code>make clean &amp;&amp; make</code>. Games can be played in the terminal all the same: "
    "<code>coppice play connect4</code>.</p>\n"
    "<p>What the server itself answers is under <a "
    "href=\"/api/games\">/api/games</a>.</p></html>\n";

/* FNV-1a: enough to tell one build's file from another's. */
static uint64_t hash(const unsigned char *bytes, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

/* Every browser takes gzip; a program that does not gets no file at all rather than bytes that it
 * cannot read. */
static void send_file(struct cop_call *call, const struct cop_page_file *file)
{
    const struct cop_request *request = call->request;
    struct cop_reply *reply = call->reply;

    if (file->is_gzip &&
        (request->accept_encoding == NULL || strstr(request->accept_encoding, "gzip") == NULL)) {
        cop_refuse(call, 406, "this file is kept compressed; ask with Accept-Encoding: gzip");
        return;
    }
    snprintf(reply->tag, sizeof reply->tag, "\"%016llx\"",
             (unsigned long long)hash(file->bytes, file->length));
    reply->cache = "no-cache";
    reply->status = 200;
    if (request->if_none_match != NULL && strstr(request->if_none_match, reply->tag) != NULL) {
        reply->status = 304;
        return;
    }
    reply->type = file->type;
    reply->bytes = file->bytes;
    reply->length = file->length;
    reply->is_gzip = file->is_gzip;
}

void cop_get_page(struct cop_call *call, const char *path)
{
    const char *name = strcmp(path, "/") == 0 ? "/index.html" : path;

    for (const struct cop_page_file *file = cop_page_files; file->path != NULL; file++) {
        if (strcmp(file->path, name + (file->path[0] != '/')) == 0) {
            send_file(call, file);
            return;
        }
    }
    if (strcmp(path, "/") != 0) {
        cop_refuse(call, 404, "there is nothing at %.200s", path);
        return;
    }
    cop_text_add(cop_answer(call, 200), "%s", no_page);
    call->reply->type = "text/html; charset=utf-8";
}
