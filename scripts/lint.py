"""lint.py - the checks of the source that need no run: each is one case of the test run.

format     clang-format would change nothing
tidy       clang-tidy finds no bug (.clang-tidy says what it looks for); with its analyser, which follows every
           path and takes ten times as long as all the rest, only in `make lint`
cppcheck   neither does cppcheck
house      includes point one way, only front/ prints or exits, no file is too long
links      what the documents link to is there
citations  the sections of specifications that are cited exist (citations.py)
map        docs/architecture.md names every module of src/
page       the page's types and unit tests (`npm run check` in web/)
kept       the page that the repository keeps is what its sources give

Each gives its findings to `say`, line by line, and returns whether there were none.
"""
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import subprocess

import citations
import page
from test_stage import YIELDING

SOURCES = ["include", "src", "tests", "fuzz", "bench", "examples", "tools", "python"]

# Which folders of src/ a folder may include (its own, always), and which public headers.
BASE = {"atomic", "error", "option", "rng", "text", "version"}
GAME = BASE | {"fit", "game", "odds", "record", "scene", "solve"}
ALL = GAME | {"agent", "book", "contest", "coppice", "database", "plugin", "serve"}
LAYERS = {
    "base": (set(), BASE),
    "store": ({"base"}, BASE),
    "game": ({"base"}, GAME),
    "database": ({"base", "game"}, GAME | {"database"}),
    "games": ({"base", "game"}, GAME | {"plugin"}),
    "book": ({"base", "game", "store"}, GAME | {"book"}),
    "proof": ({"base", "game", "database"}, GAME),
    "search": ({"base", "game", "database", "proof"}, GAME | {"agent"}),
    "agent": ({"base", "game", "database", "search", "book"}, GAME | {"agent"}),
    "match": ({"base", "game", "book", "agent", "store"}, ALL),
    "grow": ({"base", "game", "book", "agent", "match"}, ALL),
    "tune": ({"base", "game", "agent", "store", "match"}, ALL),
    "lab": ({"base", "game", "database", "agent", "store", "match"}, ALL),
    "serve": ({"base", "game", "book", "agent", "store", "match", "lab"}, ALL),
    "front": ({"base", "game", "proof", "book", "agent", "store", "match", "grow", "tune",
               "lab", "serve", "database"}, ALL),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
TALKS = re.compile(r"(?<!format\()\b(printf|vprintf|puts|putchar|perror|stdout|stderr|"
                   r"exit|_exit|_Exit|quick_exit)\b")
PAGE_ENDINGS = (".ts", ".js", ".mjs", ".svelte", ".css", ".html")
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
MARK = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
LONGEST_FILE = 800
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def sources(root, folders=tuple(SOURCES), endings=(".c", ".h")):
    return sorted(path for folder in folders
                  for path in glob.glob(os.path.join(root, folder, "**", "*"), recursive=True)
                  if path.endswith(endings))


def blank_out(match):
    return re.sub(r"[^\n]", " ", match[0])


def wrong_includes(folder, text):
    """The includes of a file in src/FOLDER that point the wrong way."""
    folders, headers = LAYERS[folder]
    for name in INCLUDE.findall(text):
        first, _, rest = name.partition("/")
        if first == "coppice":
            if rest.removesuffix(".h") not in headers:
                yield name
        elif first in LAYERS and first != folder and first not in folders:
            yield name


def house_rules(path, root, text):
    """What is wrong with one file, as lines for a person."""
    where = os.path.relpath(path, root)
    parts = where.split(os.sep)
    folder = parts[1] if parts[0] == "src" and len(parts) > 2 else None
    if folder is not None and folder not in LAYERS:
        yield f"{where}: src/{folder} has no row in LAYERS of scripts/lint.py"
        return
    if folder is not None:
        for name in wrong_includes(folder, text):
            yield f'{where}: src/{folder} must not include "{name}"'
    if folder is not None and folder != "front":
        code = NOT_CODE.sub(blank_out, text)
        for number, line in enumerate(code.splitlines(), 1):
            for word in TALKS.findall(line):
                yield f"{where}:{number}: {word}: only src/front prints or exits"
    for number, line in enumerate(text.splitlines(), 1):
        for word in MARK.findall(line):
            yield f"{where}:{number}: {word}: finish it, or leave the mark out"
    length = text.count("\n")
    if length > LONGEST_FILE:
        yield f"{where}: {length} lines; past {LONGEST_FILE} it is two modules"


def page_sources(root):
    """What people wrote for the page and its tests, without what npm fetched."""
    written, _ = page.source_files(os.path.join(root, "web"))
    return ([path for path in written if path.endswith(PAGE_ENDINGS)] +
            sources(root, ["tests"], PAGE_ENDINGS))


def check_house(root, say=print):
    wrong = []
    for path in sources(root) + page_sources(root):
        with open(path, encoding="utf-8") as file:
            wrong += house_rules(path, root, file.read())
    for line in wrong:
        say(line)
    return not wrong


def broken_links(path, text):
    """The local files that a Markdown document links to and that do not exist."""
    for target in LINK.findall(text):
        if "://" not in target and not os.path.exists(os.path.join(os.path.dirname(path), target)):
            yield target


def check_links(root, say=print):
    ok = True
    for path in [os.path.join(root, "README.md"), *sources(root, ["docs", "lab"], (".md",))]:
        with open(path, encoding="utf-8") as file:
            for target in broken_links(path, file.read()):
                say(f"{os.path.relpath(path, root)}: there is no {target}")
                ok = False
    return ok


def cited_from(root):
    """Files that may cite specifications: comments, experiments, documents; not what a run wrote."""
    experiments = [path for path in sources(root, ["lab"], (".cfg", ".txt"))
                   if os.path.join("lab", "results") not in path]
    documents = [path for path in sources(root, ["docs"], (".md",))
                 if os.path.join("docs", "spec") not in path]
    return sources(root) + experiments + [os.path.join(root, "README.md")] + documents


def check_citations(root, say=print):
    documents = citations.read_documents(os.path.join(root, "docs", "spec"))
    wrong = []
    for path in cited_from(root):
        with open(path, encoding="utf-8") as file:
            wrong += citations.wrong_citations(path, file.read(), documents, root)
    for line in wrong:
        say(line)
    return not wrong


def unmapped(paths, text):
    """The modules that the map does not name. A game's own files are named by its registry."""
    named = {word.split("/")[-1] for word in re.findall(r"`([\w/]+)`", text)}
    return sorted({path for path in paths if "/src/games/" not in path and
                   os.path.splitext(os.path.basename(path))[0] not in named})


def check_map(root, say=print):
    with open(os.path.join(root, "docs", "architecture.md"), encoding="utf-8") as file:
        missing = unmapped(sources(root, ["src"]), file.read())
    for path in missing:
        say(f"{os.path.relpath(path, root)}: has no line in docs/architecture.md")
    return not missing


def run(command, say, **more):
    """Runs a program that says nothing if all is well; True if its status was 0."""
    done = subprocess.run(command, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)
    for line in done.stdout.splitlines():
        say(line)
    return done.returncode == 0


def check_format(root, say=print):
    return run(["clang-format", "--dry-run", "-Werror", *sources(root)], say)


def fingerprint(paths):
    """One hash for the content of many files."""
    total = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            total.update(hashlib.sha256(file.read()).digest())
    return total.hexdigest()


def with_headers(root, path, known):
    """A file and all of ours that it includes, in order; `known` remembers what was read."""
    found, waiting = set(), [os.path.normpath(path)]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        if path not in known:
            with open(path, encoding="utf-8") as file:
                names = INCLUDE.findall(file.read())
            places = [os.path.dirname(path), os.path.join(root, "src"),
                      os.path.join(root, "include")]
            tried = [os.path.normpath(os.path.join(place, name))
                     for name in names for place in places]
            known[path] = [name for name in tried if os.path.isfile(name)]
        waiting += known[path]
    return sorted(found)


QUICK = ["--checks=-clang-analyzer-*"]  # besides those of .clang-tidy


def tidy_file(path, database, is_deep):
    depth = [] if is_deep else QUICK
    done = subprocess.run([*YIELDING, "clang-tidy", "--quiet", *depth, "-p", database, path],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return path, done.returncode == 0, done.stdout


def check_tidy(root, database, say=print, progress=None, is_deep=True):
    """Remembers by content what was clean, so that a second run looks only at what changed."""
    rules, includes = os.path.join(root, ".clang-tidy"), {}
    memory = os.path.join(database, f"clang-tidy-{'clean' if is_deep else 'quick'}.json")
    try:
        with open(memory, encoding="utf-8") as file:
            known = set(json.load(file))
    except (OSError, ValueError):
        known = set()
    marks = {path: fingerprint([rules, *with_headers(root, path, includes)])
             for path in sources(root, ["src"], (".c",))}
    clean = {mark for mark in marks.values() if mark in known}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        to_do = [path for path, mark in marks.items() if mark not in known]
        tried = pool.map(lambda path: tidy_file(path, database, is_deep), to_do)
        for done, (path, ok, output) in enumerate(tried, 1):
            if ok:
                clean.add(marks[path])
            else:
                say(output.rstrip())
            if progress is not None:
                progress(done, len(to_do))
    with open(memory, "w", encoding="utf-8") as file:
        json.dump(sorted(clean), file)
    return len(clean) == len(set(marks.values()))


def check_cppcheck(root, database, say=print):
    memory = os.path.join(database, "cppcheck")
    os.makedirs(memory, exist_ok=True)
    return run(
        [*YIELDING, "cppcheck", "--quiet", "--std=c11", "--language=c", "--error-exitcode=1",
         "--inline-suppr",
         "--enable=warning,performance,portability", "--suppress=missingIncludeSystem",
         "--suppressions-list=" + os.path.join(root, "scripts", "cppcheck.txt"),
         f"--cppcheck-build-dir={memory}", f"-j{os.cpu_count()}", "-D_POSIX_C_SOURCE=200809L",
         "-D__GNUC__=12", '-DCOPPICE_VERSION=""', "-Iinclude", "-Isrc", "src"],
        say, cwd=root)


def check_page(say=print):
    try:
        with page.alone(page.CACHE):
            page.check(page.WEB, page.CACHE)
    except page.Failure as problem:
        say(problem)
        return False
    return True


def check_kept(say=print):
    try:
        wrong = page.differences(page.WEB, page.CACHE)
    except page.Failure as problem:
        wrong = [str(problem)]
    for line in wrong:
        say(line)
    if wrong:
        say("`make page` builds it again.")
    return not wrong


def checks(root, database, is_deep=True):
    """Name and function of each check; `database` is a configured build folder of clang's. The
    function gets `say` and `progress`, which is told how many of how many files are done."""
    return [
        ("format", lambda say, progress: check_format(root, say)),
        ("house", lambda say, progress: check_house(root, say)),
        ("links", lambda say, progress: check_links(root, say)),
        ("citations", lambda say, progress: check_citations(root, say)),
        ("map", lambda say, progress: check_map(root, say)),
        ("page", lambda say, progress: check_page(say)),
        ("kept", lambda say, progress: check_kept(say)),
        ("cppcheck", lambda say, progress: check_cppcheck(root, database, say)),
        ("tidy", lambda say, progress: check_tidy(root, database, say, progress, is_deep)),
    ]
