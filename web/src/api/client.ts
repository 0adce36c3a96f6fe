/* client.ts - requests to the server. Whatever goes wrong comes out as a sentence. */
import type {
    Agents,
    ExactThere,
    Explored,
    ExploredBoard,
    Experiment,
    Game,
    GameBehind,
    KnownBoard,
    LabGames,
    MovesThere,
    Preview,
    Progress,
    Result,
    Review,
    RulesOfGame,
    Seat,
    State,
    TableEntry,
    Thesis,
    Variant,
} from './types.ts';

import { askedPosition } from '../logic/route.ts';

/** The server said no, in words; or, with status 0, it is not there. */
export class Refusal extends Error {
    constructor(
        readonly status: number,
        message: string,
    ) {
        super(message);
    }
}

export const GONE = 'The server is not there. Start it again with “coppice serve”.';

async function wordsOf(answer: Response): Promise<string> {
    try {
        const body: unknown = await answer.json();
        if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
            return body.error;
    } catch {
        /* Not JSON: the status has to do. */
    }
    return `The server answered with status ${answer.status}.`;
}

async function ask(method: string, address: string, body?: unknown): Promise<Response> {
    /* What is asked while the page is being left arrives all the same. */
    const request: RequestInit = {
        method,
        keepalive: method !== 'GET' && JSON.stringify(body ?? '').length < 30_000,
    };
    let answer: Response;

    if (method !== 'GET') {
        request.headers = { 'Content-Type': 'application/json' };
        if (body !== undefined) request.body = JSON.stringify(body);
    }
    try {
        answer = await fetch(address, request);
    } catch {
        throw new Refusal(0, GONE);
    }
    /* A proxy in front of a server that is not there answers for it. */
    if (answer.status === 502 || answer.status === 504) throw new Refusal(0, GONE);
    if (!answer.ok) throw new Refusal(answer.status, await wordsOf(answer));
    return answer;
}

async function get<T>(address: string): Promise<T> {
    return (await ask('GET', address)).json() as Promise<T>;
}

async function post<T>(address: string, body: object = {}): Promise<T> {
    return (await ask('POST', address, body)).json() as Promise<T>;
}

/** Does something at a table. What comes of it is told by the events, so the answer may be brief. */
function act(address: string, body: object = {}): Promise<Progress> {
    return post<Progress>(address, { ...body, brief: true });
}

function table(id: string, action = ''): string {
    return `/api/tables/${encodeURIComponent(id)}${action === '' ? '' : `/${action}`}`;
}

export interface NewTable {
    game?: string;
    seats?: Seat[];
    position?: string;
    moves?: string;
    sgf?: string;
    title?: string;
    seed?: number;
    /** The game begins as that table's, up to a ply. */
    from?: string;
    ply?: number;
}

/** A position: from the start of a game or another one, after some moves. */
export interface Where {
    game: string;
    position: string | null;
    moves: string | null;
}

export const exploredBoard = (where: Where) => get<ExploredBoard>(`/api/explore/board?${askedPosition(where)}`);
export const explored = (where: Where, count: number) =>
    get<Explored>(`/api/explore?${askedPosition(where)}&count=${count}`);
export const exploredGames = async (where: Where, move: string, from: number) =>
    (
        await get<{ games: GameBehind[] }>(
            `/api/explore/games?${askedPosition(where)}&move=${encodeURIComponent(move)}&from=${from}`,
        )
    ).games;
export const exploredGame = (game: string, id: number) =>
    get<{ origin: string; table: string | null; sgf: string }>(
        `/api/explore/game?game=${encodeURIComponent(game)}&id=${id}`,
    );

export const games = () => get<Game[]>('/api/games');
export const variant = (spec: string) => get<Variant>(`/api/game?spec=${encodeURIComponent(spec)}`);
export const agents = (spec: string) => get<Agents>(`/api/agents?game=${encodeURIComponent(spec)}`);
export const rulesOf = (name: string) => get<RulesOfGame>(`/api/games/${encodeURIComponent(name)}/rules`);
export const best = (name: string) =>
    get<{ boards: KnownBoard[] }>(`/api/games/${encodeURIComponent(name)}/best`);
export const picture = (name: string) => `/api/games/${encodeURIComponent(name)}/picture`;

export const tables = async () => (await get<{ tables: TableEntry[] }>('/api/tables')).tables;
export const createTable = (body: NewTable) => act('/api/tables', body);
export const deleteTable = (id: string) => ask('DELETE', table(id), {});
export const rename = (id: string, title: string) => act(table(id, 'title'), { title });
export const state = (id: string) => get<State>(table(id));
export const stateAt = (id: string, at: number) => get<State>(`${table(id)}?at=${at}`);
export const movesAt = (id: string, at: number) => get<MovesThere>(`${table(id, 'moves')}?at=${at}`);
export const exactAt = (id: string, at: number) => get<ExactThere>(`${table(id, 'exact')}?at=${at}`);
export const play = (id: string, move: string, ply: number) => act(table(id, 'move'), { move, ply });
export const undo = (id: string) => act(table(id, 'undo'));
export const back = (id: string, ply: number) => act(table(id, 'back'), { ply });
/** Without a move, chance rolls. Answers with the table at the position that this leads to. */
export const tryMove = (id: string, at: number, move: string | null) =>
    post<State>(table(id, 'try'), move === null ? { at } : { at, move });
export const drop = (id: string, at: number) => act(table(id, 'drop'), { at });
export const resign = (id: string, player: number) => act(table(id, 'resign'), { player });
export const seats = (id: string, list: Seat[]) => act(table(id, 'seats'), { seats: list });
export const pace = (id: string, change: { speed?: string; paused?: boolean; step?: true }) =>
    act(table(id, 'pace'), change);
export const stop = (id: string) => post<unknown>(table(id, 'stop'));
export const search = (id: string, kind: 'hint' | 'analysis', at?: number, show?: 'ownership') =>
    post<unknown>(table(id, 'search'), {
        kind,
        ...(at === undefined ? {} : { at }),
        ...(show === undefined ? {} : { show }),
    });
/** A search for a whole game from a position on. */
export const searchEnd = (id: string, at: number, agent: string | undefined, limit: string) =>
    post<unknown>(table(id, 'search'), { kind: 'hint', at, limit, ...(agent === undefined ? {} : { agent }) });
export const review = (id: string) => get<Review>(table(id, 'review'));
export const beginReview = (id: string, limit: string) => act(table(id, 'review'), { limit });
export const stopReview = (id: string) => act(table(id, 'review'), { stop: true });
export const preview = (id: string, at: number, line: string[]) =>
    get<Preview>(`${table(id, 'scene')}?at=${at}&line=${encodeURIComponent(line.join(','))}`);
export const sgf = async (id: string) => (await ask('GET', table(id, 'sgf'))).text();
export const events = (id: string) => table(id, 'events');

export interface Lab {
    theses: Thesis[];
    budgets: string[];
    experiments: Experiment[];
    /** How to make results, where there are none. */
    help?: string;
}

export const lab = () => get<Lab>('/api/lab');
/** The address of a part of an experiment, with what it is asked. */
function labPart(id: string, part: string, asked: Record<string, string>): string {
    return `/api/lab/${id.split('/').map(encodeURIComponent).join('/')}/${part}?${new URLSearchParams(asked).toString()}`;
}

export const labGames = (id: string, budget: string, run: string, from: number) =>
    get<LabGames>(labPart(id, 'games', { budget, run, from: String(from) }));
export const labGame = async (id: string, budget: string, run: string, number: number) =>
    (await ask('GET', labPart(id, 'game', { budget, run, number: String(number) }))).text();
export const experiment = (id: string, budget: string) => get<Result>(labPart(id, 'view', { budget }));
