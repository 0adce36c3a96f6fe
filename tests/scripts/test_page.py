"""The step that embeds the page and, where it must, builds it: nothing is done twice, a failure says
what to do, and the page that the repository keeps is taken only while it is that of the sources."""
import ctypes
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))

import embed  # noqa: E402
import page  # noqa: E402
import page_kept  # noqa: E402
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

    def test_a_file_of_data_is_named_after_its_path_and_kept_as_it_is(self):
        source = embed.data_source([("rolit/weights-2.bin", b"a\0?" + b"b" * 500)])
        self.assertIn("const struct cop_embedded cop_data_rolit_weights_2", source)
        self.assertIn('"a\\000\\077bbb', source)
        self.assertIn("bytes_0, 503}", source)


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
        with self.assertRaisesRegex(page.Failure, "npm cannot be run.*install nodejs.*npm"):
            self.build()

    # ---- The page that the repository keeps ----

    def without_npm(self):
        os.environ["PATH"] = os.path.join(self.place, "web")

    def keep(self):
        """Builds and keeps the page; True if that is news."""
        return page.keep(os.path.join(self.place, "web"), self.cache)

    def page(self):
        return page.page_of(os.path.join(self.place, "web"), self.cache)

    def test_the_kept_page_of_these_sources_needs_no_npm_and_writes_nothing(self):
        self.keep()
        shutil.rmtree(self.cache)
        self.without_npm()
        self.assertEqual(self.page(), {"index.html": b"<p>", "assets/app.js": b"let a;"})
        self.assertFalse(os.path.exists(self.cache))

    def test_changed_sources_are_built_and_without_npm_it_says_what_to_do(self):
        self.keep()
        self.write("web/app.ts", "let b;")
        self.assertEqual(self.page()["assets/app.js"], b"let b;")
        self.write("web/new.ts", "")
        self.without_npm()
        with self.assertRaisesRegex(page.Failure, "web/ has changed.*install.*or take the changes"):
            self.page()

    def test_a_changed_lock_file_makes_the_kept_page_old_and_a_document_does_not(self):
        self.keep()
        self.write("web/README.md", "words")
        self.write("web/tests/a.test.ts", "a test")
        self.without_npm()
        self.page()
        self.write("web/package-lock.json", '{"a": 1}')
        with self.assertRaises(page.Failure):
            self.page()

    def test_a_missing_or_broken_kept_page_is_built_again(self):
        self.keep()
        path = os.path.join(self.place, "web", page_kept.NAME)
        with open(path, "rb") as file:
            whole = file.read()
        for part in (b"", b"no archive", whole[:40], whole[:-9], gzip.compress(b"no tar")):
            with open(path, "wb") as file:
                file.write(part)
            self.assertIsNone(page_kept.current(os.path.join(self.place, "web")))
            self.assertEqual(self.page()["index.html"], b"<p>")
        os.remove(path)
        self.assertEqual(self.page()["index.html"], b"<p>")
        self.assertTrue(self.keep())

    def test_keeping_the_same_page_again_leaves_the_file_alone(self):
        self.assertTrue(self.keep())
        self.assertFalse(self.keep())
        self.write("web/app.ts", "let b;")
        self.assertTrue(self.keep())

    def test_what_is_kept_is_compared_with_what_the_sources_give(self):
        web = os.path.join(self.place, "web")
        self.assertRegex(page.differences(web, self.cache)[0], "no readable")
        self.keep()
        self.assertEqual(page.differences(web, self.cache), [])
        page_kept.write(web, {"index.html": b"<p>", "assets/app.js": b"let evil;"})
        self.assertEqual(page.differences(web, self.cache),
                         [f"web/{page_kept.NAME} has another assets/app.js than the sources give."])
        self.keep()
        self.write("web/app.ts", "let b;")
        self.assertEqual(len(page.differences(web, self.cache)), 2)

    def test_compressors_may_differ(self):
        self.keep()
        web = os.path.join(self.place, "web")
        path = os.path.join(web, page_kept.NAME)
        with gzip.open(path, "rb") as file:
            bare = file.read()
        with open(path, "wb") as file:
            file.write(gzip.compress(bare, 1, mtime=12345))
        self.assertEqual(page.differences(web, self.cache), [])
        self.assertFalse(self.keep())

    def test_an_archive_has_nobodys_name_and_date(self):
        files = {"b.js": b"b", "a.js": b"a"}
        packed = page_kept.pack("0", files)
        self.assertEqual(packed, page_kept.pack("0", dict(sorted(files.items()))))
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            members = archive.getmembers()
        self.assertEqual([member.name for member in members], ["sources", "page/a.js", "page/b.js"])
        self.assertEqual({(member.mtime, member.uid, member.uname) for member in members},
                         {(0, 0, "")})


class Kept(unittest.TestCase):
    """The page of this repository."""

    def test_it_is_that_of_the_sources(self):
        self.assertIsNotNone(page_kept.current(page.WEB), "web/ has changed: say `make page`")

    def test_no_address_of_a_registry_and_no_path_of_a_machine_is_in_it(self):
        for name, data in page_kept.read(page.WEB)[1].items():
            for word in (b"registry", b"node_modules", b"/.cache/", page.ROOT.encode()):
                self.assertNotIn(word, data, name)


class Meson(unittest.TestCase):
    """What the build runs, on a machine without npm and node."""

    def write_source(self, web, *more):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(ROOT, "scripts"), os.path.join(folder, "scripts"))
            shutil.copytree(web, os.path.join(folder, "web"),
                            ignore=shutil.ignore_patterns("node_modules"))
            with open(os.path.join(folder, "web", "index.html"), "a", encoding="utf-8") as file:
                file.write(*more)
            done = subprocess.run(
                [sys.executable, "-B", "scripts/page.py", "page.c", "page.d"], cwd=folder, text=True,
                env={"PATH": folder}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            with open(os.path.join(folder, "page.c"), encoding="ascii") as file:
                return done, file.read()

    def test_without_node_the_page_is_in_the_program(self):
        done, source = self.write_source(page.WEB, "")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertIn('"/assets/app.js"', source)

    def test_with_changes_and_without_node_it_is_built_without_and_told(self):
        done, source = self.write_source(page.WEB, "<!-- changed -->")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "web/ has changed(.|\n)*npm(.|\n)*built without it")
        self.assertNotIn('"/assets/app.js"', source)


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
