"""wrong_use.py SEED COUNT - calls of everything public with arguments that make no sense.

Every call may return something or raise one of ALLOWED; that the process is still there at its end, and
that games are played as ever, is what test_use.py looks at.
"""
import copy
import faulthandler
import inspect
import pickle
import random
import sys

import coppice

ALLOWED = (coppice.Error, TypeError, AttributeError)
QUICK = {"think": "sims=5", "search": "sims=5", "match": "sims=5", "solve": "nodes=100"}
LEFT_OUT = {"wait"}  # for the keyboard
SENSELESS = [None, True, -1, 0, 1, 2, 3, 1 << 64, -1 << 70, 1.5, float("nan"), float("inf"), "", "d3",
             "sims=5", "othello", "mcts", "x" * 5000, "\0", "\ud800", b"d3", b"", [], [1], ["mcts", "random"],
             (0, 20), (1, "x"), {}, {1: 2}, object(), int, lambda *_: None]


class Nim(coppice.Rules):
    """Take one or two matches."""

    max_plies = 7

    def start(self):
        return (0, 7)

    def turn(self, state):
        return state[0] if state[1] > 0 else coppice.OVER

    def moves(self, state):
        return [number for number in (1, 2) if number <= state[1]]

    def play(self, state, move):
        return (1 - state[0], state[1] - move)

    def payoffs(self, state):
        return (0, 1) if state[0] == 0 else (1, 0)


def of(game):
    """A game's things, each in one of its conditions."""
    state = game.start(1)
    while state.turn == coppice.CHANCE:
        state.play(state.random_move())
    closed, over, agent = state.clone(), state.clone(), game.agent("mcts")
    while not over.is_over:
        over.play(over.legal_actions()[0])
    closed.close()
    agent.close()
    report = game.agent("mcts").think(state, "sims=20")
    return [game, state, closed, over, agent, game.agent("mcts"), game.agent("random"), report,
            report.candidates[0], coppice.Record.of(over), state.scene(), state.playouts(3), state.view(0)]


def things():
    found = []
    for game in ("othello", "connect4(width=4, height=4)", "dice", "stratego(size=5)", "samegame(width=4, height=4)",
                 Nim):
        found += of(coppice.open(game))
    dice = coppice.open("dice").start()
    while dice.turn != coppice.CHANCE:
        dice.play(dice.legal_moves()[0])
    game = coppice.open("connect4")
    return found + [dice, game.match(["random", "random"], "sims=1", games=2), game.start().solve("nodes=100"),
                    coppice.open("fanorona(width=3, height=3)").database("no-such-folder"), Nim()]


class Caller:
    """Draws calls, and makes them."""

    def __init__(self, seed):
        self.luck, self.things, self.refused, self.answered = random.Random(seed), things(), 0, 0

    def value(self):
        return self.luck.choice(self.things if self.luck.random() < 0.4 else SENSELESS)

    def target(self):
        """Something to call, and its name."""
        if self.luck.random() < 0.2:
            name = self.luck.choice(coppice.__all__)
            return name, getattr(coppice, name)
        thing, kind = self.luck.choice(self.things), self.luck.random()
        if isinstance(thing, coppice.Rules):  # what its own methods raise is its own
            return "open", lambda: coppice.open(thing)
        if kind < 0.05:
            return "copy", lambda: self.luck.choice([copy.copy, copy.deepcopy, pickle.dumps, repr, str, len,
                                                     iter, bool])(thing)
        if kind < 0.1:
            return "==", lambda: thing == self.value()
        name = self.luck.choice([name for name in dir(thing) if not name.startswith("_")])
        if kind < 0.2:
            return "set " + name, lambda: setattr(thing, name, self.value())
        return name, getattr(thing, name)

    def arguments(self, name, function):
        """Some by their places, some by their names; never what would search for long."""
        given, named = [self.value() for _ in range(self.luck.choice((0, 0, 1, 1, 2, 2, 3, 4)))], {}
        try:
            known = list(inspect.signature(function).parameters)
        except (TypeError, ValueError):
            known = []
        if name in QUICK:
            place = known.index("limit")
            given = (given + [self.value() for _ in range(place)])[:place] + [QUICK[name]] + given[place:]
        for word in known[len(given):]:
            if self.luck.random() < 0.2:
                named[word] = self.value()
        return given, named

    def call(self):
        name, function = self.target()
        if name in LEFT_OUT or not callable(function) or function is int:  # which was set here in its place
            return
        given, named = self.arguments(name, function)
        print(name, *(f"{value!r:.60}" for value in given), *named, flush=True)
        self.keep(function(*given, **named))

    def keep(self, answer):
        if inspect.isgenerator(answer):
            for _ in answer:
                break
            answer.close()
        elif isinstance(answer, coppice.Server):
            answer.close()
        elif isinstance(answer, (coppice.State, coppice.Agent, coppice.Game)):
            self.things[self.luck.randrange(len(self.things))] = answer

    def call_all(self, count):
        for _ in range(count):
            try:
                self.call()
                self.answered += 1
            except ALLOWED:
                self.refused += 1


def main(seed, count):
    faulthandler.enable()
    caller = Caller(seed)
    caller.call_all(count)
    state = coppice.open("othello").start()
    assert state.legal_moves() == ["d3", "c4", "f5", "e6"] and state.perft(5) == 1396
    assert state.game.agent("mcts", "seed=1").think(state, "sims=50").sims == 50
    assert min(caller.refused, caller.answered) > count // 20, (caller.refused, caller.answered)
    print(f"{caller.answered} answered, {caller.refused} refused")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
