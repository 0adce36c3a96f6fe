/* bodies.ts - which piece of one scene is which piece of the next, so that it can be seen to move.
 *
 * A scene only says what stands where. A *body* is a piece with a number of its own that stays the
 * same while the piece moves, turns over or is revealed. Wrong guesses cost nothing but a
 * strange-looking slide, so the guesses are simple: what did not change; then the nearest of the
 * same kind and owner; then what stands on the same cell. */
import type { Piece, Scene } from '../api/types.ts';

export interface Body {
    id: number;
    piece: Piece;
    /** How many stand on its cell; more than one is a stack. */
    stack: number;
}

type Fits = (before: Piece, now: Piece) => boolean;

const isSame: Fits = (a, b) =>
    a.cell === b.cell &&
    a.kind === b.kind &&
    a.owner === b.owner &&
    a.height === b.height &&
    a.label === b.label;

const isMoved: Fits = (a, b) =>
    a.kind === b.kind && a.owner === b.owner && a.label === b.label && moves.has(a.kind);

/** A hidden piece that is shown, or one that the next viewer may not know. */
const isRevealed: Fits = (a, b) =>
    a.owner === b.owner && armies.has(a.kind) && armies.has(b.kind) && a.kind !== b.kind;

const isChanged: Fits = (a, b) => a.cell === b.cell && a.kind === b.kind && a.height === b.height;

const moves = new Set<Piece['kind']>(['disc', 'pawn', 'queen', 'block', 'hidden']);
const armies = new Set<Piece['kind']>(['pawn', 'hidden']);

function distance(scene: Scene, a: Piece, b: Piece): number {
    const from = scene.cells[a.cell];
    const to = scene.cells[b.cell];

    if (from === undefined || to === undefined) return Infinity;
    return Math.hypot(from.x - to.x, from.y - to.y) + 0.01 * Math.abs(a.height - b.height);
}

let counter = 0;

export function follow(before: Body[], scene: Scene): Body[] {
    const free = new Set(before);
    const ids = new Map<Piece, number>();
    const heights = new Map<number, number>();

    const match = (fits: Fits) => {
        for (const piece of scene.pieces) {
            if (ids.has(piece)) continue;
            let best: Body | null = null;
            let least = Infinity;
            for (const body of free) {
                if (!fits(body.piece, piece)) continue;
                const far = distance(scene, body.piece, piece);
                if (far < least) {
                    least = far;
                    best = body;
                }
            }
            if (best === null) continue;
            free.delete(best);
            ids.set(piece, best.id);
        }
    };

    for (const fits of [isSame, isMoved, isRevealed, isChanged]) match(fits);
    for (const { kind, cell } of scene.pieces)
        if (kind === 'disc') heights.set(cell, (heights.get(cell) ?? 0) + 1);
    return scene.pieces
        .map((piece) => ({ id: ids.get(piece) ?? ++counter, piece, stack: heights.get(piece.cell) ?? 1 }))
        .sort((a, b) => a.piece.height - b.piece.height || a.id - b.id);
}
