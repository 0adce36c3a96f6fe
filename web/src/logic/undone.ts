/* undone.ts - moves that were taken back and can be done again. */
import type { State } from '../api/types.ts';

type Game = Pick<State, 'id' | 'ply' | 'history'>;

function movesOf(game: Game): (string | null)[] {
    return game.history.slice(0, game.ply).map(({ move }) => move);
}

function isStart(start: (string | null)[], whole: (string | null)[]): boolean {
    return start.length <= whole.length && start.every((move, index) => whole[index] === move);
}

/** What can be done again, the next move last, when one state of a game is followed by another. */
export function undoneAfter(undone: string[], before: Game | null, next: Game): string[] {
    if (before === null || before.id !== next.id) return [];
    const old = movesOf(before);
    const now = movesOf(next);

    if (isStart(now, old)) {
        const back = old.slice(now.length).reverse();
        return [...undone, ...back.filter((move) => move !== null)];
    }
    const made = now.slice(old.length);
    const again = undone.slice(Math.max(0, undone.length - made.length)).reverse();
    return isStart(old, now) && made.length === again.length && isStart(made, again)
        ? undone.slice(0, undone.length - made.length)
        : [];
}
