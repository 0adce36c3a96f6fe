"""embed.py - files as a C source: the table that src/serve/page.h declares.

The bytes are string literals. A compiler reads a megabyte of them in a moment, which it does not do
with a list of numbers, and they need no assembler of a certain machine.

    embed.py OUTPUT ROOT FILE...

writes files of data/, which ROOT is, as they are: data/rolit/weights-2.bin becomes
cop_data_rolit_weights_2, a struct cop_embedded.
"""
import gzip
import os
import re
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
LINE = 64  # bytes in a line of the literal


def escape(byte):
    """One byte in a literal. Octal escapes have three digits, so that no digit after them joins in;
    a question mark is escaped because two of them may start a trigraph."""
    character = chr(byte)
    if 32 <= byte < 127 and character not in '"\\?':
        return character
    return f"\\{byte:03o}"


ESCAPED = [escape(byte) for byte in range(256)]


def literal(data):
    lines = (data[at:at + LINE] for at in range(0, len(data), LINE))
    return "\n".join('    "' + "".join(ESCAPED[byte] for byte in line) + '"' for line in lines) or '    ""'


def smaller(data):
    """The bytes to keep, and whether they are compressed: the same every time, without a date."""
    packed = gzip.compress(data, 9, mtime=0)
    return (packed, True) if len(packed) < len(data) else (data, False)


def content_type(path):
    ending = os.path.splitext(path)[1]
    if ending not in TYPES:
        raise ValueError(f"{path}: what type is {ending!r}? Add it to TYPES in scripts/embed.py.")
    return TYPES[ending]


def files_of(folder):
    """Path below the folder, with slashes, and content of each file, in order."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            full = os.path.join(place, name)
            with open(full, "rb") as file:
                yield os.path.relpath(full, folder).replace(os.sep, "/"), file.read()


def source(files):
    """The C source for (path, bytes) pairs."""
    arrays, rows = [], []
    for number, (path, data) in enumerate(files):
        kept, is_gzip = smaller(data)
        arrays.append(f"/* {path} */\nstatic const char bytes_{number}[] =\n{literal(kept)};\n")
        rows.append(f'    {{"/{path}", "{content_type(path)}", (const unsigned char *)bytes_{number}, '
                    f"{len(kept)}, {'true' if is_gzip else 'false'}}},")
    table = "\n".join([*rows, "    {NULL, NULL, NULL, 0, false},"])
    return ("/* Written by scripts/embed.py. */\n#include <stdbool.h>\n#include <stddef.h>\n\n"
            '#include "serve/page.h"\n\n' + "\n".join(arrays) +
            f"\nconst struct cop_page_file cop_page_files[] = {{\n{table}\n}};\n")


def data_name(path):
    """The name in C of a file below data/."""
    return "cop_data_" + re.sub(r"\W", "_", os.path.splitext(path)[0])


def data_source(files):
    """The C source for (path, bytes) pairs of data/."""
    parts = [f"static const char bytes_{number}[] =\n{literal(data)};\n"
             f"const struct cop_embedded {data_name(path)} = {{\n"
             f"    (const unsigned char *)bytes_{number}, {len(data)}}};\n"
             for number, (path, data) in enumerate(files)]
    return '/* Written by scripts/embed.py. */\n#include "base/embedded.h"\n\n' + "\n".join(parts)


def main(output, root, paths):
    files = []
    for path in paths:
        with open(path, "rb") as file:
            files.append((os.path.relpath(path, root).replace(os.sep, "/"), file.read()))
    with open(output, "w", encoding="ascii") as file:
        file.write(data_source(files))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
