/* layout.ts - where a scene's things lie in the picture.
 *
 * A unit of the scene is 100 units of the picture. The board is the largest group of cells that
 * touch; the others (a die, a reserve, a stock of tiles) are trays. Trays stand at the right of the
 * board, or below it in a narrow window. Labels of one or two letters are coordinates; a longer one
 * beside a tray belongs to it; all others are counters, which the page writes as text. */
import type { Cell, Label, Scene } from '../api/types.ts';
import type { Place } from './cursor.ts';

export const UNIT = 100;
const NEAR = 1.2;
const NEAR_TRIANGLES = 0.9;
const MARGIN = 22;
const LETTER = 17;

export interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

export interface Layout {
    /** Of each cell, in the picture. */
    places: Place[];
    whole: Box;
    board: Box;
    /** What the cells of the board alone cover. */
    field: Box;
    trays: Box[];
    coordinates: Label[];
    /** Labels that belong to trays; they start at their place. */
    notes: Label[];
    counters: string[];
    /** The radius of a hole: smaller at the corners of triangles. */
    hole: number;
    isRack: boolean;
    /** Small holes in a square, as in TwixT, with the homes as lines along the edges. */
    isPegboard: boolean;
}

const nothing: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

function widen(box: Box, x: number, y: number, halfWidth: number, halfHeight: number): Box {
    return {
        left: Math.min(box.left, x - halfWidth),
        top: Math.min(box.top, y - halfHeight),
        right: Math.max(box.right, x + halfWidth),
        bottom: Math.max(box.bottom, y + halfHeight),
    };
}

function grow(box: Box, by: number): Box {
    return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

function union(a: Box, b: Box): Box {
    return {
        left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
    };
}

/** Groups of cells that touch, the largest first. */
export function groups(cells: Cell[]): number[][] {
    const near = cells.some((cell) => cell.shape.startsWith('triangle')) ? NEAR_TRIANGLES : NEAR;
    const group = new Array<number>(cells.length).fill(-1);
    const found: number[][] = [];

    cells.forEach((_, start) => {
        if (group[start] !== -1) return;
        const members = [start];
        group[start] = found.length;
        for (const at of members) {
            const cell = cells[at]!;
            cells.forEach((other, index) => {
                if (group[index] !== -1 || Math.hypot(cell.x - other.x, cell.y - other.y) > near) return;
                group[index] = found.length;
                members.push(index);
            });
        }
        found.push(members);
    });
    return found.sort((a, b) => b.length - a.length);
}

/** A row of a tray: its cells and the words at their right. */
interface TrayRow {
    cells: number[];
    label: Label | null;
    x: number;
    y: number;
    right: number;
}

function trayRows(scene: Scene, trays: number[][], labels: Label[]): TrayRow[] {
    const rows: TrayRow[] = [];

    for (const tray of trays)
        for (const index of tray) {
            const cell = scene.cells[index]!;
            const row = rows.find((one) => Math.abs(one.y - cell.y) < 0.3 && Math.abs(one.x - cell.x) < NEAR);
            if (row === undefined)
                rows.push({ cells: [index], label: null, x: cell.x, y: cell.y, right: cell.x });
            else {
                row.cells.push(index);
                row.right = Math.max(row.right, cell.x);
            }
        }
    for (const label of labels) {
        const row = rows.find(
            (one) =>
                one.label === null &&
                Math.abs(one.y - label.y) < 0.45 &&
                label.x > one.right &&
                label.x < one.right + 3,
        );
        if (row !== undefined) row.label = label;
    }
    return rows;
}

function rowWidth(row: TrayRow): number {
    const words = row.label === null ? 0 : row.label.text.length * LETTER + 20;
    return (row.right - row.x + 1) * UNIT + words;
}

/** Puts the rows of the trays under the board, as many side by side as fit. */
function placeBelow(
    rows: TrayRow[],
    places: Place[],
    cells: Cell[],
    board: Box,
): { notes: Label[]; boxes: Box[] } {
    const notes: Label[] = [];
    let box = nothing;
    let left = board.left;
    let y = board.bottom + 76;

    for (const row of rows) {
        const width = rowWidth(row);
        if (left > board.left && left + width > board.right) {
            left = board.left;
            y += 112;
        }
        for (const cell of row.cells) {
            places[cell] = { x: left + MARGIN + 50 + (cells[cell]!.x - row.x) * UNIT, y };
            box = widen(box, places[cell]!.x, y, 50, 50);
        }
        if (row.label !== null) {
            const x = left + MARGIN + (row.right - row.x) * UNIT + 114;
            notes.push({ x, y, text: row.label.text });
            box = widen(box, x + row.label.text.length * LETTER, y, 0, 20);
        }
        left += width + 40;
    }
    return { notes, boxes: rows.length === 0 ? [] : [grow(box, 10)] };
}

/** Words right above a tray. */
function isHeading(label: Label, rows: TrayRow[]): boolean {
    return rows.some(
        (row) => Math.abs(row.x - label.x) < 0.6 && row.y - label.y > 0.5 && row.y - label.y < 1.1,
    );
}

function placeBeside(
    rows: TrayRow[],
    trays: number[][],
    places: Place[],
    board: Box,
): { notes: Label[]; boxes: Box[] } {
    const notes: Label[] = [];
    const left = Math.min(...trays.flat().map((cell) => places[cell]!.x - 60));
    const shift = Math.max(0, board.right + 16 - left);

    for (const cell of trays.flat()) places[cell] = { x: places[cell]!.x + shift, y: places[cell]!.y };

    const boxes = trays.map((tray) => {
        let box = nothing;
        for (const cell of tray) box = widen(box, places[cell]!.x, places[cell]!.y, 50, 50);
        for (const row of rows) {
            if (row.label === null || !row.cells.some((cell) => tray.includes(cell))) continue;
            const x = row.right * UNIT + 64 + shift;
            notes.push({ x, y: row.y * UNIT, text: row.label.text });
            box = widen(box, x + row.label.text.length * LETTER, row.y * UNIT, 0, 20);
        }
        return grow(box, 10);
    });
    return { notes, boxes };
}

export function layOut(scene: Scene, isNarrow: boolean): Layout {
    const places = scene.cells.map((cell) => ({ x: cell.x * UNIT, y: cell.y * UNIT }));
    const [main = [], ...trays] = groups(scene.cells);
    const coordinates = scene.labels
        .filter((label) => label.text.length <= 2)
        .map((label) => ({ x: label.x * UNIT, y: label.y * UNIT, text: label.text }));
    const longer = scene.labels.filter((label) => label.text.length > 2);
    const rows = trayRows(scene, trays, longer);

    let field = nothing;
    for (const cell of main) {
        const isTall = scene.cells[cell]!.shape === 'hexagon';
        field = widen(field, places[cell]!.x, places[cell]!.y, 50, isTall ? 58 : 50);
    }
    let board = field;
    for (const label of coordinates) board = widen(board, label.x, label.y, 18, 18);
    board = grow(board, MARGIN);

    const tray = isNarrow
        ? placeBelow(rows, places, scene.cells, board)
        : placeBeside(rows, trays, places, board);
    const headings = longer.filter((label) => isHeading(label, rows));
    const attached = new Set([...rows.map((row) => row.label), ...headings]);
    if (!isNarrow)
        for (const label of headings)
            tray.notes.push({ x: label.x * UNIT - 50, y: label.y * UNIT, text: label.text });
    return {
        places,
        whole: grow(tray.boxes.reduce(union, board), 6),
        board,
        field,
        trays: tray.boxes,
        coordinates,
        notes: tray.notes,
        counters: longer.filter((label) => !attached.has(label)).map((label) => label.text),
        hole: scene.cells.some((cell) => cell.shape.startsWith('triangle')) ? 22 : 31,
        isRack: scene.cells[0]?.shade === 'rack',
        isPegboard: scene.cells.every(
            (cell) => cell.shape === 'hole' && Number.isInteger(cell.x) && Number.isInteger(cell.y),
        ),
    };
}
