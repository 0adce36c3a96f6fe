import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Fault, Player, Review } from '../src/api/types.ts';
import { reviewedOf } from '../src/logic/graph.ts';
import { costWords, faultName, marksOf, progressWords, seatsToTryAgain } from '../src/logic/review.ts';

const fault: Fault = {
    ply: 5,
    player: 1,
    move: 'g',
    fault: 'blunder',
    missed_win: false,
    before: 0.5,
    after: 0,
    at_least: false,
    words: null,
    line: ['d', 'c'],
};

function player(name: string, who: string, limit: string | null = null): Player {
    return { name, colour: 'red', who, limit, refused: null, score: null };
}

const players = [player('X', 'human'), player('O', 'mcts', 'sims=50')];

const review: Review = {
    agent: 'mcts',
    limit: 'time=1s',
    state: 'running',
    judged: 3,
    positions: 7,
    failure: null,
    players: [],
    chances: [null, [0.5, 0.5], [0.6, 0.4], [1, 0]],
    faults: [fault, { ...fault, ply: 2, fault: 'mistake' }, { ...fault, ply: 1, fault: 'inaccuracy' }],
};

test('a fault says what it is and what it cost', () => {
    assert.equal(faultName(fault), 'Blunder');
    assert.equal(faultName({ ...fault, missed_win: true }), 'Blunder, missed win');
    assert.equal(costWords(fault), 'from 50 % to 0 %');
    assert.equal(costWords({ ...fault, before: 0.999, after: 0.4, at_least: true }), 'from 99 % to 40 % or less');
});

test('mistakes and blunders are marked, each at its move', () => {
    assert.deepEqual(
        marksOf(review, players).map(({ move, kind }) => [move, kind]),
        [
            [6, 'blunder'],
            [3, 'mistake'],
        ],
    );
    assert.equal(marksOf(review, players)[0]?.words, 'Blunder of O at move 6: from 50 % to 0 %');
});

test('progress is told in positions', () => {
    assert.equal(progressWords(review), '3 of 7 positions');
    assert.equal(
        progressWords({ ...review, state: 'done', judged: 7 }),
        'All 7 positions with a choice are judged.',
    );
});

test('the graph has the positions that the game still has', () => {
    assert.deepEqual(
        reviewedOf(review.chances, 2, null).map(({ ply }) => ply),
        [1, 2],
    );
    const over = { words: 'O wins', why: null, payoff: [0, 1], resigned: 0 };
    assert.deepEqual(reviewedOf(review.chances, 3, over).at(-1), { ply: 3, shares: [0, 1] });
});

test('who tries again plays his own side, and engines stay where they are', () => {
    const engine = { who: 'alphabeta', limit: 'depth=3' };
    assert.deepEqual(seatsToTryAgain(players, 0, engine), [
        { who: 'human' },
        { who: 'mcts', limit: 'sims=50' },
    ]);
    assert.deepEqual(seatsToTryAgain(players, 1, engine), [engine, { who: 'human' }]);
});
