/* machine.c - the processors: their name, their number, and how busy they are. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/machine.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The value of the first "model name : ..." line of Linux's list of processors. */
static void add_model_name(struct cop_text *text)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");

    if (file == NULL)
        return;
    while (text->length == 0 && fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');

        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value += 1 + strspn(value + 1, " \t");
            cop_text_add_bytes(text, value, strcspn(value, "\n"));
        }
    }
    fclose(file);
}

void cop_machine_name(struct cop_text *text)
{
    struct cop_text name = COP_TEXT;
    struct utsname system;

    add_model_name(&name);
    if (name.length == 0 && uname(&system) >= 0)
        cop_text_add(&name, "%s", system.machine);
    cop_text_add_bytes(text, name.bytes, name.length);
    cop_text_free(&name);
}

int cop_machine_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > 0 ? (int)cores : 1;
}

int cop_machine_usable(void)
{
    cpu_set_t usable;
    int count = sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 0;

    return count > 0 ? count : 1;
}

bool cop_machine_pin(int first, int count, struct cop_error *error)
{
    cpu_set_t usable, own;
    int number = 0;

    if (sched_getaffinity(0, sizeof usable, &usable) != 0)
        return cop_fail(error, "cannot ask for the processors: %s", strerror(errno));
    CPU_ZERO(&own);
    for (int i = 0; i < CPU_SETSIZE; i++) {
        if (!CPU_ISSET(i, &usable))
            continue;
        if (number >= first && number < first + count)
            CPU_SET(i, &own);
        number++;
    }
    if (CPU_COUNT(&own) < count)
        return cop_fail(error, "there are no processors %d to %d; there are %d", first + 1,
                        first + count, number);
    return sched_setaffinity(0, sizeof own, &own) == 0 ||
           cop_fail(error, "cannot keep to a processor: %s", strerror(errno));
}

double cop_machine_load(void)
{
    double load = 0.0;
    FILE *file = fopen("/proc/loadavg", "r");
    char line[64];

    if (file == NULL)
        return 0.0;
    if (fgets(line, sizeof line, file) != NULL)
        load = strtod(line, NULL);
    fclose(file);
    return load;
}
