"""test_packages.py - what debian/ says of versions and files is what the build says of them.

The packages themselves take minutes and are made by `make deb`; these are the mistakes that somebody makes
who changes a version or a file elsewhere.
"""
import glob
import os
import re
import sys
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
        self.assertEqual(found(r"version: '(\d+)", self.meson), self.soname, "src/x86-64-v3 takes it to be so")

    def test_every_package_has_its_files(self):
        for package in re.findall(r"^Package: (.*)$", self.control, re.MULTILINE):
            self.assertTrue(read("debian", package + ".install").strip(), package)

    def test_what_the_build_needs_is_what_make_installs(self):
        needed = set(re.findall(r"^ ([a-z0-9.+-]*-dev)\b", self.control, re.MULTILINE))
        installed = found(r"^BUILD_PACKAGES = ((?:.*\\\n)*.*)$", read("Makefile")).replace("\\", " ").split()
        self.assertEqual({name for name in installed if name.endswith("-dev")} - {"libc6-dev"},
                         needed - {"libopenmpi-dev"})


if __name__ == "__main__":
    sys.exit(tap.run(sys.modules[__name__]))
