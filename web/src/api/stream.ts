/* stream.ts - a table's events, with patience.
 *
 * A browser's EventSource tries again by itself after some failures, but gives up after others (a
 * server that answers with an error, for one). So this one is closed at the first failure and opened
 * again after a pause that grows to a few seconds.
 *
 * A browser opens only six connections to one server, and each stream keeps one. So a page that nobody
 * sees lets go of its own after a while, and takes it up again when it is looked at.
 *
 * A stream begins with a whole state; then it tells what changes. A change that does not fit would be a fault; the
 * stream is then opened anew and begins with a whole state again. */
import { events, movesAt } from './client.ts';
import { apply, withMoves } from '../logic/changes.ts';
import type { Change, MovesThere, Report, State } from './types.ts';

export interface Listener {
    state: (state: State) => void;
    /** The moves of a state that came without them. */
    moves: (there: MovesThere) => void;
    report: (report: Report) => void;
    failed: (words: string) => void;
    /** True while the server is not there. */
    lost: (isLost: boolean) => void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 3000;
const UNSEEN_PAUSE = 20_000;

function parsed<T>(event: Event): T {
    return JSON.parse((event as MessageEvent<string>).data) as T;
}

/** Listens until the function that it returns is called. */
export function listen(id: string, listener: Listener): () => void {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unseen: ReturnType<typeof setTimeout> | undefined;
    let pause = FIRST_PAUSE;
    let last: State | null = null;

    const take = (state: State | null) => {
        last = state;
        if (state !== null) listener.state(state);
        else {
            source?.close();
            open();
        }
    };

    /* Where the table has moved on meanwhile, they are nobody's any more; where the server is not there, a
     * whole state comes with it. */
    const askForMoves = async (at: number) => {
        try {
            const there = await movesAt(id, at);
            last = last && withMoves(last, there);
            listener.moves(there);
        } catch {
            /* As above. */
        }
    };

    const change = (news: Change) => {
        take(last && apply(last, news));
        if (news.moves === null && last !== null) void askForMoves(last.at);
    };

    const open = () => {
        source = new EventSource(events(id));
        source.addEventListener('open', () => {
            pause = FIRST_PAUSE;
            listener.lost(false);
        });
        source.addEventListener('state', (event) => take(parsed<State>(event)));
        source.addEventListener('change', (event) => change(parsed<Change>(event)));
        source.addEventListener('report', (event) => listener.report(parsed<Report>(event)));
        source.addEventListener('failed', (event) => listener.failed(parsed<{ error: string }>(event).error));
        source.addEventListener('error', () => {
            source?.close();
            listener.lost(true);
            timer = setTimeout(open, pause);
            pause = Math.min(LONGEST_PAUSE, 2 * pause);
        });
    };

    const close = () => {
        clearTimeout(timer);
        source?.close();
        source = null;
    };

    const turn = () => {
        clearTimeout(unseen);
        if (document.hidden) unseen = setTimeout(close, UNSEEN_PAUSE);
        else if (source === null) open();
    };

    document.addEventListener('visibilitychange', turn);
    open();
    return () => {
        document.removeEventListener('visibilitychange', turn);
        clearTimeout(unseen);
        close();
    };
}
