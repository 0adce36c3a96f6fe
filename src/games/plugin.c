/* plugin.c - games from shared objects.
 *
 * What the loader of the system does with a file that is cut short depends on where it ends, and
 * may be a signal; so the file's own table of contents is looked at first. After that the loader's
 * messages are as good as ours. */
#define _GNU_SOURCE /* dladdr: which file are we in? */
#include "coppice/plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/allocate.h"
#include "games/registry.h"

/* ---- The file ---- */

static bool is_shared_object(const ElfW(Ehdr) * header)
{
    return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_type == ET_DYN &&
           header->e_phentsize == sizeof(ElfW(Phdr));
}

/* Do all parts that are mapped into memory lie within the file? */
static bool is_complete(FILE *file, const ElfW(Ehdr) * header, uint64_t size)
{
    for (int i = 0; i < header->e_phnum; i++) {
        uint64_t at = header->e_phoff + (uint64_t)i * sizeof(ElfW(Phdr));
        ElfW(Phdr) part;

        if (at > size || fseek(file, (long)at, SEEK_SET) != 0 ||
            fread(&part, sizeof part, 1, file) != 1 || part.p_offset > size ||
            part.p_filesz > size - part.p_offset)
            return false;
    }
    return true;
}

static bool check_open_file(FILE *file, const char *path, struct cop_error *error)
{
    ElfW(Ehdr) header;
    struct stat about;

    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        return cop_fail(error, "the plug-in %s is no file", path);
    if (fread(&header, sizeof header, 1, file) != 1 || !is_shared_object(&header))
        return cop_fail(error,
                        "the plug-in %s is no shared object of this machine; compile it with "
                        "cc -fPIC -shared",
                        path);
    return is_complete(file, &header, (uint64_t)about.st_size) ||
           cop_fail(error, "the plug-in %s is cut short; compile or copy it again", path);
}

/* It is opened without waiting for whoever may write into it, as a pipe's reader would. */
static bool check_file(const char *path, struct cop_error *error)
{
    int handle = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *file = handle >= 0 ? fdopen(handle, "rb") : NULL;
    bool is_good;

    if (file == NULL)
        return cop_fail(error, "cannot read the plug-in %s: %s", path, strerror(errno));
    is_good = check_open_file(file, path, error);
    fclose(file);
    return is_good;
}

/* ---- Loading ---- */

/* A plug-in is linked with nothing and finds the library's functions among those that everybody
 * sees: a program's own, and a library's only if it was loaded so, as Python does not. */
static void show_ourselves(void)
{
    static const char ours = 0;
    Dl_info about;

    if (dladdr(&ours, &about) != 0 && about.dli_fname != NULL)
        dlopen(about.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
}

static bool check_version(const struct cop_plugin *plugin, struct cop_error *error)
{
    if (plugin->version_major != COP_VERSION_MAJOR || plugin->version_minor > COP_VERSION_MINOR)
        return cop_fail(error,
                        "it was compiled for Coppice %d.%d, and this is %s; compile it again with "
                        "the headers of this version",
                        plugin->version_major, plugin->version_minor, cop_version());
    if (plugin->rules_size != sizeof(struct cop_rules))
        return cop_fail(error,
                        "its rules have %zu bytes where Coppice %s has %zu; compile it again with "
                        "the headers of this version",
                        plugin->rules_size, cop_version(), sizeof(struct cop_rules));
    if (plugin->rules == NULL || plugin->rules[0] == NULL)
        return cop_fail(error, "it has no games");
    return true;
}

static bool take(void *module, struct cop_error *error)
{
    const struct cop_plugin *plugin = dlsym(module, "cop_plugin");

    if (plugin == NULL)
        return cop_fail(error, "it has no \"cop_plugin\"; a plug-in says COP_PLUGIN(&its_rules)");
    return check_version(plugin, error) && cop_rules_add_all(plugin->rules, error);
}

bool cop_plugin_load(const char *path, struct cop_error *error)
{
    struct cop_text place = COP_TEXT;
    void *module = NULL;
    bool is_good;

    /* Without a slash the loader would look for it among the system's libraries. */
    cop_text_add(&place, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    is_good = check_file(place.bytes, error);
    if (is_good) {
        show_ourselves();
        module = dlopen(place.bytes, RTLD_NOW | RTLD_LOCAL);
        is_good = module != NULL || cop_fail(error, "cannot load the plug-in %s", dlerror());
    }
    if (module != NULL && !take(module, error)) {
        is_good = cop_fail_in(error, "the plug-in %s", path);
        dlclose(module);
    }
    cop_text_free(&place);
    return is_good;
}

bool cop_plugins_load(const char *paths, struct cop_error *error)
{
    bool is_good = true;

    while (is_good && paths != NULL && *paths != '\0') {
        size_t length = strcspn(paths, ":");
        char *path = cop_copy_bytes(paths, length);

        is_good = length == 0 || cop_plugin_load(path, error);
        free(path);
        paths += length + (paths[length] == ':');
    }
    return is_good;
}
