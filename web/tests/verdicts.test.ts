/* verdicts.test.ts - claims are counted once, whatever was run. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Experiment } from '../src/api/types.ts';
import { inWords, latest, total } from '../src/logic/verdicts.ts';

function experiment(id: string, budget: string, reproduced: number, undecided: number, not_reproduced: number): Experiment {
    return { id, title: id, source: '', folder: 't', budget, claims: { reproduced, undecided, not_reproduced } };
}

const list = [
    experiment('t/one', 'quick', 1, 3, 0),
    experiment('t/one', 'standard', 3, 0, 1),
    experiment('t/two', 'standard', 2, 1, 0),
];

test('the largest budget of an experiment counts', () => {
    assert.deepEqual(
        latest(list).map(({ id, budget }) => `${id} ${budget}`),
        ['t/one standard', 't/two standard'],
    );
    assert.deepEqual(total(list), { reproduced: 5, undecided: 1, not_reproduced: 1 });
    assert.deepEqual(total([]), { reproduced: 0, undecided: 0, not_reproduced: 0 });
});

test('verdicts are said in words', () => {
    assert.equal(inWords(total(list)), '5 of 7 claims reproduced, 1 undecided, 1 not reproduced');
    assert.equal(inWords({ reproduced: 1, undecided: 0, not_reproduced: 0 }), '1 of 1 claim reproduced');
});
