/* tile.ts - laying the tile in hand, as OnTop does.
 *
 * A scene names the cells beside the board that show the tile, and a move lays the first of them on the
 * first cell of its path, the second on the second. So the tile's turn, in sixths of a circle, follows from
 * the directions on the picture. */
import type { Move, Piece, Scene, Shape } from '../api/types.ts';
import type { Place } from './cursor.ts';
import { groups } from './layout.ts';
import { cornersOf, middleOf } from './outline.ts';

export const TURNS = 6;
const NEAR = 8;

export interface Ghost {
    /** Where the tile would lie. */
    path: number[];
    pieces: Piece[];
    /** Null: it may not lie there. */
    move: Move | null;
}

/** The middle of a cell in the scene, in hundredths. */
export function centreOf(scene: Scene, cell: number): Place {
    const { x, y, shape } = scene.cells[cell]!;
    const middle = middleOf(shape);

    return { x: 100 * x + middle.x, y: 100 * y + middle.y };
}

function rotated({ x, y }: Place, turn: number): Place {
    const angle = (turn * 2 * Math.PI) / TURNS;

    return {
        x: x * Math.cos(angle) - y * Math.sin(angle),
        y: x * Math.sin(angle) + y * Math.cos(angle),
    };
}

function direction(scene: Scene, from: number, to: number): Place {
    const a = centreOf(scene, from);
    const b = centreOf(scene, to);

    return { x: b.x - a.x, y: b.y - a.y };
}

/** The two cells of the tile in hand; null if there is none, or no move lays it. */
export function handOf(scene: Scene, moves: Move[]): [number, number] | null {
    const [first, second] = scene.hand ?? [];

    if (first === undefined || second === undefined) return null;
    return moves.length > 0 && moves.every((move) => move.path.length === 2) ? [first, second] : null;
}

/** How far the tile is turned when a move lays it. */
export function turnOf(scene: Scene, hand: [number, number], path: number[]): number {
    const own = direction(scene, hand[0], hand[1]);
    const laid = direction(scene, path[0]!, path[1]!);
    const angle = Math.atan2(laid.y, laid.x) - Math.atan2(own.y, own.x);

    return (Math.round((angle * TURNS) / (2 * Math.PI)) + 2 * TURNS) % TURNS;
}

/** The next turn, from this one on, in which the tile may lie anywhere at all. */
export function usefulTurn(scene: Scene, hand: [number, number], moves: Move[], turn: number): number {
    const useful = new Set(moves.map((move) => turnOf(scene, hand, move.path)));

    for (let more = 0; more < TURNS; more++) if (useful.has((turn + more) % TURNS)) return (turn + more) % TURNS;
    return turn;
}

/** Cells that the tile may cover when it is turned so. */
export function coverable(scene: Scene, hand: [number, number], moves: Move[], turn: number): Set<number> {
    return new Set(moves.filter((move) => turnOf(scene, hand, move.path) === turn).flatMap((move) => move.path));
}

function cellNear(scene: Scene, board: number[], place: Place): number | undefined {
    return board.find((cell) => {
        const centre = centreOf(scene, cell);
        return cornersOf(scene.cells[cell]!.shape).length === 3 && Math.hypot(centre.x - place.x, centre.y - place.y) < NEAR;
    });
}

/** The places that the tile would cover with a half on `cell`; null where it would not lie on the board. */
export function pathAt(scene: Scene, hand: [number, number], cell: number, turn: number): number[] | null {
    const board = groups(scene.cells)[0] ?? [];
    const step = rotated(direction(scene, hand[0], hand[1]), turn);
    const centre = centreOf(scene, cell);

    if (!board.includes(cell) || cornersOf(scene.cells[cell]!.shape).length !== 3) return null;
    const second = cellNear(scene, board, { x: centre.x + step.x, y: centre.y + step.y });
    if (second !== undefined) return [cell, second];
    const first = cellNear(scene, board, { x: centre.x - step.x, y: centre.y - step.y });
    return first === undefined ? null : [first, cell];
}

/** The corners' colours of a half that is turned onto a cell of another shape. */
export function turnedLabel(label: string, from: Shape, to: Shape, turn: number): string {
    const corners = cornersOf(from).map(([x, y]) => {
        const middle = middleOf(from);
        return rotated({ x: x - middle.x, y: y - middle.y }, turn);
    });
    const middle = middleOf(to);

    return cornersOf(to)
        .map(([x, y]) => corners.findIndex((one) => Math.hypot(one.x - x + middle.x, one.y - y + middle.y) < NEAR))
        .map((index) => label[index] ?? '')
        .join('');
}

function pieceOn(scene: Scene, cell: number): Piece | undefined {
    return scene.pieces.find((piece) => piece.cell === cell && piece.kind === 'tile');
}

export function ghostAt(
    scene: Scene,
    hand: [number, number],
    moves: Move[],
    cell: number,
    turn: number,
): Ghost | null {
    const path = pathAt(scene, hand, cell, turn);

    if (path === null) return null;
    const pieces = path.flatMap((at, half) => {
        const piece = pieceOn(scene, hand[half]!);
        if (piece === undefined) return [];
        const label = turnedLabel(piece.label, scene.cells[hand[half]!]!.shape, scene.cells[at]!.shape, turn);
        return [{ ...piece, cell: at, with: path[1 - half]!, label }];
    });
    const move = moves.find((one) => one.path[0] === path[0] && one.path[1] === path[1]) ?? null;
    return { path, pieces, move };
}

/** "+3", and what the others get. */
export function pointWords(points: number[] | undefined, player: number, names: string[]): [string, string] {
    const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');
    const others = (points ?? []).flatMap((value, index) =>
        index === player || value === 0 ? [] : [`${names[index] ?? ''} ${signed(value)}`],
    );

    return [signed(points?.[player] ?? 0), others.join(', ')];
}
