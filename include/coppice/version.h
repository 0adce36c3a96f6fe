/* version.h - which Coppice this is, "1.0.0", and how it was built.
 *
 * Versions are semantic ones (docs/library.md has what is promised): the macros are those of the
 * headers that a program was compiled with, cop_version() is the library's that it runs with. */
#ifndef COPPICE_VERSION_H
#define COPPICE_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

#define COP_VERSION_MAJOR 1
#define COP_VERSION_MINOR 0
#define COP_VERSION_PATCH 0

const char *cop_version(void);

const char *cop_build_compiler(void);     /* "gcc 12.2.0" */
const char *cop_build_instructions(void); /* "native", "portable", "x86-64-v3" or "x86-64-v4" */
const char *cop_build_type(void);         /* "release" */
const char *cop_build_flags(void);        /* "optimization=3 lto=on ...": what numbers rest on */

#ifdef __cplusplus
}
#endif

#endif
