/* reader.h - values of a libconfig file with their checks: a mistake is told with file and line. */
#ifndef COPPICE_LAB_READER_H
#define COPPICE_LAB_READER_H

#include <libconfig.h>

#include "lab/experiment/experiment.h"

struct cop_reader {
    const char *file, *lab; /* for messages; the folder of experiments, or NULL */
    struct cop_error *error;
};

/* Parses the text; the caller destroys the config. An experiment is one file: what libconfig would
 * include is refused. */
bool cop_reader_open(const struct cop_reader *reader, const char *text, config_t *config);

__attribute__((format(printf, 3, 4))) void cop_reader_say(const struct cop_reader *reader,
                                                          const config_setting_t *setting,
                                                          const char *format, ...);
/* A macro, so that who checks the code sees that it is false. */
#define fail_at(...) (cop_reader_say(__VA_ARGS__), false)

/* False; `why` came from somebody who does not know the file. */
bool cop_reader_because(const struct cop_reader *reader, const config_setting_t *setting,
                        const struct cop_error *why);

/* Every member of the group must be in the NULL-terminated list. */
bool cop_reader_keys(const struct cop_reader *reader, const config_setting_t *group,
                     const char *const *keys);

/* A copy of a text; `fallback` if it is missing, or an error if that is NULL. */
bool cop_reader_words(const struct cop_reader *reader, const config_setting_t *group,
                      const char *key, const char *fallback, char **words);

bool cop_reader_is_number(const config_setting_t *setting);
double cop_reader_number_of(const config_setting_t *setting);

/* A number in low..high; `fallback` if it is missing, or an error if that is not a number. */
bool cop_reader_number(const struct cop_reader *reader, const config_setting_t *group,
                       const char *key, double fallback, double low, double high, double *number);
bool cop_reader_whole(const struct cop_reader *reader, const config_setting_t *group,
                      const char *key, double fallback, double low, double high, int64_t *whole);

/* A list of groups; *list is NULL if it is missing and may be. */
bool cop_reader_list(const struct cop_reader *reader, const config_setting_t *group,
                     const char *key, bool may_be_missing, config_setting_t **list);

/* budgets = ["standard", "full"]; all of them if it is missing. */
bool cop_reader_budgets(const struct cop_reader *reader, const config_setting_t *group,
                        bool at[COP_BUDGETS]);

#endif
