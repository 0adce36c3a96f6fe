"""solved.py [--only TEXT] [--limit LIMIT] [--again] [--table] - small boards solved, one after the other.

Each row is a position and how it is solved. What comes out is one JSON object a line in
lab/results/solved/boards.jsonl, with the command, the commit of the program and its processor time; rows
that are there already are not done again unless --again says so, so that it can be interrupted. Where
the solver writes proofs, the proof is checked by `coppice proof check` and thrown away. --table prints what is there
as the Markdown of docs/solve.md. A row that its specification has a value for must have that value.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("COPPICE", os.path.join(ROOT, "build/src/front/coppice"))
RESULTS = os.path.join(ROOT, "lab/results/solved/boards.jsonl")
WIN, DRAW, LOSS = 1, 0.5, 0
LEAST_SHOWN = 1000  # positions that a row of the table has taken; smaller ones are only stored


def row(group, game, *words, by="dfpn", expected=None, proves=True):
    """One position. `expected` is a published value, for the player to move. A board that has several rows is
    solved in several ways."""
    return {"group": group, "game": game, "words": list(words), "by": by, "expected": expected,
            "proves": proves and by != "auto"}


# Alpha-beta needs far fewer positions than df-PN on larger boards: 0.64 million against more than 5 on 3 x 6.
def breakthrough():
    sizes = [(2, height) for height in range(4, 9)] + [(3, height) for height in range(4, 9)]
    sizes += [(4, 4), (5, 4), (4, 5), (6, 4), (4, 6), (5, 5)]
    return [row("Breakthrough", f"breakthrough(width={width}, height={height})",
                by="dfpn" if width * height <= 16 else "auto") for width, height in sizes] + [
        row("Breakthrough", "breakthrough(width=5, height=5)", by="dfpn(start=evaluator, bounds=runners)")]


def othello():
    games = ["othello(size=4)", "othello(size=4, empties=nobody)"]
    return [row("Othello", game, *words) for game in games for words in ([], ["--score"])]


def connect4():
    sizes = [(width, height) for width in range(4, 7) for height in range(4, 7) if width * height <= 30]
    return [row("Connect Four", f"connect4(width={width}, height={height})", by="auto")
            for width, height in sizes]


# The first moves up to symmetry (docs/spec/twixt.md 9.7); the value is Black's, who answers. Boards with an odd
# size have draws, which are seen sooner with dead_draw and are worth the same.
TWIXT = {4: {DRAW: ["B1", "B2"]},
         6: {LOSS: ["B2", "C2", "B3", "C3"], WIN: ["B1", "C1"]},
         5: {DRAW: ["B1", "C1", "B2", "C2", "B3", "C3"]},
         7: {LOSS: ["C2", "D2", "C3", "D3", "B4", "C4", "D4"], DRAW: ["B3"], WIN: ["B1", "C1", "D1", "B2"]}}


def twixt():
    return [row("TwixT", f"twixt(size={size}{', dead_draw=on' if size % 2 else ''})", "--moves", move,
                expected=value, proves=size <= 6)
            for size, values in TWIXT.items() for value, moves in values.items() for move in moves]


# Points for the side that moves first (docs/spec/amazons-play.md 4.4).
AMAZONS = [(3, 1, "W1B", 0.5), (4, 1, "W2B", 1.5), (5, 1, "W3B", 2.5), (4, 1, "1WB1", -0.5),
           (5, 1, "1W1B1", 0.5), (2, 2, "W1/1B", -0.5), (4, 2, "W3/3B", 3.5), (3, 2, "2B/W2", 1.5),
           (3, 3, "2B/3/W2", 0.5), (3, 3, "3/3/W1B", 0.5), (3, 3, "1B1/3/1W1", 0.5),
           (4, 3, "3B/4/W3", 3.5), (3, 4, "2B/3/3/W2", 3.5), (4, 4, "3B/4/4/W3", 1.5),
           (4, 4, "2B1/4/4/1W2", 1.5), (4, 4, "x1Bx/xWx1/2x1/1xx1", -1.5),
           (4, 4, "x1W1/Bxx1/x1x1/x2x", -1.5)]


def amazons():
    rows = [row("Amazons", f"amazons(width={width}, height={height})", "--score", "--position",
                f"{position} {side}", by="dfpn" if width * height <= 12 or "x" in position else "auto",
                expected=value)
            for width, height, position, value in AMAZONS for side in "wb"]
    return rows + [row("Amazons", "amazons(size=4)")]


ROWS = othello() + connect4() + amazons() + twixt() + breakthrough()


def command_of(entry, limit):
    return ["solve", entry["game"], *entry["words"], "--by", entry["by"], "--limit", limit]


def key_of(entry):
    return " ".join([entry["game"], *entry["words"], entry["by"]])


def run(words):
    """Status, output and seconds of processor of one call."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PROGRAM, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check_proof(path):
    """What the checker says of a proof; empty if it refuses it."""
    done, _ = run(["proof", "check", path])
    return done.stdout.strip().replace("\n", "; ") if done.returncode == 0 else ""


def solve(entry, limit, commit):
    words = command_of(entry, limit)
    done, seconds = run([*words, "--json", "--quiet"])
    if done.returncode not in (0, 1) or not done.stdout.startswith("{"):
        raise SystemExit(f"{key_of(entry)}: {done.stderr.strip()}")
    answer = json.loads(done.stdout)
    result = {"key": key_of(entry), "group": entry["group"], "game": entry["game"],
              "words": entry["words"], "by": entry["by"], "lower": answer["lower"],
              "upper": answer["upper"], "best": answer["best"], "positions": answer["positions"],
              "seconds": round(seconds, 2), "expected": entry["expected"],
              "command": "coppice " + " ".join(f'"{word}"' if " " in word else word for word in words),
              "commit": commit}
    if entry["proves"] and answer["known"]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "proof")
            done, seconds = run([*words, "--proof", path, "--quiet"])
            result["proof"] = check_proof(path) if done.returncode == 0 else ""
            result["proof_seconds"] = round(seconds, 2)
    return result


def stored():
    if not os.path.exists(RESULTS):
        return {}
    with open(RESULTS, encoding="utf-8") as file:
        return {result["key"]: result for result in map(json.loads, file)}


def store(results):
    """All rows in the order of the list, written whole or not at all."""
    os.makedirs(os.path.dirname(RESULTS), exist_ok=True)
    with open(RESULTS + ".new", "w", encoding="utf-8") as file:
        for entry in ROWS:
            if key_of(entry) in results:
                file.write(json.dumps(results[key_of(entry)]) + "\n")
    os.replace(RESULTS + ".new", RESULTS)


def is_wrong(result):
    known = result["lower"] == result["upper"]
    return known and result["expected"] is not None and result["lower"] != result["expected"]


def words_of(result):
    """The value in words, for the player to move."""
    if result["lower"] != result["upper"]:
        return "not known"
    if "--score" in result["words"]:
        return f"{result['lower']:+g} points"
    return {WIN: "win", DRAW: "draw", LOSS: "loss"}[result["lower"]]


def print_table(results):
    print("| position | value | positions | processor time | proof, checked |")
    print("|---|---|---:|---:|---|")
    for entry in ROWS:
        result = results.get(key_of(entry))
        if result is None or result["positions"] < LEAST_SHOWN:
            continue
        position = " ".join(f'"{word}"' if " " in word else word for word in entry["words"])
        if "(" in entry["by"]:
            position += f'{" " if position else ""}--by "{entry["by"]}"'
        proof = result.get("proof", "").partition("; ")[2]
        print(f"| `{entry['game']}`{f' `{position}`' if position else ''} | {words_of(result)} "
              f"| {result['positions']:,} | {result['seconds']:.2f} s | {proof} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="rows whose game or words contain this")
    parser.add_argument("--limit", default="10m,memory=1G", help="of each row")
    parser.add_argument("--again", action="store_true", help="also rows that have a result")
    parser.add_argument("--table", action="store_true", help="print what is there, and solve nothing")
    options = parser.parse_args()
    results = stored()
    if options.table:
        print_table(results)
        return 0
    commit = json.loads(run(["version", "--json"])[0].stdout)["commit"]
    for entry in ROWS:
        key = key_of(entry)
        if options.only not in key or (key in results and not options.again):
            continue
        results[key] = solve(entry, options.limit, commit)
        store(results)
        print(f"{key}: {words_of(results[key])}, {results[key]['seconds']} s", flush=True)
    wrong = [key for key, result in results.items() if is_wrong(result)]
    for key in wrong:
        print(f"{key}: this is not the published value", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
