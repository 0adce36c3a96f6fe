"""strength.py - plays the round robins that say which family of searches is best in each game.

    strength.py COPPICE STORES [--table FILE] [--only GAME]... [--games N] [--limit WORDS] [--minutes M]

The entrants are those of data/strength/entrants.txt. All of them have the same time for a move, openings of
two random plies, and every opening is played in all seatings. Every finished game is kept in a file of the
folder STORES; after an interruption, or after M minutes, the same command goes on where it was: first with
the games of which least is known. The table is data/strength/matches.txt, which `coppice strength` shows
and a test compares with the presets. What was played with another limit or by entrants that are not there any
more falls out of it.
"""
import argparse
import json
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "data", "strength")
HEADER = """\
# Round robins of the best configurations of each family (data/strength/entrants.txt) at equal time. With two
# players a row is a pairing; with more, what one family got of the points against all others, and `all` stands for
# those. Won, drawn and lost are the first one's; the score and its 95 % interval are coppice match's.
# game, limit, first, second, won, drawn, lost, score, low, high, commit of the program, date
# Made by: python3 scripts/strength.py build/src/front/coppice STORES
"""


def read_entrants():
    """For each game its families with their agents, in the file's order."""
    games = {}
    with open(os.path.join(DATA, "entrants.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                game, family, agent = line.rstrip("\n").split("\t")
                games.setdefault(game, []).append((family, agent))
    return games


def read_rows(path):
    """The table's rows by game."""
    rows = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file.read().splitlines():
                if line and not line.startswith("#"):
                    rows.setdefault(line.split("\t")[0], []).append(line)
    return rows


def write_rows(path, games, rows):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(HEADER)
        for game in games:
            file.writelines(row + "\n" for row in rows.get(game, []))
    os.replace(path + ".new", path)


def store_of(stores, game, limit, entrants):
    """A file for each game, limit and field: another agent makes another one."""
    field = hash_of("\n".join(agent for _, agent in entrants) + limit)
    return os.path.join(stores, f"{game}-{field:08x}.db".replace("(", "-").replace(")", ""))


def hash_of(words):
    """The same on every machine."""
    value = 2166136261
    for byte in words.encode():
        value = (value ^ byte) * 16777619 % (1 << 32)
    return value


def play(arguments, game, entrants, seconds):
    """Plays on until the match is over or the seconds are; returns coppice match's JSON."""
    command = [arguments.coppice, "match", game, *(agent for _, agent in entrants),
               "--games", str(arguments.games), "--limit", arguments.limit, "--opening-plies", "2",
               "--quiet", "--json", "--resume",
               "--store", store_of(arguments.stores, game, arguments.limit, entrants)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
        try:
            out, _ = run.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            run.terminate()  # what is finished is kept
            out, _ = run.communicate()
    if run.returncode not in (0, 1) or not out:
        raise SystemExit(f"{game}: coppice match has failed; try: {' '.join(command)}")
    return json.loads(out)


def row_of(words, result):
    score = result["score"]
    return "\t".join([*words, str(result["wins"]), str(result["draws"]), str(result["losses"]),
                      *(f"{score[key]:.3f}" for key in ("value", "low", "high"))])


def rows_of(arguments, game, entrants, result):
    """Pairings, or with more than two players everybody against all others."""
    version = subprocess.run([arguments.coppice, "version"], check=True, stdout=subprocess.PIPE,
                             text=True).stdout
    commit = next(line.split()[1] for line in version.splitlines() if line.startswith("commit:"))
    stamp = commit[:10] + "\t" + time.strftime("%Y-%m-%d")
    rows = []
    for sides in result["fixtures"]:
        sides = [side for side in sides if side["games"] > 0]
        pairs = [(side, "all") for side in sides]
        if len(sides) == 2 and "players=" not in game:
            pairs = [(sides[0], entrants[sides[1]["agent"] - 1][0])]
        for side, other in pairs:
            family = entrants[side["agent"] - 1][0]
            rows.append(row_of([game, arguments.limit, family, other], side) + "\t" + stamp)
    return rows


def games_played(rows):
    return min((sum(map(int, row.split("\t")[4:7])) for row in rows), default=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coppice")
    parser.add_argument("stores")
    parser.add_argument("--table", default=os.path.join(DATA, "matches.txt"))
    parser.add_argument("--only", action="append")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--limit", default="250ms")
    parser.add_argument("--minutes", type=float, default=10000)
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    games = read_entrants()
    os.makedirs(arguments.stores, exist_ok=True)
    rows = read_rows(arguments.table)
    known = [game for game in games if not arguments.only or game in arguments.only]
    for game in sorted(known, key=lambda name: games_played(rows.get(name, []))):
        if time.monotonic() >= end:
            break
        result = play(arguments, game, games[game], end - time.monotonic())
        rows[game] = rows_of(arguments, game, games[game], result)
        print(*rows[game], sep="\n", flush=True)
        write_rows(arguments.table, games, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
