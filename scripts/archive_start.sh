#!/bin/sh
# Starts the program of this folder with the libraries of this folder, wherever it lies.
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd) || exit 1
program=$here/lib/coppice/coppice
swift=$program-x86-64-v3

if [ "${COPPICE_INSTRUCTIONS:-}" != portable ] && [ -x "$swift" ] &&
    "$here/lib/loader" --help 2>&1 | grep -q 'x86-64-v3 (supported'; then
    program=$swift
fi
COPPICE_LAB=${COPPICE_LAB:-$here/share/coppice/lab}
export COPPICE_LAB
exec "$here/lib/loader" --library-path "$here/lib" --argv0 coppice "$program" "$@"
