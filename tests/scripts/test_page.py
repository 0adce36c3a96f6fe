"""The step that builds the page and embeds it: nothing is done twice, a failure says what to do."""
import ctypes
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))

import embed  # noqa: E402
import page  # noqa: E402
import tap  # noqa: E402

# An npm that writes down how it was called, and can be told to fail.
NPM = """#!/bin/sh
echo "$1" >> "$CALLS"
[ "$FAIL" != "$1" ] || { echo 'network unreachable'; exit 1; }
case $1 in
ci) mkdir node_modules ;;
run) [ "$3" = build ] || exit 0
    mkdir -p dist/assets && cp index.html dist/ && cp app.ts dist/assets/app.js ;;
esac
"""


class Row(ctypes.Structure):
    """struct cop_page_file"""
    _fields_ = [("path", ctypes.c_char_p), ("type", ctypes.c_char_p),
                ("bytes", ctypes.POINTER(ctypes.c_ubyte)), ("length", ctypes.c_size_t),
                ("is_gzip", ctypes.c_bool)]


class Embedding(unittest.TestCase):
    def compiled(self, files):
        """What a C program finds in the table: path, type, bytes, is_gzip."""
        with tempfile.TemporaryDirectory() as folder:
            source, library = os.path.join(folder, "page.c"), os.path.join(folder, "page.so")
            with open(source, "w", encoding="ascii") as file:
                file.write(embed.source(files))
            subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-Wall", "-Wextra", "-Werror",
                            "-shared", "-fPIC", "-I" + os.path.join(ROOT, "src"), source,
                            "-o", library], check=True)
            table = (Row * (len(files) + 1)).in_dll(ctypes.CDLL(library), "cop_page_files")
            self.assertIsNone(table[len(files)].path)
            return [(row.path.decode(), row.type.decode(),
                     bytes(row.bytes[at] for at in range(row.length)), row.is_gzip)
                    for row in table[:len(files)]]

    def test_every_byte_survives_the_compiler(self):
        data = bytes(range(256)) + b'??/ "quoted\\" %s \0001 \0' + bytes(reversed(range(256)))
        path, kind, kept, is_gzip = self.compiled([("a.txt", data)])[0]
        self.assertEqual((path, kind), ("/a.txt", "text/plain; charset=utf-8"))
        self.assertEqual(gzip.decompress(kept) if is_gzip else kept, data)

    def test_what_shrinks_is_compressed_and_what_does_not_is_left(self):
        long, short = self.compiled([("a.js", b"x" * 5000), ("b.css", b"y")])
        self.assertTrue(long[3] and len(long[2]) < 100 and gzip.decompress(long[2]) == b"x" * 5000)
        self.assertEqual(short[1:], ("text/css; charset=utf-8", b"y", False))

    def test_no_files_make_an_empty_table_and_an_empty_file_is_a_file(self):
        self.assertEqual(self.compiled([]), [])
        self.assertEqual(self.compiled([("a.svg", b"")]), [("/a.svg", "image/svg+xml", b"", False)])

    def test_the_same_files_give_the_same_source(self):
        files = [("index.html", b"<p>" * 100)]
        self.assertEqual(embed.source(files), embed.source(files))

    def test_a_file_of_unknown_type_is_named(self):
        with self.assertRaisesRegex(ValueError, "a.exe.*TYPES"):
            embed.source([("a.exe", b"")])


class Building(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.place = self.folder.name
        self.cache = os.path.join(self.place, "cache")
        self.write("bin/npm", NPM)
        os.chmod(os.path.join(self.place, "bin/npm"), 0o755)
        self.write("web/package-lock.json", "{}")
        self.write("web/index.html", "<p>")
        self.write("web/app.ts", "let a;")
        self.write("web/node_modules/x.js", "not a source")
        self.before = dict(os.environ)
        os.environ.update(PATH=os.path.join(self.place, "bin") + ":" + os.environ["PATH"],
                          CALLS=os.path.join(self.place, "calls"), FAIL="")
        self.addCleanup(self.restore)

    def restore(self):
        os.environ.clear()
        os.environ.update(self.before)

    def write(self, name, text):
        path = os.path.join(self.place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def build(self):
        """The page's files, and the calls of npm that it took."""
        open(os.environ["CALLS"], "w", encoding="utf-8").close()
        files = dict(embed.files_of(page.built(os.path.join(self.place, "web"), self.cache)))
        with open(os.environ["CALLS"], encoding="utf-8") as file:
            return files, file.read().split()

    def test_the_first_build_fetches_and_builds_and_the_second_does_nothing(self):
        files = {"index.html": b"<p>", "assets/app.js": b"let a;"}
        self.assertEqual(self.build(), (files, ["ci", "run"]))
        self.assertEqual(self.build(), (files, []))

    def test_a_changed_or_added_source_builds_and_does_not_fetch(self):
        self.build()
        self.write("web/app.ts", "let b;")
        files, calls = self.build()
        self.assertEqual((files["assets/app.js"], calls), (b"let b;", ["run"]))
        self.write("web/more.ts", "")
        self.assertEqual(self.build()[1], ["run"])

    def test_modules_of_the_source_tree_do_not_count(self):
        self.build()
        self.write("web/node_modules/x.js", "changed")
        self.assertEqual(self.build()[1], [])

    def test_a_changed_lock_file_fetches_and_the_old_modules_go(self):
        self.build()
        self.write("web/package-lock.json", '{"a": 1}')
        self.assertEqual(self.build()[1], ["ci", "run"])
        folders = [entry for entry in os.scandir(self.cache) if entry.is_dir()]
        self.assertEqual(len(folders), 1)

    def test_without_a_network_it_says_so_and_tries_again(self):
        os.environ["FAIL"] = "ci"
        with self.assertRaisesRegex(page.Failure, "from the network.*is there one.*\n.*unreachable"):
            self.build()
        os.environ["FAIL"] = ""
        self.assertEqual(self.build()[1], ["ci", "run"])

    def test_a_mistake_in_the_page_is_shown_and_built_again(self):
        os.environ["FAIL"] = "run"
        with self.assertRaisesRegex(page.Failure, "mistake in web/"):
            self.build()
        os.environ["FAIL"] = ""
        self.assertEqual(self.build()[1], ["run"])

    def test_the_same_sources_are_checked_once(self):
        web = os.path.join(self.place, "web")
        self.build()
        page.check(web, self.cache)
        os.environ["FAIL"] = "run"
        page.check(web, self.cache)
        self.write("web/app.ts", "let b;")
        with self.assertRaisesRegex(page.Failure, "npm run --silent check"):
            page.check(web, self.cache)

    def test_an_npm_that_cannot_be_run_is_named(self):
        os.environ["PATH"] = os.path.join(self.place, "web")
        with self.assertRaisesRegex(page.Failure, "npm cannot be run"):
            self.build()


class LockFile(unittest.TestCase):
    DEBIAN_12 = (18, 20, 4)  # its Node

    def setUp(self):
        with open(os.path.join(ROOT, "web", "package-lock.json"), encoding="utf-8") as file:
            self.lock = json.load(file)

    def runs(self, wanted):
        """Whether Debian's Node is in a range such as ">=18", "^18.0.0 || >=20" or "12 || 14"."""
        def holds(comparison):
            sign, number = re.fullmatch(r"(>=|>|<=|<|\^|~|=|)v?([\d.]+)(?:\.x)?", comparison).groups()
            version = tuple(int(part) for part in number.split("."))
            ours = self.DEBIAN_12[:len(version)]
            return {">=": ours >= version, ">": ours > version, "<=": ours <= version,
                    "<": ours < version, "": ours == version, "=": ours == version,
                    "^": ours >= version and ours[0] == version[0],
                    "~": ours >= version and ours[:2] == version[:2]}[sign]

        alternatives = re.sub(r"([>=<^~])\s+", r"\1", wanted).split("||")
        return any(all(map(holds, one.split())) for one in alternatives)

    def test_ranges_are_understood(self):
        for wanted in (">=18", ">= 0.4", "^18.0.0 || ^20.0.0 || >=22", ">=12.0.0 <19", "18"):
            self.assertTrue(self.runs(wanted), wanted)
        for wanted in (">=20", "^20.0.0 || >=22", ">=12 <18", "16 || 20", ">18.20.4"):
            self.assertFalse(self.runs(wanted), wanted)

    def test_every_package_runs_with_the_node_of_debian_12(self):
        packages = self.lock["packages"]
        self.assertIn("node_modules/playwright-core", packages)
        newer = [name for name, package in packages.items()
                 if not self.runs(package.get("engines", {}).get("node", ">=0"))]
        self.assertEqual(newer, [])

    def test_no_address_of_a_registry_is_in_it(self):
        self.assertNotIn("://", json.dumps([package.get("resolved", "")
                                            for package in self.lock["packages"].values()]))


class Writing(unittest.TestCase):
    def test_an_unchanged_source_keeps_its_date(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.c")
            page.write_if_changed(path, "a")
            os.utime(path, (1, 1))
            page.write_if_changed(path, "a")
            self.assertEqual(os.stat(path).st_mtime, 1)
            page.write_if_changed(path, "b")
            self.assertNotEqual(os.stat(path).st_mtime, 1)

    def test_names_with_spaces_reach_ninja_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.d")
            page.write_depfile(path, "page.c", ["a b", "c"])
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "page.c: a\\ b c\n")


if __name__ == "__main__":
    sys.exit(tap.run(sys.modules[__name__]))
