/* seats.ts - who sits where, as the page's controls say it, and as the server wants it. */
import type { Agents, Player, Preset, Seat, State } from '../api/types.ts';
import { isSameLimit } from './limit.ts';
import { readSpec, specName, writeSpec, type Values } from './spec.ts';

export interface SeatChoice {
    /** "human", a preset's name, or "other" for an agent of one's own making. */
    kind: string;
    agent: string;
    values: Values;
    limit: string;
}

export function presetOf(agents: Agents, name: string): Preset | undefined {
    return agents.presets.find((preset) => preset.name === name);
}

export function human(): SeatChoice {
    return { kind: 'human', agent: '', values: {}, limit: '1s' };
}

/** The first seat is the person's, the others are the engine's. */
export function usualSeats(players: number): SeatChoice[] {
    return Array.from({ length: players }, (_, index) =>
        index === 0 ? human() : { ...human(), kind: 'medium' },
    );
}

export function writeSeat(agents: Agents, choice: SeatChoice): Seat {
    if (choice.kind === 'human') return { who: 'human' };
    const preset = presetOf(agents, choice.kind);
    if (preset !== undefined) return { who: preset.agent, limit: preset.limit };
    const agent =
        agents.agents.find((one) => one.name === choice.agent) ?? agents.agents.find((one) => one.fits);
    if (agent === undefined) return { who: 'human' };
    return { who: writeSpec(agent.name, agent.options, choice.values), limit: choice.limit || '1s' };
}

export function readSeat(agents: Agents, seat: Seat): SeatChoice {
    if (seat.who === 'human') return human();
    const preset = agents.presets.find(
        (one) => one.agent === seat.who && isSameLimit(one.limit, seat.limit ?? '1s'),
    );
    const name = specName(seat.who);
    const options = agents.agents.find((one) => one.name === name)?.options ?? [];
    return {
        kind: preset?.name ?? 'other',
        agent: name,
        values: readSpec(seat.who, options),
        limit: seat.limit ?? '1s',
    };
}

/** The same players once more. */
export function seatsOf(players: Player[]): Seat[] {
    return players.map(({ who, limit }) => (who === 'human' ? { who } : { who, limit: limit ?? '1s' }));
}

/** The side to move is the person's, or else the first; engines take the others. */
export function opponents(state: State, preset: Preset): Seat[] {
    const own = typeof state.turn === 'number' ? state.turn : 0;

    return state.players.map((_, index) =>
        index === own ? { who: 'human' } : { who: preset.agent, limit: preset.limit },
    );
}

/** What a person calls that seat's player: "You", "medium", "mcts(c=0.5), 1s". */
export function seatWords(presets: Preset[], who: string, limit: string | null, people: number): string {
    if (who === 'human') return people === 1 ? 'you' : 'a person';
    const preset = presets.find((one) => one.agent === who && isSameLimit(one.limit, limit ?? one.limit));
    return preset?.name ?? (limit === null || limit === '' ? who : `${who}, ${limit}`);
}
