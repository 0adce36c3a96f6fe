"""Every example that people read is run: docs/python.md, docstrings, examples/*.py."""
import doctest
import glob
import importlib
import os
import pkgutil
import re
import subprocess
import sys

import pytest

import coppice
from support import ROOT, SECONDS

PAGE = os.path.join(ROOT, "docs", "python.md")
MODULES = ["coppice"] + ["coppice." + row.name for row in pkgutil.iter_modules(coppice.__path__)
                         if row.name != "_engine"]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks():
    with open(PAGE, encoding="utf-8") as file:
        return BLOCK.findall(file.read())


@pytest.mark.parametrize("name", MODULES)
def test_what_docstrings_show_is_true(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0 or name.split(".")[-1] in ("errors", "report", "solve", "work", "playouts")


def test_every_public_name_teaches():
    for name in coppice.__all__:
        value = getattr(coppice, name)
        assert isinstance(value, int) or (value.__doc__ or "").strip(), name
    for kind in (coppice.Game, coppice.State, coppice.Agent, coppice.Record, coppice.Rules):
        for name in dir(kind):
            if not name.startswith("_") and (callable(getattr(kind, name)) or
                                             isinstance(getattr(kind, name), property)):
                assert (getattr(kind, name).__doc__ or "").strip(), f"{kind.__name__}.{name}"


def test_every_block_of_the_page_is_of_a_kind_that_is_run():
    kinds = [kind for kind, _ in blocks()]
    assert kinds.count("pycon") + kinds.count("python") >= 10
    assert set(kinds) <= {"pycon", "python", "sh"}


def test_what_the_page_shows_is_true(tmp_path, monkeypatch):
    """One session from top to bottom, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    names = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for number, (kind, text) in enumerate(blocks()):
        if kind == "python":
            exec(compile(text, f"block {number} of docs/python.md", "exec"), names)
        elif kind == "pycon":
            test = doctest.DocTestParser().get_doctest(text, names, f"block {number}", PAGE, 0)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
    assert runner.failures == 0 and runner.tries > 20


@pytest.mark.parametrize("line", [line for kind, text in blocks() if kind == "sh"
                                  for line in text.splitlines() if line.startswith("PYTHONPATH=")])
def test_what_the_page_types_works(line):
    """The module is where the page says; only the way to Python is the test's own."""
    words = line.replace("PYTHONPATH=build/python python3", f"{sys.executable} -B")
    assert words != line
    done = subprocess.run(words, shell=True, cwd=ROOT, timeout=SECONDS, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0 and done.stderr == "" and done.stdout


EXPECTED = {"nim.py": "Player 1 wins", "hexapawn.py": "White loses.", "search.py": "simulations"}


@pytest.mark.parametrize("path", sorted(glob.glob(os.path.join(ROOT, "examples", "*.py"))),
                         ids=os.path.basename)
def test_examples_run(path):
    done = subprocess.run([sys.executable, "-B", path], timeout=SECONDS, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert EXPECTED[os.path.basename(path)] in done.stdout


def test_the_example_says_what_is_wrong():
    done = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "examples", "search.py"), "otelo"],
                          timeout=SECONDS, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "did you mean othello" in done.stderr
