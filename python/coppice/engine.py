"""The small change of talking to C: texts both ways, and sentences that become exceptions."""
from __future__ import annotations

import os
from types import MethodType
from typing import Any, Callable, Dict, Tuple, Type

from .errors import Error, InputError

try:
    from ._engine import ffi, lib
except ImportError as problem:
    raise ImportError(f"the C part of coppice cannot be loaded ({problem}); `make` builds it for "
                      "PYTHONPATH=build/python, and it needs python3-cffi") from problem

__all__ = ["ask", "checked", "encoded", "ffi", "kept", "lib", "number_of", "owned", "path_of", "seed_of", "taken",
           "text", "version", "whole"]


def text(pointer: Any) -> str:
    """The string behind a `const char *`; nothing is "".

    >>> text(ffi.NULL)
    ''
    """
    if pointer == ffi.NULL:
        return ""
    return str(ffi.string(pointer).decode("utf-8", "replace"))


def taken(pointer: Any) -> str:
    """The string behind a `char *` that is ours to free."""
    try:
        return text(pointer)
    finally:
        lib.shim_free(pointer)


def encoded(words: object, what: str) -> bytes:
    """Words for C; `what` names them if they are none.

    >>> encoded(3, "a move")
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: a move is text, not 3
    """
    if not isinstance(words, str):
        raise InputError(f"{what} is text, not {words!r:.80}")
    if "\0" in words:
        raise InputError(f"{what} has a character of code 0 in it: {words!r:.80}")
    try:
        return words.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what} has half a character in it, which no file can hold: {words!r:.80}") from None


def whole(number: object, what: str, low: int, high: int) -> int:
    """A whole number within bounds; `what` names it if it is not.

    >>> whole(0, "games", 1, 10)
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: games is a whole number from 1 to 10, not 0
    """
    try:
        value = number.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        value = None
    if value is None or not low <= value <= high:
        raise InputError(f"{what} is a whole number from {low} to {high}, not {number!r:.80}")
    return int(value)


def number_of(value: object, what: str, low: float, high: float) -> float:
    """Any number within bounds; `what` names it if it is not.

    >>> number_of(float("nan"), "a period", 0, 10)
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: a period is a number from 0 to 10, not nan
    """
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not low <= number <= high:
        raise InputError(f"{what} is a number from {low:g} to {high:g}, not {value!r:.80}")
    return number


def path_of(path: object, what: str) -> bytes:
    """A file's name for C: as Python gives it to the system, whatever its bytes mean.

    >>> path_of("caf\\udce9.db", "a file")
    b'caf\\xe9.db'
    """
    try:
        place = os.fsencode(path)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"{what} is text or a path, not {path!r:.80}") from None
    except UnicodeEncodeError:
        raise InputError(f"{what} has a character that no name of a file can have: {path!r:.80}") from None
    if b"\0" in place:
        raise InputError(f"{what} has a character of code 0 in it: {path!r:.80}")
    return place


def seed_of(number: object) -> int:
    """A seed, as everywhere in the engine: from 0 to 2^53."""
    return whole(number, "a seed", 0, 1 << 53)


def ask(function: Callable[..., Any], *arguments: Any, error: Type[Error] = InputError) -> Any:
    """Calls what leaves a message when it fails, which is an answer of NULL or false."""
    message = ffi.new("char[]", lib.SHIM_MESSAGE)
    answer = function(*arguments, message)
    is_pointer = isinstance(answer, ffi.CData)
    if (answer == ffi.NULL) if is_pointer else not answer:
        raise error(text(message) or "the engine gives no reason")
    return answer


def checked(value: object, kind: type, what: str) -> Any:
    """The value, if it is of this kind."""
    if not isinstance(value, kind):
        raise InputError(f"{what} is a coppice.{kind.__name__}, not {value!r:.80}")
    return value


def owned(pointer: object, maker: str) -> Any:
    """Something of C's, which only this package makes.

    >>> owned(b"memory", "coppice.open()")
    Traceback (most recent call last):
    ...
    coppice.errors.InputError: this is made by coppice.open(), and not from b'memory'
    """
    if not isinstance(pointer, ffi.CData) or pointer == ffi.NULL:
        raise InputError(f"this is made by {maker}, and not from {pointer!r:.80}")
    return pointer


_needed: Dict[object, Any] = {}


def _close(rest: Tuple[Callable[[Any], None], Dict[object, Any], object], pointer: Any) -> None:
    """Also when the program ends, and the names of this module are gone."""
    close, all_needed, ticket = rest
    needed = all_needed.pop(ticket)
    close(pointer)
    del needed


def kept(pointer: Any, close: Callable[[Any], None], needed: Any) -> Any:
    """Something of C's that is closed when nobody has it any more, and before what it needs.

    The collector closes what refers to each other in any order; what is in a table here is no garbage
    for it."""
    ticket = object()
    _needed[ticket] = needed
    return ffi.gc(pointer, MethodType(_close, (close, _needed, ticket)))


def version() -> str:
    """Which Coppice this is."""
    return text(lib.shim_version())
