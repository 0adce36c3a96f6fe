/* version.c - the version that meson.build states, and its options. */
#include "coppice/version.h"

const char *cop_version(void)
{
    return COPPICE_VERSION;
}

const char *cop_build_compiler(void)
{
#ifdef __clang__
    return __VERSION__; /* names itself */
#else
    return "gcc " __VERSION__;
#endif
}

const char *cop_build_instructions(void)
{
    return COPPICE_INSTRUCTIONS;
}

const char *cop_build_type(void)
{
    return COPPICE_BUILD;
}

const char *cop_build_flags(void)
{
    return COPPICE_FLAGS;
}
