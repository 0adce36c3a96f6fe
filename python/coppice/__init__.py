"""Coppice: games of every kind and the searches that play them.

Five lines to begin with:

>>> import coppice
>>> game = coppice.open("othello(size=6)")
>>> state = game.start()
>>> report = game.agent("mcts").think(state, "sims=1000")
>>> print(state.play(report.best).drawing())           # doctest: +SKIP

What there is:

open(spec)        a Game: `open("amazons(size=6)")`, or one that you have written in Python (Rules)
games(), agents() what can be opened; options(name) tells what goes between the brackets
Game              its start, positions, agents, matches: `help(coppice.Game)`
State             one position: turn, legal_moves(), play(), payoffs(), svg(): `help(coppice.State)`
Agent             a search: think() returns a Report, search() yields Reports while it goes on
Record            a game that was played, in SGF
Book, Database    what is known beforehand: `game.book(path)`, `game.database()`
match(...)        many games between agents, with statistics
Rules             the base of games written in Python: `help(coppice.Rules)`

serve(...)        the page in the browser, for games written in Python too
load_plugin(path) games from a shared object, in C (docs/library.md)

Whatever the engine refuses is an Error whose text says what was given, what is wrong and what would be
right. Searches, matches and playouts run in C without the interpreter's lock, and Ctrl-C ends them.
docs/python.md is the long story.
"""
from .agent import Agent
from .engine import version
from .errors import Error, InputError, UseError
from .game import CHANCE, OVER, Game, agents, games, open, options
from .knowledge import Book, BookMove, Database, Known, KnownMove, load_plugin
from .match import Entrant, GameResult, Interval, Match, match
from .playouts import Playouts
from .record import Record, read_sgf
from .report import Candidate, Report
from .rules import Rules
from .scene import Cell, Label, Link, Piece, Scene
from .serve import Server, serve
from .solve import Solution
from .state import State

__all__ = [
    "CHANCE", "OVER", "Agent", "Book", "BookMove", "Candidate", "Cell", "Database", "Entrant",
    "Error", "Game", "GameResult", "InputError", "Interval", "Known", "KnownMove", "Label", "Link",
    "Match", "Piece", "Playouts", "Record", "Report", "Rules", "Scene", "Server", "Solution",
    "State", "UseError", "agents", "games", "load_plugin", "match", "open", "options", "read_sgf",
    "serve", "version",
]
__version__ = version()
