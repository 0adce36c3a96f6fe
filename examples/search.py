"""search.py - looks on while the engine thinks, and keeps a picture of what it would play.

    PYTHONPATH=build/python python3 examples/search.py "amazons(size=6)" 2s board.svg
"""
import sys

import coppice


def main(spec="othello", limit="1s", picture=None):
    game = coppice.open(spec)
    state = game.start()
    while state.turn == coppice.CHANCE:
        state.play(state.random_move())
    report = None
    for report in game.agent("mcts").search(state, limit, period=0.25):
        print(f"{report.sims:9} simulations: {report.best}, chance {report.chance:.3f}, "
              f"then {' '.join(report.line[1:4])}")
    state.play(report.best)
    print(state.drawing())
    if picture is not None:
        with open(picture, "w", encoding="utf-8") as file:
            file.write(state.svg())


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except coppice.InputError as problem:
        print(f"search.py: {problem}", file=sys.stderr)
        sys.exit(2)
