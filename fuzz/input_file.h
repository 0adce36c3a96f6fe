/* input_file.h - a fuzzer's input as a file, for parsers that read files. */
#ifndef COPPICE_FUZZ_INPUT_FILE_H
#define COPPICE_FUZZ_INPUT_FILE_H

#include <stddef.h>
#include <stdint.h>

/* A folder of this process alone, which goes when the process ends. */
const char *input_folder(void);

/* Removes all that is in it. */
void input_clear(void);

/* The path of NAME there, in the caller's room; returns it. */
const char *input_path(const char *name, char *room, size_t size);

/* Writes `size` bytes to NAME there, in place of what was in it; the path is valid until the next
 * call. */
const char *input_file(const char *name, const void *bytes, size_t size);

#endif
