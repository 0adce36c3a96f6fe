/* games.svelte.ts - the list of games, asked for once; while the server is away, again and again. */
import * as api from '../api/client.ts';
import type { Game } from '../api/types.ts';

const PAUSE = 1500;

class Games {
    list = $state.raw<Game[]>([]);
    trouble = $state<string | null>(null);

    constructor() {
        void this.#load();
    }

    async #load(): Promise<void> {
        try {
            this.list = await api.games();
            this.trouble = null;
        } catch (error) {
            this.trouble = error instanceof Error ? error.message : String(error);
            setTimeout(() => void this.#load(), PAUSE);
        }
    }

    find(name: string): Game | undefined {
        return this.list.find((game) => game.name === name);
    }
}

export const games = new Games();
