"""Games: what there is, and opening one."""
from __future__ import annotations

import builtins
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Type, Union

from .engine import ask, checked, encoded, ffi, lib, owned, seed_of, taken, text
from .errors import InputError

if TYPE_CHECKING:
    from .agent import Agent
    from .knowledge import Book, Database
    from .match import Match
    from .observation import Places
    from .record import Record
    from .rules import Guest, Rules
    from .state import State

CHANCE = -1
"""state.turn where dice or cards are next."""

OVER = -2
"""state.turn where the game has ended."""


by_spec: Dict[str, "Game"] = {}
"""Games written in Python that are served, which open() finds among the others."""


class Listed(NamedTuple):
    """One line of games() or agents().

    name        for open() or game.agent()
    title       the name for people
    summary     what it is, in a line
    """

    name: str
    title: str
    summary: str


def _listed(word: Any) -> List[Listed]:
    rows: List[Listed] = []
    while word(len(rows), lib.SHIM_WORD_NAME) != ffi.NULL:
        rows.append(Listed(*(text(word(len(rows), which)) for which in
                             (lib.SHIM_WORD_NAME, lib.SHIM_WORD_TITLE, lib.SHIM_WORD_SUMMARY))))
    return rows


def games() -> List[Listed]:
    """All games that open() knows by name.

    >>> "othello" in [row.name for row in games()]
    True
    """
    return _listed(lib.shim_rules_word)


def agents() -> List[Listed]:
    """All kinds of agents that game.agent() knows by name.

    >>> [row.title for row in agents() if row.name == "random"]
    ['Random']
    """
    return _listed(lib.shim_agent_word)


def options(name: str) -> str:
    """What may stand between the brackets of a game or an agent, or in a limit, one on a line.

    >>> print(options("othello"))                             # doctest: +ELLIPSIS
      size ...
    """
    return taken(ask(lib.shim_options, encoded(name, "a name")))


class Game:
    """One opened variant of a game. It does not change and may be shared by threads.

    spec                    how the game is written: "othello(size=6)"
    players, player_names   how many players there are, numbered from 0, and what they are called
    max_moves               no position has more moves than this
    max_plies               no game is longer than this; None if nobody knows a bound
    has_chance              whether there are dice or cards that are drawn in play
    is_hidden               whether players have pieces that others do not see
    is_constant_sum         whether the payoffs of all players add to 1
    has_score               whether there are points beside winning and losing

    >>> game = open("connect4")
    >>> game
    coppice.open('connect4')
    >>> game.players, game.player_names
    (2, ('Yellow', 'Red'))
    >>> game.start().play("d d c").turn
    1
    """

    def __init__(self, pointer: Any, guest: Optional["Guest"] = None) -> None:
        """Not for you: coppice.open makes games."""
        self._pointer = owned(pointer, "coppice.open()")
        self._guest = guest
        self._places: Optional["Places"] = None
        about = lib.shim_game_about(pointer)
        self.spec = text(lib.shim_game_spec(pointer))
        self.players = int(about.players)
        self.max_moves = int(about.max_moves)
        self.max_plies: Optional[int] = about.max_plies or None
        self.has_chance = bool(about.has_chance)
        self.is_hidden = bool(about.is_hidden)
        self.is_constant_sum = bool(about.is_constant_sum)
        self.has_score = bool(about.has_score)
        self.player_names: Tuple[str, ...] = tuple(
            text(lib.shim_player_name(pointer, player)) for player in range(self.players))

    def __setattr__(self, name: str, value: object) -> None:
        """What is known of a game is also the size of what C writes."""
        if not name.startswith("_") and name in self.__dict__:
            raise AttributeError(f"a game does not change: its {name} is {getattr(self, name)!r:.80}")
        super().__setattr__(name, value)

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickled it is what it was opened from, so that other processes open it again."""
        return open, (self.spec if self._guest is None else self._guest.rules,)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memory: object) -> "Game":
        return self

    def _word(self, which: int) -> str:
        return text(lib.shim_game_word(self._pointer, which))

    @property
    def name(self) -> str:
        """The name without options: "othello"."""
        return self._word(lib.SHIM_WORD_NAME)

    @property
    def title(self) -> str:
        """The name for people: "Othello"."""
        return self._word(lib.SHIM_WORD_TITLE)

    @property
    def lesson(self) -> str:
        """The aim and the rules, in plain words."""
        return self._word(lib.SHIM_WORD_LESSON)

    @property
    def notation(self) -> str:
        """How moves and positions are written, with examples."""
        return self._word(lib.SHIM_WORD_NOTATION)

    def start(self, seed: int = 0) -> "State":
        """The position in which the game begins; the seed decides what is dealt at random."""
        from .state import State
        block = self._block()
        self._ask(lib.shim_state_start, self._pointer, block, seed_of(seed))
        return State(self, block, seed=seed)

    def position(self, words: str) -> "State":
        """The position that state.position writes.

        >>> game = open("breakthrough(width=4)")
        >>> game.position(game.start().position).legal_moves() == game.start().legal_moves()
        True
        """
        from .state import State
        block = self._block()
        self._ask(lib.shim_read_position, self._pointer, encoded(words, "a position"), block)
        return State(self, block, origin=words.strip())

    def agent(self, spec: str = "mcts", means: str = "") -> "Agent":
        """An agent for this game, `agents()` lists the kinds and `options("mcts")` their options.
        Means are threads, memory and the seed: "threads=2, memory=1G, seed=7".

        >>> open("connect4").agent("mcts(c=0.5, solver=on)", "seed=7")
        coppice.open('connect4').agent('mcts(c=0.5, solver=on)')
        """
        from .agent import Agent
        return Agent(self, spec, means)

    def match(self, agents: Sequence[str], limit: Union[str, Sequence[str]] = "1s",
              games: int = 100, opening_plies: int = 0, threads: int = 1, seed: int = 1,
              sprt: Optional[Tuple[float, float]] = None, results: Union[str, "os.PathLike[str]", None] = None,
              progress: Optional[Callable[[int, int], None]] = None) -> "Match":
        """Games between agents; help(coppice.match) has the details."""
        from .match import match
        return match(self, agents, limit, games, opening_plies, threads, seed, sprt, results, progress)

    def book(self, path: Union[str, "os.PathLike[str]"]) -> "Book":
        """An opening book of this game; agents take one by themselves: `mcts(book=FILE)`.

        >>> open("connect4").book("nowhere.book")                 # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        coppice.errors.InputError: ...nowhere.book...
        """
        from .knowledge import Book
        return Book(self, path)

    def database(self, folder: Union[str, "os.PathLike[str]"] = "") -> "Database":
        """The database of this game's endings, in the given folder or where all searches look. Files
        that are missing know nothing; a game that can have none is an InputError.

        >>> open("dice").database()                               # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        coppice.errors.InputError: ...
        """
        from .knowledge import Database
        return Database(self, folder)

    def read_sgf(self, sgf: str) -> "Record":
        """A record of this game; coppice.read_sgf opens whatever game a text names."""
        from .record import read
        return read(sgf, self)

    def is_same(self, other: "Game") -> bool:
        """Whether states and agents of the one may be used with the other: both were opened from the
        same spec. A game written in Python is the same only as itself."""
        checked(other, Game, "the other")
        return self is other or (self.spec == other.spec and self._guest is other._guest is None)

    def __eq__(self, other: object) -> bool:
        """The same as is_same."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.is_same(other)

    def __hash__(self) -> int:
        return hash(self.spec)

    def _block(self) -> Any:
        """Memory for one state."""
        return ffi.gc(lib.shim_state_new(self._pointer), lib.shim_free)

    def _board(self) -> "Places":
        """The columns and rows of observations, found when they are first wanted."""
        if self._places is None:
            from .observation import Places
            self._places = Places(self._pointer)
            self._raise_failure()
        return self._places

    def _ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What C answers. What a method of a game written in Python has raised meanwhile is told, and not
        the sentence that C made of it."""
        try:
            answer = ask(function, *arguments)
        except InputError:
            self._raise_failure()
            raise
        self._raise_failure()
        return answer

    def _raise_failure(self, since: Optional[int] = None) -> None:
        """What a method of a game written in Python has raised, while C was calling it."""
        if self._guest is not None:
            self._guest.raise_failure(since)

    def _failures(self) -> int:
        """How often that has happened."""
        return 0 if self._guest is None else self._guest.failures

    def __repr__(self) -> str:
        return f"coppice.open({self.spec!r})"

    # ---- what users of general-game libraries look for ----

    def new_initial_state(self) -> "State":
        """The same as start()."""
        return self.start()

    def num_players(self) -> int:
        """The same as players."""
        return self.players

    def max_game_length(self) -> Optional[int]:
        """The same as max_plies."""
        return self.max_plies


def opened_game(pointer: Any) -> Game:
    """What C has opened by its name. A game written in Python is the one that is served, so that what its
    methods raise comes out."""
    opened = Game(ffi.gc(pointer, lib.shim_game_close))
    return by_spec.get(opened.spec, opened)


def open(game: Union[str, "Rules", Type["Rules"]]) -> Game:  # pylint: disable=redefined-builtin
    """Opens a game by its name and options, or one that is written in Python (coppice.Rules).

    >>> open("othello(size=6)").spec
    'othello(size=6)'
    >>> open("otelo")                                     # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: there is no game "otelo" (did you mean othello?); the games are ...
    """
    from .rules import Rules, open_rules
    if isinstance(game, builtins.type) and issubclass(game, Rules):
        game = game()
    if isinstance(game, Rules):
        return open_rules(game)
    return opened_game(ask(lib.shim_game_open, encoded(game, "a game")))
