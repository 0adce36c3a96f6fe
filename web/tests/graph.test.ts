import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { HistoryMove } from '../src/api/types.ts';
import { blundersOf, judgedOf, pointsOf, shareAt, spanOf, ticksOf } from '../src/logic/graph.ts';

function move(player: number, value: number[] | null): HistoryMove {
    return { move: 'x', player, value, proof: 'unproven' };
}

const even = [0.5, 0.5];

test('a move without a value does not bend the line', () => {
    const judged = judgedOf([move(0, [0.7, 0.3]), move(1, null), move(0, [0.8, 0.2])], null);
    assert.deepEqual(
        judged.map(({ ply, shares }) => [ply, shares[0]]),
        [
            [1, 0.7],
            [3, 0.8],
        ],
    );
    assert.equal(shareAt(judged, 0, 2), 0.7);
    assert.equal(shareAt(judged, 0, 0), null);
});

test('the end of the graph is the result', () => {
    const over = { words: 'White wins', payoff: [0, 1], why: null, resigned: null };
    const judged = judgedOf([move(0, even), move(1, [0.4, 0.6])], over);
    assert.deepEqual(judged.at(-1), { ply: 2, shares: [0, 1] });
    assert.equal(judged.length, 2);
});

test('where pieces are hidden the line is what both sides think', () => {
    const hopeful = [move(0, [0.8, 0.2]), move(1, [0.4, 0.6]), move(0, [0.8, 0.2])];
    assert.deepEqual(
        judgedOf(hopeful, null, true).map(({ shares }) => shares[0]!.toFixed(2)),
        ['0.80', '0.60', '0.60'],
    );
});

test('numbers of games that were stored long ago fit what there is', () => {
    const judged = judgedOf([move(0, [100, -100]), move(1, [-20, 20])], null);
    assert.deepEqual(
        judged.map(({ shares }) => shares[0]),
        [1, 0.4],
    );
});

test('a blunder is a drop of twenty points for the player who moved', () => {
    const history = [move(0, [0.6, 0.4]), move(1, [0.6, 0.4]), move(0, [0.4, 0.6]), move(1, [0.45, 0.55])];
    const found = blundersOf(history, judgedOf(history, null));
    assert.deepEqual(
        found.map(({ ply, player }) => [ply, player]),
        [[3, 0]],
    );
});

test('a blunder before an unjudged position is found by the next judgement', () => {
    const history = [move(1, even), move(0, null), move(1, [0.2, 0.8])];
    assert.deepEqual(
        blundersOf(history, judgedOf(history, null)).map(({ ply, player }) => [ply, player]),
        [[2, 0]],
    );
});

test('a player who gains has not blundered, and chance never does', () => {
    const gain = [move(0, even), move(0, [0.9, 0.1])];
    assert.deepEqual(blundersOf(gain, judgedOf(gain, null)), []);
    const luck = [move(0, even), move(-1, null), move(0, [0.1, 0.9])];
    assert.deepEqual(blundersOf(luck, judgedOf(luck, null)), []);
});

test('the numbers of the moves are round and few', () => {
    assert.deepEqual(ticksOf(6, 6), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(ticksOf(60, 6), [0, 10, 20, 30, 40, 50, 60]);
    for (const last of [1, 13, 99, 300, 20_000]) assert.ok(ticksOf(last, 6).length <= 7);
});

test('who plays alone has the points after each move', () => {
    const history = [12, 9, 1300].map((points): HistoryMove => ({ ...move(0, null), points }));
    assert.deepEqual(pointsOf(history), [
        { ply: 1, shares: [12] },
        { ply: 2, shares: [9] },
        { ply: 3, shares: [1300] },
    ]);
    assert.deepEqual(pointsOf([move(0, even)]), []);
});

test('the height of points is round and holds them all', () => {
    const span = (...values: number[]) => spanOf(values.map((value, ply) => ({ ply, shares: [value] })));
    assert.deepEqual(span(), { low: 0, high: 1, ticks: [0, 1] });
    assert.deepEqual(span(12, 9, 1300), { low: 0, high: 1500, ticks: [0, 500, 1000, 1500] });
    assert.deepEqual(span(-30, 45), { low: -50, high: 50, ticks: [-50, 0, 50] });
    assert.deepEqual(span(3000), { low: 0, high: 3000, ticks: [0, 1000, 2000, 3000] });
});
