"""Exact values."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

from .engine import ask, encoded, ffi, lib
from .errors import Error, InputError
from .work import Work

if TYPE_CHECKING:
    from .state import State


@dataclass(frozen=True)
class Solution:
    """What is known for certain, for the player to move.

    lower           the player can make sure of so much: of the payoff from 0 to 1, or points
    upper           and of no more
    best            a move that makes sure of the lower bound; None while none is known
    positions       how many were looked into
    seconds         how long it took
    memory_is_full  which ended it
    """

    lower: float
    upper: float
    best: Optional[str]
    positions: int
    seconds: float
    memory_is_full: bool

    @property
    def is_known(self) -> bool:
        """Whether the two bounds are one value."""
        return self.lower == self.upper

    @property
    def value(self) -> float:
        """The value, if it is known."""
        if not self.is_known:
            raise Error(f"the value is only known to be from {self.lower} to {self.upper}; "
                        "give the solver a larger limit")
        return self.lower


def solve(state: "State", limit: str, stake: str) -> Solution:
    """For State.solve."""
    if stake not in ("payoff", "score"):
        raise InputError(f'a stake is "payoff" or "score", not {stake!r:.80}')
    game, limits = state.game, ffi.new("struct shim_limits *")
    ask(lib.shim_limits_read, encoded(limit, "a limit"), limits)
    if limits.sims or limits.depth or limits.gives_clock:
        raise InputError("a solver ends by time, nodes (positions) and memory, not by "
                         f"{limit!r:.80}")
    state = state.clone()
    work = Work(game)
    with work.alive:
        work.begin(lib.shim_solve, game._pointer, state._now(), stake == "score", limits, 0.0)
        while work.goes_on():
            pass
        work.raise_failure(InputError)
        row = lib.shim_work_solution(work.pointer)
    best = state._word(row.best) if row.best else None
    return Solution(row.lower, row.upper, best, row.positions, row.seconds, row.memory_is_full)
