"""States: one position of a game, and what can be done with it."""
from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple, Union

from .conventions import Conventions
from .engine import checked, encoded, ffi, lib, owned, seed_of, taken, text, whole
from .errors import InputError, UseError
from .game import CHANCE, OVER, Game
from .observation import observe
from .playouts import Playouts, play_out
from .scene import Scene, take_scene
from .solve import Solution, solve

Past = Optional[Tuple[Any, int]]
Place = Tuple[Any, Past]
"""A position's memory and the moves that led there: exchanged as one, so that threads never see a part."""


class State(Conventions):
    """One position. play() goes on to the next one, clone() keeps this one.

    >>> import coppice
    >>> state = coppice.open("othello").start()
    >>> state.turn, state.legal_moves()
    (0, ['d3', 'c4', 'f5', 'e6'])
    >>> other = state.clone()
    >>> other.play("d3 c5").legal_moves()[:3]
    ['b6', 'c6', 'd6']
    >>> state.score(0), other.score(0)
    (0.0, 0.0)
    >>> state.play("a1")
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: move 1: "a1" is not a legal move for Black; legal: d3, c4, f5, e6

    In a notebook a state draws itself (svg()); at the prompt print(state) draws it in letters.

    C never changes a block of memory that a state has: playing makes a new one. So a clone costs
    nothing, and threads may look at a state while another one plays on it. Of two that play on one
    state at the same time the later one counts: give each a clone.
    """

    def __init__(self, game: Game, block: Any, seed: int = 0, origin: Optional[str] = None,
                 past: Past = None) -> None:
        """Not for you: game.start() and game.position() make states."""
        self._game: Game = checked(game, Game, "a game")
        self._place: Optional[Place] = (owned(block, "game.start() or game.position()"), past)
        self._seed, self._origin = seed, origin

    @property
    def game(self) -> Game:
        """The game that it is a position of."""
        return self._game

    # ---- the rules ----

    @property
    def turn(self) -> int:
        """Who is to move: a player, from 0, or coppice.CHANCE or coppice.OVER."""
        turn = int(lib.shim_turn(self._game._pointer, self._now()))
        self._game._raise_failure()
        return turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == OVER

    def legal_moves(self) -> List[str]:
        """All moves as people write them, or all outcomes of chance; none when the game is over."""
        words = taken(lib.shim_moves_words(self._game._pointer, self._now()))
        self._game._raise_failure()
        return words.split()

    def legal_actions(self) -> List[int]:
        """The same moves, in the same order, as the engine's numbers for them."""
        out = ffi.new("uint32_t[]", self._game.max_moves)
        count = lib.shim_moves(self._game._pointer, self._now(), out)
        self._game._raise_failure()
        return list(ffi.unpack(out, count)) if count > 0 else []

    def play(self, move: Union[str, int]) -> "State":
        """Plays a move, or several with blanks between, or a number of legal_actions(). Returns the
        state itself, so that calls can be chained; a wrong move changes nothing."""
        block, past = self._whole_place()
        play = self._play_words if isinstance(move, str) else self._play_number
        after, moves = play(block, move)
        for number in moves:
            past = (past, number)
        self._place = (after, past)
        return self

    def _play_words(self, block: Any, words: object) -> Tuple[Any, List[int]]:
        after, count = self._copy(block), ffi.new("int *")
        moves = self._game._ask(lib.shim_play_words, self._game._pointer, after, encoded(words, "a move"),
                                count)
        try:
            numbers = ffi.unpack(moves, count[0]) if count[0] > 0 else []
        finally:
            lib.shim_free(moves)
        if not numbers:
            raise InputError(f"there is no move in {words!r}")
        return after, numbers

    def _play_number(self, block: Any, move: object) -> Tuple[Any, List[int]]:
        number = whole(move, "a move that is no text", 0, 0xffffffff)
        if not lib.shim_is_legal(self._game._pointer, block, number):
            self._game._raise_failure()
            raise InputError(f"{number} is not the number of a legal move; "
                             "legal_actions() lists them")
        after = self._copy(block)
        lib.shim_play(self._game._pointer, after, number)
        self._game._raise_failure()
        return after, [number]

    def clone(self) -> "State":
        """The same position again; what happens to the one does not happen to the other."""
        block, past = self._whole_place()
        return State(self._game, block, self._seed, self._origin, past)

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memory: object) -> "State":
        return self.clone()

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickled it is how it came about, for other processes."""
        return _again, (self._game, self._seed, self._origin, " ".join(self.moves_played()))

    def payoffs(self) -> Tuple[float, ...]:
        """What each player got of a finished game, from 0 (lost) to 1 (won)."""
        if self.turn != OVER:
            raise InputError("the game is not over; payoffs are known at its end")
        out = ffi.new("double[]", self._game.players)
        lib.shim_payoffs(self._game._pointer, self._now(), out)
        self._game._raise_failure()
        return tuple(out)

    def score(self, player: Optional[int] = None) -> float:
        """A player's points in the game's own terms, at any time: discs, tiles, distance. Without a
        player those of who is to move, or of the first."""
        if not self._game.has_score:
            raise InputError(f"{self._game.title} has no points, only payoffs at the end")
        if player is None:
            player = max(self.turn, 0)
        points = lib.shim_score(self._game._pointer, self._now(), self._player(player))
        self._game._raise_failure()
        return float(points)

    @property
    def ending(self) -> Optional[str]:
        """How a finished game ended, in the rules' words: "four in a row"."""
        return text(lib.shim_ending(self._game._pointer, self._now())) or None

    @property
    def position(self) -> str:
        """The position as one line of text, which game.position() reads."""
        words = taken(lib.shim_position(self._game._pointer, self._now()))
        self._game._raise_failure()
        return words

    @property
    def key(self) -> int:
        """A number that equal positions have in common and others almost surely do not."""
        return int(lib.shim_key(self._game._pointer, self._now()))

    def moves_played(self) -> List[str]:
        """The moves since the start or the position that was given, chance's too."""
        return self._first()._line(self._numbers_played())

    # ---- chance and hidden pieces ----

    def chances(self) -> List[Tuple[str, float]]:
        """Where chance is to move: each outcome and how likely it is."""
        here = self.clone()
        return list(zip(here.legal_moves(), here._probabilities()))

    def _probabilities(self) -> List[float]:
        """Of a state that no other thread plays on: chance must still be to move when C is asked."""
        if self.turn != CHANCE:
            raise InputError("chance is not to move here")
        out = ffi.new("double[]", self._game.max_moves)
        lib.shim_chances(self._game._pointer, self._now(), out)
        self._game._raise_failure()
        return list(out[0:len(self.legal_actions())])

    def random_move(self, seed: int = 0) -> str:
        """A move drawn at random: of players all alike, of chance by its probabilities. The seed
        decides, and another position with the same seed gets other luck."""
        here = self.clone()
        if here.turn == OVER:
            raise InputError("the game is over")
        mixed = (seed_of(seed) * 0x9e3779b97f4a7c15 + here.key) & 0xffffffffffffffff
        move = lib.shim_random_move(self._game._pointer, here._now(), mixed)
        self._game._raise_failure()
        return here._word(move)

    def view(self, player: int) -> "State":
        """What this player knows of the position, as a position: pieces that others hide have no
        rank there. Without hidden pieces it is the position itself, with the moves that led there."""
        player = self._player(player)
        if not self._game.is_hidden:
            return self.clone()
        block = self._game._block()
        lib.shim_view(self._game._pointer, self._now(), player, block)
        return self._beside(block)

    def sample(self, player: int, seed: int = 0) -> "State":
        """A position that looks the same to this player, with what is hidden drawn by its
        likelihood. Without hidden pieces that is the position itself."""
        seen, seed = self.view(player), seed_of(seed)
        if not self._game.is_hidden:
            return seen
        block = self._game._block()
        lib.shim_sample(self._game._pointer, seen._now(), player, seed, block)
        return self._beside(block)

    def _beside(self, block: Any) -> "State":
        """A position that no moves from here lead to."""
        return State(self._game, block, origin=taken(lib.shim_position(self._game._pointer, block)))

    # ---- pictures ----

    def svg(self, viewer: Optional[int] = None) -> str:
        """A picture; with a viewer only what that player may see."""
        picture = taken(lib.shim_svg(self._game._pointer, self._now(), self._viewer(viewer)))
        self._game._raise_failure()
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def drawing(self, viewer: Optional[int] = None, ascii: bool = False) -> str:
        """A picture in letters."""
        picture = taken(lib.shim_drawing(self._game._pointer, self._now(), self._viewer(viewer),
                                         bool(ascii)))
        self._game._raise_failure()
        return picture

    def scene(self, viewer: Optional[int] = None) -> Scene:
        """What is on the board, cell by cell and piece by piece."""
        scene = take_scene(self._game._pointer, self._now(), self._viewer(viewer))
        self._game._raise_failure()
        return scene

    def observation(self, viewer: Optional[int] = None, levels: int = 1) -> Any:
        """The board as planes of numbers, of one shape in a whole game: planes x rows x columns, a
        NumPy array where there is NumPy. coppice.observation says what each plane is."""
        here = self.clone()
        return observe(here.scene(viewer), self._game._board(), self._game.players, here.turn,
                       whole(levels, "levels", 1, 64))

    # ---- looking ahead ----

    def playouts(self, count: int, seed: int = 0, limit: int = 0, threads: int = 1) -> Playouts:
        """Random games from here, in C: arrays of their payoffs, points and lengths.

        >>> import coppice
        >>> result = coppice.open("connect4").start().playouts(1000, seed=1)
        >>> result.payoffs.shape, 0.5 < result.mean(0) < 0.6
        ((1000, 2), True)
        """
        return play_out(self, count, seed, limit, threads)

    def solve(self, limit: str = "", stake: str = "payoff") -> Solution:
        """What the position is worth if all play best, for the player to move; a limit may end the
        search before that is known. The stake is "payoff" or "score".

        >>> import coppice
        >>> solution = coppice.open("connect4").start().play("44444 2 2 3 3").solve()
        >>> solution.is_known
        True
        """
        return solve(self, limit, stake)

    def perft(self, depth: int) -> int:
        """How many sequences of so many moves there are from here.

        >>> import coppice
        >>> coppice.open("othello").start().perft(5)
        1396
        """
        depth = whole(depth, "a depth", 0, 1000)
        if depth < 4:
            count = int(lib.shim_perft(self._game._pointer, self._now(), depth))
            self._game._raise_failure()
            return count
        # One move here, so that Ctrl-C is heard between two of them.
        return sum(self.clone().play(move).perft(depth - 1) for move in self.legal_actions())

    # ---- records ----

    def sgf(self, players: Sequence[str] = (), event: Optional[str] = None, date: Optional[str] = None,
            comment: Optional[str] = None) -> str:
        """The game so far as SGF: `state.sgf(players=["me", "mcts"], event="a test")`."""
        from .record import Record
        return Record.of(self, players, event, date, comment).sgf()

    # ---- memory ----

    def close(self) -> None:
        """Lets go of the memory now; later use is an error. It goes by itself, too."""
        self._place = None

    def _whole_place(self) -> Place:
        place = self._place
        if place is None:
            raise UseError(f"this state of {self._game.spec} was closed")
        return place

    def _now(self) -> Any:
        return self._whole_place()[0]

    def _copy(self, block: Any) -> Any:
        copy = self._game._block()
        lib.shim_state_copy(self._game._pointer, copy, block)
        return copy

    def _player(self, player: object) -> int:
        return whole(player, "a player", 0, self._game.players - 1)

    def _viewer(self, viewer: Optional[int]) -> int:
        return -1 if viewer is None else self._player(viewer)

    def _word(self, move: int) -> str:
        return " ".join(self._line([move]))

    def _line(self, moves: Sequence[int]) -> List[str]:
        """Moves that follow each other from here as words, as far as they are legal."""
        words = taken(lib.shim_line(self._game._pointer, self._now(), moves, len(moves)))
        self._game._raise_failure()
        return words.split()

    def _numbers_played(self) -> List[int]:
        moves: List[int] = []
        _, past = self._whole_place()
        while past is not None:
            past, move = past
            moves.append(move)
        return moves[::-1]

    def _first(self) -> "State":
        """Where the moves of this state begin."""
        if self._origin is not None:
            return self._game.position(self._origin)
        return self._game.start(self._seed)

    def __eq__(self, other: object) -> bool:
        """Equal positions of one game, however they came about."""
        if not isinstance(other, State):
            return NotImplemented
        return self._game.is_same(other.game) and self._bytes() == other._bytes()

    # States change when they are played on; state.key and state.position are what dicts may keep.
    __hash__ = None  # type: ignore[assignment]

    def _bytes(self) -> bytes:
        """What makes a position equal to another one. With the state of a game in Python C keeps how many
        moves have led there, in front of it."""
        size = lib.shim_game_about(self._game._pointer).state_size
        return bytes(ffi.buffer(self._now(), size)[0 if self._game._guest is None else 4:])

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        if self._place is None:
            return f"<closed state of {self._game.spec}>"
        return f"{self.game!r}.position({self.position!r})"


def _again(game: Game, seed: int, origin: Optional[str], moves: str) -> State:
    """What pickle makes a state from."""
    state = game.start(seed) if origin is None else game.position(origin)
    return state.play(moves) if moves else state
