/* arranging.ts - an army that stands and may be changed before the game begins. Its moves are names, such as
 * "start", and exchanges of two cells. */
import type { Move } from '../api/types.ts';
import { movesWithoutCells } from './paths.ts';

export interface Arranging {
    start: Move;
    /** Ready set-ups, and what else is done with the whole army. */
    others: Move[];
}

/** Null where nothing is arranged. */
export function arrangingOf(moves: Move[]): Arranging | null {
    const named = movesWithoutCells(moves);
    const start = named.find((move) => move.move === 'start');

    return start === undefined ? null : { start, others: named.filter((move) => move !== start) };
}

/** Whichever of the two is clicked first. */
export function eitherWay(moves: Move[]): Move[] {
    return moves.flatMap((move) =>
        move.path.length === 2 ? [move, { ...move, path: [move.path[1]!, move.path[0]!] }] : [move],
    );
}

export function capital(word: string): string {
    return word.charAt(0).toUpperCase() + word.slice(1);
}
