"""portable.py PROGRAM PROGRAM... - how fast builds are beside each other, on a machine that need not be idle.

The first program is what the others are compared with: for every game the playouts (`coppice bench games`),
simulations (mcts) and nodes (a depth-first search) that a second of processor time is worth, as ratios to the
first's. Programs take turns within every round; what the start of a program takes is measured as well and
taken off. A ratio is that of the best rounds, as whatever else the machine does only ever makes a round worse.

    python3 -B scripts/portable.py build-native/coppice build-portable/coppice
    COPPICE_GAMES="othello dice" python3 -B scripts/portable.py --rounds 9 A B

Words before a program's name that set variables are taken as such: "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 PROGRAM".
"""
import argparse
import json
import os
import subprocess
import sys

# The agent that `coppice bench depth` would take, and thousands of simulations and of nodes in about a second.
GAMES = {
    "connect4": ("alphabeta", 1400, 8000),
    "othello": ("alphabeta", 550, 6500),
    "breakthrough": ("alphabeta", 950, 6000),
    "amazons": ("alphabeta", 50, 400),
    "samegame": (None, 120, 0),
    "morpion": (None, 35, 0),
    "fanorona": ("alphabeta", 400, 9000),
    "stratego": ("star2", 11, 2200),
    "twixt": ("alphabeta", 200, 700),
    "focus": ("alphabeta", 60, 4000),
    "chinesecheckers": ("alphabeta", 11, 4000),
    "ontop": ("star2", 450, 7000),
    "rolit": ("alphabeta", 500, 7000),
    "dice": ("star2", 450, 7000),
    "chancebreakthrough": ("star2", 750, 8000),
}
# The table of a depth-first search. One that grew with the nodes, 128 bytes for each, would be cleared by the
# system meanwhile, page by page, and that takes anything from a tenth of a round to more than all of it.
TABLE = "memory=16M"
ROLLS = {"ontop": "A", "dice": "1"}  # where chance has the first move
MEASURES = ("playouts", "simulations", "nodes")


class Program:
    """A program with the variables that were set before its name."""

    def __init__(self, words):
        *settings, self.path = words.split()
        self.environment = {**os.environ, **dict(word.split("=", 1) for word in settings)}

    def run(self, *words):
        """What it printed, and the processor time that it took."""
        with subprocess.Popen([self.path, *words], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            said = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"`{self.path} {' '.join(words)}` failed with {process.returncode}")
        return said, usage.ru_utime + usage.ru_stime


def search_words(game, agent, limit):
    return ("search", game, "--moves", ROLLS.get(game, ""), "--agent", agent,
            "--limit", f"{limit}, seed=1, threads=1", "--json")


def rate(program, game, measure, seconds):
    """What is counted in one round, and its processor time with the start of the program."""
    agent, *counts = GAMES[game]
    sims, nodes = (max(1, round(count * seconds)) for count in counts)
    if measure == "playouts":
        said, took = program.run("bench", "games", "--game", game, "--seconds", f"{seconds}s", "--json")
        return json.loads(said)["games"][0]["playouts"]["count"], took
    if measure == "simulations":
        return sims * 1000, program.run(*search_words(game, "mcts", f"sims={sims}k"))[1]
    return nodes * 1000, program.run(*search_words(game, agent, f"nodes={nodes}k, {TABLE}"))[1]


def start_of(program, game, measure):
    """What it takes to begin."""
    if measure == "playouts":
        return min(program.run("games")[1] for _ in range(3))
    agent, limit = ("mcts", "sims=1") if measure == "simulations" else (GAMES[game][0], f"nodes=1, {TABLE}")
    return min(program.run(*search_words(game, agent, limit))[1] for _ in range(3))


def compare(programs, game, measure, rounds, seconds):
    """For each program but the first, its best rate as a part of the first's best."""
    if measure == "nodes" and GAMES[game][0] is None:
        return None
    starts = [start_of(program, game, measure) for program in programs]
    best = [0.0] * len(programs)
    for _ in range(rounds):
        for i, program in enumerate(programs):
            count, took = rate(program, game, measure, seconds)
            best[i] = max(best[i], count / max(took - starts[i], 1e-3))
    return [value / best[0] for value in best[1:]]


def show(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of a round, roughly, on an idle machine")
    options = parser.parse_args()
    programs = [Program(words) for words in options.programs]

    for program in programs:
        signature = json.loads(program.run("bench", "signature", "--json")[0])["signature"]
        print(f"{program.path}: signature {signature}", flush=True)
    show(["game", *MEASURES])
    show(["---", *["---:"] * len(MEASURES)])
    for game in os.environ.get("COPPICE_GAMES", " ".join(GAMES)).split():
        found = [compare(programs, game, measure, options.rounds, options.seconds) for measure in MEASURES]
        show([game, *["" if ratios is None else ", ".join(f"{ratio:.2f}" for ratio in ratios)
                      for ratios in found]])


if __name__ == "__main__":
    main()
