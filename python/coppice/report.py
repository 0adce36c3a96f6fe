"""What a search has found."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, List, Optional, Tuple

from .engine import text

if TYPE_CHECKING:
    from .state import State

PROOFS = (None, "loss", "exact", "win")
VALUE_KINDS = (None, "exact", "at most", "estimate")


def _without_nan(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_without_nan, value))
    return None if value != value else value


class _Compared:
    """Equal to another one if all fields are; where neither has judged anything, NaN, that is equal too."""

    def _parts(self) -> Tuple[Any, ...]:
        return _without_nan(tuple(vars(self).values()))  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._parts() == other._parts()  # type: ignore[attr-defined, no-any-return]

    def __hash__(self) -> int:
        return hash(self._parts())


@dataclass(frozen=True, eq=False)
class Candidate(_Compared):
    """One of the moves, as the search sees it; values are for the player to move.

    move, action    as a word, and as a number of legal_actions()
    visits          how often the search went there
    value           in the search's own numbers
    kind            what the value says: "exact", "at most", "estimate", or None for nothing
    chance          what can be expected, from 0 (lost) to 1 (won), in one scale for all searches; NaN: not judged
    low, high       no play can make the value less or more
    prior           what a policy thought of the move before the search
    proof           "win", "loss", "exact" for a value between, or None
    words           what is certain, in words; "" for nothing
    line            what is expected to be played, the move itself included
    is_pruned       the search has given it up
    total           of a game for one: points of the best game found with this move
    """

    move: str
    action: int
    visits: int
    value: float
    kind: Optional[str]
    chance: float
    low: float
    high: float
    prior: float
    proof: Optional[str]
    words: str
    line: Tuple[str, ...]
    is_pruned: bool
    total: Optional[float]


@dataclass(frozen=True, eq=False)
class Report(_Compared):
    """What a search has found so far, or in the end.

    best, action    the move that it would play, as a word and as a number of legal_actions()
    player          who is to move
    values          of the position for each player, in the search's own numbers; NaN: not looked at
    lower, upper    what a lost and a won game are in these numbers
    chances         what each player can expect, from 0 (lost) to 1 (won); NaN where nothing was judged, because
                    moves are drawn at random, there was no choice, or points alone are counted (total)
    proof           "win", "loss" or "exact" for the player to move where it is proven; else None
    words           what is certain, in words: "wins", "Black by 8"; "" for nothing
    points          what points are expected, with their unit: "+6.2 discs"; "" where there are none
    line            what is expected to be played
    turn_length     so many moves of the line are one turn that this search has decided
    candidates      the moves that were looked at, each a Candidate
    depth           the longest line looked at, in moves
    sims, nodes     simulations played, and positions looked at
    seconds         how long it took
    total           of a game for one: the points of the best game found
    is_from_book    there was no search: an opening book says so
    is_from_openings, opening_games  there was no search: the game itself knows this opening, from so
                    many games
    stopped_early   the search knew enough before its limit
    memory_is_full  its tree has stopped growing
    """

    best: str
    action: int
    player: int
    values: Tuple[float, ...]
    lower: float
    upper: float
    chances: Tuple[float, ...]
    proof: Optional[str]
    words: str
    points: str
    line: Tuple[str, ...]
    turn_length: int
    candidates: Tuple[Candidate, ...] = field(repr=False)
    depth: int
    sims: int
    nodes: int
    seconds: float
    total: Optional[float]
    is_from_book: bool
    is_from_openings: bool
    opening_games: int
    stopped_early: bool
    memory_is_full: bool

    @property
    def value(self) -> float:
        """The value for the player to move."""
        return self.values[self.player]

    @property
    def chance(self) -> float:
        """What the player to move can expect, from 0 (lost) to 1 (won)."""
        return self.chances[self.player]


def _candidate(state: "State", row: Any) -> Candidate:
    line = tuple(state._line(row.line[0:row.line_length]))
    return Candidate(
        move=line[0] if line else state._word(row.move), action=row.move, visits=row.visits,
        value=row.value, kind=VALUE_KINDS[row.kind], chance=row.chance, low=row.low, high=row.high,
        prior=row.prior, proof=PROOFS[row.proof], words=text(row.words), line=line,
        is_pruned=row.is_pruned, total=row.total if row.has_total else None)


def read_report(state: "State", row: Any) -> Report:
    """A report of C's as Python's; the state is the one that was searched."""
    players = state.game.players
    rows: List[Any] = row.candidates[0:row.candidate_count] if row.candidate_count else []
    return Report(
        best=state._word(row.best), action=row.best, player=row.player,
        values=tuple(row.values[0:players]), lower=row.lower, upper=row.upper,
        chances=tuple(row.chances[0:players]), proof=PROOFS[row.proof], words=text(row.words),
        points=text(row.points), line=tuple(state._line(row.line[0:row.line_length])),
        turn_length=row.turn_length, candidates=tuple(_candidate(state, one) for one in rows),
        depth=row.depth, sims=row.sims, nodes=row.nodes, seconds=row.seconds,
        total=row.total if row.has_total else None, is_from_book=row.is_from_book,
        is_from_openings=row.is_from_openings, opening_games=row.opening_games,
        stopped_early=row.stopped_early, memory_is_full=row.memory_is_full)
