import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Cell, Piece, Scene } from '../src/api/types.ts';
import { follow } from '../src/logic/bodies.ts';
import { nextCell } from '../src/logic/cursor.ts';
import { groups, layOut } from '../src/logic/layout.ts';
import { outlinePath, sectorPath, tileEdges } from '../src/logic/outline.ts';
import { cellWords } from '../src/logic/words.ts';

function square(x: number, y: number, name = ''): Cell {
    return { x, y, shape: 'square', shade: 'light', home: -1, name };
}

function piece(cell: number, owner: number, more: Partial<Piece> = {}): Piece {
    return { cell, owner, height: 0, with: -1, kind: 'disc', label: '', ...more };
}

function scene(pieces: Piece[]): Scene {
    const cells = [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => square(x, y, `${'abcd'[x]}${4 - y}`)));
    cells.push(square(5.5, 1, 'die'));
    return {
        cells,
        pieces,
        links: [],
        labels: [
            { x: 0, y: 4, text: 'a' },
            { x: 7, y: 1, text: 'turn 1 of 9' },
            { x: 5, y: 3.5, text: 'Black 2' },
        ],
        last: [],
        owners: ['black', 'white'],
        decides: [],
    };
}

test('what does not touch the board is a tray, and labels go where they belong', () => {
    const one = scene([]);
    assert.deepEqual(
        groups(one.cells).map((group) => group.length),
        [16, 1],
    );
    const layout = layOut(one, false);
    assert.equal(layout.trays.length, 1);
    assert.deepEqual(
        layout.coordinates.map(({ text }) => text),
        ['a'],
    );
    assert.deepEqual(
        layout.notes.map(({ text }) => text),
        ['turn 1 of 9'],
    );
    assert.deepEqual(layout.counters, ['Black 2']);
});

test('in a narrow window the tray stands below the board', () => {
    const wide = layOut(scene([]), false);
    const narrow = layOut(scene([]), true);
    assert.ok(wide.places[16]!.x > wide.board.right);
    assert.ok(narrow.places[16]!.y > narrow.board.bottom);
    assert.ok(narrow.whole.right - narrow.whole.left < wide.whole.right - wide.whole.left);
});

test('a piece that moves stays the same body, and a captured one is gone', () => {
    const before = follow([], scene([piece(0, 0), piece(5, 1), piece(9, 0)]));
    const mover = before.find((body) => body.piece.cell === 0)!;
    const after = follow(before, scene([piece(5, 0), piece(9, 0)]));
    assert.equal(after.find((body) => body.piece.cell === 5)?.id, mover.id);
    assert.equal(after.length, 2);
});

test('a disc that is turned over stays the same body', () => {
    const before = follow([], scene([piece(5, 1)]));
    const after = follow(before, scene([piece(5, 0), piece(6, 0)]));
    assert.equal(after.find((body) => body.piece.cell === 5)?.id, before[0]?.id);
    assert.notEqual(after.find((body) => body.piece.cell === 6)?.id, before[0]?.id);
});

test('a hidden piece that is shown stays the same body', () => {
    const before = follow([], scene([piece(5, 1, { kind: 'hidden' })]));
    const after = follow(before, scene([piece(5, 1, { kind: 'pawn', label: '9' })]));
    assert.equal(after[0]?.id, before[0]?.id);
});

test('discs of a tower are drawn from below', () => {
    const bodies = follow([], scene([piece(5, 1, { height: 1 }), piece(5, 0), piece(6, 0)]));
    assert.deepEqual(
        bodies.map((body) => body.piece.height),
        [0, 0, 1],
    );
    assert.deepEqual(
        bodies.filter((body) => body.piece.cell === 5).map((body) => body.stack),
        [2, 2],
    );
});

test('arrow keys go to the nearest cell in that direction and stop at the edge', () => {
    const places = scene([]).cells;
    assert.equal(nextCell(places, 5, 'ArrowRight'), 6);
    assert.equal(nextCell(places, 5, 'ArrowUp'), 1);
    assert.equal(nextCell(places, 0, 'ArrowLeft'), 0);
    assert.equal(nextCell(places, 7, 'ArrowRight'), 16);
});

test('arrow keys reach every hexagon of staggered rows', () => {
    const places = [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0.5, y: 0.866 },
        { x: 1.5, y: 0.866 },
    ];
    assert.equal(nextCell(places, 0, 'ArrowDown'), 2);
    assert.equal(nextCell(places, 2, 'ArrowRight'), 3);
    assert.equal(nextCell(places, 3, 'ArrowUp'), 1);
});

test('outlines are closed and shrink', () => {
    assert.equal(outlinePath('square', 0), 'M-50 -50L50 -50L50 50L-50 50z');
    assert.equal(outlinePath('square', 0, 10), 'M-40 -40L40 -40L40 40L-40 40z');
    assert.match(outlinePath('hole', 30), /^M-30 0a30 30/);
    assert.match(sectorPath('triangle_up', 0, 25), /^M0 -43.3L12.5 -21.6A25 25 0 0 1 -12.5 -21.7?/);
});

test('a rhombus of two triangles has no edge between them', () => {
    assert.equal(tileEdges('triangle_up', null).split('M').length - 1, 3);
    assert.equal(tileEdges('triangle_up', { x: 50, y: 0 }).split('M').length - 1, 2);
});

test('a cell is named with what stands on it', () => {
    const one = scene([
        piece(0, 1),
        piece(5, 1, { height: 1 }),
        piece(5, 0),
        piece(6, 1, { kind: 'hidden' }),
    ]);
    assert.equal(cellWords(one, 0), 'a4, white disc');
    assert.equal(cellWords(one, 1), 'b4, empty');
    assert.equal(cellWords(one, 5), 'b3, stack of 2: white, black');
    assert.equal(cellWords(one, 6), 'c3, white hidden piece');
});
