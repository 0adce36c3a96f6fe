#!/bin/sh
# Starts the program of this folder with the libraries of this folder, wherever it lies: the best version
# that the processor can run, or the one that COPPICE_INSTRUCTIONS allows at most.
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd) || exit 1
program=$here/lib/coppice/coppice
supported=$("$here/lib/loader" --help 2>/dev/null)

case ${COPPICE_INSTRUCTIONS:-} in
portable) levels= ;;
x86-64-v3) levels=x86-64-v3 ;;
*) levels='x86-64-v4 x86-64-v3' ;;
esac
for level in $levels; do
    case $supported in *"$level (supported"*)
        [ -x "$program-$level" ] && program=$program-$level && break
    esac
done
COPPICE_LAB=${COPPICE_LAB:-$here/share/coppice/lab}
export COPPICE_LAB
exec "$here/lib/loader" --library-path "$here/lib" --argv0 coppice "$program" "$@"
