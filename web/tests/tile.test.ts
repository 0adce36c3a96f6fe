/* tile.test.ts - the tile in hand, turned and laid; armies that are arranged; what is proposed. */
import assert from 'node:assert/strict';
import test from 'node:test';

import type { Cell, Move, Option, Scene } from '../src/api/types.ts';
import { arrangingOf, capital, eitherWay } from '../src/logic/arranging.ts';
import { withProposals, writeSpec } from '../src/logic/spec.ts';
import { coverable, ghostAt, handOf, pathAt, pointWords, turnedLabel, turnOf, usefulTurn } from '../src/logic/tile.ts';

function triangle(x: number, row: number, isUp: boolean): Cell {
    return { x, y: 0.866 * row, shape: isUp ? 'triangle_up' : 'triangle_down', shade: 'light', home: -1, name: '' };
}

/* Two rows of four triangles, and the tile at the right: the left half points up. */
const cells = [
    ...[0, 1, 2, 3].map((i) => triangle(0.5 * i, 0, i % 2 === 0)),
    ...[0, 1, 2, 3].map((i) => triangle(0.5 * i, 1, i % 2 === 1)),
    triangle(6, 0, true),
    triangle(6.5, 0, false),
];
const scene: Scene = {
    cells,
    pieces: [
        { cell: 8, owner: -1, height: 0, with: 9, kind: 'tile', label: '012' },
        { cell: 9, owner: -1, height: 0, with: 8, kind: 'tile', label: '013' },
    ],
    links: [],
    labels: [],
    last: [],
    decides: [],
    owners: ['blue', 'white', 'yellow', 'red'],
    hand: [8, 9],
};
const moves: Move[] = [
    { move: 'one', path: [0, 1], points: [3, 0] },
    { move: 'turned', path: [1, 0] },
    { move: 'down', path: [0, 4] },
];
const hand: [number, number] = [8, 9];

test('there is a tile in hand only where moves lay it', () => {
    assert.deepEqual(handOf(scene, moves), hand);
    assert.equal(handOf(scene, []), null);
    assert.equal(handOf({ ...scene, hand: [] }, moves), null);
});

test('the direction of a path is the turn of the tile', () => {
    assert.equal(turnOf(scene, hand, [0, 1]), 0);
    assert.equal(turnOf(scene, hand, [1, 0]), 3);
    assert.equal(turnOf(scene, hand, [0, 4]), 2);
});

test('each turn has one place for a half on a cell', () => {
    assert.deepEqual(pathAt(scene, hand, 0, 0), [0, 1]);
    assert.deepEqual(pathAt(scene, hand, 1, 0), [0, 1]);
    assert.deepEqual(pathAt(scene, hand, 1, 3), [1, 0]);
    assert.deepEqual(pathAt(scene, hand, 4, 2), [0, 4]);
    assert.equal(pathAt(scene, hand, 3, 5), null);
    assert.equal(pathAt(scene, hand, 8, 0), null);
});

test('a ghost carries the colours with it', () => {
    assert.equal(turnedLabel('012', 'triangle_up', 'triangle_up', 0), '012');
    assert.equal(turnedLabel('012', 'triangle_up', 'triangle_up', 2), '201');
    /* The top of a triangle that is turned upside down is at the bottom. */
    assert.equal(turnedLabel('012', 'triangle_up', 'triangle_down', 3), '120');
    const ghost = ghostAt(scene, hand, moves, 0, 3)!;
    assert.deepEqual(ghost.path, [1, 0]);
    assert.equal(ghost.move?.move, 'turned');
    assert.deepEqual(ghost.pieces.map((piece) => [piece.cell, piece.with]), [[1, 0], [0, 1]]);
    assert.equal(ghostAt(scene, hand, moves, 2, 0)?.move, null);
});

test('turns that lead nowhere are passed over', () => {
    assert.equal(usefulTurn(scene, hand, moves, 0), 0);
    assert.equal(usefulTurn(scene, hand, moves, 1), 2);
    assert.equal(usefulTurn(scene, hand, moves, 4), 0);
    assert.deepEqual([...coverable(scene, hand, moves, 2)].sort(), [0, 4]);
});

test('points in words: the own, and the others where they get any', () => {
    assert.deepEqual(pointWords([3, 0], 0, ['Blue', 'White']), ['+3', '']);
    assert.deepEqual(pointWords([0, 2], 0, ['Blue', 'White']), ['0', 'White +2']);
    assert.deepEqual(pointWords(undefined, 1, []), ['0', '']);
});

test('an army is arranged as long as it may start', () => {
    const some = [{ move: 'start', path: [] }, { move: 'bluff', path: [] }, { move: 'a1-b1', path: [4, 5] }];

    assert.equal(arrangingOf([{ move: 'pass', path: [] }]), null);
    assert.deepEqual(arrangingOf(some)?.others.map((move) => capital(move.move)), ['Bluff']);
    assert.deepEqual(eitherWay(some).map((move) => move.path), [[], [], [4, 5], [5, 4]]);
});

test('what is proposed to people is written unless they say otherwise', () => {
    const options = [{ name: 'setup', kind: 'choice', default: 'random', proposed: 'arranged' } as Option];

    assert.equal(writeSpec('stratego', options, withProposals(options, {})), 'stratego(setup=arranged)');
    assert.equal(writeSpec('stratego', options, withProposals(options, { setup: 'random' })), 'stratego');
});
