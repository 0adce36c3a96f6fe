"""page.py - builds the page of web/ and writes it as a C source, for Meson.

npm and Vite cost half a minute, and there are several build folders; so the page is built in one
place that all of them share, .cache/page/, and only when something in web/ has changed:

    MODULES/node_modules        what package-lock.json asks for; MODULES is its hash
    MODULES/PAGE/               a copy of web/, PAGE being the hash of its files; dist/ is the page

Node looks for modules in the folders above, so the copies share them. The source tree stays clean.
"""
import argparse
import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys

import embed

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WEB = os.path.join(ROOT, "web")
CACHE = os.path.join(ROOT, ".cache", "page")
NOT_SOURCES = {"node_modules", "dist", "meson.build"}
LOCK_FILES = ("package.json", "package-lock.json", ".npmrc")  # what decides on the modules
MOST_LINES = 40  # of what npm says when it fails
# Files that say that a step ended well: an interrupted one is done again.
DONE = "done"
CHECKED = "checked"


class Failure(Exception):
    """The page could not be built; the text says why and what to do."""


def source_files(web):
    """The files of the page below `web`, and the folders they are in, both in order."""
    files, folders = [], []
    for place, inside, names in os.walk(web):
        inside[:] = sorted(name for name in inside if name not in NOT_SOURCES)
        folders.append(place)
        files += [os.path.join(place, name) for name in sorted(names) if name not in NOT_SOURCES]
    return files, folders


def fingerprint(web, paths):
    total = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            content = file.read()
        total.update(f"{os.path.relpath(path, web)} {len(content)} ".encode() + content)
    return total.hexdigest()[:16]


def npm(folder, *words, advice):
    """Runs npm quietly; what it printed is shown only if it failed."""
    try:
        done = subprocess.run(["npm", *words], cwd=folder, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except OSError as problem:
        raise Failure(f"npm cannot be run: {problem.strerror}. {advice}") from problem
    if done.returncode != 0:
        said = done.stdout.strip().splitlines()[:MOST_LINES]
        raise Failure("\n".join([f"`npm {' '.join(words)}` failed. {advice}", *said]))


@contextlib.contextmanager
def alone(cache):
    """One build of the page at a time; the others wait and find it done."""
    os.makedirs(cache, exist_ok=True)
    with open(os.path.join(cache, "lock"), "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def mark(folder, step):
    with open(os.path.join(folder, step), "w", encoding="utf-8"):
        pass


def is_marked(folder, step):
    return os.path.exists(os.path.join(folder, step))


def fresh(folder):
    """An empty folder, and the older ones beside it gone: only the newest is of use."""
    parent = os.path.dirname(folder)
    if os.path.isdir(parent):
        for entry in os.scandir(parent):
            if entry.is_dir() and entry.name != "node_modules":
                shutil.rmtree(entry.path)
    os.makedirs(folder)


def modules(web, cache):
    """The folder whose node_modules has what the lock file asks for."""
    paths = [os.path.join(web, name) for name in LOCK_FILES]
    folder = os.path.join(cache, fingerprint(web, filter(os.path.exists, paths)))
    if not is_marked(folder, DONE):
        print("Fetching the page's build tools with npm ...", file=sys.stderr, flush=True)
        fresh(folder)
        for path in filter(os.path.exists, paths):
            shutil.copy(path, folder)
        npm(folder, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund",
            "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000",
            advice="It fetches the page's build tools from the network once: is there one? The next "
                   "build tries again.")
        mark(folder, DONE)
    return folder


def copy_of_sources(web, cache):
    """A copy of web/ as it is now, with its modules."""
    files, _ = source_files(web)
    folder = os.path.join(modules(web, cache), fingerprint(web, files))
    if not os.path.isdir(folder):
        part = folder + ".part"
        fresh(part)
        for path in files:
            target = os.path.join(part, os.path.relpath(path, web))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(path, target)
        os.rename(part, folder)
    return folder


def built(web, cache):
    """The folder with the page's files."""
    folder = copy_of_sources(web, cache)
    if not is_marked(folder, DONE):
        npm(folder, "run", "--silent", "build", advice="That is a mistake in web/:")
        mark(folder, DONE)
    return os.path.join(folder, "dist")


def check(web, cache):
    """The page's own checks, types and unit tests; the same sources are not checked twice."""
    folder = copy_of_sources(web, cache)
    if not is_marked(folder, CHECKED):
        npm(folder, "run", "--silent", "check", advice="It says:")
        mark(folder, CHECKED)


def write_if_changed(path, text):
    """An unchanged file keeps its date, so that nothing is compiled and linked for it."""
    with contextlib.suppress(OSError), open(path, encoding="ascii") as file:
        if file.read() == text:
            return
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def write_depfile(path, output, inputs):
    def escaped(name):
        return name.replace(" ", "\\ ")

    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{escaped(output)}: {' '.join(map(escaped, inputs))}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", help="the C source to write")
    parser.add_argument("depfile", help="for Ninja: what the page is made of")
    parser.add_argument("--required", action="store_true",
                        help="fail if the page cannot be built, instead of doing without it")
    options = parser.parse_args()
    inputs = [path for paths in source_files(WEB) for path in paths]
    try:
        with alone(CACHE):
            files = list(embed.files_of(built(WEB, CACHE)))
    except Failure as problem:
        print(f"The page for the browser could not be built: {problem}", file=sys.stderr)
        if options.required:
            return 1
        print("The program is built without it.", file=sys.stderr)
        files = []
        inputs.append(options.output + ".try-again")  # never there, so that Ninja comes back
    write_if_changed(options.output, embed.source(files))
    write_depfile(options.depfile, options.output, inputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
