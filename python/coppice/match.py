"""Matches: many games between agents, and honest statistics of them."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from .engine import ask, checked, encoded, ffi, lib, number_of, path_of, seed_of, text, whole
from .errors import InputError
from .game import Game
from .record import Record
from .work import Work

LARGEST = (1 << 31) - 1


@dataclass(frozen=True)
class Interval:
    """A value and the interval, from low to high, that it is in with a confidence of 95 %; None is infinite.

    >>> print(Interval(None, None, 113.4)), print(Interval(12, None, None))
    -inf (-inf to 113.4)
    inf (12 to inf)
    (None, None)
    """

    low: Optional[float]
    value: Optional[float]
    high: Optional[float]

    def __str__(self) -> str:
        def word(number: Optional[float], infinite: str) -> str:
            return infinite if number is None else f"{number:.4g}"

        value = word(self.value, "-inf" if self.low is None else "inf")
        return f"{value} ({word(self.low, '-inf')} to {word(self.high, 'inf')})"


@dataclass(frozen=True)
class Entrant:
    """What one agent came to over all its games.

    agent, limit        what it is, and what ended its searches
    games, wins, draws, losses      how many
    score               its mean payoff, an Interval
    elo                 the same as a difference of Elo, in games of two players; else None
    points              its mean points, in games that have some; else None
    """

    agent: str
    limit: str
    games: int
    wins: int
    draws: int
    losses: int
    score: Interval
    elo: Optional[Interval]
    points: Optional[Interval]


@dataclass(frozen=True)
class GameResult:
    """One game of a match.

    number              counted from 0 among those of the same agents
    agents              who sat where: numbers in match.entrants
    payoffs, scores     of each player, from 0 (lost) to 1 (won), and in points
    plies               how many moves it had
    ending              how the rules ended it, in words; None if they did not
    reason, loser       why a player lost before that ("time"), and which; or None
    sgf                 its record, which record() reads
    game                the Game that was played
    """

    number: int
    agents: Tuple[int, ...]
    payoffs: Tuple[float, ...]
    scores: Tuple[float, ...]
    plies: int
    ending: Optional[str]
    reason: Optional[str]
    loser: Optional[int]
    sgf: str = field(repr=False)
    game: Game = field(repr=False)

    def record(self) -> Record:
        """The whole game."""
        return self.game.read_sgf(self.sgf)


@dataclass(frozen=True)
class Match:
    """What match() returns. str() is a table of it.

    game            the Game that was played
    entrants        an Entrant for each agent
    games           a GameResult for each game, in their order
    first_player    the mean payoff of whoever begins, an Interval
    sprt            what the sequential test says, if there was one
    report          all of it, as `coppice match --json` prints it
    """

    game: Game
    entrants: Tuple[Entrant, ...]
    games: Tuple[GameResult, ...] = field(repr=False)
    first_player: Interval
    sprt: Optional[Dict[str, Any]]
    report: Dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        rows = [f"{one.agent} ({one.limit}): {one.wins} won, {one.draws} drawn, {one.losses} lost, "
                f"score {one.score}" + (f", Elo {one.elo}" if one.elo else "")
                for one in self.entrants]
        return "\n".join(rows)


def _interval(row: Optional[Dict[str, Any]]) -> Optional[Interval]:
    return None if row is None else Interval(row["low"], row["value"], row["high"])


def _some_interval(row: Dict[str, Any]) -> Interval:
    return Interval(row["low"], row["value"], row["high"])


def _entrant(row: Dict[str, Any]) -> Entrant:
    return Entrant(row["agent"], row["limit"], row["games"], row["wins"], row["draws"],
                   row["losses"], _some_interval(row["score"]), _interval(row.get("elo")),
                   _interval(row.get("points")))


def _result(game: Game, row: Any) -> GameResult:
    players = game.players
    return GameResult(row.number, tuple(row.agents[0:players]), tuple(row.payoffs[0:players]),
                      tuple(row.scores[0:players]), row.plies, text(row.ending) or None,
                      text(row.reason) or None, row.loser if row.loser >= 0 else None,
                      text(row.sgf), game)


def _results(game: Game, work: Work) -> Tuple[GameResult, ...]:
    count = ffi.new("int *")
    rows = lib.shim_work_games(work.pointer, count)
    return tuple(_result(game, rows[number]) for number in range(count[0]))


def _limits(game: Game, agents: Sequence[str], limit: Union[str, Sequence[str]]) -> Any:
    """A limit for each agent, each checked with its agent."""
    if not isinstance(limit, Sequence):
        raise InputError(f"a limit is text, or a list with one for each agent, not {limit!r:.80}")
    words: List[str] = [limit] * len(agents) if isinstance(limit, str) else list(limit)
    if len(words) != len(agents):
        raise InputError(f"there are {len(agents)} agents and {len(words)} limits; "
                         "give one limit for all or one for each")
    limits = ffi.new("struct shim_limits[]", len(agents))
    for number, (spec, one) in enumerate(zip(agents, words)):
        row = ffi.addressof(limits[number])
        ask(lib.shim_limits_read, encoded(one, "a limit"), row)
        game._ask(lib.shim_agent_check, game._pointer, encoded(spec, "an agent"), row)
    return limits


def _two_elos(sprt: Optional[Sequence[float]]) -> Tuple[float, float]:
    if sprt is None:
        return 0.0, 0.0
    if not isinstance(sprt, Sequence) or len(sprt) != 2:
        raise InputError(f"sprt is two differences of Elo, as (0, 20), not {sprt!r:.80}")
    low, high = (number_of(elo, "a difference of Elo", -2000, 2000) for elo in sprt)
    if low == high:  # the engine takes it for no test at all
        raise InputError(f"sprt decides between two differences of Elo, and {sprt!r:.80} is one")
    return low, high


def _tell(work: Work, progress: Optional[Callable[[int, int], None]]) -> None:
    if progress is None:
        return
    done, total = ffi.new("int *"), ffi.new("int *")
    lib.shim_work_count(work.pointer, done, total)
    if total[0] > 0:
        progress(done[0], total[0])


def match(game: Game, agents: Sequence[str], limit: Union[str, Sequence[str]] = "1s",
          games: int = 100, opening_plies: int = 0, threads: int = 1, seed: int = 1,
          sprt: Optional[Tuple[float, float]] = None, results: Union[str, "os.PathLike[str]", None] = None,
          progress: Optional[Callable[[int, int], None]] = None) -> Match:
    """Plays games between agents, as `coppice match` does.

    With two players every pair of agents meets in so many games, each opening twice with the sides
    exchanged; opening_plies random moves make them differ. The limit is one for all agents, or a list
    with one for each. threads games go on at a time. sprt=(0, 20) ends the match as soon as it is decided
    which of two differences of Elo is right. progress(done, total) is called after games.

    With a file in `results` nothing is lost: a match that was stopped, by Ctrl-C or a power cut, goes on
    where it was when it is called again.

    >>> import coppice
    >>> game = coppice.open("connect4")
    >>> outcome = match(game, ["mcts", "random"], "sims=200", games=10, seed=7)
    >>> outcome.entrants[0].games, outcome.entrants[0].wins > 7
    (10, True)
    """
    checked(game, Game, "a game")
    if isinstance(agents, str) or not isinstance(agents, Sequence) or not agents:
        raise InputError(f"agents are a list of specs, as [\"mcts\", \"random\"], not {agents!r:.80}")
    specs = [ffi.new("char[]", encoded(spec, "an agent")) for spec in agents]
    limits = _limits(game, agents, limit)
    elo = _two_elos(sprt)
    path = ffi.NULL if results is None else path_of(results, "a file of results")
    if path == b"":  # the engine takes it for none, and then nothing would be kept
        raise InputError("a file of results has a name; without such a file say None")
    if progress is not None and not callable(progress):
        raise InputError(f"progress is a function of two numbers, done and total, not {progress!r:.80}")
    work = Work(game)
    with work.alive:
        work.begin(lib.shim_contest, game._pointer, len(specs), ffi.new("char *[]", specs),
                   limits, whole(games, "games", 1, LARGEST),
                   whole(opening_plies, "opening_plies", 0, LARGEST),
                   whole(threads, "threads", 1, 1024), seed_of(seed), *elo, path, keep=specs)
        while work.goes_on():
            _tell(work, progress)
        work.raise_failure(InputError)
        _tell(work, progress)
        report = json.loads(text(lib.shim_work_json(work.pointer)))
        played = _results(game, work)
    return Match(game, tuple(_entrant(row) for row in report["agents"]), played,
                 _some_interval(report["first_player"]), report.get("sprt"), report)
