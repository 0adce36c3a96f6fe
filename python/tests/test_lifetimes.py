"""Memory, the end of the program, the keyboard, and a Python without NumPy."""
import gc
import os
import signal
import site
import subprocess
import sys
import threading

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
import sys
sys.modules["numpy"] = None
import coppice
state = coppice.open("othello").start()
planes = state.observation()
assert planes.shape == (32, 8, 8) and planes.format == "f", planes.shape
assert planes[0, 3, 3] == 1.0 and len(state.observation_tensor()) == 32 * 64
result = state.playouts(50, seed=1)
assert result.payoffs.shape == (50, 2) and 0 <= result.mean(0) <= 1
assert len(result.plies.tolist()) == 50
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
