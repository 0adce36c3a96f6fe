import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Cell, Piece, Scene, Shape } from '../src/api/types.ts';
import { canTurn, isFar, turned } from '../src/logic/turn.ts';

function cell(x: number, y: number, shape: Shape = 'square'): Cell {
    return { x, y, shape, shade: 'light', home: -1, name: '' };
}

function piece(at: number, owner: number, kind: Piece['kind'] = 'pawn', label = ''): Piece {
    return { cell: at, owner, height: 0, with: -1, kind, label };
}

function scene(cells: Cell[], pieces: Piece[], labels: Scene['labels'] = []): Scene {
    return { cells, pieces, links: [], labels, last: [], owners: ['white', 'black'], decides: [] };
}

const board = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => cell(x, y)));

test('cells go round the middle of the board, and trays stay', () => {
    const now = turned(scene([...board, cell(9, 1)], []));

    assert.deepEqual([now.cells[0]!.x, now.cells[0]!.y], [2, 2]);
    assert.deepEqual([now.cells[4]!.x, now.cells[4]!.y], [1, 1]);
    assert.deepEqual([now.cells[9]!.x, now.cells[9]!.y], [9, 1]);
});

test('coordinates keep their side and change their order', () => {
    const { labels } = turned(
        scene(board, [], [
            { x: -0.8, y: 0, text: '3' },
            { x: 0, y: 2.8, text: 'a' },
            { x: 5, y: 0, text: 'White 3' },
        ]),
    );

    assert.deepEqual(labels.map(({ x, y }) => [x, y]), [
        [-0.8, 2],
        [2, 2.8],
        [5, 0],
    ]);
});

test('triangles point the other way, and tiles keep their colours where they were', () => {
    const before = scene([cell(0, 0, 'triangle_up')], [piece(0, 0, 'tile', '123')]);
    const after = turned(before);

    assert.equal(after.cells[0]!.shape, 'triangle_down');
    assert.equal(after.pieces[0]!.label, '231');
    assert.deepEqual(turned(after).pieces[0]!.label, '123');
});

test('a side is far if its pieces clearly are, and boards where stones fall do not turn', () => {
    const sides = scene(board, [piece(0, 1), piece(1, 1), piece(7, 0), piece(8, 0)]);

    assert.equal(isFar(sides, 0), false);
    assert.equal(isFar(sides, 1), true);
    assert.equal(isFar(scene(board, [piece(3, 1), piece(4, 0)]), 1), false);
    assert.equal(isFar(scene(board, []), 1), false);
    assert.equal(canTurn(sides), true);
    assert.equal(canTurn(scene([{ ...cell(0, 0), shade: 'rack' }], [])), false);
});
