/* version.h - which Coppice this is, "0.1.0", and how it was built. */
#ifndef COPPICE_VERSION_H
#define COPPICE_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

const char *cop_version(void);

const char *cop_build_compiler(void);     /* "gcc 12.2.0" */
const char *cop_build_instructions(void); /* "native", "portable" or "x86-64-v3" */
const char *cop_build_type(void);         /* "release" */
const char *cop_build_flags(void);        /* "optimization=3 lto=on ...": what numbers rest on */

#ifdef __cplusplus
}
#endif

#endif
