/* fuzz_main.c - runs a fuzzer's function on files, without libFuzzer.
 *
 * Every build replays the inputs kept in fuzz/corpus/ this way, so that what a fuzzer once found is
 * found again by any compiler. Each file is a case: the input whole, and cut off after every byte
 * (at most CUTS of them), because most wrong files are the beginnings of right ones. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUTS = 256, INPUT_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The copy has exactly `size` bytes, so that the address sanitizer sees a read past its end. */
static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);

    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void run_with_cuts(const uint8_t *bytes, size_t size)
{
    size_t step = size / CUTS + 1;

    run(bytes, size);
    for (size_t cut = 0; cut < size; cut += step)
        run(bytes, cut);
}

static bool replay(const char *folder, const char *name)
{
    static uint8_t bytes[INPUT_MAX];
    char path[4096];
    size_t size;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    run_with_cuts(bytes, size);
    return true;
}

int main(int count, char **words)
{
    struct dirent **entries = NULL;
    int files = count == 2 ? scandir(words[1], &entries, is_visible, alphasort) : -1;
    int failed = 0;

    if (files < 0) {
        fprintf(stderr, "usage: %s FOLDER\n", words[0]);
        return 2;
    }
    printf("1..%d\n", files + 1);
    run((const uint8_t *)"", 0);
    printf("ok 1 - empty_input\n");
    for (int i = 0; i < files; i++) {
        bool ok = replay(words[1], entries[i]->d_name);

        printf("%sok %d - %s\n", ok ? "" : "not ", i + 2, entries[i]->d_name);
        fflush(stdout);
        failed += !ok;
        free(entries[i]);
    }
    free(entries);
    return failed > 0;
}
