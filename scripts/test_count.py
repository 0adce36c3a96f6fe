"""test_count.py - how many test cases passed, failed and were skipped, from Meson's test log.

Meson counts programs, and takes cmocka's skipped cases ("not ok 2 # SKIP") for failures. We count
cases: the TAP lines that each program printed. A program that crashed, timed out, reported an error
of a sanitizer at its end or ran fewer cases than it planned adds one failure of its own, and so
does one that ran none at all.

Tests run beside compilers and other tests on few cores, and some look at clocks. So a few cases that failed
by themselves, without a crash, a time-out or a report of a sanitizer, are run a second time; what
passes then is *unsteady*: told by name in every summary, and no failure.
"""
import json
import re
from dataclasses import dataclass, field

CASE = re.compile(r"(not )?ok\b(?:\s+\d+)?\s*-?\s*([^#]*)(?:#\s*(\w+))?")
PLAN = re.compile(r"1\.\.(\d+)\s*$")
MOST_UNSTEADY = 3  # cases of a stage; where more have failed something is wrong
SKIPPED_STATUS = 77  # what a test without TAP returns to say that it was skipped


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list = field(default_factory=list)  # their names
    unsteady: list = field(default_factory=list)  # names of cases that failed once and then passed

    def add(self, other):
        self.unsteady += other.unsteady
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.failures += other.failures

    def case(self, name, ok):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            self.failures.append(name)

    def line(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"

    def status(self):
        """A run in which nothing passed has tested nothing: that is a failure too."""
        return 0 if self.failed == 0 and self.passed > 0 else 1


def count_program(name, output, status, result):
    """One program's cases. `result` is Meson's word for it, which tells time-outs from the rest."""
    count = Count()
    planned = None
    for text in output.splitlines():
        plan = PLAN.match(text)
        case = CASE.match(text)
        if plan:
            planned = (planned or 0) + int(plan[1])
        elif case and (case[3] or "").upper().startswith("SKIP"):
            count.skipped += 1
        elif case:
            count.case(f"{name}: {case[2].strip()}", case[1] is None)
    was_stopped = result in ("TIMEOUT", "INTERRUPT")
    seen = count.passed + count.failed + count.skipped
    if planned is None and seen == 0:
        if result == "SKIP" and status == SKIPPED_STATUS:
            count.skipped += 1
        else:
            count.case(name, result == "OK" and status == 0)
    elif was_stopped or seen != planned or (status != 0 and count.failed == 0):
        count.case(f"{name}: {result}, status {status}, {seen} of {planned} cases", False)
    return count


def read_log(path):
    """The programs of a log of Meson's, one JSON object a line."""
    with open(path, encoding="utf-8") as log:
        return [json.loads(line) for line in log if line.strip()]


def count_of(program):
    return count_program(program["name"], program.get("stdout") or "", program["returncode"],
                         program["result"])


def failed_by_itself(program):
    """cmocka's status is the number of failed cases: any other one is a crash or a sanitizer's."""
    lines = [CASE.match(line) for line in (program.get("stdout") or "").splitlines()]
    cases = sum(1 for case in lines if case and case[1])
    return (program["result"] in ("FAIL", "ERROR") and
            program["returncode"] == count_of(program).failed == cases)


def to_run_again(path):
    """The names of programs in a log that get a second chance: all that failed, or none."""
    try:
        failed = [program for program in read_log(path) if count_of(program).failed]
    except (OSError, ValueError):
        return []
    cases = sum(count_of(program).failed for program in failed)
    if cases > MOST_UNSTEADY or not all(map(failed_by_itself, failed)):
        return []
    return [program["name"] for program in failed]


def better_of(first, second):
    """The count of a program that was run twice: what failed only the first time is unsteady."""
    if second is None or second.failed:
        return first
    second.unsteady = first.failures
    return second


def count_log(path, again=None):
    """The sum over a log. No log, or an empty one, fails. `again` is the log of a second run of those
    that failed."""
    total = Count()
    try:
        programs = read_log(path)
        others = {program["name"]: program for program in read_log(again)} if again else {}
    except (OSError, ValueError) as problem:
        total.case(f"{path}: {problem}", False)
        return total
    if not programs:
        total.case(f"{path}: no test ran", False)
    for program in programs:
        second = others.get(program["name"])
        total.add(better_of(count_of(program), second and count_of(second)))
    return total
