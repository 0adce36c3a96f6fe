"""Matches: statistics, files, progress, and what is refused."""
import signal
import subprocess
import sys

import pytest

import coppice


def test_a_match_has_a_row_for_each_agent_and_every_game():
    game, told = coppice.open("connect4"), []
    outcome = coppice.match(game, ["mcts", "random"], "sims=100", games=8, seed=3,
                            progress=lambda done, total: told.append((done, total)))
    strong, weak = outcome.entrants
    assert (strong.agent, weak.agent) == ("mcts", "random")
    assert strong.games == 8 == strong.wins + strong.draws + strong.losses
    assert strong.wins == weak.losses and strong.score.value + weak.score.value == 1
    assert strong.score.low <= strong.score.value <= strong.score.high
    assert told[-1] == (8, 8) and told == sorted(told)
    assert [one.number for one in outcome.games] == list(range(8))
    assert [one.agents for one in outcome.games[:2]] == [(0, 1), (1, 0)]
    total = sum(one.payoffs[one.agents.index(0)] for one in outcome.games)
    assert total == 8 * strong.score.value
    last = outcome.games[-1]
    assert last.record().end().payoffs() == last.payoffs and last.loser is None
    assert len(last.record().moves()) == last.plies and last.ending == last.record().end().ending
    assert "mcts" in str(outcome) and outcome.report["games"] == 8


def test_threads_do_not_change_the_games():
    game = coppice.open("othello(size=4)")
    found = [[one.sgf for one in game.match(["mcts", "mc"], "sims=30", games=6, threads=threads,
                                            opening_plies=2).games] for threads in (1, 2)]
    assert found[0] == found[1]


def test_a_round_robin_and_a_limit_for_each():
    outcome = coppice.open("connect4").match(["mcts", "mc", "random"],
                                             ["sims=50", "sims=20", "sims=1"], games=4)
    assert [one.games for one in outcome.entrants] == [8, 8, 8]
    assert [one.limit for one in outcome.entrants] == ["sims=50", "sims=20", "sims=1"]
    assert len(outcome.games) == 12


def test_one_player_and_three():
    alone = coppice.open("samegame(width=4, height=4)").match(["mc", "random"], "sims=5", games=3)
    assert alone.entrants[0].points is not None and alone.entrants[0].elo is None
    three = coppice.open("rolit(players=3, size=4)").match(["mc", "random"], "sims=5", games=6)
    assert all(len(one.payoffs) == 3 for one in three.games)


def test_a_sequential_test_ends_a_match():
    outcome = coppice.open("connect4").match(["mcts", "random"], "sims=200", games=1000,
                                             sprt=(0, 300))
    assert outcome.sprt["accepted"] == "elo1"
    assert outcome.report["games"] < 1000


def test_a_file_keeps_the_games(tmp_path):
    game, path = coppice.open("connect4"), str(tmp_path / "match.db")
    first = game.match(["mcts", "mc"], "sims=30", games=4, results=path)
    told = []
    more = game.match(["mcts", "mc"], "sims=30", games=6, results=path,
                      progress=lambda done, total: told.append(done))
    assert [one.sgf for one in more.games[:4]] == [one.sgf for one in first.games]
    assert min(told) >= 5 and len(more.games) == 6


INTERRUPTED = """
import sys, coppice
def tell(done, total):
    print(done, flush=True)
coppice.open("connect4").match(["mcts", "mc"], "sims=2000", games=100000, results=sys.argv[1],
                               progress=tell)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_what_is_stopped_is_not_lost(tmp_path, how):
    path = str(tmp_path / "match.db")
    with subprocess.Popen([sys.executable, "-B", "-c", INTERRUPTED, path], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while int(process.stdout.readline()) < 3:
            pass
        process.send_signal(how)
        errors = process.communicate(timeout=120)[1]
    assert process.returncode != 0
    assert how == signal.SIGKILL or "KeyboardInterrupt" in errors
    told = []
    game = coppice.open("connect4")
    game.match(["mcts", "mc"], "sims=2000", games=4, results=path,
               progress=lambda done, total: told.append(done))
    assert len(told) <= 2


@pytest.mark.parametrize("arguments, words", [
    ((["mcts"], "sims=5"), "at least two agents"),
    ((["mcts", "nonsense"], "sims=5"), "nonsense"),
    ((["mcts", "mc"], ["sims=5"]), "2 agents and 1 limits"),
    ((["mcts", "mc"], "depth=3"), "depth|end"),
    (("mcts", "sims=5"), "a list of specs"),
    (([], "sims=5"), "a list of specs"),
    ((["random"] * 1000, "sims=5"), "1000 agents meet in 499500 fixtures, which are too many"),
])
def test_wrong_matches_are_refused(arguments, words):
    with pytest.raises(coppice.InputError, match=words):
        coppice.open("connect4").match(*arguments)


@pytest.mark.parametrize("more, words", [
    ({"games": 0}, "games is a whole number"), ({"threads": 0}, "threads"),
    ({"seed": -1}, "a seed"), ({"sprt": (5, 1)}, "elo0 < elo1"),
    ({"opening_plies": -1}, "opening_plies"), ({"games": 2.5}, "games"),
    ({"results": "/no/such/folder/match.db"}, "/no/such/folder"), ({"results": ""}, "has a name"),
    ({"results": 5}, "is text or a path"), ({"progress": 5}, "progress is a function of two numbers"),
])
def test_wrong_numbers_are_refused(more, words):
    with pytest.raises(coppice.InputError, match=words):
        coppice.open("connect4").match(["mcts", "mc"], "sims=5", **more)


def test_an_exception_of_progress_ends_the_match():
    def tell(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        coppice.open("connect4").match(["mcts", "mc"], "sims=100", games=100000, progress=tell)
