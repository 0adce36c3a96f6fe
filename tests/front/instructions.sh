#!/bin/sh
# instructions.sh PROGRAM - a portable program becomes the version that the processor is fastest with, at most the
# one that it is told, and finds the same in all of them. The versions lie beside it. TAP.
program=$1
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
    "$@" bench signature 2>/dev/null | tail -n 1
}

# The best of the levels that are built and that all these flags of the processor are enough for.
best=portable
has()
{
    level=$1
    shift
    [ -x "$(dirname "$program")/coppice-$level" ] || return
    for flag; do
        grep -qw "$flag" /proc/cpuinfo || return
    done
    best=$level
}
has x86-64-v3 avx2 bmi2
has x86-64-v4 avx2 bmi2 avx512f avx512bw avx512cd avx512dq avx512vl

place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
echo 1..9
check "the processor decides" "$(instructions "$program")" $best
check "a level that nobody knows is no wish" \
    "$(COPPICE_INSTRUCTIONS=quick instructions "$program")" $best
plain=$(COPPICE_INSTRUCTIONS=portable search "$program" | cksum)
for level in portable x86-64-v3 x86-64-v4; do
    # The lesser of the wish and the best, in the alphabet's order as it happens.
    least=$(printf '%s\n' $level $best | sort | head -n 1)
    check "COPPICE_INSTRUCTIONS=$level is the most" \
        "$(COPPICE_INSTRUCTIONS=$level instructions "$program")" "$least"
    [ $level = portable ] || check "$least finds what portable finds" \
        "$(COPPICE_INSTRUCTIONS=$level search "$program" | cksum)" "$plain"
done
cp "$program" "$place/coppice"
check "a program that is alone is portable" "$(instructions "$place/coppice")" portable
for level in x86-64-v3 x86-64-v4; do
    echo "not a program" >"$place/coppice-$level"
    chmod +x "$place/coppice-$level"
done
check "broken companions are no matter" "$(instructions "$place/coppice")" portable
