"""Ctrl-C at every step: it comes out as KeyboardInterrupt, and everything is as usable as before.

A signal is heard between two steps of Python's. Here a trace raises the exception in its place: at the first
line of the module that a call goes through, in a second try at the second one, until a call comes to its end.
"""
import itertools
import linecache
import os
import sys
import time

import pytest

import coppice
from support import run_script

try:
    import numpy  # pylint: disable=unused-import # which does not work if its import was interrupted
except ImportError:
    pass

HERE = os.path.dirname(coppice.__file__)


class Nim(coppice.Rules):
    """Take one, two or three matches."""

    name = "nim_that_is_interrupted"
    max_plies = 9

    def start(self):
        return (0, 9)

    def turn(self, state):
        return state[0] if state[1] > 0 else coppice.OVER

    def moves(self, state):
        return [number for number in (1, 2, 3) if number <= state[1]]

    def play(self, state, move):
        return (1 - state[0], state[1] - move)

    def payoffs(self, state):
        return (0, 1) if state[0] == 0 else (1, 0)


GAMES = {"connect4": coppice.open("connect4(width=4, height=4)"), "nim": coppice.open(Nim)}
AGENTS = {name: game.agent("mcts", "memory=1M, seed=1") for name, game in GAMES.items()}


def play(game, _agent):
    state = game.start()
    state.play(state.legal_moves()[0]).play(state.legal_actions()[0])
    return state.turn, state.position, state.svg(), state.drawing(), state.clone().perft(1), state.moves_played()


def look_on(game, agent):
    search = agent.search(game.start(), "sims=2000", period=0.0001)
    next(search)
    search.close()


def tell(game, agent):
    agent.start(3)
    agent.played(game.start(), game.start().legal_moves()[0])


def open_and_close(game, _agent):
    with game.agent("mcts", "memory=1M") as agent:
        agent.start()
    return agent


def serve(game, _agent):
    server = coppice.serve(*([game] if game._guest is not None else []))
    try:
        server.close()
    except KeyboardInterrupt:
        server.close()  # perhaps it had not begun
        raise


WORK = {
    "play": play, "search": look_on, "tell": tell, "open": open_and_close, "serve": serve,
    "think": lambda game, agent: agent.think(game.start(), "sims=20"),
    "solve": lambda game, agent: game.start().solve("nodes=50"),
    "playouts": lambda game, agent: game.start().playouts(5),
    "threads": lambda game, agent: game.start().playouts(5, threads=2),
    "match": lambda game, agent: game.match(["random", "random"], "sims=1", games=2, progress=lambda *_: None),
}


def is_with(frame):
    """Python hears nothing between the last step within a `with` and its end, where a trace is told of its line."""
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno).lstrip().startswith("with ")


def interrupted(work, number):
    """Whether a call of this has so many steps; it is ended there. What it returns is let go without a trace, as
    Python itself hears nothing then."""
    steps = itertools.count(1)

    def trace(frame, event, argument):
        del argument
        if not frame.f_code.co_filename.startswith(HERE):
            return None
        if event not in ("call", "line") or is_with(frame):
            return trace
        if next(steps) == number:
            sys.settrace(None)
            raise KeyboardInterrupt(f"{frame.f_code.co_filename}:{frame.f_lineno}")
        return trace

    try:
        sys.settrace(trace)
        try:
            result = work()
        finally:
            sys.settrace(None)
        del result
    except KeyboardInterrupt:
        return True
    assert next(steps) <= number, f"step {number} was not heard"
    return False


def threads_of_the_process(expected=0):
    """So many, or more if they stay: the system lists a thread for a moment after its end."""
    for _ in range(1000):
        count = len(os.listdir("/proc/self/task"))
        if count <= expected:
            break
        time.sleep(0.01)
    return count


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("work", WORK)
def test_an_interrupt_at_any_step_leaves_everything_usable(name, work, capfd):
    game, agent = GAMES[name], AGENTS[name]
    listed, threads = coppice.games(), len(os.listdir("/proc/self/task"))
    numbers = itertools.count(1)
    for number in numbers:
        if not interrupted(lambda: WORK[work](game, agent), number):
            break
        assert game.start().turn == 0
        assert agent.think(game.start(), "sims=3").sims == 3
        assert coppice.games() == listed
        assert threads_of_the_process(threads) <= threads  # one of those before may have ended
    assert number > 5 and capfd.readouterr().err == ""


TOLD = """
import coppice, os, signal, sys, threading
sys.path.insert(0, sys.argv[1])
from test_interrupts import GAMES, AGENTS, WORK, threads_of_the_process
game, agent = GAMES[sys.argv[2]], AGENTS[sys.argv[2]]
for delay in range(60):
    sender = threading.Timer(0.002 + delay * 0.0005, os.kill, (os.getpid(), signal.SIGINT))
    try:
        sender.start()
        while True:
            WORK[sys.argv[3]](game, agent)
    except KeyboardInterrupt:
        pass
    sender.join()
    assert agent.think(game.start(), "sims=3").sims == 3
print(threads_of_the_process(1))
"""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("work", ["play", "think", "playouts", "serve"])
def test_signals_at_any_time_are_heard(name, work):
    """The same with signals, which come when they like."""
    done = run_script(TOLD, os.path.dirname(os.path.abspath(__file__)), name, work)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")
