"""Opening books, databases of endings, and games from plug-ins."""
import os
import pickle
import shutil
import subprocess

import pytest

import coppice
from support import ROOT, SECONDS, random_game, run_script

BOOK = os.path.join(ROOT, "data", "books", "amazons", "best-first-50.book")
SMALL = "fanorona(width=3, height=3)"
PROGRAM = os.environ.get("COPPICE", "")
PLUGINS = os.environ.get("COPPICE_TEST_PLUGINS", "")


def test_a_book_knows_the_start(monkeypatch):
    game = coppice.open("amazons")
    book = game.book(BOOK)
    moves = book.moves(game.start())
    assert len(book) == 51 and moves
    assert [row.visits for row in moves] == sorted((row.visits for row in moves), reverse=True)
    for row in moves:
        assert row.move in game.start().legal_moves()
        assert game.start().play(row.action) == game.start().play(row.move)
        assert row.chance is None or 0 <= row.chance <= 1
    monkeypatch.chdir(os.path.dirname(BOOK))
    again = game.book(os.path.basename(BOOK))
    monkeypatch.chdir("/")
    assert pickle.loads(pickle.dumps(again)).moves(game.start()) == moves
    state = game.start()
    while book.moves(state):
        state.play(book.moves(state)[0].move)
    assert len(state.moves_played()) > 2


def test_wrong_books_are_refused(tmp_path):
    game = coppice.open("amazons")
    with pytest.raises(coppice.InputError, match="othello"):
        coppice.open("othello").book(BOOK)
    with pytest.raises(coppice.InputError, match="nowhere"):
        game.book(tmp_path / "nowhere.book")
    (tmp_path / "wrong.book").write_bytes(b"no book at all")
    with pytest.raises(coppice.InputError, match="wrong.book"):
        game.book(tmp_path / "wrong.book")
    book = game.book(BOOK)
    with pytest.raises(coppice.InputError, match="the book is of amazons, and the state of connect4"):
        book.moves(coppice.open("connect4").start())
    with pytest.raises(coppice.InputError, match="a state is a coppice.State"):
        book.moves("d1d8")
    book.close()
    book.close()
    for use in (lambda: len(book), lambda: book.moves(game.start())):
        with pytest.raises(coppice.UseError, match="was closed"):
            use()


@pytest.fixture(name="folder", scope="module")
def built(tmp_path_factory):
    """A small database, built by the program."""
    if not PROGRAM:
        pytest.skip("there is no program to build a database with")
    folder = tmp_path_factory.mktemp("databases")
    subprocess.run([PROGRAM, "database", "build", SMALL, "--pieces", "4", "--distance", "--threads", "1",
                    "--folder", folder], check=True, timeout=SECONDS, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return folder


def test_a_database_agrees_with_the_solver(folder):
    game = coppice.open(SMALL)
    database = game.database(folder)
    known = 0
    assert not database.is_empty and database.faults == []
    for seed in range(12):
        for state in random_game(game, seed):
            value = None if state.is_over else database.probe(state)
            if value is None:
                continue
            known += 1
            solved = game.position(state.position).solve("2s")
            assert not solved.is_known or value.low <= solved.value <= value.high
            rows = database.moves(state)
            assert [row.move for row in rows] == state.legal_moves()
            if value.is_exact and all(row.known and row.known.is_exact for row in rows):
                assert max(row.known.low for row in rows) == value.low
    assert known > 10


def test_a_folder_without_files_knows_nothing(tmp_path):
    game = coppice.open(SMALL)
    database = game.database(tmp_path)
    assert database.is_empty and database.probe(game.start()) is None
    assert all(row.known is None for row in database.moves(game.start()))
    database.close()
    with pytest.raises(coppice.UseError, match="the database of fanorona.* was closed"):
        database.probe(game.start())


def test_damaged_files_are_told(folder, tmp_path):
    for path in folder.rglob("1-1.values"):
        place = tmp_path / path.parent.name
        place.mkdir()
        (place / path.name).write_bytes(path.read_bytes()[:-5])
    database = coppice.open(SMALL).database(tmp_path)
    assert len(database.faults) == 1 and "1-1" in database.faults[0]


def test_files_are_found_whose_names_are_no_text(tmp_path):
    """A name of one byte that UTF-8 does not have: Python has a way to write it."""
    folder, name = tmp_path / "caf\udce9", b"caf\xe9"
    folder.mkdir()
    assert os.listdir(os.fsencode(tmp_path)) == [name]
    shutil.copy(BOOK, folder / "a.book")
    book = coppice.open("amazons").book(folder / "a.book")
    again = pickle.loads(pickle.dumps(book))
    assert len(again) == len(book) and again.moves(again.game.start()) == book.moves(book.game.start())
    assert coppice.open(SMALL).database(folder).is_empty
    coppice.open("connect4").match(["random", "random"], "sims=1", games=2, results=str(folder / "m.db"))
    assert b"m.db" in os.listdir(os.fsencode(folder)) and os.listdir(os.fsencode(tmp_path)) == [name]


def test_what_is_known_says_where_it_is_from(tmp_path):
    book, database = coppice.open("amazons").book(BOOK), coppice.open(SMALL).database(tmp_path)
    assert repr(book) == f"<the book of amazons in {BOOK!r}>"
    assert repr(database) == f"<the database of {SMALL} in {str(tmp_path)!r}>"
    database.close()
    assert repr(database) == f"<the database of {SMALL} in {str(tmp_path)!r}, closed>"


def test_a_game_without_numbers_has_no_database():
    with pytest.raises(coppice.InputError):
        coppice.open("dice").database()


def plugin(name):
    """One of the shared objects of tests/plugin."""
    if not PLUGINS:
        pytest.skip("there are no plug-ins")
    return os.path.join(PLUGINS, f"plugin-{name}.so")


def test_a_plugin_is_a_game_like_any_other():
    """In a Python of its own: what is loaded stays."""
    done = run_script("import coppice, sys\n"
                      "coppice.load_plugin(sys.argv[1])\n"
                      "game = coppice.open('tictactoe')\n"
                      "print(game.start().solve().value, game.title, len(coppice.games()))\n"
                      "coppice.load_plugin(sys.argv[1])\n", plugin("tictactoe"))
    assert done.stdout == f"0.5 Tic-Tac-Toe {len(coppice.games()) + 1}\n"
    assert 'InputError: the plug-in' in done.stderr and 'game "tictactoe" already' in done.stderr


@pytest.mark.parametrize("name, words", [
    ("older", "compiled for Coppice 0.0"), ("newer", "compiled for Coppice 1.99"), ("half", 'lacks "play"'),
    ("nothing", 'no "cop_plugin"'), ("taken", 'there is a game "othello" already')])
def test_wrong_plugins_are_refused(name, words):
    before = coppice.games()
    with pytest.raises(coppice.InputError, match=words):
        coppice.load_plugin(plugin(name))
    assert coppice.games() == before
