/* review.ts - what a review says, in words and as marks on the graph. */
import type { Fault, Player, Review, ReviewProgress, Seat } from '../api/types.ts';
import { chanceOf } from './numbers.ts';

/** How long the engine may think about a position. */
export const paces = [
    { limit: '0.3s', words: '0.3 s each' },
    { limit: '1s', words: '1 s each' },
    { limit: '5s', words: '5 s each' },
];

/** Of who only asks for a review. */
export const usualPace = '1s';

/** A move that is marked on the graph, by its number from 1. */
export interface Mark {
    move: number;
    player: number;
    kind: 'mistake' | 'blunder';
    words: string;
}

const faultNames: Record<Fault['fault'], string> = {
    inaccuracy: 'Inaccuracy',
    mistake: 'Mistake',
    blunder: 'Blunder',
};

/** "Blunder, missed win". */
export function faultName(fault: Fault): string {
    return faultNames[fault.fault] + (fault.missed_win ? ', missed win' : '');
}

function chance(share: number): string {
    return chanceOf(share, share === 0 || share === 1);
}

/** "from 50 % to 0 %". */
export function costWords(fault: Fault): string {
    const after = chance(fault.after);

    return `from ${chance(fault.before)} to ${fault.at_least ? `${after} or less` : after}`;
}

/** What hurts a little is in the list only. */
export function marksOf(review: Review, players: Player[]): Mark[] {
    return review.faults.flatMap((fault): Mark[] => {
        const name = players[fault.player]?.name ?? '';
        const words = `${faultName(fault)} of ${name} at move ${fault.ply + 1}: ${costWords(fault)}`;

        if (fault.fault === 'inaccuracy') return [];
        return [{ move: fault.ply + 1, player: fault.player, kind: fault.fault, words }];
    });
}

export function progressWords({ judged, positions, state }: ReviewProgress): string {
    if (state === 'done') return `All ${positions} positions with a choice are judged.`;
    return `${judged} of ${positions} positions`;
}

export function accuracyWords(accuracy: number | null): string {
    return accuracy === null ? '–' : `${accuracy.toFixed(0)} %`;
}

/** Who went wrong plays on himself; the others are engines, those that sat there or this one. */
export function seatsToTryAgain(players: Player[], player: number, engine: Seat): Seat[] {
    return players.map(({ who, limit }, index): Seat => {
        if (index === player) return { who: 'human' };
        return who === 'human' ? engine : { who, limit: limit ?? '1s' };
    });
}
