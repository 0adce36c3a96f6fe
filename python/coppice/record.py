"""Records: games that were played, and SGF."""
from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

from .engine import ask, checked, encoded, ffi, lib, owned, taken, text
from .errors import InputError
from .game import Game, opened_game
from .state import State


class Record:
    """A game that was played: who played, where it started, every move, those of chance too.

    >>> import coppice
    >>> state = coppice.open("othello").start().play("d3 c5")
    >>> record = Record.of(state, players=["Ann", "Bob"])
    >>> again = coppice.read_sgf(record.sgf())
    >>> again.players, again.moves(), again.end() == record.end()
    (('Ann', 'Bob'), ['d3', 'c5'], True)
    """

    def __init__(self, game: Game, pointer: Any) -> None:
        """Not for you: Record.of() and read_sgf() make records."""
        self._game: Game = checked(game, Game, "a game")
        self._pointer = owned(pointer, "Record.of() or read_sgf()")

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._game

    @classmethod
    def of(cls, state: State, players: Sequence[str] = (), event: Optional[str] = None,
           date: Optional[str] = None, comment: Optional[str] = None) -> "Record":
        """The game that has led to a state, from its start or the position that was given."""
        checked(state, State, "what a record is made of")
        if isinstance(players, str) or not isinstance(players, Sequence):
            raise InputError(f"players are a list of names, not {players!r:.80}")
        if len(players) not in (0, state.game.players):
            raise InputError(f"{state.game.spec} has {state.game.players} players, and "
                             f"{len(players)} names were given")
        origin = ffi.NULL if state._origin is None else encoded(state._origin, "a position")
        pointer = ffi.gc(lib.shim_record_new(origin, state._seed), lib.shim_record_free)
        for move in state._numbers_played():
            lib.shim_record_add(pointer, move, ffi.NULL)
        record = cls(state.game, pointer)
        result = taken(state.game._ask(lib.shim_record_result, pointer, state.game._pointer))
        record._set("result", result, "a result")
        for number, name in enumerate(players):
            record._set(str(number), name, "a player's name")
        for which, words in (("event", event), ("date", date), ("comment", comment)):
            record._set(which, words, which)
        return record

    def _set(self, which: str, words: Optional[str], what: str) -> None:
        if words is not None and words != "":
            lib.shim_record_set(self._pointer, which.encode(), encoded(words, what))

    def _get(self, which: str) -> Optional[str]:
        return text(lib.shim_record_get(self._pointer, which.encode())) or None

    @property
    def players(self) -> Tuple[Optional[str], ...]:
        """Who sat where; None where nobody is named."""
        return tuple(self._get(str(player)) for player in range(self.game.players))

    @property
    def result(self) -> Optional[str]:
        """How it ended, as SGF says it: "B+4"."""
        return self._get("result")

    @property
    def event(self) -> Optional[str]:
        """What it was played for."""
        return self._get("event")

    @property
    def date(self) -> Optional[str]:
        """When."""
        return self._get("date")

    @property
    def comment(self) -> Optional[str]:
        """What is said about the whole game."""
        return self._get("comment")

    def actions(self) -> List[int]:
        """The moves as numbers."""
        moves = ffi.new("const uint32_t **")
        count = lib.shim_record_moves(self._pointer, moves)
        return list(ffi.unpack(moves[0], count)) if count else []

    def notes(self) -> List[Optional[str]]:
        """The comment on each move, or None."""
        return [text(lib.shim_record_note(self._pointer, number)) or None
                for number in range(len(self.actions()))]

    def start(self) -> State:
        """Where the game began."""
        position = self._get("position")
        if position is not None:
            return self.game.position(position)
        return self.game.start(lib.shim_record_seed(self._pointer))

    def states(self) -> List[State]:
        """Every position of the game, the first and the last included."""
        states = [self.start()]
        for action in self.actions():
            states.append(states[-1].clone().play(action))
        return states

    def end(self) -> State:
        """The last position."""
        return self.states()[-1]

    def moves(self) -> List[str]:
        """The moves as people write them."""
        return self.end().moves_played()

    def sgf(self) -> str:
        """The record as SGF."""
        return taken(self.game._ask(lib.shim_record_sgf, self._pointer, self.game._pointer))

    def __eq__(self, other: object) -> bool:
        """Records of one game that say the same."""
        if not isinstance(other, Record):
            return NotImplemented
        return self.game == other.game and self.sgf() == other.sgf()

    def __hash__(self) -> int:
        return hash(self.sgf())

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickled it is its SGF, for other processes."""
        return read, (self.sgf(), self.game)

    def __repr__(self) -> str:
        return f"<record of {self.game.spec}, {len(self.actions())} moves>"


def read(sgf: str, game: Optional[Game]) -> Record:
    """For read_sgf and Game.read_sgf."""
    words = encoded(sgf, "SGF")
    opened = ffi.new("struct cop_game **")
    if game is not None:
        pointer = game._ask(lib.shim_record_read, words, len(words), game._pointer, opened)
        return Record(game, ffi.gc(pointer, lib.shim_record_free))
    record = ffi.gc(ask(lib.shim_record_read, words, len(words), ffi.NULL, opened), lib.shim_record_free)
    game = opened_game(opened[0])
    game._raise_failure()
    return Record(game, record)


def read_sgf(sgf: str) -> Record:
    """Reads a game from the text of an SGF file, whichever game it is.

    >>> read_sgf("nonsense")                              # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: line 1, column 1: ...
    """
    return read(sgf, None)
