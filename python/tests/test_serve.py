"""The page for games written in Python: moves over HTTP, on this machine alone, bounded in time."""
import json
import threading
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
    assert "nim_of_python" in [row.name for row in coppice.games()]
    second.close()
    names = [row.name for row in coppice.games()]
    assert "nim_of_python" not in names and "other_of_python" in names
    third.close()
    third.close()
    assert {"nim_of_python", "other_of_python"}.isdisjoint(row.name for row in coppice.games())
    assert "closed" in repr(first)
    with pytest.raises(coppice.UseError, match="was closed"):
        with first:
            pass


def test_a_table_goes_on_when_the_server_that_brought_its_game_has_ended():
    other = coppice.serve()
    with coppice.serve(Nim):
        table = ask(other, "api/tables", {"game": "nim_of_python", "seats": []})
    for ply in range(3):
        table = ask(other, f"api/tables/{table['id']}/move", {"move": "1", "ply": ply})
    assert table["ply"] == 3
    other.close()


def test_a_served_game_is_opened_by_its_name_and_outlives_the_server():
    game = coppice.open(Nim)
    with coppice.serve(game):
        found = coppice.open("nim_of_python")
        assert found is game and coppice.open(" Nim_of_Python() ") is game
        with pytest.raises(coppice.InputError, match="no options|size"):
            coppice.open("nim_of_python(size=3)")
        with pytest.raises(coppice.InputError, match='there is a game "nim_of_python" already'):
            coppice.serve(Nim)  # another object of the class
        state = found.start()
    with pytest.raises(coppice.InputError, match="there is no game"):
        coppice.open("nim_of_python")
    del game, found
    assert state.play("3").solve().is_known
    with coppice.serve(Nim) as server:  # the name is free again
        assert "nim_of_python" in [row["name"] for row in ask(server, "api/games")]


def test_servers_come_and_go_in_many_threads():
    """Four threads open and close servers with games of their own, and play there; others look on."""
    problems, running = [], [4]

    def serve(number):
        rules = type(f"Nim{number}", (Nim,), {"name": f"nim{number}_of_python"})
        try:
            for _ in range(4):
                with coppice.serve(rules) as server:
                    table = ask(server, "api/tables", {"game": rules.name, "seats": []})
                    assert ask(server, f"api/tables/{table['id']}/move", {"move": "1", "ply": 0})["ply"] == 1
        except Exception as problem:  # pylint: disable=broad-except
            problems.append(problem)
        running[0] -= 1

    def look():
        try:
            while running[0] > 0:
                names = [row.name for row in coppice.games()]
                assert names[:2] == ["connect4", "othello"]
                for name in names[15:]:
                    try:
                        assert coppice.open(name).start().play("1").position
                    except coppice.InputError:
                        pass  # it was taken back meanwhile
        except Exception as problem:  # pylint: disable=broad-except
            problems.append(problem)

    threads = [threading.Thread(target=serve, args=(number,)) for number in range(4)]
    threads += [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not problems and not any(thread.is_alive() for thread in threads)
    assert not [row.name for row in coppice.games() if "of_python" in row.name]


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
