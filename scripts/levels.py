"""levels.py - plays the matches that say how strong the levels of play are.

    levels.py COPPICE STORES OUTPUT [--games N] [--timed-games N] [--only GAME]...

Each level plays the one below it and a model of a beginner (`coppice levels GAME`). Every finished
game is kept in a file of the folder STORES; after an interruption the same command goes on where it
was. OUTPUT is the table that the program has built in: data/levels/matches.txt.

The two levels that are limited by time alone would need days. They play with a part of their time,
the same part for both where both are timed, and the table says which part. It is time of the
processor, so that a busy machine weakens nobody.
"""
import argparse
import json
import math
import os
import sqlite3
import subprocess
import sys

GAMES = [
    "connect4", "othello", "breakthrough", "amazons", "samegame", "morpion", "fanorona", "twixt", "focus",
    "chinesecheckers", "ontop", "rolit", "dice", "chancebreakthrough", "stratego",
    "focus(players=3)", "focus(players=4)", "rolit(players=3)", "rolit(players=4)",
    "ontop(players=3)", "ontop(players=4)", "chinesecheckers(players=3)",
    "chinesecheckers(players=4)", "chinesecheckers(players=6)",
]
# A level, its opponent, and the part of their time that they have: 1 is all of it.
PAIRS = [
    ("very easy", "beginner", 1), ("easy", "beginner", 1), ("medium", "beginner", 1),
    ("easy", "very easy", 1), ("medium", "easy", 1), ("strong", "medium", 40),
    ("strongest", "strong", 100),
]
# Where so little time is less than the level below takes, or hardly enough for a second ply.
PARTS = {
    ("amazons", "strong"): 8, ("ontop", "strong"): 4, ("twixt", "strong"): 8,
    ("twixt", "strongest"): 20, ("samegame", "strong"): 20, ("morpion", "strong"): 20,
}
HEADER = """\
# What matches have shown of the levels of play: each level against the one below it and against the
# beginner (coppice levels GAME). Two random plies open each game, all seatings are played. Won, drawn
# and lost are the level's; the score and its 95 % interval are coppice match's, and where one player
# plays alone, those of a comparison on the same deals. With a part above 1, levels that are limited
# by time alone had that part of it: 40 is a fortieth.
# Made by: python3 scripts/levels.py build/src/front/coppice STORES data/levels/matches.txt
"""


def wilson(score, games):
    """The interval of a share, at 95 %."""
    z = 1.959964
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games**2))
    return middle - half, middle + half


def limit_of(level, part):
    """The limit of a level; of one that is limited by time alone, a part of it."""
    seconds = level["limit"].removesuffix("s")
    if part == 1 or not seconds.isdigit():
        return level["limit"]
    return f"{int(seconds) * 1000 // part}ms, processor=on"


def compare_deals(store):
    """Won, drawn and lost of the first agent, by the points that both made of the same deals."""
    rows = sqlite3.connect(store).execute(
        "SELECT a.score, b.score FROM games g JOIN games h ON g.number = h.number"
        " JOIN seats a ON a.game = g.id JOIN seats b ON b.game = h.id"
        " WHERE g.fixture = 0 AND h.fixture = 1").fetchall()
    won = sum(a > b for a, b in rows)
    drawn = sum(a == b for a, b in rows)
    return won, drawn, len(rows) - won - drawn


def play(coppice, stores, game, level, opponent, part, games):
    """One match, or the rest of it; a row of the table."""
    name = f"{game}-{level['name']}-{opponent['name']}".replace(" ", "_")
    store = os.path.join(stores, name + ".db")
    result = json.loads(subprocess.run(
        [coppice, "match", game, level["agent"], opponent["agent"], "--games", str(games),
         "--limits-of", "1=" + limit_of(level, part),
         "--limits-of", "2=" + limit_of(opponent, part), "--opening-plies", "2", "--quiet",
         "--json", "--store", store, "--resume"], check=True, stdout=subprocess.PIPE).stdout)
    first = result["agents"][0]
    won, drawn, lost = first["wins"], first["draws"], first["losses"]
    low, score, high = (first["score"][key] for key in ("low", "value", "high"))
    if len(result["fixtures"]) > 1:
        won, drawn, lost = compare_deals(store)
        score = (won + drawn / 2) / (won + drawn + lost)
        low, high = wilson(score, won + drawn + lost)
    return (f"{game}\t{level['name']}\t{opponent['name']}\t{part}\t{won}\t{drawn}\t{lost}\t"
            f"{score:.3f}\t{low:.3f}\t{high:.3f}")


def read_rows(path):
    """The table as it is: a row for each match."""
    rows = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file.read().splitlines():
                if line and not line.startswith("#"):
                    rows[tuple(line.split("\t")[:3])] = line
    return rows


def write_rows(path, rows):
    """All rows in the order of GAMES and PAIRS."""
    order = [(game, level, opponent) for game in GAMES for level, opponent, _ in PAIRS]
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(HEADER)
        file.writelines(rows[key] + "\n" for key in order if key in rows)
    os.replace(path + ".new", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("coppice")
    parser.add_argument("stores")
    parser.add_argument("output")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--timed-games", type=int, default=40)
    parser.add_argument("--only", action="append")
    parser.add_argument("--pairs", help="untimed or timed: only these")
    arguments = parser.parse_args()
    os.makedirs(arguments.stores, exist_ok=True)
    for game in arguments.only or GAMES:
        told = json.loads(subprocess.run([arguments.coppice, "levels", game, "--json"], check=True,
                                         stdout=subprocess.PIPE).stdout)
        levels = {level["name"]: level for level in told["levels"]}
        for level, opponent, part in PAIRS:
            if arguments.pairs and (part > 1) != (arguments.pairs == "timed"):
                continue
            part = PARTS.get((game, level), part)
            row = play(arguments.coppice, arguments.stores, game, levels[level], levels[opponent],
                       part, arguments.timed_games if part > 1 else arguments.games)
            print(row, flush=True)
            rows = read_rows(arguments.output)
            rows[game, level, opponent] = row
            write_rows(arguments.output, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
