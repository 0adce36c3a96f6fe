"""Right and wrong use: names with hints and words, copies, threads that are left behind, nonsense."""
import copy
import dataclasses
import inspect
import multiprocessing
import os
import pickle
import re
import shutil
import subprocess
import sys
import typing

import pytest

import coppice
from support import ROOT, SECONDS, run_script

HERE = os.path.dirname(os.path.abspath(__file__))


def public_callables():
    """Every function, class, method and property that people may use, by name."""
    for name in coppice.__all__:
        value = getattr(coppice, name)
        if inspect.isfunction(value):
            yield name, value
        if not inspect.isclass(value):
            continue
        if issubclass(value, coppice.Error):
            continue
        for part in [part for part in dir(value) if not part.startswith("_")]:
            member = inspect.getattr_static(value, part)
            if isinstance(member, (classmethod, staticmethod)):
                member = member.__func__
            if isinstance(member, property):
                member = member.fget
            if inspect.isfunction(member) and member.__module__.startswith("coppice"):
                yield f"{name}.{part}", member


def test_every_public_name_has_hints_and_a_docstring():
    names = [name for name, _ in public_callables()]
    assert len(names) > 100 and {"State.play", "Agent.think", "open", "Record.of"} <= set(names)
    for name, function in public_callables():
        assert (function.__doc__ or "").strip(), name
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, name
        for number, parameter in enumerate(signature.parameters.values()):
            if number > 0 or parameter.name not in ("self", "cls"):
                assert parameter.annotation is not inspect.Parameter.empty, f"{name}: {parameter}"


def test_every_field_of_a_report_has_a_type():
    for kind in (coppice.Report, coppice.Candidate, coppice.Solution, coppice.Match, coppice.Entrant):
        assert set(kind.__dataclass_fields__) <= set(kind.__annotations__)
        assert (kind.__doc__ or "").strip()
    assert typing.get_type_hints(coppice.Solution)["best"] == typing.Optional[str]


def told(kind):
    """The names that the docstring of a class explains, each at the left of a line."""
    lines = re.findall(r"^(\w+(?:, \w+)*)  +\S", inspect.getdoc(kind), re.M)
    return {name for line in lines for name in line.split(", ")}


@pytest.mark.parametrize("kind", [getattr(coppice, name) for name in coppice.__all__
                                  if hasattr(getattr(coppice, name), "__annotations__")
                                  and inspect.isclass(getattr(coppice, name))
                                  and getattr(coppice, name) is not coppice.Interval])
def test_help_explains_every_field(kind):
    """help() shows docstrings, and no text that stands beside a field in the source."""
    own = {name for name in kind.__annotations__ if not name.startswith("_")}
    assert own == told(kind) & own, own - told(kind)


def test_help_explains_every_attribute(tmp_path):
    game = coppice.open("fanorona(width=3, height=3)")
    with coppice.serve() as server:
        things = [game, server, game.database(tmp_path), game.agent(), game.start()]
    for thing in things:
        own = {name for name in vars(thing) if not name.startswith("_")} - {"spec"}
        assert own <= told(type(thing)), own
    assert "spec" in told(coppice.Game) and "`spec`" in coppice.Agent.__doc__


def test_python_asks_for_nothing_that_c_does_not_have():
    """The stub of the C part says Any, so that mypy finds no wrong name there."""
    folder = os.path.dirname(coppice.__file__)
    asked = set()
    for name in os.listdir(folder):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                asked |= set(re.findall(r"\blib\.(\w+)", file.read()))
    has = set(dir(coppice.engine.lib))
    assert len(asked) > 60 and asked <= has, asked - has
    unused = {name for name in has - asked if name.startswith("shim_")}
    assert not unused, unused
    with open(os.path.join(ROOT, "python", "coppice", "_engine.pyi"), encoding="utf-8") as file:
        stub = set(re.findall(r"^(\w+):", file.read(), re.M))
    assert stub == {name for name in dir(coppice._engine) if not name.startswith("_")}


def test_the_hints_are_true():
    mypy = shutil.which("mypy")
    if mypy is None:
        pytest.skip("there is no mypy")
    done = subprocess.run([mypy, "--strict", "--ignore-missing-imports", "--cache-dir", os.devnull, "-p", "coppice"],
                          cwd=os.path.join(ROOT, "python"), stdout=subprocess.PIPE, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stdout


USER = """
import numpy
import coppice

class Nim(coppice.Rules):
    max_plies = 10

    def start(self) -> tuple[int, int]:
        return (0, 10)

    def turn(self, state: tuple[int, int]) -> int:
        return state[0] if state[1] else coppice.OVER

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [number for number in (1, 2, 3) if number <= state[1]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (1 - state[0], state[1] - move)

    def payoffs(self, state: tuple[int, int]) -> tuple[float, ...]:
        return (0, 1) if state[0] == 0 else (1, 0)

def tell(done: int, total: int) -> None:
    print(done, total)

game: coppice.Game = coppice.open(Nim)
state: coppice.State = coppice.open("othello(size=6)").start(seed=1)
moves: list[str] = state.legal_moves()
actions: list[int] = state.legal_actions()
who: int = state.clone().play(moves[0]).play(actions[0]).turn
picture: str = state.svg() + state._repr_svg_() + state.sgf(players=["Ann", "Bob"]) + state.position
payoffs: tuple[float, ...] = state.payoffs() if state.is_over else (state.score(0), state.score())
chances: list[tuple[str, float]] = state.chances()
outcomes: list[tuple[int, float]] = state.chance_outcomes()
planes: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float32]] = state.observation(levels=2)
with game.agent("mcts(solver=on)", "seed=1") as agent:
    report: coppice.Report = agent.think(game.start(), "sims=10")
    for progress in agent.search(game.start(), "1s", period=0.1):
        best: str = progress.best
    values: tuple[float, ...] = report.values
    proven: list[coppice.Candidate] = [one for one in report.candidates if one.proof is not None]
outcome: coppice.Match = game.match(["mcts", "random"], "sims=5", games=2, sprt=(0, 20), progress=tell)
record: coppice.Record = outcome.games[0].record()
low: float | None = outcome.entrants[0].score.low
value: float = state.solve("nodes=100").value
known: coppice.Known | None = coppice.open("fanorona").database().probe(state)
rows: list[coppice.BookMove] = coppice.open("amazons").book("file").moves(state)
mean: float = state.playouts(10, threads=2).mean(0)
cells: tuple[coppice.Cell, ...] = state.scene().cells
with coppice.serve(Nim, game, port=0) as server:
    print(server.url)
"""
MISTAKES = """
import coppice
state = coppice.open("othello").start()
state.play(2.5)
state.legal_moves()[0] + 1
state.game.match(["mcts"], games="many")
state.sgf(colour="red")
state.trun
"""


def said_by_mypy(folder, *words):
    """What mypy says of programs that find the module where it was built."""
    if shutil.which("mypy") is None:
        pytest.skip("there is no mypy")
    done = subprocess.run(["mypy", "--ignore-missing-imports", "--cache-dir", os.devnull, *words],
                          env={**os.environ, "MYPYPATH": os.path.dirname(os.path.dirname(coppice.__file__))},
                          cwd=folder, stdout=subprocess.PIPE, text=True, timeout=SECONDS)
    return done.stdout


def checked_by_mypy(text, tmp_path):
    """What it says of a user's program."""
    (tmp_path / "user.py").write_text(text)
    return said_by_mypy(tmp_path, "--strict", "user.py")


def test_the_program_of_a_user_is_checked(tmp_path):
    assert "Success: no issues found" in checked_by_mypy(USER, tmp_path)
    said = checked_by_mypy(MISTAKES, tmp_path)
    assert [line.split(":")[1] for line in said.splitlines()[:-1] if ": error:" in line] == ["4", "5", "6", "7", "8"]


def test_examples_are_what_mypy_understands():
    """They have no hints of their own, for they are read; what they use has."""
    folder = os.path.join(ROOT, "examples")
    examples = [name for name in os.listdir(folder) if name.endswith(".py")]
    assert len(examples) >= 3
    said = said_by_mypy(folder, "--check-untyped-defs", *examples)
    assert "Success: no issues found" in said, said


@pytest.mark.parametrize("seed", range(3))
def test_nonsense_is_refused_and_nothing_breaks(seed, tmp_path):
    done = subprocess.run([sys.executable, "-B", os.path.join(HERE, "wrong_use.py"), str(seed), "4000"],
                          text=True, timeout=SECONDS, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


def test_what_c_relies_on_does_not_change():
    game = coppice.open("othello")
    for thing, name in ((game, "players"), (game, "max_moves"), (game, "spec"), (game.start(), "game"),
                        (game.agent(), "game"), (coppice.Record.of(game.start()), "game")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)

    class Growing(coppice.Rules):
        """It becomes larger than it has said."""

        max_moves = 1

        def start(self):
            return 0

        def turn(self, state):
            return 0 if state < 2 else coppice.OVER

        def moves(self, state):
            return list(range(10 * state + 1))

        def play(self, state, move):
            return state + 1

        def payoffs(self, state):
            return [1] + [0] * (self.players - 1)

    rules = Growing()
    state = coppice.open(rules).start()
    rules.max_moves, rules.players = 1000, 8
    with pytest.raises(coppice.InputError, match="max_moves is 1"):
        state.play("0").turn  # pylint: disable=expression-not-assigned


@pytest.mark.parametrize("kind, given", [
    (coppice.Game, (None,)), (coppice.Game, (b"othello",)), (coppice.State, (None, None)),
    (coppice.State, (coppice.open("othello"), b"x" * 4096)), (coppice.Record, (coppice.open("othello"), b"x")),
    (coppice.Server, ([], b"x", "")), (coppice.Agent, (None,)), (coppice.Book, (None, "x")),
    (coppice.Database, (None,))])
def test_what_only_c_can_make_is_refused(kind, given):
    with pytest.raises(coppice.InputError, match="made by|is a coppice.Game"):
        kind(*given)


def test_states_are_copied_and_pickled():
    state = coppice.open("dice").start(3)
    for seed in range(5):
        state.play(state.random_move(seed))
    for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again == state and again.moves_played() == state.moves_played()
        again.play(again.random_move())
        assert again != state
    assert copy.deepcopy(state.game) is state.game
    agent = state.game.agent()
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(coppice.UseError, match="cannot be copied"):
            way(agent)


def test_records_are_copied_and_pickled(monkeypatch, tmp_path):
    state = coppice.open("dice").start(3)
    for seed in range(5):
        state.play(state.random_move(seed))
    middle = coppice.open("othello").start().play("d3")
    middle = middle.game.position(middle.position).play("c5")
    for record in (coppice.Record.of(state, players=["Ann", "B]b"], event="a\\b", comment="äß"),
                   coppice.Record.of(middle), coppice.Record.of(coppice.open("connect4").start())):
        for again in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
            assert (again.sgf(), again.moves(), again.end()) == (record.sgf(), record.moves(), record.end())
            assert (again.players, again.event, again.comment) == (record.players, record.event, record.comment)
    database = coppice.open("fanorona(width=3, height=3)").database(tmp_path.relative_to(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(pickle.dumps(database)).is_empty
    database.close()
    with pytest.raises(coppice.UseError, match="was closed"):
        pickle.dumps(database)


def test_what_was_found_is_compared_copied_and_pickled():
    game = coppice.open("othello")
    state = game.start().play("d3")
    found = [game, coppice.Record.of(state, players=["Ann", "Bob"]), state.playouts(5, seed=1, limit=40),
             coppice.open("connect4").start().playouts(5), state.scene(),
             game.agent("mcts", "seed=1").think(state, "sims=50"), game.start().play("d3").solve("nodes=50"),
             coppice.open("connect4").match(["random", "random"], "sims=1", games=2)]
    for thing in found:
        for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
            assert again == thing and not again != thing
        assert all((thing == other) == (thing is other) for other in found) and thing != "d3"
    assert state.playouts(5, seed=1) != state.playouts(5, seed=2)
    assert coppice.Record.of(state) != coppice.Record.of(game.start())
    assert len({game, coppice.open(" othello"), coppice.open("othello(size=6)")}) == 2
    assert len({found[1], coppice.read_sgf(found[1].sgf())}) == 1
    for thing in (state, found[2]):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


@pytest.mark.parametrize("spec, agent", [("othello", "random"), ("samegame(width=4, height=4)", "nrpa"),
                                         ("stratego(size=4, setup=arranged)", "mcts")])
def test_what_was_not_judged_is_equal_to_itself(spec, agent):
    """A search that gives no chances says NaN, which is a number that is not equal to itself."""
    game = coppice.open(spec)
    report = game.agent(agent, "seed=1").think(game.start(), "sims=50")
    assert report.chance != report.chance
    for again in (copy.copy(report), copy.deepcopy(report), pickle.loads(pickle.dumps(report))):
        assert again == report and hash(again) == hash(report) and not again != report
    assert report != dataclasses.replace(report, sims=77) and report != report.candidates


def best_of(state):
    """What another process finds."""
    return state.game.agent("mcts", "seed=1").think(state, "sims=200").best


def test_other_processes_search_states_that_are_sent_to_them():
    game = coppice.open("connect4")
    states = [game.start().play(move) for move in game.start().legal_moves()]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(best_of, states) == [best_of(state) for state in states]


@pytest.mark.parametrize("work", [
    'game.agent("mcts").think(game.start(), "1h")', 'game.start().solve()',
    'game.match(["mcts", "mcts"], "1h")', 'list(game.agent("mcts").search(game.start(), "1h", 0.01))',
    'long.agent("mcts").think(long.start(), "1h")'])
def test_a_program_may_end_while_a_thread_of_its_own_searches(work):
    done = run_script(f"""
import coppice, threading, time
class Long(coppice.Rules):
    def start(self): return (0, 200)
    def turn(self, state): return state[0] if state[1] else coppice.OVER
    def moves(self, state): return [1, 2]
    def play(self, state, move): return (1 - state[0], max(state[1] - move, 0))
    def payoffs(self, state): return (0.5, 0.5)
game, long = coppice.open("othello"), coppice.open(Long)
def work():
    {work}
threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
print("over")
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "over\n", "")
