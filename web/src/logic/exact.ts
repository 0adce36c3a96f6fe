/* exact.ts - what is certain of moves, and how it is marked on the board.
 *
 * The server tells what is known without a search; a report tells what its search has proven. Both are certain, and the
 * report's words say more (in how many moves). */
import type { Candidate, ExactThere, Move, Report } from '../api/types.ts';

/** For the player to move; a share is a value between these, as chance and several players have it. */
export type Outcome = 'win' | 'draw' | 'loss' | 'share';

export interface Certain {
    outcome: Outcome;
    /** What the player to move gets, 0..1. */
    value: number;
    /** "wins in 5", "wins, capture in 3", "proven draw". */
    words: string;
    /** As the server tells them of a move. */
    distance?: number;
    until?: string;
}

/** A cell that can be clicked next, and what its best move is certain to be worth. */
export interface ExactMark extends Certain {
    cell: number;
}

/** What stands on the board: colours alone would not do. */
export const signs: Record<Outcome, string> = { win: '+', draw: '=', loss: '−', share: '~' };

export function outcomeOf(value: number): Outcome {
    return value >= 1 ? 'win' : value <= 0 ? 'loss' : value === 0.5 ? 'draw' : 'share';
}

interface Told {
    chance: number | null;
    words: string | null;
    distance?: number;
    until?: string;
}

function certainOf({ chance, words, distance, until }: Told): Certain | null {
    if (chance === null || words === null) return null;
    const certain = { outcome: outcomeOf(chance), value: chance, words };
    return distance === undefined || until === undefined ? certain : { ...certain, distance, until };
}

function isProven(candidate: Candidate): boolean {
    return candidate.proof !== 'unproven';
}

/** What is certain of the moves at a node, by their words. */
export function certainMoves(at: number, there: ExactThere | null, report: Report | null): Map<string, Certain> {
    const all = new Map<string, Certain>();
    const told = there !== null && there.at === at ? there.exact : [];
    const proven = report !== null && report.ply === at ? (report.candidates ?? []).filter(isProven) : [];

    for (const move of [...told, ...proven]) {
        const certain = certainOf(move);
        if (certain !== null && all.get(move.move)?.words !== certain.words) all.set(move.move, certain);
    }
    return all;
}

/** Is the one a better result than the other, or the same sooner won or later lost? */
function isBetter(one: Certain, other: Certain): boolean {
    if (one.value !== other.value) return one.value > other.value;
    const sooner = (one.distance ?? Infinity) - (other.distance ?? Infinity);
    return one.outcome === 'win' ? sooner < 0 : one.outcome === 'loss' && sooner > 0;
}

/** What may be clicked next is worth its best move: a win is enough, anything else must be known of all its moves. */
export function exactMarks(moves: Move[], clicks: number[], certain: Map<string, Certain>): ExactMark[] {
    const best = new Map<number, Certain | null>();

    for (const move of moves) {
        const cell = move.path[clicks.length];
        if (cell === undefined || !clicks.every((clicked, index) => move.path[index] === clicked)) continue;
        const here = certain.get(move.move) ?? null;
        const before = best.get(cell);
        if (before === undefined) best.set(cell, here);
        else if (here === null) best.set(cell, before?.outcome === 'win' ? before : null);
        else if (before === null ? here.outcome === 'win' : isBetter(here, before)) best.set(cell, here);
    }
    return [...best].flatMap(([cell, found]) => (found === null ? [] : [{ cell, ...found }]));
}

const legends: [Outcome, string][] = [
    ['win', 'wins'],
    ['draw', 'draws'],
    ['loss', 'loses'],
    ['share', 'gets a share'],
];

/** " (soonest capture in 3)": how soon the best of these moves wins, how late the best of them loses. */
function soonestOf(marks: ExactMark[]): string {
    const best = marks.reduce((before, mark) => (isBetter(mark, before) ? mark : before));

    if (best.distance === undefined || marks.some(({ distance }) => distance === undefined)) return '';
    const what = best.until === 'end' ? '' : `${best.until} `;
    return ` (${best.outcome === 'win' ? 'soonest' : 'latest'} ${what}in ${best.distance})`;
}

/** "+ wins, − loses.": what the signs on the board mean, and what is counted. */
export function legendOf(marks: ExactMark[]): string {
    const list = legends.flatMap(([outcome, words]) => {
        const those = marks.filter((mark) => mark.outcome === outcome);
        return those.length === 0 ? [] : [`${signs[outcome]} ${words}${soonestOf(those)}`];
    });
    const isCounted = marks.some(({ distance }) => distance !== undefined);

    return `${list.join(', ')}.${isCounted ? ' Moves of both sides count, this one included.' : ''}`;
}
