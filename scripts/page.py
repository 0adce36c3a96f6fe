"""page.py - writes the page of web/ as a C source, for Meson.

The repository keeps the built page (page_kept.py), and as long as it was built from the sources as
they are, that is all there is to do. Somebody who changes web/ needs npm. npm and Vite cost half a
minute, and there are several build folders; so the page is then built in one place that all of them
share, .cache/page/, and only when something in web/ has changed:

    MODULES/node_modules        what package-lock.json asks for; MODULES is its hash
    MODULES/PAGE/               a copy of web/, PAGE being the hash of its files; dist/ is the page

Node looks for modules in the folders above, so the copies share them. The source tree stays clean.

    page.py OUTPUT DEPFILE      for Meson
    page.py --keep              builds the page and keeps it in the repository: `make page`
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
import page_kept

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WEB = os.path.join(ROOT, "web")
CACHE = os.path.join(ROOT, ".cache", "page")
NOT_SOURCES = {"node_modules", "dist", "meson.build", page_kept.NAME}
LOCK_FILES = ("package.json", "package-lock.json", ".npmrc")  # what decides on the modules
MOST_LINES = 40  # of what npm says when it fails
NO_NPM = ("web/ has changed since its page was built, and only npm can build it again: install nodejs (18 "
          "or later) and npm, or take the changes in web/ back.")
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
        raise Failure(f"npm cannot be run: {problem.strerror}. {NO_NPM}") from problem
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


def page_of(web, cache):
    """The page's files: the kept ones if they are those of the sources, else built ones."""
    kept = page_kept.current(web)
    if kept is not None:
        return kept
    with alone(cache):
        return dict(embed.files_of(built(web, cache)))


def keep(web, cache):
    """Builds the page and keeps it; True if that changed what is kept."""
    with alone(cache):
        return page_kept.write(web, dict(embed.files_of(built(web, cache))))


def differences(web, cache):
    """What is wrong with the kept page, as sentences."""
    with alone(cache):
        return page_kept.differences(web, dict(embed.files_of(built(web, cache))))


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


def write_source(output, depfile, is_required):
    """The C source, and for Ninja what it depends on; returns the status for the system."""
    inputs = [path for paths in source_files(WEB) for path in paths]
    inputs.append(os.path.join(WEB, page_kept.NAME))
    try:
        files = page_of(WEB, CACHE)
    except Failure as problem:
        print(f"The page for the browser could not be built: {problem}", file=sys.stderr)
        if is_required:
            return 1
        print("The program is built without it.", file=sys.stderr)
        files = {}
        inputs.append(output + ".try-again")  # never there, so that Ninja comes back
    write_if_changed(output, embed.source(sorted(files.items())))
    write_depfile(depfile, output, inputs)
    return 0


def keep_page():
    try:
        is_new = keep(WEB, CACHE)
    except Failure as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"web/{page_kept.NAME} {'is new: commit it' if is_new else 'was right already'}.")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", nargs="?", help="the C source to write")
    parser.add_argument("depfile", nargs="?", help="for Ninja: what the page is made of")
    parser.add_argument("--required", action="store_true",
                        help="fail if the page cannot be built, instead of doing without it")
    parser.add_argument("--keep", action="store_true", help="keep the page in the repository")
    options = parser.parse_args()
    if options.keep:
        return keep_page()
    if options.depfile is None:
        parser.error("OUTPUT and DEPFILE, or --keep")
    return write_source(options.output, options.depfile, options.required)


if __name__ == "__main__":
    sys.exit(main())
