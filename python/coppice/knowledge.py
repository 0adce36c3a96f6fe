"""What is known before anybody thinks: opening books, databases of endings; and games from plug-ins."""
from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Tuple, Union

from .engine import ask, checked, ffi, kept, lib, path_of, taken
from .errors import InputError, UseError

if TYPE_CHECKING:
    from .game import Game
    from .state import State


def load_plugin(path: Union[str, "os.PathLike[str]"]) -> None:
    """Loads games from a shared object, as `coppice --plugin FILE` does (docs/library.md); open() then
    knows them by name. It runs what is in the file.

    >>> load_plugin("nowhere.so")
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: cannot read the plug-in ./nowhere.so: No such file or directory
    """
    ask(lib.shim_plugin_load, path_of(path, "a file"))


class BookMove(NamedTuple):
    """A move that a book knows.

    move, action    as a word, and as a number of legal_actions()
    visits          how many judgements went through it
    value           in the book's own scale, for the player to move; None: not known
    chance          what the player to move can expect of the game, from 0 to 1; None: nobody knows
    """

    move: str
    action: int
    visits: int
    value: Optional[float]
    chance: Optional[float]


class Known(NamedTuple):
    """What a database knows of a position, for the player to move.

    low, high       of the payoff, from 0 to 1
    """

    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether the two bounds are one value."""
        return self.low == self.high


class KnownMove(NamedTuple):
    """What a database knows of a move, for the player who makes it.

    move, action    as a word, and as a number of legal_actions()
    known           what it leads to; None: nothing is known
    distance        moves until the stage of a won or lost game ends, this one included; 0: not known
    """

    move: str
    action: int
    known: Optional[Known]
    distance: int


def _number(value: float) -> Optional[float]:
    return None if math.isnan(value) else float(value)


def _checked_game(game: object) -> None:
    from .game import Game
    checked(game, Game, "a game")


class _Opened:
    """Something of a game that is asked about its states, until it is closed."""

    _what = "this"

    def __init__(self, game: "Game", pointer: Any, path: bytes) -> None:
        self._game = game
        self._pointer: Optional[Any] = pointer
        self._path = os.path.abspath(path) if path else path  # the folder may be another one later

    @property
    def game(self) -> "Game":
        """The game that it was opened for."""
        return self._game

    def _open(self) -> Any:
        if self._pointer is None:
            raise UseError(f"{self._what} of {self.game.spec} was closed")
        return self._pointer

    def _asked(self, state: "State") -> "State":
        """The state that it is asked about, as it is now: no other thread plays on this one."""
        from .state import State
        checked(state, State, "a state")
        if not self.game.is_same(state.game):
            raise InputError(f"{self._what} is of {self.game.spec}, and the state of "
                             f"{state.game.spec}")
        return state.clone()

    def close(self) -> None:
        """Gives its memory back; it cannot be asked any more."""
        self._pointer = None

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickled it is where it was found, and other processes open it there."""
        self._open()
        return type(self), (self.game, os.fsdecode(self._path))

    def __repr__(self) -> str:
        closed = "" if self._pointer is not None else ", closed"
        return f"<{self._what} of {self.game.spec} in {os.fsdecode(self._path)!r}{closed}>"


class Book(_Opened):
    """An opening book, as `coppice book` makes it (docs/books.md). `game.book(path)` opens one.

    It keeps what it has read in memory and never changes. Any thread may ask it.
    """

    _what = "the book"

    def __init__(self, game: "Game", path: Union[str, "os.PathLike[str]"]) -> None:
        """Not for you: game.book opens books."""
        _checked_game(game)
        place = path_of(path, "a file")
        pointer = ask(lib.shim_book_open, place, game._pointer)
        super().__init__(game, kept(pointer, lib.shim_book_close, game._pointer), place)

    def __len__(self) -> int:
        """Its positions."""
        return int(lib.shim_book_size(self._open()))

    def moves(self, state: "State") -> List[BookMove]:
        """The moves that it knows in a position, most visits first; none where it knows nothing."""
        here = self._asked(state)
        pointer, block = self._open(), here._now()
        actions = dict(zip(here.legal_actions(), here.legal_moves()))
        rows = ffi.new("struct shim_book_move[]", max(1, len(actions)))
        count = (lib.shim_book_moves(self.game._pointer, pointer, block, rows, len(actions))
                 if actions else 0)
        return [BookMove(actions[row.move], int(row.move), int(row.visits), _number(row.value),
                         _number(row.chance)) for row in rows[0:count]]


class Database(_Opened):
    """What positions with few pieces are worth, from files that `coppice database build` has made
    (docs/databases.md). `game.database()` opens it. Any thread may ask it.

    faults      a line for each file that is damaged or another game's, and left out
    """

    _what = "the database"

    def __init__(self, game: "Game", folder: Union[str, "os.PathLike[str]"] = "") -> None:
        """Not for you: game.database opens databases."""
        _checked_game(game)
        faults = ffi.new("char **")
        place = path_of(folder, "a folder")
        pointer = ask(lib.shim_database_open, game._pointer, place, faults)
        super().__init__(game, kept(pointer, lib.shim_database_close, game._pointer), place)
        self.faults: List[str] = taken(faults[0]).splitlines()

    @property
    def is_empty(self) -> bool:
        """Whether there are no files: then nothing is known."""
        return bool(lib.shim_database_is_empty(self._open()))

    def probe(self, state: "State") -> Optional[Known]:
        """What the player to move gets with the best play of all; None where nothing is known."""
        row = lib.shim_database_probe(self.game._pointer, self._open(), self._asked(state)._now())
        return Known(row.low, row.high) if row.is_known else None

    def moves(self, state: "State") -> List[KnownMove]:
        """All legal moves with what is known of each, in the order of legal_moves()."""
        here = self._asked(state)
        pointer, block = self._open(), here._now()
        words, actions = here.legal_moves(), here.legal_actions()
        if here.turn < 0:
            return []
        rows = ffi.new("struct shim_bounds[]", max(1, len(words)))
        lib.shim_database_moves(self.game._pointer, pointer, block, rows)
        return [KnownMove(word, action, Known(row.low, row.high) if row.is_known else None,
                          int(row.distance)) for word, action, row in zip(words, actions, rows)]
