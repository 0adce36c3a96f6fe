/* version.c - the version that meson.build states. */
#include "coppice/version.h"

const char *cop_version(void)
{
    return COPPICE_VERSION;
}
