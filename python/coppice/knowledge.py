"""What is known before anybody thinks: opening books, databases of endings; and games from plug-ins."""
from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Union

from .engine import ask, checked, encoded, ffi, lib, taken
from .errors import InputError, UseError

if TYPE_CHECKING:
    from .game import Game
    from .state import State


def load_plugin(path: Union[str, "os.PathLike[str]"]) -> None:
    """Loads games from a shared object, as `coppice --plugin FILE` does (docs/library.md); open() then
    knows them by name. Load plug-ins first, before anything else has threads. It runs what is in the file.

    >>> load_plugin("nowhere.so")
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: cannot read the plug-in ./nowhere.so: No such file or directory
    """
    ask(lib.shim_plugin_load, encoded(os.fspath(path), "a file"))


class BookMove(NamedTuple):
    """A move that a book knows."""

    move: str
    action: int
    visits: int
    """How many judgements went through it."""
    value: Optional[float]
    """In the book's own scale, for the player to move; None: not known."""
    chance: Optional[float]
    """What the player to move can expect of the game, from 0 to 1; None: nobody knows."""


class Known(NamedTuple):
    """What a database knows of a position, for the player to move: of the payoff, from 0 to 1."""

    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether the two bounds are one value."""
        return self.low == self.high


class KnownMove(NamedTuple):
    """What a database knows of a move, for the player who makes it."""

    move: str
    action: int
    known: Optional[Known]
    """None: nothing."""
    distance: int
    """Moves until the stage of a won or lost game ends, this one included; 0: not known."""


def _number(value: float) -> Optional[float]:
    return None if math.isnan(value) else float(value)


class _Opened:
    """Something of a game that is asked about its states, until it is closed."""

    _what = "this"

    def __init__(self, game: "Game", pointer: Any) -> None:
        self.game = game
        """The game that it was opened for."""
        self._pointer: Optional[Any] = pointer

    def _open(self) -> Any:
        if self._pointer is None:
            raise UseError(f"{self._what} of {self.game.spec} was closed")
        return self._pointer

    def _block(self, state: "State") -> Any:
        from .state import State
        checked(state, State, "a state")
        if not self.game.is_same(state.game):
            raise InputError(f"{self._what} is of {self.game.spec}, and the state of "
                             f"{state.game.spec}")
        return state._now()

    def close(self) -> None:
        """Gives its memory back; it cannot be asked any more."""
        self._pointer = None


class Book(_Opened):
    """An opening book, as `coppice book` makes it (docs/books.md). `game.book(path)` opens one.

    It keeps what it has read in memory and never changes. Any thread may ask it.
    """

    _what = "the book"

    def __init__(self, game: "Game", path: Union[str, "os.PathLike[str]"]) -> None:
        """Not for you: game.book opens books."""
        pointer = ask(lib.shim_book_open, encoded(os.fspath(path), "a file"), game._pointer)
        super().__init__(game, ffi.gc(pointer, lib.shim_book_close))

    def __len__(self) -> int:
        """Its positions."""
        return int(lib.shim_book_size(self._open()))

    def moves(self, state: "State") -> List[BookMove]:
        """The moves that it knows in a position, most visits first; none where it knows nothing."""
        pointer, block = self._open(), self._block(state)
        actions = dict(zip(state.legal_actions(), state.legal_moves()))
        rows = ffi.new("struct shim_book_move[]", max(1, len(actions)))
        count = (lib.shim_book_moves(self.game._pointer, pointer, block, rows, len(actions))
                 if actions else 0)
        return [BookMove(actions[row.move], int(row.move), int(row.visits), _number(row.value),
                         _number(row.chance)) for row in rows[0:count]]


class Database(_Opened):
    """What positions with few pieces are worth, from files that `coppice database build` has made
    (docs/databases.md). `game.database()` opens it. Any thread may ask it.
    """

    _what = "the database"

    def __init__(self, game: "Game", folder: Union[str, "os.PathLike[str]"] = "") -> None:
        """Not for you: game.database opens databases."""
        faults = ffi.new("char **")
        pointer = ask(lib.shim_database_open, game._pointer, encoded(os.fspath(folder), "a folder"),
                      faults)
        super().__init__(game, ffi.gc(pointer, lib.shim_database_close))
        self.faults: List[str] = taken(faults[0]).splitlines()
        """A line for each file that is damaged or another game's, and left out."""

    @property
    def is_empty(self) -> bool:
        """Whether there are no files: then nothing is known."""
        return bool(lib.shim_database_is_empty(self._open()))

    def probe(self, state: "State") -> Optional[Known]:
        """What the player to move gets with the best play of all; None where nothing is known."""
        row = lib.shim_database_probe(self.game._pointer, self._open(), self._block(state))
        return Known(row.low, row.high) if row.is_known else None

    def moves(self, state: "State") -> List[KnownMove]:
        """All legal moves with what is known of each, in the order of legal_moves()."""
        pointer, block = self._open(), self._block(state)
        words, actions = state.legal_moves(), state.legal_actions()
        if state.turn < 0:
            return []
        rows = ffi.new("struct shim_bounds[]", max(1, len(words)))
        lib.shim_database_moves(self.game._pointer, pointer, block, rows)
        return [KnownMove(word, action, Known(row.low, row.high) if row.is_known else None,
                          int(row.distance)) for word, action, row in zip(words, actions, rows)]
