#!/bin/sh
# abi.sh [--write] - compares all types and functions of include/coppice/ with tests/install/coppice.abi.
#
# A pointer to each function that the library shows, compiled with what debuggers need, carries the
# types of all that is public: abidw reads them there in a moment, without a build of the library.
# Any difference fails; one that is meant is written down with --write, beside a line in CHANGELOG.md.
# Layouts are those of a 64-bit machine of the usual kind. Without abidw or elsewhere it says SKIP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT

if ! command -v abidiff >/dev/null || ! command -v gcc >/dev/null || [ "$(uname -m)" != x86_64 ]; then
    echo "SKIP there is no abidiff or gcc (apt-get install abigail-tools)"
    exit 77
fi
{
    echo '#include <coppice/coppice.h>'
    sed -n 's/^ *\(cop_[a-z0-9_]*\);.*/__typeof__(\1) *public_\1;/p' "$root/src/coppice.map"
} >"$place/public.c"
cd "$place" || exit 1 # so that no path of today is in what is written
gcc -std=c17 -g -O0 -fPIC -shared "-I$root/include" public.c -o public.so || exit 1
if [ "${1-}" = --write ]; then
    abidw --no-show-locs --no-corpus-path --no-comp-dir-path --drop-private-types \
        "$place/public.so" >"$here/coppice.abi"
    exit
fi
abidiff --no-show-locs "$here/coppice.abi" "$place/public.so"
