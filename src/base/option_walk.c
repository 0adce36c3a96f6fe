/* option_walk.c - all options of a table, and of the tables that it includes. */
#include <assert.h>
#include <string.h>
#include <strings.h>

#include "coppice/option.h"

struct cop_option_walk cop_options_walk(const struct cop_option *options)
{
    return (struct cop_option_walk){.next = {options}};
}

/* Goes into the tables that rows include until an option is at hand, and back out at their ends. */
bool cop_options_next(struct cop_option_walk *walk)
{
    for (;;) {
        const struct cop_option *row = walk->next[walk->level];

        if (row == NULL || row->name == NULL) {
            if (walk->level == 0)
                return false;
            walk->level--;
            continue;
        }
        walk->next[walk->level]++;
        if (row->kind != COP_TABLE) {
            walk->option = row;
            walk->title = walk->titles[walk->level];
            return true;
        }
        walk->level++;
        assert(walk->level < COP_OPTION_LEVELS && "tables include each other too deeply");
        walk->next[walk->level] = row->table;
        walk->titles[walk->level] = row->name;
    }
}

const struct cop_option *cop_options_find(const struct cop_option *options, const char *name,
                                          size_t length)
{
    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
        if (strlen(walk.option->name) == length &&
            strncasecmp(walk.option->name, name, length) == 0)
            return walk.option;
    return NULL;
}
