#!/bin/sh
# package_check.sh [source] [install] [autopkgtest] [archive] - what is in dist/ works where nothing else is.
#
#   source        the source builds without a network and without npm, and what was built plays
#   install       in a bare Debian, of the release that made the packages, apt installs them and they play
#   autopkgtest   in another one debian/tests pass
#   archive       the folder for other systems plays where there is nothing but busybox
#
# Without words all of them. One line of TAP for each check. It needs root, for its bare systems, and Debian's
# archive, which it finds in apt's own list or in the variable MIRROR; nothing outside of a temporary folder changes.
set -u

root=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n "s/^ *version: '\([^']*\)',$/\1/p" "$root/meson.build" | head -n 1)
dist=$root/dist
parts=${*:-source install autopkgtest archive}

for part in $parts; do
    case $part in
    source | install | autopkgtest | archive) ;;
    *)
        echo "usage: package_check.sh [source] [install] [autopkgtest] [archive]" >&2
        exit 2
        ;;
    esac
done

# What is mounted here is mounted for us alone.
if [ -z "${COPPICE_CHECK_IS_ALONE:-}" ]; then
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || {
            echo "package_check.sh makes systems to try packages in, and needs root for that" >&2
            exit 1
        }
        as_root='sudo -n'
    fi
    exec $as_root unshare --mount env COPPICE_CHECK_IS_ALONE=yes MIRROR="${MIRROR:-}" sh "$0" $parts
fi

place=$(mktemp -d) || exit 1
unset TMPDIR # the bare systems have no such folder
clean_up()
{
    umount "$place"/*/proc 2>/dev/null
    rm -rf --one-file-system "$place"
}
trap clean_up EXIT
trap 'exit 1' INT TERM
cd "$place" || exit 1
case=0
failed=0
LC_ALL=C.UTF-8
DEBIAN_FRONTEND=noninteractive
export LC_ALL DEBIAN_FRONTEND

# promise NAME COMMAND...: one check, passed if the command succeeds.
promise()
{
    promised=$1
    shift
    case=$((case + 1))
    if "$@" >"$place/log" 2>&1; then
        echo "ok $case - $promised"
    else
        echo "not ok $case - $promised"
        tail -n 100 "$place/log" | sed 's/^/# /'
        failed=$((failed + 1))
    fi
}

# The one file in dist/ that a pattern means.
made()
{
    set -- "$dist"/$1
    [ $# -eq 1 ] && [ -f "$1" ] && echo "$1" && return
    echo "make it first: $1" >&2
    return 1
}

# ---- What every program must do ----

# The levels that this processor can run, as the system's loader sees it, the best one first.
levels()
{
    for loader in /lib*/ld-linux* /lib/*/ld-linux*; do
        "$loader" --help 2>/dev/null
    done | sed -n 's/^ *\(x86-64-v[34]\) (supported.*/\1/p' | sort -ru
    echo portable
}

# plays PROGRAM...: a match, and a search that finds the only move.
plays()
{
    "$@" match connect4 mcts random --games 4 --limit sims=200 --seed 1 &&
        "$@" search connect4 --moves "4 1 4 1 4 1" --limit sims=2000 | tee "$place/found" &&
        grep -q '^best d ' "$place/found"
}

# versions_agree SETTER PROGRAM...: each level is there, and all of them search alike. SETTER is put before
# `COPPICE_INSTRUCTIONS=LEVEL PROGRAM...`.
versions_agree()
{
    : >"$place/signatures"
    for level in $(levels); do
        COPPICE_INSTRUCTIONS=$level
        export COPPICE_INSTRUCTIONS
        "$@" version | tee "$place/version" || return 1
        grep -qx "instructions: $level" "$place/version" || return 1
        "$@" bench signature | tail -n 1 >>"$place/signatures" || return 1
    done
    unset COPPICE_INSTRUCTIONS
    "$@" version | grep -qx "instructions: $(levels | head -n 1)" || return 1
    cat "$place/signatures"
    test "$(sort -u "$place/signatures" | wc -l)" -eq 1 && grep -q '[0-9]' "$place/signatures"
}

# Opens the page of a server, makes a table there and moves.
cat >page.py <<'END'
import json
import sys
import urllib.request

URL = sys.argv[1]


def ask(target, body=None):
    request = urllib.request.Request(URL + target, headers={"Content-Type": "application/json"},
                                     data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


page = ask("")
assert "<title>Coppice</title>" in page, page
for file in [word.split('"')[0] for word in page.split('src="/')[1:]]:
    assert len(ask(file)) > 10000, file
table = json.loads(ask("api/tables", {"game": "othello", "seats": [{"who": "human"}, {"who": "human"}]}))
table = json.loads(ask(f"api/tables/{table['id']}/move", {"move": "d3", "ply": 0}))
assert table["ply"] == 1, table
END

# serves FOLDER PROGRAM...: the page is in the program, and a game is played on it. The games are kept in that
# folder, as the program sees it.
serves()
{
    folder=$1
    shift
    "$@" serve --port 0 --games "$folder" >"$place/served" 2>&1 &
    server=$!
    wait=0
    while ! grep -q 'http://' "$place/served" && [ $((wait += 1)) -lt 600 ] && kill -0 $server; do
        sleep 0.1
    done
    cat "$place/served"
    python3 "$place/page.py" "$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$place/served" | head -n 1)"
    status=$?
    kill $server
    wait $server
    return $status
}

# ---- The source ----

# npm and node are there, and answer nothing but that they were asked.
without_npm()
{
    mkdir -p nothing
    for name in npm npx node corepack; do
        printf '#!/bin/sh\necho "$0 $*" >>%s/asked\nexit 1\n' "$place" >"nothing/$name"
        chmod +x "nothing/$name"
    done
    PATH=$place/nothing:$PATH "$@" || return 1
    test ! -e asked || { cat asked && false; }
}

# With the page, which is what npm is for elsewhere; not optimised, since only whether it builds is asked here.
builds_offline()
{
    source=$(made "coppice-$version.tar.gz") || return 1
    tar -xzf "$source" && cd "coppice-$version" || return 1
    without_npm unshare --net sh -ec '
        test -z "$(tail -n +3 /proc/net/dev | grep -v " lo:")"
        meson setup build -Dpage=enabled -Db_lto=false -Doptimization=0
        ninja -C build product'
    status=$?
    cd "$place"
    return $status
}

check_source()
{
    built=$place/coppice-$version/build/src/front/coppice
    promise source_builds_without_network_and_npm builds_offline
    promise program_from_source_plays plays "$built"
    promise program_from_source_has_the_page serves "$place/kept" "$built"
    rm -rf "$place/coppice-$version"
}

# ---- Debian ----

release()
{
    sed -n 's/^VERSION_CODENAME=//p' /etc/os-release
}

mirror()
{
    [ -n "${MIRROR:-}" ] && echo "$MIRROR" && return
    apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
        awk -v release="$(release)" '$2 == release && $3 == "main" { print $1; exit }'
}

# Made once and kept (make clean removes it), since that takes longest.
is_bare_debian()
{
    bare=$root/build-package/bare-$(release).tar
    if [ ! -f "$bare" ]; then
        mkdir -p "$root/build-package" && debootstrap --variant=minbase "$(release)" bare "$(mirror)" &&
            rm -rf bare/var/cache/apt/archives/*.deb &&
            tar -cf "$bare.part" -C bare . && mv "$bare.part" "$bare" || return 1
        rm -rf --one-file-system bare
    fi
    mkdir "$1" && tar -xpf "$bare" -C "$1" && mount -t proc proc "$1/proc" && chroot "$1" apt-get -q update
}

inside()
{
    chroot "$place/debian" "$@"
}

installs()
{
    for package; do
        file=$(made "${package}_${version}_$(dpkg --print-architecture).deb") &&
            cp "$file" debian/packages/ || return 1
        set -- "$@" "/packages/$(basename "$file")"
        shift
    done
    inside apt-get -q -y --no-install-recommends install "$@"
}

installs_the_program_alone()
{
    mkdir debian/packages && installs coppice && ! inside dpkg -s python3 libcoppice1
}

has_its_files()
{
    inside bash -n /usr/share/bash-completion/completions/coppice.bash &&
        inside grep -q '^#compdef coppice' /usr/share/zsh/vendor-completions/_coppice &&
        inside test -f /usr/share/man/man1/coppice.1.gz &&
        inside sh -c 'cd / && coppice lab list' | grep -q 'uct-star/table-01'
}

# The level whose library Python has in memory is the loader's choice.
module_plays()
{
    cat >debian/packages/play.py <<'END'
import coppice
game = coppice.open("othello(size=6)")
state = game.start()
agent = game.agent("mcts", "seed=1, threads=1")
while state.turn != coppice.OVER:
    state.play(agent.think(state, "sims=300").best)
assert sum(state.payoffs()) == 1 and "<svg" in state._repr_svg_()
print(" ".join(state.moves_played()))
with open("/proc/self/maps", encoding="utf-8") as maps:
    print({line.split()[-1] for line in maps if "libcoppice" in line})
END
    inside /usr/bin/python3 /packages/play.py >fast && cat fast || return 1
    inside env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512F /usr/bin/python3 /packages/play.py >plain &&
        cat plain || return 1
    best=$(levels | head -n 1)
    test "$best" = portable || grep -q "glibc-hwcaps/$best/libcoppice" fast || return 1
    ! grep -q glibc-hwcaps plain && test "$(head -n 1 fast)" = "$(head -n 1 plain)"
}

# But what somebody's searches have kept in his own cache.
leaves_nothing()
{
    inside apt-get -q -y purge coppice libcoppice1 python3-coppice || return 1
    find debian -xdev -iname '*coppice*' ! -path 'debian/packages/*' ! -path 'debian/var/lib/apt/*' \
        ! -path 'debian/kept*' ! -path 'debian/root/.cache/*' >left
    cat left
    test ! -s left
}

check_install()
{
    promise bare_debian_is_made is_bare_debian debian
    promise program_is_installed_alone installs_the_program_alone
    promise installed_program_plays plays inside coppice
    promise installed_program_has_the_page serves /kept chroot "$place/debian" coppice
    promise installed_program_has_all_versions versions_agree inside coppice
    promise installed_program_has_its_files has_its_files
    promise module_is_installed installs libcoppice1 python3-coppice
    promise module_plays_with_every_version module_plays
    promise packages_leave_nothing_behind leaves_nothing
    umount debian/proc
    rm -rf --one-file-system debian
}

# Every test of debian/tests/control has passed, and not just none failed.
autopkgtest_passes()
{
    source=$(made "coppice-$version.tar.gz") || return 1
    tar -xzf "$source" && rm -rf results || return 1
    set --
    for package in $(sed -n 's/^Package: //p' "coppice-$version/debian/control"); do
        file=$(made "${package}_${version}_$(dpkg --print-architecture).deb") || return 1
        set -- "$@" "$file"
    done
    autopkgtest --output-dir results "$@" "coppice-$version/" -- chroot "$place/tested" || return 1
    cat results/summary
    for test in $(sed -n 's/^Tests: //p' "coppice-$version/debian/tests/control"); do
        grep -q "^$test  *PASS" results/summary || return 1
    done
}

check_autopkgtest()
{
    promise bare_debian_is_made_for_tests is_bare_debian tested
    promise autopkgtest_passes autopkgtest_passes
    umount tested/proc
    rm -rf --one-file-system tested
}

# ---- The archive ----

has_only_busybox()
{
    archive=$(made "coppice-$version-$(uname -m).tar.gz") || return 1
    mkdir -p box/bin box/dev box/tmp box/home && cp "$(command -v busybox)" box/bin/ &&
        mknod -m 666 box/dev/null c 1 3 && mknod -m 666 box/dev/urandom c 1 9 || return 1
    for name in sh cat ls readlink dirname env; do
        ln -s busybox "box/bin/$name"
    done
    tar -xzf "$archive" -C box/home && ln -s "../home/coppice-$version-$(uname -m)/coppice" box/bin/coppice
    chroot box /bin/sh -c 'test ! -e /lib && test ! -e /proc && test ! -e /usr'
}

check_archive()
{
    promise system_has_only_busybox has_only_busybox
    promise archive_plays plays chroot box "/home/coppice-$version-$(uname -m)/coppice"
    promise archive_plays_through_a_link plays chroot box /bin/coppice
    promise archive_has_all_versions versions_agree chroot box /bin/coppice
    promise archive_has_the_page serves /tmp/kept chroot box /bin/coppice
    promise archive_finds_its_lab sh -c 'chroot box /bin/coppice lab list | grep -q uct-star/table-01'
}

for part in $parts; do
    "check_$part"
done
echo "1..$case"
exit "$((failed > 0))"
