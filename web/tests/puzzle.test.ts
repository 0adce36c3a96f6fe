import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { State } from '../src/api/types.ts';
import {
    boardOfTheDay,
    distanceWords,
    endNotes,
    gainAt,
    gainWords,
    hasGroups,
    leftOf,
    pointsOf,
    searcherOf,
    withGame,
    type OwnGames,
} from '../src/logic/puzzle.ts';
import { undoneAfter } from '../src/logic/undone.ts';

function block(cell: number, owner: number) {
    return { cell, owner, height: 0, with: -1, kind: 'block', label: '' };
}

/** Two red blocks beside each other, a blue one, and an empty cell. */
const puzzle = {
    players: [{ name: 'Player', score: 3 }],
    clicks: { '1': 0 },
    moves: [{ move: 'a1', path: [0], points: [9] }],
    scene: {
        cells: [{}, {}, {}, {}],
        labels: [{ text: 'Points 3' }, { text: '0 red: 2' }, { text: '1 blue: 1' }, { text: '2 green: 0' }],
        pieces: [block(0, 0), block(1, 0), block(2, 1)],
    },
} as unknown as State;

test('any cell of a group says what the group earns', () => {
    assert.equal(hasGroups(puzzle), true);
    assert.equal(gainAt(puzzle, 1), '+9');
    assert.equal(gainWords(puzzle, 1), '2 blocks: +9 points');
    assert.equal(gainAt(puzzle, 2), null);
    assert.equal(gainWords(puzzle, 3), null);
});

test('a move that changes nothing earns 0, and one that costs has a minus', () => {
    const costs = (points?: number[]) => ({ ...puzzle, moves: [{ move: 'a1', path: [0], points }] }) as State;

    assert.equal(gainAt(costs(), 0), '+0');
    assert.equal(gainAt(costs([-4]), 0), '−4');
});

test('what is left is counted for every colour', () => {
    assert.deepEqual(leftOf(puzzle.scene), [
        { colour: 'red', count: 2 },
        { colour: 'blue', count: 1 },
        { colour: 'green', count: 0 },
    ]);
});

test('the distance to a number is said in words', () => {
    assert.equal(distanceWords(10, 12), '2 short');
    assert.equal(distanceWords(12, 12), 'as good');
    assert.equal(distanceWords(13, 12), '1 more');
});

test('the end is compared with the best known game and the own one', () => {
    assert.deepEqual(endNotes(10, 12, 10), ['2 points short of the best known game, 12.', 'Your best game on this board.']);
    assert.deepEqual(endNotes(12, 12, 15), ['As good as the best known game.', 'Your best game has 15.']);
    assert.deepEqual(endNotes(13, 12, null), ['Better than the best known game, 12!']);
    assert.deepEqual(endNotes(13, null, null), []);
});

test('a position that is looked at has the points of its counters', () => {
    const preview = { scene: { labels: [{ text: '0 red: 2' }, { text: 'Score -4' }] } };

    assert.equal(pointsOf(puzzle, null), 3);
    assert.equal(pointsOf(puzzle, preview as never), -4);
});

test('games of many boards are kept, and then the oldest are forgotten', () => {
    let games: OwnGames = {};

    for (let i = 0; i < 210; i++) games = withGame(games, `board ${i}`, { points: i, moves: [], game: 'x' });
    assert.equal(Object.keys(games).length, 200);
    assert.equal(games['board 9'], undefined);
    assert.equal(games['board 10']?.points, 10);
    games = withGame(games, 'board 10', { points: 99, moves: ['a1'], game: 'x' });
    assert.equal(Object.keys(games).length, 200);
    assert.equal(games['board 10']?.points, 99);
});

test('ends are searched by the strongest preset that looks for whole games, else by an agent that does', () => {
    const agent = (name: string, fits = true) => ({ name, fits });
    const preset = (name: string) => ({ agent: name });
    const of = (agents: unknown[], presets: unknown[]) => searcherOf({ agents, presets } as never);

    assert.equal(of([agent('nrpa')], [preset('mcts'), preset('nrpa(level=2)'), preset('nrpa(level=3)')]), 'nrpa(level=3)');
    assert.equal(of([agent('mcts'), agent('nmcs'), agent('nrpa', false)], [preset('mcts')]), 'nmcs');
    assert.equal(of([agent('mcts')], [preset('mcts')]), undefined);
});

test('a day has one board', () => {
    assert.deepEqual(boardOfTheDay(new Date(2026, 0, 9, 23, 59)), { seed: 20260109, name: '2026-01-09' });
});

function game(...moves: string[]) {
    return { id: 'x', ply: moves.length, history: moves.map((move) => ({ move })) } as unknown as State;
}

test('what was taken back can be done again, until something else is done', () => {
    let undone: string[] = undoneAfter([], game('a', 'b', 'c'), game('a'));

    assert.deepEqual(undone, ['c', 'b']);
    undone = undoneAfter(undone, game('a'), game('a'));
    assert.deepEqual(undone, ['c', 'b']);
    undone = undoneAfter(undone, game('a'), game());
    assert.deepEqual(undone, ['c', 'b', 'a']);
    undone = undoneAfter(undone, game(), game('a', 'b'));
    assert.deepEqual(undone, ['c']);
    assert.deepEqual(undoneAfter(undone, game('a', 'b'), game('a', 'b', 'd')), []);
    assert.deepEqual(undoneAfter(undone, null, game('a')), []);
});
