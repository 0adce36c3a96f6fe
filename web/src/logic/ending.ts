/* ending.ts - the end of a game for people: who won, why, and with how many points. */
import type { State } from '../api/types.ts';
import { scores } from './scores.ts';
import { resultWords } from './words.ts';

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

/* The result's own numbers, unless one's are the other's loss: then what the board counts. */
function counted(state: State): (string | null)[] {
    const own = state.players.map(({ score }) => score);
    const isMargin = own.length === 2 && own[0] !== null && own[0] === -(own[1] ?? 0);

    return own.every((score) => score !== null) && !isMargin ? own.map(String) : scores(state);
}

function pointsOf(state: State): Ending['points'] {
    if (state.players.length < 2) return [];
    return counted(state)
        .flatMap((score, player) => (score === null ? [] : [{ player, score }]))
        .sort((a, b) => Number(b.score) - Number(a.score));
}

export function endingOf(state: State): Ending | null {
    const { over } = state;

    if (over === null) return null;
    return {
        headline: resultWords(over),
        why: over.why === null ? null : sentence(over.why),
        winners: winnersOf(over.payoff),
        points: over.resigned === null ? pointsOf(state) : [],
    };
}
