"""Random games by the thousand, played in C, and their results as arrays."""
from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Tuple

from .engine import ffi, lib, seed_of, whole
from .errors import InputError
from .observation import array_of, shaped

if TYPE_CHECKING:
    from .state import State

SHARE = 1000
"""So many games are one call, so that Ctrl-C is heard soon and threads get equal shares."""


@dataclass(frozen=True, eq=False)
class Playouts:
    """What random games came to. The arrays are NumPy's where there is NumPy, else memoryviews of the
    same shape. The numbers follow from the seed alone, however many threads there are, and two of these
    are equal if all their numbers are.

    payoffs     games x players, from 0 (lost) to 1 (won); NaN where a limit cut the game off
    scores      games x players in the game's own points; None where it has none
    plies       how long each game was
    """

    payoffs: Any
    scores: Any
    plies: Any

    def mean(self, player: int) -> float:
        """A player's mean payoff over the games that came to their end."""
        count, players = self.payoffs.shape
        player = whole(player, "a player", 0, players - 1)
        values = [self.payoffs[game, player] for game in range(count)]
        ended = [value for value in values if not math.isnan(value)]
        if not ended:
            raise InputError("no game came to its end; give a larger limit")
        return float(sum(ended) / len(ended))


    def _parts(self) -> Tuple[Any, ...]:
        """What pickle keeps: memoryviews know no other way."""
        scores = None if self.scores is None else self.scores.tobytes()
        return tuple(self.payoffs.shape), self.payoffs.tobytes(), scores, self.plies.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return NotImplemented
        return self._parts() == other._parts()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return _again, self._parts()


def _again(shape: Tuple[int, int], payoffs: bytes, scores: Optional[bytes], plies: bytes) -> Playouts:
    """What pickle makes playouts from."""
    def numbers(kind: str, data: bytes, *size: int) -> Any:
        memory = array_of(kind, math.prod(size))
        ffi.memmove(memory, data, len(data))
        return shaped(memory, kind, *size)

    return Playouts(numbers("double", payoffs, *shape),
                    None if scores is None else numbers("double", scores, *shape),
                    numbers("int32_t", plies, shape[0]))


class _Batch:
    """The games of one call: workers take shares of them until none are left."""

    def __init__(self, state: "State", count: int, seed: int, limit: int) -> None:
        game = state.game
        self.game, self.block, self.count, self.seed, self.limit = (
            game, state._now(), count, seed, limit)
        self.payoffs = array_of("double", count * game.players)
        self.scores = array_of("double", count * game.players) if game.has_score else ffi.NULL
        self.plies = array_of("int32_t", count)
        # One game of Python's at a time: whoever raises an exception in it is heard soon.
        self.share = SHARE if game._guest is None else 1
        self.rest = iter(range(0, count, self.share))  # shared by the workers
        self.failures = game._failures()
        self.stop = False

    def work(self) -> None:
        """What one worker does."""
        for first in self.rest:
            self.play(first, min(self.share, self.count - first))
            if self.stop or self.game._failures() != self.failures:
                return

    def play(self, first: int, count: int) -> None:
        """So many games from a number on."""
        at = first * self.game.players
        scores = self.scores + at if self.game.has_score else ffi.NULL
        lib.shim_playouts(self.game._pointer, self.block, self.seed, first, count, self.limit,
                          self.payoffs + at, scores, self.plies + first)

    def share_out(self, threads: int) -> None:
        """Several workers; whatever interrupts us stops them."""
        with ThreadPoolExecutor(threads) as pool:
            try:
                for job in [pool.submit(self.work) for _ in range(threads)]:
                    job.result()
            finally:
                self.stop = True

    def result(self) -> Playouts:
        shape = (self.count, self.game.players)
        return Playouts(shaped(self.payoffs, "double", *shape),
                        shaped(self.scores, "double", *shape) if self.game.has_score else None,
                        shaped(self.plies, "int32_t", self.count))


def play_out(state: "State", count: int, seed: int, limit: int, threads: int) -> Playouts:
    """Random games from a state; for State.playouts."""
    batch = _Batch(state, whole(count, "the number of playouts", 1, 1 << 31), seed_of(seed),
                   whole(limit, "a limit in plies", 0, (1 << 31) - 1))
    threads = whole(threads, "threads", 1, 1024)
    if threads == 1:
        batch.work()
    else:
        batch.share_out(threads)
    state.game._raise_failure(batch.failures)
    return batch.result()
