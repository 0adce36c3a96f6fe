import assert from 'node:assert/strict';
import { test } from 'node:test';

import { childrenOf, depthOf, exists, lineThrough, pathTo, rowsOf, stepFrom, trunkOf, type Line, type Tree } from '../src/logic/tree.ts';

const A = 1 << 24;
const [B, C, D, E] = [A + 1, A + 2, A + 3, A + 4];

function move(word: string, player: number) {
    return { move: word, player, value: null, proof: 'unproven' as const };
}

/* 1 d, 2 e, 3 f; at 1 also x (A) y (B) z (C), and after x also w (D); at 3 v (E). */
const tree: Tree = {
    ply: 3,
    history: [move('d', 0), move('e', 1), move('f', 0)],
    sides: [
        { id: A, parent: 1, move: 'x', player: 1 },
        { id: B, parent: A, move: 'y', player: 0 },
        { id: C, parent: B, move: 'z', player: 1 },
        { id: D, parent: A, move: 'w', player: 0 },
        { id: E, parent: 3, move: 'v', player: 1 },
    ],
};

test('the first child is the game, and then come the side moves', () => {
    assert.deepEqual(childrenOf(tree, 1), [2, A]);
    assert.deepEqual(childrenOf(tree, A), [B, D]);
    assert.deepEqual(childrenOf(tree, 3), [E]);
    assert.deepEqual(pathTo(tree, D), [0, 1, A, D]);
    assert.equal(trunkOf(tree, C), 1);
    assert.equal(trunkOf(tree, 2), 2);
    assert.equal(depthOf(tree, C), 4);
    assert.ok(exists(tree, E) && !exists(tree, E + 1) && !exists(tree, 4));
});

test('steps follow the line that one is in', () => {
    const line = lineThrough(tree, D, []);

    assert.deepEqual(line, [0, 1, A, D]);
    assert.equal(stepFrom(tree, D, line, 'back'), A);
    const kept = lineThrough(tree, 1, line);
    assert.equal(stepFrom(tree, 1, kept, 'forth'), A);
    assert.equal(stepFrom(tree, 1, lineThrough(tree, 1, []), 'forth'), 2);
    assert.equal(stepFrom(tree, A, kept, 'end'), D);
    assert.equal(stepFrom(tree, D, kept, 'forth'), null);
    assert.deepEqual(lineThrough(tree, 3, kept), [0, 1, 2, 3, E]);
});

test('alternatives are chosen among the children of one position', () => {
    const line = lineThrough(tree, B, []);

    assert.equal(stepFrom(tree, B, line, 'next'), D);
    assert.equal(stepFrom(tree, B, line, 'previous'), null);
    assert.equal(stepFrom(tree, 2, line, 'next'), A);
    assert.equal(stepFrom(tree, A, line, 'previous'), 2);
    assert.equal(stepFrom(tree, 0, line, 'next'), null);
});

function written(line: Line): string {
    return line.map((item) => (Array.isArray(item) ? `(${written(item)})` : `${item.number}${item.move}`)).join(' ');
}

test('the list has the game in columns and side lines in brackets', () => {
    const rows = rowsOf(tree, 2, false);

    assert.deepEqual(
        rows.map((row) => row.entries.map((entry) => entry?.move ?? '')),
        [
            ['d', 'e'],
            ['f', ''],
        ],
    );
    assert.deepEqual(rows.map((row) => row.sides.map(written)), [['2x 3y (3w) 4z'], ['4v']]);
});

test('a turn of several moves, chance and a single player have their columns', () => {
    const words = (history: Tree['history'], players: number, hasChance: boolean) =>
        rowsOf({ ply: history.length, history, sides: [] }, players, hasChance).map((row) =>
            row.entries.map((entry) => entry?.move ?? '').join(','),
        );

    assert.deepEqual(words([move('a', 0), move('b', 0), move('c', 1)], 2, false), ['a,', 'b,c']);
    assert.deepEqual(words([move('4', -1), move('a', 0), move('2', -1), move('b', 1)], 2, true), ['4,a,', '2,,b']);
    assert.deepEqual(words([move('a', 0), move('b', 0), move('c', 0), move('d', 0)], 1, false), ['a,b,c', 'd,,']);
});
