/* coordinates.ts - letters and numbers beside a board, where they can be read.
 *
 * On a small screen they are larger than the picture has them. Where only a part of the board is seen, they
 * come along its edge. */
import type { Label } from '../api/types.ts';
import type { Box } from './layout.ts';

const USUAL = 29;
const LARGEST = 62;
/** CSS pixels that can be read. */
const READABLE = 10.5;

/** The size of the letters in the picture; `unit` is how many CSS pixels a hundred of its units are. */
export function letterSize(unit: number): number {
    return unit <= 0 ? USUAL : Math.min(LARGEST, Math.max(USUAL, (READABLE * 100) / unit));
}

/** Beside the board, and not above or below it. */
function isAside(label: Label, field: Box): boolean {
    return label.x < field.left || label.x > field.right;
}

export interface Coordinate extends Label {
    /** It stands on the board, because its own place is not seen. */
    isOver: boolean;
}

function within(value: number, low: number, high: number): number {
    return Math.min(Math.max(value, low), high);
}

export function coordinatesIn(labels: Label[], field: Box, box: Box, size: number): Coordinate[] {
    const edge = 0.75 * size;

    return labels.flatMap((label) => {
        const aside = isAside(label, field);
        const along = aside ? label.y : label.x;
        const [low, high] = aside ? [box.top, box.bottom] : [box.left, box.right];

        const isNatural = aside
            ? label.x > box.left && label.x < box.right
            : label.y > box.top && label.y < box.bottom;
        /* In a corner the letters and the numbers would meet. */
        const corner = isNatural ? 0 : 1.6 * size;
        if (along < low + corner || along > high - corner) return [];
        const x = aside ? within(label.x, box.left + edge, box.right - edge) : label.x;
        const y = aside ? label.y : within(label.y, box.top + edge, box.bottom - edge);
        return [{ ...label, x, y, isOver: Math.hypot(x - label.x, y - label.y) > size / 2 }];
    });
}
