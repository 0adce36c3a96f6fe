/* changes.ts - a table as its events tell it: a whole state first, then what changes.
 *
 * What did not change is kept as it is, the same objects: whoever looks at a part of the state sees by its
 * identity whether it is another one. */
import type { Change, State } from '../api/types.ts';

/** A list of which only the end is new. */
function replaced<T>(list: T[], news: { from: number; moves: T[] } | undefined): T[] {
    return news === undefined ? list : [...list.slice(0, news.from), ...news.moves];
}

/** The state after a change; null if it is a change of another state. */
export function apply(state: State, change: Change): State | null {
    const { base, scene, history, sides, ...rest } = change;

    if (base !== state.revision) return null;
    return {
        ...state,
        ...rest,
        scene: scene === undefined ? state.scene : { ...state.scene, ...scene },
        history: replaced(state.history, history),
        sides: replaced(state.sides, sides),
    };
}

/** A whole state that came anew, with the legal moves of the one before if they are the same. */
export function share(before: State | null, state: State): State {
    if (before === null || before.ply !== state.ply || before.moves === state.moves) return state;
    return JSON.stringify(before.moves) === JSON.stringify(state.moves)
        ? { ...state, moves: before.moves }
        : state;
}
