"""What can go wrong, always with a sentence that says what to do about it."""


class Error(Exception):
    """Something that the engine refuses or cannot do."""


class InputError(Error, ValueError):
    """What was given is wrong: a move that is not legal, an option that is not there."""


class UseError(Error, RuntimeError):
    """It cannot be used now: a state that was closed, an agent that is busy in another thread."""
