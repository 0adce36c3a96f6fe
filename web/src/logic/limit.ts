/* limit.ts - "1s", "sims=5k": one number with a unit, or whatever else a person writes. */

export type Unit = 'seconds' | 'sims' | 'nodes' | 'depth' | 'text';

export interface Limit {
    unit: Unit;
    amount: string;
}

export const unitWords: Record<Unit, string> = {
    seconds: 'seconds a move',
    sims: 'simulations a move',
    nodes: 'nodes a move',
    depth: 'plies deep',
    text: 'as written',
};

const scale: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9 };

export function readLimit(text: string): Limit {
    const time = /^\s*(?:time=)?([0-9.]+)\s*(ms|s)\s*$/.exec(text);
    const counted = /^\s*(sims|nodes|depth)=([0-9.]+)([kMG]?)\s*$/.exec(text);

    if (time !== null)
        return { unit: 'seconds', amount: String(Number(time[1]) / (time[2] === 'ms' ? 1000 : 1)) };
    if (counted !== null)
        return {
            unit: counted[1] as Unit,
            amount: String(Number(counted[2]) * (scale[counted[3] ?? ''] ?? 1)),
        };
    return { unit: 'text', amount: text };
}

export function writeLimit({ unit, amount }: Limit): string {
    if (unit === 'text') return amount;
    return unit === 'seconds' ? `${amount}s` : `${unit}=${amount}`;
}

/** Every item of a list in one way of writing, in one order. */
function canonical(limit: string): string {
    return limit
        .split(',')
        .map((item) => writeLimit(readLimit(item.trim())))
        .sort()
        .join(', ');
}

/** "sims=5k" and "sims=5000" say the same, and so do "1s, depth=2" and "depth=2, time=1s". */
export function isSameLimit(a: string, b: string): boolean {
    return a === b || canonical(a) === canonical(b);
}
