"""A scene as planes of numbers, for programs that learn.

The cells of a board get a column by their x and a row by their y, and so do cells beside it, such as that
of a die, which are not always there: a few random games tell which there are. So a board of squares is
what one expects, and other boards have holes; the first plane is 1 where there is a cell now. Then, for each of the
`levels` from the top of a stack down, of which most games have one:

    8 planes   1 where the piece is this owner's: player 0 to 7, or a colour
    1 plane    1 where it is nobody's
    9 planes   1 where the piece is of this kind, in the order of scene.KINDS
    1 plane    its label as a number: the pips of a die, a rank ("7"), or for letters a = 1, b = 2, ...

And after these:

    1 plane    how many pieces stand there
    8 planes   1 where a link that belongs to somebody leaves in this direction, by eighths of a turn
    players    1 everywhere in the plane of who is to move
    1 plane    1 everywhere if chance is to move

>>> import coppice
>>> coppice.open("othello").start().observation().shape
(32, 8, 8)
"""
from __future__ import annotations

import math
from typing import Any, Dict, List

from .engine import ffi, lib
from .errors import Error
from .scene import KINDS, Cell, Scene

OWNERS = 8
DIRECTIONS = 8
LEVEL_PLANES = OWNERS + 1 + len(KINDS) + 1


def array_of(kind: str, count: int) -> Any:
    """Zeros in memory that C, NumPy and memoryview share; `kind` is C's name of the type."""
    return ffi.new(f"{kind}[]", max(count, 1))


FORMATS = {"float": ("f", "float32"), "double": ("d", "float64"), "int32_t": ("i", "int32")}


def shaped(memory: Any, kind: str, *shape: int) -> Any:
    """That memory as a NumPy array, or without NumPy as a memoryview of the same shape."""
    letter, name = FORMATS[kind]
    size = math.prod(shape) * ffi.sizeof(kind)
    try:
        import numpy
    except ImportError:
        flat = memoryview(ffi.buffer(memory, size)).cast("B")
        return flat.cast(letter, list(shape)) if size else flat.cast(letter)
    return numpy.frombuffer(ffi.buffer(memory, size), dtype=name).reshape(shape)


def hundredths(place: float) -> int:
    """As hundredths() of python/engine/pictures.c does it."""
    return math.floor(place * 100 + 0.5)


class Places:
    """The columns and rows of a game, by hundredths of a square."""

    def __init__(self, game: Any) -> None:
        places = ffi.new("struct shim_places *")
        lib.shim_places(game, places)
        self.columns = {places.columns[n]: n for n in range(places.column_count)}
        self.rows = {places.rows[n]: n for n in range(places.row_count)}

    def index(self, cell: Cell) -> int:
        """Which in a plane a cell is, row by row."""
        column = self.columns.get(hundredths(cell.x))
        row = self.rows.get(hundredths(cell.y))
        if column is None or row is None:
            raise Error(f"the cell {cell.name!r} was in none of the games that were tried to find the "
                        "shape of the board; use scene() for this game")
        return row * len(self.columns) + column


def label_number(label: str) -> float:
    """A label as a number.

    >>> label_number("10"), label_number("b"), label_number("")
    (10.0, 2.0, 0.0)
    """
    if label.isdigit():
        return float(label)
    return float(ord(label[0].lower()) - ord("a") + 1) if label[:1].isalpha() else 0.0


class _Planes:
    """Numbers by plane and cell."""

    def __init__(self, scene: Scene, places: Places, count: int) -> None:
        self.shape = (count, len(places.rows), len(places.columns))
        self.area = len(places.rows) * len(places.columns)
        self.at = [places.index(cell) for cell in scene.cells]
        self.memory = array_of("float", count * self.area)

    def put(self, plane: int, cell: int, value: float = 1.0) -> None:
        self.memory[plane * self.area + self.at[cell]] = value

    def fill(self, plane: int) -> None:
        self.memory[plane * self.area:(plane + 1) * self.area] = [1.0] * self.area


def _put_pieces(planes: _Planes, scene: Scene, levels: int, counts: int) -> None:
    stacks: Dict[int, List[Any]] = {}
    for piece in sorted(scene.pieces, key=lambda piece: -piece.height):
        for cell in {piece.cell, piece.cell if piece.also is None else piece.also}:
            stacks.setdefault(cell, []).append(piece)
    for cell, stack in stacks.items():
        planes.put(counts, cell, float(len(stack)))
        for level, piece in enumerate(stack[:levels]):
            first = 1 + level * LEVEL_PLANES
            owner = OWNERS if piece.owner is None else min(piece.owner, OWNERS - 1)
            planes.put(first + owner, cell)
            planes.put(first + OWNERS + 1 + KINDS.index(piece.kind), cell)
            planes.put(first + LEVEL_PLANES - 1, cell, label_number(piece.label))


def _direction(scene: Scene, start: int, end: int) -> int:
    one, other = scene.cells[start], scene.cells[end]
    turn = math.atan2(other.y - one.y, other.x - one.x) / (2 * math.pi) % 1
    return int(turn * DIRECTIONS) % DIRECTIONS


def _put_links(planes: _Planes, scene: Scene, first: int) -> None:
    for link in scene.links:
        if link.owner is not None:
            planes.put(first + _direction(scene, link.start, link.end), link.start)
            planes.put(first + _direction(scene, link.end, link.start), link.end)


def observe(scene: Scene, places: Places, players: int, turn: int, levels: int) -> Any:
    """The planes of a scene; for State.observation."""
    counts = 1 + levels * LEVEL_PLANES
    links = counts + 1
    turns = links + DIRECTIONS
    planes = _Planes(scene, places, turns + players + 1)
    for cell in range(len(scene.cells)):
        planes.put(0, cell)
    _put_pieces(planes, scene, levels, counts)
    _put_links(planes, scene, links)
    if turn >= -1:
        planes.fill(turns + (turn if turn >= 0 else players))
    return shaped(planes.memory, "float", *planes.shape)
