"""Random games by the thousand, played in C, and their results as arrays."""
from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List

from .engine import ffi, lib, seed_of, whole
from .errors import InputError
from .observation import array_of, shaped

if TYPE_CHECKING:
    from .state import State

SHARE = 1000
"""So many games are one call, so that Ctrl-C is heard soon and threads get equal shares."""


@dataclass(frozen=True)
class Playouts:
    """What random games came to. The arrays are NumPy's where there is NumPy, else memoryviews of the
    same shape. The numbers follow from the seed alone, however many threads there are."""

    payoffs: Any
    """Games x players, from 0 (lost) to 1 (won); NaN where a limit cut the game off."""
    scores: Any
    """Games x players in the game's own points; None where it has none."""
    plies: Any
    """How long each game was."""

    def mean(self, player: int) -> float:
        """A player's mean payoff over the games that came to their end."""
        count, players = self.payoffs.shape
        if not 0 <= player < players:
            raise InputError(f"a player is a whole number from 0 to {players - 1}, not {player!r}")
        values = [self.payoffs[game, player] for game in range(count)]
        ended = [value for value in values if not math.isnan(value)]
        if not ended:
            raise InputError("no game came to its end; give a larger limit")
        return float(sum(ended) / len(ended))


def _play_share(state: "State", block: Any, seed: int, limit: int, first: int, count: int,
                arrays: List[Any]) -> None:
    payoffs, scores, plies = arrays
    at = first * state.game.players
    lib.shim_playouts(state.game._pointer, block, seed, first, count, limit, payoffs + at,
                      scores + at if scores != ffi.NULL else ffi.NULL, plies + first)


def play_out(state: "State", count: int, seed: int, limit: int, threads: int) -> Playouts:
    """Random games from a state; for State.playouts."""
    game = state.game
    count = whole(count, "the number of playouts", 1, 1 << 31)
    seed, limit = seed_of(seed), whole(limit, "a limit in plies", 0, (1 << 31) - 1)
    threads = whole(threads, "threads", 1, 1024)
    payoffs, plies = array_of("double", count * game.players), array_of("int32_t", count)
    scores = array_of("double", count * game.players) if game.has_score else ffi.NULL
    block, share = state._now(), SHARE if game._guest is None else 1
    failures = game._failures()
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(_play_share, state, block, seed, limit, first,
                            min(share, count - first), [payoffs, scores, plies])
                for first in range(0, count, share)]
        try:
            for job in jobs:
                job.result()
                if game._failures() != failures:
                    break
        finally:
            pool.shutdown(cancel_futures=True)
    game._raise_failure(failures)
    return Playouts(shaped(payoffs, "double", count, game.players),
                    shaped(scores, "double", count, game.players) if game.has_score else None,
                    shaped(plies, "int32_t", count))
