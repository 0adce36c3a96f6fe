import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Candidate, Report } from '../src/api/types.ts';
import { chanceOf } from '../src/logic/numbers.ts';
import { bar, briefly, rows, sourceWords, thoughtsOf, verdict } from '../src/logic/thoughts.ts';

function candidate(move: string, more: Partial<Candidate>): Candidate {
    return {
        move,
        visits: 0,
        value: 0,
        kind: 'exact',
        chance: 0.5,
        points: null,
        prior: 0,
        proof: 'unproven',
        words: null,
        pruned: false,
        path: [1, 2],
        ...more,
    };
}

function report(more: Partial<Report>): Report {
    return {
        ply: 0,
        kind: 'analysis',
        player: 0,
        done: true,
        lower: -64,
        upper: 64,
        agent: 'alphabeta',
        limit: '1s',
        best: 'a',
        value: [6, -6],
        chance: [0.61, 0.39],
        points: null,
        proof: 'unproven',
        words: null,
        depth: 9,
        sims: 0,
        nodes: 1000,
        seconds: 1,
        sims_per_second: 0,
        memory_is_full: false,
        line: ['a', 'x', 'y'],
        candidates: [
            candidate('a', { value: 6, chance: 0.61, points: '+6.0 discs' }),
            candidate('b', { value: 2, chance: 0.55, points: '+2.0 discs', line: ['b', 'z'] }),
            candidate('c', { kind: 'estimate', value: 0, chance: 0.5 }),
            candidate('d', { value: -1, chance: 0.45 }),
            candidate('e', { kind: 'at most', value: -2, chance: 0.4, points: '-2.0 discs' }),
            candidate('f', { kind: 'none', value: null, chance: null }),
            candidate('g', { kind: 'none', value: null, chance: 0, proof: 'loss', words: 'loses in 4' }),
        ],
        ...more,
    };
}

test('a chance is all or nothing only where that is certain', () => {
    assert.equal(chanceOf(0.614, false), '61 %');
    assert.equal(chanceOf(0.999, false), '99 %');
    assert.equal(chanceOf(0.001, false), '1 %');
    assert.equal(chanceOf(1, true), '100 %');
});

test('a move that was not searched for says where it comes from', () => {
    assert.equal(sourceWords(report({})), '');
    assert.equal(sourceWords(report({ from_book: true, book_visits: 49 })), 'From the opening book, 49 visits');
    assert.equal(
        sourceWords(report({ from_openings: true, opening_games: 16 })),
        "An opening of the game's own, from 16 games",
    );
});

test('every row says what it knows, and bounds have no points', () => {
    assert.deepEqual(
        rows(report({})).map((row) => [row.candidate.move, row.worth, row.points]),
        [
            ['a', '61 %', '+6.0 discs'],
            ['b', '55 %', '+2.0 discs'],
            ['c', '50 %', ''],
            ['d', '45 %', ''],
            ['e', 'at most 40 %', ''],
            ['f', '', ''],
            ['g', 'loses in 4', ''],
        ],
    );
});

test('a row has its own line, the best one the line of the report', () => {
    assert.deepEqual(
        rows(report({}))
            .slice(0, 3)
            .map((row) => row.line),
        [['a', 'x', 'y'], ['b', 'z'], []],
    );
});

test('somebody who plays alone is told a value and no chance', () => {
    const alone = report({
        value: [900],
        chance: [0.3],
        lower: 0,
        upper: 3000,
        candidates: [
            candidate('a', { kind: 'estimate', value: 900, chance: 0.3 }),
            candidate('b', { kind: 'at most', value: 700, chance: 0.2 }),
        ],
    });
    assert.deepEqual(
        rows(alone).map((row) => row.worth),
        ['900', 'at most 700'],
    );
});

test('the board marks the best few valued moves, the best strongest, and never a bound', () => {
    const shown = thoughtsOf(report({}));
    assert.deepEqual(
        shown.map((thought) => thought.words),
        ['61 %', '55 %', '50 %'],
    );
    assert.deepEqual(
        shown.map((thought) => thought.strength),
        shown.map((thought) => thought.strength).sort((a, b) => b - a),
    );
    const bounds = report({
        candidates: [candidate('a', {}), candidate('e', { kind: 'at most' }), candidate('f', { kind: 'none' })],
    });
    assert.equal(thoughtsOf(bounds).length, 1);
});

test('a hint is one move', () => {
    assert.deepEqual(
        thoughtsOf(report({ kind: 'hint' })).map((thought) => thought.isBest),
        [true],
    );
});

test('the bar is the chance of each player', () => {
    assert.deepEqual(bar(report({})), [
        { share: 0.61, words: '61 %' },
        { share: 0.39, words: '39 %' },
    ]);
    assert.deepEqual(
        bar(report({ chance: [0.4, 0.3, 0.2, 0.1] })).map((part) => part.words),
        ['40 %', '30 %', '20 %', '10 %'],
    );
    assert.deepEqual(bar(report({ chance: [null, null] }))[0], { share: 0.5, words: '' });
    assert.equal(bar(report({ chance: [1, 0], proof: 'win' }))[0]?.words, '100 %');
});

test('what is certain is said in words, else the points are', () => {
    assert.equal(verdict(report({}), 'Black'), '');
    assert.equal(verdict(report({ points: '+6.0 discs' }), 'Black'), 'Black +6.0 discs');
    assert.equal(verdict(report({ proof: 'win', words: 'wins in 11' }), 'Black'), 'Black wins in 11');
    assert.equal(verdict(report({ proof: 'loss', words: 'proven loss' }), 'Black'), 'Black loses, proven');
    assert.equal(verdict(report({ proof: 'exact', words: 'proven draw' }), 'Black'), 'Proven draw');
    assert.equal(verdict(report({ proof: 'exact', words: 'White by 8' }), 'Black'), 'White by 8');
});

test('a search for whole games says the points of each move’s best one', () => {
    const told = report({
        value: [0.3],
        chance: [0.3],
        total: 2000,
        candidates: [
            candidate('a', { kind: 'none', value: null, total: 2000 }),
            candidate('b', { kind: 'none', value: null, total: 500 }),
            candidate('c', { kind: 'none', value: null }),
        ],
    });
    const all = rows(told);

    assert.deepEqual(all.map((row) => row.worth), ['2000', '500', '']);
    assert.deepEqual(all.map((row) => row.length), [1, 0.25, null]);
    assert.deepEqual(all.map((row) => row.isValued), [true, true, false]);
    assert.deepEqual(thoughtsOf(told).map((thought) => thought.words), ['2000', '500']);
});

test('of a long line the beginning is told', () => {
    assert.equal(briefly(['a', 'b']), 'a b');
    assert.equal(briefly([...'abcdefghijk']), 'a b c d e f g h i …');
});
