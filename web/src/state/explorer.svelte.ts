/* explorer.svelte.ts - the position that is explored: its board, and what was played there. */
import * as api from '../api/client.ts';
import type { Explored, ExploredBoard } from '../api/types.ts';

/** While the server reads games it is asked again. */
const AGAIN = 400;
const FEW = 20;
export const MANY = 1000;

export class Explorer {
    board = $state.raw<ExploredBoard | null>(null);
    explored = $state.raw<Explored | null>(null);
    trouble = $state<string | null>(null);
    isLoading = $state(false);

    #where: api.Where | null = null;
    #count = FEW;
    #timer: ReturnType<typeof setTimeout> | undefined;

    async go(where: api.Where): Promise<void> {
        this.#where = where;
        this.#count = FEW;
        clearTimeout(this.#timer);
        this.isLoading = true;
        await this.#ask(where, async () => {
            const [board, explored] = await Promise.all([api.exploredBoard(where), api.explored(where, FEW)]);
            if (this.#where !== where) return;
            this.board = board;
            this.#take(explored);
        });
        if (this.#where === where) this.isLoading = false;
    }

    /** All moves, however seldom. */
    async showAll(): Promise<void> {
        this.#count = MANY;
        await this.#refresh();
    }

    close(): void {
        this.#where = null;
        clearTimeout(this.#timer);
    }

    async #refresh(): Promise<void> {
        const where = this.#where;

        if (where === null) return;
        await this.#ask(where, async () => {
            const explored = await api.explored(where, this.#count);
            if (this.#where === where) this.#take(explored);
        });
    }

    #take(explored: Explored): void {
        this.explored = explored;
        clearTimeout(this.#timer);
        if (!explored.whole) this.#timer = setTimeout(() => void this.#refresh(), AGAIN);
    }

    async #ask(where: api.Where, action: () => Promise<void>): Promise<void> {
        try {
            await action();
            if (this.#where === where) this.trouble = null;
        } catch (error) {
            if (this.#where === where) this.trouble = error instanceof Error ? error.message : String(error);
        }
    }
}
