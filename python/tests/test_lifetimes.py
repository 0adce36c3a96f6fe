"""Memory, the end of the program, the keyboard, and a Python without NumPy."""
import gc
import os
import signal
import site
import subprocess
import sys
import threading
import time

import pytest

import coppice
from support import ROOT, run_script


def test_a_state_keeps_its_game_alive():
    state = coppice.open("amazons(size=6)").start()
    gc.collect()
    assert state.play(state.legal_moves()[0]).turn == 1


def test_a_closed_state_says_so():
    state = coppice.open("othello").start()
    other = state.clone()
    state.close()
    state.close()
    for use in (lambda: state.turn, state.legal_moves, lambda: state.play("d3"), state.clone,
                state.svg, lambda: state.position, lambda: state.playouts(1), state.solve,
                lambda: state.observation(), lambda: state.view(0), lambda: state.perft(2),
                lambda: state.game.agent().think(state, "sims=1"), state.legal_actions,
                lambda: state.key, state.drawing, lambda: state.random_move(),
                lambda: state == other):
        with pytest.raises(coppice.UseError, match="was closed"):
            use()
    assert "closed" in repr(state)
    assert other.legal_moves() == ["d3", "c4", "f5", "e6"]


def test_states_that_are_played_on_by_two_threads_stay_whole():
    game = coppice.open("othello")
    state, failures = game.start(), []

    def play():
        for _ in range(300):
            try:
                state.play(state.legal_actions()[0])
            except (coppice.InputError, IndexError):
                pass  # the other thread was here first
            except BaseException as problem:  # pylint: disable=broad-except
                failures.append(problem)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert game.position(state.position).position == state.position


class Counting:
    """A module's `lib`, which tells what is called and what another thread has counted meanwhile."""

    def __init__(self):
        self.count, self.called, self.is_over = 0, [], False

    def __getattr__(self, name):
        function = getattr(coppice.engine.lib, name)
        if not callable(function):
            return function

        def call(*arguments):
            before = self.count
            answer = function(*arguments)
            self.called.append((name, self.count - before))
            return answer

        return call

    def go_on(self):
        """What the other thread does: it gives the interpreter's lock away by itself."""
        while not self.is_over:
            self.count += 1
            time.sleep(0)

    def most(self, name):
        """What was counted during the longest of these calls."""
        return max(count for called, count in self.called if called == name)


@pytest.fixture(name="counting")
def counting_in_another_thread():
    """With no switch of threads but those that a thread makes by itself."""
    counting, interval = Counting(), sys.getswitchinterval()
    thread = threading.Thread(target=counting.go_on)
    sys.setswitchinterval(1000)
    try:
        thread.start()
        yield counting
    finally:
        counting.is_over = True
        sys.setswitchinterval(interval)
        thread.join()


@pytest.mark.parametrize("module, name, work", [
    ("playouts", "shim_playouts", lambda game: game.start().playouts(1000, seed=1)),
    ("work", "shim_work_wait", lambda game: game.agent("mcts").think(game.start(), "sims=5k")),
    ("work", "shim_work_wait", lambda game: game.start().play("d3 c5 f6").solve("nodes=200k")),
    ("work", "shim_work_wait", lambda game: game.match(["mcts", "mc"], "sims=500", games=2)),
])
def test_python_goes_on_during_one_call_of_c(counting, monkeypatch, module, name, work):
    """While C has not come back: so the interpreter's lock is not held there."""
    monkeypatch.setattr(getattr(coppice, module), "lib", counting)
    monkeypatch.setattr(coppice.work, "TURN", 60.0)
    for _ in range(1000):  # the other thread may find no processor for a while
        work(coppice.open("othello"))
        if counting.most(name) > 0:
            return
    raise AssertionError("no other thread went on")


def test_what_refers_to_each_other_is_closed_in_order(monkeypatch):
    closing = Counting()
    for module in (coppice.agent, coppice.game, coppice.knowledge):
        monkeypatch.setattr(module, "lib", closing)
    for turn in range(2):
        game = coppice.open("fanorona(width=3, height=3)")
        rest = [game.agent("alphabeta"), game.database("no-such-folder")]
        for thing in rest:
            thing.others = [game, *rest][::1 - 2 * turn]
        game._others, closing.called = rest, []
        del game, rest, thing
        gc.collect()
        closed = [name for name, _ in closing.called if name.endswith("_close")]
        assert sorted(closed[:2]) == ["shim_agent_close", "shim_database_close"]
        assert closed[2:] == ["shim_game_close"]


FORKED = """
import os, sys, coppice
game = coppice.open("othello")
agent, busy = game.agent("mcts", "seed=1"), game.agent("mcts", "threads=2")
alone = agent.think(game.start(), "sims=100").line
search = busy.search(game.start(), "1h", period=0.01)
next(search)
server = coppice.serve()
child = os.fork()
if child == 0:
    def refused(use):
        try:
            use()
        except coppice.UseError as problem:
            print(problem, flush=True)
    assert game.agent("mcts", "seed=1").think(game.start(), "sims=100").line == alone
    agent.think(game.start(), "sims=100")
    refused(server.wait)
    refused(lambda: busy.think(game.start(), "sims=5"))
    refused(lambda: list(search))
    refused(lambda: busy.think(game.start(), "sims=5"))
    server.close()
    print("child", flush=True)
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
assert next(search).best
server.close()
print("parent")
"""


def test_a_process_that_is_forked_has_what_is_idle_and_not_what_is_under_way():
    done = run_script(FORKED)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "") and lines[-2:] == ["child", "parent"]
    assert len(lines) == 6 and lines[0] == "this server runs in the process that this one was forked from"
    assert "in use already" in lines[1] and "in use already" in lines[3]
    assert lines[2].startswith("this goes on in the process that this one was forked from")


def test_a_program_may_end_in_the_middle_of_a_search():
    done = run_script("""
import coppice
game = coppice.open("othello")
agent = game.agent("mcts", "threads=2")
search = agent.search(game.start(), "1h", period=0.01)
print(next(search).best)
""")
    assert done.returncode == 0 and done.stderr == "" and done.stdout.strip()


def test_a_program_may_end_in_the_middle_of_a_search_of_a_game_in_python():
    done = run_script("""
import coppice
class Long(coppice.Rules):
    def start(self): return (0, 200)
    def turn(self, state): return state[0] if state[1] else coppice.OVER
    def moves(self, state): return [1, 2]
    def play(self, state, move): return (1 - state[0], max(state[1] - move, 0))
    def payoffs(self, state): return (0.5, 0.5)
game = coppice.open(Long)
search = game.agent("mcts").search(game.start(), "1h", period=0.01)
print(next(search).best)
""")
    assert done.returncode == 0 and done.stderr == "" and done.stdout.strip()


@pytest.mark.parametrize("work", [
    'game.agent("mcts", "threads=2").think(game.start(), "1h")', 'game.start().solve()',
    'game.start().playouts(3000000)', 'game.start().playouts(3000000, threads=2)', 'game.start().perft(14)',
])
def test_the_keyboard_ends_what_takes_long(work):
    script = f"import coppice\ngame = coppice.open('othello')\nprint('begun', flush=True)\n{work}\n"
    with subprocess.Popen([sys.executable, "-B", "-c", script], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=120)[1]
    assert "KeyboardInterrupt" in errors and process.returncode != 0


def test_everything_works_without_numpy():
    done = run_script("""
import pickle, sys
sys.modules["numpy"] = None
import coppice
state = coppice.open("othello").start()
planes = state.observation()
assert planes.shape == (32, 8, 8) and planes.format == "f", planes.shape
assert planes[0, 3, 3] == 1.0 and len(state.observation_tensor()) == 32 * 64
result = state.playouts(50, seed=1)
assert result.payoffs.shape == (50, 2) and 0 <= result.mean(0) <= 1
assert len(result.plies.tolist()) == 50
again = pickle.loads(pickle.dumps(result))
assert again == result and again.payoffs.tolist() == result.payoffs.tolist()
print(result.payoffs.tolist())
""")
    assert done.stderr == "" and done.returncode == 0
    with_numpy = coppice.open("othello").start().playouts(50, seed=1)
    assert done.stdout.strip() == str(with_numpy.payoffs.tolist())


def test_a_module_without_its_c_part_says_where_it_is():
    done = run_script("import sys; sys.path.insert(0, sys.argv[1]); import coppice",
                      os.path.join(ROOT, "python"))
    assert done.returncode == 1 and "PYTHONPATH=build/python" in done.stderr


def test_where_a_module_is_installed():
    def where(prefix):
        return subprocess.run([sys.executable, "-B", os.path.join(ROOT, "python", "where.py"), prefix],
                              text=True, check=True, stdout=subprocess.PIPE).stdout.split()

    folder = site.getsitepackages()[0]
    assert where(os.path.dirname(folder)) == [folder]
    nowhere, advice = where("/nowhere")
    assert nowhere.startswith("/nowhere/lib/python3") and advice == "PYTHONPATH"


def test_memory_is_given_back():
    """States, reports, scenes and agents by the thousand: the second half takes no more room."""
    def size():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    game = coppice.open("connect4")

    def use():
        for _ in range(300):
            state = game.start()
            for _ in range(10):
                state.play(state.legal_actions()[0])
            state.scene(), state.svg(), state.sgf(), state.position
            game.agent("mcts", "memory=1M").think(game.start(), "sims=50")
            game.match(["random", "random"], "sims=1", games=1)
        gc.collect()

    use()
    before = size()
    use()
    assert size() - before < 8 << 20


SUBINTERPRETER = """
import coppice
game = coppice.open("connect4")
print(game.agent("mcts", "seed=1").think(game.start().play("4 1 4 1 4 1"), "sims=100").best, flush=True)
class Nim(coppice.Rules):
    def start(self): return 5
    def turn(self, state): return state % 2 if state else coppice.OVER
    def moves(self, state): return [1]
    def play(self, state, move): return state - move
    def payoffs(self, state): return (1, 0)
try:
    print(coppice.open(Nim).start().playouts(3).mean(0), flush=True)
except coppice.UseError as problem:
    print(problem, flush=True)
"""
SUBINTERPRETERS = """
import sys
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    print("none")
    sys.exit()
def inside():
    one = interpreters.create()
    interpreters.run_string(one, f"import sys; sys.path[:0] = {sys.path}" + sys.argv[1])
    interpreters.destroy(one)
inside()
exec(sys.argv[1])
inside()
"""


def test_a_subinterpreter_plays_or_says_why_not():
    done = run_script(SUBINTERPRETERS, SUBINTERPRETER)
    assert done.returncode == 0, done.stderr
    if done.stdout != "none\n":
        first, second, third = (done.stdout.splitlines()[at:at + 2] for at in (0, 2, 4))
        assert first[0] == "d" and "not to be a subinterpreter" in first[1]
        assert second == third == ["d", "1.0"]
