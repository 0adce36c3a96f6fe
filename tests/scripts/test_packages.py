"""test_packages.py - what debian/ says of versions and files is what the build says of them.

The packages themselves take minutes and are made by `make deb`; these are the mistakes that somebody makes
who changes a version or a file elsewhere.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read(*names):
    with open(os.path.join(ROOT, *names), encoding="utf-8") as file:
        return file.read()


def found(pattern, text):
    match = re.search(pattern, text, re.MULTILINE)
    assert match is not None, f"{pattern} is nowhere"
    return match.group(1)


def package_of_pc_file(name):
    """The installed Debian package that brings NAME.pc."""
    done = subprocess.run(["dpkg-query", "-S", f"*/pkgconfig/{name}.pc"], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.split(":")[0]


class Packages(unittest.TestCase):
    def setUp(self):
        self.meson = read("meson.build")
        self.control = read("debian", "control")
        self.soname = found(r"soversion: '(\d+)'", self.meson)

    def test_changelog_has_the_version_of_the_build(self):
        self.assertEqual(found(r"\Acoppice \(([^)-]*)", read("debian", "changelog")),
                         found(r"version: '([^']*)',", self.meson), "add an entry to debian/changelog")

    def test_package_of_the_library_is_named_after_its_soname(self):
        name = "libcoppice" + self.soname
        self.assertIn(f"Package: {name}\n", self.control, f"rename libcoppice* in debian/ to {name}")
        self.assertEqual(set(re.findall(r"libcoppice\d+", self.control)), {name})
        self.assertEqual([os.path.basename(path) for path in glob.glob(ROOT + "/debian/libcoppice[0-9]*.install")],
                         [name + ".install"])

    def test_soname_is_the_major_version(self):
        self.assertEqual(found(r"version: '(\d+)", self.meson), self.soname, "src/instructions takes it to be so")

    def test_every_package_has_its_files(self):
        for package in re.findall(r"^Package: (.*)$", self.control, re.MULTILINE):
            self.assertTrue(read("debian", package + ".install").strip(), package)

    def test_what_the_build_needs_is_what_make_installs(self):
        needed = set(re.findall(r"^ ([a-z0-9.+-]*-dev)\b", self.control.split("\n\n")[0], re.MULTILINE))
        installed = found(r"^BUILD_PACKAGES = ((?:.*\\\n)*.*)$", read("Makefile")).replace("\\", " ").split()
        self.assertEqual({name for name in installed if name.endswith("-dev")} - {"libc6-dev"},
                         needed - {"libopenmpi-dev"})

    def depends_of_the_development_files(self):
        package = found(r"(Package: libcoppice-dev\n(?:.+\n)*)", self.control)
        return set(re.findall(r"^ ([a-z0-9.+-]*-dev)\b", package, re.MULTILINE))

    def test_development_files_need_what_the_library_is_built_with(self):
        """But for what only tests, the terminal, mpirun and Python use."""
        built = set(re.findall(r"^ ([a-z0-9.+-]*-dev)\b", self.control.split("\n\n")[0], re.MULTILINE))
        self.assertEqual(self.depends_of_the_development_files(),
                         built - {"libcmocka-dev", "libedit-dev", "libopenmpi-dev", "python3-dev"})

    def test_development_files_need_what_their_pc_file_requires(self):
        """pkg-config refuses coppice.pc where one of these is missing, also for a program that is not static."""
        if shutil.which("dpkg-query") is None or "COPPICE_PC" not in os.environ:
            self.skipTest("dpkg says which package a .pc file is from, and the build says where coppice.pc is")
        with open(os.environ["COPPICE_PC"], encoding="utf-8") as file:
            required = re.findall(r"^Requires(?:\.private)?: (.*)$", file.read(), re.MULTILINE)
        names = {word.split()[0] for word in ",".join(required).split(",") if word.strip()}
        self.assertIn("sqlite3", names)
        self.assertEqual(set(map(package_of_pc_file, names)), self.depends_of_the_development_files(),
                         "name the packages in debian/control, under libcoppice-dev")

    def test_every_test_of_autopkgtest_is_there_and_needs_packages_that_are(self):
        control = read("debian", "tests", "control")
        packages = set(re.findall(r"^Package: (.*)$", self.control, re.MULTILINE))
        tests = control.strip().split("\n\n")
        self.assertEqual(sorted(found(r"^Tests: (.*)$", test) for test in tests),
                         sorted(set(os.listdir(os.path.join(ROOT, "debian", "tests"))) - {"control"}))
        needed = [set(found(r"^Depends: (.*)$", test).split(", ")) for test in tests]
        self.assertEqual(set().union(*needed) & packages, packages - {"libcoppice" + self.soname})
        for test in tests:
            self.assertTrue(os.access(os.path.join(ROOT, "debian", "tests", found(r"^Tests: (.*)$", test)), os.X_OK))

    def test_the_check_of_packages_has_no_other_parts(self):
        script = os.path.join(ROOT, "scripts", "package_check.sh")
        for wrong in (["everything"], ["source", "--help"]):
            done = subprocess.run(["sh", script, *wrong], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("usage: package_check.sh [source] [install]", done.stderr)


class ArchiveStart(unittest.TestCase):
    """scripts/archive_start.sh with a loader that says what it is asked to run."""

    LOADER = """#!/bin/sh
[ "$1" = --help ] && printf '%b' "$SUPPORTED" && exit
while [ "$1" != --argv0 ]; do shift; done
program=${3##*/}
shift 3
printf '%s\\n' "$program" "${COPPICE_LAB##*/unpacked}" "$@"
"""
    NEITHER = "Subdirectories:\n  x86-64-v4\n  x86-64-v3\n  x86-64-v2 (supported, searched)\n"
    THREE = NEITHER.replace("v3\n", "v3 (supported, searched)\n")
    BOTH = THREE.replace("v4\n", "v4 (supported, searched)\n")

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = os.path.join(place.name, "a folder", "unpacked")
        os.makedirs(os.path.join(self.folder, "lib", "coppice"))
        shutil.copy(os.path.join(ROOT, "scripts", "archive_start.sh"), os.path.join(self.folder, "coppice"))
        for name in ("coppice", "coppice-x86-64-v3", "coppice-x86-64-v4"):
            self.write(os.path.join(self.folder, "lib", "coppice", name), "")
        self.write(os.path.join(self.folder, "lib", "loader"), self.LOADER)

    def write(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def starts(self, supported, wish=None, path=None):
        """What is run, with which lab and words."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("COPPICE")}
        environment.update({"SUPPORTED": supported} if wish is None else
                           {"SUPPORTED": supported, "COPPICE_INSTRUCTIONS": wish})
        done = subprocess.run(["sh", path or os.path.join(self.folder, "coppice"), "play", "a b"], env=environment,
                              stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.splitlines()

    def test_the_best_that_the_processor_can_run_is_started(self):
        self.assertEqual(self.starts(self.BOTH)[0], "coppice-x86-64-v4")
        self.assertEqual(self.starts(self.THREE)[0], "coppice-x86-64-v3")
        self.assertEqual(self.starts(self.NEITHER)[0], "coppice")
        self.assertEqual(self.starts("")[0], "coppice")

    def test_the_wish_is_the_most_and_never_more_than_the_processor_can(self):
        self.assertEqual(self.starts(self.BOTH, "portable")[0], "coppice")
        self.assertEqual(self.starts(self.BOTH, "x86-64-v3")[0], "coppice-x86-64-v3")
        self.assertEqual(self.starts(self.BOTH, "x86-64-v4")[0], "coppice-x86-64-v4")
        self.assertEqual(self.starts(self.THREE, "x86-64-v4")[0], "coppice-x86-64-v3")
        self.assertEqual(self.starts(self.NEITHER, "x86-64-v4")[0], "coppice")

    def test_a_version_that_is_not_there_is_passed_over(self):
        os.remove(os.path.join(self.folder, "lib", "coppice", "coppice-x86-64-v4"))
        self.assertEqual(self.starts(self.BOTH)[0], "coppice-x86-64-v3")

    def test_words_and_the_lab_are_found_through_a_link(self):
        link = os.path.join(os.path.dirname(self.folder), "link")
        os.symlink(os.path.join("unpacked", "coppice"), link)
        self.assertEqual(self.starts(self.NEITHER, path=link), ["coppice", "/share/coppice/lab", "play", "a b"])


if __name__ == "__main__":
    sys.exit(tap.run(sys.modules[__name__]))
