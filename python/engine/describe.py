"""describe.py SHIM_HEADER OUTPUT - writes the C source of the Python module coppice._engine.

cffi reads shim.h, which is the one description of what Python may call: lines for the preprocessor are
left out, and PYTHON_ANSWERS marks the functions that Python answers.
"""
import sys

import cffi


def declarations(path):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith(("#", "// clang-format"))]
    return "".join(lines).replace("PYTHON_ANSWERS", 'extern "Python+C"')


def main(header, output):
    builder = cffi.FFI()
    builder.cdef(declarations(header))
    builder.set_source("coppice._engine", '#include "shim.h"')
    builder.emit_c_code(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
