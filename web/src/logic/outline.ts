/* outline.ts - the outlines of cells, around their middle, in hundredths of a unit. */
import type { Shade, Shape } from '../api/types.ts';
import type { Place } from './cursor.ts';

type Corner = readonly [number, number];

const corners: Record<Shape, readonly Corner[]> = {
    square: [
        [-50, -50],
        [50, -50],
        [50, 50],
        [-50, 50],
    ],
    hexagon: [
        [0, -57.7],
        [50, -28.9],
        [50, 28.9],
        [0, 57.7],
        [-50, 28.9],
        [-50, -28.9],
    ],
    triangle_up: [
        [0, -43.3],
        [50, 43.3],
        [-50, 43.3],
    ],
    triangle_down: [
        [-50, -43.3],
        [50, -43.3],
        [0, 43.3],
    ],
    hole: [],
    point: [],
};

/* A triangle shrinks towards its centre of gravity, which is not the middle of its height. */
const centres: Partial<Record<Shape, Corner>> = {
    triangle_up: [0, 14.4],
    triangle_down: [0, -14.4],
};

export function cornersOf(shape: Shape): readonly Corner[] {
    return corners[shape];
}

export function isRound(shape: Shape): boolean {
    return corners[shape].length === 0;
}

export function radiusOf(shape: Shape, shade: Shade, hole: number): number {
    if (shape === 'point') return 38;
    return shade === 'rack' ? 42 : hole;
}

/** A path around (0, 0), `inset` smaller on every side. */
export function outlinePath(shape: Shape, radius: number, inset = 0): string {
    const points = corners[shape];

    if (points.length === 0) {
        const r = Math.max(1, radius - inset);
        return `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
    }
    const [cx, cy] = centres[shape] ?? [0, 0];
    const inner = shape === 'square' ? 50 : shape === 'hexagon' ? 50 : 28.9;
    const shrink = 1 - inset / inner;
    const written = points.map(
        ([x, y]) => `${round(cx + (x - cx) * shrink)} ${round(cy + (y - cy) * shrink)}`,
    );
    return `M${written.join('L')}z`;
}

export function middleOf(shape: Shape): Place {
    const [x, y] = centres[shape] ?? [0, 0];
    return { x, y };
}

/** The part of a circle around corner `index` that lies within the cell. */
export function sectorPath(shape: Shape, index: number, radius: number): string {
    const points = corners[shape];
    const count = points.length;
    const [x, y] = points[index]!;
    const [nx, ny] = points[(index + 1) % count]!;
    const [bx, by] = points[(index + count - 1) % count]!;
    const next = Math.hypot(nx - x, ny - y);
    const before = Math.hypot(bx - x, by - y);

    return (
        `M${round(x)} ${round(y)}` +
        `L${round(x + (radius * (nx - x)) / next)} ${round(y + (radius * (ny - y)) / next)}` +
        `A${radius} ${radius} 0 0 1 ${round(x + (radius * (bx - x)) / before)} ${round(y + (radius * (by - y)) / before)}z`
    );
}

/** The edges of a tile but the one that it shares with its other half, which lies at `other`. */
export function tileEdges(shape: Shape, other: Place | null): string {
    const points = corners[shape];
    let shared = -1;
    let nearest = Infinity;

    if (other !== null)
        points.forEach(([x, y], index) => {
            const [nx, ny] = points[(index + 1) % points.length]!;
            const distance = Math.hypot((x + nx) / 2 - other.x, (y + ny) / 2 - other.y);
            if (distance < nearest) {
                nearest = distance;
                shared = index;
            }
        });
    return points
        .map(([x, y], index) => {
            const [nx, ny] = points[(index + 1) % points.length]!;
            return index === shared ? '' : `M${round(x)} ${round(y)}L${round(nx)} ${round(ny)}`;
        })
        .join('');
}

export function round(number: number): number {
    return Math.round(number * 10) / 10;
}
