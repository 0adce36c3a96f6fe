/* fuzz_sgf.c - any bytes as an SGF file of the registered games: what is accepted is written in a
 * form that is accepted again and written the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

/* Reads, and adds what was read to `text` as SGF; false if the bytes are no record. */
static bool rewrite(const char *bytes, size_t length, struct cop_text *text)
{
    struct cop_error error = {""};
    struct cop_record record;
    struct cop_game *game;

    if (!cop_record_read_sgf(bytes, length, cop_game_open, &record, &game, &error)) {
        check(error.message[0] != '\0' && game == NULL && record.move_count == 0);
        return false;
    }
    check(cop_record_write_sgf(&record, game, text, &error));
    cop_record_free(&record);
    cop_game_close(game);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_text first = COP_TEXT, second = COP_TEXT;

    if (rewrite((const char *)data, size, &first)) {
        check(rewrite(first.bytes, first.length, &second));
        check(strcmp(first.bytes, second.bytes) == 0);
    }
    cop_text_free(&first);
    cop_text_free(&second);
    return 0;
}
