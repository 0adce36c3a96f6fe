import assert from 'node:assert/strict';
import test from 'node:test';

import type { Candidate, ExactThere, Report } from '../src/api/types.ts';
import { certainMoves, exactMarks, legendOf, outcomeOf, type Certain } from '../src/logic/exact.ts';

const win: Certain = { outcome: 'win', value: 1, words: 'wins in 1' };
const draw: Certain = { outcome: 'draw', value: 0.5, words: 'proven draw' };
const loss: Certain = { outcome: 'loss', value: 0, words: 'loses in 2' };

const moves = [
    { move: 'a-b', path: [0, 1] },
    { move: 'a-c', path: [0, 2] },
    { move: 'd-b', path: [3, 1] },
    { move: 'd-c', path: [3, 2] },
];

test('a value is a win, a draw, a loss or a share', () => {
    assert.deepEqual([1, 0.5, 0, 0.25].map(outcomeOf), ['win', 'draw', 'loss', 'share']);
});

test('a piece is worth its best move if all are known', () => {
    const certain = new Map([
        ['a-b', loss],
        ['a-c', draw],
    ]);

    assert.deepEqual(exactMarks(moves, [], certain), [{ cell: 0, ...draw }]);
    certain.set('d-b', loss);
    assert.equal(exactMarks(moves, [], certain).length, 1);
    certain.set('d-c', loss);
    assert.deepEqual(exactMarks(moves, [], certain)[1], { cell: 3, ...loss });
});

test('a win is enough, whatever is not known', () => {
    assert.deepEqual(exactMarks(moves, [], new Map([['a-b', win]])), [{ cell: 0, ...win }]);
    assert.deepEqual(exactMarks(moves, [], new Map([['a-c', win]])), [{ cell: 0, ...win }]);
});

test('after a click only what follows it counts', () => {
    const certain = new Map([
        ['a-b', loss],
        ['a-c', win],
        ['d-b', draw],
    ]);

    assert.deepEqual(exactMarks(moves, [0], certain), [
        { cell: 1, ...loss },
        { cell: 2, ...win },
    ]);
    assert.deepEqual(exactMarks(moves, [3], certain), [{ cell: 1, ...draw }]);
});

test('a report adds what its search has proven, at its own position only', () => {
    const there: ExactThere = {
        at: 4,
        exact: [{ move: 'a', proof: 'win', chance: 1, words: 'proven win' }],
    };
    const candidates = [
        { move: 'a', proof: 'win', chance: 1, words: 'wins in 5' },
        { move: 'b', proof: 'unproven', chance: 0.4, words: null },
        { move: 'c', proof: 'exact', chance: 0.5, words: 'proven draw' },
    ] as Candidate[];
    const report = { ply: 4, candidates } as Report;

    assert.deepEqual([...certainMoves(4, there, null).keys()], ['a']);
    assert.deepEqual([...certainMoves(4, there, report)].map(([move, { words }]) => `${move} ${words}`), [
        'a wins in 5',
        'c proven draw',
    ]);
    assert.equal(certainMoves(5, there, report).size, 0);
});

test('the legend names what is on the board', () => {
    assert.equal(
        legendOf([
            { cell: 0, ...loss },
            { cell: 1, ...win },
        ]),
        '+ wins, − loses.',
    );
});

const soon: Certain = { ...win, words: 'wins, capture in 3', distance: 3, until: 'capture' };
const late: Certain = { ...win, words: 'wins, capture in 9', distance: 9, until: 'capture' };

test('of several wins the soonest counts, of several losses the latest', () => {
    const certain = new Map([
        ['a-b', soon],
        ['a-c', late],
        ['d-b', { ...loss, distance: 2, until: 'end' }],
        ['d-c', { ...loss, distance: 8, until: 'end' }],
    ]);

    assert.deepEqual(
        exactMarks(moves, [], certain).map(({ distance }) => distance),
        [3, 8],
    );
    certain.set('a-b', late).set('a-c', soon);
    assert.equal(exactMarks(moves, [], certain)[0]!.distance, 3);
});

test('the legend says how soon, and what is counted', () => {
    assert.equal(
        legendOf([
            { cell: 0, ...late },
            { cell: 1, ...soon },
            { cell: 2, ...draw },
            { cell: 3, ...loss, distance: 4, until: 'end' },
        ]),
        '+ wins (soonest capture in 3), = draws, − loses (latest in 4). Moves of both sides count, this one included.',
    );
});

test('a report that says the same keeps how soon', () => {
    const exact = [{ move: 'a', proof: 'win' as const, chance: 1, words: soon.words, distance: 3, until: 'capture' }];
    const candidates = [{ move: 'a', proof: 'win', chance: 1, words: soon.words }] as Candidate[];
    const certain = certainMoves(4, { at: 4, exact }, { ply: 4, candidates } as Report);

    assert.equal(certain.get('a')!.distance, 3);
});
