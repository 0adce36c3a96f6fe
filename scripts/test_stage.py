"""test_stage.py - the stages of the test run side by side, without their lines getting mixed up.

A stage is prepared (built) and then run. Several threads share the work, and with it the cores: one
prepares the stages in their order, the others run what is prepared, each the stages of one lane, so that
compilers and other lanes use the time in which a test waits or has one thread only. What is prepared
yields to what runs, since some tests look at clocks.

What a stage prints is kept and shown as one block when the stage is over. Until then a line every few
seconds says how far each one is.
"""
import re
import subprocess
import sys
import threading
import time

PERIOD = 15  # seconds between two lines of progress
YIELDING = ["nice", "-n", "10"]


class Stage:
    """A name, a function that prepares and one that runs; both get the stage. `prepare` may be None,
    and so may `run`: then the stage is all preparation, as lint is. The one that comes last returns
    the stage's count; a preparation before it returns None, or a count if nothing can be run. Stages
    of one lane run one after the other."""

    def __init__(self, name, prepare, run, lane=0):
        self.name, self.prepare, self.run, self.lane = name, prepare, run, lane
        self.lines = []
        self.doing = None  # what is under way, as "tests 3 of 120"
        self.count = None
        self.seconds = 0.0
        self.is_ready, self.is_over = threading.Event(), threading.Event()

    def say(self, *words):
        self.lines.append(" ".join(map(str, words)))

    def step(self, what, done=None, total=None):
        self.doing = what if done is None else f"{what} {done} of {total}"

    def call(self, command, watch=None, **more):
        """Runs a command; True if its status was 0. Its lines are the stage's, but for those that
        `watch` takes for itself by returning something true."""
        with subprocess.Popen(command, text=True, errors="replace", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more) as process:
            for line in process.stdout:
                line = line.rstrip("\n")
                if watch is None or not watch(line):
                    self.say(line)
        return process.returncode == 0

    def call_quietly(self, command, **more):
        """The same for a command that says too much: its lines are shown only if it failed."""
        lines = []
        ok = self.call(command, watch=lambda line: lines.append(line) or True, **more)
        if not ok:
            self.lines += lines
        return ok

    def counter(self, what, pattern):
        """A watch that takes lines such as "[3/120] ..." for progress, where the pattern finds two
        numbers."""
        def watch(line):
            found = re.match(pattern, line)
            if found:
                self.step(what, found[1], found[2])
            return found

        return watch


def carry_out(stage, function):
    """One half of a stage; an exception is a failure of the stage and not the end of the run."""
    start = time.monotonic()
    try:
        return function(stage)
    except Exception as problem:  # pylint: disable=broad-except
        stage.say(f"{stage.name} broke off: {problem!r}")
        return stage.broken(problem)
    finally:
        stage.seconds += time.monotonic() - start
        stage.doing = None


def prepare_all(stages):
    for stage in stages:
        if stage.prepare is not None:
            stage.count = carry_out(stage, stage.prepare)
        stage.is_ready.set()
        if stage.count is not None:
            stage.is_over.set()


def run_all(stages):
    for stage in stages:
        if stage.run is None:
            continue
        stage.is_ready.wait()
        if stage.count is None:
            stage.count = carry_out(stage, stage.run)
            stage.is_over.set()


def minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def progress_line(stages, seconds):
    busy = [f"{stage.name}: {stage.doing}" for stage in stages if stage.doing is not None]
    return f"{minutes(seconds):>6}  {'; '.join(busy) or 'between two steps'}"


def show(stage):
    print(f"== {stage.name} ({stage.count.line()}, {stage.seconds:.0f} s)")
    for line in stage.lines:
        print(line)


def carry_out_all(stages, broken, period=PERIOD):
    """Prepares and runs the stages, printing as they end; each then has its count. `broken` makes a
    count of an exception."""
    start = time.monotonic()
    for stage in stages:
        stage.broken = broken
    lanes = [[stage for stage in stages if stage.lane == lane]
             for lane in sorted({stage.lane for stage in stages})]
    for work, share in [(prepare_all, stages), *((run_all, lane) for lane in lanes)]:
        threading.Thread(target=work, args=(share,), daemon=True).start()
    waiting = list(stages)
    told = start
    while waiting:
        waiting[0].is_over.wait(0.2)
        for stage in [stage for stage in waiting if stage.is_over.is_set()]:
            show(stage)
            waiting.remove(stage)
        if waiting and time.monotonic() - told >= period:
            told = time.monotonic()
            print(progress_line(stages, told - start))
        sys.stdout.flush()
