import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Explored, ExploredMove } from '../src/api/types.ts';
import {
    barOf,
    barWords,
    intervalWords,
    lineOf,
    marksOf,
    meanWords,
    moverWords,
    walked,
    wordsOf,
} from '../src/logic/explore.ts';
import { askedPosition, readRoute, writeRoute, type Route } from '../src/logic/route.ts';

const move: ExploredMove = {
    move: 'd3',
    games: 10,
    wins: [6, 3],
    nobody: 1,
    mean: 0.65,
    low: 0.4,
    high: 0.81,
    last: '2026-11-18',
    by: [
        [1, 7],
        [0, 2],
    ],
    movers: 3,
};

const explored: Explored = {
    sources: 1,
    read: 0,
    whole: true,
    trouble: null,
    game: 'othello',
    turn: 0,
    known: 20,
    games: 20,
    points: false,
    book: false,
    moves: [move, { ...move, move: 'c4', games: 5 }, { ...move, move: 'pass', games: 4 }, { move: 'f5', games: 1 }],
    more: 0,
    names: ['mc', 'mcts'],
};

test('a bar is the wins of two with the draws between them', () => {
    assert.deepEqual(
        barOf(move).map(({ player, share }) => [player, share]),
        [
            [0, 0.6],
            [-1, 0.1],
            [1, 0.3],
        ],
    );
    assert.deepEqual(
        barOf(move).map(({ words }) => words),
        ['60 %', '', '30 %'],
    );
    assert.equal(barWords(move, ['Black', 'White']), 'Black won 6, White won 3, nobody 1');
});

test('several players have shares, and a move that is only in the book has no bar', () => {
    const shared: ExploredMove = { move: 'a', games: 4, wins: [1, 0, 0], nobody: 3, shares: [0.5, 0.3, 0.2] };

    assert.deepEqual(
        barOf(shared).map(({ share }) => share),
        [0.5, 0.3, 0.2],
    );
    assert.equal(barWords(shared, ['Red', 'Blue', 'Green']), 'Red 50 %, Blue 30 %, Green 20 %');
    assert.deepEqual(barOf({ move: 'a', games: 0, book: { visits: 3, value: 0.5 } }), []);
});

test('means have their unit and their interval', () => {
    assert.equal(meanWords(move, false), '65 %');
    assert.equal(meanWords({ ...move, mean: 1234 }, true), '1.2k');
    assert.equal(meanWords({ move: 'a', games: 0 }, false), '');
    assert.equal(intervalWords(move, false), 'between 40 % and 81 % (95 %)');
    assert.equal(intervalWords({ ...move, low: null, high: null }, true), 'one game says nothing of the mean');
});

test('who played a move is named, the others are counted', () => {
    assert.equal(moverWords(move, explored.names), 'mcts 7, mc 2 and 1 other');
    assert.equal(moverWords({ move: 'a', games: 1 }, []), '');
});

test('the most frequent moves that have a place are marked, or the one that is pointed at', () => {
    const legal = [
        { move: 'd3', path: [19] },
        { move: 'c4', path: [26] },
        { move: 'pass', path: [] },
        { move: 'f5', path: [37] },
    ];

    assert.deepEqual(
        marksOf(explored, legal, null).map(({ path, words }) => [path[0], words]),
        [
            [19, '50 %'],
            [26, '25 %'],
        ],
    );
    assert.deepEqual(
        marksOf(explored, legal, 'f5').map(({ path, strength }) => [path[0], strength]),
        [[37, 1]],
    );
    assert.deepEqual(marksOf(explored, legal, 'pass'), []);
});

test('who went back can go forth, until something else is played', () => {
    assert.deepEqual(wordsOf(' d3  c3 '), ['d3', 'c3']);
    assert.deepEqual(wordsOf(null), []);
    assert.equal(lineOf([]), null);
    assert.equal(lineOf(['d3', 'c3']), 'd3 c3');
    assert.deepEqual(walked(['d3', 'c3'], ['d3']), ['d3', 'c3']);
    assert.deepEqual(walked(['d3', 'c3'], ['d3', 'e3']), ['d3', 'e3']);
    assert.deepEqual(walked([], ['d3']), ['d3']);
});

test('addresses of explored positions, and of a table at a ply, go both ways', () => {
    const routes: Route[] = [
        { view: 'explore', game: null, position: null, moves: null },
        { view: 'explore', game: 'othello(size=6)', position: '--/+ &?#', moves: 'd3 c3' },
        { view: 'explore', game: 'connect4', position: null, moves: null },
        { view: 'table', id: 'k3f9', at: 12 },
        { view: 'table', id: 'k3f9' },
    ];

    for (const route of routes) assert.deepEqual(readRoute(writeRoute(route)), route);
    assert.deepEqual(readRoute('#/table/k3f9?at=-1'), { view: 'table', id: 'k3f9' });
    assert.equal(askedPosition({ game: 'a(b=1)', position: null, moves: 'x y' }), 'game=a%28b%3D1%29&moves=x+y');
});
