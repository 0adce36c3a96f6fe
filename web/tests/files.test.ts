import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TableEntry } from '../src/api/types.ts';
import { complaint } from '../src/logic/files.ts';
import { nameOf, opponents, standing } from '../src/logic/kept.ts';

function about(text: string): string | null {
    return complaint('x.sgf', new TextEncoder().encode(text));
}

test('a record is left to the server', () => {
    assert.equal(about('(;KG[othello])'), null);
    assert.equal(about(' (\n;GM[1])'), null);
});

test('what is no record is called by its name', () => {
    assert.match(about('')!, /x\.sgf is empty/);
    assert.match(about(' \n')!, /is empty/);
    assert.match(complaint('a.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10]))!, /picture \(PNG\)/);
    assert.match(complaint('a.bin', Uint8Array.from([1, 2, 0, 4]))!, /no text/);
    assert.match(about('{"a": 1}')!, /is JSON, and no record/);
    assert.match(about('{"a": 1')!, /JSON, and broken/);
    assert.match(about('<!DOCTYPE html>')!, /web page/);
    assert.match(about('[Event "x"]\n1. e4 e5')!, /JSON, and broken|chess/);
    assert.match(about('hello')!, /some other text/);
    assert.match(complaint('big', new Uint8Array(10_000_000).fill(40))!, /10\.0 MB/);
});

test('a kept game has its name, its players and how it stands', () => {
    const table: TableEntry = {
        id: 'a',
        game: 'othello',
        title: 'Othello',
        game_title: 'Othello',
        seats: [{ who: 'human' }, { who: 'mcts(c=1)', limit: '1s' }],
        ply: 3,
        turn: 0,
        over: false,
        result: null,
        untouched: false,
        changed: 0,
    };

    assert.equal(nameOf(table), 'Othello');
    assert.equal(nameOf({ ...table, title: 'Tea' }), 'Tea (Othello)');
    assert.equal(opponents(table), 'you – mcts');
    assert.equal(standing(table), '3 moves');
    assert.equal(standing({ ...table, over: true, result: 'Black wins' }), 'Black wins');
});
