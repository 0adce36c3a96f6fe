/* thoughts.ts - what a report says about candidate moves, in the order in which people want it. */
import type { Candidate, Report } from '../api/types.ts';
import { share, worth } from './numbers.ts';

export interface Row {
    candidate: Candidate;
    /** Of all visits; where an engine counts none, of the way from a loss to a win. */
    share: number;
    value: number;
    words: string;
    isBest: boolean;
}

export function rows(report: Report): Row[] {
    const candidates = report.candidates ?? [];
    const visits = candidates.reduce((sum, candidate) => sum + candidate.visits, 0);

    return candidates
        .map((candidate) => {
            const value = share(candidate.value, report.lower, report.upper);
            return {
                candidate,
                value,
                share: visits > 0 ? candidate.visits / visits : value,
                words: worth(candidate.value, report.lower, report.upper),
                isBest: candidate.move === report.best,
            };
        })
        .sort(
            (a, b) =>
                Number(b.isBest) - Number(a.isBest) ||
                b.candidate.visits - a.candidate.visits ||
                b.candidate.value - a.candidate.value,
        );
}
