#!/bin/sh
# setup.sh PACKAGE... COMMAND=PACKAGE... - makes sure that these Debian packages are there.
#
# The second kind is needed only where the command is missing: people who have a newer Node from
# elsewhere keep it, and Debian's own would not install beside it.
#
# Asks dpkg first, so that a second run costs nothing. What is missing is installed when we are root
# or may use sudo without a password; otherwise the command to type is printed and the status is 1.
set -eu

command -v dpkg-query >/dev/null 2>&1 || {
    echo "This is not a Debian system: please install the equivalents of: $*" |
        sed 's/[^ ]*=//g' >&2
    echo "and say 'make SETUP=no ...' to go on without this check." >&2
    exit 1
}

missing=
for package; do
    case $package in *=*)
        command -v "${package%%=*}" >/dev/null 2>&1 && continue
        package=${package#*=}
    esac
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
        missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
else
    echo "These Debian packages are missing:$missing" >&2
    echo "Install them with:" >&2
    echo "    su -c 'apt-get update && apt-get install --no-install-recommends$missing'" >&2
    echo "(or the same with sudo), then repeat the make command." >&2
    exit 1
fi

echo "Installing Debian packages:$missing"
apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300"
$apt update
# Without the quotes: one word for each package.
$apt install --no-install-recommends $missing
