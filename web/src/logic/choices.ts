/* choices.ts - a new game in a few choices: how many play, how large the board is, against whom, who begins.
 *
 * Everything else that a game can be told is a variant, which few people want. Which options come first is
 * known by their names, which are the same in all games. */
import type { Option } from '../api/types.ts';
import { human, type SeatChoice } from './seats.ts';

const first = new Map([
    ['players', 'How many play'],
    ['size', 'Size of the board'],
    ['width', 'Columns'],
    ['height', 'Rows'],
    ['colours', 'Colours'],
    ['board', 'Board'],
]);

/** More values than these are typed and not chosen from a list. */
const MOST = 30;

/** The option that numbers the boards which everybody compares on; it has a list of its own. */
export const STANDARD = 'standard';

/** What a game is asked for first, and what nearly nobody changes. */
export function sortOptions(options: Option[]): { first: Option[]; rest: Option[] } {
    const hasSize = options.some((option) => option.name === 'size');
    const isFirst = (option: Option) =>
        option.kind !== 'file' &&
        valuesOf(option) !== null &&
        first.has(option.name) &&
        !(hasSize && (option.name === 'width' || option.name === 'height'));

    return {
        first: options.filter(isFirst).sort((a, b) => place(a) - place(b)),
        rest: options.filter(
            (option) => !isFirst(option) && option.kind !== 'file' && option.name !== STANDARD,
        ),
    };
}

function place(option: Option): number {
    return [...first.keys()].indexOf(option.name);
}

export function titleOf(option: Option): string {
    return first.get(option.name) ?? option.name;
}

/** All values of an option, if they are few enough to choose from. */
export function valuesOf(option: Option): string[] | null {
    if (option.kind === 'choice') return option.choices;
    if (option.kind !== 'integer' || option.low === null || option.high === null) return null;
    const { low, high } = option;
    return high - low < MOST ? Array.from({ length: high - low + 1 }, (_, i) => String(low + i)) : null;
}

/** "rows and columns" as people read it: "Rows and columns." */
export function sentence(words: string): string {
    const text = words.trim();
    return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Where somebody sits who plays against engines: a seat, or whichever falls to him. */
export type Place = number | 'lot';

/** Seats in which one person plays against equal engines, or only people play. Who plays alone is his own
 * opponent. */
export interface Plain {
    opponent: SeatChoice;
    place: number;
}

function isSame(a: SeatChoice, b: SeatChoice): boolean {
    return JSON.stringify(a) === JSON.stringify(b);
}

/** What these seats are; null is something else. */
export function plainOf(seats: SeatChoice[]): Plain | null {
    if (seats.length === 1) return { opponent: seats[0]!, place: 0 };
    const people = seats.flatMap((seat, index) => (seat.kind === 'human' ? [index] : []));

    if (people.length === seats.length) return { opponent: human(), place: 0 };
    const others = seats.filter((seat) => seat.kind !== 'human');
    if (people.length !== 1 || !others.every((seat) => isSame(seat, others[0]!))) return null;
    return { opponent: others[0]!, place: people[0]! };
}

export function plainSeats(players: number, { opponent, place: mine }: Plain): SeatChoice[] {
    const isMine = (index: number) => players > 1 && index === mine;
    return Array.from({ length: players }, (_, index) => (isMine(index) ? human() : opponent));
}

/** The seat that a lot between 0 and 1 gives. */
export function drawn(where: Place, players: number, lot: number): number {
    return where === 'lot' ? Math.min(players - 1, Math.floor(lot * players)) : Math.min(where, players - 1);
}
