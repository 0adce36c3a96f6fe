/* tree.ts - the game and what was tried beside it.
 *
 * A node is the number of a position: a ply of the game, or the id of a side move for the position after it. The
 * first child of a node is the game's next move, where it has one; then come the side moves tried there. */
import type { HistoryMove, Side } from '../api/types.ts';

/** What of a state makes the tree. */
export interface Tree {
    ply: number;
    history: HistoryMove[];
    sides: Side[];
}

const SIDE_FIRST = 1 << 24;

export function isSide(node: number): boolean {
    return node >= SIDE_FIRST;
}

function sideOf(tree: Tree, node: number): Side | undefined {
    return tree.sides.find((side) => side.id === node);
}

export function exists(tree: Tree, node: number): boolean {
    return isSide(node) ? sideOf(tree, node) !== undefined : node >= 0 && node <= tree.ply;
}

export function parentOf(tree: Tree, node: number): number | null {
    if (isSide(node)) return sideOf(tree, node)?.parent ?? null;
    return node > 0 ? node - 1 : null;
}

export function childrenOf(tree: Tree, node: number): number[] {
    const tried = tree.sides.filter((side) => side.parent === node).map((side) => side.id);

    return !isSide(node) && node < tree.ply ? [node + 1, ...tried] : tried;
}

/** From the start to the node. */
export function pathTo(tree: Tree, node: number): number[] {
    const path: number[] = [];

    for (let at: number | null = node; at !== null; at = parentOf(tree, at)) path.unshift(at);
    return path;
}

/** The ply at which the node's line leaves the game. */
export function trunkOf(tree: Tree, node: number): number {
    return pathTo(tree, node).reduce((last, at) => (isSide(at) ? last : at), 0);
}

/** How many moves were made to get there. */
export function depthOf(tree: Tree, node: number): number {
    return isSide(node) ? pathTo(tree, node).length - 1 : node;
}

/** The line that somebody at this node is in: the one he was in, or else from here on what came first. */
export function lineThrough(tree: Tree, node: number, before: number[]): number[] {
    if (before.includes(node) && before.every((at) => exists(tree, at))) return extended(tree, before);
    return extended(tree, pathTo(tree, node));
}

function extended(tree: Tree, line: number[]): number[] {
    const whole = line.slice();

    for (let next = childrenOf(tree, whole.at(-1) ?? 0)[0]; next !== undefined; ) {
        whole.push(next);
        next = childrenOf(tree, next)[0];
    }
    return whole;
}

export type Direction = 'back' | 'forth' | 'start' | 'end' | 'previous' | 'next';

/** Where a step leads; null if nowhere. "previous" and "next" are what else was done in the move's place. */
export function stepFrom(tree: Tree, node: number, line: number[], direction: Direction): number | null {
    const index = line.indexOf(node);
    const parent = parentOf(tree, node);

    switch (direction) {
        case 'back':
            return parent;
        case 'forth':
            return line[index + 1] ?? null;
        case 'start':
            return 0;
        case 'end':
            return line.at(-1) ?? null;
        default: {
            if (parent === null) return null;
            const all = childrenOf(tree, parent);
            return all[all.indexOf(node) + (direction === 'next' ? 1 : -1)] ?? null;
        }
    }
}

/* ---- The list of moves ---- */

export interface Entry {
    /** Who made it, if not who sits there now. */
    by: string | null;
    node: number;
    /** Counted from the start. */
    number: number;
    move: string;
    player: number;
}

/** Moves one after the other, with what was tried in a move's place right after it. */
export type Line = (Entry | Line)[];

export interface Row {
    number: number;
    /** One for each column; null where nobody moved. */
    entries: (Entry | null)[];
    /** What was tried in place of these moves, or after the last one. */
    sides: Line[];
}

class Lister {
    readonly #children = new Map<number, Side[]>();

    constructor(tree: Tree) {
        for (const side of tree.sides) {
            const list = this.#children.get(side.parent);
            if (list === undefined) this.#children.set(side.parent, [side]);
            else list.push(side);
        }
    }

    /** The lines that begin with what was tried at a node. */
    at(node: number, depth: number): Line[] {
        return (this.#children.get(node) ?? []).map((side) => this.#line(side, depth + 1));
    }

    #line(first: Side, number: number): Line {
        const line: Line = [];
        let others: Side[] = [];
        let at: Side | undefined = first;

        for (let depth = number; at !== undefined; depth++) {
            line.push({ by: null, node: at.id, number: depth, move: at.move, player: at.player });
            for (const other of others) line.push(this.#line(other, depth));
            [at, ...others] = this.#children.get(at.id) ?? [];
        }
        return line;
    }
}

const COLUMNS_ALONE = 3;

/** How many columns the game's moves stand in: one for each player, and one for chance. */
export function columnsOf(players: number, hasChance: boolean): number {
    return players === 1 ? COLUMNS_ALONE : players + Number(hasChance);
}

/** The game in rows; a row ends when somebody moves who stands no further to the right. */
export function rowsOf(tree: Tree, players: number, hasChance: boolean): Row[] {
    const columns = columnsOf(players, hasChance);
    const lister = new Lister(tree);
    const rows: Row[] = [];
    let last = columns;

    tree.history.forEach((move, ply) => {
        const column = players === 1 ? ply % columns : move.player + Number(hasChance);

        if (column <= last || rows.length === 0)
            rows.push({ number: rows.length + 1, entries: new Array<null>(columns).fill(null), sides: [] });
        last = column;
        const row = rows.at(-1)!;
        row.entries[column] = {
            by: move.by ?? null,
            node: ply + 1,
            number: ply + 1,
            move: move.move ?? 'secret',
            player: move.player,
        };
        row.sides.push(...lister.at(ply, ply));
    });
    const after = lister.at(tree.ply, tree.ply);
    if (after.length > 0 && rows.length === 0) rows.push({ number: 1, entries: [], sides: [] });
    rows.at(-1)?.sides.push(...after);
    return rows;
}
