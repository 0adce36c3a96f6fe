"""What the tests share: which games there are, random games, scripts in a Python of their own."""
import os
import random
import re
import subprocess
import sys

import coppice

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 300  # after that a script hangs
PLIES = 150  # of a random game that is looked at move by move


def variants():
    """Every game of the registry, and the variants that the properties of games are tried on."""
    with open(os.path.join(ROOT, "tests", "support", "variants.c"), encoding="utf-8") as file:
        written = re.findall(r'^    "((?:[^"\\]|\\.)+)",$', file.read(), re.M)
    return [row.name for row in coppice.games()] + [spec.replace('\\"', '"') for spec in written]


def random_game(game, seed, plies=PLIES):
    """The states of a random game, the first included; its end where it comes within the plies."""
    luck = random.Random(seed)
    state = game.start(seed)
    yield state.clone()
    while not state.is_over and plies > 0:
        state.play(luck.choice(state.legal_actions()))
        plies -= 1
        yield state.clone()


def run_script(text, *arguments, **more):
    """Another Python with the same module: for what ends a program, or changes it for ever."""
    return subprocess.run([sys.executable, "-B", "-c", text, *arguments], text=True, timeout=SECONDS,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
