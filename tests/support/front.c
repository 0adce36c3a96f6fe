/* front.c - what the tests of commands share. */
#include "front.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

void assert_contains(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", part, text);
}

void assert_refused(struct program *program, int status, const char *part)
{
    assert_contains(program->errors, part);
    assert_int_equal(program->status, status);
    assert_string_equal(program->output, "");
    assert_memory_equal(program->errors, "coppice: ", 9);
    program_free(program);
}

void assert_done(const struct program *program)
{
    assert_int_equal(program->status, 0);
}

json_t *read_json(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, 0, &error);

    if (value == NULL)
        fail_msg("line %d: %s in %s", error.line, error.text, text);
    return value;
}

char *read_written(const char *path)
{
    enum { ROOM = 1 << 18 };
    char *words = calloc(1, ROOM);
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_true(fread(words, 1, ROOM - 1, file) > 0);
    fclose(file);
    return words;
}

char *read_moves(const char *path)
{
    char *words = read_written(path), *moves = calloc(1, strlen(words) + 1);

    for (char *rest = words, *line; (line = strtok_r(rest, "\n", &rest)) != NULL;)
        if (line[0] == ';')
            strcat(strcat(moves, line), "\n");
    free(words);
    return moves;
}

void write_file(char *path, const char *words)
{
    FILE *file;
    int descriptor;

    strcpy(path, "/tmp/coppice-test-XXXXXX");
    descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(words, file);
    assert_int_equal(fclose(file), 0);
}
