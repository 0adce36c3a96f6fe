"""hexapawn.py - a board game in Python: drawn, judged, searched by alpha-beta, and in a match.

    PYTHONPATH=build/python python3 examples/hexapawn.py

Three pawns a side on nine squares move and capture as in chess. Who reaches the other side, takes
everything or leaves no move to the opponent wins. The second player can always win.
"""
import coppice

WHITE, BLACK = "w", "b"


class Hexapawn(coppice.Rules):
    """Pawns move and capture as in chess; reach the other side, or leave no move to the opponent."""

    player_names = ("White", "Black")
    pieces = "wb"
    max_moves = 9
    max_plies = 20

    def start(self):
        return ("bbb...www", 0)  # rows from the top, and who is to move

    def turn(self, state):
        board, player = state
        arrived = WHITE in board[:3] or BLACK in board[6:]
        return coppice.OVER if arrived or not list(self.steps(board, player)) else player

    def moves(self, state):
        return [name(start) + name(end) for start, end in self.steps(*state)]

    def play(self, state, move):
        board, player = list(state[0]), state[1]
        board[number(move[2:])], board[number(move[:2])] = board[number(move[:2])], "."
        return ("".join(board), 1 - player)

    def payoffs(self, state):
        return (0, 1) if state[1] == 0 else (1, 0)  # who is to move has lost

    def board(self, state):
        return [state[0][0:3], state[0][3:6], state[0][6:9]]

    def evaluate(self, state):
        board = state[0]
        return (board.count(WHITE) - board.count(BLACK)) / 4

    @staticmethod
    def steps(board, player):
        """All moves, as squares from and to."""
        own, other, ahead = (WHITE, BLACK, -3) if player == 0 else (BLACK, WHITE, 3)
        for start in (square for square in range(9) if board[square] == own):
            end = start + ahead
            if 0 <= end < 9 and board[end] == ".":
                yield start, end
            for side in (-1, 1):
                if 0 <= start % 3 + side < 3 and 0 <= end < 9 and board[end + side] == other:
                    yield start, end + side


def name(square):
    return "abc"[square % 3] + str(3 - square // 3)


def number(word):
    return (3 - int(word[1])) * 3 + "abc".index(word[0])


def main():
    game = coppice.open(Hexapawn)
    state = game.start()
    print(state.drawing())
    solution = state.solve()
    print(f"{game.player_names[0]} {'wins' if solution.value == 1 else 'loses'}.")
    report = game.agent("alphabeta").think(state.play("a1a2"), "depth=8")
    print(f"After a1a2 Black plays {report.best}: {report.words}")
    outcome = game.match(["alphabeta", "random"], "depth=8", games=20, opening_plies=1)
    print(outcome)


if __name__ == "__main__":
    main()
