"""test_run.py [STAGE...] - the whole test run, or some of its stages.

lint       the checks of lint.py
release    all tests in the optimised build (build/)
asan       all tests with the address and undefined-behaviour sanitizers (build-asan/)
tsan       the tests of what has threads with the thread sanitizer (build-tsan/)
browser    the page in chromium, played by clicking (build/)
fuzz       every fuzzer for a few seconds (build-fuzz/, clang)

The last line printed is `N passed, N failed, N skipped`, counted from test cases; a check of lint
and a fuzzer are one case each. The status is 0 only if something passed and nothing failed.
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
from test_count import Count, count_log, count_program

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Warnings are errors in the optimised build of gcc and in the one of clang. The code that gcc adds
# for a sanitizer makes its own warnings see ghosts, so there they are off.
# Only the optimised build has the page: the others have nothing to find in it.
SANITIZED = ["-Dbuildtype=debugoptimized", "-Db_lto=false", "-Dpage=disabled"]
BUILDS = {  # folder: compiler, Meson's options
    "build": ("gcc", ["-Dwerror=true"]),
    "build-asan": ("gcc", SANITIZED + ["-Db_sanitize=address,undefined", "-Dc_args=-w"]),
    "build-tsan": ("gcc", SANITIZED + ["-Db_sanitize=thread", "-Dc_args=-w"]),
    "build-fuzz": ("clang", SANITIZED + ["-Db_sanitize=address,undefined", "-Db_lundef=false",
                                         "-Dfuzzers=true", "-Dwerror=true"]),
}
BROWSER_SECONDS = 900  # after that the browser hangs
SANITIZERS = {
    "ASAN_OPTIONS": "abort_on_error=1:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:second_deadlock_stack=1",
}


def run(command, **more):
    """Runs in the project's folder; True if the status was 0. Our own lines come out in order."""
    sys.stdout.flush()
    return subprocess.run(command, cwd=ROOT, **more).returncode == 0


def other_options(folder, options):
    """Those of Meson's options that the folder was set up without: by `make`, or by an older run."""
    with open(os.path.join(ROOT, folder, "meson-info/intro-buildoptions.json"),
              encoding="utf-8") as file:
        known = {option["name"]: option["value"] for option in json.load(file)}

    def text(value):
        return ",".join(value) if isinstance(value, list) else str(value).lower()

    def is_set(option):
        name, _, value = option.removeprefix("-D").partition("=")
        return name in known and text(known[name]) == value

    return [option for option in options if not is_set(option)]


def configure(folder):
    compiler, options = BUILDS[folder]
    if not os.path.exists(os.path.join(ROOT, folder, "build.ninja")):
        return run(["meson", "setup", folder, *options], env=dict(os.environ, CC=compiler),
                   stdout=subprocess.DEVNULL)
    # Once more first: an option may be newer than the folder.
    if not run(["ninja", "-C", folder, "--quiet", "build.ninja"]):
        return False
    others = other_options(folder, options)
    return not others or (run(["meson", "configure", folder, *others]) and
                          run(["ninja", "-C", folder, "--quiet", "build.ninja"]))


def build(folder, *targets):
    return configure(folder) and run(["ninja", "-C", folder, "--quiet", *targets])


def fixed_addresses():
    """Sanitizers reserve address ranges that a randomised layout may already use."""
    command = ["setarch", "-R"]
    try:
        works = subprocess.run([*command, "true"], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        works = False
    return command if works else []


def run_tests(folder, suite=None):
    log = os.path.join(ROOT, folder, "meson-logs", "testlog.json")
    count = Count()
    if not build(folder):
        count.case(f"{folder} does not build", False)
        return count
    if os.path.exists(log):
        os.remove(log)
    is_sanitized = folder != "build"
    command = fixed_addresses() if is_sanitized else []
    command += ["meson", "test", "-C", folder, "--no-rebuild", "--print-errorlogs"]
    run(command + (["--suite", suite] if suite else []),
        env=dict(os.environ, **(SANITIZERS if is_sanitized else {})))
    count = count_log(log)
    count.failures = [f"{folder}: {name}" for name in count.failures]
    return count


def run_lint():
    count = Count()
    folder = "build-fuzz"  # its compile commands are clang's, as clang-tidy needs them
    if not configure(folder):
        count.case(f"{folder} cannot be configured", False)
        return count
    for name, check in lint.checks(ROOT, os.path.join(ROOT, folder)):
        sys.stdout.flush()
        start = time.monotonic()
        ok = check()
        print(f"{'ok' if ok else 'FAILED':6} {name} ({time.monotonic() - start:.1f} s)")
        count.case(f"lint: {name}", ok)
    return count


def run_browser():
    """Each promise of the page is a case. Failures leave pictures and logs in build/browser/."""
    evidence = os.path.join(ROOT, "build", "browser")
    shutil.rmtree(evidence, ignore_errors=True)
    count = Count()
    try:
        with page.alone(page.CACHE):
            page.built(page.WEB, page.CACHE)
            modules = page.modules(page.WEB, page.CACHE)
    except page.Failure as problem:
        print(problem)
        count.case("the page cannot be built", False)
        return count
    if not build("build", "product"):
        count.case("build does not build", False)
        return count
    command = ["node", "--test-reporter=tap", os.path.join("tests", "browser", "all.mjs")]
    environment = dict(os.environ, COPPICE=os.path.join(ROOT, "build/src/front/coppice"),
                       MODULES=modules, EVIDENCE=evidence)
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, text=True, errors="replace",
                              stdout=subprocess.PIPE, timeout=BROWSER_SECONDS)
        output, status, result = done.stdout, done.returncode, "OK"
    except subprocess.TimeoutExpired as late:
        output, status, result = (late.stdout or b"").decode(errors="replace"), 1, "TIMEOUT"
    count = count_program("browser", output, status, result)
    if count.failed:
        print(output)
        print(f"Pictures and logs are in {os.path.relpath(evidence, ROOT)}/")
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


def run_fuzz(seconds):
    count = Count()
    if not build("build-fuzz", "fuzzers"):
        count.case("build-fuzz does not build", False)
        return count
    programs = [path for path in sorted(glob.glob(os.path.join(ROOT, "build-fuzz/fuzz/fuzz-*")))
                if os.path.isfile(path)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, ok, output in pool.map(lambda path: run_fuzzer(path, seconds), programs):
            runs = [line.split()[-1] for line in output.splitlines() if "executed_units" in line]
            print(f"{'ok' if ok else 'FAILED':6} fuzz-{name} ({runs[0] if runs else '?'} inputs)")
            if not ok:
                print(output[-6000:])
            count.case(f"fuzz: {name}", ok)
    if not programs:
        count.case("there are no fuzzers", False)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fuzz-seconds", type=int, default=10, help="for each fuzzer")
    parser.add_argument("stage", nargs="*", metavar="STAGE")
    options = parser.parse_args()
    stages = {
        "lint": run_lint,
        "release": lambda: run_tests("build"),
        "asan": lambda: run_tests("build-asan"),
        "tsan": lambda: run_tests("build-tsan", "threads"),
        "browser": run_browser,
        "fuzz": lambda: run_fuzz(options.fuzz_seconds),
    }
    unknown = [name for name in options.stage if name not in stages]
    if unknown:
        parser.error(f"no stage {unknown[0]!r}; there are {', '.join(stages)}")
    total = Count()
    summary = []
    for name in options.stage or stages:
        print(f"== {name}")
        start = time.monotonic()
        count = stages[name]()
        total.add(count)
        summary.append(f"{name:8} {count.line()} ({time.monotonic() - start:.0f} s)")
    print("== summary")
    for line in summary + [f"FAILED {name}" for name in total.failures]:
        print(line)
    print(total.line())
    return total.status()


if __name__ == "__main__":
    sys.exit(main())
