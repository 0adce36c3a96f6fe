"""Games written in Python.

A class with five methods is a game: every search plays it, matches and records work, and a board can be
drawn. It is slow, with a hundredth of the playouts that a game in C has or less, because each question of a
search is a call from C into Python; an idea can be tried in forty lines all the same. examples/nim.py and
examples/hexapawn.py are such games.
"""
from __future__ import annotations

import ast
import marshal
import operator
import random
import threading
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, TypeVar, Union

from .engine import ask, encoded, ffi, lib, number_of, text
from .errors import Error, InputError, UseError
from .game import CHANCE, OVER, Game

Move = Union[str, int]
Answer = TypeVar("Answer")
FAILED = -100
HEADER = 8  # bytes before a state's own: the moves that led there, which are no part of it, and its length
REMEMBERED = 20000  # positions
TWICE, SOMETIMES = 1000, 32  # so many questions are asked twice at first, and one in so many for ever


class Rules:
    """The base of a game. A subclass has these five methods:

    start()                 the first state
    turn(state)             who is to move: a player, from 0, or coppice.OVER, or coppice.CHANCE
    moves(state)            all legal moves, each a word without blanks, commas and points, or a number
    play(state, move)       the state after a move; it may change the state it was given
    payoffs(state)          at the end: what each player gets, from 0 (lost) to 1 (won)

    A *state* is any value made of None, bool, int, float, str, bytes, tuple, list and dict. Every method
    gets one of its own, so that changing it harms nobody. Equal positions should be values of the same
    kinds in the same order: 1 and True, or two dicts that were filled differently, are other positions. NumPy's
    numbers and arrays are no part of a state (int(...) and .tolist() make plain ones); all other answers may be.

    Answers follow from the state alone: where moves() or play() draw at random, or look at what the object
    keeps from elsewhere, searches are told so.

    These attributes say more about the game; those of the first line may be too small:

    max_moves, state_bytes  moves of one position at most (256), and the size of a state when packed (1024)
    players, player_names   how many (2), and what they are called
    name, title, summary, lesson    for people; the name is the class's in small letters
    max_plies               no game is longer than this (0: nobody knows); chance's moves count too
    is_constant_sum         the payoffs of several players add to 1 (True)
    pieces                  letters of board() that are the players' pieces, the first player's first

    And these methods are optional:

    chances(state)          where chance is to move: the probability of each of moves()
    score(state, player)    points at any time; score_low and score_high bound them
    evaluate(state)         for alphabeta and its kin: how good it is, from -1 to 1, for the first of two
                            players, or a sequence with one number for each
    board(state)            rows of letters from the top, "." for an empty square: then it is drawn; a row is a text
                            or a list of letters
    deal(random)            instead of start(), where the start is drawn: random is a random.Random

    >>> import coppice
    >>> class Nim(coppice.Rules):
    ...     def start(self): return (0, 10)
    ...     def turn(self, state): return state[0] if state[1] else coppice.OVER
    ...     def moves(self, state): return [n for n in (1, 2, 3) if n <= state[1]]
    ...     def play(self, state, move): return (1 - state[0], state[1] - move)
    ...     def payoffs(self, state): return (0, 1) if state[0] == 0 else (1, 0)
    >>> game = coppice.open(Nim())
    >>> game.agent("mcts(solver=on)").think(game.start(), "sims=2000").best
    '2'
    """

    name: Optional[str] = None
    title: Optional[str] = None
    summary = "a game written in Python"
    lesson = ""
    players = 2
    player_names: Sequence[str] = ()
    max_moves = 256
    max_plies = 0
    state_bytes = 1024
    pieces = ""
    score_low = 0.0
    score_high = 1.0
    is_constant_sum = True

    def start(self) -> Any:
        """The first state."""
        raise NotImplementedError(f"{type(self).__name__} has no start()")

    def turn(self, state: Any) -> int:
        """Who is to move."""
        raise NotImplementedError(f"{type(self).__name__} has no turn()")

    def moves(self, state: Any) -> Sequence[Move]:
        """All legal moves."""
        raise NotImplementedError(f"{type(self).__name__} has no moves()")

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        raise NotImplementedError(f"{type(self).__name__} has no play()")

    def payoffs(self, state: Any) -> Sequence[float]:
        """What each player gets."""
        raise NotImplementedError(f"{type(self).__name__} has no payoffs()")


PLAIN = {type(None), bool, int, float, str, bytes}


def is_plain(value: Any) -> bool:
    """Whether a value is of what states are made of. Sets are not: equal ones may differ in order.

    >>> is_plain((1, ["x", None])), is_plain((1, {2}))
    (True, False)
    """
    kind = type(value)
    if kind in PLAIN:
        return True
    if kind in (tuple, list):
        return all(map(is_plain, value))
    return kind is dict and all(is_plain(key) and is_plain(one) for key, one in value.items())


def stranger(value: Any) -> Any:
    """The part of a value because of which it is not plain. A number of NumPy's looks like any other.

    >>> stranger((1, ["x", {2}]))
    {2}
    """
    parts: Iterable[Any] = ()
    if type(value) in (tuple, list):
        parts = value
    elif type(value) is dict:
        parts = [part for row in value.items() for part in row]
    for part in parts:
        if not is_plain(part):
            return stranger(part)
    return value


def called(value: object) -> str:
    """A value and its type, for who takes it for something else.

    >>> called(2.5)
    '2.5 of type float'
    """
    kind = type(value)
    module = "" if kind.__module__ == "builtins" else kind.__module__ + "."
    return f"{value!r:.80} of type {module}{kind.__qualname__}"


def pack(state: Any, room: int) -> bytes:
    """A state as bytes, the same for values that are made alike.

    >>> pack((0, [1, 2]), 100) == pack((0, [1, 2]), 100)
    True
    """
    try:
        if not is_plain(state):
            raise InputError("a state is made of None, bool, int, float, str, bytes, tuple, list and dict, and in "
                             f"this one is {called(stranger(state))}: {state!r:.200}")
        # Of this version nothing depends on who else refers to a value.
        packed = marshal.dumps(state, 2)
    except RecursionError:
        raise InputError("a state is a few tuples, lists and dicts in each other; this one goes deeper than Python "
                         "itself, or has itself in it") from None
    if len(packed) > room:
        raise InputError(f"a state of {len(packed)} bytes does not fit into {room}: raise "
                         f"state_bytes (to {lib.SHIM_STATE - HEADER} at most) or say it shorter")
    return packed


class Guest:
    """A game of Python's as C sees it: states are bytes, moves are numbers, exceptions are kept until
    C has come back."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.room = rules.state_bytes
        # What C has made room for, whatever the class says later.
        self.players, self.max_moves, self.max_plies = rules.players, rules.max_moves, rules.max_plies
        self.handle = ffi.new_handle(self)
        self.failure: Optional[BaseException] = None  # not yet raised
        self.failures = 0  # ever
        self.last: Optional[BaseException] = None
        self._lock = threading.Lock()
        self._questions = 0
        self._moves: List[Move] = []  # by number - 1
        self._numbers: Dict[str, int] = {}  # by text
        self._known: Dict[bytes, Tuple[int, List[int]]] = {}  # turn and moves

    def keep(self, failure: BaseException) -> None:
        """A method has raised this; the first such exception is the one to tell."""
        self.failures += 1
        self.last = failure
        if self.failure is None:
            self.failure = failure

    def raise_failure(self, since: Optional[int] = None) -> None:
        """What a method has raised, once. Whoever was under way meanwhile, since the count of failures
        was this, is told too, though somebody else has raised it."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        if since is not None and since != self.failures:
            raise Error("the rules have failed in another search of the same game") from self.last

    def asked(self, what: str, ask: Callable[[], Answer]) -> Answer:
        """An answer that must be the same whenever it is asked for. The engine relies on that with its memory:
        a tree has room for the moves that a position had when it was met first."""
        answer = ask()
        self._questions += 1
        if (self._questions <= TWICE or self._questions % SOMETIMES == 0) and ask() != answer:
            raise InputError(f"{what} had two answers in the same position; they follow from the state alone: "
                             "dice are chances(), a start that is drawn is deal(), and an object that is "
                             "changed by a move belongs into the state")
        return answer

    # ---- moves ----

    def _number(self, move: Move) -> int:
        """The number of a move, which it keeps as long as the game is open."""
        word = str(move)
        number = self._numbers.get(word)
        if number is None:
            return self._new_number(move, word)
        if self._moves[number - 1] != move:
            raise InputError(f"moves() lists {move!r:.40} here and {self._moves[number - 1]!r:.40} elsewhere, "
                             "which are written alike; let all be numbers or all be words")
        return number

    def _new_number(self, move: Move, word: str) -> int:
        move = self._plain_move(move)
        self._check_word(word)
        with self._lock:  # threads of a search come here at the same time
            if word not in self._numbers:
                self._moves.append(move)
                self._numbers[word] = len(self._moves)
            return self._numbers[word]

    @staticmethod
    def _plain_move(move: Any) -> Move:
        """A word or a number that play() may put into a state, of NumPy's numbers too."""
        if isinstance(move, str):
            return str(move)
        try:
            return move if isinstance(move, int) else operator.index(move)
        except TypeError:
            raise InputError(f"a move is a word or a whole number, not {called(move)}") from None

    @staticmethod
    def _check_word(word: str) -> None:
        if not word or not word.isprintable() or len(word.encode()) >= lib.SHIM_MOVE_TEXT or (
                set(word) & set(" ,.")):
            raise InputError("a move is a word without blanks, commas and points, and shorter than "
                             f"{lib.SHIM_MOVE_TEXT} bytes, not {word!r:.80}")

    def move(self, number: int) -> Move:
        """The move of a number."""
        return self._moves[number - 1]

    # ---- positions ----

    def first(self, seed: int) -> bytes:
        """start() or deal()."""
        deal = getattr(self.rules, "deal", None)
        return pack(self.rules.start() if deal is None else deal(random.Random(seed)), self.room)

    def after(self, packed: bytes, number: int) -> bytes:
        """play()."""
        return pack(self.rules.play(marshal.loads(packed), self.move(number)), self.room)

    def look(self, packed: bytes) -> Tuple[int, List[int]]:
        """Whose turn it is, and the moves; searches ask for both, and again."""
        known = self._known.get(packed)
        if known is None:
            known = self.asked("turn() or moves()", lambda: self._look(packed))
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[packed] = known
        return known

    def forget(self) -> None:
        """What was remembered of positions takes room, and is found again where it is wanted."""
        self._known.clear()

    def _look(self, packed: bytes) -> Tuple[int, List[int]]:
        rules = self.rules
        turn = rules.turn(marshal.loads(packed))
        if turn not in (OVER, CHANCE) and turn not in range(self.players):
            raise InputError(f"turn() is a player from 0 to {self.players - 1}, coppice.OVER or "
                             f"coppice.CHANCE, not {turn!r:.80}")
        if turn == OVER:
            return OVER, []
        if turn == CHANCE and not hasattr(rules, "chances"):
            raise InputError("turn() says coppice.CHANCE, and there is no chances()")
        moves = [self._number(move) for move in rules.moves(marshal.loads(packed))]
        if not moves:
            raise InputError(f"turn() says {turn}, and moves() lists nothing: "
                             f"{marshal.loads(packed)!r:.200}")
        if len(moves) > self.max_moves:
            raise InputError(f"there are {len(moves)} moves and max_moves is {self.max_moves}")
        if len(set(moves)) != len(moves):
            raise InputError(f"moves() lists a move twice: {rules.moves(marshal.loads(packed))!r:.200}")
        return turn, moves

    def shares(self, values: Any, what: str, low: float, high: float, count: int) -> List[float]:
        """So many numbers within bounds, as a method has returned them."""
        try:
            numbers = [float(value) for value in values]
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) != count or not all(low <= number <= high for number in numbers):
            raise InputError(f"{what} are {count} numbers from {low:g} to {high:g}, not {values!r:.120}")
        return numbers

    def judged(self, packed: bytes) -> List[float]:
        """evaluate(), for each player."""
        value = self.rules.evaluate(marshal.loads(packed))  # type: ignore[attr-defined]
        if self.players == 2 and not isinstance(value, (str, bytes)):
            try:
                value = (float(value), -float(value))  # a number of NumPy's need not be a float
            except (TypeError, ValueError):
                pass  # a sequence, or nonsense
        numbers = self.shares(value, "the values of evaluate()", -1, 1, self.players)
        if self.players == 2 and numbers[0] != -numbers[1]:
            raise InputError(f"of two players one's value is minus the other's, not {value!r:.80}")
        return numbers

    def rows(self, packed: bytes) -> str:
        """board(), checked."""
        board = self.rules.board(marshal.loads(packed))  # type: ignore[attr-defined]
        rows = board.split("\n") if isinstance(board, str) else ["".join(map(str, row)) for row in board]
        if not rows or not 1 <= len(rows) <= 26 or not 1 <= len(rows[0]) <= 26:
            raise InputError("a board has 1 to 26 rows of 1 to 26 letters")
        if any(len(row) != len(rows[0]) or not row.isascii() for row in rows):
            raise InputError(f"the rows of a board are equally long and of plain letters: {rows!r:.200}")
        return "\n".join(rows)


def _put(data: bytes, out: Any, room: int) -> int:
    if len(data) > room:
        raise InputError(f"{len(data)} bytes do not fit into {room}")
    ffi.memmove(out, data, len(data))
    return len(data)


def _interrupted(kind: object, problem: BaseException, trace: Any) -> None:
    """Ctrl-C may come before the first line of an answer, or behind the last; it is heard all the same."""
    ffi.from_handle(trace.tb_frame.f_locals["handle"]).keep(problem)


def _answer(function: Any) -> Any:
    """Makes a method of Guest's one that C may call: nothing gets out but a number."""
    def answer(handle: Any, *arguments: Any) -> int:
        guest = ffi.from_handle(handle)
        try:
            return int(function(guest, *arguments))
        except BaseException as failure:  # pylint: disable=broad-except
            guest.keep(failure)
            return FAILED

    return ffi.def_extern(name=function.__name__, error=FAILED, onerror=_interrupted)(answer)


def _bytes(state: Any, length: int) -> bytes:
    return bytes(ffi.buffer(state, length))


@_answer
def guest_start(guest: Guest, seed: int, out: Any, room: int) -> int:
    return _put(guest.asked("start() or deal()", lambda: guest.first(seed)), out, room)


@_answer
def guest_turn(guest: Guest, state: Any, length: int) -> int:
    return guest.look(_bytes(state, length))[0]


@_answer
def guest_moves(guest: Guest, state: Any, length: int, out: Any, room: int) -> int:
    moves = guest.look(_bytes(state, length))[1]
    out[0:len(moves)] = moves
    return len(moves)


@_answer
def guest_play(guest: Guest, state: Any, length: int, move: int, out: Any, room: int) -> int:
    packed = _bytes(state, length)
    return _put(guest.asked("play()", lambda: guest.after(packed, move)), out, room)


@_answer
def guest_is_too_long(guest: Guest) -> int:
    raise InputError(f"max_plies is {guest.max_plies}, and a game went on for longer; raise it, or say 0 where nobody "
                     "knows how long games are")


@_answer
def guest_payoffs(guest: Guest, state: Any, length: int, out: Any) -> int:
    values = guest.rules.payoffs(marshal.loads(_bytes(state, length)))
    shares = guest.shares(values, "payoffs", 0, 1, guest.players)
    if is_constant_sum(guest.rules) and abs(sum(shares) - 1) > 1e-9:
        raise InputError(f"payoffs add to 1, not {values!r:.80}; where they need not, say "
                         "is_constant_sum = False")
    out[0:guest.players] = shares
    return 0


@_answer
def guest_chances(guest: Guest, state: Any, length: int, out: Any, room: int) -> int:
    values = guest.rules.chances(marshal.loads(_bytes(state, length)))  # type: ignore[attr-defined]
    shares = guest.shares(values, "the probabilities of moves()", 0, 1, room)
    if abs(sum(shares) - 1) > 1e-6:
        raise InputError(f"probabilities add to 1, not to {sum(shares)}")
    out[0:room] = shares
    return 0


@_answer
def guest_score(guest: Guest, state: Any, length: int, player: int, out: Any) -> int:
    rules = guest.rules
    points = rules.score(marshal.loads(_bytes(state, length)), player)  # type: ignore[attr-defined]
    out[0] = guest.shares([points], "points", rules.score_low, rules.score_high, 1)[0]
    return 0


@_answer
def guest_evaluate(guest: Guest, state: Any, length: int, out: Any) -> int:
    out[0:guest.players] = guest.judged(_bytes(state, length))
    return 0


@_answer
def guest_move_text(guest: Guest, move: int, out: Any, room: int) -> int:
    return _put(str(guest.move(move)).encode(), out, room)


@_answer
def guest_position(guest: Guest, state: Any, length: int, out: Any, room: int) -> int:
    return _put(repr(marshal.loads(_bytes(state, length))).encode(), out, room)


@_answer
def guest_read_position(guest: Guest, words: Any, out: Any, room: int, message: Any) -> int:
    """What repr() writes is read; wrong words are no failure of the game."""
    try:
        packed = pack(ast.literal_eval(text(words)), guest.room)
        guest.look(packed)
    except Exception as problem:  # pylint: disable=broad-except
        sentence = f"{text(words)!r:.120} is no position: {problem}".encode()
        ffi.memmove(message, sentence[:lib.SHIM_MESSAGE - 1] + b"\0",
                    min(len(sentence), lib.SHIM_MESSAGE - 1) + 1)
        return FAILED
    return _put(packed, out, room)


@_answer
def guest_board(guest: Guest, state: Any, length: int, out: Any, room: int) -> int:
    return _put(guest.rows(_bytes(state, length)).encode() + b"\0", out, room)


@_answer
def guest_is_there(guest: Guest) -> int:
    return guest.handle is not None


@_answer
def guest_has_failed(guest: Guest) -> int:
    return guest.failure is not None


def is_constant_sum(rules: Rules) -> bool:
    """Whether the payoffs add to 1, as two players' and more do unless the class says otherwise."""
    return rules.players > 1 and bool(rules.is_constant_sum)


def _check(rules: Rules) -> None:
    for name, low, high in (("players", 1, lib.SHIM_PLAYERS), ("max_moves", 1, 1 << 20),
                            ("max_plies", 0, 1 << 30), ("state_bytes", 1, lib.SHIM_STATE - HEADER)):
        value = getattr(rules, name)
        if not isinstance(value, int) or not low <= value <= high:
            raise InputError(f"{name} is a whole number from {low} to {high}, not {value!r:.80}")
    for name in ("score_low", "score_high"):
        number_of(getattr(rules, name), name, -1e300, 1e300)
    if isinstance(rules.player_names, str) or not isinstance(rules.player_names, Sequence):
        raise InputError(f"player_names are a list of names, not {rules.player_names!r:.80}")
    if len(rules.player_names) not in (0, rules.players):
        raise InputError(f"there are {rules.players} players and {len(rules.player_names)} names")
    name = rules.name or type(rules).__name__.lower()
    if not isinstance(name, str) or not name.isidentifier() or not name.isascii():
        raise InputError(f"a game's name is a word of letters and digits, not {name!r:.80}")


def _about(rules: Rules, keep: List[Any]) -> Any:
    def words(value: object) -> Any:
        keep.append(ffi.new("char[]", encoded(value, "what a class says of its game")))
        return keep[-1]

    about = ffi.new("struct shim_guest_about *")
    name = rules.name or type(rules).__name__.lower()
    about.name, about.title = words(name), words(rules.title or type(rules).__name__)
    about.summary, about.lesson = words(rules.summary), words(rules.lesson or rules.__doc__ or "")
    about.pieces = words(rules.pieces)
    for player, called in enumerate(rules.player_names):
        about.player_names[player] = words(called)
    about.players, about.max_moves = rules.players, rules.max_moves
    about.max_plies, about.state_size = rules.max_plies, rules.state_bytes + HEADER
    about.has_chance, about.has_score = hasattr(rules, "chances"), hasattr(rules, "score")
    about.has_evaluation, about.has_board = hasattr(rules, "evaluate"), hasattr(rules, "board")
    about.is_constant_sum = is_constant_sum(rules)
    about.score_low, about.score_high = rules.score_low, rules.score_high
    return about


def open_rules(rules: Rules) -> Game:
    """For coppice.open."""
    _check(rules)
    guest = Guest(rules)
    if lib.shim_guest_is_there(guest.handle) != 1:
        raise UseError("a game written in Python is asked by the interpreter that has imported coppice first, which is "
                       "not to be a subinterpreter; import it outside of this one before")
    keep: List[Any] = []
    pointer = ask(lib.shim_guest_open, guest.handle, _about(rules, keep), error=Error)
    game = Game(ffi.gc(pointer, lib.shim_guest_close), guest)
    game.start().turn  # pylint: disable=expression-not-assigned
    return game
