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

# With the compiler at hand, and with clang where there is one: each warns of something else.
headers_stand_alone() {
    for header in "$source"/include/coppice/*.h; do
        echo "#include <coppice/$(basename "$header")>" >"$place/alone.c"
        for compiler in "$cc" clang; do
            command -v "${compiler%% *}" >/dev/null || continue
            $compiler -std=c17 -Wall -Wextra -Wpedantic -Werror $(flags --cflags) -fsyntax-only \
                "$place/alone.c" || return 1
        done
    done
}

headers_stand_alone_in_cxx() {
    for header in "$source"/include/coppice/*.h; do
        echo "#include <coppice/$(basename "$header")>" >"$place/alone.cpp"
        for standard in c++11 c++17 c++20; do
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
        nm -D --defined-only "$(find "$root" -name libcoppice.so)" | awk '{sub("@.*", "", $3); print $3}' |
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
    $cc -std=c17 "$place/player.c" -o "$place/static" $(flags --cflags) "$archive" \
        -lm -lzstd -lsqlite3 -lconfig -ljansson -lmicrohttpd -lz -pthread
}

wins_at_once_static() {
    answer=$("$place/static") && echo "$answer" && test "$answer" = d
}

# The committed list, the library, and the functions of the headers are the same.
exports_what_the_map_says() {
    sed -n 's/^ *\(cop_[a-z0-9_]*\);.*/\1/p' "$source/src/coppice.map" | sort >"$place/listed"
    nm -D --defined-only "$(find "$root" -name libcoppice.so)" |
        awk '$2 != "A" {sub("@.*", "", $3); print $3}' | sort >"$place/shown"
    diff "$place/listed" "$place/shown"
}

has_what_the_headers_declare() {
    echo '#include <coppice/coppice.h>' | $cc -E -P $(flags --cflags) - | tr '\n' ' ' |
        sed 's/[;{}]/\n/g' | grep -v 'typedef\|static inline\|=' |
        sed -n 's/.*[ *]\(cop_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$place/declared"
    grep -Fvxf "$place/listed" "$place/declared" >"$place/missing"
    cat "$place/missing"
    test ! -s "$place/missing" && test "$(wc -l <"$place/declared")" -gt 100
}

has_its_version_in_its_name() {
    objdump -p "$(find "$root" -name libcoppice.so)" | grep -q 'SONAME *libcoppice.so.1$' &&
        objdump -T "$(find "$root" -name libcoppice.so)" | grep -q 'COPPICE_1.0 *cop_game_open'
}

# The code of docs/library.md: each block is the file that its first line names.
document_is_written_out() {
    mkdir -p "$place/document" && awk -v place="$place/document/" '
        /^```c$/ { inside = 1; name = ""; next }
        /^```$/ { inside = 0 }
        inside && name == "" { name = place $2 }
        inside { print > name }' "$source/docs/library.md"
    test "$(ls "$place/document" | tr '\n' ' ')" = 'play.c progress.c takeaway.c '
}

runs_the_document() {
    document=$place/document/$1
    $cc -std=c17 -Wall -Wextra -Wno-missing-field-initializers -Werror "$document.c" -o "$document" \
        $(flags --cflags --libs) || return 1
    LD_LIBRARY_PATH=$(dirname "$(find "$root" -name libcoppice.so)") "$document" >"$document.out" &&
        cat "$document.out" && tail -n 1 "$document.out" | grep -q "$2"
}

# Linked with nothing, for the installed program; and by a program of one's own, through the library.
loads_the_document() {
    program=$(find "$root" -path '*/bin/coppice')
    plugin=$place/document/takeaway.so
    $cc -std=c17 -Wall -Wextra -Wno-missing-field-initializers -Werror -O2 -fPIC -shared \
        "$place/document/takeaway.c" $(flags --cflags) -o "$plugin" || return 1
    "$program" --plugin "$plugin" solve takeaway | grep -q 'best 1' &&
        "$program" --plugin "$plugin" match takeaway mcts random --limit sims=100 --games 4
}

plugin_in_cxx_loads() {
    printf '%s\n' '#include <coppice/plugin.h>' 'static const cop_rules rules = {};' \
        'COP_PLUGIN(&rules)' >"$place/plugin.cpp"
    $cxx -std=c++11 -Wall -Wpedantic -Werror -fPIC -shared "$place/plugin.cpp" $(flags --cflags) \
        -o "$place/cxx.so" || return 1
    "$(find "$root" -path '*/bin/coppice')" --plugin "$place/cxx.so" games 2>"$place/said"
    test $? = 2 && grep -q 'cxx.so: a game has no name' "$place/said"
}

# What a program of one's own says to load it.
loads_it_through_the_library() {
    cat >"$place/loader.c" <<'END'
#include <coppice/coppice.h>
#include <stdio.h>
int main(int count, char **words)
{
    struct cop_error error = {""};
    struct cop_game *game = NULL;
    if (count == 2 && cop_plugin_load(words[1], &error))
        game = cop_game_open("takeaway(matches=5)", &error);
    puts(game != NULL ? game->name : error.message);
    cop_game_close(game);
    return game == NULL;
}
END
    $cc -std=c17 "$place/loader.c" -o "$place/loader" $(flags --cflags --libs) || return 1
    answer=$(LD_LIBRARY_PATH=$(dirname "$(find "$root" -name libcoppice.so)") "$place/loader" \
        "$place/document/takeaway.so") && echo "$answer" && test "$answer" = 'takeaway(matches=5)'
}

# Whoever links a plug-in with the library all the same gets one engine, that of whoever loads it; where the
# library is not found it is refused.
loads_a_plugin_that_is_linked() {
    linked=$place/document/linked.so
    program=$(find "$root" -path '*/bin/coppice')
    library=$(dirname "$(find "$root" -name libcoppice.so)")
    $cc -std=c17 -O2 -fPIC -shared "$place/document/takeaway.c" -o "$linked" $(flags --cflags --libs) || return 1
    objdump -p "$linked" | grep -q 'NEEDED *libcoppice.so.1$' || return 1
    LD_LIBRARY_PATH=$library "$program" --plugin "$linked" solve takeaway | grep -q 'best 1' || return 1
    LD_DEBUG=bindings LD_LIBRARY_PATH=$library "$program" --plugin "$linked" games 2>"$place/bindings" || return 1
    grep -q 'file .*linked.so .* to .*coppice .*cop_text_add' "$place/bindings" &&
        ! grep 'file .*linked.so .* to .*libcoppice.so.*cop_' "$place/bindings" || return 1
    LD_LIBRARY_PATH=$library "$program" --plugin "$linked" match takeaway mcts random --limit sims=100 \
        --games 4 || return 1
    answer=$(LD_LIBRARY_PATH=$library "$place/loader" "$linked") && echo "$answer" &&
        test "$answer" = 'takeaway(matches=5)' || return 1
    env LD_LIBRARY_PATH="$place/nowhere" "$program" --plugin "$linked" games >"$place/said" 2>&1
    status=$?
    cat "$place/said"
    if "${LDCONFIG:-/sbin/ldconfig}" -p | grep -q 'libcoppice.so.1 '; then
        test $status = 0
    else
        test $status = 2 && grep -q 'cannot load the plug-in .*libcoppice.so.1' "$place/said"
    fi
}

types_are_those_of_the_dump() {
    sh "$source/tests/install/abi.sh"
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

echo 1..24
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
promise shared_library_shows_what_its_map_lists exports_what_the_map_says
promise shared_library_has_all_that_headers_declare has_what_the_headers_declare
promise shared_library_has_its_version_in_its_name has_its_version_in_its_name
promise document_has_three_programs document_is_written_out
promise document_plays runs_the_document play '^Yellow wins: four in a row$'
promise document_shows_progress runs_the_document progress '^done after 3 looks$'
promise document_is_a_plugin_for_the_program loads_the_document
promise_cxx plugin_in_cxx_is_understood plugin_in_cxx_loads
promise document_is_a_plugin_for_a_program_outside loads_it_through_the_library
promise plugin_that_is_linked_with_the_library_uses_the_engine_that_loads_it loads_a_plugin_that_is_linked
if command -v abidiff >/dev/null && [ "$(uname -m)" = x86_64 ]; then
    promise public_types_are_those_of_the_dump types_are_those_of_the_dump
else
    case=$((case + 1))
    echo "ok $case - public_types_are_those_of_the_dump # SKIP there is no abidiff"
fi
promise installed_program_runs has_the_program
promise installed_program_is_known_to_man_and_shells has_pages_for_man_and_shells
promise installed_program_finds_its_lab has_the_lab
exit "$((failed > 0))"
