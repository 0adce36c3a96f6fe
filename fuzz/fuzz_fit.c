/* fuzz_fit.c - any bytes as a file of fits: what is accepted is written in a form that is accepted
 * again and written the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/fit.h"
#include "input_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static void check_numbers(const struct cop_fits *fits)
{
    check(fits->count >= 1 && fits->count <= COP_FITS_MAX);
    for (int i = 0; i < fits->count; i++)
        check(fits->fits[i].shallow < fits->fits[i].deep && fits->fits[i].deviation >= 0 &&
              isfinite(fits->correlation[i]) && abs(fits->positions[i]) <= 1000000000);
    check(fits->fits[fits->count].deep == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_text first = COP_TEXT, second = COP_TEXT;
    struct cop_error error = {""};
    struct cop_fits fits;

    if (cop_fits_read(input_file("fits", data, size), &fits, &error)) {
        check_numbers(&fits);
        cop_fits_write(&fits, &first);
        check(cop_fits_read(input_file("fits", first.bytes, first.length), &fits, &error));
        cop_fits_write(&fits, &second);
        check(strcmp(first.bytes, second.bytes) == 0);
    } else {
        check(error.message[0] != '\0');
    }
    cop_text_free(&first);
    cop_text_free(&second);
    return 0;
}
