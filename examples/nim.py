"""nim.py - a game in Python, five methods long, searched and played.

    PYTHONPATH=build/python python3 examples/nim.py

Two players take one, two or three matches in turn; who takes the last one wins.
"""
import coppice


class Nim(coppice.Rules):
    """Take one, two or three matches in turn; who takes the last one wins."""

    max_plies = 21

    def start(self):
        return (0, 21)  # who is to move, and the matches

    def turn(self, state):
        player, matches = state
        return player if matches > 0 else coppice.OVER

    def moves(self, state):
        return [number for number in (1, 2, 3) if number <= state[1]]

    def play(self, state, move):
        player, matches = state
        return (1 - player, matches - move)

    def payoffs(self, state):
        return (0, 1) if state[0] == 0 else (1, 0)  # who is to move has lost


def main():
    game = coppice.open(Nim)
    state = game.start()
    solution = state.solve()
    print(f"The first player {'wins' if solution.value == 1 else 'loses'} with {solution.best}.")
    agent = game.agent("mcts(solver=on)", "seed=1")
    while not state.is_over:
        report = agent.think(state, "sims=3000")
        print(f"Player {state.turn + 1} takes {report.best} ({report.words or 'not sure'})")
        state.play(report.best)
    print(f"Player {state.payoffs().index(1.0) + 1} wins")


if __name__ == "__main__":
    main()
