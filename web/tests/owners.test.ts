import assert from 'node:assert/strict';
import test from 'node:test';

import { ownedCells } from '../src/logic/owners.ts';

test('cells belong to who has them clearly more often', () => {
    const owned = ownedCells({
        playouts: 100,
        cells: [
            [90, 10],
            [0, 75],
            [50, 48],
            [0, 0],
        ],
    });

    assert.deepEqual(owned, [
        { cell: 0, owner: 0, lead: 0.8 },
        { cell: 1, owner: 1, lead: 0.75 },
    ]);
});

test('of three players the next one counts', () => {
    assert.deepEqual(ownedCells({ playouts: 10, cells: [[1, 4, 3]] }), [{ cell: 0, owner: 1, lead: 0.1 }]);
});

test('without playouts nothing is owned', () => {
    assert.deepEqual(ownedCells(undefined), []);
    assert.deepEqual(ownedCells({ playouts: 0, cells: [[0, 0]] }), []);
});
