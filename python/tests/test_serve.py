"""The page for games written in Python: moves over HTTP, on this machine alone, bounded in time."""
import json
import time
import urllib.error
import urllib.request

import pytest

import coppice
from support import SECONDS


class Nim(coppice.Rules):
    """Take one, two or three matches; who takes the last one wins."""

    name = "nim_of_python"
    max_plies = 21

    def start(self):
        return (0, 21)

    def turn(self, state):
        return state[0] if state[1] > 0 else coppice.OVER

    def moves(self, state):
        return [number for number in (1, 2, 3) if number <= state[1]]

    def play(self, state, move):
        return (1 - state[0], state[1] - move)

    def payoffs(self, state):
        return (0, 1) if state[0] == 0 else (1, 0)


def ask(server, target, body=None):
    """The answer to a request; POST where there is a body."""
    request = urllib.request.Request(server.url + target, headers={"Content-Type": "application/json"},
                                     data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)


def test_a_game_of_python_is_played_over_http():
    with coppice.serve(Nim) as server:
        assert "nim_of_python" in [row["name"] for row in ask(server, "api/games")]
        assert "othello" in [row["name"] for row in ask(server, "api/games")]
        table = ask(server, "api/tables", {"game": "nim_of_python", "seats": [
            {"who": "human"}, {"who": "mcts(solver=on)", "limit": "sims=200"}]})
        assert [row["move"] for row in table["moves"]] == ["1", "2", "3"]
        table = ask(server, f"api/tables/{table['id']}/move", {"move": "1", "ply": 0})
        end = time.monotonic() + SECONDS
        while table["ply"] < 2 and time.monotonic() < end:
            time.sleep(0.02)
            table = ask(server, f"api/tables/{table['id']}")
        assert table["ply"] >= 2 and table["history"][0]["move"] == "1"
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(server, f"api/tables/{table['id']}/move", {"move": "9", "ply": table["ply"]})
        assert refused.value.code == 422
        refused.value.close()
    assert "nim_of_python" not in [row.name for row in coppice.games()]


def test_games_are_kept_in_the_folder(tmp_path):
    with coppice.serve(Nim, folder=tmp_path) as server:
        table = ask(server, "api/tables", {"game": "nim_of_python", "seats": []})
        ask(server, f"api/tables/{table['id']}/move", {"move": "2", "ply": 0})
    with coppice.serve(Nim, folder=tmp_path) as server:
        assert ask(server, f"api/tables/{table['id']}")["ply"] == 1


def test_servers_share_a_game_and_end_in_any_order():
    game = coppice.open(Nim)
    first, second = coppice.serve(game), coppice.serve(game)
    other = type("Other", (Nim,), {"name": "other_of_python"})
    third = coppice.serve(other)
    first.close()
    second.close()
    assert "nim_of_python" in [row.name for row in coppice.games()]  # beneath the other one
    third.close()
    third.close()
    assert {"nim_of_python", "other_of_python"}.isdisjoint(row.name for row in coppice.games())
    assert "closed" in repr(first)
    with pytest.raises(coppice.UseError, match="was closed"):
        with first:
            pass


def test_what_a_method_raises_comes_out_at_the_end():
    class Broken(Nim):
        """It fails after the first move."""

        name = "broken_of_python"

        def play(self, state, move):
            raise ArithmeticError("this cannot be played")

    server = coppice.serve(Broken)
    table = ask(server, "api/tables", {"game": "broken_of_python", "seats": []})
    try:
        ask(server, f"api/tables/{table['id']}/move", {"move": "1", "ply": 0})
    except urllib.error.HTTPError as refused:
        refused.close()
    with pytest.raises(ArithmeticError, match="cannot be played"):
        server.close()


def test_wrong_servers_are_refused(tmp_path):
    with coppice.serve() as server:
        with pytest.raises(coppice.InputError, match=str(server.port)):
            coppice.serve(port=server.port)
    for more in ({"port": -1}, {"port": 70000}, {"searches": -1}, {"memory": 5}):
        with pytest.raises(coppice.InputError, match="is a whole number"):
            coppice.serve(**more)
    with pytest.raises(coppice.InputError):
        coppice.serve(address="nowhere at all")
    (tmp_path / "file").write_text("")
    with pytest.raises(coppice.InputError):
        coppice.serve(folder=tmp_path / "file")
    taken = type("Taken", (Nim,), {"name": "othello"})
    with pytest.raises(coppice.InputError, match='there is a game "othello" already'):
        coppice.serve(taken)
    with coppice.serve(Nim) as server:  # nothing is left of those that failed
        assert server.port > 0
