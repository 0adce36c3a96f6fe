"""What takes long and runs in a thread of C's: searches, solvers, matches."""
from __future__ import annotations

import atexit
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Iterator, Type

from .engine import ask, ffi, lib, text
from .errors import Error, UseError

if TYPE_CHECKING:
    from .game import Game

TURN = 0.1
"""Seconds that one wait takes at most: so soon Ctrl-C is heard."""


class Work:
    """Something under way. Leaving the `with` block stops it and waits for its end.

    What it was begun with is kept until then. A program that ends while work is under way stops it
    first, since C must not call a Python that is gone. A process that is forked meanwhile has the work's
    memory and not its thread, so that it can neither wait for it nor give that memory back."""

    def __init__(self, game: "Game", keep: Any, begin: Callable[..., Any], *arguments: Any) -> None:
        self.game = game
        self._keep: Any = (keep, arguments)
        self._failures = game._failures()  # before C asks the first time
        self.pointer = ask(begin, *arguments, error=Error)
        self._closing = threading.Lock()
        self._process = os.getpid()
        atexit.register(self._end)

    def news(self) -> Iterator[None]:
        """Comes back whenever there is something to take, and ends when the work is over."""
        while True:
            if self._is_elsewhere():
                raise UseError("this goes on in the process that this one was forked from; begin it anew "
                               "here, with an agent that is opened here")
            news = lib.shim_work_wait(self.pointer, TURN)
            if self.game._failures() != self._failures:
                lib.shim_work_stop(self.pointer)  # and raise it when C asks no more
            if news == lib.SHIM_OVER:
                return
            if news == lib.SHIM_NEWS:
                yield

    def raise_failure(self, error: Type[Error] = Error) -> None:
        """What the rules of a game in Python have raised; or the engine's sentence, if the work has
        failed."""
        self.game._raise_failure(self._failures)
        message = ffi.new("char[]", lib.SHIM_MESSAGE)
        if lib.shim_work_failed(self.pointer, message):
            raise error(text(message))

    def close(self) -> None:
        """Stops it, waits for its end and gives its memory back."""
        atexit.unregister(self._end)
        if self._is_elsewhere():
            return
        with self._closing:
            pointer, self.pointer = self.pointer, ffi.NULL
            lib.shim_work_close(pointer)
        self._keep = None

    def _end(self) -> None:
        """The program ends. Memory stays, since another thread may just be waiting for news in it."""
        if self._is_elsewhere():
            return
        with self._closing:
            if self.pointer != ffi.NULL:
                lib.shim_work_stop(self.pointer)
                while lib.shim_work_wait(self.pointer, TURN) != lib.SHIM_OVER:
                    pass

    def _is_elsewhere(self) -> bool:
        return os.getpid() != self._process

    def __enter__(self) -> "Work":
        return self

    def __exit__(self, *what: object) -> None:
        self.close()
