/* commit.h - which source the program was built from. */
#ifndef COPPICE_FRONT_COMMIT_H
#define COPPICE_FRONT_COMMIT_H

/* The commit's 40 digits, with + after them if files had been changed; "unknown" outside a
 * repository. Only the program's own files ask for it, so that a commit compiles and links little.
 */
const char *cop_program_commit(void);

#endif
