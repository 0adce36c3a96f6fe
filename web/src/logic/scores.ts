/* scores.ts - the number beside a player's name.
 *
 * A game's own score may be a difference, or an estimate with halves, which puzzles people. Where the
 * board's counters say "Black 12" or "Blue: 3 points", that is the number; else whole scores that
 * are not negative. */
import type { State } from '../api/types.ts';

function fromCounters(state: State, name: string): string | null {
    for (const { text } of state.scene.labels)
        if (text.startsWith(name)) {
            const match = /^:? (\d+)(?: of \d+)?\b/.exec(text.slice(name.length));
            if (match !== null) return match[1]!;
        }
    return null;
}

export function scores(state: State): (string | null)[] {
    const counted = state.players.map((player) => fromCounters(state, player.name));

    if (counted.every((score) => score !== null)) return counted;
    const isPlain = state.players.every(
        ({ score }) => score !== null && Number.isInteger(score) && score >= 0,
    );
    return state.players.map(({ score }) => (isPlain ? String(score) : null));
}
