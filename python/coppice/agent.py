"""Agents: searches that choose moves."""
from __future__ import annotations

from types import TracebackType
from typing import Any, Iterator, Optional, Tuple, Type, Union

from .engine import ask, checked, encoded, ffi, kept, lib, number_of, seed_of, text, whole
from .errors import InputError, UseError
from .game import Game
from .report import Report, read_report
from .state import State
from .work import Work


def read_limits(words: str) -> Any:
    """Limits as C has them."""
    limits = ffi.new("struct shim_limits *")
    ask(lib.shim_limits_read, encoded(words, "a limit"), limits)
    return limits


class Agent:
    """A search with its options, opened for one game: `game.agent("mcts(c=0.7)")`; `spec` is how it is written.

    >>> import coppice
    >>> game = coppice.open("connect4")
    >>> with game.agent("alphabeta") as agent:
    ...     report = agent.think(game.start().play("4 1 4 1 4 1"), "depth=4")
    >>> report.best, report.proof, report.words
    ('d', 'win', 'wins in 1')

    An agent searches for one caller at a time: used while another thread still searches with it, it
    raises UseError. So it does in a process that was forked while it searched. It may keep its tree from one
    search to the next; played() tells it what happened on the board, start() that a new game begins.
    """

    def __init__(self, game: Game, spec: str = "mcts", means: str = "") -> None:
        self._game: Game = checked(game, Game, "a game")
        limits = read_limits(means)
        if limits.time or limits.sims or limits.nodes or limits.depth or limits.clock:
            raise InputError(f"{means!r:.80} limits a search; an agent is opened with threads, "
                             "memory and a seed, and think() is told what ends it")
        pointer = game._ask(lib.shim_agent_open, game._pointer, encoded(spec, "an agent"), limits)
        self._pointer = kept(pointer, lib.shim_agent_close, game._pointer)
        self._means = limits
        self._passed: Optional[str] = None
        self.spec = text(lib.shim_agent_name(pointer))

    @property
    def game(self) -> Game:
        """The game that it was opened for."""
        return self._game

    def think(self, state: State, limit: str = "1s") -> Report:
        """Searches a position: "1s", "sims=10k", "nodes=1M", "depth=6" or several of them. Ctrl-C
        ends it."""
        report = None
        for report in self.search(state, limit, 0):
            pass
        assert report is not None
        return report

    def search(self, state: State, limit: str = "1s", period: float = 0.1) -> Iterator[Report]:
        """The same while it goes on: a report about every `period` seconds, and at last the one that
        think() would return. The search goes on in a thread of its own while you look at a report, and
        stops when you leave the loop.

        >>> import coppice
        >>> game = coppice.open("othello")
        >>> for report in game.agent().search(game.start(), "sims=2000"):
        ...     pass
        >>> report.sims
        2000
        """
        state = checked(state, State, "what is searched").clone()
        if lib.shim_agent_is_over(self._pointer):
            raise UseError(f"this agent, {self.spec}, was closed")
        self._check_game(state)
        if state.turn < 0:
            raise InputError("the game is over" if state.is_over else
                             "chance is to move; play an outcome first")
        return self._search(state, self._limits(limit),
                            number_of(period, "a period in seconds", 0, 1e6))

    def _search(self, state: State, limits: Any, period: float) -> Iterator[Report]:
        work = Work(self.game)
        with work.alive:
            work.begin(lib.shim_think, self.game._pointer, self._pointer, state._now(), limits, period, error=UseError)
            while work.goes_on():
                report = self._take(work, state) if period > 0 else None
                if report is not None:
                    yield report
            work.raise_failure()
            last = self._take(work, state)
        if last is not None:  # else it was there before the search said that it was over
            yield last

    def _take(self, work: Work, state: State) -> Optional[Report]:
        row = lib.shim_work_report(work.pointer)
        if row == ffi.NULL:
            return None
        return read_report(state, ffi.gc(row, lib.shim_report_free))

    def start(self, seed: int = 0) -> None:
        """A new game begins: forgets the last one, and random numbers start here."""
        ask(lib.shim_agent_start, self._pointer, seed_of(seed), error=UseError)
        self.game._raise_failure()

    def played(self, before: State, move: Union[str, int]) -> None:
        """A move was made on the board, by anybody; all moves are told, in their order."""
        before = checked(before, State, "what was played on").clone()
        self._check_game(before)
        number = (before.string_to_action(move) if isinstance(move, str) else
                  whole(move, "a move that is no text", 0, 0xffffffff))
        if number not in before.legal_actions():
            raise InputError(f"{move!r:.80} is not a legal move")
        ask(lib.shim_agent_played, self._pointer, before._now(), number, error=UseError)
        self.game._raise_failure()

    def close(self) -> None:
        """Frees its tree and tables now; later use is an error. They go by themselves, too."""
        ask(lib.shim_agent_end, self._pointer, error=UseError)

    def _check_game(self, state: State) -> None:
        here, there = self.game.spec, state.game.spec
        if self.game.is_same(state.game):
            return
        if here == there:
            raise InputError(f"the agent is for {here} and the state of another {there}: each coppice.open() of a class "
                             "makes a game of its own, and so does pickle; use an agent of state.game")
        raise InputError(f"the agent is for {here} and the state of {there}; open an agent for that game")

    def _limits(self, words: str) -> Any:
        limits = read_limits(words)
        if limits.gives_means:
            raise InputError(f"threads, memory and seed are settled when an agent is opened, "
                             f"game.agent({self.spec!r:.80}, \"threads=2\"), and not by {words!r:.80}")
        if limits.gives_clock:
            raise InputError("a clock is for all moves of a game; one search takes \"1s\", "
                             "\"sims=10k\", \"nodes=1M\" or \"depth=6\"")
        limits.threads, limits.memory = self._means.threads, self._means.memory
        limits.seed = self._means.seed
        if words != self._passed:
            self.game._ask(lib.shim_agent_check, self.game._pointer, self.spec.encode(), limits)
            self._passed = words
        return limits

    def __enter__(self) -> "Agent":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], failure: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        """An exception of the block itself is not hidden by a search that it has left open."""
        try:
            self.close()
        except UseError:
            if kind is None:
                raise

    def __reduce__(self) -> Tuple[Any, ...]:
        raise UseError("an agent cannot be copied or pickled; open another one")

    def __repr__(self) -> str:
        return f"{self.game!r}.agent({self.spec!r})"

