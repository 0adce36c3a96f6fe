"""strength.py - plays the round robins that say which family of searches is best in each game.

    strength.py COPPICE STORES [--table FILE] [--only GAME]... [--without FAMILY]... [--games N] [--limit WORDS] [--minutes M]

The entrants are those of data/strength/entrants.txt. All of them have the same processor time for a move, openings
of two random plies, and every opening is played in all seatings. Where the agent of a family is about to change,
`--without` leaves its matches for later. With two players every pairing is a match of its
own, and the pairings of a game's first two families, from which its levels follow, come before all others; with
more, all entrants sit down together. Every finished game is kept in a file of the folder STORES; after an
interruption, or after M minutes, the same command goes on where it was: in the order above. The table is
data/strength/matches.txt, which `coppice strength` shows and a test compares with the presets. A row of another limit
or of agents that are not entered any more falls out of it.

Several runs at once share the matches of one folder STORES: each takes one that nobody plays.

A match that M minutes did not finish goes on on any machine: its games are put into lab/results/strength/unfinished,
to be committed, and taken from there where STORES has none.
"""
import argparse
import contextlib
import fcntl
import itertools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "data", "strength")
UNFINISHED = os.path.join(ROOT, "lab", "results", "strength", "unfinished")
HEADER = """\
# Round robins of the best configurations of each family (data/strength/entrants.txt) at equal time. With two
# players a row is a pairing; with more, what one family got of the points against all others, and `all` stands for
# those. Won, drawn and lost are the first one's; the score and its 95 % interval are coppice match's.
# game, limit, first, second, won, drawn, lost, score, low, high, commit of the program, date, the agents
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


def fixtures_of(games):
    """(game, entrants) of every match, those first that decide about levels."""
    first, then = [], []
    for game, entrants in games.items():
        if "players=" in game:
            first.append((game, entrants))
            continue
        pairs = list(itertools.combinations(entrants, 2))
        first.append((game, list(pairs[0])))
        then += [(game, list(pair)) for pair in pairs[1:]]
    return first + then


def chosen(fixtures, arguments):
    """Those of the games that were asked for in which no family sits that was left out."""
    return [(game, entrants) for game, entrants in fixtures
            if (not arguments.only or game in arguments.only)
            and not any(family in arguments.without for family, _ in entrants)]


def name_of(game, entrants):
    """What tells a match from all others in the table: the game, its agents and who they stand for."""
    return (game, *(word for entrant in entrants for word in entrant))


def names_of_row(row, games):
    """The match that a row tells of, or None where its agents are not entered any more."""
    words = row.split("\t")
    families, agents = words[2:4], words[12:]
    entrants = games.get(words[0], [])
    if families[1] != "all":
        entrants = [entrant for entrant in entrants if entrant[0] in families]
        if [family for family, _ in entrants] != families:
            return None
    return name_of(words[0], entrants) if [agent for _, agent in entrants] == agents else None


def read_rows(path, games, limit):
    """The table's rows by match, as far as they are about these games' entrants at this limit."""
    rows = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file.read().splitlines():
                if line and not line.startswith("#") and line.split("\t")[1] == limit:
                    rows.setdefault(names_of_row(line, games), []).append(line)
    rows.pop(None, None)
    return rows


def write_rows(path, games, rows):
    order = list(games)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(HEADER)
        for match in sorted(rows, key=lambda match: order.index(match[0])):
            file.writelines(row + "\n" for row in rows[match])
    os.replace(path + ".new", path)


@contextlib.contextmanager
def locked(path, wait=True):
    """The descriptor by which this run alone has a folder, or what a file stands for; None if it does not
    wait and somebody else has it. Who inherits the descriptor has it too, until both are gone."""
    is_folder = os.path.isdir(path)
    file = os.open(path if is_folder else path + ".lock",
                   os.O_RDONLY if is_folder else os.O_WRONLY | os.O_CREAT, 0o666)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        os.close(file)
        yield None
        return
    try:
        yield file
    finally:
        os.close(file)


def add_rows(arguments, games, match, rows):
    """Puts a match into the table as it is now, which other runs write to as well, also those of another
    folder of stores."""
    with locked(os.path.dirname(os.path.abspath(arguments.table))):
        table = read_rows(arguments.table, games, arguments.limit)
        table[match] = rows
        write_rows(arguments.table, games, table)


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


def take_up(store, unfinished):
    """The games of an earlier sitting, if this one has none yet."""
    kept = os.path.join(unfinished, os.path.basename(store))
    if os.path.exists(kept) and not os.path.exists(store):
        shutil.copy(kept, store + ".new")  # half a copy is no store
        os.replace(store + ".new", store)


def put_away(store, unfinished, is_finished):
    """What is missing games is kept for another sitting; nobody goes on with the rest."""
    kept = os.path.join(unfinished, os.path.basename(store))
    if is_finished:
        if os.path.exists(kept):
            os.remove(kept)
        return
    os.makedirs(unfinished, exist_ok=True)
    with contextlib.closing(sqlite3.connect(store)) as games, \
            contextlib.closing(sqlite3.connect(kept + ".new")) as copy:
        games.backup(copy)  # with what has not left its log yet
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute("VACUUM")
    os.replace(kept + ".new", kept)


def play(arguments, game, entrants, seconds, lock=None):
    """Plays on until the match is over or the seconds are; returns coppice match's JSON, or None where the
    seconds were over before it had begun. The match holds the lock as well: it plays on if this script is
    killed, and then nobody else shall play it."""
    command = [arguments.coppice, "match", game, *(agent for _, agent in entrants),
               "--games", str(arguments.games), "--limit", arguments.limit, "--opening-plies", "2",
               "--quiet", "--json", "--resume",
               "--store", store_of(arguments.stores, game, arguments.limit, entrants)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, pass_fds=() if lock is None else (lock,)) as run:
        try:
            out, _ = run.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            run.terminate()  # what is finished is kept
            out, _ = run.communicate()
    if run.returncode == -signal.SIGTERM and not out:
        return None
    if run.returncode not in (0, 1) or not out:
        raise SystemExit(f"{game}: coppice match has failed; try: {' '.join(command)}")
    return json.loads(out)


def row_of(words, result):
    score = result["score"]
    return "\t".join([*words, str(result["wins"]), str(result["draws"]), str(result["losses"]),
                      *(f"{score[key]:.3f}" for key in ("value", "low", "high"))])


def rows_of(arguments, game, entrants, result):
    """A row for a pairing, or with more than two players everybody against all others."""
    version = subprocess.run([arguments.coppice, "version"], check=True, stdout=subprocess.PIPE,
                             text=True).stdout
    commit = next(line.split()[1] for line in version.splitlines() if line.startswith("commit:"))
    stamp = "\t".join([commit[:10], time.strftime("%Y-%m-%d"), *(agent for _, agent in entrants)])
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


def go_on(arguments, games, game, entrants, store, end, lock):
    """Plays what is missing of a match, as far as there is time for it."""
    match = name_of(game, entrants)
    if games_played(read_rows(arguments.table, games, arguments.limit).get(match, [])) >= arguments.games:
        return
    take_up(store, UNFINISHED)
    result = play(arguments, game, entrants, end - time.monotonic(), lock)
    if result is None:
        return
    rows = rows_of(arguments, game, entrants, result)
    put_away(store, UNFINISHED, games_played(rows) >= arguments.games)
    print(*rows, sep="\n", flush=True)
    add_rows(arguments, games, match, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coppice")
    parser.add_argument("stores")
    parser.add_argument("--table", default=os.path.join(DATA, "matches.txt"))
    parser.add_argument("--only", action="append")
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--limit", default="250ms, processor=on")
    parser.add_argument("--minutes", type=float, default=10000)
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    games = read_entrants()
    os.makedirs(arguments.stores, exist_ok=True)
    for game, entrants in chosen(fixtures_of(games), arguments):
        if time.monotonic() >= end:
            break
        store = store_of(arguments.stores, game, arguments.limit, entrants)
        with locked(store, wait=False) as lock:
            if lock is not None:
                go_on(arguments, games, game, entrants, store, end, lock)
    return 0


if __name__ == "__main__":
    sys.exit(main())
