import assert from 'node:assert/strict';
import { test } from 'node:test';

import { click, clickedCell, entryAfter, finish, movesWithoutCells } from '../src/logic/paths.ts';

const moves = [
    { move: 'a-b', path: [0, 1] },
    { move: 'a-b-c', path: [0, 1, 2] },
    { move: 'd', path: [3] },
    { move: 'e left', path: [4, 5] },
    { move: 'e right', path: [4, 5] },
    { move: 'pass', path: [] },
];

test('the first clicks are the first cells of all paths', () => {
    assert.deepEqual([...entryAfter(moves, []).next].sort(), [0, 3, 4]);
});

test('a path that no longer one goes on from is played at once', () => {
    const step = click(moves, [], 3);
    assert.equal(step.kind === 'play' && step.move.move, 'd');
});

test('a path that goes on waits, and a second click on its last cell plays it', () => {
    const first = click(moves, [0], 1);
    assert.equal(first.kind, 'go on');
    const second = click(moves, [0, 1], 1);
    assert.equal(second.kind === 'play' && second.move.move, 'a-b');
    const longer = click(moves, [0, 1], 2);
    assert.equal(longer.kind === 'play' && longer.move.move, 'a-b-c');
});

test('moves with the same path are offered for choice', () => {
    const step = click(moves, [4], 5);
    assert.deepEqual(step.kind === 'choose' && step.moves.map(({ move }) => move), ['e left', 'e right']);
});

test('a click on another start begins anew, on the same one takes it back, elsewhere is refused', () => {
    const other = click(moves, [0], 4);
    assert.deepEqual(other.kind === 'go on' && other.entry.clicks, [4]);
    const same = click(moves, [0], 0);
    assert.deepEqual(same.kind === 'go on' && same.entry.clicks, []);
    assert.equal(click(moves, [0], 9).kind, 'refuse');
    assert.equal(click(moves, [], 9).kind, 'refuse');
});

test('done without a complete path is refused', () => {
    assert.equal(finish(entryAfter(moves, [0])).kind, 'refuse');
    assert.equal(finish(entryAfter(moves, [0, 1])).kind, 'play');
});

test('a move without cells needs a button', () => {
    assert.deepEqual(
        movesWithoutCells(moves).map(({ move }) => move),
        ['pass'],
    );
    assert.equal(entryAfter(moves, []).complete.length, 0);
});

test('a cell may stand for another one', () => {
    assert.equal(clickedCell({ '7': 3 }, 7), 3);
    assert.equal(clickedCell({ '7': 3 }, 8), 8);
    assert.equal(clickedCell(undefined, 8), 8);
});
