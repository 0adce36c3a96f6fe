#!/bin/sh
# run.sh BUILD SOURCE - installs the library into an empty folder and uses it from outside the tree.
#
# Speaks TAP. $CC and $CXX compile (cc and c++ by default); the build's own flags play no part, as for
# any user.
set -u
build=$1
source=$2
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
root=$place/root
cc=${CC:-cc}
cxx=${CXX:-c++}
case=0
failed=0

# promise NAME COMMAND...: one case, passed if the command succeeds.
promise() {
    name=$1
    shift
    case=$((case + 1))
    if "$@" >"$place/log" 2>&1; then
        echo "ok $case - $name"
    else
        echo "not ok $case - $name"
        sed 's/^/# /' "$place/log"
        failed=$((failed + 1))
    fi
}

# promise_cxx NAME COMMAND...: the same, skipped where there is no C++.
promise_cxx() {
    if command -v "$cxx" >/dev/null; then
        promise "$@"
    else
        case=$((case + 1))
        echo "ok $case - $1 # SKIP there is no $cxx"
    fi
}

flags() {
    PKG_CONFIG_PATH=$(dirname "$(find "$root" -name coppice.pc)") PKG_CONFIG_SYSROOT_DIR=$root \
        PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config "$@" coppice
}

installs() {
    DESTDIR=$root meson install -C "$build" --no-rebuild --quiet
}

knows_its_version() {
    test "$(flags --modversion)" = "$(sed -n "s/.*version: '\([0-9.]*\)',.*/\1/p" \
        "$source/meson.build" | head -n 1)"
}

headers_stand_alone() {
    for header in "$source"/include/coppice/*.h; do
        echo "#include <coppice/$(basename "$header")>" >"$place/alone.c"
        $cc -std=c17 -Wall -Wextra -Werror $(flags --cflags) -fsyntax-only "$place/alone.c" ||
            return 1
    done
}

headers_stand_alone_in_cxx() {
    for header in "$source"/include/coppice/*.h; do
        echo "#include <coppice/$(basename "$header")>" >"$place/alone.cpp"
        for standard in c++11 c++20; do
            $cxx -std=$standard -Wall -Wextra -Wpedantic -Werror $(flags --cflags) -fsyntax-only \
                "$place/alone.cpp" || return 1
        done
    done
}

# A declaration outside of extern "C" has another name in C++, which the linker does not find.
has_every_name_in_cxx() {
    echo '#include <coppice/coppice.h>' | $cxx -E -P -x c++ $(flags --cflags) - |
        tr -cs '[:alnum:]_' '\n' | sort -u >"$place/words"
    {
        echo '#include <coppice/coppice.h>'
        echo 'static const void *volatile all[] = {'
        nm -D --defined-only "$(find "$root" -name libcoppice.so)" | awk '{print $3}' |
            grep -Fxf "$place/words" | sed 's/.*/    reinterpret_cast<const void *>(\&&),/'
        echo '};'
        echo 'int main() { return all[0] == nullptr || sizeof all < 20 * sizeof all[0]; }'
    } >"$place/names.cpp"
    $cxx -std=c++11 "$place/names.cpp" -o "$place/names" $(flags --cflags --libs) &&
        LD_LIBRARY_PATH=$(dirname "$(find "$root" -name libcoppice.so)") "$place/names"
}

plays_a_game_in_cxx() {
    $cxx -std=c++11 -Wall -Wextra -Wpedantic -Werror "$place/player.cpp" -o "$place/cxx" \
        $(flags --cflags --libs) || return 1
    answer=$(LD_LIBRARY_PATH=$(dirname "$(find "$root" -name libcoppice.so)") "$place/cxx")
    echo "$answer"
    test "$answer" = 'White wins' || test "$answer" = 'Black wins'
}

compiles_shared() {
    $cc -std=c17 -Wall -Wextra -Werror "$place/player.c" -o "$place/shared" $(flags --cflags --libs)
}

wins_at_once_shared() {
    library=$(dirname "$(find "$root" -name libcoppice.so)")
    answer=$(LD_LIBRARY_PATH=$library "$place/shared") && echo "$answer" && test "$answer" = d
}

compiles_static() {
    archive=$(find "$root" -name libcoppice.a)
    $cc -std=c17 "$place/player.c" -o "$place/static" $(flags --cflags) "$archive" -lm -lzstd -lsqlite3 -pthread
}

wins_at_once_static() {
    answer=$("$place/static") && echo "$answer" && test "$answer" = d
}

exports_only_its_own() {
    others=$(nm -D --defined-only "$(find "$root" -name libcoppice.so)" | awk '$3 !~ /^cop_/')
    echo "$others"
    test -z "$others"
}

has_the_program() {
    "$(find "$root" -path '*/bin/coppice')" --version
}

has_pages_for_man_and_shells() {
    grep -q '^.TH COPPICE 1' "$(find "$root" -path '*/man/man1/coppice.1')" &&
        bash -n "$(find "$root" -path '*/bash-completion/completions/coppice.bash')" &&
        grep -q '^#compdef coppice' "$(find "$root" -path '*/zsh/site-functions/_coppice')"
}

# From a folder that has no lab, wherever the whole was moved to.
has_the_lab() {
    program=$(find "$root" -path '*/bin/coppice')
    mkdir -p "$place/elsewhere" && cd "$place/elsewhere" || return 1
    env -u COPPICE_LAB "$program" lab list | grep -q 'uct-star/table-01' || return 1
    test -f "$(dirname "$program")/../share/coppice/lab/results/standard/uct-star/table-01.json" &&
        test -f "$(dirname "$program")/../share/coppice/lab/ontop/thesis.conf" &&
        ! find "$root" -name 'games.db*' | grep -q .
}

echo 1..14
promise install_works installs
cp "$source/tests/install/player.c" "$source/tests/install/player.cpp" "$place/"
cd "$place" || exit 1
promise pkg_config_knows_the_version knows_its_version
promise headers_compile_alone headers_stand_alone
promise_cxx headers_compile_alone_in_cxx headers_stand_alone_in_cxx
promise_cxx every_public_name_links_in_cxx has_every_name_in_cxx
promise_cxx program_in_cxx_plays_a_game_and_hears_its_stop_flag plays_a_game_in_cxx
promise program_outside_compiles_with_the_shared_library compiles_shared
promise program_outside_wins_at_once_with_the_shared_library wins_at_once_shared
promise program_outside_compiles_with_the_static_library compiles_static
promise program_outside_wins_at_once_with_the_static_library wins_at_once_static
promise shared_library_exports_only_cop_symbols exports_only_its_own
promise installed_program_runs has_the_program
promise installed_program_is_known_to_man_and_shells has_pages_for_man_and_shells
promise installed_program_finds_its_lab has_the_lab
exit "$((failed > 0))"
