/* fuzz_proof.c - any bytes as a proof: it is refused with a reason, or everything that it claims is
 * said. A checksum is added, as few inputs would come by one, and there is a small database to rest
 * on. */
#include <stdlib.h>
#include <string.h>

#include "database/build.h"
#include "input_file.h"
#include "proof/check.h"
#include "proof/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

/* A proof may have as many positions as it says; more than a thousand would only take time. */
static bool is_long(const char *words)
{
    for (; (words = strstr(words, "positions ")) != NULL; words++)
        if (strspn(words + strlen("positions "), "0123456789") > 3)
            return true;
    return false;
}

/* Fanorona's of 3 x 3 points, built once; the folder is this process's own. */
static const char *databases(void)
{
    static char folder[8192];
    struct cop_build_plan plan = {.folder = folder, .pieces = 4, .threads = 1};
    struct cop_error error;
    struct cop_game *game;
    bool is_stopped;

    if (folder[0] != '\0')
        return folder;
    input_path("databases", folder, sizeof folder);
    game = cop_game_open("fanorona(width=3, height=3)", &error);
    plan.game = game;
    check(game != NULL && cop_database_build(&plan, &is_stopped, &error));
    cop_game_close(game);
    return folder;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};
    struct cop_proved proved;

    cop_text_add_bytes(&text, (const char *)data, size);
    if (is_long(text.bytes)) {
        cop_text_free(&text);
        return 0;
    }
    cop_proof_write_end(&text);
    if (cop_proof_check(input_file("proof", text.bytes, text.length), cop_game_open, databases(),
                        NULL, &proved, &error))
        check(proved.sentence.length > 0 && proved.claims >= 1 && proved.positions >= 1);
    else
        check(error.message[0] != '\0' && proved.sentence.length == 0);
    cop_proved_free(&proved);
    cop_text_free(&text);
    return 0;
}
