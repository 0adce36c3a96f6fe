/* test_serve_disk.c - a disk that is full, for a while or for good: nothing that was done at a
 * table is lost as long as the server runs, and whoever looks on is told that it is not saved. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"
#include "serve_check.h"

/* ---- A disk that takes nothing, by a limit of the process ---- */

static void let_write(bool may_write)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = may_write ? limit.rlim_max : 0;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static bool is_saved(const json_t *state)
{
    const json_t *saved = json_object_get(state, "saved");

    assert_true(json_is_boolean(saved));
    return json_is_true(saved);
}

static json_t *move(struct served *served, const char *id, const char *word, int ply)
{
    char body[80];

    snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": %d}", word, ply);
    return ask(served, "POST", at_table(id, "/move"), body, 200);
}

static void assert_moved(struct served *served, const char *id, const char *word, int ply,
                         bool expects_saved)
{
    json_t *state = move(served, id, word, ply);

    assert_int_equal(number_in(state, "ply"), ply + 1);
    assert_int_equal(is_saved(state), expects_saved);
    json_decref(state);
}

static void wait_until_saved(struct served *served, const char *id)
{
    for (int i = 0; i < 12000; i++) {
        json_t *state = ask(served, "GET", at_table(id, ""), NULL, 200);
        bool is_over = is_saved(state);

        json_decref(state);
        if (is_over)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("it was never saved");
}

static void assert_ply(struct served *served, const char *id, int ply)
{
    json_t *state = ask(served, "GET", at_table(id, ""), NULL, 200);

    assert_int_equal(number_in(state, "ply"), ply);
    assert_true(is_saved(state));
    json_decref(state);
}

static void moves_on_a_full_disk_are_told_and_saved_later(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1], born[COP_ID_LENGTH + 1];

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    assert_moved(&served, id, "d", 0, true);
    let_write(false);
    assert_moved(&served, id, "d", 1, false);
    assert_moved(&served, id, "c", 2, false);
    new_table(&served, "{\"game\": \"connect4\", \"moves\": \"abc\"}", born);
    let_write(true);
    wait_until_saved(&served, id);
    wait_until_saved(&served, born);
    serve_again(&served);
    assert_ply(&served, id, 3);
    assert_ply(&served, born, 3);
    serve_close(&served);
}

/* Room for one game in memory, which another would like to have. */
static void a_table_that_is_not_saved_stays_in_memory(void **unused)
{
    struct served served;
    char ids[2][COP_ID_LENGTH + 1];

    (void)unused;
    serve_open(&served, 1, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", ids[0]);
    new_table(&served, "{\"game\": \"connect4\"}", ids[1]);
    let_write(false);
    assert_moved(&served, ids[1], "d", 0, false);
    assert_told(&served, "GET", at_table(ids[0], ""), NULL, 503, "room");
    let_write(true);
    wait_until_saved(&served, ids[1]);
    assert_ply(&served, ids[0], 0);
    assert_ply(&served, ids[1], 1);
    serve_close(&served);
}

/* The end of the server is one more try, and it does not wait for a disk that stays full. */
static void a_server_on_a_full_disk_can_be_ended(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    let_write(false);
    assert_moved(&served, id, "d", 0, false);
    cop_house_close(served.house);
    let_write(true);
    served.house = cop_house_open(&served.options, NULL);
    assert_non_null(served.house);
    served.site.house = served.house;
    assert_ply(&served, id, 0); /* what the disk did not take */
    serve_close(&served);
}

/* ---- A disk that is really full ---- */

/* Room for a few files only; false where this may not be had. */
static bool mount_small(const char *folder)
{
    return mount("none", folder, "tmpfs", 0, "size=64k") == 0;
}

/* Tables until the disk is full; returns how many, the last one of them not saved. */
static int fill_up(struct served *served, char ids[][COP_ID_LENGTH + 1], int room)
{
    for (int i = 0; i < room; i++) {
        json_t *state = ask(served, "POST", "/api/tables", "{\"game\": \"othello\"}", 201);
        bool is_full = !is_saved(state);

        strcpy(ids[i], words_in(state, "id"));
        json_decref(state);
        if (is_full)
            return i + 1;
    }
    fail_msg("%d tables fit on a disk of 64 KiB", room);
    return 0;
}

/* The server on another folder than its own. */
static void start_in(struct served *served, const char *folder)
{
    cop_house_close(served->house);
    served->options.games = folder;
    served->house = cop_house_open(&served->options, NULL);
    assert_non_null(served->house);
    served->site.house = served->house;
}

static void a_disk_with_room_again_gets_everything(void **unused)
{
    enum { ROOM = 60 };
    struct served served;
    char ids[ROOM][COP_ID_LENGTH + 1], folder[64] = "/tmp/coppice-test-XXXXXX";
    int count;

    (void)unused;
    assert_non_null(mkdtemp(folder));
    if (!mount_small(folder)) {
        rmdir(folder);
        skip();
    }
    serve_open(&served, 64, 1000);
    start_in(&served, folder);
    count = fill_up(&served, ids, ROOM);
    assert_true(count > 2);
    tell(&served, "DELETE", at_table(ids[0], ""), NULL, 200);
    tell(&served, "DELETE", at_table(ids[1], ""), NULL, 200);
    wait_until_saved(&served, ids[count - 1]);
    start_in(&served, folder);
    assert_ply(&served, ids[count - 1], 0);
    start_in(&served, served.folder);
    assert_int_equal(umount(folder), 0);
    rmdir(folder);
    serve_close(&served);
}

/* ---- The folder ---- */

static const char *in_folder(const struct served *served, const char *name)
{
    static char path[200];

    snprintf(path, sizeof path, "%s/%s", served->folder, name);
    return path;
}

static void put(const char *path, const char *words)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(words, file);
    fclose(file);
}

static void what_killed_servers_left_half_written_is_removed(void **unused)
{
    struct served served;

    (void)unused;
    serve_open(&served, 64, 1000);
    put(in_folder(&served, "abc.sgf.123-0.tmp"), "(;FF[4");
    put(in_folder(&served, "abc.json.123-0.tmp"), "{");
    put(in_folder(&served, "mine.tmp"), "a person's");
    serve_again(&served);
    assert_int_not_equal(access(in_folder(&served, "abc.sgf.123-0.tmp"), F_OK), 0);
    assert_int_not_equal(access(in_folder(&served, "abc.json.123-0.tmp"), F_OK), 0);
    assert_int_equal(access(in_folder(&served, "mine.tmp"), F_OK), 0);
    serve_close(&served);
}

static void files_that_cannot_be_removed_are_told(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1], record[40];

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    snprintf(record, sizeof record, "%s.sgf", id);
    assert_int_equal(unlink(in_folder(&served, record)), 0);
    assert_int_equal(mkdir(in_folder(&served, record), 0777), 0);
    assert_told(&served, "DELETE", at_table(id, ""), NULL, 500, "cannot be removed");
    assert_int_equal(rmdir(in_folder(&served, record)), 0);
    serve_close(&served);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_on_a_full_disk_are_told_and_saved_later),
        cmocka_unit_test(a_table_that_is_not_saved_stays_in_memory),
        cmocka_unit_test(a_server_on_a_full_disk_can_be_ended),
        cmocka_unit_test(a_disk_with_room_again_gets_everything),
        cmocka_unit_test(what_killed_servers_left_half_written_is_removed),
        cmocka_unit_test(files_that_cannot_be_removed_are_told),
    };

    signal(SIGXFSZ, SIG_IGN); /* writing is then an error, as in the program itself */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
