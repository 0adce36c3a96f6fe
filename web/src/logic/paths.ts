/* paths.ts - entering a move by clicking.
 *
 * A move is a path of cells. The legal paths that start with the clicks so far say what may be
 * clicked next. A path that is complete is played at once, unless longer ones go on from it: then
 * the player says that it is done, by a second click on its last cell or with a button. */
import type { Move } from '../api/types.ts';

export interface Entry {
    /** The clicks so far. */
    clicks: number[];
    /** What may be clicked next. */
    next: Set<number>;
    /** Moves that are complete with these clicks. */
    complete: Move[];
}

export type Step =
    | { kind: 'go on'; entry: Entry }
    | { kind: 'play'; move: Move }
    | { kind: 'choose'; moves: Move[]; entry: Entry }
    | { kind: 'refuse' };

function startsWith(path: number[], clicks: number[]): boolean {
    return clicks.length <= path.length && clicks.every((cell, index) => path[index] === cell);
}

export function entryAfter(moves: Move[], clicks: number[]): Entry {
    const next = new Set<number>();
    const complete: Move[] = [];

    for (const move of moves) {
        if (move.path.length === 0 || !startsWith(move.path, clicks)) continue;
        const cell = move.path[clicks.length];
        if (cell === undefined) complete.push(move);
        else next.add(cell);
    }
    return { clicks, next, complete };
}

/** Moves without a cell, such as a pass: they need a button. */
export function movesWithoutCells(moves: Move[]): Move[] {
    return moves.filter((move) => move.path.length === 0);
}

function settle(entry: Entry): Step {
    const only = entry.complete[0];

    if (entry.next.size > 0 || only === undefined) return { kind: 'go on', entry };
    return entry.complete.length === 1
        ? { kind: 'play', move: only }
        : { kind: 'choose', moves: entry.complete, entry };
}

/** What "Done", or a second click on the last cell, does. */
export function finish(entry: Entry): Step {
    const only = entry.complete[0];

    if (only === undefined) return { kind: 'refuse' };
    return entry.complete.length === 1
        ? { kind: 'play', move: only }
        : { kind: 'choose', moves: entry.complete, entry };
}

export function click(moves: Move[], clicks: number[], cell: number): Step {
    const entry = entryAfter(moves, clicks);
    const last = clicks[clicks.length - 1];

    if (entry.next.has(cell)) return settle(entryAfter(moves, [...clicks, cell]));
    if (cell === last)
        return entry.complete.length > 0 ? finish(entry) : { kind: 'go on', entry: entryAfter(moves, []) };
    const first = entryAfter(moves, []);
    if (clicks.length > 0 && first.next.has(cell)) return settle(entryAfter(moves, [cell]));
    return { kind: 'refuse' };
}

/** The cell that a click counts as: a block of SameGame stands for its whole group. */
export function clickedCell(clicks: Record<string, number> | null | undefined, cell: number): number {
    return clicks?.[String(cell)] ?? cell;
}
