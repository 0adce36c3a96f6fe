/* thoughts.ts - what a report says about the position and its moves, as people want it.
 *
 * A number stands only where something is known: a bound says "at most", and a move of which nobody has
 * found out anything says nothing. What is certain is said in words. */
import type { Candidate, Report } from '../api/types.ts';
import { chanceOf, count, share, worth } from './numbers.ts';

export interface Row {
    candidate: Candidate;
    isBest: boolean;
    /** Has it a value of its own, which can be compared? */
    isValued: boolean;
    /** The length of its bar, 0..1; null where nothing is known. */
    length: number | null;
    /** "61 %", "at most 40 %", "wins in 11", or nothing. */
    worth: string;
    points: string;
    /** What is expected after it, the move itself first; empty where no more is known. */
    line: string[];
}

/** A move that is marked on the board. */
export interface Thought {
    path: number[];
    /** How strong it is drawn, 0..1. */
    strength: number;
    isBest: boolean;
    words: string;
}

/** So many moves are marked on the board: as many as have values of their own. */
const MARKED = 3;

function isCertain(candidate: Candidate): boolean {
    return candidate.proof !== 'unproven';
}

/** Of one player alone there is no chance to win, only what the game counts. */
function isAlone(report: Report): boolean {
    return report.value.length === 1;
}

function number(report: Report, candidate: Candidate): string {
    if (candidate.total !== undefined) return String(candidate.total);
    if (isAlone(report))
        return candidate.value === null ? '' : worth(candidate.value, report.lower, report.upper);
    return candidate.chance === null ? '' : chanceOf(candidate.chance, isCertain(candidate));
}

function worthOf(report: Report, candidate: Candidate): string {
    if (candidate.words !== null) return candidate.words;
    const isKnown = candidate.kind !== 'none' || candidate.total !== undefined;
    const known = isKnown ? number(report, candidate) : '';
    return known !== '' && candidate.kind === 'at most' ? `at most ${known}` : known;
}

function lengthOf(report: Report, candidate: Candidate): number | null {
    if (candidate.total !== undefined)
        return report.total !== undefined && report.total > 0 ? Math.max(0, candidate.total / report.total) : null;
    if (candidate.kind === 'none' && !isCertain(candidate)) return null;
    if (isAlone(report))
        return candidate.value === null ? null : share(candidate.value, report.lower, report.upper);
    return candidate.chance;
}

function lineOf(report: Report, candidate: Candidate): string[] {
    const line = candidate.line ?? (candidate.move === report.best ? (report.line ?? []) : []);

    return line.length > 1 ? line : [];
}

/** The beginning of a long line. */
export function briefly(line: string[]): string {
    return line.length > 10 ? `${line.slice(0, 9).join(' ')} …` : line.join(' ');
}

/** In the order in which the server tells them: the best, then values, bounds, and the others. */
export function rows(report: Report): Row[] {
    return (report.candidates ?? []).map((candidate) => {
        const isBound = candidate.kind === 'at most' && !isCertain(candidate);

        return {
            candidate,
            isBest: candidate.move === report.best,
            isValued:
                candidate.kind === 'exact' || candidate.kind === 'estimate' || candidate.total !== undefined,
            length: lengthOf(report, candidate),
            worth: worthOf(report, candidate),
            points: isBound || candidate.words !== null ? '' : (candidate.points ?? ''),
            line: lineOf(report, candidate),
        };
    });
}

/** Beside the best move, one that is much worse is hardly to be seen. */
function strengthOf(row: Row, best: Row | undefined): number {
    if (row.isBest) return 1;
    const behind = (best?.length ?? 1) - (row.length ?? 0);
    return Math.min(0.6, Math.max(0.1, 0.6 - 2 * behind));
}

/** The moves to be marked on the board: of a hint the one it is, else the best few that have values. */
export function thoughtsOf(report: Report): Thought[] {
    const all = rows(report);
    const best = all.find((row) => row.isBest);
    const others = all.filter((row) => row.isValued && !row.isBest);
    const chosen = report.kind === 'hint' ? [] : others.slice(0, MARKED - 1);

    return (best === undefined ? chosen : [best, ...chosen]).map((row) => ({
        path: row.candidate.path,
        strength: strengthOf(row, best),
        isBest: row.isBest,
        words: row.isValued || isCertain(row.candidate) ? number(report, row.candidate) : '',
    }));
}

/** A part of the value bar. */
export interface Part {
    share: number;
    words: string;
}

/** The chances of all players; where nothing is known all have the same, without a number. */
export function bar(report: Report): Part[] {
    const chances = report.chance;

    return chances.map((chance) => ({
        share: chance ?? 1 / chances.length,
        words: chance === null ? '' : chanceOf(chance, report.proof !== 'unproven'),
    }));
}

/** How far a proof is: "Proof number 12, disproof number 340". */
export function proofWords(numbers: (number | null)[]): string {
    const [proof, disproof] = numbers.map((number) => (number === null ? 'none' : count(number)));
    return `Proof number ${proof}, disproof number ${disproof}`;
}

/** Where a move comes from that was not searched for; of one that was, nothing. */
export function sourceWords(report: Report): string {
    if (report.from_book === true) return `From the opening book, ${count(report.book_visits ?? 0)} visits`;
    if (report.from_openings === true)
        return `An opening of the game's own, from ${count(report.opening_games ?? 0)} games`;
    return '';
}

/** What is known beside the chances: "Black wins in 11", "Black by 8", "Black +6.2 discs". */
export function verdict(report: Report, player: string): string {
    const { words, points } = report;

    if (words === null) return points === null ? '' : `${player} ${points}`;
    if (words === 'proven win') return `${player} wins, proven`;
    if (words === 'proven loss') return `${player} loses, proven`;
    if (/^(wins|loses) /.test(words)) return `${player} ${words}`;
    return words.charAt(0).toUpperCase() + words.slice(1);
}
