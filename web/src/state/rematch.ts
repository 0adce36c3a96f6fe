/* rematch.ts - the same game once more, with the same players. */
import * as api from '../api/client.ts';
import type { State } from '../api/types.ts';
import { seatsOf } from '../logic/seats.ts';
import { router } from './router.svelte.ts';

export async function rematch(state: State): Promise<void> {
    const { id } = await api.createTable({
        game: state.game,
        seats: seatsOf(state.players),
        seed: Math.floor(Math.random() * 2 ** 31),
    });

    router.go({ view: 'table', id });
}
