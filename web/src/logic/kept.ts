/* kept.ts - a kept game in words. */
import type { TableEntry } from '../api/types.ts';
import { specName } from './spec.ts';

export function nameOf(table: TableEntry): string {
    return table.title === table.game_title ? table.title : `${table.title} (${table.game_title})`;
}

/** How it ended, or how far it is. */
export function standing(table: TableEntry): string {
    if (table.over) return table.result ?? 'finished';
    return table.ply === 1 ? '1 move' : `${table.ply} moves`;
}

/** "you – mcts": an engine's name says enough. */
export function opponents(table: TableEntry): string {
    const people = table.seats.filter((seat) => seat.who === 'human').length;
    const person = people === 1 ? 'you' : 'a person';
    return table.seats.map((seat) => (seat.who === 'human' ? person : specName(seat.who))).join(' – ');
}
