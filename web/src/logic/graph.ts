/* graph.ts - the values of a game's positions as lines of a picture. */
import type { HistoryMove } from '../api/types.ts';

export interface Graph {
    /** For each player the points (ply, share of the height from below). */
    lines: { player: number; points: [number, number][] }[];
    low: number;
    high: number;
}

/** Values lie in 0..1 unless a game counts points; then the picture fits what there is. */
export function graphOf(history: HistoryMove[], players: number): Graph {
    const values = history.flatMap((move) => move.value ?? []);
    const isShare = values.every((value) => value >= 0 && value <= 1);
    const low = isShare ? 0 : Math.min(...values);
    const high = isShare ? 1 : Math.max(...values, low + 1e-9);
    const lines = Array.from({ length: players }, (_, player) => ({
        player,
        points: history.flatMap((move, index): [number, number][] => {
            const value = move.value?.[player];
            return value === undefined ? [] : [[index + 1, (value - low) / (high - low)]];
        }),
    }));

    return { lines, low, high };
}
