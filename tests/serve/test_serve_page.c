/* test_serve_page.c - the files of the page: compressed for those who take that, plain for others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "serve/page.h"
#include "serve_check.h"

/* As scripts/embed.py writes forty lines of "<p>coppice</p>", and one that is too short to pack. */
static const char packed[] = "\037\213\010\000\000\000\000\000\002\003\263)\260K\316/(\310LN\265"
                             "\321/\260\343\262\031\345\216r\251\301\005\000\332\213K\212X\002\000"
                             "\000";
static const char line[] = "<p>coppice</p>\n";
enum { LINES = 40 };

const struct cop_page_file cop_page_files[] = {
    {"/index.html", "text/html; charset=utf-8", (const unsigned char *)packed, 42, true},
    {"/assets/a.css", "text/css; charset=utf-8", (const unsigned char *)"p{}", 3, false},
    {"/assets/torn.js", "text/javascript", (const unsigned char *)packed, 30, true},
    {NULL, NULL, NULL, 0, false},
};

static void get(const char *target, const char *accepted, const char *known,
                struct cop_reply *reply)
{
    struct cop_request request = {.method = "GET",
                                  .target = target,
                                  .host = "127.0.0.1:8137",
                                  .accept_encoding = accepted,
                                  .if_none_match = known};

    ask_for_reply(&server, &request, reply);
}

static void assert_plain(const char *accepted)
{
    struct cop_reply reply;

    get("/", accepted, NULL, &reply);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.type, "text/html; charset=utf-8");
    assert_false(reply.is_gzip);
    assert_true(reply.has_forms);
    assert_int_equal(reply.text.length, LINES * strlen(line));
    for (int i = 0; i < LINES; i++)
        assert_memory_equal(reply.text.bytes + (size_t)i * strlen(line), line, strlen(line));
    cop_text_free(&reply.text);
}

static void assert_packed(const char *accepted)
{
    struct cop_reply reply;

    get("/", accepted, NULL, &reply);
    assert_int_equal(reply.status, 200);
    assert_true(reply.is_gzip && reply.has_forms);
    assert_int_equal(reply.length, 42);
    assert_memory_equal(reply.bytes, packed, 42);
}

static void who_does_not_take_gzip_gets_the_page_plain(void **state)
{
    (void)state;
    assert_plain(NULL);
    assert_plain("");
    assert_plain("identity");
    assert_plain("br, deflate");
    assert_plain("gzip;q=0");
    assert_plain("br, gzip; q=0.000, *");
    assert_plain("*;q=0, identity");
    assert_plain("gzipped");
}

static void who_takes_gzip_gets_it_as_it_is_kept(void **state)
{
    (void)state;
    assert_packed("gzip");
    assert_packed("gzip, deflate, br, zstd");
    assert_packed("br;q=1.0,GZIP;q=0.5");
    assert_packed("x-gzip");
    assert_packed("*");
    assert_packed("*;q=0, gzip");
}

static void each_form_has_a_tag_of_its_own(void **state)
{
    struct cop_reply plain, again, other;

    (void)state;
    get("/", NULL, NULL, &plain);
    get("/", NULL, plain.tag, &again);
    assert_int_equal(again.status, 304);
    get("/", "gzip", plain.tag, &other);
    assert_int_equal(other.status, 200);
    assert_string_not_equal(other.tag, plain.tag);
    cop_text_free(&plain.text);
}

static void a_file_that_is_not_packed_has_one_form(void **state)
{
    struct cop_reply reply;

    (void)state;
    get("/assets/a.css", NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    assert_false(reply.is_gzip || reply.has_forms);
    assert_int_equal(reply.length, 3);
}

static void a_torn_file_is_not_sent_as_if_it_were_whole(void **state)
{
    (void)state;
    assert_told(&server, "GET", "/assets/torn.js", NULL, 500, "damaged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_does_not_take_gzip_gets_the_page_plain),
        cmocka_unit_test(who_takes_gzip_gets_it_as_it_is_kept),
        cmocka_unit_test(each_form_has_a_tag_of_its_own),
        cmocka_unit_test(a_file_that_is_not_packed_has_one_form),
        cmocka_unit_test(a_torn_file_is_not_sent_as_if_it_were_whole),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
