/* turn.ts - a board seen from the other side.
 *
 * The cells of the board go round its middle by half a turn; trays stay where they are, and so does all text: coordinates change
 * their places along their own side. What is drawn on a cell stays upright. */
import type { Cell, Label, Piece, Scene, Shape } from '../api/types.ts';
import { groups } from './layout.ts';
import { cornersOf } from './outline.ts';

const upsideDown: Partial<Record<Shape, Shape>> = {
    triangle_up: 'triangle_down',
    triangle_down: 'triangle_up',
};

interface Field {
    left: number;
    right: number;
    top: number;
    bottom: number;
}

function fieldOf(cells: Cell[]): Field {
    const xs = cells.map((cell) => cell.x);
    const ys = cells.map((cell) => cell.y);

    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function turnedLabel(label: Label, field: Field): Label {
    const isAside = label.x < field.left - 0.4 || label.x > field.right + 0.4;

    if (label.text.length > 2) return label;
    return isAside
        ? { ...label, y: field.top + field.bottom - label.y }
        : { ...label, x: field.left + field.right - label.x };
}

/** The colours of a tile are written corner by corner; the corners of a turned cell are counted elsewhere. */
function turnedTile(piece: Piece, before: Shape, after: Shape): Piece {
    const corners = cornersOf(before);
    const label = cornersOf(after).map(([x, y]) => {
        const from = corners.findIndex(([ox, oy]) => Math.hypot(ox + x, oy + y) < 1);
        return piece.label[from] ?? '';
    });

    return { ...piece, label: label.join('') };
}

export function turned(scene: Scene): Scene {
    const board = new Set(groups(scene.cells)[0] ?? []);
    const field = fieldOf([...board].map((index) => scene.cells[index]!));
    const cells = scene.cells.map((cell, index) =>
        board.has(index)
            ? {
                  ...cell,
                  x: field.left + field.right - cell.x,
                  y: field.top + field.bottom - cell.y,
                  shape: upsideDown[cell.shape] ?? cell.shape,
              }
            : cell,
    );

    return {
        ...scene,
        cells,
        labels: scene.labels.map((label) => turnedLabel(label, field)),
        pieces: scene.pieces.map((piece) =>
            piece.kind === 'tile' && board.has(piece.cell)
                ? turnedTile(piece, scene.cells[piece.cell]!.shape, cells[piece.cell]!.shape)
                : piece,
        ),
    };
}

/** Stones that fall would have to fall upwards. */
export function canTurn(scene: Scene): boolean {
    return scene.cells[0]?.shade !== 'rack' && !scene.pieces.some((piece) => piece.kind === 'block');
}

/** Does this player of two begin at the far side? A side is what is clearly nearer to one edge. */
export function isFar(scene: Scene, player: number): boolean {
    const board = new Set(groups(scene.cells)[0] ?? []);
    const field = fieldOf([...board].map((index) => scene.cells[index]!));
    const heights = [0, 1].map((owner) => {
        const own = scene.pieces.filter((piece) => piece.owner === owner && board.has(piece.cell));
        return own.reduce((sum, piece) => sum + scene.cells[piece.cell]!.y / own.length, 0);
    });
    const own = heights[player];
    const other = heights[1 - player];

    if (own === undefined || other === undefined || scene.owners.length < 2) return false;
    const isEmpty = !scene.pieces.some((piece) => piece.owner === 1 - player && board.has(piece.cell));
    return !isEmpty && other - own > 0.25 * (field.bottom - field.top);
}
