/* rematch.ts - the same game once more, with the same players. */
import * as api from '../api/client.ts';
import type { State } from '../api/types.ts';
import { isPuzzle } from '../logic/puzzle.ts';
import { seatsOf } from '../logic/seats.ts';
import { router } from './router.svelte.ts';

export async function rematch(state: State): Promise<void> {
    /* A puzzle is the same board again. */
    const begin = isPuzzle(state)
        ? { from: state.id, ply: 0 }
        : { game: state.game, seed: Math.floor(Math.random() * 2 ** 31) };
    const { id } = await api.createTable({ ...begin, seats: seatsOf(state.players) });

    router.go({ view: 'table', id });
}
