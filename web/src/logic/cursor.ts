/* cursor.ts - arrow keys between cells: the nearest one in that direction. */

export interface Place {
    x: number;
    y: number;
}

const directions: Record<string, Place> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
};

/* What lies aside counts three times, so that a row is followed to its end before another one is
 * taken; only what lies within 60 degrees of the direction counts at all. */
export function nextCell(places: Place[], from: number, key: string): number {
    const direction = directions[key];
    const start = places[from];
    let best = from;
    let least = Infinity;

    if (direction === undefined || start === undefined) return from;
    places.forEach((place, cell) => {
        const dx = place.x - start.x;
        const dy = place.y - start.y;
        const along = dx * direction.x + dy * direction.y;
        const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
        const cost = along + 3 * aside;

        if (along > 0.05 && aside <= 1.75 * along && cost < least - 1e-6) {
            least = cost;
            best = cell;
        }
    });
    return best;
}
