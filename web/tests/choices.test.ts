import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Option } from '../src/api/types.ts';
import { drawn, plainOf, plainSeats, sentence, sortOptions, valuesOf } from '../src/logic/choices.ts';
import { human } from '../src/logic/seats.ts';

function option(name: string, more: Partial<Option> = {}): Option {
    return { name, kind: 'integer', default: '8', low: 4, high: 10, choices: null, help: 'x', ...more };
}

const easy = { ...human(), kind: 'easy' };
const strong = { ...human(), kind: 'strong' };

test('players and sizes are asked for first, in that order, and files never', () => {
    const { first, rest } = sortOptions([
        option('size'),
        option('width'),
        option('komi', { kind: 'real' }),
        option('board', { kind: 'file' }),
        option('players', { low: 2, high: 4 }),
    ]);

    assert.deepEqual(first.map(({ name }) => name), ['players', 'size']);
    assert.deepEqual(rest.map(({ name }) => name), ['width', 'komi']);
});

test('a list has all values of an option, unless they are too many', () => {
    assert.deepEqual(valuesOf(option('size', { low: 4, high: 6 })), ['4', '5', '6']);
    assert.deepEqual(valuesOf(option('size', { kind: 'choice', choices: ['a', 'b'] })), ['a', 'b']);
    assert.equal(valuesOf(option('quiet', { low: 1, high: 1000 })), null);
    assert.equal(valuesOf(option('komi', { kind: 'real' })), null);
});

test('one person against equal engines, or people alone, are plain seats', () => {
    assert.deepEqual(plainOf([human(), easy]), { opponent: easy, place: 0 });
    assert.deepEqual(plainOf([easy, human(), easy]), { opponent: easy, place: 1 });
    assert.deepEqual(plainOf([human(), human()])?.opponent, human());
    assert.equal(plainOf([easy, strong]), null);
    assert.equal(plainOf([human(), easy, strong]), null);
    assert.deepEqual(plainOf(plainSeats(3, { opponent: strong, place: 2 })), { opponent: strong, place: 2 });
});

test('a game for one is played by a person or an engine', () => {
    assert.deepEqual(plainOf([easy]), { opponent: easy, place: 0 });
    assert.deepEqual(plainSeats(1, { opponent: easy, place: 0 }), [easy]);
});

test('the lot gives every seat, and no other', () => {
    assert.deepEqual([0, 0.49, 0.5, 0.999].map((lot) => drawn('lot', 2, lot)), [0, 0, 1, 1]);
    assert.equal(drawn(3, 2, 0), 1);
});

test('help becomes a sentence', () => {
    assert.equal(sentence('rows and columns'), 'Rows and columns.');
    assert.equal(sentence(''), '');
});
