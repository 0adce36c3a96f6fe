/* table.svelte.ts - a table as the page shows it.
 *
 * The server tells every change, which makes a state of its own. They wait in a queue, so that a person can
 * follow one move after the other: a move of chance stays for a moment before the next one comes.
 * `state` is the game as it stands; `past` is another position that somebody looks at, an earlier one or one of a
 * side line. Positions are nodes (logic/tree.ts). */
import * as api from '../api/client.ts';
import { listen } from '../api/stream.ts';
import type { ExactThere, MovesThere, Preview, Progress, Report, Seat, State } from '../api/types.ts';
import { share, withMoves } from '../logic/changes.ts';
import { undoneAfter } from '../logic/undone.ts';
import { exists, lineThrough, parentOf, pathTo, stepFrom, type Direction } from '../logic/tree.ts';
import { wantsLittleMotion } from './theme.svelte.ts';

const CHANCE_PAUSE = 900;
const MOVE_PAUSE = 380;
const LATE = 1200;

export class Table {
    state = $state.raw<State | null>(null);
    past = $state.raw<State | null>(null);
    report = $state.raw<Report | null>(null);
    /** The node that somebody wants to look at; it is shown as soon as the server has told it. */
    wanted = $state<number | null>(null);
    /** Somebody wants to know what the engine thinks of whatever is looked at. */
    isAnalysing = $state(false);
    /** Analyses show whose the cells become. */
    showsOwners = $state(false);
    /** What is certain of the moves that were last asked about. */
    exact = $state.raw<ExactThere | null>(null);
    /** Whether somebody wants to see it; null: as usual. */
    #exactWish = $state<boolean | null>(null);
    /** How often it was asked: only the last answer counts. */
    #questions = 0;
    isLost = $state(false);
    /** A move is on its way, or newer states wait: what is shown may not be moved in. */
    isBehind = $state(false);
    /** What went wrong, in words; null is nothing. */
    trouble = $state<string | null>(null);
    /** Who looks at the screen, in a game with hidden pieces and several people. */
    reader = $state<number | null>(null);

    /** Moves that were taken back, the next one last. */
    #undone = $state.raw<string[]>([]);

    readonly #id: string;
    #queue: State[] = [];
    /** The line that is stepped through: nodes, from the start to its end. */
    #line: number[] = [];
    #timer: ReturnType<typeof setTimeout> | undefined;
    #close: () => void;
    /** Nothing came since the server was lost or found; one that was started again may count anew. */
    #wasLost = false;
    /** Counts the connections, because revisions of different ones do not compare. */
    #stream = 0;

    constructor(id: string) {
        this.#id = id;
        this.#close = listen(id, {
            state: (state) => this.#receive(state),
            moves: (there) => this.#learnMoves(there),
            report: (report) => this.#take(report),
            failed: (words) => this.#fail(words),
            lost: (isLost) => void this.#lose(isLost),
        });
    }

    close(): void {
        clearTimeout(this.#timer);
        this.#close();
        this.abandon();
    }

    /** Nobody looks any more: an analysis would only keep a core from others. */
    abandon(): void {
        const kind = this.state?.search?.kind;

        if (kind === 'hint' || kind === 'analysis') void api.stop(this.#id).catch(() => undefined);
    }

    /** What the board shows: an earlier position, or now. */
    get shown(): State | null {
        return this.past ?? this.state;
    }

    /** The game with its side lines, as new as it is known. */
    get tree(): State | null {
        const { past, state } = this;
        return past !== null && state !== null && past.revision > state.revision ? past : state;
    }

    /** The node that is looked at, or about to be. */
    get node(): number {
        return this.wanted ?? this.state?.ply ?? 0;
    }

    get people(): number[] {
        return (this.state?.players ?? []).flatMap((player, index) =>
            player.who === 'human' ? [index] : [],
        );
    }

    /** The player to whom the screen must be passed before anything is shown; or null. */
    get nextReader(): number | null {
        const state = this.state;

        if (state === null || !state.hidden || state.viewer < 0 || this.people.length < 2) return null;
        return this.reader === state.viewer ? null : state.viewer;
    }

    #newest(): number {
        return this.#queue[this.#queue.length - 1]?.revision ?? this.state?.revision ?? -1;
    }

    #receive(state: State): void {
        if (this.#wasLost) this.#queue = [];
        else if (this.state !== null && state.revision <= this.#newest()) return;
        this.#wasLost = false;
        this.#queue.push(share(this.#queue.at(-1) ?? this.state, state));
        this.isBehind = true;
        if (this.#timer === undefined) this.#show();
    }

    #show(): void {
        const next = this.#queue.shift();

        this.#timer = undefined;
        if (next === undefined) return;
        const before = this.state;
        this.#undone = undoneAfter(this.#undone, before, next);
        this.state = next;
        this.isBehind = this.#queue.length > 0;
        /* Moves were taken back: what was thought of them belongs to another game now. */
        const tree = this.tree ?? next;
        if (this.report !== null && !exists(tree, this.report.ply)) this.report = null;
        if (this.wanted !== null && (!exists(tree, this.wanted) || next.ply === this.wanted)) this.#leavePast();
        if (before !== null && before.ply !== next.ply && this.wanted === null) this.#follow();
        const pause = this.#pauseAfter(before, next);
        if (pause === 0) this.#show();
        else this.#timer = setTimeout(() => this.#show(), pause);
    }

    #learnMoves(there: MovesThere): void {
        this.#queue = this.#queue.map((state) => withMoves(state, there));
        if (this.state !== null) this.state = withMoves(this.state, there);
    }

    #pauseAfter(before: State | null, next: State): number {
        if (before === null || next.ply <= before.ply) return 0;
        const pause = next.history[next.ply - 1]?.player === -1 ? CHANCE_PAUSE : MOVE_PAUSE;
        return wantsLittleMotion() ? pause / 2 : pause;
    }

    /** The state, which is told first, has the reason for which an agent waits, and shows it. */
    #fail(words: string): void {
        const newest = this.#queue.at(-1) ?? this.state;

        if (newest?.waits !== words) this.trouble = words;
    }

    #take(report: Report): void {
        this.report = report;
    }

    async #lose(isLost: boolean): Promise<void> {
        this.isLost = isLost;
        if (!isLost && this.trouble === api.GONE) this.trouble = null;
        this.#wasLost = true;
        this.#stream++;
        if (!isLost || this.state !== null) return;
        /* The events never came: perhaps there is no such table. */
        try {
            this.#receive(await api.state(this.#id));
        } catch (error) {
            if (error instanceof api.Refusal && error.status === 404) {
                this.close();
                this.isLost = false;
                this.trouble = error.message;
            }
        }
    }

    /** Does something at the server, and shows what it answers. */
    async #ask(request: () => Promise<unknown>): Promise<boolean> {
        this.trouble = null;
        try {
            const answer = await request();
            if (typeof answer === 'object' && answer !== null && 'revision' in answer)
                this.#expect(answer as Progress);
            return true;
        } catch (error) {
            this.trouble = error instanceof Error ? error.message : String(error);
            return false;
        }
    }

    /* The events tell every state, one after the other, and what chance did in between. Where they do not
     * come, the table is asked for; that is worth nothing once they come anew. */
    #expect({ revision }: Progress): void {
        const stream = this.#stream;

        setTimeout(
            () => {
                if (stream === this.#stream && this.#newest() < revision) void this.#fetch();
            },
            this.isLost || this.state === null ? 0 : LATE,
        );
    }

    async #fetch(): Promise<void> {
        const stream = this.#stream;

        try {
            const state = await api.state(this.#id);
            if (stream === this.#stream) this.#receive(state);
        } catch {
            /* The server is not there; the stream says so and tries again. */
        }
    }

    async play(move: string): Promise<void> {
        this.isBehind = true;
        if (!(await this.#ask(() => api.play(this.#id, move, this.state?.ply ?? 0))))
            this.isBehind = this.#queue.length > 0;
    }

    /** Where people alone decide, what was taken back can be done again. */
    get mayRedo(): boolean {
        const { state } = this;
        return (
            state !== null && !state.chance && !state.hidden && this.people.length === state.players.length
        );
    }

    get canRedo(): boolean {
        return this.mayRedo && this.#undone.length > 0 && !this.isBehind;
    }

    async redo(): Promise<void> {
        const move = this.#undone.at(-1);

        this.#leavePast();
        if (move !== undefined) await this.play(move);
    }

    undo(): Promise<boolean> {
        this.#leavePast();
        return this.#ask(() => api.undo(this.#id));
    }

    resign(player: number): Promise<boolean> {
        return this.#ask(() => api.resign(this.#id, player));
    }

    sit(seats: Seat[]): Promise<boolean> {
        return this.#ask(() => api.seats(this.#id, seats));
    }

    pace(change: { speed?: string; paused?: boolean; step?: true }): Promise<boolean> {
        return this.#ask(() => api.pace(this.#id, change));
    }

    stop(): Promise<boolean> {
        if (this.state?.search?.kind !== 'move') this.isAnalysing = false;
        return this.#ask(() => api.stop(this.#id));
    }

    search(kind: 'hint' | 'analysis'): Promise<boolean> {
        this.report = null;
        this.isAnalysing = kind === 'analysis';
        const show = kind === 'analysis' && this.showsOwners ? 'ownership' : undefined;
        return this.#ask(() => api.search(this.#id, kind, this.past?.at, show));
    }

    /** Whose the cells become, shown on the board while the analysis runs: on, or off. It begins again for that. */
    async toggleOwners(): Promise<void> {
        this.showsOwners = !this.showsOwners;
        if (this.state?.search?.kind === 'analysis') await this.search('analysis');
    }

    /** Who plays against somebody finds out for himself; who analyses wants to know. */
    get showsExact(): boolean {
        return this.mayShowExact && (this.#exactWish ?? this.isAnalysing);
    }

    get mayShowExact(): boolean {
        const { state } = this;
        return state !== null && state.players.length > 1 && !state.hidden;
    }

    toggleExact(): void {
        this.#exactWish = !this.showsExact;
    }

    /** Asks what is certain of the moves at a node; nobody misses an answer that does not come. */
    async learnExact(node: number): Promise<void> {
        const question = ++this.#questions;

        this.exact = null;
        try {
            const there = await api.exactAt(this.#id, node);
            if (question === this.#questions) this.exact = there;
        } catch {
            /* Then the board says nothing of it. */
        }
    }

    /** Turns the analysis on, or off. */
    async analyse(): Promise<void> {
        const kind = this.state?.search?.kind;

        if (kind === 'hint' || kind === 'analysis') await this.stop();
        else if (this.isAnalysing) this.isAnalysing = false;
        else if (this.shown?.can.hint) await this.search('analysis');
    }

    /** The analysis goes where the eyes go; what an agent is thinking of is not interrupted for that. */
    #follow(): void {
        const { shown, state } = this;

        if (!this.isAnalysing || shown === null || state?.search?.kind === 'move') return;
        const isAgents = shown === state && !this.people.includes(Number(shown.turn));
        if (typeof shown.turn === 'number' && shown.can.hint && !isAgents) void this.search('analysis');
        else if (state?.search?.kind === 'analysis') void api.stop(this.#id).catch(() => undefined);
    }

    /** Takes back everything after the position that is looked at. */
    async goOnFromPast(): Promise<void> {
        const ply = this.past?.at;

        if (ply !== undefined && (await this.#ask(() => api.back(this.#id, ply)))) this.#leavePast();
    }

    #leavePast(): void {
        this.wanted = null;
        this.past = null;
    }

    /** Back to the game as it stands. */
    leave(): void {
        if (this.wanted === null) return;
        this.#leavePast();
        this.#line = [];
        this.#follow();
    }

    #look(state: State): void {
        this.past = state;
        this.#line = lineThrough(this.tree ?? state, state.at, this.#line);
        this.#follow();
    }

    async lookAt(node: number): Promise<void> {
        if (this.state === null) return;
        if (node === this.state.ply) {
            this.leave();
            return;
        }
        this.wanted = node;
        await this.#ask(async () => {
            const state = await api.stateAt(this.#id, node);
            if (this.wanted === state.at) this.#look(state);
        });
    }

    /** One step in the line that is looked at; false if there is none. */
    step(direction: Direction): boolean {
        const tree = this.tree;
        if (tree === null) return false;
        this.#line = lineThrough(tree, this.node, this.#line);
        const node = stepFrom(tree, this.node, this.#line, direction);

        if (node === null || node === this.node) return false;
        void this.lookAt(node);
        return true;
    }

    /** Makes a move at the position that is looked at, beside the game; null lets chance roll. */
    async tryMove(move: string | null): Promise<void> {
        const at = this.shown?.at;

        if (at === undefined) return;
        await this.#ask(async () => {
            const state = await api.tryMove(this.#id, at, move);
            if (this.shown?.at !== at) return;
            if (state.at === this.state?.ply) {
                this.leave();
                return;
            }
            this.wanted = state.at;
            this.#look(state);
        });
    }

    /** Plays a whole line beside the game, and looks at what its first move leads to. */
    async tryLine(ply: number, line: string[]): Promise<void> {
        await this.#ask(async () => {
            let first = null;
            let at = ply;

            for (const move of line) {
                try {
                    at = (await api.tryMove(this.#id, at, move)).at;
                } catch (error) {
                    /* With hidden pieces the engine may expect what cannot be. */
                    if (first === null) throw error;
                    break;
                }
                first ??= at;
            }
            if (first === null) return;
            this.wanted = first;
            const state = await api.stateAt(this.#id, first);
            if (this.wanted === first) this.#look(state);
        });
    }

    review(limit: string): Promise<boolean> {
        return this.#ask(() => api.beginReview(this.#id, limit));
    }

    stopReview(): Promise<boolean> {
        return this.#ask(() => api.stopReview(this.#id));
    }

    /** Forgets the side move that led to a node, and all after it. */
    async drop(node: number): Promise<void> {
        const tree = this.tree;
        const parent = tree === null ? null : parentOf(tree, node);

        if (tree === null || parent === null) return;
        if (pathTo(tree, this.node).includes(node)) await this.lookAt(parent);
        this.#line = [];
        await this.#ask(() => api.drop(this.#id, node));
    }

    /** Looks for a whole game from a position on. */
    searchEnd(at: number, agent: string | undefined, limit: string): Promise<boolean> {
        this.report = null;
        this.isAnalysing = false;
        return this.#ask(() => api.searchEnd(this.#id, at, agent, limit));
    }

    /** The game goes on after these moves from a ply; what was played there instead is taken back. */
    async takeOver(at: number, moves: string[]): Promise<void> {
        this.#leavePast();
        await this.#ask(async () => {
            if (this.state !== null && at < this.state.ply) await api.back(this.#id, at);
            for (const [index, move] of moves.entries()) await api.play(this.#id, move, at + index);
        });
    }

    async preview(line: string[], from?: number): Promise<Preview | null> {
        const at = from ?? this.report?.ply ?? this.state?.ply ?? 0;

        try {
            return await api.preview(this.#id, at, line);
        } catch {
            return null;
        }
    }
}
