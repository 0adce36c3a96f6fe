"""Scenes: what is on a board, for programs that draw or count it themselves.

Places are in units of one square, x to the right and y down.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Tuple

from .engine import ffi, lib, text

SHAPES = ("square", "hexagon", "triangle up", "triangle down", "hole", "point")
SHADES = ("light", "dark", "felt", "water", "gold", "rack")
KINDS = ("disc", "pawn", "queen", "peg", "die", "tile", "block", "hidden", "mark")


@dataclass(frozen=True)
class Cell:
    """A place of the board; its number is its index in scene.cells.

    x, y            of its middle
    shape, shade    one of scene.SHAPES and of scene.SHADES
    home            the player whose home or border it is, or None
    name            as people write it, "e4"; may be ""
    """

    x: float
    y: float
    shape: str
    shade: str
    home: Optional[int]
    name: str


@dataclass(frozen=True)
class Piece:
    """What stands on a cell.

    cell        which one
    owner       a player, or a colour where pieces are nobody's, or None
    height      in a stack: 0 stands on the board
    also        of a tile of two cells the other one, or None
    kind        one of scene.KINDS
    label       what is written on it: pips, a rank; may be ""
    """

    cell: int
    owner: Optional[int]
    height: int
    also: Optional[int]
    kind: str
    label: str


@dataclass(frozen=True)
class Link:
    """A line between two cells.

    start, end      the cells
    owner           the player whose it is, as a bridge of TwixT; None: it belongs to the board
    """

    start: int
    end: int
    owner: Optional[int]


@dataclass(frozen=True)
class Label:
    """Words beside the board.

    x, y        where
    text        what is written there
    """

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Scene:
    """All that is on a board.

    cells, pieces, links, labels    one Cell, Piece, Link or Label for each

    >>> import coppice
    >>> scene = coppice.open("othello").start().scene()
    >>> len(scene.cells), len(scene.pieces), scene.pieces[0].kind
    (64, 4, 'disc')
    """

    cells: Tuple[Cell, ...]
    pieces: Tuple[Piece, ...]
    links: Tuple[Link, ...]
    labels: Tuple[Label, ...]


def _some(number: int) -> Optional[int]:
    return number if number >= 0 else None


def take_scene(game: Any, state: Any, viewer: int) -> Scene:
    """The scene of a state; for State.scene."""
    scene = ffi.gc(lib.shim_scene(game, state, viewer), lib.shim_scene_free)
    return Scene(
        cells=tuple(Cell(row.x, row.y, SHAPES[row.shape], SHADES[row.shade], _some(row.home),
                         text(row.name))
                    for row in scene.cells[0:scene.cell_count]),
        pieces=tuple(Piece(row.cell, _some(row.owner), row.height, _some(getattr(row, "with")),
                           KINDS[row.kind], text(row.label))
                     for row in scene.pieces[0:scene.piece_count]),
        links=tuple(Link(getattr(row, "from"), row.to, _some(row.owner))
                    for row in scene.links[0:scene.link_count]),
        labels=tuple(Label(row.x, row.y, text(row.text))
                     for row in scene.labels[0:scene.label_count]))
