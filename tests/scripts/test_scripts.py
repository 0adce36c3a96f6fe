"""The scripts of the test run are tested too: a failing log must fail, a wrong include be found."""
import argparse
import contextlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))

import citations  # noqa: E402
import lint  # noqa: E402
import strength  # noqa: E402
import tap  # noqa: E402
import test_run  # noqa: E402
from test_count import Count, count_log, count_program, to_run_again  # noqa: E402
from test_stage import Stage, carry_out_all  # noqa: E402


def numbers(count):
    return count.passed, count.failed, count.skipped


class Counting(unittest.TestCase):
    def test_cases_are_counted_not_programs(self):
        output = "1..3\nok 1 - a\nok 2 - b\nok 3 - c\n# ok - group\n"
        self.assertEqual(numbers(count_program("p", output, 0, "OK")), (3, 0, 0))

    def test_a_failed_case_is_a_failure_with_its_name(self):
        count = count_program("p", "1..2\nok 1 - a\nnot ok 2 - b\n# why\n", 1, "ERROR")
        self.assertEqual(numbers(count), (1, 1, 0))
        self.assertEqual(count.failures, ["p: b"])

    def test_a_skipped_case_of_cmocka_is_no_failure(self):
        output = "1..2\nok 1 - a\nnot ok 2 # SKIP b\n"
        self.assertEqual(numbers(count_program("p", output, 0, "FAIL")), (1, 0, 1))

    def test_a_crash_adds_a_failure(self):
        self.assertEqual(numbers(count_program("p", "1..3\nok 1 - a\n", -6, "ERROR")), (1, 1, 0))

    def test_a_leak_at_the_end_adds_a_failure(self):
        self.assertEqual(numbers(count_program("p", "1..1\nok 1 - a\n", 1, "ERROR")), (1, 1, 0))

    def test_a_time_out_adds_a_failure(self):
        self.assertEqual(numbers(count_program("p", "1..1\nok 1 - a\n", -9, "TIMEOUT")), (1, 1, 0))

    def test_fewer_cases_than_planned_add_a_failure(self):
        self.assertEqual(numbers(count_program("p", "1..2\nok 1 - a\n", 0, "OK")), (1, 1, 0))

    def test_a_silent_program_of_cases_is_a_failure(self):
        self.assertEqual(numbers(count_program("p", "", 0, "SKIP")), (0, 1, 0))

    def test_a_program_without_cases_is_one_case(self):
        self.assertEqual(numbers(count_program("p", "hello\n", 0, "OK")), (1, 0, 0))
        self.assertEqual(numbers(count_program("p", "hello\n", 1, "FAIL")), (0, 1, 0))
        self.assertEqual(numbers(count_program("p", "", 77, "SKIP")), (0, 0, 1))

    def test_logs_are_summed_and_a_missing_or_empty_or_broken_log_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log")
            self.assertEqual(numbers(count_log(path)), (0, 1, 0))
            for text, expected in (("", (0, 1, 0)), ("{", (0, 1, 0))):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                self.assertEqual(numbers(count_log(path)), expected)
            with open(path, "w", encoding="utf-8") as file:
                for result, status, output in (("OK", 0, "1..1\nok 1 - a\n"),
                                               ("ERROR", 1, "1..1\nnot ok 1 - a\n")):
                    file.write(json.dumps({"name": "p", "result": result, "returncode": status,
                                           "stdout": output}) + "\n")
            self.assertEqual(numbers(count_log(path)), (1, 1, 0))

    def log(self, folder, name, *programs):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            for program, result, status, output in programs:
                file.write(json.dumps({"name": program, "result": result, "returncode": status,
                                       "stdout": output}) + "\n")
        return path

    def test_a_case_that_passes_the_second_time_is_unsteady_and_told(self):
        good = ("p", "OK", 0, "1..1\nok 1 - a\n")
        bad = ("q", "ERROR", 1, "1..2\nok 1 - b\nnot ok 2 - c\n")
        mended = ("q", "OK", 0, "1..2\nok 1 - b\nok 2 - c\n")
        with tempfile.TemporaryDirectory() as folder:
            first = self.log(folder, "first", good, bad)
            self.assertEqual(to_run_again(first), ["q"])
            count = count_log(first, self.log(folder, "again", mended))
            self.assertEqual((numbers(count), count.unsteady), ((3, 0, 0), ["q: c"]))
            count = count_log(first, self.log(folder, "again", bad))
            self.assertEqual((numbers(count), count.unsteady), ((2, 1, 0), []))
            count = count_log(first, os.path.join(folder, "missing"))
            self.assertEqual(count.failed, 1)

    def test_crashes_reports_time_outs_and_many_failures_have_no_second_chance(self):
        case = ("p", "ERROR", 1, "1..1\nnot ok 1 - a\n")
        for other in (("q", "ERROR", -6, "1..2\nok 1 - a\n"),  # aborted
                      ("q", "ERROR", 1, "1..1\nok 1 - a\n"),  # a leak, reported at the end
                      ("q", "ERROR", 134, "1..2\nnot ok 1 - a\n"),
                      ("q", "TIMEOUT", -9, "1..2\nok 1 - a\n"),
                      ("q", "ERROR", 3, "1..3\nnot ok 1 - a\nnot ok 2 - b\nnot ok 3 - c\n")):
            with tempfile.TemporaryDirectory() as folder:
                self.assertEqual(to_run_again(self.log(folder, "log", case, other)), [])
                self.assertEqual(to_run_again(self.log(folder, "log", case)), ["p"])

    def test_only_a_run_with_passes_and_no_failure_succeeds(self):
        self.assertEqual(Count(passed=1).status(), 0)
        self.assertEqual(Count().status(), 1)
        self.assertEqual(Count(skipped=3).status(), 1)
        self.assertEqual(Count(passed=5, failed=1).status(), 1)
        self.assertEqual(Count(5, 1, 2).line(), "5 passed, 1 failed, 2 skipped")


class House(unittest.TestCase):
    def wrong(self, where, text):
        return list(lint.house_rules(os.path.join(ROOT, where), ROOT, text))

    def test_includes_point_one_way(self):
        self.assertEqual(self.wrong("src/games/x.c", '#include "game/x.h"\n#include "x.h"\n'), [])
        self.assertEqual(len(self.wrong("src/games/x.c", '#include "search/x.h"\n')), 1)
        self.assertEqual(len(self.wrong("src/games/x.c", '#include "coppice/agent.h"\n')), 1)
        self.assertEqual(len(self.wrong("src/search/mcts/x.c", '#include "games/x.h"\n')), 1)
        self.assertEqual(len(self.wrong("src/base/x.c", '#include "coppice/game.h"\n')), 1)

    def test_only_front_prints_or_exits(self):
        text = 'void f(void)\n{\n    printf("x");\n    exit(1);\n}\n'
        self.assertEqual(len(self.wrong("src/match/x.c", text)), 2)
        self.assertEqual(self.wrong("src/front/x.c", text), [])

    def test_words_in_comments_and_strings_are_free(self):
        text = ('/* printf */\n__attribute__((format(printf, 1, 2)))\n'
                'const char *a = "exit(1) \\" stdout"; // puts\nint b = snprintf(0, 0, a);\n')
        self.assertEqual(self.wrong("src/match/x.c", text), [])

    def test_unfinished_and_endless_files_are_found(self):
        self.assertEqual(len(self.wrong("src/match/x.c", "/* " + "TO" + "DO */\n")), 1)
        self.assertEqual(len(self.wrong("src/match/x.c", "\n" * 801)), 1)

    def test_links_to_nowhere_are_found(self):
        text = "[a](docs/no.md) [b](README.md#x) ![c](https://example.org/x) [d](docs/)"
        self.assertEqual(list(lint.broken_links(os.path.join(ROOT, "README.md"), text)),
                         ["docs/no.md"])

    def test_modules_missing_on_the_map_are_found(self):
        paths = ["/x/src/base/a.c", "/x/src/search/b/c.h", "/x/src/games/d.c", "/x/src/lab/e.c"]
        self.assertEqual(lint.unmapped(paths, "`a` and `b/c`, not e"), ["/x/src/lab/e.c"])

    def test_a_file_is_checked_again_when_a_header_of_its_headers_changes(self):
        with tempfile.TemporaryDirectory() as root:
            for name, text in (("src/a/a.c", '#include "a.h"\n#include <stdio.h>\n'),
                               ("src/a/a.h", '#include "b/b.h"\n'),
                               ("src/b/b.h", '#include "coppice/c.h"\n#include "../a/a.h"\n'),
                               ("include/coppice/c.h", ""), ("include/coppice/d.h", "")):
                path = os.path.join(root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            names = [os.path.relpath(path, root) for path in
                     lint.with_headers(root, os.path.join(root, "src/a/a.c"), {})]
        self.assertEqual(names, ["include/coppice/c.h", "src/a/a.c", "src/a/a.h", "src/b/b.h"])

    def test_a_new_folder_needs_a_place(self):
        self.assertEqual(len(self.wrong("src/attic/x.c", "")), 1)


class Citations(unittest.TestCase):
    SPECIFICATION = """# Games
## 1. Rules
### 1.1 Moves
1. First.
12. Twelfth.
#### 1.1.1 Details
### 1.2 Ends — A7
| id | N1 |
|---|---|
| RO-03 (stat) | draw |
**F6 Later.** More.
## 2. Search
## Annex B. Records
### D1. Book
"""

    def setUp(self):
        document = citations.Document(self.SPECIFICATION)
        self.documents = {"games": document, "others": document}

    def wrong(self, text, name="src/x.c"):
        return list(citations.wrong_citations(os.path.join(ROOT, name), text, self.documents, ROOT))

    def test_sections_items_labels_and_annexes_resolve(self):
        for cited in ("games.md 1", "games.md 1.1.1", "games.md 1.1 - 1.2", "games.md 1.1-1.2",
                      "games.md 1.1 to 2", "games.md 1.1, 1.2 and 2", "games.md 1.1.12",
                      "games.md 1.2 F6", "games.md 1.2, A7", "games.md 2 and check RO-03",
                      "games.md annex B", "games.md D1", "checks 1 and 12 of games.md 1.1",
                      "F6 of games.md 1.2", "N1 in games.md 1.2", "games.md"):
            self.assertEqual(self.wrong(f"/* Why ({cited}). */\n"), [], cited)

    def test_what_is_not_there_is_found(self):
        for cited in ("games.md 1.3", "games.md 1.1 - 1.9", "games.md 1.1.2", "games.md 2 F6",
                      "games.md 1 and check RO-04", "games.md annex C", "check 2 of games.md 1.1",
                      "F7 of games.md 1.2", "lost.md 1", "docs/lost.md", "specification 1.1"):
            self.assertEqual(len(self.wrong(f"/* Why ({cited}). */\n")), 1, cited)

    def test_citations_go_on_over_lines_and_say_where(self):
        text = "int a;\n/* Why, and what (games.md\n * 1.1, 1.4). */\n"
        self.assertEqual(self.wrong(text), ["src/x.c:2: games.md has no section 1.4"])

    def test_bare_sections_belong_to_the_document_named_last(self):
        head = "/* Why (games.md 1.1), the facts of 1.2. */\n"
        self.assertEqual(self.wrong(head + "/* So (1.2). A half of 0.5. RO-03 */\n"), [])
        self.assertEqual(len(self.wrong(head + "/* So (1.7). */\n")), 1)
        self.assertEqual(len(self.wrong(head + "/* The facts of 1.1.9. */\n")), 1)
        self.assertEqual(len(self.wrong(head + "/* RO-09 */\n")), 1)
        self.assertEqual(len(self.wrong("/* Why (games.md 1.1), the facts of 1.7. */\n")), 1)

    def test_bare_sections_are_refused_where_two_documents_are_named(self):
        head = "/* Why (games.md 1.1, others.md 1.2). */\n"
        self.assertEqual(len(self.wrong(head + "/* So (1.2). */\n")), 1)
        self.assertEqual(self.wrong(head + "/* So (others.md 1.1), or so (1.2). */\n"), [])

    def test_code_and_strings_cite_nothing(self):
        self.assertEqual(self.wrong('const char *a = "games.md 7"; /* games.md 1 */\n'), [])

    def test_experiments_and_documents_cite_too(self):
        self.assertEqual(self.wrong('specification = "games.md 1.2 and check RO-03";', "a.cfg"), [])
        self.assertEqual(len(self.wrong('note = "The band of "\n  "games.md 1.9.";', "a.cfg")), 1)
        self.assertEqual(len(self.wrong("see [the rules](../spec/games.md) 1.9", "a.md")), 1)
        self.assertEqual(self.wrong("[games.md](games.md) 1.9, and `games.md` 1.1", "a.md"), [])


class Strength(unittest.TestCase):
    """scripts/strength.py with a program that answers as `coppice match --json` does."""

    ENTRANTS = [("trees", "mcts"), ("depth first", "alphabeta")]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.coppice = os.path.join(folder.name, "coppice")

    def answer(self, result):
        with open(self.coppice, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n[ $1 = version ] && echo 'commit: 0123456789abcdef' && exit\n"
                       f"cat <<'END'\n{json.dumps(result)}\nEND\n")
        os.chmod(self.coppice, 0o755)

    def rows(self, game, result):
        self.answer(result)
        arguments = argparse.Namespace(coppice=self.coppice, stores=self.folder, games=2, limit="1s")
        played = strength.play(arguments, game, self.ENTRANTS, 60)
        return strength.rows_of(arguments, game, self.ENTRANTS, played)

    @staticmethod
    def side(agent, wins, losses):
        return {"agent": agent, "games": wins + losses, "wins": wins, "draws": 0, "losses": losses,
                "score": {"value": wins / (wins + losses or 1), "low": 0.1, "high": 0.9}}

    def test_a_pairing_is_one_row_of_the_first(self):
        rows = self.rows("othello", {"fixtures": [[self.side(1, 3, 1), self.side(2, 1, 3)]]})
        self.assertEqual([row.split("\t")[:11] for row in rows],
                         [["othello", "1s", "trees", "depth first", "3", "0", "1", "0.750", "0.100", "0.900",
                           "0123456789"]])
        self.assertEqual(rows[0].split("\t")[12:], ["mcts", "alphabeta"])

    def test_of_more_than_two_everybody_has_a_row(self):
        rows = self.rows("rolit(players=3)", {"fixtures": [[self.side(1, 3, 1), self.side(2, 1, 3)]]})
        self.assertEqual([row.split("\t")[2:4] for row in rows], [["trees", "all"], ["depth first", "all"]])

    def test_what_was_not_played_has_no_row(self):
        self.assertEqual(self.rows("othello", {"fixtures": [[self.side(1, 0, 0), self.side(2, 0, 0)]]}), [])

    GAMES = {"a": ENTRANTS + [("playouts", "mc")], "b(players=3)": ENTRANTS}

    def table(self, *rows):
        path = os.path.join(self.folder, "table")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines("\t".join(row) + "\n" for row in rows)
        return path

    @staticmethod
    def row(game, first, second, *agents, limit="1s"):
        return [game, limit, first, second, "3", "0", "1", "0.750", "0.100", "0.900", "0123", "date", *agents]

    def test_rows_are_kept_in_the_order_of_the_games(self):
        all_of_b = self.row("b(players=3)", "trees", "all", "mcts", "alphabeta")
        pairing = self.row("a", "trees", "playouts", "mcts", "mc")
        table = self.table(all_of_b, pairing)
        rows = strength.read_rows(table, self.GAMES, "1s")
        self.assertEqual(set(rows), {strength.name_of("a", [("trees", "mcts"), ("playouts", "mc")]),
                                     strength.name_of("b(players=3)", self.ENTRANTS)})
        strength.write_rows(table, self.GAMES, rows)
        with open(table, encoding="utf-8") as file:
            self.assertEqual([line.rstrip("\n").split("\t") for line in file if line[0] != "#"], [pairing, all_of_b])

    def test_rows_of_other_agents_or_another_limit_fall_out(self):
        table = self.table(self.row("a", "trees", "playouts", "mcts(c=1)", "mc"),
                           self.row("a", "trees", "playouts", "mcts"),
                           self.row("a", "trees", "playouts", "mcts", "mc", limit="2s"),
                           self.row("b(players=3)", "trees", "all", "mcts"),
                           self.row("gone", "trees", "playouts", "mcts", "mc"))
        self.assertEqual(strength.read_rows(table, self.GAMES, "1s"), {})

    def test_pairings_that_decide_about_levels_come_first(self):
        matches = [(game, [family for family, _ in entrants]) for game, entrants in strength.fixtures_of(self.GAMES)]
        self.assertEqual(matches, [("a", ["trees", "depth first"]), ("b(players=3)", ["trees", "depth first"]),
                                   ("a", ["trees", "playouts"]), ("a", ["depth first", "playouts"])])

    def test_matches_are_chosen_by_game_and_family(self):
        def chosen(only, without):
            arguments = argparse.Namespace(only=only, without=without)
            return [(game, [family for family, _ in entrants])
                    for game, entrants in strength.chosen(strength.fixtures_of(self.GAMES), arguments)]
        self.assertEqual(chosen(["b(players=3)"], []), [("b(players=3)", ["trees", "depth first"])])
        self.assertEqual(chosen(None, ["trees"]), [("a", ["depth first", "playouts"])])
        self.assertEqual(chosen(["b(players=3)"], ["playouts"]), [("b(players=3)", ["trees", "depth first"])])
        self.assertEqual(len(chosen(None, [])), 4)

    def test_runs_at_once_lose_no_row_of_each_other(self):
        path = self.table()
        arguments = argparse.Namespace(stores=self.folder, table=path, limit="1s")
        pairs = [(index, [("trees", "mcts"), (f"family {index}", "mc")]) for index in range(8)]
        games = {"a": [("trees", "mcts")] + [entrants[1] for _, entrants in pairs]}

        def add(index, entrants):
            strength.add_rows(arguments, games, strength.name_of("a", entrants),
                              ["\t".join(self.row("a", "trees", f"family {index}", "mcts", "mc"))])

        runs = [threading.Thread(target=add, args=pair) for pair in pairs]
        for run in runs:
            run.start()
        for run in runs:
            run.join()
        self.assertEqual(len(strength.read_rows(path, games, "1s")), len(pairs))

    def test_a_match_that_somebody_plays_is_left_to_him(self):
        path = os.path.join(self.folder, "match")
        with strength.locked(path, wait=False) as first, strength.locked(path, wait=False) as second:
            self.assertIsNotNone(first)
            self.assertIsNone(second)
        with strength.locked(path, wait=False) as free:
            self.assertIsNotNone(free)

    def test_a_match_that_outlives_its_script_is_left_to_it(self):
        """As it does when the script is killed: who was started by it plays on."""
        path = os.path.join(self.folder, "match")
        with open(self.coppice, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho '{}'\nexec 1>&-\nread line <" + path + "\n")
        os.chmod(self.coppice, 0o755)
        os.mkfifo(path)
        arguments = argparse.Namespace(coppice=self.coppice, stores=self.folder, games=2, limit="1s")
        with strength.locked(path) as lock:
            run = threading.Thread(target=strength.play, args=(arguments, "a", self.ENTRANTS, 60, lock))
            run.start()
            end = os.open(path, os.O_WRONLY)  # it is at work now
        with strength.locked(path, wait=False) as second:
            self.assertIsNone(second)
        os.close(end)
        run.join()
        with strength.locked(path, wait=False) as free:
            self.assertIsNotNone(free)

    def test_runs_with_other_stores_share_the_table(self):
        with strength.locked(self.folder) as first, strength.locked(self.folder, wait=False) as second:
            self.assertIsNotNone(first)
            self.assertIsNone(second)
        arguments = argparse.Namespace(stores=os.path.join(self.folder, "none"), table=self.table(), limit="1s")
        strength.add_rows(arguments, {"a": self.ENTRANTS}, strength.name_of("a", self.ENTRANTS), [])

    def test_half_a_copy_is_no_store(self):
        kept, store = os.path.join(self.folder, "kept"), os.path.join(self.folder, "a.db")
        os.mkdir(kept)
        with open(os.path.join(kept, "a.db"), "w", encoding="utf-8") as file:
            file.write("all of it")

        def copy_half(_, to):
            with open(to, "w", encoding="utf-8") as file:
                file.write("all")
            raise OSError("the disk is full")
        with unittest.mock.patch("shutil.copy", copy_half), self.assertRaises(OSError):
            strength.take_up(store, kept)
        self.assertFalse(os.path.exists(store))
        strength.take_up(store, kept)
        with open(store, encoding="utf-8") as file:
            self.assertEqual(file.read(), "all of it")

    def test_a_match_that_has_no_time_left_is_no_failure(self):
        with open(self.coppice, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec sleep 60\n")
        os.chmod(self.coppice, 0o755)
        arguments = argparse.Namespace(coppice=self.coppice, stores=self.folder, games=2, limit="1s")
        self.assertIsNone(strength.play(arguments, "a", self.ENTRANTS, -1))

    def test_another_field_has_another_store(self):
        stores = {strength.store_of("s", "g", limit, [("trees", agent)])
                  for limit in ("1s", "2s") for agent in ("mcts", "mcts(c=1)")}
        self.assertEqual(len(stores), 4)

    def games_in(self, *path):
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder, *path))) as store:
            return store.execute("SELECT count(*) FROM games").fetchone()[0]

    def test_an_unfinished_match_goes_on_elsewhere(self):
        here, there, kept = (os.path.join(self.folder, name) for name in ("here", "there", "kept"))
        os.mkdir(here)
        os.mkdir(there)
        store = sqlite3.connect(os.path.join(here, "a.db"))
        self.addCleanup(store.close)
        store.execute("PRAGMA journal_mode = WAL")
        store.execute("CREATE TABLE games (number)")
        store.execute("INSERT INTO games VALUES (1)")
        store.commit()  # and not closed: what was written last is in the log beside it
        strength.put_away(os.path.join(here, "a.db"), kept, False)
        self.assertEqual(os.listdir(kept), ["a.db"])
        strength.take_up(os.path.join(there, "a.db"), kept)
        self.assertEqual(self.games_in("there", "a.db"), 1)
        store.execute("INSERT INTO games VALUES (2)")
        store.commit()
        strength.take_up(os.path.join(here, "a.db"), kept)
        self.assertEqual(self.games_in("here", "a.db"), 2)
        strength.take_up(os.path.join(there, "b.db"), kept)
        self.assertFalse(os.path.exists(os.path.join(there, "b.db")))
        strength.put_away(os.path.join(here, "a.db"), kept, True)
        strength.put_away(os.path.join(here, "a.db"), kept, True)
        self.assertEqual(os.listdir(kept), [])

    def test_a_match_that_fails_is_told(self):
        with open(self.coppice, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 2\n")
        os.chmod(self.coppice, 0o755)
        arguments = argparse.Namespace(coppice=self.coppice, stores=self.folder, games=2, limit="1s")
        with self.assertRaisesRegex(SystemExit, "othello: coppice match has failed"):
            strength.play(arguments, "othello", self.ENTRANTS, 60)


class Programs(unittest.TestCase):
    TARGETS = [{"id": "a", "filename": ["/b/tests/test-a"]}, {"id": "b", "filename": ["/b/tests/test-b"]},
               {"id": "c", "filename": ["/b/src/front/c"]}]
    TESTS = [{"suite": ["coppice:threads"], "depends": ["c", "a"]}, {"suite": [], "depends": ["b"]}]

    def test_a_suite_needs_only_its_own_programs(self):
        self.assertEqual(test_run.programs_of(self.TESTS, self.TARGETS, "/b", "threads"),
                         ["src/front/c", "tests/test-a"])

    def test_an_unknown_suite_needs_none(self):
        self.assertEqual(test_run.programs_of(self.TESTS, self.TARGETS, "/b", "thread"), [])


class Stages(unittest.TestCase):
    """What make test prints: a block for each stage, lines of progress, and nothing mixed up."""

    def carry_out(self, *stages, period=60):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            carry_out_all(list(stages), lambda problem: self.counted(False), period)
        return output.getvalue()

    @staticmethod
    def counted(ok):
        count = Count()
        count.case("case", ok)
        return count

    def test_blocks_are_whole_although_stages_overlap(self):
        is_second_ready = threading.Event()

        def run_first(stage):
            stage.say("first runs")
            is_second_ready.wait(60)
            stage.say("first ends")
            return self.counted(True)

        def prepare_second(stage):
            stage.say("second is built")
            is_second_ready.set()

        first = Stage("first", None, run_first)
        second = Stage("second", prepare_second, lambda stage: self.counted(True))
        output = self.carry_out(first, second)
        self.assertRegex(output, r"== first \(1 passed.*\nfirst runs\nfirst ends\n"
                                 r"== second \(1 passed.*\nsecond is built\n")

    def test_lanes_run_side_by_side_and_stages_of_one_after_each_other(self):
        other_runs, first_is_over = threading.Event(), threading.Event()

        def run_first(stage):
            met = other_runs.wait(60)
            first_is_over.set()
            return self.counted(met)

        def run_other(stage):
            other_runs.set()
            return self.counted(first_is_over.wait(60))

        stages = [Stage("first", None, run_first),
                  Stage("second", None, lambda stage: self.counted(first_is_over.is_set())),
                  Stage("other", None, run_other, lane=1)]
        self.carry_out(*stages)
        self.assertEqual([stage.count.passed for stage in stages], [1, 1, 1])

    def test_a_stage_that_does_not_build_is_not_run(self):
        stage = Stage("bad", lambda stage: self.counted(False), lambda stage: self.fail("was run"))
        self.assertIn("== bad (0 passed, 1 failed", self.carry_out(stage))

    def test_an_exception_fails_its_stage_and_no_other(self):
        def break_off(stage):
            raise OSError("no such tool")

        bad, lint_only = Stage("bad", None, break_off), Stage("good", lambda _: self.counted(True), None)
        output = self.carry_out(bad, lint_only)
        self.assertRegex(output, r"== bad \(0 passed, 1 failed.*\nbad broke off: .*no such tool")
        self.assertEqual((bad.count.failed, lint_only.count.passed), (1, 1))

    def test_progress_is_told_while_a_stage_is_at_work(self):
        is_told = threading.Event()

        class Listener(io.StringIO):
            def write(self, text):
                if "slow: tests 3 of 9" in text:
                    is_told.set()
                return super().write(text)

        def run(stage):
            stage.counter("tests", r"(\d+)/(\d+)")("3/9 good")
            return self.counted(is_told.wait(60))

        stage = Stage("slow", None, run)
        with contextlib.redirect_stdout(Listener()):
            carry_out_all([stage], None, period=0)
        self.assertEqual(stage.count.passed, 1)

    def test_a_commands_lines_are_kept_but_for_those_that_are_progress(self):
        stage = Stage("s", None, None)
        ok = stage.call(["sh", "-c", "echo '[1/2] a'; echo 'warning: b' >&2; exit 3"],
                        watch=stage.counter("building", r"\[(\d+)/(\d+)\] "))
        self.assertEqual((ok, stage.lines, stage.doing), (False, ["warning: b"], "building 1 of 2"))
        stage = Stage("s", None, None)
        self.assertTrue(stage.call_quietly(["sh", "-c", "echo much"]))
        self.assertEqual(stage.lines, [])
        self.assertFalse(stage.call_quietly(["sh", "-c", "echo why; exit 1"]))
        self.assertEqual(stage.lines, ["why"])

    def test_a_warning_of_the_compiler_is_a_failure(self):
        stage = Stage("release", None, None)
        self.assertEqual(numbers(test_run.warnings_of(stage, "build")), (1, 0, 0))
        stage.say("a.c:3:4: warning: unused variable")
        self.assertEqual(numbers(test_run.warnings_of(stage, "build")), (0, 1, 0))

    def test_make_and_make_test_compile_alike(self):
        self.assertEqual(test_run.BUILDS["build"], ("gcc", []))
        with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
            self.assertIn("\t@meson setup build\n", file.read())


class Setup(unittest.TestCase):
    def run_setup(self, *packages):
        """Runs setup.sh with a dpkg-query that knows only `gcc`, and no way to become root."""
        with tempfile.TemporaryDirectory() as folder:
            tools = {"dpkg-query": 'case "$*" in *gcc*) echo installed ;; *) exit 1 ;; esac\n',
                     "id": "echo 1000\n", "sudo": "exit 1\n",
                     "apt-get": "echo apt-get was called; exit 1\n"}
            for name, text in tools.items():
                path = os.path.join(folder, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write("#!/bin/sh\n" + text)
                os.chmod(path, 0o755)
            return subprocess.run(["sh", os.path.join(ROOT, "scripts", "setup.sh"), *packages],
                                  env={"PATH": folder + ":/usr/bin:/bin"}, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_nothing_is_done_when_nothing_is_missing(self):
        done = self.run_setup("gcc")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_without_rights_the_missing_packages_and_the_command_are_named(self):
        done = self.run_setup("gcc", "meson", "cppcheck")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing: meson cppcheck\n", done.stderr)
        self.assertIn("apt-get install --no-install-recommends meson cppcheck'", done.stderr)
        self.assertNotIn("was called", done.stdout)

    def test_a_command_that_is_there_needs_no_package(self):
        done = self.run_setup("gcc", "sh=no-such-shell")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_command_that_is_missing_asks_for_its_package(self):
        done = self.run_setup("no-such-command=meson", "no-such-compiler=gcc")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing: meson\n", done.stderr)


if __name__ == "__main__":
    sys.exit(tap.run(sys.modules[__name__]))
