/* thesis.c - a small file of libconfig with its checks. */
#include "lab/experiment/thesis.h"

#include <math.h>
#include <stdlib.h>

#include "lab/experiment/reader.h"
#include "lab/run/files.h"

static bool read_thesis(const struct cop_reader *reader, const config_setting_t *root,
                        struct cop_thesis *thesis)
{
    static const char *const keys[] = {"author", "title", "year", "published", "part", NULL};
    enum { EARLIEST = 1900, LATEST = 2100 };
    int64_t year;

    if (!cop_reader_keys(reader, root, keys) ||
        !cop_reader_words(reader, root, "author", NULL, &thesis->author) ||
        !cop_reader_words(reader, root, "title", NULL, &thesis->title) ||
        !cop_reader_words(reader, root, "published", NULL, &thesis->published) ||
        !cop_reader_words(reader, root, "part", "", &thesis->part) ||
        !cop_reader_whole(reader, root, "year", NAN, EARLIEST, LATEST, &year))
        return false;
    thesis->year = (int)year;
    return true;
}

bool cop_thesis_load(const char *lab, const char *folder, struct cop_thesis *thesis,
                     struct cop_error *error)
{
    char *path = cop_path("%s/%s/thesis.conf", lab, folder);
    char *text = cop_lab_file_read(path, error);
    struct cop_reader reader = {.file = path, .lab = lab, .error = error};
    bool is_good = false;
    config_t config;

    *thesis = (struct cop_thesis){NULL};
    if (text != NULL && cop_reader_open(&reader, text, &config)) {
        is_good = read_thesis(&reader, config_root_setting(&config), thesis);
        config_destroy(&config);
    }
    free(text);
    free(path);
    if (!is_good)
        cop_thesis_free(thesis);
    return is_good;
}

void cop_thesis_free(struct cop_thesis *thesis)
{
    free(thesis->author);
    free(thesis->title);
    free(thesis->published);
    free(thesis->part);
    *thesis = (struct cop_thesis){NULL};
}
