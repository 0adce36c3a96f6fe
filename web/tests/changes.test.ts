import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Change, Piece, Scene, State } from '../src/api/types.ts';
import { apply, share, withMoves } from '../src/logic/changes.ts';

function move(word: string) {
    return { move: word, player: 0, value: null, proof: 'unproven' as const };
}

const state: State = {
    id: 'a',
    revision: 7,
    game: 'connect4',
    title: 'Connect Four',
    name: 'connect4',
    event: null,
    players: [],
    chance: false,
    hidden: false,
    open: false,
    ply: 2,
    at: 2,
    turn: 0,
    viewer: -1,
    scene: { cells: [], pieces: [], links: [], labels: [], last: [3], owners: ['red'], decides: [] },
    moves: [{ move: 'd', path: [3] }],
    prompts: ['Choose a column'],
    clicks: null,
    history: [move('a'), move('b')],
    sides: [],
    position: 'x',
    over: null,
    can: { undo: true, hint: true, resign: true, review: true },
    search: null,
    waits: null,
    review: null,
    pace: null,
    saved: true,
};

test('a change replaces what it names and leaves the rest as it is', () => {
    const search = { kind: 'hint' as const, agent: 'mcts', limit: '1s', at: 2, waiting: false };
    const next = apply(state, { base: 7, revision: 8, search });

    assert.deepEqual(next, { ...state, revision: 8, search });
    assert.equal(next?.moves, state.moves);
    assert.equal(next?.scene, state.scene);
    assert.equal(next?.history, state.history);
});

test('a scene changes list by list', () => {
    const next = apply(state, { base: 7, revision: 8, scene: { last: [4] } });

    assert.deepEqual(next?.scene, { ...state.scene, last: [4] });
    assert.equal(next?.scene.cells, state.scene.cells);
});

test('the history grows, shrinks, and is changed in its middle', () => {
    const words = (history: Change['history']) =>
        apply(state, { base: 7, revision: 8, history })?.history.map((one) => one.move);

    assert.deepEqual(words({ from: 2, moves: [move('c')] }), ['a', 'b', 'c']);
    assert.deepEqual(words({ from: 1, moves: [] }), ['a']);
    assert.deepEqual(words({ from: 0, moves: [move('c'), move('d')] }), ['c', 'd']);
    assert.deepEqual(state.history.length, 2);
});

test('a move of the history reads differently, and nothing else does', () => {
    const history = { from: 2, again: [{ at: 0, move: null }, { at: 1, move: 'b', value: [0.4, 0.6] }], moves: [] };
    const next = apply(state, { base: 7, revision: 8, history })?.history;

    assert.deepEqual(next, [
        { ...move('a'), move: null },
        { ...move('b'), value: [0.4, 0.6] },
    ]);
});

test('a move of which nothing was thought is told briefly', () => {
    const next = apply(state, { base: 7, revision: 8, history: { from: 2, moves: [{ move: 'c', player: 0 }] } });

    assert.deepEqual(next?.history[2], move('c'));
});

function disc(cell: number, owner: number, height = 0): Piece {
    return { cell, owner, height, with: -1, kind: 'disc', label: '' };
}

const cell = { x: 0, y: 0, shape: 'square' as const, shade: 'light' as const, home: -1, name: 'a1' };
const board: Scene = {
    cells: [cell, cell, cell],
    pieces: [disc(0, 0), disc(1, 1), disc(1, 0, 1)],
    links: [{ from: 0, to: 1, owner: 0 }],
    labels: [
        { x: 0, y: 0, text: 'a' },
        { x: 1, y: 0, text: 'Black 2' },
    ],
    last: [],
    owners: ['red'],
    decides: [],
};

function changedBoard(scene: Change['scene']): Scene | undefined {
    return apply({ ...state, scene: board }, { base: 7, revision: 8, ...(scene && { scene }) })?.scene;
}

test('cells that are named have what is new on them, in the order of cells and heights', () => {
    const pieces = {
        empty: [0],
        new: [
            { cells: [1, 2], owner: 1, kind: 'disc' as const },
            { cells: [1], owner: 0, kind: 'disc' as const, height: 1 },
        ],
    };
    assert.deepEqual(changedBoard({ pieces })?.pieces, [disc(1, 1), disc(1, 0, 1), disc(2, 1)]);
});

test('links, labels and the ground change by what is new of them', () => {
    const link = { from: 0, to: 2, owner: 1 };
    assert.deepEqual(changedBoard({ links: { gone: board.links, new: [link] } })?.links, [link]);
    assert.deepEqual(changedBoard({ labels: { from: 1, new: [] } })?.labels, [board.labels[0]]);
    assert.deepEqual(changedBoard({ ground: [{ cells: [1], shade: 'gold', home: 0 }] })?.cells[1], {
        ...cell,
        shade: 'gold',
        home: 0,
    });
    assert.equal(changedBoard({ cells: { from: 2, new: [] } })?.cells.length, 2);
});

test('a board that is told whole takes the place of the other', () => {
    assert.deepEqual(changedBoard({ ...board, owners: ['blue'] })?.owners, ['blue']);
});

test('too many moves are waited for, and no others are taken for them', () => {
    const waiting = apply(state, { base: 7, revision: 8, moves: null })!;
    const there = { ply: 2, at: 2, moves: [['e', 4] as [string, number]], clicks: null };

    assert.deepEqual(waiting.moves, []);
    assert.deepEqual(withMoves(waiting, { ...there, ply: 3 }).moves, []);
    assert.deepEqual(withMoves(waiting, there).moves, [{ move: 'e', path: [4] }]);
    assert.equal(withMoves(state, there), state);
    assert.deepEqual(apply(waiting, { base: 8, revision: 9, moves: [['f', 5]] })?.isWaitingForMoves, false);
});

test('a change of another state is no change of this one', () => {
    assert.equal(apply(state, { base: 6, revision: 8, ply: 3 }), null);
});

test('the same legal moves are the same object, also when they are told anew', () => {
    const again = structuredClone(state);

    assert.equal(share(state, again).moves, state.moves);
    assert.equal(share(null, again).moves, again.moves);
    assert.equal(share(state, { ...again, ply: 3 }).moves, again.moves);
    assert.notEqual(share(state, { ...again, moves: [] }).moves, state.moves);
});
