#!/bin/sh
# instructions.sh PROGRAM SWIFT - a portable program becomes the swift one where the processor can run it, stays
# what it is where it is told to, and finds the same either way. TAP.
program=$1
swift=$2
count=0

check()
{
    count=$((count + 1))
    if [ "$2" = "$3" ]; then echo "ok $count - $1"; else
        echo "not ok $count - $1"
        echo "# expected \"$3\", got \"$2\""
    fi
}

instructions()
{
    "$@" version | sed -n 's/^instructions: //p'
}

search()
{
    for game in othello samegame amazons; do
        "$@" search $game --agent mcts --limit "sims=300, seed=1, threads=1" --json 2>/dev/null |
            grep -v second
    done
    "$@" perft connect4 6 2>/dev/null
}

place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
echo 1..5
can=portable
grep -qw avx2 /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo && can=x86-64-v3
check "the processor decides" "$(instructions "$program")" $can
check "COPPICE_INSTRUCTIONS=portable decides" \
    "$(COPPICE_INSTRUCTIONS=portable instructions "$program")" portable
cp "$program" "$place/coppice"
check "a program that is alone is portable" "$(instructions "$place/coppice")" portable
echo "not a program" >"$place/$(basename "$swift")"
chmod +x "$place/$(basename "$swift")"
check "a broken companion is no matter" "$(instructions "$place/coppice")" portable
check "both find the same" "$(search "$program" | cksum)" \
    "$(COPPICE_INSTRUCTIONS=portable search "$program" | cksum)"
