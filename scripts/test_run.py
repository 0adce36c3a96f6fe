"""test_run.py [STAGE...] - the whole test run, or some of its stages.

release    all tests in the optimised build (build/)
asan       all tests with the address and undefined-behaviour sanitizers (build-asan/)
tsan       the tests of what has threads with the thread sanitizer (build-tsan/), but for mpirun, because
           Open MPI was not built with it
browser    the page in chromium, and a game in Firefox, played by clicking (build/)
fuzz       every fuzzer for a few seconds (build-fuzz/, clang)
lint       the checks of lint.py; alone, with clang's analyser, which takes longer than all others

While a stage runs, the next ones are built (test_stage.py). The last line printed is `N passed, N
failed, N skipped`, counted from test cases; a check of lint and a fuzzer are one case each. The status
is 0 only if something passed and nothing failed.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import shutil
import subprocess
import sys
import time

import lint
import page
from test_count import MOST_UNSTEADY, Count, better_of, count_log, count_program, to_run_again
from test_stage import YIELDING, Stage, carry_out_all

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# build/ is the folder of `make`, with the options of `make`, so that nothing is compiled twice; there a
# warning is looked for in what the compiler prints. In the folders that only the test run has,
# warnings are errors. gcc's address sanitizer makes its warnings see ghosts, so there they are off.
# Only the optimised build has the page: the others have nothing to find in it. A sanitizer's report needs
# the lines of a stack and no variables, which take a third of the compiler's time to write down; gcc takes
# another third for what -O2 does beyond -O1 to the code of sanitizers.
SANITIZED = ["-Dbuildtype=debugoptimized", "-Db_lto=false", "-Dpage=disabled"]
LINES_ONLY = "-g1"
QUICKLY = "-O1 " + LINES_ONLY

BUILDS = {  # folder: compiler, Meson's options
    "build": ("gcc", []),
    "build-asan": ("gcc", SANITIZED + ["-Db_sanitize=address,undefined", f"-Dc_args=-w {QUICKLY}"]),
    "build-tsan": ("gcc", SANITIZED + ["-Db_sanitize=thread", "-Dwerror=true", f"-Dc_args={QUICKLY}"]),
    "build-fuzz": ("clang", SANITIZED + ["-Db_sanitize=address,undefined", "-Db_lundef=false",
                                         "-Dfuzzers=true", "-Dwerror=true",
                                         f"-Dc_args={LINES_ONLY}"]),
}
BROWSER_SECONDS = 900  # after that the browser hangs
# Searches ask whatever databases the user has built, and would count other nodes then.
NO_DATABASES = {"COPPICE_DATABASES": os.path.join(ROOT, "build", "no-databases")}
SANITIZERS = {
    "ASAN_OPTIONS": "abort_on_error=1:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:second_deadlock_stack=1",
}


def other_options(folder, options):
    """Those of Meson's options that the folder was set up without: by `make`, or by an older run."""
    with open(os.path.join(ROOT, folder, "meson-info/intro-buildoptions.json"),
              encoding="utf-8") as file:
        known = {option["name"]: option["value"] for option in json.load(file)}

    def text(value):
        return " ".join(value) if isinstance(value, list) else str(value).lower()

    def is_set(option):
        name, _, value = option.removeprefix("-D").partition("=")
        return name in known and text(known[name]) == value

    return [option for option in options if not is_set(option)]


def succeeds(*command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


# What python/meson.build asks of a Python.
CAN_BUILD = ("import cffi, os, sysconfig; "
             "os.stat(os.path.join(sysconfig.get_path('include'), 'Python.h'))")


def late_options(folder):
    """A folder that `make` has set up before Open MPI or cffi was installed does not look for it again."""
    if folder != "build":
        return []
    has_cffi = any(succeeds(python, "-c", CAN_BUILD) for python in ("python3", "/usr/bin/python3"))
    return [option for option, is_there in [
        ("-Dmpi=enabled", succeeds("pkg-config", "--exists", "ompi-c")),
        ("-Dpython=enabled", has_cffi)] if is_there]


def configure(stage, folder):
    def call(*command, **more):
        return stage.call_quietly([*YIELDING, *command], cwd=ROOT, **more)

    stage.step("setting up")
    compiler, options = BUILDS[folder]
    if not os.path.exists(os.path.join(ROOT, folder, "build.ninja")):
        return call("meson", "setup", folder, *options, env=dict(os.environ, CC=compiler))
    # Once more first: an option may be newer than the folder.
    if not call("ninja", "-C", folder, "build.ninja"):
        return False
    others = other_options(folder, options + late_options(folder))
    return not others or (call("meson", "configure", folder, *others) and
                          call("ninja", "-C", folder, "build.ninja"))


def build(stage, folder, *targets):
    """True if it could be built; the stage has the compiler's words."""
    if not configure(stage, folder):
        return False
    progress = stage.counter("building", r"\[(\d+)/(\d+)\] ")
    return stage.call([*YIELDING, "ninja", "-C", folder, *targets], cwd=ROOT,
                      env=dict(os.environ, NINJA_STATUS="[%f/%t] "),
                      watch=lambda line: progress(line) or line.startswith("ninja: "))


def failed(name):
    count = Count()
    count.case(name, False)
    return count


def introspect(folder, what):
    return json.loads(subprocess.run(["meson", "introspect", folder, "--" + what], cwd=ROOT, check=True,
                                     stdout=subprocess.PIPE).stdout)


def programs_of(tests, targets, folder, suite):
    """The programs that the tests of a suite run, as Ninja names them: the others need not be built."""
    wanted = {part for test in tests if any(name.endswith(":" + suite) for name in test["suite"])
              for part in test["depends"]}
    return sorted(os.path.relpath(name, folder) for target in targets if target["id"] in wanted
                  for name in target["filename"])


def prepare_tests(stage, folder, suite):
    programs = []
    if suite and configure(stage, folder):
        programs = programs_of(introspect(folder, "tests"), introspect(folder, "targets"),
                               os.path.join(ROOT, folder), suite)
    if not build(stage, folder, *programs):
        return failed(f"{folder} does not build")
    return None


def fixed_addresses():
    """Sanitizers reserve address ranges that a randomised layout may already use."""
    command = ["setarch", "-R"]
    try:
        works = subprocess.run([*command, "true"], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        works = False
    return command if works else []


def warnings_of(stage, folder):
    """A case that fails if the compiler warned when this stage was built."""
    count = Count()
    count.case(f"{folder} compiles without warnings",
               not any("warning:" in line for line in stage.lines))
    return count


def run_tests(stage, folder, suite=None):
    logs = os.path.join(ROOT, folder, "meson-logs")
    first, again = os.path.join(logs, "testlog.json"), os.path.join(logs, "again.json")
    count = warnings_of(stage, folder)
    for log in (first, again):
        if os.path.exists(log):
            os.remove(log)
    is_sanitized = folder != "build"
    command = fixed_addresses() if is_sanitized else []
    command += ["meson", "test", "-C", folder, "--no-rebuild", "--print-errorlogs"]
    environment = dict(os.environ, **(SANITIZERS if is_sanitized else {}), **NO_DATABASES)
    stage.step("tests")
    stage.call(command + (["--suite", suite] if suite else []), cwd=ROOT, env=environment,
               watch=test_watcher(stage))
    names = to_run_again(first)
    if names:
        stage.say("A second time, one by one:", *names)
        # A log says "coppice:threads / cache" where Meson is told "cache".
        only = [name.rpartition(" / ")[2] for name in names]
        stage.call([*command, "--logbase", "again", "--num-processes", "1", *only], cwd=ROOT,
                   env=environment, watch=test_watcher(stage))
    count.add(count_log(first, again if names else None))
    count.failures = [f"{folder}: {name}" for name in count.failures]
    count.unsteady = [f"{folder}: {name}" for name in count.unsteady]
    return count


def test_watcher(stage):
    """Meson's line for a test is progress, and worth keeping only if the test did not pass."""
    progress = stage.counter("tests", r"\s*(\d+)/(\d+) ")

    def watch(line):
        return progress(line) and " OK " in line

    return watch


def run_lint(stage, is_deep):
    count = Count()
    folder = "build-fuzz"  # its compile commands are clang's, as clang-tidy needs them
    if not configure(stage, folder):
        return failed(f"{folder} cannot be configured")
    for name, check in lint.checks(ROOT, os.path.join(ROOT, folder), is_deep):
        start = time.monotonic()
        stage.step(name)
        ok = check(stage.say, lambda done, total: stage.step(name, done, total))
        stage.say(f"{'ok' if ok else 'FAILED':6} {name} ({time.monotonic() - start:.1f} s)")
        count.case(f"lint: {name}", ok)
    return count


def prepare_browser(stage):
    stage.step("fetching modules")
    try:
        with page.alone(page.CACHE):
            page.modules(page.WEB, page.CACHE)
    except page.Failure as problem:
        stage.say(problem)
        return failed("the page's modules cannot be fetched")
    if not build(stage, "build", "product"):
        return failed("build does not build")
    return None


def browse(stage, modules, evidence):
    """Each promise of the page is a case. Failures leave pictures and logs in build/browser/."""
    command = ["timeout", str(BROWSER_SECONDS), "node", "--test-reporter=tap",
               os.path.join("tests", "browser", "all.mjs")]
    environment = dict(os.environ, COPPICE=os.path.join(ROOT, "build/src/front/coppice"),
                       MODULES=modules, EVIDENCE=evidence)
    output = []

    def watch(line):
        output.append(line)
        stage.step(f"{len([text for text in output if text.lstrip().startswith('ok ')])} promises kept")
        return True

    stage.step("starting")
    ok = stage.call(command, cwd=ROOT, env=environment, watch=watch)
    count = count_program("browser", "\n".join(output), int(not ok), "OK")
    if count.failed:
        stage.lines += output
        stage.say(f"Pictures and logs are in {os.path.relpath(evidence, ROOT)}/")
    return count


def run_browser(stage):
    evidence = os.path.join(ROOT, "build", "browser")
    shutil.rmtree(evidence, ignore_errors=True)
    with page.alone(page.CACHE):
        modules = page.modules(page.WEB, page.CACHE)
    count = browse(stage, modules, evidence)
    if 0 < count.failed <= MOST_UNSTEADY and count.passed > 0:
        stage.say("The browser a second time")
        count = better_of(count, browse(stage, modules, evidence + "-again"))
    return count


def run_fuzzer(program, seconds):
    """Starts from the inputs that the repository keeps and those that earlier runs have found.

    All of them are equally likely to be changed (-entropic=0): weighing them costs libFuzzer more
    time than the games take, and a rare game shall have its share."""
    name = os.path.basename(program).removeprefix("fuzz-")
    found = os.path.join(ROOT, "build-fuzz", "corpus", name)
    kept = os.path.join(ROOT, "fuzz", "corpus", name)
    os.makedirs(found, exist_ok=True)
    command = [*fixed_addresses(), program, f"-max_total_time={seconds}", "-timeout=10",
               "-rss_limit_mb=2048", "-max_len=4096", "-seed=1", "-entropic=0",
               "-print_final_stats=1",
               f"-artifact_prefix={os.path.join(ROOT, 'build-fuzz', name)}-", found,
               *([kept] if os.path.isdir(kept) else [])]
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ, **SANITIZERS), text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return name, done.returncode == 0, done.stdout


def prepare_fuzz(stage):
    if not build(stage, "build-fuzz", "fuzzers"):
        return failed("build-fuzz does not build")
    return None


def run_fuzz(stage, seconds):
    programs = [path for path in sorted(glob.glob(os.path.join(ROOT, "build-fuzz/fuzz/fuzz-*")))
                if os.path.isfile(path)]
    count = Count()
    stage.step("fuzzers", 0, len(programs))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, ok, output in pool.map(lambda path: run_fuzzer(path, seconds), programs):
            runs = [line.split()[-1] for line in output.splitlines() if "executed_units" in line]
            stage.say(f"{'ok' if ok else 'FAILED':6} fuzz-{name} ({runs[0] if runs else '?'} inputs)")
            if not ok:
                stage.say(output[-6000:])
            count.case(f"fuzz: {name}", ok)
            stage.step("fuzzers", count.passed + count.failed, len(programs))
    if not programs:
        count.case("there are no fuzzers", False)
    return count


def all_stages(fuzz_seconds, is_deep):
    """In the order in which they are built; lint uses what is left of the cores from then on. The browser
    waits most of its time, so that it and the fuzzers go on beside the tests."""
    def tests(name, folder, suite=None):
        return Stage(name, lambda stage: prepare_tests(stage, folder, suite),
                     lambda stage: run_tests(stage, folder, suite))

    return [
        tests("release", "build"),
        Stage("browser", prepare_browser, run_browser, lane=1),
        tests("asan", "build-asan"),
        tests("tsan", "build-tsan", "threads"),
        Stage("fuzz", prepare_fuzz, lambda stage: run_fuzz(stage, fuzz_seconds), lane=1),
        Stage("lint", lambda stage: run_lint(stage, is_deep), None),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fuzz-seconds", type=int, default=6, help="for each fuzzer")
    parser.add_argument("stage", nargs="*", metavar="STAGE")
    options = parser.parse_args()
    stages = all_stages(options.fuzz_seconds, options.stage == ["lint"])
    names = [stage.name for stage in stages]
    unknown = [name for name in options.stage if name not in names]
    if unknown:
        parser.error(f"no stage {unknown[0]!r}; there are {', '.join(names)}")
    stages = [stage for stage in stages if stage.name in (options.stage or names)]
    start = time.monotonic()
    carry_out_all(stages, lambda problem: failed(f"the test run itself: {problem!r}"))
    total = Count()
    print("== summary")
    for stage in stages:
        total.add(stage.count)
        print(f"{stage.name:8} {stage.count.line()} ({stage.seconds:.0f} s)")
    print(f"in all {time.monotonic() - start:.0f} s")
    for name in total.unsteady:
        print(f"UNSTEADY {name} (failed once, then passed)")
    for name in total.failures:
        print(f"FAILED {name}")
    print(total.line())
    return total.status()


if __name__ == "__main__":
    sys.exit(main())
