/* puzzle.ts - games that one person plays for points: what a click takes and earns, and what is left. */
import type { Agents, Move, Preview, Report, Scene, State } from '../api/types.ts';
import { clickedCell } from './paths.ts';
import { specName } from './spec.ts';

export function isPuzzle(state: State): boolean {
    return state.players.length === 1 && state.players[0]!.score !== null;
}

/** Groups are taken with one click on any of their cells, and the page says what that earns. */
export function hasGroups(state: State): boolean {
    return isPuzzle(state) && state.clicks !== null && state.moves.every((move) => move.path.length === 1);
}

/** All cells on which a click means the same. */
export function groupOf(scene: Scene, clicks: Record<string, number> | null | undefined, cell: number): number[] {
    const counts = clickedCell(clicks, cell);
    return scene.cells.flatMap((_, other) => (clickedCell(clicks, other) === counts ? [other] : []));
}

export function moveAt(state: State, cell: number): Move | undefined {
    const counts = clickedCell(state.clicks, cell);
    return state.moves.find((move) => move.path[0] === counts);
}

function signed(points: number): string {
    return points < 0 ? `−${-points}` : `+${points}`;
}

/** "+9", or null where nothing can be taken. */
export function gainAt(state: State, cell: number): string | null {
    const move = moveAt(state, cell);
    return move === undefined ? null : signed(move.points?.[0] ?? 0);
}

/** "5 blocks: +9 points". */
export function gainWords(state: State, cell: number): string | null {
    const gain = gainAt(state, cell);
    const isBlock = state.scene.pieces.some((piece) => piece.cell === cell && piece.kind === 'block');

    if (gain === null) return null;
    return `${groupOf(state.scene, state.clicks, cell).length} ${isBlock ? 'blocks' : 'pieces'}: ${gain} points`;
}

const POINTS = /^(Points|Score) -?\d+$/;
const LEFT = /^\d+ (\S+): (\d+)$/;

/** Counters that say nothing which the puzzle's own bar says. */
export function isOtherCounter(words: string): boolean {
    return !POINTS.test(words) && !LEFT.test(words);
}

/** How many pieces there are of each colour, as counters beside the board say it: "0 red: 40". */
export function leftOf(scene: Scene): { colour: string; count: number }[] {
    return scene.labels.flatMap(({ text }) => {
        const match = LEFT.exec(text);
        return match === null ? [] : [{ colour: match[1]!, count: Number(match[2]) }];
    });
}

/** How far the points are from a number to compare with: "312 short of it", "above it by 4". */
export function distanceWords(points: number, best: number): string {
    if (points === best) return 'as good';
    return points < best ? `${best - points} short` : `${points - best} more`;
}

/** A board that everybody has on the same day: its seed, and how it is called. */
export function boardOfTheDay(date: Date): { seed: number; name: string } {
    const two = (number: number) => String(number).padStart(2, '0');
    const name = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    return { seed: Number(name.replaceAll('-', '')), name };
}

/** A game of one's own, and those of all boards by their starts. */
export interface OwnGame {
    points: number;
    moves: string[];
    game: string;
}
export type OwnGames = Record<string, OwnGame>;

/** Browsers keep little: of more boards than this the oldest are forgotten. */
const MOST = 200;

export function withGame(games: OwnGames, start: string, own: OwnGame): OwnGames {
    const others = Object.entries(games).filter(([key]) => key !== start);
    return Object.fromEntries([...others.slice(Math.max(0, others.length - MOST + 1)), [start, own]]);
}

/** A line that is shown move by move. */
export interface Film {
    title: string;
    words: string;
    /** The node that it begins at. */
    at: number;
    line: string[];
    /** The game can go on from its positions. */
    canTake: boolean;
}

/** Searches that look for whole games, the better first; without them the usual engine is asked. */
const searchers = ['nrpa', 'nmcs'];

/** The strongest preset that looks for whole games knows best how the game is played out. */
export function searcherOf(agents: Agents): string | undefined {
    const preset = agents.presets.filter(({ agent }) => searchers.includes(specName(agent))).at(-1);
    return (
        preset?.agent ??
        searchers.find((name) => agents.agents.some((agent) => agent.name === name && agent.fits))
    );
}

export function endWordsOf(report: Report, state: State): string {
    const own = state.players[0]!.score ?? 0;
    const mine = state.over === null ? `you have ${own} so far` : `you ended with ${own}`;
    return `The engine ends with ${report.total} points; ${mine}.`;
}

/** What a finished puzzle is told beside the score. */
export function endNotes(points: number, known: number | null, mine: number | null): string[] {
    const notes = [];

    if (known !== null && points < known) notes.push(`${known - points} points short of the best known game, ${known}.`);
    if (known !== null && points === known) notes.push('As good as the best known game.');
    if (known !== null && points > known) notes.push(`Better than the best known game, ${known}!`);
    if (mine !== null) notes.push(points >= mine ? 'Your best game on this board.' : `Your best game has ${mine}.`);
    return notes;
}

/** The points of a position that is only looked at, as its counters say them. */
export function pointsOf(shown: State, preview: Preview | null): number {
    const counter = preview?.scene.labels.find(({ text }) => POINTS.test(text));
    return counter === undefined ? (shown.players[0]!.score ?? 0) : Number(counter.text.split(' ')[1]);
}
