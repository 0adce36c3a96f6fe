/* zoom.ts - which part of a picture is seen.
 *
 * A view is how many times larger than fitting everything is drawn, and the picture's point that is in the
 * middle. What is seen has the shape of the whole, and never leaves it. */
import type { Place } from './cursor.ts';
import type { Box } from './layout.ts';

export interface View {
    scale: number;
    x: number;
    y: number;
}

export const MOST = 6;
/** A finger hits what is as large as this, in CSS pixels. */
export const FINGER = 24;
/** Cells smaller than this get buttons to zoom. */
const SMALL = 36;

export function widthOf(box: Box): number {
    return box.right - box.left;
}

export function heightOf(box: Box): number {
    return box.bottom - box.top;
}

export function middleOfBox(box: Box): Place {
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

export function fitting(whole: Box): View {
    return { scale: 1, ...middleOfBox(whole) };
}

function within(value: number, low: number, high: number): number {
    return Math.min(Math.max(value, low), high);
}

/** The nearest view that shows nothing but the whole. */
export function kept(whole: Box, view: View): View {
    const scale = within(view.scale, 1, MOST);
    const halfWidth = widthOf(whole) / scale / 2;
    const halfHeight = heightOf(whole) / scale / 2;

    return {
        scale,
        x: within(view.x, whole.left + halfWidth, whole.right - halfWidth),
        y: within(view.y, whole.top + halfHeight, whole.bottom - halfHeight),
    };
}

export function seen(whole: Box, view: View): Box {
    const { scale, x, y } = kept(whole, view);
    const halfWidth = widthOf(whole) / scale / 2;
    const halfHeight = heightOf(whole) / scale / 2;

    return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}

/** Larger by a factor, and what is at the point stays there. */
export function zoomed(whole: Box, view: View, factor: number, at: Place): View {
    const before = kept(whole, view);
    const scale = within(before.scale * factor, 1, MOST);
    const ratio = before.scale / scale;

    return kept(whole, { scale, x: at.x + (before.x - at.x) * ratio, y: at.y + (before.y - at.y) * ratio });
}

export function moved(whole: Box, view: View, dx: number, dy: number): View {
    return kept(whole, { ...view, x: view.x + dx, y: view.y + dy });
}

/** Moved as little as it takes to see a place and what is around it. */
export function showing(whole: Box, view: View, place: Place, around: number): View {
    const box = seen(whole, view);
    const reach = Math.min(around, widthOf(box) / 2, heightOf(box) / 2);
    const dx = Math.min(0, place.x - reach - box.left) + Math.max(0, place.x + reach - box.right);
    const dy = Math.min(0, place.y - reach - box.top) + Math.max(0, place.y + reach - box.bottom);

    return dx === 0 && dy === 0 ? view : moved(whole, view, dx, dy);
}

/** How large to begin: with a finger, so that it hits a cell. `unit` is a cell's size where all is seen. What is
 * missed by little is shown whole: it can be hit, and nothing is cut off. */
export function beginning(unit: number, isFinger: boolean): number {
    return isFinger && unit > 0 && unit < 0.85 * FINGER ? Math.min(MOST, (FINGER + 2) / unit) : 1;
}

/** What is seen of the whole on a screen of another shape, which has room beside the box. */
export function onScreen(whole: Box, box: Box, width: number, height: number): Box {
    const { x, y } = middleOfBox(box);
    const ratio = Math.min(width / widthOf(box), height / heightOf(box));
    const halfWidth = width / ratio / 2;
    const halfHeight = height / ratio / 2;

    return {
        left: Math.max(whole.left, x - halfWidth),
        top: Math.max(whole.top, y - halfHeight),
        right: Math.min(whole.right, x + halfWidth),
        bottom: Math.min(whole.bottom, y + halfHeight),
    };
}

export function isSmall(unit: number): boolean {
    return unit > 0 && unit < SMALL;
}
