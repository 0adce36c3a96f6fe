/* page.c - the page's own files. */
#include "serve/page.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#define ZLIB_CONST /* what is read is not written to */
#include <zlib.h>

#include "base/fingerprint.h"
#include "serve/handlers.h"

/* Said by a program that was built without the page. */
static const char no_page[] =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Coppice</title>\n"
    "<h1>Coppice is running, but without its page</h1>\n"
    "<p>This program was built without it, or where web/ was changed and npm was missing. Undo the "
    "change or install nodejs and npm, then build it again: "
    "<code>make clean &amp;&amp; make</code>. Games can be played in the terminal all the same: "
    "<code>coppice play connect4</code>.</p>\n"
    "<p>What the server itself answers is under <a "
    "href=\"/api/games\">/api/games</a>.</p></html>\n";

/* ---- Which form ---- */

/* One item of Accept-Encoding, "gzip;q=0.5": does it name this coding, and does it want it? */
static bool names(const char *item, size_t length, const char *coding)
{
    size_t name = strlen(coding);

    return length >= name && strncasecmp(item, coding, name) == 0 &&
           (length == name || strchr("; \t", item[name]) != NULL);
}

/* "q=0", "q=0.000": not wanted at all. */
static bool is_unwanted(const char *item, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++)
        if ((item[i] == 'q' || item[i] == 'Q') && item[i + 1] == '=')
            return strspn(item + i + 2, "0.") == strcspn(item + i + 2, ", \t;");
    return false;
}

/* What names gzip itself counts more than *, wherever it stands. */
static bool accepts_gzip(const char *accepted)
{
    bool is_wanted = false, is_named = false;

    while (accepted != NULL && *accepted != '\0') {
        size_t length = strcspn(accepted, ",");

        if (names(accepted, length, "gzip") || names(accepted, length, "x-gzip")) {
            is_wanted = !is_unwanted(accepted, length);
            is_named = true;
        } else if (!is_named && names(accepted, length, "*")) {
            is_wanted = !is_unwanted(accepted, length);
        }
        accepted += length;
        accepted += strspn(accepted, ", \t");
    }
    return is_wanted;
}

/* ---- Sending ---- */

/* Browsers take the file as it is kept; for the others it is unpacked each time, which takes a
 * millisecond and no memory that stays. */
static bool unpack(const struct cop_page_file *file, struct cop_text *text)
{
    enum { WINDOW_OF_GZIP = 15 + 16 };
    z_stream stream = {.next_in = file->bytes, .avail_in = (uInt)file->length};
    char block[1 << 14];
    int result;

    if (inflateInit2(&stream, WINDOW_OF_GZIP) != Z_OK)
        return false;
    do {
        stream.next_out = (Bytef *)block;
        stream.avail_out = sizeof block;
        result = inflate(&stream, Z_NO_FLUSH);
        cop_text_add_bytes(text, block, sizeof block - stream.avail_out);
    } while (result == Z_OK);
    inflateEnd(&stream);
    return result == Z_STREAM_END;
}

static void send_plain(struct cop_call *call, const struct cop_page_file *file)
{
    if (unpack(file, cop_answer(call, 200)))
        call->reply->type = file->type;
    else
        cop_refuse(call, 500, "%s is damaged in this program; build it again", file->path);
}

static void send_packed(struct cop_reply *reply, const struct cop_page_file *file)
{
    reply->type = file->type;
    reply->bytes = file->bytes;
    reply->length = file->length;
    reply->is_gzip = file->is_gzip;
}

/* Each form has a tag of its own, so that nobody's copy of one is taken for the other. */
static void send_file(struct cop_call *call, const struct cop_page_file *file)
{
    const struct cop_request *request = call->request;
    struct cop_reply *reply = call->reply;
    bool is_plain = file->is_gzip && !accepts_gzip(request->accept_encoding);

    snprintf(reply->tag, sizeof reply->tag, "\"%016llx%s\"",
             (unsigned long long)cop_fingerprint(file->bytes, file->length), is_plain ? "-p" : "");
    reply->cache = "no-cache";
    reply->has_forms = file->is_gzip;
    reply->status = 200;
    if (request->if_none_match != NULL && strstr(request->if_none_match, reply->tag) != NULL)
        reply->status = 304;
    else if (is_plain)
        send_plain(call, file);
    else
        send_packed(reply, file);
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
