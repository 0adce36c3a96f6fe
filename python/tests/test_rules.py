"""Games written in Python: every search, matches, records, and every way to be wrong."""
import os
import pickle
import random
import sys
import threading
import time
import xml.etree.ElementTree

import pytest

import coppice
from support import ROOT, random_game

sys.path.insert(0, os.path.join(ROOT, "examples"))
from hexapawn import Hexapawn  # pylint: disable=wrong-import-position
from nim import Nim  # pylint: disable=wrong-import-position


class Race(coppice.Rules):
    """Three players roll a coin in turn and go one or two steps; who has gone six first wins."""

    players = 3
    score_high = 7
    name = "coinrace"

    def start(self):
        return {"turn": 0, "steps": [0, 0, 0], "rolls": True}

    def turn(self, state):
        if max(state["steps"]) >= 6:
            return coppice.OVER
        return coppice.CHANCE if state["rolls"] else state["turn"]

    def moves(self, state):
        return ["heads", "tails"] if state["rolls"] else ["go", "stay"]

    def chances(self, state):
        return [0.25, 0.75]

    def play(self, state, move):
        if move in ("heads", "tails"):
            state["coin"], state["rolls"] = move, False
            return state
        if move == "go":
            state["steps"][state["turn"]] += 2 if state["coin"] == "heads" else 1
        del state["coin"]
        state["turn"], state["rolls"] = (state["turn"] + 1) % 3, True
        return state

    def payoffs(self, state):
        return [float(steps >= 6) for steps in state["steps"]]

    def score(self, state, player):
        return state["steps"][player]


class Sum(coppice.Rules):
    """One player picks digits of a dealt row from either end; every second one counts."""

    players = 1
    score_high = 100
    max_plies = 8

    def deal(self, random):
        return ([random.randrange(10) for _ in range(8)], 0)

    def turn(self, state):
        return 0 if state[0] else coppice.OVER

    def moves(self, state):
        return ["left", "right"] if len(state[0]) > 1 else ["left"]

    def play(self, state, move):
        row, points = state
        value = row.pop(0 if move == "left" else -1)
        return (row, points + (value if len(row) % 2 else 0))

    def payoffs(self, state):
        return [state[1] / 100]

    def score(self, state, player):
        return state[1]


GAMES = [Nim, Hexapawn, Race, Sum]


@pytest.fixture(name="game", params=GAMES, ids=lambda kind: kind.__name__)
def opened(request):
    return coppice.open(request.param)


def begun(game):
    state = game.start(1)
    while state.turn == coppice.CHANCE:
        state.play(state.random_move(1))
    return state


def test_random_games_end_positions_are_read_back_and_boards_are_drawn(game):
    for seed in range(5):
        for state in random_game(game, seed):
            assert game.position(state.position) == state
            assert state.clone() == state and state.key == state.clone().key
            xml.etree.ElementTree.fromstring(state.svg())
            assert state.drawing()
        assert state.is_over and len(state.payoffs()) == game.players


@pytest.mark.parametrize("kind", [row.name for row in coppice.agents()])
def test_every_search_plays_or_says_why_not(game, kind):
    state = begun(game)
    try:
        report = game.agent(kind).think(state, "sims=40, nodes=200, depth=2")
    except coppice.Error as problem:
        assert len(str(problem)) > 10
        assert kind not in ("mcts", "mc", "random")
    else:
        assert report.best in state.legal_moves()


def test_matches_and_records(game):
    agents = ["mcts", "random"][:max(game.players, 1)]
    outcome = game.match(agents, "sims=20", games=6, threads=2)
    assert len(outcome.games) == 6
    for one in outcome.games:
        record = one.record()
        assert record.end().payoffs() == one.payoffs
        assert game.read_sgf(record.sgf()).moves() == record.moves()


def test_playouts_are_the_same_with_threads(game):
    one, two = (game.start(3).playouts(40, seed=1, threads=threads) for threads in (1, 3))
    assert one.payoffs.tolist() == two.payoffs.tolist()
    assert game.start(3).observation().ndim == 3


def test_a_search_with_threads_of_its_own_calls_python_from_them():
    game = coppice.open(Nim)
    report = game.agent("mcts(solver=on)", "threads=3").think(game.start(), "sims=3000")
    assert report.best in ("1", "2", "3")


def sequences(rules, state, depth):
    """perft without the engine."""
    if depth == 0:
        return 1
    if rules.turn(state) == coppice.OVER:
        return 0
    return sum(sequences(rules, rules.play(state, move), depth - 1) for move in rules.moves(state))


class Many(coppice.Rules):
    """Hundreds of moves, all of them new at every turn."""

    def start(self):
        return (0, 0)

    def turn(self, state):
        return state[0] if state[1] < 200 else coppice.OVER

    def moves(self, state):
        return [f"m{state[1] * 3 + step}" for step in range(60)]

    def play(self, state, move):
        return (1 - state[0], int(move[1:]) + 1)

    def payoffs(self, state):
        return (0, 1) if state[1] % 2 else (1, 0)


class Slow(list):
    """Another thread gets its turn whenever something is added."""

    def append(self, value):
        super().append(value)
        time.sleep(1e-5)


def test_threads_that_meet_the_same_new_moves_agree_on_their_numbers():
    game = coppice.open(Many)
    guest = game._guest
    guest._moves = Slow(guest._moves)
    game.start().playouts(20, seed=1, threads=4)
    assert len(guest._moves) == len(guest._numbers)
    assert {word: str(guest.move(number)) for word, number in guest._numbers.items()} == {
        word: word for word in guest._numbers}


def test_searches_find_what_is_known():
    nim = coppice.open(Nim)
    assert nim.start().solve().best == "1"
    assert nim.start().play("2").solve().value == 1.0  # 19 left: take 3
    hexapawn = coppice.open(Hexapawn)
    assert hexapawn.start().solve().value == 0.0
    assert hexapawn.agent("alphabeta").think(hexapawn.start(), "depth=12").proof == "loss"
    for depth in range(1, 7):
        assert hexapawn.start().perft(depth) == sequences(Hexapawn(), Hexapawn().start(), depth)
    assert hexapawn.player_names == ("White", "Black")


def test_a_seed_and_a_count_decide_all(game):
    def found():
        fresh = coppice.open(type(game._guest.rules))
        report = fresh.agent("mcts", "seed=4").think(begun(fresh), "sims=100")
        return report.line, report.values

    assert found() == found()


def test_a_scene_has_the_pieces_of_the_players():
    scene = coppice.open(Hexapawn).start().scene()
    assert len(scene.cells) == 9 and len(scene.pieces) == 6
    assert {piece.owner for piece in scene.pieces} == {0, 1}
    assert [cell.name for cell in scene.cells][:3] == ["a3", "b3", "c3"]


def test_the_game_stays_while_its_states_do():
    state = coppice.open(Nim).start()
    assert state.play("3 3 3").legal_moves() == ["1", "2", "3"]


def test_wrong_moves_and_positions_are_refused():
    game = coppice.open(Nim)
    with pytest.raises(coppice.InputError, match='"7" is not a legal move'):
        game.start().play("7")
    with pytest.raises(coppice.InputError, match="is no position"):
        game.position("nonsense")
    with pytest.raises(coppice.InputError, match="is no position"):
        game.position("(0, 'many')")
    with pytest.raises(coppice.InputError, match="is no position"):
        game.position("(7, 3)")
    assert game.start().legal_moves() == ["1", "2", "3"]


def test_a_state_of_another_object_is_refused():
    agent, state = coppice.open(Nim).agent("mcts"), coppice.open(Nim).start()
    again = pickle.loads(pickle.dumps(agent.game.start()))
    for use in (lambda: agent.think(state, "sims=5"), lambda: agent.played(state, "1"),
                lambda: agent.think(again, "sims=5")):
        with pytest.raises(coppice.InputError, match="the agent is for nim and the state of another nim"):
            use()
    assert again.game.agent("mcts").think(again, "sims=5").best in again.legal_moves()


# ---- games that are wrong ----

def broken(**methods):
    """Nim with other methods."""
    return type("Broken", (Nim,), methods)


def nested(depth):
    """Tuples in each other; a list in itself where the depth is None."""
    value = []
    if depth is None:
        value.append(value)
    for _ in range(depth or 0):
        value = (value,)
    return value


def fails_at(matches):
    def moves(self, state):
        if state[1] <= matches:
            raise LookupError(f"nothing at {state[1]}")
        return Nim.moves(self, state)

    return moves


WRONG = [
    ({"start": lambda self: {1, 2}}, "a state is made of"),
    ({"start": lambda self: "x" * 5000}, "raise state_bytes"),
    ({"start": lambda self: nested(100000)}, "goes deeper than Python"),
    ({"start": lambda self: nested(None)}, "has itself in it"),
    ({"turn": lambda self, state: 2}, "turn\\(\\) is a player from 0 to 1"),
    ({"turn": lambda self, state: None}, "turn\\(\\) is a player"),
    ({"turn": lambda self, state: coppice.CHANCE}, "there is no chances"),
    ({"moves": lambda self, state: []}, "moves\\(\\) lists nothing"),
    ({"moves": lambda self, state: ["a b"]}, "a move is a word"),
    ({"moves": lambda self, state: [""]}, "a move is a word"),
    ({"moves": lambda self, state: [(1, 2)]}, "a move is a word or a whole number"),
    ({"moves": lambda self, state: ["x", "x"]}, "lists a move twice"),
    ({"moves": lambda self, state: list(range(300))}, "max_moves is 256"),
    ({"moves": lambda self, state: 5}, "not iterable"),
    ({"players": 9}, "players is a whole number from 1 to 8"),
    ({"max_moves": 0}, "max_moves"), ({"state_bytes": 10 ** 6}, "state_bytes"),
    ({"player_names": ("A",)}, "2 players and 1 names"), ({"name": "my game"}, "a game's name"),
    ({"player_names": 2}, "a list of names"), ({"player_names": "AB"}, "a list of names"),
    ({"name": 3}, "a game's name"),
    ({"title": "a\0b"}, "code 0"), ({"lesson": 5}, "is text, not 5"), ({"max_plies": -1}, "max_plies"),
    ({"moves": lambda self, state: ["\ud800"]}, "a move is a word without"),
    ({"moves": lambda self, state: [1.0]}, "not 1.0 of type float"),
    ({"start": lambda self: (0, [1, {"a": 2 + 1j}])}, "in this one is \\(2\\+1j\\) of type complex"),
    ({"score_low": "none"}, "score_low is a number"), ({"score_high": float("inf")}, "score_high is a number"),
]


@pytest.mark.parametrize("methods, words", WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_start_is_refused_when_the_game_is_opened(methods, words):
    with pytest.raises((coppice.InputError, TypeError), match=words):
        coppice.open(broken(**methods))


def test_numbers_of_numpy_are_numbers():
    """What a class that uses NumPy returns by itself: its numbers, and arrays where a sequence is asked for."""
    numpy = pytest.importorskip("numpy")

    def play(self, state, move):
        assert type(move) is int  # so that a state that is made with it is plain
        return (1 - state[0], state[1] - move)

    plain = broken(evaluate=lambda self, state: 0.25)
    numpys = broken(
        turn=lambda self, state: numpy.int8(state[0]) if state[1] > 0 else coppice.OVER, play=play,
        moves=lambda self, state: numpy.arange(1, min(3, state[1]) + 1),
        payoffs=lambda self, state: numpy.array([state[0] == 1, state[0] == 0], numpy.float32),
        evaluate=lambda self, state: numpy.float32(0.25),
        board=lambda self, state: numpy.array([["X", "."], [".", "O"]]))
    games = [coppice.open(kind) for kind in (plain, numpys)]
    for agent, limit in (("mcts", "sims=100"), ("alphabeta", "depth=4")):
        one, other = (game.agent(agent, "seed=1").think(game.start(), limit) for game in games)
        assert (one.line, one.values) == (other.line, other.values)
    assert games[0].start().playouts(20) == games[1].start().playouts(20)
    assert len(games[1].start().scene().cells) == 4
    with pytest.raises(coppice.InputError, match="in this one is 21 of type numpy.int64"):
        coppice.open(broken(start=lambda self: (0, numpy.int64(21))))


def test_a_row_of_a_board_may_be_a_list():
    def scene(board):
        return coppice.open(broken(board=lambda self, state: board)).start().scene()

    assert scene([["X", "."], [".", "O"]]) == scene(["X.", ".O"]) == scene("X.\n.O")


def test_moves_that_are_written_alike_are_alike():
    game = coppice.open(broken(moves=lambda self, state: [1 if state[0] == 0 else "1"]))
    with pytest.raises(coppice.InputError, match="lists '1' here and 1 elsewhere"):
        game.start().play("1").legal_moves()


@pytest.mark.parametrize("method", ["start", "turn", "moves", "play", "payoffs"])
def test_a_missing_method_is_told(method):
    methods = {name: getattr(Nim, name) for name in ("start", "turn", "moves", "play", "payoffs")
               if name != method}
    kind = type("Missing", (coppice.Rules,), methods)
    with pytest.raises(NotImplementedError, match=f"Missing has no {method}"):
        coppice.open(kind).start().play("3").playouts(3)


@pytest.mark.parametrize("agent", ["mcts", "mcts(solver=on)", "mc", "alphabeta", "mcts(rave=node)"])
@pytest.mark.parametrize("methods, error", [
    ({"moves": fails_at(3)}, LookupError),
    ({"payoffs": lambda self, state: [1]}, coppice.InputError),
    ({"payoffs": lambda self, state: [1, 1]}, coppice.InputError),
    ({"play": lambda self, state, move: {1} if state[1] < 9 else Nim.play(self, state, move)},
     coppice.InputError),
    ({"turn": lambda self, state: 1 // max(state[1] - 4, 0) * 0 + state[0]}, ZeroDivisionError),
], ids=lambda value: str(value)[:30])
def test_an_exception_ends_the_search_and_is_raised(agent, methods, error):
    game = coppice.open(broken(**methods))
    limit = "depth=30" if agent == "alphabeta" else "1h"
    with pytest.raises(error):
        game.agent(agent).think(game.start(), limit)
    assert game.start().legal_moves() == ["1", "2", "3"]


@pytest.mark.parametrize("plies", [1, 3, 20])
def test_a_game_that_is_longer_than_it_says_is_told(plies):
    game = coppice.open(broken(max_plies=plies))
    slow = game.start()
    for _ in range(plies):
        slow.play("1")
    with pytest.raises(coppice.InputError, match=f"max_plies is {plies}, and a game went on"):
        slow.clone().play("1")
    assert slow.legal_moves() and game.position(slow.position) == slow
    assert game.position(slow.position).play("1") is not None  # a game of its own


@pytest.mark.parametrize("work", [
    lambda game: game.start().solve(), lambda game: game.agent("mcts").think(game.start(), "1h"),
    lambda game: game.agent("dfpn").think(game.start(), "1h"), lambda game: game.start().playouts(100000)])
def test_what_meets_a_longer_game_ends(work):
    with pytest.raises(coppice.InputError, match="max_plies is 3, and a game went on"):
        work(coppice.open(broken(max_plies=3)))


def counting(self, state):
    """It remembers how often it was asked."""
    self.count = getattr(self, "count", 0) + 1
    return [1] if self.count % 7 == 0 else Nim.moves(self, state)


DICE = random.Random(1)


@pytest.mark.parametrize("methods, words", [
    ({"moves": counting}, "moves.. had two answers"),
    ({"moves": lambda self, state: DICE.sample([1, 2, 3], 2)}, "moves.. had two answers"),
    ({"turn": lambda self, state: DICE.choice([0, 1])}, "turn.. or moves.. had two answers"),
    ({"play": lambda self, state, move: (1 - state[0], state[1] - DICE.choice([1, 2]))}, "play.. had two answers"),
    ({"start": lambda self: (0, DICE.randrange(1000))}, "start.. or deal.. had two answers"),
])
def test_answers_that_do_not_follow_from_the_state_are_told(methods, words):
    with pytest.raises(coppice.InputError, match=words):
        game = coppice.open(broken(max_plies=0, **methods))
        game.agent("mcts").think(game.start(), "1h")


@pytest.mark.parametrize("value", [3, None, (0.5, 0.5), (1,), "x", float("nan")])
def test_wrong_judgements_end_the_search(value):
    game = coppice.open(broken(evaluate=lambda self, state: value))
    with pytest.raises(coppice.InputError, match="evaluate|one's value is minus"):
        game.agent("alphabeta").think(game.start(), "1h")


class Flaky(Nim):
    """Each question is refused with some probability."""

    luck, refused = random.Random(1), 0.0

    def board(self, state):
        """A row of matches."""
        return ["|" * state[1] + "." * (21 - state[1])]

    def evaluate(self, state):
        """Nobody knows."""
        return 0

    def __getattribute__(self, name):
        method = object.__getattribute__(self, name)
        if name in ("start", "turn", "moves", "play", "payoffs", "board", "evaluate") and (
                Flaky.luck.random() < Flaky.refused):
            raise LookupError(name)
        return method


def calls_of(game):
    """Everything that asks a game written in Python."""
    over, agent = game.start().play("3 3 3 3 3 3 3"), game.agent("mcts")
    sgf, position, state = over.sgf(), over.position, game.start().play("1 2 3")
    return [lambda: state.turn, state.legal_moves, state.legal_actions, lambda: state.clone().play("1 2"),
            lambda: state.clone().play(1), over.payoffs, over.returns, lambda: state.ending,
            over.moves_played, state.random_move, lambda: state.view(0), lambda: state.sample(0), state.svg,
            state.drawing, state.scene, state.observation, lambda: state.playouts(3),
            lambda: state.playouts(3, threads=2), lambda: state.solve("nodes=100"), lambda: state.perft(4), over.sgf,
            lambda: state.action_to_string(1), lambda: state.string_to_action("1"), lambda: repr(state),
            lambda: agent.think(state, "sims=20"), lambda: game.agent("alphabeta").think(state, "depth=3"),
            lambda: agent.played(state, "1"), agent.start, lambda: game.agent("hotstrat"), game.start,
            lambda: game.position(position), lambda: game.read_sgf(sgf).states(), lambda: pickle.dumps(over),
            lambda: game.match(["mc", "random"], "sims=2", games=2)]


@pytest.mark.parametrize("refused", [0.03, 0.3, 1.0])
def test_what_a_method_raises_comes_out_of_the_call_that_met_it(refused):
    game, raised = coppice.open(Flaky), 0
    for call in calls_of(game) * 10:
        before = game._guest.failures
        game._guest.forget()
        Flaky.refused = refused
        try:
            call()
        except LookupError:
            raised += 1
        except coppice.Error as problem:
            assert game._guest.failures == before, problem
        else:
            assert game._guest.failures == before, call
        finally:
            Flaky.refused = 0.0
        assert game._guest.failure is None
    assert raised > 20


def test_an_exception_ends_playouts_and_matches():
    game = coppice.open(broken(moves=fails_at(3)))
    with pytest.raises(LookupError, match="nothing at"):
        game.start().playouts(1000000)
    with pytest.raises(LookupError, match="nothing at"):
        game.match(["mcts", "random"], "sims=10", games=1000000)
    with pytest.raises(LookupError, match="nothing at"):
        game.start().solve()


def test_an_exception_in_a_thread_of_the_search_is_raised():
    game = coppice.open(broken(moves=fails_at(3)))
    with pytest.raises(LookupError):
        game.agent("mcts", "threads=3").think(game.start(), "1h")


def test_two_searches_of_one_game_at_a_time():
    game, found = coppice.open(Nim), []

    def think():
        found.append(game.agent("mcts(solver=on)", "seed=2").think(game.start(), "sims=500").sims)

    threads = [threading.Thread(target=think) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [500] * 3
