/* graph.ts - the chances of a game's positions as lines of a picture, and where they fell. */
import type { HistoryMove, Over } from '../api/types.ts';

/** A position that was judged: its ply, and each player's chance from 0 to 1. */
export interface Judged {
    ply: number;
    shares: number[];
}

/** A move after which its player's chance was much smaller. */
export interface Blunder {
    ply: number;
    player: number;
    before: number;
    after: number;
}

/** What a player loses by a blunder, at least. */
const BLUNDER = 0.2;

/** Chances lie in 0..1. Games that were stored long ago may have an evaluator's numbers: those fit what there
 * is, so that the curve at least rises and falls as it should. */
function scaleOf(history: HistoryMove[]): (value: number) => number {
    const values = history.flatMap((move) => move.value ?? []);

    if (values.every((value) => value >= 0 && value <= 1)) return (value) => value;
    const low = Math.min(...values);
    const high = Math.max(...values, low + 1e-9);
    return (value) => (value - low) / (high - low);
}

/** Each side judges what it sees, and where pieces are hidden both may hope: what both think is the mean of the
 * last two judgements. */
function blended(judged: Judged[]): Judged[] {
    return judged.map(({ ply, shares }, index) => ({
        ply,
        shares: shares.map((share, player) => (share + (judged[index - 1]?.shares[player] ?? share)) / 2),
    }));
}

/** A position without a value is left out, so that the line goes on; the end is the result. */
export function judgedOf(history: HistoryMove[], over: Over | null, isHidden = false): Judged[] {
    const scale = scaleOf(history);
    const known = history.flatMap((move, index): Judged[] =>
        move.value === null ? [] : [{ ply: index + 1, shares: move.value.map(scale) }],
    );
    return ended(isHidden ? blended(known) : known, history.length, over);
}

function ended(judged: Judged[], last: number, over: Over | null): Judged[] {
    if (over === null || over.payoff.length < 2) return judged;
    return [...judged.filter(({ ply }) => ply < last), { ply: last, shares: over.payoff }];
}

/** The same from the chances of a review, of the positions from the start on. */
export function reviewedOf(
    chances: (number[] | null)[],
    last: number,
    over: Over | null,
    isHidden = false,
): Judged[] {
    const known = chances.flatMap((shares, ply): Judged[] =>
        shares === null || ply > last ? [] : [{ ply, shares }],
    );

    return ended(isHidden ? blended(known) : known, last, over);
}

/** In a game for one the points after each move are the line; what it can still become, no chance tells. */
export function pointsOf(history: HistoryMove[]): Judged[] {
    return history.flatMap(({ points }, index): Judged[] =>
        points === undefined ? [] : [{ ply: index + 1, shares: [points] }],
    );
}

/** What a picture's height stands for, and the numbers beside it. */
export interface Span {
    low: number;
    high: number;
    ticks: number[];
}

/** From 0, or from what is below it, to what is above all, in round steps. */
export function spanOf(judged: Judged[]): Span {
    const values = judged.map(({ shares }) => shares[0] ?? 0);
    const lowest = Math.min(0, ...values);
    const highest = Math.max(lowest + 1, ...values);
    const step = stepOf(highest - lowest, 3);
    const low = Math.floor(lowest / step);
    const high = Math.ceil(highest / step);

    return {
        low: low * step,
        high: high * step,
        ticks: Array.from({ length: high - low + 1 }, (_, index) => (low + index) * step),
    };
}

/** The last move of this player after one judged position and up to the next; 0 if there is none. */
function lastMove(history: HistoryMove[], player: number, from: number, to: number): number {
    for (let ply = to; ply > from; ply--) if (history[ply - 1]?.player === player) return ply;
    return 0;
}

/** What chance does is nobody's blunder. */
function hasChance(history: HistoryMove[], from: number, to: number): boolean {
    return history.slice(from, to).some((move) => move.player < 0);
}

export function blundersOf(history: HistoryMove[], judged: Judged[]): Blunder[] {
    return judged.slice(1).flatMap((now, index) => {
        const was = judged[index]!;

        if (hasChance(history, was.ply, now.ply)) return [];
        return now.shares.flatMap((after, player): Blunder[] => {
            const before = was.shares[player] ?? after;
            const ply = lastMove(history, player, was.ply, now.ply);
            const isDrop = before - after > BLUNDER - 1e-9;
            return ply > 0 && isDrop ? [{ ply, player, before, after }] : [];
        });
    });
}

/** The chance of a player at a ply: of the last judged position up to there. */
export function shareAt(judged: Judged[], player: number, ply: number): number | null {
    return judged.filter((one) => one.ply <= ply).at(-1)?.shares[player] ?? null;
}

/** A round number that goes into `size` so many times at most. */
function stepOf(size: number, most: number): number {
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

    return steps.find((one) => size / one <= most) ?? 20_000;
}

/** The numbers of moves below the picture: round ones, at most `most` of them beside 0. */
export function ticksOf(last: number, most: number): number[] {
    const step = stepOf(last, most);

    return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}
