/* verdicts.ts - what became of the claims of several experiments. */
import type { Experiment } from '../api/types.ts';

export type Claims = Experiment['claims'];

const BUDGETS = ['quick', 'standard', 'full'];

/** Of each experiment the result of the largest budget, since it is the same claims that are judged again. */
export function latest(list: Experiment[]): Experiment[] {
    const best = new Map<string, Experiment>();

    for (const one of list) {
        const before = best.get(one.id);
        if (before === undefined || BUDGETS.indexOf(one.budget) > BUDGETS.indexOf(before.budget)) best.set(one.id, one);
    }
    return [...best.values()];
}

export function total(list: Experiment[]): Claims {
    const sum = { reproduced: 0, undecided: 0, not_reproduced: 0 };

    for (const { claims } of latest(list)) {
        sum.reproduced += claims.reproduced;
        sum.undecided += claims.undecided;
        sum.not_reproduced += claims.not_reproduced;
    }
    return sum;
}

/** "41 of 50 claims reproduced, 6 undecided, 3 not reproduced" */
export function inWords({ reproduced, undecided, not_reproduced }: Claims): string {
    const all = reproduced + undecided + not_reproduced;
    const parts = [`${reproduced} of ${all} ${all === 1 ? 'claim' : 'claims'} reproduced`];

    if (undecided > 0) parts.push(`${undecided} undecided`);
    if (not_reproduced > 0) parts.push(`${not_reproduced} not reproduced`);
    return parts.join(', ');
}
