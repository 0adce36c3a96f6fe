/* explore.ts - what was played in a position, as people read it. */
import type { Explored, ExploredMove, Move } from '../api/types.ts';
import { count } from './numbers.ts';
import type { Thought } from './thoughts.ts';

/** A part of a move's bar: whose it is (-1: nobody's) and how long, 0..1. */
export interface Part {
    player: number;
    share: number;
    words: string;
}

/** A part that is narrower has no room for its number. */
const ROOM = 0.2;
/** So many moves are marked on the board while none is pointed at. */
const MARKED = 3;

function part(player: number, share: number): Part {
    return { player, share, words: share < ROOM ? '' : `${Math.round(100 * share)} %` };
}

/** Wins of two players with the draws between them; shares of several. */
export function barOf(move: ExploredMove): Part[] {
    if (move.games === 0 || move.wins === undefined) return [];
    if (move.shares !== undefined) return move.shares.map((share, player) => part(player, share));
    const [first = 0, ...others] = move.wins;

    return [
        part(0, first / move.games),
        part(-1, (move.nobody ?? 0) / move.games),
        ...others.map((wins, index) => part(index + 1, wins / move.games)),
    ];
}

/** The same for those who do not see it. */
export function barWords(move: ExploredMove, names: string[]): string {
    if (move.shares !== undefined)
        return move.shares.map((share, player) => `${names[player]} ${Math.round(100 * share)} %`).join(', ');
    const wins = (move.wins ?? []).map((number, player) => `${names[player]} won ${number}`);

    return [...wins, `nobody ${move.nobody ?? 0}`].join(', ');
}

/** The mean: per cent of what can be had, or points. */
export function meanWords(move: ExploredMove, isPoints: boolean): string {
    if (move.games === 0 || move.mean === undefined) return '';
    return isPoints ? count(move.mean) : `${Math.round(100 * move.mean)} %`;
}

/** "between 34 % and 58 %": what 95 of 100 such samples would not contradict. */
export function intervalWords(move: ExploredMove, isPoints: boolean): string {
    const { low, high } = move;

    if (typeof low !== 'number' || typeof high !== 'number') return 'one game says nothing of the mean';
    const words = (bound: number) => (isPoints ? count(bound) : `${Math.round(100 * bound)} %`);
    return `between ${words(low)} and ${words(high)} (95 %)`;
}

/** "mcts 20, mc 19 and 2 others" */
export function moverWords(move: ExploredMove, names: string[]): string {
    const by = move.by ?? [];
    const others = (move.movers ?? by.length) - by.length;
    const words = by.map(([name, games]) => `${names[name]} ${games}`).join(', ');

    return others > 0 ? `${words} and ${others} other${others > 1 ? 's' : ''}` : words;
}

/** Of all games here, how many had this move, 0..1. */
export function shareOf(move: ExploredMove, explored: Explored): number {
    return explored.games === 0 ? 0 : move.games / explored.games;
}

/** The moves that are marked on the board: the one that is pointed at, else the most frequent. */
export function marksOf(explored: Explored, legal: Move[], pointed: string | null): Thought[] {
    const rows =
        pointed === null
            ? explored.moves.filter(({ games }) => games > 0).slice(0, MARKED)
            : [{ move: pointed, games: 0 }];

    return rows.flatMap((row, index) => {
        const path = legal.find(({ move }) => move === row.move)?.path ?? [];
        if (path.length === 0) return [];
        const share = pointed === null ? shareOf(row as ExploredMove, explored) : 1;
        return [
            {
                path,
                strength: pointed === null ? 0.3 + 0.7 * share : 1,
                isBest: index === 0,
                words: pointed === null ? `${Math.round(100 * share)} %` : '',
            },
        ];
    });
}

/** Words of a line of moves; none for no move. */
export function wordsOf(moves: string | null): string[] {
    return (moves ?? '').split(/\s+/).filter((word) => word !== '');
}

/** And back, for an address. */
export function lineOf(words: string[]): string | null {
    return words.length === 0 ? null : words.join(' ');
}

/** The line that was walked: who went back can go forth in it, until something else is done. */
export function walked(line: string[], here: string[]): string[] {
    return here.every((word, index) => line[index] === word) ? line : here;
}
