"""What takes long and runs in a thread of C's: searches, solvers, matches."""
from __future__ import annotations

import atexit
import os
import weakref
from typing import TYPE_CHECKING, Any, Callable, Type

from .engine import ask, ffi, lib, text
from .errors import Error, UseError

if TYPE_CHECKING:
    from .game import Game

TURN = 0.1
"""Seconds that one wait takes at most: so soon Ctrl-C is heard."""


class Work:
    """Something that is begun in a `with` block of its `alive`, and under way until that is left: then it is
    stopped and its end is waited for.

    Ctrl-C may come between any two steps of Python. So C puts the work where it is found before begin() comes
    back, and `alive` is an object of C's, whose end no signal interrupts.

    What it was begun with is kept until then. A program that ends while work is under way stops it
    first, since C must not call a Python that is gone. A process that is forked meanwhile has the work's
    memory and not its thread: see shim_work_close."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        self._keep: Any = None
        self._failures = game._failures()  # before C asks the first time
        self._process = os.getpid()
        self._place = ffi.new("struct shim_place *")
        self.alive = ffi.gc(self._place, lib.shim_work_close)

    def begin(self, function: Callable[..., Any], *arguments: Any, keep: Any = None,
              error: Type[Error] = Error) -> None:
        """The one of C's functions that begins it; `keep` is what its arguments need."""
        self._keep = (keep, arguments)
        _under_way.add(self)
        ask(function, self._place, *arguments, error=error)

    @property
    def pointer(self) -> Any:
        """As C has it; NULL where it was closed."""
        return self._place.work

    def goes_on(self) -> bool:
        """Comes back whenever there is something to take, and with False when the work is over."""
        news = lib.SHIM_NOTHING_NEW
        while news == lib.SHIM_NOTHING_NEW:
            if self._is_elsewhere():
                raise UseError("this goes on in the process that this one was forked from; begin it anew "
                               "here, with an agent that is opened here")
            news = lib.shim_work_wait(self.pointer, TURN)
            if self.game._failures() != self._failures:
                lib.shim_work_stop(self.pointer)  # and raise it when C asks no more
        return bool(news != lib.SHIM_OVER)

    def raise_failure(self, error: Type[Error] = Error) -> None:
        """What the rules of a game in Python have raised; or the engine's sentence, if the work has
        failed."""
        self.game._raise_failure(self._failures)
        message = ffi.new("char[]", lib.SHIM_MESSAGE)
        if lib.shim_work_failed(self.pointer, message):
            raise error(text(message))

    def end(self) -> None:
        """The program ends. Memory stays, since another thread may just be waiting for news in it."""
        if not self._is_elsewhere():
            lib.shim_work_end(self._place)

    def _is_elsewhere(self) -> bool:
        return os.getpid() != self._process


_under_way: "weakref.WeakSet[Work]" = weakref.WeakSet()


def _end_all() -> None:
    for work in list(_under_way):
        work.end()


atexit.register(_end_all)
