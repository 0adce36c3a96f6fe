"""States: wrong input, and what single methods promise."""
import pickle

import pytest

import coppice


@pytest.fixture(name="state")
def othello():
    return coppice.open("othello").start()


@pytest.mark.parametrize("move, words", [
    ("a1", "not a legal move for Black; legal: d3"), ("d3 d3", "move 2"), ("", "no move"),
    ("  ", "no move"), (0, "not the number of a legal move"), (-1, "whole number"),
    (1 << 40, "whole number"), (None, "whole number"), (2.5, "whole number"), ("d3\0", "code 0"),
    (b"d3", "whole number"), ("\ud800", "."), ("x" * 10000, "."),
])
def test_wrong_moves_change_nothing(state, move, words):
    before = state.position
    with pytest.raises(coppice.InputError, match=words):
        state.play(move)
    assert state.position == before and state.moves_played() == []


def test_errors_are_what_python_knows_too(state):
    with pytest.raises(ValueError):
        state.play("a1")
    with pytest.raises(coppice.Error):
        state.play("a1")
    state.close()
    with pytest.raises(RuntimeError):
        state.play("d3")


@pytest.mark.parametrize("spec, words", [
    ("otelo", "did you mean othello"), ("othello(size=7)", "size"), ("othello(", "."), ("", "."),
    ("othello(colour=red)", "no option"), (3, "a game is text"), (None, "a game is text"),
    ("othello\0", "code 0"),
])
def test_wrong_games_are_refused(spec, words):
    with pytest.raises(coppice.InputError, match=words):
        coppice.open(spec)


def test_wrong_positions_are_refused(state):
    for words in ("", "nonsense", state.position[:-3], 5):
        with pytest.raises(coppice.InputError):
            state.game.position(words)


@pytest.mark.parametrize("use, words", [
    (lambda state: state.score(2), "a player"), (lambda state: state.view(-1), "a player"),
    (lambda state: state.svg(5), "a player"), (lambda state: state.playouts(0), "playouts"),
    (lambda state: state.playouts(5, threads=0), "threads"),
    (lambda state: state.playouts(5, limit=-1), "limit"),
    (lambda state: state.perft(-1), "depth"), (lambda state: state.observation(levels=0), "levels"),
    (lambda state: state.game.start(-1), "a seed"), (lambda state: state.random_move("x"), "a seed"),
    (lambda state: state.apply_action("d3"), "an action"),
    (lambda state: state.action_to_string(1 << 31), "not the number"),
    (lambda state: state.string_to_action("a1"), "not a legal move"),
    (lambda state: state.sgf(players=["one"]), "2 players"),
    (lambda state: state.playouts(5).mean(2), "a player"),
    (lambda state: state.playouts(5, limit=1).mean(0), "no game came to its end"),
    (lambda state: coppice.options("othelo"), "no game or agent"),
    (lambda state: coppice.Record.of("d3"), "coppice.State"),
    (lambda state: state.game.read_sgf("(;GM[1])"), "."),
    (lambda state: coppice.read_sgf("("), "line 1"),
    (lambda state: coppice.open("connect4").start().score(), "no points"),
    (lambda state: coppice.open("connect4").start().solve(stake="score"), "no points; solve it for its payoff"),
    (lambda state: state.sgf(players=[1, 2]), "a player's name is text, not 1"),
    (lambda state: state.sgf(event="\ud800"), "half a character"),
])
def test_wrong_arguments_are_refused(state, use, words):
    with pytest.raises(coppice.InputError, match=words):
        use(state)


class Meddling:
    """A module's `lib`, in which another thread plays on a state after the first question about it."""

    def __init__(self, meddle):
        self.meddle = meddle

    def __getattr__(self, name):
        function = getattr(coppice.engine.lib, name)

        def call(*arguments):
            answer = function(*arguments)
            meddle, self.meddle = self.meddle, None
            if meddle is not None:
                meddle()
            return answer

        return call if name.startswith("shim_") and callable(function) else function


def before_chance():
    state = coppice.open("dice").start()
    while state.turn != coppice.CHANCE:
        state.play(state.legal_moves()[0])
    return state


LOOKS = [lambda state: state.chances(), lambda state: state.random_move(3), lambda state: state.chance_outcomes(),
         lambda state: state.observation().tolist(), lambda state: state.clone().position,
         lambda state: state.playouts(20, seed=1).plies.tolist(), lambda state: state.moves_played()]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("start", [before_chance, lambda: coppice.open("othello").start().play("d3")])
def test_a_look_is_at_one_position_while_another_thread_plays(start, look, monkeypatch):
    expected = []
    for meddles in (False, True):
        state = start()
        if meddles:
            move = state.legal_actions()[0]
            monkeypatch.setattr(coppice.state, "lib", Meddling(lambda: state.play(move)))
        try:
            expected.append(look(state))
        except coppice.InputError as problem:
            expected.append(str(problem))
    assert expected[0] == expected[1]


def test_of_two_moves_at_the_same_time_one_counts(monkeypatch):
    state = coppice.open("othello").start()
    first, second = state.legal_actions()[:2]
    monkeypatch.setattr(coppice.state, "lib", Meddling(lambda: state.play(second)))
    state.play(first)
    monkeypatch.undo()
    assert state.moves_played() == ["d3"] and coppice.Record.of(state).end() == state


def test_moves_of_numpy_are_numbers(state):
    numpy = pytest.importorskip("numpy")
    actions = numpy.array(state.legal_actions(), dtype="uint32")
    assert state.play(actions[0]).moves_played() == ["d3"]


def test_perft_is_the_known_one(state):
    assert [state.perft(depth) for depth in range(8)] == [1, 4, 12, 56, 244, 1396, 8200, 55092]


def test_equal_positions_are_equal_however_they_came_about(state):
    game = state.game
    other = game.start()
    assert state == other and state.key == other.key
    assert state != other.play("d3") and state != "d3"
    with pytest.raises(TypeError):
        hash(state)
    assert eval(repr(other), {"coppice": coppice}).position == other.position


def test_a_record_begins_where_the_position_was_given(state):
    state.play("d3 c5")
    begun = state.game.position(state.position)
    begun.play(begun.legal_moves()[0])
    record = coppice.read_sgf(begun.sgf(comment="from the middle"))
    assert record.start().position == state.position and record.comment == "from the middle"
    assert len(record.actions()) == 1 and record.notes() == [None]


def test_chance_falls_by_its_probabilities():
    state = coppice.open("dice").start()
    while state.turn != coppice.CHANCE:
        state.play(state.legal_moves()[0])
    shares = dict(state.chances())
    count = 6000
    drawn = [state.random_move(seed) for seed in range(count)]
    for outcome, share in shares.items():
        deviation = (share * (1 - share) / count) ** 0.5
        assert abs(drawn.count(outcome) / count - share) < 5 * deviation


def test_hidden_pieces_are_hidden():
    game = coppice.open("stratego(size=5)")
    state = game.start(3)
    assert game.is_hidden
    assert state.information_state_string(0) != state.position
    assert state.svg(0) != state.svg() != state.svg(1)
    hidden = [piece for piece in state.scene(0).pieces if piece.kind == "hidden"]
    assert hidden and all(piece.owner == 1 for piece in hidden)
    samples = {state.sample(0, seed).position for seed in range(10)}
    assert len(samples) > 1
    assert {state.sample(0, seed).information_state_string(0) for seed in range(10)} == {
        state.information_state_string(0)}


def test_without_hidden_pieces_a_view_is_the_position_with_its_past():
    """Fanorona counts moves without a capture, and no text of a position says how many."""
    game = coppice.open("fanorona")
    state = game.start()
    while game.position(state.position) == state:
        state.play(state.random_move(5))
    assert not state.is_over
    for seen in (state.view(0), state.sample(1, seed=3), state.information_state(1)):
        assert seen == state and seen.moves_played() == state.moves_played()
        assert pickle.loads(pickle.dumps(seen)) == state and coppice.read_sgf(seen.sgf()).end() == state
        assert seen.play(seen.random_move()) != state
    with pytest.raises(coppice.InputError, match="a player is"):
        state.view(2)
    with pytest.raises(coppice.InputError, match="a seed is"):
        state.sample(0, seed=-1)


def test_options_are_told():
    assert "size" in coppice.options("othello") and "solver" in coppice.options("mcts")
    assert "sims" in coppice.options("limit")
