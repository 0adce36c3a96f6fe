"""What every game of the registry keeps in Python, and its variants."""
import xml.etree.ElementTree

import pytest

import coppice
from support import random_game, variants

SPECS = variants()


def test_the_registry_is_listed():
    names = [row.name for row in coppice.games()]
    assert len(names) == len(set(names)) >= 15
    assert all(row.title and row.summary for row in coppice.games() + coppice.agents())
    assert len(SPECS) > 50


@pytest.fixture(name="game", params=SPECS)
def opened(request):
    return coppice.open(request.param)


def test_five_lines_search_and_draw_it(game):
    state = game.start()
    while state.turn == coppice.CHANCE:
        state.play(state.random_move())
    report = game.agent("mcts", "seed=1").think(state, "sims=30")
    assert report.line[0] == report.best and report.best in [one.move for one in report.candidates]
    assert len(report.values) == len(report.chances) == game.players
    assert "<svg" in state.play(report.best)._repr_svg_()


def test_a_random_game_comes_to_its_end_with_payoffs(game):
    result = game.start(3).playouts(20, seed=5)
    assert result.payoffs.shape == (20, game.players)
    for row in result.payoffs.tolist():
        assert all(0 <= payoff <= 1 for payoff in row)
        if game.is_constant_sum:
            assert abs(sum(row) - 1) < 1e-9
    assert all(plies > 0 for plies in result.plies.tolist())
    if game.max_plies:
        assert max(result.plies.tolist()) <= game.max_plies
    assert (result.scores is None) == (not game.has_score)


def test_moves_numbers_and_words_agree(game):
    for state in random_game(game, 1, 40):
        words, numbers = state.legal_moves(), state.legal_actions()
        assert len(words) == len(set(words)) == len(numbers) == len(set(numbers))
        assert (not words) == state.is_over == state.is_terminal()
        assert len(numbers) <= game.max_moves
        for word, number in list(zip(words, numbers))[:5]:
            assert state.action_to_string(number) == word
            assert state.string_to_action(word) == number


def test_words_play_what_numbers_play(game):
    for before in random_game(game, 2, 30):
        if not before.is_over:
            word, number = before.legal_moves()[-1], before.legal_actions()[-1]
            assert before.clone().play(word) == before.clone().play(number) == before.child(number)


def test_a_clone_stays_where_it_is(game):
    state = game.start(4)
    kept, position = state.clone(), state.position
    for move in [after.legal_actions() for after in random_game(game, 4, 3)][:1]:
        state.play(move[0])
    assert kept.position == position and kept == game.start(4)
    assert kept.legal_moves() == game.start(4).legal_moves()
    assert state.moves_played() != [] and kept.moves_played() == []


def test_positions_are_read_back(game):
    for state in random_game(game, 5, 60):
        again = game.position(state.position)
        assert again.position == state.position
        assert again.turn == state.turn
        assert sorted(again.legal_moves()) == sorted(state.legal_moves())


def test_boards_are_drawn(game):
    for number, state in enumerate(random_game(game, 6, 40)):
        if number % 8 == 0 or state.is_over:
            picture = xml.etree.ElementTree.fromstring(state.svg())
            assert picture.tag.endswith("svg")
            assert state._repr_svg_() == state.svg()
            assert state.drawing().strip() and str(state) == state.drawing()
            assert state.drawing(ascii=True).isascii()
            for player in range(game.players):
                xml.etree.ElementTree.fromstring(state.svg(player))


def test_observations_have_one_shape_in_a_whole_game(game):
    shapes = set()
    for number, state in enumerate(random_game(game, 7)):
        if number % 10 == 0 or state.is_over:
            planes = state.observation()
            shapes.add(tuple(planes.shape))
            assert planes[0].sum() == len(state.scene().cells)
            assert state.observation(0).shape == planes.shape
            turns = planes[-(game.players + 1):].max(axis=(1, 2)).tolist()
            expected = [float(player == state.turn) for player in range(game.players)]
            assert turns == expected + [float(state.turn == coppice.CHANCE)]
            assert state.observation_tensor().shape == (planes.size,)
    assert len(shapes) == 1


def test_different_positions_have_different_observations(game):
    before = None
    for state in random_game(game, 8, 20):
        planes = state.observation(levels=8)
        if before is not None and state.position != before[0].position and not game.is_hidden:
            assert (planes != before[1]).any()
        before = (state, planes)


def test_chances_add_to_one(game):
    seen = False
    for state in random_game(game, 9, 60):
        if state.turn == coppice.CHANCE:
            seen = True
            assert state.is_chance_node() and state.current_player() == coppice.CHANCE
            assert abs(sum(share for _, share in state.chances()) - 1) < 1e-9
            assert [action for action, _ in state.chance_outcomes()] == state.legal_actions()
            assert state.random_move(1) in state.legal_moves()
        elif not state.is_over:
            with pytest.raises(coppice.InputError, match="chance is not to move"):
                state.chances()
    assert seen or not game.has_chance or game.players > 1


def test_views_hide_what_others_must_not_know(game):
    for number, state in enumerate(random_game(game, 10, 40)):
        if number % 10 or state.is_over:
            continue
        for player in range(game.players):
            view = state.view(player)
            assert view.turn == state.turn
            assert view.position == state.information_state_string(player)
            assert (view == state) or game.is_hidden
            sample = state.sample(player, seed=number)
            assert sample.view(player) == view
            if state.turn == player:
                assert sample.legal_moves() == state.legal_moves()


def test_payoffs_and_returns_at_the_end_only(game):
    states = list(random_game(game, 11, 10000))
    end = states[-1]
    assert end.is_over and end.turn == coppice.OVER and end.legal_actions() == []
    assert end.returns() == [2 * payoff - 1 for payoff in end.payoffs()]
    assert states[0].returns() == [0.0] * game.players
    with pytest.raises(coppice.InputError, match="not over"):
        states[0].payoffs()
    with pytest.raises(coppice.InputError):
        end.play("a1")
    with pytest.raises(coppice.InputError, match="over"):
        end.random_move()


def test_mcts_searches_and_the_line_can_be_played(game):
    state = game.start(12)
    while state.turn == coppice.CHANCE:
        state.play(state.random_move(2))
    report = game.agent("mcts").think(state, "sims=60")
    assert report.best in state.legal_moves() and report.action in state.legal_actions()
    assert report.player == state.turn and len(report.values) == game.players
    assert report.line[:1] == (report.best,)
    assert {one.move for one in report.candidates} <= set(state.legal_moves())
    if not game.is_hidden:
        state.clone().play(" ".join(report.line))


def test_records_are_read_back(game):
    states = list(random_game(game, 13))
    end = states[-1]
    sgf = end.sgf(players=[f"Player {number}" for number in range(game.players)], event="a test")
    record = coppice.read_sgf(sgf)
    assert record.game.spec == game.spec and record.event == "a test"
    assert record.end().position == end.position
    assert len(record.states()) == len(states)
    assert record.moves() == end.moves_played()
    assert (record.result is not None) == end.is_over
    assert game.read_sgf(sgf).players[0] == "Player 0"


def test_the_same_seed_deals_the_same_game(game):
    assert game.start(77) == game.start(77)
    assert [s.position for s in random_game(game, 14, 20)] == [
        s.position for s in random_game(game, 14, 20)]


def test_playouts_do_not_depend_on_threads_and_shares(game, monkeypatch):
    one = game.start(1).playouts(30, seed=2)
    monkeypatch.setattr(coppice.playouts, "SHARE", 7)
    other = game.start(1).playouts(30, seed=2, threads=2)
    assert one.payoffs.tolist() == other.payoffs.tolist()
    assert one.plies.tolist() == other.plies.tolist()


def test_playouts_that_are_cut_off_have_no_payoffs(game):
    result = game.start(1).playouts(10, seed=2, limit=1)
    for plies, payoffs in zip(result.plies.tolist(), result.payoffs.tolist()):
        assert plies == 1 and all(payoff != payoff for payoff in payoffs)
