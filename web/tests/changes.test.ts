import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Change, State } from '../src/api/types.ts';
import { apply, share } from '../src/logic/changes.ts';

function move(word: string) {
    return { move: word, player: 0, value: null, proof: 'unproven' as const };
}

const state: State = {
    id: 'a',
    revision: 7,
    game: 'connect4',
    title: 'Connect Four',
    name: 'connect4',
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
