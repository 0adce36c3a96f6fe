/* ending.ts - the end of a game for people: who won, why, and with how many points. */
import type { State } from '../api/types.ts';
import { scores } from './scores.ts';

export interface Ending {
    /** "Yellow wins", "A draw", "The score is 120". */
    headline: string;
    /** "Four in a row." */
    why: string | null;
    /** Nobody, where all share alike. */
    winners: number[];
    /** The most first; none where the game counts nothing that people would. */
    points: { player: number; score: string }[];
}

function sentence(phrase: string): string {
    return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

function winnersOf(payoff: number[]): number[] {
    const best = Math.max(...payoff);
    const winners = payoff.flatMap((share, player) => (share === best ? [player] : []));

    return payoff.length > 1 && winners.length === payoff.length ? [] : winners;
}

function pointsOf(state: State): Ending['points'] {
    const counted = scores(state);

    if (state.players.length < 2) return [];
    return counted
        .flatMap((score, player) => (score === null ? [] : [{ player, score }]))
        .sort((a, b) => Number(b.score) - Number(a.score));
}

export function endingOf(state: State): Ending | null {
    const { over } = state;

    if (over === null) return null;
    return {
        /* The points have a list of their own. */
        headline: over.words.replace(/ \([^()]*\)$/, ''),
        why: over.why === null ? null : sentence(over.why),
        winners: winnersOf(over.payoff),
        points: over.resigned === null ? pointsOf(state) : [],
    };
}
