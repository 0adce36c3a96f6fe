"""The page in the browser, for all games, those written in Python among them."""
from __future__ import annotations

import atexit
import os
import threading
import time
from types import TracebackType
from typing import Any, Dict, List, Optional, Set, Tuple, Type, Union

from .engine import ask, encoded, ffi, lib, owned, path_of, whole
from .errors import Error, UseError
from .game import Game, by_spec, open as open_game
from .rules import Rules

_lock = threading.Lock()
_served: Dict[Game, Set[object]] = {}  # games of Python's, and for which servers
_kept: List[Game] = []  # all that ever were served: tables of other servers may have found them


def _lend(game: Game, server: object) -> None:
    """The page finds the game by its name from now on, and so does coppice.open()."""
    _served.setdefault(game, set()).add(server)
    if by_spec.get(game.spec) is not game:
        ask(lib.shim_rules_add, game._pointer)
        by_spec[game.spec] = game
    if game not in _kept:
        _kept.append(game)


def _return(game: Game, server: object) -> None:
    """Where nobody serves the game any more its name is free again. What was begun above and never ended, or
    has ended already, is no harm."""
    servers = _served.get(game, set())
    servers.discard(server)
    if not servers:
        lib.shim_rules_remove(game._pointer)
        if by_spec.get(game.spec) is game:
            del by_spec[game.spec]
        _served.pop(game, None)
        if game._guest is not None:
            game._guest.forget()


def _end(server: Any, games: List[Game]) -> None:
    """Of a server, or of one that was not quite open; a second time nothing is left to do."""
    with _lock:
        lib.shim_server_close(server)
        for game in games:
            _return(game, server)


class Server:
    """A running server, made by coppice.serve; it has threads of its own. `with` closes it, and so does the
    end of the program: C must not call a Python that is gone.

    url         what to open in a browser
    port        the number in it
    """

    def __init__(self, games: List[Game], pointer: Any, address: str) -> None:
        """Not for you: coppice.serve makes servers."""
        self._games, self._process, self._is_closed = games, os.getpid(), False
        self._place = owned(pointer, "coppice.serve()")
        self.port = int(lib.shim_server_port(pointer))
        host = "127.0.0.1" if address in ("", "0.0.0.0", "::") else address
        self.url = f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"
        atexit.register(self.close)

    def wait(self) -> None:
        """Serves until Ctrl-C, and closes the server."""
        if self._is_elsewhere():
            raise UseError("this server runs in the process that this one was forked from")
        try:
            while not self._is_closed:
                time.sleep(0.2)
        except KeyboardInterrupt:
            pass
        self.close()

    def close(self) -> None:
        """Ends it. What a method of a game in Python has raised meanwhile is raised here. A process that
        was forked has none of its threads, so that nothing ends there."""
        if self._is_elsewhere():
            return
        try:
            self._end()
        except KeyboardInterrupt:  # between two steps: no server is left half open
            self._end()
            raise
        for game in self._games:
            game._raise_failure()

    def _end(self) -> None:
        _end(self._place, self._games)
        self._is_closed = True
        atexit.unregister(self.close)

    def _is_elsewhere(self) -> bool:
        return os.getpid() != self._process

    def __enter__(self) -> "Server":
        if self._is_closed:
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
        return f"<coppice.Server {self.url}{' closed' if self._is_closed else ''}>"


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
    place = ffi.new("struct shim_server *")
    try:
        with _lock:
            for game in own:
                _lend(game, place)
            ask(lib.shim_server_open, place, encoded(address, "an address"), port,
                path_of(folder, "a folder"), searches, memory)
        return Server(own, place, address)
    except BaseException:
        _end(place, own)
        raise
