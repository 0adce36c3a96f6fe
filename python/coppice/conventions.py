"""The names that users of general-game libraries know, for the same things.

Moves are *actions* there, numbers that legal_actions() lists; here these numbers are 32 bits wide and
packed by each game, so that they are no indices of a table: game.max_moves bounds how many there are at
a time, not how large they are.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Tuple

from .engine import encoded, ffi, lib, whole
from .errors import InputError

if TYPE_CHECKING:
    from .state import State


class Conventions:
    """What State has by other names.

    >>> import coppice
    >>> state = coppice.open("othello").start()
    >>> action = state.legal_actions()[0]
    >>> state.current_player(), state.action_to_string(action), state.is_terminal()
    (0, 'd3', False)
    >>> state.string_to_action("d3") == action
    True
    >>> state.apply_action(action)
    >>> state.current_player()
    1
    """

    def current_player(self: Any) -> int:
        """The same as turn: a player, coppice.CHANCE or coppice.OVER."""
        return int(self.turn)

    def is_terminal(self: Any) -> bool:
        """Whether the game is over."""
        return bool(self.is_over)

    def is_chance_node(self: Any) -> bool:
        """Whether chance is to move."""
        return int(self.turn) == -1

    def apply_action(self: Any, action: int) -> None:
        """Plays a number of legal_actions()."""
        self.play(whole(action, "an action", 0, 0xffffffff))

    def child(self: Any, action: int) -> "State":
        """The position after an action; this one stays."""
        child: "State" = self.clone()
        child.apply_action(action)
        return child

    def action_to_string(self: Any, action: int) -> str:
        """How an action is written here."""
        if whole(action, "an action", 0, 0xffffffff) not in self.legal_actions():
            raise InputError(f"{action!r:.40} is not the number of a legal move; "
                             "legal_actions() lists them")
        return str(self._word(action))

    def string_to_action(self: Any, word: str) -> int:
        """The action that a word names here."""
        move = ffi.new("uint32_t *")
        self.game._ask(lib.shim_read_move, self.game._pointer, self._now(), encoded(word, "a move"), move)
        return int(move[0])

    def chance_outcomes(self: Any) -> List[Tuple[int, float]]:
        """Where chance is to move: the actions and how likely they are."""
        here = self.clone()
        return list(zip(here.legal_actions(), here._probabilities()))

    def returns(self: Any) -> List[float]:
        """What each player got, from -1 (lost) to 1 (won); zeros while the game goes on."""
        if not self.is_over:
            return [0.0] * int(self.game.players)
        return [2 * payoff - 1 for payoff in self.payoffs()]

    def information_state(self: Any, player: int) -> "State":
        """What a player knows of a position with hidden pieces: view()."""
        view: "State" = self.view(player)
        return view

    def information_state_string(self: Any, player: int) -> str:
        """The same as text: two positions that look alike to the player have it in common."""
        return str(self.view(player).position)

    def observation_tensor(self: Any, player: Optional[int] = None) -> Any:
        """observation() as one row of numbers."""
        planes = self.observation(player)
        if hasattr(planes, "ravel"):
            return planes.ravel()
        return memoryview(bytes(planes)).cast("f")
