/* review.svelte.ts - what the review of a table says, asked for whenever it has got further. */
import * as api from '../api/client.ts';
import type { Review, State } from '../api/types.ts';

export class Reviewed {
    review = $state.raw<Review | null>(null);

    readonly #id: string;
    #isAsking = false;
    #isOld = false;

    constructor(id: string) {
        this.#id = id;
    }

    /** The table has changed. One request at a time, however quick the engine is. */
    follow(state: State | null): void {
        if (state === null) return;
        if (state.review === null) this.review = null;
        else if (this.#isAsking) this.#isOld = true;
        else void this.#ask();
    }

    async #ask(): Promise<void> {
        this.#isAsking = true;
        do {
            this.#isOld = false;
            try {
                this.review = await api.review(this.#id);
            } catch {
                /* The table says what is wrong with it. */
            }
        } while (this.#isOld);
        this.#isAsking = false;
    }
}
