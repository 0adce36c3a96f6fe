#!/bin/sh
# package.sh dist|deb|archive - what other people install; all of it ends up in dist/.
#
#   dist      the source as it is committed
#   deb       Debian packages, built from just that source, and what lintian says of them
#   archive   a folder that runs anywhere on this kind of machine: the program, the libraries that it
#             needs and the loader that they need, so that nothing of the system is used but its kernel
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
work=$root/build-package
cd "$root"
mkdir -p dist

version()
{
    sed -n "s/^ *version: '\([^']*\)',$/\1/p" meson.build | head -n 1
}

name=coppice-$(version)

# A folder that was set up for another version is asked again first.
dist()
{
    ninja -C build build.ninja >/dev/null
    meson dist -C build --no-tests --formats gztar >"$root/dist/dist.log" 2>&1 || {
        cat "$root/dist/dist.log" >&2
        exit 1
    }
    rm -f "$root/dist/dist.log"
    cp "build/meson-dist/$name.tar.gz" dist/
    echo "dist/$name.tar.gz"
}

# A fresh tree in $work, from the archive of the source.
unpack()
{
    rm -rf "$work/$name"
    mkdir -p "$work"
    tar -xzf "dist/$name.tar.gz" -C "$work"
}

deb()
{
    dist
    unpack
    (cd "$work/$name" && dpkg-buildpackage -b -us -uc)
    for file in "$work"/*.deb "$work"/*.changes "$work"/*.buildinfo; do
        mv "$file" dist/
    done
    lintian --fail-on error "dist/coppice_$(version)"_*.changes
    ls dist/*.deb
}

# The libraries that a program is loaded with, the loader among them.
libraries_of()
{
    ldd "$1" | sed -n -e 's/.*=> \(\/[^ ]*\) .*/\1/p' -e 's/^\t\(\/[^ ]*\) .*/\1/p'
}

archive()
{
    into=$work/$name-$(uname -m)

    meson setup --prefix=/ --libdir=lib -Dnative=false -Dmpi=disabled -Dpython=disabled \
        -Dpage=enabled "$root/build-archive" . >/dev/null 2>&1 || meson setup --reconfigure "$root/build-archive" .
    ninja -C "$root/build-archive" product
    rm -rf "$into" "$work/installed"
    DESTDIR=$work/installed meson install -C "$root/build-archive" --no-rebuild >/dev/null
    mkdir -p "$into/lib/coppice"
    cp "$work/installed/bin/coppice" "$into/lib/coppice/coppice"
    cp "$work/installed"/lib/coppice/coppice-* "$into/lib/coppice/" 2>/dev/null || true
    cp -r "$work/installed/share" "$into/"
    cp LICENSE README.md "$into/"
    for file in $(libraries_of "$into/lib/coppice/coppice"); do
        cp -L "$file" "$into/lib/"
    done
    mv "$into"/lib/ld-linux* "$into/lib/loader"
    strip "$into"/lib/coppice/* 2>/dev/null || true
    cp scripts/archive_start.sh "$into/coppice"
    chmod +x "$into/coppice"
    tar -czf "dist/$(basename "$into").tar.gz" --owner=0 --group=0 -C "$work" "$(basename "$into")"
    echo "dist/$(basename "$into").tar.gz"
}

case ${1:-} in
dist | deb | archive) "$1" ;;
*)
    echo "usage: package.sh dist|deb|archive" >&2
    exit 2
    ;;
esac
