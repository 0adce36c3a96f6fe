"""run.py FILE... - pytest's cases as TAP, which is how the test run counts (scripts/test_count.py).

The status is the number of failed cases, as cmocka's is. Without pytest one case is skipped, and says so.
"""
import contextlib
import os
import sys

sys.dont_write_bytecode = True


class Tap:
    """A line for each case, as soon as it is over. What pytest itself prints goes elsewhere."""

    def __init__(self, stream):
        self.stream, self.count, self.failed = stream, 0, 0

    def line(self, ok, name, more=""):
        self.count += 1
        self.failed += not ok
        print(f"{'ok' if ok else 'not ok'} {self.count} - {name.replace('#', '')}{more}",
              file=self.stream, flush=True)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.line(False, report.nodeid)
        elif report.skipped:
            self.line(True, report.nodeid, f" # SKIP {report.longrepr[2]}")
        elif report.when == "call":
            self.line(True, report.nodeid)

    def pytest_collectreport(self, report):
        if report.failed:
            self.line(False, report.nodeid or "collecting")


def main(files):
    try:
        import pytest
    except ImportError:
        print("ok 1 - python # SKIP there is no pytest: apt-get install python3-pytest\n1..1")
        return 0
    tap = Tap(sys.stdout)
    with contextlib.redirect_stdout(sys.stderr):
        status = pytest.main(["-q", "-p", "no:cacheprovider", *files], [tap])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and not tap.failed:
        tap.line(False, f"pytest ended with {status!r}")
    print(f"1..{tap.count}")
    return min(tap.failed, 100)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    sys.exit(main(sys.argv[1:]))
