/* owners.ts - whose the cells of a board become, as a search foresees it. */
import type { Ownership } from '../api/types.ts';

export interface Owned {
    cell: number;
    owner: number;
    /** Of the playouts, 0..1: the owner's less those of the next. */
    lead: number;
}

/** Below this nobody would see the colour. */
const LEAST = 0.05;

/** The cells that one player gets clearly more often than each other one. */
export function ownedCells(ownership: Ownership | undefined): Owned[] {
    if (ownership === undefined || ownership.playouts <= 0) return [];
    return ownership.cells.flatMap((counts, cell) => {
        const most = Math.max(...counts);
        const owner = counts.indexOf(most);
        const next = Math.max(0, ...counts.filter((_, player) => player !== owner));
        const lead = (most - next) / ownership.playouts;

        return counts.length === 0 || lead < LEAST ? [] : [{ cell, owner, lead: Math.min(1, lead) }];
    });
}
