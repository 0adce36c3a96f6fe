"""ranks.py [--pairs N] [--seconds S] [--sims K] - how many games two ranks on two cores play, against one.

Runs a match by `mpirun -n 1` and `mpirun -n 2` in turn and counts the games that are stored in a window of
it, after it has begun. An idle machine is best. On a busy one the ratio says how others shared the cores;
so it is also told how many games there were for each second of processor, and how long the threads that
play were ready (running or waiting for a core, not for a game).
"""
import argparse
import os
import signal
import sqlite3
import statistics
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("COPPICE", os.path.join(ROOT, "build/src/front/coppice"))
MATCH = ["match", "connect4", "mcts", "mcts(c=0.3)", "--games", "1000000", "--quiet", "--limit"]
# What Open MPI asks of root in a container.
SETTINGS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def threads_of(launcher):
    """For the launcher and each of its ranks, (seconds running, seconds waiting for a core) of its threads."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            if launcher not in (parent, int(entry)):
                continue
            times = []
            for thread in os.listdir(f"/proc/{entry}/task"):
                with open(f"/proc/{entry}/task/{thread}/schedstat", encoding="utf-8") as file:
                    times.append([int(word) / 1e9 for word in file.read().split()[:2]])
            yield int(entry) != launcher, times
        except (OSError, ValueError, IndexError):
            continue


def look(launcher, store):
    """Games so far, now, seconds of processor, and seconds that the playing threads were ready."""
    processes = list(threads_of(launcher))
    connection = sqlite3.connect(store)
    try:
        games = connection.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error:
        games = 0
    connection.close()
    return (games, time.monotonic(),
            sum(running for _, times in processes for running, _ in times),
            sum(max(map(sum, times)) for is_rank, times in processes if is_rank and times))


def measure(ranks, options):
    """Games per second, cores used, and the share of time in which a rank's thread was ready."""
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "games.db")
        with subprocess.Popen(["mpirun", "-n", str(ranks), PROGRAM, *MATCH,
                               f"sims={options.sims}, memory=16M", "--store", store],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=dict(SETTINGS, **os.environ)) as run:
            while look(run.pid, store)[0] < 10:
                if run.poll() is not None:
                    raise SystemExit("the match has ended too early; try: mpirun -n 2 coppice match ...")
                time.sleep(0.05)
            before = look(run.pid, store)
            time.sleep(options.seconds)
            after = look(run.pid, store)
            run.send_signal(signal.SIGTERM)
    games, passed, used, ready = (b - a for a, b in zip(before, after))
    return games / passed, used / passed, ready / passed / ranks


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--sims", default="1k", help="a move: games of 1k are over in 12 ms")
    options = parser.parse_args()
    found = {1: [], 2: []}
    for _ in range(options.pairs):
        for ranks, rows in found.items():
            rows.append(measure(ranks, options))
            print("{} ranks: {:7.2f} games/s with {:.2f} cores, ready {:.3f}".format(ranks, *rows[-1]),
                  flush=True)

    def ratio(value):
        two, one = (statistics.median(map(value, found[ranks])) for ranks in (2, 1))
        return two / one

    print(f"load {os.getloadavg()[0]:.1f}; medians of 2 ranks against 1: games {ratio(lambda row: row[0]):.3f}, "
          f"games for each second of processor {ratio(lambda row: row[0] / row[1]):.3f}, "
          f"ready {ratio(lambda row: row[2]):.3f}")


if __name__ == "__main__":
    main()
