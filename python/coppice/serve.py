"""The page in the browser, for all games, those written in Python among them."""
from __future__ import annotations

import atexit
import os
import threading
import time
from types import TracebackType
from typing import Any, List, Optional, Tuple, Type, Union

from .engine import ask, encoded, ffi, lib, owned, path_of, whole
from .errors import Error, UseError
from .game import Game, by_spec, open as open_game
from .rules import Rules

_lock = threading.Lock()
_served: List[List[Any]] = []  # games of Python's, and by how many servers
_kept: List[Game] = []  # all that ever were served: tables of other servers may have found them


def _lend(game: Game) -> None:
    """The page finds the game by its name from now on, and so does coppice.open()."""
    for row in _served:
        if row[0] is game:
            row[1] += 1
            return
    ask(lib.shim_rules_add, game._pointer)
    _served.append([game, 1])
    by_spec[game.spec] = game
    if game not in _kept:
        _kept.append(game)


def _return(game: Game) -> None:
    """Where nobody serves the game any more its name is free again."""
    for row in _served:
        row[1] -= row[0] is game
        if row[1] == 0:
            _served.remove(row)
            by_spec.pop(game.spec, None)
            lib.shim_rules_remove(game._pointer)
            if game._guest is not None:
                game._guest.forget()
            return


class Server:
    """A running server, made by coppice.serve; it has threads of its own. `with` closes it, and so does the
    end of the program: C must not call a Python that is gone.

    url         what to open in a browser
    port        the number in it
    """

    def __init__(self, games: List[Game], pointer: Any, address: str) -> None:
        """Not for you: coppice.serve makes servers."""
        self._games, self._process = games, os.getpid()
        self._pointer: Optional[Any] = owned(pointer, "coppice.serve()")
        self.port = int(lib.shim_server_port(pointer))
        host = "127.0.0.1" if address in ("", "0.0.0.0", "::") else address
        self.url = f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"
        atexit.register(self.close)

    def wait(self) -> None:
        """Serves until Ctrl-C, and closes the server."""
        if self._is_elsewhere():
            raise UseError("this server runs in the process that this one was forked from")
        try:
            while self._pointer is not None:
                time.sleep(0.2)
        except KeyboardInterrupt:
            pass
        self.close()

    def close(self) -> None:
        """Ends it. What a method of a game in Python has raised meanwhile is raised here. A process that
        was forked has none of its threads, so that nothing ends there."""
        atexit.unregister(self.close)
        if self._is_elsewhere():
            return
        with _lock:
            pointer, self._pointer = self._pointer, None
            if pointer is None:
                return
            lib.shim_server_close(pointer)
            for game in self._games:
                _return(game)
        for game in self._games:
            game._raise_failure()

    def _is_elsewhere(self) -> bool:
        return os.getpid() != self._process

    def __enter__(self) -> "Server":
        if self._pointer is None:
            raise UseError("this server was closed")
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], problem: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        try:
            self.close()
        except Error:
            if kind is None:
                raise

    def __reduce__(self) -> Tuple[Any, ...]:
        raise UseError("a server cannot be copied or pickled; open another one")

    def __repr__(self) -> str:
        return f"<coppice.Server {self.url}{'' if self._pointer is not None else ' closed'}>"


def serve(*games: Union[Game, Rules, Type[Rules]], port: int = 0, address: str = "127.0.0.1",
          folder: Union[str, "os.PathLike[str]"] = "", searches: int = 0,
          memory: int = 256 << 20) -> Server:
    """Opens the page for all games that coppice.games() lists, and for these that are written in
    Python. Port 0 is any free one. Games that are played are kept in the folder; without one they are
    gone with the server. `searches` run at once (0: one for each core), with so much `memory` each.

    Several servers may be open, and threads may open and close them at the same time. They all show the
    same games: one that is written in Python is listed everywhere, and opened by its name, until the servers
    that were opened with it have ended; what is played goes on.

    >>> with serve() as server:
    ...     server.url.startswith("http://127.0.0.1:")
    True
    """
    opened = [game if isinstance(game, Game) else open_game(game) for game in games]
    own = [game for game in opened if game._guest is not None]
    whole(port, "a port", 0, 65535)
    whole(searches, "searches", 0, 1024)
    whole(memory, "memory", 1 << 20, 1 << 50)
    with _lock:
        lent: List[Game] = []
        try:
            for game in own:
                _lend(game)
                lent.append(game)
            pointer = ask(lib.shim_server_open, encoded(address, "an address"), port,
                          path_of(folder, "a folder"), searches, memory)
        except BaseException:
            for game in lent:
                _return(game)
            raise
    return Server(own, pointer, address)
