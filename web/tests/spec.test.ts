import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Agents, Option } from '../src/api/types.ts';
import { readLimit, writeLimit } from '../src/logic/limit.ts';
import { readSeat, seatWords, usualSeats, writeSeat } from '../src/logic/seats.ts';
import { readSpec, specName, writeSpec } from '../src/logic/spec.ts';

function option(name: string, kind: Option['kind'], initial: string): Option {
    return { name, kind, default: initial, low: null, high: null, choices: null, help: '' };
}

const options = [
    option('c', 'real', '0.5'),
    option('playout', 'spec', 'random'),
    option('setup', 'words', ''),
];

test('a spec names only what differs from the defaults', () => {
    assert.equal(writeSpec('mcts', options, {}), 'mcts');
    assert.equal(writeSpec('mcts', options, { c: '0.5', setup: ' ' }), 'mcts');
    assert.equal(writeSpec('mcts', options, { c: '1' }), 'mcts(c=1)');
});

test('words with blanks are quoted, and come back as they were', () => {
    const values = { setup: 'a "b" \\c, d' };
    const spec = writeSpec('game', options, values);
    assert.equal(spec, 'game(setup="a \\"b\\" \\\\c, d")');
    assert.deepEqual(readSpec(spec, options), values);
});

test('commas in brackets and quotes do not cut a spec', () => {
    assert.deepEqual(readSpec('mcts(c=1, playout=greedy(a=1, b=2))', options), {
        c: '1',
        playout: 'greedy(a=1, b=2)',
    });
    assert.deepEqual(readSpec('mcts(0.7)', options), { c: '0.7' });
    assert.equal(specName('mcts(c=1)'), 'mcts');
});

test('limits are a number with a unit, or stay as written', () => {
    assert.deepEqual(readLimit('500ms'), { unit: 'seconds', amount: '0.5' });
    assert.deepEqual(readLimit('sims=5k'), { unit: 'sims', amount: '5000' });
    assert.deepEqual(readLimit('1s, threads=2'), { unit: 'text', amount: '1s, threads=2' });
    for (const limit of ['2s', 'sims=100', 'depth=6', '1s, seed=4'])
        assert.equal(writeLimit(readLimit(limit)), limit);
});

const agents: Agents = {
    agents: [{ name: 'mcts', title: '', summary: '', fits: true, options }],
    presets: [
        { name: 'easy', agent: 'mc', limit: 'sims=50', help: '', strength: '' },
        { name: 'medium', agent: 'mcts', limit: '1s', help: '', strength: '' },
        { name: 'strong', agent: 'mcts', limit: '2s, depth=3', help: '', strength: '' },
    ],
    limits: [],
};

test('seats go to the server and come back', () => {
    for (const seat of [{ who: 'human' }, { who: 'mc', limit: 'sims=50' }, { who: 'mcts(c=2)', limit: '3s' }])
        assert.deepEqual(writeSeat(agents, readSeat(agents, seat)), seat);
    assert.deepEqual(
        usualSeats(3).map(({ kind }) => kind),
        ['human', 'medium', 'medium'],
    );
});

test('people read who sits there', () => {
    assert.equal(seatWords(agents.presets, 'human', null, 1), 'you');
    assert.equal(seatWords(agents.presets, 'mcts', '1s', 1), 'medium');
    assert.equal(seatWords(agents.presets, 'mcts', '2s', 1), 'mcts, 2s');
    assert.equal(seatWords(agents.presets, 'mc', 'sims=0.05k', 1), 'easy');
    assert.equal(seatWords(agents.presets, 'mcts', 'depth=3, time=2s', 1), 'strong');
});
