"""What a search has found."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, List, Optional, Tuple

from .engine import text

if TYPE_CHECKING:
    from .state import State

PROOFS = (None, "loss", "exact", "win")
VALUE_KINDS = (None, "exact", "at most", "estimate")


@dataclass(frozen=True)
class Candidate:
    """One of the moves, as the search sees it; values are for the player to move."""

    move: str
    action: int
    """The move's number, as in legal_actions()."""
    visits: int
    value: float
    kind: Optional[str]
    """What the value says: "exact", "at most", "estimate", or None for nothing."""
    chance: float
    """What can be expected, from 0 (lost) to 1 (won), in one scale for all searches; NaN: not judged."""
    low: float
    high: float
    """No play can make the value less than low or more than high."""
    prior: float
    proof: Optional[str]
    """"win", "loss", "exact" for a value between, or None."""
    words: str
    """What is certain, in words; "" for nothing."""
    line: Tuple[str, ...]
    """What is expected to be played, the move itself included."""
    is_pruned: bool
    total: Optional[float]
    """Of a game for one: points of the best game found with this move."""


@dataclass(frozen=True)
class Report:
    """What a search has found so far, or in the end."""

    best: str
    """The move that it would play."""
    action: int
    """The same as a number, as in legal_actions()."""
    player: int
    """Who is to move."""
    values: Tuple[float, ...]
    """Of the position for each player, in the search's own numbers; NaN: not looked at."""
    lower: float
    upper: float
    """What a lost and a won game are in these numbers."""
    chances: Tuple[float, ...]
    """What each player can expect, from 0 (lost) to 1 (won). NaN where the search has judged nothing, because it
    draws at random, had no choice or counts points alone (total)."""
    proof: Optional[str]
    """"win", "loss" or "exact" for the player to move where it is proven; else None."""
    words: str
    """What is certain, in words: "wins", "Black by 8"; "" for nothing."""
    points: str
    """What points are expected, with their unit: "+6.2 discs"; "" where there are none."""
    line: Tuple[str, ...]
    """What is expected to be played."""
    turn_length: int
    """So many moves of the line are one turn that this search has decided."""
    candidates: Tuple[Candidate, ...] = field(repr=False)
    """The moves that were looked at."""
    depth: int
    sims: int
    nodes: int
    seconds: float
    total: Optional[float]
    """Of a game for one: the points of the best game found."""
    is_from_book: bool
    stopped_early: bool
    """The search knew enough before its limit."""
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
        stopped_early=row.stopped_early, memory_is_full=row.memory_is_full)
