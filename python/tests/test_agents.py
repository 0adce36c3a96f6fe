"""Agents: searches, their progress, threads, and wrong use."""
import gc
import signal
import subprocess
import sys
import threading
import time

import pytest

import coppice
from support import SECONDS

LONG = "1h"


@pytest.fixture(name="game")
def othello():
    return coppice.open("othello")


def searching(agent, state):
    """A search that has told something and would go on for an hour."""
    search = agent.search(state, LONG, period=0.01)
    next(search)
    return search


@pytest.mark.parametrize("kind", [row.name for row in coppice.agents()])
def test_every_kind_thinks_or_says_why_not(kind):
    """On each of four games: two players, several, chance, one player."""
    played = 0
    for spec in ("connect4", "rolit(players=3, size=4)", "dice", "samegame(width=4, height=4)"):
        game = coppice.open(spec)
        state = game.start(1)
        while state.turn == coppice.CHANCE:
            state.play(state.random_move())
        try:
            report = game.agent(kind).think(state, "sims=50, nodes=2k, depth=2")
        except coppice.Error as problem:
            assert len(str(problem)) > 10
        else:
            played += 1
            assert report.best in state.legal_moves()
    assert played > 0 or kind in ("gtp", "uci", "nboard", "hotstrat", "tds", "human", "weigher")


def test_a_seed_and_a_count_decide_all(game):
    def found(seed):
        report = game.agent("mcts", f"seed={seed}").think(game.start(), "sims=500")
        return report.line, [(one.move, one.visits, one.value) for one in report.candidates]

    assert found(7) == found(7)
    assert found(7) != found(8)


def test_the_report_is_about_the_position():
    game = coppice.open("connect4")
    report = game.agent("alphabeta").think(game.start().play("4 1 4 1 4 1"), "depth=4")
    assert (report.best, report.proof, report.player) == ("d", "win", 0)
    assert report.chance == report.chances[0] == 1
    best = [one for one in report.candidates if one.move == "d"][0]
    assert best.action == report.action and best.chance == 1 and best.line[0] == "d"
    assert report.value == report.upper == report.values[0]


def test_progress_comes_before_the_end(game):
    reports = list(game.agent("mcts").search(game.start(), "400ms", period=0.02))
    assert len(reports) > 2
    sims = [report.sims for report in reports]
    assert sims == sorted(sims) and sims[0] < sims[-1]
    assert all(report.best in game.start().legal_moves() for report in reports)


def test_leaving_the_loop_stops_the_search(game):
    agent = game.agent("mcts")
    for report in agent.search(game.start(), LONG, period=0.01):
        if report.sims > 100:
            break
    search = searching(agent, game.start())
    search.close()
    assert agent.think(game.start(), "sims=10").sims == 10


def test_a_search_that_is_forgotten_stops(game):
    agent = game.agent("mcts")
    search = searching(agent, game.start())
    del search
    gc.collect()
    assert agent.think(game.start(), "sims=10").best


def test_an_exception_in_the_loop_stops_the_search(game):
    agent = game.agent("mcts")
    with pytest.raises(ZeroDivisionError):
        for _ in agent.search(game.start(), LONG, period=0.01):
            1 / 0  # pylint: disable=pointless-statement
    gc.collect()
    assert agent.think(game.start(), "sims=10").best


def test_an_exception_is_not_hidden_by_a_search_that_was_left_open(game):
    with pytest.raises(ZeroDivisionError):
        with game.agent("mcts") as agent:
            search = searching(agent, game.start())
            1 / 0  # pylint: disable=pointless-statement
    search.close()
    agent.close()
    with pytest.raises(coppice.UseError, match="a search that was not closed"):
        with game.agent("mcts") as agent:
            search = searching(agent, game.start())
    search.close()


def test_an_agent_in_two_threads_is_refused(game):
    agent, failures = game.agent("mcts"), []
    search = searching(agent, game.start())

    def use(what):
        try:
            what()
        except coppice.UseError as problem:
            failures.append(str(problem))

    uses = [lambda: agent.think(game.start(), "sims=1"), agent.start, agent.close,
            lambda: agent.played(game.start(), "d3")]
    for what in uses:
        thread = threading.Thread(target=use, args=(what,))
        thread.start()
        thread.join()
    assert len(failures) == len(uses) and all("in use" in text for text in failures)
    search.close()
    assert agent.think(game.start(), "sims=5").sims == 5


def test_agents_of_several_threads_do_not_disturb_each_other(game):
    alone = game.agent("mcts", "seed=3").think(game.start(), "sims=3000")
    found = []

    def think():
        found.append(game.agent("mcts", "seed=3").think(game.start(), "sims=3000"))

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [report.line for report in found] == [alone.line] * 4


def test_python_goes_on_while_a_search_runs(game):
    """The interpreter's lock is not held: this loop counts while C searches in this same thread's
    think, called from another."""
    agent, counted, over = game.agent("mcts"), [0], threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    agent.think(game.start(), "sims=20k")
    over.set()
    thread.join()
    assert counted[0] > 100


def test_several_threads_inside_one_agent(game):
    report = game.agent("mcts", "threads=2").think(game.start(), "sims=4000")
    assert report.sims >= 4000 and report.best in game.start().legal_moves()


def test_a_closed_agent_says_so(game):
    agent = game.agent("mcts")
    agent.close()
    agent.close()
    for use in (lambda: agent.think(game.start(), "sims=1"), agent.start,
                lambda: agent.search(game.start()), lambda: agent.played(game.start(), "d3")):
        with pytest.raises(coppice.UseError, match="was closed"):
            use()


def test_an_agent_keeps_its_game_alive():
    agent = coppice.open("connect4").agent("mcts")
    gc.collect()
    assert agent.think(agent.game.start(), "sims=10").best


def test_a_tree_is_kept_when_moves_are_told(game):
    agent, state = game.agent("mcts"), game.start()
    agent.start(5)
    for _ in range(4):
        report = agent.think(state, "sims=200")
        agent.played(state, report.best)
        state.play(report.best)
    with pytest.raises(coppice.InputError, match="not a legal move"):
        agent.played(state, "a1")
    with pytest.raises(coppice.InputError, match="not a legal move"):
        agent.played(state, 12345678)


@pytest.mark.parametrize("limit, words", [
    ("soon", "limit"), ("", "end"), ("sims=0", "end"), ("threads=2, 1s", "settled when"),
    ("clock=5m", "a clock is for all moves"), ("1s, 2s", "time"), ("sims=-1", "sims"),
    (3, "a limit is text"), ("1s\0", "code 0"),
])
def test_wrong_limits_are_refused(game, limit, words):
    with pytest.raises(coppice.InputError, match=words):
        game.agent("mcts").think(game.start(), limit)


@pytest.mark.parametrize("spec, means, words", [
    ("mtcs", "", "did you mean mcts"), ("mcts(c=x)", "", "c"), ("mcts(d=1)", "", "no option"),
    ("mcts(", "", "missing at the end"), ("mcts", "1s", "limits a search"), ("maxn(", "", "."),
    ("mcts", "memory=oops", "memory"), (None, "", "an agent is text"), ("", "", "."),
])
def test_wrong_agents_are_refused(game, spec, means, words):
    with pytest.raises(coppice.InputError, match=words):
        game.agent(spec, means)


def test_states_of_other_games_are_refused(game):
    agent = game.agent("mcts")
    with pytest.raises(coppice.InputError, match="the agent is for othello and the state of"):
        agent.think(coppice.open("othello(size=6)").start(), "sims=5")
    with pytest.raises(coppice.InputError, match="is a coppice.State"):
        agent.think("d3", "sims=5")
    assert agent.think(coppice.open("othello").start(), "sims=5").best
    with pytest.raises(coppice.InputError, match="a game is a coppice.Game"):
        coppice.Agent("othello")


def test_there_is_nothing_to_think_about_at_the_end_or_before_a_roll():
    game = coppice.open("connect4")
    state = game.start().play("4 1 4 1 4 1 4")
    with pytest.raises(coppice.InputError, match="the game is over"):
        game.agent().think(state, "sims=5")
    dice = coppice.open("dice")
    with pytest.raises(coppice.InputError, match="chance is to move"):
        state = dice.start()
        if state.turn != coppice.CHANCE:
            state.play(state.legal_moves()[0])
        dice.agent().think(state, "sims=5")


def test_solving():
    game = coppice.open("connect4(width=4, height=4)")
    solution = game.start().solve()
    assert solution.is_known and solution.value == 0.5 and solution.best in game.start().legal_moves()
    short = coppice.open("connect4").start().solve("nodes=1k")
    assert not short.is_known
    with pytest.raises(coppice.Error, match="only known to be from"):
        short.value  # pylint: disable=pointless-statement
    with pytest.raises(coppice.InputError, match="not by 'sims=5'"):
        game.start().solve("sims=5")
    with pytest.raises(coppice.InputError, match="payoff"):
        game.start().solve(stake="discs")
    with pytest.raises(coppice.InputError, match="chance"):
        coppice.open("dice").start().solve()
    discs = coppice.open("othello(size=4)").start().solve(stake="score")
    assert discs.value == -10.0


PROCESSOR = """
import time, coppice
game = coppice.open("othello")
agent = game.agent("mcts", "memory=4M")
print("begun", flush=True)
before = time.process_time()
agent.think(game.start(), "500ms, processor=on")
print(time.process_time() - before)
"""


def test_seconds_of_the_processor_are_its_seconds():
    """A process that is held for a second meanwhile has used nothing of them."""
    with subprocess.Popen([sys.executable, "-B", "-c", PROCESSOR], text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(1)
        process.send_signal(signal.SIGCONT)
        used = float(process.communicate(timeout=SECONDS)[0])
    assert process.returncode == 0 and used >= 0.49, used


def test_seconds_of_the_processor_are_told_of_a_match():
    outcome = coppice.open("connect4").match(["mcts", "random"], "1ms, processor=on", games=2)
    assert "processor=on" in outcome.entrants[0].limit
    solution = coppice.open("othello").start().solve("10ms, processor=on")
    assert not solution.is_known
