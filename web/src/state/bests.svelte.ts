/* bests.svelte.ts - points to compare a puzzle's with: the best that is known of its board, and one's own best
 * game, which this browser keeps. A board is known by its start. */
import * as api from '../api/client.ts';
import type { KnownBoard, State } from '../api/types.ts';
import { isPuzzle, withGame, type OwnGame, type OwnGames } from '../logic/puzzle.ts';
import { recall, remember } from './memory.ts';

const NAME = 'bests';

export function ownGames(): OwnGames {
    return recall<OwnGames>(NAME) ?? {};
}

export class Bests {
    known = $state.raw<KnownBoard | null>(null);
    mine = $state.raw<OwnGame | null>(null);
    readonly #id: string;
    #start: string | null = null;
    #isAsked = false;

    constructor(id: string) {
        this.#id = id;
    }

    /** Looks at every state of the table; a finished game of a person's may be his best. */
    follow(state: State | null): void {
        if (state === null || !isPuzzle(state)) return;
        if (this.#isAsked) this.#note(state);
        else void this.#ask(state);
    }

    async #ask(state: State): Promise<void> {
        this.#isAsked = true;
        try {
            const [{ boards }, start] = await Promise.all([api.best(state.name), api.stateAt(this.#id, 0)]);

            this.known = boards.find((board) => board.game === state.game) ?? null;
            this.#start = start.position;
            this.mine = (start.position === null ? null : ownGames()[start.position]) ?? null;
            this.#note(state);
        } catch {
            /* Without the server there is nothing to compare with; the table says that it is not there. */
        }
    }

    #note(state: State): void {
        const points = state.players[0]!.score;
        const moves = state.history.map(({ move }) => move ?? '');

        if (state.over === null || state.players[0]!.who !== 'human' || this.#start === null || points === null)
            return;
        if (this.mine !== null && this.mine.points >= points) return;
        this.mine = { points, moves, game: state.game };
        remember(NAME, withGame(ownGames(), this.#start, this.mine));
    }
}
